"""REST routes of campaigns (docs/campaign-server.md)."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter, RawBody

from trunkline.campaign.games import board_now
from trunkline.maps.edition import MARK, reference
from trunkline.server.campaign_messages import (
    AddBot,
    CampaignBoard,
    CampaignCard,
    CampaignInfo,
    CampaignWordsPage,
    ChangeCompany,
    DecideBody,
    JoinCampaign,
    OpenBody,
    OpenCampaign,
    RemoveCompany,
    SeenBody,
    SignaturePart,
)
from trunkline.server.campaigns import afterwards, campaign_view, founding
from trunkline.server.campaigns.hall import LiveCampaign
from trunkline.server.campaigns.words_page import words_page
from trunkline.server.http.campaign_boards import campaign_board
from trunkline.server.http.guard import PROBLEMS, Language, PathId, TheAsker
from trunkline.server.http.rate_limits import RECORD
from trunkline.server.http.routes_records import NDJSON, WithFile
from trunkline.server.http.routes_server import GZIPPED
from trunkline.server.http.routes_tables import InvitationCode, opened
from trunkline.server.messages import Done, OpenTable, TableInfo
from trunkline.server.people.sessions import Person
from trunkline.server.refusal import RequestRefused
from trunkline.server.services import Services, TheServices
from trunkline.server.tables import invitations
from trunkline.server.tables.seating import FOUNDING


async def shown(services: Services, live: LiveCampaign, person: str | None, since: int = 0) -> CampaignInfo:
    """A campaign as a person may see it."""
    await services.campaigns.look_for_host(live, services.is_here)
    return services.campaigns.info(live, person, since)


async def named_presidents(services: Services, person: Person, names: list[str | None]) -> None:
    """Refuse names that people may not have."""
    for name in names:
        if name is not None:
            await services.people.name_for(person, name[:24])


@post("/api/campaigns", tags=["campaigns"], responses=PROBLEMS)
async def open_campaign(services: TheServices, asker: TheAsker, data: JSONBody[OpenCampaign]) -> CampaignInfo:
    """Open a campaign and be its host. Its id is the link by which others join."""
    services.limit(asker.person.id, "table_opened")
    person = await services.people.named(asker.person)
    await services.need_room(person, opening=True)
    await named_presidents(services, person, [company.president for company in data.companies if not company.bot])
    return await shown(services, await services.campaigns.open(person, data), person.id)


@get("/api/campaigns", tags=["campaigns"], responses=PROBLEMS)
async def my_campaigns(services: TheServices, asker: TheAsker) -> list[CampaignCard]:
    """My campaigns, the newest first."""
    person = asker.person.id
    return [campaign_view.campaign_card(row, person) for row in await services.campaigns.of(person)]


@get("/api/campaigns/{campaign_id:str}", tags=["campaigns"], responses=PROBLEMS)
async def get_campaign(
    services: TheServices,
    asker: TheAsker,
    campaign_id: PathId,
    since: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
) -> CampaignInfo:
    """A campaign as the caller may see it, with the entries from `since` on."""
    services.charge(asker.address, "tables")
    live = await services.campaigns.seen_by(campaign_id, asker.id)
    return await shown(services, live, asker.id, since)


@post("/api/campaigns/{campaign_id:str}/join", status_code=200, tags=["campaigns"], responses=PROBLEMS)
async def join(
    services: TheServices, asker: TheAsker, campaign_id: PathId, data: JSONBody[JoinCampaign]
) -> CampaignInfo:
    """Found a company, or take one that has no president."""
    services.limit(asker.person.id, "table_joined")
    person = await services.people.named(asker.person)
    await services.need_room(person)
    await named_presidents(services, person, [data.president])
    return await shown(services, await services.campaigns.join(person, campaign_id, data), person.id)


@post("/api/campaigns/{campaign_id:str}/company", status_code=200, tags=["campaigns"], responses=PROBLEMS)
async def change_company(
    services: TheServices, asker: TheAsker, campaign_id: PathId, data: JSONBody[ChangeCompany]
) -> CampaignInfo:
    """Change colour, president or signature of one's own company before the founding; the host also a bot's."""
    person = asker.person
    services.limit(person.id, "move_person")
    await named_presidents(services, person, [data.president])
    live = await services.campaigns.change(campaign_id, lambda table: founding.change(table, person.id, data))
    return await shown(services, live, person.id)


@post("/api/campaigns/{campaign_id:str}/bot", status_code=200, tags=["campaigns"], responses=PROBLEMS)
async def add_bot(services: TheServices, asker: TheAsker, campaign_id: PathId, data: JSONBody[AddBot]) -> CampaignInfo:
    """For the host: add a bot's company before the founding; later, give a company without a president to a bot."""
    return await shown(services, await services.campaigns.add_bot(asker.person, campaign_id, data), asker.id)


@post("/api/campaigns/{campaign_id:str}/remove", status_code=200, tags=["campaigns"], responses=PROBLEMS)
async def remove_company(
    services: TheServices, asker: TheAsker, campaign_id: PathId, data: JSONBody[RemoveCompany]
) -> CampaignInfo:
    """Remove a company before the founding; for its president and the host."""
    person = asker.person.id
    live = await services.campaigns.change(campaign_id, lambda table: founding.remove(table, person, data.company))
    return await shown(services, live, person)


@post("/api/campaigns/{campaign_id:str}/found", status_code=200, tags=["campaigns"], responses=PROBLEMS)
async def found(services: TheServices, asker: TheAsker, campaign_id: PathId) -> CampaignInfo:
    """Found the campaign; for the host. It needs at least two companies."""
    return await shown(services, await services.campaigns.found(asker.person, campaign_id), asker.id)


@post("/api/campaigns/{campaign_id:str}/close", status_code=200, tags=["campaigns"], responses=PROBLEMS)
async def close(services: TheServices, asker: TheAsker, campaign_id: PathId) -> CampaignInfo:
    """Cancel a campaign before the founding; for the host."""
    person = asker.person.id
    live = await services.campaigns.change(campaign_id, lambda table: founding.close(table, person))
    return await shown(services, live, person)


@post("/api/campaigns/{campaign_id:str}/open", status_code=200, tags=["campaigns"], responses=PROBLEMS)
async def set_open(
    services: TheServices, asker: TheAsker, campaign_id: PathId, data: JSONBody[OpenBody]
) -> CampaignInfo:
    """Whether people may join by the link; for the host."""
    return await shown(services, await services.campaigns.set_open(asker.person, campaign_id, data.open), asker.id)


@post("/api/campaigns/{campaign_id:str}/code", status_code=200, tags=["campaigns"], responses=PROBLEMS)
async def make_code(services: TheServices, asker: TheAsker, campaign_id: PathId) -> InvitationCode:
    """An invitation code: six letters that replace the link until the founding; for members."""
    live = await services.campaigns.live(campaign_id)
    live.table.need(FOUNDING)
    if not live.table.is_member(asker.person.id):
        raise RequestRefused("not_seated", {}, 403)
    services.limit(asker.person.id, "code_made")
    return InvitationCode(await invitations.make_code(services.store, campaign_id))


@post("/api/campaigns/{campaign_id:str}/decide", status_code=200, tags=["campaigns"], responses=PROBLEMS)
async def decide(services: TheServices, asker: TheAsker, campaign_id: PathId, data: JSONBody[DecideBody]) -> Done:
    """Take an action for a company or as the host, in words. Durable when this answers; idempotent by `action_id`."""
    return await services.decide(asker.person, campaign_id, data)


@post("/api/campaigns/{campaign_id:str}/seen", status_code=204, tags=["campaigns"], responses=PROBLEMS)
async def seen(services: TheServices, asker: TheAsker, campaign_id: PathId, data: JSONBody[SeenBody]) -> None:
    """Record that the caller was shown the moments of all entries below this seq."""
    services.limit(asker.person.id, "move_person")
    await services.campaigns.saw(asker.person, campaign_id, data.seq)


@post("/api/campaigns/{campaign_id:str}/host", status_code=200, tags=["campaigns"], responses=PROBLEMS)
async def take_over(services: TheServices, asker: TheAsker, campaign_id: PathId) -> CampaignInfo:
    """Replace a host who was absent for a day; for presidents."""
    live = await services.campaigns.take_over(asker.person, campaign_id, services.is_here)
    return await shown(services, live, asker.id)


@get("/api/campaigns/{campaign_id:str}/signatures", tags=["campaigns"], responses=PROBLEMS)
async def get_signatures(services: TheServices, asker: TheAsker, campaign_id: PathId) -> list[SignaturePart]:
    """The signatures of the presidents; for members, and for spectators if they are allowed."""
    live = await services.campaigns.seen_by(campaign_id, asker.id)
    if not live.table.may_see_signatures(asker.id):
        raise RequestRefused("no_spectators", {}, 403)
    return campaign_view.signatures(live.table)


@get("/api/campaigns/{campaign_id:str}/words", tags=["campaigns"], responses=PROBLEMS, middleware=[GZIPPED])
async def get_words(
    services: TheServices, asker: TheAsker, campaign_id: PathId, lang: Language = "en"
) -> CampaignWordsPage:
    """The words of the campaign as far as they are opened; backs of postcards for their holder alone."""
    services.charge(asker.address, "tables")
    live = await services.campaigns.seen_by(campaign_id, asker.id)
    return words_page(live.table, lang, asker.id)


@get("/api/campaigns/{campaign_id:str}/board", tags=["campaigns"], responses=PROBLEMS, middleware=[GZIPPED])
async def get_board(
    services: TheServices, asker: TheAsker, campaign_id: PathId, lang: Language = "en"
) -> CampaignBoard:
    """The board between games, with every territory chartered so far."""
    services.charge(asker.address, "tables")
    live = await services.campaigns.seen_by(campaign_id, asker.id)
    campaign = live.table.running()
    names = {route: name for route, (name, _) in campaign.names.items()}
    return campaign_board(reference(campaign.content.map, board_now(campaign)), lang, names)


@get("/api/tables/{table_id:str}/board", tags=["campaigns"], responses=PROBLEMS, middleware=[GZIPPED])
async def get_game_board(
    services: TheServices, asker: TheAsker, table_id: PathId, lang: Language = "en"
) -> CampaignBoard:
    """The board of a campaign's game."""
    services.charge(asker.address, "tables")
    table = (await services.hall.live(table_id)).table
    if not table.may_watch(asker.id):
        raise RequestRefused("no_spectators", {}, 403)
    link = table.row.data.link
    if link is None or MARK not in table.row.map:
        raise RequestRefused("no_such_map", {"map": table.row.map}, 404)
    live = await services.campaigns.live(link.campaign)
    campaign = live.table.running()
    names = {route: name for route, (name, _) in campaign.names.items()}
    there = set(table.board.route_names)
    return campaign_board(table.row.map, lang, {route: name for route, name in names.items() if route in there})


@post("/api/campaigns/{campaign_id:str}/table", tags=["campaigns"], responses=PROBLEMS)
async def play_afterwards(
    services: TheServices, asker: TheAsker, campaign_id: PathId, data: JSONBody[OpenTable]
) -> TableInfo:
    """Open a table on the board of a campaign that is over; for its presidents. Such games are not rated."""
    live = await services.campaigns.live(campaign_id)
    board = afterwards.board_of(live.table, asker.person.id, data)
    return await opened(services, asker.person, data, board)


@get("/api/campaigns/{campaign_id:str}/file", media_type=NDJSON, tags=["campaigns"], responses=PROBLEMS)
async def get_file(services: TheServices, asker: TheAsker, campaign_id: PathId) -> Response[bytes]:
    """The campaign as a file that `trunkline campaign` reads; for presidents."""
    body = await services.campaigns.export(asker.person, campaign_id)
    named = f'attachment; filename="trunkline-{campaign_id}.jsonl"'
    return Response(body, media_type=NDJSON, headers={"Content-Disposition": named})


@post(
    "/api/campaigns/import",
    tags=["campaigns"],
    responses=PROBLEMS,
    request_max_body_size=RECORD,
    operation_class=WithFile,
)
async def import_campaign(
    services: TheServices,
    asker: TheAsker,
    body: RawBody,
    company: Annotated[str | None, QueryParameter(pattern="^[a-z]{1,20}$")] = None,
) -> CampaignInfo:
    """Import a campaign from its file, and take one of its companies. The file is folded and checked first."""
    services.limit(asker.person.id, "record_imported")
    person = await services.people.named(asker.person)
    return await shown(services, await services.campaigns.bring(person, body, company), person.id)


ROUTES = [
    open_campaign, my_campaigns, get_campaign, join, change_company, add_bot, remove_company, found, close, set_open,
    make_code, decide, seen, take_over, play_afterwards, get_signatures, get_words, get_board, get_game_board, get_file,
    import_campaign,
]  # fmt: skip

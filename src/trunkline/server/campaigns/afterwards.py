"""Further games on the finished board of a campaign: ordinary tables that are not part of it."""

from __future__ import annotations

from trunkline.campaign.games import finished_board
from trunkline.campaign.state import GAMES
from trunkline.maps.edition import reference
from trunkline.server.campaigns.campaign_table import FINISHED, CampaignTable
from trunkline.server.messages import OpenTable
from trunkline.server.refusal import RequestRefused
from trunkline.server.store.rows import CampaignLink
from trunkline.server.tables.seating import FinishedBoard


def board_of(table: CampaignTable, person: str, wish: OpenTable) -> FinishedBoard:
    """The finished board, for a president who wishes for a table on it."""
    table.need(FINISHED)
    if not table.is_member(person):
        raise RequestRefused("not_seated", {}, 403)
    if wish.rated:
        raise RequestRefused("campaign_unrated", {}, 400)
    campaign = table.running()
    if wish.map != campaign.content.map:
        raise RequestRefused("no_such_map", {"map": wish.map, "variant": wish.variant}, 400)
    plan = campaign.content.games[GAMES - 1]
    link = CampaignLink(table.id, table.data.name, GAMES, plan.year, afterwards=True)
    return FinishedBoard(reference(campaign.content.map, finished_board(campaign)), link)

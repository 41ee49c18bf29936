"""What goes over the wire about campaigns: bodies of the REST interface and messages of the socket, as types."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from trunkline.bots.registry import USUAL
from trunkline.server.messages import ChatLine, Clock, Id

CampaignName = Annotated[str, Meta(min_length=1, max_length=40)]
President = Annotated[str, Meta(min_length=1, max_length=40)]
Colour = Annotated[str, Meta(min_length=1, max_length=20, pattern="^[a-z]+$")]
Signature = Annotated[str, Meta(max_length=20_000)]
"""What a president signed: strokes as text, or the typed name. The server keeps it and does not read it."""


# --- from the client -------------------------------------------------------------------------------------------------


class FounderWish(Struct, forbid_unknown_fields=True):
    """A company of a new campaign: one of one's own (several: hot-seat), or a bot's."""

    colour: Colour | None = None
    """The first that is free if left out."""
    president: President | None = None
    """The caller's name if left out; of a bot the name of the bot."""
    signature: Signature = ""
    bot: Id | None = None


class OpenCampaign(Struct, forbid_unknown_fields=True):
    """Open a campaign and be its host. It is founded later, when all companies are there."""

    name: CampaignName
    companies: Annotated[list[FounderWish], Meta(min_length=1, max_length=5)]
    clock: Clock = Clock()
    """Of each of its games; decisions between games have its seconds too, but at least two minutes."""
    spectators: bool = True
    chat: bool = True
    substitute: Id = USUAL
    """The bot that plays and decides for a company whose president is out of time or gone."""


class JoinCampaign(Struct, forbid_unknown_fields=True):
    """Found a company, or take one that has no president (after an import)."""

    colour: Colour | None = None
    president: President | None = None
    signature: Signature = ""


class ChangeCompany(Struct, forbid_unknown_fields=True):
    """Change a company before the founding: one's own, or for the host a bot's. What is left out stays."""

    company: Colour
    colour: Colour | None = None
    president: President | None = None
    signature: Signature | None = None


class AddBot(Struct, forbid_unknown_fields=True):
    """A bot for a new company before the founding, or for one without a president later; for the host."""

    bot: Id
    colour: Colour | None = None
    president: President | None = None


class RemoveCompany(Struct, forbid_unknown_fields=True):
    company: Colour


class OpenBody(Struct, forbid_unknown_fields=True):
    open: bool


class SeenBody(Struct, forbid_unknown_fields=True):
    seq: Annotated[int, Meta(ge=0, le=1_000_000)]


class DecideBody(Struct, forbid_unknown_fields=True):
    """A decision in words (`remove payday`, `vote a`, `seat blue red=planner`). Idempotent by `action_id`."""

    actor: Colour
    """A company of one's own, or `host`."""
    action_id: Id
    action: Annotated[str, Meta(min_length=1, max_length=200)]


class Decide(Struct, tag="decide", tag_field="type", forbid_unknown_fields=True):
    """A decision over the socket; answered by `done` or `refused` with the campaign as `table`."""

    table: Id
    actor: Colour
    action_id: Id
    action: Annotated[str, Meta(min_length=1, max_length=200)]


# --- to the client ---------------------------------------------------------------------------------------------------


class CompanyInfo(Struct):
    """A company of a campaign, as everybody may see it."""

    company: str
    """Its colour, which is its id."""
    president: str
    person: str | None
    bot: str | None
    """The bot that plays it for the whole campaign, or because its president is gone."""
    present: bool
    signed: bool
    """Whether there is a signature: GET …/signatures."""
    games_before: int = 0
    missed: list[int] = []
    """The numbers of the games that it missed."""
    has_left: bool = False
    caboose: bool = False
    papers: int = 0
    """How many papers lie in its vault."""
    struck: bool = False


class OpenVotePart(Struct):
    vote: str
    votes: dict[str, str]
    """By company: `a` or `b`. Votes are open."""
    voters: list[str]


class CharterPart(Struct):
    company: str | None
    """Who picked it; null if the lot did."""
    year: int


class NamePart(Struct):
    name: str
    company: str


class SpikePart(Struct):
    company: str
    year: int


class StickerPart(Struct):
    rule: str
    year: int
    removed: int | None
    printed: bool
    """The rulebook says it from the beginning: it is no sticker."""


class PlacePart(Struct):
    """One numbered place of the rulebook; without stickers it is empty (L27)."""

    part: Literal["setup", "claim", "end"]
    number: int
    stickers: list[StickerPart]


class PaperPart(Struct):
    """A paper of an opened vault."""

    kind: str
    dollars: int
    game: int
    about: str


class AccountPart(Struct):
    company: str
    papers: list[PaperPart]
    total: int
    completed: int


class AwardPart(Struct):
    """What a closing module puts into a vault."""

    company: str
    dollars: int


class ArrivalPart(Struct):
    """A postcard that a company got."""

    company: str
    card: str


class ClosingPart(Struct):
    """What a module left behind when it closed."""

    module: str
    awards: list[AwardPart]
    """The most first."""
    spans: list[str]
    """Routes whose spans stay."""
    bored: list[str]
    """Routes that stay bored."""
    grown: list[str]
    """Cities that stay large."""


class ModulePart(Struct):
    """A module whose box was opened: in force, or closed."""

    module: str
    number: int
    """Its place in the claim sequence."""
    territory: str
    year: int
    """In which its box was opened."""
    games: int
    """In how many games it was in force, the one that is played not counted."""
    left: int
    """For how many games it is in force from now on, the one that is played or comes next included."""
    counts: dict[str, int]
    """By company: what counts for its award. Public: each game shows it."""
    closed: int | None
    """The year in which it closed."""
    closing: ClosingPart | None


class HeldPart(Struct):
    """A postcard in an office. Its front is known to all; its back only to its holder until it was met."""

    card: str
    used: int
    """How often it was met."""


class OfficeInfo(Struct):
    """What a company keeps over the games."""

    postcards: list[HeldPart]
    """The oldest first."""
    must_give_up: bool
    """It holds more postcards than it may."""
    hired: dict[str, int]
    """How often it hired each crew card."""
    barred: list[str]
    """Crew cards that it may not hire any more."""
    start_money: int
    """Dollars that its next set-up gives besides."""
    start_cards: int


class CampaignState(Struct):
    """A campaign after its founding: what everybody who may see it may know."""

    stage: Literal["seating", "playing", "removing", "naming", "picking", "over"]
    game: int
    """The number of the game that is played or comes next; 13 after the end."""
    year: int
    trains: int
    """Of the game that is played or comes next."""
    places: dict[str, str | None]
    """The companies of the last seated game with their stand-in."""
    winner: str | None
    last: str | None
    to_act: list[str]
    """Companies that have to decide, or `host`."""
    deck: list[str]
    """The news events of the next game."""
    dead_letters: list[str]
    territories: list[str]
    charters: dict[str, CharterPart]
    named: list[str]
    """The two territories that the winner picks from."""
    repaints: dict[str, str]
    names: dict[str, NamePart]
    large: list[str]
    stamps: dict[str, list[str]]
    retired: dict[str, str]
    rules: list[str]
    """Story rules in force."""
    bonus: int
    spikes: dict[str, SpikePart]
    story: list[str]
    vote: OpenVotePart | None
    votes: dict[str, str]
    """Closed votes with their choice."""
    may_repaint: str | None
    may_christen: str | None
    may_remove: str | None
    rulebook: list[PlacePart]
    modules: list[ModulePart]
    """In the order in which their boxes were opened."""
    spans: dict[str, str]
    """By route: the company whose span stands there for ever."""
    bored: list[str]
    """Routes that need no grade check any more."""
    growth: dict[str, int]
    """By city: its growth marks."""
    grown: list[str]
    """Cities that became large by growth; they are among `large` too."""
    post_open: bool
    tools_open: bool
    """The conductor's tools: everything in them may be looked at."""
    offices: dict[str, OfficeInfo]
    """By company."""
    shown: list[str]
    """Postcards that were met: everybody knows their backs."""
    accounts: list[AccountPart] | UnsetType = UNSET
    """Once the campaign is over: every vault, opened, best first."""


class CampaignEntry(Struct):
    """One stored step: an action, or what followed by itself, with the facts that it added to the log."""

    seq: int
    at: float
    actor: str | None
    """A company, `host`, or null."""
    by_bot: bool
    action: str | None
    facts: list[dict[str, Any]]
    """As in the exported file (`entry` names the kind), without `lots` and signatures."""


class OwnCompany(Struct):
    """What one may do now for a company of one's own."""

    company: str
    actions: list[str]
    """In words; `christen ROUTE …` takes a name of 1 to 24 characters."""


class CampaignYou(Struct):
    """The part that only this viewer gets."""

    companies: list[OwnCompany]
    host: list[str]
    """What one may do as the host, empty for everybody else: `seat …`, `join …`."""
    seen: int
    """The moments of entries below this seq were shown to this person."""
    may_take_over: bool
    """The host is gone for a day: POST …/host makes this person the host."""


class CampaignInfo(Struct, tag="campaign", tag_field="type"):
    """A campaign for one viewer, complete. Sent by GET, after a watch, and after each change."""

    campaign: str
    name: str
    status: Literal["founding", "campaign", "finished", "closed"]
    host: str
    clock: Clock
    spectators: bool
    chat: bool
    substitute: str
    open: bool
    """Whether people may join by the link."""
    content: str
    """The version of the content."""
    colours: list[str]
    """Every colour a company may have, in order."""
    companies: list[CompanyInfo]
    created: float
    seq: int
    deadline: float | None
    """When the decision that is waited for is made by a bot."""
    table: str | None
    """The table of the game that is played now."""
    tables: dict[int, str]
    """The tables of finished games, by their number."""
    state: CampaignState | None
    """Null before the founding."""
    entries: list[CampaignEntry]
    """From the seq on that was asked for (`since`); over the socket those that are new."""
    you: CampaignYou


class CampaignSnapshot(Struct, tag="campaign-snapshot", tag_field="type"):
    """The first message after `watch`: the campaign, and the chat if one may read it."""

    info: CampaignInfo
    chat: list[ChatLine]


class CampaignCard(Struct):
    """One of my campaigns, in a list."""

    campaign: str
    name: str
    status: Literal["founding", "campaign", "finished", "closed"]
    stage: str | None
    game: int
    year: int | None
    companies: list[str]
    mine: list[str]
    table: str | None
    winner: str | None
    """The president of the company that has won, once the campaign is over."""
    your_turn: bool
    created: float


class SignaturePart(Struct):
    company: str
    president: str
    signature: str


class StoryWords(Struct):
    title: str
    text: str


class VoteWordsPart(Struct):
    question: str
    a: str
    b: str
    result: str | None
    """What it brought, once it is closed: only that of the choice."""


class TerritoryWords(Struct):
    name: str
    teaser: str


class CardWordsPart(Struct):
    name: str
    text: list[str]
    lightning: bool = False


class PostcardWords(Struct):
    """A postcard: front for all, back for its holder, and for all once it was met."""

    sender: str
    front: str
    back: list[str] | None
    """What it asks and pays; null if this viewer may not know it."""


class StickerPlace(Struct):
    """A rule in a numbered place of the rulebook."""

    part: Literal["setup", "claim", "end"]
    number: int
    rule: str


class ChangePart(Struct):
    """What one fact of the log changed in sight of all."""

    fact: int
    """Its number among all facts of the log, from 0."""
    year: int
    joined: list[str]
    """News events that joined the deck."""
    stickers: list[StickerPlace]
    peeled: list[StickerPlace]
    arrived: list[ArrivalPart] = []
    """Postcards that companies got."""
    opened: list[Literal["post", "tools"]] = []
    """What was opened for the first time."""
    closings: list[ClosingPart] = []
    """Modules that closed."""
    bored: list[str] = []
    """Routes that were bored for good."""
    grown: list[str] = []
    """Cities that became large by growth."""


class CampaignWordsPage(Struct):
    """The words of a campaign in a language, as far as they are opened."""

    lang: str
    title: str
    authors_note: str
    """Empty before the end."""
    cards: dict[str, StoryWords]
    previously: dict[int, str]
    """By game, once its story was read."""
    votes: dict[str, VoteWordsPart]
    territories: dict[str, TerritoryWords]
    """Those that are chartered, and those that may be named now."""
    companies: dict[str, CardWordsPart]
    news: dict[str, CardWordsPart]
    """News events that were ever in the deck, and story rules that were ever in force."""
    medals: dict[str, str]
    """Empty before the end."""
    modules: dict[str, CardWordsPart] = field(default_factory=dict)
    """Those whose boxes were opened."""
    crew: dict[str, CardWordsPart] = field(default_factory=dict)
    """All of them, once the conductor's tools are opened (L26)."""
    postcards: dict[str, PostcardWords] = field(default_factory=dict)
    """Those that were ever in an office, with the backs that this viewer may know."""
    changes: list[ChangePart] = field(default_factory=list)
    """Facts that changed something in sight of all, and those that begin a game."""


class BoxTicket(Struct):
    ticket: str
    cities: list[str]
    points: int


class TerritoryBox(Struct):
    """What was in the box of a territory: all may look at everything in it (L26)."""

    territory: str
    cities: list[str]
    routes: list[str]
    tickets: list[BoxTicket]


class CampaignBoard(Struct):
    """A board with its map page, geometry and words: of the campaign as it stands, or of one of its games."""

    page: dict[str, Any]
    """A `MapPage`, as of GET /api/maps/{id}. Its `id` is the name of the map: use the address as the key of a cache."""
    geometry: dict[str, Any]
    """As the page's files of other maps: box, cities, names, routes, edges, land, graticule. Cities never move."""
    cards: dict[str, Any]
    """As of GET /api/maps/{id}/cards."""
    cities: dict[str, str]
    """The names of the cities in the language, where they differ from the map page."""
    names: dict[str, str]
    """The names of christened routes."""
    boxes: list[TerritoryBox]
    """The opened boxes, in the order of their charters."""

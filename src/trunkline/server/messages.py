"""What goes over the wire: every message of the socket and every body of the REST interface, as types."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from trunkline.bots.registry import USUAL
from trunkline.game.sheet import ScoreSheet

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Line = Annotated[str, Meta(min_length=1, max_length=300)]
ActionText = Annotated[str, Meta(min_length=1, max_length=120)]
Hex = Annotated[str, Meta(max_length=128, pattern=r"^([0-9a-fA-F]{2})*$")]
Seat = Annotated[int, Meta(ge=0, le=4)]
Seq = Annotated[int, Meta(ge=0, le=1_000_000)]
PlayerColour = Literal["violet", "brown", "sky", "magenta", "teal", "forest", "navy", "wine"]
"""None of them is a colour of routes."""


# --- tables ---------------------------------------------------------------------------------------------------------


class SeatWish(Struct, forbid_unknown_fields=True):
    """How a seat is to be filled: `open` to whoever joins, `me` (several of these: hot-seat), or a `bot` by name."""

    kind: Literal["open", "me", "bot"]
    bot: Id | None = None
    company: Id | None = None
    """On a board with companies the one this seat plays; the first that is free if left out."""
    colour: PlayerColour | None = None
    """The first that is free if left out. Without effect on a board with companies."""
    name: Name | None = None
    """Who plays this seat, for `me` at a table with several of them (hot-seat); the caller's name and a number if left
    out."""


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a move may take: without limit, so many seconds live, or so many seconds (days) by turns."""

    kind: Literal["none", "move", "days"] = "none"
    seconds: Annotated[int, Meta(ge=5, le=30 * 86_400)] = 86_400


class OpenTable(Struct, forbid_unknown_fields=True):
    """Open a table. The seats are as many as `seats` lists."""

    map: Id
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=5)]
    variant: Id = "base"
    public: bool = False
    spectators: bool = True
    chat: bool = True
    clock: Clock = Clock()
    first: Seat | None = None
    substitute: Id = USUAL
    """The bot that plays for a seat whose owner is gone or out of time."""
    luck: Hex = ""
    """Random bytes that the host adds to the key of the game."""
    rated: bool = False
    """Whether the game counts for ratings; everybody sees it before joining."""


class SeatInfo(Struct):
    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    person: str | None = None
    bot: str | None = None
    present: bool = False
    substituted: bool = False
    """A bot plays for the owner until the owner is back."""
    accepted: bool = True
    """False while a rematch keeps the seat for somebody who has not answered."""
    left: bool = False
    """The owner left a rated game and has lost it."""
    abort: bool = False
    """The owner agrees to abort the game."""
    company: str | UnsetType = UNSET
    """On a board with companies: the one this seat plays."""
    colour: PlayerColour | UnsetType = UNSET
    """On a board without companies; no two seats have the same."""


class Credit(Struct):
    """The system clock jumped forward; running clocks were given this time back."""

    seconds: float
    at: float


class CampaignGame(Struct):
    """That a table is a game of a campaign. Its board is at GET /api/tables/{id}/board, not at /api/maps."""

    campaign: str
    name: str
    game: int
    year: int
    afterwards: bool = False
    """Whether it is a further game on the finished board, which is not part of the campaign."""


class TableInfo(Struct, tag="table", tag_field="type"):
    """A table as anybody at it may see it."""

    table: str
    status: Literal["open", "playing", "over", "closed"]
    map: str
    variant: str
    host: str
    public: bool
    spectators: bool
    chat: bool
    clock: Clock
    first: int | None
    substitute: str
    seats: list[SeatInfo]
    commitment: str
    seq: int
    created: float
    rematch: str | None = None
    deadline: float | None = None
    """When the move that is waited for runs out, in seconds since 1970."""
    rated: bool = False
    """Whether the game counts for the ratings of the accounts at the table."""
    credit: Credit | None = None
    """Until the next entry: that the clocks of this table were credited."""
    campaign: CampaignGame | UnsetType = UNSET
    """At a game of a campaign."""


# --- from the client over the socket -------------------------------------------------------------------------------


class Watch(Struct, tag="watch", tag_field="type", forbid_unknown_fields=True):
    """Hear of a table from now on; with `since`, first everything after that seq."""

    table: Id
    since: Seq | UnsetType = UNSET


class Unwatch(Struct, tag="unwatch", tag_field="type", forbid_unknown_fields=True):
    table: Id


class Act(Struct, tag="act", tag_field="type", forbid_unknown_fields=True):
    """Take an action for a seat of one's own. The same `action_id` twice is the same move once."""

    table: Id
    seat: Seat
    base_seq: Seq
    action_id: Id
    action: ActionText


class Undo(Struct, tag="undo", tag_field="type", forbid_unknown_fields=True):
    """Take back one's own last step, if nothing hidden was shown by it and nobody has acted since."""

    table: Id
    seat: Seat
    base_seq: Seq
    action_id: Id


class Say(Struct, tag="say", tag_field="type", forbid_unknown_fields=True):
    table: Id
    text: Line


class Ping(Struct, tag="ping", tag_field="type", forbid_unknown_fields=True):
    pass


FromClient = Watch | Unwatch | Act | Undo | Say | Ping


# --- to the client over the socket ---------------------------------------------------------------------------------


class SeatTurn(Struct):
    """What a seat may do now, and why not what it may not."""

    seat: int
    actions: list[str]
    cards: list[int | None]
    """For each action the cards that it takes out of the hand, by their number in `payments`; null if it takes none."""
    payments: list[dict[str, int]]
    """The different cards that actions take, each once: a large hand has a thousand claims and a hundred payments."""
    why_not: dict[str, list[str]]
    """For each reason (a code), the free routes that cannot be claimed for it; the refusal of a try says more."""


class Deck(Struct):
    cards: int
    discards: dict[str, int]


class Box(Struct):
    trains: int
    ships: int


class Trail(Struct):
    """The longest trail of a player (C18); one of them, if there are several."""

    spaces: int
    routes: list[str]


class Tunnel(Struct):
    """A tunnel that is being claimed."""

    route: str
    colour: str
    locomotives: int
    turned: list[str]
    asks: list[bool]
    """For each card turned up: whether it asks for one more (E4, E5)."""
    asked: int
    dollars: int | UnsetType = UNSET
    """In a grade check: the dollars that pay the same."""


class Pair(Struct):
    """A pair route that is being paid space by space."""

    route: str
    spaces: int
    """Spaces that are paid."""
    paid: dict[str, int]


class News(Struct):
    """The deck of news events (L8, L11): the current one, those before it, and how many are still to come."""

    current: str | None
    discards: list[str]
    left: int


class Asks(Struct):
    """A step of a claim that asks the company whose turn it is (L15)."""

    step: int
    source: str
    """What asks: a company or a news event."""
    route: str


class PowerPart(Struct):
    """What each company may do once on its turn while the current news event holds (L12)."""

    power: str
    amount: int
    """Its price; of a bond the dollars that it pays now."""
    later: int
    """Of a bond: the dollars that the slip loses."""


class Pays(Struct):
    """What one step of a claim would pay (L15-L17)."""

    step: int
    source: str
    """A company, a news event, or `large-city`."""
    money: int
    """Dollars; below 0 for a fee."""
    cards: int


class RoutePays(Struct):
    """Free routes for which a claim would pay the same."""

    routes: list[str]
    steps: list[Pays]


class OfficePart(Struct):
    """The office of a company in a game: its crew, the fronts of its postcards, and what goes back to the campaign."""

    crew: str | None
    """The crew card that it has hired; `none` if none was left for it."""
    crew_uses: int
    postcards: dict[str, int]
    """How often each of its postcards was met, earlier games included."""
    vault: int
    """Dollars that crew and postcards have put into the vault."""
    next_setup: list[int]
    """Dollars and cards that the next set-up gives."""
    slip: int
    halved: int
    """Dollars that failed tickets cost less."""
    newspapers_met: int
    ticket_draws: int


class Excursion(Struct):
    """An excursion card that was face up at the start."""

    cities: list[str]
    dollars: int
    seat: int | None
    """Who has won it."""


class Herd(Struct):
    """A herd of the cattle drives."""

    city: str
    """Where it stands, or where it was taken along."""
    seat: int | UnsetType = UNSET
    """Who has taken it along."""
    delivered: bool | UnsetType = UNSET


class Contract(Struct):
    """A mail contract; they are taken in order."""

    dollars: int
    seat: int | None


class PlayerPart(Struct):
    """What everybody may know of one player."""

    cards: int
    known: dict[str, int]
    tickets: int
    offered: int
    chosen: bool
    trains: int
    stations: int
    points: int
    trail: Trail | UnsetType = UNSET
    """On a board with a bonus for the longest trail."""
    train_cards: int | UnsetType = UNSET
    """With two decks: the backs of the hand, ships and ports left, what lies in the box, pieces exchanged so far."""
    ship_cards: int | UnsetType = UNSET
    ships: int | UnsetType = UNSET
    box: Box | UnsetType = UNSET
    ports: int | UnsetType = UNSET
    exchanged: int | UnsetType = UNSET
    company: str | UnsetType = UNSET
    """On a board with companies: which this seat plays, its dollars, and those that its trains left stand for now."""
    money: int | UnsetType = UNSET
    trains_left: int | UnsetType = UNSET
    powers_used: list[str] | UnsetType = UNSET
    """On a board whose news events give powers: which of the current one it has used, and what its slip will lose."""
    owed: int | UnsetType = UNSET
    vault: int | UnsetType = UNSET
    """On a board with golden spikes: the dollars that this game has put into its vault."""
    steamers: int | UnsetType = UNSET
    """With modules in force: steamers and elevators that it has left."""
    elevators: int | UnsetType = UNSET
    office: OfficePart | UnsetType = UNSET
    """In a game of a campaign with crew or postcards."""


class PublicPart(Struct):
    """What everybody at the table may know, in names."""

    phase: str
    turn: int
    seat: int
    """Whose turn it is."""
    to_act: list[int]
    turns_left: int | None
    row: list[str | None]
    decks: dict[str, Deck]
    tickets_left: int
    routes: dict[str, int]
    """The owners of routes that are taken."""
    closed: dict[str, list[int]]
    """The free routes that somebody may not claim any more, with the seats they are closed to (C11, C12)."""
    stations: dict[str, int]
    tunnel: Tunnel | None
    players: list[PlayerPart]
    ports: dict[str, int] | UnsetType = UNSET
    """With two decks: who built a port where, and a pair route that is being paid."""
    pair: Pair | UnsetType | None = UNSET
    news: News | UnsetType = UNSET
    """On a board with companies: news events, a claim step that asks, and the seat that started."""
    asks: Asks | UnsetType | None = UNSET
    first: int | UnsetType = UNSET
    powers: list[PowerPart] | UnsetType = UNSET
    """On a board whose news events give powers: those of the current one."""
    spikes: dict[str, int | None] | UnsetType = UNSET
    """Golden spikes by territory: the seat that has driven it, or null."""
    excursions: list[Excursion] | UnsetType = UNSET
    """With modules in force, what is public of each."""
    spans: dict[str, str | None] | UnsetType = UNSET
    """By route the company that owns the span there; null if it has left."""
    herds: list[Herd] | UnsetType = UNSET
    elevators: dict[str, list[int]] | UnsetType = UNSET
    """By city the seats that have an elevator there."""
    wired: list[str] | UnsetType = UNSET
    wire_scores: list[int] | UnsetType = UNSET
    """By seat the dollars that its wires would pay now."""
    mail: list[Contract] | UnsetType = UNSET
    removed_events: list[str] | UnsetType = UNSET
    """In a game with crew or postcards: the news events that were removed, the crew power that is used on this turn,
    whether the second claim of the turn is made, and the seat that a postcard asks."""
    armed: str | UnsetType | None = UNSET
    second_claim: bool | UnsetType = UNSET
    asked: int | UnsetType | None = UNSET
    sheet: ScoreSheet | UnsetType = UNSET
    """Once the game is over."""


class TicketPart(Struct):
    """How a ticket of one's own stands; an offered one, if it were kept."""

    ticket: str
    done: bool
    by_station: bool
    """Done only with a route that a station borrows, as the board stands now (E9)."""
    in_order: bool
    """False for a tour that is done, but not with its cities in the printed order (W9)."""
    missing: list[str]
    """The routes still to be claimed on the cheapest way that borrows none."""
    spaces: int | None
    """Their spaces; null if no such way is left."""
    too_far: bool
    """The way takes more pieces than are left."""


class OwnPart(Struct):
    """What one seat knows beyond the public part."""

    seat: int
    hand: dict[str, int]
    tickets: list[str]
    offered: list[str]
    chosen: list[str] | None
    """In the opening: the tickets this seat has chosen."""
    progress: list[TicketPart]
    """How the tickets stand, then how the offered ones do."""
    covers: dict[str, dict[str, int]]
    """How many spaces the hand covers, by kind (`rail`, `sea`, `pair`) and colour of a route; `ferry` is by route."""
    split: int | UnsetType | None = UNSET
    """With two decks, in the phase `split`: the trains this seat has chosen."""
    pays: list[RoutePays] | UnsetType = UNSET
    """On a board with companies: what a claim of each free route would pay this seat now, where it is not nothing."""
    asked_by: str | UnsetType | None = UNSET
    """In a game with postcards: the one that asks this seat (L18)."""


class TurnPlan(Struct):
    """A plan for the next turn, and the cards that it takes."""

    plan: str
    """The steps of the turn, joined by ` then `."""
    cards: dict[str, int]


class PlanList(Struct):
    """What a seat may plan for its next turn, as the game stands now."""

    seat: int
    seq: int
    plans: list[TurnPlan]


class SeatPlans(Struct):
    """The premoves of a seat, best first."""

    seat: int
    actions: list[str]


class Snapshot(Struct, tag="snapshot", tag_field="type"):
    """The whole of a table for one client: what its seats may know at `seq`."""

    info: TableInfo
    seq: int
    public: PublicPart
    """An empty object before the game has begun."""
    own: list[OwnPart]
    """For each seat of the client."""
    turns: list[SeatTurn]
    chat: list[ChatLine]
    premoves: list[SeatPlans] = []
    """For each seat of the client that has left any; nobody else learns of them."""


class EntryLine(Struct):
    """One thing that was done at a table, as this client may see it, without the position after it."""

    seq: int
    kind: Literal["deal", "move", "undo", "substitute", "return", "abort"]
    seat: int | None
    by_bot: bool
    action: str | None
    """The action in words, if this client may know it."""
    events: list[dict[str, Any]]
    at: float
    undo: bool
    """Whether its seat may take it back while it is the last entry: it showed nothing hidden."""


class Entry(EntryLine, tag="entry", tag_field="type", kw_only=True):
    """One thing that was done at a table, after it was made durable, with what this client may know then."""

    table: str
    public: PublicPart | Raw
    own: list[OwnPart]
    turns: list[SeatTurn]
    deadline: float | None = None
    hold: float = 0.0
    """Seconds that the bots wait from now on, in which the seat can take it back."""


class Done(Struct, tag="done", tag_field="type"):
    """An action was taken and is durable."""

    table: str
    action_id: str
    seq: int


class Refused(Struct, tag="refused", tag_field="type"):
    """A request was refused and changed nothing. `code` and `params` say why; words are the page's business."""

    code: str
    params: dict[str, Any]
    table: str | None = None
    action_id: str | None = None


class ChatLine(Struct, tag="chat", tag_field="type"):
    table: str
    number: int
    person: str
    name: str
    text: str
    at: float


class Premoves(Struct, tag="premoves", tag_field="type"):
    """The plans of a seat of one's own, changed on this or another device."""

    table: str
    seat: int
    actions: list[str]


class Gone(Struct, tag="gone", tag_field="type"):
    """The table is no longer to be seen by this client."""

    table: str
    code: str


class Pong(Struct, tag="pong", tag_field="type"):
    pass


ToClient = Snapshot | Entry | TableInfo | Done | Refused | ChatLine | Premoves | Gone | Pong

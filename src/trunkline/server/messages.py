"""What goes over the wire: every message of the socket and every body of the REST interface, as types."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from trunkline.bots.registry import USUAL

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Line = Annotated[str, Meta(min_length=1, max_length=300)]
ActionText = Annotated[str, Meta(min_length=1, max_length=120)]
Hex = Annotated[str, Meta(max_length=128, pattern=r"^([0-9a-fA-F]{2})*$")]
Seat = Annotated[int, Meta(ge=0, le=4)]
Seq = Annotated[int, Meta(ge=0, le=1_000_000)]


# --- tables ---------------------------------------------------------------------------------------------------------


class SeatWish(Struct, forbid_unknown_fields=True):
    """How a seat is to be filled: `open` to whoever joins, `me` (several of these: hot-seat), or a `bot` by name."""

    kind: Literal["open", "me", "bot"]
    bot: Id | None = None


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


class Credit(Struct):
    """The system clock jumped forward; running clocks were given this time back."""

    seconds: float
    at: float


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
    why_not: dict[str, list[str]]
    """For each reason (a code), the free routes that cannot be claimed for it; the refusal of a try says more."""


class SeatPlans(Struct):
    """The premoves of a seat, best first."""

    seat: int
    actions: list[str]


class Snapshot(Struct, tag="snapshot", tag_field="type"):
    """The whole of a table for one client: what its seats may know at `seq`."""

    info: TableInfo
    seq: int
    public: dict[str, Any]
    """What everybody at the table may know; see docs/server.md."""
    own: list[dict[str, Any]]
    """For each seat of the client: hand, tickets, offers."""
    turns: list[SeatTurn]
    chat: list[dict[str, Any]]
    premoves: list[SeatPlans] = []
    """For each seat of the client that has left any; nobody else learns of them."""


class Entry(Struct, tag="entry", tag_field="type"):
    """One thing that was done at a table, after it was made durable, as this client may see it."""

    table: str
    seq: int
    kind: Literal["deal", "move", "undo", "substitute", "return", "abort"]
    seat: int | None
    by_bot: bool
    action: str | None
    """The action in words, if this client may know it."""
    events: list[dict[str, Any]]
    public: dict[str, Any] | Raw
    own: list[dict[str, Any]]
    turns: list[SeatTurn]
    at: float
    deadline: float | None = None


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

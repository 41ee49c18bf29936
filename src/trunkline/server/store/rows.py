"""Rows of the database as plain values: tables with their typed data, entries and chat lines."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct, structs

from trunkline.bots.registry import USUAL
from trunkline.server.messages import Clock, PlayerColour


class TableSeat(Struct):
    """Who sits there. `kind` is open, person or bot; a person's seat may be played by a bot for a while."""

    kind: str = "open"
    name: str = ""
    person: str | None = None
    bot: str | None = None
    substituted: bool = False
    luck: str = ""
    premoves: list[list[str]] = []
    """Plans for the next turn, best first; each is the steps of one turn. Never changed in place."""
    plan: list[str] = []
    """What remains of the plan that is being carried out. Never changed in place."""
    accepted: bool = True
    """False while a rematch keeps this seat for a person who has not answered."""
    left: bool = False
    """The person left a rated game: a bot plays the seat to the end, and the person has lost."""
    abort: bool = False
    """The person agrees to abort the game."""
    deadline: float | None = None
    """When the move that this seat is waited for runs out."""
    undo_deadline: float | None = None
    """The deadline of the last move, for when it is taken back."""

    @property
    def premove_texts(self) -> list[str]:
        """The plans in words, as they were given."""
        return [" then ".join(plan) for plan in self.premoves]

    @property
    def is_played_by_person(self) -> bool:
        """Whether a person plays this seat just now."""
        return self.kind == "person" and not self.substituted

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot plays this seat: for good, or for an owner who is gone."""
        return self.kind == "bot" or self.substituted


class ClockCredit(Struct):
    """The time that running clocks were given after a jump of the system clock, and the seq of the table then."""

    seconds: float
    at: float
    seq: int


class CampaignLink(Struct, frozen=True):
    """Which game of which campaign a table is."""

    campaign: str
    name: str
    game: int
    year: int
    afterwards: bool = False
    """Played on the finished board: the campaign is over and gets no result."""


class CampaignData(Struct):
    """What the row of a campaign holds beside its seats: one for each company, in the order of the founding."""

    name: str
    content: str
    host: str
    """The person who seats the games; `TableRow.host` opened it."""
    presidents: list[str] = []
    signatures: list[str] = []
    """Before the founding; afterwards they are in the log."""
    open: bool = True
    """Whether people may join by the link."""
    seen: dict[str, int] = {}
    """By person: the entries below this seq were shown."""
    stage: str = ""
    game: int = 1
    year: int = 0
    """Stage, number and year of the game, for lists; they follow from the log."""
    winner: str = ""
    """For lists too: the president of the company that has won the campaign; empty in rows that are older."""
    deals: int = 0
    """How often a game was dealt: the id of the next table follows from it."""
    table: str | None = None
    """The table of the game that is played."""
    tables: dict[str, str] = {}
    """The tables of finished games, by their number as text: JSON has no other keys."""


class TableData(Struct):
    """What only the game of a table needs, stored as JSON. A field that older versions did not write has a default."""

    seats: list[TableSeat] = []
    spectators: bool = True
    chat: bool = True
    clock: Clock = Clock()
    first: int | None = None
    substitute: str = USUAL
    secret: str = ""
    rematch: str | None = None
    rated: bool | None = None
    """None in rows that are older than the field."""
    removed: list[str] = []
    """People whom the host removed: they cannot join again."""
    credit: ClockCredit | None = None
    imported: bool = False
    companies: list[str] = []
    """On a board with companies, the one of each seat."""
    colours: list[PlayerColour] = []
    """On a board without companies, that of each seat. Empty in rows that are older than the field."""
    contributions: list[str] | None = None
    """The random bytes of an imported game, which may be more or fewer than seats."""
    link: CampaignLink | None = None
    """At a game of a campaign, and at one on its finished board."""
    campaign: CampaignData | None = None
    """In the row of a campaign, which is no table."""

    @property
    def counts_for_campaign(self) -> bool:
        """Whether the table is one of the twelve games of a campaign."""
        return self.link is not None and not self.link.afterwards

    def copy(self) -> TableData:
        """A copy that may be changed, with its seats and its campaign."""
        campaign = None if self.campaign is None else copy_campaign(self.campaign)
        return structs.replace(self, seats=[structs.replace(seat) for seat in self.seats], campaign=campaign)


def copy_campaign(data: CampaignData) -> CampaignData:
    lists = {name: list(getattr(data, name)) for name in ("presidents", "signatures")}
    return structs.replace(data, **lists, seen=dict(data.seen), tables=dict(data.tables))


@dataclass(slots=True)
class TableRow:
    """A table without its entries. The columns other than `data` are for lists and searches."""

    id: str
    created: float
    status: str
    public: bool
    map: str
    variant: str
    host: str
    """The person who opened it."""
    people: list[str]
    """The persons seated at it, each once."""
    waiting: list[str]
    """The persons whose move it is: used by `my games` and by notices."""
    seq: int
    """Entries so far; the next entry has this seq."""
    deadline: float | None
    version: int
    """Optimistic locking: counts the writes of this row; a write based on an older version is refused."""
    data: TableData

    def copy(self) -> TableRow:
        """A copy that may be changed."""
        return TableRow(
            self.id,
            self.created,
            self.status,
            self.public,
            self.map,
            self.variant,
            self.host,
            self.people,
            self.waiting,
            self.seq,
            self.deadline,
            self.version,
            self.data.copy(),
        )


@dataclass(slots=True)
class EntryRow:
    """One thing that was done at a table (docs/server.md, Entries)."""

    table: str
    seq: int
    kind: str
    seat: int | None
    by_bot: bool
    action: str | None
    action_id: str | None
    events: bytes
    """JSON: the events with all secrets; they are redacted for each client."""
    packed: bytes
    at: float


@dataclass(slots=True)
class ChatRow:
    table: str
    number: int
    person: str
    name: str
    text: str
    at: float

"""The facts of a campaign's log, one class for each kind. The state of a campaign is a fold over them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Text = Annotated[str, Meta(min_length=1, max_length=40)]
Colour = Annotated[str, Meta(min_length=1, max_length=20, pattern="^[a-z]+$")]
GameNumber = Annotated[int, Meta(ge=1, le=12)]
Dollars = Annotated[int, Meta(ge=-10_000, le=10_000)]
Lots = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""A random key for the draws of one fact. It is new for each fact, so a file never reveals later draws."""


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of an entry."""


class Founder(Record, frozen=True):
    """A company as it is founded: its colour, its president, and a bot if one plays it for the whole campaign."""

    company: Colour
    president: Text
    signature: Annotated[str, Meta(max_length=20_000)] = ""
    """What the president signed: the points of strokes as text, or the typed name."""
    bot: str | None = None


class Place(Record, frozen=True):
    """A company at the table of one game; `stand_in` is the bot that plays it in this game only."""

    company: Colour
    stand_in: str | None = None


class Slip(Record, frozen=True):
    """The bank slip of one company (L19), and what the campaign counts of its game."""

    company: Colour
    money: Dollars
    for_trains: Dollars
    tickets: Dollars
    total: Annotated[int, Meta(ge=0, le=10_000)]
    trains_left: Annotated[int, Meta(ge=0, le=255)]
    won: Annotated[int, Meta(ge=0, le=10_000)]
    """The dollars of the completed tickets alone."""
    completed: tuple[str, ...]
    failed: tuple[str, ...]
    cities: tuple[str, ...]
    """The different cities on its completed tickets."""
    routes: tuple[str, ...]
    """The routes that it held at the end."""
    story: Dollars = 0
    """Dollars of story rules at the end; may be negative."""
    bonds: Dollars = 0
    """Dollars that bonds cost."""
    vault: Dollars = 0
    """Dollars that golden spikes put into the vault."""
    modules: dict[str, Dollars] = {}
    """Dollars of modules at the end; may be negative."""
    cards: Dollars = 0
    """Dollars of crew and postcards at the end; may be negative."""
    cards_vault: Dollars = 0
    """Dollars that postcards put into the vault."""
    next_setup: tuple[int, int] = (0, 0)
    """Extra dollars and cards at its next set-up."""
    counted: dict[str, int] = {}
    """By module: what counts for its award."""


class Result(Record, frozen=True):
    """The result of a finished game, as the campaign needs it."""

    slips: tuple[Slip, ...]
    """Best first: all places are ranked (L19)."""
    turn_order: tuple[Colour, ...]
    """The companies in turn order, first player first."""
    event_discards: tuple[str, ...]
    """The news events that had been turned up, the current one among them (L20)."""
    spikes: tuple[tuple[str, Colour], ...] = ()
    """Golden spikes driven: territory and company."""
    turns: int = 0
    newspapers: int = 0
    spans: tuple[tuple[str, Colour], ...] = ()
    """Spans built: route and company."""
    checked: tuple[str, ...] = ()
    """Routes claimed through a grade check."""
    hired: tuple[tuple[Colour, str], ...] = ()
    """Crew hired: company and card."""
    postcards: tuple[tuple[Colour, str, int], ...] = ()
    """Postcards met: company, card, and how often it was met in the campaign."""
    removed_events: tuple[str, ...] = ()
    """News events that a postcard removed for good."""
    growth: tuple[str, ...] = ()
    """Cities that get a growth mark."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True, tag_field="entry", tag=str.lower):
    """One fact."""


class Founded(Entry, frozen=True):
    """The campaign begins."""

    campaign: Text
    content: Text
    """The version of the content, which the campaign keeps to its end."""
    founders: Annotated[tuple[Founder, ...], Meta(min_length=2, max_length=5)]
    lots: Lots


class Joined(Entry, frozen=True):
    """A company is founded in a pause (L28)."""

    founder: Founder


class Left(Entry, frozen=True):
    """A company leaves for good (L28)."""

    company: Colour


class Missed(Entry, frozen=True):
    """A company is absent from the game that is about to be seated (L22)."""

    game: GameNumber
    company: Colour


class Seated(Entry, frozen=True):
    """A game begins: who plays, in the order of the founding (L1)."""

    game: GameNumber
    places: Annotated[tuple[Place, ...], Meta(min_length=2, max_length=5)]
    lots: Lots


class Read(Entry, frozen=True):
    """Story cards were read, before a game up to PAUSE or after it up to STOP (L7)."""

    cards: tuple[str, ...]


class DealtAnew(Entry, frozen=True, tag="dealt-anew"):
    """All players of a game agreed to deal it again."""

    game: GameNumber


class Played(Entry, frozen=True):
    """A game is over."""

    game: GameNumber
    result: Result


class Removed(Entry, frozen=True):
    """A news event was removed for good. `company` is null if it was drawn by lot."""

    event: str
    company: Colour | None


class Voted(Entry, frozen=True):
    """A company voted. Votes are open; their effects are shown when the vote is closed."""

    company: Colour
    choice: Annotated[str, Meta(pattern="^[ab]$")]


class Closed(Entry, frozen=True):
    """A vote was closed with this choice."""

    vote: str
    choice: Annotated[str, Meta(pattern="^[ab]$")]


class Named(Entry, frozen=True):
    """The last place named two territories, or the only one that was legal."""

    company: Colour | None
    territories: Annotated[tuple[str, ...], Meta(min_length=1, max_length=2)]


class Chartered(Entry, frozen=True):
    """The winner picked one of the named territories."""

    company: Colour | None
    territory: str


class Repainted(Entry, frozen=True):
    """The last place repainted a gray route of the new territory in its own colour."""

    company: Colour
    route: str


class Christened(Entry, frozen=True):
    """The winner of a game gave a name to a route that it held."""

    company: Colour
    route: str
    name: Annotated[str, Meta(min_length=1, max_length=24)]


class Struck(Entry, frozen=True):
    """A president struck the name of a route."""

    company: Colour
    route: str


class GaveUp(Entry, frozen=True, tag="gave-up"):
    """A company that held too many postcards gave one up, or the lot decided which (L21)."""

    company: Colour
    card: str


AnyEntry = (
    Founded
    | Joined
    | Left
    | Missed
    | Seated
    | Read
    | DealtAnew
    | Played
    | Removed
    | Voted
    | Closed
    | Named
    | Chartered
    | Repainted
    | Christened
    | Struck
    | GaveUp
)

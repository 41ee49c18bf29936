"""The state of a campaign: the fold of its log so far."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from msgspec import Struct, field

from trunkline.campaign.content import Content, load_content
from trunkline.campaign.entries import Place, Result
from trunkline.maps.edition import Deal

SEATING, PLAYING, REMOVING, NAMING, PICKING, OVER = "seating", "playing", "removing", "naming", "picking", "over"
"""What a campaign waits for: the host seats a game, a game ends, the last place removes a news event, the last place
names two territories, the winner picks one, nothing any more."""
GAMES = 12


class Paper(Struct, frozen=True):
    """A paper in a vault: what it is for, its dollars, and the game after which it went in."""

    kind: str
    dollars: int
    game: int
    about: str = ""


class Company(Struct):
    """A company of the campaign."""

    colour: str
    president: str
    signature: str
    bot: str | None
    games_before: int
    """Number of games played before it was founded; they count as missed (L28)."""
    has_left: bool = False
    papers: list[Paper] = field(default_factory=list)
    """Its vault (L2)."""
    struck: bool = False
    """Whether its president has struck the name of a route (once in a campaign)."""


class Held(Struct, omit_defaults=True):
    """A postcard in an office, and how often it was met."""

    card: str
    used: int = 0


class KeptByOffices(Struct, omit_defaults=True):
    """What offices keep from game to game (L2, L21)."""

    post_open: bool = False
    tools_open: bool = False
    postcards: dict[str, list[Held]] = field(default_factory=dict)
    """By company: the postcards that it holds, the oldest first."""
    shown: list[str] = field(default_factory=list)
    """Postcards that were met: everybody knows their backs."""
    hired: dict[str, dict[str, int]] = field(default_factory=dict)
    """By company and crew card: how often it was hired."""
    start: dict[str, tuple[int, int]] = field(default_factory=dict)
    """By company: extra dollars and cards at its next set-up."""


class KeptByModules(Struct, omit_defaults=True):
    """What modules keep from game to game."""

    running: dict[str, int] = field(default_factory=dict)
    """By module in force: the number of its last game."""
    closed: dict[str, int] = field(default_factory=dict)
    """By module: the year in which it closed."""
    counts: dict[str, dict[str, int]] = field(default_factory=dict)
    """By module and company: what counts for its award."""
    spans: dict[str, str] = field(default_factory=dict)
    """By route: the company whose span stands there."""
    checked: dict[str, int] = field(default_factory=dict)
    """By route: in how many games it was claimed through a grade check."""
    growth: dict[str, int] = field(default_factory=dict)
    """By city: its growth marks."""
    grown: list[str] = field(default_factory=list)
    """Cities that have become large by growth."""


class OpenVote(Struct):
    vote: str
    votes: dict[str, str] = field(default_factory=dict)


class Campaign(Struct):
    """The fold of a log. Two campaigns with the same log are equal, byte for byte."""

    name: str
    version: str
    companies: list[Company]
    caboose: str | None
    deck: list[str]
    """The news events of the next game."""
    ever: list[str]
    """The news events that were ever in the deck."""
    stage: str = SEATING
    game: int = 1
    """The number of the game that is played, or of the next one."""
    places: list[Place] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    missed: list[tuple[int, str]] = field(default_factory=list)
    """Games missed: number and company."""
    dead_letters: list[str] = field(default_factory=list)
    """News events that were removed (L25)."""
    territories: list[str] = field(default_factory=list)
    charters: dict[str, tuple[str | None, int]] = field(default_factory=dict)
    """By territory: who picked it, and the year."""
    repaints: dict[str, str] = field(default_factory=dict)
    names: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By route: its name, and the company that christened it."""
    large: list[str] = field(default_factory=list)
    stamps: dict[str, list[str]] = field(default_factory=dict)
    """By ticket: the companies that completed it, in order."""
    retired: dict[str, str] = field(default_factory=dict)
    """By ticket: the company that keeps it."""
    rules: dict[str, int] = field(default_factory=dict)
    """Story rules in force, with the number of the last game in which they hold; 0: until something ends them."""
    bonus: int = 1
    spikes_begun: bool = False
    last_spike_begun: bool = False
    spikes: dict[str, tuple[str, int]] = field(default_factory=dict)
    """By territory: who drove its golden spike, and the year."""
    hand: int = 0
    """Cards dealt, if a vote changed it."""
    money_next_game: int = 0
    trains_next_game: int = 0
    tickets_next_game: Deal | None = None
    story: list[str] = field(default_factory=list)
    """Every card read, in order."""
    vote: OpenVote | None = None
    votes: dict[str, str] = field(default_factory=dict)
    """Votes that are closed, with their choice."""
    charter_due: bool = False
    named: list[str] = field(default_factory=list)
    may_repaint: str | None = None
    """The company that may repaint a gray route of the newest territory, until the next game is seated."""
    may_christen: str | None = None
    may_remove: str | None = None
    """The company that a vote lets remove a news event of the deck, until the next game is seated."""

    modules: KeptByModules = field(default_factory=KeptByModules)
    offices: KeptByOffices = field(default_factory=KeptByOffices)

    @property
    def content(self) -> Content:
        return load_content(self.version)

    @property
    def year(self) -> int:
        return self.content.games[min(self.game, GAMES) - 1].year

    @property
    def active(self) -> list[Company]:
        """The companies that have not left, in the order of their founding."""
        return [company for company in self.companies if not company.has_left]

    def company(self, colour: str) -> Company:
        return next(company for company in self.companies if company.colour == colour)

    def has(self, colour: str) -> bool:
        return any(company.colour == colour for company in self.active)

    def absent(self, game: int) -> list[str]:
        """The companies that missed a game."""
        return [company for number, company in self.missed if number == game]

    def by_owner(self) -> list[str]:
        """Companies that their president played in the last game, best first. Stand-ins neither vote nor charter."""
        if not self.results:
            return []
        stand_ins = {place.company for place in self.places if place.stand_in}
        ranking = [slip.company for slip in self.results[-1].slips]
        return [colour for colour in ranking if colour not in stand_ins and self.has(colour)]

    @property
    def winner(self) -> str | None:
        """The company that acts as the winner of the last game."""
        return next(iter(self.by_owner()), None)

    @property
    def last(self) -> str | None:
        """The company that acts as the last place of the last game."""
        return next(reversed(self.by_owner()), None)


def digest(campaign: Campaign) -> str:
    """A fingerprint of everything in a campaign."""
    plain = msgspec.json.decode(msgspec.json.encode(campaign, order="deterministic"))
    return hashlib.sha256(msgspec.json.encode(_without_later(plain))).hexdigest()


LATER = frozenset(
    {
        "modules", "counted", "spans", "checked", "growth", "offices", "cards", "cards_vault", "next_setup", "hired",
        "postcards", "removed_events",
    }
)  # fmt: skip
"""Fields that came after campaigns were recorded. Empty ones are left out of the fingerprint."""


def _without_later(plain: Any) -> Any:
    if isinstance(plain, dict):
        return {key: _without_later(value) for key, value in plain.items() if key not in LATER or _says(value)}
    return [_without_later(each) for each in plain] if isinstance(plain, list) else plain


def _says(value: Any) -> bool:
    """Whether a field has a value; zeros alone are none."""
    return any(value) if isinstance(value, list) else bool(value)


def copy(campaign: Campaign) -> Campaign:
    """An independent copy of the campaign."""
    return msgspec.json.decode(msgspec.json.encode(campaign), type=Campaign)

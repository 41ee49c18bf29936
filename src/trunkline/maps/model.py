"""What a map file says, as plain immutable objects: the form in which every other room reads a map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

GRAY = "gray"
LOCOMOTIVE = "locomotive"


@dataclass(frozen=True, slots=True)
class City:
    id: str
    name: str
    latitude: float
    longitude: float
    modern: str | None = None
    printed: str | None = None
    side: str | None = None
    """Where a drawing puts the name: a point of the compass (`n`, `ne`, `e` …)."""
    drawn: tuple[float, float] | None = None
    """Latitude and longitude at which a drawing puts the city, where its own place is too crowded."""


@dataclass(frozen=True, slots=True)
class Route:
    """One lane. A double is two of these with the same `group` (C11)."""

    name: str
    a: str
    b: str
    length: int
    colour: str
    group: int
    """Number of the map file's entry; the lanes of a double or triple share it."""
    lane: int = 0
    lanes: int = 1
    kind: str = "rail"
    locomotives: int = 0
    tunnel: bool = False
    via: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Ticket:
    name: str
    a: str
    b: str
    points: int
    long: bool = False


@dataclass(frozen=True, slots=True)
class Opening:
    """Tickets dealt before the first turn (U2, E2)."""

    short: int
    long: int
    keep: int
    refused: str
    """`bottom`: refused tickets go under the deck; `out`: they leave the game."""


@dataclass(frozen=True, slots=True)
class Draw:
    """The ticket action (C14)."""

    tickets: int
    keep: int


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers of the rules; docs/map-format.md says what each means."""

    least_players: int
    most_players: int
    trains: int
    stations: int
    station_cost: tuple[int, ...]
    unbuilt_station: int
    tunnel_cards: int
    hand: int
    row: int
    row_locomotives: int
    doubles_open_from: int
    end_at: int
    last_turns: int
    route_points: tuple[int, ...]
    opening: Opening
    draw: Draw
    longest_path: int
    globetrotter: int
    tie_break: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Variant:
    """A map's option with everything settled: its own rules and its own ticket deck."""

    id: str
    name: str
    summary: str
    rules: Rules
    tickets: tuple[Ticket, ...]


@dataclass(frozen=True, slots=True)
class Map:
    id: str
    """`usa` for a map that comes with Trunkline, else the path of its file."""
    name: str
    summary: str
    edition: str
    sources: tuple[str, ...]
    disagreements: tuple[str, ...]
    path: Path
    projection: str
    decks: Mapping[str, Mapping[str, int]]
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    variants: Mapping[str, Variant]
    """`base` is always there."""

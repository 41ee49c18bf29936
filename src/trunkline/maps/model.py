"""A map as plain immutable objects. All other modules read maps in this form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from trunkline.maps.clauses import Company, NewsEvent, OfficeRules, Spike, Words

GRAY = "gray"
LOCOMOTIVE = "locomotive"
TRAINS, SHIPS = "trains", "ships"
"""The decks. A map without ships has one deck, whose cards are named by their colour."""
RAIL, SEA = "rail", "sea"
TRAIN, ANCHOR_TRAIN, SHIP, DOUBLE_SHIP = "train", "anchor-train", "ship", "double-ship"
"""The face of a card on a map with two decks, written after its colour: `red-anchor-train` (W1)."""


def colour_of(card: str) -> str:
    """The colour of a card: the word before the first hyphen. For a locomotive it is `locomotive`."""
    return card.partition("-")[0]


def face_of(card: str) -> str:
    """The face of a card: `train`, `anchor-train`, `ship`, `double-ship`, or empty."""
    return card.partition("-")[2]


@dataclass(frozen=True, slots=True)
class City:
    id: str
    name: str
    latitude: float
    longitude: float
    modern: str | None = None
    printed: str | None = None
    side: str | None = None
    """The side of the city on which its name is drawn (`n`, `ne`, `e` …)."""
    drawn: tuple[float, float] | None = None
    """Latitude and longitude at which the city is drawn, if its own place is too crowded."""
    port: bool = False
    """A port may be built here (W10)."""
    junction: bool = False
    """A point at sea where routes meet, not a city: nothing is built there and no ticket names it (W15)."""
    large: bool = False
    """A claim of a route to it gives a card (L17)."""
    harbour: bool = False
    territory: str = ""
    """The territory that it belongs to; empty if the map has no territories."""


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
    kind: str = RAIL
    """`rail` or `sea` (W5)."""
    locomotives: int = 0
    tunnel: bool = False
    pair: bool = False
    """Each space takes two cards of one colour (W7)."""
    wraps: bool = False
    """It leaves the map at one edge and comes in at the other (W8)."""
    via: tuple[tuple[float, float], ...] = ()
    tags: tuple[str, ...] = ()
    """Marks that clauses can name, as `mountain`."""


@dataclass(frozen=True, slots=True)
class Edge:
    """An unfinished track at the edge of the map: drawn, but leading nowhere and never claimable (L13)."""

    city: str
    length: int
    lanes: int
    bearing: int
    """The direction in which it leaves the city in a drawing, in degrees from the top, clockwise."""
    territory: str = ""
    """When this territory has joined, its routes replace the unfinished track."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """Two cities to join (C16), or the three and more of a tour in their printed order (W9)."""

    name: str
    cities: tuple[str, ...]
    points: int
    """What it is worth when completed; for a tour, in the printed order."""
    penalty: int
    """What is lost when it is not completed."""
    out_of_order: int | None = None
    """What a tour is worth when its cities are joined, but not in order."""
    long: bool = False

    @property
    def tour(self) -> bool:
        return self.out_of_order is not None

    @property
    def a(self) -> str:
        return self.cities[0]

    @property
    def b(self) -> str:
        return self.cities[-1]


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
    """The supply of trains; of a map with a split, the most that may be chosen (W2)."""
    stations: int
    station_cost: tuple[int, ...]
    unbuilt_station: int
    tunnel_cards: int
    hand: tuple[int, ...]
    """Cards dealt, from each deck in its order."""
    row: tuple[int, ...]
    """Cards face up, from each deck in its order."""
    row_locomotives: int
    doubles_open_from: int
    triples_open_from: int
    """Like `doubles_open_from`, for routes of three and more lanes (L14); 0 if the map does not set it."""
    end_at: int
    last_turns: int
    route_points: tuple[int, ...]
    opening: Opening
    draw: Draw
    longest_path: int
    globetrotter: int
    tie_break: tuple[str, ...]
    ships: int = 0
    """The supply of ships."""
    pieces: int = 0
    """How many trains and ships together a player chooses (W2); 0: no choice, every player has all trains."""
    suggested_trains: int = 0
    ports: int = 0
    """Ports a player may build; 0: the game has none (W10)."""
    port_cost: tuple[int, ...] = ()
    """Cards with anchors for a port, from each deck."""
    port_points: tuple[int, ...] = ()
    """For a port that one, two, three and more completed tickets name (W11)."""
    unbuilt_port: int = 0
    """Points lost for each port not built."""
    exchange_cost: int = 0
    """Points lost for each piece exchanged (W12)."""
    money: int = 0
    """Dollars with which a company starts (L4)."""
    newspapers: tuple[int, ...] = ()
    """Newspapers in the deck by number of players, from the least number on (L3)."""
    draw_barred_at: int = 0
    """Drawing cards is barred if deck and discards together have this many cards or fewer (L10); 0: never."""
    trains_left: tuple[int, ...] = ()
    """Dollars for 0, 1, 2 … trains left; nothing beyond the list (L19)."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of a map, complete: its rules and its ticket deck."""

    id: str
    name: str
    summary: str
    rules: Rules
    tickets: tuple[Ticket, ...]
    replaced_by: str | None = None
    """The variant that replaced this one. Games in progress continue with this one; new games cannot choose it."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """The scales of a stretched drawing: pairs of a degree and the scale from there on, from west and south."""

    longitude: tuple[tuple[float, float], ...]
    latitude: tuple[tuple[float, float], ...]
    scale: float
    """Points of the drawing for a degree where the scale is 1."""
    narrow: float = 1.0
    """Factor by which everything is drawn narrower."""


@dataclass(frozen=True, slots=True)
class Module:
    """A module with its numbers, as the file gives them."""

    id: str
    territory: str
    """The territory whose box holds it."""
    event: str
    """The news event that comes and leaves with it."""
    games: int
    """For how many games it is in force."""
    award: tuple[int, ...]
    """Dollars for the vaults of the first and the second when it closes."""
    name: Words
    text: Words
    numbers: Mapping[str, Any]

    def number(self, key: str) -> int:
        return int(self.numbers[key])


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
    west: float | None = None
    """The longitude of the left edge of the drawing, on a map that goes round the earth."""
    lakes: tuple[tuple[tuple[float, float], ...], ...] = ()
    """Outlines of lakes, as latitude and longitude. The coast of the page has only seas."""
    edges: tuple[Edge, ...] = ()
    companies: tuple[Company, ...] = ()
    """In the order of the file. A map with companies pays dollars and not points (L1)."""
    events: tuple[NewsEvent, ...] = ()
    story_rules: tuple[NewsEvent, ...] = ()
    """Rules of a campaign's story that hold during the whole game: cards that are in force from its beginning."""
    spikes: tuple[Spike, ...] = ()
    """Golden spikes of a campaign that can still be driven."""
    modules: tuple[Module, ...] = ()
    """Modules of a campaign that are in force."""
    spans: Mapping[str, str] = field(default_factory=dict)
    """By route: the company whose span stands there for the campaign."""
    offices: OfficeRules | None = None
    """What the companies bring to a game of a campaign."""
    stretch: Stretch | None = None
    """Only with the projection `stretched`."""
    grows: Path | None = None
    """The folder with the territories that may join the map."""

    @property
    def offered(self) -> tuple[Variant, ...]:
        """The variants for new games."""
        return tuple(variant for variant in self.variants.values() if variant.replaced_by is None)

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the cards, in the order of the file."""
        cards = [card for deck in self.decks.values() for card in deck if card != LOCOMOTIVE]
        return tuple(dict.fromkeys(colour_of(card) if SHIPS in self.decks else card for card in cards))

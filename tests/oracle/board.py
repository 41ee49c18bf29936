"""A map file and a variant, read as plainly as possible: see `docs/map-format.md`."""

import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LOCOMOTIVE = "locomotive"
GRAY = "gray"
NEWSPAPER = "newspaper"
TRAINS = "trains"
SHIPS = "ships"
SEA = "sea"

MAPS = Path(__file__).resolve().parents[2] / "src" / "trunkline" / "maps"


@dataclass(frozen=True)
class Route:
    """One route: one lane of a double, or a route that stands alone."""

    name: str
    ends: tuple[str, str]
    length: int
    colour: str
    tunnel: bool
    locomotives: int  # symbols of a ferry (E3)
    group: int  # routes of one group are printed as one (C11)
    sea: bool  # W5
    pair: bool  # W7
    tags: frozenset[str] = frozenset()

    @property
    def pieces(self) -> str:
        """What stands on its spaces: trains or ships (W5)."""
        return SHIPS if self.sea else TRAINS


@dataclass(frozen=True)
class Ticket:
    """Cities to be joined, and what that is worth: two of them, or the three and more of a tour (W9)."""

    name: str
    cities: tuple[str, ...]
    points: int
    penalty: int
    out_of_order: int | None  # None: no tour
    long: bool


@dataclass
class Board:
    """All that the rules need to know of a map played with one variant."""

    name: str
    variant: str
    rules: dict[str, Any]
    id: str = ""
    cities: set[str] = field(default_factory=set)
    ports: set[str] = field(default_factory=set)  # cities in which a port may be built (W10)
    routes: dict[str, Route] = field(default_factory=dict)
    tickets: dict[str, Ticket] = field(default_factory=dict)
    decks: dict[str, Counter[str]] = field(default_factory=dict)
    marks: dict[str, set[str]] = field(default_factory=dict)  # what a city is called in the clauses: large, EA (L17)
    territories: dict[str, str] = field(default_factory=dict)  # of each city, in the order in which they joined
    companies: dict[str, dict[str, Any]] = field(default_factory=dict)  # by colour, as the map file has them (L1)
    news: dict[str, dict[str, Any]] = field(default_factory=dict)  # the news events, as the map file has them
    story: dict[str, dict[str, Any]] = field(default_factory=dict)  # the rules of a campaign's story in force
    spikes: dict[str, dict[str, Any]] = field(default_factory=dict)  # golden spikes still to be driven, by territory
    modules: dict[str, dict[str, Any]] = field(default_factory=dict)  # the modules of a campaign in force, by name
    office: dict[str, Any] = field(default_factory=dict)  # what the companies bring: hiring, barred crew, postcards
    crew: dict[str, dict[str, Any]] = field(default_factory=dict)  # the crew cards of the game, as their file has them
    postcards: dict[str, dict[str, Any]] = field(default_factory=dict)  # all postcards of the content, by id

    @property
    def cards(self) -> Counter[str]:
        """The cards of all decks, without newspapers: their number depends on how many play (L3)."""
        return sum(self.decks.values(), Counter())

    @property
    def colours(self) -> list[str]:
        """The colours of the cards, without the locomotive: with one deck a card is its colour."""
        return list(dict.fromkeys(card.partition("-")[0] for card in self.cards if card != LOCOMOTIVE))

    @property
    def sails(self) -> bool:
        """Whether this is a game of trains and ships (W1)."""
        return SHIPS in self.decks

    @property
    def places(self) -> list[str]:
        """For every place of the row, the deck that it is dealt from."""
        return [deck for deck, number in self.by_deck("row").items() for _ in range(number)]

    @property
    def powers(self) -> bool:
        """Whether a news event gives powers."""
        return any(event.get("powers") for event in self.news.values())

    def territory_of(self, route: Route) -> str:
        """The territory that a route counts for: that of its city which joined later."""
        codes = list(dict.fromkeys(self.territories.values()))
        return max((self.territories[end] for end in route.ends), key=codes.index)

    def deck_of(self, card: str) -> str:
        """The deck that a card belongs to (W1)."""
        return next(deck for deck, cards in self.decks.items() if card in cards)

    def by_deck(self, rule: str) -> dict[str, int]:
        """A rule's number of cards for each deck; a plain number is of the one deck there is."""
        value: int | dict[str, int] = self.rules[rule]
        return {TRAINS: value} if isinstance(value, int) else dict(value)

    def newspapers(self, players: int) -> int:
        """L3: the newspapers in the deck of a game of so many."""
        by_players: list[int] = self.rules.get("newspapers", [])
        return by_players[players - self.rules["players"][0]] if by_players else 0

    def group_of(self, route: Route) -> list[Route]:
        """All routes that are printed as one with this one, itself included."""
        return [other for other in self.routes.values() if other.group == route.group]


def load_board(map_name: str | Path, variant: str = "base") -> Board:
    """The board of a map that comes with the project (by name) or of a map file (by path)."""
    path = Path(map_name)
    if path.suffix != ".toml":
        path = MAPS / f"{map_name}.toml"
    with path.open("rb") as file:
        data: dict[str, Any] = tomllib.load(file)
    board = read_board(data, variant)
    board.id = path.stem if path.parent == MAPS else str(path)
    return board


def read_board(data: dict[str, Any], variant: str = "base") -> Board:
    """The board of a map file that has been read already."""
    chosen: dict[str, Any] = data.get("variants", {}).get(variant, {})
    if variant != "base" and not chosen:
        raise ValueError(f"the map has no variant {variant}")
    board = Board(name=data["name"], variant=variant, rules=_merged(data["rules"], chosen.get("rules", {})))
    board.cities = {city["id"] for city in data["board"]["cities"]}
    board.ports = {city["id"] for city in data["board"]["cities"] if city.get("port", False)}
    for city in data["board"]["cities"]:
        board.marks[city["id"]] = {mark for mark in ("large", "harbour") if city.get(mark)}
        if "territory" in city:
            board.marks[city["id"]].add(city["territory"])
            board.territories[city["id"]] = city["territory"]
    board.companies = data.get("companies", {})
    board.news = data.get("events", {})
    board.routes = _routes(data["board"]["routes"], numbered=data["board"].get("lanes") == "numbered")
    board.decks = {name: Counter(deck["cards"]) for name, deck in data["decks"].items()}
    board.tickets = _ticket_deck(data["tickets"], chosen)
    return board


def _merged(rules: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The rules with what differs in the variant; within a table, too, only what differs is given."""
    merged = dict(rules)
    for key, value in changes.items():
        if isinstance(value, dict):
            merged[key] = {**merged.get(key, {}), **value}
        else:
            merged[key] = value
    return merged


def _routes(entries: list[dict[str, Any]], numbered: bool) -> dict[str, Route]:
    """Every lane as a route of its own, with its name."""
    lanes: list[tuple[int, dict[str, Any], str]] = []
    for group, entry in enumerate(entries):
        colours = entry["colour"] if isinstance(entry["colour"], list) else [entry["colour"]]
        lanes.extend((group, entry, colour) for colour in colours)

    def kind(number: int) -> str:
        return str(lanes[number][1].get("kind", "rail"))

    routes: dict[str, Route] = {}
    for index, (group, entry, colour) in enumerate(lanes):
        between = {entry["from"], entry["to"]}
        beside = [number for number, lane in enumerate(lanes) if {lane[1]["from"], lane[1]["to"]} == between]
        name = f"{entry['from']}-{entry['to']}"
        if len({kind(number) for number in beside}) > 1:  # the kind comes first
            name += f":{kind(index)}"
            beside = [number for number in beside if kind(number) == kind(index)]
        if len(beside) > 1:
            colours_beside = [lanes[number][2] for number in beside]
            if len(set(colours_beside)) == len(colours_beside) and not numbered:
                name += f":{colour}"
            else:
                name += f":{beside.index(index) + 1}"
        if name in routes:
            raise ValueError(f"two routes are called {name}")
        routes[name] = Route(
            name=name,
            ends=(entry["from"], entry["to"]),
            length=entry["length"],
            colour=colour,
            tunnel=entry.get("tunnel", False),
            locomotives=entry.get("locomotives", 0),
            group=group,
            sea=entry.get("kind", "rail") == SEA,
            pair=entry.get("pair", False),
            tags=frozenset(entry.get("tags", [])),
        )
    return routes


def _ticket_deck(lists: dict[str, list[dict[str, Any]]], chosen: dict[str, Any]) -> dict[str, Ticket]:
    """The tickets of the variant's deck, by name (V1-V6)."""
    deck: dict[str, Ticket] = {}
    names: Iterable[str] = chosen.get("tickets", ["base"])
    for list_name in names:
        for entry in lists[list_name]:
            cities = tuple(entry["cities"]) if "cities" in entry else (entry["from"], entry["to"])
            ticket = Ticket(
                name="-".join(cities),
                cities=cities,
                points=entry["points"],
                penalty=entry.get("penalty", entry["points"]),
                out_of_order=entry.get("out_of_order"),
                long=entry.get("long", False),
            )
            if ticket.name in deck and not entry.get("replaces", False):
                raise ValueError(f"two tickets are called {ticket.name}")
            deck[ticket.name] = ticket
    if "touching" in chosen:
        big = set(chosen["touching"])
        deck = {name: ticket for name, ticket in deck.items() if big & set(ticket.cities)}
    if not chosen.get("long", True):
        deck = {name: ticket for name, ticket in deck.items() if not ticket.long}
    return deck

"""A map file and a variant, read as plainly as possible: see `docs/map-format.md`."""

import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LOCOMOTIVE = "locomotive"
GRAY = "gray"

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


@dataclass(frozen=True)
class Ticket:
    """Two cities to be joined, and what that is worth."""

    name: str
    cities: tuple[str, str]
    points: int
    long: bool


@dataclass
class Board:
    """All that the rules need to know of a map played with one variant."""

    name: str
    variant: str
    rules: dict[str, Any]
    cities: set[str] = field(default_factory=set)
    routes: dict[str, Route] = field(default_factory=dict)
    tickets: dict[str, Ticket] = field(default_factory=dict)
    cards: Counter[str] = field(default_factory=Counter)

    @property
    def colours(self) -> list[str]:
        """The colours of the deck, without the locomotive."""
        return [card for card in self.cards if card != LOCOMOTIVE]

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
    return read_board(data, variant)


def read_board(data: dict[str, Any], variant: str = "base") -> Board:
    """The board of a map file that has been read already."""
    chosen: dict[str, Any] = data.get("variants", {}).get(variant, {})
    if variant != "base" and not chosen:
        raise ValueError(f"the map has no variant {variant}")
    board = Board(name=data["name"], variant=variant, rules=_merged(data["rules"], chosen.get("rules", {})))
    board.cities = {city["id"] for city in data["board"]["cities"]}
    board.routes = _routes(data["board"]["routes"])
    board.cards = Counter(data["decks"]["trains"]["cards"])
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


def _routes(entries: list[dict[str, Any]]) -> dict[str, Route]:
    """Every lane as a route of its own, with its name."""
    lanes: list[tuple[int, dict[str, Any], str]] = []
    for group, entry in enumerate(entries):
        colours = entry["colour"] if isinstance(entry["colour"], list) else [entry["colour"]]
        lanes.extend((group, entry, colour) for colour in colours)

    routes: dict[str, Route] = {}
    for index, (group, entry, colour) in enumerate(lanes):
        between = {entry["from"], entry["to"]}
        beside = [number for number, lane in enumerate(lanes) if {lane[1]["from"], lane[1]["to"]} == between]
        name = f"{entry['from']}-{entry['to']}"
        if len(beside) > 1:
            colours_beside = [lanes[number][2] for number in beside]
            if len(set(colours_beside)) == len(colours_beside):
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
        )
    return routes


def _ticket_deck(lists: dict[str, list[dict[str, Any]]], chosen: dict[str, Any]) -> dict[str, Ticket]:
    """The tickets of the variant's deck, by name (V1-V6)."""
    deck: dict[str, Ticket] = {}
    names: Iterable[str] = chosen.get("tickets", ["base"])
    for list_name in names:
        for entry in lists[list_name]:
            ticket = Ticket(
                name=f"{entry['from']}-{entry['to']}",
                cities=(entry["from"], entry["to"]),
                points=entry["points"],
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

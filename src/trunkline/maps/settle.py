"""How the entries of a map file become lanes, rules and ticket decks: shared by the checker and the loader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from trunkline.maps.kinds import MapEntry
from trunkline.maps.model import RAIL, Draw, Opening, Rules


def lane_names(a: str, b: str, colours: Sequence[str], kind: str = "", numbered: bool = False) -> tuple[str, ...]:
    """The name of each lane of an entry: by colour if all differ, else by number in the order of the file.

    A map may number all lanes, so that a lane whose colour changes keeps its name.
    The kind comes first where routes of both kinds join the two cities.
    """
    name = f"{a}-{b}:{kind}" if kind else f"{a}-{b}"
    if len(colours) == 1:
        return (name,)
    if len(set(colours)) == len(colours) and not numbered:
        return tuple(f"{name}:{colour}" for colour in colours)
    return tuple(f"{name}:{number}" for number in range(1, len(colours) + 1))


def of_both_kinds(routes: Iterable[MapEntry]) -> set[frozenset[str]]:
    """The pairs of cities that both a rail and a sea route join."""
    kinds: dict[frozenset[str], set[str]] = {}
    for route in routes:
        kinds.setdefault(ends(route), set()).add(route.data.get("kind", RAIL))
    return {pair for pair, found in kinds.items() if len(found) > 1}


def changed_rules(rules: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The rules of a variant: those of the map with its changes, key by key."""
    settled = dict(rules)
    for key, value in changes.items():
        settled[key] = {**settled.get(key, {}), **value} if isinstance(value, dict) else value
    return settled


def ticket_deck(lists: Mapping[str, Sequence[MapEntry]], variant: Mapping[str, Any]) -> list[MapEntry]:
    """The tickets of a variant. A ticket with `replaces` stands in the place of the earlier one between its cities."""
    deck: list[MapEntry] = []
    for name in variant["tickets"]:
        for ticket in lists.get(name, ()):
            earlier = None
            if ticket.data.get("replaces"):
                earlier = next((at for at, other in enumerate(deck) if ends(other) == ends(ticket)), None)
            if earlier is None:
                deck.append(ticket)
            else:
                deck[earlier] = ticket
    touching = variant.get("touching")
    if touching is not None:
        deck = [ticket for ticket in deck if ends(ticket) & frozenset(touching)]
    if not variant["long"]:
        deck = [ticket for ticket in deck if not ticket.data.get("long")]
    return deck


def cities_of(entry: MapEntry) -> tuple[str, ...]:
    """The two cities of a route or a ticket, or all those of a tour, in the order of the file."""
    cities: tuple[str, ...] | None = entry.data.get("cities")
    return cities or (entry.data.get("from", ""), entry.data.get("to", ""))


def ends(entry: MapEntry) -> frozenset[str]:
    """The cities of a route or a ticket, whichever way round."""
    return frozenset(cities_of(entry))


def rules_from(data: Mapping[str, Any]) -> Rules:
    """The rules as an object; the values must have been checked."""
    rest = {key: value for key, value in data.items() if key not in ("players", "opening", "draw")}
    least, most = data["players"]
    rest.setdefault("route_points", ())  # of a map with companies, where claims score nothing (L9)
    return Rules(
        least_players=least,
        most_players=most,
        opening=Opening(**data["opening"]),
        draw=Draw(**data["draw"]),
        **rest,
    )

"""Packs a map and one of its variants into the engine's board: names become numbers."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from trunkline.maps.load import load_map
from trunkline.maps.model import GRAY, LOCOMOTIVE, Map, Rules
from trunkline.maps.problems import MapError, Problem, did_you_mean
from trunkline.rules import board as packed


def pack(map_: Map, variant: str = "base") -> packed.Board:
    """The board of a map with one of its variants."""
    if variant not in map_.variants:
        advice = did_you_mean(variant, map_.variants)
        raise MapError(map_.path, [Problem(None, "variants", f'{map_.name} has no variant "{variant}"', advice)])
    chosen = map_.variants[variant]
    cities = [city.id for city in map_.cities]
    number = {city: index for index, city in enumerate(cities)}
    colours = [card for card in next(iter(map_.decks.values())) if card != LOCOMOTIVE]
    cards = [*colours, LOCOMOTIVE]
    routes = [
        packed.RouteRow(
            route.name,
            number[route.a],
            number[route.b],
            route.length,
            packed.GRAY if route.colour == GRAY else colours.index(route.colour),
            route.group,
            route.locomotives,
            route.tunnel,
        )
        for route in map_.routes
    ]
    tickets = [packed.TicketRow(t.name, number[t.a], number[t.b], t.points, t.long) for t in chosen.tickets]
    rules = chosen.rules
    return packed.Board(
        map_.id,
        variant,
        packed.Numbers(numbers_of(rules)),
        cities,
        cards,
        list(map_.decks),
        [[deck.get(card, 0) for card in cards] for deck in map_.decks.values()],
        routes,
        tickets,
        list(rules.route_points),
        list(rules.station_cost),
        [TIE_BREAKS[word] for word in rules.tie_break],
    )


TIE_BREAKS = {
    "tickets": packed.TIE_TICKETS,
    "stations": packed.TIE_STATIONS,
    "longest-path": packed.TIE_LONGEST_PATH,
}


def numbers_of(rules: Rules) -> dict[str, int]:
    """The rules as the flat numbers that the engine reads."""
    plain = {
        name: getattr(rules, name)
        for name in (
            "least_players", "most_players", "trains", "stations", "unbuilt_station", "tunnel_cards",
            "row_locomotives", "doubles_open_from", "end_at", "last_turns", "longest_path", "globetrotter",
        )
    }  # fmt: skip
    return plain | {
        "hand": rules.hand[0],
        "row": rules.row[0],
        "opening_short": rules.opening.short,
        "opening_long": rules.opening.long,
        "opening_keep": rules.opening.keep,
        "opening_refused": packed.REFUSED_OUT if rules.opening.refused == "out" else packed.REFUSED_TO_BOTTOM,
        "draw_tickets": rules.draw.tickets,
        "draw_keep": rules.draw.keep,
    }


@cache
def load_board(name: str | Path, variant: str = "base") -> packed.Board:
    """The board of a map by name or file; read and packed once."""
    return pack(load_map(name), variant)

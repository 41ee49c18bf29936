"""Packs a map and one of its variants into a board, the tables of the engine: names become numbers."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from trunkline.maps.edition import MARK
from trunkline.maps.load import load_map
from trunkline.maps.model import ANCHOR_TRAIN, DOUBLE_SHIP, GRAY, LOCOMOTIVE, SEA, SHIP, TRAIN, Map, Rules
from trunkline.maps.pack_companies import pack_companies
from trunkline.maps.pack_modules import pack_modules
from trunkline.maps.problems import MapError, Problem
from trunkline.rules import board as packed
from trunkline.rules.reading import did_you_mean
from trunkline.rules.rulebook import CHAPTERS


def pack(map_: Map, variant: str = "base") -> packed.Board:
    """The board of a map with one of its variants."""
    if variant not in map_.variants:
        advice = did_you_mean(variant, map_.variants)
        raise MapError(map_.path, [Problem(None, "variants", f'{map_.name} has no variant "{variant}"', advice)])
    chosen = map_.variants[variant]
    cities = [city.id for city in map_.cities]
    number = {city: index for index, city in enumerate(cities)}
    decks = list(map_.decks.values())
    colours = list(map_.colours)
    faces = [colours] if len(decks) == 1 else [[f"{colour}-{face}" for colour in colours] for face in FACES]
    cards = [*(card for face in faces for card in face), LOCOMOTIVE]
    rules = chosen.rules
    newspapers = max(rules.newspapers, default=0)
    if newspapers:
        # Enough for every number of players; those that are not needed stay in the box.
        cards.append(NEWSPAPER)
        decks = [{**decks[0], NEWSPAPER: newspapers}]
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
            route.kind == SEA and len(decks) > 1,
            route.pair,
        )
        for route in map_.routes
    ]
    tickets = [
        packed.TicketRow(
            ticket.name,
            [number[city] for city in ticket.cities],
            ticket.points,
            ticket.out_of_order or 0,
            ticket.penalty,
            ticket.long,
        )
        for ticket in chosen.tickets
    ]
    board = packed.Board(
        map_.id,
        variant,
        packed.Numbers(numbers_of(rules)),
        cities,
        [number[city.id] for city in map_.cities if city.port and rules.ports],
        colours,
        cards,
        list(map_.decks),
        [[deck.get(card, 0) for card in cards] for deck in decks],
        list(rules.hand),
        list(rules.row),
        routes,
        tickets,
        list(rules.route_points),
        list(rules.station_cost),
        list(rules.port_points),
        [TIE_BREAKS[word] for word in rules.tie_break],
        pack_companies(map_, rules, colours),
        pack_modules(map_),
    )
    board.use(CHAPTERS)
    return board


FACES = (TRAIN, ANCHOR_TRAIN, SHIP, DOUBLE_SHIP)
"""The cards of each colour with two decks, in the order in which the engine numbers them (W1)."""

TIE_BREAKS = {
    "tickets": packed.TIE_TICKETS,
    "stations": packed.TIE_STATIONS,
    "longest-path": packed.TIE_LONGEST_PATH,
    "turn-order": packed.TIE_TURN_ORDER,
}

NEWSPAPER = "newspaper"
"""The card that turns up a news event (L3)."""


def numbers_of(rules: Rules) -> dict[str, int]:
    """The rules as the flat numbers that the engine reads."""
    plain = {
        name: getattr(rules, name)
        for name in (
            "least_players", "most_players", "trains", "stations", "unbuilt_station", "tunnel_cards",
            "row_locomotives", "doubles_open_from", "end_at", "last_turns", "longest_path", "globetrotter",
        )
    }  # fmt: skip
    if rules.triples_open_from:
        plain["triples_open_from"] = rules.triples_open_from
    if rules.ships:
        plain |= {
            name: getattr(rules, name)
            for name in ("ships", "pieces", "suggested_trains", "ports", "unbuilt_port", "exchange_cost")
        }
    if rules.ports:
        plain |= {"port_trains": rules.port_cost[0], "port_ships": rules.port_cost[1]}
    if rules.trains_left:
        plain |= {"money": rules.money, "draw_barred_at": rules.draw_barred_at}
    return plain | {
        "hand": sum(rules.hand),
        "row": sum(rules.row),
        "opening_short": rules.opening.short,
        "opening_long": rules.opening.long,
        "opening_keep": rules.opening.keep,
        "opening_refused": packed.REFUSED_OUT if rules.opening.refused == "out" else packed.REFUSED_TO_BOTTOM,
        "draw_tickets": rules.draw.tickets,
        "draw_keep": rules.draw.keep,
    }


MOST_EDITIONS = 128
"""Boards of editions in the cache. A simulation makes thousands of them and needs each for one game."""


def load_board(name: str | Path, variant: str = "base") -> packed.Board:
    """The board of a map by name, file or reference with an edition (cached)."""
    if isinstance(name, str) and MARK in name:
        return board_of_edition(name, variant)
    return board_of_map(name, variant)


@cache
def board_of_map(name: str | Path, variant: str) -> packed.Board:
    return pack(load_map(name), variant)


@lru_cache(maxsize=MOST_EDITIONS)
def board_of_edition(name: str, variant: str) -> packed.Board:
    return pack(load_map(name), variant)


def replaced_boards(name: str | Path, variant: str) -> list[packed.Board]:
    """The boards of the variants that this one replaced. Older games may have been played on them."""
    return [load_board(name, each.id) for each in load_map(name).variants.values() if each.replaced_by == variant]

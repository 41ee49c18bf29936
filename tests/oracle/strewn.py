"""Positions strewn by chance: sound, but such as play seldom comes to: hardly a card left, holes, ports everywhere."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import networkx as nx

from .board import LOCOMOTIVE, SHIPS, TRAINS, Board, Ticket
from .legal import is_open, legal_actions
from .piles import new_deal_helps
from .positions import Position, complete
from .samples import make_position


def strewn_position(board: Board, players: int, source: random.Random) -> Position:
    """A position of a game of trains and ships in the midst of a turn, with everything where chance puts it."""
    routes = _owners(board, players, source)
    position: Position = {
        "map": board.id,
        "variant": board.variant,
        "key": source.randbytes(32).hex(),
        "phase": source.choice(["turn", "turn", "second-pick"]),
        "seat": source.randrange(players),
        "turn": source.randrange(40, 90),
        "turns_left": source.choice([None, None, source.randint(1, 2 * players)]),
        "routes": routes,
        "ports": _ports(board, players, routes, source),
        "players": [pieces_left(board, routes, seat, source) for seat in range(players)],
    }
    _strew_cards(position, board, source)
    _strew_tickets(position, board, source)
    position = complete(position, board)
    if not legal_actions(position, position["seat"], board):  # C8: a second pick of nothing
        position["phase"] = "turn"
    return position


def _owners(board: Board, players: int, source: random.Random) -> dict[str, int]:
    """Owners of routes, as far as doubles (C11, C12) and pieces (W2) allow them."""
    owners: dict[str, int] = {}
    left = [{TRAINS: board.rules[TRAINS], SHIPS: board.rules[SHIPS], "all": board.rules["pieces"]}] * players
    left = [dict(pieces) for pieces in left]
    thickness = source.choice([0.1, 0.4, 0.9])
    for route in source.sample(list(board.routes.values()), len(board.routes)):
        seat = source.randrange(players)
        stub = {"routes": owners, "players": left}
        if source.random() > thickness or not is_open(route, stub, seat, board):
            continue
        if min(left[seat][route.pieces], left[seat]["all"]) >= route.length:
            left[seat][route.pieces] -= route.length
            left[seat]["all"] -= route.length
            owners[route.name] = seat
    return owners


def _ports(board: Board, players: int, routes: dict[str, int], source: random.Random) -> dict[str, int]:
    ports: dict[str, int] = {}
    for seat in range(players):
        reached = {end for name, owner in routes.items() if owner == seat for end in board.routes[name].ends}
        free = sorted((reached & board.ports) - set(ports))
        number = min(len(free), source.randint(0, board.rules["ports"]))
        ports |= dict.fromkeys(source.sample(free, number), seat)
    return ports


def pieces_left(board: Board, routes: dict[str, int], seat: int, source: random.Random) -> dict[str, Any]:
    """A supply that may be left after some split and some exchanges; it may be very uneven."""
    own = [board.routes[name] for name, owner in routes.items() if owner == seat]
    placed = Counter({TRAINS: 0, SHIPS: 0})
    for route in own:
        placed[route.pieces] += route.length
    left = board.rules["pieces"] - placed.total()
    least = max(0, left - (board.rules[SHIPS] - placed[SHIPS]))
    most = min(left, board.rules[TRAINS] - placed[TRAINS])
    trains = source.choice([least, most, source.randint(least, most)])
    return {TRAINS: trains, SHIPS: left - trains, "exchanged": source.randint(0, 12)}


def _strew_cards(position: Position, board: Board, source: random.Random) -> None:
    """Hands, row, decks and discards that C6 and C7 leave alone."""
    players, slots = len(position["players"]), len(board.places)
    while True:
        in_hand = {name: source.choice([0.3, 0.8, 0.97, 1.0]) for name in board.decks}
        hands: list[Counter[str]] = [Counter() for _ in range(players)]
        rest: dict[str, list[str]] = {}
        for name, deck in board.decks.items():
            cards = source.sample(sorted(deck.elements()), deck.total())
            kept = round(len(cards) * in_hand[name])
            for card in cards[:kept]:
                hands[source.choice([0, source.randrange(players)])][card] += 1
            rest[name] = cards[kept:]
        row: list[str | None] = []
        while len(row) < slots and any(rest.values()):
            row.append(rest[source.choice([name for name in rest if rest[name]])].pop())
        row += [None] * (slots - len(row))
        source.shuffle(row)
        contents = Counter(card for card in row if card is not None) + Counter(
            card for cards in rest.values() for card in cards
        )
        if row.count(LOCOMOTIVE) < board.rules["row_locomotives"] or not new_deal_helps(contents, board):
            break
    position["row"] = row
    position["decks"] = {}
    for name, cards in rest.items():
        drawn = source.choice([0, len(cards) // 2, max(0, len(cards) - 1)])
        position["decks"][name] = {"cards": cards[drawn:], "discards": dict(Counter(cards[:drawn]))}
    for player, hand in zip(position["players"], hands, strict=True):
        player["hand"] = dict(hand)
        player["known"] = {card: source.randint(1, number) for card, number in hand.items() if source.random() < 0.4}


def _strew_tickets(position: Position, board: Board, source: random.Random) -> None:
    tickets = source.sample(list(board.tickets), len(board.tickets))
    for player in position["players"]:
        number = source.randint(0, 10)
        player["tickets"], tickets = tickets[:number], tickets[number:]
    position["ticket_deck"] = tickets[: source.choice([0, 2, len(tickets)])]


def tour_position(board: Board, tour: Ticket, source: random.Random) -> Position | None:
    """A position in which the first of two players has joined most of a tour's cities, in an order by chance.

    None if that took more pieces than there are.
    """
    network: nx.Graph[str] = nx.Graph()
    for route in source.sample(list(board.routes.values()), len(board.routes)):
        network.add_edge(*route.ends, route=route, weight=route.length + source.random() * 4)
    cities = source.sample(tour.cities, len(tour.cities)) if source.random() < 0.7 else list(tour.cities)
    chosen = {
        network.edges[link]["route"]
        for here, there in pairwise(cities)
        if source.random() < 0.95
        for link in pairwise(nx.shortest_path(network, here, there, weight="weight"))
    }
    near = [route for route in board.routes.values() if set(route.ends) & set(tour.cities)]
    for route in source.sample(near, source.randint(0, 4)):
        if not any(route.group == other.group for other in chosen):
            chosen.add(route)
    placed = Counter({TRAINS: 0, SHIPS: 0})
    for route in chosen:
        placed[route.pieces] += route.length
    if placed.total() > board.rules["pieces"] or any(placed[pieces] > board.rules[pieces] for pieces in placed):
        return None
    routes = {route.name: 0 for route in chosen}
    players = [pieces_left(board, routes, 0, source) | {"tickets": [tour.name]}, {}]
    return make_position(board, players, routes=routes)

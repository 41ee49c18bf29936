"""Positions in JSON (see `docs/position.md`): defaults, and counts of what lies where."""

import copy
from collections import Counter
from typing import Any

from .board import LOCOMOTIVE, NEWSPAPER, SHIPS, TRAINS, Board

Position = dict[str, Any]

# In a position that the oracle foretells: a card or ticket that chance decides, and a card of the ships' deck.
UNKNOWN = "?"
UNKNOWN_SHIP = "?ship"


def complete(position: Position, board: Board) -> Position:
    """A copy of the position in which every field that has a default is there."""
    full = copy.deepcopy(position)
    defaults: Position = {
        "format": 1,
        "variant": "base",
        "shuffles": {},
        "phase": "turn",
        "seat": 0,
        "turn": 0,
        "passes": 0,
        "idle_turns": 0,
        "turns_left": None,
        "routes": {},
        "stations": {},
        "tunnel": None,
        "ports": {},
        "pair": None,
    }
    if board.companies:
        first = (full.get("seat", 0) - full.get("turn", 0)) % len(full["players"])
        defaults |= {"first": first, "claim": None, "asks": None, "news": {}, **({"bought": 0} if board.powers else {})}
        defaults |= {"spikes": {}} if board.spikes else {}
    for key, value in defaults.items():
        full.setdefault(key, value)
    for deck in full["decks"].values():
        deck.setdefault("discards", {})
    for seat, player in enumerate(full["players"]):
        for key, value in (("hand", {}), ("known", {}), ("tickets", []), ("offered", []), ("chosen", None)):
            player.setdefault(key, copy.copy(value))
        own = [board.routes[name] for name, owner in full["routes"].items() if owner == seat]
        for pieces, number in supply_at_start(full, board).items():
            placed = sum(route.length for route in own if route.pieces == pieces)
            player.setdefault(pieces, number - placed)
        player.setdefault("stations", board.rules.get("stations", 0) - built(full["stations"], seat))
        points = board.rules.get("route_points")  # none on a board with companies (L1)
        player.setdefault("points", sum(points[route.length - 1] for route in own) if points else 0)
        if board.companies:
            player.setdefault("company", list(board.companies)[seat])
            player.setdefault("money", board.rules["money"])  # L4
        if board.spikes:
            player.setdefault("vault", 0)
        if board.powers:
            player.setdefault("powers_used", [])
            player.setdefault("owed", 0)
        if board.sails:
            player.setdefault("ports", board.rules["ports"] - built(full["ports"], seat))
            player.setdefault("split", None)
            player.setdefault("exchanged", 0)
            in_box = {}
            for pieces in (TRAINS, SHIPS):
                placed = sum(route.length for route in own if route.pieces == pieces)
                in_box[pieces] = board.rules[pieces] - placed - player[pieces]
            player.setdefault("box", in_box)
    if board.companies:
        news = full["news"]
        news.setdefault("current", None)
        news.setdefault("discards", [])
        elsewhere = [news["current"], *news["discards"]]
        news.setdefault("deck", [event for event in board.news if event not in elsewhere])
        news.setdefault("left", len(news["deck"]))
    return full


def cards_of_game(board: Board, players: int) -> Counter[str]:
    """L3: all cards of a game of so many, newspapers included."""
    return +(board.cards + Counter({NEWSPAPER: board.newspapers(players)}))


def supply_at_start(position: Position, board: Board) -> dict[str, int]:
    """The pieces that a player starts with if nothing else is said: of a split, the suggested one (W2)."""
    if not board.sails:
        return {TRAINS: board.rules["trains"]}
    if position["phase"] in ("opening", "split"):
        return {TRAINS: 0, SHIPS: 0}
    trains = board.rules["suggested_trains"]
    return {TRAINS: trains, SHIPS: board.rules["pieces"] - trains}


def built(owners: dict[str, int], seat: int) -> int:
    """How many of these stations or ports are the seat's."""
    return sum(owner == seat for owner in owners.values())


def counted(cards: dict[str, int]) -> Counter[str]:
    """Cards as a counter without zeros."""
    return +Counter(cards)


def cards_laid(tunnel: dict[str, Any] | None, board: Board) -> Counter[str]:
    """The cards laid down for a tunnel that is being claimed (E4)."""
    if tunnel is None:
        return Counter()
    length = board.routes[tunnel["route"]].length
    if tunnel["colour"] == LOCOMOTIVE:
        return Counter({LOCOMOTIVE: length})
    laid = Counter({tunnel["colour"]: length - tunnel["locomotives"], LOCOMOTIVE: tunnel["locomotives"]})
    return +laid


def all_cards(position: Position, board: Board) -> Counter[str]:
    """Every card of a complete position, wherever it lies."""
    cards = Counter(card for card in position["row"] if card is not None)
    for deck in position["decks"].values():
        cards.update(deck["cards"])
        cards.update(deck["discards"])
    for player in position["players"]:
        cards.update(player["hand"])
    cards.update(position.get("turned", []))
    if position["tunnel"] is not None:
        cards.update(cards_laid(position["tunnel"], board))
        cards.update(position["tunnel"]["turned"])
    if position["pair"] is not None:
        cards.update(position["pair"]["paid"])
    return +cards


def all_tickets(position: Position) -> Counter[str]:
    """Every ticket of a complete position; one offered and already chosen counts once."""
    tickets: Counter[str] = Counter(position["ticket_deck"])
    for player in position["players"]:
        tickets.update(player["tickets"])
        tickets.update(set(player["offered"]) | set(player["chosen"] or []))
    return tickets

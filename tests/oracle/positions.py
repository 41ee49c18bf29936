"""Positions in JSON (see `docs/position.md`): defaults, and counts of what lies where."""

import copy
from collections import Counter
from typing import Any

from .board import LOCOMOTIVE, Board

Position = dict[str, Any]

UNKNOWN = "?"  # in a position that the oracle foretells: a card or ticket that chance decides


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
        "turns_left": None,
        "routes": {},
        "stations": {},
        "tunnel": None,
    }
    for key, value in defaults.items():
        full.setdefault(key, value)
    full["decks"]["trains"].setdefault("discards", {})
    for seat, player in enumerate(full["players"]):
        for key, value in (("hand", {}), ("known", {}), ("tickets", []), ("offered", []), ("chosen", None)):
            player.setdefault(key, copy.copy(value))
        lengths = [board.routes[name].length for name, owner in full["routes"].items() if owner == seat]
        built = sum(owner == seat for owner in full["stations"].values())
        player.setdefault("trains", board.rules["trains"] - sum(lengths))
        player.setdefault("stations", board.rules.get("stations", 0) - built)
        player.setdefault("points", sum(board.rules["route_points"][length - 1] for length in lengths))
    return full


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
    cards.update(position["decks"]["trains"]["cards"])
    cards.update(position["decks"]["trains"]["discards"])
    for player in position["players"]:
        cards.update(player["hand"])
    if position["tunnel"] is not None:
        cards.update(cards_laid(position["tunnel"], board))
        cards.update(position["tunnel"]["turned"])
    return +cards


def all_tickets(position: Position) -> Counter[str]:
    """Every ticket of a complete position; one offered and already chosen counts once."""
    tickets: Counter[str] = Counter(position["ticket_deck"])
    for player in position["players"]:
        tickets.update(player["tickets"])
        tickets.update(set(player["offered"]) | set(player["chosen"] or []))
    return tickets

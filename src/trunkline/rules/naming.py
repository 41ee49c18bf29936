"""Counts, owners and tickets by name, for positions and clients. Compiled, because every move uses it.

The parameters are never None. They allow it because plain Python calls these functions: mypyc 2.4.1 does not free a
vec that plain code passes to compiled code, unless the parameter may be None (tests/server/test_soak.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i16, u8

from trunkline.rules.board import Board
from trunkline.rules.state import NOBODY

if TYPE_CHECKING:
    from trunkline.rules.view import View


def counts(board: Board, cards: vec[u8] | None) -> dict[str, int]:
    """The number of each card, without zeros."""
    assert cards is not None
    found: dict[str, int] = {}
    for card in range(len(cards)):
        if cards[card]:
            found[board.card_names[card]] = int(cards[card])
    return found


def owners(names: list[str], owner: vec[u8] | None) -> dict[str, int]:
    """The owner of each route, station or port, without unowned ones."""
    assert owner is not None
    found: dict[str, int] = {}
    for number in range(len(owner)):
        if owner[number] != NOBODY:
            found[names[number]] = int(owner[number])
    return found


def ticket_names(board: Board, tickets: vec[i16] | None) -> list[str]:
    assert tickets is not None
    return [board.ticket_names[ticket] for ticket in tickets]


def closed_routes(view: View) -> dict[str, list[int]]:
    """The free routes that are closed to some seats, with these seats (C11, C12)."""
    found: dict[str, list[int]] = {}
    for route in range(view.board.routes):
        if view.closed[route] and view.owner[route] == NOBODY:
            seats = [seat for seat in range(len(view.players)) if not view.is_open(route, seat)]
            found[view.board.route_names[route]] = seats
    return found

"""The finale on boards with ships: what scores the most when there is no time left to plan."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from trunkline.bots.cargo import NOTHING
from trunkline.bots.gains import Gains
from trunkline.bots.temper import POINT
from trunkline.bots.voyage import port_points
from trunkline.rules.actions import ActionList, kind_of, subject_of, wilds_of
from trunkline.rules.claim import CLAIM
from trunkline.rules.network import completes, joined_cities
from trunkline.rules.ports import PORT
from trunkline.rules.view import View


def last_chance(view: View, gains: Gains, actions: ActionList) -> i64:
    """On the last turns: what scores most at once, a ticket that a claim completes included."""
    board = view.board
    label = joined_cities(board, view.owner, view.seat)
    best: i64 = NOTHING
    best_worth: i64 = 0
    last: i64 = NOTHING
    completed: i64 = 0
    for i in range(actions.size):
        code = actions.codes[i]
        worth: i64 = 0
        if kind_of(code) == CLAIM:
            route = subject_of(code)
            # The ways to pay a route are listed together.
            if route != last:
                last = route
                completed = completed_by(view, label, route)
            worth = gains.by_route[route] + POINT * completed - wilds_of(code)
        elif kind_of(code) == PORT:
            named = done_naming(view, label, subject_of(code))
            worth = POINT * (port_points(board, named) + board.numbers.unbuilt_port) - wilds_of(code)
        if worth > best_worth:
            best_worth = worth
            best = code
    return best


def completed_by(view: View, label: vec[u8], route: i64) -> i64:
    """What the tickets count that a claim of a route would complete."""
    board = view.board
    joined = view.owner[:]
    joined[route] = u8(view.seat)
    after = joined_cities(board, joined, view.seat)
    points: i64 = 0
    for ticket in view.tickets:
        if not completes(board, label, ticket) and completes(board, after, ticket):
            points += i64(board.ticket_points[i64(ticket)]) + i64(board.ticket_penalty[i64(ticket)])
    return points


def done_naming(view: View, label: vec[u8], city: i64) -> i64:
    """How many completed tickets name a city."""
    board = view.board
    named: i64 = 0
    for ticket in view.tickets:
        if completes(board, label, ticket):
            for i in range(i64(board.ticket_start[i64(ticket)]), i64(board.ticket_start[i64(ticket) + 1])):
                if i64(board.ticket_cities[i]) == city:
                    named += 1
                    break
    return named

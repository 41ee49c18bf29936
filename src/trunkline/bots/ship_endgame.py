"""The last turns on boards with ships: the action that scores the most at once."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from trunkline.bots.gains import Gains
from trunkline.bots.ship_needs import NOTHING
from trunkline.bots.ship_plan import port_points
from trunkline.bots.weights import POINT
from trunkline.rules.actions import ActionList, kind_of, subject_of, wilds_of
from trunkline.rules.claim import CLAIM
from trunkline.rules.network import completes, joined_cities
from trunkline.rules.ports import PORT
from trunkline.rules.view import View


def best_last_action(view: View, gains: Gains, actions: ActionList) -> i64:
    """The claim or port that scores the most at once, including completed tickets; NOTHING if none scores."""
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
            # All payments of a route are listed together.
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
    """The points and avoided penalties of the tickets that a claim would complete."""
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
    """The number of completed tickets that name a city."""
    board = view.board
    named: i64 = 0
    for ticket in view.tickets:
        if completes(board, label, ticket):
            for i in range(i64(board.ticket_start[i64(ticket)]), i64(board.ticket_start[i64(ticket) + 1])):
                if i64(board.ticket_cities[i]) == city:
                    named += 1
                    break
    return named

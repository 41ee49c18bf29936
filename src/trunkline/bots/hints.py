"""Hints: what the planner would do, with its reason as a code and parameters; the words live in the page."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from trunkline.bots.bearing import Bearing
from trunkline.bots.captain import Captain
from trunkline.bots.needs import NOTHING
from trunkline.bots.outlook import Outlook
from trunkline.bots.planner import PlannerMind, Seated
from trunkline.bots.temper import Temper
from trunkline.rules.actions import (
    CLAIM,
    DRAW_DECK,
    DRAW_ROW,
    DRAW_TICKETS,
    KEEP,
    PASS,
    PAY,
    STATION,
    ActionList,
    kind_of,
    subject_of,
)
from trunkline.rules.board import GRAY
from trunkline.rules.state import UNDECIDED
from trunkline.rules.view import View

TOWARD_TICKETS: Final = "toward_tickets"
COLLECTING: Final = "collecting"
COLLECTING_ANY: Final = "collecting_any"
BLOCKING: Final = "blocking"
ENDING: Final = "ending"
FOR_POINTS: Final = "for_points"
MORE_TICKETS: Final = "more_tickets"
KEEPING: Final = "keeping"
BORROWING: Final = "borrowing"
PAYING: Final = "paying"
WITHDRAWING: Final = "withdrawing"
NOTHING_ELSE: Final = "nothing_else"
REASONS: Final = [
    TOWARD_TICKETS, COLLECTING, COLLECTING_ANY, BLOCKING, ENDING, FOR_POINTS, MORE_TICKETS, KEEPING, BORROWING,
    PAYING, WITHDRAWING, NOTHING_ELSE,
]  # fmt: skip


@final
class Hint:
    """An action and why: a code of REASONS and its parameters by name (routes, cities, cards, tickets by their ids)."""

    def __init__(self, action: i64, code: str, params: dict[str, object]) -> None:
        self.action: Final = int(action)
        self.code: Final = code
        self.params: Final = params


def hint(view: View, actions: ActionList) -> Hint:
    """What the planner would do in this seat, and why. It sees the view alone (C15)."""
    if view.board.two_decks:
        return hint_of_captain(view, actions)
    seated = Seated(view, Temper())
    seated.look(view)
    mind = seated.mind
    action = mind.decide(seated.outlook)
    assert actions.has(action)
    board = view.board
    kind = kind_of(action)
    subject = subject_of(action)
    if kind == CLAIM:
        return hint_of_claim(view, mind, seated.outlook, action)
    if kind == DRAW_ROW or kind == DRAW_DECK:
        return hint_of_draw(view, mind, action)
    if kind == KEEP:
        return hint_of_keeping(view, action)
    if kind == DRAW_TICKETS:
        return Hint(action, MORE_TICKETS, {"trains": int(view.players[view.seat].trains)})
    if kind == STATION:
        return Hint(action, BORROWING, {"city": board.city_names[subject], "tickets": open_tickets(view, mind)})
    if kind == PAY:
        return Hint(action, PAYING, {"route": board.route_names[view.tunnel_route]})
    if kind == PASS:
        return Hint(action, NOTHING_ELSE, {})
    return Hint(action, WITHDRAWING, {"route": board.route_names[view.tunnel_route]})


def hint_of_captain(view: View, actions: ActionList) -> Hint:
    """On boards with ships: what the captain would do, with what can be said of it."""
    action = Captain(view.board, Bearing()).choose(view, actions)
    board = view.board
    kind = kind_of(action)
    subject = subject_of(action)
    if kind == CLAIM:
        return Hint(action, FOR_POINTS, {"points": int(board.points[subject]), "route": board.route_names[subject]})
    if kind == DRAW_ROW or kind == DRAW_DECK:
        return Hint(action, COLLECTING_ANY, {"routes": []})
    if kind == KEEP:
        return hint_of_keeping(view, action)
    if kind == DRAW_TICKETS:
        return Hint(action, MORE_TICKETS, {"trains": int(view.players[view.seat].trains)})
    if kind == PAY:
        return Hint(action, PAYING, {"route": board.route_names[view.pair_route]})
    return Hint(action, NOTHING_ELSE, {})


def hint_of_keeping(view: View, action: i64) -> Hint:
    """Tickets to keep."""
    kept: list[str] = []
    for i in range(len(view.offered)):
        if subject_of(action) >> i & 1:
            kept.append(view.board.ticket_names[i64(view.offered[i])])
    return Hint(action, KEEPING, {"tickets": kept})


def hint_of_claim(view: View, mind: PlannerMind, outlook: Outlook, action: i64) -> Hint:
    """A claim is for tickets, to be in the way of somebody, to end the game, or for its points."""
    board = view.board
    route = subject_of(action)
    params: dict[str, object] = {"route": board.route_names[route]}
    if is_planned(mind, route):
        return Hint(action, TOWARD_TICKETS, {"tickets": open_tickets(view, mind), **params})
    if mind.blocked == route:
        return Hint(action, BLOCKING, {"seat": int(most_harmed(view, mind)), **params})
    trains = view.players[view.seat].trains - i64(board.length[route])
    if view.turns_left != UNDECIDED or trains <= board.numbers.end_at:
        return Hint(action, ENDING, params)
    return Hint(action, FOR_POINTS, {"points": int(board.points[route]), **params})


def hint_of_draw(view: View, mind: PlannerMind, action: i64) -> Hint:
    """A draw is for the wanted route that lacks the card, or, drawn blind, for whatever comes."""
    board = view.board
    needs = mind.needs
    card: i64 = NOTHING
    if kind_of(action) == DRAW_ROW:
        card = i64(view.row[subject_of(action)])
    for i in range(needs.size):
        route = i64(needs.wanted[i])
        colour = i64(board.colour[route])
        if card != NOTHING and (colour == card or colour == GRAY or card == board.wild):
            return Hint(action, COLLECTING, {"colour": board.card_names[card], "route": board.route_names[route]})
    wanted = [board.route_names[i64(needs.wanted[i])] for i in range(needs.main)]
    return Hint(action, COLLECTING_ANY, {"routes": wanted})


def is_planned(mind: PlannerMind, route: i64) -> bool:
    """Whether a route or a twin of it is in the plan."""
    twins = mind.board.twin
    for i in range(mind.plan.size):
        lane = i64(mind.plan.routes[i])
        for _ in range(mind.board.routes):
            if lane == route:
                return True
            lane = i64(twins[lane])
            if lane == i64(mind.plan.routes[i]):
                break
    return False


def open_tickets(view: View, mind: PlannerMind) -> list[str]:
    """The tickets of the seat that its own routes do not yet complete."""
    board = view.board
    found: list[str] = []
    owned = [0 if i64(view.owner[route]) == view.seat else 1 << 20 for route in range(board.routes)]
    for route in range(board.routes):
        mind.survey.spaces[route] = i64(owned[route])
    for ticket in view.tickets:
        number = i64(ticket)
        start = i64(board.ticket_a[number])
        if mind.survey.search(start, i64(board.ticket_b[number]), mind.survey.spaces) > 0:
            found.append(board.ticket_names[number])
    return found


def most_harmed(view: View, mind: PlannerMind) -> i64:
    """The other seat whose likely tickets want the most routes: the one a block is meant for."""
    board = view.board
    best: i64 = NOTHING
    most: i64 = NOTHING
    for seat in range(len(view.players)):
        if seat == view.seat:
            continue
        total: i64 = 0
        for ticket in range(board.tickets):
            if mind.rivals.left[seat * board.tickets + ticket] > 0:
                total += mind.rivals.chance_of[seat * board.tickets + ticket]
        if total > most:
            most = total
            best = seat
    return best

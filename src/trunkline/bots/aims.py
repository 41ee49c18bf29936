"""The aims of simple bots: which tickets to keep, the plan for those held, and whether a plan still holds."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from trunkline.bots.gains import Gains
from trunkline.bots.paths import Plan, may_be_done
from trunkline.rules.actions import ActionList, encode, kind_of, subject_of, wilds_of
from trunkline.rules.tickets import KEEP
from trunkline.rules.view import View
from trunkline.rules.ways import CLOSED, Ways

NOTHING: Final = -1
WORST: Final = -(1 << 40)

TICKET_WORTH: Final = 4
"""What a point of a ticket may cost, in the prices of paths.py, for the ticket to be kept."""


def choose_tickets(view: View, ways: Ways, gains: Gains, actions: ActionList) -> i64:
    """Keep the best ticket beside those held, and again, while it must be so or it is worth what it costs."""
    plan = plan_for(view, ways, gains)
    points = view.board.ticket_points
    chosen: i64 = 0
    while True:
        best: i64 = NOTHING
        best_worth: i64 = WORST
        for i in range(len(view.offered)):
            if not chosen >> i & 1:
                ticket = i64(view.offered[i])
                price = plan.price_of(view, ticket)
                worth = TICKET_WORTH * i64(points[ticket]) - price
                if price >= CLOSED:
                    # Of tickets that cannot be done the smallest is the least loss.
                    worth = -CLOSED - i64(points[ticket])
                if worth > best_worth:
                    best_worth = worth
                    best = i
        enough = actions.has(encode(KEEP, chosen))
        if enough and best_worth < 0:
            return encode(KEEP, chosen)
        if best == NOTHING:
            return actions.codes[actions.size - 1]
        chosen |= i64(1) << best
        plan.add(view, i64(view.offered[best]))


def plan_for(view: View, ways: Ways, gains: Gains) -> Plan:
    """The cheapest paths for the tickets held, the most valuable ticket first."""
    plan = Plan(view, ways, gains)
    points = view.board.ticket_points
    left = view.tickets[:]
    for _i in range(len(left)):
        first: i64 = NOTHING
        for i in range(len(left)):
            if left[i] >= 0 and (first == NOTHING or points[i64(left[i])] > points[i64(left[first])]):
                first = i
        plan.add(view, i64(left[first]))
        left[first] = NOTHING
    return plan


def still_holds(view: View, plan: Plan) -> bool:
    """Whether the tickets are the same, and every planned route is joined or may yet be claimed."""
    tickets = view.tickets
    if plan.board is not view.board or plan.seat != view.seat or len(tickets) != len(plan.tickets):
        return False
    for i in range(len(tickets)):
        if tickets[i] != plan.tickets[i]:
            return False
    for route in plan.routes:  # noqa: SIM110 - a loop is quicker than a generator
        if not may_be_done(view, i64(route)):
            return False
    return True


def fewest_locomotives(actions: ActionList, kind: i64, subject: i64) -> i64:
    """The action of a kind and subject that spends the fewest locomotives; NOTHING if there is none."""
    best: i64 = NOTHING
    fewest: i64 = 1 << 10
    for i in range(actions.size):
        code = actions.codes[i]
        if kind_of(code) == kind and subject_of(code) == subject and wilds_of(code) < fewest:
            fewest = wilds_of(code)
            best = code
    return best

"""Decides whether to draw tickets on boards with ships."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64

from trunkline.bots.ship_plan import ShipPlan, ShipPlanMaker, port_points
from trunkline.bots.ticket_value import expected_best
from trunkline.bots.weights import POINT
from trunkline.rules.ports import ports_of
from trunkline.rules.view import View
from trunkline.rules.ways import CLOSED


def wants_tickets(view: View, plan_maker: ShipPlanMaker, plan: ShipPlan, other: ShipPlan) -> bool:
    """Whether tickets drawn now are expected to earn more than another use of the turn."""
    board = view.board
    if view.ticket_deck_size == 0 or plan_maker.turns < 4:
        return False
    spent = plan.halves // 32
    if spent * 4 > plan_maker.turns * 3:
        return False
    worths: list[int] = []
    # Planned routes are free for another ticket.
    plan_maker.begin(other)
    for i in range(plan.size):
        plan_maker.ways.price[i64(plan.routes[i])] = 0
    for ticket in range(board.tickets):
        if not holds(view.tickets, ticket):
            worths.append(int(worth_of_ticket(view, plan_maker, plan, ticket)))
    return expected_best(worths, board.numbers.draw_tickets) > plan_maker.weights.ticket_turn


def worth_of_ticket(view: View, plan_maker: ShipPlanMaker, plan: ShipPlan, ticket: i64) -> i64:
    """The value of one more ticket in addition to the plan; its penalty if it is impossible."""
    board = view.board
    price: i64 = 0
    trains = plan.trains
    ships = plan.ships
    halves = plan.halves
    for i in range(i64(board.ticket_start[ticket]), i64(board.ticket_start[ticket + 1]) - 1):
        start = i64(board.ticket_cities[i])
        city = i64(board.ticket_cities[i + 1])
        if plan_maker.ways.search(start, city) >= CLOSED:
            return -POINT * i64(board.ticket_penalty[ticket])
        while city != start:
            route = i64(plan_maker.ways.arrival[city])
            if plan_maker.ways.price[route] > 0:
                price += plan_maker.base[route]
                halves += plan_maker.halves[route]
                if board.sea[route]:
                    ships += i64(board.length[route])
                else:
                    trains += i64(board.length[route])
            city = board.other_end(route, city)
    if trains > plan_maker.own_trains or ships > plan_maker.own_ships or halves // 32 >= plan_maker.turns - 1:
        return -POINT * i64(board.ticket_penalty[ticket])
    worth = POINT * i64(board.ticket_points[ticket]) - price * plan_maker.weights.ticket_price // 16
    ports = ports_of(view).owner
    for i in range(i64(board.ticket_start[ticket]), i64(board.ticket_start[ticket + 1])):
        city = i64(board.ticket_cities[i])
        if len(ports) > 0 and i64(ports[city]) == view.seat:
            named = plan.named[city]
            worth += POINT * (port_points(board, named + 1) - port_points(board, named))
    lost = -POINT * i64(board.ticket_penalty[ticket])
    return worth if worth > lost else lost


def holds(tickets: vec[i16], ticket: i64) -> bool:
    for held in tickets:  # noqa: SIM110 - a loop is quicker than a generator
        if i64(held) == ticket:
            return True
    return False

"""Fares: on boards with ships, whether tickets that nobody has seen yet are worth a turn."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64

from trunkline.bots.prospects import expected_best
from trunkline.bots.temper import POINT
from trunkline.bots.voyage import Chart, Voyage, port_points
from trunkline.rules.ports import ports_of
from trunkline.rules.view import View
from trunkline.rules.ways import CLOSED


def wants_tickets(view: View, chart: Chart, plan: Voyage, other: Voyage) -> bool:
    """Whether tickets drawn now are expected to earn more than a turn spent otherwise."""
    board = view.board
    if view.ticket_deck_size == 0 or chart.turns < 4:
        return False
    spent = plan.halves // 32
    if spent * 4 > chart.turns * 3:
        return False
    worths: list[int] = []
    # What is planned costs a further ticket nothing.
    chart.begin(other)
    for i in range(plan.size):
        chart.ways.price[i64(plan.routes[i])] = 0
    for ticket in range(board.tickets):
        if not holds(view.tickets, ticket):
            worths.append(int(worth_of_ticket(view, chart, plan, ticket)))
    return expected_best(worths, board.numbers.draw_tickets) > chart.bearing.ticket_turn


def worth_of_ticket(view: View, chart: Chart, plan: Voyage, ticket: i64) -> i64:
    """What a further ticket would earn beside the plan; if it could not be done, what it would cost."""
    board = view.board
    price: i64 = 0
    trains = plan.trains
    ships = plan.ships
    halves = plan.halves
    for i in range(i64(board.ticket_start[ticket]), i64(board.ticket_start[ticket + 1]) - 1):
        start = i64(board.ticket_cities[i])
        city = i64(board.ticket_cities[i + 1])
        if chart.ways.search(start, city) >= CLOSED:
            return -POINT * i64(board.ticket_penalty[ticket])
        while city != start:
            route = i64(chart.ways.arrival[city])
            if chart.ways.price[route] > 0:
                price += chart.base[route]
                halves += chart.halves[route]
                if board.sea[route]:
                    ships += i64(board.length[route])
                else:
                    trains += i64(board.length[route])
            city = board.other_end(route, city)
    if trains > chart.own_trains or ships > chart.own_ships or halves // 32 >= chart.turns - 1:
        return -POINT * i64(board.ticket_penalty[ticket])
    worth = POINT * i64(board.ticket_points[ticket]) - price * chart.bearing.ticket_doubt // 16
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

"""A hint: what a bot would do in a seat's place and why, from what the seat may know; thought out in a worker."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from trunkline.bots.paths import CLOSED, Paths, Plan
from trunkline.bots.registry import make_bot
from trunkline.maps.pack import load_board
from trunkline.rules.actions import (
    CLAIM,
    DRAW_DECK,
    DRAW_ROW,
    DRAW_TICKETS,
    EXCHANGE,
    KEEP,
    PAY,
    PORT,
    SPLIT,
    STATION,
    WITHDRAW,
    ActionList,
    deck_of,
    kind_of,
    subject_of,
    to_text,
)
from trunkline.rules.packing import from_bytes
from trunkline.rules.state import PAIR
from trunkline.rules.turn import legal
from trunkline.rules.view import View

ADVISER = "greedy"
"""The bot that is asked."""


@dataclass(slots=True)
class Advice:
    """An action in words, and why: a code with what its sentence is filled with."""

    action: str
    code: str
    params: dict[str, Any]


def advise(map_id: str, variant: str, packed: bytes, seat: int, seed: int) -> Advice:
    """What the adviser would do. It sees the seat's view; the state serves only to make that and the legal actions."""
    state = from_bytes(load_board(map_id, variant), packed)
    actions = ActionList()
    legal(state, seat, actions)
    view = View(state, seat)
    choice = make_bot(ADVISER, seed).choose(view, actions)
    code, params = reason(view, choice)
    return Advice(to_text(view.board, choice), code, params)


def reason(view: View, choice: int) -> tuple[str, dict[str, Any]]:
    """Why an action is good: what it does for the seat's tickets, or else what it brings by itself."""
    board = view.board
    kind, subject = kind_of(choice), subject_of(choice)
    if kind == KEEP:
        kept = [board.ticket_names[ticket] for i, ticket in enumerate(view.offered) if subject >> i & 1]
        return "keep_these", {"tickets": kept}
    if kind == CLAIM:
        route = board.route_names[subject]
        tickets = served(view, subject)
        if tickets:
            return "claim_for_ticket", {"route": route, "tickets": tickets}
        return "claim_for_points", {"route": route, "points": int(board.points[subject])}
    if kind == STATION:
        return "station_for_ticket", {"city": board.city_names[subject]}
    if kind == PORT:
        return "port_for_tickets", {"city": board.city_names[subject], "tickets": naming(view, subject)}
    if kind == SPLIT:
        plan = plan_of(view, map(int, view.tickets))
        return "split_for_plan", {"trains": int(plan.trains), "ships": int(plan.ships)}
    if kind == EXCHANGE:
        return "exchange_to_claim", {"kind": board.deck_names[deck_of(choice)], "count": subject}
    if kind == PAY and view.phase == PAIR:
        return "pair_goes_on", {"route": board.route_names[view.pair_route]}
    if kind == PAY:
        return "tunnel_worth_it", {"route": board.route_names[view.tunnel_route], "asked": int(view.tunnel_asked)}
    if kind == WITHDRAW:
        return "tunnel_too_dear", {"route": board.route_names[view.tunnel_route], "asked": int(view.tunnel_asked)}
    if kind == DRAW_TICKETS:
        return "time_for_tickets", {}
    if kind in (DRAW_ROW, DRAW_DECK):
        wanted = [board.route_names[route] for route in plan_of(view, map(int, view.tickets)).routes]
        if kind == DRAW_DECK:
            return "draw_blind", {"routes": wanted}
        return "draw_needed", {"card": board.card_names[view.row[subject]], "routes": wanted}
    return "nothing_else", {}


def naming(view: View, city: int) -> list[str]:
    """The seat's tickets that name a city: a port there is worth more for each that is completed (W11)."""
    board = view.board
    return [
        board.ticket_names[ticket]
        for ticket in map(int, view.tickets)
        if city in list(board.ticket_cities)[int(board.ticket_start[ticket]) : int(board.ticket_start[ticket + 1])]
    ]


def plan_of(view: View, tickets: Iterable[int]) -> Plan:
    """The cheapest paths for some of the seat's tickets."""
    plan = Plan(view, Paths(view.board))
    for ticket in tickets:
        plan.add(view, ticket)
    return plan


def served(view: View, route: int) -> list[str]:
    """The tickets that a route helps to complete: those whose cheapest path takes it, or a lane beside it."""
    board = view.board
    lanes = {route}
    lane = int(board.twin[route])
    while lane != route:
        lanes.add(lane)
        lane = int(board.twin[lane])
    found = []
    for ticket in map(int, view.tickets):
        plan = plan_of(view, ())
        if 0 < plan.price_of(view, ticket) < CLOSED:
            plan.add(view, ticket)
            if lanes & {int(each) for each in plan.routes}:
                found.append(board.ticket_names[ticket])
    return found

"""Hints: the planner's choice with its reason as a code and parameters. The words are in the page."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, u8

from trunkline.bots.needs import NOTHING
from trunkline.bots.planner import PlannerPolicy, SeatPlanner
from trunkline.bots.ship_planner import ShipPlanner
from trunkline.bots.ship_weights import ShipWeights
from trunkline.bots.weights import Weights, company_weights
from trunkline.rules.actions import ActionList, deck_of, kind_of, subject_of
from trunkline.rules.board import GRAY, Board
from trunkline.rules.cards import DRAW_DECK, DRAW_ROW
from trunkline.rules.claim import CLAIM
from trunkline.rules.clause_steps import TAKE_CARD
from trunkline.rules.network import completes, joined_cities
from trunkline.rules.pairs import PAIR, pair_of
from trunkline.rules.payment import PAY
from trunkline.rules.payouts import all_payouts
from trunkline.rules.pieces import EXCHANGE, SPLIT
from trunkline.rules.ports import PORT
from trunkline.rules.state import UNDECIDED
from trunkline.rules.stations import STATION
from trunkline.rules.tickets import DRAW_TICKETS, KEEP
from trunkline.rules.tunnels import WITHDRAW, tunnel_of
from trunkline.rules.view import View

TOWARD_TICKETS: Final = "toward_tickets"
COLLECTING: Final = "collecting"
COLLECTING_PORT: Final = "collecting_port"
COLLECTING_ANY: Final = "collecting_any"
BLOCKING: Final = "blocking"
ENDING: Final = "ending"
FOR_POINTS: Final = "for_points"
FOR_MONEY: Final = "for_money"
TO_PLACE_TRAINS: Final = "to_place_trains"
MORE_TICKETS: Final = "more_tickets"
KEEPING: Final = "keeping"
BORROWING: Final = "borrowing"
PAYING: Final = "paying"
WITHDRAWING: Final = "withdrawing"
PAIRING: Final = "pairing"
BUILDING_PORT: Final = "building_port"
SPLITTING_PIECES: Final = "splitting"
EXCHANGING: Final = "exchanging"
NOTHING_ELSE: Final = "nothing_else"
REASONS: Final = [
    TOWARD_TICKETS, COLLECTING, COLLECTING_PORT, COLLECTING_ANY, BLOCKING, ENDING, FOR_POINTS, FOR_MONEY,
    TO_PLACE_TRAINS, MORE_TICKETS, KEEPING, BORROWING, PAYING, WITHDRAWING, PAIRING, BUILDING_PORT,
    SPLITTING_PIECES, EXCHANGING, NOTHING_ELSE,
]  # fmt: skip


@final
class Hint:
    """An action and its reason: a code of REASONS, and parameters by name (routes, cities, cards, tickets as ids)."""

    def __init__(self, action: i64, code: str, params: dict[str, object]) -> None:
        self.action: Final = int(action)
        self.code: Final = code
        self.params: Final = params


@final
class Decision:
    """The internals of a decision that a reason needs: planned and wanted routes, and a route that is a block."""

    def __init__(self) -> None:
        self.action: i64 = 0
        self.planned: list[int] = []
        self.wanted: list[int] = []
        self.trains: i64 = 0
        self.ships: i64 = 0
        """Spaces of the planned rail and sea routes."""
        self.port_colour: i64 = NOTHING
        self.blocked: i64 = NOTHING
        self.harmed: i64 = NOTHING
        """The seat that a block is meant for."""


def hint(view: View, actions: ActionList) -> Hint:
    """What the planner would do in this seat, and why. It uses only the view (C15)."""
    decision = with_ships(view, actions) if view.board.numbers.ships > 0 else without_ships(view)
    action = decision.action
    assert actions.has(action)
    code, params = reason(view, decision)
    return Hint(action, code, params)


def without_ships(view: View) -> Decision:
    seat_planner = SeatPlanner(view, company_weights() if view.board.has_companies else Weights())
    seat_planner.look(view)
    policy = seat_planner.policy
    decision = Decision()
    decision.action = policy.decide(seat_planner.observation)
    decision.planned = [int(policy.plan.routes[i]) for i in range(policy.plan.size)]
    decision.wanted = [int(policy.needs.wanted[i]) for i in range(policy.needs.size)]
    if policy.blocked != NOTHING:
        decision.blocked = policy.blocked
        decision.harmed = most_harmed(view, policy)
    return decision


def with_ships(view: View, actions: ActionList) -> Decision:
    planner = ShipPlanner(view.board, ShipWeights())
    decision = Decision()
    decision.action = planner.choose(view, actions)
    decision.planned = [int(planner.plan.routes[i]) for i in range(planner.plan.size)]
    decision.wanted = [int(route) for route in planner.needs.wanted]
    decision.trains = planner.plan.trains
    decision.ships = planner.plan.ships
    decision.port_colour = planner.needs.port_colour
    return decision


def reason(view: View, decision: Decision) -> tuple[str, dict[str, object]]:
    """The reason for an action: what it does for the plan, or else what it pays itself."""
    board = view.board
    kind = kind_of(decision.action)
    subject = subject_of(decision.action)
    if kind == CLAIM:
        return reason_of_claim(view, decision, subject)
    if kind == DRAW_ROW or kind == DRAW_DECK or kind == TAKE_CARD:
        return reason_of_draw(view, decision, NOTHING if kind == DRAW_DECK else i64(view.row[subject]))
    if kind == KEEP:
        kept = [board.ticket_names[i64(view.offered[i])] for i in range(len(view.offered)) if subject >> i & 1]
        return KEEPING, {"tickets": kept}
    if kind == DRAW_TICKETS:
        return MORE_TICKETS, {"trains": int(view.players[view.seat].trains)}
    if kind == STATION:
        return BORROWING, {"city": board.city_names[subject], "tickets": open_tickets(view)}
    if kind == PORT:
        return BUILDING_PORT, {"city": board.city_names[subject], "tickets": naming(view, subject)}
    if kind == SPLIT:
        return SPLITTING_PIECES, {"trains": int(decision.trains), "ships": int(decision.ships)}
    if kind == EXCHANGE:
        return EXCHANGING, {"kind": board.deck_names[deck_of(decision.action)], "count": int(subject)}
    if kind == PAY and view.phase == PAIR:
        return PAIRING, {"route": board.route_names[pair_of(view).route]}
    if kind == PAY or kind == WITHDRAW:
        tunnel = tunnel_of(view)
        asked: dict[str, object] = {"route": board.route_names[tunnel.route], "asked": int(tunnel.asked)}
        return PAYING if kind == PAY else WITHDRAWING, asked
    return NOTHING_ELSE, {}


def reason_of_claim(view: View, decision: Decision, route: i64) -> tuple[str, dict[str, object]]:
    """The reason for a claim: tickets, a block, the end of the game, or what it pays itself."""
    board = view.board
    params: dict[str, object] = {"route": board.route_names[route]}
    tickets = served(view, decision.planned, route)
    if len(tickets) > 0:
        return TOWARD_TICKETS, {"tickets": tickets, **params}
    if decision.blocked == route:
        return BLOCKING, {"seat": int(decision.harmed), **params}
    if board.has_companies:
        paid = sum([int(payout.money) for payout in all_payouts(view, view.seat, route)])
        if paid > 0:
            return FOR_MONEY, {"money": paid, **params}
        return TO_PLACE_TRAINS, {"trains": int(board.length[route]), **params}
    own = view.players[view.seat]
    left = own.trains + own.ships - i64(board.length[route])
    if view.turns_left != UNDECIDED or left <= board.numbers.end_at:
        return ENDING, params
    return FOR_POINTS, {"points": int(board.points[route]), **params}


def reason_of_draw(view: View, decision: Decision, card: i64) -> tuple[str, dict[str, object]]:
    """The reason for a card: a wanted route or a port that can use it; a blind card has no single purpose."""
    board = view.board
    if card != NOTHING:
        name = board.card_names[card]
        beside = [lane for route in decision.wanted for lane in lanes_of(board, route) if view.is_open(lane)]
        for route in decision.wanted + beside:
            if suits(board, card, route):
                return COLLECTING, {"colour": name, "route": board.route_names[route]}
        if decision.port_colour != NOTHING and card % board.colours == decision.port_colour:
            return COLLECTING_PORT, {"colour": name}
        if kind_of(decision.action) == TAKE_CARD:
            return NOTHING_ELSE, {}
    return COLLECTING_ANY, {"routes": [board.route_names[route] for route in decision.wanted]}


def suits(board: Board, card: i64, route: i64) -> bool:
    """Whether a card can pay for a route: by its colour and, on boards with ships, by its kind (W1)."""
    if card == board.wild:
        return True
    if board.numbers.ships > 0 and (card >= board.ship) != bool(board.sea[route]):
        return False
    return board.colour[route] == GRAY or i64(board.colour[route]) == card % board.colours


def served(view: View, planned: list[int], route: i64) -> list[str]:
    """The tickets that need a planned route or one of its twins: with only the rest of the plan they fail."""
    board = view.board
    lanes = lanes_of(board, route)
    if not any(each in lanes for each in planned):
        return []
    without = view.owner[:]
    for each in planned:
        if each not in lanes:
            without[each] = u8(view.seat)
    whole = without[:]
    whole[route] = u8(view.seat)
    before = joined_cities(board, without, view.seat)
    after = joined_cities(board, whole, view.seat)
    found: list[str] = []
    for ticket in view.tickets:
        if completes(board, after, ticket) and not completes(board, before, ticket):
            found.append(board.ticket_names[i64(ticket)])
    # A plan may use a station or have a second path.
    return found if len(found) > 0 else open_tickets(view)


def lanes_of(board: Board, route: i64) -> list[int]:
    """A route and its twins."""
    found = [int(route)]
    lane = i64(board.twin[route])
    while lane != route:
        found.append(int(lane))
        lane = i64(board.twin[lane])
    return found


def open_tickets(view: View) -> list[str]:
    """The tickets of the seat that are not yet completed."""
    board = view.board
    label = joined_cities(board, view.owner, view.seat)
    return [board.ticket_names[i64(ticket)] for ticket in view.tickets if not completes(board, label, ticket)]


def naming(view: View, city: i64) -> list[str]:
    """The tickets of the seat that name a city: each completed one increases the value of a port there (W11)."""
    board = view.board
    found: list[str] = []
    for ticket in view.tickets:
        number = i64(ticket)
        cities = board.ticket_cities[i64(board.ticket_start[number]) : i64(board.ticket_start[number + 1])]
        if any(i64(each) == city for each in cities):
            found.append(board.ticket_names[number])
    return found


def most_harmed(view: View, policy: PlannerPolicy) -> i64:
    """The opponent with the most incomplete tickets by probability: the target of a block."""
    board = view.board
    best: i64 = NOTHING
    most: i64 = NOTHING
    for seat in range(len(view.players)):
        if seat == view.seat:
            continue
        total: i64 = 0
        for ticket in range(board.tickets):
            if policy.opponents.left[seat * board.tickets + ticket] > 0:
                total += policy.opponents.chance_of[seat * board.tickets + ticket]
        if total > most:
            most = total
            best = seat
    return best

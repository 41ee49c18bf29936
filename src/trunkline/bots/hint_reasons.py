"""Reasons of hints: what an action does for the plan, or else what it pays itself. The engine confirms each of them."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from trunkline.bots.needs import NOTHING
from trunkline.bots.power_use import route_lacking_one
from trunkline.rules.actions import ActionList, deck_of, kind_of, subject_of
from trunkline.rules.board import GRAY, Board
from trunkline.rules.cards import DRAW_DECK, DRAW_ROW
from trunkline.rules.claim import CLAIM, spaces_lacking
from trunkline.rules.clause_steps import TAKE_CARD
from trunkline.rules.network import completes, joined_cities
from trunkline.rules.pairs import PAIR, pair_of
from trunkline.rules.payment import PAY
from trunkline.rules.payouts import all_payouts
from trunkline.rules.pieces import EXCHANGE, SPLIT
from trunkline.rules.ports import PORT
from trunkline.rules.powers import BUY, RETURN, TAKE_BOND, power_row
from trunkline.rules.sampling import sample
from trunkline.rules.state import NOBODY, UNDECIDED, State
from trunkline.rules.stations import STATION
from trunkline.rules.tickets import DRAW_TICKETS, KEEP
from trunkline.rules.tunnels import WITHDRAW, tunnel_of
from trunkline.rules.view import View
from trunkline.rules.ways import CLOSED, Way, Ways, add_ticket_way

TOWARD_TICKETS: Final = "toward_tickets"
COLLECTING: Final = "collecting"
COLLECTING_RESERVE: Final = "collecting_reserve"
COLLECTING_TOGETHER: Final = "collecting_together"
COLLECTING_PORT: Final = "collecting_port"
COLLECTING_SPARE: Final = "collecting_spare"
COLLECTING_ANY: Final = "collecting_any"
COLLECTING_BLIND: Final = "collecting_blind"
BLOCKING: Final = "blocking"
ENDING: Final = "ending"
FOR_POINTS: Final = "for_points"
FOR_MONEY: Final = "for_money"
TO_PLACE_TRAINS: Final = "to_place_trains"
MORE_TICKETS: Final = "more_tickets"
OTHER_TICKETS: Final = "other_tickets"
KEEPING: Final = "keeping"
BORROWING: Final = "borrowing"
PAYING: Final = "paying"
WITHDRAWING: Final = "withdrawing"
PAIRING: Final = "pairing"
BUILDING_PORT: Final = "building_port"
SPLITTING_PIECES: Final = "splitting"
EXCHANGING: Final = "exchanging"
BUYING: Final = "buying"
RETURNING: Final = "returning"
TAKING_BOND: Final = "taking_bond"
NOTHING_ELSE: Final = "nothing_else"
REASONS: Final = [
    TOWARD_TICKETS, COLLECTING, COLLECTING_RESERVE, COLLECTING_TOGETHER, COLLECTING_PORT, COLLECTING_SPARE,
    COLLECTING_ANY, COLLECTING_BLIND, BLOCKING, ENDING, FOR_POINTS, FOR_MONEY, TO_PLACE_TRAINS, MORE_TICKETS,
    OTHER_TICKETS, KEEPING, BORROWING, PAYING, WITHDRAWING, PAIRING, BUILDING_PORT, SPLITTING_PIECES, EXCHANGING,
    BUYING, RETURNING, TAKING_BOND, NOTHING_ELSE,
]  # fmt: skip


MOST_TOGETHER: Final = 3
"""The most routes that a reason names."""


@final
class Decision:
    """The internals of a decision that a reason needs: planned and wanted routes, and a route that is a block."""

    def __init__(self) -> None:
        self.action: i64 = 0
        self.planned: list[int] = []
        self.borrowed: list[int] = []
        """Routes of opponents that the plan uses by a station."""
        self.wanted: list[int] = []
        self.trains: i64 = 0
        self.ships: i64 = 0
        """Spaces of the planned rail and sea routes."""
        self.port_colour: i64 = NOTHING
        self.blocked: i64 = NOTHING
        self.harmed: i64 = NOTHING
        """The seat that a block is meant for."""


def reason(view: View, actions: ActionList, decision: Decision) -> tuple[str, dict[str, object]]:
    """The reason for an action."""
    board = view.board
    kind = kind_of(decision.action)
    subject = subject_of(decision.action)
    if kind == CLAIM:
        return reason_of_claim(view, decision, subject)
    if kind == DRAW_ROW or kind == TAKE_CARD:
        return reason_of_card(view, decision, i64(view.row[subject]))
    if kind == DRAW_DECK:
        return reason_of_deck(view, actions, decision)
    if kind == KEEP:
        kept = [board.ticket_names[i64(view.offered[i])] for i in range(len(view.offered)) if subject >> i & 1]
        return KEEPING, {"tickets": kept}
    if kind == DRAW_TICKETS:
        on_track = all_on_track(view, decision)
        return MORE_TICKETS if on_track else OTHER_TICKETS, {"trains": int(view.players[view.seat].trains)}
    if kind == STATION:
        rescued = tickets_by_station(view, decision, subject)
        return (BORROWING, {"city": board.city_names[subject], "tickets": rescued}) if rescued else (NOTHING_ELSE, {})
    if kind == PORT:
        return BUILDING_PORT, {"city": board.city_names[subject], "tickets": naming(view, decision, subject)}
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
    if kind == BUY or kind == RETURN or kind == TAKE_BOND:
        return reason_of_power(view, decision.action)
    return NOTHING_ELSE, {}


def reason_of_power(view: View, action: i64) -> tuple[str, dict[str, object]]:
    """The reason for the use of a power: the same that made `power_to_use` choose it."""
    board = view.board
    kind = kind_of(action)
    row = power_row(view, action)
    if kind == BUY:
        return BUYING, {"route": board.route_names[route_lacking_one(view)]}
    if kind == RETURN:
        return RETURNING, {"tickets": [board.ticket_names[subject_of(action)]]}
    return TAKING_BOND, {"money": int(row.amount - row.later) if row is not None else 0}


# Claims and stations


def reason_of_claim(view: View, decision: Decision, route: i64) -> tuple[str, dict[str, object]]:
    """The reason for a claim: tickets, a block, the end of the game, or what it pays itself."""
    board = view.board
    params: dict[str, object] = {"route": board.route_names[route]}
    tickets = served(view, decision, route)
    if len(tickets) > 0:
        return TOWARD_TICKETS, {"tickets": tickets, **params}
    if decision.blocked == route and decision.harmed != NOTHING:
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


def served(view: View, decision: Decision, route: i64) -> list[str]:
    """The tickets that a claim helps: their planned way uses the route or a twin, or the claim completes them."""
    board = view.board
    lanes = lanes_of(board, route)
    is_planned = any(each in lanes for each in decision.planned)
    label = joined_cities(board, view.owner, view.seat)
    after = joined_cities(board, owned_with(view, [int(route)]), view.seat)
    found: list[str] = []
    for ticket in view.tickets:
        if completes(board, label, ticket):
            continue
        if completes(board, after, ticket) or (is_planned and route in planned_way(view, decision, i64(ticket), route)):
            found.append(board.ticket_names[i64(ticket)])
    return found


def planned_way(view: View, decision: Decision, ticket: i64, route: i64) -> list[int]:
    """The routes to claim for a ticket on the shortest way over own and planned routes, by this lane of its route."""
    board = view.board
    ways = Ways(board)
    for each in range(board.routes):
        ways.price[each] = 0 if i64(view.owner[each]) == view.seat else CLOSED
    lanes = lanes_of(board, route)
    for each in decision.planned + decision.borrowed:
        if each not in lanes and ways.price[each] > 0:
            ways.price[each] = i64(board.length[each])
    ways.price[route] = i64(board.length[route])
    way = Way()
    add_ticket_way(way, ways, ticket)
    return [int(each) for each in way.routes]


def owned_with(view: View, more: list[int]) -> vec[u8]:
    """The owners as if the viewer had these routes too."""
    owner = view.owner[:]
    for route in more:
        owner[route] = u8(view.seat)
    return owner


def all_on_track(view: View, decision: Decision) -> bool:
    """Whether own and planned routes complete every ticket of the seat."""
    board = view.board
    label = joined_cities(board, owned_with(view, decision.planned + decision.borrowed), view.seat)
    return all(completes(board, label, ticket) for ticket in view.tickets)


def tickets_by_station(view: View, decision: Decision, city: i64) -> list[str]:
    """The tickets that own and planned routes complete only with a route that a station in a city borrows (E9)."""
    board = view.board
    label = joined_cities(board, owned_with(view, decision.planned), view.seat)
    found: list[str] = []
    for i in range(i64(board.at_city_start[city]), i64(board.at_city_start[city + 1])):
        route = int(board.at_city[i])
        if view.owner[route] == NOBODY or i64(view.owner[route]) == view.seat:
            continue
        after = joined_cities(board, owned_with(view, [*decision.planned, route]), view.seat)
        for ticket in view.tickets:
            name = board.ticket_names[i64(ticket)]
            if completes(board, after, ticket) and not completes(board, label, ticket) and name not in found:
                found.append(name)
    return found


def naming(view: View, decision: Decision, city: i64) -> list[str]:
    """The tickets that name a city and that own and planned routes complete: they add to a port there (W11)."""
    board = view.board
    label = joined_cities(board, owned_with(view, decision.planned), view.seat)
    found: list[str] = []
    for ticket in view.tickets:
        number = i64(ticket)
        cities = board.ticket_cities[i64(board.ticket_start[number]) : i64(board.ticket_start[number + 1])]
        if any(i64(each) == city for each in cities) and completes(board, label, ticket):
            found.append(board.ticket_names[number])
    return found


def lanes_of(board: Board, route: i64) -> list[int]:
    """A route and its twins."""
    found = [int(route)]
    lane = i64(board.twin[route])
    while lane != route:
        found.append(int(lane))
        lane = i64(board.twin[lane])
    return found


# Cards


def reason_of_card(view: View, decision: Decision, card: i64) -> tuple[str, dict[str, object]]:
    """The reason for a face-up card: a wanted route that lacks it, a reserve, several routes together, or a port."""
    board = view.board
    name = board.card_names[card]
    state = sample(view, bytes(32))
    route = route_lacking(view, state, decision, card)
    if route != NOTHING:
        return COLLECTING, {"colour": name, "route": board.route_names[route]}
    together = wanted_with(view, decision, card)
    for each in together:
        if is_reserve(state, view.seat, each, card):
            return COLLECTING_RESERVE, {"colour": name, "route": board.route_names[each]}
    for number in range(2, MOST_TOGETHER + 1):
        if len(together) >= number and is_short_of(view, together[:number]):
            return COLLECTING_TOGETHER, {
                "colour": name,
                "routes": [board.route_names[each] for each in together[:number]],
            }
    if is_for_port(view, decision, card):
        return COLLECTING_PORT, {"colour": name}
    return COLLECTING_SPARE, {"colour": name}


def reason_of_deck(view: View, actions: ActionList, decision: Decision) -> tuple[str, dict[str, object]]:
    """The reason for a blind card: no face-up card is missing for a wanted route, or a blind one promises more."""
    state = sample(view, bytes(32))
    for i in range(actions.size):
        if kind_of(actions.codes[i]) != DRAW_ROW:
            continue
        if route_lacking(view, state, decision, i64(view.row[subject_of(actions.codes[i])])) != NOTHING:
            return COLLECTING_BLIND, {}
    return COLLECTING_ANY, {}


def route_lacking(view: View, state: State, decision: Decision, card: i64) -> i64:
    """The lane of a wanted route that lacks this card and otherwise the fewest; NOTHING if there is none."""
    best: i64 = NOTHING
    fewest: i64 = CLOSED
    for route in open_lanes(view, decision):
        lacking = spaces_lacking(state, view.seat, route)
        if 0 < lacking < fewest and lacking_with(state, view.seat, route, card) < lacking:
            best = route
            fewest = lacking
    return best


def lacking_with(state: State, seat: i64, route: i64, card: i64) -> i64:
    """How many spaces a route would lack with this card in hand, or with two of it if each space takes two (W7)."""
    hand = state.players[seat].hand
    number = u8(2) if state.board.pair[route] else u8(1)
    hand[card] += number
    found = spaces_lacking(state, seat, route)
    hand[card] -= number
    return found


def is_reserve(state: State, seat: i64, route: i64, card: i64) -> bool:
    """Whether the hand pays a tunnel but not all that it may ask for, and this card would pay a part of that (E4)."""
    board = state.board
    payer = board.payer[route].chapter
    covered = payer.spaces_covered(state, seat, route)
    beyond = covered - i64(board.length[route])
    if not board.tunnel[route] or not 0 <= beyond < board.numbers.tunnel_cards:
        return False
    hand = state.players[seat].hand
    hand[card] += u8(1)
    more = payer.spaces_covered(state, seat, route)
    hand[card] -= u8(1)
    return more > covered


def open_lanes(view: View, decision: Decision) -> list[int]:
    """The lanes of the wanted routes that the seat may claim."""
    board = view.board
    return [lane for route in decision.wanted for lane in lanes_of(board, route) if view.is_open(lane)]


def wanted_with(view: View, decision: Decision, card: i64) -> list[int]:
    """For each wanted route that this card can pay, one lane."""
    found: list[int] = []
    for route in decision.wanted:
        for lane in lanes_of(view.board, route):
            if view.is_open(lane) and suits(view.board, card, lane):
                found.append(lane)
                break
    return found


def is_short_of(view: View, routes: list[int]) -> bool:
    """Whether the hand certainly cannot pay all these routes: they have more spaces than it has cards for any."""
    board = view.board
    if board.numbers.ships > 0:
        return False
    spaces = sum([int(board.length[route]) for route in routes])
    cards = [each for each in range(board.cards) if any(suits(board, each, route) for route in routes)]
    return spaces > sum([int(view.hand[each]) for each in cards])


def suits(board: Board, card: i64, route: i64) -> bool:
    """Whether a card can pay for a route: by its colour, beside locomotive symbols (E3), and by its kind (W1)."""
    if card == board.wild:
        return True
    if board.locomotives[route] == board.length[route]:
        return False
    if board.numbers.ships > 0 and (card >= board.ship) != bool(board.sea[route]):
        return False
    return board.colour[route] == GRAY or i64(board.colour[route]) == card % board.colours


def is_for_port(view: View, decision: Decision, card: i64) -> bool:
    """Whether a planned port takes this card and the hand has too few of it (W10)."""
    board = view.board
    if decision.port_colour == NOTHING or card == board.wild:
        return False
    numbers = board.numbers
    held = i64(view.hand[card])
    if card == board.anchor_train + decision.port_colour:
        return held < numbers.port_trains
    return card == board.ship + decision.port_colour and held < numbers.port_ships

"""Plans on boards with ships: one network of rails and ship routes for all tickets, and the ports to build."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from trunkline.bots.gains import Gains
from trunkline.bots.ship_weights import ShipWeights
from trunkline.bots.weights import POINT
from trunkline.rules.board import GRAY, Board
from trunkline.rules.pieces import SPLITTING, box_ships, box_trains
from trunkline.rules.ports import ports_of
from trunkline.rules.state import NOBODY, OPENING
from trunkline.rules.view import View
from trunkline.rules.ways import CLOSED, Ways

MOST_ROUTES: Final = 64
MOST_TICKETS: Final = 32
WORST: Final = -(1 << 40)
BEST_ROUTES: Final = 12


@final
class ShipPlan:
    """The routes to claim, the tickets that they complete, and the cities for ports."""

    def __init__(self, board: Board) -> None:
        self.routes = vec[i16]([0] * MOST_ROUTES)
        self.size: i64 = 0
        self.trains: i64 = 0
        self.ships: i64 = 0
        """Spaces of the routes, rail and sea."""
        self.halves: i64 = 0
        """Half turns for cards, claims and ports, in sixteenths."""
        self.worth: i64 = 0
        self.named = vec[i64]([0] * board.cities)
        """By city: the number of completed tickets that name it."""
        self.ports = vec[i64]([0, 0, 0, 0])
        self.port_count: i64 = 0

    def copy_from(self, other: ShipPlan) -> None:
        for i in range(other.size):
            self.routes[i] = other.routes[i]
        self.size = other.size
        self.trains = other.trains
        self.ships = other.ships
        self.halves = other.halves
        self.worth = other.worth
        for city in range(len(self.named)):
            self.named[city] = other.named[city]
        for i in range(4):
            self.ports[i] = other.ports[i]
        self.port_count = other.port_count


@final
class ShipPlanMaker:
    """Prices all routes for one seat, and makes plans from them."""

    def __init__(self, board: Board, weights: ShipWeights) -> None:
        self.board: Final = board
        self.weights: Final = weights
        self.gains: Final = Gains(board)
        self.ways: Final = Ways(board)
        self.halves = vec[i64]([0] * board.routes)
        """By route: its half turns, in sixteenths."""
        self.base = vec[i64]([0] * board.routes)
        """By route: its price for the path search, at least 1."""
        self.true_price = vec[i64]([0] * board.routes)
        """By route: the cost of its turns minus its gain; may be negative."""
        self.trains_left: i64 = 0
        self.ships_left: i64 = 0
        self.own_trains: i64 = 0
        self.own_ships: i64 = 0
        self.pieces_left: i64 = 0
        self.turns: i64 = 0
        self.trial: Final = ShipPlan(board)
        self.turn: Final[i64] = best_turns(board, weights, self.gains) * weights.turn // 16
        """The value of a turn, in sixteenths of a point."""

    def price_routes(self, view: View, before: ShipPlan) -> None:
        """Update prices, pieces and time. Routes of the previous plan get a discount."""
        board = self.board
        weights = self.weights
        own = view.players[view.seat]
        opening = view.phase == OPENING or view.phase == SPLITTING
        self.trains_left = own.trains + box_trains(view, view.seat)
        self.ships_left = own.ships + box_ships(view, view.seat)
        self.own_trains = self.trains_left if opening else own.trains
        self.own_ships = self.ships_left if opening else own.ships
        self.pieces_left = board.numbers.pieces if opening else own.trains + own.ships
        self.turns = own_turns(view, weights)
        wilds = i64(view.hand[board.wild])
        gain = self.gains.by_route
        for route in range(board.routes):
            if i64(view.owner[route]) == view.seat:
                self.base[route] = 0
                self.true_price[route] = 0
                self.halves[route] = 0
                continue
            if not view.is_open(route):
                self.base[route] = CLOSED
                continue
            length = i64(board.length[route])
            held = fitting(view, route) * weights.hand_share + wilds * 4
            spaces = 16 * length * (2 if board.pair[route] else 1) - held
            if spaces < 0:
                spaces = 0
            if board.sea[route]:
                spaces = spaces * weights.ship_cards // 16
            self.halves[route] = 32 + spaces * weights.card // 16
            price = self.turn * self.halves[route] // 32 - gain[route] + weights.risk
            price += length * weights.piece
            self.true_price[route] = price
            self.base[route] = price if price > 0 else 1
        for i in range(before.size):
            route = i64(before.routes[i])
            if 0 < self.base[route] < CLOSED:
                price = self.true_price[route] - weights.planned
                self.true_price[route] = price
                self.base[route] = price if price > 0 else 1

    def begin(self, plan: ShipPlan) -> None:
        """Start an empty plan."""
        plan.size = 0
        plan.trains = 0
        plan.ships = 0
        plan.halves = 0
        plan.worth = 0
        plan.port_count = 0
        for city in range(self.board.cities):
            plan.named[city] = 0
        for route in range(self.board.routes):
            self.ways.price[route] = self.base[route]

    def add(self, plan: ShipPlan, ticket: i64) -> None:
        """Add the cheapest paths for a ticket, if it pays."""
        board = self.board
        first = i64(board.ticket_start[ticket])
        end = i64(board.ticket_start[ticket + 1]) - 1
        size = plan.size
        trains = plan.trains
        ships = plan.ships
        halves = plan.halves
        price: i64 = 0
        done = True
        for i in range(first, end):
            start = i64(board.ticket_cities[i])
            goal = i64(board.ticket_cities[i + 1])
            if self.ways.search(start, goal) >= CLOSED:
                done = False
                break
            price += self.add_leg(plan, start, goal)
        gain = POINT * (i64(board.ticket_points[ticket]) + i64(board.ticket_penalty[ticket]))
        if done:
            done = self.has_pieces(plan) and price * self.weights.accept // 16 <= gain + self.port_value(plan, ticket)
            # A ticket for which there is no time must not delay the others.
            if plan.halves // 32 > self.turns + self.weights.slack and plan.halves > halves:
                done = False
        if not done:
            for i in range(size, plan.size):
                route = i64(plan.routes[i])
                self.ways.price[route] = self.base[route]
            plan.size = size
            plan.trains = trains
            plan.ships = ships
            plan.halves = halves
            return
        plan.worth += gain - price
        for i in range(first, end + 1):
            plan.named[i64(board.ticket_cities[i])] += 1

    def add_leg(self, plan: ShipPlan, start: i64, goal: i64) -> i64:
        """Add the path that the last search found to the plan; return its price."""
        board = self.board
        price: i64 = 0
        city = goal
        while city != start:
            route = i64(self.ways.arrival[city])
            if self.ways.price[route] > 0 and plan.size < MOST_ROUTES:
                self.ways.price[route] = 0
                plan.routes[plan.size] = i16(route)
                plan.size += 1
                price += self.true_price[route]
                plan.halves += self.halves[route]
                if board.sea[route]:
                    plan.ships += i64(board.length[route])
                else:
                    plan.trains += i64(board.length[route])
            city = board.other_end(route, city)
        return price

    def has_pieces(self, plan: ShipPlan) -> bool:
        if plan.trains > self.trains_left or plan.ships > self.ships_left:
            return False
        return plan.trains + plan.ships <= self.pieces_left

    def port_value(self, plan: ShipPlan, ticket: i64) -> i64:
        """The value of the ports that a ticket may improve."""
        board = self.board
        found: i64 = 0
        for i in range(i64(board.ticket_start[ticket]), i64(board.ticket_start[ticket + 1])):
            city = i64(board.ticket_cities[i])
            if board.is_port[city] and plan.named[city] < 3:
                found += self.weights.port_ticket
        return found

    def finish(self, view: View, plan: ShipPlan) -> None:
        """Choose the cities for ports, and subtract the costs of exchanges and of late turns."""
        board = self.board
        numbers = board.numbers
        weights = self.weights
        ports = ports_of(view)
        taken = vec[i64]([0] * board.cities)
        for city in range(board.cities):
            if i64(ports.owner[city]) == view.seat:
                plan.worth += POINT * port_points(board, plan.named[city])
        while plan.port_count < ports.left[view.seat]:
            best: i64 = -1
            most: i64 = 0
            for city in range(board.cities):
                if board.is_port[city] and ports.owner[city] == NOBODY and not taken[city] and plan.named[city] > most:
                    most = plan.named[city]
                    best = city
            if best < 0:
                break
            halves = weights.port_turns * 16 - best_set(view) * 12 // (1 + plan.port_count)
            gain = POINT * (port_points(board, most) + numbers.unbuilt_port) - self.turn * halves // 32
            if gain <= 0:
                break
            taken[best] = 1
            plan.ports[plan.port_count] = best
            plan.port_count += 1
            plan.worth += gain
            plan.halves += halves
        swapped: i64 = 0
        if plan.trains > self.own_trains:
            swapped += plan.trains - self.own_trains
        if plan.ships > self.own_ships:
            swapped += plan.ships - self.own_ships
        if swapped > 0:
            plan.worth -= POINT * numbers.exchange_cost * swapped + self.turn
        late = plan.halves // 32 - self.turns
        if late > 0:
            plan.worth -= late * weights.late

    def make(self, view: View, tickets: vec[i16], plan: ShipPlan, orders: i64) -> None:
        """Make the best plan for tickets, from several orders. Call `price_routes` before."""
        board = self.board
        trial = self.trial
        plan.worth = WORST
        count: i64 = len(tickets)
        order = vec[i16]([0] * count)
        for number in range(orders):
            for i in range(count):
                order[i] = tickets[i]
            arrange(board, order, count, number)
            self.begin(trial)
            for i in range(count):
                # Penalties are counted first, so that plans for different tickets can be compared.
                trial.worth -= POINT * i64(board.ticket_penalty[i64(order[i])])
                self.add(trial, i64(order[i]))
            self.finish(view, trial)
            if trial.worth > plan.worth:
                plan.copy_from(trial)


def best_turns(board: Board, weights: ShipWeights, gains: Gains) -> i64:
    """What a turn earns on the best routes of the board, including turns for cards, in sixteenths of a point."""
    worths: list[int] = []
    for route in range(board.routes):
        cards = i64(board.length[route]) * weights.card * (2 if board.pair[route] else 1)
        if board.sea[route]:
            cards = cards * weights.ship_cards // 16
        worths.append(int(gains.by_route[route] * 32 // (32 + cards)))
    worths.sort(reverse=True)
    return sum(worths[:BEST_ROUTES]) // BEST_ROUTES


def arrange(board: Board, order: vec[i16], count: i64, number: i64) -> None:
    """Sort the tickets for an attempt: by points descending, then ascending, then with another ticket first."""
    for i in range(1, count):
        j = i
        while j > 0:
            a = i64(board.ticket_points[i64(order[j - 1])])
            b = i64(board.ticket_points[i64(order[j])])
            if (a >= b) if number != 1 else (a <= b):
                break
            kept = order[j]
            order[j] = order[j - 1]
            order[j - 1] = kept
            j -= 1
    if number >= 2 and count > 1:
        first = (number - 1) % count
        kept = order[first]
        for i in range(first, 0, -1):
            order[i] = order[i - 1]
        order[0] = kept


def fitting(view: View, route: i64) -> i64:
    """Spaces of a route that the hand covers, in its colour or the best one; cards for a pair route."""
    board = view.board
    most: i64 = 0
    for colour in range(board.colours):
        if board.colour[route] == GRAY or i64(board.colour[route]) == colour:
            if board.sea[route]:
                held = i64(view.hand[board.ship + colour]) + 2 * i64(view.hand[board.double_ship + colour])
            else:
                held = i64(view.hand[colour]) + i64(view.hand[board.anchor_train + colour])
            if board.pair[route]:
                most += held
            elif held > most:
                most = held
    length = i64(board.length[route]) * (2 if board.pair[route] else 1)
    return most if most < length else length


def best_set(view: View) -> i64:
    """Cards in hand for a port: of the best colour, and locomotives."""
    board = view.board
    numbers = board.numbers
    most: i64 = 0
    for colour in range(board.colours):
        trains = min(i64(view.hand[board.anchor_train + colour]), numbers.port_trains)
        ships = min(i64(view.hand[board.ship + colour]), numbers.port_ships)
        if trains + ships > most:
            most = trains + ships
    most += i64(view.hand[board.wild])
    return most if most < numbers.port_price else numbers.port_price


def port_points(board: Board, named: i64) -> i64:
    """The points of a port that `named` completed tickets name (W11)."""
    if named == 0:
        return 0
    return i64(board.port_points[min(named, len(board.port_points)) - 1])


def own_turns(view: View, weights: ShipWeights) -> i64:
    """The turns left for the seat, including this one: exact in the last rounds, before that estimated."""
    players: i64 = len(view.players)
    if view.turns_left >= 0:
        return (view.turns_left + players - 1) // players
    fewest: i64 = 1 << 20
    end_at = view.board.numbers.end_at
    for player in view.players:
        pieces = player.trains + player.ships
        if view.phase == OPENING or view.phase == SPLITTING:
            pieces = view.board.numbers.pieces
        turns = (pieces - end_at) * weights.pace // 16 - (player.hand_size - 8) // 4
        if turns < 1:
            turns = 1
        if turns < fewest:
            fewest = turns
    return fewest + view.board.numbers.last_turns

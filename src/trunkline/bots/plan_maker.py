"""Makes plans: prices of all routes for a seat, shortest paths between cities, and one plan for all tickets."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from trunkline.bots.chance import Chance
from trunkline.bots.observation import Observation
from trunkline.bots.weights import Weights, card_value
from trunkline.rules.board import GRAY, Board
from trunkline.rules.connections import Connection
from trunkline.rules.state import NOBODY
from trunkline.rules.ways import CLOSED

LEAST: Final = 4
"""The lowest price of an open route: a price of 0 marks the seat's own routes."""
LINK_SHARE: Final = 12
"""Share, in sixteenths, that counts of what a module would pay for a connection: others may be first."""
MOST_TICKETS: Final = 64
"""The maximum number of tickets in a plan; nobody holds more."""


@final
class Plan:
    """The routes that a seat intends to claim for its tickets, and those of opponents that it intends to borrow."""

    def __init__(self, board: Board) -> None:
        self.routes = vec[i16]([0] * board.routes)
        self.size: i64 = 0
        self.borrowed = vec[i16]([0] * board.routes)
        self.borrowed_size: i64 = 0
        self.trains: i64 = 0
        """Spaces of the routes to claim."""
        self.stations: i64 = 0
        """Stations that it needs."""
        self.ticket_points: i64 = 0
        """Points of the tickets that it completes, minus those of the tickets that it gives up."""
        self.links: i64 = 0
        """What modules pay for the connections that it makes, in sixteenths."""
        self.turns: i64 = 0
        """Turns that it takes with the cards now in hand, in sixteenths."""
        self.worth: i64 = -CLOSED
        """Its value: points minus the value of its turns and stations, in sixteenths."""

    def clear(self) -> None:
        self.size = 0
        self.borrowed_size = 0
        self.trains = 0
        self.stations = 0
        self.ticket_points = 0
        self.links = 0
        self.turns = 0
        self.worth = 0

    def copy_from(self, other: Plan) -> None:
        """Copy another plan into this one."""
        for i in range(other.size):
            self.routes[i] = other.routes[i]
        for i in range(other.borrowed_size):
            self.borrowed[i] = other.borrowed[i]
        self.size = other.size
        self.borrowed_size = other.borrowed_size
        self.trains = other.trains
        self.stations = other.stations
        self.ticket_points = other.ticket_points
        self.links = other.links
        self.turns = other.turns
        self.worth = other.worth


@final
class PlanMaker:
    """Prices all routes for one seat, and makes plans: shortest paths for the tickets, one after the other."""

    def __init__(self, board: Board, weights: Weights) -> None:
        self.board: Final = board
        self.weights: Final = weights
        self.base = vec[i64]([0] * board.routes)
        """By route: 0 for the seat's own, turns minus points for open ones, a station for those of opponents."""
        self.price = vec[i64]([0] * board.routes)
        """The same, with planned routes at 0."""
        self.spaces = vec[i64]([0] * board.routes)
        """The same, but open routes at their length: for the path with the fewest trains."""
        self.distance = vec[i64]([0] * board.cities)
        self.arrival = vec[i16]([0] * board.cities)
        """By city: the last route of the shortest path to it."""
        self.waiting = board.no_cities[:]
        self.queue = vec[i16]([0] * (board.cities + 1))
        self.trial = Plan(board)
        self.left = vec[i64]([0] * board.cards)
        self.lacking = vec[i64]([0] * board.cards)
        """While a plan is evaluated, by card: those in hand that it does not use, and those that it lacks."""
        self.most: i64 = 0
        """The largest number of cards of one colour in hand."""
        self.order = vec[i64]([0] * MOST_TICKETS)
        self.chance = Chance(1)

    # Prices

    def price_routes(self, observation: Observation, points_share: i64 = -1) -> None:
        """Price every route for the seat. `points_share`: the share of its points to subtract, in sixteenths."""
        board = self.board
        base = self.base
        owner = observation.owner
        seat = observation.seat
        if points_share < 0:
            points_share = self.weights.points_share
        self.most = 0
        for card in range(board.wild):
            if i64(observation.hand[card]) > self.most:
                self.most = i64(observation.hand[card])
        closed = observation.closed
        for route in range(board.routes):
            holder = i64(owner[route])
            if holder == seat:
                base[route] = 0
            elif holder != NOBODY:
                base[route] = self.borrowing_price(observation, route)
            elif closed[route] & observation.me:
                base[route] = CLOSED
            else:
                base[route] = self.claiming_price(observation, route, points_share)

    def claiming_price(self, observation: Observation, route: i64, points_share: i64) -> i64:
        """The price of an open route: the turns for its claim and its cards, minus a share of its points."""
        board = self.board
        weights = self.weights
        length = i64(board.length[route])
        colour = i64(board.colour[route])
        fitting = self.most if colour == GRAY else i64(observation.hand[colour])
        if fitting > length:
            fitting = length
        price = (
            weights.turn
            + weights.turn * (16 * length - weights.hand_share * fitting) // 32
            - (points_share * observation.gain[route] >> 4)
            + weights.symbol * i64(board.locomotives[route])
            + weights.tunnel * i64(board.tunnel[route])
            + weights.risk
        )
        if length > 3:
            price -= weights.long_route * (length - 3)
        else:
            price += weights.short_route * (4 - length)
        if price < LEAST:
            price = LEAST
        return price

    def borrowing_price(self, observation: Observation, route: i64) -> i64:
        """The price of borrowing an opponent's route: nearly nothing beside an own station (E9)."""
        if len(observation.station) == 0:
            return CLOSED
        if observation.station_beside(route):
            return 1
        if observation.stations > 0 and observation.station_site(route) >= 0:
            return self.weights.station
        return CLOSED

    def search(self, start: i64, goal: i64, price: vec[i64]) -> i64:
        """The price of the shortest path between two cities; CLOSED if there is none.

        A label-correcting search with a queue: a city is visited again when a cheaper path to it is found. On small
        boards this is faster than Dijkstra's algorithm, and a planner searches hundreds of times for a move. It finds
        the same prices as `Ways.search`, but may choose another of several equally cheap paths.
        """
        board = self.board
        distance = self.distance
        waiting = self.waiting
        queue = self.queue
        arrival = self.arrival
        starts = board.at_city_start
        at_city = board.at_city
        ends_a = board.route_a
        ends_b = board.route_b
        cities = board.cities
        for city in range(cities):
            distance[city] = CLOSED
        distance[start] = 0
        queue[0] = i16(start)
        head: i64 = 0
        tail: i64 = 1
        while head != tail:
            here = i64(queue[head])
            head += 1
            if head > cities:
                head = 0
            waiting[here] = 0
            nearest = distance[here]
            if nearest >= distance[goal]:
                continue
            for i in range(i64(starts[here]), i64(starts[here + 1])):
                route = i64(at_city[i])
                further = nearest + price[route]
                there = i64(ends_a[route])
                if there == here:
                    there = i64(ends_b[route])
                if further < distance[there]:
                    distance[there] = further
                    arrival[there] = i16(route)
                    if not waiting[there] and there != goal:
                        waiting[there] = 1
                        queue[tail] = i16(there)
                        tail += 1
                        if tail > cities:
                            tail = 0
        return distance[goal]

    # Plans

    def begin(self, plan: Plan) -> None:
        """Start an empty plan."""
        plan.clear()
        price = self.price
        base = self.base
        for route in range(self.board.routes):
            price[route] = base[route]

    def price_of(self, observation: Observation, plan: Plan, ticket: i64) -> i64:
        """The price of a ticket in addition to the plan, with its path in `arrival`; CLOSED if it is impossible."""
        board = self.board
        start = i64(board.ticket_a[ticket])
        goal = i64(board.ticket_b[ticket])
        price = self.search(start, goal, self.price)
        if price == 0 or price >= CLOSED or self.has_pieces(observation, plan, start, goal):
            return price
        # There are too few trains for the cheapest path; perhaps not for the shortest one.
        self.count_spaces(observation)
        if self.search(start, goal, self.spaces) < CLOSED and self.has_pieces(observation, plan, start, goal):
            return self.price_of_path(start, goal)
        return CLOSED

    def count_spaces(self, observation: Observation) -> None:
        lengths = self.board.length
        price = self.price
        spaces = self.spaces
        for route in range(self.board.routes):
            if price[route] > 0 and price[route] < CLOSED and observation.owner[route] == NOBODY:
                spaces[route] = i64(lengths[route])
            else:
                spaces[route] = price[route]

    def price_of_path(self, start: i64, goal: i64) -> i64:
        """The price of the path that the last search found."""
        found: i64 = 0
        city = goal
        while city != start:
            route = i64(self.arrival[city])
            found += self.price[route]
            city = self.board.other_end(route, city)
        return found

    def has_pieces(self, observation: Observation, plan: Plan, start: i64, goal: i64) -> bool:
        """Whether there are enough trains and stations for the path just found, in addition to the plan."""
        board = self.board
        price = self.price
        trains = observation.trains[observation.seat] - plan.trains
        stations = observation.stations - plan.stations
        city = goal
        while city != start:
            route = i64(self.arrival[city])
            if price[route] > 0:
                if observation.owner[route] == NOBODY:
                    trains -= i64(board.length[route])
                elif price[route] > 1:
                    stations -= 1
            city = board.other_end(route, city)
        return trains >= 0 and stations >= 0

    def add(self, observation: Observation, plan: Plan, ticket: i64) -> None:
        """Add the cheapest path for a ticket if it is worth it. Planned routes are free for the next ticket."""
        board = self.board
        points = i64(board.ticket_points[ticket])
        cost = self.price_of(observation, plan, ticket)
        if cost > 2 * observation.unit * points:
            plan.ticket_points -= points
            return
        plan.ticket_points += points
        if cost > 0:
            self.add_path(observation, plan, i64(board.ticket_a[ticket]), i64(board.ticket_b[ticket]))

    def add_path(self, observation: Observation, plan: Plan, start: i64, goal: i64) -> None:
        """Add the path that the last search found to the plan."""
        board = self.board
        price = self.price
        city = goal
        while city != start:
            route = i64(self.arrival[city])
            if price[route] > 0:
                if observation.owner[route] == NOBODY:
                    plan.routes[plan.size] = i16(route)
                    plan.size += 1
                    plan.trains += i64(board.length[route])
                else:
                    plan.borrowed[plan.borrowed_size] = i16(route)
                    plan.borrowed_size += 1
                    if price[route] > 1:
                        plan.stations += 1
                price[route] = 0
            city = board.other_end(route, city)

    def add_link(self, observation: Observation, plan: Plan, link: Connection) -> None:
        """Add the path for a connection that a module pays for, if it is worth it."""
        board = self.board
        unit = observation.unit * (16 if link.is_own else LINK_SHARE)
        self.reach(link, unit * link.highest >> 4)
        goal: i64 = -1
        best: i64 = 0
        for city in range(board.cities):
            if link.dollars[city]:
                worth = (unit * i64(link.dollars[city]) >> 4) - self.distance[city]
                if worth > best:
                    best = worth
                    goal = city
        if goal < 0 or self.distance[goal] == 0:
            return
        start = goal
        claims: i64 = 0
        while not link.start[start]:
            route = i64(self.arrival[start])
            if self.price[route] > 0:
                claims += 1
            start = board.other_end(route, start)
        if self.has_pieces(observation, plan, start, goal):
            self.add_path(observation, plan, start, goal)
            # A single route has the payment in its gain.
            if claims > 1:
                plan.links += unit * i64(link.dollars[goal]) >> 4

    def reach(self, link: Connection, most: i64) -> None:
        """Search from all cities where a connection may begin, as far as `most`: the same search as above."""
        board = self.board
        distance = self.distance
        waiting = self.waiting
        queue = self.queue
        price = self.price
        tail: i64 = 0
        for city in range(board.cities):
            distance[city] = CLOSED
            if link.start[city]:
                distance[city] = 0
                waiting[city] = 1
                queue[tail] = i16(city)
                tail += 1
        head: i64 = 0
        while head != tail:
            here = i64(queue[head])
            head += 1
            if head > board.cities:
                head = 0
            waiting[here] = 0
            for i in range(i64(board.at_city_start[here]), i64(board.at_city_start[here + 1])):
                route = i64(board.at_city[i])
                further = distance[here] + price[route]
                there = board.other_end(route, here)
                if further < most and further < distance[there]:
                    distance[there] = further
                    self.arrival[there] = i16(route)
                    if not waiting[there]:
                        waiting[there] = 1
                        queue[tail] = i16(there)
                        tail += 1
                        if tail > board.cities:
                            tail = 0

    def make(self, observation: Observation, tickets: vec[i16], plan: Plan) -> None:
        """Make the best plan for these tickets, from several orders and several shares of the points of routes.

        Afterwards `price` fits the plan that was made, so that more tickets can be priced in addition to it.
        """
        count = len(tickets)
        if count > MOST_TICKETS:
            count = MOST_TICKETS
        weights = self.weights
        self.price_routes(observation)
        self.by_points(tickets, count)
        self.make_in_order(observation, tickets, count, plan, -1)
        if weights.orders < 2 or plan.size == 0:
            return
        trial = self.trial
        for turn in range(1, weights.orders):
            self.price_routes(
                observation, weights.points_share + (weights.share_step if turn & 1 else -weights.share_step)
            )
            if turn > 1 and count > 1:
                self.shuffle(count)
            self.make_in_order(observation, tickets, count, trial, -1)
            if trial.worth > plan.worth:
                plan.copy_from(trial)
        self.price_routes(observation)
        if plan.turns > 16 * observation.own_turns():
            # There is too little time for the plan: try to give up one ticket.
            for i in range(count):
                self.make_in_order(observation, tickets, count, trial, i)
                if trial.worth > plan.worth:
                    plan.copy_from(trial)
        self.price_as_planned(plan)

    def make_in_order(self, observation: Observation, tickets: vec[i16], count: i64, plan: Plan, without: i64) -> None:
        """Make a plan in the current order of the tickets, except the one at `without`, and evaluate it."""
        self.begin(plan)
        for i in range(count):
            ticket = i64(tickets[self.order[i]])
            if i == without:
                plan.ticket_points -= i64(self.board.ticket_points[ticket])
            else:
                self.add(observation, plan, ticket)
        for link in observation.gains.links:
            self.add_link(observation, plan, link)
        self.evaluate(observation, plan)

    def evaluate(self, observation: Observation, plan: Plan) -> None:
        """Evaluate a plan: assign the hand to its routes, and compute its turns and its value."""
        board = self.board
        weights = self.weights
        left = self.left
        lacking = self.lacking
        wild = board.wild
        for card in range(board.cards):
            left[card] = i64(observation.hand[card])
            lacking[card] = 0
        gain = observation.gain
        card_worth = card_value(weights)
        worth = observation.unit * plan.ticket_points + plan.links
        grays: i64 = 0
        symbols: i64 = 0
        tunnels: i64 = 0
        for i in range(plan.size):
            route = i64(plan.routes[i])
            tunnels += i64(board.tunnel[route])
            colour = i64(board.colour[route])
            if colour == GRAY:
                worth += gain[route]
                grays += 1
                continue
            length = i64(board.length[route])
            best_gain = gain[route]
            lane = i64(board.twin[route])
            while lane != route:
                other = i64(board.colour[lane])
                if other != GRAY and not observation.closed[lane] & observation.me:
                    more = gain[lane] - best_gain + card_worth * (min(left[other], length) - min(left[colour], length))
                    if more > 0 or (more == 0 and left[other] > left[colour]):
                        colour = other
                        best_gain = gain[lane]
                lane = i64(board.twin[lane])
            worth += best_gain
            self.take(colour, length)
        if grays > 0:
            for i in range(plan.size):
                route = i64(plan.routes[i])
                if board.colour[route] == GRAY:
                    best: i64 = 0
                    for card in range(wild):
                        if left[card] > left[best]:
                            best = card
                    symbols += i64(board.locomotives[route])
                    self.take(best, i64(board.length[route]) - i64(board.locomotives[route]))
        total: i64 = 0
        most: i64 = 0
        for card in range(wild):
            total += lacking[card]
            if lacking[card] > most:
                most = lacking[card]
        wilds = left[wild] - symbols
        if wilds < 0:
            total -= wilds
        else:
            total -= wilds
            most -= wilds
            if total < 0:
                total = 0
            if most < 0:
                most = 0
        plan.turns = (
            16 * plan.size
            + weights.card_turns * total
            + weights.colour_turns * most
            + 16 * plan.stations
            + (12 if observation.tunnel_reserve > 0 else 6) * tunnels
        )
        worth -= weights.turn * plan.turns // 16
        late = plan.turns - 16 * observation.own_turns()
        if late > 0:
            worth -= late * weights.late // 16
        plan.worth = worth - weights.station * plan.stations - weights.risk * plan.size

    def take(self, card: i64, number: i64) -> None:
        """Use cards of the hand for a route, and note how many are missing."""
        held = self.left[card]
        if held >= number:
            self.left[card] = held - number
        else:
            self.left[card] = 0
            self.lacking[card] += number - held

    def price_as_planned(self, plan: Plan) -> None:
        """Set the prices in addition to a plan: its routes are free."""
        price = self.price
        base = self.base
        for route in range(self.board.routes):
            price[route] = base[route]
        for i in range(plan.size):
            price[i64(plan.routes[i])] = 0
        for i in range(plan.borrowed_size):
            price[i64(plan.borrowed[i])] = 0

    def by_points(self, tickets: vec[i16], count: i64) -> None:
        """Sort the tickets by points, the most valuable first."""
        order = self.order
        points = self.board.ticket_points
        for i in range(count):
            worth = points[i64(tickets[i])]
            at = i
            while at > 0 and points[i64(tickets[order[at - 1]])] < worth:
                order[at] = order[at - 1]
                at -= 1
            order[at] = i

    def shuffle(self, count: i64) -> None:
        order = self.order
        i = count - 1
        while i > 0:
            j = self.chance.below(i + 1)
            other = order[i]
            order[i] = order[j]
            order[j] = other
            i -= 1

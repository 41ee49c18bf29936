"""The survey: what every route costs a seat, the cheapest ways between cities, and a plan for all tickets together."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from trunkline.bots.chance import Chance
from trunkline.bots.outlook import Outlook
from trunkline.bots.temper import POINT, Temper
from trunkline.rules.board import GRAY, Board
from trunkline.rules.state import NOBODY

CLOSED: Final = 1 << 20
"""The price of what cannot be had."""
LEAST: Final = 4
"""No open route costs less: what costs nothing is one's own."""
PACE: Final = 22
"""Half turns that a space takes, in sixteenths: of the cards drawn not all fit."""
MOST_TICKETS: Final = 64
"""Tickets a plan looks at; nobody holds more."""


@final
class Plan:
    """The routes that a seat means to claim for its tickets, and those of others that it means to borrow."""

    def __init__(self, board: Board) -> None:
        self.routes = vec[i16]([0] * board.routes)
        self.size: i64 = 0
        self.borrowed = vec[i16]([0] * board.routes)
        self.borrowed_size: i64 = 0
        self.trains: i64 = 0
        """Spaces of the routes to claim."""
        self.stations: i64 = 0
        """Stations that it needs."""
        self.worth: i64 = -CLOSED
        """Points of the tickets less those given up and less the price of the routes, in sixteenths."""
        self.given_up: i64 = 0
        """Tickets that it leaves undone."""
        self.half_turns: i64 = 0
        """What it takes in half turns, cards in hand not counted: two for each claim, and the cards (PACE)."""

    def clear(self) -> None:
        self.size = 0
        self.borrowed_size = 0
        self.trains = 0
        self.stations = 0
        self.worth = 0
        self.given_up = 0
        self.half_turns = 0

    def take_from(self, other: Plan) -> None:
        """Become a copy of another plan."""
        for i in range(other.size):
            self.routes[i] = other.routes[i]
        for i in range(other.borrowed_size):
            self.borrowed[i] = other.borrowed[i]
        self.size = other.size
        self.borrowed_size = other.borrowed_size
        self.trains = other.trains
        self.stations = other.stations
        self.worth = other.worth
        self.given_up = other.given_up
        self.half_turns = other.half_turns


@final
class Survey:
    """The prices of all routes to one seat, and the plans made from them (Dijkstra's paths, laid one over another)."""

    def __init__(self, board: Board, temper: Temper) -> None:
        self.board: Final = board
        self.temper: Final = temper
        self.base = vec[i64]([0] * board.routes)
        """What each route costs the seat: its own nothing, open ones turns less points, those of others a station."""
        self.price = vec[i64]([0] * board.routes)
        """The same, with what is planned at no price."""
        self.spaces = vec[i64]([0] * board.routes)
        """The same again, but open routes at so much a space: the way of the fewest trains."""
        self.distance = vec[i64]([0] * board.cities)
        self.arrival = vec[i16]([0] * board.cities)
        """The route by which the search came to a city."""
        self.settled = board.no_cities[:]
        self.trial = Plan(board)
        self.cards = vec[i64]([0] * board.cards)
        self.most: i64 = 0
        """Cards in hand, and the most of one colour."""
        self.half_turns: i64 = 0
        """Half turns that a plan may take: those to come, and those that the cards in hand spare."""
        self.order = vec[i64]([0] * MOST_TICKETS)
        self.chance = Chance(1)

    def look(self, outlook: Outlook) -> None:
        """Note what every route costs the seat now."""
        board = self.board
        base = self.base
        owner = outlook.owner
        seat = outlook.seat
        self.count_cards(outlook)
        self.half_turns = 2 * outlook.own_turns() + outlook.hand_sizes[seat] * 3 // 4 + self.temper.haste
        closed = outlook.closed
        for route in range(board.routes):
            holder = i64(owner[route])
            if holder == seat:
                base[route] = 0
            elif holder != NOBODY:
                base[route] = self.borrowing_price(outlook, route)
            elif closed[route] & outlook.me:
                base[route] = CLOSED
            else:
                base[route] = self.claiming_price(route)

    def count_cards(self, outlook: Outlook) -> None:
        """Count the cards in hand, and the most of one colour."""
        self.most = 0
        for card in range(self.board.cards):
            self.cards[card] = i64(outlook.hand[card])
            if card < self.board.wild and self.cards[card] > self.most:
                self.most = self.cards[card]

    def claiming_price(self, route: i64) -> i64:
        """What an open route costs: its turns less its points."""
        board = self.board
        temper = self.temper
        length = i64(board.length[route])
        colour = i64(board.colour[route])
        fitting = self.most if colour == GRAY else self.cards[colour]
        if fitting > length:
            fitting = length
        price = (
            temper.turn
            + temper.turn * (16 * length - temper.hand_share * fitting) // 32
            - POINT * i64(board.points[route])
            + temper.symbol * i64(board.locomotives[route])
            + temper.tunnel * i64(board.tunnel[route])
            + temper.risk
            + temper.train_price * length
        )
        if length > 3:
            price -= temper.long_route * (length - 3)
        else:
            price += temper.short_route * (4 - length)
        return price if price > LEAST else LEAST

    def borrowing_price(self, outlook: Outlook, route: i64) -> i64:
        """What the use of another player's route costs: next to nothing beside a station of one's own (E9)."""
        if len(outlook.station) == 0:
            return CLOSED
        if outlook.station_beside(route):
            return 1
        if outlook.stations > 0 and outlook.station_site(route) >= 0:
            return self.temper.station
        return CLOSED

    def search(self, start: i64, goal: i64, price: vec[i64]) -> i64:
        """The price of the cheapest path between two cities; CLOSED or more if there is none."""
        board = self.board
        distance = self.distance
        settled = self.settled
        arrival = self.arrival
        starts = board.at_city_start
        at_city = board.at_city
        ends_a = board.route_a
        ends_b = board.route_b
        cities = board.cities
        for city in range(cities):
            distance[city] = CLOSED
            settled[city] = 0
        distance[start] = 0
        while True:
            here: i64 = -1
            nearest: i64 = CLOSED
            for city in range(cities):
                if distance[city] < nearest and not settled[city]:
                    nearest = distance[city]
                    here = city
            if here < 0 or here == goal:
                return distance[goal]
            settled[here] = 1
            for i in range(i64(starts[here]), i64(starts[here + 1])):
                route = i64(at_city[i])
                there = i64(ends_a[route])
                if there == here:
                    there = i64(ends_b[route])
                further = nearest + price[route]
                if further < distance[there]:
                    distance[there] = further
                    arrival[there] = i16(route)

    # Plans

    def begin(self, plan: Plan) -> None:
        """Start a plan with nothing in it."""
        plan.clear()
        price = self.price
        base = self.base
        for route in range(self.board.routes):
            price[route] = base[route]

    def price_of(self, outlook: Outlook, plan: Plan, ticket: i64) -> i64:
        """What a ticket costs beside all that is planned, its path left in `arrival`; CLOSED if it cannot be done."""
        board = self.board
        start = i64(board.ticket_a[ticket])
        goal = i64(board.ticket_b[ticket])
        price = self.search(start, goal, self.price)
        if price == 0 or price >= CLOSED or self.has_pieces(outlook, plan, start, goal):
            return price
        # The cheapest way takes too many trains: is there one that takes fewer?
        self.count_spaces(outlook)
        if self.search(start, goal, self.spaces) < CLOSED and self.has_pieces(outlook, plan, start, goal):
            return self.price_of_path(start, goal)
        return CLOSED

    def count_spaces(self, outlook: Outlook) -> None:
        lengths = self.board.length
        price = self.price
        spaces = self.spaces
        for route in range(self.board.routes):
            if price[route] > 0 and price[route] < CLOSED and outlook.owner[route] == NOBODY:
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

    def has_pieces(self, outlook: Outlook, plan: Plan, start: i64, goal: i64) -> bool:
        """Whether trains, stations and turns suffice for the path just found, beside all that is planned."""
        board = self.board
        price = self.price
        trains = outlook.trains[outlook.seat] - plan.trains
        stations = outlook.stations - plan.stations
        half_turns = self.half_turns - plan.half_turns
        city = goal
        while city != start:
            route = i64(self.arrival[city])
            if price[route] > 0:
                if outlook.owner[route] == NOBODY:
                    trains -= i64(board.length[route])
                    half_turns -= 2 + PACE * i64(board.length[route]) // 16
                elif price[route] > 1:
                    stations -= 1
                    half_turns -= 2
            city = board.other_end(route, city)
        return trains >= 0 and stations >= 0 and half_turns >= 0

    def add(self, outlook: Outlook, plan: Plan, ticket: i64) -> None:
        """Plan the cheapest path for a ticket if that is worth it. What is planned costs the next ticket nothing."""
        board = self.board
        points = self.temper.ticket_point * i64(board.ticket_points[ticket])
        cost = self.price_of(outlook, plan, ticket)
        if cost > 2 * points:
            plan.worth -= points
            plan.given_up += 1
            return
        plan.worth += points - cost
        if cost > 0:
            self.lay(outlook, plan, i64(board.ticket_a[ticket]), i64(board.ticket_b[ticket]))

    def lay(self, outlook: Outlook, plan: Plan, start: i64, goal: i64) -> None:
        """Put the path that the last search found into the plan."""
        board = self.board
        price = self.price
        city = goal
        while city != start:
            route = i64(self.arrival[city])
            if price[route] > 0:
                if outlook.owner[route] == NOBODY:
                    plan.routes[plan.size] = i16(route)
                    plan.size += 1
                    plan.trains += i64(board.length[route])
                    plan.half_turns += 2 + PACE * i64(board.length[route]) // 16
                else:
                    plan.borrowed[plan.borrowed_size] = i16(route)
                    plan.borrowed_size += 1
                    if price[route] > 1:
                        plan.stations += 1
                price[route] = 0
            city = board.other_end(route, city)

    def make(self, outlook: Outlook, tickets: vec[i16], plan: Plan) -> None:
        """Make the best plan for these tickets: several orders of joining them are tried. `look` must come first.

        Afterwards `price` belongs to the plan that was made, so that further tickets can be weighed beside it.
        """
        count = len(tickets)
        if count > MOST_TICKETS:
            count = MOST_TICKETS
        order = self.order
        self.by_points(tickets, count)
        self.make_in_order(outlook, tickets, count, plan)
        if count < 2 or self.temper.orders < 2:
            return
        trial = self.trial
        for turn in range(1, self.temper.orders):
            if turn == 1:
                for i in range(count // 2):
                    other = order[i]
                    order[i] = order[count - 1 - i]
                    order[count - 1 - i] = other
            else:
                self.shuffle(count)
            self.make_in_order(outlook, tickets, count, trial)
            if trial.worth > plan.worth:
                plan.take_from(trial)
        self.price_as_planned(plan)

    def make_in_order(self, outlook: Outlook, tickets: vec[i16], count: i64, plan: Plan) -> None:
        self.begin(plan)
        for i in range(count):
            self.add(outlook, plan, i64(tickets[self.order[i]]))

    def price_as_planned(self, plan: Plan) -> None:
        """Set the prices beside a finished plan."""
        price = self.price
        base = self.base
        for route in range(self.board.routes):
            price[route] = base[route]
        for i in range(plan.size):
            price[i64(plan.routes[i])] = 0
        for i in range(plan.borrowed_size):
            price[i64(plan.borrowed[i])] = 0

    def by_points(self, tickets: vec[i16], count: i64) -> None:
        """Order the tickets by points, the most valuable first."""
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

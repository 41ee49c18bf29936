"""The survey: what every route costs a seat, the cheapest ways between cities, and a plan for all tickets together."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from trunkline.bots.chance import Chance
from trunkline.bots.outlook import Outlook
from trunkline.bots.temper import Temper
from trunkline.rules.board import GRAY, Board
from trunkline.rules.state import NOBODY
from trunkline.rules.ways import CLOSED

LEAST: Final = 4
"""No open route costs less: what costs nothing is one's own."""
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
        self.ticket_points: i64 = 0
        """Points of the tickets that it completes, less those of the tickets that it gives up."""
        self.turns: i64 = 0
        """Turns that it takes with the cards in hand, in sixteenths."""
        self.worth: i64 = -CLOSED
        """Its points less what its turns and stations are worth, in sixteenths."""

    def clear(self) -> None:
        self.size = 0
        self.borrowed_size = 0
        self.trains = 0
        self.stations = 0
        self.ticket_points = 0
        self.turns = 0
        self.worth = 0

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
        self.ticket_points = other.ticket_points
        self.turns = other.turns
        self.worth = other.worth


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
        self.waiting = board.no_cities[:]
        self.queue = vec[i16]([0] * (board.cities + 1))
        self.trial = Plan(board)
        self.left = vec[i64]([0] * board.cards)
        self.lacking = vec[i64]([0] * board.cards)
        """While a plan is weighed: the cards in hand that it has not taken, and those that it lacks."""
        self.most: i64 = 0
        """The most cards of one colour in hand."""
        self.order = vec[i64]([0] * MOST_TICKETS)
        self.chance = Chance(1)

    # Prices

    def look(self, outlook: Outlook, fondness: i64 = -1) -> None:
        """Note what every route costs the seat now; `fondness` is how much of its points speak for it, of sixteen."""
        board = self.board
        base = self.base
        owner = outlook.owner
        seat = outlook.seat
        if fondness < 0:
            fondness = self.temper.fondness
        self.most = 0
        for card in range(board.wild):
            if i64(outlook.hand[card]) > self.most:
                self.most = i64(outlook.hand[card])
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
                base[route] = self.claiming_price(outlook, route, fondness)

    def claiming_price(self, outlook: Outlook, route: i64, fondness: i64) -> i64:
        """What an open route costs: the turns of its claim and its cards, less a part of its points."""
        board = self.board
        temper = self.temper
        length = i64(board.length[route])
        colour = i64(board.colour[route])
        fitting = self.most if colour == GRAY else i64(outlook.hand[colour])
        if fitting > length:
            fitting = length
        price = (
            temper.turn
            + temper.turn * (16 * length - temper.hand_share * fitting) // 32
            - (fondness * outlook.gain[route] >> 4)
            + temper.symbol * i64(board.locomotives[route])
            + temper.tunnel * i64(board.tunnel[route])
            + temper.risk
        )
        if length > 3:
            price -= temper.long_route * (length - 3)
        else:
            price += temper.short_route * (4 - length)
        if price < LEAST:
            price = LEAST
        return price

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
        """The price of the cheapest path between two cities; CLOSED if there is none.

        It finds the same prices as `Ways.search`, by label correction with a queue: a city is looked at again when a
        cheaper path to it is found. On boards of this size that is quicker than settling cities in order, and a
        planner searches hundreds of times for a move. Of equally cheap paths it may choose another.
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
        """Whether trains and stations suffice for the path just found, beside all that is planned."""
        board = self.board
        price = self.price
        trains = outlook.trains[outlook.seat] - plan.trains
        stations = outlook.stations - plan.stations
        city = goal
        while city != start:
            route = i64(self.arrival[city])
            if price[route] > 0:
                if outlook.owner[route] == NOBODY:
                    trains -= i64(board.length[route])
                elif price[route] > 1:
                    stations -= 1
            city = board.other_end(route, city)
        return trains >= 0 and stations >= 0

    def add(self, outlook: Outlook, plan: Plan, ticket: i64) -> None:
        """Plan the cheapest path for a ticket if that is worth it. What is planned costs the next ticket nothing."""
        board = self.board
        points = i64(board.ticket_points[ticket])
        cost = self.price_of(outlook, plan, ticket)
        if cost > 2 * outlook.unit * points:
            plan.ticket_points -= points
            return
        plan.ticket_points += points
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
                else:
                    plan.borrowed[plan.borrowed_size] = i16(route)
                    plan.borrowed_size += 1
                    if price[route] > 1:
                        plan.stations += 1
                price[route] = 0
            city = board.other_end(route, city)

    def make(self, outlook: Outlook, tickets: vec[i16], plan: Plan) -> None:
        """Make the best plan for these tickets: of several ways to join them the one that is worth the most.

        Afterwards `price` belongs to the plan that was made, so that further tickets can be weighed beside it.
        """
        count = len(tickets)
        if count > MOST_TICKETS:
            count = MOST_TICKETS
        temper = self.temper
        self.look(outlook)
        self.by_points(tickets, count)
        self.make_in_order(outlook, tickets, count, plan, -1)
        if temper.orders < 2 or plan.size == 0:
            return
        trial = self.trial
        for turn in range(1, temper.orders):
            self.look(outlook, temper.fondness + (temper.fancy if turn & 1 else -temper.fancy))
            if turn > 1 and count > 1:
                self.shuffle(count)
            self.make_in_order(outlook, tickets, count, trial, -1)
            if trial.worth > plan.worth:
                plan.take_from(trial)
        self.look(outlook)
        if plan.turns > 16 * outlook.own_turns():
            # Too long for the time there is: what if one ticket were let go?
            for i in range(count):
                self.make_in_order(outlook, tickets, count, trial, i)
                if trial.worth > plan.worth:
                    plan.take_from(trial)
        self.price_as_planned(plan)

    def make_in_order(self, outlook: Outlook, tickets: vec[i16], count: i64, plan: Plan, without: i64) -> None:
        """Join the tickets one after the other, but for one of them perhaps, and weigh what comes of it."""
        self.begin(plan)
        for i in range(count):
            ticket = i64(tickets[self.order[i]])
            if i == without:
                plan.ticket_points -= i64(self.board.ticket_points[ticket])
            else:
                self.add(outlook, plan, ticket)
        self.weigh(outlook, plan)

    def weigh(self, outlook: Outlook, plan: Plan) -> None:
        """Lay the hand against the routes of a plan: what turns it takes, and what it is worth."""
        board = self.board
        temper = self.temper
        left = self.left
        lacking = self.lacking
        wild = board.wild
        for card in range(board.cards):
            left[card] = i64(outlook.hand[card])
            lacking[card] = 0
        gain = outlook.gain
        worth = outlook.unit * plan.ticket_points
        grays: i64 = 0
        symbols: i64 = 0
        tunnels: i64 = 0
        for i in range(plan.size):
            route = i64(plan.routes[i])
            worth += gain[route]
            tunnels += i64(board.tunnel[route])
            colour = i64(board.colour[route])
            if colour == GRAY:
                grays += 1
                continue
            lane = i64(board.twin[route])
            while lane != route:
                other = i64(board.colour[lane])
                if other != GRAY and left[other] > left[colour] and not outlook.closed[lane] & outlook.me:
                    colour = other
                lane = i64(board.twin[lane])
            self.take(colour, i64(board.length[route]))
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
        plan.turns = 16 * plan.size + temper.pace * total + temper.spread * most + 16 * plan.stations + 12 * tunnels
        worth -= temper.turn * plan.turns // 16
        late = plan.turns - 16 * outlook.own_turns()
        if late > 0:
            worth -= late * temper.late // 16
        plan.worth = worth - temper.station * plan.stations - temper.risk * plan.size

    def take(self, card: i64, number: i64) -> None:
        """Take cards out of the hand for a route, and note what is lacking."""
        held = self.left[card]
        if held >= number:
            self.left[card] = held - number
        else:
            self.left[card] = 0
            self.lacking[card] += number - held

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

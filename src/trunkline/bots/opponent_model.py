"""The opponent model: estimates the tickets of opponents from their networks, and the routes that they want."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from trunkline.bots.gains import unit_of
from trunkline.bots.observation import MOST_SEATS
from trunkline.bots.plan_maker import PlanMaker
from trunkline.bots.weights import Weights
from trunkline.rules.board import GRAY, Board
from trunkline.rules.claim import twins_closed_to
from trunkline.rules.view import View
from trunkline.rules.ways import CLOSED, price_spaces

CERTAIN: Final = 256
BUILT_WEIGHT: Final = 24
"""The weight of a ticket whose path is complete, relative to one of which nothing is built."""


@final
class OpponentModel:
    """Estimates from public information: the board, and the cards that opponents took face up (C15)."""

    def __init__(self, board: Board, weights: Weights) -> None:
        self.board: Final = board
        self.weights: Final = weights
        self.unit: Final[i64] = unit_of(board)
        self.paths = PlanMaker(board, weights)
        self.full = vec[i64]([0] * board.tickets)
        """By ticket: the length of its shortest path on the empty board."""
        self.chance_of = vec[i64]([0] * (board.tickets * MOST_SEATS))
        """By seat and ticket: the probability that the seat holds it, of 256."""
        self.left = vec[i64]([0] * (board.tickets * MOST_SEATS))
        """By seat and ticket: the spaces that the seat still has to claim for it."""
        self.pressure = vec[i64]([0] * board.routes)
        """By route: the summed probabilities of the tickets for which opponents want it, of 256."""
        self.price = vec[i64]([0] * board.routes)
        self.seen = board.no_routes_owned[:]
        """The owners of routes at the last update."""
        self.seen_tickets: i64 = -1
        for route in range(board.routes):
            self.price[route] = i64(board.length[route])
        for ticket in range(board.tickets):
            self.full[ticket] = self.path_of(ticket)

    def path_of(self, ticket: i64) -> i64:
        board = self.board
        return self.paths.search(i64(board.ticket_a[ticket]), i64(board.ticket_b[ticket]), self.price)

    def update(self, view: View) -> None:
        """Update the estimates if a route was claimed or a ticket was taken since the last time."""
        held: i64 = len(view.tickets)
        for player in view.players:
            held = held * 64 + player.ticket_count
        same = held == self.seen_tickets
        for route in range(self.board.routes):
            if self.seen[route] != view.owner[route]:
                self.seen[route] = view.owner[route]
                same = False
        if same:
            return
        self.seen_tickets = held
        for route in range(self.board.routes):
            self.pressure[route] = 0
        for seat in range(len(view.players)):
            if seat != view.seat:
                self.update_seat(view, seat)

    def update_seat(self, view: View, seat: i64) -> None:
        """Weight every unseen ticket by the built part of its path, and note the routes that are missing."""
        board = self.board
        price_spaces(view, seat, self.price)
        first = seat * board.tickets
        trains = pieces_of(view, seat)
        total: i64 = 0
        for ticket in range(board.tickets):
            weight: i64 = 0
            if not self.is_mine(view, ticket):
                left = self.path_of(ticket)
                self.left[first + ticket] = left
                full = self.full[ticket]
                built = full - left
                weight = 4
                if left <= trains and built > 0:
                    weight += BUILT_WEIGHT * 4 * built * built // (full * full)
            self.chance_of[first + ticket] = weight
            total += weight
        if total == 0:
            return
        count = view.players[seat].ticket_count
        for ticket in range(board.tickets):
            likely = self.chance_of[first + ticket] * count * CERTAIN // total
            if likely > CERTAIN:
                likely = CERTAIN
            self.chance_of[first + ticket] = likely
            left = self.left[first + ticket]
            if likely > CERTAIN // 16 and left > 0 and left <= trains:
                self.add_pressure(ticket, likely)

    def add_pressure(self, ticket: i64, likely: i64) -> None:
        """Add the probability of a ticket to the missing routes of its shortest path."""
        board = self.board
        self.path_of(ticket)
        start = i64(board.ticket_a[ticket])
        city = i64(board.ticket_b[ticket])
        while city != start:
            route = i64(self.paths.arrival[city])
            if self.price[route] > 0:
                self.pressure[route] += likely
                twin = i64(board.twin[route])
                while twin != route:
                    self.pressure[twin] += likely
                    twin = i64(board.twin[twin])
            city = board.other_end(route, city)

    def is_mine(self, view: View, ticket: i64) -> bool:
        for own in view.tickets:
            if i64(own) == ticket:
                return True
        for own in view.offered:  # noqa: SIM110 - a loop is quicker than a generator
            if i64(own) == ticket:
                return True
        return False

    def danger(self, view: View, route: i64) -> i64:
        """The estimated probability, of 256, that an opponent takes a route soon: wanted, and the cards likely held."""
        pressure = self.pressure[route]
        if pressure == 0:
            return 0
        board = self.board
        length = i64(board.length[route])
        colour = i64(board.colour[route])
        ready: i64 = 0
        for seat in range(len(view.players)):
            player = view.players[seat]
            if seat == view.seat or player.trains < length:
                continue
            known = i64(player.known[board.wild])
            shown: i64 = 0
            most: i64 = 0
            for card in range(board.wild):
                shown += i64(player.known[card])
                if i64(player.known[card]) > most:
                    most = i64(player.known[card])
            hidden = player.hand_size - shown - known
            known += most if colour == GRAY else i64(player.known[colour])
            # Of the hidden cards about a fifth are of the colour, or a third of the best colour for a gray route.
            known += hidden // 5 if colour != GRAY else hidden // 3
            nearness = CERTAIN if known >= length else CERTAIN * (known + 1) // (length + 1)
            if nearness > ready:
                ready = nearness
        danger = pressure * ready // CERTAIN
        return danger if danger < CERTAIN else CERTAIN

    def harm(self, view: View, route: i64) -> i64:
        """What opponents lose if the seat claims a route, in sixteenths of a point: detours and failed tickets."""
        found: i64 = 0
        for seat in range(len(view.players)):
            if seat != view.seat:
                found += self.harm_to(view, route, seat)
        return found

    def harm_to(self, view: View, route: i64, seat: i64) -> i64:
        """What one opponent loses if the viewer claims a route."""
        board = self.board
        found: i64 = 0
        price_spaces(view, seat, self.price)
        first = seat * board.tickets
        self.close_lanes(view, route, seat)
        for ticket in range(board.tickets):
            likely = self.chance_of[first + ticket]
            left = self.left[first + ticket]
            if likely <= CERTAIN // 8 or left == 0 or left > pieces_of(view, seat):
                continue
            detour = self.path_of(ticket)
            points = 2 * self.unit * i64(board.ticket_points[ticket])
            lost = (detour - left) * self.weights.turn // 2
            if detour > pieces_of(view, seat) or lost > points:
                lost = points
            found += lost * likely // CERTAIN
        return found

    def close_lanes(self, view: View, route: i64, seat: i64) -> None:
        """Close a route in the prices for a seat, as if the viewer had claimed it, and its twins if they close too."""
        board = self.board
        self.price[route] = CLOSED
        if twins_closed_to(view, route, len(view.players), view.seat) >> seat & 1:
            twin = i64(board.twin[route])
            while twin != route:
                self.price[twin] = CLOSED
                twin = i64(board.twin[twin])


def pieces_of(view: View, seat: i64) -> i64:
    """The number of trains and ships that a seat has left."""
    return view.players[seat].trains + view.players[seat].ships

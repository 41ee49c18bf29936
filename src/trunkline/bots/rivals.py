"""Reading the others: which tickets their networks point to, which routes they want, and what losing one costs them."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from trunkline.bots.gains import unit_of
from trunkline.bots.outlook import MOST_SEATS
from trunkline.bots.survey import Survey
from trunkline.bots.temper import Temper
from trunkline.rules.board import GRAY, Board
from trunkline.rules.claim import twins_closed_to
from trunkline.rules.view import View
from trunkline.rules.ways import CLOSED, price_spaces

CERTAIN: Final = 256
BUILT_WEIGHT: Final = 24
"""How much likelier a ticket becomes when most of its way is built."""


@final
class Rivals:
    """What can be guessed of the others from the board and from what they took face up (C15)."""

    def __init__(self, board: Board, temper: Temper) -> None:
        self.board: Final = board
        self.temper: Final = temper
        self.unit: Final[i64] = unit_of(board)
        self.paths = Survey(board, temper)
        self.full = vec[i64]([0] * board.tickets)
        """By ticket: spaces of its shortest way on the empty board."""
        self.chance_of = vec[i64]([0] * (board.tickets * MOST_SEATS))
        """By seat and ticket: how likely the seat holds it, of 256."""
        self.left = vec[i64]([0] * (board.tickets * MOST_SEATS))
        """By seat and ticket: spaces that the seat still lacks for it."""
        self.pressure = vec[i64]([0] * board.routes)
        """By route: how likely another wants it, of 256."""
        self.price = vec[i64]([0] * board.routes)
        self.seen = board.no_routes_owned[:]
        """The owners when it was last read."""
        self.seen_tickets: i64 = -1
        for route in range(board.routes):
            self.price[route] = i64(board.length[route])
        for ticket in range(board.tickets):
            self.full[ticket] = self.way_of(ticket)

    def way_of(self, ticket: i64) -> i64:
        board = self.board
        return self.paths.search(i64(board.ticket_a[ticket]), i64(board.ticket_b[ticket]), self.price)

    def read(self, view: View) -> None:
        """Read the board anew if anything has been built or any ticket taken since the last time."""
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
                self.read_seat(view, seat)

    def read_seat(self, view: View, seat: i64) -> None:
        """Weigh every unseen ticket by how much of its way the seat has built, and note the routes that are left."""
        board = self.board
        price_spaces(view, seat, self.price)
        first = seat * board.tickets
        trains = pieces_of(view, seat)
        total: i64 = 0
        for ticket in range(board.tickets):
            weight: i64 = 0
            if not self.is_mine(view, ticket):
                left = self.way_of(ticket)
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
                self.press(ticket, likely)

    def press(self, ticket: i64, likely: i64) -> None:
        """Add the likelihood of a ticket to the routes that its shortest way lacks."""
        board = self.board
        self.way_of(ticket)
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
        """How likely a route is taken by another soon, of 256: wanted, and the cards for it perhaps at hand."""
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
            # A fifth of the hidden cards may well be of the colour, or half of them where any colour does.
            known += hidden // 5 if colour != GRAY else hidden // 3
            nearness = CERTAIN if known >= length else CERTAIN * (known + 1) // (length + 1)
            if nearness > ready:
                ready = nearness
        danger = pressure * ready // CERTAIN
        return danger if danger < CERTAIN else CERTAIN

    def harm(self, view: View, route: i64) -> i64:
        """What the others lose if the route is taken from them, in sixteenths of a point: detours and lost tickets."""
        board = self.board
        found: i64 = 0
        for seat in range(len(view.players)):
            if seat == view.seat:
                continue
            price_spaces(view, seat, self.price)
            first = seat * board.tickets
            self.close_lanes(view, route, seat)
            for ticket in range(board.tickets):
                likely = self.chance_of[first + ticket]
                left = self.left[first + ticket]
                if likely <= CERTAIN // 8 or left == 0 or left > pieces_of(view, seat):
                    continue
                detour = self.way_of(ticket)
                points = 2 * self.unit * i64(board.ticket_points[ticket])
                lost = (detour - left) * self.temper.turn // 2
                if detour > pieces_of(view, seat) or lost > points:
                    lost = points
                found += lost * likely // CERTAIN
        return found

    def close_lanes(self, view: View, route: i64, seat: i64) -> None:
        """Price the routes for a seat as if the viewer had claimed one: it is closed then, and perhaps its twins."""
        board = self.board
        self.price[route] = CLOSED
        if twins_closed_to(view, route, len(view.players), view.seat) >> seat & 1:
            twin = i64(board.twin[route])
            while twin != route:
                self.price[twin] = CLOSED
                twin = i64(board.twin[twin])


def pieces_of(view: View, seat: i64) -> i64:
    """The trains and ships that a seat has left."""
    return view.players[seat].trains + view.players[seat].ships

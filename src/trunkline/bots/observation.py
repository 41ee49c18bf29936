"""The observation of a seat: its cards, its tickets and what is public, in one form for views and for rollouts."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.bots.gains import Gains, unit_of
from trunkline.rules.board import Board
from trunkline.rules.cards import SECOND_PICK, bars_draws, only_newspapers
from trunkline.rules.clauses import is_takable_card
from trunkline.rules.newspapers import bars_face_up_locomotives
from trunkline.rules.power_uses import cards_bought
from trunkline.rules.state import HOLE, NOBODY, OPENING, TURN, UNDECIDED, Position, State
from trunkline.rules.stations import NO_STATIONS, stations_left, stations_of
from trunkline.rules.tunnels import dollars_cover, tunnel_of
from trunkline.rules.view import View

MOST_SEATS: Final = 8
TUNNEL_RESERVE: Final = 1
"""Cards to hold in addition to the length of a tunnel before it is tried: usually one is asked for (E4)."""
TRAINS_A_CLAIM: Final = 3
"""Trains of an average claim, for the estimate of the turns that opponents still take."""


@final
class Observation:
    """What one seat knows. It shares the vectors of the view or state that it looks at, and never changes them."""

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self.seat: i64 = 0
        self.players: i64 = 0
        self.phase: i64 = OPENING
        self.turn: i64 = 0
        self.turns_left: i64 = UNDECIDED
        self.hand = board.no_cards
        self.tickets = vec[i16]()
        self.offered = vec[i16]()
        self.row = board.empty_row
        self.owner = board.no_routes_owned
        self.closed = board.no_routes_closed
        """By route: a bit for each seat that it is closed to; the bit of this seat is `me`."""
        self.me: u8 = 0
        self.station = NO_STATIONS.owner
        self.stations: i64 = 0
        """Stations left."""
        self.trains = vec[i64]([0] * MOST_SEATS)
        self.hand_sizes = vec[i64]([0] * MOST_SEATS)
        self.points = vec[i64]([0] * MOST_SEATS)
        """By seat: trains left, cards held, points of claimed routes."""
        self.gains: Final = Gains(board)
        self.gain: Final = self.gains.by_route
        """By route: what a claim pays the seat, in sixteenths of a point."""
        self.most_gain: Final = self.gains.most
        """By length: the largest gain of a route."""
        self.wire: Final = self.gains.wire
        """By route: the value of paying a claim with a locomotive; empty on boards without the telegraph."""
        self.unit: Final[i64] = unit_of(board)
        """The value of a point or dollar of a ticket."""
        self.deck: i64 = 0
        """Cards that can be drawn blind now."""
        self.discarded: i64 = 0
        self.may_draw = True
        """Whether the seat may draw cards, if there are any (L10)."""
        self.wilds_are_barred = False
        """Whether the current news event bars face-up locomotives (L12)."""
        self.ticket_deck: i64 = 0
        self.tunnel_reserve: i64 = TUNNEL_RESERVE
        """The cards to hold in addition to the length of a tunnel: none if dollars can pay a grade check."""
        self.tunnel_asked: i64 = 0
        self.tunnel_colour: i64 = 0

    def look_at_view(self, view: View) -> None:
        """Read a view."""
        self.seat = view.seat
        self.players = len(view.players)
        self.phase = view.phase
        self.turn = view.turn
        self.turns_left = view.turns_left
        self.hand = view.hand
        self.tickets = view.tickets
        self.offered = view.offered
        self.row = view.row
        self.owner = view.owner
        self.closed = view.closed
        self.me = u8(i64(1) << view.seat)
        self.station = stations_of(view).owner
        self.stations = stations_left(view, view.seat)
        for seat in range(self.players):
            player = view.players[seat]
            self.trains[seat] = player.trains
            self.hand_sizes[seat] = player.hand_size
            self.points[seat] = player.points
        self.deck = 0
        for size in view.deck_sizes:
            self.deck += size
        self.discarded = 0
        for discards in view.discards:
            for number in discards:
                self.discarded += i64(number)
        self.ticket_deck = view.ticket_deck_size
        self.see_tunnel(view)
        self.see_piles(view, view.seat)

    def look_at_state(self, state: State, seat: i64) -> None:
        """Read the state of a rollout. Only what the seat may know is used."""
        self.seat = seat
        self.players = len(state.players)
        self.phase = state.phase
        self.turn = state.turn
        self.turns_left = state.turns_left
        for other in range(self.players):
            player = state.players[other]
            self.trains[other] = player.trains
            self.hand_sizes[other] = player.hand_size
            self.points[other] = player.points
        own = state.players[seat]
        self.hand = own.hand
        self.tickets = own.tickets
        self.offered = own.offered
        self.stations = stations_left(state, seat)
        self.row = state.row
        self.owner = state.owner
        self.closed = state.closed
        self.me = u8(i64(1) << seat)
        self.station = stations_of(state).owner
        self.deck = 0
        self.discarded = 0
        for deck in state.decks:
            self.deck += deck.size
            self.discarded += deck.discarded
        self.ticket_deck = state.ticket_deck.size
        self.see_tunnel(state)
        self.see_piles(state, seat)

    def see_piles(self, position: Position, seat: i64) -> None:
        """On a board with companies: note the gains of claims, and which cards may be drawn (L10, L11)."""
        if not self.board.has_companies:
            return
        self.gains.update(position, seat)
        grade = self.board.modules.grade
        if grade is not None and grade.source != self.gains.ignored:
            self.tunnel_reserve = 0 if dollars_cover(position, seat) else TUNNEL_RESERVE
        piles = self.deck + self.discarded
        self.may_draw = self.phase != TURN or not bars_draws(self.board, piles + cards_bought(position))
        self.wilds_are_barred = bars_face_up_locomotives(position)
        if only_newspapers(position, piles):
            self.deck = 0

    def may_draw_wild(self) -> bool:
        """Whether the seat may take a face-up locomotive: as the first card only (C4), and if no event bars it."""
        return self.phase != SECOND_PICK and not self.wilds_are_barred

    def see_tunnel(self, position: Position) -> None:
        """Note the tunnel that is being claimed."""
        tunnel = tunnel_of(position)
        self.tunnel_asked = tunnel.asked
        self.tunnel_colour = tunnel.colour

    def is_open(self, route: i64) -> bool:
        """Whether a route is open to the seat (C11, C12)."""
        return not self.closed[route] & self.me

    def may_take(self, slot: i64) -> bool:
        """Whether a claim that gives a face-up card may give the card in a slot."""
        return is_takable_card(self.board, i64(self.row[slot]))

    def is_done(self, route: i64) -> bool:
        """Whether the seat owns a route or one of its twins."""
        owner = self.owner
        twins = self.board.twin
        lane = route
        while True:
            if i64(owner[lane]) == self.seat:
                return True
            lane = i64(twins[lane])
            if lane == route:
                return False

    def may_be_done(self, route: i64) -> bool:
        """Whether the seat owns a route or one of its twins, or may claim one of them."""
        owner = self.owner
        twins = self.board.twin
        lane = route
        while True:
            if i64(owner[lane]) == self.seat or not self.closed[lane] & self.me:
                return True
            lane = i64(twins[lane])
            if lane == route:
                return False

    def row_cards(self) -> i64:
        """The number of face-up cards."""
        found: i64 = 0
        for shown in self.row:
            if shown != HOLE:
                found += 1
        return found

    def own_turns(self) -> i64:
        """The turns left for the seat, including this one: exact in the last round, before that estimated from the
        trains and hands of the opponents.
        """
        if self.turns_left != UNDECIDED:
            return (self.turns_left - 1) // self.players + 1
        end_at = self.board.numbers.end_at
        fewest: i64 = 1 << 20
        for seat in range(self.players):
            if seat != self.seat:
                to_place = self.trains[seat] - end_at
                to_draw = to_place - self.hand_sizes[seat] + 2
                if to_draw < 0:
                    to_draw = 0
                turns = (to_place + TRAINS_A_CLAIM - 1) // TRAINS_A_CLAIM + to_draw // 2
                if turns < fewest:
                    fewest = turns
        return fewest + 1

    def station_beside(self, route: i64) -> bool:
        """Whether the seat has a station at an end of the route, so that it can borrow it (E9)."""
        station = self.station
        if len(station) == 0:
            return False
        board = self.board
        a = i64(station[i64(board.route_a[route])])
        return a == self.seat or i64(station[i64(board.route_b[route])]) == self.seat

    def station_site(self, route: i64) -> i64:
        """A city without a station at an end of the route; -1 if there is none (E8)."""
        board = self.board
        station = self.station
        if len(station) > 0:
            if station[i64(board.route_a[route])] == NOBODY:
                return i64(board.route_a[route])
            if station[i64(board.route_b[route])] == NOBODY:
                return i64(board.route_b[route])
        return -1

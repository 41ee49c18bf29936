"""The view: what one seat may know of a game (C15), as a separate type made of copies."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.actions import to_text
from trunkline.rules.board import Board
from trunkline.rules.packing import pack_view
from trunkline.rules.state import OVER, UNDECIDED, Player, Position, State

SPECTATOR: Final = -1


@final
class PlayerView:
    """The public part of a player; with the tickets once the game is over."""

    def __init__(self, board: Board, player: Player, has_chosen: bool, over: bool) -> None:
        self.hand_size = player.hand_size
        self.ship_cards: i64 = 0
        """Cards with the back of the second deck; the others are of the first (W1)."""
        if len(board.deck_names) > 1:
            for card in range(board.ship, board.wild):
                self.ship_cards += i64(player.hand[card])
        self.known = player.known[:]
        """Cards that everybody knows are in the hand, by card."""
        self.ticket_count: i64 = len(player.tickets)
        self.offered_count: i64 = len(player.offered)
        self.has_chosen = has_chosen
        """While all choose at once: whether the player has chosen. The choice itself is hidden (C20, W2)."""
        self.trains = player.trains
        self.ships = player.ships
        self.points = player.points
        self.tickets = player.tickets[:] if over else vec[i16]()
        """Revealed at the end."""


@final
class View(Position):
    """A game as one seat may know it. It holds only copies, so nothing leads back to the game."""

    def __init__(self, state: State, seat: i64) -> None:
        super().__init__(state.board, [state.part(slot).seen_by(seat) for slot in range(len(state.parts))])
        board = state.board
        phase = state.phase
        self.seat = seat
        """Whose view it is, or SPECTATOR."""
        self.phase = phase
        self.turn_of = state.seat
        self.turn = state.turn
        self.passes = state.passes
        self.idle_turns = state.idle_turns
        self.turns_left = state.turns_left
        self.claim_route = state.claim_route
        self.claim_step = state.claim_step
        self.row = state.row[:]
        self.deck_sizes = [deck.size for deck in state.decks]
        self.discards = [deck.discards[:] for deck in state.decks]
        self.ticket_deck_size = state.ticket_deck.size
        self.owner = state.owner[:]
        self.closed = state.closed[:]
        """The seats that each route is closed to, one bit each. Derived, so `to_bytes` leaves it out."""
        chapter = board.of_phase[phase].chapter
        self.players = [
            PlayerView(board, state.players[each], chapter.has_chosen(state, each), phase == OVER)
            for each in range(len(state.players))
        ]
        # The seat's own part.
        if seat == SPECTATOR:
            self.hand = vec[u8]()
            self.tickets = vec[i16]()
            self.offered = vec[i16]()
            self.chosen: i64 = UNDECIDED
        else:
            own = state.players[seat]
            self.hand = own.hand[:]
            self.tickets = own.tickets[:]
            self.offered = own.offered[:]
            self.chosen = own.chosen

    def ships_left(self, seat: i64) -> i64:
        return self.players[seat].ships

    def route_points(self, seat: i64) -> i64:
        return self.players[seat].points

    def trains_left(self, seat: i64) -> i64:
        return self.players[seat].trains

    def cards_in_hand(self, seat: i64) -> i64:
        return self.players[seat].hand_size

    def owner_of(self, route: i64) -> i64:
        return i64(self.owner[route])

    def face_up(self, slot: i64) -> i64:
        return i64(self.row[slot])

    def is_open(self, route: i64, seat: i64 = SPECTATOR) -> bool:
        """Whether a seat may claim a route if it can pay for it (C11, C12).

        Without a seat: whether the viewer may, and in a spectator's view whether anybody may.
        """
        closed = i64(self.closed[route])
        if seat == SPECTATOR:
            seat = self.seat
        if seat == SPECTATOR:
            everybody = (i64(1) << len(self.players)) - 1
            return closed & everybody != everybody
        return closed >> seat & 1 == 0

    def notation(self, code: int) -> str:
        """An action in words."""
        return to_text(self.board, code)

    def to_bytes(self) -> bytes:
        """Everything in the view as bytes. They are equal for two games that the seat cannot tell apart."""
        return pack_view(self)

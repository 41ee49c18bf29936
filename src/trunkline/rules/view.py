"""What one seat may know of a game (C15): a type of its own, made of copies."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.actions import to_text
from trunkline.rules.board import Board
from trunkline.rules.packing import put, put_cards, put_tickets
from trunkline.rules.state import OVER, UNDECIDED, Player, State

SPECTATOR: Final = -1


@final
class PlayerView:
    """What everybody may know of a player; once the game is over, the tickets too."""

    def __init__(self, board: Board, player: Player, over: bool) -> None:
        self.hand_size = player.hand_size
        self.ship_cards: i64 = 0
        """Ship-backed cards among them; the others are train-backed (W1)."""
        if board.two_decks:
            for card in range(board.ship, board.wild):
                self.ship_cards += i64(player.hand[card])
        self.known = player.known[:]
        """Cards that everybody knows are in the hand, by card."""
        self.ticket_count: i64 = len(player.tickets)
        self.offered_count: i64 = len(player.offered)
        self.has_chosen = player.chosen != UNDECIDED
        """In the opening and the split: whether the player has chosen; what, nobody else knows yet (C20, W2)."""
        self.trains = player.trains
        self.ships = player.ships
        self.stations = player.stations
        self.ports = player.ports
        self.box_trains = player.box_trains
        self.box_ships = player.box_ships
        self.exchanged = player.exchanged
        self.points = player.points
        self.tickets = player.tickets[:] if over else vec[i16]()
        """Revealed at the end."""


@final
class View:
    """A game as one seat may know it. It holds copies only: nothing leads from it to the game."""

    def __init__(self, state: State, seat: i64) -> None:
        self.board = state.board
        self.seat = seat
        """Whose view it is, or SPECTATOR."""
        self.phase = state.phase
        self.turn_of = state.seat
        self.turn = state.turn
        self.passes = state.passes
        self.turns_left = state.turns_left
        self.row = state.row[:]
        self.deck_sizes = [deck.size for deck in state.decks]
        self.discards = [deck.discards[:] for deck in state.decks]
        self.ticket_deck_size = state.ticket_deck.size
        self.owner = state.owner[:]
        self.closed = state.closed[:]
        """The seats that each route is closed to, bit by bit. It follows from the owners: `to_bytes` leaves it out."""
        self.station = state.station[:]
        self.port = state.port[:]
        self.tunnel_route = state.tunnel_route
        self.tunnel_colour = state.tunnel_colour
        self.tunnel_wilds = state.tunnel_wilds
        self.tunnel_asked = state.tunnel_asked
        self.pair_route = state.pair_route
        self.turned = state.turned[:]
        self.players = [PlayerView(state.board, player, state.phase == OVER) for player in state.players]
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
        """Everything in the view, for comparison: two games a seat cannot tell apart give it equal bytes."""
        out = bytearray()
        for number in (self.seat, self.phase, self.turn_of, self.turn, self.passes, self.turns_left):
            put(out, number)
        for number in (self.tunnel_route, self.tunnel_colour, self.tunnel_wilds, self.tunnel_asked, self.pair_route):
            put(out, number)
        for cards in (self.turned, self.row, self.owner, self.station, self.port, self.hand):
            put_cards(out, cards)
        for size, discards in zip(self.deck_sizes, self.discards, strict=True):
            put(out, size)
            put_cards(out, discards)
        put(out, self.ticket_deck_size)
        put(out, self.chosen)
        put_tickets(out, self.tickets)
        put_tickets(out, self.offered)
        for player in self.players:
            put_cards(out, player.known)
            put_tickets(out, player.tickets)
            put(out, player.hand_size)
            put(out, player.ticket_count)
            put(out, player.offered_count)
            put(out, 1 if player.has_chosen else 0)
            for number in (player.trains, player.stations, player.points, player.ship_cards, player.ships):
                put(out, number)
            for number in (player.ports, player.box_trains, player.box_ships, player.exchanged):
                put(out, number)
        return bytes(out)

"""A game in progress: every field, with what it means. About a kilobyte; it refers to nothing but its board and key."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.board import Board

NOBODY: Final = 255
"""Owner of a route or station that nobody owns."""
HOLE: Final = 255
"""A slot of the row without a card."""
UNDECIDED: Final = -1

# Phases: what kind of choice the game waits for.
OPENING: Final = 0
TURN: Final = 1
SECOND_PICK: Final = 2
TICKETS: Final = 3
TUNNEL: Final = 4
OVER: Final = 5
SPLITTING: Final = 6
PAIR: Final = 7
PHASE_NAMES: Final = ["opening", "turn", "second-pick", "tickets", "tunnel", "over", "split", "pair"]


@final
class Player:
    """What one seat holds."""

    def __init__(self, hand: vec[u8], known: vec[u8], tickets: vec[i16], offered: vec[i16]) -> None:
        self.hand = hand
        """Cards held, by card."""
        self.known = known
        """Cards that everybody knows are in the hand, by card (C15)."""
        self.tickets = tickets
        """Tickets kept."""
        self.offered = offered
        """Tickets to choose from."""
        self.chosen: i64 = UNDECIDED
        """In the opening: the set of offered tickets chosen, bit by bit; in the split: the trains chosen (W2)."""
        self.trains: i64 = 0
        self.ships: i64 = 0
        self.stations: i64 = 0
        self.ports: i64 = 0
        """Pieces, stations and ports left."""
        self.box_trains: i64 = 0
        self.box_ships: i64 = 0
        """Pieces set aside at the split or put back since (W12)."""
        self.exchanged: i64 = 0
        """Pieces exchanged so far: each costs points (W12)."""
        self.points: i64 = 0
        """Points of the routes claimed so far."""
        self.hand_size: i64 = 0

    def copy(self) -> Player:
        other = Player(self.hand[:], self.known[:], self.tickets[:], self.offered[:])
        other.chosen = self.chosen
        other.trains = self.trains
        other.ships = self.ships
        other.stations = self.stations
        other.ports = self.ports
        other.box_trains = self.box_trains
        other.box_ships = self.box_ships
        other.exchanged = self.exchanged
        other.points = self.points
        other.hand_size = self.hand_size
        return other

    def count_hand(self) -> None:
        self.hand_size = 0
        for number in self.hand:
            self.hand_size += i64(number)

    def gain(self, card: i64, known: bool) -> None:
        """Take a card into the hand; `known` if everybody saw it."""
        self.hand[card] += 1
        self.hand_size += 1
        if known:
            self.known[card] += 1

    def spend(self, card: i64, number: i64) -> None:
        """Play cards from the hand. What was known to be there is taken to be spent first."""
        if number == 0:
            return
        self.hand[card] = u8(i64(self.hand[card]) - number)
        self.hand_size -= number
        known = i64(self.known[card])
        self.known[card] = u8(known - number) if known > number else u8(0)


@final
class Deck:
    """A draw pile and its discards. The next card is the last of `cards[:size]`."""

    def __init__(self, cards: vec[u8], discards: vec[u8]) -> None:
        self.cards = cards
        self.size: i64 = 0
        self.discards = discards
        """Cards discarded, by card: their order never matters, for they are shuffled."""
        self.discarded: i64 = 0
        self.shuffles: i64 = 0
        """Shuffles made so far: the number of the next stream."""

    def copy(self) -> Deck:
        other = Deck(self.cards[:], self.discards[:])
        other.size = self.size
        other.discarded = self.discarded
        other.shuffles = self.shuffles
        return other

    def fill(self, counts: vec[u8], cards: vec[u8], discards: vec[u8]) -> None:
        """Make these cards the deck, the last to be drawn first; `counts` are all the cards that belong to it."""
        room: i64 = 0
        for number in counts:
            room += i64(number)
        pile = cards[:]
        for _ in range(room - len(cards)):
            pile = append(pile, u8(0))
        self.cards = pile
        self.size = len(cards)
        self.discards = discards
        self.discarded = 0
        for number in discards:
            self.discarded += i64(number)


@final
class TicketDeck:
    """The ticket deck as a ring: the next ticket is `ring[top]`, and tickets put back go `size` places behind it."""

    def __init__(self, ring: vec[i16]) -> None:
        self.ring = ring
        self.top: i64 = 0
        self.size: i64 = 0
        self.returns: i64 = 0
        """Times that tickets were put back: the number of the next stream."""

    def copy(self) -> TicketDeck:
        other = TicketDeck(self.ring[:])
        other.top = self.top
        other.size = self.size
        other.returns = self.returns
        return other

    def fill(self, room: i64, tickets: vec[i16]) -> None:
        """Make these tickets the deck, next first; `room` is for every ticket that may ever come back to it."""
        ring = tickets[:]
        for _ in range(room - len(tickets)):
            ring = append(ring, i16(0))
        self.ring = ring
        self.top = 0
        self.size = len(tickets)

    def in_order(self) -> vec[i16]:
        """The tickets, next first."""
        found = vec[i16]()
        for i in range(self.size):
            found = append(found, self.ring[(self.top + i) % len(self.ring)])
        return found

    def take(self) -> i16:
        ring = self.ring
        ticket = ring[self.top]
        self.top += 1
        if self.top == len(ring):
            self.top = 0
        self.size -= 1
        return ticket

    def put_under(self, ticket: i16) -> None:
        ring = self.ring
        self.ring[(self.top + self.size) % len(ring)] = ticket
        self.size += 1


@final
class State:
    """A whole game, hidden parts included. The rules change it only through `turn.apply`."""

    def __init__(
        self,
        board: Board,
        key: bytes,
        players: list[Player],
        decks: list[Deck],
        ticket_deck: TicketDeck,
        row: vec[u8],
        owner: vec[u8],
        closed: vec[u8],
        station: vec[u8],
        port: vec[u8],
        reached: vec[u8],
        turned: vec[u8],
    ) -> None:
        self.board: Final = board
        self.key: Final = key
        """The 256-bit key that every shuffle comes from."""
        self.players: Final = players
        self.decks: Final = decks
        self.ticket_deck: Final = ticket_deck
        self.row: Final = row
        """The face-up cards by slot, or HOLE."""
        self.owner: Final = owner
        """Owner of each route, or NOBODY."""
        self.closed: Final = closed
        """The seats that each route is closed to, bit by bit: it follows from the owners (C11, C12)."""
        self.station: Final = station
        """Owner of the station in each city, or NOBODY; empty on a board without stations."""
        self.port: Final = port
        """Owner of the port in each city, or NOBODY; empty on a board without ports."""
        self.reached: Final = reached
        """The seats that own a route to each city, bit by bit: it follows from the owners, and is empty like `port`."""
        self.phase: i64 = OPENING
        self.seat: i64 = 0
        """Whose turn it is; in the opening, who will start."""
        self.turn: i64 = 0
        """Turns finished."""
        self.passes: i64 = 0
        """Turns in a row, up to now, that were passes (C2)."""
        self.idle_turns: i64 = 0
        """Turns in a row, up to now, that changed nothing: passes, withdrawals and exchanges (C2)."""
        self.turns_left: i64 = UNDECIDED
        """Turns still to be finished once the end was triggered (C17)."""
        # A tunnel being claimed (E4): the cards laid down lie here and in no hand or pile.
        self.tunnel_route: i64 = 0
        self.tunnel_colour: i64 = 0
        self.tunnel_wilds: i64 = 0
        self.tunnel_asked: i64 = 0
        self.pair_route: i64 = 0
        """A pair route being paid space by space (W7)."""
        self.turned = turned
        """Cards on the table: turned up for a tunnel till the end of the turn (E6), or paid for a pair route (W7)."""

    def copy(self) -> State:
        """A game of its own that goes on from here."""
        other = State(
            self.board,
            self.key,
            [player.copy() for player in self.players],
            [deck.copy() for deck in self.decks],
            self.ticket_deck.copy(),
            self.row[:],
            self.owner[:],
            self.closed[:],
            self.station[:],
            self.port[:],
            self.reached[:],
            self.turned[:],
        )
        other.phase = self.phase
        other.seat = self.seat
        other.turn = self.turn
        other.passes = self.passes
        other.idle_turns = self.idle_turns
        other.turns_left = self.turns_left
        other.tunnel_route = self.tunnel_route
        other.tunnel_colour = self.tunnel_colour
        other.tunnel_wilds = self.tunnel_wilds
        other.tunnel_asked = self.tunnel_asked
        other.pair_route = self.pair_route
        return other

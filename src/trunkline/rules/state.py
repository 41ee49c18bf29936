"""The state of a game: every field with its meaning. About a kilobyte; it refers only to its board and key."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.board import Board
from trunkline.rules.chapter import NO_SLOT, Part

NOBODY: Final = 255
"""Owner of a route or station that nobody owns."""
HOLE: Final = 255
"""A slot of the row without a card."""
UNDECIDED: Final = -1

# The phases that every game has; each chapter declares its own (chapter.py).
OPENING: Final = 0
TURN: Final = 1
OVER: Final = 5


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
        """In the opening: the chosen set of offered tickets, one bit each."""
        self.trains: i64 = 0
        self.ships: i64 = 0
        """Pieces left."""
        self.points: i64 = 0
        """Points of the routes claimed so far."""
        self.hand_size: i64 = 0

    def copy(self) -> Player:
        # Lists of tickets are replaced and never changed in place, so copies share them.
        other = Player(self.hand[:], self.known[:], self.tickets, self.offered)
        other.chosen = self.chosen
        other.trains = self.trains
        other.ships = self.ships
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
        """Play cards from the hand. Known cards count as spent first."""
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
        """Discarded cards, by card. Their order does not matter, because they are shuffled."""
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
        """Make these cards the deck; the last one is drawn first. `counts` are all cards that belong to it."""
        room: i64 = 0
        for number in counts:
            room += i64(number)
        pile = cards[:]
        for _i in range(room - len(cards)):
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
        """Make these tickets the deck, next first. `room` is the capacity for tickets that may come back."""
        ring = tickets[:]
        for _i in range(room - len(tickets)):
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


class Position:
    """The common base of a state and a view: the board, the phase, and the parts of the chapters."""

    def __init__(self, board: Board, parts: list[object]) -> None:
        self.board = board
        self.parts: Final = parts
        """The part of each chapter, by its slot. Each chapter casts its part to its own class."""
        self.phase: i64 = OPENING
        self.turn: i64 = 0
        """Turns finished."""
        self.passes: i64 = 0
        """Turns in a row, up to now, that were passes (C2)."""
        self.idle_turns: i64 = 0
        """Idle turns in a row, up to now: passes, withdrawals and exchanges (C2)."""
        self.turns_left: i64 = UNDECIDED
        """Turns still to be finished once the end was triggered (C17)."""
        self.claim_route: i64 = 0
        """The route whose claim waits for an answer."""
        self.claim_step: i64 = 0
        """The number of the step of that claim that asks; 0 if none waits."""

    def part(self, slot: i64) -> Part:
        """The part of the chapter with this slot."""
        return cast(Part, self.parts[slot])

    def ships_left(self, seat: i64) -> i64:
        """Ships that a seat can still place."""
        raise NotImplementedError

    def route_points(self, seat: i64) -> i64:
        """Points of the routes that a seat has claimed."""
        raise NotImplementedError

    def trains_left(self, seat: i64) -> i64:
        """Trains that a seat can still place."""
        raise NotImplementedError

    def cards_in_hand(self, seat: i64) -> i64:
        """How many cards a seat holds."""
        raise NotImplementedError

    def owner_of(self, route: i64) -> i64:
        """The seat that owns a route, or NOBODY."""
        raise NotImplementedError

    def face_up(self, slot: i64) -> i64:
        """The card in a slot of the row, or HOLE."""
        raise NotImplementedError


@final
class State(Position):
    """A whole game with everything hidden. Only `turn.apply` changes it."""

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
        open_rails: vec[i16],
        parts: list[object],
    ) -> None:
        super().__init__(board, parts)
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
        """The seats that each route is closed to, one bit each. Derived from the owners (C11, C12)."""
        self.open_rails: Final = open_rails
        """The groups of `board.rails` without the routes that are closed to all, so that listing claims skips them.
        Each group starts at its usual place; after all groups come their ends."""
        self.seat: i64 = 0
        """Whose turn it is; in the opening, who will start."""

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

    def copy(self) -> State:
        """An independent copy."""
        other = State(
            self.board,
            self.key,
            [player.copy() for player in self.players],
            [deck.copy() for deck in self.decks],
            self.ticket_deck.copy(),
            self.row[:],
            self.owner[:],
            self.closed[:],
            self.open_rails[:],
            [self.part(slot).copy() for slot in range(len(self.parts))],
        )
        other.phase = self.phase
        other.seat = self.seat
        other.turn = self.turn
        other.passes = self.passes
        other.idle_turns = self.idle_turns
        other.turns_left = self.turns_left
        other.claim_route = self.claim_route
        other.claim_step = self.claim_step
        return other


def empty_state(board: Board, key: bytes, players: list[Player]) -> State:
    """An empty state: nothing is dealt, and nobody owns anything."""
    parts: list[object] = [board.absent for _ in range(board.slots)]
    for chapter in board.chapters:
        if chapter.slot != NO_SLOT:
            parts[chapter.slot] = chapter.new_part(board, len(players))
    return State(
        board,
        key,
        players,
        [Deck(vec[u8](), vec[u8]()) for _ in board.deck_cards],
        TicketDeck(vec[i16]()),
        board.empty_row[:],
        board.no_routes_owned[:],
        board.no_routes_closed[:],
        board.rails.open[:],
        parts,
    )

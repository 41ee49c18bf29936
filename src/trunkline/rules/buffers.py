"""Writes and reads numbers, lists, piles and hands as bytes, for packed states and for comparing views."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.board import Board
from trunkline.rules.chapter import Fields
from trunkline.rules.claim import close
from trunkline.rules.state import NOBODY, Deck, Player, State, empty_state

EVERY_BYTE: Final = bytes(range(256))


def put(out: bytearray, number: i64) -> None:
    out += int(number).to_bytes(4, "little", signed=True)


def put_cards(out: bytearray, cards: vec[u8]) -> None:
    put(out, len(cards))
    out += bytes(cards)


def put_tickets(out: bytearray, tickets: vec[i16]) -> None:
    put(out, len(tickets))
    for ticket in tickets:
        out += int(ticket).to_bytes(2, "little", signed=True)


@final
class Reader:
    """Reads what `to_bytes` wrote. Raises ValueError at the first byte that `to_bytes` cannot have written."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, length: int) -> bytes:
        if length < 0 or self.at + length > len(self.data):
            raise ValueError("the packed state is cut short")
        part = self.data[self.at : self.at + length]
        self.at += length
        return part

    def number(self) -> int:
        """The next number, assembled by hand for speed: a state has about fifty, and every move is read."""
        part = self.take(4)
        low = i64(part[0]) | i64(part[1]) << 8 | i64(part[2]) << 16 | i64(part[3]) << 24
        return int(low - (1 << 32) if low >= 1 << 31 else low)

    def cards(self, length: int, below: int) -> vec[u8]:
        """A list of that length (any, if negative) with values below a bound, or 255 for none."""
        size = self.number()
        part = self.take(size)
        if length >= 0 and size != length:
            raise ValueError("the packed state is of another board")
        if part.translate(None, EVERY_BYTE[:below] + b"\xff"):
            raise ValueError("the packed state holds a number out of range")
        return vec[u8](list(part))

    def tickets(self, below: int) -> vec[i16]:
        size = self.number()
        part = self.take(2 * size)
        found = [part[2 * i] | part[2 * i + 1] << 8 for i in range(size)]
        for ticket in found:
            if ticket >= below:
                raise ValueError("the packed state holds a ticket that the board has not")
        return vec[i16](found)


@final
class FieldWriter(Fields):
    """Writes the fields of a part."""

    def __init__(self, out: bytearray) -> None:
        self.out: Final = out

    def number(self, value: i64) -> i64:
        put(self.out, value)
        return value

    def small(self, values: vec[u8], below: i64) -> vec[u8]:
        put_cards(self.out, values)
        return values

    def numbers(self, values: vec[i64]) -> vec[i64]:
        put(self.out, len(values))
        for value in values:
            put(self.out, value)
        return values


@final
class FieldReader(Fields):
    """Reads the fields into a part of a new game. A list with a fixed length keeps it."""

    def __init__(self, read: Reader) -> None:
        self.read: Final = read

    def number(self, value: i64) -> i64:
        return self.read.number()

    def small(self, values: vec[u8], below: i64) -> vec[u8]:
        return self.read.cards(len(values) if len(values) > 0 else -1, below)

    def numbers(self, values: vec[i64]) -> vec[i64]:
        if self.read.number() != len(values):
            raise ValueError("the packed state is of another board")
        found = vec[i64]()
        for _i in range(len(values)):
            found = append(found, i64(self.read.number()))
        return found


# What every layout has


def put_piles(out: bytearray, state: State) -> None:
    """The decks with their discards, and the ticket deck."""
    put(out, len(state.decks))
    for deck in state.decks:
        put(out, deck.shuffles)
        put_cards(out, deck.cards[: deck.size])
        put_cards(out, deck.discards)
    put(out, state.ticket_deck.returns)
    put_tickets(out, state.ticket_deck.in_order())


def put_hand(out: bytearray, player: Player) -> None:
    """Cards and tickets of a player."""
    put_cards(out, player.hand)
    put_cards(out, player.known)
    put_tickets(out, player.tickets)
    put_tickets(out, player.offered)


def read_hand(board: Board, read: Reader) -> Player:
    """A player with the cards and tickets that `put_hand` wrote."""
    hand = read.cards(board.cards, 255)
    known = read.cards(board.cards, 255)
    player = Player(hand, known, read.tickets(board.tickets), read.tickets(board.tickets))
    player.count_hand()
    return player


@final
class Piles:
    """The piles that `put_piles` wrote."""

    def __init__(self, board: Board, read: Reader) -> None:
        if read.number() != len(board.deck_cards):
            raise ValueError("the packed state is of another board")
        self.decks: Final = [read_deck(board, read, counts) for counts in board.deck_cards]
        self.returns: Final[i64] = read.number()
        self.tickets: Final = read.tickets(board.tickets)

    def fill(self, state: State) -> None:
        """Put the piles into a state."""
        for number in range(len(self.decks)):
            state.decks[number] = self.decks[number]
        state.ticket_deck.fill(state.board.tickets, self.tickets)
        state.ticket_deck.returns = self.returns


def read_deck(board: Board, read: Reader, counts: vec[u8]) -> Deck:
    shuffles = read.number()
    cards = read.cards(-1, board.cards)
    discards = read.cards(board.cards, 255)
    deck = Deck(cards, discards)
    deck.fill(counts, cards, discards)
    deck.shuffles = shuffles
    return deck


def new_state(board: Board, key: bytes, players: list[Player], row: vec[u8], owner: vec[u8]) -> State:
    """A state with these players, row and owners, to be filled further."""
    if not 2 <= len(players) <= 5:
        raise ValueError("the packed state is of another board")
    state = empty_state(board, key, players)
    for slot in range(len(row)):
        state.row[slot] = row[slot]
    for route in range(board.routes):
        if owner[route] != NOBODY:
            close(state, i64(owner[route]), route)
    return state

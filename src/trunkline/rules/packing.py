"""A state as bytes, versioned and the same on every platform: what is stored with each move, and what is hashed."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.board import Board
from trunkline.rules.claim import close
from trunkline.rules.state import NOBODY, Deck, Player, State, TicketDeck

VERSION: Final = 1
VERSION_WITH_SHIPS: Final = 2
"""A board with two decks has more to say, after all that the others say."""
WITH_IDLE_TURNS: Final = 2
"""Added to the version of a state whose counter of idle turns (C2) is not 0: the counter follows at the end.
A state without it is written as before the counter was known, and older states are read as if it were 0."""

EVERY_BYTE: Final = bytes(range(256))


def to_bytes(state: State) -> bytes:
    """The whole state but its board: little-endian numbers of four bytes, and lists with their length before them."""
    out = bytearray()
    out.append(version_of(state.board) + (WITH_IDLE_TURNS if state.idle_turns else 0))
    out += state.key
    for number in (state.phase, state.seat, state.turn, state.passes, state.turns_left):
        put(out, number)
    for number in (state.tunnel_route, state.tunnel_colour, state.tunnel_wilds, state.tunnel_asked):
        put(out, number)
    put_cards(out, state.turned)
    put_cards(out, state.row)
    put_cards(out, state.owner)
    put_cards(out, state.station)
    put(out, len(state.decks))
    for deck in state.decks:
        put(out, deck.shuffles)
        put_cards(out, deck.cards[: deck.size])
        put_cards(out, deck.discards)
    tickets = state.ticket_deck
    put(out, tickets.returns)
    put_tickets(out, tickets.in_order())
    put(out, len(state.players))
    for player in state.players:
        for number in (player.chosen, player.trains, player.stations, player.points):
            put(out, number)
        put_cards(out, player.hand)
        put_cards(out, player.known)
        put_tickets(out, player.tickets)
        put_tickets(out, player.offered)
    if state.board.two_decks:
        put(out, state.pair_route)
        put_cards(out, state.port)
        for player in state.players:
            for number in (player.ships, player.ports, player.box_trains, player.box_ships, player.exchanged):
                put(out, number)
    if state.idle_turns:
        put(out, state.idle_turns)
    return bytes(out)


def version_of(board: Board) -> int:
    return VERSION_WITH_SHIPS if board.two_decks else VERSION


def counts_idle_turns(packed: bytes) -> bool:
    """Whether a packed state says how many turns in a row changed nothing."""
    return packed[0] > VERSION_WITH_SHIPS


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
    """Reads what `to_bytes` wrote, and raises ValueError at the first thing that it cannot have written."""

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
        """The next number, put together by hand: there are half a hundred in a state, and each move is read."""
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


def from_bytes(board: Board, data: bytes) -> State:
    """The state that `to_bytes` packed, on the same board."""
    read = Reader(data)
    version = read.take(1)[0]
    if version != version_of(board) and version != version_of(board) + WITH_IDLE_TURNS:
        raise ValueError("the packed state is of another version")
    key = read.take(32)
    phase, seat, turn, passes, turns_left = [read.number() for _ in range(5)]
    route, colour, wilds, asked = [read.number() for _ in range(4)]
    turned = read.cards(-1, board.cards)
    row = read.cards(board.numbers.row, board.cards)
    owner = read.cards(board.routes, 5)
    station = read.cards(len(board.no_stations_owned), 5)
    if read.number() != len(board.deck_cards):
        raise ValueError("the packed state is of another board")
    decks = [read_deck(board, read, counts) for counts in board.deck_cards]
    returns = read.number()
    ticket_deck = TicketDeck(vec[i16]())
    ticket_deck.fill(board.tickets, read.tickets(board.tickets))
    ticket_deck.returns = returns
    players = [read_player(board, read) for _ in range(read.number())]
    pair_route = 0
    port = board.no_ports_owned[:]
    if board.two_decks:
        pair_route = read.number()
        port = read.cards(len(port), 5)
        for player in players:
            read_pieces(player, read)
    idle_turns = read.number() if counts_idle_turns(data) else 0
    if counts_idle_turns(data) and idle_turns < 1:
        raise ValueError("the packed state counts no idle turns, and says that it does")
    if read.at != len(data) or not 2 <= len(players) <= 5:
        raise ValueError("the packed state is of another board")
    unowned, open_to_all = board.no_routes_owned[:], board.no_routes_closed[:]
    reached = board.no_ports_reached[:]
    state = State(board, key, players, decks, ticket_deck, row, unowned, open_to_all, station, port, reached, turned)
    for number in range(board.routes):
        if owner[number] != NOBODY:
            close(state, i64(owner[number]), number)
    state.phase = phase
    state.seat = seat
    state.turn = turn
    state.passes = passes
    state.idle_turns = idle_turns
    state.turns_left = turns_left
    state.tunnel_route = route
    state.tunnel_colour = colour
    state.tunnel_wilds = wilds
    state.tunnel_asked = asked
    state.pair_route = pair_route
    return state


def read_deck(board: Board, read: Reader, counts: vec[u8]) -> Deck:
    shuffles = read.number()
    cards = read.cards(-1, board.cards)
    discards = read.cards(board.cards, 255)
    deck = Deck(cards, discards)
    deck.fill(counts, cards, discards)
    deck.shuffles = shuffles
    return deck


def read_player(board: Board, read: Reader) -> Player:
    chosen, trains, stations, points = [read.number() for _ in range(4)]
    hand = read.cards(board.cards, 255)
    known = read.cards(board.cards, 255)
    player = Player(hand, known, read.tickets(board.tickets), read.tickets(board.tickets))
    player.chosen = chosen
    player.trains = trains
    player.stations = stations
    player.points = points
    player.count_hand()
    return player


def read_pieces(player: Player, read: Reader) -> None:
    player.ships, player.ports, player.box_trains, player.box_ships, player.exchanged = [
        read.number() for _ in range(5)
    ]

"""Determinization: full games that fit a view, with everything hidden dealt at random. For search and secrecy tests."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.claim import close
from trunkline.rules.dice import SAMPLE, Stream, shuffle_cards
from trunkline.rules.state import HOLE, NOBODY, OPENING, OVER, Player, State, empty_state
from trunkline.rules.tickets import bits, least_kept, shuffle_tickets
from trunkline.rules.view import View

MOST_ATTEMPTS: Final = 1000
"""The most attempts, if the hands that others were dealt are impossible."""


def sample(view: View, key: bytes) -> State:
    """A random game that looks the same to its seat as the real one. `key` decides it and its later shuffles."""
    chapter = view.board.of_phase[view.phase].chapter
    attempt: i64 = 0
    state = draw(view, key, attempt)
    while not chapter.can_go_on(state) and attempt < MOST_ATTEMPTS:
        attempt += 1
        state = draw(view, key, attempt)
    return state


def draw(view: View, key: bytes, attempt: i64) -> State:
    """One attempt at a game that fits a view."""
    board = view.board
    stream = Stream(key, SAMPLE, attempt)
    state = empty_state(board, key, [known_player(view, seat) for seat in range(len(view.players))])
    for slot in range(len(view.parts)):
        state.parts[slot] = view.part(slot).copy()
    for slot in range(len(view.row)):
        state.row[slot] = view.row[slot]
    for number in range(len(state.decks)):
        deal_cards(view, state, number, stream)
    deal_tickets(view, state, stream)
    for route in range(board.routes):
        if view.owner[route] != NOBODY:
            close(state, i64(view.owner[route]), route)
    state.phase = view.phase
    state.seat = view.turn_of
    state.turn = view.turn
    state.passes = view.passes
    state.idle_turns = view.idle_turns
    state.turns_left = view.turns_left
    state.claim_route = view.claim_route
    state.claim_step = view.claim_step
    for slot in range(len(state.parts)):
        state.part(slot).deal_table(view, stream)
    for chapter in board.chapters:
        chapter.restore(state)
    return state


def known_player(view: View, seat: i64) -> Player:
    """A player with what the viewer knows: the viewer's own cards, or the known cards of another player."""
    seen = view.players[seat]
    if seat == view.seat:
        player = Player(view.hand[:], seen.known[:], view.tickets[:], view.offered[:])
        player.chosen = view.chosen
    else:
        player = Player(seen.known[:], seen.known[:], seen.tickets[:], vec[i16]())
    player.count_hand()
    player.trains = seen.trains
    player.ships = seen.ships
    player.points = seen.points
    return player


def deal_cards(view: View, state: State, number: i64, stream: Stream) -> None:
    """Deal the unseen cards of a deck to the hands of others; the rest is the deck."""
    board = view.board
    players = state.players
    belongs = board.deck_cards[number]
    unseen = belongs[:]
    for card in range(board.cards):
        if belongs[card] > 0:
            unseen[card] -= view.discards[number][card]
            for player in players:
                unseen[card] -= player.hand[card]
            for slot in range(len(view.parts)):
                unseen[card] -= u8(view.part(slot).cards_held(board, card))
    for shown in view.row:
        if shown != HOLE and belongs[i64(shown)] > 0:
            unseen[i64(shown)] -= 1

    pile = vec[u8]()
    for card in range(board.cards):
        if card != board.newspaper:
            for _i in range(i64(unseen[card])):
                pile = append(pile, u8(card))
    shuffle_cards(pile, len(pile), stream)
    left = len(pile)
    for seat in range(len(players)):
        for _i in range(hidden_cards(view, players[seat], seat, number)):
            left -= 1
            players[seat].gain(i64(pile[left]), False)
    pile = pile[:left]
    if board.newspaper >= 0 and unseen[board.newspaper] > 0:
        # Newspapers are in no hand, so they are shuffled into the rest (L11).
        for _i in range(i64(unseen[board.newspaper])):
            pile = append(pile, u8(board.newspaper))
        shuffle_cards(pile, len(pile), stream)
    state.decks[number].fill(belongs, pile, view.discards[number][:])


def hidden_cards(view: View, player: Player, seat: i64, number: i64) -> i64:
    """How many cards of a deck the seat holds beyond those dealt to `player` so far; backs are public (W1)."""
    board = view.board
    seen = view.players[seat]
    held = seen.ship_cards if number == 1 else seen.hand_size - seen.ship_cards
    for card in range(board.cards):
        if i64(board.deck_of[card]) == number:
            held -= i64(player.hand[card])
    return held


def deal_tickets(view: View, state: State, stream: Stream) -> None:
    """Deal the unseen tickets: to the deck, then to the hands and offers of others. Some may be left over.

    Hidden state of the chapters is filled in for each seat too.
    """
    board = view.board
    players = state.players
    deck = state.ticket_deck
    taken = vec[u8]([0] * board.tickets)
    for player in players:
        for ticket in player.tickets:
            taken[i64(ticket)] = 1
        for ticket in player.offered:
            taken[i64(ticket)] = 1
    short = vec[i16]()
    long = vec[i16]()
    for number in range(board.tickets):
        if not taken[number]:
            if board.numbers.opening_long > 0 and board.ticket_long[number]:
                long = append(long, i16(number))
            else:
                short = append(short, i16(number))
    shuffle_tickets(short, stream)
    shuffle_tickets(long, stream)
    pool = TicketPool(short, long)
    for _i in range(view.ticket_deck_size):
        deck.ring = append(deck.ring, pool.draw(0))
    deck.fill(board.tickets, deck.ring)
    if view.phase == OVER:
        return
    for seat in range(len(players)):
        if seat == view.seat:
            continue
        seen = view.players[seat]
        player = players[seat]
        long_held = stream.below(board.numbers.opening_long + 1)
        for i in range(seen.ticket_count):
            player.tickets = append(player.tickets, pool.draw(1 if i < long_held else 0))
        long_offered = board.numbers.opening_long if view.phase == OPENING else 0
        for i in range(seen.offered_count):
            player.offered = append(player.offered, pool.draw(1 if i < long_offered else 0))
        if seen.has_chosen and view.phase == OPENING:
            player.chosen = some_choice(len(player.offered), least_kept(state, seat), stream)
        for slot in range(len(state.parts)):
            state.part(slot).deal_hidden(view, seat, stream)


@final
class TicketPool:
    """The unseen tickets, shuffled, long and short. When one kind is used up, the other is taken."""

    def __init__(self, short: vec[i16], long: vec[i16]) -> None:
        self.short = short
        self.long = long
        self.shorts_left: i64 = len(short)
        self.longs_left: i64 = len(long)

    def draw(self, long_wanted: i64) -> i16:
        if (long_wanted and self.longs_left > 0) or self.shorts_left == 0:
            self.longs_left -= 1
            return self.long[self.longs_left]
        self.shorts_left -= 1
        return self.short[self.shorts_left]


def some_choice(offered: i64, least: i64, stream: Stream) -> i64:
    """A random set of at least `least` offered tickets."""
    while True:
        chosen = stream.below(i64(1) << offered)
        if bits(chosen) >= least:
            return chosen

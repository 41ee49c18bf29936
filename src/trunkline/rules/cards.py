"""Cards (C3-C8, W1, W4, L10, L11): the decks, their discards and the face-up row, and how they are refilled."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.actions import (
    ActionList,
    Unreadable,
    deck_from,
    deck_of,
    encode,
    kind_of,
    not_understood,
    number_from,
    subject_of,
)
from trunkline.rules.board import Board
from trunkline.rules.chapter import GOES_ON, TURN_ENDS, ActionKind, Chapter, Phase, Refusal
from trunkline.rules.company_tables import TWO_LOCOMOTIVES
from trunkline.rules.dice import FIRST_DECK, Stream, shuffle_cards
from trunkline.rules.events import NO_ITEMS, TABLE, Event, EventKind
from trunkline.rules.newspapers import NEWSPAPERS_PASSED, bars_face_up_locomotives, news_of
from trunkline.rules.office_state import is_armed, offices_of
from trunkline.rules.power_uses import cards_bought
from trunkline.rules.state import HOLE, TURN, Player, Position, State

DRAW_ROW: Final = 1
DRAW_DECK: Final = 2
SECOND_PICK: Final = 2

DEALT: Final = EventKind("dealt", ["count"], "cards", secret=True, reveals=True)
ROW_DEALT: Final = EventKind("row-dealt", [], "row", reveals=True)
DREW: Final = EventKind("drew", ["slot", "card"], reveals=True)
DREW_BLIND: Final = EventKind("drew-blind", ["deck"], "cards", secret=True, reveals=True)
REFILLED: Final = EventKind("refilled", ["slot", "card"], reveals=True)
RESHUFFLED: Final = EventKind("reshuffled", ["deck", "count"], reveals=True)

NONE: Final = -1
DEALS_IN_A_ROW: Final = 20
"""The most times that the row is dealt again before it stays as it is (C6)."""


def reshuffle_if_empty(state: State, number: i64, log: list[Event] | None) -> None:
    """C7: shuffle the discards of an empty deck into a new deck at once."""
    deck = state.decks[number]
    if deck.size > 0 or deck.discarded == 0:
        return
    cards = deck.cards
    discards = deck.discards
    size: i64 = 0
    for card in range(len(discards)):
        for _i in range(i64(discards[card])):
            cards[size] = u8(card)
            size += 1
        discards[card] = 0
    deck.size = size
    deck.discarded = 0
    shuffle_cards(cards, size, Stream(state.key, FIRST_DECK + number, deck.shuffles))
    deck.shuffles += 1
    if log is not None:
        log.append(Event(RESHUFFLED, TABLE, vec[i16]([i16(number), i16(size)]), NO_ITEMS))


def draw_card(state: State, number: i64, log: list[Event] | None) -> i64:
    """The top card of a deck that is not empty."""
    deck = state.decks[number]
    size = deck.size - 1
    card = deck.cards[size]
    deck.size = size
    if size == 0:
        reshuffle_if_empty(state, number, log)
    return i64(card)


def can_give(state: State, number: i64) -> bool:
    """Whether a deck has a card to draw. Newspapers do not count: if only these are left, nothing is drawn (L11)."""
    deck = state.decks[number]
    if deck.size == 0 or state.board.newspaper < 0:
        return deck.size > 0
    return deck.size + deck.discarded > news_of(state).newspapers


def pass_newspapers(state: State, number: i64, log: list[Event] | None) -> None:
    """Discard the newspapers on top of a deck that has another card, and count them as met (L11)."""
    newspaper = state.board.newspaper
    deck = state.decks[number]
    if i64(deck.cards[deck.size - 1]) != newspaper:
        return
    if not can_give(state, number):
        raise ValueError("only newspapers are left")  # An illegal draw must not loop for ever.
    count: i64 = 0
    while i64(deck.cards[deck.size - 1]) == newspaper:
        deck.size -= 1
        discard(state, newspaper, 1)
        reshuffle_if_empty(state, number, log)
        count += 1
    part = news_of(state)
    if not part.is_quiet:
        part.met += count
    elif log is not None:
        log.append(Event(NEWSPAPERS_PASSED, state.seat, vec[i16]([i16(count)]), NO_ITEMS))


def answer_cards(state: State, log: list[Event] | None) -> None:
    """Cards were drawn, or the row was filled: let the chapters react, such as to newspapers that were met (L11)."""
    for ref in state.board.reacting:
        ref.chapter.cards_moved(state, log)


def discard(state: State, card: i64, number: i64) -> None:
    """Put cards on the discards of their deck. Call `settle` after the last card of the set."""
    deck = state.decks[i64(state.board.deck_of[card])]
    deck.discards[card] = u8(i64(deck.discards[card]) + number)
    deck.discarded += number


def settle(state: State, log: list[Event] | None) -> None:
    """After cards were discarded: reshuffle empty decks, fill holes of the row, check the row (C6, C7)."""
    # A deck with only newspapers is not empty, but nothing can be drawn until another card is discarded (L11).
    renewed = state.board.newspaper >= 0
    for number in range(len(state.decks)):
        if state.decks[number].size == 0:
            reshuffle_if_empty(state, number, log)
            renewed = True
    if renewed and fill_holes(state, log):
        hold_row(state, log)


def fill_holes(state: State, log: list[Event] | None) -> bool:
    """Fill the holes of the row in place while there are cards; whether any was filled."""
    row = state.row
    places = state.board.place_deck
    changed = False
    for slot in range(len(row)):
        if row[slot] == HOLE and fill_slot(state, slot, i64(places[slot]), log):
            changed = True
    return changed


def fill_slot(state: State, slot: i64, wanted: i64, log: list[Event] | None) -> bool:
    """Turn up a card for a slot from the wanted deck, or from another if that is empty (W4); False if there is none."""
    number = giving_deck(state, wanted)
    if number == NONE:
        return False
    if state.board.newspaper >= 0:
        pass_newspapers(state, number, log)
    card = draw_card(state, number, log)
    state.row[slot] = u8(card)
    if log is not None:
        log.append(Event(REFILLED, TABLE, vec[i16]([i16(slot), i16(card)]), NO_ITEMS))
    return True


def giving_deck(state: State, wanted: i64) -> i64:
    """The wanted deck if it has cards, else another that has, else NONE."""
    if can_give(state, wanted):
        return wanted
    for number in range(len(state.decks)):
        if can_give(state, number):
            return number
    return NONE


def deal_row(state: State, log: list[Event] | None) -> None:
    """Deal every slot of an empty row from its own deck while there are cards (W4)."""
    row = state.row
    places = state.board.place_deck
    for slot in range(len(row)):
        number = giving_deck(state, i64(places[slot]))
        if number != NONE:
            if state.board.newspaper >= 0:
                pass_newspapers(state, number, log)
            row[slot] = u8(draw_card(state, number, log))
    if log is not None:
        log.append(Event(ROW_DEALT, TABLE, vec[i16](), vec[i16]([i16(card) for card in row])))


def discard_row(state: State, log: list[Event] | None) -> None:
    """Discard the whole row before it is dealt again."""
    row = state.row
    for slot in range(len(row)):
        if row[slot] != HOLE:
            discard(state, i64(row[slot]), 1)
            row[slot] = HOLE
    for number in range(len(state.decks)):
        reshuffle_if_empty(state, number, log)


def hold_row(state: State, log: list[Event] | None) -> None:
    """C6: deal a row with too many locomotives again until it has fewer, if that is possible at all."""
    limit = state.board.numbers.row_locomotives
    for _i in range(DEALS_IN_A_ROW):
        if row_wilds(state) < limit or not new_deal_can_help(state):
            return
        discard_row(state, log)
        deal_row(state, log)


def row_wilds(state: State) -> i64:
    wild = state.board.wild
    found: i64 = 0
    for card in state.row:
        if i64(card) == wild:
            found += 1
    return found


def new_deal_can_help(state: State) -> bool:
    """Whether the best possible deal of row, decks and discards has fewer locomotives than the limit (C6).

    Each slot is dealt from its own deck, or from another once that is empty (W4). So cards of a deck without
    locomotives help only in their own slots.
    """
    board = state.board
    wild = board.wild
    home = i64(board.deck_of[wild])
    left = [deck.size + deck.discarded for deck in state.decks]
    if board.newspaper >= 0:
        left[home] -= news_of(state).newspapers  # Newspapers never lie in the row (L11).
    deck = state.decks[home]
    wilds = i64(deck.discards[wild])
    for i in range(deck.size):
        if i64(deck.cards[i]) == wild:
            wilds += 1
    for card in state.row:
        if card != HOLE:
            left[i64(board.deck_of[i64(card)])] += 1
            if i64(card) == wild:
                wilds += 1
    others = left[home] - wilds
    taken: i64 = 0
    for place in board.place_deck:
        number = i64(place)
        if left[number] == 0:
            for other in range(len(left)):
                if left[other] > 0:
                    number = other
                    break
        if left[number] > 0:
            left[number] -= 1
            if number == home:
                taken += 1
    return taken - others < board.numbers.row_locomotives


def list_draws(state: State, second: bool, out: ActionList) -> None:
    """List the picks: face-up cards (once for every deck that can refill the slot) and decks (C3, C4, C8, W4)."""
    wild = state.board.wild
    no_wild = (second and not is_armed(state, TWO_LOCOMOTIVES)) or bars_face_up_locomotives(state)
    row = state.row
    decks = len(state.decks)
    while out.size + (len(row) + 1) * decks > len(out.codes):
        out.grow()
    codes = out.codes
    size = out.size
    for slot in range(len(row)):
        card = i64(row[slot])
        if card != HOLE and not (no_wild and card == wild):
            for number in range(decks):
                codes[size] = DRAW_ROW | slot << 8 | number << 24
                size += 1
    for number in range(decks):
        if can_give(state, number):
            codes[size] = DRAW_DECK | number << 8
            size += 1
    out.size = size


def can_draw_second(state: State) -> bool:
    """Whether anything may be the second pick (C3, C8)."""
    wild = state.board.wild
    takes_wilds = is_armed(state, TWO_LOCOMOTIVES) and not bars_face_up_locomotives(state)
    for card in state.row:
        if card != HOLE and (i64(card) != wild or takes_wilds):
            return True
    return giving_deck(state, 0) != NONE


def draws_are_barred(state: State) -> bool:
    """L10: the action is not available if deck and discards have too few cards when the turn begins."""
    return bars_draws(state.board, cards_in_piles(state) + cards_bought(state))


def bars_draws(board: Board, cards: i64) -> bool:
    """Whether this number of cards in deck and discards bars the action at the start of a turn (L10)."""
    barred_at = board.numbers.draw_barred_at
    return barred_at > 0 and cards <= barred_at


def only_newspapers(position: Position, cards: i64) -> bool:
    """Whether the cards of deck and discards are all newspapers, so that nothing can be drawn (L11)."""
    return position.board.newspaper >= 0 and cards <= news_of(position).newspapers


def cards_in_piles(state: State) -> i64:
    """The cards in the deck and its discards, newspapers among them."""
    return state.decks[0].size + state.decks[0].discarded


def take_from_row(state: State, player: Player, slot: i64, refill: i64, log: list[Event] | None) -> bool:
    """Take a face-up card and replace it at once, from the deck that the player chose (C3, W4).

    Returns True for a locomotive, which ends the draw (C4).
    """
    card = i64(state.row[slot])
    player.gain(card, True)
    if log is not None:
        log.append(Event(DREW, state.seat, vec[i16]([i16(slot), i16(card)]), NO_ITEMS))
    state.row[slot] = HOLE
    fill_slot(state, slot, refill, log)
    hold_row(state, log)
    return card == state.board.wild


def take_blind(state: State, player: Player, number: i64, log: list[Event] | None) -> None:
    """Take the top card of a deck; a locomotive is a card like any other here (C5)."""
    if state.board.newspaper >= 0:
        pass_newspapers(state, number, log)
    deck = state.decks[number]
    card = i64(deck.cards[deck.size - 1])
    player.gain(card, False)
    if log is not None:
        log.append(Event(DREW_BLIND, state.seat, vec[i16]([i16(number)]), vec[i16]([i16(card)])))
    draw_card(state, number, log)


def deal_hands(state: State, log: list[Event] | None) -> None:
    """Shuffle the decks and deal each seat its cards (U1, W1). Newspapers come in after the deal (L4)."""
    board = state.board
    for number in range(len(state.decks)):
        counts = board.deck_cards[number]
        discards = counts[:]
        if board.newspaper >= 0:
            discards[board.newspaper] = 0
        state.decks[number].fill(counts, vec[u8](), discards)
        reshuffle_if_empty(state, number, None)
    for seat in range(len(state.players)):
        dealt = vec[i16]()
        for number in range(len(state.decks)):
            for _i in range(i64(board.hand[number])):
                card = draw_card(state, number, None)
                state.players[seat].gain(card, False)
                dealt = append(dealt, i16(card))
        if log is not None:
            log.append(Event(DEALT, seat, vec[i16]([i16(len(dealt))]), dealt))


@final
class Cards(Chapter):
    """Drawing cards: two picks, the second in a phase of its own (C3)."""

    def __init__(self) -> None:
        super().__init__(
            "cards",
            [ActionKind(DRAW_ROW, "draw", [TURN, SECOND_PICK]), ActionKind(DRAW_DECK, "draw", [TURN, SECOND_PICK])],
            [Phase(SECOND_PICK, "second-pick")],
            [DEALT, ROW_DEALT, DREW, DREW_BLIND, REFILLED, RESHUFFLED],
        )

    def lists_on_turn(self, board: Board) -> bool:
        return True

    def list_turn(self, state: State, seat: i64, out: ActionList) -> None:
        if not state.board.has_companies or not draws_are_barred(state):
            list_draws(state, False, out)

    def list_phase(self, state: State, seat: i64, out: ActionList) -> None:
        list_draws(state, True, out)

    def apply(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> i64:
        player = state.players[seat]
        only_one = False
        if kind_of(code) == DRAW_DECK:
            take_blind(state, player, subject_of(code), log)
        else:
            only_one = take_from_row(state, player, subject_of(code), deck_of(code), log)
        if state.board.has_companies:
            if kind_of(code) == DRAW_DECK:
                news_of(state).blind_picks += 1
            answer_cards(state, log)
            if only_one and is_armed(state, TWO_LOCOMOTIVES) and (state.phase != TURN or can_draw_second(state)):
                offices_of(state).crew_uses[seat] = 1
                only_one = False
        if state.phase == TURN and not only_one and can_draw_second(state):
            state.phase = SECOND_PICK
            return GOES_ON
        for ref in state.board.reacting:
            ref.chapter.cards_drawn(state, seat, log)
        return TURN_ENDS

    def is_code(self, board: Board, code: i64) -> bool:
        if kind_of(code) == DRAW_DECK:
            return subject_of(code) < len(board.deck_names) and not code >> 24
        return subject_of(code) < board.numbers.row and deck_of(code) < len(board.deck_names) and not code >> 32

    def refuse(self, state: State, seat: i64, code: i64) -> Refusal:
        if state.phase == TURN and draws_are_barred(state):
            left, most = int(cards_in_piles(state) + cards_bought(state)), int(state.board.numbers.draw_barred_at)
            return Refusal("cards_scarce", {"left": left, "most": most})
        if kind_of(code) == DRAW_DECK:
            return Refusal("deck_empty", {})
        slot = subject_of(code)
        if state.row[slot] == HOLE:
            return Refusal("slot_empty", {"slot": int(slot) + 1})
        if state.phase == TURN:
            return Refusal("locomotives_barred", {"slot": int(slot) + 1})
        return Refusal("locomotive_second", {"slot": int(slot) + 1})

    def to_text(self, board: Board, code: i64) -> str:
        subject = subject_of(code)
        one_deck = len(board.deck_names) == 1
        if kind_of(code) == DRAW_DECK:
            return "draw deck" if one_deck else f"draw {board.deck_names[subject]}"
        return f"draw {subject + 1}" if one_deck else f"draw {subject + 1} {board.deck_names[deck_of(code)]}"

    def from_text(self, state: State, seat: i64, words: list[str]) -> i64:
        """A deck, or a slot of the row and (with two decks) the deck that refills it."""
        board = state.board
        one_deck = len(board.deck_names) == 1
        rest = words[1:]
        if not rest:
            raise not_understood(words)
        if rest == ["deck"] and one_deck:
            return encode(DRAW_DECK)
        if len(rest) == 1 and not one_deck and not rest[0].isdigit():
            return encode(DRAW_DECK, deck_from(board, rest[0]))
        slot = number_from(rest[0])
        if not 1 <= slot <= board.numbers.row:
            raise Unreadable("no_such_slot", {"slot": slot, "slots": int(board.numbers.row)})
        if len(rest) > (1 if one_deck else 2):
            raise not_understood(words)
        if not one_deck and len(rest) == 1:
            names: list[object] = list(board.deck_names)
            raise Unreadable("which_deck", {"decks": names})
        return encode(DRAW_ROW, slot - 1, 0 if one_deck else deck_from(board, rest[1]))

    def check(self, state: State) -> list[str]:
        """Check that every card is in one place and in its own deck, and that no deck is empty beside discards (C7)."""
        wrong: list[str] = []
        board = state.board
        some_deck_gives = False
        for number in range(len(state.decks)):
            deck = state.decks[number]
            some_deck_gives = some_deck_gives or can_give(state, number)
            if deck.size == 0 and deck.discarded > 0:
                wrong.append("the deck is empty beside discards: it would have been made anew from them")
            for card in range(board.cards):
                belongs = i64(board.deck_cards[number][card])
                found = i64(deck.discards[card])
                for i in range(deck.size):
                    if i64(deck.cards[i]) == card:
                        found += 1
                if belongs > 0 or found > 0:
                    found += cards_elsewhere(state, card)
                if found != belongs:
                    wrong.append(f"there are {found} {board.card_names[card]} cards in all, not {belongs}")
        if some_deck_gives and any(card == HOLE for card in state.row):
            wrong.append("the row has a hole while the deck has cards: it would have been filled")
        if state.phase == SECOND_PICK and not can_draw_second(state):
            wrong.append("nothing can be the second pick: the turn would have ended")
        return wrong


def cards_elsewhere(state: State, card: i64) -> i64:
    """How many of a card are in hands, in the row, and in parts of chapters (such as cards laid for a tunnel)."""
    found: i64 = 0
    for player in state.players:
        found += i64(player.hand[card])
    for shown in state.row:
        if i64(shown) == card:
            found += 1
    for slot in range(len(state.parts)):
        found += state.part(slot).cards_held(state.board, card)
    return found

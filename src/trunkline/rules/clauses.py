"""An interpreter for the clauses of company bonuses and news events, which are rows of integers."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from trunkline.rules.board import Board
from trunkline.rules.cards import (
    answer_cards,
    can_give,
    deal_row,
    discard,
    discard_row,
    draw_card,
    fill_slot,
    hold_row,
    pass_newspapers,
    settle,
)
from trunkline.rules.company_tables import (
    ACTIVE,
    ALWAYS,
    AMOUNT,
    ANY_ROUTE,
    AT_CLAIM,
    AT_KEPT,
    AT_TURNED,
    COLUMNS,
    DOES,
    DRAW,
    EACH,
    FEE,
    IF,
    IF_HAND,
    IF_SHARED,
    LEAST,
    LEAST_PLAYERS,
    LINES,
    LOSE,
    MONEY,
    MONEY_PER,
    MOST,
    MOST_PLAYERS,
    MOST_TRAINS,
    NOT_MOST_TRAINS,
    OWN_COLOUR,
    PER,
    PER_LENGTH,
    TAKE,
    WASH,
    WHEN,
    WHO,
)
from trunkline.rules.dice import LOST_CARDS, Stream
from trunkline.rules.events import NO_ITEMS, TABLE, Event, EventKind
from trunkline.rules.money import change_money, companies_of, company_colour
from trunkline.rules.newspapers import news_of
from trunkline.rules.state import HOLE, NOBODY, Position, State

CARDS_GAINED: Final = EventKind("cards-gained", ["step", "source", "count"], "cards", secret=True, reveals=True)
CARDS_LOST: Final = EventKind("cards-lost", ["source"], "cards", reveals=True)
TOOK: Final = EventKind("took", ["step", "source", "slot", "card"], reveals=True)
ROW_WASHED: Final = EventKind("row-washed", ["source"], reveals=True)

DONE: Final = -1
"""All clauses have run."""
NO_ROUTE: Final = -1


# Whether a clause acts


def acts(position: Position, row: i64, when: i64, seat: i64, route: i64) -> bool:
    """Whether a clause acts for a seat: its moment, number of players, route and conditions fit."""
    tables = position.board.companies
    clauses = tables.clauses
    at = row * COLUMNS
    if i64(clauses[at + WHEN]) != when:
        return False
    players = len(companies_of(position).company)
    if players < i64(clauses[at + LEAST_PLAYERS]) or players > i64(clauses[at + MOST_PLAYERS]):
        return False
    if route != NO_ROUTE:
        lines = i64(clauses[at + LINES])
        if lines != ANY_ROUTE and not tables.line_sets[lines][route]:
            return False
        if clauses[at + OWN_COLOUR] and i64(position.board.colour[route]) != company_colour(position, seat):
            return False
    return holds(position, at + IF, seat, route) and holds(position, at + IF + 3, seat, route)


def holds(position: Position, at: i64, seat: i64, route: i64) -> bool:
    """Whether a seat meets the condition in the columns from `at` on."""
    clauses = position.board.companies.clauses
    condition = i64(clauses[at])
    if condition == ALWAYS:
        return True
    if condition == IF_SHARED:
        return is_shared(position, seat, route)
    if condition == IF_HAND:
        return i64(clauses[at + 1]) <= position.cards_in_hand(seat) <= i64(clauses[at + 2])
    raise ValueError("no such condition")


def is_shared(position: Position, seat: i64, route: i64) -> bool:
    """Whether another company holds a lane of the same double or triple."""
    twins = position.board.twin
    twin = i64(twins[route])
    while twin != route:
        owner = position.owner_of(twin)
        if owner != NOBODY and owner != seat:
            return True
        twin = i64(twins[twin])
    return False


def members(state: State, who: i64) -> i64:
    """The seats of a group, one bit each. All that tie for the most belong to it."""
    if who == ACTIVE:
        return i64(1) << state.seat
    most: i64 = 0
    for player in state.players:
        if player.trains > most:
            most = player.trains
    found: i64 = 0
    for seat in range(len(state.players)):
        has_most = state.players[seat].trains == most
        if who == EACH or (who == MOST_TRAINS and has_most) or (who == NOT_MOST_TRAINS and not has_most):
            found |= i64(1) << seat
    return found


# When clauses act


def run_turned(state: State, source: i64, log: list[Event] | None) -> None:
    """What a news event does when it is turned up, seat by seat from the active one on."""
    tables = state.board.companies
    first, end = i64(tables.first_row[source]), i64(tables.first_row[source + 1])
    # The members of a group are found before the first effect of the card.
    groups = vec[i64]()
    for row in range(first, end):
        groups = append(groups, members(state, i64(tables.clauses[row * COLUMNS + WHO])))
    players = len(state.players)
    for row in range(first, end):
        for i in range(players):
            seat = (state.seat + i) % players
            if groups[row - first] >> seat & 1 and acts(state, row, AT_TURNED, seat, NO_ROUTE):
                carry_out(state, row, 0, source, seat, NO_ROUTE, 0, log)


def run_kept(state: State, source: i64, seat: i64, kept: i64, log: list[Event] | None) -> None:
    """What a news event does when a seat has kept tickets."""
    tables = state.board.companies
    for row in range(i64(tables.first_row[source]), i64(tables.first_row[source + 1])):
        if acts(state, row, AT_KEPT, seat, NO_ROUTE):
            carry_out(state, row, 0, source, seat, NO_ROUTE, kept, log)


def run_claim(state: State, source: i64, step: i64, seat: i64, route: i64, done: i64, log: list[Event] | None) -> i64:
    """Run the clauses of a card at a claim, after the first `done`.

    Returns DONE, or the number of clauses before the one that asks.
    """
    tables = state.board.companies
    first, end = i64(tables.first_row[source]), i64(tables.first_row[source + 1])
    for row in range(first + done, end):
        if not acts(state, row, AT_CLAIM, seat, route):
            continue
        if i64(tables.clauses[row * COLUMNS + DOES]) != TAKE:
            carry_out(state, row, step, source, seat, route, 0, log)
        elif has_choice(state):
            return row - first
        else:
            slot = first_takable(state)
            if slot != HOLE:
                take_face_up(state, seat, slot, step, source, log)
    return DONE


# What clauses do


def carry_out(
    state: State, row: i64, step: i64, source: i64, seat: i64, route: i64, kept: i64, log: list[Event] | None
) -> None:
    """Carry out a clause that asks nothing."""
    clauses = state.board.companies.clauses
    at = row * COLUMNS
    does = i64(clauses[at + DOES])
    amount = i64(clauses[at + AMOUNT])
    if does == MONEY:
        change_money(state, seat, amount, step, source, log)
    elif does == MONEY_PER:
        change_money(state, seat, dollars_per(state, row, route, kept), step, source, log)
    elif does == FEE:
        change_money(state, seat, -amount, step, source, log)
    elif does == DRAW:
        gain_cards(state, seat, amount, step, source, log)
    elif does == LOSE:
        lose_cards(state, seat, amount, source, log)
    elif does == WASH:
        wash_row(state, source, log)
    else:
        raise ValueError("no such effect")


def dollars_per(position: Position, row: i64, route: i64, kept: i64) -> i64:
    """The dollars of a `money_per` clause."""
    clauses = position.board.companies.clauses
    at = row * COLUMNS
    counted = i64(position.board.length[route]) if i64(clauses[at + PER]) == PER_LENGTH else kept - 1
    dollars = counted * i64(clauses[at + AMOUNT])
    return max(i64(clauses[at + LEAST]), min(i64(clauses[at + MOST]), dollars))


def gain_cards(state: State, seat: i64, number: i64, step: i64, source: i64, log: list[Event] | None) -> None:
    """Draw cards for a seat while there are any. Newspapers are resolved after each card (L11)."""
    for _i in range(number):
        if not can_give(state, 0):
            return
        if state.board.newspaper >= 0:
            pass_newspapers(state, 0, log)
        deck = state.decks[0]
        card = i64(deck.cards[deck.size - 1])
        state.players[seat].gain(card, False)
        if log is not None:
            log.append(Event(CARDS_GAINED, seat, vec[i16]([i16(step), i16(source), 1]), vec[i16]([i16(card)])))
        draw_card(state, 0, log)
        answer_cards(state, log)


def lose_cards(state: State, seat: i64, number: i64, source: i64, log: list[Event] | None) -> None:
    """Discard random cards of a hand, face up."""
    player = state.players[seat]
    part = news_of(state)
    stream = Stream(state.key, LOST_CARDS, part.lots)
    part.lots += 1
    lost = vec[i16]()
    for _i in range(min(number, player.hand_size)):
        left = stream.below(player.hand_size)
        card: i64 = 0
        while left >= i64(player.hand[card]):
            left -= i64(player.hand[card])
            card += 1
        player.spend(card, 1)
        discard(state, card, 1)
        lost = append(lost, i16(card))
    if log is not None:
        log.append(Event(CARDS_LOST, seat, vec[i16]([i16(source)]), lost))
    settle(state, log)
    answer_cards(state, log)


def wash_row(state: State, source: i64, log: list[Event] | None) -> None:
    """Discard the row and deal it again."""
    if log is not None:
        log.append(Event(ROW_WASHED, TABLE, vec[i16]([i16(source)]), NO_ITEMS))
    discard_row(state, log)
    deal_row(state, log)
    hold_row(state, log)
    answer_cards(state, log)


# Taking a face-up card


def asks(board: Board, source: i64, done: i64) -> bool:
    """Whether a card has a clause after the first `done` that takes a face-up card."""
    tables = board.companies
    if not 0 < source < len(tables.sources) or done < 0:
        return False
    row = i64(tables.first_row[source]) + done
    return row < i64(tables.first_row[source + 1]) and i64(tables.clauses[row * COLUMNS + DOES]) == TAKE


def first_taking(board: Board, source: i64) -> i64:
    """The number of clauses before the first that takes a face-up card; DONE if none does."""
    tables = board.companies
    for done in range(i64(tables.first_row[source + 1]) - i64(tables.first_row[source])):
        if asks(board, source, done):
            return done
    return DONE


def is_takable(position: Position, slot: i64) -> bool:
    """Whether a clause may take the card in a slot: any but a locomotive."""
    return is_takable_card(position.board, position.face_up(slot))


def is_takable_card(board: Board, card: i64) -> bool:
    return card != HOLE and card != board.wild


def first_takable(position: Position) -> i64:
    """The first slot with a card to take, or HOLE."""
    for slot in range(position.board.numbers.row):
        if is_takable(position, slot):
            return slot
    return HOLE


def has_choice(position: Position) -> bool:
    """Whether two different cards may be taken; else nothing is asked."""
    first = first_takable(position)
    if first == HOLE:
        return False
    card = position.face_up(first)
    for slot in range(first + 1, position.board.numbers.row):
        if is_takable(position, slot) and position.face_up(slot) != card:
            return True
    return False


def take_face_up(state: State, seat: i64, slot: i64, step: i64, source: i64, log: list[Event] | None) -> None:
    """Take a face-up card; it is replaced at once (C3)."""
    card = i64(state.row[slot])
    state.players[seat].gain(card, True)
    if log is not None:
        log.append(Event(TOOK, seat, vec[i16]([i16(step), i16(source), i16(slot), i16(card)]), NO_ITEMS))
    state.row[slot] = HOLE
    fill_slot(state, slot, 0, log)
    hold_row(state, log)
    answer_cards(state, log)

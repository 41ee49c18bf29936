"""An interpreter for the clauses of company bonuses and news events, which are rows of integers."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

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
from trunkline.rules.cattle import holds_herd, stampede
from trunkline.rules.company_tables import (
    ACTIVE,
    ALWAYS,
    AMOUNT,
    ANY_ROUTE,
    AT_CLAIM,
    AT_DREW,
    AT_KEPT,
    AT_SLIP,
    AT_TURNED,
    COLUMNS,
    COMPANY_BONUS_TIMES,
    DOES,
    DRAW,
    EACH,
    FEE,
    HERDERS,
    IF,
    IF_BOTH_BLIND,
    IF_HAND,
    IF_MERGES,
    IF_OWNS,
    IF_SHARED,
    IF_TICKETS,
    LEAST,
    LEAST_MONEY,
    LEAST_PLAYERS,
    LINES,
    LOSE,
    MONEY,
    MONEY_PER,
    MOST,
    MOST_PLAYERS,
    MOST_TRAINS,
    NOT_LEAST_MONEY,
    NOT_MOST_TRAINS,
    OWN_COLOUR,
    PER,
    PER_FULL_8,
    PER_LENGTH,
    PER_TERRITORY,
    REFUND,
    STAMPEDE,
    TAKE,
    WASH,
    WHEN,
    WHO,
)
from trunkline.rules.conditions import holds_further, territories_held
from trunkline.rules.dice import LOST_CARDS, Stream
from trunkline.rules.events import NO_ITEMS, TABLE, Event, EventKind
from trunkline.rules.holder_effects import carry_out_for_holder
from trunkline.rules.money import change_money, companies_of, company_colour
from trunkline.rules.network import joined_cities
from trunkline.rules.newspapers import news_of
from trunkline.rules.state import HOLE, NOBODY, Position, State

CARDS_GAINED: Final = EventKind("cards-gained", ["step", "source", "count"], "cards", secret=True, reveals=True)
CARDS_LOST: Final = EventKind("cards-lost", ["source"], "cards", reveals=True)
TOOK: Final = EventKind("took", ["step", "source", "slot", "card"], reveals=True)
REFUNDED: Final = EventKind("refunded", ["step", "source"], "cards")
ROW_WASHED: Final = EventKind("row-washed", ["source"], reveals=True)

DONE: Final = -1
"""All clauses have run."""
NO_ROUTE: Final = -1


# Whether a clause acts


def acts(position: Position, row: i64, when: i64, seat: i64, route: i64, tickets: i64) -> bool:
    """Whether a clause acts for a seat: its moment, number of players, route and conditions fit.

    `tickets` is the number of completed tickets, which only the slip knows.
    """
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
    return holds(position, at + IF, seat, route, tickets) and holds(position, at + IF + 3, seat, route, tickets)


def holds(position: Position, at: i64, seat: i64, route: i64, tickets: i64) -> bool:
    """Whether a seat meets the condition in the columns from `at` on."""
    clauses = position.board.companies.clauses
    condition = i64(clauses[at])
    if condition == ALWAYS:
        return True
    if condition == IF_SHARED:
        return is_shared(position, seat, route)
    if condition == IF_HAND:
        return i64(clauses[at + 1]) <= position.cards_in_hand(seat) <= i64(clauses[at + 2])
    if condition == IF_MERGES:
        return merges_components(position, seat, route)
    if condition == IF_BOTH_BLIND:
        return news_of(position).blind_picks == 2
    if condition == IF_TICKETS:
        return i64(clauses[at + 1]) <= tickets <= i64(clauses[at + 2])
    if condition == IF_OWNS:
        return routes_owned(position, seat, i64(clauses[at + 1])) >= i64(clauses[at + 2])
    return holds_further(position, at, seat, route)


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


def merges_components(position: Position, seat: i64, route: i64) -> bool:
    """Whether a route that the seat claims joins two of its components, which it had apart from this route."""
    board = position.board
    owner = vec[u8](capacity=board.routes)
    for other in range(board.routes):
        owner = append(owner, u8(NOBODY if other == route else position.owner_of(other)))
    a, b = i64(board.route_a[route]), i64(board.route_b[route])
    label = joined_cities(board, owner, seat)
    if label[a] == label[b]:
        return False
    at_a = at_b = False
    for other in range(board.routes):
        if i64(owner[other]) == seat:
            ends = label[i64(board.route_a[other])]
            at_a = at_a or ends == label[a]
            at_b = at_b or ends == label[b]
    return at_a and at_b


def routes_owned(position: Position, seat: i64, lines: i64) -> i64:
    """How many routes of a set a seat owns."""
    found: i64 = 0
    for route in range(position.board.routes):
        if position.owner_of(route) == seat and (
            lines == ANY_ROUTE or position.board.companies.line_sets[lines][route]
        ):
            found += 1
    return found


def members(state: State, who: i64) -> i64:
    """The seats of a group, one bit each. All that tie for the most or the least belong to it."""
    if who == ACTIVE:
        return i64(1) << state.seat
    money = companies_of(state).money
    most: i64 = 0
    least = money[0]
    for seat in range(len(state.players)):
        most = max(most, state.players[seat].trains)
        least = min(least, money[seat])
    found: i64 = 0
    for seat in range(len(state.players)):
        has_most = state.players[seat].trains == most
        has_least = money[seat] == least
        if (
            who == EACH
            or (who == MOST_TRAINS and has_most)
            or (who == NOT_MOST_TRAINS and not has_most)
            or (who == LEAST_MONEY and has_least)
            or (who == NOT_LEAST_MONEY and not has_least)
            or (who == HERDERS and holds_herd(state, seat))
        ):
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
            if groups[row - first] >> seat & 1 and acts(state, row, AT_TURNED, seat, NO_ROUTE, 0):
                carry_out(state, row, 0, source, seat, NO_ROUTE, 0, log)


def run_kept(state: State, source: i64, seat: i64, kept: i64, log: list[Event] | None) -> None:
    """What a news event does when a seat has kept tickets."""
    tables = state.board.companies
    for row in range(i64(tables.first_row[source]), i64(tables.first_row[source + 1])):
        if acts(state, row, AT_KEPT, seat, NO_ROUTE, 0):
            carry_out(state, row, 0, source, seat, NO_ROUTE, kept, log)


def run_drew(state: State, source: i64, seat: i64, log: list[Event] | None) -> None:
    """What a news event does when a seat's action of drawing cards has ended."""
    tables = state.board.companies
    for row in range(i64(tables.first_row[source]), i64(tables.first_row[source + 1])):
        if acts(state, row, AT_DREW, seat, NO_ROUTE, 0):
            carry_out(state, row, 0, source, seat, NO_ROUTE, 0, log)


def slip_dollars(position: Position, source: i64, seat: i64, tickets: i64) -> i64:
    """What a story rule adds to the slip of a seat that has completed so many tickets."""
    tables = position.board.companies
    found: i64 = 0
    for row in range(i64(tables.first_row[source]), i64(tables.first_row[source + 1])):
        if acts(position, row, AT_SLIP, seat, NO_ROUTE, tickets):
            amount = i64(tables.clauses[row * COLUMNS + AMOUNT])
            found += -amount if i64(tables.clauses[row * COLUMNS + DOES]) == FEE else amount
    return found


def times_taken(position: Position, source: i64) -> i64:
    """The number of passes over the clauses of a card at a claim. A standing rule may repeat a company's bonus."""
    return news_of(position).standing[COMPANY_BONUS_TIMES] if source < position.board.companies.first_event else 1


def run_claim(state: State, source: i64, step: i64, seat: i64, route: i64, done: i64, log: list[Event] | None) -> i64:
    """Run the clauses of a card at a claim, after the first `done`.

    Returns DONE, or the number of clauses before the one that asks. The number of passes over the clauses is read
    again after each clause: a news event that comes up in between is in force from then on (L12).
    """
    tables = state.board.companies
    first = i64(tables.first_row[source])
    count = i64(tables.first_row[source + 1]) - first
    while done < count * times_taken(state, source):
        row = first + done % count
        if acts(state, row, AT_CLAIM, seat, route, 0):
            if i64(tables.clauses[row * COLUMNS + DOES]) != TAKE:
                carry_out(state, row, step, source, seat, route, 0, log)
            elif has_choice(state):
                return done
            else:
                slot = first_takable(state)
                if slot != HOLE:
                    take_face_up(state, seat, slot, step, source, log)
        done += 1
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
        change_money(state, seat, dollars_per(state, row, seat, route, kept), step, source, log)
    elif does == FEE:
        change_money(state, seat, -amount, step, source, log)
    elif does == DRAW:
        gain_cards(state, seat, amount, step, source, log)
    elif does == LOSE:
        lose_cards(state, seat, amount, source, log)
    elif does == WASH:
        wash_row(state, source, log)
    elif does == REFUND:
        refund_cards(state, seat, amount, step, source, log)
    elif does == STAMPEDE:
        stampede(state, log)
    else:
        carry_out_for_holder(state, row, step, source, seat, log)


def dollars_per(position: Position, row: i64, seat: i64, route: i64, kept: i64) -> i64:
    """The dollars of a `money_per` clause; below 0 for `fee_per`."""
    clauses = position.board.companies.clauses
    at = row * COLUMNS
    per = i64(clauses[at + PER])
    if per == PER_LENGTH:
        counted = i64(position.board.length[route])
    elif per == PER_FULL_8:
        counted = companies_of(position).money[seat] // 8
    elif per == PER_TERRITORY:
        counted = territories_held(position, seat)
    else:
        counted = kept - 1
    amount = i64(clauses[at + AMOUNT])
    sign: i64 = -1 if amount < 0 else 1
    return sign * max(i64(clauses[at + LEAST]), min(i64(clauses[at + MOST]), counted * amount * sign))


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


def refund_cards(state: State, seat: i64, number: i64, step: i64, source: i64, log: list[Event] | None) -> None:
    """Return cards just played, locomotives first; at least one stays played.

    Cards that were shuffled into a new deck meanwhile are gone.
    """
    part = companies_of(state)
    deck = state.decks[0]
    left = min(number, part.paid_cards - 1)
    wild = state.board.wild
    wilds = min(left, min(part.paid_wilds, i64(deck.discards[wild])))
    coloured: i64 = 0
    if part.paid_cards > part.paid_wilds:
        coloured = min(left - wilds, min(part.paid_cards - part.paid_wilds, i64(deck.discards[part.paid_colour])))
    returned = vec[i16]()
    for i in range(wilds + coloured):
        card = wild if i < wilds else part.paid_colour
        deck.discards[card] -= 1
        deck.discarded -= 1
        state.players[seat].gain(card, True)
        returned = append(returned, i16(card))
    if len(returned) == 0:
        return
    part.note_refund(wilds + coloured, wilds)
    if log is not None:
        log.append(Event(REFUNDED, seat, vec[i16]([i16(step), i16(source)]), returned))


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


def asks(position: Position, source: i64, done: i64) -> bool:
    """Whether a card has a clause behind so many that takes a face-up card."""
    tables = position.board.companies
    asks_never = tables.first_story_rule <= source < tables.first_crew
    if not 0 < source < len(tables.sources) or asks_never or done < 0:
        return False
    first = i64(tables.first_row[source])
    count = i64(tables.first_row[source + 1]) - first
    if done >= count * times_taken(position, source):
        return False
    return i64(tables.clauses[(first + done % count) * COLUMNS + DOES]) == TAKE


def first_taking(position: Position, source: i64) -> i64:
    """The number of clauses before the first that takes a face-up card; DONE if none does."""
    tables = position.board.companies
    for done in range(i64(tables.first_row[source + 1]) - i64(tables.first_row[source])):
        if asks(position, source, done):
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

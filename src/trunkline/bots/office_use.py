"""Crew and postcards: whom a bot hires, which powers it uses, and what it answers. All bots share this judgement."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from trunkline.bots.module_use import NO_ANSWER, module_answer, module_asks
from trunkline.rules.actions import ActionList, encode, kind_of, subject_of, wilds_of
from trunkline.rules.claim import CLAIM, CLAIM_ASKS, SECOND_CLAIM_PHASE
from trunkline.rules.company_tables import (
    AMOUNT,
    COLUMNS,
    DOES,
    DRAW,
    HALVE,
    MONEY,
    NEXT_EVENT,
    REMOVE_EVENT,
    SECOND_CLAIM,
    TWO_LOCOMOTIVES,
)
from trunkline.rules.office_state import asked_in_secret, has_offices
from trunkline.rules.offices import HIRE, HIRING, power_of_source
from trunkline.rules.postcards import DECLINE, USE
from trunkline.rules.state import TURN, Position, State
from trunkline.rules.tickets import CREW_TICKETS, KEEP
from trunkline.rules.turn import legal

NO_CHOICE: Final = -1
MANY_CARDS: Final = 10
"""A hand from which a second route can be paid, roughly."""


def office_choice(position: Position, seat: i64, actions: ActionList) -> i64:
    """What a bot does where a module, crew or postcards ask or offer something; NO_CHOICE where they do not."""
    answer = module_answer(position, actions)
    if answer != NO_ANSWER:
        return answer
    if not has_offices(position):
        return NO_CHOICE
    phase = position.phase
    if phase == HIRING:
        return best_crew(position, actions)
    if phase == CREW_TICKETS:
        return encode(KEEP, 0)
    if phase == SECOND_CLAIM_PHASE:
        return second_claim(position, actions)
    if phase == CLAIM_ASKS and asked_in_secret(position):
        return first_of(actions, USE) if first_of(actions, USE) != NO_CHOICE else encode(DECLINE)
    return power_worth_using(position, seat, actions) if phase == TURN else NO_CHOICE


def first_of(actions: ActionList, kind: i64) -> i64:
    for i in range(actions.size):
        if kind_of(actions.codes[i]) == kind:
            return actions.codes[i]
    return NO_CHOICE


def best_crew(position: Position, actions: ActionList) -> i64:
    best: i64 = NO_CHOICE
    most: i64 = -1
    for i in range(actions.size):
        code = actions.codes[i]
        if kind_of(code) == HIRE:
            worth = crew_worth(position, subject_of(code))
            if worth > most:
                most = worth
                best = code
    return best


def crew_worth(position: Position, card: i64) -> i64:
    """What a crew card is worth in a game, in half dollars, roughly."""
    tables = position.board.companies
    source = tables.first_crew + card
    power = tables.offices.crew[card].power
    worth: i64 = 0
    if power == SECOND_CLAIM or power == TWO_LOCOMOTIVES:
        worth = 4
    elif power == NEXT_EVENT:
        worth = 3
    for row in range(i64(tables.first_row[source]), i64(tables.first_row[source + 1])):
        does = i64(tables.clauses[row * COLUMNS + DOES])
        amount = i64(tables.clauses[row * COLUMNS + AMOUNT])
        if does == MONEY:
            worth += 2 * amount
        elif does == DRAW:
            worth += 3 * amount
        elif does == HALVE:
            worth += 5 * amount
        else:
            worth += 2
    return worth


def second_claim(position: Position, actions: ActionList) -> i64:
    """The longest route that can be claimed with the fewest locomotives; none, if it takes locomotives alone."""
    best = encode(DECLINE)
    most: i64 = 0
    for i in range(actions.size):
        code = actions.codes[i]
        if kind_of(code) == CLAIM:
            worth = i64(position.board.length[subject_of(code)]) - 2 * wilds_of(code)
            if worth > most:
                most = worth
                best = code
    return best


def power_worth_using(position: Position, seat: i64, actions: ActionList) -> i64:
    tables = position.board.companies
    for i in range(actions.size):
        code = actions.codes[i]
        if kind_of(code) != USE:
            continue
        power = power_of_source(position, tables.first_crew + subject_of(code)).power
        if power == REMOVE_EVENT or power == NEXT_EVENT:
            return code
        if power == TWO_LOCOMOTIVES and locomotives_shown(position) >= 2:
            return code
        if power == SECOND_CLAIM and position.cards_in_hand(seat) >= MANY_CARDS:
            return code
    return NO_CHOICE


def locomotives_shown(position: Position) -> i64:
    found: i64 = 0
    for slot in range(position.board.numbers.row):
        if position.face_up(slot) == position.board.wild:
            found += 1
    return found


def choice_in_rollout(state: State, seat: i64, actions: ActionList) -> i64:
    """The same within a rollout, in the phases that its policies do not know; powers are not used there."""
    phase = state.phase
    asked = module_asks(state) or (phase == CLAIM_ASKS and asked_in_secret(state))
    if not asked and phase != HIRING and phase != CREW_TICKETS and phase != SECOND_CLAIM_PHASE:
        return NO_CHOICE
    legal(state, seat, actions)
    return office_choice(state, seat, actions)

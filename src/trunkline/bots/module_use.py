"""Modules: what a bot answers where one of them asks. All bots share this judgement."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from trunkline.rules.actions import ActionList, encode, kind_of, subject_of
from trunkline.rules.claim import CLAIM_ASKS
from trunkline.rules.elevators import BUILD, NO_CITY, elevators_in
from trunkline.rules.money import companies_of
from trunkline.rules.payment import PAY
from trunkline.rules.state import Position
from trunkline.rules.tunnels import PAY_DOLLARS, TUNNEL

NO_ANSWER: Final = -1


def module_that_asks(position: Position) -> str:
    """The name of the module that asks; empty if none does."""
    if not module_asks(position):
        return ""
    grade = position.board.modules.grade
    source = companies_of(position).asking
    if position.phase == TUNNEL and grade is not None:
        source = grade.source
    return position.board.companies.sources[source]


def answer_without(position: Position) -> i64:
    """The answer of a bot that leaves the asking module out: no elevator. A check it pays in cards, or withdraws."""
    return encode(BUILD, NO_CITY) if position.phase == CLAIM_ASKS else NO_ANSWER


def module_asks(position: Position) -> bool:
    """Whether a module asks something that the policies of bots do not know."""
    modules = position.board.modules
    if modules.first_source == 0:
        return False
    if position.phase == CLAIM_ASKS:
        return companies_of(position).asking >= modules.first_source
    return position.phase == TUNNEL and modules.grade is not None


def module_answer(position: Position, actions: ActionList) -> i64:
    """The answer to a module that asks, or NO_ANSWER to leave it to the bot."""
    if not module_asks(position):
        return NO_ANSWER
    return elevator(position, actions) if position.phase == CLAIM_ASKS else dollars_for_check(actions)


def elevator(position: Position, actions: ActionList) -> i64:
    """Build one, best where another company's stands: it pays more there."""
    best = encode(BUILD, NO_CITY)
    most: i64 = -1
    for i in range(actions.size):
        city = subject_of(actions.codes[i])
        if kind_of(actions.codes[i]) == BUILD and city != NO_CITY and elevators_in(position, city) > most:
            most = elevators_in(position, city)
            best = actions.codes[i]
    return best


def dollars_for_check(actions: ActionList) -> i64:
    """Pay a grade check in dollars if cards do not suffice: a withdrawal costs a turn."""
    dollars: i64 = NO_ANSWER
    for i in range(actions.size):
        if kind_of(actions.codes[i]) == PAY:
            return NO_ANSWER
        if kind_of(actions.codes[i]) == PAY_DOLLARS:
            dollars = actions.codes[i]
    return dollars

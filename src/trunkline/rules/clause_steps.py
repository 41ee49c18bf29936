"""The steps of a claim at which a card acts: a company bonus (number 3) or the current news event (number 11)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from trunkline.rules.actions import ActionList, encode, subject_of
from trunkline.rules.claim import SEQUENCE, ClaimStep
from trunkline.rules.clauses import DONE, is_takable, run_claim, take_face_up
from trunkline.rules.events import NO_ITEMS, Event, EventKind
from trunkline.rules.money import companies_of
from trunkline.rules.newspapers import news_of
from trunkline.rules.state import State

TAKE_CARD: Final = 12
"""The kind of action that takes a face-up card in answer to a clause."""
NO_SOURCE: Final = 0

ASKED: Final = EventKind("asked", ["step", "source"])


def run_clauses(
    state: State, source: i64, step: i64, seat: i64, route: i64, done: i64, log: list[Event] | None
) -> bool:
    """Run the clauses of a card after the first `done`; False if one asks which face-up card is taken."""
    done = run_claim(state, source, step, seat, route, done, log)
    part = companies_of(state)
    if done == DONE:
        part.asking = NO_SOURCE
        part.clauses_done = 0
        return True
    part.asking = source
    part.clauses_done = done
    if log is not None:
        log.append(Event(ASKED, seat, vec[i16]([i16(step), i16(source)]), NO_ITEMS))
    return False


def list_takable(state: State, out: ActionList) -> None:
    """List every face-up card that a clause lets the seat take."""
    for slot in range(len(state.row)):
        if is_takable(state, slot):
            out.add(encode(TAKE_CARD, slot))


@mypyc_attr(allow_interpreted_subclasses=True)
class ClauseStep(ClaimStep):
    """A step that runs the clauses of one card. A clause that takes a face-up card may ask which."""

    def source(self, state: State, seat: i64, route: i64) -> i64:
        """The card that acts for this claim, or NO_SOURCE."""
        raise NotImplementedError

    def is_news(self) -> bool:
        """Whether the card is a news event. Its draws skip newspapers without turning up another event (L11)."""
        return False

    def run(self, state: State, seat: i64, route: i64, log: list[Event] | None) -> bool:
        source = self.source(state, seat, route)
        return source == NO_SOURCE or self.go_on(state, source, seat, route, 0, log)

    def go_on(self, state: State, source: i64, seat: i64, route: i64, done: i64, log: list[Event] | None) -> bool:
        """Run the clauses after the first `done`; False if one asks."""
        news = news_of(state)
        news.is_quiet = self.is_news()
        is_done = run_clauses(state, source, self.number // SEQUENCE, seat, route, done, log)
        news.is_quiet = False
        return is_done

    def list_answers(self, state: State, seat: i64, out: ActionList) -> None:
        list_takable(state, out)

    def answer(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> bool:
        part = companies_of(state)
        source = part.asking
        news = news_of(state)
        news.is_quiet = self.is_news()
        take_face_up(state, seat, subject_of(code), self.number // SEQUENCE, source, log)
        news.is_quiet = False
        return self.go_on(state, source, seat, state.claim_route, part.clauses_done + 1, log)

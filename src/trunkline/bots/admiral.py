"""The admiral: the expert on boards with ships. Light captains play its options out on games that fit its view."""

from __future__ import annotations

import math
from typing import Final, final

from mypy_extensions import i64

from trunkline.bots.bearing import Bearing
from trunkline.bots.belief import deal_likely_tickets
from trunkline.bots.captain import TURNS_FOR_TICKETS, Captain, is_draw
from trunkline.bots.cargo import NOTHING
from trunkline.bots.rivals import Rivals
from trunkline.bots.rollout import waited_for
from trunkline.bots.searching import SearchBot, results
from trunkline.bots.temper import Temper
from trunkline.bots.trials import Trial
from trunkline.rules.actions import ActionList, encode, kind_of, subject_of
from trunkline.rules.board import Board
from trunkline.rules.claim import CLAIM
from trunkline.rules.pieces import SPLIT, SPLITTING
from trunkline.rules.sampling import sample
from trunkline.rules.state import OPENING, OVER, TURN, State
from trunkline.rules.tickets import DRAW_TICKETS, KEEP
from trunkline.rules.turn import apply, legal
from trunkline.rules.view import View

MOST_OPTIONS: Final = 16
PLAYOUTS_EACH: Final = 12
"""An option should have about so many: with a small budget there are fewer options."""
LEAST_SETS: Final = 8
"""But so many sets of tickets at least are looked at, the best by the planner's own worth."""
FEWEST_VISITS: Final = 6
"""An option that was played out less often is not taken."""
USUAL_SPREAD: Final = 1600.0
"""How far results of two options on one deal usually differ, squared. A few play-outs that agree prove little."""
AS_VISITS: Final = 4.0
"""The usual spread counts as much as that of so many play-outs."""
MOST_MOVES: Final = 3000
"""A play-out is cut off here; games between captains are over long before."""
CLAIMS_LOOKED_AT: Final = 3
"""Claims of the plan; of others only the one that is worth the most."""
SPLITS: Final = [-6, -3, 3, 6]
"""Trains more or less than the planner would take at the split."""


def light_bearing() -> Bearing:
    """For play-outs: a plan is made in one order only, and kept while it holds."""
    bearing = Bearing()
    bearing.orders = 1
    bearing.keeps = 6
    return bearing


def bearings() -> list[Bearing]:
    """Ways to go on that are tried: as usual, claiming at once, gathering on, with more tickets."""
    eager = light_bearing()
    eager.full_hand = 0
    patient = light_bearing()
    patient.full_hand = 30
    patient.margin = 2
    collecting = light_bearing()
    collecting.ticket_turn = -80
    collecting.ticket_doubt = 10
    return [light_bearing(), eager, patient, collecting]


@final
class Crew:
    """Light captains for all seats of a table, used again from play-out to play-out."""

    def __init__(self, board: Board, players: i64) -> None:
        self.captains = [Captain(board, light_bearing()) for _ in range(players)]
        self.actions: Final = ActionList()

    def play(self, state: State, seat: i64, captain: Captain) -> i64:
        """Play a game to its end from where it stands, one seat by a captain of its own; the number of moves made."""
        captains = self.captains
        actions = self.actions
        for other in captains:
            other.begin()
        captain.begin()
        moves: i64 = 0
        while state.phase != OVER and moves < MOST_MOVES:
            turn = state.seat
            if state.phase == OPENING or state.phase == SPLITTING:
                turn = waited_for(state)
            legal(state, turn, actions)
            view = View(state, turn)
            code = captain.choose(view, actions) if turn == seat else captains[turn].choose(view, actions)
            apply(state, turn, code, None)
            moves += 1
        return moves


@final
class Course(Trial):
    """An action now, and the captain that goes on from there in play-outs."""

    def __init__(self, code: i64, captain: Captain) -> None:
        super().__init__(code)
        self.captain: Final = captain

    def mean_gain(self) -> float:
        """What it was worth beyond the planner's choice on the same deals."""
        return self.gain / self.visits if self.visits else 0.0

    def is_clearly_better(self, sure: float) -> bool:
        """Whether it beats the planner's choice by so many standard errors."""
        if self.visits < FEWEST_VISITS:
            return False
        spread = self.gain_squared - self.gain * self.mean_gain() + AS_VISITS * USUAL_SPREAD
        variance = spread / (self.visits - 1 + AS_VISITS)
        return self.mean_gain() > sure * math.sqrt(variance / self.visits)


@final
class Admiral:
    """Information-set Monte Carlo for one seat of one game, with the planner's captain as the prior."""

    def __init__(self, view: View, bearing: Bearing, sure: float) -> None:
        board = view.board
        self.captain: Final = Captain(board, bearing)
        self.rivals: Final = Rivals(board, Temper())
        self.crew: Final = Crew(board, len(view.players))
        self.captains: Final = [Captain(board, other) for other in bearings()]
        self.sure: Final = sure
        self.courses: list[Course] = []
        self.affordable: i64 = MOST_OPTIONS
        """So many options have enough play-outs, as far as the last move tells."""

    def search(self, bot: SearchBot, view: View, actions: ActionList) -> i64:
        """The action found best within the bot's budget."""
        first = self.captain.choose(view, actions)
        if bot.playouts > 0:
            self.afford(bot.playouts)
        self.list_courses(view, actions, first)
        if len(self.courses) > 1:
            self.rivals.read(view)
            self.compare(bot, view)
            self.afford(bot.done)
        return self.best()

    def afford(self, playouts: i64) -> None:
        """Note how many options so many play-outs are enough for."""
        self.affordable = max(2, min(MOST_OPTIONS, playouts // PLAYOUTS_EACH))

    def list_courses(self, view: View, actions: ActionList, first: i64) -> None:
        """The planner's choice first; then every set to keep, other splits, or what other captains would do.

        Which card to draw is left to the planner: that matters less than play-outs can tell.
        """
        usual = self.captains[0]
        self.courses = [Course(first, usual)]
        kind = kind_of(first)
        if kind == KEEP:
            self.add_sets(view, actions)
        elif kind == SPLIT:
            for more in SPLITS:
                self.add_course(actions, encode(SPLIT, subject_of(first) + more), usual)
        elif view.phase == TURN:
            for captain in self.captains:
                captain.begin()
                self.add_course(actions, captain.choose(view, actions), captain)
            self.add_claims(view, actions)
            if self.captain.finished or self.captain.chart.turns > TURNS_FOR_TICKETS:
                self.add_course(actions, encode(DRAW_TICKETS), usual)
            del self.courses[int(self.affordable) :]

    def add_course(self, actions: ActionList, code: i64, captain: Captain) -> None:
        """Add an action that is legal and new, and no mere draw in place of another draw."""
        if len(self.courses) == MOST_OPTIONS or not actions.has(code):
            return
        for course in self.courses:
            if course.code == code or (is_draw(code) and is_draw(course.code)):
                return
        self.courses.append(Course(code, captain))

    def add_sets(self, view: View, actions: ActionList) -> None:
        """Add the sets of tickets that the planner thinks the most of."""
        captain = self.captain
        captain.chart.look(view, captain.plan)
        found: list[tuple[int, int]] = []
        for i in range(actions.size):
            code = actions.codes[i]
            found.append((-int(captain.worth_of_set(view, code)), int(code)))
        found.sort()
        for _, code in found[: max(LEAST_SETS, int(self.affordable))]:
            self.add_course(actions, code, self.captains[0])

    def add_claims(self, view: View, actions: ActionList) -> None:
        """Add the best payments of the planned claims that are worth the most, and of one that is not planned."""
        captain = self.captain
        found: list[tuple[int, int]] = []
        seen: list[int] = []
        for i in range(actions.size):
            code = actions.codes[i]
            route = int(subject_of(code))
            if kind_of(code) != CLAIM or route in seen:
                continue
            seen.append(route)
            best = captain.cheapest_claim(view, actions, route)
            if best != NOTHING:
                found.append((-int(captain.cargo.worth_of_claim(view, best)), int(best)))
        found.sort()
        planned = 0
        others = 0
        for _, code in found:
            if self.is_wanted(subject_of(code)):
                planned += 1
                if planned <= CLAIMS_LOOKED_AT:
                    self.add_course(actions, code, self.captains[0])
            elif others == 0:
                others = 1
                self.add_course(actions, code, self.captains[0])

    def is_wanted(self, route: i64) -> bool:
        """Whether the planner means to claim a route or a lane of it."""
        for wanted in self.captain.cargo.wanted:  # noqa: SIM110 - a loop is quicker than a generator
            if self.captain.are_lanes(i64(wanted), route):
                return True
        return False

    def compare(self, bot: SearchBot, view: View) -> None:
        """Play all options out on the same deals; after each stage the worse half of the others is dropped."""
        alive = self.courses
        stages = 1
        while (1 << stages) < len(alive):
            stages += 1
        stage = 1
        while bot.has_time():
            deal = sample(view, bot.new_key())
            deal_likely_tickets(deal, view, self.rivals, bot.chance)
            first = 0.0
            for course in alive:
                state = deal.copy()
                apply(state, view.seat, course.code, None)
                self.crew.play(state, view.seat, course.captain)
                worth = results(state)[view.seat]
                if course is alive[0]:
                    first = worth
                course.note(worth, first)
                bot.done += 1
            if len(alive) > 2 and bot.share() * stages >= stage:
                stage += 1
                others = sorted(alive[1:], key=lambda course: -course.mean_gain())
                alive = [alive[0], *others[: (len(others) + 1) // 2]]
        self.courses = alive

    def best(self) -> i64:
        """The best of the options left that clearly beat the planner's own, or that."""
        best = self.courses[0]
        for course in self.courses[1:]:
            if course.is_clearly_better(self.sure) and course.mean_gain() > best.mean_gain():
                best = course
        return best.code

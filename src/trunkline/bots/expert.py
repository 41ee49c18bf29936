"""The expert: the planner's candidates, tried in play-outs of sampled games by light minds, the better ones longer."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from trunkline.bots.belief import deal_likely_tickets
from trunkline.bots.needs import NOTHING
from trunkline.bots.outlook import Outlook
from trunkline.bots.planner import PlannerMind
from trunkline.bots.rollout import Rollout
from trunkline.bots.searching import SearchBot, results
from trunkline.bots.temper import Temper, light_temper
from trunkline.rules.actions import DRAW_DECK, DRAW_ROW, DRAW_TICKETS, KEEP, ActionList, encode, kind_of
from trunkline.rules.sampling import sample
from trunkline.rules.state import HOLE, SECOND_PICK, TUNNEL, TURN
from trunkline.rules.turn import apply
from trunkline.rules.view import View

MOST_CANDIDATES: Final = 14
FURTHER_CLAIMS: Final = 4
"""Claims beyond the planned ones that are tried: the best by points, and those that others want."""
TRUST: Final = 3.0
"""What the planner's own choice is worth beside what play-outs say, in points: others must be clearly better."""


class ExpertBot(SearchBot):
    """Information-set Monte Carlo: prior and play-outs are the planner's, and the same deals serve all candidates."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.temper = Temper()
        self.trust = TRUST
        self.mind: PlannerMind | None = None
        self.outlook: Outlook | None = None
        self.rollout: Rollout | None = None
        self.candidates = vec[i64]([0] * 64)
        self.count: i64 = 0
        self.last_turn: i64 = 0

    def search(self, view: View, actions: ActionList) -> i64:
        mind, outlook = self.minded(view)
        first = mind.decide(outlook)
        if view.phase == TUNNEL:
            return first
        self.list_candidates(mind, outlook, view, actions, first)
        if self.count < 2:
            return first
        return self.compare(mind, view)

    def minded(self, view: View) -> tuple[PlannerMind, Outlook]:
        """The planner's mind for this table, made anew for another game, with the view laid out before it."""
        mind = self.mind
        outlook = self.outlook
        fits = mind is not None and mind.board is view.board and view.turn >= self.last_turn
        if mind is None or outlook is None or not fits or outlook.seat != view.seat:
            mind = PlannerMind(view.board, self.temper)
            outlook = Outlook(view.board)
            self.mind = mind
            self.outlook = outlook
            self.rollout = Rollout(view.board, len(view.players), light_temper())
        self.last_turn = view.turn
        mind.view = view
        outlook.look_at_view(view)
        mind.rivals.read(view)
        return mind, outlook

    # Candidates

    def add(self, code: i64) -> None:
        if code == NOTHING or self.count >= MOST_CANDIDATES:
            return
        for i in range(self.count):
            if self.candidates[i] == code:
                return
        self.candidates[self.count] = code
        self.count += 1

    def list_candidates(self, mind: PlannerMind, outlook: Outlook, view: View, actions: ActionList, first: i64) -> None:
        """The planner's choice first, then what else may be good; all of them legal."""
        self.count = 0
        self.add(first)
        phase = view.phase
        if phase != TURN and phase != SECOND_PICK:
            for i in range(actions.size):
                if kind_of(actions.codes[i]) == KEEP:
                    self.add(actions.codes[i])
            return
        if phase == TURN:
            mind.set_aims(outlook)
            needs = mind.needs
            for i in range(needs.size):
                code, _ = needs.payment_for(outlook, i64(needs.wanted[i]))
                self.add(code)
            self.add(mind.build_station(outlook))
            self.add_further_claims(mind, outlook)
            if outlook.ticket_deck > 0 and (mind.finished or first == encode(DRAW_TICKETS)):
                self.add(encode(DRAW_TICKETS))
        else:
            mind.set_aims(outlook)
        seen: i64 = 0
        for slot in range(len(outlook.row)):
            card = i64(outlook.row[slot])
            if card == HOLE or seen >> card & 1 or (card == view.board.wild and phase == SECOND_PICK):
                continue
            seen |= i64(1) << card
            # A card like the one the planner takes is that one.
            if kind_of(first) == DRAW_ROW and i64(outlook.row[first >> 8 & 0xFF]) == card:
                continue
            self.add(encode(DRAW_ROW, slot))
        if actions.has(encode(DRAW_DECK)):
            self.add(encode(DRAW_DECK))

    def add_further_claims(self, mind: PlannerMind, outlook: Outlook) -> None:
        """Claims outside the plan: those that others want the most, then those that score the most."""
        board = outlook.board
        for number in range(FURTHER_CLAIMS):
            best: i64 = NOTHING
            best_worth: i64 = 0
            for route in range(board.routes):
                if not outlook.is_open(route):
                    continue
                worth = i64(board.points[route]) if number % 2 else mind.rivals.pressure[route]
                if worth > best_worth:
                    code, _ = mind.needs.payment_for(outlook, route)
                    if code != NOTHING and not self.has(code):
                        best_worth = worth
                        best = code
            self.add(best)

    def has(self, code: i64) -> bool:
        for i in range(self.count):  # noqa: SIM110 - a loop is quicker than a generator
            if self.candidates[i] == code:
                return True
        return False

    # Comparing

    def compare(self, mind: PlannerMind, view: View) -> i64:
        """Play all candidates out on the same deals; after each stage the worse half is dropped."""
        rollout = self.rollout
        assert rollout is not None
        count = self.count
        totals = [0.0] * count
        visits = [0] * count
        alive = list(range(count))
        stages = 1
        while (2 << stages) < 2 * count:
            stages += 1
        stage = 1
        while self.has_time():
            deal = sample(view, self.new_key())
            deal_likely_tickets(deal, view, mind.rivals, self.chance)
            for i in alive:
                state = deal.copy()
                apply(state, view.seat, self.candidates[i], None)
                rollout.play(state)
                totals[i] += results(state)[view.seat]
                visits[i] += 1
                self.done += 1
            if len(alive) > 2 and self.share() * stages >= stage:
                stage += 1
                ranked = sorted(alive, key=lambda i: -(totals[i] / visits[i] + (self.trust if i == 0 else 0.0)))
                alive = sorted(ranked[: (len(ranked) + 1) // 2])
        best = alive[0]
        best_mean = -1e9
        for i in alive:
            mean = totals[i] / visits[i] + (self.trust if i == 0 else 0.0)
            if mean > best_mean:
                best_mean = mean
                best = i
        return self.candidates[best]

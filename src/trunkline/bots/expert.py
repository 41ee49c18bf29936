"""The expert: the planner's choice and those of other tempers, played out on sampled games, the better ones longer."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from trunkline.bots.admiral import Admiral
from trunkline.bots.bearing import Bearing
from trunkline.bots.belief import deal_likely_tickets
from trunkline.bots.captain import is_draw
from trunkline.bots.mind import Mind
from trunkline.bots.outlook import Outlook
from trunkline.bots.planner import Seated
from trunkline.bots.rollout import Rollout
from trunkline.bots.searching import SearchBot, results
from trunkline.bots.temper import Temper, company_temper, light_temper, moods, portfolio
from trunkline.bots.trials import Trial
from trunkline.rules.actions import ActionList, kind_of
from trunkline.rules.sampling import sample
from trunkline.rules.state import TURN
from trunkline.rules.tickets import KEEP
from trunkline.rules.turn import apply
from trunkline.rules.view import View

MOST_OPTIONS: Final = 16
CLAIMS_LOOKED_AT: Final = 4
PLANNED: Final = 160
"""What it counts, in sixteenths of a point, that a route is planned, when claims to look at are chosen."""
SURE: Final = 1.5
"""By so many standard errors another option must be better than the planner's to be taken."""


@final
class Option(Trial):
    """An action now, and the mind that goes on from there in play-outs."""

    def __init__(self, code: i64, mind: Mind) -> None:
        super().__init__(code)
        self.mind: Final = mind


class ExpertBot(SearchBot):
    """Information-set Monte Carlo over a portfolio: the planner is the prior, light minds play out, and all options
    are played on the same deals. An option is an action together with the temper that chose it.
    """

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.temper = Temper()
        self.company_temper = company_temper()
        """Its temper on boards with companies."""
        self.bearing = Bearing()
        """Its temper on boards with ships."""
        self.admiral: Admiral | None = None
        """Plays the boards with ships."""
        self.sure = SURE
        self.seated: Seated | None = None
        self.rollout: Rollout | None = None
        self.minds: list[Mind] = []
        """Ways to play; the first is the usual one."""
        self.moods: list[Mind] = []
        """Ways to choose one action, to go on as usual."""
        self.options: list[Option] = []

    def search(self, view: View, actions: ActionList) -> i64:
        if view.board.numbers.ships > 0:
            return self.on_ships(view, actions)
        seated = self.seated
        rollout = self.rollout
        if seated is None or rollout is None or not seated.fits(view):
            companies = view.board.has_companies
            seated = Seated(view, self.company_temper if companies else self.temper)
            rollout = Rollout(view.board, len(view.players), light_temper(companies))
            self.seated = seated
            self.rollout = rollout
            self.minds = [Mind(view.board, temper) for temper in portfolio(companies)]
            self.moods = [Mind(view.board, temper) for temper in moods(companies)]
        seated.look(view)
        first = seated.mind.decide(seated.outlook)
        self.list_options(seated.outlook, actions, first)
        if len(self.options) > 1:
            seated.mind.rivals.read(view)
            self.compare(view, seated, rollout)
        return self.best()

    def on_ships(self, view: View, actions: ActionList) -> i64:
        admiral = self.admiral
        if admiral is None or not admiral.captain.fits(view):
            admiral = Admiral(view, self.bearing, self.sure)
            self.admiral = admiral
        return admiral.search(self, view, actions)

    def list_options(self, outlook: Outlook, actions: ActionList, first: i64) -> None:
        """The planner's choice first; then every set to keep, or what other tempers would do and the best claims.

        Which card to draw is left to the planner: that matters less than play-outs can tell, and cards drawn for one
        plan and then for another fit neither.
        """
        self.options = [Option(first, self.minds[0])]
        if kind_of(first) == KEEP:
            for i in range(actions.size):
                self.add_option(actions, actions.codes[i], self.minds[0])
        elif outlook.phase == TURN:
            for mood in self.moods:
                mood.has_plan = False
                self.add_option(actions, mood.decide(outlook), self.minds[0])
            for mind in self.minds:
                mind.has_plan = False
                self.add_option(actions, mind.decide(outlook), mind)
            for claim in self.best_claims(outlook):
                self.add_option(actions, claim, self.minds[0])

    def add_option(self, actions: ActionList, code: i64, mind: Mind) -> None:
        """Add an action that is legal and new, and no mere draw in place of another draw."""
        if len(self.options) == MOST_OPTIONS or not actions.has(code):
            return
        for option in self.options:
            if option.code == code or (is_draw(code) and is_draw(option.code)):
                return
        self.options.append(Option(code, mind))

    def best_claims(self, outlook: Outlook) -> list[i64]:
        """The claims that can be paid of the routes that score the most, planned ones before others."""
        mind = self.minds[0]
        board = mind.board
        mind.has_plan = False
        mind.keep_plan(outlook)
        mind.set_aims(outlook)
        found: list[tuple[int, int]] = []
        for route in range(board.routes):
            if outlook.is_open(route):
                code, cost = mind.needs.payment_for(outlook, route, True)
                if code >= 0:
                    worth = outlook.gain[route] - cost
                    if mind.is_target(route):
                        worth += PLANNED
                    found.append((-int(worth), int(code)))
        found.sort()
        return [code for _, code in found[:CLAIMS_LOOKED_AT]]

    def compare(self, view: View, seated: Seated, rollout: Rollout) -> None:
        """Play all options out on the same deals; after each stage the worse half of the others is dropped."""
        alive = self.options
        stages = 1
        while (1 << stages) < len(alive):
            stages += 1
        stage = 1
        while self.has_time():
            deal = sample(view, self.new_key())
            deal_likely_tickets(deal, view, seated.mind.rivals, self.chance)
            first = 0.0
            for option in alive:
                state = deal.copy()
                apply(state, view.seat, option.code, None)
                rollout.play(state, view.seat, option.mind)
                worth = results(state)[view.seat]
                if option is alive[0]:
                    first = worth
                option.note(worth, first)
                self.done += 1
            if len(alive) > 2 and self.share() * stages >= stage:
                stage += 1
                others = sorted(alive[1:], key=lambda option: -option.mean())
                alive = [alive[0], *others[: (len(others) + 1) // 2]]

    def best(self) -> i64:
        """The best of the options that surely beat the planner's own, or that."""
        best = self.options[0]
        for option in self.options[1:]:
            if option.is_surely_better(self.sure) and option.mean() > best.mean():
                best = option
        return best.code

"""Fingerprints of behaviour: committed results fit the code, and a change of a bot or a rule is noticed and named."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import trunkline
from lab.record_probes import KINDS, kind_of, tables
from trunkline.bots.bot import Bot
from trunkline.bots.planner import PlannerBot
from trunkline.bots.registry import make_bot
from trunkline.bots.search_bot import SearchBot
from trunkline.lab.arena import fingerprint, probes
from trunkline.lab.arena.fingerprint import Code, changes, choices_fingerprint, code_of, rules_fingerprint, table_of
from trunkline.lab.arena.match import Match, new_match
from trunkline.lab.arena.probes import Setting, drawn_game, probe_games, replay
from trunkline.lab.arena.strength import STALE, chosen, kept_result, status_of, trials
from trunkline.lab.simulate import class_of
from trunkline.rules.actions import ActionList, to_text
from trunkline.rules.scoring import Sheet, score_sheets
from trunkline.rules.state import State
from trunkline.rules.turn import legal
from trunkline.rules.view import View

RESULTS = Path(__file__).parents[2] / "docs" / "strength"
USA = Setting("usa", "base", 2)
PLANNER_GREEDY = "planner-greedy-usa"


@pytest.fixture
def anew() -> Iterator[None]:
    """Fingerprints are made anew in this test, and after it."""
    forget()
    yield
    forget()


def forget() -> None:
    choices_fingerprint.cache_clear()
    rules_fingerprint.cache_clear()


# --- the results in docs/strength ------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", tables(), ids=lambda table: f"{table.map}-{table.players}")
def test_committed_results_are_of_this_behaviour(table: Setting) -> None:
    """If this fails after a refactoring, that changed something; else play the matches anew (docs/arena.md)."""
    stale = set()
    for trial in trials():
        match = trial.match()
        if table_of(match) == table:
            facts = kept_result(RESULTS, trial)
            assert facts is not None, f"{trial.name} has no result"
            for code in facts["code"]:
                stale.update(changes(code, code_now(match, code), match))
    assert not stale, "; ".join(sorted(stale))


def code_now(match: Match, kept: Code) -> Code:
    """The code of a match. Plain sources are too slow for searching bots, and those are taken as they were."""
    if trunkline.compiled:
        return code_of(match)
    table = table_of(match)
    quick = {name: choices_fingerprint(table, name) for name in match.names if not searches(name)}
    return {"rules": rules_fingerprint(table), "bots": kept["bots"] | quick}


def searches(name: str) -> bool:
    return issubclass(class_of(name), SearchBot)


def test_every_board_of_a_match_has_recorded_games_with_all_kinds_of_action() -> None:
    for table in tables():
        kinds = set()
        for game in probe_games(table):
            *_, last = replay(table, game)
            assert game.seed.startswith("probe/") and not last.options, f"{table} {game.seed} stops before the end"
            kinds |= {kind_of(move.text) for move in game.moves}
            assert sum(move.searched for move in game.moves) >= 5
        assert kinds >= KINDS[table.map]


# --- changes that must be noticed ------------------------------------------------------------------------------------


def with_weight(change: Callable[[PlannerBot], None]) -> Callable[[str, int], Bot]:
    """Makes bots as usual, but planners with another weight."""

    def make(name: str, seed: int) -> Bot:
        bot = make_bot(name, seed)
        if type(bot) is PlannerBot:
            change(bot)
        return bot

    return make


@pytest.mark.usefixtures("anew")
def test_a_bot_that_plays_otherwise_makes_its_matches_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    [trial] = chosen([PLANNER_GREEDY])
    assert status_of(RESULTS, trial).state == "done"

    def hasty(bot: PlannerBot) -> None:
        bot.weights.full_hand = 36

    monkeypatch.setattr(fingerprint, "make_bot", with_weight(hasty))
    forget()
    state, reasons = status_of(RESULTS, trial)
    assert state == STALE and reasons == ["planner makes other choices on usa with 2 players"]


@pytest.mark.usefixtures("anew")
def test_a_bot_that_forgets_its_plan_plays_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = choices_fingerprint(USA, "planner")

    class Forgetful(Bot):
        def choose(self, view: View, actions: ActionList) -> int:
            return int(make_bot("planner", self.seed).choose(view, actions))

    monkeypatch.setattr(fingerprint, "make_bot", lambda name, seed: Forgetful(seed))
    forget()
    assert choices_fingerprint(USA, "planner") != kept


@pytest.mark.skipif(not trunkline.compiled, reason="the sources are too slow for rollouts")
@pytest.mark.usefixtures("anew")
def test_a_searching_bot_is_known_by_its_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {name: choices_fingerprint(USA, name) for name in ("expert", "uct", "flat")}
    for name, fewer in (("expert", 64), ("uct", 95), ("flat", 95)):
        monkeypatch.setattr(fingerprint, "PLAYOUTS", fewer)
        forget()
        assert choices_fingerprint(USA, name) != kept[name]


@pytest.mark.usefixtures("anew")
def test_a_rule_that_plays_otherwise_makes_its_matches_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    [trial] = chosen([PLANNER_GREEDY])

    def without_tickets(state: State, seat: int, out: ActionList) -> None:
        """Tickets cannot be drawn late in the game."""
        listed = ActionList()
        legal(state, seat, listed)
        out.size = 0
        for code in listed:
            if state.turn < 20 or to_text(state.board, code) != "draw tickets":
                out.add(code)

    def with_more_points(state: State) -> list[Sheet]:
        sheets = score_sheets(state)
        for sheet in sheets:
            sheet.routes += 1
        return sheets

    for module, name, broken in ((probes, "legal", without_tickets), (fingerprint, "score_sheets", with_more_points)):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, broken)
            forget()
            state, reasons = status_of(RESULTS, trial)
        assert state == STALE and "the rules changed on usa with 2 players" in reasons


def test_what_changed_is_named() -> None:
    match = new_match(["planner", "lab.own_bots:Steady"], "usa", "mega")
    now: Code = {"rules": "1", "bots": {"planner": "2", "lab.own_bots:Steady": "3"}}
    assert changes(now, now, match) == []
    assert changes(now | {"rules": "0"}, now, match) == ["the rules changed on usa mega with 2 players"]
    assert changes(now | {"bots": {}}, now, match) == [
        "planner makes other choices on usa mega with 2 players",
        "lab.own_bots:Steady has other sources on usa mega with 2 players",
    ]
    assert changes("0123456789abcdef", now, match) == ["the games are of a version without fingerprints"]
    # The plain build is slower: what a bot with a clock showed there does not hold for the compiled one.
    plain = now | {"build": "plain"}
    assert len(changes(plain, now, match)) == 1 and changes(now, plain, match) == changes(plain, plain, match) == []


# --- what must not matter --------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("anew")
def test_codes_and_the_order_of_actions_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Probe games, recorded and drawn, are known by notation: the engine may list its actions in another order."""
    table = Setting("europe", "mega", 3)
    kept = rules_fingerprint(USA), drawn_game(table, "drawn/0")

    def backwards(state: State, seat: int, out: ActionList) -> None:
        listed = ActionList()
        legal(state, seat, listed)
        out.size = 0
        for code in reversed(list(listed)):
            out.add(code)

    monkeypatch.setattr(probes, "legal", backwards)
    forget()
    assert (rules_fingerprint(USA), drawn_game(table, "drawn/0")) == kept


def test_the_budget_is_of_the_match_and_not_of_the_bot() -> None:
    code = code_of(new_match(["uct@50", "uct@0.1s", "greedy"], players=2))
    assert code["bots"]["uct@50"] == code["bots"]["uct@0.1s"] != code["bots"]["greedy"]


TELL = """
import json, trunkline
from trunkline.lab.arena import fingerprint
from trunkline.lab.arena.probes import Setting
fingerprint.PLAYOUTS, fingerprint.OWN_GAMES = 6, 1
found = [bool(trunkline.compiled)]
for name in ("usa", "europe", "world"):
    table = Setting(name, "base", 2)
    found += [fingerprint.rules_fingerprint(table)]
    found += [fingerprint.choices_fingerprint(table, bot) for bot in ("planner", "beginner")]
found += [fingerprint.choices_fingerprint(Setting("usa", "base", 2), "expert")]
print(json.dumps(found))
"""
"""Prints fingerprints, with few rollouts and games of a bot's own because plain sources are slow."""


@pytest.mark.slow  # plain sources play the probe games; tests/properties/test_builds.py compares the builds by default
@pytest.mark.skipif(not trunkline.compiled, reason="there is no compiled build to compare with")
def test_both_builds_have_the_same_fingerprints() -> None:
    told = []
    for compiled in "10":
        environment = os.environ | {"TRUNKLINE_COMPILED": compiled}
        done = subprocess.run([sys.executable, "-c", TELL], env=environment, capture_output=True, text=True, check=True)
        told.append(json.loads(done.stdout))
    assert told[0][0] and not told[1][0]
    assert told[0][1:] == told[1][1:] and len(set(told[0][1:])) == len(told[0][1:])

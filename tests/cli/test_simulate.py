"""Simulations: the same whatever the number of workers, honest about chance, and clear when a bot fails."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from cli.person import Run
from trunkline.bots.bot import Bot
from trunkline.bots.play import play_game
from trunkline.bots.random_bot import RandomBot
from trunkline.bots.registry import make_bot
from trunkline.bots.search_bot import SearchBot
from trunkline.game import Game
from trunkline.lab.simulate import BadSimulation, BotFailed, bot_seed, game_seed, mean, simulate, wilson
from trunkline.rules.state import State

TIMES = ("seconds", "games_per_second", "moves_per_second", "workers")

BOTS = """
from trunkline.bots.bot import Bot

class First(Bot):
    def choose(self, view, actions):
        print("hm")
        return actions[0]

class Cheat(Bot):
    def choose(self, view, actions):
        return 12345678

class Broken(Bot):
    def choose(self, view, actions):
        return 1 // (view.turn - view.turn)

class Unborn(Bot):
    def __init__(self, seed=0):
        raise RuntimeError("not today")

class Marker(Bot):
    def choose(self, view, actions):
        open("playing", "w").close()
        return actions[-1]

class Quitter(Bot):
    def choose(self, view, actions):
        import os
        os._exit(3)
"""


@pytest.fixture
def own_bots(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots of one's own in the folder one is in."""
    (home / "own_bots.py").write_text(BOTS)
    monkeypatch.syspath_prepend(str(home))
    sys.modules.pop("own_bots", None)


def told(out: str) -> dict[str, Any]:
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


def test_the_same_seed_gives_the_same_numbers_on_any_number_of_workers(run: Run) -> None:
    words = ("simulate", "--bots", "random,random,random", "--games", 30, "--seed", "s", "--json")
    one, two = (told(run(*words, "--workers", workers).out) for workers in (1, 2))
    for facts in (one, two):
        for key in TIMES:
            del facts[key]
    assert one == two
    assert one["games"] == 30
    assert not one["stopped"]
    assert {"map", "variant", "players", "bots", "seed", "asked", "turns", "moves", "seats"} <= set(one)
    seat = one["seats"][0]
    assert {"seat", "bot", "wins", "win_rate", "win_rate_95", "score", "score_95", "routes", "tickets", "longest_path",
            "stations", "completed_tickets"} <= set(seat)  # fmt: skip
    assert sum(each["wins"] for each in one["seats"]) == pytest.approx(30)


def test_a_game_of_a_simulation_can_be_played_again() -> None:
    result = simulate("europe", ["random", "random"], games=1, seed="again")
    game = Game.new("europe", 2, seed=game_seed("again", 0))
    play_game(game.state, [make_bot("random", bot_seed("again", 0, seat)) for seat in (0, 1)])
    assert [seat.score.value for seat in result.seats] == list(game.score_sheet().totals)
    assert result.turns == game.state.turn


def test_bots_are_given_their_budgets(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Bot] = []

    def play(state: State, bots: list[Bot], log: None) -> int:
        seen.extend(bots)
        return play_game(state, [RandomBot(seat) for seat in range(len(bots))])

    def sit(game: Game, seat: int, bots: dict[int, Bot], *rest: object) -> None:
        seen.extend(bots.values())
        raise KeyboardInterrupt

    monkeypatch.setattr("trunkline.lab.simulate.play_game", play)
    simulate("usa", ["uct@7", "expert@0.3s"], games=1)
    monkeypatch.setattr("trunkline.cli.play.TerminalGame", sit)
    run("play", "--bots", "flat@8,expert@0.4s")
    assert all(isinstance(bot, SearchBot) for bot in seen)
    assert [bot.playouts or bot.seconds for bot in seen if isinstance(bot, SearchBot)] == [7, 0.3, 8, 0.4]


def test_the_items_make_the_score() -> None:
    result = simulate("europe", ["random"], players=4, games=6, seed=2)
    for seat in result.seats:
        assert sum(seat.items.values()) == pytest.approx(seat.score.value)
    assert result.games_per_second > 0
    assert result.moves > result.turns > 0


def test_the_table_is_readable(run: Run) -> None:
    words = ("simulate", "--map", "europe", "--bots", "random", "--players", 3, "--games", 5, "--seed", 1)
    outcome = run(*words)
    assert outcome.code == 0
    assert outcome.out.count("random") == 3
    assert "europe: 5 games of 3 players, seed 1" in outcome.out
    assert "…" not in outcome.out
    assert "counts 1/k" in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_a_seed_that_was_drawn_is_told(run: Run) -> None:
    facts = told(run("simulate", "--bots", "random,random", "--games", 2, "--json").out)
    again = simulate("usa", ["random", "random"], games=2, seed=facts["seed"])
    assert [seat.score.value for seat in again.seats] == [seat["score"] for seat in facts["seats"]]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--players", "3", "--bots", "random,random"], "3 players need one bot for all or one each"),
        (["--bots", "random"], "the number of players"),
        (["--bots", "random", "--players", "9"], "usa is for 2 to 5 players, not 9"),
        (["--bots", "greedy@5,random"], "takes no budget"),
        (["--bots", "nobody,random"], "there is no bot 'nobody'"),
        (["--bots", "no.such:Bot,random"], "cannot be loaded"),
        (["--bots", "own_bots:Nobody,random"], "cannot be loaded"),
        (["--bots", "random,,random"], "is not a list of bots"),
        (["--map", "atlantis"], 'there is no map "atlantis"'),
        (["--variant", "huge"], 'no variant "huge"'),
        (["--games", "0"], "--games"),
        (["--workers", "no"], "--workers"),
    ],
)
@pytest.mark.usefixtures("own_bots")
def test_what_does_not_fit_is_told(run: Run, words: list[str], sentence: str) -> None:
    outcome = run("simulate", "--json", *words)
    assert outcome.code in (1, 2)
    assert sentence in outcome.err
    assert outcome.out == ""


@pytest.mark.usefixtures("own_bots")
def test_bots_of_ones_own_are_not_heard_in_what_is_told(run: Run) -> None:
    outcome = run("simulate", "--bots", "own_bots:First,random", "--games", 2, "--json")
    assert told(outcome.out)["seats"][0]["bot"] == "own_bots:First"


@pytest.mark.parametrize(
    ("bot", "what"),
    [
        ("Broken", "ZeroDivisionError"),
        ("Cheat", "not a legal action"),
        ("Unborn", "RuntimeError: not today"),
    ],
)
@pytest.mark.usefixtures("own_bots")
def test_a_bot_that_fails_is_named(run: Run, bot: str, what: str) -> None:
    outcome = run("simulate", "--bots", f"random,own_bots:{bot}", "--games", 3, "--seed", "x")
    assert outcome.code == 1
    for part in (f"own_bots:{bot}", "seat 1", "'x/0'", what):
        assert part in outcome.err


@pytest.mark.usefixtures("own_bots")
def test_bots_fail_clearly_in_worker_processes_too() -> None:
    with pytest.raises(BotFailed, match=r"own_bots:Broken at seat 0 .* seed 'x/"):
        simulate("usa", ["own_bots:Broken", "random"], games=20, workers=2, seed="x")
    with pytest.raises(BotFailed, match="worker process died"):
        simulate("usa", ["own_bots:Quitter", "random"], games=20, workers=2, seed="x")


def test_stopping_gives_what_was_finished() -> None:
    done = 0

    def stop_after_ten(more: int) -> None:
        nonlocal done
        done += more
        if done >= 10:
            raise KeyboardInterrupt

    result = simulate("usa", ["random", "random"], games=200, seed=1, progress=stop_after_ten)
    assert result.stopped
    assert result.games == done
    assert sum(seat.wins for seat in result.seats) == pytest.approx(done)


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
@pytest.mark.usefixtures("own_bots")
def test_ctrl_c_stops_the_workers_and_reports(home: Path) -> None:
    start = "from trunkline.cli import main; main()"
    command = [sys.executable, "-c", start, "simulate", "--bots", "own_bots:Marker,random"]
    process = subprocess.Popen(
        [*command, "--games", "1000000", "--workers", "2", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # A shell that runs the tests in the background has the signal ignored, and children would inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        for _ in range(600):
            if (home / "playing").exists() or process.poll() is not None:
                break
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 0, err
    facts = told(out)
    assert facts["stopped"]
    assert facts["games"] < 1000000
    assert "Stopped" in err
    assert "Traceback" not in err


def test_intervals() -> None:
    assert wilson(0, 0).high == 1.0
    assert wilson(0, 10).low == 0.0
    assert 0.2 < wilson(0, 10).high < 0.3
    assert wilson(10, 10).high == pytest.approx(1.0)
    assert wilson(7.5, 10).value == 0.75
    exact = mean(30, 300, 3)
    assert (exact.low, exact.value, exact.high) == (10.0, 10.0, 10.0)
    assert mean(0, 0, 0).value == 0.0
    spread = mean(20, 250, 2)
    assert spread.low < 10 < spread.high


def test_a_simulation_needs_games_and_workers() -> None:
    for more in ({"games": 0}, {"workers": 0}):
        with pytest.raises(BadSimulation):
            simulate("usa", ["random", "random"], **more)  # type: ignore[arg-type]

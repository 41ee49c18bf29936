"""The bench: how fast the engine, the bots and the start of the program are on this machine (docs/bench.md)."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

import trunkline
from trunkline.bots.calibration import calibrate
from trunkline.bots.chance import Chance
from trunkline.bots.expert import ExpertBot
from trunkline.bots.greedy import GreedyBot
from trunkline.bots.planner import PlannerBot
from trunkline.bots.play import play_game, seat_to_act
from trunkline.bots.random_rollout import copies, random_games
from trunkline.bots.rollout import rollout_games
from trunkline.game import Game
from trunkline.maps.edition import Deal, Edition, ModuleInForce, reference
from trunkline.maps.pack import load_board
from trunkline.rules.actions import ActionList
from trunkline.rules.scoring import score_sheets
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.state import OVER, TURN, State
from trunkline.rules.turn import apply, legal
from trunkline.rules.view import View

ROUNDS = 5
"""Each figure is the best of this number of rounds: other work on the machine can only make a round slower."""
SECONDS = 0.4
"""The duration of a round."""
MID_PLAY = 60
"""The turn at which a game is copied: with all decks, hands and a good part of the routes in use."""

AT_LEAST = "at least"
AT_MOST = "at most"


THREE_MODULES = reference(
    "meridian",
    Edition(
        content="2",
        year=1874,
        trains=28,
        money=5,
        hand=4,
        opening=Deal(4, 2),
        events=("milk-run", "payday", "spring-flood"),
        territories=("LK", "BR", "NS"),
        modules=tuple(ModuleInForce(name, 3) for name in ("steamers", "river-bridges", "grain-elevators")),
    ),
)
"""An edition with three modules in force."""


class Bar(NamedTuple):
    """The meaning of a figure and its target; None for figures that only compare machines."""

    key: str
    what: str
    bar: float | None
    sense: str


BARS = (
    Bar("usa2_random_games_per_s", "random games with scoring, USA, 2 players", 12_000, AT_LEAST),
    Bar("usa2_random_moves_per_s", "moves of these", 1_800_000, AT_LEAST),
    Bar("usa4_random_games_per_s", "random games with scoring, USA, 4 players", 6_000, AT_LEAST),
    Bar("europe4_random_moves_per_s", "moves of random games, Europe, 4 players", 1_000_000, AT_LEAST),
    Bar("world2_random_moves_per_s", "moves of random games, World, 2 players", 600_000, AT_LEAST),
    Bar("great_lakes4_random_moves_per_s", "moves of random games, Great Lakes, 4 players", 600_000, AT_LEAST),
    Bar("meridian4_random_moves_per_s", "moves of random games with scoring, Meridian, 4 players", 600_000, AT_LEAST),
    Bar(
        "meridian4_modules_random_moves_per_s",
        "moves of the same on an edition with three modules",
        400_000,
        AT_LEAST,
    ),
    Bar("copy_ns", "copy of a game, Europe, 4 players, in nanoseconds", 1_000, AT_MOST),
    Bar("python_driven_games_per_s", "games driven move by move from Python, USA, 2 players", 3_000, AT_LEAST),
    Bar("greedy_games_per_s", "games of greedy against itself, USA, 2 players", 1_500, AT_LEAST),
    Bar("planner_games_per_s", "games of the planner against itself, USA, 2 players", 150, AT_LEAST),
    Bar("rollout_games_per_s", "games of the fast bots of the expert's rollouts, with scoring", 1_000, AT_LEAST),
    Bar("expert_playouts_per_s", "rollouts of the expert in the middle of a game", None, AT_LEAST),
    Bar("uncompiled_games_per_s", "random games without the compiled build, USA, 2 players", None, AT_LEAST),
    Bar("import_ms", "import trunkline, in milliseconds", 100, AT_MOST),
    Bar("help_ms", "trunkline --help, in milliseconds", 400, AT_MOST),
    Bar("calibration_ns", "one step of a fixed compiled loop, in nanoseconds", None, AT_MOST),
    Bar("compiled", "1 if the compiled build runs", 1, AT_LEAST),
)


def run_bench(
    progress: Callable[[str], None] | None = None, scale: float = 1.0, rounds: int = ROUNDS
) -> dict[str, float]:
    """Every figure by its key, in the order of `BARS`. `progress` is called with each key before it is measured.

    `scale` is a factor for the duration of rounds; with 0 each runs one small batch, for tests.
    """
    clock = RoundTimer(SECONDS * scale, rounds)
    measures: dict[str, Callable[[], float]] = {
        "usa2_random_games_per_s": lambda: random_rate(clock, "usa", 2, count_moves=False),
        "usa2_random_moves_per_s": lambda: random_rate(clock, "usa", 2, count_moves=True),
        "usa4_random_games_per_s": lambda: random_rate(clock, "usa", 4, count_moves=False),
        "europe4_random_moves_per_s": lambda: random_rate(clock, "europe", 4, count_moves=True),
        "world2_random_moves_per_s": lambda: random_rate(clock, "world", 2, count_moves=True),
        "great_lakes4_random_moves_per_s": lambda: random_rate(clock, "great_lakes", 4, count_moves=True),
        "meridian4_random_moves_per_s": lambda: random_rate(clock, "meridian", 4, count_moves=True),
        "meridian4_modules_random_moves_per_s": lambda: random_rate(clock, THREE_MODULES, 4, count_moves=True),
        "copy_ns": lambda: copy_time(clock),
        "python_driven_games_per_s": lambda: clock.rate(python_driven_games),
        "greedy_games_per_s": lambda: clock.rate(greedy_games),
        "planner_games_per_s": lambda: clock.rate(planner_games),
        "rollout_games_per_s": lambda: rollout_rate(clock),
        "expert_playouts_per_s": lambda: clock.rate(expert_playouts),
        "uncompiled_games_per_s": lambda: uncompiled_rate(clock),
        "import_ms": lambda: import_time(rounds),
        "help_ms": lambda: help_time(rounds),
        "calibration_ns": lambda: calibration_time(clock),
        "compiled": lambda: float(trunkline.compiled),
    }
    figures: dict[str, float] = {}
    for key, measure in measures.items():
        if progress is not None:
            progress(key)
        figures[key] = measure()
    return figures


def reaches(bar: Bar, figure: float) -> bool:
    """Whether a figure reaches its target."""
    if bar.bar is None:
        return True
    return figure >= bar.bar if bar.sense == AT_LEAST else figure <= bar.bar


class RoundTimer:
    """Measures rates: the best of several rounds of the same duration."""

    def __init__(self, seconds: float, rounds: int) -> None:
        self.seconds = seconds
        self.rounds = rounds

    def rate(self, work: Callable[[int], int]) -> float:
        """The rate of `work`, which runs the batch of a number and returns how much was done."""
        best = 0.0
        for _ in range(self.rounds):
            done = 0
            batch = 0
            elapsed = 0.0
            start = perf_counter()
            while batch == 0 or elapsed < self.seconds:
                done += work(batch)
                batch += 1
                elapsed = perf_counter() - start
            best = max(best, done / elapsed)
        return best


def random_rate(clock: RoundTimer, map_name: str, players: int, *, count_moves: bool, batch_size: int = 20) -> float:
    """Games (or moves) a second of random play with the final scoring, without a log."""
    board = load_board(map_name)

    def work(batch: int) -> int:
        moves = random_games(board, players, batch_size, batch)
        return moves if count_moves else batch_size

    return clock.rate(work)


def copy_time(clock: RoundTimer) -> float:
    """Nanoseconds for a copy of a four-player Europe game in mid-play, made by compiled code."""
    state = mid_play("europe", 4)

    def work(_: int) -> int:
        copies(state, 1_000)
        return 1_000

    return 1e9 / clock.rate(work)


def mid_play(map_name: str, players: int) -> State:
    """The position of a random game at the turn MID_PLAY."""
    state = new_game(load_board(map_name), players, bytes(32), BY_LOT, None)
    chance = Chance(1)
    actions = ActionList()
    while state.phase != OVER and (state.turn < MID_PLAY or state.phase != TURN):
        seat = seat_to_act(state)
        legal(state, seat, actions)
        apply(state, seat, actions[chance.below(len(actions))], None)
    return state


def python_driven_games(batch: int, size: int = 5) -> int:
    """Random games by a loop written in Python over the public interface; how many."""
    chooser = random.Random(batch)
    for number in range(size):
        game = Game.new("usa", players=2, seed=batch * size + number)
        while not game.over:
            game.play(chooser.choice(game.legal_actions))
    return size


def greedy_games(batch: int, size: int = 5) -> int:
    """Games of greedy against itself with the final scoring; how many."""
    board = load_board("usa")
    for number in range(batch * size, (batch + 1) * size):
        state = new_game(board, 2, number.to_bytes(32, "little"), BY_LOT, None)
        play_game(state, [GreedyBot(2 * number), GreedyBot(2 * number + 1)])
        score_sheets(state)
    return size


def planner_games(batch: int) -> int:
    """A game of the planner against itself with the final scoring; how many."""
    state = new_game(load_board("usa"), 2, batch.to_bytes(32, "little"), BY_LOT, None)
    play_game(state, [PlannerBot(2 * batch), PlannerBot(2 * batch + 1)])
    score_sheets(state)
    return 1


def rollout_rate(clock: RoundTimer, batch_size: int = 20) -> float:
    """Games a second between the fast bots of rollouts, with deal and final scoring."""
    board = load_board("usa")

    def work(batch: int) -> int:
        rollout_games(board, 2, batch_size, batch)
        return batch_size

    return clock.rate(work)


def expert_playouts(batch: int, playouts: int = 60) -> int:
    """The number of rollouts of one decision of the expert in the middle of a game."""
    state = mid_play("usa", 2)
    actions = ActionList()
    legal(state, state.seat, actions)
    expert = ExpertBot(batch)
    expert.playouts = playouts
    expert.choose(View(state, state.seat), actions)
    # With a single option it makes no rollouts.
    return max(int(expert.done), 1)


def uncompiled_rate(clock: RoundTimer) -> float:
    """Random USA games of two a second in a process that runs the plain sources."""
    program = (
        "from trunkline.lab.bench import RoundTimer, random_rate;"
        f"print(random_rate(RoundTimer({clock.seconds!r}, {clock.rounds}), 'usa', 2, count_moves=False, batch_size=2))"
    )
    return float(run_python(program, TRUNKLINE_COMPILED="0"))


def calibration_time(clock: RoundTimer) -> float:
    """Nanoseconds for one step of the fixed loop."""

    def work(_: int) -> int:
        calibrate(100_000)
        return 100_000

    return 1e9 / clock.rate(work)


def import_time(rounds: int) -> float:
    """Milliseconds that `import trunkline` adds to the start of a fresh interpreter."""
    with_import = min(start_time("import trunkline") for _ in range(rounds))
    bare = min(start_time("pass") for _ in range(rounds))
    # On a busy machine the difference of two starts may be zero or negative.
    return max(with_import - bare, 0.01)


def help_time(rounds: int) -> float:
    """Milliseconds from the start of `trunkline --help` to its end."""
    return min(start_time("from trunkline.cli import main; main()", "--help") for _ in range(rounds))


def start_time(program: str, *arguments: str) -> float:
    """Milliseconds that a fresh interpreter takes for a short program."""
    start = perf_counter()
    run_python(program, *arguments)
    return (perf_counter() - start) * 1e3


def run_python(program: str, *arguments: str, **environment: str) -> str:
    """Run a short program in a fresh interpreter; what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"a program of the bench failed: {done.stderr.strip()}")
    return done.stdout

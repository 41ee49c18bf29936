"""Simulation: many games between bots, in one or several processes, with confidence intervals.

The same seed gives the same games for any number of workers: game n has the seed `S/n`, which `Game.new` accepts too.
All sums are integers, so the order of addition does not matter.
"""

from __future__ import annotations

import secrets
import signal
import sys
import time
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from hashlib import sha256
from math import lcm, sqrt
from multiprocessing import get_context
from pathlib import Path

from trunkline.bots.bot import Bot
from trunkline.bots.play import BadChoice, play_game, seat_to_act
from trunkline.bots.registry import NoSuchBot, bot_class, make_bot
from trunkline.game.seal import Seal
from trunkline.maps.edition import short_name
from trunkline.maps.pack import load_board
from trunkline.rules.board import Board
from trunkline.rules.scoring import Sheet, score_sheets, winners
from trunkline.rules.setup import BY_LOT, new_game

ITEMS = ("routes", "tickets", "longest_path", "stations", "globetrotter", "ports", "exchange", "money", "trains_left")
"""The items of a score, by their names on the sheet."""
LARGEST_BATCH = 50
NINETY_FIVE = 1.959964
"""The 95 % interval of a normal distribution, in standard deviations."""


class BadSimulation(ValueError):
    """Invalid arguments of a simulation; the text explains the problem."""


class BotFailed(ValueError):
    """A bot raised an error or returned an illegal action; the text names bot, seat and the seed of the game."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean or a share with its 95 % confidence interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How one seat did."""

    seat: int
    bot: str
    wins: float
    """A victory shared by k seats counts 1/k for each."""
    win_rate: Interval
    score: Interval
    items: dict[str, float]
    """The mean of each item of the score."""
    completed: float
    """Tickets completed in a game, on average."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """The result. `games` were finished of the number `asked` for."""

    map: str
    variant: str
    bots: tuple[str, ...]
    seed: str
    asked: int
    games: int
    workers: int
    seconds: float
    turns: float
    moves: float
    seats: tuple[SeatResult, ...]

    @property
    def stopped(self) -> bool:
        """Whether it was stopped before all games were played."""
        return self.games < self.asked

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def moves_per_second(self) -> float:
        return self.moves * self.games_per_second

    def bot_win_rate(self, bot: str) -> Interval:
        """The share of games that any seat of a bot won."""
        return wilson(sum(seat.wins for seat in self.seats if seat.bot == bot), self.games)


@dataclass(slots=True)
class Tally:
    """Sums over games, all of them whole numbers."""

    games: int = 0
    turns: int = 0
    moves: int = 0
    wins: list[int] = field(default_factory=list)
    """By seat, in parts of `lcm(1 … players)`, so that a shared victory is whole too."""
    scores: list[int] = field(default_factory=list)
    squares: list[int] = field(default_factory=list)
    completed: list[int] = field(default_factory=list)
    items: list[list[int]] = field(default_factory=list)

    @classmethod
    def empty(cls, players: int) -> Tally:
        items = [[0] * len(ITEMS) for _ in range(players)]
        return cls(0, 0, 0, [0] * players, [0] * players, [0] * players, [0] * players, items)

    def add_game(self, sheets: Sequence[Sheet], won: Sequence[int], turns: int, moves: int) -> None:
        self.games += 1
        self.turns += turns
        self.moves += moves
        for seat in won:
            self.wins[seat] += whole(len(sheets)) // len(won)
        for seat, sheet in enumerate(sheets):
            total = int(sheet.total)
            self.scores[seat] += total
            self.squares[seat] += total * total
            self.completed[seat] += int(sheet.completed)
            for number, item in enumerate(ITEMS):
                self.items[seat][number] += int(sheet.points_of(item))

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.turns += other.turns
        self.moves += other.moves
        for mine, theirs in (
            (self.wins, other.wins),
            (self.scores, other.scores),
            (self.squares, other.squares),
            (self.completed, other.completed),
            *zip(self.items, other.items, strict=True),
        ):
            mine[:] = [a + b for a, b in zip(mine, theirs, strict=True)]


@dataclass(frozen=True, slots=True)
class Task:
    """A batch of games for a worker. It is small, because it is sent to another process."""

    map: str
    variant: str
    bots: tuple[str, ...]
    seed: str
    first: int
    end: int


def simulate(
    map: str | Path = "usa",  # noqa: A002 - as in Game.new
    bots: Sequence[str] = ("greedy", "random"),
    *,
    players: int | None = None,
    games: int = 100,
    workers: int = 1,
    seed: int | str | None = None,
    variant: str = "base",
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play games and add up the results. Name one bot for all seats, or one for each.

    With one worker everything runs in this process. More workers are separate processes, so a script needs
    `if __name__ == "__main__":`. Ctrl-C ends early and returns what was finished. `progress` is called with the number
    of games that were finished since the last call.

    >>> result = simulate("usa", ["random"], players=3, games=4, seed=1)
    >>> result.games, [seat.bot for seat in result.seats]
    (4, ['random', 'random', 'random'])
    >>> sum(seat.wins for seat in result.seats)
    4.0
    """
    names = seated(bots, players)
    board = load_board(str(map), variant)
    numbers = board.numbers
    if not numbers.least_players <= len(names) <= numbers.most_players:
        least, most = numbers.least_players, numbers.most_players
        raise BadSimulation(f"{short_name(board.map_id)} is for {least} to {most} players, not {len(names)}")
    if games < 1 or workers < 1:
        raise BadSimulation("at least one game and one worker are needed")
    for name in dict.fromkeys(names):
        class_of(name)
    settled = secrets.token_hex(4) if seed is None else str(seed)
    size = max(1, min(LARGEST_BATCH, games // (workers * 8)))
    tasks = [
        Task(str(map), variant, names, settled, first, min(first + size, games)) for first in range(0, games, size)
    ]
    started = time.perf_counter()
    parts: list[Tally] = []
    results = in_this_process(tasks) if workers == 1 else in_processes(tasks, min(workers, len(tasks)))
    try:
        for part in results:
            parts.append(part)
            if progress is not None:
                progress(part.games)
    except KeyboardInterrupt:
        pass
    finally:
        results.close()
    tally = Tally.empty(len(names))
    for part in parts:
        tally.add(part)
    return summary(tally, str(map), variant, names, settled, games, workers, time.perf_counter() - started)


def seated(bots: Sequence[str], players: int | None) -> tuple[str, ...]:
    """A bot for each seat."""
    if not bots or not all(bots):
        raise BadSimulation("name the bots, for example greedy,random")
    if len(bots) == 1 and players is None:
        raise BadSimulation("one bot plays all seats: give the number of players (--players)")
    if len(bots) == 1:
        return tuple(bots) * (players or 0)
    if players is not None and len(bots) != players:
        raise BadSimulation(f"{players} players need one bot for all or one each, and there are {len(bots)} bots")
    return tuple(bots)


def class_of(name: str) -> type[Bot]:
    """The class of a bot. A user's module may raise anything while it is imported."""
    try:
        # What a module prints while it is imported does not belong to our output.
        with redirect_stdout(sys.stderr):
            return bot_class(name)
    except NoSuchBot:
        raise
    except (Exception, SystemExit) as error:
        raise NoSuchBot(f"bot {name!r} cannot be loaded: {type(error).__name__}: {error}") from error


def game_seed(seed: str, game: int) -> str:
    """The seed of one game of a simulation, as `Game.new` takes it."""
    return f"{seed}/{game}"


def bot_seed(seed: str, game: int, seat: int) -> int:
    """The seed of the bot at a seat of one game."""
    return int.from_bytes(sha256(f"{game_seed(seed, game)}/{seat}".encode()).digest()[:4], "little")


def whole(players: int) -> int:
    """The parts of a victory: a number that every number of winners divides."""
    return lcm(*range(1, players + 1))


# Playing


def in_this_process(tasks: Sequence[Task]) -> Generator[Tally, None, None]:
    """Play the tasks one after the other."""
    for task in tasks:
        yield checked(play_batch(task))


def in_processes(tasks: Sequence[Task], workers: int) -> Generator[Tally, None, None]:
    """Play the tasks in worker processes; an error, or closing this generator, ends them at once."""
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=leave_interrupts_to_parent)
    futures: list[Future[Tally | str]] = []
    try:
        with interrupts_held_back():
            futures = [pool.submit(play_batch, task) for task in tasks]
        for future in as_completed(futures):
            yield checked(future.result())
    except BrokenProcessPool:
        raise BotFailed("a worker process died; a bot may have ended it, or memory ran out") from None
    finally:
        if not all(future.done() for future in futures):
            # A private attribute, but the only way to end a worker in the middle of a long batch.
            for process in list((pool._processes or {}).values()):
                process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Workers started here ignore Ctrl-C from the start; this process handles it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_interrupts_to_parent() -> None:
    """The same on systems without signal masks, as soon as a worker runs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def checked(result: Tally | str) -> Tally:
    """The tally of a batch. A failure crosses processes as text; it is raised here."""
    if isinstance(result, str):
        raise BotFailed(result)
    return result


def play_batch(task: Task) -> Tally | str:
    """Play a batch of games and sum them up, or return a text that names the bot that failed, and when."""
    board = load_board(task.map, task.variant)
    tally = Tally.empty(len(task.bots))
    # What a bot prints does not belong to our output.
    with redirect_stdout(sys.stderr):
        for game in range(task.first, task.end):
            failure = play_one(board, task, game, tally)
            if failure:
                return failure
    return tally


def play_one(board: Board, task: Task, game: int, tally: Tally) -> str:
    """Play one game; return the failure of a bot as text, or an empty text."""
    state = new_game(board, len(task.bots), Seal.from_seed(game_seed(task.seed, game)).key, BY_LOT, None)
    bots: list[Bot] = []
    try:
        for seat, name in enumerate(task.bots):
            bots.append(make_bot(name, bot_seed(task.seed, game, seat)))
        moves = play_game(state, bots, None)
    except BadChoice as bad:
        return blame(task, bad.seat, game, str(bad))
    except (Exception, SystemExit) as error:
        # While bots are being created, the next one failed; afterwards the one whose turn it was.
        seat = len(bots) if len(bots) < len(task.bots) else int(seat_to_act(state))
        frames = traceback.extract_tb(error.__traceback__)
        where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
        return blame(task, seat, game, f"it raised {type(error).__name__}: {error}{where}")
    sheets = score_sheets(state)
    tally.add_game(sheets, winners(state, sheets), int(state.turn), moves)
    return ""


def blame(task: Task, seat: int, game: int, what: str) -> str:
    return f"bot {task.bots[seat]} at seat {seat} failed in the game with seed {game_seed(task.seed, game)!r}: {what}"


# Adding up


def summary(
    tally: Tally,
    map_name: str,
    variant: str,
    names: tuple[str, ...],
    seed: str,
    asked: int,
    workers: int,
    seconds: float,
) -> Simulation:
    games = tally.games
    seats = []
    for seat, bot in enumerate(names):
        wins = tally.wins[seat] / whole(len(names))
        items = {item: tally.items[seat][number] / max(games, 1) for number, item in enumerate(ITEMS)}
        score = mean(tally.scores[seat], tally.squares[seat], games)
        completed = tally.completed[seat] / max(games, 1)
        seats.append(SeatResult(seat, bot, wins, wilson(wins, games), score, items, completed))
    turns, moves = tally.turns / max(games, 1), tally.moves / max(games, 1)
    return Simulation(map_name, variant, names, seed, asked, games, workers, seconds, turns, moves, tuple(seats))


def wilson(wins: float, games: int) -> Interval:
    """A share of games with Wilson's 95 % interval; shared victories count as fractions.

    >>> wilson(5, 10)
    Interval(value=0.5, low=0.2365..., high=0.7634...)
    """
    if games == 0:
        return Interval(0.0, 0.0, 1.0)
    share = wins / games
    z = NINETY_FIVE
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return Interval(share, max(0.0, middle - reach), min(1.0, middle + reach))


def mean(total: int, squares: int, games: int) -> Interval:
    """A mean with its 95 % interval by the normal approximation."""
    if games == 0:
        return Interval(0.0, 0.0, 0.0)
    value = total / games
    variance = (squares - total * total / games) / (games - 1) if games > 1 else 0.0
    reach = NINETY_FIVE * sqrt(max(variance, 0.0) / games)
    return Interval(value, value - reach, value + reach)

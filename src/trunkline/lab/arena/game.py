"""One game of the arena: bots are asked, supervised and timed, and one rule handles all their faults.

The rule: if a bot raises an error, returns an illegal action, ends its process or exceeds the time limit, its move is
made at random. With the third fault of a game it is disqualified (`out`): its remaining moves are random, and it cannot
win that game. A bot that cannot be created is out at once.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import log2
from operator import index
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from trunkline.bots.bot import Bot
from trunkline.bots.play import seat_to_act
from trunkline.bots.random_bot import RandomBot
from trunkline.bots.registry import make_bot
from trunkline.game.seal import Seal
from trunkline.lab.arena.habits import Habits, at_stake
from trunkline.lab.arena.match import Match
from trunkline.lab.simulate import ITEMS, bot_seed, game_seed
from trunkline.maps.load import load_map
from trunkline.maps.pack import load_board, pack
from trunkline.rules.actions import LARGEST_CODE, ActionList
from trunkline.rules.scoring import score_sheets, winners
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.state import OVER, State
from trunkline.rules.turn import apply, legal
from trunkline.rules.view import View

STRIKES = 3
"""The number of faults in a game after which a bot is out."""
RAISED, ILLEGAL, STALLED, DIED, UNMADE = "raised", "illegal", "stalled", "died", "unmade"
MAKING = -1
"""Used instead of the number of a move: the bot was being created."""
LONGEST_TEXT = 200
MOST_MOVES = 5_000
"""A longer game is stopped and scored, because pieces may be exchanged back and forth for ever (W12)."""

COLUMNS = (
    "score", *ITEMS, "completed", "failed", "taken", "claims", "spaces", "blocks", "moves", "out",
)  # fmt: skip
"""What is stored for every seat of a game, all integers. `out` is 1 for a seat that was disqualified."""

PARTS = 4
"""The histogram of seconds has this number of classes for each doubling."""

Row = dict[str, Any]
"""What is stored of a game, as JSON."""


class Fault(NamedTuple):
    """A fault of a bot: the number of the move (from 0), the seat, the kind, and a message."""

    move: int
    seat: int
    kind: str
    text: str


class Notes(Protocol):
    """Reports what the game is doing to a supervisor outside of the process.

    `ended` returns whether the time of the move counts: not if the whole process was suspended meanwhile.
    """

    def begin_game(self, game: int) -> None: ...
    def begin_move(self, move: int, seat: int) -> None: ...
    def end_move(self) -> bool: ...
    def failed(self, fault: Fault) -> None: ...
    def played(self, move: int, code: int, seconds: float) -> None: ...


class NoNotes:
    """Nobody watches."""

    def begin_game(self, game: int) -> None:
        pass

    def begin_move(self, move: int, seat: int) -> None:
        pass

    def end_move(self) -> bool:
        return True

    def failed(self, fault: Fault) -> None:
        pass

    def played(self, move: int, code: int, seconds: float) -> None:
        pass


@dataclass(frozen=True)
class Job:
    """A game to play. An interrupted game continues after its known moves, with its known faults."""

    game: int
    moves: tuple[tuple[int, float], ...] = ()
    """The code of each, and the seconds that the bot took for it: 0 if it was not asked."""
    faults: tuple[Fault, ...] = ()


@dataclass
class MoveTimes:
    """The seconds that one seat took for its moves."""

    total: float = 0.0
    longest: float = 0.0
    classes: dict[int, int] = field(default_factory=dict)

    def note(self, seconds: float) -> None:
        self.total += seconds
        self.longest = max(self.longest, seconds)
        number = round(PARTS * log2(1 + seconds * 1e6))
        self.classes[number] = self.classes.get(number, 0) + 1

    def facts(self) -> list[Any]:
        return [round(self.total, 6), round(self.longest, 6), sorted(self.classes.items())]


def class_seconds(number: int) -> float:
    """The seconds in the middle of a class."""
    return float((2 ** (number / PARTS) - 1) * 1e-6)


class ArenaGame:
    """A game being played."""

    def __init__(self, match: Match, job: Job, notes: Notes) -> None:
        self.match = match
        self.job = job
        self.notes = notes
        self.deal = match.round_of(job.game)
        self.names = match.seats(job.game)
        self.faults = list(job.faults)
        board = load_board(match.map, match.variant)
        self.boards = [board for _ in self.names]
        """The board that each seat gets."""
        key = Seal.from_seed(game_seed(match.seed, self.deal)).key
        self.state: State = new_game(board, match.players, key, BY_LOT, None)
        self.habits = Habits(self.state)
        self.clocks = [MoveTimes() for _ in self.names]
        self.moves = [0 for _ in self.names]
        self.actions = ActionList()

    def play(self) -> Row:
        """Play to the end; return what is stored."""
        self.notes.begin_game(self.job.game)
        bots = [self.make(seat, name) for seat, name in enumerate(self.names)]
        state = self.state
        move = 0
        while state.phase != OVER and move < MOST_MOVES:
            seat = int(seat_to_act(state))
            code, seconds = self.job.moves[move] if move < len(self.job.moves) else self.ask(bots[seat], move, seat)
            if seconds:
                self.clocks[seat].note(seconds)
            route = at_stake(state, code)
            apply(state, seat, code, None)
            self.habits.after(state, seat, route)
            self.notes.played(move, code, seconds)
            self.moves[seat] += 1
            move += 1
        return self.row(move)

    def make(self, seat: int, name: str) -> Bot | None:
        """The bot for a seat; None if it cannot be created."""
        if any(fault.seat == seat and fault.move == MAKING for fault in self.faults):
            return None
        self.notes.begin_move(MAKING, seat)
        try:
            bot = make_bot(name, bot_seed(self.match.seed, self.deal, seat))
        except BaseException as error:  # also `sys.exit()`: a bot never ends the worker
            text = in_words(error, error_in_words)
            self.notes.end_move()
            self.fail(Fault(MAKING, seat, UNMADE, text))
            return None
        self.notes.end_move()
        if not type(bot).__module__.startswith("trunkline.bots."):
            # A board is mutable, so a bot gets a copy.
            self.boards[seat] = pack(load_map(self.match.map), self.match.variant)
        return bot

    def ask(self, bot: Bot | None, move: int, seat: int) -> tuple[int, float]:
        """The bot's choice, or a random one after a fault or if it is out; and the seconds it took."""
        seconds = 0.0
        known = [fault for fault in self.faults if fault.move == move]
        if known:
            seconds = self.match.limit if known[0].kind == STALLED else 0.0
        elif bot is not None and not self.is_out(seat):
            code, seconds = self.answer(bot, move, seat)
            if code is not None:
                return code, seconds
        legal(self.state, seat, self.actions)
        word = sha256(f"{game_seed(self.match.seed, self.deal)}/{seat}/{move}".encode()).digest()[:4]
        chance = RandomBot(int.from_bytes(word, "little"))
        return int(chance.choose(View(self.state, seat), self.actions)), seconds

    def answer(self, bot: Bot, move: int, seat: int) -> tuple[int | None, float]:
        """What a bot chooses, or None after a fault; and the seconds it took."""
        view = View(self.state, seat)
        view.board = self.boards[seat]
        legal(self.state, seat, self.actions)
        code: int | None = None
        fault: Fault | None = None
        self.notes.begin_move(move, seat)
        started = time.perf_counter()
        try:
            answer = bot.choose(view, self.actions)
            code = self.legal_code(seat, answer)
            if code is None:
                fault = Fault(move, seat, ILLEGAL, in_words(answer, answer_in_words))
        except BaseException as error:
            fault = Fault(move, seat, RAISED, in_words(error, error_in_words))
        seconds = time.perf_counter() - started
        if not self.notes.end_move():
            seconds = 0.0
        if seconds > self.match.limit:
            fault = Fault(move, seat, STALLED, f"thought {seconds:.3g} s, longer than {self.match.limit:g} s")
        if fault is None:
            return code, seconds
        self.fail(fault)
        return None, seconds

    def legal_code(self, seat: int, answer: object) -> int | None:
        """The code of an answer; None if it is not a legal action."""
        try:
            code = index(answer)  # type: ignore[arg-type]
        except Exception:
            return None
        # A new list: a bot may have changed the one it got.
        legal(self.state, seat, self.actions)
        return code if 0 <= code <= LARGEST_CODE and self.actions.has(code) else None

    def fail(self, fault: Fault) -> None:
        self.faults.append(fault)
        self.notes.failed(fault)

    def is_out(self, seat: int) -> bool:
        own = [fault for fault in self.faults if fault.seat == seat]
        return len(own) >= STRIKES or any(fault.move == MAKING for fault in own)

    def row(self, moves: int) -> Row:
        """What is kept."""
        sheets = score_sheets(self.state)
        left = [sheet for sheet in sheets if not self.is_out(int(sheet.seat))]
        seats = []
        for seat, sheet in enumerate(sheets):
            tickets = len(self.state.players[seat].tickets)
            completed = int(sheet.completed)
            values = [int(sheet.total), *(int(sheet.points_of(item)) for item in ITEMS)]
            values += [completed, tickets - completed, tickets]
            values += [self.habits.claims[seat], self.habits.spaces[seat], self.habits.blocks[seat]]
            values += [self.moves[seat], int(self.is_out(seat))]
            seats.append(values)
        row: Row = {
            "game": self.job.game,
            "won": winners(self.state, left) if left else [],
            "turns": int(self.state.turn),
            "moves": moves,
            "seats": seats,
            "seconds": [clock.facts() for clock in self.clocks],
        }
        if self.faults:
            row["faults"] = [list(fault) for fault in self.faults]
        return row


def in_words(what: Any, how: Callable[[Any], str]) -> str:
    """A printable text for an object of a bot, whose `repr` may fail."""
    try:
        return how(what).encode(errors="backslashreplace").decode()
    except BaseException:
        return f"{type(what).__name__}, which cannot be printed"


def answer_in_words(answer: object) -> str:
    return f"answered {answer!r}"[:LONGEST_TEXT]


def error_in_words(error: BaseException) -> str:
    """An error with the file and line it comes from."""
    frames: Sequence[traceback.FrameSummary] = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}"[:LONGEST_TEXT] + where


def play_job(match: Match, job: Job, notes: Notes | None = None) -> Row:
    """Play one game of a match.

    >>> row = play_job(Match(("random", "random")), Job(0))
    >>> len(row["seats"]), len(row["seats"][0]) == len(COLUMNS)
    (2, True)
    """
    return ArenaGame(match, job, notes or NoNotes()).play()

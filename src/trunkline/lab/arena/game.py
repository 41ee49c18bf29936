"""One game of the arena: the bots are asked, watched and timed, and what they do wrong is dealt with by one rule.

The rule: a bot that raises, answers with no legal action, ends its process or thinks past the limit loses that move,
which is made at random. With the third such fault of a game it is out: its moves are random from then on, and it
cannot win that game. A bot that cannot even be made is out at once.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Sequence
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
from trunkline.maps.pack import load_board
from trunkline.rules.actions import LARGEST_CODE, ActionList
from trunkline.rules.scoring import score_sheets, winners
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.state import OVER, State
from trunkline.rules.turn import apply, legal
from trunkline.rules.view import View

STRIKES = 3
"""With so many faults in a game a bot is out of it."""
RAISED, ILLEGAL, STALLED, DIED, UNMADE = "raised", "illegal", "stalled", "died", "unmade"
MAKING = -1
"""In place of the number of a move: the bot was being made."""
LONGEST_TEXT = 200
MOST_MOVES = 5_000
"""A game that goes on longer is scored as it stands: pieces may be exchanged to and fro for ever (W12)."""

COLUMNS = (
    "score", *ITEMS, "completed", "failed", "taken", "claims", "spaces", "blocks", "moves", "out",
)  # fmt: skip
"""What is kept of every seat of a game, all whole numbers. `out` is 1 for a seat that lost by its faults."""

PARTS = 4
"""Seconds are sorted into so many classes for each doubling."""

Row = dict[str, Any]
"""What is kept of a game, as JSON."""


class Fault(NamedTuple):
    """Something that a bot did wrong: in which move, from 0, by whom, of which kind, and in words."""

    move: int
    seat: int
    kind: str
    text: str


class Notes(Protocol):
    """Where the game says what it is doing, for whoever watches from outside."""

    def begin_game(self, game: int) -> None: ...
    def begin_move(self, move: int, seat: int) -> None: ...
    def end_move(self) -> None: ...
    def played(self, move: int, code: int) -> None: ...


class NoNotes:
    """Nobody watches."""

    def begin_game(self, game: int) -> None:
        pass

    def begin_move(self, move: int, seat: int) -> None:
        pass

    def end_move(self) -> None:
        pass

    def played(self, move: int, code: int) -> None:
        pass


@dataclass(frozen=True)
class Job:
    """A game to play; one that was broken off goes on after the moves it had, with the faults that are known."""

    game: int
    moves: tuple[int, ...] = ()
    faults: tuple[Fault, ...] = ()


@dataclass
class Clock:
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
        key = Seal.from_seed(game_seed(match.seed, self.deal)).key
        self.state: State = new_game(board, match.players, key, BY_LOT, None)
        self.habits = Habits(self.state)
        self.clocks = [Clock() for _ in self.names]
        self.moves = [0 for _ in self.names]
        self.actions = ActionList()

    def play(self) -> Row:
        """Play to the end; what is kept of it."""
        self.notes.begin_game(self.job.game)
        bots = [self.make(seat, name) for seat, name in enumerate(self.names)]
        state = self.state
        move = 0
        while state.phase != OVER and move < MOST_MOVES:
            seat = int(seat_to_act(state))
            code = self.job.moves[move] if move < len(self.job.moves) else self.ask(bots[seat], move, seat)
            route = at_stake(state, code)
            apply(state, seat, code, None)
            self.habits.after(state, seat, route)
            self.notes.played(move, code)
            self.moves[seat] += 1
            move += 1
        return self.row(move)

    def make(self, seat: int, name: str) -> Bot | None:
        """The bot for a seat; None if it cannot be made."""
        if any(fault.seat == seat and fault.move == MAKING for fault in self.faults):
            return None
        self.notes.begin_move(MAKING, seat)
        try:
            return make_bot(name, bot_seed(self.match.seed, self.deal, seat))
        except Exception as error:
            self.faults.append(Fault(MAKING, seat, UNMADE, in_words(error)))
            return None
        finally:
            self.notes.end_move()

    def ask(self, bot: Bot | None, move: int, seat: int) -> int:
        """The bot's choice, or one at random if it has lost this move or is out."""
        view = View(self.state, seat)
        legal(self.state, seat, self.actions)
        known = [fault for fault in self.faults if fault.move == move]
        if known and known[0].kind == STALLED:
            self.clocks[seat].note(self.match.limit)
        if bot is not None and not known and not self.is_out(seat):
            self.notes.begin_move(move, seat)
            started = time.perf_counter()
            try:
                answer = bot.choose(view, self.actions)
            except Exception as error:
                self.faults.append(Fault(move, seat, RAISED, in_words(error)))
            else:
                if self.is_legal(seat, answer):
                    return index(answer)
                self.faults.append(Fault(move, seat, ILLEGAL, f"answered {answer!r}"[:LONGEST_TEXT]))
            finally:
                self.notes.end_move()
                self.clocks[seat].note(time.perf_counter() - started)
        # The list is made anew: a bot may have written into the one that it was shown.
        legal(self.state, seat, self.actions)
        word = sha256(f"{game_seed(self.match.seed, self.deal)}/{seat}/{move}".encode()).digest()[:4]
        return int(RandomBot(int.from_bytes(word, "little")).choose(View(self.state, seat), self.actions))

    def is_legal(self, seat: int, answer: object) -> bool:
        try:
            code = index(answer)  # type: ignore[arg-type]
        except Exception:
            return False
        legal(self.state, seat, self.actions)
        return 0 <= code <= LARGEST_CODE and self.actions.has(code)

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
            values = [int(sheet.total), *(int(getattr(sheet, item)) for item in ITEMS)]
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


def in_words(error: BaseException) -> str:
    """An error with the place that it comes from."""
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

"""Probe games: fixed games whose positions show how the rules and the bots behave.

The boards of the strength matches have recorded games in `probe_games/`, played once by a mixture of bots
(`tests/lab/record_probes.py`). They are stored as a seed and moves in notation, so that they do not depend on packed
states, action codes or the order of legal actions. Other boards have no recorded games: theirs are random games, with
random numbers from hashes of the notation for the same reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

from trunkline.bots.play import seat_to_act
from trunkline.game.seal import Seal
from trunkline.maps.load import map_names
from trunkline.maps.pack import load_board
from trunkline.rules.actions import ActionList, to_text
from trunkline.rules.board import Board
from trunkline.rules.events import Event
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.state import OVER, State
from trunkline.rules.turn import apply, legal

SEARCH_MARK = "* "
"""A move with this mark is one that searching bots are asked for; other bots are asked for all."""
GAME_MARK = "game "
"""The line before the moves of a game, with its seed."""

DRAWN_GAMES = 2
DRAWN_MOVES = 300
"""Random games are cut off here: on some boards they would last for thousands of moves."""
DRAWN_SEARCHES = 12
"""Searching bots are asked for this number of moves of a random game."""


class Setting(NamedTuple):
    """Where a match is played: bots are compared for one board and one number of players."""

    map: str
    variant: str
    players: int

    @property
    def board(self) -> Board:
        return load_board(self.map, self.variant)


class ProbeMove(NamedTuple):
    """A move in notation, and whether searching bots are asked for it."""

    text: str
    searched: bool


class ProbeGame(NamedTuple):
    seed: str
    moves: tuple[ProbeMove, ...]


class Position(NamedTuple):
    """A position of a probe game before a move. The state belongs to the game and changes with it."""

    state: State
    seat: int
    options: dict[str, int]
    """The codes of the legal actions by their notation."""
    searched: bool


@cache
def probe_games(table: Setting) -> tuple[ProbeGame, ...]:
    """The recorded games of a board, or random games.

    >>> [game.seed for game in probe_games(Setting("usa", "base", 2))]
    ['probe/0', 'probe/1']
    """
    file = files(__package__) / "probe_games" / f"{table.map}-{table.variant}-{table.players}.txt"
    if table.map in map_names() and file.is_file():
        return tuple(read_games(file.read_text(encoding="utf-8").splitlines()))
    return tuple(drawn_game(table, f"drawn/{number}") for number in range(DRAWN_GAMES))


def read_games(lines: Iterable[str]) -> Iterator[ProbeGame]:
    """The games of a file."""
    seed: str | None = None
    moves: list[ProbeMove] = []
    for line in lines:
        if line.startswith(GAME_MARK):
            if seed is not None:
                yield ProbeGame(seed, tuple(moves))
            seed, moves = line.removeprefix(GAME_MARK), []
        else:
            moves.append(ProbeMove(line.removeprefix(SEARCH_MARK), line.startswith(SEARCH_MARK)))
    if seed is not None:
        yield ProbeGame(seed, tuple(moves))


def written_games(games: Iterable[ProbeGame]) -> str:
    """The text of a file of games.

    >>> game = ProbeGame("probe/0", (ProbeMove("keep 1 2", True), ProbeMove("draw deck", False)))
    >>> list(read_games(written_games([game]).splitlines())) == [game]
    True
    """
    lines = []
    for game in games:
        lines.append(f"{GAME_MARK}{game.seed}")
        lines += [f"{SEARCH_MARK if move.searched else ''}{move.text}" for move in game.moves]
    return "\n".join(lines) + "\n"


def new_probe(table: Setting, seed: str, log: list[Event] | None = None) -> State:
    """The deal of a probe game."""
    return new_game(table.board, table.players, Seal.from_seed(seed).key, BY_LOT, log)


def replay(table: Setting, game: ProbeGame, log: list[Event] | None = None) -> Iterator[Position]:
    """The positions of a game before each of its moves, and the last one: that has no options if the game is over.

    A game ends early if the rules no longer allow a move of it. Events go to `log`, those of the deal first.
    """
    state = new_probe(table, game.seed, log)
    for move in game.moves:
        position = position_of(table.board, state, move.searched)
        yield position
        if move.text not in position.options:
            return
        apply(state, position.seat, position.options[move.text], log)
    yield position_of(table.board, state, False)


def position_of(board: Board, state: State, searched: bool) -> Position:
    """A position with what is legal there for the first seat that the game waits for."""
    seat = int(seat_to_act(state))
    actions = ActionList()
    if state.phase != OVER:
        legal(state, seat, actions)
    return Position(state, seat, {to_text(board, code): code for code in actions}, searched)


def drawn_game(table: Setting, seed: str) -> ProbeGame:
    """A random game. The kind of each action is chosen before the action, so that rare kinds occur too."""
    state = new_probe(table, seed)
    texts: list[str] = []
    while state.phase != OVER and len(texts) < DRAWN_MOVES:
        position = position_of(table.board, state, False)
        lot = f"{seed}/{len(texts)}/"
        kind = min({text.split()[0] for text in position.options}, key=lambda kind: lot_number(lot + kind))
        chosen = min(
            (text for text in position.options if text.split()[0] == kind), key=lambda text: lot_number(lot + text)
        )
        apply(state, position.seat, position.options[chosen], None)
        texts.append(chosen)
    step = max(1, len(texts) // DRAWN_SEARCHES)
    return ProbeGame(seed, tuple(ProbeMove(text, number % step == 0) for number, text in enumerate(texts)))


def lot_number(text: str) -> bytes:
    """A pseudo-random number for a text: the same on every machine, unlike `hash`."""
    return sha256(text.encode()).digest()

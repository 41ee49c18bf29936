"""Tools of the tests: sizes, positions by hand, and games played by chance."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

import pytest

import trunkline
from oracle.board import Board as OracleBoard
from oracle.board import load_board as load_oracle_board
from oracle.editions import load_edition
from oracle.samples import make_position
from trunkline.bots.registry import make_bot
from trunkline.game import Game, IllegalAction
from trunkline.maps.edition import from_plain, reference
from trunkline.maps.load import load_map
from trunkline.rules.actions import ActionList
from trunkline.rules.turn import legal

FULL = os.environ.get("TRUNKLINE_TEST_SIZE") == "full"


def size(ci: int, full: int) -> int:
    """How many cases a test runs: a tenth of the smaller number on the plain sources, which are slow."""
    if trunkline.compiled:
        return full if FULL else ci
    return max(1, (full if FULL else ci) // 10)


def position(map_name: str, players: list[dict[str, Any]], variant: str = "base", **fields: Any) -> dict[str, Any]:
    """A position by hand: what is not said is filled in, and cards that are nowhere else lie in the deck."""
    return make_position(oracle_board(map_name, variant), [deepcopy(player) for player in players], **deepcopy(fields))


_oracle_boards: dict[tuple[str, str], OracleBoard] = {}


def oracle_board(map_name: str, variant: str = "base") -> OracleBoard:
    if (map_name, variant) not in _oracle_boards:
        edition = load_edition(map_name) if "@" in map_name else None
        _oracle_boards[map_name, variant] = edition or load_oracle_board(map_name, variant)
    return _oracle_boards[map_name, variant]


def board_of(position: dict[str, Any]) -> OracleBoard:
    """The oracle's board of a position, which may be of an edition."""
    edition = None if position.get("edition") is None else from_plain(position["edition"])
    return oracle_board(reference(position["map"], edition), position.get("variant", "base"))


def game(map_name: str, players: list[dict[str, Any]], **fields: Any) -> Game:
    """A game from a position by hand."""
    return Game.from_position(position(map_name, players, **fields))


EMPTY: dict[str, Any] = {}
"""A player of a position by hand who holds nothing."""


def player(table: Game, seat: int) -> dict[str, Any]:
    """A player of a game as in its position."""
    return table.position()["players"][seat]  # type: ignore[index, no-any-return]


def discards(table: Game, deck: str = "trains") -> dict[str, int]:
    """The discards of a deck."""
    return table.position()["decks"][deck]["discards"]  # type: ignore[index, no-any-return]


def notations(game: Game, seat: int | None = None) -> set[str]:
    """The legal actions in words."""
    codes = game.legal_actions if seat is None else game.legal(seat)
    return {game.notation(code) for code in codes}


def starting(table: Game, words: str) -> set[str]:
    """What follows these words among the legal actions."""
    return {text.removeprefix(words).strip() for text in notations(table) if text.startswith(f"{words} ")}


def played(
    map_name: str,
    players: int,
    seed: int,
    variant: str = "base",
    bot: str = "random",
    seated: Sequence[str] | None = None,
) -> Iterator[tuple[Game, int, int]]:
    """A game by bots, move by move: the game before each move, the seat, and the action that follows.

    The bot `varied` chooses a kind of action first, so that kinds with few actions come up as well as those with many.
    On a board with companies the seats draw them by lot, unless it is said who is seated.
    """
    dice = random.Random(seed)
    companies = [company.id for company in load_map(map_name).companies]
    chosen = seated or (dice.sample(companies, players) if companies else None)
    game = Game.new(map_name, players, seed=seed, variant=variant, companies=chosen)
    bots = [make_bot("random" if bot == "varied" else bot, seed * 10 + seat) for seat in range(players)]
    while not game.over:
        seat = dice.choice(game.to_act)
        actions = game.legal(seat)
        if bot == "random":
            action = dice.choice(actions)
        elif bot == "varied":
            action = varied_choice(game, actions, dice)
        else:
            listed = ActionList()
            legal(game.state, seat, listed)
            action = bots[seat].choose(game.view(seat), listed)
        yield game, seat, action
        game.play(action, seat=seat)
        assert len(game.moves) < 10_000, "the bots play for ever"
    yield game, -1, -1


def varied_choice(game: Game, actions: list[int], dice: random.Random) -> int:
    """A kind of action by chance, exchanges and further tickets seldom, and then one of that kind."""
    kinds: dict[str, list[int]] = {}
    for action in actions:
        first, *words = game.notation(action).split()
        kinds.setdefault("draw tickets" if words[:1] == ["tickets"] else first, []).append(action)
    seldom = {"exchange": 0.1, "draw tickets": 0.2}
    weights = [seldom.get(kind, 1.0) for kind in kinds]
    return dice.choice(dice.choices(list(kinds.values()), weights)[0])


ALL_CARDS = dict.fromkeys(["pink", "blue", "orange", "white", "green", "yellow", "black", "red"], 12) | {
    "locomotive": 14
}


def refused(game: Game, action: str, seat: int | None = None) -> str:
    """The code of the refusal; the game must be as it was."""
    before = game.packed()
    with pytest.raises(IllegalAction) as caught:
        game.play(action, seat=seat)
    assert game.packed() == before
    assert str(caught.value)
    return caught.value.code


def row_of(game: Game) -> list[str | None]:
    return game.position()["row"]  # type: ignore[return-value]


def hand_of(game: Game, seat: int) -> dict[str, int]:
    return game.position()["players"][seat]["hand"]  # type: ignore[index, no-any-return]


def long_routes_of(seat: int) -> dict[str, int]:
    """Routes of exactly 45 spaces."""
    names = [
        "calgary-winnipeg",
        "dallas-el-paso",
        "duluth-helena",
        "duluth-toronto",
        "el-paso-houston",
        "el-paso-los-angeles",
        "helena-seattle",
        "helena-winnipeg",
    ]
    board = Game.new("usa", seed=1).board
    owned: dict[str, int] = {}
    spaces = 0
    for name in [*names, *board.route_names]:
        length = board.length[board.route_number[name]]
        if name not in owned and ":" not in name and spaces + length <= 45:
            owned[name] = seat
            spaces += length
    assert spaces == 45
    return owned


def length_of(route: str) -> int:
    board = Game.new("usa", seed=1).board
    return int(board.length[board.route_number[route]])

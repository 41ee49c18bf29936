"""The engine against the oracle: legal moves, every step, and score sheets, on games by chance and by plan."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

import trunkline
from boards import COMPANIES, EVERY_BOARD, MAPS, SAILS
from oracle.flow import TWENTY_DEALS, check_step
from oracle.legal import legal_actions
from oracle.scoring import best_tickets
from oracle.scoring import score_sheet as oracle_sheet
from oracle.scoring import winners as oracle_winners
from oracle.strewn import strewn_position, tour_position
from tools import FULL, notations, oracle_board, played, size
from tools import game as table
from trunkline.game import Game

PLAYERS = [2, 3, 4, 5]

# Games of companies have tests of their own (test_companies.py).
MAPS_OF_POINTS = [map_name for map_name in MAPS if map_name not in COMPANIES]
BOARDS_OF_POINTS = [board for board in EVERY_BOARD if board[0] not in COMPANIES]
EVERY_TABLE = [
    (*board, players)
    for number, board in enumerate(BOARDS_OF_POINTS)
    for players in PLAYERS
    if trunkline.compiled or FULL or players == PLAYERS[number % len(PLAYERS)]
]
"""Each board with each number of players; with one of these on the plain sources, where the same games are slower."""


def compare_position(game: Game, map_name: str, variant: str) -> dict[str, Any]:
    """Compare the legal moves of every seat; the position, for further use."""
    board = oracle_board(map_name, variant)
    position = game.position()
    for seat in range(game.players):
        assert notations(game, seat) == legal_actions(position, seat, board), f"{position} seat {seat}"
    return position


def compare_sheet(game: Game, map_name: str, variant: str) -> None:
    board = oracle_board(map_name, variant)
    position = game.position()
    sheet = game.score_sheet()
    for seat, (found, expected) in enumerate(zip(sheet.players, oracle_sheet(position, board), strict=True)):
        assert found.route_points == expected["routes"]
        assert found.station_points == expected["stations"]
        assert found.longest_path_points == expected["longest_points"]
        if board.rules["longest_path"]:
            assert found.longest_trail == expected["longest"]
        assert found.globetrotter_points == expected["globetrotter_points"]
        assert found.completed == expected["completed"]
        assert tuple(item.completed for item in found.tickets) in best_tickets(position, seat, board)
        assert [item.ticket for item in found.tickets] == [item["ticket"] for item in expected["tickets"]]
        if board.sails:
            assert [item.points for item in found.tickets] == [item["points"] for item in expected["tickets"]]
            ports = {(port.city, port.tickets, port.points) for port in found.ports}
            assert ports == {(port["city"], port["tickets"], port["points"]) for port in expected["ports"]}
            assert found.unbuilt_port_points == expected["unbuilt_ports"]
            assert found.exchange_points == expected["exchange"]
        assert found.total == expected["total"]
    assert list(sheet.winners) == oracle_winners(position, board)


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("map_name", MAPS_OF_POINTS)
def test_legal_moves(map_name: str, players: int, bot: str) -> None:
    """Positions drawn from whole games: every seat's legal moves are the oracle's, and the end scores alike."""
    wanted = size(150, 10_000)
    dice = random.Random(players)
    seen = 0
    seed = 0
    while seen < wanted:
        seed += 1
        for game, seat, _ in played(map_name, players, seed, bot=bot):
            # At full size every third position, so that the sample spans many games.
            if seat >= 0 and dice.random() < 0.34:
                compare_position(game, map_name, "base")
                seen += 1
        compare_sheet(game, map_name, "base")


@pytest.mark.parametrize(("map_name", "variant", "players"), EVERY_TABLE)
def test_every_step(map_name: str, variant: str, players: int) -> None:
    """Whole games by chance: each step changes what the oracle says it changes and nothing else."""
    board = oracle_board(map_name, variant)
    for seed in range(size(1, 40)):
        before: dict[str, Any] | None = None
        step: tuple[int, str] = (-1, "")
        bot = "varied" if map_name in SAILS else "random"
        for game, seat, action in played(map_name, players, 100 + seed, variant, bot):
            now = game.position()
            if before is not None:
                problems = check_step(before, *step, now, board)
                assert not [text for text in problems if not text.startswith(TWENTY_DEALS)], (step, before, now)
            if now["phase"] in ("opening", "split", "pair"):  # soon over, and seldom in a sample
                compare_position(game, map_name, variant)
            if seat >= 0:
                assert game.notation(action) in legal_actions(now, seat, board)
                before, step = now, (seat, game.notation(action))
        compare_sheet(game, map_name, variant)


@pytest.mark.parametrize(("map_name", "variant"), BOARDS_OF_POINTS)
@pytest.mark.parametrize("players", PLAYERS)
def test_score_sheets(map_name: str, variant: str, players: int) -> None:
    """Finished games score as the oracle scores them, item by item, and the same seats win."""
    for seed in range(size(3, 100)):
        bot = "varied" if map_name in SAILS else "random"
        for game, _, _ in played(map_name, players, 1000 + seed, variant, bot):  # noqa: B007 - the last game is meant
            pass
        compare_sheet(game, map_name, variant)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("map_name", SAILS)
def test_strewn_positions(map_name: str, players: int) -> None:
    """Positions by chance, many with hardly a card left: legal moves, what they lead to, and the score as it stands."""
    board = oracle_board(map_name)
    dice = random.Random(f"{map_name} {players}")
    for _ in range(size(15, 500)):
        before = strewn_position(board, players, dice)
        game = Game.from_position(before)
        compare_position(game, map_name, "base")
        compare_sheet(game, map_name, "base")
        for action in dice.sample(game.legal_actions, min(4, len(game.legal_actions))):
            following = game.copy()
            following.play(action)
            problems = check_step(before, before["seat"], game.notation(action), following.position(), board)
            assert not [text for text in problems if not text.startswith(TWENTY_DEALS)], (game.notation(action), before)


@pytest.mark.rule("W7")
def test_pair_routes_with_few_cards() -> None:
    """Every small hand, three colours and locomotives: which pair routes it pays, space by space to the end."""
    board = oracle_board("world")

    def compare(game: Game) -> int:
        expected = {
            action
            for action in legal_actions(game.position(), 0, board)
            if action.startswith("pay") or (action.startswith("claim") and board.routes[action.split()[1]].pair)
        }
        found = {
            action
            for action in notations(game, 0)
            if action.startswith("pay") or (action.startswith("claim") and board.routes[action.split()[1]].pair)
        }
        assert found == expected, game.position()
        steps = len(found)
        for action in found:
            if action.startswith(("pay", "claim beijing-lahore", "claim lahore-tehran")):
                following = game.copy()
                following.play(action)
                if following.position()["phase"] == "pair":
                    steps += compare(following)
        return steps

    most = 3 if FULL else 2
    steps = 0
    for red, green, black, wilds in product(range(most + 1), range(most + 1), range(most + 1), range(5)):
        if red >= green >= black:
            hand = {"red-train": red, "green-anchor-train": green, "black-train": black, "locomotive": wilds}
            steps += compare(table("world", [{"hand": hand}, {}]))
    assert steps > 100


@pytest.mark.rule("W9")
def test_tours_in_order_and_not() -> None:
    """Networks around every tour: completed in order, completed otherwise, and not completed, as the oracle has it."""
    board = oracle_board("world")
    dice = random.Random(9)
    found: Counter[tuple[str, str]] = Counter()
    tours = [ticket for ticket in board.tickets.values() if ticket.out_of_order is not None]
    for tour in tours:
        for _ in range(max(30, size(30, 1000))):
            position = tour_position(board, tour, dice)
            if position is None:
                continue
            ((expected,), _) = (line["tickets"] for line in oracle_sheet(position, board))
            (ticket,) = Game.from_position(position).score_sheet().players[0].tickets
            assert (ticket.points, ticket.completed) == (expected["points"], expected["done"]), position
            found[tour.name, str(ticket.in_order)] += 1
    assert len({name for name, ordered in found if ordered == "True"}) == len(tours)
    assert sum(number for (_, ordered), number in found.items() if ordered == "False") > 2 * len(tours)

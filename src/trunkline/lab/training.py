"""Plays games for profile-guided optimisation: gcc counts how often each branch is taken (docs/building.md)."""

from __future__ import annotations

import random

from trunkline.bots.bot import Bot
from trunkline.bots.greedy import GreedyBot
from trunkline.bots.planner import PlannerBot
from trunkline.bots.play import play_game
from trunkline.bots.random_rollout import random_games
from trunkline.bots.rollout import rollout_games
from trunkline.game import Game
from trunkline.maps.pack import load_board
from trunkline.rules.setup import BY_LOT, new_game

BOARDS = ("usa", "europe", "world", "great_lakes", "meridian")
SEATS = (2, 4)


def train() -> None:
    """Use the engine in all usual ways: simulation, rollouts, bots that read views, games driven from Python.

    Code that never runs here is optimised for size instead of speed. All boards have the same weight.
    """
    for name in BOARDS:
        board = load_board(name)
        for players in SEATS:
            random_games(board, players, 100, players)
            rollout_games(board, players, 5, players)
            state = new_game(board, players, bytes(32), BY_LOT, None)
            bots: list[Bot] = [GreedyBot(seat) if seat % 2 else PlannerBot(seat) for seat in range(players)]
            play_game(state, bots)
            drive(Game.new(name, players=players, seed=players))


def drive(game: Game) -> None:
    """Play a game move by move, with its events, as the server does."""
    chooser = random.Random(1)
    while not game.over:
        game.play(chooser.choice(game.legal_actions))
    game.score_sheet()

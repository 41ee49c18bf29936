"""A hash chain of whole games, to compare two builds of the engine: run by test_builds.py in processes of its own."""

from __future__ import annotations

import hashlib
import random
import sys

import trunkline
from boards import EVERY_BOARD, some_companies
from trunkline.game import Game


def main(games: int) -> None:
    print("compiled" if trunkline.compiled else "plain")
    for number in range(games):
        map_name, variant = EVERY_BOARD[number % len(EVERY_BOARD)]
        players = 2 + number // len(EVERY_BOARD) % 4
        dice = random.Random(number)
        companies = some_companies(map_name, players, number)
        game = Game.new(map_name, players, seed=number, variant=variant, companies=companies)
        chain = hashlib.sha256(game.packed())
        while not game.over:
            seat = dice.choice(game.to_act)
            actions = game.legal(seat)
            chain.update(repr(actions).encode())
            events = game.play(dice.choice(actions), seat=seat)
            chain.update(repr(events).encode() + game.packed() + game.view(seat).to_bytes())
        chain.update(repr(game.score_sheet()).encode())
        print(map_name, variant, players, len(game.moves), chain.hexdigest())


if __name__ == "__main__":
    main(int(sys.argv[1]))

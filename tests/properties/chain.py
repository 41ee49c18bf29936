"""A hash chain of whole games, to compare two builds of the engine: run by test_builds.py in processes of its own."""

from __future__ import annotations

import hashlib
import random
import sys

import trunkline
from boards import EVERY_BOARD, some_companies
from editions import COMPANIES, edition_by_lot
from trunkline.game import Game
from trunkline.maps.edition import reference


def main(games: int, editions: int) -> None:
    print("compiled" if trunkline.compiled else "plain")
    for number in range(games):
        map_name, variant = EVERY_BOARD[number % len(EVERY_BOARD)]
        players = 2 + number // len(EVERY_BOARD) % 4
        companies = some_companies(map_name, players, number)
        game = Game.new(map_name, players, seed=number, variant=variant, companies=companies)
        print(map_name, variant, players, *chain_of(game, number))
    for number in range(editions):  # with modules, crew and postcards
        dice = random.Random(number)
        seated = dice.sample(COMPANIES, 2 + number % 4)
        edition = edition_by_lot(2 + number * 3 % 11, seated, dice)
        game = Game.new(reference("meridian", edition), len(seated), seed=number, companies=seated)
        print(edition.year, len(seated), *chain_of(game, number))


def chain_of(game: Game, seed: int) -> tuple[int, str]:
    """The number of moves of a game by chance, and the hash of all that they led to."""
    dice = random.Random(seed)
    chain = hashlib.sha256(game.packed())
    while not game.over:
        seat = dice.choice(game.to_act)
        actions = game.legal(seat)
        chain.update(repr(actions).encode())
        events = game.play(dice.choice(actions), seat=seat)
        chain.update(repr(events).encode() + game.packed() + game.view(seat).to_bytes())
    chain.update(repr(game.score_sheet()).encode())
    return len(game.moves), chain.hexdigest()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))

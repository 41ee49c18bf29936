"""Bots know nothing but their view: in another game with the same view a bot with the same seed does the same (C15)."""

from __future__ import annotations

import random

import pytest

from boards import COMPANIES, EVERY_BOARD
from players import AT_ONCE, EVERY_BOT, SEARCHING
from tools import size
from trunkline.bots.play import seat_to_act
from trunkline.bots.registry import make_bot
from trunkline.maps.pack import load_board
from trunkline.rules.actions import ActionList
from trunkline.rules.packing import to_bytes
from trunkline.rules.sampling import sample
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.state import OVER
from trunkline.rules.turn import apply, legal
from trunkline.rules.view import View


@pytest.mark.parametrize("bot", EVERY_BOT)
@pytest.mark.parametrize(("map_name", "variant"), [*EVERY_BOARD, *((name, "base") for name in COMPANIES)])
def test_the_answer_depends_on_the_view_alone(bot: str, map_name: str, variant: str) -> None:
    dice = random.Random(f"{bot} {map_name} {variant}")
    here, there = ActionList(), ActionList()
    moves = 0
    differing = 0
    # Bots that search are asked now and then: they take their time.
    every = 15 if bot in SEARCHING else 1
    # With two games a test, every number of players comes up on a board, with one bot or another.
    first = EVERY_BOT.index(bot)
    for seed in range(first, first + size(2, 60)):
        players = 2 + seed % 4
        state = new_game(load_board(map_name, variant), players, dice.randbytes(32), BY_LOT, None)
        drivers = [make_bot("greedy" if seed % 2 else "random", seed + seat) for seat in range(players)]
        while state.phase != OVER:
            seat = seat_to_act(state)
            legal(state, seat, here)
            view = View(state, seat)
            other = sample(view, dice.randbytes(32))
            legal(other, seat, there)
            moves += 1
            differing += to_bytes(other) != to_bytes(state)
            assert list(there) == list(here)
            if moves % every == 0:
                chosen = make_bot(bot, moves).choose(view, here)
                assert make_bot(bot, moves).choose(View(other, seat), there) == chosen
                assert here.has(chosen)
            apply(state, seat, drivers[seat].choose(view, here), None)
    # The other games must really be others, or the test shows nothing.
    assert differing > moves * 0.9


@pytest.mark.parametrize("bot", [*AT_ONCE, "expert@6"])
def test_a_bot_that_remembers_plays_the_same_in_games_it_cannot_tell_apart(bot: str) -> None:
    """A bot shown the real views all through and one shown views of dealt-anew games give the same answers."""
    dice = random.Random(8)
    actions = ActionList()
    for seed in range(size(1 if "@" in bot else 6, 60)):
        state = new_game(load_board("europe"), 3, dice.randbytes(32), BY_LOT, None)
        bots = [make_bot(bot, seed + seat) for seat in range(3)]
        shadows = [make_bot(bot, seed + seat) for seat in range(3)]
        while state.phase != OVER:
            seat = seat_to_act(state)
            legal(state, seat, actions)
            view = View(state, seat)
            chosen = bots[seat].choose(view, actions)
            assert shadows[seat].choose(View(sample(view, dice.randbytes(32)), seat), actions) == chosen
            apply(state, seat, chosen, None)

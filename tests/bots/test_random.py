"""The random bot and the play loop: every game ends, the same seeds play the same game, bad answers raise."""

from __future__ import annotations

import pytest

from boards import EVERY_BOARD
from tools import size
from trunkline.bots.bot import Bot
from trunkline.bots.chance import Chance
from trunkline.bots.play import BadChoice, play_game
from trunkline.bots.random_bot import RandomBot
from trunkline.bots.random_rollout import random_games, random_rollout
from trunkline.bots.registry import NoSuchBot, bot_class, make_bot
from trunkline.maps.pack import load_board
from trunkline.rules.actions import ActionList
from trunkline.rules.packing import to_bytes
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.state import OVER, State
from trunkline.rules.view import View


def deal(seed: int, players: int = 2, map_name: str = "usa", variant: str = "base") -> State:
    return new_game(load_board(map_name, variant), players, seed.to_bytes(32, "little"), BY_LOT, None)


@pytest.mark.parametrize(("map_name", "variant"), EVERY_BOARD)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_finishes_games(map_name: str, variant: str, players: int) -> None:
    for seed in range(size(5, 100)):
        state = deal(seed, players, map_name, variant)
        moves = play_game(state, [RandomBot(seed + seat) for seat in range(players)])
        assert state.phase == OVER
        assert moves > players


def test_the_same_seeds_play_the_same_game() -> None:
    ends = []
    for _ in range(2):
        state = deal(7)
        play_game(state, [RandomBot(1), RandomBot(2)])
        ends.append(to_bytes(state))
    other = deal(7)
    play_game(other, [RandomBot(1), RandomBot(3)])
    assert ends[0] == ends[1]
    assert ends[0] != to_bytes(other)


def test_play_outs_repeat_and_end() -> None:
    first, second = deal(3, 4, "europe"), deal(3, 4, "europe")
    assert random_rollout(first, Chance(5)) == random_rollout(second, Chance(5))
    assert first.phase == OVER
    assert to_bytes(first) == to_bytes(second)
    assert random_games(load_board("usa"), 2, 3, 1) == random_games(load_board("usa"), 2, 3, 1)


def test_random_uses_every_action() -> None:
    state = deal(1)
    actions = ActionList()
    for code in (10, 20, 30):
        actions.add(code)
    bot = RandomBot(1)
    chosen = [bot.choose(View(state, 0), actions) for _ in range(300)]
    assert {chosen.count(code) > 60 for code in (10, 20, 30)} == {True}


class Miser(Bot):
    """A bot as anybody may write one: it draws while it can, and notes what it was shown."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.views: list[View] = []

    def choose(self, view: View, actions: ActionList) -> int:
        self.views.append(view)
        assert list(actions) == [actions[i] for i in range(len(actions))]
        drawing = [action for action in actions if view.notation(action).startswith("draw ")]
        return drawing[0] if drawing else actions[-1]


def test_a_bot_of_ones_own_plays() -> None:
    state = deal(2)
    miser = Miser()
    play_game(state, [miser, RandomBot(1)])
    assert state.phase == OVER
    assert miser.views
    assert {view.seat for view in miser.views} == {0}


class Stubborn(Bot):
    """Answers the same whatever it is asked."""

    answer = 0

    def choose(self, view: View, actions: ActionList) -> int:
        return self.answer


@pytest.mark.parametrize("answer", [-1, 5, 1 << 20, 1 << 40, 1 << 80])
def test_nonsense_is_refused_and_changes_nothing(answer: int) -> None:
    state = deal(2)
    before = to_bytes(state)
    stubborn = Stubborn()
    stubborn.answer = answer
    with pytest.raises(BadChoice) as refused:
        play_game(state, [stubborn, RandomBot(1)])
    assert refused.value.seat == 0
    assert str(answer) in str(refused.value)
    assert to_bytes(state) == before


class Scribe(Bot):
    """Writes an action into the list that it is shown, one that there is but not for now, and answers with it."""

    def choose(self, view: View, actions: ActionList) -> int:
        actions.add(actions[0] + 1)
        return actions[len(actions) - 1]


def test_what_a_bot_writes_into_its_list_is_not_legal() -> None:
    with pytest.raises(BadChoice):
        play_game(deal(2), [Scribe(), RandomBot(1)])


def test_every_seat_needs_a_bot() -> None:
    with pytest.raises(ValueError, match="2 players need as many bots"):
        play_game(deal(1), [RandomBot(1)])


def test_bots_by_name() -> None:
    assert isinstance(make_bot("random", 3), RandomBot)
    assert make_bot("random", 3).seed == 3
    with pytest.raises(NoSuchBot, match="no bot 'gready'"):
        bot_class("gready")
    with pytest.raises(NoSuchBot, match="cannot be loaded"):
        bot_class("no_such_module:Bot")
    with pytest.raises(NoSuchBot, match="is no bot"):
        bot_class("random:Random")

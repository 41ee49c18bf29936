"""All players: whole games on every board, legal answers in odd places, repeated games, names and budgets."""

from __future__ import annotations

import random

import pytest

from boards import COMPANIES, EVERY_BOARD
from players import AT_ONCE, EVERY_BOT
from tools import size
from trunkline.bots.play import play_game, seat_to_act
from trunkline.bots.registry import BASELINE, ENTRIES, LEVEL, STYLE, NoSuchBot, make_bot
from trunkline.bots.search_bot import SearchBot
from trunkline.maps.pack import load_board
from trunkline.rules.actions import ActionList
from trunkline.rules.packing import to_bytes
from trunkline.rules.scoring import score_sheets, winners
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.state import OVER, State
from trunkline.rules.turn import apply, legal
from trunkline.rules.view import View


def deal(seed: int, players: int = 2, map_name: str = "usa", variant: str = "base") -> State:
    return new_game(load_board(map_name, variant), players, seed.to_bytes(32, "little"), BY_LOT, None)


@pytest.mark.parametrize("bot", AT_ONCE)
@pytest.mark.parametrize(("map_name", "variant"), EVERY_BOARD)
def test_whole_games_end(bot: str, map_name: str, variant: str) -> None:
    for seed in range(size(4, 60)):
        state = deal(seed, 2 + seed % 4, map_name, variant)
        play_game(state, [make_bot(bot, seed + seat) for seat in range(len(state.players))])
        assert state.phase == OVER


@pytest.mark.parametrize("bot", EVERY_BOT)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("map_name", COMPANIES)
def test_every_bot_plays_boards_with_companies_to_the_end(bot: str, players: int, map_name: str) -> None:
    for seed in range(1 if "@" in bot else size(3, 40)):
        state = deal(seed, players, map_name)
        if "@" in bot:
            bots = [make_bot("greedy", seat) for seat in range(players)]
            bots[players - 1] = make_bot(bot.partition("@")[0] + "@4", seed)
        else:
            bots = [make_bot(bot, seed + seat) for seat in range(players)]
        play_game(state, bots)
        assert state.phase == OVER


@pytest.mark.parametrize("bot", ["flat@4", "uct@4", "expert@4"])
@pytest.mark.parametrize("map_name", ["usa", "europe"])
def test_whole_games_of_searching_bots_end(bot: str, map_name: str) -> None:
    for players in (2, 4):
        state = deal(players, players, map_name)
        bots = [make_bot("greedy", seat) for seat in range(players)]
        bots[1] = make_bot(bot, 1)
        play_game(state, bots)
        assert state.phase == OVER


@pytest.mark.parametrize("map_name", ["world", "great_lakes"])
def test_the_expert_plays_whole_games_with_ships(map_name: str) -> None:
    for players in (2, 3, 4, 5):
        state = deal(players, players, map_name)
        bots = [make_bot("planner", seat) for seat in range(players)]
        bots[1] = make_bot("expert@4", 1)
        play_game(state, bots)
        assert state.phase == OVER


@pytest.mark.parametrize("bot", [name for name in AT_ONCE if name != "random"])
@pytest.mark.parametrize(("map_name", "variant"), [*EVERY_BOARD, *((name, "base") for name in COMPANIES)])
def test_answers_are_legal_wherever_chance_leads(bot: str, map_name: str, variant: str) -> None:
    """Positions of random play: poor hands, empty decks, tickets that cannot be done, stations in odd places."""
    dice = random.Random(4)
    actions = ActionList()
    for seed in range(size(4, 100)):
        state = deal(seed, 2 + seed % 4, map_name, variant)
        bots = [make_bot(bot, seat) for seat in range(5)]
        while state.phase != OVER:
            seat = seat_to_act(state)
            legal(state, seat, actions)
            view = View(state, seat)
            assert actions.has(bots[seat].choose(view, actions))
            apply(state, seat, dice.choice(list(actions)), None)


@pytest.mark.parametrize("bot", EVERY_BOT)
@pytest.mark.parametrize("map_name", ["europe", "great_lakes", *COMPANIES])
def test_the_same_seed_plays_the_same_game(bot: str, map_name: str) -> None:
    if "@" in bot:
        bot = bot.partition("@")[0] + "@2"
    ends = []
    for _ in range(2):
        state = deal(7, 2, map_name)
        play_game(state, [make_bot(bot, 3), make_bot("greedy", 4)])
        ends.append(to_bytes(state))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("weaker", ["random", "hungry", "path", "traveller"])
@pytest.mark.parametrize("map_name", ["usa", "europe"])
def test_the_planner_beats_simple_players(weaker: str, map_name: str) -> None:
    games = size(60, 400)
    won = 0
    for seed in range(games):
        state = deal(seed, 2, map_name)
        planner = seed % 2
        play_game(state, [make_bot("planner" if seat == planner else weaker, seed) for seat in range(2)])
        won += winners(state, score_sheets(state)) == [planner]
    # Larger samples show 90 % and more, and against the traveller 70 %.
    assert won >= games * (0.55 if weaker == "traveller" else 0.75)


@pytest.mark.parametrize("weaker", ["greedy", "traveller"])
@pytest.mark.parametrize("map_name", ["world", "great_lakes"])
def test_the_planner_beats_simple_players_at_sea(weaker: str, map_name: str) -> None:
    games = size(120, 600)
    won = 0
    for seed in range(games):
        state = deal(seed, 2, map_name)
        planner = seed % 2
        play_game(state, [make_bot("planner" if seat == planner else weaker, seed) for seat in range(2)])
        won += winners(state, score_sheets(state)) == [planner]
    # Larger samples show about 80 % against greedy.
    assert won >= games * (0.65 if weaker == "greedy" else 0.5)


def test_every_level_has_one_bot_and_every_entry_a_pace() -> None:
    assert sorted(entry.level for entry in ENTRIES.values() if entry.kind == LEVEL) == [1, 2, 3, 4]
    assert {name for name, entry in ENTRIES.items() if entry.kind == STYLE} == {"collector", "hoarder", "blocker"}
    for entry in ENTRIES.values():
        assert entry.kind in (LEVEL, STYLE, BASELINE)
        assert 0 < entry.pace[0] < entry.pace[1] <= 2
        assert entry.seconds <= 1


def test_a_name_may_carry_a_budget() -> None:
    counted, timed = make_bot("uct@5", 1), make_bot("expert@0.2s", 1)
    assert isinstance(counted, SearchBot) and counted.playouts == 5
    assert isinstance(timed, SearchBot) and timed.playouts == 0 and timed.seconds == 0.2


@pytest.mark.parametrize("name", ["greedy@5", "uct@many", "uct@-5", "uct@0", "expert@0s", "expert@-1s", "uct@s",
                                  "expert@nans", "expert@infs"])  # fmt: skip
def test_budgets_that_make_no_sense_are_refused(name: str) -> None:
    with pytest.raises(NoSuchBot):
        make_bot(name, 1)


def test_a_counted_budget_is_kept() -> None:
    state = deal(5)
    actions = ActionList()
    legal(state, 0, actions)
    for name in ("flat@9", "uct@9"):
        bot = make_bot(name, 1)
        bot.choose(View(state, 0), actions)
        assert isinstance(bot, SearchBot) and bot.done == 9

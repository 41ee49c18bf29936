"""Plans for the next turn: only what would be legal if the turn began now, whole, and the cards that actions take."""

from __future__ import annotations

import pytest

from boards import EVERY_BOARD
from tools import game, played, size
from trunkline.game import Game
from trunkline.rules.actions import ActionList, kind_of, subject_of
from trunkline.rules.claim import CLAIM
from trunkline.rules.plans import NO_CARDS, card_key, cards_of, list_plans, plan_cards
from trunkline.rules.state import TURN
from trunkline.rules.turn import legal


def plans(table: Game, seat: int) -> set[str]:
    return {" then ".join(table.notation(code) for code in steps) for steps in list_plans(table.state, seat)}


def claims(table: Game, seat: int) -> set[str]:
    return {plan.split()[1] for plan in plans(table, seat) if plan.startswith("claim")}


@pytest.mark.rule("C11")
def test_a_closed_twin_cannot_be_planned() -> None:
    rich = {"hand": {"red": 8, "blue": 8, "green": 8, "locomotive": 4}}
    double = next(name for name in Game.new("usa", 2, seed=1).board.route_names if ":" in name)
    twins = [
        name for name in Game.new("usa", 2, seed=1).board.route_names if name.split(":")[0] == double.split(":")[0]
    ]
    open_table = game("usa", [rich, {}], seat=1)
    assert claims(open_table, 0) >= set(twins)
    taken = game("usa", [rich, {}], seat=1, routes={twins[0]: 1})
    assert not claims(taken, 0) & set(twins)
    own = game("usa", [rich, {}, {}, {}], seat=1, routes={twins[0]: 0})
    assert not claims(own, 0) & set(twins)
    others = game("usa", [rich, {}, {}, {}], seat=1, routes={twins[0]: 1})
    assert claims(others, 0) & set(twins) == {twins[1]}


@pytest.mark.rule("C9")
def test_a_route_longer_than_the_trains_left_cannot_be_planned() -> None:
    table = game("usa", [{"hand": {"red": 8, "locomotive": 4}}, {}], seat=1)
    table.state.players[0].trains = 3
    lengths = {int(table.board.length[table.board.route_number[name]]) for name in claims(table, 0)}
    assert lengths == {1, 2, 3}


@pytest.mark.rule("W7")
def test_a_plan_for_a_pair_route_pays_all_its_spaces() -> None:
    hand = {"red-train": 4, "green-train": 3, "yellow-train": 2, "locomotive": 2}
    table = game("world", [{"hand": hand}, {}], seat=1)
    board = table.board
    pairs = {name for name, pair in zip(board.route_names, board.pair, strict=True) if pair}
    assert claims(table, 0) & pairs
    for steps in list_plans(table.state, 0):
        words = [table.notation(code) for code in steps]
        if words[0].split()[1] in pairs:
            length = int(board.length[board.route_number[words[0].split()[1]]])
            assert len(words) == length and all(word.startswith("pay ") for word in words[1:])
            assert sum(plan_cards(table.state, 0, steps).values()) == 2 * length


def test_two_blind_cards_are_planned_and_nothing_is_once_the_game_is_over() -> None:
    table = game("usa", [{}, {}], seat=1)
    assert "draw deck then draw deck" in plans(table, 0)
    *_, (over, _, _) = played("usa", 2, seed=3)
    assert over.over and plans(over, 0) == set()


@pytest.mark.parametrize(("map_name", "variant"), EVERY_BOARD)
def test_equal_keys_mean_equal_cards(map_name: str, variant: str) -> None:
    """What the server keeps by key is what the action takes, in every phase."""
    kept: dict[int, dict[str, int]] = {}
    actions = ActionList()
    for seed in range(size(4, 30)):
        for table, seat, _ in played(map_name, 3, seed=seed, variant=variant, bot="varied"):
            if seat < 0:
                continue
            legal(table.state, seat, actions)
            hand = table.position()["players"][seat]["hand"]  # type: ignore[index]
            keys = [card_key(table.state, seat, code) for code in actions]
            assert len(keys) == len(actions)
            for code, key in list(zip(actions, keys, strict=True))[:: 1 + len(keys) // 12]:
                cards = cards_of(table.state, seat, [code])
                assert all(hand[card] >= count for card, count in cards.items())
                if key == NO_CARDS:
                    assert cards == {}
                else:
                    assert sum(cards.values()) > 0 and kept.setdefault(key, cards) == cards, table.notation(code)
    assert len(kept) > 50


@pytest.mark.rule("L17")
@pytest.mark.parametrize("players", [2, 5])
def test_the_cards_of_a_claim_do_not_tell_what_it_gives(players: int) -> None:
    compared = 0
    for table, seat, _ in played("meridian", players, seed=3, bot="varied"):
        for code in table.legal(seat) if table.state.phase == TURN else []:
            if kind_of(code) == CLAIM:
                cards = cards_of(table.state, seat, [code])
                assert sum(cards.values()) == table.board.length[subject_of(code)], table.notation(code)
                compared += 1
    assert compared > 100

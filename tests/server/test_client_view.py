"""What the server tells of a position is what the engine says of it, however much was told and kept before."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from boards import EVERY_BOARD
from tools import played, size
from trunkline.rules.actions import ActionList
from trunkline.rules.naming import closed_routes
from trunkline.rules.plans import NO_CARDS, card_key, cards_of, covered_spaces
from trunkline.rules.progress import offer_progress, ticket_progress
from trunkline.rules.state import State
from trunkline.rules.turn import legal
from trunkline.rules.view import SPECTATOR, View
from trunkline.server.tables.action_texts import SLOTS, NumberedTexts
from trunkline.server.tables.client_view import TableFacts, own_part, public_part, ticket_part, trail_of, turns_of


def as_sent(part: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(part))


def check_public(state: State, facts: TableFacts) -> None:
    view = View(state, SPECTATOR)
    told = as_sent(public_part(state, facts))
    assert told == as_sent(public_part(state))
    assert told["closed"] == closed_routes(view)
    for route, name in enumerate(state.board.route_names):
        owner = int(state.owner[route])
        assert told["routes"].get(name, 255) == owner
    for seat, player in enumerate(told["players"]):
        assert ("trail" in player) == (state.board.numbers.longest_path > 0)
        if "trail" in player:
            trail = trail_of(view, seat)
            assert player["trail"] == {"spaces": trail.spaces, "routes": trail.routes}
            assert all(told["routes"][route] == seat for route in trail.routes)


def check_seat(state: State, seat: int, facts: TableFacts) -> None:
    view = View(state, seat)
    told = as_sent(facts.own_part(state, seat))
    assert told == as_sent(own_part(state, seat))
    fresh = [ticket_part(view, each) for each in (*ticket_progress(view), *offer_progress(view))]
    assert told["progress"] == as_sent(fresh)
    assert told["covers"] == covered_spaces(state, seat)
    actions = ActionList()
    legal(state, seat, actions)
    turns = as_sent(turns_of(state, frozenset([seat])))
    assert len(turns) == (len(actions) > 0)
    for turn in turns:
        keys = [card_key(state, seat, code) for code in actions]
        for index in range(0, len(actions), 1 + len(actions) // 10):
            cards = None if keys[index] == NO_CARDS else cards_of(state, seat, [actions[index]])
            number = turn["cards"][index]
            assert (None if number is None else turn["payments"][number]) == cards, turn["actions"][index]
        assert sorted({number for number in turn["cards"] if number is not None}) == list(range(len(turn["payments"])))


@pytest.mark.parametrize(("map_name", "variant"), EVERY_BOARD)
def test_facts_that_are_kept_are_those_of_the_position(map_name: str, variant: str) -> None:
    for seed in range(size(3, 20)):
        players = 2 + seed % 4
        facts = TableFacts()
        for game, _, _ in played(map_name, players, seed=seed, variant=variant, bot="varied" if seed % 2 else "greedy"):
            check_public(game.state, facts)
            for seat in range(players):
                check_seat(game.state, seat, facts)


def test_texts_are_kept_by_number_until_there_are_too_many() -> None:
    texts = NumberedTexts()
    numbers = [0, -1, 5, 5 << 8, 5 << 17, 1 << 44, (1 << 62) + 5, *range(10**6, 10**6 + 2 * SLOTS)]
    for number in numbers:
        assert texts.get(number) == b""
        text = str(number).encode()
        assert texts.put(number, text) == text == texts.get(number)
        assert 2 * texts.size <= SLOTS
    assert texts.get(numbers[-2]) == str(numbers[-2]).encode() and texts.get(0) == b"", "the first are forgotten"

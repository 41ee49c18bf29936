"""Hints: an action that is legal, with a reason that fits it, from the view alone."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boards import COMPANIES, EVERY_BOARD
from tools import game, size
from trunkline.bots.hint_reasons import REASONS
from trunkline.bots.hints import Hint, hint
from trunkline.bots.play import seat_to_act
from trunkline.game import Game
from trunkline.maps.pack import load_board
from trunkline.rules.actions import ActionList
from trunkline.rules.sampling import sample
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.state import OVER
from trunkline.rules.turn import apply, legal
from trunkline.rules.view import View

LATE = [
    "calgary-winnipeg", "duluth-toronto", "duluth-helena", "helena-seattle", "portland-salt-lake-city",
    "miami-new-orleans",
]  # fmt: skip
"""Routes of another player who has few trains left, so that there is not much time."""


def hint_in(table: Game, seat: int = 0) -> Hint:
    actions = ActionList()
    legal(table.state, seat, actions)
    return hint(table.view(seat), actions)


def test_a_claim_on_the_way_of_a_ticket_is_toward_it() -> None:
    player = {"tickets": ["denver-el-paso"], "hand": {"red": 2, "blue": 3}}
    routes = {"denver-santa-fe": 0} | dict.fromkeys(LATE, 1)
    found = hint_in(game("usa", [player, {}], routes=routes))
    assert found.code == "toward_tickets"
    assert found.params == {"tickets": ["denver-el-paso"], "route": "el-paso-santa-fe"}


def test_with_much_time_left_cards_are_gathered_before_routes_are_claimed() -> None:
    player = {"tickets": ["denver-el-paso"], "hand": {"red": 2, "blue": 3}}
    found = hint_in(game("usa", [player, {}], routes={"denver-santa-fe": 0}))
    assert found.code in ("collecting", "collecting_any")


@pytest.mark.parametrize(("hand", "code", "number"), [
    ({"blue": 1}, "for_money", {"money": 2}),
    ({"white": 1}, "to_place_trains", {"trains": 1}),
])  # fmt: skip
def test_a_claim_without_a_ticket_pays_dollars_or_places_trains(
    hand: dict[str, int], code: str, number: dict[str, object]
) -> None:
    """L16, L19: the blue company has its bonus for a blue route."""
    players: list[dict[str, Any]] = [{"company": "blue", "hand": hand}, {"company": "red"}]
    built = ["nashville-new-orleans:1", "mobile-savannah:1", "cincinnati-nashville:1", "atlanta-mobile"]
    routes = dict.fromkeys([*built, "buffalo-philadelphia"], 0)
    found = hint_in(game("meridian", players, routes=routes, turns_left=2))
    assert found.code == code and number.items() <= found.params.items()


def test_the_card_of_a_bonus_is_taken_for_a_wanted_route() -> None:
    """L15: the black company takes a face-up card, here one that its ticket lacks."""
    player = {"company": "black", "tickets": ["albany-savannah"], "hand": {"black": 1}}
    row = ["yellow", "red", "green", "locomotive", "blue"]
    table = game("meridian", [player, {"company": "red"}], row=row)
    table.play("claim new-york-philadelphia:1 black")
    found = hint_in(table)
    assert table.notation(found.action).startswith("take ") and found.code == "collecting"


def test_a_card_of_a_wanted_colour_is_collected_for_its_route() -> None:
    player = {"tickets": ["new-york-atlanta"], "hand": {"orange": 1}}
    row = ["black", "pink", "red", "orange", "white"]
    routes = {"new-york-washington:black": 0, "raleigh-washington:1": 0}
    found = hint_in(game("usa", [player, {}], routes=routes, row=row))
    assert found.code == "collecting"
    assert found.params == {"colour": "orange", "route": "atlanta-raleigh:1"}


@pytest.mark.parametrize(("hand", "code"), [({"pink": 1}, "paying"), ({}, "withdrawing")])
def test_a_tunnel_is_paid_or_given_up(hand: dict[str, int], code: str) -> None:
    turned = ["pink", "red", "red"]
    tunnel = {"route": "marseille-zurich", "colour": "pink", "locomotives": 0, "asked": 1, "turned": turned}
    found = hint_in(game("europe", [{"hand": hand}, {}], phase="tunnel", tunnel=tunnel))
    assert found.code == code
    assert found.params == {"route": "marseille-zurich", "asked": 1}


@pytest.mark.parametrize(("map_name", "variant"), [*EVERY_BOARD, *((name, "base") for name in COMPANIES)])
def test_hints_are_legal_explained_and_blind_to_secrets(map_name: str, variant: str) -> None:
    dice = random.Random(5)
    actions = ActionList()
    for seed in range(size(3, 40)):
        players = 2 + seed % 4
        state = new_game(load_board(map_name, variant), players, dice.randbytes(32), BY_LOT, None)
        while state.phase != OVER:
            seat = seat_to_act(state)
            legal(state, seat, actions)
            view = View(state, seat)
            found = hint(view, actions)
            other = hint(View(sample(view, dice.randbytes(32)), seat), actions)
            assert actions.has(found.action)
            assert found.code in REASONS
            assert (other.action, other.code, other.params) == (found.action, found.code, found.params)
            apply(state, seat, found.action if seed % 2 else dice.choice(list(actions)), None)

"""Offices: backs stay secret, and positions and packed states keep crew and postcards."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import u8

from office_positions import (
    COMPANIES,
    begun,
    claim,
    dealt,
    edition,
    hired,
    holding,
    length,
    paid_by,
    routes_where,
)
from trunkline.game.game import Game
from trunkline.maps.edition import HeldPostcard
from trunkline.rules.packing import from_bytes, to_bytes
from trunkline.rules.sampling import sample
from trunkline.rules.view import View

pytestmark = pytest.mark.rule("L21")


def test_another_back_changes_nothing_that_others_see() -> None:
    """Two games that differ only in a back that was not met look the same to all others, but for the front."""
    held = [("p05", "p12")[twin] for twin in range(2)]
    seen = []
    for card in held:
        state = holding(card)
        log = claim(state, routes_where(state, lambda r, s=state: length(s, r) == 2, 1)[0])  # type: ignore[misc]
        view = View(state, 1)
        told = str([event.seen_by(1).facts(state.board) for event in log])
        assert card not in told
        seen.append((view.to_bytes(), told))
    assert seen[0] == seen[1]


def test_in_a_sampled_game_the_backs_of_others_do_nothing() -> None:
    state = holding("p21")
    route = routes_where(state, lambda r: length(state, r) == 3, 1)[0]
    for viewer, pays in ((0, {"money": 3, "cards": 1}), (1, {})):
        again = sample(View(state, viewer), bytes(32))
        again.players[0].hand = vec[u8]([9] * 7 + [0])
        again.players[0].count_hand()
        assert paid_by(claim(again, route), again, "p21") == pays


def test_positions_and_packed_states_keep_offices() -> None:
    for state in (holding("p06", "p38", "p10"), hired("dispatcher"), begun(edition(hires=True))):
        assert to_bytes(from_bytes(state.board, to_bytes(state))) == to_bytes(state)
    game = Game.new(begun(edition(hires=True, postcards=(HeldPostcard("red", "p06", 1),))).board.map_id, 4, seed=3)
    while not game.over and len(game.events) < 300:
        assert Game.from_position(game.position()).position() == game.position()
        for viewer in range(4):
            view = View(game.state, viewer)
            assert View(sample(view, bytes(32)), viewer).to_bytes() == view.to_bytes()
        seat = game.to_act[0]
        for code in game.legal(seat)[:40]:
            assert game.code(game.notation(code), seat) == code
        game.play(game.legal(seat)[len(game.events) % len(game.legal(seat))], seat)


def test_the_companies_of_the_tests_are_seated() -> None:
    assert dealt(edition()).board.companies.companies[:4] == COMPANIES

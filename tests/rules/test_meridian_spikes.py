"""Golden spikes (L2, L15): the first company to connect a territory's large city with New York drives its spike."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from editions import FIRST
from tools import game, player
from trunkline.campaign.games import result_of_state
from trunkline.game import Game
from trunkline.game.record import board_digest
from trunkline.maps.edition import reference
from trunkline.maps.pack import load_board
from trunkline.rules.packing import from_bytes, to_bytes
from trunkline.rules.payouts import all_payouts
from trunkline.rules.reading import BadPosition
from trunkline.rules.sampling import sample
from trunkline.rules.state import OVER
from trunkline.rules.view import View

EDITION = msgspec.structs.replace(FIRST, events=("milk-run",), territories=("LK", "PM"), spikes=("LK", "PM"))
MAP = reference("meridian", EDITION)
ROW = ["black", "blue", "white", "green", "yellow"]
ALMOST = {"albany-new-york": 0, "albany-buffalo": 0}
"""Routes of seat 0 to Buffalo; Toronto is one route away."""
LAST = "buffalo-toronto:1"


WEST = msgspec.structs.replace(
    FIRST, year=1888, events=("milk-run",), territories=("BR", "NS", "LK", "HD", "LS", "PS"), spikes=("PS",), trains=40
)
TO_THE_WEST = (
    "albany-new-york", "albany-buffalo", "buffalo-detroit:1", "chicago-detroit:1", "chicago-davenport",
    "davenport-des-moines:1", "des-moines-omaha", "omaha-cheyenne:1", "cheyenne-salt-lake-city",
    "salt-lake-city-reno:1",
)  # fmt: skip


def table_of(**fields: Any) -> Game:
    seats = [{"company": "blue", "money": 5, "hand": {"yellow": 1}}, {"company": "red", "money": 5}]
    return game(MAP, seats, **{"row": ROW, "routes": ALMOST, **fields})


@pytest.mark.rule("L15")
def test_the_first_to_connect_both_cities_is_paid_at_once() -> None:
    table = table_of()
    paid = all_payouts(table.view(0), 0, table.board.route_number[LAST])
    assert ("spike-LK", 4) in [(table.board.companies.sources[int(each.source)], int(each.money)) for each in paid]
    table.play(f"claim {LAST} yellow")
    facts = [event.facts(table.board) for event in table.moves[-1].events]
    assert {"event": "spike", "seat": 0, "step": 11, "source": "spike-LK", "vault": 0} in facts
    assert player(table, 0)["money"] == 5 + 4
    assert table.position()["spikes"] == {"LK": 0}
    # Steps are told in their order: the spike before the card of the large city.
    names = [each["event"] for each in facts]
    assert names.index("spike") < names.index("cards-gained")


@pytest.mark.rule("L15")
def test_a_spike_is_driven_once_and_only_by_ones_own_routes() -> None:
    table = table_of(routes={"albany-new-york": 1, "albany-buffalo": 0})
    table.play(f"claim {LAST} yellow")
    assert table.position()["spikes"] == {}
    table = table_of(routes={**ALMOST, LAST: 0}, spikes={"LK": 0})
    table.play("claim atlanta-charlotte yellow")
    assert "spike" not in [event.name for event in table.moves[-1].events]
    assert player(table, 0)["money"] == 5


@pytest.mark.rule("L2")
def test_what_goes_into_the_vault_is_seen_by_all_and_is_not_on_the_slip() -> None:
    seats = [{"company": "blue", "money": 5, "hand": {"white": 2}}, {"company": "red", "money": 5}]
    table = game(reference("meridian", WEST), seats, row=ROW, routes=dict.fromkeys(TO_THE_WEST, 0))
    table.play("claim san-francisco-reno:1 white")
    facts = [event.seen_by(1).facts(table.board) for event in table.moves[-1].events]
    assert {"event": "spike", "seat": 0, "step": 11, "source": "spike-PS", "vault": 10} in facts
    assert (player(table, 0)["vault"], player(table, 1)["vault"]) == (10, 0)
    assert table.score_sheet().players[0].money == 5
    state = table.state.copy()
    state.phase = OVER
    result = result_of_state(state)
    assert result.spikes == (("PS", "blue"),)
    assert {slip.company: slip.vault for slip in result.slips} == {"blue": 10, "red": 0}


def test_a_game_with_driven_spikes_survives_bytes_positions_and_sampling() -> None:
    table = table_of(routes={**ALMOST, LAST: 0}, spikes={"LK": 0})
    packed = table.packed()
    assert to_bytes(from_bytes(table.board, packed)) == packed
    assert Game.from_position(table.position()).packed() == packed
    view = View(table.state, 1)
    assert View(sample(view, bytes(32)), 1).to_bytes() == view.to_bytes()


def test_an_impossible_spike_is_refused() -> None:
    with pytest.raises(BadPosition, match="cannot have driven the golden spike of LK"):
        table_of(spikes={"LK": 0})
    with pytest.raises(BadPosition, match="no golden spike 'SD'"):
        table_of(spikes={"SD": 0})
    position = table_of().position()
    position["players"][0]["vault"] = 10  # type: ignore[index]
    with pytest.raises(BadPosition, match="into its vault"):
        Game.from_position(position)


def test_spikes_belong_to_the_digest_of_a_board() -> None:
    driven = msgspec.structs.replace(EDITION, spikes=("LK",))
    assert board_digest(load_board(MAP)) != board_digest(load_board(reference("meridian", driven)))

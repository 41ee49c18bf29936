"""The geometry of a board that is cut from the whole is the one that the board itself is laid out with."""

from __future__ import annotations

import json

import pytest

from editions import LATE_MAP
from trunkline.campaign.geometry import board_geometry, whole_board
from trunkline.maps.geometry import geometry_of
from trunkline.maps.load import load_map
from trunkline.maps.territories import territories_of
from web.tools.campaign_geometry import names_of_cities


@pytest.mark.rule("L26")
@pytest.mark.parametrize("name", ["meridian", LATE_MAP])
def test_a_board_is_cut_from_the_whole(name: str) -> None:
    board = load_map(name)
    known = names_of_cities()
    for language in known:
        for each in territories_of(load_map("meridian")).values():
            known[language] |= dict(each.names[language])
    laid = json.loads(json.dumps(geometry_of(board, known)))
    cut = board_geometry("1", board)
    assert {key: cut[key] for key in ("thick", "dot", "wrap", "box", "cities", "routes", "edges")} == {
        key: laid[key] for key in ("thick", "dot", "wrap", "box", "cities", "routes", "edges")
    }
    assert cut["names"] == laid["names"]


@pytest.mark.rule("L26")
def test_nothing_of_a_sealed_territory_is_in_a_cut() -> None:
    told = json.dumps(board_geometry("1", load_map("meridian")))
    for territory in territories_of(load_map("meridian")).values():
        for city in territory.cities:
            assert city.id not in told
            assert city.id in json.dumps(whole_board("meridian"))
    assert len(told) < len(json.dumps(whole_board("meridian"))) / 2

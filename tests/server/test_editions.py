"""Editions and the server: bots' workers find their boards; nobody opens a table on one, or sees what is sealed."""

from __future__ import annotations

import json
import random
from pathlib import Path
from urllib.parse import quote

import pytest
from msgspec import UNSET

from editions import LATE_MAP, modules_edition
from server.guests import Guest, Refused, Running
from trunkline.game import Game
from trunkline.maps.edition import reference
from trunkline.maps.load import load_map
from trunkline.maps.territories import territories_of
from trunkline.server.http.routes_server import map_page
from trunkline.server.messages import OpenTable, SeatWish
from trunkline.server.refusal import RequestRefused
from trunkline.server.tables.bot_pool import advise, any_move, think
from trunkline.server.tables.seating import open_row
from trunkline.server.tables.statistics import statistics_of


def finished() -> Game:
    game = Game.new(LATE_MAP, 2, seed=1)
    dice = random.Random(1)
    while not game.over:
        seat = game.to_act[0]
        game.play(dice.choice(game.legal(seat)), seat=seat)
    return game


def test_a_worker_finds_the_board_of_an_edition() -> None:
    game = Game.new(LATE_MAP, 3, seed=1)
    for text in (
        think("greedy", LATE_MAP, "base", game.packed(), 0, 1),
        any_move(LATE_MAP, "base", game.packed(), 0, 1),
        advise(LATE_MAP, "base", game.packed(), 0)[0],
    ):
        assert text.startswith("keep ")
    assert statistics_of(LATE_MAP, "base", [game.packed()]).trains == [[38, 38, 38]]


def test_nobody_opens_a_table_on_an_edition_or_a_file() -> None:
    bots = frozenset({"random", "planner"})
    seats = [SeatWish("me"), SeatWish("bot", "random")]
    for name in (LATE_MAP, str(load_map("meridian").path), "meridian@{}"):
        with pytest.raises(RequestRefused, match="no_such_map"):
            open_row(OpenTable(name, seats), "person", "Ada", bots, 0.0)


def test_people_cannot_ask_for_an_edition(sqlite_url: str, tmp_path: Path) -> None:
    game = finished()
    game.save(tmp_path / "game.jsonl")
    body = (tmp_path / "game.jsonl").read_bytes()
    head = json.loads(body.splitlines()[0])
    with Running(sqlite_url) as running:
        ada = Guest(running, "Ada")
        with pytest.raises(Refused) as refused:
            ada.post("/api/tables", map=LATE_MAP, seats=[{"kind": "me"}, {"kind": "bot", "bot": "random"}])
        assert refused.value.code == "bad_request"
        for path in ("", "/cards"):
            with pytest.raises(Refused):
                ada.get(f"/api/maps/{quote(LATE_MAP, safe='')}{path}")
        with pytest.raises(Refused):
            ada.get("/api/help", map=LATE_MAP)
        with pytest.raises(Refused) as refused:
            ada.ask("POST", "/api/records", content=body)
        assert (refused.value.code, refused.value.params) == ("bad_record", {"reason": "edition"})
        del head["edition"]
        for name in ("meridian", LATE_MAP):
            other = b"\n".join([json.dumps(head | {"map": name}).encode(), *body.splitlines()[1:]])
            with pytest.raises(Refused) as refused:
                ada.ask("POST", "/api/records", content=other)
            assert (refused.value.code, refused.value.params) == ("bad_record", {"reason": "form"})
        told = "".join(ada.texts) + json.dumps([ada.get("/api/maps"), ada.get("/api/maps/meridian")])
        for territory in territories_of(load_map("meridian")).values():
            assert territory.name not in told
            assert not [city.id for city in territory.cities if f'"{city.id}"' in told]


@pytest.mark.rule("L26", "L27")
def test_the_page_of_a_map_says_what_the_modules_in_force_are_about() -> None:
    page = map_page(reference("meridian", modules_edition("LK", "PM", "PS")))
    routes = {route["name"]: route for route in page.routes}
    assert isinstance(page.steamers, list) and "detroit-sault-ste-marie" in page.steamers
    assert all(routes[name]["length"] >= 2 for name in page.steamers)
    assert "sudbury-sault-ste-marie" not in page.steamers
    assert isinstance(page.excursions, list) and ["charleston", "tampa"] in page.excursions
    assert isinstance(page.oceans, list) and ["seattle" in cities for cities in page.oceans] == [True, False]
    without = map_page(reference("meridian", modules_edition("BR")))
    assert without.steamers is without.excursions is without.oceans is UNSET

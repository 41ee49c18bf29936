"""A database that older code wrote: its games are shown, exported, verified and played to their end."""

from __future__ import annotations

import json
import lzma
import random
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.guests import Guest, Refused, Running, play_on, sqlite_at
from trunkline.game import Game
from trunkline.game.record import verify

STORED = Path(__file__).parents[1] / "fixtures" / "before-reshape"


@pytest.fixture
def tables(tmp_path: Path) -> dict[str, list[str]]:
    """A copy of the stored database; its tables by status. The login has been seen today, else it would expire."""
    path = tmp_path / "games.sqlite"
    path.write_bytes(lzma.decompress((STORED / "games.sqlite.xz").read_bytes()))
    connection = sqlite3.connect(path)
    connection.execute("UPDATE sessions SET seen = ?", [time.time()])
    connection.commit()
    found: dict[str, list[str]] = {}
    for table, status in connection.execute("SELECT id, status FROM tables ORDER BY created"):
        found.setdefault(status, []).append(table)
    connection.close()
    return found


@pytest.fixture
def running(tables: dict[str, list[str]], tmp_path: Path) -> Iterator[Running]:
    with Running(sqlite_at(tmp_path)) as server:
        yield server


def test_stored_games_are_shown_and_played_to_their_end(
    tables: dict[str, list[str]], running: Running, tmp_path: Path
) -> None:
    assert {status: len(ids) for status, ids in tables.items()} == {"over": 5, "playing": 5}
    keeper = Guest(running)
    keeper.http.cookies.update(json.loads((STORED / "login.json").read_text()))
    talk = keeper.talk()
    for table in tables["playing"]:
        assert talk.watch(table)["type"] == "snapshot"
        play_on([talk], random.Random(table))
        talk.until_over()
    for table in tables["over"] + tables["playing"]:
        shown = keeper.get(f"/api/tables/{table}/view", at=3, seat="open")
        assert [own["seat"] for own in shown["own"]] == [0, 1]
        file = tmp_path / f"{table}.jsonl"
        file.write_text(keeper.get(f"/api/tables/{table}/record"), encoding="utf-8")
        game = Game.load(file)
        assert game.over and verify(game) == []
        assert game.board.variant != "mega"


@pytest.mark.rule("V5")
def test_games_of_the_older_mega_keep_their_numbers_and_new_ones_have_the_new(
    tables: dict[str, list[str]], running: Running
) -> None:
    keeper = Guest(running)
    keeper.http.cookies.update(json.loads((STORED / "login.json").read_text()))
    infos = [keeper.get(f"/api/tables/{table}") for table in tables["over"] + tables["playing"]]
    assert sum(info["variant"] == "mega-1" for info in infos) == 2
    assert not any(info["variant"] == "mega" for info in infos)
    # Whoever plays once more plays by the new numbers, and nobody opens a table with the older ones.
    finished = next(info for info in infos if info["variant"] == "mega-1" and info["status"] == "over")
    assert keeper.post(f"/api/tables/{finished['table']}/rematch")["variant"] == "mega"
    with pytest.raises(Refused) as refused:
        keeper.open("europe", variant="mega-1")
    assert refused.value.code == "no_such_map"
    europe = next(each for each in keeper.get("/api/maps") if each["id"] == "europe")
    assert [each["id"] for each in europe["variants"]] == ["base", "expanded", "mega", "big-cities"]
    # A page that shows such a game finds its rules and tickets.
    assert keeper.get("/api/maps/europe")["variants"]["mega-1"]["rules"]["draw"]["tickets"] == 4
    # And a file of such a game can be brought in.
    file = lzma.decompress((STORED / "europe-mega-over.jsonl.xz").read_bytes())
    assert keeper.ask("POST", "/api/records", content=file)["table"]

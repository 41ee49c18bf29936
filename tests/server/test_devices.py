"""What follows a person about: plans on a second device, and the name that goes with an account."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.guests import Guest, Running, play_on, seated, sqlite_at, watching

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(sqlite_at(tmp_path_factory.mktemp("devices"))) as server:
        yield server


def test_plans_are_seen_on_every_device_of_their_owner_and_nowhere_else(running: Running) -> None:
    table, guests = seated(running, 2, first=0)
    talks = watching(table, guests)
    for seat, talk in enumerate(talks):
        talk.until_seq(seat)
        assert talk.act(seat, "keep 1 2 3")["type"] == "done"
    for talk in talks:
        talk.until_seq(2)
    second = guests[1].same_person().talk()
    assert second.watch(table)["premoves"] == []
    talks[0].quiet()
    plans = ["draw deck then draw deck", "draw tickets"]
    guests[1].put(f"/api/tables/{table}/premove", seat=1, actions=plans)
    for talk in (talks[1], second):
        assert talk.until_type("premoves") == {"type": "premoves", "table": table, "seat": 1, "actions": plans}
    # The other player learns nothing, not even that there is a plan.
    assert talks[0].quiet() == []
    third = guests[1].same_person().talk()
    assert third.watch(table)["premoves"] == [{"seat": 1, "actions": plans}]
    # Whoever was away and asks only for what was missed is told of them too.
    fourth = guests[1].same_person().talk()
    assert fourth.watch(table, since=2)["type"] == "table"
    assert fourth.until_type("premoves")["actions"] == plans
    assert guests[1].get(f"/api/tables/{table}/view")["premoves"] == [{"seat": 1, "actions": plans}]
    assert guests[0].get(f"/api/tables/{table}/view")["premoves"] == []
    talks[0].act(0, "draw deck")
    talks[0].act(0, "draw deck")
    # A plan that is carried out is no plan any more.
    assert third.until_type("premoves")["actions"] == []
    assert guests[1].get(f"/api/tables/{table}/view")["premoves"] == []
    assert "premoves" not in [message["type"] for message in talks[0].heard]


def test_the_name_of_a_deleted_account_stands_nowhere(running: Running) -> None:
    """In finished games, games that go on, open tables, chat, views, exports: everywhere a code is in its place."""
    owner, other = Guest(running, "Zerubbabel"), Guest(running, "Other")
    owner.post("/api/account", name="Zerubbabel", password=PASSWORD)
    tables = {}
    for name in ("finished", "playing", "open"):
        tables[name] = owner.open(seats=["me", "open"])
        other.post(f"/api/tables/{tables[name]}/join")
        if name != "open":
            owner.post(f"/api/tables/{tables[name]}/start")
    owner.post(f"/api/tables/{tables['finished']}/say", text="good game")
    hosted = other.open(seats=["me", "open"])
    owner.post(f"/api/tables/{hosted}/join")
    play_on(watching(tables["finished"], [owner, other]), random.Random(5))
    looking = other.talk()
    looking.watch(tables["playing"])
    owner.delete("/api/account", password=PASSWORD)
    looking.until(lambda message: message["type"] == "table" and message["seats"][0]["name"].startswith("#"))
    other.texts.clear()
    for table in (tables["finished"], tables["playing"]):
        info = other.get(f"/api/tables/{table}")
        assert re.fullmatch("#[A-Z0-9]{8}", info["seats"][0]["name"]), info
    assert other.get(f"/api/tables/{tables['playing']}")["seats"][0]["substituted"], "a bot plays on"
    assert other.get(f"/api/tables/{tables['open']}")["status"] == "closed", "the host has left it"
    assert other.get(f"/api/tables/{hosted}")["seats"][1]["kind"] == "open", "the seat is free again"
    other.get("/api/games")
    other.get(f"/api/tables/{tables['finished']}/view", at=3, seat="open")
    other.get(f"/api/tables/{tables['finished']}/story")
    other.get(f"/api/tables/{tables['finished']}/record")
    other.get(f"/api/people/{owner.id}")
    chat = other.talk().watch(tables["finished"])["chat"]
    assert chat[0]["text"] == "good game" and chat[0]["name"].startswith("#")
    assert "Zerubbabel" not in "".join(other.texts)


def test_commits_are_counted(tmp_path: Path) -> None:
    with Running(sqlite_at(tmp_path)) as server:
        table, guests = seated(server, 2)

        def figure(name: str) -> float:
            found = re.search(rf"^{name} (\S+)$", guests[0].get("/metrics"), re.MULTILINE)
            assert found is not None, name
            return float(found[1])

        commits = figure("trunkline_commit_seconds_count")
        assert commits > 0 and figure("trunkline_commit_seconds_sum") > 0
        writes = figure("trunkline_commit_writes_sum")
        play_on(watching(table, guests), random.Random(1), 5)
        assert figure("trunkline_commit_writes_sum") >= writes + 5
        assert figure("trunkline_commit_writes_count") == figure("trunkline_commit_seconds_count") >= commits + 5

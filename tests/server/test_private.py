"""Private tables: their ids are told to nobody, and whoever has one by a link sees no chat, record or next table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from server.guests import Guest, Refused, Running, Talk, play_on, watching
from server.processes import Process

SAID = "our secret plan"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(f"sqlite:///{tmp_path_factory.mktemp('private') / 'games.db'}") as server:
        yield server


def finished(running: Running, **options: Any) -> tuple[str, list[Guest]]:
    """A finished game of two, with a line of chat."""
    guests = [Guest(running, "Ann"), Guest(running, "Bob")]
    table = guests[0].open(seats=["me", "open"], **options)
    guests[1].post(f"/api/tables/{table}/join")
    guests[0].post(f"/api/tables/{table}/start")
    guests[0].post(f"/api/tables/{table}/say", text=SAID)
    play_on(watching(table, guests), random.Random(5))
    return table, guests


def refused(guest: Guest, path: str) -> str:
    with pytest.raises(Refused) as caught:
        guest.ask("GET", path)
    return caught.value.code


def tables_listed(reader: Guest, person: str) -> list[str | None]:
    page = reader.get(f"/api/people/{person}")
    series = [point["table"] for point in page["statistics"]["series"]]
    games = [game["table"] for game in page["games"]]
    assert series == games
    return games


def test_the_page_of_a_person_names_no_private_table_to_others(running: Running) -> None:
    table, (ann, bob) = finished(running)
    stranger, nobody = Guest(running, "Stranger"), Guest(running)
    for player in (ann, bob):
        assert tables_listed(player, ann.id) == [table]
    for other in (stranger, nobody):
        assert tables_listed(other, ann.id) == [None]
        assert table not in "".join(other.texts)
    public, (cyn, _) = finished(running, public=True)
    assert tables_listed(nobody, cyn.id) == [public]


def test_a_private_game_is_for_its_players_also_by_its_link(running: Running) -> None:
    table, guests = finished(running)
    stranger = Guest(running, "Stranger")
    fresh = guests[0].post(f"/api/tables/{table}/rematch")["table"]
    for path in ("record", "story", "view?seat=open", "view?seat=0&at=3", "entries?seat=open"):
        assert refused(stranger, f"/api/tables/{table}/{path}") == "private_table"
        assert guests[1].ask("GET", f"/api/tables/{table}/{path}")
    # Looking on is what the link is for: what a spectator saw then is seen now, and no more.
    assert stranger.get(f"/api/tables/{table}/view", at=3)["own"] == []
    chosen = [entry["action"] for entry in stranger.get(f"/api/tables/{table}/entries") if entry["kind"] == "move"]
    assert chosen[:2] == [None, None]
    talk = stranger.talk()
    told = talk.watch(table)
    assert told["chat"] == [] and told["info"]["rematch"] is None
    again = stranger.talk()
    assert again.watch(table, since=told["seq"])["rematch"] is None
    assert [message["type"] for message in again.quiet()] == []
    stranger.get(f"/api/tables/{table}")
    everything = "".join([*stranger.texts, *talk.texts, *again.texts])
    assert SAID not in everything and fresh not in everything
    for guest in guests:
        mine = guest.talk().watch(table)
        assert mine["chat"][0]["text"] == SAID and mine["info"]["rematch"] == fresh


def test_the_next_table_is_told_to_players_alone(running: Running) -> None:
    table, guests = finished(running)
    looking, playing = Guest(running, "Stranger").talk(), guests[1].talk()
    for talk in (looking, playing):
        talk.watch(table)
    fresh = guests[0].post(f"/api/tables/{table}/rematch")["table"]
    playing.until(lambda told: told["type"] == "table" and told["rematch"] == fresh)
    looking.quiet()
    assert fresh not in "".join(looking.texts)


def test_a_public_game_is_for_everybody(running: Running) -> None:
    table, guests = finished(running, public=True)
    stranger = Guest(running, "Stranger")
    for path in ("record", "story", "view?seat=open", "entries?seat=open"):
        assert stranger.ask("GET", f"/api/tables/{table}/{path}")
    fresh = guests[0].post(f"/api/tables/{table}/rematch")["table"]
    told = stranger.talk().watch(table)
    assert told["chat"][0]["text"] == SAID and told["info"]["rematch"] == fresh


def test_an_imported_game_is_for_whoever_has_its_address(running: Running) -> None:
    table, guests = finished(running)
    file = guests[0].http.get(f"/api/tables/{table}/record").content
    as_file = {"Content-Type": "application/octet-stream"}
    imported = guests[0].http.post("/api/records", content=file, headers=as_file).json()["table"]
    for path in ("record", "story", "view?seat=open"):
        assert Guest(running).ask("GET", f"/api/tables/{imported}/{path}")


def chat_is_for_players(here: Running, there: Running) -> None:
    """A table on one server, and people who look on by another."""
    ann, bob = Guest(here, "Ann"), Guest(there, "Bob")
    table = ann.open(seats=["me", "open"])
    his, strangers = bob.talk(), Guest(there, "Stranger").talk()
    for talk in (his, strangers):
        assert talk.watch(table)["chat"] == []
    ann.post(f"/api/tables/{table}/say", text=SAID)
    with pytest.raises(Refused, match="private_table"):
        bob.post(f"/api/tables/{table}/say", text="hello?")
    strangers.send("say", table=table, text="hello?")
    assert strangers.until_type("refused")["code"] == "private_table"
    bob.post(f"/api/tables/{table}/join")
    # Whoever sits down reads what was said before, and what is said from now on.
    assert his.until_type("chat")["text"] == SAID
    ann.post(f"/api/tables/{table}/say", text="welcome")
    assert his.until_type("chat")["text"] == "welcome"
    bob.post(f"/api/tables/{table}/say", text="thank you")
    strangers.quiet()
    assert lines(strangers) == [] and lines(his) == [SAID, "welcome"]


def lines(talk: Talk) -> list[str]:
    return [message["text"] for message in talk.heard if message["type"] == "chat"]


def test_the_chat_of_a_private_table_is_for_its_players(running: Running) -> None:
    chat_is_for_players(running, running)


def test_the_chat_of_a_private_table_is_for_its_players_in_the_other_process(servers: list[Process]) -> None:
    chat_is_for_players(*servers)

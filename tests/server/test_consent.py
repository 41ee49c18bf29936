"""Games by consent: rated games are announced, rematches accepted, leavers lose, and all agree to an abort."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection, select, update

from server.databases import table_row
from server.guests import Guest, Refused, Running, play_on, watching
from trunkline.server.store import schema
from trunkline.server.store.rows import TableData, TableRow, TableSeat
from trunkline.server.tables.consent import Played, invite_again, is_rated
from trunkline.server.tables.finish import finished_game
from trunkline.server.tables.table import Table

T = TypeVar("T")

RATED: dict[str, Any] = {"rated": True, "clock": {"kind": "days", "seconds": 86_400}}
NEW_ON_SEATS = ("accepted", "left", "abort", "deadline", "undo_deadline")


def in_loop(running: Running, work: Coroutine[Any, Any, T]) -> T:
    """Run something in the loop of the server."""
    return asyncio.run_coroutine_threadsafe(work, running.services.tasks[0].get_loop()).result(20)


def accounts(running: Running, count: int = 2) -> list[Guest]:
    found = [Guest(running, f"Guest {number}") for number in range(count)]
    for number, guest in enumerate(found):
        guest.post("/api/account", name=f"Account {number}", password="long enough words")
    return found


def begun(players: Sequence[Guest], seats: Sequence[str] = (), **options: Any) -> str:
    """A started table with these people; the first is the host."""
    table = players[0].open("usa", seats or ["me"] + ["open"] * (len(players) - 1), **options)
    for player in players[1:]:
        player.post(f"/api/tables/{table}/join")
    players[0].post(f"/api/tables/{table}/start")
    return table


def played_out(players: Sequence[Guest], **options: Any) -> str:
    table = begun(players, **options)
    talks = watching(table, players)
    play_on(talks, random.Random(3))
    # Results are kept before this is told.
    for talk in talks:
        talk.until_over()
        talk.close()
    return table


def ratings(who: Guest) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = who.get(f"/api/people/{who.id}")["ratings"]
    return found


def row_of(running: Running, table: str) -> TableRow:
    row = in_loop(running, running.services.store.table(table))
    assert row is not None
    return row


# --- rated or casual -------------------------------------------------------------------------------------------------


def test_only_a_table_that_says_so_is_rated(database_url: str) -> None:
    with Running(database_url) as running:
        players = accounts(running)
        table = players[0].open("usa", ["me", "open"], public=True, **RATED)
        stranger = Guest(running)
        assert stranger.get(f"/api/tables/{table}")["rated"] is True, "seen by whoever has the link"
        assert [each["rated"] for each in stranger.get("/api/tables")] == [True], "seen in the list"
        casual = played_out(players, clock=RATED["clock"])
        assert players[0].get(f"/api/tables/{casual}")["rated"] is False
        assert ratings(players[0]) == ratings(players[1]) == []
        played_out(players, **RATED)
        assert [each["games"] for player in players for each in ratings(player)] == [1, 1]


@pytest.mark.parametrize(
    ("seats", "options", "code"),
    [
        (["me", "random"], RATED, "rated_needs_opponents"),
        (["me", "me", "open"], RATED, "rated_needs_opponents"),
        (["me", "open"], {"rated": True}, "rated_needs_clock"),
    ],
)
def test_a_rated_table_must_be_able_to_be_rated(
    sqlite_url: str, seats: list[str], options: dict[str, Any], code: str
) -> None:
    with Running(sqlite_url) as running, pytest.raises(Refused, match=code):
        Guest(running, "Host").open("usa", seats, **options)


def test_nobody_takes_two_seats_at_a_rated_table(sqlite_url: str) -> None:
    with Running(sqlite_url) as running:
        host, friend = Guest(running, "Host"), Guest(running, "Friend")
        table = host.open("usa", ["me", "open", "open"], **RATED)
        friend.post(f"/api/tables/{table}/join", seat=1)
        with pytest.raises(Refused, match="already_seated"):
            friend.post(f"/api/tables/{table}/join", seat=2)


def test_who_never_made_a_move_is_not_rated(database_url: str) -> None:
    with Running(database_url) as running:
        players = accounts(running)
        table = begun(players, substitute="random", **RATED)
        live = running.services.hall.awake[table]
        # The bot takes the absent player's seat before the first move, as if the clock had run out.
        in_loop(running, running.services.hall.perform(live, live.table.substitute(1, 1.0)))
        [talk] = watching(table, players[:1])
        chance = random.Random(4)
        while talk.info["status"] != "over":
            if talk.turns:
                turn = talk.turns[0]
                answer = talk.act(0, chance.choice(turn["actions"]))
                talk.turns = [] if answer["type"] == "done" and talk.seq <= answer["seq"] else talk.turns
            else:
                talk.hear()
        assert ratings(players[0]) == ratings(players[1]) == []
        assert len(players[1].get(f"/api/people/{players[1].id}")["games"]) == 1, "the result is kept"


def without_new_fields(connection: Connection, table: str) -> None:
    """Store the data of a table as an older version wrote it."""
    tables = schema.tables
    data = connection.execute(select(tables.c.data).where(tables.c.id == table)).scalar_one()
    del data["rated"]
    for seat in data["seats"]:
        for name in NEW_ON_SEATS:
            del seat[name]
    connection.execute(update(tables).where(tables.c.id == table).values(data=data))


def test_tables_from_before_the_field_are_read_as_what_they_were(database_url: str) -> None:
    data = TableData()
    assert not is_rated(table_row("t", status="open", data=data)), "nobody at it was told"
    assert is_rated(table_row("t", status="playing", data=data)), "all games were rated"
    assert is_rated(table_row("t", status="over", data=data))
    assert not is_rated(table_row("t", status="over", data=TableData(imported=True)))
    with Running(database_url) as running:
        players = accounts(running)
        open_table = players[0].open("usa", ["me", "open"])
        playing = begun(players)
        for table in (open_table, playing):
            in_loop(running, running.services.store.write(partial(without_new_fields, table=table)))
            running.services.hall.awake.pop(table)
        assert players[0].get(f"/api/tables/{playing}")["rated"] is True
        with pytest.raises(Refused, match="rated_game"):
            players[0].post(f"/api/tables/{playing}/replace", seat=1, bot="random")
        talks = watching(playing, players)
        play_on(talks, random.Random(5))
        talks[0].until_over()
        assert [each["games"] for player in players for each in ratings(player)] == [1, 1]
        # A rated table without a clock cannot be opened any more, so its rematch is casual.
        assert players[0].post(f"/api/tables/{playing}/rematch")["rated"] is False
        players[1].post(f"/api/tables/{open_table}/join")
        started = players[0].post(f"/api/tables/{open_table}/start")
        assert (started["status"], started["rated"]) == ("playing", False), "its game is casual for good"


# --- rematches -------------------------------------------------------------------------------------------------------


def test_nobody_plays_a_rematch_without_accepting_it(database_url: str) -> None:
    with Running(database_url) as running:
        players = accounts(running)
        table = played_out(players, **RATED)
        before = [ratings(player) for player in players]
        fresh = players[0].post(f"/api/tables/{table}/rematch", luck="aa" * 16)
        assert [seat["accepted"] for seat in fresh["seats"]] == [True, False]
        assert fresh["rated"] is True
        for _ in range(2):
            with pytest.raises(Refused, match="seats_unaccepted"):
                players[0].post(f"/api/tables/{fresh['table']}/start")
        assert [ratings(player) for player in players] == before
        accepted = players[1].post(f"/api/tables/{fresh['table']}/join", luck="bb" * 16)
        assert [seat["accepted"] for seat in accepted["seats"]] == [True, True]
        assert players[0].post(f"/api/tables/{fresh['table']}/start")["status"] == "playing"
        seats = row_of(running, fresh["table"]).data.seats
        assert [seat.luck for seat in seats] == ["aa" * 16, "bb" * 16], "each person contributed again"


def test_bots_accept_a_rematch_at_once_and_who_is_gone_is_not_asked() -> None:
    people = [TableSeat("person", name, name, luck="cc" * 32, left=True, abort=True) for name in ("ann", "bob", "cem")]
    bot = TableSeat("bot", "random", bot="random", luck="dd" * 32)
    row = table_row("t", data=TableData([*people, bot]))
    invite_again(row, "ann", ["cem"], "ee" * 16)
    ann, bob, cem, random_bot = row.data.seats
    assert (ann.accepted, ann.luck, ann.left, ann.abort) == (True, "ee" * 16, False, False)
    assert (bob.accepted, bob.luck, bob.person) == (False, "", "bob")
    assert (cem.kind, cem.person, cem.accepted) == ("open", None, True)
    assert random_bot.accepted and random_bot.luck not in ("", bot.luck)


def test_a_rematch_can_be_declined_and_asked_for_again(sqlite_url: str) -> None:
    with Running(sqlite_url) as running:
        players = [Guest(running, name) for name in ("Ada", "Bohdan")]
        table = played_out(players)
        fresh = players[0].post(f"/api/tables/{table}/rematch")["table"]
        declined = players[1].post(f"/api/tables/{fresh}/leave")
        assert [seat["kind"] for seat in declined["seats"]] == ["person", "open"]
        with pytest.raises(Refused, match="seats_open"):
            players[0].post(f"/api/tables/{fresh}/start")
        assert players[1].post(f"/api/tables/{table}/rematch")["seats"][1]["kind"] == "open", "it is no way back in"
        players[0].post(f"/api/tables/{fresh}/close")
        again = players[1].post(f"/api/tables/{table}/rematch")
        assert again["table"] != fresh and again["host"] == players[1].id
        assert [seat["accepted"] for seat in again["seats"]] == [False, True]


def test_a_rematch_is_accepted_by_another_process(postgres_url: str) -> None:
    with Running(postgres_url) as first, Running(postgres_url) as second:
        players = [Guest(first, name) for name in ("Ada", "Bohdan")]
        there = Guest(second)
        there.http.cookies = players[1].http.cookies
        table = played_out(players)
        fresh = players[0].post(f"/api/tables/{table}/rematch")["table"]
        host = players[0].talk()
        host.watch(fresh)
        with pytest.raises(Refused, match="seats_unaccepted"):
            players[0].post(f"/api/tables/{fresh}/start")
        assert there.post(f"/api/tables/{table}/rematch")["table"] == fresh
        host.until(lambda told: told["type"] == "table" and told["seats"][1]["accepted"])
        assert players[0].post(f"/api/tables/{fresh}/start")["status"] == "playing"


def test_two_processes_that_open_a_rematch_at_once_agree_on_one(postgres_url: str) -> None:
    with Running(postgres_url) as first, Running(postgres_url) as second:
        players = [Guest(first, name) for name in ("Ada", "Bohdan")]
        there = Guest(second)
        there.http.cookies = players[1].http.cookies
        table = played_out(players)
        there.get(f"/api/tables/{table}")
        # The second process does not hear in time that there is a rematch.
        second.services.hall.replication.changed = lambda changes: None  # type: ignore[method-assign]
        fresh = players[0].post(f"/api/tables/{table}/rematch")["table"]
        assert there.post(f"/api/tables/{table}/rematch")["table"] == fresh
        for player in players:
            states = [game["table"]["status"] for game in player.get("/api/games")]
            assert sorted(states) == ["closed", "open", "over"], "one invitation only"


# --- leaving and aborting --------------------------------------------------------------------------------------------


def test_a_host_cannot_replace_an_opponent_in_a_rated_game(sqlite_url: str) -> None:
    with Running(sqlite_url) as running:
        players = [Guest(running, name) for name in ("Ada", "Bohdan")]
        table = begun(players, **RATED)
        with pytest.raises(Refused, match="rated_game"):
            players[0].post(f"/api/tables/{table}/replace", seat=1, bot="random")


def test_who_leaves_a_rated_game_cannot_come_back(sqlite_url: str) -> None:
    with Running(sqlite_url, bot_pause=60.0) as running:
        players = [Guest(running, name) for name in ("Ada", "Bohdan")]
        table = begun(players, **RATED)
        info = players[1].post(f"/api/tables/{table}/leave")
        assert info["seats"][1]["left"] and info["seats"][1]["substituted"]
        talk = players[1].talk()
        talk.watch(table)
        heard = [message["type"] for message in talk.quiet(1.0)]
        assert "entry" not in heard, "the bot keeps the seat"
        assert "refused" not in heard, "looking on is allowed"
        assert talk.act(1, talk.turns[0]["actions"][0])["code"] == "you_left"
        with pytest.raises(Refused, match="you_left"):
            players[1].put(f"/api/tables/{table}/premove", seat=1, actions=["draw deck"])


@pytest.mark.parametrize("how", ["left", "substituted"])
def test_a_leaver_loses_whatever_the_bot_made_of_the_seat(sqlite_url: str, how: str) -> None:
    with Running(sqlite_url) as running:
        players = accounts(running)
        table = played_out(players, **RATED)
        row = row_of(running, table)
        last = in_loop(running, running.services.store.entry(table, row.seq - 1))
        assert last is not None
        both = Played(frozenset([0, 1]), frozenset())
        fair = finished_game(Table(row, last.packed), 1.0, both)
        winner = next(player.seat for player in fair.players if player.won)
        setattr(row.data.seats[winner], how, True)
        found = finished_game(Table(row, last.packed), 1.0, replace(both, taken_over=frozenset([winner])))
        assert [(player.place, player.won) for player in found.players] == [
            (2, False) if player.seat == winner else (1, True) for player in found.players
        ]
        assert found.rated
        row.data.rated = False
        casual = finished_game(Table(row, last.packed), 1.0, both)
        assert casual.players[winner].won and not casual.rated


def test_a_game_with_a_removed_player_or_an_unaccepted_seat_is_not_rated(sqlite_url: str) -> None:
    with Running(sqlite_url) as running:
        table = played_out(accounts(running), **RATED)
        row = row_of(running, table)
        last = in_loop(running, running.services.store.entry(table, row.seq - 1))
        assert last is not None
        who = Played(frozenset([0, 1]), frozenset([1]))
        assert finished_game(Table(row, last.packed), 1.0, who).rated
        seats = row.data.seats
        for change in (TableSeat("bot", bot="random"), TableSeat("person", "Bob", "bob", accepted=False)):
            row.data.seats = [seats[0], change]
            assert not finished_game(Table(row, last.packed), 1.0, who).rated


def test_a_game_is_aborted_when_all_who_remain_agree(database_url: str) -> None:
    with Running(database_url) as running:
        players = accounts(running, 3)
        stranger = Guest(running, "Stranger")
        table = begun(players, **RATED)
        [talk] = watching(table, players[:1])
        agree = f"/api/tables/{table}/abort"
        with pytest.raises(Refused, match="not_seated"):
            stranger.post(agree)
        info = players[0].post(agree)
        assert (info["status"], [seat["abort"] for seat in info["seats"]]) == ("playing", [True, False, False])
        assert [seat["abort"] for seat in players[0].post(agree, agreed=False)["seats"]] == [False] * 3
        players[0].post(agree)
        players[1].post(f"/api/tables/{table}/leave")
        with pytest.raises(Refused, match="not_seated"):
            players[1].post(agree)
        assert players[2].post(agree)["status"] == "closed", "who left is not asked"
        assert talk.until(lambda told: told.get("kind") == "abort")["turns"] == []
        with pytest.raises(Refused, match="table_closed"):
            players[0].post(agree)
        in_loop(running, running.services.finish.sweep())
        assert [ratings(player) for player in players] == [[], [], []]
        assert players[0].get(f"/api/people/{players[0].id}")["games"] == []


def test_two_processes_agree_to_abort(postgres_url: str) -> None:
    with Running(postgres_url) as first, Running(postgres_url) as second:
        players = [Guest(first, name) for name in ("Ada", "Bohdan")]
        there = Guest(second)
        there.http.cookies = players[1].http.cookies
        table = begun(players, **RATED)
        talk = there.talk()
        talk.watch(table)
        players[0].post(f"/api/tables/{table}/abort")
        talk.until(lambda told: told["type"] == "table" and told["seats"][0]["abort"])
        # The second process does not hear of a move in time; the game is aborted all the same.
        second.services.hall.replication.changed = lambda changes: None  # type: ignore[method-assign]
        [mover] = watching(table, players[:1])
        assert mover.act(0, mover.turns[0]["actions"][0])["type"] == "done"
        assert there.post(f"/api/tables/{table}/abort")["status"] == "closed"
        talk.until(lambda told: told.get("kind") == "abort")


# --- bounds ----------------------------------------------------------------------------------------------------------


def test_opening_and_rematching_have_rates(sqlite_url: str) -> None:
    with Running(sqlite_url) as running:
        [host] = accounts(running, 1)
        guest = Guest(running, "Guest")
        table = played_out([host, guest])
        running.services.settings = replace(running.services.settings, limits=True)

        def again_and_again(make: Callable[[], str]) -> None:
            for _ in range(30):
                host.post(f"/api/tables/{make()}/close")

        with pytest.raises(Refused, match="too_fast"):
            again_and_again(lambda: host.open("usa", ["me", "open"]))
        with pytest.raises(Refused, match="too_fast"):
            again_and_again(lambda: str(host.post(f"/api/tables/{table}/rematch")["table"]))


def test_a_guest_holds_so_many_tables_and_seats_and_no_more(database_url: str) -> None:
    with Running(database_url, limits=True, guest_tables=2, guest_seats=3) as running:
        [account] = accounts(running, 1)
        guest = Guest(running, "Guest")
        theirs = [account.open("usa", ["me", "open"]) for _ in range(4)]
        mine = [guest.open("usa", ["me", "open"]) for _ in range(2)]
        with pytest.raises(Refused, match="too_many_open_tables"):
            guest.open("usa", ["me", "open"])
        guest.post(f"/api/tables/{theirs[0]}/join")
        with pytest.raises(Refused, match="too_many_seats"):
            guest.post(f"/api/tables/{theirs[1]}/join")
        guest.post(f"/api/tables/{mine[0]}/close")
        guest.post(f"/api/tables/{theirs[1]}/join")
        with pytest.raises(Refused, match="too_many_seats"):
            guest.open("usa", ["me", "open"])
        # A game that was left to a bot does not count; nor do games against bots alone.
        account.post(f"/api/tables/{theirs[0]}/start")
        guest.post(f"/api/tables/{theirs[0]}/leave")
        guest.post(f"/api/tables/{theirs[2]}/join")
        guest.post(f"/api/tables/{mine[1]}/close")
        guest.post(f"/api/tables/{theirs[3]}/join")
        with pytest.raises(Refused, match="too_many_seats"):
            guest.open("usa", ["me", "open"])
        guest.post(f"/api/tables/{guest.open('usa', ['me', 'random'])}/start")


def test_an_invitation_to_a_rematch_takes_nothing_from_a_guest(sqlite_url: str) -> None:
    with Running(sqlite_url, guest_tables=1, guest_seats=1) as running:
        players = [Guest(running, name) for name in ("Ada", "Bohdan")]
        table = played_out(players)
        running.services.settings = replace(running.services.settings, limits=True)
        players[0].post(f"/api/tables/{table}/rematch")
        players[1].open("usa", ["me", "open"])
        with pytest.raises(Refused, match="too_many_open_tables"):
            players[1].post(f"/api/tables/{table}/rematch")


def test_tables_that_nobody_starts_expire(database_url: str) -> None:
    with Running(database_url) as running:
        guests = [Guest(running, name) for name in ("Ada", "Bohdan")]
        waiting, playing = guests[0].open("usa", ["me", "open"]), begun(guests)
        opened = guests[0].get(f"/api/tables/{waiting}")["created"]
        in_loop(running, running.services.expire_tables())
        in_loop(running, running.services.hall.agreements.expire(opened))
        assert guests[0].get(f"/api/tables/{waiting}")["status"] == "open"
        in_loop(running, running.services.hall.agreements.expire(opened + running.settings.open_days * 86_400))
        assert guests[0].get(f"/api/tables/{waiting}")["status"] == "closed"
        assert guests[0].get(f"/api/tables/{playing}")["status"] == "playing"

"""Whole games over real sockets on a real server: playing, coming back, clocks, undo, premoves, bots, chat, hosts."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

import pytest

from server.guests import PATIENCE, Guest, Refused, Running, Talk, play_on, seated, watching


@pytest.fixture
def running(database_url: str) -> Iterator[Running]:
    with Running(database_url) as server:
        yield server


@pytest.fixture
def on_sqlite(sqlite_url: str) -> Iterator[Running]:
    with Running(sqlite_url) as server:
        yield server


@pytest.mark.parametrize("map_", ["usa", "europe"])
def test_three_guests_play_a_whole_game(running: Running, map_: str) -> None:
    table, guests = seated(running, map_=map_, public=True)
    talks = watching(table, guests)
    looker = Guest(running, "Looker").talk()
    looker.watch(table)
    made = play_on(talks, random.Random(map_))
    assert made > 60
    talks[0].until_over()
    looker.until_seq(talks[0].seq - 1)
    for talk in [*talks, looker]:
        assert talk.public == talks[0].public
        assert "sheet" in talk.public
        seqs = [message["seq"] for message in talk.heard if message["type"] == "entry"]
        assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
    assert looker.own == [] and all(not message.get("own") for message in looker.heard)
    # Results are kept once, and statistics follow from them.
    page = guests[1].get(f"/api/people/{guests[1].id}")
    assert page["statistics"]["games"] == 1 and page["games"][0]["table"] == table
    assert page["games"][0]["score"] == talks[0].public["sheet"]["players"][1]["total"]
    # And a finished game is seen from every seat, at any seq.
    opened = looker.guest.get(f"/api/tables/{table}/view", at=5, seat="open")
    assert [own["seat"] for own in opened["own"]] == [0, 1, 2]
    assert looker.guest.get(f"/api/tables/{table}/view", at=5, seat="1")["own"] == [opened["own"][1]]


def test_coming_back_with_since_tells_what_was_missed(running: Running) -> None:
    table, guests = seated(running, 2)
    talks = watching(table, guests)
    play_on(talks, random.Random(1), 4)
    had = talks[0].seq
    talks[0].close()
    # The other can still act for itself; then the first comes back.
    while talks[1].turns:
        assert talks[1].act(1, talks[1].turns[0]["actions"][0])["type"] == "done"
        talks[1].until_seq(talks[1].heard[-1]["seq"] if talks[1].heard[-1]["type"] == "done" else 0)
    again = guests[0].talk()
    assert again.watch(table, since=0)["type"] == "table"
    again.until_seq(talks[1].seq - 1)
    entries = [message for message in again.heard if message["type"] == "entry"]
    assert [entry["seq"] for entry in entries] == list(range(talks[1].seq))
    # What it was told live and what it is told later is the same, word for word.
    live = {message["seq"]: message for message in talks[0].heard if message["type"] == "entry"}
    for entry in entries:
        if entry["seq"] in live:
            entry["deadline"] = live[entry["seq"]]["deadline"]
            assert entry == live[entry["seq"]]
    later = guests[0].talk()
    later.watch(table, since=had)
    later.until_seq(talks[1].seq - 1) if talks[1].seq > had else None
    assert later.public == talks[1].public or talks[1].seq == had
    # A seq from the future is answered with everything.
    assert guests[0].talk().watch(table, since=100_000)["type"] == "snapshot"


def test_a_game_outlives_the_server(database_url: str) -> None:
    with Running(database_url) as first:
        table, guests = seated(first, 2)
        talks = watching(table, guests)
        play_on(talks, random.Random(3), 12)
        seq, public, own = talks[0].seq, talks[0].public, talks[0].own
        cookies = [guest.http.cookies for guest in guests]
    assert talks[0].closed_with() == 1012
    with Running(database_url) as second:
        back = [Guest(second) for _ in guests]
        for guest, cookie in zip(back, cookies, strict=True):
            guest.http.cookies = cookie
        talks = watching(table, back)
        assert (talks[0].seq, talks[0].public, talks[0].own) == (seq, public, own)
        play_on(talks, random.Random(4), 5)


def test_a_second_device_hears_the_same(on_sqlite: Running) -> None:
    table, guests = seated(on_sqlite, 2)
    talks = watching(table, [*guests, guests[0].same_person()])
    first, _, second = talks
    play_on(talks, random.Random(5), 8)
    tail = [message for message in first.heard if message["type"] == "entry"]
    assert tail and tail == [message for message in second.heard if message["type"] == "entry"]
    seat = next(seat for seat in second.info["seats"] if seat["seat"] == 0)
    assert seat["present"]
    second.close()
    first.until(lambda message: message["type"] == "table")
    assert first.info["seats"][0]["present"], "the first device is still there"


def test_retries_and_stale_moves(running: Running) -> None:
    table, guests = seated(running, 2)
    talks = watching(table, guests)
    acting = next(talk for talk in talks if talk.turns)
    seat = acting.turns[0]["seat"]
    action = acting.turns[0]["actions"][0]
    done = acting.act(seat, action, action_id="once")
    again = acting.act(seat, action, base_seq=done["seq"], action_id="once")
    assert again["type"] == "done" and again["seq"] == done["seq"]
    assert acting.seq == done["seq"] + 1, "the retry made no entry"
    for base in (0, acting.seq + 1):
        wrong = acting.act(seat, action, base_seq=base, action_id=f"another-{base}")
        assert (wrong["type"], wrong["code"], wrong["params"]) == ("refused", "stale", {"seq": acting.seq})
    assert acting.act(seat, "dance on the line", action_id="odd")["code"] == "not_understood"
    other = 1 - seat
    waiting = next(talk for talk in talks if talk is not acting)
    waiting.until(lambda message: message["type"] == "entry")
    # Where all choose at once, a choice that crossed another's on the way holds.
    theirs = waiting.act(other, waiting.turns[0]["actions"][0], base_seq=done["seq"], action_id="once")
    assert theirs["type"] == "done" and theirs["seq"] == done["seq"] + 1, "each seat has ids of its own"
    acting.until_seq(theirs["seq"])
    first = next(talk for talk in talks if talk.turns)
    turn = first.turns[0]
    stale = first.act(turn["seat"], turn["actions"][0], base_seq=done["seq"], action_id="late")
    assert (stale["type"], stale["code"], stale["params"]) == ("refused", "stale", {"seq": first.seq})
    # Another action with an id that the seat has used before is not taken for a retry.
    earlier = done["seq"] if first is acting else theirs["seq"]
    for base in (first.seq, earlier + 1):
        used = first.act(turn["seat"], turn["actions"][0], base_seq=base, action_id="once")
        assert (used["type"], used["code"], used["params"]) == ("refused", "action_id_used", {"seq": earlier})
    assert first.act(turn["seat"], turn["actions"][0], action_id="twice")["type"] == "done", "the table still works"
    assert acting.act(other, action)["code"] == "not_your_seat"
    assert acting.act(4, action)["code"] == "no_such_seat"


def test_hot_seat_on_one_device(on_sqlite: Running) -> None:
    host = Guest(on_sqlite, "Everybody")
    table = host.open(seats=["me", "me", "me"])
    host.post(f"/api/tables/{table}/start")
    talk = host.talk()
    talk.watch(table)
    assert [own["seat"] for own in talk.own] == [0, 1, 2]
    assert {seat["name"] for seat in talk.info["seats"]} == {"Everybody 1", "Everybody 2", "Everybody 3"}
    play_on([talk], random.Random(6))
    assert talk.public["phase"] == "over"


def test_spectators_only_where_they_are_allowed(on_sqlite: Running) -> None:
    table, guests = seated(on_sqlite, 2, spectators=False)
    stranger = Guest(on_sqlite, "Stranger")
    talk = stranger.talk()
    assert talk.watch(table)["code"] == "no_spectators"
    for path in ("", "/view", "/events", "/record"):
        with pytest.raises(Refused, match="no_spectators"):
            stranger.get(f"/api/tables/{table}{path}")
    talk.send("say", table=table, text="hello")
    assert talk.hear()["code"] == "no_spectators"
    # A player who is replaced is one of them from then on.
    mine = guests[1].talk()
    mine.watch(table)
    guests[0].post(f"/api/tables/{table}/replace", seat=1, bot="random")
    gone = mine.until_type("gone")
    assert gone["code"] == "no_spectators"
    assert not [message for message in mine.quiet() if message["type"] == "entry"]


def test_bots_take_their_seats(running: Running) -> None:
    host = Guest(running, "Host")
    table = host.open(seats=["me", "greedy", "random"])
    host.post(f"/api/tables/{table}/start")
    talk = host.talk()
    talk.watch(table)
    chance = random.Random(7)
    for _ in range(12):
        while not talk.turns:
            talk.hear()
        turn = talk.turns[0]
        answer = talk.act(turn["seat"], chance.choice(turn["actions"]))
        assert answer["type"] == "done" or answer["code"] == "stale", answer
        talk.turns = [] if answer["type"] == "done" and talk.seq <= answer["seq"] else talk.turns
    by_bots = [message for message in talk.heard if message["type"] == "entry" and message["by_bot"]]
    assert {message["seat"] for message in by_bots} == {1, 2}
    assert all(message["action"] is None for message in by_bots if message["events"][0]["event"] == "kept")


def test_a_bot_takes_over_after_the_clock_and_the_owner_returns(running: Running) -> None:
    table, guests = seated(running, 2, clock={"kind": "move", "seconds": 5})
    first = guests[0].talk()
    first.watch(table)
    assert first.info["deadline"] is not None
    # Nobody waits five seconds: the deadline is moved, as if they had passed.
    live = running.services.hall.awake[table]
    first.act(0, first.turns[0]["actions"][0])
    row = live.table.next_row()
    row.deadline = row.data.seats[1].deadline = time.time() - 1
    row.version += 1
    asked = _in_loop(running, running.services.store.save_table(row))
    assert asked
    live.table.set_row(row)
    taken = first.until(lambda message: message["type"] == "entry" and message["kind"] == "substitute")
    assert taken["seat"] == 1
    first.until(lambda message: message["type"] == "entry" and message["by_bot"] and message["kind"] == "move")
    back = guests[1].talk()
    back.watch(table)
    first.until(lambda message: message["type"] == "entry" and message["kind"] == "return")
    first.until(lambda message: message["type"] == "table" and not message["seats"][1]["substituted"])


def test_leaving_a_game_hands_the_seat_to_the_bot_and_acting_takes_it_back(sqlite_url: str) -> None:
    # The bot seems to think for a while, and meanwhile its owner is back.
    with Running(sqlite_url, bot_pause=3.0) as running:
        table, guests = seated(running, 2, substitute="random", first=0)
        talks = watching(table, guests)
        opened(talks)
        info = guests[1].post(f"/api/tables/{table}/leave")
        assert info["seats"][1]["substituted"] and info["status"] == "playing"
        for _ in range(2):
            talks[0].until_seq(info["seq"] - 1)
            talks[0].until_seq(talks[0].act(0, "draw deck")["seq"])
        talks[1].until_seq(talks[0].seq - 1)
        assert talks[1].act(1, "pass")["code"] == "must_not_pass", "what cannot be done gives nothing back"
        done = talks[1].act(1, "draw deck")
        assert done["type"] == "done"
        talks[0].until_seq(done["seq"])
        entries = [message for message in talks[0].heard if message["type"] == "entry"]
        assert [entry["kind"] for entry in entries[-2:]] == ["return", "move"] and not entries[-1]["by_bot"]


def _in_loop(running: Running, work: Any) -> Any:
    """Run something in the loop of the server."""
    import asyncio

    loop = running.services.tasks[0].get_loop()
    return asyncio.run_coroutine_threadsafe(work, loop).result(10)


def opened(talks: list[Talk]) -> None:
    """Get the opening over with: everybody keeps all tickets."""
    while talks[0].public["phase"] == "opening":
        for talk in talks:
            if talk.turns:
                done = talk.act(talk.turns[0]["seat"], talk.turns[0]["actions"][-1])
                for other in talks:
                    other.until_seq(done["seq"])


def test_undo_only_of_what_showed_nothing(running: Running) -> None:
    table, guests = seated(running, 2, first=0)
    talks = watching(table, guests)
    before = talks[0].own
    done = talks[0].act(0, talks[0].turns[0]["actions"][0])
    talks[0].until_seq(done["seq"])
    assert talks[0].own != before
    assert talks[1].undo(1)["code"] in ("nothing_to_undo", "stale")
    undone = talks[0].undo(0)
    assert undone["type"] == "done"
    talks[0].until_seq(undone["seq"])
    assert talks[0].own == before and talks[0].turns
    assert talks[0].undo(0)["code"] == "nothing_to_undo", "one step, once"
    for talk in talks:
        talk.until_seq(undone["seq"])
    opened(talks)
    drawn = talks[0].act(0, "draw deck")
    for talk in talks:
        talk.until_seq(drawn["seq"])
    assert talks[0].undo(0)["code"] == "undo_after_hidden"
    # The export of a game with an undo is checked in test_api; here it only has to go on.
    play_on(talks, random.Random(8), 3)


def test_premoves_are_carried_out_if_they_can_be(running: Running) -> None:
    table, guests = seated(running, 2, first=0)
    talks = watching(table, guests)
    opened(talks)
    heard = len(talks[0].heard)
    plans = ["claim nowhere-here red", "draw deck then draw deck"]
    with pytest.raises(Refused, match="no_such_route"):
        guests[1].put(f"/api/tables/{table}/premove", seat=1, actions=plans)
    guests[1].put(f"/api/tables/{table}/premove", seat=1, actions=["draw 1 then pass", "draw deck then draw deck"][1:])
    with pytest.raises(Refused, match="not_your_seat"):
        guests[1].put(f"/api/tables/{table}/premove", seat=0, actions=[])
    assert not talks[0].quiet(), "nobody is told that somebody plans"
    assert len(talks[0].heard) == heard
    for _ in range(2):
        done = talks[0].act(0, "draw deck")
        talks[0].until_seq(done["seq"])
    talks[0].until_seq(done["seq"] + 2)
    moves = [message for message in talks[0].heard if message["type"] == "entry"][-2:]
    assert [(move["seat"], move["action"], move["by_bot"]) for move in moves] == [(1, "draw deck", False)] * 2
    assert talks[0].turns


def test_a_rematch_is_one_table_for_all(on_sqlite: Running) -> None:
    table, guests = seated(on_sqlite, 2)
    with pytest.raises(Refused, match="table_playing"):
        guests[0].post(f"/api/tables/{table}/rematch")
    talks = watching(table, guests)
    play_on(talks, random.Random(9))
    fresh = guests[1].post(f"/api/tables/{table}/rematch")
    with pytest.raises(Refused, match="seats_unaccepted"):
        guests[1].post(f"/api/tables/{fresh['table']}/start")
    assert guests[0].post(f"/api/tables/{table}/rematch")["table"] == fresh["table"]
    assert fresh["status"] == "open" and fresh["host"] == guests[1].id and fresh["seq"] == 0
    talks[0].until(lambda message: message["type"] == "table" and message["rematch"] == fresh["table"])
    with pytest.raises(Refused, match="not_seated"):
        Guest(on_sqlite, "Else").post(f"/api/tables/{table}/rematch")
    assert guests[1].post(f"/api/tables/{fresh['table']}/start")["status"] == "playing"


def test_a_rematch_does_not_seat_a_deleted_account(on_sqlite: Running) -> None:
    table, guests = seated(on_sqlite, 3)
    leaver = guests[2]
    leaver.post("/api/account", name="Leaver", password="long enough words")
    play_on(watching(table, guests), random.Random(9))
    leaver.delete("/api/account", password="long enough words")
    fresh = guests[0].post(f"/api/tables/{table}/rematch")
    assert [seat["kind"] for seat in fresh["seats"]] == ["person", "person", "open"]
    assert (fresh["seats"][2]["person"], fresh["seats"][2]["name"]) == (None, "")
    other = Guest(on_sqlite, "Else")
    other.post(f"/api/tables/{fresh['table']}/join")
    guests[1].post(f"/api/tables/{fresh['table']}/join")
    assert guests[0].post(f"/api/tables/{fresh['table']}/start")["status"] == "playing"
    # Nobody's name is left at the table that was played.
    assert guests[0].get(f"/api/tables/{table}")["seats"][2]["name"].startswith("#")


def test_chat_and_mutes(running: Running) -> None:
    table, guests = seated(running, 3)
    talks = watching(table, guests)
    talks[0].send("say", table=table, text="  good luck <b>all</b> ")
    for talk in talks:
        line = talk.until_type("chat")
        assert (line["text"], line["number"], line["person"]) == ("good luck <b>all</b>", 1, guests[0].id)
    guests[2].post("/api/mutes", person=guests[0].id)
    guests[0].post(f"/api/tables/{table}/say", text="still there?")
    assert talks[1].until_type("chat")["number"] == 2
    assert not [message for message in talks[2].quiet() if message["type"] == "chat"]
    fresh = guests[2].talk()
    assert fresh.watch(table)["chat"] == []
    guests[2].delete(f"/api/mutes/{guests[0].id}")
    fresh = guests[2].talk()
    assert [line["number"] for line in fresh.watch(table)["chat"]] == [1, 2]
    # Coming back with a seq, the lines come too.
    again = guests[1].talk()
    again.watch(table, since=again.seq)
    assert again.until_type("chat")["number"] == 1
    talks[0].send("say", table=table, text="x" * 301)
    assert talks[0].until_type("refused")["code"] == "bad_message"
    talks[0].send("say", table=table, text="\u202eevil")
    assert talks[0].until_type("refused")["code"] == "bad_line"
    silent, others = seated(running, 2, chat=False)
    with pytest.raises(Refused, match="no_chat"):
        others[0].post(f"/api/tables/{silent}/say", text="hello")


def test_what_a_host_may_do(on_sqlite: Running) -> None:
    host, friend, stranger = (Guest(on_sqlite, name) for name in ("Host", "Friend", "Stranger"))
    table = host.open(seats=["me", "open", "open"])
    friend.post(f"/api/tables/{table}/join", seat=2)
    with pytest.raises(Refused, match="seat_taken"):
        stranger.post(f"/api/tables/{table}/join", seat=2)
    with pytest.raises(Refused, match="already_seated"):
        friend.post(f"/api/tables/{table}/join")
    with pytest.raises(Refused, match="not_the_host"):
        friend.post(f"/api/tables/{table}/kick", seat=0)
    with pytest.raises(Refused, match="seats_open"):
        host.post(f"/api/tables/{table}/start")
    with pytest.raises(Refused, match="not_yourself"):
        host.post(f"/api/tables/{table}/kick", seat=0)
    assert host.post(f"/api/tables/{table}/kick", seat=2)["seats"][2]["kind"] == "open"
    with pytest.raises(Refused, match="removed_by_host"):
        friend.post(f"/api/tables/{table}/join")
    stranger.post(f"/api/tables/{table}/join")
    assert stranger.post(f"/api/tables/{table}/leave")["seats"][1]["kind"] == "open"
    with pytest.raises(Refused, match="not_seated"):
        stranger.post(f"/api/tables/{table}/leave")
    with pytest.raises(Refused, match="not_the_host"):
        stranger.post(f"/api/tables/{table}/close")
    assert host.post(f"/api/tables/{table}/close")["status"] == "closed"
    with pytest.raises(Refused, match="table_closed"):
        stranger.post(f"/api/tables/{table}/join")


def test_a_host_replaces_a_player_by_a_bot(on_sqlite: Running) -> None:
    table, guests = seated(on_sqlite, 2)
    talks = watching(table, guests)
    with pytest.raises(Refused, match="not_the_host"):
        guests[1].post(f"/api/tables/{table}/replace", seat=0, bot="random")
    with pytest.raises(Refused, match="no_such_bot"):
        guests[0].post(f"/api/tables/{table}/replace", seat=1, bot="genius")
    info = guests[0].post(f"/api/tables/{table}/replace", seat=1, bot="random")
    assert (info["seats"][1]["kind"], info["seats"][1]["person"]) == ("bot", None)
    talks[0].until(lambda message: message["type"] == "entry" and message["by_bot"] and message["kind"] == "move")
    assert talks[1].act(1, "pass")["code"] == "not_your_seat"


def test_a_host_gives_an_open_seat_to_a_bot_before_the_game(on_sqlite: Running) -> None:
    host, other = Guest(on_sqlite, "Host"), Guest(on_sqlite, "Other")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    table = host.post("/api/tables", map="usa", seats=seats)["table"]
    other.post(f"/api/tables/{table}/join", seat=1)
    with pytest.raises(Refused, match="not_the_host"):
        other.post(f"/api/tables/{table}/replace", seat=2, bot="random")
    with pytest.raises(Refused, match="no_such_bot"):
        host.post(f"/api/tables/{table}/replace", seat=2, bot="genius")
    with pytest.raises(Refused, match="seat_taken"):
        host.post(f"/api/tables/{table}/replace", seat=1, bot="random")
    info = host.post(f"/api/tables/{table}/replace", seat=2, bot="random")
    assert (info["seats"][2]["kind"], info["seats"][2]["bot"]) == ("bot", "random")
    assert host.post(f"/api/tables/{table}/kick", seat=2)["seats"][2]["kind"] == "open"
    host.post(f"/api/tables/{table}/replace", seat=2, bot="random")
    assert host.post(f"/api/tables/{table}/start")["status"] == "playing"


def test_nothing_is_left_of_a_client_that_goes(on_sqlite: Running) -> None:
    table, guests = seated(on_sqlite, 2)
    for _ in range(20):
        talks = watching(table, guests)
        for talk in talks:
            talk.close()
    services = on_sqlite.services
    end = time.monotonic() + PATIENCE
    while (services.clients or services.hall.tasks) and time.monotonic() < end:
        time.sleep(0.05)
    assert not services.clients
    assert not services.hall.awake[table].watchers
    assert not [task for task in services.hall.tasks if not task.done()]
    assert services.metrics.sockets.value() == 0


def test_players_of_one_table_on_two_servers(postgres_url: str) -> None:
    with Running(postgres_url) as first, Running(postgres_url) as second:
        table, guests = seated(first, 2)
        there = Guest(second)
        there.http.cookies = guests[1].http.cookies
        talks = watching(table, [guests[0], there])
        play_on(talks, random.Random(10), 30)
        assert talks[0].public == talks[1].public
        there.post(f"/api/tables/{table}/say", text="hello from there")
        assert talks[0].until_type("chat")["text"] == "hello from there"
        guests[0].post(f"/api/tables/{table}/say", text="and from here")
        assert talks[1].until(lambda message: message.get("text") == "and from here")["number"] == 2
        # The same move by two devices of one person on two servers: one wins, the other is refused cleanly.
        acting = next(talk for talk in talks if talk.turns)
        seat = acting.turns[0]["seat"]
        elsewhere = Guest(second if acting is talks[0] else first)
        elsewhere.http.cookies = acting.guest.http.cookies
        other = elsewhere.talk()
        other.watch(table)
        action = acting.turns[0]["actions"][0]
        for number, talk in enumerate((acting, other)):
            talk.send("act", table=table, seat=seat, base_seq=acting.seq, action_id=f"race-{number}", action=action)
        answers = [talk.until(lambda message: "action_id" in message) for talk in (acting, other)]
        assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
        assert next(answer for answer in answers if answer["type"] == "refused")["code"] == "stale"
        for talk in (*talks, other):
            talk.until_seq(next(answer["seq"] for answer in answers if answer["type"] == "done"))
        assert talks[0].public == talks[1].public == other.public

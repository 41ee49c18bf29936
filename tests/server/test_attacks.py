"""Attacks by strangers: they use up neither the allowance of the players nor the time of the server."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from server.guests import PATIENCE, Guest, Refused, Running, Talk, play_on, seated, watching
from trunkline.server import services as services_module
from trunkline.server.http.rate_limits import MOST_HELD, RATES, READING_COST
from trunkline.server.tables import hall as hall_module


class Clock:
    """The time by which rates are counted: it stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(services_module, "time", SimpleNamespace(monotonic=found, time=time.time))
    return found


@pytest.fixture
def strict(clock: Clock, database_url: str) -> Iterator[Running]:
    """A server with its limits on, on each database."""
    with Running(database_url, limits=True) as server:
        yield server


# --- the allowance of a table ----------------------------------------------------------------------------------------


def test_strangers_do_not_use_up_the_moves_of_a_table(strict: Running) -> None:
    table, players = seated(strict, 2)
    each = int(RATES["move_person"].burst)
    for number in range(int(RATES["move_table"].burst) // each + 1):
        stranger = Guest(strict, f"Stranger {number}").talk()
        stranger.watch(table)
        answers = [stranger.act(0, "keep 1 2 3", base_seq=1) for _ in range(each)]
        assert {answer["code"] for answer in answers} == {"not_your_seat"}
    for seat, talk in enumerate(watching(table, players)):
        assert talk.act(seat, "keep 1 2 3", base_seq=1)["type"] == "done"


def test_the_moves_of_players_are_limited_by_their_table(strict: Running) -> None:
    table, players = seated(strict, 2)
    talks = watching(table, players)
    each = int(RATES["move_person"].burst)
    answers = [talk.act(seat, "pass", base_seq=1) for seat, talk in enumerate(talks) for _ in range(each)]
    assert [answer["code"] for answer in answers].count("too_fast") == 2 * each - RATES["move_table"].burst


@pytest.mark.parametrize("spectators", [False, True])
def test_strangers_do_not_use_up_the_chat_of_a_table(strict: Running, spectators: bool) -> None:
    table, players = seated(strict, 2, spectators=spectators, public=True)
    talks = watching(table, players)
    each, shared = int(RATES["chat_person"].burst), int(RATES["chat_table"].burst)
    codes = []
    for number in range(shared // each + 1):
        stranger = Guest(strict, f"Stranger {number}")
        for line in range(each):
            answer = stranger.http.post(f"/api/tables/{table}/say", json={"text": f"buy {number} {line}"})
            codes.append("" if answer.status_code == 204 else answer.json()["code"])
    # Where spectators may talk, they share what there is; elsewhere not one line counts.
    assert set(codes) == ({"", "too_fast"} if spectators else {"no_spectators"})
    assert codes.count("") == (shared if spectators else 0)
    for player in players:
        player.post(f"/api/tables/{table}/say", text="your turn")
    assert talks[0].until(lambda message: message.get("person") == players[1].id)["text"] == "your turn"


# --- requests that are dear ------------------------------------------------------------------------------------------

BURST, EACH_SECOND = RATES["reading"].burst, RATES["reading"].each_second


@pytest.fixture
def played(clock: Clock, sqlite_url: str) -> Iterator[tuple[Running, str, int]]:
    """A server with its limits on, a finished game on it, and how many entries that has."""
    with Running(sqlite_url) as server:
        table, guests = seated(server, 2, public=True)
        talks = watching(table, guests)
        play_on(talks, random.Random(4))
        for talk in talks:
            talk.close()
        server.services.settings = replace(server.settings, limits=True)
        yield server, table, talks[0].seq


def asked(talk: Talk, table: str, since: int) -> tuple[int, int]:
    """Watch a table; how many entries and how many snapshots were told."""
    talk.send("watch", table=table, since=since)
    talk.send("ping")
    talk.heard.clear()
    talk.until_type("pong")
    kinds = [message["type"] for message in talk.heard]
    assert "refused" not in kinds, "whoever asks too often gets a snapshot"
    return kinds.count("entry"), kinds.count("snapshot")


def counted(running: Running, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of all that the workers are given to do from now on."""
    done: list[str] = []
    run = running.services.pool.run

    async def counting(work: Callable[..., Any], *words: Any) -> Any:
        done.append(work.__name__)
        return await run(work, *words)

    monkeypatch.setattr(running.services.pool, "run", counting)
    return done


def test_one_guest_is_told_only_so_many_entries_of_the_past(played: tuple[Running, str, int], clock: Clock) -> None:
    running, table, seq = played
    since = max(0, seq - hall_module.ENTRIES_AT_ONCE)
    while BURST % (seq - since) < 1:  # something is left of the allowance when it does not suffice for all
        since += 1
    length = seq - since
    talk = Guest(running, "Curious").talk()
    full = int(BURST // length)
    answers = [asked(talk, table, since) for _ in range(full + 10)]
    assert answers == [(length, 0)] * full + [(0, 1)] * 10
    # Further guests and connections of the same address have no allowance of their own; nor has the other way to ask.
    assert asked(Guest(running, "Curious too").talk(), table, since) == (0, 1)
    with Guest(running).http.stream("GET", f"/api/tables/{table}/events?since={since}") as stream:
        assert json.loads(next(stream.iter_lines()))["type"] == "snapshot"
    # What little somebody missed who was away for a moment is told as long as there is something left.
    assert asked(talk, table, seq - 1) == (1, 0)
    # In the long run it is the rate and no more, however often somebody asks.
    told = 0
    for _ in range(20):
        clock.now += 1.0
        told += sum(asked(talk, table, since)[0] for _ in range(3))
    assert told <= 20 * EACH_SECOND + length


def test_others_get_their_turn_while_the_past_is_told(played: tuple[Running, str, int]) -> None:
    running, table, seq = played
    loop = running.services.tasks[0].get_loop()

    async def turns_of_others() -> tuple[int, int]:
        turns = 0

        async def other() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        live = await running.services.hall.live(table)
        entries = await running.services.store.entries(table, 0, seq)
        beside = asyncio.create_task(other())
        async with live.lock:
            messages = await running.services.hall.retold(live, entries, None)
        beside.cancel()
        return turns, len(messages)

    turns, told = asyncio.run_coroutine_threadsafe(turns_of_others(), loop).result(PATIENCE)
    assert told == seq and turns >= seq // hall_module.ENTRIES_IN_A_ROW


def test_watching_again_tells_nobody_else(played: tuple[Running, str, int]) -> None:
    running, table, _ = played
    watcher = Guest(running, "Calm").talk()
    watcher.watch(table)
    eager = Guest(running, "Eager").talk()
    for _ in range(20):
        eager.watch(table)
    watcher.send("ping")
    watcher.heard.clear()
    watcher.until_type("pong")
    assert [message["type"] for message in watcher.heard] == ["table", "pong"]


@pytest.mark.parametrize(("path", "work"), [("record", "export"), ("story", "statistics_of")])
def test_a_finished_game_is_worked_out_once(
    played: tuple[Running, str, int], monkeypatch: pytest.MonkeyPatch, path: str, work: str
) -> None:
    running, table, _ = played
    done = counted(running, monkeypatch)
    nobody = Guest(running)
    answers = {nobody.http.get(f"/api/tables/{table}/{path}").content for _ in range(15)}
    assert len(answers) == 1 and done == [work]


def test_a_record_that_was_made_before_is_not_sent_without_end(played: tuple[Running, str, int]) -> None:
    running, table, seq = played
    nobody = Guest(running)
    left = BURST - READING_COST["record"] * seq
    sent = 1 + int(left // (READING_COST["log"] * seq))
    codes = [nobody.http.get(f"/api/tables/{table}/record").status_code for _ in range(sent + 2)]
    assert codes == [200] * sent + [429] * 2


@pytest.mark.parametrize("path", ["record", "story"])
def test_one_guest_has_only_so_many_games_worked_out(
    played: tuple[Running, str, int], monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    running, table, seq = played
    done = counted(running, monkeypatch)
    nobody = Guest(running)
    codes = []
    for _ in range(int(BURST // (READING_COST[path] * seq)) + 5):
        # As if it were another game each time; the other limits are not what is tried here.
        kept = running.services.records if path == "record" else running.services.stories
        kept._kept.clear()
        kept._weight = 0
        running.services.limits.forgive("127.0.0.1", "hint")
        codes.append(nobody.http.get(f"/api/tables/{table}/{path}").status_code)
    assert codes.count(200) == len(done) == int(BURST // (READING_COST[path] * seq))
    assert codes[-5:] == [429] * 5


def test_logs_lists_and_people_are_charged_too(played: tuple[Running, str, int], clock: Clock) -> None:
    running, table, seq = played
    person = running.services.hall.awake[table].table.row.host
    for path, cost in (
        (f"/api/tables/{table}/entries", READING_COST["log"] * seq),
        (f"/api/people/{person}", READING_COST["person"]),
        ("/api/tables", READING_COST["tables"]),
    ):
        clock.now += 1000.0
        nobody = Guest(running)
        nobody.get(path)
        running.services.limits.check("127.0.0.1", "reading", clock.now, BURST - 1.5 * cost)
        with pytest.raises(Refused, match="429 too_fast"):
            nobody.get(path)


MOST_MOVES = 150
"""What one guest may cost in the long run, in moves for each second: a tenth of what the bench asks of a server."""


def loop_seconds(running: Running) -> float:
    """Processor time that the event loop of a server has taken so far."""

    async def ask() -> float:
        return time.thread_time()

    return running.wait(ask())


def test_what_one_guest_asks_for_costs_less_than_a_tenth_of_the_moves(
    played: tuple[Running, str, int], clock: Clock
) -> None:
    """Both are processor time of the same loop in the same run, so the speed of the machine does not matter."""
    running, table, seq = played
    person = running.services.hall.awake[table].table.row.host
    # Players of another address, so to speak: their moves are not limited while they are measured.
    running.services.settings = replace(running.settings, limits=False)
    other, players = seated(running, 2)
    talks = watching(other, players)
    play_on(talks, random.Random(2), 20)
    before = loop_seconds(running)
    moves = play_on(talks, random.Random(3), 60)
    of_a_move = (loop_seconds(running) - before) / moves
    for player in talks:
        player.close()

    running.services.settings = replace(running.settings, limits=True)
    guest = Guest(running, "Curious")
    talk = guest.talk()
    since = max(0, seq - hall_module.ENTRIES_AT_ONCE)
    paths = [
        f"/api/tables/{table}/record",
        f"/api/tables/{table}/entries",
        f"/api/tables/{table}/story",
        f"/api/tables/{table}/view?at={seq - 1}",
        f"/api/people/{person}",
        "/api/tables",
    ]

    def attack(messages: float, requests: float) -> None:
        for _ in range(int(messages) // 2):
            asked(talk, table, since)
        for number in range(int(requests)):
            guest.http.get(paths[number % len(paths)])

    # All that may be asked for at once, then what each further second allows.
    attack(RATES["socket_message"].burst - 10, RATES["request"].burst - 10)
    costs = []
    for _ in range(7):
        clock.now += 1.0
        before = loop_seconds(running)
        attack(RATES["socket_message"].each_second, RATES["request"].each_second)
        costs.append(loop_seconds(running) - before)
    of_a_second = min(costs)  # the least disturbed by what else the machine does
    assert of_a_second < MOST_MOVES * of_a_move, f"a second of one guest is {of_a_second / of_a_move:.0f} moves"


def test_a_flood_is_refused_slowly(strict: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal costs about as much as an answer: a client that repeats without a pause has to wait for each."""
    waited: list[float] = []

    async def note(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(services_module, "sleep", note)
    guest = Guest(strict, "Flood")
    talk = guest.talk()
    strict.services.limits.check("127.0.0.1", "request", 1000.0, RATES["request"].burst - 5)
    statuses = [guest.http.get("/api/tables/none").status_code for _ in range(10)]
    assert 0 < statuses.count(429) == len(waited) < 10
    waited.clear()
    most = int(RATES["socket_message"].burst)
    for _ in range(most + 5):
        talk.send("ping")
    answers = [json.loads(talk.socket.recv(PATIENCE))["type"] for _ in range(most + 5)]
    assert answers.count("refused") == len(waited) == 5
    assert set(waited) == {services_module.REFUSAL_DELAY}


# --- connections that are held open ----------------------------------------------------------------------------------


def test_strangers_of_one_address_have_only_so_many_streams(strict: Running) -> None:
    table, _ = seated(strict, 2)
    nobody, most = Guest(strict), MOST_HELD["streams"]
    path = f"/api/tables/{table}/events"
    with ExitStack() as streams:
        # Kept, for a stream ends with the one who reads it.
        reading = [streams.enter_context(nobody.http.stream("GET", path)).iter_lines() for _ in range(most)]
        assert {json.loads(next(lines))["type"] for lines in reading} == {"snapshot"}
        with nobody.http.stream("GET", path) as refused:
            assert (refused.status_code, json.loads(refused.read())["code"]) == (429, "too_many_streams")
        # Somebody who is known has streams of their own.
        with Guest(strict, "Known").http.stream("GET", path) as known:
            assert known.status_code == 200
    until(lambda: len(strict.services.held) == 0)


def test_strangers_of_one_address_have_only_so_many_sockets(strict: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MOST_HELD, "sockets", 5)
    nobody = Guest(strict)
    talks = [nobody.talk() for _ in range(5)]
    with pytest.raises(InvalidStatus):
        nobody.talk()
    known = Guest(strict, "Known").talk()
    for talk in [*talks, known]:
        talk.close()
    until(lambda: len(strict.services.held) == 0)
    nobody.talk()


def until(reached: Callable[[], bool]) -> None:
    """Wait for something that comes by itself."""
    end = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.01)

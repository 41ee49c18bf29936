"""Random, malformed, huge, out-of-order and replayed messages: typed refusals, nothing changes, the server stays up."""

from __future__ import annotations

import json
import random
import string
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from conftest import FULL
from server.campaigning import open_campaign, seat_all
from server.guests import Guest, Running, Talk, play_on, seated, sqlite_at, watching
from trunkline.server import services
from trunkline.server.http.websocket import ABUSE, PATIENCE, TOO_SLOW

MESSAGES = 60_000 if FULL else 6_000
TYPES = ("watch", "unwatch", "act", "undo", "say", "ping", "snapshot", "done", "entry", "", "ACT", "__proto__")
ACTORS = ("host", "blue", "red", "green", "")
KNOWN = {"refused", "pong", "snapshot", "table", "done", "entry", "chat", "gone", "campaign", "campaign-snapshot"}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(sqlite_at(tmp_path_factory.mktemp("fuzz"))) as server:
        yield server


def anything(chance: random.Random, depth: int = 0) -> Any:
    """Any value that JSON has."""
    kinds = 8 if depth < 3 else 6
    match chance.randrange(kinds):
        case 0:
            return None
        case 1:
            return chance.choice([True, False])
        case 2:
            return chance.choice([0, -1, 1, 4, 5, 2**31, 2**63, 2**64, -(2**70), 1_000_000, 1_000_001])
        case 3:
            return chance.choice([0.5, -1e308, 1e-9, 3.0])
        case 4:
            return "".join(chance.choices(string.printable + "йλ\u202e\x00\U0001f682", k=chance.randrange(40)))
        case 5:
            return chance.choice(["draw deck", "keep 1 2", "pass", "claim", "keep " + "1 " * 60, "pay red+255"])
        case 6:
            return [anything(chance, depth + 1) for _ in range(chance.randrange(4))]
        case _:
            return {str(anything(chance, 3)): anything(chance, depth + 1) for _ in range(chance.randrange(4))}


def message(chance: random.Random, table: str, said: list[str]) -> str | bytes:
    """A message that may be near to a right one, or far from it, or one that was sent before."""
    kind = chance.random()
    if kind < 0.05:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(60)))
    if kind < 0.15:
        return "".join(chance.choices(string.printable, k=chance.randrange(200)))
    if kind < 0.2:
        return "[" * chance.randrange(1, 4000)
    if kind < 0.25:
        return json.dumps({"type": "say", "table": table, "text": "x" * chance.randrange(3000, 9000)})
    if kind < 0.35 and said:
        return chance.choice(said)
    fields: dict[str, Any] = {
        "type": chance.choice(TYPES),
        "table": table,
        "seat": chance.randrange(5),
        "base_seq": chance.randrange(60),
        "action_id": f"f{chance.randrange(1000)}",
        "action": "draw 7",
        "text": "hello",
        "since": chance.randrange(100),
    }
    if table.startswith("campaign-"):
        del fields["seat"], fields["base_seq"]
        actions = [
            "seat blue red",
            "remove payday",
            "name LK BR",
            "pick LK",
            "vote a",
            "leave",
            "christen x y",
            "join x",
        ]
        more = {"type": chance.choice([*TYPES, "decide", "decide", "decide"]), "actor": chance.choice(ACTORS)}
        fields |= {**more, "action": chance.choice(actions)}
    for key in list(fields):
        if key != "type" and chance.random() < 0.35:
            del fields[key]
        elif chance.random() < 0.25:
            fields[key] = anything(chance)
    if chance.random() < 0.1:
        fields[str(anything(chance, 3))] = anything(chance)
    return json.dumps(fields)


def send_nonsense(stranger: Guest, table: str) -> None:
    """Nothing that a stranger sends about this table can be right. Its connection is closed again and again for its
    manners."""
    chance = random.Random("fuzz")
    talk = stranger.talk()
    said: list[str] = []
    codes: list[int] = []
    for _ in range(MESSAGES):
        wrong = message(chance, table, said)
        if isinstance(wrong, str):
            said = [*said[-50:], wrong]
        try:
            talk.socket.send(wrong)
        except ConnectionClosed as end:
            codes.append(end.rcvd.code if end.rcvd else 0)
            talk = stranger.talk()
            continue
        try:
            while True:
                assert talk.hear(0)["type"] in KNOWN
        except (TimeoutError, ConnectionClosed):
            pass
    assert len(codes) > 3 and set(codes) <= {ABUSE, 1009}


def test_nonsense_is_refused_and_changes_nothing(running: Running) -> None:
    table, guests = seated(running, 3)
    talks = watching(table, guests)
    play_on(talks, random.Random(1), 20)
    before = (talks[0].seq, talks[0].public, talks[0].own)
    stranger = Guest(running, "Stranger")
    send_nonsense(stranger, table)
    again = guests[0].talk()
    assert again.watch(table)["type"] == "snapshot"
    assert (again.seq, again.public, again.own) == before
    play_on([again, *talks[1:]], random.Random(2), 5)
    assert stranger.get("/health")["status"] == "ok"


def test_nonsense_about_a_campaign_changes_nothing(running: Running) -> None:
    """Before and after it the president decides; nothing happened in between."""
    president = open_campaign(Guest(running, "Anna"), bots=1)
    before = president.until(president.settled)
    stranger = Guest(running, "Stranger")
    send_nonsense(stranger, president.campaign)
    assert president.info() == before
    seat_all(president, stand_in=True)
    assert president.info()["seq"] > before["seq"]
    assert stranger.get("/health")["status"] == "ok"


def test_a_player_who_sends_nonsense_gets_typed_answers(running: Running) -> None:
    table, guests = seated(running, 2)
    talks = watching(table, guests)
    seq = talks[0].seq
    for wrong, reason in (
        (b"\x00\x01", "binary"),
        ("", "shape"),
        ("null", "shape"),
        ("[]", "shape"),
        ("{}", "shape"),
        ('{"type": "act"}', "shape"),
        ('{"type": "ping", "more": 1}', "shape"),
        ('{"type": "watch", "table": "../etc"}', "shape"),
        ('{"type": "say", "table": "x", "text": ""}', "shape"),
        ('{"type": "ping"}' + " " * 5000, "size"),
        ('{"type":"say","table":"x","text":"' + "й" * 2500 + '"}', "size"),
        ("[" * 3000, "shape"),
    ):
        talks[0].socket.send(wrong)
        answer = talks[0].until_type("refused")
        assert (answer["code"], answer["params"]) == ("bad_message", {"reason": reason}), wrong
        talks[0].send("ping")
        talks[0].until_type("pong")
    nowhere = {"table": "nowhere", "seat": 0, "base_seq": 0, "action_id": "x", "action": "pass"}
    talks[0].send("act", **nowhere)
    refused = talks[0].until_type("refused")
    assert (refused["code"], refused["table"], refused["action_id"]) == ("no_such_table", "nowhere", "x")
    assert talks[0].seq == seq


def test_far_too_much_closes_the_connection(running: Running) -> None:
    talk = Guest(running, "Loud").talk()
    talk.socket.send("x" * 200_000)
    assert talk.closed_with() == 1009
    rude = Guest(running, "Rude").talk()
    for _ in range(PATIENCE + 5):
        try:
            rude.socket.send("what?")
        except ConnectionClosed:
            break
    assert rude.closed_with() == ABUSE


def test_messages_replayed_and_out_of_order(running: Running) -> None:
    table, guests = seated(running, 2)
    talks = watching(table, guests)
    sent: list[dict[str, Any]] = []
    chance = random.Random(3)
    for number in range(12):
        talk = next(talk for talk in talks if talk.turns)
        turn = talk.turns[0]
        wish = {"seat": turn["seat"], "base_seq": talk.seq, "action": chance.choice(turn["actions"])}
        done = talk.act(wish["seat"], wish["action"], action_id=f"m{number}")
        sent.append({**wish, "action_id": f"m{number}", "seq": done["seq"], "talk": talk})
        for other in talks:
            other.until_seq(done["seq"])
    seq = talks[0].seq
    chance.shuffle(sent)
    for wish in sent:
        again = wish["talk"].act(wish["seat"], wish["action"], wish["base_seq"], wish["action_id"])
        assert (again["type"], again["seq"]) == ("done", wish["seq"])
        other = talks[1 - talks.index(wish["talk"])]
        stolen = other.act(wish["seat"], wish["action"], wish["base_seq"], wish["action_id"])
        assert stolen["code"] == "not_your_seat", "an action_id of another is no key to its seat"
    assert not [message for talk in talks for message in talk.quiet(0.1) if message["type"] == "entry"]
    assert running.services.hall.awake[table].table.row.seq == seq


def test_a_client_that_does_not_read_is_dropped(running: Running) -> None:
    import socket

    table, guests = seated(running, 2)
    talks = watching(table, guests)
    lazy = guests[1].talk()
    lazy.watch(table)
    # It reads no more: its own buffers are as small as they can be.
    lazy.socket.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    lazy.socket.recv_events_thread.join(0)
    pause_reading(lazy)
    live = running.services.hall.awake[table]
    there = len(live.watchers)
    end = time.monotonic() + 30
    message = b'{"type":"pong","filling":"' + b"x" * 100_000 + b'"}'
    client = next(client for client in live.watchers if getattr(client, "asker", None) and is_lazy(client, lazy))
    loop = running.services.tasks[0].get_loop()
    while len(live.watchers) == there and time.monotonic() < end:
        loop.call_soon_threadsafe(client.push, message)
        time.sleep(0.005)
    assert len(live.watchers) == there - 1
    assert getattr(client, "close_code", None) == TOO_SLOW
    assert len(client) == 0, "nothing is kept for it"  # type: ignore[arg-type]
    # The others did not notice.
    play_on(talks, random.Random(5), 3)


def pause_reading(talk: Talk) -> None:
    """Stop the thread that reads this socket from reading on."""
    talk.socket.recv_messages.pause()


def is_lazy(client: Any, lazy: Talk) -> bool:
    port = lazy.socket.socket.getsockname()[1]
    return bool(client.socket.client.port == port)


def test_who_may_open_a_socket(running: Running) -> None:
    guest = Guest(running, "Origin")
    with pytest.raises(InvalidStatus):
        Talk(guest, {"Origin": "https://elsewhere.example"})
    with pytest.raises(InvalidStatus):
        Talk(guest, {"Sec-Fetch-Site": "cross-site"})
    with pytest.raises(InvalidStatus):
        Talk(Guest(running, token="tl_no_such_token"))
    nobody = Guest(running).talk()
    nobody.send("act", table="x", seat=0, base_seq=0, action_id="x", action="pass")
    assert nobody.hear()["code"] == "who_are_you"


def test_rates_hold_on_the_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "REFUSAL_DELAY", 0.02)
    with Running(sqlite_at(tmp_path), limits=True) as strict:
        talk = Guest(strict, "Quick").talk()
        try:
            for _ in range(400):
                talk.send("ping")
        except ConnectionClosed:
            pass
        assert talk.closed_with() == ABUSE
        calm = Guest(strict, "Calm").talk()
        calm.send("ping")
        assert calm.hear()["type"] == "pong"

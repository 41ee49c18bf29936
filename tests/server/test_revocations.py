"""A login that was ended: nothing is read or written with it any more, by any connection, in any process."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import delete
from websockets.exceptions import ConnectionClosed

from server.databases import PostgresServer
from server.guests import PATIENCE, Guest, Refused, Running, Talk, seated, watching
from server.processes import Process
from trunkline.server.people import sessions as sessions_module
from trunkline.server.store import schema

PASSWORD = "correct horse battery"
LEFT = 4001


class Owner:
    """An account with a game under way: the owner sits in seat 0, a friend in seat 1, and it is the owner's turn."""

    def __init__(self, server: Running, name: str) -> None:
        self.name = name
        self.guest = Guest(server, name)
        self.code = str(self.guest.post("/api/account", name=name, password=PASSWORD)["recovery"])
        self.friend = Guest(server, "Friend")
        self.table = self.guest.open(seats=["me", "open"], first=0)
        self.friend.post(f"/api/tables/{self.table}/join")
        self.guest.post(f"/api/tables/{self.table}/start")

    def log_in(self, server: Running) -> Guest:
        """A further device: the thief's, who knows the password."""
        guest = Guest(server)
        guest.id = guest.post("/api/session", name=self.name, password=PASSWORD)["person"]["id"]
        return guest

    def token(self) -> tuple[str, str]:
        made = self.guest.post("/api/tokens", label="bot")
        return made["token"]["id"], made["secret"]

    def seq(self) -> int:
        return int(self.friend.get(f"/api/tables/{self.table}")["seq"])

    def moves(self) -> int:
        """What was done by hand; a bot may play for a deleted account."""
        found = self.friend.get(f"/api/tables/{self.table}/entries")
        return sum(entry["kind"] == "move" and not entry["by_bot"] for entry in found)


class Reading:
    """`GET …/events`, read by a thread of its own until the server ends it."""

    def __init__(self, guest: Guest, table: str) -> None:
        self.lines: list[dict[str, Any]] = []
        self.begun = threading.Event()
        self.failed: BaseException | None = None

        def read() -> None:
            try:
                with guest.http.stream("GET", f"/api/tables/{table}/events") as stream:
                    for line in stream.iter_lines():
                        if line:
                            self.lines.append(json.loads(line))
                            self.begun.set()
            except BaseException as error:
                self.failed = error

        self.thread = threading.Thread(target=read, daemon=True)
        self.thread.start()
        assert self.begun.wait(PATIENCE)

    def ends(self) -> None:
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), "the stream goes on"
        assert self.failed is None


def recover(owner: Owner) -> None:
    owner.guest.post("/api/account/recover", name=owner.name, code=owner.code, password="a new password")


def delete_account(owner: Owner) -> None:
    owner.guest.delete("/api/account", password=PASSWORD)


def log_out_everywhere(owner: Owner) -> None:
    owner.guest.delete("/api/sessions")


WAYS: list[Callable[[Owner], None]] = [recover, delete_account, log_out_everywhere]


@pytest.fixture
def running(database_url: str) -> Iterator[Running]:
    with Running(database_url) as server:
        yield server


def everything_ends(owner: Owner, there: Running, end: Callable[[Owner], None]) -> None:
    """A thief's socket, stream and bot on a server, and what becomes of them when the owner ends all logins."""
    thief = owner.log_in(there)
    bot = Guest(there, token=owner.token()[1])
    talks: list[Talk] = []
    for guest in (thief, bot):
        talk = guest.talk()
        assert talk.watch(owner.table)["own"]
        talks.append(talk)
    streams = [Reading(thief, owner.table), Reading(bot, owner.table)]
    assert all(stream.lines[0]["own"] for stream in streams)
    end(owner)
    for talk in talks:
        assert talk.closed_with() == LEFT
    for stream in streams:
        stream.ends()
    # What the game does now nobody was told who is gone, and neither may move.
    had = owner.moves()
    move = {"seat": 0, "base_seq": owner.seq(), "action_id": "late", "action": "keep 1 2 3"}
    for guest, code in ((thief, "who_are_you"), (bot, "bad_token")):
        with pytest.raises(Refused, match=code):
            guest.post(f"/api/tables/{owner.table}/act", **move)
    thief_again = thief.talk()
    assert thief_again.watch(owner.table)["own"] == [], "whoever comes back is nobody"
    thief_again.send("act", table=owner.table, **move)
    assert thief_again.until_type("refused")["code"] == "who_are_you"
    assert owner.moves() == had


@pytest.mark.parametrize("end", WAYS)
def test_all_connections_end_with_the_logins(running: Running, end: Callable[[Owner], None]) -> None:
    owner = Owner(running, "Grace")
    everything_ends(owner, running, end)


def test_all_connections_end_in_the_other_process(servers: list[Process]) -> None:
    """A stolen login's socket on the other process cannot move after a recovery, and its streams end."""
    here, there = servers
    for number, end in enumerate(WAYS):
        everything_ends(Owner(here, f"Grace {number + 2}"), there, end)


def one_token_ends(owner: Owner, there: Running) -> None:
    token, secret = owner.token()
    _, other_secret = owner.token()
    revoked, kept = Guest(there, token=secret), Guest(there, token=other_secret)
    talk, other = revoked.talk(), kept.talk()
    talk.watch(owner.table)
    other.watch(owner.table)
    stream = Reading(revoked, owner.table)
    assert stream.lines[0]["own"][0]["hand"]
    owner.guest.delete(f"/api/tokens/{token}")
    assert talk.closed_with() == LEFT
    stream.ends()
    heard = len(stream.lines)
    # The other token and the owner's own devices go on.
    assert other.act(0, "keep 1 2 3")["type"] == "done"
    assert len(stream.lines) == heard
    assert owner.guest.get("/api/me")["person"]["id"] == owner.guest.id


def test_a_stream_and_a_socket_end_with_their_token_and_no_other_does(running: Running) -> None:
    one_token_ends(Owner(running, "Grace"), running)


def test_a_token_ends_in_the_other_process(servers: list[Process]) -> None:
    one_token_ends(Owner(servers[0], "Grace"), servers[1])


def test_logging_out_ends_the_streams_of_this_device_only(running: Running) -> None:
    owner = Owner(running, "Grace")
    device, other = owner.log_in(running), owner.log_in(running)
    here, there = Reading(device, owner.table), Reading(other, owner.table)
    device.delete("/api/session")
    here.ends()
    talk = owner.guest.talk()
    talk.watch(owner.table)
    talk.act(0, "keep 1 2 3")
    end = time.monotonic() + PATIENCE
    while not any(line["type"] == "entry" for line in there.lines):
        assert time.monotonic() < end, "the other device hears no more"
        time.sleep(0.01)


def test_a_guest_who_is_deleted_is_gone_everywhere(running: Running) -> None:
    table, guests = seated(running, 2, first=0)
    guest, other = guests
    talk = guest.talk()
    talk.watch(table)
    stream = Reading(guest.same_person(), table)
    account = Owner(running, "Grace")
    with pytest.raises(Refused, match="not_a_guest"):
        account.guest.delete("/api/me")
    [looking] = watching(table, [other])
    device = guest.same_person()
    guest.delete("/api/me")
    assert talk.closed_with() == LEFT
    stream.ends()
    assert device.get("/api/me")["person"] is None
    looking.until(lambda told: told["type"] == "table" and told["seats"][0]["name"].startswith("#"))
    info = other.get(f"/api/tables/{table}")
    assert info["seats"][0]["substituted"], "a bot plays on"
    assert other.get(f"/api/people/{guest.id}")["person"]["kind"] == "deleted"


@pytest.mark.parametrize("way", ["socket", "stream"])
def test_a_login_that_ends_while_a_connection_opens(
    running: Running, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The login was looked up and is valid; it ends before the connection is registered."""
    owner = Owner(running, "Grace")
    thief = owner.log_in(running)
    people = running.services.people
    find = people.muted

    async def muted(person: str) -> set[str]:
        await people.log_out_everywhere(person)
        return await find(person)

    monkeypatch.setattr(people, "muted", muted)
    if way == "socket":
        talk = thief.talk()
        # The server may have closed the connection before anything is sent.
        with suppress(ConnectionClosed):
            talk.send("watch", table=owner.table)
        assert talk.closed_with() == LEFT and not talk.heard
    else:
        answer = thief.http.get(f"/api/tables/{owner.table}/events")
        assert not answer.content.strip()


def test_an_announcement_that_was_missed_is_found_out(postgres: PostgresServer, postgres_url: str) -> None:
    """The connection that listens is lost, and meanwhile another process ends a login."""
    with Running(postgres_url) as server:
        owner = Owner(server, "Grace")
        talk, friend = owner.guest.talk(), owner.friend.talk()
        for each in (talk, friend):
            each.watch(owner.table)
        name = str(postgres.clean)
        postgres.execute(str(delete(schema.sessions)) + f" WHERE person = '{owner.guest.id}'", name)
        friend.send("ping")
        friend.until_type("pong")
        postgres.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        assert talk.closed_with() == LEFT
        friend.send("ping")
        friend.until_type("pong")


def test_the_oldest_of_too_many_sessions_ends_with_its_connections(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions_module, "MOST_SESSIONS", 1)
    owner = Owner(running, "Grace")
    talk = owner.guest.talk()
    talk.watch(owner.table)
    owner.log_in(running)
    assert talk.closed_with() == LEFT


def test_nobody_is_told_of_turns_at_an_address_of_the_thief(running: Running) -> None:
    owner = Owner(running, "Grace")
    thief = owner.log_in(running)
    thief.put("/api/notices", webhook="https://93.184.216.34/turns")
    recover(owner)
    back = Guest(running)
    back.post("/api/session", name="Grace", password="a new password")
    assert back.get("/api/notices")["webhook"] is None

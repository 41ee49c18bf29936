"""Who is where, among several processes on one PostgreSQL: seats that are present, and notices that are not needed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest

from server.databases import in_loop
from server.guests import PATIENCE, Guest, Running, Talk
from trunkline.server.notify.notices import NEVER, SEEN
from trunkline.server.tables.presence import FORGET_SECONDS, Presence, chunks, places_of


@pytest.fixture
def two(postgres_url: str) -> Iterator[list[Running]]:
    with (
        Running(postgres_url, insecure_webhooks=True) as first,
        Running(postgres_url, insecure_webhooks=True) as second,
    ):
        yield [first, second]


def at(guest: Guest, running: Running) -> Guest:
    """The same person by another process."""
    other = Guest(running)
    other.http.cookies = guest.http.cookies
    other.id = guest.id
    return other


def game(two: list[Running]) -> tuple[str, list[Guest]]:
    """A table of two, each at a process of their own; the first is to move."""
    guests = [Guest(two[0], "Ann"), Guest(two[1], "Bo")]
    table = guests[0].open(seats=["me", "open"], first=0)
    guests[1].post(f"/api/tables/{table}/join")
    guests[0].post(f"/api/tables/{table}/start")
    return table, guests


def present(talk: Talk, seat: int) -> Callable[[bool], None]:
    def wait_for(wanted: bool) -> None:
        while talk.info["seats"][seat]["present"] is not wanted:
            talk.hear()

    return wait_for


def test_somebody_connected_to_another_process_is_present(two: list[Running]) -> None:
    table, guests = game(two)
    ann = guests[0].talk()
    ann.watch(table)
    bo_is_present = present(ann, 1)
    bo_is_present(False)
    bo = guests[1].talk()
    bo.watch(table)
    bo_is_present(True)
    present(bo, 0)(True)
    assert Guest(two[1]).get(f"/api/tables/{table}")["seats"][0]["present"]
    # On a second device by the first process too: only when both are gone, Bo is gone.
    again = at(guests[1], two[0]).talk()
    again.watch(table)
    bo.close()
    ann.quiet()
    bo_is_present(True)
    again.close()
    bo_is_present(False)


def test_a_process_that_comes_later_hears_who_is_there_already(two: list[Running], postgres_url: str) -> None:
    table, guests = game(two)
    talks = [guest.talk() for guest in guests]
    for talk in talks:
        talk.watch(table)
    with Running(postgres_url) as third:
        looker = Guest(third).talk()
        looker.watch(table)
        for seat in (0, 1):
            present(looker, seat)(True)
        # A process that stops takes its people along.
        two[1].stop()
        present(looker, 1)(False)
        assert looker.info["seats"][0]["present"]


async def pending(url: str) -> list[Any]:
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch("SELECT person, due FROM pending_notices ORDER BY person")]
    finally:
        await connection.close()


def until_pending(url: str, wanted: Callable[[list[Any]], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not wanted(found := asyncio.run(pending(url))):
        assert time.monotonic() < end, found
        time.sleep(0.05)


def test_notices_know_who_is_connected_to_another_process(two: list[Running], postgres_url: str) -> None:
    table, guests = game(two)
    talks = [guest.talk() for guest in guests]
    for talk in talks:
        talk.watch(table)
    guests[1].put("/api/notices", webhook="http://127.0.0.1:8009/")
    present(talks[0], 1)(True)
    for seat, talk in enumerate(talks):
        talk.until_seq(seat)
        assert talk.act(seat, "keep 1 2 3")["type"] == "done"
    talks[0].until_seq(2)
    for _ in range(2):
        assert talks[0].act(0, "draw deck")["type"] == "done"
        talks[0].until_seq(talks[0].heard[-1]["seq"])
    talks[1].until_seq(4)
    assert talks[1].turns, "it is Bo's turn, by a move at another process"
    time.sleep(0.5)
    assert asyncio.run(pending(postgres_url)) == [], "Bo is there and needs no notice"
    # Who goes in the middle of a turn needs one, some moments later; who is back before needs none.
    talks[1].close()
    until_pending(postgres_url, lambda found: [each[0] for each in found] == [guests[1].id] and found[0][1] < NEVER)
    back = at(guests[1], two[0]).talk()
    back.watch(table)
    until_pending(postgres_url, lambda found: found[0][1] == SEEN)
    back.close()
    until_pending(postgres_url, lambda found: found[0][1] < NEVER)


class NoWire:
    """A wire that keeps what is said."""

    def __init__(self) -> None:
        self.said: list[str] = []

    async def say(self, words: list[str]) -> None:
        self.said += words

    def announce(self, connection: object, word: str) -> None:
        self.said.append(word)

    def on_word(self, listener: Callable[[str, str], None]) -> None:
        self.listener = listener


@in_loop
async def test_lists_mend_what_was_missed_and_the_dead_are_forgotten() -> None:
    now = 0.0
    wire = NoWire()
    presence = Presence(wire, lambda: now)
    changed: list[str] = []
    presence.on_change = changed.append
    wire.listener("other", "come t:ann :ann u:bo")
    assert presence.at("t") == {"ann"} and presence.at("u") == {"bo"} and presence.is_elsewhere("ann")
    assert sorted(changed) == ["t", "u"]
    wire.listener("third", "come t:ann")
    wire.listener("other", "list 1 2 u:bo")
    assert presence.at("t") == {"ann"}, "half a list changes nothing"
    wire.listener("other", "list 2 2 u:cy")
    assert presence.at("t") == {"ann"} and presence.at("u") == {"bo", "cy"} and not presence.is_elsewhere("ann")
    now = FORGET_SECONDS - 1
    wire.listener("third", "go x:y")
    now = FORGET_SECONDS + 1
    await presence.say_list()
    assert presence.at("u") == frozenset() and presence.at("t") == {"ann"}
    presence.come("t", "dan")
    presence.come("t", "dan")
    presence.go("t", "dan")
    presence.come("t", None)
    await presence.say_list()
    assert wire.said[-1] == "list 1 1 t:dan"
    await presence.stop()
    assert wire.said[-1] == "list 1 1 "


def test_long_lists_are_said_in_parts() -> None:
    places = [(f"a-rather-long-table-{number:05}", f"person-{number}") for number in range(1000)]
    parts = list(chunks(places))
    assert len(parts) > 3 and all(len(part) < 7500 for part in parts)
    assert set().union(*map(places_of, parts)) == set(places)

"""Servers in processes of their own, which can be killed, and games whose players come back by themselves."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from websockets.exceptions import WebSocketException

from server.guests import Guest, Running, Talk, choose
from trunkline.lab.servers import PROGRAM, Server, free_port
from trunkline.server.store.rows import EntryRow
from trunkline.server.store.store import Store

T = TypeVar("T")

LOST = (OSError, EOFError, WebSocketException)
"""What a client meets when its server is gone in the middle of anything."""
AWAY = 60.0
"""So long a client tries to come back."""


class Process(Running):
    """`trunkline serve` in a process of its own, always on the same port; guests talk to it as to one in a thread."""

    def __init__(self, database: str, folder: Path, program: str = PROGRAM, **environment: str) -> None:
        self.database = database
        self.folder = folder
        self.program = program
        self.environment = {"TRUNKLINE_BOT_PAUSE": "0", "TRUNKLINE_BOT_WORKERS": "1", **environment}
        self.port = free_port()
        self.start()

    def start(self) -> None:
        self.child = Server(self.database, self.folder, self.environment, self.port, self.program)
        self.url = self.child.url

    def kill(self) -> None:
        """End it as a power failure would: it gets no chance to do anything."""
        self.child.process.kill()
        self.child.process.wait()
        self.child.log.close()

    def stop(self) -> None:
        self.child.stop()

    def guest(self, number: int, like: Guest | None = None) -> Guest:
        """A new guest, or another's person on this server."""
        if like is None:
            return Guest(self, f"Guest {number}")
        guest = Guest(self)
        guest.http.cookies = like.http.cookies
        guest.id = like.id
        return guest


@dataclass(frozen=True)
class Move:
    """An action that the server has acknowledged."""

    seat: int
    action_id: str
    action: str


class Game:
    """A game whose players are driven by one thread, each over a socket of its own.

    It keeps what was acknowledged and what was heard, and asserts what must hold at any time: entries come to every
    client without a gap and without a repetition, over all its connections, and are the same for all.
    """

    def __init__(self, table: str, guests: Sequence[Guest], seed: int) -> None:
        self.table = table
        self.guests = list(guests)
        self.chance = random.Random(seed)
        self.acknowledged: dict[int, Move] = {}
        self.heard: dict[int, dict[str, Any]] = {}
        """For each seq, what every client was told of the entry."""
        self.made = 0
        self.returns = 0
        """How often a client came back."""
        self.stales = 0
        self.given_up = threading.Event()
        self.talks = [guest.talk() for guest in self.guests]
        for talk in self.talks:
            assert talk.watch(table)["type"] == "snapshot"
        self.next = [talk.seq for talk in self.talks]

    @property
    def is_over(self) -> bool:
        return self.talks[0].public.get("phase") == "over"

    def play(self, moves: int = 10_000) -> None:
        """Play until the game is over, or so many moves more."""
        until = self.made + moves
        while self.made < until and not self.is_over:
            acting = next(((n, turn) for n, talk in enumerate(self.talks) for turn in talk.turns), None)
            if acting is None:
                # A bot is to move.
                self.listen(0, self.talks[0].seq)
                self.meet(self.talks[0].seq - 1)
            else:
                self.move(*acting)

    def move(self, number: int, turn: dict[str, Any]) -> None:
        """Act until there is an answer, with the same id however often the connection is lost."""
        seat, base = turn["seat"], self.talks[number].seq
        move = Move(seat, f"a{self.chance.getrandbits(60):x}", choose(self.chance, turn["actions"]))
        before = self.returns
        answer = self.answered(number, base, move)
        if answer["type"] == "refused":
            assert answer["code"] == "stale", answer
            self.stales += 1
            self.meet(answer["params"]["seq"] - 1)
            return
        seq = answer["seq"]
        assert seq not in self.acknowledged, "two moves in one entry"
        self.acknowledged[seq] = move
        self.made += 1
        if self.returns > before or self.chance.random() < 0.1:
            again = self.answered(number, base, move)
            assert (again["type"], again["seq"]) == ("done", seq), "the same action is the same entry"
        self.meet(seq)

    def answered(self, number: int, base: int, move: Move) -> dict[str, Any]:
        while True:
            answer = self.tried(number, lambda talk: talk.act(move.seat, move.action, base, move.action_id))
            if answer is not None and answer.get("code") != "unavailable":
                return answer

    def meet(self, seq: int) -> None:
        """Let every client hear of the entry."""
        for number in range(len(self.talks)):
            self.listen(number, seq)

    def listen(self, number: int, seq: int) -> None:
        while self.talks[number].seq <= seq:
            self.tried(number, lambda talk: talk.hear())
        self.collect(number)

    def tried(self, number: int, work: Callable[[Talk], T]) -> T | None:
        """Do something over a connection; if it is lost, come back and answer None."""
        try:
            return work(self.talks[number])
        except TimeoutError:
            raise  # the server is there and says nothing: the game is stuck
        except LOST:
            self.come_back(number)
            return None

    def come_back(self, number: int) -> None:
        """Connect again, and hear what was missed."""
        self.collect(number)
        old = self.talks[number]
        old.close()
        end = time.monotonic() + AWAY
        while not self.given_up.is_set():
            try:
                fresh = self.guests[number].talk()
                told = fresh.watch(self.table, since=old.seq)
                break
            except LOST:
                if time.monotonic() > end:
                    raise
                time.sleep(0.02)
        else:
            raise RuntimeError("the test was given up")
        assert told["type"] == "table", f"the server does not know all that it told: {told['type']} {old.seq}"
        if fresh.seq == 0:
            fresh.seq, fresh.public, fresh.own, fresh.turns = old.seq, old.public, old.own, old.turns
        self.talks[number] = fresh
        self.returns += 1

    def collect(self, number: int) -> None:
        """Note what a client has heard."""
        talk = self.talks[number]
        for message in talk.heard:
            if message["type"] == "entry":
                seq = message["seq"]
                assert seq == self.next[number], "a gap or a repetition"
                self.next[number] += 1
                told = {key: message[key] for key in ("kind", "seat", "by_bot", "at", "public")}
                assert self.heard.setdefault(seq, told) == told, "two clients see different games"
        talk.heard.clear()
        talk.texts.clear()

    def close(self) -> None:
        for talk in self.talks:
            talk.close()
        for guest in self.guests:
            guest.http.close()


def open_game(servers: Sequence[Process], number: int, people: int, bots: int = 0, map_: str = "usa") -> Game:
    """A game that has begun; its people are on these servers in turn."""
    guests = [servers[seat % len(servers)].guest(seat) for seat in range(people)]
    table = guests[0].open(map_, ["me"] + ["open"] * (people - 1) + ["random"] * bots)
    for guest in guests[1:]:
        guest.post(f"/api/tables/{table}/join")
    guests[0].post(f"/api/tables/{table}/start")
    return Game(table, guests, number)


async def compare(url: str, games: Sequence[Game]) -> None:
    """Everything that was acknowledged or told is stored as it was told, and there is no gap in it."""
    told = [(game.table, dict(game.acknowledged), dict(game.heard)) for game in games]
    store = await Store.open(url)
    try:
        for table, acknowledged, heard in told:
            entries = await store.entries(table, 0)
            row = await store.table(table)
            assert row is not None and row.seq == len(entries), "an entry never comes without its row"
            assert [entry.seq for entry in entries] == list(range(len(entries)))
            ids = [entry.action_id for entry in entries if entry.action_id is not None]
            assert len(ids) == len(set(ids))
            for seq, move in acknowledged.items():
                assert seq < len(entries), "an acknowledged move is lost"
                assert same(entries[seq], move)
            for seq, entry in heard.items():
                assert seq < len(entries), "somebody heard of what was not durable"
                found = entries[seq]
                assert (found.kind, found.seat, found.by_bot, found.at) == tuple(
                    entry[key] for key in ("kind", "seat", "by_bot", "at")
                )
    finally:
        await store.close()


def same(entry: EntryRow, move: Move) -> bool:
    return (entry.seat, entry.action, entry.action_id) == (move.seat, move.action, f"{move.seat}:{move.action_id}")

"""A real server in a thread, and guests who talk to it over real sockets: what the tests of the shell share."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import httpx
from argon2 import PasswordHasher
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from trunkline.server import services as services_module
from trunkline.server.http.app import make_app
from trunkline.server.people import passwords as passwords_module
from trunkline.server.run import Server, bind
from trunkline.server.services import Services
from trunkline.server.settings import Settings

# Most tests need no bot: those that do wait the second it takes.
services_module.WARM_UP_SECONDS = 3600.0
# A hash of a password is made to cost much; the tests of hashing make their own (test_accounts.py).
setattr(passwords_module, "PasswordHasher", partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1))  # noqa: B010 - a class

T = TypeVar("T")

PATIENCE = 60.0
"""How long something is waited for that must come; no test passes by it, nor depends on how fast the machine is."""


class Running:
    """A server of its own, on a free port, in a thread."""

    def __init__(self, database: str, **settings: Any) -> None:
        self.settings = Settings(port=0, database=database, **{"bot_pause": 0.0, "limits": False, **settings})
        listening = bind("127.0.0.1", 0)
        self.port = int(listening.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        ready = threading.Event()
        self.server = Server(self.settings, make_app(self.settings), lambda port: ready.set())
        self.error: BaseException | None = None

        def run() -> None:
            try:
                self.server.run(sockets=[listening])
            except BaseException as error:
                self.error = error
            finally:
                listening.close()
                ready.set()

        self.thread = threading.Thread(target=run, daemon=True)
        self.thread.start()
        assert ready.wait(PATIENCE), "the server did not start"
        if self.error is not None:
            raise self.error

    @property
    def services(self) -> Services:
        found: Services = self.server.application.state.services
        return found

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something in the loop of the server."""
        loop = self.services.store._writer.get_loop()
        return asyncio.run_coroutine_threadsafe(work, loop).result(PATIENCE)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), "the server did not stop"

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *trouble: object) -> None:
        self.stop()


class Refused(Exception):
    """A request was refused."""

    def __init__(self, status: int, code: str, params: dict[str, Any]) -> None:
        super().__init__(f"{status} {code} {params}")
        self.status = status
        self.code = code
        self.params = params


class Guest:
    """Somebody with a cookie (or a token), over HTTP."""

    def __init__(self, running: Running, name: str | None = None, token: str | None = None) -> None:
        self.running = running
        headers = {"Authorization": f"Bearer {token}"} if token else {"Origin": running.url}
        # Without `verify=False` every client would load all root certificates, which takes longer than most requests.
        self.http = httpx.Client(base_url=running.url, headers=headers, timeout=PATIENCE, verify=False)
        self.token = token
        self.texts: list[str] = []
        """Every answer, as it came."""
        self.id = ""
        if name is not None:
            self.id = self.ask("POST", "/api/me", {"name": name})["person"]["id"]

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        answer = self.http.request(method, path, **({} if body is None else {"json": body}), **more)
        self.texts.append(answer.text)
        if answer.status_code >= 400:
            told = answer.json()
            assert set(told) == {"code", "params"}, told
            raise Refused(answer.status_code, told["code"], told["params"])
        kind = answer.headers.get("content-type", "")
        return answer.json() if kind.endswith("json") and "ndjson" not in kind and answer.content else answer.text

    def get(self, path: str, **query: Any) -> Any:
        return self.ask("GET", path, params=query)

    def post(self, path: str, **body: Any) -> Any:
        return self.ask("POST", path, body)

    def put(self, path: str, **body: Any) -> Any:
        return self.ask("PUT", path, body)

    def delete(self, path: str, **body: Any) -> Any:
        return self.ask("DELETE", path, body or None)

    def talk(self) -> Talk:
        return Talk(self)

    def same_person(self) -> Guest:
        """The same person on another device."""
        other = Guest(self.running)
        other.http.cookies = self.http.cookies
        other.id = self.id
        return other

    def open(self, map_: str = "usa", seats: Sequence[str] = ("me", "open", "open"), **options: Any) -> str:
        """Open a table; a seat is `me`, `open` or the name of a bot."""
        wishes = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in seats]
        return str(self.post("/api/tables", map=map_, seats=wishes, **options)["table"])


class Talk:
    """A socket of a guest. It remembers everything it was told, and where the game stands."""

    def __init__(self, guest: Guest, headers: dict[str, str] | None = None) -> None:
        self.guest = guest
        sent = {"Origin": guest.running.url}
        if guest.token:
            sent["Authorization"] = f"Bearer {guest.token}"
        elif guest.http.cookies:
            sent["Cookie"] = "; ".join(f"{key}={value}" for key, value in guest.http.cookies.items())
        url = guest.running.url.replace("http", "ws") + "/ws"
        connecting = connect(url, additional_headers={**sent, **(headers or {})}, compression=None, max_queue=None)
        self.socket: ClientConnection = connecting.__enter__()
        self.heard: list[dict[str, Any]] = []
        self.texts: list[str] = []
        self.table = ""
        self.seq = 0
        """The seq of the next entry."""
        self.public: dict[str, Any] = {}
        self.own: list[dict[str, Any]] = []
        self.turns: list[dict[str, Any]] = []
        self.info: dict[str, Any] = {}

    def send(self, type_: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": type_, **fields}))

    def hear(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next message. TimeoutError if there is none."""
        text = self.socket.recv(seconds)
        assert isinstance(text, str)
        self.texts.append(text)
        message: dict[str, Any] = json.loads(text)
        self.heard.append(message)
        kind = message["type"]
        if kind == "snapshot":
            self.info = message["info"]
            self.seq = message["seq"]
        elif kind == "entry":
            self.seq = message["seq"] + 1
        elif kind == "table":
            self.info = message
        if kind in ("snapshot", "entry"):
            self.public, self.own, self.turns = message["public"], message["own"], message["turns"]
        return message

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            message = self.hear()
            if wanted(message):
                return message
        raise TimeoutError

    def until_type(self, kind: str) -> dict[str, Any]:
        return self.until(lambda message: message["type"] == kind)

    def until_seq(self, seq: int) -> None:
        """Hear until entry `seq` was told."""
        while self.seq <= seq:
            self.hear()

    def until_over(self) -> None:
        """Hear until the table is told to be over."""
        while self.info["status"] != "over":
            self.hear()

    def watch(self, table: str, since: int | None = None) -> dict[str, Any]:
        self.table = table
        self.send("watch", table=table, **({} if since is None else {"since": since}))
        return self.until(lambda message: message["type"] in ("snapshot", "table", "refused"))

    def act(self, seat: int, action: str, base_seq: int | None = None, action_id: str | None = None) -> dict[str, Any]:
        """Act and hear what becomes of it."""
        wanted = action_id or f"a{random.getrandbits(60):x}"
        base = self.seq if base_seq is None else base_seq
        self.send("act", table=self.table, seat=seat, base_seq=base, action_id=wanted, action=action)
        return self.until(lambda message: message["type"] in ("done", "refused") and message["action_id"] == wanted)

    def undo(self, seat: int, action_id: str | None = None) -> dict[str, Any]:
        wanted = action_id or f"u{random.getrandbits(60):x}"
        self.send("undo", table=self.table, seat=seat, base_seq=self.seq, action_id=wanted)
        return self.until(lambda message: message["type"] in ("done", "refused") and message["action_id"] == wanted)

    def quiet(self, seconds: float = 0.2) -> list[dict[str, Any]]:
        """What is still to be heard, until there is nothing for a while."""
        found = []
        while True:
            try:
                found.append(self.hear(seconds))
            except TimeoutError:
                return found

    def closed_with(self) -> int:
        """Hear until the server ends the connection; its code."""
        try:
            while True:
                self.socket.recv(PATIENCE)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    def close(self) -> None:
        self.socket.close()


def seated(running: Running, count: int = 3, map_: str = "usa", **options: Any) -> tuple[str, list[Guest]]:
    """A table with so many guests, started; the first is the host."""
    guests = [Guest(running, f"Guest {number}") for number in range(count)]
    table = guests[0].open(map_, ["me"] + ["open"] * (count - 1), **options)
    for guest in guests[1:]:
        guest.post(f"/api/tables/{table}/join")
    guests[0].post(f"/api/tables/{table}/start")
    return table, guests


def watching(table: str, guests: Sequence[Guest]) -> list[Talk]:
    talks = [guest.talk() for guest in guests]
    for talk in talks:
        assert talk.watch(table)["type"] == "snapshot"
    return talks


def choose(chance: random.Random, actions: Sequence[str]) -> str:
    """Random, but with a taste for claims and little for exchanges, so that games end."""
    claims = [action for action in actions if action.startswith(("claim", "pay", "station", "port"))]
    if chance.random() < 0.95:
        actions = [action for action in actions if not action.startswith("exchange")] or actions
    return chance.choice(claims if claims and chance.random() < 0.7 else list(actions))


def play_on(talks: Sequence[Talk], chance: random.Random, moves: int = 10_000) -> int:
    """Play random legal moves over the sockets until the game is over, or so many; how many were made."""
    made = 0
    while made < moves and talks[0].public.get("phase") != "over":
        acting = next(((talk, turn) for talk in talks for turn in talk.turns), None)
        assert acting is not None, "nobody can act"
        talk, turn = acting
        answer = talk.act(turn["seat"], choose(chance, turn["actions"]))
        assert answer["type"] == "done", answer
        for other in talks:
            other.until_seq(answer["seq"])
        made += 1
    return made


def sqlite_at(folder: Path, name: str = "games.sqlite") -> str:
    return f"sqlite:///{folder / name}"

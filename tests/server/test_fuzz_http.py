"""Random and broken bytes over HTTP: whatever a stranger sends, no answer is a 5xx and no error is in the log."""

from __future__ import annotations

import base64
import json
import logging
import random
import socket
import struct
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote_from_bytes

import pytest

from conftest import FULL
from server.guests import PATIENCE, Guest, Running, seated

REQUESTS = 20_000 if FULL else 700

BODIES: list[Any] = [
    {"name": "Ann"},
    {"name": "Ann", "password": "correct horse", "code": "abcd"},
    {"label": "bot"},
    {"map": "usa", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy"}], "chat": True},
    {"seat": 0, "base_seq": 1, "action_id": "x", "action": "keep 1 2"},
    {"text": "good game"},
    {"seat": 0, "actions": ["draw deck then draw 1"]},
    {"seat": 0, "bot": "random"},
    {"seat": 1, "luck": "00ff"},
    {"webhook": "https://example.org/hook", "push": None},
    {"person": "somebody"},
    {},
]
"""Something that nearly fits each request."""


class Trouble(logging.Handler):
    """What is logged as an error, or with a trace."""

    NAMES = ("", "trunkline", "uvicorn", "uvicorn.error", "litestar", "asyncio")

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR or record.exc_info:
            self.lines.append(logging.Formatter().format(record))

    def __enter__(self) -> Trouble:
        for name in self.NAMES:
            logging.getLogger(name).addHandler(self)
        return self

    def __exit__(self, *trouble: object) -> None:
        for name in self.NAMES:
            logging.getLogger(name).removeHandler(self)


@pytest.fixture
def running(database_url: str) -> Iterator[Running]:
    with Running(database_url) as server:
        yield server


WAITS, HALF_CLOSES, RESETS = range(3)
"""What a client does after it has sent: wait for the answer, say that nothing more comes, or be gone."""


def exchange(running: Running, sent: bytes, then: bytes = b"", *, after: int = HALF_CLOSES) -> bytes:
    """Send bytes on a connection of their own, more after the first answer, and read until the server ends it."""
    with socket.create_connection(("127.0.0.1", running.port), PATIENCE) as line:
        try:
            line.sendall(sent)
            if then:
                line.recv(65536)
                line.sendall(then)
            if after == RESETS:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                return b""
            if after == HALF_CLOSES:
                line.shutdown(socket.SHUT_WR)
            answer = b""
            while piece := line.recv(65536):
                answer += piece
            return answer
        except ConnectionError:
            return b""


def asked(running: Running, sent: bytes) -> bytes:
    """Send a whole request that says `Connection: close`, and read its answer."""
    return exchange(running, sent, after=WAITS)


def status(answer: bytes) -> int:
    """The status of an answer; 0 where the server only hung up."""
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


def request(method: str, url: str, path: str, body: bytes | None, *headers: str) -> bytes:
    host = url.removeprefix("http://")
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close", *headers]
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + (body or b"")


class Fuzz:
    """Requests that are near to right ones, made of every address that the application has."""

    def __init__(self, running: Running, seed: str) -> None:
        self.chance = random.Random(seed)
        self.routes = [
            (method, route.path_format)
            for route in running.server.application.routes
            for method in getattr(route, "methods", ["GET"])
            if route.path_format != "/ws"
        ]
        self.table, guests = seated(running, 2)
        self.cookie = "; ".join(f"{key}={value}" for key, value in guests[0].http.cookies.items())
        self.origin = running.url

    def noise(self, most: int) -> bytes:
        return self.chance.randbytes(self.chance.randrange(most))

    def word(self) -> str:
        """A part of an address: a table that there is, or anything."""
        if self.chance.random() < 0.6:
            return self.table
        odd = [b"\0", b"\xff\xfe", b"..", b"%", b"'", b"\xed\xa0\x80", b"9" * 400, "й🚂".encode(), self.noise(12)]
        return quote_from_bytes(self.chance.choice(odd), safe="")

    def path(self, form: str) -> str:
        while "{" in form:
            before, _, rest = form.partition("{")
            form = before + self.word() + rest.partition("}")[2]
        if self.chance.random() < 0.4:
            name = self.chance.choice(["at", "since", "seat", "from", "to", "map", "lang", "status", "person", "x"])
            value = self.chance.choice([b"1", b"-1", b"1e9", b"9" * 30, b"open", b"\0", self.noise(8)])
            form += f"?{name}={quote_from_bytes(value)}"
        return form

    def body(self) -> bytes:
        """Bytes that may be JSON, with whatever was broken in them."""
        text = json.dumps(self.chance.choice(BODIES)).encode()
        match self.chance.randrange(7):
            case 0:
                return text
            case 1:
                # A string that is not UTF-8, in JSON that is right otherwise.
                at = self.chance.choice([place for place, sign in enumerate(text) if sign == ord('"')] or [0])
                wrong = self.chance.choice([b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xc0\x80"])
                return text[: at + 1] + wrong + text[at + 1 :]
            case 2:
                return text.replace(b'"', b'"\\u0000', 3).replace(b"a", b"\\ud800", 1)
            case 3:
                return self.noise(200)
            case 4:
                return b"[" * self.chance.randrange(5000)
            case 5:
                return text.replace(b"0", self.chance.choice([b"1e999", b"-0", b"99999999999999999999", b"NaN"]))
            case _:
                return self.broken(text)

    def broken(self, text: bytes) -> bytes:
        """Some bytes changed, put in, left out or said twice."""
        found = bytearray(text)
        for _ in range(self.chance.randrange(1, 6)):
            at = self.chance.randrange(len(found) + 1)
            match self.chance.randrange(4):
                case 0:
                    found[at : at + 1] = self.chance.randbytes(1)
                case 1:
                    found[at:at] = self.noise(8)
                case 2:
                    del found[at : at + self.chance.randrange(8)]
                case _:
                    found[at:at] = found[at : at + self.chance.randrange(40)]
        return bytes(found)

    def headers(self) -> list[str]:
        odd = self.noise(20).decode("latin-1").replace("\r", "").replace("\n", "").replace("\0", "")
        known = self.chance.random() < 0.5
        found = [f"Origin: {self.origin}"] if self.chance.random() < 0.8 else [f"Origin: {odd}"]
        found += [f"Cookie: {self.cookie}" if known else f"Cookie: trunkline={odd}"]
        more = ["Authorization: Bearer", "If-None-Match:", "Accept-Encoding:", "X-Forwarded-For:", "Range:", "Accept:"]
        if self.chance.random() < 0.3:
            found.append(f"{self.chance.choice(more)} {odd}")
        return found

    def one(self) -> bytes:
        method, form = self.chance.choice(self.routes)
        if form.endswith("/events"):
            # A stream ends only when its reader goes: what is wanted here are the ways in which it is refused.
            form = form.replace("{table_id:str}", "nowhere").replace("{table_id}", "nowhere")
        body = None if method in ("GET", "HEAD", "OPTIONS") and self.chance.random() < 0.8 else self.body()
        return request(method, self.origin, self.path(form), body, *self.headers())


def test_no_request_makes_an_error(running: Running) -> None:
    fuzz = Fuzz(running, "requests")
    seen: set[int] = set()
    with Trouble() as trouble:
        for number in range(REQUESTS):
            sent = fuzz.one()
            found = status(asked(running, sent))
            seen.add(found)
            assert found < 500, (sent[:2000], found)
            assert trouble.lines == [], (number, sent[:2000], trouble.lines[0])
    assert {200, 400, 404} <= seen
    assert Guest(running).get("/health")["status"] == "ok"


def test_no_bytes_make_an_error(running: Running) -> None:
    fuzz = Fuzz(running, "bytes")
    chance = fuzz.chance
    key = base64.b64encode(bytes(16)).decode()
    upgrade = request(
        "GET", running.url, "/ws", None, "Upgrade: websocket", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"
    ).replace(b"Connection: close", b"Connection: Upgrade")
    with Trouble() as trouble:
        for number in range(REQUESTS):
            then = b""
            match chance.randrange(6):
                case 0:
                    sent = fuzz.noise(400)
                case 1:
                    sent = fuzz.broken(fuzz.one())
                case 2:
                    sent = fuzz.one()[: chance.randrange(400)]
                case 3:
                    sent = fuzz.one().replace(b"Content-Length: ", b"Transfer-Encoding: chunked\r\nX-Length: ")
                case 4:
                    sent = fuzz.broken(upgrade)
                case _:
                    # A socket that is right, and then frames that are not.
                    sent = upgrade
                    then = chance.choice([fuzz.noise(100) or b"x", frame(fuzz.noise(100), 1), frame(b"{}", 2)])
            answer = exchange(running, sent, then, after=RESETS if chance.random() < 0.3 else HALF_CLOSES)
            assert status(answer) < 500, (sent[:2000], answer)
            assert trouble.lines == [], (number, sent[:2000], then, trouble.lines[0])
    assert Guest(running).get("/health")["status"] == "ok"
    assert trouble.lines == []


def frame(payload: bytes, opcode: int) -> bytes:
    """A frame of a client, whose mask changes nothing."""
    return bytes([0x80 | opcode, 0x80 | len(payload)]) + bytes(4) + payload


def test_text_that_is_no_utf_8_is_a_bad_request(running: Running) -> None:
    for path, body in (
        ("/api/me", b'{"name": "A\xffnn"}'),
        ("/api/session", b'{"name": "Ann", "password": "\xc3\x28 and so on"}'),
        ("/api/tables", b'{"map": "us\xed\xa0\x80a", "seats": []}'),
    ):
        answer = asked(running, request("POST", running.url, path, body, f"Origin: {running.url}"))
        assert status(answer) == 400 and b'"code":"bad_request"' in answer


def test_an_upload_that_breaks_off_is_no_error(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    whole = request("POST", running.url, "/api/me", b'{"name": "Somebody"}', f"Origin: {running.url}")
    with Trouble() as trouble, caplog.at_level(logging.INFO, "trunkline"):
        for length in range(1, len(whole), 7):
            exchange(running, whole[:length])
            exchange(running, whole[:length], after=RESETS)
        assert Guest(running).get("/health")["status"] == "ok"
    assert trouble.lines == []
    assert "the client left before its request was complete" in caplog.text

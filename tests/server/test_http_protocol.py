"""Connections that send too much, too slowly or nothing at all are ended; those of patient clients are not."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.guests import PATIENCE, Guest, Running, sqlite_at
from trunkline.server.http import http_protocol
from trunkline.server.http.http_protocol import HEAD_BYTES, HEAD_COUNT


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with Running(sqlite_at(tmp_path)) as server:
        yield server


@pytest.fixture
def line(running: Running) -> Iterator[socket.socket]:
    """A bare connection to the server."""
    with socket.create_connection(("127.0.0.1", running.port), PATIENCE) as found:
        yield found


def until_closed(line: socket.socket) -> bytes:
    """All that the server sends until it ends the connection. TimeoutError if it never does."""
    found = b""
    try:
        while piece := line.recv(65536):
            found += piece
    except ConnectionError:
        pass
    return found


def head(*headers: str, path: str = "/health") -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: x", *headers, "", ""]).encode()


@pytest.mark.parametrize(
    "sent",
    [
        head("X: " + "x" * HEAD_BYTES),
        head(*[f"X-{number}: x" for number in range(HEAD_COUNT)]),
        head(*["X: " + "x" * 1000] * 20),
        head(path="/" + "x" * HEAD_BYTES),
        # Heads that do not end: one header, an address, and headers without number.
        b"GET / HTTP/1.1\r\nX: " + b"x" * 2 * HEAD_BYTES,
        b"GET /" + b"x" * 2 * HEAD_BYTES,
        b"GET / HTTP/1.1\r\n" + b"X: x\r\n" * (HEAD_COUNT + 2),
    ],
    ids=["header", "count", "sum", "address", "endless header", "endless address", "endless headers"],
)
def test_the_head_of_a_request_is_bounded(running: Running, line: socket.socket, sent: bytes) -> None:
    line.sendall(sent)
    # The answer is lost where the server ends the connection while the rest is still on its way.
    assert until_closed(line)[:13] in (b"HTTP/1.1 431 ", b"")
    assert Guest(running).get("/health")["status"] == "ok"


def test_a_large_head_that_is_just_allowed(line: socket.socket) -> None:
    many = [f"X-{number}: x" for number in range(HEAD_COUNT - 4)]
    line.sendall(head(*many, "X: " + "x" * (HEAD_BYTES // 2), "Connection: close"))
    assert until_closed(line).startswith(b"HTTP/1.1 200 ")


def test_every_request_of_a_connection_may_have_a_head_of_its_own(line: socket.socket) -> None:
    """What was counted of one request does not burden the next."""
    whole = head("X: " + "x" * (HEAD_BYTES // 2))
    for _ in range(5):
        line.sendall(whole)
        assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
    line.sendall(head("Connection: close"))
    assert until_closed(line).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        head() + b"GET / HT",
    ],
    ids=["nothing", "a part", "no end", "a part after an answer"],
)
def test_who_does_not_finish_a_head_is_dropped(running: Running, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 0.3)
    with socket.create_connection(("127.0.0.1", running.port), PATIENCE) as line:
        line.sendall(sent)
        until_closed(line)


def test_who_does_not_finish_a_body_is_dropped(
    running: Running, line: socket.socket, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(http_protocol, "BODY_SECONDS", 0.3)
    said = f"Origin: {running.url}\r\nContent-Type: application/json\r\nContent-Length: 100"
    host = running.url.removeprefix("http://")
    line.sendall(f'POST /api/me HTTP/1.1\r\nHost: {host}\r\n{said}\r\n\r\n{{"name"'.encode())
    until_closed(line)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_who_takes_long_over_something_else_is_not_dropped(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream and a socket live on, however long ago their requests came."""
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(http_protocol, "BODY_SECONDS", 0.2)
    guest = Guest(running, "Patient")
    table = guest.open()
    talk = guest.talk()
    with guest.http.stream("GET", f"/api/tables/{table}/events") as stream:
        lines = stream.iter_lines()
        assert "snapshot" in next(lines)
        assert talk.watch(table)["type"] == "snapshot"
        talk.quiet(0.6)
        guest.same_person().post(f"/api/tables/{table}/say", text="still there?")
        assert any("still there?" in line for line in lines)
        assert talk.until_type("chat")["text"] == "still there?"

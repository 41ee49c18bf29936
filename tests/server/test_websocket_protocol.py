"""Frames that are written and read without the library's parser are those of RFC 6455, as the library writes them."""

from __future__ import annotations

import random

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN, Side
from websockets.server import ServerProtocol

from trunkline.server.http.websocket_protocol import WebSocketProtocol, frame_head, whole_text

SIZES = (0, 1, 5, 125, 126, 127, 1000, 65_535, 65_536)


def frame(text: bytes, *, fin: bool = True, mask: bool = True, opcode: Opcode = Opcode.TEXT) -> bytes:
    return Frame(opcode, text, fin).serialize(mask=mask, extensions=[])


@pytest.mark.parametrize("size", SIZES)
def test_heads_are_those_of_the_library(size: int) -> None:
    text = random.Random(size).randbytes(size)
    assert frame_head(size) + text == frame(text, mask=False)


@pytest.mark.parametrize("size", SIZES)
def test_one_whole_text_is_read(size: int) -> None:
    text = random.Random(size).randbytes(size)
    data = frame(text)
    assert whole_text(data) == (text if size < 65_536 else None)
    for other in (data[:-1], data + b"\x81", data + data, data[1:], frame(text, mask=False)):
        assert whole_text(other) is None
    for opcode in (Opcode.BINARY, Opcode.CONT):
        assert whole_text(frame(text, opcode=opcode)) is None
    assert whole_text(frame(text, fin=False)) is None
    assert whole_text(b"") is None


def test_the_library_parses_what_begins_in_the_middle_of_a_frame() -> None:
    protocol = WebSocketProtocol.__new__(WebSocketProtocol)
    protocol.conn = ServerProtocol()
    # As after the handshake.
    protocol.conn.state = OPEN
    protocol.conn.parser = protocol.conn.__class__.__mro__[1].parse(protocol.conn)  # type: ignore[attr-defined]
    next(protocol.conn.parser)
    assert protocol.conn.side is Side.SERVER
    data = frame(b"hello", fin=False) + frame(b" world", opcode=Opcode.CONT)
    for number in range(len(data)):
        assert protocol.is_between_frames() == (number == 0)
        protocol.conn.receive_data(data[number : number + 1])
    assert protocol.is_between_frames()


def test_a_client_that_talks_is_not_pinged(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(WebSocketsSansIOProtocol, "send_keepalive_ping", lambda self: done.append("ping"))
    monkeypatch.setattr(WebSocketsSansIOProtocol, "schedule_ping", lambda self: done.append("wait"))
    protocol = WebSocketProtocol.__new__(WebSocketProtocol)
    protocol.has_spoken = True
    protocol.send_keepalive_ping()
    protocol.send_keepalive_ping()
    assert done == ["wait", "ping"], "silent for a whole interval"

"""Uvicorn's WebSocket protocol with direct writes of messages.

Every move is several messages. The usual path sends each by a task through a dozen layers of the framework, which costs
more than making the message. If the client keeps up, a message is written directly; a slow client takes the usual path.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import OPEN

KEY = "trunkline.write"
MOST_WAITING = 8
"""Messages of one client that wait to be read by the application; then no more is taken from the network."""


class Inbox:
    """Events that wait for the application: what uvicorn uses of asyncio.Queue, for one reader at a time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.events: deque[dict[str, Any]] = deque()
        self.waiter: asyncio.Future[None] | None = None

    def put_nowait(self, event: dict[str, Any]) -> None:
        self.events.append(event)
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)

    async def get(self) -> dict[str, Any]:
        while not self.events:
            self.waiter = self.loop.create_future()
            try:
                await self.waiter
            finally:
                self.waiter = None
        return self.events.popleft()

    def qsize(self) -> int:
        return len(self.events)

    def empty(self) -> bool:
        return not self.events


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = Inbox(self.loop)  # type: ignore[assignment]
        self.unsent: list[bytes] = []
        """Heads and texts of frames that `flush` writes."""
        self.has_spoken = False
        """Whether a message has arrived since the last time that a ping was due."""

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[KEY] = self.write_now
        try:
            await super().run_asgi()
        finally:
            # Break the reference cycle between connection and scope; the garbage collector runs rarely.
            del extensions[KEY]

    def send_receive_event_to_app(self) -> None:
        """Hand a message to the application.

        Uvicorn's own method differs in two ways. It writes a traceback into the log for text that is not UTF-8, which
        any stranger can send. And it stops reading after every message, which is two system calls for each; here the
        back-pressure begins when several messages wait.
        """
        data = b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text":
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if self.queue.qsize() >= MOST_WAITING and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        """Read one whole text frame without the library's parser, which handles everything else."""
        text = None
        if self.conn.state is OPEN and not self.conn.reader.buffer and self.is_between_frames():
            text = whole_text(data)
        if text is None:
            super().data_received(data)
        else:
            self.has_spoken = True
            self.curr_msg_data_type = "text"
            self.frames = [text]
            self.send_receive_event_to_app()

    def is_between_frames(self) -> bool:
        """Whether the parser has read whole frames so far, and waits for the first byte of the next message.

        It is a generator, which then waits in `at_eof`; in the middle of a frame it waits in `Frame.parse`.
        """
        waits_in: Any = self.conn.parser.gi_yieldfrom  # type: ignore[attr-defined]
        return waits_in is not None and waits_in.__name__ == "at_eof" and self.conn.current_size is None

    def write_now(self, message: bytes) -> bool:
        """Write a text frame if the client keeps up; False if not.

        Frames that are written in one go of the event loop leave by one system call: whoever moves gets the entry and
        `done` together.
        """
        if not self.writable.is_set() or self.conn.state is not OPEN or self.transport.is_closing():
            return False
        if not self.unsent:
            self.loop.call_soon(self.flush)
        self.unsent += frame_head(len(message)), message
        return True

    def flush(self) -> None:
        if self.unsent:
            frames, self.unsent = self.unsent, []
            if self.conn.state is OPEN and not self.transport.is_closing():
                self.transport.writelines(frames)

    async def send(self, message: Any) -> None:
        self.flush()
        await super().send(message)

    def shutdown(self) -> None:
        self.flush()
        super().shutdown()

    def send_keepalive_ping(self) -> None:
        """Ping a client that was silent for the whole interval; one that talks is known to be there."""
        if self.has_spoken:
            self.has_spoken = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()


def frame_head(size: int) -> bytes:
    """The head of an unfragmented text frame from the server (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((0x81, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


def whole_text(data: bytes) -> bytes | None:
    """The text, if this is exactly one unfragmented, masked text frame of less than 64 kB; otherwise None."""
    if len(data) < 6 or data[0] != 0x81:
        return None
    size, start = data[1] - 0x80, 2
    if not 0 <= size <= 126:
        return None
    if size == 126:
        size, start = int.from_bytes(data[2:4], "big"), 4
    if len(data) != start + 4 + size:
        return None
    return apply_mask(data[start + 4 :], data[start : start + 4])


def writer_of(scope: Mapping[str, Any]) -> Callable[[bytes], bool] | None:
    """The direct write of a connection; None under another ASGI server."""
    found: Callable[[bytes], bool] | None = (scope.get("extensions") or {}).get(KEY)
    return found

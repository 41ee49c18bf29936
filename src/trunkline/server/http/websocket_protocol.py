"""Uvicorn's WebSocket protocol with direct writes of messages.

Every move is several messages. The usual path sends each by a task through a dozen layers of the framework, which costs
more than making the message. If the client keeps up, a message is written directly; a slow client takes the usual path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

KEY = "trunkline.write"
MOST_WAITING = 8
"""Messages of one client that wait to be read by the application; then no more is taken from the network."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """One connection."""

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

    def write_now(self, message: bytes) -> bool:
        """Write a text frame if the client keeps up; False if not."""
        if not self.writable.is_set() or self.conn.state is not OPEN or self.transport.is_closing():
            return False
        self.conn.send_text(message)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True


def writer_of(scope: Mapping[str, Any]) -> Callable[[bytes], bool] | None:
    """The direct write of a connection; None under another ASGI server."""
    found: Callable[[bytes], bool] | None = (scope.get("extensions") or {}).get(KEY)
    return found

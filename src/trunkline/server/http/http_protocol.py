"""Uvicorn's HTTP protocol with bounds on the size of the request head and on how long it may take.

Uvicorn itself closes a connection that is idle after an answer. It bounds neither what comes before the first request,
nor a request that arrives byte by byte, nor the size and number of headers.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

HEAD_BYTES = 16 * 1024
"""The address and all headers of a request together."""
HEAD_COUNT = 64
"""Headers of a request; browsers and proxies together send about thirty."""
HEAD_SECONDS = 20.0
"""Time limit from the connection, or the first byte of a further request, to the end of the head."""
BODY_SECONDS = 120.0
"""From the end of the head to the end of the body; the largest is a record."""
IDLE_SECONDS = 10
"""How long a connection is kept after an answer."""


class TooLarge(Exception):
    """The head of a request is larger than it may be."""


class Connection(HttpToolsProtocol):
    """One connection. A client that is too slow or sends too much gets an error, if possible, and is disconnected."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.deadline: asyncio.TimerHandle | None = None
        self.in_head = True
        """Whether a request is awaited or its head is being read."""
        self.head_bytes = 0
        """The size of the address and headers that were read of this request."""
        self.raw_bytes = 0
        """Bytes since the request began: the parser does not report a header that never ends."""
        self.is_too_large = False

    def expect(self, seconds: float | None) -> None:
        """Set the deadline for what comes next; None for no limit."""
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None
        if seconds is not None:
            self.deadline = self.loop.call_later(seconds, self.timeout_keep_alive_handler)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.expect(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self.expect(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.in_head:
            self.raw_bytes += len(data)
            if self.deadline is None:
                self.expect(HEAD_SECONDS)
        super().data_received(data)
        if self.in_head and self.raw_bytes > HEAD_BYTES and not self.transport.is_closing():
            self.is_too_large = True
            self.send_400_response("")

    def on_message_begin(self) -> None:
        self.head_bytes = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self.grow(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self.grow(len(name) + len(value))
        super().on_header(name, value)

    def grow(self, size: int) -> None:
        self.head_bytes += size
        if self.head_bytes > HEAD_BYTES or len(self.headers) >= HEAD_COUNT:
            self.is_too_large = True
            # Stops the parser; uvicorn then answers as for any malformed request.
            raise TooLarge

    def on_headers_complete(self) -> None:
        self.in_head = False
        self.expect(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.in_head = True
        self.raw_bytes = 0
        self.expect(None)
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        if not self.is_too_large:
            super().send_400_response(msg)
            return
        self.transport.write(STATUS_LINE[431] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()

    def handle_websocket_upgrade(self) -> None:
        # The WebSocket protocol takes over the connection.
        self.expect(None)
        super().handle_websocket_upgrade()

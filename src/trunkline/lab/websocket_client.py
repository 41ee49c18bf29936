"""A minimal WebSocket client for the bench: cheap, because the clients share the processors with the server."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FINAL, MASKED = 0x80, 0x80
NO_MASK = bytes(4)
"""A client must mask what it sends; a mask of zeros leaves the text unchanged."""


class Link(asyncio.Protocol):
    """One connection. `hear` is called with every text when it arrives."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self.hear = hear
        self.transport: asyncio.Transport
        self.buffer = b""
        self.upgraded = asyncio.get_running_loop().create_future()

    @classmethod
    async def connect(cls, url: str, cookie: str, hear: Callable[[bytes], None], address: str | None = None) -> Link:
        """Connect, from the given address of this machine if there is one."""
        where = urlsplit(url)
        loop = asyncio.get_running_loop()
        _, link = await loop.create_connection(
            lambda: cls(hear), where.hostname or "", where.port or 80, local_addr=(address, 0) if address else None
        )
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            "GET /ws HTTP/1.1", f"Host: {where.netloc}", f"Origin: {url}", f"Cookie: {cookie}", "Upgrade: websocket",
            "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", "", "",
        )  # fmt: skip
        link.transport.write("\r\n".join(lines).encode())
        await link.upgraded
        return link

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.upgraded.done():
            self.upgraded.set_exception(ConnectionError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer + data if self.buffer else data
        if not self.upgraded.done():
            head, end, buffer = buffer.partition(b"\r\n\r\n")
            if not end:
                self.buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101 "):
                self.upgraded.set_exception(ConnectionError(head.decode("latin-1").splitlines()[0]))
                return
            self.upgraded.set_result(None)
        self.buffer = self.read_frames(buffer)

    def read_frames(self, buffer: bytes) -> bytes:
        """Read all complete frames; return the beginning of the next. The server sends each text in one frame."""
        at = 0
        while len(buffer) - at >= 2:
            kind, length, start = buffer[at] & 0xF, buffer[at + 1], at + 2
            wide = {126: 2, 127: 8}.get(length, 0)
            if wide:
                length = int.from_bytes(buffer[start : start + wide], "big")
                start += wide
            if len(buffer) < start + length:
                break
            at = start + length
            if kind == TEXT:
                self.hear(buffer[start:at])
            elif kind == PING:
                self.send(buffer[start:at], PONG)
            elif kind == CLOSE:
                self.transport.close()
        return buffer[at:]

    def send(self, text: bytes, kind: int = TEXT) -> None:
        size = len(text)
        if size < 126:
            head = bytes((FINAL | kind, MASKED | size))
        else:
            head = bytes((FINAL | kind, MASKED | 126)) + size.to_bytes(2, "big")
        self.transport.write(head + NO_MASK + text)

"""The protocol of our sockets: uvicorn's, with a short way out for messages.

Every move is several messages. By the usual way each is a task that passes a dozen layers of the framework, which costs
more than making the message. What a client can take at once is written at once; whoever is slow is waited for as usual.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

KEY = "trunkline.write"


class Frames(WebSocketsSansIOProtocol):
    """One connection."""

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[KEY] = self.write_now
        await super().run_asgi()

    def write_now(self, message: bytes) -> bool:
        """Write a text, if the client keeps up; whether it was written."""
        if not self.writable.is_set() or self.conn.state is not OPEN or self.transport.is_closing():
            return False
        self.conn.send_text(message)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True


def writer_of(scope: Mapping[str, Any]) -> Callable[[bytes], bool] | None:
    """The short way out of a connection; None where another server runs the application."""
    found: Callable[[bytes], bool] | None = (scope.get("extensions") or {}).get(KEY)
    return found

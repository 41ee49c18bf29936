"""Runs the application under uvicorn, from binding the socket to a graceful stop."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import uvicorn
from litestar import Litestar

from trunkline.server.http.app import make_app
from trunkline.server.http.http_protocol import IDLE_SECONDS, Connection
from trunkline.server.http.rate_limits import SOCKET_MESSAGE
from trunkline.server.http.websocket_protocol import WebSocketProtocol
from trunkline.server.services import Services
from trunkline.server.settings import Settings

GRACE_SECONDS = 10
"""How long a stop waits for requests that are being answered."""
LINGER_SECONDS = 1.0
"""How long a stop waits for clients to read their last messages."""


class Server(uvicorn.Server):
    """Uvicorn, with a stop that first tells the services, so that open streams end."""

    def __init__(self, settings: Settings, app: Litestar, ready: Callable[[int], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                # For log lines only: the socket is bound by `bind`.
                host=settings.host,
                port=settings.port,
                log_config=None,
                access_log=False,
                lifespan="on",
                http=Connection,
                timeout_keep_alive=IDLE_SECONDS,
                ws=WebSocketProtocol,
                # Deflate would cost 40 kB for each idle socket; messages are short.
                ws_per_message_deflate=False,
                # A message slightly over the limit gets a typed answer; one far over it closes the connection.
                ws_max_size=16 * SOCKET_MESSAGE,
                proxy_headers=True,
                forwarded_allow_ips=settings.proxies,
                server_header=False,
                timeout_graceful_shutdown=GRACE_SECONDS,
                backlog=2048,
            )
        )
        self.settings = settings
        self.closing: set[Any] = set()
        """Connections that were closing when we last looked."""
        self.application = app
        self.ready = ready

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        # Opened here, not in the lifespan, so that database errors reach whoever started the server.
        services = await Services.open(self.settings)
        self.application.state.services = services
        try:
            await super().serve(sockets)
        finally:
            await services.close()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # Objects made so far live as long as the process, and requests make few reference cycles: freezing the former
        # and collecting rarely keeps garbage-collection pauses out of the response times.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 5, 5)
        if self.started and sockets:
            self.ready(int(sockets[0].getsockname()[1]))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.application.state.services.stopping.set()
        giving_up = asyncio.create_task(self.give_up())
        try:
            await super().shutdown(sockets)
        finally:
            giving_up.cancel()
            # Here and not later: afterwards uvicorn raises the signal again, which ends the process.
            await self.application.state.services.close()

    async def on_tick(self, counter: int) -> bool:
        # Ten ticks are a second.
        if counter % 50 == 0:
            self.drop_the_deaf()
        return await super().on_tick(counter)

    async def give_up(self) -> None:
        """While stopping: drop clients that do not read."""
        while True:
            await asyncio.sleep(LINGER_SECONDS)
            self.drop_the_deaf()

    def drop_the_deaf(self) -> None:
        """End connections that are closed on our side, but whose clients do not read what is still on its way.

        Their transports would wait for them as long as the network does, which may be hours.
        """
        closing = {connection for connection in self.server_state.connections if is_closing(connection)}
        for connection in closing & self.closing:
            connection.transport.abort()
        self.closing = closing


def is_closing(connection: Any) -> bool:
    transport = getattr(connection, "transport", None)
    return transport is not None and bool(transport.is_closing())


def bind(host: str, port: int) -> socket.socket:
    """Bind the listening socket before anything else, so that a taken port is an immediate error (OSError)."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.set_inheritable(True)
    except BaseException:
        listening.close()
        raise
    return listening


def serve(settings: Settings, listening: socket.socket, ready: Callable[[int], None]) -> bool:
    """Serve until SIGINT or SIGTERM; False if it never started. May raise DatabaseProblem or StoreDown."""
    server = Server(settings, make_app(settings), ready)
    # Uvicorn hands the signal on when everything is closed.
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    return server.started

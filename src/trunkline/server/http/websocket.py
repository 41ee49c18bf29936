"""The WebSocket endpoint: one client, which watches tables, acts and chats by typed messages."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket, websocket

from trunkline.server.campaign_messages import Decide, DecideBody
from trunkline.server.http.guard import Asker, identify, is_from_elsewhere, services_of
from trunkline.server.http.outbox import Outbox
from trunkline.server.http.rate_limits import SOCKET_MESSAGE, address_key
from trunkline.server.http.websocket_protocol import writer_of
from trunkline.server.messages import Act, FromClient, Ping, Pong, Refused, Say, Undo, Unwatch, Watch
from trunkline.server.people.sessions import Person
from trunkline.server.refusal import RequestRefused
from trunkline.server.services import Services
from trunkline.server.store.store import StoreDown

log = logging.getLogger("trunkline.socket")

Socket = WebSocket[Any, Any, Any]
FromSocket = FromClient | Decide
decode = msgspec.json.Decoder(FromSocket).decode
encode = msgspec.json.Encoder().encode
PONG = encode(Pong())

MOST_WATCHED = 50
"""Tables that one connection may watch."""
PATIENCE = 30
"""Unreadable messages and messages over the rate limit, together, after which the connection is closed."""
CLOSE_SECONDS = 2.0

ABUSE = 4008
TOO_SLOW = 4009
LEFT = 4001
"""The session of this connection was ended, here or on another device."""


class SocketClient(Outbox):
    """One connection. A sender task exists only while messages are queued (back-pressure)."""

    def __init__(self, socket: Socket, services: Services, asker: Asker, muted: set[str]) -> None:
        super().__init__(asker.id, muted, partial(services.affords, asker.address), asker.login)
        self.socket = socket
        self.services = services
        self.asker = asker
        self.watching: set[str] = set()
        self.unreadable = 0
        """Unreadable messages, less one for each good message since."""
        self.over_rate = 0
        """Messages over the rate limit. Good messages in between do not make up for them: a flood has many."""
        self.close_code: int | None = None
        """The close code, once the server closes this connection."""
        self.write = writer_of(socket.scope)
        self.sender: asyncio.Task[None] | None = None
        self.is_sending = False
        """Whether the sender has started: cancelling it before that leaves a reference cycle."""
        self.reader: asyncio.Task[None] | None = None
        self.is_idle = False
        """Whether the reader waits for a message: only then it may be cancelled, never in the middle of a move."""

    def push(self, message: bytes) -> None:
        """Write a message directly if the queue is empty and the client keeps up; otherwise queue it."""
        if self.close_code is not None:
            return
        if self.sender is None and self.write is not None and self.write(message):
            self.services.metrics.message_out()
        else:
            super().push(message)

    def wake(self) -> None:
        if self.is_full:
            self.end(TOO_SLOW)
        elif self.sender is None and self.close_code is None:
            self.sender = asyncio.create_task(self.send_all())

    async def send_all(self) -> None:
        """Send the queue; waits for a slow client."""
        self.is_sending = True
        try:
            while (message := self.take()) is not None:
                await self.socket.send({"type": "websocket.send", "bytes": None, "text": message.decode()})
                self.services.metrics.message_out()
        except Exception:
            # The connection is lost; the reader notices it by itself.
            self.clear()
        finally:
            self.is_sending = False
            self.sender = None

    def end(self, code: int) -> None:
        """Close the connection from our side: cancels the waiting reader."""
        if self.close_code is None:
            self.close_code = code
            if self.reader is not None and self.is_idle:
                self.reader.cancel()

    def revoke(self) -> None:
        self.end(LEFT)
        # A sender that waits for a slow client has nothing left to send.
        self.clear()

    # --- reading ------------------------------------------------------------------------------------------------

    async def read_all(self) -> None:
        """Read and answer messages in order until either side closes."""
        while self.close_code is None:
            self.is_idle = True
            event: Any = await self.socket.receive()
            self.is_idle = False
            if event["type"] != "websocket.receive":
                return
            self.services.metrics.message_in()
            await self.read(event.get("text"))
            if self.unreadable + self.over_rate >= PATIENCE:
                self.end(ABUSE)

    async def read(self, text: str | None) -> None:
        wish: FromSocket | None = None
        try:
            # A text has at most as many characters as bytes: check the cheap bound first.
            if text is None or len(text) > SOCKET_MESSAGE or len(text.encode("utf-8", "replace")) > SOCKET_MESSAGE:
                raise RequestRefused("bad_message", {"reason": "binary" if text is None else "size"})
            await self.services.limit_and_delay(self.asker.id or self.asker.address, "socket_message")
            try:
                wish = decode(text)
            except (msgspec.DecodeError, UnicodeError, RecursionError):
                raise RequestRefused("bad_message", {"reason": "shape"}) from None
            await self.answer(wish)
            self.unreadable = max(0, self.unreadable - 1)
        except RequestRefused as refusal:
            self.refuse(wish, refusal)
        except StoreDown as error:
            log.warning("no database for a message: %s", error)
            self.refuse(wish, RequestRefused("unavailable", {"retry": 2}))
        except Exception:
            log.exception("a message failed")
            self.refuse(wish, RequestRefused("internal"))

    def refuse(self, wish: FromSocket | None, refusal: RequestRefused) -> None:
        self.unreadable += refusal.code == "bad_message"
        self.over_rate += refusal.code == "too_fast"
        self.services.metrics.refusals.add(code=refusal.code)
        table = getattr(wish, "table", None)
        self.push(encode(Refused(refusal.code, refusal.params, table, getattr(wish, "action_id", None))))

    async def answer(self, wish: FromSocket) -> None:
        match wish:
            case Ping():
                self.push(PONG)
            case Watch(table=table, since=since):
                await self.watch(table, None if since is msgspec.UNSET else since)
            case Unwatch(table=table):
                self.watching.discard(table)
                self.services.unwatch(self, table)
            case Act() | Undo():
                self.push(encode(await self.services.act(self.who(), wish)))
            case Decide(table=table, actor=actor, action_id=action_id, action=action):
                body = DecideBody(actor, action_id, action)
                self.push(encode(await self.services.decide(self.who(), table, body)))
            case Say(table=table, text=text):
                await self.services.say(self.who(), table, text)

    def who(self) -> Person:
        return self.asker.person

    async def watch(self, table: str, since: int | None) -> None:
        if len(self.watching) >= MOST_WATCHED and table not in self.watching:
            raise RequestRefused("too_many_tables", {"most": MOST_WATCHED})
        # Added first, so that `leave` unsubscribes even if this is cancelled in between.
        self.watching.add(table)
        try:
            await self.services.watch(self, table, since)
        except RequestRefused:
            self.watching.discard(table)
            self.services.unwatch(self, table)
            raise

    async def leave(self) -> None:
        """Unsubscribe from all tables and stop the sender."""
        if self.close_code is None:
            self.close_code = 1000
        for table in self.watching:
            self.services.unwatch(self, table)
        self.watching.clear()
        self.clear()
        # A sender that has not begun finds nothing to send.
        if self.sender is not None and self.is_sending:
            self.sender.cancel()


@websocket("/ws")
async def talk(socket: Socket) -> None:
    """Watch tables and act at them: the messages are `FromClient` and `ToClient` of docs/server.md."""
    services = services_of(socket)
    try:
        if is_from_elsewhere(socket):
            raise RequestRefused("wrong_origin", {}, 403)
        await services.limit_and_delay(address_key(socket.client.host if socket.client else ""), "socket_opened")
        asker = await identify(socket)
        muted = await services.people.muted(asker.id) if asker.id else set()
        services.held.take(asker.key, "sockets")
    except RequestRefused as refusal:
        services.metrics.refusals.add(code=refusal.code)
        # Closing before accepting is a 403 response.
        await socket.close()
        return
    try:
        await socket.accept()
    except BaseException:
        services.held.give_back(asker.key, "sockets")
        raise
    client = SocketClient(socket, services, asker, muted)
    services.arrive(client)
    services.metrics.sockets.add(1)
    try:
        await services.revocations.check(client)
        if asker.id is not None:
            services.hall.run(services.notices.present(asker.id))
        # In a task of its own: each message would otherwise resume all layers of the framework around this function.
        client.reader = asyncio.create_task(client.read_all())
        await client.reader
    except asyncio.CancelledError:
        # The reader was cancelled by `end`, or this task because the server stops.
        if client.close_code is None:
            raise
    finally:
        client.reader = None
        code = client.close_code
        services.depart(client)
        services.metrics.sockets.add(-1)
        services.held.give_back(asker.key, "sockets")
        await client.leave()
    if code is not None:
        with suppress(Exception):
            async with asyncio.timeout(CLOSE_SECONDS):
                await socket.close(code=code)
    # Break the reference cycle between the framework's socket and these wrappers, or only the collector would free it.
    del socket.receive, socket.send

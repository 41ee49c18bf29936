"""What the tests of notices share: a receiver of webhooks, a browser that is pushed to, and a place to try turns in."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from sqlalchemy import Connection, insert, select

from server.databases import entry_row, table_row
from trunkline.server.messages import Clock
from trunkline.server.notify.egress import Egress
from trunkline.server.notify.notices import Notices
from trunkline.server.notify.senders import Keys, from_base64url, to_base64url
from trunkline.server.refusal import RequestRefused
from trunkline.server.store import schema
from trunkline.server.store.rows import TableData, TableRow, TableSeat
from trunkline.server.store.store import Store

# --- a receiver ------------------------------------------------------------------------------------------------------


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """A small HTTP server that answers as it is told, and remembers what came."""

    answers: list[bytes] = field(default_factory=list)
    came: list[Received] = field(default_factory=list)
    port: int = 0
    behave: Callable[[asyncio.StreamWriter], Awaitable[None]] | None = None

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = {key.lower(): value for key, _, value in (line.partition(": ") for line in head[1:]) if key}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            self.came.append(Received(head[0].split(" ")[1], headers, body))
            if self.behave is not None:
                await self.behave(writer)
            else:
                line = self.answers.pop(0) if self.answers else b"204 No Content"
                writer.write(b"HTTP/1.1 " + line + b"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    @asynccontextmanager
    async def open(self, context: ssl.SSLContext | None = None) -> AsyncIterator[Receiver]:
        server = await asyncio.start_server(self.handle, "127.0.0.1", 0, ssl=context)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()


async def to_here(host: str, port: int) -> list[str]:
    return ["127.0.0.1"]


def local(seconds: float = 60.0, context: ssl.SSLContext | None = None) -> Egress:
    """A way out that leads to this machine, whatever the name."""
    return Egress(
        http_allowed=True, resolver=to_here, allow=lambda address: True, seconds=seconds, context=context
    )  # fmt: skip


async def reason(doing: Awaitable[object]) -> object:
    with pytest.raises(RequestRefused) as refusal:
        await doing
    assert (refusal.value.code, refusal.value.status) == ("bad_url", 400)
    return refusal.value.params["reason"]


class Browser:
    """A subscription, and the keys with which a browser reads what comes."""

    def __init__(self, endpoint: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen bytes!!!"
        self.public = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.keys = {"p256dh": to_base64url(self.public), "auth": to_base64url(self.auth)}
        self.subscription: dict[str, Any] = {"endpoint": endpoint, "expirationTime": None, "keys": self.keys}

    def read(self, body: bytes) -> dict[str, Any]:
        salt, sender, sealed = body[:16], body[21:86], body[86:]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), theirs)
        secret = HKDF(hashes.SHA256(), 32, self.auth, b"WebPush: info\0" + self.public + sender).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain[-1:] == b"\x02"
        found: dict[str, Any] = json.loads(plain[:-1])
        return found


def read_vapid(header: str, public: str) -> dict[str, Any]:
    """The claims of an Authorization header by RFC 8292, its signature checked."""
    scheme, _, rest = header.partition(" ")
    parts = dict(part.split("=", 1) for part in rest.split(", "))
    assert scheme == "vapid" and parts["k"] == public
    head, claims, made = parts["t"].split(".")
    raw = from_base64url(made)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64url(public))
    signature = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(signature, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(from_base64url(head)) == {"typ": "JWT", "alg": "ES256"}
    found: dict[str, Any] = json.loads(from_base64url(claims))
    return found


# --- turns that wait -------------------------------------------------------------------------------------------------

TABLE = "table-1"


def seated(**changes: Any) -> TableRow:
    seats = [TableSeat("person", "Ann", "ann"), TableSeat("person", "Bob", "bob"), TableSeat()]
    data = TableData(seats, clock=Clock(changes.pop("clock", "days")))
    return table_row(TABLE, data=data, **changes)


class Place:
    """A table in a database, a receiver, and notices with a clock that stands still until it is set."""

    def __init__(self, store: Store, keys: Keys, receiver: Receiver) -> None:
        self.store = store
        self.receiver = receiver
        self.keys = keys
        self.now = 1_000_000.0
        self.outcomes: list[tuple[str, str]] = []
        self.row = seated()
        self.notices = self.new_notices()

    def new_notices(self, store: Store | None = None, **more: Any) -> Notices:
        return Notices(
            store or self.store,
            self.keys,
            egress=local(),
            contact="mailto:trains@example.org",
            table_url=lambda table: f"https://trains.example/t/{table}",
            pauses=(0.01, 0.02),
            on_outcome=lambda way, outcome: self.outcomes.append((way, outcome)),
            clock=lambda: self.now,
            **more,
        )

    @property
    def url(self) -> str:
        return f"http://hook.example:{self.receiver.port}/turn"

    async def deliver(self, after: float = 0.0) -> int:
        """Let time pass, deliver what is due, and say how many came since."""
        self.now += after
        before = len(self.receiver.came)
        await self.notices.deliver_due()
        await self.notices.settled()
        return len(self.receiver.came) - before

    async def entry(self, seat: int | None, waiting: list[str], **changes: Any) -> None:
        """Somebody acts; then the table waits for these."""
        entry = entry_row(TABLE, self.row.seq, seat=seat, **changes)
        self.row = seated(seq=self.row.seq + 1, version=self.row.version + 1, waiting=waiting)
        assert await self.store.append(entry, self.row)

    async def pending(self) -> list[tuple[str, int, float]]:
        table = schema.pending_notices
        query = select(table.c.person, table.c.seq, table.c.due).order_by(table.c.person)
        rows = await self.store.read(lambda connection: connection.execute(query).all())
        return [(row.person, row.seq, row.due) for row in rows]


def settle(connection: Connection) -> None:
    for name in ("ann", "bob"):
        connection.execute(insert(schema.people).values(id=name, kind="account", name=name, created=0.0, seen=0.0))


def at(url: str, story: Callable[[Place], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        store = await Store.open(url)
        try:
            await store.write(settle)
            async with Receiver().open() as receiver:
                place = Place(store, await Keys.kept_by(store), receiver)
                assert await store.save_table(place.row)
                await place.entry(None, ["ann"], kind="deal")
                await story(place)
                await place.notices.stop()
        finally:
            await store.close()

    asyncio.run(main())

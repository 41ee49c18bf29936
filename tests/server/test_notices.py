"""Notices: one for each turn that waits, to real receivers, and never to an address inside."""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from sqlalchemy import Connection, insert, select

from server.databases import entry_row, table_row
from trunkline.server import schema
from trunkline.server.notices import LEASE, MOST_DEVICES, NEVER, Notices
from trunkline.server.outward import Outward, is_public, resolve
from trunkline.server.refusal import Refusal
from trunkline.server.rows import TableRow
from trunkline.server.senders import Keys, encrypt, from_base64url, to_base64url
from trunkline.server.store import Store

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


def local(seconds: float = 5.0, context: ssl.SSLContext | None = None) -> Outward:
    """A way out that leads to this machine, whatever the name."""
    return Outward(
        http_allowed=True, resolver=to_here, allow=lambda address: True, seconds=seconds, context=context
    )  # fmt: skip


async def reason(doing: Awaitable[object]) -> object:
    with pytest.raises(Refusal) as refusal:
        await doing
    assert (refusal.value.code, refusal.value.status) == ("bad_url", 400)
    return refusal.value.params["reason"]


# --- where a request may go ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["93.184.215.14", "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001::1"])
def test_addresses_of_the_open_internet(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254",
        "100.64.0.1", "192.0.0.8", "192.0.2.1", "198.18.0.1", "203.0.113.1", "224.0.0.1", "239.1.1.1", "240.0.0.1",
        "255.255.255.255", "::", "::1", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd12::1", "ff02::1",
        "2001:db8::1", "100::1", "::127.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:0:8.8.8.8",
        "64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1", "2002:7f00:1::1", "2002:808:808::1",
        "2001:0:7f00:1::1", "2001:20::1", "3fff::1", "4000::1", "192.88.99.1", "", "example.org", "127.1",
    ],
)  # fmt: skip
def test_addresses_inside(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://hook.example/", "scheme"),
        ("ftp://hook.example/", "scheme"),
        ("file:///etc/passwd", "form"),
        ("gopher://hook.example/", "scheme"),
        ("//hook.example/", "form"),
        ("hook.example", "form"),
        ("", "form"),
        ("https://", "form"),
        ("https://me:secret@hook.example/", "form"),
        ("https://hook.example:22/", "port"),
        ("https://hook.example:25/", "port"),
        ("https://hook.example:99999/", "port"),
        ("https://hook.example/" + "x" * 1000, "form"),
        ("https://hook.example/\x00", "form"),
        ("https://hook.example/\r\nHost: other", "form"),
    ],
)
def test_urls_of_the_wrong_form(url: str, why: str) -> None:
    asked: list[str] = []

    async def public(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["93.184.215.14"]

    assert asyncio.run(reason(Outward(resolver=public).check(url))) == why
    assert asked == []


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "localhost", "[::1]", "0.0.0.0", "[::ffff:127.0.0.1]", "[::]", "127.1", "0x7f.0.0.1",
        "2130706433", "0177.0.0.1", "[fe80::1]", "10.0.0.1", "169.254.169.254",
    ],
)  # fmt: skip
def test_names_and_numbers_that_lead_inside_are_refused(host: str) -> None:
    assert asyncio.run(reason(Outward().check(f"https://{host}/"))) in ("address", "unknown_host", "form")


def test_a_name_with_one_address_inside_is_refused_whole() -> None:
    async def both(host: str, port: int) -> list[str]:
        return ["93.184.215.14", "10.0.0.1"]

    assert asyncio.run(reason(Outward(resolver=both).check("https://hook.example/"))) == "address"


def test_a_name_that_does_not_resolve_is_refused() -> None:
    async def none(host: str, port: int) -> list[str]:
        raise OSError("no such name")

    async def slow(host: str, port: int) -> list[str]:
        await asyncio.sleep(60)
        return []

    assert asyncio.run(reason(Outward(resolver=none).check("https://hook.example/"))) == "unknown_host"
    assert asyncio.run(reason(Outward(resolver=slow, seconds=0.05).check("https://hook.example/"))) == "unknown_host"


def test_the_systems_resolver_is_asked_with_a_name() -> None:
    assert "127.0.0.1" in asyncio.run(resolve("localhost", 443)) or "::1" in asyncio.run(resolve("localhost", 443))


def test_it_connects_to_the_address_that_was_checked() -> None:
    """A name that answers differently the second time leads nowhere: it is asked once."""
    asked: list[str] = []

    async def once(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["192.0.2.1"]

    async def main() -> None:
        async with Receiver().open() as receiver:
            outward = Outward(http_allowed=True, resolver=once, allow=lambda address: address == "127.0.0.1")
            answer = await outward.post(f"http://hook.example:{receiver.port}/a?b=c", b"{}", {})
            assert (answer.status, answer.retry) == (204, False)
            [came] = receiver.came
            assert came.path == "/a?b=c"
            assert came.headers["host"] == f"hook.example:{receiver.port}"
            assert asked == ["hook.example"]

    asyncio.run(main())


def test_a_redirect_is_not_followed() -> None:
    async def main() -> None:
        async with Receiver().open() as inside, Receiver().open() as receiver:
            receiver.answers = [f"307 Elsewhere\r\nLocation: http://127.0.0.1:{inside.port}/secret".encode()]
            answer = await local().post(f"http://hook.example:{receiver.port}/", b"{}", {})
            assert (answer.status, answer.retry) == (307, False)
            assert inside.came == []

    asyncio.run(main())


def test_an_endless_answer_is_cut_off() -> None:
    async def endless(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            writer.write(b"1000\r\n" + b"x" * 4096 + b"\r\n")
            await writer.drain()

    async def main() -> None:
        async with Receiver(behave=endless).open() as receiver:
            answer = await asyncio.wait_for(local().post(f"http://hook.example:{receiver.port}/", b"", {}), 5)
            assert answer.status == 200

    asyncio.run(main())


def test_a_slow_answer_is_given_up() -> None:
    async def drip(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        while True:
            # Each byte comes in time; all together they do not.
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.05)

    async def main() -> None:
        async with Receiver(behave=drip).open() as receiver:
            began = time.monotonic()
            with pytest.raises(TimeoutError):
                await local(seconds=0.3).post(f"http://hook.example:{receiver.port}/", b"", {})
            assert time.monotonic() - began < 3

    asyncio.run(main())


def certificate(folder: Path, name: str) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """What a server of this name shows, and what a client needs to believe it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = made.public_bytes(serialization.Encoding.PEM)
    plain = serialization.NoEncryption()
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    (folder / "both.pem").write_bytes(private + pem)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(folder / "both.pem")
    return server, ssl.create_default_context(cadata=pem.decode())


def test_the_certificate_must_be_that_of_the_name(tmp_path: Path) -> None:
    async def main() -> None:
        server, client = certificate(tmp_path, "hook.example")
        async with Receiver().open(server) as receiver:
            outward = local(context=client)
            answer = await outward.post(f"https://hook.example:{receiver.port}/", b"{}", {})
            assert answer.status == 204
            with pytest.raises(httpx.ConnectError):
                await outward.post(f"https://other.example:{receiver.port}/", b"{}", {})
            assert len(receiver.came) == 1

    asyncio.run(main())


# --- keys and encryption ---------------------------------------------------------------------------------------------


def test_the_message_of_rfc_8291_is_encrypted_as_there() -> None:
    number = int.from_bytes(from_base64url("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    made = encrypt(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        own=ec.derive_private_key(number, ec.SECP256R1()),
        salt=from_base64url("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert to_base64url(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3"
        "jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


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


def test_the_key_is_made_once_and_shared_by_all_processes(database_url: str) -> None:
    async def main() -> None:
        store = await Store.open(database_url)
        made = await asyncio.gather(*(Keys.kept_by(store) for _ in range(4)))
        assert len({keys.text for keys in made}) == 1
        assert len(base64.urlsafe_b64decode(made[0].public + "=")) == 65
        await store.close()
        store = await Store.open(database_url)
        again = await Keys.kept_by(store)
        assert again.text == made[0].text
        assert again.webhook_secret("ann") == made[0].webhook_secret("ann") != made[0].webhook_secret("bob")
        await store.close()

    asyncio.run(main())


# --- turns that wait -------------------------------------------------------------------------------------------------

TABLE = "table-1"


def seated(**changes: Any) -> TableRow:
    data = {
        "seats": [{"person": "ann"}, {"person": "bob"}, {"person": None}],
        "clock": {"kind": changes.pop("clock", "days")},
    }
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
            outward=local(),
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


def test_a_turn_that_waits_is_told_once_and_signed(database_url: str) -> None:
    async def story(place: Place) -> None:
        secret = await place.notices.set_webhook("ann", place.url)
        assert secret is not None
        await place.notices.waiting(TABLE, "ann", 1)
        assert await place.deliver() == 0
        assert await place.deliver(after=2.5) == 1
        for _ in range(3):
            await place.notices.waiting(TABLE, "ann", 1)
            assert await place.deliver(after=1000) == 0
        [came] = place.receiver.came
        facts = json.loads(came.body)
        assert facts.pop("id") == came.headers["trunkline-notice"]
        assert facts == {"type": "turn", "table": TABLE, "seq": 1, "url": f"https://trains.example/t/{TABLE}"}
        at_, made = (part.split("=")[1] for part in came.headers["trunkline-signature"].split(","))
        right = hmac.new(secret.encode(), f"{at_}.".encode() + came.body, "sha256").hexdigest()
        assert made == right and abs(int(at_) - place.now) < 10_000
        assert came.headers["content-type"] == "application/json"
        assert place.outcomes == [("webhook", "sent")]

    at(database_url, story)


def test_live_play_waits_longer_than_play_by_turns(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        await place.notices.waits(seated(seq=1, waiting=["ann", "bob"], clock="move"))
        assert await place.pending() == [("ann", 1, place.now + 20)]
        assert await place.deliver(after=19) == 0
        assert await place.deliver(after=2) == 1

    at(database_url, story)


def test_who_is_there_needs_no_notice(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        await place.notices.waits(seated(seq=1, waiting=["ann"]), present={"ann"})
        assert await place.pending() == []
        await place.notices.waits(seated(seq=1, waiting=["ann"]))
        await place.notices.present("ann")
        await place.notices.present("bob")
        assert await place.deliver(after=100) == 0
        assert await place.pending() == [("ann", 1, NEVER)]
        here = place.new_notices(here=lambda person: True)
        await place.notices.moved(TABLE, "ann")
        await here.waiting(TABLE, "ann", 1)
        place.now += 100
        assert await here.deliver_due() == 0
        assert place.receiver.came == []

    at(database_url, story)


def test_a_move_cancels_the_notice_by_being_made(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        await place.notices.waiting(TABLE, "ann", 1)
        await place.entry(0, ["bob"])
        assert await place.deliver(after=100) == 0
        assert await place.pending() == []

    at(database_url, story)


def test_moved_cancels_too(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        await place.notices.waiting(TABLE, "ann", 1)
        await place.notices.moved(TABLE, "ann")
        assert await place.deliver(after=100) == 0

    at(database_url, story)


def test_every_turn_has_its_own_notice(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        for turn in range(3):
            seq = 1 + 2 * turn
            await place.notices.waits(place.row)
            assert await place.deliver(after=10) == 1
            await place.entry(0, ["bob"])
            await place.entry(1, ["ann"])
            assert place.row.seq == seq + 2
        assert [json.loads(came.body)["seq"] for came in place.receiver.came] == [1, 3, 5]
        assert len({came.headers["trunkline-notice"] for came in place.receiver.came}) == 3

    at(database_url, story)


def test_a_turn_that_waits_while_others_act_is_told_once(database_url: str) -> None:
    """While tickets are chosen at the start, the seq goes on although one's own turn is the same."""

    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        await place.notices.waits(place.row)
        assert await place.deliver(after=10) == 1
        await place.entry(1, ["ann"])
        await place.notices.waits(place.row)
        assert await place.deliver(after=10) == 0

    at(database_url, story)


def test_who_is_in_the_middle_of_a_turn_knows(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        await place.entry(0, ["ann"])
        await place.notices.waits(place.row)
        assert await place.deliver(after=10) == 0

    at(database_url, story)


def test_a_game_that_is_over_tells_nobody(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        await place.notices.waiting(TABLE, "ann", 1)
        assert await place.deliver(after=10) == 1
        over = seated(seq=place.row.seq, version=place.row.version + 1, status="over", waiting=["ann"])
        assert await place.store.save_table(over)
        await place.notices.waiting(TABLE, "ann", 9)
        assert await place.deliver(after=10) == 0
        await place.notices.sweep()
        assert await place.pending() == []

    at(database_url, story)


def test_who_wants_no_notices_costs_no_commit(database_url: str) -> None:
    async def story(place: Place) -> None:
        before = place.store.writes
        await place.notices.waiting(TABLE, "ann", 1)
        await place.notices.present("ann")
        await place.notices.deliver_due()
        assert place.store.writes == before
        await place.notices.set_webhook("ann", place.url)
        await place.notices.waiting("no-such-table", "ann", 1)
        assert await place.pending() == []
        await place.notices.waiting(TABLE, "ann", 1)
        await place.notices.set_webhook("ann", None)
        assert await place.deliver(after=10) == 0
        assert await place.pending() == []

    at(database_url, story)


def test_trouble_at_the_receiver_is_tried_again_with_the_same_id(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        place.receiver.answers = [b"500 Trouble", b"429 Slowly", b"200 Fine"]
        await place.notices.waiting(TABLE, "ann", 1)
        assert await place.deliver(after=10) == 3
        assert len({came.headers["trunkline-notice"] for came in place.receiver.came}) == 1
        assert place.outcomes == [("webhook", "sent")]
        assert await place.deliver(after=1000) == 0

    at(database_url, story)


@pytest.mark.parametrize(("answers", "tries"), [([b"503 No"] * 9, 3), ([b"404 No"], 1), ([b"302 There"], 1)])
def test_it_is_given_up_in_the_end(database_url: str, answers: list[bytes], tries: int) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        place.receiver.answers = list(answers)
        await place.notices.waiting(TABLE, "ann", 1)
        assert await place.deliver(after=10) == tries
        assert await place.deliver(after=10 * LEASE) == 0
        assert place.outcomes == [("webhook", "failed")]

    at(database_url, story)


def test_no_second_try_once_the_player_has_moved(database_url: str) -> None:
    async def story(place: Place) -> None:
        async def trouble(writer: asyncio.StreamWriter) -> None:
            await place.entry(0, ["bob"])
            writer.write(b"HTTP/1.1 500 Trouble\r\nContent-Length: 0\r\n\r\n")
            await writer.drain()

        await place.notices.set_webhook("ann", place.url)
        place.receiver.behave = trouble
        await place.notices.waiting(TABLE, "ann", 1)
        assert await place.deliver(after=10) == 1

    at(database_url, story)


def test_a_name_that_leads_inside_later_gets_nothing(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        guarded = Notices(
            place.store,
            place.keys,
            outward=Outward(http_allowed=True, resolver=to_here),
            clock=lambda: place.now,
            on_outcome=lambda way, outcome: place.outcomes.append((way, outcome)),
        )
        await guarded.waiting(TABLE, "ann", 1)
        place.now += 10
        assert await guarded.deliver_due() == 1
        await guarded.settled()
        assert place.receiver.came == [] and place.outcomes == [("webhook", "failed")]
        assert await reason(guarded.set_webhook("ann", place.url)) == "address"
        assert (await guarded.where("ann"))["webhook"] == place.url

    at(database_url, story)


# --- processes that stop, die, and race ------------------------------------------------------------------------------


def test_what_waits_survives_a_restart(database_url: str) -> None:
    async def main() -> None:
        async with Receiver().open() as receiver:
            store = await Store.open(database_url)
            await store.write(settle)
            place = Place(store, await Keys.kept_by(store), receiver)
            assert await store.save_table(place.row)
            await place.entry(None, ["ann"], kind="deal")
            await place.notices.set_webhook("ann", place.url)
            await place.notices.waiting(TABLE, "ann", 1)
            await store.close()
            store = await Store.open(database_url)
            later = place.new_notices(store)
            place.now += 1000
            await later.start(every=0.01)
            for _ in range(500):
                if receiver.came:
                    break
                await asyncio.sleep(0.01)
            await later.settled()
            await asyncio.sleep(0.05)
            assert len(receiver.came) == 1
            await later.stop()
            await store.close()

    asyncio.run(main())


def test_of_several_processes_one_delivers(database_url: str) -> None:
    async def story(place: Place) -> None:
        # A SQLite file belongs to one process; there, several of its notices race.
        shared = database_url.startswith("sqlite")
        stores = [place.store if shared else await Store.open(database_url) for _ in range(3)]
        several = [place.new_notices(store) for store in stores]
        await place.notices.set_webhook("ann", place.url)
        await asyncio.gather(*(each.waiting(TABLE, "ann", 1) for each in several))
        place.now += 10
        assert sorted(await asyncio.gather(*(each.deliver_due() for each in several))) == [0, 0, 1]
        await asyncio.gather(*(each.settled() for each in several))
        assert len(place.receiver.came) == 1
        if not shared:
            for store in stores:
                await store.close()

    at(database_url, story)


def test_what_a_dead_process_had_taken_is_delivered_by_another(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        await place.notices.waiting(TABLE, "ann", 1)
        place.now += 10
        dead = place.new_notices()
        assert len(await place.store.write(lambda connection: dead._take(connection, 10))) == 1
        assert await place.deliver(after=LEASE / 2) == 0
        assert await place.deliver(after=LEASE) == 1
        assert await place.deliver(after=LEASE * 2) == 0

    at(database_url, story)


def test_a_notice_that_kills_its_process_is_left_alone_in_the_end(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        await place.notices.waiting(TABLE, "ann", 1)
        dead = place.new_notices()
        for _ in range(3):
            place.now += LEASE + 10
            assert len(await place.store.write(lambda connection: dead._take(connection, 10))) == 1
        assert await place.deliver(after=LEASE + 10) == 0
        assert await place.pending() == [("ann", 1, NEVER)]

    at(database_url, story)


def test_stopping_gives_back_what_was_not_delivered(database_url: str) -> None:
    async def story(place: Place) -> None:
        async def hang(writer: asyncio.StreamWriter) -> None:
            await asyncio.sleep(60)

        await place.notices.set_webhook("ann", place.url)
        await place.notices.waiting(TABLE, "ann", 1)
        place.receiver.behave = hang
        place.now += 10
        await place.notices.deliver_due()
        while not place.receiver.came:
            await asyncio.sleep(0.01)
        await place.notices.stop()
        place.receiver.behave = None
        place.notices = place.new_notices()
        assert await place.deliver() == 1

    at(database_url, story)


# --- web push --------------------------------------------------------------------------------------------------------


def test_a_browser_can_read_what_is_pushed(database_url: str) -> None:
    async def story(place: Place) -> None:
        phone, laptop = Browser(place.url + "/phone"), Browser(place.url + "/laptop")
        for device in (phone, laptop, phone):
            await place.notices.add_push("ann", device.subscription)
        await place.notices.waiting(TABLE, "ann", 1)
        assert await place.deliver(after=10) == 2
        for device in (phone, laptop):
            path = httpx.URL(str(device.subscription["endpoint"])).path
            [came] = [came for came in place.receiver.came if came.path == path]
            assert device.read(came.body)["table"] == TABLE
            assert came.headers["content-encoding"] == "aes128gcm"
            assert int(came.headers["ttl"]) > 0 and len(came.headers["topic"]) <= 32
            where = await place.notices.where("ann")
            claims = read_vapid(came.headers["authorization"], where["key"])
            assert claims["aud"] == f"http://hook.example:{place.receiver.port}"
            assert claims["sub"] == "mailto:trains@example.org"
            assert place.now < claims["exp"] <= place.now + 86_400
        assert TABLE.encode() not in place.receiver.came[0].body
        assert place.outcomes == [("push", "sent")] * 2

    at(database_url, story)


def test_a_device_that_has_left_is_forgotten(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.add_push("ann", Browser(place.url).subscription)
        place.receiver.answers = [b"410 Gone"]
        await place.notices.waiting(TABLE, "ann", 1)
        assert await place.deliver(after=10) == 1
        assert (await place.notices.where("ann"))["push"] == []

    at(database_url, story)


def test_devices_are_bounded_and_can_be_removed(database_url: str) -> None:
    async def story(place: Place) -> None:
        for number in range(MOST_DEVICES + 2):
            await place.notices.add_push("ann", Browser(f"{place.url}/{number}").subscription)
        await place.notices.set_webhook("ann", place.url)
        there = (await place.notices.where("ann"))["push"]
        assert there == [f"{place.url}/{number}" for number in range(2, MOST_DEVICES + 2)]
        await place.notices.remove_push("ann", there[0])
        assert (await place.notices.where("ann"))["push"] == there[1:]
        await place.notices.remove_push("ann")
        where = await place.notices.where("ann")
        assert where["push"] == [] and where["webhook"] == place.url
        assert where["secret"] == place.keys.webhook_secret("ann")
        await place.notices.set_webhook("ann", None)
        assert (await place.notices.where("ann"))["secret"] is None

    at(database_url, story)


def test_subscriptions_that_are_none_are_refused(database_url: str) -> None:
    async def story(place: Place) -> None:
        browser = Browser(place.url)
        good = browser.subscription
        several: list[dict[str, Any]] = [
            {},
            {"endpoint": place.url},
            {**good, "keys": []},
            {**good, "keys": {"p256dh": "AAAA", "auth": to_base64url(b"x" * 16)}},
            {**good, "keys": {**browser.keys, "auth": "AAAA"}},
            {**good, "keys": {**browser.keys, "auth": "é"}},
        ]
        for bad in several:
            with pytest.raises(Refusal, match="bad_subscription"):
                await place.notices.add_push("ann", bad)
        assert await reason(place.notices.add_push("ann", {**good, "endpoint": "ftp://x/"})) == "scheme"
        silent = Notices(place.store, place.keys, outward=local())
        with pytest.raises(Refusal, match="no_push"):
            await silent.add_push("ann", good)
        assert (await silent.where("ann"))["key"] is None

    at(database_url, story)

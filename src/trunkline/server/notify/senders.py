"""Senders of notices: signed webhooks and encrypted web push, with the server's key."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpx
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from trunkline.server.notify.egress import Answer, Egress
from trunkline.server.store import schema
from trunkline.server.store.store import Store

SERVER = "server"
"""The id under which the server keeps its own key."""


def to_base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


class Keys:
    """The server's own key: it signs web push (VAPID), and the secrets of webhooks are made from it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._private = ec.derive_private_key(int.from_bytes(from_base64url(text), "big"), ec.SECP256R1())
        self.public = to_base64url(_point(self._private.public_key()))
        """What a browser needs to subscribe (`applicationServerKey`)."""

    @staticmethod
    def new() -> Keys:
        number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        return Keys(to_base64url(number.to_bytes(32, "big")))

    @staticmethod
    async def kept_by(store: Store) -> Keys:
        """The key that the processes of this database share; made on the first start.

        The server stands among the people as a bot of its own, and its row in `notices` holds the key.
        """
        people, notices = schema.people, schema.notices
        query = select(notices.c.push).where(notices.c.person == SERVER)
        fresh = Keys.new()

        def work(connection: Connection) -> None:
            connection.execute(insert(people).values(id=SERVER, kind="bot", name="", created=0.0, seen=0.0))
            connection.execute(insert(notices).values(person=SERVER, push={"key": fresh.text}))

        def kept(connection: Connection) -> dict[str, str] | None:
            return connection.execute(query).scalar()

        there = await store.read(kept)
        if there is None:
            # Another process may be first; then its key is used.
            with suppress(IntegrityError):
                await store.write(work)
            there = await store.read(kept)
        assert there is not None
        return Keys(there["key"])

    def webhook_secret(self, person: str) -> str:
        """The secret that signs a person's webhooks; it never changes."""
        return to_base64url(hmac.digest(from_base64url(self.text), f"webhook {person}".encode(), "sha256"))

    def authorization(self, endpoint: httpx.URL, contact: str, now: float) -> str:
        """The header of RFC 8292: who sends, to whom, until when."""
        origin = f"{endpoint.scheme}://{endpoint.netloc.decode('ascii')}"
        claims = {"aud": origin, "exp": int(now) + 12 * 3600, "sub": contact}
        head = to_base64url(b'{"typ":"JWT","alg":"ES256"}')
        signed = f"{head}.{to_base64url(json.dumps(claims, separators=(',', ':')).encode())}"
        r, s = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = to_base64url(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={signed}.{signature}, k={self.public}"


def encrypt(
    plain: bytes, p256dh: str, auth: str, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """A message for one browser by RFC 8291; a fresh key and salt for each."""
    theirs = from_base64url(p256dh)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
    own = own or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    ours = _point(own.public_key())

    def derive(length: int, salt: bytes, info: bytes, secret: bytes) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

    shared = own.exchange(ec.ECDH(), public)
    secret = derive(32, from_base64url(auth), b"WebPush: info\0" + theirs + ours, shared)
    key = derive(16, salt, b"Content-Encoding: aes128gcm\0", secret)
    nonce = derive(12, salt, b"Content-Encoding: nonce\0", secret)
    head = salt + (4096).to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, plain + b"\x02", None)


@dataclass(frozen=True, slots=True)
class Notice:
    """A turn that waits."""

    table: str
    person: str
    seq: int
    url: str

    @property
    def id(self) -> str:
        """The same for every attempt, so that the receiver can discard duplicates (idempotency key)."""
        return hashlib.sha256(f"{self.table} {self.person} {self.seq}".encode()).hexdigest()[:32]

    def body(self) -> bytes:
        facts = {"type": "turn", "id": self.id, "table": self.table, "seq": self.seq, "url": self.url}
        return json.dumps(facts, separators=(",", ":")).encode()


def signature(secret: str, at: int, body: bytes) -> str:
    """The header `Trunkline-Signature`: `t` is when, `v1` is HMAC-SHA256 of `t`, a full stop and the body."""
    made = hmac.digest(secret.encode(), f"{at}.".encode() + body, "sha256").hex()
    return f"t={at},v1={made}"


class WebhookSender:
    """Posts a notice as JSON to a person's own address."""

    def __init__(self, egress: Egress, keys: Keys, clock: Callable[[], float] = time.time) -> None:
        self._egress = egress
        self._keys = keys
        self._clock = clock

    async def send(self, url: str, notice: Notice) -> Answer:
        body = notice.body()
        secret = self._keys.webhook_secret(notice.person)
        headers = {
            "Content-Type": "application/json",
            "Trunkline-Notice": notice.id,
            "Trunkline-Signature": signature(secret, int(self._clock()), body),
        }
        return await self._egress.post(url, body, headers)


class PushSender:
    """Sends a notice to a browser through the push service of its maker."""

    def __init__(self, egress: Egress, keys: Keys, contact: str, clock: Callable[[], float] = time.time) -> None:
        self._egress = egress
        self._keys = keys
        self._contact = contact
        self._clock = clock

    async def send(self, subscription: dict[str, Any], notice: Notice) -> Answer:
        endpoint = str(subscription["endpoint"])
        body = encrypt(notice.body(), subscription["keys"]["p256dh"], subscription["keys"]["auth"])
        headers = {
            "Authorization": self._keys.authorization(httpx.URL(endpoint), self._contact, self._clock()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(2 * 86_400),
            "Urgency": "normal",
            # Topic: a later notice of the same table replaces an undelivered one.
            "Topic": hashlib.sha256(notice.table.encode()).hexdigest()[:32],
        }
        return await self._egress.post(endpoint, body, headers)

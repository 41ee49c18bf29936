"""Random secrets, stored as digests only, and passwords, hashed by Argon2 outside the event loop."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION

from trunkline.server.refusal import RequestRefused

T = TypeVar("T")

SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 200
_WAITING_PASSWORDS = 64

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's Base32: letters and digits that are not mistaken for one another on paper."""


def new_secret() -> str:
    """256 random bits, for a cookie or a token."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """The stored digest of a secret. It has 256 random bits, so a fast hash is enough."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def new_device(password_hash: str) -> str:
    """A mark for a device that has logged in: a nonce and its HMAC, with the password's hash as the key."""
    nonce = secrets.token_urlsafe(12)
    return f"{nonce}.{_device_proof(password_hash, nonce)}"


def is_device(password_hash: str, mark: str) -> bool:
    """Check the mark of a device. A new password invalidates all marks."""
    nonce, _, proof = mark.partition(".")
    return hmac.compare_digest(_device_proof(password_hash, nonce), proof)


def _device_proof(password_hash: str, nonce: str) -> str:
    return hmac.new(password_hash.encode(), f"device {nonce}".encode(), hashlib.sha256).hexdigest()


def new_recovery_code() -> str:
    """120 random bits to be written down: six groups of four."""
    letters = [secrets.choice(LETTERS) for _ in range(24)]
    return "-".join("".join(letters[start : start + 4]) for start in range(0, 24, 4))


def plain_code(text: str) -> str:
    """Normalize a typed recovery code: remove dashes and spaces, replace letters that look like digits."""
    kept = "".join(character for character in text.upper() if character.isalnum())
    return kept.translate(str.maketrans("OIL", "011"))


class Passwords:
    """Argon2 in a small thread pool, with a bounded queue: bounds both processor time and memory."""

    def __init__(self, hasher: PasswordHasher | None = None, threads: int = 2) -> None:
        self._hasher = hasher or PasswordHasher()
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="passwords")
        self._waiting = 0
        self._dummy = unknown_hash(self._hasher)
        """For unknown names, so that they take as long as known ones."""

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= _WAITING_PASSWORDS:
            raise RequestRefused("busy", {"retry": 5}, 503)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1

    async def hash(self, password: str) -> str:
        return await self._run(lambda: self._hasher.hash(_bytes(password)))

    async def fits(self, kept: str | None, password: str) -> bool:
        """Check a password against the stored hash. None is an unknown person: it takes as long, and never fits."""

        def work() -> bool:
            try:
                self._hasher.verify(self._dummy if kept is None else kept, _bytes(password))
            except (VerificationError, InvalidHashError):
                return False
            return kept is not None

        return await self._run(work)

    def is_old(self, kept: str) -> bool:
        """Whether it was hashed with weaker parameters than are used now."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def unknown_hash(hasher: PasswordHasher) -> str:
    """A hash with the parameters of the hasher that no password fits. Random bytes cost less than a real hash."""
    salt, value = (
        base64.b64encode(secrets.token_bytes(length)).decode().rstrip("=")
        for length in (hasher.salt_len, hasher.hash_len)
    )
    kind = hasher.type.name.lower()
    cost = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2{kind}$v={ARGON2_VERSION}${cost}${salt}${value}"


def _bytes(password: str) -> bytes:
    # Unicode normalisation: the same letters may be encoded differently on another device.
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")


def check_password(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise RequestRefused("weak_password", {"least": SHORTEST_PASSWORD, "most": LONGEST_PASSWORD}, 400)

"""The seal of a game: a commitment scheme by which no player can choose the shuffles and anybody can verify them.

The host draws a secret and shows its SHA-256, the commitment. Every seat then contributes random bytes. The key of
the game is the SHA-256 of the secret and all contributions. When the game is over the secret is shown, and anybody can
compute the key and every shuffle from it.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

SEED_WORD = b"trunkline seed "


@dataclass(frozen=True, slots=True)
class Seal:
    """A secret with the contributions of the seats.

    >>> seal = Seal.from_seed(7)
    >>> seal.commitment == sha256(seal.secret).hexdigest()
    True
    >>> Seal(seal.secret, (b"luck of seat 0",)).key == seal.key
    False
    """

    secret: bytes
    contributions: tuple[bytes, ...] = ()

    @classmethod
    def draw(cls, contributions: Sequence[bytes] = ()) -> Seal:
        """A seal with a fresh random secret."""
        return cls(secrets.token_bytes(32), tuple(contributions))

    @classmethod
    def from_seed(cls, seed: int | str | bytes) -> Seal:
        """A reproducible seal from a seed, for tests, puzzles and research."""
        if isinstance(seed, bool) or not isinstance(seed, int | str | bytes):
            raise TypeError("a seed is a whole number, a text or bytes")
        text = seed if isinstance(seed, bytes) else str(seed).encode()
        return cls(sha256(SEED_WORD + text).digest())

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, shown before the game."""
        return sha256(self.secret).hexdigest()

    @property
    def key(self) -> bytes:
        """The key of the game. Each contribution is hashed with its length, so no two lists give the same bytes."""
        digest = sha256(self.secret)
        for contribution in self.contributions:
            digest.update(len(contribution).to_bytes(4, "little") + contribution)
        return digest.digest()

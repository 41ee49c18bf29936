"""A small fast pseudo-random generator for bots, separate from the random numbers of the game."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

WORD: Final = 0xFFFFFFFF


@final
class Chance:
    """Marsaglia's xorshift128: fast and repeatable. It is not cryptographic; no secret depends on it."""

    def __init__(self, seed: i64) -> None:
        self.x: i64 = (seed & WORD) ^ 0x9E3779B9
        self.y: i64 = ((seed >> 32) & WORD) ^ 0x243F6A88
        self.z: i64 = 0xB7E15162
        self.w: i64 = 0x5851F42D
        for _i in range(16):
            self.word()

    def word(self) -> i64:
        """Thirty-two random bits."""
        t = self.x
        t ^= (t << 11) & WORD
        t ^= t >> 8
        self.x = self.y
        self.y = self.z
        self.z = self.w
        w = self.w
        w ^= w >> 19
        w ^= t
        self.w = w
        return w

    def below(self, n: i64) -> i64:
        """A number from 0 to n-1. The bias of at most n in 2**32 is irrelevant for bots."""
        return (self.word() * n) >> 32

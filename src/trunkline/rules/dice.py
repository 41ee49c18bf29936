"""The random generator: ChaCha20 streams under one key per game. Every shuffle can be verified and none predicted.

A game holds a 256-bit key and counters, never the state of a generator: the n-th shuffle of a deck is
`Stream(key, deck, n)`. ChaCha20 (RFC 8439) keeps the next card unpredictable from all the cards seen.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

WORD: Final = 0xFFFFFFFF

# What a stream is for. Decks count from FIRST_DECK in the order of the map file.
LOT: Final = 0
TICKETS: Final = 1
LONG_TICKETS: Final = 2
RETURNED: Final = 3
SAMPLE: Final = 4
NEWS: Final = 5
LOST_CARDS: Final = 6
EXCURSIONS: Final = 10
HERDS: Final = 11
FIRST_DECK: Final = 16


BEGINNING: Final[vec[i64]] = vec[i64]([0x61707865, 0x3320646E, 0x79622D32, 0x6B206574] + [0] * 12)
"""The first block before key and nonce are put in: ChaCha's four constant words."""


def quarter_round(a: i64, b: i64, c: i64, d: i64) -> tuple[i64, i64, i64, i64]:
    """One quarter round of ChaCha on four 32-bit words."""
    a = (a + b) & WORD
    d ^= a
    d = ((d << 16) | (d >> 16)) & WORD
    c = (c + d) & WORD
    b ^= c
    b = ((b << 12) | (b >> 20)) & WORD
    a = (a + b) & WORD
    d ^= a
    d = ((d << 8) | (d >> 24)) & WORD
    c = (c + d) & WORD
    b ^= c
    b = ((b << 7) | (b >> 25)) & WORD
    return a, b, c, d


@final
class Stream:
    """Random numbers for one purpose of one game: `Stream(key, purpose, number)`.

    The nonce is the purpose (4 bytes) and the number (8 bytes), little-endian; the blocks are counted from 0.
    """

    def __init__(self, key: bytes, purpose: i64, number: i64) -> None:
        if len(key) != 32:
            raise ValueError("a key has 32 bytes")
        start = BEGINNING[:]
        for i in range(8):
            at = 4 * i
            start[4 + i] = i64(key[at]) | i64(key[at + 1]) << 8 | i64(key[at + 2]) << 16 | i64(key[at + 3]) << 24
        start[13] = purpose & WORD
        start[14] = number & WORD
        start[15] = (number >> 32) & WORD
        self.start = start
        self.block = start[:]
        self.used: i64 = 32

    def next_block(self) -> None:
        """Compute the next sixteen words."""
        start = self.start
        x0, x1, x2, x3 = start[0], start[1], start[2], start[3]
        x4, x5, x6, x7 = start[4], start[5], start[6], start[7]
        x8, x9, x10, x11 = start[8], start[9], start[10], start[11]
        x12, x13, x14, x15 = start[12], start[13], start[14], start[15]
        for _i in range(10):
            x0, x4, x8, x12 = quarter_round(x0, x4, x8, x12)
            x1, x5, x9, x13 = quarter_round(x1, x5, x9, x13)
            x2, x6, x10, x14 = quarter_round(x2, x6, x10, x14)
            x3, x7, x11, x15 = quarter_round(x3, x7, x11, x15)
            x0, x5, x10, x15 = quarter_round(x0, x5, x10, x15)
            x1, x6, x11, x12 = quarter_round(x1, x6, x11, x12)
            x2, x7, x8, x13 = quarter_round(x2, x7, x8, x13)
            x3, x4, x9, x14 = quarter_round(x3, x4, x9, x14)
        block = self.block
        block[0], block[1], block[2], block[3] = x0, x1, x2, x3
        block[4], block[5], block[6], block[7] = x4, x5, x6, x7
        block[8], block[9], block[10], block[11] = x8, x9, x10, x11
        block[12], block[13], block[14], block[15] = x12, x13, x14, x15
        for i in range(16):
            block[i] = (block[i] + start[i]) & WORD
        start[12] = (start[12] + 1) & WORD
        self.used = 0

    def half(self) -> i64:
        """The next sixteen random bits: the low half of a word, then its high half."""
        used = self.used
        if used == 32:
            self.next_block()
            used = 0
        self.used = used + 1
        word = self.block[used >> 1]
        if used & 1:
            return word >> 16
        return word & 0xFFFF

    def below(self, n: i64) -> i64:
        """A number from 0 to n-1, each equally likely; n is at most 65,536."""
        if n < 1 or n > 0x10000:
            raise ValueError("a draw by lot is among 1 to 65,536")
        # Lemire's method: the high half of a product is the result; low halves that would bias it are rejected.
        product = self.half() * n
        if product & 0xFFFF < n:
            unfair = (0x10000 - n) % n
            while product & 0xFFFF < unfair:
                product = self.half() * n
        return product >> 16

    def word(self) -> i64:
        """Thirty-two random bits."""
        low = self.half()
        return low | self.half() << 16


def shuffle_cards(cards: vec[u8], size: i64, stream: Stream) -> None:
    """Shuffle the first `size` cards in place (Fisher-Yates)."""
    i = size - 1
    while i > 0:
        j = stream.below(i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
        i -= 1

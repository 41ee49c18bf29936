"""A fixed piece of work for the bench: its time says how fast a machine is, whatever the rules of the games cost."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

CELLS: Final = 256
WORD: Final = 0xFFFFFFFF


def calibrate(iterations: i64) -> i64:
    """Step a 32-bit xorshift generator so many times and count its low bytes in a vector; a checksum of the counts.

    It never changes: figures of other years and machines are compared by it. Like the rules it is made of integers
    and of bounds-checked reads and writes in a vector.
    """
    cells = vec[i64]([0] * CELLS)
    word: i64 = 0x9E3779B9
    for _ in range(iterations):
        word ^= (word << 13) & WORD
        word ^= word >> 17
        word ^= (word << 5) & WORD
        cells[word & 0xFF] += 1
    checksum: i64 = 0
    for cell in cells:
        checksum = (checksum * 31 + cell) & WORD
    return checksum

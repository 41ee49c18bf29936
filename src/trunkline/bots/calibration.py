"""A fixed workload for the bench: its duration tells how fast a machine is, independent of the cost of the rules."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

CELLS: Final = 256
WORD: Final = 0xFFFFFFFF


def calibrate(iterations: i64) -> i64:
    """Step a 32-bit xorshift generator, count its low bytes in a vector, and return a checksum of the counts.

    This function never changes, because figures of different years and machines are compared by it. Like the rules, it
    consists of integer operations and of bounds-checked reads and writes in a vector.
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

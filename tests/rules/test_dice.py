"""The generator: ChaCha20 by its standard, streams apart from each other, draws that are fair."""

from __future__ import annotations

from collections import Counter

import pytest
from librt.vecs import vec
from mypy_extensions import u8

from trunkline.bots.chance import Chance
from trunkline.rules.dice import Stream, quarter_round, shuffle_cards


def test_the_quarter_round_of_the_standard() -> None:
    """RFC 8439, 2.1.1."""
    found = quarter_round(0x11111111, 0x01020304, 0x9B8D6F43, 0x01234567)
    assert found == (0xEA2A92F4, 0xCB1CF8CE, 0x4581472E, 0x5881C4BB)


def test_the_key_stream_of_the_standard() -> None:
    """RFC 8439, appendix A.1, test vectors 1 and 2: key and nonce of zeros, blocks 0 and 1."""
    stream = Stream(bytes(32), 0, 0)
    first = b"".join(int(stream.word()).to_bytes(4, "little") for _ in range(16))
    second = b"".join(int(stream.word()).to_bytes(4, "little") for _ in range(16))
    assert first.hex() == (
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
        "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
    )
    assert second.hex() == (
        "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
        "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
    )


def test_the_nonce_of_the_standard() -> None:
    """RFC 8439, appendix A.1, test vector 5: the last byte of the nonce is 2, here the top byte of the number."""
    stream = Stream(bytes(32), 0, 0x02 << 56)
    first = b"".join(int(stream.word()).to_bytes(4, "little") for _ in range(8))
    assert first.hex() == "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"


def test_streams_differ_by_key_purpose_and_number() -> None:
    starts = {
        tuple(stream.word() for _ in range(4))
        for stream in (
            Stream(bytes(32), 0, 0),
            Stream(bytes(31) + b"\1", 0, 0),
            Stream(bytes(32), 1, 0),
            Stream(bytes(32), 0, 1),
        )
    }
    assert len(starts) == 4


def test_a_draw_is_fair_and_bounded() -> None:
    stream = Stream(b"k" * 32, 1, 2)
    for n in (1, 2, 3, 110, 65536):
        drawn = [stream.below(n) for _ in range(3000)]
        assert min(drawn) >= 0
        assert max(drawn) < n
    counts = Counter(stream.below(7) for _ in range(70_000))
    assert all(abs(counts[i] - 10_000) < 500 for i in range(7))  # more than five standard deviations
    for n in (0, -1, 65537):
        with pytest.raises(ValueError, match="by lot"):
            stream.below(n)


def test_a_shuffle_is_a_permutation_and_every_order_comes() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for number in range(2400):
        cards = vec[u8]([0, 1, 2, 3])
        shuffle_cards(cards, 4, Stream(bytes(32), 9, number))
        orders[tuple(cards)] += 1
    assert len(orders) == 24
    assert all(50 < count < 160 for count in orders.values())


def test_a_key_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Stream(b"short", 0, 0)


def test_chance_of_bots_is_repeatable_and_bounded() -> None:
    assert [Chance(5).below(10) for _ in range(3)] == [Chance(5).below(10)] * 3
    chance = Chance(6)
    counts = Counter(chance.below(6) for _ in range(60_000))
    assert all(abs(counts[i] - 10_000) < 500 for i in range(6))

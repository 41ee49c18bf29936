"""Every board there is: maps with their variants, for tests that run over all of them."""

EVERY_BOARD = [
    ("usa", "base"), ("usa", "1910"), ("usa", "mega"), ("usa", "big-cities"),
    ("europe", "base"), ("europe", "expanded"), ("europe", "mega"), ("europe", "big-cities"),
]  # fmt: skip

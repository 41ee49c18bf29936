"""Every board there is: maps with their variants, for tests that run over all of them."""

import random

MAPS = ["usa", "europe", "world", "great_lakes", "meridian"]

SAILS = ["world", "great_lakes"]
"""The maps of trains and ships (W, G)."""

COMPANIES = ["meridian"]
"""The maps of companies (L), which pay dollars and have no points."""

EVERY_BOARD = [
    ("usa", "base"), ("usa", "1910"), ("usa", "mega"), ("usa", "big-cities"),
    ("europe", "base"), ("europe", "expanded"), ("europe", "mega"), ("europe", "big-cities"),
    ("world", "base"), ("great_lakes", "base"), ("meridian", "base"),
]  # fmt: skip


def some_companies(map_name: str, players: int, seed: object) -> list[str] | None:
    """Companies for the seats of a game, so that each comes up with any number of players; None on other maps."""
    if map_name not in COMPANIES:
        return None
    return random.Random(f"companies {seed}").sample(["blue", "red", "green", "yellow", "black"], players)

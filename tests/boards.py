"""Every board there is: maps with their variants, for tests that run over all of them."""

MAPS = ["usa", "europe", "world", "great_lakes"]

SAILS = ["world", "great_lakes"]
"""The maps of trains and ships (W, G)."""

COMPANIES = ["meridian"]
"""The maps of companies (L), which pay dollars and have no points."""

EVERY_BOARD = [
    ("usa", "base"), ("usa", "1910"), ("usa", "mega"), ("usa", "big-cities"),
    ("europe", "base"), ("europe", "expanded"), ("europe", "mega"), ("europe", "big-cities"),
    ("world", "base"), ("great_lakes", "base"),
]  # fmt: skip

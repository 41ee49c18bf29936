"""The colours of a drawing: a fill and a letter for every colour of a deck, so that nothing depends on colour alone."""

from __future__ import annotations

from collections.abc import Iterable
from colorsys import hls_to_rgb
from typing import NamedTuple

from trunkline.maps.model import GRAY, LOCOMOTIVE

INK = "#3b2f25"
PAPER = "#f6ecd6"
SEA = "#4f7f94"
SEA_NAME = "#2f5566"
"""For words at sea, dark enough to be read on paper."""
PLAYERS = ("#4a1af0", "#6a3208", "#00aae0", "#b81a82", "#00626a")
"""By seat, the first colours of the page (`lib/colours.ts`); none is the colour of a route. A number stands on every
piece as well."""

_KNOWN = {
    "pink": ("#e08bc0", "P"),
    "purple": ("#8d5fae", "U"),
    "white": ("#ffffff", "W"),
    "blue": ("#3f7fc4", "B"),
    "yellow": ("#f4cf3a", "Y"),
    "orange": ("#ee8f35", "O"),
    "black": ("#3a3735", "K"),
    "red": ("#d0453a", "R"),
    "green": ("#5fa64d", "G"),
}


class Ink(NamedTuple):
    fill: str
    letter: str
    lettering: str
    """The colour of the letter on the fill."""


def inks(cards: Iterable[str]) -> dict[str, Ink]:
    """An ink for each colour of a deck and for gray, which has no letter because it takes any one colour."""
    found: dict[str, Ink] = {}
    names = [name for name in cards if name != LOCOMOTIVE]
    taken = {_KNOWN[name][1] for name in names if name in _KNOWN}
    strange = [name for name in names if name not in _KNOWN]
    for name in names:
        if name in _KNOWN:
            fill, letter = _KNOWN[name]
        else:
            fill = _shade(strange.index(name), len(strange))
            letter = next(
                (c for c in (*name.upper(), *"ABCDEFGHIJKLMNOPQRSTUVWXYZ") if c.isalnum() and c not in taken), "?"
            )
            taken.add(letter)
        found[name] = Ink(fill, letter, lettering(fill))
    found[GRAY] = Ink("#c3b9a6", "", INK)
    return found


def lettering(fill: str) -> str:
    """Dark letters on a light fill, light ones on a dark fill."""
    red, green, blue = (int(fill[at : at + 2], 16) for at in (1, 3, 5))
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"


def _shade(index: int, count: int) -> str:
    """Colours without a known name are spread round the colour circle."""
    red, green, blue = hls_to_rgb(index / max(count, 1), 0.5, 0.45)
    return f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"

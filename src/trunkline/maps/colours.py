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
PLAYERS = {
    "violet": "#4a1af0",
    "brown": "#6a3208",
    "sky": "#00aae0",
    "magenta": "#b81a82",
    "teal": "#00626a",
    "forest": "#07301a",
    "navy": "#16306e",
    "wine": "#4c0638",
}
"""The fill of each player colour, in the order in which seats get them; none is the colour of a route. A number stands
on every piece as well. The page takes these and `CARDS` from here (`web/tools/generate_types.py`)."""
CARDS = {
    "pink": "#e08bc0",
    "purple": "#8d5fae",
    "white": "#fdfbf5",
    "blue": "#3f7fc4",
    "yellow": "#f4cf3a",
    "orange": "#ee8f35",
    "black": "#3a3735",
    "red": "#c93a30",
    "green": "#4f9440",
    GRAY: "#c3b9a6",
}
"""The fill of each colour of cards and routes."""

_LETTERS = {
    "pink": "P",
    "purple": "U",
    "white": "W",
    "blue": "B",
    "yellow": "Y",
    "orange": "O",
    "black": "K",
    "red": "R",
    "green": "G",
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
    taken = {_LETTERS[name] for name in names if name in _LETTERS}
    strange = [name for name in names if name not in _LETTERS]
    for name in names:
        if name in _LETTERS:
            fill, letter = CARDS[name], _LETTERS[name]
        else:
            fill = _shade(strange.index(name), len(strange))
            letter = next(
                (c for c in (*name.upper(), *"ABCDEFGHIJKLMNOPQRSTUVWXYZ") if c.isalnum() and c not in taken), "?"
            )
            taken.add(letter)
        found[name] = Ink(fill, letter, lettering(fill))
    found[GRAY] = Ink(CARDS[GRAY], "", INK)
    return found


def player_fill(seat: int) -> str:
    """The colour of a seat where nobody has chosen one."""
    fills = list(PLAYERS.values())
    return fills[seat % len(fills)]


def lettering(fill: str) -> str:
    """Dark letters on a light fill, light ones on a dark fill."""
    red, green, blue = (int(fill[at : at + 2], 16) for at in (1, 3, 5))
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"


def _shade(index: int, count: int) -> str:
    """Colours without a known name are spread round the colour circle."""
    red, green, blue = hls_to_rgb(index / max(count, 1), 0.5, 0.45)
    return f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"

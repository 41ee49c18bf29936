"""Finds cities, routes and cards from typed text: any case, no accents, parts of names, initials."""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher, get_close_matches
from typing import NamedTuple

from trunkline.cli.names import Names, listing
from trunkline.maps import load_map

PLAIN = str.maketrans({"ø": "o", "æ": "ae", "ł": "l", "ß": "ss", "đ": "d", "’": "", "ʼ": ""})
WILD_WORDS = ("loco", "locos", "locomotives", "wild")

EXACT, INITIALS, BEGINNING, WORD = range(4)
"""How well a name matches the typed text; smaller is better."""


class Payment(NamedTuple):
    """A payment as typed: the colour, and the numbers of locomotives and double ships if they were typed."""

    colour: int
    wilds: int | None = None
    doubles: int | None = None


class Unclear(ValueError):
    """The text matches nothing, or several things; the message says what to type."""


def plain(text: str) -> str:
    """Lower case without accents."""
    decomposed = unicodedata.normalize("NFKD", text.lower().translate(PLAIN))
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def words_of(text: str) -> list[str]:
    """The words of a text; everything except letters and digits separates them."""
    return re.findall(r"[^\W_]+", plain(text))


class Atlas:
    """The names of one map, for looking up."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.board = names.board
        self.spellings: list[list[list[str]]] = []
        """For each city the words of each of its names."""
        for city in load_map(self.board.map_id).cities:
            spelt = [city.id, city.name, city.modern or "", city.printed or ""]
            self.spellings.append([words for words in map(words_of, spelt) if words])

    def fitting(self, words: list[str]) -> dict[int, int]:
        """The cities that the words may mean, each with its match."""
        typed = "".join(words)
        found: dict[int, int] = {}
        for city, spellings in enumerate(self.spellings):
            fits = [fit for spelling in spellings if (fit := how_well(typed, spelling)) is not None]
            if fits:
                found[city] = min(fits)
        return found

    def city(self, text: str) -> int:
        """The one city that a text means."""
        words = words_of(text)
        found = self.fitting(words) if words else {}
        if not found:
            raise Unclear(self.no_city(text))
        best = min(found.values())
        cities = [city for city, fit in found.items() if fit == best]
        if len(cities) > 1:
            several = listing((self.names.city(city) for city in cities), "or")
            raise Unclear(f"`{text.strip()}` may be {several}: type a little more of the name.")
        return cities[0]

    def no_city(self, text: str) -> str:
        known = {"".join(spelling): city for city, spellings in enumerate(self.spellings) for spelling in spellings}
        near = get_close_matches("".join(words_of(text)), known, n=1, cutoff=0.6)
        hint = f" Did you mean {self.names.city(known[near[0]])}?" if near else ""
        return f"There is no city `{text.strip()}` on this map.{hint}"

    def likeness(self, text: str) -> float:
        """How close a text is to the name of a city, from 0 to 1."""
        typed = "".join(words_of(text))
        known = {"".join(spelling) for spellings in self.spellings for spelling in spellings}
        return max(SequenceMatcher(None, typed, name).ratio() for name in known)

    def example(self) -> str:
        """The two cities of a route of this map, as they can be typed."""
        board = self.board
        return f"{board.city_names[board.route_a[0]]} {board.city_names[board.route_b[0]]}"

    def between(self, a: int, b: int) -> list[int]:
        """The lanes between two cities."""
        board = self.board
        return [r for r in range(board.routes) if {int(board.route_a[r]), int(board.route_b[r])} == {a, b}]

    def lanes(self, text: str) -> list[int]:
        """The lanes that a text means: `denver-omaha`, `den om`, `dieppe london:2`, `new york boston red`."""
        ends, _, lane = text.partition(":")
        words = [word for word in words_of(ends) if word not in ("to", "and")]
        if len(words) < 2:
            raise Unclear(f"Name both cities of the route, for example `claim {self.example()}`.")
        best: tuple[int, list[tuple[int, int]]] = (99, [])
        for cut in range(1, len(words)):
            left, right = self.fitting(words[:cut]), self.fitting(words[cut:])
            for a, fit_a in left.items():
                for b, fit_b in right.items():
                    pair = (min(a, b), max(a, b))
                    if a == b or not self.between(a, b):
                        continue
                    if fit_a + fit_b < best[0]:
                        best = (fit_a + fit_b, [pair])
                    elif fit_a + fit_b == best[0] and pair not in best[1]:
                        best[1].append(pair)
        pairs = best[1]
        if not pairs:
            raise Unclear(self.no_route(ends, words))
        if len(pairs) > 1:
            several = listing((f"{self.names.city(a)} – {self.names.city(b)}" for a, b in pairs), "or")
            raise Unclear(f"`{ends.strip()}` may be {several}: type a little more of the names.")
        lanes = self.between(*pairs[0])
        if lane.strip():
            chosen = [r for r in lanes if self.lane_fits(self.board.route_names[r], lane.strip().lower())]
            if not chosen:
                there = listing((self.board.route_names[r] for r in lanes), "or")
                raise Unclear(f"There is no lane `{lane.strip()}` there: it is {there}.")
            lanes = chosen
        return lanes

    def lane_fits(self, name: str, lane: str) -> bool:
        suffix = name.partition(":")[2]
        words = suffix.split(":")
        if suffix.startswith(lane) or words[-1].startswith(lane):
            return True
        return any(self.colour(word) is not None and self.letter(word) == lane for word in words)

    def letter(self, colour: str) -> str:
        return self.names.letter(self.board.colour_number[colour]).lower()

    def colour(self, word: str, loose: bool = False) -> int | None:
        """The colour that a word means: its name, its letter or, if `loose`, an unambiguous prefix."""
        board = self.board
        typed = plain(word)
        if typed in board.colour_number:
            return board.colour_number[typed]
        if typed in WILD_WORDS:
            return int(board.wild)
        for name, colour in board.colour_number.items():
            if typed == self.letter(name):
                return colour
        if not loose or not typed:
            return None
        begun = [colour for name, colour in board.colour_number.items() if name.startswith(typed)]
        return begun[0] if len(begun) == 1 else None

    def no_route(self, text: str, words: list[str]) -> str:
        """Why two names match no route: one is not a city, or no route connects them."""
        for cut in range(1, len(words)):
            left, right = self.fitting(words[:cut]), self.fitting(words[cut:])
            if left and right:
                a, b = min(left, key=left.__getitem__), min(right, key=right.__getitem__)
                if a != b:
                    return f"No route connects {self.names.city(a)} and {self.names.city(b)}."
        misspelt = []
        for cut in range(1, len(words)):
            unknown = [" ".join(half) for half in (words[:cut], words[cut:]) if not self.fitting(half)]
            misspelt += unknown if len(unknown) == 1 else []  # the other half is a city
        if not misspelt:
            return f"`{text.strip()}` does not name two cities of this map."
        return self.no_city(max(misspelt, key=self.likeness))

    def card(self, word: str, loose: bool = True) -> int | None:
        """The card that a word means: its name, its letter or, if `loose`, an unambiguous prefix."""
        board = self.board
        typed = plain(word)
        if typed in board.card_number:
            return board.card_number[typed]
        if typed in WILD_WORDS:
            return int(board.wild)
        for card in range(board.cards):
            if typed == self.names.letter(card).lower():
                return card
        if not loose or not typed:
            return None
        begun = [card for card, name in enumerate(board.card_names) if name.startswith(typed)]
        return begun[0] if len(begun) == 1 else None

    def payment(self, word: str, loose: bool = True) -> Payment | None:
        """A payment such as `red`, `r`, `red+1`, or with double ships `red/2+1`."""
        paid, plus, number = word.partition("+")
        name, slash, ships = paid.partition("/")
        colour = self.colour(name, loose)
        if colour is None or (plus and not small(number)) or (slash and not small(ships)):
            return None
        return Payment(colour, int(number) if plus else None, int(ships) if slash else None)


def small(word: str) -> bool:
    """Whether a word is a number of at most three digits."""
    return word.isascii() and word.isdigit() and len(word) < 4


def how_well(typed: str, spelling: list[str]) -> int | None:
    """How well typed text matches a name; None if it does not."""
    whole = "".join(spelling)
    if typed == whole:
        return EXACT
    if len(spelling) > 1 and typed == "".join(word[0] for word in spelling):
        return INITIALS
    if whole.startswith(typed):
        return BEGINNING
    if len(typed) > 2 and any(word.startswith(typed) for word in spelling[1:]):
        return WORD
    return None

"""An edition: what one game of a campaign is set up with beside its map, as a plain value and as canonical JSON.

A reference is the name of a map with an edition after it, `meridian@{"content":"1",…}`. It may stand wherever the name
of a map stands, so a position or a bot's worker needs nothing else to find the board of a campaign's game.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from trunkline.maps.problems import MapError, Problem

MARK = "@{"
"""Begins the edition in a reference."""

Id = Annotated[str, Meta(pattern=r"^[a-z0-9:-]{1,90}$")]
"""The id of a city, route, ticket, event or rule."""
Code = Annotated[str, Meta(pattern=r"^[A-Za-z0-9-]{1,8}$")]
"""The code of a territory."""


class Plain(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of an edition."""


class Repaint(Plain, frozen=True):
    """A route that was gray, and its colour from now on. It keeps its name."""

    route: Id
    colour: Id


class Deal(Plain, frozen=True):
    """The tickets dealt to each player before the first turn, and how many of them must be kept (L5)."""

    dealt: Annotated[int, Meta(ge=1, le=16)]
    keep: Annotated[int, Meta(ge=1, le=16)]


class ModuleInForce(Plain, frozen=True):
    """A module of the rules that is in force, and for how many games more, this one included."""

    module: Id
    games_left: Annotated[int, Meta(ge=1, le=12)]


class Span(Plain, frozen=True):
    """A span on a bridge, and the company that owns it for the campaign."""

    route: Id
    company: Id


class Barred(Plain, frozen=True):
    """A company has hired a crew card as often as it may."""

    company: Id
    card: Id


class HeldPostcard(Plain, frozen=True):
    """A postcard in an office. Its front is public; its back is in no edition, and is known by its id alone."""

    company: Id
    card: Id
    used: Annotated[int, Meta(ge=0, le=9)] = 0
    """How often it was met in earlier games."""


class StartExtra(Plain, frozen=True):
    """What a company gets at the set-up besides what all get."""

    company: Id
    money: Annotated[int, Meta(ge=0, le=255)] = 0
    cards: Annotated[int, Meta(ge=0, le=20)] = 0


class Office(Plain, frozen=True):
    """What the companies bring to a game (L2, L21): crew to hire, postcards, and what they start with besides."""

    game: Annotated[int, Meta(ge=1, le=12)]
    hiring: Annotated[tuple[Id, ...], Meta(max_length=5)] = ()
    """The companies in the order in which they hire crew; none before the conductor's tools are opened."""
    barred: Annotated[tuple[Barred, ...], Meta(max_length=40)] = ()
    postcards: Annotated[tuple[HeldPostcard, ...], Meta(max_length=15)] = ()
    start: Annotated[tuple[StartExtra, ...], Meta(max_length=5)] = ()

    def __post_init__(self) -> None:
        cards = [held.card for held in self.postcards]
        if len(set(cards)) < len(cards):
            raise ValueError("postcards names a card twice")
        for company in {held.company for held in self.postcards}:
            if sum(held.company == company for held in self.postcards) > 3:
                raise ValueError(f"{company} holds more than three postcards")
        if len(set(self.hiring)) < len(self.hiring):
            raise ValueError("hiring names a company twice")
        force_setattr(self, "barred", tuple(sorted(self.barred, key=lambda each: (each.company, each.card))))
        force_setattr(self, "postcards", tuple(sorted(self.postcards, key=lambda each: each.card)))
        force_setattr(self, "start", tuple(sorted(self.start, key=lambda each: each.company)))


class Edition(Plain, frozen=True):
    """What one game of a campaign is set up with. What follows from it (ticket values) is not in it."""

    content: Annotated[str, Meta(pattern=r"^[A-Za-z0-9.-]{1,8}$")]
    """The version of the campaign's content."""
    year: Annotated[int, Meta(ge=1, le=9999)]
    trains: Annotated[int, Meta(ge=1, le=255)]
    """Trains of each company (L6)."""
    money: Annotated[int, Meta(ge=0, le=255)]
    """Dollars with which a company starts (L4)."""
    hand: Annotated[int, Meta(ge=0, le=50)]
    """Cards dealt to each company."""
    opening: Deal
    events: Annotated[tuple[Id, ...], Meta(max_length=100)]
    """The news events in the deck."""
    territories: Annotated[tuple[Code, ...], Meta(max_length=50)] = ()
    """In the order in which they joined: the values of their tickets follow from it."""
    repaints: Annotated[tuple[Repaint, ...], Meta(max_length=1000)] = ()
    large: Annotated[tuple[Id, ...], Meta(max_length=255)] = ()
    """Cities that became large, besides those that the map and its territories have."""
    retired: Annotated[tuple[Id, ...], Meta(max_length=500)] = ()
    """Tickets that are no longer in the deck."""
    bonus: Annotated[int, Meta(ge=1, le=2)] = 1
    """1 or 2: the companies have their first or their second bonus."""
    story_rules: Annotated[tuple[Id, ...], Meta(max_length=50)] = ()
    """The rules of the story that are in force."""
    spikes: Annotated[tuple[Code, ...], Meta(max_length=50)] = ()
    """Territories whose golden spike can be driven."""
    modules: Annotated[tuple[ModuleInForce, ...], Meta(max_length=8)] = ()
    """The modules in force."""
    spans: Annotated[tuple[Span, ...], Meta(max_length=50)] = ()
    """Spans that stand on bridges."""
    bored: Annotated[tuple[Id, ...], Meta(max_length=200)] = ()
    """Mountain routes that need no grade check any more."""
    office: Office | None = None
    """Crew and postcards, once a campaign has any."""

    def __post_init__(self) -> None:
        """Bring what has no order of its own into one, so that equal editions have equal texts; refuse duplicates."""
        for name in ("events", "territories", "large", "retired", "story_rules", "spikes", "bored"):
            values = getattr(self, name)
            for value in values:
                if values.count(value) > 1:
                    raise ValueError(f"{name} names {value!r} twice")
            if name != "territories":
                force_setattr(self, name, tuple(sorted(values)))
        routes = [repaint.route for repaint in self.repaints]
        if len(set(routes)) < len(routes):
            raise ValueError("repaints names a route twice")
        force_setattr(self, "repaints", tuple(sorted(self.repaints, key=lambda repaint: repaint.route)))
        for name in ("modules", "spans"):
            values = getattr(self, name)
            keys = [each.module if isinstance(each, ModuleInForce) else each.route for each in values]
            if len(set(keys)) < len(keys):
                raise ValueError(f"{name} names something twice")
            force_setattr(self, name, tuple(each for _, each in sorted(zip(keys, values, strict=True))))
        if self.opening.keep > self.opening.dealt:
            raise ValueError(f"{self.opening.keep} tickets must be kept, but {self.opening.dealt} are dealt")


def to_text(edition: Edition) -> str:
    """The canonical JSON of an edition: fields in their order, without those that have their default, no spaces."""
    return msgspec.json.encode(edition).decode()


def from_text(text: str) -> Edition:
    """The edition of a JSON text; MapError for one that is damaged."""
    try:
        return msgspec.json.decode(text, type=Edition)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise _bad(str(error)) from None


def to_plain(edition: Edition) -> dict[str, object]:
    """An edition as an object of JSON."""
    plain: dict[str, object] = msgspec.to_builtins(edition)
    return plain


def from_plain(plain: object) -> Edition:
    """The edition of an object of JSON; MapError for one that is damaged."""
    try:
        return msgspec.convert(plain, type=Edition)
    except msgspec.ValidationError as error:
        raise _bad(str(error)) from None


def _bad(why: str) -> MapError:
    advice = "Look at where it comes from: an edition is made by a campaign."
    return MapError("edition", [Problem(None, "", f"this is no edition of a map: {why}", advice)])


def reference(name: str, edition: Edition | None) -> str:
    """The name of a map with an edition after it; the name alone if there is none."""
    return name if edition is None else f"{name}@{to_text(edition)}"


def split_reference(name: str) -> tuple[str, Edition | None]:
    """The name of a map and its edition, if the name carries one."""
    map_name, mark, _ = name.partition(MARK)
    return (map_name, from_text(name[len(map_name) + 1 :])) if mark else (name, None)


def short_name(name: str) -> str:
    """The name of a map as people read it: of an edition its year, not its text.

    >>> short_name("usa")
    'usa'
    >>> short_name('meridian@{"content":"1","year":1874}')
    'meridian (edition)'
    """
    try:
        map_name, edition = split_reference(name)
    except MapError:
        return f"{name.partition(MARK)[0]} (edition)"
    return map_name if edition is None else f"{map_name} {edition.year}"

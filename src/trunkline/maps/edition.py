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

    def __post_init__(self) -> None:
        """Bring what has no order of its own into one, so that equal editions have equal texts; refuse duplicates."""
        for name in ("events", "territories", "large", "retired", "story_rules", "spikes"):
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

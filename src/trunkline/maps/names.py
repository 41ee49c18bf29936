"""Finds a place for the name of every city: clear of other names, of cities and, if there is room, of routes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from trunkline.maps.model import City
from trunkline.maps.projection import Point

SIZE = 18.0
"""Size of the letters."""
_ASCENT, _DESCENT = 0.74 * SIZE, 0.22 * SIZE
_NARROW, _WIDE = set("ijltfrI.,'’ ()-"), set("mwMWOQ&@—")
_DIRECTIONS = {
    "e": (1, 0), "w": (-1, 0), "n": (0, -1), "s": (0, 1), "ne": (1, -1), "se": (1, 1), "nw": (-1, -1), "sw": (-1, 1),
}  # fmt: skip
_ON_NAME, _ON_DOT, _OUTSIDE, _ON_SPACE, _ON_TRACK = 200.0, 200.0, 500.0, 14.0, 1.6


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def common(self, other: Box) -> float:
        """The area that two boxes share."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        tall = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * tall if wide > 0 and tall > 0 else 0.0

    @property
    def corners(self) -> tuple[Point, ...]:
        return (self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom)

    @property
    def baseline(self) -> float:
        return self.bottom - _DESCENT


def text_width(text: str, size: float = SIZE) -> float:
    """The approximate width of a text in bold; the font depends on the viewer."""
    ems = sum(0.35 if c in _NARROW else 0.9 if c in _WIDE else 0.7 if c.isupper() else 0.56 for c in text)
    return ems * size


class _Choice(NamedTuple):
    box: Box
    cost: float


def place_names(
    cities: Sequence[tuple[City, float, float]],
    spaces: Sequence[Sequence[Point]],
    tracks: Sequence[Sequence[Point]],
    frame: Box,
    dot: float,
) -> dict[str, Box]:
    """The box of each name: first the best for each alone, then local search while moving a name improves the whole."""
    dots = [Box(x - dot, y - dot, x + dot, y + dot) for _, x, y in cities]
    shapes = [(_around(space), space) for space in spaces]
    points = [point for track in tracks for point in track]
    choices: list[list[_Choice]] = []
    for city, x, y in cities:
        boxes = _candidates(city, x, y, dot)
        reach = 60 + text_width(city.name)
        near = [
            (around, shape)
            for around, shape in shapes
            if abs(around.left - x) < reach + 50 and abs(around.top - y) < 110
        ]
        rails = [point for point in points if abs(point[0] - x) < reach and abs(point[1] - y) < 80]
        choices.append([_Choice(box, taste + _cost(box, dots, near, rails, frame)) for box, taste in boxes])
    chosen = [min(each, key=lambda choice: choice.cost) for each in choices]
    for _ in range(12):
        before = list(chosen)
        for index, each in enumerate(choices):
            others = [choice.box for at, choice in enumerate(chosen) if at != index]
            chosen[index] = min(each, key=lambda choice: choice.cost + _on_names(choice.box, others))
        if chosen == before:
            break
    _push(chosen, choices)
    return {city.id: choice.box for (city, _, _), choice in zip(cities, chosen, strict=True)}


def _push(chosen: list[_Choice], choices: Sequence[Sequence[_Choice]]) -> None:
    """Moves a name off a space to the place of a neighbour, if the neighbour has another place and the sum improves."""
    for index, each in enumerate(choices):
        for choice in sorted(each, key=lambda choice: choice.cost):
            if chosen[index].cost < _ON_SPACE or choice.cost >= chosen[index].cost:
                break
            near = [at for at, other in enumerate(chosen) if at != index and _on_names(choice.box, [other.box])]
            if len(near) == 1:
                others = [choice.box, *(other.box for at, other in enumerate(chosen) if at not in (index, near[0]))]
                moved = min(choices[near[0]], key=lambda other: other.cost + _on_names(other.box, others))
                gain = chosen[index].cost - choice.cost + chosen[near[0]].cost - moved.cost
                if gain > _on_names(moved.box, others):
                    chosen[index], chosen[near[0]] = choice, moved


def _on_names(box: Box, others: Sequence[Box]) -> float:
    near = Box(box.left - 2, box.top - 1, box.right + 2, box.bottom + 1)
    return sum(_ON_NAME + near.common(other) for other in others if near.meets(other))


def _candidates(city: City, x: float, y: float, dot: float) -> list[tuple[Box, float]]:
    """The boxes round a city with their penalties; only one side, if the file names it."""
    wide, tall = text_width(city.name), _ASCENT + _DESCENT
    found = []
    for rank, (side, (right, down)) in enumerate(_DIRECTIONS.items()):
        if city.side is not None and side != city.side:
            continue
        slides = (0.0, -0.2, 0.2, -0.35, 0.35) if not right else (0.0, -0.3, 0.3, -0.6, 0.6) if not down else (0.0,)
        for far in (3.0, 7.0, 12.0, 18.0, 26.0, 34.0):
            reach = dot + far
            if right and down:
                reach *= 0.75
            for slide in slides:
                middle_x = x + right * (reach + wide / 2) + (slide * wide if not right else 0.0)
                middle_y = y + down * (reach + tall / 2) + (slide * tall * 2 if not down else 0.0)
                box = Box(middle_x - wide / 2, middle_y - tall / 2, middle_x + wide / 2, middle_y + tall / 2)
                found.append((box, rank * 0.4 + far * 0.35 + abs(slide) * 3))
    return found


def _cost(
    box: Box, dots: Sequence[Box], shapes: Sequence[tuple[Box, Sequence[Point]]], rails: Sequence[Point], frame: Box
) -> float:
    cost = sum(_ON_DOT + box.common(other) for other in dots if box.meets(other))
    if box.left < frame.left or box.right > frame.right or box.top < frame.top or box.bottom > frame.bottom:
        cost += _OUTSIDE
    for around, shape in shapes:
        if box.meets(around) and (area := _area(_clipped(shape, box))) > 0:
            cost += _ON_SPACE + area * 0.4
    left, top, right, bottom = box
    return cost + _ON_TRACK * sum(1 for x, y in rails if left < x < right and top < y < bottom)


def _around(points: Sequence[Point]) -> Box:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _clipped(shape: Sequence[Point], box: Box) -> list[Point]:
    """The part of a convex shape inside a box (Sutherland-Hodgman clipping)."""
    part = list(shape)
    for axis, bound, sign in ((0, box.left, 1), (0, box.right, -1), (1, box.top, 1), (1, box.bottom, -1)):
        kept: list[Point] = []
        for here, there in zip(part, part[1:] + part[:1], strict=True):
            inside, next_inside = (here[axis] - bound) * sign >= 0, (there[axis] - bound) * sign >= 0
            if inside:
                kept.append(here)
            if inside != next_inside:
                t = (bound - here[axis]) / (there[axis] - here[axis])
                kept.append((here[0] + (there[0] - here[0]) * t, here[1] + (there[1] - here[1]) * t))
        part = kept
    return part


def _area(points: Sequence[Point]) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], *points[:1]], strict=True))) / 2

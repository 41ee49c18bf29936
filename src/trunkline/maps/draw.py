"""Draws a map as SVG text, with nothing but the standard library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from itertools import groupby
from math import hypot

from trunkline.maps.colours import INK, PAPER, PLAYERS, SEA, Ink, inks, lettering
from trunkline.maps.layout import DOT, GAP, HEAD, PITCH, THICK, Layout, Line, Space, Spot, layout_map, legend_columns
from trunkline.maps.model import GRAY, Map, Route
from trunkline.maps.names import SIZE
from trunkline.maps.projection import Point

SERIF = "'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', 'Liberation Serif', 'Times New Roman', serif"
SANS = "'Avenir Next', 'Segoe UI', 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif"

LOCOMOTIVE_SYMBOL = (
    '<g id="locomotive"><path d="M-9-4.5h5v2.5h7.5v-2.5h2.4v2.5h1.3q1.8 0 1.8 2v2.2h-18z'
    'M-10-5.6h7v1.3h-7zM9 2.2l2 1.6h-4z"/><circle cx="-5.8" cy="2.9" r="2.1"/>'
    '<circle cx="-0.6" cy="2.9" r="2.1"/><circle cx="4.6" cy="2.9" r="2.1"/></g>'
)
"""Seen from the side, about 20 by 11, round its middle."""


def draw_map(
    map_: Map, *, owners: Mapping[str, int] | None = None, stations: Mapping[str, int] | None = None
) -> str:  # fmt: skip
    """The board as an SVG document. Owners by route name and stations by city id are seats, from 0."""
    layout = layout_map(map_)
    palette = inks(map_.decks["trains"])
    owners, stations = owners or {}, stations or {}
    parts = [*_paper(layout), *_heading(map_, layout, {*owners.values(), *stations.values()})]
    parts += ['<g id="tracks" fill="none" stroke-linecap="round">', *(_track(line) for line in layout.lines), "</g>"]
    parts += [f'<g id="routes" font-family="{SANS}" font-weight="700" font-size="10.5" text-anchor="middle">']
    for line in layout.lines:
        parts += _route(line, palette[line.route.colour], owners.get(line.route.name), map_)
    parts += ["</g>", '<g id="cities">', *(_dot(spot) for spot in layout.spots.values())]
    parts += [_station(layout.spots[city], seat) for city, seat in stations.items()]
    parts += ["</g>", *_names(layout.spots.values()), *_legend(map_, layout, palette), "</svg>"]
    return "\n".join(parts) + "\n"


def _number(value: float) -> str:
    return (
        f"{value:.1f}".removesuffix(".0").replace("-0", "0") if abs(value) < 0.05 else f"{value:.1f}".removesuffix(".0")
    )


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points)


def _text(x: float, y: float, words: str, **style: str | float) -> str:
    drawn = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in style.items())
    return f'<text x="{_number(x)}" y="{_number(y)}"{drawn}>{escape(words)}</text>'


def _paper(layout: Layout) -> list[str]:
    """The sheet, the frame, and lines of latitude and longitude."""
    wide, tall = layout.width, layout.height
    inside = tall - HEAD - layout.foot + 12
    inner = f'x="14" y="{_number(HEAD - 6)}" width="{_number(wide - 28)}" height="{_number(inside)}"'
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_number(wide)} {_number(tall)}" role="img">',
        "<defs>",
        '<radialGradient id="paper" cx="50%" cy="45%" r="75%">',
        f'<stop offset="0" stop-color="#fbf4e3"/><stop offset="0.7" stop-color="{PAPER}"/>',
        '<stop offset="1" stop-color="#e6d3ab"/></radialGradient>',
        f'<clipPath id="frame"><rect {inner}/></clipPath>',
        LOCOMOTIVE_SYMBOL,
        "</defs>",
        f'<rect width="{_number(wide)}" height="{_number(tall)}" fill="url(#paper)"/>',
        f'<g clip-path="url(#frame)" fill="none" stroke="{INK}" stroke-opacity="0.09" stroke-width="1">',
        *(f'<path d="{_path(line)}"/>' for line in layout.graticule),
        "</g>",
        f'<g fill="none" stroke="{INK}">',
        f'<rect x="6" y="6" width="{_number(wide - 12)}" height="{_number(tall - 12)}" stroke-width="3"/>',
        f'<rect {inner} stroke-width="1"/></g>',
    ]


def _heading(board: Map, layout: Layout, seats: set[int]) -> list[str]:
    spaces = sum(route.length for route in board.routes)
    tickets = len(board.variants["base"].tickets)
    facts = f"{len(board.cities)} cities · {len(board.routes)} routes · {spaces} spaces · {tickets} tickets"
    parts = [
        f"<title>{escape(board.name)}</title>",
        f'<g id="title" font-family="{SERIF}" fill="{INK}">',
        _text(36, 54, board.name, font_size=42, font_weight=700, letter_spacing=2),
        _text(36, 77, board.summary, font_size=17, font_style="italic"),
        _text(layout.width - 36, 77, facts, font_size=16, text_anchor="end"),
    ]
    right = layout.width - 36
    for seat in sorted(seats, reverse=True):
        fill = PLAYERS[seat % len(PLAYERS)]
        parts.append(f'<rect x="{right - 26:g}" y="28" width="26" height="{THICK + 3:g}" rx="2" fill="{fill}"/>')
        parts.append(
            _text(
                right - 13, 41, str(seat + 1), font_size=13, text_anchor="middle", fill=lettering(fill), font_weight=700
            )
        )
        parts.append(_text(right - 32, 41, f"player {seat + 1}", font_size=15, text_anchor="end"))
        right -= 110
    return [*parts, "</g>"]


def _track(line: Line) -> str:
    """What lies under the spaces: rails on land, waves at sea."""
    if line.route.locomotives:
        return f'<path d="{_wave(line.points)}" stroke="{SEA}" stroke-width="1.8"/>'
    dashes = ' stroke-dasharray="1.5 4"' if line.route.tunnel else ""
    return f'<path d="{_path(line.points)}" stroke="{INK}" stroke-opacity="0.55" stroke-width="1.6"{dashes}/>'


def _wave(points: tuple[Point, ...]) -> str:
    """A wavy line along the points: one bow for every other piece, to the left and to the right in turn."""
    parts = [_path(points[:1])]
    for count, (a, b) in enumerate(zip(points[::2], points[2::2], strict=False)):
        swing = 5.0 if count % 2 else -5.0
        size = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
        bow = ((a[0] + b[0]) / 2 - (b[1] - a[1]) / size * swing, (a[1] + b[1]) / 2 + (b[0] - a[0]) / size * swing)
        parts.append(f"Q{_number(bow[0])} {_number(bow[1])} {_number(b[0])} {_number(b[1])}")
    return "".join(parts)


def describe(route: Route, board: Map) -> str:
    """A route in words, for those who hear the picture."""
    names = {city.id: city.name for city in board.cities}
    kind = "tunnel" if route.tunnel else "ferry" if route.locomotives else "route"
    lane = "" if route.lanes == 1 else f", lane {route.lane + 1} of {route.lanes}"
    need = ""
    if route.locomotives:
        need = f", needs {route.locomotives} locomotive{'s' if route.locomotives > 1 else ''}"
    spaces = f"{route.length} space{'s' if route.length > 1 else ''}"
    return f"{names[route.a]} – {names[route.b]}: {route.colour} {kind} of {spaces}{need}{lane}"


def _route(line: Line, ink: Ink, owner: int | None, board: Map) -> list[str]:
    route = line.route
    said = describe(route, board) + ("" if owner is None else f", claimed by player {owner + 1}")
    parts = [f'<g class="route" data-route="{escape(route.name)}"><title>{escape(said)}</title>']
    symbols = {round((at + 0.5) * route.length / route.locomotives - 0.5) for at in range(route.locomotives)}
    if len(symbols) < route.locomotives:
        symbols = set(range(route.locomotives))
    for index, space in enumerate(line.spaces):
        parts.append(_space(space, route, ink, index in symbols, owner))
    return [*parts, "</g>"]


def _space(space: Space, route: Route, ink: Ink, locomotive: bool, owner: int | None) -> str:
    """One space, lying along the line but never with its letter upside down."""
    angle = space.angle + (180 if abs(space.angle) > 91 else 0)
    long, thick = space.length, THICK
    parts = [f'<g transform="translate({_number(space.x)} {_number(space.y)}) rotate({_number(angle)})">']
    if route.tunnel:  # a heavy, toothed edge
        parts.append(
            f'<rect x="{_number(-long / 2 - 0.5)}" y="{_number(-thick / 2 - 0.5)}" width="{_number(long + 1)}" '
            f'height="{_number(thick + 1)}" fill="none" stroke="{INK}" stroke-width="5" stroke-dasharray="2.6 1.6"/>'
        )
    edge, rounding, weight = (SEA, 5.0, 1.8) if route.locomotives else (INK, 1.5, 1.1)
    parts.append(
        f'<rect class="space" x="{_number(-long / 2)}" y="{_number(-thick / 2)}" width="{_number(long)}" '
        f'height="{_number(thick)}" rx="{rounding:g}" fill="{ink.fill}" stroke="{edge}" stroke-width="{weight:g}"/>'
    )
    if owner is not None:
        fill = PLAYERS[owner % len(PLAYERS)]
        parts.append(
            f'<rect class="piece" x="{_number(-long / 2 + 1.5)}" y="{_number(-thick / 2 - 1)}" '
            f'width="{_number(long - 3)}" height="{_number(thick + 2)}" rx="3" fill="{fill}" stroke="{PAPER}" '
            'stroke-width="1.4"/>'
        )
        parts.append(_text(0, 4.2, str(owner + 1), fill=lettering(fill), font_size=12))
    elif locomotive:
        size = min(1.0, (long - 2) / 21)
        parts.append(f'<use href="#locomotive" fill="{INK}" transform="scale({size:.2f})"/>')
    elif ink.letter:
        parts.append(_text(0, 3.8, ink.letter, fill=ink.lettering))
    return "".join([*parts, "</g>"])


def _dot(spot: Spot) -> str:
    place = f'cx="{_number(spot.x)}" cy="{_number(spot.y)}"'
    said = spot.city.name + (f" (today {spot.city.modern})" if spot.city.modern else "")
    return (
        f'<g class="city" data-city="{spot.city.id}"><title>{escape(said)}</title>'
        f'<circle {place} r="{DOT:g}" fill="{PAPER}" stroke="{INK}" stroke-width="2"/>'
        f'<circle {place} r="{DOT - 3.6:g}" fill="#a8322a"/></g>'
    )


def _station(spot: Spot, seat: int) -> str:
    """A small house over the city."""
    fill = PLAYERS[seat % len(PLAYERS)]
    return (
        f'<g class="station" transform="translate({_number(spot.x)} {_number(spot.y)})" font-family="{SANS}">'
        f"<title>station of player {seat + 1} in {escape(spot.city.name)}</title>"
        f'<path d="M-10 9v-12l10-9 10 9v12z" fill="{fill}" stroke="{PAPER}" stroke-width="1.6"/>'
        + _text(0, 6, str(seat + 1), fill=lettering(fill), font_size=12, font_weight=700, text_anchor="middle")
        + "</g>"
    )


def _names(spots: Iterable[Spot]) -> list[str]:
    """The names with a halo of paper, so that they can be read over anything."""
    style = f'font-family="{SERIF}" font-size="{SIZE:g}" font-weight="700" text-anchor="middle" fill="{INK}"'
    halo = f'stroke="{PAPER}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"'
    parts = [f'<g id="names" {style} {halo}>']
    for spot in spots:
        parts.append(_text((spot.name.left + spot.name.right) / 2, spot.name.baseline, spot.city.name))
    return [*parts, "</g>"]


def _legend(board: Map, layout: Layout, palette: Mapping[str, Ink]) -> list[str]:
    top = layout.height - layout.foot + 26
    parts = [f'<g id="legend" font-family="{SERIF}" font-size="15" fill="{INK}">']
    columns, kind_columns = legend_columns(layout.width)
    for index, (name, ink) in enumerate(palette.items()):
        x, y = 40 + index % columns * 112, top + 26 + index // columns * 28
        parts.append(_sample(x + 17, y - 5, 34, ink))
        parts.append(_text(x + 41, y, f"{name} (any)" if name == GRAY else name))
    parts.append(_text(40, top, "Cards and spaces", font_weight=700))
    middle = 80 + columns * 112
    parts.append(_text(middle, top, "Routes", font_weight=700))
    kinds = [_sample(0, 0, 34, palette[GRAY]) + _text(28, 5, "route: one colour of cards")]
    if any(route.lanes > 1 for route in board.routes):
        double = _sample(0, -PITCH / 2, 34, palette[GRAY]) + _sample(0, PITCH / 2, 34, palette[GRAY])
        kinds.append(double + _text(28, 5, "double: one lane a player"))
    if any(route.tunnel for route in board.routes):
        kinds.append(_sample(0, 0, 34, palette[GRAY], tunnel=True) + _text(28, 5, "tunnel: may cost more"))
    if any(route.locomotives for route in board.routes):
        kinds.append(_sample(0, 0, 34, palette[GRAY], ferry=True) + _text(28, 5, "ferry: a locomotive for each sign"))
    for index, kind in enumerate(kinds):
        rows = 4 // kind_columns
        x, y = middle + 20 + index // rows * 232, top + 28 + index % rows * 38
        parts.append(f'<g transform="translate({x} {_number(y)})">{kind}</g>')
    return [*parts, *_points(board, layout, top), "</g>"]


def _sample(x: float, y: float, long: float, ink: Ink, tunnel: bool = False, ferry: bool = False) -> str:
    route = Route("", "", "", 1, "", 0, tunnel=tunnel, locomotives=int(ferry))
    drawn = _space(Space(x, y, 0, long), route, ink, ferry, None).replace(' class="space"', "")
    return f'<g font-family="{SANS}" font-weight="700" font-size="10.5" text-anchor="middle">{drawn}</g>'


def _points(board: Map, layout: Layout, top: float) -> list[str]:
    """How many points a route of each length brings, for the lengths that the board has."""
    points = board.variants["base"].rules.route_points
    lengths = [length for length, _ in groupby(sorted(route.length for route in board.routes))]
    step = min(52.0, 380 / len(lengths))
    left = layout.width - 40 - step * len(lengths)
    parts = [
        _text(left - 8, top, "Points", font_weight=700),
        f'<g text-anchor="middle" font-size="{min(15.0, step * 0.6):g}">',
    ]
    parts.append(_text(left - 28, top + 30, "spaces", font_style="italic"))
    parts.append(_text(left - 28, top + 58, "points", font_style="italic"))
    for index, length in enumerate(lengths):
        x = left + step * (index + 0.5)
        parts.append(_text(x, top + 30, str(length)))
        parts.append(_text(x, top + 58, str(points[length - 1]), font_weight=700))
    rule = f'x1="{_number(left - GAP)}" x2="{_number(left + step * len(lengths))}"'
    parts.append(f'<line {rule} y1="{_number(top + 38)}" y2="{_number(top + 38)}" stroke="{INK}" stroke-width="1"/>')
    return [*parts, "</g>"]

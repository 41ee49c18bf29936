"""Draws a map as SVG text, with nothing but the standard library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from math import cos, hypot, pi, sin
from typing import Any

from trunkline.maps.colours import INK, PAPER, SEA, SEA_NAME, Ink, inks, lettering, player_fill
from trunkline.maps.layout import EXIT_SIZE, HEAD, Layout, Spot, layout_map, legend_columns, legend_kinds
from trunkline.maps.model import GRAY, SHIPS, City, Map, Route
from trunkline.maps.model import SEA as SEA_ROUTE
from trunkline.maps.names import SIZE
from trunkline.maps.projection import Point
from trunkline.maps.spaces import DOT, GAP, PITCH, THICK, Line, Space
from trunkline.maps.stubs import Stub

PAIR_SIGN = "×2"
SERIF = "'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', 'Liberation Serif', 'Times New Roman', serif"
SANS = "'Avenir Next', 'Segoe UI', 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif"

LOCOMOTIVE_SYMBOL = (
    '<g id="locomotive"><path d="M-9-4.5h5v2.5h7.5v-2.5h2.4v2.5h1.3q1.8 0 1.8 2v2.2h-18z'
    'M-10-5.6h7v1.3h-7zM9 2.2l2 1.6h-4z"/><circle cx="-5.8" cy="2.9" r="2.1"/>'
    '<circle cx="-0.6" cy="2.9" r="2.1"/><circle cx="4.6" cy="2.9" r="2.1"/></g>'
)
"""Seen from the side, about 20 by 11, round its middle."""
ANCHOR_SYMBOL = (
    '<g id="anchor" fill="none" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">'
    '<circle cy="-4.6" r="1.4"/><path d="M0-3.1V5.6M-2.6-1.2h5.2M-4.6 2q.4 3.4 4.6 3.6q4.2-.2 4.6-3.6"/></g>'
)
"""The sign of a port, about 9 by 12, round its middle."""


def draw_map(
    map_: Map,
    *,
    owners: Mapping[str, int] | None = None,
    stations: Mapping[str, int] | None = None,
    ports: Mapping[str, int] | None = None,
) -> str:
    """The map as an SVG document. Owners are seats from 0: by route name, and by city id for stations and ports."""
    layout = layout_map(map_)
    palette = inks(map_.colours)
    owners, stations, ports = owners or {}, stations or {}, ports or {}
    parts = [*_paper(layout), *_heading(map_, layout, {*owners.values(), *stations.values(), *ports.values()})]
    shift = -layout.frame.left, HEAD - 6 - layout.frame.top
    moved = any(shift)  # a map without all its territories keeps the coordinates of the whole map
    parts += [f'<g transform="translate({_number(shift[0])} {_number(shift[1])})">'] if moved else []
    parts += _unfinished(layout.stubs, map_)
    parts += ['<g id="tracks" fill="none" stroke-linecap="round">', *(_track(line) for line in layout.lines), "</g>"]
    parts += [f'<g id="routes" font-family="{SANS}" font-weight="700" font-size="10.5" text-anchor="middle">']
    for line in layout.lines:
        parts += _route(line, palette[line.route.colour], owners.get(line.route.name), map_)
    parts += ["</g>", '<g id="cities">', *(_dot(spot) for spot in layout.spots.values())]
    parts += [_built(layout.spots[city], seat, "station") for city, seat in stations.items()]
    parts += [_built(layout.spots[city], seat, "port") for city, seat in ports.items()]
    parts += ["</g>", *_names(layout.spots.values()), *_exits(layout), *(["</g>"] if moved else [])]
    parts += [*_legend(map_, layout, palette), "</svg>"]
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
        ANCHOR_SYMBOL,
        "</defs>",
        f'<rect width="{_number(wide)}" height="{_number(tall)}" fill="url(#paper)"/>',
        f'<g clip-path="url(#frame)" fill="none" stroke="{INK}" stroke-opacity="0.09" stroke-width="1">',
        *(f'<path d="{_path(_shifted(line, layout))}"/>' for line in layout.graticule),
        "</g>",
        f'<g fill="none" stroke="{INK}">',
        f'<rect x="6" y="6" width="{_number(wide - 12)}" height="{_number(tall - 12)}" stroke-width="3"/>',
        f'<rect {inner} stroke-width="1"/></g>',
    ]


def _shifted(points: Iterable[Point], layout: Layout) -> list[Point]:
    dx, dy = layout.frame.left, layout.frame.top - HEAD + 6
    return [(x - dx, y - dy) for x, y in points]


def _heading(map_: Map, layout: Layout, seats: set[int]) -> list[str]:
    spaces = sum(route.length for route in map_.routes)
    tickets = len(map_.variants["base"].tickets)
    cities = [city for city in map_.cities if not city.junction]
    ports = sum(1 for city in cities if city.port)
    facts = f"{len(cities)} cities · {f'{ports} ports · ' if ports else ''}{len(map_.routes)} routes · "
    facts += f"{spaces} spaces · {tickets} tickets"
    parts = [
        f"<title>{escape(map_.name)}</title>",
        f'<g id="title" font-family="{SERIF}" fill="{INK}">',
        _text(36, 54, map_.name, font_size=42, font_weight=700, letter_spacing=2),
        _text(36, 77, map_.summary, font_size=17, font_style="italic"),
        _text(layout.width - 36, 77, facts, font_size=16, text_anchor="end"),
    ]
    right = layout.width - 36
    for seat in sorted(seats, reverse=True):
        fill = player_fill(seat)
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
    if _by_ship(line.route):
        return "".join(f'<path d="{_wave(piece)}" stroke="{SEA}" stroke-width="1.8"/>' for piece in line.pieces)
    dashes = ' stroke-dasharray="1.5 4"' if line.route.tunnel else ""
    style = f'stroke="{INK}" stroke-opacity="0.55" stroke-width="1.6"{dashes}'
    return "".join(f'<path d="{_path(piece)}" {style}/>' for piece in line.pieces)


def _by_ship(route: Route) -> bool:
    return route.kind == SEA_ROUTE or route.locomotives > 0


def _wave(points: tuple[Point, ...]) -> str:
    """A wavy line along the points: one bow for every other piece, to the left and to the right in turn."""
    parts = [_path(points[:1])]
    for count, (a, b) in enumerate(zip(points[::2], points[2::2], strict=False)):
        swing = 5.0 if count % 2 else -5.0
        size = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
        bow = ((a[0] + b[0]) / 2 - (b[1] - a[1]) / size * swing, (a[1] + b[1]) / 2 + (b[0] - a[0]) / size * swing)
        parts.append(f"Q{_number(bow[0])} {_number(bow[1])} {_number(b[0])} {_number(b[1])}")
    return "".join(parts)


def _unfinished(stubs: Iterable[Stub], map_: Map) -> list[str]:
    """Unfinished tracks: empty frames that fade out, so that nobody takes them for spaces."""
    names = {city.id: city.name for city in map_.cities}
    parts = []
    for stub in stubs:
        spaces = f"{stub.edge.length} space{'s' if stub.edge.length > 1 else ''}"
        said = f"{names[stub.edge.city]}: unfinished track of {spaces}, cannot be claimed"
        parts.append(f'<g class="unfinished" data-city="{stub.edge.city}"><title>{escape(said)}</title>')
        for lane in stub.lanes:
            parts += [_ghost(space, 0.6 if at == 0 else 0.28) for at, space in enumerate(lane.spaces)]
        parts.append("</g>")
    return ['<g id="edges">', *parts, "</g>"] if parts else []


def _ghost(space: Space, opacity: float) -> str:
    place = f"translate({_number(space.x)} {_number(space.y)}) rotate({_number(space.angle)})"
    size = f'x="{_number(-space.length / 2)}" y="{_number(-THICK / 2)}" width="{_number(space.length)}"'
    look = f'height="{THICK:g}" rx="1.5" fill="{PAPER}" stroke="{INK}" stroke-width="1.2" stroke-dasharray="3 2.5"'
    return f'<rect transform="{place}" {size} {look} opacity="{opacity:g}"/>'


def describe(route: Route, map_: Map) -> str:
    """A route in words, for screen readers."""
    names = {city.id: city.name for city in map_.cities}
    kind = "tunnel" if route.tunnel else "ferry" if route.locomotives else "route"
    if route.kind == SEA_ROUTE or route.pair:
        kind = "sea route" if route.kind == SEA_ROUTE else "pair route"
    lane = "" if route.lanes == 1 else f", lane {route.lane + 1} of {route.lanes}"
    need = ""
    if route.locomotives:
        need = f", needs {route.locomotives} locomotive{'s' if route.locomotives > 1 else ''}"
    spaces = f"{route.length} space{'s' if route.length > 1 else ''}"
    edge = ", over the edge of the board" if route.wraps else ""
    return f"{names[route.a]} – {names[route.b]}: {route.colour} {kind} of {spaces}{need}{lane}{edge}"


def _route(line: Line, ink: Ink, owner: int | None, map_: Map) -> list[str]:
    route = line.route
    said = describe(route, map_) + ("" if owner is None else f", claimed by player {owner + 1}")
    parts = [f'<g class="route" data-route="{escape(route.name)}"><title>{escape(said)}</title>']
    symbols = {round((at + 0.5) * route.length / route.locomotives - 0.5) for at in range(route.locomotives)}
    if len(symbols) < route.locomotives:
        symbols = set(range(route.locomotives))
    for index, space in enumerate(line.spaces):
        parts.append(_space(space, route, ink, index in symbols, owner))
    return [*parts, "</g>"]


def _space(space: Space, route: Route, ink: Ink, locomotive: bool, owner: int | None) -> str:
    """One space along the line. Its letter is never upside down."""
    angle = space.angle + (180 if abs(space.angle) > 91 else 0)
    long, thick = space.length, THICK
    parts = [f'<g transform="translate({_number(space.x)} {_number(space.y)}) rotate({_number(angle)})">']
    if route.tunnel:  # a heavy, toothed edge
        parts.append(
            f'<rect x="{_number(-long / 2 - 0.5)}" y="{_number(-thick / 2 - 0.5)}" width="{_number(long + 1)}" '
            f'height="{_number(thick + 1)}" fill="none" stroke="{INK}" stroke-width="5" stroke-dasharray="2.6 1.6"/>'
        )
    parts.append(_shape(route, long, ink))
    if owner is not None:
        fill = player_fill(owner)
        parts.append(
            f'<rect class="piece" x="{_number(-long / 2 + 1.5)}" y="{_number(-thick / 2 - 1)}" '
            f'width="{_number(long - 3)}" height="{_number(thick + 2)}" rx="3" fill="{fill}" stroke="{PAPER}" '
            'stroke-width="1.4"/>'
        )
        parts.append(_text(0, 4.2, str(owner + 1), fill=lettering(fill), font_size=12))
    elif locomotive:
        size = min(1.0, (long - 2) / 21)
        parts.append(f'<use href="#locomotive" fill="{INK}" transform="scale({size:.2f})"/>')
    elif route.pair:
        parts.append(_text(0, 3.8, PAIR_SIGN, fill=ink.lettering))
    elif ink.letter:
        parts.append(_text(0, 3.8, ink.letter, fill=ink.lettering))
    return "".join([*parts, "</g>"])


def _shape(route: Route, long: float, ink: Ink) -> str:
    """The outline of a space, told apart without colour: a box for trains, a hull for ships, two frames for pairs."""
    x, y = long / 2, THICK / 2
    if route.kind == SEA_ROUTE:
        bow = min(6.5, long / 3)
        hull = f"M{_number(-x)} 0L{_number(bow - x)} {_number(-y)}H{_number(x - bow)}L{_number(x)} 0"
        hull += f"L{_number(x - bow)} {_number(y)}H{_number(bow - x)}Z"
        return f'<path class="space" d="{hull}" fill="{ink.fill}" stroke="{INK}" stroke-width="1.2"/>'
    edge, rounding, weight = (SEA, 5.0, 1.8) if route.locomotives else (INK, 1.5, 1.1)
    box = (
        f'<rect class="space" x="{_number(-x)}" y="{_number(-y)}" width="{_number(long)}" '
        f'height="{_number(THICK)}" rx="{rounding:g}" fill="{ink.fill}" stroke="{edge}" stroke-width="{weight:g}"/>'
    )
    if route.pair:
        size = f'width="{_number(long + 5)}" height="{_number(THICK + 5)}"'
        outer = f'<rect x="{_number(-x - 2.5)}" y="{_number(-y - 2.5)}" {size} rx="2.5"'
        box = f'{outer} fill="{PAPER}" stroke="{INK}" stroke-width="1"/>' + box
    return box


def _dot(spot: Spot) -> str:
    """A city. A large one is a square, one with an anchor may have a port or is a harbour, and a junction is a star."""
    place = f'transform="translate({_number(spot.x)} {_number(spot.y)})"'
    said = spot.city.name + (f" (today {spot.city.modern})" if spot.city.modern else "")
    said += ", port" if spot.city.port else ", a junction at sea" if spot.city.junction else ""
    said += (", large city" if spot.city.large else "") + (", harbour" if spot.city.harbour else "")
    return f'<g class="city" data-city="{spot.city.id}" {place}><title>{escape(said)}</title>{_mark(spot.city)}</g>'


LARGE = DOT + 0.2
"""Half the side of the mark of a large city, a square on its corner: it reaches no farther than routes begin."""


def _mark(city: City) -> str:
    if city.junction:
        star = "L".join(
            f"{_number(far * cos(turn * pi / 8))} {_number(far * sin(turn * pi / 8))}"
            for turn in range(16)
            for far in [DOT if turn % 2 == 0 else DOT * 0.45]
        )
        return f'<path d="M{star}Z" fill="{PAPER}" stroke="{SEA}" stroke-width="1.6" stroke-linejoin="round"/>'
    ring = f'<circle r="{DOT:g}" fill="{PAPER}" stroke="{INK}" stroke-width="2"/>'
    if city.large:
        side = f'x="{-LARGE:g}" y="{-LARGE:g}" width="{2 * LARGE:g}" height="{2 * LARGE:g}" rx="3"'
        ring = f'<rect {side} fill="{PAPER}" stroke="{INK}" stroke-width="2.4" transform="rotate(45)"/>'
    if city.port or city.harbour:
        return f'{ring}<circle r="{DOT - 1:g}" fill="{SEA}"/><use href="#anchor" stroke="#ffffff"/>'
    return f'{ring}<circle r="{DOT - 3.6:g}" fill="#a8322a"/>'


BUILT = {"station": "M-10 9v-12l10-9 10 9v12z", "port": "M-11-6h5v-6h12v6h5v9q0 8-11 9q-11-1-11-9z"}
"""What lies over a city: a small house, or a broad quay."""


def _built(spot: Spot, seat: int, kind: str) -> str:
    fill = player_fill(seat)
    return (
        f'<g class="{kind}" transform="translate({_number(spot.x)} {_number(spot.y)})" font-family="{SANS}">'
        f"<title>{kind} of player {seat + 1} in {escape(spot.city.name)}</title>"
        f'<path d="{BUILT[kind]}" fill="{fill}" stroke="{PAPER}" stroke-width="1.6"/>'
        + _text(0, 6, str(seat + 1), fill=lettering(fill), font_size=12, font_weight=700, text_anchor="middle")
        + "</g>"
    )


def _names(spots: Iterable[Spot]) -> list[str]:
    """The names with a halo of paper, so that they can be read over anything."""
    style = f'font-family="{SERIF}" font-size="{SIZE:g}" font-weight="700" text-anchor="middle" fill="{INK}"'
    halo = f'stroke="{PAPER}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"'
    parts = [f'<g id="names" {style} {halo}>']
    for spot in spots:
        at_sea = {"font_style": "italic", "fill": SEA_NAME} if spot.city.junction else {}
        parts.append(_text((spot.name.left + spot.name.right) / 2, spot.name.baseline, spot.city.name, **at_sea))
    return [*parts, "</g>"]


def _exits(layout: Layout) -> list[str]:
    """The words at the edges of a map that goes round the earth: where each line leads."""
    if not layout.exits:
        return []
    style = f'font-family="{SERIF}" font-size="{EXIT_SIZE:g}" font-style="italic" fill="{SEA_NAME}"'
    parts = [f'<g id="exits" {style}>']
    for each in layout.exits:
        right = each.box.left > layout.width / 2
        side: dict[str, str | float] = {"text_anchor": "end"} if right else {}
        parts.append(_text(each.box.right if right else each.box.left, each.box.bottom - 3, each.words, **side))
    return [*parts, "</g>"]


def _legend(map_: Map, layout: Layout, palette: Mapping[str, Ink]) -> list[str]:
    top = layout.height - layout.foot + 26
    parts = [f'<g id="legend" font-family="{SERIF}" font-size="15" fill="{INK}">']
    columns = legend_columns(map_, layout.width)
    for index, (name, ink) in enumerate(palette.items()):
        x, y = 40 + index % columns.colours * 112, top + 26 + index // columns.colours * 28
        parts.append(_sample(x + 17, y - 5, ink))
        parts.append(_text(x + 41, y, f"{name} (any)" if name == GRAY else name))
    parts.append(_text(40, top, "Cards and spaces", font_weight=700))
    middle = 80 + columns.colours * 112
    parts.append(_text(middle, top, "Routes", font_weight=700))
    for index, kind in enumerate(legend_kinds(map_)):
        place = f"{middle + 20 + index // columns.rows * 232} {_number(top + 28 + index % columns.rows * 38)}"
        words = "route: one colour of cards" if kind == "rail" and SHIPS not in map_.decks else KINDS[kind]
        parts.append(f'<g transform="translate({place})">{_kind(kind, palette[GRAY])}{_text(28, 5, words)}</g>')
    return [*parts, *_points(map_, layout, top), "</g>"]


KINDS = {
    "rail": "rail: train cards of one colour",
    "sea": "sea: ship cards of one colour",
    "double": "double: one lane a player",
    "pair": "pair: two cards a space",
    "tunnel": "tunnel: may cost more",
    "ferry": "ferry: a locomotive for each sign",
    "port": "city where a port may be built",
    "junction": "junction: joins sea routes",
    "large": "large city: a card for a claim",
    "harbour": "harbour",
    "unfinished": "unfinished track: not to be claimed",
}


def _kind(kind: str, gray: Ink) -> str:
    """A sample of a kind of route or place."""
    if kind in ("port", "junction", "large", "harbour"):
        keys: dict[str, Any] = {kind: True}
        return _mark(City("", "", 0, 0, **keys))
    if kind == "unfinished":
        return _ghost(Space(0, 0, 0, 34), 0.6)
    if kind == "double":
        return _sample(0, -PITCH / 2, gray) + _sample(0, PITCH / 2, gray)
    routes: dict[str, dict[str, Any]] = {
        "sea": {"kind": SEA_ROUTE}, "pair": {"pair": True}, "tunnel": {"tunnel": True}, "ferry": {"locomotives": 1},
    }  # fmt: skip
    return _sample(0, 0, gray, **routes.get(kind, {}))


def _sample(x: float, y: float, ink: Ink, **keys: Any) -> str:
    route = Route("", "", "", 1, "", 0, **keys)
    drawn = _space(Space(x, y, 0, 34), route, ink, bool(route.locomotives), None).replace(' class="space"', "")
    return f'<g font-family="{SANS}" font-weight="700" font-size="10.5" text-anchor="middle">{drawn}</g>'


def _points(map_: Map, layout: Layout, top: float) -> list[str]:
    """The points by length of route; on a map with companies, the dollars for trains left (L19)."""
    rules = map_.variants["base"].rules
    if rules.route_points:
        lengths = sorted({route.length for route in map_.routes})
        rows = [(str(length), str(rules.route_points[length - 1])) for length in lengths]
        return _number_table(layout, top, ("Points", "spaces", "points"), rows)
    rows = [(str(left), str(dollars)) for left, dollars in enumerate(rules.trains_left)]
    return _number_table(layout, top, ("Dollars at the end", "trains left", "dollars"), rows)


def _number_table(layout: Layout, top: float, words: tuple[str, str, str], rows: list[tuple[str, str]]) -> list[str]:
    title, upper, lower = words
    step = min(52.0, 380 / max(len(rows), 1))
    left = layout.width - 40 - step * len(rows)
    parts = [
        _text(left - 8, top, title, font_weight=700),
        f'<g text-anchor="middle" font-size="{min(15.0, step * 0.6):g}">',
    ]
    parts.append(_text(left - 28, top + 30, upper, font_style="italic"))
    parts.append(_text(left - 28, top + 58, lower, font_style="italic"))
    for index, (above, below) in enumerate(rows):
        x = left + step * (index + 0.5)
        parts.append(_text(x, top + 30, above))
        parts.append(_text(x, top + 58, below, font_weight=700))
    rule = f'x1="{_number(left - GAP)}" x2="{_number(left + step * len(rows))}"'
    parts.append(f'<line {rule} y1="{_number(top + 38)}" y2="{_number(top + 38)}" stroke="{INK}" stroke-width="1"/>')
    return [*parts, "</g>"]

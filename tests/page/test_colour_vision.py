"""Colours are never alone: in the pixels of the page, as the colour-blind see them, each has a shape of its own."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterable
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from page.browsers import Device, visiting
from page.tables import ask, be, finished
from server.processes import Process
from tools import FULL

SHARP = Device(1440, 1300, scale=2.0)
VISIONS = ("none", "deuteranopia", "protanopia", "tritanopia", "achromatopsia")
LOOKED_AT = VISIONS if FULL else ("none", "deuteranopia", "achromatopsia")
"""A small run leaves out two: the most common one and sight without any colour stay."""
GRID = 24
CLEAR = 45
"""So much lighter or darker (of 255) a symbol must be than what it lies on."""
APART = 0.2
"""So much of two symbols laid upon each other must be covered by only one of them."""

CLAIMED = [("usa", "light"), ("usa", "dark"), ("meridian", "light"), ("meridian", "dark")]
"""Map and colour scheme; a small run looks at the first and the last."""

# Where symbols are drawn: on the spaces of the board by the colour below them, on cards by their letter, on the
# players' marks by their number. Of each the square that holds the symbol, in pixels of the page.
SYMBOLS = """() => {
  const found = {board: {}, card: {}, player: {}}
  const board = document.querySelector('.surface').getBoundingClientRect()
  let fill = ''
  for (const path of document.querySelectorAll('.sheet svg.drawn path')) {
    if (path.matches('.space')) fill = path.getAttribute('fill')
    if (!path.matches('.symbol') || found.board[fill]) continue
    const box = path.getBoundingClientRect()
    const [x, y, half] = [box.x + box.width / 2, box.y + box.height / 2, box.height * 0.62]
    const inside = x - half > board.left && x + half < board.right && y - half > board.top && y + half < board.bottom
    if (inside && document.elementFromPoint(x, y)?.closest('.sheet')) found.board[fill] = [x - half, y - half, 2 * half]
  }
  for (const svg of document.querySelectorAll('.cards svg')) {
    const box = svg.getBoundingClientRect()
    const unit = box.width / 64
    const letter = svg.querySelector('text')?.textContent
    if (letter && box.bottom < innerHeight) found.card[letter] = [box.x + 15 * unit, box.y + 23 * unit, 34 * unit]
  }
  for (const svg of document.querySelectorAll('.who svg')) {
    const box = svg.getBoundingClientRect()
    const unit = box.width / 28
    if (box.bottom < innerHeight) found.player[svg.textContent] = [box.x + 3 * unit, box.y + 3 * unit, 22 * unit]
  }
  return found
}"""

# Of every lane alone between its cities: its colour or its owner, and points across its middle space beside the symbol.
# A free space is the same all the way; a piece has its roof in the middle and its body beside it. Then points across
# its outline, and one on the land or the sea outside it.
ACROSS = """([colours, owners]) => {
  const found = []
  const board = document.querySelector('.surface').getBoundingClientRect()
  for (const lane of document.querySelectorAll('[data-route]')) {
    const route = lane.dataset.route
    if (!(route in colours) && !(route in owners)) continue
    const spaces = lane.getAttribute('d').slice(1).split('M').map((each) => each.split(/[ L]/).map(Number))
    const [ax, ay, bx, by] = spaces[spaces.length >> 1]
    const length = Math.hypot(bx - ax, by - ay)
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length]
    // Beside the symbol, and before the roof ends.
    const along = length / 2 - 6.5
    if (along < 5.5) continue
    const thick = lane.getAttribute('stroke-width') - 2
    const matrix = lane.getScreenCTM()
    const points = [0, 0.38, ...Array.from({length: 9}, (_, i) => 0.44 + 0.02 * i), 0.8].map((aside) => {
      const x = (ax + bx) / 2 + ux * along - uy * thick * aside
      const y = (ay + by) / 2 + uy * along + ux * thick * aside
      const at = new DOMPoint(x, y).matrixTransform(matrix)
      return [at.x, at.y]
    })
    const inside = ([x, y]) => x > board.left && x < board.right && y > board.top && y < board.bottom &&
      document.elementFromPoint(x, y)?.closest('.sheet')
    if (points.every(inside)) found.push([colours[route] ?? `seat ${owners[route]}`, route in owners, points])
  }
  return found
}"""

# How light the picture is at each point.
LIGHT_AT = """async ([picture, points, scale]) => {
  const bytes = Uint8Array.from(atob(picture), (each) => each.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], {type: 'image/jpeg'}))
  const context = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true})
  return points.map(([x, y]) => {
    context.drawImage(image, Math.round(x * scale), Math.round(y * scale), 1, 1, 0, 0, 1, 1)
    const [r, g, b] = context.getImageData(0, 0, 1, 1).data
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  })
}"""

# The squares of a picture, each as a grid of lightness, and the most colour that is in any square of a kind.
LIGHTNESS = """async ([picture, kinds, scale, grid]) => {
  const bytes = Uint8Array.from(atob(picture), (each) => each.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], {type: 'image/jpeg'}))
  const context = new OffscreenCanvas(grid, grid).getContext('2d', {willReadFrequently: true})
  return kinds.map((squares) => {
    let colour = 0
    const grids = squares.map(([x, y, side]) => {
      context.drawImage(image, x * scale, y * scale, side * scale, side * scale, 0, 0, grid, grid)
      const {data} = context.getImageData(0, 0, grid, grid)
      const light = []
      for (let i = 0; i < data.length; i += 4) {
        const [r, g, b] = [data[i], data[i + 1], data[i + 2]]
        colour = Math.max(colour, Math.max(r, g, b) - Math.min(r, g, b))
        light.push(0.2126 * r + 0.7152 * g + 0.0722 * b)
      }
      return light
    })
    return {grids, colour}
  })
}"""


@pytest.mark.parametrize("map_", ["usa", pytest.param("world", marks=pytest.mark.slow), "meridian"])
def test_every_colour_has_a_shape_of_its_own_for_every_eye(house: Process, browser: Browser, map_: str) -> None:
    with visiting(browser, house.url, SHARP, bypass_csp=True) as page:
        be(page, "Ada")
        decks = ask(page, "GET", f"/api/maps/{map_}")["decks"]
        colours = colours_of(card for cards in decks.values() for card in cards)
        show_all_cards(page, map_, colours)
        kinds = symbols(page, len(colours))
        # Routes have the colours of the cards but the wild one.
        assert len(kinds["board"]) == len(colours) - 1, kinds["board"]
        assert len(kinds["card"]) == len(colours), kinds["card"]
        assert len(kinds["player"]) == 5
        eyes = page.context.new_cdp_session(page)
        for vision in LOOKED_AT:
            eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
            # A JPEG of this quality shows the shapes as well, and costs a fraction of a PNG of seven million pixels.
            picture = base64.b64encode(page.screenshot(type="jpeg", quality=95)).decode()
            squares_of = [list(squares.values()) for squares in kinds.values()]
            seen_of = page.evaluate(LIGHTNESS, [picture, squares_of, SHARP.scale, GRID])
            for (kind, squares), seen in zip(kinds.items(), seen_of, strict=True):
                # That the browser really looks with other eyes is seen by the colours that are gone.
                assert (seen["colour"] > 60) == (vision != "achromatopsia"), (vision, kind, seen["colour"])
                shapes = {}
                for name, grid in zip(squares, seen["grids"], strict=True):
                    clear, shapes[name] = symbol(grid)
                    assert clear >= CLEAR, f"{vision}: the symbol of {kind} {name} is hardly seen ({clear:.0f})"
                for one, other in combinations(shapes, 2):
                    apart = difference(shapes[one], shapes[other])
                    assert apart >= APART, f"{vision}: {kind} {one} looks like {other} ({apart:.2f})"


@pytest.mark.parametrize(("map_", "scheme"), CLAIMED if FULL else CLAIMED[::3])
def test_claimed_differs_from_free_for_every_eye(house: Process, browser: Browser, map_: str, scheme: Any) -> None:
    """Every pair of a free colour and a player: a piece has a light roof between its sides, a free space is even, and
    one of the two places is clearly lighter or darker. So nothing depends on the colours of companies and routes."""
    with visiting(browser, house.url, SHARP, bypass_csp=True, color_scheme=scheme) as page:
        be(page, "Ada")
        routes = {route["name"]: route for route in ask(page, "GET", f"/api/maps/{map_}")["routes"]}
        owners = show_claims(page, map_, routes)
        colours = {
            name: route["colour"] for name, route in routes.items() if route["lanes"] == 1 and name not in owners
        }
        page.wait_for_timeout(500)
        lanes = page.evaluate(ACROSS, [colours, owners])
        free = {name for name, claimed, _ in lanes if not claimed}
        held = {name for name, claimed, _ in lanes if claimed}
        assert len(held) == 5, held
        assert len(free) >= 5, free
        eyes = page.context.new_cdp_session(page)
        for vision in LOOKED_AT:
            eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
            picture = base64.b64encode(page.screenshot(type="jpeg", quality=95)).decode()
            light = page.evaluate(LIGHT_AT, [picture, [point for *_, points in lanes for point in points], SHARP.scale])
            each = len(lanes[0][2])
            seen = [(name, claimed, light[each * at : each * at + 2]) for at, (name, claimed, _) in enumerate(lanes)]
            for at, (name, claimed, _) in enumerate(lanes):
                *across, outside = light[each * at : each * (at + 1)]
                edge = max(abs(light - outside) for light in across)
                assert claimed or edge >= CLEAR, f"{vision}: free {name} is lost in the map ({across}, {outside})"
            for name, claimed, (middle, side) in seen:
                if claimed:
                    assert middle - side >= CLEAR, f"{vision}: {name} has no roof ({middle:.0f}, {side:.0f})"
                else:
                    assert abs(middle - side) < CLEAR / 2, f"{vision}: free {name} is uneven ({middle:.0f}, {side:.0f})"
            for name, claimed, one in seen:
                for other, is_claimed, two in seen:
                    if claimed and not is_claimed:
                        apart = max(abs(a - b) for a, b in zip(one, two, strict=True))
                        assert apart >= CLEAR, f"{vision}: {name} is as light as free {other} ({one}, {two})"


def show_claims(page: Page, map_: str, routes: dict[str, Any]) -> dict[str, int]:
    """Show a game of five when everybody has claimed a route; the owners of all claimed routes."""
    table = finished(page, map_, players=5, bot="random")
    for at in range(20, 400, 5):
        owners: dict[str, int] = ask(page, "GET", f"/api/tables/{table}/view?at={at}&seat=open")["public"]["routes"]
        if len({seat for name, seat in owners.items() if routes[name]["lanes"] == 1}) == 5:
            page.goto(f"/replay/{table}?at={at}&seat=open")
            expect(page.locator(".train").nth(4)).to_be_attached()
            return {name: seat for name, seat in owners.items() if routes[name]["lanes"] == 1}
    raise AssertionError("somebody never claims")


def symbols(page: Page, colours: int) -> dict[str, dict[str, Any]]:
    """The squares with symbols, once those of all colours are there and nothing moves; after a minute as they are."""
    expect(page.locator(".surface")).to_be_visible()
    deadline = time.monotonic() + 60
    before: dict[str, dict[str, Any]] = {}
    while time.monotonic() < deadline:
        found: dict[str, dict[str, Any]] = page.evaluate(SYMBOLS)
        if found == before and len(found["board"]) == colours - 1 and len(found["card"]) == colours:
            break
        before = found
        page.wait_for_timeout(200)
    return before


def colours_of(cards: Iterable[str]) -> set[str]:
    return {card.split("-")[0] for card in cards}


def show_all_cards(page: Page, map_: str, colours: set[str]) -> None:
    """A game of five with open hands, at a moment when somebody holds a card of every colour."""
    table = finished(page, map_, players=5, bot="random")
    for at in range(20, 200, 5):
        view = ask(page, "GET", f"/api/tables/{table}/view?at={at}&seat=open")
        if colours_of(card for own in view["own"] for card in own["hand"]) == colours:
            page.goto(f"/replay/{table}?at={at}&seat=open")
            page.get_by_role("button", name="Players").click()
            expect(page.locator(".cards").first).to_be_visible()
            return
    raise AssertionError("at no moment all colours are held")


def symbol(grid: list[float]) -> tuple[float, set[int]]:
    """How clearly a symbol stands out from what lies below it, and the cells that it covers."""
    # The lower left corner is free on the board and on cards; the upper right one may have a count.
    corner = [row * GRID + column for row in range(GRID - 3, GRID) for column in range(3)]
    below = sum(grid[cell] for cell in corner) / len(corner)
    cells = [cell for cell in range(GRID * GRID) if not (cell // GRID < GRID * 0.35 and cell % GRID > GRID * 0.65)]
    clear = max(abs(grid[cell] - below) for cell in cells)
    return clear, {cell for cell in cells if abs(grid[cell] - below) > clear / 2}


def difference(one: set[int], other: set[int]) -> float:
    return len(one ^ other) / max(1, len(one | other))

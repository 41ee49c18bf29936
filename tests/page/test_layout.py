"""The layout of the table: in every window the map has most of it and is wholly visible, and nothing covers a city."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from page.browsers import Device, visiting
from page.hands import Hands
from page.tables import Enough, after, ask, be, finished, leave, open_table, play_beside
from server.processes import Process
from tools import FULL

NAMED = {
    "least": (320, 480),
    "small phone": (360, 640),
    "short phone": (375, 667),
    "phone": (390, 844),
    "narrow phone": (360, 740),
    "large phone": (430, 932),
    "small tablet": (768, 1024),
    "tablet": (820, 1180),
    "large tablet": (1024, 1366),
    "laptop": (1366, 657),
    "small desktop": (1280, 720),
    "desktop": (1440, 900),
    "full screen": (1920, 1080),
    "ultra-wide": (3440, 1440),
}
ZOOMS = (1.0, 1.25, 1.5, 1.75, 2.0)
FEW = ("least", "short phone", "tablet", "laptop", "ultra-wide")
"""By default these sizes are measured, as they are and zoomed to 200 %: each of the layouts in its tightest windows."""
LEAST_SHARE = 0.55
"""So much of the window the frame of the map takes at least."""
DEVICE = Device(1440, 900)


def windows(names: Iterable[str], zooms: tuple[float, ...]) -> dict[str, tuple[int, int]]:
    """These named sizes in both orientations at these zooms of the browser, as far as they are not smaller than the
    least: a zoom makes the window smaller in CSS pixels."""
    found = {}
    for name in names:
        width, height = NAMED[name]
        for orientation, (wide, tall) in {"": (width, height), " turned": (height, width)}.items():
            for zoom in zooms:
                size = (int(wide / zoom), int(tall / zoom))
                if min(size) >= 320 and max(size) >= 480:
                    found[f"{name}{orientation} at {zoom:.0%} {size[0]}x{size[1]}"] = size
    return found


# What is wrong with the layout of the window as it is.
MEASURE = """async ([leastShare, scrolls]) => {
  // The map is placed again when its frame has its new size.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 0))))
  const problems = []
  const box = (each) => each.getBoundingClientRect()
  const inside = (inner, outer, slack = 1) =>
    inner.left >= outer.left - slack && inner.right <= outer.right + slack &&
    inner.top >= outer.top - slack && inner.bottom <= outer.bottom + slack
  const window_ = {left: 0, top: 0, right: innerWidth, bottom: innerHeight}
  const told = (rect) => [rect.left, rect.top, rect.right, rect.bottom].map(Math.round).join()
  const surface = document.querySelector('.surface')
  const frame = box(surface)
  const share = (frame.width * frame.height) / (innerWidth * innerHeight)
  if (share < leastShare) problems.push(`the map has ${(100 * share).toFixed(1)} % of the window`)
  if (!inside(frame, window_)) problems.push(`the frame of the map leaves the window: ${told(frame)}`)
  const page = document.documentElement
  if (page.scrollWidth > innerWidth || (!scrolls && page.scrollHeight > innerHeight)) problems.push('the page scrolls')
  // Every city is inside the frame, and on top there. A map that goes round shows it on one of its turns.
  const round = Number(document.querySelector('.sheet > svg').dataset.round ?? 0)
  for (const city of document.querySelectorAll('[data-city]')) {
    const at = box(city)
    const turn = round * city.getScreenCTM().a
    const seen = (round ? [0, -turn, turn] : [0]).some((by) => {
      const [x, y] = [at.left + at.width / 2 + by, at.top + at.height / 2]
      return x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom &&
        surface.contains(document.elementFromPoint(x, y))
    })
    if (!seen) problems.push(`${city.dataset.city} is covered or outside: ${told(at)}`)
  }
  // The parts of the table do not overlap.
  const visible = (each) => each.checkVisibility({visibilityProperty: true}) && box(each).height > 0
  const parts = ['map', 'bar', 'headline', 'strip', 'dock', 'side', 'tabs', 'time', 'head', 'aside']
    .map((name) => [name, document.querySelector(`.game > .${name}, .stage > .${name}, .stage > ${name}`)])
    .filter(([, each]) => each && visible(each))
  for (const [name, each] of parts) {
    if (!inside(box(each), window_)) problems.push(`${name} leaves the window: ${told(box(each))}`)
    for (const [other, beside] of parts) {
      const [a, b] = [box(each), box(beside)]
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const tall = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      if (name < other && wide > 1 && tall > 1) problems.push(`${name} overlaps ${other}`)
    }
  }
  // The hand is whole: every card is inside the dock, and a strip of each can be seen with its count.
  const dock = document.querySelector('.game > .dock')
  for (const card of document.querySelectorAll('[data-testid=hand] li')) {
    const face = box(card.querySelector('svg'))
    if (!inside(face, box(dock))) problems.push(`a card of the hand is clipped: ${told(face)} of ${told(box(dock))}`)
    const next = card.nextElementSibling && box(card.nextElementSibling)
    if (next && next.left - face.left < 8) problems.push(`a card of the hand is hidden: ${told(face)}`)
  }
  // Whose turn it is, and the names of the decks, can be read to the end.
  for (const each of document.querySelectorAll('.game .bar p[role=status]'))
    if (visible(each) && each.scrollHeight > each.clientHeight + 2) problems.push(`cut: ${each.innerText}`)
  for (const each of document.querySelectorAll('.game .decks .under'))
    if (visible(each) && getComputedStyle(each).overflowX === 'hidden' && each.scrollWidth > each.clientWidth + 1)
      problems.push(`cut: ${each.innerText}`)
  const pressed = (selector) => [...document.querySelectorAll(selector)].filter(visible)
  // The answer to a question is in view without scrolling, however many ways to answer there are.
  for (const name of ['confirm', 'withdraw', 'keep-confirm', 'split-confirm'])
    for (const each of pressed(`.game [data-testid=${name}]`)) {
      const rect = box(each)
      const hit = document.elementFromPoint((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2)
      const around = box(each.closest('.question, .side'))
      if (!each.contains(hit) || !inside(rect, around, 2))
        problems.push(`${name} is covered or cut: ${told(rect)} of ${told(around)}`)
    }
  // What can be pressed in the market and the bar is inside them.
  for (const [within, selector] of [['.dock', '.market button'], ['.bar', '.tools button'], ['.tabs', '.tabs button']])
    for (const each of pressed(`.game > ${within} ${selector}`)) {
      const [rect, name] = [box(each), each.dataset.testid]
      const around = box(document.querySelector(`.game > ${within}`))
      if (!inside(rect, around, 2)) problems.push(`${name} is clipped: ${told(rect)}`)
      if (rect.width < 24 || rect.height < 24) problems.push(`${name} is too small: ${told(rect)}`)
    }
  return problems
}"""


def choosing_tickets(page: Page, map_: str) -> None:
    open_table(page, map_, "me", "greedy", "greedy", first=0)
    expect(page.get_by_test_id("keep-0")).to_be_visible()


def choosing_pieces(page: Page, map_: str) -> None:
    table = open_table(page, map_, "me", "greedy", first=0)
    leave(page)
    play_beside(page, table, lambda made, view: made == 1 and bool(view["turns"]))
    page.goto(f"/table/{table}")
    # The bot chooses its pieces when it likes: no seq to wait for.
    expect(page.get_by_test_id("split-confirm")).to_be_visible()
    expect(page.get_by_test_id("table")).to_have_attribute("data-busy", "false")


def to_rest(page: Page, seq: int) -> None:
    expect(page.get_by_test_id("table")).to_have_attribute("data-seq", str(seq))
    expect(page.get_by_test_id("table")).to_have_attribute("data-busy", "false")


def collect(chance: random.Random, actions: list[str]) -> str:
    """Draw cards rather than anything else."""
    return chance.choice([action for action in actions if action.startswith("draw ")] or actions)


def with_cards(count: int) -> Enough:
    """One's turn with at least so many cards."""

    def enough(made: int, view: dict[str, Any]) -> bool:
        return after(0)(made, view) and sum(view["own"][0]["hand"].values()) >= count

    return enough


def hold_every_card(page: Page, map_: str) -> None:
    """Let the page show the widest hand there is, two cards of every kind: which kinds a hand has is chance."""
    decks = ask(page, "GET", f"/api/maps/{map_}")["decks"].values()
    hand = {card: 2 for deck in decks for card in deck}

    def widened(told: dict[str, Any]) -> dict[str, Any]:
        return {**told, "hand": hand} if "hand" in told else told

    def between(page_side: WebSocketRoute) -> None:
        server = page_side.connect_to_server()
        server.on_message(lambda text: page_side.send(json.dumps(json.loads(text, object_hook=widened))))

    page.route_web_socket("**/ws", between)


def own_turn(page: Page, map_: str) -> None:
    """With a large hand: many ways to pay. A game of few trains ends before a hand is so large."""
    table = open_table(page, map_, "me", "greedy", "greedy", "greedy", first=0)
    leave(page)
    seq = play_beside(page, table, with_cards(9 if map_ == "meridian" else 16), collect)
    page.goto(f"/table/{table}")
    to_rest(page, seq)


def paying(page: Page, map_: str) -> None:
    page.add_init_script("localStorage.setItem('settings', JSON.stringify({confirm: 'always'}))")
    own_turn(page, map_)
    expect(page.locator('[data-can="true"]').first).to_be_attached()
    player = Hands(page)
    player.press_route(player.look()["claims"][0])
    expect(page.get_by_test_id("confirm")).to_be_visible()


def in_a_tunnel(page: Page, map_: str) -> None:
    """Tunnels are claimed until one asks for more."""
    table = open_table(page, map_, "me", "greedy", first=0)
    leave(page)
    tunnels = {route["name"] for route in ask(page, "GET", f"/api/maps/{map_}")["routes"] if route["tunnel"]}

    def dig(chance: random.Random, actions: list[str]) -> str:
        claims = [action for action in actions if action.startswith("claim ") and action.split()[1] in tunnels]
        return claims[0] if claims else collect(chance, actions)

    seq = play_beside(page, table, lambda made, view: view["public"]["phase"] == "tunnel" and bool(view["turns"]), dig)
    page.goto(f"/table/{table}")
    to_rest(page, seq)
    expect(page.get_by_test_id("withdraw")).to_be_visible()


def others_turn(page: Page, map_: str) -> None:
    """Another person has the first turn, and does not take it."""
    table = open_table(page, map_, "me", "open", start=False, first=1)
    assert page.context.browser is not None
    other = page.context.browser.new_context(base_url=page.url.split("/table")[0])
    guest = other.new_page()
    be(guest, "Bohdan")
    ask(guest, "POST", f"/api/tables/{table}/join", {})
    ask(page, "POST", f"/api/tables/{table}/start", {})
    # Where both choose twice, each waits for the other in between.
    for each in (page, guest, page, guest):
        play_beside(each, table, lambda made, view: not view["turns"] or view["public"]["phase"] == "turn")
    other.close()
    expect(page.get_by_test_id("plans")).to_be_visible()


def at_the_end(page: Page, map_: str) -> None:
    page.goto(f"/table/{finished(page, map_)}")
    expect(page.get_by_test_id("final")).to_be_visible()


def in_the_replay(page: Page, map_: str) -> None:
    page.goto(f"/replay/{finished(page, map_, players=5)}?at=60")
    expect(page.locator("[data-city]").first).to_be_attached()


PHASES = {
    "tickets": choosing_tickets,
    "pieces": choosing_pieces,
    "own turn": own_turn,
    "paying": paying,
    "tunnel": in_a_tunnel,
    "other's turn": others_turn,
    "end": at_the_end,
    "replay": in_the_replay,
}
MAPS = ("usa", "europe", "world", "great_lakes", "meridian")
SOME = {"tunnel": ("europe",), "pieces": ("world", "great_lakes")}
CASES = [(map_, phase) for phase in PHASES for map_ in SOME.get(phase, MAPS)]
FEWER = [
    ("world", "tickets"),
    ("world", "pieces"),
    ("usa", "paying"),
    ("europe", "tunnel"),
    ("great_lakes", "other's turn"),
    ("meridian", "end"),
    ("europe", "replay"),
]
"""By default each phase is measured on one map, and one's own turn on every map."""


@contextmanager
def shown(house: Process, browser: Browser, map_: str, phase: str, **wishes: Any) -> Iterator[Page]:
    """A page with a table in this phase."""
    with visiting(browser, house.url, DEVICE, **wishes) as page:
        be(page, "Ada")
        hold_every_card(page, map_)
        PHASES[phase](page, map_)
        # The position may come before the map.
        expect(page.locator(".surface")).to_be_visible()
        yield page


@pytest.mark.parametrize(("map_", "phase"), [case for case in CASES if FULL or case[1] == "own turn" or case in FEWER])
def test_the_map_has_most_of_every_window(house: Process, browser: Browser, map_: str, phase: str) -> None:
    """At least 55 % of the window, with every city in sight, however small, wide or zoomed the window is; the hand is
    whole, and no part of the table lies over another."""
    with shown(house, browser, map_, phase) as page:
        troubles = {}
        for name, (width, height) in (windows(NAMED, ZOOMS) if FULL else windows(FEW, (1.0, 2.0))).items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function("([wide, tall]) => innerWidth === wide && innerHeight === tall", arg=[width, height])
            if found := page.evaluate(MEASURE, [LEAST_SHARE, phase == "replay"]):
                troubles[name] = found[:6]
        assert not troubles, json.dumps(troubles, indent=1)

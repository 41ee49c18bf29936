"""Hands that play whole games on the page: with a mouse, a finger, the keyboard, or in words, by what is shown."""

from __future__ import annotations

import random
import time
from typing import Any, ClassVar

from playwright.sync_api import Page

PATIENCE = 60.0
"""So long nothing may happen before a game counts as stuck."""

# What can be done now, by what is on the screen. The table says which position it shows, and whether it is busy.
LOOK = """() => {
  const find = (id) => document.querySelector(`[data-testid="${id}"]`)
  const all = (start) => [...document.querySelectorAll(`[data-testid^="${start}"]`)]
  const table = find('table')
  return {
    seq: table ? Number(table.dataset.seq) : -1,
    busy: !table || table.dataset.busy === 'true',
    final: !!find('final'),
    uncover: !!find('uncover'),
    keep: find('keep-confirm') ? all('keep-').filter((each) => each.dataset.testid !== 'keep-confirm').length : 0,
    keepReady: !!find('keep-confirm') && !find('keep-confirm').disabled,
    confirm: !!find('confirm'),
    withdraw: !!find('withdraw'),
    pass: !!find('pass'),
    split: !!find('split-confirm'),
    refills: all('refill-').map((each) => each.dataset.testid),
    takes: all('take-').map((each) => each.dataset.testid),
    lanes: all('lane-').map((each) => each.dataset.testid),
    mine: !!find('your-turn'),
    claims: [...document.querySelectorAll('[data-route][data-can="true"]')].map((each) => each.dataset.route),
    draws: [...all('row-'), ...all('deck-')]
      .filter((each) => each.getAttribute('aria-disabled') !== 'true')
      .map((each) => each.dataset.testid),
    tickets: find('tickets')?.getAttribute('aria-disabled') === 'false',
    words: all('text-action-').length,
  }
}"""

# Waits in the page, which costs far less than asking again and again, until something else can be done.
CHANGED = f"""async ([seen, seconds]) => {{
  const look = {LOOK}
  const before = JSON.stringify(seen)
  for (const end = performance.now() + 1000 * seconds; performance.now() < end; ) {{
    const now = look()
    if (!now.busy && JSON.stringify(now) !== before) return true
    await new Promise((resolve) => setTimeout(resolve, 20))
  }}
  return false
}}"""

# A point of a route that can be seen and touched, or nothing.
POINT = """(route) => {
  const lane = document.querySelector(`[data-route="${CSS.escape(route)}"]`)
  const matrix = lane.getScreenCTM()
  const length = lane.getTotalLength()
  // A board that goes round shows the same lane on every turn of it.
  const round = Number(lane.ownerSVGElement.dataset.round ?? 0) * matrix.a
  for (const share of [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9])
    for (const turn of round ? [0, -round, round] : [0]) {
      const at = lane.getPointAtLength(length * share).matrixTransform(matrix)
      const hit = document.elementFromPoint(at.x + turn, at.y)
      if (hit && lane.closest('.surface')?.contains(hit)) return [at.x + turn, at.y]
    }
  return null
}"""
# The same once the board has come to rest.
RESTING_POINT = f"""async (route) => {{
  const point = {POINT}
  for (let before; ; ) {{
    const at = point(route)
    const moves = document.querySelector('.sheet')?.style.willChange === 'transform'
    if (!moves && JSON.stringify(at) === before) return at
    before = JSON.stringify(at)
    await new Promise((resolve) => setTimeout(resolve, 40))
  }}
}}"""


# A route, and the lanes beside it that are the same choice.
SAME = """(route) => {
  const lanes = [...document.querySelectorAll('[data-route]')].map((each) => each.dataset)
  const first = (route) => lanes.find((each) => each.route === route)?.same ?? route
  return [route, ...lanes.filter((each) => first(each.route) === first(route)).map((each) => each.route)]
}"""
# The route that a finger on one was understood as, chosen or asked about: itself, or a lane that is the same choice.
MEANT = f"""(route) => {{
  const same = ({SAME})(route)
  const chosen = document.querySelector('[data-chosen]')?.dataset.chosen
  if (chosen) return same.includes(chosen) && chosen
  return same.find((each) => document.querySelector(`[data-testid="lane-${{CSS.escape(each)}}"]`))
}}"""


class Stuck(AssertionError):
    """Nothing happens any more."""


class Hands:
    """A player at one page. `use` decides how things are pressed; what is pressed is the same for mouse and finger."""

    def __init__(self, page: Page, seed: int = 1, most: int | None = None) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.most = most
        """Stop after so many moves of one's own; None plays to the end."""
        self.moves = 0
        self.pressed = ""
        self.aimed = ""
        self.done: set[str] = set()
        """The kinds of things that were done."""

    # --- pressing ----------------------------------------------------------------------------------------------------

    def press(self, name: str) -> None:
        self.page.get_by_test_id(name).first.click()

    def press_route(self, route: str) -> None:
        self.aimed = route
        at = self.where(route)
        if at is None:
            self.show_board()
            deadline = time.monotonic() + PATIENCE
            # The board takes its time to come, and a cheer to go.
            while (at := self.where(route)) is None and time.monotonic() < deadline:
                self.page.wait_for_timeout(50)
        assert at is not None, f"{route} cannot be pressed"
        self.pressed = f"{route} at {at}"
        self.press_at(at[0], at[1])

    def where(self, route: str) -> tuple[float, float] | None:
        """Where a route is to be pressed, once the board has come to rest."""
        at: list[float] | None = self.page.evaluate(RESTING_POINT, route)
        return None if at is None else (at[0], at[1])

    def press_at(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def show_board(self) -> None:
        self.press("board-whole")

    # --- playing -----------------------------------------------------------------------------------------------------

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return found

    def play(self) -> None:
        """Play until the game is over, or for as many moves as were asked for."""
        last, since = (-1, 0), time.monotonic()
        while True:
            seen = self.look()
            if seen["final"] or (self.most is not None and self.moves >= self.most):
                return
            if (seen["seq"], self.moves) != last:
                last, since = (seen["seq"], self.moves), time.monotonic()
            if time.monotonic() - since > PATIENCE:
                raise Stuck(f"nothing has happened since seq {seen['seq']}: {seen}")
            if seen["busy"] or not self.step(seen):
                self.has_changed(seen, 1.0)

    def step(self, seen: dict[str, Any]) -> bool:
        """Do one thing, if there is something to do."""
        return self.answer(seen) or self.take_turn(seen)

    def answer(self, seen: dict[str, Any]) -> bool:
        """Answer what is asked outside a turn: whose hand it is, which tickets, how many trains and ships."""
        if seen["uncover"]:
            self.press("uncover")
        elif seen["keep"]:
            self.keep(seen)
        elif seen["split"]:
            self.did("split")
            self.press("split-confirm")
            self.moved(seen)
        else:
            return False
        return True

    def take_turn(self, seen: dict[str, Any]) -> bool:
        """Do one thing of a turn."""
        if seen["refills"]:
            self.did("refill")
            self.press(self.chance.choice(seen["refills"]))
            self.moved(seen)
            return True
        if seen["takes"]:
            self.did("take")
            self.press(self.chance.choice(seen["takes"]))
            self.moved(seen)
            return True
        if seen["lanes"]:
            # A finger between lanes is asked which it means.
            self.did("lane")
            self.press(f"lane-{self.aimed}")
            return True
        if seen["confirm"]:
            self.did("pay")
            self.press("confirm")
            self.moved(seen)
            return True
        if seen["withdraw"]:
            self.did("withdraw")
            self.press("withdraw")
            self.moved(seen)
            return True
        if not seen["mine"]:
            return False
        if seen["pass"]:
            self.press("pass")
        elif seen["claims"] and self.chance.random() < 0.7:
            self.claim(seen)
        elif seen["tickets"] and (not seen["draws"] or self.chance.random() < 0.03):
            self.did("tickets")
            self.press("tickets")
        elif seen["draws"]:
            self.did("draw")
            self.press(self.chance.choice(seen["draws"]))
        else:
            return False
        self.moved(seen)
        return True

    @staticmethod
    def is_turn(seen: dict[str, Any]) -> bool:
        """Whether a turn begins, and nothing else is asked."""
        return bool(seen["mine"] and not seen["busy"] and not seen["keep"] and not seen["split"])

    def keep(self, seen: dict[str, Any]) -> None:
        """Keep as few tickets as may be: the first that make the button ready."""
        self.did("keep")
        for index in range(seen["keep"]):
            if self.look()["keepReady"]:
                break
            self.press(f"keep-{index}")
        self.press("keep-confirm")
        self.moved(seen)

    def claim(self, seen: dict[str, Any]) -> None:
        """Choose a route; what follows (a lane, a payment) is another step."""
        self.did("claim")
        self.press_route(self.chance.choice(seen["claims"]))

    def did(self, what: str) -> None:
        self.done.add(what)

    def moved(self, seen: dict[str, Any]) -> None:
        """Wait until the page has taken it up: the position is another, or something is asked."""
        self.moves += 1
        if self.has_changed(seen, PATIENCE):
            return
        raise Stuck(f"a press did nothing ({self.pressed}): {seen}")

    def has_changed(self, seen: dict[str, Any], seconds: float) -> bool:
        return bool(self.page.evaluate(CHANGED, [seen, seconds]))


class Fingers(Hands):
    """On a screen that is touched: every claim is confirmed."""

    def press(self, name: str) -> None:
        self.page.get_by_test_id(name).first.tap()

    def press_at(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)

    def press_route(self, route: str) -> None:
        """On the board; where lanes lie closer than fingers it asks which is meant, and it never takes another."""
        super().press_route(route)
        self.aimed = self.page.wait_for_function(MEANT, arg=route).json_value()


class Keys(Hands):
    """Without a pointer: shortcuts where there are some, else Tab to the thing and Enter."""

    SHORT: ClassVar = {"tickets": "t", "deck-deck": "d", "deck-trains": "d", "deck-ships": "f"}

    def press(self, name: str) -> None:
        key = self.SHORT.get(name) or (name.split("-")[1] if name.startswith(("row-", "take-")) else None)
        if key:
            self.page.evaluate("() => document.activeElement?.blur()")
            self.page.keyboard.press(key)
            return
        self.tab_to(f'[data-testid="{name}"]')
        self.page.keyboard.press("Enter")

    def tab_to(self, selector: str) -> None:
        """Tab until the focus is there; everything that can be pressed must be reached so."""
        target = self.page.locator(selector).first
        for _ in range(200):
            if target.evaluate("(each) => each === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {selector}")

    def press_route(self, route: str) -> None:
        """Into the board by Tab, then from one route that can be claimed to the next."""
        self.tab_to("[data-node][tabindex='0']")
        for _ in range(300):
            here = self.page.evaluate("() => document.activeElement?.dataset.route")
            if here == route:
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("PageDown")
        raise AssertionError(f"the keys never come to {route}")


class Words(Hands):
    """In the view in words: everything that can be done is in one list of buttons."""

    def take_turn(self, seen: dict[str, Any]) -> bool:
        if seen["confirm"]:  # Drawing tickets is confirmed.
            self.press("confirm")
            self.moved(seen)
            return True
        if not seen["words"]:
            return False
        buttons = self.page.locator("[data-testid^='text-action-']")
        claims = [each for each in range(seen["words"]) if "laim" in (buttons.nth(each).inner_text())]
        which = (
            self.chance.choice(claims)
            if claims and self.chance.random() < 0.7
            else self.chance.randrange(seen["words"])
        )
        buttons.nth(which).focus()
        self.page.keyboard.press("Enter")
        self.moved(seen)
        return True


def together(players: list[Hands], most: int | None = None) -> None:
    """Play at the same table until the game is over for all, or each has made so many moves."""
    last, since = [player.moves for player in players], time.monotonic()
    while True:
        looks = [player.look() for player in players]
        if all(
            seen["final"] or (most is not None and player.moves >= most)
            for player, seen in zip(players, looks, strict=True)
        ):
            return
        stepped = False
        for player, seen in zip(players, looks, strict=True):
            if not seen["busy"] and not seen["final"]:
                stepped = player.step(seen) or stepped
        if not stepped:
            players[0].has_changed(looks[0], 0.2)
        moves = [player.moves for player in players]
        if moves != last:
            last, since = moves, time.monotonic()
        if time.monotonic() - since > PATIENCE:
            raise Stuck(f"nothing has happened: {looks}")

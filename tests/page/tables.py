"""Ways to a table for the tests of the page: opened, joined and started as the page itself does it."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from trunkline import Game
from trunkline.bots.registry import make_bot
from trunkline.rules.actions import ActionList
from trunkline.rules.turn import legal

ASK = """async ([method, path, body]) => {
  const told = body === null ? {} : {headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)}
  const answer = await fetch(path, {method, ...told})
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
  return text ? JSON.parse(text) : null
}"""


def ask(page: Page, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """A request of this page, with its cookie."""
    return page.evaluate(ASK, [method, path, body])


def be(page: Page, name: str) -> None:
    """Become a guest."""
    page.goto("/")
    ask(page, "POST", "/api/me", {"name": name})


def open_table(page: Page, map_: str, *seats: str, start: bool = True, **options: Any) -> str:
    """Open a table with these seats (`me`, `open`, or a bot; `me/black` plays that company) and go to it."""
    wished = []
    for each in seats:
        kind, _, company = each.partition("/")
        who = {"kind": kind} if kind in ("me", "open") else {"kind": "bot", "bot": kind}
        wished.append({**who, **({"company": company} if company else {})})
    table = str(ask(page, "POST", "/api/tables", {"map": map_, "seats": wished, **options})["table"])
    if start:
        ask(page, "POST", f"/api/tables/{table}/start", {})
    page.goto(f"/table/{table}")
    return table


def finished(page: Page, map_: str, players: int = 3, bot: str = "greedy") -> str:
    """A game that bots played to its end, brought here as a record."""
    game = Game.new(map_, players=players, seed=5)
    bots = [make_bot(bot, seed) for seed in range(players)]
    actions = ActionList()
    while not game.over:
        seat = game.to_act[0]
        legal(game.state, seat, actions)
        game.play(bots[seat].choose(game.view(seat), actions), seat=seat)
    with tempfile.TemporaryDirectory() as folder:
        game.save(Path(folder) / "game.jsonl")
        record = (Path(folder) / "game.jsonl").read_text(encoding="utf-8")
    script = "(body) => fetch('/api/records', {method: 'POST', body}).then((each) => each.json())"
    return str(page.evaluate(script, record)["table"])


def status(page: Page, table: str) -> str:
    return str(ask(page, "GET", f"/api/tables/{table}")["status"])

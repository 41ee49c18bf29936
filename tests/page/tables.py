"""Ways to a table for the tests of the page: opened, joined and started as the page itself does it."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from server.guests import choose
from trunkline import Game
from trunkline.bots.registry import make_bot
from trunkline.rules.actions import ActionList
from trunkline.rules.turn import legal


def ask(page: Page, method: str, path: str, body: dict[str, Any] | str | None = None) -> Any:
    """A request with the cookie of this page, beside it: the page itself need not be loaded, which costs a second."""
    answer = page.request.fetch(path, method=method, data=body)
    assert answer.ok, f"{method} {path}: {answer.status} {answer.text()}"
    return answer.json() if answer.body() else None


def be(page: Page, name: str) -> None:
    """Become a guest."""
    ask(page, "POST", "/api/me", {"name": name})


def open_table(page: Page, map_: str, *seats: str, start: bool = True, **options: Any) -> str:
    """Open a table with these seats (`me`, `open`, or a bot; `me/black` plays that company) and go to it."""
    table = make_table(page, map_, *seats, start=start, **options)
    page.goto(f"/table/{table}")
    return table


def make_table(page: Page, map_: str, *seats: str, start: bool = True, **options: Any) -> str:
    """The same, and the page stays where it is."""
    wished = []
    for each in seats:
        kind, _, company = each.partition("/")
        who = {"kind": kind} if kind in ("me", "open") else {"kind": "bot", "bot": kind}
        wished.append({**who, **({"company": company} if company else {})})
    table = str(ask(page, "POST", "/api/tables", {"map": map_, "seats": wished, **options})["table"])
    if start:
        ask(page, "POST", f"/api/tables/{table}/start", {})
    return table


def leave(page: Page) -> None:
    """Go where nothing is drawn: at the table the page would draw every move that is played without it."""
    page.goto("/health")


Enough = Callable[[int, dict[str, Any]], bool]
"""Whether to stop: after so many moves of one's own, in view of this position."""


def after(moves: int) -> Enough:
    return lambda made, view: made >= moves and bool(view["turns"]) and view["public"]["phase"] == "turn"


def in_the_last_round(made: int, view: dict[str, Any]) -> bool:
    return view["public"]["turns_left"] is not None or view["public"]["phase"] == "over"


Pick = Callable[[random.Random, list[str]], str]
"""Chooses one of these actions."""


def play_beside(page: Page, table: str, is_enough: Enough, pick: Pick = choose) -> int:
    """Play one's own moves without the page, until it is enough; the seq of the position then."""
    chance = random.Random(1)
    made = 0
    while not is_enough(made, view := ask(page, "GET", f"/api/tables/{table}/view")):
        assert view["public"]["phase"] != "over", "the game ended before it was enough"
        if not view["turns"]:
            page.wait_for_timeout(20)  # a bot is to move
            continue
        turn = view["turns"][0]
        action = pick(chance, turn["actions"])
        action_id = f"beside-{view['seq']}-{made}"  # of another call too: an id is never used twice at a table
        body = {"seat": turn["seat"], "base_seq": view["seq"], "action_id": action_id, "action": action}
        answer = page.request.post(f"/api/tables/{table}/act", data=body)
        # A bot may have chosen its tickets meanwhile.
        assert answer.ok or answer.json()["code"] == "stale", answer.text()
        made += answer.ok
    return int(view["seq"])


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
    answer = page.request.post("/api/records", data=record)
    # The server gives a record little time, which may not be enough on a busy machine.
    while answer.status == 400 and answer.json()["params"].get("reason") == "time":
        answer = page.request.post("/api/records", data=record)
    assert answer.ok, answer.text()
    return str(answer.json()["table"])


def status(page: Page, table: str) -> str:
    return str(ask(page, "GET", f"/api/tables/{table}")["status"])

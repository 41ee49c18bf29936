"""The page knows no rules: what it shows as closed, missing, plannable and payable is what the engine answers.

Positions of games by chance on every board are written down as the server tells them, with the engine's answers found
another way. The functions that the page draws with are then run over them (web/tools/facts.test.ts).
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tools import played, size
from trunkline.game import Game
from trunkline.game.sheet import score_sheet
from trunkline.maps.load import load_map, map_names
from trunkline.rules.actions import encode, kind_of
from trunkline.rules.claim import CLAIM, CLAIM_ASKS, spaces_lacking
from trunkline.rules.plans import as_if_to_move
from trunkline.rules.ports import PORT
from trunkline.rules.progress import ticket_progress
from trunkline.rules.refusals import explain
from trunkline.rules.state import TURN, State
from trunkline.rules.view import View
from trunkline.server.http.routes_server import map_page
from trunkline.server.tables.client_view import own_part, plans_of, public_part, turns_of

ROOT = Path(__file__).parents[2]
VARIANTS = [(name, variant) for name in map_names() for variant in load_map(name).variants]


def game_of(state: State) -> Game:
    """A game of its own that goes on from a state."""
    return Game(state.copy(), None, [], -1)


def turn_of(game: Game, seat: int) -> Game:
    """The same position, with the turn of another seat."""
    if game.state.phase == CLAIM_ASKS:
        return game_of(as_if_to_move(game.state, seat))
    moved = game_of(game.state)
    moved.state.seat = seat
    return moved


def cards_taken(game: Game, seat: int, notation: str) -> dict[str, int]:
    """The cards that leave a hand when an action, or the steps of a plan, are played in a game of their own."""
    tried = game_of(game.state)
    before = game.position()["players"][seat]["hand"]  # type: ignore[index]
    gained = Counter[str]()
    for step in notation.split(" then "):
        for event in tried.play(step, seat=seat):
            facts: dict[str, Any] = event.facts(game.board)
            if facts.get("seat") == seat:
                gained.update(facts["cards"] if facts["event"] == "cards-gained" else ())
                gained.update([facts["card"]] if facts["event"] == "took" else ())
                gained.subtract(facts["cards"] if facts["event"] == "cards-lost" else ())
    after: dict[str, int] = tried.position()["players"][seat]["hand"]  # type: ignore[index]
    spent = {card: count + gained[card] - after.get(card, 0) for card, count in before.items()}
    return {card: count for card, count in spent.items() if count > 0}


def answers_for(game: Game, seat: int) -> dict[str, Any]:
    """What the engine answers for a seat: by trying claims, with the seat's own turn, and by the score sheet."""
    state, board = game.state, game.board
    own_turn = turn_of(game, seat)
    closed = []
    for route, name in enumerate(board.route_names):
        refusal = explain(own_turn.state, seat, encode(CLAIM, route))
        if refusal is not None and refusal.code in ("double_closed", "twin_is_yours"):
            closed.append(name)
    plans: dict[str, list[dict[str, int]]] = {}
    ports = set()
    paid = {}
    pairs = {name for name, pair in zip(board.route_names, board.pair, strict=True) if pair}
    for code in own_turn.legal(seat):
        words = own_turn.notation(code)
        subject = words.split()[1] if " " in words else ""
        if kind_of(code) == PORT:
            ports.add(subject)
        elif kind_of(code) == CLAIM:
            if subject not in pairs:
                plans.setdefault(subject, []).append(cards_taken(own_turn, seat, words))
            if seat in game.to_act and game.state.phase == TURN:
                paid[words] = cards_taken(own_turn, seat, words)
    # A plan for a pair route is whole: its steps can be played one after the other, and the route is then the seat's.
    for plan in plans_of(state, seat):
        verb, claimed = plan.plan.split()[:2]
        if verb == "claim" and claimed in pairs:
            tried = game_of(own_turn.state)
            for step in plan.plan.split(" then "):
                tried.play(step, seat=seat)
            assert tried.position()["routes"][claimed] == seat  # type: ignore[index]
            plans.setdefault(claimed, []).append(cards_taken(own_turn, seat, plan.plan))
    legal_pairs = {
        own_turn.notation(code).split()[1] for code in own_turn.legal(seat) if kind_of(code) == CLAIM
    } & pairs
    assert legal_pairs == pairs & set(plans)
    tickets = [
        {
            "ticket": board.ticket_names[each.ticket],
            "done": each.done,
            "in_order": each.in_order,
            "missing": None if each.spaces < 0 else [board.route_names[route] for route in each.missing],
            "spaces": int(each.spaces),
        }
        for each in ticket_progress(View(state, seat))
    ]
    lengths = board.length
    return {
        "closed": sorted(closed),
        "plannable": plans,
        "ports": sorted(ports),
        "tickets": tickets,
        "paid": paid,
        "covered": {
            name: int(lengths[route]) - int(spaces_lacking(state, seat, route))
            for route, name in enumerate(board.route_names)
        },
        "trail": score_sheet(state).players[seat].longest_trail if board.numbers.longest_path else None,
        "company": company_of(game, seat) if board.has_companies else None,
    }


def company_of(game: Game, seat: int) -> dict[str, Any]:
    """What the engine answers of a company: by its slip, by claims that are played, and by what it may take."""
    slip = score_sheet(game.state).players[seat]
    paid = {}
    takes = []
    for code in game.legal(seat):
        words = game.notation(code)
        if words.startswith("take "):
            takes.append(int(words.split()[1]))
        elif words.startswith("claim "):
            tried = game_of(game.state)
            facts: list[dict[str, Any]] = [event.facts(game.board) for event in tried.play(code, seat=seat)]
            # A question leaves its steps open, and a newspaper brings another event in the middle.
            if not {"asked", "newspaper"}.intersection(fact["event"] for fact in facts):
                steps = Counter[int]()
                for fact in facts:
                    if fact["event"] == "money" and fact["seat"] == seat:
                        steps[fact["step"]] += fact["amount"]
                paid[words.split()[1]] = {step: amount for step, amount in steps.items() if amount}
    return {
        "id": slip.company,
        "money": slip.money,
        "trains_left": slip.trains_left_money,
        "paid": paid,
        "takes": takes,
        "news": game.position()["news"]["current"],  # type: ignore[index]
    }


def case_of(game: Game) -> dict[str, Any]:
    state = game.state
    seats = range(game.players)
    return {
        "map": game.board.map_id,
        "variant": game.board.variant,
        "players": game.players,
        "position": {
            "seq": 0,
            "public": public_part(state),
            "own": [own_part(state, seat) for seat in seats],
            "turns": turns_of(state, frozenset(seats)),
        },
        "plans": [plans_of(state, seat) for seat in seats],
        "answers": [answers_for(game, seat) for seat in seats],
    }


def cases(seed: int) -> list[dict[str, Any]]:
    """Some turns of a game on every board, with few players and with many."""
    chance = random.Random(seed)
    found = []
    for name, variant in VARIANTS:
        rules = load_map(name).variants[variant].rules
        for players in (rules.least_players, rules.most_players):
            turns = []
            for game, _, _ in played(name, players, seed, variant, bot="varied"):
                if game.state.phase == TURN:
                    turns.append(game.state.copy())
                elif game.state.phase == CLAIM_ASKS:
                    found.append(case_of(game_of(game.state)))
            for state in chance.sample(turns, min(len(turns), size(4, 20))):
                found.append(case_of(game_of(state)))
    return found


@pytest.mark.parametrize("seed", range(size(1, 5)))
def test_the_page_shows_what_the_engine_answers(seed: int, tmp_path: Path) -> None:
    found = cases(seed)
    closed_to_some = [case for case in found if any(len(answer["closed"]) > 0 for answer in case["answers"])]
    assert closed_to_some and any(answer["plannable"] for case in found for answer in case["answers"])
    asked = [
        case for case in found if any(answer["company"] and answer["company"]["takes"] for answer in case["answers"])
    ]
    paying = [answer["company"] for case in found for answer in case["answers"] if answer["company"]]
    assert asked and any(steps for company in paying for steps in company["paid"].values())
    facts = tmp_path / "facts.json"
    maps = {name: map_page(name) for name in map_names()}
    facts.write_bytes(msgspec.json.encode({"maps": maps, "cases": found}))
    done = subprocess.run(
        [sys.executable, "web/build.py", "--run", "facts"],
        cwd=ROOT,
        env={**os.environ, "TRUNKLINE_FACTS": str(facts)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]

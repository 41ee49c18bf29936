"""Fingerprints of behaviour: kept games of a match are stale when its rules or its bots behave differently.

A fingerprint of the rules is a hash of what the engine does in the probe games of a board: legal actions, events,
scores. A fingerprint of a bot is a hash of its choices there. Source text does not count, so results stay valid after
a refactoring. A user's bot has a digest of its sources instead: it may raise errors, hang or choose at random, so it
runs only in supervised processes.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from typing import Any

import trunkline
from trunkline.bots.bot import Bot
from trunkline.bots.play import seat_to_act
from trunkline.bots.registry import budget_of, make_bot
from trunkline.bots.search_bot import SearchBot
from trunkline.game.record import board_digest
from trunkline.lab.arena.digest import source_digest
from trunkline.lab.arena.match import Match
from trunkline.lab.arena.probes import Position, Setting, new_probe, probe_games, replay
from trunkline.lab.simulate import ITEMS, bot_seed, class_of
from trunkline.maps.edition import short_name
from trunkline.rules.actions import ActionList, to_text
from trunkline.rules.events import Event
from trunkline.rules.scoring import score_sheets, winners
from trunkline.rules.state import OVER, State
from trunkline.rules.turn import apply, legal
from trunkline.rules.view import View

PLAYOUTS = 96
"""Rollouts of a searching bot for each probe: a count, so that its choices do not depend on the machine."""
OWN_GAMES = 12
"""Games that a bot which does not search plays against itself."""
MOST_MOVES = 1_000
SEED = "probe"
LENGTH = 16
PLAIN = "plain"

Code = dict[str, Any]
"""The fingerprints of a match as JSON: `rules`, `bots` by name, and `build` if it is the plain one and matters."""


def code_of(match: Match) -> Code:
    """The fingerprints of everything that affects a game of this match."""
    table = table_of(match)
    code: Code = {
        "rules": rules_fingerprint(table),
        "bots": {name: bot_fingerprint(table, name) for name in match.names},
    }
    if not trunkline.compiled and any(needs_speed(name) for name in match.names):
        code["build"] = PLAIN
    return code


def table_of(match: Match) -> Setting:
    return Setting(match.map, match.variant, match.players)


def changes(kept: object, now: Code, match: Match) -> list[str]:
    """What has changed since games were played, in words; empty if they are still valid.

    A result of the compiled build is also valid for the plain build, but not the other way round.
    """
    if not isinstance(kept, dict) or not isinstance(kept.get("bots"), dict):
        return ["the games are of a version without fingerprints"]
    variant = "" if match.variant == "base" else f" {match.variant}"
    place = f"{short_name(match.map)}{variant} with {match.players} players"
    found = []
    if kept.get("rules") != now["rules"]:
        found.append(f"the rules changed on {place}")
    for name, fingerprint in now["bots"].items():
        if kept["bots"].get(name) != fingerprint:
            what = "makes other choices" if is_ours(name) else "has other sources"
            found.append(f"{name} {what} on {place}")
    if kept.get("build") == PLAIN and "build" not in now:
        found.append("the games are of the plain build, which is slower")
    return found


def in_words(code: object) -> str:
    """The fingerprints of games as one line; games of older versions have a single digest."""
    if not isinstance(code, dict):
        return str(code)
    parts = [("rules", code["rules"]), *code["bots"].items()]
    return ", ".join(f"{name} {fingerprint}" for name, fingerprint in parts)


def is_ours(name: str) -> bool:
    """Whether a bot is part of this package."""
    return class_of(name).__module__.startswith("trunkline.bots.")


def needs_speed(name: str) -> bool:
    """Whether a bot plays better on a faster machine: it has a time budget, or may measure time itself."""
    budget = budget_of(name)
    counts = budget is not None and budget.playouts > 0
    return not is_ours(name) or (issubclass(class_of(name), SearchBot) and not counts)


def bot_fingerprint(table: Setting, name: str) -> str:
    """The hash of the choices of a bot of Trunkline, or of the sources of a user's bot."""
    return choices_fingerprint(table, name.partition("@")[0]) if is_ours(name) else source_digest(name)


@cache
def rules_fingerprint(table: Setting) -> str:
    """A hash of the board and of the probe games: legal actions, events and scores.

    >>> table = Setting("usa", "base", 2)
    >>> rules_fingerprint(table) == rules_fingerprint(table), len(rules_fingerprint(table))
    (True, 16)
    """
    board = table.board
    digest = sha256(board_digest(board).encode())
    for game in probe_games(table):
        log: list[Event] = []
        last: Position | None = None
        for position in replay(table, game, log):
            digest.update(json.dumps([position.seat, sorted(position.options)]).encode())
            last = position
        digest.update(json.dumps([event.facts(board) for event in log], sort_keys=True).encode())
        if last is not None:
            sheets = score_sheets(last.state)
            # Items without points are left out: a new item of other boards changes nothing here.
            items = [{item: int(points) for item in ITEMS if (points := sheet.points_of(item))} for sheet in sheets]
            totals = [[int(sheet.total), int(sheet.completed)] for sheet in sheets]
            digest.update(json.dumps([items, totals, list(map(int, winners(last.state, sheets)))]).encode())
    return digest.hexdigest()[:LENGTH]


@cache
def choices_fingerprint(table: Setting, name: str) -> str:
    """A hash of what a bot of ours chooses, in the probe games and in games against itself.

    In a probe game the bot is asked for its choice, and the recorded move is played. Searching bots are asked for the
    marked moves only. Other bots are quick, so they play whole games too: one changed choice changes all that follows.
    """
    digest = sha256()
    searches = issubclass(class_of(name), SearchBot)
    asked = f"{name}@{PLAYOUTS}" if searches else name
    for number, game in enumerate(probe_games(table)):
        bots = bots_of(table, asked, number)
        for position in replay(table, game):
            if position.options and (position.searched or not searches):
                choice = choice_of(bots[position.seat], position.state, position.seat)
                digest.update(to_text(table.board, choice).encode() + b"\n")
    for number in range(0 if searches else OWN_GAMES):
        digest.update("\n".join(own_game(table, name, number)).encode())
    return digest.hexdigest()[:LENGTH]


def own_game(table: Setting, name: str, number: int) -> list[str]:
    """What a bot chooses in a game against itself."""
    state = new_probe(table, f"own/{number}")
    bots = bots_of(table, name, number)
    texts: list[str] = []
    while state.phase != OVER and len(texts) < MOST_MOVES:
        seat = int(seat_to_act(state))
        choice = choice_of(bots[seat], state, seat)
        texts.append(to_text(table.board, choice))
        apply(state, seat, choice, None)
    return texts


def bots_of(table: Setting, name: str, number: int) -> list[Bot]:
    """A bot for each seat. They are kept for the whole game, because some keep a plan from move to move."""
    return [make_bot(name, bot_seed(SEED, number, seat)) for seat in range(table.players)]


def choice_of(bot: Bot, state: State, seat: int) -> int:
    actions = ActionList()
    legal(state, seat, actions)
    return int(bot.choose(View(state, seat), actions))

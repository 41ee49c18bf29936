"""A map with companies whose bonuses and news events are drawn by lot from every operation that the format has."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from oracle.board import MAPS

COLOURS = ["blue", "red", "green", "yellow", "black"]
CITY_SETS: list[Any] = [
    "large",
    "harbour",
    "EA",
    ["chicago", "boston"],
    {"union": ["large", ["atlanta", "buffalo"]]},
    {"difference": ["harbour", "large"]},
]


def write_random_cards(folder: Path, seed: int) -> Path:
    """The board of Meridian with other cards, as a map file."""
    dice = random.Random(seed)
    text = (MAPS / "meridian.toml").read_text(encoding="utf-8")
    board = text[: text.index("[companies.")]
    tickets = "[tickets]" if "[tickets]" not in board else ""
    assert not tickets, "the tickets stand before the companies"
    parts = [board]
    for colour in COLOURS:
        bonus = [_clause(dice, "claim", bonus=True) for _ in range(dice.randint(1, 3))]
        parts.append(f'[companies.{colour}]\nname = "{colour}"\nbonus = {_toml(bonus)}\n')
    for number in range(dice.randint(1, 6)):
        parts.append(f'[events.event-{number}]\nname = "Event {number}"\n{_event(dice)}')
    path = folder / f"cards-{seed}.toml"
    path.write_text("\n".join(parts), encoding="utf-8")
    return path


def _event(dice: random.Random) -> str:
    if dice.random() < 0.5:
        return f"clauses = {_toml([_clause(dice, 'turned') for _ in range(dice.randint(1, 3))])}\n"
    moments = ["claim", "claim", "kept", "drew"]
    clauses = [_clause(dice, dice.choice(moments)) for _ in range(dice.randint(1, 3))]
    rules: list[dict[str, Any]] = []
    if dice.random() < 0.4:
        rules.append({"doubles_open": True, **_players(dice)})
    if dice.random() < 0.4:
        rules.append({"tickets_offered": dice.randint(1, 6), **_players(dice)})
    if dice.random() < 0.3:
        rules.append({"large_city_cards": dice.randint(2, 3), **_players(dice)})
    if dice.random() < 0.4:
        rules.append({"company_bonus_times": dice.randint(2, 3), **_players(dice)})
    if dice.random() < 0.3:
        rules.append({"no_face_up_locomotive": True, **_players(dice)})
    powers: list[dict[str, Any]] = [{"sale": dice.randint(1, 4)}, {"returns": dice.randint(1, 4)}]
    powers.append({"bond": dice.randint(1, 8), "later": dice.randint(1, 12)})
    powers = [{**power, **_players(dice)} for power in powers if dice.random() < 0.4]
    lists = {"clauses": clauses, "rules": rules, "powers": powers}
    return "".join(f"{key} = {_toml(entries)}\n" for key, entries in lists.items() if entries)


def _clause(dice: random.Random, when: str, bonus: bool = False) -> dict[str, Any]:
    """A clause that the format allows: not every effect at every moment."""
    effects: list[Any] = [{"money": dice.randint(1, 4)}, {"fee": dice.randint(1, 6)}, {"draw": dice.randint(1, 3)}]
    effects.append({"lose": dice.randint(1, 3)})
    if when == "turned":
        effects += ["wash", {"fee_per": "full $8", **dice.choice([{}, {"most": 2}])}]
    elif when == "claim":
        effects += [{"take": dice.randint(1, 3)}] * 2 + [{"money_per": "length", **_limits(dice)}]
        effects += [{"refund": dice.randint(1, 3)}] * 2
    elif when == "kept":
        effects.append({"money_per": "kept beyond the first", **_limits(dice)})
    clause: dict[str, Any] = {} if bonus else {"when": when}
    does = dice.choice(effects)
    if when == "turned" and does != "wash":
        groups = ["active", "each", "most trains", "not most trains", "least money", "not least money"]
        clause["who"] = dice.choice(groups)
    clause |= _players(dice)
    if when == "claim" and dice.random() < 0.6:
        clause["lines"] = _lines(dice, bonus)
    conditions: list[Any] = []
    if when == "claim" and dice.random() < 0.2:
        conditions.append("shared")
    elif when == "claim" and dice.random() < 0.3:
        conditions.append("merges")
    if when == "drew" and dice.random() < 0.7:
        conditions.append("both_blind")
    elif does != "wash" and dice.random() < 0.1:
        conditions.append({"owns": {"length": [1, 2]}, "count": dice.randint(1, 3)})
    elif does != "wash" and dice.random() < 0.3:
        conditions.append({"hand": sorted([dice.randint(0, 8), dice.randint(4, 20)])})
    if conditions:
        clause["if"] = conditions
    clause["does"] = does
    return clause


def _players(dice: random.Random) -> dict[str, Any]:
    return {"players": dice.choice([[2, 3], [4, 5], [3, 5], [2, 2]])} if dice.random() < 0.25 else {}


def _limits(dice: random.Random) -> dict[str, int]:
    return dice.choice([{}, {"least": 2}, {"most": 2}, {"least": 1, "most": 3}])


def _lines(dice: random.Random, bonus: bool) -> dict[str, Any]:
    """Which routes; every one of them fits some route of the board, also one of each company's colour."""
    if bonus:
        return dice.choice([{"length": sorted([dice.randint(1, 3), dice.randint(2, 4)])}, {"touches": "large"}])
    chosen: list[dict[str, Any]] = [
        {"length": sorted([dice.randint(1, 3), dice.randint(1, 4)])},
        {"touches": dice.choice(CITY_SETS)},
        {"harbours": True},
        {"colour": dice.choice(COLOURS)},
        {"gray": True},
        {"own_colour": True},
        {"tag": "mountain"},
    ]
    return dice.choice(chosen)


def _toml(value: Any) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(each) for each in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)

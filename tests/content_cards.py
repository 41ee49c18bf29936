"""The cards of content version 2 as their files have them, for tests that read numbers from the data."""

from __future__ import annotations

import tomllib
from typing import Any

from oracle.board import MAPS

Cards = dict[str, dict[str, Any]]


def _read(name: str) -> dict[str, Any]:
    with (MAPS / name).open("rb") as file:
        return tomllib.load(file)


def events() -> Cards:
    """All news events, those of the first game included."""
    found: Cards = dict(_read("meridian.toml")["events"])
    for name in ("meridian/cards.toml", "meridian/2/cards.toml"):
        found |= _read(name)["events"]
    return found


def bonuses() -> dict[str, list[dict[str, Any]]]:
    """The first and the second bonus of each company, as `blue-1` and `blue-2`."""
    own, first = _read("meridian.toml")["companies"], _read("meridian/cards.toml")["companies"]
    newer = _read("meridian/2/cards.toml").get("companies", {})
    found: dict[str, list[dict[str, Any]]] = {}
    for company, card in own.items():
        later = {**first.get(company, {}), **newer.get(company, {})}
        found[f"{company}-1"] = later.get("first", card["bonus"])
        found[f"{company}-2"] = later["bonus"]
    return found


def story_rules() -> Cards:
    return _read("meridian/cards.toml")["story_rules"]  # type: ignore[no-any-return]


def modules() -> Cards:
    return {name: card for name, card in _read("meridian/2/modules.toml").items() if isinstance(card, dict)}


def crew() -> Cards:
    return _read("meridian/2/office_cards.toml")["crew"]  # type: ignore[no-any-return]


def postcards() -> Cards:
    return _read("meridian/2/office_cards.toml")["postcards"]  # type: ignore[no-any-return]


def effect(card: dict[str, Any], name: str) -> Any:
    """The number of the only effect of this name on a card."""
    (number,) = [clause["does"][name] for clause in card["clauses"] if name in clause["does"]]
    return number

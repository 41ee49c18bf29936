"""Makes the companies, news events and story rules of a map from a checked file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from trunkline.maps.clauses import ACTIVE, CLAIM, CLOSED, Clause, Company, HolderCard, Lines, NewsEvent, Standing
from trunkline.maps.kinds import MapEntry


def companies_of(data: Mapping[str, Any]) -> tuple[Company, ...]:
    return tuple(
        Company(key, company["name"], clauses_from(company["bonus"]), company.get("text"))
        for key, company in data["companies"].items()
    )


def cards_from(cards: Mapping[str, Any]) -> tuple[NewsEvent, ...]:
    """News events or story rules, by id."""
    return tuple(
        NewsEvent(
            key,
            card["name"],
            clauses_from(card["clauses"]),
            tuple(_standing(name, value, players) for _, name, value, players in card.get("rules", ())),
            card.get("text"),
            tuple(power for _, power in card.get("powers", ())),
        )
        for key, card in cards.items()
    )


def _standing(name: str, value: Any, players: tuple[int, int] | None) -> Standing:
    return Standing(name, 0, players, value) if name == CLOSED else Standing(name, value, players)


def holder_cards_from(cards: Mapping[str, Any]) -> tuple[HolderCard, ...]:
    """Crew cards or postcards, by id."""
    return tuple(
        HolderCard(
            key,
            card["name"],
            clauses_from(card["clauses"]),
            tuple(power for _, power in card["powers"]),
            card.get("text"),
            card.get("front"),
            card.get("ticket", ""),
            card.get("uses", 1),
        )
        for key, card in cards.items()
    )


def clauses_from(entries: Iterable[MapEntry]) -> tuple[Clause, ...]:
    return tuple(_clause(entry.data) for entry in entries)


def _clause(data: Mapping[str, Any]) -> Clause:
    return Clause(
        when=data.get("when", CLAIM),
        effect=data["does"],
        who=data.get("who", ACTIVE),
        players=data.get("players"),
        lines=Lines(**data["lines"]) if "lines" in data else None,
        conditions=data["if"],
    )

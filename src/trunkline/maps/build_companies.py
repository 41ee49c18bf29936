"""Makes the companies and news events of a map from its checked file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trunkline.maps.clauses import ACTIVE, CLAIM, Clause, Company, Lines, NewsEvent, Standing


def companies_of(data: Mapping[str, Any]) -> tuple[Company, ...]:
    return tuple(
        Company(key, company["name"], tuple(_clause(entry.data) for entry in company["bonus"]), company.get("text"))
        for key, company in data["companies"].items()
    )


def events_of(data: Mapping[str, Any]) -> tuple[NewsEvent, ...]:
    return tuple(
        NewsEvent(
            key,
            event["name"],
            tuple(_clause(entry.data) for entry in event["clauses"]),
            tuple(Standing(name, value, players) for _, name, value, players in event["rules"]),
            event.get("text"),
        )
        for key, event in data["events"].items()
    )


def _clause(data: Mapping[str, Any]) -> Clause:
    return Clause(
        when=data.get("when", CLAIM),
        effect=data["does"],
        who=data.get("who", ACTIVE),
        players=data.get("players"),
        lines=Lines(**data["lines"]) if "lines" in data else None,
        conditions=data["if"],
    )

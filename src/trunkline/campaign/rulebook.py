"""The numbered places of the rulebook: which hold a rule, since when, and which rules were removed again (L27)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from trunkline.campaign.entries import AnyEntry, Founded
from trunkline.campaign.fold import begin, fold
from trunkline.campaign.modules import NUMBERS
from trunkline.campaign.state import Campaign

SETUP, CLAIM, END = "setup", "claim", "end"
PLACES = {SETUP: 14, CLAIM: 12, END: 8}
"""How many numbers each part of the rulebook has."""
Number = tuple[str, int]


class Sticker(Struct):
    """A rule in one place, with the years in which it was added and, if it was, `removed`."""

    rule: str
    year: int
    removed: int | None = None


PRINTED: dict[Number, str] = {
    (SETUP, 1): "board",
    (SETUP, 2): "offices",
    (SETUP, 3): "money",
    (SETUP, 4): "newspapers",
    (SETUP, 5): "cards",
    (SETUP, 6): "tickets",
    (SETUP, 7): "trains",
    (SETUP, 8): "story",
    (SETUP, 9): "events",
    (SETUP, 14): "first-player",
    (CLAIM, 3): "company-route",
    (CLAIM, 12): "large-city",
    (END, 1): "winner",
    (END, 2): "remove-event",
    (END, 3): "story",
    (END, 6): "slips",
    (END, 8): "next-game",
}
"""What the rulebook prints from the beginning (L4, L15, L20)."""


def in_force(campaign: Campaign) -> set[tuple[Number, str]]:
    """The rules in force that are not printed, each with its place."""
    found = {((CLAIM, 11), "news")}
    found |= {((CLAIM, 11), rule) for rule in campaign.rules}
    if campaign.spikes_begun:
        found.add(((CLAIM, 11), "golden-spikes"))
    found |= {((CLAIM, NUMBERS[name]), name) for name in campaign.modules.running}
    if campaign.modules.running:
        found |= {((SETUP, 11), "modules"), ((END, 7), "close-modules")}
    if campaign.hand or campaign.money_next_game or campaign.trains_next_game or campaign.tickets_next_game:
        found.add(((SETUP, 13), "votes"))
    if campaign.offices.tools_open:
        found.add(((SETUP, 10), "crew"))
    if campaign.offices.post_open:
        found |= {((SETUP, 12), "postcards"), ((CLAIM, 10), "postcards"), ((END, 4), "postcards")}
    if campaign.results:
        found.add(((END, 4), "stamps"))
    if campaign.charter_due or campaign.territories:
        found.add(((END, 5), "charter"))
    return found


def rulebook(entries: Iterable[AnyEntry]) -> dict[Number, list[Sticker]]:
    """Every number of the rulebook with its stickers, in the order in which they came; an empty number has none."""
    rest = iter(entries)
    founded = next(rest)
    assert isinstance(founded, Founded)
    campaign = begin(founded)
    first = campaign.year
    book: dict[Number, list[Sticker]] = {
        (part, number): [Sticker(PRINTED[part, number], first)] if (part, number) in PRINTED else []
        for part, last in PLACES.items()
        for number in range(1, last + 1)
    }
    now: set[tuple[Number, str]] = set()
    while True:
        before, now = now, in_force(campaign)
        for place, rule in sorted(now - before):
            book[place].append(Sticker(rule, campaign.year))
        for place, rule in before - now:
            next(each for each in reversed(book[place]) if each.rule == rule).removed = campaign.year
        entry = next(rest, None)
        if entry is None:
            return book
        fold(campaign, entry)

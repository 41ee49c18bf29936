"""What each fact of a campaign's log changed in sight of all: the year, news events that joined, stickers, postcards
that arrived, tickets that retired, boxes of the train that were opened, modules that closed (L7, L20, L21, L26, L27).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from trunkline.campaign.entries import AnyEntry, Founded, Seated
from trunkline.campaign.fold import begin, fold
from trunkline.campaign.modules import bored
from trunkline.campaign.rulebook import Number, in_force
from trunkline.campaign.state import Campaign, Paper
from trunkline.maps.modules import GRADE_CHECK, GRAIN_ELEVATORS, RIVER_BRIDGES

POST, TOOLS = "post", "tools"
"""The post office and the conductor's tools."""


class Closing(Struct, frozen=True):
    """A module that closed."""

    module: str
    awards: tuple[tuple[str, int], ...]
    """Companies with the dollars that went into their vaults, the most first."""
    spans: tuple[str, ...] = ()
    """Routes whose spans stay."""
    bored: tuple[str, ...] = ()
    """Routes that stay bored."""
    grown: tuple[str, ...] = ()
    """Cities that stay large."""


class Change(Struct, frozen=True):
    """The public changes of one fact."""

    fact: int
    """Its number in the log, from 0."""
    year: int
    joined: tuple[str, ...] = ()
    """News events that joined the deck."""
    stickers: tuple[tuple[Number, str], ...] = ()
    """Rules added to the rulebook, each with its place."""
    peeled: tuple[tuple[Number, str], ...] = ()
    """Rules removed from it, each with its place."""
    arrived: tuple[tuple[str, str], ...] = ()
    """Postcards that companies got: company and card."""
    retired: tuple[tuple[str, str], ...] = ()
    """Tickets that retired, each with the company that keeps it."""
    opened: tuple[str, ...] = ()
    """What was opened for the first time: `post`, `tools`."""
    closings: tuple[Closing, ...] = ()
    """Modules that closed."""
    bored: tuple[str, ...] = ()
    """Routes that were bored for good."""
    grown: tuple[str, ...] = ()
    """Cities that became large by growth."""


class _Before:
    """What is compared with the campaign after a fact."""

    def __init__(self, campaign: Campaign) -> None:
        self.deck = set(campaign.deck)
        self.rules = in_force(campaign)
        self.cards = _cards(campaign)
        self.shown = list(campaign.offices.shown)
        self.start = dict(campaign.offices.start)
        self.retired = dict(campaign.retired)
        self.opened = _opened(campaign)
        self.running = list(campaign.modules.running)
        self.bored = bored(campaign)
        self.grown = list(campaign.modules.grown)

    def to(self, number: int, year: int, campaign: Campaign) -> Change:
        """What changed from then to now."""
        rules = in_force(campaign)
        return Change(
            number,
            year,
            joined=tuple(event for event in campaign.deck if event not in self.deck),
            stickers=tuple(sorted(rules - self.rules)),
            peeled=tuple(sorted(self.rules - rules)),
            arrived=(*(each for each in _cards(campaign) if each not in self.cards), *self.shown_at_once(campaign)),
            retired=tuple(each for each in campaign.retired.items() if each[0] not in self.retired),
            opened=tuple(each for each in _opened(campaign) if each not in self.opened),
            closings=tuple(closing(campaign, each) for each in self.running if each not in campaign.modules.running),
            bored=tuple(route for route in bored(campaign) if route not in self.bored),
            grown=tuple(city for city in campaign.modules.grown if city not in self.grown),
        )

    def shown_at_once(self, campaign: Campaign) -> list[tuple[str, str]]:
        """Postcards that act when they are given: they add to the next set-up of their company and are in no office."""
        held = [card for _, card in self.cards]
        fresh = [card for card in campaign.offices.shown if card not in self.shown and card not in held]
        start = campaign.offices.start
        return [(company, card) for card in fresh for company in start if start[company] != self.start.get(company)]


def _cards(campaign: Campaign) -> list[tuple[str, str]]:
    """Every postcard in an office."""
    return [(company, held.card) for company, cards in campaign.offices.postcards.items() for held in cards]


def _opened(campaign: Campaign) -> list[str]:
    offices = campaign.offices
    return [name for name, is_open in ((POST, offices.post_open), (TOOLS, offices.tools_open)) if is_open]


def closing(campaign: Campaign, module: str) -> Closing:
    """What a closed module put into the vaults, and what stays of it for ever."""
    papers = [(company.colour, paper) for company in campaign.companies for paper in company.papers]
    paid = [(colour, paper.dollars) for colour, paper in papers if _is_award(paper, module)]
    kept = campaign.modules
    return Closing(
        module,
        tuple(sorted(paid, key=lambda each: -each[1])),
        tuple(kept.spans) if module == RIVER_BRIDGES else (),
        tuple(bored(campaign)) if module == GRADE_CHECK else (),
        tuple(kept.grown) if module == GRAIN_ELEVATORS else (),
    )


def _is_award(paper: Paper, module: str) -> bool:
    return paper.kind == "module" and paper.about == module


def changes(entries: Sequence[AnyEntry]) -> list[Change]:
    """The changes of every fact that brought some, and of every fact that begins a game, in the order of the log."""
    founded = entries[0]
    assert isinstance(founded, Founded)
    campaign = begin(founded)
    found = []
    for number, entry in enumerate(entries[1:], start=1):
        year, before = campaign.year, _Before(campaign)
        fold(campaign, entry)
        change = before.to(number, year, campaign)
        if isinstance(entry, Seated) or change != Change(number, year):
            found.append(change)
    return found

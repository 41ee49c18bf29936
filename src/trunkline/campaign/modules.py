"""Modules in a campaign: each joins with its territory, holds for some games, and closes with an award (L26, L27)."""

from __future__ import annotations

from collections.abc import Mapping

from trunkline.campaign.entries import Result
from trunkline.campaign.reckoning import places
from trunkline.campaign.state import Campaign, Paper
from trunkline.maps.edition import ModuleInForce, Span
from trunkline.maps.load import load_map
from trunkline.maps.model import Module
from trunkline.maps.modules import GRADE_CHECK, GRAIN_ELEVATORS, OCEAN_MAIL, RIVER_BRIDGES, TELEGRAPH, modules_of

NUMBERS = {
    "grade-check": 1,
    "river-bridges": 2,
    "steamers": 4,
    "cattle-drives": 5,
    "excursions": 6,
    "grain-elevators": 7,
    "telegraph": 8,
    "ocean-mail": 9,
}
"""The place of each module in the claim sequence."""


def known_modules(campaign: Campaign) -> Mapping[str, Module]:
    """All modules of the campaign's content, including those that are still sealed."""
    return modules_of(load_map(campaign.content.map), campaign.version)


def join(campaign: Campaign, territory: str) -> list[str]:
    """The module of a new territory comes into force with the next game. Returns the news events that come with it."""
    events = []
    for module in known_modules(campaign).values():
        if module.territory == territory:
            campaign.modules.running[module.id] = campaign.game + module.games - 1
            events += [module.event] if module.event else []
    return events


def count(campaign: Campaign, result: Result) -> None:
    """Add the counts of a game: awards, spans, bored routes and growth marks."""
    kept = campaign.modules
    for module in kept.running:
        counts = kept.counts.setdefault(module, {})
        for slip in result.slips:
            new, old = slip.counted.get(module, 0), counts.get(slip.company, 0)
            counts[slip.company] = max(old, new) if module == TELEGRAPH else old + new
    kept.spans.update(dict(result.spans))
    for route in result.checked:
        kept.checked[route] = kept.checked.get(route, 0) + 1
    elevators = known_modules(campaign).get(GRAIN_ELEVATORS)
    if elevators is None:
        return
    for city in result.growth:
        kept.growth[city] = kept.growth.get(city, 0) + 1
        enough = kept.growth[city] >= elevators.number("marks")
        if enough and city not in campaign.large and len(kept.grown) < elevators.number("grown"):
            kept.grown.append(city)
            campaign.large.append(city)


def bored(campaign: Campaign) -> list[str]:
    """The routes that need no grade check any more."""
    module = known_modules(campaign).get(GRADE_CHECK)
    return (
        []
        if module is None
        else [r for r, games in campaign.modules.checked.items() if games >= module.number("bored")]
    )


def close(campaign: Campaign) -> list[str]:
    """Close the modules whose last game is over, with their awards. Returns the news events that leave with them."""
    events = []
    kept = campaign.modules
    for name in [name for name, last in kept.running.items() if last <= campaign.game]:
        module = known_modules(campaign)[name]
        del kept.running[name]
        kept.closed[name] = campaign.year
        for colour, dollars in awards(campaign, module).items():
            campaign.company(colour).papers.append(Paper("module", dollars, campaign.game, name))
        events += [module.event] if module.event else []
    return events


def awards(campaign: Campaign, module: Module) -> dict[str, int]:
    """The award of a module that closes, in dollars by company.

    Ties share fully; a shared first leaves no second; two companies have no second.
    """
    active = [company.colour for company in campaign.active]
    counts = {colour: campaign.modules.counts.get(module.id, {}).get(colour, 0) for colour in active}
    if module.id == RIVER_BRIDGES:
        spans = list(campaign.modules.spans.values())
        return {colour: module.number("span") * spans.count(colour) for colour in active if colour in spans}
    if module.id == OCEAN_MAIL:
        return {colour: module.number("twice") for colour in active if counts[colour] >= 2}
    found = {}
    for colour, place in places(counts).items():
        if module.award and place == 1:
            found[colour] = module.award[0]
        elif place == 2 and len(module.award) > 1 and len(active) > 2:
            found[colour] = module.award[1]
    return found


def in_force(campaign: Campaign) -> tuple[ModuleInForce, ...]:
    """The modules of the next game, for its edition."""
    running = campaign.modules.running
    return tuple(ModuleInForce(name, last - campaign.game + 1) for name, last in running.items())


def spans(campaign: Campaign) -> tuple[Span, ...]:
    return tuple(Span(route, company) for route, company in campaign.modules.spans.items())

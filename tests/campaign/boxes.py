"""Made-up campaigns in which the boxes are used: crew is hired, postcards are met, modules pay and leave marks."""

from __future__ import annotations

import random
from collections.abc import Callable

from msgspec.structs import replace

from campaign.made_up import founders, lots_of, made_up_result, next_entries
from trunkline.campaign.actions import MakeLots, finish_game, found
from trunkline.campaign.content import NEWEST
from trunkline.campaign.entries import AnyEntry, Result
from trunkline.campaign.fold import begin, fold
from trunkline.campaign.games import map_now
from trunkline.campaign.offices import barred_for, cards_of, held_by, hiring_order
from trunkline.campaign.state import PLAYING, Campaign
from trunkline.maps.modules import GRADE_CHECK, GRAIN_ELEVATORS, RIVER_BRIDGES


def years(is_enough: Callable[[Campaign], bool], companies: int = 3, seed: int = 1) -> tuple[Campaign, list[AnyEntry]]:
    """A campaign of random decisions and made-up games until it is enough: its fold and its log."""
    chance = random.Random(seed)
    make_lots = lots_of(chance)
    first = found("Years", founders(companies), NEWEST, make_lots)
    campaign = begin(first)
    log: list[AnyEntry] = [first]
    while not is_enough(campaign):
        for entry in entries_with_boxes(campaign, chance, make_lots):
            fold(campaign, entry)
            log.append(entry)
            if is_enough(campaign):
                break
    return campaign, log


def entries_with_boxes(campaign: Campaign, chance: random.Random, make_lots: MakeLots) -> list[AnyEntry]:
    """What some random legal action adds to the log; a game uses what the boxes give."""
    if campaign.stage == PLAYING:
        result = made_up_result(campaign, chance)
        return finish_game(campaign, with_boxes(campaign, result, random.Random(campaign.game)), make_lots)
    return next_entries(campaign, chance, make_lots)


def with_boxes(campaign: Campaign, result: Result, dice: random.Random) -> Result:
    """The result, with what crew, postcards and modules could have added to it."""
    running = campaign.modules.running
    slips = []
    for slip in result.slips:
        paid = {module: dice.randrange(4) for module in running}
        counted = {module: dice.randrange(5) for module in running}
        slips.append(replace(slip, modules=paid, counted=counted, total=slip.total + sum(paid.values())))
    slips.sort(key=lambda slip: slip.total, reverse=True)
    held = [(slip.company, card) for slip in slips for card in held_by(campaign, slip.company)]
    met = tuple((company, card.card, card.used + 1) for company, card in held if dice.random() < 0.3)
    bridges = running.keys() & {RIVER_BRIDGES}
    mountains = sorted(route.name for route in map_now(campaign).routes if "mountain" in route.tags)
    small = [city.id for city in map_now(campaign).cities if city.territory == "NS" and not city.large]
    return replace(
        result,
        slips=tuple(slips),
        hired=hired(campaign, dice),
        postcards=met,
        spans=tuple((slip.routes[0], slip.company) for slip in slips if bridges),
        checked=tuple(mountains[:2]) if GRADE_CHECK in running else (),
        growth=tuple(small[: campaign.game % 2 + 1]) if GRAIN_ELEVATORS in running else (),
    )


def hired(campaign: Campaign, dice: random.Random) -> tuple[tuple[str, str], ...]:
    """A crew card for each company in turn, which nobody has and which it may still hire."""
    if not campaign.offices.tools_open:
        return ()
    free = [card.id for card in cards_of(campaign.content).crew]
    found = []
    for company in hiring_order(campaign):
        possible = [card for card in free if card not in barred_for(campaign, company)]
        card = dice.choice(possible)
        free.remove(card)
        found.append((company, card))
    return tuple(found)

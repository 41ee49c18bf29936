"""What is told of modules and offices of a campaign: everything here is public. Backs of postcards are words."""

from __future__ import annotations

from trunkline.campaign.changes import Closing, closing
from trunkline.campaign.modules import NUMBERS, known_modules
from trunkline.campaign.offices import barred_for, held_by, must_give_up
from trunkline.campaign.state import Campaign
from trunkline.server.campaign_messages import AwardPart, ClosingPart, HeldPart, ModulePart, OfficeInfo


def closing_part(closed: Closing) -> ClosingPart:
    awards = [AwardPart(*each) for each in closed.awards]
    return ClosingPart(closed.module, awards, list(closed.spans), list(closed.bored), list(closed.grown))


def module_parts(campaign: Campaign) -> list[ModulePart]:
    """The modules whose boxes were opened."""
    kept = campaign.modules
    by_territory = {module.territory: module for module in known_modules(campaign).values()}
    found = []
    for territory in campaign.territories:
        module = by_territory.get(territory)
        if module is None:
            continue
        last = kept.running.get(module.id)
        left = 0 if last is None else last - campaign.game + 1
        is_closed = module.id in kept.closed
        found.append(
            ModulePart(
                module.id,
                NUMBERS[module.id],
                territory,
                campaign.charters[territory][1],
                games=module.games - left,
                left=left,
                counts=kept.counts.get(module.id, {}),
                closed=kept.closed.get(module.id),
                closing=closing_part(closing(campaign, module.id)) if is_closed else None,
            )
        )
    return found


def office_info(campaign: Campaign, company: str) -> OfficeInfo:
    offices = campaign.offices
    return OfficeInfo(
        [HeldPart(held.card, held.used) for held in held_by(campaign, company)],
        must_give_up(campaign, company),
        offices.hired.get(company, {}),
        barred_for(campaign, company),
        *offices.start.get(company, (0, 0)),
    )

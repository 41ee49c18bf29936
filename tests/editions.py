"""Editions that tests share: of the first game, and of one late in a campaign."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from trunkline.maps import load_map
from trunkline.maps.edition import (
    Barred,
    Deal,
    Edition,
    HeldPostcard,
    ModuleInForce,
    Office,
    Repaint,
    Span,
    StartExtra,
    reference,
)
from trunkline.maps.later_cards import later_cards
from trunkline.maps.office_cards import office_cards

EVENTS = tuple(event.id for event in load_map("meridian").events)
COMPANIES = tuple(company.id for company in load_map("meridian").companies)
FIRST = Edition("1", 1865, 20, 5, 4, Deal(4, 2), EVENTS)
"""The first game: the map as it is, with the first bonuses of the campaign."""
LATE = Edition(
    content="1",
    year=1888,
    trains=38,
    money=9,
    hand=5,
    opening=Deal(5, 2),
    events=("exposition-fever", "payday", "milk-run"),
    territories=("LK", "NS", "LS", "HD", "BR", "PS"),
    repaints=(Repaint("grand-rapids-milwaukee", "red"), Repaint("detroit-toronto:2", "blue")),
    large=("chicago", "bismarck"),
    retired=("new-york-boston", "winnipeg-boston"),
    bonus=2,
    story_rules=("crown-point-toll",),
    spikes=("PS", "LK"),
)
LATE_MAP = reference("meridian", LATE)
MODULE_OF = {
    "LK": "steamers",
    "PM": "excursions",
    "BR": "river-bridges",
    "LS": "cattle-drives",
    "NS": "grain-elevators",
    "HD": "grade-check",
    "SD": "telegraph",
    "PS": "ocean-mail",
}
"""The module of each territory, in an order in which the territories may join."""


def modules_edition(*codes: str, **fields: Any) -> Edition:
    """A late edition of content version 2 with the modules of these territories in force."""
    edition = Edition(
        content="2",
        year=1888,
        trains=44,
        money=5,
        hand=4,
        opening=Deal(4, 2),
        events=("milk-run", "payday", "county-fair"),
        territories=tuple(MODULE_OF),
        modules=tuple(ModuleInForce(MODULE_OF[code], 3) for code in codes),
    )
    return replace(edition, **fields)


ORDERS = (
    tuple(MODULE_OF),
    ("BR", "LK", "PM", "LS", "NS", "HD", "SD", "PS"),
    ("LK", "NS", "LS", "HD", "BR", "PS", "SD", "PM"),
)
"""Orders in which the territories may join."""
CHARTERS = (1, 2, 3, 4, 6, 7, 8, 9)
"""The games after which one joins; its module is in force for the next three."""
TRAINS = (20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 44)


def edition_by_lot(game: int, seated: Sequence[str], dice: random.Random) -> Edition:
    """An edition of this game of a campaign of content version 2, with crew and three postcards for each company."""
    order = dice.choice(ORDERS)
    joined = [code for code, after in zip(order, CHARTERS, strict=True) if after < game]
    running = [code for code, after in zip(order, CHARTERS, strict=True) if after < game <= after + 3]
    board = load_map(reference("meridian", modules_edition(territories=tuple(joined))))
    cards = office_cards(load_map("meridian"), "2")
    events = sorted(event.id for event in later_cards(load_map("meridian"), "2").events)
    known = [*EVENTS, *events]
    postcards = dice.sample([card.id for card in cards.postcards if card.id != "p37"], 3 * len(seated))
    twice = {card.id for card in cards.postcards if card.uses > 1}
    bridges = [route.name for route in board.routes if "bridge" in route.tags]
    owners = [company for company in COMPANIES for _ in range(2)]
    built = dice.sample(bridges, min(len(bridges), dice.randint(0, 4)))
    spans = [Span(route, company) for route, company in zip(built, dice.sample(owners, len(built)), strict=True)]
    mountains = [route.name for route in board.routes if "mountain" in route.tags]
    office = Office(
        game=game,
        hiring=tuple(dice.sample(seated, len(seated))) if game >= 3 else (),
        barred=tuple(Barred(dice.choice(seated), card.id) for card in dice.sample(cards.crew, 2)) if game >= 3 else (),
        postcards=tuple(
            HeldPostcard(seated[number % len(seated)], card, dice.randint(0, 1) if card in twice else 0)
            for number, card in enumerate(postcards)
        ),
        start=(StartExtra(seated[0], 3, 3),) if dice.random() < 0.3 else (),
    )
    story = ("crown-point-toll",) if 5 <= game <= 8 else ()
    return Edition(
        content="2",
        year=1864 + 2 * game,
        trains=TRAINS[game - 1],
        money=5,
        hand=4,
        opening=Deal(4, 2),
        events=tuple(dice.sample(known, dice.randint(6, 12))),
        territories=tuple(joined),
        large=("chicago",) if game == 12 else (),
        bonus=2 if game >= 7 else 1,
        story_rules={11: ("dress-rehearsal",), 12: ("exposition",)}.get(game, story),
        spikes=tuple(code for code in joined if (code != "PS" or game >= 10) and dice.random() < 0.7),
        modules=tuple(ModuleInForce(MODULE_OF[code], 1) for code in running),
        spans=tuple(spans) if "BR" in joined else (),
        bored=tuple(dice.sample(mountains, min(len(mountains), 3))) if "HD" in joined else (),
        office=office,
    )

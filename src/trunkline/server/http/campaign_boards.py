"""Boards of campaigns for the page: map page, geometry and card texts of an edition, with the names in a language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from trunkline.campaign.geometry import board_geometry
from trunkline.maps.edition import split_reference
from trunkline.maps.grow import grown
from trunkline.maps.load import load_map
from trunkline.maps.territories import territories_of
from trunkline.server.campaign_messages import BoxTicket, CampaignBoard, TerritoryBox
from trunkline.server.http.card_texts import card_texts
from trunkline.server.http.routes_server import map_page

MOST_BOARDS = 32
"""Boards that are kept as they are told, by language."""


def campaign_board(reference: str, language: str, names: Mapping[str, str]) -> CampaignBoard:
    """The board of an edition; `names` are those of christened routes."""
    return msgspec.structs.replace(_board(reference, language), names=dict(names))


@lru_cache(maxsize=MOST_BOARDS)
def _board(reference: str, language: str) -> CampaignBoard:
    name, edition = split_reference(reference)
    assert edition is not None
    start, map_ = load_map(name), load_map(reference)
    page = msgspec.structs.replace(map_page(reference), id=name)
    known = territories_of(start)
    translated: dict[str, str] = {}
    for code in edition.territories if language != "en" else ():
        translated |= known[code].names.get(language, {})
    plain: dict[str, Any] = msgspec.to_builtins(page)
    return CampaignBoard(
        page=plain,
        geometry=board_geometry(edition.content, map_),
        cards=msgspec.to_builtins(card_texts(reference, language)),
        cities=translated,
        names={},
        boxes=boxes(name, edition.territories),
    )


def boxes(map_name: str, codes: tuple[str, ...]) -> list[TerritoryBox]:
    """What was in each opened box, with the values that its tickets got when it was opened."""
    start = load_map(map_name)
    known = territories_of(start)
    board = grown(start, codes)
    points = {ticket.name: ticket.points for ticket in board.variants["base"].tickets}
    there = {route.name for route in board.routes}
    found = []
    for code in codes:
        territory = known[code]
        lanes = [lane.name for track in territory.tracks for lane in track.lanes if lane.name in there]
        tickets = [BoxTicket(f"{a}-{b}", [a, b], points[f"{a}-{b}"]) for a, b in territory.tickets]
        found.append(TerritoryBox(code, [city.id for city in territory.cities], lanes, tickets))
    return found

"""Editions that tests share: of the first game, and of one late in a campaign."""

from __future__ import annotations

from trunkline.maps import load_map
from trunkline.maps.edition import Deal, Edition, Repaint, reference

EVENTS = tuple(event.id for event in load_map("meridian").events)
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

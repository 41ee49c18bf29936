"""Charters: which territories may be chartered next, and which routes may be repainted."""

from __future__ import annotations

from trunkline.campaign.state import Campaign
from trunkline.maps.load import load_map
from trunkline.maps.model import GRAY
from trunkline.maps.territories import Territory, territories_of


def territories(campaign: Campaign) -> dict[str, Territory]:
    """All territories of the content, by code."""
    return dict(territories_of(load_map(campaign.content.map)))


def charter_options(campaign: Campaign) -> list[str]:
    """The territories that may be chartered now: new, allowed in this year, and adjacent to one on the board."""
    return [code for code, each in territories(campaign).items() if each.may_join(campaign.territories)]


def gray_routes(campaign: Campaign) -> list[str]:
    """The gray routes of the newest territory that are on the board and not repainted."""
    if not campaign.territories:
        return []
    newest = territories(campaign)[campaign.territories[-1]]
    return [
        lane.name
        for track in newest.tracks
        if set(track.requires) <= set(campaign.territories)
        for lane in track.lanes
        if lane.colour == GRAY and lane.name not in campaign.repaints
    ]

"""Checks whether an entry can follow the current state of a campaign; used while a file is folded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from trunkline.campaign.actions import (
    checked_name,
    free_colours,
    held_routes,
    options,
    removable,
    voters,
)
from trunkline.campaign.charters import charter_options
from trunkline.campaign.entries import (
    AnyEntry,
    Chartered,
    Christened,
    Closed,
    DealtAnew,
    Entry,
    Founded,
    GaveUp,
    Joined,
    Left,
    Missed,
    Named,
    Played,
    Read,
    Removed,
    Repainted,
    Seated,
    Struck,
    Voted,
)
from trunkline.campaign.offices import held_by, must_give_up
from trunkline.campaign.state import NAMING, OVER, PICKING, PLAYING, REMOVING, SEATING, Campaign


def fits(campaign: Campaign, entry: AnyEntry) -> bool:
    """Whether the entry may come next in the log of the campaign."""
    check = CHECKS.get(type(entry))
    return check is not None and check(campaign, entry)


def _joined(campaign: Campaign, entry: Joined) -> bool:
    return campaign.stage == SEATING and entry.founder.company in free_colours(campaign)


def _left(campaign: Campaign, entry: Left) -> bool:
    return campaign.has(entry.company) and "leave" in options(campaign, entry.company)


def _missed(campaign: Campaign, entry: Missed) -> bool:
    absent = campaign.absent(entry.game)
    return (
        campaign.stage == SEATING
        and entry.game == campaign.game
        and campaign.has(entry.company)
        and entry.company not in absent
    )


def _seated(campaign: Campaign, entry: Seated) -> bool:
    """Whether each company is seated or listed as absent, in the order of founding, and no choice is left open."""
    missed = campaign.absent(entry.game)
    expected = [company.colour for company in campaign.active if company.colour not in missed]
    return (
        campaign.stage == SEATING
        and entry.game == campaign.game
        and campaign.vote is None
        and not any(must_give_up(campaign, company.colour) for company in campaign.active)
        and [place.company for place in entry.places] == expected
    )


def _read(campaign: Campaign, entry: Read) -> bool:
    plan = campaign.content.games[campaign.game - 1]
    before = tuple(card.card for card in plan.before)
    after = tuple(card.card for card in plan.after)
    if campaign.stage == PLAYING:
        return entry.cards == before and not set(before) & set(campaign.story)
    return campaign.stage == REMOVING and entry.cards == after


def _dealt_anew(campaign: Campaign, entry: DealtAnew) -> bool:
    return campaign.stage == PLAYING and entry.game == campaign.game


def _played(campaign: Campaign, entry: Played) -> bool:
    companies = [slip.company for slip in entry.result.slips]
    seated = {place.company for place in campaign.places}
    return (
        campaign.stage == PLAYING
        and entry.game == campaign.game
        and len(set(companies)) == len(companies)
        and set(companies) == seated
        and set(entry.result.turn_order) == seated
        and len(entry.result.turn_order) == len(seated)
    )


def _removed(campaign: Campaign, entry: Removed) -> bool:
    if campaign.stage == REMOVING:
        return entry.event in removable(campaign) and entry.company in (campaign.last, None)
    may = campaign.may_remove
    return (
        campaign.stage == SEATING and may is not None and entry.event in campaign.deck and entry.company in (may, None)
    )


def _voted(campaign: Campaign, entry: Voted) -> bool:
    vote = campaign.vote
    return (
        campaign.stage == SEATING
        and vote is not None
        and entry.company in voters(campaign)
        and entry.company not in vote.votes
    )


def _closed(campaign: Campaign, entry: Closed) -> bool:
    return campaign.stage == SEATING and campaign.vote is not None and campaign.vote.vote == entry.vote


def _named(campaign: Campaign, entry: Named) -> bool:
    possible = charter_options(campaign)
    return (
        campaign.stage == NAMING
        and len(set(entry.territories)) == len(entry.territories) == min(2, len(possible))
        and set(entry.territories) <= set(possible)
        and entry.company in (campaign.last, None)
    )


def _chartered(campaign: Campaign, entry: Chartered) -> bool:
    return campaign.stage == PICKING and entry.territory in campaign.named and entry.company in (campaign.winner, None)


def _repainted(campaign: Campaign, entry: Repainted) -> bool:
    return campaign.has(entry.company) and f"repaint {entry.route}" in options(campaign, entry.company)


def _christened(campaign: Campaign, entry: Christened) -> bool:
    return (
        campaign.stage in (SEATING, OVER)
        and campaign.may_christen == entry.company
        and entry.route in held_routes(campaign, entry.company)
        and checked_name(entry.name) == entry.name
    )


def _struck(campaign: Campaign, entry: Struck) -> bool:
    return campaign.has(entry.company) and entry.route in campaign.names and not campaign.company(entry.company).struck


def _gave_up(campaign: Campaign, entry: GaveUp) -> bool:
    return (
        campaign.stage == SEATING
        and must_give_up(campaign, entry.company)
        and entry.card in [held.card for held in held_by(campaign, entry.company)]
    )


CHECKS: dict[type[Entry], Callable[[Campaign, Any], bool]] = {
    Founded: lambda campaign, entry: False,
    Joined: _joined,
    Left: _left,
    Missed: _missed,
    Seated: _seated,
    Read: _read,
    DealtAnew: _dealt_anew,
    Played: _played,
    Removed: _removed,
    Voted: _voted,
    Closed: _closed,
    Named: _named,
    Chartered: _chartered,
    Repainted: _repainted,
    Christened: _christened,
    Struck: _struck,
    GaveUp: _gave_up,
}

"""What a module is worth: campaigns with it and without it, and planners that use it against some that ignore it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from statistics import fmean

from msgspec import Struct

from trunkline.bots.bot import Bot
from trunkline.bots.planner import PlannerBot
from trunkline.bots.play import play_game
from trunkline.campaign.content import NEWEST, Content
from trunkline.campaign.games import new_game, result_of_state
from trunkline.campaign.modules import known_modules
from trunkline.campaign.state import PLAYING, Campaign
from trunkline.lab.campaigns import CampaignOutcome, campaign_outcome, play_campaign, seeds_of
from trunkline.lab.card_report import MODULE, known_names, mean_interval
from trunkline.lab.simulate import Interval, leave_interrupts_to_parent
from trunkline.maps.modules import RIVER_BRIDGES


class ModuleWorth(Struct, frozen=True):
    """What one module was worth, over all pairs."""

    module: str
    pairs: int
    worth: Interval
    """Dollars of a company's total for each game in which the module was in force: with it less without it."""


class ModuleSkill(Struct, frozen=True):
    """What planners that use one module earn beyond planners that ignore it: in values, payments and answers."""

    module: str
    games: int
    gain: Interval
    """Dollars of a seat and game, with those that spans put into vaults."""


def module_skills(
    companies: int, campaigns: int, *, seed: str, workers: int = 1, content: Content
) -> Iterator[ModuleSkill]:
    """For every module: planners that use it against as many that ignore it.

    They play the games of campaigns in which the module is in force, each twice with the same cards: those that use it
    and those that ignore it change seats.
    """
    seeds = seeds_of(seed, campaigns)
    for module in known_names(content)[MODULE]:
        task = repeat(module), repeat(companies), seeds, repeat(content.version)
        if workers == 1:
            found = list(map(skill_in_campaign, *task))
        else:
            with _pool(workers) as pool:
                found = list(pool.map(skill_in_campaign, *task))
        gains = [gain for each in found for gain in each]
        if gains:
            yield ModuleSkill(module, 2 * len(gains), mean_interval(gains))


def skill_in_campaign(module: str, companies: int, seed: str, content: str = NEWEST) -> list[float]:
    """The gains in the games of one campaign in which the module is in force. Fast bots play the others."""
    found = []
    game = 0
    for campaign, _ in play_campaign(["greedy"] * companies, seed, content):
        if campaign.stage == PLAYING and campaign.game > game and module in campaign.modules.running:
            game = campaign.game
            found.append(sum(gain_of_use(campaign, module, first, f"{seed}/{game}") for first in (0, 1)) / 2)
    return found


def gain_of_use(campaign: Campaign, module: str, first: int, seed: str) -> float:
    """Play the seated game with planners; every second seat, from `first`, ignores the module."""
    game = new_game(campaign, seed=seed)
    bots: list[Bot] = []
    for seat in range(len(campaign.places)):
        planner = PlannerBot(seat)
        planner.ignores = module if seat % 2 == first else ""
        bots.append(planner)
    play_game(game.state, bots)
    result = result_of_state(game.state)
    spans = [company for _, company in result.spans]
    span = known_modules(campaign)[RIVER_BRIDGES].number("span")
    worth = {slip.company: slip.total + slip.vault + span * spans.count(slip.company) for slip in result.slips}
    worths = [worth[place.company] for place in campaign.places]
    users = [each for seat, each in enumerate(worths) if seat % 2 != first]
    return fmean(users) - fmean(each for seat, each in enumerate(worths) if seat % 2 == first)


def module_worths(
    bots: Sequence[str], campaigns: int, *, seed: str, workers: int = 1, content: Content
) -> Iterator[ModuleWorth]:
    """The worth of every module, one after the other; without workers of its own in this process."""
    seeds = seeds_of(seed, campaigns)
    with_all = _outcomes(bots, seeds, workers, content.version, None)
    for module in known_names(content)[MODULE]:
        pairs = [
            difference
            for one, other in zip(with_all, _outcomes(bots, seeds, workers, content.version, module), strict=True)
            if (difference := worth_of(one, other, module)) is not None
        ]
        if pairs:
            yield ModuleWorth(module, len(pairs), mean_interval(pairs))


def worth_of(one: CampaignOutcome, other: CampaignOutcome, module: str) -> float | None:
    """The mean difference of the totals, by game with the module; None if it was never in force."""
    games = sum(module in game.tally.modules for game in one.games)
    return (fmean(one.totals.values()) - fmean(other.totals.values())) / games if games else None


def _outcomes(
    bots: Sequence[str], seeds: Sequence[str], workers: int, content: str = NEWEST, without: str | None = None
) -> list[CampaignOutcome]:
    if workers == 1:
        return [campaign_outcome(tuple(bots), seed, content, without) for seed in seeds]
    with _pool(workers) as pool:
        return list(pool.map(campaign_outcome, repeat(tuple(bots)), seeds, repeat(content), repeat(without)))


def _pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=leave_interrupts_to_parent)

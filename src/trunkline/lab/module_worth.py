"""What a module is worth: pairs of campaigns with the same seed, with the module and without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from statistics import fmean

from msgspec import Struct

from trunkline.campaign.content import NEWEST, Content
from trunkline.lab.campaigns import CampaignOutcome, campaign_outcome, seeds_of
from trunkline.lab.card_report import MODULE, known_names, mean_interval
from trunkline.lab.simulate import Interval, leave_interrupts_to_parent


class ModuleWorth(Struct, frozen=True):
    """What one module was worth, over all pairs."""

    module: str
    pairs: int
    worth: Interval
    """Dollars of a company's total for each game in which the module was in force: with it less without it."""


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
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=leave_interrupts_to_parent) as pool:
        return list(pool.map(campaign_outcome, repeat(tuple(bots)), seeds, repeat(content), repeat(without)))

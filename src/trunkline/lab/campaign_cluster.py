"""Simulated campaigns on a Ray cluster: the same campaigns in the same order as on this machine.

Ray is an extra (`trunkline[ray]`). As in the arena, a node whose rules or bots behave differently is refused.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from trunkline.campaign.content import NEWEST, digest, load_content
from trunkline.lab.arena.cluster import connect
from trunkline.lab.arena.fingerprint import code_of
from trunkline.lab.arena.match import BadMatch, Match, new_match
from trunkline.lab.campaigns import CampaignOutcome, campaign_outcome, seeds_of


def behaviour(match: Match, content: str) -> tuple[object, str]:
    """What must be the same on every node: how rules and bots behave, and the content of the campaign."""
    return code_of(match), digest(content)


class CampaignWorker:
    """The actor on the cluster."""

    def __init__(self, match: Match, expected: tuple[object, str], paths: list[str], content: str) -> None:
        # The user's modules are found in the same folders as on the calling machine, if the node has them.
        sys.path += [path for path in paths if path not in sys.path]
        if behaviour(match, content) != expected:
            raise BadMatch("a node of the cluster has another Trunkline, or other bots, than this machine")
        self.content = content

    def play(self, bots: tuple[str, ...], seed: str) -> CampaignOutcome:
        return campaign_outcome(bots, seed, self.content)


def simulate_on_ray(
    address: str,
    bots: Sequence[str],
    campaigns: int,
    *,
    seed: str,
    workers: int | None = None,
    content: str = NEWEST,
) -> Iterator[CampaignOutcome]:
    """The outcomes of campaigns on the cluster at an address, in the order of their numbers."""
    match = new_match(list(dict.fromkeys(bots)), load_content(content).map, players=len(bots))
    # A local Ray would leave its logs and sockets behind.
    with TemporaryDirectory(prefix="trunkline-ray-", ignore_cleanup_errors=True) as folder:
        ray = connect(address, workers, folder)
        try:
            yield from on_actors(ray, match, tuple(bots), seeds_of(seed, campaigns), workers, content)
        finally:
            ray.shutdown()


def on_actors(
    ray: Any, match: Match, bots: tuple[str, ...], seeds: Sequence[str], workers: int | None, content: str
) -> Iterator[CampaignOutcome]:
    """Give each actor the next campaign when it has finished one."""
    processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
    paths = [str(Path.cwd()), *(path for path in sys.path if path)]
    actor = ray.remote(num_cpus=1)(CampaignWorker)
    number = min(workers or processors, processors, len(seeds))
    idle = [actor.remote(match, behaviour(match, content), paths, content) for _ in range(number)]
    actors = list(idle)
    waiting = list(enumerate(seeds))
    under_way: dict[Any, tuple[int, Any]] = {}
    done: dict[int, CampaignOutcome] = {}
    shown = 0
    try:
        while waiting or under_way:
            while waiting and idle:
                place, seed = waiting.pop(0)
                table = idle.pop()
                under_way[table.play.remote(bots, seed)] = (place, table)
            (ready, *_), _ = ray.wait(list(under_way), num_returns=1)
            place, table = under_way.pop(ready)
            done[place] = ray.get(ready)
            idle.append(table)
            while shown in done:
                yield done.pop(shown)
                shown += 1
    except ray.exceptions.RayActorError as error:
        cause = str(error).strip().splitlines()
        raise BadMatch(f"a node of the cluster cannot play: {cause[-1] if cause else 'it ended'}") from None
    finally:
        for table in actors:
            with suppress(Exception):
                ray.kill(table)

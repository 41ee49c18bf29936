"""The arena on a Ray cluster: an actor for each processor, each with a watched worker process of its own.

Ray is an extra (`trunkline[ray]`). Every node needs the same Trunkline. A node whose rules or bots behave
differently is refused, because its games would belong to another match.
"""

from __future__ import annotations

import os
import secrets
import socket
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from trunkline.lab.arena.fingerprint import Code, code_of
from trunkline.lab.arena.game import Job, Row
from trunkline.lab.arena.match import BadMatch, Match
from trunkline.lab.arena.workers import Team

LOCAL = "local"
"""The address that starts Ray on this machine for the duration of the match."""
LARGEST_BATCH = 16
PATIENCE = 5.0
"""Timeout for the head of a cluster, in seconds; Ray itself would retry for a long time."""


def play_on_ray(address: str, workers: int | None = None) -> Callable[[Match, Iterable[Job]], Generator[Row]]:
    """A function that plays jobs on the cluster at an address: `local`, `auto`, `host:port` or `ray://host:port`.

    `workers` is the maximum number of actors; by default one for each processor of the cluster.
    """

    def play(match: Match, jobs: Iterable[Job]) -> Generator[Row]:
        # A local Ray would leave its logs and sockets behind.
        with TemporaryDirectory(prefix="trunkline-ray-", ignore_cleanup_errors=True) as folder:
            ray = connect(address, workers, folder)
            try:
                yield from on_actors(ray, match, jobs, workers)
            finally:
                ray.shutdown()

    return play


def reach(address: str) -> None:
    """Check that something listens on `host:port`; Ray checks other addresses itself."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        try:
            socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
        except (OSError, OverflowError) as error:
            raise BadMatch(f"no Ray cluster at {address}: {error}") from None


def connect(address: str, workers: int | None, folder: str) -> Any:
    reach(address)
    if address == LOCAL and "ray" not in sys.modules:
        # By default Ray writes a permanent token to the home folder; without a token, anybody who reaches its ports
        # could run code. So this Ray gets a token that is valid only as long as it runs. Ray reads the variable at
        # import: if it was imported before, the caller has decided.
        os.environ.setdefault("RAY_AUTH_MODE", "token")
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise BadMatch("Ray is not installed: pip install 'trunkline[ray]'") from None
    try:
        if address == LOCAL:
            ray.init(
                num_cpus=workers, include_dashboard=False, log_to_driver=False, logging_level="error", _temp_dir=folder
            )
        else:
            ray.init(address=address, log_to_driver=False, logging_level="error")
    except (ConnectionError, ValueError) as error:
        raise BadMatch(f"no Ray cluster at {address}: {error}") from None
    return ray


class ClusterWorker:
    """The actor on the cluster: one worker process and its supervisor."""

    def __init__(self, match: Match, code: Code, paths: list[str]) -> None:
        # The user's modules are found in the same folders as on the calling machine, if the node has them.
        sys.path += [path for path in paths if path not in sys.path]
        if code_of(match) != code:
            raise BadMatch("a node of the cluster has another Trunkline, or other bots, than this machine")
        self.team = Team(match, 1)

    def play(self, jobs: list[Job]) -> list[Row]:
        return list(self.team.play(jobs))


def on_actors(ray: Any, match: Match, jobs: Iterable[Job], workers: int | None) -> Generator[Row]:
    """Give each actor a new batch when it has finished one; batches grow while games are quick."""
    processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
    number = min(workers or processors, processors)
    paths = [str(Path.cwd()), *(path for path in sys.path if path)]
    actor = ray.remote(num_cpus=1)(ClusterWorker)
    tables = [actor.remote(match, code_of(match), paths) for _ in range(number)]
    fresh = iter(jobs)
    size = dict.fromkeys(tables, 1)
    under_way: dict[Any, Any] = {}
    try:
        for table in tables:
            if batch := list(islice(fresh, 1)):
                under_way[table.play.remote(batch)] = table
        while under_way:
            done, _ = ray.wait(list(under_way), num_returns=1)
            table = under_way.pop(done[0])
            rows = ray.get(done[0])
            size[table] = min(2 * size[table], LARGEST_BATCH)
            if batch := list(islice(fresh, size[table])):
                under_way[table.play.remote(batch)] = table
            yield from rows
    except ray.exceptions.RayActorError as error:
        cause = str(error).strip().splitlines()
        raise BadMatch(f"a node of the cluster cannot play: {cause[-1] if cause else 'it ended'}") from None
    finally:
        for table in tables:
            with suppress(Exception):
                ray.kill(table)

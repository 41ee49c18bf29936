"""`trunkline strength`: plays the matches that measure the strength of the bots, and writes their page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer
from rich.text import Text

from trunkline.cli.arena import watched
from trunkline.cli.names import count
from trunkline.cli.play import make_console
from trunkline.lab.arena.strength import (
    DONE,
    STALE,
    Trial,
    chosen,
    games_file,
    keep_result,
    kept_result,
    status_of,
)
from trunkline.lab.arena.strength_page import Facts, in_percent, score_of, write_page


def run(
    names: Sequence[str], folder: Path, workers: int | None, ray: str | None, listed: bool, fresh: bool, keep: bool
) -> None:
    """Play the matches that are not done or stale, and store each result."""
    console = make_console()
    trials = chosen(names)
    if listed:
        for trial in trials:
            state, reasons = status_of(folder, trial, keep)
            why = f" ({'; '.join(reasons)})" if reasons else ""
            console.print(Text(f"{state:5} {trial.in_words()}{why}"), highlight=False, soft_wrap=True)
        return
    for number, trial in enumerate(trials, start=1):
        place = f"{number}/{len(trials)}"
        state, reasons = status_of(folder, trial, keep)
        if state != DONE or fresh:
            typer.echo(f"{place} {trial.in_words()} ({': '.join([state, *reasons])})", err=True)
            anew = fresh or state == STALE
            path = games_file(folder, trial)
            result = watched(
                trial.match(), trial.games, trial.until, path, anew, keep, workers, ray, f"{place} {trial.name}"
            )
            keep_result(folder, trial, result)
            write_page(folder)
            if result.stopped:
                typer.echo("Stopped. The same command continues.", err=True)
                raise typer.Exit(1)
        facts = kept_result(folder, trial)
        assert facts is not None
        console.print(Text(strength_line(trial, facts)), highlight=False)
    typer.echo(f"The page is {write_page(folder)}", err=True)


def strength_line(trial: Trial, facts: Facts) -> str:
    """The result of a match in one line."""
    games = count(facts["games"], "game")
    if trial.bar is None:
        return f"{trial.name}: mean score {score_of(trial, facts)} in {games}"
    ends = "reached" if facts["reached"] else "not reached"
    sure = f", test: {facts['test']['verdict']}" if "test" in facts else ""
    return f"{trial.name}: {in_percent(trial, facts)} in {games}; {trial.bar_in_words()}: {ends}{sure}"

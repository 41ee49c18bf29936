"""`trunkline arena` and `trunkline strength`: matches of bots, as a table, as JSON or as a report for the browser."""

from __future__ import annotations

import json
import webbrowser
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from trunkline.cli.names import count
from trunkline.cli.play import make_console, state_folder
from trunkline.cli.simulate import ITEM_NAMES
from trunkline.cli.trouble import WRONG_USE, fail
from trunkline.lab.arena.arena import Result, run_arena
from trunkline.lab.arena.cluster import play_on_ray
from trunkline.lab.arena.fingerprint import code_of
from trunkline.lab.arena.match import Match, new_match
from trunkline.lab.arena.report import percent, report
from trunkline.lab.arena.standings import RULE, Standing, ranked
from trunkline.lab.simulate import ITEMS
from trunkline.maps.edition import short_name

NOTES = (
    "wins: share of games won, 95 % interval over rounds (Wilson); ties are shared. chance: share of the seats.",
    "rating: openskill. blocks: claims that only another's tickets needed. s/move: mean, 99th percentile, maximum.",
)


def run(
    bots: Sequence[str],
    map_name: str,
    variant: str,
    players: int | None,
    games: int,
    workers: int | None,
    seed: str,
    limit: float,
    until: float | None,
    as_json: bool,
    html: Path | None,
    show: bool,
    ray: str | None,
    out: Path | None,
    fresh: bool,
    keep: bool,
) -> None:
    """Play a match, or the rest of it, and print the result."""
    match = new_match(bots, map_name, variant, players, seed, limit)
    path = out or usual_file(match)
    file = html or (path.with_suffix(".html") if show else None)
    if file is not None:
        check_report(file, path)
    result = watched(match, games, until, path, fresh, keep, workers, ray)
    if result.stopped:
        typer.echo(
            f"Stopped: {result.rounds} of {result.asked} rounds are complete and count. The same command continues.",
            err=True,
        )
    elif not result.played:
        typer.echo(f"All games were already played; they are in {path}. --fresh plays them again.", err=True)
    if result.rounds < len(match.line_ups) and not result.stopped:
        typer.echo(f"Not all bots have met: that needs {match.least_games} games.", err=True)
    if as_json:
        typer.echo(json.dumps(result.facts(), ensure_ascii=False))
    else:
        print_result(make_console(), result)
    if file is not None:
        file.write_text(report(result), encoding="utf-8")
        typer.echo(f"The report is in {file}", err=True)
        if show:
            webbrowser.open(file.resolve().as_uri())


def check_report(file: Path, games: Path) -> None:
    """Check before the first game that the report can be written."""
    if file.resolve() == games.resolve():
        fail(f"{file} is the file of the games: choose another file for the report", WRONG_USE)
    # The folder of the games is created if it is missing.
    if not file.parent.is_dir() and file.parent != games.parent:
        fail(f"there is no folder {file.parent} for the report", WRONG_USE)


def usual_file(match: Match) -> Path:
    """The default file of a match: one for each match and each behaviour of its rules and bots."""
    words = json.dumps([match.facts(), code_of(match)], sort_keys=True)
    return state_folder() / "arena" / f"{sha256(words.encode()).hexdigest()[:16]}.jsonl"


def watched(
    match: Match,
    games: int,
    until: float | None,
    path: Path,
    fresh: bool,
    keep: bool,
    workers: int | None,
    ray: str | None,
    name: str = "rounds",
) -> Result:
    """Play with a progress bar, in the given number of processes or on a cluster."""
    errors = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task(name, total=match.rounds(games))
        return run_arena(
            match,
            games,
            workers=workers or 1,
            path=path,
            until=until,
            fresh=fresh,
            keep=keep,
            player=play_on_ray(ray, workers) if ray else None,
            progress=lambda done, goal: bar.update(task, completed=done, total=goal),
        )


def print_result(console: Console, result: Result) -> None:
    match = result.match
    variant = "" if match.variant == "base" else f" ({match.variant})"
    games = f"{count(len(result.rows), 'game')} of {match.players} players in {count(result.rounds, 'round')}"
    console.print(Text(f"{short_name(match.map)}{variant}: {games}, seed {match.seed}", style="bold"), highlight=False)
    shown = [item for item in ITEMS if any(one.items.get(item) for one in result.standings)]
    bots = ranked(result.standings)
    names = ["bot", "games", "wins", "chance", "rating", "score"]
    print_table(console, names, [results(one) for one in bots])
    bots = [one for one in bots if one.games]
    names = ["bot", *(ITEM_NAMES.get(item, item) for item in shown)]
    print_table(console, names, [[one.name, *(f"{one.items.get(item, 0):.1f}" for item in shown)] for one in bots])
    names = ["bot", "tickets", "done", "failed", "claims", "length", "blocks", "moves", "s/move"]
    print_table(console, names, [habits(one) for one in bots])
    for one in result.standings:
        if one.faults:
            console.print(Text(fault_line(one), style="bold red"), highlight=False)
    if any(one.faults for one in result.standings):
        console.print(Text(RULE, style="dim"), highlight=False)
    if result.verdict is not None:
        console.print(Text(verdict_line(result), style="bold"), highlight=False)
    for note in NOTES:
        console.print(Text(note, style="dim"), highlight=False)


def print_table(console: Console, names: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold cyan")
    for name in names:
        # Only the name of a bot may be wrapped: a truncated figure would be wrong.
        named = name == "bot"
        table.add_column(name, justify="left" if named else "right", no_wrap=not named, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console.print(table, highlight=False)


def results(one: Standing) -> list[str]:
    if not one.games:
        return [one.name, "0", "–", "–", "–", "–"]
    score = f"{one.score.value:.1f} ±{one.score.high - one.score.value:.1f}"
    rating = f"{one.rating.mu:.1f} ±{one.rating.sigma:.1f}"
    return [one.name, str(one.games), percent(one.win_rate), f"{100 * one.chance:.0f} %", rating, score]


def habits(one: Standing) -> list[str]:
    numbers = [one.means.get(name, 0) for name in ("taken", "completed", "failed", "claims")]
    pace = " ".join(seconds(value) for value in (one.seconds, one.seconds_99, one.seconds_longest))
    return [
        one.name,
        *(f"{number:.1f}" for number in numbers),
        f"{one.route_length:.2f}",
        f"{one.means.get('blocks', 0):.2f}",
        f"{one.means.get('moves', 0):.0f}",
        pace,
    ]


def seconds(value: float) -> str:
    return f"{value * 1e6:.0f}µs" if value < 1e-3 else f"{value * 1e3:.0f}ms" if value < 1 else f"{value:.1f}s"


def fault_line(one: Standing) -> str:
    """The faults of a bot: number, kind, and the first message of each kind."""
    kinds = ", ".join(f"{kind} {times} times (first: {one.examples[kind]})" for kind, times in one.faults.items())
    return f"{one.name} failed: {kinds}. It lost {count(one.out, 'game')} by that."


def verdict_line(result: Result) -> str:
    test = result.verdict
    assert test is not None
    held = f"{100 * test.win_rate:.1f} % ({100 * test.low:.1f}–{100 * test.high:.1f}, valid at any stop)"
    return f"{test.bot} against the bar of {100 * test.bar:.0f} %: {test.verdict}, {held} in {test.rounds} rounds."

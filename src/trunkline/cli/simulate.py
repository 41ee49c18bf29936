"""`trunkline simulate`: many games of bots, with a progress bar, as a table or as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from trunkline.cli.names import count
from trunkline.cli.play import make_console
from trunkline.lab.simulate import ITEMS, Interval, Simulation, simulate
from trunkline.maps.edition import short_name

ITEM_NAMES = {"longest_path": "path", "globetrotter": "globe", "trains_left": "left"}
NOTES = (
    "wins: share of the games, 95 % interval (Wilson); a victory shared by k seats counts 1/k for each.",
    "score: mean and 95 % interval, then the means of its items; done: tickets completed.",
)


def run(
    map_name: str,
    variant: str,
    bots: Sequence[str],
    players: int | None,
    games: int,
    workers: int,
    seed: str | None,
    as_json: bool,
) -> None:
    """Simulate and print the result."""
    console = make_console()
    errors = Console(stderr=True)
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("games", total=games)
        result = simulate(
            map_name,
            bots,
            players=players,
            games=games,
            workers=workers,
            seed=seed,
            variant=variant,
            progress=lambda more: bar.advance(task, more),
        )
    if result.stopped:
        typer.echo(f"Stopped: {result.games} of {games} games were finished; the results are for these.", err=True)
    if as_json:
        typer.echo(json.dumps(facts(result), ensure_ascii=False))
    else:
        print_result(console, result)


def facts(result: Simulation) -> dict[str, object]:
    """The result as one JSON object."""
    seats = [
        {
            "seat": seat.seat,
            "bot": seat.bot,
            "wins": seat.wins,
            "win_rate": seat.win_rate.value,
            "win_rate_95": [seat.win_rate.low, seat.win_rate.high],
            "score": seat.score.value,
            "score_95": [seat.score.low, seat.score.high],
            **seat.items,
            "completed_tickets": seat.completed,
        }
        for seat in result.seats
    ]
    return {
        "map": result.map,
        "variant": result.variant,
        "players": len(result.seats),
        "bots": list(result.bots),
        "seed": result.seed,
        "asked": result.asked,
        "games": result.games,
        "stopped": result.stopped,
        "workers": result.workers,
        "seconds": round(result.seconds, 3),
        "games_per_second": round(result.games_per_second, 1),
        "moves_per_second": round(result.moves_per_second, 1),
        "turns": result.turns,
        "moves": result.moves,
        "seats": seats,
    }


def print_result(console: Console, result: Simulation) -> None:
    variant = "" if result.variant == "base" else f" ({result.variant})"
    games = f"{count(result.games, 'game')} of {len(result.seats)} players"
    title = f"{short_name(result.map)}{variant}: {games}, seed {result.seed}"
    console.print(Text(title, style="bold"), highlight=False)
    shown = [item for item in ITEMS if any(seat.items[item] for seat in result.seats)]
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold cyan")
    for heading in ("seat", "bot", "wins", "score", *(ITEM_NAMES.get(item, item) for item in shown), "done"):
        # Only the name of a bot may be wrapped: a truncated figure would be wrong.
        named = heading == "bot"
        table.add_column(heading, justify="left" if named else "right", no_wrap=not named, overflow="fold")
    for seat in result.seats:
        items = [f"{seat.items[item]:.1f}" for item in shown]
        score = f"{seat.score.value:.1f} ±{seat.score.high - seat.score.value:.1f}"
        table.add_row(
            str(seat.seat), Text(seat.bot), percent(seat.win_rate), score, *items, f"{seat.completed:.1f}"
        )  # fmt: skip
    console.print(table, highlight=False)
    for bot in shared_bots(result.bots):
        share = percent(result.bot_win_rate(bot))
        console.print(Text(f"{bot} won {share} of the games, its {result.bots.count(bot)} seats together."))
    pace = f"{result.games_per_second:,.0f} games/s, {result.moves_per_second:,.0f} moves/s"
    cost = f"{result.seconds:.1f} s, {count(result.workers, 'worker')}"
    length = f"{result.turns:.1f} turns and {result.moves:.1f} moves a game"
    console.print(Text(f"{length}; {pace} ({cost})."), highlight=False)
    for note in NOTES:
        console.print(Text(note, style="dim"), highlight=False)


def shared_bots(bots: Sequence[str]) -> list[str]:
    """The bots that sit at several seats, but not at all."""
    return [bot for bot in dict.fromkeys(bots) if 1 < bots.count(bot) < len(bots)]


def percent(share: Interval) -> str:
    return f"{100 * share.value:.1f} % ({100 * share.low:.1f}–{100 * share.high:.1f})"

"""`trunkline bench`: how fast the engine is on this machine, compared with its targets."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from trunkline.cli.play import make_console
from trunkline.lab.bench import AT_LEAST, BARS, Bar, reaches, run_bench
from trunkline.lab.bench_compare import CloneError, compare


def run(as_json: bool) -> None:
    """Measure, with progress on standard error, and print the figures."""
    meanings = {bar.key: bar.what for bar in BARS}
    figures = run_bench(progress=lambda key: typer.echo(f"measuring: {meanings.get(key, key)}", err=True))
    if as_json:
        typer.echo(json.dumps(figures))
    else:
        print_figures(make_console(), figures)


def run_comparison(as_json: bool, other: Path) -> None:
    """Measure this engine and that of another folder in turn, and print the ratios."""
    try:
        rows = compare(other, lambda key: typer.echo(f"comparing: {key}", err=True))
    except CloneError as error:
        raise typer.BadParameter(str(error), param_hint="--against") from None
    if as_json:
        typer.echo(json.dumps({row.key: round(row.ratio, 4) for row in rows}))
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold cyan")
    for heading in ("rate", "there", "here", "change", "middle half"):
        table.add_column(heading, justify="left" if heading == "rate" else "right")
    for row in rows:
        change, low, high = (f"{100 * (ratio - 1):+.1f} %" for ratio in (row.ratio, row.low, row.high))
        table.add_row(row.key, readable(row.before), readable(row.now), change, f"{low} … {high}")
    make_console().print(table, highlight=False)


def run_server(
    as_json: bool, tables: int, rate: float, seconds: float, processes: int, postgres: bool, draws: float
) -> None:
    """Start a server, put it under load with progress on standard error, and print the figures."""
    import os
    import signal
    import sys

    from trunkline.lab.bench_server import SERVER_BARS, run_server_bench
    from trunkline.lab.own_postgres import OwnPostgres, postgres_programs

    database = os.environ.get("DATABASE_URL")
    started: OwnPostgres | None = None
    if postgres and not database:
        programs = postgres_programs()
        if not programs:
            raise typer.BadParameter("none is installed here; set DATABASE_URL to use another", param_hint="--postgres")
        started = OwnPostgres(programs[0])
    elif processes > 1 and not database:
        raise typer.BadParameter("several processes need --postgres or DATABASE_URL", param_hint="--processes")
    processes = processes or (2 if started or (database and database.startswith("postgres")) else 1)
    # Ctrl-C also ends the server and the database that were started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        figures = run_server_bench(
            tables, rate, seconds, started or database, processes, lambda text: typer.echo(text, err=True), draws=draws
        )
    finally:
        if started is not None:
            started.remove()
    if as_json:
        typer.echo(json.dumps(figures))
    else:
        print_figures(make_console(), figures, SERVER_BARS)


def run_guest(as_json: bool, tables: int, rate: float, seconds: float) -> None:
    """Measure how much one hostile guest slows down the moves of others, and print the figures."""
    from trunkline.lab.bench_guest import GUEST_BARS, run_guest_bench

    figures = run_guest_bench(tables, rate, seconds, lambda text: typer.echo(text, err=True))
    if as_json:
        typer.echo(json.dumps(figures))
    else:
        print_figures(make_console(), figures, GUEST_BARS)


def print_figures(console: Console, figures: Mapping[str, float], bars: Sequence[Bar] = BARS) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold cyan")
    for heading in ("what", "measured", "bar", ""):
        table.add_column(heading, justify="right" if heading in ("measured", "bar") else "left")
    for bar in bars:
        if bar.key in figures:
            figure = figures[bar.key]
            table.add_row(bar.what, readable(figure), bar_text(bar), verdict(bar, figure))
    console.print(table, highlight=False)


def bar_text(bar: Bar) -> str:
    if bar.bar is None:
        return ""
    return f"{'≥' if bar.sense == AT_LEAST else '≤'} {readable(bar.bar)}"


def verdict(bar: Bar, figure: float) -> Text:
    """Whether the target is reached, in one word; empty if there is no target."""
    if bar.bar is None:
        return Text("")
    return Text("reached", style="green") if reaches(bar, figure) else Text("missed", style="bold red")


def readable(figure: float) -> str:
    """A figure as people read it: `17,800`, `0.58`."""
    return f"{figure:,.0f}" if abs(figure) >= 100 or figure == int(figure) else f"{figure:.3g}"

"""`trunkline map`: checks, shows, draws and lists maps."""

from __future__ import annotations

from pathlib import Path

import typer
from rich.table import Table
from rich.text import Text

from trunkline.cli.play import make_console
from trunkline.maps import Map, load_map, map_names
from trunkline.maps.pack import pack
from trunkline.maps.tables import map_tables


def check(file: str) -> None:
    """Report that a map file is valid; problems are raised as MapError."""
    # Usually a file, but the name of a map that comes with Trunkline works too.
    found = load_map(file if file in map_names() else Path(file))
    for variant in found.variants:
        pack(found, variant)
    base = found.variants["base"]
    cities = sum(1 for city in found.cities if not city.junction)
    parts = f"{cities} cities, {len(found.routes)} routes, {len(base.tickets)} tickets"
    others = [variant.id for variant in found.offered if variant.id != "base"]
    variants = f"; variants {', '.join(others)}" if others else ""
    typer.echo(f"{file} is a good map: {found.name}, {parts}{variants}.")


def show(name: str, variant: str) -> None:
    """The tables of a map."""
    console = make_console()
    found = load_map(name)
    tables = map_tables(found, variant)
    console.print(Text(found.summary), highlight=False)
    for title, header, rows in tables:
        table = Table(title=Text(title), title_justify="left", title_style="bold cyan", box=None, padding=(0, 2, 0, 0))
        for number, heading in enumerate(header):
            numeric = bool(rows) and all(isinstance(row[number], int) for row in rows)
            table.add_column(Text(heading), justify="right" if numeric else "left", header_style="bold")
        for row in rows:
            table.add_row(*(Text(str(cell)) for cell in row))
        console.print()
        console.print(table)


def draw(name: str, output: Path) -> None:
    """Write the drawing of a map."""
    from trunkline.cli.files import write_drawing

    write_drawing(output, load_map(name))
    typer.echo(f"{output} is drawn.")


def list_maps() -> None:
    """The maps that come with Trunkline, with their variants."""
    console = make_console()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold cyan")
    for heading in ("map", "variant", "players", "tickets", "what it is"):
        table.add_column(heading, justify="right" if heading == "tickets" else "left")
    for name in map_names():
        add_rows(table, name, load_map(name))
    console.print(table, highlight=False)


def add_rows(table: Table, name: str, found: Map) -> None:
    for number, variant in enumerate(found.offered):
        rules = variant.rules
        players = f"{rules.least_players}–{rules.most_players}"
        tickets = str(len(variant.tickets))
        table.add_row(name if number == 0 else "", variant.id, players, tickets, Text(variant.summary))

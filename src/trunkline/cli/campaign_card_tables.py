"""The tables of `trunkline campaign simulate` for modules, crew, events, postcards and bonuses."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from trunkline.lab.card_report import BONUS, CREW, EVENT, MODULE, POSTCARD, CardLine
from trunkline.lab.module_worth import ModuleSkill, ModuleWorth
from trunkline.lab.simulate import Interval

TITLES = {
    MODULE: "Modules, by company and game in force; vault with the awards",
    CREW: "Crew, by game for which it was hired",
    EVENT: "News events, by company and game in which it was turned up",
    POSTCARD: "Postcards, by holder; met: share of the holders",
    BONUS: "Bonuses of the companies, by game; 2: from game 7 on",
}


def percent(share: Interval) -> str:
    return f"{100 * share.value:.0f} % ({100 * share.low:.0f}–{100 * share.high:.0f})"


def number(mean: Interval | None) -> str:
    if mean is None:
        return "–"
    return f"{mean.value:.1f} ± {mean.high - mean.value:.1f}"


def table_of(columns: Sequence[str], rows: Sequence[Sequence[str]], left: int = 0) -> Table:
    """A table whose first columns stand at the left and the others at the right."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for at, column in enumerate(columns):
        table.add_column(column, justify="left" if at < left else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table


def print_cards(console: Console, lines: Sequence[CardLine]) -> None:
    """A table for each kind, then what each company got."""
    for kind, title in TITLES.items():
        found = [line for line in lines if line.kind == kind]
        if not found:
            continue
        console.print(f"{title}.", highlight=False)
        is_postcard = kind == POSTCARD
        columns = [kind, "occurred", "met" if is_postcard else "times", "dollars", "cards", "vault"]
        rows = [
            [
                line.name,
                f"{100 * line.campaigns.value:.0f} %",
                ("–" if line.met is None else percent(line.met)) if is_postcard else number(line.times),
                number(line.dollars),
                number(line.cards),
                number(line.vault),
            ]
            for line in found
        ]
        console.print(table_of(columns, rows, left=1))
        console.print()
    print_companies(console, lines)


def print_companies(console: Console, lines: Sequence[CardLine]) -> None:
    """Dollars and vault dollars of each company."""
    shown = [line for line in lines if line.kind != BONUS and line.by_company]
    companies = sorted({company for line in shown for company in line.by_company})
    if not companies:
        return
    console.print("Dollars and vault dollars of each company.", highlight=False)
    rows = [[line.name, *(number(line.by_company.get(company)) for company in companies)] for line in shown]
    console.print(table_of(["", *companies], rows, left=1))
    console.print()


def print_worths(console: Console, worths: Sequence[ModuleWorth]) -> None:
    """What each module was worth in pairs of campaigns."""
    if not worths:
        return
    console.print("Modules in pairs of campaigns with and without: dollars of a company and game.", highlight=False)
    rows = [[each.module, str(each.pairs), number(each.worth)] for each in worths]
    console.print(table_of(["module", "pairs", "worth"], rows, left=1))
    console.print()


def print_skills(console: Console, skills: Sequence[ModuleSkill]) -> None:
    """What planners that use a module earn beyond those that ignore it."""
    if not skills:
        return
    console.print(
        "Planners that use a module against some that ignore it: dollars of a seat and game.", highlight=False
    )
    rows = [[each.module, str(each.games), number(each.gain)] for each in skills]
    console.print(table_of(["module", "games", "gain"], rows, left=1))
    console.print()

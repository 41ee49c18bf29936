"""`trunkline campaign`: simulated campaigns, as tables or as JSON."""

from __future__ import annotations

import msgspec
import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from trunkline.bots.registry import bot_class
from trunkline.campaign.content import load_content
from trunkline.cli.play import make_console
from trunkline.lab.campaign_report import CampaignReport, report_of, what_never_happened
from trunkline.lab.campaigns import CampaignOutcome, simulate_campaigns
from trunkline.lab.simulate import Interval, seated
from trunkline.maps.later_cards import later_cards
from trunkline.maps.load import load_map
from trunkline.maps.territories import territories_of


def simulate(bots: list[str], companies: int, campaigns: int, workers: int, seed: str, as_json: bool) -> None:
    """Play campaigns and print the report."""
    names = seated(bots, companies)
    for name in dict.fromkeys(names):
        bot_class(name)
    errors = Console(stderr=True)
    columns = (TextColumn("campaigns"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    outcomes: list[CampaignOutcome] = []
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("campaigns", total=campaigns)
        try:
            for outcome in simulate_campaigns(names, campaigns, seed=seed, workers=min(workers, campaigns)):
                outcomes.append(outcome)
                bar.advance(task)
        except KeyboardInterrupt:
            typer.echo(f"Stopped: {len(outcomes)} of {campaigns} campaigns were finished.", err=True)
    if not outcomes:
        return
    report = report_of(outcomes)
    if as_json:
        typer.echo(msgspec.json.encode(report).decode())
    else:
        print_report(make_console(), report, names, seed)


def percent(share: Interval) -> str:
    return f"{100 * share.value:.0f} % ({100 * share.low:.0f}–{100 * share.high:.0f})"


def number(mean: Interval | None) -> str:
    if mean is None:
        return "–"
    return f"{mean.value:.1f} ± {mean.high - mean.value:.1f}"


def coefficient(mean: Interval | None) -> str:
    return "–" if mean is None else f"{mean.value:+.2f} ± {mean.high - mean.value:.2f}"


def print_report(console: Console, report: CampaignReport, bots: tuple[str, ...], seed: str) -> None:
    """The twelve games, then who wins, then what was seen."""
    console.print(
        f"{report.campaigns} campaigns of {report.companies} companies ({', '.join(bots)}), seed {seed}. "
        "Intervals are of 95 %.",
        highlight=False,
    )
    games = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for column in ("game", "slip", "turns", "news", "ties", "leader wins", "correlation", "last place"):
        games.add_column(column, justify="right", no_wrap=True)
    for line in report.games:
        games.add_row(
            str(line.game),
            number(line.slip),
            f"{line.turns:.1f}",
            f"{line.newspapers:.1f}",
            f"{100 * line.ties:.0f} %",
            percent(line.leader_wins),
            coefficient(line.rank_correlation),
            number(line.last_place_worth),
        )
    console.print(games)
    console.print()
    wins = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    wins.add_column("company or seat")
    wins.add_column("campaigns won", justify="right")
    for company, share in report.wins_by_company.items():
        wins.add_row(company, percent(share))
    for seat, share in enumerate(report.wins_by_seat, start=1):
        wins.add_row(f"founded as number {seat}", percent(share))
    console.print(wins)
    console.print()
    for title, shares in (("News events seen", report.events), ("Territories chartered", report.territories)):
        seen = ", ".join(f"{name} {100 * share:.0f} %" for name, share in shares.items())
        console.print(f"{title}: {seen}.", highlight=False)
    map_ = load_map(load_content().map)
    events = [event.id for event in (*map_.events, *later_cards(map_).events)]
    never = what_never_happened(report, events, list(territories_of(map_)))
    console.print(f"Never seen: {', '.join(never) or 'nothing'}.", highlight=False)
    console.print(
        "slip: mean of a company; turns: of a company; news: newspapers; ties: games with two equal best slips; "
        "leader wins: how often the largest sum of slips so far wins the campaign; correlation: of the places in this "
        "game and the one before; last place: the slip of the company that was last before, beyond the mean.",
        highlight=False,
    )

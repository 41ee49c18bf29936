"""`trunkline campaign`: simulated campaigns, as tables or as JSON."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from trunkline.bots.registry import bot_class
from trunkline.campaign.content import NEWEST, load_content
from trunkline.cli.campaign_card_tables import number, percent, print_cards, print_skills, print_worths, table_of
from trunkline.cli.play import make_console
from trunkline.lab.campaign_cluster import simulate_on_ray
from trunkline.lab.campaign_plots import write_plots
from trunkline.lab.campaign_report import CampaignReport, report_of, what_never_happened
from trunkline.lab.campaigns import CampaignOutcome, simulate_campaigns
from trunkline.lab.module_worth import module_skills, module_worths
from trunkline.lab.simulate import Interval, seated


def simulate(
    bots: list[str],
    companies: int,
    campaigns: int,
    workers: int | None,
    seed: str,
    as_json: bool,
    plots: Path | None,
    ray: str | None,
    content: str | None,
    module_worth: int,
    module_skill: int,
) -> None:
    """Play campaigns and print the report."""
    read = load_content(content or NEWEST)
    version = read.version
    names = seated(bots, companies)
    for name in dict.fromkeys(names):
        bot_class(name)
    if plots is not None:
        # An error shows before the first campaign.
        plots.mkdir(parents=True, exist_ok=True)
    if ray is not None:
        played = simulate_on_ray(ray, names, campaigns, seed=seed, workers=workers, content=version)
    else:
        processes = min(workers or os.cpu_count() or 1, campaigns)
        played = simulate_campaigns(names, campaigns, seed=seed, workers=processes, content=version)
    errors = Console(stderr=True)
    columns = (TextColumn("campaigns"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    outcomes: list[CampaignOutcome] = []
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("campaigns", total=campaigns)
        try:
            for outcome in played:
                outcomes.append(outcome)
                bar.advance(task)
        except KeyboardInterrupt:
            typer.echo(f"Stopped: {len(outcomes)} of {campaigns} campaigns were finished.", err=True)
    if not outcomes:
        return
    worths = []
    if module_worth:
        processes = min(workers or os.cpu_count() or 1, module_worth)
        worths = list(module_worths(names, module_worth, seed=seed, workers=processes, content=read))
    skills = []
    if module_skill:
        processes = min(workers or os.cpu_count() or 1, module_skill)
        skills = list(module_skills(companies, module_skill, seed=seed, workers=processes, content=read))
    report = report_of(outcomes, read, worths, skills)
    if as_json:
        typer.echo(msgspec.json.encode(report).decode())
    else:
        print_report(make_console(), report, names, seed, version)
    if plots is not None:
        files = write_plots(report, plots)
        typer.echo(f"{len(files)} plots are in {plots}", err=True)


def coefficient(mean: Interval | None) -> str:
    return "–" if mean is None else f"{mean.value:+.2f} ± {mean.high - mean.value:.2f}"


def print_games(console: Console, columns: list[str], rows: list[list[str]]) -> None:
    """A table with a line for each of the twelve games."""
    console.print(table_of(columns, rows))
    console.print()


def print_report(console: Console, report: CampaignReport, bots: tuple[str, ...], seed: str, content: str) -> None:
    """The twelve games, then who wins, then what was seen."""
    console.print(
        f"{report.campaigns} campaigns of {report.companies} companies ({', '.join(bots)}), seed {seed}. "
        "Intervals are of 95 %.",
        highlight=False,
    )
    print_games(
        console,
        ["game", "slip", "turns", "moves", "news", "events", "own routes"],
        [
            [
                str(line.game),
                *(number(each) for each in (line.slip, line.turns, line.moves, line.newspapers, line.events)),
                number(line.company_income),
            ]
            for line in report.games
        ],
    )
    print_games(
        console,
        ["game", "ties", "leader wins", "correlation", "last place"],
        [
            [
                str(line.game),
                percent(line.ties),
                percent(line.leader_wins),
                coefficient(line.rank_correlation),
                number(line.last_place_worth),
            ]
            for line in report.games
        ],
    )
    wins = [
        [company, percent(share), number(report.totals[company])] for company, share in report.wins_by_company.items()
    ]
    wins += [[f"founded as number {seat}", percent(share), ""] for seat, share in enumerate(report.wins_by_seat, 1)]
    console.print(table_of(["company or seat", "campaigns won", "total beyond the mean"], wins, left=1))
    console.print()
    print_cards(console, report.cards)
    print_worths(console, report.module_worth)
    print_skills(console, report.module_skill)
    seen = {
        "News events": report.events,
        "Territories chartered": report.territories,
        "Votes": report.votes,
        "Medals": report.medals,
        "Golden spikes": report.spikes,
    }
    for title, shares in seen.items():
        shares_text = ", ".join(f"{name} {100 * share:.0f} %" for name, share in shares.items())
        console.print(f"{title}: {shares_text or 'none'}.", highlight=False)
    never = what_never_happened(report, load_content(content))
    missing = "; ".join(f"{kind}: {', '.join(names)}" for kind, names in never.items())
    console.print(f"Never seen: {missing or 'nothing'}.", highlight=False)
    console.print(
        "slip: mean of a company; turns: of a company; moves: of all; news: newspapers; events: turned up; own routes: "
        "dollars of a company for routes of its colour; ties: games with two equal best slips; "
        "leader wins: how often the largest sum of slips so far wins the campaign; correlation: of the places in this "
        "game and the one before; last place: the slip of the company that was last before, beyond the mean.",
        highlight=False,
    )

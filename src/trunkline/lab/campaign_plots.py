"""The plots of a report of simulated campaigns as SVG files: means and shares with their 95 % intervals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from trunkline.lab.arena.charts import Scale, drawing, middle, row_name, text
from trunkline.lab.arena.strength_page import STYLE
from trunkline.lab.campaign_report import CampaignReport
from trunkline.lab.card_report import CREW, EVENT, MODULE, POSTCARD
from trunkline.lab.simulate import Interval

Row = tuple[str, Interval]


def plots_of(report: CampaignReport) -> dict[str, str]:
    """Every plot by the name of its file."""
    games = [(f"game {line.game}", line) for line in report.games]
    winners = [(name, share) for name, share in report.wins_by_company.items()]
    winners += [(f"founded {seat}.", share) for seat, share in enumerate(report.wins_by_seat, start=1)]
    found: dict[str, tuple[str, list[Row], str]] = {
        "slips": ("Bank slips", [(name, line.slip) for name, line in games], "dollars of a company"),
        "turns": ("Length", [(name, line.turns) for name, line in games], "turns of a company"),
        "moves": ("Moves", [(name, line.moves) for name, line in games], "moves of all companies"),
        "newspapers": ("Newspapers", [(name, line.newspapers) for name, line in games], "newspapers a game"),
        "events": ("News events", [(name, line.events) for name, line in games], "events turned up a game"),
        "income": ("Company routes", [(name, line.company_income) for name, line in games], "dollars of a company"),
        "ties": ("Ties", [(name, line.ties) for name, line in games], "share of games with two equal best slips"),
        "leader": ("Leaders", [(name, line.leader_wins) for name, line in games], "share of leaders that win"),
        "correlation": (
            "Rank correlation",
            [(name, line.rank_correlation) for name, line in games if line.rank_correlation is not None],
            "of the places in this game and in the one before",
        ),
        "last-place": (
            "Last place",
            [(name, line.last_place_worth) for name, line in games if line.last_place_worth is not None],
            "dollars beyond the mean, of the last place of the game before",
        ),
        "winners": ("Winners", winners, "share of campaigns won"),
        "totals": ("Companies", list(report.totals.items()), "dollars of a company beyond the mean of its campaign"),
        **card_plots(report),
    }
    return {f"{name}.svg": whiskers(*parts) for name, parts in found.items() if parts[1]}


def card_plots(report: CampaignReport) -> dict[str, tuple[str, list[Row], str]]:
    """What modules and crew pay, how often events are turned up, which postcards are met."""
    lines = {kind: [line for line in report.cards if line.kind == kind] for kind in (MODULE, CREW, EVENT, POSTCARD)}
    dollars = {
        kind: [(line.name, line.dollars) for line in lines[kind] if line.dollars is not None] for kind in (MODULE, CREW)
    }
    met = [(line.name, line.met) for line in lines[POSTCARD] if line.met is not None]
    return {
        "modules": ("Modules", dollars[MODULE], "dollars of a company and game"),
        "module-worth": (
            "Modules, paired campaigns",
            [(each.module, each.worth) for each in report.module_worth],
            "dollars of a company and game, with less without",
        ),
        "crew": ("Crew", dollars[CREW], "dollars of a company and game"),
        "event-shares": (
            "News events",
            [(line.name, line.campaigns) for line in lines[EVENT]],
            "share of campaigns in which it was turned up",
        ),
        "postcards": ("Postcards", met, "share of holders that met it"),
    }


def whiskers(title: str, rows: Sequence[Row], unit: str) -> str:
    """A dot and a bar for each row: the mean or the share, and its interval."""
    scale = Scale(min(0.0, *(each.low for _, each in rows)), max(each.high for _, each in rows))
    body = []
    for number, (name, each) in enumerate(rows):
        y = middle(number)
        body += [
            row_name(number, name),
            f'<line class="whisker" x1="{scale.at(each.low):.1f}" x2="{scale.at(each.high):.1f}" y1="{y}" y2="{y}"/>',
            f'<circle class="dot" cx="{scale.at(each.value):.1f}" cy="{y}" r="6"/>',
            text("value", scale.at(each.value), y - 11, f"{each.value:.3g}"),
        ]
    words = "; ".join(f"{name} {each.value:.3g}, {each.low:.3g} to {each.high:.3g}" for name, each in rows)
    return drawing(title, words, len(rows), scale, unit, body, STYLE) + "\n"


def write_plots(report: CampaignReport, folder: Path) -> list[Path]:
    """Write every plot into a folder, which is made if it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, drawn in plots_of(report).items():
        file = folder / name
        file.write_text(drawn, encoding="utf-8")
        written.append(file)
    return written

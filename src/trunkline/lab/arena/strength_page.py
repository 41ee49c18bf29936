"""The page of strength: tables and rating charts from the stored results of `trunkline strength`."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from pathlib import Path
from typing import Any, NamedTuple

from trunkline.lab.arena.charts import Scale, drawing, middle, row_name, text
from trunkline.lab.arena.strength import BOARDS, COMPANY_BOARDS, Trial, changes_since, kept_result, put, trials

Facts = dict[str, Any]
"""The stored result of a match."""
Kept = list[tuple[Trial, Facts]]

ELO = 400 / log(10)
"""Points of a rating for each unit of log-odds: 400 points are ten to one."""
ANCHOR = "planner"
"""The bot whose rating is 0."""
STEPS = 500
STYLE = (
    "rect{fill:#fbf8f1}text{font:13px system-ui,sans-serif;fill:#26231d}.mark,.unit{font-size:12px;fill:#6b6558}"
    ".name{font-weight:600}.grid{stroke:#ddd5c4}.whisker{stroke:#1f5f8b;stroke-width:3}.dot{fill:#1f5f8b}"
    "@media(prefers-color-scheme:dark){rect{fill:#1b1a17}text{fill:#efe9db}.mark,.unit{fill:#b3ab9a}"
    ".grid{stroke:#403b32}.whisker{stroke:#8cc4ea}.dot{fill:#8cc4ea}}"
)
GROUPS = (
    ("The planner", "planner-"),
    ("The expert", "expert-"),
    ("Each level against the one below", "level-"),
)
ITSELF = "-itself-"
INTRODUCTION = """\
Made by `trunkline strength` from `strength/*.json`: do not edit. How matches are played and tested:
[arena.md](arena.md#the-sequential-test). With two players each deal is played twice with swapped seats; with four, one
bot plays against three of the other, four games a deal. The sequential test ends a match when the win rate is clearly
above or below the bar, at the latest after 400 deals. A bar "at least" is compared with the measured win rate, and the
column "test" tells whether that is certain; a bar "clearly above" is reached only if the test says so."""
OF_LADDERS = """\
Ratings by the Bradley-Terry model from all matches of two players: a difference of 400 points means ten wins to one
loss. The rating of the planner is 0. The bars are two standard errors, with the ratings of the opponents as exact."""
MATCH_HEAD = [
    "| match | map | players | wins, 95 % | bar | | test | games | |",
    "|---|---|---|---|---|---|---|---|---|",
]
SCORE_HEAD = ["| bot | map | mean score | games | |", "|---|---|---|---|---|"]


class Rung(NamedTuple):
    """The rating of a bot on a board."""

    bot: str
    rating: float
    error: float
    """Its standard error, with the ratings of the opponents taken as exact."""


def write_page(folder: Path) -> Path:
    """Write the page next to the folder of results, and the charts into the folder; return the path of the page."""
    every = trials()
    kept = [(trial, facts) for trial in every if (facts := kept_result(folder, trial)) is not None]
    pictures = []
    for board in (*BOARDS, *COMPANY_BOARDS):
        rungs = ladder(kept, board)
        if len(rungs) > 1:
            put(folder / f"ladder-{board}.svg", picture(rungs, board))
            pictures.append(f"![Ratings on {board}]({folder.name}/ladder-{board}.svg)")
    page = folder.parent / f"{folder.name}.md"
    put(page, "\n".join(page_lines(kept, len(every), pictures)) + "\n")
    return page


def page_lines(kept: Kept, wanted: int, pictures: Sequence[str]) -> list[str]:
    lines = ["# How strong the bots are", "", INTRODUCTION, "", f"{len(kept)} of {wanted} matches have results."]
    if pictures:
        lines += ["", "## Ladders", "", OF_LADDERS]
        for shown in pictures:
            lines += ["", shown]
    for title, prefix in GROUPS:
        found = [(trial, facts) for trial, facts in kept if trial.name.startswith(prefix) and ITSELF not in trial.name]
        if found:
            lines += ["", f"## {title}", "", *match_table(found)]
    found = [(trial, facts) for trial, facts in kept if ITSELF in trial.name]
    if found:
        lines += ["", "## Mean score against itself", "", *SCORE_HEAD]
        for trial, facts in found:
            lines.append(
                f"| {trial.bots[0]} | {trial.map} | {score_of(trial, facts)} | {facts['games']} | {age(trial, facts)} |"
            )
    return lines


def match_table(kept: Kept) -> list[str]:
    lines = [*MATCH_HEAD]
    for trial, facts in kept:
        cells = [
            " – ".join(trial.bots),
            trial.map,
            str(trial.players),
            in_percent(trial, facts),
            trial.bar_in_words(),
            "reached" if facts["reached"] else "not yet" if facts["stopped"] else "**not reached**",
            facts["test"]["verdict"] if "test" in facts else "all games",
            str(facts["games"]),
            age(trial, facts),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def age(trial: Trial, facts: Facts) -> str:
    """Whether a result is complete, and its rules and bots still behave the same."""
    if facts["stopped"]:
        return "under way"
    return "stale" if changes_since(trial, facts["code"]) else ""


def in_percent(trial: Trial, facts: Facts) -> str:
    """The first bot's share of the wins with its interval."""
    first = facts["bots"][trial.bots[0]]
    low, high = first["interval"]
    return f"{100 * first['win_rate']:.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def score_of(trial: Trial, facts: Facts) -> str:
    """The first bot's mean score with its interval."""
    first = facts["bots"][trial.bots[0]]
    low, high = first["score_interval"]
    return f"{first['score']:.1f} ({low:.1f}–{high:.1f})"


# The ladder


def ladder(kept: Kept, board: str) -> list[Rung]:
    """The ratings on a board that make the results of its matches of two likeliest, the best first."""
    wins: dict[tuple[str, str], float] = {}
    for trial, facts in kept:
        if trial.map == board and trial.players == 2 and len(trial.bots) == 2:
            one, other = trial.bots
            won = facts["bots"][one]["win_rate"] * facts["games"]
            # A prior of half a win for each side: no rating becomes infinite.
            wins[one, other] = wins.get((one, other), 0.5) + won
            wins[other, one] = wins.get((other, one), 0.5) + facts["games"] - won
    rating = dict.fromkeys(joined_to(ANCHOR, wins), 0.0)
    error = dict(rating)
    for _ in range(STEPS):
        for bot in rating:
            slope = curve = 0.0
            for other in rating:
                if (bot, other) in wins:
                    games = wins[bot, other] + wins[other, bot]
                    likely = 1 / (1 + exp(rating[other] - rating[bot]))
                    slope += wins[bot, other] - games * likely
                    curve += games * likely * (1 - likely)
            if bot != ANCHOR:
                rating[bot] += max(-1.0, min(1.0, slope / curve))
                error[bot] = 1 / sqrt(curve)
    rungs = [Rung(bot, ELO * rating[bot], ELO * error[bot]) for bot in rating]
    return sorted(rungs, key=lambda rung: -rung.rating)


def joined_to(bot: str, wins: dict[tuple[str, str], float]) -> list[str]:
    """The bots that are connected with one by matches, including itself."""
    found = [bot]
    for here in found:
        found += [other for one, other in sorted(wins) if one == here and other not in found]
    return found


def picture(rungs: Sequence[Rung], board: str) -> str:
    """The rating chart as a separate SVG file."""
    scale = Scale(
        min(rung.rating - 2 * rung.error for rung in rungs), max(rung.rating + 2 * rung.error for rung in rungs)
    )
    body = []
    for row, rung in enumerate(rungs):
        y = middle(row)
        low, high = scale.at(rung.rating - 2 * rung.error), scale.at(rung.rating + 2 * rung.error)
        body += [
            row_name(row, rung.bot),
            f'<line class="whisker" x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}"/>',
            f'<circle class="dot" cx="{scale.at(rung.rating):.1f}" cy="{y}" r="6"/>',
            text("value", scale.at(rung.rating), y - 11, f"{rung.rating:+.0f}"),
        ]
    words = "; ".join(f"{rung.bot} {rung.rating:+.0f} plus or minus {2 * rung.error:.0f}" for rung in rungs)
    return drawing(f"Ratings on {board}", words, len(rungs), scale, f"rating on {board}", body, STYLE) + "\n"

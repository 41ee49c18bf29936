"""The report of a match: one self-contained HTML page, light or dark as the reader's system."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from trunkline.lab.arena.arena import Result
from trunkline.lab.arena.charts import ITEM_WORDS, distributions, ladder, sources
from trunkline.lab.arena.fingerprint import in_words
from trunkline.lab.arena.standings import RULE, Standing, ranked
from trunkline.lab.simulate import ITEMS, Interval
from trunkline.maps.edition import short_name

STYLE = """
:root { color-scheme: light dark; --paper: #fbf8f1; --ink: #26231d; --soft: #6b6558; --line: #ddd5c4; --accent: #1f5f8b;
  --hill: #9cc3dd; --inside: #fff; --bad: #a3271c;
  --routes: #1f5f8b; --tickets: #8a5a00; --longest_path: #3d6b2f; --stations: #7a3d8c; --globetrotter: #a3271c;
  --ports: #00696b; --exchange: #5d5d5d; --money: #1f5f8b; --trains_left: #3d6b2f; }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1a17; --ink: #efe9db; --soft: #b3ab9a; --line: #403b32;
  --accent: #8cc4ea; --hill: #2f5a78; --inside: #14130f; --bad: #ff9d8f;
  --routes: #8cc4ea; --tickets: #e5b860; --longest_path: #a3cf8f; --stations: #d3a4e3; --globetrotter: #ff9d8f;
  --ports: #6fd0cf; --exchange: #bdbdbd; --money: #8cc4ea; --trains_left: #a3cf8f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 54rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .2rem; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .4rem; }
p { margin: .3rem 0 .8rem; } .soft { color: var(--soft); font-size: .9rem; } .bad { color: var(--bad); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } thead th { color: var(--soft); font-weight: 600; }
svg { width: 100%; height: auto; display: block; } svg text { fill: var(--ink); font: 13px system-ui, sans-serif; }
svg .mark, svg .unit { fill: var(--soft); font-size: 12px; } svg .grid { stroke: var(--line); }
svg .zero { stroke: var(--ink); } svg .whisker { stroke: var(--accent); stroke-width: 3; }
svg .dot { fill: var(--accent); }
svg .hill { fill: var(--hill); stroke: var(--accent); } svg .half { stroke: var(--accent); stroke-width: 3; }
svg .inside { fill: var(--inside); font-size: 12px; font-weight: 600; } svg .name { font-weight: 600; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding: 0; list-style: none; font-size: .9rem; }
.legend span { display: inline-block; width: .8em; height: .8em; margin-right: .4em; border-radius: 2px; }
"""
INKS = "".join(
    f"svg .item-{item} {{ fill: var(--{item}); }} .key-{item} {{ background: var(--{item}); }}" for item in ITEMS
)


def report(result: Result) -> str:
    """The page, as HTML."""
    match = result.match
    bots = [one for one in ranked(result.standings) if one.games]
    title = f"Arena: {', '.join(match.names)} on {short_name(match.map)}"
    variant = "" if match.variant == "base" else f", variant {match.variant}"
    games = f"{match.players} players{variant} · {len(result.rows)} games in {result.rounds} rounds"
    made = f"seed {match.seed} · {' and '.join(map(in_words, result.codes))}"
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{STYLE}{INKS}</style></head><body><main>",
        f"<h1>{escape(title)}</h1>",
        f'<p class="soft">{escape(games)} · {escape(made)}</p>',
    ]
    if not bots:
        return "\n".join([*parts, "<p>No round is complete yet.</p></main></body></html>"])
    parts += [verdict(result), wins(bots)]
    if len(bots) > 1:
        parts += ["<h2>Rating ladder</h2>", ladder(bots), encounters(bots)]
    items = [item for item in ITEMS if any(abs(one.items[item]) >= 0.05 for one in bots)]
    parts += ["<h2>Scores</h2>", distributions(bots), "<h2>Where points come from</h2>", legend(items)]
    parts += [sources(bots, items), sheets(bots, items), "<h2>How they play</h2>", habits(bots)]
    parts += ["<h2>Seconds a move</h2>", pace(bots)]
    parts += ["<h2>Faults</h2>", faults(bots), "<h2>How it is measured</h2>", method(result), "</main></body></html>"]
    return "\n".join(part for part in parts if part) + "\n"


def table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    lines = []
    for first, *cells in rows:
        rest = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        lines.append(f'<tr><th scope="row">{escape(first)}</th>{rest}</tr>')
    body = "".join(lines)
    # A table that is wider than the screen scrolls, also by keyboard.
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def percent(share: Interval | None) -> str:
    if share is None:
        return "–"
    return f"{100 * share.value:.1f} % ({100 * share.low:.1f}–{100 * share.high:.1f})"


def verdict(result: Result) -> str:
    test = result.verdict
    if test is None:
        return ""
    words = {"above": "clearly above", "below": "clearly below", "undecided": "not clearly on either side of"}
    return (
        f"<p><strong>{escape(test.bot)} is {words[test.verdict]} {100 * test.bar:.0f} %</strong>: "
        f"{100 * test.win_rate:.1f} % in {test.rounds} rounds, between {100 * test.low:.1f} and "
        f"{100 * test.high:.1f} % by an interval that is valid at any stopping time.</p>"
    )


def wins(bots: Sequence[Standing]) -> str:
    rows = [
        [one.name, percent(one.win_rate), f"{100 * one.chance:.0f} %", f"{one.score.value:.1f}", str(one.games)]
        for one in bots
    ]
    return table("Win rates", ("bot", "win rate, 95 %", "chance", "mean score", "games"), rows)


def encounters(bots: Sequence[Standing]) -> str:
    """Who was ahead of whom, if more than two bots met."""
    if len(bots) < 3:
        return ""
    rows = [
        [one.name, *(f"{100 * one.ahead[other.name]:.0f} %" if other.name in one.ahead else "–" for other in bots)]
        for one in bots
    ]
    note = '<p class="soft">How often the bot of the row had more points than the bot of the column.</p>'
    return note + table("Who was ahead of whom", ("bot", *(one.name for one in bots)), rows)


def legend(items: Sequence[str]) -> str:
    keys = "".join(f'<li><span class="key-{item}"></span>{ITEM_WORDS[item]}</li>' for item in items)
    return f'<ul class="legend" aria-hidden="true">{keys}</ul>'


def sheets(bots: Sequence[Standing], items: Sequence[str]) -> str:
    rows = [[one.name, *(f"{one.items[item]:.1f}" for item in items), f"{one.score.value:.1f}"] for one in bots]
    return table("Mean score sheets", ("bot", *(ITEM_WORDS[item] for item in items), "total"), rows)


def habits(bots: Sequence[Standing]) -> str:
    heads = ("bot", "tickets taken", "completed", "failed", "routes claimed", "spaces a route", "blocks", "moves")
    rows = [
        [
            one.name,
            *(f"{one.means[name]:.1f}" for name in ("taken", "completed", "failed", "claims")),
            f"{one.route_length:.2f}",
            f"{one.means['blocks']:.2f}",
            f"{one.means['moves']:.0f}",
        ]
        for one in bots
    ]
    note = (
        '<p class="soft">Means per game. A block is a claim that lengthens a path that another player needs for a '
        "ticket, and shortens none of one’s own.</p>"
    )
    return note + table("How they play", heads, rows)


def pace(bots: Sequence[Standing]) -> str:
    rows = [
        [one.name, *(f"{value:.2g}" for value in (one.seconds, one.seconds_99, one.seconds_longest))] for one in bots
    ]
    return table("Seconds a move", ("bot", "mean", "99 % take at most", "longest"), rows)


def faults(bots: Sequence[Standing]) -> str:
    named = [one for one in bots if one.faults]
    rule = f'<p class="soft">{escape(RULE)}</p>'
    if not named:
        return f"<p>No bot made a fault.</p>{rule}"
    lines = []
    for one in named:
        for kind, times in one.faults.items():
            lines.append(
                f'<li><strong class="bad">{escape(one.name)}</strong>: {kind} {times} times; first: '
                f"{escape(one.examples[kind])}</li>"
            )
        lines.append(f"<li><strong>{escape(one.name)}</strong> lost {one.out} games by faults.</li>")
    return f"<ul>{''.join(lines)}</ul>{rule}"


def method(result: Result) -> str:
    size = result.match.games_per_round
    return (
        f"<p>A round is one deal, played {size} times so that every bot sits at every seat. A win rate is the share of "
        "games won, a victory shared by k counting 1/k; its interval is Wilson’s for the effective number of "
        "independent games. Ratings are openskill’s (Plackett-Luce), game after game. Chance is a bot’s share of the "
        "seats.</p>"
    )

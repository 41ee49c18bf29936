"""The plots of the report as SVG, with colours from the page: ratings, score distributions, sources of points."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor

from trunkline.lab.arena.standings import Standing

WIDTH = 760
LEFT = 170
RIGHT = 60
ROW = 44
TOP = 12
AXIS = 34
BINS = 40

ITEM_WORDS = {
    "routes": "routes",
    "tickets": "tickets, minus failed ones",
    "longest_path": "longest path",
    "stations": "stations kept",
    "globetrotter": "most tickets",
    "ports": "ports",
    "exchange": "exchanges",
    "money": "dollars in hand",
    "trains_left": "trains left",
}


class Scale:
    """The horizontal scale of a plot, with round numbers as marks."""

    def __init__(self, low: float, high: float) -> None:
        span = max(high - low, 1e-9)
        step = next(s * 10.0**e for e in range(-3, 6) for s in (1, 2, 5) if span / (s * 10**e) <= 8)
        self.low = floor(low / step) * step
        self.high = max(ceil(high / step) * step, self.low + step)
        self.marks = [self.low + step * n for n in range(round((self.high - self.low) / step) + 1)]

    def at(self, value: float) -> float:
        """The position of a value, in units of the drawing."""
        return LEFT + (value - self.low) / (self.high - self.low) * (WIDTH - LEFT - RIGHT)


def drawing(
    title: str, words: str, rows: int, scale: Scale, unit: str, body: Sequence[str], style: str | None = None
) -> str:
    """A plot with rows and an axis below them; `words` is the alternative text.

    With a style it is a separate file with its own background.
    """
    bottom = TOP + rows * ROW
    size = f'viewBox="0 0 {WIDTH} {bottom + AXIS}"'
    alone = ' xmlns="http://www.w3.org/2000/svg"' if style is not None else ""
    parts = [
        f'<svg{alone} {size} role="img" aria-label="{escape(title)}. {escape(words)}">',
        *([f'<style>{style}</style><rect width="100%" height="100%"/>'] if style is not None else []),
        *(
            f'<line class="grid" x1="{scale.at(mark):.1f}" x2="{scale.at(mark):.1f}" y1="{TOP}" y2="{bottom}"/>'
            + text("mark", scale.at(mark), bottom + 16, f"{mark:g}")
            for mark in scale.marks
        ),
        text("unit", WIDTH - RIGHT, bottom + 31, unit, "end"),
        *body,
        "</svg>",
    ]
    return "\n".join(parts)


def text(kind: str, x: float, y: float, words: str, anchor: str = "middle") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def row_name(row: int, name: str) -> str:
    shown = name if len(name) <= 22 else f"…{name[-21:]}"
    return text("name", LEFT - 12, middle(row) + 4, shown, "end")


def middle(row: int) -> int:
    return TOP + row * ROW + ROW // 2


def ladder(bots: Sequence[Standing]) -> str:
    """Ratings, the best first, each with twice its uncertainty either side."""
    reach = [(one.rating.mu - 2 * one.rating.sigma, one.rating.mu + 2 * one.rating.sigma) for one in bots]
    scale = Scale(min(low for low, _ in reach), max(high for _, high in reach))
    body = []
    for row, (one, (low, high)) in enumerate(zip(bots, reach, strict=True)):
        y = middle(row)
        body += [
            row_name(row, one.name),
            f'<line class="whisker" x1="{scale.at(low):.1f}" x2="{scale.at(high):.1f}" y1="{y}" y2="{y}"/>',
            f'<circle class="dot" cx="{scale.at(one.rating.mu):.1f}" cy="{y}" r="6"/>',
            text("value", scale.at(one.rating.mu), y - 11, f"{one.rating.mu:.1f}"),
        ]
    words = "; ".join(f"{one.name} {one.rating.mu:.1f} plus or minus {2 * one.rating.sigma:.1f}" for one in bots)
    return drawing("Rating ladder", words, len(bots), scale, "openskill rating, ± two deviations", body)


def distributions(bots: Sequence[Standing]) -> str:
    """The distribution of scores for each bot, with the middle half and the mean below it."""
    scale = Scale(min(min(one.scores) for one in bots), max(max(one.scores) for one in bots))
    width = (scale.high - scale.low) / BINS
    counts = []
    for one in bots:
        bins = [0.0] * BINS
        for score in one.scores:
            bins[min(int((score - scale.low) / width), BINS - 1)] += 1 / len(one.scores)
        counts.append(bins)
    highest = max(max(bins) for bins in counts)
    body = []
    words = []
    for row, (one, bins) in enumerate(zip(bots, counts, strict=True)):
        base = TOP + (row + 1) * ROW - 10
        hill = [f"M{LEFT} {base}"]
        for number, share in enumerate(bins):
            x, y = scale.at(scale.low + (number + 0.5) * width), base - share / highest * (ROW - 14)
            hill.append(f"L{x:.1f} {y:.1f}")
        hill.append(f"L{WIDTH - RIGHT} {base}Z")
        ordered = sorted(one.scores)
        low, high = ordered[len(ordered) // 4], ordered[(3 * len(ordered)) // 4]
        body += [
            row_name(row, one.name),
            f'<path class="hill" d="{"".join(hill)}"/>',
            f'<line class="half" x1="{scale.at(low):.1f}" x2="{scale.at(high):.1f}" y1="{base + 4}" y2="{base + 4}"/>',
            f'<circle class="dot" cx="{scale.at(one.score.value):.1f}" cy="{base + 4}" r="4.5"/>',
            text("value", WIDTH - RIGHT + 8, base, f"{one.score.value:.1f}", "start"),
        ]
        words.append(f"{one.name} mean {one.score.value:.1f}, half of all between {low} and {high}")
    return drawing("Scores", "; ".join(words), len(bots), scale, "points at the end; dot: mean, bar: middle half", body)


def sources(bots: Sequence[Standing], items: Sequence[str]) -> str:
    """Where each bot's points come from, side by side; lost points are left of zero."""
    lows = [sum(min(one.items[item], 0) for item in items) for one in bots]
    highs = [sum(max(one.items[item], 0) for item in items) for one in bots]
    scale = Scale(min(*lows, 0), max(*highs, 1))
    body = []
    words = []
    for row, one in enumerate(bots):
        y = TOP + row * ROW + 8
        body.append(row_name(row, one.name))
        ends = [0.0, 0.0]
        for item in items:
            value = one.items[item]
            side = 0 if value < 0 else 1
            start, ends[side] = ends[side], ends[side] + value
            x, x2 = sorted((scale.at(start), scale.at(ends[side])))
            if x2 - x < 0.3:
                continue
            size = f'x="{x:.1f}" y="{y}" width="{max(x2 - x - 1.5, 0.5):.1f}" height="{ROW - 16}"'
            tip = f"<title>{escape(one.name)}: {ITEM_WORDS[item]} {value:.1f}</title>"
            body.append(f'<rect class="item-{item}" {size}>{tip}</rect>')
            if x2 - x > 34:
                body.append(text("inside", (x + x2) / 2, y + 18, f"{value:.0f}"))
        words.append(f"{one.name}: " + ", ".join(f"{ITEM_WORDS[item]} {one.items[item]:.1f}" for item in items))
    zero = f'<line class="zero" x1="{scale.at(0):.1f}" x2="{scale.at(0):.1f}" y1="{TOP}" y2="{TOP + len(bots) * ROW}"/>'
    return drawing("Where points come from", "; ".join(words), len(bots), scale, "points a game", [*body, zero])

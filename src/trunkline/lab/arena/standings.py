"""The results of each bot in a match: win rates with intervals, ratings, score sheets, habits, speed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from trunkline.lab.arena.game import COLUMNS, MAKING, STRIKES, Row, class_seconds
from trunkline.lab.arena.match import Match
from trunkline.lab.simulate import ITEMS, NINETY_FIVE, Interval

PLACE = {name: number for number, name in enumerate(COLUMNS)}
NO_SCORE = Interval(0.0, 0.0, 0.0)
SHRINKING = 10
"""Shrinkage: with fewer rounds than about this number, the games of a round count as nearly independent."""


@dataclass(frozen=True)
class Rating:
    """openskill's estimate of a strength (Plackett-Luce): all begin at 25 ± 8.3."""

    mu: float
    sigma: float


@dataclass
class Standing:
    """The result of one bot. Means are over its seats in all games."""

    name: str
    games: int = 0
    seats: int = 0
    wins: float = 0.0
    """A victory shared by k seats counts 1/k for each."""
    win_rate: Interval | None = None
    """None for a bot that met no other bot."""
    chance: float = 0.0
    """Its share of the seats: what it would win if all bots were equally good."""
    rating: Rating = Rating(0.0, 0.0)
    score: Interval = NO_SCORE
    scores: list[int] = field(default_factory=list)
    items: dict[str, float] = field(default_factory=dict)
    means: dict[str, float] = field(default_factory=dict)
    """Tickets completed, failed and taken, claims, blocks, moves."""
    route_length: float = 0.0
    """Spaces of a claimed route, on average."""
    seconds: float = 0.0
    seconds_99: float = 0.0
    seconds_longest: float = 0.0
    ahead: dict[str, float] = field(default_factory=dict)
    """By other bot: the share of encounters in which it had more points; equal points count half."""
    faults: dict[str, int] = field(default_factory=dict)
    examples: dict[str, str] = field(default_factory=dict)
    """The first message of each kind of fault."""
    out: int = 0
    """Games lost by faults."""


def standings(match: Match, rows: Sequence[Row]) -> list[Standing]:
    """The standings of all bots, in the order named. The rows are complete rounds, in the order of the games."""
    found = [standing(match, name, rows) for name in match.names]
    ratings = rate(match, rows)
    for one in found:
        one.rating = ratings[one.name]
    return found


def ranked(found: Iterable[Standing]) -> list[Standing]:
    """The strongest first; those that have not played last."""
    return sorted(found, key=lambda one: (one.games == 0, -one.rating.mu))


def standing(match: Match, name: str, rows: Sequence[Row]) -> Standing:
    one = Standing(name)
    by_round: dict[int, list[float]] = {}
    scores_by_round: dict[int, list[int]] = {}
    seats: list[list[int]] = []
    total = longest = 0.0
    classes: Counter[int] = Counter()
    faults: Counter[str] = Counter()
    ahead: dict[str, list[float]] = {}
    for row in rows:
        bots = match.seats(row["game"])
        mine = [seat for seat, bot in enumerate(bots) if bot == name]
        if not mine:
            continue
        one.games += 1
        one.seats += len(mine)
        won = sum(seat in row["won"] for seat in mine) / max(len(row["won"]), 1)
        one.wins += won
        deal = match.round_of(row["game"])
        by_round.setdefault(deal, []).append(won)
        for seat in mine:
            values = row["seats"][seat]
            seats.append(values)
            scores_by_round.setdefault(deal, []).append(values[PLACE["score"]])
            spent, most, sorted_ = row["seconds"][seat]
            total += spent
            longest = max(longest, most)
            for number, times in sorted_:
                classes[number] += times
            for other, bot in enumerate(bots):
                if bot != name:
                    theirs = row["seats"][other][PLACE["score"]]
                    ahead.setdefault(bot, []).append(compare(values[PLACE["score"]], theirs))
        for move, seat, kind, text in row.get("faults", []):
            if seat in mine:
                faults[kind] += 1
                when = "while it was made" if move == MAKING else f"move {move}"
                one.examples.setdefault(kind, f"{text} (game {row['game']}, {when})")
    if not seats:
        return one
    one.ahead = {bot: sum(results) / len(results) for bot, results in ahead.items()}
    if one.ahead:
        one.win_rate = share_of_rounds(list(by_round.values()))
    one.chance = one.seats / (one.games * match.players)
    one.scores = [values[PLACE["score"]] for values in seats]
    one.score = mean_of_rounds(list(scores_by_round.values()))
    means = {column: sum(values[PLACE[column]] for values in seats) / len(seats) for column in COLUMNS}
    one.items = {item: means[item] for item in ITEMS}
    one.means = {name: means[name] for name in ("completed", "failed", "taken", "claims", "blocks", "moves")}
    one.route_length = means["spaces"] / means["claims"] if means["claims"] else 0.0
    asked = sum(classes.values())
    one.seconds = total / asked if asked else 0.0
    one.seconds_99 = min(quantile(classes, 0.99), longest)
    one.seconds_longest = longest
    one.faults = dict(faults)
    one.out = sum(values[PLACE["out"]] for values in seats)
    return one


def compare(mine: int, theirs: int) -> float:
    return 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0


def quantile(classes: Mapping[int, int], share: float) -> float:
    """A quantile of the seconds of a move, with an error of at most a tenth."""
    left = share * sum(classes.values())
    for number in sorted(classes):
        left -= classes[number]
        if left <= 0:
            return class_seconds(number)
    return 0.0


def share_of_rounds(rounds: Sequence[Sequence[float]]) -> Interval:
    """A win rate with its 95 % interval, from the results of the games of each round.

    It is Wilson's interval for the effective number of independent games. That number is estimated from the variance
    between rounds, and shrunk towards the number of games while there are few rounds.

    >>> share_of_rounds([[1.0, 0.0]] * 10)
    Interval(value=0.5, low=0.35..., high=0.64...)
    >>> share_of_rounds([[1.0, 1.0]] * 10)
    Interval(value=1.0, low=0.83..., high=1.0)
    """
    games = sum(len(results) for results in rounds)
    share = sum(sum(results) for results in rounds) / games
    plain = share * (1 - share)
    effect = 1.0
    if len(rounds) > 1 and plain > 0:
        # The design effect: the variance of the sum, divided by what it would be for independent games.
        spread = sum((sum(results) - len(results) * share) ** 2 for results in rounds)
        measured = spread * len(rounds) / (len(rounds) - 1) / (games * plain)
        effect = (measured * len(rounds) + SHRINKING) / (len(rounds) + SHRINKING)
    number = games / effect
    z = NINETY_FIVE
    middle = (share + z * z / (2 * number)) / (1 + z * z / number)
    reach = z * sqrt(plain / number + z * z / (4 * number * number)) / (1 + z * z / number)
    return Interval(share, max(0.0, middle - reach), min(1.0, middle + reach))


def mean_of_rounds(rounds: Sequence[Sequence[int]]) -> Interval:
    """A mean with its 95 % interval by the normal approximation over rounds."""
    number = sum(len(values) for values in rounds)
    value = sum(sum(values) for values in rounds) / number
    reach = 0.0
    if len(rounds) > 1:
        spread = sum((sum(values) - len(values) * value) ** 2 for values in rounds)
        reach = NINETY_FIVE * sqrt(spread * len(rounds) / (len(rounds) - 1)) / number
    return Interval(value, value - reach, value + reach)


def rate(match: Match, rows: Iterable[Row]) -> dict[str, Rating]:
    """Ratings by openskill, game after game. A bot at several seats of a game gets the mean of their changes."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {name: (model.rating().mu, model.rating().sigma) for name in match.names}
    for row in rows:
        bots = match.seats(row["game"])
        if len(set(bots)) == 1:
            continue
        teams = [[model.rating(mu=ratings[bot][0], sigma=ratings[bot][1])] for bot in bots]
        rated = model.rate(teams, ranks=places(row))
        for bot in dict.fromkeys(bots):
            mine = [rated[seat][0] for seat, name in enumerate(bots) if name == bot]
            ratings[bot] = (sum(one.mu for one in mine) / len(mine), sum(one.sigma for one in mine) / len(mine))
    return {name: Rating(mu, sigma) for name, (mu, sigma) in ratings.items()}


def places(row: Row) -> list[float]:
    """The place of each seat: winners first, then by points, and last those that lost by faults."""

    def key(seat: int) -> tuple[int, int]:
        values = row["seats"][seat]
        if seat in row["won"]:
            return 0, 0
        return (2, 0) if values[PLACE["out"]] else (1, -values[PLACE["score"]])

    keys = [key(seat) for seat in range(len(row["seats"]))]
    order = sorted(set(keys))
    return [float(order.index(one)) for one in keys]


def facts(one: Standing) -> dict[str, Any]:
    """A standing as JSON."""
    return {
        "games": one.games,
        "seats": one.seats,
        "wins": round(one.wins, 4),
        "win_rate": round(one.win_rate.value, 5) if one.win_rate else None,
        "interval": [round(one.win_rate.low, 5), round(one.win_rate.high, 5)] if one.win_rate else None,
        "chance": round(one.chance, 5),
        "rating": {"mu": round(one.rating.mu, 3), "sigma": round(one.rating.sigma, 3)},
        "score": round(one.score.value, 3),
        "score_interval": [round(one.score.low, 3), round(one.score.high, 3)],
        "score_quantiles": quantiles(one.scores),
        "items": {name: round(value, 3) for name, value in one.items.items()},
        "tickets": {name: round(one.means.get(name, 0.0), 3) for name in ("taken", "completed", "failed")},
        "claims": round(one.means.get("claims", 0.0), 3),
        "blocks": round(one.means.get("blocks", 0.0), 3),
        "route_length": round(one.route_length, 3),
        "moves": round(one.means.get("moves", 0.0), 2),
        "seconds_per_move": {
            "mean": round(one.seconds, 7), "p99": round(one.seconds_99, 7), "max": round(one.seconds_longest, 6)
        },
        "ahead": {name: round(value, 4) for name, value in one.ahead.items()},
        "faults": one.faults,
        "first_faults": one.examples,
        "lost_by_faults": one.out,
    }  # fmt: skip


def quantiles(scores: Sequence[int]) -> list[int]:
    """The minimum, the quartiles and the maximum."""
    ordered = sorted(scores)
    return [ordered[(len(ordered) - 1) * part // 4] for part in range(5)] if ordered else []


RULE = (
    "If a bot raises an error, returns an illegal action, ends its process or exceeds the time limit, its move is made "
    f"at random; with {STRIKES} such faults in a game it has lost that game."
)

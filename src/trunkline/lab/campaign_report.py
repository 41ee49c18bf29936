"""Counts what many simulated campaigns show: slips and length by game, who wins, and how much the past decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from msgspec import Struct

from trunkline.campaign.content import Content
from trunkline.lab.campaigns import CampaignOutcome
from trunkline.lab.card_report import EVENT, CardLine, card_lines, mean_interval, why_never
from trunkline.lab.module_worth import ModuleSkill, ModuleWorth
from trunkline.lab.simulate import Interval, wilson
from trunkline.maps.later_cards import later_cards
from trunkline.maps.load import load_map
from trunkline.maps.territories import territories_of


class GameLine(Struct, frozen=True):
    """One of the twelve games, over all campaigns."""

    game: int
    slip: Interval
    """Mean slip of a company."""
    turns: Interval
    """Turns of a company."""
    moves: Interval
    """Moves of all companies: a turn may be several."""
    newspapers: Interval
    events: Interval
    """News events that were turned up."""
    company_income: Interval
    """Dollars of a company for routes of its own colour."""
    ties: Interval
    """Share of the games in which the two best slips were equal."""
    leader_wins: Interval
    """How often the company with the largest sum of slips after this game wins the campaign."""
    rank_correlation: Interval | None
    """Of the places in this game and in the one before."""
    last_place_worth: Interval | None
    """What the last place of the game before gets on its slip beyond the mean of all."""


class CampaignReport(Struct, frozen=True):
    companies: int
    campaigns: int
    games: tuple[GameLine, ...]
    wins_by_company: dict[str, Interval]
    """Of the campaigns that a company was in."""
    wins_by_seat: tuple[Interval, ...]
    """By the order of the founding."""
    events: dict[str, float]
    """Share of the campaigns in which a news event was turned up."""
    territories: dict[str, float]
    """Share of the campaigns in which a territory was chartered."""
    votes: dict[str, float]
    """Share of the campaigns in which a vote ended like this: `warning a`."""
    story: dict[str, float]
    """Share of the campaigns in which a story card was read."""
    medals: dict[str, float]
    """Share of the campaigns in which somebody won a medal."""
    spikes: dict[str, float]
    """Share of the campaigns in which the golden spike of a territory was driven."""
    total: Interval
    """Mean total of a winner."""
    totals: dict[str, Interval]
    """Mean total of a company, less the mean of its campaign."""
    cards: tuple[CardLine, ...] = ()
    """Every module, crew card, event, postcard and bonus of the content."""
    module_worth: tuple[ModuleWorth, ...] = ()
    """Of pairs of campaigns, if they were played."""
    module_skill: tuple[ModuleSkill, ...] = ()
    """Of planners that use a module and planners that ignore it, if they were played."""


def report_of(
    outcomes: Sequence[CampaignOutcome],
    content: Content | None = None,
    worths: Sequence[ModuleWorth] = (),
    skills: Sequence[ModuleSkill] = (),
) -> CampaignReport:
    """The report of campaigns with the same number of companies; with the cards of a content, if it is given."""
    winners = [next(iter(outcome.totals)) for outcome in outcomes]
    played: Counter[str] = Counter(company for outcome in outcomes for company in outcome.companies)
    won = Counter(winners)
    seats = Counter(outcome.companies.index(winner) for outcome, winner in zip(outcomes, winners, strict=True))
    number = len(outcomes[0].companies)
    count = len(outcomes)
    return CampaignReport(
        companies=number,
        campaigns=count,
        games=tuple(_game_line(outcomes, winners, game) for game in range(len(outcomes[0].games))),
        wins_by_company={company: wilson(won[company], played[company]) for company in sorted(played)},
        wins_by_seat=tuple(wilson(seats[seat], count) for seat in range(number)),
        events=_shares([{event for game in outcome.games for event in game.tally.events} for outcome in outcomes]),
        territories=_shares([set(outcome.territories) for outcome in outcomes]),
        votes=_shares([{f"{vote} {choice}" for vote, choice in outcome.votes.items()} for outcome in outcomes]),
        story=_shares([set(outcome.story) for outcome in outcomes]),
        medals=_shares([set(outcome.medals) for outcome in outcomes]),
        spikes=_shares([set(outcome.spikes) for outcome in outcomes]),
        total=mean_interval([max(outcome.totals.values()) for outcome in outcomes]),
        totals={
            company: mean_interval(
                [
                    outcome.totals[company] - fmean(outcome.totals.values())
                    for outcome in outcomes
                    if company in outcome.totals
                ]
            )
            for company in sorted(played)
        },
        cards=card_lines(outcomes, content) if content is not None else (),
        module_worth=tuple(worths),
        module_skill=tuple(skills),
    )


def _shares(found: Sequence[set[str]]) -> dict[str, float]:
    counts = Counter(name for names in found for name in names)
    return {name: counts[name] / len(found) for name in sorted(counts)}


def _game_line(outcomes: Sequence[CampaignOutcome], winners: Sequence[str], game: int) -> GameLine:
    games = [outcome.games[game] for outcome in outcomes]
    slips = [list(each.slips.values()) for each in games]
    leads = 0
    correlations: list[float] = []
    worth: list[float] = []
    for outcome, winner in zip(outcomes, winners, strict=True):
        sums = {
            company: sum(each.slips.get(company, 0) for each in outcome.games[: game + 1])
            for company in outcome.companies
        }
        leads += max(sums, key=lambda company: sums[company]) == winner
        if game > 0:
            before, now = outcome.games[game - 1].slips, outcome.games[game].slips
            correlations.append(rank_correlation(list(before), list(now)))
            worth.append(now[list(before)[-1]] - fmean(now.values()))
    return GameLine(
        game=game + 1,
        slip=mean_interval([slip for each in slips for slip in each]),
        turns=mean_interval([each.turns / len(each.slips) for each in games]),
        moves=mean_interval([each.tally.moves for each in games]),
        newspapers=mean_interval([each.newspapers for each in games]),
        events=mean_interval([len(each.tally.events) for each in games]),
        company_income=mean_interval([each.company_income / len(each.slips) for each in games]),
        ties=wilson(sum(len(each) > 1 and each[0] == each[1] for each in slips), len(slips)),
        leader_wins=wilson(leads, len(outcomes)),
        rank_correlation=mean_interval(correlations) if correlations else None,
        last_place_worth=mean_interval(worth) if worth else None,
    )


def rank_correlation(before: Sequence[str], now: Sequence[str]) -> float:
    """Spearman's coefficient of two rankings of the same companies.

    >>> rank_correlation(["red", "blue", "green"], ["red", "blue", "green"])
    1.0
    >>> rank_correlation(["red", "blue"], ["blue", "red"])
    -1.0
    """
    number = len(before)
    squares = sum((place - now.index(company)) ** 2 for place, company in enumerate(before))
    return 1 - 6 * squares / (number * (number**2 - 1))


def what_never_happened(report: CampaignReport, content: Content) -> dict[str, list[str]]:
    """What the content has and no campaign of the report saw, by kind and reason."""
    map_ = load_map(content.map)
    codes = list(territories_of(map_))
    later = later_cards(map_, content.version)
    known = {
        "news events, never turned up": ([event.id for event in (*map_.events, *later.events)], report.events),
        "territories, never chartered": (codes, report.territories),
        "votes, never decided so": ([f"{vote} {choice}" for vote in content.votes for choice in "ab"], report.votes),
        "story cards, never read": (
            [card.card for game in content.games for card in (*game.before, *game.after)],
            report.story,
        ),
        "medals, won by nobody": (list(content.medals), report.medals),
        "golden spikes, never driven": (codes, report.spikes),
    }
    cards: dict[str, list[str]] = {}
    for line in report.cards:
        if line.campaigns.value == 0 and line.kind != EVENT:
            cards.setdefault(f"{line.kind}, {why_never(line)}", []).append(line.name)
    missing = {kind: [name for name in names if name not in seen] for kind, (names, seen) in known.items()}
    return {kind: names for kind, names in missing.items() if names} | cards

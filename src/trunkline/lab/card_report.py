"""Counts what modules, crew, events, postcards and bonuses did in many campaigns, and what never occurred."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean, stdev

from msgspec import Struct

from trunkline.campaign.content import Content
from trunkline.campaign.offices import cards_of
from trunkline.lab.campaigns import CampaignOutcome, GameOutcome
from trunkline.lab.card_tally import Paid
from trunkline.lab.simulate import Interval, wilson
from trunkline.maps.later_cards import later_cards
from trunkline.maps.load import load_map
from trunkline.maps.modules import modules_of

MODULE, CREW, EVENT, POSTCARD, BONUS = "module", "crew", "event", "postcard", "bonus"
KINDS = (MODULE, CREW, EVENT, POSTCARD, BONUS)
NOTHING = Paid()


def mean_interval(numbers: Sequence[float]) -> Interval:
    """The mean with its 95 % interval, by the normal approximation."""
    mean = fmean(numbers)
    half = 1.96 * stdev(numbers) / len(numbers) ** 0.5 if len(numbers) > 1 else 0.0
    return Interval(mean, mean - half, mean + half)


def mean_or_none(numbers: Sequence[float]) -> Interval | None:
    return mean_interval(numbers) if numbers else None


class CardLine(Struct, frozen=True):
    """One module, crew card, event, postcard or bonus, over all campaigns."""

    kind: str
    name: str
    campaigns: Interval
    """Share of the campaigns in which it occurred."""
    times: Interval
    """How often it acted in a campaign, for all companies together; an event: how often it was turned up."""
    holders: int
    """Companies and games, over all campaigns, for which it could act: those with the module in force, the event turned
    up, the crew card hired or this bonus; of a postcard the companies that held it, counted once a campaign."""
    dollars: Interval | None
    """Of such a company, in one game (of a postcard: in the campaign); None if there was none."""
    cards: Interval | None
    vault: Interval | None
    by_company: dict[str, Interval]
    """Dollars and vault dollars together, by company."""
    met: Interval | None = None
    """Of a postcard: share of its holders that met it."""


class Share(Struct, frozen=True):
    """What one company got from one card in the games of one campaign for which it counts."""

    company: str
    times: int
    dollars: int
    cards: int
    vault: int
    games: int


def card_lines(outcomes: Sequence[CampaignOutcome], content: Content) -> tuple[CardLine, ...]:
    """A line for everything that the content has, also for what never occurred."""
    names = known_names(content)
    return tuple(
        _line(outcomes, kind, name, [_shares(outcome, kind, name) for outcome in outcomes])
        for kind in KINDS
        for name in names[kind]
    )


def known_names(content: Content) -> dict[str, list[str]]:
    """By kind: the names that the content knows."""
    map_ = load_map(content.map)
    office = cards_of(content)
    later = later_cards(map_, content.version)
    return {
        MODULE: [module.id for module in modules_of(map_, content.version).values()],
        CREW: [card.id for card in office.crew],
        EVENT: list(dict.fromkeys(event.id for event in (*map_.events, *later.events))),
        POSTCARD: [card.id for card in office.postcards],
        BONUS: [f"{company.id} {number}" for company in map_.companies for number in (1, 2)],
    }


def _counts(kind: str, name: str, game: GameOutcome, company: str) -> bool:
    """Whether a card could act for a company in a game."""
    tally = game.tally
    if kind == MODULE:
        return name in tally.modules
    if kind == CREW:
        return (company, name) in game.hired
    if kind == EVENT:
        return name in tally.events
    if kind == POSTCARD:
        return (company, name) in tally.held
    return name == f"{company} {tally.bonus}"


def _shares(outcome: CampaignOutcome, kind: str, name: str) -> list[Share]:
    """By company for which the card could act: what it got."""
    found = []
    source = name.split()[0]
    for company in outcome.companies:
        games = [game for game in outcome.games if company in game.slips and _counts(kind, name, game, company)]
        paid = [game.tally.paid.get(source, {}).get(company, NOTHING) for game in games]
        if games:
            award = outcome.awards.get(name, {}).get(company, 0) if kind == MODULE else 0
            found.append(
                Share(
                    company,
                    sum(each.times for each in paid),
                    sum(each.dollars for each in paid),
                    sum(each.cards for each in paid),
                    award + sum(each.vault for each in paid),
                    1 if kind == POSTCARD else len(games),
                )
            )
    return found


def _times(outcome: CampaignOutcome, kind: str, name: str, shares: Sequence[Share]) -> int:
    if kind == EVENT:
        return sum(game.tally.events.count(name) for game in outcome.games)
    given = kind == POSTCARD and not shares and name in outcome.shown
    return int(given) + sum(share.times for share in shares)


def _line(outcomes: Sequence[CampaignOutcome], kind: str, name: str, shares: Sequence[Sequence[Share]]) -> CardLine:
    times = [_times(outcome, kind, name, each) for outcome, each in zip(outcomes, shares, strict=True)]
    all_shares = [share for each in shares for share in each]
    companies = sorted({share.company for share in all_shares})
    met = [share.times > 0 for share in all_shares]
    return CardLine(
        kind,
        name,
        wilson(sum(number > 0 for number in times), len(outcomes)),
        mean_interval(times),
        sum(share.games for share in all_shares),
        _by_campaign(shares, lambda share: share.dollars),
        _by_campaign(shares, lambda share: share.cards),
        _by_campaign(shares, lambda share: share.vault),
        {company: found for company in companies if (found := _of_company(all_shares, company)) is not None},
        wilson(sum(met), len(met)) if kind == POSTCARD and met else None,
    )


def _by_campaign(shares: Sequence[Sequence[Share]], amount: Callable[[Share], int]) -> Interval | None:
    """The mean of a company and game. Companies of one campaign depend on each other: the interval is of campaigns."""
    return mean_or_none(
        [sum(amount(share) for share in each) / sum(share.games for share in each) for each in shares if each]
    )


def _of_company(shares: Iterable[Share], company: str) -> Interval | None:
    return mean_or_none([(share.dollars + share.vault) / share.games for share in shares if share.company == company])


def why_never(line: CardLine) -> str:
    """Why something did not occur in any campaign."""
    if line.kind == POSTCARD:
        return "held, but never met" if line.holders else "never held, because its ticket was not completed in time"
    if line.kind == MODULE:
        return "in force, but nobody used it" if line.holders else "its territory was not chartered in time"
    if line.kind == EVENT:
        return "never turned up"
    return "never hired" if line.kind == CREW else "no claim of its colour, or no such company"

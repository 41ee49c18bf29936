"""Final scoring of a campaign: pay for missed games, medals, and the total of each vault (L22, L23)."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median

from msgspec import Struct

from trunkline.campaign.entries import Result
from trunkline.campaign.state import Campaign, Company, Paper


class Account(Struct, frozen=True):
    """The opened vault of a company: its papers in order, their sum, and the tie-breakers."""

    company: str
    papers: tuple[Paper, ...]
    total: int
    completed: int
    """Tickets completed in all games."""


def missed_pay(campaign: Campaign, result: Result) -> int:
    """What a company is paid for a game that it missed: a share of the median slip of those who played."""
    pay = campaign.content.numbers.missed
    return max(pay.least, int(median(slip.total for slip in result.slips) * pay.percent) // 100)


def missed_papers(campaign: Campaign, company: Company) -> list[Paper]:
    """One for each game that the company missed, or that was played before it was founded."""
    found = []
    for game, result in enumerate(campaign.results, start=1):
        if game <= company.games_before or company.colour in campaign.absent(game):
            found.append(Paper("missed", missed_pay(campaign, result), game))
    return found


def medal_counts(campaign: Campaign) -> dict[str, dict[str, int]]:
    """By medal: the count of each company that decides it."""
    counts: dict[str, dict[str, int]] = {medal: {} for medal in campaign.content.medals}
    for company in campaign.active:
        slips = [slip for result in campaign.results for slip in result.slips if slip.company == company.colour]
        colour = company.colour
        counts["long-haul"][colour] = sum(slip.won for slip in slips)
        counts["good-neighbour"][colour] = len({city for slip in slips for city in slip.cities})
        limit = campaign.content.numbers.tight_schedule
        counts["tight-schedule"][colour] = sum(slip.trains_left <= limit for slip in slips)
    return counts


def medal_papers(campaign: Campaign) -> dict[str, list[Paper]]:
    """Medals by company. Ties share fully; a shared first leaves no second; two companies have no second."""
    papers: dict[str, list[Paper]] = {company.colour: [] for company in campaign.active}
    for medal, counts in medal_counts(campaign).items():
        first, second = campaign.content.medals[medal]
        for colour, place in places(counts).items():
            if place == 1 or (place == 2 and len(counts) > 2):
                papers[colour].append(Paper("medal", first if place == 1 else second, len(campaign.results), medal))
    return papers


def places(counts: Mapping[str, int]) -> dict[str, int]:
    """The place of each company with a count above 0: one more than the number of companies ahead of it."""
    return {
        colour: 1 + sum(other > count for other in counts.values()) for colour, count in counts.items() if count > 0
    }


def final_accounts(campaign: Campaign) -> list[Account]:
    """The accounts of all companies, best first (L23). Companies that have left are not counted (L28)."""
    medals = medal_papers(campaign)
    accounts = []
    for company in campaign.active:
        papers = (*company.papers, *missed_papers(campaign, company), *medals[company.colour])
        slips = [slip for result in campaign.results for slip in result.slips if slip.company == company.colour]
        completed = sum(len(slip.completed) for slip in slips)
        accounts.append(Account(company.colour, papers, sum(paper.dollars for paper in papers), completed))
    order = campaign.results[-1].turn_order

    def strength(account: Account) -> tuple[int, int, int]:
        later = order.index(account.company) if account.company in order else -1
        return account.total, account.completed, later

    return sorted(accounts, key=strength, reverse=True)

"""Any legal campaign actions: the same state at once, entry by entry and through a file; nothing is lost."""

from __future__ import annotations

from collections import Counter

import pytest

from campaign.boxes import years
from campaign.made_up import play_out
from tools import size
from trunkline.campaign.actions import to_act
from trunkline.campaign.content import versions
from trunkline.campaign.entries import AnyEntry, Played
from trunkline.campaign.fold import begin, fold, fold_all
from trunkline.campaign.logfile import fold_checked, read_lines, to_lines
from trunkline.campaign.reckoning import final_accounts
from trunkline.campaign.state import NAMING, OVER, PICKING, PLAYING, REMOVING, Campaign, copy, digest

SEEDS = range(size(8, 400))


def play_version(version: str, seed: int, companies: int) -> tuple[Campaign, list[AnyEntry]]:
    """A campaign of random legal actions to its end; from version 2 on its games use what the boxes hold."""
    return play_out(seed, companies) if version == "1" else years(lambda each: each.stage == OVER, companies, seed)


@pytest.mark.rule("L1")
@pytest.mark.parametrize("version", versions())
@pytest.mark.parametrize("companies", [2, 3, 4, 5])
def test_a_log_folds_to_one_campaign_however_it_is_read(companies: int, version: str) -> None:
    for seed in SEEDS if version == "1" else range(size(3, 60)):
        campaign, log = play_version(version, 100 + seed, companies)
        assert campaign.version == version
        again: Campaign = begin(log[0])  # type: ignore[arg-type]
        for entry in log[1:]:
            before = copy(again)
            fold(again, entry)
            fold(before, entry)
            assert digest(before) == digest(again)
        assert digest(again) == digest(campaign) == digest(fold_all(log))
        entries, _, _ = read_lines(b"".join(to_lines(log)), "test")
        assert entries == log
        assert digest(fold_checked(entries, "test")) == digest(campaign)


@pytest.mark.rule("L20")
@pytest.mark.parametrize("version", versions())
@pytest.mark.parametrize("companies", [2, 3, 4, 5])
def test_between_two_games_all_wait_for_one_company_at_most_twice(companies: int, version: str) -> None:
    """Consecutive decisions of one company are one sitting, whatever others decide meanwhile."""
    most = 0
    for seed in range(size(8, 60)):
        _, log = play_version(version, 900 + seed, companies)
        campaign: Campaign = begin(log[0])  # type: ignore[arg-type]
        sittings: list[str] = []
        for entry in log[1:]:
            fold(campaign, entry)
            if campaign.stage == PLAYING:
                sittings.clear()
            if campaign.stage in (REMOVING, NAMING, PICKING):
                (company,) = to_act(campaign)
                if sittings[-1:] != [company]:
                    sittings.append(company)
            most = max(most, len(sittings))
    assert most == 2


@pytest.mark.rule("L2")
@pytest.mark.rule("L23")
@pytest.mark.rule("L25")
@pytest.mark.parametrize("companies", [2, 3, 4, 5])
def test_nothing_is_lost_or_doubled_from_founding_to_epilogue(companies: int) -> None:
    for seed in SEEDS:
        _, log = play_out(500 + seed, companies)
        campaign: Campaign = begin(log[0])  # type: ignore[arg-type]
        played: list[Played] = []
        for entry in log[1:]:
            papers = {company.colour: list(company.papers) for company in campaign.companies}
            fold(campaign, entry)
            if isinstance(entry, Played):
                played.append(entry)
            check_conserved(campaign, played)
            for company in campaign.companies:  # what is in a vault stays there
                kept = papers.get(company.colour, [])
                assert company.papers[: len(kept)] == kept
        assert campaign.stage == OVER
        check_accounts(campaign, log)


def check_conserved(campaign: Campaign, played: list[Played]) -> None:
    # News events: each is in the deck or in the dead letter office, once.
    assert Counter([*campaign.deck, *campaign.dead_letters]) == Counter(set(campaign.ever))
    # Stamps: one for each ticket that a company completed.
    completed = Counter(
        (ticket, slip.company) for entry in played for slip in entry.result.slips for ticket in slip.completed
    )
    stamped = Counter((ticket, colour) for ticket, stamps in campaign.stamps.items() for colour in stamps)
    assert stamped == completed
    # Tickets: a retired one lies in the vault of the company that keeps it.
    kept = {
        paper.about: company.colour
        for company in campaign.companies
        for paper in company.papers
        if paper.kind == "ticket"
    }
    assert kept == campaign.retired
    # Money: every slip and every spike is in the vault of its company.
    for company in campaign.companies:
        slips = [slip for entry in played for slip in entry.result.slips if slip.company == company.colour]
        papers = [paper for paper in company.papers if paper.kind == "slip"]
        assert [paper.dollars for paper in papers] == [slip.total for slip in slips]
        vault = sum(paper.dollars for paper in company.papers if paper.kind == "spike")
        assert vault == sum(slip.vault for slip in slips)
    driven = [territory for entry in played for territory, _ in entry.result.spikes]
    assert set(campaign.spikes) == set(driven)
    assert set(campaign.spikes) <= set(campaign.territories) or not driven


def check_accounts(campaign: Campaign, log: list[AnyEntry]) -> None:
    """The opened vaults hold the papers, the pay for missed games and the medals, and nothing else."""
    for account in final_accounts(campaign):
        own = campaign.company(account.company).papers
        assert list(account.papers[: len(own)]) == own
        assert {paper.kind for paper in account.papers[len(own) :]} <= {"missed", "medal"}
        assert account.total == sum(paper.dollars for paper in account.papers)
        games = [paper.game for paper in account.papers if paper.kind in ("slip", "missed")]
        assert sorted(games) == list(range(1, 13))

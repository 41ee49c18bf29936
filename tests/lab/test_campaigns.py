"""Whole campaigns between bots: they end, repeat by their seed, and fold to the same state from their log."""

from __future__ import annotations

import socket
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from conftest import FULL
from trunkline.campaign.actions import legal
from trunkline.campaign.content import load_content, versions
from trunkline.campaign.entries import AnyEntry, Chartered, Founded, Played, Repainted, Voted
from trunkline.campaign.fold import fold_all
from trunkline.campaign.logfile import CampaignFile
from trunkline.campaign.offices import cards_of
from trunkline.campaign.presidents import choices, event_worth
from trunkline.campaign.reckoning import final_accounts
from trunkline.campaign.state import GAMES, OVER, Campaign, digest
from trunkline.lab.arena.match import BadMatch
from trunkline.lab.campaign_cluster import simulate_on_ray
from trunkline.lab.campaign_plots import write_plots
from trunkline.lab.campaign_report import rank_correlation, report_of, what_never_happened
from trunkline.lab.campaigns import campaign_outcome, play_campaign, simulate_campaigns

CAMPAIGNS = 500 if FULL else 2


def log_of(companies: int, seed: str, bot: str = "random") -> tuple[Campaign, list[AnyEntry]]:
    steps = list(play_campaign([bot] * companies, seed))
    return steps[-1][0], [entry for _, entry in steps]


@pytest.mark.parametrize("companies", [2, 3, 4, 5])
def test_campaigns_are_played_to_their_end(companies: int, tmp_path: Path) -> None:
    for number in range(CAMPAIGNS):
        campaign, entries = log_of(companies, f"end {number}")
        assert campaign.stage == OVER
        assert len(campaign.results) == GAMES
        assert len(campaign.territories) == 8
        assert len(campaign.votes) == 4
        assert not any(legal(campaign, company.colour) for company in campaign.active if not campaign.names)
        assert_every_paper_has_its_reason(campaign)
        assert digest(fold_all(entries)) == digest(campaign)
    file = CampaignFile.create(tmp_path / f"{companies}.campaign", entries[0])  # type: ignore[arg-type]
    file.append(entries[1:])
    assert digest(CampaignFile.read(file.path).campaign) == digest(campaign)


def assert_every_paper_has_its_reason(campaign: Campaign) -> None:
    papers: Counter[str] = Counter()
    for company in campaign.companies:
        for paper in company.papers:
            papers[paper.kind] += paper.dollars
    slips = [slip for result in campaign.results for slip in result.slips]
    registered = [card.ticket for card in cards_of(campaign.content).postcards]
    unregistered = [ticket for ticket in campaign.retired if ticket not in registered]
    voted = 5 * len(campaign.companies) if campaign.votes["hearing"] == "b" else 0
    assert papers.pop("slip") == sum(slip.total for slip in slips)
    assert papers.pop("ticket", 0) == len(unregistered) * campaign.content.numbers.retired_ticket
    assert papers.pop("vote", 0) == voted
    assert papers.pop("spike", 0) == sum(slip.vault for slip in slips)
    assert papers.pop("postcard", 0) == sum(slip.cards_vault for slip in slips)
    assert papers.pop("module", 0) > 0
    assert not papers


def test_a_campaign_repeats_by_its_seed() -> None:
    first, second, other = (log_of(3, seed)[1] for seed in ("a", "a", "b"))
    assert msgspec.json.encode(first) == msgspec.json.encode(second)
    assert msgspec.json.encode(first) != msgspec.json.encode(other)
    assert isinstance(first[0], Founded)


def test_better_bots_have_larger_slips() -> None:
    """Greedy companies earn more than random ones: the games are played by the bots of the companies."""
    mixed = campaign_outcome(("greedy", "random"), "mixed")
    greedy, random = mixed.companies
    assert mixed.totals[greedy] > 2 * mixed.totals[random]


def test_presidents_decide_sensibly() -> None:
    removed: dict[str, int] = {}
    for number in range(3):
        campaign, entries = log_of(4, f"sense {number}", "greedy")
        for entry in entries:
            if isinstance(entry, Repainted):
                assert campaign.repaints[entry.route] == entry.company
            if isinstance(entry, Voted):
                removed[entry.choice] = removed.get(entry.choice, 0) + 1
        assert sum(isinstance(entry, Chartered) for entry in entries) == 8
        assert sum(isinstance(entry, Played) for entry in entries) == GAMES
    assert set(removed) == {"a", "b"}, "votes are decided by lot"
    start = next(iter(play_campaign(["random"] * 2, "worth")))[0]
    assert event_worth(start, "blue", "coal-famine") < 0 < event_worth(start, "blue", "milk-run")
    assert choices(start, "blue", None) == []  # type: ignore[arg-type]


def test_the_report_adds_up() -> None:
    outcomes = list(simulate_campaigns(["random"] * 3, 4, seed="report"))
    again = list(simulate_campaigns(["random"] * 3, 4, seed="report", workers=2))
    assert outcomes == again, "worker processes play the same campaigns"
    report = report_of(outcomes)
    assert (report.companies, report.campaigns, len(report.games)) == (3, 4, GAMES)
    assert sum(share.value for share in report.wins_by_seat) == pytest.approx(1)
    assert all(report.territories[code] == 1 for code in outcomes[0].territories)
    first = report.games[0]
    slips = [slip for outcome in outcomes for slip in outcome.games[0].slips.values()]
    assert first.slip.value == pytest.approx(sum(slips) / len(slips))
    assert first.rank_correlation is None
    assert report.games[-1].leader_wins.value <= 1
    assert all(-1 <= line.rank_correlation.value <= 1 for line in report.games[1:] if line.rank_correlation)


def test_what_is_counted_of_a_game() -> None:
    """Moves and the income of company routes are counted beside the log, newspapers and events in it."""
    outcome = campaign_outcome(("greedy", "greedy"), "counted")
    assert all(game.tally.moves >= game.turns > 20 for game in outcome.games)
    assert sum(game.company_income for game in outcome.games) > 0
    assert all(game.newspapers >= 0 for game in outcome.games)
    assert set(outcome.medals) <= set(load_content().medals)
    cards = [card.card for game in load_content().games for card in (*game.before, *game.after)]
    assert list(outcome.story) == cards and len(cards) == len(set(cards))


def test_the_report_tells_what_never_happened() -> None:
    outcomes = list(simulate_campaigns(["random"] * 2, 2, seed="never"))
    report = report_of(outcomes)
    never = what_never_happened(report, load_content())
    assert "territories, never chartered" not in never and "story cards, never read" not in never
    cut = msgspec.structs.replace(report, territories={}, votes={"warning a": 1.0})
    never = what_never_happened(cut, load_content())
    assert len(never["territories, never chartered"]) == 8
    decided = never["votes, never decided so"]
    assert "warning b" in decided and "warning a" not in decided


@pytest.mark.slow
@pytest.mark.parametrize("version", versions())
def test_everything_that_the_campaign_has_occurs(version: str) -> None:
    """Territories, both ends of every vote, story, news events, medals and spikes; cards of an office may be rare."""
    content = load_content(version)
    outcomes = list(simulate_campaigns(["greedy"] * 4, 60, seed="occurs", content=version))
    never = what_never_happened(report_of(outcomes), content)
    assert not never


def test_the_plots(tmp_path: Path) -> None:
    report = report_of(list(simulate_campaigns(["random"] * 2, 2, seed="plots")))
    files = write_plots(report, tmp_path / "new" / "plots")
    names = {file.stem for file in files}
    assert names >= {"slips", "turns", "moves", "newspapers", "events", "income", "ties", "leader", "correlation"}
    for file in files:
        root = ElementTree.parse(file).getroot()
        dots = [each for each in root.iter() if each.get("class") == "dot"]
        words = root.get("aria-label") or ""
        assert len(dots) == words.count(" to "), file.name
        assert all(0 <= float(dot.get("cx", "-1")) <= 760 for dot in dots)
    slips = (tmp_path / "new" / "plots" / "slips.svg").read_text("utf-8")
    assert f"game 12 {report.games[-1].slip.value:.3g}, " in slips


@pytest.mark.slow  # a Ray is started; the arena shows by default that one works
@pytest.mark.skipif(find_spec("ray") is None, reason="needs trunkline[ray]")
def test_a_cluster_plays_the_same_campaigns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    here = list(simulate_campaigns(["random"] * 2, 3, seed="ray"))
    assert list(simulate_on_ray("local", ["random"] * 2, 3, seed="ray", workers=2)) == here


def test_an_address_where_nobody_listens_is_refused() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(BadMatch, match="no Ray cluster at"):
            list(simulate_on_ray(address, ["random"] * 2, 1, seed="ray"))


def test_rank_correlation() -> None:
    assert rank_correlation("abcd", "abcd") == 1
    assert rank_correlation("abcd", "dcba") == -1
    assert rank_correlation("abc", "acb") == pytest.approx(0.5)


def test_the_final_accounts_decide() -> None:
    campaign, _ = log_of(3, "accounts")
    outcome = campaign_outcome(("random",) * 3, "accounts")
    assert list(outcome.totals) == [account.company for account in final_accounts(campaign)]

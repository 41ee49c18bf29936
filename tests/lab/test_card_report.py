"""What cards and modules did in simulated campaigns: the counts agree with the log, and what never occurred is told."""

from __future__ import annotations

import msgspec
import pytest

from trunkline.campaign.content import load_content
from trunkline.campaign.state import GAMES
from trunkline.lab.campaign_report import report_of, what_never_happened
from trunkline.lab.campaigns import CampaignOutcome, campaign_outcome, simulate_campaigns
from trunkline.lab.card_report import KINDS, card_lines, known_names
from trunkline.lab.module_worth import module_worths, worth_of
from trunkline.maps.modules import STEAMERS

SEED = "cards"


@pytest.fixture(scope="module")
def outcomes() -> list[CampaignOutcome]:
    return list(simulate_campaigns(["greedy", "random", "random"], 2, seed=SEED))


def test_every_card_has_a_line(outcomes: list[CampaignOutcome]) -> None:
    lines = card_lines(outcomes, load_content())
    names = known_names(load_content())
    assert {kind: [line.name for line in lines if line.kind == kind] for kind in KINDS} == names
    assert (len(names["module"]), len(names["crew"]), len(names["event"]), len(names["postcard"])) == (8, 8, 27, 40)
    assert all(0 <= line.campaigns.value <= 1 and line.times.value >= 0 for line in lines)


def test_what_was_paid_comes_from_known_sources(outcomes: list[CampaignOutcome]) -> None:
    """Every payment is of a card, a module or a company that the report knows, or of the start and the story."""
    sources = {name.split()[0] for names in known_names(load_content()).values() for name in names} | OTHERS
    for outcome in outcomes:
        for game in outcome.games:
            assert set(game.tally.paid) <= sources
            assert all(set(paid) <= set(outcome.companies) for paid in game.tally.paid.values())


def test_a_line_adds_up(outcomes: list[CampaignOutcome]) -> None:
    line = next(each for each in card_lines(outcomes, load_content()) if each.name == STEAMERS)
    games = [game for outcome in outcomes for game in outcome.games if STEAMERS in game.tally.modules]
    paid = [each for game in games for each in game.tally.paid.get(STEAMERS, {}).values()]
    assert line.holders == 3 * len(games)
    assert line.times.value == sum(each.times for each in paid) / len(outcomes) > 0
    awards = sum(sum(outcome.awards[STEAMERS].values()) for outcome in outcomes)
    assert line.vault is not None and awards > 0
    by_outcome = [sum(outcome.awards[STEAMERS].values()) / in_force(outcome) / 3 for outcome in outcomes]
    assert line.vault.value == pytest.approx(sum(by_outcome) / len(outcomes))


def in_force(outcome: CampaignOutcome) -> int:
    return sum(STEAMERS in game.tally.modules for game in outcome.games)


OTHERS = {"start", "large-city", "crown-point-toll", "exposition", "dress-rehearsal"} | {
    f"spike-{code}" for code in ("LK", "PM", "BR", "LS", "NS", "HD", "SD", "PS")
}


def test_what_never_occurred_is_told_with_the_reason(outcomes: list[CampaignOutcome]) -> None:
    report = report_of(outcomes, load_content())
    never = what_never_happened(report, load_content())
    told = {name for kind, names in never.items() if kind.startswith("postcard, ") for name in names}
    seen = {name for outcome in outcomes for name in outcome.shown}
    assert told == {line.name for line in report.cards if line.kind == "postcard"} - seen
    assert "p36" in never["postcard, never held, because its ticket was not completed in time"]


def test_a_campaign_without_a_module(outcomes: list[CampaignOutcome]) -> None:
    bots = ("random", "random")
    one, other = (campaign_outcome(bots, "without", without=module) for module in (None, STEAMERS))
    assert any(STEAMERS in game.tally.modules for game in one.games)
    assert not any(STEAMERS in game.tally.modules or "regatta" in game.tally.events for game in other.games)
    assert STEAMERS not in other.awards and len(other.games) == GAMES
    assert worth_of(one, one, STEAMERS) == 0
    assert worth_of(other, one, STEAMERS) is None


def test_the_worth_of_every_module() -> None:
    found = list(module_worths(["random"] * 2, 1, seed="worth", content=load_content()))
    assert [each.module for each in found] == known_names(load_content())["module"]
    assert all(each.pairs == 1 and each.worth.low <= each.worth.value <= each.worth.high for each in found)
    assert msgspec.json.decode(msgspec.json.encode(found))[0]["module"] == found[0].module

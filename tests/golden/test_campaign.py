"""The golden campaign: a recorded log, folded entry by entry, through a file and at once."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from trunkline.campaign.entries import AnyEntry
from trunkline.campaign.fold import begin, fold, fold_all
from trunkline.campaign.logfile import fold_checked, read_lines, to_lines
from trunkline.campaign.state import OVER, Campaign, digest

Recorded = tuple[list[AnyEntry], list[str]]


@pytest.fixture(scope="module", params=["campaign.jsonl", "campaign-2.jsonl"])
def recorded(request: pytest.FixtureRequest) -> Recorded:
    """The log of each content version, with the digest of the campaign after every entry."""
    file = Path(__file__).parent / request.param
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [msgspec.convert(line["entry"], type=AnyEntry) for line in lines], [line["digest"] for line in lines]


@pytest.mark.rule("L1")
@pytest.mark.rule("L20")
@pytest.mark.rule("L23")
def test_the_log_gives_the_same_campaign_after_every_entry(recorded: Recorded) -> None:
    log, digests = recorded
    campaign: Campaign = begin(log[0])  # type: ignore[arg-type]
    assert digest(campaign) == digests[0]
    for number, (entry, expected) in enumerate(zip(log[1:], digests[1:], strict=True), start=2):
        fold(campaign, entry)
        assert digest(campaign) == expected, f"entry {number}: {type(entry).__name__}"
    assert campaign.stage == OVER and len(campaign.results) == 12
    assert digest(fold_all(log)) == digests[-1]


@pytest.mark.rule("L1")
def test_the_log_passes_every_check_of_a_file(recorded: Recorded) -> None:
    log, digests = recorded
    entries, _, _ = read_lines(b"".join(to_lines(log)), "golden")
    assert entries == log
    assert digest(fold_checked(entries, "golden")) == digests[-1]


def test_the_recorded_campaign_shows_much_of_what_there_is(recorded: Recorded) -> None:
    log, _ = recorded
    kinds = {type(entry).__name__ for entry in log}
    usual = {"Founded", "Seated", "Read", "Played", "Removed", "Voted", "Closed", "Named", "Chartered", "Repainted"}
    assert usual <= kinds
    assert fold_all(log).spikes


@pytest.mark.rule("L27")
def test_the_modules_of_version_two_have_closed(recorded: Recorded) -> None:
    campaign = fold_all(recorded[0])
    assert len(campaign.modules.closed) == (0 if campaign.version == "1" else 8)

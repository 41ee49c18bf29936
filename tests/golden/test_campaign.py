"""The golden campaign: a recorded log, folded entry by entry, through a file and at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from trunkline.campaign.entries import AnyEntry
from trunkline.campaign.fold import begin, fold, fold_all
from trunkline.campaign.logfile import fold_checked, read_lines, to_lines
from trunkline.campaign.state import OVER, Campaign, digest

FILE = Path(__file__).parent / "campaign.jsonl"
RECORDED: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
LOG: list[AnyEntry] = [msgspec.convert(line["entry"], type=AnyEntry) for line in RECORDED]


@pytest.mark.rule("L1")
@pytest.mark.rule("L20")
@pytest.mark.rule("L23")
def test_the_log_gives_the_same_campaign_after_every_entry() -> None:
    campaign: Campaign = begin(LOG[0])  # type: ignore[arg-type]
    assert digest(campaign) == RECORDED[0]["digest"]
    for number, (entry, line) in enumerate(zip(LOG[1:], RECORDED[1:], strict=True), start=2):
        fold(campaign, entry)
        assert digest(campaign) == line["digest"], f"entry {number}: {type(entry).__name__}"
    assert campaign.stage == OVER and len(campaign.results) == 12
    assert digest(fold_all(LOG)) == RECORDED[-1]["digest"]


@pytest.mark.rule("L1")
def test_the_log_passes_every_check_of_a_file() -> None:
    entries, _, _ = read_lines(b"".join(to_lines(LOG)), "golden")
    assert entries == LOG
    assert digest(fold_checked(entries, "golden")) == RECORDED[-1]["digest"]


def test_the_recorded_campaign_shows_much_of_what_there_is() -> None:
    kinds = {type(entry).__name__ for entry in LOG}
    usual = {"Founded", "Seated", "Read", "Played", "Removed", "Voted", "Closed", "Named", "Chartered", "Repainted"}
    assert usual <= kinds
    assert fold_all(LOG).spikes

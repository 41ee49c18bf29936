"""What each fact of a campaign's log changed in sight of all."""

from __future__ import annotations

import pytest

from campaign.made_up import play_out
from trunkline.campaign.changes import changes
from trunkline.campaign.entries import AnyEntry, Closed, Played, Read, Seated
from trunkline.campaign.fold import fold_all
from trunkline.campaign.rulebook import rulebook
from trunkline.campaign.state import OVER


@pytest.fixture(scope="module")
def log() -> list[AnyEntry]:
    campaign, entries = play_out(3, 4)
    assert campaign.stage == OVER
    return entries


@pytest.mark.rule("L7")
def test_events_join_once_and_with_the_card_or_vote_that_brings_them(log: list[AnyEntry]) -> None:
    campaign = fold_all(log)
    joined = [(change.fact, event) for change in changes(log) for event in change.joined]
    assert {event for _, event in joined} == set(campaign.ever) - set(campaign.content.events)
    assert len(joined) == len({event for _, event in joined})
    assert all(isinstance(log[fact], Read | Closed) for fact, _ in joined)


@pytest.mark.rule("L27")
def test_stickers_are_those_of_the_rulebook(log: list[AnyEntry]) -> None:
    came = [(place, rule, change.year) for change in changes(log) for place, rule in change.stickers]
    went = [(place, rule) for change in changes(log) for place, rule in change.peeled]
    book = rulebook(log)
    for place, stickers in book.items():
        later = {sticker.rule for sticker in stickers} & {rule for each, rule, _ in came if each == place}
        assert later == {rule for each, rule, _ in came if each == place}
    assert len(went) == sum(sticker.removed is not None for stickers in book.values() for sticker in stickers)
    assert any(isinstance(log[change.fact], Played) for change in changes(log) if change.stickers)


def test_every_game_has_its_year(log: list[AnyEntry]) -> None:
    begun = [change.year for change in changes(log) if isinstance(log[change.fact], Seated)]
    assert begun == [game.year for game in fold_all(log).content.games]


def test_a_longer_log_changes_nothing_that_was_told(log: list[AnyEntry]) -> None:
    half = len(log) // 2
    assert changes(log[:half]) == [change for change in changes(log) if change.fact < half]

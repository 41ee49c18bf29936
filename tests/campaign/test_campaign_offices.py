"""Offices over a campaign: registered tickets bring postcards, three are held, crew is hired in order."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from campaign.made_up import founders, lots_of, next_entries
from trunkline.campaign.actions import HOST, IllegalStep, act, finish_game, found, legal
from trunkline.campaign.checks import fits
from trunkline.campaign.entries import GaveUp, Seated
from trunkline.campaign.fold import begin, fold
from trunkline.campaign.games import edition_of, new_game, result_of_state
from trunkline.campaign.offices import MOST_HELD, cards_of, give, held_by, hiring_order
from trunkline.campaign.presidents import choices
from trunkline.campaign.rulebook import in_force
from trunkline.campaign.state import PLAYING, SEATING, Campaign, Held, Paper
from trunkline.maps.card_text import holder_text
from trunkline.maps.load import load_map

pytestmark = pytest.mark.rule("L21")


def before_game(game: int, companies: int = 3) -> tuple[Campaign, random.Random]:
    """A campaign of content version 2 whose game of this number may be seated."""
    chance = random.Random(game)
    make_lots = lots_of(chance)
    campaign = begin(found("A line", founders(companies), "2", make_lots))
    while not (campaign.game == game and campaign.stage == SEATING):
        for entry in next_entries(campaign, chance, make_lots):
            fold(campaign, entry)
            if campaign.game == game and campaign.stage == SEATING:
                break
    return campaign, chance


def seat_all(campaign: Campaign, chance: random.Random) -> None:
    colours = " ".join(company.colour for company in campaign.active)
    for entry in act(campaign, HOST, f"seat {colours}", lots_of(chance)):
        fold(campaign, entry)


def test_a_registered_ticket_retires_at_once_and_brings_its_postcard() -> None:
    campaign, chance = before_game(1)
    seat_all(campaign, chance)
    game = new_game(campaign, seed=1)
    while not game.over:
        seat = game.to_act[0]
        game.play(chance.choice(game.legal(seat)), seat)
    result = result_of_state(game.state)
    first, *rest = result.slips
    slips = (replace(first, completed=("atlanta-philadelphia", "albany-bangor")), *rest)
    slips = (slips[0], *(replace(slip, completed=()) for slip in slips[1:]))
    for entry in finish_game(campaign, replace(result, slips=slips), lots_of(chance)):
        fold(campaign, entry)
    assert campaign.retired["atlanta-philadelphia"] == first.company
    assert [held.card for held in held_by(campaign, first.company)] == ["p01"]
    assert "atlanta-philadelphia" not in campaign.stamps and "albany-bangor" in campaign.stamps
    assert "albany-bangor" not in campaign.retired


def test_no_postcard_is_given_after_the_last_game() -> None:
    campaign, chance = before_game(12)
    seat_all(campaign, chance)
    campaign.offices.postcards.clear()
    for entry in next_entries(campaign, chance, lots_of(chance)):
        fold(campaign, entry)
    assert not any(campaign.offices.postcards.values())


def test_a_fourth_postcard_is_a_choice_and_else_decided_by_lot() -> None:
    campaign, chance = before_game(4)
    mine, other = (company.colour for company in campaign.active[:2])
    campaign.offices.postcards.clear()
    campaign.offices.postcards[mine] = [Held(card) for card in ("p01", "p02", "p03", "p04")]
    offered = [words for words in legal(campaign, mine) if words.startswith("discard")]
    assert offered == [f"discard p0{number}" for number in range(1, 5)]
    assert not any(words.startswith("discard") for words in legal(campaign, other))
    assert "discard p01" in choices(campaign, mine, chance)
    (entry,) = act(campaign, mine, "discard p03", lots_of(chance))
    assert entry == GaveUp(mine, "p03") and fits(campaign, entry)
    assert not fits(campaign, GaveUp(mine, "p09")) and not fits(campaign, GaveUp(other, "p01"))
    colours = " ".join(company.colour for company in campaign.active)
    entries = act(campaign, HOST, f"seat {colours}", lots_of(chance))
    assert sum(isinstance(each, GaveUp) for each in entries) == 1
    seated = next(each for each in entries if isinstance(each, Seated))
    assert not fits(campaign, seated)
    for each in entries:
        fold(campaign, each)
    assert len(held_by(campaign, mine)) == MOST_HELD
    with pytest.raises(IllegalStep):
        act(campaign, mine, "discard p01", lots_of(chance))


@pytest.mark.rule("L27")
def test_the_boxes_open_after_the_first_and_the_second_game() -> None:
    numbers = {}
    for game in (1, 2, 3):
        campaign, _ = before_game(game)
        numbers[game] = {place for place, rule in in_force(campaign) if rule in ("crew", "postcards")}
    assert numbers[1] == set()
    assert numbers[2] == {("setup", 12), ("claim", 10), ("end", 4)}
    assert numbers[3] == {*numbers[2], ("setup", 10)}


@pytest.mark.rule("L26")
def test_who_was_absent_hires_first_and_then_the_last_place() -> None:
    campaign, chance = before_game(4)
    ranking = [slip.company for slip in campaign.results[-1].slips]
    seat_all(campaign, chance)
    assert hiring_order(campaign) == tuple(reversed(ranking))
    absent = ranking[0]
    campaign.results[-1] = replace(campaign.results[-1], slips=campaign.results[-1].slips[1:])
    assert hiring_order(campaign) == (absent, *reversed(ranking[1:]))
    assert edition_of(campaign).office.hiring == hiring_order(campaign)  # type: ignore[union-attr]


def test_a_company_hires_the_same_card_at_most_twice() -> None:
    campaign, chance = before_game(6)
    campaign.offices.hired = {"blue": {"editor": 2, "paymaster": 1}}
    seat_all(campaign, chance)
    office = edition_of(campaign).office
    assert office is not None
    assert [(each.company, each.card) for each in office.barred] == [("blue", "editor")]


def test_no_crew_before_the_third_game() -> None:
    campaign, chance = before_game(2)
    seat_all(campaign, chance)
    office = edition_of(campaign).office
    assert office is None or office.hiring == ()


@pytest.mark.card("p37")
def test_p37_is_shown_and_pays_when_it_is_given() -> None:
    campaign, chance = before_game(4)
    give(campaign, "red", "p37")
    assert "p37" in campaign.offices.shown and not any(held.card == "p37" for held in held_by(campaign, "red"))
    assert campaign.offices.start["red"] == (4, 2)
    seat_all(campaign, chance)
    office = edition_of(campaign).office
    assert office is not None
    assert [(each.company, each.money, each.cards) for each in office.start] == [("red", 4, 2)]


def test_the_story_gives_p38_to_the_last_place_and_p39_to_the_poorest() -> None:
    campaign, _ = before_game(5)
    assert campaign.last is not None
    assert "p38" in [held.card for held in held_by(campaign, campaign.last)]
    campaign, _ = before_game(6)
    holder = next(colour for colour in campaign.offices.postcards if "p39" in str(held_by(campaign, colour)))
    sums = {company.colour: sum(paper.dollars for paper in company.papers) for company in campaign.active}
    assert sums[holder] == min(sums.values())


@pytest.mark.parametrize(("vote", "game", "choice", "card"), [("warning", 4, "b", "p37"), ("ledger", 10, "a", "p40")])
def test_a_vote_brings_a_postcard(vote: str, game: int, choice: str, card: str) -> None:
    campaign, chance = before_game(game)
    if campaign.vote is None:
        pytest.skip("the vote was closed with the last action")
    assert campaign.vote.vote == vote
    last = campaign.last
    for company in list(campaign.by_owner()):
        if campaign.vote is not None and company not in campaign.vote.votes:
            for entry in act(campaign, company, f"vote {choice}", lots_of(chance)):
                fold(campaign, entry)
    if campaign.votes[vote] == choice:
        assert last is not None
        assert card in campaign.offices.shown or card in [held.card for held in held_by(campaign, last)]


def test_a_game_hands_up_uses_vaults_and_removed_events() -> None:
    campaign, chance = before_game(7)
    campaign.offices.postcards = {"blue": [Held("p06", 1), Held("p05")]}
    seat_all(campaign, chance)
    campaign.offices.postcards = {"blue": [Held("p06", 1), Held("p05")]}
    game = new_game(campaign, seed=1)
    while not game.over:
        seat = game.to_act[0]
        game.play(chance.choice(game.legal(seat)), seat)
    result = result_of_state(game.state)
    assert len(result.hired) == 3
    slips = tuple(
        replace(slip, cards_vault=6, next_setup=(3, 3)) if slip.company == "blue" else slip for slip in result.slips
    )
    event = campaign.deck[0]
    told = replace(
        result, slips=slips, postcards=(("blue", "p06", 2), ("blue", "p05", 1)), removed_events=(event,), growth=()
    )
    for entry in finish_game(campaign, told, lots_of(chance))[:1]:
        fold(campaign, entry)
    assert Paper("postcard", 6, 7) in campaign.company("blue").papers
    assert not {"p06", "p05"} & {held.card for held in held_by(campaign, "blue")}
    assert {"p06", "p05"} <= set(campaign.offices.shown)
    assert campaign.offices.start["blue"] == (3, 3)
    assert event in campaign.dead_letters and event not in campaign.deck
    assert all(sum(times.values()) >= 1 for times in campaign.offices.hired.values())


def test_every_back_is_told_in_each_language() -> None:
    campaign, _ = before_game(1)
    map_ = load_map("meridian")
    cards = cards_of(campaign.content)
    assert (len(cards.crew), len(cards.postcards)) == (8, 40)
    for card in (*cards.crew, *cards.postcards):
        texts = {language: " ".join(holder_text(map_, card, language)) for language in ("en", "uk", "el")}
        assert len(set(texts.values())) == 3 and all("{" not in text for text in texts.values())
    for card in cards.postcards:
        assert card.front is not None and len({card.front.en, card.front.uk, card.front.el}) == 3
        assert not set(" ".join(holder_text(map_, card))) <= set(card.front.en)


def test_playing_needs_no_more_than_three() -> None:
    campaign, chance = before_game(3)
    seat_all(campaign, chance)
    assert campaign.stage == PLAYING
    assert all(len(held_by(campaign, company.colour)) <= MOST_HELD for company in campaign.active)

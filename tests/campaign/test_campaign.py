"""The campaign layer: its steps in order, its votes, charters, vaults and medals (L1, L2, L20-L28)."""

from __future__ import annotations

import random

import pytest

from campaign.made_up import founders, lots_of, made_up_result, play_out
from trunkline.campaign.actions import HOST, IllegalStep, act, checked_name, finish_game, found, legal, to_act
from trunkline.campaign.charters import charter_options, gray_routes
from trunkline.campaign.entries import AnyEntry, Chartered, Founder, Played, Read, Removed, Result, Seated, Slip
from trunkline.campaign.fold import begin, fold, fold_all
from trunkline.campaign.presidents import christening
from trunkline.campaign.reckoning import final_accounts, missed_papers, missed_pay, places
from trunkline.campaign.state import OVER, PICKING, PLAYING, SEATING, Campaign, digest

LOTS = lots_of(random.Random(1))


def new_campaign(companies: int = 3) -> Campaign:
    return begin(found("A line", founders(companies), "1", LOTS))


def do(campaign: Campaign, actor: str, words: str) -> list[AnyEntry]:
    entries = act(campaign, actor, words, LOTS)
    for entry in entries:
        fold(campaign, entry)
    return entries


def play(campaign: Campaign, seat: str, *ranking: str, events: tuple[str, ...] = ("milk-run",)) -> None:
    """Seat a game and end it with this ranking."""
    do(campaign, HOST, f"seat {seat}")
    slips = tuple(slip(company, 40 - 10 * place) for place, company in enumerate(ranking))
    order = tuple(each.company for each in campaign.places)
    for entry in finish_game(campaign, Result(slips, order, events), LOTS):
        fold(campaign, entry)


def slip(company: str, total: int, completed: tuple[str, ...] = ()) -> Slip:
    return Slip(
        company=company,
        money=total,
        for_trains=0,
        tickets=0,
        total=total,
        trains_left=5,
        won=0,
        completed=completed,
        failed=(),
        cities=(),
        routes=("atlanta-charleston",),
    )


@pytest.mark.rule("L1")
def test_companies_sit_in_the_order_of_their_founding() -> None:
    campaign = new_campaign(3)
    entries = do(campaign, HOST, "seat green blue red")
    seated = next(entry for entry in entries if isinstance(entry, Seated))
    assert [place.company for place in seated.places] == ["blue", "red", "green"]


@pytest.mark.rule("L7")
def test_the_story_is_read_before_and_after_a_game() -> None:
    campaign = new_campaign(2)
    assert isinstance(do(campaign, HOST, "seat blue red")[-1], Read)
    assert campaign.story == ["invitation"]
    for entry in finish_game(campaign, Result((slip("blue", 9), slip("red", 5)), ("blue", "red"), ()), LOTS):
        fold(campaign, entry)
    assert campaign.story == ["invitation", "first-charter"]
    assert {"gala-week", "night-mail"} <= set(campaign.deck)


@pytest.mark.rule("L8")
def test_a_player_present_takes_the_caboose_of_an_absent_company() -> None:
    campaign = new_campaign(3)
    campaign.caboose = "green"
    do(campaign, HOST, "seat blue red")
    assert campaign.caboose in ("blue", "red")


@pytest.mark.rule("L20")
@pytest.mark.rule("L25")
def test_the_steps_after_a_game_come_in_their_order() -> None:
    campaign = new_campaign(3)
    play(campaign, "blue red green", "red", "blue", "green", events=("milk-run", "payday"))
    assert campaign.caboose == "green"
    assert to_act(campaign) == ["green"]
    assert legal(campaign, "green") == ["remove milk-run", "remove payday"]
    with pytest.raises(IllegalStep):
        do(campaign, "red", "remove milk-run")
    assert isinstance(do(campaign, "green", "remove payday")[-1], Read)
    assert "payday" not in campaign.deck and campaign.dead_letters == ["payday"]
    assert to_act(campaign) == ["green"]
    do(campaign, "green", "name PM LK")
    assert campaign.stage == PICKING and to_act(campaign) == ["red"]
    do(campaign, "red", "pick LK")
    assert campaign.stage == SEATING and campaign.game == 2 and campaign.territories == ["LK"]


@pytest.mark.rule("L20")
def test_nothing_is_removed_where_no_event_was_turned_up() -> None:
    campaign = new_campaign(2)
    play(campaign, "blue red", "blue", "red", events=())
    assert legal(campaign, "red")[0].startswith("name ")


@pytest.mark.rule("L26")
def test_territories_have_conditions() -> None:
    campaign = new_campaign(2)
    assert charter_options(campaign) == ["BR", "LK", "PM"]
    campaign.territories = ["BR"]
    assert charter_options(campaign) == ["LK", "LS", "NS", "PM"]
    campaign.territories = ["LK", "PM", "LS"]
    assert charter_options(campaign) == ["BR", "NS"]
    campaign.territories = ["LK", "PM", "BR"]
    assert "HD" in charter_options(campaign)


@pytest.mark.rule("L20")
def test_a_stand_in_neither_charters_nor_votes() -> None:
    campaign = new_campaign(3)
    play(campaign, "blue=greedy red green", "blue", "red", "green")
    do(campaign, "green", "remove milk-run")
    do(campaign, "green", "name LK PM")
    assert to_act(campaign) == ["red"]


def test_the_last_place_may_repaint_a_gray_route_and_the_winner_christen_one() -> None:
    campaign = new_campaign(2)
    play(campaign, "blue red", "blue", "red")
    do(campaign, "red", "remove milk-run")
    do(campaign, "red", "name LK PM")
    do(campaign, "blue", "pick LK")
    gray = gray_routes(campaign)
    assert gray
    do(campaign, "red", f"repaint {gray[0]}")
    assert campaign.repaints == {gray[0]: "red"}
    with pytest.raises(IllegalStep):
        do(campaign, "red", f"repaint {gray[1]}")
    with pytest.raises(IllegalStep, match="1 to 24"):
        do(campaign, "blue", "christen atlanta-charleston " + "x" * 25)
    do(campaign, "blue", "christen atlanta-charleston The  Long Way")
    assert campaign.names == {"atlanta-charleston": ("The Long Way", "blue")}
    do(campaign, "red", "strike atlanta-charleston")
    assert campaign.names == {}


def to_vote(vote: str, companies: int = 3) -> Campaign:
    """A campaign in the pause in which a vote is open."""
    campaign = new_campaign(companies)
    names = " ".join(company.colour for company in campaign.active)
    while campaign.vote is None or campaign.vote.vote != vote:
        if campaign.stage == SEATING:
            do(campaign, HOST, f"seat {names}")
        elif campaign.stage == PLAYING:
            result = made_up_result(campaign, random.Random(campaign.game))
            for entry in finish_game(campaign, result, LOTS):
                fold(campaign, entry)
        else:
            actor = to_act(campaign)[0]
            do(campaign, actor, legal(campaign, actor)[0])
    while campaign.stage != SEATING:
        actor = to_act(campaign)[0]
        do(campaign, actor, legal(campaign, actor)[0])
    return campaign


def test_a_vote_closes_when_all_have_voted_and_then_takes_effect() -> None:
    campaign = to_vote("warning")
    first, second, third = (company.colour for company in campaign.active)
    do(campaign, first, "vote a")
    do(campaign, second, "vote b")
    assert campaign.vote is not None and "trust-levy" in campaign.ever
    before = "trust-levy" in campaign.deck
    do(campaign, third, "vote a")
    assert campaign.votes == {"warning": "a"} and campaign.vote is None
    assert before or "trust-levy" in campaign.dead_letters
    assert "trust-levy" not in campaign.deck and "relief-fund" in campaign.deck and campaign.money_next_game == 4


def test_a_vote_that_is_open_when_a_game_is_seated_is_closed_by_those_who_voted() -> None:
    campaign = to_vote("hearing")
    assert "crown-point-toll" in campaign.rules
    do(campaign, campaign.active[0].colour, "vote b")
    do(campaign, HOST, "seat " + " ".join(company.colour for company in campaign.active))
    assert campaign.votes["hearing"] == "b"
    assert campaign.rules["crown-point-toll"] == 8
    assert all(any(paper.kind == "vote" for paper in company.papers) for company in campaign.active)


def test_a_tie_goes_as_the_last_place_voted() -> None:
    campaign = to_vote("finale", companies=2)
    last = campaign.last
    assert last is not None
    other = next(company.colour for company in campaign.active if company.colour != last)
    do(campaign, other, "vote a")
    do(campaign, last, "vote b")
    assert campaign.votes["finale"] == "b" and campaign.trains_next_game == 36


def test_a_removal_that_a_vote_brings_is_made_by_lot_if_nobody_makes_it() -> None:
    campaign = to_vote("ledger")
    for company in campaign.active:
        do(campaign, company.colour, "vote a")
    assert campaign.may_remove == campaign.last
    size = len(campaign.deck)
    entries = do(campaign, HOST, "seat " + " ".join(company.colour for company in campaign.active))
    assert any(isinstance(entry, Removed) and entry.company is None for entry in entries)
    assert len(campaign.deck) == size - 1 and campaign.may_remove is None


def test_enough_stamps_retire_a_ticket_into_the_vault_of_who_has_most() -> None:
    campaign = new_campaign(2)
    play(campaign, "blue red", "blue", "red", events=())
    campaign.stamps = {"albany-bangor": ["red", "blue"]}
    actor = to_act(campaign)[0]
    do(campaign, actor, legal(campaign, actor)[0])
    do(campaign, "blue", legal(campaign, "blue")[0])
    do(campaign, HOST, "seat blue red")
    slips = (slip("red", 9, completed=("albany-bangor",)), slip("blue", 5))
    for entry in finish_game(campaign, Result(slips, ("blue", "red"), ()), LOTS):
        fold(campaign, entry)
    assert campaign.retired == {"albany-bangor": "red"}
    assert [paper.dollars for paper in campaign.company("red").papers if paper.kind == "ticket"] == [3]


@pytest.mark.rule("L22")
def test_a_missed_game_is_paid_by_the_median_at_the_end_only() -> None:
    campaign = new_campaign(4)
    play(campaign, "blue red green", "blue", "red", "green")
    assert campaign.missed == [(1, "yellow")]
    assert campaign.company("yellow").papers == []
    assert missed_pay(campaign, campaign.results[0]) == 25
    assert [paper.dollars for paper in missed_papers(campaign, campaign.company("yellow"))] == [25]
    poor = Result((slip("blue", 3), slip("red", 2)), ("blue", "red"), ())
    assert missed_pay(campaign, poor) == 15


@pytest.mark.rule("L28")
def test_a_company_may_join_late_or_leave_for_good() -> None:
    campaign = new_campaign(3)
    play(campaign, "blue red green", "blue", "red", "green", events=())
    do(campaign, "green", legal(campaign, "green")[0])
    do(campaign, "blue", legal(campaign, "blue")[0])
    with pytest.raises(IllegalStep, match="not free"):
        do(campaign, HOST, "join blue Ann")
    do(campaign, HOST, "join black Ann")
    assert [paper.game for paper in missed_papers(campaign, campaign.company("black"))] == [1]
    do(campaign, "green", "leave")
    assert not campaign.has("green") and "green" not in [each.colour for each in campaign.active]
    with pytest.raises(IllegalStep, match="no company"):
        do(campaign, HOST, "seat blue green")
    with pytest.raises(IllegalStep, match="not free"):
        do(campaign, HOST, "join green Bob")


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({"blue": 3, "red": 2, "green": 1}, {"blue": 1, "red": 2, "green": 3}),
        ({"blue": 3, "red": 3, "green": 1}, {"blue": 1, "red": 1, "green": 3}),
        ({"blue": 3, "red": 2, "green": 2}, {"blue": 1, "red": 2, "green": 2}),
        ({"blue": 3, "red": 0}, {"blue": 1}),
    ],
)
def test_a_shared_first_leaves_no_second(counts: dict[str, int], expected: dict[str, int]) -> None:
    assert places(counts) == expected


@pytest.mark.rule("L23")
@pytest.mark.parametrize("seed", range(4))
def test_the_vaults_add_up(seed: int) -> None:
    campaign, log = play_out(seed, 2 + seed)
    assert campaign.stage == OVER and len(campaign.results) == 12
    accounts = final_accounts(campaign)
    assert [account.company for account in accounts] and len(accounts) == len(campaign.active)
    for account in accounts:
        assert account.total == sum(paper.dollars for paper in account.papers)
        slips = [paper for paper in account.papers if paper.kind == "slip"]
        missed = [paper for paper in account.papers if paper.kind == "missed"]
        assert len(slips) + len(missed) == 12
    assert [account.total for account in accounts] == sorted((account.total for account in accounts), reverse=True)
    assert sum(isinstance(entry, Played) for entry in log) == 12
    assert sum(isinstance(entry, Chartered) for entry in log) == 8


@pytest.mark.parametrize("seed", range(3))
def test_events_and_tickets_are_conserved(seed: int) -> None:
    campaign, _ = play_out(seed, 3)
    assert sorted([*campaign.deck, *campaign.dead_letters]) == sorted(campaign.ever)
    assert len(set(campaign.ever)) == len(campaign.ever)
    kept = [paper.about for company in campaign.companies for paper in company.papers if paper.kind == "ticket"]
    assert sorted(kept) == sorted(campaign.retired)


@pytest.mark.parametrize("seed", range(3))
def test_the_same_log_gives_the_same_campaign(seed: int) -> None:
    campaign, log = play_out(seed, 4)
    assert digest(fold_all(log)) == digest(campaign)


@pytest.mark.parametrize("words", ["", "seat", "seat blue", "seat blue blue red", "seat blue pink", "dance", "vote c"])
def test_nonsense_is_refused_and_changes_nothing(words: str) -> None:
    campaign = new_campaign(3)
    before = digest(campaign)
    for actor in (HOST, "blue", "pink"):
        with pytest.raises(IllegalStep):
            act(campaign, actor, words, LOTS)
    assert digest(campaign) == before


def test_a_campaign_needs_two_to_five_different_companies() -> None:
    with pytest.raises(IllegalStep, match="two to five"):
        found("Alone", founders(1), "1", LOTS)
    with pytest.raises(IllegalStep, match="same colour"):
        found("Twins", [Founder("blue", "A"), Founder("blue", "B")], "1", LOTS)


@pytest.mark.rule("L20")
def test_a_bot_gives_no_name_twice() -> None:
    campaign = new_campaign()
    company = campaign.companies[0].colour
    president = campaign.companies[0].president
    for number in ("", " 2", " 3"):
        words = christening(campaign, company, ["a-b", "c-d", "e-f"])
        verb, route, name = words.split(" ", 2)
        assert (verb, name) == ("christen", f"{president} Line{number}") and route not in campaign.names
        campaign.names[route] = (checked_name(name), company)

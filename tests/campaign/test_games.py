"""Games of a campaign: the edition that each is set up with, the game that is dealt by it, and what it hands up."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

import trunkline
from campaign.made_up import founders, lots_of, next_entries, play_out
from players import EVERY_BOT
from tools import FULL, size
from trunkline.bots.play import play_game
from trunkline.bots.registry import make_bot
from trunkline.campaign.actions import HOST, act, finish_game, found
from trunkline.campaign.checks import fits
from trunkline.campaign.content import load_content
from trunkline.campaign.entries import Read, Result
from trunkline.campaign.fold import begin, fold
from trunkline.campaign.games import edition_of, new_game, result_of, result_of_state
from trunkline.campaign.state import OVER, PLAYING, Campaign
from trunkline.game import Game
from trunkline.game.record import verify
from trunkline.maps.compose import composed
from trunkline.maps.edition import Deal, Edition, from_text, reference, to_text
from trunkline.maps.later_cards import later_cards
from trunkline.maps.load import load_map
from trunkline.maps.model import GRAY
from trunkline.maps.pack import load_board
from trunkline.rules.soundness import unsound

MAP = load_map("meridian")


def seated(game: int, companies: int = 4) -> Campaign:
    """A campaign whose game of this number has just been seated; results are made up, and nobody chooses anything."""
    chance = random.Random(game)
    make_lots = lots_of(chance)
    campaign = begin(found("A line", founders(companies), "1", make_lots))
    while campaign.game < game or campaign.stage != PLAYING:
        for entry in next_entries(campaign, chance, make_lots):
            fold(campaign, entry)
            if campaign.game == game and campaign.stage == PLAYING and isinstance(entry, Read):
                return campaign
    return campaign


def every_edition(seed: int, companies: int) -> Iterator[tuple[Campaign, Edition]]:
    """The twelve editions of a campaign of random actions, each with the campaign as it stands."""
    _, log = play_out(seed, companies)
    campaign = begin(log[0])  # type: ignore[arg-type]
    for entry in log[1:]:
        fold(campaign, entry)
        if isinstance(entry, Read) and campaign.stage == PLAYING:
            yield campaign, edition_of(campaign)


@pytest.mark.rule("L4", "L6", "L7", "L8")
@pytest.mark.parametrize("seed", range(3))
def test_twelve_editions_follow_the_story(seed: int) -> None:
    content = load_content("1")
    number = 0
    for campaign, edition in every_edition(seed, companies=2 + seed):
        number += 1
        plan = content.games[number - 1]
        assert edition.year == plan.year and edition.content == "1"
        if number < 12:
            assert edition.trains == plan.trains
        assert edition.bonus == (1 if number < 7 else 2)
        assert edition.large == (("chicago",) if number == 12 else ())
        assert len(edition.territories) == [0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 8][number - 1]
        assert set(edition.events) == set(campaign.deck)
        assert set(edition.story_rules) == set(campaign.rules)
        assert {repaint.route: repaint.colour for repaint in edition.repaints} == campaign.repaints
        assert set(edition.retired) == set(campaign.retired)
        assert from_text(to_text(edition)) == edition
        board = load_board(reference("meridian", edition))
        assert board.map_id == reference("meridian", edition)
    assert number == 12


def test_every_card_of_the_story_is_a_card_of_the_map() -> None:
    content = load_content("1")
    cards = [card for game in content.games for card in (*game.before, *game.after)]
    outcomes = [each for vote in content.votes.values() for each in (vote.a, vote.b)]
    told = set(content.events).union(*(card.events for card in cards), *(outcome.events for outcome in outcomes))
    later = later_cards(MAP)
    assert told - {event.id for event in (*MAP.events, *later.events)} == set()
    assert {rule for card in cards for rule in card.rules} == {rule.id for rule in later.story_rules}


@pytest.mark.rule("L6")
def test_an_express_finish_has_fewer_trains_and_a_grand_finale_more_tickets() -> None:
    campaign = seated(12)
    campaign.trains_next_game, campaign.tickets_next_game = 0, None
    usual = edition_of(campaign)
    assert (usual.trains, usual.opening) == (44, Deal(4, 2))
    campaign.trains_next_game = 36
    assert edition_of(campaign).trains == 36
    campaign.tickets_next_game = Deal(5, 2)
    assert edition_of(campaign).opening == Deal(5, 2)


def test_votes_change_money_and_hands() -> None:
    campaign = seated(4)
    campaign.money_next_game, campaign.hand = 0, 0
    assert (edition_of(campaign).money, edition_of(campaign).hand) == (5, 4)
    campaign.money_next_game, campaign.hand = 4, 5
    assert (edition_of(campaign).money, edition_of(campaign).hand) == (9, 5)


@pytest.mark.rule("L5")
@pytest.mark.parametrize(
    ("left", "players", "deal"), [(12, 3, Deal(4, 2)), (11, 3, Deal(3, 1)), (15, 5, Deal(3, 1)), (10, 5, Deal(2, 1))]
)
def test_with_too_few_tickets_everybody_gets_the_same_smaller_number(left: int, players: int, deal: Deal) -> None:
    campaign = begin(found("A line", founders(players), "1", lots_of(random.Random(1))))
    make_lots = lots_of(random.Random(2))
    for entry in act(campaign, HOST, "seat " + " ".join(each.colour for each in campaign.active), make_lots):
        fold(campaign, entry)
    names = [ticket.name for ticket in MAP.variants["base"].tickets]
    campaign.retired = dict.fromkeys(names[left:], "blue")
    assert edition_of(campaign).opening == deal
    game = new_game(campaign, seed=1)
    assert [len(player.offered) for player in game.state.players] == [deal.dealt] * players
    assert not unsound(game.state)
    play_game(game.state, [make_bot("random", seat) for seat in range(players)])
    assert result_of_state(game.state).turns > 0


def test_golden_spikes_are_still_to_be_driven() -> None:
    campaign = seated(10)
    assert campaign.spikes
    assert set(edition_of(campaign).spikes) == set(campaign.territories) - set(campaign.spikes)
    campaign.spikes = {}
    assert set(edition_of(campaign).spikes) == set(campaign.territories)
    campaign.last_spike_begun = False
    assert set(edition_of(campaign).spikes) == set(campaign.territories) - {"PS"}
    campaign.spikes = {"LK": ("red", 1869)}
    assert "LK" not in edition_of(campaign).spikes
    campaign.spikes_begun = False
    assert edition_of(campaign).spikes == ()


def test_an_edition_is_known_while_a_game_is_played() -> None:
    campaign = begin(found("A line", founders(2), "1", lots_of(random.Random(1))))
    with pytest.raises(ValueError, match="no game"):
        edition_of(campaign)


def test_every_board_of_a_campaign_is_connected_and_repaints_only_gray_routes() -> None:
    for seed in range(size(8, 200)):
        for campaign, edition in every_edition(seed, companies=2 + seed % 4):
            board = composed(MAP, edition)
            joined = {board.cities[0].id}
            while grows := {end for r in board.routes if joined & {r.a, r.b} for end in (r.a, r.b)} - joined:
                joined |= grows
            assert joined == {city.id for city in board.cities}
            if campaign.repaints:
                plain = {route.name: route.colour for route in composed(MAP, replace(edition, repaints=())).routes}
                assert all(plain[route] == GRAY for route in campaign.repaints)


def play_real(seed: int, companies: int, bots: tuple[str, ...]) -> Iterator[tuple[Campaign, Game, Result]]:
    """A campaign of real games by these bots, which sit round; what the campaign asks is answered at random."""
    chance = random.Random(seed)
    make_lots = lots_of(chance)
    campaign = begin(found("A line", founders(companies), "1", make_lots))
    while campaign.stage != OVER:
        if campaign.stage == PLAYING:
            game = new_game(campaign, seed=chance.randrange(1 << 30))
            seats = range(game.players)
            players = [make_bot(bots[(seat + campaign.game) % len(bots)], chance.randrange(1 << 30)) for seat in seats]
            assert not unsound(game.state)
            play_game(game.state, players)
            assert not unsound(game.state)
            result = result_of(game)
            yield campaign, game, result
            entries = finish_game(campaign, result, make_lots)
        else:
            entries = next_entries(campaign, chance, make_lots)
        for entry in entries:
            assert fits(campaign, entry)
            fold(campaign, entry)


@pytest.mark.rule("L1", "L19", "L20")
@pytest.mark.parametrize(("seed", "companies"), [(1, 2), (2, 5)])
def test_a_campaign_of_real_games(seed: int, companies: int) -> None:
    games = 0
    for campaign, game, result in play_real(seed, companies, ("random",)):
        games += 1
        check_result(campaign, game, result)
    assert games == 12


@pytest.mark.parametrize("companies", [2, 3, 4, 5])
def test_every_edition_is_played_to_the_end(companies: int) -> None:
    """Random and greedy players, in the smaller size some campaigns of them."""
    for seed in range(size(2, 20)):
        if size(10, 10) == 1 and companies != 3:
            continue  # on the plain sources one campaign is enough
        for _ in play_real(seed, companies, ("greedy", "random")):
            pass


@pytest.mark.parametrize("bot", EVERY_BOT)
def test_every_bot_plays_editions_to_the_end(bot: str) -> None:
    """One late game; at full size every game of a campaign. Of searching bots one plays, with a small budget."""
    if "@" in bot and not trunkline.compiled:
        pytest.skip("a search takes minutes on the plain sources")
    for number in range(1, 13) if FULL else (10,):
        state = new_game(seated(number, companies=3), seed=number).state
        seats = range(len(state.players))
        if "@" in bot:
            bots = [make_bot("greedy", seat) for seat in seats]
            bots[-1] = make_bot(bot.partition("@")[0] + "@2", number)
        else:
            bots = [make_bot(bot, number + seat) for seat in seats]
        play_game(state, bots)
        assert result_of_state(state).turns > 0 and not unsound(state)


def check_result(campaign: Campaign, game: Game, result: Result) -> None:
    companies = [place.company for place in campaign.places]
    assert game.companies == companies
    assert sorted(slip.company for slip in result.slips) == sorted(companies)
    assert result.turn_order[0] == campaign.caboose
    start = companies.index(result.turn_order[0])
    assert list(result.turn_order) == companies[start:] + companies[:start]
    totals = [slip.total for slip in result.slips]
    assert totals == sorted(totals, reverse=True)
    assert set(result.event_discards) <= set(edition_of(campaign).events)
    assert {territory for territory, _ in result.spikes} <= set(edition_of(campaign).spikes)
    vaults = {company: 10 for territory, company in result.spikes if territory == "PS"}
    assert {slip.company: slip.vault for slip in result.slips if slip.vault} == vaults
    held = [route for slip in result.slips for route in slip.routes]
    assert len(set(held)) == len(held)
    values = {ticket.name: ticket for ticket in composed(MAP, edition_of(campaign)).variants["base"].tickets}
    rules = edition_of(campaign).story_rules
    for slip in result.slips:
        rehearsed = "dress-rehearsal" in rules and len(slip.completed) >= 5
        at_exposition = "exposition" in rules and any("chicago" in route for route in slip.routes)
        assert slip.story == 5 * rehearsed + 6 * at_exposition
        assert slip.total == max(0, slip.money + slip.for_trains + slip.tickets + slip.story + slip.bonds)
        assert slip.won == sum(values[ticket].points for ticket in slip.completed)
        assert slip.tickets == slip.won - sum(values[ticket].points for ticket in slip.failed)
        assert set(slip.cities) == {city for ticket in slip.completed for city in values[ticket].cities}
        lengths = {route: int(game.board.length[game.board.route_number[route]]) for route in slip.routes}
        assert slip.trains_left == edition_of(campaign).trains - sum(lengths.values())


def finished_game(campaign: Campaign) -> Game:
    game = new_game(campaign, seed=5)
    dice = random.Random(5)
    while not game.over:
        seat = game.to_act[0]
        game.play(dice.choice(game.legal(seat)), seat=seat)
    return game


@pytest.mark.rule("L15", "L24")
def test_the_toll_is_taken_for_white_routes_while_it_is_in_force() -> None:
    campaign = seated(5)
    assert edition_of(campaign).story_rules == ("crown-point-toll",)
    game = finished_game(campaign)
    facts = [event.facts(game.board) for event in game.events]
    tolls = [fact for fact in facts if fact["event"] == "money" and fact["source"] == "crown-point-toll"]
    colours = {route.name: route.colour for route in composed(MAP, edition_of(campaign)).routes}
    claimed = [colours[str(fact["route"])] for fact in facts if fact["event"] == "claimed"]
    assert all(fact["amount"] == -1 and fact["step"] == 11 for fact in tolls)
    # Who has nothing pays nothing.
    assert 0 < len(tolls) <= claimed.count("white")


@pytest.mark.rule("L17")
def test_chicago_is_large_in_the_last_game() -> None:
    boards = [load_board(reference("meridian", edition_of(seated(game)))) for game in (11, 12)]
    assert [bool(board.companies.large[board.route_number["chicago-detroit:1"]]) for board in boards] == [False, True]


@pytest.mark.rule("L11", "L20")
def test_a_result_counts_newspapers_and_tells_what_was_turned_up() -> None:
    game = finished_game(seated(3))
    result = result_of(game)
    met = [event for event in game.events if event.name == "newspaper"]
    assert result.newspapers == sum(int(event.values[0]) for event in met) > 0
    assert result.event_discards
    assert result.turns == game.state.turn


def test_a_game_that_is_not_over_has_no_result() -> None:
    with pytest.raises(ValueError, match="not over"):
        result_of(new_game(seated(2), seed=1))
    with pytest.raises(ValueError, match="without companies"):
        result_of(Game.new("usa", seed=1))


def test_a_file_of_a_campaigns_game_replays_and_tells_the_same_result(tmp_path: Path) -> None:
    campaign = seated(7)
    game = finished_game(campaign)
    game.save(tmp_path / "game.jsonl")
    again = Game.load(tmp_path / "game.jsonl")
    assert verify(again) == []
    assert result_of(again) == result_of(game)

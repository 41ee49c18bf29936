"""Plays whole campaigns between bots, each in one call, repeatable by a seed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stdout
from hashlib import sha256
from itertools import repeat
from multiprocessing import get_context
from random import Random

from msgspec import Struct

from trunkline.bots.play import BadChoice, play_game, seat_to_act
from trunkline.bots.registry import make_bot
from trunkline.campaign.actions import HOST, MakeLots, act, finish_game, found
from trunkline.campaign.content import NEWEST, load_content
from trunkline.campaign.entries import AnyEntry, Founder, Result
from trunkline.campaign.fold import begin, fold
from trunkline.campaign.games import new_game, result_of_state
from trunkline.campaign.modules import known_modules
from trunkline.campaign.presidents import choices
from trunkline.campaign.reckoning import final_accounts
from trunkline.campaign.state import OVER, PLAYING, Campaign
from trunkline.lab.card_tally import GameTally, Paid, tally_of
from trunkline.lab.simulate import BotFailed, leave_interrupts_to_parent
from trunkline.maps.load import load_map
from trunkline.rules.events import Event
from trunkline.rules.newspapers import NEWSPAPERS_MET


def lots_from(seed: str) -> MakeLots:
    """Keys for the lots of a campaign that follow from a seed, each another."""
    numbers = iter(range(1_000_000))
    return lambda: sha256(f"{seed}/lots/{next(numbers)}".encode()).hexdigest()


def play_campaign(
    bots: Sequence[str],
    seed: str,
    content: str = NEWEST,
    tallies: list[GameTally] | None = None,
    without: str | None = None,
) -> Iterator[tuple[Campaign, AnyEntry]]:
    """Play a campaign, one bot a company, from its founding to its end.

    Yields the campaign after every entry of its log, with the entry. The campaign is changed by the next one.
    `tallies` gets one tally for each game. `without` names a module that never comes into force.
    """
    counted = tallies if tallies is not None else []
    make_lots = lots_from(seed)
    dice = Random(f"{seed}/presidents")
    colours = [company.id for company in load_map(load_content(content).map).companies]
    dice.shuffle(colours)
    founders = [Founder(colour, f"{name} {colour}", bot=name) for colour, name in zip(colours, bots, strict=False)]
    founded = found("Simulation", founders, content, make_lots)
    campaign = begin(founded)
    yield campaign, founded
    while entries := next_entries(campaign, seed, dice, make_lots, counted):
        for entry in entries:
            fold(campaign, entry)
            if without is not None:
                leave_out(campaign, without)
            yield campaign, entry


def leave_out(campaign: Campaign, module: str) -> None:
    """Take a module and its news event out of a campaign before they can do anything."""
    if campaign.modules.running.pop(module, None) is not None:
        event = known_modules(campaign)[module].event
        campaign.deck[:] = [each for each in campaign.deck if each != event]


def next_entries(
    campaign: Campaign, seed: str, dice: Random, make_lots: MakeLots, tallies: list[GameTally]
) -> list[AnyEntry]:
    """The next step: a game is played, a president decides, or the next game is seated; nothing after the end."""
    if campaign.stage == PLAYING:
        result, tally = play_one_game(campaign, seed)
        tallies.append(tally)
        return finish_game(campaign, result, make_lots)
    for company in campaign.active:
        words = choices(campaign, company.colour, dice)
        if words:
            return act(campaign, company.colour, words[0], make_lots)
    if campaign.stage == OVER:
        return []
    return act(campaign, HOST, "seat " + " ".join(company.colour for company in campaign.active), make_lots)


def play_one_game(campaign: Campaign, seed: str) -> tuple[Result, GameTally]:
    """Play the game that was seated."""
    game_seed = f"{seed}/{campaign.game}"
    game = new_game(campaign, seed=game_seed)
    players = []
    for seat, place in enumerate(campaign.places):
        name = place.stand_in or campaign.company(place.company).bot
        assert name is not None, "in a simulation every company has a bot"
        number = int.from_bytes(sha256(f"{game_seed}/{seat}".encode()).digest()[:4], "little")
        players.append(make_bot(name, number))
    log: list[Event] = []
    try:
        # What a bot prints does not belong to our output.
        with redirect_stdout(sys.stderr):
            moves = play_game(game.state, players, log)
    except (Exception, SystemExit) as error:
        seat = error.seat if isinstance(error, BadChoice) else int(seat_to_act(game.state))
        company = campaign.places[seat].company
        why = str(error) if isinstance(error, BadChoice) else f"it raised {type(error).__name__}: {error}"
        raise BotFailed(f"the bot of {company} failed in game {campaign.game} of campaign {seed}: {why}") from None
    newspapers = sum(int(event.values[0]) for event in log if event.kind is NEWSPAPERS_MET)
    result = result_of_state(game.state, newspapers)
    return result, tally_of(campaign, game.state, log, moves, result)


class GameOutcome(Struct, frozen=True):
    """What a report counts of one game."""

    slips: dict[str, int]
    """By company, in the order of the places."""
    turns: int
    newspapers: int
    tally: GameTally
    hired: tuple[tuple[str, str], ...] = ()
    """Company and crew card."""

    @property
    def company_income(self) -> int:
        """Dollars of all companies for routes of their own colour."""
        return sum(self.tally.paid.get(company, {}).get(company, Paid()).dollars for company in self.slips)


class CampaignOutcome(Struct, frozen=True):
    """What a report counts of one campaign."""

    companies: tuple[str, ...]
    """In the order of the founding."""
    totals: dict[str, int]
    """By company, in the order of the final places."""
    games: tuple[GameOutcome, ...]
    territories: tuple[str, ...]
    retired: int
    votes: dict[str, str]
    story: tuple[str, ...]
    """Story cards that were read."""
    medals: tuple[str, ...]
    """Medals that somebody won."""
    spikes: tuple[str, ...]
    """Territories whose golden spike was driven."""
    awards: dict[str, dict[str, int]] = {}
    """What modules put into vaults when they closed, by module and company."""
    shown: tuple[str, ...] = ()
    """Postcards that were met, or that acted when the story gave them."""


def campaign_outcome(
    bots: tuple[str, ...], seed: str, content: str = NEWEST, without: str | None = None
) -> CampaignOutcome:
    """Play a campaign to its end; `without` names a module that never comes into force."""
    tallies: list[GameTally] = []
    *_, (last, _) = play_campaign(bots, seed, content, tallies, without)
    accounts = final_accounts(last)
    awards: dict[str, dict[str, int]] = {}
    for company in last.companies:
        for paper in company.papers:
            if paper.kind == "module":
                awards.setdefault(paper.about, {})[company.colour] = paper.dollars
    return CampaignOutcome(
        companies=tuple(company.colour for company in last.companies),
        totals={account.company: account.total for account in accounts},
        games=tuple(
            GameOutcome(
                {slip.company: slip.total for slip in result.slips},
                result.turns,
                result.newspapers,
                tally,
                result.hired,
            )
            for result, tally in zip(last.results, tallies, strict=True)
        ),
        territories=tuple(last.territories),
        retired=len(last.retired),
        votes=last.votes,
        story=tuple(last.story),
        medals=tuple(sorted({paper.about for each in accounts for paper in each.papers if paper.kind == "medal"})),
        spikes=tuple(last.spikes),
        awards=awards,
        shown=tuple(last.offices.shown),
    )


def seeds_of(seed: str, campaigns: int) -> list[str]:
    """The seed of each campaign: it does not depend on who plays it."""
    return [f"{seed}/{number}" for number in range(campaigns)]


def simulate_campaigns(
    bots: Sequence[str], campaigns: int, *, seed: str, workers: int = 1, content: str = NEWEST
) -> Iterator[CampaignOutcome]:
    """The outcomes of campaigns between these bots, in the order of their numbers. Each has a seed of its own."""
    seeds = seeds_of(seed, campaigns)
    if workers == 1:
        for each in seeds:
            yield campaign_outcome(tuple(bots), each, content)
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=leave_interrupts_to_parent)
    try:
        yield from pool.map(campaign_outcome, repeat(tuple(bots)), seeds, repeat(content))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)

"""Campaigns without games: results are made up, so that the layer above single games is tested by itself."""

from __future__ import annotations

import random

import msgspec

from trunkline.campaign.actions import HOST, MakeLots, act, finish_game, found, legal, to_act
from trunkline.campaign.entries import AnyEntry, Founder, Result, Slip
from trunkline.campaign.fold import begin, fold
from trunkline.campaign.games import edition_of
from trunkline.campaign.state import OVER, PLAYING, SEATING, Campaign
from trunkline.maps.grow import grown
from trunkline.maps.load import load_map

COLOURS = ("blue", "red", "green", "yellow", "black")


def lots_of(chance: random.Random) -> MakeLots:
    """Keys that repeat with the seed."""
    return lambda: chance.randbytes(32).hex()


def founders(number: int) -> list[Founder]:
    return [Founder(colour, f"President {colour}") for colour in COLOURS[:number]]


def made_up_result(campaign: Campaign, chance: random.Random) -> Result:
    """A result that could be: any ranking, tickets of the board, routes of the board."""
    board = grown(load_map(campaign.content.map), campaign.territories)
    tickets = [ticket for ticket in board.variants["base"].tickets if ticket.name not in campaign.retired]
    routes = [route.name for route in board.routes]
    chance.shuffle(routes)
    companies = [place.company for place in campaign.places]
    slips = []
    for number, company in enumerate(companies):
        completed = chance.sample(tickets, 3)
        won = sum(ticket.points for ticket in completed)
        money = chance.randrange(20)
        slips.append(
            Slip(
                company=company,
                money=money,
                for_trains=0,
                tickets=won,
                total=money + won,
                trains_left=chance.randrange(6),
                won=won,
                completed=tuple(ticket.name for ticket in completed),
                failed=(),
                cities=tuple(sorted({city for ticket in completed for city in ticket.cities})),
                routes=tuple(routes[10 * number : 10 * number + 10]),
            )
        )
    spikes = made_up_spikes(campaign, companies)
    slips = [msgspec.structs.replace(slip, vault=10) if ("PS", slip.company) in spikes else slip for slip in slips]
    slips.sort(key=lambda slip: slip.total, reverse=True)
    turned_up = chance.sample(campaign.deck, min(len(campaign.deck), chance.randrange(5)))
    return Result(tuple(slips), tuple(companies), tuple(turned_up), turns=20, newspapers=4, spikes=spikes)


def made_up_spikes(campaign: Campaign, companies: list[str]) -> tuple[tuple[str, str], ...]:
    """One of the golden spikes that can be driven in this game, every other game; by a dice of its own."""
    dice = random.Random(f"{campaign.game} {companies}")
    left = edition_of(campaign).spikes
    return ((dice.choice(left), dice.choice(companies)),) if left and dice.random() < 0.5 else ()


def play_out(seed: int, companies: int, most_entries: int = 10_000) -> tuple[Campaign, list[AnyEntry]]:
    """A campaign of random legal actions to its end: its fold, entry by entry, and its log."""
    chance = random.Random(seed)
    make_lots = lots_of(chance)
    first = found("Made up", founders(companies), "1", make_lots)
    campaign = begin(first)
    log: list[AnyEntry] = [first]
    while campaign.stage != OVER and len(log) < most_entries:
        for entry in next_entries(campaign, chance, make_lots):
            fold(campaign, entry)
            log.append(entry)
    return campaign, log


def next_entries(campaign: Campaign, chance: random.Random, make_lots: MakeLots) -> list[AnyEntry]:
    """What some random legal action adds to the log."""
    if campaign.stage == PLAYING:
        return finish_game(campaign, made_up_result(campaign, chance), make_lots)
    actor = chance.choice([company.colour for company in campaign.active])
    options = [words for words in legal(campaign, actor) if words != "leave" or chance.random() < 0.05]
    if options and chance.random() < 0.7:
        return act(campaign, actor, chance.choice(options).replace("…", "The Long Way"), make_lots)
    if campaign.stage != SEATING:
        actor = to_act(campaign)[0]
        return act(campaign, actor, chance.choice(legal(campaign, actor)), make_lots)
    missing = campaign.absent(campaign.game)
    names = [company.colour for company in campaign.active if company.colour not in missing]
    present = sorted(chance.sample(names, chance.randrange(2, len(names) + 1)), key=names.index)
    words = " ".join(f"{name}=greedy" if chance.random() < 0.1 else name for name in present)
    return act(campaign, HOST, f"seat {words}", make_lots)

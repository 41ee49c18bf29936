"""Heuristics of bots as presidents: events to remove, territories, repaints and names of routes.

Bots vote at random, because the effects of a vote are hidden until it is closed.
"""

from __future__ import annotations

from itertools import count
from random import Random

from trunkline.campaign.actions import legal
from trunkline.campaign.charters import territories
from trunkline.campaign.state import Campaign
from trunkline.maps.clauses import FEE, FEE_PER, LOSE, MONEY, MONEY_PER, PER_LENGTH, TURNED, Clause, Company
from trunkline.maps.later_cards import later_cards
from trunkline.maps.load import load_map
from trunkline.maps.model import GRAY, Map, Route
from trunkline.maps.selecting import routes_in
from trunkline.maps.territories import Territory

CLAIMS = 8
"""How many claims a company makes in a game, roughly."""
CARD_DOLLARS = 1.0
"""What a card is worth, roughly."""
OWN_LINE_DOLLARS = 1.0
"""What a route of the company's own colour adds to the worth of a territory, roughly."""


def choices(campaign: Campaign, company: str, dice: Random) -> list[str]:
    """The actions that the president of a company takes now, in order, in words."""
    possible = legal(campaign, company)
    by_verb: dict[str, list[str]] = {}
    for words in possible:
        by_verb.setdefault(words.partition(" ")[0], []).append(words.partition(" ")[2])
    found = []
    if "remove" in by_verb:
        found.append(f"remove {event_to_remove(campaign, company, by_verb['remove'])}")
    if "name" in by_verb:
        pairs = [pair.split() for pair in by_verb["name"]]
        worth = {code: territory_worth(campaign, company, code) for pair in pairs for code in pair}
        best = max(pairs, key=lambda pair: (worth[pair[0]] + worth[pair[1]], pair))
        found.append(f"name {best[0]} {best[1]}")
    if "pick" in by_verb:
        found.append(f"pick {max(by_verb['pick'], key=lambda code: (territory_worth(campaign, company, code), code))}")
    if "vote" in by_verb:
        found.append(f"vote {dice.choice(by_verb['vote'])}")
    if "repaint" in by_verb:
        found.append(f"repaint {route_to_repaint(campaign, company, by_verb['repaint'])}")
    if "discard" in by_verb:
        # The oldest postcard goes: it had the most games in which its condition could be met.
        found.append(f"discard {by_verb['discard'][0]}")
    if "christen" in by_verb:
        found.append(christening(campaign, company, [words.partition(" ")[0] for words in by_verb["christen"]]))
    return found


def event_to_remove(campaign: Campaign, company: str, events: list[str]) -> str:
    """The event that costs the company the most, or gives it the least."""
    return min(events, key=lambda event: (event_worth(campaign, company, event), event))


def event_worth(campaign: Campaign, company: str, event: str) -> float:
    """Estimated dollars that a current event brings the company; negative if it costs."""
    map_ = load_map(campaign.content.map)
    cards = {card.id: card for card in (*map_.events, *later_cards(map_, campaign.version).events)}
    return sum(clause_worth(map_, clause, company) for clause in cards[event].clauses) if event in cards else 0.0


def clause_worth(map_: Map, clause: Clause, company: str) -> float:
    """The dollars that a clause brings a company, times how often it is expected to act."""
    effect = clause.effect
    amount = float(effect.amount)
    if effect.name == MONEY_PER:
        amount = 2.0
    elif effect.name == FEE_PER:
        amount = -2.0
    elif effect.name == FEE:
        amount = -amount
    elif effect.name == LOSE:
        amount = -amount * CARD_DOLLARS
    elif effect.name != MONEY:
        amount *= CARD_DOLLARS
    if clause.when == TURNED or clause.lines is None:
        return amount
    fitting = routes_in(map_.routes, map_.cities, clause.lines, company)
    return amount * CLAIMS * sum(fitting) / len(fitting)


def company_with_bonus(campaign: Campaign, company: str) -> Company:
    """The company as it is in the next game, with its bonus."""
    map_ = load_map(campaign.content.map)
    later = later_cards(map_, campaign.version)
    companies = later.second if campaign.bonus == 2 else later.first
    return next(each for each in companies or map_.companies if each.id == company)


def territory_worth(campaign: Campaign, company: str, code: str) -> float:
    """The value of a territory for a company: routes of its colour, large cities, and tickets."""
    territory: Territory = territories(campaign)[code]
    lanes = [lane for track in territory.tracks for lane in track.lanes]
    own = sum(1 for lane in lanes if lane.colour == company)
    large = sum(1 for city in territory.cities if city.large)
    return own * OWN_LINE_DOLLARS + large * CARD_DOLLARS + len(territory.tickets) / 10


def route_to_repaint(campaign: Campaign, company: str, routes: list[str]) -> str:
    """The longest route if the bonus is paid by length, else the shortest: it is claimed most easily."""
    lanes: dict[str, Route] = {
        lane.name: lane for each in territories(campaign).values() for track in each.tracks for lane in track.lanes
    }
    assert all(lanes[route].colour == GRAY for route in routes)
    by_length = any(clause.effect.per == PER_LENGTH for clause in company_with_bonus(campaign, company).bonus)
    sign = -1 if by_length else 1
    return min(routes, key=lambda route: (sign * lanes[route].length, route))


def christening(campaign: Campaign, company: str, routes: list[str]) -> str:
    """Name the first route of the list that has no name yet after the president; a further one gets a number."""
    free = [route for route in routes if route not in campaign.names] or routes
    president = " ".join(campaign.company(company).president.split())[:16].strip() or company
    taken = [name for name, _ in campaign.names.values()]
    number = next(n for n in count(1) if line_name(president, n) not in taken)
    return f"christen {free[0]} {line_name(president, number)}"


def line_name(president: str, number: int) -> str:
    """`Gus Line`, `Gus Line 2`."""
    return f"{president} Line" if number == 1 else f"{president} Line {number}"

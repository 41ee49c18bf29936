"""The fold: what each entry of the log changes in a campaign."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from trunkline.campaign import modules, offices
from trunkline.campaign.content import Card, Outcome, load_content
from trunkline.campaign.entries import (
    AnyEntry,
    Chartered,
    Christened,
    Closed,
    DealtAnew,
    Entry,
    Founded,
    Founder,
    GaveUp,
    Joined,
    Left,
    Lots,
    Missed,
    Named,
    Played,
    Read,
    Removed,
    Repainted,
    Result,
    Seated,
    Struck,
    Voted,
)
from trunkline.campaign.state import (
    GAMES,
    NAMING,
    OVER,
    PICKING,
    PLAYING,
    REMOVING,
    SEATING,
    Campaign,
    Company,
    OpenVote,
    Paper,
)
from trunkline.rules.dice import LOT, Stream


def fold_all(entries: Iterable[AnyEntry]) -> Campaign:
    """The campaign of a log. Raises ValueError for a log that does not begin with the founding."""
    rest = iter(entries)
    first = next(rest, None)
    if not isinstance(first, Founded):
        raise ValueError("a campaign begins with its founding")
    campaign = begin(first)
    for entry in rest:
        fold(campaign, entry)
    return campaign


def begin(entry: Founded) -> Campaign:
    content = load_content(entry.content)
    founders = [_company(founder, 0) for founder in entry.founders]
    caboose = founders[draw_lot(entry.lots, len(founders))].colour
    return Campaign(entry.campaign, entry.content, founders, caboose, list(content.events), list(content.events))


def fold(campaign: Campaign, entry: AnyEntry) -> None:
    """Apply one fact without checking it: `act` and the reader of files do that."""
    FOLDS[type(entry)](campaign, entry)


def draw_lot(lots: Lots, number: int) -> int:
    """A random number below `number`, derived from the key of an entry."""
    return int(Stream(bytes.fromhex(lots), LOT, 0).below(number))


def _company(founder: Founder, games_before: int) -> Company:
    return Company(founder.company, founder.president, founder.signature, founder.bot, games_before)


def _joined(campaign: Campaign, entry: Joined) -> None:
    campaign.companies.append(_company(entry.founder, len(campaign.results)))


def _left(campaign: Campaign, entry: Left) -> None:
    campaign.company(entry.company).has_left = True
    for option in ("may_repaint", "may_christen", "may_remove"):
        if getattr(campaign, option) == entry.company:
            setattr(campaign, option, None)


def _missed(campaign: Campaign, entry: Missed) -> None:
    campaign.missed.append((entry.game, entry.company))


def _seated(campaign: Campaign, entry: Seated) -> None:
    """The game begins. Unused choices (charter, repaint, christening) expire."""
    campaign.places = list(entry.places)
    present = [place.company for place in entry.places]
    if campaign.caboose not in present:
        campaign.caboose = present[draw_lot(entry.lots, len(present))]
    campaign.may_repaint = campaign.may_christen = campaign.may_remove = None
    campaign.stage = PLAYING


def _read(campaign: Campaign, entry: Read) -> None:
    plan = campaign.content.games[campaign.game - 1]
    cards = {card.card: card for card in (*plan.before, *plan.after)}
    for name in entry.cards:
        campaign.story.append(name)
        _take_effect(campaign, cards[name])
    if campaign.stage == REMOVING:
        # The story after a game has been read: the charter follows, or the pause.
        campaign.stage = NAMING if campaign.charter_due else SEATING
        if campaign.stage == SEATING:
            _next_game(campaign)


def _take_effect(campaign: Campaign, card: Card) -> None:
    _add_events(campaign, card.events)
    for rule in card.rules:
        campaign.rules[rule] = campaign.game + card.for_games - 1 if card.for_games else 0
    campaign.charter_due = campaign.charter_due or card.charter
    if card.vote is not None:
        campaign.vote = OpenVote(card.vote)
    campaign.spikes_begun = campaign.spikes_begun or card.spikes
    campaign.last_spike_begun = campaign.last_spike_begun or card.last_spike
    campaign.bonus = card.bonus or campaign.bonus
    campaign.large += [city for city in card.large if city not in campaign.large]
    campaign.offices.post_open = campaign.offices.post_open or card.post
    campaign.offices.tools_open = campaign.offices.tools_open or card.tools
    if card.postcard:
        offices.give_by_story(campaign, card.postcard, card.postcard_to)


def _add_events(campaign: Campaign, events: Iterable[str]) -> None:
    """News events join the deck, unless they were ever in it."""
    for event in events:
        if event not in campaign.ever:
            campaign.ever.append(event)
            campaign.deck.append(event)


def _dealt_anew(campaign: Campaign, entry: DealtAnew) -> None:
    """Changes nothing here: only the game is dealt again."""


def _played(campaign: Campaign, entry: Played) -> None:
    """Ranking, caboose, stamps and slips (L20)."""
    result = entry.result
    campaign.results.append(result)
    campaign.caboose = result.slips[-1].company
    year = campaign.year
    for territory, company in result.spikes:
        campaign.spikes[territory] = (company, year)
    for slip in result.slips:
        papers = campaign.company(slip.company).papers
        papers.append(Paper("slip", slip.total, campaign.game, str(year)))
        if slip.vault:
            papers.append(Paper("spike", slip.vault, campaign.game))
    _stamp(campaign, result)
    modules.count(campaign, result)
    offices.count(campaign, result)
    for event in result.removed_events:
        _remove(campaign, event)
    campaign.rules = {rule: until for rule, until in campaign.rules.items() if until != campaign.game}
    campaign.money_next_game = campaign.trains_next_game = 0
    campaign.tickets_next_game = None
    campaign.may_christen = campaign.winner
    campaign.stage = REMOVING


def _stamp(campaign: Campaign, result: Result) -> None:
    """Stamp completed tickets, in the order of founding. A ticket with enough stamps retires into a vault."""
    enough = len(campaign.active) + 1
    slips = {slip.company: slip for slip in result.slips}
    for company in campaign.companies:
        for ticket in slips[company.colour].completed if company.colour in slips else ():
            card = offices.registered(campaign, ticket)
            if card is not None and ticket in campaign.retired:
                continue
            if card is not None:
                offices.deliver(campaign, company.colour, ticket, card)
                continue
            campaign.stamps.setdefault(ticket, []).append(company.colour)
    for ticket, stamps in campaign.stamps.items():
        if len(stamps) >= enough and ticket not in campaign.retired:
            most = max(stamps.count(colour) for colour in stamps)
            keeper = next(colour for colour in reversed(stamps) if stamps.count(colour) == most)
            campaign.retired[ticket] = keeper
            dollars = campaign.content.numbers.retired_ticket
            campaign.company(keeper).papers.append(Paper("ticket", dollars, campaign.game, ticket))


def _removed(campaign: Campaign, entry: Removed) -> None:
    _remove(campaign, entry.event)
    if campaign.stage == SEATING:
        campaign.may_remove = None


def _remove(campaign: Campaign, event: str) -> None:
    if event in campaign.deck:
        campaign.deck.remove(event)
        campaign.dead_letters.append(event)


def _voted(campaign: Campaign, entry: Voted) -> None:
    if campaign.vote is not None:
        campaign.vote.votes[entry.company] = entry.choice


def _closed(campaign: Campaign, entry: Closed) -> None:
    campaign.vote = None
    campaign.votes[entry.vote] = entry.choice
    vote = campaign.content.votes[entry.vote]
    _decide(campaign, vote.a if entry.choice == "a" else vote.b)


def _decide(campaign: Campaign, outcome: Outcome) -> None:
    """The effects of a vote."""
    for event in outcome.remove_events:
        _remove(campaign, event)
    _add_events(campaign, outcome.events)
    for rule in outcome.end_rules:
        campaign.rules.pop(rule, None)
    for rule, game in outcome.end_rules_after.items():
        if rule in campaign.rules:
            campaign.rules[rule] = game
    for company in campaign.active if outcome.vault_each else ():
        company.papers.append(Paper("vote", outcome.vault_each, len(campaign.results)))
    campaign.may_remove = campaign.last if outcome.remove_one else campaign.may_remove
    if outcome.postcard:
        offices.give(campaign, campaign.last, outcome.postcard)
    campaign.hand = outcome.hand or campaign.hand
    campaign.money_next_game = outcome.money_next_game or campaign.money_next_game
    campaign.trains_next_game = outcome.trains_next_game or campaign.trains_next_game
    campaign.tickets_next_game = outcome.tickets_next_game or campaign.tickets_next_game


def _named(campaign: Campaign, entry: Named) -> None:
    campaign.named = list(entry.territories)
    campaign.stage = PICKING


def _chartered(campaign: Campaign, entry: Chartered) -> None:
    campaign.territories.append(entry.territory)
    campaign.charters[entry.territory] = (entry.company, campaign.year)
    campaign.named = []
    campaign.charter_due = False
    campaign.may_repaint = campaign.last
    _next_game(campaign)
    _add_events(campaign, modules.join(campaign, entry.territory))


def _next_game(campaign: Campaign) -> None:
    """Close modules after their last game, with their news events; then begin the next year."""
    for event in modules.close(campaign):
        _remove(campaign, event)
    campaign.game += 1
    campaign.stage = OVER if campaign.game > GAMES else SEATING


def _repainted(campaign: Campaign, entry: Repainted) -> None:
    campaign.repaints[entry.route] = entry.company
    campaign.may_repaint = None


def _christened(campaign: Campaign, entry: Christened) -> None:
    campaign.names[entry.route] = (entry.name, entry.company)
    campaign.may_christen = None


def _struck(campaign: Campaign, entry: Struck) -> None:
    campaign.names.pop(entry.route, None)
    campaign.company(entry.company).struck = True


def _gave_up(campaign: Campaign, entry: GaveUp) -> None:
    offices.give_up(campaign, entry.company, entry.card)


FOLDS: dict[type[Entry], Callable[[Campaign, Any], None]] = {
    Joined: _joined,
    Left: _left,
    Missed: _missed,
    Seated: _seated,
    Read: _read,
    DealtAnew: _dealt_anew,
    Played: _played,
    Removed: _removed,
    Voted: _voted,
    Closed: _closed,
    Named: _named,
    Chartered: _chartered,
    Repainted: _repainted,
    Christened: _christened,
    Struck: _struck,
    GaveUp: _gave_up,
}

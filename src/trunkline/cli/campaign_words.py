"""The words of a campaign in the terminal: names of companies, routes and cards, and a sentence for every entry."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from trunkline.campaign.changes import Change
from trunkline.campaign.charters import territories
from trunkline.campaign.content import load_words
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
    Missed,
    Named,
    Place,
    Played,
    Read,
    Removed,
    Repainted,
    Seated,
    Struck,
    Voted,
)
from trunkline.campaign.modules import known_modules
from trunkline.campaign.offices import cards_of, held_by, registered
from trunkline.campaign.presidents import company_with_bonus
from trunkline.campaign.state import PLAYING, Campaign
from trunkline.cli.names import count, listing
from trunkline.maps.card_text import bonus_text, news_kind, news_text
from trunkline.maps.clauses import NewsEvent
from trunkline.maps.grow import grown
from trunkline.maps.later_cards import later_cards
from trunkline.maps.load import load_map
from trunkline.maps.model import Map, Route


@lru_cache(maxsize=4)
def board_of(map_name: str, codes: tuple[str, ...]) -> Map:
    """The board with the territories that have joined."""
    return grown(load_map(map_name), codes)


class CampaignWords:
    """The words of one campaign as it stands; made anew when it has changed."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.story = load_words(campaign.version, "en")
        self.start: Map = load_map(campaign.content.map)
        self.map: Map = board_of(campaign.content.map, tuple(campaign.territories))
        self.cities = {city.id: city.name for city in self.map.cities}
        self.routes: dict[str, Route] = {route.name: route for route in self.map.routes}
        later = later_cards(self.start, campaign.version)
        self.modules = known_modules(campaign)
        self.office_cards = cards_of(campaign.content)
        self.cards: dict[str, NewsEvent] = {
            card.id: card for card in (*self.start.events, *later.events, *later.story_rules)
        }

    # Names

    def company_name(self, colour: str) -> str:
        return next(company.name.en for company in self.start.companies if company.id == colour)

    def company(self, colour: str | None) -> str:
        """`Anna (blue)`: the president with the colour of the company."""
        return "the lot" if colour is None else f"{self.campaign.company(colour).president} ({colour})"

    def bonus(self, colour: str) -> str:
        """What the company gets for a route of its colour in this game, or in the next one if all companies play it."""
        campaign = self.campaign
        players = len(campaign.places if campaign.stage == PLAYING else campaign.active)
        return " ".join(bonus_text(self.start, company_with_bonus(campaign, colour), players=max(2, players)))

    def played_by(self, colour: str) -> str:
        bot = self.campaign.company(colour).bot
        return "a person" if bot is None else f"the bot {bot}"

    def card(self, card: str) -> str:
        """The name of a news event, of a rule of the story or of a module."""
        if card in self.modules:
            return self.modules[card].name.en
        return self.cards[card].name.en if card in self.cards else card.replace("-", " ").title()

    def card_text(self, card: str) -> str:
        """What a news event, a rule of the story or a module does."""
        if card in self.modules:
            return self.modules[card].text.en
        if card not in self.cards:
            return ""
        event = self.cards[card]
        kind = "" if card in self.campaign.rules else f"{news_kind(event)} "
        return kind + " ".join(news_text(self.map, event))

    def crew(self, card: str) -> str:
        return next(each.name.en for each in self.office_cards.crew if each.id == card)

    def postcard(self, card: str) -> str:
        """The front of a postcard, which everybody may read (L21)."""
        found = self.office_cards.postcard(card)
        return f"{found.name.en}: “{found.front.en}”" if found.front else found.name.en

    def office(self, colour: str) -> list[str]:
        """What all may know of an office: the fronts of its postcards, and the crew that it has hired so far."""
        held = [self.postcard(each.card) for each in held_by(self.campaign, colour)]
        hired = self.campaign.offices.hired.get(colour, {})
        crew = [f"{self.crew(card)} ({count(times, 'time')})" for card, times in hired.items()]
        return [
            *([f"Postcards: {'; '.join(held)}"] if held else []),
            *([f"Crew hired so far: {listing(crew)}."] if crew else []),
        ]

    def territory(self, code: str) -> str:
        return territories(self.campaign)[code].name

    def route(self, name: str) -> str:
        """`Boston – New York (lane 2)`, and the name that it was given."""
        route = self.routes[name]
        lane = f" (lane {name.partition(':')[2]})" if ":" in name else ""
        given = self.campaign.names.get(name)
        called = f" “{given[0]}”" if given else ""
        return f"{self.cities[route.a]} – {self.cities[route.b]}{lane}{called}"

    def ticket(self, name: str) -> str:
        ticket = next(each for each in self.map.variants["base"].tickets if each.name == name)
        return f"{' – '.join(self.cities[city] for city in ticket.cities)} (${ticket.points})"

    def registered(self) -> list[str]:
        """The tickets that bring a postcard; none are known before the post office opens (L21)."""
        cards = self.office_cards.postcards if self.campaign.offices.post_open else ()
        return [card.ticket for card in cards if card.ticket]

    def place(self, place: Place) -> str:
        stand_in = f", played by the bot {place.stand_in}" if place.stand_in else ""
        return f"{self.company(place.company)}{stand_in}"

    # Entries

    def sentences(self, entry: AnyEntry) -> list[str]:
        """What an entry tells, in the past tense, for the chronicle. The campaign may be later than the entry."""
        return SENTENCES[type(entry)](self, entry)

    def founded(self, entry: Founded) -> list[str]:
        return [f"“{entry.campaign}” was founded.", *(self.founder(each) for each in entry.founders)]

    def founder(self, founder: Founder) -> str:
        return f"{founder.president} signed for {self.company_name(founder.company)} ({founder.company})."

    def joined(self, entry: Joined) -> list[str]:
        return [f"{self.founder(entry.founder)} It has missed the games before."]

    def left(self, entry: Left) -> list[str]:
        return [f"{self.company(entry.company)} left for good."]

    def missed(self, entry: Missed) -> list[str]:
        return [f"{self.company(entry.company)} missed game {entry.game}."]

    def seated(self, entry: Seated) -> list[str]:
        return [f"Game {entry.game} began: {listing(self.place(place) for place in entry.places)}."]

    def read(self, entry: Read) -> list[str]:
        return [f"Read: {listing(f'“{self.story.cards[card].title}”' for card in entry.cards)}."]

    def dealt_anew(self, entry: DealtAnew) -> list[str]:
        return [f"Game {entry.game} was dealt anew."]

    def played(self, entry: Played) -> list[str]:
        slips = entry.result.slips
        ranking = listing(f"{self.company(slip.company)} ${slip.total}" for slip in slips)
        found = [f"Game {entry.game} ended: {ranking}. {self.company(slips[-1].company)} got the caboose."]
        for territory, company in entry.result.spikes:
            found.append(f"{self.company(company)} drove the golden spike of {self.territory(territory)}.")
        for route, company in entry.result.spans:
            found.append(f"{self.company(company)} built a span on {self.route(route)}.")
        found += [f"{self.company(company)} hired {self.crew(card)}." for company, card in entry.result.hired]
        for company, card, _ in entry.result.postcards:
            found.append(f"{self.company(company)} met the postcard from {self.postcard(card)}")
        if entry.result.growth:
            found.append(f"{listing(self.cities[city] for city in entry.result.growth)} got growth marks.")
        stamped = {
            slip.company: sum(registered(self.campaign, ticket) is None for ticket in slip.completed) for slip in slips
        }
        if any(stamped.values()):
            told = listing(f"{self.company(company)} {number}" for company, number in stamped.items() if number)
            found.append(f"Stamps on completed tickets: {told}.")
        for paper in self.closings(entry.game):
            found.append(paper)
        return found

    def changed(self, change: Change) -> list[str]:
        """What a fact changed that its own sentences do not tell: tickets that retired, postcards, the map."""
        kept = self.campaign.content.numbers.retired_ticket
        found = []
        for ticket, company in change.retired:
            told, who = self.ticket(ticket), self.company(company)
            if registered(self.campaign, ticket) is None:
                found.append(f"The ticket {told} has enough stamps and retires: ${kept} into the vault of {who}.")
            else:
                found.append(f"The registered ticket {told} retires: {who} completed it.")
        for company, card in change.arrived:
            found.append(f"A postcard came to the office of {self.company(company)}. {self.postcard(card)}")
        found += [f"{self.cities[city]} has become a large city." for city in change.grown]
        return [*found, *(f"{self.route(route)} needs no grade check any more." for route in change.bored)]

    def closings(self, game: int) -> list[str]:
        """The awards of modules that closed after a game."""
        return [
            f"{self.card(paper.about)} closed: ${paper.dollars} into the vault of {self.company(company.colour)}."
            for company in self.campaign.companies
            for paper in company.papers
            if paper.kind == "module" and paper.game == game
        ]

    def removed(self, entry: Removed) -> list[str]:
        return [f"{sentence_start(self.company(entry.company))} removed the news event {self.card(entry.event)}."]

    def voted(self, entry: Voted) -> list[str]:
        return [f"{self.company(entry.company)} voted {entry.choice.upper()}."]

    def closed(self, entry: Closed) -> list[str]:
        words = self.story.votes[entry.vote]
        choice, result = (words.a, words.result_a) if entry.choice == "a" else (words.b, words.result_b)
        return [f"{words.question} The companies decided: {choice}. {result}"]

    def named(self, entry: Named) -> list[str]:
        named = listing((self.territory(code) for code in entry.territories), "and")
        return [f"{sentence_start(self.company(entry.company))} named {named}."]

    def chartered(self, entry: Chartered) -> list[str]:
        found = [f"{sentence_start(self.company(entry.company))} chartered {self.territory(entry.territory)}."]
        for module in self.modules.values():
            if module.territory == entry.territory:
                found.append(f"The rule of its box: {module.name.en}. {module.text.en}")
        return found

    def repainted(self, entry: Repainted) -> list[str]:
        return [f"{self.company(entry.company)} repainted {self.route(entry.route)} {entry.company}."]

    def christened(self, entry: Christened) -> list[str]:
        route = self.routes[entry.route]
        return [f"{self.company(entry.company)} named {self.cities[route.a]} – {self.cities[route.b]} “{entry.name}”."]

    def struck(self, entry: Struck) -> list[str]:
        return [f"{self.company(entry.company)} struck the name of {self.route(entry.route)}."]

    def gave_up(self, entry: GaveUp) -> list[str]:
        return [f"{self.company(entry.company)} gave up the postcard from {self.postcard(entry.card)}"]


def sentence_start(words: str) -> str:
    return words[:1].upper() + words[1:]


SENTENCES: dict[type[Entry], Callable[[CampaignWords, Any], list[str]]] = {
    Founded: CampaignWords.founded,
    Joined: CampaignWords.joined,
    Left: CampaignWords.left,
    Missed: CampaignWords.missed,
    Seated: CampaignWords.seated,
    Read: CampaignWords.read,
    DealtAnew: CampaignWords.dealt_anew,
    Played: CampaignWords.played,
    Removed: CampaignWords.removed,
    Voted: CampaignWords.voted,
    Closed: CampaignWords.closed,
    Named: CampaignWords.named,
    Chartered: CampaignWords.chartered,
    Repainted: CampaignWords.repainted,
    Christened: CampaignWords.christened,
    Struck: CampaignWords.struck,
    GaveUp: CampaignWords.gave_up,
}

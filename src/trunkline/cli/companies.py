"""Words for maps with companies in the terminal: dollars, companies, news events, the steps of a claim."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from trunkline.cli import modules
from trunkline.cli.names import Names, cards_in_words, count, listing
from trunkline.maps.card_text import bonus_text, holder_text, news_kind, news_text
from trunkline.rules.actions import kind_of, subject_of
from trunkline.rules.claim import SEQUENCE
from trunkline.rules.money import companies_of, company_name
from trunkline.rules.newspapers import NO_EVENT, news_of
from trunkline.rules.office_state import has_offices, postcard_source, postcards_of
from trunkline.rules.office_text import crew_name
from trunkline.rules.payouts import all_payouts
from trunkline.rules.powers import BUY, RETURN, power_row
from trunkline.rules.spikes import spikes_of
from trunkline.rules.state import NOBODY
from trunkline.rules.view import View

Facts = dict[str, object]

SPIKE = "spike-"
"""Begins the name of a golden spike among the sources of money."""

EVENTS = (
    "newspaper", "newspapers-passed", "news", "news-shuffled", "money", "cards-gained", "cards-lost", "took",
    "refunded", "row-washed", "asked", "bought", "ticket-returned", "bond",
    "spike", *modules.EVENTS, "hired", "power-used", "event-removed", "asked-privately", "postcard",
    "extra-locomotive", "cards-shown", "tickets-halved", "vault", "next-setup", "trains-gained", "slip-changed",
)  # fmt: skip
"""The events that only maps with companies have."""


class Points:
    """What a claim pays on a map where routes score points: nothing."""

    heading = "points"

    def trains(self, view: View, seat: int) -> str:
        return count(int(view.players[seat].trains), "train")

    def pays(self, view: View, route: int) -> str:
        return str(view.board.points[route])

    def why(self, view: View, route: int) -> str:
        return count(int(view.board.points[route]), "point")


class Companies:
    """The words of one map with companies. What a claim pays is computed for the viewer."""

    heading = "brings"

    def __init__(self, names: Names) -> None:
        self.names = names
        self.map = names.map
        self.company_names = {company.id: company.name.en for company in self.map.companies}
        self.spike_names = {f"{SPIKE}{spike.territory}": names.city_called(spike.city) for spike in self.map.spikes}
        self.event_names = {event.id: event.name.en for event in self.map.events}
        offices = self.map.offices
        self.crew = {} if offices is None else {card.id: card for card in offices.crew}
        self.postcards = {} if offices is None else {held.card.id: held.card for held in offices.held}
        self.event_names |= {module.id: module.name.en for module in self.map.modules}

    # Names

    def source(self, name: object) -> str:
        """The source of money or cards: a company's bonus, a large city or a news event."""
        if name == "large-city":
            return "a large city"
        if str(name).startswith(SPIKE):
            return f"the golden spike of {self.spike_names.get(str(name), str(name))}"
        if str(name) in self.crew:
            return self.crew[str(name)].name.en
        if str(name) in self.postcards:
            return f"the postcard {name} from {self.postcards[str(name)].name.en}"
        company = self.company_names.get(str(name))
        return f"the bonus of {company}" if company is not None else self.event_names.get(str(name), str(name))

    def company(self, view: View, seat: int) -> str:
        """`Hudson Iron (black)`."""
        name = company_name(view, seat)
        return f"{self.company_names[name]} ({name})"

    def bonus(self, view: View, seat: int) -> str:
        """What the company of a seat gets for a route of its colour."""
        chosen = next(company for company in self.map.companies if company.id == company_name(view, seat))
        return " ".join(bonus_text(self.map, chosen, players=len(view.players)))

    # The present state

    def dollars(self, view: View, seat: int) -> str:
        return count(int(companies_of(view).money[seat]), "dollar")

    def trains(self, view: View, seat: int) -> str:
        """The trains left, with the dollars they stand for at the end, if any: `4 trains (worth $6)` (L19)."""
        left = int(view.players[seat].trains)
        worth = int(view.board.companies.worth_of_trains(left))
        return count(left, "train") + (f" (worth ${worth})" if worth else "")

    def news(self, view: View) -> Text:
        """The current news event with what it changes now, and how many are to come."""
        part = news_of(view)
        left = f"{len(part.deck)} to come"
        if part.current == NO_EVENT:
            return Text(f"no news event yet, {left}")
        event = self.map.events[int(part.current)]
        text = Text.assemble((event.name.en, "bold"))
        if event.lightning:
            return text + Text(f" has acted; nothing lasts. {left.capitalize()}.")
        changes = " ".join(news_text(self.map, event, players=len(view.players)))
        return text + Text(f": {changes or 'it changes nothing with so many players.'} {left.capitalize()}.")

    def spikes(self, view: View) -> Text | None:
        """The golden spikes that can still be driven; None on a board without."""
        if not self.map.spikes:
            return None
        driven = spikes_of(view).driver
        left = [spike for spike, owner in zip(self.map.spikes, driven, strict=True) if owner == NOBODY]
        parts = [
            f"{self.names.city_called(spike.city)} with {self.names.city_called(spike.home)} "
            + (f"(${spike.money})" if spike.money else f"(${spike.vault} into the vault)")
            for spike in left
        ]
        return Text(", ".join(parts) or "all driven")

    def current_text(self, event_id: str, players: int) -> str:
        """What a news event does when it is turned up, for the number of players."""
        event = next(event for event in self.map.events if event.id == event_id)
        changes = " ".join(news_text(self.map, event, players=players))
        return f"{news_kind(event)} {changes or 'It changes nothing with so many players.'}"

    def earlier(self, view: View) -> str:
        """The news events turned up before the current one."""
        found = [self.event_names[view.board.companies.events[event]] for event in news_of(view).discards]
        return ", ".join(found) or "none"

    def question(self, view: View) -> tuple[int, str]:
        """The step of a claim that asks, and its source."""
        asking = int(companies_of(view).asking)
        return int(view.claim_step) // SEQUENCE, self.source(view.board.companies.sources[asking])

    def pays(self, view: View, route: int) -> str:
        """What a claim would pay now, in short: `$2 + 1 card`."""
        found = all_payouts(view, view.seat, route)
        money, cards = sum(int(each.money) for each in found), sum(int(each.cards) for each in found)
        parts = [dollars_in_short(money)] if money else []
        return " + ".join([*parts, *([count(cards, "card")] if cards else [])])

    def why(self, view: View, route: int) -> str:
        """What a claim would pay now, step by step with its reason."""
        steps = []
        for each in all_payouts(view, view.seat, route):
            parts = [dollars_in_short(int(each.money))] if each.money else []
            parts += [count(int(each.cards), "card")] if each.cards else []
            source = self.source(view.board.companies.sources[int(each.source)])
            steps.append(f"{' and '.join(parts)} at step {int(each.step)} ({source})")
        return listing(steps) or "pays nothing"

    def power(self, view: View, code: int) -> str:
        """A use of a power of the current news event, with what it costs or pays."""
        row = power_row(view, code)
        assert row is not None
        if kind_of(code) == BUY:
            return f"buy a locomotive from the discards for ${row.amount}"
        if kind_of(code) == RETURN:
            return f"return {self.names.ticket(int(subject_of(code)))} for ${row.amount}"
        return f"take a bond: ${row.amount} now, −${row.later} on the slip"

    # What happened

    def sentence(self, facts: Facts, who: str, players: int) -> str:
        """The sentence for one of EVENTS; `who` begins a sentence."""
        name, step = str(facts["event"]), facts.get("step", 0)
        because = f": {self.source(facts['source'])}" if "source" in facts else ""
        at = f"Step {step}: " if step else ""
        if name == "newspaper":
            return f"{who} met {newspapers(facts)}."
        if name == "newspapers-passed":
            return f"The news event met {newspapers(facts)}, which turned up nothing."
        if name == "news":
            event = str(facts["news"])
            return f"News: {self.event_names[event]}. {self.current_text(event, players)}"
        if name == "news-shuffled":
            return f"The earlier news events were shuffled into a new deck of {facts['count']}."
        if name == "money":
            return self.money(facts, who, at, because)
        if name == "cards-gained":
            cards = facts.get("cards")
            known = self.cards(cards) if isinstance(cards, list) else count(number(facts, "count"), "card")
            return f"{at}{who} drew {known} from the deck{because}."
        if name == "cards-lost":
            cards = facts["cards"]
            assert isinstance(cards, list)
            lost = cards_in_words(self.names.board, [self.names.board.card_number[str(card)] for card in cards])
            return f"{who} lost {lost or 'no card'} by lot{because}."
        if name == "took":
            return f"{at}{who} took {self.cards([facts['card']])} face up{because}."
        if name == "refunded":
            cards = facts["cards"]
            assert isinstance(cards, list)
            return f"{at}{who} got back {self.cards(cards)}{because}."
        if name == "spike":
            vault = number(facts, "vault")
            paid = f", {count(vault, 'dollar')} into the vault" if vault else ""
            return f"{at}{who} drove {self.source(facts['source'])}{paid}."
        if name == "bought":
            return f"{who} bought a {facts['card']} from the discards{because}."
        if name == "ticket-returned":
            tickets = facts.get("tickets")
            known = (
                listing(self.names.ticket_called(ticket) for ticket in tickets)
                if isinstance(tickets, list)
                else "a ticket"
            )
            return f"{who} put {known} under the deck{because}."
        if name == "bond":
            return f"{who} took a bond{because}. The slip loses {count(number(facts, 'owed'), 'dollar')}."
        office = self.office_sentence(facts, name, who, at)
        if office is not None:
            return office
        if name == "row-washed":
            return f"The face-up cards were discarded{because}."
        if name in modules.EVENTS:
            return modules.sentence(self.names, facts, who, at)
        if name == "asked" and facts["source"] in [module.id for module in self.map.modules]:
            return f"{at}{who} may build an elevator."
        return f"{at}{who} may take a face-up card{because}."

    def office_sentence(self, facts: Facts, name: str, who: str, at: str) -> str | None:
        """The sentence for an event of crew or postcards; None for another event."""
        source = self.source(facts["source"]) if isinstance(facts.get("source"), str) else ""
        whom = "you" if who == "You" else who
        if name == "hired":
            card = self.crew[str(facts["source"])]
            return f"{who} hired {source}: {' '.join(holder_text(self.map, card))}"
        if name == "power-used":
            return f"{who} used {source}."
        if name == "event-removed":
            return f"{who} removed the news event {self.event_names[str(facts['news'])]} for good: {source}."
        if name == "asked-privately":
            asked = facts.get("source")
            if isinstance(asked, list) and asked:
                return f"{at}{who} {'are' if who == 'You' else 'is'} asked by {self.source(asked[0])}."
            return f"{at}{who} may use a card of the office, or not."
        if name == "postcard":
            card = self.postcards[str(facts["source"])]
            return f"{who} met {source}: {' '.join(holder_text(self.map, card))}"
        if name == "extra-locomotive":
            return f"{who} discarded an extra locomotive: {source}."
        if name == "cards-shown":
            return f"{who} showed {facts['count']} {facts['card']} cards: {source}."
        if name == "tickets-halved":
            return f"Failed tickets cost {whom} ${number(facts, 'amount')} less: {source}."
        if name == "vault":
            vault = "your vault" if who == "You" else f"the vault of {who}"
            return f"{at}{count(number(facts, 'amount'), 'dollar')} into {vault}: {source}."
        if name == "next-setup":
            return (
                f"The next set-up gives {whom} ${facts['money']} and {count(number(facts, 'cards'), 'card')}: {source}."
            )
        if name == "trains-gained":
            return f"{who} got {count(number(facts, 'count'), 'more train')}: {source}."
        if name == "slip-changed":
            slip = "your slip" if who == "You" else f"the slip of {who}"
            return f"{dollars_in_short(number(facts, 'amount'))} on {slip}: {source}."
        return None

    def answer(self, code_text: str) -> str:
        """An answer in notation, with what the card says that it names. Only the seat that is asked sees it."""
        card = self.crew.get(code_text.split()[-1]) or self.postcards.get(code_text.split()[-1])
        return code_text if card is None else f"{code_text}: {' '.join(holder_text(self.map, card))}"

    def office(self, view: View) -> list[str]:
        """The viewer's crew and postcards, with the backs that only the viewer knows."""
        if not has_offices(view):
            return []
        lines = []
        crew = crew_name(view, view.seat)
        if crew in self.crew:
            lines.append(f"Crew: {self.source(crew)}. {' '.join(holder_text(self.map, self.crew[str(crew)]))}")
        for held in postcards_of(view, view.seat):
            card = self.postcards[view.board.companies.sources[int(postcard_source(view, held))]]
            lines.append(f"Postcard {card.id} from {card.name.en}: {' '.join(holder_text(self.map, card))}")
        return lines

    def public_office(self, view: View, seat: int) -> list[str]:
        """What all know of an office: its crew, and the fronts of its postcards (L21)."""
        if not has_offices(view):
            return []
        crew = crew_name(view, seat)
        lines = [f"Crew: {self.crew[crew].name.en}."] if crew in self.crew else []
        for held in postcards_of(view, seat):
            card = self.postcards[view.board.companies.sources[int(postcard_source(view, held))]]
            front = "" if card.front is None else f": “{card.front.en}”"
            lines.append(f"Postcard {card.id} of {card.name.en}{front}")
        return lines

    def money(self, facts: Facts, who: str, at: str, because: str) -> str:
        """A change of money with its reason and the new balance."""
        amount, balance = number(facts, "amount"), number(facts, "balance")
        if facts["source"] == "start":
            return f"{who} started with {count(amount, 'dollar')}."
        if amount == 0:
            return f"{at}{who} had no dollars to pay{because}."
        if amount < 0:
            return f"{at}{who} paid {count(-amount, 'dollar')} and kept {balance}{because}."
        return f"{at}{who} got {count(amount, 'dollar')} and then had {balance}{because}."

    def cards(self, cards: Iterable[object]) -> str:
        return listing(str(card) for card in cards)


def newspapers(facts: Facts) -> str:
    met = number(facts, "count")
    return "a newspaper" if met == 1 else f"{met} newspapers"


def dollars_in_short(money: int) -> str:
    return f"${money}" if money >= 0 else f"−${-money}"


def number(facts: Facts, field: str) -> int:
    value = facts[field]
    assert isinstance(value, int)
    return value

"""English sentences for events, as one seat may see them."""

from __future__ import annotations

from collections.abc import Iterable

from trunkline.cli.companies import EVENTS, Companies
from trunkline.cli.names import Names, cards_in_words, count, listing, said
from trunkline.rules.events import Event

Facts = dict[str, object]

SILENT = ("started", "refilled")
"""Events that the row on the screen already shows."""


class Teller:
    """Describes events for one reader: a seat, or any other number for a spectator.

    With `everything` nothing is hidden: for the owner of the record.
    """

    def __init__(self, names: Names, seat: int, everything: bool = False) -> None:
        self.names = names
        self.board = names.board
        self.seat = seat
        self.everything = everything
        self.companies = Companies(names) if names.board.has_companies else None

    def tell(self, events: Iterable[Event]) -> list[str]:
        """One sentence for each event; the two cards of a turn make one sentence.

        Tickets offered to others are left out: the later sentence says how many of how many were kept.
        """
        sentences: list[str] = []
        drawing: list[Facts] = []
        row_because = "Too many locomotives: the row was dealt anew"
        why_dealt = row_because
        for facts in self.facts_of(events):
            name = facts["event"]
            if name in ("dealt", "row-washed"):
                why_dealt = "The row was dealt" if name == "dealt" else "The row was dealt anew"
            if name in ("drew", "drew-blind"):
                if drawing and drawing[0]["seat"] != facts["seat"]:
                    sentences.append(self.draws(drawing))
                    drawing = []
                drawing.append(facts)
                continue
            if drawing and name != "refilled":
                sentences.append(self.draws(drawing))
                drawing = []
            if name == "row-dealt":
                sentences.append(self.row_dealt(facts, why_dealt))
                why_dealt = row_because
            elif name not in SILENT and not (name == "offered" and "tickets" not in facts):
                sentences.append(self.sentence(facts))
        if drawing:
            sentences.append(self.draws(drawing))
        return sentences

    def facts_of(self, events: Iterable[Event]) -> list[Facts]:
        """What the reader may know of each event. Dollars of one source for one claim are added up."""
        found: list[Facts] = []
        for event in events:
            seen = event if self.everything else event.seen_by(self.seat)
            facts = seen.facts(self.board)
            if found and facts["event"] == "money" and same_payer(found[-1], facts):
                amount = number(found[-1], "amount") + number(facts, "amount")
                found[-1] = facts | {"amount": amount}
            else:
                found.append(facts)
        return found

    def draws(self, drawing: list[Facts]) -> str:
        """The cards of one turn: `greedy 1 took red face up and drew a card from the deck.`"""
        taken = [self.card(facts["card"]) for facts in drawing if facts["event"] == "drew"]
        blind: dict[str, list[str]] = {}
        for facts in drawing:
            if facts["event"] == "drew-blind":
                cards = facts.get("cards")
                known = [self.card(card) for card in cards] if isinstance(cards, list) else ["a card"]
                blind.setdefault(str(facts["deck"]) if self.board.numbers.ships > 0 else "deck", []).extend(known)
        parts = [f"took {both(taken)} face up"] if taken else []
        parts += [f"drew {both(cards)} from the {deck}" for deck, cards in blind.items()]
        if drawing[0]["event"] == "drew-blind":
            parts.sort(key=lambda part: part.startswith("took"))
        return f"{self.who(drawing[0])} {' and '.join(parts)}."

    def card(self, name: object) -> str:
        return said(self.board, str(name))

    def who(self, facts: Facts) -> str:
        seat = facts["seat"]
        assert isinstance(seat, int)
        return self.names.person(seat)

    def was(self, facts: Facts) -> str:
        who = self.who(facts)
        return f"{who} were" if who == "You" else f"{who} was"

    def has(self, facts: Facts) -> str:
        who = self.who(facts)
        return f"{who} have" if who == "You" else f"{who} has"

    def paid(self, facts: Facts) -> str:
        paid = facts.get("paid")
        if isinstance(paid, list):
            return cards_in_words(self.board, [self.board.card_number[str(card)] for card in paid])
        colour, wilds = self.board.card_number[str(facts["colour"])], number(facts, "locomotives")
        plain = [colour] * (number(facts, "cards") - wilds)
        return cards_in_words(self.board, plain + [int(self.board.wild)] * wilds)

    def tickets(self, facts: Facts) -> str:
        """`: Kyiv – Petrograd (6), …`, or nothing if they are hidden."""
        tickets = facts.get("tickets")
        if not isinstance(tickets, list) or not tickets:
            return ""
        return ": " + ", ".join(self.names.ticket_called(ticket) for ticket in tickets)

    def sentence(self, facts: Facts) -> str:
        """The sentence for one event."""
        name = str(facts["event"])
        if name == "dealt":
            cards = facts.get("cards")
            shown = ": " + ", ".join(self.card(card) for card in cards) if isinstance(cards, list) else ""
            return f"{self.was(facts)} dealt {count(number(facts, 'count'), 'card')}{shown}."
        if name == "row-dealt":
            return self.row_dealt(facts, "The row was dealt")
        if self.companies is not None and name in EVENTS:
            return self.companies.sentence(facts, self.who(facts) if "seat" in facts else "", len(self.names.people))
        if name == "offered":
            return f"{self.was(facts)} offered {count(number(facts, 'count'), 'ticket')}{self.tickets(facts)}."
        if name == "chose":
            # Which tickets is revealed when all have chosen (C20).
            return f"{self.has(facts)} chosen the first tickets."
        if name == "kept":
            kept = number(facts, "count")
            offered = kept + number(facts, "refused")
            return f"{self.who(facts)} kept {kept} of {count(offered, 'new ticket')}{self.tickets(facts)}."
        if name == "reshuffled":
            made = f"{facts['deck']}: {count(number(facts, 'count'), 'card')}" if self.board.numbers.ships > 0 else None
            made = made or count(number(facts, "count"), "card")
            return f"The discards were shuffled into a new deck of {made}."
        if name == "claimed":
            route = self.names.route_called(facts["route"])
            claimed = f"{self.who(facts)} claimed {route} with {self.paid(facts)}"
            # With companies the claim itself pays nothing; each of its steps has its own event (L9, L15).
            if self.companies is not None:
                return f"{claimed}."
            return f"{claimed}: {count(number(facts, 'points'), 'point')}."
        if name == "laid":
            route = self.names.route_called(facts["route"])
            return f"{self.who(facts)} laid {self.paid(facts)} for the tunnel {route}."
        if name == "turned":
            return self.turned(facts)
        if name == "withdrew":
            route = self.names.route_called(facts["route"])
            return f"{self.who(facts)} withdrew from the tunnel {route} and took the cards back."
        if name == "station":
            city = self.names.city_called(facts["city"])
            return f"{self.who(facts)} built a station in {city} with {self.paid(facts)}."
        if name == "chose-split":
            return f"{self.has(facts)} chosen trains and ships."
        if name == "split":
            trains, ships = count(number(facts, "trains"), "train"), count(number(facts, "ships"), "ship")
            return f"{self.who(facts)} took {trains} and {ships}."
        if name == "space-paid":
            route = self.names.route_called(facts["route"])
            return f"{self.who(facts)} paid a space of {route} with {self.paid(facts)}."
        if name == "port":
            return f"{self.who(facts)} built a port in {self.names.city_called(facts['city'])} with {self.paid(facts)}."
        if name == "exchanged":
            return self.exchanged(facts)
        if name == "passed":
            return f"{self.who(facts)} passed."
        if name == "last-turns":
            turns = count(number(facts, "turns"), "more turn")
            few = self.board.numbers.end_at
            pieces = "pieces" if self.board.numbers.ships > 0 else "trains"
            return f"{self.has(facts)} {few} {pieces} or fewer left: {turns} in all, then the game ends."
        if name == "started":
            return f"The turn of {self.who(facts)} began."
        if name == "refilled":
            return f"Slot {facts['slot']} was filled with {self.card(facts['card'])}."
        if name == "ended":
            return "The game ended."
        text = ", ".join(f"{key} {value}" for key, value in facts.items() if key not in ("event", "seat"))
        return f"{self.who(facts)}: {name}{f' ({text})' if text else ''}."

    def row_dealt(self, facts: Facts, why: str) -> str:
        """The row at the deal, or a new one because of too many locomotives (C6) or of a news event."""
        row = facts["row"]
        assert isinstance(row, list)
        cards = ", ".join("an empty slot" if card is None else self.card(card) for card in row)
        return f"{why}: {cards}."

    def exchanged(self, facts: Facts) -> str:
        """Pieces swapped with the box (W12)."""
        trains = number(facts, "trains")
        taken, given = ("train", "ship") if trains > 0 else ("ship", "train")
        lost = abs(trains) * int(self.board.numbers.exchange_cost)
        swap = f"{count(abs(trains), taken)} from the box for {count(abs(trains), given)}"
        return f"{self.who(facts)} took {swap}: {count(lost, 'point')} lost."

    def turned(self, facts: Facts) -> str:
        """The three cards of a tunnel (E4)."""
        cards = facts["cards"]
        assert isinstance(cards, list)
        asked = number(facts, "asked")
        if not cards:
            return "There was no card to turn up, so nothing more was asked."
        more = f"{count(asked, 'more card')} asked" if asked else "nothing more asked"
        return f"Turned up: {', '.join(str(card) for card in cards)}: {more}."


def both(cards: list[str]) -> str:
    """`red`, `red and blue`, `two red`, `a card`, `two cards`."""
    if len(cards) == 2 and cards[0] == cards[1]:
        return "two cards" if cards[0] == "a card" else f"two {cards[0]}"
    return listing(cards)


def same_payer(before: Facts, facts: Facts) -> bool:
    """Whether both events give dollars to one seat, or take them, from one source in one step."""
    alike = all(before.get(key) == facts.get(key) for key in ("event", "seat", "step", "source"))
    return alike and (number(before, "amount") < 0) == (number(facts, "amount") < 0)


def number(facts: Facts, field: str) -> int:
    value = facts[field]
    assert isinstance(value, int)
    return value

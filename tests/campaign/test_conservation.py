"""Conservation from the founding to the epilogue of content version 2: nothing is lost or doubled, game by game."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from content_cards import crew, modules, postcards
from tools import FULL
from trunkline.campaign.entries import AnyEntry, GaveUp, Played, Result
from trunkline.campaign.fold import begin, fold
from trunkline.campaign.games import edition_of
from trunkline.campaign.offices import held_by
from trunkline.campaign.state import OVER, Campaign
from trunkline.lab.campaigns import play_campaign
from trunkline.maps.compose import composed
from trunkline.maps.load import load_map

GOLDEN = Path(__file__).parent.parent / "golden" / "campaign-2.jsonl"
POSTCARDS = postcards()
BY_TICKET = {card["ticket"]: name for name, card in POSTCARDS.items() if "ticket" in card}
MORE_TRAINS = {name: clause["does"]["trains"] for name, card in crew().items()
               for clause in card.get("clauses", []) if "trains" in clause["does"]}  # fmt: skip


def golden_log() -> list[AnyEntry]:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    return [msgspec.convert(json.loads(line)["entry"], type=AnyEntry) for line in lines]


class Ledger:
    """What the entries of a log say, added up apart from the fold."""

    def __init__(self) -> None:
        self.completed: Counter[tuple[str, str]] = Counter()
        self.given: dict[str, str] = {}
        self.used: Counter[str] = Counter()
        self.given_up: set[str] = set()
        self.spans: dict[str, str] = {}
        self.hired: Counter[tuple[str, str]] = Counter()
        self.checked: Counter[str] = Counter()
        self.removed: list[str] = []

    def add(self, campaign: Campaign, result: Result) -> None:
        """A game that has been played; the campaign is that before it."""
        edition = edition_of(campaign)
        board = composed(load_map("meridian"), edition)
        length = {route.name: route.length for route in board.routes}
        crew_of = dict(result.hired)
        routes: Counter[str] = Counter()
        tickets: Counter[str] = Counter()
        for slip in result.slips:
            more = MORE_TRAINS.get(crew_of.get(slip.company, ""), 0)
            assert slip.trains_left + sum(length[route] for route in slip.routes) == edition.trains + more
            routes.update(slip.routes)
            tickets.update([*slip.completed, *slip.failed])
            for ticket in slip.completed:
                card = BY_TICKET.get(ticket)
                if card is None:
                    self.completed[ticket, slip.company] += 1
                elif campaign.game < 12:
                    assert card not in self.given
                    self.given[card] = slip.company
        assert max(routes.values(), default=0) <= 1 and max(tickets.values(), default=0) <= 1
        assert not set(tickets) & set(campaign.retired)
        herds = len(result.slips) + modules()["cattle-drives"]["more"]
        assert sum(slip.counted.get("cattle-drives", 0) for slip in result.slips) <= herds
        assert sum(slip.counted.get("excursions", 0) for slip in result.slips) <= modules()["excursions"]["shown"]
        for route, company in result.spans:
            assert route not in self.spans and "bridge" in {r.name: r for r in board.routes}[route].tags
            self.spans[route] = company
        self.checked.update(result.checked)
        assert max(Counter(crew_of.values()).values(), default=0) <= 1
        self.hired.update(result.hired)
        for company, card, used in result.postcards:
            assert company in {held.company for held in edition.office.postcards if held.card == card}  # type: ignore[union-attr]
            assert self.used[card] < used <= POSTCARDS[card].get("uses", 1)
            self.used[card] = used
        self.removed += result.removed_events

    def compare(self, campaign: Campaign) -> None:
        stamps = Counter((ticket, colour) for ticket, stamps in campaign.stamps.items() for colour in stamps)
        assert stamps == self.completed
        kept = campaign.modules
        assert kept.spans == self.spans
        assert max(Counter(kept.spans.values()).values(), default=0) <= modules()["river-bridges"]["most"]
        assert Counter(kept.checked) == self.checked
        hired = Counter(
            {(company, card): n for company, cards in campaign.offices.hired.items() for card, n in cards.items()}
        )
        assert hired == self.hired and max(hired.values(), default=0) <= 2
        held = Counter(each.card for company in campaign.companies for each in held_by(campaign, company.colour))
        assert max(held.values(), default=0) <= 1
        for company in campaign.companies:
            for each in held_by(campaign, company.colour):
                assert each.used == self.used[each.card] < POSTCARDS[each.card].get("uses", 1)
                assert self.given.get(each.card, company.colour) == company.colour
        # A postcard that was given is held, was used up, or was given up.
        used_up = {card for card, used in self.used.items() if used >= POSTCARDS[card].get("uses", 1)}
        assert set(self.given) <= set(held) | used_up | self.given_up
        assert set(held) & (used_up | self.given_up) == set()
        assert Counter([*campaign.deck, *campaign.dead_letters]) == Counter(set(campaign.ever))
        assert set(self.removed) <= set(campaign.dead_letters)


def follow(log: list[AnyEntry]) -> Campaign:
    campaign: Campaign = begin(log[0])  # type: ignore[arg-type]
    ledger = Ledger()
    for entry in log[1:]:
        if isinstance(entry, Played):
            ledger.add(campaign, entry.result)
        if isinstance(entry, GaveUp):
            ledger.given_up.add(entry.card)
        fold(campaign, entry)
        ledger.compare(campaign)
    assert campaign.stage == OVER
    assert not campaign.modules.running and len(campaign.modules.closed) == 8
    return campaign


@pytest.mark.rule("L2", "L21", "L25", "L26", "L27")
def test_nothing_is_lost_or_doubled_in_the_golden_campaign() -> None:
    log = golden_log()
    campaign = follow(log)
    assert campaign.modules.spans and campaign.offices.hired and campaign.offices.shown


@pytest.mark.rule("L2", "L21", "L25", "L26", "L27")
@pytest.mark.slow
@pytest.mark.parametrize("companies", [2, 3, 4, 5])
def test_nothing_is_lost_or_doubled_in_campaigns_of_bots(companies: int) -> None:
    for seed in range(20 if FULL else 1):
        log = [entry for _, entry in play_campaign(["greedy"] * companies, f"conserved {seed}", "2")]
        follow(log)

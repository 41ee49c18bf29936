"""A fifth game on the page with modules, crew and postcards: by two people, one on a phone; and in the text view."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from campaign.made_up import founders, lots_of, next_entries
from page.browsers import PHONE, WIDE, visiting
from page.campaigns import play_out
from page.tables import ask, be, leave
from page.test_layout import LEAST_SHARE, MEASURE, to_rest
from page.test_moments import problems as axe_finds
from server.guests import Running, sqlite_at
from trunkline.campaign.actions import HOST, act, found
from trunkline.campaign.content import NEWEST
from trunkline.campaign.entries import AnyEntry
from trunkline.campaign.fold import begin, fold
from trunkline.campaign.games import edition_of
from trunkline.campaign.logfile import to_lines
from trunkline.campaign.offices import must_give_up
from trunkline.campaign.state import SEATING
from trunkline.maps.edition import Edition

TEXT = "() => localStorage.setItem('settings', JSON.stringify({view: 'text'}))"
ASKS = "p15"
"""A postcard that asks for a locomotive (L18) at each claim of a route of four spaces or more between harbours."""
SEAT = "seat blue red"
ALWAYS = {"hire", "elevator", "use", "decline"}
"""What is always answered on the page."""


def played(seed: int) -> tuple[list[AnyEntry], Edition] | None:
    """The log of a campaign of two with four made-up games, and the edition of the fifth; None if somebody has left, or
    holds too many postcards."""
    chance = random.Random(seed)
    make_lots = lots_of(chance)
    entry = found("Years", founders(2), NEWEST, make_lots)
    campaign = begin(entry)
    log: list[AnyEntry] = [entry]
    while not (campaign.stage == SEATING and len(campaign.results) == 4):
        for each in next_entries(campaign, chance, make_lots):
            fold(campaign, each)
            log.append(each)
            if campaign.stage == SEATING and len(campaign.results) == 4:
                break
    # One postcard too many goes by lot when the game is seated.
    if len(campaign.active) < 2 or any(must_give_up(campaign, company.colour) for company in campaign.active):
        return None
    for each in act(campaign, HOST, SEAT, make_lots):
        fold(campaign, each)
    return log, edition_of(campaign)


def fifth_game(anna: Page, ben: Page) -> str:
    """The table of a fifth game in which elevators are in force and Anna holds the postcard that asks."""
    for seed in range(1, 1000):
        made = played(seed)
        if made is None:
            continue
        log, edition = made
        holder = next((held.company for held in edition.office.postcards if held.card == ASKS), None)  # type: ignore[union-attr]
        if holder is not None and any(each.module == "grain-elevators" for each in edition.modules):
            break
    else:
        raise AssertionError("no campaign has such a fifth game")
    assert len(edition.modules) == 3
    answer = anna.request.post(f"/api/campaigns/import?company={holder}", data=b"".join(to_lines(log)))
    assert answer.ok, answer.text()
    campaign = str(answer.json()["campaign"])
    ask(ben, "POST", f"/api/campaigns/{campaign}/join", {"colour": "red" if holder == "blue" else "blue"})
    seated = {"actor": HOST, "action_id": "seat", "action": SEAT}
    ask(anna, "POST", f"/api/campaigns/{campaign}/decide", seated)
    return str(ask(anna, "GET", f"/api/campaigns/{campaign}")["table"])


class Player:
    """Answers the questions of crew, postcards and modules by what the page shows."""

    def __init__(self, page: Page, table: str, crew: str) -> None:
        self.page = page
        self.table = table
        self.crew = crew
        self.asks_at: set[str] = set()
        """The routes at which a postcard of this company asks."""
        self.answered: set[str] = set()

    def asking(self) -> set[str]:
        """The same as long as no such question has been answered."""
        return set() if "use" in self.answered else self.asks_at

    def view(self) -> Any:
        return ask(self.page, "GET", f"/api/tables/{self.table}/view")

    def is_for_page(self, actions: list[str], phase: str, long: set[str]) -> bool:
        kinds = {action.split()[0] for action in actions}
        if phase == "turn":
            # A second claim follows only a first one.
            can_claim = any(action.startswith("claim ") and action.split()[1] in long for action in actions)
            return f"use {self.crew}" in actions and "second-claim" not in self.answered and can_claim
        return phase == "crew-tickets" or bool(kinds & ALWAYS)

    def answer(self, actions: list[str], phase: str, seq: int) -> None:
        to_rest(self.page, seq)
        # What happened, and the crew to choose from, may lie over cities for a while.
        problems = self.page.evaluate(MEASURE, [LEAST_SHARE, False])
        assert not [each for each in problems if "is covered or outside" not in each], (phase, problems)
        if phase == "hiring":
            self.page.get_by_test_id(f"crew-{self.crew}").click()
            self.page.get_by_test_id("hire").click()
        elif phase == "turn":
            self.page.get_by_test_id(f"power-{self.crew}").click()
            self.answered.add("power")
        elif phase == "crew-tickets":
            self.page.get_by_test_id("keep-0").click()
            self.page.get_by_test_id("keep-confirm").click()
        else:
            answer = "decline" if phase == "second-claim" else actions[0]
            self.page.get_by_test_id(f"answer-{answer.replace(' ', '-')}").click()
        self.answered.add(actions[0].split()[0] if phase == "claim-asks" else phase)
        expect(self.page.get_by_test_id("table")).not_to_have_attribute("data-seq", str(seq))

    def reads(self, back: str) -> None:
        """The back of a postcard stands in the tray."""
        self.page.get_by_test_id("menu").click()
        self.page.get_by_test_id("menu-tray").click()
        expect(self.page.get_by_test_id("tray-open").get_by_text(back).first).to_be_attached()
        assert axe_finds(self.page) == []
        self.page.keyboard.press("Escape")


class Reader(Player):
    """The same in the text view: each action is a button."""

    def answer(self, actions: list[str], phase: str, seq: int) -> None:
        to_rest(self.page, seq)
        if phase == "crew-tickets":
            self.page.get_by_test_id("keep-0").click()
            self.page.get_by_test_id("keep-confirm").click()
        else:
            fixed = {"hiring": f"hire {self.crew}", "turn": f"use {self.crew}", "second-claim": "decline"}
            wanted = fixed.get(phase, actions[0])
            self.page.locator(f'[data-action="{wanted}"]').click()
        self.answered.add("power" if phase == "turn" else actions[0].split()[0] if phase == "claim-asks" else phase)
        expect(self.page.get_by_test_id("table")).not_to_have_attribute("data-seq", str(seq))

    def reads(self, back: str) -> None:
        expect(self.page.get_by_test_id("text-modules").get_by_text(back).first).to_be_attached()


def choose(chance: random.Random, view: Any, turn: Any, long: set[str], asking: set[str]) -> str:
    """Collect cards for long routes, which bring elevators. As long as a postcard is to ask for a locomotive, keep one
    and claim one of the routes at which it does."""
    actions: list[str] = turn["actions"]
    draws = [action for action in actions if action.startswith("draw ") and action != "draw tickets"]
    numbered = zip(actions, turn["cards"], strict=True)
    paid = {action: turn["payments"][number] for action, number in numbered if action.startswith("claim ")}
    wanted = [action for action in paid if action.split()[1] in long]
    if not asking:
        spared = [action for action in wanted if "locomotive" not in paid[action]]
        return chance.choice(spared or draws or wanted or list(paid) or actions)
    held = view["own"][0]["hand"]
    left = {action: held.get("locomotive", 0) - cards.get("locomotive", 0) for action, cards in paid.items()}
    asked = [action for action in paid if action.split()[1] in asking and left[action] > 0]
    # A face-up locomotive first, then the colour of which the hand has most.
    row = {f"draw {slot}": card for slot, card in enumerate(view["public"]["row"], 1)}
    shown = [action for action in draws if row.get(action) == "locomotive" and "locomotive" not in held]
    best = max(draws, key=lambda action: held.get(row.get(action) or "", 0), default=None)
    return chance.choice(asked or shown or ([best] if best else []) or wanted or list(paid) or actions)


def play_until(players: list[Player], is_enough: Any) -> None:
    """Play without the page, and answer on it what crew, postcards and modules ask, until it is enough."""
    chance = random.Random(1)
    looked_at: set[str] = set()
    table = players[0].table
    board = ask(players[0].page, "GET", f"/api/tables/{table}/board")["page"]
    long = {route["name"] for route in board["routes"] if route["length"] >= 3}
    made = 0
    while not is_enough():
        for player in players:
            view = player.view()
            assert view["public"]["phase"] != "over", [each.answered for each in players]
            for turn in view["turns"]:
                actions, phase = turn["actions"], view["public"]["phase"]
                if player.is_for_page(actions, phase, long):
                    if phase not in looked_at:
                        looked_at.add(phase)
                        to_rest(player.page, view["seq"])
                        assert axe_finds(player.page) == [], phase
                    player.answer(actions, phase, view["seq"])
                    continue
                made += 1
                body = {"seat": turn["seat"], "base_seq": view["seq"], "action_id": f"until-{made}"}
                body["action"] = choose(chance, view, turn, long, player.asking())
                answer = player.page.request.post(f"/api/tables/{table}/act", data=body)
                assert answer.ok or answer.json()["code"] == "stale", answer.text()


@pytest.fixture
def two(browser: Browser, built: Path, tmp_path: Path) -> Iterator[tuple[Page, Page]]:
    """The pages of two people, on a server whose deals are fixed."""
    with ExitStack() as stack:
        running = stack.enter_context(Running(sqlite_at(tmp_path)))
        running.services.campaigns.make_lots = lots_of(random.Random(1))
        pages = [stack.enter_context(visiting(browser, running.url, device)) for device in (WIDE, PHONE)]
        for page, name in zip(pages, ("Anna", "Ben"), strict=True):
            be(page, name)
        yield pages[0], pages[1]


@pytest.mark.rule("L15", "L18", "L21", "L26")
@pytest.mark.parametrize("way", ["board", "text"])
def test_a_fifth_game_with_modules_crew_and_postcards(two: tuple[Page, Page], way: str) -> None:
    anna, ben = two
    table = fifth_game(anna, ben)
    if way == "text":
        for page in two:
            page.goto("/health")
            page.evaluate(TEXT)
    make = Reader if way == "text" else Player
    players = [make(anna, table, "dispatcher"), make(ben, table, "route-agent")]
    for page in two:
        page.goto(f"/table/{table}")
        expect(page.get_by_test_id("keep-0")).to_be_visible()

    board = ask(anna, "GET", f"/api/tables/{table}/board")["page"]
    harbours = {city["id"] for city in board["cities"] if city.get("harbour")}
    players[0].asks_at = {
        route["name"] for route in board["routes"] if route["length"] >= 4 and {route["a"], route["b"]} <= harbours
    }

    # The back of Anna's postcard is for her alone until it is met.
    back = ask(anna, "GET", f"/api/tables/{table}/postcards")[ASKS][0]
    assert ASKS not in ask(ben, "GET", f"/api/tables/{table}/postcards")
    front = ask(ben, "GET", f"/api/tables/{table}/board")["cards"]["postcards"][ASKS]["text"][0]
    players[0].reads(back)
    players[1].reads(front)
    assert back not in ben.content()

    play_until(players, lambda: {"power", "elevator", "use", "second-claim"} <= players[0].answered)
    assert {"hiring"} <= players[0].answered and {"hiring", "crew-tickets"} <= players[1].answered
    players[1].reads(back)

    # What the log tells is the same for both, in words.
    for page in two:
        if way == "text":
            expect(page.get_by_test_id("text-modules")).to_contain_text("built by")
        else:
            expect(page.locator("[data-mark^='elevator-']").first).to_be_attached()
        leave(page)
    play_out(list(two), table)
    for page in two:
        page.goto(f"/table/{table}")
        expect(page.get_by_test_id("final")).to_contain_text("Grain Elevators")
        assert axe_finds(page) == []

"""A campaign on the page: founded by two people, its first game, and everything up to the set-up of the second."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from page.browsers import PHONE, WIDE, visiting
from page.campaigns import BOT, at_campaign, info_of, open_campaign, play_out, prepared, skip_moments
from page.hands import Fingers, Hands, Keys, Words, together
from page.tables import ask, be, leave, status
from server.processes import Process
from tools import FULL

SOME = 3
"""Moves of each person on the page in a run that does not play the whole game there."""
TEXT = "() => localStorage.setItem('settings', JSON.stringify({view: 'text'}))"


# Whether the focus is on the button that skips moments. The handler of `without_moments` may take it away at any time.
FOCUS = """() => {
  const skip = document.querySelector('[data-testid="moments-skip"]')
  return !skip ? 'gone' : skip === document.activeElement ? 'there' : 'elsewhere'
}"""


class Pointer:
    """Presses what a person sees, by mouse or finger."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, name: str) -> None:
        self.page.get_by_test_id(name).first.click()

    def choose(self, name: str) -> None:
        self.page.get_by_test_id(name).first.check()

    def sign(self) -> None:
        self.page.get_by_test_id("sign-pad").scroll_into_view_if_needed()
        box = self.page.get_by_test_id("sign-pad").bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + 30, box["y"] + 60)
        self.page.mouse.down()
        self.page.mouse.move(box["x"] + 120, box["y"] + 30, steps=4)
        self.page.mouse.up()
        expect(self.page.get_by_role("button", name="Sign again")).to_be_enabled()


class Keyboard(Pointer):
    """The same without a pointer: Tab to a thing, arrows within a group of radio buttons."""

    def see(self) -> None:
        """Close the moments by their button: keys reach nothing behind them."""
        while (focus := self.page.evaluate(FOCUS)) != "gone":
            self.page.keyboard.press("Enter" if focus == "there" else "Tab")

    def press(self, name: str) -> None:
        self.see()
        Keys(self.page).tab_to(f'[data-testid="{name}"]')
        self.page.keyboard.press("Enter")

    def choose(self, name: str) -> None:
        self.see()
        target = self.page.get_by_test_id(name).first
        group = target.get_attribute("name")
        if target.get_attribute("type") == "checkbox":
            Keys(self.page).tab_to(f'[data-testid="{name}"]')
            self.page.keyboard.press("Space")
            return
        for _ in range(200):
            if self.page.evaluate("(name) => document.activeElement?.name === name", group):
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Space")
        for _ in range(40):
            if target.is_checked():
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"the arrows never come to {name}")

    def sign(self) -> None:
        """The typed name is the signature."""


def without_moments(page: Page) -> Page:
    """Moments that come later are skipped when they are in the way of a press.

    The next ones may follow at once, so the handler does not wait until the button is gone.
    """
    skip = page.get_by_test_id("moments-skip")
    page.add_locator_handler(
        skip, lambda each: each.evaluate_all("(buttons) => buttons.forEach((each) => each.click())"), no_wait_after=True
    )
    return page


@pytest.fixture
def two(browser: Browser, house: Process) -> Iterator[tuple[Page, Page]]:
    with ExitStack() as stack:
        anna = without_moments(stack.enter_context(visiting(browser, house.url, WIDE)))
        ben = without_moments(stack.enter_context(visiting(browser, house.url, PHONE)))
        be(anna, "Anna")
        be(ben, "Ben")
        yield anna, ben


def found_from_the_first_screen(anna: Pointer, ben: Pointer) -> str:
    """Anna founds a campaign with a bot, Ben joins by the link; its id."""
    page = anna.page
    page.goto("/")
    anna.press("new-campaign")
    page.get_by_test_id("campaign-name").fill("Two Friends")
    anna.choose("company-blue")
    expect(page.get_by_test_id("president")).to_have_value("Anna")
    anna.sign()
    anna.press("open-campaign")
    expect(page.get_by_test_id("advice")).to_be_visible()
    campaign = page.url.rpartition("/")[2]
    ask(page, "POST", f"/api/campaigns/{campaign}/bot", {"bot": BOT, "colour": "green"})
    expect(page.get_by_test_id("founder-green")).to_be_visible()

    ben.page.goto(f"/campaign/{campaign}")
    ben.choose("company-red")
    ben.press("sign")
    expect(page.get_by_test_id("founder-red")).to_contain_text("Ben")
    expect(page.get_by_test_id("advice")).to_have_count(0)
    anna.press("found")
    for each in (anna, ben):
        skip_moments(each.page)
        expect(each.page.get_by_test_id("waits")).to_contain_text("game 1")
    return campaign


def decide_until_seating(people: list[Pointer], campaign: str, *, reload: bool = False) -> None:
    """Each person decides what the campaign waits for, until the next game may be seated."""
    while (info := info_of(people[0].page, campaign))["state"]["stage"] != "seating":
        acting = [each for each in people if is_waited_for(each.page, campaign)]
        if not acting:
            people[0].page.wait_for_timeout(50)  # a bot decides
            continue
        hand, stage = acting[0], info["state"]["stage"]
        skip_moments(hand.page)
        expect(hand.page.get_by_test_id("campaign")).to_have_attribute("data-stage", stage)
        verb = {"removing": "remove", "naming": "name", "picking": "pick"}[stage]
        options = hand.page.get_by_test_id(f"decide-{verb}").locator("[data-testid^='option-']")
        expect(options.first).to_be_visible()
        names = [options.nth(at).get_attribute("data-testid") or "" for at in range(options.count())]
        hand.choose(names[0])
        if reload and verb == "name":
            # In the middle of the charter: nothing was sent, so the same is asked again.
            hand.page.reload()
            expect(hand.page.get_by_test_id("decide-name")).to_be_visible()
            skip_moments(hand.page)
            hand.choose(names[0])
        if verb == "name":
            hand.choose(names[1])
        hand.press(f"do-{verb}")
        expect(hand.page.get_by_test_id("campaign")).not_to_have_attribute("data-stage", stage)


def play_first_game(pages: tuple[Page, Page], way: str, table: str) -> None:
    """With `--full` by what the page shows, in the way of this test; else each makes some moves so, and the rest is
    played without the page."""
    anna, ben = pages
    kinds: tuple[type[Hands], type[Hands]] = {
        "pointer": (Hands, Fingers),
        "keyboard": (Keys, Keys),
        "text": (Words, Words),
    }[way]
    players = [kind(page, seed=seed) for seed, (kind, page) in enumerate(zip(kinds, pages, strict=True), 3)]
    together(players, None if FULL else SOME)
    assert all(player.moves >= SOME for player in players)
    if FULL:
        assert status(anna, table) == status(ben, table) == "over"
        return
    for page in pages:
        leave(page)
    play_out(list(pages), table)


def is_waited_for(page: Page, campaign: str) -> bool:
    info = info_of(page, campaign)
    return any(own["company"] in info["state"]["to_act"] for own in info["you"]["companies"])


@pytest.mark.rule("L1", "L4", "L7", "L20", "L26", "L27")
@pytest.mark.parametrize("way", ["pointer", pytest.param("keyboard", marks=pytest.mark.slow), "text"])
def test_two_people_found_play_charter_and_seat_the_second_game(two: tuple[Page, Page], way: str) -> None:
    if way == "text":
        for page in two:
            page.goto("/health")
            page.evaluate(TEXT)
    anna, ben = [(Keyboard if way != "pointer" else Pointer)(page) for page in two]
    campaign = found_from_the_first_screen(anna, ben)
    anna.press("do-seat")
    for each in (anna, ben):
        skip_moments(each.page)
        each.press("to-game")
        expect(each.page.get_by_test_id("keep-0")).to_be_visible()
    table = anna.page.url.rpartition("/")[2]
    play_first_game(two, way, table)
    for each in (anna, ben):
        each.page.goto(f"/table/{table}")
        each.press("to-campaign")
        expect(each.page.get_by_test_id("campaign")).to_be_visible()
    decide_until_seating([anna, ben], campaign, reload=True)
    for each in (anna, ben):
        expect(each.page.get_by_test_id("campaign")).to_have_attribute("data-stage", "seating")
        skip_moments(each.page)
        expect(each.page.get_by_test_id("waits")).to_contain_text("game 2")
        expect(each.page.get_by_test_id("board-words")).to_contain_text("chartered by")
    assert len(info_of(anna.page, campaign)["state"]["territories"]) == 1
    anna.press("do-seat")
    expect(ben.page.get_by_test_id("to-game")).to_be_visible()


@pytest.mark.rule("L7")
def test_a_vote_survives_a_lost_connection(browser: Browser, house: Process) -> None:
    with visiting(browser, house.url, PHONE) as page:
        be(page, "Anna")
        campaign = prepared(
            page, lambda each: each.vote is not None and each.stage == "seating" and not each.vote.votes
        )
        without_moments(page)
        at_campaign(page, campaign)
        skip_moments(page)
        page.get_by_test_id("option-a").check()
        page.context.set_offline(True)
        page.evaluate("() => window.dispatchEvent(new Event('offline'))")
        expect(page.get_by_test_id("lost")).to_be_visible()
        page.get_by_test_id("do-vote").click()
        expect(page.get_by_test_id("campaign")).to_have_attribute("data-busy", "true")
        page.context.set_offline(False)
        expect(page.get_by_test_id("campaign")).to_have_attribute("data-busy", "false")
        expect(page.get_by_test_id("do-vote")).to_have_count(0)
        voted = [
            fact for entry in info_of(page, campaign)["entries"] for fact in entry["facts"] if fact["entry"] == "voted"
        ]
        mine = [own["company"] for own in info_of(page, campaign)["you"]["companies"]]
        assert [fact["choice"] for fact in voted if fact["company"] in mine] == ["a"]


def test_a_campaign_is_exported_imported_and_joined_by_its_code(browser: Browser, house: Process) -> None:
    with visiting(browser, house.url, WIDE) as page:
        be(page, "Anna")
        without_moments(page)
        campaign = open_campaign(page, name="Travelling")
        at_campaign(page, campaign)
        with page.expect_download() as download:
            page.get_by_test_id("export").click()
        page.goto("/campaigns/new")
        page.get_by_test_id("import-campaign").set_input_files(download.value.path())
        expect(page.get_by_test_id("waits")).to_contain_text("game 1")
        assert campaign not in page.url
        gathering = open_campaign(page, founded=False)
        code = ask(page, "POST", f"/api/campaigns/{gathering}/code", {})["code"]
        page.goto("/")
        expect(page.get_by_test_id("campaign-row")).to_have_count(3)
        page.locator("#code").fill(code)
        page.locator("#code").press("Enter")
        expect(page.get_by_test_id("found")).to_be_visible()


def test_a_file_that_is_no_campaign_is_refused_with_the_reason(browser: Browser, house: Process) -> None:
    with visiting(browser, house.url, WIDE) as page:
        be(page, "Anna")
        page.goto("/campaigns/new")
        files = [{"name": "x.jsonl", "mimeType": "application/x-ndjson", "buffer": b"{}\n"}]
        page.get_by_test_id("import-campaign").set_input_files(files)  # type: ignore[arg-type]
        expect(page.get_by_role("alert")).to_contain_text("line 1")

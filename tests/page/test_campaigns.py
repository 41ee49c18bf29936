"""A campaign on the page: founded by two people, its first game, and everything up to the set-up of the second."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from page.browsers import PHONE, WIDE, visiting
from page.campaigns import BOT, at_campaign, brought, info_of, open_campaign, play_out, prepared, skip_moments
from page.hands import Fingers, Hands, Keys, Words, together
from page.tables import ask, be, leave, status
from server.processes import Process
from tools import FULL
from trunkline.campaign.state import SEATING, Campaign

SOME = 3
"""Moves of each person on the page in a run that does not play the whole game there."""
TEXT = "() => localStorage.setItem('settings', JSON.stringify({view: 'text'}))"
CHOOSE_BOT = """(bot) => {
  localStorage.setItem('settings', JSON.stringify({...JSON.parse(localStorage.settings ?? '{}'), bot}))
}"""
WAYS = ["pointer", "keyboard", "text"] if FULL else ["pointer", "text"]
"""The text view is used by keyboard as well."""


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

    def write(self, name: str, words: str) -> None:
        self.page.get_by_test_id(name).fill(words)

    def pick(self, name: str, value: str) -> None:
        """Choose from a list that unfolds."""
        self.page.get_by_test_id(name).select_option(value)

    def sign(self) -> None:
        self.page.get_by_test_id("sign-pad").scroll_into_view_if_needed()
        box = self.page.get_by_test_id("sign-pad").bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + 30, box["y"] + 60)
        self.page.mouse.down()
        self.page.mouse.move(box["x"] + 120, box["y"] + 30, steps=4)
        self.page.mouse.up()
        expect(self.page.get_by_role("button", name="Sign again")).to_be_enabled()


class Finger(Pointer):
    """The same on a phone, where the signature is drawn by a finger."""

    def sign(self) -> None:
        pad = self.page.get_by_test_id("sign-pad")
        pad.scroll_into_view_if_needed()
        box = pad.bounding_box()
        assert box is not None
        finger = self.page.context.new_cdp_session(self.page)
        for number in range(5):
            at = {"x": box["x"] + 30 + 20 * number, "y": box["y"] + 60 - 8 * number}
            finger.send(
                "Input.dispatchTouchEvent", {"type": "touchMove" if number else "touchStart", "touchPoints": [at]}
            )
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
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

    def write(self, name: str, words: str) -> None:
        self.see()
        Keys(self.page).tab_to(f'[data-testid="{name}"]')
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(words)

    def pick(self, name: str, value: str) -> None:
        self.see()
        Keys(self.page).tab_to(f'[data-testid="{name}"]')
        target = self.page.get_by_test_id(name)
        for _ in range(300):
            if target.input_value() == value:
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"the arrows never come to {value}")

    def sign(self) -> None:
        """The typed name is the signature."""


def hand_at(page: Page, way: str, pointer: type[Pointer] = Pointer) -> Pointer:
    """A person at a page that was not used yet: with a pointer, by keyboard alone, or in the text view alone."""
    if way == "text":
        page.goto("/health")
        page.evaluate(TEXT)
    return (pointer if way == "pointer" else Keyboard)(page)


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
    # The bot that Anna chose last is proposed.
    page.evaluate(CHOOSE_BOT, BOT)
    page.reload()
    anna.press("new-campaign")
    anna.write("campaign-name", "Two Friends")
    anna.choose("company-blue")
    expect(page.get_by_test_id("president")).to_have_value("Anna")
    anna.sign()
    anna.press("open-campaign")
    expect(page.get_by_test_id("advice")).to_be_visible()
    campaign = page.url.rpartition("/")[2]

    ben.page.goto(f"/campaign/{campaign}")
    ben.choose("company-red")
    ben.sign()
    ben.press("sign")
    expect(page.get_by_test_id("founder-red")).to_contain_text("Ben")
    anna.press("advised-bot")
    expect(page.get_by_test_id("advice")).to_have_count(0)
    anna.press("found")
    signatures = [each["signature"] for each in ask(page, "GET", f"/api/campaigns/{campaign}/signatures")]
    # Drawn ones begin with a tilde; the others are typed.
    assert [each.startswith("~") for each in signatures[:2]] == [type(each) is not Keyboard for each in (anna, ben)]
    for each in (anna, ben):
        skip_moments(each.page)
        expect(each.page.get_by_test_id("waits")).to_contain_text("game 1")
    return campaign


def decide_until_seating(
    people: list[Pointer], campaign: str, *, reload: bool = False, after: Callable[[], None] = lambda: None
) -> None:
    """Each person decides what the campaign waits for, until the next game may be seated; `after` each press."""
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
        after()
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
@pytest.mark.parametrize("way", WAYS)
def test_two_people_found_play_charter_and_seat_the_second_game(two: tuple[Page, Page], way: str) -> None:
    anna, ben = hand_at(two[0], way), hand_at(two[1], way, Finger)
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


def facts_in(page: Page, campaign: str) -> Counter[str]:
    """How often each kind of fact is in the log."""
    return Counter(fact["entry"] for entry in info_of(page, campaign)["entries"] for fact in entry["facts"])


@pytest.mark.usefixtures("built")
@pytest.mark.rule("L20")
def test_every_screen_is_right_again_after_the_server_was_killed(browser: Browser, tmp_path: Path) -> None:
    """It is killed after each decision, whether it has got the decision or not. No page is loaded again."""
    server = Process(f"sqlite:///{tmp_path / 'games.db'}", tmp_path, TRUNKLINE_LIMITS="0")

    def die() -> None:
        server.kill()
        server.start()

    try:
        with visiting(browser, server.url, WIDE) as anna, visiting(browser, server.url, PHONE) as ben:
            be(anna, "Anna")
            be(ben, "Ben")
            campaign, (_, second, third) = brought(anna, lambda each: each.stage == "removing" and each.game == 2)
            ask(anna, "POST", f"/api/campaigns/{campaign}/open", {"open": True})
            ask(ben, "POST", f"/api/campaigns/{campaign}/join", {"colour": second})
            ask(ben, "POST", f"/api/campaigns/{campaign}/join", {"colour": third})
            before = facts_in(anna, campaign)
            for page in (anna, ben):
                at_campaign(without_moments(page), campaign)
                skip_moments(page)
                page.evaluate("() => (window.stays = true)")
            decide_until_seating([Pointer(anna), Pointer(ben)], campaign, after=die)
            new = facts_in(anna, campaign) - before
            assert (new["removed"], new["named"], new["chartered"]) == (1, 1, 1)
            territory = info_of(anna, campaign)["state"]["territories"][-1]
            name = ask(anna, "GET", f"/api/campaigns/{campaign}/words?lang=en")["territories"][territory]["name"]
            for page in (anna, ben):
                expect(page.get_by_test_id("campaign")).to_have_attribute("data-stage", "seating")
                expect(page.get_by_test_id("lost")).to_have_count(0)
                skip_moments(page)
                expect(page.get_by_test_id("waits")).to_contain_text("game 3")
                expect(page.get_by_test_id("board-words")).to_contain_text(name)
                assert page.evaluate("() => window.stays") is True
    finally:
        server.stop()


@pytest.mark.rule("L7")
@pytest.mark.parametrize("way", WAYS)
def test_a_vote_survives_a_lost_connection(browser: Browser, house: Process, way: str) -> None:
    with visiting(browser, house.url, PHONE) as page:
        be(page, "Anna")
        hand = hand_at(page, way)
        campaign = prepared(
            page, lambda each: each.vote is not None and each.stage == "seating" and not each.vote.votes
        )
        without_moments(page)
        at_campaign(page, campaign)
        skip_moments(page)
        hand.choose("option-a")
        page.context.set_offline(True)
        page.evaluate("() => window.dispatchEvent(new Event('offline'))")
        expect(page.get_by_test_id("lost")).to_be_visible()
        hand.press("do-vote")
        expect(page.get_by_test_id("campaign")).to_have_attribute("data-busy", "true")
        page.context.set_offline(False)
        expect(page.get_by_test_id("campaign")).to_have_attribute("data-busy", "false")
        expect(page.get_by_test_id("do-vote")).to_have_count(0)
        voted = [
            fact for entry in info_of(page, campaign)["entries"] for fact in entry["facts"] if fact["entry"] == "voted"
        ]
        mine = [own["company"] for own in info_of(page, campaign)["you"]["companies"]]
        assert [fact["choice"] for fact in voted if fact["company"] in mine] == ["a"]


@pytest.mark.rule("L20", "L22")
@pytest.mark.parametrize("way", WAYS)
def test_routes_are_repainted_and_named(browser: Browser, house: Process, way: str) -> None:
    def is_enough(campaign: Campaign) -> bool:
        return campaign.stage == SEATING and campaign.may_repaint is not None and campaign.may_christen is not None

    with visiting(browser, house.url, WIDE) as page:
        be(page, "Anna")
        hand = hand_at(page, way)
        campaign, (_, *others) = brought(page, is_enough)
        ask(page, "POST", f"/api/campaigns/{campaign}/open", {"open": True})
        # Anna presides over all companies, so also over those that may repaint and name.
        for company in others:
            ask(page, "POST", f"/api/campaigns/{campaign}/join", {"colour": company})
        without_moments(page)
        at_campaign(page, campaign)
        skip_moments(page)
        state = info_of(page, campaign)["state"]
        actions = {own["company"]: own["actions"] for own in info_of(page, campaign)["you"]["companies"]}
        for verb, company in (("repaint", state["may_repaint"]), ("christen", state["may_christen"])):
            routes = [words.split()[1] for words in actions[company] if words.startswith(verb)]
            hand.pick(f"{verb}-route", routes[-1])
            if verb == "christen":
                hand.write("christen-name", "The Long Way")
            hand.press(f"do-{verb}")
            expect(page.get_by_test_id(f"do-{verb}")).to_have_count(0)
            skip_moments(page)
            after = info_of(page, campaign)["state"]
            if verb == "repaint":
                assert after["repaints"][routes[-1]] == company
                expect(page.get_by_test_id("board-words")).to_contain_text("Repainted")
            else:
                assert after["names"][routes[-1]] == {"name": "The Long Way", "company": company}
                expect(page.get_by_test_id("board-words")).to_contain_text("The Long Way")


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

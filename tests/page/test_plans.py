"""Plans for the next turn on the page: what the server keeps, the same on every device, carried out and gone."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from page.browsers import WIDE, visiting
from page.hands import Hands
from page.tables import ask, be, open_table
from server.processes import Process


def choose_tickets(page: Page) -> None:
    player = Hands(page)
    expect(page.get_by_test_id("keep-confirm")).to_be_visible()
    player.keep(player.look())


def begin(one: Page, other: Page) -> str:
    """A game of two in which the other has the first turn."""
    be(one, "Ada")
    be(other, "Bohdan")
    table = open_table(one, "usa", "me", "open", start=False, first=1)
    ask(other, "POST", f"/api/tables/{table}/join", {})
    ask(one, "POST", f"/api/tables/{table}/start", {})
    other.goto(f"/table/{table}")
    for page in (one, other):
        choose_tickets(page)
    return table


def test_plans_are_the_same_on_every_device_and_gone_once_carried_out(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, WIDE) as one, visiting(browser, house.url, WIDE) as other:
        table = begin(one, other)
        again = one.context.new_page()
        again.goto(f"/table/{table}")
        for page in (one, again):
            page.get_by_test_id("plans").click()
        one.get_by_test_id("plan-draw").click()
        # Told to the other device, and kept over a reload.
        for page in (one, again):
            expect(page.get_by_role("dialog").locator("ol > li")).to_have_count(1)
        again.reload()
        again.get_by_test_id("plans").click()
        expect(again.get_by_role("dialog").locator("ol > li")).to_have_count(1)
        # Nobody else learns of it.
        assert ask(other, "GET", f"/api/tables/{table}/view").get("premoves", []) == []
        seq = ask(other, "GET", f"/api/tables/{table}/view")["seq"]
        other.get_by_test_id("deck-deck").click()
        # A card that is clicked before the first one is there would not count.
        expect(other.get_by_test_id("table")).to_have_attribute("data-seq", str(seq + 1))
        expect(other.get_by_test_id("table")).to_have_attribute("data-busy", "false")
        other.get_by_test_id("deck-deck").click()
        expect(other.get_by_test_id("your-turn")).to_be_visible()
        # Two cards of Bohdan, two of Ada by her plan, and it is Bohdan's turn again.
        expect(other.get_by_test_id("table")).to_have_attribute("data-seq", str(seq + 4))
        for page in (one, again):
            expect(page.get_by_role("dialog").locator("ol > li")).to_have_count(0)


def test_routes_to_plan_are_those_that_the_server_lists(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, WIDE) as one, visiting(browser, house.url, WIDE) as other:
        table = begin(one, other)
        expect(one.get_by_test_id("status")).to_be_visible()
        plans = [each["plan"] for each in ask(one, "GET", f"/api/tables/{table}/plans?seat=0")["plans"]]
        # One card is enough for a gray route of one space.
        routes = {plan.split()[1] for plan in plans if plan.startswith("claim")}
        assert routes
        one.get_by_test_id("plans").click()
        chooser = one.get_by_test_id("plan-route")
        expect(chooser.locator("option")).to_have_count(len(routes) + 1)
        offered = chooser.locator("option").evaluate_all("options => options.map((each) => each.value)")
        assert {each for each in offered if each} == routes
        chooser.select_option(min(routes))
        one.get_by_test_id("plan-claim").click()
        expect(one.get_by_role("dialog").locator("ol > li")).to_have_count(1)
        left = ask(one, "GET", f"/api/tables/{table}/view")["premoves"]
        assert len(left[0]["actions"]) == 1 and left[0]["actions"][0] in plans
        assert left[0]["actions"][0].split()[:2] == ["claim", min(routes)]

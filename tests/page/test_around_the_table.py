"""What is around the game: invitations, watching, several players on one device, and panels that explain."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from page.browsers import PHONE, WIDE, Device, visiting
from page.hands import Hands
from page.tables import after, ask, be, leave, open_table, play_beside
from page.test_layout import choosing_pieces, to_rest
from page.test_touch import until_one_s_turn
from server.guests import choose
from server.processes import Process

SHARE = "() => { navigator.share = (what) => { window.shared = what; return Promise.resolve() } }"
# Whether the picture is the QR code of a text, by the encoder of the page (`web/src/lib/qr.test.ts` proves it).
IS_CODE_OF = """async (svg, [file, text]) => {
  const made = Object.values(await import(file)).filter((each) => typeof each === 'function')
  const tried = (each) => { try { return each(text) } catch { return null } }
  const rows = made.map(tried).find((each) => Array.isArray(each?.[0]))
  return made.some((each) => each(rows) === svg.querySelector('path').getAttribute('d'))
}"""
# Scrolls an element down as far as it goes, and tells how far it is then.
TO_THE_END = "(each) => (each.scrollTop = 9999, each.scrollTop)"
BAR = """(slider) => {
  const share = (Number(slider.value) - slider.min) / (slider.max - slider.min)
  return [Number(slider.value), share, Number(slider.style.getPropertyValue('--at'))]
}"""


def test_an_invitation_is_a_link_a_code_and_a_picture(house: Process, browser: Browser, built: Path) -> None:
    with visiting(browser, house.url, PHONE) as host, visiting(browser, house.url, WIDE) as friend:
        host.add_init_script(f"({SHARE})()")
        be(host, "Ada")
        table = open_table(host, "usa", "me", "open", start=False)
        link = f"{house.url}/table/{table}"
        code = host.get_by_test_id("code").inner_text().replace(" ", "").replace("\xa0", "")
        assert re.fullmatch("[A-Z]{6}", code), code
        encoder = next((built / "assets").glob("qr-*.js")).name
        assert host.get_by_test_id("qr").evaluate(IS_CODE_OF, [f"/assets/{encoder}", link])
        # Other devices cannot open this address, and are told how.
        expect(host.get_by_test_id("only-here")).to_contain_text("--lan")
        host.get_by_test_id("share").tap()
        assert host.evaluate("() => window.shared.url") == link
        # The friend types the letters as they come.
        friend.goto("/")
        friend.locator("#code").fill(f" {code[:3]} {code[3:].lower()}")
        friend.locator("#code").press("Enter")
        friend.get_by_test_id("join").click()
        friend.get_by_test_id("name-confirm").click()
        expect(host.get_by_test_id("start")).to_be_enabled()


def test_a_full_table_offers_watch(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, WIDE) as host, visiting(browser, house.url, PHONE) as guest:
        be(host, "Ada")
        table = open_table(host, "usa", "me", "greedy", start=False)
        guest.goto(f"/table/{table}")
        guest.get_by_test_id("watch").tap()
        assert guest.get_by_test_id("join").count() == 0
        host.get_by_test_id("start").click()
        expect(guest.locator(".surface")).to_be_visible()
        expect(guest.get_by_test_id("dock")).to_contain_text("You are watching")
        assert guest.get_by_test_id("hand").count() == 0


def test_players_of_one_device_have_names_and_colours(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, WIDE) as page:
        be(page, "Ada")
        page.goto("/new?mode=hotseat&map=usa")
        for number, name in enumerate(("Ada", "Bohdan"), start=1):
            page.get_by_label(f"Name of player {number}").fill(name)
        chosen = {0: "teal", 1: "wine"}
        for seat, colour in chosen.items():
            page.get_by_test_id(f"colour-{seat}").locator(f'input[value="{colour}"]').check(force=True)
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_url("**/table/*")
        info = ask(page, "GET", f"/api/tables/{page.url.rsplit('/', 1)[1]}")
        assert [(seat["name"], seat["colour"]) for seat in info["seats"]] == [("Ada", "teal"), ("Bohdan", "wine")]
        rows = page.locator("section.players li")
        expect(rows).to_have_count(2)
        for row, name in zip(rows.all(), ("Ada", "Bohdan"), strict=True):
            expect(row).to_contain_text(name)
        fills = [row.locator("rect").first.get_attribute("fill") for row in rows.all()]
        assert len(set(fills)) == 2
        for name in ("Ada", "Bohdan"):
            expect(page.get_by_test_id("uncover")).to_contain_text(name)
            page.get_by_test_id("uncover").click()
            Hands(page, most=1).play()


def test_a_station_says_what_it_does_and_costs_now(house: Process, browser: Browser) -> None:
    def build(chance: random.Random, actions: list[str]) -> str:
        return next((action for action in actions if action.startswith("station ")), choose(chance, actions))

    with visiting(browser, house.url, WIDE) as page:
        be(page, "Ada")
        table = open_table(page, "europe", "me", "greedy", first=0)
        until_one_s_turn(page, Hands(page))
        for cost, stations in (("Costs 1 card.", 3), ("Costs 2 cards of one colour.", 2)):
            leave(page)

            def is_enough(made: int, view: dict[str, Any], stations: int = stations) -> bool:
                # The next station can be paid for.
                can = view["turns"] and any(action.startswith("station ") for action in view["turns"][0]["actions"])
                return after(0)(made, view) and can and view["public"]["players"][0]["stations"] == stations

            seq = play_beside(page, table, is_enough, build)
            page.goto(f"/table/{table}")
            to_rest(page, seq)
            page.get_by_test_id("station").click()
            dock = page.get_by_test_id("dock")
            said = "you may then use one route of another player into that city"
            for _ in range(2):  # before a city is chosen, and after
                expect(dock).to_contain_text(said)
                expect(dock).to_contain_text(cost)
                expect(dock).to_contain_text("is worth 4 points")
                if page.get_by_test_id("station-city").count():
                    page.get_by_test_id("station-city").select_option(index=1)
            expect(page.get_by_test_id("chosen")).to_be_visible()


def test_the_slider_for_trains_and_ships_is_its_bar(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, WIDE) as page:
        be(page, "Ada")
        choosing_pieces(page, "world")
        pieces = ask(page, "GET", "/api/maps/world")["variants"]["base"]["rules"]["pieces"]
        slider = page.locator(".stepper input")
        values = []
        for button in ("more", "more", "fewer"):
            page.get_by_test_id(button).click()
            value, share, drawn = slider.evaluate(BAR)
            assert abs(share - drawn) < 0.001
            assert page.locator(".both b").all_inner_texts() == [str(value), str(pieces - value)]
            confirm = page.get_by_test_id("split-confirm")
            expect(confirm).to_have_text(f"Take {value} trains and {pieces - value} ships")
            assert slider.get_attribute("aria-valuetext") == confirm.inner_text()
            values.append(value)
        assert values[1] == values[0] + 1 and values[2] == values[0]


def test_in_words_hand_and_tickets_come_first(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, WIDE) as page:
        page.add_init_script("localStorage.setItem('settings', JSON.stringify({view: 'text'}))")
        be(page, "Ada")
        table = open_table(page, "europe", "me", "greedy", first=0)
        to_rest(page, play_beside(page, table, after(2)))
        titles = page.locator(".text h2, .text h3").all_inner_texts()
        assert titles[:3] == ["Your hand and tickets", "Your tickets", "Now"], titles


def test_panels_start_at_their_top(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, Device(320, 480, touch=True)) as page:
        be(page, "Ada")
        table = open_table(page, "usa", "me", "greedy", "greedy", "greedy", "greedy", first=0)
        leave(page)
        # Several ways to pay are a long question.
        seq = play_beside(page, table, after(6), lambda chance, actions: actions[0])
        page.goto(f"/table/{table}")
        to_rest(page, seq)
        side = page.locator(".game > .side")
        page.get_by_test_id("tab-players").tap()
        assert side.evaluate(TO_THE_END) > 0
        page.get_by_test_id("tab-tickets").tap()
        page.get_by_test_id("tab-players").tap()
        page.wait_for_function("() => document.querySelector('.game > .side').scrollTop === 0")
        page.get_by_test_id("tab-cards").tap()
        question = page.locator(".dock .question")
        page.get_by_test_id("tickets").tap()
        expect(page.get_by_test_id("dock")).to_have_attribute("data-mode", "take-tickets")
        assert question.evaluate(TO_THE_END) > 0
        page.get_by_test_id("cancel").tap()
        page.get_by_test_id("tickets").tap()
        page.wait_for_function("() => document.querySelector('.dock .question').scrollTop === 0")


def hint_for_a_claim(page: Page, table: str) -> dict[str, Any]:
    """Play the planner's hints beside the page until one advises a claim."""
    for number in range(200):
        view = ask(page, "GET", f"/api/tables/{table}/view")
        if not view["turns"]:
            page.wait_for_timeout(20)
            continue
        hint: dict[str, Any] = ask(page, "POST", f"/api/tables/{table}/hint", {"seat": 0})
        if hint["action"].startswith("claim "):
            return hint
        body = {"seat": 0, "base_seq": view["seq"], "action_id": f"hint-{number}", "action": hint["action"]}
        page.request.post(f"/api/tables/{table}/act", data=body)
    raise AssertionError("no hint advises a claim")


def test_the_route_of_a_hint_is_outlined_and_those_of_tickets_stand_out(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, WIDE) as page:
        be(page, "Ada")
        table = open_table(page, "usa", "me", "random", first=0)
        leave(page)
        route = hint_for_a_claim(page, table)["action"].split()[1]
        view = ask(page, "GET", f"/api/tables/{table}/view")
        page.goto(f"/table/{table}")
        to_rest(page, view["seq"])
        # What can be claimed and is on the cheapest way of a ticket, on whichever lane.
        groups = {each["name"]: each["group"] for each in ask(page, "GET", "/api/maps/usa")["routes"]}
        missing = {
            groups[name]
            for ticket in view["own"][0]["progress"]
            if not ticket["done"]
            for name in ticket["missing"] or []
        }
        claims = {action.split()[1] for action in view["turns"][0]["actions"] if action.startswith("claim ")}
        wanted = {name for name in claims if groups[name] in missing}
        expect(page.locator(".glow.wanted")).to_have_count(len(wanted))
        expect(page.locator(".glow.quiet:not(.wanted)")).to_have_count(len(claims - wanted) if wanted else 0)
        page.get_by_test_id("hint").click()
        expect(page.locator(".edge.hint:not(.halo)")).to_have_count(1)
        page.get_by_role("button", name="Do this").click()
        expect(page.locator(f'[data-last="{route}"]')).to_have_count(1)

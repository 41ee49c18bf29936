"""Whole games in a browser through the real server: by mouse, by touch, by keys alone, in words alone, and together."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from page.browsers import LYING_PHONE, PHONE, TABLET, WIDE, Device, visiting
from page.hands import Fingers, Hands, Keys, Words
from page.tables import ask, be, in_the_last_round, leave, open_table, play_beside, status
from server.processes import Process
from tools import FULL
from trunkline.server.ops import lan

SOME = None if FULL else 8
"""Moves on the page in games that a small run does not play as a whole; None is all."""
WHOLE = "the whole game"
END = "the beginning and the last round"
"""What lies between is played without the page, which has shown in other games that it can."""
BEGINNING = "the beginning"

# Each hand on at least two maps, and each map with at least two hands; the other pairs with --full.
WAYS = [
    pytest.param(Hands, WIDE, "meridian", WHOLE, id="mouse-meridian"),
    pytest.param(Hands, WIDE, "usa", END, id="mouse"),
    pytest.param(Fingers, PHONE, "europe", END, id="touch"),
    pytest.param(Keys, WIDE, "europe", BEGINNING, id="keys"),
    pytest.param(Words, WIDE, "usa", END, id="words"),
    pytest.param(Hands, WIDE, "europe", BEGINNING, id="mouse-europe", marks=pytest.mark.slow),
    pytest.param(Fingers, TABLET, "usa", BEGINNING, id="tablet", marks=pytest.mark.slow),
    pytest.param(Keys, WIDE, "usa", BEGINNING, id="keys-usa", marks=pytest.mark.slow),
    pytest.param(Words, PHONE, "europe", BEGINNING, id="words-europe", marks=pytest.mark.slow),
    pytest.param(Hands, WIDE, "world", END, id="mouse-world"),
    pytest.param(Fingers, PHONE, "great_lakes", BEGINNING, id="touch-great-lakes"),
    pytest.param(Keys, WIDE, "world", BEGINNING, id="keys-world", marks=pytest.mark.slow),
    pytest.param(Words, WIDE, "world", BEGINNING, id="words-world", marks=pytest.mark.slow),
    pytest.param(Hands, TABLET, "great_lakes", BEGINNING, id="mouse-great-lakes"),
    pytest.param(Fingers, PHONE, "meridian", END, id="touch-meridian"),
    pytest.param(Fingers, LYING_PHONE, "meridian", BEGINNING, id="lying-meridian"),
    pytest.param(Fingers, LYING_PHONE, "world", BEGINNING, id="lying-world"),
    pytest.param(Keys, WIDE, "meridian", END, id="keys-meridian"),
    pytest.param(Words, WIDE, "meridian", END, id="words-meridian"),
]
IS_ON_TOP = """(element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}"""
ASKING = {"meridian": "black"}
"""The company whose bonus asks, for the person to play."""


@pytest.mark.parametrize(("hands", "device", "map_", "part"), WAYS)
def test_a_game_against_a_bot(
    house: Process, browser: Browser, hands: type[Hands], device: Device, map_: str, part: str
) -> None:
    with visiting(browser, house.url, device) as page:
        if hands is Words:
            page.add_init_script("localStorage.setItem('settings', JSON.stringify({view: 'text'}))")
        be(page, "Ada")
        table = open_table(page, map_, f"me/{ASKING[map_]}" if map_ in ASKING else "me", "greedy")
        player = hands(page, most=None if part == WHOLE else SOME)
        player.play()
        if part == BEGINNING and SOME is not None:
            assert player.moves >= SOME
            return
        least = 12
        if player.most is not None:
            # The person has a turn in the last round, whoever began it.
            least = player.moves
            leave(page)
            play_beside(page, table, in_the_last_round)
            page.goto(f"/table/{table}")
            player.most = None
            player.play()
        assert status(page, table) == "over"
        assert player.moves > least
        if map_ in ASKING:
            check_slips(page, table)


def check_slips(page: Page, table: str) -> None:
    """What the page shows at the end is what the server told: the places, and the dollars of all."""
    sheet = ask(page, "GET", f"/api/tables/{table}/view")["public"]["sheet"]
    totals = page.get_by_test_id("final").locator("tr.total td").all_inner_texts()
    assert totals == [f"${sheet['players'][seat]['total']}" for seat in sheet["ranking"]]


def test_two_browsers_with_a_reload_and_a_lost_connection_in_the_middle(house: Process, browser: Browser) -> None:
    """With the service worker, through which a page is loaded again."""
    worker = {"service_workers": "allow"}
    with visiting(browser, house.url, WIDE, **worker) as one, visiting(browser, house.url, PHONE, **worker) as two:
        be(one, "Ada")
        table = open_table(one, "usa", "me", "open", start=False)
        # The friend follows the link, says a name and sits down.
        two.goto(f"/table/{table}")
        two.get_by_test_id("join").tap()
        name = two.get_by_test_id("name-field")
        if name.count():
            name.fill("Bohdan")
            two.get_by_test_id("name-confirm").tap()
        expect(one.get_by_test_id("start")).to_be_enabled()
        one.get_by_test_id("start").click()
        first, second = Hands(one, seed=3), Fingers(two, seed=4)
        for turn in range(400):
            if turn == 8:
                one.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
                one.reload()
                assert one.evaluate("() => !!navigator.serviceWorker.controller")
            if turn == 14:
                two.context.set_offline(True)
                expect(two.get_by_test_id("lost")).to_be_visible()
                two.context.set_offline(False)
                expect(two.get_by_test_id("lost")).to_be_hidden()
            for player in (first, second):
                seen = player.look()
                if not seen["busy"] and not seen["final"]:
                    player.step(seen)
            looks = [first.look(), second.look()]
            if all(seen["final"] for seen in looks):
                break
            if not FULL and turn > 16 and all(seen["seq"] > 20 for seen in looks):
                break
        views = [ask(page, "GET", f"/api/tables/{table}/view") for page in (one, two)]
        assert views[0]["public"] == views[1]["public"]
        assert views[0]["seq"] > 20


def test_what_others_choose_does_not_undo_what_one_is_choosing(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, WIDE) as one, visiting(browser, house.url, WIDE) as two:
        be(one, "Ada")
        table = open_table(one, "world", "me", "open", start=False)
        be(two, "Bohdan")
        two.goto(f"/table/{table}")
        two.get_by_test_id("join").click()
        one.get_by_test_id("start").click()
        for mark in (0, 1, 2):
            one.get_by_test_id(f"keep-{mark}").click()
        panel = one.get_by_test_id("keep-confirm").element_handle()
        second = Hands(two, most=1)
        second.play()
        expect(one.get_by_test_id("table")).to_have_attribute("data-seq", "2")
        # The very panel is still there, and so is what was marked.
        assert panel is not None
        assert panel.evaluate("(panel) => panel.isConnected")
        for mark in (0, 1, 2):
            expect(one.get_by_test_id(f"keep-{mark}")).to_have_attribute("aria-pressed", "true")
        one.get_by_test_id("keep-confirm").click()
        expect(one.get_by_test_id("keep-confirm")).to_be_hidden()


def test_hot_seat_covers_the_hand_between_turns(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, TABLET) as page:
        be(page, "Ada")
        table = open_table(page, "usa", "me", "me")
        for _ in range(2):
            expect(page.get_by_test_id("uncover")).to_be_visible()
            # Nothing of any hand or ticket is on the screen while it is covered.
            assert page.get_by_test_id("hand").count() == 0
            assert page.get_by_test_id("keep-0").count() == 0
            # The map is not covered.
            assert page.locator(".surface").evaluate(IS_ON_TOP)
            page.get_by_test_id("uncover").tap()
            page.get_by_test_id("keep-0").tap()
            page.get_by_test_id("keep-1").tap()
            page.get_by_test_id("keep-confirm").tap()
        player = Fingers(page, most=SOME)
        player.play()
        assert player.moves >= (SOME or 12)
        if FULL:
            assert status(page, table) == "over"


def test_play_now_is_three_clicks_away(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, WIDE) as page:
        page.goto("/")
        page.get_by_test_id("play-now").first.click()
        # A newcomer is asked for a name, once, with one offered: the second click.
        page.get_by_test_id("name-confirm").click()
        expect(page.get_by_test_id("keep-0")).to_be_visible()
        page.goto("/")
        page.get_by_test_id("play-now").last.click()
        expect(page.get_by_test_id("keep-0")).to_be_visible()


def test_a_phone_joins_by_the_address_for_friends(
    browser: Browser, built: Path, tmp_path: Path
) -> None:  # fmt: skip
    addresses = [each for each in lan.addresses() if ":" not in each]
    if not addresses:
        pytest.skip("this machine is in no network")
    process = Process(f"sqlite:///{tmp_path / 'games.db'}", tmp_path, TRUNKLINE_HOST="0.0.0.0")
    try:
        here, there = process.url, lan.url(addresses[0], process.port)
        with visiting(browser, here, WIDE) as host, visiting(browser, there, PHONE) as phone:
            be(host, "Ada")
            table = open_table(host, "europe", "me", "open", start=False)
            phone.goto(f"/table/{table}")
            phone.get_by_test_id("join").tap()
            phone.get_by_test_id("name-confirm").tap()
            host.get_by_test_id("start").click()
            for player in (Hands(host, most=1), Fingers(phone, most=1)):
                player.play()
            expect(host.get_by_test_id("table")).not_to_have_attribute("data-seq", "0")
            assert ask(phone, "GET", f"/api/tables/{table}/view")["public"]["phase"] == "turn"
    finally:
        process.stop()

"""The account on the page: logging out everywhere, one's own data as a file, and guests who delete themselves."""

from __future__ import annotations

import json
import random

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from page.browsers import PHONE, WIDE, Device, visiting
from page.tables import ask, be, open_table
from page.test_codes import words
from server.guests import Guest, play_on, watching
from server.processes import Process

PASSWORD = "correct horse battery"
FINGER = 44
"""Pixels that a finger needs."""
WAYS = [(WIDE, "en-GB", "mouse"), (WIDE, "uk-UA", "keyboard"), (PHONE, "el-GR", "touch")]


def press(control: Locator, way: str) -> None:
    """Use a control by mouse, by touch, or by nothing but the keyboard."""
    if way == "mouse":
        control.click()
    elif way == "touch":
        box = control.bounding_box()
        assert box is not None and box["height"] >= FINGER
        control.tap()
    else:
        for _ in range(80):
            if control.evaluate("(element) => element === document.activeElement"):
                break
            control.page.keyboard.press("Tab")
        else:
            raise AssertionError("the keyboard does not get there")
        control.page.keyboard.press("Enter")


def somebody(page: Page, kind: str) -> str:
    """A guest or an account at the account screen; its name."""
    name = f"{kind} {random.randrange(10**6)}"
    be(page, name)
    if kind == "Account":
        ask(page, "POST", "/api/account", {"name": name, "password": PASSWORD})
    return name


@pytest.mark.parametrize(("device", "locale", "way"), WAYS)
def test_logging_out_everywhere(house: Process, browser: Browser, device: Device, locale: str, way: str) -> None:
    said = words(locale[:2])
    with visiting(browser, house.url, device, locale=locale) as page:
        name = somebody(page, "Account")
        other = Guest(house)
        other.post("/api/session", name=name, password=PASSWORD)
        talk = other.talk()
        page.goto("/account")
        press(page.get_by_role("button", name=said["people.log_out_everywhere"], exact=True), way)
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text(said["people.log_out_everywhere_words"])
        press(dialog.get_by_role("button", name=said["people.log_out_everywhere"], exact=True), way)
        expect(page.get_by_text(said["people.nobody"])).to_be_visible()
        assert talk.closed_with() == 4001
        assert other.get("/api/me")["person"] is None


@pytest.mark.parametrize(("device", "locale", "way"), WAYS)
@pytest.mark.parametrize("kind", ["Account", "Visitor"])
def test_ones_own_data_is_a_file(
    house: Process, browser: Browser, device: Device, locale: str, way: str, kind: str
) -> None:
    with visiting(browser, house.url, device, locale=locale) as page:
        name = somebody(page, kind)
        page.goto("/account")
        with page.expect_download() as download:
            press(page.get_by_role("link", name=words(locale[:2])["people.data_download"]), way)
        assert download.value.suggested_filename == "trunkline-my-data.json"
        assert json.loads(download.value.path().read_text("utf-8"))["person"]["name"] == name


@pytest.mark.parametrize(("device", "locale", "way"), WAYS)
def test_a_guest_deletes_oneself(house: Process, browser: Browser, device: Device, locale: str, way: str) -> None:
    said = words(locale[:2])
    with visiting(browser, house.url, device, locale=locale) as page:
        name = somebody(page, "Visitor")
        table = open_table(page, "usa", "me", "greedy")
        page.goto("/account")
        press(page.get_by_role("button", name=said["people.delete_guest"], exact=True), way)
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text(said["people.delete_guest_sure"])
        press(dialog.get_by_role("button", name=said["people.delete_guest"], exact=True), way)
        expect(page.get_by_text(said["people.nobody"])).to_be_visible()
        assert ask(page, "GET", "/api/me")["person"] is None
        assert name not in json.dumps(ask(page, "GET", f"/api/tables/{table}"))


def test_a_private_game_is_replayed_by_others_as_everybody_saw_it(house: Process, browser: Browser) -> None:
    said = words("en")
    guests = [Guest(house, "Ann"), Guest(house, "Bob")]
    table = guests[0].open(seats=["me", "open"])
    guests[1].post(f"/api/tables/{table}/join")
    guests[0].post(f"/api/tables/{table}/start")
    play_on(watching(table, guests), random.Random(5))
    with visiting(browser, house.url, WIDE, locale="en-GB") as page:
        be(page, "Stranger")
        page.goto(f"/people/{guests[0].id}")
        expect(page.get_by_role("heading", name=said["people.recent"])).to_be_visible()
        assert page.locator("a[href^='/replay/']").count() == 0
        page.goto(f"/replay/{table}?at=9&seat=open")
        expect(page.locator(".surface")).to_be_visible()
        expect(page.get_by_label(said["replay.eyes"])).to_have_count(0)
        expect(page.get_by_role("link", name=said["replay.export"])).to_have_count(0)
        expect(page.get_by_role("alert")).to_have_count(0)

"""What the page costs a browser, by its own tracing: the way to a playable board, and pulling and zooming a full board;
and how long a campaign lets people wait.

PYTHONPATH=tests .venv/bin/python -m page.tracing              figures only: machines differ, so nothing is asserted
PYTHONPATH=tests .venv/bin/python -m page.tracing world usa    only pulling and zooming, on these maps
PYTHONPATH=tests .venv/bin/python -m page.tracing campaign     the full board of a campaign with all marks, its home,
                                                               and the way from a game to the next question
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from page.browsers import PHONE, WIDE, launch, visiting
from page.campaigns import at_campaign, info_of, prepared, skip_moments
from page.tables import ask, be, finished, open_table
from server.guests import choose
from server.processes import Process
from trunkline.campaign.actions import HOST
from trunkline.maps.load import map_names

CAMPAIGN = "campaign"
CATEGORIES = ["devtools.timeline", "toplevel", "disabled-by-default-devtools.timeline"]


def main(maps: list[str]) -> None:
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        folder = Path(place)
        house = Process(f"sqlite:///{folder / 'games.db'}", folder)
        browser = launch(playwright)
        try:
            figures = {} if maps else {**loading(browser, house), **starting(browser, house)}
            figures |= moving(browser, house, maps or [*map_names(), CAMPAIGN])
            if not maps or CAMPAIGN in maps:
                figures |= {**opening(browser, house), **asking(browser, house)}
        finally:
            browser.close()
            house.stop()
    print(json.dumps(figures, indent=1))


def loading(browser: Browser, house: Process) -> dict[str, float]:
    """Milliseconds from the address of a table to something that can be pressed, the best of five cold visits."""
    times = []
    for _ in range(5):
        with visiting(browser, house.url, WIDE) as page:
            be(page, "Ada")
            table = open_table(page, "europe", "me", "greedy", "greedy")
            page.goto(f"/table/{table}")
            page.get_by_test_id("keep-0").wait_for()
            times.append(page.evaluate("() => performance.now()"))
    return {"playable_ms": round(min(times))}


def starting(browser: Browser, house: Process) -> dict[str, float]:
    """Milliseconds of a newcomer from "Let's play" to the map with its first question, the best of five."""
    times = []
    for _ in range(5):
        with visiting(browser, house.url, WIDE) as page:
            page.goto("/")
            page.get_by_test_id("play-now").first.click()
            name = page.locator("dialog input").first
            name.fill("Ada")
            page.wait_for_timeout(1000)  # a person types
            began = page.evaluate("() => performance.now()")
            name.press("Enter")
            page.get_by_test_id("keep-0").wait_for()
            times.append(page.evaluate("() => performance.now()") - began)
    return {"start_to_map_ms": round(min(times))}


def opening(browser: Browser, house: Process) -> dict[str, float]:
    """Milliseconds from the address of a late campaign to its home with the map, the best of five cold visits."""
    times = []
    for _ in range(5):
        with visiting(browser, house.url, PHONE) as page:
            be(page, "Ada")
            campaign = prepared(page, lambda each: each.stage == "seating" and each.game == 12)
            page.goto(f"/campaign/{campaign}")
            page.get_by_test_id("waits").wait_for()
            page.locator(".surface").first.wait_for()
            times.append(page.evaluate("() => performance.now()"))
    return {"campaign_home_ms": round(min(times))}


# Notes when the page asks the first question after a game.
NOTES = """() => {
  const look = () => {
    const stage = document.querySelector('[data-testid=campaign]').dataset.stage
    if (stage !== 'playing') window.asked ??= Date.now()
  }
  new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true})
}"""


def asking(browser: Browser, house: Process) -> dict[str, float]:
    """Milliseconds from the last move of a game to the campaign's next question on the slower of two screens: the best
    and the worst of five games."""
    times = []
    with visiting(browser, house.url, WIDE) as anna, visiting(browser, house.url, PHONE) as ben:
        be(anna, "Anna")
        be(ben, "Ben")
        for seed in range(5):
            founder = {"president": "Anna", "signature": "Anna"}
            campaign = ask(anna, "POST", "/api/campaigns", {"name": "Evening", "companies": [founder]})["campaign"]
            address = f"/api/campaigns/{campaign}"
            ask(ben, "POST", f"{address}/join", {"president": "Ben", "signature": "Ben"})
            ask(anna, "POST", f"{address}/found", {})
            words = " ".join(["seat", *(each["company"] for each in info_of(anna, campaign)["companies"])])
            ask(anna, "POST", f"{address}/decide", {"actor": HOST, "action_id": "seat", "action": words})
            for page in (anna, ben):
                at_campaign(page, campaign)
                skip_moments(page)
                page.evaluate(NOTES)
            moved = play(anna, ben, info_of(anna, campaign)["table"], random.Random(seed))
            for page in (anna, ben):
                page.wait_for_function("() => window.asked")
            times.append(max(page.evaluate("() => window.asked") for page in (anna, ben)) - moved)
    return {"campaign_question_ms": round(min(times)), "campaign_question_worst_ms": round(max(times))}


def play(anna: Page, ben: Page, table: str, chance: random.Random) -> float:
    """Play a game of two people to its end, beside their pages; when the last move was sent, in milliseconds."""
    moved = 0.0
    while True:
        for page in (anna, ben):
            view = ask(page, "GET", f"/api/tables/{table}/view")
            if view["public"]["phase"] == "over":
                return moved
            for turn in view["turns"][:1]:
                body = {
                    "seat": turn["seat"],
                    "base_seq": view["seq"],
                    "action_id": f"move-{view['seq']}-{turn['seat']}",
                }
                body["action"] = choose(chance, turn["actions"])
                moved = time.time() * 1000
                ask(page, "POST", f"/api/tables/{table}/act", body)


def moving(browser: Browser, house: Process, maps: list[str]) -> dict[str, float]:
    """The work of the main thread while a full five-player board is pulled about, and while it is zoomed."""
    found: dict[str, float] = {}
    for size, device in {"wide": WIDE, "phone": PHONE}.items():
        for map_ in maps:
            with visiting(browser, house.url, device, reduced_motion="no-preference") as page:
                be(page, "Ada")
                show(page, map_)
                page.locator(".surface").wait_for()
                page.wait_for_timeout(1500)
                for name, move in {"pull": pull, "zoom": zoom}.items():
                    browser.start_tracing(page=page, categories=CATEGORIES)
                    move(page)
                    figures = worked(json.loads(browser.stop_tracing()))
                    found |= {f"{map_}_{size}_{name}_{each}": value for each, value in figures.items()}
    return found


def show(page: Page, map_: str) -> None:
    """A full board: a finished game in the replay, or the home of a finished campaign as its spectators see it."""
    if map_ != CAMPAIGN:
        page.goto(f"/replay/{finished(page, map_, players=5)}")
        return
    campaign = prepared(page, lambda each: each.stage == "over")
    page.context.clear_cookies()
    be(page, "Looker")
    page.goto(f"/campaign/{campaign}")
    page.locator(".surface").scroll_into_view_if_needed()


def zoom(page: Page) -> None:
    """In and out with the wheel, and with the buttons, which glide."""
    box = page.locator(".surface").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for step in range(80):
        page.mouse.wheel(0, -40 if step % 40 < 20 else 40)
        page.wait_for_timeout(16)
    page.wait_for_timeout(400)
    for name in ("Zoom in", "Zoom in", "Zoom out"):
        button = page.get_by_role("button", name=name)
        if button.is_visible():  # fingers pinch, so they have one button
            button.click()
            page.wait_for_timeout(450)


def pull(page: Page) -> None:
    box = page.locator(".surface").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.wheel(0, -400)
    page.wait_for_timeout(300)
    page.mouse.down()
    for step in range(120):
        page.mouse.move(x + 3 * (step if step < 60 else 120 - step), y + step % 30)
        page.wait_for_timeout(16)
    page.mouse.up()


def worked(trace: dict[str, Any]) -> dict[str, float]:
    """Per frame: the tasks of the renderer's main thread, by thread time; and the longest of them. What the test asks
    of the page (where a button is) is a task of the page's thread, too; it is left out."""
    events = trace["traceEvents"]
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event.get("name") == "thread_name" and event["args"].get("name") == "CrRendererMain"
    }
    # A task is told twice, by the scheduler and by the timeline: one of them is counted.
    tasks = [
        event
        for event in events
        if event.get("ph") == "X" and event["name"] == "RunTask" and (event["pid"], event["tid"]) in mains
    ]
    asked = [
        (event["pid"], event["tid"], event["ts"], event["ts"] + event["dur"])
        for event in events
        if event.get("ph") == "X" and "DevTools" in str(event.get("args", {}).get("chrome_mojo_event_info", ""))
    ]
    tasks = [
        task
        for task in tasks
        if not any(
            (pid, tid) == (task["pid"], task["tid"]) and task["ts"] <= start and end <= task["ts"] + task["dur"]
            for pid, tid, start, end in asked
        )
    ]
    busiest = max(mains, key=lambda main: sum(task["dur"] for task in tasks if (task["pid"], task["tid"]) == main))
    own = [task for task in tasks if (task["pid"], task["tid"]) == busiest]
    frames: dict[int, float] = {}
    for task in own:
        frame = int(task["ts"] // 16_667)
        frames[frame] = frames.get(frame, 0.0) + task.get("tdur", task["dur"]) / 1000
    worked_in = sorted(frames.values())
    return {
        "frame_median_ms": round(median(worked_in), 2),
        "frame_p95_ms": round(worked_in[int(len(worked_in) * 0.95)], 2),
        "longest_task_ms": round(max(task.get("tdur", task["dur"]) for task in own) / 1000, 2),
    }


if __name__ == "__main__":
    main(sys.argv[1:])

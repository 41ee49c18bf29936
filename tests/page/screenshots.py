"""Pictures of every screen on wide, tablet, phone and lying phone, in three languages, light and dark, and of every
moment of a campaign: for a designer's eyes.

python3 run.py screenshots [FOLDER] [NAME…]     (kept out of the repository: .build/screenshots)

With names only the screens whose names begin so: `campaign`, `moments`.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from page.browsers import LYING_PHONE, PHONE, TABLET, WIDE, launch, visiting
from page.campaigns import at_campaign, prepared, skip_moments
from page.tables import be
from page.test_for_everyone import SCREENS
from server.processes import Process
from trunkline.campaign.state import Campaign

LOCALES = {"en": "en-GB", "uk": "uk-UA", "el": "el-GR"}
DEVICES = {"wide": WIDE, "tablet": TABLET, "phone": PHONE, "lying": LYING_PHONE}
STAGES: dict[str, Callable[[Campaign], bool]] = {
    "campaign removing": lambda each: each.stage == "removing" and each.game == 2,
    "campaign picking": lambda each: each.stage == "picking" and each.game == 3,
    "campaign late": lambda each: each.stage == "seating" and each.game == 10,
    "moments": lambda each: each.stage == "over",
}


def main(words: list[str]) -> None:
    target = Path(words[0] if words else ".build/screenshots")
    target.mkdir(parents=True, exist_ok=True)
    wanted = tuple(words[1:]) or ("",)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        folder = Path(place)
        house = Process(f"sqlite:///{folder / 'games.db'}", folder, TRUNKLINE_LIMITS="0")
        browser = launch(playwright)
        try:
            for device_name, device in DEVICES.items():
                for language, locale in LOCALES.items():
                    scheme = "dark" if language == "uk" else "light"
                    ending = f"{device_name}-{language}-{scheme}.png"
                    for name in [*SCREENS, *STAGES]:
                        if not name.startswith(wanted):
                            continue
                        with visiting(browser, house.url, device, locale=locale, color_scheme=scheme) as page:
                            be(page, "Ada")
                            # Some screens write to the storage, which a page without an address lacks.
                            page.goto("/health")
                            if name in SCREENS:
                                SCREENS[name](page)
                                take(page, target / f"{name}-{ending}")
                            else:
                                in_a_campaign(page, STAGES[name])
                                take(page, target / f"{name}-{ending}", full_page=True)
                            if name == "moments":
                                every_moment(page, target, ending)
        finally:
            browser.close()
            house.stop()


def in_a_campaign(page: Page, is_enough: Callable[[Campaign], bool]) -> None:
    at_campaign(page, prepared(page, is_enough))
    skip_moments(page)


def every_moment(page: Page, target: Path, ending: str) -> None:
    """The first moment of each kind, played again from the chronicle."""
    found: set[str] = set()
    for game in range(13):
        page.get_by_test_id(f"replay-{game}").click()
        dialog = page.get_by_test_id("moments")
        expect(dialog).to_be_visible()
        while dialog.count():
            kind = dialog.get_attribute("data-kind") or ""
            if kind not in found:
                found.add(kind)
                take(page, target / f"moment {kind}-{ending}")
            page.get_by_test_id("moments-next").click()


def take(page: Page, file: Path, *, full_page: bool = False) -> None:
    page.wait_for_timeout(300)
    page.screenshot(path=file, full_page=full_page)
    print(file, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

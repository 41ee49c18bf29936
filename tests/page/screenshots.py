"""Pictures of every screen on wide, tablet and phone, in three languages, light and dark: for a designer's eyes.

python3 run.py screenshots [FOLDER]     (kept out of the repository: .build/screenshots)
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from page.browsers import PHONE, TABLET, WIDE, launch, visiting
from page.tables import be
from page.test_for_everyone import SCREENS
from server.processes import Process

LOCALES = {"en": "en-GB", "uk": "uk-UA", "el": "el-GR"}
DEVICES = {"wide": WIDE, "tablet": TABLET, "phone": PHONE}


def main(words: list[str]) -> None:
    target = Path(words[0] if words else ".build/screenshots")
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        folder = Path(place)
        house = Process(f"sqlite:///{folder / 'games.db'}", folder)
        browser = launch(playwright)
        try:
            for device_name, device in DEVICES.items():
                for language, locale in LOCALES.items():
                    scheme = "dark" if language == "uk" else "light"
                    for name, visit in SCREENS.items():
                        with visiting(browser, house.url, device, locale=locale, color_scheme=scheme) as page:
                            be(page, "Ada")
                            visit(page)
                            page.wait_for_timeout(300)
                            file = target / f"{name}-{device_name}-{language}-{scheme}.png"
                            page.screenshot(path=file)
                            print(file, flush=True)
        finally:
            browser.close()
            house.stop()


if __name__ == "__main__":
    main(sys.argv[1:])

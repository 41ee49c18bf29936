"""A browser for the tests of the page: whichever is on the machine, and contexts of the sizes people hold."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

SYSTEM = (
    # Chromium without its windows, which costs a tenth less.
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
)

UNUSED = (
    # Two documents of the address bar, which nobody sees: half a second of processor time for each window.
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,"
    # This list replaces the one of Playwright, which has these.
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,LensOverlay,MediaRouter,"
    "NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning"
)
"""Features of Chromium that the tests do without."""
PATIENCE = 60_000
"""Milliseconds that something is waited for that must come; no test passes by it, nor depends on how fast the machine
is."""
expect.set_options(timeout=PATIENCE)


@dataclass(frozen=True)
class Device:
    """What a person holds or sits before."""

    width: int
    height: int
    touch: bool = False
    scale: float = 1.0


WIDE = Device(1440, 900)
TABLET = Device(820, 1180, touch=True)
PHONE = Device(390, 844, touch=True, scale=2.0)
LYING_PHONE = Device(844, 390, touch=True, scale=2.0)


def launch(playwright: Playwright) -> Browser:
    """The browser named by TRUNKLINE_BROWSER, else the system's Chromium or Chrome, else Playwright's own."""
    named = os.environ.get("TRUNKLINE_BROWSER")
    found = named or next((path for name in SYSTEM if (path := shutil.which(name))), None)
    # In containers there is no sandbox of the browser's own, and little shared memory.
    flags = ["--no-sandbox", "--disable-dev-shm-usage", "--mute-audio", f"--disable-features={UNUSED}"]
    return playwright.chromium.launch(executable_path=found, args=flags)


@contextmanager
def visiting(browser: Browser, url: str, device: Device, **wishes: Any) -> Iterator[Page]:
    """A page of a browser of its own, as a newcomer opens it. What goes wrong in its scripts fails the test, and so
    does what goes wrong on other pages of the same context."""
    context = new_context(browser, url, device, **wishes)
    context.set_default_timeout(PATIENCE)
    troubles: list[str] = []
    context.on("weberror", lambda error: troubles.append(str(error.error)))
    page = context.new_page()
    try:
        yield page
        assert not troubles, troubles
    finally:
        context.close()


def new_context(browser: Browser, url: str, device: Device, **wishes: Any) -> BrowserContext:
    return browser.new_context(
        base_url=url,
        viewport={"width": device.width, "height": device.height},
        has_touch=device.touch,
        is_mobile=device.touch,
        device_scale_factor=device.scale,
        reduced_motion=wishes.pop("reduced_motion", "reduce"),
        locale=wishes.pop("locale", "en-GB"),
        # It would fetch every file of the page into the cache of each new context.
        service_workers=wishes.pop("service_workers", "block"),
        **wishes,
    )

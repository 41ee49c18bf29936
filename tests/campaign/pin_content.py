"""Pins the digests of the campaign's content: `PYTHONPATH=tests python -m campaign.pin_content [--release VERSION]`.

Until a version is released, run it after every edit of its files (the content folder, the map, its territories and
cards). `--release VERSION` marks a version as released: from then on it is never pinned again, and an edit needs a new
version.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from trunkline.campaign.content import digest, versions

FILE = Path(__file__).with_name("content_digests.json")
COMMAND = "PYTHONPATH=tests .venv/bin/python -m campaign.pin_content"

Pins = dict[str, dict[str, object]]


def pinned() -> Pins:
    """By version: its digest, and whether it is released."""
    found: Pins = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    return found


def renewed(pins: Pins, release: str = "") -> Pins:
    """The pins of today. Raises ValueError if a released version was edited."""
    found = {}
    for version in versions():
        before = pins.get(version, {"released": False})
        now = digest(version)
        if before["released"] and before["digest"] != now:
            raise ValueError(f"version {version} is released and was edited: undo that, or make a new version")
        found[version] = {"released": bool(before["released"]) or version == release, "digest": now}
    return found


if __name__ == "__main__":
    wanted = sys.argv[2] if sys.argv[1:2] == ["--release"] else ""
    FILE.write_text(json.dumps(renewed(pinned(), wanted), indent=2) + "\n", "utf-8")

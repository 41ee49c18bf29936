"""Writes the geometry of a campaign's whole board beside its content, with the coast: once for each map.

    python web/tools/campaign_geometry.py

It is no part of the page: the server cuts from it what a campaign has opened.
"""

import gzip
import json
import subprocess
import sys
import tempfile
from pathlib import Path

WEB = Path(__file__).resolve().parents[1]
LANGUAGES = ("uk", "el")


def names_of_cities() -> dict[str, dict[str, str]]:
    folder = WEB / "src" / "locale" / "cities"
    return {each: json.loads((folder / f"{each}.json").read_text(encoding="utf-8")) for each in LANGUAGES}


def main(node: str) -> None:
    from trunkline.campaign.content import load_content, versions
    from trunkline.campaign.geometry import path_of
    from trunkline.maps.load import load_map
    from trunkline.maps.slices import whole_geometry

    for name in sorted({load_content(version).map for version in versions()}):
        found = whole_geometry(load_map(name), names_of_cities())
        with tempfile.TemporaryDirectory() as folder:
            given, made = Path(folder) / "given.json", Path(folder) / "made.json"
            given.write_text(json.dumps(found), encoding="utf-8")
            subprocess.run([node, str(WEB / "tools" / "land.mjs"), str(given), str(made)], check=True, cwd=WEB)
            # Without the time of writing, so that the same geometry gives the same file.
            path_of(name).write_bytes(gzip.compress(made.read_bytes(), mtime=0))
        print(f"{path_of(name)}: {path_of(name).stat().st_size // 1000} kB")


if __name__ == "__main__":
    sys.path.insert(0, str(WEB.parent / "src"))
    main(sys.argv[1] if len(sys.argv) > 1 else "node")

"""The geometry of a campaign's board, cut from the stored geometry of the full board."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from trunkline.campaign.content import FOLDER, load_content
from trunkline.maps.model import Map
from trunkline.maps.slices import sliced


def path_of(map_name: str) -> Path:
    """Where the geometry of a whole board is stored; made by `web/tools/campaign_geometry.py`."""
    return FOLDER / f"{map_name}.json.gz"


@cache
def whole_board(map_name: str) -> dict[str, Any]:
    """The geometry of a board with all its territories. It contains sealed ones: send only `board_geometry`."""
    found: dict[str, Any] = msgspec.json.decode(gzip.decompress(path_of(map_name).read_bytes()))
    return found


def board_geometry(version: str, map_: Map) -> dict[str, Any]:
    """The geometry of a board: of the cities, routes and unfinished tracks that it has."""
    return sliced(whole_board(load_content(version).map), map_)

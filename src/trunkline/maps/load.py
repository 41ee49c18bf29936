"""Finds a map by its name, its file or a reference with an edition."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from trunkline.maps.compose import composed
from trunkline.maps.edition import MARK, split_reference
from trunkline.maps.model import Map
from trunkline.maps.problems import MapError, Problem
from trunkline.maps.read import read_map
from trunkline.rules.reading import did_you_mean

__all__ = ["MapError", "load_map", "map_names"]

_HERE = Path(__file__).parent
MOST_EDITIONS = 64
"""Composed maps that are kept. They are read rarely: the rules work on boards, which are kept by `load_board`."""


def map_names() -> list[str]:
    """The names of the maps that come with Trunkline."""
    return sorted(file.stem for file in _HERE.glob("*.toml"))


def load_map(name_or_path: str | Path) -> Map:
    """The map of that name, of that file, or of a reference: a name or file with an edition after it.

    A string with a separator or with the ending `.toml` is a file.
    """
    if isinstance(name_or_path, Path):
        return read_map(name_or_path)
    if MARK in name_or_path:
        return _edition(name_or_path)
    if "/" in name_or_path or "\\" in name_or_path or name_or_path.endswith(".toml"):
        return read_map(Path(name_or_path), name_or_path)
    return _built_in(name_or_path)


@lru_cache
def _built_in(name: str) -> Map:
    names = map_names()
    if name not in names:
        advice = f"{did_you_mean(name, names)} A file of your own ends in .toml."
        raise MapError(name, [Problem(None, "", f'there is no map "{name}"', advice)])
    return read_map(_HERE / f"{name}.toml", name)


@lru_cache(maxsize=MOST_EDITIONS)
def _edition(reference: str) -> Map:
    name, edition = split_reference(reference)
    assert edition is not None
    return composed(load_map(name), edition)

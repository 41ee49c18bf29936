"""Files that a command writes under a name that somebody typed: a file of another kind is never overwritten."""

from __future__ import annotations

from pathlib import Path

from trunkline.maps.draw import draw_map
from trunkline.maps.model import Map

DRAWING = b"<svg"
RECORD = b'{"trunkline":'


class OtherFile(OSError):
    """A file of another kind has this name."""


def check_kind(path: Path, beginning: bytes) -> None:
    """Raise OtherFile if a file is there that does not begin like this. An empty file may be overwritten."""
    try:
        with path.open("rb") as file:
            found = file.read(len(beginning))
    except OSError:
        return  # nothing is there, or writing will say what is wrong
    if found not in (b"", beginning):
        raise OtherFile(0, "it exists and is a file of another kind; choose another name", str(path))


def write_drawing(path: Path, map_: Map) -> None:
    """Draw a map into a file."""
    check_kind(path, DRAWING)
    path.write_text(draw_map(map_), encoding="utf-8")

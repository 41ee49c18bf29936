"""A campaign as a file: its log as lines of JSON, each with the digest of the line before and its own."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from msgspec import Raw, Struct

from trunkline.campaign.checks import fits
from trunkline.campaign.content import ContentError, load_content
from trunkline.campaign.entries import AnyEntry, Founded
from trunkline.campaign.fold import begin, fold
from trunkline.campaign.state import Campaign

FORMAT = 1
_ENTRY: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


class Line(Struct, forbid_unknown_fields=True):
    """One line. `digest` covers `before` and the entry, so that a changed, missing or swapped line is found."""

    campaign: int
    """The version of the format."""
    before: str
    digest: str
    entry: Raw


_LINE = msgspec.json.Decoder(Line)


class BadCampaignFile(ValueError):
    """A file that is not a whole campaign; the text says in which line and why."""


def line_digest(before: str, entry: bytes) -> str:
    return hashlib.sha256(before.encode() + b"\n" + entry).hexdigest()


def to_lines(entries: Iterable[AnyEntry], before: str = "") -> list[bytes]:
    """The lines of entries that follow a line with the digest `before`."""
    lines = []
    for entry in entries:
        written = msgspec.json.encode(entry)
        digest = line_digest(before, written)
        lines.append(msgspec.json.encode(Line(FORMAT, before, digest, Raw(written))) + b"\n")
        before = digest
    return lines


class CampaignFile:
    """The log of a campaign on the disk, and the campaign that it folds to."""

    def __init__(self, path: Path, campaign: Campaign, entries: list[AnyEntry], last: str) -> None:
        self.path = path
        self.campaign = campaign
        self.entries = entries
        self._last = last
        self.warning = ""
        """What was wrong with the end of the file, if something was."""

    @classmethod
    def create(cls, path: Path, founded: Founded) -> CampaignFile:
        """Begin a file; one that exists is never overwritten."""
        campaign = begin(founded)
        try:
            with path.open("xb") as file:
                _write(file.fileno(), to_lines([founded]))
        except FileExistsError:
            raise BadCampaignFile(f"{path} exists already; choose another name") from None
        except OSError as error:
            raise BadCampaignFile(f"{path} cannot be written: {error.strerror}") from None
        return cls(path, campaign, [founded], line_digest("", msgspec.json.encode(founded)))

    @classmethod
    def open(cls, path: Path) -> CampaignFile:
        """Read a file, check every line and fold it. An incomplete last line is dropped with a warning."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise BadCampaignFile(f"{path} cannot be read: {error.strerror}") from None
        entries, last, size = read_lines(data, str(path))
        campaign = fold_checked(entries, str(path))
        file = cls(path, campaign, entries, last)
        if size < len(data):
            file.warning = f"{path}: the last line is incomplete and was dropped"
            with path.open("r+b") as repaired:
                repaired.truncate(size)
        elif data and not data.endswith(b"\n"):
            with path.open("ab") as repaired:
                repaired.write(b"\n")
        return file

    def append(self, entries: Sequence[AnyEntry]) -> None:
        """Add entries: on the disk first, then to the campaign."""
        lines = to_lines(entries, self._last)
        with self.path.open("ab") as file:
            _write(file.fileno(), lines)
        for entry in entries:
            fold(self.campaign, entry)
            self._last = line_digest(self._last, msgspec.json.encode(entry))
        self.entries += entries


def _write(number: int, lines: Iterable[bytes]) -> None:
    os.write(number, b"".join(lines))
    os.fsync(number)


def read_lines(data: bytes, where: str) -> tuple[list[AnyEntry], str, int]:
    """The entries of a file, the digest of its last line, and how many bytes hold whole lines."""
    entries: list[AnyEntry] = []
    before = ""
    start = 0
    number = 0
    while start < len(data):
        number += 1
        end = data.find(b"\n", start)
        is_last = end < 0
        raw = data[start:] if is_last else data[start:end]
        try:
            entry, digest = _read_line(raw, before)
        except BadCampaignFile as error:
            if is_last and entries:
                return entries, before, start
            raise BadCampaignFile(f"{where}:{number}: {error}") from None
        entries.append(entry)
        before = digest
        start = len(data) if is_last else end + 1
    if not entries:
        raise BadCampaignFile(f"{where}: the file is empty")
    return entries, before, start


def _read_line(raw: bytes, before: str) -> tuple[AnyEntry, str]:
    try:
        line = _LINE.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadCampaignFile(f"this is no line of a campaign ({error})") from None
    if line.campaign != FORMAT:
        raise BadCampaignFile(f"this is of format {line.campaign}; this version of Trunkline reads format {FORMAT}")
    entry = bytes(line.entry)
    if line.before != before:
        raise BadCampaignFile("a line is missing before this one, or the line before was changed")
    if line.digest != line_digest(before, entry):
        raise BadCampaignFile("this line was changed")
    # Spaces and the order of keys are not covered by the digest: the line must be as it was written.
    if raw != msgspec.json.encode(line):
        raise BadCampaignFile("this line was changed")
    try:
        return _ENTRY.decode(entry), line.digest
    except msgspec.DecodeError as error:
        raise BadCampaignFile(f"this entry is not known ({error})") from None


def fold_checked(entries: Sequence[AnyEntry], where: str) -> Campaign:
    """The campaign of a log; what cannot have happened is refused with its line."""
    if not isinstance(entries[0], Founded):
        raise BadCampaignFile(f"{where}:1: a campaign begins with its founding")
    try:
        load_content(entries[0].content)
    except ContentError as error:
        raise BadCampaignFile(f"{where}:1: {error}") from None
    campaign = begin(entries[0])
    for number, entry in enumerate(entries[1:], start=2):
        if not fits(campaign, entry):
            kind = type(entry).__name__.lower()
            raise BadCampaignFile(f"{where}:{number}: the entry {kind!r} cannot follow those before it")
        fold(campaign, entry)
    return campaign

"""A campaign as a file: its log as lines of JSON, each with the digest of the line before and its own."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Raw, Struct

from trunkline.campaign.actions import IllegalStep, check_founders
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
    """A damaged campaign file; the text names the line and the problem."""


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
        self.last = last
        """The digest of the last line. It identifies this point of the campaign."""
        self.warning = ""
        """The problem at the end of the file, or an empty text."""

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
    def read(cls, path: Path) -> CampaignFile:
        """Read a file, check every line and fold it. The file is not changed, and may be in use by another process."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise BadCampaignFile(f"{path} cannot be read: {error.strerror}") from None
        return cls._of(path, data)[0]

    @classmethod
    @contextmanager
    def take(cls, path: Path) -> Iterator[CampaignFile]:
        """Open a file to continue the campaign. It is locked; an incomplete last line is removed."""
        try:
            handle = path.open("r+b")
        except OSError as error:
            raise BadCampaignFile(f"{path} cannot be opened for writing: {error.strerror}") from None
        with handle:
            if not lock(handle.fileno()):
                raise BadCampaignFile(f"{path} is being played by another process")
            data = handle.read()
            file, size = cls._of(path, data)
            if size < len(data):
                handle.truncate(size)
                file.warning = f"{path}: the last line was incomplete and was removed"
            elif not data.endswith(b"\n"):
                handle.write(b"\n")
            handle.flush()
            yield file

    @classmethod
    def _of(cls, path: Path, data: bytes) -> tuple[CampaignFile, int]:
        """The campaign in these bytes, and the length of their complete lines."""
        entries, last, size = read_lines(data, str(path))
        file = cls(path, fold_checked(entries, str(path)), entries, last)
        if size < len(data):
            file.warning = f"{path}: the last line is incomplete and is ignored"
        return file, size

    def append(self, entries: Sequence[AnyEntry]) -> None:
        """Append facts to the file, then fold them. If the disk fails, nothing is added."""
        lines = to_lines(entries, self.last)
        try:
            with self.path.open("r+b") as file:
                size = file.seek(0, os.SEEK_END)
                try:
                    _write(file.fileno(), lines)
                except OSError:
                    file.truncate(size)
                    raise
        except OSError as error:
            raise BadCampaignFile(f"{self.path} cannot be written: {error.strerror}") from None
        for entry in entries:
            fold(self.campaign, entry)
            self.last = line_digest(self.last, msgspec.json.encode(entry))
        self.entries += entries


def lock(number: int) -> bool:
    """Lock an open file until it is closed; False if another process has locked it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            # On Windows a lock also stops readers, so only one byte far beyond the end is locked.
            place = os.lseek(number, 0, os.SEEK_CUR)
            os.lseek(number, 1 << 40, os.SEEK_SET)
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
            os.lseek(number, place, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _write(number: int, lines: Iterable[bytes]) -> None:
    rest = b"".join(lines)
    while rest:
        rest = rest[os.write(number, rest) :]
    os.fsync(number)


def read_lines(data: bytes, where: str) -> tuple[list[AnyEntry], str, int]:
    """The facts of a file, the digest of its last line, and the length of its complete lines."""
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
            if not entries and not raw.startswith(b'{"campaign":'):
                is_game = raw.startswith(b'{"trunkline":')
                what = "the record of a single game, not a campaign" if is_game else "not the file of a campaign"
                raise BadCampaignFile(f"{where}:1: this is {what}") from None
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
        raise BadCampaignFile(f"this line is not one of a campaign file ({error})") from None
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
    """The campaign of a log. An impossible fact is refused with its line number."""
    if not isinstance(entries[0], Founded):
        raise BadCampaignFile(f"{where}:1: a campaign begins with its founding")
    try:
        load_content(entries[0].content)
        check_founders(entries[0])
    except (ContentError, IllegalStep) as error:
        raise BadCampaignFile(f"{where}:1: {error}") from None
    campaign = begin(entries[0])
    for number, entry in enumerate(entries[1:], start=2):
        if not fits(campaign, entry):
            kind = type(entry).__name__.lower()
            raise BadCampaignFile(f"{where}:{number}: the entry {kind!r} cannot follow those before it")
        fold(campaign, entry)
    return campaign

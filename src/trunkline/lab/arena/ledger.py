"""The file of a match: games are appended as they end, so that an interrupted match can continue.

The first line has the match and the fingerprints of its rules and bots; each further line is a game, in any order. A
line that was cut off by a crash is dropped. A lock allows only one arena to write to the file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from trunkline.lab.arena.fingerprint import Code, changes
from trunkline.lab.arena.game import COLUMNS, Row
from trunkline.lab.arena.match import Match
from trunkline.lab.simulate import ITEMS

FORMAT = 1
ROW = {"game", "won", "turns", "moves", "seats", "seconds"}
"""What every line of a game has."""


class BadLedger(ValueError):
    """A file that does not belong to the match; the text explains why, and what to do."""


class Ledger:
    """The games of a match, stored and new. Without a path they are only in memory."""

    def __init__(self, path: Path | None, match: Match, code: Code, *, fresh: bool = False, keep: bool = False) -> None:
        self.path = path
        self.rows: dict[int, Row] = {}
        self.codes = [code]
        """The fingerprints of rules and bots by which the games were played; several if they are mixed."""
        self.columns = COLUMNS
        """Those of the file: an older one lacks the items of newer boards, which are 0 on the board of its match."""
        self._file: IO[bytes] | None = None
        if path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("a+b")
        try:
            lock(self._file, path)
            if fresh:
                self._file.truncate(0)
            self._open(path, match, code, keep)
        except BaseException:
            self._file.close()
            raise

    def _open(self, path: Path, match: Match, code: Code, keep: bool) -> None:
        assert self._file is not None
        self._file.seek(0)
        text = self._file.read()
        whole = text[: text.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if not lines:
            if text and not text.startswith(b'{"arena":'[: len(text)]):
                raise BadLedger(f"{path} is not a file of arena games; choose another file")
            self._file.truncate(0)
            self._write({"arena": FORMAT, "match": match.facts(), "code": code, "columns": list(COLUMNS)})
            return
        self._read(path, match, [read_line(path, number, line) for number, line in enumerate(lines)])
        if code not in self.codes:
            if not keep:
                why = "; ".join(changes(self.codes[-1], code, match) or ["the games are of another build"])
                raise BadLedger(
                    f"{path} has games that cannot be combined with new ones ({why}): --fresh discards them, "
                    "--keep uses them anyway, and --out names another file"
                )
            self.codes.append(code)
        self._file.truncate(len(whole))
        if self.codes[-1] == code and len(self.codes) > 1:
            self._write({"code": code})

    def _read(self, path: Path, match: Match, lines: list[Any]) -> None:
        head = lines[0]
        known = isinstance(head, dict) and head.get("arena") == FORMAT and are_known(head.get("columns"))
        if not known or not isinstance(head.get("match"), dict) or "code" not in head:
            raise BadLedger(f"{path} has no arena games of this version; choose another file")
        differing = [name for name, value in match.facts().items() if head["match"].get(name) != value]
        if differing:
            there = ", ".join(f"{name} {shown(head['match'].get(name))}" for name in differing)
            here = ", ".join(f"{name} {shown(match.facts()[name])}" for name in differing)
            raise BadLedger(f"{path} has games of another match ({there}; not {here}): --fresh discards them")
        self.codes = [head["code"]]
        self.columns = tuple(head["columns"])
        for number, line in enumerate(lines[1:], start=1):
            if isinstance(line, dict) and line.keys() >= ROW:
                self.rows[line["game"]] = with_columns(line, self.columns, COLUMNS)
            elif isinstance(line, dict) and line.keys() == {"code"}:
                self.codes += [line["code"]] if line["code"] not in self.codes else []
            else:
                raise unreadable(path, number)

    def add(self, row: Row) -> None:
        """Store a game. The operating system has the data when this returns; only its crash can lose it."""
        self.rows[row["game"]] = row
        self._write(with_columns(row, COLUMNS, self.columns))

    def _write(self, line: dict[str, Any]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() + b"\n")
            self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def are_known(columns: object) -> bool:
    """Whether a file has these columns, or all but some items that were added since."""
    if not isinstance(columns, list):
        return False
    missing = set(COLUMNS) - set(columns)
    return missing <= set(ITEMS) and columns == [column for column in COLUMNS if column not in missing]


def with_columns(row: Row, have: Sequence[str], want: Sequence[str]) -> Row:
    """A game with the columns that are wanted; an item that it does not have is 0."""
    if tuple(have) == tuple(want):
        return row
    named = [dict(zip(have, values, strict=True)) for values in row["seats"]]
    return {**row, "seats": [[values.get(column, 0) for column in want] for values in named]}


def head_of(path: Path) -> tuple[dict[str, Any] | None, list[Code]]:
    """The match of a file and the fingerprints of its games; no match if the file has none."""
    try:
        found = path.read_bytes().splitlines()
        lines = [json.loads(line) for line in found if line.startswith((b'{"arena":', b'{"code":'))]
        return lines[0]["match"], [line["code"] for line in lines]
    except (FileNotFoundError, ValueError, KeyError, IndexError, TypeError):
        return None, []


def read_line(path: Path, number: int, line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        raise unreadable(path, number) from None


def unreadable(path: Path, number: int) -> BadLedger:
    return BadLedger(f"{path} is damaged in line {number + 1}; choose another file, or --fresh")


def shown(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def lock(file: IO[bytes], path: Path) -> None:
    """Lock the file for this process, if the system supports it."""
    if os.name == "nt":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BadLedger(f"another arena is writing to {path}") from None

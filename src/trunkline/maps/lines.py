"""Finds the line of every table, key and array item of a TOML text, which tomllib does not report."""

from __future__ import annotations

Place = tuple[str | int, ...]
"""Where a value stands: keys and, in arrays, indices from 0."""

_BLANK = " \t"
_BARE_END = ",]}#\r\n"


def line_numbers(text: str) -> dict[Place, int]:
    """The line (from 1) on which each value of a valid TOML text begins, by its place."""
    scanner = _Scanner(text)
    scanner.document()
    return scanner.lines


class _Scanner:
    """Scans the text once. It can rely on valid TOML, because tomllib has read the text before."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.lines: dict[Place, int] = {}
        self.items: dict[Place, int] = {}

    def document(self) -> None:
        table: Place = ()
        while self.skip():
            if self.here() == "[":
                double = self.text.startswith("[[", self.at)
                self.move(2 if double else 1)
                line = self.line
                table = self.inside(self.key())
                self.skip_blank()
                self.move(2 if double else 1)
                if double:
                    number = self.items.get(table, 0)
                    self.items[table] = number + 1
                    table = (*table, number)
                for end in range(1, len(table) + 1):  # a table without a header of its own begins with its first part
                    self.lines.setdefault(table[:end], line)
            else:
                self.pair(table)

    def inside(self, place: Place) -> Place:
        """The place of a table header, where a part that names an array of tables means its last item."""
        found: Place = ()
        for index, part in enumerate(place):
            found = (*found, part)
            if index < len(place) - 1 and found in self.items:
                found = (*found, self.items[found] - 1)
        return found

    def pair(self, table: Place) -> None:
        line = self.line
        key = self.key()
        for end in range(1, len(key)):
            self.lines.setdefault((*table, *key[:end]), line)
        place = (*table, *key)
        self.lines[place] = line
        self.skip_blank()
        self.move(1)  # the equals sign
        self.skip_blank()
        self.value(place)

    def key(self) -> Place:
        parts: list[str] = []
        while True:
            self.skip_blank()
            if self.here() in "\"'":
                parts.append(self.string())
            else:
                start = self.at
                while self.here() not in " \t.=]":
                    self.move(1)
                parts.append(self.text[start : self.at])
            self.skip_blank()
            if self.here() != ".":
                return tuple(parts)
            self.move(1)

    def value(self, place: Place) -> None:
        first = self.here()
        if first == "[":
            self.move(1)
            index = 0
            while self.skip() and self.here() != "]":
                if self.here() == ",":
                    self.move(1)
                    continue
                self.lines[*place, index] = self.line
                self.value((*place, index))
                index += 1
            self.move(1)
        elif first == "{":
            self.move(1)
            while self.skip() and self.here() != "}":
                if self.here() == ",":
                    self.move(1)
                    continue
                self.pair(place)
            self.move(1)
        elif first in "\"'":
            self.string()
        else:
            while self.at < len(self.text) and self.here() not in _BARE_END:
                self.move(1)

    def string(self) -> str:
        """Reads a string of any of the four kinds. It does not decode escapes, which the keys of maps do not have."""
        quote = self.here()
        ends = quote * 3 if self.text.startswith(quote * 3, self.at) else quote
        self.move(len(ends))
        start = self.at
        while not self.text.startswith(ends, self.at):
            self.move(2 if quote == '"' and self.here() == "\\" else 1)
        inner = self.text[start : self.at]
        self.move(len(ends))
        while len(ends) == 3 and self.here() == quote:  # a long string may end with quotes of its own
            self.move(1)
        return inner

    def skip(self) -> bool:
        """Skips blanks, line ends and comments. Returns whether any text is left."""
        while self.at < len(self.text):
            here = self.here()
            if here == "#":
                while self.at < len(self.text) and self.here() != "\n":
                    self.move(1)
            elif here in _BLANK or here in "\r\n":
                self.move(1)
            else:
                return True
        return False

    def skip_blank(self) -> None:
        while self.at < len(self.text) and self.here() in _BLANK:
            self.move(1)

    def here(self) -> str:
        return self.text[self.at : self.at + 1] or "\n"

    def move(self, count: int) -> None:
        self.line += self.text.count("\n", self.at, self.at + count)
        self.at += count

"""A digest of the sources of a user's bot. If it changes, stored games of the bot are stale.

It covers the module of the bot and the modules that it imports, in its folder or package, and bots of Trunkline.
Comments, docstrings and line breaks do not count. Modules are found by reading import statements, not `sys.modules`,
which differs between processes of the same match.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from inspect import getsourcefile
from pathlib import Path

from trunkline.lab.simulate import class_of

PACKAGE = Path(__file__).parents[2]
UNSEEN = {tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER}


def source_digest(name: str) -> str:
    """The digest of the modules of a bot."""
    digest = sha256()
    for file in sorted(files_of(name)):
        digest.update(file.name.encode() + b"\0" + meaning_of(file, file.stat().st_mtime_ns))
    return digest.hexdigest()[:16]


def files_of(name: str) -> set[Path]:
    """The modules of a bot: its own, and recursively those of its author and of Trunkline's bots that they import."""
    module = class_of(name).__module__
    source = getsourcefile(sys.modules[module])
    if source is None:
        return set()
    first = Path(source).resolve()
    home = home_of(module, first)
    found: set[Path] = set()
    waiting = [first]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += imported_by(file, file.stat().st_mtime_ns)
            if file.is_relative_to(home):
                waiting += own_imports(file, home)
    return found


def home_of(module: str, file: Path) -> Path:
    """The folder that contains the top-level module of the user's bot."""
    return file.parents[module.count(".") + (file.stem == "__init__")]


def own_imports(file: Path, home: Path) -> list[Path]:
    """The user's modules that a module imports, anywhere in its code."""
    here = file.relative_to(home).parts
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            start = ".".join([*(here[: -node.level] if node.level else ()), *([node.module] if node.module else [])])
            names |= {start, *(f"{start}.{alias.name}".lstrip(".") for alias in node.names)}
    found = set()
    for name in names:
        parts = name.split(".")
        # Of installed packages, only modules of the same package belong to the bot.
        if parts[0] not in ("", "trunkline") and (home.name != "site-packages" or parts[0] == here[0]):
            for end in range(1, len(parts) + 1):
                at = home.joinpath(*parts[:end])
                found |= {at.with_suffix(".py"), at / "__init__.py"}
    return [other for other in found if is_module(other)]


def is_module(file: Path) -> bool:
    """Whether there is a readable source file."""
    try:
        ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return False
    return True


def path_of(module: str) -> Path | None:
    """The file of a module of ours that belongs to the bots."""
    file = PACKAGE.joinpath(*module.split(".")[1:]).with_suffix(".py")
    return file if module.startswith("trunkline.bots.") and file.is_file() else None


@cache
def imported_by(file: Path, changed: int) -> list[Path]:
    """The modules of bots that a module names anywhere in its code. `changed` is its time stamp, for the cache."""
    names = [token.string for token in tokens(file) if token.type in (tokenize.NAME, tokenize.OP)]
    found = []
    for at in range(len(names) - 4):
        if names[at : at + 4] == ["trunkline", ".", "bots", "."]:
            found.append(path_of(f"trunkline.bots.{names[at + 4]}"))
    return [file for file in found if file is not None]


@cache
def meaning_of(file: Path, changed: int) -> bytes:
    """A digest of a module without its comments, docstrings and line breaks."""
    digest = sha256()
    for line in logical_lines(tokens(file)):
        if [token.type for token in line] != [tokenize.STRING]:
            digest.update("\0".join(token.string for token in line).encode() + b"\n")
    return digest.digest()


def logical_lines(found: Iterable[tokenize.TokenInfo]) -> Iterator[list[tokenize.TokenInfo]]:
    """The tokens of each logical line. Indents are separate lines, independent of their width."""
    line: list[tokenize.TokenInfo] = []
    for token in found:
        if token.type in (tokenize.INDENT, tokenize.DEDENT):
            yield [token._replace(string="in" if token.type == tokenize.INDENT else "out")]
        elif token.type == tokenize.NEWLINE:
            yield line
            line = []
        else:
            line.append(token)


def tokens(file: Path) -> Iterator[tokenize.TokenInfo]:
    text = io.BytesIO(file.read_bytes())
    return (token for token in tokenize.tokenize(text.readline) if token.type not in UNSEEN)

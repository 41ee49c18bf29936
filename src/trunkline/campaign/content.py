"""Content versions of the campaign: years, story, votes, numbers, and words in three languages.

A released version is never edited; a campaign keeps the version it began with. The words are not in the page, where
players could read sealed story cards.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from trunkline.maps.edition import Deal
from trunkline.maps.later_cards import card_files
from trunkline.maps.load import load_map

FOLDER = Path(__file__).parent / "content"
PACKAGE = Path(__file__).parent.parent
NEWEST = "2"
LANGUAGES = ("en", "uk", "el")
MOST_WORDS = 60
"""The largest number of words of a story card."""


Part = TypeVar("Part")


class Plain(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the content."""


class Card(Plain, frozen=True):
    """A story card, and what it brings when it is read (L7)."""

    card: str
    events: tuple[str, ...] = ()
    """News events that join the deck, unless they were ever in it."""
    rules: tuple[str, ...] = ()
    """Story rules that come into force."""
    for_games: int = 0
    """For how many games they hold; 0: without limit."""
    charter: bool = False
    vote: str | None = None
    spikes: bool = False
    last_spike: bool = False
    bonus: int = 0
    """From now on companies have this bonus."""
    large: tuple[str, ...] = ()
    post: bool = False
    """The post office opens."""
    tools: bool = False
    """The conductor's tools are opened: companies hire crew from now on."""
    postcard: str = ""
    """A postcard that the story gives."""
    postcard_to: str = "last"
    """To whom: `last` or `poorest`."""


class GamePlan(Plain, frozen=True):
    year: int
    trains: int
    before: tuple[Card, ...]
    after: tuple[Card, ...]


class Outcome(Plain, frozen=True):
    """What one choice of a vote brings."""

    events: tuple[str, ...] = ()
    remove_events: tuple[str, ...] = ()
    end_rules: tuple[str, ...] = ()
    end_rules_after: dict[str, int] = {}
    """Rules that end after the game with this number."""
    money_next_game: int = 0
    vault_each: int = 0
    remove_one: bool = False
    """The holder of the caboose removes a news event of the deck."""
    hand: int = 0
    """Cards dealt in every later game; 0: as before."""
    tickets_next_game: Deal | None = None
    trains_next_game: int = 0
    postcard: str = ""
    """A postcard for the last place."""


class Vote(Plain, frozen=True):
    a: Outcome
    b: Outcome


class MissedPay(Plain, frozen=True):
    percent: int
    least: int


class Amounts(Plain, frozen=True):
    retired_ticket: int
    missed: MissedPay
    tight_schedule: int


class Spikes(Plain, frozen=True):
    """Golden spikes. Where they are and what they pay is with the cards of the map."""

    last: str
    """The territory whose spike needs a story card first."""


class Content(Plain, frozen=True):
    """One version of the campaign's content."""

    version: str
    map: str
    events: tuple[str, ...]
    numbers: Amounts
    spikes: Spikes
    medals: dict[str, tuple[int, int]]
    games: tuple[GamePlan, ...]
    votes: dict[str, Vote]


class CardWords(Plain, frozen=True):
    title: str
    text: str


class VoteWords(Plain, frozen=True):
    question: str
    a: str
    b: str
    result_a: str
    result_b: str


class Words(Plain, frozen=True):
    """The words of a version in one language."""

    title: str
    authors_note: str
    cards: dict[str, CardWords]
    votes: dict[str, VoteWords]
    previously: dict[int, str]
    territories: dict[str, str]
    """By territory: one sentence that is shown before it is chartered."""
    medals: dict[str, str]
    territory_names: dict[str, str] = {}
    """Names of territories, if they differ from those in their files, which are English."""


class ContentError(ValueError):
    """Invalid content; the text names the file and the problem."""


def versions() -> list[str]:
    """The versions of the content that there are."""
    return sorted(folder.name for folder in FOLDER.iterdir() if (folder / "campaign.toml").exists())


@cache
def load_content(version: str = NEWEST) -> Content:
    """The content of a version; ContentError if there is none."""
    if version not in versions():
        raise ContentError(f"there is no content version {version!r}; there are {', '.join(versions())}")
    return _read(version, "campaign.toml", Content)


@cache
def load_words(version: str, language: str) -> Words:
    """The words of a version in a language; in English if the language is not known."""
    load_content(version)
    return _read(version, f"words/{language if language in LANGUAGES else 'en'}.toml", Words)


def based_on(version: str) -> str | None:
    """The version from which this one inherits what its own files leave out."""
    return _raw(FOLDER / version / "campaign.toml").get("based_on")


def _read(version: str, name: str, kind: type[Part]) -> Part:
    """A file of a version. What it leaves out is taken from the version that it is based on, table by table."""
    found: dict[str, Any] = {}
    base = based_on(version)
    for each in [version] if base is None else [base, version]:
        for key, value in _raw(FOLDER / each / name).items():
            found[key] = {**found.get(key, {}), **value} if isinstance(value, dict) else value
    found.pop("based_on", None)
    try:
        return msgspec.convert(found, type=kind, strict=False)
    except msgspec.ValidationError as error:
        raise ContentError(f"{version}/{name}: {error}") from None


def _raw(path: Path) -> dict[str, Any]:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise ContentError(f"{path.parent.name}/{path.name}: {error}") from None


def files_of(version: str) -> list[Path]:
    """Every file that a version consists of: story, votes, numbers and words; the map, its territories and cards."""
    map_ = load_map(load_content(version).map)
    base = based_on(version)
    folders = [FOLDER / each for each in (version, base) if each is not None]
    own = [path for folder in folders for path in sorted(folder.rglob("*.toml"))]
    return [*own, map_.path, *card_files(map_, version)]


def digest(version: str) -> str:
    """A fingerprint of every file of a version. A test pins it: a released version is never edited."""
    found = hashlib.sha256()
    for path in files_of(version):
        # Line ends may differ between machines; nothing else may.
        data = path.read_bytes().replace(b"\r\n", b"\n")
        found.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + data + b"\0")
    return found.hexdigest()

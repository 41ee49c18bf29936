"""The content of a campaign: years, story, votes and numbers of one version, and its words in three languages.

A released version is never edited; a campaign keeps the version it began with. The words are here and not in the page,
where they could be read early.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from trunkline.maps.edition import Deal
from trunkline.maps.load import load_map

FOLDER = Path(__file__).parent / "content"
PACKAGE = Path(__file__).parent.parent
NEWEST = "1"
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
    """For how many games they hold; 0: until something ends them."""
    charter: bool = False
    vote: str | None = None
    spikes: bool = False
    last_spike: bool = False
    bonus: int = 0
    """From now on companies have this bonus."""
    large: tuple[str, ...] = ()


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
    """A sentence for each territory, shown before it is chosen."""
    medals: dict[str, str]


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
    return _read(FOLDER / version / "campaign.toml", Content)


@cache
def load_words(version: str, language: str) -> Words:
    """The words of a version in a language; in English if the language is not known."""
    load_content(version)
    return _read(FOLDER / version / "words" / f"{language if language in LANGUAGES else 'en'}.toml", Words)


def _read(path: Path, kind: type[Part]) -> Part:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=kind, strict=False)
    except msgspec.DecodeError as error:
        raise ContentError(f"{path.name}: {error}") from None


def files_of(version: str) -> list[Path]:
    """Every file that a version consists of: story, votes, numbers and words; the map, its territories and cards."""
    map_ = load_map(load_content(version).map)
    grown = sorted(map_.grows.glob("*.toml")) if map_.grows is not None else []
    return [*sorted((FOLDER / version).rglob("*.toml")), map_.path, *grown]


def digest(version: str) -> str:
    """A fingerprint of every file of a version. A test pins it: a released version is never edited."""
    found = hashlib.sha256()
    for path in files_of(version):
        # Line ends may differ between machines; nothing else may.
        data = path.read_bytes().replace(b"\r\n", b"\n")
        found.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + data + b"\0")
    return found.hexdigest()

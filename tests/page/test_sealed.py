"""The files of the page hold nothing of a campaign that is sealed: no story, no territory, no city or ticket of one,
no rule of a box, no crew card and no postcard."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from trunkline.campaign.content import LANGUAGES, NEWEST, load_content, load_words, versions
from trunkline.maps.card_text import holder_text
from trunkline.maps.grow import whole_of
from trunkline.maps.later_cards import later_cards
from trunkline.maps.load import load_map, map_names
from trunkline.maps.modules import modules_of
from trunkline.maps.office_cards import office_cards
from trunkline.maps.territories import territories_of

WORDS = Path(__file__).parents[2] / "web" / "src" / "locale"
CITIES = WORDS / "cities"
TEXTS = {".js", ".css", ".html", ".json", ".svg", ".webmanifest", ".txt"}
SHORTEST = 24
"""Shorter sentences may stand in the page by chance."""


@pytest.fixture(scope="module")
def files(built: Path) -> dict[str, str]:
    """The text files of the page. Letters that are escaped in a script are read as such."""
    found = {}
    for path in built.rglob("*"):
        if path.suffix in TEXTS:
            text = path.read_text(encoding="utf-8")
            found[path.name] = re.sub(r"\\u([0-9a-fA-F]{4})", lambda code: chr(int(code[1], 16)), text)
    assert len(found) > 20
    return found


def sentences(text: str) -> Iterator[str]:
    for sentence in re.split(r"(?<=[.!?”»])\s+", text):
        if len(sentence) >= SHORTEST:
            yield sentence.strip()


def story() -> set[str]:
    """Every sentence of the story, in every language and version."""
    found: set[str] = set()
    for version in versions():
        for language in LANGUAGES:
            words = load_words(version, language)
            texts = [words.authors_note, *words.previously.values(), *words.territories.values()]
            for card in words.cards.values():
                texts += [card.title, card.text]
            for vote in words.votes.values():
                texts += [vote.question, vote.a, vote.b, vote.result_a, vote.result_b]
            found |= {sentence for text in texts for sentence in sentences(text)}
    return found


@pytest.mark.rule("L26")
def test_no_sentence_of_the_story(files: dict[str, str]) -> None:
    known = story()
    assert len(known) > 300
    assert not [(name, each) for each in known for name, text in files.items() if each in text]


@pytest.mark.rule("L26")
def test_no_territory_city_or_ticket(files: dict[str, str]) -> None:
    """Names of territories, of cities that no other map has, and of their tickets and routes."""
    start = load_map(load_content().map)
    elsewhere = {city.id for name in map_names() for city in load_map(name).cities}
    sealed: set[str] = set()
    for language in LANGUAGES:
        sealed.update(load_words(NEWEST, language).territory_names.values())
    for territory in territories_of(start).values():
        sealed.add(territory.name)
        sealed |= {f"{a}-{b}" for a, b in territory.tickets}
        sealed |= {lane.name.partition(":")[0] for track in territory.tracks for lane in track.lanes}
        for city in territory.cities:
            if city.id not in elsewhere:
                sealed |= {f'"{city.id}"', city.name, *(names[city.id] for names in territory.names.values())}
    public = {route.name.partition(":")[0] for name in map_names() for route in load_map(name).routes}
    public |= {t.name for name in map_names() for v in load_map(name).variants.values() for t in v.tickets}
    # A city of another map may have the same name under another id.
    for language in ("uk", "el"):
        names = json.loads((CITIES / f"{language}.json").read_text(encoding="utf-8"))
        public |= {name for city, name in names.items() if city in elsewhere}
    public |= {city.name for name in map_names() for city in load_map(name).cities}
    for each in sorted(sealed - public):
        word = re.compile(rf"(?<!\w){re.escape(each)}(?!\w)")
        # A plain search first: nearly every text lacks the name, and a regular expression takes far longer to say so.
        assert not [name for name, text in files.items() if each in text and word.search(text)], each


@pytest.mark.rule("L7")
def test_no_news_event_that_joins_later(files: dict[str, str]) -> None:
    later = later_cards(load_map(load_content().map), NEWEST)
    names = [event.name.by(language) for event in (*later.events, *later.story_rules) for language in LANGUAGES]
    assert names
    for name in names:
        if len(name) >= 9:
            assert not [file for file, text in files.items() if name in text], name


def boxes() -> set[str]:
    """Every sentence of the modules, the crew and both sides of the postcards, in every language and version."""
    start = load_map(load_content().map)
    whole = whole_of(start.path)
    found: set[str] = set()
    for version in versions():
        cards = office_cards(start, version)
        for language in LANGUAGES:
            texts = [module.text.by(language) for module in modules_of(start, version).values()]
            texts += [text for card in (*cards.crew, *cards.postcards) for text in holder_text(whole, card, language)]
            texts += [card.name.by(language) for card in cards.postcards]
            texts += [card.front.by(language) for card in cards.postcards if card.front]
            found |= {sentence for text in texts for sentence in sentences(text)}
    return found


@pytest.mark.rule("L21", "L26")
def test_no_sentence_of_the_boxes(files: dict[str, str]) -> None:
    known = boxes()
    assert len(known) > 200
    assert not [(name, each) for each in known for name, text in files.items() if each in text]


def names_in_offices() -> dict[str, str]:
    """Names of modules, of crew cards, and of the senders of postcards, in every language and version; with its id."""
    start = load_map(load_content().map)
    found: dict[str, str] = {}
    for version in versions():
        cards = office_cards(start, version)
        named = {module.id: module.name for module in modules_of(start, version).values()}
        named |= {card.id: card.name for card in (*cards.crew, *cards.postcards)}
        found |= {name.by(language): id_ for id_, name in named.items() for language in LANGUAGES}
    return found


def says(text: str, name: str, id_: str) -> bool:
    """Whether a text says a name, in whatever case. An id, which the page needs for its icons, is no name."""
    if name.lower() not in lower(text):
        return False
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    return any(found[0] != id_ for found in word.finditer(text))


@cache
def lower(text: str) -> str:
    return text.lower()


@pytest.mark.rule("L21", "L26")
def test_no_name_of_a_module_crew_card_or_postcard(files: dict[str, str]) -> None:
    known = names_in_offices()
    assert len(known) > 130
    assert not [(file, name) for name, id_ in known.items() for file, text in files.items() if says(text, name, id_)]


@pytest.mark.rule("L21", "L26")
def test_no_word_of_the_page_is_such_a_name() -> None:
    """The same of the words alone, where no id has a place: “# steamers” would pass for one in the built files."""
    known = names_in_offices()
    for path in sorted(WORDS.glob("*/*.json")):
        words = " | ".join(json.loads(path.read_text(encoding="utf-8")).values())
        assert not [name for name in known if says(words, name, "")], path

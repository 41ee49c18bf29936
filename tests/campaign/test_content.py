"""The content of the campaign: complete in three languages, short cards, and a released version that never changes."""

from __future__ import annotations

import re

import pytest

from campaign.pin_content import COMMAND, Pins, pinned, renewed
from trunkline.campaign.content import LANGUAGES, MOST_WORDS, digest, files_of, load_content, load_words, versions
from trunkline.maps.card_text import holder_text, news_text
from trunkline.maps.grow import whole_of
from trunkline.maps.later_cards import later_cards
from trunkline.maps.load import load_map
from trunkline.maps.modules import modules_of
from trunkline.maps.office_cards import office_cards
from trunkline.maps.territories import territories_of


def test_the_content_is_pinned() -> None:
    """Story, words, numbers, map, territories and cards of every version: an edit must be meant."""
    pins = pinned()
    assert renewed(pins) == pins, f"the content changed. Is that meant, and not yet released? Then: {COMMAND}"


def test_every_file_is_covered() -> None:
    names = {path.name for path in files_of("1")}
    assert {"campaign.toml", "en.toml", "uk.toml", "el.toml", "meridian.toml", "cards.toml", "PS.toml"} <= names


def test_a_released_version_is_never_edited() -> None:
    pins: Pins = {"1": {"released": True, "digest": digest("1")}, "2": {"released": False, "digest": digest("2")}}
    assert renewed(pins) == pins
    assert pinned()["1"]["released"]
    with pytest.raises(ValueError, match="is released and was edited"):
        renewed({"1": {"released": True, "digest": "of other files"}})
    assert renewed({}, release="1") == pins


@pytest.mark.parametrize("version", versions())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_vote_and_territory_has_words(version: str, language: str) -> None:
    content, words = load_content(version), load_words(version, language)
    cards = [card.card for game in content.games for card in (*game.before, *game.after)]
    assert sorted(words.cards) == sorted(cards)
    assert len(set(cards)) == len(cards)
    assert words.votes.keys() == content.votes.keys()
    assert words.medals.keys() == content.medals.keys()
    assert set(words.previously) == set(range(2, len(content.games) + 1))
    assert words.territories.keys() == territories_of(load_map(content.map)).keys()
    # Version 1 has their English names alone.
    named = version != "1" and language != "en"
    assert words.territory_names.keys() == (words.territories.keys() if named else set())


@pytest.mark.parametrize("version", versions())
@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_are_short(version: str, language: str) -> None:
    for name, card in load_words(version, language).cards.items():
        assert len(card.text.split()) <= MOST_WORDS, name


@pytest.mark.parametrize("version", versions())
def test_the_story_charters_every_territory_and_holds_every_vote(version: str) -> None:
    content = load_content(version)
    assert len(content.games) == 12
    cards = [card for game in content.games for card in (*game.before, *game.after)]
    assert sum(card.charter for card in cards) == len(territories_of(load_map(content.map)))
    assert sorted(card.vote for card in cards if card.vote) == sorted(content.votes)
    assert all(len(game.before) <= 2 and len(game.after) <= 2 for game in content.games)


@pytest.mark.parametrize("version", [version for version in versions() if version != "1"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_name_territories_as_the_story_does(version: str, language: str) -> None:
    """No text says a code, nor an English name where the language has its own."""
    map_ = load_map(load_content(version).map)
    whole, office, later = whole_of(map_.path), office_cards(map_, version), later_cards(map_, version)
    texts = [*(module.text.by(language) for module in modules_of(map_, version).values())]
    for event in (*map_.events, *later.events, *later.story_rules):
        texts += news_text(whole, event, language)
    for card in (*office.crew, *office.postcards):
        texts += holder_text(whole, card, language)
    own = load_words(version, language).territory_names
    known = territories_of(map_)
    wrong = [
        *known,
        *(territory.name for code, territory in known.items() if own.get(code, territory.name) != territory.name),
    ]
    assert not [text for text in texts for name in wrong if re.search(rf"\b{name}\b", text)]
    names = [own.get(code, territory.name) for code, territory in known.items()]
    assert [text for text in texts for name in names if name in text]

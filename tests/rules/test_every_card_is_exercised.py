"""Every card, module, bonus and story rule of the campaign has a test that names it: computed from the data."""

from __future__ import annotations

import re
from pathlib import Path

import content_cards
from trunkline.campaign.content import files_of
from trunkline.maps.load import load_map
from trunkline.maps.modules import modules_of

TESTS = Path(__file__).parent.parent
MARKS = re.compile(r"mark\.card\((.*?)\)", re.DOTALL)
NAMED = re.compile(r'"([^"]+)"')


def named_by_tests() -> set[str]:
    named: set[str] = set()
    for folder in ("rules", "campaign"):
        for file in (TESTS / folder).glob("test_*.py"):
            if file.name != Path(__file__).name:
                for marks in MARKS.findall(file.read_text(encoding="utf-8")):
                    named |= set(NAMED.findall(marks))
    return named


def there_are() -> set[str]:
    cards = (content_cards.events(), content_cards.story_rules(), content_cards.crew(), content_cards.postcards())
    return {*content_cards.modules(), *content_cards.bonuses(), *(name for section in cards for name in section)}


def test_every_card_is_named_by_a_test() -> None:
    assert there_are() - named_by_tests() == set()
    assert named_by_tests() - there_are() == set()


def test_there_are_as_many_cards_as_the_design_has() -> None:
    assert len(content_cards.events()) == 27
    assert len(content_cards.crew()) == 8
    assert len(content_cards.postcards()) == 40
    assert len(content_cards.bonuses()) == 10
    assert len(content_cards.modules()) == 8 == len(modules_of(load_map("meridian"), "2"))


def test_each_postcard_comes_from_one_ticket_or_from_the_story() -> None:
    cards = content_cards.postcards()
    by_story = {name for name, card in cards.items() if "ticket" not in card}
    assert by_story == {"p37", "p38", "p39", "p40"}
    tickets = [card["ticket"] for card in cards.values() if "ticket" in card]
    assert len(set(tickets)) == len(tickets) == 36


def test_the_mountains_of_the_east_are_the_lines_at_lewisburg_and_knoxville() -> None:
    for route in load_map("meridian").routes:
        assert ("mountain" in route.tags) == bool({route.a, route.b} & {"lewisburg", "knoxville"})


def test_the_content_of_the_campaign_brings_every_event() -> None:
    """Each event is there from the start, joins by a story card or a vote, or comes with a module."""
    files = {file for version in ("1", "2") for file in files_of(version) if file.name == "campaign.toml"}
    written = "\n".join(file.read_text(encoding="utf-8") for file in files)
    assert len(files) == 2
    start = {event.id for event in load_map("meridian").events}
    modules = {card.get("event") for card in content_cards.modules().values()}
    missing = {name for name in content_cards.events() if name not in start | modules and f'"{name}"' not in written}
    assert missing == set()

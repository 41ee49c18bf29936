"""The cards that join a growing board later: read and checked like those of a map file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from editions import LATE_MAP
from trunkline.maps import MapError, load_map
from trunkline.maps.card_text import news_text
from trunkline.maps.later_cards import later_cards
from trunkline.maps.model import Map
from trunkline.maps.selecting import routes_in
from trunkline.maps.territories import CARDS, territories_of

MAPS = Path(load_map("meridian").path).parent


def test_the_cards_of_meridian() -> None:
    board = load_map("meridian")
    cards = later_cards(board)
    assert cards.version == "1"
    for of_campaign in (cards.first, cards.second):
        assert [(company.id, company.name) for company in of_campaign] == [
            (company.id, company.name) for company in board.companies
        ]
    assert all(first.bonus != second.bonus for first, second in zip(cards.first, cards.second, strict=True))
    assert not {event.id for event in cards.events} & {event.id for event in board.events}
    for card in (*cards.events, *cards.story_rules):
        assert len({card.name.en, card.name.uk, card.name.el}) == 3, card.id
    assert board.story_rules == ()


TEXTS = {
    "gala-week": "A claimed route to a large city gives 2 cards.",
    "night-mail": "Whoever draws cards (both cards from the deck) draws 1 card more from the deck.",
    "rate-war": "A company takes its bonus 2 times for a claimed route of its colour.",
    "trust-levy": "Each company pays 1 dollar for each full 8 dollars that it holds, at most 5.",
    "engine-sale": (
        "Once on your turn, before your action: pay 3 dollars for a locomotive from the discards, if one lies there."
    ),
    "inspectors": (
        "Once on your turn, before your action: pay 2 dollars and put one of your tickets that is not completed under"
        " the deck; one ticket must remain."
    ),
    "bond-drive": "Once on your turn, before your action: take 6 dollars; your slip loses $9.",
    "mixed-freight": "Each claimed route (grey) returns 1 card of those paid.",
    "engine-strike": "Face-up locomotives cannot be taken.",
    "relief-fund": (
        "Each company with the fewest dollars gets 2 dollars. Each company with the fewest dollars draws 2 cards."
    ),
    "through-service": "Each claimed route (it joins two separate networks of the company) pays 4 dollars.",
    "exposition-fever": "Each claimed route to Chicago or to a large city outside the East pays 2 dollars.",
    "crown-point-toll": "Each claimed route (colour white) costs a fee of 1 dollar.",
    "dress-rehearsal": "At the end of the game each company (5 completed tickets or more) gets 5 dollars.",
    "exposition": "At the end of the game each company with a route to Chicago gets 6 dollars.",
}


def test_every_card_does_what_the_campaign_says() -> None:
    board = load_map("meridian")
    cards = later_cards(board)
    told = {card.id: " ".join(news_text(board, card)) for card in (*cards.events, *cards.story_rules)}
    assert told == TEXTS
    assert {event.id for event in cards.events if event.lightning} == {"trust-levy", "relief-fund"}
    for card in (*cards.events, *cards.story_rules):
        assert len({news_text(board, card, language) for language in ("en", "uk", "el")}) == 3


@pytest.mark.rule("L16")
def test_the_routes_of_exposition_fever() -> None:
    """The text of this card is its own, so its clause is looked at."""
    board = load_map(LATE_MAP)
    (event,) = (event for event in board.events if event.id == "exposition-fever")
    fits = routes_in(board.routes, board.cities, event.clauses[0].lines, "")
    large = {city.id for city in board.cities if city.large and city.territory != "EA"} | {"chicago"}
    assert {"toronto", "bismarck", "denver"} < large and "boston" not in large
    assert all(fit == bool(large & {route.a, route.b}) for route, fit in zip(board.routes, fits, strict=True))


def test_the_file_of_cards_is_no_territory() -> None:
    assert "cards" not in territories_of(load_map("meridian"))


def test_a_board_that_does_not_grow_has_no_further_cards() -> None:
    assert later_cards(load_map("usa")).events == ()


def copied(folder: Path, text: str | None) -> Map:
    """The Meridian board in a folder of its own, with other cards; None: without."""
    shutil.copy(MAPS / "meridian.toml", folder)
    shutil.copytree(MAPS / "meridian", folder / "meridian")
    (folder / "meridian" / CARDS).unlink()
    if text is not None:
        (folder / "meridian" / CARDS).write_text(text, encoding="utf-8")
    return load_map(folder / "meridian.toml")


def test_a_folder_needs_no_file_of_cards(tmp_path: Path) -> None:
    board = copied(tmp_path, None)
    assert later_cards(board).version == ""
    assert len(territories_of(board)) == 8


HEAD = 'format = 1\nversion = "1"\n'


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("version = 1\n", 1, '"version" is'),
        ('version = "1"\n', None, '"format" is missing'),
        (HEAD + "[events.a]\n", 3, '"name" is missing'),
        (HEAD + '[events.a]\nname = "A"\n', 3, "changes nothing"),
        (HEAD + '[events.payday]\nname = "A"\nrules = [ { tickets_offered = 4 } ]\n', 3, "something else already"),
        (HEAD + '[events.a]\nname = "A"\nclauses = [ { when = "claim", does = { money = 0 } } ]\n', 5, '"money"'),
        (HEAD + '[events.a]\nname = "A"\nclauses = [ { when = "claim", does = { muney = 1 } } ]\n', 5, "muney"),
        (
            HEAD + '[events.a]\nname = "A"\nclauses = [ { when = "claim", lines = { touches = ["boton"] }, '
            "does = { money = 1 } } ]\n",
            5,
            'unknown city "boton"',
        ),
        (HEAD + "[companies.pink]\nbonus = [ { does = { money = 4 } } ]\n", 3, 'no company "pink"'),
        (HEAD + "[companies.red]\nbonus = [ { does = { money = 4 } } ]\n", 3, '"blue" has no second bonus'),
        (HEAD + '[story_rules.a]\nname = "A"\nclauses = []\n', 3, "changes nothing"),
        (
            HEAD + '[story_rules.a]\nname = "A"\nclauses = [ { when = "turned", does = { money = 1 } } ]\n',
            5,
            '"turned" is not yet known',
        ),
        (HEAD + "[storys]\n", 3, 'unknown key "storys"'),
        (HEAD + "[events\n", 3, "not TOML"),
    ],
)
def test_a_wrong_file_is_refused_with_line_and_advice(tmp_path: Path, text: str, line: int | None, what: str) -> None:
    board = copied(tmp_path, text)
    with pytest.raises(MapError) as refused:
        later_cards(board)
    said = str(refused.value)
    where = f"{CARDS}:" if line is None else f"{CARDS}:{line}:"
    assert any(where in each and what in each for each in said.splitlines()), said
    assert all(problem.fix for problem in refused.value.problems)


def test_clauses_may_name_what_only_a_territory_has(tmp_path: Path) -> None:
    text = (
        HEAD
        + '[events.a]\nname = "A"\nclauses = [ { when = "claim", lines = { tag = "bridge" }, does = { fee = 3 } } ]\n'
    )
    assert [event.id for event in later_cards(copied(tmp_path, text)).events] == ["a"]

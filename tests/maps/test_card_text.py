"""The text of every card is made from its clauses, in each language, with the plural forms of the language."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from trunkline.maps import load_map
from trunkline.maps.card_text import FOLDER, bonus_text, languages, news_kind, news_text, plural
from trunkline.maps.check_companies import EFFECT_AT
from trunkline.maps.clauses import CitySet, Clause, Company, Condition, Effect, Lines, NewsEvent, Standing, Words
from trunkline.maps.office_cards import office_cards
from trunkline.maps.pack_companies import STANDING
from trunkline.maps.shape_clauses import CONDITIONS, WHO

CREEK = Path(__file__).parent / "creek.toml"
NAME = Words("Card", "Карта", "Κάρτα")
FORMS = {"en": {"one", "other"}, "uk": {"one", "few", "many"}, "el": {"one", "other"}}
SCRIPT = {"en": r"[A-Za-z]", "uk": r"[А-Яа-яіїєґІЇЄҐ]", "el": r"[Α-Ωα-ωάέήίόύώϊϋΐΰ]"}


def words(language: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))


def news(*clauses: Clause, rules: tuple[Standing, ...] = ()) -> NewsEvent:
    return NewsEvent("card", NAME, clauses, rules)


def said(language: str, *clauses: Clause, rules: tuple[Standing, ...] = ()) -> str:
    return " ".join(news_text(load_map(CREEK), news(*clauses, rules=rules), language))


def paid(language: str, *clauses: Clause) -> str:
    return " ".join(bonus_text(load_map(CREEK), Company("red", NAME, clauses), language))


def test_the_languages_have_the_same_sentences_with_all_their_forms() -> None:
    assert languages() == sorted(FORMS)
    english = words("en")
    for language, forms in FORMS.items():
        other = words(language)
        assert {key: set(section) for key, section in other.items()} == {key: set(s) for key, s in english.items()}
        for key, section in other.items():
            for name, pattern in section.items():
                kinds = {"one": pattern} if isinstance(pattern, str) else pattern
                assert isinstance(pattern, str) or set(kinds) == forms, (language, key, name)
                slots = {frozenset(re.findall(r"{(\w+)}", each)) for each in kinds.values()}
                assert len(slots) == 1, (language, key, name)
                plain = english[key][name]
                same = plain if isinstance(plain, str) else plain["other"]
                assert slots == {frozenset(re.findall(r"{(\w+)}", same))}, (language, key, name)


@pytest.mark.parametrize("language", FORMS)
@pytest.mark.parametrize("number", [1, 2, 5, 11, 21, 99])
def test_every_effect_has_a_sentence_wherever_it_can_happen(language: str, number: int) -> None:
    """For every effect, every moment, every group of companies; in a bonus too."""
    seen: set[str] = set()
    for name, moments in EFFECT_AT.items():
        per = name in ("length", "kept beyond the first", "full $8", "territory")
        counted = "fee_per" if name == "full $8" else "money_per"
        effect = Effect(counted, 1, name) if per else Effect(name, number)
        sentences = [
            said(language, Clause(when, effect, who))
            for when in moments
            for who in (WHO if when == "turned" and name not in ("wash", "stampede") else WHO[:1])
        ]
        if "claim" in moments:
            sentences.append(paid(language, Clause("claim", effect)))
        for sentence in sentences:
            assert sentence.endswith("."), sentence
            assert "{" not in sentence
            assert re.search(SCRIPT[language], sentence)
            assert per or name in ("wash", "stampede") or re.search(rf"\b{number}\b", sentence), sentence
        assert len(set(sentences)) == len(sentences)
        assert not seen & set(sentences)
        seen |= set(sentences)


@pytest.mark.parametrize(
    ("number", "english", "ukrainian", "greek"),
    [
        (1, "1 dollar.", "1 долар.", "1 δολάριο."),
        (2, "2 dollars.", "2 долари.", "2 δολάρια."),
        (5, "5 dollars.", "5 доларів.", "5 δολάρια."),
        (12, "12 dollars.", "12 доларів.", "12 δολάρια."),
        (21, "21 dollars.", "21 долар.", "21 δολάρια."),
        (23, "23 dollars.", "23 долари.", "23 δολάρια."),
    ],
)
def test_plurals(number: int, english: str, ukrainian: str, greek: str) -> None:
    for language, end in zip(("en", "uk", "el"), (english, ukrainian, greek), strict=True):
        assert said(language, Clause("claim", Effect("money", number))).endswith(end)


def test_plural_forms_of_ukrainian() -> None:
    assert [plural("uk", n) for n in (0, 1, 2, 4, 5, 11, 14, 21, 24, 111, 112)] == [
        "many", "one", "few", "few", "many", "many", "many", "one", "few", "many", "many",
    ]  # fmt: skip


@pytest.mark.parametrize("language", FORMS)
def test_money_by_length_and_by_tickets_tells_its_limits(language: str) -> None:
    for when, per in (("claim", "length"), ("kept", "kept beyond the first")):
        texts = {
            said(language, Clause(when, Effect("money_per", 1, per, least, most)))
            for least in (0, 2)
            for most in (4, 255)
        }
        assert len(texts) == 4
        assert sorted(re.findall(r"\d+", " ".join(texts))) == ["1", "1", "1", "1", "2", "2", "4", "4"]


LINES = [
    (Lines(colour="red"), "colour red", "колір: червоний", "χρώμα: κόκκινο"),
    (Lines(colour="mauve"), "colour mauve", "колір: mauve", "χρώμα: mauve"),
    (Lines(gray=True), "grey", "сірий", "γκρι"),
    (Lines(own_colour=True), "of its owner's colour", "кольору свого власника", "στο χρώμα του κατόχου της"),
    (Lines(length=(1, 1)), "length 1", "довжина 1", "μήκος 1"),
    (Lines(length=(3, 255)), "length 3 or more", "довжина 3 або більше", "μήκος 3 ή περισσότερο"),
    (Lines(length=(1, 2)), "length 2 or less", "довжина 2 або менше", "μήκος 2 ή λιγότερο"),
    (Lines(length=(2, 4)), "length 2–4", "довжина 2–4", "μήκος 2–4"),
    (Lines(tag="mountain"), "in the mountains", "у горах", "στα βουνά"),
    (Lines(tag="ford"), "marked “ford”", "з позначкою «ford»", "με σήμα «ford»"),
    (Lines(harbours=True), "both ends are harbours", "на обох кінцях гавані", "λιμάνια και στα δύο άκρα"),
    (Lines(touches=CitySet("large")), "to a large city", "до великого міста", "προς μεγάλη πόλη"),
    (Lines(touches=CitySet("harbour")), "to a harbour", "до гавані", "προς λιμάνι"),
    (
        Lines(touches=CitySet("territory", territory="west")),
        "to a city of west", "до міста території west", "προς πόλη της περιοχής west",
    ),
    (
        Lines(touches=CitySet("list", cities=("ash", "elm"))),
        "to one of: Ash, Elm", "до одного з міст: Ash, Elm", "προς μία από τις πόλεις: Ash, Elm",
    ),
    (
        Lines(touches=CitySet("difference", parts=(
            CitySet("union", parts=(CitySet("large"), CitySet("list", cities=("elm",)))),
            CitySet("territory", territory="west"),
        ))),
        "to one of: large cities, Elm, but not cities of west",
        "до одного з міст: великі міста, Elm, крім таких: міста території west",
        "προς μία από τις πόλεις: μεγάλες πόλεις, Elm, όχι όμως πόλεις της περιοχής west",
    ),
    (
        Lines(gray=True, length=(2, 2)),
        "grey; length 2", "сірий; довжина 2", "γκρι; μήκος 2",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "english", "ukrainian", "greek"), LINES)
def test_every_kind_of_lines_is_told(lines: Lines, english: str, ukrainian: str, greek: str) -> None:
    for language, phrase in zip(("en", "uk", "el"), (english, ukrainian, greek), strict=True):
        assert f"({phrase})" in said(language, Clause("claim", Effect("money", 2), lines=lines))
        assert f"({phrase})" in paid(language, Clause("claim", Effect("draw", 2), lines=lines))


@pytest.mark.parametrize(
    ("condition", "english", "ukrainian", "greek"),
    [
        (
            Condition("shared"),
            "another company holds another lane of it",
            "іншою його колією володіє інша компанія",
            "άλλη εταιρεία έχει άλλη γραμμή της",
        ),
        (
            Condition("hand", 11, 255),
            "11 cards or more in hand", "на руках 11 карт або більше", "11 κάρτες ή περισσότερες στο χέρι",
        ),
        (
            Condition("hand", 0, 3),
            "at most 3 cards in hand", "на руках щонайбільше 3 карти", "το πολύ 3 κάρτες στο χέρι",
        ),
        (Condition("hand", 1, 1), "1 card in hand", "на руках 1 карта", "1 κάρτα στο χέρι"),
        (Condition("hand", 2, 4), "2–4 cards in hand", "карт на руках: 2–4", "2–4 κάρτες στο χέρι"),
        (
            Condition("merges"),
            "it joins two separate networks of the company",
            "він з’єднує дві окремі мережі компанії",
            "ενώνει δύο ξεχωριστά δίκτυα της εταιρείας",
        ),
        (
            Condition("both_blind"),
            "both cards from the deck", "обидві карти з колоди", "και οι δύο κάρτες από την τράπουλα",
        ),
        (
            Condition("tickets", 5, 255),
            "5 completed tickets or more", "5 виконаних квитків або більше", "5 ολοκληρωμένα εισιτήρια ή περισσότερα",
        ),
        (Condition("tickets", 1, 1), "1 completed ticket", "1 виконаний квиток", "1 ολοκληρωμένο εισιτήριο"),
        (
            Condition("owns", 2, lines=Lines(touches=CitySet("list", cities=("elm",)), length=(3, 255))),
            "holding 2 routes of this kind: length 3 or more, to one of: Elm",
            "має 2 маршрути такого виду: довжина 3 або більше, до одного з міст: Elm",
            "με 2 διαδρομές αυτού του είδους: μήκος 3 ή περισσότερο, προς μία από τις πόλεις: Elm",
        ),
    ],
)  # fmt: skip
def test_every_condition_is_told(condition: Condition, english: str, ukrainian: str, greek: str) -> None:
    assert condition.name in CONDITIONS
    for language, phrase in zip(("en", "uk", "el"), (english, ukrainian, greek), strict=True):
        clause = Clause("claim", Effect("fee", 2), conditions=(condition,))
        assert f"({phrase})" in said(language, clause)
        both = replace(clause, lines=Lines(gray=True))
        assert f"; {phrase})" in said(language, both)


@pytest.mark.parametrize("language", FORMS)
def test_a_fee_by_money_held_tells_its_limit(language: str) -> None:
    without, with_most = (
        said(language, Clause("turned", Effect("fee_per", 1, "full $8", 0, n), "each")) for n in (255, 5)
    )
    assert re.findall(r"\d+", without) == ["1", "8"]
    assert re.findall(r"\d+", with_most) == ["1", "8", "5"]


@pytest.mark.parametrize("language", FORMS)
def test_every_standing_rule_has_a_sentence(language: str) -> None:
    sentences = {name: said(language, rules=(Standing(name, 2),)) for name in STANDING}
    assert len(set(sentences.values())) == len(STANDING)
    numbers = {name for name, sentence in sentences.items() if "2" in sentence}
    assert numbers == {"tickets_offered", "large_city_cards", "company_bonus_times"}


@pytest.mark.parametrize("language", FORMS)
def test_standing_rules_and_numbers_of_players(language: str) -> None:
    doubles, tickets = Standing("doubles_open", 1, (2, 3)), Standing("tickets_offered", 4)
    both = said(language, rules=(doubles, tickets))
    assert re.findall(r"\d+", both) == ["2", "3", "4"]
    event = news(Clause("claim", Effect("money", 7), players=(4, 4)), rules=(doubles,))
    creek = load_map(CREEK)
    assert len(news_text(creek, event, language)) == 2
    assert re.findall(r"\d+", news_text(creek, event, language)[1]) == ["4", "7"]
    (few,), (many,) = news_text(creek, event, language, 3), news_text(creek, event, language, 4)
    assert (re.findall(r"\d+", few), re.findall(r"\d+", many)) == ([], ["7"])
    assert news_text(creek, event, language, 5) == ()


@pytest.mark.parametrize("language", FORMS)
def test_one_sentence_names_all_numbers_of_players_for_which_it_holds(language: str) -> None:
    dollar = [Clause("claim", Effect("money", 1), players=(n, n)) for n in (2, 4, 5)]
    texts = bonus_text(load_map(CREEK), Company("red", NAME, (*dollar, Clause("claim", Effect("draw", 3)))), language)
    assert [re.findall(r"\d+", text) for text in texts] == [["2", "4", "5", "1"], ["3"]]
    overlapping = [Clause("claim", Effect("money", 1), players=numbers) for numbers in ((2, 3), (3, 3))]
    assert len(bonus_text(load_map(CREEK), Company("red", NAME, tuple(overlapping)), language)) == 2


@pytest.mark.parametrize("language", FORMS)
def test_dollars_paid_together_are_added_up_for_a_known_number_of_players(language: str) -> None:
    clauses = (
        Clause("claim", Effect("money", 4)),
        Clause("claim", Effect("money", 5), lines=Lines(gray=True)),
        Clause("claim", Effect("money", 3), players=(2, 3)),
        Clause("claim", Effect("money", 2), players=(4, 4)),
    )
    company = Company("red", NAME, clauses)
    numbers = {
        players: [re.findall(r"\d+", text) for text in bonus_text(load_map(CREEK), company, language, players)]
        for players in (3, 4, 5)
    }
    assert numbers == {3: [["7"], ["5"]], 4: [["6"], ["5"]], 5: [["4"], ["5"]]}


@pytest.mark.parametrize("language", FORMS)
def test_what_is_paid_besides_is_told_as_more(language: str) -> None:
    """A second payment for the same claim adds to the first."""
    first, second = Clause("claim", Effect("money", 1)), Clause("claim", Effect("money", 1), lines=Lines(gray=True))
    for texts in (said(language, first, second), paid(language, first, second)):
        assert {"en": "more", "uk": "ще", "el": "ακόμη"}[language] in texts
        assert {"en": "more", "uk": "ще", "el": "ακόμη"}[language] not in said(language, second)


@pytest.mark.parametrize("language", FORMS)
def test_a_map_may_give_its_own_text(language: str) -> None:
    creek = load_map(CREEK)
    office = next(event for event in creek.events if event.id == "office")
    assert news_text(creek, office, language) == ("More tickets, and money for keeping them.",)
    blue = next(company for company in creek.companies if company.id == "blue")
    assert bonus_text(creek, blue, language) == ({"uk": "Платить за довжиною."}.get(language, "It pays by length."),)


def test_a_card_says_whether_it_lasts() -> None:
    kinds = {event.id: news_kind(event) for event in load_map(CREEK).events}
    assert {name for name, kind in kinds.items() if kind == "It acts once, at once."} == {"market", "storm"}
    assert {name for name, kind in kinds.items() if "while it is the current event" in kind} == {
        "toll", "crowd", "office",
    }  # fmt: skip


def test_an_unknown_language_is_told_in_english() -> None:
    creek = load_map(CREEK)
    assert news_text(creek, creek.events[0], "fr") == news_text(creek, creek.events[0], "en")


def test_a_written_text_of_a_card_has_the_numbers_of_its_clauses() -> None:
    cards = office_cards(load_map("meridian"), "2")
    written = [card for card in (*cards.crew, *cards.postcards) if card.text is not None]
    assert written
    for card in written:
        paid = {clause.effect.amount for clause in card.clauses} | {power.amount for power in card.powers}
        for language in FORMS:
            assert card.text is not None
            told = {int(number) for number in re.findall(r"\d+", card.text.by(language))}
            assert paid <= told, (card.id, language)

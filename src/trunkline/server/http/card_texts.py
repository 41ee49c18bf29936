"""The texts of cards in a language, made from their clauses: companies, news events, modules, crew and postcards."""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache

from msgspec import Struct

from trunkline.maps.card_text import bonus_text, holder_text, news_text
from trunkline.maps.load import load_map

MOST_TEXTS = 96
"""Texts that are kept: of a map or an edition, in one language."""


class CompanyText(Struct):
    name: str
    text: list[str]
    """What its bonus is, a sentence for each clause."""


class NewsText(Struct):
    name: str
    text: dict[int, list[str]]
    """What it does, by number of players: one sentence for each clause and standing rule that applies."""
    lightning: bool
    """It acts once, when it is turned up."""


class HolderText(Struct):
    name: str
    """Of a postcard: its sender."""
    text: list[str]
    """Of a crew card what it does, of a postcard the hint on its front."""


class ModuleText(Struct):
    name: str
    text: str


class CardTexts(Struct):
    """The cards of a map in a language, by id: companies, news events, and in a game of a campaign what was opened."""

    companies: dict[str, CompanyText]
    news: dict[str, NewsText]
    modules: dict[str, ModuleText]
    crew: dict[str, HolderText]
    postcards: dict[str, HolderText]
    """The fronts of the postcards that are held. Backs are at GET /api/tables/{id}/postcards, for their holders."""


@lru_cache(maxsize=MOST_TEXTS)
def card_texts(name: str, language: str) -> CardTexts:
    """The texts of a map, or of an edition by its reference."""
    found = load_map(name)
    offices = found.offices
    rules = found.variants["base"].rules
    numbers = range(rules.least_players, rules.most_players + 1)
    return CardTexts(
        companies={
            company.id: CompanyText(company.name.by(language), list(bonus_text(found, company, language)))
            for company in found.companies
        },
        news={
            event.id: NewsText(
                event.name.by(language),
                {players: list(news_text(found, event, language, players)) for players in numbers},
                event.lightning,
            )
            for event in (*found.events, *found.story_rules)
        },
        modules={each.id: ModuleText(each.name.by(language), each.text.by(language)) for each in found.modules},
        crew={
            card.id: HolderText(card.name.by(language), list(holder_text(found, card, language)))
            for card in (offices.crew if offices else ())
        },
        postcards={
            held.card.id: HolderText(
                held.card.name.by(language), [] if held.card.front is None else [held.card.front.by(language)]
            )
            for held in (offices.held if offices else ())
        },
    )


def postcard_backs(name: str, language: str, cards: Container[str]) -> dict[str, list[str]]:
    """The backs of some of the postcards that are held in a game of an edition."""
    found = load_map(name)
    held = found.offices.held if found.offices else ()
    return {each.card.id: list(holder_text(found, each.card, language)) for each in held if each.card.id in cards}

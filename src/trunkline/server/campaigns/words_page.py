"""The words of a campaign in one language. Sealed words of the content are never sent."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from trunkline.campaign.changes import Change, changes
from trunkline.campaign.charters import charter_options, territories
from trunkline.campaign.content import LANGUAGES, load_words
from trunkline.campaign.entries import AnyEntry, GaveUp, Named
from trunkline.campaign.games import map_now
from trunkline.campaign.modules import known_modules
from trunkline.campaign.offices import cards_of, held_by
from trunkline.campaign.presidents import company_with_bonus
from trunkline.campaign.rulebook import rulebook
from trunkline.campaign.state import NAMING, OVER, Campaign
from trunkline.maps.card_text import bonus_text, holder_text, news_text
from trunkline.maps.later_cards import later_cards
from trunkline.maps.load import load_map
from trunkline.server.campaign_messages import (
    ArrivalPart,
    CampaignWordsPage,
    CardWordsPart,
    ChangePart,
    PostcardWords,
    StickerPlace,
    StoryWords,
    TerritoryWords,
    VoteWordsPart,
)
from trunkline.server.campaigns.campaign_table import CampaignTable
from trunkline.server.campaigns.office_view import closing_part


def words_page(table: CampaignTable, language: str, person: str | None) -> CampaignWordsPage:
    """The words for one person: the backs of postcards are for their holder alone until they are met (L21)."""
    language = language if language in LANGUAGES else "en"
    data = table.data
    words = load_words(data.content, language)
    page = CampaignWordsPage(
        lang=language,
        title=words.title,
        authors_note="",
        cards={},
        previously={},
        votes={},
        territories={},
        companies={},
        news={},
        medals={},
    )
    if table.campaign is not None:
        add_opened(page, table, table.campaign)
        add_boxes(page, table.campaign)
        add_postcards(page, table.campaign, table.facts, table.companies_of(person))
    add_cards(page, table)
    return page


def add_opened(page: CampaignWordsPage, table: CampaignTable, campaign: Campaign) -> None:
    """Add story cards that were read, open and closed votes, known territories, and the ending."""
    words = load_words(campaign.version, page.lang)
    page.cards = {card: StoryWords(words.cards[card].title, words.cards[card].text) for card in campaign.story}
    for number, plan in enumerate(campaign.content.games, start=1):
        if number in words.previously and plan.before and plan.before[0].card in campaign.story:
            page.previously[number] = words.previously[number]
    for vote in [*campaign.votes, *([campaign.vote.vote] if campaign.vote is not None else [])]:
        told = words.votes[vote]
        choice = campaign.votes.get(vote)
        result = None if choice is None else told.result_a if choice == "a" else told.result_b
        page.votes[vote] = VoteWordsPart(told.question, told.a, told.b, result)
    known = territories(campaign)
    options = charter_options(campaign) if campaign.stage == NAMING else []
    named = [code for fact in table.facts if isinstance(fact, Named) for code in fact.territories]
    for code in dict.fromkeys([*campaign.territories, *named, *options]):
        page.territories[code] = TerritoryWords(
            words.territory_names.get(code, known[code].name), words.territories[code]
        )
    page.changes = [change_part(each) for each in changes(table.facts)]
    if campaign.stage == OVER:
        page.authors_note = words.authors_note
        page.medals = dict(words.medals)


def change_part(change: Change) -> ChangePart:
    return ChangePart(
        change.fact,
        change.year,
        list(change.joined),
        [StickerPlace(*place, rule) for place, rule in change.stickers],  # type: ignore[arg-type]
        [StickerPlace(*place, rule) for place, rule in change.peeled],  # type: ignore[arg-type]
        [ArrivalPart(*each) for each in change.arrived],
        list(change.opened),  # type: ignore[arg-type]
        [closing_part(each) for each in change.closings],
        list(change.bored),
        list(change.grown),
    )


def add_boxes(page: CampaignWordsPage, campaign: Campaign) -> None:
    """Modules whose boxes were opened, and the crew once the conductor's tools are (L26)."""
    for module in known_modules(campaign).values():
        if module.territory in campaign.territories:
            page.modules[module.id] = CardWordsPart(module.name.by(page.lang), [module.text.by(page.lang)])
    if not campaign.offices.tools_open:
        return
    map_ = load_map(campaign.content.map)
    for card in cards_of(campaign.content).crew:
        text = list(holder_text(map_, card, page.lang))
        page.crew[card.id] = CardWordsPart(card.name.by(page.lang), text)


def add_postcards(
    page: CampaignWordsPage, campaign: Campaign, facts: Sequence[AnyEntry], mine: Collection[str]
) -> None:
    """Fronts for all; backs for their holder, and for all once they were met (L21)."""
    in_offices = [held.card for cards in campaign.offices.postcards.values() for held in cards]
    given_up = [fact.card for fact in facts if isinstance(fact, GaveUp)]
    known = {*campaign.offices.shown, *(held.card for company in mine for held in held_by(campaign, company))}
    map_ = map_now(campaign)
    for name in dict.fromkeys([*in_offices, *campaign.offices.shown, *given_up]):
        card = cards_of(campaign.content).postcard(name)
        back = list(holder_text(map_, card, page.lang)) if name in known else None
        front = "" if card.front is None else card.front.by(page.lang)
        page.postcards[name] = PostcardWords(card.name.by(page.lang), front, back)


def add_cards(page: CampaignWordsPage, table: CampaignTable) -> None:
    """Add companies with their bonus, and all news events and story rules that have ever been in play."""
    campaign = table.campaign
    start = load_map(table.row.map)
    later = later_cards(start, table.data.content)
    # Before the founding: with the bonus of the first game.
    for company in later.first or start.companies:
        with_bonus = company if campaign is None else company_with_bonus(campaign, company.id)
        text = list(bonus_text(start, with_bonus, page.lang))
        page.companies[company.id] = CardWordsPart(company.name.by(page.lang), text)
    if campaign is None:
        return
    rules = {sticker.rule for stickers in rulebook(table.facts).values() for sticker in stickers}
    known = {*campaign.ever, *rules}
    players = max(2, len(campaign.active))
    for event in (*start.events, *later.events, *later.story_rules):
        if event.id in known:
            text = list(news_text(start, event, page.lang, players))
            page.news[event.id] = CardWordsPart(event.name.by(page.lang), text, event.lightning)

"""REST routes of the server: maps, bots, rules in words, health and metrics."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import asdict
from functools import cache, lru_cache
from typing import Annotated, Any

from litestar import Response, get
from litestar.config.compression import CompressionConfig
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.params import QueryParameter
from msgspec import UNSET, Struct, UnsetType

import trunkline
from trunkline.bots.registry import BASELINE, LEVEL, OWN, STYLE, entries
from trunkline.help import chapters_of, languages
from trunkline.maps.edition import split_reference
from trunkline.maps.load import load_map, map_names
from trunkline.maps.model import Map
from trunkline.maps.modules import EXCURSIONS, OCEAN_MAIL
from trunkline.maps.pack import load_board
from trunkline.rules.lanes import same_lanes
from trunkline.server.http.card_texts import CardTexts, card_texts
from trunkline.server.http.guard import PROBLEMS, Language, PathId
from trunkline.server.ops.metrics import CONTENT_TYPE
from trunkline.server.refusal import RequestRefused
from trunkline.server.services import TheServices
from trunkline.server.store.database import in_words

log = logging.getLogger("trunkline.http")

HEALTH_SECONDS = 3.0
MOST_PAGES = 32
"""Map pages that are kept: of every map, and of the editions that were asked for last."""
GZIPPED = DefineMiddleware(CompressionMiddleware, config=CompressionConfig("gzip", gzip_compress_level=6))
"""Compression for large public answers. Answers to one person are not compressed: their length would reveal something
about their content (BREACH)."""


class VariantInfo(Struct):
    id: str
    name: str
    summary: str
    least_players: int
    most_players: int


class MapInfo(Struct):
    id: str
    name: str
    summary: str
    variants: list[VariantInfo]


class MapPage(Struct):
    """A whole map, as docs/map-format.md describes it."""

    id: str
    name: str
    summary: str
    edition: str
    projection: str
    west: float | None
    decks: dict[str, dict[str, int]]
    cities: list[dict[str, Any]]
    routes: list[dict[str, Any]]
    variants: dict[str, dict[str, Any]]
    companies: list[str] | UnsetType = UNSET
    """The companies to choose from; left out where a map has none."""
    modules: list[str] | UnsetType = UNSET
    """In a game of a campaign: the modules in force."""
    steamers: list[str] | UnsetType = UNSET
    """With steamers in force: the routes whose claim sends one out."""
    excursions: list[list[str]] | UnsetType = UNSET
    """With excursions in force: the two cities of each card, by its number in events."""
    oceans: list[list[str]] | UnsetType = UNSET
    """With ocean mail in force: the harbours of the one ocean and those of the other."""
    spans: dict[str, str | None] | UnsetType = UNSET
    """On the board of a campaign: the spans that stand on bridges, with their companies; null if one has left."""
    bored: list[str] | UnsetType = UNSET
    """On the board of a campaign: the mountain routes that need no grade check any more."""


class BotInfo(Struct):
    """A bot to choose from, in codes; the page has the words."""

    name: str
    kind: str
    """`level`, `style`, `baseline` of the literature, or `own`: offered by a package that is installed here."""
    level: int
    """The nearest level of strength, from 1 (beginner) to 4 (expert); 0 if it is unknown."""
    pace: tuple[float, float]
    """Seconds that a move takes while somebody watches: for the easiest and the hardest move."""


class RuleText(Struct):
    id: str
    text: str


class Chapter(Struct):
    id: str
    title: str
    rules: list[RuleText]


class HelpPage(Struct):
    """The rules in words, by chapter."""

    map: str | None
    lang: str
    """The language of the answer: English if the requested one is not available."""
    languages: list[str]
    chapters: list[Chapter]


class Health(Struct):
    status: str
    version: str


@cache
def map_info(name: str) -> MapInfo:
    found = load_map(name)
    variants = [
        VariantInfo(each.id, each.name, each.summary, each.rules.least_players, each.rules.most_players)
        for each in found.offered
    ]
    return MapInfo(name, found.name, found.summary, variants)


@lru_cache(maxsize=MOST_PAGES)
def map_page(name: str) -> MapPage:
    found = load_map(name)
    _, edition = split_reference(name)
    numbers = {module.id: module.numbers for module in found.modules}
    companies = [company.id for company in found.companies]
    return MapPage(
        id=name,
        name=found.name,
        summary=found.summary,
        edition=found.edition,
        projection=found.projection,
        west=found.west,
        decks={deck: dict(cards) for deck, cards in found.decks.items()},
        cities=[asdict(city) for city in found.cities],
        routes=routes_of_page(name, found),
        variants={key: asdict(variant) for key, variant in found.variants.items()},
        companies=companies or UNSET,
        modules=[module.id for module in found.modules] or UNSET,
        steamers=steamer_routes(name) or UNSET,
        excursions=[[a, b] for a, b, _ in numbers[EXCURSIONS]["cards"]] if EXCURSIONS in numbers else UNSET,
        oceans=[list(numbers[OCEAN_MAIL][key]) for key in ("one", "other")] if OCEAN_MAIL in numbers else UNSET,
        spans={route: owner if owner in companies else None for route, owner in found.spans.items()} or UNSET,
        bored=UNSET if edition is None or not edition.bored else list(edition.bored),
    )


def steamer_routes(name: str) -> list[str]:
    """The routes whose claim sends a steamer out; none without the module."""
    board = load_board(name, "base")
    row = board.modules.steamers
    return [] if row is None else [board.route_names[route] for route in range(board.routes) if row.lines[route]]


def routes_of_page(name: str, found: Map) -> list[dict[str, Any]]:
    """The routes of a map; a lane that is the same choice as one before it names that one as `same`."""
    board = load_board(name, "base")
    same = {board.route_names[route]: board.route_names[first] for route, first in enumerate(same_lanes(board))}
    return [
        asdict(route) | ({} if same[route.name] == route.name else {"same": same[route.name]}) for route in found.routes
    ]


@get("/api/maps", tags=["house"], responses=PROBLEMS, middleware=[GZIPPED])
async def list_maps() -> list[MapInfo]:
    """All maps, each with its variants for new games."""
    return [map_info(name) for name in map_names()]


@get("/api/maps/{map_id:str}", tags=["house"], responses=PROBLEMS, middleware=[GZIPPED])
async def get_map(map_id: PathId) -> MapPage:
    """A whole map: cities, routes, decks, and for each variant its rules and tickets."""
    if map_id not in map_names():
        raise RequestRefused("no_such_map", {"map": map_id}, 404)
    return map_page(map_id)


@get("/api/maps/{map_id:str}/cards", tags=["house"], responses=PROBLEMS, middleware=[GZIPPED])
async def get_card_texts(map_id: PathId, lang: Language = "en") -> CardTexts:
    """The companies and news events of a map in words; without any on a map that has none."""
    if map_id not in map_names():
        raise RequestRefused("no_such_map", {"map": map_id}, 404)
    return card_texts(map_id, lang if lang in languages() else "en")


@get("/api/bots", tags=["house"], responses=PROBLEMS)
async def list_bots() -> list[BotInfo]:
    """The bots that can sit at a table or take a seat over: levels from the weakest, styles, baselines, own ones."""
    order = (LEVEL, STYLE, BASELINE, OWN)
    found = [BotInfo(name, entry.kind, entry.level, entry.pace) for name, entry in entries().items()]
    return sorted(found, key=lambda bot: (order.index(bot.kind), bot.level))


@get("/api/help", tags=["house"], responses=PROBLEMS, middleware=[GZIPPED])
async def get_help(
    map_id: Annotated[str | None, QueryParameter(name="map", max_length=40, pattern=r"^[A-Za-z0-9_/-]+$")] = None,
    lang: Language = "en",
) -> HelpPage:
    """The rules of a map in words, each by its id; without `map`, of all."""
    if map_id is not None and map_id not in map_names():
        raise RequestRefused("no_such_map", {"map": map_id}, 404)
    known = languages()
    spoken = lang if lang in known else "en"
    chapters = [
        Chapter(chapter.id, chapter.title, [RuleText(rule, text) for rule, text in chapter.rules.items()])
        for chapter in chapters_of(map_id, spoken)
    ]
    return HelpPage(map_id, spoken, known, chapters)


@get("/health", tags=["house"], responses=PROBLEMS)
async def health(services: TheServices) -> Health:
    """Whether this process answers, and can read from its database and write to it."""
    try:
        async with asyncio.timeout(HEALTH_SECONDS):
            await services.store.check()
    except Exception as error:
        log.warning("not healthy: %s", in_words(error))
        raise RequestRefused("unavailable", {}, 503) from None
    return Health("ok", trunkline.__version__)


@get("/metrics", media_type="text/plain", tags=["house"], responses=PROBLEMS)
async def metrics(services: TheServices) -> Response[str]:
    """Metrics for Prometheus."""
    if not services.settings.metrics:
        raise RequestRefused("no_such_page", {}, 404)
    return Response(services.metrics.registry.text(), headers={"Content-Type": CONTENT_TYPE})


ROUTES = [list_maps, get_map, get_card_texts, list_bots, get_help, health, metrics]

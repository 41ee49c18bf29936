"""Results of finished games, ratings by family of maps, and the statistics of a person.

All functions work on a connection, so that they can be committed in one transaction with the end of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, and_, case, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from trunkline.server.store import schema

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

LATEST = 200
"""Number of recent games from which favourite routes, places and the series are computed."""
FAVOURITES = 5


@cache
def _model() -> PlackettLuce:
    # Imported here: openskill is needed when a game ends, not when the server starts.
    from openskill.models import PlackettLuce

    return PlackettLuce()


@dataclass(slots=True)
class FinishedPlayer:
    """One seat at the end of a game."""

    seat: int
    person: str | None
    """Who owned the seat; None for a bot."""
    is_account: bool
    score: int
    place: int
    """From 1; players who share a place have the same."""
    won: bool
    completed: int = 0
    """Tickets completed."""
    failed: int = 0
    longest: int = 0
    """Length of the longest trail."""
    routes: list[str] = field(default_factory=list)
    """The routes claimed, by name."""
    played: bool = True
    """Whether the owner of the seat made a move; a seat that bots played alone is not rated."""


@dataclass(slots=True)
class FinishedGame:
    """A game that is over, as far as results and ratings need it."""

    table: str
    map: str
    variant: str
    finished: float
    players: list[FinishedPlayer]
    rated: bool = True

    @property
    def family(self) -> str:
        """Ratings are kept by map; maps of one folder (a campaign) are one family."""
        return self.map.partition("/")[0]


@dataclass(frozen=True, slots=True)
class Rating:
    """The estimated strength of a person on a family of maps: mean and standard deviation."""

    family: str
    mu: float
    sigma: float
    games: int

    @property
    def sure(self) -> float:
        """A conservative estimate of the strength; lists are sorted by it."""
        return self.mu - 3 * self.sigma


# --- recording -------------------------------------------------------------------------------------------------------


def record_result(connection: Connection, finished: FinishedGame) -> bool:
    """Store the results of a game and rate its accounts. Idempotent: False if the table was recorded before."""
    seats = Counter(player.person for player in finished.players if player.person is not None)
    kept: set[str] = set()
    rows = []
    for player in sorted(finished.players, key=lambda player: (player.place, player.seat)):
        # Somebody with several seats (hot-seat) has the game once, for the best of them.
        person = None if player.person in kept else player.person
        if person is not None:
            kept.add(person)
        rows.append(
            {
                "table": finished.table,
                "seat": player.seat,
                "person": person,
                "map": finished.map,
                "variant": finished.variant,
                "players": len(finished.players),
                "score": player.score,
                "won": player.won,
                "tickets": player.completed,
                "longest": player.longest,
                "finished": finished.finished,
                "detail": {
                    "place": player.place,
                    "failed": player.failed,
                    "routes": list(player.routes),
                    "hot_seat": player.person is not None and seats[player.person] > 1,
                },
            }
        )
    if not _insert_new(connection, schema.results, rows):
        return False
    if finished.rated:
        own = [player for player in finished.players if player.person and seats[player.person] == 1 and player.played]
        _rate(connection, finished, own)
    return True


def _insert_new(connection: Connection, table: Any, rows: Sequence[dict[str, Any]]) -> int:
    """Insert the missing rows and return their number. Two processes may do this at the same time."""
    added = 0
    for row in rows:
        statement: Any
        if connection.dialect.name == "postgresql":
            statement = postgresql.insert(table).values(**row).on_conflict_do_nothing()
        else:
            statement = sqlite.insert(table).values(**row).on_conflict_do_nothing()
        added += connection.execute(statement).rowcount
    return added


def _rate(connection: Connection, finished: FinishedGame, players: list[FinishedPlayer]) -> None:
    """Rate the accounts among these against one another; guests and bots do not count."""
    people, table = schema.people, schema.ratings
    named = [player.person for player in players if player.is_account]
    query = select(people.c.id).where(people.c.id.in_(named), people.c.kind == "account")
    accounts = set(connection.execute(query).scalars())
    rated = [player for player in players if player.person in accounts]
    if len(rated) < 2:
        return
    family = finished.family
    fresh = _model().rating()
    # Locked in a fixed order: two games that end at once in two processes must not deadlock.
    for person in sorted(accounts):
        start = {"person": person, "family": family, "mu": fresh.mu, "sigma": fresh.sigma, "games": 0}
        _insert_new(connection, table, [start])
    found = connection.execute(
        select(table)
        .where(table.c.person.in_(accounts), table.c.family == family)
        .order_by(table.c.person)
        .with_for_update()
    )
    before = {row.person: row for row in found}
    teams = [[_model().rating(mu=before[player.person].mu, sigma=before[player.person].sigma)] for player in rated]
    after = _model().rate(teams, ranks=[float(player.place) for player in rated])
    for player, [rating] in zip(rated, after, strict=True):
        connection.execute(
            update(table)
            .where(table.c.person == player.person, table.c.family == family)
            .values(mu=rating.mu, sigma=rating.sigma, games=table.c.games + 1)
        )


# --- reading ---------------------------------------------------------------------------------------------------------


def ratings_of(connection: Connection, person: str) -> list[Rating]:
    """A person's ratings, by family."""
    table = schema.ratings
    rows = connection.execute(select(table).where(table.c.person == person).order_by(table.c.family))
    return [Rating(row.family, row.mu, row.sigma, row.games) for row in rows]


def history(
    connection: Connection, person: str, limit: int = 50, before: tuple[float, str] | None = None
) -> list[dict[str, Any]]:
    """A person's finished games, newest first. For the next page, `before` is `(finished, table)` of the last game."""
    table = schema.results
    query = select(table).where(table.c.person == person)
    if before is not None:
        at, last = before
        query = query.where(or_(table.c.finished < at, and_(table.c.finished == at, table.c.table < last)))
    rows = connection.execute(query.order_by(table.c.finished.desc(), table.c.table.desc()).limit(limit))
    return [
        {
            "table": row.table,
            "map": row.map,
            "variant": row.variant,
            "players": row.players,
            "seat": row.seat,
            "score": row.score,
            "place": row.detail.get("place"),
            "won": bool(row.won),
            "tickets": row.tickets,
            "longest": row.longest,
            "hot_seat": bool(row.detail.get("hot_seat")),
            "finished": row.finished,
        }
        for row in rows
    ]


def _summary(groups: Sequence[Any]) -> dict[str, Any]:
    games = sum(group.games for group in groups)
    score = sum(group.score for group in groups)
    return {
        "games": games,
        "wins": sum(group.wins for group in groups),
        "mean_score": round(score / games, 1) if games else None,
        "best_score": max((group.best for group in groups), default=None),
        "tickets": sum(group.tickets for group in groups),
        "longest": max((group.longest for group in groups), default=None),
    }


def statistics(connection: Connection, person: str) -> dict[str, Any]:
    """Games, wins, scores, tickets and longest trail: in all, by map, and by map and number of players.

    For charts, of the last games: `series`, one point a game, the oldest first, and by map `places`, how often the
    person came in first, second and so on. Hot-seat games are left out: who plays all the seats wins every time.
    """
    table = schema.results
    own = and_(table.c.person == person, table.c.detail["hot_seat"].as_boolean().is_(False))
    groups = connection.execute(
        select(
            table.c.map,
            table.c.players,
            func.count().label("games"),
            func.sum(case((table.c.won, 1), else_=0)).label("wins"),
            func.sum(table.c.score).label("score"),
            func.max(table.c.score).label("best"),
            func.sum(table.c.tickets).label("tickets"),
            func.max(table.c.longest).label("longest"),
        )
        .where(own)
        .group_by(table.c.map, table.c.players)
        .order_by(table.c.map, table.c.players)
    ).all()
    latest = select(table).where(own).order_by(table.c.finished.desc(), table.c.table.desc()).limit(LATEST)
    routes: dict[str, Counter[str]] = {}
    places: dict[str, Counter[str]] = {}
    series: list[dict[str, Any]] = []
    for row in reversed(connection.execute(latest).all()):
        # A name of a route means something only with its map.
        routes.setdefault(row.map, Counter()).update(row.detail.get("routes", []))
        places.setdefault(row.map, Counter()).update([str(row.detail.get("place"))])
        series.append(
            {
                "table": row.table,
                "map": row.map,
                "players": row.players,
                "finished": row.finished,
                "score": row.score,
                "place": row.detail.get("place"),
                "won": bool(row.won),
                "tickets": row.tickets,
                "failed": row.detail.get("failed", 0),
                "longest": row.longest,
            }
        )
    by_map: dict[str, Any] = {}
    for map_id in sorted({group.map for group in groups}):
        ours = [group for group in groups if group.map == map_id]
        favourites = sorted(routes.get(map_id, Counter()).items(), key=lambda item: (-item[1], item[0]))[:FAVOURITES]
        by_map[map_id] = {
            **_summary(ours),
            "players": {str(group.players): _summary([group]) for group in ours},
            "routes": [{"route": route, "times": times} for route, times in favourites],
            "places": dict(sorted(places.get(map_id, Counter()).items())),
        }
    return {**_summary(groups), "maps": by_map, "series": series}

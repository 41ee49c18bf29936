"""The arena: who sits where, that results do not depend on workers, what is told of bots, and the two outputs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lab.arenas import without_times
from trunkline.bots import registry
from trunkline.cli import app
from trunkline.lab.arena import arena
from trunkline.lab.arena.arena import run_arena
from trunkline.lab.arena.game import COLUMNS, Job, Row, play_job
from trunkline.lab.arena.match import BadMatch, Match, new_match
from trunkline.lab.arena.report import report
from trunkline.lab.arena.standings import facts as standing_facts
from trunkline.lab.arena.standings import places, share_of_rounds, standings
from trunkline.lab.simulate import ITEMS


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


# --- seats -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_bot_sits_at_every_seat_of_a_deal_once(players: int) -> None:
    bots = tuple("abcde"[:players])
    match = Match(bots, players=players)
    assert match.games_per_round == players
    for first in (0, 3 * players):
        seated = [match.seats(game) for game in range(first, first + players)]
        assert {match.round_of(game) for game in range(first, first + players)} == {first // players}
        for seat in range(players):
            assert sorted(line[seat] for line in seated) == sorted(bots)


def test_two_bots_at_four_seats_are_one_against_three() -> None:
    match = Match(("a", "b"), players=4)
    seated = [match.seats(game) for game in range(4)]
    assert all(Counter(line) == {"a": 1, "b": 3} for line in seated)
    assert sorted(line.index("a") for line in seated) == [0, 1, 2, 3]


def test_more_bots_than_seats_all_meet() -> None:
    match = Match(("a", "b", "c"), players=2)
    met = Counter(frozenset(match.seats(game)) for game in range(12))
    assert met == {frozenset("ab"): 4, frozenset("ac"): 4, frozenset("bc"): 4}


def test_a_bot_against_itself_plays_a_deal_once() -> None:
    assert Match(("a",), players=3).games_per_round == 1
    assert Match(("a", "b", "a", "b"), players=4).games_per_round == 2


@pytest.mark.parametrize(
    ("bots", "players", "word"),
    [([], None, "name the bots"), (["greedy"], None, "the number of players"), (["greedy"], 6, "2 to 5"),
     (["greedy", "greedy", "random"], 2, "twice"), (["greedy", "random"], 0, "not 0"),
     (["expert@10s", "greedy"], 2, "exceed the limit")],
)  # fmt: skip
def test_what_does_not_fit_is_refused(bots: list[str], players: int | None, word: str) -> None:
    with pytest.raises(BadMatch, match=word):
        new_match(bots, players=players)


@pytest.mark.parametrize("limit", [0, -1, float("inf"), float("nan")])
def test_a_limit_is_a_number_of_seconds(limit: float) -> None:
    with pytest.raises(BadMatch, match="limit"):
        new_match(["greedy", "random"], limit=limit)


@pytest.mark.parametrize(
    "name",
    ["greedy@5", "expert@0.2", "lab.own_bots:Steady@0.2s", "lab.own_bots:Clocked@9", "uct@0", "uct@nans", "uct@infs"],
)
def test_a_budget_that_is_none_is_refused_before_the_first_game(name: str) -> None:
    with pytest.raises(registry.NoSuchBot, match="budget"):
        new_match([name, "random"])


def test_a_bot_of_ones_own_is_given_the_budget_that_its_class_asks_for() -> None:
    bot = registry.make_bot("lab.own_bots:Clocked@0.2s")
    assert bot.seconds == 0.2  # type: ignore[attr-defined]
    assert registry.make_bot("lab.own_bots:Clocked").seconds == 0.5  # type: ignore[attr-defined]


# --- playing ---------------------------------------------------------------------------------------------------------


def test_results_do_not_depend_on_the_number_of_workers() -> None:
    match = new_match(["greedy", "path", "random"], "europe", players=3)
    one, three = (run_arena(match, 15, workers=workers) for workers in (1, 3))
    assert one.rounds == 5 and len(one.rows) == 15
    assert without_times(one.rows) == without_times(three.rows)
    assert [bot.rating for bot in one.standings] == [bot.rating for bot in three.standings]


def test_the_same_deal_with_swapped_seats() -> None:
    """One bot under two names: the two games of a deal are the same, and each name wins one."""
    match = Match(("greedy", "greedy"))
    assert match.games_per_round == 1
    mirrored = run_arena(new_match(["greedy", "trunkline.bots.greedy:GreedyBot"]), 8)
    for first, second in zip(mirrored.rows[::2], mirrored.rows[1::2], strict=True):
        assert first["won"] == second["won"] and first["seats"] == second["seats"]
    assert [one.win_rate and one.win_rate.value for one in mirrored.standings] == [0.5, 0.5]


def test_a_counted_search_repeats_itself() -> None:
    match = new_match(["uct@4", "random"])
    assert without_times(run_arena(match, 2).rows) == without_times(run_arena(match, 2, workers=2).rows)


def test_it_stops_when_the_bar_is_clear_whatever_the_workers() -> None:
    match = new_match(["greedy", "random"])
    one, two = (run_arena(match, 400, workers=workers, until=0.6) for workers in (1, 2))
    assert one.verdict is not None and one.verdict.verdict == "above"
    assert one.rounds < 50 and not one.stopped
    assert without_times(one.rows) == without_times(two.rows) and one.verdict == two.verdict
    down = run_arena(new_match(["random", "greedy"]), 400, until=0.4)
    assert down.verdict is not None and down.verdict.verdict == "below"


def test_a_bar_needs_the_first_bot_in_every_game() -> None:
    with pytest.raises(BadMatch):
        run_arena(new_match(["greedy", "random", "path"], players=2), 10, until=0.5)


def test_no_more_processes_than_games(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []

    def here(match: Match, jobs: Iterable[Job], workers: int) -> Generator[Row, None, None]:
        started.append(workers)
        yield from (play_job(match, job) for job in jobs)

    monkeypatch.setattr(arena, "play_in_processes", here)
    run_arena(new_match(["random", "path"]), 4, workers=64)
    assert started == [4]


# --- telling ---------------------------------------------------------------------------------------------------------


def row(game: int, won: list[int], scores: list[int], out: int | None = None) -> Row:
    seats = []
    for seat, score in enumerate(scores):
        known = {"score": score, "routes": score, "claims": 2, "spaces": 7, "out": int(seat == out)}
        seats.append([known.get(column, 0) for column in COLUMNS])
    return {
        "game": game,
        "won": won,
        "turns": 9,
        "moves": 20,
        "seats": seats,
        "seconds": [[0.1, 0.1, [[4, 1]]]] * len(scores),
    }


def test_ties_share_and_seats_count() -> None:
    match = Match(("a", "b"), players=4)
    rows = [
        row(0, [0], [9, 1, 2, 3]),
        row(1, [0, 3], [5, 1, 2, 5]),
        row(2, [1], [1, 9, 1, 1]),
        row(3, [2], [0, 1, 9, 1]),
    ]
    a, b = standings(match, rows)
    # In game 1 the line-up b b b a: the tie is between seats 0 (b) and 3 (a).
    assert match.seats(1)[3] == "a" and a.wins == 1.5 and b.wins == 2.5
    assert (a.chance, b.chance, b.seats) == (0.25, 0.75, 12)
    assert a.route_length == 3.5 and a.games == 4


def test_places_put_winners_first_and_the_faulty_last() -> None:
    assert places(row(0, [1], [50, 60, 60, 10])) == [2, 0, 1, 3]
    assert places(row(0, [2], [90, 5, 10, 10], out=0)) == [3, 2, 0, 1]


def test_the_interval_is_narrower_where_seats_decide_and_never_nothing() -> None:
    split = share_of_rounds([[1.0, 0.0]] * 100)
    mixed = share_of_rounds([[1.0, 1.0], [0.0, 0.0]] * 50)
    plain = share_of_rounds([[1.0], [0.0]] * 100)
    assert split.value == mixed.value == plain.value == 0.5
    assert 0 < split.high - split.low < plain.high - plain.low < mixed.high - mixed.low
    assert share_of_rounds([[1.0, 1.0]] * 50).low < 1


def test_what_bots_do_is_measured() -> None:
    """The long-route agent claims longer routes than the random one, which takes far more tickets and fails them."""
    result = run_arena(new_match(["long-route", "random"]), 10)
    long, chance = result.standings
    assert long.route_length > chance.route_length + 1
    assert chance.means["taken"] > long.means["taken"] and chance.means["failed"] > chance.means["completed"]
    for one in result.standings:
        assert sum(one.items.values()) == pytest.approx(one.score.value)
        assert 0 <= one.seconds <= one.seconds_longest and 0 <= one.seconds_99 <= one.seconds_longest


def test_who_meets_nobody_has_no_win_rate() -> None:
    alone = run_arena(new_match(["random"], players=2), 2).standings[0]
    assert alone.wins == 2 and alone.win_rate is None
    told = standing_facts(alone)
    assert told["win_rate"] is None and told["interval"] is None and told["score"] > -200


def test_who_has_not_played_is_last_and_that_is_said() -> None:
    words = ["arena", "--bots", "path,random,greedy", "--players", "2", "--games", "2"]
    told = CliRunner().invoke(app, words)
    assert told.exit_code == 0 and "needs 6 games" in told.stderr
    lines = told.stdout.splitlines()
    assert [line.split()[0] for line in lines[2:5]] == ["path", "random", "greedy"]
    assert lines[4].split() == ["greedy", "0", "–", "–", "–", "–"] and told.stdout.count("greedy") == 1
    facts = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert facts["bots"]["greedy"]["win_rate"] is None and facts["bots"]["path"]["win_rate"] is not None
    more = CliRunner().invoke(app, [*words, "--games", "6"])
    assert "needs" not in more.stderr and more.stdout.count("greedy") == 3


# --- outputs ---------------------------------------------------------------------------------------------------------


def test_the_json_of_the_command() -> None:
    words = ["arena", "--bots", "greedy,random", "--map", "world", "--games", "6", "--until", "0.5", "--json"]
    told = CliRunner().invoke(app, words)
    assert told.exit_code == 0, told.output
    facts = json.loads(told.stdout)
    assert (facts["map"], facts["players"], facts["games"], facts["rounds"]) == ("world", 2, 6, 3)
    for bot in ("greedy", "random"):
        one = facts["bots"][bot]
        low, high = one["interval"]
        assert 0 <= low <= one["win_rate"] <= high <= 1
        assert set(one["items"]) == set(ITEMS) and set(one["seconds_per_move"]) == {"mean", "p99", "max"}
        assert set(one["tickets"]) == {"taken", "completed", "failed"} and {"mu", "sigma"} == set(one["rating"])
    assert facts["bots"]["greedy"]["win_rate"] + facts["bots"]["random"]["win_rate"] == pytest.approx(1)
    assert facts["test"]["bot"] == "greedy" and facts["test"]["bar"] == 0.5


class Tags(HTMLParser):
    """Checks that tags close in the order they opened, and collects what is in them."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: Counter[str] = Counter()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] += 1
        self.links += [name for name, _ in attrs if name in ("src", "href")]
        if tag not in ("meta", "line", "circle", "path"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_report_stands_alone(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    words = ["arena", "--bots", "greedy,path,random", "--players", "2", "--games", "12", "--html", str(file)]
    told = CliRunner().invoke(app, words)
    assert told.exit_code == 0, told.output
    page = Tags()
    page.feed(file.read_text())
    assert page.open == [] and page.links == [] and page.seen["svg"] == 3
    assert all(word in file.read_text() for word in ("Rating ladder", "Scores", "Where points come from", "greedy"))


def test_the_report_is_opened_in_the_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    out = tmp_path / "games.jsonl"
    told = CliRunner().invoke(app, ["arena", "--bots", "random,path", "--games", "2", "--out", str(out), "--open"])
    assert told.exit_code == 0, told.output
    # Without --html it lies beside the games.
    assert opened == [out.with_suffix(".html").as_uri()] and "</html>" in out.with_suffix(".html").read_text()
    file = tmp_path / "report.html"
    CliRunner().invoke(app, ["arena", "--bots", "random,path", "--games", "2", "--out", str(out), "--html", str(file)])
    assert file.exists() and len(opened) == 1, "only if asked"


def test_a_report_that_cannot_be_written_is_refused_before_the_first_game(tmp_path: Path) -> None:
    games = tmp_path / "games.html"
    for wrong in (["--open"], ["--html", str(games)], ["--html", str(tmp_path / "nowhere" / "report.html")]):
        told = CliRunner().invoke(app, ["arena", "--bots", "random,path", "--games", "2", "--out", str(games), *wrong])
        assert told.exit_code == 2 and "report" in told.stderr and not games.exists()


def test_names_of_bots_are_no_html() -> None:
    result = run_arena(new_match(["greedy", "random"]), 2)
    result.standings[0].name = "<script>&"
    assert "<script>" not in report(result)


def test_a_package_offers_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "offering-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: offering\nVersion: 1.0\n")
    lines = "[trunkline.bots]\nsteady = lab.own_bots:Steady\ngreedy = lab.own_bots:Steady\n"
    (folder / "entry_points.txt").write_text(lines)
    monkeypatch.syspath_prepend(str(tmp_path))
    registry.offered.cache_clear()
    try:
        assert registry.bot_class("steady").__name__ == "Steady"
        assert registry.bot_class("greedy").__name__ == "GreedyBot"
    finally:
        registry.offered.cache_clear()


def test_the_example_of_an_own_bot_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples"))
    result = run_arena(new_match(["own_bot:Dearest", "random"]), 10)
    assert result.standings[0].faults == {} and result.standings[0].wins > 5

"""The proof of strength: the list, what is kept of a match, when that is stale, and the page made from it."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from trunkline.cli import app
from trunkline.lab.arena import digest, strength, strength_page
from trunkline.lab.arena.arena import run_arena
from trunkline.lab.arena.match import BadMatch
from trunkline.lab.arena.strength import BEGUN, DONE, NEW, STALE, Trial, chosen, keep_result, status_of, trials

QUICK = [
    Trial("planner-greedy-usa", ("planner", "greedy"), "usa", bar=0.75, rounds=3),
    Trial("planner-itself-usa", ("planner",), "usa", rounds=2, sequential=False),
    Trial("level-traveller-beginner-usa-4", ("traveller", "beginner"), "usa", 4, 0.25, strength.CLEARLY, rounds=2),
]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "trials", lambda: QUICK)
    monkeypatch.setattr(strength_page, "trials", lambda: QUICK)


def state_of(folder: Path, trial: Trial, keep: bool = False) -> str:
    return status_of(folder, trial, keep).state


def play(folder: Path, *words: str) -> tuple[str, str]:
    done = CliRunner().invoke(app, ["strength", "--folder", str(folder), *words])
    assert done.exit_code == 0, done.output
    return done.stdout, done.stderr


# --- the list --------------------------------------------------------------------------------------------------------


def test_the_list_names_matches_that_can_be_played() -> None:
    assert all(trial.match().players == trial.players for trial in trials())
    assert [trial.name for trial in chosen(["planner-greedy-usa"])] == ["planner-greedy-usa"]
    assert len(chosen(["planner-greedy"])) == 5
    with pytest.raises(BadMatch):
        chosen(["nonsense"])


def test_the_list_has_every_match_that_strength_is_asked_for() -> None:
    listed = {(trial.bots, trial.map, trial.players): trial for trial in trials()}
    for board in ("usa", "europe"):
        for weaker in ("path", "hungry", "one-step", "long-route", "flat@0.2s", "uct@0.2s"):
            assert listed[("planner", weaker), board, 2].bar == 0.85
        assert listed[("expert@0.2s", "planner"), board, 2].bar == 0.62
        assert listed[("expert@0.2s", "uct@0.2s"), board, 2].bar == 0.9
    for board in ("usa", "europe", "world", "great_lakes"):
        assert listed[("planner", "greedy"), board, 2].bar == 0.75
        assert listed[("planner",), board, 2].bar is None
        for pair in (("traveller", "beginner"), ("planner", "traveller"), ("expert@0.2s", "planner")):
            assert (listed[pair, board, 2].bar or 0) >= 0.5 and listed[pair, board, 4].bar == 0.25
    long = listed[("expert@1s", "planner"), "usa", 2]
    assert long.games == 100 and not long.sequential
    assert all(trial.rounds <= 400 for trial in trials())


def test_cheap_matches_come_before_dear_ones() -> None:
    costs = [trial.dearness for trial in trials()]
    searching = [any("@" in bot for bot in trial.bots) for trial in trials()]
    assert costs == sorted(costs) and searching == sorted(searching)


# --- what is kept ----------------------------------------------------------------------------------------------------


def test_a_kept_result_says_whether_the_bar_is_reached(tmp_path: Path) -> None:
    trial = chosen(["planner-greedy-usa"])[0]
    result = run_arena(trial.match(), 2, path=tmp_path / f"{trial.name}.jsonl", until=trial.until)
    keep_result(tmp_path, trial, result)
    kept = json.loads((tmp_path / f"{trial.name}.json").read_text())
    assert kept["bar"] == 0.75 and kept["reached"] == (kept["bots"]["planner"]["win_rate"] >= 0.75)
    assert kept["bots"]["planner"]["interval"][0] <= kept["bots"]["planner"]["win_rate"]
    assert kept["line_up"] == ["planner", "greedy"] and kept["code"] and kept["seed"] and kept["test"]["verdict"]


@pytest.mark.usefixtures("quick")
def test_what_is_done_is_not_played_again_and_needs_no_games(tmp_path: Path) -> None:
    first, told = play(tmp_path)
    assert "1/3 planner-greedy-usa" in told and "(new)" in told
    assert [state_of(tmp_path, trial) for trial in QUICK] == [DONE] * 3
    for file in tmp_path.glob("*.jsonl"):
        file.unlink()
    before = {file: file.stat().st_mtime_ns for file in tmp_path.glob("planner*.json")}
    again, told = play(tmp_path)
    assert again == first and "(new)" not in told
    assert {file: file.stat().st_mtime_ns for file in before} == before


@pytest.mark.usefixtures("quick")
def test_a_match_goes_on_where_it_was(tmp_path: Path) -> None:
    trial = QUICK[0]
    assert state_of(tmp_path, trial) == NEW
    file = tmp_path / f"{trial.name}.jsonl"
    run_arena(trial.match(), 2, path=file)
    assert state_of(tmp_path, trial) == BEGUN
    kept = file.read_bytes()
    play(tmp_path, trial.name)
    assert file.read_bytes().startswith(kept) and file.read_bytes() != kept
    assert state_of(tmp_path, trial) == DONE


@pytest.mark.usefixtures("quick")
def test_a_changed_bot_makes_its_match_stale_and_it_is_played_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(tmp_path, "planner-greedy")
    monkeypatch.setattr(strength, "code_of", lambda match: {"rules": "another", "bots": {}})
    assert state_of(tmp_path, QUICK[0]) == STALE and state_of(tmp_path, QUICK[0], keep=True) == DONE
    (tmp_path / "planner-greedy-usa.jsonl").unlink()
    assert state_of(tmp_path, QUICK[0]) == STALE
    monkeypatch.undo()
    monkeypatch.setattr(strength, "trials", lambda: QUICK)
    monkeypatch.setattr(strength_page, "trials", lambda: QUICK)
    file = tmp_path / "planner-greedy-usa.json"
    old = file.read_text()
    file.write_text(old.replace(json.loads(old)["code"][0]["bots"]["greedy"], "0" * 16))
    assert "| stale |" in strength_page.write_page(tmp_path).read_text()
    listed = play(tmp_path, "--list", "planner-greedy")[0]
    assert listed.startswith("stale") and "(greedy makes other choices on usa with 2 players)" in listed
    assert "(stale: greedy makes other choices on usa with 2 players)" in play(tmp_path, "planner-greedy")[1]
    assert json.loads(file.read_text())["code"] == json.loads(old)["code"]


# --- what a bot of one's own is made of -------------------------------------------------------------------------------


def test_a_bot_is_made_of_what_it_imports() -> None:
    made_of = {file.stem for file in digest.files_of("lab.own_bots:Steady")}
    assert {"own_bots", "bot", "greedy", "ship_greedy"} <= made_of and "planner" not in made_of


def test_words_about_the_code_may_change_and_the_code_may_not(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"

    def meaning(text: str) -> bytes:
        file.write_text(text)
        digest.meaning_of.cache_clear()
        return digest.meaning_of(file, 0)

    plain = meaning('def f(x):\n    """Says this."""\n    return g(x, 2)\n')
    assert meaning('def f(x):\n  """Says that."""\n  # or so\n\n  return g(\n    x, 2)  # why\n') == plain
    assert meaning('def f(x):\n    """Says this."""\n    return g(x, 3)\n') != plain
    assert meaning("def f(x):\n    if x:\n        y()\n    z()\n") != meaning(
        "def f(x):\n    if x:\n        y()\n        z()\n"
    )


# --- the page --------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("quick")
def test_the_page_tells_every_match_with_a_ladder(tmp_path: Path) -> None:
    folder = tmp_path / "strength"
    play(folder)
    page = (tmp_path / "strength.md").read_text()
    assert "3 of 3 matches" in page and "| planner – greedy | usa | 2 |" in page and "at least 75 %" in page
    assert "| traveller – beginner | usa | 4 |" in page and "| planner | usa |" in page
    assert "(strength/ladder-usa.svg)" in page and "europe" not in page
    assert 'A bar "at least" is compared with the measured win rate' in page
    kept = json.loads((folder / "planner-itself-usa.json").read_text())
    assert kept["bots"]["planner"]["win_rate"] is None and kept["bots"]["planner"]["score"] > 50
    picture = ElementTree.parse(folder / "ladder-usa.svg").getroot()
    named = [node.text for node in picture.iter("{http://www.w3.org/2000/svg}text") if node.get("class") == "name"]
    assert sorted(str(name) for name in named) == ["greedy", "planner"]


def test_ratings_fit_what_was_won() -> None:
    def kept(one: str, other: str, rate: float) -> tuple[Trial, strength_page.Facts]:
        return Trial("x", (one, other), "usa"), {"bots": {one: {"win_rate": rate}}, "games": 10**6}

    results = [kept("planner", "greedy", 10 / 11), kept("expert", "planner", 2 / 3), kept("a", "b", 0.5)]
    rungs = strength_page.ladder(results, "usa")
    assert [rung.bot for rung in rungs] == ["expert", "planner", "greedy"]
    assert [rung.rating for rung in rungs] == pytest.approx([120.4, 0, -400], abs=0.1)
    assert strength_page.ladder(results, "europe")[1:] == []

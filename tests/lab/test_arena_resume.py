"""A match goes on where it was: after kill -9, with a line cut off, with more games; and not with another's file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

import trunkline
from lab.arenas import without_times
from trunkline.bots.registry import NoSuchBot
from trunkline.cli import app
from trunkline.lab.arena.arena import run_arena
from trunkline.lab.arena.fingerprint import code_of
from trunkline.lab.arena.ledger import BadLedger
from trunkline.lab.arena.match import new_match

TESTS = Path(__file__).parents[1]


def finished(file: Path) -> int:
    return max(0, file.read_bytes().count(b"\n") - 1) if file.exists() else 0


def start(file: Path, games: int) -> subprocess.Popen[bytes]:
    words = ["arena", "--bots", "lab.own_bots:Steady,greedy", "--games", str(games), "--workers", "2", "--json"]
    command = [sys.executable, "-c", "from trunkline.cli import main; main()", *words, "--out", str(file)]
    environment = os.environ | {"PYTHONPATH": str(TESTS)}
    return subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A shell that runs the tests in the background has the signal ignored, and children would inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def wait_for(file: Path, games: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 120
    while finished(file) < games:
        assert process.poll() is None and time.monotonic() < end, process.communicate()
        time.sleep(0.02)


def test_killed_it_loses_only_the_games_under_way(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    process = start(file, 60)
    wait_for(file, 5, process)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    kept = file.read_bytes()
    assert 5 <= finished(file) < 60
    match = new_match(["lab.own_bots:Steady", "greedy"])
    result = run_arena(match, 60, workers=2, path=file)
    assert result.played == 60 - (kept.count(b"\n") - 1) and not result.stopped
    assert file.read_bytes().startswith(kept[: kept.rfind(b"\n") + 1])
    assert without_times(result.rows) == without_times(run_arena(match, 60, workers=2).rows)


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent otherwise there")
def test_interrupted_it_tells_what_it_has(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    process = start(file, 4000)
    wait_for(file, 6, process)
    process.send_signal(signal.SIGINT)
    told, errors = process.communicate(timeout=60)
    assert process.returncode == 0 and b"same command continues" in errors
    facts = json.loads(told)
    assert facts["stopped"] and 0 < facts["games"] <= finished(file) < 4000


def test_the_same_command_again_plays_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    words = ["arena", "--bots", "greedy,random", "--games", "6", "--json"]
    first, again = (CliRunner().invoke(app, words) for _ in range(2))
    assert first.stdout == again.stdout
    assert "All games were already played" in again.stderr and "All games" not in first.stderr
    more = CliRunner().invoke(app, [*words, "--games", "10"])
    assert json.loads(more.stdout)["games"] == 10
    assert len(list((tmp_path / "trunkline" / "arena").iterdir())) == 1


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    match = new_match(["greedy", "random"])
    whole = run_arena(match, 6, path=file)
    text = file.read_bytes()
    file.write_bytes(text[:-40])
    again = run_arena(match, 6, path=file)
    assert again.played == 1 and without_times(again.rows) == without_times(whole.rows)
    # Cut off in its very first line, the file is begun anew.
    file.write_bytes(text[:20])
    assert run_arena(match, 2, path=file).played == 2


def test_the_file_of_another_match_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run_arena(new_match(["greedy", "random"]), 2, path=file)
    text = file.read_bytes()
    for other in (new_match(["greedy", "path"]), new_match(["greedy", "random"], seed=2)):
        with pytest.raises(BadLedger, match="another match"):
            run_arena(other, 2, path=file)
    assert file.read_bytes() == text
    head = text.splitlines()[0] + b"\n"
    nameless = head.replace(b'"match":', b'"game":')
    cut = [head + line for line in (b'{"x":1}\n', b"3\n", b'{"game":0}\n')]
    for wrong in (b"my shopping list", b'{"name": "a map"}\n', b"\x00\xff\n", nameless, *cut):
        file.write_bytes(wrong)
        with pytest.raises(BadLedger):
            run_arena(new_match(["greedy", "random"]), 2, path=file)
        assert file.read_bytes() == wrong
    told = CliRunner().invoke(app, ["arena", "--bots", "greedy,random", "--games", "2", "--out", str(file)])
    assert told.exit_code == 1 and "in line 2; choose another file" in told.stderr


def test_games_of_other_code_are_not_mixed_in_unasked(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    match = new_match(["greedy", "random"])
    first = run_arena(match, 4, path=file)
    head, *games = file.read_text().splitlines()
    old = json.dumps(json.loads(head) | {"code": "0123456789abcdef"})
    file.write_text("\n".join([old, *games[:2]]) + "\n")
    with pytest.raises(BadLedger, match="--keep"):
        run_arena(match, 4, path=file)
    mixed = run_arena(match, 4, path=file, keep=True)
    assert mixed.played == 2 and mixed.codes == ["0123456789abcdef", *first.codes]
    # From then on it is known, and needs no asking.
    assert run_arena(match, 4, path=file).codes == mixed.codes
    fresh = run_arena(match, 4, path=file, fresh=True)
    assert fresh.played == 4 and fresh.codes == first.codes


@pytest.mark.skipif(os.name == "nt", reason="files are not held there")
def test_a_file_has_one_arena_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    process = start(file, 4000)
    try:
        wait_for(file, 1, process)
        with pytest.raises(BadLedger, match="another arena"):
            run_arena(new_match(["greedy", "random"]), 2, path=file)
    finally:
        process.kill()
        process.communicate()


# --- bots of one's own -----------------------------------------------------------------------------------------------


def test_a_bot_of_ones_own_is_all_that_it_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    bot = "print('here I am')\nfrom trunkline import Bot\nfrom . import mind\nclass Miser(Bot):\n    pass\n"
    files = {
        "misers/__init__.py": "",
        "misers/bot.py": bot,
        "misers/mind.py": "def weigh():\n    import miser_weights as weights\n    return weights.ALL\n",
        "miser_weights.py": "ALL = [1, 2]\n",
        "miser_diary.py": "import misers.bot\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    match = new_match(["misers.bot:Miser", "random"])
    assert capsys.readouterr() == ("", "here I am\n")
    digests = [code_of(match)]
    for name in files:
        file = tmp_path / name
        changed = file.stat().st_mtime_ns
        for text in (files[name] + "# a word\n", files[name] + "more = 1\n", files[name]):
            file.write_text(text)
            changed += 10**9
            os.utime(file, ns=(changed, changed))
            digests.append(code_of(match))
    first = digests[0]
    told = [[one == first for one in digests[start : start + 3]] for start in range(1, len(digests), 3)]
    assert told == [[True, False, True]] * 4 + [[True] * 3]
    monkeypatch.setattr(trunkline, "compiled", not trunkline.compiled)
    assert code_of(match) != first


def test_a_module_that_leaves_while_it_is_loaded_is_no_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "leaver.py").write_text("import sys\nsys.exit('bye')\n")
    with pytest.raises(NoSuchBot, match="SystemExit: bye"):
        new_match(["leaver:Bot", "random"])


def test_a_file_from_before_an_item_was_added_goes_on(tmp_path: Path) -> None:
    """A file without the items of newer boards is read and written on as it is; they are 0 on its board."""
    file = tmp_path / "games.jsonl"
    match = new_match(["random", "greedy"])
    run_arena(match, 4, path=file)
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    lacking = [lines[0]["columns"].index(item) for item in ("money", "trains_left")]

    def without(values: list[object]) -> list[object]:
        return [value for number, value in enumerate(values) if number not in lacking]

    lines[0]["columns"] = without(lines[0]["columns"])
    for line in lines[1:]:
        line["seats"] = [without(values) for values in line["seats"]]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    result = run_arena(match, 8, path=file)
    assert result.played == 4
    assert without_times(result.rows) == without_times(run_arena(match, 8).rows)
    games = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[1:]]
    assert {len(values) for game in games for values in game["seats"]} == {len(lines[0]["columns"])}

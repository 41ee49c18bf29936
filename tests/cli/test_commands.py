"""Every command as it is typed: play with its files, replay, map, version; good input and bad."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

import pytest

from cli.person import Run, play_through
from trunkline.game import Game, Seal

TINY = Path(__file__).parent.parent / "maps" / "tiny.toml"
LAST = Path("state/trunkline/last-game.jsonl")


# Help and version


def test_help_is_quick_because_it_imports_little() -> None:
    heavy = "('rich', 'trunkline.rules', 'trunkline.game', 'trunkline.maps')"
    code = f"import sys, trunkline.cli; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_help_names_every_command(run: Run) -> None:
    outcome = run("--help")
    assert outcome.code == 0
    for name in ("play", "simulate", "replay", "bench", "map", "version"):
        assert f"  {name} " in outcome.out
        assert run(name, "--help").code == 0


def test_version_says_whether_it_is_compiled(run: Run) -> None:
    for words in (["version"], ["--version"]):
        outcome = run(*words)
        assert outcome.code == 0
        assert outcome.out.startswith("trunkline 0.")
        assert "compiled" in outcome.out


# Play


def test_play_ends_politely_when_the_input_ends(run: Run) -> None:
    for words in (["play"], ["play", "--text", "--map", "europe", "--bots", "random"]):
        outcome = run(*words, "--bots", "random,random", "--seed", 1)
        assert outcome.code == 0
        assert "Keep at least 2" in outcome.out
        assert "trunkline play --resume" in outcome.out


def test_messages_name_the_command_that_was_typed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUNKLINE_PROGRAM", "python3 run.py")
    assert "python3 run.py play --resume" in run("play", "--bots", "random", "--seed", 1).out


def test_play_saves_and_resumes(run: Run, home: Path) -> None:
    words = ("play", "--bots", "random,random", "--seed", 7, "--seat", 1, "--save", "mine.jsonl")
    outcome = run(*words, typed="keep 1 2\ndraw deck\ndraw deck\nquit\n\n")
    assert outcome.code == 0
    first = Game.load(home / "mine.jsonl")
    assert first.players == 3
    assert Game.load(home / LAST).packed() == first.packed()
    outcome = run("play", "--resume", typed="draw deck\ndraw deck\n")
    assert "You drew" in outcome.out
    assert "random 0" in outcome.out
    later = Game.load(home / LAST)
    assert len(later.moves) > len(first.moves)
    mine = [later.notation(move.action) for move in later.moves if move.seat == 1]
    assert mine == ["keep 1 2", *["draw deck"] * 4]


def test_play_goes_on_from_a_file(run: Run, home: Path) -> None:
    run("play", "--bots", "random,random", "--seed", 8, typed="keep 1 2\nsave a.jsonl\n")
    outcome = run("play", "--load", "a.jsonl", "--bots", "random", typed="tickets\n")
    assert outcome.code == 0
    assert "needs" in outcome.out
    assert Game.load(home / LAST).players == 3


def test_the_same_seed_plays_the_same_game(run: Run) -> None:
    words = ("play", "--bots", "random,random", "--seed", "x")
    shown = [run(*words, typed="keep 1 2\n6\n6\n").out.partition("opening")[2] for _ in range(2)]
    assert shown[0] == shown[1]


def test_an_unfinished_game_is_put_aside(run: Run, home: Path) -> None:
    for seed in (1, 2, 3):
        outcome = run("play", "--bots", "random", "--seed", seed, typed="keep 1 2\n")
        assert ("put aside" in outcome.out) == (seed > 1)
    assert (home / "state/trunkline/unfinished-game-2.jsonl").exists()
    assert "put aside" in run("play", "--bots", "random").out
    # A game in which nothing was done is not worth keeping.
    assert "put aside" not in run("play", "--bots", "random").out
    assert not (home / "state/trunkline/unfinished-game-4.jsonl").exists()


def test_play_without_a_folder_to_keep_games_in(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null/nowhere")
    outcome = run("play", "--bots", "random", typed="keep 1 2\n")
    assert outcome.code == 0
    assert "cannot be kept" in outcome.out
    assert "--resume" not in outcome.out


def test_resume_survives_a_lost_seating(run: Run, home: Path) -> None:
    run("play", "--bots", "random,random", "--seed", 7, typed="keep 1 2\n")
    (home / "state/trunkline/last-game-seats.json").write_text("not json")
    outcome = run("play", "--resume", typed="hand\n")
    assert outcome.code == 0
    assert "traveller 1" in outcome.out


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["--map", "atlantis"], 1, 'no map "atlantis"'),
        (["--map", "none.toml"], 1, "cannot be read"),
        (["--variant", "huge"], 1, 'no variant "huge"'),
        (["--bots", "nobody"], 1, "there is no bot 'nobody'"),
        (["--bots", "random,random,random,random,random"], 2, "against 1 to 4 bots, not 5"),
        (["--bots", ","], 2, "is not a list of bots"),
        (["--seat", "7"], 2, "no seat 7"),
        (["--seat", "x"], 2, "--seat"),
        (["--load", "none.jsonl"], 1, "cannot be read"),
        (["--load", "empty.jsonl"], 1, "not a game file"),
        (["--save", "/nonexistent/folder/x.jsonl"], 1, "cannot be kept in /nonexistent/folder/x.jsonl"),
        (["--resume"], 1, "no game to resume"),
        (["--resume", "--load", "x"], 2, "use only one"),
    ],
)
def test_play_with_wrong_words(run: Run, home: Path, words: list[str], code: int, sentence: str) -> None:
    (home / "empty.jsonl").write_text("\n")
    outcome = run("play", *([] if "--bots" in words else ["--bots", "random"]), *words)
    assert (outcome.code, outcome.out) == (code, "")
    assert sentence in outcome.err


@pytest.mark.parametrize("answer", ["1 // 0", "12345678", "None"])
def test_a_bot_that_fails_ends_the_game_with_a_sentence(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    choose = f"    def choose(self, view, actions):\n        return {answer}\n"
    (home / "failing.py").write_text(f"from trunkline.bots.bot import Bot\nclass Fails(Bot):\n{choose}")
    monkeypatch.syspath_prepend(str(home))
    sys.modules.pop("failing", None)
    outcome = run("play", "--bots", "failing:Fails")
    assert outcome.code == 1
    assert "the bot Fails 1 failed at its move" in outcome.err
    assert (home / LAST).exists()


def test_loading_with_the_wrong_number_of_bots(run: Run, home: Path) -> None:
    Game.new("usa", 4, seed=1).save(home / "four.jsonl")
    outcome = run("play", "--load", "four.jsonl", "--bots", "random,random")
    assert outcome.code == 2
    assert "name 3 bots" in outcome.err


def test_play_by_pipe_in_a_process_of_its_own(home: Path) -> None:
    command = [
        sys.executable,
        "-c",
        "from trunkline.cli import main; main()",
        "play",
        "--bots",
        "random",
        "--seed",
        "1",
    ]
    environment = {**os.environ, "NO_COLOR": "1", "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        command, input="keep 1 2\n6\n6\nnonsense\n", capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert "your move> nonsense" in done.stdout
    assert (home / LAST).exists()


# Replay


@pytest.fixture(scope="module")
def whole_game(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The record of a whole game of Europe."""
    file = tmp_path_factory.mktemp("whole") / "game.jsonl"
    game = Game.new("europe", 2, seal=Seal(b"secret" * 5, (b"one", b"two")))
    play_through(game, 3)
    game.save(file)
    return file.read_text(encoding="utf-8")


@pytest.fixture
def saved(home: Path, whole_game: str) -> Path:
    """That game in a file."""
    file = home / "game.jsonl"
    file.write_text(whole_game, encoding="utf-8")
    return file


def entries(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def write(file: Path, lines: list[dict[str, Any]]) -> None:
    file.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


def test_replay_tells_the_whole_game(run: Run, saved: Path) -> None:
    outcome = run("replay", saved)
    assert outcome.code == 0
    game = Game.load(saved)
    assert f"Europe, 2 players, {len(game.moves)} moves" in outcome.out
    assert outcome.out.count(" claimed ") == sum(event.name == "claimed" for event in game.events)
    assert str(game.score_sheet().totals[0]) in outcome.out
    assert "a card from the deck" not in outcome.out
    assert "a card from the deck" in run("replay", saved, "--seat", 0).out


def test_replay_shows_any_position(run: Run, saved: Path) -> None:
    game = Game.load(saved)
    for number in (0, 1, 10, len(game.moves)):
        outcome = run("replay", saved, "--at", number)
        assert outcome.code == 0
        assert outcome.out.split() == str(game.at(number)).split()
        seen = run("replay", saved, "--at", number, "--seat", 1).out
        assert "Hand" in seen
    assert "Offered" in run("replay", saved, "--at", 0, "--seat", 1).out


def test_replay_of_a_game_that_goes_on(run: Run, home: Path) -> None:
    game = Game.new("usa", 3, seed=1)
    game.save(home / "new.jsonl")
    outcome = run("replay", "new.jsonl")
    assert "not over: it waits for seats 0, 1, 2." in outcome.out


def test_replay_verifies(run: Run, saved: Path) -> None:
    outcome = run("replay", saved, "--verify")
    assert outcome.code == 0
    assert "legal" in outcome.out
    assert "2 contributions" in outcome.out
    seal = Game.load(saved).seal
    assert seal is not None
    assert run("replay", saved, "--verify", "--commitment", seal.commitment.upper()).code == 0


def test_replay_finds_another_commitment(run: Run, saved: Path) -> None:
    outcome = run("replay", saved, "--verify", "--commitment", "ab" * 32)
    assert outcome.code == 1
    assert "does not fit the commitment" in outcome.out


def flip_a_card(lines: list[dict[str, Any]]) -> None:
    """Change one card of the row in a stored position."""
    packed = bytearray(zlib.decompress(b64decode(lines[20]["state"])))
    # Version, key, nine numbers, the list of turned cards and its length, the length of the row: then the row.
    at = 1 + 32 + 9 * 4
    turned = int.from_bytes(packed[at : at + 4], "little")
    at += 4 + turned + 4
    packed[at] = (packed[at] + 1) % 8
    lines[20]["state"] = b64encode(zlib.compress(bytes(packed))).decode()


def another_action(lines: list[dict[str, Any]]) -> None:
    """Say that somebody drew from another place."""
    entry = next(line for line in lines[1:] if line["action"] == "draw deck")
    entry["code"] = 1


def illegal_action(lines: list[dict[str, Any]]) -> None:
    lines[20]["code"] = 0


def strange_action(lines: list[dict[str, Any]]) -> None:
    lines[20]["code"] = 255


def strange_seat(lines: list[dict[str, Any]]) -> None:
    lines[20]["seat"] = 9


def another_secret(lines: list[dict[str, Any]]) -> None:
    lines[0]["secret"] = "00" * 32


def another_contribution(lines: list[dict[str, Any]]) -> None:
    lines[0]["contributions"][1] = b"luck".hex()


def another_event(lines: list[dict[str, Any]]) -> None:
    entry = next(line for line in lines if any(event["event"] == "claimed" for event in line["events"]))
    next(event for event in entry["events"] if event["event"] == "claimed")["points"] = 99


def left_out(lines: list[dict[str, Any]]) -> None:
    del lines[20]


@pytest.mark.parametrize(
    "tamper",
    [flip_a_card, another_action, illegal_action, strange_action, strange_seat, another_secret, another_contribution,
     another_event, left_out],
)  # fmt: skip
def test_replay_finds_tampering(run: Run, saved: Path, tamper: Any) -> None:
    lines = entries(saved)
    tamper(lines)
    write(saved, lines)
    outcome = run("replay", saved, "--verify")
    assert outcome.code == 1
    said = " ".join((outcome.out + outcome.err).split())
    assert "does not hold" in said or "this line is damaged" in said


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["none.jsonl"], 1, "cannot be read"),
        (["."], 1, "cannot be read"),
        (["text.jsonl"], 1, "not a game file"),
        (["game.jsonl", "--at", "9999"], 2, "there is no position 9999"),
        (["game.jsonl", "--at", "-1"], 2, "there is no position -1"),
        (["game.jsonl", "--seat", "5"], 2, "no seat 5"),
        ([], 2, "Missing argument"),
    ],
)
@pytest.mark.usefixtures("saved")
def test_replay_with_wrong_words(run: Run, home: Path, words: list[str], code: int, sentence: str) -> None:
    (home / "text.jsonl").write_text("once upon a time\n")
    outcome = run("replay", *words)
    assert outcome.code == code
    assert sentence in outcome.err


def test_replay_of_a_damaged_file(run: Run, saved: Path) -> None:
    lines = entries(saved)
    lines[3]["state"] = "AAAA"
    write(saved, lines)
    outcome = run("replay", saved)
    assert outcome.code == 1
    assert ":4: this line is damaged" in outcome.err


# Maps


def test_map_check(run: Run, home: Path) -> None:
    outcome = run("map", "check", TINY)
    assert outcome.code == 0
    assert "is a good map" in outcome.out
    assert run("map", "check", "usa").code == 0
    bad = home / "bad.toml"
    bad.write_text(TINY.read_text(encoding="utf-8").replace("length = ", "length = -", 1), encoding="utf-8")
    outcome = run("map", "check", bad)
    assert outcome.code == 1
    assert f"{bad}:" in outcome.err
    assert run("map", "check", home / "none.toml").code == 1


def test_map_show(run: Run) -> None:
    outcome = run("map", "show", "europe", "--variant", "mega")
    assert outcome.code == 0
    assert "Europe: Mega" in outcome.out
    assert "Kyiv" in outcome.out
    assert run("map", "show", TINY).code == 0
    for words in (["atlantis"], ["usa", "--variant", "huge"]):
        outcome = run("map", "show", *words)
        assert (outcome.code, outcome.out) == (1, "")
        assert words[-1] in outcome.err


def test_map_draw(run: Run, home: Path) -> None:
    outcome = run("map", "draw", "usa", "-o", "usa.svg")
    assert outcome.code == 0
    assert (home / "usa.svg").read_text(encoding="utf-8").startswith("<svg")
    outcome = run("map", "draw", "usa", "-o", "/nonexistent/usa.svg")
    assert (outcome.code, outcome.out) == (1, "")
    assert "/nonexistent/usa.svg" in outcome.err
    assert run("map", "draw", "usa").code == 2


def test_map_list(run: Run) -> None:
    outcome = run("map", "list")
    assert outcome.code == 0
    for word in ("usa", "europe", "1910", "mega", "2–5"):
        assert word in outcome.out


def test_no_such_command(run: Run) -> None:
    for words in (["fly"], ["map", "fly"], ["play", "--fly"]):
        outcome = run(*words)
        assert outcome.code == 2
        assert outcome.err

"""`trunkline campaign new`, `play`, `show`, `check`: the campaign at the keyboard, leaving and going on, nonsense."""

from __future__ import annotations

import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.campaign_person import STEADY, Keyboard, Stopped, console_of, found_campaign, lots_of, play
from cli.person import Run
from trunkline.campaign.charters import territories
from trunkline.campaign.content import load_words
from trunkline.campaign.entries import Chartered, Christened, Played, Repainted, Voted
from trunkline.campaign.logfile import CampaignFile
from trunkline.campaign.running import running_path
from trunkline.campaign.state import OVER, PLAYING
from trunkline.cli.campaign_play import CampaignTable
from trunkline.game import Game

TWO = ("blue Anna", f"red={STEADY} Robot")
NONSENSE = (
    "xyzzy", "99999", "0", "-1", "1 1", "seat blue", "seat green red", "seat blue red=nobody", "join", "join red Me",
    "blue", "blue fly", "christen", "vote c", "[bold]", "¿qué?", "pick PS", "1 " + "x" * 60,
)  # fmt: skip


def left_everywhere(path: Path, stop: str) -> int:
    """Play so that every prompt of every position is left once before it is answered; how often that was."""
    left: set[tuple[int, int, str]] = set()
    while True:
        keyboard = Keyboard(stop)

        def leave(prompt: str, number: int, keyboard: Keyboard = keyboard) -> str | None:
            assert keyboard.table is not None
            moves = len(keyboard.table.table.game.moves) if keyboard.table.table is not None else 0
            place = (len(keyboard.table.file.entries), moves, prompt)
            if place in left:
                return None
            left.add(place)
            raise (EOFError, KeyboardInterrupt)[len(left) % 2]

        keyboard.before = leave
        with CampaignFile.take(path) as file:
            keyboard.table = CampaignTable(file, keyboard.read, console_of()[0], lots_of(file))
            try:
                assert not keyboard.table.run()
            except Stopped:
                return len(left)


def test_leaving_at_every_prompt_changes_nothing(home: Path) -> None:
    found_campaign(home / "whole.jsonl", *TWO)
    found_campaign(home / "left.jsonl", *TWO)
    play(home / "whole.jsonl", Keyboard("game 2> "))
    assert left_everywhere(home / "left.jsonl", "game 2> ") > 30
    whole = (home / "whole.jsonl").read_bytes()
    assert (home / "left.jsonl").read_bytes() == whole
    kinds = {type(entry) for entry in CampaignFile.read(home / "whole.jsonl").entries}
    assert {Played, Chartered} <= kinds
    assert sorted(file.name for file in home.iterdir()) == ["left.jsonl", "whole.jsonl"], (
        "no game is left beside the files"
    )


def test_nonsense_at_every_prompt_changes_nothing(home: Path) -> None:
    found_campaign(home / "whole.jsonl", *TWO)
    found_campaign(home / "noise.jsonl", *TWO)
    play(home / "whole.jsonl", Keyboard("game 3> "))
    dice = random.Random(4)
    seen: set[str] = set()
    typed: set[tuple[str, int]] = set()

    def nonsense(prompt: str, number: int) -> str | None:
        seen.add(prompt)
        key = (prompt, number // 4)
        if key in typed or "Enter" in prompt or prompt in ("your move> ", "second card> ", "tickets> ", "draft> "):
            return None
        typed.add(key)
        return dice.choice(NONSENSE)

    said = play(home / "noise.jsonl", Keyboard("game 3> ", nonsense))
    assert (home / "noise.jsonl").read_bytes() == (home / "whole.jsonl").read_bytes()
    assert "does not fit here" in said
    assert {"game 1> ", "game 2> "} <= seen


@pytest.mark.parametrize("line", NONSENSE)
def test_nonsense_in_a_pause(home: Path, line: str) -> None:
    path = home / "a.jsonl"
    found_campaign(path, *TWO)
    before = path.read_bytes()
    typed = [line, "quit"]
    said = play(path, Keyboard(before=lambda prompt, number: typed.pop(0)))
    assert path.read_bytes() == before
    assert "Everything is kept." in said


@pytest.mark.rule("L20")
def test_a_whole_campaign_with_a_person(home: Path) -> None:
    """The person plays the first two games with their charters; then a bot stands in, and the person decides on."""
    path = home / "a.jsonl"
    found_campaign(path, "blue Anna", f"red={STEADY} Robot", f"green={STEADY} Gustav")

    def stand_in(prompt: str, number: int) -> str | None:
        if prompt.startswith("game ") and prompt not in ("game 1> ", "game 2> ", "game 12> "):
            return f"seat blue={STEADY} red green"
        return None

    said = play(path, Keyboard(before=stand_in))
    file = CampaignFile.read(path)
    campaign = file.campaign
    assert campaign.stage == OVER and len(campaign.territories) == 8
    assert [entry.game for entry in file.entries if isinstance(entry, Played)] == list(range(1, 13))
    text = " ".join(said.split())
    assert "wins the campaign with $" in text
    assert "Epilogue" in text and "medal Long Haul" in text and "Previously: " in text
    assert "The box of" in text and "joins the news." in text
    assert "played by the bot" in text
    assert max(len(line.rstrip()) for line in said.splitlines()) <= 80
    again = " ".join(play(path, Keyboard()).split())
    assert "all twelve games are played" in again.lower() and "wins the campaign with $" in again


@pytest.mark.rule("L7")
@pytest.mark.rule("L26")
def test_nothing_sealed_is_shown_early(home: Path) -> None:
    """Effects of a vote, boxes, medals and sums come only when they are due; checked at every prompt of a campaign."""
    path = home / "a.jsonl"
    found_campaign(path, f"red={STEADY} Robot", "blue Anna")
    campaign = CampaignFile.read(path).campaign
    words = load_words(campaign.version, "en")
    console, shown = console_of(width=4000)
    keyboard = Keyboard("game 4> ")
    results = {vote: (each.result_a, each.result_b) for vote, each in words.votes.items()}

    def look(prompt: str, number: int) -> str | None:
        assert keyboard.table is not None
        now = keyboard.table.file.campaign
        screen = keyboard.table.screen
        if prompt.startswith(("your move", "draft", "second", "tickets")):
            return None
        for show in (screen.status, screen.board, screen.companies, screen.story):
            show(now)
        screen.rules(now, keyboard.table.file.entries)
        screen.chronicle(now, keyboard.table.file.entries)
        text = shown.getvalue()
        for vote, effects in results.items():
            if vote not in now.votes:
                assert not any(effect in text for effect in effects), vote
        for code, territory in territories(now).items():
            if code not in now.territories:
                own = [city.name for city in territory.cities if city.name not in ("Springfield",)]
                assert not any(f"{name} –" in text or f"– {name}" in text for name in own), code
        assert not any(medal in text for medal in words.medals.values())
        assert not any(words.cards[card].title in text for card in words.cards if card not in now.story)
        shown.seek(0)
        shown.truncate()
        return None

    keyboard.before = look
    with CampaignFile.take(path) as file:
        keyboard.table = CampaignTable(file, keyboard.read, console, lots_of(file))
        with pytest.raises(Stopped):
            keyboard.table.run()
    kinds = {type(entry) for entry in CampaignFile.read(path).entries}
    assert Voted in kinds and {Repainted, Christened} & kinds


@pytest.mark.rule("L24")
def test_hands_are_covered_between_two_people(home: Path) -> None:
    path = home / "a.jsonl"
    found_campaign(path, "blue Anna", "red Boris", f"green={STEADY} Gustav")
    console, shown = console_of(width=200, terminal=True)
    keyboard = Keyboard("game 2> ")
    screens: list[tuple[str, str]] = []

    def watch(prompt: str, number: int) -> str | None:
        screens.append((prompt, shown.getvalue().rsplit("\x1b[3J", 1)[-1]))
        return None

    keyboard.before = watch
    with CampaignFile.take(path) as file:
        keyboard.table = CampaignTable(file, keyboard.read, console, lots_of(file))
        with pytest.raises(Stopped):
            keyboard.table.run()
    covers = [screen for prompt, screen in screens if prompt.endswith("Enter shows your hand> ")]
    assert len(covers) > 20
    assert all("Hand" not in screen and "Row" not in screen for screen in covers[1:])
    people = {prompt.partition(" ")[0] for prompt, _ in screens if prompt.endswith("Enter shows your hand> ")}
    assert people == {"Anna", "Boris"}
    # A screen never holds the hands of two people: after the cover everything is told to one of them.
    for _, screen in screens:
        assert not ("Anna took" in screen and "Boris took" in screen and "You took" in screen)


def test_a_killed_process_loses_nothing(home: Path) -> None:
    """The process is killed at a prompt in the middle of a game; the next one goes on with the same game."""
    path = home / "a.jsonl"
    found_campaign(path, "blue Anna", "red=random Robot")
    command = [sys.executable, "-m", "trunkline", "campaign", "play", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("\n\n1 2\nkeep\ndraw deck\ndraw deck\n")
        process.stdin.flush()
        seen = ""
        while seen.count("your move> ") < 2 and (byte := process.stdout.read(1)):
            seen += byte
        process.send_signal(signal.SIGKILL)
    file = CampaignFile.read(path)
    assert file.campaign.stage == PLAYING
    game = Game.load(running_path(file))
    assert len(game.moves) >= 4
    done = subprocess.run(command, input="quit\n\n", capture_output=True, text=True, check=True)
    assert "your move> quit" in done.stdout and "Everything is kept." in done.stdout
    assert len(Game.load(running_path(CampaignFile.read(path))).moves) == len(game.moves)


def test_two_processes_cannot_play_one_file(home: Path, run: Run) -> None:
    path = home / "a.jsonl"
    found_campaign(path, *TWO)
    with CampaignFile.take(path):
        refused = run("campaign", "play", path)
        assert refused.code == 1 and "is being played by another process" in refused.err
        assert run("campaign", "check", path).code == 0
        assert run("campaign", "show", path).code == 0
    assert run("campaign", "play", path, typed="quit\n").code == 0


def test_founding_by_questions(home: Path, run: Run) -> None:
    typed = "\nxyz\nblue\n\n\nAnna\nblue\nr\nnobody\nplanner\n\n\n"
    done = run("campaign", "new", "a.jsonl", typed=typed)
    assert done.code == 0, done
    campaign = CampaignFile.read(home / "a.jsonl").campaign
    assert [(each.colour, each.president, each.bot) for each in campaign.companies] == [
        ("blue", "Anna", None),
        ("red", "Planner", "planner"),
    ]
    assert campaign.name == "The Meridian Line"
    assert done.out.count("does not fit here") == 2 and "nobody" in done.out
    ambiguous = run("campaign", "new", "b.jsonl", typed="\nbl\nquit\n")
    assert "`bl` does not fit here: type blue, red, green, yellow or black." in ambiguous.out
    for cut in ("", "\n", "\nblue\n", "\nblue\nquit\n"):
        left = run("campaign", "new", "b.jsonl", typed=cut)
        assert left.code == 1 and "No campaign was founded." in left.err
        assert not (home / "b.jsonl").exists()


@pytest.mark.parametrize(
    ("companies", "said"),
    [
        (["blue Anna"], "two to five companies"),
        (["blue Anna", "blue Bob"], "same colour"),
        (["pink Anna", "blue Bob"], "'pink' is not free: "),
        (["blue", "red Bob"], "a colour and a president"),
        (["blue=nobody", "red Bob"], "nobody"),
        (["blue " + "x" * 41, "red Bob"], "1 to 40 printable"),
    ],
)
def test_bad_companies_are_refused(home: Path, run: Run, companies: list[str], said: str) -> None:
    words = [word for company in companies for word in ("--company", company)]
    done = run("campaign", "new", "a.jsonl", *words)
    assert done.code == 1 and said in done.err
    assert not (home / "a.jsonl").exists()


@pytest.mark.parametrize("command", ["play", "show", "check"])
def test_bad_files_are_refused(home: Path, run: Run, command: str) -> None:
    path = home / "a.jsonl"
    missing = run("campaign", command, path)
    assert missing.code == 1 and "No such file" in missing.err
    assert (f"campaign new {path}" in missing.err) == (command == "play")
    for data, said in (
        (b"", "is empty"),
        (b"hello\n", ":1: this is not the file of a campaign"),
        (b"\xff\x00", ":1: "),
        (b'{"name": "package.json"}\n', ":1: this is not the file of a campaign"),
        (b'{"trunkline": 1, "map": "usa"}\n', ":1: this is the record of a single game, not a campaign"),
    ):
        path.write_bytes(data)
        done = run("campaign", command, path)
        assert done.code == 1 and said in done.err, done
        assert path.read_bytes() == data
    folder = run("campaign", command, home)
    assert folder.code == 1 and "directory" in folder.err


def test_a_damaged_line_is_named_and_an_incomplete_one_dropped(home: Path, run: Run) -> None:
    path = home / "a.jsonl"
    found_campaign(path, *TWO)
    play(path, Keyboard("your move> "))
    data = path.read_bytes()
    sound = run("campaign", "check", path)
    assert sound.code == 0 and "is undamaged: " in sound.out
    path.write_bytes(data.replace(b"blue", b"navy", 1))
    for command in ("check", "play", "show"):
        done = run("campaign", command, path)
        assert done.code == 1 and ":1: this line was changed" in done.err
    path.write_bytes(data + b'{"campaign":1')
    checked = run("campaign", "check", path)
    assert checked.code == 1 and "incomplete and is ignored" in checked.err and "`play` would remove it" in checked.err
    assert path.read_bytes() == data + b'{"campaign":1', "only `play` repairs"
    shown = run("campaign", "show", path)
    assert shown.code == 0 and "incomplete" in shown.err
    played = run("campaign", "play", path, typed="quit\n")
    assert "was incomplete and was removed" in " ".join(played.out.split()) and path.read_bytes() == data


def test_a_file_that_exists_or_cannot_be_written(home: Path, run: Run) -> None:
    path = home / "a.jsonl"
    path.write_text("mine")
    done = run("campaign", "new", path, "--company", "blue A", "--company", "red B")
    assert done.code == 1 and "exists already" in done.err and path.read_text() == "mine"
    assert f"campaign play {path}" in done.err
    done = run("campaign", "new", home / "no" / "a.jsonl", "--company", "blue A", "--company", "red B")
    assert done.code == 1 and "there is no folder" in done.err


def test_a_damaged_game_in_progress_can_be_dealt_anew(home: Path, run: Run) -> None:
    path = home / "a.jsonl"
    found_campaign(path, *TWO)
    play(path, Keyboard("your move> "))
    kept = running_path(CampaignFile.read(path))
    kept.write_text("spoilt")
    done = run("campaign", "play", path)
    assert done.code == 1 and "--deal-anew" in done.err and kept.read_text() == "spoilt"
    done = run("campaign", "play", path, "--deal-anew", typed="quit\n\n")
    assert done.code == 0 and "dealt anew" in done.out
    assert not kept.exists() and running_path(CampaignFile.read(path)).exists()
    assert run("campaign", "check", path).code == 0


@pytest.mark.parametrize("typed", ["y\nn\n", "y\n\n", "maybe\n", ""])
def test_a_game_is_dealt_anew_only_if_all_who_play_it_agree(home: Path, run: Run, typed: str) -> None:
    path = home / "a.jsonl"
    found_campaign(path, "blue Anna", f"red={STEADY} Robot", "green Nora")
    play(path, Keyboard("your move> "))
    before = path.read_bytes(), running_path(CampaignFile.read(path)).read_bytes()
    done = run("campaign", "play", path, "--deal-anew", typed=typed)
    assert done.code == 1 and "Not everybody agrees" in done.err
    assert (path.read_bytes(), running_path(CampaignFile.read(path)).read_bytes()) == before
    if typed == "":
        done = run("campaign", "play", path, "--deal-anew", typed="y\nyes\nquit\n\n")
        assert done.code == 0 and "dealt anew" in done.out
        assert path.read_bytes() != before[0]


def test_dealing_anew_needs_a_game(home: Path, run: Run) -> None:
    path = home / "a.jsonl"
    found_campaign(path, *TWO)
    done = run("campaign", "play", path, "--deal-anew")
    assert done.code == 1 and "No game is being played" in done.err


@pytest.mark.rule("L28")
@pytest.mark.rule("L22")
def test_joining_missing_and_leaving(home: Path) -> None:
    path = home / "a.jsonl"
    found_campaign(path, f"blue={STEADY} A", f"red={STEADY} B", f"black={STEADY} C")
    lines = iter(
        [
            "join green=nobody X",
            f"join green={STEADY} Greta",
            "seat blue red green",
            "black leave",
            "",
            "black leave",
            "2",
            "1",
            "quit",
        ]
    )
    said = play(path, Keyboard(before=lambda prompt, number: next(lines)))
    campaign = CampaignFile.read(path).campaign
    assert [company.colour for company in campaign.companies] == ["blue", "red", "black", "green"]
    assert campaign.absent(1) == ["black"]
    assert campaign.company("black").has_left
    assert said.count("does your company leave") == 2
    assert "missed game 1" in said and "left for good" in said and "nobody" in said


@pytest.mark.rule("L27")
def test_show(home: Path, run: Run) -> None:
    path = home / "a.jsonl"
    found_campaign(path, *TWO)
    fresh = run("campaign", "show", path)
    assert fresh.code == 0
    assert re.search(r"^ +13 +–", fresh.out, re.MULTILINE), "an empty number is shown"
    assert "a route of your colour pays your bonus" in fresh.out
    play(path, Keyboard("game 2> "))
    shown = run("campaign", "show", path)
    for words in (
        "1867, game 2 of 12",
        "chartered by",
        "completed tickets are stamped (since 1865)",
        "Chronicle",
        "slips",
    ):
        assert words in shown.out, words
    story = run("campaign", "show", path, "--part", "story").out
    assert "An Invitation" in story and "A Charter Is Granted" in story
    assert run("campaign", "show", path, "--part", "finale").code == 1
    assert run("campaign", "show", path, "--part", "all that").code == 2


@pytest.mark.rule("L20")
def test_what_was_put_off_can_be_done_before_the_next_game(home: Path) -> None:
    """The winner puts the christening off, does it at the prompt of the pause, and somebody strikes the name."""
    path = home / "a.jsonl"
    found_campaign(path, "blue Anna", "red Boris")

    def later(prompt: str, number: int) -> str | None:
        return "later" if prompt in ("christen> ", "repaint> ") else None

    keyboard = Keyboard("game 2> ", later)
    play(path, keyboard)
    campaign = CampaignFile.read(path).campaign
    winner, last = campaign.may_christen, campaign.may_repaint
    assert winner and last
    lines = iter(["", "", f"{winner} christen", "1 Low Road", f"{last} strike", "9", "1", f"{last} strike", "quit"])
    said = play(path, Keyboard(before=lambda prompt, number: next(lines)))
    assert "“Low Road”" in said and "struck the name" in said
    assert not CampaignFile.read(path).campaign.names


def test_names_of_routes_are_used_in_the_next_game(home: Path) -> None:
    """Anna wins and christens a route; the board of the second game shows the name, in eighty columns."""
    path = home / "a.jsonl"
    found_campaign(path, "blue Anna", "red Boris")
    seen = [0]

    def christen(prompt: str, number: int) -> str | None:
        if prompt == "christen> ":
            return "1 " + "W" * 24
        if prompt == "your move> " and CampaignFile.read(path).campaign.game == 2:
            seen[0] += 1
            if seen[0] == 1:
                return "routes"
            raise EOFError
        return None

    said = play(path, Keyboard(before=christen))
    assert seen[0] == 2
    table = said.rsplit("Meridian 1867", 1)[-1].partition("spaces  colour")[2]
    assert "WWWWWWWW" in table and "…" not in table
    assert max(len(line.rstrip()) for line in said.splitlines()) <= 80

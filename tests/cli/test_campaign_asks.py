"""What people type in a campaign: names and numbers, refusals that say what is wrong, the drawing of the map."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.campaign_person import STEADY, Keyboard, found_campaign, play
from cli.person import Run
from trunkline.campaign.actions import IllegalStep, act, removable, to_act
from trunkline.campaign.charters import territories
from trunkline.campaign.logfile import CampaignFile
from trunkline.cli.campaign_asks import matching, two_of

TWO = ("blue Anna", f"red={STEADY} Robot")


@pytest.mark.rule("L26")
def test_territories_and_events_are_chosen_by_name(home: Path) -> None:
    path = home / "a.jsonl"
    found_campaign(path, *TWO)
    typed: list[str] = []

    def by_name(prompt: str, number: int) -> str | None:
        assert keyboard.table is not None
        campaign, words = keyboard.table.file.campaign, keyboard.table.asks.words
        if prompt not in ("name two> ", "pick> ", "remove> "):
            return None
        verb = prompt.split("> ")[0].split()[0]
        first = keyboard.table.asks.options("blue")[verb][0]
        if verb == "name":
            a, b = (words.territory(code) for code in first.split())
            typed.append(f"{a.lower()} and {b}")
        else:
            named = words.card(first) if verb == "remove" else words.territory(first)
            typed.append(named.upper())
        assert campaign.game <= 3
        return typed[-1]

    keyboard = Keyboard("game 4> ", by_name)
    said = play(path, keyboard)
    chosen = CampaignFile.read(path).campaign
    assert typed and "does not fit" not in said
    assert chosen.territories and any(" and " in line or line.isupper() for line in typed)


def test_names_in_a_line() -> None:
    names = ["Gulf Coast", "Gulf Islands", "Great Basin", "Texas"]
    assert matching("2", names) == [1] and matching("5", names) == []
    assert matching("gulf", names) == [0, 1] and matching("gulf c", names) == [0] and matching("", names) == []
    assert two_of("1 4", names) == (0, 3) and two_of("texas, gulf coast", names) == (3, 0)
    assert two_of("great texas", names) == (2, 3) and two_of("Great Basin and 1", names) == (2, 0)
    for unclear in ("", "1", "1 1", "gulf texas", "1 2 3", "texas texas", "7 1"):
        assert two_of(unclear, names) is None, unclear


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("blue fly", "There is no action 'fly' for blue in a campaign."),
        ("Blue FLY", "There is no action 'fly' for blue in a campaign."),
        ("blue vote", "Now blue cannot vote."),
        ("join pink Greta", "The colour 'pink' is not free: choose one of green, yellow, black."),
        ("join green", "Name the president of green too."),
        ("blue leave", "A campaign needs two companies or more: blue cannot leave."),
        ("seat blue green", "There is no company 'green'."),
    ],
)
def test_refusals_say_what_is_wrong(home: Path, line: str, said: str) -> None:
    path = home / "a.jsonl"
    found_campaign(path, *TWO)
    lines = iter([line, "quit"])
    assert said in play(path, Keyboard(before=lambda prompt, number: next(lines)), width=200)


@pytest.mark.rule("L20")
def test_a_wrong_choice_is_answered_with_those_there_are(home: Path) -> None:
    path = home / "a.jsonl"
    found_campaign(path, *TWO)
    play(path, Keyboard("remove> "))
    campaign = CampaignFile.read(path).campaign
    (actor,) = to_act(campaign)
    with pytest.raises(IllegalStep, match=rf"Now {actor} cannot remove 'nothing'. Possible: {removable(campaign)[0]}"):
        act(campaign, actor, "remove nothing", lambda: "ab" * 32)


def test_the_map_of_a_campaign_is_drawn(home: Path, run: Run) -> None:
    path = home / "a.jsonl"
    found_campaign(path, *TWO)
    drawn = run("campaign", "draw", path, "-o", home / "before.svg")
    assert drawn.code == 0 and "before.svg is drawn" in drawn.out
    lines = {"your move> ": "map"}
    keyboard = Keyboard("game 4> ", lambda prompt, number: lines.pop(prompt, None))
    said = play(path, keyboard, width=200)
    assert f"is drawn in {path}.svg" in said
    assert Path(f"{path}.svg").read_text(encoding="utf-8") == (home / "before.svg").read_text(encoding="utf-8")
    campaign = CampaignFile.read(path).campaign
    city = territories(campaign)[campaign.territories[0]].cities[0].name
    assert city not in (home / "before.svg").read_text(encoding="utf-8")
    lines["game 4> "] = "map"
    play(path, Keyboard("never", lambda prompt, number: lines.pop(prompt, "quit")))
    assert city in Path(f"{path}.svg").read_text(encoding="utf-8")
    assert run("campaign", "draw", path, "-o", home / "no" / "a.svg").code == 1
    Path(f"{path}.svg").unlink()
    assert run("campaign", "draw", path).code == 0 and city in Path(f"{path}.svg").read_text(encoding="utf-8")


def test_a_file_of_another_kind_is_not_overwritten(home: Path, run: Run) -> None:
    """A name typed wrongly loses neither the campaign nor another file."""
    path = home / "a.jsonl"
    found_campaign(path, *TWO)
    lines = {"your move> ": [f"save {path}", "save b.jsonl", "map", "quit", "quit"], "leave> ": [str(path), ""]}
    before: list[bytes] = []

    def save_over_it(prompt: str, number: int) -> str | None:
        if prompt == "your move> " and not before:
            before.append(path.read_bytes())
        return lines[prompt].pop(0) if lines.get(prompt) else None

    Path(f"{path}.svg").write_text("mine")
    said = " ".join(play(path, Keyboard(before=save_over_it), width=200).split())
    assert said.count("could not be saved as") == 2 and "cannot be drawn into" in said
    assert said.count("a file of another kind; choose another name") == 3
    assert path.read_bytes() == before[0] and Path(f"{path}.svg").read_text() == "mine"
    assert (home / "b.jsonl").exists()
    refused = run("campaign", "draw", path, "-o", path)
    assert refused.code == 1 and "a file of another kind" in refused.err and path.read_bytes() == before[0]
    refused = run("map", "draw", "usa", "-o", path)
    assert refused.code == 1 and path.read_bytes() == before[0]
    refused = run("play", "--text", "--map", "usa", "--bots", "random", "--save", path, typed="")
    assert refused.code == 1 and path.read_bytes() == before[0]


@pytest.mark.rule("L20")
def test_what_is_no_choice_is_refused_with_what_can_be_typed(home: Path) -> None:
    path = home / "a.jsonl"
    found_campaign(path, "blue Anna", "red Boris")
    wrong = {"remove> ": "fog horn", "name two> ": "1"}
    said = play(path, Keyboard("game 2> ", lambda prompt, number: wrong.pop(prompt, None)), width=200)
    assert re.search(r"`fog horn` does not fit here: type a number from 1 to \d, or a name of the list\.", said)
    assert "type two different numbers from 1 to 3, or two names of the list." in said

"""Every kind of wrong map is refused, with the line and what to do about it."""

from __future__ import annotations

import pickle
import tomllib
from pathlib import Path
from typing import Any

import pytest

from trunkline.maps import MapError, Problem, load_map, map_names
from trunkline.maps.check import check_text
from trunkline.maps.lines import Place, line_numbers

FILE = Path(__file__).parent / "tiny.toml"
TEXT = FILE.read_text(encoding="utf-8")
MAPS = FILE.parents[2] / "src" / "trunkline" / "maps"

# What is replaced in the file, by what, what is said, and a part of the advice. The line is that of the replaced text.
WRONG = [
    ("[rules]", "[rules", "this is not TOML", "column"),
    ("trains = 15", "trains = 15 15", "this is not TOML", "column"),
    ("format = 1", "format = 2", '"format" is 2, out of range', "from 1 to 1"),
    ('name = "Tiny"', "name = 5", '"name" is 5, not a text', "quotes"),
    ('name = "Tiny"', 'name = ""', '"name" is empty', "plain words"),
    ('name = "Tiny"', 'name = "Ti\\u0000ny"', '"name" is empty or has unprintable characters', "plain words"),
    ("trains = 15", "trians = 15", 'unknown key "trians" in rules', 'Did you mean "trains"?'),
    ("trains = 15", "trains = 0", '"trains" is 0, out of range', "from 1 to 255"),
    ("trains = 15", "trains = 256", '"trains" is 256, out of range', "from 1 to 255"),
    ("trains = 15", "trains = true", '"trains" is true, not a whole number', "from 1 to 255"),
    ("trains = 15", 'trains = "15"', '"trains" is "15", not a whole number', "from 1 to 255"),
    ("trains = 15", "trains = 4", "nobody has the trains for a route of 5 spaces", "Give more trains"),
    ("players = [2, 4]", "players = [1, 4]", '"players" is 1, out of range', "from 2 to 5"),
    ("players = [2, 4]", "players = [2, 6]", '"players" is 6, out of range', "from 2 to 5"),
    ("players = [2, 4]", "players = [4, 2]", "the least number of players, 4, is above the most, 2", "[least, most]"),
    ("players = [2, 4]", "players = 4", '"players" is 4, not a list', "[ ]"),
    ("players = [2, 4]", "players = [2]", '"players" has 1 items', "Write 2"),
    ("row = 4", "row = 21", '"row" is 21, out of range', "from 1 to 20"),
    ("hand = 3", "hand = 9", "4 hands and the row need 40 cards, the deck has 38", "Add cards"),
    ("hand = 3", "hand = -1", '"hand" is -1, out of range', "from 0"),
    ("station_cost = [1, 2]", "station_cost = [1]", "there is not a cost for each station", "Write 2"),
    ('name = "Long"', 'replaced_by = "harbor"\nname = "Long"', '"harbor" is no variant that is off', '"harbour"?'),
    ('name = "Long"', 'replaced_by = "long"\nname = "Long"', '"long" is no variant that is offered', ""),
    ("end_at = 2", "end_at = 15", "the game would end before it begins", "less than trains"),
    ("short = 2, long = 0, keep = 1", "short = 2, long = 0, keep = 3", "3 tickets must be kept, but 2", "Lower"),
    ("short = 2, long = 0, keep = 1", "short = 16, long = 1, keep = 1", "17 tickets in one offer", "limit is 16"),
    ('refused = "bottom"', 'refused = "top"', '"refused" cannot be "top"', '"bottom", "out"'),
    ("draw = { tickets = 2", "draw = { tickets = 17", '"tickets" is 17, out of range', "from 1 to 16"),
    ("tickets = 2, keep = 1", "tickets = 2, keep = 3", "3 tickets must be kept, but 2 are drawn", "Lower keep"),
    ('"stations", "longest-path"]', '"station"]', '"tie_break" cannot be "station"', 'Did you mean "stations"?'),
    ('"stations", "longest-path"]', '"tickets"]', "a tie-break is there twice", "at most once"),
    ("cards = { red", "cards = { gray = 3, red", "gray cannot be a card", "another colour"),
    ("red = 8", "red = 256", '"red" is 256, out of range', "from 0 to 255"),
    ("red = 8", "Red = 8", 'the name "Red" in cards cannot be used', "lower-case"),
    ("[decks.trains]", "[decks.ship]\ncards = { red = 3 }\n[decks.trains]", 'unknown deck "ship"', 'mean "ships"?'),
    ('id = "alder", ', 'id = "Älder", ', '"id" cannot be "Älder"', '"lder"'),
    ('id = "alder", ', 'id = "a--b", ', '"id" cannot be "a--b"', '"a-b"'),
    ('id = "cedar", ', 'id = "alder", ', 'two cities have the id "alder"', "on line 31"),
    ('name = "Cedar", ', 'name = "Alder", ', 'two cities have the name "Alder"', "change one"),
    ("at = [50.3, 14.2]", "at = [50.0, 10.0]", "two cities have the place 50, 10", "change one"),
    ("at = [50.3, 14.2]", "at = [90.1, 14.2]", '"at" is not a point of the earth', "from -90 to 90"),
    ("at = [50.3, 14.2]", "at = [50.3, 181]", '"at" is not a point of the earth', "from -180 to 180"),
    ("at = [50.3, 14.2]", "at = [nan, 14.2]", '"at" is not a point of the earth', "latitude"),
    ("at = [50.3, 14.2]", "at = [50.3, 14.2], drawn = [1]", '"drawn" is not a point of the earth', "latitude"),
    ("at = [50.3, 14.2]", 'att = [50.3, 14.2]', 'unknown key "att" in a city', 'Did you mean "at"?'),
    ('side = "e"', 'side = "east"', '"side" cannot be "east"', '"ne"'),
    ('"birch-hill", to = "cedar", ', '"birch-hil", to = "cedar", ', 'unknown city "birch-hil"', '"birch-hill"?'),
    ('"birch-hill", to = "cedar", ', '"cedar", to = "cedar", ', 'from "cedar" to itself', "one of its ends"),
    ('"birch-hill", to = "cedar", ', '"cedar", to = "alder", ', 'a second route between', "is one entry"),
    ('length = 3, colour = "green"', 'length = 3, colour = "gren"', 'colour "gren"', 'Did you mean "green"?'),
    ('length = 3, colour = "green"', 'length = 3, colour = "locomotive"', 'colour "locomotive"', '"blue"'),
    ('length = 3, colour = "green"', 'length = 3, colour = 7', '"colour" is neither', '["red", "blue"]'),
    ('length = 3, colour = "green"', 'length = 3', '"colour" is missing in a route', "Add colour"),
    ('length = 3, colour = "green"', 'length = 6, colour = "green"', "no points are given", "route_points"),
    ('length = 3, colour = "green"', 'length = 0, colour = "green"', '"length" is 0, out of range', "from 1 to 20"),
    ('["red", "green", "blue"]', '["red", "green", "blue", "yellow"]', '"colour" is neither', "more than 3 lanes"),
    ("locomotives = 2, via", "locomotives = 6, via", "6 locomotives on 5 spaces", "at most locomotives = 5"),
    ("locomotives = 2, via", "locomotives = 2, tunnel = true, via", "both a tunnel and a ferry", "Leave out"),
    ("locomotives = 2, via", 'kind = "see", via', '"kind" cannot be "see"', 'Did you mean "sea"?'),
    ("locomotives = 2, via", 'kind = "sea", via', "a sea route on a map without ships", "Add [decks.ships]"),
    ("via = [[46.3, 14.2]]", "via = [46.3, 14.2]", '"via" is not a point', "latitude"),
    ("via = [[46.3, 14.2]]", "tunnel = 1", '"tunnel" is 1, not true or false', "without quotes"),
    ('from = "alder",      to = "elm", ', 'from = "alder",      to = "elf", ', 'unknown city "elf"', '"elm"?'),
    ('from = "alder",      to = "elm", ', 'from = "elm",      to = "elm", ', 'from "elm" to itself', "ends"),
    ('from = "alder",      to = "fir", ', 'from = "elm",  to = "alder", ', 'two tickets between', "replaces"),
    ('to = "elm",         points =  5', 'to = "elm", points = 0', '"points" is 0, out of range', "from 1 to 255"),
    ('to = "elm",         points =  5', 'to = "elm",  points = 5, long = true', "1 long tickets", "long = 1"),
    ("points = 10, long = true", "points = 10, long = true, replaces = true", "a ticket that replaces none", "Leave"),
    ('tickets = ["base", "long"]', 'tickets = ["base", "lang"]', 'unknown list of tickets "lang"', '"long"?'),
    ('tickets = ["base", "long"]', 'tickets = ["base", "long", "base"]', 'the list "base" is there twice', "Take one"),
    ('"fir", "gorse"]', '"fir", "gorze"]', 'unknown city "gorze"', 'Did you mean "gorse"?'),
    ("[variants.harbour]", "[variants.base]", '"base" cannot be a variant', "Change [rules]"),
    ("longest_path = 0", "longest_pth = 0", "unknown key \"longest_pth\" in a variant's rules", '"longest_path"?'),
]  # fmt: skip


def problems(text: str) -> list[Problem]:
    return check_text(text)[1]


def test_the_text_to_break_is_right() -> None:
    assert problems(TEXT) == []


@pytest.mark.parametrize(("old", "new", "what", "advice"), WRONG)
def test_wrong(old: str, new: str, what: str, advice: str) -> None:
    assert TEXT.count(old) == 1 or TEXT.startswith(old) or f"\n{old}" in TEXT, "the text to break is there once"
    at = TEXT.index(f"\n{old}") + 1 if f"\n{old}" in TEXT else TEXT.index(old)
    broken = TEXT[:at] + new + TEXT[at + len(old) :]
    found = [problem for problem in problems(broken) if what in problem.what]
    assert found, problems(broken)
    assert advice in found[0].fix
    allowed = {TEXT.count("\n", 0, at) + 1}
    if "long tickets" in what:  # said of the whole list
        allowed.add(TEXT.count("\n", 0, TEXT.index("base = [")) + 1)
    assert found[0].line in allowed


def without(start: str) -> str:
    """The text less the lines that begin so."""
    return "".join(line for line in TEXT.splitlines(keepends=True) if not line.strip().startswith(start))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", '"format" is missing in the file'),
        (without("trains ="), '"trains" is missing in rules'),
        (without("cards ="), '"cards" is missing in a deck'),
        (without("tunnel_cards ="), "a tunnel on a map without tunnels"),
        (without("[decks.trains]").replace("cards = {", "[decks]\ntrain = {"), "the deck of trains is missing"),
        (TEXT.replace("base = [", "basis = ["), "the tickets of the base game are missing"),
        (without('{ from = "birch-hill"'), "4 players are dealt 2 short tickets each, but there are 7"),
        (without('{ from = "hazel-mouth", to'), "4 players are dealt 1 long tickets each, but there are 3"),
        (without('{ from = "alder",      to = "b').replace('{ from = "birch-hill", to = "c', "#"), "no route goes to"),
        (TEXT.replace("locomotive = 6", "locomotive = 1"), "the deck has fewer than 2 locomotives"),
        (TEXT.replace("red = 8", "red = 0").replace("ve = 6", "ve = 2"), "too few cards for 3 spaces of red"),
        (TEXT.replace("cities = [", 'cities = 3\ncitys = ['), '"cities" is 3, not a list'),
        ("x = " + "[" * 5000, "the lists are nested too deeply"),
        ("#" * 1_000_001, "the file has 1000001 characters"),
    ],
)  # fmt: skip
def test_missing(text: str, what: str) -> None:
    assert any(what in problem.what for problem in problems(text)), problems(text)


def board(cities: str, routes: str, tickets: str = "") -> str:
    head = TEXT[: TEXT.index("[board]")].replace("short = 2", "short = 0").replace("keep = 1,", "keep = 0,")
    return f"{head}[board]\ncities = [\n{cities}]\nroutes = [\n{routes}]\n[tickets]\nbase = [\n{tickets}]\n"


def city(name: str, number: int) -> str:
    return f'{{ id = "{name}", name = "{name}", at = [{number % 80}, {number // 80}] }},\n'


def join(a: str, b: str, more: str = 'length = 1, colour = "gray"') -> str:
    return f'{{ from = "{a}", to = "{b}", {more} }},\n'


def test_a_board_in_parts() -> None:
    cities = "".join(city(name, number) for number, name in enumerate("abcdef"))
    routes = join("a", "b") + join("b", "c") + join("c", "d") + join("e", "f")
    found = [problem.what for problem in problems(board(cities, routes, join("a", "f", "points = 3")))]
    assert found == [
        'the board falls apart: nothing joins "e" to the rest',
        'no routes join "a" and "f" of a ticket',
    ]


def test_names_that_clash() -> None:
    cities = "".join(city(name, number) for number, name in enumerate(("a", "a-b", "b-c", "c")))
    routes = join("a", "b-c") + join("a-b", "c") + join("a", "c")
    tickets = join("a", "b-c", "points = 1") + join("a-b", "c", "points = 1")
    found = [problem.what for problem in problems(board(cities, routes, tickets))]
    assert found == ['two routes would be called "a-b-c"', 'two tickets of one deck would be called "a-b-c"']


def test_limits() -> None:
    cities = "".join(city(f"c{number}", number) for number in range(256))
    routes = "".join(join(f"c{number}", f"c{number + 1}") for number in range(1001))
    found = [problem.what for problem in problems(board(cities, routes))]
    assert any("256 items" in what for what in found)
    assert any("1001 items" in what for what in found)
    colours = ", ".join(f"x{number} = 9" for number in range(15))
    assert any("19 colours" in problem.what for problem in problems(TEXT.replace("red = 8", f"{colours}, red = 8")))


def test_a_large_board_is_fine() -> None:
    cities = "".join(city(f"c{number}", number) for number in range(255))
    routes = "".join(join(f"c{number}", f"c{number + 1}") for number in range(254))
    assert problems(board(cities, routes)) == []


def test_longest_path_as_a_tie_break_needs_no_bonus() -> None:
    assert problems(TEXT.replace("longest_path = 5", "longest_path = 0")) == []


def test_all_problems_come_together_in_the_order_of_the_file(tmp_path: Path) -> None:
    broken = (
        TEXT.replace("trains = 15", "trains = 0")
        .replace('side = "e"', 'side = "x"')
        .replace("points =  4", "points = 0")
    )
    file = tmp_path / "broken.toml"
    file.write_text(broken, encoding="utf-8")
    with pytest.raises(MapError) as caught:
        load_map(file)
    lines = [problem.line for problem in caught.value.problems]
    assert lines == [9, 37, 60, 63]
    assert str(caught.value).splitlines()[0] == f'{file}:9: "trains" is 0, out of range. Write a number from 1 to 255.'
    assert caught.value.problems[1].where == "board.cities[7].side"
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_one_mistake_is_not_told_twice() -> None:
    assert (
        len(
            problems(
                TEXT.replace(
                    'from = "alder",      to = "birch-hill",  length', 'from = "aldr", to = "birch-hill", length'
                )
            )
        )
        == 1
    )
    assert len(problems(TEXT.replace("tickets = 2, keep = 1", "tickets = 2, keep = 3"))) == 1


def test_other_encodings(tmp_path: Path) -> None:
    file = tmp_path / "latin.toml"
    file.write_bytes(TEXT.replace("Fir", "Fír").encode("latin-1"))
    with pytest.raises(MapError, match=r":36: this is not UTF-8 text"):
        load_map(file)
    file.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    assert len(load_map(file).cities) == 8


def places(value: Any, place: Place = ()) -> set[Place]:
    """Every place of what tomllib has read."""
    below: set[Place] = {place} if place else set()
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        below |= places(item, (*place, key))
    return below


TANGLED = """# [not.a.table]
a = 1 # b = 2
"quoted.key" = '''three
lines # not a comment
''\''
c.d = [ [1, 2], # comment ]
  { e = "\\"]", f = { g = '}' } },
]
[[h]]
i = \"\"\"
]]] \\\"\"\" ]\"\"\"\"
[[h]]
i = 1979-05-27 07:32:00
[h.j]
k = 0x1F
"""


@pytest.mark.parametrize(
    "text", [TEXT, TANGLED, *((MAPS / f"{name}.toml").read_text(encoding="utf-8") for name in map_names())]
)
def test_every_place_has_its_line(text: str) -> None:
    found = line_numbers(text)
    assert places(tomllib.loads(text)) <= set(found)
    assert all(1 <= line <= text.count("\n") + 1 for line in found.values())


def test_lines_of_tangled_text() -> None:
    found = line_numbers(TANGLED)
    wanted: dict[Place, int] = {
        ("a",): 2, ("c", "d"): 6, ("c", "d", 0, 1): 6, ("c", "d", 1, "e"): 7, ("h", 0, "i"): 10,
        ("h", 1): 12, ("h", 1, "i"): 13, ("h", 1, "j", "k"): 15,
    }  # fmt: skip
    assert {place: found[place] for place in wanted} == wanted

"""A map with companies is read into plain objects, and a wrong one is refused with its line and advice."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from trunkline.game import Game
from trunkline.maps import load_map
from trunkline.maps.check import check_text
from trunkline.maps.clauses import CitySet, Clause, Condition, Effect, Lines, Standing, Words
from trunkline.maps.selecting import cities_in, routes_in
from trunkline.maps.tables import map_tables

CREEK = Path(__file__).parent / "creek.toml"
TEXT = CREEK.read_text(encoding="utf-8")


def test_companies_and_events_are_plain_objects() -> None:
    creek = load_map(CREEK)
    assert [company.id for company in creek.companies] == ["red", "blue", "green"]
    red, blue, _ = creek.companies
    assert red.name == Words("Red Creek", "Red Creek", "Red Creek")
    assert red.bonus == (
        Clause("claim", Effect("money", 1)),
        Clause("claim", Effect("money", 2), lines=Lines(length=(2, 2))),
    )
    assert blue.bonus == (Clause("claim", Effect("money_per", 1, "length", 2, 3)),)
    assert blue.text == Words("It pays by length.", "Платить за довжиною.", "It pays by length.")
    assert (blue.name.by("el"), blue.name.by("uk"), blue.name.by("fr")) == ("Μπλε Ρυάκι", "Синій Струмок", "Blue Creek")
    events = {event.id: event for event in creek.events}
    assert list(events) == ["toll", "crowd", "market", "storm", "office"]
    assert {name for name, event in events.items() if event.lightning} == {"market", "storm"}
    assert events["crowd"].rules == (Standing("doubles_open", 1, (2, 2)),)
    assert events["crowd"].clauses == (
        Clause("claim", Effect("money", 2), players=(3, 3), conditions=(Condition("shared"),)),
    )
    assert events["storm"].clauses == (
        Clause("turned", Effect("lose", 2), who="each", conditions=(Condition("hand", 6, 255),)),
    )
    assert events["office"].rules == (Standing("tickets_offered", 3),)


def test_numbers_of_companies() -> None:
    creek = load_map(CREEK)
    rules = creek.variants["base"].rules
    assert (rules.money, rules.newspapers, rules.draw_barred_at) == (3, (4, 3), 4)
    assert (rules.trains_left, rules.route_points, rules.tie_break) == ((9, 6, 4, 2), (), ("tickets", "turn-order"))
    assert [(edge.city, edge.length, edge.lanes, edge.bearing) for edge in creek.edges] == [
        ("ash", 2, 2, 270), ("gorse", 1, 1, 45),
    ]  # fmt: skip


def test_lanes_are_named_by_number() -> None:
    """A lane keeps its name when its colour changes."""
    names = {route.name: route.colour for route in load_map(CREEK).routes}
    assert (names["ash-birch:1"], names["ash-birch:2"], names["ash-cedar"]) == ("red", "blue", "green")
    assert (names["cedar-dogwood:1"], names["cedar-dogwood:3"]) == ("red", "blue")


def chosen(lines: Lines, colour: str = "red") -> list[str]:
    creek = load_map(CREEK)
    fits = routes_in(creek.routes, creek.cities, lines, colour)
    return [route.name for route, fit in zip(creek.routes, fits, strict=True) if fit]


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (Lines(colour="green"), ["ash-cedar", "cedar-dogwood:2", "dogwood-elm:1"]),
        (Lines(gray=True), ["birch-dogwood", "dogwood-elm:2"]),
        (Lines(own_colour=True, length=(1, 2)), ["ash-birch:1", "dogwood-fir", "elm-gorse:1", "elm-gorse:2"]),
        (Lines(length=(4, 255)), ["birch-elm"]),
        (Lines(tag="mountain"), ["birch-dogwood"]),
        (Lines(harbours=True), ["cedar-dogwood:1", "cedar-dogwood:2", "cedar-dogwood:3"]),
        (Lines(touches=CitySet("large"), length=(2, 2)), ["ash-birch:1", "ash-birch:2", "ash-cedar"]),
        (Lines(touches=CitySet("list", cities=("fir",))), ["dogwood-fir", "fir-gorse"]),
    ],
)
def test_lines(lines: Lines, names: list[str]) -> None:
    assert chosen(lines) == names


def test_sets_of_cities() -> None:
    cities = load_map(CREEK).cities
    large, west = CitySet("large"), CitySet("territory", territory="west")
    assert cities_in(cities, large) == {"ash", "fir"}
    assert cities_in(cities, CitySet("harbour")) == {"cedar", "dogwood"}
    assert cities_in(cities, west) == {"ash", "birch", "cedar"}
    both = CitySet("union", parts=(large, CitySet("list", cities=("elm",))))
    assert cities_in(cities, both) == {"ash", "fir", "elm"}
    assert cities_in(cities, CitySet("difference", parts=(both, west))) == {"fir", "elm"}


def test_tables() -> None:
    tables = {table.title: table for table in map_tables(load_map(CREEK))}
    assert list(tables) == [
        "Creek: Base", "Rules", "Companies", "News events", "Routes by colour and length", "Cities and their routes",
        "Tickets",
    ]  # fmt: skip
    assert {
        ("large cities", 2),
        ("harbours", 2),
        ("unfinished tracks", 2),
        ("companies", 3),
        ("news events", 5),
    } <= set(tables["Creek: Base"].rows)
    assert ("newspapers by players", "4 for 2, 3 for 3") in tables["Rules"].rows
    assert ("dollars for trains left", "0: 9, 1: 6, 2: 4, 3: 2") in tables["Rules"].rows
    assert not any("points" in str(cell) for table in tables.values() for row in table.rows for cell in row)
    assert ("Blue Creek", "blue", "It pays by length.") in tables["Companies"].rows
    assert ("Storm", "acts once", "Each company (6 cards or more in hand) loses 2 cards by lot.") in tables[
        "News events"
    ].rows
    assert tables["Tickets"].header[2] == "dollars"
    assert tables["Cities and their routes"].rows[3][0] == "Dogwood (harbour)"


@pytest.mark.rule("L24")
@pytest.mark.parametrize("players", [2, 3])
def test_it_plays(players: int) -> None:
    """Games on a map of one's own end; every card acts, and the changes of money add up to the balances."""
    sources: set[object] = set()
    for seed in range(30):
        dice = random.Random(seed)
        game = Game.new(CREEK, players, seed=seed, companies=["green", "red", "blue"][:players])
        while not game.over:
            seat = dice.choice(game.to_act)
            game.play(dice.choice(game.legal(seat)), seat=seat)
        money = [0] * players
        for event in game.events:
            facts = event.facts(game.board)
            sources.add(facts.get("source"))
            if facts["event"] == "money":
                owner, amount, balance = (facts[field] for field in ("seat", "amount", "balance"))
                assert isinstance(owner, int)
                assert isinstance(amount, int)
                assert isinstance(balance, int)
                money[owner] += amount
                assert money[owner] == balance >= 0
        assert money == [player.money for player in game.score_sheet().players]
    events = {"toll", "market", "storm", "office"} | ({"crowd"} if players == 3 else set())
    companies = set(["green", "red", "blue"][:players])
    assert sources >= {"start", "large-city"} | events | companies


# What is replaced in the file, by what, what is said, and a part of the advice. The line is that of the replaced text.
WRONG = [
    ("newspapers = [4, 3]", "newspapers = [4]", "1 numbers of newspapers for 2 to 3 players", "Write 2"),
    ("newspapers = [4, 3]", "newspapers = [0, 0]", "news events, but no newspapers", "Add newspapers"),
    ("newspapers = [4, 3]", "newspapers = [-1, 3]", '"newspapers" is -1, out of range', "from 0"),
    ("players = [2, 3]", "players = [2, 4]", "4 players, but 3 companies", "Add companies"),
    ("money = 3", "money = 256", '"money" is 256, out of range', "from 0 to 255"),
    ("money = 3", "money = 3\nroute_points = [1, 2, 4, 7]", '"route_points" on a map with companies', "dollars"),
    ("money = 3", "money = 3\nlongest_path = 10", '"longest_path" on a map with companies', "dollars"),
    ("money = 3", "money = 3\ntunnel_cards = 3", '"tunnel_cards" on a map with companies', "not known there"),
    ("trains_left = [9, 6, 4, 2]", f"trains_left = {[1] * 14}", "14 amounts for trains left", "at most 13"),
    ('"turn-order"]', '"turn-ordr"]', '"tie_break" cannot be "turn-ordr"', '"turn-order"?'),
    ("tickets = 2, keep = 1", "tickets = 2, keep = 4", "a news event offers 3 tickets, fewer than", "Lower keep"),
    ('lanes = "numbered"', 'lanes = "number"', '"lanes" cannot be "number"', '"numbered"?'),
    ('tags = ["ford"]', 'tags = ["The Ford"]', '"tags" cannot be "The Ford"', "the-ford"),
    ('from = "gorse", length', 'from = "gors", length', 'unknown city "gors" in a track', '"gorse"?'),
    ("bearing = 45", "bearing = 360", '"bearing" is 360, out of range', "from 0 to 359"),
    ("lanes = 2, bearing", "lanes = 4, bearing", '"lanes" is 4, out of range', "from 1 to 3"),
    ("bearing = 45", 'bearing = 45, to = "elm"', 'unknown key "to" in a track', ""),
    ('colour = "gray", tags', 'colour = "gray", tunnel = true, tags', "a tunnel on a map with companies", "not known"),
    ("[companies.red]", "[companies.pink]", 'has the colour of the company "pink"', '"red"'),
    ("[companies.red]", "[companies.locomotive]", 'has the colour of the company "locomotive"', ""),
    ("[events.storm]", "[events.green]", '"green" cannot be the name of a news event', "another name"),
    ("[events.storm]", "[events.large-city]", '"large-city" cannot be the name', "another name"),
    ('name = "Red Creek"', "name = 5", '"name" is 5, not a text', "quotes"),
    ('name = "Red Creek"', 'name = { uk = "Струмок" }', '"en" is missing in name', "Add en"),
    ('name = "Red Creek"', 'name = { en = "Red", fr = "Rouge" }', 'unknown key "fr" in name', ""),
    ('name = "Red Creek"\n', "", '"name" is missing in a company', "Hudson"),
    ("bonus = [ { does = { take = 1 } }, { lines = { touches = \"large\" }, does = { draw = 1 } } ]", "bonus = []",
     "a bonus that gives nothing", "money = 2"),
    ("does = { money = 1 }", 'when = "claim", does = { money = 1 }', 'unknown key "when" in a clause', ""),
    ("does = { money = 1 }", "does = { money = 0 }", '"money" is 0, out of range', "from 1 to 99"),
    ("does = { money = 1 }", "does = { money = -1 }", '"money" is -1, out of range', "from 1"),
    ("does = { money = 1 }", "does = { mony = 1 }", 'unknown key "mony" in an effect', '"money"?'),
    ("does = { money = 1 }", "does = { vault = 1 }", '"vault" on such a card', "It can be: money, fee"),
    ("does = { money = 1 }", 'does = { fee_per = "full $8" }', '"full $8" cannot be done at "claim"', "turned"),
    ("does = { money = 1 }", 'does = { fee_per = "full $8", least = 1 }', '"least" with "fee_per"', "Leave it out"),
    ("does = { money = 1 }", "does = { money = 1, draw = 1 }", 'an effect says "money" and "draw"', "exactly one"),
    ("does = { money = 1 }", "does = { }", "an effect says nothing", "exactly one of: money"),
    ("does = { money = 1 }", "does = 3", '"does" cannot be 3', "an effect: money"),
    ("does = { money = 1 }", 'does = "stampede"', '"stampede" cannot be done at "claim"', "turned"),
    ("does = { money = 1 }", 'does = "wipe"', '"does" cannot be "wipe"', "wash"),
    ("does = { money = 1 }", 'does = "wash"', '"wash" cannot be done at "claim"', "turned"),
    ("does = { money = 1 }", "does = { money = 1, most = 3 }", '"most" with "money"', "money_per"),
    ("does = { money = 1 }", "uses = 2, does = { money = 1 }", '"uses" is not yet known', "Known are"),
    ('money_per = "length"', 'money_per = "lenght"', '"money_per" cannot be "lenght"', '"length"?'),
    ('money_per = "length"', 'money_per = "territory"', '"territory" cannot be done at "claim"', "turned"),
    ('money_per = "length"', 'money_per = "kept beyond the first"', 'first" cannot be done at "claim"', "kept"),
    ("least = 2, most = 3", "least = 4, most = 3", "at least 4 dollars, but at most 3", "Lower least"),
    ('lines = { touches = "large" }', 'lines = { colour = "red" }', "no route of the map fits", "Ask for less"),
    ('lines = { touches = "large" }', 'lines = { touches = "larg" }', '"larg" is neither a known set', '"large"?'),
    ('lines = { touches = "large" }', 'lines = { touches = "atlantic" }', '"atlantic" is not yet known', "harbour"),
    ('lines = { touches = "large" }', 'lines = { touches = ["ahs"] }', 'unknown city "ahs" in a clause', '"ash"?'),
    ('lines = { touches = "large" }', "lines = { touches = 3 }", '"touches" is no set of cities', "union"),
    ('lines = { touches = "large" }', "lines = { touches = { union = [] } }", '"union" has 0 sets', "two"),
    ('{ difference = [{ union = ["large", ["elm"]] }, "west"] }', '{ difference = ["large"] }', "has 1 sets", "two"),
    ('{ union = ["large", ["elm"]] }', '{ union = ["large", ["alm"]] }', 'unknown city "alm"', '"elm"?'),
    ("lines = { harbours = true }", "lines = { }", '"lines" says nothing', "Leave it out"),
    ("lines = { harbours = true }", "lines = { harbours = false }", '"harbours" is false', "true"),
    ("lines = { harbours = true }", 'lines = { territory = "west" }', '"territory" is not yet known', "touches"),
    ("lines = { harbours = true }", 'lines = { tag = "fjord" }', 'no route has the tag "fjord"', '"ford"?'),
    ("lines = { harbours = true }", 'lines = { colour = "pink" }', 'has the colour "pink"', '"red"'),
    ("lines = { harbours = true }", 'lines = { colour = "red", gray = true }', "a line has one colour", "one of"),
    ("lines = { harbours = true }", "lines = { length = [5, 9] }", "no route of the map fits", "Ask for less"),
    ("lines = { harbours = true }", "lines = { length = [3, 2] }", '"length" goes from 3 to 2', "[least, most]"),
    ("players = [3, 3], if", "players = [4, 5], if", "for 4 to 5 players, the map for 2 to 3", "Change it"),
    ("players = [2, 2], doubles", "players = [5, 5], doubles", "for 5 to 5 players", "Change it"),
    ("doubles_open = true", "doubles_open = false", '"doubles_open" is false', "leave the rule out"),
    ("doubles_open = true", "closed = { gray = false }", '"gray" is false', "leave it out"),
    ("doubles_open = true", "double_open = true", 'unknown key "double_open"', '"doubles_open"?'),
    ("doubles_open = true", "doubles_open = true, tickets_offered = 2", "a standing rule says", "exactly one"),
    ("tickets_offered = 3", "tickets_offered = 17", '"tickets_offered" is 17, out of range', "from 1 to 16"),
    ('when = "kept"', 'when = "keep"', '"when" cannot be "keep"', '"kept"?'),
    ('when = "kept"', 'when = "slip"', '"slip" is not yet known', "turned, claim, kept"),
    ('when = "kept"', 'who = "active"', '"when" is missing in a clause', "claim"),
    ('when = "kept"', 'when = "kept", who = "each"', '"who" when it acts at "kept"', "turned"),
    ('when = "kept"', 'when = "kept", lines = { gray = true }', '"lines" when it acts at "kept"', "claim"),
    ('when = "kept"', 'when = "kept", if = ["shared"]', '"shared" cannot be asked at "kept"', "claim"),
    ('when = "kept"', 'when = "turned"', 'first" cannot be done at "turned"', "kept"),
    ('if = ["shared"]', 'if = ["shard"]', '"if" cannot be "shard"', '"shared"?'),
    ('if = ["shared"]', 'if = ["last_place"]', '"last_place" cannot be asked at "claim"', "ranked"),
    ('if = ["shared"]', 'if = ["both_blind"]', '"both_blind" cannot be asked at "claim"', "drew"),
    ('if = ["shared"]', 'if = ["owns"]', '"owns" without its lines', "owns = {"),
    ('if = ["shared"]', "if = [{ owns = { tag = 'ferry' } }]", 'no route has the tag "ferry"', ""),
    ('if = ["shared"]', "if = [{ owns = { own_colour = true } }]", '"own_colour" is not yet known', "colour"),
    ('if = ["shared"]', "if = [{ hand = [1, 2], count = 2 }]", '"count" with "hand"', "owns"),
    ('if = ["shared"]', "if = [{ tickets = [1, 2] }]", '"tickets" cannot be asked at "claim"', "slip"),
    ('if = ["shared"]', 'if = ["hand"]', '"hand" without its range', "hand = [11, 255]"),
    ('if = ["shared"]', 'if = ["shared", "shared"]', '"shared" is there twice', "Take one out"),
    ('if = ["shared"]', 'if = ["shared", "shared", "shared"]', '"if" has 3 items', "1 to 2"),
    ('if = ["shared"]', "if = [{ newspapers = 2 }]", '"newspapers" outside of crew', "another condition"),
    ("hand = [6, 255]", "hand = [6, 2]", '"hand" goes from 6 to 2', "[least, most]"),
    ('who = "most trains"', 'who = "most train"', '"who" cannot be "most train"', '"most trains"?'),
    ('who = "most trains"', 'who = "herder"', '"who" cannot be "herder"', '"herders"?'),
    ('{ when = "turned", does = "wash" }', '{ when = "turned", who = "each", does = "wash" }',
     '"wash" for some companies', "for all"),
    ('{ when = "turned", does = "wash" }', '{ when = "claim", does = { money = 1 } }', "and also lasts", "two events"),
    ("does = { lose = 2 } } ]", "does = { lose = 2 } } ]\nrules = [ { tickets_offered = 3 } ]", "and also lasts", ""),
    ("does = { lose = 2 } } ]", 'does = { lose = 2 } } ]\npowers = [ { sale = 3 } ]', "and also lasts", "two events"),
    ("does = { lose = 2 }", "does = { take = 2 }", '"take" cannot be done at "turned"', "claim"),
    ("clauses = [ { when = \"turned\", who = \"each\", if = [{ hand = [6, 255] }], does = { lose = 2 } } ]", "",
     "a news event that changes nothing", "Add clauses"),
]  # fmt: skip


def test_the_text_to_break_is_right() -> None:
    assert check_text(TEXT)[1] == []


@pytest.mark.parametrize(("old", "new", "what", "advice"), WRONG)
def test_wrong(old: str, new: str, what: str, advice: str) -> None:
    at = TEXT.index(f"\n{old}") + 1 if f"\n{old}" in TEXT else TEXT.index(old)
    problems = check_text(TEXT[:at] + new + TEXT[at + len(old) :])[1]
    found = [problem for problem in problems if what in problem.what]
    assert found, problems
    assert advice in found[0].fix
    assert found[0].line is not None


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("does = { lose = 2 }", "does = { loose = 2 }", "unknown key"),
        ('{ when = "turned", does = "wash" }', '{ when = "turn", does = "wash" }', "not yet known"),
        ('who = "most trains"', 'who = "all"', "cannot be"),
        ("lines = { length = [2, 2] }", "lines = { length = [9, 9] }", "no route of the map fits"),
    ],
)
def test_a_wrong_clause_is_reported_on_its_line(old: str, new: str, what: str) -> None:
    at = TEXT.index(old)
    problems = check_text(TEXT.replace(old, new, 1))[1]
    assert [problem.line for problem in problems if what in problem.what] == [TEXT.count("\n", 0, at) + 1]


def test_what_belongs_to_companies_is_refused_on_a_map_without() -> None:
    tiny = (CREEK.parent / "tiny.toml").read_text(encoding="utf-8")
    broken = (
        tiny.replace("trains = 15", "trains = 15\nmoney = 5\nnewspapers = [1, 1, 1]")
        .replace("trains = 15", "trains = 15\ndraw_barred_at = 8\ntrains_left = [9]")
        .replace('"stations", "longest-path"]', '"turn-order"]')
        .replace('id = "alder", ', 'id = "alder", large = true, harbour = true, territory = "west", ')
        .replace("tunnel = true", 'tags = ["ford"]')
    )  # fmt: skip
    broken += '\n[events.fair]\nname = "Fair"\nclauses = [ { when = "claim", does = { money = 1 } } ]\n'
    problems = check_text(broken)[1]
    assert {problem.what for problem in problems} >= {
        *(f'"{key}" on a map without companies' for key in ("money", "newspapers", "draw_barred_at", "trains_left")),
        *(f'"{key}" on a map without companies' for key in ("turn-order", "large", "harbour", "territory", "tags")),
        "news events on a map without companies",
    }
    assert all(problem.line is not None for problem in problems)


def test_a_tag_on_a_map_without_tags_is_reported_with_advice() -> None:
    plain = TEXT.replace(', tags = ["ford"]', "").replace(', tags = ["mountain"]', "")
    assert check_text(plain)[1] == []
    (problem,) = check_text(plain.replace("lines = { harbours = true }", 'lines = { tag = "ford" }'))[1]
    assert (problem.what, "Write tags in the routes" in problem.fix) == ('no route has the tag "ford"', True)


@pytest.mark.parametrize("seed", range(20))
def test_nonsense_in_a_file_is_reported_and_never_fails(seed: int) -> None:
    """Any value replaced by another kind of value: the check finds no more to say than problems with their lines."""
    dice = random.Random(seed)
    values = list(re.finditer(r'"[^"]*"|\b\d+\b|true|\{[^{}]*\}|\[[^\[\]]*\]', TEXT))
    for _ in range(20):
        found = dice.choice(values)
        nonsense = dice.choice(
            ['"x"', "5", "-1", "1.5", "true", "{ }", "[ ]", '"large"', "{ union = [3] }", "[[1]]", "["]
        )
        problems = check_text(TEXT[: found.start()] + nonsense + TEXT[found.end() :])[1]
        # Only what is wholly missing has no line.
        assert all(problem.line or problem.what.endswith("is missing in the file") for problem in problems)


def test_points_of_routes_are_needed_without_companies() -> None:
    tiny = (CREEK.parent / "tiny.toml").read_text(encoding="utf-8")
    line = next(line for line in tiny.splitlines() if line.startswith("route_points"))
    problems = check_text(tiny.replace(line, ""))[1]
    assert [problem.what for problem in problems] == ['"route_points" is missing in rules']


def test_ships_are_refused_with_companies() -> None:
    bay = (CREEK.parent / "bay.toml").read_text(encoding="utf-8")
    bay += '\n[companies.red]\nname = "Red"\nbonus = [ { does = { money = 2 } } ]\n'
    assert "ships on a map with companies" in {problem.what for problem in check_text(bay)[1]}

"""The board of an edition, put together from the map files: what joined, what changed for good, what is in force."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from typing import Any

import networkx as nx

from .board import MAPS, Board, read_board

DEAREST = 24
"""The most that a ticket of a territory is worth."""


def load_edition(reference: str) -> Board:
    """The board of a reference such as `meridian@{…}`."""
    name, _, text = reference.partition("@")
    edition = json.loads(text)
    data = _read(MAPS / f"{name}.toml")
    cards = _read(MAPS / name / "cards.toml")
    content = MAPS / name / edition["content"]
    if content.is_dir():  # a later version of the content: what differs
        later = _read(content / "cards.toml")
        cards["events"] |= later.get("events", {})
        cards["story_rules"] = cards.get("story_rules", {}) | later.get("story_rules", {})
        for colour, company in later.get("companies", {}).items():
            cards["companies"][colour] |= company
    _join(data, name, edition.get("territories", []))
    for city in data["board"]["cities"]:
        if city["id"] in edition.get("large", []):
            city["large"] = True
    retired = edition.get("retired", [])
    tickets = data["tickets"]["base"]
    data["tickets"]["base"] = [each for each in tickets if f"{each['from']}-{each['to']}" not in retired]
    data["events"] = {key: card for key, card in (data["events"] | cards["events"]).items() if key in edition["events"]}
    which = "bonus" if edition.get("bonus", 1) == 2 else "first"
    for colour, company in cards["companies"].items():
        data["companies"][colour]["bonus"] = company.get(which, data["companies"][colour]["bonus"])
    opening = {**data["rules"]["opening"], "short": edition["opening"]["dealt"], "keep": edition["opening"]["keep"]}
    data["rules"] |= {"opening": opening, **{key: edition[key] for key in ("trains", "money", "hand")}}
    if not edition["events"]:
        data["rules"]["newspapers"] = []
    board = read_board(data)
    board.id = reference
    for repaint in edition.get("repaints", []):
        board.routes[repaint["route"]] = replace(board.routes[repaint["route"]], colour=repaint["colour"])
    rules = edition.get("story_rules", [])
    board.story = {key: rule for key, rule in cards.get("story_rules", {}).items() if key in rules}
    spikes = edition.get("spikes", [])
    board.spikes = {spike["territory"]: spike for spike in cards.get("spikes", []) if spike["territory"] in spikes}
    _put_modules_in_force(board, edition, content)
    _bring_offices(board, edition, content)
    return board


def _put_modules_in_force(board: Board, edition: dict[str, Any], content: Any) -> None:
    """The modules of the edition; a grade check makes tunnels of the mountain routes that are not bored."""
    in_force = [each["module"] for each in edition.get("modules", [])]
    known = _read(content / "modules.toml") if in_force else {}
    board.modules = {name: known[name] for name in in_force}
    if "river-bridges" in board.modules:
        spans = {span["route"]: span["company"] for span in edition.get("spans", [])}
        board.modules["river-bridges"] = {**board.modules["river-bridges"], "spans": spans}
    grade = board.modules.get("grade-check")
    if grade is not None:
        board.rules["tunnel_cards"] = grade["cards"]
        for route in board.routes.values():
            if grade["tag"] in route.tags and route.name not in edition.get("bored", []):
                board.routes[route.name] = replace(route, tunnel=True)


def _bring_offices(board: Board, edition: dict[str, Any], content: Any) -> None:
    """Crew to hire and the postcards of the companies."""
    office = edition.get("office")
    if office is None:
        return
    cards = _read(content / "office_cards.toml")
    board.office = office
    board.crew = cards["crew"] if office.get("hiring") else {}
    board.postcards = cards["postcards"]


def _read(path: Any) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)


def _join(data: dict[str, Any], name: str, codes: list[str]) -> None:
    """L13: territories join one after the other; each brings the lines whose other territories are there."""
    board = data["board"]
    waiting: list[tuple[str, dict[str, Any]]] = []
    joined: set[str] = set()
    for code in codes:
        joined.add(code)
        territory = _read(MAPS / name / f"{code}.toml")
        board["cities"] += [{**city, "territory": code} for city in territory["cities"]]
        waiting += [(code, route) for route in territory["routes"]]
        board["routes"] += [route for _, route in waiting if set(route.get("requires", [])) <= joined]
        waiting = [(home, route) for home, route in waiting if not set(route.get("requires", [])) <= joined]
        lengths: nx.Graph[str] = nx.Graph()
        for route in board["routes"]:
            lengths.add_edge(route["from"], route["to"], length=route["length"])
        for ticket in territory["tickets"]:  # worth the shortest path on the board of that moment
            far = nx.shortest_path_length(lengths, ticket["from"], ticket["to"], weight="length")
            data["tickets"]["base"].append({**ticket, "points": min(far, DEAREST)})

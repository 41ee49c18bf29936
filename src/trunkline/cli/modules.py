"""Modules of a campaign in the terminal: what they do, what each company has of them, and what happened."""

from __future__ import annotations

from trunkline.cli.names import Names, count, listing
from trunkline.maps.model import Module
from trunkline.rules.bridges import NEUTRAL, NO_SPAN, bridges_of
from trunkline.rules.cattle import cattle_of
from trunkline.rules.elevators import elevators_of
from trunkline.rules.excursions import IN_BOX, excursions_of
from trunkline.rules.mail import contracts_of, mail_of
from trunkline.rules.state import NOBODY
from trunkline.rules.steamers import steamers_of
from trunkline.rules.telegraph import telegraph_of, wire_score
from trunkline.rules.view import View

EVENTS = ("sailed", "excursion", "span", "herd", "delivered", "stampede", "elevator", "wired", "mail")
"""The events that only modules have."""


def sentence(names: Names, facts: dict[str, object], who: str, at: str) -> str:
    """The sentence for one of EVENTS; `who` begins a sentence."""
    name = str(facts["event"])
    if name == "sailed":
        return f"{at}{who} sent out a steamer; steamers left: {facts['left']}."
    if name == "excursion":
        row = names.board.modules.excursions
        assert row is not None
        card = int(str(facts["excursion"]))
        ends = listing(names.city_called(names.board.city_names[int(side[card])]) for side in (row.a, row.b))
        return f"{at}{who} won the excursion between {ends}."
    if name == "span":
        return f"{at}{who} built a span on {names.route_called(facts['route'])}."
    if name == "wired":
        return f"{at}{names.route_called(facts['route'])} is wired."
    if name == "mail":
        return f"{at}{who} took mail contract {facts['contract']}."
    city = names.city_called(str(facts["city"]))
    if name == "stampede":
        there = names.city_called(names.board.city_names[int(str(facts["count"]))])
        return f"The herd of {city} ran to {there}."
    what = {"herd": "took along the herd of", "delivered": "delivered the herd of", "elevator": "built an elevator in"}
    return f"{at}{who} {what[name]} {city}."


def module_lines(names: Names, view: View) -> list[tuple[str, str]]:
    """Each module in force: its name; what it does and how it stands."""
    modules = names.map.modules
    return [(each.name.en, f"{each.text.en} {standing(names, view, each)}".strip()) for each in modules]


def standing(names: Names, view: View, module: Module) -> str:
    """How a module stands in this game; nothing for one that keeps nothing."""
    board = view.board
    city = [names.city_called(name) for name in board.city_names]
    seats = range(len(view.players))
    if module.id == "steamers":
        steamers = steamers_of(view).left
        return listing(f"{names.person(seat)}: {count(int(steamers[seat]), 'steamer')}" for seat in seats) + "."
    if module.id == "grain-elevators":
        part = elevators_of(view)
        built = [
            f"{city[place]} ({listing(names.person(seat) for seat in seats if int(part.seats[place]) >> seat & 1)})"
            for place in range(len(part.seats))
            if part.seats[place]
        ]
        left = listing(f"{names.person(seat)} has {part.left[seat]} left" for seat in seats)
        return f"Built: {listing(built) or 'none'}. {left}."
    if module.id == "excursions":
        row, owner = board.modules.excursions, excursions_of(view).owner
        assert row is not None
        trip = [f"{city[int(a)]} – {city[int(b)]}" for a, b in zip(row.a, row.b, strict=True)]
        open_ = [f"{trip[card]} (${row.dollars[card]})" for card in range(len(owner)) if owner[card] == NOBODY]
        won = [f"{trip[card]} ({names.person(int(owner[card]))})" for card in range(len(owner)) if owner[card] < IN_BOX]
        return f"Face up: {listing(open_) or 'none'}." + (f" Won: {listing(won)}." if won else "")
    if module.id == "cattle-drives":
        herds = cattle_of(view)
        parts = []
        for herd in range(len(herds.city)):
            if herds.holder[herd] == NOBODY:
                parts.append(city[int(herds.city[herd])])
            elif not herds.delivered[herd]:
                parts.append(f"{names.person(int(herds.holder[herd]))} holds that of {city[int(herds.city[herd])]}")
        return f"Herds: {listing(parts) or 'all delivered'}."
    if module.id == "river-bridges":
        span = bridges_of(view).span
        spans = [
            f"{names.route(route)} ({'nobody' if span[route] == NEUTRAL else board.companies.companies[span[route]]})"
            for route in range(len(span))
            if span[route] != NO_SPAN
        ]
        return f"Spans: {listing(spans) or 'none'}."
    if module.id == "telegraph":
        wired = telegraph_of(view).wired
        routes = listing(names.route(route) for route in range(len(wired)) if wired[route])
        pays = listing(f"{names.person(seat)} ${wire_score(view, seat)}" for seat in seats)
        return f"Wired: {routes or 'none'}. The wires would pay now: {pays}."
    if module.id == "ocean-mail":
        mail = board.modules.mail
        assert mail is not None
        takers = ["open" if seat == NOBODY else names.person(int(seat)) for seat in mail_of(view).takers]
        contracts = zip(contracts_of(mail, len(takers)), takers, strict=True)
        return f"Contracts: {listing(f'${paid} ({taker})' for paid, taker in contracts)}."
    return ""

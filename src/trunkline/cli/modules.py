"""Modules of a campaign in the terminal: what they do, what each company has of them, and what happened."""

from __future__ import annotations

from trunkline.cli.names import Names, count, listing
from trunkline.maps.model import Module
from trunkline.rules.bridges import NEUTRAL, NO_SPAN, bridges_of
from trunkline.rules.cattle import cattle_of
from trunkline.rules.elevators import elevators_of
from trunkline.rules.excursions import excursions_of
from trunkline.rules.mail import mail_of
from trunkline.rules.state import NOBODY
from trunkline.rules.steamers import steamers_of
from trunkline.rules.telegraph import telegraph_of
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
        open_ = [
            f"{city[int(row.a[card])]} – {city[int(row.b[card])]} (${row.dollars[card]})"
            for card in range(len(owner))
            if owner[card] == NOBODY
        ]
        return f"Face up: {listing(open_) or 'none'}."
    if module.id == "cattle-drives":
        herds = cattle_of(view)
        told = []
        for herd in range(len(herds.city)):
            if herds.holder[herd] == NOBODY:
                told.append(city[int(herds.city[herd])])
            elif not herds.delivered[herd]:
                told.append(f"{names.person(int(herds.holder[herd]))} holds that of {city[int(herds.city[herd])]}")
        return f"Herds: {listing(told) or 'all delivered'}."
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
        return f"Wired: {listing(names.route(route) for route in range(len(wired)) if wired[route]) or 'none'}."
    if module.id == "ocean-mail":
        takers = [names.person(int(seat)) for seat in mail_of(view).takers if seat != NOBODY]
        return f"Contracts: {listing(takers) or 'none'} taken." if takers else "No contract is taken."
    return ""

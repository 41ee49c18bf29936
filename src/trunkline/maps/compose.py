"""Composes the map of an edition: an ordinary map, which packs into an ordinary board."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from trunkline.maps.clauses import Company, HeldCard, NewsEvent, OfficeRules
from trunkline.maps.edition import Edition, reference
from trunkline.maps.grow import grown
from trunkline.maps.later_cards import later_cards
from trunkline.maps.model import GRAY, City, Map, Module, Opening, Route, Rules, Ticket, Variant
from trunkline.maps.modules import GRADE_CHECK, modules_of
from trunkline.maps.office_cards import office_cards
from trunkline.maps.problems import MapError, Problem
from trunkline.maps.territories import territories_of
from trunkline.rules.reading import did_you_mean


def composed(map_: Map, edition: Edition) -> Map:
    """The map of an edition. MapError with everything that does not fit the map.

    With so few tickets that not every number of players can be dealt to, the map is for fewer players (L5).
    """
    if not map_.companies or map_.grows is None:
        advice = "Take a map with companies and territories."
        raise MapError(map_.id, [Problem(None, "", f"{map_.name} has no editions", advice)])
    composer = _Composer(map_, edition)
    found = composer.compose()
    if composer.problems:
        raise MapError(f"{map_.id}, edition of {edition.year}", composer.problems)
    return found


class _Composer:
    def __init__(self, map_: Map, edition: Edition) -> None:
        self.map = map_
        self.edition = edition
        self.later = later_cards(map_, edition.content)
        self.problems: list[Problem] = []

    def compose(self) -> Map:
        edition, later = self.edition, self.later
        self.check_charters()
        if self.problems:
            return self.map
        wider = grown(self.map, edition.territories)
        return replace(
            wider,
            id=reference(self.map.id, edition),
            cities=self.cities(wider.cities),
            routes=self.routes(wider.routes),
            variants={key: self.variant(variant) for key, variant in wider.variants.items()},
            companies=self.companies(),
            events=self.chosen((*self.map.events, *later.events), edition.events, "news event"),
            spikes=tuple(spike for spike in later.spikes if spike.territory in edition.spikes),
            story_rules=self.chosen(later.story_rules, edition.story_rules, "story rule"),
            modules=self.modules(),
            spans=self.spans(wider.routes),
            offices=self.offices(),
        )

    def offices(self) -> OfficeRules | None:
        """Crew to hire and postcards held, as the edition says."""
        office = self.edition.office
        if office is None:
            return None
        cards = office_cards(self.map, self.edition.content)
        companies = [company.id for company in self.map.companies]
        named = [*office.hiring, *(each.company for each in office.barred), *(each.company for each in office.start)]
        named += [held.company for held in office.postcards]
        self.check_known(list(dict.fromkeys(named)), companies, "company")
        self.check_known([each.card for each in office.barred], [card.id for card in cards.crew], "crew card")
        known = [card.id for card in cards.postcards]
        self.check_known([held.card for held in office.postcards], known, "postcard")
        if self.problems:
            return None
        if office.hiring and not cards.crew:
            self.add("companies hire, but there is no crew", "Leave hiring out.")
        return OfficeRules(
            game=office.game,
            crew=cards.crew if office.hiring else (),
            hiring=office.hiring,
            barred=tuple((each.company, each.card) for each in office.barred),
            held=tuple(HeldCard(held.company, cards.postcard(held.card), held.used) for held in office.postcards),
            start=tuple((each.company, each.money, each.cards) for each in office.start),
        )

    def add(self, what: str, fix: str) -> None:
        self.problems.append(Problem(None, "edition", what, fix))

    def check_known(self, names: Sequence[str], known: Collection[str], what: str) -> None:
        for name in names:
            if name not in known:
                self.add(f'there is no {what} "{name}"', did_you_mean(name, known))

    def check_charters(self) -> None:
        """Territories join in an order that the charters allow, and spikes are those of territories that are there."""
        known = territories_of(self.map)
        codes = self.edition.territories
        self.check_known(codes, known, "territory")
        for number, code in enumerate(codes):
            if code in known and not known[code].may_join(codes[:number]):
                self.add(f'territory "{code}" cannot join as number {number + 1}', "Change the order.")
        for code in self.edition.spikes:
            if code not in codes:
                self.add(f'a golden spike of "{code}", which is not on the board', "Take it out.")
            elif code not in [spike.territory for spike in self.later.spikes]:
                self.add(f'"{code}" has no golden spike', "Take it out.")

    def chosen(self, cards: Sequence[NewsEvent], ids: Sequence[str], what: str) -> tuple[NewsEvent, ...]:
        self.check_known(ids, [card.id for card in cards], what)
        return tuple(card for card in cards if card.id in ids)

    def cities(self, cities: Sequence[City]) -> tuple[City, ...]:
        large = self.edition.large
        self.check_known(large, [city.id for city in cities], "city")
        for city in cities:
            if city.large and city.id in large:
                self.add(f'"{city.id}" is a large city already', "Take it out.")
        return tuple(replace(city, large=True) if city.id in large else city for city in cities)

    def routes(self, routes: Sequence[Route]) -> tuple[Route, ...]:
        colours = {repaint.route: repaint.colour for repaint in self.edition.repaints}
        self.check_known(list(colours), [route.name for route in routes], "route")
        companies = [company.id for company in self.map.companies]
        self.check_known(sorted(set(colours.values())), companies, "company")
        for route in routes:
            if route.name in colours and route.colour != GRAY:
                self.add(f'"{route.name}" is not gray', "Only gray routes are repainted.")
        self.check_known(self.edition.bored, [route.name for route in routes], "route")
        tag, _ = self.mountains()
        return tuple(
            replace(
                route,
                colour=colours.get(route.name, route.colour),
                tunnel=bool(tag) and tag in route.tags and route.name not in self.edition.bored,
            )
            for route in routes
        )

    def modules(self) -> tuple[Module, ...]:
        """The modules in force, in the order of the claim sequence; their territories are on the board."""
        known = modules_of(self.map, self.edition.content)
        wanted = {each.module: each.games_left for each in self.edition.modules}
        self.check_known(list(wanted), known, "module")
        for name in wanted:
            if name in known and known[name].territory not in self.edition.territories:
                self.add(f'"{name}" is in force, and "{known[name].territory}" is not on the board', "Take it out.")
            elif name in known and wanted[name] > known[name].games:
                self.add(f'"{name}" is in force for {known[name].games} games', "Write fewer games.")
        return tuple(module for module in known.values() if module.id in wanted)

    def mountains(self) -> tuple[str, int]:
        """The tag of the routes that need a grade check, and the cards that it turns up; none without the module."""
        module = next((each for each in self.modules() if each.id == GRADE_CHECK), None)
        return ("", 0) if module is None else (module.numbers["tag"], module.number("cards"))

    def spans(self, routes: Sequence[Route]) -> dict[str, str]:
        spans = {span.route: span.company for span in self.edition.spans}
        self.check_known(list(spans), [route.name for route in routes], "route")
        return spans

    def companies(self) -> tuple[Company, ...]:
        if self.edition.bonus == 2 and not self.later.second:
            self.add("the companies have no second bonus", "Write bonus = 1.")
        return (self.later.second if self.edition.bonus == 2 else self.later.first) or self.map.companies

    def variant(self, variant: Variant) -> Variant:
        retired = self.edition.retired
        self.check_known(retired, [ticket.name for ticket in variant.tickets], "ticket")
        tickets = tuple(ticket for ticket in variant.tickets if ticket.name not in retired)
        return replace(variant, tickets=tickets, rules=self.rules(variant.rules, tickets))

    def rules(self, rules: Rules, tickets: Sequence[Ticket]) -> Rules:
        edition = self.edition
        if edition.trains <= rules.end_at:
            self.add("the game would end before it begins", f"Give more trains than {rules.end_at}.")
        most = min(rules.most_players, len(tickets) // edition.opening.dealt)
        if most < rules.least_players:
            self.add(f"there are {len(tickets)} tickets, too few to deal {edition.opening.dealt} each", "Deal fewer.")
        cards, needed = sum(self.map.decks["trains"].values()), edition.hand * most + sum(rules.row)
        if cards < needed:
            self.add(f"{most} hands and the row need {needed} cards, the deck has {cards}", "Deal fewer.")
        opening = Opening(edition.opening.dealt, 0, edition.opening.keep, rules.opening.refused)
        return replace(
            rules,
            trains=edition.trains,
            tunnel_cards=self.mountains()[1],
            money=edition.money,
            hand=(edition.hand,),
            opening=opening,
            most_players=most,
            # Without news events there is nothing that newspapers could turn up.
            newspapers=rules.newspapers if edition.events else (),
        )

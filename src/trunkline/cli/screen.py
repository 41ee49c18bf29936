"""The screen of a player in the terminal, drawn from a view: players, hand, tickets, menu, drafts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from rich.console import Console, JustifyMethod, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from trunkline.cli.choices import Item, Menu
from trunkline.cli.companies import Companies, Points
from trunkline.cli.names import Names, count, listing, styled
from trunkline.rules.actions import deck_of, kind_of, subject_of, to_text
from trunkline.rules.claim import CLAIM
from trunkline.rules.pairs import PAIR_CARDS, pair_of, spaces_left
from trunkline.rules.pieces import EXCHANGE, SPLITTING
from trunkline.rules.ports import PORT, ports_of
from trunkline.rules.powers import POWER_OF_KIND
from trunkline.rules.progress import TicketProgress, ticket_progress
from trunkline.rules.scoring import running_score
from trunkline.rules.state import HOLE, NOBODY, OPENING, OVER, UNDECIDED
from trunkline.rules.stations import station_price, stations_left, stations_of
from trunkline.rules.tunnels import PAY_DOLLARS, dollars_asked, tunnel_of
from trunkline.rules.view import SPECTATOR, PlayerView, View

LABEL = "bold cyan"
CLAIMS_WITHOUT_HEIGHT = 12
"""Claims shown in the menu if the output is not a terminal."""
LINES_OF_A_TURN = 10
"""Lines of the screen of a turn besides news, players, tickets and claims, roughly."""
LABEL_WIDTH = 7


class Screen:
    """Prints to one console. It has no game, only views."""

    def __init__(self, console: Console, names: Names) -> None:
        self.console = console
        self.names = names
        self.board = names.board
        self.companies = Companies(names) if names.board.has_companies else None
        self.earnings = self.companies or Points()

    def say(self, text: RenderableType = "", style: str | None = None) -> None:
        self.console.print(text, style=style, markup=False, highlight=False)

    def sorry(self, text: str) -> None:
        self.say(text, style="yellow")

    def sections(self, parts: Iterable[tuple[str, RenderableType]]) -> None:
        """Labelled rows."""
        grid = Table.grid(padding=(0, 1))
        grid.add_column(style=LABEL, no_wrap=True, min_width=LABEL_WIDTH)
        grid.add_column(overflow="fold")
        for label, part in parts:
            grid.add_row(label, part)
        self.say(grid)

    # The table

    def heading(self, view: View) -> None:
        board = self.board
        name = self.names.map_name + ("" if board.variant == "base" else f" ({self.names.variant_name})")
        if view.phase == OPENING:
            what = "the opening"
        elif view.phase == SPLITTING:
            what = "the choice of trains and ships"
        elif view.phase == OVER:
            what = "the end"
        else:
            turn = int(view.turn) // len(view.players) + 1
            mine = view.turn_of == view.seat
            what = f"round {turn} · {'your turn' if mine else 'turn of ' + self.names.person(view.turn_of)}"
        self.say(Rule(Text(f"{name} · {what}", style="bold"), align="left", characters="─", style="cyan"))
        if view.turns_left != UNDECIDED and view.phase != OVER:
            left = int(view.turns_left)
            mine = view.turn_of == view.seat and left <= len(view.players)
            warning = "This is your last turn!" if mine else f"The end is near: {count(left, 'turn')} left in all."
            self.say(Text(warning, style="bold red"))

    def news(self, sentences: Sequence[str]) -> None:
        """The events since the player was last asked."""
        grid = Table.grid(padding=(0, 1))
        for sentence in sentences:
            grid.add_row("•", Text(sentence))
        if sentences:
            self.say(grid)

    def table(self, view: View) -> list[tuple[str, RenderableType]]:
        """The public part: row, decks, players."""
        piles = []
        for name, size, discards in zip(self.board.deck_names, view.deck_sizes, view.discards, strict=True):
            cards = f"{int(size)} {name}" if self.board.numbers.ships > 0 else count(int(size), "card")
            piles.append(f"{cards}, {sum(map(int, discards))} discarded")
        decks = f"{' · '.join(piles)} · {count(int(view.ticket_deck_size), 'ticket')}"
        news = [("News", self.companies.news(view))] if self.companies is not None else []
        return [("Row", self.row(view)), ("Decks", Text(decks)), *news, ("Players", self.players(view))]

    def row(self, view: View) -> Text:
        items = []
        for slot, card in enumerate(view.row):
            item = styled(f"{slot + 1} ", "bold")
            items.append(item + (Text("empty") if card == HOLE else self.card(card)))
        return self.flow(items)

    def card(self, card: int) -> Text:
        """A card with its letter, its colour and its name."""
        return self.names.box(self.console, card) + Text(f" {self.names.card(card)}")

    def flow(self, items: Sequence[Text]) -> Text:
        """Items side by side, as many on a line as fit; no item is split."""
        text = Text()
        used = 0
        for item in items:
            if used and used + 3 + len(item) > self.console.width - LABEL_WIDTH - 2:
                text += Text("\n")
                used = 0
            elif used:
                text += Text("   ")
                used += 3
            text += item
            used += len(item)
        return text

    def players(self, view: View, known: bool = False) -> Table:
        grid = Table.grid(padding=(0, 2))
        for seat, player in enumerate(view.players):
            here = "▸" if view.turn_of == seat and view.phase not in (OPENING, SPLITTING, OVER) else " "
            tickets = int(player.ticket_count)
            cells: list[RenderableType] = [
                Text(f"{here} ") + Text(self.names.person(seat), style=self.names.person_style(seat)),
                *([Text(self.names.companies[seat])] if self.companies is not None else []),
                Text(count(int(running_score(view, seat)), self.names.unit), justify="right"),
                Text(self.earnings.trains(view, seat), justify="right"),
                *([Text(count(int(player.ships), "ship"), justify="right")] if self.board.numbers.ships > 0 else []),
                Text(self.cards_held(player), justify="right"),
                Text(count(tickets, "ticket"), justify="right"),
            ]
            if self.board.numbers.ports:
                cells.append(Text(count(int(ports_of(view).left[seat]), "port"), justify="right"))
            if self.board.numbers.stations:
                cells.append(Text(count(int(stations_left(view, seat)), "station"), justify="right"))
            if known:
                held = [f"{n} {self.names.card(card)}" for card, n in enumerate(player.known) if n]
                cells.append(Text(f"seen in hand: {', '.join(held)}" if held else "nothing seen in hand"))
            grid.add_row(*cells)
        return grid

    def cards_held(self, player: PlayerView) -> str:
        """How many cards; with two decks, how many of each, which everybody can see (W1)."""
        if self.board.numbers.ships == 0:
            return count(int(player.hand_size), "card")
        return f"cards {int(player.hand_size - player.ship_cards)}+{int(player.ship_cards)}"

    def hand(self, view: View) -> Text:
        items = [Text(f"{number} ") + self.card(card) for card, number in enumerate(view.hand) if number]
        return self.flow(items) if items else Text("no cards")

    def tickets(self, view: View, every: bool = False) -> Text:
        """The player's tickets, with what is missing: as much as fits on a line, or `every` route."""
        if not len(view.tickets):
            return Text("none yet")
        widest = max(len(self.names.ticket(int(ticket))) for ticket in view.tickets)
        lines = []
        for ticket in ticket_progress(view):
            mark = styled("✓ ", "bold green") if ticket.done else Text("  ")
            worth, single = self.names.worth(ticket.ticket), self.board.ticket_points[ticket.ticket] == 1
            points = f"{worth} {self.names.unit}{'' if single else 's'}"
            line = mark + Text(f"{self.names.ticket(ticket.ticket):<{widest}}  {points:>{4 + len(self.names.unit)}}  ")
            if self.is_registered(ticket.ticket):
                line += Text("registered: ")
            line += self.missing(ticket, view)
            if not every:
                line.truncate(self.console.width - LABEL_WIDTH - 2, overflow="ellipsis")
            lines.append(line)
        return Text("\n").join(lines)

    def is_registered(self, ticket: int) -> bool:
        return self.board.ticket_names[ticket] in self.names.registered

    def missing(self, ticket: TicketProgress, view: View) -> Text:
        """The progress of a ticket, and the cheapest routes that would complete it."""
        if ticket.done and not ticket.in_order:
            return Text("joined, but not in order", style="green")
        if ticket.done:
            return Text("done, as long as your station helps" if ticket.by_station else "done", style="green")
        player = view.players[view.seat]
        if ticket.spaces < 0:
            help_left = "only a station can help" if stations_left(view, view.seat) else "no way is left"
            return Text(f"cut off: {help_left}", style="red")
        text = Text(f"needs {count(ticket.spaces, 'space')}")
        missing = [int(route) for route in ticket.missing]
        for kind, left in (("train", int(player.trains)), ("ship", int(player.ships))):
            needed = sum(int(self.board.length[r]) for r in missing if bool(self.board.sea[r]) == (kind == "ship"))
            if needed > left and view.phase not in (OPENING, SPLITTING):
                text += Text(f", and you have {count(left, kind)}", style="red")
        ways = [f"{self.names.ends(r)} {self.board.length[r]} {self.names.colour(r)}" for r in missing]
        return text + Text(f": {', '.join(ways)}", style="dim")

    def position(self, view: View) -> None:
        """Everything the viewer may know that fits on a screen."""
        parts = self.table(view)
        if view.seat != SPECTATOR:
            parts += [("Hand", self.hand(view)), ("Tickets", self.tickets(view))]
        self.sections(parts)

    # The menu of a turn

    def room_for_claims(self, view: View, news: int) -> int:
        """How many claims fit on the screen of a turn, with this many lines of news."""
        if not self.console.is_terminal:
            return CLAIMS_WITHOUT_HEIGHT
        return max(4, self.console.height - LINES_OF_A_TURN - news - len(view.players) - len(view.tickets))

    def menu(self, menu: Menu, room: int | None = None) -> None:
        """The menu, with every claim or as many as fit."""
        view = menu.view
        draws = []
        slots = [item.number for item in menu.items.values() if item.number <= len(view.row)]
        if slots:
            draws.append(f"{slots[0]}–{slots[-1]} a card of the row" if len(slots) > 1 else f"{slots[0]} a card")
        for item in menu.decks:
            deck = self.board.deck_names[int(subject_of(item.ways[0]))] if self.board.numbers.ships > 0 else "deck"
            draws.append(f"{item.number} blind from the {deck}")
        if menu.tickets:
            draws.append(f"{menu.tickets.number} tickets")
        parts: list[tuple[str, RenderableType]] = []
        if draws:
            parts.append(("Draw", Text(" · ".join(draws))))
        if menu.claims:
            parts.append(("Claim", self.claims(view, menu.claims, room)))
        if menu.station:
            price = self.station_price(view)
            cost = "any one card" if price == 1 else f"{price} cards of one colour"
            parts.append(("Build", Text(f"{menu.station.number} a station, for {cost}")))
        if menu.port:
            numbers = self.board.numbers
            cost = f"{numbers.port_trains} trains and {numbers.port_ships} ships of one colour with the anchor"
            parts.append(("Build", Text(f"{menu.port.number} a port, for {cost}")))
        if menu.exchange:
            cost = count(int(self.board.numbers.exchange_cost), "point")
            parts.append(("Swap", Text(f"{menu.exchange.number} pieces with the box, {cost} lost for each")))
        if menu.others:
            listed = [f"{item.number} {self.other(view, item)}" for item in menu.others]
            parts.append(("Do", Text(" · ".join(listed))))
        if menu.passing:
            parts.append(("Pass", Text(f"{menu.passing.number} nothing to draw, claim or build")))
        self.sections(parts)

    def other(self, view: View, item: Item) -> str:
        """An action without a place of its own in the menu."""
        if self.companies is not None and item.kind in POWER_OF_KIND:
            return self.companies.power(view, item.ways[0])
        words = to_text(self.board, item.ways[0])
        return words if self.companies is None else self.companies.answer(words)

    def office(self, view: View) -> None:
        """The viewer's crew and postcards; their backs are for the viewer alone (L21)."""
        for line in self.companies.office(view) if self.companies is not None else ():
            self.say(line)

    def station_price(self, view: View) -> int:
        return int(station_price(view, view.seat)) if stations_left(view, view.seat) else 0

    def claims(self, view: View, items: Sequence[Item], room: int | None) -> Table:
        shown = items if room is None or len(items) <= room else items[: room - 1]
        grid = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
        rows: list[list[Text]] = []
        for item in shown:
            route = item.route
            length = int(self.board.length[route])
            spaces = Text(f"{length} ") + self.names.colour_box(self.console, route)
            pay = self.names.payment_letters(self.console, item.ways[0], self.names.price(item.ways[0]))
            if self.board.pair[route]:
                pay += Text(" each" if length > 1 else "", style="dim")
            if len(item.ways) > 1:
                pay += Text(f" (+{count(len(item.ways) - 1, 'way')})", style="dim")
            notes = [word for word in (self.names.kind(route), "ticket" if item.wanted else "") if word]
            points, note = Text(self.earnings.pays(view, route)), Text(", ".join(notes), style="bold")
            rows.append([Text(str(item.number)), Text(self.names.ends(route)), spaces, points, pay, note])
        if len(shown) < len(items):
            more = Text(f"{len(items) - len(shown)} more: type `claims`")
            rows.append([Text("…"), more, Text(), Text(), Text(), Text()])
        # On a narrow screen the names of the cities are shortened, not what must be typed and paid.
        for number, heading in enumerate(("", "route", "spaces", self.earnings.heading, "pay", "")):
            right = heading == "points" or number == 0
            grid.add_column(
                heading,
                justify="right" if right else "left",
                style="bold" if number == 0 else "",
                no_wrap=True,
                overflow="ellipsis",
                min_width=None if heading == "route" else max(len(row[number]) for row in rows),
            )
        for row in rows:
            grid.add_row(*row)
        return grid

    # Drafts

    def draft(self, view: View, ways: Sequence[int], chosen: int) -> None:
        """A claim, a station or a port that is not yet made, with the ways to pay for it; or an exchange."""
        code = ways[chosen]
        subject = int(subject_of(code))
        player = view.players[view.seat]
        if kind_of(code) == EXCHANGE:
            self.say(styled("Draft: ", "bold magenta") + Text(f"{self.exchange(code)}."))
            return
        if kind_of(code) == CLAIM:
            sea = bool(self.board.sea[subject])
            left = int(player.ships if sea else player.trains) - int(self.board.length[subject])
            title = f"claim {self.names.route(subject)}: {self.earnings.why(view, subject)}, leaves you "
            title += count(left, "ship" if sea else "train")
            if self.board.pair[subject] and self.board.length[subject] > 1:
                title += ". This pays the first space; the others follow, and there is no way back"
            if self.board.tunnel[subject]:
                turned = count(int(self.board.numbers.tunnel_cards), "card")
                title += f". It is a tunnel: {turned} will be turned up and may ask for more"
        elif kind_of(code) == PORT:
            ports = int(ports_of(view).left[view.seat]) - 1
            title = f"build a port in {self.names.city(subject)}: leaves you {count(ports, 'port')}"
        else:
            stations = int(stations_left(view, view.seat)) - 1
            title = f"build a station in {self.names.city(subject)}: leaves you {count(stations, 'station')}"
        self.say(styled("Draft: ", "bold magenta") + Text(f"{title}."))
        lanes = {int(subject_of(way)) for way in ways}
        for number, way in enumerate(ways):
            price = self.names.price(way, station=self.station_price(view))
            mark = styled("  ▸ " if number == chosen else "    ", "bold magenta")
            lane = f"  on {self.names.route(int(subject_of(way)))}" if len(lanes) > 1 else ""
            line = Text(f"{number + 1} ") + self.names.payment_boxes(self.console, way, price)
            self.say(mark + line + Text(f" {self.names.payment(way, price)}{lane}"))

    def exchange(self, code: int) -> str:
        """`take 3 trains from the box and put back 3 ships: 3 points lost`."""
        number = int(subject_of(code))
        taken, given = ("train", "ship") if deck_of(code) == 0 else ("ship", "train")
        lost = count(number * int(self.board.numbers.exchange_cost), "point")
        return f"take {count(number, taken)} from the box and put back {count(number, given)}: {lost} lost"

    def offer(self, view: View, marked: Collection[int], least: int) -> None:
        """Tickets to choose from, those marked to be kept."""
        grid = Table.grid(padding=(0, 1))
        for _ in range(5):
            grid.add_column(no_wrap=True)
        for number, ticket in enumerate(map(int, view.offered)):
            box = Text("[x]", style="bold green") if number in marked else Text("[ ]")
            note = "long" if self.board.ticket_long[ticket] else "registered" if self.is_registered(ticket) else ""
            if self.board.is_tour(ticket):
                note = f"tour, −{self.board.ticket_penalty[ticket]} if missed"
            worth = self.names.worth(ticket)
            points = Text(f"{worth} {self.names.unit}{'' if worth == '1' else 's'}", justify="right")
            grid.add_row(box, str(number + 1), self.names.ticket(ticket), points, note)
        self.sections([("Offered", grid)])
        chosen = "none is marked yet" if not marked else f"{len(marked)} marked"
        self.say(Text(f"Keep at least {least}; {chosen}.", style="bold"))

    def pair(self, view: View, answers: Sequence[int]) -> None:
        """The next space of a pair route (W7), with what lies on the table and the ways to pay."""
        pair = pair_of(view)
        route = int(pair.route)
        paid = self.flow([self.card(card) for card in pair.paid])
        self.sections([("Pairs", Text(self.names.route(route))), ("Paid", paid), ("Hand", self.hand(view))])
        left = int(spaces_left(view))
        self.say(
            Text(f"{count(left, 'space')} still to be paid, each with two train cards of one colour.", style="bold")
        )
        for number, code in enumerate(answers, start=1):
            boxes = self.names.payment_boxes(self.console, code, PAIR_CARDS)
            self.say(Text(f"  {number} pay ") + boxes + Text(f" {self.names.payment(code, PAIR_CARDS)}"))

    def tunnel(self, view: View, answers: Sequence[int]) -> None:
        """The question of a tunnel (E4), with the cards turned up and the ways to answer."""
        laid = tunnel_of(view)
        route = int(laid.route)
        turned = self.flow([self.card(card) for card in laid.turned])
        asked = int(laid.asked)
        self.sections([("Tunnel", Text(self.names.route(route))), ("Turned", turned), ("Hand", self.hand(view))])
        self.say(Text(f"The tunnel asks for {count(asked, 'more card')}.", style="bold"))
        if len(answers) == 1:
            self.say("You cannot pay that.")
        for number, code in enumerate(answers, start=1):
            if kind_of(code) == PAY_DOLLARS:
                self.say(f"  {number} pay dollars: ${dollars_asked(view, view.seat)}")
            elif number < len(answers):
                boxes = self.names.payment_boxes(self.console, code, asked)
                self.say(Text(f"  {number} pay ") + boxes + Text(f" {self.names.payment(code, asked)}"))
            else:
                self.say(f"  {number} withdraw: take your cards back, and your turn is over")

    # Looking around

    def routes(self, view: View, chosen: Sequence[int]) -> None:
        """Routes as a table: spaces, colour, points, and owner or state."""
        table = Table(box=None, padding=(0, 2, 0, 0), header_style=LABEL)
        for heading in ("route", "spaces", "colour", self.earnings.heading, "", "state"):
            # Only a route may take two lines: in a campaign it may have a name of its own.
            justify: JustifyMethod = "right" if heading in ("spaces", "points") else "left"
            table.add_column(heading, justify=justify, no_wrap=heading != "route")
        for route in sorted(chosen, key=self.names.route):
            owner = int(view.owner[route])
            if owner != NOBODY:
                state = Text(self.names.person(owner), style=self.names.person_style(owner))
            else:
                state = Text("free" if view.is_open(route) else "closed")
            length = str(self.board.length[route])
            points = self.earnings.pays(view, route) if self.companies is None or owner == NOBODY else ""
            colour = self.names.colour_box(self.console, route)
            table.add_row(self.names.route(route), length, colour, points, self.names.kind(route), state)
        self.say(table)

    def holdings(self, view: View) -> None:
        """The routes, stations and ports of each player."""
        parts: list[tuple[str, RenderableType]] = []
        for seat in range(len(view.players)):
            routes = [r for r in range(self.board.routes) if view.owner[r] == seat]
            text = ", ".join(f"{self.names.route(r)} {self.board.length[r]}" for r in routes) or "no routes yet"
            cities = [self.names.city(city) for city, owner in enumerate(stations_of(view).owner) if owner == seat]
            text += f"; stations in {listing(cities)}" if cities else ""
            cities = [self.names.city(city) for city, owner in enumerate(ports_of(view).owner) if owner == seat]
            text += f"; ports in {listing(cities)}" if cities else ""
            parts.append((self.names.person(seat), Text(text)))
        self.sections(parts)

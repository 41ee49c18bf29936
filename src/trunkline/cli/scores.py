"""The end of a game in the terminal: every player's score item by item, and who has won."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from trunkline.cli.names import Names, count, listing
from trunkline.game import PlayerScore, ScoreSheet

DECIDED = {
    "tickets": "Equal {unit}s: more completed tickets decided.",
    "stations": "Equal {unit}s: fewer stations built decided.",
    "longest-path": "Equal {unit}s: the longest path decided.",
    "turn-order": "Equal {unit}s and tickets: the later in turn order decided.",
    "shared": "Equal {unit}s, and no tie-breaker tells them apart: the victory is shared.",
}


def score_table(names: Names, sheet: ScoreSheet) -> Table:
    """The items of all players side by side."""
    table = Table(header_style="bold cyan", box=None, padding=(0, 2, 0, 0))
    table.add_column("bank slip" if names.board.has_companies else "score")
    for player in sheet.players:
        table.add_column(names.person(player.seat), justify="right")
    rules = names.board.numbers
    rows: list[tuple[str, list[str]]] = [
        *earned(names, sheet),
        ("tickets completed", [signed(won(player)) for player in sheet.players]),
        ("tickets missed", [signed(player.ticket_points - won(player)) for player in sheet.players]),
    ]
    if rules.stations:
        rows.append(("stations not built", [signed(player.station_points) for player in sheet.players]))
    if rules.ports:
        rows.append(("ports", [signed(player.port_points) for player in sheet.players]))
    if rules.pieces:
        rows.append(("pieces exchanged", [signed(player.exchange_points) for player in sheet.players]))
    if rules.longest_path:
        rows.append(("longest path", [signed(player.longest_path_points) for player in sheet.players]))
    if rules.globetrotter:
        rows.append(("most tickets", [signed(player.globetrotter_points) for player in sheet.players]))
    for label, cells in rows:
        table.add_row(label, *cells)
    table.add_row("total", *[str(player.total) for player in sheet.players], style="bold")
    if sheet.ranking:
        places = {seat: place for place, seat in enumerate(sheet.ranking, start=1)}
        table.add_row("place", *[str(places[player.seat]) for player in sheet.players])
    return table


def earned(names: Names, sheet: ScoreSheet) -> list[tuple[str, list[str]]]:
    """The rows before the tickets: points of routes; on a bank slip dollars in hand and for trains left."""
    if not names.board.has_companies:
        return [("routes", [str(player.route_points) for player in sheet.players])]
    rows = [
        ("company", [str(player.company) for player in sheet.players]),
        ("dollars in hand", [str(player.money) for player in sheet.players]),
        ("trains left", [f"({player.trains_left}) {signed(player.trains_left_money)}" for player in sheet.players]),
    ]
    if any(event.powers for event in names.map.events):
        rows.append(("bonds", [signed(player.bond_money) for player in sheet.players]))
    if names.map.story_rules:
        rows.append(("story", [signed(player.story_money) for player in sheet.players]))
    for number, line in enumerate(sheet.players[0].modules):
        rows.append((line.line, [signed(player.modules[number].money) for player in sheet.players]))
    return rows


def print_scores(console: Console, names: Names, sheet: ScoreSheet, over: bool = True) -> None:
    """The whole sheet: the table, each player's routes and tickets, the winners."""

    def say(text: object = "", style: str | None = None) -> None:
        console.print(text, style=style, markup=False, highlight=False)

    say(score_table(names, sheet))
    for player in sheet.players:
        say()
        say(Text(f"{names.person(player.seat)}: {count(player.total, names.unit)}", style="bold"))
        if player.company is not None:
            say(slip_story(names, player))
        lines = Table.grid(padding=(0, 1))
        for ticket in sorted(player.tickets, key=lambda item: -item.points):
            number = names.board.ticket_number[ticket.ticket]
            mark = Text("✓", style="green") if ticket.completed else Text("✗", style="red")
            word = "completed" if ticket.completed else "missed"
            if ticket.in_order is not None:
                word = "completed in order" if ticket.in_order else "completed, but not in order"
            lines.add_row(mark, names.ticket(number), Text(signed(ticket.points), justify="right"), word)
        say(lines)
        if player.routes:
            longest = sorted(player.routes, key=lambda item: (-item.points, -item.length, item.route))
            if player.company is not None:
                text = ", ".join(f"{names.route_called(item.route)} {item.length}" for item in longest)
                say(f"{count(len(player.routes), 'route')}: {text}")
            else:
                text = ", ".join(f"{names.route_called(item.route)} {item.points}" for item in longest)
                say(f"{count(len(player.routes), 'route')}, {player.route_points} points: {text}")
        for port in player.ports:
            named = count(port.tickets, "completed ticket")
            say(f"Port in {names.city_called(port.city)}: {signed(port.points)}, named by {named}")
        if player.unbuilt_port_points:
            say(f"{count(player.ports_left, 'port')} not built: {signed(player.unbuilt_port_points)}")
        if player.exchange_points:
            say(f"Pieces exchanged: {signed(player.exchange_points)}")
        if player.borrowed:
            say(f"The stations use {listing(names.route_called(route) for route in player.borrowed)}.")
        if player.longest_trail:
            bonus = f", {signed(player.longest_path_points)}" if player.longest_path_points else ""
            say(f"Longest path: {count(player.longest_trail, 'space')}{bonus}")
    say()
    if over:
        say(verdict(names, sheet), style="bold green")


def verdict(names: Names, sheet: ScoreSheet) -> str:
    """Who has won, and what decided."""
    people = [names.person(seat) for seat in sheet.winners]
    points = count(max(sheet.totals), names.unit)
    if len(people) > 1:
        words = f"{listing(people)} share the victory with {points} each."
    else:
        words = f"{people[0]} {'win' if people[0] == 'You' else 'wins'} with {points}."
    return words if sheet.tie_break is None else f"{words} {DECIDED[sheet.tie_break].format(unit=names.unit)}"


def slip_story(names: Names, player: PlayerScore) -> str:
    """The bank slip of a company in one sentence (L19)."""
    company = next(each for each in names.map.companies if each.id == player.company)
    parts = [
        f"{player.money} in hand",
        f"{signed(player.trains_left_money)} for {count(player.trains_left, 'train')} left",
        f"{signed(won(player))} for tickets completed",
        f"{signed(player.ticket_points - won(player))} for tickets missed",
    ]
    if player.story_money:
        parts.insert(2, f"{signed(player.story_money)} by the story")
    if player.bond_money:
        parts.insert(2, f"{signed(player.bond_money)} for bonds")
    for line in player.modules:
        if line.money:
            parts.insert(2, f"{signed(line.money)} for {line.line}")
    further = player.story_money + player.bond_money + sum(line.money for line in player.modules)
    below = player.money + player.trains_left_money + further + player.ticket_points < player.total
    return f"{company.name.en} ({company.id}): {', '.join(parts)}{'; a slip is never below 0' if below else ''}."


def won(player: PlayerScore) -> int:
    return sum(ticket.points for ticket in player.tickets if ticket.completed)


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else str(points) if points == 0 else f"−{-points}"

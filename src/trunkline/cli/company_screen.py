"""The parts of the screen for maps with companies: the news, the companies, the question of a bonus."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from trunkline.cli.modules import module_lines
from trunkline.cli.names import listing
from trunkline.cli.screen import Screen
from trunkline.rules.actions import subject_of
from trunkline.rules.view import View


def show_news(screen: Screen, view: View) -> None:
    """The current news event, and those that were turned up before."""
    if screen.companies is not None:
        screen.sections([("News", screen.companies.news(view)), ("Before", Text(screen.companies.earlier(view)))])
        spikes = screen.companies.spikes(view)
        if spikes is not None:
            screen.sections([("Spikes", spikes)])
        for name, text in module_lines(screen.names, view):
            screen.sections([(name, Text(text))])


def show_companies(screen: Screen, view: View) -> None:
    """Every player's company with its bonus, its crew and the fronts of its postcards."""
    if screen.companies is None:
        return
    for seat in range(len(view.players)):
        owner = Text.assemble((screen.names.person(seat), screen.names.person_style(seat)))
        text = f": {screen.companies.company(view, seat)}. {screen.companies.bonus(view, seat)}"
        screen.say(owner + Text(text))
        for line in screen.companies.public_office(view, seat):
            screen.say(Text(f"  {line}"))


def show_taking(screen: Screen, view: View, answers: Sequence[int]) -> None:
    """The question of a bonus that takes a face-up card (L16): the row, and the slots that may be taken."""
    screen.sections([("Row", screen.row(view)), ("Hand", screen.hand(view))])
    if screen.companies is not None:
        step, source = screen.companies.question(view)
        screen.say(Text(f"Step {step}, {source}: take a face-up card, but no locomotive.", style="bold"))
    slots = listing((str(subject_of(code) + 1) for code in answers), "or")
    screen.say(f"  type {slots}, or the name of the card", style="dim")

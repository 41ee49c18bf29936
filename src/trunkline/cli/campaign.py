"""`trunkline campaign new`, `play`, `show` and `check`: a campaign of twelve games in one file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from secrets import token_hex

import typer

from trunkline.campaign.actions import HOST, act
from trunkline.campaign.content import NEWEST
from trunkline.campaign.games import map_now
from trunkline.campaign.logfile import CampaignFile
from trunkline.campaign.running import forget_game, running_path
from trunkline.campaign.state import OVER, Campaign, digest
from trunkline.cli.campaign_asks import drawing_path
from trunkline.cli.campaign_new import new_campaign
from trunkline.cli.campaign_play import CampaignTable
from trunkline.cli.campaign_screen import CampaignScreen
from trunkline.cli.files import write_drawing
from trunkline.cli.names import count
from trunkline.cli.play import make_console, reader
from trunkline.cli.questions import Left
from trunkline.cli.trouble import fail
from trunkline.program import program

YES = ("y", "yes")


def make_lots() -> str:
    """A key for the lots of one entry, made at that moment."""
    return token_hex(32)


def new(path: Path, name: str | None, companies: Sequence[str], content: str | None) -> None:
    """Found a campaign and show it."""
    screen = CampaignScreen(make_console())
    try:
        file = new_campaign(path, name, companies, reader(), screen, make_lots, content or NEWEST)
    except (Left, EOFError, KeyboardInterrupt):
        screen.say()
        fail("No campaign was founded.")
    screen.status(file.campaign)
    screen.companies(file.campaign)
    screen.say()
    screen.say(f"Founded. To play: {program()} campaign play {path}")


def play(path: Path, deal_anew: bool) -> None:
    """Play on."""
    if not path.exists():
        fail(f"{path}: No such file. To found a campaign: {program()} campaign new {path}")
    with CampaignFile.take(path) as file:
        read = reader()
        if deal_anew:
            old = running_path(file)
            entries = act(file.campaign, HOST, "deal anew", make_lots)
            if not all_agree(file.campaign, read):
                fail("Not everybody agrees: the game goes on as it is.")
            file.append(entries)
            forget_game(old)
        CampaignTable(file, read, make_console(), make_lots).run()


def all_agree(campaign: Campaign, read: Callable[[str], str]) -> bool:
    """Ask each person who plays the game whether it is dealt anew. A person alone has agreed by the option."""
    companies = [campaign.company(place.company) for place in campaign.places if place.stand_in is None]
    people = [company for company in companies if company.bot is None]
    if len(people) < 2:
        return True
    try:
        return all(read(f"{each.president}: deal the game anew? (y/n)> ").strip().lower() in YES for each in people)
    except (EOFError, KeyboardInterrupt):
        return False


def show(path: Path, part: str) -> None:
    """Show what all may know of a campaign."""
    file = CampaignFile.read(path)
    screen = CampaignScreen(make_console())
    if file.warning:
        typer.echo(file.warning, err=True)
    campaign = file.campaign
    if part in ("all", "status"):
        screen.status(campaign)
    if part in ("all", "board"):
        screen.board(campaign)
    if part in ("all", "companies"):
        screen.companies(campaign)
    if part in ("all", "rules"):
        screen.rules(campaign, file.entries)
    if part in ("all", "chronicle"):
        screen.chronicle(campaign, file.entries)
    if part == "story":
        screen.story(campaign)
    if part == "finale" and campaign.stage != OVER:
        fail("the vaults are sealed until all twelve games are played")
    if part in ("all", "finale") and campaign.stage == OVER:
        screen.finale(campaign)


def draw(path: Path, output: Path | None) -> None:
    """Draw the map as it is now, beside the file if no other place is named."""
    campaign = CampaignFile.read(path).campaign
    output = output or drawing_path(path)
    write_drawing(output, map_now(campaign))
    typer.echo(f"{output} is drawn: the map of {campaign.year}.")


def check(path: Path) -> None:
    """Fold a file and check every line."""
    file = CampaignFile.read(path)
    if file.warning:
        fail(f"{file.warning}; the {count(len(file.entries), 'line')} before it are whole. `play` would remove it")
    lines = count(len(file.entries), "line")
    typer.echo(
        f"{path} is undamaged: {lines}, content version {file.campaign.version}, state {digest(file.campaign)[:16]}"
    )

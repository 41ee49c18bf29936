"""`trunkline campaign new`: founds a campaign from options, or asks for its companies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from trunkline.bots.registry import LEVEL, USUAL, NoSuchBot, entries
from trunkline.campaign.actions import IllegalStep, MakeLots, all_colours, check_founders, found, printable
from trunkline.campaign.content import NEWEST, load_content, load_words
from trunkline.campaign.entries import Founded, Founder
from trunkline.campaign.logfile import BadCampaignFile, CampaignFile
from trunkline.cli.campaign_screen import CampaignScreen
from trunkline.cli.names import listing
from trunkline.cli.questions import Left
from trunkline.lab.simulate import class_of
from trunkline.maps.card_text import bonus_text
from trunkline.maps.later_cards import later_cards
from trunkline.maps.load import load_map
from trunkline.program import program

EXAMPLE = "blue Anna", "red=planner"


def new_campaign(
    path: Path,
    name: str | None,
    companies: Sequence[str],
    read: Callable[[str], str],
    screen: CampaignScreen,
    make_lots: MakeLots,
    content: str = NEWEST,
) -> CampaignFile:
    """Found a campaign; what the options do not say is asked for. The file is written when everything is known."""
    if path.exists():
        raise BadCampaignFile(
            f"{path} exists already; choose another name, or play it: {program()} campaign play {path}"
        )
    if not path.parent.is_dir():
        raise BadCampaignFile(f"there is no folder {path.parent}")
    title = load_words(content, "en").title
    if companies:
        founders = [founder_of(words) for words in companies]
        founded = found(title if name is None else name, founders, content, make_lots)
    else:
        founded = Founding(read, screen, make_lots, content).ask(name, title)
    return CampaignFile.create(path, founded)


def founder_of(words: str) -> Founder:
    """The company of `blue Anna`, or of `red=planner`, which a bot plays; a bot needs no name."""
    first, _, president = " ".join(words.split()).partition(" ")
    colour, _, bot = first.partition("=")
    if bot:
        class_of(bot)
        president = president or bot.rpartition(":")[2].capitalize()
    if not president:
        said = listing((f'--company "{each}"' for each in EXAMPLE), "or")
        raise IllegalStep("name", f"A company has a colour and a president: {said}.")
    return Founder(colour.lower(), president, president, bot or None)


class Founding:
    """Asks for a new campaign, question by question."""

    def __init__(self, read: Callable[[str], str], screen: CampaignScreen, make_lots: MakeLots, version: str) -> None:
        self.read = read
        self.version = version
        self.screen = screen
        self.make_lots = make_lots
        content = load_content(version)
        self.colours = all_colours(content)
        map_ = load_map(content.map)
        self.titles = {company.id: company.name.en for company in map_.companies}
        companies = later_cards(map_, version).first or map_.companies
        self.bonuses = {company.id: " ".join(bonus_text(map_, company)) for company in companies}

    def ask(self, name: str | None, title: str) -> Founded:
        self.screen.heading(title)
        self.screen.say("Twelve games on a map that grows, for two to five companies. `quit` leaves; nothing is kept.")
        if name is None:
            self.screen.say(f"What is your campaign called? Enter: {title}.")
            name = self.valid("campaign", title)
        founders: list[Founder] = []
        while len(founders) < len(self.colours):
            founder = self.company(founders)
            if founder is None:
                break
            founders.append(founder)
        return found(name, founders, self.version, self.make_lots)

    def company(self, founders: Sequence[Founder]) -> Founder | None:
        """The next company; None if there are enough."""
        taken = [founder.company for founder in founders]
        free = [colour for colour in self.colours if colour not in taken]
        enough = self.enough(founders)
        self.screen.say()
        done = " Enter: these are all." if enough else ""
        self.screen.say(f"Company {len(founders) + 1}: which colour?{done}")
        self.screen.pairs([(colour, f"{self.titles[colour]}. {self.bonuses[colour]}") for colour in free])
        while True:
            colour = self.line("colour").lower()
            if not colour and enough:
                return None
            meant = [each for each in free if colour and each.startswith(colour)]
            if len(meant) == 1:
                colour = meant[0]
                break
            wrong = f"`{colour}` does not fit here: type" if colour else "Type"
            self.screen.sorry(f"{wrong} {listing(free, 'or')}.")
        levels = listing((name for name, entry in entries().items() if entry.kind == LEVEL), "or")
        self.screen.say(f"Who plays {self.titles[colour]}? Enter: a person. Or a bot, from easy to hard: {levels}.")
        bot = self.bot()
        usual = "" if bot is None else bot.rpartition(":")[2].capitalize()
        hint = f" Enter: {usual}." if bot else ""
        self.screen.say(f"The president signs. What is the president's name?{hint}")
        president = self.valid("president", usual)
        return Founder(colour, president, president, bot)

    def enough(self, founders: Sequence[Founder]) -> bool:
        """Whether a campaign may begin with these companies."""
        try:
            check_founders(Founded("?", self.version, tuple(founders), ""))
        except IllegalStep:
            return False
        return True

    def bot(self) -> str | None:
        while True:
            line = self.line("played by")
            if line.lower() in ("", "person", "a person", "me"):
                return None
            try:
                class_of(line)
            except NoSuchBot as error:
                self.screen.sorry(f"{error}. Enter: a person, who is named next; for example `{USUAL}`: a bot.")
                continue
            return line

    def valid(self, prompt: str, usual: str) -> str:
        """A name that may be written into the log."""
        while True:
            line = self.line(prompt) or usual
            if printable(line):
                return line
            self.screen.sorry("A name has 1 to 40 printable characters.")

    def line(self, prompt: str) -> str:
        line = " ".join(self.read(f"{prompt}> ").split())
        if line.lower() in ("quit", "exit", "q"):
            raise Left
        return line

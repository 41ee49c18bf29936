"""The questions of a campaign between two games: which words a president may choose is what the campaign says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from trunkline.campaign.actions import IllegalStep, legal, to_act
from trunkline.campaign.logfile import CampaignFile
from trunkline.cli.campaign_screen import CampaignScreen
from trunkline.cli.campaign_words import CampaignWords
from trunkline.cli.questions import Left

LATER = ("later", "l", "no", "n", "back")
LEAVE = ("quit", "exit", "q")
ASKED = ("remove", "name", "pick", "vote", "repaint", "christen", "discard")
"""What a president is asked for. Other actions are taken at the prompt of a pause."""
SHOWS = (
    "`status`, `board`, `companies`, `rules`, `story`, `chronicle` show something; `map` draws the map into a file; "
    "`quit` leaves, nothing is lost."
)


NAMED = ("remove", "pick")
"""Menus whose options may be typed by name."""


class CampaignAsks:
    """Asks the presidents at the keyboard."""

    def __init__(self, file: CampaignFile, read: Callable[[str], str], screen: CampaignScreen) -> None:
        self.file = file
        self.read = read
        self.screen = screen

    @property
    def words(self) -> CampaignWords:
        return CampaignWords(self.file.campaign)

    def ask(self, prompt: str) -> str:
        """The next line that is not a command that shows something, stripped."""
        while True:
            line = " ".join(self.read(f"{prompt}> ").split())
            if line.lower() in LEAVE:
                raise Left
            if not self.shows(line.lower()):
                return line

    def shows(self, line: str) -> bool:
        """Show what a command asks for; False if the line is none."""
        screen, campaign, entries = self.screen, self.file.campaign, self.file.entries
        if line in ("help", "h", "?"):
            screen.say(SHOWS)
        elif line in ("status", "show"):
            screen.status(campaign)
        elif line == "board":
            screen.board(campaign)
        elif line == "map":
            screen.draw(campaign, drawing_path(self.file.path))
        elif line in ("companies", "company"):
            screen.companies(campaign)
        elif line in ("rules", "rulebook"):
            screen.rules(campaign, entries)
        elif line == "story":
            screen.story(campaign)
        elif line in ("chronicle", "log"):
            screen.chronicle(campaign, entries)
        else:
            return False
        return True

    def options(self, company: str) -> dict[str, list[str]]:
        """What a president is asked for now: by verb, what follows it."""
        return {verb: rest for verb, rest in self.every_option(company).items() if verb in ASKED}

    def every_option(self, company: str) -> dict[str, list[str]]:
        """Everything that a company may do now."""
        found: dict[str, list[str]] = {}
        for words in legal(self.file.campaign, company):
            verb, _, rest = words.partition(" ")
            found.setdefault(verb, []).append(rest)
        return found

    def choose(self, company: str, verb: str, options: list[str]) -> str | None:
        """Ask a president; the action in words, or None for later, which is possible if nobody waits for it."""
        waited_for = company in to_act(self.file.campaign)
        self.screen.say()
        who = self.words.company(company)
        if verb == "name":
            return self.two_territories(who, options)
        if verb == "christen":
            return self.name_of_route(who, options)
        title, rows = self.menu(verb, options)
        self.screen.say(f"{who}: {title}", style="bold")
        for number, row in enumerate(rows, start=1):
            self.screen.pairs([(f"{number:>2}", row)])
        if waited_for:
            later = ""
        elif verb in ASKED:
            later = " Enter or `later` leaves it open until the next game."
        else:
            later = " Enter: no."
        typed = "Type a number, or a name." if verb in NAMED else "Type a number."
        self.screen.say(f"{typed}{later} `help` tells what else you can type.", style="dim")
        names = self.option_names(verb, options)
        while True:
            line = self.ask(verb)
            if not waited_for and (not line or line.lower() in LATER):
                return None
            if verb == "vote" and line.lower() in options:
                return f"vote {line.lower()}"
            found = matching(line, names)
            chosen = found[0] if len(found) == 1 else self.number(line, len(options), bool(names))
            if chosen is not None:
                return f"{verb} {options[chosen]}".strip()

    def menu(self, verb: str, options: list[str]) -> tuple[str, list[str]]:
        """The question of a verb and a line for each option."""
        words = self.words
        if verb == "remove":
            title = "remove one of these news events from the campaign; it never comes back."
            return title, [f"{words.card(event)}: {words.card_text(event)}" for event in options]
        if verb == "pick":
            return "pick the territory that joins the board.", [self.teaser(code) for code in options]
        if verb == "vote":
            assert self.file.campaign.vote is not None
            vote = words.story.votes[self.file.campaign.vote.vote]
            return vote.question, [vote.a if option == "a" else vote.b for option in options]
        if verb == "discard":
            title = "your office has room for three postcards. Which one goes, unseen?"
            return title, [words.postcard(card) for card in options]
        if verb == "leave":
            return "does your company leave the campaign for good?", [
                "Yes: its marks stay on the board and pay nobody."
            ]
        if verb == "strike":
            title = "strike the name of which route? You can do so once in the campaign."
            return title, [words.route(route) for route in options]
        title = "you may repaint one grey route of the new territory in your colour, for ever."
        return title, [f"{words.route(route)}, length {words.routes[route].length}" for route in options]

    def option_names(self, verb: str, options: list[str]) -> list[str]:
        """The names by which options may be typed; none where only numbers are."""
        if verb not in NAMED:
            return []
        return [self.words.card(each) if verb == "remove" else self.words.territory(each) for each in options]

    def teaser(self, code: str) -> str:
        """What is told of a territory before it is chosen: its name and one sentence."""
        return f"{self.words.territory(code)}: {self.words.story.territories[code]}"

    def number(self, line: str, most: int, named: bool = False) -> int | None:
        """A number of a menu, minus one; None, with a message, for any other text. `named`: names may be typed too."""
        if line.isascii() and line.isdigit() and len(line) < 6 and 1 <= int(line) <= most:
            return int(line) - 1
        wrong = f"`{line}` does not fit here: type" if line else "Type"
        self.screen.sorry(f"{wrong} a number from 1 to {most}{', or a name of the list' if named else ''}.")
        return None

    def two_territories(self, who: str, options: list[str]) -> str:
        codes = list(dict.fromkeys(code for pair in options for code in pair.split()))
        self.screen.say(f"{who}: name two territories; the winner picks one of them.", style="bold")
        for number, code in enumerate(codes, start=1):
            self.screen.pairs([(f"{number:>2}", self.teaser(code))])
        self.screen.say(
            "Type two numbers or names, for example `1 2`. `help` tells what else you can type.", style="dim"
        )
        while True:
            line = self.ask("name two")
            pair = two_of(line, [self.words.territory(code) for code in codes])
            if pair is not None:
                return f"name {codes[pair[0]]} {codes[pair[1]]}"
            wrong = f"`{line}` does not fit here: type" if line else "Type"
            self.screen.sorry(f"{wrong} two different numbers from 1 to {len(codes)}, or two names of the list.")

    def name_of_route(self, who: str, options: list[str]) -> str | None:
        routes = [option.partition(" ")[0] for option in options]
        self.screen.say(f"{who}: as the winner you may name one of your routes, for ever.", style="bold")
        self.screen.say("; ".join(f"{at} {self.words.route(route)}" for at, route in enumerate(routes, start=1)))
        self.screen.say("Type a number and a name, for example `1 Lake Shore Line`. Enter leaves it open.", style="dim")
        while True:
            line = self.ask("christen")
            if not line or line.lower() in LATER:
                return None
            first, _, name = line.partition(" ")
            number = self.number(first, len(routes))
            if number is not None and name:
                return f"christen {routes[number]} {name}"
            if number is not None:
                self.screen.sorry("Type the name after the number, for example `1 Lake Shore Line`.")

    def try_to(self, action: Callable[[], None]) -> bool:
        """Do something that the campaign may refuse; the reason is shown."""
        try:
            action()
        except IllegalStep as refused:
            self.screen.sorry(str(refused))
            return False
        return True


def matching(text: str, names: Sequence[str]) -> list[int]:
    """The options that a text may mean: the one of this name or number, else all whose name begins with it."""
    words = text.lower().split()
    if len(words) == 1 and words[0].isascii() and words[0].isdigit() and len(words[0]) < 6:
        return [int(words[0]) - 1] if 1 <= int(words[0]) <= len(names) else []
    lowered = [name.lower().split() for name in names]
    if words in lowered:
        return [lowered.index(words)]
    wanted = " ".join(words)
    return [at for at, name in enumerate(lowered) if wanted and " ".join(name).startswith(wanted)]


def two_of(line: str, names: Sequence[str]) -> tuple[int, int] | None:
    """Two different options named in one line, which may have a comma or `and` between them; None if it is unclear."""
    words = [word for word in line.replace(",", " ").split() if word.lower() != "and"]
    found: set[tuple[int, int]] = set()
    for cut in range(1, len(words)):
        first, second = matching(" ".join(words[:cut]), names), matching(" ".join(words[cut:]), names)
        if len(first) == 1 and len(second) == 1 and first != second:
            found.add((first[0], second[0]))
    return found.pop() if len(found) == 1 else None


def drawing_path(campaign: Path) -> Path:
    """Where the drawing of a campaign's map is written: beside its file."""
    return campaign.with_name(f"{campaign.name}.svg")

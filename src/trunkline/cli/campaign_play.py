"""`trunkline campaign play`: the whole campaign at one keyboard, game by game, with all that lies between the games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random

from rich.console import Console

from trunkline.bots.bot import Bot
from trunkline.bots.registry import USUAL, NoSuchBot, make_bot
from trunkline.campaign.actions import HOST, MakeLots, act, finish_game, free_colours, to_act, what_follows
from trunkline.campaign.changes import changes
from trunkline.campaign.entries import AnyEntry, Chartered, Founded, Played, Read, Seated
from trunkline.campaign.games import result_of
from trunkline.campaign.logfile import CampaignFile
from trunkline.campaign.presidents import choices
from trunkline.campaign.running import forget_game, running_game, running_path
from trunkline.campaign.state import OVER, PLAYING, Company
from trunkline.cli.campaign_asks import SHOWS, CampaignAsks, drawing_path
from trunkline.cli.campaign_screen import CampaignScreen
from trunkline.cli.hot_seat import HotSeat
from trunkline.cli.names import listing
from trunkline.cli.questions import Left
from trunkline.lab.simulate import class_of
from trunkline.program import program

LONGEST_PERSON = 16
"""A longer name of a president is shortened at the table of a game."""


LATER_WORDS = {"leave": "the company leaves for good", "strike": "strike the name of a route, once in the campaign"}


class CampaignTable:
    """A campaign at one keyboard, read through `read` and shown on a console.

    Everything random is made from keys of `make_lots`. The campaign changes only through `act` and `finish_game`.
    """

    def __init__(self, file: CampaignFile, read: Callable[[str], str], console: Console, make_lots: MakeLots) -> None:
        self.file = file
        self.read = read
        self.make_lots = make_lots
        self.screen = CampaignScreen(console)
        self.asks = CampaignAsks(file, read, self.screen)
        self.put_off: set[tuple[int, str, str]] = set()
        """Questions that were put off in this pause: game, company, verb."""
        self.table: HotSeat | None = None
        """The game that is being played."""

    # The course of the campaign

    def run(self) -> bool:
        """Play to the end of the campaign; False if the people left before it."""
        try:
            if self.file.warning:
                self.screen.sorry(f"{self.file.warning}.")
            self.recap()
            self.add(what_follows(self.file.campaign, self.file.entries[-1], self.make_lots))
            while self.step():
                pass
        except (Left, EOFError, KeyboardInterrupt):
            self.screen.say()
            self.screen.say(f"Everything is kept. `{program()} campaign play {self.file.path}` continues.")
            return False
        self.screen.finale(self.file.campaign)
        return True

    def step(self) -> bool:
        """One step of the campaign; False after the last one."""
        campaign = self.file.campaign
        if campaign.stage == PLAYING:
            self.play_game()
            return True
        waited_for = [actor for actor in to_act(campaign) if actor != HOST]
        for actor in waited_for:
            self.decide(campaign.company(actor))
            return True
        for company in campaign.active:
            if self.decide(company):
                return True
        if campaign.stage == OVER:
            return False
        self.pause()
        return True

    def recap(self) -> None:
        """Where the campaign stands, and what was told since the last game began or ended: nobody misses a card."""
        self.screen.status(self.file.campaign)
        if self.file.campaign.stage == OVER:
            return
        entries = self.file.entries
        last = max(at for at, entry in enumerate(entries) if isinstance(entry, Founded | Seated | Played))
        self.tell(entries[last:])

    def add(self, entries: Sequence[AnyEntry]) -> None:
        """Write entries to the log, then tell them. After a story card or a box people have time to read."""
        if entries:
            self.file.append(entries)
            self.tell(entries)
            if any(isinstance(entry, Read | Chartered) for entry in entries):
                self.wait()

    def wait(self) -> None:
        """Wait until the people at the keyboard have read what is on the screen; with bots alone nobody is asked."""
        if any(company.bot is None for company in self.file.campaign.active):
            self.asks.ask("Enter goes on")

    def act(self, actor: str, words: str) -> bool:
        """Do what an actor says; the reason is shown if the campaign refuses it."""
        return self.asks.try_to(lambda: self.add(act(self.file.campaign, actor, words, self.make_lots)))

    # Telling

    def tell(self, entries: Sequence[AnyEntry]) -> None:
        """Tell what the last entries bring: story cards and boxes in full, the rest in sentences."""
        campaign, words = self.file.campaign, self.asks.words
        told = {change.fact: change for change in changes(self.file.entries)}
        for number, entry in enumerate(entries, start=len(self.file.entries) - len(entries)):
            if isinstance(entry, Read):
                if campaign.stage != OVER:
                    self.tell_story(entry)
            elif isinstance(entry, Played):
                self.screen.heading(f"After game {entry.game}, {campaign.content.games[entry.game - 1].year}")
                self.screen.bullets(words.sentences(entry))
            elif isinstance(entry, Chartered):
                self.screen.bullets(words.sentences(entry)[:1])
                self.screen.box(campaign, entry.territory)
            else:
                self.screen.bullets(words.sentences(entry))
            if number in told:
                self.screen.bullets(words.changed(told[number]))

    def tell_story(self, entry: Read) -> None:
        """Story cards, with the line of `previously`, and the news events that join: they are read to all (L7)."""
        words = self.asks.words
        for number, plan in enumerate(self.file.campaign.content.games, start=1):
            before = {card.card: card for card in plan.before}
            cards = before | {card.card: card for card in plan.after}
            if entry.cards and entry.cards[0] in before and number in words.story.previously:
                self.screen.say()
                self.screen.say(words.story.previously[number], style="italic")
            for name in entry.cards:
                if name in cards:
                    self.screen.card(words, name)
                    self.tell_events(cards[name].events)

    def tell_events(self, events: Sequence[str]) -> None:
        words = self.asks.words
        self.screen.bullets([f"{words.card(event)} joins the news. {words.card_text(event)}" for event in events])

    # Decisions

    def decide(self, company: Company) -> bool:
        """Let a president decide one thing, if there is something; False if there is nothing."""
        campaign = self.file.campaign
        if company.bot is not None:
            words = choices(campaign, company.colour, Random(self.make_lots()))
            return bool(words) and self.act(company.colour, words[0])
        for verb, options in self.asks.options(company.colour).items():
            if (campaign.game, company.colour, verb) in self.put_off:
                continue
            chosen = self.asks.choose(company.colour, verb, options)
            if chosen is None:
                self.put_off.add((campaign.game, company.colour, verb))
            else:
                self.act(company.colour, chosen)
            return True
        return False

    def pause(self) -> None:
        """Before a game: who plays, who joins or leaves; and what was put off may still be done."""
        campaign, words = self.file.campaign, self.asks.words
        self.screen.heading(f"Before game {campaign.game}, {campaign.year}")
        active = [company.colour for company in campaign.active]
        self.screen.say(f"Companies: {listing(words.company(colour) for colour in active)}.")
        self.screen.say("Enter begins the game with all companies. Or type, for example:", style="dim")
        rows = []
        if len(active) > 2:
            rows.append((f"seat {' '.join(active[:2])}", "begin with these companies; the others miss the game"))
        people = [company.colour for company in campaign.active if company.bot is None]
        if people:
            places = [f"{colour}={USUAL}" if colour == people[-1] else colour for colour in active]
            rows.append((f"seat {' '.join(places)}", "a bot plays for a company, this game only"))
        for colour in free_colours(campaign)[:1]:
            rows.append((f"join {colour} Greta", f"a company joins; with a bot: `join {colour}={USUAL} Greta`"))
        for colour in active:
            rows += [(f"{colour} {verb}", "do what was put off") for verb in self.asks.options(colour)]
            rows += [(f"{colour} {verb}", LATER_WORDS[verb]) for verb in self.rare(colour)]
        rows.append(("help, quit", "more to look at; leave, and nothing is lost"))
        self.screen.pairs(rows)
        while not self.answer_pause(self.asks.ask(f"game {campaign.game}"), active):
            pass

    def rare(self, colour: str) -> list[str]:
        """Further actions of a person's company."""
        if self.file.campaign.company(colour).bot is not None:
            return []
        return [verb for verb in LATER_WORDS if verb in self.asks.every_option(colour)]

    def answer_pause(self, line: str, active: list[str]) -> bool:
        """Carry out a line at the prompt of a pause; False if nothing was done."""
        first, _, rest = line.partition(" ")
        first = first.lower()
        verb, _, what = rest.partition(" ")
        if first in active:
            rest = f"{verb.lower()} {what}".strip()
        if not line or first == "seat":
            return self.begin_game(rest or " ".join(active))
        if first == "join":
            bot = rest.partition(" ")[0].partition("=")[2]
            return self.known_bots([bot] if bot else []) and self.act(HOST, f"join {rest}")
        if first in active and rest in self.asks.every_option(first):
            chosen = self.asks.choose(first, rest, self.asks.every_option(first)[rest])
            return chosen is None or self.act(first, chosen)
        if first in active and rest:
            return self.act(first, rest)
        self.screen.sorry(f"`{line}` does not fit here. Enter begins the game. {SHOWS}")
        return False

    def begin_game(self, places: str) -> bool:
        bots = [word.partition("=")[2] for word in places.split() if "=" in word]
        return self.known_bots(bots) and self.act(HOST, f"seat {places}")

    def known_bots(self, names: Sequence[str]) -> bool:
        try:
            for name in names:
                class_of(name)
        except NoSuchBot as error:
            self.screen.sorry(str(error))
            return False
        return True

    # The game

    def play_game(self) -> None:
        """Play the game that was seated, or go on with it; its result goes into the log."""
        campaign = self.file.campaign
        path = running_path(self.file)
        game = running_game(self.file, self.make_lots)
        bots: dict[int, Bot] = {}
        people = []
        for seat, place in enumerate(campaign.places):
            company = campaign.company(place.company)
            name = place.stand_in or company.bot
            if name is not None:
                class_of(name)
                seed = sha256(f"{self.file.last}/{seat}".encode()).digest()[:4]
                bots[seat] = make_bot(name, int.from_bytes(seed, "little"))
            people.append(person(company, place.stand_in, [each.president for each in campaign.companies]))
        names = {route: name for route, (name, _) in campaign.names.items()}
        year = f" {campaign.year}"
        registered = self.asks.words.registered()
        self.table = HotSeat(game, bots, people, self.read, self.screen.console, path, year, names, registered)
        for table in self.table.tables.values():
            table.talk.draw_map = lambda: self.screen.draw(campaign, drawing_path(self.file.path))
        self.table.run()
        self.add(finish_game(campaign, result_of(game), self.make_lots))
        forget_game(path)


def person(company: Company, stand_in: str | None, presidents: Sequence[str]) -> str:
    """How a company's player is called at the table: the president, with the colour if two have the same name."""
    name = company.president
    if len(name) > LONGEST_PERSON:
        name = f"{name[: LONGEST_PERSON - 1].strip()}…"
    if presidents.count(company.president) > 1 or name != company.president:
        name = f"{name} ({company.colour})"
    return name if stand_in is None else f"{stand_in} for {name}"

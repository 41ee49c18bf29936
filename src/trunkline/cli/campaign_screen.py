"""The screens of a campaign: where it stands, board, companies, rulebook, chronicle, story, the opened vaults."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from trunkline.campaign.actions import HOST, to_act
from trunkline.campaign.changes import changes
from trunkline.campaign.charters import territories
from trunkline.campaign.entries import AnyEntry, Founded, Seated
from trunkline.campaign.games import map_now
from trunkline.campaign.modules import bored, known_modules
from trunkline.campaign.reckoning import final_accounts
from trunkline.campaign.rulebook import PRINTED, rulebook
from trunkline.campaign.state import GAMES, NAMING, OVER, PICKING, PLAYING, REMOVING, SEATING, Campaign, Paper
from trunkline.cli.campaign_words import CampaignWords, sentence_start
from trunkline.cli.files import write_drawing
from trunkline.cli.names import GREY, count, listing
from trunkline.cli.screen import LABEL
from trunkline.maps.model import GRAY

PARTS = {"setup": "Set-up", "claim": "After a claim", "end": "End of a game"}
RULES = {
    "board": "the board with its territories",
    "offices": "each company's bonus and what it brings",
    "money": "dollars for each company",
    "newspapers": "newspapers go into the deck",
    "cards": "cards for each company, five face up",
    "tickets": "tickets are dealt and chosen",
    "trains": "trains for each company",
    "story": "the story is read",
    "events": "the news events are shuffled",
    "first-player": "the holder of the caboose begins",
    "votes": "what the companies voted for",
    "company-route": "a route of your colour pays your bonus",
    "large-city": "a route to a large city gives a card",
    "news": "the current news event",
    "golden-spikes": "golden spikes",
    "modules": "modules in force, in the order of their numbers",
    "crew": "each company hires crew, the last place first",
    "close-modules": "modules age and close",
    "winner": "winner and last place; the last takes the caboose",
    "remove-event": "the last place removes a news event",
    "stamps": "completed tickets are stamped",
    "charter": "a territory is chartered; one route is repainted",
    "slips": "bank slips go into the vaults",
    "next-game": "the next game, or a pause",
}
POSTCARDS = {
    "setup": "the postcards of each office, at most three",
    "claim": "postcards whose condition is met",
    "end": "a completed registered ticket retires and brings its postcard",
}
"""What the rule of the post office says in each part of the rulebook."""
SIGNS = {"bridge": "^", "mountain": "~"}
"""Signs of marked routes in the list of a box."""
REGISTERED = "*"
PAPERS = {
    "slip": "bank slip of {about}",
    "spike": "golden spike, game {game}",
    "ticket": "retired ticket {about}",
    "vote": "what the companies voted for, game {game}",
    "missed": "for the missed game {game}",
    "medal": "medal {about}",
    "module": "{about} closed, game {game}",
    "postcard": "postcard met in game {game}",
}


class CampaignScreen:
    """Prints what all may know of a campaign: never a sum of a vault before the end, and nothing of sealed boxes."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def say(self, text: RenderableType = "", style: str | None = None) -> None:
        self.console.print(text, style=style, markup=False, highlight=False)

    def sorry(self, text: str) -> None:
        self.say(text, style="yellow")

    def heading(self, text: str) -> None:
        self.say()
        self.say(Rule(Text(text, style="bold"), align="left", characters="─", style="cyan"))

    def bullets(self, sentences: Sequence[str]) -> None:
        grid = Table.grid(padding=(0, 1))
        for sentence in sentences:
            grid.add_row("•", Text(sentence))
        if sentences:
            self.say(grid)

    def pairs(self, rows: Sequence[tuple[str, str]]) -> None:
        """Labelled rows."""
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style=LABEL, no_wrap=True)
        grid.add_column(overflow="fold")
        for label, text in rows:
            grid.add_row(Text(label), Text(text))
        self.say(grid)

    # Where the campaign stands

    def status(self, campaign: Campaign) -> None:
        words = CampaignWords(campaign)
        title = " · ".join(dict.fromkeys([words.story.title, campaign.name]))
        if campaign.stage == OVER:
            self.heading(f"{title} · finished")
        else:
            self.heading(f"{title} · {campaign.year}, game {campaign.game} of {GAMES}")
        self.say(sentence_start(self.waiting(campaign)) + ".")

    def waiting(self, campaign: Campaign) -> str:
        """What is waited for."""
        words = CampaignWords(campaign)
        who = listing(words.company(actor) for actor in to_act(campaign) if actor != HOST)
        return {
            SEATING: f"game {campaign.game} may begin",
            PLAYING: f"game {campaign.game} is being played",
            REMOVING: f"{who} removes a news event",
            NAMING: f"{who} names two territories",
            PICKING: f"{who} picks a territory",
            OVER: "all twelve games are played",
        }[campaign.stage]

    def companies(self, campaign: Campaign) -> None:
        words = CampaignWords(campaign)
        self.heading("Companies")
        rows = []
        for company in campaign.companies:
            parts = [words.company_name(company.colour), f"played by {words.played_by(company.colour)}"]
            if company.colour == campaign.caboose:
                parts.append("has the caboose")
            if company.has_left:
                parts.append("left for good")
            missed = company.games_before + sum(each == company.colour for _, each in campaign.missed)
            if missed:
                parts.append(f"missed {count(missed, 'game')}")
            sentences = [f"{', '.join(parts)}.", words.bonus(company.colour), *words.office(company.colour)]
            rows.append((words.company(company.colour), " ".join(sentences)))
        self.pairs(rows)

    # The board

    def board(self, campaign: Campaign) -> None:
        words = CampaignWords(campaign)
        self.heading("Board")
        cities, routes = count(len(words.map.cities), "city"), count(len(words.map.routes), "route")
        tickets = len(words.map.variants["base"].tickets) - len(campaign.retired)
        rows = [("Size", f"{cities.replace('citys', 'cities')}, {routes}, {count(tickets, 'ticket')}")]
        for code in campaign.territories:
            company, year = campaign.charters[code]
            rows.append((str(year), f"{words.territory(code)}, chartered by {words.company(company)}"))
        large = [city.name for city in words.map.cities if city.large or city.id in campaign.large]
        rows.append(("Large", listing(large)))
        for route, colour in campaign.repaints.items():
            rows.append(("Repainted", f"{words.route(route)} is {colour}"))
        for route, (_, colour) in campaign.names.items():
            rows.append(("Named", f"{words.route(route)}, by {words.company(colour)}"))
        for code, (colour, year) in campaign.spikes.items():
            rows.append(("Spike", f"{words.territory(code)}, {words.company(colour)}, {year}"))
        for module, last in campaign.modules.running.items():
            left = count(last - campaign.game + 1, "game")
            rows.append(("Module", f"{words.card(module)}, in force for {left}. {words.card_text(module)}"))
        for route, colour in campaign.modules.spans.items():
            rows.append(("Span", f"{words.route(route)}, {words.company(colour)}"))
        for route in bored(campaign):
            rows.append(("Bored", f"{words.route(route)} needs no grade check"))
        for city, marks in campaign.modules.growth.items():
            grown = "has become large" if city in campaign.modules.grown else count(marks, "growth mark")
            rows.append(("Growth", f"{words.cities[city]}: {grown}"))
        for ticket, colour in campaign.retired.items():
            rows.append(("Retired", f"{words.ticket(ticket)}, kept by {words.company(colour)}"))
        stamps = sum(len(each) for each in campaign.stamps.values())
        if stamps:
            text = (
                f"{count(stamps, 'stamp')} on {count(len(campaign.stamps), 'ticket')}: a company stamps a ticket that"
            )
            enough = len(campaign.active) + 1
            rows.append(("Stamps", f"{text} it completed; {enough} stamps retire it into a vault"))
        rows.append(("Events", listing(words.card(event) for event in campaign.deck)))
        if campaign.dead_letters:
            rows.append(("Removed", listing(words.card(event) for event in campaign.dead_letters)))
        self.pairs(rows)

    def draw(self, campaign: Campaign, path: Path) -> None:
        """Draw the map as it is now into a file, and say where it is."""
        try:
            write_drawing(path, map_now(campaign))
        except OSError as error:
            self.sorry(f"The map cannot be drawn into {path}: {error.strerror or error}.")
            return
        self.say(f"The map of {campaign.year} is drawn in {path}: open it in a browser.")

    def box(self, campaign: Campaign, code: str) -> None:
        """What is in the box of a territory that was just chartered: all may look at everything in it (L26)."""
        words = CampaignWords(campaign)
        territory = territories(campaign)[code]
        self.heading(f"The box of {territory.name} is opened")
        cities = []
        for city in territory.cities:
            kinds = [word for word, is_so in (("large", city.large), ("harbour", city.harbour)) if is_so]
            cities.append(city.name + (f" ({', '.join(kinds)})" if kinds else ""))
        self.say(f"Cities: {listing(cities)}.")
        rows: list[str] = []
        signs: dict[str, str] = {}
        for track in territory.tracks:
            if set(track.requires) <= set(campaign.territories):
                colours = "/".join(GREY if lane.colour == GRAY else lane.colour for lane in track.lanes)
                first = track.lanes[0]
                signs |= {tag: SIGNS.get(tag, tag) for tag in first.tags}
                marks = [words.cities[first.a], "–", words.cities[first.b], str(first.length), colours]
                rows.append(" ".join([*marks, *(signs[tag] for tag in first.tags)]))
        legend = "".join(f", {sign} {tag}" for tag, sign in signs.items())
        self.say(f"Routes, with length and colours{legend}:")
        self.two_columns(rows)
        for module in known_modules(campaign).values():
            if module.territory == code:
                self.say(f"{module.name.en}, for {count(module.games, 'game')}: {module.text.en}")
        ends = [set(ticket) for ticket in territory.tickets]
        fresh = [each for each in words.map.variants["base"].tickets if set(each.cities) in ends]
        registered = [each.name for each in fresh if each.name in words.registered()]
        self.say(f"Tickets{f', {REGISTERED} registered' if registered else ''}:")
        self.two_columns(
            [words.ticket(each.name) + (f" {REGISTERED}" if each.name in registered else "") for each in fresh]
        )

    def two_columns(self, rows: Sequence[str]) -> None:
        grid = Table.grid(padding=(0, 2))
        half = (len(rows) + 1) // 2
        for at in range(half):
            grid.add_row(f"  {rows[at]}", rows[at + half] if at + half < len(rows) else "")
        self.say(grid)

    # The rulebook, the story, the chronicle

    def rules(self, campaign: Campaign, entries: Sequence[AnyEntry]) -> None:
        """The numbered places; empty ones are shown too (L27)."""
        words = CampaignWords(campaign)
        self.heading("Rulebook")
        before = ""
        rows = []
        for (part, number), stickers in rulebook(entries).items():
            if part != before:
                rows.append((PARTS[part], ""))
                before = part
            names = []
            for sticker in stickers:
                name = POSTCARDS.get(part) if sticker.rule == "postcards" else RULES.get(sticker.rule)
                name = name or f"{words.card(sticker.rule)}: {words.card_text(sticker.rule)}"
                since = "" if PRINTED.get((part, number)) == sticker.rule else f" (since {sticker.year})"
                gone = f" ({sticker.year}–{sticker.removed}, removed)" if sticker.removed else since
                names.append(name.rstrip(".") + gone)
            rows.append((f"  {number:>2}", "; ".join(names) or "–"))
        self.pairs(rows)

    def card(self, words: CampaignWords, card: str) -> None:
        """A story card, read aloud."""
        self.say()
        self.say(Text(words.story.cards[card].title, style="bold"))
        self.say(Padding(Text(words.story.cards[card].text), (0, 2)))

    def story(self, campaign: Campaign) -> None:
        """Every card that was read, again."""
        self.heading("The story so far")
        if not campaign.story:
            self.say("Nothing has been read yet: the story begins with the first game.")
        for card in campaign.story:
            self.card(CampaignWords(campaign), card)

    def chronicle(self, campaign: Campaign, entries: Sequence[AnyEntry]) -> None:
        """Everything that happened, year by year, and the slips."""
        self.heading("Chronicle")
        words = CampaignWords(campaign)
        changed = {change.fact: words.changed(change) for change in changes(entries)}
        for number, entry in enumerate(entries):
            if isinstance(entry, Founded | Seated):
                year = campaign.content.games[entry.game - 1 if isinstance(entry, Seated) else 0].year
                self.say(Text(f"{year}" if isinstance(entry, Seated) else "Founding", style=LABEL))
            self.bullets([*words.sentences(entry), *changed.get(number, ())])
        if campaign.results:
            self.slips(campaign)

    def slips(self, campaign: Campaign) -> None:
        """The bank slips by year."""
        table = Table(header_style=LABEL, box=None, padding=(0, 2, 0, 0))
        table.add_column("slips")
        for company in campaign.companies:
            table.add_column(company.colour, justify="right")
        for plan, result in zip(campaign.content.games, campaign.results, strict=False):
            totals = {slip.company: f"${slip.total}" for slip in result.slips}
            table.add_row(str(plan.year), *(totals.get(company.colour, "–") for company in campaign.companies))
        self.say(table)

    # The end

    def finale(self, campaign: Campaign) -> None:
        """Every vault paper by paper, medals, and who has won (L23)."""
        words = CampaignWords(campaign)
        *cards, epilogue = campaign.content.games[-1].after
        for card in cards:
            self.card(words, card.card)
        self.heading("The vaults")
        accounts = final_accounts(campaign)
        for account in reversed(accounts):
            self.say()
            self.say(Text(f"{words.company(account.company)}, {words.company_name(account.company)}", style="bold"))
            grid = Table.grid(padding=(0, 2))
            grid.add_column()
            grid.add_column(justify="right")
            for paper in account.papers:
                grid.add_row(f"  {self.paper(words, paper)}", f"${paper.dollars}")
            grid.add_row("  in all", f"${account.total}", style="bold")
            self.say(grid)
        self.say()
        best = accounts[0]
        tied = len(accounts) > 1 and accounts[1].total == best.total
        by = " Equal dollars: more completed tickets decided, then the turn order of the last game." if tied else ""
        verdict = f"{words.company(best.company)} wins the campaign with ${best.total}.{by}"
        self.say(verdict, style="bold green")
        self.card(words, epilogue.card)
        self.say()
        self.say(Padding(Text(words.story.authors_note.strip(), style="dim"), (0, 2)))

    def paper(self, words: CampaignWords, paper: Paper) -> str:
        about = paper.about
        if paper.kind == "ticket":
            about = words.ticket(about)
        elif paper.kind == "module":
            about = words.card(about)
        elif paper.kind == "medal":
            about = words.story.medals[about]
        return PAPERS[paper.kind].format(about=about, game=paper.game)

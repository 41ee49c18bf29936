"""`to_act`, `legal` and `act` of a campaign, as in the engine; actions are text, and `act` returns new facts.

| words | who | when |
|---|---|---|
| `seat blue red=planner` | the host | a game may begin; companies that are not named miss it, `=` names a stand-in |
| `join green NAME`, `leave` | the host, a company | in a pause; `join green=planner NAME`: a bot plays it |
| `deal anew` | the host | while a game is played, if all who play it agree |
| `remove milk-run` | the last place | after a game; or whoever a vote lets remove one |
| `name LK BR`, `pick LK` | the last place, the winner | at a charter |
| `vote a`, `vote b` | every company that its owner played | until the next game is seated |
| `repaint ROUTE` | the last place | until then: a gray route of the new territory |
| `christen ROUTE NAME` | the winner | until then: a route that it held |
| `discard p07` | who holds more than three postcards | until then: the postcard that goes, else by lot |
| `strike ROUTE` | a president, once in the campaign | in a pause |

The campaign waits only for `remove`, `name` and `pick`. `seat` ends all optional decisions.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from trunkline.campaign.charters import charter_options, gray_routes
from trunkline.campaign.content import Content, load_content
from trunkline.campaign.entries import (
    AnyEntry,
    Chartered,
    Christened,
    Closed,
    DealtAnew,
    Founded,
    Founder,
    GaveUp,
    Joined,
    Left,
    Missed,
    Named,
    Place,
    Played,
    Read,
    Removed,
    Repainted,
    Result,
    Seated,
    Struck,
    Voted,
)
from trunkline.campaign.fold import draw_lot, fold
from trunkline.campaign.offices import held_by, must_give_up
from trunkline.campaign.state import GAMES, NAMING, OVER, PICKING, PLAYING, REMOVING, SEATING, Campaign, copy
from trunkline.maps.load import load_map

HOST = "host"
LONGEST_NAME = 24

MakeLots = Callable[[], str]
"""Makes a random key for the draws of an entry: 64 hexadecimal digits, new each time."""

HOST_VERBS = ("seat", "join", "deal")
COMPANY_VERBS = ("remove", "name", "pick", "vote", "repaint", "christen", "discard", "strike", "leave")
FEW = 6
"""Number of choices that a refusal lists."""


class IllegalStep(ValueError):
    """An action that the campaign refuses: a code for programs, and a sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def colours_of(campaign: Campaign) -> list[str]:
    """The colours that companies may have, in the order of the map."""
    return all_colours(campaign.content)


def all_colours(content: Content) -> list[str]:
    return [company.id for company in load_map(content.map).companies]


def found(name: str, founders: list[Founder], content: str, make_lots: MakeLots) -> Founded:
    """The first entry of a new campaign (L1)."""
    founded = Founded(" ".join(name.split()), content, tuple(founders), make_lots())
    check_founders(founded)
    return founded


def check_founders(founded: Founded) -> None:
    """Refuse an invalid founding: a bad name, or not two to five companies of different colours (L1)."""
    colours = [founder.company for founder in founded.founders]
    if not 2 <= len(colours) <= 5:
        raise IllegalStep("companies", "A campaign has two to five companies.")
    if len(set(colours)) < len(colours):
        raise IllegalStep("colour_taken", "Two companies have the same colour.")
    if not printable(founded.campaign):
        raise IllegalStep("name", "The name of a campaign has 1 to 40 printable characters.")
    for founder in founded.founders:
        _check_founder(founder, all_colours(load_content(founded.content)))


def _check_founder(founder: Founder, free: list[str]) -> None:
    if founder.company not in free:
        choose = f"choose one of {', '.join(free)}" if free else "there are no more"
        raise IllegalStep("colour_taken", f"The colour {founder.company!r} is not free: {choose}.")
    if not founder.president:
        raise IllegalStep("name", f"Name the president of {founder.company} too.")
    if not printable(founder.president):
        raise IllegalStep("name", "The name of a president has 1 to 40 printable characters.")


def printable(name: str) -> bool:
    """Whether a campaign or a president may have this name."""
    return 1 <= len(name) <= 40 and name.isprintable() and name == name.strip()


def to_act(campaign: Campaign) -> list[str]:
    """Who has to decide: one company or the host; empty during a game and after the end."""
    if campaign.stage == SEATING:
        return [HOST]
    if campaign.stage in (REMOVING, NAMING):
        return [campaign.last] if campaign.last else [HOST]
    if campaign.stage == PICKING:
        return [campaign.winner] if campaign.winner else [HOST]
    return []


def legal(campaign: Campaign, actor: str) -> list[str]:
    """Every action of an actor. Names to be chosen freely are left open: `christen ROUTE …`, `seat …`, `join …`."""
    if actor == HOST and campaign.stage == PLAYING:
        return ["deal anew"]
    if actor == HOST:
        return ["seat …", *(["join …"] if free_colours(campaign) else [])] if campaign.stage == SEATING else []
    if not campaign.has(actor):
        return []
    found: list[str] = []
    if campaign.stage == REMOVING and actor == campaign.last:
        found += [f"remove {event}" for event in removable(campaign)]
    if campaign.stage == NAMING and actor == campaign.last:
        found += [f"name {a} {b}" for a, b in combinations(charter_options(campaign), 2)]
    if campaign.stage == PICKING and actor == campaign.winner:
        found += [f"pick {territory}" for territory in campaign.named]
    if campaign.stage in (SEATING, OVER):
        found += options(campaign, actor)
    return found


def options(campaign: Campaign, actor: str) -> list[str]:
    """The optional decisions of a company between two games."""
    found: list[str] = []
    if campaign.vote is not None and actor in voters(campaign) and actor not in campaign.vote.votes:
        found += ["vote a", "vote b"]
    if campaign.may_remove == actor:
        found += [f"remove {event}" for event in campaign.deck]
    if campaign.may_repaint == actor:
        found += [f"repaint {route}" for route in gray_routes(campaign)]
    if campaign.may_christen == actor:
        found += [f"christen {route} …" for route in held_routes(campaign, actor)]
    if must_give_up(campaign, actor) and campaign.stage == SEATING:
        found += [f"discard {held.card}" for held in held_by(campaign, actor)]
    if not campaign.company(actor).struck:
        found += [f"strike {route}" for route in campaign.names]
    if campaign.stage == SEATING and len(campaign.active) > 2:
        found.append("leave")
    return found


def free_colours(campaign: Campaign) -> list[str]:
    """The colours for new companies. A company that has left keeps its colour (L28)."""
    taken = {company.colour for company in campaign.companies}
    return [colour for colour in colours_of(campaign) if colour not in taken]


def voters(campaign: Campaign) -> list[str]:
    """The companies that may vote: those that their owner played in the last game."""
    return campaign.by_owner()


def removable(campaign: Campaign) -> list[str]:
    """The news events that the last place may remove: those of the discards (L20)."""
    return [event for event in campaign.results[-1].event_discards if event in campaign.deck]


def held_routes(campaign: Campaign, company: str) -> list[str]:
    """The routes that a company held at the end of the last game."""
    return [route for slip in campaign.results[-1].slips if slip.company == company for route in slip.routes]


def act(campaign: Campaign, actor: str, words: str, make_lots: MakeLots) -> list[AnyEntry]:
    """The facts that an action adds to the log, including those that follow automatically. Changes nothing itself."""
    verb, _, rest = words.strip().partition(" ")
    rest = rest.strip()
    if actor == HOST and verb == "seat" and campaign.stage == SEATING:
        return _seat(campaign, rest, make_lots)
    if actor == HOST and verb == "join" and campaign.stage == SEATING:
        return [Joined(_founder(campaign, rest))]
    if actor == HOST and words.split() == ["deal", "anew"] and campaign.stage == PLAYING:
        return [DealtAnew(campaign.game)]
    if verb == "christen" and f"christen {rest.partition(' ')[0]} …" in legal(campaign, actor):
        route, _, name = rest.partition(" ")
        return [Christened(actor, route, checked_name(name))]
    if f"{verb} {rest}".strip() not in legal(campaign, actor):
        # The two names of a charter may be given in either order.
        swapped = " ".join([verb, *reversed(rest.split())])
        if swapped not in legal(campaign, actor):
            raise _refused(campaign, actor, verb, rest)
    return _act(campaign, actor, verb, rest, make_lots)


def _refused(campaign: Campaign, actor: str, verb: str, rest: str) -> IllegalStep:
    """Why an action is illegal: unknown verb, wrong time, or a choice that is not offered."""
    who = "the host" if actor == HOST else actor
    if actor == HOST and (verb, rest) == ("deal", "anew"):
        return IllegalStep("not_playing", "No game is being played that could be dealt anew.")
    if verb not in (HOST_VERBS if actor == HOST else COMPANY_VERBS):
        return IllegalStep("no_action", f"There is no action {verb!r} for {who} in a campaign.")
    choices = [words.partition(" ")[2] for words in legal(campaign, actor) if words.partition(" ")[0] == verb]
    if verb == "leave" and not choices and campaign.stage == SEATING:
        return IllegalStep("too_few", f"A campaign needs two companies or more: {actor} cannot leave.")
    if not choices:
        return IllegalStep("not_now", f"Now {who} cannot {verb}.")
    if not any(choices):
        return IllegalStep("not_an_option", f"{verb!r} takes nothing after it; remove {rest!r}.")
    known = ", ".join(choice.removesuffix(" …") for choice in choices[:FEW])
    more = f" and {len(choices) - FEW} more" if len(choices) > FEW else ""
    return IllegalStep("not_an_option", f"Now {who} cannot {verb} {rest or 'nothing'!r}. Possible: {known}{more}.")


def _act(campaign: Campaign, actor: str, verb: str, rest: str, make_lots: MakeLots) -> list[AnyEntry]:
    """The entries of an action that is legal."""
    if verb == "remove":
        removed = Removed(rest, actor)
        return [removed] if campaign.stage != REMOVING else _then(campaign, removed, make_lots)
    if verb == "name":
        return _then(campaign, Named(actor, tuple(rest.split())), make_lots)
    if verb == "pick":
        return [Chartered(actor, rest)]
    if verb == "vote":
        return _vote(campaign, Voted(actor, rest))
    if verb == "repaint":
        return [Repainted(actor, rest)]
    if verb == "discard":
        return [GaveUp(actor, rest)]
    if verb == "strike":
        return [Struck(actor, rest)]
    return [Left(actor)]


def checked_name(name: str) -> str:
    """The name of a route: 1 to 24 printable characters."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise IllegalStep("name", f"The name of a route has 1 to {LONGEST_NAME} printable characters.")
    return name


def finish_game(campaign: Campaign, result: Result, make_lots: MakeLots) -> list[AnyEntry]:
    """The entries that follow the end of a game, up to the next decision of a company."""
    if campaign.stage != PLAYING:
        raise IllegalStep("not_playing", "No game is being played.")
    if {slip.company for slip in result.slips} != {place.company for place in campaign.places}:
        raise IllegalStep("other_companies", "The result names other companies than were seated.")
    return _then(campaign, Played(campaign.game, result), make_lots)


def _then(campaign: Campaign, entry: AnyEntry, make_lots: MakeLots) -> list[AnyEntry]:
    """A fact, and those that follow from it automatically."""
    after = copy(campaign)
    fold(after, entry)
    return [entry, *what_follows(after, entry, make_lots)]


def what_follows(campaign: Campaign, last: AnyEntry, make_lots: MakeLots) -> list[AnyEntry]:
    """The facts that follow the last one automatically. There are some if the process died while it wrote the log."""
    after = copy(campaign)
    entries: list[AnyEntry] = []
    while (follows := _follows(after, last, make_lots)) is not None:
        entries.append(follows)
        fold(after, follows)
        last = follows
    return entries


def _follows(campaign: Campaign, last: AnyEntry, make_lots: MakeLots) -> AnyEntry | None:
    """The entry that follows automatically, or None if a decision is needed."""
    if isinstance(last, Seated):
        return Read(tuple(card.card for card in campaign.content.games[campaign.game - 1].before))
    if campaign.stage == REMOVING:
        events = removable(campaign) if campaign.game < GAMES else []
        if isinstance(last, Played) and events:
            return None if campaign.last else Removed(events[draw_lot(make_lots(), len(events))], None)
        return Read(tuple(card.card for card in campaign.content.games[campaign.game - 1].after))
    if campaign.stage == NAMING:
        territories = charter_options(campaign)
        if len(territories) < 2 or campaign.last is None:
            return Named(campaign.last, tuple(territories[:2]))
    if campaign.stage == PICKING and (len(campaign.named) == 1 or campaign.winner is None):
        return Chartered(campaign.winner, campaign.named[draw_lot(make_lots(), len(campaign.named))])
    return None


def _vote(campaign: Campaign, voted: Voted) -> list[AnyEntry]:
    """A vote; the last one closes it."""
    after = copy(campaign)
    fold(after, voted)
    assert after.vote is not None
    done = all(company in after.vote.votes for company in voters(after))
    return [voted, _close(after)] if done else [voted]


def _close(campaign: Campaign) -> Closed:
    """Close the open vote: the majority; in a tie as the last place voted, and the first choice if it did not."""
    assert campaign.vote is not None
    votes = campaign.vote.votes
    for_b = sum(choice == "b" for choice in votes.values())
    if 2 * for_b == len(votes):
        choice = votes.get(campaign.last or "", "a")
    else:
        choice = "b" if 2 * for_b > len(votes) else "a"
    return Closed(campaign.vote.vote, choice)


def _seat(campaign: Campaign, rest: str, make_lots: MakeLots) -> list[AnyEntry]:
    """Seat the next game: end open decisions, note absent companies, read the story (L4, L7, L22)."""
    wishes: dict[str, str | None] = {}
    for word in rest.split():
        company, _, stand_in = word.partition("=")
        if not campaign.has(company):
            raise IllegalStep("no_company", f"There is no company {company!r}.")
        if company in wishes:
            raise IllegalStep("twice", f"{company} is named twice.")
        wishes[company] = stand_in or None
    if len(wishes) < 2:
        raise IllegalStep("too_few", "A game needs two companies or more.")
    after = copy(campaign)
    entries: list[AnyEntry] = []

    def add(entry: AnyEntry) -> None:
        entries.append(entry)
        fold(after, entry)

    if after.vote is not None:
        add(_close(after))
    if after.may_remove is not None and after.deck:
        add(Removed(after.deck[draw_lot(make_lots(), len(after.deck))], None))
    order = [company.colour for company in after.active]
    for company in order:
        while must_give_up(after, company):
            held = held_by(after, company)
            add(GaveUp(company, held[draw_lot(make_lots(), len(held))].card))
    # A process that died while it wrote a seating may have left the facts of absent companies.
    missing = after.absent(after.game)
    if named := [company for company in order if company in wishes and company in missing]:
        raise IllegalStep("missed", f"The log already says that {named[0]} misses this game.")
    for company in order:
        if company not in wishes and company not in missing:
            add(Missed(after.game, company))
    seated = Seated(after.game, tuple(Place(each, wishes[each]) for each in order if each in wishes), make_lots())
    return [*entries, *_then(after, seated, make_lots)]


def _founder(campaign: Campaign, rest: str) -> Founder:
    """The company of `green NAME`, or of `green=planner NAME` if a bot plays it."""
    word, _, president = rest.partition(" ")
    colour, _, bot = word.partition("=")
    president = " ".join(president.split())
    founder = Founder(colour, president, president, bot or None)
    _check_founder(founder, free_colours(campaign))
    return founder

"""The registry of bots by name, with what the page needs to know of each; users' bots by entry point or `module:Class`.

A name may include the budget of a searching bot for a move: `expert@0.2s` thinks for 0.2 seconds, `uct@500` makes 500
rollouts, so that its games can be repeated.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from math import inf
from typing import NamedTuple

from trunkline.bots.bot import Bot

LEVEL = "level"
STYLE = "style"
BASELINE = "baseline"
OWN = "own"
"""A user's bot, which an installed package offers."""

USUAL = "traveller"
"""The default bot, also for absent players: it plays reasonably and can be beaten."""


class BotEntry(NamedTuple):
    """A bot that people can choose. Its words are in the page (`bot.<name>`, `bot_summary.<name>`)."""

    where: str
    kind: str
    level: int
    """From 1 for a beginner to 4 for an expert. Baselines have the nearest level, styles have none (0)."""
    pace: tuple[float, float] = (0.6, 1.6)
    """Seconds that a move should seem to take at a table with people, from an easy move to a hard one."""
    seconds: float = 0.0
    """Seconds that it may think at a table with people; 0 if it does not search."""


ENTRIES = {
    "random": BotEntry("trunkline.bots.random_bot:RandomBot", BASELINE, 1),
    "greedy": BotEntry("trunkline.bots.greedy:GreedyBot", BASELINE, 2),
    "path": BotEntry("trunkline.bots.path_bot:PathBot", BASELINE, 1),
    "hungry": BotEntry("trunkline.bots.hungry_bot:HungryBot", BASELINE, 1),
    "one-step": BotEntry("trunkline.bots.one_step:OneStepBot", BASELINE, 1),
    "long-route": BotEntry("trunkline.bots.one_step:LongRouteBot", BASELINE, 1),
    "flat": BotEntry("trunkline.bots.flat:FlatBot", BASELINE, 1, seconds=0.8),
    "uct": BotEntry("trunkline.bots.uct:UctBot", BASELINE, 2, seconds=0.8),
    "beginner": BotEntry("trunkline.bots.styles:BeginnerBot", LEVEL, 1, pace=(0.8, 1.8)),
    "traveller": BotEntry("trunkline.bots.styles:TravellerBot", LEVEL, 2, pace=(0.8, 1.8)),
    "planner": BotEntry("trunkline.bots.planner:PlannerBot", LEVEL, 3),
    "expert": BotEntry("trunkline.bots.expert:ExpertBot", LEVEL, 4, pace=(0.8, 1.8), seconds=0.8),
    "collector": BotEntry("trunkline.bots.styles:CollectorBot", STYLE, 0),
    "hoarder": BotEntry("trunkline.bots.styles:HoarderBot", STYLE, 0),
    "blocker": BotEntry("trunkline.bots.styles:BlockerBot", STYLE, 0),
}

GROUP = "trunkline.bots"
"""The group of entry points by which an installed package offers bots under names."""

BOTS = {name: entry.where for name, entry in ENTRIES.items()}


class NoSuchBot(ValueError):
    """A name without a bot; the text says why."""


class Budget(NamedTuple):
    """The budget of a searching bot for a move: seconds, or a number of rollouts; the other is 0."""

    seconds: float
    playouts: int


def bot_class(name: str) -> type[Bot]:
    """The class of a bot: `greedy`, a name that an installed package offers, or `my_bots:Miser` for a class.

    A budget in the name must be valid, and the class must have the attribute that it sets.

    >>> bot_class("random").__name__
    'RandomBot'
    """
    found = class_named(name.partition("@")[0])
    budget = budget_of(name)
    if budget is not None and not takes(found, budget):
        attribute = "seconds" if budget.seconds else "playouts"
        raise NoSuchBot(f"{name!r}: this bot takes no budget: its class has no {attribute!r}")
    return found


def takes(found: type[Bot], budget: Budget) -> bool:
    """Whether a bot can be given a budget: our searching bots, and any class with the attribute for it."""
    from trunkline.bots.search_bot import SearchBot

    return issubclass(found, SearchBot) or hasattr(found, "seconds" if budget.seconds else "playouts")


def class_named(name: str) -> type[Bot]:
    """The class of a bot by its name without a budget."""
    where = BOTS.get(name) or (name if ":" in name else offered().get(name, ""))
    module_name, colon, class_name = where.partition(":")
    if not colon:
        known = ", ".join([*BOTS, *offered()])
        raise NoSuchBot(f"there is no bot {name!r}: there are {known}, and your own as module:Class")
    # As with `python -m`, a user's module is found in the current folder.
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        found = getattr(import_module(module_name), class_name)
    except (ImportError, AttributeError) as error:
        raise NoSuchBot(f"bot {name!r} cannot be loaded: {error}") from None
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise NoSuchBot(f"{name!r} is no bot: it must be a class that extends trunkline.Bot")
    return found


@cache
def offered() -> dict[str, str]:
    """The bots that installed packages offer. They cannot replace bots of Trunkline."""
    return {entry.name: entry.value for entry in entry_points(group=GROUP) if entry.name not in BOTS}


def entries() -> dict[str, BotEntry]:
    """All bots with a name: those of Trunkline, and those that installed packages offer."""
    return ENTRIES | {name: entry_of(name) for name in offered()}


def entry_of(name: str) -> BotEntry:
    """The entry of a bot; a default one for a user's bot."""
    return ENTRIES.get(name) or BotEntry(offered().get(name, name), OWN, 0)


def budget_of(name: str) -> Budget | None:
    """The budget in a name: `0.2s` of time or `500` rollouts a move.

    >>> budget_of("expert@0.2s"), budget_of("uct@500"), budget_of("greedy")
    (Budget(seconds=0.2, playouts=0), Budget(seconds=0.0, playouts=500), None)
    """
    _, at, text = name.partition("@")
    if not at:
        return None
    try:
        budget = Budget(float(text[:-1]), 0) if text.endswith("s") else Budget(0.0, int(text))
    except ValueError:
        raise NoSuchBot(f"{name!r}: a budget is seconds as in 0.2s, or a number of rollouts") from None
    if not (0 < budget.seconds < inf or budget.playouts > 0):
        raise NoSuchBot(f"{name!r}: a budget must be above 0 and finite")
    return budget


def make_bot(name: str, seed: int = 0) -> Bot:
    """Create a bot by name, with its own seed and the budget in the name.

    >>> make_bot("expert@0.2s").seconds, make_bot("uct@500").playouts
    (0.2, 500)
    """
    bot = bot_class(name)(seed)
    budget = budget_of(name)
    if budget is not None and budget.seconds:
        bot.seconds = budget.seconds  # type: ignore[attr-defined] # `takes` has seen to it
    elif budget is not None:
        bot.playouts = budget.playouts  # type: ignore[attr-defined]
    return bot

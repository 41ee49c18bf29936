"""The bots by name, and bots of one's own by `module:Class`."""

from __future__ import annotations

import sys
from importlib import import_module

from trunkline.bots.bot import Bot

BOTS = {
    "random": "trunkline.bots.random_bot:RandomBot",
    "greedy": "trunkline.bots.greedy:GreedyBot",
}


class NoSuchBot(ValueError):
    """A name that leads to no bot; the text says why."""


def bot_class(name: str) -> type[Bot]:
    """The class of a bot: `greedy`, or `my_bots:Miser` for a class in a module of one's own.

    >>> bot_class("random").__name__
    'RandomBot'
    """
    module_name, colon, class_name = BOTS.get(name, name).partition(":")
    if not colon:
        raise NoSuchBot(f"there is no bot {name!r}: there are {', '.join(BOTS)}, and your own as module:Class")
    # As with `python -m`, a module of one's own is found in the folder one is in.
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        found = getattr(import_module(module_name), class_name)
    except (ImportError, AttributeError) as error:
        raise NoSuchBot(f"bot {name!r} cannot be loaded: {error}") from None
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise NoSuchBot(f"{name!r} is no bot: it must be a class that extends trunkline.Bot")
    return found


def make_bot(name: str, seed: int = 0) -> Bot:
    """A bot by name, with a seed of its own."""
    return bot_class(name)(seed)

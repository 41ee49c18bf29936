"""Trunkline: an open platform for route-claiming railway board games.

`Game`, `IllegalAction`, `Bot` and `load_map` are imported when they are first asked for, so that `import trunkline`
costs next to nothing. `compiled` says whether the engine of this process is the compiled one.
"""

from typing import TYPE_CHECKING

from trunkline import _compiled

if TYPE_CHECKING:
    from trunkline.bots.bot import Bot
    from trunkline.game import Game, IllegalAction
    from trunkline.maps import load_map

__all__ = ["Bot", "Game", "IllegalAction", "__version__", "compiled", "load_map"]

__version__ = "0.1.0"

# Before anything else of ours is imported: from here on the import system knows which build it loads.
compiled: bool = _compiled.prepare()

_HOMES = {
    "Bot": "trunkline.bots.bot",
    "Game": "trunkline.game",
    "IllegalAction": "trunkline.game",
    "load_map": "trunkline.maps",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])

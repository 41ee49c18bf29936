"""Trunkline: an open platform for route-claiming railway board games.

This module is the public interface: everything a program, a bot or a study imports comes from here. `docs/api.md` lists
the names with examples and says what is promised about them. All other modules are internal.

Each name is imported when it is first used, so `import trunkline` takes almost no time. `compiled` tells whether this
process runs the compiled engine.
"""

from typing import TYPE_CHECKING

from trunkline import _compiled

if TYPE_CHECKING:
    from trunkline.bots.bot import Bot
    from trunkline.bots.hints import Hint, hint
    from trunkline.bots.registry import make_bot
    from trunkline.game import BadPosition, Game, IllegalAction, Move, PlayerScore, ScoreSheet
    from trunkline.maps import Map, MapError, load_map, map_names
    from trunkline.rules.actions import ActionList, colour_of, kind_of, subject_of, wilds_of
    from trunkline.rules.cards import DRAW_DECK, DRAW_ROW
    from trunkline.rules.claim import CLAIM
    from trunkline.rules.pairs import pair_of
    from trunkline.rules.payment import PAY
    from trunkline.rules.pieces import EXCHANGE, SPLIT, pieces_of
    from trunkline.rules.ports import PORT, ports_of
    from trunkline.rules.progress import TicketProgress, ticket_progress
    from trunkline.rules.sampling import sample
    from trunkline.rules.state import NOBODY, State
    from trunkline.rules.stations import STATION, stations_left, stations_of
    from trunkline.rules.tickets import DRAW_TICKETS, KEEP
    from trunkline.rules.tunnels import WITHDRAW, tunnel_of
    from trunkline.rules.turn import PASS, apply, legal, to_act
    from trunkline.rules.view import SPECTATOR, View
    from trunkline.rules.ways import Way, Ways, cheapest_way, cheapest_way_for, reachable_cities

__version__ = "0.1.0"

# Before anything else of ours is imported: from here on the import system knows which build it loads.
compiled: bool = _compiled.prepare()

_MODULES = {
    "bots.bot": "Bot",
    "bots.hints": "Hint hint",
    "bots.registry": "make_bot",
    "game": "BadPosition Game IllegalAction Move PlayerScore ScoreSheet",
    "maps": "Map MapError load_map map_names",
    "rules.actions": "ActionList colour_of kind_of subject_of wilds_of",
    "rules.cards": "DRAW_DECK DRAW_ROW",
    "rules.claim": "CLAIM",
    "rules.pairs": "pair_of",
    "rules.payment": "PAY",
    "rules.pieces": "EXCHANGE SPLIT pieces_of",
    "rules.ports": "PORT ports_of",
    "rules.progress": "TicketProgress ticket_progress",
    "rules.sampling": "sample",
    "rules.state": "NOBODY State",
    "rules.stations": "STATION stations_left stations_of",
    "rules.tickets": "DRAW_TICKETS KEEP",
    "rules.tunnels": "WITHDRAW tunnel_of",
    "rules.turn": "PASS apply legal to_act",
    "rules.view": "SPECTATOR View",
    "rules.ways": "Way Ways cheapest_way cheapest_way_for reachable_cities",
}
_MODULE_OF = {name: f"trunkline.{module}" for module, names in _MODULES.items() for name in names.split()}

__all__ = [  # noqa: RUF022
    "__version__",
    "compiled",
    # Games.
    "BadPosition",
    "Game",
    "IllegalAction",
    "Move",
    "PlayerScore",
    "ScoreSheet",
    # Maps.
    "Map",
    "MapError",
    "load_map",
    "map_names",
    # Bots.
    "ActionList",
    "Bot",
    "Hint",
    "View",
    "hint",
    "make_bot",
    # Actions, taken apart.
    "CLAIM",
    "DRAW_DECK",
    "DRAW_ROW",
    "DRAW_TICKETS",
    "EXCHANGE",
    "KEEP",
    "PASS",
    "PAY",
    "PORT",
    "SPLIT",
    "STATION",
    "WITHDRAW",
    "colour_of",
    "kind_of",
    "subject_of",
    "wilds_of",
    # Questions about a view.
    "NOBODY",
    "SPECTATOR",
    "TicketProgress",
    "Way",
    "Ways",
    "cheapest_way",
    "cheapest_way_for",
    "pair_of",
    "pieces_of",
    "ports_of",
    "reachable_cities",
    "stations_left",
    "stations_of",
    "ticket_progress",
    "tunnel_of",
    # Search.
    "State",
    "apply",
    "legal",
    "sample",
    "to_act",
]


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_MODULE_OF[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

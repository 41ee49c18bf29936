"""Every bot by a name under which it answers quickly: those that search get a few rollouts a move."""

from trunkline.bots.registry import ENTRIES

PLAYOUTS = 12

SEARCHING = [f"{name}@{PLAYOUTS}" for name, entry in ENTRIES.items() if entry.seconds > 0]
AT_ONCE = [name for name, entry in ENTRIES.items() if entry.seconds == 0]
EVERY_BOT = AT_ONCE + SEARCHING

"""The file of the game in progress, beside the file of its campaign: quitting at any time loses nothing.

The log of a campaign contains no hidden cards, so the game has a file of its own. Its name contains the number of the
game and the digest of the log's last line. It therefore belongs to one point of one campaign; `deal anew` adds a line,
and the old file no longer matches.
"""

from __future__ import annotations

from pathlib import Path

from trunkline.campaign.actions import MakeLots
from trunkline.campaign.games import new_game
from trunkline.campaign.logfile import BadCampaignFile, CampaignFile
from trunkline.game.game import Game
from trunkline.game.record import BadRecord


def running_path(file: CampaignFile) -> Path:
    """Where the game that is being played is kept."""
    return file.path.with_name(f"{file.path.name}.game-{file.campaign.game}-{file.last[:8]}")


def running_game(file: CampaignFile, make_lots: MakeLots) -> Game:
    """The game in progress: the stored one, or a new deal, which is stored at once."""
    path = running_path(file)
    try:
        if path.exists():
            return Game.load(path)
        game = new_game(file.campaign, seed=bytes.fromhex(make_lots()))
        game.save(path)
    except BadRecord as error:
        raise BadCampaignFile(
            f"the game in progress cannot be read ({error}); use --deal-anew to deal it again"
        ) from None
    except OSError as error:
        raise BadCampaignFile(f"the game in progress cannot be written to {path}: {error.strerror}") from None
    return game


def forget_game(path: Path) -> None:
    """Remove the file of a game whose result is in the log, or that was dealt again."""
    path.unlink(missing_ok=True)

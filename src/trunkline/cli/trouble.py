"""Errors that a user can cause: one sentence on standard error, never a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import typer

WRONG_USE = 2
WENT_WRONG = 1


def fail(text: str, code: int = WENT_WRONG) -> NoReturn:
    """Print the problem and exit."""
    typer.echo(text, err=True)
    raise typer.Exit(code)


@contextmanager
def told_plainly() -> Iterator[None]:
    """Turn errors that a user can cause (a bad map, file, bot or path) into a sentence. Other errors are our bugs."""
    try:
        yield
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        fail(f"{name}{error.strerror or error}")
    except ValueError as error:
        if not isinstance(error, known_errors()):
            raise
        fail(str(error))


def known_errors() -> tuple[type[ValueError], ...]:
    # Imported here: `--help` is quick because it does not load these modules.
    from trunkline.bots.registry import NoSuchBot
    from trunkline.campaign.actions import IllegalStep
    from trunkline.campaign.content import ContentError
    from trunkline.campaign.logfile import BadCampaignFile
    from trunkline.game import BadPosition, IllegalAction
    from trunkline.game.record import BadRecord
    from trunkline.lab.arena.ledger import BadLedger
    from trunkline.lab.arena.match import BadMatch
    from trunkline.lab.arena.workers import WorkerFailed
    from trunkline.lab.simulate import BadSimulation, BotFailed
    from trunkline.maps import MapError

    lab = (BadSimulation, BotFailed, BadMatch, BadLedger, WorkerFailed)
    campaign = (BadCampaignFile, IllegalStep, ContentError)
    return (MapError, BadRecord, BadPosition, IllegalAction, NoSuchBot, *lab, *campaign)

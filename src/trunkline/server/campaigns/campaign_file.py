"""The file of a campaign as somebody uploads it: read, folded and checked, or refused with its line and the reason."""

from __future__ import annotations

from trunkline.campaign.entries import AnyEntry
from trunkline.campaign.logfile import BadCampaignFile, fold_checked, read_lines
from trunkline.campaign.state import Campaign
from trunkline.server.refusal import RequestRefused


def read_file(body: bytes) -> tuple[list[AnyEntry], Campaign]:
    """The log of a file, and the campaign that it folds to."""
    try:
        facts, _, size = read_lines(body, "file")
        if size < len(body):
            raise BadCampaignFile(f"file:{len(facts) + 1}: the last line is incomplete")
        return facts, fold_checked(facts, "file")
    except BadCampaignFile as error:
        raise bad_file(str(error)) from None
    except (ValueError, KeyError, StopIteration, IndexError, AssertionError) as error:
        # An entry that has the right form, but names what is not there.
        raise bad_file(f"file: the campaign cannot have happened ({type(error).__name__})") from None


def bad_file(reason: str) -> RequestRefused:
    """A refusal that names the line: `file:3: this line was changed`."""
    where, _, why = reason.partition(": ")
    line = where.partition(":")[2]
    return RequestRefused("bad_campaign", {"line": int(line) if line.isdigit() else 0, "reason": why or reason}, 400)

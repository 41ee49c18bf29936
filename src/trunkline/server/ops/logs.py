"""Logging: one line for each event, as text or JSON, never with the hidden cards or tickets of a seat."""

from __future__ import annotations

import logging
import sys
import time
from typing import TextIO

import msgspec

_OWN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    """A log record as one line of JSON, with the fields of `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": moment(record.created, record.msecs),
            "level": record.levelname.lower(),
            "room": record.name,
            "text": record.getMessage(),
        }
        line |= extras(record)
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


class PlainLines(logging.Formatter):
    """A record as a line for people."""

    def format(self, record: logging.LogRecord) -> str:
        pairs = " ".join(f"{key}={value}" for key, value in extras(record).items())
        line = f"{moment(record.created, record.msecs)} {record.levelname.lower():7} {record.getMessage()}"
        # Prevent log injection: users choose names and paths.
        line = f"{line} {pairs}".rstrip().replace("\n", "\\n").replace("\r", "\\r")
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return line


def extras(record: logging.LogRecord) -> dict[str, object]:
    return {key: value for key, value in vars(record).items() if key not in _OWN}


def moment(seconds: float, milliseconds: float) -> str:
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{int(milliseconds):03}Z"


def set_up_logs(level: str, form: str, stream: TextIO | None = None) -> None:
    """Send what `trunkline` and uvicorn log to one place. Uvicorn's own lines for each request are left out."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else PlainLines())
    for name in ("trunkline", "uvicorn", "litestar", "alembic"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level.upper() if name == "trunkline" else logging.WARNING)
        logger.propagate = False
    logging.getLogger("uvicorn.access").handlers = []

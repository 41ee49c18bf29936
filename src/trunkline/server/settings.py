"""The settings of a server: each with its default, its variable in the environment, and what it means."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit


class BadSetting(ValueError):
    """An invalid setting; the text names it and says why."""


def setting(default: Any, variable: str, meaning: str) -> Any:
    return field(default=default, metadata={"variable": variable, "meaning": meaning})


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. Flags of `trunkline serve` override the environment."""

    host: str = setting("127.0.0.1", "TRUNKLINE_HOST", "The address to listen on; 0.0.0.0 is every network.")
    port: int = setting(8020, "TRUNKLINE_PORT", "The port to listen on.")
    database: str = setting(
        "",
        "DATABASE_URL",
        "Where games are kept: sqlite:///path/to/file or postgresql://user@host/name. "
        "Without it, a file in the folder of this user's data.",
    )
    public_url: str = setting(
        "",
        "TRUNKLINE_PUBLIC_URL",
        "The address that browsers use, such as https://trains.example.org; several with commas. "
        "Then requests of pages from anywhere else are refused. Without it, a page must come from the host it asks.",
    )
    proxies: str = setting(
        "127.0.0.1",
        "TRUNKLINE_PROXIES",
        "Addresses of proxies in front, with commas between, whose word about clients is taken; * is any.",
    )
    bot_workers: int = setting(2, "TRUNKLINE_BOT_WORKERS", "How many processes bots think in.")
    bot_pause: float | None = setting(
        None,
        "TRUNKLINE_BOT_PAUSE",
        "How many seconds every bot's move takes at least; 0 is at once. "
        "Without it, each bot has a pace of its own while somebody watches: below two seconds, and three "
        "seconds after a move that can be undone.",
    )
    bot_seconds: float = setting(
        20.0, "TRUNKLINE_BOT_SECONDS", "After how many seconds a bot that thinks is given up and a random move made."
    )
    idle_seconds: float = setting(
        600.0, "TRUNKLINE_IDLE_SECONDS", "After how many seconds a table that nobody looks at leaves the memory."
    )
    limits: bool = setting(True, "TRUNKLINE_LIMITS", "Whether clients are held to rates; off only for tests.")
    guest_tables: int = setting(
        5, "TRUNKLINE_GUEST_TABLES", "How many tables that have not started a guest may have opened at once."
    )
    guest_seats: int = setting(
        20, "TRUNKLINE_GUEST_SEATS", "At how many tables with other people, open or in progress, a guest may sit."
    )
    open_days: float = setting(
        7.0, "TRUNKLINE_OPEN_DAYS", "After how many days a table that nobody has started is closed."
    )
    insecure_webhooks: bool = setting(
        False, "TRUNKLINE_INSECURE_WEBHOOKS", "Whether webhooks may lead to internal addresses; on only for tests."
    )
    contact: str = setting(
        "mailto:admin@localhost", "TRUNKLINE_CONTACT", "An address (mailto: or https:) that push services may write to."
    )
    metrics: bool = setting(True, "TRUNKLINE_METRICS", "Whether GET /metrics answers.")
    log_level: str = setting("info", "TRUNKLINE_LOG_LEVEL", "How much is logged: debug, info, warning or error.")
    log_format: str = setting("plain", "TRUNKLINE_LOG_FORMAT", "How it is logged: plain lines, or json.")

    def __post_init__(self) -> None:
        if not 0 <= self.port < 65536:
            raise BadSetting(f"port: {self.port} is no port")
        for name, least in (
            ("bot_workers", 1),
            ("bot_pause", 0),
            ("bot_seconds", 0.1),
            ("idle_seconds", 1),
            ("guest_tables", 1),
            ("guest_seats", 1),
            ("open_days", 0.001),
        ):
            if getattr(self, name) is not None and getattr(self, name) < least:
                raise BadSetting(f"{name}: must be {least} or more")
        if self.log_level not in ("debug", "info", "warning", "error"):
            raise BadSetting(f"log_level: {self.log_level!r} is none of debug, info, warning, error")
        if self.log_format not in ("plain", "json"):
            raise BadSetting(f"log_format: {self.log_format!r} is neither plain nor json")
        for origin in self.origins:
            if not origin.startswith(("http://", "https://")):
                raise BadSetting(f"public_url: {origin!r} does not begin with http:// or https://")

    @property
    def origins(self) -> frozenset[str]:
        """The origins that pages may come from; empty means: from the host they ask."""
        found = (part.strip() for part in self.public_url.split(","))
        return frozenset(origin_of(part) for part in found if part)

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{data_folder() / 'trunkline.sqlite'}"

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None, **flags: Any) -> Settings:
        """Settings from flags that are not None, and for the rest from the environment."""
        there = os.environ if environment is None else environment
        chosen: dict[str, Any] = {}
        for each in fields(cls):
            if flags.get(each.name) is not None:
                chosen[each.name] = flags[each.name]
            elif there.get(each.metadata["variable"]):
                chosen[each.name] = converted(each.metadata["variable"], there[each.metadata["variable"]], each.default)
        return cls(**chosen)


def converted(variable: str, text: str, like: object) -> object:
    """The text of a variable as the type of its default; without one it is a number."""
    if isinstance(like, bool):
        if text.lower() in ("1", "true", "yes", "on"):
            return True
        if text.lower() in ("0", "false", "no", "off"):
            return False
        raise BadSetting(f"{variable}: {text!r} is neither yes nor no")
    if like is None or isinstance(like, int | float):
        try:
            return float(text) if like is None else type(like)(text)
        except ValueError:
            raise BadSetting(f"{variable}: {text!r} is not a number") from None
    return text


def origin_of(url: str) -> str:
    """The origin of an address, as browsers write it.

    >>> origin_of("https://Trains.example.org:443/play"), origin_of("http://10.0.0.7:8020/")
    ('https://trains.example.org', 'http://10.0.0.7:8020')
    """
    parts = urlsplit(url)
    usual = {"http": ":80", "https": ":443"}.get(parts.scheme, "")
    return f"{parts.scheme}://{parts.netloc.lower().removesuffix(usual or ' ')}"


def meaning(name: str) -> str:
    """What a setting means, with its variable: for `--help`."""
    found = next(each for each in fields(Settings) if each.name == name)
    return f"{found.metadata['meaning']} [{found.metadata['variable']}]"


def data_folder() -> Path:
    """Where programs of this user keep data (XDG; the local application data on Windows)."""
    given = os.environ.get("XDG_DATA_HOME") or (os.environ.get("LOCALAPPDATA") if os.name == "nt" else None)
    return (Path(given) if given else Path.home() / ".local" / "share") / "trunkline"

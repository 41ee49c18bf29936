"""Servers in their own processes and clients for them, for the bench and the tests."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

from trunkline.lab.own_postgres import cpu_seconds
from trunkline.lab.websocket_client import Link

PROGRAM = "from trunkline.cli import main; main()"


class Server:
    """`trunkline serve` in its own process, on its own port."""

    def __init__(
        self, database: str, folder: Path, extra: dict[str, str] | None = None, port: int = 0, program: str = PROGRAM
    ) -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        environment = os.environ | {
            "DATABASE_URL": database,
            "TRUNKLINE_LIMITS": "0",
            "TRUNKLINE_LOG_LEVEL": "warning",
            "XDG_DATA_HOME": str(folder),
            **(extra or {}),
        }
        # A server that is started again on its port appends to its log.
        self.log = (folder / f"server-{self.port}.log").open("a")
        command = [sys.executable, "-c", program, "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(command, env=environment, stdout=self.log, stderr=self.log)
        # Minutes: on a busy machine a server starts late, and one that failed ends the loop.
        for _ in range(6000):
            with suppress(OSError):
                urllib.request.urlopen(f"{self.url}/health", timeout=2).read()
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        self.stop()
        raise RuntimeError(f"the server did not start; see {self.log.name}")

    def kilobytes(self) -> int:
        """Resident memory, if the system reports it."""
        with suppress(OSError):
            for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
                if line.startswith("VmRSS:"):
                    return int(line.split()[1])
        return 0

    def cpu_seconds(self) -> float:
        """CPU time of the process, if the system reports it."""
        return cpu_seconds(self.process.pid)

    def megabytes(self) -> float:
        return round(self.kilobytes() / 1024, 1)

    def stop(self) -> None:
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(15)
        if self.process.poll() is None:
            self.process.kill()
        self.log.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Person:
    """One guest: a cookie, and requests in its name. Its sockets come from `address`, if one is given."""

    def __init__(self, client: httpx.AsyncClient, url: str, address: str | None = None) -> None:
        self.client = client
        self.url = url
        self.address = address
        self.cookie = ""

    async def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"Cookie": self.cookie, "Origin": self.url}
        try:
            answer = await self.client.post(self.url + path, json=body, headers=headers)
        except (httpx.ReadError, httpx.RemoteProtocolError):
            # The server has just closed an idle connection.
            answer = await self.client.post(self.url + path, json=body, headers=headers)
        if answer.status_code >= 400:
            raise RuntimeError(f"{path}: {answer.status_code} {answer.text}")
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].split(";")[0]
        content: dict[str, Any] = answer.json() if answer.content else {}
        return content

    async def connect(self, hear: Callable[[bytes], None]) -> Link:
        return await Link.connect(self.url, self.cookie, hear, self.address)


def upgrade(database: str) -> None:
    """Make the tables in a PostgreSQL; in a SQLite file the server makes them itself."""
    command = [sys.executable, "-c", PROGRAM, "db", "upgrade"]
    subprocess.run(command, env=os.environ | {"DATABASE_URL": database}, check=True, stdout=subprocess.DEVNULL)

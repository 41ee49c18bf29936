"""The files for running it elsewhere: they are well formed, and every command, flag and variable in them is there."""

from __future__ import annotations

import asyncio
import configparser
import fnmatch
import json
import os
import re
import shlex
import shutil
import struct
import subprocess
import sys
import zipfile
from dataclasses import fields
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest

from trunkline.server.settings import Settings
from trunkline.server.store.database import address, connect_to_postgres

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMMAND = [sys.executable, "-c", "from trunkline.cli import main; main()"]
KNOWN = {each.metadata["variable"] for each in fields(Settings)}


def help_of(words: list[str]) -> str:
    environment = os.environ | {"COLUMNS": "200", "TERM": "dumb"}
    done = subprocess.run([*COMMAND, *words, "--help"], capture_output=True, text=True, timeout=60, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def check_command(words: list[str]) -> None:
    """A command as it stands in a file: its words lead to a help, and that knows its flags."""
    assert Path(words[0]).name == "trunkline", words
    told = help_of([word for word in words[1:] if not word.startswith("-")])
    for flag in (word.partition("=")[0] for word in words if word.startswith("--")):
        assert re.search(rf"(^|\s){re.escape(flag)}\b", told), (flag, told)


def test_the_unit_of_systemd() -> None:
    text = (DEPLOY / "trunkline.service").read_text()
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(text)
    check_command(shlex.split(unit["Service"]["ExecStart"]))
    assert unit["Install"]["WantedBy"] == "multi-user.target"
    variables = re.findall(r"^Environment=(\w+)=", text, re.MULTILINE)
    assert variables and set(variables) <= KNOWN
    # In its heading it says how to back the games up.
    [backup] = re.findall(r"^#   (trunkline db backup .*)", text, re.MULTILINE)
    words = shlex.split(backup)
    check_command([*words[:3], *(word for word in words if word.startswith("--"))])
    assert words[3:5] == ["--database", "sqlite:////var/lib/trunkline/trunkline.sqlite"] and len(words) == 6


SSL_WANTED = struct.pack("!i", 80877103)
HARDENED = {
    "UMask": "0077",
    "StateDirectoryMode": "0700",
    "CapabilityBoundingSet": "",
    "SystemCallArchitectures": "native",
    "ProtectSystem": "strict",
    **dict.fromkeys(
        (
            "NoNewPrivileges", "ProtectHome", "PrivateTmp", "PrivateDevices", "PrivateUsers", "ProtectClock",
            "ProtectHostname", "ProtectControlGroups", "ProtectKernelLogs", "ProtectKernelModules",
            "ProtectKernelTunables", "LockPersonality", "MemoryDenyWriteExecute", "RestrictNamespaces",
            "RestrictRealtime", "RestrictSUIDSGID",
        ),
        "yes",
    ),
}  # fmt: skip
MOST_EXPOSED = 4.0


def test_the_unit_of_systemd_is_hardened() -> None:
    given = re.findall(r"^(\w+)=(.*)$", (DEPLOY / "trunkline.service").read_text(), re.MULTILINE)
    assert dict(given) | HARDENED == dict(given)
    filters = [value for name, value in given if name == "SystemCallFilter"]
    assert filters[0] == "@system-service" and all(value.startswith("~") for value in filters[1:])


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not here")
def test_systemd_finds_little_exposed() -> None:
    asked = ["systemd-analyze", "security", "--offline=yes", str(DEPLOY / "trunkline.service")]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=60)
    level = re.search(r"exposure level for trunkline\.service: ([0-9.]+)", done.stdout)
    if level is None:
        pytest.skip(f"this systemd cannot judge a file: {done.stderr[:200]}")
    assert float(level[1]) <= MOST_EXPOSED


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not here")
def test_systemd_has_nothing_to_say_against_the_unit(tmp_path: Path) -> None:
    # The program of the unit is not on this machine; everything else is as it is.
    text = (DEPLOY / "trunkline.service").read_text()
    unit = tmp_path / "trunkline.service"
    unit.write_text(text.replace("/opt/trunkline/bin/trunkline", sys.executable))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, timeout=60)
    about = [line for line in (done.stdout + done.stderr).splitlines() if "trunkline.service" in line]
    assert about == []


def test_the_compose_file() -> None:
    file: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = file["services"]
    assert set(services) == {"database", "upgrade", "one", "two", "proxy"}
    for name in ("upgrade", "one", "two"):
        service = services[name]
        assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).resolve().exists()
        assert set(service["environment"]) - {"PGPASSWORD"} <= KNOWN, name
        assert all(other in services for other in service["depends_on"])
    check_command(services["upgrade"]["command"])
    database = services["database"]["environment"]
    assert database["POSTGRES_USER"] == database["POSTGRES_DB"] == "trunkline"
    for service in services.values():
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert (DEPLOY / source).exists() if source.startswith(".") else source in file["volumes"], volume


@pytest.mark.parametrize("password", ["plain", "p@ss/w:rd%20?#[&=' \\$", "пароль"])
def test_any_password_reaches_the_database(password: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not part of an address, in which some characters would mean something else."""
    environment = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["one"]["environment"]
    said = {
        name: re.sub(r"\$\{POSTGRES_PASSWORD[^}]*\}", lambda _: password, environment[name]) for name in environment
    }
    monkeypatch.setenv("PGPASSWORD", said["PGPASSWORD"])
    heard: list[bytes] = []

    async def database(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """As much of PostgreSQL as asks for a password and then hangs up."""
        while (await reader.readexactly(struct.unpack("!i", await reader.readexactly(4))[0] - 4))[:4] == SSL_WANTED:
            writer.write(b"N")
        writer.write(b"R" + struct.pack("!ii", 8, 3))
        assert await reader.readexactly(1) == b"p"
        heard.append(await reader.readexactly(struct.unpack("!i", await reader.readexactly(4))[0] - 4))
        writer.close()

    async def main() -> None:
        server = await asyncio.start_server(database, "127.0.0.1", 0)
        here = f"@127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        async with server:
            with pytest.raises((OSError, asyncpg.PostgresError, asyncpg.InterfaceError)):
                await connect_to_postgres(str(address(said["DATABASE_URL"]).dsn).replace("@database/", here))

    asyncio.run(main())
    assert heard == [password.encode() + b"\0"]


def test_what_gets_into_an_image() -> None:
    ignored = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
    # Secrets, other builds, and a page that may be old.
    assert {".git", ".venv", ".build", "deploy/.env", "**/node_modules", "src/trunkline/page"} <= set(ignored)
    assert not [line for line in ignored if line.startswith("!")]
    for needed in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore", "web/build.py"):
        assert (ROOT / needed).exists()
        assert not any(fnmatch.fnmatch(needed, line.removeprefix("**/")) for line in ignored), needed
    for line in ignored:
        assert not (ROOT / "src" / "trunkline" / "server" / "run.py").match(line.removeprefix("**/"))
        assert line not in ("src", "web", "deploy", "src/trunkline", "web/src")


@pytest.mark.skipif(os.name != "posix", reason="the shell of an image")
def test_an_image_without_the_page_is_not_built(tmp_path: Path) -> None:
    """The step of the container file that looks for the page, tried on wheels with and without it."""
    [step] = re.findall(r"^RUN (python -m zipfile .*)$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    command = step.replace("/wheels/", f"{tmp_path}/").replace("python ", f"{sys.executable} ", 1)
    for page, wanted in ((["trunkline/page/index.html"], 0), ([], 1)):
        with zipfile.ZipFile(tmp_path / "trunkline-1.0-py3-none-any.whl", "w") as wheel:
            for name in ["trunkline/__init__.py", *page]:
                wheel.writestr(name, "")
        assert subprocess.run(["sh", "-c", command], capture_output=True, timeout=60).returncode == wanted


def test_the_container_file() -> None:
    lines = (DEPLOY / "Containerfile").read_text().replace("\\\n", " ").splitlines()
    said = [line.partition(" ") for line in lines if line and not line.startswith("#")]
    assert {word for word, _, _ in said} <= {
        "FROM", "RUN", "COPY", "USER", "WORKDIR", "VOLUME", "ENV", "EXPOSE", "HEALTHCHECK", "CMD",
    }  # fmt: skip
    [command] = [json.loads(rest) for word, _, rest in said if word == "CMD"]
    check_command(command)
    [variables] = [rest for word, _, rest in said if word == "ENV"]
    given = dict(each.split("=", 1) for each in variables.split())
    assert set(given) <= KNOWN
    settings = Settings.read(given)
    assert settings.host == "0.0.0.0" and ["EXPOSE", str(settings.port)] in [[word, rest] for word, _, rest in said]


def test_the_proxy_leads_to_the_servers_of_the_compose_file() -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    assert text.count("{") == text.count("}")
    upstreams = re.search(r"reverse_proxy ([^{]+)\{", text)
    assert upstreams is not None
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    hosts = dict(each.split(":") for each in upstreams[1].split())
    assert set(hosts) == {"one", "two"} <= set(services) and set(hosts.values()) == {"8020"}
    assert "health_uri /health" in text
    # Figures are not for the public.
    assert re.search(r"^\trespond /metrics\* 404$", text, re.MULTILINE)
    site = re.search(r"^\{\$(\w+)\}", text, re.MULTILINE)
    assert site is not None and site[1] in services["proxy"]["environment"]

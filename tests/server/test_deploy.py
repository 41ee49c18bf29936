"""The files for running it elsewhere: they are well formed, and every command, flag and variable in them is there."""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from trunkline.server.settings import Settings

yaml = pytest.importorskip("yaml")

DEPLOY = Path(__file__).parents[2] / "deploy"
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
        assert set(service["environment"]) <= KNOWN, name
        assert service["environment"]["DATABASE_URL"].startswith("postgresql://trunkline:")
        assert all(other in services for other in service["depends_on"])
    check_command(services["upgrade"]["command"])
    database = services["database"]["environment"]
    assert database["POSTGRES_USER"] == database["POSTGRES_DB"] == "trunkline"
    for service in services.values():
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert (DEPLOY / source).exists() if source.startswith(".") else source in file["volumes"], volume


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
    site = re.search(r"^\{\$(\w+)\}", text, re.MULTILINE)
    assert site is not None and site[1] in services["proxy"]["environment"]

"""docs/operations.md names every figure and every line of the log, and nothing that is not there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import trunkline
from trunkline.server.ops.metrics import ServerMetrics

TEXT = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")
SERVER = Path(trunkline.__file__).parent / "server"


def section(title: str) -> str:
    return TEXT.partition(f"## {title}\n")[2].partition("\n## ")[0]


def rows(title: str) -> Iterator[list[str]]:
    """The rows of the table in a section, without its head."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    for line in lines[2:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]


def logged() -> dict[str, str]:
    """Every text that the server logs, with `…` for what is filled in, and its level."""
    found: dict[str, str] = {}
    for file in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                owner, level = node.func.value, node.func.attr
                if isinstance(owner, ast.Name) and owner.id == "log" and node.args:
                    text = ast.literal_eval(node.args[0])
                    found[re.sub(r"%[sdr]", "…", text)] = {"exception": "error"}.get(level, level)
    return found


def shortened(text: str) -> str:
    """Several things that are filled in one after the other are one."""
    return re.sub(r"…([ :]*…)+", "…", text)


def test_every_metric_is_explained() -> None:
    named = {cells[0].strip("`").partition("{")[0] for cells in rows("Metrics")}
    assert named == set(ServerMetrics().registry.names())


def test_every_line_of_the_log_is_explained() -> None:
    told: dict[str, str] = {}
    for level, texts, meaning in rows("The log"):
        assert meaning
        told |= {shortened(text): level for text in re.findall("`([^`]+)`", texts)}
    written = {shortened(text): level for text, level in logged().items()}
    assert len(written) > 20
    for text, level in written.items():
        fitting = [each for each in told if alike(each, text)]
        assert fitting, f"not in docs/operations.md: {level} {text!r}"
        assert told[fitting[0]] == level, text
    for text in told:
        assert any(alike(text, each) for each in written), f"nobody writes this: {text!r}"


def alike(general: str, text: str) -> bool:
    """Whether a text with `…` in it covers another."""
    pattern = ".+".join(re.escape(part) for part in general.split("…"))
    return re.fullmatch(pattern, text) is not None


def test_the_pages_that_lead_there() -> None:
    docs = Path(__file__).parents[2]
    for name in ("README.md", "docs/server.md", "deploy/trunkline.service"):
        assert "docs/operations.md" in (docs / name).read_text(encoding="utf-8"), name
    for title in ("TLS", "Health", "Metrics", "The log", "What is kept, and how long"):
        assert section(title)
    for title in ("Backup", "Restore", "Upgrade"):
        assert f"\n### {title}\n" in TEXT

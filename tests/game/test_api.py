"""The public interface is `trunkline` itself: complete, documented, and enough for the examples."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import trunkline

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_every_public_name_is_there_and_documented() -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for name in trunkline.__all__:
        assert getattr(trunkline, name) is not None
        assert name in ("__version__", "compiled") or re.search(rf"\b{name}\b", text), f"docs/api.md misses {name}"
    assert set(trunkline.__all__) <= set(dir(trunkline))
    assert len(set(trunkline.__all__)) == len(trunkline.__all__)


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = trunkline.nothing


def test_the_import_alone_loads_no_engine() -> None:
    code = "import sys, trunkline; print([name for name in sys.modules if name.startswith('trunkline.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['trunkline._compiled']\n"


@pytest.mark.parametrize("file", sorted((ROOT / "examples").glob("*.py")), ids=lambda file: file.name)
def test_examples_import_only_what_is_public(file: Path) -> None:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "trunkline":
            assert node.module == "trunkline", f"{file.name} imports from {node.module}"
            found |= {alias.name for alias in node.names}
    assert found <= set(trunkline.__all__)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_code_in_the_documentation_imports_only_what_is_public(page: Path) -> None:
    for block in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        for module, names in re.findall(r"^\s*from (trunkline[\w.]*) import (.+)$", block, re.MULTILINE):
            assert module == "trunkline", f"{page.name} imports from {module}"
            assert {name.strip() for name in names.split(",")} <= set(trunkline.__all__)

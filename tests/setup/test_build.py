"""Proves the build: no stale machine code ever runs, and both builds can be had.

Most tests work on a tiny checkout: the real build over four small modules that lean on one another.
"""

import importlib.machinery
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.xdist_group("setup")

STATE = '''"""The lowest module."""

from librt.vecs import vec
from mypy_extensions import i64, u8


class Hand:
    """A hand of cards."""

    def __init__(self, count: i64) -> None:
        self.cards = vec[u8]([u8(1)] * 3)
        self.count: i64 = count

    def size(self) -> i64:
        return self.count

    def double(self) -> i64:
        return self.count * 2


def word() -> str:
    """Say which version of the source this is.

    >>> word()
    'first'
    """
    return "first"
'''

CLAIM = '''"""A module that uses a class of another one from C to C."""

from mypy_extensions import i64

from trunkline.rules.state import Hand


class Fist(Hand):
    """A hand that overrides."""

    def double(self) -> i64:
        return self.count * 200


def measure(hand: Hand) -> tuple[i64, i64, i64]:
    """Call two methods and read an element."""
    return hand.size(), hand.double(), i64(hand.cards[2])
'''

GAME = '''"""The module on top."""

from trunkline.maps import NUMBER
from trunkline.rules.claim import Fist, measure
from trunkline.rules.state import Hand, word


def tell() -> str:
    """Say something to which every module contributes."""
    return f"{word()} {measure(Hand(3))} {measure(Fist(3))} {NUMBER}"
'''

MAPS = '''"""A module that stays plain and whose constant is copied into compiled ones."""

from typing import Final

NUMBER: Final = 41
'''

# As the real one, without the public names: their modules are not in the tiny checkout.
PACKAGE = """from trunkline import _compiled

compiled: bool = _compiled.prepare()
"""

TELL = "import trunkline, trunkline.game.game as game; print(trunkline.compiled, game.tell())"
FIRST = "first (3, 6, 1) (3, 600, 1) 41"
SIZE = "    def size(self) -> i64:\n        return self.count\n"
DOUBLE = "    def double(self) -> i64:\n        return self.count * 2\n"


def python(folder: Path, code: str, wish: str = "", program: str = sys.executable) -> subprocess.CompletedProcess[str]:
    """Run code in a process of its own, with the trunkline of a checkout and a wish for one of its builds."""
    variables = {**os.environ, "PYTHONPATH": str(folder / "src"), "TRUNKLINE_COMPILED": wish}
    return subprocess.run([program, "-c", code], cwd=folder, env=variables, capture_output=True, text=True, check=False)


def compile_in(folder: Path, *options: str) -> str:
    """Compile a checkout in place and return what the build says."""
    command = [sys.executable, str(folder / "hatch_build.py"), *options]
    return subprocess.run(command, capture_output=True, text=True, check=True).stderr


def load(file: Path) -> ModuleType:
    """Load a file of the set-up as a module, on its own."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


OPTIMISATION = 'OPTIMISATION = {"fast": "3", "quick": "1"}'

BOT = """class Bot:
    pass
"""


@pytest.fixture(scope="module")
def compiled_checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checkout")
    package = folder / "src" / "trunkline"
    for name in (
        "pyproject.toml",
        "hatch_build.py",
        "LICENSE",
        "README.md",
        "src/trunkline/_compiled.py",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    # Optimised, the C compiler would take most of the time of these tests.
    build = (folder / "hatch_build.py").read_text()
    assert OPTIMISATION in build
    (folder / "hatch_build.py").write_text(
        build.replace(OPTIMISATION, OPTIMISATION.replace("3", "0").replace("1", "0"))
    )
    files = {
        "__init__.py": PACKAGE,
        "rules/__init__.py": "",
        "rules/state.py": STATE,
        "rules/claim.py": CLAIM,
        "maps/__init__.py": MAPS,
    }
    files |= {"game/__init__.py": "", "game/game.py": GAME, "bots/__init__.py": "", "bots/bot.py": BOT}
    for name, text in files.items():
        (package / name).parent.mkdir(exist_ok=True)
        (package / name).write_text(text)
    # Before anything is compiled: plain sources, without a word, and a clear refusal where compiled ones are wanted.
    assert python(folder, TELL).stdout == f"False {FIRST}\n"
    assert "missing" in python(folder, TELL, "1").stderr
    said = compile_in(folder)
    # A package is one C file: bots, game, rules, then what belongs to mypyc and the shims.
    assert "compiling 5/5" in said
    return folder


@pytest.fixture
def checkout(compiled_checkout: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(compiled_checkout, tmp_path / "copy"))


def edit(checkout: Path, name: str, old: str, new: str) -> None:
    file = checkout / "src" / "trunkline" / name
    text = file.read_text()
    assert old in text
    # Python knows bytecode that is out of date by the size of the source and by whole seconds.
    later = file.stat().st_mtime + 2
    file.write_text(text.replace(old, new))
    os.utime(file, (later, later))


def test_both_builds_run_and_say_which_they_are(checkout: Path) -> None:
    for wish, compiled in (("", True), ("1", True), ("0", False)):
        answer = python(checkout, TELL, wish)
        assert (answer.stdout, answer.stderr) == (f"{compiled} {FIRST}\n", "")
    kind = "import trunkline.rules.state as state; print(type(state.word).__name__, state.__file__)"
    source = checkout / "src" / "trunkline" / "rules" / "state.py"
    assert python(checkout, kind, "1").stdout == f"builtin_function_or_method {source}\n"
    assert python(checkout, kind, "0").stdout == f"function {source}\n"
    assert "may be 0" in python(checkout, TELL, "yes").stderr


def test_this_checkout_says_which_build_it_runs() -> None:
    code = "import trunkline; from trunkline.rules import board; print(trunkline.compiled, board.__spec__.origin)"
    compiled, origin = python(ROOT, code, os.environ.get("TRUNKLINE_COMPILED", "")).stdout.split()
    assert (compiled == "True") == (not origin.endswith(".py"))
    assert python(ROOT, code, "0").stdout.startswith("False ")


def test_an_edited_source_never_runs_its_old_machine_code(checkout: Path) -> None:
    edit(checkout, "rules/state.py", 'return "first"', 'return "second"')
    refusal = python(checkout, TELL, "1")
    assert refusal.returncode != 0 and "older than the sources" in refusal.stderr
    assert python(checkout, TELL, "0").stdout.startswith("False second ")
    without_tools = python(checkout, f"import sys; sys.modules['mypy'] = None; {TELL}")
    assert without_tools.stdout.startswith("False second ")
    assert without_tools.stderr.count("running plain sources") == 1
    rebuilt = python(checkout, TELL)
    assert rebuilt.stdout.startswith("True second ")
    assert rebuilt.stderr == "trunkline: sources newer than the compiled build; compiling\n"
    assert python(checkout, TELL).stderr == ""
    edit(checkout, "rules/state.py", 'return "second"', 'return "first"')
    back = python(checkout, TELL)
    assert (back.stdout, back.stderr) == (f"True {FIRST}\n", "")


def test_an_edit_of_the_same_length_in_the_same_moment_is_noticed(checkout: Path) -> None:
    file = checkout / "src" / "trunkline" / "rules" / "state.py"
    before = file.stat()
    edit(checkout, "rules/state.py", 'return "first"', 'return "fresh"')
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert "older than the sources" in python(checkout, TELL, "1").stderr


def test_modules_that_use_a_changed_one_are_compiled_again(checkout: Path) -> None:
    edit(checkout, "rules/state.py", f"{SIZE}\n{DOUBLE}", f"{DOUBLE}\n{SIZE}")
    # The methods have changed places and nothing else; a caller compiled before would now call the other one.
    assert python(checkout, TELL).stdout == f"True {FIRST}\n"
    edit(checkout, "rules/state.py", "        self.cards", "        self.first = vec[u8]()\n        self.cards")
    assert python(checkout, TELL).stdout == f"True {FIRST}\n"


def test_only_what_changed_is_compiled(checkout: Path) -> None:
    edit(checkout, "rules/claim.py", "* 200", "* 300")
    said = compile_in(checkout)
    assert "compiling 1/1 rules" in said
    assert compile_in(checkout) == ""


def test_a_quick_build_compiles_single_modules_and_runs_only_where_it_is_asked_for(checkout: Path) -> None:
    first = python(checkout, TELL, "quick")
    assert first.stdout == f"True {FIRST}\n" and "compiling" in first.stderr
    modes = [json.loads(file.read_text())["mode"] for file in (checkout / ".build").glob("*/*/trunkline/_build.json")]
    assert sorted(modes) == ["fast", "quick"]
    edit(checkout, "rules/claim.py", "* 200", "* 300")
    changed = FIRST.replace("600", "900")
    assert "compiling 1/1 claim" in compile_in(checkout, "--quick")
    answer = python(checkout, TELL, "quick")
    assert (answer.stdout, answer.stderr) == (f"True {changed}\n", "")
    # The quick build of these sources is no substitute for the fast one.
    assert "older than the sources" in python(checkout, TELL, "1").stderr
    assert python(checkout, TELL).stderr == "trunkline: sources newer than the compiled build; compiling\n"
    assert python(checkout, TELL, "1").stdout == f"True {changed}\n"


@pytest.mark.slow
def test_a_quick_build_is_made_where_nothing_was_ever_compiled(checkout: Path) -> None:
    shutil.rmtree(checkout / ".build")
    assert python(checkout, TELL).stdout == f"False {FIRST}\n"
    assert python(checkout, TELL, "quick").stdout == f"True {FIRST}\n"


TRAINING = """from trunkline.game.game import tell


def train() -> None:
    assert tell()
"""


@pytest.mark.slow  # the run itself begins with such a build
@pytest.mark.skipif(not load(ROOT / "hatch_build.py").is_gcc(), reason="only gcc counts branches")
def test_the_rules_are_compiled_by_counted_branches_where_there_is_a_training(checkout: Path) -> None:
    lab = checkout / "src" / "trunkline" / "lab"
    lab.mkdir()
    (lab / "__init__.py").write_text("")
    (lab / "training.py").write_text(TRAINING)
    said = compile_in(checkout)
    assert "compiling 1/1 rules_counted\nplaying games" in said
    assert said.index("playing games") < said.index("compiling 1/1 rules\n")
    assert python(checkout, TELL, "1").stdout == f"True {FIRST}\n"
    # The counts are kept while the rules and the training stay as they are, and belong to the digest.
    edit(checkout, "bots/bot.py", "class Bot", "# A comment.\nclass Bot")
    assert "rules" not in compile_in(checkout)
    (lab / "training.py").write_text(TRAINING.replace("assert tell()", "raise ValueError"))
    assert "older than the sources" in python(checkout, TELL, "1").stderr
    said = compile_in(checkout)
    assert "compiling without a profile" in said and "compiling 1/1 rules\n" in said
    assert python(checkout, TELL, "1").stdout == f"True {FIRST}\n"


@pytest.mark.slow
def test_two_compiled_modules_of_one_name_are_refused(checkout: Path) -> None:
    (checkout / "src" / "trunkline" / "bots" / "state.py").write_text('"""The name of a module of the rules."""\n')
    answer = python(checkout, TELL)
    assert answer.stdout == f"False {FIRST}\n"
    assert "several compiled modules have the name state" in answer.stderr


def test_a_constant_of_a_plain_module_is_not_kept(checkout: Path) -> None:
    edit(checkout, "maps/__init__.py", "41", "42")
    assert python(checkout, TELL).stdout == f"True {FIRST[:-2]}42\n"


def test_a_module_added_or_taken_away_is_noticed(checkout: Path) -> None:
    (checkout / "src" / "trunkline" / "rules" / "extra.py").write_text(
        '"""New."""\n\n\ndef new() -> int:\n    return 1\n'
    )
    assert "older than the sources" in python(checkout, TELL, "1").stderr


def test_an_extension_module_left_beside_a_source_is_ignored(checkout: Path) -> None:
    suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
    (checkout / "src" / "trunkline" / "rules" / f"state{suffix}").write_bytes(b"not machine code")
    assert python(checkout, TELL, "1").stdout == f"True {FIRST}\n"
    assert python(checkout, TELL, "0").stdout == f"False {FIRST}\n"


def test_sources_that_do_not_compile_run_plain_with_the_reason(checkout: Path) -> None:
    edit(checkout, "rules/state.py", 'return "first"', "return 1")
    answer = python(checkout, TELL)
    assert answer.stdout.startswith("False 1 ")
    assert "rules/state.py:" in answer.stderr and "error: Incompatible return value" in answer.stderr
    again = python(checkout, TELL)
    assert again.stderr.count("\n") == 1 and "do not compile" in again.stderr


def test_processes_that_start_together_compile_once(checkout: Path) -> None:
    edit(checkout, "rules/state.py", 'return "first"', 'return "third"')
    variables = {**os.environ, "PYTHONPATH": str(checkout / "src"), "TRUNKLINE_COMPILED": ""}
    started = [
        subprocess.Popen([sys.executable, "-c", TELL], cwd=checkout, env=variables, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    answers = [process.communicate()[0] for process in started]
    assert answers == [f"True third{FIRST[5:]}\n"] * 3
    builds = list((checkout / ".build").glob("*/*/trunkline/_build.json"))
    assert len(builds) == 2
    assert set(json.loads(builds[0].read_text())["sources"]) == {
        "bots/bot.py",
        "game/game.py",
        "rules/claim.py",
        "rules/state.py",
    }


def test_looking_for_the_build_reads_each_source_once(monkeypatch: pytest.MonkeyPatch) -> None:
    # Every import of trunkline does it: it must stay a matter of reading some small files.
    door = load(ROOT / "src" / "trunkline" / "_compiled.py")
    read: list[Path] = []
    read_bytes = Path.read_bytes

    def counted(path: Path) -> bytes:
        read.append(path)
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", counted)
    door.library_of(ROOT)
    sources = door.watched_sources(ROOT / "src" / "trunkline")
    assert sorted(read) == sorted([*sources, ROOT / "hatch_build.py", ROOT / "pyproject.toml"])
    assert sum(file.stat().st_size for file in read) < 2_000_000


def test_the_pins_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    requires = set(project["build-system"]["requires"])
    assert all("==" in pin for pin in requires)
    assert requires <= set(project["project"]["optional-dependencies"]["test"])
    assert requires & set(project["project"]["dependencies"]) == {pin for pin in requires if pin.startswith("librt==")}


def test_an_unpacked_wheel_runs_its_compiled_modules(checkout: Path, tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(tmp_path), "-t", "wheel"]
    variables = {**os.environ, "TRUNKLINE_COMPILED": ""}
    subprocess.run(build, cwd=checkout, env=variables, capture_output=True, check=True)
    wheel = next(tmp_path.glob("*.whl"))
    assert "none-any" not in wheel.name
    site = tmp_path / "site-packages"
    shutil.unpack_archive(wheel, site, "zip")
    # Everything is inside the package, and there is one shared library.
    assert {path.name for path in site.iterdir() if not path.name.endswith(".dist-info")} == {"trunkline"}
    suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
    assert [path.name for path in site.rglob(f"*{suffix}")] == [f"_engine__mypyc{suffix}"]
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "src").parent.mkdir()
    (elsewhere / "src").symlink_to(site)
    for wish, compiled in (("", True), ("1", True), ("0", False)):
        answer = python(elsewhere, TELL, wish)
        assert (answer.stdout, answer.stderr) == (f"{compiled} {FIRST}\n", "")
    assert "only a checkout has a quick build" in python(elsewhere, TELL, "quick").stderr


@pytest.mark.slow  # and needs the network
@pytest.mark.parametrize("origin", ["checkout", "sdist"])
def test_a_wheel_works_in_a_fresh_environment(origin: str, checkout: Path, tmp_path: Path) -> None:
    (checkout / "src" / "trunkline" / "maps" / "usa.toml").write_text("")
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(tmp_path / "dist"), "-t"]
    subprocess.run([*build, "sdist"], cwd=checkout, check=True)
    place = checkout
    if origin == "sdist":
        shutil.unpack_archive(next((tmp_path / "dist").glob("*.tar.gz")), tmp_path, filter="data")
        place = next(tmp_path.glob("trunkline-*"))
        assert not (place / ".build").exists()
    variables = {**os.environ, "TRUNKLINE_COMPILED": ""}
    subprocess.run([*build, "wheel"], cwd=place, env=variables, check=True)
    wheel = next((tmp_path / "dist").glob("*.whl"))
    assert "none-any" not in wheel.name
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "fresh")], check=True)
    programs = tmp_path / "fresh" / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([str(programs / "python"), "-m", "pip", "install", "--quiet", str(wheel)], check=True)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for wish, compiled in (("", True), ("1", True), ("0", False)):
        assert python(elsewhere, TELL, wish, str(programs / "python")).stdout == f"{compiled} {FIRST}\n"
    found = (
        "import trunkline.maps, pathlib; print((pathlib.Path(trunkline.maps.__file__).parent / 'usa.toml').exists())"
    )
    assert python(elsewhere, found, "", str(programs / "python")).stdout == "True\n"

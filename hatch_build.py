"""The workshop: compiles the engine with mypyc, for wheels, for editable installs and in place.

`python hatch_build.py` compiles what has changed and puts it where `trunkline/_compiled.py` looks for it; pip and
other installers come in through the hook below. Everything made here goes under `.build/`:

    .build/<platform>/<digest>/   a finished build, found by the digest of its sources
    .build/<platform>/mypy/       what mypy remembers of the standard library
    .build/<platform>/c/          the C text of each module
    .build/<platform>/objects/    compiled C, and made.json: the digest of what each was made from

Every run translates all modules to C afresh, which takes seconds, and runs the C compiler, which takes longer, only
where the C text or a header it includes differs. mypyc could keep the translation of unchanged modules too, but it
then misses changes that leave a module's types alone and move its methods, and calls the wrong one.
"""

import contextlib
import hashlib
import importlib.metadata
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
PACKAGE = ROOT / "src" / "trunkline"
PAGE_BUILDER = ROOT / "web" / "build.py"
# A C compiler in a wheel, for machines that have none.
ZIG = "ziglang==0.16.0"
OPTIMISATION = "3"
# Nobody replaces our functions at load time, so the compiler may inline them into each other.
INLINING = "-fno-semantic-interposition"
# How many finished builds are kept: switching back to another branch finds its build again.
KEPT = 6

SOURCES_DO_NOT_COMPILE = 3
NOTHING_TO_COMPILE_WITH = 4


class CannotCompile(Exception):
    """Says in its text why there is no compiled build, and in its code whether trying again may help."""

    def __init__(self, text: str, code: int) -> None:
        super().__init__(text)
        self.code = code


class CompileHook(BuildHookInterface[Any]):
    """Puts the compiled modules into the wheel; without them the wheel still works, only slower."""

    def dependencies(self) -> list[str]:
        tools = [] if os.environ.get("TRUNKLINE_COMPILED") == "0" else extra_requirements()
        if PAGE_BUILDER.is_file():
            asked = [sys.executable, str(PAGE_BUILDER), "--needs"]
            tools += subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
        return tools

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # In a checkout run.py builds the page; a wheel carries it.
        if version != "editable" and PAGE_BUILDER.is_file():
            built = subprocess.run([sys.executable, str(PAGE_BUILDER)], stdout=sys.stderr, check=False)
            if built.returncode:
                say("building without the page; the server then speaks to programs only")
        if os.environ.get("TRUNKLINE_COMPILED") == "0":
            return
        # A process of its own: mypyc and setuptools change the interpreter they run in, and leave it on errors.
        if subprocess.run([sys.executable, __file__], stdout=sys.stderr, check=False).returncode:
            say("building without compiled modules; everything works, simulation is about twenty times slower")
            return
        if version == "editable":
            return
        library = door().library_of(ROOT)
        for file in library.rglob("*"):
            if file.is_file():
                build_data["force_include"][str(file)] = file.relative_to(library).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def main() -> int:
    """Compile in place, or print what has to be installed first with `--needs`."""
    if sys.argv[1:] == ["--needs"]:
        print("\n".join(extra_requirements()))
        return 0
    os.chdir(ROOT)
    try:
        build()
    except CannotCompile as reason:
        say(str(reason))
        return reason.code
    return 0


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def door() -> ModuleType:
    """Load `trunkline/_compiled.py` alone: importing trunkline itself would already choose a build."""
    spec = spec_from_file_location("_compiled", PACKAGE / "_compiled.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build() -> Path:
    """Compile the sources as they stand and return the finished build."""
    rules = door()
    library: Path = rules.library_of(ROOT)
    workshop = library.parent
    workshop.mkdir(parents=True, exist_ok=True)
    with locked(workshop / "lock"):
        # Somebody may save a file while we compile: then the result belongs to no digest, and we start again.
        for _ in range(5):
            library = rules.library_of(ROOT)
            if (library / "trunkline" / "_build.json").is_file():
                os.utime(library)
                return library
            sources: list[Path] = rules.compiled_sources(PACKAGE)
            try:
                made = compile_modules(workshop, sources, rules)
            except CannotCompile as reason:
                if reason.code == SOURCES_DO_NOT_COMPILE and library == rules.library_of(ROOT):
                    (workshop / "failed").write_text(library.name)
                raise
            if library == rules.library_of(ROOT):
                publish(library, sources, made)
                return library
    raise CannotCompile("the sources keep changing while they are compiled", NOTHING_TO_COMPILE_WITH)


def compile_modules(workshop: Path, sources: list[Path], rules: ModuleType) -> list[Path]:
    """Translate and compile the modules, the C compiler only where something changed; return the extension modules."""
    if not sources:
        return []
    started = time.monotonic()
    check_tools()
    os.environ.update(find_compiler())
    forget_other_tools(workshop)
    extensions = translate(workshop, sources, rules)
    made = compile_c(workshop, extensions)
    say(f"compiled {len(sources)} modules in {time.monotonic() - started:.1f} s")
    return made


def translate(workshop: Path, sources: list[Path], rules: ModuleType) -> list[Any]:
    """Turn the sources into C with mypyc; the result is setuptools' description of each extension module."""
    from mypyc.build import mypycify

    say(f"translating {len(sources)} modules to C")
    memory = workshop / "mypy"
    for remembered in memory.glob("*/trunkline"):
        shutil.rmtree(remembered)
    os.environ["MYPYPATH"] = "src"
    options = [
        # The project's own mypy configuration is for the check of style and types; a build does not depend on it.
        "--config-file=",
        f"--cache-dir={memory.relative_to(ROOT)}",
        "--no-sqlite-cache",
        "--explicit-package-bases",
        # Modules that stay plain are read for their types and not judged, and what they import need not be installed.
        "--follow-imports=silent",
        "--ignore-missing-imports",
    ]
    files = [str(source.relative_to(ROOT)) for source in sources]
    try:
        with contextlib.redirect_stdout(sys.stderr):
            extensions = mypycify(
                options + files,
                only_compile_paths=files,
                separate=True,
                opt_level=OPTIMISATION,
                debug_level="0",
                target_dir=str((workshop / "c").relative_to(ROOT)),
            )
    except SystemExit:
        raise CannotCompile("the sources do not compile; mypyc says why above", SOURCES_DO_NOT_COMPILE) from None
    read = {file.relative_to(memory).parts[1:] for file in memory.glob("*/trunkline/**/*.meta.*")}
    watched = {source.relative_to(PACKAGE.parent).parts for source in rules.watched_sources(PACKAGE)}
    unwatched = {"/".join(parts) for parts in read if (*parts[:-1], parts[-1].split(".")[0] + ".py") not in watched}
    if unwatched:
        raise CannotCompile(
            f"compiled modules import {', '.join(sorted(unwatched))}, which IMPORTED in _compiled.py does not name: "
            "a change there would go unnoticed",
            SOURCES_DO_NOT_COMPILE,
        )
    for extension in extensions:
        if sysconfig.get_platform().startswith(("linux", "macosx")):
            extension.extra_compile_args.append(INLINING)
    return list(extensions)


def compile_c(workshop: Path, extensions: list[Any]) -> list[Path]:
    """Run the C compiler over the extension modules that changed and return all of them."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext
    from setuptools.errors import BaseError

    memory = workshop / "objects" / "made.json"
    memory.parent.mkdir(exist_ok=True)
    made: dict[str, str] = json.loads(memory.read_text()) if memory.is_file() else {}
    wanted = {extension.name: digest_of(extension) for extension in extensions}
    paths: dict[str, Path] = {}
    for name in wanted:
        paths[name] = workshop.joinpath("objects", "library", *name.split(".")).with_suffix(door().SUFFIX)
    changed = [ext for ext in extensions if made.get(ext.name) != wanted[ext.name] or not paths[ext.name].is_file()]
    total = sum(extension.name.endswith("__mypyc") for extension in changed)
    begun = 0
    turn = threading.Lock()

    class Compile(build_ext):
        """Compiles one extension module after the other, says which, and remembers what is done."""

        def build_extension(self, ext: Any) -> None:
            nonlocal begun
            # Each module has a second, tiny one that only opens it: not worth a line.
            if ext.name.endswith("__mypyc"):
                with turn:
                    begun += 1
                    say(f"compiling {begun}/{total} {ext.name.removesuffix('__mypyc').rpartition('.')[2]}.py")
            super().build_extension(ext)
            # Noted one by one, so that an interrupted build goes on where it stopped.
            with turn:
                made[ext.name] = wanted[ext.name]
                replace_text(memory, json.dumps(made, indent=1))

    if changed:
        for extension in changed:
            made.pop(extension.name, None)
        replace_text(memory, json.dumps(made, indent=1))
        command = Compile(Distribution({"name": "trunkline", "ext_modules": changed}))
        command.build_lib = str(workshop.relative_to(ROOT) / "objects" / "library")
        command.build_temp = str(workshop.relative_to(ROOT) / "objects")
        command.parallel = os.cpu_count() or 1
        command.force = True
        try:
            command.ensure_finalized()
            command.run()
        except BaseError as error:
            raise CannotCompile(f"the C compiler failed: {error}", SOURCES_DO_NOT_COMPILE) from None
    return list(paths.values())


def digest_of(extension: Any) -> str:
    """Digest everything an extension module is compiled from; the headers of the tools count by their version."""
    digest = hashlib.sha256(repr(extension.extra_compile_args).encode())
    for name in sorted({*extension.sources, *extension.depends}):
        digest.update(name.encode() + b"\0" + hashlib.sha256(Path(name).read_bytes()).digest())
    return digest.hexdigest()


def publish(library: Path, sources: list[Path], made: list[Path]) -> None:
    """Put the finished build in its place by one rename, so that nobody ever sees half of one."""
    compiled_from = library.parent / "objects" / "library"
    with tempfile.TemporaryDirectory(dir=library.parent, prefix="unfinished-") as folder:
        unfinished = Path(folder, "library")
        (unfinished / "trunkline").mkdir(parents=True)
        for file in made:
            copy = unfinished / file.relative_to(compiled_from)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, copy)
        facts = {
            "tools": json.loads((library.parent / "tools.json").read_text()) if made else {},
            "sources": {
                source.relative_to(PACKAGE).as_posix(): hashlib.sha256(source.read_bytes()).hexdigest()
                for source in sources
            },
        }
        (unfinished / "trunkline" / "_build.json").write_text(json.dumps(facts, indent=1) + "\n")
        if library.exists():  # without _build.json: somebody has been tidying by hand
            shutil.rmtree(library)
        os.replace(unfinished, library)
    finished = [path.parent.parent for path in library.parent.glob("*/trunkline/_build.json")]
    for old in sorted(finished, key=lambda path: path.stat().st_mtime, reverse=True)[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


def check_tools() -> None:
    """Refuse tools other than the pinned ones: compiled modules and their runtime library must fit together."""
    pins = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    for pin in pins:
        name, _, version = pin.partition("==")
        try:
            found = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found = "not"
        if found != version:
            raise CannotCompile(f"compiling needs {pin}, {found} installed", NOTHING_TO_COMPILE_WITH)


def forget_other_tools(workshop: Path) -> None:
    """Throw away everything that other tools or other flags made."""
    shown = subprocess.run(
        [*shlex.split(compiler_command()), "--version"],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    tools = {name: importlib.metadata.version(name) for name in ("mypy", "librt", "setuptools")}
    tools["python"] = sysconfig.get_python_version()
    tools["compiler"] = (shown.stdout.splitlines() or ["unknown"])[0] if os.name != "nt" else "msvc"
    tools["flags"] = f"-O{OPTIMISATION} {os.environ.get('CFLAGS', '')}".strip()
    text = json.dumps(tools, indent=1)
    memory = workshop / "tools.json"
    if not memory.is_file() or memory.read_text() != text:
        for folder in ("mypy", "c", "objects"):
            shutil.rmtree(workshop / folder, ignore_errors=True)
        memory.write_text(text)


def compiler_command() -> str:
    return os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"


def find_compiler() -> dict[str, str]:
    """Return what the environment needs for setuptools to find a working C compiler."""
    if os.name == "nt":
        return {}  # setuptools knows where Visual Studio hides, and complains clearly
    if compiles(compiler_command(), "#include <Python.h>\n"):
        return {}
    if compiles(compiler_command(), "int nothing;\n"):
        raise CannotCompile(
            "the C compiler works, but the header files of Python are missing (Debian: apt install python3-dev)",
            NOTHING_TO_COMPILE_WITH,
        )
    if find_spec("ziglang") is not None:
        os.environ.setdefault("ZIG_GLOBAL_CACHE_DIR", str(ROOT / ".build" / "zig"))
        # Zig checks for undefined behaviour by default, with a runtime library that a Python module does not have.
        zig = f"{shlex.quote(sys.executable)} -m ziglang cc -fno-sanitize=undefined"
        if compiles(zig, "#include <Python.h>\n"):
            say("no C compiler found; compiling with Zig")
            shared = "-shared -undefined dynamic_lookup" if sys.platform == "darwin" else "-shared"
            return {"CC": zig, "LDSHARED": f"{zig} {shared}"}
    raise CannotCompile(
        "no working C compiler found, nor Zig in its place (Debian: apt install gcc python3-dev)",
        NOTHING_TO_COMPILE_WITH,
    )


def compiles(command: str, text: str) -> bool:
    """Try a C compiler on a small text."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "try.c")
        source.write_text(text)
        include = sysconfig.get_path("include")
        arguments = [*shlex.split(command), f"-I{include}", "-c", str(source), "-o", str(source.with_suffix(".o"))]
        try:
            return subprocess.run(arguments, capture_output=True, check=False, timeout=120).returncode == 0
        except (OSError, subprocess.TimeoutExpired):
            return False


def extra_requirements() -> list[str]:
    """Ask for Zig where there is no C compiler; there are wheels of it for Linux and macOS on the usual processors."""
    usual = re.fullmatch("x86_64|amd64|aarch64|arm64", os.uname().machine.lower()) if os.name == "posix" else None
    return [ZIG] if usual and not compiles(compiler_command(), "int nothing;\n") else []


def replace_text(path: Path, text: str) -> None:
    fresh = path.with_suffix(".fresh")
    fresh.write_text(text)
    os.replace(fresh, path)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of the workshop: one process compiles, the others wait and find the work done."""
    with path.open("w") as file:
        if sys.platform == "win32":
            import msvcrt

            while True:
                try:
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
                except OSError:
                    time.sleep(0.2)  # it gives up after ten seconds; a build may take longer
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    sys.exit(main())

"""Compiles the engine with mypyc, for wheels, for editable installs and in place (docs/building.md).

`python hatch_build.py` makes the build for users: all modules in one shared library, fully optimised.
`python hatch_build.py --quick` makes the build for development: the same library, less optimised, and only modules that
changed are compiled again. `trunkline/_compiled.py` finds both. pip and other installers use the hook below. All output
goes to `.build/`:

    .build/<platform>/<digest>/        a finished build, found by the digest of its sources and its mode
    .build/<platform>/mypy/            mypy's cache of the standard library
    .build/<platform>/c/               the C sources
    .build/<platform>/objects/<mode>/  object files, and made.json: a digest of the inputs of each

Every run translates all modules to C again, which takes seconds (docs/decisions.md says why). The C compiler takes
longer, and runs only for files whose C source or headers changed.
"""

import contextlib
import copy
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
from concurrent.futures import ThreadPoolExecutor
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
OPTIMISATION = {"fast": "3", "quick": "1"}
# Nothing replaces our functions at load time, so the compiler may inline them and call them directly.
DIRECT_CALLS = ("-fno-semantic-interposition", "-fvisibility=hidden")
# A fast build compiles each package as one C file, so that functions of different modules can be inlined. The rules are
# one file, because they call each other most. Other large packages are split into pieces of this size (in bytes), so
# that all cores have work.
WHOLE_PACKAGE = "rules"
PIECE = 3_000_000
# Profile-guided optimisation: gcc compiles that package with counters, games are played, then it is compiled again.
COUNTED = "_counted"
COUNT = ("-fprofile-generate", "-fprofile-update=single")
# Functions of other files have no counts; gcc would warn about each of them.
USE_COUNTS = ("-fprofile-use", "-w")
TRAIN = """
import pathlib, sys, trunkline
trunkline._compiled.use_library(pathlib.Path(trunkline.__file__).parent, pathlib.Path(sys.argv[1]))
from trunkline.lab import training
training.train()
"""
# The number of builds to keep, so that switching between branches needs no compiler.
KEPT = 6
BAD_SOURCES, NO_TOOLS = 3, 4


class CannotCompile(Exception):
    """There is no compiled build. The text says why, the code whether another attempt may help."""

    def __init__(self, text: str, code: int = BAD_SOURCES) -> None:
        super().__init__(text)
        self.code = code


class CompileHook(BuildHookInterface[Any]):
    """Adds the compiled modules to the wheel; without them the wheel works, but slower."""

    def dependencies(self) -> list[str]:
        tools = [] if os.environ.get("TRUNKLINE_COMPILED") == "0" else extra_requirements()
        if PAGE_BUILDER.is_file():
            asked = [sys.executable, str(PAGE_BUILDER), "--needs"]
            tools += subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
            tools.append("msgspec")  # for trunkline.maps, which lays out the maps for the page
        return tools

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # In a checkout run.py builds the page; a wheel contains it.
        if version != "editable" and PAGE_BUILDER.is_file():
            built = subprocess.run([sys.executable, str(PAGE_BUILDER)], stdout=sys.stderr, check=False)
            if built.returncode:
                say("building without the page; the server then has only its interface for programs")
        if os.environ.get("TRUNKLINE_COMPILED") == "0":
            return
        # A separate process: mypyc and setuptools change global state of the interpreter, and exit on errors.
        if subprocess.run([sys.executable, __file__], stdout=sys.stderr, check=False).returncode:
            say("building without compiled modules; everything works, simulation is about twenty times slower")
            return
        if version == "editable":
            return
        library = door().library_of(ROOT, door().FAST)
        for file in library.rglob("*"):
            if file.is_file():
                build_data["force_include"][str(file)] = file.relative_to(library).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def main() -> int:
    """Compile in place, or print with `--needs` which packages must be installed first."""
    if sys.argv[1:] == ["--needs"]:
        print("\n".join(extra_requirements()))
        return 0
    if sys.argv[1:] not in ([], ["--quick"]):
        say("usage: hatch_build.py [--quick | --needs]")
        return 2
    os.chdir(ROOT)
    try:
        build("quick" if sys.argv[1:] else "fast")
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


def build(mode: str) -> Path:
    """Compile the current sources and return the folder of the build."""
    rules = door()
    library: Path = rules.library_of(ROOT, mode)
    workshop = library.parent
    workshop.mkdir(parents=True, exist_ok=True)
    with rules.locked(workshop / "lock"):
        # A file may be saved while we compile: then the result matches no digest, and we start again.
        for _ in range(5):
            library = rules.library_of(ROOT, mode)
            if (library / "trunkline" / "_build.json").is_file():
                os.utime(library)
                return library
            sources: list[Path] = rules.compiled_sources(PACKAGE)
            try:
                engine = compile_modules(workshop, sources, rules, mode)
            except CannotCompile as reason:
                if reason.code == BAD_SOURCES and library == rules.library_of(ROOT, mode):
                    (workshop / "failed").write_text(library.name)
                raise
            if library == rules.library_of(ROOT, mode):
                publish(library, sources, engine, mode)
                return library
    raise CannotCompile("the sources keep changing while they are compiled", NO_TOOLS)


def compile_modules(workshop: Path, sources: list[Path], rules: ModuleType, mode: str) -> Path:
    """Translate and compile the modules, the C compiler only where something changed; return the shared library."""
    started = time.monotonic()
    check_tools()
    os.environ.update(find_compiler())
    forget_other_tools(workshop)
    extension, shims = translate(workshop, sources, rules, mode)
    folder = (workshop / "c").relative_to(ROOT)
    objects = workshop / "objects" / mode
    if mode == "fast":
        extension.sources = join_packages(folder, extension.sources)
    extension.sources.append(join_shims(folder, shims))
    if mode == "fast" and (PACKAGE / rules.TRAINING).is_file() and is_gcc():
        count_branches(objects, extension, PACKAGE / rules.TRAINING)
    engine = compile_c(objects, extension)
    say(f"compiled {len(sources)} modules in {time.monotonic() - started:.1f} s")
    return engine


def translate(workshop: Path, sources: list[Path], rules: ModuleType, mode: str) -> tuple[Any, list[str]]:
    """Turn the sources into C with mypyc: setuptools' description of the shared library, and the shim of each module.

    A shim is the C file of the function that Python calls to import a module from the library.
    """
    from mypyc.build import mypycify

    say(f"translating {len(sources)} modules to C")
    memory = workshop / "mypy"
    for remembered in memory.glob("*/trunkline"):
        shutil.rmtree(remembered)
    os.environ["MYPYPATH"] = "src"
    options = [
        # The mypy configuration of the project is for the type check; a build does not depend on it.
        "--config-file=",
        f"--cache-dir={memory.relative_to(ROOT)}",
        "--no-sqlite-cache",
        "--explicit-package-bases",
        # Plain modules are read for their types but not checked, and what they import need not be installed.
        "--follow-imports=silent",
        "--ignore-missing-imports",
    ]
    files = [str(source.relative_to(ROOT)) for source in sources]
    folder = (workshop / "c").relative_to(ROOT)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            extensions = mypycify(
                options + files,
                only_compile_paths=files,
                multi_file=True,
                group_name=rules.GROUP,
                opt_level=OPTIMISATION[mode],
                debug_level="0",
                target_dir=str(folder),
            )
    except SystemExit:
        raise CannotCompile("the sources do not compile; mypyc says why above") from None
    read = {file.relative_to(memory).parts[1:] for file in memory.glob("*/trunkline/**/*.meta.*")}
    watched = {source.relative_to(PACKAGE.parent).parts for source in rules.watched_sources(PACKAGE)}
    unwatched = {"/".join(parts) for parts in read if (*parts[:-1], parts[-1].split(".")[0] + ".py") not in watched}
    if unwatched:
        raise CannotCompile(f"compiled modules import {', '.join(sorted(unwatched))}: name it in _compiled.IMPORTED")
    extension, *rest = extensions
    # Other headers are copies from mypyc; its version stands for them.
    extension.depends = [header for header in extension.depends if Path(header).name.startswith("__native")]
    # mypyc writes the headers of a group in a package into the folder of the package.
    extension.include_dirs.append(str(folder / rules.GROUP.split(".")[0]))
    if sysconfig.get_platform().startswith(("linux", "macosx")):
        extension.extra_compile_args.extend(DIRECT_CALLS)
    return extension, [str(shim) for other in rest for shim in other.sources]


def join_packages(folder: Path, sources: list[str]) -> list[str]:
    """Write C files that each include the modules of a package or of a piece of it; return their names."""
    packages: dict[str, list[list[str]]] = {}
    for source in sources:
        # __native_trunkline___rules___claim.c is a module of the package rules; the rest belongs to mypyc.
        found = re.match(r"__native_trunkline___(\w+?)___", Path(source).name)
        package = found[1] if found else "mypyc"
        pieces = packages.setdefault(package, [[]])
        if package != WHOLE_PACKAGE and sum(Path(part).stat().st_size for part in [*pieces[-1], source]) > PIECE:
            pieces.append([])
        pieces[-1].append(source)
    (folder / "joined").mkdir(exist_ok=True)
    joined = []
    for package, pieces in packages.items():
        for number, piece in enumerate(pieces, 1):
            file = folder / "joined" / (f"{package}.c" if len(pieces) == 1 else f"{package}_{number}.c")
            file.write_text("".join(include(part, file.parent) for part in piece))
            joined.append(str(file))
    return joined


def include(source: str, folder: Path) -> str:
    """Write the line that includes a C file into another one in this folder."""
    return f'#include "{Path(os.path.relpath(source, folder)).as_posix()}"\n'


def join_shims(folder: Path, shims: list[str]) -> str:
    """Write one C file that includes the shims of all modules; return its name."""
    names = [Path(shim).stem for shim in shims]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        # Python finds a module in a shared library by the last part of its name.
        raise CannotCompile(f"several compiled modules have the name {', '.join(twice)}: rename all but one")
    text = ""
    for name, shim in zip(names, shims, strict=True):
        # Each shim also defines this function, for packages, of which none is compiled.
        text += f"#define PyInit___init__ PyInit___init___{name}\n{include(shim, folder)}#undef PyInit___init__\n"
    (folder / "shims.c").write_text(text)
    return str(folder / "shims.c")


def compile_c(folder: Path, extension: Any) -> Path:
    """Run the C compiler over the files that changed, on all cores, and link the shared library."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext
    from setuptools.errors import BaseError

    folder.mkdir(parents=True, exist_ok=True)

    class Compile(build_ext):
        """Links as setuptools does, and compiles by way of `Objects`."""

        def build_extension(self, ext: Any) -> None:
            self.compiler.compile = Objects(folder / "made.json", self.compiler).compile
            super().build_extension(ext)

    command = Compile(Distribution({"name": "trunkline", "ext_modules": [extension]}))
    command.build_lib = str(folder.relative_to(ROOT) / "library")
    command.build_temp = str(folder.relative_to(ROOT))
    command.force = True
    try:
        command.ensure_finalized()
        command.run()
    except BaseError as error:
        raise CannotCompile(f"the C compiler failed: {error}") from None
    return Path(command.get_ext_fullpath(extension.name))


def count_branches(objects: Path, extension: Any, training: Path) -> None:
    """Play games with an instrumented engine, and put the profile beside the object file that uses it."""
    (whole,) = (source for source in extension.sources if Path(source).stem == WHOLE_PACKAGE)
    counted = Path(whole).with_stem(WHOLE_PACKAGE + COUNTED)
    counted.write_text(Path(whole).read_text())
    # setuptools puts an object file, and gcc its profile, under the path of the C file.
    counts = (objects / whole).with_suffix(".gcda")
    note = objects / "counted.txt"
    digest = digest_of(whole, [*extension.extra_compile_args, training.read_text()], extension.depends)
    if counts.is_file() and note.is_file() and note.read_text() == digest:
        return
    counting = copy.copy(extension)
    counting.sources = [str(counted) if source == whole else source for source in extension.sources]
    counting.extra_link_args = [*extension.extra_link_args, "-fprofile-generate"]
    written = (objects / counted).with_suffix(".gcda")
    for old in (counts, written, note):
        old.unlink(missing_ok=True)
    try:
        engine = compile_c(objects, counting)
        say("playing games to collect a profile")
        # The library is loaded explicitly: there is no finished build yet.
        variables = {"TRUNKLINE_COMPILED": "0", "PYTHONPATH": str(PACKAGE.parent), "PYTHONHASHSEED": "0"}
        command = [sys.executable, "-c", TRAIN, str(engine.parent.parent)]
        subprocess.run(command, env={**os.environ, **variables}, check=True, stdout=sys.stderr)
        os.replace(written, counts)
        note.write_text(digest)
    except (CannotCompile, OSError, subprocess.CalledProcessError) as error:
        say(f"compiling without a profile, so the engine will be slower: {error}")


class Objects:
    """Compiles changed C files in parallel, with progress, and records what is done."""

    def __init__(self, memory: Path, compiler: Any) -> None:
        self.memory = memory
        self.compiler = compiler
        self.compile_as_usual = compiler.compile
        self.made: dict[str, str] = json.loads(memory.read_text()) if memory.is_file() else {}
        self.turn = threading.Lock()
        if not getattr(compiler, "initialized", True):
            compiler.initialize()  # Visual C++, which would do it in each thread

    def compile(self, sources: list[str], **options: Any) -> list[str]:
        """Replace the method of setuptools' compiler: same arguments, same result."""
        objects: dict[str, str] = {}
        flags: dict[str, list[str]] = {}
        wanted: dict[str, str] = {}
        for source in sources:
            (objects[source],) = self.compiler.object_filenames([source], output_dir=options["output_dir"])
            counts = Path(objects[source]).with_suffix(".gcda")
            more = COUNT if Path(source).stem.endswith(COUNTED) else USE_COUNTS if counts.is_file() else ()
            flags[source] = [*options["extra_postargs"], *more]
            depends = [*options["depends"], *([str(counts)] if more == USE_COUNTS else [])]
            wanted[source] = digest_of(source, flags[source], depends)
        changed = [src for src in sources if self.made.get(src) != wanted[src] or not Path(objects[src]).is_file()]
        changed.sort(key=lambda source: -sum(file.stat().st_size for file in included_by(source)))
        begun = 0

        def compile_one(source: str) -> None:
            nonlocal begun
            with self.turn:
                begun += 1
                say(f"compiling {begun}/{len(changed)} {Path(source).stem.rpartition('___')[2]}")
                self.made.pop(source, None)
            self.compile_as_usual([source], **{**options, "extra_postargs": flags[source]})
            # Recorded one by one, so that an interrupted build continues where it stopped.
            with self.turn:
                self.made[source] = wanted[source]
                fresh = self.memory.with_suffix(".fresh")
                fresh.write_text(json.dumps(self.made, indent=1))
                os.replace(fresh, self.memory)

        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            list(pool.map(compile_one, changed))  # the first error cancels those that have not begun
        return list(objects.values())


def included_by(source: str) -> list[Path]:
    """List a C file and our C files that it includes; the version of mypyc stands for its own files."""
    parts = re.findall(r'^#include "(.+\.c)"$', Path(source).read_text(encoding="utf-8"), re.MULTILINE)
    included = [Path(source).parent / part for part in parts]
    return [Path(source), *(file for file in included if file.is_file())]


def digest_of(source: str, flags: list[str], depends: list[str]) -> str:
    """Digest all inputs of an object file; the versions of the tools stand for their headers."""
    digest = hashlib.sha256(repr(flags).encode())
    for file in [*included_by(source), *map(Path, sorted(depends))]:
        digest.update(file.as_posix().encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def publish(library: Path, sources: list[Path], engine: Path, mode: str) -> None:
    """Publish the build by one rename, so that readers never see an incomplete one."""
    with tempfile.TemporaryDirectory(dir=library.parent, prefix="unfinished-") as folder:
        unfinished = Path(folder, "library")
        (unfinished / "trunkline").mkdir(parents=True)
        shutil.copy2(engine, unfinished / "trunkline" / engine.name)
        facts = {
            "mode": mode,
            "tools": json.loads((library.parent / "tools.json").read_text()),
            "sources": {
                source.relative_to(PACKAGE).as_posix(): hashlib.sha256(source.read_bytes()).hexdigest()
                for source in sources
            },
        }
        (unfinished / "trunkline" / "_build.json").write_text(json.dumps(facts, indent=1) + "\n")
        if library.exists():  # without _build.json: somebody deleted a part by hand
            shutil.rmtree(library)
        os.replace(unfinished, library)
    finished = [path.parent.parent for path in library.parent.glob("*/trunkline/_build.json")]
    for old in sorted(finished, key=lambda path: path.stat().st_mtime, reverse=True)[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


def check_tools() -> None:
    """Refuse tools other than the pinned ones: compiled modules must match their runtime library."""
    pins = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    for pin in pins:
        name, _, version = pin.partition("==")
        try:
            found = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found = "not"
        if found != version:
            raise CannotCompile(f"compiling needs {pin}, {found} installed", NO_TOOLS)


def forget_other_tools(workshop: Path) -> None:
    """Delete the output of other tools or other flags."""
    tools = {name: importlib.metadata.version(name) for name in ("mypy", "librt", "setuptools")}
    tools["python"] = sysconfig.get_python_version()
    tools["compiler"] = (compiler_version().splitlines() or ["unknown"])[0] if os.name != "nt" else "msvc"
    tools["flags"] = os.environ.get("CFLAGS", "")
    text = json.dumps(tools, indent=1)
    memory = workshop / "tools.json"
    if not memory.is_file() or memory.read_text() != text:
        for folder in ("mypy", "c", "objects"):
            shutil.rmtree(workshop / folder, ignore_errors=True)
        memory.write_text(text)


def compiler_command() -> str:
    return os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"


def compiler_version() -> str:
    command = [*shlex.split(compiler_command()), "--version"]
    return subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL).stdout


def is_gcc() -> bool:
    return os.name != "nt" and "Free Software Foundation" in compiler_version()


def find_compiler() -> dict[str, str]:
    """Return what the environment needs for setuptools to find a working C compiler."""
    if os.name == "nt":
        return {}  # setuptools finds Visual Studio, and has clear error messages
    if compiles(compiler_command(), "#include <Python.h>\n"):
        return {}
    if compiles(compiler_command(), "int nothing;\n"):
        raise CannotCompile("the headers of Python are missing (Debian: apt install python3-dev)", NO_TOOLS)
    if find_spec("ziglang") is not None:
        os.environ.setdefault("ZIG_GLOBAL_CACHE_DIR", str(ROOT / ".build" / "zig"))
        # By default Zig adds checks for undefined behaviour, whose runtime library a Python module does not have.
        zig = f"{shlex.quote(sys.executable)} -m ziglang cc -fno-sanitize=undefined"
        if compiles(zig, "#include <Python.h>\n"):
            say("no C compiler found; compiling with Zig")
            shared = "-shared -undefined dynamic_lookup" if sys.platform == "darwin" else "-shared"
            return {"CC": zig, "LDSHARED": f"{zig} {shared}"}
    raise CannotCompile("no C compiler and no Zig found (Debian: apt install gcc python3-dev)", NO_TOOLS)


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
    """Ask for Zig if there is no C compiler; it has wheels for Linux and macOS on the usual processors."""
    usual = re.fullmatch("x86_64|amd64|aarch64|arm64", os.uname().machine.lower()) if os.name == "posix" else None
    return [ZIG] if usual and not compiles(compiler_command(), "int nothing;\n") else []


if __name__ == "__main__":
    sys.exit(main())

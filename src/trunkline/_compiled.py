"""Decides, when trunkline is imported, whether compiled modules or plain sources run.

All compiled modules are in one shared library. In a checkout it lies in `.build/<platform>/<digest>/`, never beside the
sources. The digest is of the sources as they stand now and of the build mode, so an edited module can never run its old
machine code. In an installed wheel the library lies in the package, and nothing is hashed.

The environment variable `TRUNKLINE_COMPILED` chooses:

    0        the plain sources (to step through, to measure coverage, to have every integer checked)
    1        the compiled build; it is an error if there is none
    quick    the quick build of a checkout, brought up to date first; for work on the engine (docs/building.md)
    unset    the compiled build where there is one
"""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec, SourceFileLoader
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

# What is compiled: the modules that run millions of times a second. The build (hatch_build.py) reads these two names.
COMPILED = (
    "rules/**/*.py",
    "bots/**/*.py",
    "game/game.py",
    "server/tables/action_texts.py",
    "server/tables/client_view.py",
    "server/tables/entry_messages.py",
)
# What matches above and stays plain. A package's `__init__.py` only says what the room is.
EXCLUDED = ("__init__.py", "registry.py")
# What compiled modules may import and stays plain: its constants are copied into machine code, so it counts too.
IMPORTED = (
    "__init__.py",
    "_compiled.py",
    "game/**/*.py",
    "maps/**/*.py",
    "server/__init__.py",
    "server/messages.py",
    "server/store/__init__.py",
    "server/store/rows.py",
    "server/tables/__init__.py",
)
# What is played to find out which branches of the rules are taken often: the machine code depends on it.
TRAINING = "lab/training.py"
# The shared library. mypyc adds `__mypyc` to the name of the group of modules it compiles together.
GROUP = "trunkline._engine"
ENGINE = f"{GROUP}__mypyc"
# How it is built: for speed, or quickly and module by module.
FAST = "fast"
QUICK = "quick"

SUFFIX = EXTENSION_SUFFIXES[0]
PLATFORM = SUFFIX.split(".")[1]
BUILD_TOOLS = ("hatchling", "librt", "mypy", "setuptools")


def compiled_sources(package: Path) -> list[Path]:
    """List the sources that are compiled, in a fixed order."""
    found = {file for pattern in COMPILED for file in package.glob(pattern)}
    return sorted(file for file in found if file.name not in EXCLUDED)


def watched_sources(package: Path) -> list[Path]:
    """List every source whose change may change the compiled build, in a fixed order."""
    return sorted({file for pattern in (*COMPILED, *IMPORTED, TRAINING) for file in package.glob(pattern)})


def module_name(package: Path, source: Path) -> str:
    """Name a module by its file: `rules/claim.py` is `trunkline.rules.claim`."""
    return ".".join((package.name, *source.relative_to(package).with_suffix("").parts))


def library_of(root: Path, mode: str = FAST) -> Path:
    """Return the folder of the build, in this mode, of the sources of this checkout as they stand now."""
    package = root / "src" / "trunkline"
    digest = sha256(mode.encode())
    # The recipe belongs to the digest too: the flags in hatch_build.py and the pinned tools of [build-system].
    pins = (root / "pyproject.toml").read_bytes().partition(b"[build-system]")[2].partition(b"\n[")[0]
    for part in ((root / "hatch_build.py").read_bytes(), pins):
        digest.update(sha256(part).digest())
    for source in watched_sources(package):
        digest.update(source.relative_to(package).as_posix().encode() + b"\0")
        digest.update(sha256(source.read_bytes()).digest())
    return root / ".build" / PLATFORM / digest.hexdigest()[:20]


def prepare() -> bool:
    """Choose between compiled modules and plain sources for this process; True means compiled."""
    wish = os.environ.get("TRUNKLINE_COMPILED", "")
    if wish not in ("", "0", "1", QUICK):
        raise ImportError(f"TRUNKLINE_COMPILED is {wish!r}; it may be 0 (plain sources), 1 (compiled), quick or unset")
    package = Path(__file__).resolve().parent
    root = package.parent.parent
    if package.parent.name == "src" and (root / "hatch_build.py").is_file():
        return _prepare_checkout(root, package, wish)
    return _prepare_installed(package, wish)


def _prepare_installed(package: Path, wish: str) -> bool:
    built = (package / "_build.json").is_file()
    if wish == QUICK:
        raise ImportError(
            "TRUNKLINE_COMPILED=quick, but this trunkline is installed; only a checkout has a quick build"
        )
    if wish == "1" and not built:
        raise ImportError("TRUNKLINE_COMPILED=1, but this trunkline was installed without its compiled modules")
    if built and wish != "0":
        use_library(package, package.parent)
    return built and wish != "0"


def _prepare_checkout(root: Path, package: Path, wish: str) -> bool:
    if wish != "0":
        mode = QUICK if wish == QUICK else FAST
        library = library_of(root, mode)
        if not is_complete(library) and wish == "1":
            raise ImportError(
                "TRUNKLINE_COMPILED=1, but the compiled build is missing or older than the sources; "
                f"make it with: {sys.executable} {root / 'hatch_build.py'}"
            )
        # Where nothing was ever compiled, plain sources were somebody's choice; do not start a long build unasked.
        wanted = wish == QUICK or any(library.parent.glob("*/trunkline/_build.json"))
        if not is_complete(library) and wanted:
            library = _rebuild(root, library, mode)
        if is_complete(library):
            use_library(package, library)
            return True
    # Also without any build: an extension module that somebody left beside a source would win over it.
    _use_sources(package)
    return False


def is_complete(library: Path) -> bool:
    """Tell whether this folder holds a finished build. One rename puts a build in place, so it is whole or absent."""
    return (library / "trunkline" / "_build.json").is_file()


def _rebuild(root: Path, library: Path, mode: str) -> Path:
    log = library.parent / "build.log"
    command = [sys.executable, str(root / "hatch_build.py"), *(["--quick"] if mode == QUICK else [])]
    missing = [tool for tool in BUILD_TOOLS if find_spec(tool) is None]
    if missing or not sys.executable:
        _say(f"sources newer than the compiled build, and no {', '.join(missing)} to compile; running plain sources")
        return library
    if (library.parent / "failed").is_file() and (library.parent / "failed").read_text() == library.name:
        again = " ".join(command)
        _say(f"sources do not compile (see {log}, try again with {again}); running plain sources, which is slow")
        return library
    _say("sources newer than the compiled build; compiling")
    import subprocess

    # A lock in hatch_build.py makes a second process wait here and find the work done.
    work = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        errors="replace",
        check=False,
    )
    if work.stdout:
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text(work.stdout)
    if work.returncode:
        tail = "".join(f"\n    {line}" for line in work.stdout.splitlines()[-8:])
        _say(f"compiling failed (see {log}); running plain sources, which is slow{tail}")
    return library_of(root, mode)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock file: one process builds, the others wait and find the work done. The system frees it on exit."""
    with path.open("w") as file:
        if sys.platform == "win32":
            import msvcrt
            import time

            while True:
                try:
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
                except OSError:
                    time.sleep(0.2)  # LK_LOCK gives up after ten seconds; a build may take longer
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _say(text: str) -> None:
    print(f"trunkline: {text}", file=sys.stderr, flush=True)


class _CompiledLoader(ExtensionFileLoader):
    """Loads one module from the shared library and gives it the source it was made from as its `__file__`.

    A shared library may hold many modules: Python looks in it for the function `PyInit_` with the module's last name.
    """

    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self.source = source

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        # Test runners and debuggers look for the source by this name, and it is the one true source of this build.
        module.__file__ = self.source


class _Finder:
    """Finds the chosen file of each compiled module before the import system looks beside its package."""

    def __init__(self, loaders: dict[str, ExtensionFileLoader | SourceFileLoader]) -> None:
        self.loaders = loaders

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        loader = self.loaders.get(name)
        return None if loader is None else spec_from_file_location(name, loader.path, loader=loader)


def use_library(package: Path, library: Path) -> None:
    """Let the import system take every compiled module of the package from the shared library in this folder."""
    path = str(library.joinpath(*ENGINE.split("."))) + SUFFIX
    # The code itself, which the first of the modules imports by this name.
    loaders: dict[str, ExtensionFileLoader | SourceFileLoader] = {ENGINE: ExtensionFileLoader(ENGINE, path)}
    for source in compiled_sources(package):
        name = module_name(package, source)
        loaders[name] = _CompiledLoader(name, path, str(source))
    sys.meta_path.insert(0, _Finder(loaders))


def _use_sources(package: Path) -> None:
    names = {module_name(package, source): str(source) for source in compiled_sources(package)}
    sys.meta_path.insert(0, _Finder({name: SourceFileLoader(name, path) for name, path in names.items()}))

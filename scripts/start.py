"""Starts trunkline. The server starts on plain sources while the engine is compiled, and restarts when that is done.

A restart loses nothing: the server stops gracefully, every move it acknowledged is in the database, and a page sends
a move that got no answer again under the same `action_id` as soon as it is connected again.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import FrameType

from scripts.environment import PYTHON, ROOT, compiled_module, is_installed, set_up, step

STOP_SECONDS = 30
"""How long a server may take to stop before it is killed. It gives clients about ten seconds itself."""
POLL_SECONDS = 0.2
COMPILER_PRIORITY = 10
"""Lower than the server and the browser: they answer at once, the compiler takes the rest."""


def show_help(commands: str) -> int:
    """Print the commands of `run.py`, then those of trunkline."""
    print(f"{commands}\n\nThe commands of trunkline; each explains its options with --help:\n", flush=True)
    return run_command(["--help"])


def run_command(words: list[str]) -> int:
    """Run a command of trunkline in the compiled build, which is made first if it is missing. Help needs none."""
    if "--help" in words or "-h" in words:
        set_up("serve")
        return replace_process(words, TRUNKLINE_COMPILED="0")
    if build_is_wanted():
        set_up("build")
        compile_engine()
    else:
        set_up("serve")
    return replace_process(words)


def compile_now() -> int:
    """Install the tools to compile with, and compile."""
    set_up("build")
    return compile_engine()


def serve(words: list[str]) -> int:
    """Start the server as soon as its packages and the page are there."""
    page = install_and_build_page()
    if not build_is_wanted():
        wait_for(page)
        return replace_process(["serve", *words])
    if os.environ.get("TRUNKLINE_COMPILED"):  # the user chose this build
        compile_now()
        wait_for(page)
        return replace_process(["serve", *words])
    return Handover(["serve", *words], page).run()


def install_and_build_page() -> "subprocess.Popen[bytes]":
    """Install the packages of the server. The page is built at the same time, and may take longer."""
    if not is_installed("engine"):
        # npm and pip mostly wait for the network, so they run side by side.
        fetching = start_page(sys.executable, "--fetch")
        try:
            set_up("engine")
        finally:
            fetching.wait()
    page = start_page(str(PYTHON))
    set_up("serve")
    return page


def start_page(python: str, *options: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([python, str(ROOT / "web" / "build.py"), *options], cwd=ROOT)


def wait_for(page: "subprocess.Popen[bytes]") -> None:
    if page.wait():
        step("no page (the reason is above); the server starts without it")


def build_is_wanted() -> bool:
    """Tell whether there is something to compile: plain sources were not asked for, and no build is up to date."""
    wish = os.environ.get("TRUNKLINE_COMPILED", "")
    if wish == "0":
        return False
    module = compiled_module()
    library = module.library_of(ROOT, module.QUICK if wish == module.QUICK else module.FAST)
    return not module.is_complete(library)


def compile_engine() -> int:
    """Compile what has changed, with the progress on the screen; return the exit code of the compiler."""
    code = subprocess.run([str(PYTHON), "hatch_build.py"], cwd=ROOT, check=False).returncode
    if code:
        step("no compiled build (the reason is above); the plain sources do the same, but slower")
    return code


def compile_command() -> list[str]:
    return [sys.executable, str(ROOT / "run.py"), "compile"]


def trunkline_command(words: list[str]) -> list[str]:
    return [str(PYTHON), "-m", "trunkline", *words]


def trunkline_environment(**variables: str) -> dict[str, str]:
    """The environment in which `python -m trunkline` finds the sources, also before pip has installed them."""
    path = [str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    # Messages that say what to run next name the command that the user typed.
    program = {"TRUNKLINE_PROGRAM": f"{Path(sys.executable).name.removesuffix('.exe')} {sys.argv[0]}"}
    return {**os.environ, **program, "PYTHONPATH": os.pathsep.join(path), **variables}


def replace_process(words: list[str], **variables: str) -> int:
    """Become trunkline, where the system can do that; otherwise run it and wait."""
    command, environment = trunkline_command(words), trunkline_environment(**variables)
    if os.name != "nt":
        os.execve(command[0], command, environment)
    return subprocess.run(command, env=environment, check=False).returncode


class Handover:
    """Run a server on plain sources and the compiler at the same time, then replace it by the compiled server.

    Server and compiler have a process group each. Ctrl-C reaches only this process, which stops both in order.
    """

    def __init__(self, words: list[str], page: "subprocess.Popen[bytes]") -> None:
        self.words = words
        self.page = page
        self.signals = 0
        """Number of signals to stop that have arrived."""

    def run(self) -> int:
        """Serve until a signal arrives or the compiled server takes over; return the exit code."""
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), signal.default_int_handler)
        compiler = start_group(compile_command(), dict(os.environ), COMPILER_PRIORITY)
        try:
            wait_for(self.page)
            step("starting on plain sources; the compiled engine follows in a minute or two")
            return self.serve_while(compiler)
        finally:
            end_group(compiler)

    def serve_while(self, compiler: "subprocess.Popen[bytes]") -> int:
        """Serve on plain sources while the compiler runs, then start the compiled server on the same port."""
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), self.count_signal)
        with tempfile.TemporaryDirectory() as folder:
            port_file = Path(folder, "port")
            command = trunkline_command([*self.words, "--port-file", str(port_file)])
            server = start_group(command, trunkline_environment(TRUNKLINE_COMPILED="0"))
            compiled = self.wait(server, compiler, port_file)
            if not compiled and not self.signals:
                return server.returncode
            if compiled:
                step("compiled; the server restarts, pages reconnect by themselves")
            self.stop(server)
            if self.signals:
                return 128 + signal.SIGINT
            port = port_file.read_text()
        # No second window, and the same port, also where the system chose it.
        words = [word for word in self.words if word != "--open"]
        return replace_process([*words, "--port", port])

    def count_signal(self, number: int, frame: FrameType | None) -> None:
        self.signals += 1

    def wait(self, server: "subprocess.Popen[bytes]", compiler: "subprocess.Popen[bytes]", port_file: Path) -> bool:
        """Wait until the server is ready and the build is done (True), or for a signal or the end of the server."""
        is_told = False
        while server.poll() is None and not self.signals:
            code = compiler.poll()
            if code == 0 and port_file.exists():
                return True
            if code and not is_told:
                is_told = True
                step("compiling failed (the reason is above); the game goes on, on plain sources")
            time.sleep(POLL_SECONDS)
        return False

    def stop(self, server: "subprocess.Popen[bytes]") -> None:
        """Let the server answer what it has begun, then end it; a second Ctrl-C does not wait for that."""
        if server.poll() is None:
            if sys.platform == "win32":
                server.send_signal(signal.CTRL_BREAK_EVENT)
            else:
                server.terminate()
        end = time.monotonic() + STOP_SECONDS
        while server.poll() is None and self.signals < 2 and time.monotonic() < end:
            time.sleep(POLL_SECONDS / 4)
        end_group(server)


def start_group(command: list[str], environment: dict[str, str], nice: int = 0) -> "subprocess.Popen[bytes]":
    """Start a process in a group of its own; `nice` is its priority as Unix counts it, above 0 is lower than normal."""
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP
        flags |= subprocess.BELOW_NORMAL_PRIORITY_CLASS if nice else subprocess.NORMAL_PRIORITY_CLASS
        return subprocess.Popen(command, env=environment, creationflags=flags)
    process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, process_group=0)
    os.setpriority(os.PRIO_PROCESS, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + nice)
    return process


def end_group(process: "subprocess.Popen[bytes]") -> None:
    """End a process and everything it started, if it still runs."""
    if process.poll() is None:
        if sys.platform == "win32":
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False)
        else:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

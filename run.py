"""Sets Trunkline up in this folder, builds what changed, and starts it.

    python3 run.py                     start the server and open the game in the browser
    python3 run.py serve --lan         the same with options of `trunkline serve`
    python3 run.py play --text         play in the terminal against two bots
    python3 run.py simulate …          any other command of trunkline
    python3 run.py compile             compile the engine now, and wait for it
    python3 run.py check               the quick checks: style, types, imports (seconds)
    python3 run.py fix                 format the code and fix what the linters can fix
    python3 run.py test [--full] […]   every check and every test; further options go to pytest
    python3 run.py screenshots [DIR]   pictures of every screen, for design reviews

Only the standard library is used here and in `scripts/`. This file must parse on Python 3.6, so that an old Python
prints a clear message instead of a syntax error. Modules in `scripts/` are imported after the version check.
"""

import sys


def check_python(version: "tuple[int, ...]") -> str:
    """Return the message for a Python that is too old, or an empty string."""
    if version >= (3, 11):
        return ""
    return (
        "Trunkline needs Python 3.11 or newer. This is Python {}.{} ({}).\n"
        "Install a newer one (from python.org, your package manager or uv) and run this file with it, for example:\n"
        "    python3.12 run.py"
    ).format(version[0], version[1], sys.executable)


if __name__ == "__main__" and check_python(sys.version_info[:2]):
    sys.exit(check_python(sys.version_info[:2]))

from scripts import checks, environment, start


def main(words: "list[str]") -> int:
    """Run one command. The first word is a command of this file, or else a command of trunkline."""
    command, rest = (words[0], words[1:]) if words else ("", [])
    try:
        if command == "test":
            return checks.test(rest)
        if command == "check":
            return checks.check()
        if command == "fix":
            return checks.fix()
        if command == "screenshots":
            return checks.take_screenshots(rest)
        if command == "compile":
            return start.compile_now()
        if command in ("-h", "--help", "help"):
            return start.show_help(__doc__.partition("\n\nOnly")[0])
        if command in ("", "serve") and "--help" not in rest and "-h" not in rest:
            return start.serve(rest if words else ["--open"])
        return start.run_command(words)
    except environment.SetupError as error:
        environment.say("\n{}".format(error))
        return 1
    except KeyboardInterrupt:
        environment.say("\nstopped; the next start continues from here")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

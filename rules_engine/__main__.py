"""Ask questions, check examples, export them, verify other engines, play: python -m rules_engine COMMAND.

ask FILE                answer a question, or each of a list of them, written as YAML or JSON; - is standard input
check [PATH|ID …]       ask every documented example, or those in a file, in a folder, or under an id such as mus.chica;
                        with --accept: note that their translations fit the Arabic as it is now;
                        with --reset: write the recorded matches anew (no example is ever changed)
export                  print all fixtures as one JSON document
verify -- COMMAND …     hold another engine against the documented examples: a program that reads a question a line, as
                        JSON, and writes an answer a line, {"error": …} for what it does not do; before the hyphens:
                        --only NAME (a game, mus/hand, a rule, an example; any number of them), --timeout SECONDS,
                        --whole (compare whole answers), --report FILE (JSON), --site ADDRESS (for links)
play GAME               play a match against the computer; with --record FILE it is kept and taken up again,
                        --seed N, --seat 0-3, --strength 1-3, --lang LANGUAGE, --option NAME=VALUE (any number of them)

--root FOLDER           the folder that holds docs/ and tutorials/; by default the one that holds this package

Exit status: 0 all is well, 1 an example failed or answers differ, 2 something could not be used.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from rules_engine.saying import one_line
from rules_engine.terminal import UNUSABLE

INTERRUPTED = 130
LONGEST_WAIT = 3600
"""The most seconds that another engine may be given for an answer."""


class _Parser(argparse.ArgumentParser):
    """A parser of arguments whose errors take one line."""

    def error(self, message: str) -> NoReturn:
        complain(f"{self.prog}: {message}")
        raise SystemExit(UNUSABLE)


def complain(text: str) -> None:
    """Print one line on standard error."""
    print(one_line(text), file=sys.stderr)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    form = argparse.RawDescriptionHelpFormatter
    main_ = _Parser("rules_engine", usage="python -m rules_engine COMMAND …", description=__doc__, formatter_class=form)
    main_.add_argument("--root", type=Path, help=argparse.SUPPRESS)
    commands = main_.add_subparsers(dest="command", required=True, metavar="COMMAND", help=argparse.SUPPRESS)
    for name in ("ask", "check", "export", "verify", "play"):
        command = commands.add_parser(name, description=__doc__, formatter_class=form, usage=f"{main_.prog} {name} …")
        command.add_argument("--root", type=Path, default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        if name == "ask":
            command.add_argument("file", metavar="FILE", help=argparse.SUPPRESS)
        if name == "check":
            command.add_argument("chosen", metavar="PATH", nargs="*", help=argparse.SUPPRESS)
            command.add_argument("--accept", action="store_true", help=argparse.SUPPRESS)
            command.add_argument("--reset", action="store_true", help=argparse.SUPPRESS)
        if name == "verify":
            _add_verify(command)
        if name == "play":
            _add_play(command)
    return main_


def _add_verify(command: argparse.ArgumentParser) -> None:
    command.add_argument("engine", metavar="COMMAND", nargs="+", help=argparse.SUPPRESS)
    command.add_argument("--only", action="append", default=[], help=argparse.SUPPRESS)
    command.add_argument("--timeout", type=seconds, default=10.0, help=argparse.SUPPRESS)
    command.add_argument("--whole", action="store_true", help=argparse.SUPPRESS)
    command.add_argument("--report", help=argparse.SUPPRESS)
    command.add_argument("--site", default="", help=argparse.SUPPRESS)


def seconds(text: str) -> float:
    """Read a number of seconds. Raise ``ValueError`` if it is none to wait for."""
    seconds = float(text)
    if not 0 < seconds <= LONGEST_WAIT:
        raise ValueError
    return seconds


def _add_play(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help=argparse.SUPPRESS)
    command.add_argument("--seed", type=int, help=argparse.SUPPRESS)
    command.add_argument("--seat", type=int, default=0, help=argparse.SUPPRESS)
    command.add_argument("--strength", type=int, default=3, help=argparse.SUPPRESS)
    command.add_argument("--lang", default="en", help=argparse.SUPPRESS)
    command.add_argument("--option", action="append", default=[], help=argparse.SUPPRESS)
    command.add_argument("--record", help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    command = importlib.import_module(f"rules_engine.terminal.{arguments.command}")  # none is needed for --help
    status: int = command.run(arguments)
    return status


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line: whatever happens, people get a line, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    try:
        status = run(parser().parse_args(arguments))
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNUSABLE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # the last resort: a fault of ours
        complain(f"{type(error).__name__}: {error}")
        return UNUSABLE


if __name__ == "__main__":
    sys.exit(main())

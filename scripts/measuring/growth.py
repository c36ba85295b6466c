"""A made-up project of any size, and what it takes to check and to build: ``./scripts/bench --growth [N …]``.

Its games are one of ours under new names, with engine, rule texts, examples, lesson and recorded matches, and with
every id renamed; so they are as large as a real one, and no two share anything. Busy seconds are those of all cores.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from scripts.press import configs, packages, pages

ROOT = Path(__file__).resolve().parents[2]
MODEL = "mor200"
"""The game that is copied: its name is no word of any text."""
OF_A_GAME = ("rules_engine", "docs/rules", "tutorials")
SHARED = (
    *("mkdocs.yml", "pyproject.toml", "README.md", "LICENSE", *packages.FILES),
    *("docs/assets", "docs/theme", "docs/words", "rules_engine/suite", "rules_engine/terminal", "scripts/press"),
)
PAGES = ("index", *pages.HAND_WRITTEN)
KILOBYTES_A_MEGABYTE = 1024
COLUMNS = (
    *("games", "rules + examples", "check (s)", "first build (s)", "of it the engine", "again (s)"),
    *("check, busy a game", "first build, busy a game", "again, busy a game", "memory (MB)", "site (MB)"),
)


class Figures(NamedTuple):
    """What one command took: seconds, those that cores were busy, megabytes of its largest process; what it *said*."""

    seconds: float
    busy: float
    memory: float
    said: str


def names(games: int) -> list[str]:
    """Return the names of the made-up games."""
    return [f"game{number:03}" for number in range(1, games + 1)]


def write(folder: Path, games: int, root: Path = ROOT) -> None:
    """Write a project of that many made-up games into a folder."""
    for place in (*SHARED, *(path.relative_to(root).as_posix() for path in (root / "rules_engine").glob("*.py"))):
        _copy(root / place, folder / place)
    (folder / "node_modules").symlink_to(root / "node_modules")
    for source in (root / "docs" / "pages" / lang / f"{name}.md" for lang in configs.languages(root) for name in PAGES):
        target = folder / source.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(source.read_text("utf-8").partition("\n")[0] + "\n", "utf-8")
    for place, content in _model(root):
        for name in names(games):
            target = folder / re.sub(MODEL, name, place)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(re.sub(rf"\b{MODEL}\b", name, content), "utf-8")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copyfile(source, target)


def _model(root: Path) -> Iterator[tuple[str, str]]:
    """Give the files of the game that is copied: place and text."""
    for path in (path for folder in OF_A_GAME for path in sorted((root / folder / MODEL).rglob("*"))):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(root).as_posix(), path.read_text("utf-8")


def run(folder: Path, *arguments: str) -> Figures:
    """Run Python in a project. Raise ``RuntimeError`` with its last words if it fails."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    start = time.perf_counter()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            [sys.executable, *arguments], cwd=folder, env=environment, stdout=said, stderr=subprocess.STDOUT
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - start
        said.seek(0)
        text = said.read().decode(errors="replace")
    if process.returncode:
        raise RuntimeError(f"{' '.join(arguments)} failed:\n{text[-2000:]}")
    return Figures(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / KILOBYTES_A_MEGABYTE, text)


COUNT = """
import json
from rules_engine.suite.loading import load
games = load().suite.games.values()
print(json.dumps([sum(len(game.rules) for game in games), sum(len(game.examples) for game in games)]))
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure projects of the sizes that are named, and print a Markdown table. Return the exit status."""
    parser = argparse.ArgumentParser("./scripts/bench --growth")
    parser.add_argument("sizes", nargs="*", type=int, default=[1, 10, 100], metavar="N", help="how many games")
    sizes = parser.parse_args(arguments).sizes
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    for size in sizes:
        with tempfile.TemporaryDirectory() as name:
            print(_row(Path(name), size), flush=True)
    return 0


def _row(folder: Path, games: int) -> str:
    write(folder, games)
    rules, examples = json.loads(run(folder, "-c", COUNT).said)
    check = run(folder, "-m", "rules_engine", "check")
    build = run(folder, "-m", "scripts.press", "--build-only")
    again = run(folder, "-m", "scripts.press", "--build-only")
    engine = float(re.findall(r"browser engine: ([\d.]+) s", build.said)[0])
    size = sum(path.stat().st_size for path in (folder / "site").rglob("*") if path.is_file()) / 1e6
    cells = (
        *(f"{games}", f"{rules} + {examples}", f"{check.seconds:.1f}", f"{build.seconds:.1f}", f"{engine:.1f}"),
        *(f"{again.seconds:.1f}", *(f"{figures.busy / games:.2f}" for figures in (check, build, again))),
        *(f"{max(check.memory, build.memory):.0f}", f"{size:.0f}"),
    )
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main())

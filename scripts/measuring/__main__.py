"""Measurements, each beside the ordinary way of doing the same in the same run."""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

from rules_engine.asking import judged
from rules_engine.games import game_names
from rules_engine.suite.loading import load
from scripts.press import runtime
from scripts.press.serving import served
from scripts.press.site import BUILD, ROOT, SITE, build

from . import feeling
from .tournament import random_moves
from .weighing import weights

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

UNTOUCHED = """
import { loadPyodide } from "./pyodide.mjs";
onunhandledrejection = (event) => { throw event.reason; };
onmessage = async ({ data: question }) => {
  const wheel = fetch("./engine.whl").then((response) => response.arrayBuffer());
  const pyodide = await loadPyodide({ indexURL: "./" });
  pyodide.unpackArchive(await wheel, "wheel");
  postMessage(pyodide.pyimport("rules_engine.browser").ask(question));
};
"""
"""The ordinary way: the package as it comes, the engine as an ordinary wheel."""

ORDINARY = """(question) => new Promise((answered, failed) => {
  const start = performance.now();
  const worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = () => answered(performance.now() - start);
  worker.onerror = (error) => failed(Error(error.message));
  worker.postMessage(question);
})"""

OURS = """async (question) => {
  const shared = new URL(document.documentElement.dataset.shared, document.baseURI);
  const { ask } = await import(new URL("js/engine.js", shared));
  const start = performance.now();
  await ask(JSON.parse(question));
  return performance.now() - start;
}"""


def main(arguments: list[str] | None = None) -> int:
    """Measure everything and print it as a Markdown table. Return the exit status."""
    parser = argparse.ArgumentParser("./scripts/bench")
    parser.add_argument("--runs", type=int, default=7, help="how often each thing is measured")
    runs = parser.parse_args(arguments).runs
    build(lambda _: None)
    cores, cpu = os.cpu_count(), platform.machine()
    print(f"{cores} cores, {cpu}, Python {platform.python_version()}, {_chromium_version()}\n")
    print("| what | minimum | median | maximum | |\n|---|---|---|---|---|")
    _row("examples judged a second", [_rate() for _ in range(runs)], "{:.0f}")
    for name in game_names():
        _row(f"random moves a second, {name}", [random_moves(name, 200) for _ in range(runs)], "{:.0f}")
    rounds = min(runs, 3)
    ours = _row("full build, the engine compiled before (s)", [_built(anew=True) for _ in range(rounds)], "{:.1f}")
    alone = _row("MkDocs alone, same Markdown (s)", [_seconds(_mkdocs_alone) for _ in range(rounds)], "{:.1f}")
    print(f"| build beside MkDocs alone | | {ours / alone:.2f} | | |")
    _row("build with nothing changed (s)", [_built(anew=False) for _ in range(rounds)], "{:.1f}")
    _first_answers(runs)
    _feel()
    for line in weights():
        print(line)
    return 0


def _feel() -> None:
    """Measure in one browser how the pages feel."""
    print("\n| what | minimum | median | 95th percentile | maximum |\n|---|---|---|---|---|")
    with sync_playwright() as playwright, served(SITE) as site:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM"), args=FLAGS)
        for measured in feeling.rows(browser.new_context(), site):
            print(feeling.row(*measured), flush=True)
        browser.close()


def _row(name: str, figures: Sequence[float], form: str) -> float:
    low, middle, high = min(figures), statistics.median(figures), max(figures)
    print(
        f"| {name} | {form.format(low)} | {form.format(middle)} | {form.format(high)} | {len(figures)} runs |",
        flush=True,
    )
    return middle


def _seconds(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def _built(*, anew: bool) -> float:
    return _seconds(lambda: build(lambda _: None, anew=anew))


def _rate() -> float:
    questions = [{"game": game.name, **e.question} for game in load(ROOT).suite.games.values() for e in game.examples]
    rounds = 10
    return rounds * len(questions) / _seconds(lambda: [judged(q) for _ in range(rounds) for q in questions])


def _mkdocs_alone() -> None:
    for config in sorted(BUILD.glob("mkdocs.*.yml")):
        with tempfile.TemporaryDirectory() as out:
            command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "-f", str(config), "-d", out]
            subprocess.run(command, check=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})


def _first_answers(runs: int) -> None:
    """Measure the first answer both ways in turn, each in a browser that has never been here."""
    question = json.dumps({"game": "mus", "ask": "hand", "cards": "R R 3 7"})
    first: dict[str, list[float]] = {"ours": [], "ordinary": []}
    second: dict[str, list[float]] = {"ours": [], "ordinary": []}
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        _lay_out(folder)
        with served(SITE) as site, served(folder) as ordinary:
            for _ in range(runs):
                for name_, pages, script in (
                    ("ours", (f"{site}mus/referee/", f"{site}mus/puzzles/"), OURS),
                    ("ordinary", (f"{ordinary}index.html", f"{ordinary}index.html?"), ORDINARY),
                ):
                    taken = _timed(playwright, pages, script, question)
                    first[name_].append(taken[0])
                    second[name_].append(taken[1])
    for what, figures in (("first answer", first), ("answer on the next page", second)):
        ours = _row(f"{what}, as shipped (ms)", figures["ours"], "{:.0f}")
        ordinary_ = _row(f"{what}, untouched pyodide (ms)", figures["ordinary"], "{:.0f}")
        print(f"| {what} beside the untouched one | | {ours / ordinary_:.2f} | | |")


def _lay_out(folder: Path) -> None:
    """Put the untouched package, an ordinary wheel of the engine, and a page to start it into *folder*."""
    for source in runtime.PYODIDE.iterdir():
        if source.is_file():
            shutil.copyfile(source, folder / source.name)
    with tempfile.TemporaryDirectory() as project:
        for source in runtime.sources(ROOT):
            target = Path(project) / source.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
        for name in ("README.md", "LICENSE"):
            shutil.copyfile(ROOT / name, Path(project) / name)
        command = [sys.executable, "-m", "build", "-w", "-n", "-o", str(folder / "dist"), project]
        subprocess.run(command, check=True, capture_output=True)
    next((folder / "dist").glob("*.whl")).rename(folder / "engine.whl")
    (folder / "worker.js").write_text(UNTOUCHED)
    (folder / "index.html").write_text("<!doctype html><title>untouched</title><link rel=icon href=data:,>")


def _timed(playwright: Playwright, pages: Sequence[str], script: str, question: str) -> list[float]:
    """Return the milliseconds to an answer on pages that a new browser opens one after the other."""
    taken: list[float] = []
    with tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=os.environ.get("CHROMIUM"), args=FLAGS
        )
        tab = context.new_page()
        for page in pages:
            tab.goto(page, wait_until="load")
            taken.append(tab.evaluate(script, question))
            tab.wait_for_timeout(1500)  # what is compiled is kept a while after it has run
        context.close()
    return taken


def _chromium_version() -> str:
    done = subprocess.run([os.environ["CHROMIUM"], "--version"], capture_output=True, text=True, check=False)
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())

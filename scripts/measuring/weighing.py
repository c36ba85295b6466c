"""What readers wait for, in bytes: files as a host sends them."""

from __future__ import annotations

import functools
import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path

import brotli

from rules_engine.games import game_names
from scripts.press.site import SITE

RUNTIME = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "pyodide-lock.json", "runtime.json", "stdlib.zip")


def shared(site: Path = SITE) -> Path:
    """Return the folder of what the pages share."""
    (folder,) = (site / "_").iterdir()
    return folder


@functools.cache
def gzipped(file: Path) -> int:
    """Return a file's size with gzip."""
    return len(gzip.compress(file.read_bytes(), 9, mtime=0))


@functools.cache
def brotlied(file: Path) -> int:
    """Return a file's size with brotli."""
    return len(brotli.compress(file.read_bytes(), quality=11))


def of_engine(game: str, lang: str, site: Path = SITE) -> list[Path]:
    """Return what the browser fetches for its first answer about a game."""
    names = [*RUNTIME, "engine.zip", f"{game}.zip"]
    root = shared(site)
    return [*(root / "pyodide" / name for name in names), root / "data" / f"{game}.{lang}.json"]


def weights() -> Iterator[str]:
    """Give the weight of the engine with each game as rows of a Markdown table."""
    yield "\n| what | gzip (KB) | brotli (KB) |\n|---|---|---|"
    for game in game_names():
        files = of_engine(game, "ar")
        yield f"| the engine with {game}, in Arabic | {_sum(map(gzipped, files))} | {_sum(map(brotlied, files))} |"


def _sum(sizes: Iterable[int]) -> str:
    return f"{sum(sizes) / 1000:.0f}"

"""Suites for tests: our own, read once, and a small sound one, to which a test adds files of its own."""

from __future__ import annotations

import functools
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from rules_engine.games import Game, games
from rules_engine.suite.loading import Loaded, load

TESTS = Path(__file__).parent
SOUND = TESTS / "sound"
LANGUAGES = TESTS.parent / "docs/words"
RULES = ("mus.grande", "mus.tie", "mus.chica", "mus.chica.compare")
"""The rules of the engine that stands behind the sound suite: two with texts, two for tests to write about."""


@functools.cache
def ours() -> Loaded:
    """Return our own fixtures, read once for all tests of a process: nobody changes them."""
    return load()


def engine() -> dict[str, Game]:
    """Return Mus as if it knew but a few rules."""
    mus = games()["mus"]
    return {"mus": replace(mus, rules={rule: mus.rules[rule] for rule in RULES})}


def suite(folder: Path, files: Mapping[str, str | bytes | Path] | None = None) -> Path:
    """Write the sound suite with further files, by their names below the root, and return its root."""
    shutil.copytree(SOUND, folder, dirs_exist_ok=True)
    shutil.copytree(LANGUAGES, folder / "docs/words", dirs_exist_ok=True)
    for name, content in (files or {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = content.read_bytes() if isinstance(content, Path) else content
        path.write_bytes(data.encode() if isinstance(data, str) else data)
    return folder

"""What the site offers to other programs: the exported suite, its schema, and the example client."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rules_engine.suite import schema
from rules_engine.suite.exporting import SCHEMA, export, exported_text
from rules_engine.suite.fixtures import Suite
from rules_engine.suite.playthroughs import recorded

from .keeping import Kept, digest_of_files

FOLDER = "download"
"""The folder within the site. Unlike the shared one its name stays, so that programs can ask for it."""
SUITE = "suite.json"
CLIENT = "docs/client"
MADE_FROM = ("docs/rules/*/*.yaml", "docs/words/*.yaml", "tutorials/**/*.yaml", "rules_engine/**/*.py")


def files(suite: Suite, root: Path, kept: Kept) -> Iterator[tuple[str, bytes]]:
    """Give every file by its place within the site. The suite is exported only if what it is made from has changed."""
    yield f"{FOLDER}/{SUITE}", _suite(suite, root, kept).encode()
    yield f"{FOLDER}/{SCHEMA}", (root / schema.FOLDER / "suite.json").read_bytes()
    for module in sorted((root / CLIENT).glob("*.mjs")):
        yield f"{FOLDER}/client/{module.name}", module.read_bytes()


def _suite(suite: Suite, root: Path, kept: Kept) -> str:
    made_from = (path for pattern in MADE_FROM for path in sorted(root.glob(pattern)))
    key = digest_of_files(*made_from)
    found: str = kept.get(key) or exported_text(export(suite, recorded(root, [])))
    kept.put(key, found)
    return found

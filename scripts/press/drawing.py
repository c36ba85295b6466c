"""Scenes drawn as HTML at build time, by the same templates that draw them in the browser."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from .keeping import Kept, digest, digest_of_files

SCRIPT = Path(__file__).with_name("draw.mjs")
ROOT = SCRIPT.parents[2]
IMPORT = re.compile(r'(?:from|import) "([.][^"]+)"')


class Drawing(NamedTuple):
    """One thing to draw: *key* names the result, *draw* the template, *frame* what surrounds the scene in its page."""

    key: str
    draw: str
    lang: str
    scene: Mapping[str, Any]
    frame: Mapping[str, Any]


class Undrawn(NamedTuple):
    """One thing to draw: *made_from* is the hash of all that its scene depends on, *make* works the scene out."""

    key: str
    made_from: str
    make: Callable[[], Drawing]


def draw_all(undrawn: Iterable[Undrawn], lang: str, ui: Mapping[str, str], kept: Kept) -> dict[str, str]:
    """Draw everything of a language, whose components' words are *ui*; return HTML by key.

    A scene is worked out only if anything has changed that it depends on, and drawn only if it is another one then.
    One run of Node draws whatever is to be drawn. Raise ``RuntimeError`` with its own words if it fails.
    """
    tools = digest(_templates(), ui)
    hashes, lines = dict[str, str](), dict[str, str]()
    for key, made_from, make in undrawn:
        scene = digest(tools, made_from)
        hashes[key] = kept.get(scene)
        if kept.get(hashes[key]) is None:
            lines[key] = json.dumps(make()._asdict())
            hashes[key] = digest(tools, lines[key])
            kept.put(scene, hashes[key])
    missing = [key for key in lines if kept.get(hashes[key]) is None]
    drawn = _drawn([json.dumps({"lang": lang, "ui": ui}), *(lines[key] for key in missing)]) if missing else {}
    for key in missing:
        kept.put(hashes[key], drawn[key])
    return {key: kept.get(hash_) for key, hash_ in hashes.items()}


def _templates() -> str:
    """Return the hash of all that draws: our scripts, and the packages that they use."""
    return digest_of_files(*sorted(_imported(SCRIPT)), ROOT / "package-lock.json")


def _imported(script: Path) -> set[Path]:
    """Return a script of ours with those that it imports, those that they import, and so on."""
    found, waiting = set[Path](), [script]
    while waiting:
        if (next_ := waiting.pop()) not in found:
            found.add(next_)
            waiting += [(next_.parent / name).resolve() for name in IMPORT.findall(next_.read_text("utf-8"))]
    return found


def _drawn(lines: Iterable[str]) -> dict[str, str]:
    done = subprocess.run(
        ["node", str(SCRIPT)], input="\n".join(lines), capture_output=True, text=True, check=False, cwd=SCRIPT.parent
    )
    if done.returncode:
        raise RuntimeError(f"draw.mjs failed:\n{done.stderr[-2000:]}")
    drawn: dict[str, str] = json.loads(done.stdout)
    return drawn

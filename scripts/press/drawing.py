"""Scenes drawn as HTML at build time, by the same templates that draw them in the browser."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

SCRIPT = Path(__file__).with_name("draw.mjs")


class Drawing(NamedTuple):
    """One thing to draw: *key* names the result, *draw* the template, *frame* what surrounds the scene in its page."""

    key: str
    draw: str
    lang: str
    scene: Mapping[str, Any]
    frame: Mapping[str, Any]


def draw_all(drawings: Iterable[Drawing], ui: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Draw everything in one run of Node; *ui* holds the components' words by language. Return HTML by key.

    Raise ``RuntimeError`` with Node's own words if it fails.
    """
    lines = [json.dumps({"lang": lang, "ui": words}) for lang, words in ui.items()]
    lines += [json.dumps(drawing._asdict()) for drawing in drawings]
    done = subprocess.run(
        ["node", str(SCRIPT)], input="\n".join(lines), capture_output=True, text=True, check=False, cwd=SCRIPT.parent
    )
    if done.returncode:
        raise RuntimeError(f"draw.mjs failed:\n{done.stderr[-2000:]}")
    drawn: dict[str, str] = json.loads(done.stdout)
    return drawn

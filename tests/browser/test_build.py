"""The build as a whole."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.press.site import ROOT, SITE

pytestmark = pytest.mark.browser


def hashes(site: Path) -> dict[str, str]:
    files = (path for path in sorted(site.rglob("*")) if path.is_file())
    return {path.relative_to(site).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_two_builds_in_different_folders_give_the_same_bytes(tmp_path: Path) -> None:
    """The other build starts from nothing, elsewhere, with another hash seed and another day."""
    code = "import sys, pathlib; from scripts.press.site import build; build(print, pathlib.Path(sys.argv[1]))"
    seed = {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, env={**os.environ, **seed}, check=True)
    assert hashes(tmp_path / "site") == hashes(SITE)

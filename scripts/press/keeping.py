"""What a build has made and the next one need not make again: by the hash of everything that it is made from."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any


def digest(*parts: object) -> str:
    """Return one hash of plain values."""
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False, default=str).encode()).hexdigest()[:32]


def digest_of_files(*files: Path) -> str:
    """Return one hash of the names and contents of files."""
    contents = ((file, hashlib.sha256(file.read_bytes()).hexdigest()) for file in files)
    return digest(*((f"{file.parent.name}/{file.name}", content) for file, content in contents))


def kept(cache: Path, name: str, inputs: Iterable[Path], make: Callable[[Path], None]) -> Path:
    """Return the file *name* made from *inputs*, and by this Python, which *make* writes if it was not made before."""
    file = cache / digest(sys.version, digest_of_files(*inputs))[:24] / name
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_name(f"unfinished-{os.getpid()}-{name}")
        make(unfinished)
        unfinished.replace(file)
    return file


class Kept:
    """Plain values kept in a file from one build to the next. What a build does not ask for is not kept any longer."""

    def __init__(self, path: Path, *, anew: bool = False) -> None:
        """Read the file, unless everything shall be made *anew*."""
        self._path = path
        self._before: dict[str, Any] = {} if anew else _read(path)
        self._now: dict[str, Any] = {}

    def get(self, key: str) -> Any:
        """Return what was kept under a hash; None if nothing was."""
        if key in self._before:
            self._now[key] = self._before[key]
        return self._now.get(key)

    def put(self, key: str, value: Any) -> None:
        """Keep a plain value under a hash."""
        self._now[key] = value

    def save(self) -> None:
        """Write the file, unless it holds just that already."""
        if self._now.keys() != self._before.keys():
            write_if_changed(self._path, json.dumps(self._now, ensure_ascii=False).encode())


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def write_if_changed(path: Path, content: bytes) -> bool:
    """Make a file hold *content*, in one step, so that nobody reads half of it. Tell whether it did not before."""
    if path.is_file() and path.read_bytes() == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.write_bytes(content)
    unfinished.replace(path)
    return True


def files_in(folder: Path) -> dict[str, Path]:
    """Return the files below a folder by their places in it."""
    return {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}


def drop_all_but(folder: Path, places: set[str]) -> bool:
    """Delete the files of a folder whose places are not among those given, and folders left empty. Tell if any was."""
    gone = [path for place, path in files_in(folder).items() if place not in places]
    for path in gone:
        path.unlink()
    for path in sorted((path for path in folder.rglob("*") if path.is_dir()), reverse=True):
        if not any(path.iterdir()):
            path.rmdir()
    return bool(gone)

"""The wheel and the sources as archives: built twice to the same bytes, then tried where nothing else is installed.

``python -m scripts.releasing.packing`` builds both into ``dist/``; with ``--on PYTHON`` it installs what lies there
into an empty environment of that Python, each by itself, without a network, and asks every documented example.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"
BUILDS_WITH = ("setuptools", "pyyaml")
"""What builds the wheel from the sources: lent to an environment while it installs them, and taken away again."""
HAND = {"game": "mus", "ask": "hand", "cards": "R R 3 7"}


class Unsound(Exception):
    """An archive is not what it should be; the text says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Build or try the archives. Return the exit status."""
    parser = argparse.ArgumentParser("python -m scripts.releasing.packing", description=__doc__)
    parser.add_argument("--on", metavar="PYTHON", type=Path, help="try what lies in dist/ with this Python")
    chosen = parser.parse_args(arguments)
    try:
        for line in tried(chosen.on) if chosen.on else built():
            print(line, flush=True)
    except Unsound as unsound:
        print(unsound, file=sys.stderr)
        return 1
    return 0


def built() -> Iterator[str]:
    """Build both archives into ``dist/``, twice. Raise :class:`Unsound` if the bytes differ."""
    for old in archives(DIST):
        old.unlink()
    with tempfile.TemporaryDirectory() as again:
        for seed, folder in enumerate((str(DIST), again)):
            _run(
                [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, str(ROOT)],
                PYTHONHASHSEED=str(seed),
            )
        first, second = (_digests(Path(folder)) for folder in (DIST, again))
    if first != second:
        raise Unsound(f"two builds differ: {first} and {second}")
    for name, digest in first.items():
        yield f"dist/{name} sha256 {digest}"


def archives(folder: Path) -> list[Path]:
    """Return the wheel and the sources in a folder."""
    return sorted((*folder.glob("*.whl"), *folder.glob("*.tar.gz")))


def _digests(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in archives(folder)}


def tried(python: Path) -> Iterator[str]:
    """Install each archive of ``dist/`` into an empty environment and use it there. Raise :class:`Unsound`."""
    found = archives(DIST)
    if len(found) != 2:
        raise Unsound("dist/ holds no wheel and sources: run python -m scripts.releasing.packing first")
    for archive in found:
        with tempfile.TemporaryDirectory() as folder:
            yield f"{archive.name}: {_used(archive, python, Path(folder))}"


def _used(archive: Path, python: Path, folder: Path) -> str:
    """Install an archive, ask all its examples and a question, and return what ``check`` says."""
    _run([str(python), "-m", "venv", "--without-pip", str(folder / "venv")])
    own = str(folder / "venv/bin/python")
    lent = "" if archive.suffix == ".whl" else str(_lent(folder / "lent"))
    pip = [sys.executable, "-m", "pip", "--python", own, "install", "--quiet", "--no-index", "--no-deps"]
    _run([*pip, "--no-build-isolation", str(archive)], folder, PYTHONPATH=lent)
    there = _run([own, "-c", "import importlib.metadata as m; print(*(d.name for d in m.distributions()))"], folder)
    if there.split() != ["qawaid"]:
        raise Unsound(f"the environment should hold qawaid alone, and holds {there}")
    engine = [own, "-m", "rules_engine"]
    answer = json.loads(_run([*engine, "ask", "-"], folder, given=json.dumps(HAND)))
    if answer["juego"] != 37:
        raise Unsound(f"{HAND} has a juego of 37, not {answer['juego']}")
    _run([*engine, "play", "basra", "--seed", "7", "--lang", "ar"], folder, given="hint\nquit\n")
    return _run([*engine, "check"], folder).strip()


def _lent(folder: Path) -> Path:
    """Return a folder that has links to the packages that build the wheel, and to nothing else."""
    folder.mkdir()
    for package in BUILDS_WITH:
        files = distribution(package).files or ()
        for place in sorted({file.parts[0] for file in files} - {".."}):
            (folder / place).symlink_to(str(distribution(package).locate_file(place)))
    return folder


def _run(command: Sequence[str], folder: Path = ROOT, given: str = "", **environment: str) -> str:
    """Run a program and return what it printed. Raise :class:`Unsound` with its last words if it failed."""
    env = {**os.environ, "PYTHONPATH": "", "PIP_DISABLE_PIP_VERSION_CHECK": "1", **environment}
    done = subprocess.run(command, cwd=folder, env=env, input=given, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unsound(f"{' '.join(command)}: {(done.stderr or done.stdout)[-2000:]}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())

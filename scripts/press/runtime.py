"""The Python that runs in the browser: Pyodide, as much of the standard library as the engine needs, and the engine.

As shipped, Pyodide spends most of its start compiling the standard library's sources. Here the library is trimmed to
what the engine imports and compiled beforehand, and so is the engine, whose games have an archive each. Python imports
from the archives as they are; nothing in them is compressed, since a host compresses them better as a whole. Everything
is kept by the hash of what it is made from, so that a second build only copies; archives are packed with fixed dates,
so that two builds give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from .keeping import kept

ROOT = Path(__file__).resolve().parents[2]
ITSELF = Path(__file__).resolve()
HERE = ITSELF.parent
PYODIDE = ROOT / "node_modules" / "pyodide"
LIT = ROOT / "node_modules" / "lit-html"

COPIED = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm")
LIT_COPIED = ("lit-html.js", "directive.js", "directives/unsafe-html.js")

# Kept whatever the engine imports: a library that cannot start, or cannot unpack a wheel, is of no use.
# cp437 is how the names inside a zip are read.
ALWAYS = (
    "_pyodide/*",
    "pyodide/*",
    "_sysconfigdata*",
    "collections/*",
    "importlib/[!mr]*",
    "importlib/machinery.py",
    "encodings/__init__.py",
    "encodings/aliases.py",
    "encodings/ascii.py",
    "encodings/cp437.py",
    "encodings/latin_1.py",
    "encodings/utf_8.py",
)
NEVER = ("importlib/_bootstrap*",)
"""Left out although modules name it as their file: the interpreter holds it itself."""
EARLIEST = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Made:
    """A file of the runtime."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Runtime:
    """The files of the runtime, by name, and the version of Pyodide they are for."""

    pyodide: str
    files: tuple[Made, ...]


def build(out: Path, *, cache: Path, root: Path = ROOT) -> Runtime:
    """Put the runtime into the folder *out* and return what lies there. *root* is the project that holds the engine."""
    out.mkdir(parents=True, exist_ok=True)
    version = json.loads((PYODIDE / "package.json").read_text("utf-8"))["version"]
    engine = kept(cache, "engine.whl", [ITSELF, *sources(root)], partial(_engine, root))
    needs = kept(cache, "needs.json", [ITSELF, engine, HERE / "probe.mjs"], partial(_probe, engine, root))
    names = json.loads(needs.read_text("utf-8"))
    library = kept(cache, "stdlib.zip", [ITSELF, PYODIDE / "python_stdlib.zip", needs], partial(_library, names))
    for source in (*(PYODIDE / name for name in COPIED), library):
        shutil.copyfile(source, out / source.name)
    parts = _parts(engine)
    for name, entries in parts.items():
        _pack(entries, out / name)
    (out / "pyodide-lock.json").write_text(json.dumps(_lock()), "utf-8")
    counted = {name: (out / name).stat().st_size for name in ("pyodide.asm.wasm", "stdlib.zip", "engine.zip")}
    games = {name: (out / name).stat().st_size for name in parts if name not in counted}
    (out / "runtime.json").write_text(json.dumps({"pyodide": version, "bytes": counted, "games": games}), "utf-8")
    return Runtime(version, tuple(_made(path) for path in sorted(out.iterdir())))


def scripts(out: Path) -> None:
    """Put the browser's scripts into the folder *out*, with lit-html beside them."""
    out.mkdir(parents=True, exist_ok=True)
    for source in sorted((ROOT / "docs" / "assets" / "js").glob("*.js")):
        if source.name != "types.js":
            shutil.copyfile(source, out / source.name)
    for name in LIT_COPIED:
        target = out / "lit-html" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_without_map((LIT / name).read_text("utf-8")), "utf-8")
    names = (out / "lit.js").read_text("utf-8")
    names = names.replace('"lit-html"', '"./lit-html/lit-html.js"').replace('"lit-html/d', '"./lit-html/d')
    (out / "lit.js").write_text(names, "utf-8")


def _without_map(script: str) -> str:
    """Take out the line that names a source map, which is not shipped."""
    return "\n".join(line for line in script.splitlines() if not line.startswith("//# sourceMappingURL")) + "\n"


def _made(path: Path) -> Made:
    content = path.read_bytes()
    return Made(path.name, len(content), hashlib.sha256(content).hexdigest())


def _lock() -> dict[str, Any]:
    """Return Pyodide's lock file without its packages: none of them is shipped."""
    whole = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))
    return {"info": whole["info"], "packages": {}}


def sources(root: Path) -> list[Path]:
    """Return the files that the engine's wheel is made from."""
    engine = root / "rules_engine"
    modules = [path for path in engine.rglob("*") if path.is_file() and not _left_out(path.relative_to(engine))]
    return [root / "pyproject.toml", *sorted(modules)]


def _left_out(path: Path) -> bool:
    """Tell whether a file of the engine stays out of the browser: there are no files of fixtures, and no commands."""
    return path.parts[0] in ("suite", "terminal") or "__pycache__" in path.parts


# ---------- the engine ----------


def _engine(root: Path, target: Path) -> None:
    """Build the engine's wheel and compile it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for source in sources(root):
            copy = folder / "project" / source.relative_to(root)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
        for linked in (*root.glob("README*"), *root.glob("LICEN[CS]E*")):
            shutil.copyfile(linked, folder / "project" / linked.name)
        _run([sys.executable, "-m", "build", "-w", "-n", "-o", str(folder), str(folder / "project")])
        (wheel,) = folder.glob("*.whl")
        _compile(wheel, bare=True)
        (compiled,) = folder.glob("*.whl")
        _pack(_entries(compiled), target)


def _compile(archive: Path, *, bare: bool = False) -> None:
    """Compile the modules in *archive* with pyodide-build, *bare* without docstrings and assertions."""
    minor = f"{sys.version_info.major}.{sys.version_info.minor}"
    if not _lock()["info"]["python"].startswith(minor + "."):
        raise RuntimeError(f"Python {minor} cannot compile for Pyodide's Python {_lock()['info']['python']}")
    # With a fixed date pyodide-build marks its files by the hash of their source, not by the time of day.
    environment = {"SOURCE_DATE_EPOCH": "315532800", "PYTHONOPTIMIZE": "2" if bare else ""}
    _run([sys.executable, "-m", "pyodide_cli", "py-compile", "--silent", str(archive)], environment)


def _parts(engine: Path) -> dict[str, list[tuple[str, bytes]]]:
    """Divide the compiled engine into archives: what all games need, and each game's folder."""
    parts: dict[str, list[tuple[str, bytes]]] = {"engine.zip": []}
    for name, content in _entries(engine):
        package, *folders, module = name.split("/")
        if package == "rules_engine" and module != "__main__.pyc":
            parts.setdefault(f"{folders[0]}.zip" if folders else "engine.zip", []).append((name, content))
    return parts


# ---------- the standard library ----------


def _probe(engine: Path, root: Path, target: Path) -> None:
    """Write down which files of the standard library the engine needs."""
    given = json.dumps({"questions": _questions(root)})
    target.write_text(_run(["node", str(HERE / "probe.mjs"), str(engine)], given=given), "utf-8")


def _questions(root: Path) -> list[dict[str, Any]]:
    """Return one documented question of each kind of each game."""
    first: dict[tuple[str, str], dict[str, Any]] = {}
    for path in sorted((root / "tutorials").glob("*/*.yaml")):
        fixture = yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
        for example in fixture.get("examples", []):
            question = {"game": path.parent.name, **example["question"]}
            first.setdefault((question["game"], question["ask"]), question)
    return list(first.values())


def _library(needed: Sequence[str], target: Path) -> None:
    """Trim the standard library to what is *needed* and compile it."""
    with tempfile.TemporaryDirectory() as name:
        trimmed = Path(name) / "stdlib.zip"
        whole = _entries(PYODIDE / "python_stdlib.zip")
        _pack(((entry, content) for entry, content in whole if _keep(entry, needed)), trimmed)
        _compile(trimmed, bare=True)
        _pack(_entries(trimmed), target)


def _keep(entry: str, needed: Sequence[str]) -> bool:
    wanted = entry in needed or any(fnmatch(entry, kept) for kept in ALWAYS)
    return wanted and not any(fnmatch(entry, left) for left in NEVER)


# ---------- archives and programs ----------


def _entries(archive: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files in *archive* by name."""
    with zipfile.ZipFile(archive) as opened:
        for name in sorted(opened.namelist()):
            if not name.endswith("/"):
                yield name, opened.read(name)


def _pack(entries: Iterable[tuple[str, bytes]], target: Path) -> None:
    """Pack *entries* so that the same ones always give the same bytes."""
    with zipfile.ZipFile(target, "w") as opened:
        for name, content in entries:
            info = zipfile.ZipInfo(name, EARLIEST)
            info.create_system = 3
            info.external_attr = 0o644 << 16
            opened.writestr(info, content)


def _run(command: Sequence[str], environment: dict[str, str] | None = None, given: str | None = None) -> str:
    """Run a program and return what it printed. Raise ``RuntimeError`` with its last words if it failed."""
    done = subprocess.run(
        command,
        input=given,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]} … {command[-1]} failed:\n{(done.stderr or done.stdout)[-2000:]}")
    return done.stdout

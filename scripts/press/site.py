"""The three sites: from the fixtures to files that any static host can serve."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rules_engine.suite.fixtures import SOURCE, Language, Suite
from rules_engine.suite.loading import Loaded, load
from rules_engine.suite.telling import english, fault_line
from rules_engine.suite.wording import shipped_words

from . import configs, pages, runtime, search
from .book import Book
from .drawing import draw_all
from .scenery import drawings

ROOT = Path(__file__).resolve().parents[2]
BUILD, SITE, PAGES = ROOT / "build", ROOT / "site", ROOT / "docs" / "pages"
"""Where the sites are built unless told otherwise, and the pages written by hand."""

Tell = Callable[[str], None]


class Unbuildable(Exception):
    """The fixtures have faults; each argument is one line about one of them."""


def build(tell: Tell, out: Path = ROOT) -> None:
    """Build all sites into ``site/`` of a folder, by way of its ``build/``.

    Raise :class:`Unbuildable` if the fixtures have faults.
    """
    with _timed(tell, "fixtures"):
        suite = _suite(load(ROOT))
    with _timed(tell, "browser engine"):
        shared = _shared(suite, out / "build")
    books = [Book(suite, language, shared) for language in in_order(suite)]
    with _timed(tell, "scenes"):
        drawn = draw_all(
            [drawing for book in books for drawing in drawings(book)], {book.lang: book.ui() for book in books}
        )
    for book in books:
        with _timed(tell, f"pages in {book.language.about.name}"):
            _language(book, drawn, out)
    with _timed(tell, "shared files"):
        _publish(shared, out)


@contextmanager
def _timed(tell: Tell, what: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    tell(f"{what}: {time.perf_counter() - start:.1f} s")


def _suite(loaded: Loaded) -> Suite:
    if not loaded.usable:
        lines = [
            fault_line(fault.where, fault.fault, english(loaded.suite)) for fault in loaded.faults if not fault.warning
        ]
        raise Unbuildable(*lines)
    return loaded.suite


def in_order(suite: Suite) -> list[Language]:
    """Return the languages in the order in which their sites are built: the source's, at the root, comes first."""
    return sorted(suite.languages.values(), key=lambda language: (language.code != SOURCE, language.code))


def directions(suite: Suite) -> dict[str, str]:
    """Return the direction of every language."""
    return {language.code: language.about.direction for language in in_order(suite)}


# What the languages share


def _shared(suite: Suite, build: Path) -> str:
    """Fill ``shared`` of the build folder with what the languages share; return its hash, which names its folder."""
    out = build / "shared"
    shutil.rmtree(out, ignore_errors=True)
    runtime.build(out / "pyodide", cache=build / "cache")
    runtime.scripts(out / "js")
    for place, source in configs.shared_files(ROOT, ROOT / "node_modules").items():
        _copy(source, out / place)
    _copy(ROOT / "docs" / "assets" / "cards.svg", out / "cards.svg")
    for name, content in _data(suite):
        _write(out / "data" / name, content)
    for schema in sorted((ROOT / "docs" / "assets" / "schema").glob("*.json")):
        _copy(schema, out / "schema" / schema.name)
    return _hash(out)


def _data(suite: Suite) -> Iterator[tuple[str, str]]:
    for code, language in suite.languages.items():
        book = Book(suite, language, "")
        yield f"ui.{code}.json", _json(book.ui())
        for game in suite.games.values():
            yield f"{game.name}.{code}.json", _json(shipped_words(game, language))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _hash(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(folder).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def _publish(shared: str, out: Path) -> None:
    """Put the shared folder into the site; only the one that the pages name stays."""
    target = out / "site" / "_"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(out / "build" / "shared", target / shared)


# One language


def _language(book: Book, drawn: Mapping[str, str], out: Path) -> None:
    written = pages.written(book, drawn, PAGES)
    folder = out / "build" / "pages" / book.lang
    shutil.rmtree(folder, ignore_errors=True)
    for page in written:
        _write(folder / page.file, page.source)
    words: Any = book.language.plain["theme"]
    config = configs.write(
        out / "build", book.lang, pages.navigation(book, written), words, book.shared, directions(book.suite)
    )
    _mkdocs(config)
    site = out / "site" / configs.folder(book.lang)
    search.write(site, [entry for page in written for entry in page.entries])
    configs.drop_theme_copies(site)


def _mkdocs(config: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-f", str(config)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": "315532800"},
    )
    if done.returncode:
        raise RuntimeError(f"mkdocs failed on {config.name}:\n{(done.stdout + done.stderr)[-4000:]}")


def _write(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, "utf-8")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)

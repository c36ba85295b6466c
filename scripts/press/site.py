"""The three sites: from the fixtures to files that any static host can serve.

Whatever was made before from the same things is not made again (see :mod:`.keeping`), and a file that holds what it
should is left alone; so a build after a change gives, in less time, the bytes that a build from nothing gives.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from rules_engine.suite.fixtures import Language, Suite
from rules_engine.suite.loading import Loaded, load
from rules_engine.suite.shapes import SOURCE
from rules_engine.suite.telling import english, fault_line
from rules_engine.suite.wording import shipped_words

from . import cards, configs, download, faces, licences, offline, pages, policy, runtime, search, tracing
from .book import Book
from .drawing import draw_all
from .keeping import Kept, drop_all_but, files_in, write_if_changed
from .page import Written
from .rendering import rendered
from .scenery import drawings

ROOT = Path(__file__).resolve().parents[2]
BUILD, SITE = ROOT / "build", ROOT / "site"
"""Where the sites are built unless told otherwise."""
PAGES, THEME = ROOT / "docs" / "pages", ROOT / "docs" / "theme"
"""The pages written by hand, and the templates."""

SHARED = "shared-by-all"
"""What pages call the shared folder until they are published: its real name changes with every word in it."""

Tell = Callable[[str], None]


class Unbuildable(Exception):
    """The fixtures have faults; each argument is one line about one of them."""


def build(tell: Tell, out: Path = ROOT, *, anew: bool = False) -> None:
    """Build all sites into ``site/`` of a folder, by way of its ``build/``, the languages at the same time.

    With *anew* nothing is taken from the build before but the browser's engine. Raise :class:`Unbuildable` if the
    fixtures have faults.
    """
    suite, shared = _begun(tell, out)
    languages = in_order(suite)
    _at_once([partial(build_language, suite, language, shared, out, tell, anew=anew) for language in languages])
    _ended(suite, shared, out, tell)


def build_in_turn(tell: Tell, built: Callable[[str, bool], bool], first: str, out: Path = ROOT) -> None:
    """Build all sites one after the other in this process, the language *first* before the others.

    *built* is told each language's code, and whether anything in its site has changed, as soon as it is there; if it
    answers no, the others are left as they are. Raise :class:`Unbuildable` if the fixtures have faults.
    """
    suite, shared = _begun(tell, out)
    for language in sorted(in_order(suite), key=lambda language: language.code != first):
        if not built(language.code, build_language(suite, language, shared, out, tell)):
            return
    _ended(suite, shared, out, tell)


def _begun(tell: Tell, out: Path) -> tuple[Suite, str]:
    with _timed(tell, "fixtures"):
        suite = _suite(load(ROOT))
    with _timed(tell, "browser engine"):
        shared = _shared(suite, out / "build")
        _publish_shared(shared, out)
    return suite, shared


def _ended(suite: Suite, shared: str, out: Path, tell: Tell) -> None:
    with _timed(tell, "shared files"):
        _sweep(suite, shared, _offer(suite, out), out)
        offline.write(out / "site", suite, shared)
        policy.write(out / "site", THEME)


@contextmanager
def _timed(tell: Tell, what: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    tell(f"{what}: {time.perf_counter() - start:.1f} s")


def _at_once(acts: Sequence[Callable[[], object]]) -> None:
    """Run each of *acts* in a process of its own, which begins with all that was loaded here. Raise what one raises."""
    fork = multiprocessing.get_context("fork")
    started = []
    for act in acts:
        ours, theirs = fork.Pipe(duplex=False)
        process = fork.Process(target=_acted, args=(act, theirs))
        process.start()
        theirs.close()
        started.append((process, ours))
    failures = [_failure(ours) for _, ours in started]
    for process, _ in started:
        process.join()
    for failure in filter(None, failures):
        raise failure


def _acted(act: Callable[[], object], end: Connection) -> None:
    try:
        act()
        end.send(None)
    except RuntimeError as failure:  # what is wrong with the pages
        end.send(failure)
    except Exception as failure:  # what is wrong with this program
        end.send(failure)
        raise


def _failure(end: Connection) -> Exception | None:
    try:
        failure: Exception | None = end.recv()
    except EOFError:
        return RuntimeError("a language's process has ended before its time")
    return failure


def _suite(loaded: Loaded) -> Suite:
    if not loaded.usable:
        # what is missing because a file cannot be read is no fault of its own
        unread = [fault for document in loaded.documents.values() for fault in document.faults]
        faults = unread or [fault for fault in loaded.faults if not fault.warning]
        words = english(loaded.suite)
        raise Unbuildable(*(fault_line(fault.where, fault.fault, words) for fault in faults))
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
    faces.write(out / "fonts", cache=build / "cache")
    for place, source in {**configs.shared_files(ROOT), **licences.texts()}.items():
        _copy(source, out / place)
    picture = (ROOT / "docs" / "assets" / "cards.svg").read_text("utf-8")
    _write(out / "cards.svg", cards.whole(picture))
    _write(out / "small-cards.svg", cards.small(picture))
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
    for place, path in sorted(files_in(folder).items()):
        digest.update(f"{place}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def _publish_shared(shared: str, out: Path) -> None:
    """Put the shared folder into the site beside older ones, which pages may still name."""
    for place, path in files_in(out / "build" / "shared").items():
        write_if_changed(out / "site" / "_" / shared / place, path.read_bytes())


# One language


def build_language(suite: Suite, language: Language, shared: str, out: Path, tell: Tell, *, anew: bool = False) -> bool:
    """Build the site of one language, whose pages name the *shared* folder. Tell whether anything in it has changed."""
    book = Book(suite, language, SHARED)
    with _timed(tell, f"pages in {language.about.name}"):
        cache = out / "build" / "cache"
        drawn, known = (Kept(cache / f"{kind}.{book.lang}.json", anew=anew) for kind in ("drawn", "rendered"))
        scenes = draw_all(drawings(book), book.lang, book.ui(), drawn)
        written = pages.written(book, scenes, tracing.traces(book, drawn), PAGES)
        _render(book, written, known, out)
        drawn.save()
        known.save()
        return _publish(book.lang, shared, out)


def _render(book: Book, written: Sequence[Written], known: Kept, out: Path) -> None:
    """Write one language's Markdown, and fill ``html/<language>`` of the build folder with what becomes of it."""
    build = out / "build"
    sources = {page.file: page.source for page in written}
    for place, source in sources.items():
        write_if_changed(build / "pages" / book.lang / place, source.encode())
    drop_all_but(build / "pages" / book.lang, {*sources})
    words: Any = book.language.plain["theme"]
    config = configs.write(build, book.lang, pages.navigation(book, written), words, SHARED, directions(book.suite))
    html, places = build / "html" / book.lang, set[str]()
    for place, content in rendered(config, known):
        write_if_changed(html / place, content.encode())
        places.add(place)
    entries = [entry for page in written for entry in page.entries]
    reading: Any = book.language.plain["reading"]
    index = search.write(html, entries, {**reading, "endings": configs.endings(book.lang)})
    drop_all_but(html, {*places, index.relative_to(html).as_posix()})


def _publish(lang: str, shared: str, out: Path) -> bool:
    """Put one language's pages into the site, where they name the shared folder. Tell whether anything has changed."""
    site, changed = out / "site" / configs.folder(lang), False
    for place, path in files_in(out / "build" / "html" / lang).items():
        content = path.read_bytes().replace(f"_/{SHARED}/".encode(), f"_/{shared}/".encode())
        changed |= write_if_changed(site / place, content)
    return changed


def _offer(suite: Suite, out: Path) -> set[str]:
    """Put into the site what it offers to other programs; return its places."""
    kept = Kept(out / "build" / "cache" / "download.all.json")
    offered = dict(download.files(suite, ROOT, kept))
    kept.save()
    for place, content in offered.items():
        write_if_changed(out / "site" / place, content)
    return {*offered}


def _sweep(suite: Suite, shared: str, offered: set[str], out: Path) -> None:
    """Delete from the site what belongs to none of the languages: pages of former builds, and former shared folders."""
    wanted = {f"_/{shared}/{place}" for place in files_in(out / "build" / "shared")}
    for code in suite.languages:
        places = (*files_in(out / "build" / "html" / code), offline.LIST, offline.MANIFEST)
        wanted |= {f"{configs.folder(code)}{place}" for place in places}
    drop_all_but(out / "site", {*wanted, *offered, offline.WORKER, *policy.FILES})


def _write(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, "utf-8")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)

"""What the site is made with: the page that lists it, and the licence texts that lie beside what they are about."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

import rules_engine
from rules_engine.saying import Safe

from .book import Book
from .configs import material
from .packages import ROOT, Package, packages

NODE_MODULES = ROOT / "node_modules"
TEXTS = ROOT / "docs" / "assets" / "licences"
FOLDER = "licences"
"""Where the texts lie within the shared folder."""
CREATIVE_COMMONS = "https://creativecommons.org/licenses/by/4.0/"


@dataclass(frozen=True, slots=True)
class Shipped:
    """What comes to readers under the name of a package: the *texts* that its licence asks to go with it.

    *within* are the names of others that it holds, and *word* the text that lists them.
    """

    texts: tuple[str, ...]
    within: tuple[str, ...] = ()
    word: str = ""


SHIPPED: Mapping[str, Shipped] = {
    "@fontsource-variable/noto-naskh-arabic": Shipped(("noto-naskh-arabic.txt",)),
    "@fontsource-variable/source-serif-4": Shipped(("source-serif-4.txt",)),
    "lit-html": Shipped(("lit-html.txt",)),
    "mkdocs-material": Shipped(
        ("mkdocs-material.txt", "within-material.txt", "Apache-2.0.txt"),
        (
            *("clipboard.js (MIT)", "escape-html (MIT)", "focus-visible (W3C-20150513)", "lunr (MIT)"),
            *("RxJS (Apache-2.0)", "tslib (0BSD)"),
        ),
        "made_with_within_material",
    ),
    "pyodide": Shipped(
        ("MPL-2.0.txt", "PSF-2.0.txt", "within-pyodide.txt", "Apache-2.0.txt"),
        (
            *("bzip2 (bzip2-1.0.6)", "Emscripten (MIT)", "expat (MIT)", "hiwire (MPL-2.0)", "libffi (MIT)"),
            *("liblzma (0BSD)", "libmpdec (BSD-2-Clause)", "LLVM (Apache-2.0 WITH LLVM-exception)", "musl (MIT)"),
            *("SQLite (blessing)", "zlib (Zlib)"),
        ),
        "made_with_within_pyodide",
    ),
}
"""What comes to readers besides our own, by its package."""


def texts() -> dict[str, Path]:
    """Return the licence texts: place within the shared folder → the file to copy there, those of packages theirs."""
    fonts = NODE_MODULES / "@fontsource-variable"
    (of_material,) = material().parent.glob("mkdocs_material-*.dist-info/licenses/LICENSE")
    found = {
        "qawaid.txt": ROOT / "LICENSE",
        "noto-naskh-arabic.txt": fonts / "noto-naskh-arabic" / "LICENSE",
        "source-serif-4.txt": fonts / "source-serif-4" / "LICENSE",
        "lit-html.txt": NODE_MODULES / "lit-html" / "LICENSE",
        "mkdocs-material.txt": of_material,
        **{text.name: text for text in sorted(TEXTS.glob("*.txt"))},
    }
    return {f"{FOLDER}/{name}": source for name, source in found.items()}


def python_version() -> str:
    """Return the version of Python that comes within Pyodide."""
    lock = json.loads((NODE_MODULES / "pyodide" / "pyodide-lock.json").read_text("utf-8"))
    return str(lock["info"]["python"])


# The page


def sections(book: Book, page: str) -> Iterator[tuple[str, str, str]]:
    """Give the sections of the page: anchor, heading and what stands under it, as HTML."""
    all_ = packages()
    shipped = (_package(book, package, page) for package in all_ if package.name in SHIPPED)
    built = (_package(book, package, page) for package in all_ if package.asked and package.name not in SHIPPED)
    further = [package for package in all_ if not package.asked]
    yield "shipped", book.press("made_with_shipped"), _list((*_own(book, page), *shipped))
    yield "built", book.press("made_with_built"), _list(built)
    lead = book.press("made_with_further_lead", count=len(further))
    yield "further", book.press("made_with_further"), f"<p>{lead}</p>{_list(_by_licence(further))}"


Term = tuple[str, tuple[str, ...]]
"""A name and what is said of it, both as HTML."""


def _list(terms: Iterable[Term]) -> str:
    listed = (f"<dt>{name}</dt><dd>{''.join(f'<p>{text}</p>' for text in told)}</dd>" for name, told in terms)
    return f'<dl class="q-terms">{"".join(listed)}</dl>'


def _own(book: Book, page: str) -> Iterator[Term]:
    name = f"{book.press('made_with_qawaid')} {_latin(rules_engine.__version__)}"
    ours = _text(book, page, "qawaid.txt")
    deed = f'<a href="{CREATIVE_COMMONS}">{_latin("CC BY 4.0")}</a>'
    yield name, (book.press("made_with_code"), _licence(book, "MIT", (ours,)))
    yield name, (book.press("made_with_texts"), _licence(book, "CC-BY-4.0", (ours, deed)))
    python, text = _latin(f"Python {python_version()}"), _text(book, page, "PSF-2.0.txt")
    yield python, (book.press("made_with_python"), _licence(book, "PSF-2.0", (text,)))


def _package(book: Book, package: Package, page: str) -> Term:
    about = SHIPPED.get(package.name, Shipped(()))
    within = [book.press(about.word, names=Safe(_joined(about.within)))] if about.within else []
    links = tuple(_text(book, page, text) for text in about.texts)
    reason = book.press(f"made_with_reasons.{package.name}")
    return _latin(f"{package.name} {package.version}"), (reason, *within, _licence(book, package.licence, links))


def _licence(book: Book, expression: str, texts: Iterable[str]) -> str:
    said = book.press("made_with_licence", licence=Safe(_latin(expression)))
    links = " · ".join(texts)
    return f"{said} · {book.press('made_with_text', texts=Safe(links))}" if links else said


def _text(book: Book, page: str, name: str) -> str:
    return f'<a href="{book.to_shared(page)}{FOLDER}/{name}">{_latin(name.removesuffix(".txt"))}</a>'


def _by_licence(packages: Iterable[Package]) -> Iterator[Term]:
    found: dict[str, list[str]] = {}
    for package in packages:
        found.setdefault(package.licence, []).append(f"{package.name} {package.version}")
    for licence, names in sorted(found.items(), key=lambda entry: (-len(entry[1]), entry[0])):
        yield _latin(licence), (_joined(names),)


def _joined(names: Iterable[str]) -> str:
    return " · ".join(map(_latin, names))


def _latin(text: str) -> str:
    return f'<bdi class="q-long" dir="ltr">{escape(text)}</bdi>'

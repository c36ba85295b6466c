"""The search index of one language: Material's form of documents, and how the search is to read questions.

What is shown is indexed as it stands, and beside it the other words by which people ask for it. How words of a text and
words of a question are made alike (spelling, endings, words that say nothing) is the work of ``docs/theme/search.js``,
which runs before Material's worker and takes its data from the configuration written here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SEPARATOR = r"""[\s\-–—−+=<>|/.,:;!?()…،؛؟«»„“”‘’"'\u2066-\u2069]+|&[a-z0-9#]+;"""
"""What stands between words, of texts and of questions alike."""

FIELDS = {"title": 4.0, "asked": 4.0, "text": 1.0}
"""Fields and their weight; `asked` is the unseen companion of `title`."""


@dataclass(frozen=True)
class Entry:
    """A page, heading, rule or term to be found; title and text are safe HTML without block elements.

    *asked* are other words for it, which are found like its title and never shown.
    """

    location: str
    title: str
    text: str
    asked: tuple[str, ...] = ()


def write(site: Path, entries: Sequence[Entry], reading: Mapping[str, Any]) -> Path:
    """Write the index of one built site and return its path; *reading* as in `index`."""
    path = site / "search" / "search_index.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(index(entries, reading), ensure_ascii=False, separators=(",", ":")), "utf-8")
    return path


def index(entries: Sequence[Entry], reading: Mapping[str, Any]) -> dict[str, Any]:
    """Return the whole index: how to read it, and the documents.

    *reading* is for search.js: ``passed_over``, the words of a question that do not tell what it is about, ``same``,
    the rows of words that stand for one another, and ``endings``, the language by whose endings words are compared.
    """
    check_order(entries)
    return {
        "config": {
            # with English alone the worker loads no language of its own; search.js puts another stemmer in its place
            "lang": ["en"],
            "separator": SEPARATOR,
            "pipeline": ["stemmer"],
            "fields": {name: {"boost": boost} for name, boost in FIELDS.items()},
            "reading": {
                "endings": reading["endings"],
                "passed_over": reading["passed_over"].split(),
                "same": [row.split() for row in reading["same"]],
            },
        },
        "docs": [document(entry) for entry in entries],
    }


def check_order(entries: Iterable[Entry]) -> None:
    """Raise ValueError unless locations are unique and each page comes before its places: the worker drops orphans."""
    seen: set[str] = set()
    for entry in entries:
        page, _, anchor = entry.location.partition("#")
        if entry.location in seen:
            raise ValueError(f"search: {entry.location!r} comes twice")
        if anchor and page not in seen:
            raise ValueError(f"search: {entry.location!r} comes before its page")
        seen.add(entry.location)


def document(entry: Entry) -> dict[str, str]:
    """Return an entry as the worker wants it, without an empty companion."""
    # the text in one element, so that a result shows the whole of it and not the piece between two tags
    shown = {"location": entry.location, "title": entry.title, "text": f"<p>{entry.text}</p>" if entry.text else ""}
    return {**shown, "asked": " ".join(entry.asked)} if entry.asked else shown

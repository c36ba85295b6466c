"""The search index of one language, in the form that Material's worker reads.

A reader types كبيره or لاعب where the page has الكبيرة or اللاعبُ, ordago for órdago, Faenge for Fänge. The worker
matches the beginnings of words and knows nothing of that, so each document also carries the other ways to write its
words, in two fields of their own: they are indexed like the title and the text, and never shown.
"""

from __future__ import annotations

import functools
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SEPARATOR = r"""[\s\-–—−+=<>|/.,:;!?()…،؛؟«»„“”‘’"'\u2066-\u2069]+|&[a-z0-9#]+;"""
"""What stands between words, for Python and for the worker alike."""

FIELDS = {"title": 1000.0, "names": 500.0, "text": 1.0, "words": 1.0}
"""Fields and their weight; `names` and `words` are the unseen companions of `title` and `text`."""

MARKS = re.compile("[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]")
"""Vowel signs, and the stroke that only stretches a word."""

PREFIXES = ("وال", "فال", "بال", "كال", "ولل", "ال", "لل", "و")
"""And, then, with, like, for, the: written together with the word they go with."""

FOLDS = tuple(map(str.maketrans, ("أإآٱ", "ة", "ى"), ("اااا", "ه", "ي")))
"""Letters that many write without their dots or hamza."""

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
STEM = 3
"""Letters a word keeps at least when its prefix is taken off."""


@dataclass(frozen=True)
class Entry:
    """A page, heading, rule or term to be found; title and text are safe HTML without block elements."""

    location: str
    title: str
    text: str
    aliases: tuple[str, ...] = ()


def write(site: Path, entries: Sequence[Entry]) -> Path:
    """Write the index of one built site and return its path."""
    path = site / "search" / "search_index.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(index(entries), ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    return path


def index(entries: Sequence[Entry]) -> dict[str, Any]:
    """Return the whole index: how to read it, and the documents."""
    check_order(entries)
    return {
        "config": {
            # with English alone the worker loads no stemmer, and an empty pipeline takes off the English one
            "lang": ["en"],
            "separator": SEPARATOR,
            "pipeline": [],
            "fields": {name: {"boost": boost} for name, boost in FIELDS.items()},
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
    """Return an entry as the worker wants it, without empty companions."""
    names = [*words(entry.title), *(word for alias in entry.aliases for word in words(alias))]
    fields = {
        "location": entry.location,
        "title": entry.title,
        # in one element, so that a result shows the whole of it and not the piece between two tags
        "text": f"<p>{entry.text}</p>" if entry.text else "",
        "names": " ".join(unseen(words(entry.title), names, articled)),
        "words": " ".join(unseen(words(entry.text), words(entry.text), spellings)),
    }
    return {name: value for name, value in fields.items() if value or name in ("location", "title", "text")}


def words(html: str) -> list[str]:
    """Return the words of a text in small letters as the worker cuts them, also at tags and entities.

    >>> words('فاز <bdi dir="ltr">40-35</bdi>، ثم…')
    ['فاز', '40', '35', 'ثم']
    """
    return [word for word in re.split(SEPARATOR, re.sub("<[^>]*>", " ", html).lower()) if word]


def unseen(shown: Iterable[str], searched: Iterable[str], ways: Callable[[str], set[str]]) -> list[str]:
    """Return the ways to write the searched words that are not shown already, in a fixed order."""
    return sorted({way for word in searched for way in ways(word)} - set(shown))


@functools.lru_cache(maxsize=50_000)
def articled(word: str) -> set[str]:
    """Return the spellings of a word, those of an Arabic one also with the article.

    >>> sorted(articled("بونتو"))
    ['البونتو', 'بونتو']
    """
    return {way for spelling in spellings(word) for way in (spelling, with_article(spelling))}


def with_article(word: str) -> str:
    """Put the article before an Arabic word that begins with no prefix."""
    return f"ال{word}" if is_arabic(word) and not word.startswith(PREFIXES) else word


@functools.lru_cache(maxsize=50_000)
def spellings(word: str) -> set[str]:
    """Return the ways a reader may write a word, its own included.

    >>> sorted(spellings("órdago"))
    ['ordago', 'órdago']
    >>> "كبيره" in spellings("والكَبِيرَة")
    True
    """
    return {word, *(arabic(word) if is_arabic(word) else latin(word))}


def is_arabic(word: str) -> bool:
    """Tell whether a word begins with an Arabic letter."""
    return "\u0620" <= word[0] <= "\u064a"


def latin(word: str) -> set[str]:
    """Return a word with its umlauts written out, and in plain letters."""
    return {plain(word.translate(UMLAUTS)), plain(word.replace("ß", "ss"))}


def plain(word: str) -> str:
    """Return a word without the accents on its letters."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", word) if not unicodedata.combining(letter))


def arabic(word: str) -> set[str]:
    """Return an Arabic word without vowel signs and prefixes, with its letters exact or folded in any mixture."""
    forms = set(stems(MARKS.sub("", word)))
    for fold in FOLDS:
        forms |= {form.translate(fold) for form in forms}
    return forms


def stems(word: str) -> Iterator[str]:
    """Yield a word and what is left of it when prefixes are taken off, one after the other."""
    yield word
    for prefix in PREFIXES:
        if word.startswith(prefix) and len(word) - len(prefix) >= STEM:
            yield from stems(word.removeprefix(prefix))

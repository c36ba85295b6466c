"""Which Arabic text each translation was made from, so that a changed text shows that its translations are behind.

``docs/rules/<game>/accepted.json`` holds, by name of the text and language, a hash of the Arabic text. It is the only
file of the fixtures that a program writes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from rules_engine.reading import at, shapes_of
from rules_engine.suite.fixtures import Example, GameWords, GlossaryEntry, Page, RuleText, Section, Step, Walkthrough
from rules_engine.suite.shapes import SOURCE, Text

FILE = "accepted.json"
Accepted = Mapping[str, Mapping[str, str]]


def texts_of(value: object, name: str = "") -> Iterator[tuple[str, Text]]:
    """Give the texts of a fixture by names that stay the same when others are moved, added or taken away."""
    if isinstance(value, Text):
        yield name, value
    elif isinstance(value, tuple):
        for index, entry in enumerate(value):
            yield from texts_of(entry, at(name, index))
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            yield from texts_of(entry, at(name, key) if key else name)
    elif hasattr(value, "where"):
        yield from _of_record(value, _named(value, name))


def _of_record(record: object, name: str) -> Iterator[tuple[str, Text]]:
    below = at if "/" in name else "{}/{}".format
    for key in shapes_of(type(record)):
        yield from texts_of(getattr(record, key), below(name, key))


def _named(record: object, name: str) -> str:
    match record:
        case Page():
            return record.page
        case RuleText() | Example() | Walkthrough():
            return record.id
        case Section() | Step():
            return f"{name.partition('/')[0]}/{record.id}"
        case GlossaryEntry():
            return f"glossary/{record.key}"
        case GameWords():
            return "words"
    return name


def digest(text: Text) -> str:
    """Return the hash of a text's Arabic, blanks aside: a line broken elsewhere is no change."""
    return hashlib.sha256(" ".join(text[SOURCE].split()).encode()).hexdigest()[:12]


def behind(texts: Mapping[str, Text], accepted: Accepted) -> Mapping[str, tuple[str, ...]]:
    """Return the languages of each text that were translated from an Arabic text that has changed since."""
    return _languages(texts, lambda name, code: accepted.get(name, {}).get(code) not in (None, digest(texts[name])))


def not_yet(texts: Mapping[str, Text], accepted: Accepted) -> Mapping[str, tuple[str, ...]]:
    """Return the languages of each text whose translation was never accepted."""
    return _languages(texts, lambda name, code: code not in accepted.get(name, {}))


def _languages(texts: Mapping[str, Text], wanted: Callable[[str, str], bool]) -> Mapping[str, tuple[str, ...]]:
    found = {
        name: tuple(code for code in text.by if code != SOURCE and wanted(name, code))
        for name, text in texts.items()
        if SOURCE in text.by
    }
    return {name: codes for name, codes in found.items() if codes}


def accept(texts: Mapping[str, Text], accepted: Accepted, chosen: Collection[str]) -> Accepted:
    """Return what is accepted once the texts *chosen* are; texts that are gone are forgotten."""
    return {name: _hashes(text) if name in chosen else accepted.get(name, {}) for name, text in texts.items()}


def _hashes(text: Text) -> Mapping[str, str]:
    return {code: digest(text) for code in text.by if code != SOURCE} if SOURCE in text.by else {}


def written(accepted: Accepted) -> str:
    """Return the content of the file, sorted, a line a text, so that differences can be read."""
    entries: Iterable[str] = (
        f"  {json.dumps(name)}: {json.dumps(dict(sorted(hashes.items())))}"
        for name, hashes in sorted(accepted.items())
        if hashes
    )
    return "{\n" + ",\n".join(entries) + "\n}\n"

"""The suite that a wheel brings along: what ``export`` prints, as one JSON document beside this module.

A wheel holds no fixtures, and needs no reader of YAML for this. Nothing here stands in a line of a file: a place has
the path within the document alone, and whether translations are behind was told where the document was made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from rules_engine.reading import Fault, Shape, Unread, at
from rules_engine.suite.fixtures import About, Example, GameSuite, GameWords, Language, Page, Suite, Walkthrough
from rules_engine.suite.marks import Parsed
from rules_engine.suite.parsing import decode, failed, parse_json
from rules_engine.suite.shapes import Entry, Noted, Where

T = TypeVar("T")

FILE = Path(__file__).with_name("suite.json")
"""Where a wheel has its suite; in the project's own folder there is none."""
ADDED = ("address", "complete")
"""What the export adds to the records of fixtures: where they stand on the site, and the engine's whole answer."""


def parsed(file: Path) -> Parsed:
    """Read the document."""
    try:
        return Parsed(parse_json(decode(file.read_bytes())))
    except OSError as error:
        return failed("unreadable", 1, problem=error.strerror or "")
    except (ValueError, RecursionError) as error:
        return failed("not_clean_json", 1, problem=type(error).__name__)


def suite(document: Any, root: Path, faults: list[Fault]) -> Suite:
    """Return the suite that a document holds, as far as it can be read, noting what is wrong with it."""
    given: Mapping[str, Any] = document if isinstance(document, Mapping) else {}
    languages = {code: _language(plain, at("languages", code), faults) for code, plain in _named(given, "languages")}
    games = {name: _game(name, plain, at("games", name), faults) for name, plain in _named(given, "games")}
    return Suite(
        root,
        MappingProxyType(games),
        MappingProxyType({code: language for code, language in languages.items() if language}),
    )


def _named(given: Mapping[str, Any], key: str) -> list[tuple[str, Mapping[str, Any]]]:
    entries = given.get(key)
    return [*entries.items()] if isinstance(entries, Mapping) else []


def _language(plain: Mapping[str, Any], path: str, faults: list[Fault]) -> Language | None:
    about = _read(Entry(About), plain.get("language"), at(path, "language"), faults)
    return Language(about, MappingProxyType(dict(plain)), Where(path=path)) if about else None


def _game(name: str, plain: Mapping[str, Any], path: str, faults: list[Fault]) -> GameSuite:
    def all_(key: str, shape: Shape[T], entries: Iterable[Any]) -> tuple[T, ...]:
        found = (_read(shape, entry, at(at(path, key), place), faults) for place, entry in enumerate(entries))
        return tuple(value for value in found if value is not None)

    rules = {str(rule.get("id")): _bare(rule) for rule in _records(plain, "rules")}
    pages = (_page(page, rules) for page in _records(plain, "pages"))
    examples = all_("examples", Entry(Example), map(_bare, _records(plain, "examples")))
    lessons = all_("walkthroughs", Entry(Walkthrough), map(_lesson, _records(plain, "walkthroughs")))
    words = _read(Entry(GameWords), plain.get("words"), at(path, "words"), faults)
    return GameSuite(
        name,
        all_("pages", Entry(Page), pages),
        tuple(replace(example, game=name) for example in examples),
        tuple(replace(lesson, game=name) for lesson in lessons),
        words,
        accepted={},
        texts={},
        stale={},
    )


def _records(plain: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    entries = plain.get(key)
    return [entry for entry in entries if isinstance(entry, Mapping)] if isinstance(entries, list) else []


def _bare(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record of the export as it stands in the fixtures."""
    return {key: value for key, value in record.items() if key not in ADDED}


def _page(page: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return a page with its rules where the export has their ids; an unknown id stays, to be found at fault."""

    def whole(section: Mapping[str, Any]) -> dict[str, Any]:
        return {**section, "rules": [rules.get(id_, id_) for id_ in section.get("rules", ())]}

    return {**page, "sections": [whole(section) for section in _records(page, "sections")]}


def _lesson(lesson: Mapping[str, Any]) -> dict[str, Any]:
    return {**lesson, "steps": [_bare(step) for step in _records(lesson, "steps")]}


def _read(shape: Shape[T], value: object, path: str, faults: list[Fault]) -> T | None:
    noted = Noted(lambda below: Where(path=below))
    try:
        return shape.read(value, path, noted)
    except Unread:
        return None
    finally:
        faults.extend((*noted, *noted.aside))


def matches(document: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Give the recorded matches by id: each a question with the complete answer."""
    games = _named(document, "games") if isinstance(document, Mapping) else ()
    yield from ((str(match["id"]), match) for _, game in games for match in _records(game, "matches"))

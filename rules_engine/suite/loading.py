"""All fixtures from their files, and everything that is wrong with any of them, in one run.

Games are found by their folders in ``docs/rules`` and ``tutorials``, languages by their files in ``docs/words``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from rules_engine.games import Game, games
from rules_engine.reading import LARGEST, Fault, MappingOf, Shape, Unread, Words
from rules_engine.suite import accepting, agreeing, linting, packed, proofreading
from rules_engine.suite.fixtures import (
    About,
    Example,
    Examples,
    GameSuite,
    GameWords,
    Language,
    Lesson,
    Page,
    Suite,
    Walkthrough,
)
from rules_engine.suite.marks import Parsed
from rules_engine.suite.parsing import decode, failed, parse_bytes, read_file
from rules_engine.suite.shapes import AnyValue, Entry, Noted, Where
from rules_engine.suite.terms import NO_TERMS, STEM, Terms

T = TypeVar("T")

RULES, TUTORIALS, LANGUAGES, PAGES = "docs/rules", "tutorials", "docs/words", "docs/pages"
SUFFIXES = (".yaml", ".yml")


class FileFault(NamedTuple):
    """What is wrong in a file, and where. A *warning* does not keep the fixtures from being used."""

    where: Where
    fault: Fault
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A file of fixtures: its *name* relative to their root, its *stem*, and what it holds."""

    name: str
    parsed: Parsed

    @property
    def stem(self) -> str:
        """The name of the file alone, without its suffix."""
        return self.name.rpartition("/")[2].rpartition(".")[0]

    def where(self, path: str) -> Where:
        """Return the place of a path."""
        return Where(self.name, self.parsed.line(path), path)

    def fault(self, fault: Fault) -> FileFault:
        """Return a fault of this file with its place."""
        return FileFault(self.where(fault.path), fault)

    @property
    def faults(self) -> tuple[FileFault, ...]:
        """What was wrong with its text."""
        return tuple(FileFault(Where(self.name, line, f.path), f) for line, f in self.parsed.faults)


@dataclass(frozen=True, slots=True)
class Loaded:
    """The fixtures as far as they could be read, and every fault, by file and line.

    *packed* is the document that an installed wheel has instead of files.
    """

    suite: Suite
    faults: tuple[FileFault, ...]
    documents: Mapping[str, Document]
    packed: Mapping[str, Any] | None = None

    @property
    def usable(self) -> bool:
        """Whether there is nothing but warnings."""
        return all(fault.warning for fault in self.faults)


def root_of_fixtures() -> Path:
    """Return the folder that holds the fixtures: the one that holds this package."""
    return Path(__file__).resolve().parents[2]


def _is_packed(root: Path | None) -> bool:
    """Tell whether there is only the suite that a wheel brings along, and no fixtures."""
    return root is None and not (root_of_fixtures() / LANGUAGES).is_dir() and packed.FILE.is_file()


def load(root: Path | None = None, engine: Mapping[str, Game] | None = None, *, proofread: bool = True) -> Loaded:
    """Load all fixtures below *root*, and check them against one another and against the *engine*'s games.

    Unless they are only to be used, *proofread* their texts too. Without a *root*, an installed wheel gives the suite
    that it brings along.
    """
    if _is_packed(root):
        return unpacked(packed.FILE)
    base = root or root_of_fixtures()
    faults: list[FileFault] = []
    documents = {document.name: document for document in _documents(base, faults)}
    languages = _languages(documents, faults)
    known = linting.Known(
        {code: language.about.direction for code, language in languages.items()},
        {entry.id for entry in agreeing.ids(_values(documents)) if entry.scope == agreeing.RULE},
    )
    names = dict.fromkeys(_game_of(name) for name in documents if _game_of(name))
    suites = {name: _game(name, base, documents, faults) for name in names}
    suite = Suite(base, MappingProxyType(suites), MappingProxyType(languages))
    _check(suite, documents, known, games() if engine is None else engine, faults)
    if proofread:
        faults += [*_proofread(suite, documents, faults)]
    return Loaded(suite, tuple(sorted(_once(faults), key=_order)), documents)


def unpacked(file: Path) -> Loaded:
    """Load the suite from what ``export`` has printed. It was held against itself and the engine when that was made."""
    document = Document(file.name, packed.parsed(file))
    faults = list[Fault]()
    suite = packed.suite(document.parsed.value, file.parent, faults)
    read = (FileFault(Where(file.name, path=fault.path), fault) for fault in faults)
    value: Any = document.parsed.value
    whole = value if isinstance(value, Mapping) else {}
    return Loaded(suite, (*document.faults, *read), {file.name: document}, whole)


def _order(fault: FileFault) -> tuple[bool, Where, str]:
    return fault.warning, fault.where, fault.fault.kind


def _once(faults: Iterable[FileFault]) -> Iterator[FileFault]:
    seen = set()
    for fault in faults:
        key = (fault.where, fault.fault.kind, str(fault.fault.data))
        if key not in seen:
            seen.add(key)
            yield fault


def _documents(root: Path, faults: list[FileFault]) -> Iterator[Document]:
    folders = (*sorted(root.glob(f"{RULES}/*/")), *sorted(root.glob(f"{TUTORIALS}/*/")), root / LANGUAGES)
    for path in (file for folder in folders for file in sorted(folder.glob("*"))):
        if path.suffix in SUFFIXES and path.is_file():
            document = read_document(path, path.relative_to(root).as_posix())
            faults.extend(document.faults)
            yield document


def read_document(path: Path, name: str) -> Document:
    """Read a file of fixtures, whatever is wrong with it."""
    try:
        return Document(name, parse_bytes(read_file(path)))
    except OSError as error:
        return Document(name, failed("unreadable", 1, problem=error.strerror or ""))


def _values(documents: Mapping[str, Document]) -> Iterator[tuple[str, object]]:
    for name, document in documents.items():
        if not document.parsed.faults:
            yield name, document.parsed.value


def _game_of(name: str) -> str:
    """Return the game in whose folder a file lies, or ""."""
    for folder in (RULES, TUTORIALS):
        if name.startswith(f"{folder}/"):
            return name.removeprefix(f"{folder}/").partition("/")[0]
    return ""


def read_value(shape: Shape[T], document: Document, faults: list[FileFault]) -> T | None:
    """Read a document's value, noting all its faults; None if there is no value."""
    if document.parsed.faults:
        return None
    noted = Noted(document.where)
    try:
        value = shape.read(document.parsed.value, "", noted)
    except Unread:
        value = None
    faults.extend(document.fault(fault) for fault in (*noted, *noted.aside))
    return value


def _languages(documents: Mapping[str, Document], faults: list[FileFault]) -> dict[str, Language]:
    words = (d for name, d in documents.items() if name.startswith(f"{LANGUAGES}/") and d.stem != STEM)
    found = (_language(document, faults) for document in words)
    return {language.code: language for language in found if language}


def _language(document: Document, faults: list[FileFault]) -> Language | None:
    plain: Any = document.parsed.value
    if document.parsed.faults:
        return None
    noted = Noted(document.where)
    try:
        entries = MappingOf(AnyValue()).read(plain, "", noted)
        about = Entry(About).read(entries.get("language"), "language", noted)
    except Unread:
        faults.extend(document.fault(fault) for fault in noted)
        return None
    if about.code != document.stem:
        faults.append(document.fault(Fault("language.code", "name_of_file", {"value": about.code})))
    return Language(about, MappingProxyType(plain), document.where(""))


def _game(name: str, root: Path, documents: Mapping[str, Document], faults: list[FileFault]) -> GameSuite:
    rules = [d for n, d in documents.items() if n.startswith(f"{RULES}/{name}/")]
    tutorials = [d for n, d in documents.items() if n.startswith(f"{TUTORIALS}/{name}/")]
    pages = _all(
        read_value(Entry(Page), document, faults) for document in rules if document.stem not in ("words", STEM)
    )
    words = _all(read_value(Entry(GameWords), document, faults) for document in rules if document.stem == "words")
    lessons, examples = _tutorials(name, tutorials, faults)
    texts = {text: value for part in (pages, examples, lessons, words) for text, value in accepting.texts_of(part)}
    accepted = _accepted(root, name, faults)
    stale = accepting.behind(texts, accepted)
    return GameSuite(name, pages, examples, lessons, next(iter(words), None), accepted, texts, stale)


def _all(found: Iterable[T | None]) -> tuple[T, ...]:
    return tuple(value for value in found if value is not None)


def _tutorials(
    game: str, documents: Iterable[Document], faults: list[FileFault]
) -> tuple[tuple[Walkthrough, ...], tuple[Example, ...]]:
    lessons, examples = [], []
    for document in documents:
        if isinstance(document.parsed.value, dict) and "walkthrough" in document.parsed.value:
            lesson = read_value(Entry(Lesson), document, faults)
            lessons += [replace(lesson.walkthrough, game=game)] if lesson else []
        else:
            read = read_value(Entry(Examples), document, faults)
            examples += [replace(example, game=game) for example in read.examples] if read else []
    return tuple(lessons), tuple(examples)


def _accepted(root: Path, game: str, faults: list[FileFault]) -> accepting.Accepted:
    path = root / RULES / game / accepting.FILE
    if not path.is_file():
        return {}
    document = read_document(path, path.relative_to(root).as_posix())
    faults.extend(document.faults)
    return read_value(MappingOf(MappingOf(Words(64)), most=LARGEST), document, faults) or {}


def _check(
    suite: Suite,
    documents: Mapping[str, Document],
    known: linting.Known,
    engine: Mapping[str, Game],
    faults: list[FileFault],
) -> None:
    for name, value in _values(documents):
        right_to_left = known.directions.get(documents[name].stem) == "rtl"
        of_texts = _game_of(name) or documents[name].stem == STEM
        linted = linting.lint(value, known) if of_texts else linting.lint_words(value, "", right_to_left)
        faults.extend(map(documents[name].fault, linted))
    placed = placer(documents)
    entries = agreeing.ids(_values(documents))
    faults.extend(placed(where, fault) for where, fault in agreeing.twice(entries, documents))
    for game in suite.games.values():
        found = agreeing.disagreements(game, engine.get(game.name), suite, known.rules)
        faults.extend(placed(where, fault) for where, fault in found)
        faults.extend(_warnings(game))
    faults.extend(placed(where, fault) for where, fault in agreeing.between_languages(suite.languages))


def placer(documents: Mapping[str, Document]) -> Callable[[Where, Fault], FileFault]:
    """Return a function that gives a fault below a place the line where it stands."""

    def placed(where: Where, fault: Fault) -> FileFault:
        document = documents.get(where.file)
        path = agreeing.below(where.path, fault.path)
        return FileFault(document.where(path) if document else where, replace(fault, path=path))

    return placed


def _warnings(game: GameSuite) -> Iterator[FileFault]:
    """Give the texts whose translations are behind the Arabic, and those that nobody accepted yet."""
    if game.texts and not game.accepted:
        yield FileFault(Where(f"{RULES}/{game.name}/{accepting.FILE}"), Fault("", "nothing_accepted"), warning=True)
        return
    for kind, found in (
        ("behind_source", game.stale),
        ("not_accepted", accepting.not_yet(game.texts, game.accepted)),
    ):
        for name, codes in found.items():
            where = game.texts[name].where
            fault = Fault(where.path, kind, {"text": name, "languages": [*codes]})
            yield FileFault(where, fault, warning=True)


def _proofread(suite: Suite, documents: Mapping[str, Document], faults: list[FileFault]) -> Iterator[FileFault]:
    """Read all texts, the hand-written pages too, against the terms."""
    terms, texts = {}, {_text(entry) for entry in agreeing.ids(_values(documents))}
    for name, document in documents.items():
        if document.stem == STEM and not name.startswith(f"{TUTORIALS}/"):
            terms[_game_of(name)] = read_value(Entry(Terms), document, faults) or NO_TERMS
            yield from map(document.fault, terms[_game_of(name)].strange(suite.languages, texts))
    desk = proofreading.Desk(suite.languages, terms)
    for name, value in _values(documents):
        if (document := documents[name]).stem != STEM:
            game = _game_of(name)
            found = desk.of_game(game, value) if game else desk.of_language(document.stem, value)
            yield from map(document.fault, found)
    for code in suite.languages:
        for path in sorted((suite.root / PAGES / code).glob("*.md")):
            name = path.relative_to(suite.root).as_posix()
            yield from (FileFault(Where(name, line), fault) for line, fault in desk.of_page(code, _page(path)))


def _text(entry: agreeing.Id) -> str:
    """Return the id of a text as terms name it."""
    return f"glossary/{entry.id}" if entry.scope.endswith(" glossary") else entry.id


def _page(path: Path) -> str:
    """Return the text of a page, or none if it cannot be read: the builder says so."""
    try:
        return decode(read_file(path))
    except (OSError, UnicodeDecodeError):
        return ""

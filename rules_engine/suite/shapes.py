"""The shapes that only fixtures need: texts in every language, ids, entries that know where they stand.

They read plain values as those of :mod:`rules_engine.reading` do, and keep the place of what they read.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from rules_engine.reading import (
    MOST_FAULTS,
    Fault,
    ListOf,
    MappingOf,
    OneOf,
    Record,
    Shape,
    Unread,
    Words,
    at,
    gather,
    mapping,
    refuse,
    shown,
)
from rules_engine.reasons import Plain

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

D = TypeVar("D", bound="DataclassInstance")
T = TypeVar("T")
S = TypeVar("S")

SOURCE = "ar"
"""The language that texts are written in first; the others are translated from it."""
ID = r"[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*"
SLUG = r"[a-z0-9]+(-[a-z0-9]+)*"
TONGUES = ("ar", "arz", "apc", "de", "en", "es", "eu", "fr", "it")
"""The languages that terms come from: Arabic, that of Egypt, that of the Levant, Spanish, Basque and others."""
STATEMENT = r"[A-Z][A-Z0-9]*-[0-9]+(\.[0-9]+)?"


class Where(NamedTuple):
    """A place in the fixtures: a file, written relative to their root, a line, counted from 1, and the path there."""

    file: str = ""
    line: int = 0
    path: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


NOWHERE = Where()


def nowhere(path: str) -> Where:
    """Tell the place of a value that stands in no file."""
    return Where(path=path)


class Noted(list[Fault]):
    """Faults of one file, which also knows *where* its paths stand.

    Faults of list entries that are left out lie *aside*, so that what holds the list survives.
    """

    def __init__(self, where: Callable[[str], Where] = nowhere, aside: list[Fault] | None = None) -> None:
        super().__init__()
        self.where = where
        self.aside: list[Fault] = [] if aside is None else aside


def place(path: str, faults: list[Fault]) -> Where:
    """Return where *path* stands, as far as those who note faults know."""
    return faults.where(path) if isinstance(faults, Noted) else nowhere(path)


@dataclass(frozen=True, slots=True)
class Entry(Generic[D]):
    """A record that is told where it stands."""

    of: type[D]

    def read(self, value: object, path: str, faults: list[Fault]) -> D:
        """Read the record."""
        return replace(Record(self.of).read(value, path, faults), where=place(path, faults))

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return Record(self.of).schema()


@dataclass(frozen=True, slots=True)
class Sifted(Generic[T]):
    """A list out of which entries with faults are dropped, so that one slip does not hide a whole page.

    Read with plain faults instead of :class:`Noted` ones, it is as strict as any list.
    """

    each: Shape[T]
    least: int = 0

    def read(self, value: object, path: str, faults: list[Fault]) -> tuple[T, ...]:
        """Read the entries that can be read."""
        if not isinstance(faults, Noted):
            return ListOf(self.each, self.least).read(value, path, faults)
        entries = ListOf(AnyValue(), self.least).read(value, path, faults)
        kept = (self._kept(entry, at(path, index), faults) for index, entry in enumerate(entries))
        return tuple(entry for found in kept for entry in found)

    def _kept(self, value: object, path: str, outer: Noted) -> tuple[T, ...]:
        if len(outer.aside) >= MOST_FAULTS:
            return ()
        faults = Noted(outer.where, outer.aside)
        try:
            return (self.each.read(value, path, faults),)
        except Unread:
            outer.aside.extend(faults)
            return ()

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return ListOf(self.each, self.least).schema()


@dataclass(frozen=True, slots=True)
class AnyValue:
    """Whatever it is."""

    def read(self, value: object, path: str, faults: list[Fault]) -> object:  # noqa: ARG002 - a shape takes all three
        """Return the value."""
        return value

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema that allows everything."""
        return {}


@dataclass(frozen=True, slots=True)
class Made(Generic[S, T]):
    """A value of another shape, made into something else."""

    shape: Shape[S]
    make: Callable[[S], T]

    def read(self, value: object, path: str, faults: list[Fault]) -> T:
        """Read and make it."""
        return self.make(self.shape.read(value, path, faults))

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the plain value."""
        return self.shape.schema()


@dataclass(frozen=True, slots=True)
class Name:
    """A text that must match a pattern; *kind* names the fault if it does not."""

    pattern: str
    kind: str = "not_an_id"

    def read(self, value: object, path: str, faults: list[Fault]) -> str:
        """Read the name."""
        text = Words(200).read(value, path, faults)
        if not re.fullmatch(self.pattern, text):
            refuse(faults, path, self.kind, value=shown(text))
        return text

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return {"type": "string", "pattern": f"^{self.pattern}$", "maxLength": 200}


@dataclass(frozen=True, slots=True)
class AnyText:
    """A text that may be empty."""

    def read(self, value: object, path: str, faults: list[Fault]) -> str:
        """Read the text."""
        return "" if value == "" else Words().read(value, path, faults)

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return {"type": "string"}


@dataclass(frozen=True, slots=True)
class Leaves:
    """A plain mapping that is not empty: a question, or leaves of an answer. *ref* names its schema."""

    ref: str

    def read(self, value: object, path: str, faults: list[Fault]) -> Mapping[str, Plain]:
        """Read the mapping; what it holds is for the engine to judge."""
        given: Mapping[str, Any] = mapping(value, path, faults)
        if not given:
            refuse(faults, path, "empty_mapping")
        return MappingProxyType(dict(given))

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return {"$ref": f"#/$defs/{self.ref}"}


@dataclass(frozen=True, slots=True)
class PlainList:
    """A list of plain values, for the engine to judge."""

    least: int = 1

    def read(self, value: object, path: str, faults: list[Fault]) -> tuple[Any, ...]:
        """Read the list."""
        return ListOf(AnyValue(), self.least).read(value, path, faults)

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return ListOf(AnyValue(), self.least).schema()


@dataclass(frozen=True, slots=True)
class Text:
    """One text in every language: ``text["de"]``."""

    by: Mapping[str, str]
    where: Where = NOWHERE

    def __getitem__(self, language: str) -> str:
        return self.by[language]


@dataclass(frozen=True, slots=True)
class _InLanguages:
    """A text by language. Which languages there must be, the loader knows."""

    def read(self, value: object, path: str, faults: list[Fault]) -> Text:
        by = MappingOf(Words()).read(value, path, faults)
        if not by:
            refuse(faults, path, "empty_mapping")
        return Text(by, place(path, faults))

    def schema(self) -> dict[str, Any]:
        return {"$ref": "#/$defs/text"}


@dataclass(frozen=True, slots=True)
class _Cases:
    """A text, or a mapping of cases to texts; the only text gets the case ""."""

    def read(self, value: object, path: str, faults: list[Fault]) -> Mapping[str, Text]:
        given = mapping(value, path, faults)
        if given and all(isinstance(entry, Mapping) for entry in given.values()):
            return MappingOf(TEXT).read(given, path, faults)
        return MappingProxyType({"": TEXT.read(given, path, faults)})

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [TEXT.schema(), {"type": "object", "additionalProperties": TEXT.schema()}]}


@dataclass(frozen=True, slots=True)
class _Tree:
    """Texts under names, in as many levels as one likes."""

    def read(self, value: object, path: str, faults: list[Fault]) -> Mapping[str, Any]:
        given = mapping(value, path, faults)
        readings = (functools.partial(self._entry, entry, at(path, key), faults) for key, entry in given.items())
        return MappingProxyType(dict(zip(given, gather(readings), strict=True)))

    def _entry(self, value: object, path: str, faults: list[Fault]) -> Mapping[str, Any] | Text:
        inner = isinstance(value, Mapping) and value and all(isinstance(e, Mapping) for e in value.values())
        return self.read(value, path, faults) if inner else TEXT.read(value, path, faults)

    def schema(self) -> dict[str, Any]:
        return {"$ref": "#/$defs/texts"}


TEXT: Shape[Text] = _InLanguages()
TEXTS: Shape[Mapping[str, Any]] = _Tree()
CASES: Shape[Mapping[str, Text]] = _Cases()
FLAG = OneOf((True, False))
RULE_ID = Name(ID)
RULE_IDS = ListOf(RULE_ID)
QUESTION = Leaves("question")
ANSWER = Leaves("answer")

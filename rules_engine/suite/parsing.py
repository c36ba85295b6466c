"""Texts of files into plain values, with the line of every path. No input raises: what is wrong comes back as faults.

JSON needs the standard library alone. YAML is read by :mod:`rules_engine.suite.yaml_parsing`, which needs PyYAML.
"""

from __future__ import annotations

import importlib
import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from rules_engine.reading import Fault
from rules_engine.reasons import Plain

PLACE, STEP = re.compile(r"\[(\d{1,9})\]"), re.compile(r"[.\[]")
"""A place of a list at the start of a path, and where its next step may begin."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one text may hold, in all and in one *key*.

    *nodes* counts what aliases stand for each time they stand for it. After *faults* of its keys the rest is not read:
    they are one mistake, made over and over.
    """

    characters: int = 2_000_000
    key: int = 200
    nodes: int = 200_000
    depth: int = 50
    faults: int = 100


LIMITS = Limits()


class Located(NamedTuple):
    """A fault and the line where it stands."""

    line: int
    fault: Fault


class Mark(NamedTuple):
    """The line of an entry, and the marks of what it holds by their keys or places."""

    line: int
    marks: Marks


Marks = dict[str | int, Mark]
NO_MARKS: Marks = {}


@dataclass(frozen=True, slots=True)
class Parsed:
    """A plain value, the lines of its parts, and what was wrong with its text; the value is worth nothing if it was."""

    value: Plain = None
    mark: Mark = Mark(1, NO_MARKS)  # noqa: RUF009 (it is never changed)
    faults: tuple[Located, ...] = ()

    def line(self, path: str) -> int:
        """Return the line where *path* stands, or what holds it."""
        mark = self.mark
        while found := _first(path, mark.marks):
            mark, path = found
        return mark.line


def _first(path: str, marks: Marks) -> tuple[Mark, str] | None:
    """Return the mark of the first step of a path, the longest that is a key, and the rest of the path."""
    place = PLACE.match(path)
    if place and int(place[1]) in marks:
        return marks[int(place[1])], path[place.end() :]
    path = path.removeprefix(".")
    ends = (len(path), *reversed([step.start() for step in STEP.finditer(path)]))
    return next(((marks[path[:end]], path[end:]) for end in ends if path[:end] in marks), None)


def parse(text: str, limits: Limits = LIMITS) -> Parsed:
    """Parse one YAML document."""
    if len(text) > limits.characters:
        return failed("file_too_large", 1, most=limits.characters)
    try:
        reader = importlib.import_module("rules_engine.suite.yaml_parsing")
    except ModuleNotFoundError as error:
        if error.name != "yaml":
            raise
        return failed("needs_yaml", 1)
    read: Callable[[str, Limits], Parsed] = reader.parse
    return read(text, limits)


def failed(kind: str, line: int, **data: Plain) -> Parsed:
    """Return the result of a text that could not be parsed at all."""
    return Parsed(faults=(Located(line, Fault("", kind, data)),))


def decode(data: bytes) -> str:
    """Return the text of a file. Raise ``UnicodeDecodeError`` if it is not UTF-8."""
    return data.decode("utf-8-sig")


def read_file(path: Path, limits: Limits = LIMITS) -> bytes:
    """Return the content of a file, but never more than a little beyond what is accepted. Raise ``OSError``.

    A named pipe that nobody writes to is as good as empty.
    """
    with open(path, "rb", opener=_opened) as file:
        return file.read(4 * limits.characters + 1)


def _opened(path: str, flags: int) -> int:
    opened = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(opened, True)
    return opened


def parse_bytes(data: bytes, limits: Limits = LIMITS) -> Parsed:
    """Parse the content of a file."""
    if len(data) > 4 * limits.characters:
        return failed("file_too_large", 1, most=limits.characters)
    try:
        return parse(decode(data), limits)
    except UnicodeDecodeError as error:
        return failed("not_utf8", data.count(b"\n", 0, error.start) + 1, byte=error.start)


def parse_json(text: str) -> Plain:
    """Return the value of a clean JSON text: no key twice, whole numbers only. Raise ``ValueError`` otherwise."""
    value: Plain = json.loads(text, object_pairs_hook=_unique, parse_float=_refused, parse_constant=_refused)
    if "\\u" in text:
        json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair is no text
    return value


def _unique(pairs: list[tuple[str, Plain]]) -> dict[str, Plain]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError(pairs)
    return values


def _refused(number: str) -> Plain:
    raise ValueError(number)


def parse_any(data: bytes, limits: Limits = LIMITS) -> Parsed:
    """Parse JSON or YAML; what is not clean JSON is read as YAML, which tells where the trouble is."""
    if len(data) > 4 * limits.characters:
        return parse_bytes(data, limits)
    try:
        text = decode(data)
        if len(text) <= limits.characters:
            return Parsed(parse_json(text))
    except (ValueError, RecursionError):
        pass
    return parse_bytes(data, limits)

"""A text's plain value with the line of every path, and how much one text may hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
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

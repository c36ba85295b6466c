"""YAML into plain values, with the line of every path, and with none of YAML's surprises.

Only what JSON has as well is understood: mappings with text for keys, lists, texts, whole numbers, ``true``, ``false``
and ``null``. ``no``, ``on``, dates, ``010``, ``1:30`` and fractions stay text; keys that stand twice and merge keys are
refused.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

import yaml

from rules_engine.reading import Fault, Unread, at, shown
from rules_engine.reasons import Plain
from rules_engine.suite.marks import NO_MARKS, Limits, Located, Mark, Marks, Parsed

LOADER: type[yaml.CSafeLoader | yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The fast reader where it is there: both give the same events."""
WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,17})")
WORDS: Mapping[str, Plain] = {
    "": None, "~": None,
    **{word: value for text, value in (("null", None), ("true", True), ("false", False))
       for word in (text, text.title(), text.upper())},
}  # fmt: skip
TEXT_TAGS = ("!", "tag:yaml.org,2002:str")
PLAIN_TAGS = (None, "!", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq")


@dataclass(frozen=True, slots=True)
class _Measured:
    """A value that an anchor names, how many nodes it has and how deep it is."""

    value: Plain
    nodes: int
    depth: int


@dataclass(slots=True)
class _Parsing:
    """What is going on while one text is parsed: the events to come, what has been found, and the steps to it."""

    events: Iterator[yaml.Event]
    limits: Limits
    steps: list[str | int] = field(default_factory=list)
    faults: list[Located] = field(default_factory=list)
    anchors: dict[str, _Measured] = field(default_factory=dict)
    nodes: int = 0
    deepest: int = 0

    def refuse(self, kind: str, event: yaml.Event, **data: Plain) -> NoReturn:
        """Give up at an event."""
        self.faults.append(Located(_line(event), Fault("", kind, data)))
        raise Unread

    def value(self, event: yaml.Event, marks: Marks) -> Plain:
        """Return the value that starts with *event*, and mark what it holds."""
        depth = len(self.steps)
        assert isinstance(event, yaml.NodeEvent)
        self._count(1, depth, event)
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event, depth)
        before, self.deepest, outer = self.nodes, depth, self.deepest
        value = self._new(event, marks)
        if event.anchor:
            self.anchors[event.anchor] = _Measured(value, self.nodes - before + 1, self.deepest - depth)
        self.deepest = max(outer, self.deepest)
        return value

    def _new(self, event: yaml.NodeEvent, marks: Marks) -> Plain:
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event)
        assert isinstance(event, yaml.CollectionStartEvent)
        if event.tag not in PLAIN_TAGS:
            self.refuse("yaml_tag", event, value=shown(event.tag))
        if isinstance(event, yaml.SequenceStartEvent):
            return self._list(marks)
        return self._mapping(marks)

    def _entry(self, event: yaml.Event, step: str | int, marks: Marks, line: int) -> Plain:
        """Return the value of an entry, and mark it."""
        within: Marks = {}
        self.steps.append(step)
        value = self.value(event, within)
        self.steps.pop()
        marks[step] = Mark(line, within or NO_MARKS)
        return value

    def _count(self, nodes: int, depth: int, event: yaml.Event) -> None:
        self.nodes += nodes
        self.deepest = max(self.deepest, depth)
        if self.nodes > self.limits.nodes:
            self.refuse("yaml_too_much", event, most=self.limits.nodes)
        if depth > self.limits.depth:
            self.refuse("yaml_too_deep", event, most=self.limits.depth)

    def _alias(self, event: yaml.AliasEvent, depth: int) -> Plain:
        known = self.anchors.get(event.anchor or "")
        if known is None:
            self.refuse("yaml_alias", event, value=shown(event.anchor))
        self._count(known.nodes - 1, depth + known.depth, event)
        return known.value

    def _scalar(self, event: yaml.ScalarEvent) -> Plain:
        if event.tag is None:
            return event.value if event.style else plain_scalar(event.value)
        if event.tag not in TEXT_TAGS:
            self.refuse("yaml_tag", event, value=shown(event.tag))
        return event.value

    def _list(self, marks: Marks) -> list[Plain]:
        values: list[Plain] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            values.append(self._entry(event, len(values), marks, _line(event)))
        return values

    def _mapping(self, marks: Marks) -> dict[str, Plain]:
        values: dict[str, Plain] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key, line = self._key(event), _line(event)
            if key in values:
                self._twice(key, line, marks[key].line)
                line = marks[key].line
            values[key] = self._entry(next(self.events), key, marks, line)
        return values

    def _key(self, event: yaml.Event) -> str:
        self._count(1, len(self.steps), event)
        if not isinstance(event, yaml.ScalarEvent):
            self.refuse("yaml_key", event)
        if event.value == "<<" and not event.style:
            self.refuse("yaml_merge", event)
        if len(event.value) > self.limits.key:
            self.refuse("text_too_long", event, most=self.limits.key)
        if event.anchor:
            self.anchors[event.anchor] = _Measured(event.value, 1, 0)
        return event.value

    def _twice(self, key: str, line: int, first: int) -> None:
        path = functools.reduce(at, (*self.steps, key), "")
        fault = Fault(path, "duplicate_key", {"key": shown(key), "line": first})
        self.faults.append(Located(line, fault))
        if len(self.faults) >= self.limits.faults:
            raise Unread


def plain_scalar(text: str) -> Plain:
    """Return what an unquoted scalar means.

    >>> [plain_scalar(text) for text in ("40", "no", "010", "2026-11-29", "true", "~", "1.5")]
    [40, 'no', '010', '2026-11-29', True, None, '1.5']
    """
    if text in WORDS:
        return WORDS[text]
    return int(text) if WHOLE.fullmatch(text) else text


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


def parse(text: str, limits: Limits) -> Parsed:
    """Parse one YAML document of a size that is allowed."""
    parsing, mark = _Parsing(iter(()), limits), Mark(1, {})
    try:
        parsing.events = yaml.parse(text, Loader=LOADER)
        value, mark = _document(parsing)
    except Unread:
        value = None
    except yaml.YAMLError as error:
        value = None
        problem = Fault("", "not_yaml", {"problem": shown(_problem(error))})
        parsing.faults.append(Located(_error_line(error, text), problem))
    return Parsed(value, mark, tuple(parsing.faults))


def _document(parsing: _Parsing) -> tuple[Plain, Mark]:
    """Return the value of the only document, and where it stands."""
    events = (event for event in parsing.events if not isinstance(event, yaml.StreamStartEvent | yaml.DocumentEndEvent))
    parsing.events = events
    if isinstance(first := next(events), yaml.StreamEndEvent):
        parsing.refuse("empty_file", first)
    event = next(events)
    mark = Mark(_line(event), {})
    value = parsing.value(event, mark.marks)
    if isinstance(after := next(events), yaml.DocumentStartEvent):
        parsing.refuse("several_documents", after)
    if value is None:
        parsing.refuse("empty_file", event)
    return value, mark


def _problem(error: yaml.YAMLError) -> str:
    return str(getattr(error, "problem", None) or getattr(error, "reason", None) or error)


def _error_line(error: yaml.YAMLError, text: str) -> int:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is not None:
        return min(int(mark.line) + 1, max(len(text.splitlines()), 1))
    position = getattr(error, "position", 0)
    return text.count("\n", 0, position if isinstance(position, int) else 0) + 1

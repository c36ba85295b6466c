"""What a question and its answer put on the table, before any words: the games' part of a scene.

A game says here which cards lie where, which of them won, and which sentences are said, by their keys in the words.
:mod:`rules_engine.scenes` turns it into what a page draws.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from rules_engine.cards import Card, Deck
from rules_engine.reading import (
    LONGEST,
    Cards,
    ListOf,
    MappingOf,
    OneLine,
    OneOf,
    Record,
    Shape,
    Whole,
    at,
    key_of,
    plain_text,
    shapes_of,
    shown,
)
from rules_engine.reasons import Judged, Plain, Reason


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence or label: its key in the words, ``answers.lance.won``, and the data that fill it.

    In a log *by* is the seat that it tells of.
    """

    key: str
    data: Mapping[str, Plain] = field(default_factory=dict)
    by: int | None = None


@dataclass(frozen=True, slots=True)
class Chip:
    """A small label beside a place: *kind* is ``mano``, ``win``, ``held`` or ``team``."""

    kind: str
    label: Line


@dataclass(frozen=True, slots=True)
class Zone:
    """A place on the table: a hand of a *seat*, or a row of cards without one.

    *path* is where its cards stand in the question. *is_* holds ``winning`` for the hand that won. By the places of its
    cards, *marks* tells how single ones are drawn, ``captured`` or ``dimmed``, and *says* what they stand for.
    Of a match besides: *region* is where on the table it lies, *team* whose it is if it is a team's, *face_down* how
    many cards lie there face down besides, *press* the places of the cards that a reader may choose.
    """

    path: str
    label: Line
    cards: tuple[Card, ...] = ()
    seat: int | None = None
    chips: tuple[Chip, ...] = ()
    note: Line | None = None
    is_: tuple[str, ...] = ()
    layout: Literal["fan", "row", "meld", "pile"] = "fan"
    marks: Mapping[int, str] = field(default_factory=dict)
    says: Mapping[int, Line] = field(default_factory=dict)
    region: Literal["", "hand", "floor", "stock", "pile", "melds", "taken", "shown"] = ""
    team: int | None = None
    face_down: int = 0
    press: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table of points: one cell a team, None where it has none.

    A *standing* is written without a plus; *rule* is the id of the rule behind the line.
    """

    label: Line
    cells: tuple[int | None, ...]
    standing: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Points:
    """A table of points: its rows and the totals of its *teams*."""

    caption: Line
    rows: tuple[Row, ...]
    total: Row
    teams: tuple[int, ...] = (0, 1)


@dataclass(frozen=True, slots=True)
class Mark:
    """A share on a bar: *won* of all that the bar stands for. *kind* tells how it is drawn."""

    kind: Literal["team", "own"]
    label: Line
    won: int


@dataclass(frozen=True, slots=True)
class Bar:
    """Shares of a whole, *of*, drawn one below the other; none if there is nothing to share."""

    label: Line
    of: int
    marks: tuple[Mark, ...] = ()
    note: Line | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Cards on the table that belong together in the answer, and what makes them do so."""

    cards: tuple[Card, ...]
    label: Line


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything on the table: the question in words, the zones, what was said so far, the answer in words and bars.

    *groups* tell how the cards of the answer divide; a diagram of the rules shows them.
    """

    heading: Line
    zones: tuple[Zone, ...]
    centre: Line | None = None
    log: tuple[Line, ...] = ()
    lines: tuple[Line, ...] = ()
    points: Points | None = None
    bars: tuple[Bar, ...] = ()
    groups: tuple[Group, ...] = ()


@dataclass(frozen=True, slots=True)
class Amount:
    """A number that the reader sets before an action: from *least* to *most*, beginning with *value*."""

    least: int
    most: int
    value: int


@dataclass(frozen=True, slots=True)
class Action:
    """What a reader may want to do: the text of its *move*, in which ``{n}`` stands for the *amount* if there is one.

    *why* holds the rules that forbid it and is empty if it is legal. The *main* one is what most would do now.
    """

    move: str
    label: Line
    why: tuple[Reason, ...] = ()
    amount: Amount | None = None
    main: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    """The points of a *team* as they stand; *large* and *small* are its chips, where the game counts by chips."""

    team: int
    points: int
    note: Line | None = None
    large: int | None = None
    small: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """What one seat sees of a match: the *zones*, how the teams stand, what it may do.

    *round_* says which deal it is, *until* how many points win. *centre* is said in the middle of the table. *asks*
    says what the seat to move is to do now. *actions* are those of the reader whose view it is, none if another seat
    is to move.
    """

    zones: tuple[Zone, ...]
    tallies: tuple[Tally, ...]
    round_: Line
    until: Line
    asks: Line
    centre: Line | None = None
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """How a deal ended: a *heading*, what is *shown* (hands laid open, for instance), and the *points* it brought."""

    heading: Line
    points: Points
    shown: tuple[Zone, ...] = ()
    lines: tuple[Line, ...] = ()
    because: tuple[Reason, ...] = ()


Staging = Callable[[Any, Judged[dict[str, Plain]] | None], Stage]
"""Stages a typed question, with its answer or without."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that a field can take, and the label that says it. None stands for leaving the field out."""

    value: Plain
    label: Line


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the form in which a reader puts a question.

    *path* is where the value stands in the question. A *cards* field takes *count* cards of *deck*, any number if that
    is None, the hand of *seat* if it is one; a *list* field has *rows* of fields and *blank* for a new one.
    """

    path: str
    label: Line
    kind: Literal["choice", "number", "text", "cards", "list"]
    value: Plain = None
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    deck: Deck | None = None
    count: int | None = None
    seat: int | None = None
    rows: tuple[tuple[Field, ...], ...] = ()
    blank: Plain = None


@functools.singledispatch
def fields_of(shape: Shape[Any], value: object, path: str, label: Line) -> list[Field]:
    """Return the fields in which a value of *shape* is put in. Games register their own shapes here."""
    return []


@fields_of.register
def _(shape: OneOf, value: object, path: str, label: Line) -> list[Field]:  # type: ignore[type-arg]
    choices = tuple(Choice(known, choice_label(shape.table, known)) for known in shape.values)
    return [Field(path, label, "choice", value if value in shape.values else None, choices)]  # type: ignore[arg-type]


def choice_label(table: str, value: object) -> Line:
    """Return the label of one value of a table of words."""
    if table in ("seat", "team"):
        return Line(f"labels.{table}", {table: value})  # type: ignore[dict-item]
    return Line("labels.value", {"value": f"{table}.{plain_text(value)}"})


@fields_of.register
def _(shape: Whole, value: object, path: str, label: Line) -> list[Field]:
    return [Field(path, label, "number", value, least=shape.least, most=shape.most)]  # type: ignore[arg-type]


@fields_of.register
def _(shape: OneLine, value: object, path: str, label: Line) -> list[Field]:
    return [Field(path, label, "text", value if isinstance(value, str) else "")]


@fields_of.register
def _(shape: Cards, value: object, path: str, label: Line) -> list[Field]:
    cards = value.split() if isinstance(value, str) else value
    # What cannot be cards is shown as far as a form has room for it; the fault says what is wrong.
    texts: list[Plain] = [shown(card) for card in cards[:LONGEST]] if isinstance(cards, Sequence) else []
    return [Field(path, label, "cards", texts, deck=shape.deck, count=shape.count)]


@fields_of.register
def _(shape: ListOf, value: object, path: str, label: Line) -> list[Field]:  # type: ignore[type-arg]
    entries = value if isinstance(value, Sequence) and not isinstance(value, str) else [None] * shape.least
    # What a list cannot hold has no field and no name; the fault says so.
    each = [
        _seated(
            fields_of(shape.each, entry, at(path, place), choice_label(shape.table, place) if shape.table else label),
            place if shape.table == "seat" else None,
        )
        for place, entry in enumerate(entries[: shape.most])
    ]
    if shape.blank is not None:
        return [Field(path, label, "list", rows=tuple(map(tuple, each)), blank=[*shape.blank])]
    return [part for parts in each for part in parts]


@fields_of.register
def _(shape: MappingOf, value: object, path: str, label: Line) -> list[Field]:  # type: ignore[type-arg]
    given = value if isinstance(value, Mapping) else {}
    return [
        part
        for key in shape.keys
        for part in _seated(
            fields_of(shape.each, given.get(key), at(path, key), _key_label(shape.table, key)),
            int(key) if shape.table == "seat" else None,
        )
    ]


def _key_label(table: str, key: str) -> Line:
    return choice_label(table, int(key) if table in ("seat", "team") else key)


def _seated(fields: list[Field], seat: int | None) -> list[Field]:
    return fields if seat is None else [replace(field, seat=seat) for field in fields]


@fields_of.register
def _(shape: Record, value: object, path: str, label: Line) -> list[Field]:  # type: ignore[type-arg]
    given = value if isinstance(value, Mapping) else {}
    return [
        part
        for name, inner in shapes_of(shape.of).items()
        for part in fields_of(
            inner, given.get(name, _default(shape.of, name)), at(path, name), Line(shape.label.format(name))
        )
    ]


def _default(of: type, name: str) -> object:
    default = {key_of(each.name): each.default for each in fields(of)}.get(name)
    return default if isinstance(default, bool | int | str) else None

"""Plain values into typed ones: one reader for questions, fixtures and the browser.

A *shape* says what a plain value must look like. It reads the value, collecting every fault by its path; it gives the
JSON Schema of such values; and the form of the referee is drawn from it. A dataclass becomes a record by annotating its
fields with shapes: ``mano: Annotated[int, SEAT]``.
"""

from __future__ import annotations

import difflib
import functools
import keyword
import typing
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from rules_engine.cards import Card, Deck
from rules_engine.reasons import Plain

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

LARGEST = 1_000_000
"""No count of points, cards or rounds comes near it; it keeps absurd numbers out of sums and sentences."""
LONGEST = 1_000
"""The most entries that a list may have."""
MOST_FAULTS = 100
"""After so many faults the rest is not read: they are one mistake, made over and over."""
LONGEST_NAME = 40
"""The most characters of the name of a player or a team."""
JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
"""Characters without a shape of their own that words need all the same."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a plain value, and where.

    *path* is written ``hands[2]``, ``lances.pares``; "" is the whole value. *kind* names the sentence in the words'
    ``faults``, *data* fill it. *rule* is the rule that the value breaks, if one does.
    """

    path: str
    kind: str
    data: Mapping[str, Plain] = field(default_factory=dict)
    rule: str | None = None


class Unusable(ValueError):
    """A question that cannot be answered. *faults* lists everything that is wrong with it, in order of reading.

    *about* is the question's ``game/ask`` as far as it could be read.
    """

    def __init__(self, faults: Sequence[Fault], about: str = "") -> None:
        self.faults = tuple(faults)
        self.about = about
        super().__init__("; ".join(f"{f.path}: {f.kind} {dict(f.data)}" for f in self.faults))


class Unread(Exception):
    """Raised by a shape once it has noted its faults and has no value to give."""


class _Enough(Unread):
    """Raised in its place once there are ``MOST_FAULTS``: nothing more is read."""


class Shape(Protocol[T_co]):
    """What a plain value must look like."""

    def read(self, value: object, path: str, faults: list[Fault]) -> T_co:
        """Return the typed value; note faults and raise ``Unread`` if there is none."""

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the plain value."""


def shown(value: object) -> str:
    """Return *value* as it may be shown in a message: on one line, without control characters, at most 60 long."""
    text = value if isinstance(value, str) else _kind(value)
    text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[:61])
    return text if len(text) <= 60 else text[:59] + "…"


def _kind(value: object) -> str:
    if value is None or isinstance(value, bool):
        return "null" if value is None else plain_text(value)
    if isinstance(value, int):
        # Python writes no more than some thousand digits of a number.
        return repr(value) if abs(value) <= LARGEST**10 else hex(value)
    if isinstance(value, float):
        return repr(value)
    return "{…}" if isinstance(value, dict) else "[…]" if isinstance(value, list | tuple) else type(value).__name__


def refuse(faults: list[Fault], path: str, kind: str, rule: str | None = None, /, **data: Plain) -> typing.NoReturn:
    """Note one fault and give up on the value."""
    faults.append(Fault(path, kind, data, rule))
    give_up(faults)


def give_up(faults: Sequence[Fault]) -> typing.NoReturn:
    """Have no value to give, after all that is wrong with it has been noted."""
    raise _Enough if len(faults) >= MOST_FAULTS else Unread


def at(path: str, step: str | int) -> str:
    """Return the path of an entry: ``at("hands", 2)`` is ``hands[2]``, ``at("lances", "pares")`` ``lances.pares``."""
    if isinstance(step, int):
        return f"{path}[{step}]"
    return f"{path}.{step}" if path else step


def gather(readings: Iterable[Callable[[], T]]) -> list[T]:
    """Read everything, so that all faults are noted, then give up if any reading did."""
    values, complete = [], True
    for reading in readings:
        try:
            values.append(reading())
        except _Enough:
            raise
        except Unread:
            complete = False
    if not complete:
        raise Unread
    return values


def nearest(word: str, allowed: Iterable[str]) -> str:
    """Return the allowed word that *word* was probably meant to be, or ""."""
    close = difflib.get_close_matches(word[:60], list(allowed), 1, 0.6)
    return close[0] if close else ""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from *least* to *most*."""

    least: int = 0
    most: int = LARGEST

    def read(self, value: object, path: str, faults: list[Fault]) -> int:
        """Read the number."""
        if value is None:
            refuse(faults, path, "number_left_empty")
        if not isinstance(value, int) or isinstance(value, bool):
            refuse(faults, path, "not_a_number", value=shown(value))
        if not self.least <= value <= self.most:
            refuse(faults, path, "number_out_of_range", value=shown(value), least=self.least, most=self.most)
        return value

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True)
class OneOf(Generic[T]):
    """One of a few values; *table* names the words that say them."""

    values: tuple[T, ...]
    table: str = ""

    def read(self, value: object, path: str, faults: list[Fault]) -> T:
        """Read the value. ``True`` is not 1."""
        for known in self.values:
            if type(known) is type(value) and known == value:
                return known
        spelt = [plain_text(known) for known in self.values]
        if isinstance(value, str) and value in spelt:
            refuse(faults, path, "text_for_number", value=shown(value))
        if value is None:
            refuse(faults, path, "left_empty", allowed=[*spelt])
        allowed: list[Plain] = [*spelt]
        refuse(faults, path, "not_one_of", value=shown(value), allowed=allowed, nearest=nearest(shown(value), spelt))

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return {"enum": list(self.values)}


def plain_text(value: object) -> str:
    """Return a value as YAML and JSON write it: ``true`` for ``True``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Words:
    """A text of one line or more, at most *most* characters long."""

    most: int = 20_000

    def read(self, value: object, path: str, faults: list[Fault]) -> str:
        """Read the text."""
        if not isinstance(value, str):
            refuse(faults, path, "not_a_text", value=shown(value))
        if not value.strip():
            refuse(faults, path, "empty_text")
        if len(value) > self.most:
            refuse(faults, path, "text_too_long", most=self.most)
        return value

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return {"type": "string", "minLength": 1, "maxLength": self.most}


@dataclass(frozen=True, slots=True)
class OneLine:
    """A text of *least* to *most* characters on one line that can be seen, such as a name or a move.

    Characters that are none of their own would break the line that names it, or turn the direction of what follows.
    """

    most: int
    least: int = 1

    def read(self, value: object, path: str, faults: list[Fault]) -> str:
        """Read the text; the same letters are the same text, however they were typed."""
        if not isinstance(value, str):
            refuse(faults, path, "not_a_text", value=shown(value))
        if len(value) > self.most:
            refuse(faults, path, "text_too_long", most=self.most)
        if not all(character.isprintable() or character in JOINERS for character in value):
            refuse(faults, path, "text_characters", value=shown(value))
        text = unicodedata.normalize("NFC", value).strip()
        if len(text) < self.least:
            refuse(faults, path, "empty_text")
        return text

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return {"type": "string", **({"minLength": self.least} if self.least else {}), "maxLength": self.most}


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards of one pack, as a list or as one string with spaces; exactly *count* of them if it is given."""

    deck: Deck
    count: int | None = None

    def read(self, value: object, path: str, faults: list[Fault]) -> tuple[Card, ...]:
        """Read the cards."""
        written = value.split() if isinstance(value, str) else value
        if not isinstance(written, list | tuple):
            refuse(faults, path, "not_cards", value=shown(value))
        if len(written) > LONGEST:
            refuse(faults, path, "too_many", most=LONGEST)
        # The cards of one text have no places of their own.
        paths = [path if isinstance(value, str) else at(path, place) for place in range(len(written))]
        cards = gather(
            functools.partial(self._card, each, where, faults) for each, where in zip(written, paths, strict=True)
        )
        if self.count is not None and len(cards) != self.count:
            refuse(faults, path, "number_of_cards", count=len(cards), expected=self.count)
        return tuple(cards)

    def _card(self, value: object, path: str, faults: list[Fault]) -> Card:
        text = shown(value) if isinstance(value, int) and not isinstance(value, bool) else value
        card = self.deck.card(text) if isinstance(text, str) else None
        if card is None:
            refuse(faults, path, f"not_a_{self.deck.name}_card", value=shown(value))
        return card

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        one = {"type": ["string", "integer"]}
        size = {} if self.count is None else {"minItems": self.count, "maxItems": self.count}
        return {"anyOf": [{"type": "string"}, {"type": "array", "items": one, **size}]}


@dataclass(frozen=True, slots=True)
class ListOf(Generic[T]):
    """A list of *least* to *most* values of one shape.

    *table* names the words that say the places; *blank* is a new entry of a list that a reader lengthens, None where
    nobody does.
    """

    each: Shape[T]
    least: int = 0
    most: int = LONGEST
    table: str = ""
    blank: tuple[Plain, ...] | None = None

    def read(self, value: object, path: str, faults: list[Fault]) -> tuple[T, ...]:
        """Read the list."""
        if not isinstance(value, list | tuple):
            refuse(faults, path, "not_a_list", value=shown(value))
        if not self.least <= len(value) <= self.most:
            refuse(faults, path, "length_of_list", count=len(value), least=self.least, most=self.most)
        each = self.each
        return tuple(gather(functools.partial(each.read, v, at(path, i), faults) for i, v in enumerate(value)))

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return {"type": "array", "items": self.each.schema(), "minItems": self.least, "maxItems": self.most}


def mapping(value: object, path: str, faults: list[Fault], most: int = LONGEST) -> Mapping[str, object]:
    """Return *value* as a mapping whose keys are text, noting what is wrong otherwise."""
    if not isinstance(value, Mapping):
        refuse(faults, path, "not_a_mapping", value=shown(value))
    if len(value) > most:
        refuse(faults, path, "too_many", most=most)
    return {key if isinstance(key, str) else shown(key): entry for key, entry in value.items()}


@dataclass(frozen=True, slots=True)
class MappingOf(Generic[T]):
    """A mapping from *keys*, or from any text if there are none, to values of one shape; *table* says the keys.

    It has *most* entries at most.
    """

    each: Shape[T]
    keys: tuple[str, ...] = ()
    table: str = ""
    most: int = LONGEST

    def read(self, value: object, path: str, faults: list[Fault]) -> Mapping[str, T]:
        """Read the mapping; its entries come in the order of *keys*."""
        given = mapping(value, path, faults, self.most)
        strays = [key for key in given if self.keys and key not in self.keys]
        _note(faults, (unknown(path, key, self.keys) for key in strays))
        order = [key for key in self.keys if key in given] if self.keys else list(given)
        read = gather(functools.partial(self.each.read, given[key], at(path, key), faults) for key in order)
        if strays:
            give_up(faults)
        return MappingProxyType(dict(zip(order, read, strict=True)))

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        if not self.keys:
            return {"type": "object", "additionalProperties": self.each.schema()}
        return {
            "type": "object",
            "properties": {key: self.each.schema() for key in self.keys},
            "additionalProperties": False,
        }


def _note(faults: list[Fault], found: Iterable[Fault]) -> None:
    """Note faults; give up once there are too many of them."""
    for fault in found:
        faults.append(fault)
        if len(faults) >= MOST_FAULTS:
            give_up(faults)


def unknown(path: str, key: str, allowed: Iterable[str]) -> Fault:
    """Return the fault of a key that does not belong here, with those that do."""
    names = list(allowed)
    spelt: list[Plain] = [*names]
    return Fault(
        at(path, shown(key)), "unknown_key", {"key": shown(key), "allowed": spelt, "nearest": nearest(key, names)}
    )


@dataclass(frozen=True, slots=True)
class Record(Generic[T]):
    """A mapping with the fields of a dataclass whose annotations carry shapes.

    A field with a default may be left out. A key that Python keeps for itself is a field with an underscore behind it,
    ``with_``. The dataclass may have a method ``faults()`` giving what is wrong between
    its fields; it is asked only if every field could be read. *label* is the key of a field's label in the words.
    """

    of: type[T]
    label: str = "fields.{}"

    def read(self, value: object, path: str, faults: list[Fault]) -> T:
        """Read the record: unknown keys, missing ones and bad values are all noted."""
        given, shapes = mapping(value, path, faults), shapes_of(self.of)
        before = len(faults)
        _note(faults, (unknown(path, key, shapes) for key in given if key not in shapes))
        _note(faults, (Fault(path, "missing_key", {"key": name}) for name in required(self.of) if name not in given))
        names = [name for name in shapes if name in given]
        values = gather(functools.partial(shapes[name].read, given[name], at(path, name), faults) for name in names)
        if len(faults) > before:
            give_up(faults)
        record = self.of(**{_attribute(name): value for name, value in zip(names, values, strict=True)})
        self._between(record, path, faults)
        return record

    @staticmethod
    def _between(record: object, path: str, faults: list[Fault]) -> None:
        between: Callable[[], Iterable[Fault]] | None = getattr(record, "faults", None)
        if not callable(between):  # a record may have a field of that name
            return
        before = len(faults)
        _note(faults, (Fault(at(path, f.path) if f.path else path, f.kind, f.data, f.rule) for f in between()))
        if len(faults) > before:
            give_up(faults)

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return {
            "type": "object",
            "description": (self.of.__doc__ or "").split("\n\n")[0].replace("\n", " ").strip(),
            "properties": {name: shape.schema() for name, shape in shapes_of(self.of).items()},
            "required": list(required(self.of)),
            "additionalProperties": False,
        }


@dataclass(frozen=True, slots=True)
class Either(Generic[T]):
    """One of several shapes, told apart by the kind of plain value: *text*, *number*, *list* or *mapping*."""

    by_kind: Mapping[str, Shape[T]]

    def read(self, value: object, path: str, faults: list[Fault]) -> T:
        """Read the value by the shape that fits its kind."""
        kind = _plain_kind(value)
        shape = self.by_kind.get(kind)
        if shape is None:
            allowed: list[Plain] = [*self.by_kind]
            refuse(faults, path, "wrong_kind", value=shown(value), allowed=allowed)
        return shape.read(value, path, faults)

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return {"anyOf": [shape.schema() for shape in self.by_kind.values()]}


def _plain_kind(value: object) -> str:
    if isinstance(value, bool):
        return "flag"
    kinds: tuple[tuple[type | tuple[type, ...], str], ...] = (
        (str, "text"), (int, "number"), ((list, tuple), "list"), (Mapping, "mapping"),
    )  # fmt: skip
    return next((name for types, name in kinds if isinstance(value, types)), "nothing")


def key_of(attribute: str) -> str:
    """Return the key that is read into a field: ``with`` for ``with_``."""
    bare = attribute.removesuffix("_")
    return bare if keyword.iskeyword(bare) else attribute


def _attribute(key: str) -> str:
    return f"{key}_" if keyword.iskeyword(key) else key


def _shapes_of(of: type[Any]) -> Mapping[str, Shape[Any]]:
    hints = typing.get_type_hints(of, include_extras=True)
    shapes = {f.name: getattr(hints[f.name], "__metadata__", ()) for f in fields(of)}
    return {key_of(name): found[0] for name, found in shapes.items() if found}


def _required(of: type[Any]) -> tuple[str, ...]:
    shaped = shapes_of(of)
    return tuple(
        key_of(f.name)
        for f in fields(of)
        if key_of(f.name) in shaped and f.default is MISSING and f.default_factory is MISSING
    )


# mypy does not take a class for hashable, hence the two comments.
shapes_of: Callable[[type[Any]], Mapping[str, Shape[Any]]] = functools.cache(_shapes_of)  # type: ignore[assignment]
"""The shapes of a dataclass's fields by their keys, in order; fields without a shape are not read."""
required: Callable[[type[Any]], tuple[str, ...]] = functools.cache(_required)  # type: ignore[assignment]
"""The names of the fields that may not be left out."""


def read(shape: Shape[T], value: object, about: str = "") -> T:
    """Read a plain value. Raise :class:`Unusable` with every fault found."""
    faults: list[Fault] = []
    try:
        return shape.read(value, "", faults)
    except Unread:
        raise Unusable(faults, about) from None

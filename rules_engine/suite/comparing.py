"""Whether an answer is the one expected, by the contract's rules of comparing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rules_engine.cards import Deck
from rules_engine.reading import at
from rules_engine.reasons import Plain

IN_ORDER = frozenset({"grande", "chica", "places", "table", "buried"})
"""Lists of cards whose order counts; all others compare as multisets."""
SETS = frozenset({"options", "ways"})


class Difference(NamedTuple):
    """A leaf of an answer that is not as expected; *missing* if the answer has no such leaf."""

    path: str
    expected: object
    actual: object = None
    missing: bool = False


def differences(expected: object, actual: object, deck: Deck, path: str = "", key: str = "") -> Iterator[Difference]:
    """Find the expected leaves that an answer does not have. Leaves that are not expected may be anything.

    >>> from rules_engine.cards import SPANISH
    >>> list(differences({"grande": "R 1"}, {"grande": ["R", "A"], "sum": 11}, SPANISH))
    []
    """
    if isinstance(expected, Mapping) and isinstance(actual, Mapping):
        yield from _entries(expected, actual, deck, path)
    elif isinstance(actual, list):
        yield from _lists(expected, actual, deck, path, key)
    elif not _same(expected, actual, deck):
        yield Difference(path, expected, actual)


def _entries(
    expected: Mapping[str, object], actual: Mapping[str, object], deck: Deck, path: str
) -> Iterator[Difference]:
    for key, value in expected.items():
        if key in actual:
            yield from differences(value, actual[key], deck, at(path, key), key)
        else:
            yield Difference(at(path, key), value, missing=True)


def _lists(expected: object, actual: list[Plain], deck: Deck, path: str, key: str) -> Iterator[Difference]:
    given = expected.split() if isinstance(expected, str) else expected
    if not isinstance(given, list | tuple) or len(given) != len(actual):
        yield Difference(path, expected, actual)
    elif key in SETS or _cards(actual, deck):
        order = list if key in IN_ORDER else sorted
        if order(_normal(each, deck) for each in given) != order(_normal(each, deck) for each in actual):
            yield Difference(path, expected, actual)
    else:
        for index, (wanted, found) in enumerate(zip(given, actual, strict=True)):
            yield from differences(wanted, found, deck, at(path, index))


def _cards(values: list[Plain], deck: Deck) -> bool:
    return all(isinstance(value, str) and deck.card(value) is not None for value in values)


def _normal(value: object, deck: Deck) -> str:
    """Return a card or a set of cards in one spelling."""
    if isinstance(value, list | tuple):
        return " ".join(sorted(_normal(each, deck) for each in value))
    text = str(value)
    return str(deck.card(text) or text)


def _same(expected: object, actual: object, deck: Deck) -> bool:
    """Compare two leaves: ``True`` is not 1, but the rank 7 may be written as a number."""
    if isinstance(actual, str) and isinstance(expected, str | int) and not isinstance(expected, bool):
        return _normal(expected, deck) == _normal(actual, deck)
    return type(expected) is type(actual) and expected == actual


def reason_differences(
    expected: Sequence[Mapping[str, Plain]], because: Sequence[Mapping[str, Plain]], deck: Deck
) -> Iterator[Difference]:
    """Find where plain reasons are not the expected ones, in their order; of each only what is given compares."""
    wanted, found = [reason.get("rule") for reason in expected], [reason.get("rule") for reason in because]
    if wanted != found:
        yield Difference("because", wanted, found)
        return
    for index, (given, reason) in enumerate(zip(expected, because, strict=True)):
        yield from differences(given, reason, deck, at("because", index))

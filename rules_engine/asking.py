"""The one door: a question goes in, its answer comes out, both plain JSON values."""

from __future__ import annotations

from rules_engine.games import Game, Question, game, game_names
from rules_engine.reading import Fault, OneOf, Record, Unread, Unusable, mapping, read
from rules_engine.reasons import Judged, Plain


def ask(question: object) -> dict[str, Plain]:
    """Answer a question. Raise :class:`Unusable` with all its faults if it cannot be answered.

    >>> ask({"game": "mus", "ask": "hand", "cards": "R R 3 7"})["juego"]
    37
    """
    judged = typed(question).judge()
    return {**judged.value, "because": [reason.plain() for reason in judged.because]}


def typed(question: object) -> Question:
    """Read a plain question into its type. Raise :class:`Unusable` with all its faults."""
    game_, kind, rest = addressed(question)
    asked: Question = read(Record(game_.all_questions[kind]), rest, f"{game_.name}/{kind}")
    return asked


def judged(question: object) -> Judged[dict[str, Plain]]:
    """Answer a question with its reasons as they were given. Raise :class:`Unusable` with all its faults."""
    return typed(question).judge()


def addressed(question: object) -> tuple[Game, str, dict[str, object]]:
    """Split a question into its game, its kind and its fields. Raise :class:`Unusable` if either is unknown."""
    faults: list[Fault] = []
    about = ""
    try:
        fields = dict(mapping(question, "", faults))
        name = _named(fields, "game", game_names(), faults)
        about = name
        found = game(name)
        kind = _named(fields, "ask", tuple(found.all_questions), faults)
    except Unread:
        raise Unusable(faults, about) from None
    return found, kind, fields


def _named(fields: dict[str, object], key: str, allowed: tuple[str, ...], faults: list[Fault]) -> str:
    if key not in fields:
        faults.append(Fault("", "missing_key", {"key": key}))
        raise Unread
    return OneOf(allowed).read(fields.pop(key), key, faults)

"""The whole suite as one plain document, for those who test another engine with it or show it elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import rules_engine
from rules_engine.asking import ask
from rules_engine.reading import shapes_of
from rules_engine.reasons import Plain
from rules_engine.suite.agreeing import full
from rules_engine.suite.fixtures import Basis, Example, GameSuite, RuleText, Step, Suite, Text

LEFT_OUT: tuple[object, ...] = (None, "", (), {})


def export(suite: Suite) -> dict[str, Any]:
    """Return rules, questions, answers, reasons and words. Every example and step also has its complete answer."""
    return {
        "version": rules_engine.__version__,
        "languages": {code: dict(language.plain) for code, language in suite.languages.items()},
        "games": {name: _game(game) for name, game in suite.games.items()},
    }


def _game(game: GameSuite) -> dict[str, Any]:
    return {
        "pages": [_plain(page, game.name) for page in game.pages],
        "examples": [_plain(example, game.name) for example in game.examples],
        "walkthroughs": [_plain(lesson, game.name) for lesson in game.walkthroughs],
        "words": _plain(game.words, game.name),
    }


def _plain(value: object, game: str) -> Plain:
    """Return a fixture as plain values, with the keys of its file; what was left out is left out."""
    if isinstance(value, Text):
        return dict(value.by)
    if isinstance(value, Mapping):
        return {key: _plain(entry, game) for key, entry in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(entry, game) for entry in value]
    if isinstance(value, Basis) and value.kind == "source":
        return "source"
    if hasattr(value, "where"):
        return _record(value, game)
    return value if isinstance(value, str | int) else None


def _record(record: object, game: str) -> dict[str, Plain]:
    given = {key: getattr(record, key) for key in shapes_of(type(record))}
    plain = {key: _plain(value, game) for key, value in given.items() if value not in LEFT_OUT}
    if isinstance(record, RuleText):
        plain["source"] = [*record.source]
        if "" in record.reason:
            plain["reason"] = _plain(record.reason[""], game)
    if isinstance(record, Example | Step) and record.question:
        question = full(game, record.question)
        plain |= {"question": question, "complete": ask(question)}
    return plain

"""What the browser's worker calls: JSON texts in, JSON texts out, never an exception.

The words of a language and game are loaded once and kept, since a page asks many questions of them.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from math import isfinite
from typing import Any
from zipimport import zipimporter

import rules_engine
from rules_engine import asking, games, saying
from rules_engine.reading import Fault, Unusable
from rules_engine.saying import Words
from rules_engine.scenes import scene as scene_of

LARGEST_TEXT = 4_000_000
"""The most characters of a question: more than the longest match has."""
_words: dict[tuple[str, str], Words] = {}


def add(archive: str) -> None:
    """Take in the games of an archive, which holds their folders as this package does.

    Raise ``ImportError`` if it is no archive.
    """
    zipimporter(archive)
    rules_engine.__path__.append(f"{archive}/rules_engine")
    games.look_again()


def load(data_json: str) -> None:
    """Keep the words of one game in one language, as the site's data files hold them."""
    plain = json.loads(data_json)
    _words[plain["name"], plain["general"]["language"]["code"]] = Words.of(plain)


def scene(question_json: str, lang: str) -> str:
    """Return the scene of a question in a language whose words have been loaded for its game."""
    return _answering(question_json, lang, lambda question: scene_of(question, _words_for(question, lang)))


def table(question_json: str, lang: str, chosen_json: str = "[]") -> str:
    """Return the table of a match as the seat of the question's ``view`` sees it.

    *chosen_json* holds the cards that the reader has chosen, ``[[zone, place], …]``.
    """
    return _answering(
        question_json,
        lang,
        lambda question: _tables().table(question, _read(chosen_json), _words_for(question, lang)),
    )


def hint(question_json: str, lang: str) -> str:
    """Return the move that the ``advise`` question's computer player would make, and why in words."""
    return _answering(question_json, lang, lambda question: _tables().hint(question, _words_for(question, lang)))


def puzzle(question_json: str, lang: str) -> str:
    """Return the puzzle that a ``puzzle`` question asks for: what is asked, the choices, the board before and after."""
    return _answering(question_json, lang, lambda question: _puzzles().puzzle(question, _words_for(question, lang)))


def _puzzles() -> Any:
    """Return the module that makes puzzles, which a page without one never loads."""
    return importlib.import_module("rules_engine.puzzles")


def _tables() -> Any:
    """Return the module that draws matches, which a page without one never loads."""
    return importlib.import_module("rules_engine.tables")


def sheet(question_json: str, lang: str, entry_json: str = "null") -> str:
    """Return the page of a score sheet; *entry_json* holds the line being filled in, ``{"place": …, "line": …}``."""
    return _answering(
        question_json,
        lang,
        lambda question: _sheets().page(question, _read(entry_json), _words_for(question, lang)),
    )


def _sheets() -> Any:
    """Return the module that draws score sheets, which a page without one never loads."""
    return importlib.import_module("rules_engine.sheets")


def ask(question_json: str, lang: str = "") -> str:
    """Return the plain answer to a question; what is wrong with it is said in *lang* if its words have been loaded."""
    return _answering(question_json, lang, asking.ask)


def _answering(question_json: str, lang: str, answer: Callable[[Any], object]) -> str:
    question = None
    result: dict[str, object]
    try:
        question = _read(question_json)
        return _written(answer(question))
    except (_NotJson, RecursionError):
        result = {"error": {"path": "", "kind": "not_json", "message": ""}}
    except _NoWords:
        result = {"error": {"path": "", "kind": "no_words", "message": ""}}
    except Unusable as unusable:
        result = _error(unusable.faults[0], question, lang)
    return _written(result)


def _written(result: object) -> str:
    return json.dumps(result, ensure_ascii=False)


class _NotJson(Exception):
    """Raised by a text that is no JSON."""


class _NoWords(Exception):
    """Raised if no words have been loaded in the language asked for."""


def _read(text: str) -> Any:
    """Read a text that can be written again as it was: no endless number, no half of a surrogate pair."""
    if len(text) > LARGEST_TEXT:
        raise _NotJson
    try:
        value = json.loads(text, parse_float=_finite, parse_constant=_finite)
        if "\\u" in text:
            _written(value).encode()
        return value
    except (ValueError, RecursionError):  # a whole number of thousands of digits is a ValueError of its own
        raise _NotJson from None


def _finite(number: str) -> float:
    value = float(number)
    if not isfinite(value):
        raise ValueError(number)
    return value


def _words_for(question: object, lang: str) -> Words:
    """Return the words of the question's game; of any game in that language, if it names none that is known."""
    game = question.get("game") if isinstance(question, dict) else None
    named = _words.get((game, lang)) if isinstance(game, str) else None
    words = named or next((words for (_, code), words in _words.items() if code == lang), None)
    if words is None:
        raise _NoWords
    return words


def _error(fault: Fault, question: object, lang: str) -> dict[str, object]:
    """Return a fault with its sentence, in the words of the question's game: some faults are of one game only."""
    try:
        message = saying.fault(fault, _words_for(question, lang))
    except (_NoWords, KeyError):
        message = ""
    return {"error": {"path": fault.path, "kind": fault.kind, "message": message}}

"""The words of one language for one game, gathered from the fixtures into what :mod:`rules_engine.saying` takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_engine.reading import shapes_of
from rules_engine.saying import Words
from rules_engine.suite.fixtures import GameSuite, GameWords, Language, RuleText
from rules_engine.suite.shapes import Text

ENGLISH = "en"
"""The language of the command line."""
SAID = ("name", "values", "fields", "options", "kinds", "answers", "faults", "moves", "tables", "sheet", "puzzles")
"""The words of a game that sentences are made from; the others are for pages."""
OF_PAGES = ("ui", "theme", "press", "reading", "suite", "terminal")
"""The sections of a language's words that only the site's builder and the command line need."""


def plain_words(game: GameSuite | None, language: Language) -> dict[str, Any]:
    """Return all words of a game in one language as plain JSON; without a game, those that belong to none."""
    lang = language.code
    pages = game.pages if game else ()
    rules = {rule.id: _rule(rule, f"{page.page}/#{rule.id}", lang) for page in pages for rule in page.rules}
    return {
        "name": game.name if game else "",
        "general": dict(language.plain),
        "game": _game(game.words if game else None, lang),
        "rules": rules,
    }


def shipped_words(game: GameSuite, language: Language) -> dict[str, Any]:
    """Return the words of a game as they are shipped to the browser: without those that only pages need."""
    plain = plain_words(game, language)
    return {**plain, "general": {key: text for key, text in plain["general"].items() if key not in OF_PAGES}}


def words_of(game: GameSuite | None, language: Language) -> Words:
    """Return all words of a game in one language; without a game, those that belong to none."""
    return Words.of(plain_words(game, language))


def _rule(rule: RuleText, href: str, lang: str) -> dict[str, Any]:
    return {
        "title": in_language(rule.title, lang),
        "href": href,
        "ruling": rule.basis.kind == "ruling",
        "sentences": in_language(rule.reason, lang),
    }


def _game(words: GameWords | None, lang: str) -> dict[str, Any]:
    return {key: in_language(getattr(words, key), lang) for key in SAID} if words else {}


def in_language(value: object, lang: str) -> Any:
    """Return a fixture as plain values, each text as its words in one language, or in the first if that is missing."""
    if isinstance(value, Text):
        return value.by.get(lang) or next(iter(value.by.values()))
    if isinstance(value, Mapping):
        return {key: in_language(entry, lang) for key, entry in value.items()}
    if hasattr(value, "where"):
        return {key: in_language(getattr(value, key), lang) for key in shapes_of(type(value))}
    return value

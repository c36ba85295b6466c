"""The whole suite as one plain document, for those who test another engine with it or show it elsewhere.

Records keep the keys of their files, so that the shapes of :mod:`rules_engine.suite.fixtures` read them back. Rules,
examples, walkthroughs and matches stand in the order of their ids: in which file an example lies, and where in it,
does not reach the document. Only pages keep their order, which is that of reading.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

import rules_engine
from rules_engine.asking import ask
from rules_engine.games import Game, games
from rules_engine.reading import Record, shapes_of
from rules_engine.reasons import Plain
from rules_engine.suite.agreeing import full
from rules_engine.suite.fixtures import Basis, Example, GameSuite, Page, RuleText, Step, Suite, VariantOf
from rules_engine.suite.playthroughs import Recorded, last_score
from rules_engine.suite.shapes import Text

FORMAT = 1
"""The version of the document's shape. It changes only where a program that reads the document would have to."""
SCHEMA = "suite.schema.json"
"""The file of the document's JSON Schema, beside the document."""
LICENCES: Mapping[str, Plain] = {"code": "MIT", "texts": "CC-BY-4.0"}
"""By the identifiers of SPDX; rules, examples and words are texts."""
LEFT_OUT: tuple[object, ...] = (None, "", (), {})


def export(suite: Suite, matches: Iterable[Recorded] = ()) -> dict[str, Any]:
    """Return rules, questions, answers, reasons, matches and words.

    Whatever is asked also has the engine's complete answer, under ``complete``.
    """
    played = list(matches)
    return {
        "$schema": SCHEMA,
        "format": FORMAT,
        "version": rules_engine.__version__,
        "licences": dict(LICENCES),
        "languages": {code: dict(language.plain) for code, language in suite.languages.items()},
        "games": {
            name: _game(game, games()[name], [match for match in played if match.game == name])
            for name, game in suite.games.items()
        },
    }


def exported_text(document: Mapping[str, Any]) -> str:
    """Return the document as a file holds it: the same bytes for the same suite."""
    return json.dumps(document, ensure_ascii=False, sort_keys=True, indent=1) + "\n"


def _game(game: GameSuite, engine: Game, matches: list[Recorded]) -> dict[str, Any]:
    return {
        "words": _plain(game.words, game.name),
        "options": _options(engine),
        "questions": {kind: Record(of).schema() for kind, of in engine.all_questions.items()},
        "pages": [_page(page, game.name) for page in game.pages],
        "rules": _by_id(_placed(rule, game) for rule in game.rules.values()),
        "examples": _by_id(_placed(example, game) for example in game.examples),
        "walkthroughs": _by_id(_record(lesson, game.name) for lesson in game.walkthroughs),
        "matches": _by_id(_match(match) for match in matches),
    }


def _by_id(records: Iterable[dict[str, Plain]]) -> list[dict[str, Plain]]:
    return sorted(records, key=lambda record: str(record["id"]))


def _options(engine: Game) -> dict[str, Plain]:
    """Return each option's default, and what values it takes as a JSON Schema."""
    shapes = shapes_of(engine.variant)
    defaults: dict[str, Any] = {option.name: option.default for option in fields(engine.variant)}
    return {name: {"default": defaults[name], "values": shape.schema()} for name, shape in shapes.items()}


def _placed(entry: RuleText | Example, game: GameSuite) -> dict[str, Plain]:
    return {**_record(entry, game.name), "address": address_of(game, entry)}


def address_of(game: GameSuite, entry: RuleText | Example) -> str:
    """Return where a rule or an example stands on the site, below the folder of a language."""
    return f"{game.name}/{game.page_of(entry)}/#{entry.id}"


def _page(page: Page, game: str) -> dict[str, Plain]:
    """Return a page with the ids of its rules in their place."""
    sections: list[Plain] = []
    for section in page.sections:
        ids: list[Plain] = [rule.id for rule in section.rules]
        sections.append({**_fields(section, game, ("id", "title")), "rules": ids})
    return {**_fields(page, game, ("page", "kind", "title", "lead")), "sections": sections}


def _match(match: Recorded) -> dict[str, Plain]:
    """Return a recorded match as a question with the score at its end."""
    question = match.asked
    return {
        "id": f"{match.game}/{match.document.stem}",
        "question": question,
        "answer": {"score": [*last_score(match)]},
        "complete": ask(question),
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
    if isinstance(value, VariantOf) and value.described:
        return "described"
    if hasattr(value, "where"):
        return _record(value, game)
    return value if isinstance(value, str | int) else None


def _fields(record: object, game: str, keys: Iterable[str]) -> dict[str, Plain]:
    given = ((key, getattr(record, key)) for key in keys)
    return {key: _plain(value, game) for key, value in given if value not in LEFT_OUT}


def _record(record: object, game: str) -> dict[str, Plain]:
    plain = _fields(record, game, shapes_of(type(record)))
    if isinstance(record, RuleText):
        plain["source"] = [*record.source]
        if record.reason.keys() == {""}:
            plain["reason"] = _plain(record.reason[""], game)
    if isinstance(record, Example | Step) and record.question:
        question = full(game, record.question)
        plain |= {"question": question, "complete": ask(question)}
    return plain


def asked(document: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Give everything in an exported document that is a question, by its id: examples, steps, matches."""
    for game in document["games"].values():
        yield from ((example["id"], example) for example in (*game["examples"], *game["matches"]))
        for lesson in game["walkthroughs"]:
            yield from ((f"{lesson['id']}/{step['id']}", step) for step in lesson["steps"] if "question" in step)

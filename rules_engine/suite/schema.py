"""JSON Schemas of the fixtures and of questions, for editors and for other programs.

They come from the same types that read the files. ``python -m rules_engine.suite.schema`` writes them anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rules_engine.games import games
from rules_engine.reading import Record
from rules_engine.suite.exporting import FORMAT, SCHEMA
from rules_engine.suite.fixtures import About, Example, Examples, GameWords, Lesson, Page, RuleText, Step, Walkthrough
from rules_engine.suite.loading import load, root_of_fixtures
from rules_engine.suite.playthroughs import Playthrough
from rules_engine.suite.terms import Terms

FOLDER = "docs/assets/schema"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
FILES: Mapping[str, type] = {
    "rules": Page,
    "examples": Examples,
    "walkthrough": Lesson,
    "words": GameWords,
    "playthrough": Playthrough,
    "terms": Terms,
}

Schema = dict[str, Any]


def schemas(languages: list[str]) -> dict[str, Schema]:
    """Return all schemas by name; texts must be given in these languages."""
    shared = _shared(languages)
    made = {name: _document(Record(of).schema(), shared) for name, of in FILES.items()}
    return {
        **made,
        "language": _language(),
        "question": _document(_questions(needs_game=True), {}),
        "suite": _exported(shared),
    }


def _document(schema: Schema, shared: Schema) -> Schema:
    """Return a schema with those definitions that it uses, directly or by another."""
    used: Schema = {}
    while missing := _missing(schema, used, shared):
        used |= {name: shared[name] for name in missing}
    return {"$schema": DIALECT, **schema, **({"$defs": used} if used else {})}


def _missing(schema: Schema, used: Schema, shared: Schema) -> list[str]:
    text = json.dumps([schema, used])
    return [name for name in shared if name not in used and f'"#/$defs/{name}"' in text]


def _shared(languages: list[str]) -> Schema:
    text = {"type": "string", "minLength": 1}
    return {
        "text": {
            "type": "object",
            "properties": dict.fromkeys(languages, text),
            "required": languages,
            "additionalProperties": False,
        },
        "texts": {
            "anyOf": [
                {"$ref": "#/$defs/text"},
                {"type": "object", "additionalProperties": {"$ref": "#/$defs/texts"}},
            ]
        },
        "question": _questions(needs_game=False),
        "answer": {"type": "object", "minProperties": 1},
        "reason": {"type": "object", "required": ["rule"], "properties": {"rule": text, "case": {"type": "string"}}},
    }


def _questions(*, needs_game: bool) -> Schema:
    """Return the schema of a question of any kind; in fixtures the folder tells the game."""
    return {
        "anyOf": [
            _question(game.name, kind, Record(of).schema(), needs_game)
            for game in games().values()
            for kind, of in game.all_questions.items()
        ]
    }


def _question(game: str, kind: str, fields: Schema, needs_game: bool) -> Schema:
    address: Schema = {"game": {"const": game}, "ask": {"const": kind}}
    needed = [key for key in address if needs_game or key != "game"]
    return {**fields, "properties": {**address, **fields["properties"]}, "required": [*needed, *fields["required"]]}


def _exported(shared: Schema) -> Schema:
    """Return the schema of the exported suite: the records of the files, each with what the export adds to it."""
    language = _language()
    asked = {"question": {"$ref": "#/$defs/question"}, "complete": {"$ref": "#/$defs/answer"}}
    address = {"address": {"type": "string"}}
    step = _more(Record(Step).schema(), {"complete": asked["complete"]}, required=())
    lesson = Record(Walkthrough).schema()
    lesson["properties"]["steps"]["items"] = step
    page = Record(Page).schema()
    page["properties"]["sections"]["items"]["properties"]["rules"] = _list({"type": "string"})
    match = {"id": {"type": "string"}, "answer": {"$ref": "#/$defs/answer"}, **asked}
    option = {"default": {"type": ["boolean", "integer", "string"]}, "values": {"type": "object"}}
    game = {
        "words": Record(GameWords).schema(),
        "options": _each(_object(option)),
        "questions": _each({"type": "object"}),
        "pages": _list(page),
        "rules": _list(_more(Record(RuleText).schema(), address)),
        "examples": _list(_more(Record(Example).schema(), {**address, "complete": asked["complete"]})),
        "walkthroughs": _list(lesson),
        "matches": _list(_object(match)),
    }
    whole = {
        "$schema": {"const": SCHEMA},
        "format": {"const": FORMAT},
        "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+"},
        "licences": _object({"code": {"type": "string"}, "texts": {"type": "string"}}),
        "languages": _each({key: value for key, value in language.items() if key not in ("$schema", "$defs")}),
        "games": _each(_object(game)),
    }
    return _document(_object(whole), {**shared, **language["$defs"], "question": _questions(needs_game=True)})


def _object(properties: Schema) -> Schema:
    """Return the schema of a mapping that has exactly these keys."""
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


def _each(schema: Schema) -> Schema:
    return {"type": "object", "additionalProperties": schema}


def _list(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def _more(record: Schema, added: Schema, required: Iterable[str] | None = None) -> Schema:
    """Return the schema of a record with keys added to it, all of them required unless told otherwise."""
    needed = [*record["required"], *(added if required is None else required)]
    return {**record, "properties": {**record["properties"], **added}, "required": needed}


def _language() -> Schema:
    """Return the schema of a language's words: what the language is, then texts under names."""
    word: Schema = {"type": "string", "minLength": 1}
    words: Schema = {
        "anyOf": [
            word,
            {"type": "array", "items": word},
            {"type": "object", "additionalProperties": {"$ref": "#/$defs/words"}},
        ]
    }
    return {
        "$schema": DIALECT,
        "type": "object",
        "properties": {"language": Record(About).schema()},
        "required": ["language"],
        "additionalProperties": {"$ref": "#/$defs/words"},
        "$defs": {"words": words},
    }


def written(schema: Schema) -> str:
    """Return the content of a schema's file."""
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def current(root: Path) -> dict[Path, str]:
    """Return what each schema file must hold."""
    languages = sorted(load(root).suite.languages)
    return {root / FOLDER / f"{name}.json": written(schema) for name, schema in schemas(languages).items()}


def main() -> None:
    """Write the schema files."""
    for path, text in current(root_of_fixtures()).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()

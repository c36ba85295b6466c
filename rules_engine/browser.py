"""What the browser's worker calls: JSON texts in, JSON texts out, never an exception.

The words of a language and game are loaded once and kept, since a page asks many questions of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from rules_engine import asking, saying
from rules_engine.reading import Fault, Unusable
from rules_engine.saying import Words
from rules_engine.scenes import scene as scene_of

_words: dict[tuple[str, str], Words] = {}


def load(data_json: str) -> None:
    """Keep the words of one game in one language, as the site's data files hold them."""
    plain = json.loads(data_json)
    _words[plain["name"], plain["general"]["language"]["code"]] = Words.of(plain)


def scene(question_json: str, lang: str) -> str:
    """Return the scene of a question in a language whose words have been loaded."""
    return _answering(question_json, lang, scene_of)


def ask(question_json: str, lang: str = "") -> str:
    """Return the plain answer to a question."""
    return _answering(question_json, lang, lambda question, _: asking.ask(question))


def _answering(question_json: str, lang: str, answer: Callable[[object, Words], object]) -> str:
    try:
        question = json.loads(question_json)
        words = _words_for(question, lang)
        result = answer(question, words)
    except (json.JSONDecodeError, RecursionError):
        result = {"error": {"path": "", "message": "", "kind": "not_json"}}
    except Unusable as unusable:
        result = _error(unusable.faults[0], _words_for({}, lang))
    return json.dumps(result, ensure_ascii=False)


def _words_for(question: object, lang: str) -> Words:
    game = question.get("game") if isinstance(question, dict) else None
    fitting = [words for (name, code), words in _words.items() if code == lang and name == game]
    return (fitting or list(_words.values()))[0]


def _error(fault: Fault, words: Words) -> dict[str, object]:
    return {"error": {"path": fault.path, "message": saying.fault(fault, words), "kind": fault.kind}}

"""What was found in the fixtures, as lines of text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping

from rules_engine import saying
from rules_engine.reading import Fault
from rules_engine.reasons import Plain, Reason
from rules_engine.saying import TEXT, Words, one_line
from rules_engine.suite.fixtures import Suite
from rules_engine.suite.shapes import Where
from rules_engine.suite.wording import ENGLISH, words_of


def english(suite: Suite, game: str = "") -> Words | None:
    """Return the English words, those of a game included if one is named; None if there are none."""
    language = suite.languages.get(ENGLISH)
    return words_of(suite.games.get(game), language) if language else None


def message(fault: Fault, words: Words | None) -> str:
    """Say what is wrong. Without words for it, name the kind of fault and its data."""
    said = _tried(lambda: saying.line(f"{_table(fault, words)}.{fault.kind}", fault.data, known(words), TEXT))
    return said or f"{fault.kind} {plain(fault.data)}"


def known(words: Words | None) -> Words:
    """Return the words. Raise ``KeyError`` if there are none."""
    if words is None:
        raise KeyError
    return words


def _table(fault: Fault, words: Words | None) -> str:
    """Return where the sentence stands: what only fixtures can get wrong is kept apart."""
    return "suite" if words and fault.kind in words.general.get("suite", ()) else "faults"


def _tried(sentence: Callable[[], str]) -> str:
    """Return a sentence, or "" if the words for it are missing or broken."""
    try:
        return sentence()
    except (KeyError, TypeError, ValueError, AttributeError):
        return ""


def fault_line(where: Where, fault: Fault, words: Words | None) -> str:
    """Say ``file:line: path: what is wrong, and what would mend it``."""
    return one_line(": ".join(part for part in (str(where), fault.path, message(fault, words)) if part))


def reasons(because: Iterable[Reason], words: Words | None) -> Iterator[str]:
    """Say each reason after the id of its rule."""
    for reason in because:
        yield one_line(f"{reason.rule}: {_sentence(reason, words)}")


def _sentence(reason: Reason, words: Words | None) -> str:
    return _tried(lambda: saying.sentence(reason, known(words), TEXT)) or plain(reason.plain())


def plain(value: object) -> str:
    """Return a plain value on one line."""
    return json.dumps(value, ensure_ascii=False, default=_listed)


def _listed(value: object) -> Plain:
    return dict(value) if isinstance(value, Mapping) else str(value)

"""What can be wrong with a text: its languages, backticks, links, markup, and notation that would be scrambled."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from rules_engine.reading import Fault, at, nearest, shown
from rules_engine.reasons import Plain

OPAQUE = frozenset({"question", "answer", "because", "without", "calls", "source", "aliases", "original", "asked"})
"""Keys under which no texts stand."""
QUESTION = "question"
"""What an example asks has no text, but the question of a ruling is one."""
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]")
"""What a page cannot print, or what turns the direction of all that follows."""
LINK = re.compile(r"\[([^\[\]]*)\]\(([^)\n]*)\)")
CODE = re.compile(r"`[^`]*`")
HTML = re.compile(r"<[A-Za-z/!?][^>\n]*>?")
OTHER_LINK = re.compile(r"!\[|\]\(|\]\s*\[|\]:")
"""What Markdown would take for a picture, or for a link of another form than a text in brackets before a rule's id."""
PROSE = frozenset({"says", "short", "source_says", "why", "means", "tells", "tell", "hints", "otherwise"})
"""Keys of texts that are printed as paragraphs; all others are printed as one line, where a link has no place."""
PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
SIGNS = re.escape("-+\N{MINUS SIGN}\N{EN DASH}/\N{MULTIPLICATION SIGN}\N{DIVISION SIGN}=<>")
JOINED = re.compile(rf"(?<!\d)\d+\s*[{SIGNS}]\s*\d+")
BARE = re.compile(
    rf"{JOINED.pattern}"  # 40-35, 10 + 10
    rf"|(?<![\w{SIGNS}])[+\-\N{{MINUS SIGN}}]\d+"  # +2
    r"|\b\d+(?:\s+\d+\b)+"  # 7 6 5 4
    r"|\b[RCSAKQJ](?:\s*\d+|\s+[RCSAKQJ]\b)+"  # R R 7, K10
    r"|\d\s*[RCSAKQJHDoceb]\b|\d[♠♥♦♣]"  # 7 R, 7D
)
"""Notation that must stand in backticks within right-to-left text, or its parts change places."""


@dataclass(frozen=True, slots=True)
class Known:
    """What texts may refer to: languages by code with their directions, and ids of rules."""

    directions: Mapping[str, str]
    rules: Collection[str]


def texts_in(value: object, path: str, codes: Collection[str]) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Find the texts of a plain value: mappings of languages to text."""
    if isinstance(value, Mapping):
        if _is_text(value, codes):
            yield path, value
            return
        for key, entry in value.items():
            if key not in OPAQUE or (key == QUESTION and isinstance(entry, Mapping) and _is_text(entry, codes)):
                yield from texts_in(entry, at(path, key), codes)
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            yield from texts_in(entry, at(path, index), codes)


def _is_text(value: Mapping[str, object], codes: Collection[str]) -> bool:
    return any(code in value for code in codes) and not any(isinstance(e, Mapping | list) for e in value.values())


def lint(value: object, known: Known) -> Iterator[Fault]:
    """Find what is wrong with the texts of a plain value."""
    for path, text in texts_in(value, "", known.directions):
        yield from _languages(text, path, known)
        for code, words in text.items():
            if isinstance(words, str):
                yield from _words(words, at(path, code), known, known.directions.get(code) == "rtl")


def lint_words(value: object, path: str, right_to_left: bool) -> Iterator[Fault]:
    """Find what is wrong with the words of one language."""
    if isinstance(value, Mapping):
        for key, entry in value.items():
            yield from lint_words(entry, at(path, key), right_to_left)
    elif isinstance(value, str):
        yield from _notation(value, path, right_to_left)


def _languages(text: Mapping[str, object], path: str, known: Known) -> Iterator[Fault]:
    for code in known.directions:
        if code not in text:
            yield Fault(path, "missing_language", {"language": code})
    for code in text:
        if code not in known.directions:
            allowed: list[Plain] = [*known.directions]
            data: dict[str, Plain] = {
                "value": shown(code),
                "allowed": allowed,
                "nearest": nearest(code, known.directions),
            }
            yield Fault(at(path, shown(code)), "unknown_language", data)


def _words(words: str, path: str, known: Known, right_to_left: bool) -> Iterator[Fault]:
    yield from _notation(words, path, right_to_left)
    prose = CODE.sub("", words)
    if html := HTML.search(prose):
        yield Fault(path, "markup", {"value": shown(html[0])})
    if LINK.search(prose) and not PROSE & set(re.split(r"[.\[]", path)):
        yield Fault(path, "link_in_line")
    for link in LINK.finditer(prose):
        if link[2] not in known.rules:
            yield unknown_rule(path, link[2], known.rules)
    if OTHER_LINK.search(re.sub(r"(?<!!)" + LINK.pattern, r"\1", prose)):
        yield Fault(path, "other_link")


def _notation(words: str, path: str, right_to_left: bool) -> Iterator[Fault]:
    if UNSEEN.search(words):
        yield Fault(path, "text_characters", {"value": shown(words)})
    if words.count("`") % 2:
        yield Fault(path, "backticks")
    if right_to_left and (bare := bare_notation(words)):
        yield Fault(path, "bare_notation", {"value": shown(bare)})


def unknown_rule(path: str, rule: str, rules: Collection[str]) -> Fault:
    """Return the fault of a rule id that there is no text for."""
    return Fault(path, "unknown_rule", {"value": shown(rule), "nearest": nearest(rule, rules)})


def bare_notation(words: str) -> str:
    """Return the first notation outside backticks that right-to-left text would scramble, or "".

    >>> bare_notation("`40-35` 40"), bare_notation("40-35")
    ('', '40-35')
    """
    prose = LINK.sub(r"\1", CODE.sub(" \N{BULLET} ", words))
    found = BARE.search(PLACEHOLDER.sub("\N{BULLET}", prose)) or JOINED.search(PLACEHOLDER.sub("0", prose))
    return found[0].strip() if found else ""


def placeholders(words: str) -> Iterator[tuple[str, str]]:
    """Give the data that a sentence prints, each with its formatter, "" for none."""
    for found in PLACEHOLDER.finditer(words):
        name, _, formatter = found[1].partition(":")
        yield name, formatter

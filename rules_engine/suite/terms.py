"""Which word stands for what, and how it is written: ``terms.yaml``, that of all games and that of each.

``docs/words/terms.yaml`` holds for every text; ``docs/rules/<game>/terms.yaml`` adds what holds for the texts of one
game. Its spellings hold everywhere, since a misspelt name is misspelt in any text.
:mod:`rules_engine.suite.proofreading` reads texts against them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated

from rules_engine.reading import Fault, ListOf, MappingOf, Words, at, nearest, shown
from rules_engine.suite.shapes import NOWHERE, SLUG, TEXT, Entry, Name, Sifted, Text, Where

ALL = "all"
"""Stands for every language, where a language can be named."""
STEM = "terms"
"""What the files are called, without their suffix."""
MOST = 500
"""How many spellings one language may have."""
VOWELS = "\\u064b-\\u0652\\u0670\\u0640"
"""The signs of Arabic that stand over and between letters, for a class of characters."""
ONE_WORD = rf"(?:=?[\w{VOWELS}]*\w[\w{VOWELS}]*|\*?\w[\w-]*(?:\(\w+\))?\*?)"
LETTER_OF_WORD = rf"[\u0621-\u064a][{VOWELS}]*"
_WORDS = ListOf(Name(rf"{ONE_WORD}(?: {ONE_WORD})*", "not_a_wording"), 1)
_VOWELLED = ListOf(Name(rf"(?:{LETTER_OF_WORD}){{3,}}|(?!\u0627)(?:{LETTER_OF_WORD}){{2}}", "not_a_wording"), 1)


@dataclass(frozen=True, slots=True)
class Term:
    """One thing with its one word in each language, and by language the words to *avoid* for it.

    A word of *avoid* is right after all within a phrase of *allowed*, and in the *texts* named here: the id of a rule,
    an example or a walkthrough, or ``glossary/`` and a key.
    """

    key: Annotated[str, Name(SLUG)]
    term: Annotated[Text, TEXT]
    avoid: Annotated[Mapping[str, tuple[str, ...]], MappingOf(_WORDS)]
    why: Annotated[str, Words(300)] = ""
    allowed: Annotated[tuple[str, ...], ListOf(Words(200))] = ()
    texts: Annotated[tuple[str, ...], ListOf(Words(200))] = ()
    where: Where = NOWHERE


@dataclass(frozen=True, slots=True)
class Mark:
    """A regular expression for what no text holds, and what to *tell* who wrote it."""

    find: Annotated[str, Words(300)]
    tell: Annotated[str, Words(200)]
    where: Where = NOWHERE

    def faults(self) -> Iterator[Fault]:
        """Find whether it is no regular expression, or one that finds something in an empty text."""
        try:
            if re.search(self.find, ""):
                yield Fault("find", "finds_nothing", {"value": shown(self.find)})
        except re.error as error:
            yield Fault("find", "not_a_pattern", {"value": shown(self.find), "problem": str(error)})


@dataclass(frozen=True, slots=True)
class Terms:
    """A file of terms.

    By language, *spelling* maps what is right to what is written instead, *vowels* lists the words whose short vowels
    are always written, and *marks* are punctuation and the like, under ``all`` those of every language.
    """

    terms: Annotated[tuple[Term, ...], Sifted(Entry(Term))] = ()
    spelling: Annotated[Mapping[str, Mapping[str, tuple[str, ...]]], MappingOf(MappingOf(_WORDS, most=MOST))] = field(
        default_factory=dict
    )
    vowels: Annotated[Mapping[str, tuple[str, ...]], MappingOf(_VOWELLED)] = field(default_factory=dict)
    marks: Annotated[Mapping[str, tuple[Mark, ...]], MappingOf(ListOf(Entry(Mark)))] = field(default_factory=dict)
    where: Where = NOWHERE

    def strange(self, languages: Collection[str], texts: Collection[str]) -> Iterator[Fault]:
        """Find languages and texts that there are not."""
        given = [
            *((at(name, code), code) for name in ("spelling", "vowels", "marks") for code in getattr(self, name)),
            *((f"{term.where.path}.avoid.{code}", code) for term in self.terms for code in term.avoid),
        ]
        for path, code in given:
            if code not in languages and path != at("marks", ALL):
                yield Fault(path, "unknown_language", {"value": shown(code), "allowed": [*languages], "nearest": ""})
        for term in self.terms:
            for index, text in enumerate(term.texts):
                if text not in texts:
                    path = at(f"{term.where.path}.texts", index)
                    yield Fault(path, "unknown_text", {"value": shown(text), "nearest": nearest(text, texts)})


NO_TERMS = Terms()
"""Where there is no file."""

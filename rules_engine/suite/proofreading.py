"""Texts read against the terms: words that are not ours, misspelt ones, vowels left out, marks out of place.

Latin words are whole words, in which ``*`` stands for any letters and ``(s)`` for letters that may be missing; one
in small letters may also begin a sentence. Arabic words are found with what is written together with them (``و ف ب ك ل
ال`` before, pronouns after) and whatever vowels they carry; ``=`` before one finds it only as it stands.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from rules_engine.reading import Fault, at, shown
from rules_engine.suite.linting import CODE, PLACEHOLDER, texts_in
from rules_engine.suite.terms import ALL, VOWELS, Mark, Terms

WORD = re.compile(rf"[\w{VOWELS}]+(?:-\w+)*")
LETTER = re.compile(rf"(\w)([{VOWELS}]*)")
SIGNS = re.compile(rf"[{VOWELS}]")
ARABIC = re.compile(r"[\N{ARABIC LETTER HAMZA}-\N{ARABIC LETTER YEH}]")
BEFORE = "(?:[وف]?(?:[بكل]?(?:ال)?|لل))"
BEFORE_AL = "[وف]?(?:[بك]?ال|لل)"
AFTER = "(?:هما|كما|هم|هن|ها|نا|كم|ه|ك|ي)?"
QUOTED = re.compile(r"[«„“‚‘][^«»„“”‚‘’]{1,40}[»“”‘’]")
"""A few words within quotation marks, which are spoken of and not used."""
NO_WORDS_OF_OURS = ("language", "reading")
"""Sections of a language's file that say nothing: its settings, and the words of others that the search knows."""
HIDDEN = "\N{BULLET}"
"""Stands for every character that is no prose: notation, addresses, placeholders."""
ADDRESS = re.compile(r"(?<=\])\([^)\n]*\)")
NO_PROSE = re.compile(
    r"\A---\n.*?\n---\n|^(`{3,})[^\n]*\n.*?^\1|<!--.*?-->|<[^<>\n]*>|\{[^{}\n]*\}|https?://[^\s)>]+",
    re.DOTALL | re.MULTILINE,
)
"""What of a page's Markdown is no prose: front matter, blocks of code, tags, attributes, addresses."""


class Found(NamedTuple):
    """A fault of a text, and where in the text it is."""

    start: int
    fault: Fault


class Pattern(NamedTuple):
    """The regular expressions of a word: what is written together with it in front, and the word itself."""

    before: str
    word: str


@dataclass(frozen=True, slots=True)
class Wrong:
    """Words that are not written, each with its pattern, and the fault if they are found: in one *game* or in all.

    If *vowels* are given, the word is right with them, and its pattern has the word itself for a group.
    """

    words: tuple[Pattern, ...]
    kind: str
    use: str
    game: str = ""
    why: str = ""
    allowed: tuple[re.Pattern[str], ...] = ()
    texts: Collection[str] = ()
    vowels: tuple[tuple[str, str], ...] = ()


def nothing() -> Iterator[str]:
    """Give the ids of what a text belongs to that belongs to nothing."""
    return iter(())


class Reader:
    """Reads texts of one language against the terms of each game and, under "", those of all."""

    def __init__(self, language: str, terms: Mapping[str, Terms]) -> None:
        self.wrong = tuple(wrong for game, each in terms.items() for wrong in _wrong(each, language, game))
        self.marks = tuple(
            (re.compile(mark.find), mark)
            for each in terms.values()
            for code in (ALL, language)
            for mark in each.marks.get(code, ())
        )
        before = "|".join({wrong.words[0].before: None for wrong in self.wrong})
        any_word = "|".join(wrong.words[0].word for wrong in self.wrong)
        self._any = re.compile(f"(?:{before})(?:{any_word})" if any_word else "(?!)")
        self._language = language
        self._starting: dict[str, tuple[Wrong, ...]] = {}
        self._harmless: set[str] = set()

    def read(self, prose: str, game: str = "", texts: Callable[[], Iterator[str]] = nothing) -> Iterator[Found]:
        """Find what is wrong in prose of which all else is hidden; *texts* gives the ids of what it belongs to."""
        if not self._harmless.issuperset(WORD.findall(prose)):
            yield from self._words(prose, game, texts)
        for pattern, mark in self.marks:
            if pattern.search(prose):
                yield from (Found(match.start(), self._mark(match, mark)) for match in pattern.finditer(prose))

    def _words(self, prose: str, game: str, texts: Callable[[], Iterator[str]]) -> Iterator[Found]:
        words = [*WORD.finditer(prose)]
        for index, word in enumerate(words):
            for wrong in self._beginning(word[0]):
                if wrong.game in ("", game):
                    yield from self._found(wrong, prose, words[index : index + len(wrong.words)], texts)

    def _beginning(self, word: str) -> tuple[Wrong, ...]:
        """Return what begins with a word; texts are made of few words, so it is remembered."""
        if word not in self._starting:
            bare = SIGNS.sub("", word)
            known = self.wrong if self._any.fullmatch(bare) else ()
            self._starting[word] = tuple(wrong for wrong in known if _matched(wrong.words[0], bare))
            if not self._starting[word]:
                self._harmless.add(word)
        return self._starting[word]

    def _found(
        self, wrong: Wrong, prose: str, words: list[re.Match[str]], texts: Callable[[], Iterator[str]]
    ) -> Iterator[Found]:
        if len(words) < len(wrong.words) or not _together(wrong, prose, words):
            return
        start, end = words[0].start(), words[-1].end()
        if wrong.vowels and _has_vowels(words[0][0], wrong):
            return
        if _within(wrong.allowed, prose, start, end) or (wrong.texts and any(text in wrong.texts for text in texts())):
            return
        value, why = shown(" ".join(prose[start:end].split())), f" ({wrong.why})" if wrong.why else ""
        data = {"language": self._language, "value": value, "use": wrong.use, "why": why}
        yield Found(start, Fault("", wrong.kind, data))

    def _mark(self, match: re.Match[str], mark: Mark) -> Fault:
        value = shown(f"…{match.string[max(match.start() - 8, 0) : match.end() + 8]}…".replace("\n", " "))
        return Fault("", "mark", {"language": self._language, "value": value, "use": mark.tell})


@functools.cache
def _compiled(pattern: Pattern) -> re.Pattern[str]:
    return re.compile(f"{pattern.before}(?:{pattern.word})")


def _matched(pattern: Pattern, bare: str) -> re.Match[str] | None:
    return _compiled(pattern).fullmatch(bare)


def _together(wrong: Wrong, prose: str, words: list[re.Match[str]]) -> bool:
    """Tell whether the words are those of a pattern, with nothing but space between them."""
    following = zip(words[1:], wrong.words[1:], strict=True)
    gaps = (prose[one.end() : other.start()] for one, other in itertools.pairwise(words))
    return all(not gap.strip() for gap in gaps) and all(
        _matched(pattern, SIGNS.sub("", word[0])) for word, pattern in following
    )


def _within(phrases: Iterable[re.Pattern[str]], prose: str, start: int, end: int) -> bool:
    return any(m.start() <= start and end <= m.end() for phrase in phrases for m in phrase.finditer(prose))


def _has_vowels(word: str, wrong: Wrong) -> bool:
    letters = LETTER.findall(word)
    match = _matched(wrong.words[0], SIGNS.sub("", word))
    assert match is not None
    own = letters[match.start(1) : match.end(1)]
    return all(set(signs) <= set(written) for (_, signs), (_, written) in zip(wrong.vowels, own, strict=True))


def _wrong(terms: Terms, language: str, game: str) -> Iterator[Wrong]:
    """Give all that the terms of a game find wrong; its spellings hold in every text."""
    for term in terms.terms:
        allowed = (QUOTED, *map(_phrase, term.allowed))
        for words in term.avoid.get(language, ()):
            yield Wrong(
                _patterns(words),
                "rejected_word",
                term.term.by.get(language, term.key),
                game,
                term.why,
                allowed,
                term.texts,
            )
    for right, spellings in terms.spelling.get(language, {}).items():
        yield from (Wrong(_patterns(words), "misspelt", right) for words in spellings)
    for word in terms.vowels.get(language, ()):
        before, core = _arabic(SIGNS.sub("", word))
        letters = LETTER.findall(word)
        core = "".join(letter for letter, _ in letters).removeprefix("ال")
        yield Wrong((Pattern(before, f"({core})"),), "vowels_missing", word, vowels=tuple(letters[-len(core) :]))


def _patterns(words: str) -> tuple[Pattern, ...]:
    first, *others = (_arabic(word) if ARABIC.search(word) else _latin(word) for word in words.split())
    if first.word[0].islower():
        first = Pattern("", f"[{first.word[0]}{first.word[0].upper()}]{first.word[1:]}")
    return (first, *others)


def _latin(word: str) -> Pattern:
    """Return the pattern of a Latin word.

    >>> [bool(_matched(_latin("*deck(s)"), word)) for word in ("Kartendeck", "Decks", "entdeckt")]
    [True, False, False]
    """
    return Pattern("", re.escape(word).replace(r"\*", r"\w*").replace(r"\(", "(?:").replace(r"\)", ")?"))


def _arabic(word: str) -> Pattern:
    """Return the pattern of an Arabic word without vowels.

    >>> [bool(_matched(_arabic("بطاقة"), word)) for word in ("وبالبطاقة", "للبطاقة", "بطاقته", "بطاقات")]
    [True, True, True, False]
    """
    word = SIGNS.sub("", word)
    if word.startswith("="):
        return Pattern("", word[1:])
    if word.startswith("ال"):
        return Pattern(BEFORE_AL, word[2:])
    return Pattern(BEFORE, f"{word[:-1]}(?:ة|ت{AFTER})" if word.endswith("ة") else f"{word}{AFTER}")


@functools.cache
def _phrase(words: str) -> re.Pattern[str]:
    """Return the pattern of a phrase in which a word is allowed, whatever vowels the text has."""
    return re.compile(r"\s+".join("".join(f"{re.escape(c)}[{VOWELS}]*" for c in word) for word in words.split()))


def hidden(text: str) -> str:
    """Return a fixture's text with everything hidden that is no prose, as long as before.

    >>> hidden("`7D` [mus](mus.game) {n}")
    '•••• [mus]•••••••••• •••'
    """
    for pattern in (CODE, ADDRESS, PLACEHOLDER):
        text = pattern.sub(_hide, text)
    return text


def hidden_page(text: str) -> str:
    """Return a page's Markdown with everything hidden that is no prose, as long and with as many lines as before."""
    return hidden(NO_PROSE.sub(_hide, text))


def _hide(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", HIDDEN, match[0])


SOUND = re.compile(r"glossary\[\d+\]\.say")
"""Where the sound of a word is written, which may be a word that is not ours."""
STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")


def owners(value: object, path: str) -> Iterator[str]:
    """Give the ids on the way to a text: of its rule, its example, its walkthrough; ``glossary/`` and a key."""
    for index, key in STEP.findall(path):
        if isinstance(value, Mapping):
            value = value.get(key)
        elif isinstance(value, list) and index:
            value = value[int(index)]
        if isinstance(value, Mapping):
            if isinstance(value.get("id"), str):
                yield str(value["id"])
            if isinstance(value.get("key"), str):
                yield f"glossary/{value['key']}"


class Desk:
    """Reads the texts of all games and languages, by the terms of each game and, under "", those of all."""

    def __init__(self, languages: Collection[str], terms: Mapping[str, Terms]) -> None:
        self._readers = {code: Reader(code, terms) for code in languages}

    def of_game(self, game: str, value: object) -> Iterator[Fault]:
        """Find what is wrong with the texts of a game's file."""
        for path, text in texts_in(value, "", self._readers):
            if SOUND.fullmatch(path):
                continue
            texts = functools.partial(owners, value, path)
            for code, words in text.items():
                if code in self._readers and isinstance(words, str):
                    found = self._readers[code].read(hidden(words), game, texts)
                    yield from (replace(each.fault, path=at(path, code)) for each in found)

    def of_language(self, code: str, value: object, path: str = "") -> Iterator[Fault]:
        """Find what is wrong with the words of a language."""
        if isinstance(value, Mapping):
            for key, entry in value.items():
                if at(path, key) not in NO_WORDS_OF_OURS:
                    yield from self.of_language(code, entry, at(path, key))
        elif isinstance(value, list):
            for index, entry in enumerate(value):
                yield from self.of_language(code, entry, at(path, index))
        elif isinstance(value, str) and code in self._readers:
            yield from (replace(each.fault, path=path) for each in self._readers[code].read(hidden(value)))

    def of_page(self, code: str, text: str) -> Iterator[tuple[int, Fault]]:
        """Find what is wrong with a page written in Markdown, with its lines."""
        for found in self._readers[code].read(hidden_page(text)):
            yield text.count("\n", 0, found.start) + 1, found.fault

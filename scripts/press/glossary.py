"""The glossary: the terms of each game with what they mean, how other languages call them and where they come from."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from html import escape

from rules_engine.saying import Safe
from rules_engine.suite.fixtures import GameSuite, GlossaryEntry

from .book import Book
from .prose import searchable
from .search import Entry

ADDRESS = "glossary"


def terms(book: Book, game: GameSuite) -> str:
    """Return the terms of a game, in the order of the language's letters, as a block of HTML."""
    listed = "".join(_term(book, game, entry) for entry in _sorted(book, game))
    return f'<dl class="q-terms" markdown="0">{listed}</dl>\n'


def entries(book: Book, game: GameSuite) -> Iterator[Entry]:
    """Give what the search finds of a game's terms: also by their aliases and by the words they come from."""
    for entry in _sorted(book, game):
        means = searchable(book.blocks(entry.means, game.name, ADDRESS))
        yield Entry(
            f"{ADDRESS}/#{game.name}.{entry.key}",
            book.inline(entry.term, game.name),
            re.sub(r"</?a\b[^>]*>|</?(strong|em)>", "", means),
            (*entry.aliases.get(book.lang, ()), *entry.original.values()),
        )


def _sorted(book: Book, game: GameSuite) -> list[GlossaryEntry]:
    glossary = game.words.glossary if game.words else ()
    return sorted(glossary, key=lambda entry: _letters(entry.term[book.lang]))


def _letters(term: str) -> str:
    """Return a term as it is ordered: accents, umlauts and hamzas stand with the letter that carries them."""
    return re.sub(r"\W", "", unicodedata.normalize("NFD", term)).casefold()


def _term(book: Book, game: GameSuite, entry: GlossaryEntry) -> str:
    facts = "".join(f'<p class="q-facts">{fact}</p>' for fact in _facts(book, game, entry))
    return (
        f'<dt id="{game.name}.{entry.key}">{book.inline(entry.term, game.name)}</dt>'
        f"<dd>{book.blocks(entry.means, game.name, ADDRESS)}{facts}</dd>"
    )


def _facts(book: Book, game: GameSuite, entry: GlossaryEntry) -> Iterator[str]:
    """Give the lines below a term's meaning: other languages, origin and sound, rules; no word stands there twice."""
    others = [
        book.press("called", tongue=_tongue(book, code), term=_marked(entry.term[code], code))
        for code in book.suite.languages
        if code != book.lang and entry.term[code] != entry.original.get(code)
    ]
    if others:
        yield " · ".join(others)
    if entry.say:
        origins = [
            book.press("original", tongue=_tongue(book, code), original=_marked(word, code))
            for code, word in entry.original.items()
            if word != entry.term[book.lang]
        ]
        origin = [book.press("origin", originals=Safe(" · ".join(origins)))] if origins else []
        yield " · ".join((*origin, book.press("say", say=_marked(entry.say[book.lang], book.lang))))
    if entry.rules:
        links = (
            f'<a href="{book.href(ADDRESS)(rule)}">{book.inline(game.rules[rule].title, game.name)}</a>'
            for rule in entry.rules
        )
        yield f"{book.press('see')}: {' · '.join(links)}"


def _tongue(book: Book, code: str) -> Safe:
    """Return what the book's language calls a language."""
    return Safe(book.press(f"tongue.{code}"))


def _marked(word: str, code: str) -> Safe:
    """Return a word of a language so that it is read aloud as that and keeps its own direction."""
    return Safe(f'<bdi lang="{code}">{escape(word, quote=False)}</bdi>')

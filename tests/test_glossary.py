"""The glossary of each game: every word that comes from elsewhere says from where, and how it sounds."""

from __future__ import annotations

import re

import pytest

from rules_engine.reading import Unusable, read
from rules_engine.suite.fixtures import GlossaryEntry, Suite
from rules_engine.suite.shapes import SOURCE, TONGUES, Entry
from scripts.press import glossary
from scripts.press.book import Book
from tests.suites import ours

LANGUAGES = ("ar", "de", "en")
ENTRY = {
    "key": "mano",
    "term": {"ar": "المانو", "de": "Mano", "en": "mano"},
    "means": {"ar": "الأول", "de": "der Erste", "en": "the first"},
}


@pytest.fixture(scope="module")
def suite() -> Suite:
    """Return our fixtures."""
    return ours().suite


def test_an_original_needs_its_sound_and_a_language_that_is_known() -> None:
    say = {"ar": "مَانُو", "de": "MA-no", "en": "MAH-noh"}
    assert read(Entry(GlossaryEntry), {**ENTRY, "original": {"es": "mano"}, "say": say}).original == {"es": "mano"}
    for wrong, path in (
        ({"original": {"es": "mano"}}, ""),
        ({"say": say}, "say"),
        ({"original": {"xx": "mano"}, "say": say}, "original.xx"),
    ):
        with pytest.raises(Unusable) as raised:
            read(Entry(GlossaryEntry), {**ENTRY, **wrong})
        assert [fault.path for fault in raised.value.faults] == [path]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_that_words_come_from_has_a_name(suite: Suite, lang: str) -> None:
    book = Book(suite, suite.languages[lang], "shared")
    assert all(book.press(f"tongue.{code}") for code in TONGUES)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_term_is_marked_with_the_languages_of_its_words(suite: Suite, lang: str) -> None:
    book = Book(suite, suite.languages[lang], "shared")
    html = glossary.terms(book, suite.games["mus"])
    ordago = re.search(r'<dt id="mus\.ordago">.*?</dd>', html)
    assert ordago
    sounds = {"ar": "أُورْدَاغُو", "de": "OR-da-go", "en": "OR-dah-goh"}
    terms = {"ar": "أورداغو", "de": "Órdago", "en": "órdago"}
    marked = [("eu", "hordago"), (lang, sounds[lang]), *([] if lang == "en" else [("es", "órdago")])]
    marked += [(code, term) for code, term in terms.items() if code != lang]
    assert sorted(re.findall(r'<bdi lang="(\w+)">([^<]+)</bdi>', ordago[0])) == sorted(marked)
    assert '<a href="../mus/bets/#mus.ordago">' in ordago[0]


@pytest.mark.parametrize(
    ("lang", "game", "keys"),
    [
        ("de", "basra", ["komi", "king", "clubs"]),
        ("de", "mus", ["mus", "ordago", "par"]),
        ("en", "mus", ["mus", "ordago", "par"]),
    ],
)
def test_a_letter_with_a_mark_stands_with_its_letter(suite: Suite, lang: str, game: str, keys: list[str]) -> None:
    """Komi, König, Kreuz: what is written with more than a plain letter does not go to the end."""
    html = glossary.terms(Book(suite, suite.languages[lang], "shared"), suite.games[game])
    listed = re.findall(rf'<dt id="{game}\.([^"]+)">', html)
    assert [key for key in listed if key in keys] == keys


def test_a_word_that_is_its_own_origin_stands_there_once(suite: Suite) -> None:
    lines = {}
    for lang in LANGUAGES:
        html = glossary.terms(Book(suite, suite.languages[lang], "shared"), suite.games["mor200"])
        partner = re.search(r'<dt id="mor200\.partner">.*?</dd>', html)
        assert partner
        lines[lang] = partner[0].count(">شريك<")
    assert lines == {"ar": 1, "de": 1, "en": 1}


def test_arabic_sounds_have_their_vowels(suite: Suite) -> None:
    """A sound without any sign would only repeat the spelling."""
    said = [
        entry.say[SOURCE]
        for game in suite.games.values()
        for entry in (game.words.glossary if game.words else ())
        if entry.say
    ]
    assert len(said) > 80
    assert [text for text in said if not re.search(r"[\N{ARABIC FATHATAN}-\N{ARABIC SUKUN}]", text)] == ["آس"]


def test_terms_are_found_by_the_words_they_come_from(suite: Suite) -> None:
    book = Book(suite, suite.languages["de"], "shared")
    found = {entry.location: entry for entry in glossary.entries(book, suite.games["mus"])}
    assert "hordago" in found["glossary/#mus.ordago"].asked

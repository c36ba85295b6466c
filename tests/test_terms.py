"""Texts read against the terms: every kind of wrong word is found, and no right one is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from rules_engine.reading import Fault, Record
from rules_engine.suite.loading import load, root_of_fixtures
from rules_engine.suite.parsing import parse
from rules_engine.suite.proofreading import Desk, Reader, hidden, hidden_page, owners
from rules_engine.suite.shapes import Text
from rules_engine.suite.terms import Term, Terms
from tests.suites import engine, suite

ROOT = root_of_fixtures()


def reader(language: str, *avoid: str, **more: object) -> Reader:
    """Return a reader of one language that knows one term and the words to avoid for it."""
    term = Term("card", Text({language: "right"}), {language: avoid}, **more)  # type: ignore[arg-type]
    return Reader(language, {"": Terms((term,))})


def found(read: Reader, text: str) -> list[str]:
    """Return the words that are found wrong in a text."""
    return [str(each.fault.data["value"]) for each in read.read(hidden(text))]


@pytest.mark.parametrize(
    ("word", "text", "expected"),
    [
        ("بطاقة", "وبالبطاقة، للبطاقة فبطاقته كبطاقة", ["وبالبطاقة", "للبطاقة", "فبطاقته", "كبطاقة"]),
        ("بطاقة", "بَطاقَـة", ["بَطاقَـة"]),
        ("بطاقة", "بطاقات البطارية", []),
        ("التخلص", "والتخلص للتخلص تخلص", ["والتخلص", "للتخلص"]),
        ("=ان", "ان كان بان لان", ["ان"]),
        ("غير صالح", "لعب غير صالح، غير، صالح", ["غير صالح"]),
    ],
)
def test_arabic_words_are_found_with_what_is_written_together_with_them(
    word: str, text: str, expected: list[str]
) -> None:
    assert found(reader("ar", word), text) == expected


@pytest.mark.parametrize(
    ("word", "text", "expected"),
    [
        ("deck(s)", "Decks, a deck; a decked hall", ["Decks", "deck"]),
        ("recogniz*", "Recognizing, recognise", ["Recognizing"]),
        ("*deck", "Ein Kartendeck entdeckt", ["Kartendeck"]),
        ("Wette(n)", "eine Wette; wette nicht", ["Wette"]),
        ("face card(s)", "a face\n card, face, card", ["face card"]),
        ("all-in", "all-in, all in", ["all-in"]),
        ("counter", "counter-clockwise", []),
    ],
)
def test_latin_words_are_found_whole_and_in_the_forms_given(word: str, text: str, expected: list[str]) -> None:
    assert found(reader("en", word), text) == expected


def test_what_is_no_prose_is_not_read() -> None:
    assert found(reader("en", "deck"), "`deck`, [a pack](mus.deck) and {deck:n.card}") == []
    page = "---\ntitle: deck\n---\n# Cards {#deck}\n\n```python\ndeck\n```\n<div class='deck'>a deck</div>\n"
    read = Desk(["en"], {"": Terms((Term("pack", Text({"en": "pack"}), {"en": ("deck",)}),))})
    assert [line for line, _ in read.of_page("en", page)] == [9]
    assert hidden_page(page).count("\n") == page.count("\n")


def test_a_word_may_be_quoted_and_stand_in_an_allowed_phrase_or_text() -> None:
    read = reader("de", "Vorhand", allowed=("Mano (Vorhand)",), texts=("glossary/mano",))
    assert found(read, "Der Mano (Vorhand), sonst „die Vorhand“ genannt, nicht Vorhand") == ["Vorhand"]
    value = parse("glossary:\n  - {key: mano, means: {de: Vorhand}}\n").value
    assert [*owners(value, "glossary[0].means")] == ["glossary/mano"]
    assert [*read.read("Vorhand", texts=lambda: owners(value, "glossary[0].means"))] == []


def test_a_term_of_one_game_holds_there_and_its_spellings_everywhere() -> None:
    clubs = Term("batons", Text({"en": "batons"}), {"en": ("clubs",)})
    read = Reader("en", {"mus": Terms((clubs,), spelling={"en": {"juego": ("huego",)}})})
    values = {
        game: [each.fault.data["value"] for each in read.read("clubs, huego", game)] for game in ("mus", "basra", "")
    }
    assert values == {"mus": ["clubs", "huego"], "basra": ["huego"], "": ["huego"]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("بارس وبارس", ["بارس", "وبارس"]),
        ("بارِس وبَارِس بارِسٌ", []),
        ("الحكم، للحكم", ["الحكم", "للحكم"]),
        ("الحَكَم والحَكَمُ للحَكَم بحكم", []),
        ("قش القش", ["قش", "القش"]),
        ("قَشّ قَشَّ القَشّ يقش", []),
    ],
)
def test_vowels_that_are_needed_must_be_there(text: str, expected: list[str]) -> None:
    read = Reader("ar", {"": Terms(vowels={"ar": ("بارِس", "الحَكَم", "قَشّ")})})
    assert found(read, text) == expected


# language → texts with one fault each, as our own terms.yaml finds them, and texts like them without any
FAULTY: Mapping[str, tuple[str, ...]] = {
    "ar": (
        "ورقة, وورقة", "ما هذه?", "ورقة ، وورقة", "`7D`،`8D`", "ورقة \"عليا\"", "« موس »", "اولاً", "أولاً", "ورقـــة",
        "٧ أوراق", "اذا فاز", "ينتقل الى", "هذة ورقة", "فى اليد", "في في اليد", "اوراق اليد", "مائة نقطة",
        "نقطة  واحدة", "نعم!", "وهكذا...",
    ),
    "de": (
        "das \"Blatt\"", "das “Blatt”", "wie geht's", "Karten , Punkte", "3-9 Karten", "Karten - Punkte", "und und",
        "daß", "ein As", "ein Tip", "37%", "Ja!", "und so...",
    ),
    "en": (
        "a \"hand\"", "a „hand“", "it's", "cards , points", "3-9 cards", "cards - points", "cards—points",
        "the the card", "judgment", "colored", "recognizes", "Yes!", "and so...",
    ),
}  # fmt: skip
RIGHT: Mapping[str, tuple[str, ...]] = {
    "ar": (
        "ورقة، وورقة", "ما هذه؟", "`7D`، `8D`", "ورقة «عليا»", "أولًا وأيضًا", "كومة الـ11 و3 أوراق",
        "إذا فاز كان له", "لأن الآن", "على التي", "بـ HTTPS",
    ),
    "de": ("das „Blatt“", "wie geht’s", "3–9 Karten", "Karten – Punkte", "die, die", "„Mus“?", "als Ass"),
    "en": ("a “hand”", "it’s", "3–9 cards", "cards – points", "counter-clockwise", "colour", "prize"),
}  # fmt: skip


@pytest.fixture(scope="module")
def readers() -> dict[str, Reader]:
    """Return a reader of each language that knows our own terms of all texts."""
    faults: list[Fault] = []
    terms = Record(Terms).read(parse((ROOT / "docs/words/terms.yaml").read_text("utf-8")).value, "", faults)
    return {code: Reader(code, {"": terms}) for code in FAULTY}


@pytest.mark.parametrize(("code", "text"), [(code, text) for code, texts in FAULTY.items() for text in texts])
def test_our_terms_find_the_slip(code: str, text: str, readers: dict[str, Reader]) -> None:
    assert found(readers[code], text) != []


@pytest.mark.parametrize(("code", "text"), [(code, text) for code, texts in RIGHT.items() for text in texts])
def test_our_terms_leave_right_texts_alone(code: str, text: str, readers: dict[str, Reader]) -> None:
    assert found(readers[code], text) == []


def test_the_question_of_a_ruling_is_read_and_that_of_an_example_is_none() -> None:
    desk = Desk(("en",), {"": Terms((Term("card", Text({"en": "card"}), {"en": ("pasteboard",)}),))})
    asked = {"basis": {"ruling": {"question": {"en": "Whose is the pasteboard?"}}}}
    assert [fault.path for fault in desk.of_game("mus", asked)] == ["basis.ruling.question.en"]
    assert [*desk.of_game("mus", {"question": {"ask": "hand", "cards": "pasteboard"}})] == []


def test_pages_and_words_are_read_too(tmp_path: Path) -> None:
    english = (
        (ROOT / "docs/words/en.yaml").read_text("utf-8").replace("  remove_row: Remove\n", "  remove_row: A deck\n")
    )
    files = {"docs/words/en.yaml": english, "docs/pages/ar/about.md": "# موس\n\nرزمة, ورزمة\n"}
    faults = load(suite(tmp_path, files), engine()).faults
    placed = {(str(f.where), f.fault.kind) for f in faults if f.fault.kind in ("rejected_word", "mark")}
    line = english[: english.index("A deck")].count("\n") + 1
    assert placed == {(f"docs/words/en.yaml:{line}", "rejected_word"), ("docs/pages/ar/about.md:3", "mark")}

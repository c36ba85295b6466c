"""Sentences: notation isolated, plural forms right, nothing taken for markup."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from babel import Locale
from hypothesis import given
from hypothesis import strategies as st

from rules_engine import saying
from rules_engine.games import game, game_names
from rules_engine.reading import Fault
from rules_engine.reasons import Reason
from rules_engine.saying import HTML, TEXT, Safe, Words, say
from rules_engine.suite.wording import words_of
from scripts.press.prose import blocks, isolated, without_tags
from tests.suites import ours

SUITE = ours().suite
WORDS = {code: words_of(SUITE.games["mus"], language) for code, language in SUITE.languages.items()}
AR, DE, EN = WORDS["ar"], WORDS["de"], WORDS["en"]


@pytest.mark.parametrize("lang", sorted(WORDS))
def test_plural_categories_are_those_of_unicode(lang: str) -> None:
    rules, unicode_ = WORDS[lang].language["plurals"], Locale(lang).plural_form
    assert {n: saying.plural(n, rules) for n in range(1_200)} == {n: unicode_(n) for n in range(1_200)}


@pytest.mark.parametrize(
    ("number", "noun", "forms"),
    [
        (0, "point", ("لا نقاط", "0 Punkte", "0 points")),
        (1, "card", ("ورقة واحدة", "1 Karte", "1 card")),
        (2, "point", ("نقطتين", "2 Punkte", "2 points")),
        (3, "round", ("3 جولات", "3 Runden", "3 rounds")),
        (11, "game", ("11 شوطًا", "11 Sätze", "11 games")),
        (52, "card", ("52 ورقة", "52 Karten", "52 cards")),
        (100, "point", ("100 نقطة", "100 Punkte", "100 points")),
        (101, "point", ("101 نقطة", "101 Punkte", "101 points")),
        (103, "player", ("103 لاعبين", "103 Spieler", "103 players")),
        (104, "card", ("104 أوراق", "104 Karten", "104 cards")),
        (111, "player", ("111 لاعبًا", "111 Spieler", "111 players")),
    ],
)
def test_counted_nouns(number: int, noun: str, forms: tuple[str, str, str]) -> None:
    said = (re.sub("[\u2066\u2069]", "", saying.count(number, noun, words, TEXT)) for words in (AR, DE, EN))
    assert tuple(said) == forms


def test_the_dual_is_a_subject_only_where_it_is_asked_for() -> None:
    assert say("{n:n.point} {n:n1.point}", {"n": 2}, AR) == "نقطتين نقطتان"


@pytest.mark.parametrize(
    ("template", "data", "html"),
    [
        ("{x:cards}", {"x": ["R", "R", "7", "4"]}, '<bdi dir="ltr">R R 7 4</bdi>'),
        ("{x:score}", {"x": [40, 35]}, '<bdi dir="ltr">40-35</bdi>'),
        ("{x:signed}", {"x": -100}, '<bdi dir="ltr">−100</bdi>'),
        ("{x:signed}", {"x": 5}, '<bdi dir="ltr">+5</bdi>'),
        ("{x:addends}", {"x": [10, 7]}, '<bdi dir="ltr">10 + 7</bdi>'),
        ("`2-3-4`", {}, '<bdi dir="ltr">2-3-4</bdi>'),
        ("`7D`", {}, '<bdi dir="ltr">7<span class="q-suit" data-s="D">♦</span></bdi>'),
        ("بلغ 40 نقطة", {}, 'بلغ <bdi dir="ltr">40</bdi> نقطة'),
    ],
)  # fmt: skip
def test_notation_is_isolated_in_arabic(template: str, data: Any, html: str) -> None:
    assert say(template, data, AR) == html


def test_in_plain_arabic_text_isolates_do_it_and_in_english_nothing_is_needed() -> None:
    assert say("`40-35`", {}, AR, TEXT) == "\u206640-35\u2069"
    assert say("`40-35`", {}, EN, TEXT) == "40-35"


def test_what_a_reader_typed_runs_by_its_own_letters_in_plain_text_too() -> None:
    assert say("اسمه {x}.", {"x": "Sami (2)"}, AR, TEXT) == "اسمه \u2068Sami (2)\u2069."
    assert say("Called {x}: 3", {"x": "ليلى"}, EN, TEXT) == "Called \u2068ليلى\u2069: 3"
    assert say("Called {x}: 3", {"x": "Sami"}, EN, TEXT) == "Called Sami: 3"


def test_html_that_becomes_plain_text_stays_isolated() -> None:
    html = say("{x} سجّل `2S 3S 4S 5S 6S 7S 8S 9S 10S` و`40-35`", {"x": "<Sami>"}, AR)
    assert without_tags(html) == (
        "\u2068&lt;Sami&gt;\u2069 سجّل \u20662♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠\u2069 و\u206640-35\u2069"
    )


def test_shares_in_hand_written_pages_are_isolated_in_arabic() -> None:
    page = "من 80.5 إلى 90.1% و`5%`\n```\n7%\n```\n[3%](a%20b)"
    share = '<bdi dir="ltr">{}</bdi>'.format
    assert isolated(page, AR) == f"من 80.5 إلى {share('90.1%')} و`5%`\n```\n7%\n```\n[{share('3%')}](a%20b)"
    assert isolated(page, EN) == page


def test_arabic_digits_are_one_setting() -> None:
    general = {**AR.general, "language": {**AR.general["language"], "digits": "arabic"}}
    words = Words(general, AR.game, AR.rules)
    assert say("{x:score} و{n:n.point} و7", {"x": [40, 35], "n": 12}, words) == (
        '<bdi dir="ltr">٤٠-٣٥</bdi> و<bdi dir="ltr">١٢</bdi> نقطة و<bdi dir="ltr">٧</bdi>'
    )


@pytest.mark.parametrize(
    "text", ["<b>x</b>", "<script>alert(1)</script>", '" onload="x', "a & b", "{winner:seat}", "`x`"]
)
def test_whatever_a_reader_typed_is_text(text: str) -> None:
    said = say("{value}", {"value": text}, EN)
    assert re.fullmatch(r"<bdi>[^<>\"]*</bdi>", said)


@given(st.text(st.characters() | st.sampled_from("&<>\"'")))
def test_text_is_escaped_as_pythons_own_library_does_it(text: str) -> None:
    assert HTML.escape(text) == html.escape(text)


def test_only_what_was_made_here_is_taken_for_markup() -> None:
    assert say("{x}", {"x": Safe("<b>x</b>")}, EN) == "<b>x</b>"
    assert say("<i>{x}</i>", {"x": Safe("<b>x</b>")}, EN) == "&lt;i&gt;<b>x</b>&lt;/i&gt;"


def stand_in(how: str, words: Words) -> Any:
    """Return a value that a formatter can say: the first of a table of words, or one of the right kind."""
    kinds: dict[str, Any] = {
        "cards": ["7D", "8D"], "groups": [["7D"], ["8D", "9D"]], "seats": [0, 2], "addends": [10, 7], "score": [40, 35],
        "share": [1, 4],
        "card": "7D", "value": "", "maybe": "x", "": "x",
    }  # fmt: skip
    if how in words.game["values"]:
        return next(iter(words.game["values"][how]))
    return kinds.get(how, 1)


@pytest.mark.parametrize("lang", ["ar", "de", "en"])
@pytest.mark.parametrize("name", game_names())
def test_every_reason_of_the_engine_can_be_said(name: str, lang: str) -> None:
    """A sentence with data missing or braces left would show here, for rules that no example reaches too."""
    words = words_of(SUITE.games[name], SUITE.languages[lang])
    for rule in game(name).rules.values():
        for case, names in rule.cases.items():
            template = words.rules[rule.id].sentences[case]
            formats = {found[1]: found[2] or "" for found in re.finditer(r"\{(\w+)(?::([\w.-]+))?\}", template)}
            data = {each: stand_in(formats.get(each, ""), words) for each in names}
            for voice in (HTML, TEXT):
                said = saying.sentence(Reason(rule.id, case, data), words, voice)
                assert not re.search(r"[{}`]", said), (rule.id, case)


def test_a_list_is_joined_as_the_language_does() -> None:
    seats = {"x": [0, 1, 3]}
    assert say("{x:seats}", seats, EN, TEXT).replace("\u00a0", " ") == "player 1, player 2 and player 4"
    assert say("{x:seats}", seats, DE, TEXT).replace("\u00a0", " ") == "Spieler 1, Spieler 2 und Spieler 4"
    assert (
        re.sub("[\u2066\u2069]", "", say("{x:seats}", seats, AR, TEXT)).replace("\u00a0", " ")
        == "اللاعب 1 واللاعب 2 واللاعب 4"
    )


@pytest.mark.parametrize("lang", sorted(WORDS))
def test_messages_stay_on_one_line_whatever_was_typed(lang: str) -> None:
    fault = Fault("hands", "not_a_spanish_card", {"value": "x\n\u202ey" * 500})
    line = saying.one_line(saying.fault(fault, WORDS[lang]))
    assert len(line) <= 500
    assert line.isprintable() or lang == "ar"


def test_prose_leaves_lists_links_and_addresses_alone() -> None:
    prose = saying.prose(
        "1. بلغ 40\n2. [خويغو 31](mus.juego.no-38-39) `33-31`", AR, {"mus.juego.no-38-39": "../x/#38"}.get
    )
    assert prose == (
        '1. بلغ <bdi dir="ltr">40</bdi>\n2. [خويغو <bdi dir="ltr">31</bdi>](../x/#38) <bdi dir="ltr">33-31</bdi>'
    )


def test_prose_holds_no_html_but_its_own() -> None:
    text = "<script>1</script> `<b>` [<i>x</i>](<j>) a <b> &lt;\n\n<img src=x onerror=y>\n\n    <u>"
    assert re.findall("<[^>]*>", saying.prose(text, EN, {}.get)) == ['<bdi dir="ltr">', "</bdi>"]
    assert {*re.findall(r"<(\w+)", blocks(text, EN, {}.get))} == {"p", "bdi", "a", "pre", "code"}


def texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from texts_in(inner)


def test_no_placeholder_stands_in_notation() -> None:
    """What stands in backticks is printed as it is; only the components fill braces there."""
    filled = re.compile(r"`[^`]*`")
    own = {name: text for suite in SUITE.games.values() for name, text in suite.texts.items()}
    texts = [said for text in own.values() for said in text.by.values()]
    for language in SUITE.languages.values():
        texts += texts_in({key: table for key, table in language.plain.items() if key not in ("ui", "press", "theme")})
    assert [text for text in texts if any("{" in notation for notation in filled.findall(text))] == []

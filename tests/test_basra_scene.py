"""What a page is told to draw for Basra: every kind of question in every language, answered, open and faulty."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine.games import games
from rules_engine.saying import Words
from rules_engine.scenes import scene
from rules_engine.suite.wording import words_of
from tests.suites import ours

SUITE = ours().suite
LANGUAGES = {code: words_of(SUITE.games["basra"], language) for code, language in SUITE.languages.items()}
QUESTIONS: list[dict[str, Any]] = [
    {"ask": "capture", "table": "9S 9H AC KS", "play": "10H"},
    {"ask": "capture", "table": "9S 9H AC KS", "play": "10H", "take": "9H"},
    {"ask": "capture", "table": "9S 9H AC KS", "play": "10H", "take": []},
    {"ask": "capture", "table": "9S 9H AC KS", "play": "10H", "take": "", "variant": {"trail_allowed": True}},
    {"ask": "capture", "table": "", "play": "JH"},
    {"ask": "capture", "table": "JS JD", "play": "JH"},
    {"ask": "capture", "table": "6S 6H 7S 7H 5S 5H 4S 4H 3S 2S", "play": "10H"},
    {"ask": "score", "cards": [26, 26], "basras": [1, 0], "carried": 30, "variant": {"tie": "carry"}},
    {"ask": "score", "captured": ["AS 2C", "10D"], "basras": [0, 0], "variant": {"card_points": "levant"}},
    {"ask": "deal_table", "cards": "2S 3S 4S 5S"},
    {"ask": "deal_table", "cards": "2S JS 4S 7D 5S 6S"},
    {"ask": "seats", "joins": ["a", "b", "c", "d"]},
    {"ask": "seats", "joins": ["<b>", "&"], "variant": {"players": 2}},
]
FAULTY: list[dict[str, Any]] = [
    {"ask": "capture", "table": ["8S", "8S", 5], "play": None},
    {"ask": "capture", "table": "8S", "play": "8S", "take": "2S"},
    {"ask": "score", "cards": [50, 3], "basras": [0, 0]},
    {"ask": "score", "cards": [50, 2], "basras": [0, 0], "variant": {"card_points": "levant"}},
    {"ask": "score", "basras": "many"},
    {"ask": "deal_table", "cards": "JS"},
    {"ask": "seats", "joins": ["a", "a", "b"]},
    {"ask": "seats", "joins": 7},
]


def drawn(question: dict[str, Any], words: Words, **how: Any) -> dict[str, Any]:
    return scene({"game": "basra", **question}, words, **how)


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_every_question_is_drawn(question: dict[str, Any], words: Words) -> None:
    answered = drawn(question, words)
    assert answered["verdict"]["lines_html"]
    assert answered["faults"] == []
    asked = drawn(question, words, answered=False)
    assert asked["verdict"] is None
    assert asked["heading_html"] == answered["heading_html"]
    assert not any(card.get("is") for zone in asked["zones"] for card in zone["cards"])


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
@pytest.mark.parametrize("question", FAULTY, ids=str)
def test_every_fault_is_said(question: dict[str, Any], words: Words) -> None:
    faulty = drawn(question, words)
    assert faulty["faults"]
    assert all(fault["html"] for fault in faulty["faults"])


def test_captured_cards_are_marked() -> None:
    floor, played = drawn(QUESTIONS[0], LANGUAGES["en"])["zones"]
    assert [card.get("is") for card in floor["cards"]] == [["captured"], None, ["captured"], None]
    assert [card["face"] for card in played["cards"]] == ["10H"]


def test_buried_cards_are_marked() -> None:
    cards, floor, buried = drawn(QUESTIONS[10], LANGUAGES["en"])["zones"]
    states = [card.get("is", [""])[0] for card in cards["cards"]]
    assert states == ["captured", "dimmed", "captured", "dimmed", "captured", "captured"]
    assert [card["text"] for card in floor["cards"]] == ["2S", "4S", "5S", "6S"]
    assert [card["text"] for card in buried["cards"]] == ["JS", "7D"]


def test_names_are_never_markup() -> None:
    seats = drawn(QUESTIONS[12], LANGUAGES["en"])
    assert [zone["note_html"] for zone in seats["zones"]] == ["<bdi>&lt;b&gt;</bdi>", "<bdi>&amp;</bdi>"]


def test_the_form_takes_french_cards_by_rank_and_suit() -> None:
    fields = {field["path"]: field for field in drawn(QUESTIONS[0], LANGUAGES["en"])["fields"]}
    assert [key["card"] for key in fields["table"]["keys"]] == [*games()["basra"].deck.ranks]
    assert not any(key["whole"] for key in fields["table"]["keys"])
    assert [key["suit"] for key in fields["table"]["suits"]] == ["S", "H", "D", "C"]
    assert fields["table"]["count"] is None
    assert fields["table"]["remove_html"]
    assert fields["play"]["count"] == 1
    assert fields["take"]["value"] is None
    assert [choice["value"] for choice in fields["take"]["choices"]] == [None, []]
    taking = drawn(QUESTIONS[1], LANGUAGES["en"])["fields"]
    assert [field["kind"] for field in taking if field["path"] == "take"] == ["choice", "cards"]


def test_the_form_asks_for_numbers_or_for_cards() -> None:
    numbers = [field["path"] for field in drawn(QUESTIONS[7], LANGUAGES["en"])["fields"]]
    assert numbers[:2] == ["cards[0]", "cards[1]"]
    assert not any(path.startswith("captured") for path in numbers)
    cards = [field["path"] for field in drawn(QUESTIONS[8], LANGUAGES["en"])["fields"]]
    assert cards[:2] == ["captured[0]", "captured[1]"]


def test_names_are_put_in_as_text() -> None:
    fields = drawn(QUESTIONS[11], LANGUAGES["en"])["fields"]
    assert [(field["kind"], field["value"]) for field in fields[:4]] == [("text", name) for name in "abcd"]

"""How questions of Mor 200 are put on the table: cards in their places, a form for every list, a table of points."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine.games import games
from rules_engine.saying import RuleWords, Words
from rules_engine.scenes import Scene, scene
from rules_engine.suite.wording import words_of
from tests.suites import ours

SUITE = ours().suite
RULES = {
    rule.id: RuleWords(rule.id, "", False, dict.fromkeys(rule.cases, rule.id))
    for rule in games()["mor200"].rules.values()
}
"""Sentences of no words: these tests ask for everything but the rules' texts."""
WORDS = {
    code: Words(words.general, words.game, RULES)
    for code, language in SUITE.languages.items()
    if (words := words_of(SUITE.games["mor200"], language))
}
FULL, MIXED = "3H 4H 5H 6H 7H 8H 9H", "4D JK 6D 7D 8D 9D 10D"
QUESTIONS: list[dict[str, Any]] = [
    {"ask": "meld", "cards": "5S JK 7S"},
    {"ask": "meld", "cards": "5S 7S 9S"},
    {"ask": "meld", "cards": FULL},
    {"ask": "add", "meld": FULL, "cards": "JK"},
    {"ask": "add", "meld": FULL, "cards": "JD"},
    {"ask": "take_pile", "pile": "KH 9D", "hand": "7D 8D 3S KS", "melds": [FULL]},
    {"ask": "take_pile", "pile": "KH 10H", "hand": "3S KS", "melds": [FULL], "variant": {"pile_take": "new_or_extend"}},
    {"ask": "take_pile", "pile": "KH 9D", "hand": "7D 8D 3S KS", "with": "7D 8D"},
    {"ask": "take_pile", "pile": [], "hand": "7D 8D 3S KS"},
    {"ask": "close", "melds": [FULL, MIXED], "hand": "KS", "took_11": True, "discard": "KS"},
    {"ask": "close", "melds": [FULL, MIXED], "hand": "KS", "took_11": True},
    {
        "ask": "score",
        "teams": [
            {"melds": [FULL, MIXED], "hands": ["", "KS"], "took_11": True, "closed": True},
            {"melds": [], "hands": ["JK", ""], "took_11": False, "closed": False},
        ],
    },
    {"ask": "score", "teams": [{"melds": [FULL], "hands": ["", "KS"], "took_11": True, "closed": False}]},
]


def drawn(question: dict[str, Any], lang: str = "en", **how: Any) -> Scene:
    return scene({"game": "mor200", **question}, WORDS[lang], **how)


def texts(value: Any, key: str = "") -> list[str]:
    if isinstance(value, dict):
        return [text for name, entry in value.items() for text in texts(entry, name)]
    if isinstance(value, list):
        return [text for entry in value for text in texts(entry, key)]
    return [value] if isinstance(value, str) and key.endswith("html") else []


@pytest.mark.parametrize("lang", sorted(WORDS))
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_is_drawn_in_every_language(question: dict[str, Any], lang: str) -> None:
    for answered in (True, False):
        found = drawn(question, lang, answered=answered)
        assert found["zones"]
        assert found["layout"] == "row"
        assert not any("{" in text or "`" in text for text in texts(found))
        assert bool(found["verdict"]) is answered


@pytest.mark.parametrize("kind", ["meld", "add", "take_pile", "close", "score"])
def test_an_empty_question_is_a_form_with_faults(kind: str) -> None:
    found = drawn({"ask": kind})
    assert found["faults"]
    assert found["fields"]


def test_substitutes_say_what_they_stand_for() -> None:
    [given, laid] = drawn({"ask": "meld", "cards": "7S JK 5S"})["zones"]
    assert [card["text"] for card in given["cards"]] == ["7S", "JK", "5S"]
    assert (laid["id"], laid["layout"]) == ("places", "meld")
    assert [card["text"] for card in laid["cards"]] == ["5S", "JK", "7S"]
    assert [card.get("is") for card in laid["cards"]] == [None, ["stands"], None]
    assert "6" in laid["cards"][1]["mark_html"]


def test_sequences_are_rows_that_can_be_added_and_taken_out() -> None:
    fields = {field["path"]: field for field in drawn(QUESTIONS[5])["fields"]}
    assert fields["melds"]["kind"] == "list"
    assert [[cell["path"] for cell in row] for row in fields["melds"]["rows"]] == [["melds[0]"]]
    assert fields["melds"]["blank"] == []
    assert fields["melds"]["add_html"] == "Add a sequence"
    assert {"pile", "hand", "with", "took_11"} <= fields.keys()
    # A row just added holds no cards yet: the other cards stay on the table and the fault stands with the new row.
    blank = drawn({**QUESTIONS[5], "melds": [FULL, []]})
    assert [fault["path"] for fault in blank["faults"]] == ["melds[1]"]
    assert [zone["id"] for zone in blank["zones"]] == ["pile", "hand", "with", "melds[0]", "melds[1]"]


def test_the_fields_of_each_team_are_labelled_with_it() -> None:
    labels = [field["label_html"] for field in drawn(QUESTIONS[-2])["fields"] if field["path"].startswith("teams")]
    assert [label.replace("\u00a0", " ").partition(":")[0] for label in labels] == [
        "Team A", "Player 1", "Player 3", "Team A", "Team A", "Team B", "Player 2", "Player 4", "Team B", "Team B",
    ]  # fmt: skip


def test_the_score_is_a_table_of_one_team_or_two() -> None:
    both, one = (drawn(question)["verdict"]["table"] for question in QUESTIONS[-2:])
    assert len(both["head_html"]) == 3
    assert len(one["head_html"]) == 2
    assert [row["label_html"] for row in one["rows"]] == ["card points", "mor200 bonus", "cards left in hand"]
    assert both["total"]["cells_html"] == ["480", '<bdi dir="ltr">−320</bdi>']

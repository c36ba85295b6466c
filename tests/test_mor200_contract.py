"""Corners of the contract for Mor 200, each with the value that its rules give, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import Unusable, ask

FULL = "3H 4H 5H 6H 7H 8H 9H"
"""A mor200, 35 card points."""
MIXED = "4D 5D 6D 7D 8D 9D JK"
"""A mor100, 50 card points."""
THOUSAND = "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"


def mor(kind: str, **fields: Any) -> dict[str, Any]:
    return {key: value for key, value in ask({"game": "mor200", "ask": kind, **fields}).items() if key != "because"}


def rules(kind: str, **fields: Any) -> list[str]:
    because = ask({"game": "mor200", "ask": kind, **fields})["because"]
    cited = [f"{reason['rule']}/{reason['case']}" if "case" in reason else reason["rule"] for reason in because]
    return [each.removeprefix("mor200.") for each in cited]


def faults(kind: str, **fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(Unusable) as caught:
        mor(kind, **fields)
    return [(fault.path, fault.kind) for fault in caught.value.faults]


# Adding


@pytest.mark.parametrize(
    ("meld", "cards", "was", "class_", "cited"),
    [
        ("5S 6S 7S", "8S", "sequence", "sequence", "add/same"),
        ("5S 6S 7S", "9S", "sequence", "illegal", "add/illegal"),
        ("5S 6S 7S 8S 9S 10S", "JS", "sequence", "mor200", "add/changed"),
        # The two stood for the six; with the real six it is in its own place.
        ("3S 4S 5S 2S 7S 8S 9S", "6S", "mor100", "mor200", "mor100-to-mor200"),
        ("3S 4S 5S JK 7S 8S 9S", "6S", "mor100", "mor100", "substitute-moves"),
        (FULL, "JK", "mor200", "mor100", "mor200-to-mor100"),
        (FULL, "2H", "mor200", "mor200", "natural-two"),
        (FULL, "2S", "mor200", "mor100", "foreign-two"),
        (FULL, "2H JK", "mor200", "mor100", "two-and-substitute"),
        (MIXED, "2S", "mor100", "illegal", "one-substitute"),
        (MIXED, "2D 3D", "mor100", "mor100", "natural-two"),
        (MIXED, "2D", "mor100", "mor100", "substitute-moves"),  # the joker now stands for the three
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC", "AC", "mor200", "mor1000", "one-bonus"),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC", "JK", "mor200", "mor100", "fourteen-substitute"),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC", "KC", "mor200", "mor200", "thirteen"),
    ],
)
def test_adding_judges_the_whole_again(meld: str, cards: str, was: str, class_: str, cited: str) -> None:
    answer = mor("add", meld=meld, cards=cards)
    assert (answer["was"], answer["class"]) == (was, class_)
    assert cited in rules("add", meld=meld, cards=cards)
    together = mor("meld", cards=f"{meld} {cards}")
    assert answer == {**together, "was": was}


def test_a_substitute_moves_on_when_its_card_arrives() -> None:
    because = ask({"game": "mor200", "ask": "add", "meld": "5S JK 7S", "cards": "6S"})["because"]
    moved = {"rule": "mor200.substitute-moves", "card": "JK", "was": "6S", "place": "8S"}
    assert moved in because


# Taking the discard pile


def take(pile: str, hand: str, **fields: Any) -> dict[str, Any]:
    return mor("take_pile", pile=pile, hand=hand, **fields)


def test_ways_are_the_smallest_sets_of_hand_cards() -> None:
    ways = take("KH 9D", "7D 8D 10D JD 3S 3S")
    assert ways == {"legal": True, "ways": [["7D", "8D"], ["8D", "10D"], ["10D", "JD"]]}
    with_joker = take("KH 9D", "7D JK 3S 3S")["ways"]
    assert with_joker == [["7D", "JK"]]
    assert take("KH 9D", "7S 8H 3S 3S") == {"legal": False, "ways": []}


def test_the_top_card_may_be_the_substitute() -> None:
    assert take("KH 2S", "7D 8D 3S 4C")["ways"] == [["7D", "8D"]]
    assert "pile-substitute/top" in rules("take_pile", pile="KH JK", hand="7D 8D 3S", **{"with": "7D 8D"})
    assert "pile-substitute/hand" in rules("take_pile", pile="KH 6D", hand="7D JK 3S", **{"with": "7D JK"})


@pytest.mark.parametrize(
    ("pile", "hand", "chosen", "fields", "legal", "cited"),
    [
        ("KH 9D", "7D 8D 3S", "7D 8D", {}, True, "take-pile/with"),
        ("KH 9D", "7D 8D 3S", "7D 3S", {}, False, "one-suit"),
        ("KH 9D", "7D 8D 3S", "7D", {}, False, "new-sequence/few"),
        ("KH 9D", "7D", "7D", {}, False, "one-card-in-hand"),
        # The top card would fit a sequence on the table, but has to begin a new one.
        ("KH 9D", "8D 3S KS", "8D", {"melds": ["5D 6D 7D"]}, False, "new-sequence/table"),
        ("KH 9D", "8D 3S KS", "8D", {"melds": ["5D 6D 7D"], "variant": {"pile_take": "new_or_extend"}}, True,
         "new-or-extend"),
        ("KH 8D", "3S KS", [], {"melds": ["5D 6D 7D"], "variant": {"pile_take": "new_or_extend"}}, True,
         "new-or-extend"),
        ("KH 8D", "3S KS", [], {"melds": ["5D 6D 7D"]}, False, "new-sequence/table"),
        # Cards left before the 11-pile is taken: none, one, one that can be added, two.
        ("9D", "7D 8D", "7D 8D", {}, True, "eleven-taken"),
        ("9D", "7D 8D 3S", "7D 8D", {}, False, "leaves-one/blocked"),
        ("9D", "7D 8D 10D", "7D 8D", {}, True, "leaves-one/added"),
        ("9D", "7D 8D 3S", "7D 8D", {"melds": ["4S 5S 6S"]}, True, "leaves-one/added"),
        ("9D", "7D 8D 3S", "7D 8D", {"variant": {"indirect_take": True}}, True, "indirect-take/pile"),
        ("9D", "7D 8D 3S KS", "7D 8D", {}, True, "take-pile/with"),
        ("3S 9D", "7D 8D", "7D 8D", {}, False, "leaves-one/blocked"),
        # After it: one card only to close with, none never.
        ("9C", "7C 8C 3S", "7C 8C", {"took_11": True}, False, "leaves-one-later/blocked"),
        ("9C", "7C 8C 3S", "7C 8C", {"took_11": True, "melds": [FULL, MIXED]}, True, "leaves-one-later/closes"),
        ("9C", "7C 8C", "7C 8C", {"took_11": True, "melds": [FULL, MIXED]}, False, "keep-one/pile"),
        ("9C", "7C 8C", "7C 8C", {"took_11": True, "melds": [FULL, MIXED], "variant": {"close_by_meld": True}}, True,
         "close-by-meld"),
        ("9C", "7C 8C", "7C 8C", {"took_11": True, "melds": [FULL], "variant": {"close_by_meld": True}}, False,
         "close.mor100/lacks"),
        ("9C", "7C 8C 2S", "7C 8C", {"took_11": True, "melds": [FULL], "variant": {"indirect_take": True}}, False,
         "leaves-one-later/blocked"),
        # The pile may bring what closes: 4C to 10C with the two of hearts is the mor100 that was lacking.
        ("10C", "4C 5C 6C 7C 8C 2H KS", "4C 5C 6C 7C 8C 2H", {"took_11": True, "melds": [FULL]}, True,
         "leaves-one-later/closes"),
    ],
)  # fmt: skip
def test_taking_the_pile_with_chosen_cards(
    pile: str, hand: str, chosen: Any, fields: dict[str, Any], legal: bool, cited: str
) -> None:
    question = {"pile": pile, "hand": hand, "with": chosen, **fields}
    assert mor("take_pile", **question) == {"legal": legal}
    assert cited in rules("take_pile", **question)


def test_a_last_card_that_makes_the_closing_condition_may_be_laid_where_closing_by_laying_is_played() -> None:
    """The nine of clubs begins a plain sequence; the ten of hearts then makes the seventh heart of a mor200."""
    question = {"pile": "9C", "hand": "7C 8C 9H", "melds": [FULL.replace(" 9H", ""), MIXED], "took_11": True}
    assert not mor("take_pile", **question, **{"with": "7C 8C"})["legal"]
    by_meld = {"close_by_meld": True}
    assert mor("take_pile", **question, **{"with": "7C 8C"}, variant=by_meld)["legal"]


def test_without_chosen_cards_the_reasons_tell_why_nothing_works() -> None:
    assert rules("take_pile", pile="9D", hand="7D 8D 3S") == ["take-pile/with", "leaves-one/blocked"]
    assert rules("take_pile", pile="9D", hand="7S 8D") == ["take-pile/none"]
    assert rules("take_pile", pile="9D", hand="7S") == ["one-card-in-hand"]
    assert rules("take_pile", pile="9D", hand="7S KS", melds=["6D 7D 8D"]) == ["take-pile/none", "new-sequence/table"]
    assert mor("take_pile", pile=[], hand="7S KS") == {"legal": False, "ways": []}
    extend = {"pile_take": "new_or_extend"}
    question = {"pile": "KH 9D", "hand": "10D JD KS 3S", "melds": ["6D 7D 8D"], "variant": extend}
    assert mor("take_pile", **question) == {"legal": True, "ways": [[]]}


def test_seven_cards_with_two_substitutes_may_take_the_pile_where_three_cannot() -> None:
    """The nine stands two places above the six: only a sequence of seven may hold both jokers between them."""
    question = {"pile": "KH 9D", "hand": "3D 4D 5D 6D JK JK KS QS"}
    assert mor("take_pile", **question)["ways"] == []
    assert mor("take_pile", **question, variant={"two_substitutes": True})["ways"] == [
        ["3D", "4D", "5D", "6D", "JK", "JK"]
    ]


# Closing


@pytest.mark.parametrize(
    ("melds", "hand", "discard", "took_11", "variant", "legal", "cited"),
    [
        ([FULL, MIXED], "KS", "KS", True, {}, True, "close/closes"),
        ([THOUSAND, MIXED], "KS", "KS", True, {}, True, "mor1000-counts/close"),
        ([FULL, MIXED], "JK", "JK", True, {}, True, "any-discard"),
        ([FULL, MIXED], "2S", "2S", True, {}, True, "any-discard"),
        ([FULL, MIXED], "KS QS", "KS", True, {}, False, "close/cards_left"),
        ([FULL, MIXED], "KS", "KS", False, {}, False, "close-needs-eleven"),
        ([FULL, MIXED], "KS", "KS", False, {"indirect_take": True}, False, "indirect-take/close"),
        ([MIXED], "KS", "KS", True, {}, False, "close.mor200/lacks"),
        ([FULL], "KS", "KS", True, {}, False, "close.mor100/lacks"),
        ([FULL, FULL.replace("H", "S")], "KD", "KD", True, {}, False, "no-second-mor200"),
        ([FULL, MIXED], "", None, True, {}, False, "keep-one/close"),
        ([FULL, MIXED], "", None, True, {"close_by_meld": True}, True, "close-by-meld"),
        ([FULL, MIXED], "KS", None, True, {"close_by_meld": True}, False, "close/cards_left"),
        ([FULL, MIXED], "KS", "KS", True, {"close_by_meld": True}, True, "close/closes"),
        ([FULL, MIXED], "", None, False, {"close_by_meld": True}, False, "close-needs-eleven"),
    ],
)
def test_closing(
    melds: list[str], hand: str, discard: str | None, took_11: bool, variant: Any, legal: bool, cited: str
) -> None:
    question = {"melds": melds, "hand": hand, "took_11": took_11, "variant": variant}
    if discard:
        question["discard"] = discard
    assert mor("close", **question) == {"legal": legal}
    assert cited in rules("close", **question)


# The score


def end(melds: list[str], hands: list[str], took_11: bool = True, closed: bool = False) -> dict[str, Any]:
    return {"melds": melds, "hands": hands, "took_11": took_11, "closed": closed}


def test_a_round_of_both_teams() -> None:
    """A: 35 + 50 + 100 + 200 + 100 − 30 = 455. B: 15 − 100 − 200 − 25 = −310."""
    a, b = end([FULL, MIXED], ["", "KS 2C"], closed=True), end(["5C 6C 7C"], ["JK", "3S"], took_11=False)
    assert mor("score", teams=[a, b]) == {
        "points": [455, -310],
        "items": [
            [
                {"what": "cards", "points": 85},
                {"what": "mor100", "points": 100},
                {"what": "mor200", "points": 200},
                {"what": "closing", "points": 100},
                {"what": "hands", "points": -30},
            ],
            [
                {"what": "cards", "points": 15},
                {"what": "untaken_11", "points": -100},
                {"what": "no_mor200", "points": -200},
                {"what": "hands", "points": -25},
            ],
        ],
    }
    cited = rules("score", teams=[a, b])
    assert {"partners-cards", "negative", "closing-bonus", "hands", "card-points/score"} <= {*cited}
    assert cited.count("partners-cards") == 1


def test_a_mor1000_pays_its_bonus_alone_and_stands_in_for_a_mor200() -> None:
    answer = mor("score", teams=[end([THOUSAND], ["", ""])])
    assert answer == {
        "points": [1115],
        "items": [[{"what": "cards", "points": 115}, {"what": "mor1000", "points": 1000}]],
    }
    assert "mor1000-counts/score" in rules("score", teams=[end([THOUSAND], ["", ""])])


def test_a_mor100_counts_without_a_mor200() -> None:
    assert mor("score", teams=[end([MIXED], ["", ""])])["points"] == [50 + 100 - 200]
    assert "mor100-alone" in rules("score", teams=[end([MIXED], ["", ""])])


def test_two_long_sequences_of_one_class_are_one_line() -> None:
    items = mor("score", teams=[end([FULL, FULL.replace("H", "S")], ["", ""])])["items"][0]
    assert items == [{"what": "cards", "points": 70}, {"what": "mor200", "points": 400}]


def test_a_team_that_laid_nothing() -> None:
    answer = mor("score", teams=[end([], ["", ""], took_11=False)])
    assert answer["points"] == [-300]
    assert [item["what"] for item in answer["items"][0]] == ["cards", "untaken_11", "no_mor200"]


# What cannot be judged


@pytest.mark.parametrize(
    ("kind", "fields", "found"),
    [
        ("meld", {"cards": "7D 7D 7D"}, [("cards", "pack_exceeded")]),
        ("meld", {"cards": "JK JK JK"}, [("cards", "pack_exceeded")]),
        ("meld", {"cards": "7D 7 7X"}, [("cards", "not_a_french_card"), ("cards", "not_a_french_card")]),
        ("meld", {"cards": ["7D", "1H"]}, [("cards[1]", "not_a_french_card")]),
        ("meld", {}, [("", "missing_key")]),
        ("add", {"meld": "5S 6S 9S", "cards": "7S"}, [("meld", "not_a_sequence")]),
        ("add", {"meld": "5S 6S 7S", "cards": []}, [("cards", "nothing_added")]),
        ("add", {"meld": "5S 6S 7S", "cards": "7S 7S"}, [("cards", "pack_exceeded")]),
        ("take_pile", {"pile": "9D", "hand": "7D 8D", "with": "7D 7D"}, [("with", "not_in_hand")]),
        ("take_pile", {"pile": "9D", "hand": "9D", "melds": ["8D 9D 10D"]}, [("melds[0]", "pack_exceeded")]),
        ("take_pile", {"pile": "9D", "hand": "KD", "melds": ["8D 9D 10D", "3S 4S"]}, [("melds[1]", "not_a_sequence")]),
        ("close", {"melds": [], "hand": "KS", "took_11": True, "discard": "QS"}, [("discard", "not_in_hand")]),
        (
            "close",
            {"melds": [], "hand": "KS QS", "took_11": True, "discard": "KS QS"},
            [("discard", "number_of_cards")],
        ),
        ("close", {"melds": [], "hand": "KS", "took_11": 1, "discard": "KS"}, [("took_11", "not_one_of")]),
        ("close", {"hand": "KS"}, [("", "missing_key"), ("", "missing_key")]),
        ("score", {"teams": []}, [("teams", "length_of_list")]),
        ("score", {"teams": [end([], ["", ""], closed=True)] * 2}, [("teams[1].closed", "both_closed")]),
        ("score", {"teams": [end([], [""])]}, [("teams[0].hands", "length_of_list")]),
        ("score", {"teams": [end(["3S 4S"], ["", ""])]}, [("teams[0].melds[0]", "not_a_sequence")]),
        ("score", {"teams": [end([], ["KS KS", "KS"])]}, [("teams[0].hands[1]", "pack_exceeded")]),
        ("meld", {"cards": "3S 4S 5S", "variant": {"target": 0}}, [("variant.target", "number_out_of_range")]),
        ("meld", {"cards": "3S 4S 5S", "variant": {"pile_take": "no"}}, [("variant.pile_take", "not_one_of")]),
        ("meld", {"cards": "3S 4S 5S", "variant": {"two_wilds": True}}, [("variant.two_wilds", "unknown_key")]),
        ("take_pile", {"pile": "9D", "hand": "7D 8D", "with_": "7D 8D"}, [("with_", "unknown_key")]),
    ],
)
def test_what_cannot_be_judged_is_refused_where_it_stands(
    kind: str, fields: dict[str, Any], found: list[tuple[str, str]]
) -> None:
    assert faults(kind, **fields) == found

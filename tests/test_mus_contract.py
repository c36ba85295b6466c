"""Corners of the contract that no documented example shows, each with the value that its text gives."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import Unusable, ask

HANDS = ["R R 3 7", "C S 6 4", "7 7 C 5", "A 2 4 5"]
"""Seats 0 and 2 hold medias of kings and a pair of sevens, seat 3 a pair of aces; juego is 37 at seat 0 alone."""
NO_JUEGO = ["R C 5 4", "S 7 6 4", "7 7 6 5", "A 2 4 5"]
"""Sums 29, 27, 25, 11."""


def mus(kind: str, **fields: Any) -> dict[str, Any]:
    return {key: value for key, value in ask({"game": "mus", "ask": kind, **fields}).items() if key != "because"}


def faults(kind: str, **fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(Unusable) as caught:
        mus(kind, **fields)
    return [(fault.path, fault.kind) for fault in caught.value.faults]


def test_cards_may_be_written_in_every_way_of_the_contract() -> None:
    for cards in ("R 3 A 2", ["R", "3", "1", "2"], ["Ro", 3, 1, "2e"], ["Ro", "3c", "Ab", "2o"]):
        assert mus("hand", cards=cards) == {
            "grande": ["R", "R", "A", "A"], "chica": ["A", "A", "R", "R"], "pares": "duples",
            "sum": 22, "juego": None, "punto": 22,
        }  # fmt: skip


def test_seats_of_a_mapping_may_be_text_or_numbers() -> None:
    for hands in ({"1": "R R R R", "3": "A A A A"}, {1: "R R R R", 3: "A A A A"}):
        assert mus("lance", lance="grande", mano=0, hands=hands) == {"winner": 1, "team": 1}


@pytest.mark.parametrize(
    ("calls", "ends"),
    [
        ([], {"open": {"to_speak": 2}}),
        ([[2, "paso"], [3, "paso"], [0, "paso"], [1, "paso"]], {"passed": True}),
        ([[2, "envido", 5], [3, "quiero"]], {"accepted": 5}),
        ([[2, "envido"], [3, "no_quiero"]], {"open": {"to_speak": 1}}),
        ([[2, "envido", 7], [3, "no_quiero"], [1, "no_quiero"]], {"refused": {"team": 0, "points": 1}}),
        ([[2, "envido"], [3, "raise", 3], [0, "no_quiero"], [2, "no_quiero"]], {"refused": {"team": 1, "points": 2}}),
        ([[2, "envido"], [3, "raise", 3], [0, "raise"], [1, "quiero"]], {"accepted": 7}),
        ([[2, "envido"], [3, "ordago"], [0, "no_quiero"], [2, "no_quiero"]], {"refused": {"team": 1, "points": 2}}),
        ([[2, "ordago"], [3, "no_quiero"], [1, "no_quiero"]], {"refused": {"team": 0, "points": 1}}),
        ([[2, "ordago"], [3, "no_quiero"], [1, "quiero"]], {"ordago": True}),
        ([[2, "paso"], [3, "envido"], [0, "no_quiero"], [2, "raise"], [3, "quiero"]], {"accepted": 4}),
        ([[2, "envido"], [3, "no_quiero"], [1, "raise"]], {"open": {"to_speak": 2}}),
    ],
)
def test_bets(calls: list[list[object]], ends: dict[str, object]) -> None:
    assert mus("bet", lance="grande", mano=2, calls=calls) == ends


@pytest.mark.parametrize(
    ("fields", "path", "kind"),
    [
        ({"calls": [[0, "paso"]]}, "calls[0]", "bet_out_of_turn"),
        ({"calls": [[2, "paso"], [2, "paso"]]}, "calls[1]", "bet_out_of_turn"),
        ({"calls": [[2, "paso"]], "eligible": [0, 1, 3]}, "calls[0]", "bet_may_not_contest"),
        ({"calls": [[2, "quiero"]]}, "calls[0]", "bet_nothing_to_answer"),
        ({"calls": [[2, "raise", 2]]}, "calls[0]", "bet_nothing_to_answer"),
        ({"calls": [[2, "envido"], [3, "paso"]]}, "calls[1]", "bet_must_answer"),
        ({"calls": [[2, "envido"], [3, "envido"]]}, "calls[1]", "bet_must_answer"),
        ({"calls": [[2, "envido"], [3, "quiero"], [0, "paso"]]}, "calls[2]", "bet_after_end"),
        ({"calls": [[2, "ordago"], [3, "raise", 2]]}, "calls[1]", "bet_over_ordago"),
        ({"calls": [[2, "ordago"], [3, "ordago"]]}, "calls[1]", "bet_over_ordago"),
        ({"calls": [[2, "ordago"], [3, "paso"]]}, "calls[1]", "bet_over_ordago"),
        ({"calls": [[2, "ordago"], [3, "envido", 2]]}, "calls[1]", "bet_over_ordago"),
        ({"calls": [[2, "envido", 1]]}, "calls[0]", "bet_below_minimum"),
        ({"calls": [[2, "envido"], [3, "raise", 1]]}, "calls[1]", "bet_below_minimum"),
        ({"calls": [[2, "paso", 2]]}, "calls[0]", "bet_no_amount"),
        ({"calls": [[0, "paso"]], "eligible": [0, 2]}, "calls[0]", "bet_after_end"),
    ],
)
def test_calls_that_may_not_be_made(fields: dict[str, Any], path: str, kind: str) -> None:
    assert faults("bet", lance="grande", mano=2, **fields) == [(path, kind)]


def test_one_may_be_raised_where_the_option_says_so() -> None:
    calls = [[0, "envido"], [1, "raise"], [2, "quiero"]]
    assert mus("bet", lance="chica", mano=0, calls=calls, variant={"min_raise": 1}) == {"accepted": 3}
    assert faults("bet", lance="chica", mano=0, calls=[[0, "envido", 1]], variant={"min_raise": 1}) == [
        ("calls[0]", "bet_below_minimum")
    ]


def count(lances: dict[str, Any], hands: list[str] = HANDS, **fields: Any) -> dict[str, Any]:
    return mus("count", **{"mano": 0, "before": [0, 0], "hands": hands, "lances": lances, **fields})


def test_a_lance_left_out_is_not_counted() -> None:
    assert count({}) == {"after": [0, 0], "items": [], "won_by": None}


def test_what_bet_answered_may_stand_for_paso() -> None:
    assert count({"grande": {"passed": True}}) == count({"grande": "paso"})


def test_a_bonus_is_one_item_for_both_partners() -> None:
    items = [
        {"lance": "pares", "what": "stake", "team": 0, "points": 4},
        {"lance": "pares", "what": "bonus", "team": 0, "points": 3},
    ]
    assert count({"pares": {"accepted": 4}})["items"] == items


def test_a_refused_bet_takes_the_bonuses_of_the_side_that_made_it() -> None:
    """Seat 3's pair of aces is worth 1, though the medias of seat 0 are better."""
    items = [
        {"lance": "pares", "what": "refused", "team": 1, "points": 1},
        {"lance": "pares", "what": "bonus", "team": 1, "points": 1},
    ]
    assert count({"pares": {"refused": {"team": 1, "points": 1}}})["items"] == items


@pytest.mark.parametrize(
    ("ending", "items"),
    [
        ("paso", [("punto", 0, 1)]),
        ({"accepted": 2}, [("stake", 0, 2), ("punto", 0, 1)]),
        ({"refused": {"team": 1, "points": 1}}, [("refused", 1, 1), ("punto", 1, 1)]),
    ],
)
def test_punto_has_one_point_more(ending: Any, items: list[tuple[str, int, int]]) -> None:
    given = count({"punto": ending}, NO_JUEGO)["items"]
    assert [(item["what"], item["team"], item["points"]) for item in given] == items


def test_the_count_stops_at_the_target_and_may_exceed_it() -> None:
    """Chica is counted first and gives team 1 its fortieth point; the 2 + 3 of team 0 in pares come too late."""
    lances = {"chica": "paso", "pares": {"accepted": 2}, "juego": "paso"}
    given = count(lances, before=[39, 39])
    assert given["after"] == [39, 40]
    assert given["won_by"] == 1
    assert [item["lance"] for item in given["items"]] == ["chica"]
    assert count({"pares": {"accepted": 2}}, before=[39, 39])["after"] == [41, 39]


def test_refusals_are_paid_before_anything_is_counted() -> None:
    """Grande would give team 0 its last point, but the refusal in pares was paid while the round was played."""
    given = count({"grande": "paso", "pares": {"refused": {"team": 1, "points": 1}}}, before=[39, 39])
    assert (given["after"], given["won_by"]) == ([39, 40], 1)


def test_an_accepted_ordago_leaves_the_points_as_they_are() -> None:
    lances = {"grande": {"refused": {"team": 1, "points": 1}}, "chica": {"accepted": 5}, "pares": {"ordago": True}}
    assert count(lances, before=[3, 4]) == {
        "after": [3, 5],
        "items": [{"lance": "grande", "what": "refused", "team": 1, "points": 1}],
        "won_by": 0,
    }


def test_a_refusal_that_wins_the_game_comes_before_a_later_ordago() -> None:
    given = count({"grande": {"refused": {"team": 1, "points": 1}}, "chica": {"ordago": True}}, before=[0, 39])
    assert (given["after"], given["won_by"]) == ([0, 40], 1)


@pytest.mark.parametrize(
    ("lances", "hands", "path", "kind"),
    [
        ({"punto": "paso"}, HANDS, "lances.punto", "count_juego_not_punto"),
        ({"juego": "paso"}, NO_JUEGO, "lances.juego", "count_punto_not_juego"),
        ({"juego": {"accepted": 2}}, HANDS, "lances.juego", "count_one_side_only"),
        ({"pares": {"open": {"to_speak": 1}}}, HANDS, "lances.pares", "not_an_outcome"),
        ({"grande": "quiero"}, HANDS, "lances.grande", "not_one_of"),
        ({"grand": "paso"}, HANDS, "lances.grand", "unknown_key"),
        ({}, ["R R R R", "R 3 3 3", "A A A A", "4 4 4 4"], "hands", "pack_exceeded"),
    ],
)
def test_rounds_that_cannot_have_happened(lances: Any, hands: list[str], path: str, kind: str) -> None:
    assert faults("count", mano=0, before=[0, 0], hands=hands, lances=lances) == [(path, kind)]


def test_a_game_that_is_over_is_not_counted_on() -> None:
    found = faults("count", mano=0, before=[25, 0], hands=HANDS, lances={}, variant={"target": 25})
    assert found == [("before[0]", "count_game_over")]


def test_every_fault_is_named_at_once() -> None:
    found = faults("lance", lance="grandee", hands=["R R X R", "7 7 7", "4 4 4 4", "5 5 5 5"], mano=4, colour="red")
    assert found == [
        ("colour", "unknown_key"),
        ("lance", "not_one_of"),
        ("hands[0]", "not_a_spanish_card"),
        ("hands[1]", "number_of_cards"),
        ("mano", "not_one_of"),
    ]


@pytest.mark.parametrize(
    ("question", "path", "kind"),
    [
        ({}, "", "missing_key"),
        ({"game": "chess"}, "game", "not_one_of"),
        ({"game": "mus"}, "", "missing_key"),
        ({"game": "mus", "ask": "grande"}, "ask", "not_one_of"),
        ([], "", "not_a_mapping"),
        ({"game": "mus", "ask": "hand", "cards": "R R R R", "variant": {"kings": 9}}, "variant.kings", "not_one_of"),
        ({"game": "mus", "ask": "hand", "cards": "R R R R", "variant": {"queens": 8}}, "variant.queens", "unknown_key"),
        ({"game": "mus", "ask": "hand", "cards": "R R R R", "variant": {"kings": True}}, "variant.kings", "not_one_of"),
        ({"game": "mus", "ask": "hand", "cards": "Ro Ro R R"}, "cards", "pack_exceeded"),
    ],
)
def test_what_is_unknown_is_refused_by_name(question: Any, path: str, kind: str) -> None:
    with pytest.raises(Unusable) as caught:
        ask(question)
    assert [(fault.path, fault.kind) for fault in caught.value.faults] == [(path, kind)]

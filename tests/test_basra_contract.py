"""Corners of Basra, each worked out by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import Unusable, ask


def asked(kind: str, **fields: Any) -> dict[str, Any]:
    return ask({"game": "basra", "ask": kind, **fields})


def capture(table: str, play: str, take: str | None = None, **variant: Any) -> dict[str, Any]:
    more = {} if take is None else {"take": take}
    return asked("capture", table=table, play=play, variant=variant, **more)


def rules_of(answer: dict[str, Any]) -> list[str]:
    return [f"{reason['rule']} {reason.get('case', '')}".strip() for reason in answer["because"]]


def faults(kind: str, **fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(Unusable) as unusable:
        asked(kind, **fields)
    return [(fault.path, fault.kind) for fault in unusable.value.faults]


# What a card takes


@pytest.mark.parametrize(
    ("table", "play", "taken", "basra"),
    [
        ("AS 7C KS 8S", "8H", "8S 7C AS", False),  # the source's first example
        ("AS 7C KS 8S", "9H", "8S AS", False),
        ("AS 7C KS 8S", "KH", "KS", False),
        ("10S 5S 4S AS", "10H", "10S 5S 4S AS", True),  # the source's second
        ("8S 7S AS", "8H", "8S 7S AS", True),
        ("AS 2S 7C 3S 8S 9S", "10H", "AS 2S 7C 3S 8S 9S", True),  # a greedy player would take 7 2 A
        ("6S 4S 3S AS", "10H", "6S 3S AS", False),
        ("KS KC KD", "KH", "KS KC KD", True),
        ("KS KC 2S", "KH", "KS KC", False),
        ("QS", "QD", "QS", True),
        ("QS", "KD", "", False),
        ("JS 3S", "3D", "3S", False),  # jacks have no value and stay
        ("JS QS KS", "10D", "", False),
        ("", "5S", "", False),
        ("AS", "AD", "AS", True),
        ("AS", "2D", "", False),
        ("AS AC", "2D", "AS AC", True),
        ("2S 7D", "9C", "2S 7D", True),  # on the floor the 7♦ is a seven
        ("7D KS", "7H", "7D", False),
        ("7D 3S", "10C", "7D 3S", True),
    ],
)
def test_what_number_cards_kings_and_queens_take(table: str, play: str, taken: str, basra: bool) -> None:
    answer = capture(table, play)
    assert sorted(answer["captures"]) == sorted(taken.split())
    assert answer["basra"] is basra
    assert answer["points"] == (10 if basra else 0)
    assert "options" not in answer
    assert "legal" not in answer


@pytest.mark.parametrize(
    ("table", "play", "options"),
    [
        ("9S 9H AC", "10H", ["9S AC", "9H AC"]),
        ("8S 2S 2H KS", "10C", ["8S 2S", "8S 2H"]),
        ("7S 2C 3D", "9H", []),
        ("6S 4S 4H 2S 2H", "10C", ["6S 2S 2H", "4S 4H 2S", "4S 4H 2H"]),
        ("5S 4S 3H AS AH", "9C", []),  # 4 3 A A is four cards, all else fewer
        ("8S 5C 3D 3H", "8H", ["8S 5C 3H", "8S 5C 3D"]),
    ],
)
def test_captures_to_choose_from(table: str, play: str, options: list[str]) -> None:
    answer = capture(table, play)
    assert {frozenset(option) for option in answer.get("options", [])} == {frozenset(o.split()) for o in options}
    assert ("basra.choice" in rules_of(answer)) is bool(options)
    if options:
        assert answer["options"][0] == answer["captures"] == options[0].split()


@pytest.mark.parametrize("table", ["2S", "KS", "JS 2S", "7D", "AS KC QD JH 10S"])
def test_a_jack_sweeps_and_only_jacks_make_a_basra(table: str) -> None:
    answer = capture(table, "JD")
    assert sorted(answer["captures"]) == sorted(table.split())
    assert (answer["basra"], answer["points"]) == (False, 0)
    assert rules_of(answer) == ["basra.jack-sweeps", "basra.jack-no-basra"]


@pytest.mark.parametrize("table", ["JS", "JS JC", "JS JC JH"])
@pytest.mark.parametrize("points", [10, 0, 20, 30])
def test_jacks_on_jacks(table: str, points: int) -> None:
    answer = capture(table, "JD", jack_basra=points)
    assert (answer["basra"], answer["points"]) == (points > 0, points)
    assert len(answer["captures"]) == len(table.split())


@pytest.mark.parametrize("play", ["JS", "7D"])
def test_sweepers_on_an_empty_floor_stay(play: str) -> None:
    answer = capture("", play)
    assert answer["captures"] == []
    assert not answer["basra"]
    assert rules_of(answer) == ["basra.burnt"]


@pytest.mark.parametrize(
    ("table", "equal", "at_most_10", "single"),
    [
        ("10S 5S 4S AS", True, False, False),
        ("9S", True, True, True),
        ("2S 3S", True, True, False),
        ("AS 2S 7S 8S", True, False, False),
        ("2S 2H 2C", True, True, False),
        ("10S 10H 10C", True, False, False),
        ("9S 2S", False, False, False),
        ("6S 6H 3S", False, False, False),
        ("6S 6H 3S 3H", True, False, False),
        ("KS", False, False, True),
        ("JS", False, False, True),
        ("KS 2S", False, False, False),
        ("AS 2S 3S 4S", True, True, False),
        ("10S AS", False, False, False),
    ],
)
def test_when_the_komi_is_a_basra(table: str, equal: bool, at_most_10: bool, single: bool) -> None:
    wanted = {"equal_partition": equal, "sum_le_10": at_most_10, "single_card": single, "never": False}
    for komi, basra in wanted.items():
        answer = capture(table, "7D", komi=komi)
        assert len(answer["captures"]) == len(table.split())
        assert (answer["basra"], answer["points"]) == (basra, 10 if basra else 0), komi


# What a player may take


@pytest.mark.parametrize(
    ("table", "play", "take", "reason"),
    [
        ("9S 9H AC", "10H", "9H AC", None),
        ("9S 9H AC", "10H", "9H", "basra.groups not"),
        ("9S 9H AC", "10H", "", "basra.must-take"),
        ("9S KH AC", "10H", "9S KH AC", "basra.no-value floor"),
        ("10S 9S AC", "10H", "10S", "basra.all-groups left"),
        ("6S 4S 3S AS", "10H", "6S 4S", "basra.most-cards take"),
        ("KS KC 2S", "KH", "KS", "basra.kings-and-queens left"),
        ("KS KC 2S", "KH", "KS KC 2S", "basra.no-value played"),
        ("KS 2S", "JH", "KS", "basra.jack-sweeps left"),
        ("KS 2S", "JH", "2S KS", None),
        ("7S 2S", "7D", "7S", "basra.komi-sweeps left"),
        ("7S 2S", "7D", "", "basra.must-take"),
        ("3S 2S", "6D", "", None),
        ("3S 2S", "6D", "3S", "basra.groups not"),
    ],
)
def test_whether_cards_may_be_taken(table: str, play: str, take: str, reason: str | None) -> None:
    answer = capture(table, play, take)
    assert answer["legal"] is (reason is None)
    if reason is None:
        assert sorted(answer["captures"]) == sorted(take.split())
    else:
        assert rules_of(answer)[0] == reason
        plainly = capture(table, play)
        assert {**answer, "legal": None, "because": None} == {**plainly, "legal": None, "because": None}


def test_the_capture_taken_stands_first_among_the_options() -> None:
    answer = capture("9S 9H AC", "10H", "9H AC")
    assert answer["options"] == [["9H", "AC"], ["9S", "AC"]]


@pytest.mark.parametrize(
    ("table", "play", "take", "legal"),
    [
        ("10S 9S AC", "10H", "10S", True),
        ("10S 9S AC", "10H", "9S AC", True),
        ("10S 9S AC", "10H", "9S", False),
        ("10S 9S AC", "10H", "", True),
        ("KS KC", "KH", "KS", True),
        ("KS 2C", "JH", "", True),
        ("KS 2C", "JH", "KS", False),
    ],
)
def test_free_captures(table: str, play: str, take: str, legal: bool) -> None:
    answer = capture(table, play, take, capture="free")
    assert answer["legal"] is legal
    assert "options" not in answer
    if legal:
        assert sorted(answer["captures"]) == sorted(take.split())
        assert not answer["basra"]


def test_a_free_capture_of_the_whole_floor_is_a_basra() -> None:
    assert capture("10S 9S AC", "10H", "10S 9S AC", capture="free")["points"] == 10
    assert rules_of(capture("9S 9H AC", "10H", capture="free"))[-2:] == ["basra.free-capture may", "basra.basra not"]


def test_laying_a_card_that_could_capture() -> None:
    answer = capture("10S 9S AC", "10H", "", trail_allowed=True)
    assert (answer["legal"], answer["captures"], answer["basra"]) == (True, [], False)
    assert rules_of(answer) == ["basra.lay-freely"]
    assert not capture("10S 9S AC", "10H", "10S", trail_allowed=True)["legal"]


def test_what_is_wrong_with_a_capture() -> None:
    assert faults("capture", table="8S 8S", play="2D") == [("table", "pack_exceeded")]
    assert faults("capture", table="8S 2S", play="8S") == [("play", "play_on_floor")]
    assert faults("capture", table="8S 2S", play="8D", take="3S") == [("take", "take_not_on_floor")]
    assert faults("capture", table="8S 2S", play="8D", take="8S 8S") == [("take", "pack_exceeded")]
    assert faults("capture", table="8S", play="8D 8H") == [("play", "number_of_cards")]
    assert faults("capture", table="8", play="8D") == [("table", "not_a_french_card")]
    assert faults("capture", table="JK", play="8D") == [("table", "not_a_french_card")]


# The count


def items(answer: dict[str, Any]) -> list[tuple[int, str, int]]:
    return [(item["team"], item["what"], item["points"]) for item in answer["items"]]


def test_most_cards_and_basras() -> None:
    answer = asked("score", cards=[30, 22], basras=[1, 2])
    assert (answer["points"], answer["carry"]) == ([40, 20], 0)
    assert items(answer) == [(0, "majority", 30), (0, "basras", 10), (1, "basras", 20)]
    answer = asked("score", cards=[22, 30], basras=[0, 0])
    assert items(answer) == [(1, "majority", 30)]


@pytest.mark.parametrize(("worth", "points"), [(10, 30), (0, 10), (20, 50), (30, 70)])
def test_basras_of_jacks(worth: int, points: int) -> None:
    answer = asked("score", cards=[26, 26], basras=[0, 1], jack_basras=[0, 2], variant={"jack_basra": worth})
    assert answer["points"] == [0, points]


def test_a_tie_pays_nobody_or_waits() -> None:
    assert asked("score", cards=[26, 26], basras=[0, 0])["points"] == [0, 0]
    waits = asked("score", cards=[26, 26], basras=[0, 0], carried=30, variant={"tie": "carry"})
    assert (waits["points"], waits["carry"], waits["items"]) == ([0, 0], 60, [])
    paid = asked("score", cards=[20, 32], basras=[0, 0], carried=60, variant={"tie": "carry"})
    assert (paid["points"], paid["carry"]) == ([0, 90], 0)
    assert items(paid) == [(1, "majority", 90)]


def test_card_points_of_the_levant() -> None:
    captured = ["JS AS 2C 3D", "10D KS AH"]
    answer = asked("score", captured=captured, basras=[0, 0], variant={"card_points": "levant"})
    assert items(answer) == [(0, "majority", 30), (0, "card_points", 4), (1, "card_points", 4)]
    assert asked("score", captured=captured, basras=[0, 0])["points"] == [30, 0]


def test_what_is_wrong_with_a_count() -> None:
    assert faults("score", basras=[0, 0]) == [("", "score_cards_or_captured")]
    assert faults("score", cards=[1, 2], captured=["AS", "2S"], basras=[0, 0]) == [("", "score_cards_or_captured")]
    assert faults("score", cards=[27, 26], basras=[0, 0]) == [("cards", "score_too_many_cards")]
    assert faults("score", captured=["AS", "AS"], basras=[0, 0]) == [("captured", "pack_exceeded")]
    levant = {"card_points": "levant"}
    assert faults("score", cards=[26, 26], basras=[0, 0], variant=levant) == [("captured", "score_needs_captured")]
    assert faults("score", cards=[26, 26]) == [("", "missing_key")]
    assert faults("score", cards=[26], basras=[0, 0]) == [("cards", "length_of_list")]


# The deal and the seats


@pytest.mark.parametrize(
    ("cards", "table", "buried"),
    [
        ("2S 3S 4S 5S", "2S 3S 4S 5S", ""),
        ("2S 3S 4S 5S JS", "2S 3S 4S 5S", ""),
        ("JS 2S 7D 3S 4S 5S 6S", "2S 3S 4S 5S", "JS 7D"),
        ("JS 2S 3S 4S JH 7D 9S", "2S 3S 4S 9S", "JS JH 7D"),
        ("7D JS JH JD JC AS 2S 3S 4S", "AS 2S 3S 4S", "7D JS JH JD JC"),
        ("7H KS QS 10D", "7H KS QS 10D", ""),
    ],
)
def test_the_first_floor(cards: str, table: str, buried: str) -> None:
    answer = asked("deal_table", cards=cards)
    assert (answer["table"], answer["buried"]) == (table.split(), buried.split())


def test_too_few_cards_for_the_floor() -> None:
    assert faults("deal_table", cards="2S 3S 4S") == [("cards", "deal_too_few")]
    assert faults("deal_table", cards="2S 3S 4S 7D JS") == [("cards", "deal_too_few")]
    assert faults("deal_table", cards="2S 3S 4S 2S")[0] == ("cards", "pack_exceeded")


def test_seats_in_the_order_of_joining() -> None:
    answer = asked("seats", joins=["Amal", "Bilal", "Chadi", "Dina"])
    assert answer["seats"] == {"Amal": 0, "Bilal": 2, "Chadi": 1, "Dina": 3}
    assert answer["teams"] == [["Amal", "Bilal"], ["Chadi", "Dina"]]
    answer = asked("seats", joins=["أمل", "<b>&"], variant={"players": 2})
    assert (answer["seats"], answer["teams"]) == ({"أمل": 0, "<b>&": 1}, [["أمل"], ["<b>&"]])


def test_what_is_wrong_with_names() -> None:
    assert faults("seats", joins=["a", "b", "c"]) == [("joins", "seats_number")]
    assert faults("seats", joins=["a", "b", "c", "d"], variant={"players": 2}) == [("joins", "seats_number")]
    assert faults("seats", joins=["a", "b", "a", "d"]) == [("joins[2]", "seats_twice")]
    assert faults("seats", joins=["a", "b", "", "d"]) == [("joins[2]", "empty_text")]
    assert faults("seats", joins=["a", "b", 3, "d"]) == [("joins[2]", "not_a_text")]
    assert faults("seats", joins=["a", "b", "c", "d", "e"]) == [("joins", "length_of_list")]

"""The example client in JavaScript: questions in through a pipe, and answers worked out by hand from the rules."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest

from tests.suites import TESTS

CLIENT = TESTS.parent / "docs" / "client" / "client.mjs"

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is missing: the example client is not run")


def answers(lines: list[str], end: str = "\n") -> list[Any]:
    """What the client answers to lines, one answer to each; it must end by itself and without a complaint."""
    done = subprocess.run(
        ["node", CLIENT], input=("\n".join(lines) + end).encode(), capture_output=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    found = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert len(found) == len(lines)
    return found


def agree(kind: tuple[str, str], cases: list[tuple[dict[str, Any], dict[str, Any]]]) -> None:
    """The client's answers to questions of a kind hold what is expected, each question saying what it was."""
    game, ask = kind
    questions = [{"game": game, "ask": ask, **question} for question, _ in cases]
    for (_, expected), question, answer in zip(cases, questions, answers([*map(json.dumps, questions)]), strict=True):
        assert {key: answer.get(key) for key in expected} == expected, question


def test_hands_of_mus() -> None:
    four = {"variant": {"kings": 4}}
    cases: list[tuple[dict[str, Any], dict[str, Any]]] = [
        (  # 10 + 10 + 10 + 7
            {"cards": "R R 3 7"},
            {
                "grande": ["R", "R", "R", "7"],
                "chica": ["7", "R", "R", "R"],
                "pares": "medias",
                "sum": 37,
                "juego": 37,
                "punto": None,
            },
        ),
        (  # a two is an ace, whatever suits are written: 10 + 10 + 1 + 1
            {"cards": ["Ro", 3, "2e", 1]},
            {"grande": ["R", "R", "A", "A"], "pares": "duples", "sum": 22, "juego": None, "punto": 22},
        ),
        ({"cards": "R 3 2 A", **four}, {"grande": ["R", "3", "2", "A"], "pares": "none", "sum": 16, "punto": 16}),
        ({"cards": "C S 7 4", **four}, {"grande": ["C", "S", "7", "4"], "pares": "none", "sum": 31, "juego": 31}),
        ({"cards": "A A 2 2"}, {"pares": "duples", "sum": 4}),
        ({"cards": "S S 7 4"}, {"pares": "par", "sum": 31, "juego": 31, "punto": None}),
    ]
    agree(("mus", "hand"), cases)


def test_lances_of_mus() -> None:
    def lance(lance: str, mano: int, hands: Any, variant: dict[str, Any] | None = None) -> dict[str, Any]:
        return {"lance": lance, "mano": mano, "hands": hands, "variant": variant or {}}

    def won(seat: int | None) -> dict[str, Any]:
        return {"winner": seat, "team": None if seat is None else seat % 2}

    royal = ["7 7 7 S", "C S 7 4", "R R 6 5", "C R 6 5"]  # 31 at all four seats
    with_three = ["7 7 7 3", "C S 7 4", "R R 6 5", "C S 6 5"]
    low = ["R C 5 4", "S S 5 5", "6 6 6 4", "A A 4 C"]  # 29, 30, 22, 16
    cases = [
        (lance("grande", 0, ["R S 7 4", "R S 6 5", "C C C C", "S 6 6 4"]), won(0)),
        (lance("chica", 0, ["4 5 6 7", "S S C C", "A A 4 R", "5 6 7 S"]), won(2)),
        (lance("pares", 0, ["R R 3 7", "4 4 A A", "C 6 5 4", "S 7 6 5"]), won(1)),  # duples before three kings
        (lance("pares", 0, ["A A 2 2", "4 4 A 2", "C 6 5 7", "S 7 6 5"]), won(1)),  # four aces are the weakest duples
        (lance("pares", 3, ["R 7 6 5", "C 7 6 5", "S 7 6 5", "R 7 4 A"]), won(None)),
        (
            lance("juego", 0, {"0": "R R C C", "1": "R R C 2", "2": "C S 7 4"}),
            won(1),
        ),  # 40, 31, 31: player 2 before player 3
        (lance("juego", 2, {"0": "R R C C", "1": "R R C 2", "2": "C S 7 4"}), won(2)),
        (lance("juego", 1, royal), won(1)),
        (lance("juego", 1, royal, {"real_31": "sota_only"}), won(0)),
        (lance("juego", 1, with_three, {"real_31": "sota_only"}), won(1)),
        (lance("juego", 1, with_three, {"real_31": "any_figure"}), won(0)),
        (lance("juego", 0, low), won(None)),
        (lance("punto", 0, low), won(1)),
        (lance("punto", 0, [*low[:3], "R R R R"]), won(None)),
        (lance("grande", 3, {"0": "R 7 6 5", "2": "3 7 6 5"}), won(0)),  # after player 4 comes player 1
        (lance("grande", 3, {"0": "3 7 6 5", "2": "R 7 6 5"}, {"kings": 4}), won(2)),
    ]
    agree(("mus", "lance"), cases)


def test_captures_of_basra() -> None:
    def played(table: str, play: str, take: str | None = None, **variant: Any) -> dict[str, Any]:
        return {"table": table, "play": play, "variant": variant} | ({} if take is None else {"take": take})

    def captured(cards: str, points: int | None = None, **more: Any) -> dict[str, Any]:
        held = {"options": None, "legal": None} | more
        return {"captures": cards.split(), "basra": points is not None, "points": points or 0, **held}

    nines = [["9S", "AD"], ["9H", "AD"]]
    free = {"capture": "free"}
    cases = [
        (played("KS 8H 7C AD", "8D"), captured("8H 7C AD")),
        (played("KS KH 7C", "KD"), captured("KS KH")),
        (played("7S 4H 3C AD", "8D"), captured("4H 3C AD")),
        (played("9S 9H AD", "10C"), captured("9S AD", options=nines)),
        (played("9S 9H AD", "10C", "AD 9H"), captured("9H AD", options=nines, legal=True)),
        (played("9S 9H AD", "10C", "9H"), captured("9S AD", options=nines, legal=False)),
        (played("9D 9H AD", "10C"), captured("9H AD", options=[nines[1], ["9D", "AD"]])),
        (played("", "7D"), captured("")),
        (played("10S 5H 4C AD", "10H"), captured("10S 5H 4C AD", 10)),
        (played("QS", "JH"), captured("QS")),
        (played("JS", "JH"), captured("JS", 10)),
        (played("JS JD", "JH", jack_basra=30), captured("JS JD", 30)),
        (played("JS", "JH", jack_basra=0), captured("JS")),
        (played("8S", "8H", jack_basra=30), captured("8S", 10)),
        (played("9S 8H 2C AD", "7D"), captured("9S 8H 2C AD", 10)),
        (played("9S 5H", "7D"), captured("9S 5H")),
        (played("KS", "7D"), captured("KS")),
        (played("KS", "7D", komi="single_card"), captured("KS", 10)),
        (played("8S 8H", "7D", komi="single_card"), captured("8S 8H")),
        (played("5S 3H", "7D", komi="sum_le_10"), captured("5S 3H", 10)),
        (played("8S 7H AC", "7D", komi="sum_le_10"), captured("8S 7H AC")),
        (played("6S", "7D", komi="never"), captured("6S")),
        (played("8S 5H 3C", "8H", ""), captured("8S 5H 3C", 10, legal=False)),
        (played("8S 5H 3C", "8H", "", trail_allowed=True), captured("", legal=True)),
        (played("8S 5H 3C", "8H", "8S", trail_allowed=True), captured("8S 5H 3C", 10, legal=False)),
        (played("8S 5H 3C", "8H", "5H 3C", **free), captured("5H 3C", legal=True)),
        (played("8S 5H 3C", "8H", "5H", **free), captured("8S 5H 3C", 10, legal=False)),
        (played("8S 5H 3C", "JH", "8S", **free), captured("8S 5H 3C", legal=False)),
        (played("KS KH", "KD", "KH", **free), captured("KH", legal=True)),
    ]
    agree(("basra", "capture"), cases)


def test_a_full_floor_is_judged() -> None:
    floor = [f"{rank}{suit}" for rank in ("A", *"23456789") for suit in "SHDC"]
    [answer] = answers([json.dumps({"game": "basra", "ask": "capture", "table": floor, "play": "10S"})])
    # Nine and one, eight and two, seven and three, six and four, and the fives by pairs: nothing is left.
    assert (sorted(answer["captures"]), answer["points"]) == (sorted(floor), 10)


def test_melds_of_mor_200() -> None:
    def meld(cards: str, **variant: Any) -> dict[str, Any]:
        return {"cards": cards, "variant": variant}

    def made(kind: str, row: str, points: int, bonus: int = 0) -> dict[str, Any]:
        """A card standing for another is written `JK=7S`."""
        cards = [place.split("=") for place in row.split()]
        places = [{"card": card[0], "as": card[-1]} for card in cards]
        return {"class": kind, "places": places, "card_points": points, "bonus": bonus}

    illegal = {"class": "illegal", "places": None, "card_points": None, "bonus": None}
    whole = "AD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD"
    two = "4S JK 6S 7S 2H 9S 10S"
    cases = [
        (meld("7S 5S 6S"), made("sequence", "5S 6S 7S", 15)),
        (meld("5S 6S"), illegal),
        (meld("5S 6S 7H"), illegal),
        (meld("5S 6S 8S"), illegal),
        (meld("8S 8H 8D"), illegal),
        (meld("5S 6S 6S 7S"), illegal),
        (meld("QS KS AS 2S 3S"), illegal),
        (meld("4S JK 2H 7S"), illegal),
        (meld("JK 5S 7S"), made("sequence", "5S JK=6S 7S", 30)),
        (meld("JK 5S 6S"), made("sequence", "5S 6S JK=7S", 30)),
        (meld("JK AS KS QS"), made("sequence", "JK=JS QS KS AS", 50)),
        (meld("AS 2S KS"), made("sequence", "2S=QS KS AS", 40)),
        (meld("2H 3S AS"), made("sequence", "AS 2H=2S 3S", 35)),
        (meld("2S 2S AS 3S 5S"), made("sequence", "AS 2S 3S 2S=4S 5S", 60)),
        (meld("2S 3S 4S 5S 6S 7S 8S"), made("mor200", "2S 3S 4S 5S 6S 7S 8S", 50, 200)),
        (meld("4H 5H 6H JK 8H 9H 10H"), made("mor100", "4H 5H 6H JK=7H 8H 9H 10H", 55, 100)),
        (meld(whole), made("mor200", whole, 105, 200)),  # 10 + 20 + 7 × 5 + 4 × 10
        (meld("AD " + whole), made("mor1000", whole + " AD", 115, 1000)),
        (meld("JK " + whole), made("mor100", whole + " JK=AD", 125, 100)),
        (meld("JK AD " + whole), illegal),
        (meld(two), illegal),
        (meld(two, two_substitutes=True), made("sequence", "4S JK=5S 6S 7S 2H=8S 9S 10S", 70)),
        (meld("4S JK 2H 7S 8S 9S", two_substitutes=True), illegal),
        (meld("4H 5H 6H JK 8H 9H 10H", two_substitutes=True), made("mor100", "4H 5H 6H JK=7H 8H 9H 10H", 55, 100)),
    ]
    agree(("mor200", "meld"), cases)


def test_what_cannot_be_used_gets_one_line_saying_where() -> None:
    hand = {"game": "mus", "ask": "hand"}
    lance = {"game": "mus", "ask": "lance", "lance": "grande", "mano": 0}
    capture = {"game": "basra", "ask": "capture", "table": "8S 5H", "play": "8H"}
    meld = {"game": "mor200", "ask": "meld"}
    cases: list[tuple[Any, str]] = [
        ([], ""),
        (5, ""),
        ({}, "game"),
        ({"game": "poker", "ask": "hand"}, "game"),
        ({"game": "__proto__", "ask": "constructor"}, "game"),
        ({"game": "mus", "ask": "count"}, "ask"),
        ({"game": "mus", "ask": ["hand"]}, "ask"),
        (hand, "cards"),
        ({**hand, "cards": "R R 3"}, "cards"),
        ({**hand, "cards": "R R 3 X"}, "cards[3]"),
        ({**hand, "cards": ["R", "R", "3", 8]}, "cards[3]"),
        ({**hand, "cards": ["R", "R", "3", ["7"]]}, "cards[3]"),
        ({**hand, "cards": "Ro Ro 3 7"}, "cards"),
        ({**hand, "cards": "R R 3 7", "hands": []}, "hands"),
        ({**hand, "cards": "R R 3 7", "variant": {"kings": 6}}, "variant.kings"),
        ({**hand, "cards": "R R 3 7", "variant": {"toString": 4}}, "variant.toString"),
        ({**hand, "cards": "R R 3 7", "variant": 4}, "variant"),
        ({**lance, "hands": ["R R R 7", "R R 7 7", "4 4 4 4", "5 5 5 5"]}, "hands"),
        ({**lance, "hands": ["R R R 7"]}, "hands"),
        ({**lance, "hands": {"4": "R R R 7"}}, "hands"),
        ({**lance, "hands": {"0": "R R R 7"}, "mano": True}, "mano"),
        ({**lance, "hands": {"0": "R R R 7"}, "lance": "mus"}, "lance"),
        ({**capture, "play": "8S"}, "play"),
        ({**capture, "play": "8H 9H"}, "play"),
        ({**capture, "table": "8S 8S"}, "table"),
        ({**capture, "play": "JK"}, "play"),
        ({**capture, "take": "9S"}, "take[0]"),
        ({**capture, "variant": {"target": 0}}, "variant.target"),
        ({**meld, "cards": "7D 7D 7D"}, "cards"),
        ({**meld, "cards": "JK JK JK"}, "cards"),
        ({**meld, "cards": "7d 8D 9D"}, "cards[0]"),
        ({**meld, "cards": ["\u007f\u0085" + "9" * 9999]}, "cards[0]"),
        ({**meld, "cards": "7D 8D 9D", "\n" * 9999: 1}, "?" * 60),
    ]
    found = answers([json.dumps(question) for question, _ in cases])
    for (question, path), answer in zip(cases, found, strict=True):
        assert list(answer) == ["error"], question
        assert answer["error"]["path"] == path, question
        message = answer["error"]["message"]
        assert message.isprintable(), question
        assert 0 < len(message) <= 500


def test_every_line_gets_an_answer_whatever_stands_in_it() -> None:
    good = json.dumps({"game": "mus", "ask": "hand", "cards": "R R 3 7"})
    deep = '{"game": ' + "[" * 50000 + "]" * 50000 + "}"
    odd = json.dumps({"game": "a\u2028b"}, ensure_ascii=False)  # to Node a line ends there, to JSON it does not
    first, *nonsense, last = answers([good, "", "nonsense", '{"game": "mus"', "\ufeff\0", deep, odd, good], end="")
    assert first == last
    assert first["juego"] == 37
    assert [list(answer) for answer in nonsense] == [["error"]] * 6


def test_no_question_gets_no_answer() -> None:
    done = subprocess.run(["node", CLIENT], input=b"", capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")

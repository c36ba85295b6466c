"""Two engines written apart from each other, ours and the example client in JavaScript, asked the same questions.

Where they differ, one of them is wrong, or the rule text can be read in two ways.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from rules_engine import Unusable, ask
from rules_engine.suite.exporting import export
from rules_engine.suite.verifying import Documented, compared, documented
from tests.suites import ours
from tests.test_client import answers

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is missing: the example client is not run")

KINDS = ("mus/hand", "mus/lance", "basra/capture", "mor200/meld")
SPANISH = [rank + suit for rank in "A234567SCR" for suit in "oceb"]
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
FRENCH = [rank + suit for rank in RANKS for suit in "SHDC"]
OPTIONS: Mapping[str, Mapping[str, list[Any]]] = {
    "mus": {"kings": [8, 4], "real_31": ["none", "sota_only", "any_figure"]},
    "basra": {
        "komi": ["equal_partition", "sum_le_10", "single_card", "never"],
        "jack_basra": [10, 0, 20, 30],
        "capture": ["maximal", "free"],
        "trail_allowed": [False, True],
    },
    "mor200": {"two_substitutes": [False, True]},
}


def hand(chance: Random) -> dict[str, Any]:
    return {"cards": chance.sample(SPANISH, 4)}


def lance(chance: Random) -> dict[str, Any]:
    """Often from a pack of few ranks, so that hands are equal or nearly so."""
    ranks = chance.choice(["R3A27S", "7SCR3", "45A2R3", "4567A2SC"])
    few = [card for card in SPANISH if card[0] in ranks]
    cards = chance.sample(chance.choice([SPANISH, few]), 16)
    hands = [cards[place : place + 4] for place in range(0, 16, 4)]
    seats = chance.sample(range(4), chance.randint(1, 4))
    by_seat = {str(seat): hands[seat] for seat in seats}
    named = chance.choice(["grande", "chica", "pares", "juego", "punto"])
    return {"lance": named, "hands": chance.choice([hands, by_seat]), "mano": chance.randrange(4)}


def capture(chance: Random) -> dict[str, Any]:
    """Mostly number cards, the Komi and jacks more often than they come."""
    pool = chance.choice([FRENCH, [card for card in FRENCH if card[0] not in "JQK"]])
    table = chance.sample(pool, chance.choice([0, 1, 2, 3, 4, 6, 8, 10]))
    play = chance.choice([card for card in [*FRENCH, *["7D", "JS", "JH"] * 4] if card not in table])
    question = {"table": table, "play": play}
    if chance.random() < 0.5:
        return question
    found = ask({"game": "basra", "ask": "capture", **question})
    offered = found.get("options") or [found["captures"]]
    assert isinstance(offered, list)
    guessed = [card for card in table if chance.random() < 0.5]
    return {**question, "take": chance.choice([*offered, guessed, [], table])}


def meld(chance: Random) -> dict[str, Any]:
    """A sequence in which substitutes have taken places, or come in addition, or something is wrong."""
    suit, size = chance.choice("SHDC"), chance.randint(2, 14)
    low = chance.randint(0, 14 - size)
    cards = [rank + suit for rank in [*RANKS, "A"][low : low + size]]
    for _ in range(chance.choice([0, 0, 1, 1, 2, 3])):
        wild = chance.choice(["JK", "JK", f"2{suit}", "2S", "2H", f"A{suit}"])
        if chance.random() < 0.6:
            cards[chance.randrange(len(cards))] = wild
        else:
            cards.append(wild)
    if chance.random() < 0.1:
        cards[chance.randrange(len(cards))] = chance.choice(FRENCH)
    chance.shuffle(cards)
    return {"cards": cards}


ASKED: Mapping[str, Callable[[Random], dict[str, Any]]] = dict(zip(KINDS, (hand, lance, capture, meld), strict=True))


def question(kind: str, chance: Random) -> dict[str, Any]:
    game, _, asked = kind.partition("/")
    variant = {name: chance.choice(values) for name, values in OPTIONS[game].items() if chance.random() < 0.5}
    return {"game": game, "ask": asked, "variant": variant, **ASKED[kind](chance)}


@pytest.mark.parametrize("kind", KINDS)
def test_both_agree_on_every_documented_example(kind: str) -> None:
    questions = [each for each in documented(export(ours().suite), whole=True) if each.matches(kind)]
    assert questions
    found = answers([json.dumps(dict(each.question)) for each in questions])
    assert not [each.id for each, answer in zip(questions, found, strict=True) if compared(each, answer)]


@pytest.mark.parametrize("kind", KINDS)
def test_both_agree_on_random_questions(kind: str, request: pytest.FixtureRequest) -> None:
    chance = Random(kind)
    questions = [question(kind, chance) for _ in range(5000 if request.config.getoption("--release") else 300)]
    usable = 0
    for asked, answer in zip(questions, answers([json.dumps(each) for each in questions]), strict=True):
        try:
            ours = ask(asked)
        except Unusable as unusable:
            assert "error" in answer, (asked, unusable)
            continue
        usable += 1
        expected = {key: value for key, value in ours.items() if key != "because"}
        assert answer.keys() == expected.keys(), asked
        assert not compared(Documented("", asked["game"], asked, expected=expected), answer), asked
    assert usable > len(questions) / 2

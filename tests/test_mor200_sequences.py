"""Sequences of Mor 200 against a slow, obvious judge, and corners worked out by hand."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from rules_engine import ask
from rules_engine.mor200.hands import sequences, suits_of
from rules_engine.mor200.sequences import DECK, Variant, arrange, card_points, in_order

SUITS = "SHDC"
RUN = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
"""The ranks in order; written here afresh, not taken from the engine."""
PACK = [rank + suit for rank in RUN[:-1] for suit in SUITS] * 2 + ["JK", "JK"]


def meld(cards: str | list[str], **variant: Any) -> dict[str, Any]:
    return ask({"game": "mor200", "ask": "meld", "cards": cards, "variant": variant})


def places(answer: dict[str, Any]) -> str:
    """Write the places of an answer as ``5S 2S=6S 7S``."""
    return " ".join(
        each["card"] if each["card"] == each["as"] else f"{each['card']}={each['as']}" for each in answer["places"]
    )


# The slow judge: every suit, every first place, every choice of substitutes and of the places they take.


def every_order(cards: list[str], most: int) -> list[list[tuple[str, str]]]:
    """Every way to lay the cards in a row, as pairs of a card and the one it stands for, with so many substitutes."""
    found = []
    wild = sorted({card for card in cards if card == "JK" or card[:-1] == "2"})
    suits = {card[-1] for card in cards if card not in wild} or set(SUITS)
    for suit, first in itertools.product(sorted(suits), range(len(RUN) - len(cards) + 1)):
        row = [rank + suit for rank in RUN[first : first + len(cards)]]
        for count in range(most + 1):
            for substitutes in itertools.combinations_with_replacement(wild, count):
                rest = Counter(cards) - Counter(substitutes)
                if rest.total() != len(cards) - count:
                    continue
                for where in itertools.combinations(range(len(row)), count):
                    natural = Counter(card for place, card in enumerate(row) if place not in where)
                    if natural == rest:
                        lying = dict(zip(where, substitutes, strict=True))
                        found.append([(lying.get(place, card), card) for place, card in enumerate(row)])
    return found


def substitutes(order: list[tuple[str, str]]) -> list[int]:
    return [place for place, (card, stands_for) in enumerate(order) if card != stands_for]


def alike(order: list[tuple[str, str]]) -> tuple[list[str], list[int], list[str]]:
    """Tell all that matters of a way to lay cards but which of two substitutes takes which place."""
    return [stands_for for _, stands_for in order], substitutes(order), sorted(card for card, _ in order)


def preferred(order: list[tuple[str, str]]) -> tuple[int, int, int]:
    """Order the ways of one substitute: fewest first, then the ace low, then a gap before the high and the low end."""
    apart = substitutes(order)
    high_ace = order[-1][0][:-1] == "A" and order[0][0][:-1] != "A" and len(order) > 1
    if not apart:
        return 0, int(high_ace), 0
    natural = [place for place in range(len(order)) if place not in apart]
    where = 2 if apart[0] < natural[0] else 1 if apart[0] > natural[-1] else 0
    return len(apart), int(high_ace), where


def slow(cards: list[str]) -> dict[str, Any]:
    orders = every_order(cards, 1) if 3 <= len(cards) <= 14 else []
    if not orders:
        return {"class": "illegal"}
    order = min(orders, key=preferred)
    worth = {"A": 10, "J": 10, "Q": 10, "K": 10, "10": 10, "2": 20}
    points = sum(20 if card == "JK" else worth.get(card[:-1], 5) for card in cards)
    bonus = 0 if len(cards) < 7 else 100 if substitutes(order) else 1000 if len(cards) == 14 else 200
    return {
        "class": {0: "sequence", 100: "mor100", 200: "mor200", 1000: "mor1000"}[bonus],
        "places": [{"card": card, "as": stands_for} for card, stands_for in order],
        "card_points": points,
        "bonus": bonus,
    }


def nearly_a_sequence(chance: random.Random) -> list[str]:
    """Cards that are a sequence more often than not: a run of a suit with a few of them changed, added or left out."""
    suit, size = chance.choice(SUITS), chance.choice([*range(2, 10), *range(11, 15), 14])
    first = chance.randint(0, len(RUN) - min(size, len(RUN)))
    cards = [rank + suit for rank in RUN[first : first + size]]
    if first == 0 and chance.random() < 0.3:
        cards = [*cards[1:], "A" + suit]
    for _ in range(chance.choice([0, 1, 1, 1, 2, 2, 3])):
        other = chance.choice(["JK", "JK", "2" + suit, "2" + suit, "2" + chance.choice(SUITS), chance.choice(PACK)])
        place = chance.randrange(len(cards)) if cards else 0
        cards[place : place + chance.randint(0, 2)] = [other]
    chance.shuffle(cards)
    return cards


def in_the_pack(cards: list[str]) -> bool:
    return all(count <= 2 for count in Counter(cards).values())


def test_meld_agrees_with_the_slow_judge() -> None:
    chance = random.Random(200)
    classes = Counter[str]()
    for _ in range(20_000):
        cards = nearly_a_sequence(chance) if chance.random() < 0.9 else chance.sample(PACK, chance.randint(0, 5))
        if not in_the_pack(cards):
            continue
        answer = meld(cards)
        because = answer.pop("because")
        expected = slow(cards)
        assert answer == expected, cards
        assert because
        classes[answer["class"]] += 1
    assert min(classes[each] for each in ("illegal", "sequence", "mor100", "mor200", "mor1000")) > 100


def test_two_substitutes_agree_with_the_slow_judge() -> None:
    chance = random.Random(2)
    seen = Counter[str]()
    for _ in range(3_000):
        cards = nearly_a_sequence(chance)
        if not in_the_pack(cards) or not 3 <= len(cards) <= 10:
            continue
        answer = meld(cards, two_substitutes=True)
        one, two = every_order(cards, 1), every_order(cards, 2) if len(cards) >= 7 else []
        assert (answer["class"] == "illegal") == (not one and not two), cards
        if one:
            assert answer == meld(cards)
        elif two:
            order = [(each["card"], each["as"]) for each in answer["places"]]
            assert alike(order) in map(alike, two), cards
            assert (answer["class"], answer["bonus"]) == ("sequence", 0)
            seen["two"] += 1
    assert seen["two"] > 50


def test_the_order_in_which_cards_are_given_never_matters() -> None:
    chance = random.Random(7)
    for _ in range(3_000):
        cards = nearly_a_sequence(chance)
        if in_the_pack(cards):
            shuffled = chance.sample(cards, len(cards))
            for two in (False, True):
                assert meld(cards, two_substitutes=two) == meld(shuffled, two_substitutes=two), cards


@pytest.mark.exhaustive
def test_every_three_cards_of_one_pack_and_a_joker() -> None:
    pack = [*sorted(set(PACK)), "JK"]
    for cards in itertools.combinations(pack, 3):
        answer = meld([*cards])
        del answer["because"]
        assert answer == slow([*cards]), cards


def test_the_whole_pack_has_880_card_points() -> None:
    assert len(PACK) == 106
    assert card_points(card for text in PACK if (card := DECK.card(text))) == 880


# Corners by hand


@pytest.mark.parametrize(
    ("cards", "class_", "laid", "points"),
    [
        ("AS 2S 3S", "sequence", "AS 2S 3S", 35),
        ("KS AS QS", "sequence", "QS KS AS", 30),
        ("KS AS 2S", "sequence", "2S=QS KS AS", 40),  # no wrap: the two stands for the queen
        ("AS JK 3S", "sequence", "AS JK=2S 3S", 35),
        ("AS JK KS", "sequence", "JK=QS KS AS", 40),
        ("AS 2S JK", "sequence", "AS 2S JK=3S", 50),
        ("2S 2S 3S", "sequence", "2S 3S 2S=4S", 45),
        ("2S JK 5S", "illegal", "", 0),
        ("3S 2H 4S", "sequence", "3S 4S 2H=5S", 30),
        ("5S 2S 7S", "sequence", "5S 2S=6S 7S", 30),
        ("JS JK QS", "sequence", "JS QS JK=KS", 40),
        ("4S 2S 5S", "sequence", "4S 5S 2S=6S", 30),  # off its place: the two cannot reach place 2 without a gap
        ("4S 2S 5S JK", "sequence", "2S JK=3S 4S 5S", 50),
        ("3S 4S 5S 6S 7S 8S 2S", "mor200", "2S 3S 4S 5S 6S 7S 8S", 50),
        ("3S 4S 5S 6S 7S 8S 2H", "mor100", "3S 4S 5S 6S 7S 8S 2H=9S", 50),
        ("4S 5S 6S 7S 8S 9S 2S", "mor100", "4S 5S 6S 7S 8S 9S 2S=10S", 50),
        ("4S 5S 6S 7S 8S 9S 2S JK", "mor100", "2S JK=3S 4S 5S 6S 7S 8S 9S", 70),
        ("8S 9S 10S JS QS KS AS JK", "mor100", "JK=7S 8S 9S 10S JS QS KS AS", 80),
        ("AS 2S 3S 4S 5S 6S", "sequence", "AS 2S 3S 4S 5S 6S", 50),
    ],
)
def test_corners(cards: str, class_: str, laid: str, points: int) -> None:
    answer = meld(cards)
    assert answer["class"] == class_
    if class_ != "illegal":
        assert (places(answer), answer["card_points"]) == (laid, points)


def run(first: int, last: int) -> list[str]:
    return [rank + "H" for rank in RUN[first - 1 : last]]


def test_thirteen_and_fourteen_cards() -> None:
    assert meld(run(1, 13))["bonus"] == meld(run(2, 14))["bonus"] == 200
    full = meld(run(1, 14))
    assert (full["class"], full["card_points"], full["bonus"]) == ("mor1000", 115, 1000)
    assert meld([*run(1, 6), "JK", *run(8, 14)])["class"] == "mor100"
    assert meld([*run(1, 14), "JK"])["class"] == "illegal"


def test_an_ace_that_fits_both_ends_is_low() -> None:
    assert places(meld([*run(3, 13), "AH", "2S"])).startswith("AH 2S=2H 3H")
    assert places(meld([*run(1, 12), "JK"])).endswith("QH JK=KH")


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("5S 6S", {"rule": "mor200.at-least-three", "count": 2}),
        ("7S 7H 7D", {"rule": "mor200.no-sets", "case": "set", "cards": ["7S", "7H", "7D"]}),
        ("7S 7H JK", {"rule": "mor200.no-sets", "case": "set", "cards": ["7S", "7H"]}),
        ("7S 8S 8S 9S", {"rule": "mor200.no-sets", "case": "twice", "cards": ["8S"]}),
        ("7S 8S 9H", {"rule": "mor200.one-suit", "cards": ["7S", "8S"], "others": ["9H"]}),
        ("4S 6S 9S", {"rule": "mor200.consecutive", "missing": ["5S", "7S", "8S"]}),
        ("4S 7S JK", {"rule": "mor200.consecutive", "missing": ["6S"]}),
        ("QS KS AS 2S 3S", {"rule": "mor200.no-wrap", "card": "AS"}),
        ("KS AS JK 3S", {"rule": "mor200.no-wrap", "card": "AS"}),
        ("JK JK 5S", {"rule": "mor200.one-substitute", "cards": ["JK", "JK"]}),
        ("2H JK 5S 6S", {"rule": "mor200.one-substitute", "cards": ["JK", "2H"]}),
        ("2S 2H JK", {"rule": "mor200.no-sets", "case": "set", "cards": ["2S", "2H"]}),
        ("2S JK JK", {"rule": "mor200.one-substitute", "cards": ["JK", "JK"]}),
    ],
)
def test_what_is_wrong_is_said_with_its_cards(cards: str, reason: dict[str, Any]) -> None:
    answer = meld(cards)
    assert answer == {"class": "illegal", "because": [reason]}


def test_two_aces_need_all_places() -> None:
    because = meld("AS AS 2S KS")["because"]
    assert [reason["case"] for reason in because] == ["two"]
    assert because[0]["missing"][:2] == ["3S", "4S"]


def test_two_substitutes_only_from_seven_cards_on() -> None:
    assert meld("4S JK 5S 2H", two_substitutes=True)["because"][0]["case"] == "short"
    assert meld("4S 5S 6S 7S 8S JK JK")["class"] == "illegal"
    long = meld("4S 5S 6S 7S 8S JK JK", two_substitutes=True)
    assert (long["class"], long["bonus"], long["card_points"]) == ("sequence", 0, 65)
    assert places(long) == "4S 5S 6S 7S 8S JK=9S JK=10S"
    assert places(meld("9S 10S JS QS KS JK 2H", two_substitutes=True)) == "2H=8S 9S 10S JS QS KS JK=AS"
    assert meld("4S 5S 6S 7S JK JK 2H", two_substitutes=True)["because"][0]["case"] == "more"


@pytest.mark.parametrize(
    "hand", ["4S 6S 7S 9S 10S JK 2H", "9S 10S JS QS KS JK 2H 2D", "AS 3S 4S 5S 6S 7S 8S JK JK 2S 2C"]
)
def test_what_a_hand_holds_lies_as_it_would_be_arranged(hand: str) -> None:
    variant = Variant(two_substitutes=True)
    cards = tuple(in_order(card for name in hand.split() if (card := DECK.card(name))))
    found = [run for suit in suits_of(cards) if suit.suit == "S" for run in sequences(suit, 2)]
    assert any({"JK", "2"} <= {card.rank for card in run} for run in found)
    for run in found:
        arranged = arrange(run, variant)
        assert arranged is not None
        assert arranged.cards == run

"""What must hold for every question of Mor 200, whatever the cards."""

from __future__ import annotations

import itertools
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine import Unusable, ask

CHANCE = st.randoms(use_true_random=False)
VARIANTS = st.fixed_dictionaries(
    {},
    optional={
        "target": st.integers(1, 5000),
        "pile_take": st.sampled_from(["new", "new_or_extend"]),
        "indirect_take": st.booleans(),
        "two_substitutes": st.booleans(),
        "close_by_meld": st.booleans(),
        "stock_out": st.sampled_from(["end_round", "eleven_becomes_stock"]),
    },
)
RUN = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def mor(kind: str, **fields: Any) -> dict[str, Any]:
    return {key: value for key, value in ask({"game": "mor200", "ask": kind, **fields}).items() if key != "because"}


def table(pack: list[str], chance: random.Random, most: int) -> list[list[str]]:
    """Lay up to *most* sequences with cards taken out of the pack."""
    melds = []
    for _ in range(chance.randint(0, most)):
        size = chance.choice([3, 3, 4, 5, 7, 7, 8, 9, 13, 14])
        first, suit = chance.randint(0, 14 - size), chance.choice("SHDC")
        cards = [rank + suit for rank in RUN[first : first + size]]
        if chance.random() < 0.5:
            cards[chance.randrange(size)] = chance.choice(["JK", "2S", "2H", "2D", "2C"])
        rest = list(pack)
        try:
            for card in cards:
                rest.remove(card)
        except ValueError:
            continue
        if mor("meld", cards=cards)["class"] != "illegal":
            pack[:] = rest
            melds.append(cards)
    return melds


def fresh_pack() -> list[str]:
    return [rank + suit for rank in RUN[1:] for suit in "SHDC"] * 2 + ["JK", "JK"]


def drawn(pack: list[str], chance: random.Random, count: int) -> list[str]:
    cards = chance.sample(pack, count)
    for card in cards:
        pack.remove(card)
    return cards


@given(CHANCE, VARIANTS)
@settings(max_examples=300)
def test_the_items_of_a_score_add_up(chance: random.Random, variant: dict[str, Any]) -> None:
    pack, closed = fresh_pack(), chance.choice([0, 1, 2])
    teams = [
        {
            "melds": table(pack, chance, 5),
            "hands": [drawn(pack, chance, chance.randint(0, 6)) for _ in range(2)],
            "took_11": chance.random() < 0.7,
            "closed": team == closed,
        }
        for team in range(chance.choice([1, 2, 2]))
    ]
    answer = mor("score", teams=teams, variant=variant)
    for team, points, items in zip(teams, answer["points"], answer["items"], strict=True):
        assert points == sum(item["points"] for item in items)
        worth = [mor("meld", cards=cards, variant=variant) for cards in team["melds"]]
        by_hand = sum(each["card_points"] + each["bonus"] for each in worth) + 100 * team["closed"]
        by_hand -= 100 * (not team["took_11"])
        by_hand -= 200 * (not any(each["class"] in ("mor200", "mor1000") for each in worth))
        by_hand -= sum(20 if card == "JK" else VALUES[card[:-1]] for hand in team["hands"] for card in hand)
        assert points == by_hand


VALUES = {"A": 10, "2": 20, "10": 10, "J": 10, "Q": 10, "K": 10} | {str(rank): 5 for rank in range(3, 10)}


@given(CHANCE, VARIANTS)
@settings(max_examples=300)
def test_the_ways_to_take_the_pile_are_exactly_the_smallest_that_are_allowed(
    chance: random.Random, variant: dict[str, Any]
) -> None:
    pack = fresh_pack()
    question = {
        "melds": table(pack, chance, 3),
        "pile": drawn(pack, chance, chance.choice([1, 1, 2, 3])),
        "hand": drawn(pack, chance, chance.randint(0, 2)),
        "took_11": chance.random() < 0.5,
        "variant": variant,
    }
    suit = chance.choice([question["pile"][-1][-1]] * 4 + ["S"])
    near = [card for card in pack if card[-1] == suit or card[0] in "2J"]
    question["hand"] += drawn(near, chance, min(len(near), chance.randint(0, 5)))
    answer = mor("take_pile", **question)
    allowed = [
        (*sorted(cards),)
        for size in range(len(question["hand"]) + 1)
        for cards in itertools.combinations(question["hand"], size)
        if mor("take_pile", **question, **{"with": cards})["legal"]
    ]
    least = min(map(len, allowed), default=0)
    assert sorted((*sorted(way),) for way in answer["ways"]) == sorted({way for way in allowed if len(way) == least})
    assert answer["legal"] is bool(allowed)


@given(CHANCE, VARIANTS)
def test_adding_is_laying_all_cards_at_once(chance: random.Random, variant: dict[str, Any]) -> None:
    pack = fresh_pack()
    for cards in table(pack, chance, 2):
        added = drawn(pack, chance, 1) if chance.random() < 0.5 else chance.sample([*cards], 1)
        if added[0] in cards and [*cards, *pack].count(added[0]) < 2:
            continue
        try:
            answer = mor("add", meld=cards, cards=added, variant=variant)
        except Unusable:
            continue
        was = mor("meld", cards=cards, variant=variant)["class"]
        assert answer == {**mor("meld", cards=[*cards, *added], variant=variant), "was": was}

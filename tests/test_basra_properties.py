"""What must hold for every question of Basra; captures are compared with a search through every set of floor cards."""

from __future__ import annotations

import functools
import itertools
import random
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine import ask
from rules_engine.basra.dividing import counts_of, divide, groups, takings, total
from rules_engine.cards import FRENCH

PACK = [rank + suit for rank in FRENCH.ranks for suit in FRENCH.suits]
NUMBERS = [card for card in PACK if card[0] not in "JQK"]
VALUES = {card: 1 if card[0] == "A" else int(card[:-1]) for card in NUMBERS}


def capture(table: list[str], play: str, **more: Any) -> dict[str, Any]:
    return ask({"game": "basra", "ask": "capture", "table": table, "play": play, **more})


# Slow and obvious: every set of floor cards, every way to split it


@functools.cache
def splits(cards: tuple[str, ...], value: int) -> bool:
    """Whether cards fall into groups that make *value*: the first card is in a group with some of the others."""
    if not cards:
        return True
    first, others = cards[0], cards[1:]
    return any(
        VALUES[first] + sum(VALUES[card] for card in group) == value
        and splits(tuple(card for card in others if card not in group), value)
        for size in range(len(others) + 1)
        for group in itertools.combinations(others, size)
    )


def largest(table: list[str], play: str) -> set[frozenset[str]]:
    """Every set with the most cards that a number card, a king or a queen takes."""
    if play[0] in "QK":
        return {frozenset(card for card in table if card[0] == play[0])}
    cards = sorted(card for card in table if card in VALUES)
    for size in range(len(cards), 0, -1):
        found = {frozenset(c) for c in itertools.combinations(cards, size) if splits(c, VALUES[play])}
        if found:
            return found
    return {frozenset()}


def tables(number: int, most: int, seed: int) -> list[tuple[list[str], str]]:
    """Random floors with a card to play, some of them of low cards only, where there is most to divide."""
    chance = random.Random(seed)
    found = []
    for _ in range(number):
        pack = [c for c in NUMBERS if VALUES[c] < 8] if chance.random() < 0.3 else PACK
        cards = chance.sample(pack, chance.randint(1, most + 1))
        found.append((cards[1:], cards[0]))
    return found


def test_captures_are_those_of_the_slow_search() -> None:
    seen = 0
    for table, play in tables(3000, 8, 1):
        if play == "7D" or play[0] == "J":
            continue
        answer, wanted = capture(table, play), largest(table, play)
        assert {frozenset(option) for option in answer.get("options", [answer["captures"]])} == wanted, (table, play)
        assert answer.get("options", [answer["captures"]])[0] == answer["captures"]
        assert len(answer.get("options", [0])) == len(wanted)
        assert answer["basra"] is (bool(table) and frozenset(table) in wanted)
        chosen = [reason for reason in answer["because"] if reason["rule"] == "basra.choice"]
        assert [reason["captures"] for reason in chosen] == ([len(wanted)] if len(wanted) > 1 else [])
        seen += bool(wanted != {frozenset()})
    assert seen > 1000


def test_large_floors_too() -> None:
    for table, play in tables(60, 12, 2):
        if play in VALUES and play != "7D":
            answer = capture(table, play)
            wanted = largest(table, play)
            assert {frozenset(option) for option in answer.get("options", [answer["captures"]])} == wanted


def test_what_may_be_taken_is_what_the_slow_search_allows() -> None:
    chance = random.Random(3)
    for table, play in tables(400, 6, 4):
        if play == "7D" or play[0] == "J":
            continue
        wanted = largest(table, play)
        for _ in range(6):
            take = chance.sample(table, chance.randint(0, len(table)))
            assert capture(table, play, take=take)["legal"] is (frozenset(take) in wanted)
            free = capture(table, play, take=take, variant={"capture": "free"})["legal"]
            if play[0] in "QK":
                assert free is all(card[0] == play[0] for card in take)
            else:
                assert free is (all(card in VALUES for card in take) and splits(tuple(sorted(take)), VALUES[play]))


def test_the_komi_is_a_basra_where_some_number_card_would_sweep() -> None:
    for table, _ in tables(1500, 8, 5):
        if "7D" in table or not table:
            continue
        answer = capture(table, "7D")
        assert sorted(answer["captures"]) == sorted(table)
        swept = all(card in VALUES for card in table) and any(
            splits(tuple(sorted(table)), value) for value in range(1, 11)
        )
        assert answer["basra"] is swept


def test_a_group_that_costs_cards_really_does() -> None:
    """The reason of basra.most-cards: with that group only so many cards could be taken."""
    seen = 0
    for table, play in tables(1500, 8, 6):
        if play not in VALUES or play == "7D":
            continue
        answer = capture(table, play)
        for reason in answer["because"]:
            if reason["rule"] == "basra.most-cards":
                seen += 1
                rest = [card for card in table if card not in reason["cards"]]
                [fewer] = {len(found) for found in largest(rest, play)}
                assert sum(VALUES[card] for card in reason["cards"]) == VALUES[play]
                assert len(reason["cards"]) + fewer == reason["fewer"] < reason["most"] == len(answer["captures"])
    assert seen > 50


# Whatever is asked


@st.composite
def floors(draw: st.DrawFn) -> dict[str, Any]:
    cards = draw(st.lists(st.sampled_from(PACK), min_size=1, max_size=16, unique=True))
    variant = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "komi": st.sampled_from(["equal_partition", "sum_le_10", "single_card", "never"]),
                "jack_basra": st.sampled_from([10, 0, 20, 30]),
                "capture": st.sampled_from(["maximal", "free"]),
                "trail_allowed": st.booleans(),
            },
        )
    )
    question = {"game": "basra", "ask": "capture", "table": cards[1:], "play": cards[0], "variant": variant}
    if draw(st.booleans()):
        question["take"] = [card for card in cards[1:] if draw(st.booleans())]
    return question


@given(floors(), st.randoms(use_true_random=False))
@settings(max_examples=300)
def test_the_order_of_cards_never_matters(question: dict[str, Any], chance: random.Random) -> None:
    table = chance.sample(question["table"], len(question["table"]))
    assert ask({**question, "table": table}) == ask(question)


@given(floors())
@settings(max_examples=300)
def test_captures_lie_on_the_floor_and_a_basra_clears_it(question: dict[str, Any]) -> None:
    answer = ask(question)
    assert answer["because"]
    assert all(reason["rule"].startswith("basra.") for reason in answer["because"])
    assert set(answer["captures"]) <= set(question["table"])
    assert (answer["points"] > 0) is answer["basra"]
    if answer["basra"]:
        assert sorted(answer["captures"]) == sorted(question["table"])
    for option in answer.get("options", []):
        again = ask({**question, "take": option})
        assert again["legal"]
        assert again["captures"] == option
    if answer.get("legal"):
        assert sorted(answer["captures"]) == sorted(question["take"])


@given(st.permutations(PACK), st.integers(0, 52), st.sampled_from(["none", "carry"]), st.sampled_from([0, 30]))
def test_items_add_up(pack: list[str], first: int, tie: str, carried: int) -> None:
    question = {"game": "basra", "ask": "score", "captured": [pack[:first], pack[first:]], "basras": [1, 2]}
    variant = {"tie": tie, "card_points": "levant"}
    answer = ask({**question, "carried": carried, "variant": variant})
    for team in (0, 1):
        assert answer["points"][team] == sum(item["points"] for item in answer["items"] if item["team"] == team)
    lost = first == 26 and tie == "none"
    most_cards = 0 if lost else 30 + carried
    basras, card_points = 3 * 10, 4 + 4 + 2 + 3  # aces, jacks, the two of clubs, the ten of diamonds
    assert sum(answer["points"]) + answer["carry"] == most_cards + basras + card_points


@given(st.permutations(PACK))
def test_the_floor_is_dealt_in_order_and_holds_no_sweeping_card(pack: list[str]) -> None:
    answer = ask({"game": "basra", "ask": "deal_table", "cards": pack})
    turned = pack[: len(answer["table"]) + len(answer["buried"])]
    assert answer["table"] == [card for card in turned if card != "7D" and card[0] != "J"]
    assert answer["buried"] == [card for card in turned if card == "7D" or card[0] == "J"]


NAMES = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=20).map(
    functools.partial(unicodedata.normalize, "NFC")
)
"""What can be written and read; what cannot is refused, see ``test_hostile``."""


@given(st.lists(NAMES, min_size=4, max_size=4, unique=True))
def test_any_names_can_join(names: list[str]) -> None:
    answer = ask({"game": "basra", "ask": "seats", "joins": names})
    assert [answer["seats"][name] for name in names] == [0, 2, 1, 3]


# Dividing


@pytest.mark.parametrize("value", range(1, 11))
def test_groups_are_all_the_ways_to_make_a_value(value: int) -> None:
    ways = {
        counts_of(cards)
        for size in range(1, value + 1)
        for cards in itertools.combinations_with_replacement(range(1, value + 1), size)
        if sum(cards) == value and max(map(cards.count, cards)) <= 4
    }
    assert set(groups(value)) == ways
    assert len(groups(value)) == len(ways)


def test_the_whole_pack_can_be_divided() -> None:
    everything = (4,) * 10
    divided = divide(everything, 10)
    assert divided is not None
    assert counts_of([]) == (0,) * 10
    assert [sum(column) for column in zip(*divided, strict=True)] == [*everything]
    assert all(total(group) == 10 for group in divided)
    assert takings(everything, 10).most == 40

"""What hands of Mus are worth: the exact counts over every hand of the pack, and every lance as an order.

The counts were published with the rules of Mus (how many hands hold pares, juego and each sum) and recomputed by hand
from the numbers of ways to draw ranks. The judging is compared with an oracle written the slow, obvious way.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from rules_engine import ask
from rules_engine.cards import SPANISH, Card
from rules_engine.mus.hands import LANCES, Lance, Ranks, Variant, counted, has_juego, pares, total
from rules_engine.mus.lances import Table, judge_lance

PACK = [Card(rank, suit) for rank in SPANISH.ranks for suit in SPANISH.suits]
EIGHT, FOUR = Variant(), Variant(kings=4)


def every_hand(variant: Variant) -> Iterator[Ranks]:
    return (counted(hand, variant) for hand in itertools.combinations(PACK, 4))


@pytest.mark.exhaustive
def test_every_hand_of_the_pack_with_eight_kings() -> None:
    hands = list(every_hand(EIGHT))
    kinds = Counter(held.kind if (held := pares(hand)) else "none" for hand in hands)
    sums = Counter(total(hand) for hand in hands if has_juego(hand))
    assert len(hands) == 91_390
    assert len(set(hands)) == 330
    assert kinds == {"none": 91_390 - 51_710, "par": 43_776, "medias": 4_448, "duples": 3_486}
    assert sums == {31: 8_384, 32: 2_640, 33: 1_920, 34: 2_960, 35: 2_240, 36: 2_240, 37: 2_240, 40: 1_820}
    assert sum(sums.values()) == 24_444
    assert sum(pares(hand) is not None for hand in hands if total(hand) == 31) == 4_800
    assert Counter(map(total, hands))[30] == 3_024


@pytest.mark.exhaustive
def test_every_hand_of_the_pack_with_four_kings() -> None:
    hands = list(every_hand(FOUR))
    kinds = Counter(held.kind if (held := pares(hand)) else "none" for hand in hands)
    assert len(set(hands)) == 715
    assert kinds == {"none": 91_390 - 37_630, "par": 34_560, "medias": 1_440, "duples": 1_630}
    assert sum(map(has_juego, hands)) == 11_719
    assert sum(total(hand) == 31 for hand in hands) == 3_040


def test_royal_hands_are_as_many_as_the_variant_says() -> None:
    sota = [hand for hand in itertools.combinations(PACK, 4) if sorted(c.rank for c in hand) == ["7", "7", "7", "S"]]
    assert len(sota) == 16


HEIGHTS = "A4567SCR"
"""The eight ranks that count with eight kings, from low to high; written here afresh, not taken from the engine."""
VALUES = dict(zip(HEIGHTS, (1, 4, 5, 6, 7, 10, 10, 10), strict=True))
BEST_JUEGO = [31, 32, 40, 37, 36, 35, 34, 33]


def better(lance: Lance, one: Sequence[str], other: Sequence[str]) -> int:
    """Compare two hands, card by card and in words: 1 if *one* is better, −1 if *other* is, 0 if neither."""
    if lance == "grande":
        pairs = zip(sorted_by_height(one)[::-1], sorted_by_height(other)[::-1], strict=True)
        return next((sign(height(a) - height(b)) for a, b in pairs if a != b), 0)
    if lance == "chica":
        pairs = zip(sorted_by_height(one), sorted_by_height(other), strict=True)
        return next((sign(height(b) - height(a)) for a, b in pairs if a != b), 0)
    if lance == "pares":
        return compare_pares(alike(one), alike(other))
    mine, theirs = (sum(VALUES[rank] for rank in hand) for hand in (one, other))
    if lance == "juego":
        return sign(BEST_JUEGO.index(theirs) - BEST_JUEGO.index(mine))
    return sign(mine - theirs)


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def height(rank: str) -> int:
    return HEIGHTS.index(rank)


def sorted_by_height(hand: Sequence[str]) -> list[str]:
    return sorted(hand, key=height)


def alike(hand: Sequence[str]) -> list[tuple[int, str]]:
    """How often each rank occurs that occurs more than once, the higher rank first; four alike are two pairs."""
    found = [(hand.count(rank), rank) for rank in reversed(HEIGHTS) if hand.count(rank) > 1]
    return [(2, found[0][1])] * 2 if found and found[0][0] == 4 else found


def compare_pares(one: list[tuple[int, str]], other: list[tuple[int, str]]) -> int:
    def kind(held: list[tuple[int, str]]) -> int:
        return 3 if len(held) == 2 else held[0][0] - 1

    if kind(one) != kind(other):
        return sign(kind(one) - kind(other))
    pairs = zip(one, other, strict=True)
    return next((sign(height(a) - height(b)) for (_, a), (_, b) in pairs if a != b), 0)


def contesting(lance: Lance) -> list[Ranks]:
    """Every distinct hand that may contest a lance on its own."""
    hands = [tuple(hand) for hand in itertools.combinations_with_replacement("RCS7654A", 4)]
    if lance == "pares":
        return [hand for hand in hands if alike(hand)]
    if lance == "juego":
        return [hand for hand in hands if sum(VALUES[rank] for rank in hand) >= 31]
    if lance == "punto":
        return [hand for hand in hands if sum(VALUES[rank] for rank in hand) < 31]
    return hands


@pytest.mark.exhaustive
@pytest.mark.parametrize("lance", LANCES)
def test_every_lance_is_a_total_order_and_agrees_with_the_slow_one(lance: Lance) -> None:
    hands = contesting(lance)

    def duel(one: Ranks, other: Ranks, mano: int) -> int | None:
        cards = {0: tuple(map(Card, one)), 1: tuple(map(Card, other))}
        return judge_lance(Table(cards, mano, EIGHT), lance).value

    def order(one: Ranks, other: Ranks) -> int:
        """Compare by the engine alone: whoever wins as mano and not as mano is better; else they are equal."""
        winners = {duel(one, other, 0), duel(one, other, 1)}
        return 0 if len(winners) == 2 else 1 if winners == {0} else -1

    ranked = sorted(hands, key=functools.cmp_to_key(order))
    for (low, one), (high, other) in itertools.combinations(enumerate(ranked), 2):
        assert low < high
        engine = order(one, other)
        assert engine == better(lance, one, other)
        assert engine <= 0, f"{one} stands below {other}, but beats it"


def test_chica_is_not_grande_upside_down() -> None:
    """A R R R against 4 4 4 4: the reverse of grande would give chica to the fours; the ace decides it."""
    question = {"game": "mus", "mano": 1, "hands": {"0": "A R R R", "1": "4 4 4 4"}}
    assert ask({**question, "ask": "lance", "lance": "grande"})["winner"] == 0
    assert ask({**question, "ask": "lance", "lance": "chica"})["winner"] == 0

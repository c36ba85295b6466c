"""The chances of a hand of Mus against counting deal by deal, and what must hold of them."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from rules_engine import Unusable, ask
from rules_engine.cards import Card
from rules_engine.mus.chances import Chances, chances, unseen
from rules_engine.mus.hands import HEIGHT, LANCES, Lance, Ranks, Variant, counted
from rules_engine.mus.lances import Table, contest, team_of

DEALS = 43370632305000
"""36! / (4! 4! 4! 24!), worked out by hand in the examples."""
VARIANTS = [
    Variant(), Variant(kings=4), Variant(real_31="sota_only"), Variant(real_31="any_figure")
]  # fmt: skip


def ranks(text: str) -> Ranks:
    return tuple(sorted(text, key=HEIGHT.__getitem__, reverse=True))


def hands(left: Counter[str], cards: int = 4) -> Iterator[tuple[Ranks, int]]:
    """Give all hands by their ranks, with the number of ways to deal each."""
    for found in itertools.combinations_with_replacement(sorted(left, key=HEIGHT.__getitem__, reverse=True), cards):
        ways = math.prod(math.comb(left[rank], found.count(rank)) for rank in set(found))
        if ways:
            yield found, ways


def deal_by_deal(hand: Ranks, seat: int, mano: int, left: Counter[str], variant: Variant) -> dict[Lance, Chances]:
    """Count the chances as one would with the cards in hand: every deal is judged by itself."""
    won, own, played, of = Counter[str](), Counter[str](), Counter[str](), 0
    others = [other for other in range(4) if other != seat]
    for first, one in hands(left):
        for second, two in hands(left - Counter(first)):
            for third, three in hands(left - Counter(first) - Counter(second)):
                ways = one * two * three
                of += ways
                dealt = dict(zip([seat, *others], (hand, first, second, third), strict=True))
                table = Table({s: tuple(map(Card, held)) for s, held in dealt.items()}, mano, variant)
                for lance in LANCES:
                    found = contest(table, lance)
                    if found:
                        played[lance] += ways
                        own[lance] += ways * (found.winner == seat)
                        won[lance] += ways * (team_of(found.winner) == team_of(seat))
    return {lance: Chances(won[lance], own[lance], played[lance], of) for lance in LANCES}


@pytest.mark.parametrize(
    ("hand", "left", "variant"),
    [
        ("R74A", {"R": 3, "7": 3, "6": 2, "4": 2, "A": 3}, Variant()),
        ("RR7A", {"R": 4, "C": 2, "7": 4, "A": 2}, Variant()),
        ("7777", {"R": 3, "S": 3, "7": 4, "5": 3}, Variant()),
        ("5544", {"5": 4, "4": 4, "A": 4}, Variant()),
        ("S777", {"R": 2, "S": 2, "7": 6, "A": 2}, Variant(real_31="sota_only")),
        ("RSAR", {"R": 3, "S": 3, "7": 6}, Variant(real_31="any_figure")),
        ("R632", {"R": 3, "6": 3, "3": 3, "2": 3}, Variant(kings=4)),
        ("C654", {"S": 4, "6": 3, "5": 2, "4": 1, "A": 2}, Variant()),
    ],
)
def test_a_small_pack_deal_by_deal(hand: str, left: dict[str, int], variant: Variant) -> None:
    for seat, mano in ((0, 2), (3, 1)):
        found = chances(ranks(hand), seat, mano, left, variant)
        assert found == deal_by_deal(ranks(hand), seat, mano, Counter(left), variant)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_sample_of_whole_packs_comes_near(variant: Variant) -> None:
    random = Random("odds")
    pack = [Card(rank, suit) for rank in "RCS765432A" for suit in "oceb"]
    hand = tuple(random.sample(pack, 4))
    left = [card for card in pack if card not in hand]
    exact = chances(counted(hand, variant), 1, 3, unseen(counted(hand, variant), variant), variant)
    deals, own, won, played = 4000, Counter[str](), Counter[str](), Counter[str]()
    for _ in range(deals):
        dealt = random.sample(left, 12)
        table = Table({1: hand, 0: (*dealt[:4],), 2: (*dealt[4:8],), 3: (*dealt[8:],)}, 3, variant)
        for lance in LANCES:
            if found := contest(table, lance):
                played[lance] += 1
                own[lance] += found.winner == 1
                won[lance] += team_of(found.winner) == 1
    for lance in LANCES:
        each = exact[lance]
        for sampled, counted_ in ((own, each.own), (won, each.won), (played, each.played)):
            assert abs(sampled[lance] / deals - counted_ / each.of) < 0.04


def test_the_hands_at_a_table_win_every_lance_that_is_played() -> None:
    """Over all hands and seats, the deals won are those in which somebody wins, each counted once."""
    pack = Counter({"R": 4, "7": 5, "5": 3, "A": 4})
    own, played = Counter[str](), Counter[str]()
    for hand, ways in hands(pack):
        for seat in range(4):
            for lance, found in chances(hand, seat, 3, pack - Counter(hand), Variant()).items():
                own[lance] += ways * found.own
                played[lance] += ways * found.played * (seat == 0)
    assert own == played


@pytest.mark.parametrize(
    ("hand", "variant"), [*zip(["RR37", "CA42", "7765", "SSS2"], VARIANTS, strict=True), ("RCSA", Variant())]
)
def test_what_holds_of_every_hand(hand: str, variant: Variant) -> None:
    held = counted(map(Card, hand), variant)
    by_seat = [chances(held, seat, 0, unseen(held, variant), variant) for seat in range(4)]
    for lance in LANCES:
        found = [each[lance] for each in by_seat]
        assert {(each.of, each.played) for each in found} == {(DEALS, found[0].played)}
        assert all(0 <= each.own <= each.won <= each.played <= each.of for each in found)
        # Who speaks earlier wins more ties.
        assert found[0].own >= found[1].own >= found[2].own >= found[3].own
    juego, punto = by_seat[0]["juego"], by_seat[0]["punto"]
    assert juego.played + punto.played == DEALS
    assert by_seat[0]["grande"].played == by_seat[0]["chica"].played == DEALS


def test_the_question_reads_its_cards_and_names_its_reasons() -> None:
    answer = ask({"game": "mus", "ask": "odds", "hand": "R 3 7 A", "seat": 2, "mano": 1})
    assert [*answer] == [*LANCES, "because"]
    because = answer["because"]
    assert isinstance(because, list)
    assert because[0] == {"rule": "mus.odds", "count": 36, "mano": 1}
    with pytest.raises(Unusable) as caught:
        ask({"game": "mus", "ask": "odds", "hand": "Ro Ro 7 A", "seat": 2, "mano": 1})
    assert [fault.path for fault in caught.value.faults] == ["hand"]

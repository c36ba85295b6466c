"""All hands of Mus at a glance: what each is in every lance, and in how many ways it is dealt.

Suits never matter, so with eight kings there are 330 hands, with four 715. A computer player weighs them all at every
move; what never changes about them is looked up here.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules_engine.cards import SPANISH
from rules_engine.mus.count import PARES_POINTS
from rules_engine.mus.hands import LANCES, Lance, Ranks, Strength, Variant, count_as, pares, strength, total

HAND = 4


class Book(NamedTuple):
    """All hands of a pack by their ranks, and how they stand to one another.

    *ranks* are those that count, *pack* how many cards there are of each. A hand is known by its *place* in *hands*;
    *holds* gives the places of its ranks and how many of each it has. *classes* tells for each lance in which class it
    is, equal ones in the same, *bonus* the points that the pares or juego of each class earn.
    """

    ranks: tuple[str, ...]
    pack: tuple[int, ...]
    hands: tuple[Ranks, ...]
    place: Mapping[Ranks, int]
    holds: tuple[tuple[tuple[int, int], ...], ...]
    classes: Mapping[Lance, tuple[int, ...]]
    bonus: Mapping[Lance, tuple[int, ...]]


@functools.lru_cache(6)
def book(kings: int, real_31: str) -> Book:
    """Return the book of a variant."""
    variant = Variant(kings=kings, real_31=real_31)
    copies: dict[str, int] = {}
    for rank in SPANISH.ranks:
        counts = count_as(rank, variant)
        copies[counts] = copies.get(counts, 0) + len(SPANISH.suits)
    ranks = tuple(rank for rank in SPANISH.ranks if rank in copies)
    hands = tuple(itertools.combinations_with_replacement(ranks, HAND))
    places = {rank: place for place, rank in enumerate(ranks)}
    holds = tuple(tuple((places[rank], hand.count(rank)) for rank in dict.fromkeys(hand)) for hand in hands)
    classes: dict[Lance, tuple[int, ...]] = {}
    bonus: dict[Lance, tuple[int, ...]] = {}
    for lance in LANCES:
        classes[lance] = _classes([strength(lance, hand, variant) for hand in hands])
        of_class = dict(zip(classes[lance], hands, strict=True))
        bonus[lance] = tuple(_bonus(lance, of_class[each]) if each else 0 for each in range(max(of_class) + 1))
    by_hand = {hand: place for place, hand in enumerate(hands)}
    return Book(ranks, tuple(copies[rank] for rank in ranks), hands, by_hand, holds, classes, bonus)


def _classes(strengths: Sequence[Strength | None]) -> tuple[int, ...]:
    found = sorted({strong for strong in strengths if strong is not None})
    places: dict[Strength | None, int] = {strong: place for place, strong in enumerate(found, 1)}
    return tuple(places.get(strong, 0) for strong in strengths)


def _bonus(lance: Lance, hand: Ranks) -> int:
    if lance == "juego":
        return 3 if total(hand) == 31 else 2
    held = pares(hand)
    return PARES_POINTS[held.kind] if lance == "pares" and held else 0


CHOOSE = tuple(tuple(math.comb(cards, taken) for taken in range(HAND + 1)) for cards in range(9))


def left(pages: Book, seen: Sequence[str]) -> tuple[int, ...]:
    """Return how many cards of each rank are left unseen."""
    return tuple(copies - seen.count(rank) for rank, copies in zip(pages.ranks, pages.pack, strict=True))


@functools.lru_cache(64)
def ways(kings: int, real_31: str, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return in how many ways each hand is dealt from so many *cards* of each rank."""
    rows = [CHOOSE[count] for count in cards]
    found = []
    for held in book(kings, real_31).holds:
        number = 1
        for place, count in held:
            number *= rows[place][count]
        found.append(number)
    return tuple(found)

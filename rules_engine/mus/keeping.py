"""What a hand of Mus is worth before the lances, and which of its cards are worth keeping."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.mus.book import CHOOSE, HAND, Book, book, ways
from rules_engine.mus.hands import Lance, Ranks

WEIGHTS: tuple[tuple[Lance, float, float], ...] = (
    ("grande", 2.0, 0.0),
    ("chica", 2.0, 0.0),
    ("pares", 2.5, 1.0),
    ("juego", 2.5, 1.0),
    ("punto", 0.8, 0.0),
)
"""For each lance the points that are played for in it, and how much its bonus counts besides."""


@functools.lru_cache(24)
def worth(kings: int, real_31: str, place: int) -> tuple[float, ...]:
    """Return what each hand is worth, in points, to the seat at a *place* in speaking order."""
    pages = book(kings, real_31)
    number = ways(kings, real_31, pages.pack)
    whole = sum(number)
    found = [0.0] * len(number)
    for lance, points, share in WEIGHTS:
        classes, bonus = pages.classes[lance], pages.bonus[lance]
        of_class = [0] * len(bonus)
        for at, weight in zip(classes, number, strict=True):
            of_class[at] += weight
        values, below = [], 0
        for at, weight in enumerate(of_class):
            # How likely the best of three hands is not better, ties going to who speaks first.
            better = sum(((below + weight * (other > place)) / whole) for other in range(4) if other != place) / 3
            values.append((points * better**3 + share * bonus[at] * better**2) if at else 0.0)
            below += weight
        found = [so_far + values[at] for so_far, at in zip(found, classes, strict=True)]
    return tuple(found)


@functools.lru_cache(6)
def standing(kings: int, real_31: str) -> tuple[float, ...]:
    """Return for each hand how many of a hundred are worth less, as a share."""
    pages = book(kings, real_31)
    number, values = ways(kings, real_31, pages.pack), worth(kings, real_31, 1)
    whole, below = sum(number), 0
    found = [0.0] * len(values)
    for at in sorted(range(len(values)), key=values.__getitem__):
        found[at] = (below + number[at] / 2) / whole
        below += number[at]
    return tuple(found)


class Kept(NamedTuple):
    """Ranks of a hand that are kept, and what the hand is worth on the average once it is full again."""

    ranks: Ranks
    worth: float


def keeping(pages: Book, hand: Ranks, cards: Sequence[int], values: Sequence[float]) -> list[Kept]:
    """Return all ways to keep fewer than four cards of a hand, the best first; *cards* are left of each rank."""
    kept = {ranks for size in range(HAND) for ranks in itertools.combinations(hand, size)}
    found = [Kept(ranks, _drawn(pages, ranks, cards, values)) for ranks in sorted(kept)]
    return sorted(found, key=lambda each: -each.worth)


def _drawn(pages: Book, kept: Ranks, cards: Sequence[int], values: Sequence[float]) -> float:
    """Return the average worth of a hand of which the cards *kept* are there and the others are drawn."""
    whole = sum_ = 0.0
    place = pages.place
    order = {rank: at for at, rank in enumerate(pages.ranks)}
    old = [order[rank] for rank in kept]
    for drawn, number in _draws(tuple(cards), HAND - len(kept)):
        full = tuple([pages.ranks[at] for at in sorted([*old, *drawn])])
        sum_ += number * values[place[full]]
        whole += number
    return sum_ / whole if whole else 0.0


@functools.lru_cache(16)
def _draws(cards: tuple[int, ...], size: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return all draws of so many cards, by the places of their ranks, with the ways to draw them."""
    found = []
    for drawn in itertools.combinations_with_replacement(range(len(cards)), size):
        number = 1
        for at, count in Counter(drawn).items():
            number *= CHOOSE[cards[at]][count]
        if number:
            found.append((drawn, number))
    return tuple(found)

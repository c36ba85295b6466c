"""The ways to play a card: what it may take, with every choice that its player has.

Most cards can be played in one way only, and this is found without looking at suits; a match asks it of every card in
hand at every turn.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator

from rules_engine.basra.capture import MOST_OPTIONS, VALUE, Cards, Play, Variant, in_order, sweeps
from rules_engine.basra.dividing import HIGHEST, Counts, divisible, largest
from rules_engine.cards import FRENCH, Card

_PACK = [Card(rank, suit) for rank in FRENCH.ranks for suit in FRENCH.suits]
_BITS = 4
_PLACE = {rank: place for place, rank in enumerate((*VALUE, "J", "Q", "K"))}
_WEIGHT = {card: 1 << _BITS * _PLACE[card.rank] for card in _PACK}
_RANKS = tuple(VALUE)
_SWEEPING = frozenset(filter(sweeps, _PACK))
_OF_RANK = {rank: frozenset({rank}) for rank in FRENCH.ranks}
_VALUE_OF = {card: VALUE[card.rank] for card in _PACK if card.rank in VALUE}


def ranks_on(floor: Iterable[Card]) -> int:
    """Count the ranks of floor cards, all in one number, for :func:`only`."""
    return sum([_WEIGHT[card] for card in floor])


def only(counts: int, card: Card) -> frozenset[str] | None:
    """Return the ranks of which a card takes all cards, if that is the only capture with the most cards.

    *counts* are those of :func:`ranks_on`. None if there are several captures with the most cards. A card that sweeps
    takes all ranks there are.

    >>> floor = [FRENCH.card(text) for text in "8S 5H 3C KD".split()]
    >>> sorted(only(ranks_on(floor), FRENCH.card("8H"))), sorted(only(ranks_on(floor), FRENCH.card("2H")))
    (['3', '5', '8'], [])
    """
    if card in _SWEEPING:
        return _EVERY_RANK
    value = _VALUE_OF.get(card)
    if value is None:
        return _OF_RANK[card.rank]
    return _only(counts & _UP_TO[value], value)


_EVERY_RANK = frozenset(FRENCH.ranks)
_UP_TO = [(1 << _BITS * value) - 1 for value in range(HIGHEST + 1)]


@functools.lru_cache(maxsize=1 << 17)
def _only(counts: int, value: int) -> frozenset[str] | None:
    held = _unpacked(counts)
    best = largest(held, value)
    if len(best) > 1 or any(0 < n < of for n, of in zip(best[0], held, strict=True)):
        return None
    return frozenset(rank for rank, taken in zip(_RANKS, best[0], strict=True) if taken)


def _unpacked(counts: int) -> Counts:
    return tuple(counts >> _BITS * place & 15 for place in range(HIGHEST))


def ways(floor: Cards, card: Card, variant: Variant) -> tuple[Cards, ...]:
    """Return everything that a card may take, each as cards from high to low, ``()`` for laying it.

    Captures with the most cards stand first, laying stands last (basra.choice, basra.free-capture). Of absurdly many
    ways only the first are listed.
    """
    taken = _sole(floor, card)
    if taken is None:
        return _several(floor, card, variant)
    return (taken, ()) if taken and (variant.capture == "free" or variant.trail_allowed) else (taken,)


def _sole(floor: Cards, card: Card) -> Cards | None:
    """Return all that a card can take if no part of it could be taken alone; None if that takes a closer look."""
    ranks = only(ranks_on(floor), card)
    if ranks is None:
        return None
    taken = [each for each in floor if each.rank in ranks]
    # Two cards that are not of the rank of the card played make its value together.
    whole = len(taken) < 2 or card in _SWEEPING or (len(taken) == 2 and card.rank not in ranks)
    return in_order(taken) if whole else None


@functools.lru_cache(maxsize=1 << 12)
def _several(floor: Cards, card: Card, variant: Variant) -> tuple[Cards, ...]:
    play = Play(in_order(floor), card, variant)
    found = dict.fromkeys(itertools.islice(_captures(play), MOST_OPTIONS))
    if any(found) and (play.free or variant.trail_allowed):
        found[()] = None
    return tuple(found)


def _captures(play: Play) -> Iterator[Cards]:
    if not play.free or sweeps(play.card):
        yield from play.captures()
    elif play.kind == "face":
        for number in range(len(play.same), -1, -1):
            yield from itertools.combinations(play.same, number)
    else:
        yield from _parts(play)


def _parts(play: Play) -> Iterator[Cards]:
    by_value = [[c for c in play.numbers if VALUE[c.rank] == value] for value in range(HIGHEST, 0, -1)]
    parts = _divisible(tuple(map(len, reversed(by_value))), play.value)
    if len(parts) == MOST_OPTIONS:  # Then the largest may be missing among them.
        yield from play.captures()
    for part in parts:
        chosen = (itertools.combinations(cards, n) for cards, n in zip(by_value, part[::-1], strict=True))
        yield from (tuple(itertools.chain(*each)) for each in itertools.product(*chosen))
    yield ()


@functools.lru_cache(maxsize=1 << 14)
def _divisible(held: Counts, value: int) -> tuple[Counts, ...]:
    return divisible(held, value, MOST_OPTIONS)


def number_of_captures(floor: Cards, card: Card, variant: Variant) -> int:
    """Return how many ways there are to take something."""
    if variant.capture == "maximal" and only(ranks_on(floor), card) is not None:
        return 1
    return sum(map(bool, ways(floor, card, variant)))

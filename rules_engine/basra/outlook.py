"""What may come of a floor: what each card would take there, and how a deal may go on.

A computer player looks at hundreds of floors for one move. Suits hardly matter to it, so cards are *kinds* here: numbers
from 0, the aces, to 12, the kings, and 13, the Komi. A *floor* is the number of cards of each rank, four bits a rank.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules_engine.basra.capture import KOMI, VALUE, Cards, Play, Variant, in_order, judge_basra, sweeps
from rules_engine.basra.count import MAJORITY_POINTS, Tally, card_points
from rules_engine.basra.dividing import HIGHEST, groups
from rules_engine.basra.ways import ranks_on
from rules_engine.cards import FRENCH, Card

_RANKS = (*VALUE, "J", "Q", "K")
_SUITS = ("S", "H", "C", "D")
_KOMI = len(_RANKS)
KINDS = range(_KOMI + 1)
KIND = {Card(rank, suit): place for place, rank in enumerate(_RANKS) for suit in _SUITS} | {KOMI: _KOMI}
_CARD_OF = [Card(rank, "S") for rank in _RANKS] + [KOMI]
SWEEPING = frozenset(kind for kind in KINDS if sweeps(_CARD_OF[kind]))
_BITS = 4
_LAID = [1 << _BITS * place for place in range(_KOMI)] + [1 << _BITS * _RANKS.index("7")]
_BELOW = [(1 << _BITS * place) - 1 for place in range(HIGHEST)]
_SPARE = sum(8 << _BITS * place for place in range(HIGHEST))
MOST_KNOWN = 1 << 14


class Outcome(NamedTuple):
    """What a card does on a floor: the floor *after* it, how many *cards* it takes, the *points* if it is a basra.

    *worth* are the points for the cards taken and the card itself, where some cards score.
    """

    after: int
    cards: int
    points: int
    worth: float


class Floors:
    """What each kind of card does on a floor, under the same options."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._worth = [worth(cards, variant) / len(cards) for cards in map(_of_kind, KINDS)]
        self._known: dict[int, tuple[Outcome, ...]] = {}

    def outcomes(self, floor: int) -> tuple[Outcome, ...]:
        """Return what each kind of card does on a floor."""
        known = self._known.get(floor)
        if known is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            known = self._known[floor] = tuple([self._outcome(floor, kind) for kind in KINDS])
        return known

    def _outcome(self, floor: int, kind: int) -> Outcome:
        taken = _taken(floor, kind)
        if not taken:
            return Outcome(floor + _LAID[kind], 0, 0, 0)
        counts = _unpacked(taken)
        worth = sum([n * each for n, each in zip(counts, self._worth, strict=False)]) + self._worth[kind]
        points = 0 if taken < floor else self._basra(counts, kind)
        return Outcome(floor - taken, sum(counts), points, worth)

    def _basra(self, counts: Sequence[int], kind: int) -> int:
        floor = [Card(_RANKS[rank], suit) for rank, n in enumerate(counts) for suit in _SUITS[:n]]
        lying = in_order(floor)
        return judge_basra(Play(lying, _CARD_OF[kind], self._variant), lying).value


@functools.cache
def floors(komi: str, jack_basra: int, card_points: str) -> Floors:
    """Return what cards do on floors under these options."""
    return Floors(Variant(komi=komi, jack_basra=jack_basra, card_points=card_points))


def _of_kind(kind: int) -> Cards:
    return tuple(card for card, its in KIND.items() if its == kind)


def worth(cards: Cards, variant: Variant) -> int:
    """Return the points that cards are worth themselves to the team that captures them."""
    if variant.card_points == "none":
        return 0
    return sum(item.points for item in card_points(Tally(), 0, cards).items)


def _taken(floor: int, kind: int) -> int:
    """Return the cards that a card takes, as many as there can be; of several captures, one."""
    if kind in SWEEPING:
        return floor
    if kind >= HIGHEST:
        return floor & 15 << _BITS * kind
    return floor & 15 << _BITS * kind | _in_groups(floor & _BELOW[kind], kind + 1)


@functools.lru_cache(maxsize=1 << 14)
def _in_groups(counts: int, value: int) -> int:
    """Return the most cards in groups that make *value*, of cards below it."""
    if not counts:
        return 0
    lead = (counts.bit_length() - 1) // _BITS
    best = _in_groups(counts - _LAID[lead], value)  # one of the highest cards is left
    most = _number(best)
    for group in _led_by(value, lead):
        rest = (counts | _SPARE) - group
        if rest & _SPARE == _SPARE:
            found = group + _in_groups(rest ^ _SPARE, value)
            if _number(found) > most:
                best, most = found, _number(found)
    return best


@functools.cache
def _led_by(value: int, lead: int) -> tuple[int, ...]:
    """Return the groups that make *value* and whose highest card is of the kind *lead*."""
    found = [group for group in groups(value) if group[lead] and not any(group[lead + 1 :])]
    return tuple(sum(n << _BITS * place for place, n in enumerate(group)) for group in found)


def _number(counts: int) -> int:
    return sum(_unpacked(counts))


def _unpacked(counts: int) -> list[int]:
    found = []
    while counts:
        found.append(counts & 15)
        counts >>= _BITS
    return found

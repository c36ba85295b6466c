"""Floor cards divided into groups whose values make the same sum: what a number card can take.

Suits do not matter here, so cards are counted by value: ``counts[0]`` aces up to ``counts[9]`` tens. Everything is
searched through, never taken as it comes: with a ten on ``A 2 7 3 8 9`` the group ``7 2 A`` would spoil the rest.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules_engine.reading import LARGEST

HIGHEST = 10
"""The highest card value; the ace is 1."""

Counts = tuple[int, ...]
"""How many cards there are of each value from 1 to 10."""
NOTHING: Counts = (0,) * HIGHEST


def counts_of(values: Iterable[int]) -> Counts:
    """Count values.

    >>> counts_of([1, 8, 1])
    (2, 0, 0, 0, 0, 0, 0, 1, 0, 0)
    """
    counted = [0] * HIGHEST
    for value in values:
        counted[value - 1] += 1
    return tuple(counted)


def total(counts: Counts) -> int:
    """Return the sum of the values."""
    return sum(value * count for value, count in enumerate(counts, 1))


def minus(counts: Counts, taken: Counts) -> Counts:
    """Return what is left of *counts* without *taken*."""
    return tuple(map(int.__sub__, counts, taken))


def covers(counts: Counts, part: Counts) -> bool:
    """Tell whether *part* is contained in *counts*."""
    return all(map(int.__ge__, counts, part))


@functools.cache
def groups(value: int) -> tuple[Counts, ...]:
    """Return every group that makes *value*, the card of that value alone included (basra.groups).

    They stand from few cards to many, those with higher cards first.
    """
    found = (counts_of(part) for part in _parts(value, value))
    return tuple(sorted(found, key=lambda group: (sum(group), *(-count for count in reversed(group)))))


def _parts(value: int, most: int) -> Iterator[tuple[int, ...]]:
    """Give the ways to write *value* as a sum of at most four of each value up to *most*, the greatest first."""
    if value == 0:
        yield ()
    for part in range(min(value, most), 0, -1):
        for rest in _parts(value - part, part):
            if rest[:4] != (part,) * 4:
                yield (part, *rest)


@functools.cache
def _led_by(value: int, lead: int) -> tuple[Counts, ...]:
    """Return the groups that make *value* and whose highest card is *lead*."""
    return tuple(g for g in groups(value) if g[lead - 1] and not any(g[lead:]))


def divide(counts: Counts, value: int, dead: set[Counts] | None = None) -> list[Counts] | None:
    """Divide all cards into groups that make *value*, or return None if they cannot be.

    *dead* keeps what cannot be divided, for those who ask about many parts of one floor.

    >>> [total(group) for group in divide(counts_of([9, 1, 8, 2]), 10)]
    [10, 10]
    >>> divide(counts_of([9, 2]), 10) is None
    True
    """
    dead = set() if dead is None else dead
    if total(counts) % value or any(counts[value:]):
        return None
    return _divide(counts, value, dead)


def _divide(counts: Counts, value: int, dead: set[Counts]) -> list[Counts] | None:
    if counts == NOTHING:
        return []
    if counts in dead:
        return None
    # The highest card left must be in some group, and it is the highest card of that group.
    for group in _led_by(value, highest(counts)):
        if covers(counts, group):
            rest = _divide(minus(counts, group), value, dead)
            if rest is not None:
                return [group, *rest]
    dead.add(counts)
    return None


_BITS = 4
"""Bits for each count in a packed number: one more than four cards need."""
_SPARE = sum(8 << _BITS * place for place in range(HIGHEST))
"""The highest bit of each count, which tells whether a subtraction had to borrow."""


def _pack(counts: Counts) -> int:
    return sum(count << _BITS * place for place, count in enumerate(counts))


def _unpack(packed: int) -> Counts:
    return tuple(packed >> _BITS * place & 15 for place in range(HIGHEST))


@functools.cache
def _packed_led_by(value: int, lead: int) -> tuple[int, ...]:
    return tuple(map(_pack, _led_by(value, lead)))


class _Search:
    """What can be left over at least, and which cards that may be; the parts of one floor are looked at once.

    Counts are packed into one number here: floors of thirty cards have thousands of parts, and numbers are quick.
    """

    def __init__(self, value: int) -> None:
        self.value = value
        self._fewest: dict[int, int] = {0: 0}
        self._left: dict[int, frozenset[int]] = {0: frozenset({0})}

    def fewest(self, counts: Counts) -> int:
        """Return how many cards are left over at least."""
        return self._fewest_of(_pack(counts), total(counts) % self.value)

    def left(self, counts: Counts) -> Iterator[Counts]:
        """Give all that may be left over when as little as possible is."""
        return map(_unpack, self._left_of(_pack(counts), total(counts) % self.value))

    def _ways(self, counts: int, over: int) -> Iterator[tuple[int, int, int]]:
        """Give what may be done with the highest card: take one in a group, or leave all of its value.

        Each way comes with the number of cards it leaves, the other cards, and what these make *over* full groups.
        """
        below = (counts.bit_length() - 1) // _BITS
        spare = counts | _SPARE
        for group in _packed_led_by(self.value, below + 1):
            rest = spare - group
            if rest & _SPARE == _SPARE:
                yield 0, rest ^ _SPARE, over
        number = counts >> _BITS * below
        yield number, counts ^ number << _BITS * below, (over - number * (below + 1)) % self.value

    def _fewest_of(self, counts: int, over: int) -> int:
        known = self._fewest.get(counts)
        if known is None:
            known = LARGEST
            for number, rest, rest_over in self._ways(counts, over):
                known = min(known, number + self._fewest_of(rest, rest_over))
                if known == (1 if over else 0):
                    break  # Nothing leaves less.
            self._fewest[counts] = known
        return known

    def _left_of(self, counts: int, over: int) -> frozenset[int]:
        known = self._left.get(counts)
        if known is None:
            fewest = self._fewest_of(counts, over)
            known = self._left[counts] = frozenset(
                left + (counts - rest if number else 0)
                for number, rest, rest_over in self._ways(counts, over)
                if number + self._fewest_of(rest, rest_over) == fewest
                for left in self._left_of(rest, rest_over)
            )
        return known


def highest(counts: Counts) -> int:
    """Return the highest value of which there are cards."""
    return max(value for value, count in enumerate(counts, 1) if count)


class Takings(NamedTuple):
    """What a number card can take: *best* holds every choice with the *most* cards, those of high cards first.

    *costly* is a group that would spoil others, with the number of cards that could be taken beside and with it.
    """

    most: int
    best: tuple[Counts, ...]
    costly: tuple[Counts, int] | None


def takings(counts: Counts, value: int) -> Takings:
    """Return what a card of *value* can take of these (basra.all-groups, basra.most-cards).

    >>> takings(counts_of([1, 2, 7, 3, 8, 9]), 10).most
    6
    """
    within = usable(counts, value)
    search, number = _Search(value), sum(within)
    most = number - search.fewest(within)
    with_group = [(g, number - search.fewest(minus(within, g))) for g in groups(value) if covers(within, g)]
    spoiling = min(with_group, key=lambda each: each[1], default=(NOTHING, most))
    return Takings(most, _best(within, search), spoiling if spoiling[1] < most else None)


def _best(within: Counts, search: _Search) -> tuple[Counts, ...]:
    best = (minus(within, left) for left in search.left(within))
    return tuple(sorted(best, key=lambda each: each[::-1], reverse=True))


def largest(counts: Counts, value: int) -> tuple[Counts, ...]:
    """Return every choice with the most cards that a card of *value* can take: the ``best`` of its takings.

    >>> largest(counts_of([9, 9, 1]), 10) == takings(counts_of([9, 9, 1]), 10).best
    True
    """
    return _best(usable(counts, value), _Search(value))


def divisible(counts: Counts, value: int, most: int) -> tuple[Counts, ...]:
    """Return the parts of these cards that fall into groups that make *value*, one group or more, at most *most*.

    >>> [sum(part) for part in divisible(counts_of([9, 1, 10]), 10, 100)]
    [3, 2, 1]
    """
    within = usable(counts, value)
    found: dict[Counts, None] = {NOTHING: None}
    for group in groups(value):
        if not covers(within, group):
            continue
        # What is found on the way is looked at too, so that the same group may be taken again.
        waiting = [*found]
        for part in waiting:
            more = tuple(map(int.__add__, part, group))
            if more not in found and covers(within, more):
                found[more] = None
                waiting.append(more)
            if len(found) > most:
                break
    del found[NOTHING]
    return tuple(sorted(found, key=lambda each: (sum(each), each[::-1]), reverse=True)[:most])


def usable(counts: Counts, value: int) -> Counts:
    """Return the cards that are in some group that makes *value*."""
    within = [group for group in groups(value) if covers(counts, group)]
    return tuple(count if any(g[place] for g in within) else 0 for place, count in enumerate(counts))

"""In how many ways a hand of Mus and its team win a lance, counted over all deals of the cards that it does not see.

Nothing is known of the other three hands, so any of them is the best of the three in as many ways as any other, and
any two of them share the first place in as many ways as any other two. It is enough, then, to count how the three
stand to the hand asked about and how often the best of them are equal; who sits where only says who wins a tie. That
leaves few sums, and each lance has its way to find them:

- grande and chica compare the numbers of cards of each rank, one rank after the other: :func:`by_ranks` goes through
  the ranks, with what each hand holds so far and whether it is still equal to the one asked about;
- pares and juego are about few holdings: :func:`by_holdings` takes hands that hold certain cards, whatever else they
  hold, and leaves those out again that hold more;
- punto is about sums: :func:`by_sums` goes through all eight cards that two of the hands may hold together.

Cards of a rank are all alike, so a hand is the number of its cards of each rank, and the pack what is left of each.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rules_engine.cards import SPANISH
from rules_engine.mus.hands import (
    LANCES,
    VALUE,
    Lance,
    Ranks,
    Strength,
    Variant,
    count_as,
    juego_strength,
    pares_strength,
    total,
)
from rules_engine.mus.lances import SEATS, speaking_order, team_of

HAND = 4
OTHERS = 3

Pack = Mapping[str, int]
"""How many cards of each counted rank are left."""
Counts = tuple[int, ...]


class Standing(NamedTuple):
    """How three hands stand to the one asked about, in numbers of deals.

    *weaker*: all three are weaker. *equal* and *better* by the number of hands, one to three: a given set of that many
    is equal to it, or is better and shares the first place, and the rest are weaker than they. *better* begins with
    the hand alone.
    """

    weaker: int
    equal: Counts
    better: Counts

    @property
    def played(self) -> int:
        """The deals in which somebody wins."""
        sizes = zip(range(1, OTHERS + 1), self.equal, self.better, strict=True)
        return self.weaker + sum(math.comb(OTHERS, size) * (equal + better) for size, equal, better in sizes)


class Chances(NamedTuple):
    """The deals *of* which the lance is *played* in some, *won* by the team in some of these, by the hand its *own*."""

    won: int
    own: int
    played: int
    of: int


def chances(hand: Ranks, seat: int, mano: int, left: Pack, variant: Variant) -> dict[Lance, Chances]:
    """Return the chances of a hand in every lance, *left* being the cards among which the other three are dealt."""
    deals = _ways(sum(left.values()), (HAND,) * OTHERS)
    return {lance: _of_seats(standing(lance, hand, left, variant), seat, mano, deals) for lance in LANCES}


def unseen(hand: Ranks, variant: Variant) -> Pack:
    """Return the cards of the pack that are not in a hand."""
    pack = Counter(count_as(rank, variant) for rank in SPANISH.ranks for _ in SPANISH.suits)
    pack.subtract(hand)
    return pack


def standing(lance: Lance, hand: Ranks, left: Pack, variant: Variant) -> Standing:
    """Count how three hands dealt from *left* stand to *hand* in a lance."""
    match lance:
        case "grande" | "chica":
            order = [rank for rank in SPANISH.ranks if left.get(rank) or rank in hand]
            return by_ranks(hand, left, order if lance == "grande" else order[::-1])
        case "pares":
            own = pares_strength(hand)
            return by_holdings(own, pares_classes(left), left)
        case "juego":
            return by_holdings(juego_strength(hand, variant), *juego_classes(left, variant))
        case "punto":
            return by_sums(hand, left)


def _of_seats(found: Standing, seat: int, mano: int, deals: int) -> Chances:
    """Settle the ties by the speaking order, and add up what the hand and its team win."""
    order = speaking_order(mano)
    others = [other for other in SEATS if other != seat]
    own = won = found.weaker
    for size in range(1, OTHERS + 1):
        for tied in itertools.combinations(others, size):
            first = min((seat, *tied), key=order.index)
            own += found.equal[size - 1] * (first == seat)
            won += found.equal[size - 1] * (team_of(first) == team_of(seat))
            won += found.better[size - 1] * (team_of(min(tied, key=order.index)) == team_of(seat))
    return Chances(won, own, found.played, deals)


def _ways(cards: int, taken: Sequence[int]) -> int:
    """Return in how many ways hands of so many cards are dealt from *cards* alike or not; 0 if there are too few."""
    ways = 1
    for count in taken:
        ways *= math.comb(cards, count)
        cards -= count
        if cards < 0:
            return 0
    return ways


def _complete(deals: int, weaker: int, equal: Sequence[int], two: int, three: int) -> Standing:
    """Return the standing when all but the deals in which one hand alone is best have been counted.

    *two* and *three* are those in which two given hands, or all, share the first place over the one asked about.
    """
    alone = deals - weaker - 3 * equal[0] - 3 * equal[1] - equal[2] - 3 * two - three
    return Standing(weaker, (equal[0], equal[1], equal[2]), (alone // OTHERS, two, three))


# Grande and chica

EQUAL = -1
"""What stands for a hand that is still equal to the one asked about; of a weaker one the cards so far are counted."""


def by_ranks(hand: Ranks, left: Pack, order: Sequence[str]) -> Standing:
    """Count where the most cards of the first rank in *order* win, then the most of the next, and so on."""
    held = [hand.count(rank) for rank in order]
    pack = [left.get(rank, 0) for rank in order]
    states: Counter[Counts] = Counter({(EQUAL,) * OTHERS: 1})
    so_far = 0
    for own, cards in zip(held, pack, strict=True):
        after: Counter[Counts] = Counter()
        for state, ways in states.items():
            for taken in _takings(state, own, HAND, cards):
                after[_next(state, taken, so_far, own)] += ways * _ways(cards, taken)
        states, so_far = after, so_far + own
    equal = [states[(EQUAL,) * size + (HAND,) * (OTHERS - size)] for size in range(OTHERS + 1)]
    two, three = _shared(held, pack)
    deals = _ways(sum(pack), (HAND,) * OTHERS)
    return _complete(deals, equal[0], equal[1:], two, three)


def _takings(state: Counts, own: int, most: int, cards: int) -> Iterator[Counts]:
    """Give what the hands may take of one rank without any becoming better than the one asked about."""
    limits = [own if so_far == EQUAL else most - so_far for so_far in state]
    for taken in itertools.product(*(range(limit + 1) for limit in limits)):
        if sum(taken) <= cards:
            yield taken


def _next(state: Counts, taken: Counts, so_far: int, own: int) -> Counts:
    return tuple(
        (EQUAL if count == own else so_far + count) if before == EQUAL else before + count
        for before, count in zip(state, taken, strict=True)
    )


def _shared(held: Sequence[int], pack: Sequence[int]) -> tuple[int, int]:
    """Count the deals in which two given hands, or all three, are equal, better than *held* and best."""
    two = three = 0
    for best in _hands(pack, HAND, 2):
        if [*best] > [*held]:
            pair = math.prod(_ways(cards, (count, count)) for cards, count in zip(pack, best, strict=True))
            two += pair * _fewer(best, [cards - 2 * count for cards, count in zip(pack, best, strict=True)])
            three += math.prod(_ways(cards, (count,) * OTHERS) for cards, count in zip(pack, best, strict=True))
    return two, three


def _hands(pack: Sequence[int], cards: int, times: int = 1) -> Iterator[Counts]:
    """Give all hands of so many cards that a pack holds so many *times*."""
    if not pack:
        if not cards:
            yield ()
        return
    for count in range(min(cards, pack[0] // times) + 1):
        for rest in _hands(pack[1:], cards - count, times):
            yield count, *rest


def _fewer(best: Counts, pack: Sequence[int]) -> int:
    """Count the hands of a pack that are weaker: equal up to some rank, of which they hold fewer."""
    ways, total, missing, rest = 1, 0, HAND, sum(pack)
    for count, cards in zip(best, pack, strict=True):
        rest -= cards
        total += ways * sum(math.comb(cards, fewer) * math.comb(rest, missing - fewer) for fewer in range(count))
        ways *= math.comb(cards, count)
        missing -= count
    return total


# Pares and juego

Holding = tuple[tuple[str, int], ...]
"""Cards that a hand holds at least: ranks and how many of each."""
Class = Mapping[Holding, int]
"""A class of hands as a sum of holdings: how often the hands that hold each of these are counted, less than never too.

A hand counts once for every way in which its cards contain the holding.
"""
ANY: Holding = ()


def pares_classes(left: Pack) -> dict[Strength, Class]:
    """Return the hands that hold each kind and rank of pares.

    Of three alike there are three pairs, of four alike six pairs and four threes; two pairs are two times a pair.
    """
    ranks = [rank for rank, count in left.items() if count]
    classes: dict[Strength, Counter[Holding]] = {}
    for rank in ranks:
        four: Counter[Holding] = Counter({((rank, 4),): 1})
        three: Counter[Holding] = Counter({((rank, 3),): 1, ((rank, 4),): -4})
        par: Counter[Holding] = Counter({((rank, 2),): 1, ((rank, 3),): -3, ((rank, 4),): 6})
        par.update({tuple(sorted([(rank, 2), (other, 2)])): -1 for other in ranks if other != rank})
        for held, ways in ((rank * 2, par), (rank * 3, three), (rank * 4, four)):
            classes[_pares(held)] = ways
    for one, other in itertools.combinations(ranks, 2):
        classes[_pares(one * 2 + other * 2)] = Counter({tuple(sorted([(one, 2), (other, 2)])): 1})
    return {**classes}


def _pares(held: str) -> Strength:
    """Return the strength of pares of these ranks, the side cards being of no account."""
    found = pares_strength(tuple(sorted(held, key=SPANISH.ranks.index)))
    assert found is not None
    return found


def juego_classes(left: Pack, variant: Variant) -> tuple[dict[Strength, Class], Pack]:
    """Return the hands with each strength of juego, and the pack by what counts there: the card values.

    Cards of one value are put together under one rank, but for the sota where she makes the royal 31.
    """
    alike = {10: "R", **{value: rank for rank, value in VALUE.items() if value < 10}}
    merged: Counter[str] = Counter()
    for rank, count in left.items():
        apart = rank == "S" and variant.real_31 == "sota_only"
        merged[rank if apart else alike[VALUE[rank]]] += count
    classes: dict[Strength, Counter[Holding]] = {}
    ranks = sorted(merged, key=SPANISH.ranks.index)
    for found in itertools.combinations_with_replacement(ranks, HAND):
        strong = juego_strength(found, variant)
        if strong is not None and all(found.count(rank) <= merged[rank] for rank in found):
            classes.setdefault(strong, Counter())[tuple(sorted(Counter(found).items()))] = 1
    return {**classes}, merged


def by_holdings(own: Strength | None, classes: Mapping[Strength, Class], left: Pack) -> Standing:
    """Count from the classes of hands that may contest the lance; all other hands are weaker than these.

    *own* is None for a hand that may not contest it.
    """
    above = [strong for strong in classes if own is None or strong > own]
    two = three = 0
    for strong in above:
        best, weaker = classes[strong], _others(classes, [other for other in classes if other >= strong])
        two += _deals(left, best, best, weaker)
        three += _deals(left, best, best, best)
    deals = _ways(sum(left.values()), (HAND,) * OTHERS)
    if own is None:
        nobody = _others(classes, above)
        return _complete(deals - _deals(left, nobody, nobody, nobody), 0, (0, 0, 0), two, three)
    same, weaker = classes.get(own, {}), _others(classes, [strong for strong in classes if strong >= own])
    alike = [_deals(left, *(same,) * size, *(weaker,) * (OTHERS - size)) for size in range(OTHERS + 1)]
    return _complete(deals, alike[0], alike[1:], two, three)


def _others(classes: Mapping[Strength, Class], but: Sequence[Strength]) -> Class:
    """Return all hands but those of some classes."""
    found = Counter({ANY: 1})
    for strong in but:
        found.subtract(classes[strong])
    return {holding: times for holding, times in found.items() if times}


def _deals(left: Pack, first: Class, second: Class, third: Class) -> int:
    """Count the deals in which three hands are of these classes: each is dealt its holding, then any cards.

    What two hands hold matters to the third only as the cards that both have taken.
    """
    cards, deals = sum(left.values()), 0
    thirds: dict[Holding, list[int]] = {}
    for (taken, one, two), ways in _taken(left, first, second).items():
        after = thirds.get(taken)
        if after is None:
            after = thirds[taken] = _by_size({**left, **{rank: left[rank] - count for rank, count in taken}}, third)
        for three, more in enumerate(after):
            deals += ways * more * _ways(cards - one - two - three, (HAND - one, HAND - two, HAND - three))
    return deals


def _taken(left: Pack, first: Class, second: Class) -> Counter[tuple[Holding, int, int]]:
    """Return what two hands may take together and how many cards each holds of it, with the ways to do so."""
    found: Counter[tuple[Holding, int, int]] = Counter()
    for one, times in first.items():
        if ways := times * _holding(left, one):
            rest = {**left, **{rank: left[rank] - count for rank, count in one}}
            for two, more in second.items():
                if both := ways * more * _holding(rest, two):
                    taken = Counter(dict(one))
                    taken.update(dict(two))
                    found[tuple(sorted(taken.items())), _size(one), _size(two)] += both
    return found


def _by_size(left: Pack, hands: Class) -> list[int]:
    """Return in how many ways a hand takes a holding of a class, by the number of its cards."""
    found = [0] * (HAND + 1)
    for holding, times in hands.items():
        found[_size(holding)] += times * _holding(left, holding)
    return found


def _size(holding: Holding) -> int:
    return sum(count for _, count in holding)


def _holding(left: Pack, holding: Holding) -> int:
    return math.prod([math.comb(left[rank], count) for rank, count in holding])


# Punto

BITS = 32
"""Sums are exponents of polynomials whose coefficients, less than 2 ** BITS, stand side by side in one whole number."""
HIGHEST = 30
"""The highest sum that is no juego."""
MOST_SUM = HAND * max(VALUE.values())

Sums = tuple[int, ...]
"""For 0 to four cards, in how many ways so many have each sum, as a polynomial."""


def by_sums(hand: Ranks, left: Pack) -> Standing:
    """Count where the highest sum wins, and nobody does if a hand has juego."""
    own = total(hand)
    if own > HIGHEST:
        return Standing(0, (0, 0, 0), (0, 0, 0))
    played = weaker = one = two = three = shared = all_shared = 0
    for ways, both, split, third in _unions(left):
        upto = list(itertools.accumulate(third))
        for first in range(max(0, both - HIGHEST), min(both, HIGHEST) + 1):
            deals, second = ways * split[first], both - first
            played += deals * upto[HIGHEST]
            if first < own and second < own:
                weaker += deals * upto[own - 1]
            elif first == own and second < own:
                one += deals * upto[own - 1]
            elif first == second == own:
                two += deals * upto[own - 1]
                three += deals * third[own]
            elif first == second > own:
                shared += deals * upto[first - 1]
                all_shared += deals * third[first]
    return _complete(played, weaker, (one, two, three), shared, all_shared)


def _unions(left: Pack) -> Iterator[tuple[int, int, list[int], list[int]]]:
    """Give all eight cards that two hands may hold together, by their values.

    These are: in how many ways they are dealt, their sum, and by their sums the ways in which the first hand takes
    four of them and the third four of the rest.
    """
    values: Counter[int] = Counter()
    for rank, count in left.items():
        values[VALUE[rank]] += count
    none: Sums = (1, 0, 0, 0, 0)
    found = [(2 * HAND, 1, 0, none, none)]
    later = sum(values.values())
    for value, cards in values.items():
        later -= cards
        found = [
            (
                missing - count,
                ways * math.comb(cards, count),
                both + count * value,
                _with(split, value, count),
                _with(third, value, cards - count),
            )
            for missing, ways, both, split, third in found
            for count in range(max(0, missing - later), min(missing, cards) + 1)
        ]
    for _, ways, both, split, third in found:
        yield ways, both, _coefficients(split[HAND]), _coefficients(third[HAND])


def _with(sums: Sums, value: int, cards: int) -> Sums:
    """Return in how many ways cards have each sum when there are so many more of a value to choose from."""
    choices = [(math.comb(cards, more), BITS * value * more) for more in range(min(HAND, cards) + 1)]
    return tuple(
        sum([ways * sums[size - more] << bits for more, (ways, bits) in enumerate(choices[: size + 1])])
        for size in range(HAND + 1)
    )


def _coefficients(polynomial: int) -> list[int]:
    return memoryview(polynomial.to_bytes((MOST_SUM + 1) * BITS // 8, sys.byteorder)).cast("I").tolist()

"""What may come of a floor: what each card would take there, and how a deal may go on.

A computer player looks at hundreds of floors for one move. Suits hardly matter, so cards are *kinds* here: numbers
from 0, the aces, to 12, the kings, and 13, the Komi. A *floor* is the number of cards of each rank, four bits a rank.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.basra.capture import KOMI, VALUE, Cards, Play, Variant, judge_basra, sweeps
from rules_engine.basra.count import MAJORITY_POINTS, Tally, card_points
from rules_engine.basra.dividing import HIGHEST, groups
from rules_engine.cards import Card

_RANKS = (*VALUE, "J", "Q", "K")
_SUITS = ("S", "H", "C", "D")
_KOMI = len(_RANKS)
KINDS = range(_KOMI + 1)
KIND = {Card(rank, suit): place for place, rank in enumerate(_RANKS) for suit in _SUITS} | {KOMI: _KOMI}
_CARD_OF = [*(Card(rank, "S") for rank in _RANKS), KOMI]
_CARDS = [[Card(rank, suit) for suit in _SUITS] for rank in _RANKS]
SWEEPING = frozenset(kind for kind in KINDS if sweeps(_CARD_OF[kind]))
_BITS = 4
_JACK = _RANKS.index("J")
_JACKS = 15 << _BITS * _JACK
_LAID = [1 << _BITS * place for place in (*range(_KOMI), _RANKS.index(KOMI.rank))]
_BELOW = [(1 << _BITS * place) - 1 for place in range(HIGHEST)]
_SPARE = sum(8 << _BITS * place for place in range(HIGHEST))
"""The highest bit of each number card's count, which tells whether a subtraction had to borrow."""
MOST_KNOWN = 1 << 13
"""How many floors are remembered."""


def floor_of(cards: Sequence[Card]) -> int:
    """Return the floor on which these cards lie."""
    return sum([_LAID[KIND[card]] for card in cards])


@functools.lru_cache(maxsize=MOST_KNOWN)
def lying_on(floor: int) -> int:
    """Return how many cards lie on a floor."""
    return sum(_unpacked(floor))


class Outcome(NamedTuple):
    """What a card does on a floor: the floor *after* it, how many *cards* the team gets, the *points* that it scores.

    The card itself is among the cards. Points are those of a basra, and of cards that score, by the mean of their kind.
    """

    after: int
    cards: int
    points: float
    basra: int


class Floors:
    """What each kind of card does on a floor, under the same options."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._worth = [_mean_worth(kind, variant) for kind in KINDS]
        self._scoring = any(self._worth)
        self._known: dict[int, tuple[Outcome, ...]] = {}

    def outcomes(self, floor: int) -> tuple[Outcome, ...]:
        """Return what each kind of card does on a floor, if it takes all it can."""
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
        basra = self._basra(floor, kind) if taken == floor else 0
        points: float = basra
        if self._scoring:
            points += sum(map(operator.mul, _unpacked(taken), self._worth)) + self._worth[kind]
        return Outcome(floor - taken, lying_on(taken) + 1, points, basra)

    def _basra(self, floor: int, kind: int) -> int:
        """Return the points for taking the whole floor: for a jack none, on nearly all floors."""
        if kind == _JACK and floor & ~_JACKS:
            return 0
        return judge_basra(Play(lying := _cards_on(floor), _CARD_OF[kind], self._variant), lying).value


def _cards_on(floor: int) -> Cards:
    """Return cards of the ranks on a floor, from high to low."""
    counts = [*enumerate(_unpacked(floor))]
    return tuple([_CARDS[rank][place] for rank, number in reversed(counts) for place in range(number)])


def floors_of(variant: Variant) -> Floors:
    """Return what cards do on floors under some options."""
    return _floors(variant.komi, variant.jack_basra, variant.card_points)


@functools.lru_cache(maxsize=4)
def _floors(komi: str, jack_basra: int, card_points: str) -> Floors:
    return Floors(Variant(komi=komi, jack_basra=jack_basra, card_points=card_points))


def worth(cards: Cards, variant: Variant) -> int:
    """Return the points that captured cards score themselves."""
    if variant.card_points == "none":
        return 0
    return sum(item.points for item in card_points(Tally(), 0, cards).items)


def _mean_worth(kind: int, variant: Variant) -> float:
    cards = tuple(card for card, its in KIND.items() if its == kind)
    return worth(cards, variant) / len(cards)


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
    most = lying_on(best)
    for group in _led_by(value, lead):
        rest = (counts | _SPARE) - group
        if rest & _SPARE == _SPARE:
            found = group + _in_groups(rest ^ _SPARE, value)
            if lying_on(found) > most:
                best, most = found, lying_on(found)
    return best


@functools.cache
def _led_by(value: int, lead: int) -> tuple[int, ...]:
    """Return the groups that make *value* and whose highest card is of the kind *lead*."""
    found = [group for group in groups(value) if group[lead] and not any(group[lead + 1 :])]
    return tuple(sum(n << _BITS * place for place, n in enumerate(group)) for group in found)


def _unpacked(counts: int) -> list[int]:
    found = []
    while counts:
        found.append(counts & 15)
        counts >>= _BITS
    return found


# What that is worth


_DRIFT = 1.7
"""How far apart the piles come for want of better: this times the root of the number of cards not yet captured."""


def majority(lead: int, left: int, points: int = MAJORITY_POINTS) -> float:
    """Return what a team may hope to win for most cards: *lead* cards more than the other, *left* not yet captured."""
    if not left:
        return points * ((lead > 0) - (lead < 0))
    return points * math.erf(lead / (_DRIFT * math.sqrt(2 * left)))


class Hidden(NamedTuple):
    """Cards that a seat does not see: how many of each kind, and how many the next player holds.

    *there* are kinds that he is known to hold.
    """

    kinds: Sequence[int]
    hand: int
    there: frozenset[int]


class Outlook:
    """What floors promise the player who comes to them, if a card is worth *each* points."""

    def __init__(self, floors: Floors, each: float, hidden: Hidden) -> None:
        self.floors = floors
        self.each = each
        missing = 1 - min(1, hidden.hand / max(1, sum(hidden.kinds)))
        self._chance = [1.0 if kind in hidden.there else 1 - missing ** hidden.kinds[kind] for kind in KINDS]
        self._promise: dict[int, float] = {}

    def promise(self, floor: int) -> float:
        """Return what the next player may hope to gain on a floor: the best of what he is likely to hold."""
        known = self._promise.get(floor)
        if known is None:
            each, chance, known, otherwise = self.each, self._chance, 0.0, 1.0
            outcomes = self.floors.outcomes(floor)
            gains = [(o.points + each * o.cards, kind) for kind, o in enumerate(outcomes) if o.cards and chance[kind]]
            for gain, kind in sorted(gains, reverse=True):
                known += gain * chance[kind] * otherwise
                otherwise *= 1 - chance[kind]
            self._promise[floor] = known
        return known

    def pick(self, floor: int, hand: Sequence[int]) -> int:
        """Return the card that a sensible player would play."""
        each, promised, outcomes = self.each, self._promise.get, self.floors.outcomes(floor)
        kept = KEPT * each if len(hand) > 1 else 0
        best, chosen = -math.inf, hand[0]
        for kind in hand:
            after, cards, points, _ = outcomes[kind]
            promise = promised(after)
            if promise is None:
                promise = self.promise(after)
            value = points + each * cards - FEARED * promise - (kept if kind in SWEEPING else 0)
            if value > best:
                best, chosen = value, kind
        return chosen


FEARED = 0.8
"""How much of what the next player may gain counts against a move: his partner's next chance makes up for some."""
KEPT = 5
"""How many cards a card that sweeps is worth in the hand."""


class Ending(NamedTuple):
    """How a deal went, as seen by team 0: its lead in *cards* and *points*, the *floor*, who is *next* to play on it.

    *last* is the team that captured last.
    """

    cards: int
    points: float
    floor: int
    next: int
    last: int | None


def play_out(outlook: Outlook, hands: Sequence[list[int]], start: Ending) -> Ending:
    """Play until the *hands* are empty, each card as a sensible player would."""
    cards, points, floor, seat, last = start
    outcomes, players = outlook.floors.outcomes, len(hands)
    while hands[seat]:
        kind = outlook.pick(floor, hands[seat])
        hands[seat].remove(kind)
        floor, taken, gained, _ = outcomes(floor)[kind]
        if taken:
            last = seat % 2
            cards += -taken if last else taken
            points += -gained if last else gained
        seat = (seat + 1) % players
    return Ending(cards, points, floor, seat, last)

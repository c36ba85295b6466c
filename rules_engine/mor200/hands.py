"""Everything that a hand can lay, found fast: the same sequences as :func:`arrange` finds, but by places as bits.

A *mask* has bit *p* set if the natural card of place *p* is there; an ace has both its places. What is found depends
on few small numbers only, which often come again, so it is kept.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules_engine.cards import Card
from rules_engine.mor200.sequences import (
    ACE_HIGH,
    ACE_LOW,
    DECK,
    LEAST,
    LONG,
    MOST,
    RUN,
    TWO,
    card_at,
    is_wild,
    standing,
)

Hand = tuple[Card, ...]

JOKER = Card("JK")
KEPT = 1 << 15
"""How many findings of each sort are kept."""

SUITED = tuple(Card(rank, suit) for suit in DECK.suits for rank in RUN[:-1])
ORDER = {card: place for place, card in enumerate(sorted((*SUITED, JOKER), key=standing))}
"""Where each card stands among all, as :func:`in_order` has them."""
TWOS = tuple(Card("2", suit) for suit in DECK.suits)
ACES = 1 << ACE_LOW | 1 << ACE_HIGH
_BITS = {card: 1 << RUN.index(card.rank) + 1 for card in SUITED} | {
    Card("A", suit): ACES for suit in DECK.suits
}  # fmt: skip
_CARDS = {suit: tuple(card_at(max(place, 1), suit) for place in range(MOST + 1)) for suit in DECK.suits}
"""The natural cards of each suit by their places."""


def sorted_hand(cards: Iterable[Card]) -> Hand:
    """Return cards in the order in which a hand keeps them: by suits and places, the jokers last."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


class Suit(NamedTuple):
    """What a hand has for the sequences of one suit, and all its jokers and twos as they are placed."""

    suit: str
    mask: int
    two_aces: bool
    wild: Hand


def suits_of(hand: Hand) -> list[Suit]:
    """Return what a hand, in its order, has for each suit."""
    masks = dict.fromkeys(DECK.suits, 0)
    jokers: list[Card] = []
    twos: list[Card] = []
    pairs = ""
    for card in hand:
        rank, suit = card
        if rank == "JK":
            jokers.append(card)
            continue
        if rank == "2":
            twos.append(card)
        bits = _BITS[card]
        if bits == ACES and masks[suit] & ACES:
            pairs += suit
        masks[suit] |= bits
    loose = (*jokers, *twos)
    return [Suit(suit, mask, suit in pairs, loose) for suit, mask in masks.items()]


class Shape(NamedTuple):
    """Natural cards and where their substitutes go: *order* has the places low to high, a substitute's number ≤ 0.

    *two_natural* says that the two of the suit, as one of the substitutes, would find its own place.
    """

    order: tuple[int, ...]
    has_two: bool
    two_natural: bool


@functools.lru_cache(KEPT)
def shapes(mask: int, two_aces: bool, count: int) -> tuple[Shape, ...]:
    """Return every choice of natural cards of a mask that makes a sequence with *count* substitutes."""
    found: dict[int, Shape] = {}
    least = LONG if count > 1 else LEAST
    there = [place for place in range(1, MOST + 1) if mask >> place & 1]
    for low, high in itertools.combinations_with_replacement(there, 2):
        span = (2 << high) - (1 << low)
        open_ = (span & ~mask).bit_count()
        if open_ > count or (low == ACE_LOW and high == ACE_HIGH and not two_aces):
            continue
        lacking = [place for place in range(low, high) if not mask >> place & 1]
        inner = [place for place in there if low < place < high]
        for more in range(count - open_ + 1):
            size = high - low + 1 - open_ - more + count
            if not least <= size <= MOST:
                continue
            for left_out in itertools.combinations(inner, more):
                gaps = sorted([*lacking, *left_out])
                # An ace that fits both ends is low, and those come first.
                natural = _naturals(span, gaps)
                if natural not in found:
                    found[natural] = _shape(low, high, gaps, natural, count)
    return tuple(found.values())


def _naturals(span: int, gaps: Iterable[int]) -> int:
    """Return which cards are natural, whether a single ace lies low or high."""
    for place in gaps:
        span ^= 1 << place
    return span ^ ACES if span & ACES == 1 << ACE_HIGH else span


def _shape(low: int, high: int, gaps: list[int], natural: int, count: int) -> Shape:
    free = [*gaps, *range(high + 1, MOST + 1), *range(low - 1, 0, -1)][:count]
    filled = {place: -number for number, place in enumerate(free)}
    order = tuple([filled.get(place, place) for place in sorted({*range(low, high + 1), *free})])
    has_two = bool(natural >> TWO & 1)
    return Shape(order, has_two, not has_two and fits(natural | 1 << TWO, len(order), count - 1))


def fits(natural: int, size: int, substitutes: int) -> bool:
    """Tell whether *size* cards are a sequence: natural ones, their single ace low, and *substitutes* of any kind.

    They are one if no place between them stays empty (mor200.sequence, mor200.consecutive).
    """
    if not LEAST <= size <= MOST or not natural:
        return False
    for mask in (natural, natural ^ ACES) if natural & ACES == 1 << ACE_LOW else (natural,):
        span = mask.bit_length() - (mask & -mask).bit_length() + 1
        if span - mask.bit_count() <= substitutes:
            return True
    return False


@functools.lru_cache(KEPT)
def sequences(own: Suit, most: int) -> tuple[Hand, ...]:
    """Return every sequence of a suit that a hand holds, with up to *most* substitutes, its cards low to high."""
    suit, mask, two_aces, wild = own
    two = Card("2", suit)
    cards = _CARDS[suit]
    found = [tuple([cards[place] for place in shape.order]) for shape in shapes(mask, two_aces, 0)]
    for count in range(1, min(most, len(wild)) + 1):
        choices = _choices(wild, count)
        after_two = _choices(_without(wild, two), count)
        for shape in shapes(mask, two_aces, count):
            found += [
                tuple([cards[place] if place > 0 else loose[-place] for place in shape.order])
                for loose in (after_two if shape.has_two else choices)
                if not shape.two_natural or two not in loose
            ]
    return tuple(found)


def _choices(wild: Hand, count: int) -> list[Hand]:
    """Return all different choices of so many substitutes, in order."""
    return list(dict.fromkeys(itertools.combinations(wild, count)))


def _without(cards: Hand, card: Card) -> Hand:
    if card not in cards:
        return cards
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


@functools.lru_cache(KEPT)
def growing(meld: Hand, two_substitutes: bool) -> frozenset[Card]:
    """Return the single cards that may be added to a sequence on the table (mor200.add)."""
    size = len(meld) + 1
    most = 2 if two_substitutes and size >= LONG else 1
    suit = next(card.suit for card in meld if not is_wild(card))
    two = Card("2", suit)
    natural, aces, twos, others = 0, 0, 0, 0
    for card in meld:
        if card == two:
            twos += 1
        elif is_wild(card):
            others += 1
        elif card.rank == "A":
            aces += 1
        else:
            natural |= _BITS[card]

    def valid(natural: int, aces: int, twos: int, others: int) -> bool:
        mask = natural | (0, 1 << ACE_LOW, ACES)[aces]
        if twos and others + twos - 1 <= most and fits(mask | 1 << TWO, size, others + twos - 1):
            return True
        return others + twos <= most and fits(mask, size, others + twos)

    found = [
        card
        for place, card in enumerate(_CARDS[suit][TWO + 1 : ACE_HIGH], TWO + 1)
        if not natural >> place & 1 and valid(natural | 1 << place, aces, twos, others)
    ]
    if aces < 2 and valid(natural, aces + 1, twos, others):
        found.append(Card("A", suit))
    if valid(natural, aces, twos + 1, others):
        found.append(two)
    if valid(natural, aces, twos, others + 1):
        found += [JOKER, *(card for card in TWOS if card != two)]
    return frozenset(found)


def may_reach(hand: Hand, meld: Hand, top: Card, most: int) -> bool:
    """Tell quickly whether a hand might have the cards between a sequence on the table and the top card.

    Where it says no there are none; where it says yes they still have to be found.
    """
    suit = next(card.suit for card in meld if not is_wild(card))
    base = 0
    for card in meld:
        if not is_wild(card):
            base |= _BITS[card]
    if not is_wild(top):
        if top.suit != suit or (top.rank != "A" and base & _BITS[top]):
            return False
        base |= _BITS[top]
    there = base
    for card in (*hand, *meld, top):
        if card.suit == suit:
            there |= _BITS[card]
    for mask in (base & ~(1 << ACE_LOW), base & ~(1 << ACE_HIGH), base) if base & ACES else (base,):
        span = (1 << mask.bit_length()) - (mask & -mask)
        if (span & ~there).bit_count() <= most:
            return True
    return False


def taking(hand: Hand, top: Card, most: int, suit: str | None = None) -> Iterator[Hand]:
    """Give every sequence that a hand makes with the top card of the discard pile, its cards low to high.

    Only those of one *suit* if it is given.
    """
    wanted = suit or (None if is_wild(top) else top.suit)
    for own in suits_of(sorted_hand((*hand, top))):
        if wanted in (None, own.suit):
            yield from _holding(own, top, most)


@functools.lru_cache(KEPT)
def _holding(own: Suit, card: Card, most: int) -> tuple[Hand, ...]:
    return tuple(cards for cards in sequences(own, most) if card in cards)

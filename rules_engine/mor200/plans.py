"""What a computer player of Mor 200 may lay: single steps worth a thought, and ways to lay a whole hand."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules_engine.cards import Card
from rules_engine.mor200.hands import Hand, growing, shapes
from rules_engine.mor200.match import Melds, Move
from rules_engine.mor200.outlook import BITS, CARDS, holding, laid, ready
from rules_engine.mor200.sequences import DECK, LONG, MOST, Variant, arrange, is_wild

KEPT = 1 << 12
MOST_POSITIONS = 250
"""How many positions a search for a way to lay a whole hand looks at."""


class Step(NamedTuple):
    """Cards laid: a new sequence, or one card added to the sequence of a *number*; and what is there afterwards."""

    move: Move
    hand: Hand
    melds: Melds


@functools.lru_cache(KEPT)
def grown(meld: Hand, card: Card, variant: Variant) -> Hand:
    """Return a sequence with a card that may be added to it, low to high."""
    run = arrange((*meld, card), variant)
    assert run is not None
    return run.cards


def without(hand: Hand, cards: Sequence[Card]) -> Hand:
    """Return a hand without some of its cards."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


@functools.lru_cache(KEPT // 4)
def new_sequences(suit: str, have: int, two_aces: bool, wild: Hand, short: bool) -> tuple[Hand, ...]:
    """Return the sequences of a suit that are worth a thought, their cards low to high.

    Those of natural cards are all there. With a substitute there are the long ones, and if *short* the others as well,
    but only with the substitute that is of least use elsewhere.
    """
    cards = CARDS[suit]
    found = [tuple([cards[place] for place in shape.order]) for shape in shapes(have, two_aces, 0)]
    spare = spare_substitute(wild, suit)
    if spare is not None:
        own_two = spare == cards[2]
        found += [
            tuple([cards[place] if place > 0 else spare for place in shape.order])
            for shape in shapes(have, two_aces, 1)
            if (short or len(shape.order) >= LONG) and not (own_two and (shape.has_two or shape.two_natural))
        ]
    return tuple(found)


def spare_substitute(wild: Hand, suit: str) -> Card | None:
    """Return the substitute to use in a suit: a joker, else a two of another suit, else its own."""
    if not wild:
        return None
    return min(wild, key=lambda card: (card.rank == "2", card.suit == suit, card.suit))


def steps(seat: int, hand: Hand, melds: Melds, variant: Variant, short: bool) -> Iterator[Step]:
    """Give what can be laid next. With *short*, short sequences with a substitute too."""
    masks, wild = holding(hand)
    for index, suit in enumerate(DECK.suits):
        have, twice = masks[index]
        if have.bit_count() > 1:
            for cards in new_sequences(suit, have, bool(twice & 2), wild, short):
                yield Step(Move(seat, "meld", cards), without(hand, cards), (*melds, cards))
    different = dict.fromkeys(hand)
    for place, meld in enumerate(melds):
        fitting = growing(meld, variant.two_substitutes)
        table = laid(meld)
        for card in different:
            if card not in fitting:
                continue
            if is_wild(card) and not short and table.size + 2 < LONG and card != CARDS[table.suit][2]:
                continue
            yield add(seat, hand, melds, place, card, variant)


def add(seat: int, hand: Hand, melds: Melds, place: int, card: Card, variant: Variant) -> Step:
    """Return the step that adds a card to a sequence."""
    after = (*melds[:place], grown(melds[place], card, variant), *melds[place + 1 :])
    return Step(Move(seat, "add", (card,), place + 1), without(hand, (card,)), after)


class Goal(NamedTuple):
    """What laying a hand is for: at most so many cards are *kept*, and the round is to be *closed* or not."""

    kept: int
    closes: bool


def way_out(seat: int, hand: Hand, melds: Melds, variant: Variant, goal: Goal) -> tuple[Move, ...] | None:
    """Return the moves that lay a hand but for the cards that may be kept, or None if no way is found."""
    if lonely(hand, melds) > goal.kept:
        return None
    return _Search(seat, variant, goal).find(hand, melds, goal.kept)


def lonely(hand: Hand, melds: Melds) -> int:
    """Return how many cards of a hand can hardly be laid now."""
    masks, wild = holding(hand)
    reach = 2 if wild else 1
    found = 0
    for index, suit in enumerate(DECK.suits):
        have = masks[index][0]
        if not have:
            continue
        on = 0
        for meld in melds:
            table = laid(meld)
            if table.suit == suit:
                on |= table.natural
                if table.substitutes:
                    # A substitute may move, so that it stands for any card near by.
                    on |= table.natural << 1 | table.natural >> 1 | table.natural << 2 | table.natural >> 2
        there = have | on
        near = (there << 1 | there >> 1) if reach == 1 else (there << 1 | there >> 1 | there << 2 | there >> 2)
        alone = have & ~near
        aces = alone & _ACES
        if aces and aces != _ACES:
            alone &= ~_ACES
        found += (alone & ~4 & ~(1 << MOST)).bit_count()
    return found


_ACES = 2 | 1 << MOST


class _Search:
    """A search for a way to lay a whole hand, card by card, the lowest first."""

    def __init__(self, seat: int, variant: Variant, goal: Goal) -> None:
        self.seat, self.variant, self.goal = seat, variant, goal
        self.failed: set[tuple[Hand, Melds, int]] = set()

    def find(self, hand: Hand, melds: Melds, kept: int) -> tuple[Move, ...] | None:
        """Return the moves, none if there is nothing more to do; None if there is no way."""
        if not hand:
            return () if not self.goal.closes or ready(melds) else None
        key = hand, melds, kept
        if key in self.failed or len(self.failed) > MOST_POSITIONS:
            return None
        card = next((card for card in hand if not is_wild(card)), None)
        for found in self._choices(hand, melds, card):
            rest = self.find(found[-1].hand, found[-1].melds, kept)
            if rest is not None:
                return (*(step.move for step in found), *rest)
        if kept:
            rest = self.find(without(hand, (card or hand[0],)), melds, kept - 1)
            if rest is not None:
                return rest
        self.failed.add(key)
        return None

    def _choices(self, hand: Hand, melds: Melds, card: Card | None) -> Iterator[tuple[Step, ...]]:
        if card is None:
            for place, meld in enumerate(melds):
                if hand[0] in growing(meld, self.variant.two_substitutes) and not self._spoils(meld, hand[0]):
                    yield (add(self.seat, hand, melds, place, hand[0], self.variant),)
            return
        masks, wild = holding(hand)
        have, twice = masks[DECK.suits.index(card.suit)]
        found = [cards for cards in new_sequences(card.suit, have, bool(twice & 2), wild, True) if card in cards]
        for place, meld in enumerate(melds):
            yield from self._added(hand, melds, place, meld, card)
        for cards in sorted(found, key=len, reverse=True):
            yield (Step(Move(self.seat, "meld", cards), without(hand, cards), (*melds, cards)),)

    def _added(self, hand: Hand, melds: Melds, place: int, meld: Hand, card: Card) -> Iterator[tuple[Step, ...]]:
        """Give the ways to add a card to a sequence, with what has to be added before it."""
        table = laid(meld)
        if table.suit != card.suit:
            return
        two = self.variant.two_substitutes
        if card in growing(meld, two):
            yield (add(self.seat, hand, melds, place, card, self.variant),)
            return
        low = (table.natural & -table.natural).bit_length() - 1
        own = BITS[card].bit_length() - 1
        between = [CARDS[card.suit][each] for each in range(low - 1, own, -1)]
        if between and all(each in hand for each in between):
            yield from self._chain(hand, melds, place, (*between, card))
            return
        spare = spare_substitute(tuple(each for each in hand if is_wild(each)), card.suit)
        if spare is not None and not self._spoils(meld, spare):
            there = [each for each in between if each in hand]
            yield from self._chain(hand, melds, place, (*there, spare, card))

    def _chain(self, hand: Hand, melds: Melds, place: int, cards: Hand) -> Iterator[tuple[Step, ...]]:
        found: list[Step] = []
        for card in cards:
            if card not in hand or card not in growing(melds[place], self.variant.two_substitutes):
                return
            step = add(self.seat, hand, melds, place, card, self.variant)
            found.append(step)
            hand, melds = step.hand, step.melds
        yield tuple(found)

    def _spoils(self, meld: Hand, card: Card) -> bool:
        table = laid(meld)
        if self.goal.closes or table.substitutes or table.size < LONG:
            return False
        return laid(grown(meld, card, self.variant)).substitutes > 0

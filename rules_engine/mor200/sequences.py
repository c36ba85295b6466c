"""Sequences of Mor 200: which places their cards take, and what they are worth.

A sequence runs through the places of one suit, 1 to 14: an ace is the first or the last. A card is *natural* in its own
place; a *substitute* stands for another card. Of all ways to put the cards in places the one with the fewest
substitutes holds (mor200.fewest-substitutes).
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal, NamedTuple

from rules_engine.cards import FRENCH, Card, Deck
from rules_engine.reading import OneOf, Whole

DECK: Deck = replace(FRENCH, packs=2, jokers=2)
"""Two packs and two hearts-jokers (mor200.pack)."""
ALL_CARDS = len(DECK.ranks) * len(DECK.suits) * DECK.packs + DECK.jokers
"""How many cards they are: 106."""

RUN = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""The ranks in the order of the places (mor200.order)."""
LEAST, LONG, MOST = 3, 7, len(RUN)
"""The fewest cards of a sequence, the fewest of one with a bonus, and the most (mor200.longest)."""
ACE_LOW, TWO, ACE_HIGH = 1, 2, MOST

VALUE = {rank: 10 if rank in ("A", "10", "J", "Q", "K") else 5 for rank in RUN} | {"2": 20, "JK": 20}
"""The card value of each rank (mor200.card-points, mor200.two-value)."""

Class = Literal["illegal", "sequence", "mor100", "mor200", "mor1000"]
BONUSES: Mapping[Class, int] = {"mor100": 100, "mor200": 200, "mor1000": 1000}
"""The bonus of each class of long sequences, in the order of the score table (mor200.bonus)."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The options of Mor 200. *target* is the points that win the match."""

    target: Annotated[int, Whole(1)] = 3200
    pile_take: Annotated[str, OneOf(("new", "new_or_extend"), "pile_take")] = "new"
    indirect_take: Annotated[bool, OneOf((False, True), "indirect_take")] = False
    two_substitutes: Annotated[bool, OneOf((False, True), "two_substitutes")] = False
    close_by_meld: Annotated[bool, OneOf((False, True), "close_by_meld")] = False
    stock_out: Annotated[str, OneOf(("end_round", "eleven_becomes_stock"), "stock_out")] = "end_round"


class Placed(NamedTuple):
    """A card in a place of a sequence, and the card whose place it is."""

    card: Card
    place: int
    stands_for: Card

    @property
    def natural(self) -> bool:
        """Whether the card is in its own place."""
        return self.card == self.stands_for


@dataclass(frozen=True, slots=True)
class Run:
    """A sequence: its cards in their places, low to high."""

    suit: str
    places: tuple[Placed, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, low to high."""
        return tuple(placed.card for placed in self.places)

    @property
    def substitutes(self) -> tuple[Placed, ...]:
        """The cards that are not in their own places."""
        return tuple(placed for placed in self.places if not placed.natural)

    @property
    def kind(self) -> Class:
        """The class of the sequence (mor200.plain-sequence, mor200.mor100, mor200.mor200, mor200.mor1000)."""
        if len(self.places) < LONG or len(self.substitutes) > 1:
            return "sequence"
        if self.substitutes:
            return "mor100"
        return "mor1000" if len(self.places) == MOST else "mor200"

    @property
    def bonus(self) -> int:
        """The points that the sequence is worth beyond its card points."""
        return BONUSES.get(self.kind, 0)


def card_points(cards: Iterable[Card]) -> int:
    """Return the sum of card values.

    >>> card_points([Card("A", "S"), Card("2", "S"), Card("3", "S"), Card("JK")])
    55
    """
    return sum(VALUE[card.rank] for card in cards)


def is_wild(card: Card) -> bool:
    """Tell whether a card may be a substitute: a joker or a two."""
    return card.rank in ("JK", "2")


def standing(card: Card) -> tuple[int, int]:
    """Return where a card stands among all: by suits and places, the jokers last."""
    if card.rank == "JK":
        return len(DECK.suits), 0
    return DECK.suits.index(card.suit), RUN.index(card.rank)


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Return cards in the order of suits and places, the jokers last."""
    return sorted(cards, key=standing)


def card_at(place: int, suit: str) -> Card:
    """Return the card whose place it is."""
    return Card(RUN[place - 1], suit)


def most_substitutes(count: int, variant: Variant) -> int:
    """Return how many substitutes *count* cards may hold (mor200.one-substitute, mor200.two-substitutes)."""
    return 2 if variant.two_substitutes and count >= LONG else 1


def as_placed(substitutes: Iterable[Card]) -> list[Card]:
    """Return substitutes in the order in which they are placed: jokers before twos (mor200.two-substitutes)."""
    return sorted(substitutes, key=lambda card: (card.rank != "JK", standing(card)))


class Option(NamedTuple):
    """A way to begin: the natural cards by their places, and the cards that have to be substitutes."""

    natural: Mapping[int, Card]
    loose: tuple[Card, ...]

    @property
    def gaps(self) -> list[int]:
        """The places between natural cards that have none."""
        return [place for place in range(min(self.natural), max(self.natural)) if place not in self.natural]


def options(cards: Sequence[Card], suit: str) -> Iterator[Option]:
    """Give every way to begin a sequence of a suit whose ordinary cards all differ, an ace low and a two natural first.

    Two aces stand at both ends. Nothing is given if an ordinary card stands twice. One at least is of that suit.
    """
    ordinary = [card for card in cards if not is_wild(card)]
    aces = [card for card in ordinary if card.rank == "A"]
    by_place = {RUN.index(card.rank) + 1: card for card in ordinary if card.rank != "A"}
    if len(by_place) + len(aces) < len(ordinary):
        return
    wild = as_placed(card for card in cards if is_wild(card))
    two = Card("2", suit)
    for ends in [(ACE_LOW,), (ACE_HIGH,)] if len(aces) == 1 else [(ACE_LOW, ACE_HIGH)[: len(aces)]]:
        natural = by_place | {end: Card("A", suit) for end in ends}
        if two in wild:
            rest = list(wild)
            rest.remove(two)
            yield Option(natural | {TWO: two}, tuple(rest))
        yield Option(natural, tuple(wild))


def fill(option: Option, suit: str, most: int) -> Run | None:
    """Put the substitutes in their places: gaps, else the high end, else the low end (mor200.substitute-place).

    Return None if there are more than *most*, or if they cannot fill all gaps.
    """
    gaps, low, high = option.gaps, min(option.natural), max(option.natural)
    free = [*gaps, *range(high + 1, MOST + 1), *range(low - 1, 0, -1)]
    if not len(gaps) <= len(option.loose) <= min(most, len(free)):
        return None
    cards = {**option.natural, **dict(zip(free, option.loose, strict=False))}
    return Run(suit, tuple(Placed(cards[place], place, card_at(place, suit)) for place in sorted(cards)))


def suit_of(cards: Iterable[Card]) -> str | None:
    """Return the suit of all ordinary cards, or None if they have several or there are none."""
    suits = {card.suit for card in cards if not is_wild(card)}
    return suits.pop() if len(suits) == 1 else None


def runs(cards: Sequence[Card], variant: Variant) -> list[Run]:
    """Return the sequences that cards can make, the one that holds first; an empty list if they make none.

    Without an ordinary card there is none, since all cards but one two would be substitutes.
    """
    suit = suit_of(cards)
    if suit is None or not LEAST <= len(cards) <= MOST:
        return []
    most = most_substitutes(len(cards), variant)
    found = [run for option in options(cards, suit) if (run := fill(option, suit, most))]
    return sorted(found, key=lambda run: len(run.substitutes))


def arrange(cards: Sequence[Card], variant: Variant) -> Run | None:
    """Return the sequence that cards make, or None.

    >>> run = arrange([Card("7", "S"), Card("2", "S"), Card("5", "S")], Variant())
    >>> [f"{placed.card} as {placed.stands_for}" for placed in run.places]
    ['5S as 5S', '2S as 6S', '7S as 7S']
    """
    return next(iter(runs(cards, variant)), None)


def drawn_from(
    available: Counter[Card], size: int, suit: str, variant: Variant, holding: Counter[Card] | None = None
) -> Iterator[Counter[Card]]:
    """Give the sets of *size* available cards that make a sequence of a suit, those only that include *holding*."""
    held = Counter[Card]() if holding is None else holding
    most = most_substitutes(size, variant)
    wild = in_order({card for card in available if is_wild(card)})
    # A card that is neither wild nor an ace has one place, which is its own: it can be no other's substitute.
    fixed = {RUN.index(card.rank) + 1 for card in held if not is_wild(card) and card.rank != "A"}
    for low in range(1, MOST - size + 2):
        span = range(low, low + size)
        lacking = {place for place in span if not available[card_at(place, suit)]}
        if not fixed <= {*span} - lacking:
            continue
        for count in range(len(lacking), most + 1):
            for others in itertools.combinations([p for p in span if p not in fixed | lacking], count - len(lacking)):
                natural = [card_at(place, suit) for place in span if place not in lacking and place not in others]
                for substitutes in itertools.combinations_with_replacement(wild, count):
                    cards = Counter(natural) + Counter(substitutes)
                    if held <= cards <= available:
                        yield cards

"""Cards, packs and their notation.

A French card is written rank then suit, ``7D``, ``10H``, the hearts-joker ``JK``; a Spanish one ``R``, ``Ro``, ``7e``,
its suit being optional. The ace is ``A`` in every pack; ``1`` is read as ``A`` where the pack is Spanish.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Card(NamedTuple):
    """A card: its rank as written in the notation, and its suit letter, "" where none is given."""

    rank: str
    suit: str = ""

    def __str__(self) -> str:
        return self.rank + self.suit


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards that a pack is made of, and how they are written.

    *ranks* stand from the highest to the lowest, *packs* is how often each card occurs, *jokers* how many ``JK`` there
    are, *also* maps other spellings of a rank to the one used here.
    """

    name: str
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    packs: int = 1
    jokers: int = 0
    suit_optional: bool = False
    also: Mapping[str, str] = field(default_factory=dict)

    def card(self, text: str) -> Card | None:
        """Read one card, or return None if this pack has no such card.

        >>> SPANISH.card("1o")
        Card(rank='A', suit='o')
        >>> FRENCH.card("10H"), FRENCH.card("11H")
        (Card(rank='10', suit='H'), None)
        """
        if self.jokers and text == "JK":
            return Card("JK")
        suit = text[-1:] if text[-1:] in self.suits and len(text) > 1 else ""
        written = text[: len(text) - len(suit)]
        rank = self.also.get(written, written)
        if rank not in self.ranks or not (suit or self.suit_optional):
            return None
        return Card(rank, suit)

    def copies(self, card: Card) -> int:
        """Return how many such cards the pack holds; of a card without its suit, those of all suits."""
        if card.rank == "JK":
            return self.jokers
        return self.packs if card.suit else self.packs * len(self.suits)

    def excess(self, cards: Iterable[Card]) -> Card | None:
        """Return a card of which *cards* hold more than the pack does, or None if the pack can hold them all.

        >>> str(SPANISH.excess(map(Card, "RRRRR")))
        'R'
        """
        cards = list(cards)
        exact = Counter(card for card in cards if card.suit or card.rank == "JK")
        by_rank = Counter(Card(card.rank) for card in cards if card.rank != "JK")
        counted = [*exact.items(), *by_rank.items()]
        return next((card for card, count in counted if count > self.copies(card)), None)


FRENCH = Deck("french", ("K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"), ("S", "H", "D", "C"))
SPANISH = Deck(
    "spanish",
    ("R", "C", "S", "7", "6", "5", "4", "3", "2", "A"),
    ("o", "c", "e", "b"),
    suit_optional=True,
    also={"1": "A"},
)

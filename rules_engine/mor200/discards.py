"""How dear a discard may be: whether the next opponent can take the discard pile with it, and what that brings."""

from __future__ import annotations

from rules_engine.cards import Card
from rules_engine.mor200.hands import growing
from rules_engine.mor200.match import SEATS, State
from rules_engine.mor200.outlook import CARDS, DIGITS, Outlook, laid
from rules_engine.mor200.sequences import ACE_HIGH, ACE_LOW, LONG, MOST, RUN, is_wild

A_CARD = 9.0
"""What a card of the discard pile is worth to those who take it."""
RELUCTANCE = 0.5
"""How often a player spends a substitute on taking the discard pile."""
LATER = 0.12
"""How likely a card that does not bring the opponents the pile at once will come to them later."""


class Danger:
    """What a discard gives the opponents, as far as a seat can tell."""

    def __init__(self, view: State, seat: int, outlook: Outlook) -> None:
        self.variant, self.outlook = view.variant, outlook
        self.next = (seat + 1) % SEATS
        self.known = view.known[self.next]
        self.melds = view.melds[self.next % 2]
        hidden = len(view.hands[self.next]) - len(self.known)
        self.share = max(0, hidden) / max(1, outlook.hidden)
        self.cards = len(view.hands[self.next])
        fitting = [growing(meld, self.variant.two_substitutes) for meld in self.melds]
        self.wanted = frozenset(card for cards in fitting for card in cards)
        self.pile = sum(A_CARD + (8 if card in self.wanted or is_wild(card) else 0) for card in view.pile)
        self.wild = 1 - (1 - self.share) ** sum(
            max(0, count) for card, count in outlook.unseen.items() if is_wild(card)
        )
        if any(map(is_wild, self.known)):
            self.wild = 1.0

    def cost(self, card: Card) -> float:
        """Return what a discard may cost in points."""
        return round(self._cost(card), DIGITS)

    def _cost(self, card: Card) -> float:
        worth = A_CARD + self.pile + (12 if card in self.wanted else 0)
        if is_wild(card):
            return 0.85 * (worth + 20) if self.cards > 1 else 0.0
        feeds = self._feeds(card) if card in self.wanted else 0.0
        taken = self.taken(card)
        return taken * (worth + feeds) + (1 - taken) * LATER * (feeds + 5 if feeds else 0)

    def _feeds(self, card: Card) -> float:
        """Return what a card brings a sequence of the opponents."""
        for meld in self.melds:
            table = laid(meld)
            if card.suit == table.suit and card in growing(meld, self.variant.two_substitutes):
                return 60.0 if table.size == LONG - 1 else 25.0 if table.size < LONG else 10.0
        return 0.0

    def taken(self, card: Card) -> float:
        """Return how likely the next opponent takes the discard pile with a card."""
        if self.variant.pile_take == "new_or_extend" and card in self.wanted:
            return 0.95
        if self.cards < 2:
            return 0.0
        not_taken = 1.0
        for place in (ACE_LOW, ACE_HIGH) if card.rank == "A" else (RUN.index(card.rank) + 1,):
            near = [self.has(place + each, card.suit) for each in (-2, -1, 1, 2)]
            for one, other in ((0, 1), (1, 2), (2, 3)):
                not_taken *= 1 - near[one] * near[other]
            some = 1.0
            for each in near:
                some *= 1 - each
            not_taken *= 1 - RELUCTANCE * self.wild * (1 - some)
        return 1 - not_taken

    def has(self, place: int, suit: str) -> float:
        """Return how likely the next opponent has a card."""
        if not 1 <= place <= MOST:
            return 0.0
        card = CARDS[suit][place]
        if card in self.known:
            return 1.0
        return float(1 - (1 - self.share) ** max(0, self.outlook.unseen[card]))

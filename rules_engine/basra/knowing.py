"""What a seat knows in a match of Basra: what its moves do, and where the cards that it does not see may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import NamedTuple

from rules_engine.basra.capture import Cards
from rules_engine.basra.match import IN_HAND, WHOLE_PACK, Move, Position, basra_points, taking
from rules_engine.basra.outlook import KIND, floor_of, worth


class Attempt(NamedTuple):
    """A move and what it does: which cards it takes, the points of a basra, the *floor* that it leaves.

    *gained* are those points and what the captured cards score themselves.
    """

    move: Move
    taken: Cards
    basra: int
    gained: int
    floor: int

    @property
    def cards(self) -> int:
        """How many cards the team gets: those taken, and the card that takes them."""
        return len(self.taken) + 1 if self.taken else 0


def attempt(view: Position, move: Move) -> Attempt:
    """Find out what a move does."""
    taken = taking(view, move)
    if not taken:
        return Attempt(move, (), 0, 0, floor_of((*view.floor, move.card)))
    basra = basra_points(view, move.card, taken)
    gained = basra + worth((*taken, move.card), view.variant)
    return Attempt(move, taken, basra, gained, floor_of([card for card in view.floor if card not in taken]))


class Knowledge(NamedTuple):
    """What a seat knows of the cards that it does not see.

    Those that are *loose* may be in any other hand or still in the pack. *held* are those that a seat must hold: they
    were put under the pack, and have been dealt out since.
    """

    loose: Cards
    held: Mapping[int, Cards]


def unseen(view: Position) -> Cards:
    """Return the cards that the seat to move does not see."""
    seen = {*view.hands[view.to_move or 0], *view.floor, *view.piles[0], *view.piles[1]}
    return tuple(card for card in WHOLE_PACK if card not in seen)


def knowledge(view: Position) -> Knowledge:
    """Return what the seat to move knows of the cards that it does not see."""
    hidden, players = unseen(view), len(view.hands)
    loose = tuple(card for card in hidden if card not in view.buried)
    held: dict[int, Cards] = {}
    if not view.pack:
        # The dealer is dealt the last four cards of the pack, the player before him those above them.
        for place, card in enumerate(reversed(view.buried)):
            if card in hidden:
                seat = (view.dealer - place // IN_HAND) % players
                held[seat] = (*held.get(seat, ()), card)
    return Knowledge(loose, held)


def dealt(view: Position, known: Knowledge, number: int, chance: Random) -> Iterator[list[list[int]]]:
    """Deal out the cards that the seat to move does not see, over and over; give the kinds in all hands."""
    me = view.to_move
    held = [known.held.get(seat, ()) for seat in range(len(view.hands))]
    wanting = [0 if seat == me else len(hand) - len(held[seat]) for seat, hand in enumerate(view.hands)]
    for _ in range(number):
        drawn = iter(chance.sample(known.loose, sum(wanting)))
        hands = [[*own, *(next(drawn) for _ in range(n))] for own, n in zip(held, wanting, strict=True)]
        yield [[KIND[card] for card in (view.hands[seat] if seat == me else hand)] for seat, hand in enumerate(hands)]

"""How likely a team is to win a lance of Mus, as one of its players may weigh it at the table.

The exact count over all deals, for a player who knows nothing of the others, is in :mod:`rules_engine.mus.chances`. At
the table more is known, who has declared pares, who cut mus, who has bet, and there is less time. So the other three
hands are taken here to be independent of one another: any hand of the unseen cards, in its share of the ways to deal
it, changed by what its player has shown.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules_engine.mus.book import book, ways
from rules_engine.mus.hands import Lance
from rules_engine.mus.keeping import standing

SURE = 8
"""The power of the share of weaker hands by which hands that much is staked on are weighed."""
Likelihoods = tuple[float, ...]
"""By the class of a hand in a lance, from the weakest; class 0 may not contest it. They add up to 1."""


class Shown(NamedTuple):
    """What a player has shown of the hand: whether it has pares and juego, None if that is not known.

    *leaning* is how far the player has shown a good hand (to 1) or a poor one (to -1) by cutting mus or exchanging.
    """

    pares: bool | None = None
    juego: bool | None = None
    leaning: float = 0


@functools.lru_cache(512)
def likelihoods(kings: int, real_31: str, cards: tuple[int, ...], shown: Shown, lance: Lance) -> Likelihoods:
    """Return how likely a hand of the *cards* left is in each class of a lance, after what its player has *shown*."""
    pages = book(kings, real_31)
    weights: Sequence[float] = ways(kings, real_31, cards)
    if shown.leaning:
        ranking = standing(kings, real_31)
        weights = [weight * (1 + shown.leaning * (2 * at - 1)) for weight, at in zip(weights, ranking, strict=True)]
    found = [0.0] * len(pages.bonus[lance])
    wanted_pares, wanted_juego, _ = shown
    for at, weight, in_pares, in_juego in zip(
        pages.classes[lance], weights, pages.classes["pares"], pages.classes["juego"], strict=True
    ):
        if wanted_pares in (None, in_pares > 0) and wanted_juego in (None, in_juego > 0):
            found[at] += weight
    whole = sum(found)
    return tuple([weight / whole for weight in found]) if whole else (1.0, *(0.0,) * (len(found) - 1))


def winning(own: int, place: int, partner: Likelihoods, opponents: Sequence[Likelihoods]) -> tuple[float, float]:
    """Return how likely the team and its opponents are to win a lance with a hand of the class *own*.

    *place* is the seat's in speaking order; *opponents* stand in that order too. Where it may be that nobody wins, the
    two do not add up to 1.
    """
    beats = beating(place, opponents)
    its = place ^ 2
    won = sum([partner[held] * beats(held, its) for held in range(own + 1, len(partner)) if partner[held]])
    if own:
        won += sum(partner[:own]) * beats(own, place) + partner[own] * beats(own, min(place, its))
        return won, 1 - won
    return won, 1 - won - partner[0] * opponents[0][0] * opponents[1][0]


def beating(place: int, opponents: Sequence[Likelihoods]) -> Callable[[int, int], float]:
    """Return how likely the opponents of a place in speaking order are both beaten, by the class and place of a hand.

    A hand beats those that are weaker, and equal ones that speak later.
    """
    one, other = ((0.0, *itertools.accumulate(each)) for each in opponents)
    first, second = (0, 2) if place % 2 else (1, 3)

    def beats(held: int, at: int) -> float:
        return one[held + (at < first)] * other[held + (at < second)]

    return beats


def leaned(found: Likelihoods, leaning: float) -> Likelihoods:
    """Return likelihoods changed by what a player has said in the lance: good hands (to 1) or poor ones (to -1)."""
    if not leaning:
        return found
    upto, weights = 0.0, []
    for each in found:
        weights.append(each * max(0.05, 1 + leaning * (2 * upto + each - 1)))
        upto += each
    whole = sum(weights)
    return tuple([weight / whole for weight in weights])


def sure(found: Likelihoods) -> Likelihoods:
    """Return likelihoods of a player who has staked much on the hand."""
    upto, weights = 0.0, []
    for each in found:
        weights.append(each * (upto + each / 2) ** SURE)
        upto += each
    whole = sum(weights)
    return tuple([weight / whole for weight in weights])


def lowest(found: Likelihoods, share: float) -> Likelihoods:
    """Return the likelihoods among the weakest *share* of the hands."""
    upto, kept = 0.0, []
    for each in found:
        kept.append(max(0.0, min(each, share - upto)) / share)
        upto += each
    return tuple(kept)

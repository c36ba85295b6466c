"""What a score of Mus is worth: how likely a team is to win the game from it.

Between equal teams a game is a race, whose steps are the points of a few at a time. Against opponents who stake a whole
game on every hand it is another matter: there a team may refuse, for a point each time, until it holds a hand that
hardly loses, so it counts only how often it may still refuse.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

STEP = 4.0
"""How many points are won at a time."""
PATIENCE = 1.2, 0.42, 0.003
"""How far patience carries: what the chance to lose is one in, by the powers of the points left to give.

It fits what becomes of matches against opponents who bet any amount on any hand.
"""
NEAR = 0.8
"""How much of that a team that is near its own target need not fear while the others are still far from theirs."""


class Item(NamedTuple):
    """What a lance will pay at the count: points *ours* if the team wins it, or *theirs*, and how likely that is."""

    won: float
    lost: float
    ours: int | float
    theirs: int | float


def chance(score: tuple[float, float], target: int, wild: float, items: Sequence[Item] = ()) -> float:
    """Return how likely the team is to win the game from a score, its own points first, once the *items* are counted.

    *wild* is how surely (0 to 1) the opponents stake whole games on any hand.
    """
    ours, theirs = score
    if ours >= target:
        return 1.0
    if theirs >= target:
        return 0.0
    if not items:
        even = race(target - ours, target - theirs)
        return even + wild * (patient(target - ours, target - theirs, target) - even) if wild else even
    won, lost, gain, loss = items[0]
    rest = items[1:]
    found = 0.0
    if won:
        found += won * chance((ours + gain, theirs), target, wild, rest)
    if lost:
        found += lost * chance((ours, theirs + loss), target, wild, rest)
    nobody = 1 - won - lost
    return found + nobody * chance(score, target, wild, rest) if nobody > 1e-9 else found


def race(ours: float, theirs: float) -> float:
    """Return the chance of a team that lacks so many points against an equal one."""
    return 0.5 * (1 + math.erf((theirs - ours) / math.sqrt(2 * STEP * (ours + theirs))))


def patient(ours: float, theirs: float, target: int) -> float:
    """Return the chance of a team that refuses until it can hardly lose against one that stakes all on any hand."""
    first, each, more = PATIENCE
    near = 1 - NEAR * (1 - ours / target) * (theirs / target)
    return 1 - near / (first + each * theirs + more * theirs * theirs)

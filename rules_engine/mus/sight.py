"""What a player of Mus sees, and what follows from it: the chances in each lance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from rules_engine.mus.book import Book, book, left
from rules_engine.mus.hands import Lance, Ranks, counted
from rules_engine.mus.lances import speaking_order, team_of
from rules_engine.mus.match import Said, State
from rules_engine.mus.outlook import Item
from rules_engine.mus.weighing import Likelihoods, Shown, leaned, likelihoods, sure, winning

LOW, HIGH = 4, 9
"""Bets up to which opponents seem to judge their hands, and from which they seem to stake games on any of them."""
PRIOR = 0.3
"""How surely opponents of whom nothing is known yet stake games on any hand."""
ORDAGO = 0.9
"""How surely those do who call órdago."""
PACE = 7, 13
"""Points in a round of both teams together that come from small stakes, and those that come from high ones only."""
BOLD = {"envido": 0.5, "raise": 0.6, "ordago": 0.6, "quiero": 0.6, "paso": -0.25, "no_quiero": -0.5}
"""What a call tells of the hand in its lance."""
DREW = {1: 0.5, 2: 0.3, 3: 0.1, 4: 0.0}
"""What the number of cards exchanged tells of the hand."""
STAKED = 8
"""Points from which only a good hand is staked on a lance."""


class Temper(NamedTuple):
    """How a player of some strength plays.

    *attentive* tells whether what the others say and exchange is weighed. *patience* is how far high stakes are
    refused until the hand can hardly lose, None if that depends on how the opponents bet. *mixing* is by how many
    points a bolder call may look better than it is. *exchange* is how much of what an exchange gives is left when the
    others get better hands too.
    """

    attentive: bool
    patience: float | None
    mixing: float
    exchange: float


@dataclass(frozen=True)
class Sight:
    """What a player sees, and what follows from it."""

    view: State
    seat: int
    temper: Temper

    @property
    def key(self) -> tuple[int, str]:
        """The options on which it depends what hands there are."""
        return self.view.variant.kings, self.view.variant.real_31

    @cached_property
    def pages(self) -> Book:
        """The book of the hands."""
        return book(*self.key)

    @cached_property
    def hand(self) -> Ranks:
        """The own hand."""
        return counted(self.view.hands[self.seat], self.view.variant)

    @cached_property
    def at(self) -> int:
        """The place of the own hand in the book."""
        return self.pages.place[self.hand]

    @cached_property
    def left(self) -> tuple[int, ...]:
        """How many cards of each rank the seat has not seen."""
        seen = (*self.view.hands[self.seat], *self.view.discards[self.seat])
        return left(self.pages, counted(seen, self.view.variant))

    @cached_property
    def order(self) -> list[int]:
        """The seats in speaking order."""
        return speaking_order(self.view.mano)

    @cached_property
    def place(self) -> int:
        """The own place in speaking order, the mano's being 0."""
        return self.order.index(self.seat)

    @cached_property
    def rivals(self) -> list[int]:
        """The opponents in speaking order."""
        return [other for other in self.order if team_of(other) != team_of(self.seat)]

    @property
    def partner(self) -> int:
        """The seat opposite."""
        return (self.seat + 2) % 4

    @property
    def score(self) -> tuple[int, int]:
        """The points of the own team, then those of the opponents."""
        a, b = self.view.score
        return (a, b) if team_of(self.seat) == 0 else (b, a)

    @cached_property
    def wild(self) -> float:
        """How surely (0 to 1) the opponents stake whole games on any hand, by their bets and by the score."""
        if self.temper.patience is not None:
            return self.temper.patience
        view = self.view
        bets = [_wildness(each) for each in view.said if each.seat in self.rivals]
        # Points come a few at a time; where they have come by dozens, whole games have been staked.
        slow, fast = PACE
        pace = sum(view.before) / view.deal if view.deal and view.games == (0, 0) else 0.0
        return max([PRIOR, min(1.0, (pace - slow) / (fast - slow)), *bets])

    @cached_property
    def text(self) -> str:
        """All that a choice may depend on, in a stable form."""
        view = self.view
        said = " ".join(f"{each.phase}{each.seat}{each.name}{each.amount}" for each in view.said)
        return f"{self.hand}/{self.seat}/{view.mano}/{view.deal}/{view.score}/{said}"

    def share(self, other: int, lance: Lance) -> Likelihoods:
        """Return how likely another player's hand is in each class of a lance."""
        view, attentive = self.view, self.temper.attentive
        shown = Shown(
            None if view.pares is None else other in view.pares,
            None if view.juego is None else other in view.juego,
            _shown(self.view, other) if attentive else 0.0,
        )
        found = likelihoods(*self.key, self.left, shown, lance)
        return self._heard(other, lance, found) if attentive else found

    def _heard(self, other: int, lance: Lance, found: Likelihoods) -> Likelihoods:
        """Change likelihoods by what their player has said in the lance."""
        stake, name, staked = 0, None, 0
        for each in self.view.said:
            if each.phase == lance:
                if each.seat == other:
                    name, staked = each.name, stake
                stake += each.amount or 0
        if name is None:
            return found
        if other != self.partner:
            return leaned(found, BOLD[name] * (1 - self.wild))
        if staked >= STAKED and name in ("quiero", "raise", "ordago"):
            return sure(found)
        return leaned(found, BOLD[name])


def _wildness(said: Said) -> float:
    if said.name == "ordago":
        return ORDAGO
    if said.name not in ("envido", "raise"):
        return 0.0
    return min(1.0, max(0.0, ((said.amount or 0) - LOW) / (HIGH - LOW)))


def _shown(view: State, other: int) -> float:
    """Return how good a hand a player has shown before the lances."""
    leaning = 0.0
    for each in view.said:
        if each.seat == other:
            if each.name == "no_hay_mus":
                leaning += 0.5
            elif each.name == "mus":
                leaning = -0.2
            elif each.name == "discard":
                leaning = DREW[each.amount or 4]
    return round(leaning, 2)


class Chances(NamedTuple):
    """A lance as a seat weighs it: how likely its team and the opponents are to win it.

    *own* is the class of the hand, *partner* and *rivals* are how likely those of the others are, the latter in
    speaking order. *ours* and *theirs* are the points that the winners get besides the stake.
    """

    won: float
    lost: float
    own: int
    partner: Likelihoods
    rivals: Sequence[Likelihoods]
    ours: float
    theirs: float


def chances(sight: Sight, lance: Lance) -> Chances:
    """Weigh a lance."""
    partner, rivals = sight.share(sight.partner, lance), [sight.share(other, lance) for other in sight.rivals]
    own = sight.pages.classes[lance][sight.at]
    won, lost = winning(own, sight.place, partner, rivals)
    if lance == "punto":
        return Chances(won, lost, own, partner, rivals, 1, 1)
    bonus = sight.pages.bonus[lance]
    theirs = sum(_average(each, bonus) for each in rivals)
    return Chances(won, lost, own, partner, rivals, bonus[own] + _average(partner, bonus), theirs)


def _average(likely: Likelihoods, bonus: Sequence[int]) -> float:
    return sum([each * points for each, points in zip(likely, bonus, strict=True) if points])


def unstaked(now: Chances, lance: Lance) -> Item:
    """Return what a lance pays in which all pass."""
    if lance in ("grande", "chica"):
        return Item(now.won, now.lost, 1, 1)
    return Item(now.won, now.lost, now.ours, now.theirs)


def pending(sight: Sight, lance: Lance) -> Item:
    """Return what a lance whose betting is over will pay at the count."""
    outcome = dict(sight.view.outcomes)[lance]
    now = chances(sight, lance)
    if outcome.refused is not None:
        ours = outcome.team == team_of(sight.seat)
        return Item(int(ours), int(not ours), now.ours, now.theirs)
    if outcome.accepted is None:
        return unstaked(now, lance)
    return Item(now.won, now.lost, outcome.accepted + now.ours, outcome.accepted + now.theirs)

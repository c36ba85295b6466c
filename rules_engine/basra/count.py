"""What a round pays: most cards, basras, and in one variant certain cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rules_engine.basra import rules
from rules_engine.basra.capture import BASRA_POINTS, Cards, Variant, in_order, plain
from rules_engine.cards import Card
from rules_engine.reasons import Plain, Reason

What = Literal["majority", "basras", "card_points"]

MAJORITY_POINTS = 30
TEAMS = (0, 1)
_LEVANT_CARDS = {Card("2", "C"): 2, Card("10", "D"): 3}
_LEVANT_RANKS = {"J": 1, "A": 1}


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of the count: what a team gets and for what."""

    what: What
    team: int
    points: int

    def plain(self) -> dict[str, Plain]:
        """Return the item as it stands in an answer."""
        return {"team": self.team, "what": self.what, "points": self.points}


@dataclass(frozen=True, slots=True)
class Tally:
    """The count as far as it has come; *carry* are the points that wait for the next round."""

    items: tuple[Item, ...] = ()
    because: tuple[Reason, ...] = ()
    carry: int = 0

    def pay(self, what: What, team: int, points: int, *because: Reason) -> Tally:
        """Give a team its points, with the reasons; an item of none is left out."""
        items = (*self.items, Item(what, team, points)) if points else self.items
        return Tally(items, (*self.because, *because), self.carry)

    def plain(self) -> dict[str, Plain]:
        """Return the answer to the question what a round pays."""
        points: list[Plain] = [sum(item.points for item in self.items if item.team == team) for team in TEAMS]
        return {"points": points, "carry": self.carry, "items": [item.plain() for item in self.items]}


def majority(cards: Sequence[int], carried: int, variant: Variant) -> Tally:
    """Pay the team with the most cards, and what earlier ties have left (basra.majority, basra.majority.tie)."""
    if cards[0] == cards[1]:
        tie = rules.MAJORITY_TIE(count=cards[0])
        if variant.tie == "none":
            return Tally(because=(tie,))
        waiting = MAJORITY_POINTS + carried
        return Tally(because=(tie, rules.TIE_CARRY("carry", points=waiting)), carry=waiting)
    team = 0 if cards[0] > cards[1] else 1
    most = rules.MAJORITY(team=team, count=cards[team], points=MAJORITY_POINTS)
    earlier = (rules.TIE_CARRY("paid", team=team, points=carried),) if carried else ()
    return Tally().pay("majority", team, MAJORITY_POINTS + carried, most, *earlier)


def basras(tally: Tally, team: int, number: int, of_jacks: int, variant: Variant) -> Tally:
    """Pay a team's basras; those of jacks have a worth of their own in some variants."""
    higher = variant.jack_basra not in (BASRA_POINTS, 0)
    plainly = number + (of_jacks if variant.jack_basra == BASRA_POINTS else 0)
    because: list[Reason] = []
    if plainly:
        because.append(rules.BASRAS(team=team, basras=plainly, points=plainly * BASRA_POINTS))
    if of_jacks and higher:
        worth = of_jacks * variant.jack_basra
        because.append(rules.JACK_BASRA_HIGHER("score", team=team, basras=of_jacks, points=worth))
    if of_jacks and not variant.jack_basra:
        because.append(rules.JACK_BASRA_NONE("score", team=team, basras=of_jacks))
    return tally.pay("basras", team, number * BASRA_POINTS + of_jacks * variant.jack_basra, *because)


def card_points(tally: Tally, team: int, captured: Cards) -> Tally:
    """Pay what captured cards are worth in the Levant (basra.card-points-levant)."""
    worth = {card: _LEVANT_CARDS.get(card, _LEVANT_RANKS.get(card.rank, 0)) for card in in_order(captured)}
    points, scoring = sum(worth.values()), plain(card for card in worth if worth[card])
    if not points:
        return tally
    reason = rules.CARD_POINTS_LEVANT(team=team, cards=scoring, points=points)
    return tally.pay("card_points", team, points, reason)


def count(
    cards: Sequence[int],
    numbers: Sequence[int],
    of_jacks: Sequence[int],
    carried: int,
    captured: Sequence[Cards] | None,
    variant: Variant,
) -> Tally:
    """Count a round for both teams."""
    tally = majority(cards, carried, variant)
    for team in TEAMS:
        tally = basras(tally, team, numbers[team], of_jacks[team], variant)
    if variant.card_points == "levant" and captured is not None:
        for team in TEAMS:
            tally = card_points(tally, team, captured[team])
    return tally

"""The score of a round of Mor 200, item by item in the order of the score table (mor200.round-score)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from rules_engine.mor200 import rules
from rules_engine.mor200.melds import Cards, classes
from rules_engine.mor200.sequences import BONUSES, VALUE, Variant, card_points, in_order
from rules_engine.reasons import Judged, Plain, Reason

What = Literal["cards", "mor100", "mor200", "mor1000", "closing", "untaken_11", "no_mor200", "hands"]
WHAT: tuple[What, ...] = ("cards", "mor100", "mor200", "mor1000", "closing", "untaken_11", "no_mor200", "hands")
"""The items, in order."""
CLOSING, UNTAKEN_11, NO_MOR200 = 100, -100, -200
"""The points of the closing bonus and of the penalties (mor200.closing-bonus, mor200.untaken-11, mor200.no-mor200)."""


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """How a round ended for a team."""

    melds: Sequence[Cards]
    hands: Sequence[Cards]
    took_11: bool
    closed: bool


class Item(NamedTuple):
    """A line of a team's score."""

    what: What
    points: int
    because: tuple[Reason, ...]


def judge_score(teams: Sequence[RoundEnd], variant: Variant) -> Judged[dict[str, Plain]]:
    """Return what a round brings each team: the points, and the items that make them."""
    points: list[Plain] = []
    items: list[Plain] = []
    because: list[Reason] = []
    for team, end in enumerate(teams):
        found = score(team, end, variant)
        total = sum(item.points for item in found)
        points.append(total)
        items.append([{"what": item.what, "points": item.points} for item in found])
        because += [reason for item in found for reason in item.because]
        because += [rules.NEGATIVE(team=team, points=total)] if total < 0 else []
    return Judged({"points": points, "items": items}, tuple(because))


def score(team: int, end: RoundEnd, variant: Variant) -> list[Item]:
    """Return the items of a team: its card points always, of the others those that apply."""
    return [*_table(team, end, variant), *_ending(team, end, variant)]


def _table(team: int, end: RoundEnd, variant: Variant) -> list[Item]:
    found = classes(end.melds, variant)
    cards = sum(card_points(meld) for meld in end.melds)
    items = [Item("cards", cards, (rules.CARD_POINTS("score", team=team, points=cards),))]
    for what in ("mor100", "mor200", "mor1000"):
        if count := found[what]:
            points = count * BONUSES[what]
            reasons = [rules.BONUS("score", team=team, now=what, count=count, points=points)]
            if what == "mor100" and not found["mor200"] + found["mor1000"]:
                reasons.append(rules.MOR100_ALONE(team=team, count=count))
            items.append(Item(what, points, tuple(reasons)))
    if found["mor1000"] and not found["mor200"]:
        *others, last = items
        return [*others, last._replace(because=(*last.because, rules.MOR1000_COUNTS("score", team=team)))]
    return items


def _ending(team: int, end: RoundEnd, variant: Variant) -> list[Item]:
    found = classes(end.melds, variant)
    items = []
    if end.closed:
        items.append(Item("closing", CLOSING, (rules.CLOSING_BONUS(team=team, points=CLOSING),)))
    if not end.took_11:
        items.append(Item("untaken_11", UNTAKEN_11, (rules.UNTAKEN_11(team=team, points=UNTAKEN_11),)))
    if not found["mor200"] + found["mor1000"]:
        items.append(Item("no_mor200", NO_MOR200, (rules.NO_MOR200(team=team, points=NO_MOR200),)))
    left = in_order(card for hand in end.hands for card in hand)
    if left:
        points = -card_points(left)
        values: list[Plain] = [VALUE[card.rank] for card in left]
        partner = (rules.PARTNERS_CARDS(team=team, points=points),) if end.closed else ()
        items.append(Item("hands", points, (rules.HANDS(team=team, values=values, points=points), *partner)))
    return items

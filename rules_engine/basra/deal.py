"""The four cards that a round begins with on the floor, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.basra import rules
from rules_engine.basra.capture import Cards, plain, sweeps
from rules_engine.reasons import Judged, Plain, Reason

ON_FLOOR = 4
"""How many cards are dealt to the floor (basra.deal)."""
SEATS_BY_JOINING = (0, 2, 1, 3)
"""The seats in the order in which a room of four is joined (basra.joining)."""


class Floor(NamedTuple):
    """The floor after the deal: its cards, and those put under the pack, from the first four and from the next."""

    kept: Cards
    buried: Cards
    buried_later: Cards


def deal_floor(cards: Cards) -> Floor | None:
    """Deal the floor from the next cards of the pack; None if there are too few (basra.bury)."""
    lying = [place for place, card in enumerate(cards) if not sweeps(card)][:ON_FLOOR]
    if len(lying) < ON_FLOOR:
        return None
    turned = cards[: max(lying[-1] + 1, ON_FLOOR)]
    return Floor(
        tuple(cards[place] for place in lying),
        tuple(card for card in turned[:ON_FLOOR] if sweeps(card)),
        tuple(card for card in turned[ON_FLOOR:] if sweeps(card)),
    )


def judge_floor(floor: Floor) -> Judged[dict[str, Plain]]:
    """Judge which cards lie on the floor and which are put under the pack."""
    because: list[Reason] = []
    if floor.buried:
        because.append(rules.BURY(buried=plain(floor.buried)))
    if floor.buried_later:
        because.append(rules.BURY("again", buried=plain(floor.buried_later)))
    buried = plain((*floor.buried, *floor.buried_later))
    return Judged({"table": plain(floor.kept), "buried": buried}, tuple(because) or (rules.BURY("none"),))


def judge_seats(joins: Sequence[str]) -> Judged[dict[str, Plain]]:
    """Judge who sits where: four in the order of joining, partners opposite, or two opposite each other."""
    if len(joins) == 2:
        order, because = [0, 1], [rules.TWO_PLAYERS(first=joins[0], second=joins[1])]
    else:
        order = [*SEATS_BY_JOINING]
        because = [_joined(joins, place) for place in range(4)]
        because += [rules.PARTNERS(team=team, first=joins[2 * team], second=joins[2 * team + 1]) for team in (0, 1)]
    by_seat = sorted(zip(order, joins, strict=True))
    teams: list[Plain] = [[name for seat, name in by_seat if seat % 2 == team] for team in (0, 1)]
    seats: dict[str, Plain] = dict(zip(joins, order, strict=True))
    return Judged({"seats": seats, "teams": teams}, tuple(because))


def _joined(joins: Sequence[str], place: int) -> Reason:
    seat = SEATS_BY_JOINING[place]
    if place % 2:
        return rules.JOINING("partner", name=joins[place], of=joins[place - 1], seat=seat)
    return rules.JOINING("first", name=joins[place], team=seat % 2, seat=seat)

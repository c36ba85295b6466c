"""The count of a round of Mus: what each lance pays, in order, until a team reaches the target.

Refusals are paid when they happen, during the betting; everything else is settled afterwards with open cards, lance by
lance. An accepted órdago ends the game at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from rules_engine.mus import rules
from rules_engine.mus.bets import Outcome
from rules_engine.mus.hands import LANCES, Lance, has_juego, pares, total
from rules_engine.mus.lances import Table, holders, judge_lance, team_of
from rules_engine.reasons import Plain, Reason

What = Literal["refused", "passed", "stake", "bonus", "punto"]
PARES_POINTS = {"par": 1, "medias": 2, "duples": 3}
"""The bonus for each partner's pares, in points (mus.pares-bonus, mus.pares-bonus.duples)."""


class Item(NamedTuple):
    """One entry of the count: *points* for *team*."""

    lance: Lance
    what: What
    team: int
    points: int

    def plain(self) -> dict[str, Plain]:
        """Return the item as the contract writes it."""
        return {"lance": self.lance, "what": self.what, "team": self.team, "points": self.points}


@dataclass(frozen=True, slots=True)
class Tally:
    """The count so far. Once *won_by* is set nothing more is counted; *unpaid* tells that something was left out."""

    target: int
    score: tuple[int, int]
    items: tuple[Item, ...] = ()
    because: tuple[Reason, ...] = ()
    won_by: int | None = None
    unpaid: bool = False

    def cite(self, *reasons: Reason) -> Tally:
        """Return the tally with further reasons."""
        return self if self.won_by is not None else replace(self, because=(*self.because, *reasons))

    def pay(self, lance: Lance, what: What, team: int, points: int, *reasons: Reason) -> Tally:
        """Return the tally after an item is paid, unless the game is already won (mus.count.order, mus.target)."""
        if self.won_by is not None:
            return replace(self, unpaid=True)
        total_ = self.score[team] + points
        paid = replace(
            self,
            score=(total_, self.score[1]) if team == 0 else (self.score[0], total_),
            items=(*self.items, Item(lance, what, team, points)),
            because=(*self.because, *reasons),
        )
        return paid if total_ < self.target else paid.win(team)

    def win(self, team: int) -> Tally:
        """Return the tally once *team* has won the game on points."""
        rule = rules.TARGET if self.target == 40 else rules.SHORTER_GAME
        reached = rule(team=team, total=self.score[team], target=self.target)
        return replace(self, won_by=team, because=(*self.because, reached))

    def plain(self) -> dict[str, Plain]:
        """Return the tally as the contract's ``count`` answers it."""
        items: list[Plain] = [item.plain() for item in self.items]
        return {"after": [*self.score], "items": items, "won_by": self.won_by}


def count(table: Table, before: tuple[int, int], lances: Mapping[Lance, Outcome]) -> Tally:
    """Count a round: refusals first, as they happened, then the lances in order (mus.count.order)."""
    order = [lance for lance in LANCES if lance in lances]
    tally = Tally(table.variant.target, before)
    for lance in order:
        if lances[lance].ordago:
            return _ordago(
                tally, table, lance, waiting=any(_waits(lances[other]) for other in order[: order.index(lance)])
            )
        tally = refusal(tally, lance, lances[lance])
    for lance in order:
        tally = _settle(tally, table, lance, lances[lance])
    return _stop(tally)


def _waits(outcome: Outcome) -> bool:
    return outcome.refused is None


def refusal(tally: Tally, lance: Lance, outcome: Outcome) -> Tally:
    """Return the tally after a refused bet is paid, as it is at once."""
    if outcome.refused is None or outcome.team is None:
        return tally
    paid = rules.NO_QUIERO("count", lance=lance, team=outcome.team, points=outcome.refused)
    return tally.pay(lance, "refused", outcome.team, outcome.refused, paid)


def _ordago(tally: Tally, table: Table, lance: Lance, *, waiting: bool) -> Tally:
    """Settle an accepted órdago: the lance decides the game, stakes that still wait are void."""
    if tally.won_by is not None:
        return _stop(replace(tally, unpaid=True))
    judged = judge_lance(table, lance)
    assert judged.value is not None
    team = team_of(judged.value)
    void = (rules.ORDAGO_VOIDS_STAKES(lance=lance),) if waiting else ()
    wins = rules.ORDAGO_WINS_GAME(lance=lance, winner=judged.value, team=team)
    return replace(tally.cite(*judged.because, wins, *void), won_by=team)


def _stop(tally: Tally) -> Tally:
    if not tally.unpaid or tally.won_by is None:
        return tally
    stopped = rules.COUNT_STOPS(lance=tally.items[-1].lance, team=tally.won_by)
    return replace(tally, because=(*tally.because, stopped))


def _settle(tally: Tally, table: Table, lance: Lance, outcome: Outcome) -> Tally:
    if lance in ("grande", "chica"):
        return _stake(tally, table, lance, outcome)[0] if outcome.refused is None else tally
    if lance == "punto":
        return _punto(tally, table, outcome)
    return _combinations(tally, table, lance, outcome)


def _stake(tally: Tally, table: Table, lance: Lance, outcome: Outcome) -> tuple[Tally, int]:
    """Pay what was accepted, or the point of a lance in which all passed, to the winner's team; return both."""
    judged = judge_lance(table, lance)
    winner = judged.value
    assert winner is not None
    team = team_of(winner)
    if outcome.accepted is not None:
        won = rules.QUIERO("count", lance=lance, winner=winner, team=team, points=outcome.accepted)
        return tally.pay(lance, "stake", team, outcome.accepted, *judged.because, won), team
    if lance in ("grande", "chica"):
        won = rules.ALL_PASS("count", lance=lance, winner=winner, team=team, points=1)
        return tally.pay(lance, "passed", team, 1, *judged.because, won), team
    return tally.cite(*judged.because), team


def _punto(tally: Tally, table: Table, outcome: Outcome) -> Tally:
    """Pay punto: a stake if there is one, and one point more, also to the side that was not refused."""
    if outcome.team is not None:
        team = outcome.team
        tally = tally.cite(rules.PUNTO_NOBODY_HAS_JUEGO("played"), rules.REFUSED_BONUS(lance="punto", team=team))
    else:
        tally, team = _stake(tally, table, "punto", outcome)
    return tally.pay("punto", "punto", team, 1, rules.PUNTO_BONUS(team=team, points=1))


def _combinations(tally: Tally, table: Table, lance: Lance, outcome: Outcome) -> Tally:
    """Pay pares or juego: a stake if there is one, then the bonuses of both partners of one team."""
    seats = table.pares_seats if lance == "pares" else table.juego_seats
    teams = {team_of(seat) for seat in seats}
    if not teams:
        return tally.cite(rules.PARES_HOLDERS("nobody"))
    if outcome.team is not None:
        team = outcome.team
        tally = tally.cite(rules.REFUSED_BONUS(lance=lance, team=team))
    elif len(teams) == 1:
        team = min(teams)
        who = holders(rules.PARES_HOLDERS if lance == "pares" else rules.JUEGO, seats)
        tally = tally.cite(who, rules.UNCONTESTED(lance=lance, team=team))
    else:
        tally, team = _stake(tally, table, lance, outcome)
        if outcome.passed:
            tally = tally.cite(rules.ALL_PASS_NO_EXTRA(lance=lance, team=team))
    return _bonus(tally, table, lance, [seat for seat in seats if team_of(seat) == team])


def _bonus(tally: Tally, table: Table, lance: Lance, seats: list[int]) -> Tally:
    """Pay the bonuses of the partners in *seats* as one item (mus.both-partners)."""
    parts = [_pares_bonus(table, seat) if lance == "pares" else _juego_bonus(table, seat) for seat in seats]
    points, team = sum(worth for worth, _ in parts), team_of(seats[0])
    together = (rules.BOTH_PARTNERS(lance=lance, team=team, points=points),) if len(parts) > 1 else ()
    return tally.pay(lance, "bonus", team, points, *(reason for _, reason in parts), *together)


def _pares_bonus(table: Table, seat: int) -> tuple[int, Reason]:
    held = pares(table.ranks[seat])
    assert held is not None
    points = PARES_POINTS[held.kind]
    if held.kind == "duples":
        return points, rules.PARES_BONUS_DUPLES(seat=seat, points=points)
    return points, rules.PARES_BONUS(seat=seat, kind=held.kind, points=points)


def _juego_bonus(table: Table, seat: int) -> tuple[int, Reason]:
    """Return three points for 31 and two for any other juego (mus.juego-bonus)."""
    value = total(table.ranks[seat])
    assert has_juego(table.ranks[seat])
    points = 3 if value == 31 else 2
    return points, rules.JUEGO_BONUS(seat=seat, sum=value, points=points)

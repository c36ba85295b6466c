"""Betting in one lance of Mus: who speaks, what stands, how it ends.

A :class:`Betting` is what has been said so far; :func:`after` gives the next one. :func:`fault_of` is the only place
that forbids a call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from rules_engine.mus import rules
from rules_engine.mus.hands import Lance
from rules_engine.mus.lances import holders, speaking_order, team_of
from rules_engine.reading import Fault
from rules_engine.reasons import Judged, Plain, Reason

CallName = Literal["paso", "envido", "raise", "quiero", "no_quiero", "ordago"]
CALLS: tuple[CallName, ...] = ("paso", "envido", "raise", "quiero", "no_quiero", "ordago")
MIN_ENVIDO = 2
"""The points that envido stakes at least, and that it stakes when said alone (mus.envido)."""


class Call(NamedTuple):
    """What one player says in a lance. *amount* is in points: what envido stakes, what raise adds."""

    seat: int
    call: CallName
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the betting of a lance ended: all passed, *accepted* points, or *refused* in favour of *team*; or an órdago.

    Exactly one of *passed*, *accepted*, *refused*, *ordago* is set. *refused* and *accepted* are points.
    """

    passed: bool = False
    accepted: int | None = None
    refused: int | None = None
    team: int | None = None
    ordago: bool = False

    def plain(self) -> dict[str, Plain]:
        """Return the outcome as the contract writes it."""
        if self.passed:
            return {"passed": True}
        if self.ordago:
            return {"ordago": True}
        if self.refused is not None:
            return {"refused": {"team": self.team, "points": self.refused}}
        return {"accepted": self.accepted}


@dataclass(frozen=True, slots=True)
class Betting:
    """What has been said in a lance.

    *order* holds the seats that may contest it, in speaking order; a raise adds *min_raise* or more. *stake* is what
    stands, the last bet included, *before* what stood without that bet (points); *bettor* made it. *declined* is the
    opponent who has refused it, while his partner still may answer. *to_speak* is None once *outcome* is known.
    *target* points win the game.
    """

    order: tuple[int, ...]
    min_raise: int
    to_speak: int | None
    outcome: Outcome | None = None
    stake: int = 0
    before: int = 0
    bettor: int | None = None
    ordago: bool = False
    declined: int | None = None
    passed: frozenset[int] = frozenset()
    target: int = 40


def opening(mano: int, eligible: frozenset[int], min_raise: int, target: int = 40) -> Betting:
    """Return the betting of a lance before anyone has spoken; it is over at once if one side alone may contest it."""
    order = tuple(seat for seat in speaking_order(mano) if seat in eligible)
    if len({team_of(seat) for seat in order}) < 2:
        return Betting(order, min_raise, None, Outcome(passed=True), target=target)
    return Betting(order, min_raise, order[0], target=target)


def fault_of(betting: Betting, call: Call) -> Fault | None:
    """Return what is wrong with a call, with the rule it breaks, or None if it may be made."""
    seat, name, amount = call
    answering = betting.bettor is not None
    if betting.outcome is not None:
        return Fault("", "bet_after_end", {}, "mus.no-reopening" if betting.order else "mus.one-side-only")
    if seat not in betting.order:
        return Fault("", "bet_may_not_contest", {"seat": seat})
    if seat != betting.to_speak:
        rule = "mus.who-answers" if answering else "mus.mano-opens"
        return Fault("", "bet_out_of_turn", {"seat": seat, "to_speak": betting.to_speak}, rule)
    if name in ("raise", "quiero", "no_quiero") and not answering:
        return Fault("", "bet_nothing_to_answer", {"call": name}, f"mus.{name.replace('_', '-')}")
    if betting.ordago and name not in ("quiero", "no_quiero"):
        return Fault("", "bet_over_ordago", {}, "mus.ordago.rules")
    if name in ("paso", "envido") and answering:
        return Fault("", "bet_must_answer", {"call": name}, f"mus.{name}")
    return _fault_of_amount(name, amount, betting.min_raise)


def _fault_of_amount(name: CallName, amount: int | None, min_raise: int) -> Fault | None:
    least = {"envido": MIN_ENVIDO, "raise": min_raise}.get(name)
    if least is None and amount is not None:
        return Fault("", "bet_no_amount", {"call": name}, None)
    if least is not None and amount is not None and amount < least:
        return Fault("", "bet_below_minimum", {"call": name, "amount": amount, "least": least}, "mus.bet-limits")
    return None


def after(betting: Betting, call: Call) -> Betting:
    """Return the betting after a call that may be made."""
    seat, name, amount = call
    match name:
        case "paso":
            return _after_paso(betting, seat)
        case "quiero":
            return replace(betting, to_speak=None, outcome=_accepted(betting))
        case "no_quiero":
            return _after_no_quiero(betting, seat)
        case "ordago":
            return _after_bet(replace(betting, ordago=True), seat, 0)
        case "envido":
            return _after_bet(betting, seat, MIN_ENVIDO if amount is None else amount)
        case _:  # raise
            return _after_bet(betting, seat, betting.min_raise if amount is None else amount)


def _accepted(betting: Betting) -> Outcome:
    return Outcome(ordago=True) if betting.ordago else Outcome(accepted=betting.stake)


def _after_paso(betting: Betting, seat: int) -> Betting:
    passed = betting.passed | {seat}
    left = [other for other in betting.order if other not in passed]
    if left:
        return replace(betting, passed=passed, to_speak=left[0])
    return replace(betting, passed=passed, to_speak=None, outcome=Outcome(passed=True))


def _after_bet(betting: Betting, seat: int, added: int) -> Betting:
    answering = opponents(betting, seat)[0]
    stood = betting.stake
    return replace(betting, bettor=seat, before=stood, stake=stood + added, declined=None, to_speak=answering)


def _after_no_quiero(betting: Betting, seat: int) -> Betting:
    assert betting.bettor is not None
    partners = [other for other in opponents(betting, betting.bettor) if other != seat]
    if betting.declined is None and partners:
        return replace(betting, declined=seat, to_speak=partners[0])
    refused = Outcome(refused=betting.before or 1, team=team_of(betting.bettor))
    return replace(betting, to_speak=None, outcome=refused)


def opponents(betting: Betting, bettor: int) -> list[int]:
    """Return who answers a bet: the opponents who may contest the lance, counted onwards from the bettor."""
    onwards = speaking_order(bettor)
    return [seat for seat in onwards if seat in betting.order and team_of(seat) != team_of(bettor)]


def follow(
    mano: int, eligible: frozenset[int], calls: Sequence[Call], min_raise: int, target: int
) -> list[Betting] | Fault:
    """Return the betting before each call and after the last one, or the fault of the first call not allowed."""
    states = [opening(mano, eligible, min_raise, target)]
    for place, call in enumerate(calls):
        fault = fault_of(states[-1], call)
        if fault is not None:
            return replace(fault, path=f"calls[{place}]")
        states.append(after(states[-1], call))
    return states


def judge_bets(lance: Lance, mano: int, states: Sequence[Betting], calls: Sequence[Call]) -> Judged[dict[str, Plain]]:
    """Return how the betting stands or ended, as the contract's ``bet`` answers it, with the rules that led there."""
    last = states[-1]
    because = (
        *who_may(lance, last.order),
        *(
            reason
            for before, call, now in zip(states, calls, states[1:], strict=False)
            for reason in why(before, call, now)
        ),
        *(who_speaks(last, mano) if last.bettor is None else ()),
        *ending(last),
    )
    if last.outcome is not None:
        return Judged(last.outcome.plain(), because)
    return Judged({"open": {"to_speak": last.to_speak}}, because)


def who_may(lance: Lance, order: Sequence[int]) -> tuple[Reason, ...]:
    """Return the rules that keep seats out of a lance, if they do; those in *order* may contest it."""
    rule = {"pares": rules.PARES_HOLDERS, "juego": rules.JUEGO}.get(lance)
    who = (holders(rule, order),) if rule and len(order) < 4 else ()
    teams = {team_of(seat) for seat in order}
    if not teams:
        return (*who, rules.ONE_SIDE_ONLY("nobody"))
    return (*who, rules.ONE_SIDE_ONLY(team=min(teams))) if len(teams) == 1 else who


def why(before: Betting, call: Call, now: Betting) -> list[Reason]:
    """Return the rules by which a call leads from one state of the betting to the next."""
    seat = call.seat
    late = [rules.PASSED_MAY_ANSWER(seat=seat)] if before.bettor is not None and seat in before.passed else []
    match call.call:
        case "envido":
            return [
                *late,
                rules.ENVIDO(seat=seat, amount=now.stake),
                *_as_high_as_a_game(call, now),
                _who_answers(now),
            ]
        case "raise":
            return [*late, *_raised(before, call, now), _who_answers(now)]
        case "ordago":
            return [*late, rules.ORDAGO("called", seat=seat), _who_answers(now)]
        case "quiero" if before.ordago:
            return [*late, rules.ORDAGO("accepted", seat=seat)]
        case "quiero":
            return [*late, rules.QUIERO("bet", seat=seat, points=before.stake)]
        case "no_quiero" if now.to_speak is not None:
            return [*late, rules.WHO_ANSWERS("partner", first=seat, seat=now.to_speak)]
        case _:
            return late


def _raised(before: Betting, call: Call, now: Betting) -> list[Reason]:
    amount = now.stake - before.stake
    raised = rules.RAISE(seat=call.seat, amount=amount, total=now.stake)
    return [*_least_raise(before, call, amount), raised, *_as_high_as_a_game(call, now)]


def _least_raise(before: Betting, call: Call, amount: int) -> list[Reason]:
    if call.amount is not None and amount > 1:
        return []
    if before.min_raise == 1:
        return [rules.MIN_RAISE_1(seat=call.seat, amount=amount)]
    return [rules.BET_LIMITS("least", seat=call.seat, amount=amount)]


def _as_high_as_a_game(call: Call, now: Betting) -> list[Reason]:
    """Cite that a stake is not an órdago, where one might think so: once it would win a whole game."""
    return [rules.BET_LIMITS("most", seat=call.seat, total=now.stake)] if now.stake >= now.target else []


def _who_answers(betting: Betting) -> Reason:
    if betting.before:  # before the first bet of a lance nothing stood
        return rules.RAISE_ANSWERED(bettor=betting.bettor, seat=betting.to_speak)
    return rules.WHO_ANSWERS("opponent", bettor=betting.bettor, seat=betting.to_speak)


def who_speaks(betting: Betting, mano: int) -> tuple[Reason, ...]:
    """Return the rules by which the seat to speak is to speak; none once the betting is over."""
    if betting.to_speak is None:
        return ()
    if betting.declined is not None:
        return (rules.WHO_ANSWERS("partner", first=betting.declined, seat=betting.to_speak),)
    if betting.bettor is not None:
        return (_who_answers(betting),)
    if betting.passed:
        return (rules.MANO_OPENS("next", seat=betting.to_speak),)
    return (rules.MANO_OPENS("first", mano=mano, seat=betting.to_speak),)


def ending(betting: Betting) -> tuple[Reason, ...]:
    """Return the rules by which the betting ended without being accepted; none if it goes on or was accepted."""
    outcome = betting.outcome
    if outcome is None:
        return ()
    if outcome.passed:
        return (rules.ALL_PASS("bet"),) if betting.passed else ()
    if outcome.refused is None or outcome.team is None:
        return ()
    worth = rules.REFUSAL_VALUE("standing" if betting.before else "first", points=outcome.refused)
    return rules.NO_QUIERO("bet", refusing=1 - outcome.team, team=outcome.team, points=outcome.refused), worth

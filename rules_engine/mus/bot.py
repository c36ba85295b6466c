"""Which move a computer player makes in Mus.

In the lances it compares what every call leaves of the chance to win the game: how likely its team wins the lance, by
what it may know (:mod:`sight`), and what a score is worth (:mod:`outlook`). Before the lances it compares what hands
are worth (:mod:`keeping`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import NamedTuple

from rules_engine.cards import Card
from rules_engine.match import Advice
from rules_engine.mus import rules
from rules_engine.mus.bets import Betting
from rules_engine.mus.hands import Lance, counted, total
from rules_engine.mus.keeping import Kept, keeping, worth
from rules_engine.mus.match import Move, State
from rules_engine.mus.outlook import Item, chance, race
from rules_engine.mus.sight import STAKED, Chances, Sight, Temper, chances, pending, unstaked
from rules_engine.mus.weighing import beating, lowest, winning
from rules_engine.reasons import Plain, Reason

TEMPERS = {
    1: Temper(attentive=False, patience=0.0, mixing=1.5, exchange=1.0),
    2: Temper(attentive=False, patience=0.35, mixing=1.5, exchange=0.85),
    3: Temper(attentive=True, patience=None, mixing=0.55, exchange=0.75),
}
AMOUNTS = 2, 3, 5
"""How much is bet first."""
OFTEN = 3
"""How many times a player speaks in a lance before no longer raising by a little."""
SETTLED = 0.6
"""How wild opponents must be for a raise that stakes the whole game at the count."""
DARING = 0.03
"""By how much an órdago must make the chance to win the game better than anything else does."""
FOLDS, FOLDS_MORE, FOLDS_ORDAGO = 0.55, 0.03, 0.93
"""With what share of their hands opponents refuse a bet, how much more for each of its points, and an órdago."""
COMMITTED = 0.8
"""How much of that is left where they have bet themselves."""
WILD_RAISE, WHOLE_GAME = 20, 100
"""By how much wild opponents raise, and a stake beyond every target."""
WEAK, STRONG, SAFE = 0.42, 0.75, 0.85
"""Chances in a lance below which a bet is a bluff, from which it needs no órdago, and from which all may be staked."""
LITTLE_LEFT = 0.35
"""A chance to win the game by small stakes that leaves little to lose."""
MOST_REASONS = 3
EVERY_LANCE: tuple[Lance, ...] = ("grande", "chica", "pares", "juego")


def advise(view: State, strength: int) -> Advice:
    """Return the move of the seat to move, from what it may know, and the advice that it follows."""
    seat = view.to_move
    assert seat is not None
    sight = Sight(view, seat, TEMPERS[strength])
    if view.betting is not None:
        return _called(Calling(sight, view.phase, view.betting))  # type: ignore[arg-type]
    return _exchanged(sight) if view.phase == "discard" else _mus(sight)


# Mus and the exchange


def _mus(sight: Sight) -> Advice:
    """Cut if the hand is worth more than what an exchange promises, which helps the others too."""
    now, best = worth(*sight.key, sight.place)[sight.at], _kept(sight)
    if now <= best.worth * sight.temper.exchange:
        return Advice(Move(sight.seat, "mus"), (rules.TIP_EXCHANGE("mus"),))
    return Advice(Move(sight.seat, "no_hay_mus"), (rules.TIP_EXCHANGE("cut"), *_assets(sight)))


def _assets(sight: Sight) -> list[Reason]:
    """Cite what makes a hand good in any case."""
    found = []
    if total(sight.hand) == 31:
        found.append(rules.TIP_THIRTY_ONE("hold"))
    if _three_kings(sight):
        found.append(rules.TIP_KINGS(ranks=[*sight.hand]))
    return found


def _three_kings(sight: Sight) -> bool:
    return sight.hand[:3] == ("R", "R", "R")


def _exchanged(sight: Sight) -> Advice:
    wanted = list(_kept(sight).ranks)
    kept, away = list[Card](), list[Card]()
    for card in sight.view.hands[sight.seat]:
        rank = counted((card,), sight.view.variant)[0]
        if rank in wanted:
            wanted.remove(rank)
            kept.append(card)
        else:
            away.append(card)
    return Advice(Move(sight.seat, "discard", None, tuple(away)), tuple(_why_kept(sight, kept)))


def _why_kept(sight: Sight, kept: list[Card]) -> Iterator[Reason]:
    if not kept:
        yield rules.TIP_EXCHANGE("nothing")
        return
    ranks = counted(kept, sight.view.variant)
    cards: list[Plain] = [str(card) for card in kept]
    tens = len(ranks) == 3 and total(ranks) == 30
    yield rules.TIP_THIRTY_ONE("keep", cards=cards) if tens else rules.TIP_EXCHANGE("keep", cards=cards)
    alike: list[Plain] = [str(card) for card in kept if card.rank in "32"]
    if alike and sight.view.variant.kings == 8:
        yield rules.MISTAKE_THREES(cards=alike)


def _kept(sight: Sight) -> Kept:
    return keeping(sight.pages, sight.hand, sight.left, worth(*sight.key, sight.place))[0]


# The lances


class Option(NamedTuple):
    """A call that may be made and how likely the team is to win the game then; *bold* if chance may favour it."""

    move: Move
    value: float
    bold: bool = False


@dataclass(frozen=True)
class Calling:
    """A player's turn in a lance."""

    sight: Sight
    lance: Lance
    betting: Betting

    @cached_property
    def now(self) -> Chances:
        """The lance being played."""
        return chances(self.sight, self.lance)

    @cached_property
    def earlier(self) -> tuple[Item, ...]:
        """What the lances will pay whose betting is over."""
        return tuple(pending(self.sight, lance) for lance, _ in self.sight.view.outcomes)

    @cached_property
    def later(self) -> tuple[Item, ...]:
        """What the lances to come may pay."""
        if self.lance in ("juego", "punto"):
            return ()
        to_come = EVERY_LANCE[EVERY_LANCE.index(self.lance) + 1 :]
        return tuple(unstaked(chances(self.sight, lance), lance) for lance in to_come)

    def after(self, item: Item, ours: int = 0, theirs: int = 0) -> float:
        """Return the chance to win the game once the lance pays *item* at the count, and some points at once."""
        score = self.sight.score[0] + ours, self.sight.score[1] + theirs
        return chance(score, self.sight.view.variant.target, self.sight.wild, (*self.earlier, item, *self.later))

    @cached_property
    def mixing(self) -> float:
        """What the points are worth by which a bolder call may look better; wild opponents are not bluffed."""
        point = (self.after(Item(1, 0, 1, 0)) - self.after(Item(0, 1, 0, 1))) / 2
        return self.sight.temper.mixing * (1 - self.sight.wild) * point

    @cached_property
    def price(self) -> int:
        """The points that a refusal of the last bet gives to its team."""
        return self.betting.before or 1

    def refused_by_us(self, points: int) -> float:
        """Return the chance once the own team has refused, for so many points."""
        return self.after(Item(0, 1, 0, self.now.theirs), theirs=points)

    def refused_by_them(self, points: int) -> float:
        """Return the chance once the opponents have refused."""
        return self.after(Item(1, 0, self.now.ours, 0), ours=points)

    def accepted(self, stake: int, won: float | None = None) -> float:
        """Return the chance once a stake stands, by the chance to win the lance."""
        won = self.now.won if won is None else won
        return self.after(Item(won, 1 - won, stake + self.now.ours, stake + self.now.theirs))

    def options(self) -> list[Option]:
        """Return the calls that are worth considering."""
        return [*(self._opening() if self.betting.bettor is None else self._answers())]

    def _opening(self) -> Iterator[Option]:
        seat, wild, passed = self.sight.seat, self.sight.wild, self.after(unstaked(self.now, self.lance))
        if any(other in self.sight.rivals and other not in self.betting.passed for other in self.betting.order):
            passed += wild * (self._raised_wildly(0) - passed)
        yield Option(Move(seat, "paso"), passed)
        for amount in AMOUNTS:
            yield Option(Move(seat, "envido", amount), self._staked(0, amount), bold=True)
        yield Option(Move(seat, "ordago"), self._ordago(0) - DARING)

    def _answers(self) -> Iterator[Option]:
        seat, stake, ordago = self.sight.seat, self.betting.stake, self.betting.ordago
        # What is left if the hand were sure to lose, as it is, and if it were sure to win.
        worst, here, best = (won if ordago else self.accepted(stake, won) for won in (0.0, self.now.won, 1.0))
        refused = self.refused_by_us(self.price)
        yield Option(Move(seat, "quiero"), here)
        yield Option(
            Move(seat, "no_quiero"), self._left_to_partner(refused, worst, best) if self.partner_answers else refused
        )
        if ordago:
            return
        for amount in self._raises():
            yield Option(Move(seat, "raise", amount), self._staked(stake, amount), bold=self.now.won > WEAK)
        yield Option(Move(seat, "ordago"), self._ordago(stake) - DARING)

    @property
    def partner_answers(self) -> bool:
        """Whether the partner may still answer when the seat refuses."""
        return self.betting.declined is None and self.sight.partner in self.betting.order

    def _raises(self) -> list[int]:
        """Return by how much to raise: by a little a few times, then by what is enough for the game, and no more."""
        view = self.sight.view
        missing, least = view.variant.target - min(self.sight.score) - self.betting.stake, view.variant.min_raise
        if missing <= 0:
            return []
        spoken = sum(each.seat == self.sight.seat and each.phase == self.lance for each in view.said)
        little = [max(least, 2), 4] if spoken < OFTEN else []
        return [*little, *([max(least, missing)] if self.sight.wild > SETTLED else [])]

    def _left_to_partner(self, refused: float, worst: float, best: float) -> float:
        """Return the chance if the partner answers, who accepts with a hand that is good enough by itself."""
        if best <= worst:
            return refused
        now, needed, found = self.now, (refused - worst) / (best - worst), 0.0
        beats, its = beating(self.sight.place, now.rivals), self.sight.place ^ 2
        own = beats(now.own, self.sight.place) if now.own else 0.0
        for held, likely in enumerate(now.partner):
            if likely:
                alone = beats(held, its) if held else 0.0
                together = alone if held > now.own else max(alone, own)
                found += likely * (refused if alone < needed else worst + together * (best - worst))
        return found

    def _staked(self, stake: int, amount: int) -> float:
        """Return the chance after a bet or a raise: opponents with weak hands refuse it, wild ones raise it."""
        wild, refused = self.sight.wild, self.refused_by_them(stake or 1)
        folds, won = self._met(FOLDS + FOLDS_MORE * min(amount, 10))
        value = folds * refused + (1 - folds) * self.accepted(stake + amount, won)
        if not wild:
            return value
        return value + wild * (0.05 * refused + 0.95 * self._raised_wildly(stake + amount) - value)

    def _ordago(self, stake: int) -> float:
        refused = self.refused_by_them(stake or 1)
        folds, won = self._met(FOLDS_ORDAGO)
        value = folds * refused + (1 - folds) * won
        return value + self.sight.wild * (0.25 * refused + 0.75 * self.now.won - value)

    def _raised_wildly(self, stake: int) -> float:
        """Return the chance when wild opponents raise a stake: it is refused, or it grows, to the whole game even."""
        return max(self.refused_by_us(stake or 1), self.accepted(stake + WILD_RAISE), self.accepted(WHOLE_GAME))

    def _met(self, share: float) -> tuple[float, float]:
        """Return how likely opponents who refuse with a *share* of their hands do so, and the chance if they do not."""
        now, rivals, answering = self.now, list(self.now.rivals), 0
        if self.betting.bettor is not None:
            share *= COMMITTED
        for at, other in enumerate(self.sight.rivals):
            if other in self.betting.order:
                rivals[at] = lowest(rivals[at], share)
                answering += 1
        folds = share**answering
        won, _ = winning(now.own, self.sight.place, now.partner, rivals)
        return folds, min(1.0, max(0.0, (now.won - folds * won) / (1 - folds)))


def _called(call: Calling) -> Advice:
    chance, mixing = Random(call.sight.text), call.mixing  # noqa: S311
    options = call.options()
    values = [each.value + (mixing * _nudge(chance) if each.bold else 0) for each in options]
    # Of equal calls the first; what differs in rounding only is equal.
    best = max(zip(options, values, strict=True), key=lambda each: round(each[1], 9))[0]
    return Advice(best.move, tuple(_advice(call, best))[:MOST_REASONS])


def _nudge(chance: Random) -> float:
    """Return a number from 0 to 3, mostly less than 1."""
    return 2 * abs(sum(chance.random() for _ in range(3)) - 1.5)


# The advice that a call follows


def _advice(call: Calling, best: Option) -> Iterator[Reason]:
    name, won = best.move.name, call.now.won
    share: list[Plain] = [round(1000 * won), 1000]
    likely = rules.TIP_PARTNER("chance", lance=call.lance, share=share)
    if name in ("paso", "no_quiero"):
        yield from _held_back(call, best)
        yield likely
        yield from _less_than_31(call)
        return
    high = _high(call) or name == "ordago" or (best.move.amount or 0) >= STAKED
    if high and won >= SAFE:
        yield rules.TIP_ORDAGO("certain", lance=call.lance, share=share)
        yield from _strong_hand(call)
        return
    if name == "quiero" and call.sight.score[1] + call.price >= call.sight.view.variant.target:
        yield rules.TIP_ORDAGO("last", points=call.price)
    elif high and _little_left(call.sight):
        yield rules.TIP_ORDAGO("behind")
    elif won < WEAK and name != "quiero":
        yield rules.TIP_BLUFF(lance=call.lance)
    elif won >= STRONG and name == "envido":
        yield rules.MISTAKE_ORDAGO()
    yield from _strong_hand(call)
    yield likely


def _high(call: Calling) -> bool:
    """Tell whether much is staked already."""
    return call.betting.ordago or call.betting.stake >= STAKED


def _little_left(sight: Sight) -> bool:
    """Tell whether the team would hardly win the game without a high stake."""
    target = sight.view.variant.target
    return race(*(target - points for points in sight.score)) < LITTLE_LEFT


def _held_back(call: Calling, best: Option) -> Iterator[Reason]:
    """Cite why a bet is refused, or none is made."""
    if best.move.name == "no_quiero":
        if _high(call):
            yield rules.TIP_ORDAGO("refuse", points=call.price)
        if call.partner_answers:
            yield rules.TIP_PARTNER("answers", partner=call.sight.partner)
    if call.sight.place == 3 and _ties(call) > 0.1:
        yield rules.TIP_MANO("last", seat=call.sight.seat)


def _strong_hand(call: Calling) -> Iterator[Reason]:
    """Cite what is good about a hand that stakes something."""
    sight = call.sight
    if call.lance in ("grande", "pares") and _three_kings(sight):
        yield rules.TIP_KINGS(ranks=[*sight.hand])
    if call.lance == "juego" and total(sight.hand) == 31:
        yield rules.TIP_THIRTY_ONE("hold")
    if sight.place == 0 and _ties(call) > 0.05:
        yield rules.TIP_MANO("first", mano=sight.seat)


def _less_than_31(call: Calling) -> Iterator[Reason]:
    if call.lance == "juego" and total(call.sight.hand) != 31:
        yield rules.TIP_THIRTY_ONE("less", sum=total(call.sight.hand))


def _ties(call: Calling) -> float:
    """Return how likely an opponent's hand is as good as the own one."""
    return max(each[call.now.own] for each in call.now.rivals) if call.now.own else 0.0

"""Which move a computer player makes in Mus.

Every choice is by what it leaves of the chance to win the game: the chances of the lances from what the seat may know
(:mod:`weighing`), and what a score is worth (:mod:`outlook`). Before the lances it is by what hands are worth
(:mod:`keeping`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import NamedTuple

from rules_engine.match import Advice
from rules_engine.mus import rules, weighing
from rules_engine.mus.bets import MIN_ENVIDO, opponents
from rules_engine.mus.book import Book, book, left
from rules_engine.mus.hands import Lance, Ranks, counted, total
from rules_engine.mus.keeping import Kept, keeping, standing, worth
from rules_engine.mus.lances import speaking_order, team_of
from rules_engine.mus.match import Move, Said, State
from rules_engine.mus.outlook import Item, chance
from rules_engine.mus.weighing import Likelihoods, Shown, beating, leaned, likelihoods, lowest, sure, winning
from rules_engine.reasons import Reason


class Temper(NamedTuple):
    """How a player of some strength plays.

    *attentive* tells whether what the others say and exchange is weighed. *patience* is how far high stakes are
    refused until the hand can hardly lose, None if that depends on how the opponents bet. *mixing* is by how many
    points a bolder call may look better than it is, *gain* what an exchange gives on the average.
    """

    attentive: bool
    patience: float | None
    mixing: float
    gain: float


TEMPERS = {1: Temper(False, 0.0, 1.5, 0.0), 2: Temper(False, 0.35, 0.5, 1.0), 3: Temper(True, None, 0.4, 2.0)}
PRIOR = 0.3
"""How surely opponents of whom nothing is known yet do so."""
DARING = 0.03
"""By how much the chance to win the game must be better with an órdago than without."""
OFTEN = 3
"""How many times a player speaks in a lance before he no longer raises by a little."""
SETTLED = 0.6
"""How wild opponents must be for a raise that stakes the whole game at the count."""
EVERY_LANCE: tuple[Lance, ...] = ("grande", "chica", "pares", "juego")


def advise(view: State, strength: int) -> Advice:
    """Return the move of the seat to move, from what it may know, and the advice that it follows."""
    seat = view.to_move
    assert seat is not None
    sight = Sight(view, seat, TEMPERS[strength])
    if view.betting is not None:
        return _call(sight)
    return _exchange(sight) if view.phase == "discard" else _mus(sight)


@dataclass(frozen=True)
class Sight:
    """What a player sees, and what follows from it."""

    view: State
    seat: int
    temper: Temper

    @cached_property
    def pages(self) -> Book:
        """The book of the variant."""
        return book(*self.key)

    @property
    def key(self) -> tuple[int, str]:
        """The options on which the hands depend."""
        return self.view.variant.kings, self.view.variant.real_31

    @cached_property
    def hand(self) -> Ranks:
        """The seat's own hand."""
        return counted(self.view.hands[self.seat], self.view.variant)

    @cached_property
    def at(self) -> int:
        """The place of the hand in the book."""
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
        """The seat's own place in speaking order."""
        return self.order.index(self.seat)

    @cached_property
    def rivals(self) -> list[int]:
        """The opponents in speaking order."""
        return [other for other in self.order if team_of(other) != team_of(self.seat)]

    @property
    def partner(self) -> int:
        """The seat opposite."""
        return (self.seat + 2) % 4

    @cached_property
    def score(self) -> tuple[int, int]:
        """The points of the own team, then those of the opponents."""
        a, b = self.view.score
        return (a, b) if team_of(self.seat) == 0 else (b, a)

    @cached_property
    def wild(self) -> float:
        """How surely the opponents stake whole games on any hand, by their bets in this round."""
        if self.temper.patience is not None:
            return self.temper.patience
        view = self.view
        bets = [_wildness(each) for each in view.said if each.seat in self.rivals]
        # Points come a few at a time; where they have come by dozens, whole games have been staked.
        pace = sum(view.before) / view.deal if view.deal and view.games == (0, 0) else 0.0
        return max([PRIOR, min(1.0, (pace - 7) / 6), *bets])

    @cached_property
    def text(self) -> str:
        """All that the choice may depend on, in a stable form: what mixing is drawn from."""
        view = self.view
        said = " ".join(f"{each.phase}{each.seat}{each.name}{each.amount}" for each in view.said)
        return f"{self.hand}/{self.seat}/{view.mano}/{view.deal}/{view.score}/{said}"


def _wildness(said: Said) -> float:
    if said.name == "ordago":
        return 0.8
    if said.name not in ("envido", "raise"):
        return 0.0
    return min(1.0, max(0.0, (said.amount or 0) - 4) / 5)


# Mus and the exchange


def _mus(sight: Sight) -> Advice:
    """Cut if the hand is worth more than an exchange, which helps the others too, promises."""
    seat, view = sight.seat, sight.view
    values = worth(*sight.key, sight.place)
    now, best = values[sight.at], _kept(sight)
    if now > best.worth - sight.temper.gain:
        return Advice(Move(seat, "no_hay_mus"), (rules.CUT(seat=seat),))
    return Advice(Move(seat, "mus"), (rules.MUS_OR_NOT("mus", seat=seat),))


def _exchange(sight: Sight) -> Advice:
    best = _kept(sight)
    seat, hand = sight.seat, sight.view.hands[sight.seat]
    kept = list(best.ranks)
    away = []
    for card in hand:
        rank = counted((card,), sight.view.variant)[0]
        if rank in kept:
            kept.remove(rank)
        else:
            away.append(card)
    return Advice(Move(seat, "discard", None, tuple(away)), (rules.EXCHANGE_HOW_MANY(seat=seat, count=len(away)),))


def _kept(sight: Sight) -> Kept:
    return keeping(sight.pages, sight.hand, sight.left, worth(*sight.key, sight.place))[0]


# The lances


class Chances(NamedTuple):
    """A lance as the seat weighs it: how likely the team and its opponents are to win it.

    *own* is the class of the hand; *partner* and *rivals* are the likelihoods of the others. *ours* and *theirs* are
    the points that the winners get besides the stake.
    """

    won: float
    lost: float
    own: int
    partner: Likelihoods
    rivals: tuple[Likelihoods, Likelihoods]
    ours: float
    theirs: float


def _chances(sight: Sight, lance: Lance) -> Chances:
    found = {other: _likely(sight, other, lance) for other in sight.order if other != sight.seat}
    partner, rivals = found[sight.partner], (found[sight.rivals[0]], found[sight.rivals[1]])
    own = sight.pages.classes[lance][sight.at]
    won, lost = winning(own, sight.place, partner, rivals)
    if lance == "punto":
        return Chances(won, lost, own, partner, rivals, 1, 1)
    bonus = sight.pages.bonus[lance]
    ours = bonus[own] + _average(partner, bonus)
    return Chances(won, lost, own, partner, rivals, ours, _average(rivals[0], bonus) + _average(rivals[1], bonus))


def _average(likely: Likelihoods, bonus: Sequence[int]) -> float:
    return sum([each * points for each, points in zip(likely, bonus, strict=True) if points])


def _likely(sight: Sight, other: int, lance: Lance) -> Likelihoods:
    view = sight.view
    shown = Shown(
        None if view.pares is None else other in view.pares,
        None if view.juego is None else other in view.juego,
        _leaning(sight, other) if sight.temper.attentive else 0.0,
    )
    found = likelihoods(*sight.key, sight.left, shown, lance)
    return _heard(sight, other, lance, found) if sight.temper.attentive else found


def _leaning(sight: Sight, other: int) -> float:
    """Return how good a hand a player has shown before the lances."""
    leaning = 0.0
    for each in sight.view.said:
        if each.seat == other:
            if each.name == "no_hay_mus":
                leaning += 0.6
            elif each.name == "mus":
                leaning = -0.2
            elif each.name == "discard":
                leaning = {1: 0.5, 2: 0.3, 3: 0.1}.get(each.amount or 0, 0.0)
    return round(leaning, 2)


BOLD = {"envido": 0.5, "raise": 0.7, "ordago": 0.7, "quiero": 0.6, "paso": -0.25, "no_quiero": -0.5}


def _heard(sight: Sight, other: int, lance: Lance, found: Likelihoods) -> Likelihoods:
    """Change likelihoods by what their player has said in the lance."""
    said = [each for each in sight.view.said if each.phase == lance and each.seat == other]
    if not said:
        return found
    name = said[-1].name
    if other == sight.partner:
        if name in ("quiero", "raise", "ordago") and _high(sight, lance):
            return sure(found, 8)
        return leaned(found, BOLD[name])
    return leaned(found, BOLD[name] * (1 - sight.wild))


def _high(sight: Sight, lance: Lance) -> bool:
    """Tell whether much is staked on a lance."""
    staked = sum(each.amount or 0 for each in sight.view.said if each.phase == lance)
    return staked >= 8


def _call(sight: Sight) -> Advice:
    call = Calling(sight, sight.view.phase)  # type: ignore[arg-type]
    options = list(call.options())
    chance = Random(sight.text)
    best = max(options, key=lambda each: each.value + (abs(chance.gauss(0, 1)) * call.mixing if each.bold else 0))
    return Advice(best.move, _reasons(call, best, options))


class Option(NamedTuple):
    """A call that may be made, and how likely the team is to win the game then; *bold* if it stakes more."""

    move: Move
    value: float
    bold: bool = False


@dataclass(frozen=True)
class Calling:
    """A player's turn in a lance."""

    sight: Sight
    lance: Lance

    @cached_property
    def now(self) -> Chances:
        """The lance being played."""
        return _chances(self.sight, self.lance)

    @cached_property
    def earlier(self) -> tuple[Item, ...]:
        """What the lances that are over will pay."""
        return tuple(_pending(self.sight, lance) for lance, _ in self.sight.view.outcomes)

    @cached_property
    def later(self) -> tuple[Item, ...]:
        """What the lances to come may pay."""
        if self.lance in ("juego", "punto"):
            return ()
        return tuple(
            _passed(_chances(self.sight, lance), lance) for lance in EVERY_LANCE[EVERY_LANCE.index(self.lance) + 1 :]
        )

    def after(self, item: Item, ours: int = 0, theirs: int = 0) -> float:
        """Return the chance to win the game once the lance pays *item* at the count, and points are paid at once."""
        score = self.sight.score[0] + ours, self.sight.score[1] + theirs
        target = self.sight.view.variant.target
        return chance(score, target, self.sight.wild, (*self.earlier, item, *self.later))

    @cached_property
    def mixing(self) -> float:
        """What the points are worth by which a bolder call may look better."""
        step = self.after(Item(1, 0, 1, 0)) - self.after(Item(0, 1, 0, 1))
        return self.sight.temper.mixing * step / 2

    def refused_by_us(self, points: int) -> float:
        """Return the chance once the team refuses, for so many points."""
        return self.after(Item(0, 1, 0, self.now.theirs), theirs=points)

    def refused_by_them(self, points: int) -> float:
        """Return the chance once the opponents refuse."""
        return self.after(Item(1, 0, self.now.ours, 0), ours=points)

    def accepted(self, stake: int, won: float | None = None) -> float:
        """Return the chance once a stake stands, with the chance to win the lance."""
        won = self.now.won if won is None else won
        return self.after(Item(won, 1 - won, stake + self.now.ours, stake + self.now.theirs))

    def passed(self) -> float:
        """Return the chance if all pass."""
        return self.after(_passed(self.now, self.lance))

    def options(self) -> Iterator[Option]:
        """Give the calls that are worth considering."""
        betting = self.sight.view.betting
        assert betting is not None
        if betting.bettor is None:
            yield from self._opening()
        else:
            yield from self._answers()

    def _opening(self) -> Iterator[Option]:
        seat, target = self.sight.seat, self.sight.view.variant.target
        betting = self.sight.view.betting
        assert betting is not None
        wild, passed = self.sight.wild, self.passed()
        speaking = [other for other in betting.order if other not in betting.passed]
        if wild and any(other in self.sight.rivals for other in speaking):
            passed += wild * (self._wild(0) - passed)
        yield Option(Move(seat, "paso"), passed)
        for amount in (2, 3, 5):
            yield Option(Move(seat, "envido", amount), self._staked(0, amount), bold=True)
        yield Option(Move(seat, "ordago"), self._ordago(0) - DARING)

    def _answers(self) -> Iterator[Option]:
        view, seat = self.sight.view, self.sight.seat
        betting = view.betting
        assert betting is not None
        refused = self.refused_by_us(betting.before or 1)
        stake = betting.stake
        accepted = self.now.won if betting.ordago else self.accepted(stake)
        worst = 0.0 if betting.ordago else self.accepted(stake, 0.0)
        best = 1.0 if betting.ordago else self.accepted(stake, 1.0)
        if betting.declined is None and self.sight.partner in betting.order:
            refused = self._left_to_partner(refused, worst, best)
        yield Option(Move(seat, "no_quiero"), refused)
        yield Option(Move(seat, "quiero"), accepted)
        if betting.ordago:
            return
        enough = view.variant.target - min(self.sight.score)
        if stake < enough:
            for amount in self._raises(enough - stake):
                yield Option(Move(seat, "raise", amount), self._staked(stake, amount), bold=self.now.won > 0.3)
        yield Option(Move(seat, "ordago"), self._ordago(stake) - DARING)

    def _raises(self, enough: int) -> list[int]:
        """Return by how much to raise: a little a few times, then by what is *enough* for the game."""
        least = self.sight.view.variant.min_raise
        often = sum(each.seat == self.sight.seat and each.phase == self.lance for each in self.sight.view.said)
        small = [max(least, 2), 4] if often < OFTEN else []
        return [*small, *([max(least, enough)] if self.sight.wild > SETTLED else [])]

    def _left_to_partner(self, refused: float, worst: float, best: float) -> float:
        """Return the chance if the partner answers, who accepts with a hand that is good enough by itself."""
        if best <= worst:
            return refused
        needed = (refused - worst) / (best - worst)
        now, sight = self.now, self.sight
        beats, its = beating(sight.place, now.rivals), sight.place ^ 2
        found = 0.0
        for held, likely in enumerate(now.partner):
            if likely:
                alone = beats(held, its) if held else 0.0
                if alone < needed:
                    found += likely * refused
                else:
                    together = alone if held > now.own else max(alone, beats(now.own, sight.place))
                    found += likely * (worst + together * (best - worst))
        return found

    def _staked(self, stake: int, amount: int) -> float:
        """Return the chance after a bet or a raise: opponents with weak hands refuse it, wild ones raise it."""
        wild = self.sight.wild
        fold, called = self._called(0.55 + 0.03 * min(amount, 10))
        value = fold * self.refused_by_them(stake or 1) + (1 - fold) * self.accepted(stake + amount, called)
        if not wild:
            return value
        raised = 0.05 * self.refused_by_them(stake or 1) + 0.95 * self._wild(stake + amount)
        return value + wild * (raised - value)

    def _ordago(self, stake: int) -> float:
        wild = self.sight.wild
        fold, called = self._called(0.93)
        refused = self.refused_by_them(stake or 1)
        value = fold * refused + (1 - fold) * called
        return value + wild * (0.25 * refused + 0.75 * self.now.won - value)

    def _wild(self, stake: int) -> float:
        """Return the chance when wild opponents raise a stake: it is refused or grows to the whole game."""
        return max(self.refused_by_us(stake or 1), self.accepted(stake + 20), self.accepted(100))

    def _called(self, share: float) -> tuple[float, float]:
        """Return how likely a bet is refused, when the opponents do so with a share of their hands, and the chance
        to win the lance if it is not.
        """
        now, betting = self.now, self.sight.view.betting
        assert betting is not None
        answering = [at for at, other in enumerate(self.sight.rivals) if other in betting.order]
        if betting.bettor is not None:
            share *= 0.8
        fold = share ** len(answering)
        rivals = [lowest(each, share) if at in answering else each for at, each in enumerate(now.rivals)]
        won, _ = winning(now.own, self.sight.place, now.partner, rivals)
        return fold, min(1.0, max(0.0, (now.won - fold * won) / (1 - fold)))


def _passed(now: Chances, lance: Lance) -> Item:
    if lance in ("grande", "chica"):
        return Item(now.won, now.lost, 1, 1)
    return Item(now.won, now.lost, now.ours, now.theirs)


def _pending(sight: Sight, lance: Lance) -> Item:
    """Return what a lance that is over will pay at the count."""
    outcome = dict(sight.view.outcomes)[lance]
    now = _chances(sight, lance)
    if outcome.refused is not None:
        ours = outcome.team == team_of(sight.seat)
        return Item(int(ours), int(not ours), now.ours, now.theirs)
    if outcome.accepted is None:
        return _passed(now, lance)
    return Item(now.won, now.lost, outcome.accepted + now.ours, outcome.accepted + now.theirs)


def _reasons(call: Calling, best: Option, options: Sequence[Option]) -> tuple[Reason, ...]:
    from rules_engine.mus.match import turn

    return turn(call.sight.view)

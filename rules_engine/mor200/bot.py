"""What a computer player does in Mor 200, from what its seat may know.

It weighs what each step leaves by what it promises the team (:mod:`outlook`), and looks for a way to lay the whole
hand (:mod:`plans`). A beginner lays what it can; a decent player minds substitutes and the 11-pile, too, but neither
the other hands nor what has been played.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from rules_engine.cards import Card
from rules_engine.match import Advice
from rules_engine.mor200 import rules
from rules_engine.mor200.discards import Danger
from rules_engine.mor200.hands import sorted_hand
from rules_engine.mor200.match import SEATS, Move, State, forbids, legal_moves, put
from rules_engine.mor200.melds import plain
from rules_engine.mor200.outlook import DIGITS, Outlook, Weights, hand_points, holding, laid
from rules_engine.mor200.plans import Goal, Step, steps, way_out, without
from rules_engine.mor200.scoring import CLOSING, NO_MOR200, UNTAKEN_11
from rules_engine.mor200.sequences import BONUSES, LONG, arrange, card_points, is_wild
from rules_engine.reasons import Reason

BEGINNER, DECENT, STRONG = 1, 2, 3
WEIGHTS = {
    BEGINNER: Weights(remembers=False),
    DECENT: Weights(remembers=False, caution=0, late=99, substitute=5, first=0, drawn=0),
    STRONG: Weights(),
}
LEAST_GAIN = 0.01
MOST_TAKES = 12
"""How many ways to take the discard pile are weighed."""
LATE = 2.0
"""From how many turns a seat on a round is about to end."""
FEW = 4
"""How many cards are few in a partner's hand."""


class Choice(NamedTuple):
    """A move, what it is worth, and why."""

    move: Move
    worth: float
    because: tuple[Reason, ...]


def advise(view: State, strength: int) -> Advice:
    """Return the move of a computer player, and why."""
    assert view.to_move is not None
    player = _Player(view, view.to_move, strength)
    chosen = player.takes() if view.phase == "take" else player.closes() or player.lays() or player.discards()
    return Advice(chosen.move, chosen.because)


class _Player:
    """A player of some strength at one decision."""

    def __init__(self, view: State, seat: int, strength: int) -> None:
        self.view, self.seat, self.strength = view, seat, strength
        self.hand, self.melds = view.hand, view.melds[seat % 2]
        self.variant = view.variant
        self.outlook = Outlook(view, seat, WEIGHTS[strength])
        self.weights = self.outlook.weights
        self.waits: tuple[Reason, ...] = ()

    # Taking

    def takes(self) -> Choice:
        """Draw, or take the discard pile."""
        moves = legal_moves(self.view)
        draw, takes = moves[0], moves[1:]
        if not takes:
            return Choice(draw, 0.0, self._why_no_take(draw))
        if self.strength == BEGINNER:
            return self._beginner_takes(draw, takes)
        size = len(self.view.pile)
        least = self.outlook.value(self.hand, self.melds) + (self.weights.drawn if self.view.stock else 0)
        weighed = [self._taken(move) for move in self._worth_a_thought(takes)]
        best = max(weighed, key=lambda choice: choice.worth, default=None)
        if best is not None and best.worth + self.weights.denied * size > least:
            return best
        leave = rules.TIP_PILE("leave", top=str(self.view.pile[-1]))
        return Choice(draw, 0.0, (leave,) if self.view.stock else (leave, rules.STOCK_OUT("pass")))

    def _why_no_take(self, draw: Move) -> tuple[Reason, ...]:
        if draw.what == "pass":
            return (rules.STOCK_OUT("pass"),)
        pile = self.view.pile
        return (rules.TAKE_PILE("none", top=str(pile[-1])) if pile else rules.TAKE_PILE("empty"), rules.DRAW())

    def _beginner_takes(self, draw: Move, takes: Sequence[Move]) -> Choice:
        """Take the pile with natural cards; a beginner does not ask what it brings."""
        natural = [
            move for move in takes if not any(map(is_wild, (*move.cards, *(card for card in (move.top,) if card))))
        ]
        if not natural:
            leave = rules.TIP_PILE("leave", top=str(self.view.pile[-1]))
            return Choice(draw, 0.0, (leave,))
        best = max(natural, key=lambda move: len(move.cards))
        return Choice(best, 0.0, (rules.TIP_PILE("worth", count=len(self.view.pile)),))

    def _worth_a_thought(self, takes: Sequence[Move]) -> list[Move]:
        """Return the ways to take the discard pile that cost no substitute needlessly, natural ones first."""

        def wasted(move: Move) -> int:
            return sum(map(is_wild, move.cards)) if len(move.cards) + 1 < LONG else 0

        few = len(self.view.pile) < self.weights.precious and self.outlook.turns > LATE
        return sorted(
            [move for move in takes if not few or not wasted(move)], key=lambda move: (wasted(move), -len(move.cards))
        )[:MOST_TAKES]

    def _taken(self, move: Move) -> Choice:
        """Weigh taking the discard pile."""
        hand = sorted_hand((*without(self.hand, move.cards), *self.view.pile[:-1]))
        run = arrange(put(self.view, move), self.variant)
        assert run is not None
        place = move.number - 1 if move.number else len(self.melds)
        melds = (*self.melds[:place], run.cards, *self.melds[place + 1 :])
        worth = self.outlook.without_pile.value(hand, melds)
        reasons: tuple[Reason, ...] = (rules.TIP_PILE("worth", count=len(self.view.pile)),)
        if len(hand) <= 1 and not self.outlook.took_11:
            reasons = (*reasons, rules.TIP_ELEVEN("all"))
        kind = laid(run.cards)
        if kind.size >= LONG and not kind.substitutes:
            reasons = (rules.TIP_MOR200("completes", cards=plain(run.cards), points=kind.bonus), *reasons)
        elif kind.bonus:
            reasons = (rules.TIP_SUBSTITUTES("mor100", cards=plain(run.cards)), *reasons)
        return Choice(move, worth, reasons)

    # Laying

    def closes(self) -> Choice | None:
        """Go the way to the end of the round, or to the 11-pile, if there is one that is worth it."""
        outlook, variant = self.outlook, self.variant
        if self.strength == BEGINNER or outlook.lost_11:
            return None
        if not outlook.took_11:
            way = self._way(Goal(0, False))
            if way is None and variant.indirect_take:
                way = self._way(Goal(1, False))
            return None if way is None else self._first(way, rules.TIP_ELEVEN("all"))
        way = self._way(Goal(0, True)) if variant.close_by_meld else None
        way = self._way(Goal(1, True)) if way is None else way
        if way is None:
            return None
        self.waits = self._against_closing() if self.weights.remembers else ()
        return None if self.waits else self._first(way, rules.TIP_CLOSE("now"))

    def _way(self, goal: Goal) -> tuple[Move, ...] | None:
        return way_out(self.seat, self.hand, self.melds, self.variant, goal)

    def _first(self, way: Sequence[Move], reason: Reason) -> Choice | None:
        """Return the first move of a way to lay the hand; with nothing more to lay the discard ends it."""
        move = way[0] if way else Move(self.seat, "discard", self.hand)
        if (not way and len(self.hand) > 1) or forbids(self.view, move):
            return None
        return Choice(move, 0.0, (reason,))

    def _against_closing(self) -> tuple[Reason, ...]:
        """Return why not to close: by what the others may still make, against what the own team may."""
        view, team, outlook = self.view, self.seat % 2, self.outlook
        mate, others = (self.seat + 2) % SEATS, ((self.seat + 1) % SEATS, (self.seat + 3) % SEATS)
        table = [sum(laid(meld).points + laid(meld).bonus for meld in melds) for melds in view.melds]
        lost = 0 if view.took_11[1 - team] else -UNTAKEN_11
        if not any(laid(meld).bonus > BONUSES["mor100"] for meld in view.melds[1 - team]):
            lost -= NO_MOR200
        partner, left = hand_points(view, mate), sum(hand_points(view, seat) for seat in others)
        own, theirs = (
            view.score[team] + table[team] + CLOSING - partner,
            view.score[1 - team] + table[1 - team] - left - lost,
        )
        if max(own, theirs) >= self.variant.target:
            return () if own > theirs else (rules.TIP_CLOSE("behind"),)
        time = min(1.0, outlook.turns / 6)
        if self.weights.patience + time * (left + 0.7 * lost) >= time * partner:
            return ()
        return (rules.TIP_CLOSE("wait", count=outlook.partner),)

    def lays(self) -> Choice | None:
        """Lay a sequence or add a card where that promises more than not to, or where nothing can be discarded."""
        if self.strength == BEGINNER:
            return self._beginner_lays()
        outlook = self.outlook
        stuck = len(self.hand) == 1 and bool(forbids(self.view, self._discard(self.hand[0])))
        best, found = -math.inf if stuck else outlook.value(self.hand, self.melds) + LEAST_GAIN, None
        short = stuck or outlook.turns <= self.weights.late
        choices = list(steps(self.seat, self.hand, self.melds, self.variant, short))
        if short:
            # In a hurry natural cards go first, so that a substitute finds its place beside what is left.
            choices.sort(key=lambda step: any(map(is_wild, step.move.cards)))
        for step in choices:
            if short and found is not None and any(map(is_wild, step.move.cards)):
                break
            # Whoever can lay all but one card goes a way out; otherwise two cards have to stay.
            if len(step.hand) < 2 and (not stuck or forbids(self.view, step.move)):
                continue
            worth = outlook.value(step.hand, step.melds)
            if worth > best:
                best, found = worth, step
        return None if found is None else Choice(found.move, best, (*self._why_lay(found)[:2], *self.waits))

    def _beginner_lays(self) -> Choice | None:
        laying = [move for move in legal_moves(self.view) if move.what in ("meld", "add")]
        plainly = [move for move in laying if not any(map(is_wild, move.cards))] or laying
        if not plainly:
            return None
        best = max(plainly, key=lambda move: len(move.cards))
        place = best.number - 1 if best.number else len(self.melds)
        run = arrange(put(self.view, best), self.variant)
        assert run is not None
        melds = (*self.melds[:place], run.cards, *self.melds[place + 1 :])
        return Choice(best, 0.0, self._why_lay(Step(best, without(self.hand, best.cards), melds)))

    def _why_lay(self, step: Step) -> tuple[Reason, ...]:
        move, view = step.move, self.view
        meld = step.melds[move.number - 1] if move.number else step.melds[-1]
        table = laid(meld)
        reasons: list[Reason] = []
        before = laid(self.melds[move.number - 1]) if move.number else None
        if table.size >= LONG and not table.substitutes and (before is None or before.bonus != table.bonus):
            reasons.append(rules.TIP_MOR200("completes", cards=plain(meld), points=table.bonus))
        elif table.bonus and (before is None or before.bonus != table.bonus):
            reasons.append(rules.TIP_SUBSTITUTES("mor100", cards=plain(meld)))
        elif LONG - 3 <= table.size < LONG and not table.substitutes:
            reasons.append(rules.TIP_MOR200("grows", cards=plain(meld), count=LONG - table.size))
        if move.number:
            reasons.append(rules.TIP_PARTNER("add", cards=plain(meld)))
        few = self.outlook.partner <= FEW
        if len(view.stock) <= 8:
            reasons.append(rules.TIP_STOCK(count=len(view.stock)))
        elif not self.outlook.took_11 and not self.outlook.lost_11 and len(step.hand) <= 5:
            reasons.append(rules.TIP_ELEVEN("near", count=len(step.hand)))
        elif few and self.weights.remembers:
            reasons.append(rules.TIP_PARTNER("few", count=self.outlook.partner))
        return tuple(reasons) or (rules.TIP_LAY(points=card_points(move.cards)),)

    # Discarding

    def discards(self) -> Choice:
        """Discard the card that costs least."""
        different = [card for card in dict.fromkeys(self.hand) if self._may_discard(card)]
        if self.strength == BEGINNER:
            return self._beginner_discards(different)
        now = self.outlook.value(self.hand, self.melds)
        losses = {card: now - self.outlook.value(without(self.hand, (card,)), self.melds) for card in different}
        if not self.weights.caution:
            danger = dict.fromkeys(different, 0.0)
        else:
            judge = Danger(self.view, self.seat, self.outlook)
            danger = {card: self.weights.caution * judge.cost(card) for card in different}
        chosen = min(different, key=lambda card: round(losses[card] + danger[card], DIGITS))
        return Choice(self._discard(chosen), 0.0, self._why_discard(chosen, losses, danger))

    def _may_discard(self, card: Card) -> bool:
        return len(self.hand) > 1 or not forbids(self.view, self._discard(card))

    def _discard(self, card: Card) -> Move:
        return Move(self.seat, "discard", (card,))

    def _beginner_discards(self, different: Sequence[Card]) -> Choice:
        useless = [card for card in different if not is_wild(card) and not _joins(card, self.hand)]
        choices = useless or [card for card in different if not is_wild(card)] or different
        text = f"{self.seat}/{self.view.turns}/{' '.join(map(str, self.hand))}"
        card = Random(text).choice(choices)  # noqa: S311
        case = rules.TIP_DISCARDS("useless" if useless else "least", card=str(card))
        return Choice(self._discard(card), 0.0, (case,))

    def _why_discard(self, card: Card, losses: dict[Card, float], danger: dict[Card, float]) -> tuple[Reason, ...]:
        if len(self.hand) == 1 and self.outlook.took_11:
            return (rules.TIP_CLOSE("now"),)
        reasons = []
        worse = [other for other in losses if losses[other] < losses[card] - 0.5 and danger[other] > danger[card]]
        if worse:
            reasons.append(rules.TIP_DISCARDS("safe", card=str(card), others=plain(worse[:3])))
        elif not is_wild(card) and not _joins(card, (*self.hand, *(each for meld in self.melds for each in meld))):
            reasons.append(rules.TIP_DISCARDS("useless", card=str(card)))
        else:
            reasons.append(rules.TIP_DISCARDS("least", card=str(card)))
        wild = holding(self.hand).wild
        if wild and not is_wild(card) and self.outlook.turns > LATE:
            reasons.append(rules.TIP_SUBSTITUTES("kept", cards=plain(wild)))
        return (*reasons, *self.waits)


def _joins(card: Card, others: Iterable[Card]) -> bool:
    """Tell whether a card has another of its suit within two places among others."""
    own = holding((card,)).masks
    [index] = [index for index, (have, _) in enumerate(own) if have]
    near = own[index][0]
    near |= near << 1 | near << 2 | near >> 1 | near >> 2
    left = list(others)
    if card in left:
        left.remove(card)
    have = holding(tuple(each for each in left if each.suit == card.suit and each != card)).masks[index][0]
    return bool(have & near)

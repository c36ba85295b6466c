"""Why a computer player plays a move: the tips that it follows, and the rules by which it scores.

Only what tells the move from the others that there were is said, the weightiest first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from rules_engine.basra import rules
from rules_engine.basra.capture import KOMI, Play, in_order, judge_basra, plain, sweeps
from rules_engine.basra.knowing import Attempt, unseen
from rules_engine.basra.match import Position, why
from rules_engine.basra.outlook import KIND, floor_of, floors_of
from rules_engine.cards import Card
from rules_engine.reasons import Reason

MOST_REASONS = 3
FULL = 4
"""How many floor cards are worth a card that sweeps."""


def because(view: Position, chosen: Attempt, attempts: Sequence[Attempt]) -> tuple[Reason, ...]:
    """Return why a move was chosen out of those that were considered."""
    tips = tuple(islice(_tips(view, chosen, attempts), MOST_REASONS)) if len(attempts) > 1 else ()
    return tips or why(view, chosen.move)[:MOST_REASONS]


def _tips(view: Position, chosen: Attempt, attempts: Sequence[Attempt]) -> Iterator[Reason]:
    if chosen.basra:
        play = Play(in_order(view.floor), chosen.move.card, view.variant)
        yield from judge_basra(play, in_order(chosen.taken)).because
    yield from _taking(view, chosen, attempts)
    if not view.floor:
        yield from _on_empty_floor(view, chosen)
    elif chosen.floor:
        yield from _leaving(view, chosen, attempts)
    yield from _keeping(view, chosen)


def _taking(view: Position, chosen: Attempt, attempts: Sequence[Attempt]) -> Iterator[Reason]:
    """Give the tip by which a move takes what it takes."""
    card, number = chosen.move.card, len(chosen.taken)
    others = [len(each.taken) for each in attempts if each.move.card != card]
    if sweeps(card) and number >= FULL:
        yield rules.TIP_FULL_FLOOR("sweep", play=str(card), count=number)
    elif sweeps(card) and number and not chosen.basra and len(view.hands[chosen.move.seat]) == 2:
        yield rules.TIP_LAST_CARD(play=str(card))
    elif others and number > max(others):
        held = len(view.piles[chosen.move.seat % 2]) + chosen.cards
        yield rules.TIP_COUNT_CARDS(play=str(card), count=chosen.cards, held=held)


def _on_empty_floor(view: Position, chosen: Attempt) -> Iterator[Reason]:
    """Give the tip by which a card is laid on an empty floor: more of its rank are gone than of others in the hand."""
    hidden, card = Counter(each.rank for each in unseen(view)), chosen.move.card
    out = [hidden[each.rank] for each in view.hands[chosen.move.seat] if not sweeps(each)]
    if not sweeps(card) and hidden[card.rank] == min(out) < max(out):
        yield rules.TIP_EMPTY_FLOOR(play=str(card), out=min(out))


def _leaving(view: Position, chosen: Attempt, attempts: Sequence[Attempt]) -> Iterator[Reason]:
    """Give the tip by which a move leaves a floor: few cards would make a basra there, or take much."""
    given = [len(gifts(view, each)) for each in attempts]
    exposed = [_exposed(view, each) for each in attempts if not each.taken]
    cards, play = gifts(view, chosen), str(chosen.move.card)
    if len(cards) == min(given) < max(given):
        yield rules.TIP_NO_GIFT("few", play=play, cards=plain(cards)) if cards else rules.TIP_NO_GIFT("none", play=play)
    elif not chosen.taken and _exposed(view, chosen) == min(exposed) < max(exposed):
        yield rules.TIP_NO_GIFT("little", play=play)


def _exposed(view: Position, move: Attempt) -> int:
    """Return how many cards the cards that the seat does not see would take, each by itself, without sweeping."""
    outcomes = floors_of(view.variant).outcomes(move.floor)
    return sum(outcomes[KIND[card]].cards for card in unseen(view) if not sweeps(card))


def gifts(view: Position, move: Attempt) -> list[Card]:
    """Return the cards that would make a basra on the floor that a move leaves, of those that the seat does not see."""
    outcomes = floors_of(view.variant).outcomes(move.floor)
    return [card for card in in_order(unseen(view)) if outcomes[KIND[card]].basra]


def _keeping(view: Position, chosen: Attempt) -> Iterator[Reason]:
    """Give the tip by which a card that sweeps stays in the hand."""
    kept = [card for card in view.hands[chosen.move.seat] if sweeps(card)]
    if sweeps(chosen.move.card) or not kept or not view.floor:
        return
    outcomes = floors_of(view.variant).outcomes(floor_of(view.floor))
    if KOMI in kept and view.variant.komi != "never" and not outcomes[KIND[KOMI]].basra:
        yield rules.TIP_KOMI_LATE(cards=plain(in_order(view.floor)))
    elif len(view.floor) < FULL and not any(outcomes[KIND[card]].basra for card in kept):
        yield rules.TIP_FULL_FLOOR("keep", kept=plain(kept), count=len(view.floor))

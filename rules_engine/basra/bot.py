"""What a computer player does in a match of Basra, from what its seat may know.

The beginner takes what it sees, and overlooks something now and then. The next one sees basras, and which floors would
give one away. The strong one counts the cards that have been played, deals those that it does not see out to the others
many times over, and lets each of its moves be played on to the end of the deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random

from rules_engine.basra.capture import BASRA_POINTS, sweeps
from rules_engine.basra.count import MAJORITY_POINTS
from rules_engine.basra.hints import because
from rules_engine.basra.knowing import Attempt, Knowledge, attempt, dealt, knowledge
from rules_engine.basra.match import IN_HAND, Move, Position, legal_moves
from rules_engine.basra.outlook import (
    FEARED,
    KEPT,
    KIND,
    KINDS,
    Ending,
    Hidden,
    Outlook,
    floors_of,
    lying_on,
    majority,
    play_out,
    worth,
)
from rules_engine.match import Advice
from rules_engine.playing import STRENGTHS


def advise(view: Position, strength: int) -> Advice:
    """Return the move of the seat to move, from what it may know."""
    attempts = [attempt(view, move) for move in _considered(legal_moves(view))]
    chosen = attempts[0] if len(attempts) == 1 else _PLAYERS[strength](view, attempts)
    return Advice(chosen.move, because(view, chosen, attempts))


MOST_WAYS = 6
"""How many ways to take are considered for one card, those with the most cards, and laying it besides."""


def _considered(moves: Sequence[Move]) -> list[Move]:
    """Leave out small captures where parts of large ones may be taken: a card may have hundreds of them."""
    by_card: dict[object, list[Move]] = {}
    for move in moves:
        by_card.setdefault(move.card, []).append(move)
    return [move for ways in by_card.values() for move in (*ways[:MOST_WAYS], *ways[MOST_WAYS:][-1:])]


def _chance(view: Position, purpose: str) -> Random:
    """Return a source of chance that depends on nothing but what the seat knows."""
    hand = view.hands[view.to_move or 0]
    known = " ".join(map(str, (*hand, "/", *view.floor, "/", *(play.card for play in view.played))))
    return Random(f"{purpose} {view.deal} {view.score} {known}")  # noqa: S311 - repeatable, not secret


# The beginner

OVERLOOKED = 1 / 3
"""How often a beginner overlooks what there is to take."""


def _beginner(view: Position, attempts: Sequence[Attempt]) -> Attempt:
    chance = _chance(view, "beginner")
    if chance.random() < OVERLOOKED:
        return chance.choice(attempts)
    return max(attempts, key=lambda each: len(each.taken))


# The decent player


def _decent(view: Position, attempts: Sequence[Attempt]) -> Attempt:
    """Return the move with the most cards and basras, less what it may give away."""
    outcomes = floors_of(view.variant).outcomes

    def value(each: Attempt) -> float:
        gifts = sum(1 for outcome in outcomes(each.floor) if outcome.basra)
        return each.gained + len(each.taken) - 3 * gifts - _spent(view, each)

    return max(attempts, key=value)


def _spent(view: Position, each: Attempt) -> int:
    """Return how many cards are lost because a card that sweeps is played now and not later."""
    return KEPT if sweeps(each.move.card) and len(view.hands[each.move.seat]) > 1 else 0


# The strong player

SAMPLES = 48
"""How many deals of the hidden cards each move is played on in."""
FIRST_SIGHT = 8
"""How many such deals the first sight of a move counts for."""
MOST_TRIED = 8
"""How many moves are played on, those that look best at first sight."""
COMING = 0.5
"""How much of what the first player of the next deal may gain counts: the others have their turns after that."""
WON = 20
"""How many points the match itself is worth."""


def _strong(view: Position, attempts: Sequence[Attempt]) -> Attempt:
    known = knowledge(view)
    outlook = _outlook(view, known)

    def promising(each: Attempt) -> float:
        gain = each.gained + outlook.each * (each.cards - _spent(view, each))
        return gain - FEARED * outlook.promise(each.floor)

    tried = sorted(attempts, key=promising, reverse=True)[:MOST_TRIED]
    totals = [FIRST_SIGHT * promising(each) for each in tried]
    for hands in dealt(view, known, SAMPLES, _chance(view, "strong")):
        for place, each in enumerate(tried):
            totals[place] += _played_on(view, outlook, hands, each)
    # Rounded, so that the last digits of a machine's fractions decide nothing.
    return tried[max(range(len(tried)), key=lambda place: round(totals[place], 6))]


def _outlook(view: Position, known: Knowledge) -> Outlook:
    seat = view.to_move or 0
    team, following = seat % 2, (seat + 1) % len(view.hands)
    lead, left = len(view.piles[team]) - len(view.piles[1 - team]), _left(view)
    points = MAJORITY_POINTS + view.carried
    each = (majority(lead + 1, left, points) - majority(lead - 1, left, points)) / 2
    numbers = Counter(KIND[card] for card in known.loose)
    hand = len(view.hands[following]) or min(IN_HAND, len(view.pack))
    there = frozenset(KIND[card] for card in known.held.get(following, ()))
    return Outlook(floors_of(view.variant), each, Hidden([numbers[kind] for kind in KINDS], hand, there))


def _left(view: Position) -> int:
    """Return how many cards nobody has captured yet."""
    return len(view.floor) + len(view.pack) + sum(map(len, view.hands))


def _played_on(view: Position, outlook: Outlook, hands: Sequence[Sequence[int]], each: Attempt) -> float:
    """Return what a move brings the team if the hands are these and the deal is played to its end."""
    seat = each.move.seat
    ours = 1 if seat % 2 == 0 else -1
    rest = [list(hand) for hand in hands]
    rest[seat].remove(KIND[each.move.card])
    last = seat % 2 if each.taken else view.last_capture
    start = Ending(ours * each.cards, ours * each.gained, each.floor, (seat + 1) % len(hands), last)
    return ours * _value(view, outlook, play_out(outlook, rest, start))


def _value(view: Position, outlook: Outlook, end: Ending) -> float:
    """Return what the end of a deal is worth to team 0."""
    lead = len(view.piles[0]) - len(view.piles[1]) + end.cards
    points = MAJORITY_POINTS + view.carried
    if view.pack:
        left = len(view.pack) + lying_on(end.floor)
        coming = COMING * outlook.promise(end.floor)
        return end.points + majority(lead, left, points) + (-coming if end.next % 2 else coming)
    if end.last is not None:
        lead += -lying_on(end.floor) if end.last else lying_on(end.floor)
    gain = end.points + majority(lead, 0, points)
    scores = _scored(view, 0) + max(gain, 0), _scored(view, 1) + max(-gain, 0)
    won = max(scores) >= view.variant.target
    return gain + won * WON * ((scores[0] > scores[1]) - (scores[0] < scores[1]))


def _scored(view: Position, team: int) -> int:
    """Return a team's score with the points of the round that it has already."""
    basras = view.basras[team] * BASRA_POINTS + view.jack_basras[team] * view.variant.jack_basra
    return view.score[team] + basras + worth(view.piles[team], view.variant)


_PLAYERS: Mapping[int, Callable[[Position, Sequence[Attempt]], Attempt]] = dict(
    zip(STRENGTHS, (_beginner, _decent, _strong), strict=True)
)

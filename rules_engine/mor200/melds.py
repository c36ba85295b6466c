"""What cards laid on the table are: a sequence of some class, or why they are none."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rules_engine.cards import Card
from rules_engine.mor200 import rules
from rules_engine.mor200.sequences import (
    ACE_HIGH,
    ACE_LOW,
    DECK,
    LEAST,
    LONG,
    MOST,
    RUN,
    TWO,
    VALUE,
    Class,
    Option,
    Placed,
    Run,
    Variant,
    arrange,
    card_at,
    card_points,
    in_order,
    is_wild,
    most_substitutes,
    options,
    runs,
    suit_of,
)
from rules_engine.reasons import Judged, Plain, Reason

Cards = Sequence[Card]


def plain(cards: Iterable[Card]) -> list[Plain]:
    """Return cards as plain texts."""
    return [str(card) for card in cards]


def judge_meld(cards: Cards, variant: Variant) -> Judged[dict[str, Plain]]:
    """Judge cards as a sequence: class, places, card points and bonus."""
    judged = judge_run(cards, variant)
    return judged.map(run_plain)


def judge_add(meld: Cards, added: Cards, variant: Variant) -> Judged[dict[str, Plain]]:
    """Judge a sequence after cards are added to it: as a whole, from the start (mor200.add)."""
    before = arrange(meld, variant)
    assert before is not None
    judged = judge_run([*meld, *added], variant)
    changes = _changes(before, judged.value, added)
    return Judged({**run_plain(judged.value), "was": before.kind}, (*judged.because, *changes))


def run_plain(run: Run | None) -> dict[str, Plain]:
    """Return a sequence as the contract's ``meld`` answers it."""
    if run is None:
        return {"class": "illegal"}
    return {
        "class": run.kind,
        "places": [{"card": str(placed.card), "as": str(placed.stands_for)} for placed in run.places],
        "card_points": card_points(run.cards),
        "bonus": run.bonus,
    }


def judge_run(cards: Cards, variant: Variant) -> Judged[Run | None]:
    """Return the sequence that cards make, or None, with the reasons."""
    found = runs(cards, variant)
    if not found:
        return Judged(None, why_not(cards, variant))
    run = found[0]
    reasons = (*_run(run), *_aces(run, found[1:]), *_twos_and_substitutes(run), *_class(run), *_points(run))
    return Judged(run, reasons)


# Why it is a sequence


def _run(run: Run) -> list[Reason]:
    return [rules.SEQUENCE(suit=run.suit, cards=plain(placed.stands_for for placed in run.places))]


def _aces(run: Run, others: Sequence[Run]) -> list[Reason]:
    ends = [placed.place for placed in run.places if placed.card.rank == "A"]
    if not ends:
        return []
    ace = str(Card("A", run.suit))
    fits = [
        other
        for other in others
        if len(other.substitutes) == len(run.substitutes) and ends == [ACE_LOW] and _has_high_ace(other)
    ]
    if fits:
        return [rules.ACE_FITS_BOTH(card=ace)]
    return [rules.ACE("both" if len(ends) == 2 else "low" if ends == [ACE_LOW] else "high", card=ace)]


def _has_high_ace(run: Run) -> bool:
    return any(placed.place == ACE_HIGH and placed.natural for placed in run.places)


def _twos_and_substitutes(run: Run) -> list[Reason]:
    two = [placed for placed in run.places if placed.natural and placed.place == TWO]
    reasons = [rules.NATURAL_TWO(card=str(placed.card)) for placed in two]
    for placed in run.substitutes:
        reasons.append(_role(placed))
        reasons.append(rules.SUBSTITUTE_PLACE(_where(run, placed), place=str(placed.stands_for)))
        if two:
            reasons.append(rules.TWO_AND_SUBSTITUTE(card=str(placed.card), place=str(placed.stands_for)))
    return reasons


def _role(placed: Placed) -> Reason:
    card, place = str(placed.card), str(placed.stands_for)
    if placed.card.rank == "JK":
        return rules.JOKER(place=place)
    own = placed.card.suit == placed.stands_for.suit
    return (rules.TWO_OFF_PLACE if own else rules.FOREIGN_TWO)(card=card, place=place)


def _where(run: Run, placed: Placed) -> str:
    natural = [each.place for each in run.places if each.natural]
    return "low" if placed.place < natural[0] else "high" if placed.place > natural[-1] else "gap"


def _class(run: Run) -> list[Reason]:
    count = len(run.places)
    if run.kind == "mor1000":
        return [rules.MOR1000()]
    if run.kind == "mor200":
        if count < MOST - 1:
            return [rules.MOR200(count=count)]
        # An ace that fits both ends is low, so the high one is missing.
        return [rules.MOR200(count=count), rules.THIRTEEN(missing=[str(Card("A", run.suit))])]
    if run.kind == "mor100":
        [substitute] = run.substitutes
        card, place = str(substitute.card), str(substitute.stands_for)
        full = [rules.FOURTEEN_SUBSTITUTE(card=card, place=place)] if count == MOST else []
        return [rules.MOR100(count=count, card=card), *full]
    if count < LONG:
        return [rules.PLAIN(count=count)]
    return [rules.TWO_SUBSTITUTES("long", cards=plain(placed.card for placed in run.substitutes))]


def _points(run: Run) -> list[Reason]:
    points = card_points(run.cards)
    reasons = [rules.CARD_POINTS("meld", values=[VALUE[card.rank] for card in run.cards], points=points)]
    if twos := [card for card in run.cards if card.rank == "2"]:
        reasons.append(rules.TWO_VALUE(cards=plain(twos), points=VALUE["2"]))
    if not run.bonus:
        return [*reasons, rules.SHORT_POINTS(points=points)]
    reasons.append(rules.BONUS("meld", now=run.kind, points=run.bonus))
    return [*reasons, rules.ONE_BONUS(points=run.bonus)] if run.kind == "mor1000" else reasons


# Why it is none


def why_not(cards: Cards, variant: Variant) -> tuple[Reason, ...]:
    """Return what is wrong with cards that make no sequence: the first of these that applies."""
    if len(cards) < LEAST:
        return (rules.AT_LEAST_THREE(count=len(cards)),)
    suited = [card for card in cards if card.suit]
    if len({card.rank for card in suited}) == 1 and len({card.suit for card in suited}) > 1:
        return (rules.NO_SETS("set", cards=plain(in_order(suited))),)
    if len(cards) > MOST:
        return (rules.LONGEST(count=len(cards)),)
    ordinary = [card for card in cards if not is_wild(card)]
    suit = suit_of(cards)
    if suit is not None:
        return (_why_not_in_suit(cards, suit, variant),)
    if ordinary:
        return (_several_suits(ordinary),)
    twos = in_order(card for card in cards if card.rank == "2")
    return (_too_many_substitutes([*twos[1:], *(card for card in cards if card.rank == "JK")], len(cards), variant),)


def _several_suits(ordinary: Cards) -> Reason:
    counts = Counter(card.suit for card in ordinary)
    most = max(DECK.suits, key=lambda suit: counts[suit])
    ours = in_order(card for card in ordinary if card.suit == most)
    return rules.ONE_SUIT(cards=plain(ours), others=plain(in_order(card for card in ordinary if card.suit != most)))


def _why_not_in_suit(cards: Cards, suit: str, variant: Variant) -> Reason:
    twice = [card for card, count in Counter(cards).items() if count > 1 and not is_wild(card) and card.rank != "A"]
    if twice:
        return rules.NO_SETS("twice", cards=plain(in_order(twice)))
    most = most_substitutes(len(cards), variant)
    best = min(options(cards, suit), key=lambda option: _wrong(option, most))
    wrong, open_ = _wrong(best, most)
    if _goes_round(cards, suit, most):
        return rules.NO_WRAP(card=str(Card("A", suit)))
    if wrong > open_:
        return _too_many_substitutes(list(best.loose), len(cards), variant)
    missing = plain(card_at(place, suit) for place in best.gaps[len(best.gaps) - open_ :])
    if ACE_LOW in best.natural and ACE_HIGH in best.natural:
        return rules.ACE("two", missing=missing)
    return rules.CONSECUTIVE(missing=missing)


def _wrong(option: Option, most: int) -> tuple[int, int]:
    """Return how far a way to begin is from a sequence: substitutes too many and open gaps, and the latter alone."""
    open_ = max(0, len(option.gaps) - len(option.loose))
    return max(0, len(option.loose) - most) + open_, open_


def _too_many_substitutes(cards: Cards, count: int, variant: Variant) -> Reason:
    if not variant.two_substitutes:
        return rules.ONE_SUBSTITUTE(cards=plain(cards))
    return rules.TWO_SUBSTITUTES("short" if len(cards) == 2 and count < LONG else "more", cards=plain(cards))


def _goes_round(cards: Cards, suit: str, most: int) -> bool:
    """Tell whether the cards would be a sequence if the order went on from the ace to the two."""
    if [card.rank for card in cards].count("A") != 1:
        return False
    ranks = {RUN.index(card.rank) + 1 for card in cards if not is_wild(card)}
    wild = [card for card in cards if is_wild(card)]
    for last in range(MOST):
        for two in {0, int(Card("2", suit) in wild)}:
            places = {place + MOST - 1 if place <= last else place for place in ranks | ({TWO} if two else set())}
            places.add(ACE_HIGH)
            gaps, loose = max(places) - min(places) + 1 - len(places), len(wild) - two
            if min(places) < ACE_HIGH < max(places) and gaps <= loose <= most:
                return True
    return False


# What adding changes


def _changes(before: Run, now: Run | None, added: Cards) -> list[Reason]:
    cards = plain(in_order(added))
    if now is None:
        return [rules.ADD("illegal", cards=cards, was=before.kind)]
    reasons = [
        rules.SUBSTITUTE_MOVES(card=str(old.card), was=str(old.stands_for), place=str(new.stands_for))
        for old, new in _moved(before, now)
    ]
    if before.kind == "mor100" and now.kind in ("mor200", "mor1000"):
        reasons.append(rules.MOR100_TO_MOR200(card=str(before.substitutes[0].card)))
    if before.kind == "mor200" and now.kind == "mor100":
        reasons.append(rules.MOR200_TO_MOR100(card=str(now.substitutes[0].card)))
    if before.kind == now.kind:
        return [*reasons, rules.ADD("same", cards=cards, now=now.kind)]
    return [*reasons, rules.ADD("changed", cards=cards, was=before.kind, now=now.kind)]


def _moved(before: Run, now: Run) -> list[tuple[Placed, Placed]]:
    """Return the substitutes that stand for another card than before, as they stood and as they stand."""
    old = [placed for placed in before.substitutes if placed not in now.substitutes]
    new = [placed for placed in now.substitutes if placed not in before.substitutes]
    return [(one, other) for one, other in itertools.product(old, new) if one.card == other.card]


def classes(melds: Iterable[Cards], variant: Variant) -> Mapping[Class, int]:
    """Return how many sequences there are of each class."""
    found = (_class_of(tuple(cards), variant) for cards in melds)
    return Counter(kind for kind in found if kind)


@functools.lru_cache(1 << 14)
def _class_of(cards: tuple[Card, ...], variant: Variant) -> Class | None:
    """Return the class of a sequence; the same ones are asked about again and again while a round is scored."""
    run = arrange(cards, variant)
    return run.kind if run else None

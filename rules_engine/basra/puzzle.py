"""Puzzles of Basra: what a card captures, whether that is a basra, what goes to the floor, what a round pays.

The wrong answers come from what people really get wrong: a group or an equal card left behind, a card in two groups at
once, a king taken for thirteen, a sweep taken for a basra, Komi taken for any seven.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from rules_engine import asking
from rules_engine.basra.capture import KOMI, VALUE, Cards, in_order, plain, sweeps
from rules_engine.basra.deal import ON_FLOOR
from rules_engine.cards import FRENCH, Card
from rules_engine.puzzles import Draft, Maker, Makers, Partial, kinds, staging, yes_or_no
from rules_engine.reasons import Plain
from rules_engine.staging import Line

PACK = [Card(rank, suit) for rank in FRENCH.ranks for suit in FRENCH.suits]
NUMBERS = [card for card in PACK if card.rank in VALUE]
AS_COUNTED = {"J": 11, "Q": 12, "K": 13}
"""What face cards would be worth if they went on from the ten, as they do not."""


def _text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _asked(floor: Sequence[Card], card: Card, **fields: Plain) -> dict[str, Plain]:
    return {"ask": "capture", "table": _text(floor), "play": str(card), **fields}


def _answer(question: Mapping[str, Plain]) -> tuple[Mapping[str, Any], set[str]]:
    """Return the engine's answer and the rules behind it."""
    judged = asking.judged({"game": "basra", **question})
    return judged.value, {reason.rule for reason in judged.because}


def _sets(cards: Sequence[Card]) -> Iterator[Cards]:
    """Give all sets of some cards, the small ones first."""
    for size in range(1, len(cards) + 1):
        yield from itertools.combinations(cards, size)


def _value(card: Card) -> int:
    return VALUE.get(card.rank) or AS_COUNTED[card.rank]


# What a card captures


def _mistaken(floor: Cards, card: Card, captured: Cards) -> Iterator[Cards]:
    """Give captures that look right: the likeliest first."""
    same = tuple(each for each in floor if each.rank == card.rank)
    groups = [found for found in _sets([each for each in floor if each not in same]) if _makes(found, card)]
    most = max(groups, key=len, default=())
    yield from ((*same, *most), same, most)
    yield from groups
    if sweeps(card):
        yield tuple(each for each in floor if each.rank in VALUE)
    overlapping = {each for group in groups for each in group}
    yield tuple(each for each in floor if each in overlapping or each in same)
    yield ()
    yield floor
    yield from (tuple(each for each in captured if each != left) for left in captured)


def _makes(group: Cards, card: Card) -> bool:
    """Tell whether cards make the value of another, were face cards counted on from the ten."""
    return len(group) > 1 and sum(map(_value, group)) == _value(card)


def _captures(answer: Partial) -> Line:
    cards = answer["captures"]
    return Line("puzzles.captures", {"cards": cards}) if cards else Line("puzzles.nothing")


def _capture(
    least: int, most: int, wanted: Callable[[Mapping[str, Any], set[str]], bool], cards: Sequence[Card]
) -> Maker:
    """Ask what one of *cards* captures from a floor of *least* to *most* cards, if the answer is as *wanted*."""

    def maker(random: Random, _coin: bool) -> Draft | None:
        card = random.choice(cards)
        floor = _floor(card, random.randint(least, most), random)
        question = _asked(floor, card)
        answer, because = _answer(question)
        if "options" in answer or not wanted(answer, because):
            return None
        captured = tuple(each for each in floor if str(each) in answer["captures"])
        wrong: list[Partial] = [
            {"captures": plain(in_order(found))} for found in _mistaken(tuple(floor), card, captured)
        ]
        asks = Line("answers.capture.asks", {"play": str(card)})
        return Draft(question, asks, ("captures",), wrong, _captures)

    return maker


def _one_step(answer: Mapping[str, Any], because: set[str]) -> bool:
    return not because & {"basra.all-groups", "basra.most-cards"} and bool(
        answer["captures"] or "basra.no-value" in because
    )


def _two_steps(answer: Mapping[str, Any], because: set[str]) -> bool:
    several = because & {"basra.all-groups", "basra.kings-and-queens"}
    return bool(several) and "basra.most-cards" not in because and len(answer["captures"]) < 5


def _most(_answer: Mapping[str, Any], because: set[str]) -> bool:
    return "basra.most-cards" in because


def _swept(answer: Mapping[str, Any], _because: set[str]) -> bool:
    return bool(answer["captures"])


# Whether it is a basra


YES, NO = Line("puzzles.yes"), Line("puzzles.no")
BASRA = yes_or_no("basra", YES, NO)


def _basra(least: int, most: int, cards: Sequence[Card], tempting: set[str]) -> Maker:
    """Ask whether a capture is a basra. If it is not, one of the rules *tempting* says why, and one card is left."""

    def maker(random: Random, coin: bool) -> Draft | None:
        card, count = random.choice(cards), random.randint(least, most)
        if card.rank in VALUE and _value(card) < 4:
            return None
        if coin and card.rank in VALUE:
            floor = _divided(card, count, random)
        else:
            floor = _jacks(card, random) if coin and card.rank == "J" else _floor(card, count, random)
        question = _asked(floor, card)
        answer, because = _answer(question)
        if "options" in answer or answer["basra"] is not coin:
            return None
        if not coin and (not because & tempting or len(floor) - len(answer["captures"]) > 1):
            return None
        return _basra_draft(question, card, coin)

    return maker


def _basra_draft(question: dict[str, Plain], card: Card, right: bool) -> Draft:
    asks = Line("puzzles.asks_basra", {"play": str(card)})
    return Draft(question, asks, ("basra",), [{"basra": not right}], BASRA, mixed=False)


def komi_basra(random: Random, coin: bool) -> Draft | None:
    """Ask whether Komi makes a basra of a floor of number cards that make more than ten."""
    count = random.randint(3, 6)
    floor = random.sample([card for card in NUMBERS if card != KOMI], count)
    if coin:
        floor = _divided(Card(str(random.randint(6, 10)), "H"), count, random)
    values = sum(map(_value, floor))
    # If it is none, the sum at least looks as if it could be divided.
    if KOMI in floor or values <= 10 or (values % 2 and values % 3):
        return None
    question = _asked(floor, KOMI)
    answer, _ = _answer(question)
    return _basra_draft(question, KOMI, coin) if answer["basra"] is coin else None


def _floor(card: Card, count: int, random: Random) -> list[Card]:
    """Return some floor cards, now and then number cards only; a king or a queen often meets its like."""
    like = [each for each in PACK if each.rank == card.rank and each != card]
    some = random.sample(like, random.randint(0, 2)) if card.rank in ("K", "Q") else []
    others = [each for each in random.choice((NUMBERS, PACK)) if each != card and each not in some]
    return random.sample([*some, *random.sample(others, count - len(some))], count)


def _jacks(card: Card, random: Random) -> list[Card]:
    """Return a floor of nothing but other jacks, all that a jack makes a basra of."""
    return random.sample([each for each in SWEEPING if each.rank == "J" and each != card], random.randint(1, 3))


def _divided(card: Card, least: int, random: Random) -> list[Card]:
    """Return at least so many floor cards that a number card takes together."""
    pool = [each for each in NUMBERS if each != card and _value(each) <= _value(card)]
    random.shuffle(pool)
    floor: list[Card] = []
    while pool and len(floor) < least:
        group: list[Card] = []
        for each in list(pool):
            if _value(each) + sum(map(_value, group)) <= _value(card):
                group.append(each)
                pool.remove(each)
            if sum(map(_value, group)) == _value(card):
                break
        if sum(map(_value, group)) < _value(card):
            break
        floor += group
    random.shuffle(floor)
    return floor


# Whether cards may be taken


LEGAL = yes_or_no("legal", YES, NO)


def _looks_right(cards: Cards, value: int) -> bool:
    return sum(map(_value, cards)) % value == 0 and max(map(_value, cards)) <= value


def may_take(random: Random, coin: bool) -> Draft | None:
    """Ask whether these floor cards may be taken, which make the value of the card but may not be all there is."""
    card = random.choice(NUMBERS)
    if card == KOMI or _value(card) < 3:
        return None
    floor = random.sample([each for each in NUMBERS if each != card], random.randint(4, 7))
    tempting = [found for found in _sets(floor) if _looks_right(found, _value(card))]
    if not tempting:
        return None
    take = random.choice(tempting)
    question = _asked(floor, card, take=_text(take))
    answer, because = _answer(question)
    reasons = {"basra.most-cards", "basra.choice"} if coin else {"basra.most-cards", "basra.all-groups", "basra.groups"}
    if answer["legal"] is not coin or len(take) < 2 or not because & reasons:
        return None
    asks = Line("answers.capture.asks_take", {"play": str(card), "take": plain(take)})
    return Draft(question, asks, ("legal",), [{"legal": not coin}], LEGAL, mixed=False)


# What goes to the floor


def floor_of_the_deal(random: Random, _coin: bool) -> Draft | None:
    """Ask which four cards lie on the floor after the deal, where a jack or Komi is among the first."""
    cards = random.sample(PACK, 7)
    first = cards[:ON_FLOOR]
    if not any(map(sweeps, first)):
        return None
    question: dict[str, Plain] = {"ask": "deal_table", "cards": _text(cards)}
    jacks_only = [card for card in cards if card.rank != "J"][:ON_FLOOR]
    nothing_put_back = [card for card in first if not sweeps(card)]
    kept_places = [cards[-1 - place] if sweeps(card) else card for place, card in enumerate(first)]
    all_again = cards[3:7]
    komi_only = [card for card in cards if card != KOMI][:ON_FLOOR]
    wrong: list[Partial] = [
        {"table": plain(found)} for found in (first, jacks_only, nothing_put_back, komi_only, kept_places, all_again)
    ]
    return Draft(question, Line("answers.deal_table.asks"), ("table",), wrong, _on_floor)


def _on_floor(answer: Partial) -> Line:
    return Line("puzzles.captures", {"cards": answer["table"]})


# What a round pays


def points_of_round(random: Random, _coin: bool) -> Draft | None:
    """Ask for the points of a round from the cards captured and the basras."""
    cards = random.randint(14, 38)
    numbers, basras = [cards, 52 - cards], [random.randint(0, 6), random.randint(0, 6)]
    if not any(basras):
        return None
    question: dict[str, Plain] = {"ask": "score", "cards": [*numbers], "basras": [*basras]}
    paid = [10 * each for each in basras]
    more = 0 if numbers[0] > numbers[1] else 1
    mistaken: Sequence[Sequence[int]] = (
        _plus(paid, more, 30),
        paid,
        _plus(paid, 1 - more, 30),
        [15 + each for each in paid],
        [each + number for each, number in zip(paid, numbers, strict=True)],
    )
    wrong: list[Partial] = [{"points": [*found]} for found in mistaken]
    return Draft(question, Line("answers.score.asks"), ("points",), wrong, _score)


def _plus(paid: Sequence[int], team: int, points: int) -> list[int]:
    return [each + (points if place == team else 0) for place, each in enumerate(paid)]


def _score(answer: Partial) -> Line:
    points: Any = answer["points"]
    return Line("puzzles.score", {"a": points[0], "b": points[1]})


PLAIN_CARDS = [card for card in PACK if not sweeps(card)]
SWEEPING = [card for card in PACK if sweeps(card)]

MAKERS: Makers = {
    1: (
        _capture(3, 4, _one_step, PLAIN_CARDS),
        _basra(2, 4, PLAIN_CARDS, {"basra.basra"}),
        _capture(3, 5, _one_step, PLAIN_CARDS),
        points_of_round,
        _capture(3, 5, _one_step, PLAIN_CARDS),
        _basra(2, 4, PLAIN_CARDS, {"basra.basra"}),
    ),
    2: (
        _capture(4, 6, _two_steps, PLAIN_CARDS),
        _basra(2, 4, [*SWEEPING, *[KOMI] * 7], {"basra.jack-no-basra", "basra.komi-face-cards", "basra.komi-basra"}),
        _capture(4, 6, _two_steps, PLAIN_CARDS),
        floor_of_the_deal,
        _capture(3, 5, _swept, SWEEPING),
        _basra(3, 5, PLAIN_CARDS, {"basra.all-groups", "basra.no-value"}),
    ),
    3: (_capture(5, 8, _most, PLAIN_CARDS), komi_basra, may_take, _basra(4, 7, PLAIN_CARDS, {"basra.most-cards"})),
}
"""What is asked at each level: one way of taking, several at once, the division that takes most."""

KINDS = kinds("basra", MAKERS)
SCENES = staging("basra")

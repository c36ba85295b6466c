"""What a played card captures, whether that is a basra, and why.

A jack and the seven of diamonds, the Komi, sweep the floor. A king or a queen takes its like. A number card takes its
like and groups whose values make its own, as many cards in all as can be.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Literal

from rules_engine.basra import rules
from rules_engine.basra.dividing import HIGHEST, Counts, Takings, counts_of, divide, takings
from rules_engine.cards import FRENCH, Card
from rules_engine.reading import LARGEST, OneOf, Whole
from rules_engine.reasons import Judged, Plain, Reason

Cards = tuple[Card, ...]

KOMI = Card("7", "D")
"""The seven of diamonds."""
VALUE = {"A": 1, **{str(value): value for value in range(2, HIGHEST + 1)}}
"""The card values of the number cards; jacks, queens and kings have none (basra.pack)."""
BASRA_POINTS = 10
MOST_OPTIONS = 1_000
"""The most captures that an answer lists. No floor that a match has shown comes near it."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The options of Basra. Points are those that win the match."""

    players: Annotated[int, OneOf((4, 2), "players")] = 4
    target: Annotated[int, Whole(1, LARGEST)] = 101
    komi: Annotated[str, OneOf(("equal_partition", "sum_le_10", "single_card", "never"), "komi")] = "equal_partition"
    jack_basra: Annotated[int, OneOf((10, 0, 20, 30), "jack_basra")] = 10
    capture: Annotated[str, OneOf(("maximal", "free"), "capture")] = "maximal"
    tie: Annotated[str, OneOf(("none", "carry"), "tie")] = "none"
    card_points: Annotated[str, OneOf(("none", "levant"), "card_points")] = "none"
    trail_allowed: Annotated[bool, OneOf((False, True), "trail_allowed")] = False


_ORDER = {
    Card(rank, suit): (FRENCH.ranks.index(rank), FRENCH.suits.index(suit))
    for rank in FRENCH.ranks
    for suit in FRENCH.suits
}


def in_order(cards: Iterable[Card]) -> Cards:
    """Return cards from high to low, in the order in which answers name them.

    >>> [str(card) for card in in_order([Card("A", "H"), Card("K", "C"), Card("A", "S")])]
    ['KC', 'AS', 'AH']
    """
    return tuple(sorted(cards, key=_ORDER.__getitem__))


def plain(cards: Iterable[Card]) -> list[Plain]:
    """Return cards as they are written."""
    return [str(card) for card in cards]


def sweeps(card: Card) -> bool:
    """Tell whether a card takes the whole floor: a jack or the Komi (basra.jack-sweeps, basra.komi-sweeps)."""
    return card.rank == "J" or card == KOMI


def counted(cards: Iterable[Card]) -> Counts:
    """Count the values of number cards."""
    return counts_of(VALUE[card.rank] for card in cards)


def equal_groups(cards: Sequence[Card]) -> tuple[int, list[Cards]] | None:
    """Divide number cards into groups that all make the same value up to ten, the smallest there is.

    >>> equal_groups([Card("9", "S"), Card("A", "S"), Card("2", "S"), Card("8", "S")])[0]
    10
    """
    counts = counted(cards)
    for value in range(max(VALUE[card.rank] for card in cards), HIGHEST + 1):
        divided = divide(counts, value)
        if divided is not None:
            return value, in_groups(cards, divided)
    return None


def in_groups(cards: Iterable[Card], divided: Sequence[Counts]) -> list[Cards]:
    """Put cards into groups of the given values, those with high cards first."""
    heap: dict[int, list[Card]] = {value: [] for value in VALUE.values()}
    for card in in_order(cards):
        heap[VALUE[card.rank]].append(card)
    return [
        tuple(heap[value].pop(0) for value in range(HIGHEST, 0, -1) for _ in range(group[value - 1]))
        for group in divided
    ]


@dataclass(frozen=True)
class Play:
    """A *card* played to a *floor*, whose cards stand from high to low."""

    floor: Cards
    card: Card
    variant: Variant

    @property
    def kind(self) -> Literal["jack", "komi", "face", "number"]:
        """How the card takes."""
        if self.card == KOMI:
            return "komi"
        return "number" if self.card.rank in VALUE else "jack" if self.card.rank == "J" else "face"

    @property
    def value(self) -> int:
        """The value of a number card."""
        return VALUE[self.card.rank]

    @property
    def free(self) -> bool:
        """Whether the player may take any part of what can be taken."""
        return self.variant.capture == "free"

    @cached_property
    def same(self) -> Cards:
        """The floor cards of the same rank."""
        return tuple(card for card in self.floor if card.rank == self.card.rank)

    @cached_property
    def numbers(self) -> Cards:
        """The number cards on the floor."""
        return tuple(card for card in self.floor if card.rank in VALUE)

    @cached_property
    def takings(self) -> Takings:
        """What a number card can take, by values."""
        return takings(counted(self.numbers), self.value)

    @property
    def most(self) -> int:
        """How many cards it takes by the rules."""
        if self.kind == "number":
            return self.takings.most
        return len(self.floor) if sweeps(self.card) else len(self.same)

    @property
    def number_of_captures(self) -> int:
        """How many captures with the most cards a number card has."""
        held = counted(self.numbers)
        return sum(math.prod(map(math.comb, held, taken)) for taken in self.takings.best)

    def captures(self) -> Iterator[Cards]:
        """Give every capture with the most cards: those of high cards first, then by suits."""
        if self.kind != "number":
            yield self.floor if sweeps(self.card) else self.same
            return
        by_value = [[c for c in self.numbers if VALUE[c.rank] == value] for value in range(HIGHEST, 0, -1)]
        for taken in self.takings.best:
            parts = (itertools.combinations(cards, n) for cards, n in zip(by_value, taken[::-1], strict=True))
            yield from (tuple(itertools.chain(*chosen)) for chosen in itertools.product(*parts))


def judge_capture(play: Play, take: Cards | None) -> Judged[dict[str, Plain]]:
    """Judge a play: what it captures, the other captures there are, and whether those taken are a basra.

    *take* is what the player wants to take; if that is not allowed, what the rules give is answered.
    """
    refused = None if take is None else forbids(play, take)
    asked = take if refused is None else None
    options = list(itertools.islice(play.captures(), MOST_OPTIONS))
    captured = options[0] if asked is None else asked
    basra = judge_basra(play, captured)
    value: dict[str, Plain] = {"captures": plain(captured)}
    if len(options) > 1 and not play.free:
        # What is taken stands first.
        others = [option for option in options if option != captured][: MOST_OPTIONS - 1]
        listed: list[Plain] = [plain(option) for option in ([captured, *others] if captured else options)]
        value["options"] = listed
    value |= {"basra": basra.value > 0, "points": basra.value}
    if take is not None:
        value["legal"] = refused is None
    because = (*((refused,) if refused else ()), *reasons(play, captured, asked), *basra.because)
    return Judged(value, because)


def forbids(play: Play, take: Cards) -> Reason | None:
    """Return why these floor cards may not be taken, or None if they may."""
    card = str(play.card)
    if not take:
        may_lay = not play.most or play.free or play.variant.trail_allowed
        return None if may_lay else rules.MUST_TAKE(play=card)
    match play.kind:
        case "jack" if take != play.floor:
            return rules.JACK_SWEEPS("left", play=card, left=plain(_without(play.floor, take)))
        case "komi" if take != play.floor:
            return rules.KOMI_SWEEPS("left", left=plain(_without(play.floor, take)))
        case "face":
            return _forbids_face(play, take)
        case "number":
            return _forbids_number(play, take)
    return None


def _without(cards: Cards, taken: Cards) -> Cards:
    return tuple(card for card in cards if card not in taken)


def _forbids_face(play: Play, take: Cards) -> Reason | None:
    if _without(take, play.same):
        return rules.NO_VALUE("played", play=str(play.card))
    left = _without(play.same, take)
    return rules.KINGS_AND_QUEENS("left", play=str(play.card), left=plain(left)) if left and not play.free else None


def _forbids_number(play: Play, take: Cards) -> Reason | None:
    card, faces = str(play.card), _without(take, play.numbers)
    if faces:
        return rules.NO_VALUE("floor", cards=plain(faces))
    if divide(counted(take), play.value) is None:
        return rules.GROUPS("not", play=card, value=play.value, cards=plain(take))
    if play.free or len(take) == play.most:
        return None
    beside = replace(play, floor=_without(play.floor, take))
    if beside.most:
        return rules.ALL_GROUPS("left", play=card, left=plain(next(beside.captures())))
    return rules.MOST_CARDS("take", count=len(take), most=play.most)


def reasons(play: Play, captured: Cards, asked: Cards | None) -> Iterator[Reason]:
    """Give the reasons for what is captured; *asked* is what the player wanted and may take."""
    card = str(play.card)
    if not captured:
        yield from _nothing(play)
        return
    match play.kind:
        case "jack":
            yield rules.JACK_SWEEPS(play=card, count=len(captured))
        case "komi":
            yield rules.KOMI_SWEEPS(count=len(captured))
        case "face":
            yield from _face(play, captured)
        case _:  # a number card
            yield from _number(play, captured)
    if play.free:
        yield (
            rules.FREE_CAPTURE("may", play=card)
            if asked is None
            else rules.FREE_CAPTURE("take", play=card, cards=plain(captured))
        )


def _nothing(play: Play) -> Iterator[Reason]:
    """Give the reasons why a card is laid on the floor."""
    card = str(play.card)
    faces = _without(play.floor, play.numbers)
    if play.most:
        yield rules.FREE_CAPTURE("nothing", play=card) if play.free else rules.LAY_FREELY(play=card)
    elif not play.floor:
        yield rules.BURNT(play=card) if sweeps(play.card) else rules.LAY("empty", play=card)
    else:
        yield rules.LAY("nothing", play=card)
        if play.kind == "number" and faces:
            yield rules.NO_VALUE("floor", cards=plain(faces))
        if play.kind == "face":
            yield rules.NO_VALUE("played", play=card)


def _face(play: Play, captured: Cards) -> Iterator[Reason]:
    card = str(play.card)
    yield rules.SAME_RANK(play=card, cards=plain(captured))
    if len(captured) > 1:
        yield rules.KINGS_AND_QUEENS(play=card, cards=plain(captured))
    if len(play.floor) > len(play.same):
        yield rules.NO_VALUE("played", play=card)


def _number(play: Play, captured: Cards) -> Iterator[Reason]:
    card = str(play.card)
    same = tuple(each for each in captured if each in play.same)
    divided = divide(counted(_without(captured, same)), play.value)
    assert divided is not None
    if same:
        yield rules.SAME_RANK(play=card, cards=plain(same))
    if divided:
        found = in_groups(_without(captured, same), divided)
        yield rules.GROUPS(play=card, value=play.value, groups=[plain(group) for group in found])
    if KOMI in captured:
        yield rules.KOMI_ON_FLOOR(play=card)
    if len(same) + len(divided) > 1:
        yield rules.ALL_GROUPS(play=card, count=len(captured))
    faces = _without(play.floor, play.numbers)
    if faces:
        yield rules.NO_VALUE("floor", cards=plain(faces))
    if not play.free:
        yield from _preferred(play)


def _preferred(play: Play) -> Iterator[Reason]:
    """Give the reasons why these cards and no others: the most there can be, or the player's choice among equals."""
    most, costly = play.takings.most, play.takings.costly
    if costly is not None:
        group, fewer = costly
        [cards] = in_groups(play.numbers, [group])
        yield rules.MOST_CARDS(cards=plain(cards), fewer=fewer, most=most)
    captures = play.number_of_captures
    if captures > 1:
        yield rules.CHOICE(captures=captures, most=most)


def judge_basra(play: Play, captured: Cards) -> Judged[int]:
    """Judge how many points a capture earns as a basra, 0 if it is none."""
    if not captured:
        return Judged(0, ())
    match play.kind:
        case "jack":
            return _jack_basra(play)
        case "komi":
            return _komi_basra(play)
    left = _without(play.floor, captured)
    if left:
        return Judged(0, (rules.BASRA("not", left=plain(left)),))
    if captured == play.same:
        return _basra(rules.BASRA("rank", play=str(play.card)))
    return _basra(rules.BASRA("groups", play=str(play.card), value=play.value))


def _basra(reason: Reason) -> Judged[int]:
    return Judged(BASRA_POINTS, (reason, rules.BASRA_POINTS(points=BASRA_POINTS)))


def _jack_basra(play: Play) -> Judged[int]:
    card, others = str(play.card), _without(play.floor, play.same)
    points = play.variant.jack_basra
    if others:
        return Judged(0, (rules.JACK_NO_BASRA(play=card, cards=plain(others)),))
    if not points:
        return Judged(0, (rules.JACK_BASRA_NONE("capture", play=card),))
    alone = len(play.same) == 1
    reason = rules.JACK_BASRA(play=card) if alone else rules.JACK_BASRA_SEVERAL(play=card, jacks=plain(play.same))
    if points == BASRA_POINTS:
        return _basra(reason)
    return Judged(points, (reason, rules.JACK_BASRA_HIGHER("capture", points=points)))


def _komi_basra(play: Play) -> Judged[int]:
    faces = _without(play.floor, play.numbers)
    match play.variant.komi:
        case "never":
            return Judged(0, (rules.KOMI_NEVER(),))
        case "single_card":
            if len(play.floor) > 1:
                return Judged(0, (rules.KOMI_SINGLE_CARD("several", count=len(play.floor)),))
            return _basra(rules.KOMI_SINGLE_CARD(cards=plain(play.floor)))
    if faces:
        return Judged(0, (rules.KOMI_FACE_CARDS(cards=plain(faces)),))
    if play.variant.komi == "sum_le_10":
        number = sum(VALUE[card.rank] for card in play.floor)
        return (
            _basra(rules.KOMI_SUM_10(sum=number))
            if number <= 10
            else Judged(0, (rules.KOMI_SUM_10("over", sum=number),))
        )
    equal = equal_groups(play.floor)
    if equal is None:
        return Judged(0, (rules.KOMI_BASRA("not", cards=plain(play.floor)),))
    value, found = equal
    return _basra(rules.KOMI_BASRA(value=value, groups=[plain(group) for group in found]))

"""Taking the discard pile of Mor 200: which cards of the hand make its top card part of a sequence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules_engine.cards import Card
from rules_engine.mor200 import rules
from rules_engine.mor200.closing import Team, may_go_on
from rules_engine.mor200.melds import Cards, plain, why_not
from rules_engine.mor200.sequences import (
    DECK,
    LEAST,
    MOST,
    Run,
    Variant,
    arrange,
    drawn_from,
    in_order,
    standing,
    suit_of,
)
from rules_engine.reasons import Judged, Plain, Reason

NEW = None
"""Where the top card goes if it is laid as part of a new sequence, in place of the number of one on the table."""


@dataclass(frozen=True, slots=True)
class Taking:
    """A discard pile, bottom to top and never empty, before a player who might take it."""

    pile: Cards
    hand: Cards
    team: Team

    @property
    def top(self) -> Card:
        """The top card."""
        return self.pile[-1]

    @property
    def variant(self) -> Variant:
        """The options played."""
        return self.team.variant

    @property
    def extends(self) -> bool:
        """Whether the top card may be added to a sequence on the table."""
        return self.variant.pile_take == "new_or_extend"

    def base(self, place: int | None) -> Counter[Card]:
        """Return what the hand's cards are laid with: the top card, and perhaps the sequence it is added to."""
        return Counter([self.top, *(() if place is NEW else self.team.melds[place])])

    def laid(self, cards: Cards, place: int | None) -> Run | None:
        """Return the sequence that the top card makes with *cards* of the hand, new or on the table, or None."""
        return arrange([*self.base(place).elements(), *cards], self.variant)

    def goes_on(self, cards: Cards, place: int | None) -> Judged[bool]:
        """Tell whether the turn can end after these cards have been laid and the rest of the pile taken."""
        left = Counter([*self.hand, *self.pile[:-1]]) - Counter(cards)
        laid = [*self.base(place).elements(), *cards]
        melds = tuple(laid if each == place else meld for each, meld in enumerate(self.team.melds))
        team = replace(self.team, melds=melds if place is not NEW else (*melds, laid))
        return may_go_on(team, list(left.elements()))

    @property
    def places(self) -> list[int | None]:
        """Where the top card may be laid."""
        return [NEW, *(range(len(self.team.melds)) if self.extends else ())]

    def fitting(self, cards: Cards) -> int | None:
        """Return the sequence on the table that the top card fits with *cards*, whether or not that is allowed."""
        return next((i for i in range(len(self.team.melds)) if self.laid(cards, i)), None)


def judge_taking(taking: Taking, cards: Cards | None) -> Judged[dict[str, Plain]]:
    """Judge whether the pile may be taken with *cards* of the hand or, if that is None, with which it may be."""
    if cards is not None:
        return judge_with(taking, cards).map(lambda legal: {"legal": legal})
    found = ways(taking)
    value: dict[str, Plain] = {"legal": bool(found), "ways": [plain(way) for way in found]}
    if found:
        first = judge_with(taking, found[0])
        return first.map(lambda _: value).after(rules.TAKE_PILE("ways", top=str(taking.top), count=len(found)))
    return Judged(value, _why_no_way(taking))


def judge_with(taking: Taking, cards: Cards, places: Sequence[int | None] | None = None) -> Judged[bool]:
    """Judge whether the pile may be taken with these cards of the hand, the top card going to one of *places*."""
    top, shown = str(taking.top), plain(in_order(cards))
    blocked: tuple[Reason, ...] = ()
    for place in taking.places if places is None else places:
        run = taking.laid(cards, place)
        if run is None:
            continue
        goes_on = taking.goes_on(cards, place)
        taken = (*_how(taking, cards, place, run), *goes_on.because)
        if goes_on.value:
            return Judged(True, taken)
        blocked = blocked or taken
    if blocked:
        return Judged(False, blocked)
    return Judged(False, (*_why_not_with(taking, cards), rules.TAKE_PILE("not", top=top, cards=shown)))


def _how(taking: Taking, cards: Cards, place: int | None, run: Run) -> list[Reason]:
    top, shown = str(taking.top), plain(in_order(cards))
    reasons = [rules.TAKE_PILE("with", top=top, cards=shown)]
    if place is not NEW:
        return [rules.NEW_OR_EXTEND(top=top, cards=plain(_run_cards(taking, place)))]
    for placed in run.substitutes:
        whose = "top" if placed.card == taking.top and placed.card not in cards else "hand"
        reasons.append(rules.PILE_SUBSTITUTE(whose, card=str(placed.card), place=str(placed.stands_for)))
    return reasons


def _run_cards(taking: Taking, place: int) -> tuple[Card, ...]:
    run = arrange(taking.team.melds[place], taking.variant)
    assert run is not None
    return run.cards


def _why_not_with(taking: Taking, cards: Cards) -> tuple[Reason, ...]:
    """Return why the top card and these cards make no sequence that may be laid."""
    top = str(taking.top)
    if not taking.extends and taking.fitting(cards) is not None:
        return (rules.NEW_SEQUENCE("table", top=top),)
    if not taking.extends and len(taking.hand) < LEAST - 1:
        return (rules.ONE_CARD_IN_HAND(count=len(taking.hand)),)
    if len(cards) < LEAST - 1:
        return (rules.NEW_SEQUENCE("few", top=top, count=len(cards)),)
    return why_not([taking.top, *cards], taking.variant)


def ways(taking: Taking) -> list[list[Card]]:
    """Return the smallest sets of hand cards with which the pile may be taken, each in the order of places."""
    for count in range(MOST):
        sets = (
            tuple(in_order(cards.elements()))
            for place in taking.places
            for cards in _fitting_sets(taking, place, count)
            if taking.goes_on([*cards.elements()], place).value
        )
        if found := sorted({*sets}, key=lambda cards: [standing(card) for card in cards]):
            return [[*cards] for cards in found]
    return []


def _fitting_sets(taking: Taking, place: int | None, count: int) -> Iterator[Counter[Card]]:
    """Give the sets of *count* cards of the hand that make a sequence with the top card."""
    if place is NEW and count < LEAST - 1:
        return
    base = taking.base(place)
    own = suit_of(base)
    for suit in DECK.suits if own is None else (own,):
        for cards in drawn_from(Counter(taking.hand) + base, base.total() + count, suit, taking.variant, base):
            yield cards - base


def _why_no_way(taking: Taking) -> tuple[Reason, ...]:
    """Return why no cards of the hand take the pile."""
    for place in taking.places:
        for count in range(MOST):
            for cards in _fitting_sets(taking, place, count):
                return judge_with(taking, [*cards.elements()]).because
    none = rules.TAKE_PILE("none", top=str(taking.top))
    if not taking.extends and taking.fitting(()) is not None:
        return (none, rules.NEW_SEQUENCE("table", top=str(taking.top)))
    if not taking.extends and len(taking.hand) < LEAST - 1:
        return (rules.ONE_CARD_IN_HAND(count=len(taking.hand)),)
    return (none,)

"""What a position of Mor 200 promises a team: the points it has, and those that it may still make.

All numbers are estimates in points. They rest on what a seat may know: how many cards of each sort it has not seen,
and how many of them its team will still get.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from rules_engine.cards import Card
from rules_engine.match import HIDDEN
from rules_engine.mor200.hands import ACES, SUITED, Hand
from rules_engine.mor200.match import DEALT as ELEVEN
from rules_engine.mor200.match import PACK, SEATS, Melds, State
from rules_engine.mor200.scoring import NO_MOR200, UNTAKEN_11
from rules_engine.mor200.sequences import (
    ACE_HIGH,
    ACE_LOW,
    BONUSES,
    DECK,
    LEAST,
    LONG,
    MOST,
    RUN,
    TWO,
    VALUE,
    card_at,
    card_points,
    is_wild,
)

KEPT = 1 << 12
BITS = {card: ACES if card.rank == "A" else 1 << RUN.index(card.rank) + 1 for card in SUITED}
"""The bit of each card's place, of an ace those of both its places."""
DIGITS = 3
"""To how many digits values are rounded: the last ones of a power differ from machine to machine."""
STEPS = 20
"""Into how many steps chances are rounded, so that what was once found can be used again."""
CARDS = {suit: tuple(card_at(max(place, 1), suit) for place in range(MOST + 1)) for suit in DECK.suits}
"""The natural cards of each suit by their places."""
PACKED = {
    card: (index, sum(1 << 2 * place for place in range(1, MOST + 1) if CARDS[suit][place] == card))
    for index, suit in enumerate(DECK.suits)
    for card in CARDS[suit]
}
"""The suit of each card, and a one in each of its places."""
WHOLE_PACK = Counter(PACK)
WINDOWS = tuple((1 << low + LONG) - (1 << low) for low in range(1, MOST - LONG + 2))
"""Seven places in a row, as bits."""
POINTS = (0, *(VALUE[card_at(place, "S").rank] for place in range(1, MOST + 1)))
AVERAGE = 8
"""The points of a card that one does not see: 880 in 106 cards."""


class Weights(NamedTuple):
    """How a player weighs what it sees, in points or as parts of 1.

    *remembers* tells whether it knows what was discarded and taken. A card that can be laid is as good as laid by
    *held*, a sequence of seven in hand as good as one on the table by *hidden*. A *substitute* in hand is worth so much
    early in a round, the *first* one more while there is no mor100. *drawn* is the worth of a card from the stock,
    *denied* of each card of the discard pile that the others do not get, *eleven* of the cards of the 11-pile,
    *closing* of ending the round; each card that stays in hand delays both by *burden*. *caution* weighs the danger of
    discards; closing may cost *patience* more than playing on. From so many turns on that are left, *late*, substitutes
    go into short sequences; before that they take the discard pile only if it has *precious* cards or more.
    """

    remembers: bool = True
    held: float = 0.9
    hidden: float = 0.9
    substitute: float = 25
    first: float = 12
    drawn: float = 10
    denied: float = 2
    eleven: float = 60
    closing: float = 170
    burden: float = 1.3
    caution: float = 1
    patience: float = 50
    late: float = 2
    precious: float = 4


class Laid(NamedTuple):
    """A sequence on the table: its natural cards as bits, how many substitutes it has and how many cards."""

    suit: str
    natural: int
    substitutes: int
    size: int
    points: int

    @property
    def bonus(self) -> int:
        """The points that it is worth beyond its card points."""
        if self.size < LONG or self.substitutes > 1:
            return 0
        return BONUSES["mor100" if self.substitutes else "mor1000" if self.size == MOST else "mor200"]


@functools.lru_cache(KEPT)
def laid(meld: Hand) -> Laid:
    """Return what a sequence is whose cards lie low to high."""
    suit, first = next(
        (card.suit, (place if card.rank != "A" else ACE_LOW if not index else ACE_HIGH) - index)
        for index, card in enumerate(meld)
        if not is_wild(card)
        for place in (BITS[card].bit_length() - 1,)
    )
    natural = 0
    for place, card in enumerate(meld, first):
        if card == CARDS[suit][place]:
            natural |= 1 << place
    return Laid(suit, natural, len(meld) - natural.bit_count(), len(meld), card_points(meld))


class Holding(NamedTuple):
    """A hand by suits: bits of the natural cards, of those that are there twice, and all twos and jokers."""

    masks: tuple[tuple[int, int], ...]
    wild: Hand


@functools.lru_cache(KEPT)
def holding(hand: Hand) -> Holding:
    """Return a hand by suits."""
    masks = {suit: [0, 0] for suit in DECK.suits}
    wild = []
    for card in hand:
        rank, suit = card
        if rank in ("JK", "2"):
            wild.append(card)
        if rank == "JK":
            continue
        bits, mask = BITS[card], masks[suit]
        if mask[0] & bits:
            mask[1] |= bits
        else:
            mask[0] |= bits
    return Holding(tuple((once, twice) for once, twice in masks.values()), tuple(wild))


Chances = tuple[float, ...]


class Share(NamedTuple):
    """What a team gets of the cards of one suit, by places as two bits each: unseen, in the pile, in a known hand."""

    unseen: int
    pile: int
    partner: int


@functools.lru_cache(KEPT)
def chances(have: int, share: Share, rate: int) -> Chances:
    """Return for each place how likely a card of it will come; *rate* is the part that comes of what is unseen."""
    miss, found = 1 - rate / STEPS, [0.0]
    for place in range(1, MOST + 1):
        if have >> place & 1:
            found.append(1.0)
        elif share.partner >> 2 * place & 3:
            found.append(0.9)
        else:
            found.append(1 - miss ** (share.unseen >> 2 * place & 3) * 0.8 ** (share.pile >> 2 * place & 3))
    return tuple(found)


class Promise(NamedTuple):
    """What a suit promises: points, the chances of a mor200 and a mor100, and how many cards will stay in hand."""

    points: float
    mor200: float
    mor100: float
    stuck: float


def _product(missing: int, chance: Chances) -> float:
    """Return how likely the cards of all the places *missing* come."""
    found = 1.0
    while missing:
        low = missing & -missing
        found *= chance[low.bit_length() - 1]
        missing ^= low
    return found


def _spared(missing: int, chance: Chances) -> float:
    """Return how likely all cards of the places *missing* but one come, the least likely of them."""
    each = sorted([chance[place] for place in range(1, MOST + 1) if missing >> place & 1])
    found = 1.0
    for one in each[1:]:
        found *= one
    return found


def _best(natural: int, chance: Chances, spare: bool) -> tuple[float, int]:
    """Return how likely seven in a row are reached from natural cards, and the places for which that holds."""
    best, where = 0.0, 0
    for window in WINDOWS:
        if natural & ~window:
            continue
        missing = window & ~natural
        found = _spared(missing, chance) if spare else _product(missing, chance)
        if found > best:
            best, where = found, window
    return best, where


@functools.lru_cache(KEPT * 4)
def promise(
    table: tuple[tuple[int, int, int], ...],
    have: int,
    twice: int,
    team: Chances,
    own: Chances,
    loose: bool,
    weighed: tuple[float, float],
) -> Promise:
    """Return what one suit promises: its sequences on the *table* and what a hand has.

    *team* and *own* are the chances that a card comes to the team, and to this hand; *loose* tells whether there is a
    substitute in hand.
    """
    held, hidden = weighed
    points, mor200, mor100, used = 0.0, 0.0, 0.0, 0
    for natural, substitutes, size in table:
        if substitutes:
            if substitutes > 1:
                continue
            if size >= LONG:
                mor100 = 1.0
                continue
            chance, where = _best(natural, team, spare=True)
            points += BONUSES["mor100"] * chance
            mor100 = max(mor100, chance)
            used |= where
        elif size >= LONG:
            mor200 = 1.0
            full = _product(((2 << MOST) - 2) & ~natural, team)
            points += 700 * full
        else:
            chance, where = _best(natural, team, spare=False)
            points += BONUSES["mor200"] * chance
            mor200 = 1 - (1 - mor200) * (1 - chance)
            used |= where
            if loose:
                mor100 = max(mor100, 0.8 * _best(natural, team, spare=True)[0])
    fresh = have & ~used
    chance = _new(fresh, team, own)
    points += hidden * BONUSES["mor200"] * chance
    mor200 = 1 - (1 - mor200) * (1 - hidden * chance)
    if loose and not mor100:
        mor100 = 0.7 * _new_with_substitute(fresh, team)
    kept, stuck = _kept(table, have, twice, team, own, loose, held)
    return Promise(points + kept, mor200, mor100, stuck)


def _new(fresh: int, team: Chances, own: Chances) -> float:
    """Return how likely cards of a hand become a new sequence of seven natural cards."""
    best = 0.0
    for window in WINDOWS:
        inside = fresh & window
        if inside.bit_count() < LEAST - 1:
            continue
        found = _product(window & ~inside, team)
        if found > best:
            if not inside & inside >> 1 & inside >> 2:
                # Only in one's own hand can the first three cards meet.
                found *= 0.25 + max([own[place] for place in range(1, MOST + 1) if window & ~inside & 1 << place])
            best = max(best, min(found, 1.0))
    return best


def _new_with_substitute(fresh: int, team: Chances) -> float:
    best = 0.0
    for window in WINDOWS:
        inside = fresh & window
        if inside.bit_count() >= LEAST:
            best = max(best, _spared(window & ~inside, team))
    return best


def _kept(
    table: Sequence[tuple[int, int, int]],
    have: int,
    twice: int,
    team: Chances,
    own: Chances,
    loose: bool,
    held: float,
) -> tuple[float, float]:
    """Return what the cards of a suit in hand are worth, laid or left, and how many will probably be left."""
    points, stuck = 0.0, 0.0
    for mask, other in ((have, 0), (twice, have)):
        for place in range(1, MOST):
            if not mask >> place & 1:
                continue
            sure = _lays(place, table, mask, team, own, loose, skip=1 if other else 0)
            if place == ACE_LOW:
                sure = max(sure, _lays(ACE_HIGH, table, mask, team, own, loose, skip=1 if other else 0))
            if place == TWO:
                points += 8 * sure
                continue
            points += POINTS[place] * (2 * held * sure - 1)
            stuck += 1 - sure
    return points, stuck


def _lays(
    place: int,
    table: Sequence[tuple[int, int, int]],
    mask: int,
    team: Chances,
    own: Chances,
    loose: bool,
    skip: int,
) -> float:
    """Return how likely the card of a place will be laid: added to a sequence, or in a new one."""
    best = 0.0
    for natural, substitutes, _ in table:
        if natural >> place & 1:
            continue
        low, high = (natural & -natural).bit_length() - 1, natural.bit_length() - 1
        if place > high:
            found = (_spared if substitutes else _product)((1 << place) - (2 << high), team)
        elif place < low:
            found = (_spared if substitutes else _product)((1 << low) - (2 << place), team)
        else:
            found = 1.0
        if skip and found > 0.5:
            skip = 0
        elif found > best:
            best = found
    for low in range(max(1, place - 2), min(place, MOST - 2) + 1):
        found, open_ = 1.0, 0
        for each in (low, low + 1, low + 2):
            if each != place and not mask >> each & 1:
                found *= min(own[each], 0.6)
                open_ += 1
        if loose and open_ == 1:
            found = max(found, 0.35)
        best = max(best, found)
    return best


class Outlook:
    """What a seat reckons with during one decision. *melds* and a hand are weighed by :meth:`value`."""

    def __init__(self, view: State, seat: int, weights: Weights, pile: bool = True) -> None:
        self.view, self.seat, self.team, self.weights = view, seat, seat % 2, weights
        strong = weights.remembers
        mate = (seat + 2) % SEATS
        self.partner = len(view.hands[mate])
        self.took_11 = view.took_11[self.team]
        self.lost_11 = not self.took_11 and not view.elevens[self.team]
        self.turns = _turns(view, self.team)
        known = Counter(view.known[mate])
        self.unseen = _unseen(view, seat, strong)
        self.hidden = max(1, self.unseen.total())
        eleven = 0 if self.took_11 or self.lost_11 else ELEVEN
        coming = self.partner - known.total() + 2 * self.turns + eleven * 0.6
        rate = coming / self.hidden
        alone = (self.turns + eleven * 0.3) / self.hidden
        self.rate, self.alone = round(STEPS * min(rate, 0.8)), round(STEPS * min(alone, 0.8))
        lying = Counter(view.pile) if pile and strong else Counter()
        if not strong:
            known = Counter()
        shares = zip(_packed(self.unseen), _packed(lying), _packed(known), strict=True)
        self.shares = tuple(Share(*each) for each in shares)
        self.wild = _between(-20, weights.substitute, self.turns / 3)
        self.held = weights.held * min(1.0, self.turns)
        self._found: dict[object, Promise] = {}

    @cached_property
    def without_pile(self) -> Outlook:
        """The same once the discard pile is taken."""
        return Outlook(self.view, self.seat, self.weights, pile=False)

    def suit(self, index: int, have: int, twice: int, table: tuple[tuple[int, int, int], ...], loose: bool) -> Promise:
        """Return what one suit promises."""
        key = index, have, twice, table, loose
        found = self._found.get(key)
        if found is None:
            share = self.shares[index]
            team, own = chances(have, share, self.rate), chances(have, share, self.alone)
            found = self._found[key] = promise(table, have, twice, team, own, loose, (self.held, self.weights.hidden))
        return found

    def value(self, hand: Hand, melds: Melds) -> float:
        """Return how many points a team's table and a hand promise it in this round."""
        table: dict[str, list[tuple[int, int, int]]] = {suit: [] for suit in DECK.suits}
        points = 0.0
        for meld in melds:
            each = laid(meld)
            points += each.points + each.bonus
            table[each.suit].append(each[1:4])
        masks, wild = holding(hand)
        no_200, no_100, stuck = 1.0, 1.0, 0.0
        for index, suit in enumerate(DECK.suits):
            have, twice = masks[index]
            if have or table[suit]:
                found = self.suit(index, have, twice, tuple(table[suit]), bool(wild))
                points += found.points
                no_200 *= 1 - found.mor200
                no_100 *= 1 - found.mor100
                stuck += found.stuck
        points += NO_MOR200 * no_200
        if wild:
            points += self.wild * len(wild) + (self.weights.first * no_100 if self.turns > 1 else 0)
        return round(points + self.eleven(stuck + 0.7 * len(wild), no_200, no_100), DIGITS)

    def eleven(self, stuck: float, no_200: float, no_100: float) -> float:
        """Return what the 11-pile and closing are worth with so many cards left, and these chances of lacking."""
        turns = self.turns + 0.3
        own, partner = (
            turns / (turns + self.weights.burden * stuck),
            turns / (turns + self.weights.burden * (0.7 * self.partner + 1)),
        )
        empty = 1 - (1 - own) * (1 - partner)
        closes = self.weights.closing * (1 - no_200) * (1 - no_100)
        if self.took_11:
            return closes * empty
        if self.lost_11:
            return UNTAKEN_11
        fresh = self.weights.eleven * min(1.0, self.turns / 4)
        return UNTAKEN_11 + empty * (fresh - UNTAKEN_11 + 0.5 * closes)


def _unseen(view: State, seat: int, strong: bool) -> Counter[Card]:
    """Return the cards that a seat has not seen; who is not *strong* forgets what was discarded."""
    unseen = WHOLE_PACK.copy()
    unseen.subtract(view.hands[seat])
    for melds in view.melds:
        for meld in melds:
            unseen.subtract(meld)
    if strong:
        unseen.subtract(view.pile)
        for each in (1, 2, 3):
            unseen.subtract(view.known[(seat + each) % SEATS])
    return unseen


def _packed(cards: Mapping[Card, int]) -> tuple[int, ...]:
    """Return for each suit how many of its cards are there, by places as two bits each."""
    found = [0] * len(DECK.suits)
    for card, count in cards.items():
        if count > 0 and card in PACKED:
            suit, unit = PACKED[card]
            found[suit] += count * unit
    return tuple(found)


def _between(low: float, high: float, share: float) -> float:
    return low + (high - low) * max(0.0, min(1.0, share))


def _turns(view: State, team: int) -> float:
    """Return how many turns each seat will still have."""
    stock = len(view.stock)
    if view.variant.stock_out == "eleven_becomes_stock":
        stock += sum(map(len, view.elevens)) // 2
    turns = float(stock // 4) + (0.3 * (stock % 4) if stock >= 4 else 0)
    other = 1 - team
    if view.took_11[other] and ready(view.melds[other]):
        turns = min(turns, 0.6 * min(len(view.hands[other]), len(view.hands[other + 2])))
    return turns


def ready(melds: Iterable[Hand]) -> bool:
    """Tell whether a team has what closing needs."""
    bonuses = {laid(meld).bonus for meld in melds}
    return BONUSES["mor100"] in bonuses and max(bonuses) > BONUSES["mor100"]


def hand_points(view: State, seat: int) -> float:
    """Return the points of a hand, those of cards that are not seen by the average."""
    cards = view.hands[seat]
    if HIDDEN not in cards:
        return card_points(cards)
    known = view.known[seat]
    return card_points(known) + AVERAGE * (len(cards) - len(known))

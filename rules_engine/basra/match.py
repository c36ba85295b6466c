"""Matches of Basra: packs dealt out four cards at a time, played, counted, until a team has won.

A card that can be played in one way only is just played, ``0 play 8S``. Where several captures are possible the move
names what it takes, ``0 play 8S take 3H 5C``; where a card that could capture may be laid instead, ``0 play 8S lay``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from rules_engine.basra import rules
from rules_engine.basra.capture import Cards, Play, Variant, in_order, judge_basra, judge_capture, plain, sweeps
from rules_engine.basra.capture import forbids as forbids_capture
from rules_engine.basra.count import Tally, count
from rules_engine.basra.deal import ON_FLOOR, deal_floor
from rules_engine.basra.questions import CARDS
from rules_engine.basra.ways import number_of_captures, only, ranks_on, ways
from rules_engine.cards import FRENCH, Card
from rules_engine.match import HIDDEN, Playable, Setup, drawn, seat_of, shuffled
from rules_engine.reading import Cards as CardsShape
from rules_engine.reading import Fault, ListOf, OneOf, at, shown
from rules_engine.reasons import Plain, Reason

IN_HAND = 4
"""How many cards each player is dealt at a time (basra.deal)."""
WHOLE_PACK = tuple(Card(rank, suit) for suit in FRENCH.suits for rank in FRENCH.ranks)
_HAND = CardsShape(FRENCH, IN_HAND)


@dataclass(frozen=True, slots=True)
class Deal:
    """A pack dealt out: who deals, the first four cards of each player, those on the floor, and the rest in order.

    The floor is as it lies when play begins. The *pack* is dealt four cards at a time, beginning on the dealer's right;
    it may be short, if only the end of a round is to be played.
    """

    dealer: Annotated[int, OneOf((0, 1, 2, 3), "seat")]
    hands: Annotated[tuple[Cards, ...], ListOf(_HAND, 2, 4, table="seat")]
    table: Annotated[Cards, CardsShape(FRENCH, ON_FLOOR)]
    pack: Annotated[Cards, CARDS]

    def faults(self) -> Iterator[Fault]:
        """Give what is wrong with the cards together."""
        players = len(self.hands)
        if players == 3:
            yield Fault("hands", "deal_hands", {"count": players})
        elif len(self.pack) % (players * IN_HAND):
            yield Fault("pack", "deal_pack", {"count": len(self.pack), "each": players * IN_HAND})
        if self.dealer >= players:
            yield Fault("dealer", "deal_dealer", {"players": players})
        for place, card in enumerate(self.table):
            if sweeps(card):
                yield Fault(at("table", place), "deal_sweeping", {"card": str(card)}, rules.BURY.id)
        yield from self._twice()

    def _twice(self) -> Iterator[Fault]:
        seen: set[Card] = set()
        places = {at("hands", seat): hand for seat, hand in enumerate(self.hands)}
        for path, cards in {**places, "table": self.table, "pack": self.pack}.items():
            for place, card in enumerate(cards):
                if card in seen:
                    yield Fault(at(path, place), "pack_exceeded", {"card": str(card), "copies": 1}, "basra.pack")
                seen.add(card)


class Move(NamedTuple):
    """A card played. *take* is None if it can be played in one way only, otherwise the choice: () lays the card."""

    seat: int
    card: Card
    take: Cards | None = None

    def __str__(self) -> str:
        if self.take is None:
            return f"{self.seat} play {self.card}"
        chosen = f"take {' '.join(map(str, self.take))}" if self.take else "lay"
        return f"{self.seat} play {self.card} {chosen}"


class Played(NamedTuple):
    """A card that was played in this round: by whom, what it took, and the points if it was a basra."""

    seat: int
    card: Card
    taken: Cards
    points: int


class Position(NamedTuple):
    """A position of a match.

    *deal* is the number of the round, from 0. *floor* and *piles* hold cards in the order in which they came there.
    *basras* are those of this round by team, *jack_basras* those of jacks, which are not among them. *buried* were
    put under the pack; *carried* are points for most cards that wait. *played* is everything played in this round.
    """

    variant: Variant
    to_move: int | None
    score: tuple[int, int]
    deal: int
    won_by: int | None
    dealer: int
    hands: tuple[Cards, ...]
    floor: Cards
    pack: Cards
    piles: tuple[Cards, Cards]
    basras: tuple[int, int]
    jack_basras: tuple[int, int]
    last_capture: int | None
    buried: Cards
    carried: int
    played: tuple[Played, ...]
    former_dealer: int | None
    seed: int | None
    deals: tuple[Deal, ...]


# The course of a match


def begin(setup: Setup, variant: Variant) -> Position:
    """Return the first position of a match."""
    score = (setup.score[0], setup.score[1])
    start = Position(
        variant, None, score, -1, winner(score, variant), 0, ((),) * variant.players, (), (), ((), ()), (0, 0), (0, 0),
        None, (), 0, (), None, setup.seed, setup.deals,
    )  # fmt: skip
    return start._replace(deal=0) if start.won_by is not None else next_round(start)


def next_round(state: Position) -> Position:
    """Deal the next round; if there are no more cards to deal, nobody is to move."""
    number, players = state.deal + 1, state.variant.players
    first = number == 0
    if number < len(state.deals):
        given = state.deals[number]
        dealer, hands, floor, pack = given.dealer, given.hands, given.table, given.pack
        buried: Cards = ()
    elif state.seed is not None:
        dealer = drawn(players, state.seed) if first else (state.dealer + 1) % players
        hands, floor, pack, buried = deal_round(shuffled(WHOLE_PACK, state.seed, number), dealer, players)
    else:
        return state._replace(to_move=None)
    return Position(
        state.variant, (dealer + 1) % players, state.score, number, None, dealer, tuple(map(in_order, hands)), floor,
        pack, ((), ()), (0, 0), (0, 0), None, buried, state.carried, (), None if first else state.dealer,
        state.seed, state.deals,
    )  # fmt: skip


def deal_round(cards: Cards, dealer: int, players: int) -> tuple[tuple[Cards, ...], Cards, Cards, Cards]:
    """Deal the first hands and the floor: the hands by seat, the floor, the rest of the pack, what is buried in it."""
    hands, rest = deal_hands(cards, dealer, players)
    floor = deal_floor(rest)
    assert floor is not None
    buried = (*floor.buried, *floor.buried_later)
    return hands, floor.kept, (*rest[ON_FLOOR + len(buried) :], *buried), buried


def deal_hands(pack: Cards, dealer: int, players: int) -> tuple[tuple[Cards, ...], Cards]:
    """Deal four cards to each, beginning on the dealer's right; return the hands by seat and the rest of the pack."""
    number = players * IN_HAND
    packets = [in_order(pack[place : place + IN_HAND]) for place in range(0, number, IN_HAND)]
    return tuple(packets[(seat - dealer - 1) % players] for seat in range(players)), pack[number:]


def apply(state: Position, move: Move) -> Position:
    """Return the position after a legal move: deals, the count and the next round included."""
    after = played(state, move)
    if after.hands[(move.seat + 1) % len(after.hands)]:
        return after
    if after.pack:
        hands, pack = deal_hands(after.pack, after.dealer, len(after.hands))
        return after._replace(hands=hands, pack=pack)
    ended = settled(after)
    return ended if ended.won_by is not None else next_round(ended)


def played(state: Position, move: Move) -> Position:
    """Return the position after a legal move, before anything that follows by itself."""
    seat, card, _ = move
    floor, taken, points = state.floor, taking(state, move), 0
    hand = state.hands[seat]
    place = hand.index(card)
    hands = (*state.hands[:seat], (*hand[:place], *hand[place + 1 :]), *state.hands[seat + 1 :])
    piles, basras, jacks, last = state.piles, state.basras, state.jack_basras, state.last_capture
    if taken:
        team = seat % 2
        last = team
        points = basra_points(state, card, taken)
        floor = tuple([each for each in floor if each not in taken])
        mine = (*piles[team], *taken, card)
        piles = (piles[0], mine) if team else (mine, piles[1])
        if points and card.rank == "J":
            jacks = _one_more(jacks, team)
        elif points:
            basras = _one_more(basras, team)
    else:
        floor = (*floor, card)
    return Position(
        state.variant, (seat + 1) % len(hands), state.score, state.deal, None, state.dealer, hands, floor, state.pack,
        piles, basras, jacks, last, state.buried, state.carried, (*state.played, Played(seat, card, taken, points)),
        state.former_dealer, state.seed, state.deals,
    )  # fmt: skip


def _one_more(numbers: tuple[int, int], team: int) -> tuple[int, int]:
    return (numbers[0], numbers[1] + 1) if team else (numbers[0] + 1, numbers[1])


def taking(state: Position, move: Move) -> Cards:
    """Return what a legal move takes, in the order of the floor."""
    floor, take = state.floor, move.take
    if take is None:
        ranks = only(ranks_on(floor), move.card)
        assert ranks is not None, f"{move} names no choice"
        return tuple([card for card in floor if card.rank in ranks])
    return tuple([card for card in floor if card in take])


def basra_points(state: Position, card: Card, taken: Cards) -> int:
    """Return the points if the cards taken from the floor are a basra."""
    if len(taken) < len(state.floor):
        return 0  # A basra clears the floor (basra.basra).
    return judge_basra(Play(in_order(state.floor), card, state.variant), in_order(taken)).value


def last_card(state: Position) -> bool:
    """Tell whether the card that is played now is the last of the round."""
    return not state.pack and sum(map(len, state.hands)) == 1


class Count(NamedTuple):
    """How a round is counted: the *leftover* floor cards, the *piles* with them, the count's *tally*, the new score."""

    leftover: Cards
    piles: tuple[Cards, Cards]
    tally: Tally
    score: tuple[int, int]


def counted(state: Position) -> Count:
    """Count a round whose last card has been played."""
    first, second = state.piles
    if state.last_capture is not None:
        first, second = (first, (*second, *state.floor)) if state.last_capture else ((*first, *state.floor), second)
    piles = (first, second)
    tally = count(tuple(map(len, piles)), state.basras, state.jack_basras, state.carried, piles, state.variant)
    gains = [sum(item.points for item in tally.items if item.team == team) for team in (0, 1)]
    return Count(state.floor, piles, tally, (state.score[0] + gains[0], state.score[1] + gains[1]))


def settled(state: Position) -> Position:
    """Return the position after the count of a round whose last card has been played, before the next is dealt."""
    _, piles, tally, score = counted(state)
    floor = state.floor if state.last_capture is None else ()
    won = winner(score, state.variant)
    return state._replace(to_move=None, floor=floor, piles=piles, carried=tally.carry, score=score, won_by=won)


def winner(score: tuple[int, int], variant: Variant) -> int | None:
    """Return the team that has won with the score after a round: that with more points, the target at least."""
    if score[0] == score[1] or max(score) < variant.target:
        return None
    return 0 if score[0] > score[1] else 1


# What may be done


_BARE = [{card: Move(seat, card) for card in WHOLE_PACK} for seat in range(4)]


def legal_moves(state: Position) -> Sequence[Move]:
    """Return every move of the seat to move, by its cards from high to low, with the largest captures first."""
    seat, variant = state.to_move, state.variant
    if seat is None:
        return ()
    hand = state.hands[seat]
    if variant.capture == "maximal" and not variant.trail_allowed:
        counts = ranks_on(state.floor)
        if None not in [only(counts, card) for card in hand]:
            bare = _BARE[seat]
            return [bare[card] for card in hand]
    return [move for card in hand for move in moves_with(state, seat, card)]


def moves_with(state: Position, seat: int, card: Card) -> Sequence[Move]:
    """Return the moves in which a seat plays one card."""
    bare, ranks = _BARE[seat][card], only(ranks_on(state.floor), card)
    if ranks is not None and not [each for each in state.floor if each.rank in ranks]:
        return (bare,)
    if ranks is not None and state.variant.capture == "maximal":
        return (bare, Move(seat, card, ())) if state.variant.trail_allowed else (bare,)
    possible = ways(state.floor, card, state.variant)
    if sum(map(bool, possible)) < 2:
        return [Move(seat, card, None if way else ()) for way in possible]
    return [Move(seat, card, written(way)) for way in possible]


_BARE = [{card: Move(seat, card) for card in WHOLE_PACK} for seat in range(4)]
_WRITTEN = {
    card: place
    for place, card in enumerate(Card(rank, suit) for rank in reversed(FRENCH.ranks) for suit in FRENCH.suits)
}


def written(cards: Iterable[Card]) -> Cards:
    """Return floor cards in the order in which a move names them: from low to high."""
    return tuple(sorted(cards, key=lambda card: _WRITTEN[card]))


def forbids(state: Position, move: Move) -> tuple[Reason, ...]:
    """Return the rules that forbid a move, none if it is legal."""
    seat, card, take = move
    if state.to_move is None:
        return turn(state)
    if seat != state.to_move:
        return (rules.TURNS("not", seat=seat, to_move=state.to_move),)
    if card not in state.hands[seat]:
        return (rules.TURNS("hand", play=str(card)),)
    if take is None:
        return _forbids_silence(state, card)
    strange = [each for each in take if each not in state.floor]
    if strange:
        return (rules.TURNS("floor", cards=plain(strange)),)
    forbidden = forbids_capture(Play(in_order(state.floor), card, state.variant), in_order(take))
    return (forbidden,) if forbidden else ()


def _forbids_silence(state: Position, card: Card) -> tuple[Reason, ...]:
    """Return why a card may not be played without naming what it takes: it has a choice."""
    captures = number_of_captures(state.floor, card, state.variant)
    if captures < 2:
        return ()
    if state.variant.capture == "free":
        return (rules.FREE_CAPTURE("name", play=str(card)),)
    return (rules.CHOICE("name", play=str(card), captures=captures),)


# Why


def why(state: Position, move: Move) -> tuple[Reason, ...]:
    """Return the rules by which a legal move does what it does: the capture and, with the last card, the count."""
    play = Play(in_order(state.floor), move.card, state.variant)
    taken = in_order(taking(state, move))
    judged = judge_capture(play, taken)
    if not last_card(state):
        return judged.because
    last = (rules.LAST_CARD(play=str(move.card)),) if basra_points(state, move.card, taken) and taken else ()
    return (*judged.because, *last, *why_counted(played(state, move)))


def why_counted(state: Position) -> Iterator[Reason]:
    """Give the rules by which a round is counted whose last card has been played, and what follows from it."""
    leftover, _, tally, score = counted(state)
    if leftover and state.last_capture is None:
        yield rules.LEFTOVER_NOBODY(cards=plain(leftover))
    elif leftover:
        yield rules.LEFTOVER(team=state.last_capture, cards=plain(leftover))
    yield from tally.because
    yield rules.ROUND_ADDED(a=score[0], b=score[1])
    yield standing(score, state.variant)


def standing(score: tuple[int, int], variant: Variant) -> Reason:
    """Return the rule by which a score after a round has won, or another round is played."""
    low, high = sorted(score)
    if high < variant.target:
        return rules.ROUNDS(target=variant.target)
    if low == high:
        return rules.BOTH_REACH("equal", points=high)
    team = 0 if score[0] > score[1] else 1
    if low >= variant.target:
        return rules.BOTH_REACH(team=team, points=high, fewer=low)
    return rules.TARGET(team=team, points=high, target=variant.target)


def turn(state: Position) -> tuple[Reason, ...]:
    """Return the rules by which the seat to move is to move, or by which nobody is."""
    seat = state.to_move
    if seat is None:
        return (standing(state.score, state.variant),)
    if state.played and state.dealer != state.played[-1].seat:
        return (rules.DIRECTION("next", before=state.played[-1].seat, seat=seat),)
    first = rules.DIRECTION("first", dealer=state.dealer, seat=seat)
    if state.played:
        return rules.TURNS("dealt", count=IN_HAND), first
    passed_on = state.former_dealer is not None and (state.former_dealer + 1) % len(state.hands) == state.dealer
    return (*([rules.NEXT_DEALER(before=state.former_dealer, dealer=state.dealer)] if passed_on else []), first)


# What is seen, read and written


def view(state: Position, seat: int | None) -> Position:
    """Return what a seat may know: its own hand and everything that lies or lay open."""
    return state._replace(
        hands=tuple(hand if each == seat else (HIDDEN,) * len(hand) for each, hand in enumerate(state.hands)),
        pack=(HIDDEN,) * len(state.pack),
        seed=None,
        deals=(),
    )


EXAMPLE = "0 play 8S take 3H 5C"


def read(state: Position, text: str) -> Move | Fault:
    """Read a move's text. What it takes may stand in any order; where there is no choice it may be left out."""
    found = seat_of(text, EXAMPLE)
    if isinstance(found, Fault):
        return found
    seat, words = found
    unreadable = Fault("", "unreadable_move", {"move": shown(text), "example": EXAMPLE})
    if len(words) < 2 or words[0].lower() != "play":
        return unreadable
    card, verb = FRENCH.card(words[1].upper()), words[2].lower() if len(words) > 2 else ""
    take = [FRENCH.card(word.upper()) for word in words[3:]]
    if card is None or None in take or verb not in ("", "take", "lay") or (verb == "lay" and take):
        return unreadable
    cards = written(each for each in take if each is not None)
    if len(set(cards)) < len(cards):
        return unreadable
    return _plainly(state, Move(seat, card, cards if verb else None))


def _plainly(state: Position, move: Move) -> Move:
    """Return a move without its choice if there is none: if it takes all it can take, and in the only way."""
    if move.take is None or move.seat != state.to_move or move.card not in state.hands[move.seat]:
        return move
    captures = [way for way in ways(state.floor, move.card, state.variant) if way] or [()]
    return _BARE[move.seat][move.card] if captures == [in_order(move.take)] else move


def plain_state(state: Position) -> dict[str, Plain]:
    """Write a position as JSON values."""
    return {
        "round": state.deal,
        "dealer": state.dealer,
        "hands": [plain(hand) for hand in state.hands],
        "table": plain(state.floor),
        "pack": len(state.pack),
        "captured": [plain(pile) for pile in state.piles],
        "basras": [*state.basras],
        "jack_basras": [*state.jack_basras],
        "last_capture": state.last_capture,
        "buried": plain(state.buried),
        "carried": state.carried,
    }


def places(state: Position) -> Mapping[str, Sequence[Card]]:
    """Return where every card of the pack is."""
    hands = {at("hand", seat): hand for seat, hand in enumerate(state.hands)}
    piles = {at("taken", team): pile for team, pile in enumerate(state.piles)}
    return {**hands, "floor": state.floor, "stock": state.pack, **piles}


def fits(setup: Setup, variant: Variant, viewer: int | None) -> Iterator[Fault]:
    """Give what does not fit the number of players: hands written out, and the seat that looks on."""
    for place, deal in enumerate(setup.deals):
        if len(deal.hands) != variant.players:
            data: dict[str, Plain] = {"count": len(deal.hands), "players": variant.players}
            yield Fault(at(at("setup.deals", place), "hands"), "deal_for_players", data)
    if viewer is not None and viewer >= variant.players:
        yield Fault("view", "deal_dealer", {"players": variant.players})


MATCH: Playable[Position, Move] = Playable(
    Deal, Variant, begin, legal_moves, forbids, why, turn, apply, view, read, plain_state, places, fits
)

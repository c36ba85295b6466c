"""Whole matches of Mor 200: the deal, the three phases of a turn, the end of a round and of the match.

Teams are 0 (seats 0 and 2) and 1; sequences on the table are numbered from 1 in the order in which they were laid.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

from rules_engine.cards import Card
from rules_engine.match import HIDDEN, Playable, Setup, drawn, seat_of, shuffled
from rules_engine.mor200 import rules
from rules_engine.mor200.closing import Team, judge_close, may_go_on
from rules_engine.mor200.hands import ORDER, SUITED, Hand, growing, may_reach, sequences, sorted_hand, suits_of, taking
from rules_engine.mor200.melds import judge_add, judge_run, plain
from rules_engine.mor200.questions import too_many
from rules_engine.mor200.scoring import RoundEnd, judge_score
from rules_engine.mor200.sequences import DECK, Variant, arrange, in_order, suit_of
from rules_engine.mor200.taking import NEW, Taking, judge_with
from rules_engine.reading import Cards, Fault, ListOf, OneOf, at, shown
from rules_engine.reasons import Judged, Plain, Reason

DEALT = 11
"""The cards of a hand at the start, and of an 11-pile (mor200.deal)."""
PACK = tuple(sorted((*SUITED, *SUITED, Card("JK"), Card("JK")), key=ORDER.__getitem__))
SEATS = 4

What = Literal["draw", "take", "meld", "add", "discard", "pass"]
Phase = Literal["take", "meld", "closed", "passed"]
"""The phases of a turn in which a seat has to move: before and after taking; and how a round has ended."""
Pair = tuple[bool, bool]
Melds = tuple[Hand, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal written out: who starts, the hands, both 11-piles, the up-card, and the stock, its next card first."""

    starter: Annotated[int, OneOf((0, 1, 2, 3), "seat")]
    hands: Annotated[tuple[Hand, ...], ListOf(Cards(DECK, DEALT), SEATS, SEATS, table="seat")]
    elevens: Annotated[tuple[Hand, ...], ListOf(Cards(DECK, DEALT), 2, 2, table="team")]
    upcard: Annotated[Hand, Cards(DECK, 1)]
    pack: Annotated[Hand, Cards(DECK)]

    def faults(self) -> Iterator[Fault]:
        """Give the fault of a card of which there are too many. The stock may be short, so that it runs out soon."""
        hands = {at("hands", seat): cards for seat, cards in enumerate(self.hands)}
        elevens = {at("elevens", team): cards for team, cards in enumerate(self.elevens)}
        return too_many({**hands, **elevens, "upcard": self.upcard, "pack": self.pack})


class Move(NamedTuple):
    """What a seat does: *cards* are those laid, added, discarded or put to the *top* card of the pile.

    *number* is that of the sequence on the table to which cards go, 0 if they make a new one.
    """

    seat: int
    what: What
    cards: Hand = ()
    number: int = 0
    top: Card | None = None

    def __str__(self) -> str:
        words: list[object] = [self.seat, self.what]
        if self.top is not None:
            words += [self.top, *(("to", self.number) if self.number else ())]
            words += ["with", *self.cards] if self.cards else []
        else:
            words += [*((self.number,) if self.number else ()), *self.cards]
        return " ".join(map(str, words))


class State(NamedTuple):
    """A position. The pile lies bottom to top, the next card of the stock is its first.

    An 11-pile is empty once it is taken or has become the stock. *known* holds for each seat the cards that everybody
    knows it to have, because it took them with the pile and has not played them. *turns* counts those that have ended
    in this round.
    """

    variant: Variant
    seed: int | None
    deals: tuple[Deal, ...]
    score: tuple[int, int]
    won_by: int | None
    deal: int
    starter: int
    turns: int
    to_move: int | None
    phase: Phase
    hands: tuple[Hand, Hand, Hand, Hand]
    melds: tuple[Melds, Melds]
    pile: Hand
    stock: Hand
    elevens: tuple[Hand, Hand]
    took_11: Pair
    known: tuple[Hand, Hand, Hand, Hand]

    @property
    def hand(self) -> Hand:
        """The hand of the seat to move."""
        return self.hands[self._seat]

    @property
    def team(self) -> Team:
        """The team of the seat to move, with what it has on the table."""
        return self.team_of(self._seat % 2)

    @property
    def _seat(self) -> int:
        assert self.to_move is not None
        return self.to_move

    def team_of(self, team: int) -> Team:
        """Return a team with what it has on the table."""
        took = self.took_11[team]
        return Team(self.melds[team], took, self.variant, lost_11=not took and not self.elevens[team])


# Beginning


def begin(setup: Setup, variant: Variant) -> State:
    """Return the first position of a match; it is over at once if a score before it has reached the target."""
    nobody = ((), (), (), ())
    a, b = setup.score
    empty = State(
        variant, setup.seed, tuple(setup.deals), (a, b), None, -1, 0, 0, None, "passed", nobody, ((), ()), (), (),
        ((), ()), (False, False), nobody,
    )  # fmt: skip
    state, winner = _dealt(empty), _winner(empty)
    return state if winner is None else state._replace(to_move=None, won_by=winner)


def _winner(state: State) -> int | None:
    """Return the team that has reached the target with the higher score (mor200.both-reach)."""
    a, b = state.score
    return None if max(a, b) < state.variant.target or a == b else int(b > a)


def _dealt(state: State) -> State:
    """Return the start of the next round, or the same table with nobody to move if there is no deal left."""
    deal = state.deal + 1
    if state.deals:
        written, rest = state.deals[0], state.deals[1:]
        starter = written.starter
    elif state.seed is not None:
        starter = (state.starter + 1) % SEATS if deal else drawn(SEATS, state.seed)
        written, rest = _shuffled(state.seed, deal, starter), ()
    else:
        return state._replace(to_move=None)
    a, b, c, d = map(sorted_hand, written.hands)
    one, other = written.elevens
    return _turn_begins(
        state._replace(
            deals=rest, deal=deal, starter=starter, turns=0, hands=(a, b, c, d), melds=((), ()), pile=written.upcard,
            stock=written.pack, elevens=(one, other), took_11=(False, False), known=((), (), (), ()),
        ),
        starter,
    )  # fmt: skip


def _shuffled(seed: int, deal: int, starter: int) -> Deal:
    cards = shuffled(PACK, seed, deal)
    parts = [cards[DEALT * part : DEALT * (part + 1)] for part in range(SEATS + 2)]
    dealt, rest = SEATS * DEALT + 2 * DEALT, len(parts) * DEALT
    return Deal(starter, tuple(parts[:SEATS]), tuple(parts[SEATS:]), cards[dealt : dealt + 1], cards[rest + 1 :])


def _turn_begins(state: State, seat: int) -> State:
    """Return the position in which a seat's turn begins. An 11-pile may now become the stock."""
    team = _becomes_stock(state, seat)
    if team is None:
        return state._replace(to_move=seat, phase="take")
    return state._replace(
        to_move=seat, phase="take", stock=state.elevens[team], elevens=_with(state.elevens, team, ())
    )  # fmt: skip


def _becomes_stock(state: State, seat: int) -> int | None:
    """Return the team whose 11-pile becomes the stock as a seat's turn begins (mor200.eleven-becomes-stock)."""
    if state.stock or state.variant.stock_out != "eleven_becomes_stock":
        return None
    return next((team for team in (seat % 2, 1 - seat % 2) if state.elevens[team]), None)


def _with(entries: Any, place: int, entry: object) -> Any:
    return (*entries[:place], entry, *entries[place + 1 :])


# What may be done


def legal_moves(state: State) -> Sequence[Move]:
    """Return all moves of the seat to move."""
    if state.to_move is None:
        return ()
    return _first_moves(state, state.to_move) if state.phase == "take" else _later_moves(state, state.to_move)


def _first_moves(state: State, seat: int) -> list[Move]:
    found = [Move(seat, "draw") if state.stock else Move(seat, "pass")]
    takes = list(_new_takes(seat, state.hand, state.pile[-1], state.variant.two_substitutes))
    if state.variant.pile_take == "new_or_extend":
        takes += _extending_takes(state, seat)
    kept = len(state.hand) + len(state.pile) - 1
    return found + [move for move in takes if kept - len(move.cards) > 1 or not forbids(state, move)]


@functools.lru_cache(1 << 12)
def _new_takes(seat: int, hand: Hand, top: Card, two_substitutes: bool) -> tuple[Move, ...]:
    return tuple(
        Move(seat, "take", _without(cards, (top,)), 0, top) for cards in taking(hand, top, 1 + two_substitutes)
    )


def _extending_takes(state: State, seat: int) -> Iterator[Move]:
    """Give the ways to add the top card to a sequence on the table, alone or with cards of the hand."""
    top, most = state.pile[-1], 1 + state.variant.two_substitutes
    for number, meld in enumerate(state.melds[seat % 2], 1):
        if not may_reach(state.hand, meld, top, most):
            continue
        base = Counter((*meld, top))
        for cards in taking(sorted_hand((*state.hand, *meld)), top, most, suit_of(meld)):
            counted = Counter(cards)
            if base <= counted:
                yield Move(seat, "take", sorted_hand((counted - base).elements()), number, top)


def _later_moves(state: State, seat: int) -> list[Move]:
    hand, melds = state.hand, state.melds[seat % 2]
    two = state.variant.two_substitutes
    count = len(hand)
    found: list[Move] = []
    for own in suits_of(hand):
        laid, longest = _meld_moves(seat, own, 1 + two)
        if count - longest > 1:
            found += laid
        else:
            found += [move for move in laid if count - len(move.cards) > 1 or not forbids(state, move)]
    different = list(dict.fromkeys(hand))
    for number, meld in enumerate(melds, 1):
        fitting = growing(meld, two)
        added = [_one_card(seat, "add", card, number) for card in different if card in fitting]
        found += added if count > 2 else [move for move in added if not forbids(state, move)]
    discards = [_one_card(seat, "discard", card) for card in different]
    return found + (discards if count > 1 else [move for move in discards if not forbids(state, move)])


@functools.lru_cache(1 << 15)
def _meld_moves(seat: int, own: Any, most: int) -> tuple[tuple[Move, ...], int]:
    """Return the sequences that a seat can lay in one suit, and how long the longest is."""
    found = tuple(Move(seat, "meld", cards) for cards in sequences(own, most))
    return found, max((len(move.cards) for move in found), default=0)


@functools.lru_cache(1 << 15)
def _one_card(seat: int, what: What, card: Card, number: int = 0) -> Move:
    return Move(seat, what, (card,), number)


def forbids(state: State, move: Move) -> tuple[Reason, ...]:
    """Return the rules that forbid a move, the deciding one first; none if it is legal."""
    if state.to_move is None:
        return turn(state)
    if move.seat != state.to_move:
        return (rules.TURN("other_seat", seat=move.seat, to_move=state.to_move),)
    first = move.what in ("draw", "take", "pass")
    if first != (state.phase == "take"):
        return (rules.TURN("taken" if first else "take_first"),)
    lacking = Counter(move.cards) - Counter(state.hand)
    if move.what == "take" and move.top != state.pile[-1]:
        return (rules.TAKE_PILE("other", top=str(state.pile[-1]), card=str(move.top)),)
    if lacking:
        return (rules.TURN("not_in_hand", cards=plain(in_order(lacking.elements()))),)
    judged = _judged(state, move)
    return () if judged.value else judged.because


def why(state: State, move: Move) -> tuple[Reason, ...]:
    """Return the rules by which a legal move does what it does."""
    return _judged(state, move).because


def _judged(state: State, move: Move) -> Judged[bool]:
    """Judge a move of the seat to move in its phase, with cards that it has. What forbids it stands first."""
    if move.what in ("draw", "pass"):
        return _judged_stock(state, move)
    if move.what == "take":
        return _judged_take(state, move)
    if move.what == "discard":
        return _judged_discard(state, move.cards[0])
    return _judged_lay(state, move)


def _judged_stock(state: State, move: Move) -> Judged[bool]:
    if move.what == "draw":
        return Judged(True, (rules.DRAW(),)) if state.stock else Judged(False, (rules.STOCK_OUT("no_draw"),))
    if state.stock:
        return Judged(False, (rules.STOCK_OUT("no_pass", count=len(state.stock)),))
    return Judged(True, (rules.STOCK_OUT("pass"),))


def _judged_take(state: State, move: Move) -> Judged[bool]:
    table = Taking(state.pile, state.hand, state.team)
    if move.number > len(state.team.melds):
        return Judged(False, (rules.ADD("none", number=move.number, count=len(state.team.melds)),))
    place = move.number - 1 if move.number else NEW
    if place is not NEW and table.laid(move.cards, place) is None:
        put_to = (table.top, *move.cards)
        return Judged(False, judge_add(state.team.melds[place], put_to, state.variant).because)
    if place is not NEW and not table.extends:
        return Judged(False, (rules.NEW_SEQUENCE("table", top=str(table.top)),))
    judged = judge_with(table, move.cards, (place,))
    if judged.value or table.laid(move.cards, place) is None:
        return judged
    return _deciding_first(judged)


def _judged_lay(state: State, move: Move) -> Judged[bool]:
    """Judge a new sequence, or a card added to one."""
    team = state.team
    if move.number > len(team.melds):
        return Judged(False, (rules.ADD("none", number=move.number, count=len(team.melds)),))
    old = team.melds[move.number - 1] if move.what == "add" else ()
    run = judge_run((*old, *move.cards), state.variant)
    reasons = judge_add(old, move.cards, state.variant).because if old else run.because
    if run.value is None:
        return Judged(False, reasons)
    after = Team(_laid(team.melds, move.number, run.value.cards), team.took_11, team.variant, team.lost_11)
    left = _without(state.hand, move.cards)
    goes_on = may_go_on(after, left, "meld")
    if not goes_on.value:
        return Judged(False, (*_deciding_first(goes_on).because, *reasons))
    closes = (rules.CLOSE("closes"),) if not left and team.took_11 else ()
    return Judged(True, (*reasons, *goes_on.because, *closes))


def _judged_discard(state: State, card: Card) -> Judged[bool]:
    seat, team = state.to_move or 0, state.team
    if len(state.hand) > 1:
        return Judged(True, (rules.MUST_DISCARD(card=str(card)), *_stock_renewed(state, seat)))
    closes = judge_close(team, state.hand, card)
    if closes.value:
        return closes
    if team.took_11:
        return closes.map(bool).after(rules.LAST_CARD(card=str(card)))
    if team.variant.indirect_take and not team.lost_11:
        brings = rules.INDIRECT_TAKE("close", card=str(card))
        return Judged(True, (rules.MUST_DISCARD(card=str(card)), brings, *_stock_renewed(state, seat)))
    return closes.after(rules.LEAVES_ONE("discard", card=str(card)))


def _stock_renewed(state: State, seat: int) -> tuple[Reason, ...]:
    # Taken by the last discard, the team's own 11-pile is no longer there to become the stock.
    if len(state.hand) == 1:
        state = state._replace(elevens=_with(state.elevens, seat % 2, ()))
    team = _becomes_stock(state, (seat + 1) % SEATS)
    return () if team is None else (rules.ELEVEN_BECOMES_STOCK("now", team=team),)


def _deciding_first(judged: Judged[bool]) -> Judged[bool]:
    """Put the last reason first: where a turn could not end it is the one that decides."""
    *others, last = judged.because
    return Judged(judged.value, (last, *others))


def turn(state: State) -> tuple[Reason, ...]:
    """Return why this seat is to move, or why nobody is."""
    if state.to_move is None:
        return _why_over(state)
    if state.phase == "meld":
        return (rules.TURN("meld"),)
    direction = rules.DIRECTION("next" if state.turns else "first", seat=state.to_move)
    phase = rules.TURN("take") if state.stock else rules.STOCK_OUT("turn")
    return (*_tie(state), direction, phase) if not state.turns else (direction, phase)


def _tie(state: State) -> tuple[Reason, ...]:
    a, b = state.score
    return (rules.BOTH_REACH("tie", points=a),) if a == b >= state.variant.target else ()


def _why_over(state: State) -> tuple[Reason, ...]:
    team, target = state.won_by, state.variant.target
    if team is None:
        return (*_tie(state), rules.TARGET("open", points=target))
    won = rules.TARGET("won", team=team, points=target)
    if min(state.score) < target:
        return (won,)
    return rules.BOTH_REACH("higher", team=team, points=state.score[team]), won


# What a move does


def apply(state: State, move: Move) -> State:
    """Return the position after a legal move; the score of a round and the next deal follow by themselves."""
    after = played(state, move)
    return _next_round(after, round_points(after).value) if after.phase in ("closed", "passed") else after


def played(state: State, move: Move) -> State:
    """Return the position after a legal move; if it ends the round, with the cards as they lie at its end."""
    seat = move.seat
    if move.what == "draw":
        hand = sorted_hand((*state.hands[seat], state.stock[0]))
        return state._replace(hands=_with(state.hands, seat, hand), stock=state.stock[1:], phase="meld")
    if move.what == "pass":
        return state._replace(to_move=None, phase="passed")
    hand = _without(state.hands[seat], move.cards)
    known = state.known
    if known[seat]:
        known = _with(known, seat, _without(known[seat], move.cards))
    if move.what == "discard":
        return _discarded(state._replace(known=known, pile=(*state.pile, *move.cards)), seat, hand)
    pile, team = state.pile, seat % 2
    if move.top is not None:
        if len(pile) > 1:
            hand = sorted_hand((*hand, *pile[:-1]))
            known = _with(known, seat, sorted_hand((*known[seat], *pile[:-1])))
        pile = ()
    cards = move.cards if move.what == "meld" else _arranged(put(state, move), state.variant)
    melds = _with(state.melds, team, _laid(state.melds[team], move.number, cards))
    return _laid_out(state._replace(known=known, pile=pile, melds=melds, phase="meld"), seat, hand)


def put(state: State, move: Move) -> Hand:
    """Return the cards of the sequence that a move lays or changes, in any order."""
    old = state.melds[move.seat % 2][move.number - 1] if move.number else ()
    return (*old, *move.cards, *(() if move.top is None else (move.top,)))


def _laid_out(state: State, seat: int, hand: Hand) -> State:
    """Return the position with what is left of a hand after cards were laid: an empty one brings the 11-pile."""
    if not hand and not state.took_11[seat % 2]:
        return _eleven_taken(state, seat)
    after = state._replace(hands=_with(state.hands, seat, hand))
    return after if hand else after._replace(to_move=None, phase="closed")


def _discarded(state: State, seat: int, hand: Hand) -> State:
    if not hand and state.took_11[seat % 2]:
        return state._replace(hands=_with(state.hands, seat, hand), to_move=None, phase="closed")
    after = state._replace(hands=_with(state.hands, seat, hand)) if hand else _eleven_taken(state, seat)
    return _turn_begins(after._replace(turns=state.turns + 1), (seat + 1) % SEATS)


def _eleven_taken(state: State, seat: int) -> State:
    team = seat % 2
    return state._replace(
        hands=_with(state.hands, seat, sorted_hand(state.elevens[team])),
        elevens=_with(state.elevens, team, ()),
        took_11=_with(state.took_11, team, True),
    )


def _without(cards: Hand, some: Iterable[Card]) -> Hand:
    """Return cards without *some* of them, as far as they are there, in the same order."""
    left = list(cards)
    for card in some:
        if card in left:
            left.remove(card)
    return tuple(left)


def _laid(melds: Sequence[Any], number: int, cards: Hand) -> Melds:
    """Return a team's sequences with a new one, or with the one of this number changed."""
    return _with(melds, number - 1, cards) if number else (*melds, cards)


def _arranged(cards: Hand, variant: Variant) -> Hand:
    run = arrange(cards, variant)
    assert run is not None
    return run.cards


class End(NamedTuple):
    """How a round ended for a team: its sequences, its hands, whether it took its 11-pile and whether it closed."""

    melds: Melds
    hands: tuple[Hand, Hand]
    took_11: bool
    closed: bool


def round_end(state: State) -> tuple[End, End]:
    """Return how a round has ended for both teams, from the cards as they lie at its end."""
    closer = next((seat % 2 for seat, hand in enumerate(state.hands) if not hand and state.phase == "closed"), None)
    one, other = (
        End(state.melds[team], (state.hands[team], state.hands[team + 2]), state.took_11[team], team == closer)
        for team in (0, 1)
    )
    return one, other


def round_points(state: State) -> Judged[dict[str, Plain]]:
    """Return what a round that has ended brings both teams, as the question ``score`` answers it."""
    return judge_score([RoundEnd(*end) for end in round_end(state)], state.variant)


def ended(before: State, after: State) -> bool:
    """Tell whether a move from one position to another has ended a round."""
    return after.deal != before.deal or after.to_move is None


def _next_round(state: State, value: Mapping[str, Any]) -> State:
    a, b = (before + points for before, points in zip(state.score, value["points"], strict=True))
    state = state._replace(score=(a, b))
    winner = _winner(state)
    return _dealt(state) if winner is None else state._replace(won_by=winner)


# What is seen, and how it is written


def view(state: State, seat: int | None) -> State:
    """Return what a seat may know, or everybody: face down are the other hands, the stock and the 11-piles."""
    a, b, c, d = (hand if each == seat else _face_down(len(hand)) for each, hand in enumerate(state.hands))
    one, other = (_face_down(len(cards)) for cards in state.elevens)
    return state._replace(
        seed=None, deals=(), hands=(a, b, c, d), stock=_face_down(len(state.stock)), elevens=(one, other)
    )


@functools.cache
def _face_down(count: int) -> Hand:
    return (HIDDEN,) * count


def read(state: State, text: str) -> Move | Fault:
    """Read a move's text. Cards may stand in any order, and commas between them."""
    found = seat_of(text, "0 draw")
    if isinstance(found, Fault):
        return found
    seat, words = found
    words = " ".join(words).replace(",", " ").split()
    move = _read(state, seat, words[0].lower(), words[1:]) if words else None
    if move is not None:
        return move
    example = next(iter(legal_moves(state)), Move(0, "draw"))
    return Fault("", "unreadable_move", {"move": shown(text), "example": str(example)})


def _read(state: State, seat: int, what: str, words: list[str]) -> Move | None:
    if what in ("draw", "pass"):
        return None if words else Move(seat, "draw" if what == "draw" else "pass")
    if what == "take":
        return _read_take(state, seat, words)
    number = _numeral(words.pop(0)) if what == "add" and words else 0
    cards = _cards(words)
    if not cards or number is None:
        return None
    if what == "meld":
        return Move(seat, "meld", _in_places(cards, state.variant))
    if len(cards) > 1 or (what == "add" and not number):
        return None
    if what not in ("add", "discard"):
        return None
    return _one_card(seat, "add" if what == "add" else "discard", cards[0], number)


def _read_take(state: State, seat: int, words: list[str]) -> Move | None:
    """Read the words after ``take``: the top card, ``to`` and the number of a sequence, ``with`` and cards."""
    parts: dict[str, list[str]] = {"top": []}
    part = "top"
    for word in words:
        if word.lower() in ("to", "with"):
            part = word.lower()
            if part in parts:
                return None
            parts[part] = []
        else:
            parts[part].append(word)
    tops, cards = _cards(parts["top"]), _cards(parts.get("with", []))
    number = _numeral(*parts["to"]) if len(parts.get("to", [])) == 1 else None if "to" in parts else 0
    if tops is None or len(tops) != 1 or cards is None or number is None or ("to" in parts and not number):
        return None
    top = tops[0]
    number = number or _meant(state, seat, top, cards)
    if number:
        return Move(seat, "take", sorted_hand(cards), number, top)
    return Move(seat, "take", _without(_in_places((*cards, top), state.variant), (top,)), 0, top)


def _meant(state: State, seat: int, top: Card, cards: Hand) -> int:
    """Return the number of the sequence that is meant where none is named: the first that these cards fit, or 0."""
    variant = state.variant
    if variant.pile_take != "new_or_extend" or (len(cards) > 1 and arrange((*cards, top), variant)):
        return 0
    melds = enumerate(state.melds[seat % 2], 1)
    return next((number for number, meld in melds if arrange((*meld, *cards, top), variant)), 0)


def _numeral(word: str) -> int | None:
    return int(word) if word.isdecimal() and len(word) < 4 else None


def _cards(words: Sequence[str]) -> Hand | None:
    cards = [DECK.card(word.upper()) for word in words]
    return tuple(card for card in cards if card) if all(cards) else None


def _in_places(cards: Hand, variant: Variant) -> Hand:
    """Return cards in their places of a sequence, low to high, or as a hand has them if they make none."""
    run = arrange(cards, variant)
    return run.cards if run else sorted_hand(cards)


def plain_state(state: State) -> dict[str, Plain]:
    """Write a state, or what a seat knows of it, as JSON values: hands that lie face up, of the others the number."""
    open_ = {seat: hand for seat, hand in enumerate(state.hands) if HIDDEN not in hand}
    return {
        "deal": state.deal,
        "starter": state.starter,
        "phase": state.phase if state.to_move is not None else "over",
        "hands": {str(seat): plain(hand) for seat, hand in open_.items()},
        "in_hand": [len(hand) for hand in state.hands],
        "known": [plain(cards) for cards in state.known],
        "melds": [[plain(meld) for meld in melds] for melds in state.melds],
        "pile": plain(state.pile),
        "stock": len(state.stock),
        "elevens": [len(cards) for cards in state.elevens],
        "took_11": [*state.took_11],
        "turns": state.turns,
    }


def places(state: State) -> dict[str, Sequence[Card]]:
    """Return where every card is."""
    found: dict[str, Sequence[Card]] = {"stock": state.stock, "pile": state.pile}
    found |= {at("hands", seat): cards for seat, cards in enumerate(state.hands)}
    found |= {at("elevens", team): cards for team, cards in enumerate(state.elevens)}
    for team, melds in enumerate(state.melds):
        found |= {at(at("melds", team), number): cards for number, cards in enumerate(melds)}
    return found


MATCH: Playable[State, Move] = Playable(
    deal=Deal,
    variant=Variant,
    begin=begin,
    legal_moves=legal_moves,
    forbids=forbids,
    why=why,
    turn=turn,
    apply=apply,
    view=view,
    read=read,
    plain=plain_state,
    places=places,
)

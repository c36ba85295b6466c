"""Matches: what every playable game offers, and what is done with it whichever game it is.

A match is a *setup*, a *variant* and its *moves*; everything else follows from these. A position is a *state*, an
immutable value of the game's own; so is a *move*, which people read and type as a short text, ``0 discard KD``.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, make_dataclass
from random import Random
from typing import Annotated, Any, Generic, NamedTuple, Protocol, TypeVar

from rules_engine.cards import Card
from rules_engine.reading import LARGEST, Fault, ListOf, Record, Whole, at, shown
from rules_engine.reasons import Plain, Reason

HIDDEN = Card("?")
"""A card that lies face down: what a view holds in the place of a card that its seat may not know."""
MOST_MOVES = 5_000
"""The most moves that a match may have. Whole matches between computer players need up to two thousand."""
MOST_DEALS = 200
SCORE = ListOf(Whole(-LARGEST, LARGEST), 2, 2, table="team")


class Move(Protocol):
    """What a player does at his turn. ``str(move)`` is its text, which reads back to the same move."""

    @property
    def seat(self) -> int:
        """Who makes it."""


class State(Protocol):
    """A position of a match, or what a seat knows of it."""

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; None once the match is over, or when deals written out are used up."""

    @property
    def score(self) -> tuple[int, int]:
        """The points of both teams in the match, or in the present game of one that goes over several."""

    @property
    def deal(self) -> int:
        """Which deal is being played, from 0."""

    @property
    def won_by(self) -> int | None:
        """The team that has won the match, None as long as it goes on."""


M = TypeVar("M", bound=Move)
S = TypeVar("S", bound=State)


class Setup(Protocol):
    """How a match begins: *deals* written out, then those of the *seed*; both teams may have points already."""

    @property
    def seed(self) -> int | None:
        """The number from which every shuffle follows; None if only the deals written out are played."""

    @property
    def deals(self) -> tuple[Any, ...]:
        """The deals written out, each a record of the game's own."""

    @property
    def score(self) -> tuple[int, ...]:
        """The points of both teams before the first deal."""


def setup_of(deal: type) -> type[Setup]:
    """Return the record of a game's setups, whose deals are records of the type *deal*."""
    fields: list[Any] = [
        ("seed", Annotated[int | None, Whole(0, 2**53 - 1)], None),
        ("deals", Annotated[tuple[Any, ...], ListOf(Record(deal), most=MOST_DEALS)], ()),
        ("score", Annotated[tuple[int, ...], SCORE], (0, 0)),
    ]
    made: type[Setup] = make_dataclass(
        "Setup", fields, frozen=True, slots=True, namespace={"faults": _setup_faults, "__doc__": Setup.__doc__}
    )
    return made


def _setup_faults(setup: Setup) -> Iterator[Fault]:
    if setup.seed is None and not setup.deals:
        yield Fault("", "setup_without_cards")


def shuffled(cards: Sequence[Card], seed: int, deal: int, again: int = 0) -> tuple[Card, ...]:
    """Return cards in the order that a match's *seed* gives them in its deal number *deal*, from 0.

    *again* counts the shuffles within a deal. The same numbers give the same order on every machine.
    """
    mixed = list(cards)
    Random(f"{seed}/{deal}/{again}").shuffle(mixed)
    return tuple(mixed)


def drawn(count: int, seed: int) -> int:
    """Return one of *count* seats by chance: who is the first mano, dealer or starter of a match."""
    return Random(f"{seed}/first").randrange(count)


def always_fits(_setup: Setup, _variant: object, _view: int | None) -> Iterator[Fault]:
    """Find nothing wrong between a setup, the options and the seat that looks on."""
    return iter(())


class Advice(NamedTuple):
    """A move that a computer player would make, and why, from what its seat may know."""

    move: Any
    because: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Playable(Generic[S, M]):
    """What a game offers to those who play it.

    *deal* is the record of a deal written out, *variant* that of the options, *seats* tells how many play.
    ``begin`` gives the first position of a setup, ``legal_moves`` all moves of the seat to move, ``forbids`` the rules
    that forbid a move (none if it is legal), ``why`` those by which a legal move does what it does, ``turn`` those by
    which this seat is to move or the match is over. ``apply`` gives the position after a legal move, deals and counts
    that follow by themselves included. ``view`` gives what a seat may know, or everybody (None): the same state with
    ``HIDDEN`` for every card face down and no seed; legal_moves, forbids and why take a view of the seat to move too.
    ``read`` reads a move's text; its faults are those of the text alone. ``plain`` writes a state as JSON values.
    ``places`` gives where every card of the pack is. ``fits`` gives what is wrong between a setup, the
    options and the seat whose view is asked for.
    """

    deal: type
    variant: type
    begin: Callable[[Setup, Any], S]
    legal_moves: Callable[[S], Sequence[M]]
    forbids: Callable[[S, M], tuple[Reason, ...]]
    why: Callable[[S, M], tuple[Reason, ...]]
    turn: Callable[[S], tuple[Reason, ...]]
    apply: Callable[[S, M], S]
    view: Callable[[S, int | None], S]
    read: Callable[[S, str], M | Fault]
    plain: Callable[[S], dict[str, Plain]]
    places: Callable[[S], Mapping[str, Sequence[Card]]]
    fits: Callable[[Setup, Any, int | None], Iterator[Fault]] = always_fits


@dataclass(frozen=True)
class Course(Generic[S, M]):
    """How a match went: the *states* from its beginning to its end, and the *moves* between them."""

    states: tuple[S, ...]
    moves: tuple[M, ...]

    @property
    def last(self) -> S:
        """The position now."""
        return self.states[-1]


class Broken(NamedTuple):
    """A move of a record that cannot be made: its *place* in the moves and what is wrong."""

    place: int
    fault: Fault


_courses: OrderedDict[object, tuple[list[str], list[Any], list[Any]]] = OrderedDict()
KEPT = 4
"""How many matches are kept, so that a match that goes on is not replayed from its start at every move."""


def course(game: Playable[S, M], setup: Setup, variant: object, texts: Sequence[str]) -> Course[S, M] | Broken:
    """Return how a match went, or the first of its moves that cannot be made."""
    key = (game.deal, setup, variant)
    known, moves, states = _courses.get(key) or ([], [], [game.begin(setup, variant)])
    same = next((i for i, (a, b) in enumerate(zip(known, texts, strict=False)) if a != b), min(len(known), len(texts)))
    known, moves, states = known[:same], moves[:same], states[: same + 1]
    for place, text in enumerate(texts[same:], same):
        move = _made(game, states[-1], text)
        if isinstance(move, Fault):
            return Broken(place, move)
        known.append(text)
        moves.append(move)
        states.append(game.apply(states[-1], move))
    _courses[key] = known, moves, states
    _courses.move_to_end(key)
    while len(_courses) > KEPT:
        _courses.popitem(last=False)
    return Course(tuple(states), tuple(moves))


def over(state: State) -> Fault:
    """Return why no move can be made where no seat is to move."""
    return Fault("", "match_over" if state.won_by is not None else "deals_used_up")


def _made(game: Playable[S, M], state: S, text: str) -> M | Fault:
    if state.to_move is None:
        return over(state)
    move = game.read(state, text)
    if isinstance(move, Fault):
        return move
    forbidden = game.forbids(state, move)
    return Fault("", "illegal_move", {"move": shown(text)}, forbidden[0].rule) if forbidden else move


def follow(
    game: Playable[S, M], setup: Setup, variant: object, texts: Sequence[str], view: int | None = None
) -> Iterator[Fault]:
    """Give what is wrong with a record: its setup under these options, or the first move that cannot be made."""
    unfit = [*game.fits(setup, variant, view)]
    if unfit:
        yield from unfit
        return
    found = course(game, setup, variant, texts)
    if isinstance(found, Broken):
        fault = found.fault
        yield Fault(at("moves", found.place), fault.kind, fault.data, fault.rule)


def visible(game: Playable[S, M], state: S, seat: int | None) -> Counter[Card]:
    """Return the cards that a seat sees face up, wherever they lie."""
    seen = Counter(card for cards in game.places(game.view(state, seat)).values() for card in cards)
    del seen[HIDDEN]
    return seen


def seat_of(text: str, example: str) -> tuple[int, list[str]] | Fault:
    """Split a move's text into its seat and its other words; the fault names *example*, a move of the game."""
    words = text.split()
    if not words or words[0] not in ("0", "1", "2", "3"):
        return Fault("", "move_without_seat", {"move": shown(text), "example": example})
    return int(words[0]), words[1:]

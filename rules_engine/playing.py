"""The questions about a match that every playable game answers: ``play``, ``why_not``, ``advise``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import make_dataclass
from types import MappingProxyType
from typing import Annotated, Any, cast

from rules_engine.match import (
    MOST_MOVES,
    Advice,
    Broken,
    Course,
    Move,
    Playable,
    Setup,
    State,
    course,
    follow,
    over,
    setup_of,
)
from rules_engine.reading import Fault, ListOf, OneLine, OneOf, Record
from rules_engine.reasons import Judged, Plain, Reason

TEXT = OneLine(500)
"""The text of a move."""
MOVES = ListOf(TEXT, most=MOST_MOVES)
SEAT = OneOf((0, 1, 2, 3), "seat")
STRENGTHS = (1, 2, 3)
STRENGTH = OneOf(STRENGTHS, "strength")

Match = Playable[State, Move]
Answer = Judged[dict[str, Plain]]
Adviser = Callable[[Any, int], Advice]
"""Gives the move that a computer player of a strength would make, from its seat's view."""


class _Asked:
    """A match as a question holds it."""

    __slots__ = ()
    game: Match
    adviser: Adviser
    setup: Setup
    moves: tuple[str, ...]
    variant: object
    view: int | None

    def faults(self) -> Iterator[Fault]:
        """Give the first move that cannot be made."""
        yield from follow(self.game, self.setup, self.variant, self.moves, getattr(self, "view", None))

    def course(self) -> Course[State, Move]:
        """Return how the match went."""
        found = course(self.game, self.setup, self.variant, self.moves)
        assert not isinstance(found, Broken), found
        return found


class _Play(_Asked):
    """Asks how a match stands: what everybody, or the seat *view*, sees of it, and what may be done."""

    __slots__ = ()

    def judge(self) -> Answer:
        """Answer the question."""
        course = self.course()
        state = course.last
        value: dict[str, Plain] = {
            "state": self.game.plain(self.game.view(state, self.view)),
            "to_move": state.to_move,
            "legal": [str(move) for move in self._legal(state)],
            "score": [*state.score],
            "over": state.won_by is not None,
            "won_by": state.won_by,
        }
        return Judged(value, self._because(course))

    def _because(self, course: Course[State, Move]) -> tuple[Reason, ...]:
        """Return why this seat is to move; where no seat is, first what the last move did, the count included."""
        turn = self.game.turn(course.last)
        if course.last.to_move is not None or not course.moves:
            return turn
        ended = self.game.why(course.states[-2], course.moves[-1])
        return (*ended, *(reason for reason in turn if reason not in ended))

    def _legal(self, state: State) -> list[Move]:
        """Return the legal moves, but only to those who may know them: they would tell the cards of the hand."""
        mine = self.view is not None and self.view == state.to_move
        return list(self.game.legal_moves(state)) if mine or self.view is None else []


class _WhyNot(_Asked):
    """Asks whether a move may be made in a match, and which rule forbids it."""

    __slots__ = ()
    move: str

    def faults(self) -> Iterator[Fault]:
        """Give the first move that cannot be made, or what is wrong with the text of the move asked about."""
        broken = list(follow(self.game, self.setup, self.variant, self.moves, getattr(self, "view", None)))
        yield from broken
        if not broken:
            state = self.course().last
            found = over(state) if state.to_move is None else self.game.read(state, self.move)
            if isinstance(found, Fault):
                yield Fault("move", found.kind, found.data, found.rule)

    def judge(self) -> Answer:
        """Answer the question."""
        state = self.course().last
        move = cast(Move, self.game.read(state, self.move))
        forbidden = self.game.forbids(state, move)
        return Judged({"legal": not forbidden}, forbidden or self.game.why(state, move))


class _Advise(_Asked):
    """Asks what a computer player would do in the place of the seat *view*, which is to move."""

    __slots__ = ()
    strength: int

    def faults(self) -> Iterator[Fault]:
        """Give the first move that cannot be made, or that another seat is to move."""
        broken = list(follow(self.game, self.setup, self.variant, self.moves, getattr(self, "view", None)))
        yield from broken
        if not broken:
            state = self.course().last
            if state.to_move is None:
                yield Fault("view", over(state).kind)
            elif state.to_move != self.view:
                yield Fault("view", "not_to_move", {"seat": self.view, "to_move": state.to_move})

    def judge(self) -> Answer:
        """Answer the question."""
        view = self.game.view(self.course().last, self.view)
        move, because = self.adviser(view, self.strength)
        return Judged({"move": str(move)}, because)


def kinds(game: Playable[Any, Any], adviser: Adviser, variant: object) -> Mapping[str, type]:
    """Return the kinds of questions about matches of a game; *variant* is the shape of its options."""
    options = cast(Any, variant)
    setup = Record(setup_of(game.deal))
    match: list[Any] = [
        ("setup", Annotated[Any, setup]),
        ("moves", Annotated[tuple[str, ...], MOVES], ()),
    ]
    option: list[Any] = [("variant", Annotated[Any, options], game.variant())]
    seen: list[Any] = [("view", Annotated[int | None, SEAT], None)]
    fields: Mapping[str, tuple[type, list[Any]]] = {
        "play": (_Play, [*match, *seen, *option]),
        "why_not": (_WhyNot, [match[0], ("move", Annotated[str, TEXT]), match[1], *option]),
        "advise": (
            _Advise,
            [match[0], ("view", Annotated[int, SEAT]), match[1], ("strength", Annotated[int, STRENGTH], 3), *option],
        ),
    }
    return MappingProxyType(
        {
            kind: make_dataclass(
                f"{base.__name__.strip('_')}Question",
                own,
                bases=(base,),
                frozen=True,
                namespace={"game": game, "adviser": staticmethod(adviser), "__doc__": base.__doc__},
            )
            for kind, (base, own) in fields.items()
        }
    )

"""The questions that Mus answers: ``hand``, ``lance``, ``bet``, ``count``.

Each is a record whose fields say what a plain value must look like. ``judge`` answers it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, ClassVar

from rules_engine.cards import SPANISH, Card
from rules_engine.mus.bets import CALLS, Betting, Call, Outcome, follow, judge_bets
from rules_engine.mus.count import count
from rules_engine.mus.hands import LANCES, Lance, Variant
from rules_engine.mus.lances import SEATS, Table, judge_hand, judge_lance, team_of
from rules_engine.reading import (
    LARGEST,
    Cards,
    Either,
    Fault,
    ListOf,
    MappingOf,
    OneOf,
    Record,
    Shape,
    Whole,
    at,
    gather,
    mapping,
    refuse,
)
from rules_engine.reasons import Judged, Plain

SEAT = OneOf(SEATS, "seat")
TEAM = OneOf((0, 1), "team")
LANCE = OneOf(LANCES, "lance")
FOUR_CARDS = Cards(SPANISH, 4)
FOUR_HANDS = ListOf(FOUR_CARDS, 4, 4, table="seat")
HANDS_BY_SEAT = MappingOf(FOUR_CARDS, tuple("0123"), table="seat")
VARIANT = Record(Variant, "options.{}.label")
DEFAULTS = Variant()

Answer = Judged[dict[str, Plain]]


@dataclass(frozen=True, slots=True)
class Hands:
    """Hands of four cards: a list of four, or a mapping from seats to the hands of fewer players."""

    def read(self, value: object, path: str, faults: list[Fault]) -> Mapping[int, tuple[Card, ...]]:
        """Read the hands by seat."""
        if isinstance(value, list | tuple):
            hands = FOUR_HANDS.read(value, path, faults)
            return MappingProxyType(dict(enumerate(hands)))
        given = HANDS_BY_SEAT.read(value, path, faults)
        if not given:
            refuse(faults, path, "no_hands")
        return MappingProxyType({int(seat): hand for seat, hand in given.items()})

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return {"anyOf": [FOUR_HANDS.schema(), {**HANDS_BY_SEAT.schema(), "minProperties": 1}]}


@dataclass(frozen=True, slots=True)
class CallShape:
    """One call, ``[seat, call]`` or ``[seat, call, amount]``."""

    def read(self, value: object, path: str, faults: list[Fault]) -> Call:
        """Read the call."""
        if not isinstance(value, list | tuple) or len(value) not in (2, 3):
            refuse(faults, path, "not_a_call")
        shapes: tuple[Shape[Any], ...] = (SEAT, OneOf(CALLS, "call"), Whole(0))
        parts: list[Any] = gather(
            functools.partial(shape.read, part, at(path, place), faults)
            for place, (shape, part) in enumerate(zip(shapes, value, strict=False))
            if place < 2 or part is not None
        )
        return Call(*parts)

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        parts = [SEAT.schema(), OneOf(CALLS).schema(), Whole(0).schema()]
        return {"type": "array", "prefixItems": parts, "minItems": 2, "maxItems": 3}


@dataclass(frozen=True, slots=True)
class Refused:
    """A refused bet: the *team* paid, and its *points*."""

    team: Annotated[int, TEAM]
    points: Annotated[int, Whole(1)]


@dataclass(frozen=True, slots=True)
class OutcomeShape:
    """How the betting of a lance ended: ``paso`` or what ``bet`` answers."""

    shapes: ClassVar[Mapping[str, Shape[Any]]] = {
        "passed": OneOf((True,)),
        "accepted": Whole(1),
        "refused": Record(Refused),
        "ordago": OneOf((True,)),
    }

    def read(self, value: object, path: str, faults: list[Fault]) -> Outcome:
        """Read the outcome."""
        given = mapping(value, path, faults)
        if len(given) != 1 or not set(given) <= set(self.shapes):
            refuse(faults, path, "not_an_outcome", allowed=[*self.shapes])
        [(key, entry)] = given.items()
        read: Any = self.shapes[key].read(entry, at(path, key), faults)
        if key == "refused":
            return Outcome(refused=read.points, team=read.team)
        return Outcome(**{key: read})

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        properties = {key: shape.schema() for key, shape in self.shapes.items()}
        return {
            "type": "object", "properties": properties, "minProperties": 1, "maxProperties": 1,
            "additionalProperties": False,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Paso:
    """The word ``paso`` for a lance in which all passed."""

    def read(self, value: object, path: str, faults: list[Fault]) -> Outcome:
        """Read the word."""
        OneOf(("paso",)).read(value, path, faults)
        return Outcome(passed=True)

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return {"const": "paso"}


CALL_LIST = ListOf(CallShape(), blank=(0, "paso"))
OUTCOME: Either[Outcome] = Either({"text": Paso(), "mapping": OutcomeShape()})


def too_many(hands: Mapping[int, tuple[Card, ...]], path: str) -> Iterator[Fault]:
    """Give the fault of hands that one pack cannot hold together."""
    card = SPANISH.excess(card for hand in hands.values() for card in hand)
    if card is not None:
        yield Fault(path, "pack_exceeded", {"card": str(card), "copies": SPANISH.copies(card)})


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """Asks what a hand of four cards is worth in each lance."""

    cards: Annotated[tuple[Card, ...], FOUR_CARDS]
    variant: Annotated[Variant, VARIANT] = DEFAULTS

    def faults(self) -> Iterator[Fault]:
        """Give what is wrong between the fields."""
        return too_many({0: self.cards}, "cards")

    def judge(self) -> Answer:
        """Answer the question."""
        return judge_hand(self.cards, self.variant)


@dataclass(frozen=True, slots=True)
class LanceQuestion:
    """Asks who wins a lance with these hands."""

    lance: Annotated[Lance, LANCE]
    hands: Annotated[Mapping[int, tuple[Card, ...]], Hands()]
    mano: Annotated[int, SEAT]
    variant: Annotated[Variant, VARIANT] = DEFAULTS

    def faults(self) -> Iterator[Fault]:
        """Give what is wrong between the fields."""
        return too_many(self.hands, "hands")

    def judge(self) -> Answer:
        """Answer the question."""
        judged = judge_lance(Table(self.hands, self.mano, self.variant), self.lance)
        return judged.map(lambda seat: {"winner": seat, "team": None if seat is None else team_of(seat)})


@dataclass(frozen=True, slots=True)
class BetQuestion:
    """Asks how the betting of a lance stands or ends after these calls."""

    lance: Annotated[Lance, LANCE]
    mano: Annotated[int, SEAT]
    calls: Annotated[tuple[Call, ...], CALL_LIST]
    eligible: Annotated[tuple[int, ...], ListOf(SEAT, 0, 4)] = SEATS
    variant: Annotated[Variant, VARIANT] = DEFAULTS

    def _followed(self) -> list[Betting] | Fault:
        return follow(self.mano, frozenset(self.eligible), self.calls, self.variant.min_raise, self.variant.target)

    def faults(self) -> Iterator[Fault]:
        """Give the first call that may not be made; those after it cannot be judged."""
        followed = self._followed()
        if isinstance(followed, Fault):
            yield followed

    def judge(self) -> Answer:
        """Answer the question."""
        followed = self._followed()
        assert not isinstance(followed, Fault)
        return judge_bets(self.lance, self.mano, followed, self.calls)


@dataclass(frozen=True, slots=True)
class CountQuestion:
    """Asks what a round pays, lance by lance, and whether the game is won."""

    mano: Annotated[int, SEAT]
    hands: Annotated[tuple[tuple[Card, ...], ...], FOUR_HANDS]
    before: Annotated[tuple[int, ...], ListOf(Whole(0, LARGEST), 2, 2, table="team")]
    lances: Annotated[Mapping[Lance, Outcome], MappingOf(OUTCOME, LANCES, table="lance")]
    variant: Annotated[Variant, VARIANT] = DEFAULTS

    @property
    def table(self) -> Table:
        """The four hands with the mano and the options."""
        return Table(dict(enumerate(self.hands)), self.mano, self.variant)

    def faults(self) -> Iterator[Fault]:
        """Give what is wrong between the fields."""
        yield from too_many(dict(enumerate(self.hands)), "hands")
        for team, points in enumerate(self.before):
            if points >= self.variant.target:
                data: dict[str, Plain] = {"points": points, "target": self.variant.target}
                yield Fault(f"before[{team}]", "count_game_over", data, "mus.target")
        yield from self._lances_that_cannot_be()

    def _lances_that_cannot_be(self) -> Iterator[Fault]:
        table = self.table
        if "punto" in self.lances and table.juego_seats:
            seats: list[Plain] = [*table.juego_seats]
            yield Fault("lances.punto", "count_juego_not_punto", {"seats": seats}, "mus.punto.nobody-has-juego")
        if "juego" in self.lances and not table.juego_seats:
            yield Fault("lances.juego", "count_punto_not_juego", {}, "mus.punto")
        for lance, seats_ in (("pares", table.pares_seats), ("juego", table.juego_seats)):
            outcome = self.lances.get(lance)  # type: ignore[call-overload]
            if outcome and not outcome.passed and seats_ is not None and len({team_of(s) for s in seats_}) < 2:
                yield Fault(f"lances.{lance}", "count_one_side_only", {"lance": lance}, "mus.one-side-only")

    def judge(self) -> Answer:
        """Answer the question."""
        tally = count(self.table, (self.before[0], self.before[1]), self.lances)
        return Judged(tally.plain(), tally.because)


QUESTIONS: Mapping[str, type] = MappingProxyType(
    {"hand": HandQuestion, "lance": LanceQuestion, "bet": BetQuestion, "count": CountQuestion}
)

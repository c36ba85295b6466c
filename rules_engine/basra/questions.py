"""The questions that Basra answers: ``deal_table``, ``seats``, ``capture``, ``score``.

Each is a record whose fields say what a plain value must look like. ``judge`` answers it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, Generic, TypeVar

from rules_engine.basra.capture import Play, Variant, in_order, judge_capture
from rules_engine.basra.count import count
from rules_engine.basra.deal import ON_FLOOR, deal_floor, judge_floor, judge_seats
from rules_engine.cards import FRENCH, Card
from rules_engine.reading import LARGEST, LONGEST_NAME, Cards, Fault, ListOf, OneLine, Record, Shape, Whole, shown
from rules_engine.reasons import Judged, Plain

T = TypeVar("T")

PACK = len(FRENCH.ranks) * len(FRENCH.suits)
"""How many cards the pack has: 52."""
CARDS = Cards(FRENCH)
ONE = Cards(FRENCH, 1)
_PAIR = ListOf(Whole(0, PACK), 2, 2, table="team")
VARIANT = Record(Variant, "options.{}.label")
DEFAULTS = Variant()

Answer = Judged[dict[str, Plain]]


@dataclass(frozen=True, slots=True)
class OneCard:
    """A single French card, also as a list of one."""

    def read(self, value: object, path: str, faults: list[Fault]) -> Card:
        """Read the card."""
        [card] = ONE.read(value, path, faults)
        return card

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return ONE.schema()


@dataclass(frozen=True, slots=True)
class Given(Generic[T]):
    """A value that may be left out, and that a form shows only where it is given."""

    inner: Shape[T]

    def read(self, value: object, path: str, faults: list[Fault]) -> T:
        """Read the value."""
        return self.inner.read(value, path, faults)

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return self.inner.schema()


@dataclass(frozen=True, slots=True)
class Take:
    """The floor cards that a player wants to take."""

    def read(self, value: object, path: str, faults: list[Fault]) -> tuple[Card, ...]:
        """Read the cards."""
        return CARDS.read(value, path, faults)

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return CARDS.schema()


@dataclass(frozen=True, slots=True)
class PerTeam:
    """A number for each team; a question may ask for several such pairs, so that a form says which is which."""

    def read(self, value: object, path: str, faults: list[Fault]) -> tuple[int, ...]:
        """Read the pair."""
        return _PAIR.read(value, path, faults)

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return _PAIR.schema()


PER_TEAM = PerTeam()
PILES = Given(ListOf(CARDS, 2, 2, table="team"))


def _twice(cards: Iterable[Card], path: str) -> Iterator[Fault]:
    """Give the fault of cards that one pack cannot hold together."""
    card = FRENCH.excess(cards)
    if card is not None:
        yield Fault(path, "pack_exceeded", {"card": str(card), "copies": FRENCH.copies(card)})


@dataclass(frozen=True, slots=True)
class CaptureQuestion:
    """Asks what a played card captures, and whether that is a basra; *take* is what the player wants to take."""

    table: Annotated[tuple[Card, ...], CARDS]
    play: Annotated[Card, OneCard()]
    take: Annotated[tuple[Card, ...] | None, Take()] = None
    variant: Annotated[Variant, VARIANT] = DEFAULTS

    def faults(self) -> Iterator[Fault]:
        """Give what is wrong between the fields."""
        yield from _twice(self.table, "table")
        if self.play in self.table:
            yield Fault("play", "play_on_floor", {"card": str(self.play)})
        yield from _twice(self.take or (), "take")
        for card in self.take or ():
            if card not in self.table:
                yield Fault("take", "take_not_on_floor", {"card": str(card)})

    @property
    def played(self) -> Play:
        """The card on the floor to which it is played."""
        return Play(in_order(self.table), self.play, self.variant)

    def judge(self) -> Answer:
        """Answer the question."""
        return judge_capture(self.played, None if self.take is None else in_order(self.take))


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreQuestion:
    """Asks what a round pays: from the numbers of *cards*, or from the *captured* cards themselves."""

    cards: Annotated[tuple[int, ...] | None, Given(PER_TEAM)] = None
    captured: Annotated[tuple[tuple[Card, ...], ...] | None, PILES] = None
    basras: Annotated[tuple[int, ...], PER_TEAM]
    jack_basras: Annotated[tuple[int, ...], PER_TEAM] = (0, 0)
    carried: Annotated[int, Whole(0, LARGEST)] = 0
    variant: Annotated[Variant, VARIANT] = DEFAULTS

    @property
    def numbers(self) -> tuple[int, ...]:
        """How many cards each team has captured."""
        return self.cards if self.captured is None else tuple(map(len, self.captured))  # type: ignore[return-value]

    def faults(self) -> Iterator[Fault]:
        """Give what is wrong between the fields."""
        if (self.cards is None) == (self.captured is None):
            yield Fault("", "score_cards_or_captured")
            return
        yield from _twice((card for pile in self.captured or () for card in pile), "captured")
        if sum(self.numbers) > PACK:
            yield Fault("cards", "score_too_many_cards", {"count": sum(self.numbers), "most": PACK}, "basra.pack")
        if self.variant.card_points == "levant" and self.captured is None:
            yield Fault("captured", "score_needs_captured", {}, "basra.card-points-levant")

    def judge(self) -> Answer:
        """Answer the question."""
        tally = count(self.numbers, self.basras, self.jack_basras, self.carried, self.captured, self.variant)
        return Judged(tally.plain(), tally.because)


@dataclass(frozen=True, slots=True)
class DealTableQuestion:
    """Asks which cards lie on the floor after the deal, from the next *cards* of the pack in order."""

    cards: Annotated[tuple[Card, ...], CARDS]
    variant: Annotated[Variant, VARIANT] = DEFAULTS

    def faults(self) -> Iterator[Fault]:
        """Give what is wrong with the cards together."""
        yield from _twice(self.cards, "cards")
        if deal_floor(self.cards) is None:
            yield Fault("cards", "deal_too_few", {"count": len(self.cards), "needed": ON_FLOOR})

    def judge(self) -> Answer:
        """Answer the question."""
        floor = deal_floor(self.cards)
        assert floor is not None
        return judge_floor(floor)


@dataclass(frozen=True, slots=True)
class SeatsQuestion:
    """Asks who sits where, from the names of the players in the order of joining."""

    joins: Annotated[tuple[str, ...], ListOf(OneLine(LONGEST_NAME), 2, 4, table="joining")]
    variant: Annotated[Variant, VARIANT] = DEFAULTS

    def faults(self) -> Iterator[Fault]:
        """Give what is wrong with the names together."""
        if len(self.joins) != self.variant.players:
            data: dict[str, Plain] = {"count": len(self.joins), "players": self.variant.players}
            yield Fault("joins", "seats_number", data)
        for place, name in enumerate(self.joins):
            if name in self.joins[:place]:
                yield Fault(f"joins[{place}]", "seats_twice", {"name": shown(name)})

    def judge(self) -> Answer:
        """Answer the question."""
        return judge_seats(self.joins)


QUESTIONS: Mapping[str, type] = MappingProxyType(
    {"seats": SeatsQuestion, "deal_table": DealTableQuestion, "score": ScoreQuestion, "capture": CaptureQuestion}
)

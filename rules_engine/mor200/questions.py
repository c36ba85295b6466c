"""The questions that Mor 200 answers: ``meld``, ``add``, ``take_pile``, ``close``, ``score``.

Each is a record whose fields say what a plain value must look like. ``judge`` answers it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated

from rules_engine.cards import Card
from rules_engine.mor200 import rules
from rules_engine.mor200.closing import Team, judge_close
from rules_engine.mor200.melds import judge_add, judge_meld, plain, why_not
from rules_engine.mor200.scoring import RoundEnd, judge_score
from rules_engine.mor200.sequences import ALL_CARDS, DECK, LEAST, Variant, arrange, in_order
from rules_engine.mor200.taking import Taking, judge_taking
from rules_engine.reading import Cards, Fault, ListOf, OneOf, Record, at
from rules_engine.reasons import Judged, Plain

CARDS = Cards(DECK)
MOST_MELDS = ALL_CARDS // LEAST
"""No more sequences can lie on the table."""
MELDS = ListOf(CARDS, most=MOST_MELDS, blank=())
TOOK_11 = OneOf((False, True), "took_11")
VARIANT = Record(Variant, "options.{}.label")
DEFAULTS = Variant()

Answer = Judged[dict[str, Plain]]
Hand = tuple[Card, ...]


def too_many(given: Mapping[str, Sequence[Card]]) -> Iterator[Fault]:
    """Give the fault of cards, by their paths, that the pack cannot hold together, where one is too many."""
    seen = Counter[Card]()
    for path, cards in given.items():
        seen.update(cards)
        card = DECK.excess(seen.elements())
        if card is not None:
            yield Fault(path, "pack_exceeded", {"card": str(card), "copies": DECK.copies(card)})
            return


def _placed(path: str, lists: Sequence[Hand]) -> dict[str, Hand]:
    return {at(path, place): cards for place, cards in enumerate(lists)}


def _no_sequences(melds: Mapping[str, Hand], variant: Variant) -> Iterator[Fault]:
    """Give the faults of what lies on the table, by its paths, and is no sequence."""
    for path, cards in melds.items():
        if arrange(cards, variant) is None:
            data: dict[str, Plain] = {"cards": plain(in_order(cards))}
            yield Fault(path, "not_a_sequence", data, why_not(cards, variant)[0].rule)


@dataclass(frozen=True, slots=True)
class MeldQuestion:
    """Asks whether cards are a sequence, of which class, and what it is worth."""

    cards: Annotated[Hand, CARDS]
    variant: Annotated[Variant, VARIANT] = DEFAULTS

    def faults(self) -> Iterator[Fault]:
        """Give what is wrong between the fields."""
        return too_many({"cards": self.cards})

    def judge(self) -> Answer:
        """Answer the question."""
        return judge_meld(self.cards, self.variant)


@dataclass(frozen=True, slots=True)
class AddQuestion:
    """Asks what becomes of a sequence on the table when cards are added to it."""

    meld: Annotated[Hand, CARDS]
    cards: Annotated[Hand, CARDS]
    variant: Annotated[Variant, VARIANT] = DEFAULTS

    def faults(self) -> Iterator[Fault]:
        """Give what is wrong between the fields."""
        yield from too_many({"meld": self.meld, "cards": self.cards})
        yield from _no_sequences({"meld": self.meld}, self.variant)
        if not self.cards:
            yield Fault("cards", "nothing_added")

    def judge(self) -> Answer:
        """Answer the question."""
        return judge_add(self.meld, self.cards, self.variant)


@dataclass(frozen=True, slots=True)
class TakePileQuestion:
    """Asks whether the discard pile may be taken, with the cards named or with which cards of the hand."""

    pile: Annotated[Hand, CARDS]
    hand: Annotated[Hand, CARDS]
    with_: Annotated[Hand | None, CARDS] = None
    melds: Annotated[tuple[Hand, ...], MELDS] = ()
    took_11: Annotated[bool, TOOK_11] = False
    variant: Annotated[Variant, VARIANT] = DEFAULTS

    def faults(self) -> Iterator[Fault]:
        """Give what is wrong between the fields."""
        melds = _placed("melds", self.melds)
        yield from too_many({"pile": self.pile, "hand": self.hand, **melds})
        yield from _no_sequences(melds, self.variant)
        for card in Counter(self.with_ or ()) - Counter(self.hand):
            yield Fault("with", "not_in_hand", {"card": str(card)})

    def judge(self) -> Answer:
        """Answer the question."""
        if not self.pile:
            empty: dict[str, Plain] = {"legal": False, **({"ways": []} if self.with_ is None else {})}
            return Judged(empty, (rules.TAKE_PILE("empty"),))
        team = Team(self.melds, self.took_11, self.variant)
        return judge_taking(Taking(self.pile, self.hand, team), self.with_)


@dataclass(frozen=True, slots=True)
class CloseQuestion:
    """Asks whether a player closes the round with this discard."""

    melds: Annotated[tuple[Hand, ...], MELDS]
    hand: Annotated[Hand, CARDS]
    took_11: Annotated[bool, TOOK_11]
    discard: Annotated[Hand, CARDS] = ()
    variant: Annotated[Variant, VARIANT] = DEFAULTS

    def faults(self) -> Iterator[Fault]:
        """Give what is wrong between the fields."""
        melds = _placed("melds", self.melds)
        yield from too_many({**melds, "hand": self.hand})
        yield from _no_sequences(melds, self.variant)
        if len(self.discard) > 1:
            yield Fault("discard", "number_of_cards", {"count": len(self.discard), "expected": 1})
        for card in Counter(self.discard) - Counter(self.hand):
            yield Fault("discard", "not_in_hand", {"card": str(card)})

    def judge(self) -> Answer:
        """Answer the question."""
        team = Team(self.melds, self.took_11, self.variant)
        judged = judge_close(team, self.hand, next(iter(self.discard), None))
        return judged.map(lambda legal: {"legal": legal})


@dataclass(frozen=True, slots=True)
class TeamEnd:
    """How the round ended for a team: its sequences, what its players still held, whether it took its 11 and closed."""

    melds: Annotated[tuple[Hand, ...], MELDS]
    hands: Annotated[tuple[Hand, ...], ListOf(CARDS, 2, 2, table="partner")]
    took_11: Annotated[bool, TOOK_11]
    closed: Annotated[bool, OneOf((False, True), "closed")]


@dataclass(frozen=True, slots=True)
class TeamShape(Record[TeamEnd]):
    """The end of the round for one team; its fields are labelled with the team."""


TEAMS = ListOf(TeamShape(TeamEnd), 1, 2, table="team")


@dataclass(frozen=True, slots=True)
class ScoreQuestion:
    """Asks what a round brings to one team or to both."""

    teams: Annotated[tuple[TeamEnd, ...], TEAMS]
    variant: Annotated[Variant, VARIANT] = DEFAULTS

    def faults(self) -> Iterator[Fault]:
        """Give what is wrong between the fields."""
        melds, hands = dict[str, Hand](), dict[str, Hand]()
        for place, team in enumerate(self.teams):
            melds |= _placed(at(at("teams", place), "melds"), team.melds)
            hands |= _placed(at(at("teams", place), "hands"), team.hands)
        yield from too_many({**melds, **hands})
        yield from _no_sequences(melds, self.variant)
        if all(team.closed for team in self.teams) and len(self.teams) > 1:
            yield Fault("teams[1].closed", "both_closed", {}, rules.CLOSING_BONUS.id)

    def judge(self) -> Answer:
        """Answer the question."""
        ends = [RoundEnd(team.melds, team.hands, team.took_11, team.closed) for team in self.teams]
        return judge_score(ends, self.variant)


QUESTIONS: Mapping[str, type] = MappingProxyType(
    {
        "meld": MeldQuestion,
        "add": AddQuestion,
        "take_pile": TakePileQuestion,
        "close": CloseQuestion,
        "score": ScoreQuestion,
    }
)

"""The question how often a hand of Mus wins each lance, and how its answer is put on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any

from rules_engine.cards import Card
from rules_engine.mus import rules
from rules_engine.mus.chances import chances, unseen
from rules_engine.mus.hands import LANCES, Variant, counted
from rules_engine.mus.lances import judge_hand, team_of
from rules_engine.mus.questions import DEFAULTS, FOUR_CARDS, SEAT, VARIANT, Answer, too_many
from rules_engine.mus.scene import dress, mano_chip
from rules_engine.reading import Fault
from rules_engine.reasons import Judged, Plain
from rules_engine.staging import Bar, Line, Mark, Stage, Staging, Zone


@dataclass(frozen=True, slots=True)
class OddsQuestion:
    """Asks in how many of all deals of the other cards a hand, and its team, wins each lance."""

    hand: Annotated[tuple[Card, ...], FOUR_CARDS]
    seat: Annotated[int, SEAT]
    mano: Annotated[int, SEAT]
    variant: Annotated[Variant, VARIANT] = DEFAULTS

    def faults(self) -> Iterator[Fault]:
        """Give what is wrong between the fields."""
        return too_many({0: self.hand}, "hand")

    def judge(self) -> Answer:
        """Answer the question."""
        ranks = counted(self.hand, self.variant)
        left = unseen(ranks, self.variant)
        found = chances(ranks, self.seat, self.mano, left, self.variant)
        value: dict[str, Plain] = {lance: {**each._asdict()} for lance, each in found.items()}
        why = rules.ODDS(count=sum(left.values()), mano=self.mano)
        return Judged(value, (why, *judge_hand(self.hand, self.variant).because))


def odds_stage(asked: OddsQuestion, answer: Answer | None) -> Stage:
    """Put the hand on the table, with a bar for each lance beside it."""
    heading = Line("answers.odds.asks", {"seat": asked.seat, "mano": asked.mano})
    chips = mano_chip(asked.seat, asked.mano)
    zone = Zone("hand", Line("labels.seat", {"seat": asked.seat}), dress({0: asked.hand})[0], chips=chips, layout="row")
    if answer is None:
        return Stage(heading, (zone,))
    bars = tuple(_bar(lance, answer.value[lance], team_of(asked.seat)) for lance in LANCES)
    return Stage(heading, (zone,), lines=(Line("answers.odds.counted"),), bars=bars)


def _bar(lance: str, found: Any, team: int) -> Bar:
    """Return the shares of the deals in which the lance is played, and say in how many it is."""
    label, played, of = Line("labels.value", {"value": f"lance.{lance}"}), found["played"], found["of"]
    if not played:
        return Bar(label, played, note=Line("answers.odds.never"))
    marks = (
        Mark("team", Line("labels.team", {"team": team}), found["won"]),
        Mark("own", Line("answers.odds.own"), found["own"]),
    )
    return Bar(label, played, marks, None if played == of else Line("answers.odds.played", {"share": [played, of]}))


KINDS: Mapping[str, type] = MappingProxyType({"odds": OddsQuestion})
SCENES: Mapping[str, Staging] = MappingProxyType({"odds": odds_stage})

"""The score sheet of Basra: a line holds what both teams have counted after a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any

from rules_engine.basra import rules
from rules_engine.basra.capture import BASRA_POINTS, Variant
from rules_engine.basra.count import TEAMS, Tally, card_points, count
from rules_engine.basra.match import standing
from rules_engine.basra.questions import DEFAULTS, PACK, VARIANT
from rules_engine.basra.scene import RULE_OF
from rules_engine.cards import FRENCH, Card
from rules_engine.reading import Fault, ListOf, Record, Whole, at
from rules_engine.reasons import Plain, Reason
from rules_engine.sheets import MOST_ROUNDS, NAMES, Counted, Group, Item, Left, Sheet, Sheeting, staging, winner
from rules_engine.staging import Field, Line

PAIR = ListOf(Whole(0, PACK), 2, 2, table="team")
JACKS = len(FRENCH.suits)
_ALL_CARDS = tuple(Card(rank, suit) for rank in FRENCH.ranks for suit in FRENCH.suits)
LEVANT_POINTS = sum(item.points for item in card_points(Tally(), 0, _ALL_CARDS).items)
"""What all cards of the pack bring in the Levant."""
LEVANT_PAIR = ListOf(Whole(0, LEVANT_POINTS), 2, 2, table="team")


@dataclass(frozen=True, slots=True)
class Round:
    """What both teams have after a round: captured *cards*, *basras*, and under some variants *jack_basras* apart.

    *card_points* are those of the Levant.
    """

    cards: Annotated[tuple[int, ...], PAIR]
    basras: Annotated[tuple[int, ...], PAIR] = (0, 0)
    jack_basras: Annotated[tuple[int, ...], PAIR] = (0, 0)
    card_points: Annotated[tuple[int, ...] | None, Left(LEVANT_PAIR)] = None

    def faults(self) -> Iterator[Fault]:
        """Give what cannot be, whatever the variant."""
        if sum(self.cards) != PACK:
            yield Fault("cards", "sheet_not_the_pack", {"count": sum(self.cards), "pack": PACK}, "basra.pack")
        for team in TEAMS:
            if 2 * (self.basras[team] + self.jack_basras[team]) > self.cards[team]:
                data: dict[str, Plain] = {"cards": self.cards[team]}
                yield Fault(at("basras", team), "sheet_too_many_basras", data, "basra.basra")
        if 2 * sum(self.jack_basras) > JACKS:
            yield Fault("jack_basras", "sheet_too_many_jack_basras", {}, "basra.jack-basra")


@dataclass(frozen=True, slots=True)
class SheetQuestion(Sheet):
    """Asks what the rounds of a match at a real table have brought, and who leads or has won."""

    rounds: Annotated[tuple[Round, ...], Left(ListOf(Record(Round), most=MOST_ROUNDS))] = ()
    names: Annotated[tuple[str, ...], Left(NAMES)] = ()
    variant: Annotated[Variant, VARIANT] = DEFAULTS

    def impossible(self, entry: Round) -> Iterator[Fault]:
        """Give what is wrong with a line under the sheet's variant."""
        levant = self.variant.card_points == "levant"
        if entry.card_points is None:
            if levant:
                yield Fault("card_points", "sheet_needs_card_points", {}, "basra.card-points-levant")
        elif not levant:
            yield Fault("card_points", "sheet_no_card_points", {}, "basra.no-card-points")
        elif sum(entry.card_points) != LEVANT_POINTS:
            data: dict[str, Plain] = {"count": sum(entry.card_points), "points": LEVANT_POINTS}
            yield Fault("card_points", "sheet_card_points_sum", data, "basra.card-points-levant")

    def nobody_yet(self) -> tuple[Reason, ...]:
        """Return the rule by which nobody has won yet."""
        return (standing((0, 0), self.variant),)

    def count(self, entry: Round, before: Counted) -> Counted:
        """Count a line, then look whether the target is reached."""
        tally = _count(entry, before.carry, self.variant)
        a, b = (before.score[team] + sum(item.points for item in tally.items if item.team == team) for team in TEAMS)
        won = winner((a, b), self.variant.target)
        ended = _ended((a, b), self.variant)
        items = tuple(Item(item.what, item.team, item.points, RULE_OF[item.what].id) for item in tally.items)
        return Counted(items, (*tally.because, *ended), ended, (a, b), won=won, won_by=won, carry=tally.carry)


def _count(entry: Round, carried: int, variant: Variant) -> Tally:
    tally = count(entry.cards, entry.basras, entry.jack_basras, carried, None, variant)
    for team, points in enumerate(entry.card_points or ()):
        if points:
            tally = tally.pay("card_points", team, points, rules.CARD_POINTS_LEVANT("sheet", team=team, points=points))
    return tally


def _ended(score: tuple[int, int], variant: Variant) -> tuple[Reason, ...]:
    """Return why the match is over with these points, or goes on although the target is reached."""
    return (standing(score, variant),) if max(score) >= variant.target else ()


# The page


def groups(entry: Mapping[str, Any], variant: Variant) -> tuple[Group, ...]:
    """Return the fields of a line: a pair of numbers for each thing that is counted."""
    pairs = ["cards", "basras"]
    if variant.jack_basra != BASRA_POINTS:
        pairs.append("jack_basras")
    if variant.card_points == "levant":
        pairs.append("card_points")
    return tuple(_pair(name, entry.get(name)) for name in pairs)


def _pair(name: str, value: object) -> Group:
    given = value if isinstance(value, list | tuple) else ()
    numbers = [given[team] if team < len(given) else None for team in TEAMS]
    most = LEVANT_POINTS if name == "card_points" else PACK
    fields = tuple(
        Field(at(name, team), Line("labels.team", {"team": team}), "number", numbers[team], most=most) for team in TEAMS
    )
    return Group(name, Line(f"sheet.fields.{name}"), fields)


def complete(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Give the other team the rest of the pack, where only one team's cards have been counted."""
    return {name: _rest(value, RESTS[name]) if name in RESTS else value for name, value in entry.items()}


RESTS = {"cards": PACK, "card_points": LEVANT_POINTS}
"""What both teams have together."""


def _rest(value: Any, whole: int) -> Any:
    if not isinstance(value, list | tuple):
        return value
    pair = [*value, None, None][:2] if len(value) < 2 else [*value]
    given = [each for each in pair if isinstance(each, int) and not isinstance(each, bool) and 0 <= each <= whole]
    if len(pair) == 2 and len(given) == 1 and None in pair:
        return [whole - given[0] if each is None else each for each in pair]
    return value


def item_label(item: Item) -> Line:
    """Say what an item is for."""
    return Line("labels.value", {"value": f"what.{item.what}"})


def entered(entry: Round, number: int) -> Iterator[Line]:
    """Say what was written down for a round."""
    pairs = {name: getattr(entry, name) for name in ("cards", "basras", "jack_basras", "card_points")}
    for name, pair in pairs.items():
        if pair and (any(pair) or name == "basras"):
            yield Line(f"sheet.entered.{name}", {"n": number, "a": pair[0], "b": pair[1]})


SHEETING = Sheeting(
    blank={"cards": [None, None], "basras": [0, 0]},
    groups=groups,
    item=item_label,
    entered=entered,
    options=("target", "jack_basra", "tie", "card_points"),
    items=tuple(Line("labels.value", {"value": f"what.{what}"}) for what in ("majority", "basras")),
    complete=complete,
)
KINDS: Mapping[str, type] = MappingProxyType({"sheet": SheetQuestion})
SCENES = staging(SHEETING)

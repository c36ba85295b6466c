"""How the questions of Mor 200 are put on the table, and the fields of its own kinds of values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from rules_engine.cards import Card
from rules_engine.mor200 import rules
from rules_engine.mor200.questions import (
    AddQuestion,
    CloseQuestion,
    MeldQuestion,
    ScoreQuestion,
    TakePileQuestion,
    TeamEnd,
    TeamShape,
)
from rules_engine.mor200.scoring import WHAT
from rules_engine.mor200.sequences import Run, Variant, arrange, card_points
from rules_engine.reading import at, shapes_of
from rules_engine.reasons import Judged, Plain
from rules_engine.staging import Field, Line, Points, Row, Stage, Staging, Zone, fields_of

Answer = Judged[dict[str, Plain]] | None


def run_zone(path: str, label: Line, run: Run, *, note: bool = True) -> Zone:
    """Put a sequence down from low to high, each substitute with the card that it stands for.

    The path is not that of the cards in the question, where they may stand in another order.
    """
    says = {
        place: Line("answers.stands_for", {"place": str(placed.stands_for)})
        for place, placed in enumerate(run.places)
        if not placed.natural
    }
    said = Line("answers.note", {"now": run.kind, "points": card_points(run.cards) + run.bonus})
    return Zone(path, label, run.cards, note=said if note else None, layout="meld", says=says)


def _table(melds: Sequence[Sequence[Card]], variant: Variant, path: str, label: str, **data: Plain) -> Iterator[Zone]:
    """Give the zones of a team's sequences."""
    for place, cards in enumerate(melds):
        run = arrange(cards, variant)
        assert run is not None
        yield run_zone(at(path, place), Line(label, {**data, "number": place + 1}), run)


def _loose(path: str, label: Line, cards: tuple[Card, ...], says: Mapping[int, Line] | None = None) -> Zone:
    return Zone(path, label, cards, layout="row", says=says or {})


def meld_stage(asked: MeldQuestion, answer: Answer) -> Stage:
    """Put the cards on the table and, if they are a sequence, once more in their places."""
    heading = Line("answers.meld.asks")
    zones = (_loose("cards", Line("fields.cards"), asked.cards),)
    if answer is None:
        return Stage(heading, zones)
    return Stage(heading, (*zones, *_in_places(asked.cards, asked.variant)), lines=_worth(answer.value))


def add_stage(asked: AddQuestion, answer: Answer) -> Stage:
    """Put the sequence, the cards added and the result on the table."""
    heading = Line("answers.add.asks")
    before = _loose("meld", Line("fields.meld"), asked.meld)
    zones = (before, _loose("cards", Line("answers.add.cards"), asked.cards))
    if answer is None:
        return Stage(heading, zones)
    was = Line("answers.add.was", {"was": answer.value["was"]})
    result = _in_places((*asked.meld, *asked.cards), asked.variant)
    return Stage(heading, (*zones, *result), lines=(was, *_worth(answer.value)))


def _in_places(cards: Sequence[Card], variant: Variant) -> list[Zone]:
    run = arrange(cards, variant)
    return [run_zone("places", Line("answers.meld.places"), run, note=False)] if run else []


def _worth(value: Mapping[str, Any]) -> tuple[Line, ...]:
    if value["class"] == "illegal":
        return (Line("answers.meld.illegal"),)
    data = {"now": value["class"], "card_points": value["card_points"], "bonus": value["bonus"]}
    return (Line("answers.meld.bonus" if value["bonus"] else "answers.meld.no_bonus", data),)


def take_pile_stage(asked: TakePileQuestion, answer: Answer) -> Stage:
    """Put the discard pile, the hand and the team's sequences on the table."""
    heading = Line("answers.take_pile.asks")
    top = {len(asked.pile) - 1: Line("answers.take_pile.top")} if asked.pile else {}
    chosen = list(asked.with_ or ())
    named = {}
    for place, card in enumerate(asked.hand):
        if card in chosen:
            chosen.remove(card)
            named[place] = Line("answers.take_pile.named")
    zones = (
        _loose("pile", Line("fields.pile"), asked.pile, top),
        _loose("hand", Line("fields.hand"), asked.hand, named),
        *_table(asked.melds, asked.variant, "laid", "answers.sequence"),
    )
    return Stage(heading, zones, lines=() if answer is None else tuple(_taking_lines(answer.value)))


def _taking_lines(value: Mapping[str, Any]) -> Iterator[Line]:
    yield Line("answers.take_pile.legal" if value["legal"] else "answers.take_pile.not_legal")
    for way in value.get("ways", ()):
        yield Line("answers.take_pile.way", {"cards": way}) if way else Line("answers.take_pile.way_alone")


def close_stage(asked: CloseQuestion, answer: Answer) -> Stage:
    """Put the team's sequences and the hand on the table, with the last discard marked."""
    place = asked.hand.index(asked.discard[0]) if asked.discard else None
    says = {} if place is None else {place: Line("answers.close.discard")}
    zones = (
        *_table(asked.melds, asked.variant, "laid", "answers.sequence"),
        _loose("hand", Line("fields.hand"), asked.hand, says),
    )
    heading = Line("answers.close.asks")
    log = (Line("answers.close.took_11" if asked.took_11 else "answers.close.left_11"),)
    if answer is None:
        return Stage(heading, zones, log=log)
    said = "answers.close.legal" if answer.value["legal"] else "answers.close.not_legal"
    return Stage(heading, zones, log=log, lines=(Line(said),))


def score_stage(asked: ScoreQuestion, answer: Answer) -> Stage:
    """Put each team's sequences and what its players still hold on the table, and the score beneath."""
    heading = Line("answers.score.asks")
    zones: list[Zone] = []
    for team, end in enumerate(asked.teams):
        path = at("teams", team)
        zones += _table(end.melds, asked.variant, at(path, "laid"), "answers.sequence_of", team=team)
        zones += [
            _loose(at(at(path, "hands"), partner), _hand_label(team, partner), cards)
            for partner, cards in enumerate(end.hands)
        ]
    log = tuple(_ends(asked.teams))
    if answer is None:
        return Stage(heading, tuple(zones), log=log)
    return Stage(heading, tuple(zones), log=log, lines=_totals(answer.value), points=_points(answer.value))


def _ends(teams: Sequence[TeamEnd]) -> Iterator[Line]:
    """Say how the round ended for each team."""
    for team, end in enumerate(teams):
        yield Line("answers.score.took_11" if end.took_11 else "answers.score.left_11", {"team": team})
        if end.closed:
            yield Line("answers.score.closed", {"team": team})


def _hand_label(team: int, partner: int) -> Line:
    return Line("fields.team_hand", {"seat": team + 2 * partner})


def _totals(value: Mapping[str, Any]) -> tuple[Line, ...]:
    return tuple(
        Line("answers.score.total", {"team": team, "points": points}) for team, points in enumerate(value["points"])
    )


RULE_OF = {
    "cards": rules.CARD_POINTS,
    "closing": rules.CLOSING_BONUS,
    "untaken_11": rules.UNTAKEN_11,
    "no_mor200": rules.NO_MOR200,
    "hands": rules.HANDS,
}
"""The rule behind each line of the score; the others are bonuses."""


def _points(value: Mapping[str, Any]) -> Points:
    columns = [{item["what"]: item["points"] for item in items} for items in value["items"]]
    rows = tuple(
        Row(
            Line("labels.value", {"value": f"what.{what}"}),
            tuple(column.get(what) for column in columns),
            rule=RULE_OF.get(what, rules.BONUS).id,
        )
        for what in WHAT
        if any(what in column for column in columns)
    )
    total = Row(Line("answers.score.sum"), tuple(value["points"]))
    return Points(Line("answers.score.caption"), rows, total, tuple(range(len(columns))))


SCENES: Mapping[str, Staging] = MappingProxyType(
    {
        "meld": meld_stage,
        "add": add_stage,
        "take_pile": take_pile_stage,
        "close": close_stage,
        "score": score_stage,
    }
)


@fields_of.register
def _(shape: TeamShape, value: object, path: str, label: Line) -> list[Field]:
    given = value if isinstance(value, Mapping) else {}
    team: Any = label.data.get("team", 0)
    found = [
        (name, field)
        for name, inner in shapes_of(shape.of).items()
        for field in fields_of(inner, given.get(name), at(path, name), Line(f"fields.team_{name}", {"team": team}))
    ]
    hands = [field for name, field in found if name == "hands"]
    labelled = {field.path: _hand_label(team, partner) for partner, field in enumerate(hands)}
    return [replace(field, label=labelled.get(field.path, field.label)) for _, field in found]

"""How the questions of Basra are put on the table, and the forms of shapes that only Basra has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from rules_engine.basra import rules
from rules_engine.basra.capture import VALUE, Cards
from rules_engine.basra.questions import (
    CARDS,
    ONE,
    CaptureQuestion,
    DealTableQuestion,
    Given,
    OneCard,
    PerTeam,
    ScoreQuestion,
    SeatsQuestion,
    Take,
)
from rules_engine.cards import Card
from rules_engine.reading import LARGEST, at
from rules_engine.reasons import Judged, Plain, Reason
from rules_engine.staging import Choice, Field, Group, Line, Points, Row, Stage, Staging, Zone, fields_of

Answer = Judged[dict[str, Plain]] | None


def _cards(plain: Any) -> Cards:
    """Return the cards of an answer."""
    return CARDS.read(plain, "", [])


def _marks(cards: Sequence[Card], marked: Sequence[Card], mark: str) -> dict[int, str]:
    return {place: mark for place, card in enumerate(cards) if card in marked}


def capture_stage(asked: CaptureQuestion, answer: Answer) -> Stage:
    """Put the floor and the played card on the table, with the cards that are captured marked."""
    captured = _cards(answer.value["captures"]) if answer else ()
    floor = Zone(
        "table",
        Line("answers.capture.floor"),
        asked.table,
        layout="row",
        note=None if asked.table else Line("answers.capture.empty"),
        marks=_marks(asked.table, captured, "captured"),
    )
    zones = [floor, Zone("play", Line("answers.capture.played"), (asked.play,), layout="row")]
    if asked.take is not None:
        refused = answer is not None and not answer.value["legal"]
        marks = _marks(asked.take, asked.take, "wrong") if refused else {}
        note = None if asked.take else Line("answers.capture.nothing")
        zones.append(Zone("take", Line("fields.take_cards"), asked.take, layout="row", marks=marks, note=note))
    said = {"play": str(asked.play)}
    if asked.take is None:
        heading = Line("answers.capture.asks", {**said})
    elif asked.take:
        heading = Line("answers.capture.asks_take", {**said, "take": [str(card) for card in asked.take]})
    else:
        heading = Line("answers.capture.asks_lay", {**said})
    if answer is None:
        return Stage(heading, tuple(zones))
    lines, divided = _capture_lines(asked, answer.value), tuple(_divided(answer.because))
    return Stage(heading, tuple(zones), lines=lines, groups=divided)


def _divided(because: Sequence[Reason]) -> Iterator[Group]:
    """Give the cards of a capture as they are taken: each equal card by itself, then groups with what they make."""
    for reason in because:
        if reason.rule == rules.SAME_RANK.id:
            yield from (Group((card,), Line("answers.capture.equal")) for card in _cards(reason.data["cards"]))
        elif reason.rule == rules.GROUPS.id and "groups" in reason.data:
            groups: Any = reason.data["groups"]
            yield from (_group(_cards(group), str(reason.data["value"])) for group in groups)


def _group(cards: Cards, value: str) -> Group:
    sum_ = " + ".join(str(VALUE[card.rank]) for card in cards)
    return Group(cards, Line("answers.capture.makes", {"sum": f"{sum_} = {value}"}))


def _capture_lines(asked: CaptureQuestion, value: Mapping[str, Any]) -> tuple[Line, ...]:
    play = str(asked.play)
    captured, options = value["captures"], value.get("options")
    lines = []
    if "legal" in value:
        lines.append(Line("answers.capture.legal" if value["legal"] else "answers.capture.not_legal"))
    said = {"play": play, "cards": captured} if captured else {"play": play}
    lines.append(Line("answers.capture.takes" if captured else "answers.capture.lays", said))
    if options:
        shown = options[:MOST_SHOWN]
        key = "choice" if len(shown) == len(options) else "choice_cut"
        lines.append(Line(f"answers.capture.{key}", {"groups": shown, "count": len(options)}))
    if value["basra"]:
        lines.append(Line("answers.capture.basra", {"points": value["points"]}))
    elif captured:
        lines.append(Line("answers.capture.no_basra"))
    return tuple(lines)


MOST_SHOWN = 4
"""The most captures to choose from that are said; more would not be read."""


def score_stage(asked: ScoreQuestion, answer: Answer) -> Stage:
    """Put on the table what each team has captured, and the count beneath it."""
    zones = tuple(
        Zone(
            at("captured", team),
            Line("labels.team", {"team": team}),
            asked.captured[team] if asked.captured else (),
            layout="row",
            note=Line(
                "answers.score.held",
                {"cards": asked.numbers[team], "basras": asked.basras[team] + asked.jack_basras[team]},
            ),
        )
        for team in (0, 1)
    )
    heading = (
        Line("answers.score.asks_carried", {"points": asked.carried}) if asked.carried else Line("answers.score.asks")
    )
    if answer is None:
        return Stage(heading, zones)
    value: Mapping[str, Any] = answer.value
    a, b = value["points"]
    lines = [Line("answers.score.points", {"a": a, "b": b})]
    if value["carry"]:
        lines.append(Line("answers.score.carry", {"points": value["carry"]}))
    return Stage(heading, zones, lines=tuple(lines), points=_points(value))


RULE_OF = {"majority": rules.MAJORITY, "basras": rules.BASRAS, "card_points": rules.CARD_POINTS_LEVANT}
"""The rule behind each line of the count."""


def _points(value: Mapping[str, Any]) -> Points:
    cells: dict[str, list[int | None]] = {}
    for item in value["items"]:
        cells.setdefault(item["what"], [None, None])[item["team"]] = item["points"]
    rows = tuple(
        Row(Line("labels.value", {"value": f"what.{what}"}), (a, b), rule=RULE_OF[what].id)
        for what, (a, b) in cells.items()
    )
    a, b = value["points"]
    return Points(Line("answers.score.caption"), rows, Row(Line("answers.score.total"), (a, b)))


def deal_table_stage(asked: DealTableQuestion, answer: Answer) -> Stage:
    """Put the next cards of the pack on the table, then the floor and what is put under the pack."""
    buried = _cards(answer.value["buried"]) if answer else ()
    floor = _cards(answer.value["table"]) if answer else ()
    zones = [
        Zone(
            "cards",
            Line("answers.deal_table.cards"),
            asked.cards,
            layout="row",
            marks={**_marks(asked.cards, buried, "dimmed"), **_marks(asked.cards, floor, "captured")},
        )
    ]
    if answer is None:
        return Stage(Line("answers.deal_table.asks"), tuple(zones))
    zones.append(Zone("floor", Line("answers.deal_table.floor"), floor, layout="row"))
    if buried:
        zones.append(Zone("buried", Line("answers.deal_table.buried"), buried, layout="row"))
    said = "some_buried" if buried else "none_buried"
    lines = (
        Line("answers.deal_table.on_floor", {"cards": answer.value["table"]}),
        Line(f"answers.deal_table.{said}", {"cards": answer.value["buried"]}),
    )
    return Stage(Line("answers.deal_table.asks"), tuple(zones), lines=lines)


def seats_stage(asked: SeatsQuestion, answer: Answer) -> Stage:
    """Put the seats on the table, with the names of those who sit there."""
    heading = Line("answers.seats.asks", {"joins": [*asked.joins]})
    seats: Any = answer.value["seats"] if answer else {}
    by_seat = {seat: name for name, seat in seats.items()}
    zones = tuple(
        Zone(
            at("seat", seat),
            Line("labels.seat", {"seat": seat}),
            seat=seat,
            note=Line("answers.seats.name", {"name": by_seat[seat]}) if seat in by_seat else None,
        )
        for seat in range(len(asked.joins))
    )
    if answer is None:
        return Stage(heading, zones)
    teams: Any = answer.value["teams"]
    lines = tuple(Line("answers.seats.team", {"team": team, "names": names}) for team, names in enumerate(teams))
    return Stage(heading, zones, lines=lines)


SCENES: Mapping[str, Staging] = MappingProxyType(
    {"capture": capture_stage, "score": score_stage, "deal_table": deal_table_stage, "seats": seats_stage}
)


@fields_of.register
def _(shape: OneCard, value: object, path: str, label: Line) -> list[Field]:
    return fields_of(ONE, value, path, label)


@fields_of.register
def _(shape: PerTeam, value: object, path: str, label: Line) -> list[Field]:
    pair = [*value, None, None] if isinstance(value, Sequence) and not isinstance(value, str) else [None, None]
    return [
        Field(at(path, team), Line(f"{label.key}_of", {"team": team}), "number", pair[team], most=LARGEST)
        for team in (0, 1)
    ]


@fields_of.register
def _(shape: Given, value: object, path: str, label: Line) -> list[Field]:  # type: ignore[type-arg]
    return [] if value is None else fields_of(shape.inner, value, path, label)


@fields_of.register
def _(shape: Take, value: object, path: str, label: Line) -> list[Field]:
    choices = (Choice(None, Line("fields.take_left_out")), Choice([], Line("fields.take_chosen")))
    if value is None:
        return [Field(path, label, "choice", None, choices)]
    return [Field(path, label, "choice", [], choices), *fields_of(CARDS, value, path, Line("fields.take_cards"))]

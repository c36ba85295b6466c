"""How the questions of Mus are put on the table, and the fields of its own kinds of values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from rules_engine.cards import SPANISH, Card
from rules_engine.mus import rules
from rules_engine.mus.bets import CALLS, MIN_ENVIDO, Call
from rules_engine.mus.hands import Lance, has_juego, pares, total
from rules_engine.mus.lances import Table, judge_lance, team_of
from rules_engine.mus.questions import (
    FOUR_HANDS,
    HANDS_BY_SEAT,
    OUTCOME,
    SEAT,
    BetQuestion,
    CallShape,
    CountQuestion,
    HandQuestion,
    Hands,
    LanceQuestion,
)
from rules_engine.reading import OneOf, Whole, at
from rules_engine.reasons import Judged, Plain
from rules_engine.staging import Chip, Choice, Field, Line, Points, Row, Stage, Staging, Zone, fields_of

Answer = Judged[dict[str, Plain]] | None


def _seat_label(seat: int) -> Line:
    return Line("labels.seat", {"seat": seat})


def mano_chip(seat: int, mano: int) -> tuple[Chip, ...]:
    """Return the label of the mano, where this seat is that."""
    return (Chip("mano", Line("answers.mano")),) if seat == mano else ()


def dress(hands: Mapping[int, Sequence[Card]]) -> dict[int, tuple[Card, ...]]:
    """Give the cards written without a suit one that is still free, in turn, so that they can be drawn.

    Suits never matter in Mus; the names of the cards leave them out as the question does.
    """
    taken = {card for hand in hands.values() for card in hand if card.suit}
    seen: Counter[str] = Counter()

    def dressed(card: Card) -> Card:
        if card.suit:
            return card
        free = [suit for suit in SPANISH.suits if Card(card.rank, suit) not in taken]
        seen[card.rank] += 1
        return Card(card.rank, free[(seen[card.rank] - 1) % len(free)])

    return {seat: tuple(dressed(card) for card in hand) for seat, hand in hands.items()}


def _seats(table: Table, winner: Plain, notes: Mapping[int, Line], path: str = "hands") -> tuple[Zone, ...]:
    drawn = dress(table.hands)
    win = (Chip("win", Line("labels.wins")),)
    return tuple(
        Zone(
            at(path, seat),
            _seat_label(seat),
            drawn[seat],
            seat,
            (*mano_chip(seat, table.mano), *(win if seat == winner else ())),
            notes.get(seat),
            ("winning",) if seat == winner else (),
        )
        for seat in sorted(table.hands)
    )


def hand_stage(asked: HandQuestion, answer: Answer) -> Stage:
    """Put one hand on the table, with what it is worth in each lance."""
    zone = Zone("cards", Line("answers.hand.label"), dress({0: asked.cards})[0], layout="row")
    if answer is None:
        return Stage(Line("answers.hand.asks"), (zone,))
    value = answer.value
    held = "pares_none" if value["pares"] == "none" else "pares_held"
    lines = (
        Line("answers.hand.grande", {"ranks": value["grande"]}),
        Line("answers.hand.chica", {"ranks": value["chica"]}),
        Line(f"answers.hand.{held}", {"kind": value["pares"]}),
        Line("answers.hand.juego" if value["juego"] else "answers.hand.punto", {"sum": value["sum"]}),
    )
    return Stage(Line("answers.hand.asks"), (zone,), lines=lines)


def lance_stage(asked: LanceQuestion, answer: Answer) -> Stage:
    """Put the hands on the table, with the winner of the lance marked."""
    table = Table(asked.hands, asked.mano, asked.variant)
    heading = Line("answers.lance.asks", {"lance": asked.lance, "mano": asked.mano})
    if answer is None:
        return Stage(heading, _seats(table, None, {}), _centre(asked.lance))
    winner = answer.value["winner"]
    line = _lance_line(asked.lance, winner)
    return Stage(heading, _seats(table, winner, _notes(table, asked.lance)), _centre(asked.lance), lines=(line,))


def _centre(lance: Lance) -> Line:
    return Line("labels.value", {"value": f"lance.{lance}"})


def _notes(table: Table, lance: Lance) -> dict[int, Line]:
    """Return what stands under each hand: the pares it holds, or its sum, where the lance is about these."""
    if lance == "pares":
        return {seat: _pares_note(ranks) for seat, ranks in table.ranks.items()}
    if lance in ("juego", "punto"):
        return {seat: _sum_note(ranks) for seat, ranks in table.ranks.items()}
    return {}


def _pares_note(ranks: tuple[str, ...]) -> Line:
    held = pares(ranks)
    return Line("labels.value", {"value": f"kind.{held.kind if held else 'none'}"})


def _sum_note(ranks: tuple[str, ...]) -> Line:
    return Line("answers.note.juego" if has_juego(ranks) else "answers.note.sum", {"sum": total(ranks)})


def bet_stage(asked: BetQuestion, answer: Answer) -> Stage:
    """Put the four seats on the table and what was called, in order."""
    eligible = frozenset(asked.eligible)
    zones = tuple(
        Zone(
            f"seat[{seat}]",
            _seat_label(seat),
            seat=seat,
            chips=mano_chip(seat, asked.mano),
            note=None if seat in eligible else Line("answers.bet.not_eligible"),
            is_=() if seat in eligible else ("dimmed",),
        )
        for seat in range(4)
    )
    heading = Line("answers.bet.asks", {"lance": asked.lance, "mano": asked.mano})
    log = tuple(_call_line(call, asked.variant.min_raise) for call in asked.calls)
    return Stage(heading, zones, _centre(asked.lance), log, () if answer is None else (_bet_line(answer.value),))


def _call_line(call: Call, min_raise: int) -> Line:
    least = {"envido": MIN_ENVIDO, "raise": min_raise}.get(call.call)
    if least is None:
        return Line("answers.bet.call", {"seat": call.seat, "call": call.call})
    amount = least if call.amount is None else call.amount
    return Line("answers.bet.call_amount", {"seat": call.seat, "call": call.call, "amount": amount})


def _bet_line(value: Mapping[str, Any]) -> Line:
    [(ending, data)] = value.items()
    inner = data if isinstance(data, Mapping) else {"points": data}
    return Line(f"answers.bet.{ending}", dict(inner))


def count_stage(asked: CountQuestion, answer: Answer) -> Stage:
    """Put the four hands on the table and the count beneath them."""
    heading = Line("answers.count.asks", {"mano": asked.mano})
    zones, log = _seats(asked.table, None, {}), tuple(_count_log(asked))
    if answer is None:
        return Stage(heading, zones, log=log)
    lines = _count_lines(asked.table, answer.value)
    return Stage(heading, zones, log=log, lines=lines, points=_points(asked, answer.value))


def _count_log(asked: CountQuestion) -> Iterator[Line]:
    """Say from what is counted: the score before, and how the betting of each lance ended."""
    yield Line("answers.count.standing", {"a": asked.before[0], "b": asked.before[1]})
    for lance, outcome in asked.lances.items():
        [(ending, data)] = outcome.plain().items()
        inner = data if isinstance(data, Mapping) else {} if data is True else {"points": data}
        yield Line(f"answers.count.lance_{ending}", {"lance": lance, **inner})


def _count_lines(table: Table, value: Mapping[str, Any]) -> tuple[Line, ...]:
    """Say the score, then who has the best hand in each lance, whether it was staked or not."""
    a, b = value["after"]
    won = () if value["won_by"] is None else (Line("answers.count.won", {"team": value["won_by"]}),)
    lances: tuple[Lance, ...] = ("grande", "chica", "pares", "juego" if table.juego_seats else "punto")
    best = (_lance_line(lance, judge_lance(table, lance).value, "answers.count.best") for lance in lances)
    return Line("answers.count.after", {"a": a, "b": b}), *won, *best


def _lance_line(lance: Lance, winner: Plain, found: str = "answers.lance.won") -> Line:
    if not isinstance(winner, int):
        return Line("answers.lance.nobody", {"lance": lance})
    return Line(found, {"winner": winner, "team": team_of(winner), "lance": lance})


def _points(asked: CountQuestion, value: Mapping[str, Any]) -> Points:
    rows = [Row(Line("answers.count.before"), (asked.before[0], asked.before[1]), standing=True)]
    for item in value["items"]:
        cells = (item["points"], None) if item["team"] == 0 else (None, item["points"])
        label = Line("answers.count.item", {"lance": item["lance"], "what": item["what"]})
        rows.append(Row(label, cells, rule=_rule_of(item["lance"], item["what"])))
    after = value["after"]
    return Points(Line("answers.count.caption"), tuple(rows), Row(Line("answers.count.total"), (after[0], after[1])))


def _rule_of(lance: Lance, what: str) -> str:
    """Return the rule behind an item of the count."""
    if what == "bonus":
        return (rules.PARES_BONUS if lance == "pares" else rules.JUEGO_BONUS).id
    found = {
        "refused": rules.NO_QUIERO,
        "passed": rules.ALL_PASS,
        "stake": rules.QUIERO,
        "punto": rules.PUNTO_BONUS,
    }
    return found[what].id


SCENES: Mapping[str, Staging] = MappingProxyType(
    {"hand": hand_stage, "lance": lance_stage, "bet": bet_stage, "count": count_stage}
)


@fields_of.register
def _(shape: Hands, value: object, path: str, label: Line) -> list[Field]:
    by_seat = isinstance(value, Mapping)
    return fields_of(HANDS_BY_SEAT if by_seat else FOUR_HANDS, value, path, label)


@fields_of.register
def _(shape: CallShape, value: object, path: str, label: Line) -> list[Field]:
    parts = [*value, None, None, None] if isinstance(value, Sequence) and not isinstance(value, str) else [None] * 3
    return [
        *fields_of(SEAT, parts[0], at(path, 0), Line("fields.seat")),
        *fields_of(OneOf(CALLS, "call"), parts[1], at(path, 1), Line("fields.call")),
        *(fields_of(Whole(0), parts[2], at(path, 2), Line("fields.amount")) if parts[1] in ("envido", "raise") else ()),
    ]


OUTCOMES: tuple[tuple[str, Plain], ...] = (
    ("left_out", None),
    ("paso", "paso"),
    ("accepted", {"accepted": 2}),
    ("refused", {"refused": {"team": 0, "points": 1}}),
    ("ordago", {"ordago": True}),
)
"""The ways in which a lance can end, as the form offers them."""


@fields_of.register
def _(shape: type(OUTCOME), value: object, path: str, label: Line) -> list[Field]:  # type: ignore[valid-type]
    given = value if isinstance(value, Mapping) else {}
    ending = next(iter(given), value or "left_out")
    ending = "paso" if ending == "passed" else ending
    choices = tuple(Choice(plain, Line(f"fields.{name}")) for name, plain in OUTCOMES)
    chosen = Field(path, label, "choice", dict(OUTCOMES).get(str(ending)), choices)
    return [chosen, *_details(str(ending), given, path)]


def _details(ending: str, given: Mapping[str, Any], path: str) -> list[Field]:
    if ending == "accepted":
        return fields_of(Whole(1), given.get("accepted"), at(path, "accepted"), Line("fields.points"))
    if ending == "refused" and isinstance(given.get("refused"), Mapping):
        refused = given["refused"]
        return [
            *fields_of(OneOf((0, 1), "team"), refused.get("team"), at(path, "refused.team"), Line("fields.paid_team")),
            *fields_of(Whole(1), refused.get("points"), at(path, "refused.points"), Line("fields.points")),
        ]
    return []

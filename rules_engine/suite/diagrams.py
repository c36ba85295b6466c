"""Diagrams of the rules as plain values: what a page is told to draw of a fixture and of the engine's answers.

A diagram holds every string in the page's language, as scenes do; whoever draws it knows neither rules nor words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules_engine.asking import typed
from rules_engine.cards import Deck
from rules_engine.games import game as engine_of
from rules_engine.reading import Cards, read
from rules_engine.saying import HTML, TEXT, Words, line, say
from rules_engine.scenes import Scene, card_face, zone
from rules_engine.staging import Points, Row, Stage, Zone
from rules_engine.suite.fixtures import Diagram, Example, Rung, Seating
from rules_engine.suite.shapes import Text

SEATS = 4


def diagram(of: Diagram, game: str, examples: Mapping[str, Example], words: Words) -> Scene:
    """Return a diagram as it is drawn: its *kind*, its title, and what its kind needs.

    *examples* are the game's, by id; each that the diagram names must be :func:`fit` for it.
    """
    deck = engine_of(game).deck
    match of.kind:
        case "seats":
            assert of.seats is not None
            inner = _seats(of.seats, words)
        case "order":
            rungs = (
                {
                    "cards": [card_face(card, deck, words) for card in read(Cards(deck), rung.cards)],
                    "says_html": _below(rung, words),
                }
                for rung in of.order
            )
            inner = {"rungs": [*rungs]}
        case "scale":
            inner = {"steps": [line("labels.number", {"points": value}, words) for value in of.scale]}
        case "groups":
            inner = _groups(_staged(game, examples[of.groups]), deck, words)
        case "places":
            melds = (_places(_staged(game, examples[laid.example]), deck, words) for laid in of.places)
            said = (_said(laid.says, words) for laid in of.places)
            inner = {"melds": [{"label_html": label, "places": meld} for label, meld in zip(said, melds, strict=True)]}
        case _:
            points = _staged(game, examples[of.waterfall]).points
            assert points is not None
            inner = _waterfall(points, words)
    title = _said(of.title, words)
    return {"kind": of.kind, "title_html": title, **inner}


def fit(kind: str, game: str, example: Example) -> bool:
    """Tell whether there is anything in an example's answer that this kind of diagram draws, and it adds up.

    Raise ``Unusable`` if its question cannot be asked.
    """
    stage = _staged(game, example)
    if kind == "groups":
        return bool(stage.groups)
    if kind == "places":
        return bool(_melds(stage))
    return stage.points is not None and all(
        _so_far(stage.points, column) == total for column, total in enumerate(stage.points.total.cells)
    )


def _so_far(points: Points, column: int) -> int:
    """Return what the amounts of a team come to."""
    return next((to for _, _, to in reversed([*_falls(points, column)])), 0)


def _staged(game: str, example: Example) -> Stage:
    """Return what an example's question and answer put on the table."""
    question = {"game": game, **example.question}
    asked = typed(question)
    return engine_of(game).all_scenes[str(question["ask"])](asked, asked.judge())


def _below(rung: Rung, words: Words) -> str | None:
    if rung.value is not None:
        return line("labels.number", {"points": rung.value}, words)
    return _said(rung.says, words) if rung.says else None


def _said(text: Text, words: Words) -> str:
    return say(text[words.language["code"]], {}, words)


def _seats(seating: Seating, words: Words) -> Scene:
    """Return the seats in the order of play."""
    order = [(seating.first + turn) % SEATS for turn in range(SEATS)]
    return {
        "way": line("labels.way", {}, words, TEXT),
        "seats": [
            {
                "seat": seat,
                "turn_html": line("labels.number", {"points": turn}, words),
                "label_html": line("labels.seat", {"seat": seat}, words),
                "team": seat % 2,
                "team_html": line("labels.team", {"team": seat % 2}, words),
                "deals": seat == seating.dealer,
                "first_html": _said(seating.says, words) if seat == seating.first else None,
            }
            for turn, seat in enumerate(order, 1)
        ],
    }


def _groups(stage: Stage, deck: Deck, words: Words) -> Scene:
    """Return the groups into which the cards of an answer divide, what takes them, and what is left on the table."""
    table, *others = stage.zones
    left = [*table.cards]
    for card in (card for group in stage.groups for card in group.cards):
        left.remove(card)
    named = [*((zone_.label, zone_.cards) for zone_ in others), *((group.label, group.cards) for group in stage.groups)]
    drawn = [
        {"label_html": line(label.key, label.data, words), "cards": [card_face(card, deck, words) for card in cards]}
        for label, cards in named
    ]
    return {
        "played": drawn[: len(others)],
        "groups": drawn[len(others) :],
        "left": [card_face(card, deck, words) for card in left],
    }


def _places(stage: Stage, deck: Deck, words: Words) -> list[Scene]:
    """Return the places of a meld from low to high: the card that lies there, and the one whose place it is."""
    drawn = zone(_melds(stage)[0], deck, words, face_up=True)
    return [
        {
            "card": {key: value for key, value in card.items() if key in ("face", "name", "text")},
            "place_html": card.get("mark_html") or HTML.isolate(card["text"], words),
            "stands": "mark_html" in card,
        }
        for card in drawn["cards"]
    ]


def _melds(stage: Stage) -> list[Zone]:
    return [each for each in stage.zones if each.layout == "meld"]


def _waterfall(points: Points, words: Words) -> Scene:
    """Return, by team, each amount with the points before and after it, and the total that they come to."""
    totals = [(points.total, 0, total or 0) for total in points.total.cells]
    columns = [[*_falls(points, column), total] for column, total in enumerate(totals)]
    ends = [end for falls in columns for _, start, to in falls for end in (start, to)]
    return {
        "least": min(0, *ends),
        "most": max(0, *ends),
        "teams": [
            {
                "label_html": line("labels.team", {"team": team}, words),
                "rows": [_fall(row, start, to, points, words) for row, start, to in falls],
            }
            for team, falls in zip(points.teams, columns, strict=True)
        ],
    }


def _falls(points: Points, column: int) -> Iterator[tuple[Row, int, int]]:
    """Give the rows of a team with the points before and after each; what stood before begins at nothing."""
    so_far = 0
    for row in points.rows:
        amount = row.cells[column]
        if amount is not None:
            start = 0 if row.standing else so_far
            so_far = start + amount
            yield row, start, so_far


def _fall(row: Row, start: int, to: int, points: Points, words: Words) -> Scene:
    whole = row is points.total or row.standing
    return {
        "label_html": line(row.label.key, row.label.data, words),
        "amount_html": line("labels.number" if whole else "labels.signed", {"points": to - start}, words),
        "kind": "whole" if whole else "less" if to < start else "more",
        "start": start,
        "to": to,
    }

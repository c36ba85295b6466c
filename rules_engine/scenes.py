"""Scenes: what a page is told to draw, as JSON.

A scene holds every string in the page's language, so that the components know neither rules nor words. Keys that end in
``html`` are markup made by :mod:`rules_engine.saying`, and safe.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules_engine.asking import addressed
from rules_engine.cards import Card, Deck
from rules_engine.games import Game, Question
from rules_engine.reading import Fault, Record, Unread, shown
from rules_engine.reasons import Judged, Plain
from rules_engine.saying import HTML, SUITS, TEXT, Safe, Words, because, fault, line
from rules_engine.staging import Bar, Chip, Choice, Field, Line, Points, Row, Stage, Zone, fields_of

Scene = dict[str, Any]
OF_MATCHES = ("play", "why_not", "advise")
"""The kinds of questions about a match."""


def scene(
    question: object, words: Words, *, open_: Sequence[int] | None = None, answered: bool = True, hand: str = ""
) -> Scene:
    """Return the scene of a question: its form, and either its board and answer, or what is wrong with it.

    Only the hands of the seats in *open_* lie face up, all of them if it is None. The answer is left out unless
    *answered*. *hand* are the reader's own cards, at seat 0, where the question holds none. Raise ``Unusable`` if
    not even the game or the kind of question is known.
    """
    game, kind, fields = addressed(question)
    plain = {"game": game.name, "ask": kind, **fields}
    base = {
        "game": game.name,
        "ask": kind,
        "lang": words.language["code"],
        "question": plain,
        "fields": form(game, kind, fields, words),
    }
    faults: list[Fault] = []
    try:
        asked: Question = Record(game.all_questions[kind]).read(fields, "", faults)
    except Unread:
        found = [fault_of(each, words) for each in faults]
        return {**base, **_draft(base["fields"], game.deck, words), "faults": found}
    judged = asked.judge() if answered else None
    staged = _with_hand(game.all_scenes[kind](asked, judged), hand, game.deck)
    return {**base, **_stage(staged, game.deck, words, open_), "verdict": _verdict(staged, judged, words), "faults": []}


def _with_hand(stage: Stage, hand: str, deck: Deck) -> Stage:
    """Lay the reader's own cards at their seat, or beside the table if it has no seats."""
    cards = tuple(card for card in map(deck.card, hand.split()) if card)
    if not cards:
        return stage
    if any(zone.seat == 0 for zone in stage.zones):
        zones = (replace(zone, cards=zone.cards or cards) if zone.seat == 0 else zone for zone in stage.zones)
        return replace(stage, zones=tuple(zones))
    return replace(stage, zones=(*stage.zones, Zone("hand", Line("labels.hand"), cards, layout="row")))


def form(game: Game, kind: str, values: Mapping[str, object], words: Words) -> list[Scene]:
    """Return the fields of the form for one kind of question, filled with plain values as far as they fit."""
    shape: Record[Question] = Record(game.all_questions[kind])
    fields = fields_of(shape, values, "", Line(""))
    if kind in OF_MATCHES:  # a match is played at its table; only its options are put into a form
        fields = [field for field in fields if field.path.startswith("variant.")]
    return [field_of(each, game, words) for each in fields]


def _draft(fields: Sequence[Scene], deck: Deck, words: Words) -> Scene:
    """Return the board of a question that cannot be answered yet: the cards put in, whatever they are."""
    zones = [_draft_zone(field, deck, words) for field in _cells(fields) if field["kind"] == "cards"]
    seated = any(zone["seat"] is not None for zone in zones)
    return {
        "heading_html": None,
        "centre_html": None,
        "way": None,
        "layout": "seats" if seated else "row",
        "zones": zones,
        "log_html": [],
        "verdict": None,
    }


def _cells(fields: Sequence[Scene]) -> Iterator[Scene]:
    for field in fields:
        yield from (cell for row in field["rows"] for cell in row) if field["kind"] == "list" else (field,)


def _draft_zone(field: Scene, deck: Deck, words: Words) -> Scene:
    cards = [deck.card(text) or text for text in field["value"]]
    return {
        "id": field["path"],
        "seat": field["seat"],
        "label_html": field["label_html"],
        "cards": [
            card_face(card, deck, words)
            if isinstance(card, Card)
            else {"face": None, "name": shown(card), "text": shown(card)}
            for card in cards
        ],
        "face_down": 0,
        "layout": "row" if field["seat"] is None else "fan",
        "chips": [],
        "note_html": None,
        "is": [],
    }


def fault_of(found: Fault, words: Words) -> Scene:
    """Return what is wrong with a value as it is drawn: where, what, and the rule that it breaks."""
    rule = words.rules.get(found.rule or "")
    return {
        "path": found.path,
        "html": fault(found, words, HTML),
        "rule": {"title_html": rule.title, "href": rule.href, "ruling": rule.ruling} if rule else None,
    }


def _say(said: Line, words: Words) -> str:
    return line(said.key, said.data, words)


def _stage(stage: Stage, deck: Deck, words: Words, open_: Sequence[int] | None) -> Scene:
    return {
        "heading_html": _say(stage.heading, words),
        "centre_html": _say(stage.centre, words) if stage.centre else None,
        "way": line("labels.way", {}, words, TEXT),
        "layout": "row" if all(zone.seat is None for zone in stage.zones) else "seats",
        "zones": [
            zone(each, deck, words, open_ is None or each.seat in open_ or each.seat is None) for each in stage.zones
        ],
        "log_html": [_told(said, words) for said in stage.log],
    }


def _told(said: Line, words: Words) -> str:
    """Say a line of a log, after the name of the seat that it tells of."""
    what = _say(said, words)
    return what if said.by is None else line("labels.told", {"seat": said.by, "what": Safe(what)}, words)


def zone(each: Zone, deck: Deck, words: Words, face_up: bool) -> Scene:
    """Return a place on the table as it is drawn, its cards face down unless *face_up*."""
    hidden = each.face_down if face_up else len(each.cards)
    return {
        "id": each.path,
        "seat": each.seat,
        "label_html": _say(each.label, words),
        "cards": [] if not face_up else [_card(each, place, deck, words) for place in range(len(each.cards))],
        "face_down": hidden,
        "layout": each.layout,
        "chips": [chip(one, words) for one in each.chips],
        "note_html": _note(each, hidden, face_up, words),
        "is": list(each.is_),
    }


def _card(zone: Zone, place: int, deck: Deck, words: Words) -> Scene:
    drawn = card_face(zone.cards[place], deck, words)
    said = zone.says.get(place)
    states = [*([zone.marks[place]] if place in zone.marks else []), *(["stands"] if said else [])]
    return {**drawn, **({"is": states} if states else {}), **({"mark_html": _say(said, words)} if said else {})}


def _note(zone: Zone, hidden: int, face_up: bool, words: Words) -> str | None:
    if zone.note and (face_up or not zone.cards):  # a note may tell what lies face down
        return _say(zone.note, words)
    return line("labels.face_down", {"count": hidden}, words) if hidden else None


def chip(each: Chip, words: Words) -> Scene:
    """Return a small label as it is drawn."""
    return {"kind": each.kind, "label_html": _say(each.label, words)}


def card_face(card: Card, deck: Deck, words: Words) -> Scene:
    """Return a card as it is drawn: the name of its picture, its own name, and how it is written."""
    rank = "1" if deck.suit_optional and card.rank == "A" else card.rank
    picture = rank if card.rank == "JK" else rank + (card.suit or "-")
    return {"face": picture, "name": card_name(card, deck, words), "text": str(card)}


def card_name(card: Card, deck: Deck, words: Words) -> str:
    """Return the name of a card in full, for screen readers and titles."""
    rank = words.text(f"cards.{deck.name}.ranks.{card.rank}")
    if not card.suit:
        return rank
    return words.text(f"cards.{deck.name}.name").format(
        rank=rank, suit=words.text(f"cards.{deck.name}.suits.{card.suit}")
    )


def field_of(field: Field, game: Game, words: Words) -> Scene:
    """Return a field of a form as it is drawn."""
    drawn: Scene = {
        "path": field.path,
        "label_html": _say(field.label, words),
        "kind": field.kind,
        "value": field.value,
        "seat": field.seat,
    }
    if field.kind == "choice":
        return {**drawn, "choices": [_choice(each, words) for each in field.choices]}
    if field.kind == "number":
        return {**drawn, "min": field.least, "max": field.most}
    if field.kind == "text":
        return drawn
    if field.kind == "cards":
        keys = {"keys": keypad(game.deck, words), "suits": suit_keys(game.deck, words)}
        open_ = {"remove_html": line("labels.remove_row", {}, words)} if field.count is None else {}
        return {**drawn, "count": field.count, **keys, **open_}
    rows = [[field_of(each, game, words) for each in row] for row in field.rows]
    return {
        **drawn,
        "rows": rows,
        "blank": field.blank,
        "add_html": _add(field, words),
        "remove_html": line("labels.remove_row", {}, words),
    }


def _add(field: Field, words: Words) -> str:
    """Return what the button says that lengthens a list: the game's own words for it, or those for any list."""
    own = f"{field.label.key}_add"
    return line(own if words.has(own) else "labels.add_row", {}, words)


def _choice(choice: Choice, words: Words) -> Scene:
    return {
        "value": choice.value,
        "label_html": _say(choice.label, words),
        "label": line(choice.label.key, choice.label.data, words, TEXT),
    }


def keypad(deck: Deck, words: Words) -> list[Scene]:
    """Return the keys on which a card of the pack is put in: its ranks, from high to low.

    A key is *whole* if nothing more is needed; otherwise one of :func:`suit_keys` follows.
    """
    cards = [*((Card("JK"),) if deck.jokers else ()), *map(Card, deck.ranks)]
    return [
        {"card": card.rank, **card_face(card, deck, words), "whole": deck.suit_optional or card.rank == "JK"}
        for card in cards
    ]


def suit_keys(deck: Deck, words: Words) -> list[Scene]:
    """Return the keys for the suit of a card, none where a card may do without."""
    suits = () if deck.suit_optional else deck.suits
    return [
        {"suit": suit, "sign": SUITS[suit], "name": words.text(f"cards.{deck.name}.suits.{suit}")} for suit in suits
    ]


def _verdict(stage: Stage, judged: Judged[dict[str, Plain]] | None, words: Words) -> Scene | None:
    if judged is None:
        return None
    return {
        "lines_html": [_say(said, words) for said in stage.lines],
        "table": points(stage.points, words) if stage.points else None,
        "because": because(judged.because, words),
        **({"bars": [_bar(each, words) for each in stage.bars]} if stage.bars else {}),
    }


def _bar(bar: Bar, words: Words) -> Scene:
    """Return shares of a whole as they are drawn."""
    marks = [
        {
            "kind": mark.kind,
            "label_html": _say(mark.label, words),
            "share_html": line("labels.share", {"share": [mark.won, bar.of]}, words),
            "permille": round(1000 * mark.won / bar.of),
        }
        for mark in bar.marks
    ]
    note = _say(bar.note, words) if bar.note else None
    return {"label_html": _say(bar.label, words), "note_html": note, "marks": marks}


def points(each: Points, words: Words) -> Scene:
    """Return a table of points as it is drawn."""
    teams = [line("labels.team", {"team": team}, words) for team in each.teams]
    return {
        "caption_html": _say(each.caption, words),
        "head_html": ["", *teams],
        "rows": [_row(row, words) for row in each.rows],
        "total": _row(replace(each.total, standing=True), words),
    }


def _row(row: Row, words: Words) -> Scene:
    how = "labels.number" if row.standing else "labels.signed"
    cells = ["" if cell is None else line(how, {"points": cell}, words) for cell in row.cells]
    rule = {"href": words.rules[row.rule].href} if row.rule else {}
    return {"label_html": _say(row.label, words), "cells_html": cells, **rule}

"""Matches as a page draws them: what one seat sees, what it may do, what has happened, all as JSON with words.

Keys that end in ``html`` are markup made by :mod:`rules_engine.saying`, and safe.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from rules_engine.asking import typed
from rules_engine.games import game as game_of
from rules_engine.match import Course, Playable, visible
from rules_engine.reading import Fault, Unusable
from rules_engine.reasons import Judged, Plain, Reason
from rules_engine.saying import TEXT, Words, because, line
from rules_engine.scenes import Scene, points, zone
from rules_engine.staging import Action, Chip, Line, Stage, Staging, Summary, Table, Tally, Zone


class Chosen(NamedTuple):
    """A card that the reader has chosen: the *zone* by its path, and its *place* there."""

    zone: str
    place: int


@dataclass(frozen=True, slots=True)
class Tabling:
    """How a game puts its matches on the table.

    ``table`` gives what a seat sees in a view of its own and may do with the cards chosen. ``told`` says what a move
    did, from the views of one seat before and after it; ``summary`` how the deal ended if the move ended one, else
    None, from whole states.
    """

    match: Playable[Any, Any]
    table: Callable[[Any, int, tuple[Chosen, ...]], Table]
    told: Callable[[Any, Any, Any, int | None], tuple[Line, ...]]
    summary: Callable[[Any, Any, Any], Summary | None]


def staging(tabling: Tabling) -> Mapping[str, Staging]:
    """Return how the questions about matches of a game are put on the table of an example."""

    def stage(asked: Any, judged: Judged[dict[str, Plain]] | None, kind: str) -> Stage:
        went = asked.course()
        seat = getattr(asked, "view", None)
        seat = went.last.to_move if seat is None else seat
        seen = tabling.table(tabling.match.view(went.last, seat), seat or 0, ())
        log = tuple(
            replace(told, by=by if first else None)
            for by, lines in log_of(tabling, went, seat, 0)
            for first, told in zip((True, *(False for _ in lines)), lines, strict=False)
        )
        data: dict[str, Plain] = {"seat": seat, "move": getattr(asked, "move", "")}
        lines = _answer_lines(kind, judged.value) if judged else ()
        return Stage(Line(f"match.{kind}.asks", data), tuple(map(_of_team, seen.zones)), seen.centre, log, lines)

    def of(kind: str) -> Staging:
        return lambda asked, judged: stage(asked, judged, kind)

    return MappingProxyType({kind: of(kind) for kind in ("play", "why_not", "advise")})


def _of_team(zone: Zone) -> Zone:
    """Say whose a place is: in an example no team has a side of its own."""
    if zone.team is None or "team" in zone.label.data:
        return zone
    return replace(zone, chips=(*zone.chips, Chip("team", Line("labels.team", {"team": zone.team}))))


def _answer_lines(kind: str, value: Mapping[str, Any]) -> tuple[Line, ...]:
    if kind == "why_not":
        return (Line(f"match.why_not.{'legal' if value['legal'] else 'illegal'}"),)
    if kind == "advise":
        return (Line("match.advise.move", {"move": value["move"]}),)
    score = Line("match.play.score", {"score": value["score"]})
    if value["won_by"] is not None:
        return score, Line("match.play.won", {"team": value["won_by"]})
    if value["to_move"] is None:
        return score, Line("match.play.no_more_deals")
    return score, Line("match.play.to_move", {"to_move": value["to_move"]})


def log_of(
    tabling: Tabling, went: Course[Any, Any], seat: int | None, since: int
) -> list[tuple[int, tuple[Line, ...]]]:
    """Return what the moves from place *since* on did, as *seat* saw it, each with its seat."""
    views = [tabling.match.view(state, seat) for state in went.states[since:]]
    return [
        (move.seat, tabling.told(before, move, after, seat))
        for before, move, after in zip(views, went.moves[since:], views[1:], strict=False)
    ]


def table(question: Mapping[str, Any], chosen: object, words: Words) -> Scene:
    """Return the table of a match as the seat of the question's ``view`` sees it, with its actions for *chosen* cards.

    *chosen* is a list of pairs, a zone and a place in it; whatever else it holds is passed over. Raise ``Unusable`` if
    the question cannot be used.
    """
    asked: Any = _typed_as(question, "play")
    if asked.view is None:
        raise Unusable([Fault("", "missing_key", {"key": "view"})], f"{question['game']}/play")
    tabling = tabling_of(str(question["game"]))
    match, went, seat = tabling.match, asked.course(), asked.view
    picked = _picked(chosen)
    view = match.view(went.last, seat)
    drawn = tabling.table(view, seat, picked)
    summary = _summary_of(tabling, went)
    since = _deal_began(went, went.states[-2 if summary else -1].deal)
    around = Around(seat, len([zone for zone in drawn.zones if zone.region == "hand"]))
    deck = game_of(str(question["game"])).deck
    return {
        "game": question["game"],
        "lang": words.language["code"],
        "question": question,
        "seat": seat,
        "to_move": went.last.to_move,
        "over": went.last.won_by is not None,
        "won_by": went.last.won_by,
        "zones": [_zone(each, around, deck, words) for each in drawn.zones],
        "centre_html": _say(drawn.centre, words) if drawn.centre else None,
        "tallies": [_tally(each, seat, words) for each in drawn.tallies],
        "round_html": _say(drawn.round_, words),
        "until_html": _say(drawn.until, words),
        "asks_html": _say(drawn.asks, words),
        "turn": because(match.turn(view), words),
        "actions": [_action(each, match, view, words, bool(picked)) for each in drawn.actions],
        "log": [
            {"seat": by, "who_html": who(by, around, words), "lines_html": [_say(each, words) for each in lines]}
            for by, lines in log_of(tabling, went, seat, since)
        ],
        "log_since": since,
        "moves": len(went.moves),
        "undo": _undo(match, went, seat),
        "summary": _summary(summary, around, deck, words) if summary else None,
    }


def _typed_as(question: object, kind: str) -> Any:
    """Return a plain question as one of another kind. Raise ``Unusable``."""
    return typed({**question, "ask": kind} if isinstance(question, Mapping) else question)


def _picked(chosen: object) -> tuple[Chosen, ...]:
    pairs = [pair for pair in chosen if isinstance(pair, Sequence)] if isinstance(chosen, Sequence) else []
    return tuple(
        Chosen(pair[0], pair[1])
        for pair in pairs
        if len(pair) == 2 and isinstance(pair[0], str) and type(pair[1]) is int
    )


def hint(question: Mapping[str, Any], words: Words) -> Scene:
    """Return the move that a computer player would make in the place of the question's ``view``, and why.

    Raise ``Unusable`` if the question cannot be used.
    """
    asked: Any = _typed_as(question, "advise")
    answer = asked.judge()
    return {"move": answer.value["move"], "because": because(answer.because, words)}


def tabling_of(name: str) -> Tabling:
    """Return how a game puts its matches on the table."""
    found: Tabling = importlib.import_module(f"rules_engine.{name}.table").TABLING
    return found


def _deal_began(went: Course[Any, Any], deal: int) -> int:
    """Return how many moves had been made when a deal began."""
    return next(place for place, state in enumerate(went.states) if state.deal == deal)


def _undo(match: Playable[Any, Any], went: Course[Any, Any], seat: int) -> Scene | None:
    """Return to how many moves a reader goes back who takes his last one back, and whether he has seen cards since."""
    for place in range(len(went.moves) - 1, -1, -1):
        if went.states[place].to_move == seat:
            before = visible(match, went.states[place], seat)
            seen = any(visible(match, state, seat) - before for state in went.states[place + 1 :])
            return {"moves": place, "seen": seen}
    return None


def _summary_of(tabling: Tabling, went: Course[Any, Any]) -> Summary | None:
    """Return how a deal ended, if the last move ended one."""
    return tabling.summary(went.states[-2], went.moves[-1], went.last) if went.moves else None


def _summary(found: Summary, around: Around, deck: Any, words: Words) -> Scene:
    return {
        "heading_html": _say(found.heading, words),
        "lines_html": [_say(each, words) for each in found.lines],
        "table": points(found.points, words),
        "zones": [_zone(each, around, deck, words) for each in found.shown],
        "because": because(found.because, words),
    }


def _say(said: Line, words: Words) -> str:
    return line(said.key, said.data, words)


class Around(NamedTuple):
    """The table as the *viewer*'s seat sees it, with that many *players*."""

    viewer: int
    players: int

    def place(self, seat: int) -> int:
        """Return where a seat is: 0 the viewer's own, 1 at the right, 2 opposite, 3 at the left."""
        return (seat - self.viewer) % self.players * (4 // self.players)


def who(seat: int, around: Around, words: Words) -> str:
    """Return who sits at a seat: “you”, “right”, “partner”, “left”; of two players “opposite” is the opponent."""
    place = around.place(seat)
    return line("match.opponent" if around.players == 2 and place else f"match.who.{place}", {"seat": seat}, words)


def _zone(each: Zone, around: Around, deck: Any, words: Words) -> Scene:
    drawn = zone(each, deck, words, True)
    drawn["note_html"] = _say(each.note, words) if each.note else None
    if each.face_down:
        drawn["face_down_html"] = line("labels.face_down", {"count": each.face_down}, words)
    hand = each.region == "hand" and each.seat is not None
    return {
        **drawn,
        **({"who_html": who(each.seat, around, words)} if hand and each.seat is not None else {}),
        "place": around.place(each.seat) if each.seat is not None else None,
        "region": each.region,
        "team": each.team,
        "ours": each.team == around.viewer % 2 if each.team is not None else None,
        "press": sorted(each.press),
    }


def _tally(each: Tally, viewer: int, words: Words) -> Scene:
    ours = each.team == viewer % 2
    return {
        "team": each.team,
        "ours": ours,
        "label_html": line(f"match.{'we' if ours else 'they'}", {"team": each.team}, words),
        "points_html": line("labels.number", {"points": each.points}, words),
        "note_html": _say(each.note, words) if each.note else None,
        "large": each.large,
        "small": each.small,
    }


def _action(each: Action, match: Playable[Any, Any], view: Any, words: Words, preview: bool) -> Scene:
    amount = each.amount
    return {
        "move": each.move,
        "label_html": _say(each.label, words),
        "label": line(each.label.key, each.label.data, words, TEXT),
        "legal": not each.why,
        "why": because(each.why, words),
        "main": each.main,
        "amount": {"least": amount.least, "most": amount.most, "value": amount.value} if amount else None,
        "does": _does(each, match, view, words) if preview and not each.why and not amount else [],
    }


def _does(each: Action, match: Playable[Any, Any], view: Any, words: Words) -> list[dict[str, Plain]]:
    move = match.read(view, each.move)
    reasons: tuple[Reason, ...] = () if isinstance(move, Fault) else match.why(view, move)
    return because(reasons, words)

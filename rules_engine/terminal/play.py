"""A whole match in the terminal, against the computer: what lies on the table as lines of text, moves typed in.

A match is kept as its record, which can be written to a file and taken up again.
"""

from __future__ import annotations

import argparse
import errno
import json
import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules_engine.asking import ask, typed
from rules_engine.games import game, game_names
from rules_engine.playing import STRENGTHS, Adviser
from rules_engine.playing import TEXT as TYPED
from rules_engine.reading import Fault, Unread, Unusable, shown
from rules_engine.reasons import Plain, Reason
from rules_engine.saying import TEXT, Words, line, one_line, say, sentence
from rules_engine.saying import fault as fault_text
from rules_engine.staging import Line, Points, Zone
from rules_engine.suite.loading import load
from rules_engine.suite.parsing import parse_any, read_file
from rules_engine.suite.telling import message
from rules_engine.suite.wording import words_of
from rules_engine.tables import Tabling, log_of, tabling_of
from rules_engine.terminal import WELL
from rules_engine.terminal.talk import complain

MOST_LISTED = 40
"""How many legal moves are listed; the others can be typed all the same."""
Record = dict[str, Any]


class Unplayable(Exception):
    """The command cannot be carried out; its text says why, on one line."""


@dataclass
class Session:
    """A match in the terminal: its *record*, the reader's seat in it included, and how strong the computer plays."""

    record: Record
    strength: int
    words: Words
    file: Path | None
    told: int = 0
    print: Callable[[str], None] = field(default=print)

    @property
    def name(self) -> str:
        """The game."""
        return str(self.record["game"])

    @property
    def moves(self) -> list[str]:
        """The moves made so far."""
        moves: list[str] = self.record["moves"]
        return moves

    @property
    def seat(self) -> int:
        """The reader's seat."""
        return int(self.record["view"])

    @property
    def tabling(self) -> Tabling:
        """How the game is put on the table."""
        return tabling_of(self.name)

    def asked(self) -> Any:
        """Return the match as a typed question."""
        return typed(self.record)

    def say(self, said: Line) -> str:
        """Say a line."""
        return line(said.key, said.data, self.words, TEXT)

    def tell(self, key: str, **data: Plain) -> None:
        """Print one of the terminal's own sentences."""
        self.print(line(f"terminal.{key}", data, self.words, TEXT))

    def because(self, reasons: tuple[Reason, ...]) -> None:
        """Print reasons, each with the id of its rule."""
        for reason in reasons:
            self.print(f"  {sentence(reason, self.words, TEXT)} [{reason.rule}]")

    def save(self) -> None:
        """Write the record to its file, if there is one. Raise ``Unplayable``."""
        if self.file is not None:
            try:
                self.file.write_text(json.dumps(self.record, ensure_ascii=False, indent=1) + "\n", "utf-8")
            except OSError as error:
                raise Unplayable(f"{shown(str(self.file))}: {error.strerror}") from None


def run(arguments: argparse.Namespace) -> int:
    """Play a match in the terminal until it is over or left. Return the exit status."""
    try:
        session = begun(arguments)
    except Unplayable as unplayable:
        return complain(str(unplayable))
    session.tell("welcome")
    try:
        while turn(session):
            session.save()
        session.save()
    except Unplayable as unplayable:
        return complain(str(unplayable))
    return WELL


def begun(arguments: argparse.Namespace) -> Session:
    """Return the match that the arguments ask for. Raise ``Unplayable``."""
    if arguments.game not in game_names():
        raise Unplayable(f"{shown(arguments.game)}: {', '.join(game_names())}")
    suite = load(arguments.root).suite
    language = suite.languages.get(arguments.lang)
    if language is None:
        raise Unplayable(f"--lang {shown(arguments.lang)}: {', '.join(sorted(suite.languages))}")
    if arguments.strength not in STRENGTHS:
        raise Unplayable(f"--strength {shown(arguments.strength)}: {', '.join(map(str, STRENGTHS))}")
    words = words_of(suite.games.get(arguments.game), language)
    file = Path(arguments.record) if arguments.record else None
    kept = _kept(file, arguments.game, words)
    record = kept or {
        "game": arguments.game,
        "ask": "play",
        "setup": {"seed": arguments.seed if arguments.seed is not None else secrets.randbelow(2**31)},
        "variant": dict(map(_option, arguments.option)),
        "moves": [],
        "view": arguments.seat,
    }
    session = Session(record, arguments.strength, words, file)
    try:
        session.asked()
        ask({**record, "ask": "play"})
    except Unusable as unusable:
        fault = unusable.faults[0]
        where = [shown(str(file)), fault.path] if kept else [_argument(fault.path)]
        raise Unplayable(": ".join([*where, fault_text(fault, words, TEXT)])) from None
    return session


def _kept(file: Path | None, name: str, words: Words) -> Record | None:
    try:
        if file is None or not file.exists():
            return None
        if not file.is_file():
            raise Unplayable(f"{shown(str(file))}: {os.strerror(errno.EISDIR if file.is_dir() else errno.EINVAL)}")
        parsed = parse_any(read_file(file))
    except OSError as error:
        raise Unplayable(f"{shown(str(file))}: {error.strerror}") from None
    for line_, fault in parsed.faults:
        raise Unplayable(f"{shown(str(file))}: {line_}: {message(fault, words)}")
    kept = parsed.value
    if not isinstance(kept, dict):
        raise Unplayable(f"{shown(str(file))}: {message(Fault('', 'not_a_mapping', {'value': shown(kept)}), words)}")
    if kept.get("game", name) != name:
        raise Unplayable(f"{shown(str(file))}: game: {shown(kept['game'])}, {name}")
    return {"game": name, "moves": [], "variant": {}, "view": 0, **kept, "ask": "play"}


def _argument(path: str) -> str:
    """Return the argument of the command that gave a place of the record."""
    name, _, rest = path.partition(".")
    return {"setup": "--seed", "view": "--seat", "variant": f"--option {rest}".rstrip()}.get(name, path)


def _option(text: str) -> tuple[str, Plain]:
    name, _, value = text.partition("=")
    try:
        read: Plain = json.loads(value)
    except (ValueError, RecursionError):
        read = value
    return name, read


def turn(session: Session) -> bool:
    """Play on by one move. Return whether the match goes on."""
    asked = session.asked()
    state = asked.course().last
    _tell_log(session, asked.course())
    if state.to_move is None:
        _tell_end(session, state)
        return False
    if state.to_move == session.seat:
        return _mine(session, asked, state)
    advice = asked_advice(session, state.to_move, session.strength)
    session.moves.append(str(advice["move"]))
    return True


def asked_advice(session: Session, seat: int, strength: int) -> Mapping[str, Any]:
    """Return what the computer player at a seat would do."""
    return ask({**session.record, "ask": "advise", "view": seat, "strength": strength})


def _tell_log(session: Session, went: Any) -> None:
    for seat, lines in log_of(session.tabling, went, session.seat, session.told):
        who = line("seats.start", {"n": seat + 1}, session.words, TEXT)
        session.print(f"{who}: {' '.join(map(session.say, lines))}")
    for place in range(session.told, len(went.moves)):
        summary = session.tabling.summary(went.states[place], went.moves[place], went.states[place + 1])
        if summary is not None:
            session.print(f"\n== {session.say(summary.heading)}")
            _print_points(session, summary.points)
    session.told = len(went.moves)


def _print_points(session: Session, points: Points) -> None:
    for row in (*points.rows, points.total):
        cells = "".join(f"{'' if cell is None else cell:>7}" for cell in row.cells)
        session.print(f"{cells}  {session.say(row.label)}")


def _tell_end(session: Session, state: Any) -> None:
    session.print(line("match.play.score", {"score": [*state.score]}, session.words, TEXT))
    won = state.won_by
    key = "match.play.no_more_deals" if won is None else "match.play.won"
    session.print(line(key, {"team": won}, session.words, TEXT))


def _mine(session: Session, asked: Any, state: Any) -> bool:
    view = asked.game.view(state, session.seat)
    _print_table(session, view)
    legal = [str(move) for move in asked.game.legal_moves(view)]
    for number, move in enumerate(legal[:MOST_LISTED], 1):
        session.print(f"{number:>4}  {move}")
    if len(legal) > MOST_LISTED:
        session.tell("more_moves", count=len(legal) - MOST_LISTED)
    while True:
        try:
            typed_in = input("> ").strip()[: TYPED.most + 1]
        except EOFError:
            session.tell("left")
            return False
        done = _command(session, asked, state, legal, typed_in)
        if done is not None:
            return done


def _command(session: Session, asked: Any, state: Any, legal: list[str], typed_in: str) -> bool | None:
    """Carry out what was typed. Return whether the match goes on, or None if there is more to type."""
    word, _, rest = typed_in.partition(" ")
    if word in ("quit", "q"):
        session.tell("left")
        return False
    if word in ("", "?", "help"):
        session.tell("help")
    elif word == "hint":
        advice = asked_advice(session, session.seat, 3)
        session.print(str(advice["move"]))
        session.because(_adviser(session)(asked.game.view(state, session.seat), 3).because)
    elif word == "undo":
        return _undo(session)
    elif word.isdecimal() and not rest and len(word) < 6 and 0 < int(word) <= len(legal):
        session.moves.append(legal[int(word) - 1])
        return True
    else:
        return _typed_move(session, asked, state, typed_in)
    return None


def _adviser(session: Session) -> Adviser:
    found: Adviser = game(session.name).all_questions["advise"].adviser  # type: ignore[attr-defined]
    return found


def _undo(session: Session) -> bool | None:
    """Go back to before the reader's last move."""
    states = session.asked().course().states
    back = [place for place in range(len(session.moves)) if states[place].to_move == session.seat]
    if not back:
        session.tell("nothing_to_undo")
        return None
    del session.moves[back[-1] :]
    session.told = len(session.moves)
    return True


def _typed_move(session: Session, asked: Any, state: Any, typed_in: str) -> bool | None:
    text = typed_in if typed_in[:1].isdecimal() else f"{session.seat} {typed_in}"
    faults: list[Fault] = []
    try:
        found = asked.game.read(state, TYPED.read(text, "", faults))
    except Unread:
        [found] = faults
    if isinstance(found, Fault):
        session.print(one_line(fault_text(found, session.words, TEXT)))
        return None
    forbidden = asked.game.forbids(state, found)
    if forbidden:
        session.tell("not_allowed", move=str(found))
        session.because(forbidden)
        return None
    session.moves.append(str(found))
    return True


def _print_table(session: Session, view: Any) -> None:
    table = session.tabling.table(view, session.seat, ())
    score = " · ".join(
        f"{line('labels.team', {'team': each.team}, session.words, TEXT)} {each.points}" for each in table.tallies
    )
    session.print(f"\n-- {session.say(table.round_)} · {score} · {session.say(table.until)}")
    for zone in table.zones:
        session.print(_zone_text(session, zone))
    if table.centre is not None:
        session.print(session.say(table.centre))
    session.print(session.say(table.asks))


def _zone_text(session: Session, zone: Zone) -> str:
    cards = say("{cards:cards}", {"cards": [str(card) for card in zone.cards]}, session.words, TEXT)
    counted = zone.note is not None and zone.note.data.get("count") == zone.face_down
    hidden = zone.face_down and not counted
    back = line("labels.face_down", {"count": zone.face_down}, session.words, TEXT) if hidden else ""
    note = session.say(zone.note) if zone.note else ""
    chips = " ".join(f"[{session.say(chip.label)}]" for chip in zone.chips)
    label = session.say(zone.label)
    parts = (cards if zone.cards else "", back, note, chips)
    if zone.cards and zone.region == "hand":
        label = f"{label} ({len(zone.cards)})"
    return f"{label}: {' · '.join(part for part in parts if part)}"

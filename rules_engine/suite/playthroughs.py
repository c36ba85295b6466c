"""Playthroughs: recorded matches, checked move by move.

A playthrough is a file below ``tutorials/<game>/playthroughs``: a setup, perhaps a variant, the strengths of the
players, and the moves, each with how many moves were legal before it and the score after it: ``0 play 8S | 4 | 0-0``.
What stands above the moves is written by hand; the moves are written by the program and read in review.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Annotated, Any

from rules_engine.asking import typed
from rules_engine.games import game, game_names
from rules_engine.match import MOST_MOVES
from rules_engine.reading import Fault, ListOf, MappingOf, OneLine, Record, Unusable, Whole, at
from rules_engine.reasons import Plain
from rules_engine.suite.loading import TUTORIALS, Document, FileFault, read_document, read_value
from rules_engine.suite.shapes import AnyValue

FOLDER = "playthroughs"
SEPARATOR = " | "
HEADING = "moves:\n"
PARTS = MappingOf(AnyValue())
"""A part of a question; the question's own shape reads it."""
AT_RANDOM = 0
"""The strength of a player who makes any legal move."""


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A recorded match. *players* are the strengths of the seats, from 1 to 3, or 0 for one who plays at random."""

    setup: Annotated[Mapping[str, object], PARTS]
    players: Annotated[tuple[int, ...], ListOf(Whole(AT_RANDOM, 3), 4, 4)]
    variant: Annotated[Mapping[str, object] | None, PARTS] = None
    moves: Annotated[tuple[str, ...], ListOf(OneLine(500), most=MOST_MOVES)] = ()

    def question(self, name: str, moves: Sequence[str]) -> dict[str, Any]:
        """Return the question how the match stands after *moves*."""
        options = {} if self.variant is None else {"variant": dict(self.variant)}
        return {"game": name, "ask": "play", "setup": dict(self.setup), **options, "moves": [*moves]}


@dataclass(frozen=True, slots=True)
class Recorded:
    """A playthrough of a *game* with the *document* in which it stands."""

    document: Document
    path: Path
    game: str
    playthrough: Playthrough

    @property
    def asked(self) -> dict[str, Any]:
        """The question how the match stands after all its moves."""
        return self.playthrough.question(self.game, [move_of(line) for line in self.playthrough.moves])

    def fault(self, path: str, kind: str, **data: Plain) -> FileFault:
        """Return a fault with its place in the file."""
        return self.document.fault(Fault(path, kind, data))


def recorded(root: Path, faults: list[FileFault]) -> Iterator[Recorded]:
    """Read all playthroughs, noting what is wrong with their files."""
    for name in game_names():
        for path in sorted((root / TUTORIALS / name / FOLDER).glob("*.yaml")):
            document = read_document(path, path.relative_to(root).as_posix())
            faults.extend(document.faults)
            playthrough = read_value(Record(Playthrough), document, faults)
            if playthrough is not None:
                yield Recorded(document, path, name, playthrough)


def differences(found: Recorded) -> Iterator[FileFault]:
    """Replay a playthrough and find the moves at which it goes another way than its file says."""
    written = found.playthrough.moves
    try:
        now = lines(found, [move_of(line) for line in written])
    except Unusable as unusable:
        yield from (found.document.fault(fault) for fault in unusable.faults)
        return
    for place, (then, line) in enumerate(zip(written, now, strict=True)):
        if then != line:
            yield found.fault(at("moves", place), "answer_differs", expected=then, actual=line)
            return
    if not written:
        yield found.fault("moves", "nothing_recorded")


def move_of(line: str) -> str:
    """Return the move of a line."""
    return line.partition(SEPARATOR)[0]


def last_score(found: Recorded) -> tuple[int, int]:
    """Return both teams' points after the last move, as the file has them."""
    written = found.playthrough.moves
    score = re.fullmatch(r"(-?\d+)-(-?\d+)", written[-1].rpartition(SEPARATOR)[2]) if written else None
    return (int(score[1]), int(score[2])) if score else (0, 0)


def lines(found: Recorded, moves: Sequence[str]) -> list[str]:
    """Return the lines of a match: each move, how many were legal, the score after it. Raise ``Unusable``."""
    asked: Any = typed(found.playthrough.question(found.game, moves))
    went = asked.course()
    return [
        SEPARATOR.join((str(move), str(len(asked.game.legal_moves(before))), "{}-{}".format(*after.score)))
        for before, move, after in zip(went.states, went.moves, went.states[1:], strict=False)
    ]


def renewed(found: Recorded) -> str:
    """Return the file as it has to be: the moves as long as they are legal, then those of the computer players."""
    moves = _legal(found, [move_of(line) for line in found.playthrough.moves])
    moves = list(_played_on(found, moves))
    listed = "".join(f"  - {json.dumps(line)}\n" for line in lines(found, moves))
    head, mark, _ = found.path.read_text("utf-8").partition(HEADING)
    return f"{head if mark else head.rstrip() + chr(10)}{HEADING}{listed}"


def _legal(found: Recorded, moves: list[str]) -> list[str]:
    """Return the moves up to the first that is not legal."""
    try:
        typed(found.playthrough.question(found.game, moves))
    except Unusable as unusable:
        broken = next((fault.path for fault in unusable.faults if fault.path.startswith("moves[")), None)
        if broken is None:
            raise
        return moves[: int(broken.removeprefix("moves[").removesuffix("]"))]
    return moves


def _played_on(found: Recorded, moves: list[str]) -> Iterator[str]:
    """Give the moves, and then those that the players make until the match is over."""
    yield from moves
    asked: Any = typed(found.playthrough.question(found.game, moves))
    adviser = game(found.game).all_questions["advise"].adviser  # type: ignore[attr-defined]
    state, chance = asked.course().last, Random(found.document.name)
    for _ in range(MOST_MOVES - len(moves)):
        if state.to_move is None:
            return
        strength = found.playthrough.players[state.to_move]
        if strength == AT_RANDOM:
            move = chance.choice(asked.game.legal_moves(state))
        else:
            move = adviser(asked.game.view(state, state.to_move), strength).move
        yield str(move)
        state = asked.game.apply(state, move)


def reset(root: Path, faults: list[FileFault]) -> Iterator[tuple[str, int]]:
    """Write all playthroughs anew. Give the name of each file and how many moves it has."""
    for found in [*recorded(root, faults)]:
        text = renewed(found)
        found.path.write_text(text, "utf-8")
        yield found.document.name, text.count("\n  - ")

"""What a computer player does in a match of Basra."""

from __future__ import annotations

from rules_engine.basra.match import MATCH, Position
from rules_engine.match import Advice


def advise(view: Position, strength: int) -> Advice:  # noqa: ARG001
    """Return the move of the seat to move, from what it may know."""
    return Advice(MATCH.legal_moves(view)[0], MATCH.turn(view))

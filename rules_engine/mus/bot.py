"""Which move a computer player makes in Mus."""

from __future__ import annotations

from rules_engine.match import Advice
from rules_engine.mus.match import State, legal_moves, turn


def advise(view: State, _strength: int) -> Advice:
    """Return the first legal move."""
    return Advice(legal_moves(view)[0], turn(view))

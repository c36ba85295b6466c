"""What a computer player does in Mor 200, from what its seat may know."""

from __future__ import annotations

from rules_engine.match import Advice
from rules_engine.mor200.match import State, legal_moves, turn


def advise(view: State, strength: int) -> Advice:  # noqa: ARG001
    """Return the move of a computer player, and why."""
    return Advice(legal_moves(view)[0], turn(view))

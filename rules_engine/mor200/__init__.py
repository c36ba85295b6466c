"""Mor 200: the game of sequences for two teams, in which the long ones count."""

from __future__ import annotations

from rules_engine.games import Game, rules_in
from rules_engine.mor200 import rules
from rules_engine.mor200.questions import QUESTIONS
from rules_engine.mor200.scene import SCENES
from rules_engine.mor200.sequences import DECK, Variant

GAME = Game(
    "mor200", DECK, Variant, QUESTIONS, rules_in(vars(rules)), SCENES, refused={"legal": False, "class": "illegal"}
)

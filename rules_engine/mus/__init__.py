"""Mus: the Basque betting game of four lances."""

from __future__ import annotations

from rules_engine.cards import SPANISH
from rules_engine.games import Game, rules_in
from rules_engine.mus import rules
from rules_engine.mus.hands import Variant
from rules_engine.mus.questions import QUESTIONS
from rules_engine.mus.scene import SCENES

GAME = Game("mus", SPANISH, Variant, QUESTIONS, rules_in(vars(rules)), SCENES)

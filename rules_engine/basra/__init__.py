"""Egyptian Basra for four: taking the cards of the floor, for two teams of two."""

from __future__ import annotations

from rules_engine.basra import rules
from rules_engine.basra.capture import Variant
from rules_engine.basra.questions import QUESTIONS
from rules_engine.basra.scene import SCENES
from rules_engine.cards import FRENCH
from rules_engine.games import Game, rules_in

GAME = Game("basra", FRENCH, Variant, QUESTIONS, rules_in(vars(rules)), SCENES)

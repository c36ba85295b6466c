"""What every game offers to the door, and which games there are.

A game is a folder of this package whose ``GAME`` says all that others need of it.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

import rules_engine
from rules_engine.cards import Deck
from rules_engine.reasons import Judged, Plain, Rule
from rules_engine.staging import Staging


class Question(Protocol):
    """A typed question: it answers itself."""

    def judge(self) -> Judged[dict[str, Plain]]:
        """Return the answer with its reasons, which are never empty."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its *name* in questions, its *deck*, its options as a record, its kinds of *questions*.

    *rules* are those that its judging may cite, by id; *scenes* tell how each kind of question is put on the table.
    """

    name: str
    deck: Deck
    variant: type
    questions: Mapping[str, type]
    rules: Mapping[str, Rule]
    scenes: Mapping[str, Staging]


def rules_in(names: Mapping[str, object]) -> Mapping[str, Rule]:
    """Return the rules among a module's names, by id."""
    return MappingProxyType({rule.id: rule for rule in names.values() if isinstance(rule, Rule)})


@functools.cache
def game_names() -> tuple[str, ...]:
    """Return the names of the games: the folders of this package that are one, in alphabetical order."""
    packages = (m.name for m in pkgutil.iter_modules(rules_engine.__path__) if m.ispkg)
    return tuple(name for name in sorted(packages) if _is_game(name))


def _is_game(name: str) -> bool:
    # Looked up by file: finding the module's spec would import the folder, and ``suite`` needs what a browser lacks.
    folders = [f"{root}/{name}" for root in rules_engine.__path__]
    return any(module.name == "questions" for module in pkgutil.iter_modules(folders))


@functools.cache
def game(name: str) -> Game:
    """Return a game by its name; its code is loaded only now. Raise ``KeyError`` if there is none."""
    if name not in game_names():
        raise KeyError(name)
    found: Game = importlib.import_module(f"rules_engine.{name}").GAME
    return found


def games() -> Mapping[str, Game]:
    """Return all games by name."""
    return {name: game(name) for name in game_names()}

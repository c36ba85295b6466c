"""What every game offers to the door, and which games there are.

A game is a folder of this package whose ``GAME`` says all that others need of it.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

import rules_engine
from rules_engine.cards import Deck
from rules_engine.reasons import Judged, Plain, Rule
from rules_engine.staging import Staging

T = TypeVar("T")

LATER = {
    "odds": "odds",
    "play": "table",
    "why_not": "table",
    "advise": "table",
    "sheet": "sheet",
    "puzzle": "puzzle",
}
"""The kinds of questions whose code is loaded when one is first asked, and the module of a game's folder that has it.

Such a module holds its ``KINDS`` and how they are put on the table, ``SCENES``.
"""


class Question(Protocol):
    """A typed question: it answers itself."""

    def judge(self) -> Judged[dict[str, Plain]]:
        """Return the answer with its reasons, which are never empty."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its *name* in questions, its *deck*, its options as a record, its kinds of *questions*.

    *rules* are those that its judging may cite, by id; *scenes* tell how each kind of question is put on the table.
    *refused* are the leaves of answers by which what was asked for is refused.
    """

    name: str
    deck: Deck
    variant: type
    questions: Mapping[str, type]
    rules: Mapping[str, Rule]
    scenes: Mapping[str, Staging]
    refused: Mapping[str, Plain] = field(default_factory=lambda: MappingProxyType({"legal": False}))

    @property
    def all_questions(self) -> Mapping[str, type]:
        """All its kinds of questions, those included whose code is loaded only when one is asked."""
        return _Loading(self.questions, later(self.name), "KINDS")

    @property
    def all_scenes(self) -> Mapping[str, Staging]:
        """How each of all its kinds of questions is put on the table."""
        return _Loading(self.scenes, later(self.name), "SCENES")


@dataclass(frozen=True)
class _Loading(Mapping[str, T]):
    """A mapping of which some entries are loaded when they are looked up: from the *attribute* of the module named."""

    now: Mapping[str, T]
    later: Mapping[str, str]
    attribute: str

    def __getitem__(self, key: str) -> T:
        if key in self.now:
            return self.now[key]
        found: Mapping[str, T] = getattr(importlib.import_module(self.later[key]), self.attribute)
        return found[key]

    def __iter__(self) -> Iterator[str]:
        yield from self.now
        yield from self.later

    def __len__(self) -> int:
        return len(self.now) + len(self.later)


@functools.cache
def later(name: str) -> Mapping[str, str]:
    """Return the kinds of questions that a game's folder answers besides, and their modules."""
    folders = [f"{root}/{name}" for root in rules_engine.__path__]
    there = {module.name for module in pkgutil.iter_modules(folders)}
    found = {kind: f"rules_engine.{name}.{module}" for kind, module in LATER.items() if module in there}
    return MappingProxyType(found)


def playable(name: str) -> Any:
    """Return what a game offers to those who play it, a :class:`rules_engine.match.Playable`."""
    return importlib.import_module(f"rules_engine.{name}.match").MATCH


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


def look_again() -> None:
    """Find the games anew, after a folder of games has come."""
    game_names.cache_clear()
    later.cache_clear()


def games() -> Mapping[str, Game]:
    """Return all games by name."""
    return {name: game(name) for name in game_names()}

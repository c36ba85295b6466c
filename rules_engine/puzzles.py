"""Puzzles without end: a question with some answers to choose from, of which the engine's own is one.

A game gives its *makers* by level. A maker draws a question of another kind by chance, or nothing if what it drew is
dull, and the wrong answers that people really give. The right one always comes from the engine, with its reasons.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, make_dataclass
from random import Random
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, Protocol

from rules_engine import asking
from rules_engine.games import game
from rules_engine.reading import Fault, OneOf, Unusable, Whole
from rules_engine.reasons import Judged, Plain
from rules_engine.saying import TEXT, Words, line
from rules_engine.scenes import Scene, scene
from rules_engine.staging import Line, Stage, Staging

LEVELS = (1, 2, 3)
LEVEL = OneOf(LEVELS, "level")
SEED = Whole(0, 2**53 - 1)
MOST_CHOICES = 5
MOST_DRAWS = 10_000
"""How often a maker draws before something must be wrong with it. Most need a few draws, some a few dozen."""

Partial = Mapping[str, Plain]
"""The part of an answer that a puzzle asks for."""


class Draft(NamedTuple):
    """What a maker has drawn: a plain *question*, and the *wrong* answers to its fields *keys*, the likeliest first.

    *asks* says what is asked, *label* an answer. Answers that have an order of their own are not *mixed*.
    """

    question: Mapping[str, Plain]
    asks: Line
    keys: tuple[str, ...]
    wrong: Sequence[Partial]
    label: Callable[[Partial], Line]
    mixed: bool = True


Maker = Callable[[Random, bool], Draft | None]
"""Draws by chance. The flag is a coin tossed once a puzzle: with it, yes and no come equally often."""
Makers = Mapping[int, Sequence[Maker]]


class Option(NamedTuple):
    """An answer to choose, and what it is called."""

    answer: dict[str, Plain]
    label: Line
    right: bool


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle: a plain question, what of it is asked, the answers to choose from, and the engine's whole answer."""

    question: dict[str, Plain]
    asks: Line
    options: tuple[Option, ...]
    answer: Judged[dict[str, Plain]]


class Puzzling(Protocol):
    """The type of a game's ``puzzle`` questions once they have been read."""

    level: int
    seed: int

    def puzzle(self) -> Puzzle:
        """Return the puzzle with this number."""


class _Asked:
    """Asks for the puzzle of a level with a number; the same number always gives the same puzzle."""

    __slots__ = ()
    game: str
    makers: Makers
    level: int
    seed: int

    def puzzle(self) -> Puzzle:
        """Return the puzzle with this number."""
        return drawn(self.game, self.makers, self.level, self.seed)

    def judge(self) -> Judged[dict[str, Plain]]:
        """Answer the question: with a puzzle, and the reasons of its answer."""
        puzzle = self.puzzle()
        right = next(option.answer for option in puzzle.options if option.right)
        choices: list[Plain] = [option.answer for option in puzzle.options]
        return Judged({"question": puzzle.question, "choices": choices, "answer": right}, puzzle.answer.because)


def kinds(name: str, makers: Makers) -> Mapping[str, type]:
    """Return the kind of question with which a game is asked for its puzzles."""
    made = make_dataclass(
        "PuzzleQuestion",
        [("level", Annotated[int, LEVEL]), ("seed", Annotated[int, SEED])],
        bases=(_Asked,),
        frozen=True,
        namespace={"game": name, "makers": makers, "__doc__": _Asked.__doc__},
    )
    return MappingProxyType({"puzzle": made})


def drawn(name: str, makers: Makers, level: int, seed: int) -> Puzzle:
    """Return the puzzle of a level with a number: the makers take turns by it, chance does the rest."""
    random = Random(f"{name}/puzzle/{level}/{seed}")
    maker, coin = makers[level][seed % len(makers[level])], random.random() < 0.5
    for _ in range(MOST_DRAWS):
        draft = maker(random, coin)
        if draft and (puzzle := _finished(name, draft, random)):
            return puzzle
    raise AssertionError(f"{name}: {maker} draws nothing")


def _finished(name: str, draft: Draft, random: Random) -> Puzzle | None:
    """Let the engine answer, and put its answer among the wrong ones; None if no wrong one is left."""
    question: dict[str, Plain] = {"game": name, **draft.question}
    answer = asking.judged(question)
    right = {key: answer.value[key] for key in draft.keys if key in answer.value}
    wrong = list(itertools.islice(_others(right, draft.wrong), MOST_CHOICES - 1))
    if not wrong:
        return None
    answers = [right, *wrong]
    if draft.mixed:
        random.shuffle(answers)
    else:
        answers.sort(key=_standing)
    options = tuple(Option(each, draft.label(each), each == right) for each in answers)
    return Puzzle(question, draft.asks, options, answer)


def _others(right: Partial, wrong: Iterable[Partial]) -> Iterable[dict[str, Plain]]:
    """Give the wrong answers that are wrong, each once."""
    seen = [dict(right)]
    for each in map(dict, wrong):
        if each not in seen:
            seen.append(each)
            yield each


ORDER: Sequence[Plain] = (
    True, False, "none", "par", "medias", "duples", "illegal", "sequence", "mor100", "mor200", "mor1000"
)  # fmt: skip
"""The values that stand in an order of their own among choices; numbers stand before them, nothing after them."""


def _standing(answer: Partial) -> list[tuple[int, int]]:
    return [place for value in answer.values() for place in _places(value)]


def _places(value: Plain) -> list[tuple[int, int]]:
    if isinstance(value, list):
        return [place for each in value for place in _places(each)]
    if isinstance(value, int) and not isinstance(value, bool):
        return [(0, value)]
    return [(1, ORDER.index(value))] if value in ORDER else [(2, 0)]


def staging(name: str) -> Mapping[str, Staging]:
    """Return how a game's puzzles are put on the table: as the question within, with or without its answer."""

    def stage(asked: Puzzling, answer: Judged[dict[str, Plain]] | None) -> Stage:
        puzzle = asked.puzzle()
        kind = str(puzzle.question["ask"])
        inner: Any = asking.typed(puzzle.question)
        return game(name).all_scenes[kind](inner, puzzle.answer if answer else None)

    return MappingProxyType({"puzzle": stage})


def puzzle(question: object, words: Words) -> Scene:
    """Return all that a page needs of a puzzle: what is asked, the choices, and the board before and after.

    Raise ``Unusable`` if *question* is none of the kind ``puzzle``.
    """
    if (kind := asking.addressed(question)[1]) != "puzzle":
        raise Unusable([Fault("ask", "not_one_of", {"value": kind, "allowed": ["puzzle"], "nearest": ""})])
    asked: Any = asking.typed(question)
    made: Puzzle = asked.puzzle()
    return {
        "game": str(made.question["game"]),
        "level": asked.level,
        "seed": asked.seed,
        "lang": words.language["code"],
        "asks_html": line(made.asks.key, made.asks.data, words),
        "scene": scene(made.question, words, answered=False),
        "choices": [_choice(option, words) for option in made.options],
        "answered": scene(made.question, words),
        "rules": list(dict.fromkeys(reason.rule for reason in made.answer.because)),
    }


def _choice(option: Option, words: Words) -> Scene:
    said = option.label
    return {
        "label_html": line(said.key, said.data, words),
        "label": line(said.key, said.data, words, TEXT),
        "right": option.right,
    }


# What several games ask


def yes_or_no(key: str, yes: Line, no: Line) -> Callable[[Partial], Line]:
    """Return how the answers to a question of yes or no are called."""
    return lambda answer: yes if answer[key] else no


def number(key: str) -> Callable[[Partial], Line]:
    """Return how answers are called that are numbers."""
    return lambda answer: Line("puzzle.number", {"number": answer[key]})

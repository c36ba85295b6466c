"""What is to be drawn for a book: examples, diagrams of rules, walkthroughs, each game's referee and first puzzle."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import rules_engine
from rules_engine import sheets
from rules_engine.games import game as engine_of
from rules_engine.puzzles import puzzle
from rules_engine.saying import HTML, line
from rules_engine.scenes import Scene, card_face, scene
from rules_engine.suite.agreeing import full
from rules_engine.suite.diagrams import diagram
from rules_engine.suite.fixtures import Choice, Example, GameSuite, RuleText, Step, Walkthrough
from rules_engine.suite.wording import in_language, shipped_words

from .book import Book
from .drawing import Drawing, Undrawn
from .keeping import digest, digest_of_files

HERE = Path(__file__).resolve().parent
REFEREE, PUZZLES, SHEET = "referee", "puzzles", "score-sheet"
FIRST_PUZZLE = 1
"""The seed of the puzzle that stands in the page."""


def drawings(book: Book) -> Iterator[Undrawn]:
    """Give everything that the pages of a book hold as drawings."""
    code = digest_of_files(*sorted(Path(rules_engine.__path__[0]).rglob("*.py")), *sorted(HERE.glob("*.py")))
    for game in book.suite.games.values():
        words = digest(code, book.shared, shipped_words(game, book.language))
        for example in game.examples:
            given = digest(words, page_of(game, example), in_language(example, book.lang))
            yield Undrawn(key(book, example.id), given, partial(_example, book, game, example))
        for lesson in game.walkthroughs:
            given = digest(words, book.rule_pages, in_language(lesson, book.lang))
            yield Undrawn(key(book, lesson.id), given, partial(_walkthrough, book, game, lesson))
        for rule in game.rules.values():
            for number, each in enumerate(rule.diagrams):
                asked = [example.question for example in game.examples if example.id in each.examples]
                around = (book.page_of_rule(rule.id), _diagram_words(book))
                given = digest(words, in_language(each, book.lang), asked, *around)
                yield Undrawn(diagram_key(book, rule, number), given, partial(_diagram, book, game, rule, number))
        starts = digest(words, start_questions(game))
        yield Undrawn(key(book, f"{game.name}/{REFEREE}"), starts, partial(_referee, book, game))
        yield Undrawn(key(book, f"{game.name}/{PUZZLES}"), digest(words, PUZZLES), partial(_puzzle, book, game))
        yield Undrawn(key(book, f"{game.name}/{SHEET}"), digest(words, SHEET), partial(_sheet, book, game))


def key(book: Book, name: str) -> str:
    """Return the key of a drawing in a language."""
    return f"{book.lang}/{name}"


def diagram_key(book: Book, rule: RuleText, number: int) -> str:
    """Return the key of one of a rule's diagrams, counted from 0."""
    return key(book, f"{rule.id}/diagrams/{number}")


def page_of(game: GameSuite, example: Example) -> str:
    """Return the page on which an example stands, ``mus/lances``."""
    return f"{game.name}/{game.page_of(example)}"


def question_of(game: GameSuite, question: Mapping[str, Any]) -> dict[str, Any]:
    """Return a fixture's question as the engine is asked it."""
    return dict(full(game.name, question))


def _frame(book: Book, page: str, id_: str) -> dict[str, Any]:
    return {"shared": book.to_shared(page), "root": "../", "id": id_}


def _example(book: Book, game: GameSuite, example: Example) -> Drawing:
    drawn = scene(question_of(game, example.question), book.words[game.name])
    frame = {
        **_frame(book, page_of(game, example), example.id),
        "title_html": book.inline(example.title, game.name),
        "teaches_html": book.inline(example.teaches, game.name),
    }
    return Drawing(key(book, example.id), "board", book.lang, drawn, frame)


def _diagram(book: Book, game: GameSuite, rule: RuleText, number: int) -> Drawing:
    examples = {example.id: example for example in game.examples}
    drawn = diagram(rule.diagrams[number], game.name, examples, book.words[game.name])
    frame = {**_frame(book, book.page_of_rule(rule.id), rule.id), **_diagram_words(book)}
    return Drawing(diagram_key(book, rule, number), "diagram", book.lang, drawn, frame)


def _diagram_words(book: Book) -> dict[str, str]:
    return {"deals_html": book.press("diagram_deals"), "left_html": book.press("diagram_left")}


def _walkthrough(book: Book, game: GameSuite, walkthrough: Walkthrough) -> Drawing:
    page = "" if walkthrough.kind == "home" else f"{game.name}/{walkthrough.slug}"
    steps = [_step(book, game, page, step, number, walkthrough) for number, step in enumerate(walkthrough.steps, 1)]
    whole = {"id": walkthrough.id, "game": game.name, "lang": book.lang, "steps": steps}
    frame = _frame(book, page, walkthrough.id)
    if not page:
        frame["root"] = f"{game.name}/"
    return Drawing(key(book, walkthrough.id), "steps", book.lang, whole, frame)


def _step(book: Book, game: GameSuite, page: str, step: Step, number: int, walkthrough: Walkthrough) -> dict[str, Any]:
    asks = step.asks is not None
    return {
        "id": step.id,
        "title_html": book.inline(step.title, game.name),
        "tells_html": book.blocks(step.tells, game.name, page),
        "scene": _without(
            step.hidden, _scene_of(book, game, step, not asks if step.answer_shown is None else step.answer_shown)
        ),
        "answered": _scene_of(book, game, step, True) if asks else None,
        "asks_html": book.inline(step.asks, game.name) if step.asks else None,
        "choices": [_choice(book, game, page, choice, place) for place, choice in enumerate(step.choices, 1)],
        "hints_html": [book.blocks(hint, game.name, page) for hint in step.hints],
        "otherwise_html": book.blocks(step.otherwise, game.name, page) if step.otherwise else None,
        "number": number,
        "of": len(walkthrough.steps),
    }


def _scene_of(book: Book, game: GameSuite, step: Step, answered: bool) -> Scene | None:
    if step.question is None:
        return None
    return scene(
        question_of(game, step.question), book.words[game.name], open_=step.open, answered=answered, hand=step.hand
    )


def _without(hidden: Collection[str], drawn: Scene | None) -> Scene | None:
    """Return a scene without the places that are not shown yet."""
    return drawn and {**drawn, "zones": [zone for zone in drawn["zones"] if zone["id"] not in hidden]}


def _choice(book: Book, game: GameSuite, page: str, choice: Choice, place: int) -> dict[str, Any]:
    words, deck = book.words[game.name], engine_of(game.name).deck
    card = deck.card(choice.card)
    if choice.label:
        label = book.inline(choice.label, game.name)
    elif card:
        label = HTML.isolate(choice.card, words)
    else:
        label = line("labels.seat", {"seat": choice.seat}, words, HTML)
    return {
        "id": str(place),
        "label_html": label,
        "card": card and card_face(card, deck, words),
        "right": choice.right,
        "tell_html": book.blocks(choice.tell, game.name, page),
        "because": [_cited(book, game, rule) for rule in choice.rules],
    }


def _cited(book: Book, game: GameSuite, rule_id: str) -> dict[str, Any]:
    rule = book.words[game.name].rules[rule_id]
    title = book.inline(game.rules[rule_id].title, game.name)
    return {"rule": rule_id, "title_html": title, "href": rule.href, "ruling": rule.ruling, "says_html": None}


def _referee(book: Book, game: GameSuite) -> Drawing:
    starts = start_questions(game)
    drawn = scene(next(iter(starts.values())), book.words[game.name])
    kinds = [
        {"ask": kind, "label_html": line(f"kinds.{kind}", {}, book.words[game.name]), "question": question}
        for kind, question in starts.items()
    ]
    frame = {**_frame(book, f"{game.name}/{REFEREE}", REFEREE), "kinds": kinds}
    return Drawing(key(book, f"{game.name}/{REFEREE}"), "referee", book.lang, drawn, frame)


def _puzzle(book: Book, game: GameSuite) -> Drawing:
    """Return the puzzle with which the page of puzzles begins, the same in every language."""
    address = f"{game.name}/{PUZZLES}"
    drawn = puzzle({"game": game.name, "ask": "puzzle", "level": 1, "seed": FIRST_PUZZLE}, book.words[game.name])
    return Drawing(key(book, address), "puzzle", book.lang, drawn, _frame(book, address, "puzzle"))


def _sheet(book: Book, game: GameSuite) -> Drawing:
    """Return the score sheet on which nothing stands yet."""
    address = f"{game.name}/{SHEET}"
    question = {"game": game.name, "ask": "sheet", "rounds": []}
    blank = sheets.sheeting_of(game.name).blank
    drawn = sheets.page(question, {"place": 0, "line": blank}, book.words[game.name])
    return Drawing(key(book, address), "sheet", book.lang, drawn, _frame(book, address, "sheet"))


def start_questions(game: GameSuite) -> dict[str, dict[str, Any]]:
    """Return the question that each kind starts from on the referee's page, in the order of the game's words.

    It is the first documented example of the kind, so that the page begins with something worth changing.
    """
    first: dict[str, dict[str, Any]] = {}
    for example in game.examples:
        first.setdefault(str(example.question["ask"]), question_of(game, example.question))
    return {kind: first[kind] for kind in (game.words.kinds if game.words else ()) if kind in first}

"""Whether the fixtures agree with one another and with the engine."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from rules_engine.asking import typed
from rules_engine.games import Game
from rules_engine.reading import Cards, Fault, Unread, Unusable, at, nearest, read, shapes_of, shown
from rules_engine.reasons import Plain, Rule
from rules_engine.saying import FORMATTERS
from rules_engine.suite import diagrams
from rules_engine.suite.fixtures import (
    Choice,
    Diagram,
    Example,
    GameSuite,
    Language,
    RuleText,
    Step,
    Suite,
    VariantOf,
    Walkthrough,
)
from rules_engine.suite.linting import placeholders, unknown_rule
from rules_engine.suite.shapes import SOURCE, Where

RULE = "rule"
Placed = tuple[Where, Fault]


def below(path: str, rest: str) -> str:
    """Return the path of something below another path."""
    return f"{path}.{rest}" if path and rest and not rest.startswith("[") else path + rest


# Ids


class Id(NamedTuple):
    """An id as it stands in a file, and the *scope* within which it must stand alone; RULE for those of rules."""

    scope: str
    id: str
    file: str
    path: str


class _Places(Protocol):
    def where(self, path: str) -> Where: ...


def ids(values: Iterable[tuple[str, object]]) -> Iterator[Id]:
    """Find all ids, even those of entries that cannot be read, so that one fault does not cause others."""
    for file, value in values:
        folder = file.rpartition("/")[0]
        for scope, path, found in _ids(value, folder):
            if isinstance(found, str):
                yield Id(scope, found, file, path)


def _ids(value: object, folder: str) -> Iterator[tuple[str, str, object]]:
    yield f"{folder} page", "page", _get(value, "page")
    for path, section in _entries(value, "sections", ""):
        yield f"{folder} {_get(value, 'page')} section", at(path, "id"), _get(section, "id")
        for inner, rule in _entries(section, "rules", path):
            yield RULE, at(inner, "id"), _get(rule, "id")
    for path, example in _entries(value, "examples", ""):
        yield "example", at(path, "id"), _get(example, "id")
    for path, entry in _entries(value, "glossary", ""):
        yield f"{folder} glossary", at(path, "key"), _get(entry, "key")
    lesson = _get(value, "walkthrough")
    yield "walkthrough", "walkthrough.id", _get(lesson, "id")
    for path, step in _entries(lesson, "steps", "walkthrough"):
        yield f"{_get(lesson, 'id')} step", at(path, "id"), _get(step, "id")


def _get(value: object, key: str) -> object:
    return value.get(key) if isinstance(value, Mapping) else None


def _entries(value: object, key: str, path: str) -> Iterator[tuple[str, object]]:
    entries = _get(value, key)
    for index, entry in enumerate(entries if isinstance(entries, list) else ()):
        yield at(at(path, key), index), entry


def twice(entries: Iterable[Id], documents: Mapping[str, _Places]) -> Iterator[Placed]:
    """Find ids that stand twice. Those of rules, examples and walkthroughs share one scope: all are anchors."""
    first: dict[tuple[str, str], Id] = {}
    for entry in entries:
        scope = "anchor" if entry.scope in (RULE, "example", "walkthrough") else entry.scope
        earlier = first.setdefault((scope, entry.id), entry)
        if earlier is not entry:
            other = documents[earlier.file].where(earlier.path)
            data: dict[str, Plain] = {"value": shown(entry.id), "place": str(other)}
            yield Where(entry.file), Fault(entry.path, "duplicate_id", data)


# References and the engine


def disagreements(game: GameSuite, engine: Game | None, suite: Suite, rules: Collection[str]) -> Iterator[Placed]:
    """Find what in a game's fixtures refers to nothing, or to something else than the engine knows."""
    yield from _references(game, rules)
    yield from _foreign_ids(game)
    yield from _rulings(game)
    yield from _in_no_language(game, suite)
    if engine is None:
        yield _first_place(game), Fault("", "unknown_game", {"value": game.name})
        return
    yield from _questions(game)
    yield from _hands(game, engine)
    yield from _diagrams(game)
    for rule in game.rules.values():
        yield from _variant(rule.basis.variant, rule.where, engine)
        yield from _reasons(rule, engine.rules.get(rule.id))
    yield from _without_text(game, engine, rules)
    yield from _formatters(game, suite)


def _first_place(game: GameSuite) -> Where:
    return next((entry.where for part in (game.pages, game.examples, game.walkthroughs) for entry in part), Where())


def _references(game: GameSuite, rules: Collection[str]) -> Iterator[Placed]:
    for where, path, rule in _cited(game):
        if rule not in rules:
            yield where, unknown_rule(path, rule, rules)


def _cited(game: GameSuite) -> Iterator[tuple[Where, str, str]]:
    """Give every rule id that something refers to."""
    entries: list[Any] = [*game.examples, *(game.words.glossary if game.words else ()), *_choices(game)]
    for entry in entries:
        yield from ((entry.where, at("rules", index), rule) for index, rule in enumerate(entry.rules))
    for example in game.examples:
        yield from ((example.where, at("without", rule), rule) for rule in example.without)
        for index, reason in enumerate(example.because):
            yield example.where, at(at("because", index), "rule"), str(reason.get("rule", ""))


def _choices(game: GameSuite) -> Iterator[Choice]:
    return (choice for lesson in game.walkthroughs for step in lesson.steps for choice in step.choices)


def _foreign_ids(game: GameSuite) -> Iterator[Placed]:
    """Find ids that do not tell where they belong: rules to a game, examples to the rule under which they stand."""
    entries: tuple[RuleText | Walkthrough, ...] = (*game.rules.values(), *game.walkthroughs)
    for entry in entries:
        if not entry.id.startswith(f"{game.name}."):
            yield entry.where, Fault("id", "id_start", {"start": f"{game.name}."})
    pages = [page.page for page in game.pages]
    for example in game.examples:
        start = game.name if example.page else example.rules[0]
        if not example.id.startswith(f"{start}."):
            yield example.where, Fault("id", "id_start", {"start": f"{start}."})
        if example.page and example.page not in pages:
            data: dict[str, Plain] = {"value": example.page, "nearest": nearest(example.page, pages)}
            yield example.where, Fault("page", "unknown_page", data)


def _rulings(game: GameSuite) -> Iterator[Placed]:
    """Find open questions that two rules describe differently."""
    for row, rules in game.rulings.items():
        first = rules[0].basis.ruling
        for rule in rules[1:]:
            ruling = rule.basis.ruling
            if first and ruling and (first.about, first.strength) != (ruling.about, ruling.strength):
                yield ruling.where, Fault("", "ruling_differs", {"row": row, "place": str(first.where)})


def full(game: str, question: Mapping[str, Plain]) -> dict[str, Plain]:
    """Return a fixture's question as the door takes it."""
    return {"game": game, **question}


def _questions(game: GameSuite) -> Iterator[Placed]:
    for example in game.examples:
        yield from _unusable(game.name, example)
    for lesson in game.walkthroughs:
        for step in lesson.steps:
            yield from _unusable(game.name, step)
            yield from _unplayable(game.name, step)


def _unusable(game: str, entry: Example | Step) -> Iterator[Placed]:
    if entry.question is None:
        return
    if entry.question.get("game", game) != game:
        yield entry.where, Fault("question.game", "other_game", {"value": shown(entry.question["game"])})
        return
    for fault in question_faults(full(game, entry.question)):
        yield entry.where, Fault(below("question", fault.path), fault.kind, fault.data, fault.rule)


def _hands(game: GameSuite, engine: Game) -> Iterator[Placed]:
    """Find readers' cards, and those of diagrams and of the sheet for the table, that are no cards of the game."""
    steps = [step for walkthrough in game.walkthroughs for step in walkthrough.steps]
    held = [(step.where, "hand", step.hand) for step in steps if step.hand]
    chosen = [(choice.where, "card", choice.card) for choice in _choices(game) if choice.card]
    glances = [rule.glance for rule in game.rules.values() if rule.glance]
    seen = [(glance.where, "cards", glance.cards) for glance in glances if glance.cards]
    ordered = [(rung.where, "cards", rung.cards) for diagram in _drawn(game) for rung in diagram.order]
    for where, path, cards in (*held, *chosen, *seen, *ordered):
        try:
            read(Cards(engine.deck), cards)
        except Unusable as unusable:
            yield from ((where, Fault(path, fault.kind, fault.data)) for fault in unusable.faults)


def _drawn(game: GameSuite) -> Iterator[Diagram]:
    return (diagram for rule in game.rules.values() for diagram in rule.diagrams)


def _diagrams(game: GameSuite) -> Iterator[Placed]:
    """Find what diagrams cannot be drawn from: what are no examples, and examples with nothing to draw."""
    examples = {example.id: example for example in game.examples}
    for diagram in _drawn(game):
        for id_ in diagram.examples:
            if id_ not in examples:
                data: dict[str, Plain] = {"value": shown(id_), "nearest": nearest(id_, examples)}
                yield diagram.where, Fault(diagram.kind, "unknown_example", data)
            elif _nothing_to_draw(diagram, game.name, examples[id_]):
                yield diagram.where, Fault(diagram.kind, "nothing_to_draw", {"value": id_})


def _nothing_to_draw(diagram: Diagram, game: str, example: Example) -> bool:
    asked = full(game, example.question)
    return not question_faults(asked) and not diagrams.fit(diagram.kind, game, example)


def question_faults(question: Mapping[str, Plain]) -> tuple[Fault, ...]:
    """Return what the engine finds wrong with a question."""
    try:
        typed(question)
    except Unusable as error:
        return error.faults
    return ()


def _unplayable(game: str, step: Step) -> Iterator[Placed]:
    """Find choices of calls that may not be made after those of the step's question."""
    for index, choice in enumerate(step.choices):
        if choice.calls and step.question is not None:
            before = step.question.get("calls", [])
            asked = full(game, {**step.question, "calls": [*_list(before), *choice.calls]})
            if choice.right and not question_faults(full(game, step.question)):
                for fault in question_faults(asked):
                    path = at(at("choices", index), "calls")
                    yield step.where, Fault(path, fault.kind, fault.data, fault.rule)


def _list(value: Plain) -> list[Plain]:
    return value if isinstance(value, list) else []


def _variant(variant: VariantOf | None, where: Where, engine: Game) -> Iterator[Placed]:
    """Find options and values of a rule's basis that the engine does not judge."""
    if variant is None or variant.described:
        return
    shapes, faults = shapes_of(engine.variant), list[Fault]()
    if variant.option not in shapes:
        allowed: list[Plain] = [*shapes]
        data: dict[str, Plain] = {"value": shown(variant.option), "allowed": allowed}
        yield where, Fault("basis.variant.option", "not_one_of", {**data, "nearest": nearest(variant.option, shapes)})
        return
    for value in variant.value:
        try:
            shapes[variant.option].read(value, "basis.variant.value", faults)
        except Unread:
            continue
    yield from ((where, fault) for fault in faults)


def _reasons(rule: RuleText, cited: Rule | None) -> Iterator[Placed]:
    """Find sentences that the engine never prints, sentences that it lacks, and data that it does not give."""
    if rule.kind != "judged" and not (rule.kind == "advice" and (rule.reason or cited)):
        if cited is not None:
            yield rule.where, Fault("kind", "rule_is_judged", {"value": rule.kind})
        return
    if cited is None:
        yield rule.where, Fault("id", "rule_not_judged", {"value": rule.id})
        return
    for case in cited.cases.keys() - rule.reason.keys():
        yield rule.where, Fault("reason", "reason_case_missing", {"case": case or '""', "allowed": [*cited.cases]})
    for case, text in rule.reason.items():
        if case not in cited.cases:
            data: dict[str, Plain] = {"case": case or '""', "allowed": [each or '""' for each in cited.cases]}
            yield text.where, Fault("", "reason_case_unknown", data)
            continue
        for code, words in text.by.items():
            for name, _ in placeholders(words):
                if name not in cited.cases[case]:
                    yield text.where, _unknown_data(code, name, cited.cases[case])


def _unknown_data(code: str, name: str, allowed: tuple[str, ...]) -> Fault:
    listed: list[Plain] = [*allowed]
    return Fault(code, "unknown_data", {"value": shown(name), "allowed": listed, "nearest": nearest(name, allowed)})


def _without_text(game: GameSuite, engine: Game, rules: Collection[str]) -> Iterator[Placed]:
    for rule in engine.rules:
        if rule not in rules:
            yield _first_place(game)._replace(line=0, path=""), Fault("", "rule_without_text", {"value": rule})


def _formatters(game: GameSuite, suite: Suite) -> Iterator[Placed]:
    """Find placeholders with formatters that nothing knows, or that only a translation has."""
    if game.words is None:  # whose tables are unknown as long as they cannot be read
        return
    allowed = {"", *FORMATTERS, *game.words.values, *_nouns(suite)}
    for place, text in game.texts.items():
        if place.startswith("words/"):
            yield from ((text.where, fault) for _, fault in _stray_data(text.by, ""))
        for code, words in text.by.items():
            for name, formatter in placeholders(words):
                if not name.isidentifier() or formatter not in allowed:
                    data: dict[str, Plain] = {"value": shown(f"{name}:{formatter}" if formatter else name)}
                    yield text.where, Fault(code, "unknown_formatter", {**data, "nearest": nearest(formatter, allowed)})


def _in_no_language(game: GameSuite, suite: Suite) -> Iterator[Placed]:
    """Find texts of which no key is a language, so that they do not look like texts at all."""
    for text in game.texts.values():
        if suite.languages and not text.by.keys() & suite.languages.keys():
            yield from ((text.where, Fault("", "missing_language", {"language": code})) for code in suite.languages)


def _nouns(suite: Suite) -> Iterator[str]:
    for language in suite.languages.values():
        nouns = language.plain.get("nouns")
        for noun in nouns if isinstance(nouns, dict) else ():
            yield from (f"n.{noun}", f"n1.{noun}")


# Languages


def between_languages(languages: Mapping[str, Language]) -> Iterator[Placed]:
    """Find words that one language has and another lacks.

    Forms of nouns and settings are each language's own; what only the command line says is English.
    """
    paths = {code: dict(_word_paths(language.plain, "")) for code, language in languages.items()}
    everywhere: dict[str, set[str]] = defaultdict(set)
    for code, found in paths.items():
        for path in found:
            everywhere[path].add(code)
    for path, codes in everywhere.items():
        for code in sorted(languages.keys() - codes):
            yield languages[code].where, Fault(path, "missing_word", {"key": path, "other": min(codes)})
        said = {code: str(paths[code][path]) for code in sorted(codes)}
        yield from ((languages[code].where, fault) for code, fault in _stray_data(said, path))


def _stray_data(said: Mapping[str, str], path: str) -> Iterator[tuple[str, Fault]]:
    """Find placeholders of translations that the first language does not have: nothing will fill them."""
    first = said.get(SOURCE, next(iter(said.values())))
    given = tuple(name for name, _ in placeholders(first))
    for code, words in said.items():
        for name, _ in placeholders(words):
            if name not in given:
                yield code, _unknown_data(path or code, name, given)


def _word_paths(value: Mapping[str, Plain] | Plain, path: str) -> Iterator[tuple[str, object]]:
    if path in ("language", "suite"):
        return
    if isinstance(value, Mapping) and not path.startswith("nouns."):
        for key, entry in value.items():
            yield from _word_paths(entry, at(path, key))
    else:
        yield path, value


__all__ = ["RULE", "Id", "below", "between_languages", "disagreements", "full", "ids", "question_faults", "twice"]

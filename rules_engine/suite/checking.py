"""Every documented example asked, and the suite held against itself.

An example fails if the engine's answer differs from its own. The suite fails if a rule is nowhere shown to decide
something, if leaving it out would change nothing, or if a sentence is never needed; and if no code cites a rule, or
code that judges cites none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules_engine.asking import judged
from rules_engine.cards import Deck
from rules_engine.games import Game, games
from rules_engine.reading import Fault, Unusable, at
from rules_engine.reasons import Judged, Plain, Reason
from rules_engine.suite.agreeing import below, full
from rules_engine.suite.citing import RULES, Code, Part, code_of
from rules_engine.suite.comparing import Difference, differences, reason_differences
from rules_engine.suite.fixtures import Choice, Example, GameSuite, Step, Suite
from rules_engine.suite.linting import unknown_rule
from rules_engine.suite.shapes import Text, Where
from rules_engine.suite.telling import plain

Answer = Judged[dict[str, Plain]]
MOST_SHOWN = 200
"""How long an answer may be within a message."""


class Finding(NamedTuple):
    """Something that fails: where, in which example or step (*id*, *title*), what, and the reasons the engine gave."""

    where: Where
    id: str
    title: Text | None
    fault: Fault
    because: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """An example or a step of a walkthrough with the engine's answer; None if it cannot be asked."""

    game: str
    id: str
    entry: Example | Step
    answer: Answer | None
    faults: tuple[Fault, ...] = ()

    def found(self, kind: str, path: str, **data: Plain) -> Finding:
        """Return a finding about it."""
        because = self.answer.because if self.answer else ()
        return Finding(self.entry.where, self.id, self.entry.title, Fault(path, kind, data), because)

    @property
    def cited(self) -> frozenset[str]:
        """The rules that decided the answer."""
        return frozenset(reason.rule for reason in self.answer.because) if self.answer else frozenset()


@dataclass(frozen=True, slots=True)
class Report:
    """What was asked and what was found."""

    asked: int
    findings: tuple[Finding, ...]

    @property
    def failed(self) -> int:
        """How many examples and steps failed."""
        return len({finding.id for finding in self.findings})


Chosen = Callable[[str, Where], bool]
"""Tells by its id and place whether an example or a step shall be asked."""


def everything(_id: str, _where: Where) -> bool:
    """Choose all."""
    return True


def check(suite: Suite, chosen: Chosen = everything, engine: Mapping[str, Game] | None = None) -> Report:
    """Ask all that is chosen. If that is everything, also hold the suite against itself."""
    known = games() if engine is None else engine
    asked, findings = 0, list[Finding]()
    for game in (game for game in suite.games.values() if game.name in known):
        answered = [ask_entry(game.name, id_, entry) for id_, entry in entries(game) if chosen(id_, entry.where)]
        asked += len(answered)
        deck = known[game.name].deck
        findings += (finding for each in answered for finding in findings_of(each, deck))
        if chosen is everything:
            findings += whole(game, known[game.name], answered)
    return Report(asked, tuple(findings))


def entries(game: GameSuite) -> Iterator[tuple[str, Example | Step]]:
    """Give all that can be asked in a game, by id; a step's id is ``walkthrough/step``."""
    for example in game.examples:
        yield example.id, example
    for lesson in game.walkthroughs:
        for step in lesson.steps:
            if step.question is not None:
                yield f"{lesson.id}/{step.id}", step


def ask_entry(game: str, id_: str, entry: Example | Step) -> Asked:
    """Ask an example or a step."""
    try:
        return Asked(game, id_, entry, judged(full(game, entry.question or {})))
    except Unusable as error:
        return Asked(game, id_, entry, None, error.faults)


def findings_of(asked: Asked, deck: Deck) -> Iterator[Finding]:
    """Find what fails in an example or a step of a game with that deck."""
    for fault in asked.faults:
        yield asked.found(fault.kind, below("question", fault.path), **fault.data)
    if asked.answer is None:
        return
    if isinstance(asked.entry, Example):
        yield from _example(asked, asked.entry, asked.answer, deck)
    else:
        yield from _step(asked, asked.entry, asked.answer, deck)


def _example(asked: Asked, example: Example, answer: Answer, deck: Deck) -> Iterator[Finding]:
    for difference in differences(example.answer, answer.value, deck):
        yield _differs(asked, below("answer", difference.path), difference)
    reasons = [reason.plain() for reason in answer.because]
    for difference in reason_differences(example.because, reasons, deck) if example.because else ():
        yield _differs(asked, difference.path, difference)
    for index, rule in enumerate(example.rules):
        if rule not in asked.cited:
            yield asked.found("rule_not_cited", at("rules", index), value=rule)
    for rule, leaves in example.without.items():
        if rule not in asked.cited:
            yield asked.found("rule_not_cited", at("without", rule), value=rule)
        if not any(differences(leaves, answer.value, deck)):
            yield asked.found("without_same", at("without", rule), value=rule)
    for index, mistake in enumerate(example.mistakes):
        if not any(differences(mistake.answer, answer.value, deck)):
            yield asked.found("mistake_right", at("mistakes", index))


def _differs(asked: Asked, path: str, difference: Difference) -> Finding:
    kind = "answer_leaf_missing" if difference.missing else "answer_differs"
    return asked.found(kind, path, expected=brief(difference.expected), actual=brief(difference.actual))


def brief(value: object) -> str:
    """Return a value for a message."""
    text = plain(value)
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"


def _step(asked: Asked, step: Step, answer: Answer, deck: Deck) -> Iterator[Finding]:
    for index, choice in enumerate(step.choices):
        if choice.answer is not None and choice.right is any(differences(choice.answer, answer.value, deck)):
            yield asked.found(_disagrees(choice), at("choices", index), actual=brief(answer.value))


def _disagrees(choice: Choice) -> str:
    return "choice_not_right" if choice.right else "choice_right"


# The suite against itself


def whole(game: GameSuite, engine: Game, answered: Iterable[Asked]) -> Iterator[Finding]:
    """Find what a game's suite as a whole leaves out."""
    answered = list(answered)
    yield from _undecided(game, engine, answered)
    yield from _never_said(game, engine, answered)
    yield from _rows(game)
    yield from of_code(code_of(game.name), engine, game.rules)


def _undecided(game: GameSuite, engine: Game, answered: list[Asked]) -> Iterator[Finding]:
    """Find judged rules that no example shows, and those whose absence no example would notice."""
    shown = {rule for each in answered if isinstance(each.entry, Example) for rule in {*each.entry.rules} & each.cited}
    missed = {rule for each in answered for rule in _missed(each, engine.deck)}
    for rule in game.rules.values():
        if rule.kind != "judged":
            continue
        for kind, have in (("judged_not_shown", shown), ("judged_not_missed", missed)):
            if rule.id not in have:
                yield Finding(rule.where, rule.id, rule.title, Fault("", kind, {"value": rule.id}))


def _missed(asked: Asked, deck: Deck) -> Iterator[str]:
    if isinstance(asked.entry, Example) and asked.answer:
        for rule, leaves in asked.entry.without.items():
            if all(any(differences(leaves, answer, deck)) for answer in (asked.entry.answer, asked.answer.value)):
                yield rule


def _never_said(game: GameSuite, engine: Game, answered: list[Asked]) -> Iterator[Finding]:
    """Find sentences of reasons that nothing in the suite brings about."""
    said = {(reason.rule, reason.case) for each in answered if each.answer for reason in each.answer.because}
    for rule in game.rules.values():
        for case, text in rule.reason.items():
            path = at("reason", case) if case else "reason"
            if _can_say(engine, rule.id, case) and (rule.id, case) not in said:
                yield Finding(text.where, rule.id, rule.title, Fault(path, "never_said"))


def _can_say(engine: Game, rule: str, case: str) -> bool:
    return rule in engine.rules and case in engine.rules[rule].cases


def _rows(game: GameSuite) -> Iterator[Finding]:
    """Find open questions that no rule answers: the numbers have no gaps."""
    rows = game.rulings
    for row in range(1, max(rows, default=0)):
        if row not in rows:
            first = next(iter(game.pages)).where
            yield Finding(Where(first.file), game.name, None, Fault("", "ruling_missing", {"row": row}))


# The suite against the code


def of_code(code: Code, engine: Game, texts: Collection[str]) -> Iterator[Finding]:
    """Find rules without code, code that judges by no rule, and rules named in it of which there are no *texts*."""
    if not code.parts:
        return
    cited = {rule for part in code.parts if part.module != RULES for rule in part.cites}
    for rule in engine.rules:
        if rule not in cited and (listed := code.listed(rule)):
            yield _coded(listed, rule, Fault("", "rule_without_code", {"value": rule}))
    yield from _without_rule(code)
    for part in code.parts:
        for rule in part.rules if part.module != RULES else part.says:
            if rule not in texts:
                yield _coded(part, _dotted(part), unknown_rule("", rule, texts))


def _without_rule(code: Code) -> Iterator[Finding]:
    """Find functions that give reasons but cite no rule, even through what they use, and modules that name none."""
    reaching = code.reaching()
    for part in code.parts:
        if part.judges and part.key not in reaching:
            yield _coded(part, _dotted(part), Fault("", "code_without_rule", {"value": part.key}))
    ruled = {part.module for part in code.parts if part.rules}
    for module in code.judging_modules():
        if module not in ruled:
            part = next(part for part in code.parts if part.key == f"{module}.")
            yield _coded(part, _dotted(part), Fault("", "module_without_rule", {"value": module}))


def _coded(part: Part, id_: str, fault: Fault) -> Finding:
    return Finding(Where(part.file, part.line), id_, None, fault)


def _dotted(part: Part) -> str:
    """Return the name of a part of the code, ``rules_engine.mus.lances.judge_lance``."""
    module = part.file.removesuffix(".py").replace("/", ".")
    return f"{module}.{part.name}" if part.name else module

"""Every rule traced: its text, the code that judges by it, the examples that confirm it or show it broken; and back.

An example confirms the rules that its right answer cites. A rule is broken by an answer that somebody gives who does
not know it: the one that an example says would come *without* it, a *mistake* that people make, a wrong *choice* of a
walkthrough; and by what is *refused*, where the question itself asks for something that the rule forbids.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules_engine.games import game as engine_of
from rules_engine.reasons import Plain
from rules_engine.suite.checking import ask_entry, entries
from rules_engine.suite.citing import RULES, Code, Part
from rules_engine.suite.fixtures import Example, GameSuite, RuleText, Step

Cited = tuple[tuple[str, str], ...]
"""The rules that an answer cites, each with its case, in order."""
Given = Mapping[str, Cited]
"""By the id of an example or a step, what its answer cites."""


class Broken(NamedTuple):
    """Where a rule is shown broken: in which example or step, and *how*: without, mistake, choice or refused."""

    entry: str
    how: str


@dataclass(frozen=True, slots=True)
class RuleTrace:
    """A rule on its *page*, and what belongs to it.

    *code* judges by it. *shown* are the ids of the examples that name it, *cited* of the other examples and steps whose
    answers cite it. *times* tells how often each case of it is given as a reason in all their answers.
    """

    text: RuleText
    page: str
    code: tuple[Part, ...]
    shown: tuple[str, ...]
    cited: tuple[str, ...]
    broken: tuple[Broken, ...]
    times: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class EntryTrace:
    """An example or a step: the rules that it *shows*, all those that its answer *cites*, those it has *broken*."""

    shows: tuple[str, ...]
    cites: tuple[str, ...]
    broken: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """A game traced: its rules by id in the order of the pages, its examples and steps by id, the code that cites."""

    rules: Mapping[str, RuleTrace]
    entries: Mapping[str, EntryTrace]
    code: tuple[Part, ...]


def given(game: GameSuite) -> Given:
    """Ask everything that a game's suite can be asked, and return the reasons."""
    asked = ((id_, ask_entry(game.name, id_, entry).answer) for id_, entry in entries(game))
    return {
        id_: tuple((reason.rule, reason.case) for reason in answer.because) if answer else () for id_, answer in asked
    }


def trace(game: GameSuite, code: Code, reasons: Given) -> Trace:
    """Trace the rules of a game, given its code and the reasons of its answers."""
    refused = engine_of(game.name).refused
    breaks = {id_: [*_breaks(entry, _shows(entry, reasons[id_]), refused)] for id_, entry in entries(game)}
    found = {id_: _entry(entry, reasons[id_], breaks[id_]) for id_, entry in entries(game)}
    broken = [(rule, Broken(id_, how)) for id_, each in breaks.items() for rule, how in each]
    times = Counter(reason for answer in reasons.values() for reason in answer)
    by_rule, rules = code.by_rule(), {}
    for page in game.pages:
        for rule in page.rules:
            shown = tuple(id_ for id_, entry in found.items() if rule.id in entry.shows)
            rules[rule.id] = RuleTrace(
                rule,
                page.page,
                by_rule.get(rule.id, ()),
                shown,
                tuple(id_ for id_, entry in found.items() if rule.id in entry.cites and id_ not in shown),
                tuple(dict.fromkeys(each for id_, each in broken if id_ == rule.id)),
                {case: times[rule.id, case] for case in rule.reason},
            )
    return Trace(rules, found, tuple(part for part in code.parts if part.rules and part.module != RULES))


def _shows(entry: Example | Step, cited: Cited) -> tuple[str, ...]:
    """Return the rules that an example is there to show, and does."""
    cites = {rule for rule, _ in cited}
    return tuple(rule for rule in entry.rules if rule in cites) if isinstance(entry, Example) else ()


def _entry(entry: Example | Step, cited: Cited, breaks: Iterable[tuple[str, str]]) -> EntryTrace:
    cites, broken = (tuple(dict.fromkeys(rule for rule, _ in pairs)) for pairs in (cited, breaks))
    return EntryTrace(_shows(entry, cited), cites, broken)


def _breaks(entry: Example | Step, shows: Iterable[str], refused: Mapping[str, Plain]) -> Iterator[tuple[str, str]]:
    """Give the rules that an example or a step shows broken, and how; *refused* are leaves of answers that refuse."""
    if isinstance(entry, Step):
        yield from ((rule, "choice") for choice in entry.choices if not choice.right for rule in choice.rules)
        return
    yield from ((rule, "without") for rule in entry.without)
    for mistake in entry.mistakes:
        # A mistake breaks the rule without which the same would come out, or else whatever the example is about.
        same = [rule for rule, leaves in entry.without.items() if leaves == mistake.answer]
        yield from ((rule, "mistake") for rule in same or entry.rules)
    if any(leaf in entry.answer and entry.answer[leaf] == value for leaf, value in refused.items()):
        yield from ((rule, "refused") for rule in shows)

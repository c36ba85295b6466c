"""Every rule traced: its text, the code that judges by it, the examples that confirm it or show it broken; and back.

An example confirms the rules that its right answer cites. A rule is broken by an answer that somebody gives who does
not know it: the one that an example says would come *without* it, a *mistake* that people make, a wrong *choice* of a
walkthrough; and by what is *refused*, where the question itself asks for something that the rule forbids.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules_engine.reasons import Plain
from rules_engine.suite.checking import ask_entry, entries
from rules_engine.suite.citing import RULES, Code, Part, code_of
from rules_engine.suite.fixtures import Example, GameSuite, RuleText, Step, Suite

Given = Mapping[str, tuple[tuple[str, str], ...]]
"""By the id of an example or a step, the rules that its answer cites, each with its case, in order."""
REFUSED: tuple[tuple[str, Plain], ...] = (("legal", False), ("class", "illegal"))
"""The leaves of an answer by which what was asked for is refused."""


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
    found = {id_: _entry(entry, [rule for rule, _ in reasons[id_]]) for id_, entry in entries(game)}
    broken = [(rule, Broken(id_, how)) for id_, entry in entries(game) for rule, how in _breaks(entry, found[id_])]
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


def _entry(entry: Example | Step, cited: Iterable[str]) -> EntryTrace:
    cites = tuple(dict.fromkeys(cited))
    shows = tuple(rule for rule in entry.rules if rule in cites) if isinstance(entry, Example) else ()
    bare = EntryTrace(shows, cites, ())
    return EntryTrace(shows, cites, tuple(dict.fromkeys(rule for rule, _ in _breaks(entry, bare))))


def _breaks(entry: Example | Step, found: EntryTrace) -> Iterator[tuple[str, str]]:
    """Give the rules that an example or a step shows broken, and how."""
    if isinstance(entry, Step):
        yield from ((rule, "choice") for choice in entry.choices if not choice.right for rule in choice.rules)
        return
    yield from ((rule, "without") for rule in entry.without)
    for mistake in entry.mistakes:
        # A mistake breaks the rule without which the same would come out, or else whatever the example is about.
        same = [rule for rule, leaves in entry.without.items() if leaves == mistake.answer]
        yield from ((rule, "mistake") for rule in same or entry.rules)
    if any(entry.answer.get(leaf) == value for leaf, value in REFUSED):
        yield from ((rule, "refused") for rule in found.shows)


def traced(suite: Suite) -> dict[str, Any]:
    """Return every rule of every game traced, as plain values.

    A game has ``rules``, by id: ``kind``, ``page``, ``basis`` with ``source`` or ``ruling`` or ``variant``; ``code``, a
    list of ``file``, ``line``, ``name`` and, under ``by``, how it names the rule; ``shown``, ``cited`` and ``broken``,
    the examples and steps that confirm it or show it broken, and ``times``, how often each case is given as a reason.
    ``code`` has the same parts of the code with all their ``rules``, ``examples`` by id what each of them ``shows``,
    ``cites`` and has ``broken``.
    """
    games = suite.games.values()
    return {game.name: plain(trace(game, code_of(game.name), given(game))) for game in games}


def plain(found: Trace) -> dict[str, Any]:
    """Return the trace of a game as plain values."""
    return {
        "rules": {id_: _plain_rule(rule) for id_, rule in found.rules.items()},
        "code": [{**_place(part), "rules": [*part.rules]} for part in found.code],
        "examples": {
            id_: {"shows": [*entry.shows], "cites": [*entry.cites], "broken": [*entry.broken]}
            for id_, entry in found.entries.items()
        },
    }


def _plain_rule(rule: RuleTrace) -> dict[str, Any]:
    return {
        "kind": rule.text.kind,
        "page": rule.page,
        "basis": _basis(rule.text),
        "code": [{**_place(part), "by": [*by(part, rule.text.id)]} for part in rule.code],
        "shown": [*rule.shown],
        "cited": [*rule.cited],
        "broken": [each._asdict() for each in rule.broken],
        "times": dict(rule.times),
    }


def _basis(rule: RuleText) -> dict[str, Any]:
    ruling, variant = rule.basis.ruling, rule.basis.variant
    return {
        **({"source": [*rule.source]} if rule.source else {}),
        **({"ruling": ruling.row} if ruling else {}),
        **({"variant": {"option": variant.option, "value": [*variant.value]}} if variant else {}),
    }


def _place(part: Part) -> dict[str, Any]:
    return {"file": part.file, "line": part.line, "name": part.name}


def by(part: Part, rule: str) -> Iterator[str]:
    """Give how a part of the code has to do with a rule: it ``cites`` or ``names`` it, or its docstring ``says`` it."""
    yield from (how for how in ("cites", "names", "says") if rule in getattr(part, how))

"""Rules traced to code and examples: how sources are read, what fails the check, and what belongs to which rule."""

from __future__ import annotations

import functools
import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from rules_engine.games import games
from rules_engine.suite import checking, telling
from rules_engine.suite.checking import check, of_code
from rules_engine.suite.citing import Part, code_of, read_code
from rules_engine.suite.loading import load
from rules_engine.suite.tracing import Trace, given, trace
from rules_engine.terminal.check import finding_line
from tests.suites import engine, ours, suite

ENGINE = Path(checking.__file__).parents[1]
RULES = """
from rules_engine.reasons import Rule

GRANDE = Rule("mus.grande", {"": ()})
TIE = Rule("mus.tie", {"": ()})
"""
LANCES = '''
"""Who wins."""
from rules_engine.mus import rules
from rules_engine.mus.hands import LIMIT, Tally, strength
from rules_engine.reasons import Judged, Reason

def judge(hands) -> Judged[int]:
    """Judge a lance (mus.tie)."""
    return Judged(0, why[hands](hands))

def _grande(hands) -> tuple[Reason, ...]:
    match hands:
        case "first":
            return (rules.GRANDE(),)
        case _:
            return Tally(hands).tied()

def holders(rule: Rule, seats) -> Reason:
    return rule(seats=seats)

why = {"grande": _grande}
'''
HANDS = '''
from . import rules as cited
from .rules import TIE as TIED

LIMIT = 4
"""How many cards a hand has (mus.grande)."""

class Tally:
    """What is counted."""

    def tied(self) -> Reason:
        return self._of(TIED)

    def _of(self, rule: Rule) -> Reason:
        return rule()

def strength(hand):
    if not hand:
        yield Fault("hand", "empty", {}, cited.GRANDE.id)
        yield Fault("hand", "small", {}, "mus.tie")
'''
QUESTIONS = "from rules_engine.mus.lances import judge\n"
SOUND = {"rules": RULES, "lances": LANCES, "hands": HANDS, "questions": QUESTIONS}


def code(folder: Path, **changed: str) -> Path:
    """Write the code of a small game, some modules of it changed, and return its folder."""
    mus = folder / "mus"
    mus.mkdir(parents=True, exist_ok=True)
    for name, text in {**SOUND, **changed}.items():
        (mus / f"{name}.py").write_text(text, "utf-8")
    return mus


@functools.cache
def trace_of(game: str) -> Trace:
    """Return the trace of one of our games."""
    found = ours().suite.games[game]
    return trace(found, code_of(game), given(found))


def found(folder: Path, texts: Iterable[str] = ("mus.grande", "mus.tie"), **changed: str) -> list[str]:
    """Return what is wrong with the code of a small game, as its lines."""
    mus, words = engine()["mus"], telling.english(ours().suite)
    known = replace(mus, rules={rule: mus.rules[rule] for rule in ("mus.grande", "mus.tie")})
    findings = of_code(read_code((code(folder, **changed),)), known, frozenset(texts))
    return [finding_line(finding, words, {}) for finding in findings]


def test_the_parts_of_the_code_are_found_with_their_rules(tmp_path: Path) -> None:
    read = read_code((code(tmp_path),))
    parts = {part.key: (part.cites, part.names, part.says) for part in read.parts if part.rules}
    assert parts == {
        "hands.LIMIT": ((), (), ("mus.grande",)),
        "hands.Tally.tied": (("mus.tie",), (), ()),
        "hands.strength": (("mus.grande",), ("mus.tie",), ()),
        "lances.judge": ((), (), ("mus.tie",)),
        "lances._grande": (("mus.grande",), (), ()),
        "rules.GRANDE": ((), ("mus.grande",), ()),
        "rules.TIE": ((), ("mus.tie",), ()),
    }
    assert [part.key for part in read.parts if part.judges] == ["hands.Tally.tied", "lances.judge", "lances._grande"]
    assert [(part.file, part.line, part.name) for part in read.by_rule()["mus.grande"]] == [
        ("rules_engine/mus/hands.py", 5, "LIMIT"),
        ("rules_engine/mus/hands.py", 17, "strength"),
        ("rules_engine/mus/lances.py", 11, "_grande"),
    ]
    assert read.judging_modules() == ("hands", "lances", "questions")
    assert {"lances.judge", "lances.why", "lances._grande", "hands.Tally.tied"} <= read.reaching()


def test_code_that_cites_its_rules_is_left_alone(tmp_path: Path) -> None:
    assert found(tmp_path, questions='"""What can be asked (mus.grande)."""\n' + QUESTIONS) == []


SAYS = '"""(mus.grande)"""\n'
BROKEN = {
    "a rule that no code cites": (
        {"hands": HANDS.replace("self._of(TIED)", "self._of(cited.GRANDE)")},
        ["rules_engine/mus/rules.py:5: mus.tie: no code cites mus.tie; cite it"],
    ),
    "a function that gives reasons by no rule": (
        {"lances": LANCES.replace("why[hands](hands)", "()")},
        ["rules_engine/mus/lances.py:7: rules_engine.mus.lances.judge: lances.judge gives reasons, but cites no rule"],
    ),
    "a module that names no rule": (
        {"hands": HANDS, "questions": QUESTIONS},
        ["rules_engine/mus/questions.py:1: rules_engine.mus.questions: questions is used in judging, but names no"],
    ),
    "a docstring that names no rule of ours": (
        {"lances": LANCES.replace("(mus.tie)", "(mus.tied)")},
        ["rules_engine/mus/lances.py:7: rules_engine.mus.lances.judge: there is no rule mus.tied (did you mean"],
    ),
    "a fault that names no rule of ours": (
        {"hands": HANDS.replace('{}, "mus.tie"', '{}, "mus.grand"')},
        [
            "rules_engine/mus/hands.py:17: rules_engine.mus.hands.strength: there is no rule mus.grand "
            "(did you mean mus.grande?)"
        ],
    ),
    "the list of rules names no rule of ours": (
        {"rules": f'"""As in mus.tie.best."""{RULES}'},
        ["rules_engine/mus/rules.py:1: rules_engine.mus.rules: there is no rule mus.tie.best"],
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_code_and_rules_that_do_not_agree_are_found(name: str, tmp_path: Path) -> None:
    changed, expected = BROKEN[name]
    lines = found(tmp_path, **{"questions": SAYS + QUESTIONS, **changed})
    assert len(lines) == len(expected), lines
    assert all(line.startswith(start) for line, start in zip(lines, expected, strict=True)), lines


def test_a_file_path_is_no_rule(tmp_path: Path) -> None:
    hands = HANDS.replace("What is counted.", "What is counted: see mus.py, rules/mus.md and rules_engine.mus.hands.")
    assert found(tmp_path, questions=SAYS + QUESTIONS, hands=hands) == []


def test_check_reads_the_code_of_each_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "code_of", lambda game: read_code((code(tmp_path),)))
    loaded = load(suite(tmp_path / "fixtures"), engine())
    kinds = {(finding.id, finding.fault.kind) for finding in check(loaded.suite, engine=engine()).findings}
    assert ("rules_engine.mus.questions", "module_without_rule") in kinds
    chosen = check(loaded.suite, lambda id_, where: True, engine()).findings
    assert "module_without_rule" not in {finding.fault.kind for finding in chosen}


# This project's own rules


def test_our_code_and_our_rules_agree() -> None:
    for name, game in games().items():
        assert [*of_code(code_of(name), game, ours().suite.games[name].rules)] == []


def test_a_citation_taken_out_of_our_code_is_missed(tmp_path: Path) -> None:
    shutil.copytree(ENGINE / "mus", tmp_path / "mus")
    lances = tmp_path / "mus" / "lances.py"
    text = lances.read_text("utf-8")
    assert "rules.PARES_FOUR_ALIKE" in text
    lances.write_text(text.replace("rules.PARES_FOUR_ALIKE", "dict"), "utf-8")
    texts = ours().suite.games["mus"].rules
    findings = [*of_code(read_code((tmp_path / "mus",)), games()["mus"], texts)]
    assert [(each.id, each.fault.kind) for each in findings] == [("mus.pares.four-alike", "rule_without_code")]


def test_every_judged_rule_of_ours_has_code_an_example_and_one_that_shows_it_broken() -> None:
    for name in ours().suite.games:
        for rule in trace_of(name).rules.values():
            if rule.text.kind == "judged":
                assert rule.code, rule.text.id
                assert rule.shown, rule.text.id
                assert rule.broken, rule.text.id
                assert all(rule.times.values()), rule.text.id


def test_a_rule_is_traced_to_its_code_and_its_examples() -> None:
    rule = trace_of("mus").rules["mus.pares.order"]
    assert rule.page == "lances"
    assert {(part.module, part.name) for part in rule.code} == {("hands", "KINDS"), ("lances", "_pares")}
    assert "mus.pares.order.duples-beat-medias" in rule.shown
    assert {each.how for each in rule.broken if each.entry == "mus.pares.order.duples-beat-medias"} == {
        "without",
        "mistake",
    }
    assert not set(rule.shown) & set(rule.cited)


def test_what_is_refused_breaks_the_rules_that_it_shows() -> None:
    mus, of_mus = ours().suite.games["mus"], trace_of("mus")
    refused = [example for example in mus.examples if example.answer.get("legal") is False]
    assert len(refused) > 10
    for example in refused:
        for rule in example.rules:
            assert (example.id, "refused") in of_mus.rules[rule].broken


def test_a_wrong_choice_breaks_its_rules_and_a_right_one_does_not() -> None:
    mus, of_mus = ours().suite.games["mus"], trace_of("mus")
    steps = ((f"{lesson.id}/{step.id}", step) for lesson in mus.walkthroughs for step in lesson.steps)
    asking = [(id_, step) for id_, step in steps if step.choices and step.question is not None]
    assert asking
    for id_, step in asking:
        wrong = {rule for choice in step.choices if not choice.right for rule in choice.rules}
        assert set(of_mus.entries[id_].broken) == wrong


def test_both_ways_tell_the_same() -> None:
    of_mus = trace_of("mus")
    for id_, rule in of_mus.rules.items():
        assert {entry for entry, found in of_mus.entries.items() if id_ in found.cites} == {*rule.shown, *rule.cited}
        assert {entry for entry, found in of_mus.entries.items() if id_ in found.broken} == {e for e, _ in rule.broken}
        assert all(id_ in part.rules for part in rule.code)
    of_rules: set[Part] = {part for rule in of_mus.rules.values() for part in rule.code}
    assert of_rules <= set(of_mus.code)


def test_the_code_of_a_rule_is_found_where_it_cites_it() -> None:
    rule = trace_of("mus").rules["mus.pares.order"]
    pares = next(part for part in rule.code if part.name == "_pares")
    assert pares.file == "rules_engine/mus/lances.py"
    assert rule.text.id in pares.cites
    assert rule.text.id not in pares.names
    assert rule.text.source == ("MUS-5.3",)

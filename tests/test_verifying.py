"""Other engines held against the examples: right ones, wrong ones, and programs that are hardly engines at all."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
import textwrap
import time
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from rules_engine.suite.exporting import export
from rules_engine.suite.verifying import (
    Counts,
    Documented,
    Outcome,
    Result,
    compared,
    documented,
    mistaken,
    report,
    verify,
)
from tests.suites import ours
from tests.test_command_line import run

HEAD = "import json, sys, time\nfrom rules_engine import ask, Unusable\nlines = enumerate(sys.stdin)\n"
OURS = HEAD + "for n, line in lines: print(json.dumps(ask(json.loads(line))), flush=True)"
HAND = Documented(
    "mus.grande.some-hand",
    "mus",
    {"game": "mus", "ask": "hand", "cards": "R R 3 7"},
    ("mus.grande", "mus.eight-kings"),
    "mus/lances/#mus.grande.some-hand",
    {"grande": "R R R 7", "juego": 37},
)
WRONG = Documented("mus.juego.other", "mus", HAND.question, ("mus.juego",), "", {"juego": 36})


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return export(ours().suite)


def in_a_loop(asking: Coroutine[Any, Any, list[Result]]) -> list[Result]:
    """Run in a thread of its own: a browser of other tests may have left a loop in this one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, asking).result()


def asked(questions: Iterable[Documented], program: str, timeout: float = 20) -> list[Result]:
    """Ask a program written in Python."""
    command = [sys.executable, "-c", textwrap.dedent(program)]
    return in_a_loop(verify(questions, command, timeout, lambda _: None))


def outcomes(results: Sequence[Result]) -> list[str]:
    return [str(result.outcome) for result in results]


def test_an_engine_that_is_right_agrees_with_everything(document: Mapping[str, Any]) -> None:
    questions = [each for each in documented(document) if each.question["ask"] != "odds"]
    results = asked(questions, OURS)
    assert len(results) > 450
    assert Counts.of(results).well
    assert {*outcomes(results)} == {"agreed"}


def test_whole_answers_hold_more_than_what_is_documented(document: Mapping[str, Any]) -> None:
    leaves = {each.id: each.expected for each in documented(document) if each.expected}
    whole = {each.id: each.expected for each in documented(document, whole=True) if each.expected}
    assert leaves.keys() == whole.keys()
    assert all(leaves[id_].keys() <= whole[id_].keys() for id_ in leaves)
    assert sum(leaves[id_].keys() < whole[id_].keys() for id_ in leaves) > 50
    assert not any("because" in expected for expected in whole.values())


def test_a_wrong_answer_is_told_with_both_answers_and_where_it_is_documented() -> None:
    [right, wrong] = asked([HAND, WRONG], OURS)
    assert outcomes([right, wrong]) == ["agreed", "differed"]
    [difference] = wrong.differences
    assert (difference.path, difference.expected, difference.actual) == ("juego", 36, 37)
    told = report([right, wrong], ["an", "engine"], "1.2.3", "https://example.org/en/")
    assert told["counts"] == {"agreed": 1, "differed": 1, "refused": 0, "crashed": 0, "timed_out": 0}
    assert told["rules"]["mus.juego"]["differed"] == told["rules"]["mus.eight-kings"]["agreed"] == 1
    assert told["well"] is False
    first, second = told["results"]
    assert first["see"] == "https://example.org/en/mus/lances/#mus.grande.some-hand"
    assert (second["expected"], second["answered"]["juego"]) == ([{"juego": 36}], 37)
    assert json.loads(json.dumps(told)) == told


@pytest.mark.parametrize(
    ("program", "outcome", "said"),
    [
        ('for n, l in lines: print(\'{"error": {"path": "ask", "message": "none"}}\', flush=True)', "refused", "none"),
        ('for n, l in lines: print(\'{"error": "not yet"}\', flush=True)', "refused", "not yet"),
        ('sys.exit("broken before it began")', "crashed", "broken before it began"),
        ('for n, l in lines: raise KeyError("juego")', "crashed", "KeyError: 'juego'"),
        ('for n, l in lines: print("hello", flush=True)', "crashed", "hello"),
        ('for n, l in lines: print("[1, 2]", flush=True)', "crashed", "[1, 2]"),
        ('for n, l in lines: print("[" * 100000, flush=True)', "crashed", "[[["),
        ('for n, l in lines: print("x" * 9_000_000, flush=True)', "crashed", ""),
        ('for n, l in lines: sys.stdout.buffer.write(b"\\xff\\xfe\\n"); sys.stdout.flush()', "crashed", "\ufffd"),
        ('for n, l in lines: print("{}", end="", flush=True); sys.exit()', "crashed", ""),
        ("sys.stdin.close(); sys.stdout.close()", "crashed", ""),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_told_apart(program: str, outcome: str, said: str) -> None:
    [result] = asked([HAND], HEAD + program)
    assert str(result.outcome) == outcome
    assert said in result.said
    assert not Counts.of([result]).well


def test_it_is_started_again_after_a_crash_and_after_a_hang() -> None:
    once = HEAD + (
        "for n, line in lines:\n"
        "    if n == 1: {}\n"
        "    print(json.dumps(ask(json.loads(line))), flush=True)"
    )  # fmt: skip
    assert outcomes(asked([HAND] * 5, once.format("sys.exit(3)"))) == ["agreed", "crashed"] * 2 + ["agreed"]
    hung = asked([HAND] * 3, once.format("time.sleep(1000)"), timeout=3)
    assert outcomes(hung) == ["agreed", "timed_out", "agreed"]


def test_one_that_never_answers_is_given_up_and_ended() -> None:
    began = time.monotonic()
    results = asked([HAND] * 200, "import time; time.sleep(1000)", timeout=0.1)
    assert outcomes(results) == ["timed_out"] * 10 + ["crashed"] * 190
    assert time.monotonic() - began < 60


def test_a_second_line_for_one_question_is_noticed() -> None:
    results = asked([HAND] * 2, HEAD + 'for n, l in lines: print("{}\\n\\n{}", flush=True); time.sleep(0.5)')
    assert outcomes(results) == ["differed", "crashed"]


def test_a_program_that_writes_much_on_standard_error_does_not_hang() -> None:
    noisy = OURS.replace("print(", 'sys.stderr.write("x" * 500_000); print(')
    assert outcomes(asked([HAND] * 2, noisy)) == ["agreed"] * 2


def test_a_program_that_cannot_be_started_is_no_outcome() -> None:
    with pytest.raises(OSError, match="no/such"):
        in_a_loop(verify([HAND], ["no/such/program"], 1, lambda _: None))


def test_reasons_compare_where_both_sides_have_them() -> None:
    because = ({"rule": "mus.grande", "ranks": ["R"]},)
    question = Documented("x", "mus", HAND.question, expected={"juego": 37}, because=because)
    assert not compared(question, {"juego": 37})
    assert not compared(question, {"juego": 37, "because": [{"rule": "mus.grande", "ranks": ["R"], "more": 1}]})
    [other] = compared(question, {"juego": 37, "because": [{"rule": "mus.chica", "ranks": ["R"]}]})
    assert other.path == "because"
    [leaf] = compared(question, {"juego": 37, "because": [{"rule": "mus.grande", "ranks": ["C"]}]})
    assert leaf.path == "because[0].ranks"


def test_a_step_is_held_to_its_choices() -> None:
    step = Documented("lesson/step", "mus", HAND.question, right=({"juego": 37},), wrong=({"juego": 36},))
    assert not compared(step, {"juego": 37})
    assert not mistaken(step, {"juego": 37})
    [other] = compared(step, {"juego": 36})
    assert (other.expected, other.actual) == (37, 36)
    assert mistaken(step, {"juego": 36}) == ({"juego": 36},)


def test_questions_are_chosen_by_game_kind_rule_and_example(document: Mapping[str, Any]) -> None:
    names = ("mus", "mus/hand", "mus.grande", "mus.grande.some-hand")
    assert all(HAND.matches(name) for name in names)
    assert not any(HAND.matches(name) for name in ("basra", "mus/lance", "mus.gran", "mus.chica", ""))
    kinds = {each.question["ask"] for each in documented(document) if each.matches("mus/hand")}
    assert kinds == {"hand"}


def test_the_command_reports_by_rule_and_writes_a_report(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text(OURS.replace("ask(json.loads(line))", "{**ask(json.loads(line)), 'sum': 1}"))
    arguments = ("--only", "mus/hand", "--site", "/en/", "--report", tmp_path / "report.json")
    done = run("verify", *arguments, "--", sys.executable, wrong, PYTHONPATH=".")
    assert (done.returncode, done.stderr) == (1, b"")
    lines = done.stdout.decode().splitlines()
    assert any(line.startswith("mus.juego-values: ") and "differed" in line for line in lines)
    assert any("sum: expected" in line and "but it is 1" in line for line in lines)
    assert any(line.strip().startswith("/en/mus/cards/#mus.") for line in lines)
    told = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert told["counts"]["differed"] == sum(each["outcome"] == Outcome.DIFFERED for each in told["results"]) > 0
    assert not any(each["id"].startswith("basra") for each in told["results"])


@pytest.mark.skipif(shutil.which("node") is None, reason="node is missing: the example client is not run")
def test_the_example_client_agrees_and_refuses_what_it_does_not_do(tmp_path: Path) -> None:
    done = run("verify", "--report", tmp_path / "report.json", "--", "node", "docs/client/client.mjs")
    assert (done.returncode, done.stderr) == (0, b"")
    told = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert told["well"]
    assert told["counts"]["agreed"] > 180
    refused = {result["question"]["ask"] for result in told["results"] if result["outcome"] == "refused"}
    assert refused.isdisjoint({"hand", "lance", "capture", "meld"})

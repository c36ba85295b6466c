"""``ask FILE``: answer a question, or each of a list of them."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from rules_engine import asking
from rules_engine.reading import Fault, Unusable, at, shown
from rules_engine.reasons import Plain
from rules_engine.suite.marks import LIMITS
from rules_engine.suite.parsing import parse_any, read_file
from rules_engine.suite.shapes import Where
from rules_engine.terminal import UNUSABLE, WELL
from rules_engine.terminal.talk import Talk, complain

LARGEST_FILE = 4 * LIMITS.characters
"""The most bytes that a file to be asked may have."""
MOST_QUESTIONS = 10_000
"""The most questions that one list may have."""
STDIN = "-"


def run(arguments: argparse.Namespace) -> int:
    """Answer a question, or each of a list of them, and print the answers as JSON."""
    talk = Talk(arguments.root)
    try:
        data = _bytes(arguments.file)
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or str(error)
        return complain(shown(arguments.file), talk.say(Fault("", "unreadable", {"problem": problem})))
    parsed = parse_any(data)
    for line, fault in parsed.faults:
        complain(str(Where(shown(arguments.file), line)), fault.path, talk.say(fault))
    if parsed.faults:
        return UNUSABLE
    return _answer_all(parsed.value, talk) if isinstance(parsed.value, list) else _answer_one(parsed.value, talk)


def _bytes(name: str) -> bytes:
    """Read what is to be asked, but never more than a little beyond what is accepted: a device has no end."""
    return sys.stdin.buffer.read(LARGEST_FILE + 1) if name == STDIN else read_file(Path(name))


def _answer_one(question: Plain, talk: Talk) -> int:
    answer, fault, about = answered(question)
    if fault is not None:
        return complain(about, fault.path, talk.say(fault, about.partition("/")[0]))
    print(json.dumps(answer, ensure_ascii=False))
    return WELL


def _answer_all(questions: list[Plain], talk: Talk) -> int:
    if len(questions) > MOST_QUESTIONS:
        return complain(talk.say(Fault("", "too_many", {"most": MOST_QUESTIONS})))
    status = WELL
    # Answers are printed as they come: together they might not fit into memory.
    print("[", end="")
    for index, question in enumerate(questions):
        answer, fault, about = answered(question)
        if fault is not None:
            message = talk.say(fault, about.partition("/")[0])
            status = complain(at("", index), about, fault.path, message)
            answer = {"error": {"path": fault.path, "message": message}}
        print(",\n " if index else "", json.dumps(answer, ensure_ascii=False), sep="", end="")
    print("]")
    return status


def answered(question: Plain) -> tuple[dict[str, Any], Fault | None, str]:
    """Return the answer, or the first fault and what the question is about."""
    try:
        return asking.ask(question), None, ""
    except Unusable as error:
        return {}, error.faults[0], error.about
    except Exception as error:  # a fault of ours, which must not take the other answers with it
        return {}, Fault("", "unexpected", {"problem": shown(f"{type(error).__name__}: {error}")}), ""

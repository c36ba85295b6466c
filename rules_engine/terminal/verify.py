"""``verify -- COMMAND …``: hold another engine against the documented examples."""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rules_engine.reading import Fault, shown
from rules_engine.reasons import Plain
from rules_engine.saying import one_line
from rules_engine.suite import verifying
from rules_engine.suite.checking import brief
from rules_engine.terminal import FAILED, UNUSABLE, WELL
from rules_engine.terminal.export import document
from rules_engine.terminal.talk import Talk, complain


def run(arguments: argparse.Namespace) -> int:
    """Ask another engine what is documented, and report by rule how its answers compare."""
    suite, talk = document(arguments), Talk(arguments.root)
    if suite is None:
        return UNUSABLE
    questions = [*verifying.documented(suite, whole=arguments.whole)]
    lost = [name for name in arguments.only if not any(asked.matches(name) for asked in questions)]
    for name in lost:
        complain("--only", talk.say(Fault("", "nothing_to_ask", {"value": shown(name)})))
    if lost:
        return UNUSABLE
    chosen = [asked for asked in questions if not arguments.only or any(map(asked.matches, arguments.only))]
    try:
        results = asyncio.run(verifying.verify(chosen, arguments.engine, arguments.timeout, _progress(len(chosen))))
    except OSError as error:
        return complain(
            shown(arguments.engine[0]), talk.say(Fault("", "not_started", {"problem": error.strerror or ""}))
        )
    for line in _verified(results, arguments.site, talk):
        print(line)
    if arguments.report is not None and not _write_report(arguments, results, suite["version"], talk):
        return UNUSABLE
    return WELL if verifying.Counts.of(results).well else FAILED


def _progress(most: int) -> Callable[[verifying.Result], None]:
    """Return what shows on a terminal how far the questions have got."""
    done = itertools.count(1)

    def tell(result: verifying.Result) -> None:
        if sys.stderr.isatty():
            count = next(done)
            sys.stderr.write(f"\r{count}/{most} {result.asked.id[:60]:<60}" + ("\r\x1b[K" if count == most else ""))

    return tell


def _verified(results: Sequence[verifying.Result], site: str, talk: Talk) -> Iterator[str]:
    """Give the report: a line for each rule, under it what did not agree, told once; at the end the sums."""
    told = set[str]()
    for rule, found in verifying.by_rule(results).items():
        yield one_line(f"{rule}: {_counted(verifying.Counts.of(found), talk)}")
        for result in found:
            if result.outcome not in (verifying.Outcome.AGREED, verifying.Outcome.REFUSED):
                if result.asked.id not in told:
                    yield from (f"    {one_line(line)}" for line in _told(result, site, talk))
                told.add(result.asked.id)
    yield one_line(f"{_counted(verifying.Counts.of(results), talk)} / {len(results)}")


def _counted(counts: verifying.Counts, talk: Talk) -> str:
    parts = ((f"verify_{outcome}", count) for outcome, count in counts._asdict().items() if count)
    return ", ".join(talk.say(Fault("", kind, {"count": count})) for kind, count in parts)


def _told(result: verifying.Result, site: str, talk: Talk) -> Iterator[str]:
    """Say how a question went, what was asked and answered, and where it is documented."""
    asked = result.asked
    said = talk.say(Fault("", f"verify_was_{result.outcome.value}"))
    yield ": ".join(part for part in (asked.id, said, result.said) if part)
    yield f"  {json.dumps(asked.question, ensure_ascii=False)}"
    for difference in result.differences:
        kind = "answer_leaf_missing" if difference.missing else "answer_differs"
        data: dict[str, Plain] = {"expected": brief(difference.expected), "actual": brief(difference.actual)}
        yield f"  {': '.join(part for part in (difference.path, talk.say(Fault('', kind, data))) if part)}"
    for leaves in result.mistakes:
        yield f"  {talk.say(Fault('', 'choice_right', {'actual': brief(leaves)}))}"
    if asked.address:
        yield f"  {site}{asked.address}"


def _write_report(arguments: argparse.Namespace, results: Sequence[verifying.Result], version: str, talk: Talk) -> bool:
    """Write the report for programs; say so if it cannot be written."""
    report = verifying.report(results, arguments.engine, version, arguments.site)
    try:
        Path(arguments.report).write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", "utf-8")
    except OSError as error:
        complain(shown(arguments.report), talk.say(Fault("", "unwritable", {"problem": error.strerror or ""})))
        return False
    return True

"""The commands of the command line. Each returns its exit status."""

from __future__ import annotations

import argparse
import asyncio
import functools
import itertools
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TextIO

from rules_engine import asking
from rules_engine.reading import Fault, Unusable, at, shown
from rules_engine.reasons import Plain
from rules_engine.saying import TEXT, Words, one_line, say
from rules_engine.suite import accepting, packed, telling, terminal, verifying
from rules_engine.suite.checking import Chosen, Finding, Report, brief, everything
from rules_engine.suite.checking import check as check_suite
from rules_engine.suite.exporting import export as export_suite
from rules_engine.suite.exporting import exported_text
from rules_engine.suite.fixtures import GameSuite, Suite, Text, Where
from rules_engine.suite.loading import RULES, Document, FileFault, Loaded, load, placer, root_of_fixtures
from rules_engine.suite.parsing import LIMITS, parse_any, read_file
from rules_engine.suite.playthroughs import Recorded, differences, recorded, reset
from rules_engine.suite.wording import ENGLISH

WELL, FAILED, UNUSABLE = 0, 1, 2
LARGEST_FILE = 4 * LIMITS.characters
"""The most bytes that a file to be asked may have."""
MOST_QUESTIONS = 10_000
"""The most questions that one list may have."""
STDIN = "-"


def complain(*parts: str) -> int:
    """Print one line on standard error, and return the status for what is unusable."""
    print(one_line(": ".join(part for part in parts if part)), file=sys.stderr)
    return UNUSABLE


class Talk:
    """Says faults in English, and loads the words for that only once there is a fault to say."""

    def __init__(self, root: Path | None) -> None:
        self.root = root
        self._english = functools.cache(lambda game: telling.english(self.suite, game))

    @functools.cached_property
    def suite(self) -> Suite:
        """The fixtures, which hold the words; our own if those named have no English ones."""
        found = load(self.root, proofread=False).suite
        return found if ENGLISH in found.languages else load(proofread=False).suite

    def say(self, fault: Fault, game: str = "") -> str:
        """Say what is wrong, without its path."""
        return one_line(telling.message(fault, self._english(game)))


# ask


def ask(arguments: argparse.Namespace) -> int:
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
    answer, fault, about = _answer(question)
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
        answer, fault, about = _answer(question)
        if fault is not None:
            message = talk.say(fault, about.partition("/")[0])
            status = complain(at("", index), about, fault.path, message)
            answer = {"error": {"path": fault.path, "message": message}}
        print(",\n " if index else "", json.dumps(answer, ensure_ascii=False), sep="", end="")
    print("]")
    return status


def _answer(question: Plain) -> tuple[dict[str, Any], Fault | None, str]:
    """Return the answer, or the first fault and what the question is about."""
    try:
        return asking.ask(question), None, ""
    except Unusable as error:
        return {}, error.faults[0], error.about
    except Exception as error:  # a fault of ours, which must not take the other answers with it
        return {}, Fault("", "unexpected", {"problem": shown(f"{type(error).__name__}: {error}")}), ""


# check


@dataclass(frozen=True, slots=True)
class Selection:
    """Files, folders and ids that were named on the command line; everything if there are none."""

    files: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()

    @property
    def all(self) -> bool:
        """Whether nothing was left out."""
        return not self.files and not self.ids

    def has_file(self, name: str) -> bool:
        """Tell whether a file, or its folder, was named."""
        return any(file in ("", ".", name) or name.startswith(f"{file}/") for file in self.files)

    def has_id(self, id_: str) -> bool:
        """Tell whether an id, or what it stands under, was named."""
        return any(id_ == each or id_.startswith((f"{each}.", f"{each}/")) for each in self.ids)

    def has(self, id_: str, where: Where) -> bool:
        """Tell whether something was chosen, by its id or by its file."""
        return self.all or self.has_file(where.file) or self.has_id(id_)


def check(arguments: argparse.Namespace) -> int:
    """Ask the chosen examples, report what differs and what is wrong in the files, and accept translations."""
    loaded, talk = load(arguments.root), Talk(arguments.root)
    root = arguments.root or root_of_fixtures()
    if loaded.packed is not None and (arguments.reset or arguments.accept):
        return complain(talk.say(Fault("", "only_packed")))
    if arguments.reset:
        return _reset(root, loaded)
    if not loaded.documents:
        return complain(talk.say(Fault("", "no_fixtures", {"value": shown(str(root))})))
    faults = list[FileFault]()
    matches = [*recorded(root, faults)]
    documents = {**loaded.documents, **{found.document.name: found.document for found in matches}}
    loaded = replace(loaded, faults=(*loaded.faults, *faults), documents=documents)
    selection, lost = _select(arguments.chosen, root, loaded)
    for name in lost:
        complain(talk.say(Fault("", "nothing_chosen", {"value": shown(name)})))
    if lost:
        return UNUSABLE
    return _checked(loaded, selection, matches, arguments.accept)


def _reset(root: Path, loaded: Loaded) -> int:
    """Write the recorded matches anew, and say how many moves each has."""
    faults, words = list[FileFault](), telling.english(loaded.suite)
    for name, moves in reset(root, faults):
        print(one_line(telling.message(Fault("", "match_recorded", {"file": name, "count": moves}), words)))
    _print_faults(faults, loaded.suite, sys.stderr)
    return UNUSABLE if faults else WELL


def _select(chosen: Iterable[str], root: Path, loaded: Loaded) -> tuple[Selection, list[str]]:
    """Return what the arguments select, and those that select nothing."""
    files, ids, lost = list[str](), list[str](), list[str]()
    known = {name for game in loaded.suite.games.values() for name, _ in _named(game)}
    for name in chosen:
        file, by_id = _file(name, root), Selection(ids=(name,))
        if file is not None and any(Selection((file,)).has_file(document) for document in loaded.documents):
            files.append(file)
        elif any(by_id.has_id(id_) for id_ in known):
            ids.append(name)
        else:
            lost.append(name)
    return Selection(tuple(files), tuple(ids)), lost


def _file(name: str, root: Path) -> str | None:
    """Return a path relative to the root of the fixtures, or None if there is no such file there."""
    for path in (Path(name), root / name):
        try:
            if path.exists():
                return path.resolve().relative_to(root.resolve()).as_posix()
        except (OSError, ValueError):
            continue
    return None


def _named(game: GameSuite) -> Iterator[tuple[str, Where]]:
    """Give everything that has an id."""
    yield from ((rule.id, rule.where) for rule in game.rules.values())
    yield from ((example.id, example.where) for example in game.examples)
    for lesson in game.walkthroughs:
        yield lesson.id, lesson.where
        yield from ((f"{lesson.id}/{step.id}", step.where) for step in lesson.steps)


def _checked(loaded: Loaded, selection: Selection, matches: Iterable[Recorded], accept: bool) -> int:
    replayed, differing = _replayed(loaded, selection, matches)
    report = check_suite(loaded.suite, everything if selection.all else _chooser(loaded.suite, selection))
    shown_ = [fault for fault in loaded.faults if not selection.files or selection.has_file(fault.where.file)]
    faults = [fault for fault in shown_ if not fault.warning]
    accepted = _accept(loaded, selection) if accept and not faults else ()
    warnings = [] if accept and not faults else [fault for fault in shown_ if fault.warning]
    _print_faults(faults, loaded.suite, sys.stderr)
    _print_findings(report, loaded)
    _print_faults(differing, loaded.suite, sys.stdout)
    _print_faults(warnings, loaded.suite, sys.stdout)
    done: dict[str, Plain] = {
        "asked": report.asked + replayed,
        "failed": report.failed + len(differing),
        "faults": len(faults),
        "warnings": len(warnings),
    }
    _print_summary((*accepted, Fault("", "check_done", done)), loaded.suite)
    return UNUSABLE if faults else FAILED if report.findings or differing else WELL


def _replayed(loaded: Loaded, selection: Selection, matches: Iterable[Recorded]) -> tuple[int, list[FileFault]]:
    """Replay the recorded matches that are selected: return how many, and where they go another way now."""
    if loaded.packed is not None:
        chosen = [
            (id_, match) for id_, match in packed.matches(loaded.packed) if selection.all or selection.has_id(id_)
        ]
        return len(chosen), [*_differing(chosen)]
    replayed = [found for found in matches if selection.all or selection.has_file(found.document.name)]
    return len(replayed), [fault for found in replayed for fault in differences(found)]


def _differing(matches: Iterable[tuple[str, Mapping[str, Any]]]) -> Iterator[FileFault]:
    for id_, match in matches:
        answer, fault, _ = _answer(match["question"])
        if fault is not None:
            yield FileFault(Where(id_), fault)
        elif json.loads(json.dumps(answer)) != match["complete"]:
            data: dict[str, Plain] = {"expected": brief(match["complete"]), "actual": brief(answer)}
            yield FileFault(Where(id_), Fault("complete", "answer_differs", data))


def _chooser(suite: Suite, selection: Selection) -> Chosen:
    """Choose examples also by the file of the rule under which they stand."""
    rule_files = {rule.id: rule.where.file for game in suite.games.values() for rule in game.rules.values()}
    under = {
        example.id: rule_files.get(example.rules[0], "") for game in suite.games.values() for example in game.examples
    }
    return lambda id_, where: selection.has(id_, where) or (id_ in under and selection.has_file(under[id_]))


def _print_faults(faults: Iterable[FileFault], suite: Suite, to: TextIO) -> None:
    words = functools.cache(lambda game: telling.english(suite, game))
    for fault in faults:
        game = next((game for game in suite.games if f"/{game}/" in fault.where.file), "")
        print(telling.fault_line(fault.where, fault.fault, words(game)), file=to)


def _print_findings(report: Report, loaded: Loaded) -> None:
    words = functools.cache(lambda game: telling.english(loaded.suite, game))
    for finding in report.findings:
        known = words(finding.id.partition(".")[0])
        print(finding_line(finding, known, loaded.documents))
        for line in telling.reasons(finding.because, known):
            print(f"    {line}")


def finding_line(finding: Finding, words: Words | None, documents: Mapping[str, Document]) -> str:
    """Say ``file:line: id (title): path: what differs``."""
    where = placer(documents)(finding.where, finding.fault).where
    title = f"{finding.id} ({_title(finding.title, words)})" if finding.title else finding.id
    parts = (str(where), title, finding.fault.path, telling.message(finding.fault, words))
    return one_line(": ".join(part for part in parts if part))


def _title(title: Text, words: Words | None) -> str:
    text = title.by.get("en") or next(iter(title.by.values()))
    return say(text, {}, words, TEXT) if words and "{" not in text else text


def _print_summary(lines: Iterable[Fault], suite: Suite) -> None:
    words = telling.english(suite)
    for line in lines:
        print(one_line(telling.message(line, words)))


def _accept(loaded: Loaded, selection: Selection) -> list[Fault]:
    """Write the side file of each game and return what to say of it."""
    said = []
    for game in loaded.suite.games.values():
        chosen = {name for name, text in game.texts.items() if selection.has(name, text.where)}
        path = loaded.suite.root / RULES / game.name / accepting.FILE
        path.write_text(accepting.written(accepting.accept(game.texts, game.accepted, chosen)), "utf-8")
        name = path.relative_to(loaded.suite.root).as_posix()
        said.append(Fault("", "accepted_now", {"count": len(chosen), "file": name}))
    return said


# export


def export(arguments: argparse.Namespace) -> int:
    """Print all fixtures as one JSON document, unless something is wrong with them."""
    document = _document(arguments)
    if document is None:
        return UNUSABLE
    sys.stdout.write(exported_text(document))
    return WELL


def _document(arguments: argparse.Namespace) -> dict[str, Any] | None:
    """Return the exported suite; or print what is wrong with the fixtures, and return None."""
    root = arguments.root or root_of_fixtures()
    loaded, faults = load(arguments.root), list[FileFault]()
    if not loaded.documents:
        complain(Talk(arguments.root).say(Fault("", "no_fixtures", {"value": shown(str(root))})))
        return None
    if loaded.packed is not None and loaded.usable:
        return dict(loaded.packed)
    matches = [*recorded(root, faults)]
    faults += (fault for fault in loaded.faults if not fault.warning)
    _print_faults(faults, loaded.suite, sys.stderr)
    return None if faults else export_suite(loaded.suite, matches)


# verify


def verify(arguments: argparse.Namespace) -> int:
    """Ask another engine what is documented, and report by rule how its answers compare."""
    document, talk = _document(arguments), Talk(arguments.root)
    if document is None:
        return UNUSABLE
    questions = [*verifying.documented(document, whole=arguments.whole)]
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
    if arguments.report is not None and not _write_report(arguments, results, document["version"], talk):
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


# play


def play(arguments: argparse.Namespace) -> int:
    """Play a match in the terminal."""
    return terminal.play(arguments)

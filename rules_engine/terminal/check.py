"""``check [PATH|ID …]``: ask the documented examples, replay the recorded matches, and read all files for faults."""

from __future__ import annotations

import argparse
import functools
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rules_engine.reading import Fault, shown
from rules_engine.reasons import Plain
from rules_engine.saying import TEXT, Words, one_line, say
from rules_engine.suite import accepting, packed, telling
from rules_engine.suite.checking import Chosen, Finding, Report, brief, everything
from rules_engine.suite.checking import check as check_suite
from rules_engine.suite.fixtures import GameSuite, Suite
from rules_engine.suite.loading import RULES, Document, FileFault, Loaded, load, placer, root_of_fixtures
from rules_engine.suite.playthroughs import Recorded, differences, recorded, reset
from rules_engine.suite.shapes import Text, Where
from rules_engine.terminal import FAILED, UNUSABLE, WELL
from rules_engine.terminal.ask import answered
from rules_engine.terminal.talk import Talk, complain, print_faults


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


def run(arguments: argparse.Namespace) -> int:
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
    print_faults(faults, loaded.suite, sys.stderr)
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
    print_faults(faults, loaded.suite, sys.stderr)
    _print_findings(report, loaded)
    print_faults(differing, loaded.suite, sys.stdout)
    print_faults(warnings, loaded.suite, sys.stdout)
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
        answer, fault, _ = answered(match["question"])
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

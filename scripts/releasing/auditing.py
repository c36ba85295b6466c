"""Whether a locked package has a known vulnerability: ``python -m scripts.releasing.auditing``.

pip-audit and ``npm audit`` ask their services about what stands in the lock files; nothing is installed. Where a
service cannot be reached, that is said and nothing fails. What has been looked into and does not concern this project
stands in ``scripts/vulnerabilities.json`` by its id, each with ``reason`` and ``date``.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scripts.press.packages import ASKED, NODE, ROOT

ACCEPTED = ROOT / "scripts" / "vulnerabilities.json"
SECONDS = 20
"""How long one answer may take."""
LONGEST = 600
"""How many seconds one list may take, when the service answers at all."""
WELL, FOUND, SKIPPED = 0, 1, 77
UNREACHABLE = re.compile(
    r"5\d\d Server Error|ConnectionError|ConnectTimeout|ReadTimeout|Could not connect|timed out|network"
    r"|request to \S+ failed|E(CONN\w+|NOTFOUND|AI_AGAIN|TIMEDOUT|NETUNREACH|HOSTUNREACH)"
    r"|audit endpoint returned an error"
)


@dataclass(frozen=True, slots=True)
class Known:
    """A known vulnerability of a package: its *id* where it is described, and what it is about, on one line."""

    package: str
    id: str
    about: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an audit gave: what is *known*, or why there is no answer, because the service was not *reached* or else."""

    known: tuple[Known, ...] = ()
    problem: str = ""
    reached: bool = True


def main() -> int:
    """Audit all lock files. Return 1 if something is found or goes wrong, 77 if not every service could be reached."""
    accepted: dict[str, Any] = json.loads(ACCEPTED.read_text("utf-8"))
    outcomes = {name: run(command) for name, command in commands()}
    for line in report(outcomes, accepted):
        print(line, flush=True)
    return status(outcomes, accepted)


def commands() -> Iterator[tuple[str, list[str]]]:
    """Give each lock file with the command that audits it."""
    service = ["--vulnerability-service", "osv", "--timeout", str(SECONDS)]
    asks = [*service, "--format", "json", "--progress-spinner", "off"]
    for name in ASKED:
        audit = [sys.executable, "-m", "pip_audit", "-r", str(ROOT / f"{name}.txt"), "--disable-pip"]
        yield f"{name}.txt", [*audit, "--require-hashes", *asks]
    for folder in NODE:
        audit = ["npm", "audit", "--json", "--audit=true", "--package-lock-only", "--prefix", str(ROOT / folder)]
        waits = ["--fetch-retries=0", f"--fetch-timeout={SECONDS * 1000}"]
        yield f"{folder}/package-lock.json".removeprefix("./"), [*audit, *waits]


def run(command: Sequence[str]) -> Outcome:
    """Run one audit and read what it gives."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        return Outcome(problem=f"no end after {LONGEST} s", reached=False)
    except OSError as error:
        return Outcome(problem=f"{command[0]}: {error.strerror}")
    return read(done.stdout, done.stderr)


def read(said: str, wrong: str) -> Outcome:
    """Return what the standard output and the standard error of pip-audit or ``npm audit`` tell."""
    try:
        answer: Any = json.loads(said)
    except ValueError:
        answer = {}
    if isinstance(answer, dict) and isinstance(answer.get("dependencies"), list):
        return Outcome(tuple(_of_python(answer["dependencies"])))
    if isinstance(answer, dict) and isinstance(answer.get("vulnerabilities"), dict):
        return Outcome(tuple(_of_node(answer["vulnerabilities"])))
    message = answer.get("message", "") if isinstance(answer, dict) else ""
    lines = [line.strip() for line in (*wrong.splitlines(), str(message)) if line.strip()]
    reasons = [line for line in lines if UNREACHABLE.search(line)]
    return Outcome(problem=_short((reasons or lines or ["no answer"])[-1]), reached=not reasons)


def _of_python(packages: Iterable[Mapping[str, Any]]) -> Iterator[Known]:
    for package in packages:
        for found in package.get("vulns", ()):
            mended = ", ".join(found.get("fix_versions", ())) or "no version"
            about = f"mended in {mended}. {found.get('description', '')}"
            yield Known(f"{package['name']} {package['version']}", found["id"], _short(about))


def _of_node(packages: Mapping[str, Mapping[str, Any]]) -> Iterator[Known]:
    """Give the advisories; a package that is only affected by another one names that and no advisory."""
    for name, package in sorted(packages.items()):
        for found in package.get("via", ()):
            if isinstance(found, dict):
                about = f"{found.get('severity', '')}: {found.get('title', '')}"
                yield Known(f"{name} {found.get('range', '')}", found["url"].rpartition("/")[2], _short(about))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 200 else f"{line[:199]}…"


def report(outcomes: Mapping[str, Outcome], accepted: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Say what each audit gave, and which accepted vulnerabilities are not there any more."""
    for name, outcome in outcomes.items():
        if outcome.problem:
            kind = "FAILED" if outcome.reached else "SKIPPED, the service cannot be reached"
            yield f"{name}: {kind}: {outcome.problem}"
            continue
        yield f"{name}: known vulnerabilities: {len(outcome.known)}"
        for known in outcome.known:
            excuse = accepted.get(known.id)
            told = f" (accepted {excuse['date']}: {excuse['reason']})" if excuse else ""
            yield f"  {known.package}: {known.id}: {known.about}{told}"
    if not any(outcome.problem for outcome in outcomes.values()):
        found = {known.id for outcome in outcomes.values() for known in outcome.known}
        yield from (f"{id_} is accepted, but not there any more: take it out" for id_ in accepted if id_ not in found)


def status(outcomes: Mapping[str, Outcome], accepted: Mapping[str, Mapping[str, str]]) -> int:
    """Return 1 if something not accepted is known or an audit failed, 77 if a service was not reached, else 0."""
    known = (known for outcome in outcomes.values() for known in outcome.known)
    failed = any(outcome.problem and outcome.reached for outcome in outcomes.values())
    if failed or any(each.id not in accepted for each in known):
        return FOUND
    return SKIPPED if any(not outcome.reached for outcome in outcomes.values()) else WELL


if __name__ == "__main__":
    sys.exit(main())

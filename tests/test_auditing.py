"""What pip-audit and npm audit answer, and what becomes of it: found, accepted, or nobody to ask."""

from __future__ import annotations

import json
import sys

from scripts.releasing.auditing import (
    ACCEPTED,
    FOUND,
    SKIPPED,
    WELL,
    Known,
    Outcome,
    commands,
    read,
    report,
    run,
    status,
)

PYTHON = {
    "dependencies": [
        {"name": "babel", "version": "2.19.0", "vulns": []},
        {
            "name": "markdown",
            "version": "3.11.3",
            "vulns": [{"id": "PYSEC-0000-1", "fix_versions": ["9.9"], "aliases": [], "description": "made\nup"}],
        },
        {"name": "own", "skip_reason": "not on an index"},
    ],
    "fixes": [],
}
NODE = {
    "auditReportVersion": 2,
    "vulnerabilities": {
        "lit": {"name": "lit", "via": ["lit-html"], "range": "*"},
        "lit-html": {
            "via": [{"url": "https://example.org/GHSA-0", "title": "made up", "severity": "high", "range": "<9"}],
        },
    },
}
MARKDOWN = Known("markdown 3.11.3", "PYSEC-0000-1", "mended in 9.9. made up")
LIT = Known("lit-html <9", "GHSA-0", "high: made up")
EXCUSED = {"PYSEC-0000-1": {"reason": "we parse our own texts", "date": "2026-11-30"}}


def test_answers_of_both_programs_are_read() -> None:
    assert read(json.dumps(PYTHON), "WARNING: something") == Outcome((MARKDOWN,))
    assert read(json.dumps(NODE), "") == Outcome((LIT,))
    assert read('{"dependencies": [], "fixes": []}', "No known vulnerabilities found") == Outcome()
    assert read('{"vulnerabilities": {}}', "") == Outcome()


def test_a_service_that_is_not_there_is_told_from_a_failure() -> None:
    nobody = "requests.exceptions.ConnectionError: Failed to establish a new connection"
    assert read("", f"Traceback\n{nobody}\n") == Outcome(problem=nobody, reached=False)
    refused = {"message": "request to http://127.0.0.1:9/ failed, reason: connect ECONNREFUSED", "error": {}}
    assert read(json.dumps(refused), "npm error x") == Outcome(problem=refused["message"], reached=False)
    assert read("", "requests.exceptions.HTTPError: 503 Server Error: x for url: y").reached is False
    assert read("", "pip-audit: error: unrecognized arguments: -q") == Outcome(
        problem="pip-audit: error: unrecognized arguments: -q"
    )
    assert read("5", "") == Outcome(problem="no answer")


def test_what_is_found_fails_unless_it_is_accepted() -> None:
    found = {"requirements.txt": Outcome((MARKDOWN,)), "package-lock.json": Outcome()}
    assert status(found, {}) == FOUND
    assert status(found, EXCUSED) == WELL
    assert list(report(found, EXCUSED)) == [
        "requirements.txt: known vulnerabilities: 1",
        "  markdown 3.11.3: PYSEC-0000-1: mended in 9.9. made up (accepted 2026-11-30: we parse our own texts)",
        "package-lock.json: known vulnerabilities: 0",
    ]
    assert list(report({"requirements.txt": Outcome()}, EXCUSED))[1:] == [
        "PYSEC-0000-1 is accepted, but not there any more: take it out"
    ]


def test_nobody_to_ask_is_said_aloud_and_fails_nothing() -> None:
    offline = Outcome(problem="no route", reached=False)
    assert status({"a": Outcome(), "b": offline}, {}) == SKIPPED
    assert status({"a": Outcome((LIT,)), "b": offline}, {}) == FOUND
    assert status({"a": Outcome(problem="broken"), "b": offline}, {}) == FOUND
    assert list(report({"a": offline, "b": Outcome(problem="broken")}, EXCUSED)) == [
        "a: SKIPPED, the service cannot be reached: no route",
        "b: FAILED: broken",
    ]


def test_a_program_is_run_and_its_answer_read() -> None:
    assert run([sys.executable, "-c", f"print({json.dumps(PYTHON)!r}); raise SystemExit(1)"]) == Outcome((MARKDOWN,))
    missing = run(["no-such-program"])
    assert missing.reached
    assert missing.problem.startswith("no-such-program: ")


def test_every_lock_file_is_audited() -> None:
    assert [name for name, _ in commands()] == [
        "requirements.txt",
        "requirements-release.txt",
        "package-lock.json",
        "scripts/measuring/package-lock.json",
    ]


def test_what_is_accepted_says_why_and_since_when() -> None:
    for excuse in json.loads(ACCEPTED.read_text()).values():
        assert excuse.keys() == {"reason", "date"}

"""The documented examples alone go through the judging: a branch that none of them needs is shown to nobody."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
LEAST = 98.0
"""Of 100 branches, how many the examples and the steps of walkthroughs go through at least."""
ASKED = """
import json, sys
import coverage

files, not_judging = json.loads(sys.argv[1])
cover = coverage.Coverage(branch=True, config_file=False, data_file=None, include=files)
cover.exclude(r"^\\s*def (" + "|".join(not_judging) + r")\\(")
cover.start()
from rules_engine.suite.checking import check
from rules_engine.suite.loading import load
from rules_engine.suite.playthroughs import differences, recorded

suite = load(engine={}).suite
failed = check(suite).failed
cover.stop()
cover.json_report(outfile=sys.argv[2])
if len(sys.argv) > 3:
    cover.start()
    failed += sum(len([*differences(found)]) for found in recorded(suite.root, []))
    cover.stop()
    cover.json_report(outfile=sys.argv[3])
sys.exit(bool(failed))
"""


def test_examples_go_through_nearly_every_branch_of_the_judging(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Before a release it also tells what the recorded matches add: ``pytest -s --release tests/test_pinned.py``."""
    files = [str(ROOT / file) for file in SETTINGS["mutmut"]["only_mutate"]]
    names = ("examples", "with recorded matches") if request.config.getoption("--release") else ("examples",)
    reports = [tmp_path / f"{name}.json" for name in names]
    asked = json.dumps([files, SETTINGS["qawaid"]["not_judging"]])
    subprocess.run([sys.executable, "-c", ASKED, asked, *map(str, reports)], cwd=ROOT, check=True)
    found = {report.stem: json.loads(report.read_text("utf-8")) for report in reports}
    for name, report in found.items():
        print(f"branches, {name}: {report['totals']['percent_branches_covered']:.1f} %")
    examples = found["examples"]
    assert len(examples["files"]) == len(files)
    missed = [f"{file}: {each['missing_branches']}" for file, each in examples["files"].items()]
    assert examples["totals"]["percent_branches_covered"] >= LEAST, "\n".join(missed)

"""The suite as a wheel has it: one JSON document, read without fixtures and without PyYAML."""

from __future__ import annotations

import dataclasses
import importlib
import json
import pkgutil
import shutil
import subprocess
import sys
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import rules_engine
from rules_engine.suite.checking import entries
from rules_engine.suite.exporting import export, exported_text
from rules_engine.suite.fixtures import Suite
from rules_engine.suite.loading import root_of_fixtures, unpacked
from rules_engine.suite.parsing import parse_json
from rules_engine.suite.playthroughs import recorded
from tests.suites import TESTS, ours

ENGINE = TESTS.parent / "rules_engine"
PACKED = Path("rules_engine/suite/suite.json")
MATCHES = [*recorded(root_of_fixtures(), [])]
HAND = {"game": "mus", "ask": "hand", "cards": "R R 3 7"}


@pytest.fixture(scope="module")
def suite() -> Suite:
    return ours().suite


@pytest.fixture(scope="module")
def document(suite: Suite) -> dict[str, Any]:
    return export(suite, MATCHES)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory, document: dict[str, Any]) -> Path:
    """Return a folder that holds what an installed wheel holds."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ENGINE, folder / "rules_engine", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / PACKED).write_text(exported_text(document), "utf-8")
    return folder


def run(folder: Path, *arguments: str, given: str = "") -> tuple[int, str, str]:
    """Run the command line with the standard library alone."""
    done = subprocess.run(
        [sys.executable, "-S", "-m", "rules_engine", *arguments],
        cwd=folder, input=given, capture_output=True, text=True, timeout=60, check=False, env={},
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


def test_what_is_unpacked_is_what_was_packed(tmp_path: Path, document: dict[str, Any]) -> None:
    file = tmp_path / "suite.json"
    file.write_text(json.dumps(document), "utf-8")
    loaded = unpacked(file)
    assert loaded.faults == ()
    assert exported_text(export(loaded.suite, MATCHES)) == exported_text(document)


def test_every_example_is_asked_in_an_empty_environment(wheel: Path, suite: Suite) -> None:
    asked = len(MATCHES) + sum(1 for game in suite.games.values() for _ in entries(game))
    assert run(wheel, "check") == (0, f"{asked} asked, 0 failed, 0 faults, 0 warnings\n", "")


def test_one_rule_can_be_chosen(wheel: Path) -> None:
    status, said, _ = run(wheel, "check", "mus.chica")
    assert status == 0
    assert 0 < int(said.partition(" ")[0]) < 50


def test_an_answer_that_differs_is_named(wheel: Path, document: dict[str, Any], tmp_path: Path) -> None:
    """R R 3 7 in Mus are three kings and a seven: 10 + 10 + 10 + 7."""
    broken = json.loads(json.dumps(document))
    example = next(e for e in broken["games"]["mus"]["examples"] if e["question"]["ask"] == "hand")
    example["question"]["cards"] = "R R 3 7"
    example["answer"] = {"sum": 36}
    example |= {"without": {}, "mistakes": [], "because": []}
    folder = shutil.copytree(wheel, tmp_path / "wheel")
    (folder / PACKED).write_text(json.dumps(broken), "utf-8")
    status, said, _ = run(folder, "check", example["id"])
    assert status == 1
    assert said.startswith(f"{example['id']} (")
    assert "answer.sum: " in said.splitlines()[0]
    assert "1 failed" in said


def test_a_match_that_goes_another_way_is_named(wheel: Path, document: dict[str, Any], tmp_path: Path) -> None:
    broken = json.loads(json.dumps(document))
    match = broken["games"]["basra"]["matches"][0]
    match["complete"]["score"] = [7, 8]
    folder = shutil.copytree(wheel, tmp_path / "wheel")
    (folder / PACKED).write_text(json.dumps(broken), "utf-8")
    status, said, _ = run(folder, "check", "basra")
    assert status == 1
    assert [line for line in said.splitlines() if line.startswith(f"{match['id']}: complete: ")]


def test_the_document_comes_out_again_as_it_went_in(wheel: Path) -> None:
    assert run(wheel, "export") == (0, (wheel / PACKED).read_text("utf-8"), "")


def test_questions_come_as_json_and_yaml_needs_its_reader(wheel: Path) -> None:
    status, said, _ = run(wheel, "ask", "-", given=json.dumps(HAND))
    assert (status, json.loads(said)["juego"]) == (0, 37)
    assert run(wheel, "ask", "-", given="game: mus\nask: hand\ncards: R R 3 7\n") == (
        2, "", "-:1: this is not clean JSON, and YAML cannot be read: install PyYAML\n",
    )  # fmt: skip


def test_a_match_is_played_in_arabic(wheel: Path) -> None:
    status, said, wrong = run(wheel, "play", "basra", "--seed", "7", "--lang", "ar", given="quit\n")
    assert (status, wrong) == (0, "")
    assert "الأرض" in said


@pytest.mark.parametrize("option", ["--accept", "--reset"])
def test_there_are_no_files_to_write_to(wheel: Path, option: str) -> None:
    status, said, wrong = run(wheel, "check", option)
    assert (status, said) == (2, "")
    assert "--root" in wrong


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "suite.json:1: not_clean_json"),
        ('{"languages": {}, "games": {"mus": {"examples": [{"id": "mus.x"}]}}}', "suite.json: games.mus.examples[0]"),
    ],
)
def test_a_broken_document_is_said_to_be(wheel: Path, tmp_path: Path, content: str, said: str) -> None:
    folder = shutil.copytree(wheel, tmp_path / "wheel")
    (folder / PACKED).write_text(content, "utf-8")
    status, _, wrong = run(folder, "check")
    assert status == 2
    assert wrong.startswith(said)


def test_a_document_that_is_none_has_no_games(tmp_path: Path) -> None:
    for content in ("[]", "5", '{"games": 3, "languages": []}'):
        (tmp_path / "suite.json").write_text(content, "utf-8")
        assert parse_json(content) is not None
        assert unpacked(tmp_path / "suite.json").suite.games == {}


def test_no_default_is_one_that_python_3_11_refuses() -> None:
    for found in pkgutil.walk_packages(rules_engine.__path__, "rules_engine."):
        if found.name != "rules_engine.__main__":
            for name, value in vars(importlib.import_module(found.name)).items():
                if dataclasses.is_dataclass(value):
                    shared = [
                        each.name for each in dataclasses.fields(value) if isinstance(each.default, MappingProxyType)
                    ]
                    assert shared == [], f"{found.name}.{name}"

"""A language is files alone: one that nobody has written, made of the English texts, is read and found whole."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from rules_engine.suite.loading import load

ROOT = Path(__file__).resolve().parents[1]
NEW, MODEL = "fr", "en"


class Plain(yaml.SafeLoader):
    """Reads words as words: only whole numbers, true, false and null are anything else, as in our fixtures."""


Plain.yaml_implicit_resolvers = {}
for kind, pattern, firsts in (
    ("int", r"-?(0|[1-9][0-9]*)", "-0123456789"),
    ("bool", r"true|false", "tf"),
    ("null", r"null|~|", "n~"),
):
    Plain.add_implicit_resolver(f"tag:yaml.org,2002:{kind}", re.compile(f"^({pattern})$"), [*firsts, ""])


def with_new(value: Any) -> Any:
    """Give every text of the model to the new language as well."""
    if isinstance(value, list):
        return [with_new(each) for each in value]
    if not isinstance(value, dict):
        return value
    more = {NEW: with_new(value[MODEL])} if MODEL in value and value.keys() & {"ar", "de"} else {}
    return {**{name: with_new(each) for name, each in value.items()}, **more}


@pytest.mark.long
def test_a_language_needs_nothing_but_its_files(tmp_path: Path) -> None:
    for folder in ("docs", "tutorials"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copytree(tmp_path / "docs/pages" / MODEL, tmp_path / "docs/pages" / NEW)
    words = (tmp_path / f"docs/words/{MODEL}.yaml").read_text("utf-8")
    words = words.replace(f"code: {MODEL}", f"code: {NEW}", 1).replace("name: English", "name: Français", 1)
    (tmp_path / f"docs/words/{NEW}.yaml").write_text(words, "utf-8")
    before = load(tmp_path)
    assert {fault.fault.kind for fault in before.faults if not fault.warning} == {"missing_language"}
    for file in (*(tmp_path / "docs").rglob("*.yaml"), *(tmp_path / "tutorials").rglob("*.yaml")):
        if file.parent != tmp_path / "docs/words" or file.name == "terms.yaml":
            value = with_new(yaml.load(file.read_text("utf-8"), Plain))
            file.write_text(yaml.dump(value, allow_unicode=True, sort_keys=False, width=10_000), "utf-8")
    loaded = load(tmp_path)
    assert [fault for fault in loaded.faults if not fault.warning] == []
    assert {fault.fault.kind for fault in loaded.faults} == {"not_accepted"}
    rules = [rule for game in loaded.suite.games.values() for rule in game.rules.values()]
    assert all(rule.says.by[NEW] == rule.says.by[MODEL] for rule in rules)

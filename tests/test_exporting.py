"""The exported suite: complete, as its schema and the fixtures' own shapes have it, the same however files lie."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import jsonschema
import pytest

from rules_engine.reading import Fault
from rules_engine.suite import fixtures, schema
from rules_engine.suite.exporting import asked, export, exported_text
from rules_engine.suite.loading import Loaded
from rules_engine.suite.playthroughs import recorded
from tests.suites import ours


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    return ours()


@pytest.fixture(scope="module")
def document(loaded: Loaded) -> dict[str, Any]:
    matches = recorded(loaded.suite.root, [])
    return json.loads(exported_text(export(loaded.suite, matches)))


def test_it_fits_its_schema(loaded: Loaded, document: Mapping[str, Any]) -> None:
    text = (loaded.suite.root / schema.FOLDER / "suite.json").read_text("utf-8")
    jsonschema.Draft202012Validator(json.loads(text)).validate(document)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda document: document.pop("licences"),
        lambda document: document.update(format=2),
        lambda document: document["games"]["mus"]["rules"][0].pop("address"),
        lambda document: document["games"]["mus"]["examples"][0].update(extra=1),
        lambda document: document["games"]["mus"]["examples"][0]["question"].update(ask="nothing"),
        lambda document: document["games"]["basra"]["rules"][0]["says"].pop("de"),
        lambda document: document["games"]["basra"]["walkthroughs"][0]["steps"][0].pop("tells"),
        lambda document: document["games"]["mor200"]["matches"][0].pop("answer"),
        lambda document: document["languages"]["ar"]["language"].pop("direction"),
    ],
)
def test_the_schema_accepts_nothing_else(
    loaded: Loaded, document: Mapping[str, Any], spoil: Callable[[Any], object]
) -> None:
    spoilt = json.loads(json.dumps(document))
    spoil(spoilt)
    text = (loaded.suite.root / schema.FOLDER / "suite.json").read_text("utf-8")
    assert not jsonschema.Draft202012Validator(json.loads(text)).is_valid(spoilt)


def test_everything_is_in_it(loaded: Loaded, document: Mapping[str, Any]) -> None:
    assert document["languages"].keys() == loaded.suite.languages.keys()
    for name, game in loaded.suite.games.items():
        found = document["games"][name]
        assert [rule["id"] for rule in found["rules"]] == sorted(game.rules)
        assert [example["id"] for example in found["examples"]] == sorted(example.id for example in game.examples)
        listed = [rule for page in found["pages"] for section in page["sections"] for rule in section["rules"]]
        assert listed == [*game.rules]
        assert all(each["complete"]["because"] for each in found["examples"])
        assert found["matches"]
    assert document["games"]["mus"]["options"]["kings"] == {"default": 8, "values": {"enum": [8, 4]}}
    assert document["games"]["mus"]["options"]["mus_corrido"]["default"] is False
    ids = [id_ for id_, _ in asked(document)]
    assert len(ids) == len(set(ids)) > 500


def test_the_shapes_of_the_fixtures_read_it_back(loaded: Loaded, document: Mapping[str, Any]) -> None:
    for name, game in loaded.suite.games.items():
        for rule in document["games"][name]["rules"]:
            plain = {key: value for key, value in rule.items() if key != "address"}
            assert _placeless(_read(fixtures.RuleText, plain)) == _placeless(game.rules[rule["id"]])
        examples = {example.id: example for example in game.examples}
        for example in document["games"][name]["examples"]:
            plain = {key: value for key, value in example.items() if key not in ("address", "complete")}
            read = _read(fixtures.Example, plain)
            question = {"game": name, **examples[read.id].question}
            assert _placeless(replace(read, game=name)) == _placeless(replace(examples[read.id], question=question))


def _read(of: type, plain: Mapping[str, Any]) -> Any:
    faults: list[Fault] = []
    read = fixtures.Entry(of).read(plain, "", faults)
    assert not faults
    return read


def _placeless(value: Any) -> object:
    """Return a fixture without where its parts stand."""
    if isinstance(value, Mapping):
        return {key: _placeless(entry) for key, entry in value.items()}
    if isinstance(value, tuple | list):
        return [_placeless(entry) for entry in value]
    names = getattr(type(value), "__dataclass_fields__", ())
    return {name: _placeless(getattr(value, name)) for name in names if name != "where"} if names else value


def test_the_order_of_files_and_examples_does_not_reach_it(loaded: Loaded, document: Mapping[str, Any]) -> None:
    games = {
        name: replace(game, examples=game.examples[::-1], walkthroughs=game.walkthroughs[::-1])
        for name, game in reversed(loaded.suite.games.items())
    }
    languages = dict(reversed(loaded.suite.languages.items()))
    shuffled = replace(loaded.suite, games=games, languages=languages)
    matches = [*recorded(loaded.suite.root, [])][::-1]
    assert exported_text(export(shuffled, matches)) == exported_text(document)

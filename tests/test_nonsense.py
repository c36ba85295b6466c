"""Nonsense of every kind, asked of every game: it is refused with faults, and nothing else happens."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine import Unusable, ask
from rules_engine.games import games
from rules_engine.reading import shapes_of
from rules_engine.saying import one_line
from rules_engine.scenes import scene
from rules_engine.suite import telling
from tests.suites import ours

SUITE = ours().suite
KINDS = [(game.name, kind) for game in games().values() for kind in game.questions]
FIELDS = sorted({name for game in games().values() for of in game.questions.values() for name in shapes_of(of)})
WRITTEN = ["R", "R R 3 7", "7D", "7D 8D 9D", "JK", "A 2", "10H", "grande", "envido", "paso", "Ro"]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(WRITTEN),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=10), inner, max_size=5),
    max_leaves=20,
)


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=str)
@given(fields=st.dictionaries(st.sampled_from([*FIELDS, "game", "colour"]), ANYTHING))
@settings(max_examples=60)
def test_nonsense_is_refused_with_faults_that_can_be_said(game: str, kind: str, fields: dict[str, Any]) -> None:
    question = {"game": game, "ask": kind, **fields}
    words = telling.english(SUITE, game)
    assert words is not None
    try:
        json.dumps(ask(question))
    except Unusable as unusable:
        assert unusable.faults
        for fault in unusable.faults:
            line = one_line(telling.message(fault, words))
            assert line.isprintable()
            assert not line.startswith(fault.kind), f"no sentence for {fault.kind}"
    try:
        json.dumps(scene(question, words))
    except Unusable as unusable:
        assert {fault.path for fault in unusable.faults} <= {"game", "ask"}

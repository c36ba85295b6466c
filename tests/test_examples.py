"""Every documented example, and every step of a walkthrough, is a test with its own id: ``pytest -k mus.chica``."""

from __future__ import annotations

import pytest

from rules_engine.games import games
from rules_engine.suite import telling
from rules_engine.suite.checking import Asked, ask_entry, entries, findings_of
from rules_engine.terminal.check import finding_line
from tests.suites import ours

LOADED = ours()
ENTRIES = {id_: (game.name, entry) for game in LOADED.suite.games.values() for id_, entry in entries(game)}


@pytest.mark.parametrize("id_", ENTRIES)
def test_example(id_: str) -> None:
    game, entry = ENTRIES[id_]
    asked: Asked = ask_entry(game, id_, entry)
    words = telling.english(LOADED.suite, game)
    lines = [finding_line(finding, words, LOADED.documents) for finding in findings_of(asked, games()[game].deck)]
    reasons = list(telling.reasons(asked.answer.because, words)) if asked.answer else []
    assert not lines, "\n".join([*lines, *reasons])


def test_the_examples_are_there() -> None:
    """A slip of the loader must not turn all tests off silently."""
    assert len(ENTRIES) > 60
    assert all(game.examples for game in LOADED.suite.games.values())

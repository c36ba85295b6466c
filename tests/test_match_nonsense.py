"""Nonsense at the doors of matches: browser and terminal answer it with one line, never a traceback."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules_engine import Unusable, ask, browser
from rules_engine.__main__ import main
from rules_engine.suite.wording import shipped_words
from tests.suites import ours

SUITE = ours().suite
SETUP = {"seed": 1}
PLAY = {"game": "mus", "ask": "play", "setup": SETUP, "moves": [], "view": 3}
DOORS = (browser.ask, browser.scene, browser.table, browser.hint, browser.puzzle, browser.sheet)
NO_JSON = ["", "x", "[" * 100_000, "9" * 5_000, json.dumps(PLAY).replace(": 1", ": " + "9" * 5_000)]
NO_QUESTION = ["null", "[]", "5", '"x"', "NaN", "{}", '{"game": []}', '{"game": "mus", "ask": {}}']
NO_CHOICE = [None, 5, "x", {"a": 1}, [[]], [5], [["hand[3]", None]], [["hand[3]", 1.5]], [[None, 0]], [["hand[3]", 99]]]


@pytest.fixture(scope="module", autouse=True)
def _words() -> None:
    for game in SUITE.games.values():
        browser.load(json.dumps(shipped_words(game, SUITE.languages["en"])))


@pytest.mark.parametrize("text", [*NO_JSON, *NO_QUESTION], ids=lambda text: text[:20] or "empty")
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
@pytest.mark.parametrize("lang", ["en", "xx"])
def test_the_browser_answers_nonsense_with_an_error(door: Any, text: str, lang: str) -> None:
    assert json.loads(door(text, lang))["error"]["kind"]


def test_the_second_argument_may_be_no_json_either() -> None:
    for text in NO_JSON:
        assert json.loads(browser.table(json.dumps(PLAY), "en", text))["error"]["kind"] == "not_json"
    sheet = json.dumps({"game": "mus", "ask": "sheet", "rounds": []})
    for text in NO_JSON:
        assert json.loads(browser.sheet(sheet, "en", text))["error"]["kind"] == "not_json"


@pytest.mark.parametrize("chosen", NO_CHOICE, ids=str)
def test_cards_chosen_that_are_none_are_passed_over(chosen: object) -> None:
    assert "zones" in json.loads(browser.table(json.dumps(PLAY), "en", json.dumps(chosen)))


def test_a_fault_is_said_in_the_words_of_its_game_though_others_were_loaded_before() -> None:
    question = {"game": "basra", "ask": "play", "setup": SETUP, "view": 3, "variant": {"players": 2}}
    for door in (browser.ask, browser.table, browser.scene):
        error = json.loads(door(json.dumps(question), "en")).get("error")
        assert error is None or "players is 2" in error["message"]


def test_deals_used_up_are_not_called_the_end_of_the_match() -> None:
    hands = ["R R 3 7", "C S 5 4", "A 2 4 5", "S 7 6 4"]
    moves = [f"{seat} mus" for seat in range(4)] + ["0 discard R", "1 discard C", "2 discard A", "3 discard S"]
    question = {"game": "mus", "setup": {"deals": [{"mano": 0, "hands": hands, "pack": ""}]}, "moves": moves}
    assert ask({**question, "ask": "play"})["to_move"] is None
    for more in ({"ask": "why_not", "move": "0 mus"}, {"ask": "advise", "view": 0}):
        with pytest.raises(Unusable) as caught:
            ask({**question, **more})
        assert [fault.kind for fault in caught.value.faults] == ["deals_used_up"]


KEPT = {
    "garbage": b"{",
    "bytes": b"\xff\xfe",
    "deep": b"[" * 100_000,
    "list": b"[]",
    "other game": json.dumps(PLAY).encode(),
    "moves": b'{"setup": {"seed": 1}, "moves": ["0 play AS"]}',
    "field": b'{"setup": {"seed": 1}, "colour": 1}',
}


@pytest.mark.parametrize("kept", KEPT.values(), ids=KEPT)
def test_a_record_that_cannot_be_taken_up_is_named(
    kept: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kept.json").write_bytes(kept)
    assert main(["play", "basra", "--record", "kept.json"]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("kept.json: ")
    assert Path("kept.json").read_bytes() == kept


@pytest.mark.parametrize(
    ("arguments", "starts"),
    [
        (["--strength", "7"], "--strength 7: 1, 2, 3"),
        (["--record", "/nowhere/x.json"], "/nowhere/x.json: No such file"),
    ],
)
def test_what_cannot_be_used_is_one_line(
    arguments: list[str], starts: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "quit")
    assert main(["play", "mus", "--seed", "1", *arguments]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith(starts)

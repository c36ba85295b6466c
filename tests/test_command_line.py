"""The command line, run as people run it: answers on standard output, one line for what is wrong, and the status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.suites import TESTS, suite

ROOT = TESTS.parent
LANCE = {"game": "mus", "ask": "lance", "lance": "grande", "mano": 0}
HANDS = ["R C 7 4", "R C 6 5", "C S 7 4", "7 6 5 4"]
HAND = {"game": "mus", "ask": "hand", "cards": "R R 3 7"}


def run(*arguments: str | Path, given: str | bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command line."""
    data = given.encode() if isinstance(given, str) else given
    command = [sys.executable, "-m", "rules_engine", *map(str, arguments)]
    done = subprocess.run(
        command, input=data, capture_output=True, cwd=ROOT, env={**os.environ, **environment}, timeout=60, check=False
    )
    assert b"Traceback" not in done.stderr
    assert all(len(line) <= 500 and line.isprintable() for line in done.stderr.decode().splitlines())
    return done


def test_a_question_is_answered_with_its_reasons() -> None:
    done = run("ask", "-", given=json.dumps({**LANCE, "hands": HANDS}))
    assert (done.returncode, done.stderr) == (0, b"")
    answer = json.loads(done.stdout)
    assert (answer["winner"], answer["team"]) == (0, 0)
    assert answer["because"]


def test_yaml_is_as_good_as_json_and_a_file_as_good_as_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "question.yaml"
    file.write_text("game: mus\nask: hand\ncards: R R 3 7\n")
    assert run("ask", file).stdout == run("ask", "-", given=json.dumps(HAND)).stdout != b""


def test_an_unusable_question_gives_one_line() -> None:
    done = run("ask", "-", given=json.dumps({**LANCE, "hands": [*HANDS[:2], "X S 7 4", HANDS[3]]}))
    assert (done.returncode, done.stdout) == (2, b"")
    [line] = done.stderr.decode().splitlines()
    assert line.startswith("mus/lance: hands[2]")
    assert "“X” is not a Spanish card" in line


def test_in_a_list_every_other_question_is_still_answered() -> None:
    done = run("ask", "-", given=json.dumps([HAND, {**HAND, "cards": "R R 3"}, 5, HAND]))
    first, second, third, last = json.loads(done.stdout)
    assert done.returncode == 2
    assert first == last
    assert first["juego"] == 37
    assert second == {"error": {"path": "cards", "message": "3 cards instead of 4"}}
    assert third["error"]["path"] == ""
    assert done.stderr.decode().splitlines()[0] == "[1]: mus/hand: cards: 3 cards instead of 4"


def test_an_empty_list_has_an_empty_list_of_answers() -> None:
    done = run("ask", "-", given="[]")
    assert (done.returncode, json.loads(done.stdout)) == (0, [])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (b"", "-:1: there is nothing in it"),
        (b"game: \xff", "-:1: byte 6 is not UTF-8"),
        (b"[" * 100_000, "-:1: this is not YAML"),
        (b"game: [mus\nask: hand", "-:2: this is not YAML"),
        (b"game: mus\ngame: mus\n", "-:2: game: the key game is already in line 1"),
        (b"[" * 100, "-:1: it is nested more than 50 levels deep"),
        (b"game: mus\n---\ngame: mus\n", "-:2: a second document starts here"),
        (b"5", "“5” is not a mapping of keys to values"),
        (b"{}", "the key “game” is missing"),
        (b"game: chess", "game: “chess” is not known here; allowed: "),
        (b'{"game": "mus", "ask": "\\u0007\\n\\u202e' + b"x" * 9000 + b'"}', "mus: ask: "),
        (b'{"game": "\\ud800"}', "-:1: this is not YAML"),
    ],
)
def test_what_cannot_be_used_gives_one_line(given: bytes, said: str) -> None:
    done = run("ask", "-", given=given)
    assert (done.returncode, done.stdout) == (2, b"")
    [line] = done.stderr.decode().splitlines()
    assert line.startswith(said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "COMMAND"),
        (("asks",), "asks"),
        (("ask",), "FILE"),
        (("ask", "no/such/file"), "no/such/file: the file cannot be read"),
        (("ask", "."), ".: the file cannot be read"),
        (("check", "mus.grandee"), "there is no fixture, folder or id mus.grandee"),
        pytest.param(("check", "/"), "there is no fixture, folder or id /", marks=pytest.mark.long),
        (("check", "--root", "tests/broken"), "there are no fixtures below"),
        (("verify",), "COMMAND"),
        pytest.param(
            ("verify", "--only", "mus/nothing", "--", "true"),
            "there is no game, kind, rule or example mus/nothing",
            marks=pytest.mark.long,
        ),
        (("verify", "--timeout", "nan", "--", "true"), "--timeout"),
        (("verify", "--", "no/such/program"), "no/such/program: it cannot be started: No such file"),
        (("play", "mus", "--seed", "-1"), "--seed: “-1” is out of range"),
        pytest.param(("play", "mus", "--seat", "7"), "--seat: “7” is not known here", marks=pytest.mark.long),
        pytest.param(
            ("play", "mus", "--option", "target=-3"), "--option target: “-3” is not known here", marks=pytest.mark.long
        ),
        (("play", "mus", "--option", "nope=1"), "--option nope: “nope” does not belong here"),
        (("play", "mus", "--record", "/dev/full"), "/dev/full: Invalid argument"),
        pytest.param(("play", "mus", "--record", "tests"), "tests: Is a directory", marks=pytest.mark.long),
    ],
)
def test_wrong_arguments_give_one_line(arguments: tuple[str, ...], said: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    [line] = done.stderr.decode().splitlines()
    assert said in line


@pytest.mark.parametrize("arguments", [("--help",), ("ask", "--help"), ("check", "-h")])
def test_help_tells_the_commands_and_the_statuses(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 0
    assert all(
        word in done.stdout.decode() for word in ("ask FILE", "check [PATH", "export", "verify --", "Exit status")
    )


def test_text_comes_out_as_utf8_whatever_the_terminal_says() -> None:
    done = run("export", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert done.returncode == 0
    assert "غراندي" in done.stdout.decode("utf-8")


def test_the_export_is_one_document_and_always_the_same() -> None:
    first, second = run("export"), run("export", PYTHONHASHSEED="7")
    assert first.returncode == 0
    assert json.loads(first.stdout)["games"]
    assert first.stdout == second.stdout


def test_a_reader_that_stops_early_is_no_error() -> None:
    command = f"{sys.executable} -m rules_engine export | head -c 10; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, cwd=ROOT, timeout=60, check=False)
    assert done.stderr == b""


def test_all_our_examples_are_well() -> None:
    done = run("check")
    assert (done.returncode, done.stderr) == (0, b""), done.stdout.decode()


@pytest.mark.parametrize("chosen", ["mus.chica", "tutorials/mus", "tutorials", "docs/rules/mus/03-lances.yaml"])
def test_what_is_checked_can_be_chosen(chosen: str) -> None:
    done = run("check", chosen)
    assert done.returncode == 0
    assert not done.stdout.decode().splitlines()[-1].startswith("0 asked")


def test_a_failing_example_is_told_with_its_place_and_the_reasons(tmp_path: Path) -> None:
    wrong = TESTS / "broken/fails/wrong-answer.yaml"
    root = suite(tmp_path, {"tutorials/mus/wrong.yaml": wrong})
    done = run("check", "mus.tie.broken", "--root", root)
    said = done.stdout.decode().splitlines()
    assert said[0] == "tutorials/mus/wrong.yaml:7: mus.tie.broken (text): answer.winner: expected 0, but it is 2"
    assert "    mus.tie: Player 3 wins." in said
    assert done.returncode == 2  # some rules of the engine have no texts in the sound suite
    assert "the engine cites" in done.stderr.decode()


def test_the_status_tells_failing_from_unusable(tmp_path: Path) -> None:
    root = suite(tmp_path, {"tutorials/mus/wrong.yaml": TESTS / "broken/fails/wrong-answer.yaml"})
    assert run("check", root / "tutorials/mus/wrong.yaml", "--root", root).returncode == 1
    assert run("check", root / "tutorials/mus/01-sound.yaml", "--root", root).returncode == 0


def test_translations_are_accepted_by_a_command(tmp_path: Path) -> None:
    root = suite(tmp_path)
    for chosen in ("tutorials", "docs/rules/mus/words.yaml"):
        assert run("check", chosen, "--accept", "--root", root).returncode == 0
    accepted = json.loads((root / "docs/rules/mus/accepted.json").read_text())
    assert {"mus.tie.all-alike/title", "words/name"} <= set(accepted)
    assert "mus.grande/says" not in accepted
    assert set(accepted["words/name"]) == {"de", "en"}

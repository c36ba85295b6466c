"""Hostile input at every door: an answer or a proper error, within a second and 200 MB, whatever comes.

What was found once lies in ``tests/hostile``, each file named by what it is; what would be too large for a file is made
here. With ``--release`` the doors are searched for more by chance; ``tests/guard.py`` is the process it all runs in.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_engine.asking import typed
from rules_engine.games import games
from rules_engine.match import MOST_MOVES
from tests.guard import ROOT, Guard, packed
from tests.suites import TESTS, suite

FOUND = TESTS / "hostile"
QUESTIONS = sorted((FOUND / "questions").glob("*.json"))
ENTRIES = sorted((FOUND / "entries").glob("*.json"))
FILES = sorted((FOUND / "files").glob("*"))
M = 2_000_000
HAND = {"game": "mus", "ask": "hand", "cards": "R R 3 7"}


@pytest.fixture(scope="module")
def guard() -> Iterator[Guard]:
    with Guard() as started:
        yield started


@pytest.mark.parametrize("file", QUESTIONS, ids=lambda file: file.stem)
def test_a_question_found_once(file: Path, guard: Guard) -> None:
    known = json.loads(file.read_text("utf-8"))
    assert next(iter(guard.safe("ask", known["question"]).faults), None) == known["fault"]


@pytest.mark.parametrize("file", ENTRIES, ids=lambda file: file.stem)
def test_a_line_of_a_sheet_found_once(file: Path, guard: Guard) -> None:
    known = json.loads(file.read_text("utf-8"))
    sheet = {"game": known["game"], "ask": "sheet", "rounds": []}
    entry = json.dumps({"place": 0, "line": known["line"]})
    assert guard.safe("browser", "sheet", json.dumps(sheet), "ar", entry).faults == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_file_found_once(file: Path, guard: Guard) -> None:
    found = guard.safe("command", ["ask", str(file)])
    assert found.faults == ["2"]
    assert found.lines


# What is too large for a file, or no JSON

VALUES = [
    "10**400", "-10**5000", "inf", "inf-inf", "-0.0", "True", "deep(100_000)", "cyclic()", "b'x'", "'\\x00'",
    "'\\ud800'", "['7D']*100_000", "'7D '*100_000", "{1: 2}", "{deep_tuple(100_000): 1}", "{10**5000: 1}", "('a',)",
    "'\\u202e'*600", "1.0", "[[]]*1000", "[{}]*200", "[None]*4999", "{str(i): 1 for i in range(1000)}", "'x'*10**6",
]  # fmt: skip
SOUND: dict[tuple[str, str], dict[str, Any]] = {
    ("mus", "hand"): {"cards": "R R 3 7", "variant": {}},
    ("mus", "bet"): {"lance": "grande", "mano": 0, "calls": [], "eligible": [0, 1, 2, 3]},
    ("mus", "count"): {
        "mano": 0,
        "hands": ["R R 3 7", "C S 5 4", "A 2 4 5", "S 7 6 4"],
        "before": [0, 0],
        "lances": {},
    },
    ("mus", "sheet"): {"rounds": [], "names": ["a", "b"]},
    ("mus", "puzzle"): {"seed": 1, "level": 1},
    ("basra", "capture"): {"table": "2S", "play": "2H", "take": "2S"},
    ("basra", "seats"): {"joins": ["a", "b", "c", "d"]},
    ("basra", "why_not"): {"setup": {"seed": 1}, "moves": [], "move": "0 play AS"},
    ("mor200", "take_pile"): {"pile": "9D", "hand": "7D 8D KS", "melds": [], "took_11": False},
    ("mor200", "score"): {"teams": [{"melds": [], "hands": ["7D", "8D"], "took_11": True, "closed": False}]},
    ("mor200", "sheet"): {"rounds": []},
    ("mor200", "advise"): {"setup": {"seed": 1}, "moves": [], "view": 0, "strength": 1},
}
"""Of each kind a question that can be asked, as long as none of its fields is replaced."""
RIGHT = {("took_11", "True")}
"""The values among them that are right somewhere."""


@pytest.mark.parametrize(("game", "kind"), SOUND, ids=str)
def test_values_that_are_nowhere_right(game: str, kind: str, guard: Guard) -> None:
    question: dict[str, Any] = {"game": game, "ask": kind, **SOUND[game, kind]}
    fields = ["game", "ask", *SOUND[game, kind]] if kind == "hand" else [*SOUND[game, kind]]
    for field, value in ((field, value) for field in fields for value in VALUES if (field, value) not in RIGHT):
        found = guard.safe("python", f"{{**{question!r}, {field!r}: {value}}}")
        assert any(line.startswith(field) for line in found.lines), (field, value, found.lines)


def test_a_question_of_many_mistakes_is_given_up(guard: Guard) -> None:
    unknown = {str(key): 1 for key in range(900)}
    found = guard.safe("ask", {"game": "mus", "ask": "sheet", "rounds": [unknown] * 200})
    assert len(found.faults) == 100


def test_every_character_that_is_none_of_its_own_is_kept_out_of_lines(guard: Guard) -> None:
    turning = [*range(32), 0x7F, 0x85, 0x200E, 0x200F, 0x61C, *range(0x2028, 0x202F), *range(0x2060, 0x2070), 0xFEFF]
    for character in map(chr, [*turning, 0xD800, 0xDFFF, 0xE0001]):
        text = f"a{character}b"
        assert guard.safe("ask", {"game": "basra", "ask": "seats", "joins": [text, "b", "c", "d"]}).faults
        assert guard.safe("ask", {"game": "mus", "ask": "sheet", "names": [text, "b"]}).faults
        assert guard.safe("ask", {**HAND, text: 1}).faults
        assert guard.safe("ask", {**HAND, "cards": [text] * 4}).faults
        assert guard.safe("ask", {"game": text}).faults
        assert guard.safe("ask", {"game": "mus", "ask": "play", "setup": {"seed": 1}, "moves": [text]}).faults


LARGE: dict[str, bytes] = {
    "ten megabytes": b"a: " + b"x" * 10_000_000,
    "a flow list": b"[" + b"a, " * (M // 3) + b"a]",
    "JSON of empty lists": b"[" + b"[]," * (M // 3 - 2) + b"[]]",
    "JSON of empty mappings": b"[" + b"{}," * (M // 3 - 2) + b"{}]",
    "a long key over many entries": b"? " + b"k" * (M // 2) + b"\n: [" + b"1," * (M // 5) + b"]",
    "long keys within one another": b"".join(b" " * n + b"k" * 190 + b":\n" for n in range(49)) + b" " * 50
    + b"[" + b"1," * 190_000 + b"]",
    "nested lists": b"[" * 100_000,
    "nested mappings": b"{a: " * 100_000,
    "nested JSON": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "aliases": b"- &a x\n" + b"- *a\n" * 199_990,
    "one key over and over": b"a: 1\n" * 100_000,
    "documents": b"---\n" * 100_000,
    "zeros": b"\0" * 1_000_000,
    "digits": b"a: " + b"1" * (M - 10),
}  # fmt: skip


@pytest.mark.parametrize("name", LARGE)
def test_large_files_cost_little(name: str, guard: Guard) -> None:
    guard.safe("parse", packed(LARGE[name]))


@pytest.mark.parametrize("levels", [60, 900, 1_500, 9_000, 100_000])
@pytest.mark.parametrize("door", ["ask", "scene", "table", "hint", "puzzle", "sheet"])
def test_the_browser_takes_nothing_that_it_cannot_write_again(door: str, levels: int, guard: Guard) -> None:
    nested = "[" * levels + "]" * levels
    for value in (nested, "NaN", "Infinity", "1e400", '"\\ud800"', "9" * 4_400):
        for text in (value, f'{{"game": {value}}}', f'{{"game": "mus", "ask": "sheet", "rounds": {value}}}'):
            guard.safe("browser", door, text, "ar")
    entry = f'{{"place": 0, "line": {{"juego": {nested}}}}}'
    guard.safe("browser", "sheet", '{"game": "mus", "ask": "sheet"}', "ar", entry)


@pytest.mark.parametrize("game", games())
def test_the_longest_record_is_gone_through_in_time(game: str, guard: Guard) -> None:
    """A match that never ends: everybody passes, or plays and lays the first card that may be played."""
    endless = {"mus": {"games": 5}, "basra": {"target": 1_000_000}, "mor200": {"target": 1_000_000}}[game]
    question: dict[str, Any] = {"game": game, "ask": "play", "setup": {"seed": 1}, "variant": endless}
    asked: Any = typed(question)
    state, chance, moves = asked.course().last, Random(game), list[str]()
    while len(moves) < MOST_MOVES:
        legal = asked.game.legal_moves(state)
        idle = [move for move in legal if str(move)[2:] in ("mus", "draw", "paso")]
        move = chance.choice(idle or legal)
        moves.append(str(move))
        state = asked.game.apply(state, move)
    assert guard.safe("ask", {**question, "moves": moves}).faults == []
    assert guard.safe("browser", "table", json.dumps({**question, "moves": moves, "view": 0}), "ar").faults == []
    assert guard.safe("ask", {**question, "moves": [*moves, "x"]}).faults == ["length_of_list"]


# The command line

TYPED: dict[str, bytes] = {
    "nothing": b"",
    "no text": b"\xff\xfe\n\0\n",
    "a line without end": b"x" * 10_000_000,
    "words without end": b"0 discard " + b"R " * 1_000_000 + b"\n",
    "turning the line": "\u202e\u2066evil\n".encode(),
    "digits of a kind": "²\n٣\n".encode(),
    "numbers": b"9" * 10_000 + b"\n0\n-1\n1.5\n1e9\n",
    "a terminal's own": b"\x1b[2J\n\r\n\r1\r",
}


@pytest.mark.parametrize("typed", TYPED.values(), ids=TYPED)
@pytest.mark.parametrize("game", games())
def test_nonsense_typed_at_the_prompt(game: str, typed: bytes, guard: Guard) -> None:
    assert guard.safe("command", ["play", game, "--seed", "1"], packed(typed)).faults == ["0"]


RECORDS = {
    "endless": b'{"setup": {"seed": NaN}}',
    "twice": b'{"setup": {"seed": 1}, "setup": {"seed": 2}}',
    "utf-16": '{"setup": {"seed": 1}}'.encode("utf-16"),
    "half": b'{"game": "\\ud800"}',
    "deep": b'{"setup": ' + b"[" * 9_000,
    "moves": b'{"setup": {"seed": 1}, "moves": [' + b'"x",' * 600_000 + b'"x"]}',
    "turned": b'{"setup": {"seed": 1}, "moves": ["0 play AS\\u202e"]}',
}


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_records_that_are_none(record: bytes, tmp_path: Path, guard: Guard) -> None:
    (tmp_path / "record.json").write_bytes(record)
    found = guard.safe("command", ["play", "basra", "--record", str(tmp_path / "record.json")], packed(b"quit\n"))
    assert (found.faults, len(found.lines)) == (["2"], 1)


def test_what_is_no_file(tmp_path: Path, guard: Guard) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "ev\u202eil\x07\n.yaml").write_bytes(b"[")
    (tmp_path / os.fsdecode(b"\xff.yaml")).write_bytes(b"[")
    for name in [*map(str, tmp_path.iterdir()), str(tmp_path), "/dev/zero", "/dev/null", "x" * 5_000]:
        found = guard.safe("command", ["ask", name])
        assert (found.faults, len(found.lines)) == (["2"], 1), name
        if "/dev/" in name or len(name) > 4_096:
            assert guard.safe("command", ["play", "mus", "--record", name], packed(b"quit\n")).faults == ["2"]


def test_answers_to_many_questions_are_not_held_together(guard: Guard) -> None:
    ways = {"game": "basra", "ask": "capture", "table": "AS AH AD AC 2S 2H 2D 2C 3S 3H 3D 3C", "play": "9S"}
    data = json.dumps([ways] * 50).encode()
    assert guard.safe("command", ["ask", "-"], packed(data)).faults == ["0"]


def test_a_folder_of_hostile_fixtures_is_checked_and_every_line_can_be_printed(tmp_path: Path) -> None:
    """The whole check runs in a process of its own, since loading fixtures takes its time."""
    hostile = {f"tutorials/mus/{file.stem}.yaml": file for file in FILES}
    made = {f"tutorials/mus/large{n}.yaml": data for n, data in enumerate([*LARGE.values()][:5])}
    turned = 'page: x\nsections: [{rules: [{id: mus.x, title: {en: "\\u202eevil", ar: "\\x07", de: "[[[[["}}]}]\n'
    root = suite(tmp_path, {**hostile, **made, "docs/rules/mus/turned.yaml": turned})
    os.mkfifo(root / "tutorials/mus/pipe.yaml")
    (root / "tutorials/mus/folder.yaml").mkdir()
    done = subprocess.run(
        ["prlimit", "--cpu=60", "--as=2147483648", sys.executable, "-m", "rules_engine", "check", "--root", root],
        cwd=ROOT, capture_output=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    lines = done.stderr.decode().splitlines()
    assert all(len(line) <= 500 and line.isprintable() and "Traceback" not in line for line in lines)
    assert {f"tutorials/mus/{file.stem}.yaml" for file in FILES} <= {line.split(":")[0] for line in lines}
    assert any("holds characters that do not belong here" in line for line in lines)


def test_addresses_that_are_none() -> None:
    """Links and files are read in the browser: what could not be written again is refused there."""
    module = (ROOT / "docs/assets/js").as_uri()
    code = f"""
      globalThis.location = {{ href: "https://x.test/", pathname: "/" }};
      const {{ questionIn }} = await import("{module}/question.js");
      const {{ linked, matchIn }} = await import("{module}/record.js");
      const deep = "[".repeat(50_000) + "]".repeat(50_000);
      const match = (inner) => `{{"game": "mus", "ask": "play", "setup": ${{inner}}}}`;
      const texts = [match(`{{"x": ${{deep}}}}`), deep, "%", "\\u0000", "null", "NaN", "x".repeat(5_000_000)];
      const addresses = [...texts.map((text) => "?ask=" + encodeURIComponent(text)), "?ask=%", "?ask=%E0%A4", "?ask"];
      const links = addresses.map((one) => linked(one, "mus"));
      const found = [...addresses.map(questionIn), ...links, ...texts.map((text) => matchIn(text, "mus"))];
      const plain = matchIn('{{"game": "mus", "setup": {{}}, "__proto__": {{"x": 1}}, "moves": ["\\\\ud800"]}}', "mus");
      console.log(JSON.stringify([found.map((one) => one ?? null), typeof plain, {{}}.x ?? null]));
    """
    done = subprocess.run(
        ["node", "--input-type=module", "-e", code], capture_output=True, timeout=120, check=True, cwd=ROOT
    )
    found, plain, polluted = json.loads(done.stdout)
    assert set(map(str, found)) <= {"None", "unreadable", "other_game"}
    assert (plain, polluted) == ("object", None)


# By chance

KINDS = [(game.name, kind) for game in games().values() for kind in game.all_questions]
SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=30)
    | st.sampled_from(["R R 3 7", "7D", "JK", "2S 3S 4S", "grande", "paso", "0 draw", "0 play AS", "0 mus", "passed"])
)  # fmt: skip
VALUE = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=8), inner, max_size=6)
)
FIELDS = ["cards", "hand", "hands", "pile", "melds", "setup", "moves", "move", "view", "rounds", "names", "variant"]


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=str)
def test_more_is_found_by_chance(game: str, kind: str, guard: Guard, request: pytest.FixtureRequest) -> None:
    """A few seconds a kind with ``--release``: not in the default run, where ``test_nonsense`` asks the like."""
    if not request.config.getoption("--release"):
        pytest.skip("minutes of searching; with --release")

    @settings(max_examples=300, deadline=None, suppress_health_check=[*HealthCheck])
    @given(fields=st.dictionaries(st.sampled_from(FIELDS), VALUE), entry=VALUE)
    def search(fields: dict[str, Any], entry: object) -> None:
        question = {"game": game, "ask": kind, **fields}
        guard.safe("ask", question)
        for door in ("scene", "table", "sheet"):
            more = [json.dumps({"place": 0, "line": entry} if door == "sheet" else entry)] if door != "scene" else []
            guard.safe("browser", door, json.dumps(question), "ar", *more)
        guard.safe("parse", packed(json.dumps(question).encode()[: len(json.dumps(question)) // 2]))

    search()


def test_more_texts_are_found_by_chance(guard: Guard, request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("--release"):
        pytest.skip("minutes of searching; with --release")

    @settings(max_examples=2_000, deadline=None, suppress_health_check=[*HealthCheck])
    @given(data=st.binary(max_size=200) | st.text(alphabet="&*[]{}:,-?!|>%@`'\" \n\ta1<", max_size=200).map(str.encode))
    def search(data: bytes) -> None:
        guard.safe("parse", packed(data))

    search()

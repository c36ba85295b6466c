"""The fixtures: what is read, what is refused and with which words, what is compared, accepted and exported."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from rules_engine.asking import judged
from rules_engine.cards import FRENCH, SPANISH
from rules_engine.games import games
from rules_engine.reasons import Reason
from rules_engine.saying import sentence
from rules_engine.suite import accepting, schema, telling
from rules_engine.suite.checking import check, entries
from rules_engine.suite.comparing import differences
from rules_engine.suite.linting import bare_notation
from rules_engine.suite.loading import Loaded, load, root_of_fixtures
from rules_engine.suite.marks import Limits
from rules_engine.suite.parsing import parse, parse_any, parse_bytes
from rules_engine.suite.wording import words_of
from rules_engine.terminal.check import finding_line
from tests.suites import SOUND, TESTS, engine, ours, suite

BROKEN = TESTS / "broken"
PAGE, TUTORIAL = "docs/rules/mus/broken.yaml", "tutorials/mus/broken.yaml"
TERMS = "docs/rules/mus/terms.yaml"
RULE = "sections[0].rules[0]"

# file in tests/broken → where it is put, and the lines that it must bring about: no fewer and no more
FAULTS: dict[str, tuple[str, list[str]]] = {
    "alias": (TUTORIAL, ["1: the alias nothing has no anchor before it"]),
    "backtick": (PAGE, [f"10: {RULE}.says.de: a backtick is not closed"]),
    "bad-card": (TUTORIAL, ["6: examples[0].question.cards: “X” is not a Spanish card; ranks are 1 to 7"]),
    "bare-cards": (PAGE, [f"10: {RULE}.says.ar: put R R 3 7 in backticks"]),
    "bare-score": (PAGE, [f"10: {RULE}.says.ar: put 40-35 in backticks"]),
    "bomb": (TUTORIAL, ["6: with its aliases it has more than 200000 entries"]),
    "choices": (
        TUTORIAL,
        [
            "12: walkthrough.steps[0].choices[0]: exactly one of these keys is needed: label, seat, card",
            "18: walkthrough.steps[1].choices: none of the choices is right",
            "23: walkthrough.steps[2].hints: this needs the key asks",
        ],
    ),
    "complex-key": (TUTORIAL, ["1: a key must be plain text"]),
    "deep": (TUTORIAL, ["1: it is nested more than 50 levels deep"]),
    "diagrams": (
        PAGE,
        [
            f"{line}: {RULE}.diagrams[{place}]: exactly one of these keys is needed: seats, order, scale,"
            for place, line in enumerate((12, 15))
        ],
    ),
    "diagrams-of": (
        PAGE,
        [
            f"13: {RULE}.diagrams[0].order[1].cards: “X” is not a Spanish card",
            f"15: {RULE}.diagrams[1].waterfall: there is no example mus.tie.all-alik (did you mean mus.tie.all-alike?)",
            f"17: {RULE}.diagrams[2].groups: the answer to the example mus.tie.all-alike has nothing that such a",
        ],
    ),
    "documents": (TUTORIAL, ["2: a second document starts here"]),
    "core-advice": (PAGE, [f"13: {RULE}.core: a core rule is judged or a definition, and no variant"]),
    "duplicate-example": (
        TUTORIAL,
        ["2: examples[0].id: mus.tie.all-alike is already used at tutorials/mus/01-sound.yaml:2; give this"],
    ),
    "duplicate-key": (PAGE, [f"13: {RULE}.kind: the key kind is already in line 8; take one of them out"]),
    "duplicate-page": (PAGE, ["1: page: sound is already used at docs/rules/mus/01-sound.yaml:1"]),
    "duplicate-rule": (PAGE, [f"7: {RULE}.id: mus.grande is already used at docs/rules/mus/01-sound.yaml:7"]),
    "empty": (TUTORIAL, ["2: there is nothing in it"]),
    "empty-text": (PAGE, [f"9: {RULE}.title.de: the text is empty"]),
    "five-kings": (TUTORIAL, ["6: examples[0].question.hands: the pack has no more than 4 of R"]),
    "formatter": (PAGE, [f"13: {RULE}.reason.en: nothing can print winner:seet in braces", "(did you mean seat?)"]),
    "glance-cards": (PAGE, [f"13: {RULE}.glance.cards: “XX” is not a Spanish card"]),
    "latin-comma": (PAGE, [f"10: {RULE}.says.ar: …نص, ونص…: the marks are ، ؛ and ؟"]),
    "judged-by-engine": (PAGE, [f"8: {RULE}.kind: the engine judges by this rule, so its kind is judged"]),
    "judged-without-reason": (PAGE, [f"7: {RULE}: a judged rule needs the key reason"]),
    "markup": (
        PAGE,
        [
            f"10: {RULE}.says.ar: there is no HTML in texts, and <img src=x onerror=alert(1)> would be printed",
            f"10: {RULE}.says.de: there is no HTML in texts, and <b would be printed",
        ],
    ),
    "merge": (TUTORIAL, ["3: merge keys are not allowed; write the keys out"]),
    "missing-language": (PAGE, [f"9: {RULE}.title: the language de is missing; add its text"]),
    "misspelt": (PAGE, [f"10: {RULE}.says.en: color is misspelt; write colour"]),
    "misspelt-key": (
        PAGE,
        [
            f"7: {RULE}: the key “title” is missing; add it",
            f"9: {RULE}.tilte: “tilte” does not belong here; allowed: id, kind, title, says, basis, source, reason, "
            "asked, diagrams, core, glance, short (did you mean title?)",
        ],
    ),
    "never-cited": (PAGE, [f"7: {RULE}.id: the engine never cites mus.chico"]),
    "no-source": (PAGE, [f"12: {RULE}.source: a rule of the source needs the ids of its statements"]),
    "not-a-pattern": (
        TERMS,
        [
            "3: marks.de[0].find: [a is not a regular expression: unterminated character set at position 0",
            "4: marks.de[1].find: x* finds even empty text",
        ],
    ),
    "not-a-mapping": (PAGE, ["1: “[…]” is not a mapping of keys to values"]),
    "other-game": (TUTORIAL, ["6: examples[0].question.game: basra is not the game of this folder"]),
    "other-link": (
        PAGE,
        [f"10: {RULE}.says.{lang}: a link is text in square brackets" for lang in ("ar", "de", "en")],
    ),
    "link-in-line": (PAGE, ["4: title.de: this is one line and takes no link; take the link out"]),
    "other-start": (PAGE, [f"7: {RULE}.id: this id must start with mus."]),
    "out-of-turn": (TUTORIAL, ["6: examples[0].question.calls[1]: it is the turn of player 2, not of player 3"]),
    "reason-cases": (
        PAGE,
        [
            f"13: {RULE}.reason: the sentence for the case lance is missing; the rule has the cases hand, lance",
            f"13: {RULE}.reason.lanse: the engine never cites the case lanse",
        ],
    ),
    "reason-data": (
        PAGE,
        [f"13: {RULE}.reason.de: the engine does not give winer here; it gives winner, other, place, better, worse"],
    ),
    "reason-not-judged": (PAGE, [f"13: {RULE}.reason: only judged rules have a reason, this one is definition"]),
    "rejected-word": (PAGE, [f"10: {RULE}.says.de: Deck is not our word; write Paket"]),
    "ruling-differs": (
        PAGE,
        [f"17: sections[0].rules[1].basis.ruling: open question 7 is described differently at {PAGE}:11"],
    ),
    "ruling-parts": (
        PAGE,
        [
            f"11: {RULE}.basis.ruling: the key “{key}” is missing"
            for key in ("question", "source_says", "why", "strength")
        ],
    ),
    "short-not-printed": (PAGE, [f"13: {RULE}.short: a short text is printed in place of a rule that is core"]),
    "statement": (PAGE, [f"12: {RULE}.source[0]: MUS 5.1 is not the id of a statement of the source"]),
    "straight-quotes": (PAGE, [f'10: {RULE}.says.en: …a "text"…: quotation marks are “…”, inside them ‘…’']),
    "syntax": (PAGE, ["4: this is not YAML: "]),
    "tag": (TUTORIAL, ["1: the tag tag:yaml.org,2002:python/name:os.system is not allowed"]),
    "terms-wording": (
        TERMS,
        [
            "2: spelling.en.colour[0]: color( is no word to look for; write letters",
            "4: vowels.ar[1]: ال is no word to look for",
            "4: vowels.ar[2]: = is no word to look for",
        ],
    ),
    "terms-unknown": (
        TERMS,
        [
            "4: terms[0].avoid.fr: there is no language fr; allowed: ar, de, en",
            "5: terms[0].texts[1]: there is no rule, example, walkthrough or term of a glossary mus.grand (did",
            "7: spelling.es: there is no language es",
        ],
    ),
    "unknown-field": (
        TUTORIAL,
        [
            "6: examples[0].question: the key “cards” is missing",
            "6: examples[0].question.card: “card” does not belong here; allowed: cards, variant (did you mean cards?)",
        ],
    ),
    "unknown-kind": (
        TUTORIAL,
        [
            "6: examples[0].question.ask: “hands” is not known here; allowed: hand, lance, bet, count, odds, play, "
            "why_not, advise, sheet, puzzle (did you mean hand?)"
        ],
    ),
    "unknown-language": (PAGE, [f"9: {RULE}.title.eng: there is no language eng; allowed: ar, de, en"]),
    "unknown-link": (PAGE, [f"10: {RULE}.says.en: there is no rule mus.grandee (did you mean mus.grande?)"]),
    "unknown-option": (
        PAGE,
        [f"11: {RULE}.basis.variant.option: “king” is not known here; allowed: kings, target, games"],
    ),
    "unknown-page": (TUTORIAL, ["8: examples[0].page: there is no page sond (did you mean sound?)"]),
    "unknown-rule": (TUTORIAL, ["3: examples[0].rules[0]: there is no rule mus.grand (did you mean mus.grande?)"]),
    "unknown-card": (TUTORIAL, ["12: walkthrough.steps[0].choices[0].card: “XX” is not a Spanish card"]),
    "unknown-value": (PAGE, [f"11: {RULE}.basis.variant.value: “5” is not known here; allowed: 8, 4"]),
    "untitled-sections": (
        PAGE,
        ["5: sections[0]: the key “title” is missing; add it", "13: sections[1]: the key “title” is missing; add it"],
    ),
    "vowels-missing": (PAGE, [f"10: {RULE}.says.ar: الحكم is misread without its vowels; write الحَكَم"]),
    "wrong-start": (TUTORIAL, ["2: examples[0].id: this id must start with mus.grande."]),
}

# file in tests/broken/fails → what checking it must find
FAILURES: dict[str, list[str]] = {
    "mistake-right": ["8: mus.grande.broken (text): mistakes[0]: this is not a mistake: it is what comes out"],
    "without-same": ["8: mus.grande.broken (text): without.mus.grande: leaving out mus.grande must change the answer"],
    "wrong-answer": ["7: mus.tie.broken (text): answer.winner: expected 0, but it is 2"],
    "wrong-because": [
        '8: mus.grande.broken (text): because: expected ["mus.grande"], but it is ["mus.eight-kings", "mus'
    ],
    "wrong-choices": [
        "12: mus.broken/asks (text): choices[0]: marked as right, but what comes out is {",
        "13: mus.broken/asks (text): choices[1]: marked as wrong, but what comes out is {",
    ],
    "wrong-leaf": ["7: mus.grande.broken (text): answer.som: expected 37, but the answer has nothing there"],
    "wrong-list": ['7: mus.grande.broken (text): answer.grande: expected "R R 7 R", but it is ["R", "R", "R", "7"]'],
    "wrong-rule": ["3: mus.tie.broken (text): rules[0]: mus.tie did not decide anything here"],
}


def lines(loaded: Loaded, file: str) -> list[str]:
    """Return what is wrong in a file, without its name."""
    words = telling.english(loaded.suite, "mus")
    faults = [fault for fault in loaded.faults if fault.where.file == file and not fault.warning]
    return [telling.fault_line(fault.where, fault.fault, words).removeprefix(f"{file}:") for fault in faults]


def test_every_broken_file_has_its_faults_in_the_table() -> None:
    assert {path.stem for path in BROKEN.glob("*.yaml")} == set(FAULTS)
    assert {path.stem for path in BROKEN.glob("fails/*.yaml")} == set(FAILURES)


@pytest.mark.parametrize("name", FAULTS)
def test_a_broken_file_is_refused_with_its_line_and_what_would_mend_it(name: str, tmp_path: Path) -> None:
    target, expected = FAULTS[name]
    found = lines(load(suite(tmp_path, {target: BROKEN / f"{name}.yaml"}), engine()), target)
    assert len(found) == len([part for part in expected if part[0].isdigit()]), found
    assert [part for part in expected if not any(part in line for line in found)] == [], found
    assert all(len(line) <= 500 for line in found)


@pytest.mark.parametrize("name", FAILURES)
def test_a_wrong_example_is_reported(name: str, tmp_path: Path) -> None:
    loaded = load(suite(tmp_path, {TUTORIAL: BROKEN / "fails" / f"{name}.yaml"}), engine())
    assert lines(loaded, TUTORIAL) == []
    words = telling.english(loaded.suite, "mus")
    findings = [f for f in check(loaded.suite, engine=engine()).findings if f.where.file == TUTORIAL]
    found = [finding_line(finding, words, loaded.documents).removeprefix(f"{TUTORIAL}:") for finding in findings]
    assert len(found) == len(FAILURES[name])
    assert all(line.startswith(part) for line, part in zip(found, FAILURES[name], strict=True)), found
    assert all(finding.because for finding in findings)


def test_all_faults_of_all_files_are_found_in_one_run(tmp_path: Path) -> None:
    names = [name for name, (target, _) in FAULTS.items() if target == PAGE and not name.startswith("duplicate")]
    files = {f"docs/rules/mus/{name}.yaml": BROKEN / f"{name}.yaml" for name in names}
    loaded = load(suite(tmp_path, dict(files)), engine())
    assert [file for file in files if not lines(loaded, file)] == []


def test_one_broken_rule_does_not_hide_the_others_of_its_page(tmp_path: Path) -> None:
    page = (SOUND / "docs/rules/mus/01-sound.yaml").read_text("utf-8").replace("kind: judged", "kind: judgd", 1)
    game = load(suite(tmp_path, {"docs/rules/mus/01-sound.yaml": page}), engine()).suite.games["mus"]
    assert list(game.rules) == ["mus.tie"]
    assert [example.id for example in game.examples] == ["mus.tie.all-alike"]
    assert str(game.rules["mus.tie"].title.where) == "docs/rules/mus/01-sound.yaml:21"


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    loaded = load(suite(tmp_path, {PAGE: b"page: x\ntitle: \xff\n"}), engine())
    assert lines(loaded, PAGE) == ["2: byte 15 is not UTF-8; save the file as UTF-8"]


def test_a_language_must_have_the_words_of_the_others(tmp_path: Path) -> None:
    german = (SOUND.parent.parent / "docs/words/de.yaml").read_text("utf-8").replace("\nmaybe:", "\nmay_be:")
    loaded = load(suite(tmp_path, {"docs/words/de.yaml": german}), engine())
    assert "2: maybe: the key maybe is missing, but ar has it; add it" in lines(loaded, "docs/words/de.yaml")


@pytest.mark.parametrize("text", ["no", "on", "y", "010", "1:30", "2026-11-29", "1_000", "0x1f", "1.5", "1e3", ".inf"])
def test_only_what_json_knows_is_more_than_text(text: str) -> None:
    assert parse(f"a: {text}\n{text}: b").value == {"a": text, text: "b"}


def test_a_small_alias_stands_for_its_value_and_every_path_has_its_line() -> None:
    parsed = parse("a: &x [1, 2]\nb:\n  - *x\n  - c: ~\n")
    assert parsed.value == {"a": [1, 2], "b": [[1, 2], {"c": None}]}
    assert [parsed.line(path) for path in ("a", "b[0]", "b[0][1]", "b[1].c", "b[1].d", "")] == [1, 3, 3, 4, 4, 1]


@pytest.mark.parametrize(
    "data",
    [b"", b"\xef\xbb\xbf", b"\x00", b"a: \x07", b'"\\ud800"', b"{", b"[" * 5000, b"a: b: c", b"%YAML 9\n---\n",
     b"\t- x", b"&a [*a]", b"!!set {a}", b"- " * 3000, b"*a : 1", b"{? a}", b"'", b"|", b"\xff\xfea\x00", b"!<x> y"],
)  # fmt: skip
def test_no_input_raises(data: bytes) -> None:
    for parsed in (parse_bytes(data), parse_any(data), parse_bytes(data, Limits(3, 3, 1))):
        assert all(line >= 1 for line, _ in parsed.faults)


def test_json_is_read_as_it_is_and_blamed_as_yaml() -> None:
    assert parse_any(b'{"a": "\\ud83c\\udf00", "b": [1, true, null]}').value == {
        "a": "🌀",
        "b": [1, True, None],
    }
    assert [fault.kind for _, fault in parse_any(b'{"a": 1, "a": 2}').faults] == ["duplicate_key"]
    assert parse_any(b'{"a": 1.5}').value == {"a": "1.5"}


@pytest.mark.parametrize(
    "words", ["`40-35`", "40", "`R R 3 7` و `7`", "{a:cards} و {b}", "[نص](mus.royal-31.sota)", "- 5"]
)
def test_notation_that_is_isolated_is_left_alone(words: str) -> None:
    assert bare_notation(words) == ""


@pytest.mark.parametrize("words", ["40-35", "7 6 5 4", "+2", "10 + 7", "{a}-{b}", "R R", "7D", "K10", "31 > 32", "−1"])
def test_bare_notation_is_found(words: str) -> None:
    assert bare_notation(f"نص {words}.") == words.replace("{a}", "0").replace("{b}", "0")


def test_answers_compare_by_the_contract() -> None:
    def same(expected: object, actual: object) -> bool:
        return not list(differences(expected, actual, SPANISH))

    assert same({"grande": "R 7 1"}, {"grande": ["R", "7", "A"], "sum": 18})
    assert same({"grande": ["R", 7, "1"]}, {"grande": ["R", "7", "A"]})
    assert not same({"grande": "7 R 1"}, {"grande": ["R", "7", "A"]})
    assert same({"cards": "7 R 1"}, {"cards": ["R", "7", "A"]})
    assert not same({"cards": "7 7 1"}, {"cards": ["7", "A", "A"]})
    assert same({"options": [["R"], ["7", "A"]]}, {"options": [["A", "7"], ["R"]]})
    assert not same({"legal": True}, {"legal": 1})
    assert not same({"winner": 0}, {"winner": False})
    assert same({"refused": {"team": 0}}, {"refused": {"team": 0, "points": 1}})
    assert not same({"items": [{"points": 1}]}, {"items": [{"points": 1}, {"points": 2}]})
    assert not list(differences({"captures": ["10H", "AS"]}, {"captures": ["AS", "10H"]}, FRENCH))


def test_a_changed_arabic_text_makes_its_translations_stale(tmp_path: Path) -> None:
    root = suite(tmp_path)
    texts = load(root, engine()).suite.games["mus"].texts
    side = root / "docs/rules/mus/accepted.json"
    side.write_text(accepting.written(accepting.accept(texts, {}, list(texts))), "utf-8")
    assert load(root, engine()).suite.stale == {"mus": {}}
    assert not [fault for fault in load(root, engine()).faults if fault.warning]

    page = root / "docs/rules/mus/01-sound.yaml"
    page.write_text(page.read_text("utf-8").replace("الأوراق الأعلى تفوز", "تفوز الأوراق الأعلى"), "utf-8")
    loaded = load(root, engine())
    assert loaded.suite.stale == {"mus": {"mus.grande/says": ("de", "en")}}
    [warning] = [fault for fault in loaded.faults if fault.warning]
    assert str(warning.where) == "docs/rules/mus/01-sound.yaml:10"
    assert "mus.grande/says has changed" in telling.message(warning.fault, telling.english(loaded.suite))


def test_a_text_that_nobody_accepted_is_a_warning(tmp_path: Path) -> None:
    root = suite(tmp_path, {"docs/rules/mus/accepted.json": '{"mus.tie/title": {"de": "ffffffffffff"}}'})
    words = telling.english(load(root, engine()).suite)
    warnings = [telling.message(f.fault, words) for f in load(root, engine()).faults if f.warning]
    assert "the Arabic text of mus.tie/title has changed; look at de, then accept the translation" in warnings
    assert "the translation of mus.tie/title has not been accepted yet: en" in warnings
    assert "the translation of mus.grande/says has not been accepted yet: de, en" in warnings


def test_translations_use_the_data_of_the_arabic(tmp_path: Path) -> None:
    words = (SOUND / "docs/rules/mus/words.yaml").read_text("utf-8").replace("de: nicht an", 'de: "{seet} nicht an')
    words = words.replace("an der Reihe,", 'an der Reihe",')
    found = lines(load(suite(tmp_path, {"docs/rules/mus/words.yaml": words}), engine()), "docs/rules/mus/words.yaml")
    said = "the engine does not give seet here; it gives to_speak, seat (did you mean seat?)"
    assert found == [f"13: faults.bet_out_of_turn.de: {said}"]


def test_texts_keep_their_names_when_others_move(tmp_path: Path) -> None:
    names = set(load(suite(tmp_path), engine()).suite.games["mus"].texts)
    assert {"mus.grande/reason.lance", "mus.tie/reason", "sound/title", "words/name", "glossary/grande.means"} <= names
    assert "mus.tie.all-alike/teaches" in names


def test_the_suite_misses_what_no_example_shows(tmp_path: Path) -> None:
    root = suite(tmp_path, {"tutorials/mus/01-sound.yaml": BROKEN / "fails/wrong-because.yaml"})
    found = {(f.id, f.fault.kind) for f in check(load(root, engine()).suite, engine=engine()).findings}
    assert {("mus.tie", "judged_not_shown"), ("mus.tie", "judged_not_missed"), ("mus.tie", "never_said")} <= found
    assert ("mus.grande", "judged_not_missed") in found
    assert ("mus.grande", "judged_not_shown") not in found


# The fixtures of this project


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    """Return this project's own fixtures."""
    return ours()


def test_our_fixtures_have_no_faults(loaded: Loaded) -> None:
    faults = [fault for fault in loaded.faults if not fault.warning]
    assert [telling.fault_line(f.where, f.fault, telling.english(loaded.suite, "mus")) for f in faults] == []


def test_our_suite_holds(loaded: Loaded) -> None:
    words = telling.english(loaded.suite, "mus")
    assert [finding_line(f, words, loaded.documents) for f in check(loaded.suite).findings] == []


def test_every_sentence_can_be_said_in_every_language(loaded: Loaded) -> None:
    for game in loaded.suite.games.values():
        reasons: list[Reason] = []
        for _, entry in entries(game):
            reasons.extend(judged({"game": game.name, **(entry.question or {})}).because)
        for language in loaded.suite.languages.values():
            words = words_of(game, language)
            assert all(sentence(reason, words) for reason in reasons)


def test_our_schemas_are_up_to_date() -> None:
    for path, text in schema.current(root_of_fixtures()).items():
        assert path.read_text("utf-8") == text, f"{path.name}: python -m rules_engine.suite.schema writes it anew"


def test_our_fixtures_fit_their_schemas_and_name_them(loaded: Loaded) -> None:
    root = loaded.suite.root
    for name, document in loaded.documents.items():
        first = (root / name).read_text("utf-8").partition("\n")[0]
        path = ((root / name).parent / first.rpartition("$schema=")[2]).resolve()
        assert path.parent == root / schema.FOLDER, f"{name}: the first line names no schema"
        validator = jsonschema.Draft202012Validator(json.loads(path.read_text("utf-8")))
        assert [error.message for error in validator.iter_errors(document.parsed.value)] == [], name


def test_questions_of_our_examples_fit_the_schema_of_questions(loaded: Loaded) -> None:
    text = (loaded.suite.root / schema.FOLDER / "question.json").read_text("utf-8")
    validator = jsonschema.Draft202012Validator(json.loads(text))
    for game in loaded.suite.games.values():
        for example in game.examples:
            assert validator.is_valid({"game": game.name, **json.loads(telling.plain(example.question))}), example.id


def test_a_game_without_an_engine_is_a_fault(tmp_path: Path) -> None:
    loaded = load(suite(tmp_path), {})
    assert [f.fault.kind for f in loaded.faults if not f.warning] == ["unknown_game"]
    assert check(loaded.suite, engine={}).asked == 0


def test_a_rule_that_the_engine_cites_needs_a_text(tmp_path: Path) -> None:
    mus = games()["mus"]
    only = {"mus": replace(mus, rules={"mus.chica": mus.rules["mus.chica"], **engine()["mus"].rules})}
    faults = load(suite(tmp_path), only).faults
    assert [f.fault.data["value"] for f in faults if f.fault.kind == "rule_without_text"] == [
        "mus.chica",
        "mus.chica.compare",
    ]


def test_every_kind_of_fault_has_its_sentence(loaded: Loaded) -> None:
    sources = "\n".join(path.read_text("utf-8") for path in (TESTS.parent / "rules_engine").rglob("*.py"))
    pattern = r'(?:Fault\([^,"]*(?:"[^"]*")?[^,"]*, |refuse\([^,"]*, [^,"]*, |refuse\(|found\(|failed\()"([a-z0-9_]+)"'
    kinds = set(re.findall(pattern, sources)) - {"not_a_", "missing_key_"}
    words = [telling.english(loaded.suite, game) for game in games()]
    assert all(words)
    tables = [each.general["faults"] | each.general["suite"] | each.game["faults"] for each in words if each]
    known = set().union(*tables)
    assert len(kinds) > 50
    assert kinds - known == set()

"""Puzzles: each can be asked, has one right choice and says so in every language, and none comes again soon."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

import pytest

from rules_engine import Unusable, ask, browser
from rules_engine.asking import typed
from rules_engine.games import games
from rules_engine.puzzles import LEVELS, MOST_CHOICES, puzzle
from rules_engine.saying import Words
from rules_engine.suite.wording import shipped_words, words_of
from tests.suites import ours

SEEDS = range(300)
SOON = 50
SUITE = ours().suite
GAMES = [*games()]
EVERY = [(game, level) for game in GAMES for level in LEVELS]
every = pytest.mark.parametrize(("game", "level"), EVERY)


def question(game: str, level: int, seed: int) -> dict[str, Any]:
    return {"game": game, "ask": "puzzle", "level": level, "seed": seed}


@cache
def made(game: str, level: int) -> list[dict[str, Any]]:
    return [ask(question(game, level, seed)) for seed in SEEDS]


def words(game: str, lang: str) -> Words:
    return words_of(SUITE.games[game], SUITE.languages[lang])


@every
def test_one_choice_is_what_the_engine_answers(game: str, level: int) -> None:
    for each in made(game, level):
        answer = ask(each["question"])
        agreeing = [choice for choice in each["choices"] if choice.items() <= answer.items()]
        assert agreeing == [each["answer"]]
        assert each["because"] == answer["because"]
        assert 2 <= len(each["choices"]) <= MOST_CHOICES
        assert all(choice not in each["choices"][:place] for place, choice in enumerate(each["choices"]))


@every
def test_none_comes_again_soon(game: str, level: int) -> None:
    seen: dict[str, int] = {}
    for seed, each in enumerate(made(game, level)):
        key = json.dumps([each["question"], sorted(each["answer"])], sort_keys=True)
        assert seed - seen.get(key, -SOON) >= SOON, key
        seen[key] = seed


@every
def test_the_same_number_gives_the_same_puzzle(game: str, level: int) -> None:
    for seed in (0, 7, 299):
        assert ask(question(game, level, seed)) == made(game, level)[seed]
    assert ask(question(game, level, 2**53 - 1))["answer"]


@every
def test_yes_and_no_come_equally_often(game: str, level: int) -> None:
    for key in ("basra", "legal"):
        answers = Counter(each["answer"][key] for each in made(game, level) if [*each["answer"]] == [key])
        assert not answers or 0.3 < answers[True] / answers.total() < 0.7


@pytest.mark.parametrize("game", GAMES)
def test_they_are_about_many_kinds_and_rules(game: str) -> None:
    every_one = [each for level in LEVELS for each in made(game, level)]
    assert len({(each["question"]["ask"], *each["answer"]) for each in every_one}) >= 5
    assert len({reason["rule"] for each in every_one for reason in each["because"]}) >= 20


@every
@pytest.mark.parametrize("lang", SUITE.languages)
def test_a_page_gets_all_that_it_draws(game: str, level: int, lang: str) -> None:
    said = words(game, lang)
    for seed in range(30):
        drawn = puzzle(question(game, level, seed), said)
        assert (drawn["game"], drawn["level"], drawn["seed"]) == (game, level, seed)
        assert drawn["asks_html"]
        assert len({choice["label"] for choice in drawn["choices"]}) == len(drawn["choices"])
        assert [choice["right"] for choice in drawn["choices"]].count(True) == 1
        assert drawn["scene"]["verdict"] is None
        assert drawn["answered"]["verdict"]["because"]
        assert drawn["rules"]
        assert drawn["scene"]["question"] == drawn["answered"]["question"]
        json.dumps(drawn)


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_needs_a_level_and_a_number(game: str) -> None:
    for fields, paths in (
        ({"level": 4, "seed": 1}, ["level"]),
        ({"level": 1, "seed": -1}, ["seed"]),
        ({"level": 1, "seed": 2**53}, ["seed"]),
        ({}, ["", ""]),
    ):
        with pytest.raises(Unusable) as caught:
            typed({"game": game, "ask": "puzzle", **fields})
        assert [fault.path for fault in caught.value.faults] == paths


def test_the_browser_is_told_what_is_wrong() -> None:
    browser.load(json.dumps(shipped_words(SUITE.games["mus"], SUITE.languages["ar"])))
    drawn = json.loads(browser.puzzle(json.dumps(question("mus", 2, 5)), "ar"))
    assert drawn == json.loads(json.dumps(puzzle(question("mus", 2, 5), words("mus", "ar"))))
    for asked in ({"game": "mus", "ask": "hand", "cards": "R R 3 7"}, {"game": "mus", "ask": "puzzle"}, 7):
        assert json.loads(browser.puzzle(json.dumps(asked), "ar"))["error"]["message"]

"""The referee: the engine in the browser gives the native answers, whatever happens to it meanwhile."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import Page, expect

from rules_engine import ask
from rules_engine.scenes import scene
from rules_engine.suite.wording import words_of
from scripts.press.scenery import question_of
from tests.browser.conftest import LANCE, LANGUAGES, Watched
from tests.suites import ours

pytestmark = pytest.mark.browser
SUITE = ours().suite
AsksIn = Callable[[Page, Any], Any]


def address(question: dict[str, Any]) -> str:
    return f"mus/referee/?ask={quote(json.dumps(question))}"


def test_every_documented_example_is_answered_as_natively(watched: Watched) -> None:
    script = """async (questions) => {
        const shared = new URL(document.documentElement.dataset.shared, document.baseURI);
        const { ask } = await import(new URL("js/engine.js", shared));
        const answers = [];
        for (const question of JSON.parse(questions)) answers.push(await ask(question));
        return JSON.stringify(answers);
    }"""
    for game in SUITE.games.values():
        page = watched.open("ar", f"{game.name}/referee/")
        questions = [question_of(game, example.question) for example in game.examples]
        assert len(questions) >= 60
        answers = json.loads(page.evaluate(script, json.dumps(questions)))
        for question, answer in zip(questions, answers, strict=True):
            assert answer == ask(question), question
    assert watched.complaints == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_live_scene_has_the_bytes_of_the_static_one(watched: Watched, lang: str) -> None:
    page = watched.open(lang)
    script = """async ([question, lang]) => {
        const shared = new URL(document.documentElement.dataset.shared, document.baseURI);
        const { engine } = await import(new URL("js/engine.js", shared));
        return JSON.stringify(await engine.scene(JSON.parse(question), JSON.parse(question).game, lang));
    }"""
    for game in SUITE.games.values():
        words = words_of(game, SUITE.languages[lang])
        for example in game.examples[::7]:
            question = question_of(game, example.question)
            live = json.loads(page.evaluate(script, [json.dumps(question), lang]))
            assert live == json.loads(json.dumps(scene(question, words))), example.id


def test_a_link_shows_the_position_and_its_answer(watched: Watched) -> None:
    page = watched.open("ar", address(LANCE))
    verdict = page.locator(".q-verdict p").first
    expect(verdict).to_contain_text("اللاعب")
    expect(page.locator(".q-seat[data-seat='0']")).to_have_attribute("data-is", "winning")
    assert watched.complaints == []


@pytest.mark.parametrize("lang", ["ar", "de"])
def test_a_card_is_changed_on_the_keypad_and_the_answer_follows(watched: Watched, lang: str) -> None:
    page = watched.open(lang, address(LANCE))
    winning = page.locator(".q-seat[data-is~=winning]")
    expect(winning).to_have_attribute("data-seat", "0")
    page.locator(".q-seat[data-seat='0'] button.q-card").first.click()
    page.locator(".keys button", has_text="4").first.click()
    expect(winning).to_have_attribute("data-seat", "0")  # three kings still beat four knights
    for place in (1, 2, 3):
        page.locator(".q-seat[data-seat='0'] button.q-card").nth(place).click()
        page.locator(".keys button", has_text="5").first.click()
    expect(winning).to_have_attribute("data-seat", "1")
    asked = json.loads(unquote(page.url.split("?ask=")[1]))
    assert asked["hands"][0] in (["4", "5", "5", "5"], "4 5 5 5")
    assert watched.complaints == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_wrong_stands_at_its_field_in_the_pages_language(watched: Watched, lang: str) -> None:
    page = watched.open(lang, address({**LANCE, "hands": ["R R X R", "C C C C", "S S S S", "7 7 7 7"]}))
    fault = page.locator(".q-fault").first
    expect(fault).to_be_visible()
    text = fault.inner_text()
    assert "X" in text
    assert {"ar": "ورقة إسبانية", "de": "spanische Karte", "en": "Spanish card"}[lang] in text
    assert watched.complaints == []


IMAGE = {**LANCE, "hands": "<img src=x onerror=alert(1)>"}
BROKEN = ["", "{", "%E0%A4%A", "[]", "7", quote('{"game":"chess"}'), "x" * 9000, quote(json.dumps(IMAGE))]


@pytest.mark.parametrize("query", BROKEN, ids=range(len(BROKEN)))
def test_a_broken_link_leaves_a_page_that_works(watched: Watched, query: str) -> None:
    page = watched.open("en", f"mus/referee/?ask={query}")
    expect(page.locator("q-referee .q-board").first).to_be_visible()
    page.wait_for_timeout(300)
    assert page.locator("img[src=x]").count() == 0
    assert watched.complaints == []


def test_offline_the_referee_says_so_and_goes_on_when_it_can(watched: Watched) -> None:
    page = watched.open("en", "mus/referee/")
    page.route("**/pyodide/**", lambda route: route.abort())
    page.locator("button.q-card").first.click()
    page.locator(".keys button").first.click()
    retry = page.locator("q-referee .q-said.is-wrong .q-btn.is-main")
    expect(retry).to_be_visible(timeout=60_000)
    page.unroute("**/pyodide/**")
    retry.click()
    expect(page.locator(".q-verdict p").first).to_be_visible()
    expect(retry).to_be_hidden()


def test_back_and_forward_go_through_the_kinds_of_question(watched: Watched) -> None:
    page = watched.open("en", "mus/referee/")
    first = page.url
    page.locator("a[data-kind=hand]").click()
    expect(page.locator("a[data-kind=hand]")).to_have_attribute("aria-current", "true")
    page.go_back()
    expect(page.locator("a[data-kind=count]")).to_have_attribute("aria-current", "true")
    assert page.url == first
    page.go_forward()
    expect(page.locator("a[data-kind=hand]")).to_have_attribute("aria-current", "true")
    assert watched.complaints == []


def test_an_example_is_tried_with_other_cards_and_put_back(watched: Watched) -> None:
    page = watched.open("ar", "mus/lances/")
    board = page.locator("q-board").first
    told = board.locator(".q-verdict").inner_text()
    board.locator("[data-do=own]").click()
    expect(board.locator("button.q-card").first).to_be_visible()
    board.locator("button.q-card").first.click()
    board.locator(".keys button").last.click()
    expect(board.locator(".own-bar .q-btn")).to_be_visible()
    board.locator(".own-bar .q-btn").click()
    expect(board.locator(".q-verdict")).to_have_text(told, use_inner_text=True)
    assert watched.complaints == []

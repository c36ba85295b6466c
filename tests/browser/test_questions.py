"""What players ask, in their own words, finds the rule that answers it among the first three places shown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Page, expect

from tests.browser.conftest import LANGUAGES, Watched
from tests.suites import ours

pytestmark = pytest.mark.browser

QUESTIONS = Path(__file__).resolve().parents[1] / "questions"
SUITE = ours().suite
SHOWN = 3

# each question is typed, and the places are read that can be seen without opening anything, but for the heads of pages
ASK = """
async ([questions, shown]) => {
  const input = document.querySelector("[data-md-component=search-query]");
  const list = document.querySelector(".q-search-list");
  const found = [];
  for (const question of questions) {
    list.append(document.createElement("li")); // so that there is something to take away when nothing is found
    const replaced = new Promise((resolve) => {
      const watch = new MutationObserver(() => { watch.disconnect(); setTimeout(resolve, 20); });
      watch.observe(list, { childList: true });
    });
    input.value = question;
    input.dispatchEvent(new Event("input"));
    await replaced;
    const places = [...list.children].map((item) => [...item.querySelectorAll(":scope > a")].map((link) => link.href));
    found.push(places.flatMap((links) => links.length > 1 ? links.slice(1) : links).slice(0, shown));
  }
  return found;
}
"""


def questions(lang: str) -> dict[str, list[dict[str, Any]]]:
    """Return the questions of a language by game: what it *asks*, and the *rules* that answer it."""
    found: dict[str, list[dict[str, Any]]] = yaml.safe_load((QUESTIONS / f"{lang}.yaml").read_text("utf-8"))
    return found


def alike(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_there_are_ten_questions_a_game_about_its_own_rules(lang: str) -> None:
    asked = questions(lang)
    assert asked.keys() == SUITE.games.keys()
    for game, of_game in asked.items():
        assert len(of_game) >= 10
        assert {rule for question in of_game for rule in question["rules"]} <= SUITE.games[game].rules.keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_rule_is_given_the_very_words_of_a_question(lang: str) -> None:
    """Otherwise the questions would test nothing but themselves."""
    wordings = {
        alike(wording): rule.id
        for game in SUITE.games.values()
        for rule in game.rules.values()
        for wording in rule.asked.get(lang, ())
    }
    copied = {
        question["asks"]: wordings[alike(question["asks"])]
        for of_game in questions(lang).values()
        for question in of_game
        if alike(question["asks"]) in wordings
    }
    assert copied == {}


WRITTEN = {
    "ar": {"للاوراق الباقيه": "basra.leftover", "٣١ الملكية": "mus.royal-31.sota"},
    "de": {"koenige": "mus.eight-kings", "Gleichstaende": "mus.tie"},
    "en": {"discarding": "mor200.must-discard", "ties": "mus.tie"},
}
"""Words as readers write them, and a rule whose text has them otherwise."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_questions_find_their_rules(watched: Watched, lang: str) -> None:
    page = watched.open(lang)
    search_for(page, "mus")
    asked = {question["asks"]: question["rules"] for of_game in questions(lang).values() for question in of_game}
    asked |= {word: [rule] for word, rule in WRITTEN[lang].items()}
    found = page.evaluate(ASK, [[*asked], SHOWN])
    lost = {
        question: places
        for (question, rules), places in zip(asked.items(), found, strict=True)
        if not any(rule_of(place) in rules for place in places)
    }
    assert lost == {}
    assert watched.complaints == []


def search_for(page: Page, text: str) -> None:
    """Open the search by its key, and wait for what it finds."""
    page.keyboard.press("/")
    page.locator("[data-md-component=search-query]").fill(text)
    page.locator(".md-search-result__item").first.wait_for()


def rule_of(place: str) -> str:
    """Return the rule to which a place leads, if it is one: terms of the glossary have such ids too."""
    return "" if "/glossary/" in place else place.partition("#")[2]


def test_the_game_that_is_being_read_comes_first(watched: Watched) -> None:
    for game in SUITE.games:
        page = watched.open("en", f"{game}/")
        search_for(page, "target")
        first = page.locator(".md-search-result__link").first
        assert f"/en/{game}/" in str(first.evaluate("(link) => link.href"))


def test_a_search_without_result_leads_on(watched: Watched) -> None:
    page = watched.open("ar", "basra/capture/", width=390)
    search_for(page, "باصرة")
    query, ways = page.locator("[data-md-component=search-query]"), page.locator(".q-search-on")
    expect(ways).to_be_hidden()
    query.fill("qqqq")
    expect(ways).to_be_visible()
    hrefs = ways.locator("a").evaluate_all("(links) => links.map((link) => link.href)")
    assert hrefs == [f"{watched.site}{place}" for place in ("basra/", "basra/open-questions/", "glossary/")]
    query.fill("الولد")
    expect(ways).to_be_hidden()
    assert watched.complaints == []


def test_notation_is_typed_from_its_own_side_in_arabic(watched: Watched) -> None:
    page = watched.open("ar", "mus/", width=390)
    query = page.locator("[data-md-component=search-query]")
    sides = []
    for typed in ("", "40-35", "7♦", "الولد"):
        query.evaluate("(input, typed) => { input.value = typed; }", typed)
        sides.append(query.evaluate("(input) => getComputedStyle(input).direction"))
    assert sides == ["rtl", "ltr", "ltr", "rtl"]

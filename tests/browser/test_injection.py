"""Nothing that a reader, a link, a file or the device's storage holds is taken for HTML or for code.

The pages' policy is switched off here: what it would stop must not even be tried.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Watched, path
from tests.suites import ours

pytestmark = pytest.mark.browser
IMAGE = '<img src=x class=evil onerror="evil()">'
SCRIPT = '"></b><script class=evil>evil()</script>'
LINK = "javascript:evil()"
CODE = "{{7*7}}${evil()}{n}`"
TURNED = "\N{RIGHT-TO-LEFT OVERRIDE}<b class=evil>\N{LEFT-TO-RIGHT ISOLATE}"
EVIL = (IMAGE, SCRIPT, LINK, CODE, TURNED)

CANARY = """(() => {
  window.caught = [];
  window.evil = () => { caught.push("ran"); };
  for (const name of ["alert", "confirm"]) window[name] = (text) => { caught.push(`${name} ${text}`); };
  const bad = (element) => element.matches?.(
    ".evil, iframe, object, embed, base, [srcdoc], [onerror], [onload], [onclick], [href^='javascript:' i]");
  new MutationObserver((changes) => {
    for (const { addedNodes, target, type } of changes) {
      for (const node of type === "attributes" ? [target] : addedNodes) {
        if (node.nodeType !== Node.ELEMENT_NODE) continue;
        caught.push(...[node, ...node.querySelectorAll("*")].filter(bad).map((each) => each.outerHTML.slice(0, 200)));
      }
    }
  }).observe(document, { childList: true, subtree: true, attributes: true });
})()"""
"""Catches what runs, and any element that a text has become, however short it stays."""
UI: Any = ours().suite.languages["en"].plain
START = UI["theme"]["search_start"]
HANDS = ["R R R R", "C C C C", "S S S S", "7 7 7 7"]
STAND = {"totals": [], "points": [0, 0]}


@pytest.fixture
def visit(chromium: Browser, site: str) -> Iterator[Watched]:
    context = chromium.new_context(bypass_csp=True)
    context.set_default_timeout(30_000)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.add_init_script(CANARY)
    dialogs: list[str] = []
    found = Watched(context, site)
    context.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    yield found
    context.close()
    assert dialogs == []
    assert found.elsewhere == []
    assert [url for url in found.requests if url.endswith("/x")] == []


def clean(page: Page) -> None:
    """Nothing was caught on the page up to now."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))")
    assert page.evaluate("caught") == []


def literal(place: Locator, text: str) -> None:
    """The text stands there as it was written."""
    expect(place.first).to_contain_text(text)


def asking(question: Any) -> str:
    return f"?ask={quote(json.dumps(question))}"


def test_the_canary_sings(visit: Watched) -> None:
    """Or the other tests here would prove nothing."""
    page = visit.open("en", "about/")
    for text in (IMAGE, f"<svg><g>{IMAGE}</g></svg>", f"<a href='{LINK}'>x</a>", TURNED):
        page.evaluate("(text) => { document.querySelector('main').innerHTML = text; }", text)
        page.wait_for_function("caught.length")
        page.evaluate("caught.length = 0")
    page.evaluate("document.head.append(Object.assign(document.createElement('script'), { text: 'evil()' }))")
    assert page.evaluate("caught") == ["ran"]
    visit.requests.clear()


def test_the_referee_says_what_was_asked_and_does_nothing_with_it(visit: Watched) -> None:
    """In place of every part of a question, in its names, and typed."""
    sound = {
        "game": "mus",
        "ask": "lance",
        "lance": "grande",
        "mano": 0,
        "hands": HANDS,
    }
    page = visit.open("en", f"mus/referee/{asking({**sound, 'hands': [IMAGE, *HANDS[1:]]})}")
    literal(page.locator(".q-fault, .q-slot, .q-card[data-is~=wrong] b"), "<img")
    clean(page)
    move = "(search) => { history.pushState(null, '', search); dispatchEvent(new PopStateEvent('popstate')); }"
    for text in EVIL:
        for question in (
            *({**sound, part: text} for part in sound),
            {**sound, "hands": [text] * 4},
            {**sound, text: text},
            {**sound, "variant": {"kings": text, text: 1}},
            {"game": "mus", "ask": "play", "setup": {"seed": text}, "moves": [text]},
        ):
            page.evaluate(move, asking(question))
            page.wait_for_timeout(20)
    page.evaluate(move, asking({**sound, "mano": IMAGE}))
    literal(page.locator(".q-fault"), "<img")
    clean(page)
    page.goto(f"{visit.site}en/mus/referee/")
    page.locator("a[data-kind=count]").click()
    before = page.locator("[id='referee-before-0']")
    before.fill(IMAGE)
    before.press("Enter")
    literal(page.locator(".q-fault"), "<img")
    page.evaluate("(text) => { location.hash = text; }", f"mus.grande:{SCRIPT}")
    clean(page)


def test_a_lesson_is_opened_at_no_place_but_its_own(visit: Watched) -> None:
    page = visit.open("en", "mus/four-lances/")
    page.wait_for_selector("q-steps[data-live]")
    for text in (*EVIL, f"mus.four-lances:{IMAGE}", "%", "mus.four-lances:'] , *"):
        page.evaluate("(text) => { location.hash = text; }", text)
    expect(page.locator(".q-step:not([hidden])")).to_have_count(1)
    page.goto(f"{visit.site}en/mus/lances/#{quote(IMAGE)}")
    page.wait_for_selector("q-board[data-laid]")
    clean(page)


def test_names_on_a_score_sheet_are_names_wherever_they_stand(visit: Watched, tmp_path: Path) -> None:
    """From a link, from the storage, typed, out of a file; on the sheet, in its text, in what is sent."""
    rounds = [{"cards": [30, 22], "basras": [1, 0]}]
    sheet = {"game": "basra", "ask": "sheet", "rounds": rounds, "names": [IMAGE, SCRIPT]}
    place = "basra/score-sheet/"
    page = visit.open("en", f"{place}{asking(sheet)}")
    literal(page.locator(".score-board h2"), IMAGE[:20])
    clean(page)
    stand = {"question": sheet, **STAND}
    kept = {
        "version": 1, "now": stand, "past": [], "future": [], "draft": {"place": 1, "line": {"cards": IMAGE, IMAGE: 1}},
        "matches": [{"question": {**sheet, "names": [text, CODE]}, **STAND} for text in EVIL],
    }  # fmt: skip
    page.evaluate("(kept) => localStorage.setItem('qawaid:sheet:basra', kept)", json.dumps(kept))
    page.goto(f"{visit.site}en/{place}")
    literal(page.locator(".score-board h2"), IMAGE[:20])
    literal(page.locator(".earlier"), LINK)
    clean(page)
    page.locator(".q-options summary").click()
    for name in EVIL:
        page.locator(".sheet-names input[type=text]").first.fill(name)
        page.keyboard.press("Tab")
    literal(page.locator(".score-board h2"), "<b class=evil>")
    page.locator("[data-do=copy], [data-do=text]").first.click()
    page.wait_for_timeout(100)
    clean(page)
    file = tmp_path / "sheet.json"
    for content in (IMAGE, json.dumps({**sheet, "rounds": [{"cards": IMAGE}]}), json.dumps(sheet)):
        file.write_text(content, "utf-8")
        page.locator("input[type=file]").set_input_files(file)
        page.wait_for_timeout(200)
    literal(page.locator(".score-board h2"), IMAGE[:20])
    clean(page)


def test_a_match_from_a_link_a_file_or_the_storage_is_read_and_not_run(visit: Watched, tmp_path: Path) -> None:
    record = {"game": "basra", "setup": {"seed": 5}, "moves": [IMAGE]}
    broken = {"version": 1, "record": record, "strength": 2, "taken": 0, "read": 0, "score": None, "done": False}
    page = visit.open("en", f"basra/play/{asking({**record, 'ask': 'play'})}")
    expect(page.locator("q-play")).to_have_attribute("data-state", "failed")
    literal(page.locator(".say"), "<img")
    clean(page)
    for text in (IMAGE, json.dumps({**broken, "score": [IMAGE, SCRIPT]}), json.dumps({**broken, "strength": CODE})):
        page.evaluate("(text) => localStorage.setItem('qawaid:play:basra', text)", text)
        page.goto(f"{visit.site}en/basra/play/?{len(text)}")
        expect(page.locator("q-play")).to_have_attribute("data-state", "start")
        clean(page)
    file = tmp_path / "match.json"
    for content in (IMAGE, json.dumps({**broken, "record": {**record, "setup": {"seed": IMAGE}}}), json.dumps(broken)):
        file.write_text(content, "utf-8")
        page.locator("input[type=file]").set_input_files(file)
        page.wait_for_timeout(50)
    clean(page)


def test_puzzles_take_nothing_from_a_link_or_the_storage_but_what_they_know(visit: Watched) -> None:
    puzzle = {"game": "mus", "ask": "puzzle", "level": 1, "seed": 7}
    page = visit.open("en", f"mus/puzzles/{asking({**puzzle, 'seed': IMAGE, SCRIPT: LINK})}")
    counts = {"level": 1, "of": 3, "right": 1, "streak": 0, "best": 1}
    tally = {"version": 1, **counts, "missed": {IMAGE: 2, LINK: 1}, "done": [[SCRIPT, 0]]}
    page.wait_for_timeout(300)
    clean(page)
    page.evaluate("(kept) => localStorage.setItem('qawaid:puzzles:mus', kept)", json.dumps(tally))
    page.evaluate("(text) => localStorage.setItem('qawaid:scheme', text)", SCRIPT)
    page.goto(f"{visit.site}en/mus/puzzles/{asking(puzzle)}")
    expect(page.locator("q-puzzle .choice").first).to_be_visible()
    expect(page.locator(".q-counts dd").first).to_be_visible()
    clean(page)


SEARCHED = (*EVIL, "mus <img/src=x/class=evil/onerror=evil()>", "grande <b/class=evil>")
"""The last ones hold words that are found beside what is not, and the search says which are missing."""


def test_what_is_searched_for_is_not_inserted(visit: Watched) -> None:
    page = visit.context.new_page()
    for text in SEARCHED:
        page.goto(f"{visit.site}en/mus/?q={quote(text)}")
        expect(page.locator(".q-search-meta")).not_to_have_text(START)
        page.wait_for_timeout(100)
        clean(page)


def test_an_address_that_is_not_there_is_shown_as_it_is_or_not_at_all(visit: Watched) -> None:
    page = visit.context.new_page()
    for text in EVIL:
        page.goto(f"{visit.site}en/offline/?missing={quote(text)}")
        expect(page.locator(".q-offline")).to_be_visible()
        clean(page)
    for text in (IMAGE, SCRIPT):
        page.goto(f"{visit.site}{path('en', quote(text))}?{quote(text)}#{quote(text)}")
        expect(page.locator("h1")).to_be_visible()
        clean(page)

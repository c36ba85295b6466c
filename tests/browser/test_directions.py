"""What mirrors in Arabic and what runs from left to right in every language, component by component.

CONTRIBUTING.md has the table. Nothing is compared with a picture of earlier: the Arabic page is compared with the
English one, by where things lie, by where their characters stand, and where neither can tell, by their pixels.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from rules_engine import browser
from rules_engine.suite.wording import shipped_words
from tests.browser.conftest import Watched
from tests.suites import ours

pytestmark = [pytest.mark.browser, pytest.mark.long]

SUITE = ours().suite
for _game in SUITE.games.values():
    for _lang in ("ar", "en"):
        browser.load(json.dumps(shipped_words(_game, SUITE.languages[_lang])))

# The engine of this process in place of the browser's.
UNDER = """(() => {
    const engine = Object.assign(new EventTarget(), {
        status: { name: "ready", done: 0, total: 0 }, preload() {}, retry() {}, cancel() {},
    });
    const calls = ["scene", "table", "ask", "hint", "sheet", "puzzle"];
    for (const name of calls) engine[name] = async (question, ...more) => {
        const extra = name === "table" || name === "sheet" ? [JSON.stringify(more[0] ?? null)] : [];
        return JSON.parse(await window.native(name, JSON.stringify(question), document.documentElement.lang, ...extra));
    };
    window[Symbol.for("qawaid.engine")] = engine;
})()"""


def native(name: str, *given: str) -> str:
    """Answer as the browser's engine does, in this process."""
    return str(getattr(browser, name)(*given))


class Both(NamedTuple):
    """The same page in Arabic and in English."""

    ar: Page
    en: Page

    def each(self, act: Callable[[Page], object]) -> None:
        """Do the same on both."""
        for page in self:
            act(page)


@pytest.fixture
def both(watched: Watched) -> Callable[..., Both]:
    """Open a page in Arabic and in English, over the engine of this process."""
    watched.context.expose_function("native", native)
    watched.context.add_init_script(UNDER)

    def opens(address: str, width: int = 1280, ready: str = "main") -> Both:
        found = Both(*(watched.open(lang, address, width=width, height=900) for lang in ("ar", "en")))
        found.each(lambda page: expect(page.locator(ready).first).to_be_visible())
        return found

    return opens


# Where things lie

ORDER = """(all) => {
    const boxes = all.map((one) => one.getBoundingClientRect()).filter(({ width }) => width);
    const middle = ({ top, height }) => top + height / 2;
    const line = boxes.filter((box) => Math.abs(middle(box) - middle(boxes[0])) < 12);
    return line.map((_, place) => place).toSorted((one, other) => line[one].left - line[other].left);
}"""
"""The places in the document of what stands on the first line, from left to right."""


def order(page: Page, selector: str) -> list[int]:
    found: list[int] = page.locator(selector).evaluate_all(ORDER)
    assert len(found) > 1, f"{selector}: {len(found)} on a line"
    return found


def mirrors(pages: Both, selector: str) -> None:
    """What follows one another runs from right to left in Arabic, from left to right in English."""
    ar, en = (order(page, selector) for page in pages)
    assert (ar, en) == (sorted(ar, reverse=True), sorted(en)), selector


def stays(pages: Both, selector: str) -> None:
    """What follows one another runs from left to right in both."""
    ar, en = (order(page, selector) for page in pages)
    assert (ar, en) == (sorted(ar), sorted(en)), selector


def side(page: Page, selector: str, within: str) -> int:
    """Return on which side of the middle of something its part lies: −1 left, 1 right."""
    inner, outer = (page.locator(one).first.bounding_box() for one in (selector, within))
    assert inner is not None, selector
    assert outer is not None, within
    off = inner["x"] + inner["width"] / 2 - outer["x"] - outer["width"] / 2
    assert abs(off) > 2, f"{selector} is in the middle of {within}"
    return 1 if off > 0 else -1


def at_start(pages: Both, selector: str, within: str) -> None:
    """Something lies where lines begin: right in Arabic, left in English."""
    assert [side(page, selector, within) for page in pages] == [1, -1], selector


def at_end(pages: Both, selector: str, within: str) -> None:
    """Something lies where lines end: left in Arabic, right in English."""
    assert [side(page, selector, within) for page in pages] == [-1, 1], selector


def on_the_right(pages: Both, selector: str, within: str) -> None:
    """Something lies on the right in both."""
    assert [side(page, selector, within) for page in pages] == [1, 1], selector


# What it looks like

DIFFERENCE = """async (pictures) => {
    const images = await Promise.all(pictures.map(async (picture) => {
        const image = Object.assign(new Image(), { src: `data:image/png;base64,${picture}` });
        await image.decode();
        return image;
    }));
    const { width, height } = images[0];
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    const pixels = (image, mirrored, right = 0, down = 0) => {
        context.setTransform(mirrored ? -1 : 1, 0, 0, 1, mirrored ? width : 0, 0);
        context.drawImage(image, right, down, width, height);
        return context.getImageData(0, 0, width, height).data;
    };
    const one = pixels(images[0], false);
    let [least, most] = [255, 0];
    for (const value of one) [least, most] = [Math.min(least, value), Math.max(most, value)];
    const span = most - least;
    const shifts = [-1, -0.5, 0, 0.5, 1].flatMap((right) => [-1, -0.5, 0, 0.5, 1].map((down) => [right, down]));
    return [false, true].map((mirrored) => Math.min(...shifts.map((shift) => {
        const other = pixels(images[1], mirrored, ...shift);
        let sum = 0;
        for (let at = 0; at < one.length; at++) sum += Math.abs(one[at] - other[at]);
        return sum / one.length / (span || 1);
    })));
}"""
"""How much two pictures differ, and how much if the second is mirrored: the share of their contrast, over all pixels.

Edges fall between pixels on either side: a shift of up to a pixel does not count.
"""


def differences(ar: Locator, en: Locator) -> tuple[float, float]:
    pictures = [base64.b64encode(one.first.screenshot(animations="disabled")).decode() for one in (ar, en)]
    paper = ar.page.context.new_page()
    plain, mirrored = paper.evaluate(DIFFERENCE, pictures)
    paper.close()
    return plain, mirrored


def is_mirrored(pages: Both, selector: str) -> None:
    """A picture is the other one's mirror image, and is not the same."""
    plain, mirrored = differences(*(page.locator(selector) for page in pages))
    assert plain > 2 * mirrored, f"{selector}: {plain:.3f}, mirrored {mirrored:.3f}"
    assert mirrored < 0.1, f"{selector}: {mirrored:.3f} from its mirror image"


def is_the_same(pages: Both, selector: str) -> None:
    """A picture is the same in both languages, and would be another one if it were mirrored."""
    plain, mirrored = differences(*(page.locator(selector) for page in pages))
    assert plain < 0.02, f"{selector}: {plain:.3f}"
    assert mirrored > 2 * plain, f"{selector}: {mirrored:.3f} from its mirror image"


# How text runs

MISREAD = r"""(more) => {
    const card = /\b(?:10|[2-9AJQKRCS])[♠♥♦♣]?(?:[ -]|$|(?=[،.؛:)]))/u.source;
    const number = /\d+(?:[.,]\d+)*/u.source;
    const run = new RegExp(`(?:${card}){2,}|[+−]?${number}(?:\\s?[-–−+×=<>]\\s?${number})*%?`, "gu");
    const wrong = [];
    const read = (text, where) => {
        for (const { 0: found, index } of text.data.matchAll(run)) {
            let last = null;
            for (let at = index; at < index + found.trimEnd().length; at++) {
                if (text.data[at] === " ") continue;
                const range = document.createRange();
                range.setStart(text, at);
                range.setEnd(text, at + 1);
                const [box] = range.getClientRects();
                if (!box?.width) continue;
                if (last && Math.abs(last.top - box.top) < 3 && box.left < last.left) {
                    wrong.push(`${where}: ${found} in ${text.data.trim()}`);
                    break;
                }
                last = box;
            }
        }
    };
    // What has no markup is laid out as a program would that gets it: a line of its own, in its own direction.
    const plain = [document.title, ...more];
    for (const meta of document.querySelectorAll("meta[name=description]")) plain.push(meta.content);
    for (const name of ["aria-label", "title", "alt", "placeholder"]) {
        for (const element of document.querySelectorAll(`[${name}]`)) plain.push(element.getAttribute(name));
    }
    for (const option of document.querySelectorAll("option")) plain.push(option.textContent);
    const sheet = document.createElement("div");
    Object.assign(sheet.style, { position: "absolute", insetBlockStart: 0, inlineSize: "3000px" });
    document.body.append(sheet);
    for (const line of new Set(plain.join("\n").split("\n"))) {
        const field = Object.assign(document.createElement("p"), { dir: "auto", textContent: line });
        sheet.append(field);
        if (field.firstChild) read(field.firstChild, "plain text");
    }
    const lines = sheet.childElementCount;
    sheet.remove();
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) if (walk.currentNode.parentElement.checkVisibility()) read(walk.currentNode, "page");
    return { wrong, lines };
}"""
"""Notation whose characters do not stand from left to right, in the page and in all plain text that it holds."""


def all_reads_right(page: Page, *more: str) -> None:
    found = page.evaluate(MISREAD, list(more))
    assert found["wrong"] == []
    assert found["lines"] > 5


LOOSE = ("النتيجة 40-35 الآن", "سجّلنا +5 هنا", "أوراقه 4 7 R R", "بنسبة 95%", "السلسلة 2-3-4")


def test_what_would_read_wrong_is_seen(watched: Watched) -> None:
    page = watched.open("ar", "privacy/")
    all_reads_right(page)
    for loose in LOOSE:
        assert page.evaluate(MISREAD, [loose])["wrong"] != [], loose
        page.locator("main p").first.evaluate("(p, text) => { p.textContent = text; }", loose)
        assert page.evaluate(MISREAD, [])["wrong"] != [], loose


# The page around


def test_header_chapters_and_turning_the_page_mirror(both: Callable[..., Both]) -> None:
    pages = both("mor200/score/")
    mirrors(pages, ".q-top > *")
    mirrors(pages, ".q-games a")
    mirrors(pages, ".q-tools > :not(.q-search)")
    at_start(pages, ".q-side-nav", "body")
    at_end(pages, ".q-chapters .q-secs", ".q-side-nav .q-chapters > ul")
    at_end(pages, ".q-foot [rel=next]", ".q-foot")
    at_start(pages, ".q-foot [rel=prev]", ".q-foot")
    is_mirrored(pages, ".q-foot [rel=next] .q-turn")
    is_mirrored(pages, ".q-foot [rel=prev] .q-turn")
    pages.each(lambda page: page.locator(".q-langs summary").click())
    at_end(pages, ".q-langs-list", "body")
    all_reads_right(pages.ar)


def test_on_a_phone_the_drawer_opens_below_its_name(both: Callable[..., Both]) -> None:
    pages = both("mor200/score/", width=390)
    mirrors(pages, ".q-top > *")
    pages.each(lambda page: page.locator(".q-chapters > summary").click())
    at_start(pages, ".q-chapters > summary > span", ".q-chapters > summary")
    at_start(pages, ".q-chapters > ul a > span", ".q-chapters")
    assert pages.ar.evaluate("document.documentElement.scrollWidth") == 390


def test_search_box_and_results_mirror(both: Callable[..., Both]) -> None:
    pages = both("mor200/")
    pages.each(lambda page: page.locator(".q-search-open").click())
    at_end(pages, ".q-search", "body")
    at_end(pages, ".q-search-form [type=reset]", ".q-search-form")
    pages.ar.locator("[data-md-component=search-query]").fill("31")
    expect(pages.ar.locator(".md-search-result__item").first).to_be_visible()
    all_reads_right(pages.ar)


# Learning


def test_steps_mirror_and_their_cards_do_not(both: Callable[..., Both]) -> None:
    pages = both("mus/four-lances/", ready="q-steps .q-step:not([hidden])")
    for key, page in zip(("ArrowLeft", "ArrowRight"), pages, strict=True):
        page.keyboard.press(key)
        expect(page.locator(".track i.is-now")).to_have_count(1)
        assert page.locator(".track i").evaluate_all("(all) => all.findIndex((i) => i.matches('.is-now'))") == 1
    now = ".q-step:not([hidden])"
    mirrors(pages, ".q-track .track i")
    mirrors(pages, f"{now} .stepbar > *")
    at_end(pages, f"{now} .stepbar [rel=next] .q-turn", f"{now} .stepbar [rel=next]")
    is_mirrored(pages, f"{now} .stepbar [rel=next] .q-turn")
    is_mirrored(pages, f"{now} .stepbar [rel=prev] .q-turn")
    at_end(pages, f"{now} .q-view", f"{now} .q-board-head")
    is_mirrored(pages, f"{now} .q-view svg")
    stays(pages, f"{now} .q-cards > li")
    is_the_same(pages, f"{now} .q-cards")
    all_reads_right(pages.ar)


def test_the_home_pages_answers_mirror_and_its_floor_does_not(both: Callable[..., Both]) -> None:
    pages = both("", width=390, ready="q-steps[data-live] .choice")
    mirrors(pages, "q-steps .choice")
    stays(pages, "q-steps .q-step > .q-board .q-cards > li")
    at_end(pages, ".q-view", ".q-board-head")


def test_answers_of_puzzles_and_their_level_mirror(both: Callable[..., Both]) -> None:
    pages = both("mus/puzzles/?ask=" + quote(json.dumps({"game": "mus", "ask": "puzzle", "level": 1, "seed": 7})),
                 ready="q-puzzle .q-puzzle-bar .q-btn")  # fmt: skip
    mirrors(pages, ".q-levels button")
    mirrors(pages, ".q-puzzle .choice")
    stays(pages, ".q-puzzle .q-cards > li")
    is_mirrored(pages, ".q-puzzle-bar .q-turn")
    for key, page in zip(("ArrowLeft", "ArrowRight"), pages, strict=True):
        page.locator(".choice").first.focus()
        page.keyboard.press(key)
        expect(page.locator(".choice").nth(1)).to_be_focused()
    pages.each(lambda page: page.locator(".q-keys button").click())
    for page in pages:  # the arrow to the left stands on the left
        keys = page.locator("dialog dt").nth(1).locator("kbd")
        places = {key.inner_text(): (key.bounding_box() or {})["x"] for key in keys.all()}
        assert places["←"] < places["→"]
    at_start(pages, "dialog dt", "dialog")


# The referee


def test_the_table_of_the_referee_stays_and_what_surrounds_it_mirrors(both: Callable[..., Both]) -> None:
    pages = both("mus/referee/", ready="q-referee .picker")
    mirrors(pages, ".q-kinds a")
    on_the_right(pages, ".q-seat[data-seat='1']", ".q-seats")
    is_the_same(pages, ".q-way > svg")
    stays(pages, ".q-seat[data-seat='0'] .q-cards > li")
    stays(pages, ".picker .keys button")
    is_the_same(pages, ".q-seat[data-seat='1'] .q-cards")
    mirrors(pages, ".q-field:has(.pick) >> nth=0 >> .pick button")
    mirrors(pages, "table.score tbody tr:first-child > *")
    all_reads_right(pages.ar)
    hand = ".q-seat[data-seat='0'] button.q-card"
    pages.each(lambda page: page.locator(hand).first.click())
    pages.each(lambda page: page.keyboard.press("ArrowRight"))
    pages.each(lambda page: expect(page.locator(hand).nth(1)).to_be_focused())
    # as text the cards are words, which run as the language does, and so do the keys
    pages.each(lambda page: page.locator(".q-view").click())
    mirrors(pages, hand)
    for key, page in zip(("ArrowLeft", "ArrowRight"), pages, strict=True):
        page.locator(hand).nth(1).focus()
        page.keyboard.press(key)
        expect(page.locator(hand).nth(2)).to_be_focused()


BAR = """() => {
    const bar = document.createElement("progress");
    Object.assign(bar, { id: "bar", className: "q-bar", max: 100, value: 30 });
    Object.assign(bar.style, { display: "block", inlineSize: "200px" });
    document.querySelector("main").append(bar);
}"""

SIGN_ALONE = """(summary) => {
    for (const part of summary.children) part.style.visibility = "hidden";
    summary.style.inlineSize = "1.2rem";
}"""
"""Leave nothing of a summary but the sign that it can be opened, which has no element of its own."""


def test_bars_fill_from_where_lines_begin(both: Callable[..., Both]) -> None:
    pages = both("offline/")
    pages.each(lambda page: page.evaluate(BAR))
    is_mirrored(pages, "#bar")
    at_start(pages, "main .q-btn", "main .q-offline")


def test_the_evidence_of_rules_folds_towards_the_text(both: Callable[..., Both]) -> None:
    pages = both("mor200/trace/", ready=".q-traces summary")
    at_start(pages, ".q-traces summary > span > span", ".q-traces summary")
    pages.each(lambda page: page.locator(".q-traces summary").first.evaluate(SIGN_ALONE))
    is_mirrored(pages, ".q-traces summary")


BEGINS = """(pre) => {
    const range = document.createRange();
    range.setStart(document.createTreeWalker(pre, NodeFilter.SHOW_TEXT).nextNode(), 0);
    range.setEnd(range.startContainer, 1);
    return range.getBoundingClientRect().left - pre.getBoundingClientRect().left;
}"""
"""How far from the left its first character stands."""


def test_columns_mirror_and_code_does_not(both: Callable[..., Both]) -> None:
    pages = both("developers/")
    mirrors(pages, "main table thead tr:first-child th")
    for page in pages:
        assert page.locator("main pre").first.evaluate(BEGINS) < 40
    all_reads_right(pages.ar)


def test_the_glossary_begins_at_the_start_and_keeps_its_originals(both: Callable[..., Both]) -> None:
    pages = both("glossary/")
    pages.each(
        lambda page: page.locator("dl.q-terms dt").first.evaluate("(dt) => { dt.style.inlineSize = 'fit-content' }")
    )
    at_start(pages, "dl.q-terms dt", "dl.q-terms")
    all_reads_right(pages.ar)


# The match


def test_the_table_of_a_match_lies_as_it_lies(both: Callable[..., Both], watched: Watched) -> None:
    moves: list[str] = []
    question: dict[str, Any] = {"game": "mor200", "ask": "play", "setup": {"seed": 5}, "variant": {}, "view": 0}
    while len(moves) < 24 or (to_move := _ask({**question, "moves": moves})["to_move"]) != 0:
        to_move = _ask({**question, "moves": moves})["to_move"]
        moves.append(_ask({**question, "ask": "advise", "view": to_move, "strength": 1, "moves": moves})["move"])
    kept = {"version": 1, "record": {**question, "moves": moves}, "strength": 1, "taken": 0, "read": 10_000}
    watched.context.add_init_script(f"localStorage.setItem('qawaid:play:mor200', {json.dumps(json.dumps(kept))})")
    pages = both("mor200/play/#match", ready="q-play[data-state=turn] .mine button.q-card")
    on_the_right(pages, ".seat.is-e", ".grid")
    stays(pages, ".mine .q-cards > li")
    stays(pages, ".q-cards.is-spread > li")
    stays(pages, ".laid > .melds")
    mirrors(pages, ".play-head > p > span")
    at_end(pages, ".q-view", ".play")
    hand = ".mine button.q-card"
    for page in pages:
        page.locator(hand).first.focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator(hand).nth(1)).to_be_focused()
    # melds run from low to high, and lie under their names
    stays(pages, ".meld .q-cards > li")
    names = ".meld .q-cards > li:first-child", ".meld .q-cards > li:last-child"
    assert side(pages.ar, names[1], ".meld") == 1
    assert side(pages.en, names[0], ".meld") == -1
    all_reads_right(pages.ar)


def _ask(question: dict[str, Any]) -> Any:
    return json.loads(browser.ask(json.dumps(question), "en"))


# The score sheet

PLAIN = """async (html) => {
    const shared = new URL(document.documentElement.dataset.shared, document.baseURI);
    return (await import(new URL("js/draw.js", shared))).plainText(html);
}"""
DRAWN = """async (scene) => {
    const shared = new URL(document.documentElement.dataset.shared, document.baseURI);
    const { imageOf } = await import(new URL("js/sheetimage.js", shared));
    const written = [];
    const fillText = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        written.push([text, x, y, this.direction, this.textAlign]);
        return fillText.call(this, text, x, y);
    };
    try {
        await imageOf(scene, { dir: document.documentElement.dir });
    } finally {
        CanvasRenderingContext2D.prototype.fillText = fillText;
    }
    return written;
}"""

SHEET = {"game": "mor200", "ask": "sheet", "names": ["Sami", "ليلى"],
         "rounds": [{"teams": [{"card_points": 100, "mor200": 1}, {"card_points": 0}]}]}  # fmt: skip


def test_the_score_sheet_mirrors_and_its_numbers_do_not(both: Callable[..., Both]) -> None:
    pages = both(f"mor200/score-sheet/?ask={quote(json.dumps(SHEET))}", ready=".score.hands tbody td")
    mirrors(pages, ".score-board > *")
    mirrors(pages, "[data-do=undo], [data-do=redo]")
    mirrors(pages, ".score.hands tbody tr:first-child > *")
    stays(pages, ".step-keys:has(button) > *")
    scenes = [json.loads(browser.sheet(json.dumps(SHEET), lang)) for lang in ("ar", "en")]
    # as text it is pasted where there is no markup
    all_reads_right(pages.ar, scenes[0]["share"])
    html = '<bdi>Sami</bdi> <bdi dir="ltr" class="q-long">A 2 3</bdi> &lt; <bdi dir="ltr">+5</bdi>'
    assert pages.ar.evaluate(PLAIN, html) == "\u2068Sami\u2069 \u2066A 2 3\u2069 < \u2066+5\u2069"
    # as a picture
    drawn = [page.evaluate(DRAWN, scene) for page, scene in zip(pages, scenes, strict=True)]
    for (words, x, y, direction, align), (_, other, level, way, how) in zip(*drawn, strict=True):
        assert (x, y, align) == (720 - other, level, how), words
        assert (direction, way) == ("rtl", "ltr")
    all_reads_right(pages.ar, *(words for words, *_ in drawn[0]))
    assert "\u2066−200\u2069" in [words for words, *_ in drawn[0]]

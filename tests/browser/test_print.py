"""What is made to be printed, as pages of a PDF: the core rules, the sheet for the table, the empty score sheet."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LANGUAGES, Watched, path
from tests.suites import ours

pytestmark = pytest.mark.browser
SUITE = ours().suite
PAGES = {"print": 2, "table-sheet": 1, "blank-sheet": 1}
"""How many pages of A4 each of them takes."""
LEAST = {"ar": 9.5, "de": 8.5, "en": 8.5}
"""The smallest size of letters, in points; what stands left to right in an Arabic line is somewhat smaller."""

CUT_OFF = """() => {
    const paper = document.querySelector(".q-paper").getBoundingClientRect(), wrong = [];
    for (const part of document.querySelectorAll(".q-paper *")) {
        if (part.closest(".q-name")) continue;
        const { left, right } = part.getBoundingClientRect(), { overflow } = getComputedStyle(part);
        const inside = left >= paper.left - 1 && right <= paper.right + 1;
        const whole = part.closest("svg") || overflow !== "hidden" || part.matches(".q-suit, .q-card");
        const row = part.closest("table")?.parentElement;
        const fits = !row || part.getBoundingClientRect().width <= row.getBoundingClientRect().width + 1;
        if (!inside || !whole || !fits) wrong.push(part.outerHTML.slice(0, 80));
    }
    return wrong;
}"""
"""What reaches over the edge of the paper or of its column, or is cut off."""

SMALLEST = """() => {
    let least = Infinity;
    const walk = document.createTreeWalker(document.querySelector(".q-paper"), NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const { data, parentElement: at } = walk.currentNode;
        const size = parseFloat(getComputedStyle(at).fontSize);
        if (data.trim() && !at.closest("bdi, .q-card")) least = Math.min(least, size);
    }
    return least * 72 / 96;
}"""
SEEN = """() => [...document.querySelectorAll("body *")].filter((e) =>
    e.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true })
    && e.matches(".q-top, .q-side-nav, .q-end, .q-note, .q-board, q-board, .q-mistake, q-print, .q-lead")
).map((e) => e.className || e.localName)"""
"""What is no part of a printed page and is there all the same."""


def pages_of(pdf: bytes) -> int:
    """Count the pages of a PDF of Chromium's, which writes each as an object of its own."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def opened(page: Page, site: str, lang: str, address: str) -> None:
    """Open a page and wait for its faces, and for the address at its foot."""
    page.goto(site + path(lang, address))
    page.wait_for_function("document.fonts.status === 'loaded' && document.querySelector('[data-here]').textContent")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_takes_its_number_of_pages_and_nothing_is_cut_off(watched: Watched, lang: str) -> None:
    page = watched.open(lang, "mus/print/", width=703, height=1047)  # A4 without its margins, in CSS pixels
    for game in SUITE.games.values():
        for kind, count in PAGES.items():
            address = f"{game.name}/{kind}/"
            opened(page, watched.site, lang, address)
            pdf = page.pdf(format="A4", prefer_css_page_size=True)
            assert pages_of(pdf) == count, address
            page.emulate_media(media="print")
            assert page.evaluate(CUT_OFF) == [], address
            assert page.evaluate(SEEN) == [], address
            assert page.evaluate(SMALLEST) >= LEAST[lang] - 0.01, address
            expect(page.locator(".q-imprint")).to_contain_text(address)
            expected = [rule.id for rule in game.rules.values() if rule.core] if kind == "print" else []
            there = page.locator(".q-core").evaluate_all("(rules) => rules.map((r) => r.checkVisibility() ? r.id : '')")
            assert there == expected, address
            page.emulate_media(media="null")


def test_the_rules_in_print_are_those_of_a_whole_match() -> None:
    """From the pack to the end of the match; nothing that holds in a variant alone, and no advice."""
    needed = {
        "mus": ("pack", "deal", "exchange", "lances", "tie", "who-answers", "refusal-value", "count.order", "target"),
        "basra": ("pack", "deal", "bury", "same-rank", "groups", "jack-sweeps", "basra", "komi-basra", "target"),
        "mor200": ("pack", "deal", "turn", "sequence", "take-pile", "eleven-taken", "close", "round-score", "target"),
    }
    for game, rules in needed.items():
        core = {rule.id for rule in SUITE.games[game].rules.values() if rule.core}
        assert {f"{game}.{rule}" for rule in rules} <= core, game


def test_the_sheet_for_the_table_draws_the_order_of_the_cards(watched: Watched) -> None:
    page = watched.open("en", "mor200/table-sheet/")
    names = page.locator("[data-rule='mor200.order'] .q-card").all_text_contents()
    assert names[0] == names[-1] == "ace of spades"
    assert names[1:4] == ["two of spades", "three of spades", "four of spades"]
    assert len(names) == 14
    values = page.locator("[data-rule='mor200.card-points'] td").all_text_contents()
    assert values == ["3–9", "5", "10 J Q K A", "10", "2", "20", "joker", "20"]


@pytest.mark.parametrize(
    ("game", "rounds", "lines"),
    [
        ("mus", 15, ["غراندي", "تشيكا", "بارِس", "خويغو", "بونتو"]),
        ("basra", 25, ["أكثرية الأوراق", "الباصرات"]),
        ("mor200", 10, ["نقاط الأوراق", "مكافأة مور100", "مكافأة مور200", "مكافأة مور1000", "مكافأة الإنهاء"]),
    ],
)
def test_an_empty_score_sheet_has_room_for_a_match(watched: Watched, game: str, rounds: int, lines: list[str]) -> None:
    page = watched.open("ar", f"{game}/score-sheet/")
    page.locator(".q-lead a").click()
    page.wait_for_url("**/blank-sheet/")
    assert page.locator(".q-ruled th[scope=colgroup]").count() == rounds
    rows = page.locator(".q-ruled").first.locator("th[scope=row]").all_text_contents()
    assert rows[: len(lines)] == lines
    assert rows[-2:] == ["نقاط الجولة", "النتيجة"]
    cells = page.locator(".q-ruled tbody td")
    assert cells.count() == 2 * rounds * len(rows)
    assert {*cells.all_text_contents()} == {""}


def test_the_button_prints(watched: Watched) -> None:
    page = watched.open("de", "basra/")
    page.locator("a[href='print/'] b").click()
    page.evaluate("window.print = () => { document.title = 'printed'; }")
    page.get_by_role("button", name="Drucken").click()
    expect(page).to_have_title("printed")

"""Every page in every language: whole, in its language, its notation isolated, without a request to another host."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from scripts.press.book import Book
from scripts.press.site import SITE
from tests.browser.conftest import LANGUAGES, Watched, built_pages, path
from tests.suites import ours

pytestmark = pytest.mark.browser
SUITE = ours().suite
BY_HAND = ("", "about/", "privacy/", "developers/", "translators/")

LOOSE_NUMBERS = r"""() => {
    const loose = [], walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const isolated = 'bdi[dir="ltr"], script, style, code, pre, kbd, option';
    const notation = /\d[^\d\p{L}\s]+\d|[+−♠♥♦♣]/u;
    while (walk.nextNode()) {
        const { data, parentElement: at } = walk.currentNode;
        if (/[0-9+−]|[♠♥♦♣]/.test(data) && !at.closest(isolated) && !(at.closest("bdi[lang]") && !notation.test(data)))
            loose.push(data.trim());
    }
    return loose;
}"""
"""Text with digits, signs or suits outside `<bdi dir="ltr">`; a foreign word, isolated as one, may hold a number."""


TEXTS = "[...document.querySelectorAll('main [id]')].map((e) => [e.id, (e.closest('.q-rule') ?? e).textContent])"
"""Every id of the page with the text that it names, a rule's whole text."""


WIDTHS = (320, 390, 1280)
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"
UNFOLD = "document.querySelectorAll('details').forEach((details) => { details.open = true; })"
CROWDED = """() => [...document.querySelectorAll(".q-seats")].filter((table) => {
    const around = table.getBoundingClientRect();
    const places = [...table.children].map((place) => {
        const parts = place.matches(".q-way") ? [place] : [...place.querySelectorAll("h4, p, .q-cards > li")];
        return parts.map((part) => part.getBoundingClientRect()).filter((box) => box.width);
    });
    const meet = (one, other) => one.left < other.right - 2 && other.left < one.right - 2
        && one.top < other.bottom - 2 && other.top < one.bottom - 2;
    return places.some((boxes, at) => boxes.some((box) => box.left < around.left - 8 || box.right > around.right + 8
        || places.slice(at + 1).flat().some((other) => meet(box, other))));
}).map((table) => table.closest("[id]").id)"""
"""Tables on which what belongs to one place lies over another's, or beyond the table."""
LARGEST_TRACE = 450_000
"""How many bytes the page of the rules' evidence may have."""
DIRECTION = "getComputedStyle(document.querySelector('main')).direction"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page(watched: Watched, lang: str, request: pytest.FixtureRequest) -> None:
    """Every page opens quietly, in its language, at every width; together they hold all rules, rulings and examples.

    Before a release the others are looked at as the Arabic ones are in every run.
    """
    closely = lang == "ar" or request.config.getoption("--release")
    pages = built_pages(lang)
    assert len(pages) >= 20
    page = watched.open(lang)
    texts: dict[str, list[tuple[str, str]]] = {}
    for address in pages:
        page.goto(watched.site + path(lang, address), wait_until="load")
        html = page.locator("html")
        expect(html).to_have_attribute("lang", lang)
        expect(html).to_have_attribute("dir", "rtl" if lang == "ar" else "ltr")
        assert page.evaluate(DIRECTION) == ("rtl" if lang == "ar" else "ltr")
        assert page.locator("h1").count() == 1, address
        if closely:
            page.evaluate(UNFOLD)
        for width in WIDTHS if closely else WIDTHS[:1]:
            page.set_viewport_size({"width": width, "height": 844})
            assert not page.evaluate(SIDEWAYS), f"{address} scrolls sideways at {width}"
            assert not closely or page.evaluate(CROWDED) == [], f"{address} at {width}"
        if lang == "ar" and address not in BY_HAND:
            assert page.evaluate(LOOSE_NUMBERS) == [], address
        texts[address] = page.evaluate(TEXTS)
    assert watched.complaints == []
    assert watched.python == []
    for game in SUITE.games.values():
        _all_stands_there(
            lang, game, {address: text for address, text in texts.items() if address.startswith(f"{game.name}/")}
        )


def _all_stands_there(lang: str, game: Any, texts: dict[str, list[tuple[str, str]]]) -> None:
    """Look for the titles of all rules, rulings and examples of a game, as a reader of that language finds them."""
    book = Book(SUITE, SUITE.languages[lang], "")
    seen: dict[str, str] = {}
    for address, of_page in texts.items():
        named = dict(of_page)
        # A ruling stands a second time where the source is silent, a core rule in print; its own page comes first.
        again = address.endswith(("/open-questions/", "/print/"))
        seen = {**named, **seen} if again else {**seen, **named}
    for rule in game.rules.values():
        paragraph = book.blocks(rule.says, game.name, "x/x").partition("</p>")[0]
        opening = re.sub(r"<[^>]+>", "", paragraph).partition("&")[0]
        assert opening.strip()[:30] in seen[rule.id], rule.id
    for example in game.examples:
        title = re.sub("[\u2066\u2069]", "", book.plain(example.title, game.name))
        assert title in re.sub(r"\s+", " ", seen[example.id]), example.id


@pytest.mark.parametrize("width", [390, 1280])
def test_an_address_of_a_rule_leads_to_it_however_much_lies_above(watched: Watched, width: int) -> None:
    page = watched.open("ar", "mus/lances/#mus.tie", width=width)
    page.wait_for_function("!document.querySelector('q-board:not([data-laid])')")
    expect(page.locator("[id='mus.tie']")).to_be_in_viewport()
    page.goto(f"{watched.site}mus/lances/")
    page.locator("a[href='#mus.tie']").last.evaluate("(link) => link.click()")
    page.wait_for_function("!document.querySelector('q-board:not([data-laid])')")
    expect(page.locator("[id='mus.tie']")).to_be_in_viewport()


def test_every_link_of_the_rules_evidence_leads_to_its_place() -> None:
    """Rules, examples and steps are named by addresses on other pages, which nothing else would miss."""
    ids: dict[Path, set[str]] = {}
    for folder, game in itertools.product(("", "de", "en"), SUITE.games):
        page = SITE / folder / game / "trace" / "index.html"
        text = page.read_text("utf-8")
        links = {
            link for block in text.split('<div class="q-traces"')[1:] for link in re.findall(r'href="([^"]*)"', block)
        }
        assert {f"#to-{rule}" for rule in SUITE.games[game].rules} & links
        for link in links:
            place, _, anchor = link.partition("#")
            target = page if not place else (page.parent / place / "index.html").resolve()
            if target not in ids:
                ids[target] = set(re.findall(r'\bid="([^"]*)"', target.read_text("utf-8")))
            assert anchor in ids[target] or not anchor, link
        assert len(text.encode()) < LARGEST_TRACE, (folder, game)


def test_the_address_of_a_rule_opens_its_evidence(watched: Watched) -> None:
    page = watched.open("ar", "mus/trace/#to-mus.tie", width=390)
    row = page.locator("[id='to-mus.tie']")
    expect(row).to_be_visible()
    expect(row).to_be_in_viewport()
    assert page.locator(".q-traces details[open]").count() == 1
    page.evaluate("document.querySelectorAll('.q-traces details').forEach((each) => { each.open = true; })")
    assert not page.evaluate(SIDEWAYS)
    assert watched.complaints == []


def test_the_language_switch_keeps_page_query_and_anchor(watched: Watched) -> None:
    page = watched.open("ar", "mus/lances/?ask=x#mus.chica")
    page.locator(".q-langs summary").click()
    page.locator(".q-langs a[hreflang=de]").click()
    page.wait_for_load_state()
    assert page.url == watched.site + "de/mus/lances/?ask=x#mus.chica"
    page.locator(".q-langs summary").click()
    page.locator(".q-langs a[hreflang=ar]").click()
    page.wait_for_load_state()
    assert page.url == watched.site + "mus/lances/?ask=x#mus.chica"


@pytest.mark.parametrize(
    ("lang", "query", "anchor"),
    [
        ("ar", "التعادل", "mus.tie"),
        ("ar", "باريس", "mus.pares"),
        ("de", "Gleichstand", "mus.tie"),
        ("en", "ordago", "mus.ordago"),
    ],
)
def test_search_finds_rules_and_terms(watched: Watched, lang: str, query: str, anchor: str) -> None:
    page = watched.open(lang)
    page.keyboard.press("/")
    page.locator("[data-md-component=search-query]").fill(query)
    first = page.locator(".md-search-result__item a").first
    first.wait_for()
    found = page.locator(".md-search-result__item a").evaluate_all(
        "(links) => links.map((a) => a.getAttribute('href'))"
    )
    assert any(anchor in href for href in found), found


def test_a_page_reads_without_scripts(chromium: object, site: str) -> None:
    context = chromium.new_context(java_script_enabled=False)  # type: ignore[attr-defined]
    page = context.new_page()
    page.goto(site + "mus/lances/")
    expect(page.locator(".q-board .q-verdict").first).to_be_visible()
    page.goto(site + "mus/four-lances/")
    assert page.locator(".q-step").count() == len(SUITE.games["mus"].walkthroughs[0].steps)
    assert all(step.is_visible() for step in page.locator(".q-step > h2").all())
    context.close()


@pytest.mark.parametrize("lang", ["ar", "de", "en"])
def test_home_begins_with_a_lesson_and_the_puzzles_lead_to_the_questions(watched: Watched, lang: str) -> None:
    page = watched.open(lang, "")
    for game in SUITE.games.values():
        begin = page.locator(f".q-game:has(#{game.name}) .is-main")
        expect(begin).to_have_attribute("href", f"{game.name}/{game.lessons[0].slug}/")
        assert game.lessons[0].kind == "lesson"
    page = watched.open(lang, "basra/puzzles/")
    page.locator(".q-lead + p > a[href$='/twenty-questions/']").click()
    page.wait_for_url("**/basra/twenty-questions/")
    expect(page.locator(".q-step:not([hidden])")).to_have_attribute("id", "basra.twenty-questions:who-begins")
    assert watched.complaints == []


def test_a_players_name_is_not_broken_between_lines(watched: Watched) -> None:
    """The space in it is one that does not break, in the texts and in what is drawn."""
    page = watched.open("en", "mus/lances/")
    heads = (head.strip() for head in page.locator(".q-seat h4").all_text_contents())
    names = [head for head in heads if head.startswith("Player")]
    assert len(names) > 40
    assert all(re.match("Player\u00a0[1-4]", name) for name in names)

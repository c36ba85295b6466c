"""Every kind of page, and what opens on it, goes through all rules of axe-core, in both schemes and at both widths."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from rules_engine.suite.shapes import SOURCE
from scripts.press.site import ROOT, SITE
from tests.browser.conftest import LANGUAGES, Watched, built_pages, path
from tests.suites import ours

pytestmark = pytest.mark.browser
GAMES = ours().suite.games
AXE = (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
RUN = """async (only) => {
    const rules = { "target-size": { enabled: true } };  // 24 pixels to press: WCAG 2.2, which axe leaves to the asker
    const chosen = only.length ? { runOnly: only } : { rules };
    const { violations } = await axe.run(document, { ...chosen, resultTypes: ["violations"], preload: false });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => [id, node.target.join(" "), node.failureSummary]));
}"""
DRAWN = """() => {
    const coming = [...document.querySelectorAll("main :not(:defined)")].map(({ localName }) => localName);
    const tired = new Promise((done) => setTimeout(done, 3000));
    const laid = async () => {
        while (document.querySelector("q-board:not([data-laid])")) await new Promise(requestAnimationFrame);
    };
    const come = Promise.all(coming.map((name) => customElements.whenDefined(name)));
    return Promise.race([tired, come.then(laid)]).then(() => {});
}"""
"""Until what has a page of its own is there, if it comes, and every example is laid out."""
WIDE, PHONE = 1280, 390
COLOURS = ("color-contrast", "target-size")
"""The rules that have to be asked again in the other scheme: the elements are the same."""


@dataclass
class Found:
    """What axe complains of, each complaint once, with every look that has it."""

    looks: dict[tuple[str, ...], list[str]] = field(default_factory=dict)

    def check(self, page: Page, name: str, scheme: Any, width: int, *only: str) -> None:
        """Run axe on the page as it stands in a scheme and a width; with all rules, if none are named."""
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": 844})
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE)
        for rule, selector, mend in page.evaluate(RUN, only):
            self.looks.setdefault((name, rule, selector, " ".join(mend.split())), []).append(f"{scheme} {width}")

    def look_at(self, page: Page, name: str) -> None:
        """Check a page in both schemes, the one on a phone and the other on a wide screen."""
        self.check(page, name, "light", PHONE)
        self.check(page, name, "dark", WIDE, *COLOURS)

    def tell(self) -> None:
        """Fail if there is any, with a line for each: page, scheme and width, rule, selector, mend."""
        lines = [
            f"{name} | {', '.join(looks)} | {rule} | {selector} | {mend}"
            for (name, rule, selector, mend), looks in self.looks.items()
        ]
        if lines:
            pytest.fail("\n".join(lines), pytrace=False)


def kind(address: str) -> str:
    """Return what kind of page an address is: a page of every game is one kind."""
    game, _, rest = address.strip("/").partition("/")
    if game not in GAMES:
        return game or "home"
    if any(lesson.slug == rest for lesson in GAMES[game].lessons):
        return "walkthrough"
    return next((page.kind for page in GAMES[game].pages if page.page == rest), rest or "game")


def one_of_every_kind(lang: str) -> Iterator[str]:
    """Yield addresses; in every language those of another game come first. Of several, the shortest with a board."""
    turn = LANGUAGES.index(lang) % len(GAMES)
    order = [*list(GAMES)[turn:], *list(GAMES)[:turn]]
    kinds: dict[str, dict[str, list[str]]] = {}
    for address in built_pages(lang):
        kinds.setdefault(kind(address), {}).setdefault(address.partition("/")[0], []).append(address)
    for of_games in kinds.values():
        first = next(game for game in [*order, *of_games] if game in of_games)
        texts = {address: (SITE / path(lang, address) / "index.html").read_text("utf-8") for address in of_games[first]}
        yield min(texts, key=lambda address: ("<q-board" not in texts[address], len(texts[address])))


IN_EVERY_RUN = [lang if lang == SOURCE else pytest.param(lang, marks=pytest.mark.long) for lang in LANGUAGES]
"""The source's language in every run, the others before a release."""


@pytest.mark.parametrize("lang", IN_EVERY_RUN)
def test_a_page_of_every_kind(watched: Watched, lang: str) -> None:
    found = Found()
    page = watched.open(lang, "404.html")
    page.wait_for_function("document.styleSheets.length > 3 && document.querySelector('.q-brand').href")
    found.look_at(page, f"{lang} 404")
    for address in one_of_every_kind(lang):
        page.goto(watched.site + path(lang, address))
        page.evaluate(DRAWN)
        found.look_at(page, f"{lang} /{address}")
    found.tell()


# What opens


def search(page: Page) -> None:
    page.locator(".q-search-open").click()
    page.keyboard.type("mus")
    page.locator(".md-search-result__item").first.wait_for()


def search_finds_nothing(page: Page) -> None:
    page.locator(".q-search-open").click()
    page.keyboard.type("qqqq")


def chapters(page: Page) -> None:
    page.locator(".q-chapters > summary").click()


def languages(page: Page) -> None:
    page.locator(".q-langs > summary").click()


def everything(page: Page) -> None:
    page.evaluate("document.querySelectorAll('main details').forEach((details) => { details.open = true; })")


def as_text(page: Page) -> None:
    page.locator(".q-view").first.click()


def own_cards(page: Page) -> None:
    board = page.locator("q-board").first
    board.locator("[data-do=own]").click()
    board.locator("button.q-card").first.click()
    board.locator(".keys button").last.click()
    expect(board.locator(".own-bar .q-btn")).to_be_visible()
    expect(board.locator("[data-live] :is(.q-verdict:not([data-is]), .q-fault)").first).to_be_visible()


def fault(page: Page) -> None:
    expect(page.locator(".q-fault").first).to_be_visible()


def answered(page: Page) -> None:
    expect(page.locator(".q-verdict p").first).to_be_visible()


def answer_until(page: Page, said: str) -> None:
    for choice in page.locator(".q-step:not([hidden]) .choice").all():
        choice.click()
        if page.locator(f".q-step:not([hidden]) .q-said{said}:not([hidden])").count():
            return
    raise AssertionError(said)


def wrong(page: Page) -> None:
    answer_until(page, ".is-wrong")
    page.keyboard.press("h")
    expect(page.locator(".q-step:not([hidden]) .rungs > li:not([hidden])").first).to_be_visible()


def right(page: Page) -> None:
    answer_until(page, ".is-good")


def keys(page: Page) -> None:
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_be_visible()


def match(page: Page) -> None:
    page.locator("q-play .q-btn.is-main").first.click()
    expect(page.locator("#play-mine")).to_be_visible()


def puzzle(page: Page) -> None:
    page.locator("q-puzzle > .q-here .choice").first.click()
    expect(page.locator("q-puzzle .q-said").first).to_be_visible()


def asking(question: dict[str, Any]) -> str:
    return f"{question['game']}/referee/?ask={quote(json.dumps(question))}"


LESSON = GAMES["mus"].walkthroughs[0]
STEP = next(step for step in LESSON.steps if step.choices)
WALKTHROUGH = f"mus/{LESSON.slug}/"
BROKEN = {
    "game": "mus",
    "ask": "lance",
    "lance": "grande",
    "mano": 0,
    "hands": ["R R X R", "4 5", "S S S S", "7 7 7 7"],
}
TEAM = {"melds": ["2S 3S 4S", "9C JK JC"], "hands": ["4H", "10S"], "took_11": True, "closed": False}
SCORE = {"game": "mor200", "ask": "score", "teams": [TEAM]}
OPENED: dict[str, list[tuple[str, int, Callable[[Page], None]]]] = {
    "ar": [
        ("mor200/variants/", PHONE, search),
        ("basra/capture/", PHONE, chapters),
        ("mus/example-hand/", PHONE, everything),
        ("basra/basras/", PHONE, own_cards),
        (asking(SCORE), PHONE, answered),
        (f"{WALKTHROUGH}#{LESSON.id}:{STEP.id}", PHONE, wrong),
        ("basra/play/", PHONE, match),
    ],
    "de": [
        ("glossary/", PHONE, search_finds_nothing),
        ("", PHONE, chapters),
        ("basra/basras/", PHONE, as_text),
        (asking(BROKEN), PHONE, fault),
        (WALKTHROUGH, WIDE, keys),
        ("mus/puzzles/", PHONE, puzzle),
    ],
    "en": [
        ("about/", WIDE, search),
        ("mus/cards/", WIDE, languages),
        ("mor200/turn/", WIDE, everything),
        ("mor200/closing/", WIDE, own_cards),
        (f"{WALKTHROUGH}#{LESSON.id}:{STEP.id}", WIDE, right),
    ],
}
"""In each language: a page, how wide it is, and what the reader does there."""


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_opens_on_a_page(watched: Watched, lang: str) -> None:
    found = Found()
    for address, width, deed in OPENED[lang]:
        page = watched.open(lang, address, width=width)
        page.evaluate(DRAWN)
        deed(page)
        name = f"{lang} /{address} {deed.__name__}"
        found.check(page, name, "light", width)
        found.check(page, name, "dark", width, *COLOURS)
        page.close()
    found.tell()


# By keyboard alone


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.className"))


@pytest.mark.parametrize(("lang", "query", "anchor"), [("ar", "التعادل", "mus.tie"), ("en", "ordago", "mus.ordago")])
def test_from_the_header_through_the_search_to_a_rule(watched: Watched, lang: str, query: str, anchor: str) -> None:
    page = watched.open(lang)
    button = page.locator(".q-search-open")
    for _ in range(20):
        page.keyboard.press("Tab")
        if "q-search-open" in focused(page):
            break
    expect(button).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.type(query)
    wanted = page.locator(f".md-search-result__item a[href$='#{anchor}']").first
    wanted.wait_for(state="attached")
    for _ in range(20):
        page.keyboard.press("Tab")
        if wanted.evaluate("(link) => link === document.activeElement"):
            break
        if page.evaluate("document.activeElement.matches('summary')"):
            page.keyboard.press("Space")
    expect(wanted).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**#{anchor}")
    expect(page.locator(f"[id='{anchor}']")).to_be_in_viewport()
    assert watched.complaints == []


def test_the_search_closes_behind_the_focus_and_gives_it_back(watched: Watched) -> None:
    page = watched.open("en", "basra/referee/")
    card = page.locator("button.q-card").first
    card.focus()
    page.keyboard.press("/")
    expect(page.locator("[data-md-component=search-query]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(card).to_be_focused()
    page.keyboard.press("s")  # spades: a letter that Material would take for itself
    page.wait_for_timeout(100)
    assert "q-card" in focused(page)
    page.locator(".q-search-open").click()
    page.keyboard.press("Tab")
    expect(page.locator(".q-langs > summary")).to_be_focused()
    expect(page.locator(".q-search-out")).to_be_hidden()
    assert watched.complaints == []

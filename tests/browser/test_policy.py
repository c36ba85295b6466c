"""The site asks for nothing but itself, runs nothing but its own files, and keeps nothing but what it says."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from rules_engine.suite.shapes import SOURCE
from scripts.press import configs, policy
from scripts.press.serving import THEME, Handler, served
from scripts.press.site import ROOT, SITE
from tests.browser.conftest import LANGUAGES, Watched
from tests.browser.test_accessibility import match, one_of_every_kind

pytestmark = pytest.mark.browser
CARRIED = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">')
HANDLER = re.compile(r"""\s(?:style|on[a-z]{3,})\s*=\s*["']""", re.IGNORECASE)
RUNS_CODE = re.compile(r"""(?:href|src|action)\s*=\s*["']?\s*(?:javascript|data|vbscript):""", re.IGNORECASE)
INLINE = re.compile(r"<(script|style)\b([^>]*)>(.*?)</\1>", re.DOTALL)


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """Every built page by its place."""
    places = (page.relative_to(SITE) for page in sorted(SITE.rglob("*.html")))
    return {place.as_posix(): (SITE / place).read_text("utf-8") for place in places}


# As it is built


def test_every_page_carries_its_policy_before_it_asks_for_anything(pages: dict[str, str]) -> None:
    assert len(pages) > 150
    for page, text in pages.items():
        carried = CARRIED.search(text)
        assert carried, page
        assert not re.search(r"<(?:script|link|style|img|body)\b", text[: carried.start()]), page
        assert "unsafe-inline" not in carried[1]
        assert "'unsafe-eval'" not in carried[1]


def test_whatever_stands_inline_is_named_by_its_hash_and_nothing_else_is(pages: dict[str, str]) -> None:
    """Only the page for what is missing has any; the host's header names all that any page has."""
    said = policy.headers(THEME)["Content-Security-Policy"]
    with_any = []
    for page, text in pages.items():
        inline = [inside for _, given, inside in INLINE.findall(text) if "src=" not in given and "json" not in given]
        hashes = [policy.source(inside) for inside in inline]
        carried = CARRIED.findall(text)[0]
        assert sorted(re.findall(r"'sha256-[^']+'", carried)) == sorted(hashes), page
        assert all(each in said for each in hashes)
        if hashes:
            with_any.append(page)
    assert with_any == ["404.html", "de/404.html", "en/404.html"]


def test_what_stands_inline_is_found_whole_and_data_is_left_alone() -> None:
    page = (
        '<style>p > a{}</style><script src="a.js"></script><script type="application/json">{"a": "<b>"}</script>'
        '<script type="module">if (a < b && "</p>") go("&amp;");\n</script><p>text</p><script>x</script>'
    )
    scripts = ('if (a < b && "</p>") go("&amp;");\n', "x")
    assert policy.inline(page) == policy.Inline(scripts, ("p > a{}",))


def test_a_hash_is_that_of_the_standard() -> None:
    """The example of the W3C's Content Security Policy Level 3, section 6.7.3.2."""
    assert policy.source("alert('Hello, world.');") == "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"


def test_no_built_page_has_code_or_style_in_an_attribute(pages: dict[str, str]) -> None:
    for page, text in pages.items():
        outside = INLINE.sub("", text)
        assert not HANDLER.search(outside), page
        assert not RUNS_CODE.search(outside), page
    for drawing in (SITE / "_").rglob("*.svg"):
        assert " style=" not in drawing.read_text("utf-8"), drawing


def test_hosts_are_told_what_pages_cannot_say() -> None:
    told = {name: (SITE / name).read_text("utf-8") for name in policy.FILES}
    assert told == policy.files(THEME)
    for name in ("_headers", ".htaccess"):
        for header, value in policy.headers(THEME).items():
            assert header in told[name]
            assert value in told[name]
        assert "frame-ancestors 'none'" in told[name]
    assert "frame-ancestors" not in (SITE / "index.html").read_text("utf-8")


@pytest.mark.parametrize("inside", ["<script>go({{ n }})</script>", "<style>{% if x %}p{}{% endif %}</style>"])
def test_a_template_may_not_change_what_a_hash_names(inside: str, tmp_path: Path) -> None:
    file = tmp_path / "404.html"
    file.write_text(inside, "utf-8")
    with pytest.raises(ValueError, match="data apart"):
        policy.of_theme(file)


# In the browser


BROKEN = (
    ("document.body.setAttribute('style', 'color: red')", "style-src"),
    ("document.head.append(Object.assign(document.createElement('script'), { text: 'window.ran = 1' }))", "script-src"),
    ("document.body.innerHTML = '<i onclick=\"ran = 1\">x</i>'; document.querySelector('i').click()", "script-src"),
    ("document.body.innerHTML = '<a href=\"javascript:ran=1\">x</a>'; document.links[0].click()", "script-src"),
    ("new Image().src = 'https://elsewhere.invalid/x.png'", "img-src"),
    ("fetch('https://elsewhere.invalid/').catch(() => {})", "connect-src"),
)
"""What a page must not do, and the directive that forbids it."""


class Plain(Handler):
    """A host that sends no headers of its own."""

    def always(self) -> dict[str, str]:
        return {}


def test_what_a_page_does_against_its_policy_is_stopped_and_noticed(
    chromium: Browser, against_policy: list[str]
) -> None:
    """On a host that knows nothing of it. This is how every other test in a browser learns of it."""
    context = chromium.new_context()
    with served(SITE, Plain) as address:
        for deed, directive in BROKEN:
            page = context.new_page()
            page.goto(f"{address}en/about/")
            page.evaluate(f"() => {{ {deed}; }}")
            page.wait_for_timeout(50)
            assert page.evaluate("window.ran") is None, deed
            assert any(directive in said for said in against_policy), (deed, against_policy)
            against_policy.clear()
            page.close()
    context.close()


def test_what_hosts_are_told_goes_with_everything() -> None:
    """Not with pages alone: a page cannot say what its workers may do."""
    worker = next((SITE / "_").glob("*/js/worker.js")).relative_to(SITE).as_posix()
    with served(SITE) as address:
        for place in ("", "en/mus/", "sw.js", "offline.json", "nowhere/at/all", worker):
            try:
                sent = dict(urlopen(address + place).headers)
            except HTTPError as missing:
                sent = dict(missing.headers)
            assert policy.headers(THEME).items() <= sent.items(), place
            assert sent["Cache-Control"] == (policy.UNCHANGING if place == worker else "no-cache")


# What is kept, and who is asked

KEPT = """async () => ({
  local: Object.keys(localStorage), session: Object.keys(sessionStorage), caches: await caches.keys(),
  databases: (await indexedDB.databases()).map(({ name }) => name), cookie: document.cookie,
  workers: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
})"""


def documented(lang: str) -> list[re.Pattern[str]]:
    """The names in the storage that a language's page on privacy gives, as patterns."""
    page = (ROOT / "docs" / "pages" / lang / "privacy.md").read_text("utf-8")
    names = re.findall("`([^`]+)`", page[page.index("{#kept}") : page.index("{#links}")])
    assert len(names) == 7
    [put_aside] = (name for name in names if name.startswith(":"))
    patterns = (name.replace("<game>", "[a-z0-9]+").replace("…", ".*") for name in names if not name.startswith(":"))
    return [re.compile(f"{pattern}({put_aside}(:[0-9]+)?)?") for pattern in patterns]


def keys(page: Page) -> set[str]:
    """The names of all that is kept, which is nothing of another kind, and no cookie."""
    kept = page.evaluate(KEPT)
    assert kept["cookie"] == ""
    assert kept["databases"] == []
    assert page.context.cookies() == []
    return {*kept["local"], *kept["session"], *kept["caches"]}


def use(page: Page, address: str) -> None:
    """Do on a page of the first game what leaves something behind."""
    page.goto(address + "play/")
    match(page)
    page.wait_for_function("localStorage.getItem('qawaid:play:mus')")
    page.goto(address + "score-sheet/")
    page.locator(".q-options summary").click()
    page.locator(".sheet-names input[type=text]").first.fill("A")
    page.keyboard.press("Tab")
    page.goto(address + "puzzles/")
    page.locator("q-puzzle > .q-here .choice").first.click()
    expect(page.locator("q-puzzle .q-said").first).to_be_visible()
    page.goto(address + "referee/")
    page.locator(".q-here button.q-card").first.click()
    page.keyboard.press("c")
    page.locator("[data-theme]").click()


def test_nothing_is_kept_but_what_is_said_and_nobody_else_is_asked(watched: Watched) -> None:
    """On a page of every kind, in a match, a sheet, a puzzle, a ruling, a search, and kept for offline."""
    page = watched.open("en")
    for address in one_of_every_kind("en"):
        page.goto(f"{watched.site}en/{address}")
        assert keys(page) == set(), address
    assert page.evaluate(KEPT)["workers"] == []
    page.keyboard.press("/")
    page.keyboard.type("grande")
    page.locator(".md-search-result__item").first.wait_for()
    use(page, f"{watched.site}en/mus/")
    page.goto(f"{watched.site}en/offline/")
    page.locator("[data-do=offline_keep]").click()
    expect(page.locator(".q-offline[data-is=kept]")).to_be_visible(timeout=60_000)
    found = keys(page)
    assert {"qawaid:scheme", "qawaid:play:mus", "qawaid:sheet:mus", "qawaid:puzzles:mus"} <= found
    assert [url for url in watched.requests if not url.startswith(watched.site)] == []
    for lang in LANGUAGES:
        said = documented(lang)
        assert [key for key in found if not any(pattern.fullmatch(key) for pattern in said)] == []
        assert all(any(pattern.fullmatch(key) for key in found) for pattern in said if "later" not in pattern.pattern)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_leads_to_what_is_said_of_privacy(lang: str, pages: dict[str, str]) -> None:
    others = tuple(filter(None, (configs.folder(other) for other in LANGUAGES if other != lang)))
    places = [place for place in pages if place.startswith(configs.folder(lang)) and "404" not in place]
    mine = [pages[place] for place in places if not (lang == SOURCE and place.startswith(others))]
    assert len(mine) > 50
    footers = [text[text.index('<footer class="q-end">') :] for text in mine]
    assert all(re.search(r'<a href="[./]*privacy/"|<a href="\./" aria-current="page"', footer) for footer in footers)

"""The search index, and Material's search as it reads it, in a browser."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page

from scripts.press import configs, search
from scripts.press.search import Entry

ROOT = Path(__file__).resolve().parents[1]

QUERIES = (
    "الكبيرة", "كبيرة", "الكبيره", "اللاعب", "لاعب", "يسمى", "يُسَمَّى",
    "الموس", "موس", "المور", "7♦", "A-2-3", "40-35",
)  # fmt: skip
RULE = "mus/#mus.grande"
TEXT = (
    "اللعب الأول يُسَمَّى الكَبيرَةَ، ويبدؤه اللاعِبُ الأيمن في الموس لا في المور. "
    'الورقة <bdi dir="ltr">7♦</bdi>، والسلسلة <bdi dir="ltr">A-2-3</bdi>، والنتيجة <bdi dir="ltr">40-35</bdi>.'
)
ENTRIES = (
    Entry("", "بداية", ""),
    Entry("mus/", "فصل", "كلام آخر"),
    Entry(RULE, "غراندي", TEXT, ("handia",)),
    Entry("mus/#ordago", "Órdago", "Fänge &amp; Größe", ("أورداغو", "إنهاء الشوط")),
)
READING = {"passed_over": "من هل في ينفع", "same": ["إنهاء قفل"], "endings": "ar"}


# ---------- documents ----------


def test_what_is_shown_is_what_was_given() -> None:
    shown = search.document(ENTRIES[2])
    assert (shown["title"], shown["text"]) == ("غراندي", f"<p>{TEXT}</p>")


def test_other_wordings_are_beside_the_text() -> None:
    assert search.document(ENTRIES[3]) == {
        "location": "mus/#ordago",
        "title": "Órdago",
        "text": "<p>Fänge &amp; Größe</p>",
        "asked": "أورداغو إنهاء الشوط",
    }


def test_a_page_without_text_has_its_title_alone() -> None:
    assert search.document(Entry("x/", "abc", "")) == {"location": "x/", "title": "abc", "text": ""}


@pytest.mark.parametrize(
    "entries",
    [
        (Entry("a/#b", "b", ""),),
        (Entry("a/", "a", ""), Entry("a/", "a", "")),
        (Entry("a/#b", "b", ""), Entry("a/", "a", "")),
    ],
)
def test_places_without_their_page_and_doubles_are_refused(entries: tuple[Entry, ...]) -> None:
    with pytest.raises(ValueError, match="search: 'a/"):
        search.index(entries, READING)


# ---------- Material's search, in a browser ----------


LANGUAGES = {"ar": "rtl", "de": "ltr", "en": "ltr"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Build a site of two pages with our theme, serve it in a sub-folder, and give its address."""
    top = tmp_path_factory.mktemp("host") / "any" / "folder"
    pages = top / "build" / "pages" / "ar"
    (pages / "mus").mkdir(parents=True)
    (pages / "index.md").write_text("# بداية {#home}\n", encoding="utf-8")
    (pages / "mus" / "index.md").write_text("# فصل {#mus}\n\n## غراندي {#mus.grande}\n", encoding="utf-8")
    config = configs.write(
        top / "build", "ar", [{"بداية": "index.md"}, {"موس": [{"فصل": "mus/index.md"}]}], words(), "shared", LANGUAGES
    )
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", str(config)],
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        check=True,
    )
    share_scripts(top / "site" / "_" / "shared")
    configs.drop_theme_copies(top / "site")
    search.write(top / "site", ENTRIES, READING)
    yield from served(top.parents[1], "any/folder/site/")


def words() -> dict[str, object]:
    """Return each word of the theme as its own name."""
    short = dict.fromkeys(LANGUAGES, "x")
    keys = configs.words_used(ROOT / "docs" / "theme")
    return {**{key: key for key in keys}, "languages": short, "languages_short": short}


def share_scripts(shared: Path) -> None:
    """Put Material's scripts and ours where the pages look for them."""
    files = {f"material/{name}": file for name, file in configs.material_scripts(["ar"]).items()}
    ours = {f"js/{name}": ROOT / "docs" / "theme" / name for name in ("page.js", "search.js")}
    for place, file in {**files, **ours}.items():
        (shared / place).parent.mkdir(parents=True, exist_ok=True)
        (shared / place).write_bytes(file.read_bytes())


class Quiet(SimpleHTTPRequestHandler):
    """A server of files that prints nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


def served(folder: Path, path: str) -> Iterator[str]:
    """Serve a folder for as long as the caller needs it, and yield an address below it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/{path}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Page:
    """Open one tab for all queries."""
    return chromium.new_page()


def found(page: Page, site: str, query: str) -> dict[str, str]:
    """Ask the search of a freshly loaded page; return the places shown with their text."""
    page.goto(f"{site}mus/?q={quote(query)}")
    page.wait_for_function("document.querySelector('.q-search-meta').textContent.startsWith('search_o') || "
                           "document.querySelector('.q-search-meta').textContent == 'search_none'")  # fmt: skip
    page.wait_for_timeout(50)
    links = page.locator(".md-search-result__link").evaluate_all(
        "all => all.map(link => [link.href, link.querySelector('article > p:not([class])')?.textContent ?? ''])"
    )
    return {href.removeprefix(site): text for href, text in links}


@pytest.mark.browser
@pytest.mark.parametrize("query", QUERIES)
def test_the_search_finds_the_rule(page: Page, site: str, query: str) -> None:
    assert RULE in (places := found(page, site, query))
    assert "mus/#ordago" not in places


@pytest.mark.browser
@pytest.mark.parametrize(
    "query", ["ordago", "Órdago", "اورداغو", "الاورداغو", "Fange", "grosse", "Größe", "قفل", "هل ينفع إنهاء في"]
)
def test_the_search_finds_the_term(page: Page, site: str, query: str) -> None:
    assert "mus/#ordago" in found(page, site, query)


@pytest.mark.browser
def test_what_the_index_adds_is_never_shown(page: Page, site: str) -> None:
    plain = re.sub("<[^>]*>", "", TEXT)
    assert found(page, site, "كبيره")[RULE] == plain
    assert found(page, site, "غراندي")[RULE] == plain


@pytest.mark.browser
def test_notation_stays_isolated_in_results(page: Page, site: str) -> None:
    found(page, site, "40-35")
    assert page.locator(".md-search-result__article bdi[dir=ltr]").last.inner_text() == "40-35"


@pytest.mark.browser
def test_what_no_page_says_is_not_found(page: Page, site: str) -> None:
    assert found(page, site, "باصرة") == {}


@pytest.mark.browser
def test_a_piece_found_in_two_ways_is_marked_once(page: Page, site: str) -> None:
    """The word and its stem stand at the same place; Material breaks a text that is marked twice there."""
    assert found(page, site, "الكبيرة كبير")[RULE] == re.sub("<[^>]*>", "", TEXT)
    marked = page.locator(".md-search-result__article mark").all_inner_texts()
    assert marked == ["الكَبيرَةَ"]


@pytest.mark.browser
def test_what_is_missing_is_told_as_it_was_typed(page: Page, site: str) -> None:
    found(page, site, "الكبيرة والإشارة")
    assert page.locator(".md-search-result__terms del").all_inner_texts() == ["والإشارة"]


@pytest.mark.browser
def test_the_search_asks_no_other_host(site: str, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    found(page, site, "موس")
    assert f"{site}_/shared/js/search.js" in {url.partition("#")[0] for url in asked}
    assert all(url.startswith(site) for url in asked)

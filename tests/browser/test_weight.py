"""What readers wait for is counted in bytes, as a host sends them: a budget a page, and no file twice."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from scripts.measuring.weighing import brotlied, gzipped, of_engine, shared
from scripts.press.serving import Handler, served
from scripts.press.site import SITE
from tests.browser.conftest import LANGUAGES, Watched, built_pages, path

pytestmark = pytest.mark.browser
KB, MB = 1_000, 1_000_000
ENGINE_GZIP, ENGINE_BROTLI = 4.4 * MB, 3.4 * MB
RULES_PAGE = 350 * KB


GAMES = ("basra", "mor200", "mus")


def test_the_engine_with_one_game() -> None:
    for game in GAMES:
        for lang in LANGUAGES:
            assert sum(map(gzipped, of_engine(game, lang))) <= ENGINE_GZIP, (game, lang)


def test_the_engine_with_one_game_and_brotli(request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("--release"):
        pytest.skip("half a minute of packing; with --release")
    for game in GAMES:
        assert sum(map(brotlied, of_engine(game, "ar"))) <= ENGINE_BROTLI, game


def test_the_engine_fetches_nothing_else_and_no_other_game(watched: Watched) -> None:
    page = watched.open("ar", "basra/referee/")
    with page.expect_response("**/basra.ar.json"):
        page.locator("button.q-card").first.focus()
    page.locator("button.q-card").first.click()
    page.locator(".keys button").first.click()
    page.wait_for_load_state("networkidle")
    fetched = {Path(urlsplit(url).path).name for url in watched.requests if "/pyodide/" in url or "/data/" in url}
    expected = {file.name for file in of_engine("basra", "ar")} | {"ui.ar.json"}
    assert fetched == expected


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rules_page_with_its_fonts_and_the_search(watched: Watched, lang: str) -> None:
    folder = SITE if lang == "ar" else SITE / lang
    rules = [address for address in built_pages(lang) if address.count("/") == 2]
    assert len(rules) > 30
    rules.sort(key=lambda address: -gzipped(folder / address / "index.html"))
    page = watched.open(lang)
    for address in rules[:3]:
        watched.requests.clear()
        page.goto(watched.site + path(lang, address), wait_until="networkidle")
        files = {file_of(watched, url) for url in watched.requests if not url.startswith(("data:", "blob:"))}
        files |= {folder / "search" / "search_index.json", *always(lang)}
        weight = {file.relative_to(SITE).as_posix(): gzipped(file) for file in files}
        assert sum(weight.values()) <= RULES_PAGE, f"{address}: {sum(weight.values())} {weight}"


def always(lang: str) -> set[Path]:
    """What every page of a language needs, whether or not the browser has it from the page before."""
    names = {
        "material/bundle.js",
        "material/search.js",
        "js/search.js",
        "js/main.js",
        "fonts/source-serif-4-latin-wght-normal.woff2",
    }
    names |= {"fonts/noto-naskh-arabic-arabic-wght-normal.woff2"} if lang == "ar" else set()
    names |= {"material/endings/support.js", f"material/endings/{lang}.js"} if lang != "en" else set()
    return {shared() / name for name in names}


def file_of(watched: Watched, url: str) -> Path:
    file = SITE / urlsplit(url).path.removeprefix(urlsplit(watched.site).path)
    return file / "index.html" if file.is_dir() else file


def test_no_shared_file_is_sent_twice_over_pages_and_languages(chromium: Browser) -> None:
    sent: Counter[str] = Counter()

    class Counting(Handler):
        def do_GET(self) -> None:  # noqa: N802 (the base class names it so)
            sent[self.path] += 1
            super().do_GET()

    with served(SITE, Counting) as site:
        context = chromium.new_context()
        page = context.new_page()
        for address in ("mus/lances/", "mus/referee/", "basra/capture/", "de/mus/lances/", "en/", "mus/lances/"):
            page.goto(f"{site}{address}", wait_until="networkidle")
        context.close()
    shared_files = {address: times for address, times in sent.items() if address.startswith("/_/")}
    assert len(shared_files) > 20
    assert [address for address, times in shared_files.items() if times > 1] == []

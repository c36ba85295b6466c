"""The site without a network: kept only if the reader says so, whole, in one version at a time, and let go of again."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from scripts.press import configs, offline
from scripts.press.serving import Handler, served
from scripts.press.site import SITE
from tests.browser.conftest import HAND, LANGUAGES, Watched, built_pages, path
from tests.browser.test_accessibility import Found

pytestmark = pytest.mark.browser
PATIENT = 60_000
WHOLE = pytest.mark.parametrize("without", [()], ids=["whole"])
"""For a test that needs all of the site."""
CACHES = "caches.keys()"
WORKERS = "navigator.serviceWorker.getRegistrations().then((all) => all.map(({ scope }) => scope))"
KEEPING = ".q-offline[data-is={}]"
PUZZLE = {"game": "mus", "ask": "puzzle", "level": 1, "seed": 7}


def shared_in(site: Path) -> str:
    """The name of the folder that all pages share."""
    return re.findall(r'data-shared="(?:\./)?_/(\w+)/"', (site / "index.html").read_text("utf-8"))[0]


class Host:
    """A host whose site can be renewed, and which can be made to break off, or to be silent altogether."""

    def __init__(self, folder: Path, *, without: tuple[str, ...] = ()) -> None:
        self.site = folder / "some" / "where" / "qawaid"
        shutil.copytree(SITE, self.site, copy_function=os.symlink, ignore=shutil.ignore_patterns(*without))
        if without:
            for lang in LANGUAGES:
                self.list(lang)
        self.asked: list[str] = []
        self.breaks = ""
        """What is in the addresses that break off half-way."""
        self.silent = False
        self._open = contextlib.ExitStack()
        self.address = f"{self._open.enter_context(served(folder, _of(self)))}some/where/qawaid/"

    def close(self) -> None:
        self._open.close()

    def renew(self, place: str, old: str, new: str, lang: str = "ar") -> None:
        """Publish a version of a language in which one file is another one."""
        file = self.site / configs.folder(lang) / place
        text = file.read_text("utf-8")
        assert old in text
        file.unlink()
        file.write_text(text.replace(old, new), "utf-8")
        self.list(lang)

    def list(self, lang: str) -> None:
        """List a language's files anew."""
        (self.site / configs.folder(lang) / offline.LIST).unlink()
        offline.write_list(self.site, lang, LANGUAGES, shared_in(self.site))


def _of(host: Host) -> type[Handler]:
    class Wilful(Handler):
        def do_GET(self) -> None:  # noqa: N802 (the base class names it so)
            host.asked.append(self.path)
            if host.silent:
                raise ConnectionError
            if host.breaks and host.breaks in self.path:
                self.send_response(200)
                self.send_header("Content-Length", "5000000")
                self.end_headers()
                self.wfile.write(b"half")
                raise ConnectionError
            super().do_GET()

    return Wilful


@pytest.fixture
def without() -> tuple[str, ...]:
    """The folders that a host lacks: what takes long, unless a test says otherwise."""
    return ("pyodide", "mor200")


@pytest.fixture
def host(tmp_path: Path, without: tuple[str, ...]) -> Iterator[Host]:
    found = Host(tmp_path, without=without)
    yield found
    found.close()


@pytest.fixture
def visit(chromium: Browser, host: Host) -> Iterator[Watched]:
    """A visit to that host."""
    context = chromium.new_context()
    context.set_default_timeout(30_000)
    found = Watched(context, host.address)
    yield found
    context.close()
    assert found.elsewhere == []


def is_now(page: Page, state: str) -> None:
    expect(page.locator(KEEPING.format(state))).to_be_visible(timeout=PATIENT)


def press(page: Page, what: str) -> None:
    page.locator(f"[data-do={what}]").click()


def keep(visit: Watched, lang: str = "ar") -> Page:
    page = visit.open(lang, "offline/", width=390)
    press(page, "offline_keep")
    is_now(page, "kept")
    return page


def files(host: Host) -> list[str]:
    """What the host was asked for, but for what a browser always asks: a newer service worker, a newer version."""
    places = (asked.split("/qawaid/")[1] for asked in host.asked)
    return [place for place in places if not place.endswith((offline.LIST, offline.WORKER))]


def without_network(page: Page, visit: Watched, host: Host) -> None:
    page.wait_for_load_state("networkidle")
    host.silent = True
    visit.context.set_offline(True)
    host.asked.clear()


def caches(page: Page) -> list[str]:
    found: list[str] = page.evaluate(CACHES)
    return found


def version(page: Page) -> str:
    return page.locator(".q-offline-facts .q-id").inner_text()


def pages(host: Host, lang: str = "ar") -> str:
    """How many pages a language has, as the list tells."""
    found: Any = json.loads((host.site / configs.folder(lang) / offline.LIST).read_text("utf-8"))
    return str(found["pages"])


# The reader's choice


def test_nothing_is_kept_before_the_reader_says_so(visit: Watched) -> None:
    for address in ("", "mus/lances/", "mus/play/", "offline/"):
        page = visit.open("ar", address)
        page.wait_for_load_state("networkidle")
        assert page.evaluate(CACHES) == []
        assert page.evaluate(WORKERS) == []
    is_now(page, "unkept")
    assert visit.python == []
    assert visit.complaints == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_says_what_would_be_fetched(visit: Watched, host: Host, lang: str) -> None:
    page = visit.open(lang, "offline/", width=390)
    is_now(page, "unkept")
    told = page.locator(".q-offline").inner_text()
    assert pages(host, lang) in told
    assert re.search(r"\d[.,٫]\d", told)
    for width in range(320, 1281, 120):
        page.set_viewport_size({"width": width, "height": 844})
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), width
    # a way leads here from the home page, and from every other one
    page.goto(visit.site + path(lang, ""))
    page.locator("main a[href='offline/']").click()
    page.wait_for_url("**/offline/")
    assert page.locator(".q-site a[aria-current]").count() == 1
    assert visit.complaints == []


def whole_anyway(address: str) -> bool:
    """Tell whether all of a page is waited for even if not everything is tested: what is alike is seen once."""
    return address.count("/") < 2 or address in ("mus/lances/", "basra/a-round/", "mor200/open-questions/")


@WHOLE
def test_everything_works_without_a_network(visit: Watched, host: Host, pytestconfig: pytest.Config) -> None:
    page = keep(visit)
    expect(page.locator(".q-offline-facts")).to_contain_text(pages(host))
    assert page.evaluate(WORKERS) == [host.address]
    assert len(caches(page)) == 2  # the version, and the record of it
    without_network(page, visit, host)
    for address in built_pages("ar"):
        whole = pytestconfig.getoption("--release") or whole_anyway(address)
        page.goto(visit.site + address, wait_until="load" if whole else "commit")
        page.locator("h1").wait_for(state="attached")
        expect(page.locator("html")).to_have_attribute("lang", "ar")
    # the referee is asked, by an address
    page.goto(f"{visit.site}mus/referee/?ask={quote(json.dumps(HAND))}")
    expect(page.locator(".q-verdict p").first).to_be_visible(timeout=PATIENT)
    # a match is begun, and a card played
    page.goto(visit.site + "basra/play/")
    page.locator("q-play .q-btn.is-main").first.click()
    expect(page.locator("q-play")).to_have_attribute("data-state", "turn", timeout=PATIENT)
    before = page.evaluate("JSON.parse(localStorage.getItem('qawaid:play:basra')).record.moves.length")
    page.locator(".mine button.q-card:not([aria-disabled])").first.click()
    page.locator("[data-act=move]:not([aria-disabled])").first.click()
    made = "JSON.parse(localStorage.getItem('qawaid:play:basra')).record.moves.length"
    page.wait_for_function(f"{made} > {before}")
    # a round is written down
    page.goto(visit.site + "basra/score-sheet/")
    for place, value in (("cards-0", 30), ("basras-0", 1), ("basras-1", 2)):
        page.locator(f"[id='sheet-{place}']").fill(str(value))
    page.locator("[data-do=add]").click()
    expect(page.locator(".score-board .big")).to_have_text(["40", "20"], timeout=PATIENT)
    # a puzzle is answered
    page.goto(f"{visit.site}mus/puzzles/?ask={quote(json.dumps(PUZZLE))}")
    page.locator("q-puzzle > .q-here .choice").first.click(timeout=PATIENT)
    expect(page.locator("q-puzzle .q-said").first).to_be_visible()
    # something is searched
    page.keyboard.press("/")
    page.locator("[data-md-component=search-query]").fill("باريس")
    expect(page.locator(".md-search-result__item a").first).to_be_attached()
    assert files(host) == []
    assert visit.complaints == []


def test_what_is_not_kept_says_so_without_a_network(visit: Watched, host: Host) -> None:
    page = keep(visit)
    page.goto(visit.site + "de/mus/")  # with a network it comes from there
    expect(page.locator("html")).to_have_attribute("lang", "de")
    without_network(page, visit, host)
    page.goto(visit.site + "de/mus/lances/?ask=x")
    expect(page.locator("html")).to_have_attribute("lang", "ar")
    note = page.locator("q-offline > .q-said")
    expect(note).to_contain_text("de/mus/lances/")
    expect(note.locator("a")).to_have_attribute("href", visit.site + "de/mus/lances/?ask=x")
    is_now(page, "kept")
    # an address without its last stroke, and one with the name of the file
    page.goto(visit.site + "mus/lances")
    assert page.url == visit.site + "mus/lances/"
    page.goto(visit.site + "mus/lances/index.html")
    assert page.locator("html").get_attribute("lang") == "ar"
    page.goto(visit.site + "offline/?missing=https://example.org/")
    is_now(page, "kept")
    expect(page.locator("q-offline > .q-said")).to_have_count(0)
    host.silent = False
    visit.context.set_offline(False)
    page.goto(visit.site + "offline/?missing=de%2Fmus%2F")
    page.locator("q-offline > .q-said a").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert visit.complaints == []


def test_it_can_be_undone_and_what_the_reader_saved_stays(visit: Watched) -> None:
    page = visit.open("ar")
    page.evaluate("localStorage.setItem('qawaid:sheet:mus', 'x')")
    page = keep(visit)
    page.goto(visit.site + "de/offline/")
    press(page, "offline_keep")
    is_now(page, "kept")
    press(page, "offline_remove")
    is_now(page, "unkept")
    expect(page.locator(".q-offline-said")).not_to_be_empty()
    assert len(caches(page)) == 2
    assert page.evaluate(WORKERS) == [visit.site]  # Arabic is still kept
    page.goto(visit.site + "offline/")
    is_now(page, "kept")
    press(page, "offline_remove")
    is_now(page, "unkept")
    assert caches(page) == []
    assert page.evaluate(WORKERS) == []
    page.reload()
    is_now(page, "unkept")
    assert caches(page) == []
    assert page.evaluate("localStorage.getItem('qawaid:sheet:mus')") == "x"
    assert visit.complaints == []


@WHOLE
def test_a_second_language_takes_what_the_first_one_brought(visit: Watched, host: Host) -> None:
    keep(visit)
    host.asked.clear()
    page = keep(visit, "de")
    assert [place for place in files(host) if "/pyodide/" in place] == []
    without_network(page, visit, host)
    page.goto(f"{visit.site}de/mus/referee/?ask={quote(json.dumps(HAND))}")
    expect(page.locator(".q-verdict p").first).to_be_visible(timeout=PATIENT)
    page.goto(visit.site + "mus/")
    expect(page.locator("html")).to_have_attribute("lang", "ar")
    page.goto(visit.site + "en/mus/")
    page.wait_for_url("**/offline/?missing=*")


# Another version


def test_a_new_version_is_announced_and_taken_only_on_the_readers_word(visit: Watched, host: Host) -> None:
    page = keep(visit)
    first = version(page)
    host.renew("mus/index.html", "<h1", "<h1 data-new")
    new = page.locator("h1[data-new]")
    for address in ("mus/", "mus/lances/"):
        host.asked.clear()
        page.goto(visit.site + address)
        expect(page.locator(".q-slip")).to_be_visible()
        expect(new).to_have_count(0)
        assert files(host) == []
    press(page, "offline_later")
    expect(page.locator(".q-slip")).to_have_count(0)
    page.goto(visit.site + "mus/")  # not again during this visit
    page.wait_for_load_state("networkidle")
    expect(page.locator(".q-slip")).to_have_count(0)
    expect(new).to_have_count(0)
    page = visit.open("ar", "mus/")
    with page.expect_navigation():
        host.asked.clear()
        press(page, "offline_take")
    expect(page.locator("h1[data-new]")).to_be_visible()
    assert files(host) == ["mus/"]  # what is the same is not fetched again
    without_network(page, visit, host)
    page.goto(visit.site + "mus/")
    expect(page.locator("h1[data-new]")).to_be_visible()
    page.goto(visit.site + "offline/")
    is_now(page, "kept")
    assert version(page) != first
    assert len(caches(page)) == 2
    assert visit.complaints == []


def test_another_window_is_told_that_its_page_is_of_the_version_before(visit: Watched, host: Host) -> None:
    page = keep(visit)
    host.renew("mus/index.html", "<h1", "<h1 data-new")
    other = visit.open("ar", "mus/")
    expect(other.locator("[data-do=offline_take]")).to_be_visible()
    press(page, "offline_look")
    with page.expect_navigation():
        press(page, "offline_take")
    expect(other.locator("[data-do=offline_reload]")).to_be_visible()
    expect(other.locator("h1[data-new]")).to_have_count(0)
    with other.expect_navigation():
        press(other, "offline_reload")
    expect(other.locator("h1[data-new]")).to_be_visible()
    assert visit.complaints == []


def test_the_page_of_what_is_kept_looks_for_a_new_version(visit: Watched, host: Host) -> None:
    page = keep(visit)
    press(page, "offline_look")
    expect(page.locator(".q-offline-said")).not_to_be_empty()
    host.renew("mus/index.html", "<h1", "<h1 data-new")
    press(page, "offline_look")
    with page.expect_navigation():
        press(page, "offline_take")
    is_now(page, "kept")
    expect(page.locator("[data-do=offline_take]")).to_have_count(0)
    page.goto(visit.site + "mus/")
    expect(page.locator("h1[data-new]")).to_be_visible()
    assert visit.complaints == []


def test_what_breaks_off_leaves_the_old_version_whole_and_goes_on_later(visit: Watched, host: Host) -> None:
    page = keep(visit)
    host.renew("basra/index.html", "<h1", "<h1 data-new")
    host.renew("mus/index.html", "<h1", "<h1 data-new")
    host.breaks = "/basra/"
    page.goto(visit.site + "mus/")
    press(page, "offline_take")
    failed = page.locator(".q-slip .q-said.is-wrong")
    expect(failed).to_be_visible()
    expect(failed.locator("p")).to_have_count(3)  # why, that what has come stays, and that the old one is whole
    other = visit.context.new_page()
    for address in ("mus/", "basra/"):
        other.goto(visit.site + address)
        expect(other.locator("h1[data-new]")).to_have_count(0)
    host.breaks = ""
    host.asked.clear()
    with page.expect_navigation():
        press(page, "retry")
    assert "basra/" in files(host)
    assert set(files(host)) <= {"basra/", "mus/"}
    page.goto(visit.site + "basra/")
    expect(page.locator("h1[data-new]")).to_be_visible()
    assert len(caches(page)) == 2


def test_a_first_time_that_breaks_off_or_is_cancelled_can_go_on_or_be_thrown_away(visit: Watched, host: Host) -> None:
    page = visit.open("ar", "offline/")
    host.breaks = "mark.svg"
    press(page, "offline_keep")
    expect(page.locator(".q-offline .q-said.is-wrong")).to_be_visible(timeout=PATIENT)
    assert page.evaluate(WORKERS) == []
    page.reload()
    host.breaks = ""
    host.asked.clear()
    press(page, "offline_go_on")
    is_now(page, "kept")
    assert [place for place in files(host) if place.endswith(".wasm")] == []
    press(page, "offline_remove")
    is_now(page, "unkept")
    page.evaluate("for (const what of ['offline_keep', 'cancel']) document.querySelector(`[data-do=${what}]`).click()")
    is_now(page, "unkept")
    expect(page.locator("[data-do=offline_keep], [data-do=offline_go_on]")).to_be_visible()
    if page.locator("[data-do=offline_discard]").count():
        press(page, "offline_discard")
        expect(page.locator("[data-do=offline_keep]")).to_be_visible()
    assert caches(page) == []
    assert page.evaluate(WORKERS) == []


def test_a_file_that_is_not_the_one_listed_is_not_kept(visit: Watched, host: Host) -> None:
    file = host.site / "glossary" / "index.html"
    text = file.read_text("utf-8")
    file.unlink()
    file.write_text(text.replace("<h1", "<h2", 1), "utf-8")
    page = visit.open("en", "offline/")
    press(page, "offline_keep")
    is_now(page, "kept")  # the file is none of the English site's
    page.goto(visit.site + "offline/")
    press(page, "offline_keep")
    expect(page.locator(".q-offline .q-said.is-wrong")).to_be_visible(timeout=PATIENT)
    assert page.locator("[data-do=offline_remove]").count() == 0


def test_whatever_is_shown_goes_through_the_rules_of_axe(visit: Watched, host: Host) -> None:
    found = Found()
    page = visit.open("ar", "offline/")
    is_now(page, "unkept")
    host.breaks = "mark.svg"
    press(page, "offline_keep")
    expect(page.locator(".q-offline .q-said.is-wrong")).to_be_visible()
    found.look_at(page, "failed")
    host.breaks = ""
    press(page, "retry")
    is_now(page, "kept")
    found.look_at(page, "kept")
    page.goto(visit.site + "offline/?missing=de%2Fmus%2F")
    expect(page.locator("q-offline > .q-said")).to_be_visible()
    found.look_at(page, "missing")
    host.renew("mus/index.html", "<h1", "<h1 data-new")
    page.goto(visit.site + "about/")
    expect(page.locator(".q-slip")).to_be_visible()
    found.look_at(page, "slip")
    found.tell()


# Where it cannot be


REFUSED = "if (globalThis.caches) caches.open = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))"
FORBIDDEN = "if (globalThis.caches) caches.match = () => Promise.reject(new DOMException('no', 'SecurityError'))"
NO_WORKERS = "delete Navigator.prototype.serviceWorker"


def test_a_device_without_room_is_told_so(visit: Watched) -> None:
    visit.context.add_init_script(REFUSED)
    page = visit.open("ar", "offline/")
    press(page, "offline_keep")
    failed = page.locator(".q-offline .q-said.is-wrong")
    expect(failed).to_contain_text("لا مكان على الجهاز")
    expect(failed.locator("[data-do=retry]")).to_be_visible()
    assert caches(page) == []
    assert page.evaluate(WORKERS) == []
    assert visit.complaints == []


@pytest.mark.parametrize("lacks", [FORBIDDEN, NO_WORKERS])
def test_a_browser_that_keeps_nothing_says_so(visit: Watched, lacks: str) -> None:
    visit.context.add_init_script(lacks)
    page = visit.open("ar", "offline/")
    is_now(page, "impossible")
    expect(page.locator(".q-offline h2")).to_have_text("لا يسمح المتصفّح هنا بحفظ الموقع")
    expect(page.locator("[data-do]")).to_have_count(0)
    assert visit.complaints == []


def test_without_scripts_the_page_says_what_it_would_do(chromium: Browser, host: Host) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(host.address + "offline/")
    expect(page.locator("q-offline .q-needs")).to_be_visible()
    assert page.locator("main li").count() == 4
    context.close()


# An app


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_site_can_be_installed(visit: Watched, lang: str) -> None:
    page = visit.open(lang, "mus/lances/")
    client = visit.context.new_cdp_session(page)
    found = client.send("Page.getAppManifest")
    assert found["errors"] == []
    app = json.loads(found["data"])
    assert (app["lang"], app["dir"]) == (lang, "rtl" if lang == "ar" else "ltr")
    start = page.evaluate("([href, base]) => new URL(href, base).href", [app["start_url"], found["url"]])
    assert start == visit.site + path(lang, "")
    for icon in app["icons"]:
        size = page.evaluate(
            """async ([src, base]) => {
                const image = new Image();
                image.src = new URL(src, base);
                await image.decode();
                return `${image.naturalWidth}x${image.naturalHeight}`;
            }""",
            [icon["src"], found["url"]],
        )
        assert size == icon["sizes"]


def test_the_browsers_offer_to_install_is_a_button(visit: Watched) -> None:
    page = visit.open("ar", "offline/")
    is_now(page, "unkept")
    page.evaluate("""() => {
        const offer = new Event("beforeinstallprompt", { cancelable: true });
        offer.prompt = async () => { window.prompted = true; };
        dispatchEvent(offer);
    }""")
    press(page, "offline_install")
    page.wait_for_function("window.prompted")
    expect(page.locator("[data-do=offline_install]")).to_have_count(0)

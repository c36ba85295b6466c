"""What goes wrong outside the games, each time said in a sentence, with a way on and with what was saved intact.

The engine dies or does not come, the device keeps nothing or something that cannot be read, the site changes under an
open page. What is tested elsewhere stays there: a long think (test_play), links that hold nothing (test_play,
test_referee, test_sheet, test_puzzle), the keeping of the site that breaks off (test_offline).
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from rules_engine import browser
from scripts.press.serving import Handler, served
from scripts.press.site import SITE
from tests.browser.conftest import HAND, LANCE, LANGUAGES, Watched, path
from tests.browser.test_play import CARDS, LEGAL, before_mine, keeps, kept, move, opened, state
from tests.suites import ours

pytestmark = pytest.mark.browser
__all__ = ["opened"]  # a fixture
SUITE = ours().suite
WORDS: dict[str, Any] = {code: language.plain for code, language in SUITE.languages.items()}
LOADED = 60_000
"""Milliseconds within which the engine comes on a busy machine."""

# ---------- a host that fails ----------


class Host:
    """A host of the built site that can be made to fail in one file, or to publish the site anew."""

    def __init__(self, folder: Path) -> None:
        (folder / "qawaid").symlink_to(SITE)
        self.fails: dict[str, str] = {}
        """How a file fails, by the end of its address: cut, short, other, page, 500, gone."""
        self.head: dict[str, str] = {}
        """What is put at the beginning of a file, by the end of its address."""
        self.forbids = ""
        """The policy with which scripts are sent."""
        self.renewed = False
        """Whether the site has been published anew: then its shared folder has another name."""
        (shared,) = (SITE / "_").iterdir()
        self.shared = shared.name
        self._open = contextlib.ExitStack()
        self.address = f"{self._open.enter_context(served(folder, _of(self)))}qawaid/"

    def close(self) -> None:
        self._open.close()


ANEW = "0123456789ab"
"""The name of the shared folder after the site has been published anew."""


def _of(host: Host) -> type[Handler]:
    class Failing(Handler):
        def do_GET(self) -> None:  # noqa: N802 (the base class names it so)
            place = self.path.partition("?")[0]
            how = next((how for end, how in host.fails.items() if place.endswith(end)), "")
            if host.renewed and f"/{host.shared}/" in place:
                how = "gone"
            self.path = self.path.replace(ANEW, host.shared)
            file = Path(self.translate_path(self.path))
            whole = b"" if how in ("500", "gone") or not file.is_file() else file.read_bytes()
            beginning = next((head for end, head in host.head.items() if place.endswith(end)), "")
            if how == "500":
                self.answer(b"", 500)
            elif how == "gone":
                self.send_error(404)
            elif how == "page":
                self.answer(b"<!doctype html><title>Sign in</title>", kind="text/html")
            elif how == "short":
                self.answer(whole[: len(whole) // 2])
            elif how == "other":
                self.answer(bytes(len(whole)))
            elif how == "cut":
                self.answer(whole[: len(whole) // 2], length=len(whole))
            elif beginning:
                self.answer(beginning.encode() + whole)
            elif place.endswith("/") and host.renewed:
                page = (file / "index.html").read_bytes()
                self.answer(page.replace(host.shared.encode(), ANEW.encode()), kind="text/html; charset=utf-8")
            else:
                super().do_GET()

        def answer(self, content: bytes, status: int = 200, kind: str = "", length: int = 0) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind or self.guess_type(self.path.partition("?")[0]))
            self.send_header("Content-Length", str(length or len(content)))
            self.end_headers()
            self.wfile.write(content)
            if length:
                raise ConnectionError

        def end_headers(self) -> None:
            if host.forbids and self.path.endswith(".js"):
                self.send_header("Content-Security-Policy", host.forbids)
            super().end_headers()

    return Failing


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    found = Host(tmp_path)
    yield found
    found.close()


@pytest.fixture
def visit(chromium: Browser, host: Host) -> Iterator[BrowserContext]:
    """A visit to that host."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, base_url=host.address)
    context.set_default_timeout(30_000)
    yield context
    context.close()


def says(place: Page | Locator, key: str, lang: str = "ar", *, room: str = "ui") -> None:
    """Expect a sentence to be read, by its key among the words."""
    sentence = re.sub("[`{].*", "", WORDS[lang][room][key]).strip()
    assert len(sentence) > 5
    expect(place.get_by_text(sentence).first).to_be_visible(timeout=LOADED)


def fits(page: Page) -> None:
    """Expect nothing to be wider than the window."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


ODDS = {"game": "mus", "ask": "odds", "hand": "R R 3 3", "seat": 0, "mano": 0}


def asking(question: dict[str, Any], lang: str = "ar") -> str:
    return f"{path(lang, question['game'])}/referee/?ask={quote(json.dumps(question))}"


def asked(page: Page) -> dict[str, Any]:
    """The question that stands in the address."""
    found: dict[str, Any] = json.loads(unquote(page.url.split("?ask=")[1].partition("&")[0]))
    return found


def answered(page: Page) -> None:
    """Expect the referee to have answered the question that it shows."""
    expect(page.locator(".q-verdict:not([data-is=stale]) p").first).to_be_visible(timeout=LOADED)


FAILED = ".q-said.is-wrong"
RETRY = f"{FAILED} [data-do=retry]"


# ---------- the files of the engine do not come ----------

COME = [
    ("pyodide.asm.wasm", "cut", "network"),
    ("engine.zip", "page", "damaged"),
    ("mus.zip", "500", "network"),
    ("stdlib.zip", "short", "damaged"),
]
"""Files, ways of failing, and why: never one reason twice in a row, so that each can be seen to come."""
FILES = (
    *("worker.js", "runtime.json", "pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "pyodide-lock.json"),
    *("stdlib.zip", "engine.zip", "mus.zip", "mus.ar.json"),
)
WHYS = {
    "cut": "network",
    "short": "damaged",
    "other": "damaged",
    "page": "damaged",
    "500": "network",
    "gone": "network",
}
MATRIX = [(file, how, "network" if file == "worker.js" else why) for file in FILES for how, why in WHYS.items()]


Fails = list[tuple[str, str, str]]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Before a release go through all files and all ways of failing, each in one language; all games, all languages."""
    release = metafunc.config.getoption("--release")
    if "fails" in metafunc.fixturenames:
        each = [([case], LANGUAGES[place % len(LANGUAGES)]) for place, case in enumerate(MATRIX)]
        all_ = [*((COME, lang) for lang in LANGUAGES), *each]
        metafunc.parametrize(("fails", "lang"), all_ if release else [(COME, "ar")])
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", list(SUITE.games) if release else ["basra"])
    if "lang" in metafunc.fixturenames and "fails" not in metafunc.fixturenames:
        metafunc.parametrize("lang", LANGUAGES if release else ["ar"])
    if "question" in metafunc.fixturenames:
        metafunc.parametrize("question", [ODDS, HAND, LANCE] if release else [ODDS], ids=lambda one: one["ask"])
    if "script" in metafunc.fixturenames:
        metafunc.parametrize("script", ["sheetparts.js", "main.js", "lit-html.js"] if release else ["sheetparts.js"])
    if "lacks" in metafunc.fixturenames:
        metafunc.parametrize("lacks", list(LACKING) if release else ["policy", "modules"])
    if "refuses" in metafunc.fixturenames:
        metafunc.parametrize("refuses", list(REFUSING) if release else ["registration"])


def test_files_that_fail_are_told_and_come_when_they_are_tried_again(
    visit: BrowserContext, host: Host, fails: Fails, lang: str
) -> None:
    """Without a new page: also what the browser has kept of a file that was of no use is fetched anew."""
    page = visit.new_page()
    client = visit.new_cdp_session(page)
    for file, how, why in fails:
        client.send("Network.clearBrowserCache")
        host.fails = {file.replace(".ar.", f".{lang}."): how}
        if page.url == "about:blank":
            page.goto(asking(HAND, lang))
            page.evaluate("window.same = true")
        else:
            page.locator(RETRY).click()
        says(page.locator(FAILED), f"failed_{why}", lang)
        assert asked(page) == HAND
    fits(page)
    host.fails = {}
    page.locator(RETRY).click()
    answered(page)
    expect(page.locator(FAILED)).to_have_count(0)
    assert page.evaluate("window.same")


# ---------- the engine dies or falls silent ----------

KILLS = """(() => {
    const { Worker } = globalThis;
    globalThis.kill = () => alive.terminate();
    let alive;
    globalThis.Worker = class extends Worker {
        constructor(...given) {
            super(...given);
            alive = this;
            if (globalThis.mortal) this.terminate();
        }
        postMessage({ call, ...more }) {
            super.postMessage({ call: globalThis.garbles ? "nothing" : call, ...more });
            if (globalThis.dying) this.terminate();
            globalThis.dying = false;
        }
    };
})()"""
"""Lets a test end the worker as a device without memory does: at any moment, without a word. `dying` ends it in the
middle of the next call, `mortal` every new one at once; what `garbles` makes every call one that breaks."""
HANGS = "() => { setTimeout(() => { for (;;); }, 0); }"
SILENCE = 61_000
"""Milliseconds after which the page has given up waiting, whatever it waits for."""


@pytest.fixture
def mortal(watched: Watched) -> Watched:
    """A visit in which the engine can be killed and time can be made to pass."""
    watched.context.add_init_script(KILLS)
    return watched


def in_time(page: Page) -> Page:
    page.clock.install()
    page.clock.resume()
    return page


@pytest.mark.long
def test_a_match_survives_an_engine_that_hangs_and_breaks(mortal: Watched, game: str, lang: str) -> None:
    """It falls silent while the computer is to move, and the one that takes its place breaks."""
    begun = before_mine(game)
    page = in_time(mortal.context.new_page())
    page.goto(f"{mortal.site}{path(lang, game)}/play/")
    page.evaluate("(pair) => localStorage.setItem(...pair)", [f"qawaid:play:{game}", json.dumps(keeps(begun, game))])
    page.reload()
    page.locator("[data-act=go-on]").click()
    expect(page.locator("q-play")).to_have_attribute("data-state", "turn", timeout=LOADED)
    if page.locator(LEGAL).count() == 0:
        page.locator(CARDS).first.click()
    expect(page.locator(LEGAL).first).to_be_visible()
    text = str(page.locator(LEGAL).first.get_attribute("data-move"))
    page.workers[-1].evaluate(HANGS)
    page.locator(LEGAL).first.click()
    state(page, "thinking")
    page.evaluate("window.garbles = true")
    page.clock.fast_forward(SILENCE)
    expect(page.locator("q-play")).to_have_attribute("data-state", "failed", timeout=LOADED)
    for key in ("play_failed", "failed_silent", "play_failed_kept"):
        says(page.locator(FAILED), key, lang)
    fits(page)
    assert kept(page, game)["record"]["moves"] == [*begun, text]
    page.evaluate("window.garbles = false")
    page.locator("[data-act=retry]").click()
    expect(page.locator("q-play")).to_have_attribute("data-state", re.compile("turn|summary"), timeout=LOADED)
    assert kept(page, game)["record"]["moves"][: len(begun) + 1] == [*begun, text]


def press(buttons: Locator) -> None:
    """Press the first of some buttons without waiting until nothing moves: the page's clock stands still."""
    buttons.first.wait_for()
    buttons.first.dispatch_event("click")


def test_a_question_survives_an_engine_that_dies_in_the_middle(
    mortal: Watched, question: dict[str, Any], lang: str
) -> None:
    """The second engine answers without being asked; if new ones die as well, a sentence says so."""
    page = in_time(mortal.context.new_page())
    page.goto(mortal.site + asking(question, lang))
    answered(page)
    page.evaluate("window.dying = true")
    press(page.locator("button.q-card"))
    press(page.locator(".keys button", has_text="4"))
    page.wait_for_function("!window.dying")
    changed = asked(page)
    assert changed != question
    page.clock.fast_forward(SILENCE)
    answered(page)
    page.evaluate("window.dying = window.mortal = true")
    press(page.locator("button.q-card"))
    press(page.locator(".keys button", has_text="5"))
    page.wait_for_function("!window.dying")
    for _ in range(2):
        page.clock.fast_forward(SILENCE)
    for key in ("failed", "failed_kept"):
        says(page.locator(FAILED), key, lang)
    expect(page.locator(RETRY)).to_be_in_viewport()
    fits(page)
    assert asked(page) not in (question, changed)


# ---------- other parts of the page do not come ----------


def test_words_that_do_not_come_are_told_by_the_page_and_waited_for(
    visit: BrowserContext, host: Host, lang: str
) -> None:
    host.fails = {f"ui.{lang}.json": "short"}
    page = visit.new_page()
    slip = page.locator(".q-lost")
    for address in ("basra/score-sheet/", "basra/puzzles/", "mus/referee/", "offline/"):
        page.goto(path(lang, address))
        says(slip, "lost", lang, room="theme")
        fits(page)
    page.goto(path(lang, "basra/play/"))
    says(slip, "lost", lang, room="theme")
    expect(page.locator(".q-needs")).to_be_hidden()  # scripts are not what is missing
    page.locator("[data-do=lost-close]").click()
    expect(slip).to_be_empty()
    page.reload()
    host.fails = {f"ui.{lang}.json": "page"}
    page.locator("[data-do=lost-again]").click()
    says(slip, "lost", lang, room="theme")
    host.fails = {}
    page.locator("[data-do=lost-again]").click()
    expect(page.locator("[data-act=play]")).to_be_visible()
    expect(slip).to_be_empty()


def test_words_that_are_needed_later_are_told_later(visit: BrowserContext, host: Host) -> None:
    """A page of rules is read in peace; only whoever wants to try an example hears of it."""
    host.fails = {"ui.ar.json": "cut", "worker.js": "gone"}
    page = visit.new_page()
    page.goto("mus/lances/", wait_until="networkidle")
    expect(page.locator(".q-lost")).to_be_empty()
    page.locator("[data-do=own]").first.click()
    says(page.locator(".q-lost"), "lost", room="theme")
    host.fails = {"worker.js": "gone"}
    page.locator("[data-do=lost-again]").click()
    says(page.locator(FAILED), "failed_network")


def test_scripts_that_do_not_come_are_told_by_the_page(visit: BrowserContext, host: Host, script: str) -> None:
    host.fails = {script: "gone"}
    page = visit.new_page()
    page.goto("basra/score-sheet/")
    says(page.locator(".q-lost"), "lost", room="theme")
    expect(page.locator(".score-board")).to_be_visible()  # it stands in the page all the same
    host.fails = {}
    visit.new_cdp_session(page).send("Network.clearBrowserCache")
    page.locator("[data-do=lost-reload]").click()
    expect(page.locator("q-sheet[data-lives]")).to_be_attached()


# ---------- the site is published anew ----------


def test_a_page_of_the_version_before_says_that_there_is_a_new_one(
    visit: BrowserContext, host: Host, lang: str
) -> None:
    page = visit.new_page()
    page.goto(path(lang, "basra/play/"))
    match = json.dumps(keeps(before_mine()))
    page.evaluate("(text) => localStorage.setItem('qawaid:play:basra', text)", match)
    page.reload()
    page.locator("[data-act=go-on]").wait_for()  # the component's own script has come
    host.renewed = True
    page.locator("[data-act=go-on]").click()
    state(page, "failed")
    says(page.locator(FAILED), "failed_new", lang)
    fits(page)
    referee = visit.new_page()
    host.renewed = False
    referee.goto(asking(HAND, lang).partition("?")[0])
    host.renewed = True
    referee.locator("a[data-kind=hand]").click()
    says(referee.locator(FAILED), "failed_new", lang)
    expect(referee.locator("[data-do=reload]")).to_be_in_viewport()  # though it stands under a board that stays
    # the way on
    page.locator("[data-act=reload]").click()
    expect(page.locator("html")).to_have_attribute("data-shared", re.compile(ANEW))
    state(page, "turn")
    assert kept(page)["record"]["moves"] == before_mine()


# ---------- the browser cannot run the engine ----------

LACKING = {
    "wasm": "",
    "policy": "",
    "modules": "globalThis.Worker = class { constructor() {} terminate() {} }",
    "workers": "delete globalThis.Worker",
}
"""What the browser does not have or does not allow, and what takes it away, if that is not done by the host."""


def test_a_browser_that_cannot_run_the_engine_says_so_and_the_page_reads(
    visit: BrowserContext, host: Host, lacks: str
) -> None:
    if lacks == "wasm":
        host.head = {"worker.js": "delete globalThis.WebAssembly;"}
    elif lacks == "policy":
        host.forbids = "script-src 'self'"
    else:
        visit.add_init_script(LACKING[lacks])
    page = visit.new_page()
    page.goto("mus/lances/")
    page.locator("[data-do=own]").first.click()
    failed = page.locator(FAILED)
    says(failed, "failed_unable")
    fits(page)
    expect(page.locator(".q-verdict").first).to_be_visible()  # the examples stand there with their answers
    page.goto("basra/score-sheet/")
    page.locator("[id='sheet-cards-0']").fill("30")
    says(page.locator(FAILED), "failed_unable")
    assert json.loads(page.evaluate("localStorage.getItem('qawaid:sheet:basra')"))["draft"]["line"]["cards"][0] == 30


def test_without_scripts_each_component_says_what_it_needs(chromium: Browser, site: str, lang: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site + path(lang, "mus/play/"))
    says(page.locator("main"), "needs_script", lang, room="press")
    page.goto(site + path(lang, "mus/score-sheet/"))
    says(page.locator("main"), "sheet_needs_script", lang)
    page.goto(site + path(lang, "mus/referee/"))
    says(page.locator("main"), "needs_script", lang)
    page.goto(site + path(lang, "mus/puzzles/"))  # a puzzle stands there whole, with its answer
    page.locator("details.q-scriptless > summary").click()
    expect(page.locator("details.q-scriptless .q-verdict")).to_be_visible()
    context.close()


# ---------- the device keeps nothing ----------

FORBIDDEN = """Object.defineProperty(globalThis, "localStorage", {
    get() { throw new DOMException("The operation is insecure.", "SecurityError"); },
})"""
"""As a browser does whose reader has blocked cookies."""
FILL = """(room) => {
    let piece = "x".repeat(100_000);
    for (let n = 0; piece; n += 1) {
        try { localStorage.setItem(`other:${n}`, piece); } catch { piece = piece.slice(piece.length / 2 + 1); }
    }
}"""
"""Fills the store to its last character with what is none of ours."""
BASRA = {"game": "basra", "ask": "sheet", "rounds": [{"cards": [30, 22], "basras": [1, 0]}]}


UNDER = """(() => {
    const engine = new EventTarget();
    const call = (name) => async (question, ...more) => {
        const entry = JSON.stringify(name === "sheet" ? more[0] : null);
        const { lang } = document.documentElement;
        return JSON.parse(await window.native(name, JSON.stringify(question), lang, entry));
    };
    Object.assign(engine, {
        status: { name: "ready", done: 0, total: 0 },
        preload() {}, retry() {}, cancel() {},
        sheet: call("sheet"), puzzle: call("puzzle"),
    });
    window[Symbol.for("qawaid.engine")] = engine;
})()"""
"""Puts the engine of this process under the page of a score sheet or of puzzles, so that an answer takes a moment."""


@pytest.fixture
def native(watched: Watched) -> Watched:
    """A visit whose engine is that of this process."""

    def answer(name: str, question: str, lang: str, entry: str) -> str:
        return browser.sheet(question, lang, entry) if name == "sheet" else browser.puzzle(question, lang)

    watched.context.expose_function("native", answer)
    watched.context.add_init_script(UNDER)
    return watched


def enter(page: Page) -> None:
    """Put a round on a score sheet of Basra: 30 cards and a basra for one team, so 40 points against none."""
    for place, value in (("cards-0", 30), ("basras-0", 1), ("basras-1", 0)):
        page.locator(f"[id='sheet-{place}']").fill(str(value))
    page.locator("[data-do=add]").click()


def saved(page: Page, button: str) -> str:
    """Press a button that saves a file, and return what is in it."""
    with page.expect_download() as found:
        page.locator(button).click()
    return Path(found.value.path()).read_text("utf-8")


def texts(page: Page) -> dict[str, str]:
    """What lies in the store, but for what fills it."""
    found: dict[str, str] = page.evaluate(
        "Object.fromEntries(Object.entries(localStorage).filter(([key]) => !key.startsWith('other:')))"
    )
    return found


def test_where_storing_is_forbidden_each_says_so_once_and_goes_on(native: Watched, lang: str) -> None:
    """The sheet survives a reload all the same: the address holds it."""
    watched = native
    watched.context.add_init_script(FORBIDDEN)
    page = watched.open(lang, "basra/score-sheet/", width=390)
    says(page.locator(".sheet-notices"), "sheet_forbidden", lang)
    enter(page)
    expect(page.locator(".score-board .big")).to_have_text(["40", "0"], timeout=LOADED)
    expect(page.locator(".notice")).to_have_count(1)
    assert json.loads(saved(page, "[data-do=save]"))["rounds"] == BASRA["rounds"]
    fits(page)
    page.reload()
    expect(page.locator(".score.hands tbody")).to_have_count(1, timeout=LOADED)
    page.goto(watched.site + path(lang, "mus/puzzles/"))
    says(page.locator(".q-kept"), "puzzle_forbidden", lang)
    page.locator("q-puzzle > .q-here .choice").first.click()
    expect(page.locator(".q-counts dd").first).to_contain_text("1")
    page.goto(watched.site + path(lang, "offline/"))
    expect(page.locator(".q-offline[data-is=unkept]")).to_be_visible()  # that is another store
    assert watched.complaints == []


def test_a_match_is_in_the_address_where_the_device_keeps_none(opened: Callable[..., Page], watched: Watched) -> None:
    watched.context.add_init_script(FORBIDDEN)
    page = opened("ar")
    says(page.locator(".notices"), "play_forbidden")
    page.locator("[data-act=play]").click()
    state(page, "turn")
    says(page.locator(".notices"), "play_not_kept")
    expect(page.locator(".notices p")).to_have_count(1)
    before = asked(page)["moves"]
    text = move(page)
    state(page, "turn")
    moves = json.loads(saved(page, "[data-act=save]"))["record"]["moves"]
    assert moves[: len(before) + 1] == [*before, text]
    page.reload()
    state(page, "turn")
    assert json.loads(saved(page, "[data-act=save]"))["record"]["moves"] == moves
    fits(page)
    assert watched.complaints == []


def test_a_store_that_is_full_to_the_brim_loses_nothing_of_what_lies_there(
    opened: Callable[..., Page], watched: Watched
) -> None:
    """Not even what cannot be read: where there is no room to put it aside, it stays where it is."""
    unreadable = {f"qawaid:{what}:basra": f"damaged {what}" for what in ("play", "sheet", "puzzles")}
    page = opened("ar")
    page.evaluate("(texts) => Object.assign(localStorage, texts)", unreadable)
    page.evaluate(FILL)
    page.reload()
    says(page.locator(".notices"), "play_unreadable")
    page.locator("[data-act=play]").click()
    state(page, "turn")
    says(page.locator(".notices"), "play_not_kept")
    assert texts(page) == unreadable
    page.goto(f"{watched.site}basra/puzzles/")
    says(page.locator(".q-kept"), "puzzle_unreadable")
    page.locator("q-puzzle > .q-here .choice").first.click()
    says(page.locator(".q-kept"), "puzzle_full")
    assert texts(page) == unreadable
    page.goto(f"{watched.site}basra/score-sheet/")
    says(page.locator(".sheet-notices"), "sheet_damaged")
    page.locator("[id='sheet-cards-0']").fill("30")
    says(page.locator(".sheet-notices"), "sheet_full")
    assert texts(page) == unreadable
    assert saved(page, "[data-do=damaged]") == "damaged sheet"


REFUSING = {
    "caches": "delete globalThis.caches; delete Window.prototype.caches",
    "registration": """if (navigator.serviceWorker) navigator.serviceWorker.register = () =>
        Promise.reject(new DOMException("denied", "SecurityError"))""",
    "asking": """Object.defineProperty(navigator, "serviceWorker", {
        get() { throw new DOMException("denied", "SecurityError"); },
    })""",
}


def test_where_the_site_may_not_be_kept_that_is_said_and_nothing_is_left(
    visit: BrowserContext, host: Host, refuses: str, lang: str
) -> None:
    visit.add_init_script(REFUSING[refuses])
    short(visit)
    page = visit.new_page()
    page.goto(path(lang, "offline/"))
    if refuses == "registration":
        page.locator("[data-do=offline_keep]").click()
    expect(page.locator(".q-offline[data-is=impossible]")).to_be_visible()
    says(page, "offline_impossible_why", lang)
    fits(page)
    assert page.evaluate("globalThis.caches ? caches.keys() : []") == []


def short(visit: BrowserContext) -> None:
    """Let the list of what is kept hold nothing but a page or two, so that keeping takes a moment."""

    def shortened(route: Route) -> None:
        found = route.fetch()
        listed = found.json()
        files = [file for file in listed["files"] if file["address"] in ("offline/", "about/")]
        route.fulfill(response=found, json={**listed, "files": files, "bytes": sum(file["bytes"] for file in files)})

    visit.route("**/offline.json", shortened)


BROKEN_LISTS = ["{", '{"ar": 7}', '{"ar": {"version": 5, "home": null}}']


def test_a_list_of_what_is_kept_that_cannot_be_read_breaks_no_page(visit: BrowserContext, host: Host) -> None:
    """The pages come from the network again, and what lies on the device can be taken into use or removed."""
    short(visit)
    page = visit.new_page()
    page.goto("offline/")
    page.locator("[data-do=offline_keep]").click()
    expect(page.locator(".q-offline[data-is=kept]")).to_be_visible()
    for text in BROKEN_LISTS:
        page.evaluate(
            """async (text) => {
                for (const name of await caches.keys()) {
                    const cache = await caches.open(name);
                    for (const { url } of await cache.keys()) {
                        if (/offline(-kept)?\\.json$/.test(url)) await cache.put(url, new Response(text));
                    }
                }
            }""",
            text,
        )
        page.goto("mus/")
        expect(page.locator("h1")).to_be_visible()
        page.goto("offline/")
        says(page, "offline_unkept")
        expect(page.locator("[data-do=offline_go_on]")).to_be_visible()
    page.locator("[data-do=offline_go_on]").click()
    expect(page.locator(".q-offline[data-is=kept]")).to_be_visible()
    page.locator("[data-do=offline_remove]").click()
    says(page, "offline_removed")
    assert page.evaluate("caches.keys()") == []


def test_a_list_of_the_site_that_is_none_is_told(visit: BrowserContext, host: Host) -> None:
    page = visit.new_page()
    page.goto("offline/")
    expect(page.locator("[data-do=offline_keep]")).to_be_visible()
    visit.route("**/offline.json", lambda route: route.fulfill(body='{"files": 7}'))
    page.locator("[data-do=offline_keep]").click()
    says(page.locator(".q-offline"), "offline_failed_changed")
    visit.unroute("**/offline.json")
    short(visit)
    page.locator("[data-do=retry]").click()
    expect(page.locator(".q-offline[data-is=kept]")).to_be_visible()


# ---------- what is kept cannot be read ----------


def test_matches_that_cannot_be_read_are_all_put_aside_and_can_be_saved(
    opened: Callable[..., Page], watched: Watched
) -> None:
    """One after another: the second does not take the place of the first."""
    page = opened("ar")
    written = ["{", json.dumps({**keeps([]), "version": 2}), "x" * 4_000_001]
    for place, text in enumerate(written):
        page.evaluate("(text) => localStorage.setItem('qawaid:play:basra', text)", text)
        page.goto(f"{watched.site}basra/play/")
        says(page.locator(".notices"), "play_version" if "version" in text else "play_unreadable")
        assert saved(page, "[data-act=save-unread]") == "\n".join(written[: place + 1])
        page.locator("[data-act=play]").click()
        state(page, "turn")
        assert kept(page)["version"] == 1
    page.goto(f"{watched.site}basra/play/")
    says(page.locator(".notices"), "play_unread")
    fits(page)
    assert sorted(text for key, text in texts(page).items() if ":unread" in key) == sorted(written)
    page.locator("[data-act=forget-unread]").click()
    expect(page.locator(".notices")).to_have_count(0)
    assert list(texts(page)) == ["qawaid:play:basra"]
    expect(page.locator("[data-act=go-on]")).to_be_visible()
    assert watched.complaints == []


UNPLAYABLE = [["0 play 9S", "1 play 2C"], ["0 play XX"], ["nonsense"], [""]]


def test_a_match_with_moves_that_cannot_be_keeps_them_beside_the_one_that_goes_on(opened: Callable[..., Page]) -> None:
    """A card that nobody holds, one that does not exist, moves that are none."""
    begun = before_mine()
    page = opened("ar")
    for more in UNPLAYABLE:
        whole = json.dumps(keeps([*begun, *more]))
        page.evaluate("(text) => { localStorage.clear(); localStorage.setItem('qawaid:play:basra', text); }", whole)
        page.reload()
        page.locator("[data-act=go-on]").click()
        state(page, "failed")
        says(page.locator(FAILED), "play_broken")
        page.locator("[data-act^=before-]").click()
        state(page, "turn")
        assert kept(page)["record"]["moves"] == begun
        assert json.loads(texts(page)["qawaid:play:basra:unread"])["record"]["moves"] == [*begun, *more]
        page.goto(page.url.partition("#")[0])


def stand(*rounds: Any, **more: Any) -> dict[str, Any]:
    """A sheet as it is kept, with its totals."""
    question = {**BASRA, "rounds": [*rounds], **more}
    return {"question": question, "totals": [[40, 0] for _ in rounds], "points": [40, 0]}


def sheets(now: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"version": 1, "now": now, "past": [], "future": [], "matches": [], "draft": None, **more}


ROUND = BASRA["rounds"][0]
UNREAD = [
    (json.dumps(sheets(stand(ROUND)))[:-20], "sheet_damaged"),
    (json.dumps({**sheets(stand(ROUND)), "version": 2}), "sheet_version"),
    (json.dumps(sheets(stand(*[ROUND] * 400))), "sheet_damaged"),
    ("[" * 4_000_001, "sheet_damaged"),
    (json.dumps(sheets({**stand(ROUND), "points": ["40", None]})), "sheet_damaged"),
]
UNCOUNTED = [
    stand({"cards": [60, 60], "basras": [0, 0]}),
    stand({"cards": "many", "nothing": 1}),
    stand(ROUND, variant={"target": {"a": 1}}),
    stand(ROUND, names=["a"] * 7),
]


def test_sheets_that_cannot_be_read_or_counted_are_kept_and_another_can_be_begun(
    native: Watched, lang: str, pytestconfig: pytest.Config
) -> None:
    watched, most = native, None if pytestconfig.getoption("--release") else 2
    key = "qawaid:sheet:basra"
    put = "([key, text]) => { localStorage.clear(); localStorage.setItem(key, text); }"
    page = watched.open(lang, "basra/score-sheet/", width=390)
    big = page.locator(".score-board .big")
    for text, why in UNREAD[:most]:
        page.evaluate(put, [key, text])
        page.reload()
        says(page.locator(".sheet-notices"), why, lang)
        assert texts(page) == {key: text}  # nothing is touched before something is written
        assert saved(page, "[data-do=damaged]") == text
        page.locator("[id='sheet-cards-0']").fill("30")
        page.wait_for_function("(key) => localStorage.getItem(`${key}:unread`) !== null", arg=key)
        assert texts(page)[f"{key}:unread"] == text
        assert json.loads(texts(page)[key])["draft"]["line"]["cards"][0] == 30
    for uncounted in UNCOUNTED[:most]:
        page.evaluate(put, [key, json.dumps(sheets(uncounted))])
        page.reload()
        page.locator("[id='sheet-cards-0']").focus()
        says(page.locator(FAILED), "sheet_uncounted", lang)
        fits(page)
        assert json.loads(saved(page, "[data-do=save-uncounted]")) == uncounted["question"]
        page.locator("[data-do=new-instead]").click()
        expect(page.locator(".sheet-entry > .q-said.is-wrong")).to_have_count(0)
        expect(big).to_have_text(["0", "0"])
        enter(page)
        expect(big).to_have_text(["40", "0"], timeout=LOADED)
        assert json.loads(texts(page)[key])["matches"] == [uncounted]
    # a line that was being filled in, with what it cannot hold
    draft = {"place": 1, "line": {"cards": "many", "basras": {"a": 1}, "nothing": [[]]}}
    page.evaluate(put, [key, json.dumps(sheets(stand(ROUND), draft=draft))])
    page.reload()
    enter(page)
    expect(page.locator(".entry .q-fault, .sheet-entry > .q-said.is-wrong").first).to_be_visible()
    expect(big).to_have_text(["40", "0"])
    page.locator("[data-do=new]").click()
    enter(page)
    expect(page.locator(".score.hands tbody")).to_have_count(1)
    assert watched.complaints == []


def test_settings_and_counts_that_cannot_be_read_leave_pages_that_work(native: Watched) -> None:
    """The choice of light or dark, and the count of puzzles, which is put aside."""
    watched = native
    page = watched.open("ar")
    page.evaluate("Object.assign(localStorage, { 'qawaid:scheme': '{', 'qawaid:puzzles:mus': '[1' })")
    page.goto(f"{watched.site}mus/puzzles/")
    says(page.locator(".q-kept"), "puzzle_unreadable")
    assert texts(page)["qawaid:puzzles:mus"] == "[1"
    page.locator("q-puzzle > .q-here .choice").first.click()
    expect(page.locator(".q-counts dd").first).to_contain_text("1")
    assert texts(page)["qawaid:puzzles:mus:unread"] == "[1"
    assert json.loads(texts(page)["qawaid:puzzles:mus"])["of"] == 1
    page.locator("[data-theme]").click()
    expect(page.locator("html")).to_have_attribute("data-md-color-scheme", "slate")
    assert texts(page)["qawaid:scheme"] == "slate"
    assert watched.complaints == []

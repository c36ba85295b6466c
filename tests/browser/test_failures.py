"""What goes wrong outside the games: the engine dies or does not come, the device keeps nothing or something that cannot be
read, the site changes under an open page. Each is said in a sentence, there is a way on, and what was saved is intact.

What is tested elsewhere stays there: a long think (test_play), links that hold nothing (test_play, test_referee,
test_sheet, test_puzzle), the keeping of the site that breaks off (test_offline).
"""

from __future__ import annotations

import functools
import http.server
import json
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from rules_engine import ask
from rules_engine.suite.loading import load
from scripts.press.serving import Handler
from scripts.press.site import SITE
from tests.browser.conftest import LANGUAGES, Watched, path
from tests.browser.test_play import CARDS, LEGAL, before_mine, keeps, kept, move, opened, state

pytestmark = pytest.mark.browser
__all__ = ["opened"]  # a fixture
SUITE = load().suite
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
        handler = functools.partial(_of(self), directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/qawaid/"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


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
    assert len(sentence) > 10
    expect(place.get_by_text(sentence).first).to_be_visible(timeout=LOADED)


def fits(page: Page) -> None:
    """Expect nothing to be wider than the window."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


HAND = {"game": "mus", "ask": "hand", "cards": "R R 3 7"}
ODDS = {"game": "mus", "ask": "odds", "hand": "R R 3 3", "seat": 0, "mano": 0}


def asking(question: dict[str, Any], lang: str = "ar") -> str:
    return f"{path(lang, question['game'])}/referee/?ask={quote(json.dumps(question))}"


def asked(page: Page) -> dict[str, Any]:
    """The question that stands in the address."""
    found: dict[str, Any] = json.loads(unquote(page.url.split("?ask=")[1]))
    return found


def answered(page: Page) -> None:
    """Expect the referee to have answered the question that it shows."""
    expect(page.locator(".q-verdict:not([data-is=stale]) p").first).to_be_visible(timeout=LOADED)


FAILED = ".q-said.is-wrong"
RETRY = f"{FAILED} [data-do=retry]"


# ---------- the files of the engine do not come ----------

COME = [
    ("pyodide.asm.wasm", "cut", "network"),
    ("stdlib.zip", "short", "damaged"),
    ("mus.zip", "500", "network"),
    ("engine.zip", "page", "damaged"),
    ("mus.ar.json", "cut", "network"),
    ("pyodide.asm.js", "other", "damaged"),
    ("worker.js", "500", "network"),
]
"""Files, ways of failing, and why: never one reason twice in a row, so that each can be seen to come."""
FILES = ("runtime.json", "pyodide.mjs", "pyodide-lock.json", *(file for file, *_ in COME))
WHYS = {"cut": "network", "short": "damaged", "other": "damaged", "page": "damaged", "500": "network", "gone": "network"}
MATRIX = [(file, how, "network" if file == "worker.js" else why) for file in FILES for how, why in WHYS.items()]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Before a release go through all files and all ways of failing, all games and all languages."""
    release = metafunc.config.getoption("--release")
    if "how" in metafunc.fixturenames:
        metafunc.parametrize(("file", "how", "why"), MATRIX if release else [])
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", SUITE.games if release else ["basra"])
    if "lang" in metafunc.fixturenames:
        metafunc.parametrize("lang", LANGUAGES if release else ["ar"])


def test_files_that_fail_are_told_and_come_when_they_are_tried_again(visit: BrowserContext, host: Host) -> None:
    """Without a new page: also what the browser has kept of a file that was of no use is fetched anew."""
    page = visit.new_page()
    browser = visit.new_cdp_session(page)
    for file, how, why in COME:
        browser.send("Network.clearBrowserCache")
        host.fails = {file: how}
        if page.url == "about:blank":
            page.goto(asking(HAND))
            page.evaluate("window.same = true")
        else:
            page.locator(RETRY).click()
        says(page.locator(FAILED), f"failed_{why}")
        assert asked(page) == HAND
    fits(page)
    host.fails = {}
    page.locator(RETRY).click()
    answered(page)
    expect(page.locator(FAILED)).to_have_count(0)
    assert page.evaluate("window.same")


def test_each_file_may_fail_in_each_way(visit: BrowserContext, host: Host, file: str, how: str, why: str) -> None:
    host.fails = {file: how}
    page = visit.new_page()
    page.goto(asking(HAND))
    says(page.locator(FAILED), f"failed_{why}")
    host.fails = {}
    page.locator(RETRY).click()
    answered(page)

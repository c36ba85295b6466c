"""The built site, served on this machine and driven in real Chromium."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scripts.press.serving import served
from scripts.press.site import SITE

LANGUAGES = ("ar", "de", "en")
HAND = {"game": "mus", "ask": "hand", "cards": "R R 3 7"}
LANCE = {
    "game": "mus",
    "ask": "lance",
    "lance": "grande",
    "hands": ["R R R R", "C C C C", "S S S S", "7 7 7 7"],
    "mano": 1,
}
expect.set_options(timeout=20_000)  # a busy machine is slow, not wrong


THOROUGH = ("test_play", "test_puzzle", "test_referee", "test_sheet")
"""The tests of components that are asked in many games, languages and sizes."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without --release each test of a component runs in one of its cases, another one for each test."""
    if config.getoption("--release") or config.getoption("keyword"):
        return
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.nodeid.split("/")[-1].startswith(tuple(f"{name}.py" for name in THOROUGH)):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept = {id(of[sum(map(ord, name)) % len(of)]) for name, of in cases.items()}
    left = [item for of in cases.values() for item in of if id(item) not in kept]
    if left:
        config.hook.pytest_deselected(items=left)
        gone = {id(item) for item in left}
        items[:] = [item for item in items if id(item) not in gone]


def path(lang: str, page: str) -> str:
    return f"{'' if lang == 'ar' else f'{lang}/'}{page}"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site, which lies in a folder of its own name: it must not need the root of a host."""
    assert (SITE / "index.html").exists(), "build the site first: ./scripts/serve --build-only"
    root = tmp_path_factory.mktemp("host")
    (root / "some" / "where").mkdir(parents=True)
    (root / "some" / "where" / "qawaid").symlink_to(SITE)
    with served(root) as address:
        yield f"{address}some/where/qawaid/"


class Watched:
    """A context whose pages are watched: what they complain of, and what they ask other hosts for."""

    def __init__(self, context: BrowserContext, site: str) -> None:
        self.context = context
        self.site = site
        self.complaints: list[str] = []
        self.requests: list[str] = []
        context.on("request", lambda request: self.requests.append(request.url))
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        context.on("console", lambda m: self.complaints.append(m.text) if m.type in ("error", "warning") else None)

    def open(self, lang: str, page: str = "", **viewport: int) -> Page:
        found = self.context.new_page()
        if viewport:
            found.set_viewport_size({"width": viewport["width"], "height": viewport.get("height", 844)})
        found.goto(self.site + path(lang, page))
        return found

    @property
    def elsewhere(self) -> list[str]:
        return [url for url in self.requests if not url.startswith((self.site, "data:", "blob:"))]

    @property
    def python(self) -> list[str]:
        return [url for url in self.requests if "/pyodide/" in url]


@pytest.fixture
def watched(chromium: Browser, site: str) -> Iterator[Watched]:
    context = chromium.new_context()
    context.set_default_timeout(30_000)
    found = Watched(context, site)
    yield found
    context.close()
    assert found.elsewhere == []


@pytest.fixture
def ask_in(watched: Watched) -> Callable[[Page, Any], Any]:
    """Ask the page's engine a plain question, as its components do."""

    def asked(page: Page, question: Any) -> Any:
        script = """async (question) => {
            const shared = new URL(document.documentElement.dataset.shared, document.baseURI);
            const { ask } = await import(new URL("js/engine.js", shared));
            return JSON.stringify(await ask(JSON.parse(question)));
        }"""
        return json.loads(page.evaluate(script, json.dumps(question)))

    return asked


def built_pages(lang: str) -> list[str]:
    """Every page of a language, as its address below the site's."""
    root = SITE if lang == "ar" else SITE / lang
    pages = [file.parent.relative_to(root).as_posix() for file in sorted(Path(root).rglob("index.html"))]
    others = {"_", *(LANGUAGES if lang == "ar" else ())}
    return ["" if page == "." else f"{page}/" for page in pages if page.split("/")[0] not in others]

"""How the tests are run: the same random cases every time, and never a test of speed."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

settings.register_profile(
    "same-everywhere", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("same-everywhere")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--release", action="store_true", help="test with as many random deals as before a release")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--release"):
        long = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    where = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=where, args=FLAGS)
        browser.new_context = _listened_to(browser.new_context)  # type: ignore[method-assign]
        browser.new_page = _listened_to(browser.new_page)  # type: ignore[method-assign]
        yield browser
        browser.close()


# What pages do against their policy. A browser says so on the console, and goes on without.

_against_policy: list[str] = []


def _listened_to(opens: Callable[..., Any]) -> Callable[..., Any]:
    def opened(**given: Any) -> Any:
        found = opens(**given)
        found.on("console", _listen)
        return found

    return opened


def _listen(message: ConsoleMessage) -> None:
    if "Content Security Policy" in message.text:
        _against_policy.append(f"{message.location.get('url', '')}: {message.text}")


def _until(page: Page, expression: str, *, arg: Any = None, timeout: float = 30_000) -> None:
    """Wait until something is true in a page, asking from outside: Playwright asks by eval in the page itself."""
    end = time.monotonic() + timeout / 1000
    while not _true(page, expression, arg):
        assert time.monotonic() < end, f"not true within {timeout:.0f} ms: {expression}"
        page.wait_for_timeout(20)


def _true(page: Page, expression: str, arg: Any) -> bool:
    try:
        return bool(page.evaluate(expression, arg))
    except Error as gone:  # the page has just been left for another one
        if "context was destroyed" in gone.message:
            return False
        raise


Page.wait_for_function = _until  # type: ignore[assignment, method-assign]


@pytest.fixture(autouse=True)
def against_policy() -> Iterator[list[str]]:
    """Fail a test in whose pages anything is done against their policy; give what was, to a test that means it."""
    _against_policy.clear()
    yield _against_policy
    assert _against_policy == []

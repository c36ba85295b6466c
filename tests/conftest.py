"""How the tests are run: the same random cases every time, and never a test of speed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, sync_playwright

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


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    where = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=where, args=FLAGS)
        browser.new_context = _listened_to(browser.new_context)  # type: ignore[method-assign]
        yield browser
        browser.close()


# What pages do against their policy. A browser says so on the console, and goes on without.

_against_policy: list[str] = []


def _listened_to(new_context: Callable[..., BrowserContext]) -> Callable[..., BrowserContext]:
    def made(**given: Any) -> BrowserContext:
        context = new_context(**given)
        context.on("console", _listen)
        return context

    return made


def _listen(message: ConsoleMessage) -> None:
    if "Content Security Policy" in message.text:
        _against_policy.append(f"{message.location.get('url', '')}: {message.text}")


@pytest.fixture(autouse=True)
def against_policy() -> Iterator[list[str]]:
    """Fail a test in whose pages anything is done against their policy; give what was, to a test that means it."""
    _against_policy.clear()
    yield _against_policy
    assert _against_policy == []

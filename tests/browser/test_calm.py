"""Nothing jumps: while a page comes and its components begin to live, and from step to step, no layout shifts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Watched, path
from tests.browser.test_accessibility import WALKTHROUGH, one_of_every_kind

pytestmark = pytest.mark.browser
WATCH = """(() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      const places = sources.map(({ node, previousRect: { x, y }, currentRect }) => (
        `${node?.nodeName} ${node?.className ?? node?.data}: ${x} ${y} → ${currentRect.x} ${currentRect.y}`));
      if (!hadRecentInput) shifts.push([value, places]);
    }
  }).observe({ type: "layout-shift", buffered: true });
})()"""


LEAST = 0.01
"""Of a shift: a face that comes late on a busy machine moves a line by less, where its stand-in is half a pixel off."""


def shifts(page: Page) -> list[tuple[float, list[str]]]:
    page.wait_for_timeout(150)
    found: list[tuple[float, list[str]]] = page.evaluate("shifts")
    return found if sum(value for value, _ in found) >= LEAST else []


@pytest.mark.parametrize(
    ("lang", "width"),
    [("ar", 390), pytest.param("de", 1280, marks=pytest.mark.long), pytest.param("en", 390, marks=pytest.mark.long)],
)
def test_no_page_jumps_while_it_comes(watched: Watched, lang: str, width: int) -> None:
    page = watched.context.new_page()
    page.set_viewport_size({"width": width, "height": 844})
    page.add_init_script(WATCH)
    for address in one_of_every_kind(lang):
        page.goto(watched.site + path(lang, address), wait_until="load")
        assert shifts(page) == [], address


def test_a_step_of_a_walkthrough_moves_nothing_that_stays(watched: Watched) -> None:
    page = watched.context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_init_script(WATCH)
    page.goto(f"{watched.site}{WALKTHROUGH}")
    page.wait_for_selector("q-steps[data-live]")
    for _ in range(3):
        page.locator(".q-step:not([hidden]) a[rel=next]").click()
        assert shifts(page) == []

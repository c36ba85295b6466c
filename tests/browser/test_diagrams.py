"""Diagrams beside the rules: each kind is drawn with its words, runs the right way and fits a phone."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Watched, path

pytestmark = pytest.mark.browser
PAGES = {
    "seats": "mus/deal/",
    "order": "mor200/cards/",
    "scale": "mus/lances/",
    "groups": "basra/capture/",
    "places": "mor200/sequences/",
    "waterfall": "mor200/score/",
}
FOUND = """(figure) => {
  const box = figure.getBoundingClientRect();
  const shown = [...figure.querySelectorAll("li, td, th, svg")].map((each) => each.getBoundingClientRect());
  return {
    caption: figure.querySelector("figcaption").textContent.trim(),
    parts: [...figure.querySelectorAll("li:not(:has(li)), tr")].map((part) => part.textContent.trim()),
    unnamed: figure.querySelectorAll("svg:not([aria-hidden])").length,
    styled: figure.querySelectorAll("[style]").length,
    outside: shown.filter(({ left, right }) => left < box.left - 1 || right > box.right + 1).length,
    empty: shown.filter(({ width, height }) => !width || !height).length,
    wide: document.documentElement.scrollWidth - innerWidth,
    lefts: [...figure.querySelectorAll("ol > li")].map((each) => each.getBoundingClientRect().left),
    bars: [...figure.querySelectorAll("rect")].map((each) => each.getBoundingClientRect().right),
  };
}"""


@pytest.mark.parametrize("kind", PAGES)
def test_a_diagram_has_its_words_and_fits_a_phone(watched: Watched, kind: str) -> None:
    page = watched.context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(watched.site + path("ar", PAGES[kind]), wait_until="load")
    figure = page.locator(f'.q-diagram[data-kind="{kind}"]').first
    figure.scroll_into_view_if_needed()
    found = figure.evaluate(FOUND)
    assert found["caption"]
    assert len(found["parts"]) >= 3
    assert all(found["parts"]), found["parts"]
    assert {name: found[name] for name in ("unnamed", "styled", "outside", "empty", "wide")} == {
        "unnamed": 0, "styled": 0, "outside": 0, "empty": 0, "wide": 0,
    }  # fmt: skip
    if kind in ("scale", "order"):  # they run from left to right in Arabic too
        assert found["lefts"][:8] == sorted(found["lefts"][:8])
    if kind == "seats":  # seat 1 at the right of seat 0, and so on round the table
        first, second, third, last = found["lefts"]
        assert last < first < second
        assert last < third < second
    if kind == "waterfall":  # bars begin where the words end: at the right
        assert found["bars"][0] > found["bars"][1] > found["bars"][2]

"""The first minute: what a newcomer sees on the home page, and the one card to play."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Watched
from tests.suites import ours

pytestmark = pytest.mark.browser

SUITE = ours().suite
[FIRST] = [lesson for game in SUITE.games.values() for lesson in game.walkthroughs if lesson.kind == "home"]
[STEP] = FIRST.steps


@pytest.mark.parametrize("lang", SUITE.languages)
def test_a_newcomer_has_a_card_to_tap_without_scrolling(watched: Watched, lang: str) -> None:
    page = watched.open(lang, "")
    page.set_viewport_size({"width": 390, "height": 844})
    cards = page.locator("q-steps[data-live] .choice .q-card")
    assert cards.count() == len(STEP.choices)
    for card in cards.all():
        box = card.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 844
    [right] = [place for place, choice in enumerate(STEP.choices) if choice.right]
    wrong = next(place for place, choice in enumerate(STEP.choices) if not choice.right)
    page.locator(".choice").nth(wrong).click()
    expect(page.locator(".tray .is-wrong:visible")).to_have_count(1)
    page.locator("[data-do=again]:visible").click()
    page.locator(".choice").nth(right).click()
    expect(page.locator(".tray .is-good:visible")).to_have_count(1)
    expect(page.locator(".q-answered .q-verdict")).to_be_visible()
    rule = page.locator(".tray .is-good a").first
    rule.click()
    expect(page.locator(":target")).to_have_id(STEP.choices[right].rules[0])

"""The walkthrough: by keyboard alone, in both directions of reading, without Python until the reader asks for it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from rules_engine.suite.fixtures import Walkthrough
from tests.browser.conftest import Watched
from tests.suites import ours

pytestmark = pytest.mark.browser
LESSONS = [lesson for game in ours().suite.games.values() for lesson in game.lessons]
LESSON = next(lesson for lesson in LESSONS if lesson.game == "mus")
ASKING = next(place for place, step in enumerate(LESSON.steps) if step.asks and any(not c.right for c in step.choices))
STEP = LESSON.steps[ASKING]
WRONG = next(place for place, choice in enumerate(STEP.choices, 1) if not choice.right)
RIGHT = next(place for place, choice in enumerate(STEP.choices, 1) if choice.right)


def shown(page: Page) -> str:
    return str(page.locator(".q-step:not([hidden])").get_attribute("id"))


@pytest.mark.parametrize(
    ("lang", "forward", "back"), [("ar", "ArrowLeft", "ArrowRight"), ("en", "ArrowRight", "ArrowLeft")]
)
def test_the_arrows_step_in_reading_direction(watched: Watched, lang: str, forward: str, back: str) -> None:
    page = watched.open(lang, f"mus/{LESSON.slug}/")
    first, second = (f"{LESSON.id}:{step.id}" for step in LESSON.steps[:2])
    assert shown(page) == first
    page.keyboard.press(forward)
    assert shown(page) == second
    assert page.evaluate("decodeURIComponent(location.hash)") == f"#{second}"
    page.keyboard.press(back)
    assert shown(page) == first
    page.keyboard.press(back)
    assert shown(page) == first
    assert watched.python == []
    assert watched.complaints == []


@pytest.mark.parametrize("lang", ["ar", "de", "en"])
def test_wrong_answers_are_explained_and_right_ones_kept(watched: Watched, lang: str) -> None:
    page = watched.open(lang, f"mus/{LESSON.slug}/#{LESSON.id}:{STEP.id}")
    step = page.locator(".q-step:not([hidden])")
    expect(step).to_have_attribute("id", f"{LESSON.id}:{STEP.id}")
    page.keyboard.press(str(WRONG))
    said = step.locator(".q-said:not([hidden])")
    expect(said).to_have_count(1)
    expect(said).to_have_class("q-said is-wrong")
    assert said.inner_text().strip()
    page.keyboard.press("h")
    assert step.locator(".rungs > li:not([hidden])").count() >= 1
    page.keyboard.press(str(RIGHT))
    expect(step.locator(".q-said.is-good:not([hidden])")).to_have_count(1)
    assert watched.python == []
    assert watched.complaints == []


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_every_step_can_be_gone_through_and_linked_to(watched: Watched, lesson: Walkthrough) -> None:
    page = watched.open("ar", f"{lesson.game}/{lesson.slug}/")
    for step in lesson.steps:
        assert shown(page) == f"{lesson.id}:{step.id}"
        page.keyboard.press("ArrowLeft")
    last = f"{lesson.id}:{lesson.steps[-1].id}"
    assert shown(page) == last
    page.reload()
    assert shown(page) == last
    assert watched.python == []
    assert watched.complaints == []


def test_a_question_without_a_board_stands_over_its_choices(watched: Watched) -> None:
    bare = ((lesson, step) for lesson in LESSONS for step in lesson.steps if step.question is None)
    lesson, step = next((lesson, step) for lesson, step in bare if step.asks)
    assert step.asks is not None
    page = watched.open("en", f"{lesson.game}/{lesson.slug}/#{lesson.id}:{step.id}")
    expect(page.get_by_role("heading", name=step.asks["en"])).to_be_visible()
    expect(page.get_by_role("group", name=step.asks["en"]).get_by_role("button")).to_have_count(len(step.choices))


def test_keys_are_listed_and_do_nothing_in_a_field(watched: Watched) -> None:
    page = watched.open("en", f"mus/{LESSON.slug}/")
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_at_a_step_the_reader_may_try_otherwise_with_the_engine(watched: Watched) -> None:
    page = watched.open("ar", f"mus/{LESSON.slug}/#{LESSON.id}:{STEP.id}")
    step = page.locator(".q-step:not([hidden])")
    step.locator("[data-do=otherwise]").first.click()
    live = step.locator(".q-board[data-live=true]")
    expect(live).to_be_visible()
    expect(live.locator(".q-verdict p").first).to_be_visible()
    assert watched.python
    assert watched.complaints == []

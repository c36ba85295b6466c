"""Puzzles: answered by keyboard, counted on the device, and each one a link that shows a friend the same."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import LANGUAGES, Watched, path

pytestmark = pytest.mark.browser
GAMES = ("basra", "mor200", "mus")
STORE = "qawaid:puzzles:mus"


def question(seed: int, game: str = "mus", level: int = 1) -> dict[str, Any]:
    return {"game": game, "ask": "puzzle", "level": level, "seed": seed}


def address(asked: dict[str, Any]) -> str:
    return f"{asked['game']}/puzzles/?ask={quote(json.dumps(asked))}"


def asked_in(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(unquote(page.url.split("?ask=")[1]))
    return found


def opened(watched: Watched, lang: str, asked: dict[str, Any], **viewport: int) -> Page:
    page = watched.open(lang, address(asked), **viewport)
    # the puzzle that stands in the page has choices too, but nobody listens to them yet
    expect(page.locator("q-puzzle > .q-here .choice").first).to_be_visible(timeout=60_000)
    return page


def places(page: Page, *, right: bool) -> list[int]:
    """The places of the right or of the wrong answers to the puzzle in the address, by the engine of the page."""
    script = """async (question) => {
        const shared = new URL(document.documentElement.dataset.shared, document.baseURI);
        const { engine } = await import(new URL("js/engine.js", shared));
        const puzzle = await engine.puzzle(question, question.game, document.documentElement.lang);
        return puzzle.choices.map((choice) => choice.right);
    }"""
    found: list[bool] = page.evaluate(script, asked_in(page))
    return [place for place, is_right in enumerate(found) if is_right == right]


def answer(page: Page, *, right: bool) -> None:
    page.keyboard.press(str(places(page, right=right)[0] + 1))
    expect(page.locator(".q-puzzle .q-said")).to_have_class(f"q-said {'is-good' if right else 'is-wrong'}")


def count(page: Page, place: int) -> Locator:
    return page.locator(".q-counts dd").nth(place)


def test_a_right_answer_by_keyboard_is_told_counted_and_followed_by_another_puzzle(watched: Watched) -> None:
    page = opened(watched, "ar", question(7))
    answer(page, right=True)
    told = page.locator(".q-puzzle .q-said.is-good")
    expect(told.locator("h3")).to_be_focused()
    expect(told.locator("h3")).to_have_text("جواب صحيح")
    assert told.locator(".q-reasons a").count() >= 1
    expect(page.locator(".choice em.is-good")).to_have_text("جوابك، وهو صحيح")
    expect(count(page, 0)).to_have_text("1 من 1")
    page.keyboard.press("Enter")
    expect(told).to_have_count(0)
    expect(page.locator(".q-puzzle .q-board h3")).to_be_focused()
    assert asked_in(page) != question(7)
    assert watched.complaints == []


def test_a_wrong_answer_by_arrows_names_the_right_one_and_its_rules(watched: Watched) -> None:
    page = opened(watched, "ar", question(7))
    wrong = places(page, right=False)[0]
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#puzzle-0")).to_be_focused()
    for _ in range(wrong):
        page.keyboard.press("ArrowLeft")  # reading goes to the left
    expect(page.locator(f"#puzzle-{wrong}")).to_be_focused()
    page.keyboard.press("Enter")
    told = page.locator(".q-puzzle .q-said.is-wrong")
    expect(told.locator("h3")).to_be_focused()
    assert told.locator(".q-reasons a").count() >= 1
    expect(page.locator(".choice em.is-good")).to_have_count(1)
    expect(page.locator(f"#puzzle-{wrong} em:not(.is-good) svg")).to_be_visible()
    page.keyboard.press("1")
    page.keyboard.press("2")
    expect(count(page, 0)).to_have_text("0 من 1")
    assert watched.complaints == []


def test_the_rule_missed_most_is_a_link_to_its_text(watched: Watched) -> None:
    page = opened(watched, "ar", question(7))
    answer(page, right=False)
    link = page.locator(".q-kept p a[href*='#']")
    expect(link).to_be_visible()
    rule = str(link.get_attribute("href")).split("#")[1]
    link.click()
    expect(page.locator(f"[id='{rule}']")).to_be_visible()
    assert watched.complaints == []


def test_the_streak_survives_a_reload_and_no_puzzle_counts_twice(watched: Watched) -> None:
    page = opened(watched, "ar", question(1))
    answer(page, right=True)
    page.keyboard.press("n")
    expect(page.locator(".q-puzzle .q-said")).to_have_count(0)
    answer(page, right=True)
    expect(count(page, 1)).to_have_text("2، والأعلى 2")
    page.reload()
    expect(page.locator(".q-puzzle .q-said.is-good")).to_be_visible(timeout=60_000)
    expect(count(page, 1)).to_have_text("2، والأعلى 2")
    page.keyboard.press("1")
    page.keyboard.press("2")
    expect(count(page, 0)).to_have_text("2 من 2")
    page.keyboard.press("n")
    expect(page.locator(".q-puzzle .q-said")).to_have_count(0)
    answer(page, right=False)
    expect(count(page, 1)).to_have_text("0، والأعلى 2")
    assert watched.complaints == []


@pytest.mark.parametrize("kept", ["{", "null", '{"version":1}', '{"version":9,"of":3}'])
def test_a_store_that_cannot_be_read_is_told_and_counting_goes_on(watched: Watched, kept: str) -> None:
    page = opened(watched, "en", question(3))
    page.evaluate("(pair) => localStorage.setItem(...pair)", [STORE, kept])
    page.reload()
    expect(page.locator(".q-kept")).to_contain_text("cannot be read")
    answer(page, right=True)
    expect(count(page, 0)).to_have_text("1 of 1")
    page.reload()
    expect(count(page, 0)).to_have_text("1 of 1")
    expect(page.locator(".q-kept")).not_to_contain_text("cannot be read")
    assert watched.complaints == []


def test_where_nothing_may_be_kept_that_is_told_and_the_visit_counts(watched: Watched) -> None:
    watched.context.add_init_script(
        "for (const name of ['getItem', 'setItem']) Storage.prototype[name] = () => { throw new DOMException('no'); };"
    )
    page = opened(watched, "de", question(3))
    expect(page.locator(".q-kept")).to_contain_text("sichert hier nichts")
    answer(page, right=True)
    page.keyboard.press("n")
    expect(page.locator(".q-puzzle .q-said")).to_have_count(0)
    answer(page, right=True)
    expect(count(page, 0)).to_have_text("2 von 2")
    assert watched.complaints == []


def test_a_copied_link_shows_the_same_puzzle_in_the_language_of_its_page(watched: Watched) -> None:
    watched.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = opened(watched, "en", question(5))
    page.keyboard.press("n")
    expect(page.locator(".q-puzzle .q-board h3")).to_be_focused()
    asked = asked_in(page)
    assert asked != question(5)
    cards = page.locator(".q-puzzle .q-card use").evaluate_all("all => all.map((use) => use.getAttribute('href'))")
    page.locator(".q-kept .q-acts button").click()
    expect(page.locator(".q-kept [role=status]")).not_to_be_empty()
    copied = page.evaluate("navigator.clipboard.readText()")
    other = watched.context.new_page()
    other.goto(copied.replace("/en/", "/de/"))
    expect(other.locator("q-puzzle > .q-here .choice").first).to_be_visible(timeout=60_000)
    assert asked_in(other) == asked
    expect(other.locator(".q-puzzle .q-card use")).to_have_count(len(cards))
    found = other.locator(".q-puzzle .q-card use").evaluate_all("all => all.map((use) => use.getAttribute('href'))")
    assert [href.split("#")[1] for href in found] == [href.split("#")[1] for href in cards]
    other.locator(".q-langs summary").click()
    other.locator(".q-langs a[lang=ar]").click()
    expect(other.locator("html")).to_have_attribute("lang", "ar")
    assert asked_in(other) == asked
    assert watched.complaints == []


def test_back_and_forward_go_from_puzzle_to_puzzle_with_what_was_answered(watched: Watched) -> None:
    page = opened(watched, "ar", question(11))
    answer(page, right=False)
    page.keyboard.press("n")
    expect(page.locator(".q-puzzle .q-said")).to_have_count(0)
    second = asked_in(page)
    page.go_back()
    expect(page.locator(".q-puzzle .q-said.is-wrong")).to_be_visible()
    assert asked_in(page) == question(11)
    page.go_forward()
    expect(page.locator(".q-puzzle .q-said")).to_have_count(0)
    assert asked_in(page) == second
    assert watched.complaints == []


def test_a_level_is_chosen_and_remembered(watched: Watched) -> None:
    page = opened(watched, "en", question(2))
    page.locator(".q-levels button").nth(2).click()
    expect(page.locator(".q-levels button").nth(2)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".q-puzzle .q-board h3")).to_be_focused()
    assert asked_in(page)["level"] == 3
    page.goto(watched.site + path("en", "mus/puzzles/"))
    # the puzzle that stands in the page has choices too, but nobody listens to them yet
    expect(page.locator("q-puzzle > .q-here .choice").first).to_be_visible(timeout=60_000)
    expect(page.locator(".q-levels button").nth(2)).to_have_attribute("aria-pressed", "true")
    assert asked_in(page)["level"] == 3
    assert watched.complaints == []


def test_starting_over_asks_first(watched: Watched) -> None:
    page = opened(watched, "ar", question(4))
    answer(page, right=True)
    reset = page.locator(".q-kept p .q-btn")
    reset.click()
    page.locator("dialog[open] button[value=no]").click()
    expect(count(page, 0)).to_have_text("1 من 1")
    reset.click()
    page.locator("dialog[open] button[value=yes]").click()
    expect(count(page, 0)).to_have_text("0 من 0")
    expect(reset).to_have_count(0)
    assert watched.complaints == []


STRANGE = (question(1, "basra"), {**question(1), "level": 9}, {**question(1), "seed": "<img src=x>"})


@pytest.mark.parametrize("query", ["", "{", "%E0%A4%A", *(quote(json.dumps(asked)) for asked in STRANGE)])
def test_a_link_that_holds_no_puzzle_says_so_and_gives_another(watched: Watched, query: str) -> None:
    page = watched.open("en", f"mus/puzzles/?ask={query}")
    # the puzzle that stands in the page has choices too, but nobody listens to them yet
    expect(page.locator("q-puzzle > .q-here .choice").first).to_be_visible(timeout=60_000)
    expect(page.locator("q-puzzle .q-said.is-wrong")).to_be_visible()
    assert page.locator("img[src=x]").count() == 0
    page.keyboard.press("n")
    expect(page.locator("q-puzzle .q-said.is-wrong")).to_have_count(0)
    assert watched.complaints == []


def test_offline_the_page_says_so_and_goes_on_when_it_can(watched: Watched) -> None:
    page = watched.context.new_page()
    page.route("**/pyodide/**", lambda route: route.abort())
    page.goto(watched.site + path("en", address(question(6))))
    failed = page.locator("q-puzzle .q-said.is-wrong")
    expect(failed).to_be_visible(timeout=60_000)
    expect(failed).to_contain_text("The puzzles could not be loaded")
    page.unroute("**/pyodide/**")
    failed.locator(".q-btn.is-main").click()
    # the puzzle that stands in the page has choices too, but nobody listens to them yet
    expect(page.locator("q-puzzle > .q-here .choice").first).to_be_visible(timeout=60_000)
    expect(failed).to_have_count(0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_on_a_phone_nothing_goes_sideways_and_every_answer_is_a_thumb_high(watched: Watched, lang: str) -> None:
    fits = "document.documentElement.scrollWidth <= innerWidth"
    for game in GAMES:
        page = opened(watched, lang, question(1, game), width=390)
        for level in (1, 2, 3):
            page.locator(".q-levels button").nth(level - 1).click()
            expect(page.locator("q-puzzle .q-said, .q-puzzle[inert]")).to_have_count(0)
            assert asked_in(page)["level"] == level
            assert page.evaluate(fits), page.url
            answer(page, right=False)
            assert page.evaluate(fits), page.url
            buttons = page.locator("q-puzzle button:visible")
            heights = buttons.evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
            assert min(heights) >= 44, page.url
        page.close()
    assert watched.complaints == []


def test_with_reduced_motion_nothing_moves(chromium: Browser, site: str) -> None:
    context = chromium.new_context(reduced_motion="reduce")
    page = opened(Watched(context, site), "ar", question(8))
    for key in ("1", "n"):
        page.keyboard.press(key)
        lasting = "document.getAnimations().filter((one) => one.effect.getComputedTiming().duration > 1).length"
        assert page.evaluate(lasting) == 0
    context.close()

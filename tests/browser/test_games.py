"""Every game's referee in Arabic: positions changed by keypad and keyboard, with answers worked out by hand."""

from __future__ import annotations

import itertools
import json
from typing import Any
from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Watched
from tests.suites import ours

pytestmark = pytest.mark.browser
GAMES = sorted(ours().suite.games)

HAND = {"game": "mus", "ask": "hand", "cards": "3 3 R 4"}
CAPTURE = {"game": "basra", "ask": "capture", "table": "5D 9H QC", "play": "5S"}
MELD = {"game": "mor200", "ask": "meld", "cards": "7S 5S 6S"}
TEAM = {"melds": ["2S 3S 4S", "9C JK JC"], "hands": ["4H", "10S"], "took_11": True, "closed": False}
SCORE = {"game": "mor200", "ask": "score", "teams": [TEAM]}


def opened(watched: Watched, question: dict[str, Any], **viewport: int) -> Page:
    return watched.open("ar", f"{question['game']}/referee/?ask={quote(json.dumps(question))}", **viewport)


def asked(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(unquote(page.url.split("?ask=")[1]))
    return found


def typed(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def answer(page: Page) -> Locator:
    """The sentences that answer the question as it stands now."""
    return page.locator(".q-verdict:not(.is-account, [data-is])")


def cell(page: Page, row: str) -> Locator:
    """The one number that the table has in a row."""
    return page.locator(".q-verdict.is-account:not([data-is]) tr", has_text=row).locator("td")


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def height(place: Locator) -> float:
    """Where a place is in the window."""
    return float(place.evaluate("(place) => place.getBoundingClientRect().y"))


def test_mus_four_kings_by_keyboard(watched: Watched) -> None:
    page = opened(watched, HAND)
    expect(answer(page)).to_contain_text("المجموع 34")
    page.locator("button.q-card").first.click()
    typed(page, "ArrowRight", "ArrowRight", "ArrowRight", "r")  # the four becomes a king, and a three is one
    expect(answer(page)).to_contain_text("دوبليس")
    expect(answer(page)).to_contain_text("المجموع 40")
    assert asked(page)["cards"] == ["3", "3", "R", "R"]
    assert watched.complaints == []


def test_basra_other_cards_are_played_by_keyboard(watched: Watched) -> None:
    page = opened(watched, CAPTURE, width=390)
    captured = page.locator(".q-seat").first.locator(".q-card[data-is~=captured]")
    expect(captured).to_have_count(1)
    played = page.locator(".q-seat").nth(1).locator("button.q-card")
    expect(played).to_have_count(1)
    played.click()
    typed(page, "9")  # takes the nine: the five is not nine, the queen is worth nothing
    expect(captured).to_have_count(1)
    expect(captured).to_contain_text("تسعة الكوبة")
    typed(page, "J")  # a jack sweeps the floor
    expect(captured).to_have_count(3)
    page.locator(".keys:not(.is-suits) button", has_text="K").click()  # a king finds no king
    expect(captured).to_have_count(0)
    assert asked(page)["play"] == ["KS"]
    assert watched.complaints == []


def test_mor200_a_joker_says_what_it_stands_for(watched: Watched) -> None:
    page = opened(watched, MELD, width=390)
    expect(answer(page)).to_contain_text("نقاط الأوراق: 15")
    page.locator("button.q-card").nth(3).click()  # the empty place
    page.locator(".keys:not(.is-suits) button", has_text="JK").click()
    expect(answer(page)).to_contain_text("نقاط الأوراق: 35")
    places = page.locator(".q-seat.is-meld")
    flag = places.locator(".q-flag")
    expect(flag).to_have_count(1)
    page.locator("button.q-card").first.click()
    typed(page, "8")  # the joker now fills the gap that the seven has left
    expect(flag).to_contain_text("7")
    joker = places.locator(".q-card[data-is~=stands]")
    expect(joker.locator(".q-name")).to_contain_text("محلّ 7")
    expect(answer(page)).to_contain_text("نقاط الأوراق: 35")
    page.locator(".q-view").click()
    expect(flag).to_be_hidden()
    expect(joker.locator(".q-name")).to_be_visible()
    assert asked(page)["cards"] == ["8S", "5S", "6S", "JK"]
    assert watched.complaints == []


def test_mor200_a_sequence_is_added_and_grows_by_keyboard_alone(watched: Watched) -> None:
    page = opened(watched, SCORE, width=390)
    expect(cell(page, "نقاط الأوراق")).to_have_text("+65")  # 20 + 5 + 5 and 5 + 20 + 10
    page.locator(".q-field.is-list > .q-btn").focus()
    typed(page, "Enter")
    row = page.locator(".q-list > li").nth(2)
    expect(row.locator("button.q-card")).to_be_focused()
    expect(row.locator(".picker")).to_be_visible()
    typed(page, "5", "d", "6", "d", "7", "d")
    expect(cell(page, "نقاط الأوراق")).to_have_text("+80")
    expect(page.locator(".q-seat.is-meld")).to_have_count(3)
    typed(page, "8", "d")
    expect(cell(page, "نقاط الأوراق")).to_have_text("+85")
    expect(cell(page, "المجموع")).to_have_text("−130")  # 85 - 15 in the hands - 200 without a mor200
    assert asked(page)["teams"][0]["melds"][2] == ["5D", "6D", "7D", "8D"]
    assert watched.complaints == []


def test_mor200_cards_and_sequences_are_taken_out_and_the_focus_stays_near(watched: Watched) -> None:
    page = opened(watched, {**SCORE, "teams": [{**TEAM, "melds": ["3S 4S 5S 6S", "9C JK JC"]}]}, width=390)
    expect(cell(page, "نقاط الأوراق")).to_have_text("+55")  # 4 x 5 and 5 + 20 + 10
    rows = page.locator(".q-list > li")
    last = rows.first.locator("button.q-card").nth(3)
    place = last.locator("xpath=..")
    last.scroll_into_view_if_needed()
    before = height(place)
    last.click()
    assert abs(height(place) - before) < 2  # although other keys have closed above it
    typed(page, "Delete")
    expect(cell(page, "نقاط الأوراق")).to_have_text("+50")
    expect(last).to_be_focused()
    assert abs(height(place) - before) < 2
    typed(page, "Backspace")  # two cards are no sequence, and the answer waits
    expect(rows.first.locator(".q-fault")).to_be_visible()
    expect(page.locator(".q-verdict").first).to_have_attribute("data-is", "stale")
    typed(page, "*")
    expect(cell(page, "نقاط الأوراق")).to_have_text("+65")  # 5 + 5 + 20
    rows.first.locator("button.q-card").nth(2).click()
    rows.first.locator(".picker > .q-btn").focus()
    typed(page, "Enter")
    expect(rows.first.locator("button.q-card").nth(2)).to_be_focused()
    rows.first.locator(":scope > .q-btn").focus()
    typed(page, "Enter")
    expect(rows).to_have_count(1)
    expect(cell(page, "نقاط الأوراق")).to_have_text("+35")
    assert focused(page) == "referee-teams-0-melds-add"
    assert watched.complaints == []


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_fourteen_cards_of_a_sequence_keep_to_one_line(watched: Watched, width: int) -> None:
    whole = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"
    page = opened(watched, {**SCORE, "teams": [{**TEAM, "melds": [whole]}]}, width=width)
    cards = page.locator(".q-cards.is-meld .q-card")
    expect(cards).to_have_count(14)
    boxes = [box for box in (card.bounding_box() for card in cards.all()) if box]
    assert len({box["y"] for box in boxes}) == 1
    assert (
        min(after["x"] - before["x"] for before, after in itertools.pairwise(boxes)) >= 15
    )  # the rank and the suit in the corner stay in sight
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("game", GAMES)
def test_no_kind_of_question_scrolls_sideways(watched: Watched, game: str) -> None:
    page = watched.open("ar", f"{game}/referee/", width=390)
    kinds = page.locator("a[data-kind]")
    assert kinds.count() >= 4
    for kind in kinds.all():
        kind.click()
        expect(kind).to_have_attribute("aria-current", "true")
        expect(answer(page).locator("p").first).to_be_visible()
        page.locator(".q-options > summary").click()
        assert page.locator(".q-fault").count() == 0, kind.inner_text()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), kind.inner_text()
        page.locator(".q-options > summary").click()
    assert watched.complaints == []

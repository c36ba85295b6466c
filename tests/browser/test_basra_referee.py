"""Cards with suits, and as many as one likes: the referee of Basra takes them by keypad and by keyboard."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watched
from tests.suites import ours

pytestmark = pytest.mark.browser
GAME = ours().suite.games["basra"]
CAPTURE = {"game": "basra", "ask": "capture", "table": ["8S", "KC"], "play": "8H"}
SEATS = {"game": "basra", "ask": "seats", "joins": ["Amal", "Bilal", "Chadi", "Dina"]}


def address(question: dict[str, Any]) -> str:
    return f"basra/referee/?ask={quote(json.dumps(question))}"


def asked(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(unquote(page.url.split("?ask=")[1]))
    return found


@pytest.mark.parametrize("lang", ["ar", "de"])
def test_cards_are_added_changed_and_taken_out_on_the_keypad(watched: Watched, lang: str) -> None:
    page = watched.open(lang, address(CAPTURE), width=390)
    floor = page.locator(".q-seat").first
    expect(floor.locator(".q-card[data-is~=captured]")).to_have_count(1)
    floor.locator("button.q-card").nth(2).click()  # the empty place after the last card
    page.locator(".keys:not(.is-suits) button", has_text="7").click()
    expect(floor.locator("button.q-card")).to_have_count(4)
    page.locator(".keys.is-suits button").nth(2).click()
    page.locator(".keys:not(.is-suits) button").last.click()  # the ace
    expect(floor.locator(".q-card[data-is~=captured]")).to_have_count(3)
    assert asked(page)["table"] == ["8S", "KC", "7D", "AS"]
    floor.locator("button.q-card").nth(1).click()
    page.locator(".picker > .q-btn").click()
    expect(floor.locator("button.q-card")).to_have_count(4)
    expect(page.locator(".q-verdict").first).to_contain_text("+10")
    assert asked(page)["table"] == ["8S", "7D", "AS"]
    assert watched.complaints == []


def test_cards_are_typed(watched: Watched) -> None:
    page = watched.open("en", address(CAPTURE))
    floor = page.locator(".q-seat").first
    expect(floor.locator(".q-card[data-is~=captured]")).to_have_count(1)
    floor.locator("button.q-card").nth(1).click()
    for key in ("1", "d", "3", "c"):  # the ten of diamonds, then the three of clubs in the place after it
        page.keyboard.press(key)
    expect(floor.locator("button.q-card")).to_have_count(4)
    assert asked(page)["table"] == ["8S", "10D", "3C"]
    page.keyboard.press("Delete")  # the empty place holds nothing to take out
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Delete")
    expect(floor.locator("button.q-card")).to_have_count(3)
    assert asked(page)["table"] == ["8S", "10D"]
    assert watched.complaints == []


def test_what_is_taken_may_be_chosen(watched: Watched) -> None:
    page = watched.open("en", address({**CAPTURE, "table": ["9S", "9H", "AC"], "play": "10H"}))
    expect(page.locator(".q-verdict").first).to_contain_text("choose")
    page.locator(".q-field .pick button").nth(1).click()
    expect(page.locator(".q-verdict p").first).to_have_text("Not allowed.")
    taken = page.locator(".q-seat").nth(2).locator("button.q-card")
    taken.first.click()
    for key in ("9", "h", "a", "c"):
        page.keyboard.press(key)
    expect(page.locator(".q-verdict p").first).to_have_text("Allowed.")
    assert asked(page)["take"] == ["9H", "AC"]
    assert watched.complaints == []


def test_names_are_typed_and_are_never_markup(watched: Watched) -> None:
    page = watched.open("en", address(SEATS))
    name = page.locator(".q-field input[type=text]").nth(1)
    name.fill("<img src=x>")
    expect(page.locator(".q-seat[data-seat='2'] p")).to_have_text("<img src=x>")
    name.fill("Amal")
    expect(page.locator(".q-fault")).to_contain_text("Amal")
    assert page.locator("img[src=x]").count() == 0
    assert watched.complaints == []

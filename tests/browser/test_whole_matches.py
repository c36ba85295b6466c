"""Whole matches against the computer in real Chromium, in Arabic: by keyboard alone, and by touch on a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from rules_engine import ask
from tests.browser.conftest import Watched, path

pytestmark = pytest.mark.browser

MATCHES: dict[str, dict[str, Any]] = {
    "mus": {"setup": {"seed": 5}, "variant": {"target": 25}},
    "basra": {"setup": {"seed": 5}, "variant": {"target": 20}},
    "mor200": {"setup": {"seed": 5}, "variant": {"target": 1}},
}
"""Short matches, one a game."""
PATIENT = 60_000
READER = 0


def question(game: str, **more: Any) -> dict[str, Any]:
    return {"game": game, "ask": "play", **MATCHES[game], "moves": [], "view": READER, **more}


def record(page: Page, game: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.evaluate(f"localStorage.getItem('qawaid:play:{game}')"))["record"]
    return found


def wanted(page: Page, game: str) -> str:
    """Return what a computer player would do in the reader's place, asked of the engine outside the browser."""
    move: Any = ask({**record(page, game), "ask": "advise", "strength": 2})["move"]
    return str(move)


def cards_of(move: str) -> list[str]:
    """Return the cards of his hand that a reader chooses for a move."""
    words = move.split()[1:]
    if words[0] == "take":
        return words[words.index("with") + 1 :] if "with" in words else []
    if words[0] == "play":
        return words[1:2]
    return {"discard": words[1:], "meld": words[1:], "add": words[2:]}.get(words[0], [])


class Hands:
    """Plays by touch: whatever is pressed is tapped."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.tap()


class Keys(Hands):
    """Plays by keyboard alone: nothing is pressed but keys."""

    def press(self, selector: str) -> None:
        for _ in range(400):
            if self.page.evaluate("(selector) => document.activeElement?.matches(selector) ?? false", selector):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press(self._towards(selector))
        raise AssertionError(f"no way by keyboard to {selector}")

    def _towards(self, selector: str) -> str:
        """Return Tab, or an arrow once the focus is among the cards of the right zone."""
        script = """(selector) => {
            const [now, aim] = [document.activeElement, document.querySelector(selector)];
            if (!aim) return "nothing";
            if (aim.dataset.zone && now?.dataset?.zone === aim.dataset.zone) {
              return Number(aim.dataset.place) > Number(now.dataset.place) ? "ArrowRight" : "ArrowLeft";
            }
            return now && now.compareDocumentPosition(aim) & Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
        }"""
        key: str = self.page.evaluate(script, selector)
        assert key != "nothing", f"{selector} is not on the page"
        return key


def play_to_the_end(page: Page, game: str, hands: Hands) -> None:
    table = page.locator("q-play")
    for _ in range(400):
        expect(table).to_have_attribute("data-state", re.compile("turn|summary|over|failed"), timeout=PATIENT)
        state = table.get_attribute("data-state")
        assert state != "failed", page.locator(".q-said").inner_text()
        if state == "over":
            return
        if state == "summary":
            hands.press("[data-act=next-deal]")
            expect(table).not_to_have_attribute("data-state", "summary", timeout=PATIENT)
            continue
        make(page, game, hands)
    raise AssertionError("the match has no end")


def make(page: Page, game: str, hands: Hands) -> None:
    """Make the wanted move as a reader does: choose the cards, set the amount, press the button."""
    move = wanted(page, game)
    made = len(record(page, game)["moves"])
    for card in cards_of(move):
        free = f'.mine [data-text="{card}"][aria-pressed=false]'
        place = page.locator(free).first.get_attribute("data-place", timeout=PATIENT)
        hands.press(f'.mine [data-place="{place}"]')
    set_amount(page, move, hands)
    button = f'[data-act=move][data-move="{move}"]:not([aria-disabled=true])'
    expect(page.locator(button).first).to_be_attached(timeout=PATIENT)
    hands.press(button)
    page.wait_for_function(
        "([game, made]) => JSON.parse(localStorage.getItem(`qawaid:play:${game}`)).record.moves.length > made",
        arg=[game, made],
        timeout=PATIENT,
    )


def set_amount(page: Page, move: str, hands: Hands) -> None:
    found = re.fullmatch(r"(\d (?:envido|raise)) (\d+)", move)
    if not found:
        return
    press = page.locator(f'.amount [data-move^="{found[1]}"]')
    for _ in range(60):
        now = int(str(press.get_attribute("data-move", timeout=PATIENT)).rpartition(" ")[2])
        if now == int(found[2]):
            return
        which = "last" if now < int(found[2]) else "first"
        hands.press(f'.amount:has([data-move^="{found[1]}"]) > button:{which}-child')
    raise AssertionError(f"the amount of {move} cannot be set")


@contextmanager
def opened(chromium: Browser, site: str, game: str, **how: Any) -> Iterator[Page]:
    """Open a match from a link, as a friend would have sent it."""
    context = chromium.new_context(reduced_motion="reduce", **how)
    watched = Watched(context, site)
    page = context.new_page()
    page.goto(f"{site}{path('ar', f'{game}/play/')}?ask={json.dumps(question(game))}")
    yield page
    context.close()
    assert watched.complaints == []
    assert watched.elsewhere == []


def finished(page: Page, game: str) -> None:
    """The page shows what the engine says of the same record."""
    answer = ask(record(page, game))
    assert answer["over"]
    said = page.locator("q-play .q-said").first
    expect(said).to_be_visible()
    for act in ("new", "replay"):
        expect(page.locator(f"q-play [data-act={act}]").first).to_be_visible()


PLAYED: tuple[tuple[str, Callable[[Page], Hands], dict[str, Any]], ...] = (
    ("keyboard", Keys, {"viewport": {"width": 1280, "height": 900}}),
    ("touch", Hands, {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}),
)


IN_EVERY_RUN = (("basra", "keyboard"), ("mus", "touch"), ("mor200", "touch"))
"""Each game once, and each way of playing; the others before a release."""


@pytest.mark.parametrize(
    ("game", "_how", "hands", "given"),
    [
        pytest.param(
            game, *how, id=f"{how[0]}-{game}", marks=() if (game, how[0]) in IN_EVERY_RUN else pytest.mark.long
        )
        for game in MATCHES
        for how in PLAYED
    ],
)
def test_a_whole_match(
    chromium: Browser, site: str, game: str, _how: str, hands: Callable[[Page], Hands], given: dict[str, Any]
) -> None:
    with opened(chromium, site, game, **given) as page:
        play_to_the_end(page, game, hands(page))
        finished(page, game)
        if "is_mobile" in given:
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wide <= 0, "the page scrolls sideways"

"""The page on which a match is played: its states, its keys, what it keeps, and what it does when something fails.

Most tests put an engine of their own under the page: the one of this process, so that a whole round takes a moment, and
so that it can be made slow or broken.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from rules_engine import browser
from rules_engine.suite.wording import shipped_words
from tests.browser.conftest import LANGUAGES, Watched
from tests.browser.test_pages import LOOSE_NUMBERS
from tests.suites import ours

pytestmark = pytest.mark.browser
SUITE = ours().suite
GAMES = tuple(SUITE.games)
SEED = {"seed": 5}
KEY = "qawaid:play:basra"

UNDER = """(() => {
    const engine = new EventTarget();
    const call = (name) => async (question, ...more) => {
        const signal = more.find((one) => one instanceof AbortSignal);
        if (window.slow?.includes(name)) await new Promise((resolve, reject) => {
            window.goOn = resolve;
            signal?.addEventListener("abort", () => reject(new DOMException("cancelled", "AbortError")));
        });
        if (window.broken?.includes(name)) throw new Error("broken");
        const chosen = name === "table" ? more[0] : [];
        const { lang } = document.documentElement;
        const answer = JSON.parse(await window.native(name, JSON.stringify(question), lang, JSON.stringify(chosen)));
        return window.doctored?.(name, answer) ?? answer;
    };
    Object.assign(engine, {
        status: { name: "ready", done: 0, total: 0 },
        preload() {}, retry() {}, cancel() {},
        table: call("table"), ask: call("ask"), hint: call("hint"),
    });
    window[Symbol.for("qawaid.engine")] = engine;
})()"""


def native(name: str, question: str, lang: str, chosen: str) -> str:
    """Answer as the browser's engine does, in this process."""
    return browser.table(question, lang, chosen) if name == "table" else getattr(browser, name)(question, lang)


for _game in SUITE.games.values():
    for _language in SUITE.languages.values():
        browser.load(json.dumps(shipped_words(_game, _language)))

Opens = Callable[..., Page]


@pytest.fixture
def opened(watched: Watched) -> Opens:
    """Open a game's table in a language, over the engine of this process, with what is kept on the device."""

    def opens(lang: str = "en", game: str = "basra", more: str = "", kept: object = None, **viewport: int) -> Page:
        watched.context.expose_function("native", native)
        watched.context.add_init_script(UNDER)
        if kept is not None:
            text = kept if isinstance(kept, str) else json.dumps(kept)
            put = f"localStorage.setItem('qawaid:play:{game}', {json.dumps(text)})"
            put = f"try {{ if (!sessionStorage.begun) {put}; sessionStorage.begun = 1 }} catch {{}}"
            watched.context.add_init_script(put)
        return watched.open(lang, f"{game}/play/{more}", **viewport)

    return opens


def record(moves: list[str], game: str = "basra", **more: Any) -> dict[str, Any]:
    return {"game": game, "ask": "play", "setup": SEED, "variant": {}, "moves": moves, "view": 0, **more}


def keeps(moves: list[str], game: str = "basra", **more: Any) -> dict[str, Any]:
    return {"version": 1, "record": record(moves, game), "strength": 1, "taken": 0, "read": 0, **more}


def played(count: int, game: str = "basra") -> list[str]:
    """Return the first moves of a match between computer players."""
    moves: list[str] = []
    while len(moves) < count:
        to_move = _asked(record(moves, game))["to_move"]
        if to_move is None:
            break
        question = {**record(moves, game), "ask": "advise", "view": to_move, "strength": 1}
        moves.append(_asked(question)["move"])
    return moves


def _asked(question: Mapping[str, Any]) -> Any:
    return json.loads(browser.ask(json.dumps(question), "en"))


def before_mine(game: str = "basra", at_least: int = 0) -> list[str]:
    """Return moves after which it is the turn of seat 0, or the match is over."""
    moves = played(at_least, game)
    while _asked(record(moves, game))["to_move"] not in (0, None):
        moves = played(len(moves) + 1, game)
    return moves


def state(page: Page, *names: str) -> None:
    expect(page.locator("q-play")).to_have_attribute("data-state", re.compile(f"^({'|'.join(names)})$"))


def kept(page: Page, game: str = "basra") -> Any:
    return json.loads(page.evaluate(f"localStorage.getItem('qawaid:play:{game}')"))


CARDS = ".mine button.q-card:not([aria-disabled])"
LEGAL = "[data-act=move]:not([aria-disabled])"


def move(page: Page) -> str:
    """Play the first move that is offered, choosing the first card if one is needed; return its text."""
    if page.locator(LEGAL).count() == 0:
        page.locator(CARDS).first.click()
    text = str(page.locator(LEGAL).first.get_attribute("data-move"))
    page.locator(LEGAL).first.click()
    return text


# A match begins, goes on, ends


@pytest.mark.parametrize("game", GAMES)
def test_a_match_begins_and_comes_back_to_the_reader(opened: Opens, watched: Watched, game: str) -> None:
    page = opened("ar", game)
    state(page, "start")
    page.locator("[data-act=play]").click()
    state(page, "turn")
    moves = kept(page, game)["record"]["moves"]
    text = move(page)
    state(page, "turn", "summary")
    assert kept(page, game)["record"]["moves"][: len(moves) + 1] == [*moves, text]
    assert watched.complaints == []


def test_seats_strength_and_options_go_into_the_record(opened: Opens) -> None:
    page = opened("en", "mus")
    page.locator(".pick button", has_text="strong").click()
    page.locator("[data-act=play]").click()
    state(page, "turn")
    found = kept(page, "mus")
    assert found["strength"] == 3
    assert found["record"]["game"] == "mus"
    assert found["record"]["view"] == 0
    assert 0 <= found["record"]["setup"]["seed"] < 2**53


def test_cards_are_chosen_and_left_and_the_actions_follow(opened: Opens) -> None:
    page = opened("en", more="#match", kept=keeps(before_mine()))
    state(page, "turn")
    card = page.locator(CARDS).nth(1)
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(page.locator(LEGAL).first).to_be_visible()
    expect(page.locator(".say .q-reasons a").first).to_have_attribute("href", re.compile(r"^\.\./"))
    other = page.locator(CARDS).nth(2)
    other.click()
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(card).to_have_attribute("aria-pressed", "false")  # in Basra the last card counts
    other.click()
    expect(other).to_have_attribute("aria-pressed", "false")
    expect(page.locator("[data-act=move]")).to_have_count(0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_not_allowed_is_explained(opened: Opens, lang: str) -> None:
    page = opened(lang, "mor200", "#match", keeps(before_mine("mor200"), "mor200"))
    state(page, "turn")
    page.locator(CARDS).first.click()
    refused = page.locator("[data-act=move][aria-disabled]").first
    refused.click(force=True)  # it can be pressed all the same
    said = page.locator(".say .q-said.is-wrong")
    expect(said).to_have_attribute("role", "alert")
    expect(said.locator("a").first).to_be_visible()
    expect(page.locator(LEGAL).first).to_be_visible()
    state(page, "turn")


def test_a_deal_that_has_ended_is_read_before_the_next_begins(opened: Opens) -> None:
    page = opened("en", more="#match", kept=keeps(before_mine(at_least=44)))
    for _ in range(3):
        state(page, "turn", "summary")
        if page.locator("q-play").get_attribute("data-state") == "summary":
            break
        move(page)
    state(page, "summary")
    expect(page.locator(".score").first).to_be_visible()
    moves = kept(page)["record"]["moves"]
    assert len(moves) == 48
    assert page.locator(CARDS).count() == 0
    page.reload()
    state(page, "summary")
    assert kept(page)["record"]["moves"] == moves
    page.locator("[data-act=next-deal]").click()
    state(page, "turn")


def test_at_the_end_the_result_stands_and_another_match_can_begin(opened: Opens) -> None:
    moves = played(20_000)
    page = opened("de", more="#match", kept=keeps(moves))
    state(page, "over")
    won = _asked(record(moves))["won_by"] == 0
    expect(page.locator(".say h3")).to_have_text(f"Die Partie ist {'gewonnen' if won else 'verloren'}.")
    page.locator("[data-act=replay]").click()
    state(page, "replay")
    page.locator("[data-act=end-replay]").click()
    state(page, "over")
    page.locator("[data-act=new]").click()
    state(page, "start")
    expect(page.locator("[data-act=play]")).to_be_focused()


# Undo, hint, replay


def test_a_move_is_taken_back_and_the_count_says_so(opened: Opens) -> None:
    begun = before_mine()
    page = opened("en", more="#match", kept=keeps(begun))
    state(page, "turn")
    move(page)
    state(page, "turn")
    expect(page.locator(".taken")).to_have_count(0)
    page.keyboard.press("u")
    state(page, "turn")
    expect(page.locator(".taken")).to_be_visible()
    found = kept(page)
    assert found["record"]["moves"] == begun
    assert found["taken"] == 1


def test_a_hint_marks_cards_and_gives_reasons(opened: Opens) -> None:
    page = opened("en", more="#match", kept=keeps(before_mine()))
    state(page, "turn")
    page.locator("[data-act=hint]").click()
    expect(page.locator(".q-card[data-is~=hinted]").first).to_be_visible()
    expect(page.locator(".say .q-said.is-poor a").first).to_be_visible()
    expect(page.locator(LEGAL).first).to_be_visible()


@pytest.mark.parametrize(("lang", "onward"), [("ar", "ArrowLeft"), ("en", "ArrowRight")])
def test_a_replay_goes_forward_and_back(opened: Opens, lang: str, onward: str) -> None:
    page = opened(lang, more="#match", kept=keeps(before_mine(at_least=6)))
    state(page, "turn")
    page.locator("[data-act=replay]").click()
    state(page, "replay")
    expect(page.locator(".news li")).to_have_count(0)
    page.keyboard.press(onward)
    page.keyboard.press(onward)
    expect(page.locator(".say h3")).to_contain_text("2")
    page.locator("[data-act=back]").click()
    expect(page.locator(".say h3")).to_contain_text("1")
    page.locator("[data-act=end-replay]").click()
    state(page, "turn")


# By key


def test_a_move_is_made_by_keys_alone_and_the_focus_stays(opened: Opens) -> None:
    page = opened("ar", more="#match", kept=keeps(before_mine()))
    state(page, "turn")
    page.locator(CARDS).first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(CARDS).nth(1)).to_be_focused()  # a hand runs left to right in every language
    page.keyboard.press("Enter")
    expect(page.locator(CARDS).nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(LEGAL).first).to_be_visible()
    before = len(kept(page)["record"]["moves"])
    page.keyboard.press("Enter")
    state(page, "thinking", "turn")
    state(page, "turn")
    assert len(kept(page)["record"]["moves"]) > before
    assert page.evaluate("document.activeElement.closest('q-play') !== null")
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("u")
    page.keyboard.press("Escape")
    assert len(kept(page)["record"]["moves"]) > before


def test_as_text_every_place_is_a_list_and_cards_can_be_chosen(opened: Opens) -> None:
    page = opened("en", more="#match", kept=keeps(before_mine()))
    state(page, "turn")
    page.locator(".q-view").click()
    expect(page.locator(".grid")).to_contain_text("cards face down")
    names = page.locator(".mine .q-name").all_inner_texts()
    assert all(" of " in name for name in names)
    page.locator(CARDS).first.click()
    expect(page.locator(CARDS).first).to_have_attribute("aria-pressed", "true")


# When something fails


def test_a_long_think_says_so_and_can_be_cancelled(opened: Opens) -> None:
    page = opened("en", more="#match", kept=keeps(before_mine()))
    state(page, "turn")
    page.evaluate("window.slow = ['ask']")
    move(page)
    cancel = page.locator("[data-act=cancel]")
    expect(cancel).to_be_visible()
    state(page, "thinking")
    cancel.click()
    state(page, "failed")
    page.evaluate("window.slow = []")
    page.locator("[data-act=retry]").click()
    state(page, "turn")


def test_a_long_hint_can_be_cancelled(opened: Opens) -> None:
    page = opened("en", more="#match", kept=keeps(before_mine()))
    state(page, "turn")
    page.evaluate("window.slow = ['hint']")
    page.locator("[data-act=hint]").click()
    page.locator("[data-act=cancel]").click()
    state(page, "turn")
    expect(page.locator("[data-act=cancel]")).to_have_count(0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_engine_that_fails_loses_nothing(opened: Opens, lang: str) -> None:
    page = opened(lang, more="#match", kept=keeps(before_mine()))
    state(page, "turn")
    page.evaluate("window.broken = ['table', 'ask']")
    text = move_despite(page)
    state(page, "failed")
    assert kept(page)["record"]["moves"] == [*before_mine(), text] or text == ""
    page.evaluate("window.broken = []")
    page.locator("[data-act=retry]").click()
    state(page, "turn")


def move_despite(page: Page) -> str:
    page.locator(CARDS).first.click()
    return ""


FULL = 'Storage.prototype.setItem = () => { throw new DOMException("no", "QuotaExceededError"); };'
FORBIDDEN = f"{FULL} Storage.prototype.getItem = Storage.prototype.setItem;"


@pytest.mark.parametrize("script", [FORBIDDEN, FULL], ids=["forbidden", "full"])
def test_where_nothing_can_be_kept_a_sentence_says_so_and_the_match_goes_on(
    opened: Opens, watched: Watched, script: str
) -> None:
    watched.context.add_init_script(script)
    page = opened("en")
    page.locator("[data-act=play]").click()
    state(page, "turn")
    expect(page.locator(".notices")).to_contain_text("could not be saved")
    move(page)
    state(page, "turn")
    assert watched.complaints == []


UNREADABLE = [
    "",
    "{",
    "[]",
    "7",
    '{"version": 9}',
    json.dumps({**keeps([]), "record": 5}),
    '{"version": 1, "record": {}}',
]


@pytest.mark.parametrize("text", UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_is_kept_and_cannot_be_read_is_put_aside(opened: Opens, watched: Watched, text: str) -> None:
    page = opened("en", more="#match", kept=text)
    state(page, "start")
    expect(page.locator(".notices")).to_be_visible()
    page.locator("[data-act=play]").click()
    state(page, "turn")
    assert page.evaluate(f"localStorage.getItem('{KEY}:unread')") == text
    assert watched.complaints == []


def test_a_record_with_a_move_that_cannot_be_is_played_on_from_before_it(opened: Opens) -> None:
    begun = before_mine()
    page = opened("en", more="#match", kept=keeps([*begun, "0 play XX", "1 play 2C"]))
    state(page, "failed")
    page.locator(f"[data-act=before-{len(begun)}]").click()
    state(page, "turn")
    assert kept(page)["record"]["moves"] == begun


# Links and files


def link(moves: list[str]) -> str:
    return f"?ask={quote(json.dumps(record(moves)))}"


def test_a_link_shows_its_position_and_leaves_the_readers_own_match(opened: Opens) -> None:
    mine = keeps(before_mine(at_least=20))
    mine["record"]["setup"] = {"seed": 6}
    mine["record"]["moves"] = []
    page = opened("de", more=link(before_mine()), kept=mine)
    state(page, "turn")
    expect(page.locator(".notices")).to_be_visible()
    assert kept(page)["record"] == mine["record"]
    move(page)
    dialog = page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    assert kept(page)["record"] == mine["record"]
    page.locator(LEGAL).first.click()
    dialog.locator("[data-act=confirm]").click()
    state(page, "turn")
    assert kept(page)["record"]["setup"] == SEED


BROKEN = [
    "?ask=",
    "?ask={",
    "?ask=[]",
    f"?ask={quote(json.dumps({'game': 'mus', 'ask': 'hand'}))}",
    "?ask=" + "x" * 9000,
]


@pytest.mark.parametrize("query", BROKEN, ids=range(len(BROKEN)))
def test_a_broken_link_leaves_a_page_that_works(opened: Opens, watched: Watched, query: str) -> None:
    page = opened("ar", more=query)
    state(page, "start")
    expect(page.locator(".notices")).to_be_visible()
    page.locator("[data-act=play]").click()
    state(page, "turn")
    assert watched.complaints == []


def test_a_link_is_copied_and_opens_again(opened: Opens, watched: Watched) -> None:
    watched.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = opened("en", more="#match", kept=keeps(before_mine(), taken=2))
    state(page, "turn")
    page.locator("[data-act=copy-link]").click()
    expect(page.locator(".menu [role=status]")).not_to_be_empty()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert len(copied) < 8 * 1024 + 200
    page.goto(copied)
    state(page, "turn")
    expect(page.locator(".taken")).to_contain_text("2")


def test_a_long_match_is_saved_as_a_file_and_read_from_it(opened: Opens) -> None:
    long = before_mine("mor200", 400)
    page = opened("en", "mor200", "#match", keeps(long, "mor200", read=len(long)))
    state(page, "turn")
    with page.expect_download() as saved:
        page.locator("[data-act=copy-link]").click()
    file = saved.value.path()
    page.evaluate("localStorage.clear()")
    page.goto(page.url.partition("#")[0])
    state(page, "start")
    page.locator("input[type=file]").set_input_files(file)
    state(page, "turn")
    assert kept(page, "mor200")["record"]["moves"] == long
    page.goto(page.url.partition("#")[0].replace("mor200", "basra"))
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".q-fault")).to_contain_text("another game")


def test_a_new_match_is_confirmed_while_one_is_going_on(opened: Opens) -> None:
    page = opened("en", more="#match", kept=keeps(before_mine()))
    state(page, "turn")
    page.locator("[data-act=new]").click()
    dialog = page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    state(page, "turn")
    page.locator("[data-act=new]").click()
    dialog.locator("[data-act=confirm]").click()
    state(page, "start")
    page.locator("[data-act=go-on]").click()
    state(page, "turn")


def test_the_language_switch_keeps_the_match(opened: Opens) -> None:
    page = opened("ar", more="#match", kept=keeps(before_mine()))
    state(page, "turn")
    moves = kept(page)["record"]["moves"]
    page.locator(".q-langs summary").click()
    page.locator(".q-langs a[hreflang=de]").click()
    state(page, "turn")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert kept(page)["record"]["moves"] == moves


# How it looks and feels


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 700), (390, 844), (1280, 900)])
def test_nothing_scrolls_sideways_and_the_hand_is_in_sight(opened: Opens, game: str, width: int, height: int) -> None:
    page = opened("ar", game, "#match", keeps(before_mine(game, 30), game, read=10_000), width=width, height=height)
    state(page, "turn", "over")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("""() => {
        const { top, bottom } = document.querySelector(".mine").getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
    }""")
    small = page.evaluate("""() => [...document.querySelectorAll("q-play :is(button, summary, label)")]
        .filter((one) => !one.matches(".q-card")).map((one) => [one.textContent, one.getBoundingClientRect()])
        .filter(([, { width, height }]) => width && (height < 43.5 || width < 43.5)).map(([text]) => text)""")
    assert small == []


@pytest.mark.parametrize("game", GAMES)
def test_digits_and_cards_are_isolated_in_arabic(opened: Opens, game: str) -> None:
    page = opened("ar", game, "#match", keeps(before_mine(game, 30), game, read=10_000))
    state(page, "turn", "over")
    assert page.evaluate(LOOSE_NUMBERS) == []


def test_the_table_keeps_its_place_while_cards_are_chosen(opened: Opens) -> None:
    page = opened("de", more="#match", kept=keeps(before_mine()), width=390, height=844)
    state(page, "turn")
    where = "['.table', '.say', '.mine'].map((one) => document.querySelector(one).getBoundingClientRect().top)"
    before = page.evaluate(where)
    for place in range(page.locator(CARDS).count()):
        page.locator(CARDS).nth(place).click()
        expect(page.locator(LEGAL).first).to_be_visible()
        assert page.evaluate(where) == before


def test_nothing_moves_where_motion_is_not_wanted(opened: Opens) -> None:
    page = opened("en", more="#match", kept=keeps(before_mine()))
    page.emulate_media(reduced_motion="reduce")
    state(page, "turn")
    page.evaluate("() => { Element.prototype.animate = () => { window.moved = true; }; }")
    move(page)
    state(page, "turn")
    assert page.evaluate("window.moved") is None


def test_cards_glide_and_nothing_of_it_stays(opened: Opens) -> None:
    page = opened("en", more="#match", kept=keeps(before_mine()))
    state(page, "turn")
    page.evaluate("""() => {
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...all) { window.moved = true; return animate.apply(this, all); };
    }""")
    move(page)
    state(page, "turn")
    assert page.evaluate("window.moved") is True
    expect(page.locator(".q-ghost")).to_have_count(0)


def test_forty_cards_in_a_hand_can_each_be_chosen_on_a_phone(opened: Opens) -> None:
    page = opened("ar", "mor200", "#match", keeps(before_mine("mor200"), "mor200"), width=390, height=844)
    state(page, "turn")
    page.evaluate("""window.doctored = (name, table) => {
        const hand = name === "table" && table.zones.find(({ place }) => place === 0);
        if (hand && hand.press.length) {
            hand.cards = Array.from({ length: 40 }, (_, place) => hand.cards[place % hand.cards.length]);
            hand.press = hand.cards.map((_, place) => place);
        }
        return table;
    }""")
    page.locator("[data-act=replay]").click()
    page.locator("[data-act=end-replay]").click()
    expect(page.locator(CARDS)).to_have_count(40)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for place in (0, 17, 39):
        card = page.locator(CARDS).nth(place)
        card.click()
        assert card.evaluate("(card) => document.activeElement === card")
    height = page.evaluate("document.querySelector('.mine').getBoundingClientRect().height")
    assert height < 844 * 0.4


def test_the_log_can_be_copied(opened: Opens, watched: Watched) -> None:
    watched.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = opened("en", more="#match", kept=keeps(before_mine(at_least=8)))
    state(page, "turn")
    page.locator(".log > summary").click()
    page.locator("[data-act=copy-log]").click()
    expect(page.locator(".menu [role=status]")).not_to_be_empty()
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert len(lines) == 1 + page.locator(".log li").count()


# Over the real engine


def test_a_move_is_made_over_the_engine_in_the_browser(watched: Watched) -> None:
    page = watched.open("ar", "basra/play/")
    assert watched.python == []
    page.locator("[data-act=play]").click()
    expect(page.locator("q-play")).to_have_attribute("data-state", "turn", timeout=60_000)
    before = kept(page)["record"]["moves"]
    move(page)
    state(page, "turn")
    assert len(kept(page)["record"]["moves"]) >= len(before) + 4
    assert watched.complaints == []

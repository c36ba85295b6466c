"""The score sheet: a real match is entered on a phone, kept, changed, taken back, sent, and never lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import LANGUAGES, Watched
from tests.suites import ours

pytestmark = pytest.mark.browser
UI: dict[str, Any] = {code: language.plain["ui"] for code, language in ours().suite.languages.items()}
BASRA = {"game": "basra", "ask": "sheet", "rounds": [{"cards": [30, 22], "basras": [1, 0]}]}
NASTY = "<img src=x onerror=alert(1)>"


def asked(question: dict[str, Any]) -> str:
    return f"?ask={quote(json.dumps(question))}"


def opened(watched: Watched, game: str, lang: str = "ar", query: str = "") -> Page:
    page = watched.open(lang, f"{game}/score-sheet/{query}", width=390)
    expect(page.locator("q-sheet .score-board")).to_be_visible()
    return page


def totals(page: Page) -> list[str]:
    return [text.strip() for text in page.locator(".score-board .big").all_inner_texts()]


def expect_totals(page: Page, a: str, b: str) -> None:
    expect(page.locator(".score-board .big")).to_have_text([a, b])


def fill(page: Page, path: str, value: int) -> None:
    page.locator(f"[id='sheet-{path}']").fill(str(value))


def enter_basra(page: Page, cards: int, basras: tuple[int, int]) -> None:
    fill(page, "cards-0", cards)
    expect(page.locator("[id='sheet-cards-1']")).to_have_value(str(52 - cards))
    for team, number in enumerate(basras):
        fill(page, f"basras-{team}", number)
    page.locator("[data-do=add]").click()


def group(page: Page, place: int) -> Locator:
    """Open a lance of Mus and return its fields."""
    line = page.locator(".rows.is-folding > li").nth(place)
    button = line.locator("h3 button")
    if button.get_attribute("aria-expanded") == "false":
        button.click()
    return line


def press(fields: Locator, field: int, choice: int) -> None:
    fields.locator(".choose").nth(field).locator("button").nth(choice).click()


def kept(page: Page, game: str) -> Any:
    return json.loads(page.evaluate(f"localStorage.getItem('qawaid:sheet:{game}')"))


def test_the_empty_sheet_stands_in_the_page_without_python(watched: Watched) -> None:
    for game in ("mus", "basra", "mor200"):
        page = opened(watched, game)
        assert totals(page) == ["0", "0"]
        expect(page.locator("[data-do=add]")).to_be_visible()
    assert watched.python == []
    assert watched.complaints == []


def test_two_rounds_of_basra_are_entered_changed_and_taken_back(watched: Watched) -> None:
    page = opened(watched, "basra")
    enter_basra(page, 30, (1, 2))
    expect_totals(page, "40", "20")
    enter_basra(page, 24, (0, 1))
    expect_totals(page, "40", "60")
    assert page.locator(".score.hands tbody").count() == 2
    page.reload()
    expect_totals(page, "40", "60")
    # the first round had one basra more
    line = page.locator(".score.hands tbody").last
    line.locator("th button").click()
    line.locator(".why .q-acts .q-btn").first.click()
    expect(page.locator("[id='sheet-cards-0']")).to_have_value("30")
    fill(page, "basras-0", 2)
    page.locator("[data-do=add]").click()
    expect_totals(page, "50", "60")
    page.locator("[data-do=undo]").click()
    expect_totals(page, "40", "60")
    page.locator("[data-do=redo]").click()
    expect_totals(page, "50", "60")
    page.keyboard.press("u")
    expect_totals(page, "40", "60")
    assert watched.complaints == []


def test_two_rounds_of_mus_with_all_that_is_written_down(watched: Watched) -> None:
    page = opened(watched, "mus")
    press(group(page, 0), 0, 3)  # grande: refused
    press(group(page, 0), 1, 0)  # a bet of team A
    press(group(page, 1), 0, 1)  # chica: all passed
    press(group(page, 1), 1, 1)
    press(group(page, 2), 0, 3)  # pares: accepted
    press(group(page, 2), 1, 0)
    press(group(page, 2), 2, 2)  # medias
    press(group(page, 2), 3, 1)  # par
    press(group(page, 3), 0, 1)  # nobody has juego
    press(group(page, 3), 1, 2)  # punto: accepted
    press(group(page, 3), 2, 1)
    expect(page.locator(".sums dd")).to_have_text(["1 + 2 + 3 = 6", "1 + 2 + 1 = 4"])
    page.locator("[data-do=add]").click()
    expect_totals(page, "6", "4")
    expect(page.locator(".side").first.locator(".stones i:not(.off)")).to_have_count(2)
    press(group(page, 0), 0, 4)  # an órdago
    press(group(page, 0), 1, 1)
    expect(page.locator(".preview .ends")).to_be_visible()
    page.locator("[data-do=add]").click()
    expect(page.locator(".ended")).to_be_visible()
    expect(page.locator(".ended .q-reasons li")).not_to_have_count(0)
    expect(page.locator("[data-do=add]")).to_have_count(0)
    page.reload()
    expect_totals(page, "6", "4")
    assert watched.complaints == []


def test_two_rounds_of_mor200_in_sums_and_with_cards(watched: Watched) -> None:
    page = opened(watched, "mor200")
    for team, points in enumerate((145, 90)):
        fill(page, f"teams-{team}-card_points", points)
    for name in ("mor100", "mor200"):
        page.locator(f"[id='sheet-teams-0-{name}']").locator("xpath=following-sibling::button").click()
    expect(page.locator(".sums dd").first).to_contain_text("145 + 100 + 200")
    page.locator("[data-do=add]").click()
    expect_totals(page, "445", "−110")
    # the second one with the cards of team A
    page.locator(".rows > li").first.locator(".choose").first.locator("button").nth(1).click()
    page.locator(".sheet-cards .is-list > .q-btn").first.click()
    for rank in ("5", "6", "7"):
        page.locator(".picker .keys:not(.is-suits) button").filter(has=page.locator(f"bdi:text-is('{rank}')")).click()
        page.locator(".picker .keys.is-suits button").first.click()
        page.wait_for_timeout(150)
        page.locator(".picker").locator("xpath=..").locator("button.q-card").last.click()
    fill(page, "teams-1-card_points", 0)
    expect(page.locator(".sums dd").first).to_contain_text("15 − 200")
    page.locator("[data-do=add]").click()
    expect_totals(page, "260", "−310")
    assert watched.complaints == []


def test_what_cannot_be_is_said_at_its_field(watched: Watched) -> None:
    page = opened(watched, "basra")
    fill(page, "cards-0", 30)
    fill(page, "cards-1", 30)
    expect(page.locator(".entry .q-fault, .entry .q-said.is-wrong").first).to_be_visible()
    page.locator("[data-do=add]").click()
    page.wait_for_timeout(300)
    assert totals(page) == ["0", "0"]
    assert page.locator(".score.hands").count() == 0
    assert watched.complaints == []


def test_an_unfinished_line_survives_a_reload_and_is_not_scolded(watched: Watched) -> None:
    page = opened(watched, "basra")
    fill(page, "basras-0", 3)
    expect(page.locator(".entry .q-fault")).to_have_count(0)
    page.wait_for_timeout(300)
    page.reload()
    expect(page.locator("[id='sheet-basras-0']")).to_have_value("3")
    page.locator("[data-do=add]").click()
    expect(page.locator(".entry .q-fault").first).to_be_visible()
    assert watched.complaints == []


@pytest.mark.parametrize("query", ["", asked({**BASRA, "rounds": [{"cards": [1, 2]}]})], ids=["plain", "broken-link"])
def test_what_was_typed_and_pressed_before_the_sheet_lived_is_taken_over(watched: Watched, query: str) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    watched.context.route("**/js/sheet.js*", hold)
    page = watched.open("ar", f"basra/score-sheet/{query}")
    fill(page, "cards-0", 30)
    page.locator(".q-options summary").click()
    page.locator("[id='sheet-basras-1'] ~ button").click()
    page.locator("[id='sheet-basras-1']").focus()
    assert held, "the sheet lived too early"
    held[0].continue_()
    expect(page.locator("[id='sheet-cards-1']")).to_have_value("22")
    expect(page.locator("[id='sheet-cards-0']")).to_have_value("30")
    expect(page.locator("[id='sheet-basras-1']")).to_have_value("1")
    expect(page.locator("[id='sheet-basras-1']")).to_be_focused()
    expect(page.locator(".sheet-names input[type=text]").first).to_be_visible()
    page.locator("[data-do=add]").click()
    expect_totals(page, "30", "10")
    assert watched.complaints == []


def test_names_are_text_and_nothing_else(watched: Watched) -> None:
    page = opened(watched, "basra")
    page.locator(".q-options summary").click()
    names = page.locator(".sheet-names input[type=text]")
    names.nth(0).fill(NASTY)
    names.nth(1).fill("ليلى\u202e وسامي")
    names.nth(1).press("Tab")
    expect(page.locator(".score-board h2").nth(0)).to_contain_text("<img src=x")
    expect(page.locator(".score-board h2").nth(1)).to_contain_text("ليلى وسامي")
    enter_basra(page, 30, (1, 0))
    expect_totals(page, "40", "0")
    page.locator(".score.hands th button").click()
    page.locator(".score.hands .q-why summary").click()
    expect(page.locator(".score.hands .q-reasons")).to_contain_text("<img src=x")
    page.reload()
    expect(page.locator(".score-board h2").nth(0)).to_contain_text("<img src=x")
    assert page.locator("img[src=x]").count() == 0
    assert watched.complaints == []


def test_four_players_may_be_named(watched: Watched) -> None:
    page = opened(watched, "mus", "en")
    page.locator(".q-options summary").click()
    page.locator(".sheet-names .pick button").nth(1).click()
    for seat, name in enumerate(("Ann", "Bob", "Cy", "Di")):
        page.locator(".sheet-names input[type=text]").nth(seat).fill(name)
        page.keyboard.press("Tab")
    expect(page.locator(".score-board h2")).to_have_text(
        ["\u2068Ann\u2069 and \u2068Cy\u2069", "\u2068Bob\u2069 and \u2068Di\u2069"]
    )
    assert kept(page, "mus")["now"]["question"]["names"] == ["Ann", "Bob", "Cy", "Di"]
    assert watched.complaints == []


def test_the_target_decides_when_it_is_over_and_a_new_match_keeps_the_old_one(watched: Watched) -> None:
    page = opened(watched, "basra")
    enter_basra(page, 30, (5, 0))
    expect_totals(page, "80", "0")
    page.locator(".q-options summary").click()
    target = page.locator(".sheet-options input").first
    target.fill("75")
    expect(page.locator(".ended")).to_be_visible()
    page.locator(".ended .is-main").click()
    expect_totals(page, "0", "0")
    expect(page.locator(".earlier li")).to_have_count(1)
    page.reload()
    expect(page.locator(".earlier li")).to_have_count(1)
    page.locator(".earlier .q-btn").first.click()
    expect_totals(page, "80", "0")
    expect(page.locator(".earlier li")).to_have_count(0)
    page.locator("[data-do=new]").click()
    page.locator(".earlier .q-btn.is-bare").click()
    page.locator(".earlier .q-btn").nth(1).click()
    expect(page.locator(".earlier li")).to_have_count(1)  # asked first, and kept
    page.locator(".earlier .q-btn.is-bare").click()
    page.locator(".earlier .q-btn").first.click()
    expect(page.locator(".earlier li")).to_have_count(0)
    assert watched.complaints == []


def test_a_change_that_cannot_be_is_not_made(watched: Watched) -> None:
    page = opened(watched, "basra")
    for _ in range(2):
        enter_basra(page, 30, (2, 0))
        page.wait_for_timeout(200)
    expect_totals(page, "100", "0")
    page.locator(".q-options summary").click()
    page.locator(".sheet-options input").first.fill("40")
    expect(page.locator(".sheet-entry > .q-said.is-wrong")).to_be_visible()
    assert kept(page, "basra")["now"]["question"].get("variant") != {"target": 40}
    assert watched.complaints == []


def test_export_and_import(watched: Watched, tmp_path: Path) -> None:
    page = opened(watched, "basra")
    enter_basra(page, 30, (1, 2))
    expect_totals(page, "40", "20")
    with page.expect_download() as saved:
        page.locator("[data-do=save]").click()
    file = tmp_path / "sheet.json"
    saved.value.save_as(file)
    question = json.loads(file.read_text("utf-8"))
    assert question["rounds"] == [{"cards": [30, 22], "basras": [1, 2]}]
    page.locator("[data-do=new]").click()
    expect_totals(page, "0", "0")
    page.locator("input[type=file]").set_input_files(file)
    expect_totals(page, "40", "20")
    for wrong in ("{", "[]", '{"game":"mus","ask":"sheet"}', json.dumps({**BASRA, "rounds": [{"cards": [1, 2]}]})):
        file.write_text(wrong, "utf-8")
        page.locator("input[type=file]").set_input_files(file)
        expect(page.locator(".sheet-entry > .q-said.is-wrong")).to_be_visible()
        assert totals(page) == ["40", "20"]
    assert watched.complaints == []


def test_it_is_sent_as_text_with_everything_isolated(watched: Watched) -> None:
    watched.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = opened(watched, "basra")
    enter_basra(page, 30, (1, 2))
    expect_totals(page, "40", "20")
    page.evaluate("navigator.canShare = undefined")
    page.locator("[data-do=text]").click()
    expect(page.locator(".sheet-said")).not_to_be_empty()
    text = page.evaluate("navigator.clipboard.readText()")
    assert "\u2066+40\u2069" in text
    assert "سجلّ النقاط" in text
    assert "<" not in text
    with page.expect_download() as saved:
        page.locator("[data-do=image]").click()
    picture = Path(saved.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 10_000
    assert watched.complaints == []


def test_the_device_may_send_it_itself(watched: Watched) -> None:
    page = opened(watched, "basra")
    page.evaluate("""() => {
        window.sent = [];
        navigator.canShare = () => true;
        navigator.share = async (data) => { sent.push(data.text ?? data.files[0].name); };
    }""")
    enter_basra(page, 30, (1, 2))
    expect_totals(page, "40", "20")
    page.locator("[data-do=text]").click()
    page.wait_for_function("sent.length === 1")
    page.locator("[data-do=image]").click()
    page.wait_for_function("sent.length === 2")
    first, second = page.evaluate("sent")
    assert "سجلّ النقاط" in first
    assert second == "basra-score-sheet.png"


def test_a_link_shows_the_sheet_and_leaves_ones_own_alone(watched: Watched) -> None:
    page = opened(watched, "basra")
    enter_basra(page, 26, (2, 0))
    expect_totals(page, "20", "0")
    page = opened(watched, "basra", query=asked(BASRA))
    expect_totals(page, "40", "0")
    expect(page.locator("[data-do=adopt]")).to_be_visible()
    assert kept(page, "basra")["now"]["totals"] == [[20, 0]]
    page.locator(".q-langs summary").focus()
    links = page.locator("a[data-keeps-place]")
    assert links.evaluate_all("links => links.every((link) => link.href.includes('?ask='))")
    enter_basra(page, 30, (0, 0))  # whoever writes on it takes it over
    expect_totals(page, "70", "0")
    assert "ask=" not in page.url
    expect(page.locator(".earlier li")).to_have_count(1)
    page.reload()
    expect_totals(page, "70", "0")
    assert watched.complaints == []


@pytest.mark.parametrize("query", ["?ask={", "?ask=7", asked({**BASRA, "rounds": [{"cards": [1, 2]}]})])
def test_a_broken_link_leaves_a_sheet_that_works(watched: Watched, query: str) -> None:
    page = opened(watched, "basra", query=query)
    enter_basra(page, 30, (0, 0))
    expect_totals(page, "30", "0")
    assert watched.complaints == []


@pytest.mark.parametrize("damaged", ["{", '{"version": 99}', "null", '{"version":1,"now":{}}'])
def test_what_cannot_be_read_is_offered_and_not_lost(watched: Watched, damaged: str) -> None:
    page = opened(watched, "mus")
    page.evaluate("(text) => localStorage.setItem('qawaid:sheet:mus', text)", damaged)
    page.reload()
    with page.expect_download() as saved:
        page.locator("[data-do=damaged]").click()
    assert Path(saved.value.path()).read_text("utf-8") == damaged
    page.reload()
    expect(page.locator("[data-do=damaged]")).to_be_visible()
    page.locator(".notice .q-btn.is-bare").click()
    expect(page.locator("[data-do=damaged]")).to_have_count(0)
    assert watched.complaints == []


def test_without_room_on_the_device_it_goes_on_in_memory(watched: Watched) -> None:
    watched.context.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
    )
    page = opened(watched, "basra")
    enter_basra(page, 30, (1, 0))
    expect_totals(page, "40", "0")
    expect(page.locator(".notice")).to_contain_text(UI["ar"]["sheet_full"][:20])
    assert "ask=" in page.url  # so that the other languages show it too
    page.locator("[data-do=undo]").click()
    expect_totals(page, "0", "0")
    assert watched.complaints == []


def test_offline_the_totals_and_undo_are_there(watched: Watched) -> None:
    page = opened(watched, "basra")
    for _ in range(2):
        enter_basra(page, 30, (1, 0))
        page.wait_for_timeout(300)
    expect_totals(page, "80", "0")
    page = watched.context.new_page()
    page.route("**/pyodide/**", lambda route: route.abort())
    page.goto(f"{watched.site}basra/score-sheet/")
    expect_totals(page, "80", "0")
    page.locator("[data-do=undo]").click()
    expect_totals(page, "40", "0")
    page.locator("[data-do=undo]").click()
    expect_totals(page, "0", "0")
    page.locator("[data-do=redo]").click()
    expect_totals(page, "40", "0")


def test_python_starts_when_something_is_entered(watched: Watched) -> None:
    page = opened(watched, "basra")
    enter_basra(page, 30, (1, 0))
    expect_totals(page, "40", "0")
    before = len(watched.python)
    page = opened(watched, "basra")
    expect_totals(page, "40", "0")
    page.wait_for_timeout(300)
    assert len(watched.python) == before
    page.locator(".score.hands th button").click()
    expect(page.locator(".score.hands .items li").first).to_be_visible()
    assert len(watched.python) > before


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["mus", "basra", "mor200"])
def test_nothing_is_too_wide_or_too_small_for_a_thumb(watched: Watched, game: str, lang: str) -> None:
    page = opened(watched, game, lang)
    page.locator(".q-options summary").click()
    page.wait_for_timeout(200)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    small = page.evaluate("""() => [...document.querySelectorAll("q-sheet :is(button, input, select, summary)")]
        .filter((one) => one.offsetParent && !one.closest(".q-vh") && !one.classList.contains("q-vh"))
        .filter((one) => one.getBoundingClientRect().height < 43.5)
        .map((one) => one.outerHTML.slice(0, 120))""")
    assert small == []
    assert watched.complaints == []

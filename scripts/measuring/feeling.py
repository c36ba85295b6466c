"""How the pages feel, measured in Chromium: how long a move or a ruling takes, and whether anything blocks or jumps."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from typing import Any

from playwright.sync_api import BrowserContext, Page

from rules_engine.games import game_names
from rules_engine.suite.loading import load
from rules_engine.suite.playthroughs import move_of, recorded
from scripts.press.site import ROOT

Row = tuple[str, Sequence[float], str]
"""What was measured, the figures, and how one is printed."""
POSITIONS = 60
"""Of a recorded match, how many of its positions the computer player is asked about."""
RULED = 40
"""How many cards are changed to see how long the ruling takes."""

ENGINE = """const shared = new URL(document.documentElement.dataset.shared, document.baseURI);
  const { ask } = await import(new URL("js/engine.js", shared));"""
TIMES = f"""async (questions) => {{
  {ENGINE}
  const times = [];
  for (const question of questions) {{
    const start = performance.now();
    await ask(question);
    times.push(performance.now() - start);
  }}
  return times;
}}"""
WATCH = """() => {
  window.blocked = [];
  window.shifted = 0;
  new PerformanceObserver((list) => blocked.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifted += value;
  }).observe({ type: "layout-shift", buffered: true });
}"""
RULINGS = """() => {
  const board = document.querySelector("q-referee .q-here");
  const verdict = () => board.querySelector(".q-verdict")?.textContent;
  let start = 0;
  let before = "";
  window.rulings = [];
  addEventListener("keydown", ({ timeStamp }) => {
    start = timeStamp;
    before = verdict();
  }, true);
  new MutationObserver(() => {
    if (!start || verdict() === before) return;
    const since = start;
    start = 0;
    requestAnimationFrame(() => rulings.push(performance.now() - since));
  }).observe(board, { childList: true, subtree: true, characterData: true });
}"""
RULED_SINCE = """(turn) => new Promise((done) => {
  const look = () => (rulings.length > turn ? done() : setTimeout(look, 20));
  look();
})"""
STEP = """() => new Promise((done) => {
  const start = performance.now();
  document.querySelector("q-steps .q-step:not([hidden]) a[rel=next]").click();
  requestAnimationFrame(() => done(performance.now() - start));
})"""


def rows(context: BrowserContext, site: str) -> Iterator[Row]:
    """Measure everything on the site at an address, each part on a page of its own."""
    for name in game_names():
        page = _opened(context, f"{site}en/{name}/referee/")
        page.evaluate(TIMES, [_positions(name)[0]])
        page.evaluate("blocked.length = 0")
        times = page.evaluate(TIMES, _positions(name))
        yield f"a move of the strongest player, {name} (ms)", times, "{:.0f}"
        yield f"longest task while it thinks, {name} (ms)", _blocked(page), "{:.0f}"
        page.close()
    page = _opened(context, f"{site}en/mus/referee/")
    page.evaluate(TIMES, [{"game": "mus", "ask": "hand", "cards": "R R 3 7"}])
    yield "odds of a hand of Mus (ms)", page.evaluate(TIMES, _odds()), "{:.0f}"
    page.close()
    yield from _referee(context, site)
    yield from _walkthrough(context, site)


def _opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_init_script(f"({WATCH})()")
    page.goto(address, wait_until="load")
    return page


def _blocked(page: Page) -> list[float]:
    longest: float = page.evaluate("Math.max(0, ...blocked)")
    return [longest]


def _positions(name: str) -> list[dict[str, Any]]:
    """Return questions for the strongest player along the first recorded match of a game."""
    first = next(found for found in recorded(ROOT, []) if found.game == name)
    moves = [move_of(line) for line in first.playthrough.moves][:POSITIONS]
    whole = first.playthrough.question(name, moves)
    return [
        {**whole, "ask": "advise", "moves": moves[:count], "view": int(move.split()[0]), "strength": 3}
        for count, move in enumerate(moves)
    ]


def _odds() -> list[dict[str, Any]]:
    examples = load(ROOT).suite.games["mus"].examples
    return [{"game": "mus", **example.question} for example in examples if example.question["ask"] == "odds"]


def _referee(context: BrowserContext, site: str) -> Iterator[Row]:
    page = _opened(context, f"{site}mus/referee/")
    card = page.locator("q-referee .q-here button.q-card").first
    page.wait_for_timeout(1000)
    page.evaluate("blocked.length = 0")
    card.focus()
    page.keyboard.press("c")
    page.wait_for_timeout(4000)
    yield "longest task while the engine starts (ms)", _blocked(page), "{:.0f}"
    page.evaluate(RULINGS)
    for turn in range(RULED):
        card.focus()
        page.keyboard.press("rc"[turn % 2])
        page.evaluate(RULED_SINCE, turn)
    times = page.evaluate("rulings")
    yield "from the last key to the ruling on screen (ms)", times, "{:.0f}"
    yield "layout shift of the referee", [page.evaluate("shifted")], "{:.3f}"
    page.close()


def _walkthrough(context: BrowserContext, site: str) -> Iterator[Row]:
    lesson = load(ROOT).suite.games["mus"].walkthroughs[0]
    page = _opened(context, f"{site}mus/{lesson.slug}/")
    page.wait_for_timeout(500)
    yield "a step of the walkthrough (ms)", [page.evaluate(STEP) for _ in range(5)], "{:.0f}"
    yield "layout shift of the walkthrough", [page.evaluate("shifted")], "{:.3f}"
    page.close()


def slow(figures: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return sorted(figures)[min(int(len(figures) * 0.95), len(figures) - 1)]


def row(name: str, figures: Sequence[float], form: str) -> str:
    """Return a row of the table: smallest, median, 95th percentile, largest."""
    cells = (min(figures), statistics.median(figures), slow(figures), max(figures))
    return f"| {name} | {' | '.join(map(form.format, cells))} |"

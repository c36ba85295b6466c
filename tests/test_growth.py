"""What grows with the number of games and what does not, counted in a made-up project of one, two and three."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from scripts.measuring import growth

COUNT = """
import json, sys
from rules_engine.suite.checking import check
from rules_engine.suite.loading import load

def counted(act):
    calls = 0
    def count(frame, event, _):
        nonlocal calls
        calls += event == "call"
    sys.setprofile(count)
    found = act()
    sys.setprofile(None)
    return found, calls

load()
loaded, loading = counted(load)
assert loaded.usable
_, checking = counted(lambda: check(loaded.suite))
print(json.dumps({"loading": loading, "checking": checking}))
"""
BUILD = """
from rules_engine.suite.loading import load
from scripts.press.site import ROOT, build_language
suite = load().suite
build_language(suite, suite.languages["en"], "shared", ROOT, lambda _: None)
"""
KEPT = ("01-*.yaml", "05-*.yaml")
"""The examples that a made-up game keeps here, so that it is built in a moment: those of diagrams among them."""


def project(games: int, top: Path) -> Path:
    """A project of that many games."""
    folder = top / str(games)
    growth.write(folder, games)
    for game in (folder / "tutorials").iterdir():
        shutil.rmtree(game / "playthroughs")
        for file in {*game.glob("*.yaml")} - {file for kept in KEPT for file in game.glob(kept)}:
            file.unlink()
    return folder


def test_a_game_costs_the_same_however_many_there_are(tmp_path: Path) -> None:
    counts = [json.loads(growth.run(project(games, tmp_path), "-c", COUNT).said) for games in (1, 2, 3)]
    for what in ("loading", "checking"):
        one, two, three = (count[what] for count in counts)
        assert abs((three - two) - (two - one)) <= 0.01 * (two - one), what


def pages(built: Path, game: str) -> dict[str, str]:
    files = sorted((built / game).rglob("*.html"))
    return {path.relative_to(built).as_posix(): path.read_text("utf-8") for path in files}


OTHERS = re.compile(r'\s*(<li>)?<a href="(?:\.\./)*game00[23]/"[^>]*>.*?</a>(?(1)</li>)')
"""A link to another game, as the navigation has it."""


@pytest.mark.long
def test_a_page_has_nothing_of_other_games_but_the_links_to_them(tmp_path: Path) -> None:
    """So it grows by two links with every game, and loads the data of its own."""
    sites = [project(games, tmp_path) / "site" / "en" for games in (1, 3)]
    for site in sites:
        growth.run(site.parents[1], "-c", BUILD)
    alone, among = (pages(site, "game001") for site in sites)
    assert alone.keys() == among.keys()
    assert len(alone) > 10
    differing = [place for place, html in among.items() if OTHERS.sub("", html) != alone[place]]
    assert differing == ["game001/trace/index.html"]  # the last one, after which the next game comes
    for place, html in among.items():
        links = OTHERS.findall(html)
        assert len(links) == 2 * 2, place
        assert len(html) - len(alone[place]) < len(links) * 150, place
    for place, html in pages(sites[1], "game002").items():
        assert set(re.findall(r'data-game="([^"]*)"', html)) <= {"game002"}, place
        [inner] = re.findall(r"<main.*</main>", html, re.DOTALL)
        assert set(re.findall(r"game00\d", inner)) == {"game002"}, place


def test_every_name_of_the_model_is_changed(tmp_path: Path) -> None:
    growth.write(tmp_path, 1)
    for folder in growth.OF_A_GAME:
        for path in (path for path in (tmp_path / folder / "game001").rglob("*") if path.is_file()):
            assert not re.search(rf"\b{growth.MODEL}\b", path.as_posix() + path.read_text("utf-8"))

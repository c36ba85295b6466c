"""The build as a whole."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.press import packages
from scripts.press.site import ROOT, SITE
from scripts.press.watching import Builder
from tests.browser.conftest import Watched

pytestmark = pytest.mark.browser

MADE_FROM = ("docs", "tutorials", "rules_engine", "scripts", "mkdocs.yml", "pyproject.toml")
BUILD = "import sys, pathlib; from scripts.press.site import build; build(print, pathlib.Path(sys.argv[1]))"


def hashes(site: Path) -> dict[str, str]:
    files = (path for path in sorted(site.rglob("*")) if path.is_file())
    return {path.relative_to(site).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def run(code: str, project: Path, out: Path, **environment: str) -> str:
    """Run Python in a project's folder and return what it printed."""
    command, environment = [sys.executable, "-c", code, str(out)], {**os.environ, "PYTHONPATH": "", **environment}
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_two_builds_in_different_folders_give_the_same_bytes(tmp_path: Path) -> None:
    """The other build starts from nothing, elsewhere, with another hash seed and another day."""
    run(BUILD, ROOT, tmp_path, PYTHONHASHSEED="7", TZ="Asia/Tokyo", LC_ALL="C")
    assert hashes(tmp_path / "site") == hashes(SITE)


def test_the_suite_is_offered_and_its_addresses_are_there() -> None:
    document = json.loads((SITE / "download/suite.json").read_text("utf-8"))
    assert (SITE / "download" / document["$schema"]).is_file()
    places = {entry["address"] for game in document["games"].values() for entry in (*game["rules"], *game["examples"])}
    assert len(places) > 500
    for folder in ("", "de", "en"):
        missing = [place for place in sorted(places) if not _is_there(SITE / folder, place)]
        assert not missing


@functools.cache
def _anchors(page: Path) -> frozenset[str]:
    return frozenset(re.findall(r'\bid="([^"]+)"', page.read_text("utf-8")))


def _is_there(site: Path, place: str) -> bool:
    page, _, anchor = place.partition("#")
    return anchor in _anchors(site / page / "index.html")


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project, built, in which things may be changed."""
    folder = tmp_path_factory.mktemp("project")
    for name in MADE_FROM:
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copyfile)(source, folder / name)
    for name in ("README.md", "LICENSE", *(name for name in packages.FILES if "/" not in name)):
        shutil.copyfile(ROOT / name, folder / name)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    for name in ("build", "site"):
        shutil.copytree(ROOT / name, folder / name)
    return folder


def from_nothing(project: Path, out: Path) -> dict[str, str]:
    """Build a project where nothing of its pages has been built before; the engine is compiled once for all."""
    cache = out / "build" / "cache"
    shutil.copytree(project / "build" / "cache", cache, ignore=shutil.ignore_patterns("*.*.json"))
    run(BUILD, project, out, PYTHONHASHSEED="7")
    return hashes(out / "site")


@pytest.mark.long
def test_a_build_after_changes_gives_the_bytes_of_one_from_nothing(project: Path, tmp_path: Path) -> None:
    """A rule's text, an example, a word of the buttons, a template; a page renamed, another one deleted."""
    before = hashes(project / "site")
    change(project / "docs/rules/mus/03-lances.yaml", "Grande is won by", "Mind: grande is won by")
    change(project / "tutorials/mus/02-lances.yaml", "Karte für Karte", "eine Karte um die andere")
    change(project / "docs/words/en.yaml", "glossary_lead: ", "glossary_lead: And not only that. #")
    change(project / "docs/theme/main.html", "</main>", "<!-- other --></main>")
    change(project / "docs/rules/mus/06-signs.yaml", "page: signs", "page: signals")
    (project / "docs/rules/mus/12-origin.yaml").unlink()
    (project / "site/de/left-behind.html").write_text("by an earlier version")
    builder = Builder(project=project)
    done = {"done": True, "faults": []}
    changed = [{"built": lang, "changed": True} for lang in ("de", "ar", "en")]
    assert [*builder.build("de", lambda: True)] == [*changed, done]
    after = hashes(project / "site")
    assert after == from_nothing(project, tmp_path)
    gone = {name.split("/")[-2] for name in before.keys() - after.keys() if "_/" not in name}
    assert gone == {"signs", "origin"}
    unchanged = [{"built": lang, "changed": False} for lang in ("en", "ar", "de")]
    assert [*builder.build("en", lambda: True)] == [*unchanged, done]
    builder.end()
    assert hashes(project / "site") == after


@pytest.mark.parametrize(
    ("place", "added", "status", "said"),
    [
        ("docs/rules/basra/01-cards.yaml", "  not: [yaml\n", 2, ["docs/rules/basra/01-cards.yaml:"]),
        pytest.param(
            "docs/pages/de/about.md",
            "\n[x](nowhere.md)\n",
            1,
            ["mkdocs failed on mkdocs.de.yml:", "Doc file 'about.md'"],
            marks=pytest.mark.long,
        ),
    ],
)
def test_a_fault_is_told_in_a_line_and_leaves_the_site_as_it_is(
    place: str, added: str, status: int, said: list[str], project: Path
) -> None:
    """Nothing is told of what only follows from it."""
    site, file = hashes(project / "site"), project / place
    text = file.read_text("utf-8")
    file.write_text(text + added, "utf-8")
    command = [sys.executable, "-m", "scripts.press", "--build-only"]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    file.write_text(text, "utf-8")
    assert done.returncode == status
    lines = done.stderr.splitlines()
    assert len(lines) == len(said)
    assert all(line.startswith(start) for line, start in zip(lines, said, strict=True))
    assert hashes(project / "site") == site


def test_what_grows_with_the_games_is_fetched_when_it_is_asked_for(watched: Watched) -> None:
    """The index of the whole site belongs to the search, and so does Material's script, which fetches it."""
    page = watched.open("de", "mus/lances/")
    page.wait_for_load_state("networkidle")
    assert [url for url in watched.requests if "search" in url or "bundle" in url or "/basra" in url] == []
    with page.expect_response("**/de/search/search_index.json"):
        page.keyboard.press("/")
    page.keyboard.type("ordago")
    page.locator(".md-search-result__item").first.wait_for()

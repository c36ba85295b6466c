"""Saved files, the process that builds, and what open pages hear of it."""

from __future__ import annotations

import functools
import http.server
import json
import os
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from watchdog.events import DirModifiedEvent, FileMovedEvent, FileOpenedEvent

from scripts.press import configs, keeping
from scripts.press.keeping import Kept
from scripts.press.rendering import rendered
from scripts.press.serving import Handler, Live, News
from scripts.press.watching import MOST_SHOWN, Builder, Saved, built, concerns, last_words, shortened
from tests.suites import TESTS

ROOT = TESTS.parent
PAGE = "<!doctype html><html><body><p>{}</p></body></html>"


# What is kept


def test_what_is_not_asked_for_again_is_not_kept(tmp_path: Path) -> None:
    first = Kept(tmp_path / "kept.json")
    first.put("a", "drawn")
    first.put("b", {"content": "…"})
    first.save()
    second = Kept(tmp_path / "kept.json")
    assert (second.get("a"), second.get("c")) == ("drawn", None)
    second.save()
    assert json.loads((tmp_path / "kept.json").read_text("utf-8")) == {"a": "drawn"}
    assert Kept(tmp_path / "kept.json", anew=True).get("a") is None


@pytest.mark.parametrize("content", ["", "{", "[]", "\udcff"])
def test_a_damaged_file_of_what_is_kept_counts_as_none(content: str, tmp_path: Path) -> None:
    (tmp_path / "kept.json").write_bytes(content.encode(errors="surrogateescape"))
    assert Kept(tmp_path / "kept.json").get("a") is None


def test_a_file_that_holds_what_it_should_is_left_alone(tmp_path: Path) -> None:
    assert keeping.write_if_changed(tmp_path / "a" / "b", b"1")
    written = (tmp_path / "a" / "b").stat()
    assert not keeping.write_if_changed(tmp_path / "a" / "b", b"1")
    assert (tmp_path / "a" / "b").stat() == written
    assert keeping.drop_all_but(tmp_path, {"c"})
    assert list(tmp_path.iterdir()) == []


# MkDocs in this process


LANGUAGES = {"ar": "rtl", "de": "ltr", "en": "ltr"}
MARKDOWN = {
    "index.md": "---\ntitle: Home\n---\n# Home {#home}\n\nTo [a rule](game/page.md#rule).\n",
    "game/page.md": """# Page {#page}

## One {#one}

<p id="rule" markdown="0">`1`</p>

## Two {#two}

| a |
|---|
| b |
""",
}


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """The configuration of a site of two pages."""
    for place, text in MARKDOWN.items():
        target = tmp_path / "build" / "pages" / "en" / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    short = dict.fromkeys(LANGUAGES, "x")
    names = {key: key for key in configs.words_used(ROOT / "docs" / "theme")}
    words = {**names, "languages": short, "languages_short": short}
    nav = [{"Home": "index.md"}, {"Game": [{"Page": "game/page.md"}]}]
    return configs.write(tmp_path / "build", "en", nav, words, "shared", LANGUAGES)


def test_pages_are_those_that_mkdocs_itself_builds(config: Path, tmp_path: Path) -> None:
    kept = Kept(tmp_path / "kept.json")
    ours = dict(rendered(config, kept))
    kept.save()
    assert dict(rendered(config, Kept(tmp_path / "kept.json"))) == ours
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "-f", str(config)]
    subprocess.run(command, check=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    theirs = {
        place: path for place, path in keeping.files_in(tmp_path / "site" / "en").items() if path.suffix == ".html"
    }
    assert ours == {place: path.read_text("utf-8") for place, path in theirs.items()}


@pytest.mark.parametrize(
    ("link", "said"), [("nowhere.md", "nowhere.md"), ("game/page.md#nowhere", "does not contain an anchor '#nowhere'")]
)
def test_a_link_to_nowhere_is_told_whatever_is_kept(link: str, said: str, config: Path, tmp_path: Path) -> None:
    index = tmp_path / "build" / "pages" / "en" / "index.md"
    index.write_text(f"# Home {{#home}}\n\n[Link]({link})\n", "utf-8")
    kept = Kept(tmp_path / "kept.json")
    for _ in range(2):
        with pytest.raises(RuntimeError, match=r"mkdocs failed on mkdocs\.en\.yml") as failure:
            list(rendered(config, kept))
        assert said in str(failure.value)


# Which files


@pytest.mark.parametrize(
    ("place", "counts"),
    [
        ("docs/rules/mus/01-cards.yaml", True),
        ("tutorials/mus/playthroughs/match-1.yaml", True),
        ("rules_engine/mus/bot.py", True),
        ("mkdocs.yml", True),
        ("site/index.html", False),
        ("build/shared/cards.svg", False),
        ("rules_engine/__pycache__/cards.cpython-313.pyc", False),
        ("docs/rules/mus/.01-cards.yaml.swp", False),
        ("docs/pages/en/about.md~", False),
        ("README.md", False),
    ],
)
def test_only_what_the_sites_are_made_from_counts(place: str, counts: bool) -> None:
    assert concerns(place) is counts


def test_saved_files_are_taken_together_and_reading_is_not_saving(tmp_path: Path) -> None:
    saved = Saved(tmp_path)
    saved.on_any_event(FileOpenedEvent(str(tmp_path / "docs" / "a.yaml")))
    saved.on_any_event(DirModifiedEvent(str(tmp_path / "docs" / "rules")))
    assert not saved.waiting
    saved.on_any_event(FileMovedEvent(str(tmp_path / "docs" / ".a.swp"), str(tmp_path / "docs" / "a.yaml")))
    saved.on_any_event(FileMovedEvent(str(tmp_path / "docs" / "b.yaml"), str(tmp_path / "docs" / "c.yaml")))
    assert saved.take() == ["docs/a.yaml", "docs/b.yaml", "docs/c.yaml"]
    assert not saved.waiting


# The process that builds


WORKER = """
import json, sys
def say(**event): print(json.dumps(event), flush=True)
while first := sys.stdin.readline().strip():
    if first == "broken": raise ValueError("no such language")
    if first == "faulty":
        say(done=True, faults=["docs/words/ar.yaml:3: a fault"])
        continue
    print("a warning of some library")
    for lang in (first, "other"):
        say(built=lang, changed=lang == first)
        if sys.stdin.readline().strip() != "on": break
    say(done=True, faults=[])
"""


@pytest.fixture
def builder() -> Iterator[Builder]:
    builder = Builder((sys.executable, "-c", WORKER))
    yield builder
    builder.end()


def test_the_language_being_read_is_built_first_and_a_file_saved_meanwhile_stops_the_others(builder: Builder) -> None:
    done = {"done": True, "faults": []}
    ar, de, other = ({"built": lang, "changed": lang != "other"} for lang in ("ar", "de", "other"))
    assert list(builder.build("ar", lambda: True)) == [ar, other, done]
    assert list(builder.build("de", lambda: False)) == [de, done]


def test_a_builder_that_falls_over_says_why_and_another_one_takes_its_place(builder: Builder) -> None:
    [told] = builder.build("broken", lambda: True)
    assert told["faults"] == ['File "<string>", line 5, in <module>', "ValueError: no such language"]
    assert list(builder.build("ar", lambda: True))[-1] == {"done": True, "faults": []}


def test_a_builder_that_is_closed_says_nothing_more(builder: Builder) -> None:
    events = builder.build("ar", lambda: True)
    next(events)
    builder.close()
    assert [event for event in events if "faults" in event] in ([], [{"done": True, "faults": []}])


def test_readers_hear_of_what_has_changed_and_of_what_is_wrong(builder: Builder) -> None:
    news, said = News(), list[str]()
    before = news.number("ar"), news.number("other")
    built(builder, news, said.append, lambda: True)
    assert (news.number("ar"), news.number("other")) == (before[0] + 1, before[1])
    news.viewed = "faulty"
    built(builder, news, said.append, lambda: True)
    assert news.after(None).faults == ("docs/words/ar.yaml:3: a fault",)
    assert said[-1] == "  docs/words/ar.yaml:3: a fault"
    news.viewed = "ar"
    built(builder, news, said.append, lambda: True)
    assert news.after(None).faults == ()


def test_what_is_told_is_not_more_than_one_reads() -> None:
    assert shortened(["a"] * MOST_SHOWN) == ["a"] * MOST_SHOWN
    assert shortened(["a"] * (MOST_SHOWN + 3))[-1] == "… and 3 more"
    assert last_words([]) == ["the builder has ended"]


# What is served


@pytest.fixture(params=[Handler, Live])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Path, News | None]]:
    """A site of two languages, served as it is and with news: its address, its folder, the news."""
    for folder in ("", "de/"):
        (tmp_path / folder / "mus").mkdir(parents=True)
        for name in ("index.html", "404.html", "mus/index.html"):
            (tmp_path / folder / name).write_text(PAGE.format(folder + name), "utf-8")
    (tmp_path / "data.json").write_text("{}")
    news = News() if request.param is Live else None
    given: dict[str, Any] = {"directory": str(tmp_path), **({"news": news} if news else {})}
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(request.param, **given)) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", tmp_path, news
        server.shutdown()


Site = tuple[str, Path, News | None]


def asked(address: str, method: str = "GET") -> tuple[int, dict[str, str], str]:
    request = urllib.request.Request(address, method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, dict(answer.headers), answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, dict(error.headers), error.read().decode()


@pytest.mark.parametrize(
    ("path", "status", "file"),
    [
        ("", 200, "index.html"),
        ("de/", 200, "de/index.html"),
        ("mus/?q=1", 200, "mus/index.html"),
        ("de/mus", 200, "de/mus/index.html"),
        ("mus/index.html", 200, "mus/index.html"),
        ("nowhere/", 404, "404.html"),
        ("data.json", 200, "data.json"),
    ],
)
def test_an_answer_is_the_built_file(path: str, status: int, file: str, site: Site) -> None:
    address, folder, news = site
    found, head, text = asked(address + path)
    assert found == status
    content = (folder / file).read_text("utf-8")
    if news and file.endswith(".html"):
        lang = "de" if path.startswith("de") else "ar"
        script = f'<script src="/_built.js" data-lang="{lang}" data-number="{news.number(lang)}"></script>'
        content = content.replace("</body>", f"{script}</body>")
    assert text == content
    assert int(head["Content-Length"]) == len(content.encode())
    status_alone, head_alone, nothing = asked(address + path, "HEAD")
    assert (status_alone, nothing) == (status, "")
    assert head_alone["Content-Length"] == head["Content-Length"]


def test_a_page_hears_of_builds_in_its_language(site: Site) -> None:
    address, _, news = site
    if news is None:
        assert asked(f"{address}_built")[0] == asked(f"{address}_built.js")[0] == 404
        return
    assert asked(f"{address}de/mus/")[0] == 200
    assert news.viewed == "de"
    assert "EventSource" in asked(f"{address}_built.js")[2]
    with urllib.request.urlopen(f"{address}_built", timeout=10) as stream:
        assert event(stream) == {"numbers": {}, "faults": []}
        news.built("de")
        assert event(stream) == {"numbers": {"de": news.number("de")}, "faults": []}
        news.faulty("docs/words/de.yaml:3: a fault")
        assert event(stream)["faults"] == ["docs/words/de.yaml:3: a fault"]


def event(stream: HTTPResponse) -> Any:
    line = stream.readline().decode()
    assert stream.readline() == b"\n"
    return json.loads(line.removeprefix("data: "))


@pytest.mark.browser
@pytest.mark.parametrize("site", [Live], indirect=True)
def test_an_open_page_loads_itself_again_and_shows_what_is_wrong(site: Site, chromium: Browser) -> None:
    address, folder, news = site
    assert news
    page = chromium.new_page()
    page.goto(f"{address}de/mus/")
    alert = page.get_by_role("alert")
    news.faulty("docs/words/de.yaml:3: a <b>fault</b>", "docs/words/de.yaml:4: another one")
    alert.wait_for()
    assert alert.inner_text() == "docs/words/de.yaml:3: a <b>fault</b>\ndocs/words/de.yaml:4: another one"
    news.faulty()
    alert.wait_for(state="detached")
    (folder / "de" / "mus" / "index.html").write_text(PAGE.format("built again"), "utf-8")
    news.built("ar")
    page.wait_for_timeout(200)
    assert page.get_by_text("built again").count() == 0
    news.built("de")
    page.get_by_text("built again").wait_for()
    page.close()

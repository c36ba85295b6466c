"""The list of what a language's site needs, and the manifest of the app."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from scripts.press import offline
from tests.suites import ours

SUITE = ours().suite
LANGUAGES = ("ar", "de", "en")
FILES = (
    "index.html", "404.html", "mus/index.html", "mus/lances/index.html", "search/search_index.json",
    "manifest.webmanifest", "offline.json", "sw.js",
    "de/index.html", "de/404.html", "de/mus/index.html", "de/manifest.webmanifest", "de/offline.json", "en/index.html",
    "_/abc/js/main.js", "_/abc/data/mus.ar.json", "_/abc/data/mus.de.json", "_/abc/data/ui.en.json",
    "_/abc/schema/words.json", "_/abc/pyodide/runtime.json", "_/old/js/main.js",
)  # fmt: skip


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name in FILES:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"this is {name}", "utf-8")
    return tmp_path


def listing(site: Path, lang: str = "ar") -> Any:
    return offline.listing(site, lang, LANGUAGES, "abc")


def addresses(site: Path, lang: str) -> list[str]:
    return [file["address"] for file in listing(site, lang)["files"]]


def test_the_list_names_what_the_pages_need_and_nothing_else(site: Path) -> None:
    assert addresses(site, "ar") == [
        "./", "_/abc/data/mus.ar.json", "_/abc/js/main.js", "_/abc/pyodide/runtime.json",
        "manifest.webmanifest", "mus/", "mus/lances/", "search/search_index.json",
    ]  # fmt: skip
    assert addresses(site, "de") == [
        "../_/abc/data/mus.de.json", "../_/abc/js/main.js", "../_/abc/pyodide/runtime.json",
        "./", "manifest.webmanifest", "mus/",
    ]  # fmt: skip


def test_every_file_has_its_size_and_hash(site: Path) -> None:
    found = listing(site)
    page = next(file for file in found["files"] if file["address"] == "mus/lances/")
    content = (site / "mus/lances/index.html").read_bytes()
    assert page["bytes"] == len(content)
    assert page["sha256"] == hashlib.sha256(content).hexdigest()
    assert found["bytes"] == sum(file["bytes"] for file in found["files"])
    assert found["pages"] == 3


def test_the_version_follows_what_is_listed_alone(site: Path) -> None:
    first = listing(site)
    assert listing(site) == first
    (site / "de/index.html").write_text("another", "utf-8")
    (site / "offline.json").write_text("another", "utf-8")
    assert listing(site) == first
    (site / "mus/index.html").write_text("another", "utf-8")
    assert listing(site)["version"] != first["version"]


def test_writing_twice_gives_the_same_bytes(site: Path) -> None:
    offline.write(site, SUITE, "abc")
    names = (
        "sw.js",
        *(f"{folder}{name}" for folder in ("", "de/", "en/") for name in (offline.LIST, offline.MANIFEST)),
    )
    first = {name: (site / name).read_bytes() for name in names}
    offline.write(site, SUITE, "abc")
    assert {name: (site / name).read_bytes() for name in names} == first


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_manifest_says_how_the_app_reads(lang: str) -> None:
    app = offline.manifest(SUITE.languages[lang], "abc")
    assert app["lang"] == lang
    assert app["dir"] == ("rtl" if lang == "ar" else "ltr")
    assert app["start_url"] == "./"
    assert app["scope"] == ("./" if lang == "ar" else "../")
    assert app["theme_color"].startswith("#")
    assert {icon["purpose"] for icon in app["icons"]} == {"any", "maskable"}
    icons = offline.ROOT / "docs" / "assets" / "icons"
    assert all((icons / Path(icon["src"]).name).is_file() for icon in app["icons"])


def test_the_service_worker_has_no_words() -> None:
    worker = (offline.ROOT / "docs" / "theme" / offline.WORKER).read_text("utf-8")
    assert worker.isascii() or not any("\u0600" <= letter <= "\u06ff" for letter in worker)

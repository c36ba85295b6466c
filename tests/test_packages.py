"""Every package has a reason and a licence that is allowed, and what comes to readers brings its licence texts."""

from __future__ import annotations

import json
import re
from email.message import Message
from typing import Any

import pytest
import yaml

from scripts.press import licences
from scripts.press.book import Book
from scripts.press.configs import material
from scripts.press.packages import (
    ASKED,
    NODE,
    NOTED,
    Package,
    asked_python,
    installed,
    is_allowed,
    locked,
    locked_python,
    packages,
    plain,
    said_licence,
)
from tests.suites import LANGUAGES, TESTS, ours

ROOT = TESTS.parent
PACKAGES = packages()


def test_whatever_is_asked_for_has_a_reason() -> None:
    asked = {name: reason for file in ASKED for name, reason in asked_python((ROOT / f"{file}.in").read_text()).items()}
    for folder in NODE:
        own = json.loads((ROOT / folder / "package.json").read_text())
        asked |= {name: own["//"].get(name, "") for name in (*own.get("dependencies", ()), *own["devDependencies"])}
        assert own["//"].keys() <= asked.keys()
    assert [name for name, reason in asked.items() if not reason] == []
    assert {package.name for package in PACKAGES if package.asked} == asked.keys()


def test_every_licence_is_known_and_allowed() -> None:
    assert [package for package in PACKAGES if not is_allowed(package.licence)] == []


def test_licences_are_noted_as_the_installed_packages_say_them() -> None:
    noted = json.loads(NOTED.read_text())
    assert list(noted) == [f"{name} {version}" for name, version in locked()], "run python -m scripts.press.packages"
    found = installed(locked())
    assert found.items() <= noted.items()
    assert len(found) > 40


def test_readers_are_told_the_reason_in_every_language() -> None:
    reasons = {package.name: package.reason for package in PACKAGES if package.asked}
    for language in ("ar", "de", "en"):
        words = yaml.safe_load((LANGUAGES / f"{language}.yaml").read_text("utf-8"))["press"]["made_with_reasons"]
        assert words.keys() == reasons.keys()
        assert language != "en" or words == reasons


def test_what_comes_to_readers_brings_its_licence_texts() -> None:
    texts = {place.partition("/")[2]: source.read_text("utf-8") for place, source in licences.texts().items()}
    named = {text for about in licences.SHIPPED.values() for text in about.texts} | {"qawaid.txt"}
    assert texts.keys() == named
    assert {package.name for package in PACKAGES if package.shipped} < licences.SHIPPED.keys()
    for font in ("noto-naskh-arabic.txt", "source-serif-4.txt"):
        assert "SIL OPEN FONT LICENSE Version 1.1" in texts[font]
    for name in ("lit-html.txt", "mkdocs-material.txt", "qawaid.txt"):
        assert "Copyright (c)" in texts[name]


def test_what_others_hold_is_told_by_name_and_licence() -> None:
    notices = {
        "mkdocs-material": (licences.TEXTS / "within-material.txt").read_text(),
        "pyodide": (licences.TEXTS / "within-pyodide.txt").read_text(),
    }
    for name, text in notices.items():
        for within in licences.SHIPPED[name].within:
            other, licence = re.fullmatch(r"(\S+) \((.+)\)", within).groups()  # type: ignore[union-attr]
            assert other in text
            assert is_allowed(licence)


def test_the_scripts_of_material_hold_what_is_told_of_them() -> None:
    scripts = material() / "templates" / "assets" / "javascripts"
    maps = [*scripts.glob("bundle.*.map"), *scripts.glob("workers/search.*.map")]
    sources = {source for file in maps for source in json.loads(file.read_text())["sources"]}
    held = {found[1] for source in sources if (found := re.search(r"node_modules/((?:@[^/]+/)?[^/]+)/", source))}
    told = {name.partition(" ")[0].removesuffix(".js").lower() for name in licences.SHIPPED["mkdocs-material"].within}
    assert len(maps) == 2
    assert held == told


@pytest.mark.parametrize("language", ["ar", "de", "en"])
def test_the_page_lists_every_package(language: str) -> None:
    suite = ours().suite
    book = Book(suite, suite.languages[language], "shared")
    html = "".join(text for _, _, text in licences.sections(book, "made-with"))
    assert all(f">{package.name} {package.version}</bdi>" in html for package in PACKAGES)
    linked = set(re.findall(r'href="(?:\.\./)+_/shared/([^"]+)"', html))
    assert linked == licences.texts().keys()


def test_lock_files_and_lists_are_read() -> None:
    assert locked_python("babel==2.19.0 \\\n    --hash=sha256:00\n    # via x\nRuamel_YAML==0.1\n") == {
        "babel": "2.19.0",
        "ruamel-yaml": "0.1",
    }
    assert asked_python("-c requirements.txt\n# on top\nmarkdown   # makes HTML (of a version)\nruff==1\n") == {
        "markdown": "makes HTML",
        "ruff": "",
    }
    assert plain("Ruamel_YAML.x") == "ruamel-yaml-x"
    assert Package("a", "1", "MIT").asked is False


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [
        ("MIT", True),
        ("GPL-2.0-only OR MIT", True),
        ("MIT AND GPL-2.0-only", False),
        ("MPL-2.0 AND (GPL-3.0-only OR NCSA)", True),
        ("MPL-2.0 AND (GPL-3.0-only OR LGPL-3.0-only)", False),
        ("BSD License", False),
        ("", False),
    ],
)
def test_one_allowed_choice_is_enough_and_all_parts_are_needed(expression: str, allowed: bool) -> None:
    assert is_allowed(expression) is allowed


@pytest.mark.parametrize(
    ("said", "licence"),
    [
        ({"License-Expression": "Apache-2.0 OR BSD-2-Clause"}, "Apache-2.0 OR BSD-2-Clause"),
        ({"License": "UNKNOWN", "Classifier": "License :: OSI Approved :: MIT License"}, "MIT"),
        ({"License": "MIT Licence\nand its text"}, "MIT"),
        ({"Classifier": "License :: OSI Approved :: BSD License"}, ""),
        ({"License": "Proprietary"}, ""),
    ],
)
def test_licences_are_read_from_what_packages_say(said: dict[str, str], licence: str) -> None:
    about: Any = Message()
    for key, value in {"Name": "made-up", **said}.items():
        about[key] = value
    assert said_licence(about) == licence

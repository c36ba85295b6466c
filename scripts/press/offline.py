"""What keeping a site for offline needs: the list of a language's files, an app's manifest, and the service worker.

The list names everything that the language's pages can ask for, so that a device which has fetched it all needs no
network. It is made last, from the files as they lie in the site.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from rules_engine.suite.fixtures import Language, Suite

from . import configs, download, policy

ROOT = Path(__file__).resolve().parents[2]
LIST, MANIFEST, WORKER = "offline.json", "manifest.webmanifest", "sw.js"
"""The files that are written here: the first two lie in every language's folder, the last one in the site's."""

NEVER_ASKED = ("404.html", LIST, WORKER, *policy.FILES)
"""What no page asks for; and hosts disagree on how they send the page for what is missing."""

NOT_FOR_PAGES = "schema/"
"""The part of the shared folder that editors read, and no page."""

ICONS = (("icon-192.png", 192, "any"), ("icon-512.png", 512, "any"), ("icon-maskable-512.png", 512, "maskable"))
"""The files of ``docs/assets/icons``, their sides in pixels, and what they are for."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A file to keep: its address as seen from the list, its size, and the hash of its content in hexadecimal."""

    address: str
    bytes: int
    sha256: str


def write(site: Path, suite: Suite, shared: str) -> None:
    """Write all that keeping needs into a site whose other files are in their places.

    *shared* is the name of the folder that the languages share.
    """
    shutil.copyfile(ROOT / "docs" / "theme" / WORKER, site / WORKER)
    for language in suite.languages.values():
        app = _json(manifest(language, shared))
        (site / configs.folder(language.code) / MANIFEST).write_text(app, "utf-8")
        write_list(site, language.code, suite.languages, shared)


def write_list(site: Path, lang: str, languages: Collection[str], shared: str) -> None:
    """Write the list of one language's files; *languages* are all that the site has."""
    folder = site / configs.folder(lang)
    (folder / LIST).write_text(_json(listing(site, lang, languages, shared)), "utf-8")


def listing(site: Path, lang: str, languages: Collection[str], shared: str) -> dict[str, Any]:
    """Return the list: every file with its size and hash, and the version, which changes with any of them."""
    files = sorted(
        (_listed(path, address) for address, path in _addresses(site, lang, languages, shared)),
        key=lambda file: file.address,
    )
    version = hashlib.sha256("".join(f"{file.address}\0{file.sha256}\n" for file in files).encode())
    return {
        "language": lang,
        "version": version.hexdigest()[:12],
        "pages": sum(file.address.endswith("/") for file in files),
        "bytes": sum(file.bytes for file in files),
        "files": [asdict(file) for file in files],
    }


def _addresses(site: Path, lang: str, languages: Collection[str], shared: str) -> Iterator[tuple[str, Path]]:
    """Yield every file that the language's pages can ask for, by its address as seen from the language's folder."""
    root = site / configs.folder(lang)
    others = {"_", download.FOLDER, *(configs.folder(other).strip("/") for other in languages if other != lang)}
    for path in root.rglob("*"):
        place = path.relative_to(root)
        if path.is_file() and place.parts[0] not in others and place.as_posix() not in NEVER_ASKED:
            yield _address(place.as_posix()), path
    data = tuple(f".{other}.json" for other in languages if other != lang)
    for path in (site / "_" / shared).rglob("*"):
        name = path.relative_to(site / "_" / shared).as_posix()
        if path.is_file() and not name.startswith(NOT_FOR_PAGES) and not name.endswith(data):
            yield quote(f"{configs.up(lang)}_/{shared}/{name}"), path


def _address(place: str) -> str:
    """Return the address that readers have of a file: a page is a folder.

    >>> _address("index.html"), _address("mus/lances/index.html"), _address("search/search_index.json")
    ('./', 'mus/lances/', 'search/search_index.json')
    """
    return quote(re.sub(r"(^|/)index\.html$", r"\1", place)) or "./"


def _listed(path: Path, address: str) -> Listed:
    content = path.read_bytes()
    return Listed(address, len(content), hashlib.sha256(content).hexdigest())


def manifest(language: Language, shared: str) -> dict[str, Any]:
    """Return the manifest of the site as an app in a language. Its scope are all languages: readers go between them."""
    words: Any = language.plain["theme"]
    up = configs.up(language.code)
    icons = [
        {
            "src": f"{up}_/{shared}/icons/{name}",
            "type": "image/png",
            "sizes": f"{side}x{side}",
            "purpose": purpose,
        }
        for name, side, purpose in ICONS
    ]
    paper = _paper()
    return {
        "name": words["site_name"],
        "short_name": words["site_name"],
        "description": words["site_description"],
        "lang": language.code,
        "dir": language.about.direction,
        "start_url": "./",
        "scope": up or "./",
        "display": "standalone",
        "background_color": paper,
        "theme_color": paper,
        "icons": icons,
    }


def _paper() -> str:
    """Return the colour of the page in light."""
    tokens = (ROOT / "docs" / "assets" / "css" / "tokens.css").read_text("utf-8")
    found = re.search(r"--q-paper:\s*light-dark\((#\w+)", tokens)
    assert found, "tokens.css names no paper"
    return found[1]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"

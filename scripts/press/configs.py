"""One MkDocs configuration a language, and the files of the theme that the languages share."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rules_engine.suite.shapes import SOURCE
from rules_engine.suite.terms import STEM

from . import policy

WORDS_OF_CONFIG = {"site_name", "site_description", "link_to_section"}
"""The words that go into the configuration itself."""

Words = Mapping[str, Any]
Nav = Sequence[Mapping[str, Any]]
Directions = Mapping[str, str]
"""Every language of the site by its code, with the direction that it is written in."""


def write(build: Path, lang: str, nav: Nav, words: Words, shared_folder_name: str, languages: Directions) -> Path:
    """Write `build/mkdocs.<lang>.yml` and return its path; the site goes beside the build folder.

    `nav` is MkDocs' own form; `words` are the keys of the theme in this language;
    `shared_folder_name` is what follows `_/` in the shared folder's address.
    """
    root = Path(__file__).resolve().parents[2]
    path = build / f"mkdocs.{lang}.yml"
    path.parent.mkdir(parents=True, exist_ok=True)
    if missing := sorted(words_used(root / "docs" / "theme") - words.keys()):
        raise KeyError(f"{lang}: the theme needs the words {', '.join(missing)}")
    config = configuration(root, build.resolve(), lang, nav, words, shared_folder_name, languages)
    # JSON is YAML, and needs no quoting rules
    path.write_text(json.dumps(config, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return path


def configuration(
    root: Path, build: Path, lang: str, nav: Nav, words: Words, shared_folder_name: str, languages: Directions
) -> dict[str, Any]:
    """Return what the config of one language adds to mkdocs.yml."""
    theme = root / "docs" / "theme"
    return {
        "INHERIT": str(root / "mkdocs.yml"),
        "site_name": words["site_name"],
        "site_description": words["site_description"],
        "docs_dir": str(build / "pages" / lang),
        "site_dir": str(build.parent / "site" / folder(lang)),
        "theme": {
            "custom_dir": str(theme),
            "language": lang,
            "direction": languages[lang],
        },
        "nav": list(nav),
        "markdown_extensions": {"toc": {"permalink_title": words["link_to_section"]}},
        "extra": {
            "words": dict(words),
            "shared": f"{up(lang)}_/{shared_folder_name}/",
            "policy": {"pages": policy.of_page(), "missing": policy.of_page(policy.of_theme(theme / "404.html"))},
            "languages": [{"lang": other, "root": up(lang) + folder(other)} for other in languages],
        },
    }


def words_used(theme: Path) -> set[str]:
    """Return the keys of all words that the templates print."""
    templates = (page.read_text(encoding="utf-8") for page in theme.rglob("*.html"))
    return {key for template in templates for key in re.findall(r"\bwords\.(\w+)", template)} | WORDS_OF_CONFIG


def folder(lang: str) -> str:
    """Return a language's folder within the site, with its slash: empty for the source language."""
    return "" if lang == SOURCE else f"{lang}/"


def up(lang: str) -> str:
    """Return the way from a language's folder to the root of the site."""
    return "" if lang == SOURCE else "../"


def shared_files(root: Path) -> dict[str, Path]:
    """Return the theme's share of the shared folder: place within it → the file to copy there."""
    css = root / "docs" / "assets" / "css"
    return {
        **{f"css/{sheet.name}": sheet for sheet in sorted(css.glob("*.css"))},
        **{f"material/{name}": file for name, file in material_scripts(languages(root)).items()},
        **{f"js/{name}": root / "docs" / "theme" / name for name in ("page.js", "search.js")},
        **{f"suits/{shape.name}": shape for shape in sorted((root / "docs" / "assets" / "suits").glob("*.svg"))},
        **{f"icons/{icon.name}": icon for icon in sorted((root / "docs" / "assets" / "icons").glob("*.png"))},
        "mark.svg": root / "docs" / "theme" / "mark.svg",
    }


def languages(root: Path) -> list[str]:
    """Return the codes of the languages that have words."""
    return sorted(path.stem for path in (root / "docs" / "words").glob("*.yaml") if path.stem != STEM)


def material_scripts(languages: Iterable[str]) -> dict[str, Path]:
    """Return Material's scripts under names without a hash, since the shared folder has one.

    Beside its two they are those by which the search knows the endings of words in these languages.
    """
    scripts = material() / "templates" / "assets" / "javascripts"
    known = {"support.js": _endings("stemmer.support")} | {f"{lang}.js": _endings(lang) for lang in languages}
    return {
        "bundle.js": only(scripts.glob("bundle.*.min.js")),
        "search.js": only((scripts / "workers").glob("search.*.min.js")),
        **{f"endings/{name}": file for name, file in known.items() if file.is_file()},
    }


def endings(lang: str) -> str:
    """Return the language by whose endings words are compared: English, which the search always has, if it must be."""
    return lang if _endings(lang).is_file() else "en"


def _endings(name: str) -> Path:
    return material() / "templates" / "assets" / "javascripts" / "lunr" / "min" / f"lunr.{name}.min.js"


def material() -> Path:
    """Return the folder of the installed Material theme."""
    spec = find_spec("material")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("material")
    return Path(spec.origin).parent


def only(files: Iterable[Path]) -> Path:
    """Return the single file there is."""
    (file,) = files
    return file


def drop_theme_copies(site: Path) -> None:
    """Delete what MkDocs copied out of the theme into one built site: the shared folder holds what pages use."""
    shutil.rmtree(site / "assets", ignore_errors=True)
    for name in ("page.js", "search.js", "mark.svg", "sitemap.xml", "sitemap.xml.gz"):
        (site / name).unlink(missing_ok=True)

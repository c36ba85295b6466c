"""One language's Markdown as pages, by MkDocs in this process. What was rendered before is not rendered again.

MkDocs' own command cleans the folder, renders every page and copies the theme's files. Here the same steps are taken
with the same functions, but a page's Markdown is looked up first, and whoever asked decides what to write.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from mkdocs.commands.build import get_context
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException
from mkdocs.structure.files import Files, get_files
from mkdocs.structure.nav import get_navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, get_toc

from .keeping import Kept, digest

VERSIONS = tuple(version(package) for package in ("mkdocs", "markdown"))
MISSING = "404.html"
os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")


def rendered(config_file: Path, kept: Kept) -> Iterator[tuple[str, str]]:
    """Give the pages of a configuration, and the one for what does not exist: place within the site and HTML.

    Raise ``RuntimeError`` with MkDocs' own words, before the first page, if it warns of anything.
    """
    with _strictly(config_file.name) as heard:
        config = load_config(str(config_file))
        files = get_files(config)
        navigation = get_navigation(files, config)
        documents = files.documentation_pages()
        pages = [file.page for file in documents if file.page]
        surroundings = _surroundings(files, config)
        for page in pages:
            said = len(heard)
            key, value = _populated(page, config, files, kept, surroundings)
            if len(heard) == said:
                kept.put(key, value)
        for page in pages:
            page.validate_anchor_links(files=files, log_level=config.validation.links.anchors)
    theme = config.theme.get_env()
    yield MISSING, theme.get_template(MISSING).render(get_context(navigation, documents, config, base_url="/"))
    for page in pages:
        page.active = True
        template = theme.get_template(page.meta.get("template", "main.html"))
        yield page.file.dest_uri, template.render(get_context(navigation, documents, config, page))
        page.active = False


@contextmanager
def _strictly(name: str) -> Iterator[list[str]]:
    """Raise what MkDocs says, where it would only warn; give the lines that it has said so far."""
    logger, heard = logging.getLogger("mkdocs"), _Heard()
    propagates, logger.propagate = logger.propagate, False
    logger.addHandler(heard)
    try:
        yield heard.lines
    except MkDocsException as failure:
        heard.lines.append(str(failure))
    finally:
        logger.removeHandler(heard)
        logger.propagate = propagates
    if heard.lines:
        raise RuntimeError("\n".join((f"mkdocs failed on {name}:", *heard.lines)))


class _Heard(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def _surroundings(files: Files, config: MkDocsConfig) -> str:
    """Return the hash of what a page's HTML depends on besides its own text: extensions, and the pages there are."""
    return digest(VERSIONS, config.markdown_extensions, config.mdx_configs, sorted(file.src_uri for file in files))


def _populated(page: Page, config: MkDocsConfig, files: Files, kept: Kept, surroundings: str) -> tuple[str, Any]:
    """Give a page its content, and return that as plain values, with the hash of what it is made from."""
    page.read_source(config)
    key = digest(surroundings, page.file.src_uri, page.markdown)
    known = kept.get(key)
    if known:
        _restore(page, files, known)
        return key, known
    page.render(config, files)
    return key, _plain(page)


def _plain(page: Page) -> dict[str, Any]:
    """Return what rendering has found out about a page as plain values."""
    links = page.links_to_anchors or {}
    return {
        "content": page.content,
        "toc": [_token(link) for link in page.toc],
        "anchors": sorted(page.present_anchor_ids or ()),
        "links": {file.src_uri: found for file, found in links.items()},
    }


def _token(link: AnchorLink) -> dict[str, Any]:
    children = [_token(child) for child in link.children]
    return {"name": link.title, "id": link.id, "level": link.level, "children": children}


def _restore(page: Page, files: Files, known: dict[str, Any]) -> None:
    page.content = known["content"]
    page.toc = get_toc(known["toc"])
    page.present_anchor_ids = set(known["anchors"])
    found = ((files.get_file_from_path(uri), links) for uri, links in known["links"].items())
    page.links_to_anchors = {file: links for file, links in found if file}

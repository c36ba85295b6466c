"""A page of a book: its address, its Markdown, and what the search finds on it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules_engine.suite.fixtures import GameSuite
from rules_engine.suite.shapes import Text

from .book import Book
from .search import Entry


@dataclass(frozen=True, slots=True)
class Written:
    """A page: its *address* below the language's folder, ``mus/lances``, "" for home; its title as inline HTML.

    *meta* is the front matter, *body* Markdown, *entries* what the search finds in it, the page itself first.
    """

    address: str
    title: str
    meta: Mapping[str, Any]
    body: str
    entries: tuple[Entry, ...]

    @property
    def file(self) -> str:
        """The Markdown file, relative to the language's pages."""
        name = self.address or "index"
        return (
            f"{name}/index.md" if self.address and "/" not in self.address and self.meta.get("folder") else f"{name}.md"
        )

    @property
    def source(self) -> str:
        """The whole text of the file."""
        meta = {name: value for name, value in self.meta.items() if name != "folder"}
        front = "".join(f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in meta.items())
        return f"---\n{front}---\n{self.body}"


def heading(book: Book, game: GameSuite, anchor: str, title: Text, lead: Text | None) -> str:
    """Return the heading of a page and what introduces it."""
    lead_html = f'\n\n<p class="q-lead" markdown="0">{book.inline(lead, game.name)}</p>' if lead else ""
    return f"# {book.inline(title, game.name)} {{#{anchor}}}{lead_html}\n"


def front_matter(book: Book, game: GameSuite, title: Text, lead: Text | None, **more: Any) -> dict[str, Any]:
    """Return the front matter of a page, by which search engines and browsers name it."""
    described = {"description": book.plain(lead, game.name)} if lead else {}
    return {"title": book.plain(title, game.name), **described, **more}

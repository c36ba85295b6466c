"""The fixtures' prose as HTML: notation isolated by the engine's renderer, the rest by Markdown."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

import markdown

from rules_engine.saying import FSI, HTML, LRI, PDI, TEXT, Words, prose, say

Href = Callable[[str], str | None]
"""Gives the address of a rule id, seen from the page that is being written; None if it is no rule."""

MARKDOWN = markdown.Markdown(extensions=["tables"])
ISOLATED = (
    (re.compile(r'<bdi dir="ltr"[^>]*>'), LRI),
    (re.compile(r"<bdi\b[^>]*>"), FSI),
    (re.compile(r"</bdi>"), PDI),
)
"""What isolates in HTML, and the character that does the same in plain text."""
_SHARE = re.compile(r"```.*?```|`[^`]*`|<[^>]*>|\]\([^)]*\)|((?<![\w.,])\d[\d.,]*%)", re.DOTALL)
BLOCK_TAGS = re.compile(r"</?(?:p|ul|ol|li|table|thead|tbody|tr|th|td|div|h[1-6]|br)\b[^>]*>")


def blocks(text: str, words: Words, href: Href) -> str:
    """Return prose as block elements, on one line, so that no blank line ends an HTML block of the page."""
    return _converted(prose(text, words, href))


@functools.lru_cache(maxsize=50_000)
def _converted(text: str) -> str:
    html: str = MARKDOWN.reset().convert(text)
    return " ".join(html.split("\n"))


def inline(text: str, words: Words) -> str:
    """Return a short text as inline HTML."""
    return say(text, {}, words, HTML)


def plain(text: str, words: Words) -> str:
    """Return a short text for places that take no markup, its notation between isolates."""
    return say(text, {}, words, TEXT)


def isolated(markdown: str, words: Words) -> str:
    """Return hand-written Markdown with its shares, ``95%``, isolated: after Arabic letters they run the other way."""
    if not words.rtl:
        return markdown
    return _SHARE.sub(lambda found: HTML.isolate(found[1], words) if found[1] else found[0], markdown)


def searchable(html: str) -> str:
    """Return HTML without its block elements, as the search index takes it."""
    return re.sub(r"[ \t\r\n]+", " ", BLOCK_TAGS.sub(" ", html)).strip()


def without_tags(html: str) -> str:
    """Return HTML without any elements, for attributes and front matter.

    What is escaped stays so, and what `<bdi>` isolates stays isolated.
    """
    for element, sign in ISOLATED:
        html = element.sub(sign, html)
    return re.sub(r"<[^>]+>", "", html)

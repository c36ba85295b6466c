"""The picture of both decks as pages use it: each card whole, and once more small, as only its index."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree as Tree

SVG = "http://www.w3.org/2000/svg"
CARD = "0 0 100 140"
"""The frame of a card's symbol; other symbols are parts."""
PIPS = re.compile(r"var\(--pips\b")


def whole(picture: str) -> str:
    """Return the picture without the show of both decks at its end, which every page with a card would draw too."""
    defined, end, _ = picture.partition("</defs>")
    return f"{defined}{end}</svg>\n"


def small(picture: str) -> str:
    """Return each card of the picture without its pips, and with its parts written out.

    A page of hands has hundreds of cards. What is drawn of each, and the picture that it is taken from, must be little.
    """
    decks = Tree.fromstring(picture)  # noqa: S314 (our own file)
    parts = {part.attrib["id"]: part for part in decks.iter() if "id" in part.attrib}
    Tree.register_namespace("", SVG)
    sheet = Tree.Element(f"{{{SVG}}}svg")
    for symbol in decks.iter(f"{{{SVG}}}symbol"):
        if symbol.get("viewBox") == CARD and any(PIPS.search(part.get("display", "")) for part in symbol.iter()):
            kept = Tree.SubElement(sheet, symbol.tag, {"id": symbol.attrib["id"], "viewBox": CARD})
            kept.extend(_written_out(symbol, parts))
    return Tree.tostring(sheet, "unicode")


def _written_out(part: Tree.Element, parts: Mapping[str, Tree.Element]) -> Iterator[Tree.Element]:
    """Yield what is in a part of the picture, whatever it uses put in its place."""
    for child in part:
        if PIPS.search(child.get("display", "")):
            continue
        used = parts.get(child.get("href", "").removeprefix("#"))
        attributes = {name: value for name, value in child.attrib.items() if name not in ("id", "href", "x", "y")}
        if used is None:
            copy = Tree.Element(child.tag, attributes)
            copy.extend(_written_out(child, parts))
        else:
            itself = Tree.Element(used.tag, {name: value for name, value in used.attrib.items() if name != "id"})
            itself.extend(_written_out(used, parts))
            group = _group(child, attributes)
            group.append(itself)
            copy = group if group.attrib else itself
        yield copy


def _group(use: Tree.Element, attributes: dict[str, str]) -> Tree.Element:
    """Return a group that lies where a use of another part lies."""
    moved = f"translate({use.get('x', '0')} {use.get('y', '0')})" if "x" in use.attrib or "y" in use.attrib else ""
    transform = f"{attributes.pop('transform', '')}{moved}"
    return Tree.Element(f"{{{SVG}}}g", {**attributes, **({"transform": transform} if transform else {})})

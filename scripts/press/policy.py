"""What a page may load and run: the site's Content-Security-Policy, in every page and in what a host is told to send.

A page carries its policy itself, so that it holds on any host. What only a header can say (who may frame a page, what a
worker may run) stands in files for the hosts that read them.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

from .keeping import write_if_changed

RUN = ("", "module", "text/javascript")
"""The types of script that a browser runs; others are data."""
TEMPLATE = ("{{", "{%", "{#")
"""What would change a text of the theme on its way into a page."""

DIRECTIVES = {
    "default-src": ("'none'",),
    "script-src": ("'self'", "'wasm-unsafe-eval'"),  # Pyodide is WebAssembly, and needs no eval
    "style-src": ("'self'",),
    "img-src": ("'self'",),
    "font-src": ("'self'",),
    "connect-src": ("'self'",),
    "worker-src": ("'self'",),
    "manifest-src": ("'self'",),
    "base-uri": ("'none'",),
    "form-action": ("'none'",),
}
"""What every page of the site needs, and nothing else."""

OTHER_HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
UNCHANGING = "public, max-age=31536000, immutable"
"""How long a browser may keep what lies in a folder named by its hash."""
UNDER_HASH = '"expr=%{REQUEST_URI} =~ m#/_/#"'
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""The types without which browsers refuse a file, and which not every host knows."""


class Inline(NamedTuple):
    """What stands in a page itself and is run or applied there: the texts of scripts and of style sheets."""

    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()


NOTHING = Inline()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.inside = ""
        self.found: dict[str, list[str]] = {"script": [], "style": []}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        runs = tag == "style" or (tag == "script" and "src" not in given and (given.get("type") or "") in RUN)
        self.inside = tag if runs else ""
        if runs:
            self.found[tag].append("")

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.found[self.inside][-1] += data

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 (the base class gives it)
        self.inside = ""


def inline(html: str) -> Inline:
    """Return what stands in a page or a drawing itself and is run or applied there.

    >>> inline('<style>p{}</style><script src="a.js"></script><script>a < b && go()</script>')
    Inline(scripts=('a < b && go()',), styles=('p{}',))
    """
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return Inline(tuple(reader.found["script"]), tuple(reader.found["style"]))


def source(text: str) -> str:
    """Return how a policy names a script or a style sheet that stands in a page: by its hash."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def of_page(own: Inline = NOTHING) -> str:
    """Return the policy of a page in which nothing but *own* stands inline, as the page carries it."""
    return _said(_with(own))


def of_host(theme: Path) -> str:
    """Return the policy that a host sends with everything: it fits all pages, and forbids to frame them."""
    whole = (of_theme(theme / "404.html"), of_theme(theme / "mark.svg"))
    own = Inline(*(tuple(text for each in whole for text in each[kind]) for kind in (0, 1)))
    return _said({**_with(own), "frame-ancestors": ("'none'",)})


def of_theme(file: Path) -> Inline:
    """Return what stands inline in a file of the theme. Raise ``ValueError`` if a template would change it."""
    found = inline(file.read_text("utf-8"))
    for text in (*found.scripts, *found.styles):
        if any(sign in text for sign in TEMPLATE):
            raise ValueError(
                f"{file.name}: an inline script or style is changed by the template; give it its data apart"
            )
    return found


def _with(own: Inline) -> dict[str, tuple[str, ...]]:
    more = {"script-src": own.scripts, "style-src": own.styles}
    return {name: (*allowed, *map(source, more.get(name, ()))) for name, allowed in DIRECTIVES.items()}


def _said(directives: Mapping[str, tuple[str, ...]]) -> str:
    return "; ".join(" ".join((name, *allowed)) for name, allowed in directives.items())


# For hosts


def headers(theme: Path) -> dict[str, str]:
    """Return the headers that a host sends with everything."""
    return {"Content-Security-Policy": of_host(theme), **OTHER_HEADERS}


def files(theme: Path) -> dict[str, str]:
    """Return the files, by name, in which different hosts look for what they shall send; they lie in the site's root.

    ``_headers`` is read by several static hosts, ``.htaccess`` by Apache. ``.nojekyll`` says that folders beginning
    with ``_`` belong to the site.
    """
    return {"_headers": _headers(headers(theme)), ".htaccess": _htaccess(headers(theme)), ".nojekyll": ""}


FILES = ("_headers", ".htaccess", ".nojekyll")


def write(site: Path, theme: Path) -> None:
    """Write the files for hosts into a site."""
    for name, content in files(theme).items():
        write_if_changed(site / name, content.encode())


def _headers(sent: Mapping[str, str]) -> str:
    everywhere = "".join(f"  {name}: {value}\n" for name, value in sent.items())
    return f"/*\n{everywhere}/_/*\n  Cache-Control: {UNCHANGING}\n"


def _htaccess(sent: Mapping[str, str]) -> str:
    types = "".join(f"AddType {type_} {ending}\n" for ending, type_ in TYPES.items())
    everywhere = "".join(f'  Header always set {name} "{value}"\n' for name, value in sent.items())
    kept = f'  Header set Cache-Control "no-cache"\n  Header set Cache-Control "{UNCHANGING}" {UNDER_HASH}\n'
    return f"{types}<IfModule mod_headers.c>\n{everywhere}{kept}</IfModule>\n"

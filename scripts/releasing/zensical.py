"""The same Markdown built by Zensical, should Material end: ``python -m scripts.releasing.zensical [LANGUAGE]``.

Pages and configurations are those of the last build, and the theme is ours. Each page is held against the one that
MkDocs has made. What differs is told by kind, with some places; nothing else fails with it. The result lies in
``build/zensical``.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urljoin

from scripts.press.configs import folder
from scripts.press.keeping import files_in
from scripts.press.site import BUILD

OUT = BUILD / "zensical"
MOST_TOLD = 3
WELL, LACKS, SKIPPED = 0, 1, 77


@dataclass
class Seen(HTMLParser):
    """What is in a page: the *text* of its main part, the *ids*, and where its *links* go."""

    main: bool = False
    text: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the id and the address of an element."""
        given = dict(attrs)
        self.main |= tag == "main"
        self.ids.add(given.get("id") or "")
        self.links += [address for key in ("href", "src") if (address := given.get(key))]

    def handle_endtag(self, tag: str) -> None:
        """Note where the main part ends."""
        self.main &= tag != "main"

    def handle_data(self, data: str) -> None:
        """Note the text of the main part."""
        if self.main:
            self.text.append(data)

    @property
    def words(self) -> list[str]:
        """The words of the main part."""
        return "".join(self.text).split()


def main(languages: Sequence[str]) -> int:
    """Build each language, all of them unless some are named, and tell what lacks. Return 0 if nothing does."""
    if find_spec("zensical") is None:
        print("SKIPPED: Zensical is not installed: ./scripts/test --release installs it")
        return SKIPPED
    known = sorted(config.suffixes[0][1:] for config in BUILD.glob("mkdocs.*.yml"))
    if not known or not {*languages} <= {*known}:
        print(f"there are no pages of {', '.join(languages) or 'any language'}: run ./scripts/serve --build-only first")
        return LACKS
    return max(told(lang) for lang in languages or known)


def told(lang: str) -> int:
    """Build one language and print what lacks. Return 0 if nothing does."""
    try:
        said = built(lang)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"{lang}: Zensical did not build: {' '.join(str(error).split())}")
        return LACKS
    own, theirs = pages(BUILD / "html" / lang), pages(OUT / folder(lang))
    found = [*differences(own, theirs)]
    print(f"{lang}: {len(own.keys() & theirs.keys())} of {len(own)} pages; {said}")
    for kind, count in Counter(kind for kind, _ in found).items():
        places = [place for each, place in found if each == kind]
        print(f"  {kind}: {count}, such as {', '.join(places[:MOST_TOLD])}")
    return LACKS if found else WELL


def built(lang: str) -> str:
    """Build one language and return the last thing that Zensical says."""
    config = json.loads((BUILD / f"mkdocs.{lang}.yml").read_text("utf-8"))
    # Folders must lie below the configuration, and be named as seen from there.
    config |= {"docs_dir": f"pages/{lang}", "site_dir": f"zensical/{folder(lang)}"}
    file = BUILD / f"zensical.{lang}.yml"
    file.write_text(json.dumps(config, ensure_ascii=False, indent=2) + "\n", "utf-8")
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--config-file", str(file)]
    done = subprocess.run(command, cwd=BUILD, capture_output=True, text=True, timeout=600, check=False)
    lines = [line.strip() for line in f"{done.stdout}\n{done.stderr}".splitlines() if line.strip()]
    if done.returncode:
        raise subprocess.SubprocessError("; ".join(lines[-3:]))
    return "; ".join(lines[-2:])


def pages(site: Path) -> dict[str, Seen]:
    """Return what is in each page of a site, by its place."""
    return {place: seen(path.read_text("utf-8")) for place, path in files_in(site).items() if place.endswith(".html")}


def seen(html: str) -> Seen:
    """Return what is in a page."""
    parser = Seen()
    parser.feed(html)
    return parser


def differences(own: dict[str, Seen], theirs: dict[str, Seen]) -> Iterator[tuple[str, str]]:
    """Give each thing that *theirs* lacks of our *own* pages: its kind, and where."""
    for place, page in own.items():
        other = theirs.get(place)
        if other is None:
            yield "pages missing", place
            continue
        if page.words != other.words:
            yield "pages whose text differs", place
        yield from (("ids missing", f"{place}#{name}") for name in sorted(page.ids - other.ids))
        lacks = targets(place, page) - targets(place, other)
        yield from (("links that lead elsewhere", f"{place} to {link}") for link in sorted(lacks))


def targets(place: str, page: Seen) -> set[str]:
    """Return where the links of a page lead, as seen from the site's root."""
    return {urljoin(f"/{place}", unquote(link)) for link in page.links}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

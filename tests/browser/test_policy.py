"""The site asks for nothing but itself, runs nothing but its own files, and keeps nothing but what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.press import policy
from scripts.press.serving import THEME
from scripts.press.site import SITE
from tests.browser.conftest import Watched

pytestmark = pytest.mark.browser
CARRIED = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">')
HANDLER = re.compile(r"""\s(?:style|on[a-z]{3,})\s*=\s*["']""", re.IGNORECASE)
RUNS_CODE = re.compile(r"""(?:href|src|action)\s*=\s*["']?\s*(?:javascript|data|vbscript):""", re.IGNORECASE)
INLINE = re.compile(r"<(script|style)\b([^>]*)>(.*?)</\1>", re.DOTALL)


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """Every built page by its place."""
    places = (page.relative_to(SITE) for page in sorted(SITE.rglob("*.html")))
    return {place.as_posix(): (SITE / place).read_text("utf-8") for place in places}


# As it is built


def test_every_page_carries_its_policy_before_it_asks_for_anything(pages: dict[str, str]) -> None:
    assert len(pages) > 150
    for page, text in pages.items():
        carried = CARRIED.search(text)
        assert carried, page
        assert not re.search(r"<(?:script|link|style|img|body)\b", text[: carried.start()]), page
        assert "unsafe-inline" not in carried[1]
        assert "'unsafe-eval'" not in carried[1]


def test_whatever_stands_inline_is_named_by_its_hash_and_nothing_else_is(pages: dict[str, str]) -> None:
    """Only the page for what is missing has any; the host's header names all that any page has."""
    said = policy.headers(THEME)["Content-Security-Policy"]
    with_any = []
    for page, text in pages.items():
        inline = [inside for _, given, inside in INLINE.findall(text) if "src=" not in given and "json" not in given]
        hashes = [policy.source(inside) for inside in inline]
        carried = CARRIED.findall(text)[0]
        assert sorted(re.findall(r"'sha256-[^']+'", carried)) == sorted(hashes), page
        assert all(each in said for each in hashes)
        if hashes:
            with_any.append(page)
    assert with_any == ["404.html", "de/404.html", "en/404.html"]


def test_a_hash_is_that_of_the_standard() -> None:
    """The example of the W3C's Content Security Policy Level 3, section 6.7.3.2."""
    assert policy.source("alert('Hello, world.');") == "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"


def test_no_built_page_has_code_or_style_in_an_attribute(pages: dict[str, str]) -> None:
    for page, text in pages.items():
        outside = INLINE.sub("", text)
        assert not HANDLER.search(outside), page
        assert not RUNS_CODE.search(outside), page
    for drawing in (SITE / "_").rglob("*.svg"):
        assert " style=" not in drawing.read_text("utf-8"), drawing


def test_hosts_are_told_what_pages_cannot_say() -> None:
    told = {name: (SITE / name).read_text("utf-8") for name in policy.FILES}
    assert told == policy.files(THEME)
    for name in ("_headers", ".htaccess"):
        for header, value in policy.headers(THEME).items():
            assert header in told[name]
            assert value in told[name]
        assert "frame-ancestors 'none'" in told[name]
    assert "frame-ancestors" not in (SITE / "index.html").read_text("utf-8")


@pytest.mark.parametrize("inside", ["<script>go({{ n }})</script>", "<style>{% if x %}p{}{% endif %}</style>"])
def test_a_template_may_not_change_what_a_hash_names(inside: str, tmp_path: Path) -> None:
    file = tmp_path / "404.html"
    file.write_text(inside, "utf-8")
    with pytest.raises(ValueError, match="data apart"):
        policy.of_theme(file)


# In the browser


BROKEN = (
    ("document.body.setAttribute('style', 'color: red')", "style-src"),
    ("document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = 1' }))", "script-src"),
    ("document.body.innerHTML = '<i onclick=\"window.ran = 1\">x</i>'; document.querySelector('i').click()", "script-src"),
    ("new Image().src = 'https://elsewhere.invalid/x.png'", "img-src"),
    ("fetch('https://elsewhere.invalid/').catch(() => {})", "connect-src"),
    ("location.hash = ''; document.body.innerHTML = '<a href=\"javascript:window.ran=1\">x</a>'; document.querySelector('a').click()", "script-src"),
)  # fmt: skip
"""What a page must not do, and the directive that forbids it."""


def test_what_a_page_does_against_its_policy_is_stopped_and_noticed(
    watched: Watched, against_policy: list[str]
) -> None:
    """This is how every other test in a browser learns of it."""
    for deed, directive in BROKEN:
        page = watched.open("en", "about/")
        page.evaluate(f"() => {{ {deed}; }}")
        page.wait_for_timeout(50)
        assert page.evaluate("window.ran") is None, deed
        assert any(directive in said for said in against_policy), (deed, against_policy)
        against_policy.clear()
        page.close()
    watched.requests.clear()  # a browser tells of a request that it has stopped as of any other

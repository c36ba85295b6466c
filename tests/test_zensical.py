"""How pages that another builder has made are held against our own."""

from __future__ import annotations

from pathlib import Path

from scripts.releasing.zensical import differences, pages, seen, targets

OWN = '<nav>Menu</nav><main><h1 id="a">One <b>card</b></h1>\n<a href="../b/#c">B</a></main>'


def test_a_page_is_its_text_its_ids_and_where_its_links_lead() -> None:
    page = seen(OWN)
    assert page.words == ["One", "card", "B"]
    assert page.ids >= {"a"}
    assert targets("x/a/index.html", page) == {"/x/b/#c"}


def test_the_same_said_otherwise_is_no_difference() -> None:
    other = OWN.replace("../b/", "./../b/").replace("Menu", "Other").replace("<b>card</b>", "<b>\ncard </b>")
    assert list(differences({"x/a/index.html": seen(OWN)}, {"x/a/index.html": seen(other)})) == []


def test_what_lacks_is_told_by_kind_and_place() -> None:
    own = {"x/a/index.html": seen(OWN), "gone.html": seen("<main></main>")}
    theirs = {"x/a/index.html": seen(OWN.replace('id="a"', "").replace("card", "cards").replace("../b", "../../b"))}
    assert list(differences(own, theirs)) == [
        ("pages whose text differs", "x/a/index.html"),
        ("ids missing", "x/a/index.html#a"),
        ("links that lead elsewhere", "x/a/index.html to /x/b/#c"),
        ("pages missing", "gone.html"),
    ]


def test_only_pages_are_read(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "index.html").write_text(OWN)
    (tmp_path / "page.js").write_text("")
    assert list(pages(tmp_path)) == ["a/index.html"]

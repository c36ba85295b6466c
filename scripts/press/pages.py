"""The pages of a book as Markdown, with what is to be found on each.

Headings, tables and links of the hand-written pages are Markdown; rules, examples and glossaries are HTML blocks in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from rules_engine.games import game as engine_of
from rules_engine.saying import Safe
from rules_engine.scenes import Scene, form
from rules_engine.suite.fixtures import GameSuite, Page, Walkthrough
from rules_engine.suite.tracing import Trace

from . import glossary, licences
from .book import Book
from .page import Written, front_matter, heading
from .printing import ADDRESSES as PRINTED
from .printing import BLANK, button, offered, printed
from .prose import isolated, without_tags
from .rule_pages import OPEN_QUESTIONS, open_questions, rules_page
from .scenery import REFEREE, SHEET, key
from .search import Entry
from .tracing import TRACE, body

MADE_WITH = "made-with"
HAND_WRITTEN = ("about", "privacy", "translators", "developers")
"""The pages that are written by hand, apart from the home page."""
DOING = {"play": "play", "score-sheet": "sheet", "puzzles": "puzzle"}
"""The pages on which a game is played, scored and practised, and the component that each holds."""
HERE = "<!-- first card -->"
"""The line of the home page in whose place the lessons come that stand there."""
CHAPTERS = ("rules", "variants")
"""The kinds of pages that make the rule book; the others are further reading."""


def written(
    book: Book, drawn: Mapping[str, str], traces: Mapping[str, Trace], hand_written: Path
) -> tuple[Written, ...]:
    """Return all pages of a book, the rules of each game traced by *traces*.

    *hand_written* is the folder of the pages that are not made from fixtures.
    """
    return (
        _home(book, drawn, hand_written),
        *(page for game in book.suite.games.values() for page in _game(book, game, drawn, traces[game.name])),
        _glossary(book),
        _offline(book),
        _made_with(book),
        *(_copied(book, hand_written, name) for name in HAND_WRITTEN),
    )


def navigation(book: Book, pages: Iterable[Written]) -> list[dict[str, Any]]:
    """Return the navigation in MkDocs' form: the games as sections, the other pages beside them."""
    by_address = {page.address: page for page in pages}

    def item(address: str, title: str = "") -> dict[str, Any]:
        page = by_address[address]
        return {title or page.title: page.file}

    games = [{_name(book, game): _game_navigation(book, game, item)} for game in book.suite.games.values()]
    others = [item(page) for page in ("glossary", "offline", *HAND_WRITTEN)]
    return [item("", book.press("home")), *games, *others]


def _game_navigation(book: Book, game: GameSuite, item: Any) -> list[dict[str, Any]]:
    def pages(kinds: tuple[str, ...]) -> list[dict[str, Any]]:
        return [item(f"{game.name}/{page.page}") for page in game.pages if page.kind in kinds]

    further = tuple(sorted({page.kind for page in game.pages} - set(CHAPTERS)))
    for_print = [item(f"{game.name}/{page}") for page in offered(game)]
    return [
        item(game.name, book.press("overview")),
        *(item(f"{game.name}/{lesson.slug}") for lesson in game.lessons),
        item(f"{game.name}/{REFEREE}"),
        *(item(f"{game.name}/{page}") for page in DOING),
        {book.press("chapters_short"): pages(CHAPTERS)},
        *([{book.press("printed"): for_print}] if for_print else []),
        {book.press("more"): [*pages(further), *(item(f"{game.name}/{page}") for page in (OPEN_QUESTIONS, TRACE))]},
    ]


def _name(book: Book, game: GameSuite) -> str:
    return book.inline(game.words.name, game.name) if game.words else game.name


# Pages written by hand


def _home(book: Book, drawn: Mapping[str, str], folder: Path) -> Written:
    page = _copied(book, folder, "index")
    lead, _, rest = page.body.partition(f"\n{HERE}\n")
    first = "".join(
        f'<div class="q-first" markdown="0">{drawn[key(book, lesson.id)]}</div>\n'
        for game in book.suite.games.values()
        for lesson in game.walkthroughs
        if lesson.kind == "home"
    )
    games = "\n".join(_game_card(book, game) for game in book.suite.games.values())
    offline = f'<p><a href="offline/">{book.press("offline_home")}</a></p>'
    body = f"{lead}\n{first}\n{rest}\n\n{games}\n\n{offline}\n"
    return Written("", page.title, page.meta, body, page.entries)


def _game_card(book: Book, game: GameSuite) -> str:
    assert game.words is not None
    lesson = next(iter(game.lessons), None)
    first = (
        f'<a class="q-btn is-main" href="{game.name}/{lesson.slug}/">{book.press("play_first")}</a>' if lesson else ""
    )
    links = (
        f'{first}<a class="q-btn" href="{game.name}/play/">{book.press("play_title")}</a>'
        f'<a class="q-btn" href="{game.name}/score-sheet/">{book.press("sheet_title")}</a>'
        f'<a class="q-btn" href="{game.name}/">{book.press("read_rules")}</a>'
        f'<a class="q-btn" href="{game.name}/{REFEREE}/">{book.press("referee_title")}</a>'
    )
    return (
        f'<section class="q-game" markdown="0"><h2 id="{game.name}"><a href="{game.name}/">'
        f"{book.inline(game.words.full_name, game.name)}</a></h2><p>{book.inline(game.words.about, game.name)}</p>"
        f'<p class="q-acts">{links}</p></section>'
    )


def _copied(book: Book, folder: Path, name: str) -> Written:
    text = (folder / book.lang / f"{name}.md").read_text("utf-8")
    title, _, body = text.removeprefix("# ").partition("\n")
    title = re.sub(r"\s*\{#.*\}\s*$", "", title)
    address = "" if name == "index" else name
    place = f"{address}/" if address else ""
    lead = re.sub(r"[*_`#\[\]]|\(.*?\)", "", body.strip().partition("\n\n")[0])
    sections = re.findall(r"^## (.+?) \{#([\w-]+)\}", body, re.MULTILINE)
    entries = (
        Entry(place, escape(title), escape(lead)),
        *(Entry(f"{place}#{anchor}", escape(heading), "") for heading, anchor in sections),
    )
    shown = isolated(body, book.words[""])
    return Written(address, escape(title), {"title": title}, f"# {title} {{#{name}}}\n{shown}", entries)


# Pages of a game


def _game(book: Book, game: GameSuite, drawn: Mapping[str, str], found: Trace) -> Iterator[Written]:
    yield _overview(book, game)
    for page in game.pages:
        yield rules_page(book, game, page, drawn)
    for lesson in game.lessons:
        yield _lesson(book, game, lesson, drawn)
    yield _referee(book, game, drawn)
    yield from (_doing(book, game, page, drawn) for page in DOING)
    yield from (_for_print(book, game, page) for page in offered(game))
    yield open_questions(book, game)
    yield _trace(book, game, found)


def _overview(book: Book, game: GameSuite) -> Written:
    assert game.words is not None
    title = book.inline(game.words.full_name, game.name)
    about = book.inline(game.words.about, game.name)
    lessons = [
        _line(f"{lesson.slug}/", book.inline(lesson.title, game.name), book.inline(lesson.lead, game.name))
        for lesson in game.lessons
    ]
    referee = _line(f"{REFEREE}/", book.press("referee_title"), book.press("referee_lead"))
    doing = [_line(f"{page}/", *_titles(book, page)) for page in DOING]
    chapters = [_page_line(book, game, page) for page in game.pages if page.kind in CHAPTERS]
    further = [_page_line(book, game, page) for page in game.pages if page.kind not in CHAPTERS]
    for_print = [_line(f"{page}/", *_titles(book, page)) for page in offered(game)]
    open_ = _line(f"{OPEN_QUESTIONS}/", book.press("open_questions"), book.press("open_questions_lead"))
    trace = _line(f"{TRACE}/", book.press("trace"), book.press("trace_lead"))
    lists = (
        ("doing", [*doing, referee]),
        ("learn", lessons),
        ("chapters", chapters),
        ("printed", for_print),
        ("more", [*further, open_, trace]),
    )
    body = "\n\n".join(f"## {book.press(name)} {{#{name}}}\n\n{_contents(lines)}" for name, lines in lists if lines)
    meta = {
        "title": book.plain(game.words.full_name, game.name),
        "description": book.plain(game.words.about, game.name),
        "folder": True,
    }
    top = f'# {title} {{#{game.name}}}\n\n<p class="q-lead" markdown="0">{about}</p>\n\n'
    return Written(game.name, title, meta, top + body + "\n", (Entry(f"{game.name}/", title, about),))


def _contents(lines: Iterable[str]) -> str:
    return f'<ul class="q-contents" markdown="0">{"".join(lines)}</ul>'


def _page_line(book: Book, game: GameSuite, page: Page) -> str:
    lead = book.inline(page.lead, game.name) if page.lead else ""
    return _line(f"{page.page}/", book.inline(page.title, game.name), lead)


def _line(href: str, title: str, told: str) -> str:
    return f'<li><a href="{href}"><b>{title}</b> <span>{told}</span></a></li>'


def _trace(book: Book, game: GameSuite, found: Trace) -> Written:
    """Return the page on which every rule is traced. The search finds it by its title alone."""
    address = f"{game.name}/{TRACE}"
    title, lead = book.press("trace"), book.press("trace_lead")
    top = f'# {title} {{#{TRACE}}}\n\n<p class="q-lead" markdown="0">{lead}</p>\n\n'
    meta = {"title": without_tags(title), "description": without_tags(lead)}
    return Written(address, title, meta, top + body(book, game, found), (Entry(f"{address}/", title, ""),))


def _lesson(book: Book, game: GameSuite, lesson: Walkthrough, drawn: Mapping[str, str]) -> Written:
    address = f"{game.name}/{lesson.slug}"
    title, lead = book.inline(lesson.title, game.name), book.inline(lesson.lead, game.name)
    top = heading(book, game, lesson.slug, lesson.title, lesson.lead)
    body = f'{top}\n<div markdown="0">{drawn[key(book, lesson.id)]}</div>\n'
    steps = (
        Entry(f"{address}/#{lesson.id}:{step.id}", book.inline(step.title, game.name), "") for step in lesson.steps
    )
    return Written(
        address,
        title,
        front_matter(book, game, lesson.title, lesson.lead, has_margin=True),
        body,
        (Entry(f"{address}/", title, lead), *steps),
    )


def _referee(book: Book, game: GameSuite, drawn: Mapping[str, str]) -> Written:
    address = f"{game.name}/{REFEREE}"
    title, lead = book.press("referee_title"), book.press("referee_lead")
    top = f'# {title} {{#ask}}\n\n<p class="q-lead" markdown="0">{lead}</p>\n\n'
    meta = {"title": without_tags(title), "description": without_tags(lead)}
    return Written(
        address,
        title,
        meta,
        f'{top}<div markdown="0">{drawn[key(book, address)]}</div>\n',
        (Entry(f"{address}/", title, lead),),
    )


def _titles(book: Book, page: str) -> tuple[str, str]:
    """Return the title and the lead of a page on which something is done, or which is made to be printed."""
    name = {**DOING, **PRINTED}[page]
    return book.press(f"{name}_title"), book.press(f"{name}_lead")


def _doing(book: Book, game: GameSuite, page: str, drawn: Mapping[str, str]) -> Written:
    """Return a page that holds one component: the table, the score sheet, or the puzzles."""
    address, component = f"{game.name}/{page}", DOING[page]
    title, lead = _titles(book, page)
    meta = {"title": without_tags(title), "description": without_tags(lead), "styles": [component]}
    given = f' data-options="{escape(json.dumps(_options(book, game)))}"' if page == "play" else ""
    host = drawn.get(key(book, address)) or (
        f'<q-{component} class="q-host" data-game="{game.name}" data-game-root="../"{given}>'
        f'<p class="q-needs">{book.press("needs_script")}</p></q-{component}>'
    )
    quiz = _to_quiz(book, game) if component == "puzzle" else ""
    blank = (
        f' <a href="../{BLANK}/">{book.press("blank_offer")}</a>' if page == SHEET and BLANK in offered(game) else ""
    )
    top = f'# {title} {{#{component}}}\n\n<p class="q-lead" markdown="0">{lead}{blank}</p>\n\n{quiz}'
    body = f'{top}<div markdown="0">{host}</div>\n'
    return Written(address, title, meta, body, (Entry(f"{address}/", title, lead),))


def _for_print(book: Book, game: GameSuite, page: str) -> Written:
    """Return a page that is made to be printed."""
    address = f"{game.name}/{page}"
    title, lead = _titles(book, page)
    meta = {"title": without_tags(title), "description": without_tags(lead), "styles": ["print"]}
    top = f'# {title} {{#{page}}}\n\n<p class="q-lead" markdown="0">{lead}</p>\n\n'
    others = " · ".join(
        f'<a href="../{other}/">{_titles(book, other)[0]}</a>' for other in offered(game) if other != page
    )
    acts = f'{button(book)}<p class="q-others-printed">{others}</p>'
    body = f'{top}<div markdown="0">{acts}{printed(book, game, page)}</div>\n'
    return Written(address, title, meta, body, (Entry(f"{address}/", title, lead),))


def _to_quiz(book: Book, game: GameSuite) -> str:
    """Return the sentence that leads from the puzzles to the questions about all rules; without them, nothing."""
    quiz = next((lesson for lesson in game.lessons if lesson.kind == "quiz"), None)
    if quiz is None:
        return ""
    link = f'<a href="../{quiz.slug}/">{book.inline(quiz.title, game.name)}</a>'
    return f'<p markdown="0">{book.press("puzzle_quiz", quiz=Safe(link))}</p>\n\n'


def _options(book: Book, game: GameSuite) -> list[Scene]:
    """Return the form in which the options of a match are chosen."""
    return form(engine_of(game.name), "play", {}, book.words[game.name])


def _glossary(book: Book) -> Written:
    title, lead, how = (book.press(f"glossary{part}") for part in ("", "_lead", "_say"))
    parts = [
        f'# {title} {{#glossary}}\n\n<p class="q-lead" markdown="0">{lead}</p>\n\n<p markdown="0">{how}</p>\n',
        *(
            f"## {_name(book, game)} {{#{game.name}}}\n\n{glossary.terms(book, game)}"
            for game in book.suite.games.values()
        ),
    ]
    entries = [Entry("glossary/", title, lead)]
    for game in book.suite.games.values():
        entries += [Entry(f"glossary/#{game.name}", _name(book, game), ""), *glossary.entries(book, game)]
    meta = {"title": without_tags(title), "description": without_tags(lead)}
    return Written("glossary", title, meta, "\n".join(parts), tuple(entries))


def _offline(book: Book) -> Written:
    """Return the page on which a reader keeps the site for offline."""
    title, lead = book.press("offline_title"), book.press("offline_lead")
    told = "".join(f"<li>{book.press(f'offline_{what}')}</li>" for what in ("choice", "whole", "version", "own"))
    host = f'<q-offline class="q-host"><p class="q-needs">{book.press("offline_needs")}</p></q-offline>'
    sections = (
        ("how", book.press("offline_how"), f'<ul markdown="0">{told}</ul>'),
        ("install", book.press("offline_install"), f'<p markdown="0">{book.press("offline_install_how")}</p>'),
    )
    body = (
        f'# {title} {{#offline}}\n\n<p class="q-lead" markdown="0">{lead}</p>\n\n<div markdown="0">{host}</div>\n\n'
        + "\n\n".join(f"## {heading} {{#{anchor}}}\n\n{text}" for anchor, heading, text in sections)
    )
    meta = {"title": without_tags(title), "description": without_tags(lead), "styles": ["offline"]}
    entries = (
        Entry("offline/", title, lead),
        *(Entry(f"offline/#{anchor}", heading, "") for anchor, heading, _ in sections),
    )
    return Written("offline", title, meta, body + "\n", entries)


def _made_with(book: Book) -> Written:
    """Return the page of licences. It is not part of the navigation: two pages and the search lead to it."""
    title, lead = book.press("made_with_title"), book.press("made_with_lead")
    sections = [*licences.sections(book, MADE_WITH)]
    body = f'# {title} {{#{MADE_WITH}}}\n\n<p class="q-lead" markdown="0">{lead}</p>\n\n' + "\n\n".join(
        f'## {heading} {{#{anchor}}}\n\n<div markdown="0">{text}</div>' for anchor, heading, text in sections
    )
    meta = {"title": without_tags(title), "description": without_tags(lead)}
    entries = (
        Entry(f"{MADE_WITH}/", title, lead),
        *(Entry(f"{MADE_WITH}/#{anchor}", heading, "") for anchor, heading, _ in sections),
    )
    return Written(MADE_WITH, title, meta, body + "\n", entries)

"""What a game offers to be printed: its core rules, a sheet for the table, and an empty score sheet; each on A4."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

import rules_engine
from rules_engine.games import game as engine_of
from rules_engine.reading import Cards, read
from rules_engine.saying import Safe, line
from rules_engine.scenes import card_face
from rules_engine.sheets import TEAMS, sheeting_of
from rules_engine.suite.fixtures import GameSuite, Glance, RuleText, Section

from .book import Book
from .prose import without_tags

CORE, GLANCE, BLANK = "print", "table-sheet", "blank-sheet"
ADDRESSES = {CORE: "print", GLANCE: "table", BLANK: "blank"}
"""The pages that are made to be printed, with the name of their words and of their style."""
ROUNDS = 5
"""How many rounds stand side by side on an empty score sheet; names of teams still fit over their columns."""
LINES = 30
"""How many ruled lines a page has room for, each high enough to be written in."""
HEADS = 2
"""The lines over a block of rounds: which round, which team."""
TABLES = re.compile(r"<table>.*?</table>")


def offered(game: GameSuite) -> tuple[str, ...]:
    """Return the addresses of what is printed of a game: nothing as long as no rule is marked for it."""
    rules = game.rules.values()
    core, seen = any(rule.core for rule in rules), any(rule.glance for rule in rules)
    return (*((CORE,) if core else ()), *((GLANCE,) if seen else ()), *((BLANK,) if core or seen else ()))


def printed(book: Book, game: GameSuite, page: str) -> str:
    """Return what is printed of a game at one of its addresses, as HTML."""
    body = {CORE: _core, GLANCE: _at_a_glance, BLANK: _blank}[page](book, game)
    # On a narrow screen the tables of an empty sheet are moved sideways, by key too.
    label = without_tags(book.press("blank_title"))
    wide = f' tabindex="0" role="region" aria-label="{label}"' if page == BLANK else ""
    return f'<div class="q-paper is-{ADDRESSES[page]}"{wide}>{body}</div>{_foot(book)}'


def button(book: Book) -> str:
    """Return what opens the browser's own way to print; where there are no scripts it is not shown."""
    press = f'<button class="q-btn is-main" type="button" data-do="print">{book.press("print_button")}</button>'
    return f'<q-print class="q-acts">{press}</q-print>'


def _foot(book: Book) -> str:
    """Return the line that tells where a printed page comes from; the browser knows the address."""
    version = Safe(f'<bdi dir="ltr">{rules_engine.__version__}</bdi>')
    return f'<p class="q-imprint">{book.press("print_foot", version=version)} <bdi dir="ltr" data-here></bdi></p>'


# The core rules


def _core(book: Book, game: GameSuite) -> str:
    return "".join(_part(book, game, page.page, section) for page in game.pages for section in page.sections)


def _part(book: Book, game: GameSuite, page: str, section: Section) -> str:
    """Return the core rules of a section under its title, which leads to the whole of it."""
    rules = [rule for rule in section.rules if rule.core]
    if not rules:
        return ""
    title = book.inline(section.title or rules[0].title, game.name)
    said = "".join(_rule(book, game, rule, first=rule is rules[0]) for rule in rules)
    anchor = section.id if section.title else rules[0].id
    return f'<section><h2><a href="../{page}/#{anchor}">{title}</a></h2>{said}</section>'


def _rule(book: Book, game: GameSuite, rule: RuleText, *, first: bool) -> str:
    """Return what a rule says; a table needs a title over it, and the first has that of the section."""
    says = book.blocks(rule.short or rule.says, game.name, f"{game.name}/{CORE}")
    if says.startswith("<table>") and not first:
        says = f"<p><strong>{book.inline(rule.title, game.name)}</strong></p>{says}"
    return f'<div class="q-core" id="{rule.id}">{says}</div>'


# The sheet for the table


def _at_a_glance(book: Book, game: GameSuite) -> str:
    """Return what the sheet holds: cards above the columns, then how one plays, in short, then what to look up."""
    seen = [(page.kind != "summary", rule) for page in game.pages for rule in page.rules if rule.glance]
    cards = [rule for _, rule in seen if rule.glance and rule.glance.cards]
    rules = [rule for _, rule in sorted(seen, key=lambda each: each[0]) if rule not in cards]
    return "".join(_glimpse(book, game, rule, rule.glance) for rule in (*cards, *rules) if rule.glance)


def _glimpse(book: Book, game: GameSuite, rule: RuleText, glance: Glance) -> str:
    address = f"{game.name}/{GLANCE}"
    whole = book.blocks(rule.short or rule.says, game.name, address)
    says = whole if rule.short else "".join(TABLES.findall(whole)) or whole
    title = f'<h2><a href="{book.href(address)(rule.id)}">{book.inline(glance.title or rule.title, game.name)}</a></h2>'
    wide = ' class="is-wide"' if glance.cards else ""
    return f'<section{wide} data-rule="{rule.id}">{title}{_cards(book, game, glance.cards)}{says}</section>'


def _cards(book: Book, game: GameSuite, written: str) -> str:
    """Return cards as a row of pictures, which the text beside them says again."""
    if not written:
        return ""
    deck, words = engine_of(game.name).deck, book.words[game.name]
    faces = [card_face(card, deck, words) for card in read(Cards(deck), written)]
    shared = book.to_shared(f"{game.name}/{GLANCE}")
    drawn = "".join(
        f'<li><span class="q-card"><svg aria-hidden="true"><use href="{shared}cards.svg#{face["face"]}"></use></svg>'
        f'<span class="q-name">{escape(face["name"])}</span></span></li>'
        for face in faces
    )
    return f'<ul class="q-cards is-row" dir="ltr">{drawn}</ul>'


# The empty score sheet


def _blank(book: Book, game: GameSuite) -> str:
    """Return ruled tables, one below the other: the items of a round as lines, the rounds side by side."""
    words = book.words[game.name]
    items = [line(item.key, item.data, words) for item in sheeting_of(game.name).items]
    lines = (*items, f"<b>{book.press('blank_sum')}</b>", f"<b>{book.press('blank_total')}</b>")
    blocks = LINES // (len(lines) + HEADS)
    return _names(book, game) + "".join(_block(book, game, lines, block * ROUNDS + 1) for block in range(blocks))


def _names(book: Book, game: GameSuite) -> str:
    """Return the places for the players' names, two a team, and for the date."""
    teams = "".join(f"<dt>{team}</dt><dd></dd><dd></dd>" for team in _teams(book, game))
    return f'<dl class="q-names">{teams}<dt>{book.press("blank_date")}</dt><dd></dd></dl>'


def _teams(book: Book, game: GameSuite) -> Iterator[str]:
    return (line("labels.team", {"team": team}, book.words[game.name]) for team in TEAMS)


def _block(book: Book, game: GameSuite, lines: Iterable[str], first: int) -> str:
    rounds = range(first, first + ROUNDS)
    numbers = "".join(
        f'<th colspan="{len(TEAMS)}" scope="colgroup">{line("sheet.round_n", {"n": n}, book.words[game.name])}</th>'
        for n in rounds
    )
    teams = "".join(f'<th scope="col">{team}</th>' for _ in rounds for team in _teams(book, game))
    cells = "<td></td>" * (ROUNDS * len(TEAMS))
    body = "".join(f'<tr><th scope="row">{told}</th>{cells}</tr>' for told in lines)
    head = f'<thead><tr><td rowspan="{HEADS}"></td>{numbers}</tr><tr>{teams}</tr></thead>'
    return f'<table class="q-ruled">{head}<tbody>{body}</tbody></table>'

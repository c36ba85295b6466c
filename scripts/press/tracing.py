"""The page on which every rule of a game is traced to its text, its code and its examples, and these to the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

import rules_engine
from rules_engine.saying import Safe
from rules_engine.suite.agreeing import full
from rules_engine.suite.checking import entries
from rules_engine.suite.citing import Code, Part, code_of
from rules_engine.suite.fixtures import GameSuite
from rules_engine.suite.tracing import EntryTrace, RuleTrace, Trace, given, trace

from .book import Book
from .keeping import Kept, digest, digest_of_files
from .scenery import page_of

TRACE = "trace"
"""The address of the page below the game."""
AND = "\N{NO-BREAK SPACE}· "
"""What stands between the parts of a line, which may break after it."""


def traces(book: Book, kept: Kept) -> dict[str, Trace]:
    """Return the trace of every game. The sources are read, and the examples asked, only if any has changed."""
    sources = digest_of_files(*sorted(Path(rules_engine.__path__[0]).rglob("*.py")))
    games = book.suite.games.values()
    return {game.name: trace(game, _code(game.name, sources, kept), _given(game, sources, kept)) for game in games}


def _code(game: str, sources: str, kept: Kept) -> Code:
    key = digest(sources, "code", game)
    if (plain := kept.get(key)) is None:
        found = code_of(game)
        kept.put(key, [found.parts, found.imports])
        return found
    parts, imports = plain
    return Code(tuple(_part_of(part) for part in parts), {name: tuple(others) for name, others in imports.items()})


def _part_of(plain: Iterable[Any]) -> Part:
    return Part._make(tuple(value) if isinstance(value, list) else value for value in plain)


def _given(game: GameSuite, sources: str, kept: Kept) -> Mapping[str, tuple[tuple[str, str], ...]]:
    key = digest(sources, "given", [[id_, full(game.name, entry.question or {})] for id_, entry in entries(game)])
    if kept.get(key) is None:
        kept.put(key, given(game))
    return {id_: tuple((rule, case) for rule, case in reasons) for id_, reasons in kept.get(key).items()}


def body(book: Book, game: GameSuite, found: Trace) -> str:
    """Return the page below its heading as Markdown: by rules, by code, by examples."""
    links = _links(book, game, found)
    parts = [f"## {book.press('trace_rules')} {{#rules}}\n"]
    for page in game.pages:
        parts.append(f"### {book.inline(page.title, game.name)} {{#rules-{page.page}}}\n")
        rules = (found.rules[rule.id] for rule in page.rules)
        parts.append(_block(_rule(book, game, rule, links) for rule in rules))
    parts.append(f"## {book.press('trace_code')} {{#code}}\n")
    parts.append(_block(_file(book, file, parts_) for file, parts_ in _by_file(found.code).items()))
    parts.append(f"## {book.press('trace_examples')} {{#examples}}\n")
    parts.append(_block(_examples(book, game, found, links)))
    return "\n".join(parts)


def _block(folded: Iterable[str]) -> str:
    return f'<div class="q-traces" markdown="0">{"".join(folded)}</div>\n'


def _folded(summary: str, rows: Iterable[tuple[str, str]], id_: str = "") -> str:
    """Return rows of terms and what belongs to them, below a summary that opens them."""
    named = f' id="{id_}"' if id_ else ""
    listed = "".join(f"<dt>{term}</dt><dd>{told}</dd>" for term, told in rows if told)
    return f'<details class="q-more"><summary>{summary}</summary><dl{named}>{listed}</dl></details>'


def _written(text: str) -> str:
    """Return an id, or a name in the code, which is written from left to right in every language."""
    return f'<bdi dir="ltr">{escape(text)}</bdi>'


def _to_rules(rules: Iterable[str]) -> str:
    return AND.join(f'<a href="#to-{rule}">{_written(rule)}</a>' for rule in rules)


# From rules


def _links(book: Book, game: GameSuite, found: Trace) -> dict[str, str]:
    """Return the links to all examples and steps, as seen from the page."""
    titles = {id_: book.inline(entry.title, game.name) for id_, entry in entries(game)}
    return {id_: f'<a href="{_href(book, game, id_)}">{titles[id_]}</a>' for id_ in found.entries}


def _href(book: Book, game: GameSuite, id_: str) -> str:
    example = next((example for example in game.examples if example.id == id_), None)
    if example:
        return f"../{page_of(game, example).partition('/')[2]}/#{id_}"
    name, _, step = id_.partition("/")
    lesson = next(each for each in game.walkthroughs if each.id == name)
    place = book.up(f"{game.name}/{TRACE}") if lesson.kind == "home" else f"../{lesson.slug}/"
    return f"{place}#{name}:{step}"


def _rule(book: Book, game: GameSuite, rule: RuleTrace, links: Mapping[str, str]) -> str:
    rows = (
        (book.press("trace_text"), _text(book, game, rule)),
        (book.press("trace_judged_by"), _judged_by(book, rule)),
        (book.press("trace_shown"), AND.join(links[id_] for id_ in rule.shown)),
        (book.press("trace_cited"), AND.join(links[id_] for id_ in rule.cited)),
        (book.press("trace_broken"), "".join(f"<p>{line}</p>" for line in _broken(book, rule, links))),
        (book.press("trace_times"), _times(rule.times)),
    )
    title = f"<span><span>{book.inline(rule.text.title, game.name)}</span> {_written(rule.text.id)}</span>"
    return _folded(title, rows, f"to-{rule.text.id}")


def _text(book: Book, game: GameSuite, rule: RuleTrace) -> str:
    """Return the link to a rule's text, what kind of rule it is, and what it rests on."""
    page = next(page for page in game.pages if page.page == rule.page)
    basis = rule.text.basis
    where = f'<a href="../{rule.page}/#{rule.text.id}">{book.inline(page.title, game.name)}</a>'
    numbers = (statement.partition("-")[2] for statement in rule.text.source)
    facts = [where, book.press(f"kind_{rule.text.kind}")]
    facts += [book.press("source_statement", id=Safe(f'<bdi dir="ltr">{number}</bdi>')) for number in numbers]
    if basis.ruling:
        facts.append(f'<a href="../open-questions/#{rule.text.id}">{book.press("ruling")}</a>')
    if basis.variant:
        values = ", ".join(str(value).lower() for value in basis.variant.value)
        facts.append(book.press("variant") + (f" {_written(f'{basis.variant.option}: {values}')}" if values else ""))
    return AND.join(facts)


def _judged_by(book: Book, rule: RuleTrace) -> str:
    return "".join(
        f"<p>{AND.join((_written(file), *(_part(book, part) for part in parts)))}</p>"
        for file, parts in _by_file(rule.code).items()
    )


def _part(book: Book, part: Part) -> str:
    return _written(part.name) if part.name else book.press("trace_module")


def _by_file(parts: Iterable[Part]) -> dict[str, list[Part]]:
    found: dict[str, list[Part]] = {}
    for part in parts:
        found.setdefault(part.file, []).append(part)
    return found


def _broken(book: Book, rule: RuleTrace, links: Mapping[str, str]) -> Iterator[str]:
    for how in dict.fromkeys(each.how for each in rule.broken):
        shown = AND.join(links[each.entry] for each in rule.broken if each.how == how)
        yield f"{book.press(f'broken_{how}')}: {shown}"


def _times(times: Mapping[str, int]) -> str:
    counts = ((f"{_written(case)}: " if case else "", number) for case, number in times.items())
    return AND.join(f'{case}<bdi dir="ltr">{number}</bdi>' for case, number in counts)


# To rules


def _file(book: Book, file: str, parts: Iterable[Part]) -> str:
    rows = ((_part(book, part), _to_rules(part.rules)) for part in parts)
    return _folded(_written(file), rows)


def _examples(book: Book, game: GameSuite, found: Trace, links: Mapping[str, str]) -> Iterator[str]:
    """Give the examples of each page, then the steps of each walkthrough."""
    pages: dict[str, list[str]] = {page.page: [] for page in game.pages}
    for example in game.examples:
        pages[page_of(game, example).partition("/")[2]].append(example.id)
    for page in game.pages:
        rows = [(links[id_], _entry(book, found.entries[id_])) for id_ in pages[page.page]]
        if rows:
            yield _folded(f"<span>{book.inline(page.title, game.name)}</span>", rows)
    for lesson in game.walkthroughs:
        steps = (id_ for id_ in found.entries if id_.startswith(f"{lesson.id}/"))
        rows = [(links[id_], _entry(book, found.entries[id_])) for id_ in steps]
        yield _folded(f"<span>{book.inline(lesson.title, game.name)}</span>", rows)


def _entry(book: Book, entry: EntryTrace) -> str:
    cited = _to_rules(dict.fromkeys((*entry.shows, *entry.cites)))
    broken = f"<p>{book.press('trace_breaks')}: {_to_rules(entry.broken)}</p>" if entry.broken else ""
    return f"<p>{cited}</p>{broken}"

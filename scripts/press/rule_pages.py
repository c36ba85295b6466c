"""The pages that tell a game's rules, and the one that tells why a ruling is as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Any

from rules_engine.saying import Safe
from rules_engine.suite.fixtures import Example, GameSuite, Page, RuleText, Ruling, VariantOf
from rules_engine.suite.shapes import Text

from .book import Book, examples_on, examples_under
from .page import Written, front_matter, heading
from .prose import searchable, without_tags
from .scenery import diagram_key, key, page_of
from .search import Entry

OPEN_QUESTIONS = "open-questions"
TITLED = ("tips", "mistakes", "questions", "summary", "variants", "history")
"""The kinds of pages on which every rule has its title over it."""


def rules_page(book: Book, game: GameSuite, page: Page, drawn: Mapping[str, str]) -> Written:
    """Return a page of rules, each with its diagrams and examples."""
    address = f"{game.name}/{page.page}"
    parts, entries = [heading(book, game, page.page, page.title, page.lead)], []
    for section in page.sections:
        if section.title:
            parts.append(f"## {book.inline(section.title, game.name)} {{#{section.id}}}\n")
            entries.append(Entry(f"{address}/#{section.id}", book.inline(section.title, game.name), ""))
        for rule in section.rules:
            parts.append(_rule(book, game, page, rule))
            parts += [
                f'<div markdown="0">{drawn[diagram_key(book, rule, number)]}</div>\n'
                for number in range(len(rule.diagrams))
            ]
            parts.append(_figures(book, game, drawn, examples_under(game, rule)))
            entries.append(_found(book, game, address, rule))
    parts += [_figure(book, game, drawn, example) for example in examples_on(game, page)]
    title = book.inline(page.title, game.name)
    first = Entry(f"{address}/", title, book.inline(page.lead, game.name) if page.lead else "")
    ours = any(rule.basis.kind != "source" for rule in page.rules)
    meta = front_matter(book, game, page.title, page.lead, **({"has_margin": True} if ours else {}))
    return Written(address, title, meta, "\n".join(parts), (first, *entries))


def _found(book: Book, game: GameSuite, address: str, rule: RuleText) -> Entry:
    ruling = rule.basis.ruling
    asked = f"{book.inline(ruling.question, game.name)} " if ruling else ""
    says = searchable(book.blocks(rule.says, game.name, address))
    return Entry(
        f"{address}/#{rule.id}",
        book.inline(rule.title, game.name),
        asked + re.sub(r"</?a\b[^>]*>|</?(strong|em)>", "", says),
        (*rule.asked.get(book.lang, ()), *_names(book, game, rule.id)),
    )


def _names(book: Book, game: GameSuite, rule: str) -> tuple[str, ...]:
    """Return all names of the glossary's terms that a rule explains."""
    assert game.words is not None
    terms = (term for term in game.words.glossary if rule in term.rules)
    return tuple(name for term in terms for name in (term.term[book.lang], *term.aliases.get(book.lang, ())))


def _figures(book: Book, game: GameSuite, drawn: Mapping[str, str], examples: tuple[Example, ...]) -> str:
    """Return the examples under a rule: the first open, so that a reader gets on, the others a press away."""
    if len(examples) < 3:
        return "".join(_figure(book, game, drawn, example) for example in examples)
    others = "".join(_figure(book, game, drawn, example).strip() for example in examples[1:])
    summary = book.press("more_examples", n=len(examples) - 1)
    return (
        f"{_figure(book, game, drawn, examples[0])}"
        f'<details class="q-more" markdown="0"><summary>{summary}</summary>{others}</details>\n'
    )


def _figure(book: Book, game: GameSuite, drawn: Mapping[str, str], example: Example) -> str:
    wrong = "".join(
        f'<div class="q-mistake"><p class="q-voice">{book.press("common_mistake")}</p>'
        f"{book.blocks(mistake.tell, game.name, page_of(game, example))}</div>"
        for mistake in example.mistakes
    )
    return f'<div markdown="0">{drawn[key(book, example.id)]}{wrong}</div>\n'


def _rule(book: Book, game: GameSuite, page: Page, rule: RuleText) -> str:
    """Return a rule as a block: what it says, with its address, its statements of the source and whose word it is."""
    says = book.blocks(rule.says, game.name, f"{game.name}/{page.page}")
    level = "h3" if any(section.title for section in page.sections) else "h2"
    titled = f"<{level}>{book.inline(rule.title, game.name)}</{level}>" if page.kind in TITLED else ""
    kind = "judged" if any(rule.id in example.rules for example in game.examples) else rule.kind
    ours = {"source": "", "ruling": " is-ruling", "variant": " is-variant"}[rule.basis.kind]
    stale = f'<p class="q-stale">{book.press("stale")}</p>' if book.is_stale(game, f"{rule.id}/says") else ""
    return (
        f'<div class="q-rule{ours}" data-kind="{kind}" markdown="0">{titled}{_addressed(book, game, rule, says)}'
        f'<p class="q-ref"><a class="q-id" href="#{rule.id}"><bdi dir="ltr">{rule.id}</bdi></a></p>{stale}'
        f"{_note(book, game, rule)}</div>\n"
    )


def _addressed(book: Book, game: GameSuite, rule: RuleText, says: str) -> str:
    """Put the rule's id and ring into its first paragraph, and the source's statements at the end of it."""
    label = without_tags(book.press("rule_link", title=Safe(escape(book.plain(rule.title, game.name)))))
    ring = f'<a class="q-ring" href="#{rule.id}" title="{rule.id}" aria-label="{label}"></a>'
    sources = "".join(f" {_source(book, statement)}" for statement in rule.source)
    if not says.startswith("<p>"):
        says = f"<p><strong>{book.inline(rule.title, game.name)}</strong></p>{says}"
    first, end, rest = says.removeprefix("<p>").partition("</p>")
    said = f'<p id="{rule.id}">{ring}{first}{sources}{end}{rest}'
    return said if rule.basis.kind == "source" else f'<div class="q-ours">{said}</div>'


def _source(book: Book, statement: str) -> str:
    number = statement.partition("-")[2]
    label = book.press("source_statement", id=Safe(f'<bdi dir="ltr">{number}</bdi>'))
    return (
        f'<span class="q-src"><span class="q-vh">{label}</span><bdi dir="ltr" aria-hidden="true">{number}</bdi></span>'
    )


def _note(book: Book, game: GameSuite, rule: RuleText) -> str:
    """Return the editor's bracket beside what is ours: a ruling's question and support, or the option of a variant."""
    if rule.basis.ruling:
        return _ruling_note(book, game, rule.id, rule.basis.ruling)
    if rule.basis.variant:
        return _variant_note(book, game, rule.title, rule.basis.variant)
    return ""


def _ruling_note(book: Book, game: GameSuite, rule_id: str, ruling: Ruling) -> str:
    label = f"{without_tags(book.press('ruling'))}: {escape(book.plain(ruling.question, game.name))}"
    why = f'<a href="../{OPEN_QUESTIONS}/#{rule_id}">{book.press("source_and_why")}</a>'
    return (
        f'<aside class="q-note is-ruling" aria-label="{label}"><h3><span class="q-voice">{book.press("ruling")}</span> '
        f"<span>{book.inline(ruling.question, game.name)}</span></h3>"
        f'<p class="q-strength">{_strength(book, ruling.strength)}</p><p>{why}</p></aside>'
    )


def _variant_note(book: Book, game: GameSuite, title: Text, variant: VariantOf) -> str:
    label = f"{without_tags(book.press('variant'))}: {escape(book.plain(title, game.name))}"
    played = _variant(book, game, variant.option, variant.value)
    return (
        f'<aside class="q-note is-variant" aria-label="{label}">'
        f'<p><span class="q-voice">{book.press("variant")}</span> <span>{played}</span></p></aside>'
    )


def _strength(book: Book, strength: str) -> str:
    return book.press("strength", strength=Safe(book.press(f"strength_{strength}")))


def _variant(book: Book, game: GameSuite, option: str, values: tuple[Any, ...]) -> str:
    if not option:
        return book.press("variant_described")
    assert game.words is not None
    words = game.words.options[option]
    names = " · ".join(book.inline(words.values[str(value).lower()], game.name) for value in values)
    return book.press("variant_judged", option=Safe(book.inline(words.label, game.name)), value=Safe(names))


def open_questions(book: Book, game: GameSuite) -> Written:
    """Return the page of all rulings: what the source leaves open, what we decided, and why."""
    address = f"{game.name}/{OPEN_QUESTIONS}"
    title, lead = book.press("open_questions"), book.press("open_questions_lead")
    parts = [f'# {title} {{#{OPEN_QUESTIONS}}}\n\n<p class="q-lead" markdown="0">{lead}</p>\n']
    entries = [Entry(f"{address}/", title, lead)]
    for rule in (rule for rules in game.rulings.values() for rule in rules):
        parts.append(_question(book, game, rule, address))
        assert rule.basis.ruling is not None
        entries.append(Entry(f"{address}/#{rule.id}", book.inline(rule.basis.ruling.question, game.name), ""))
    meta = {"title": without_tags(title), "description": without_tags(lead)}
    return Written(address, title, meta, "\n".join(parts), tuple(entries))


def _question(book: Book, game: GameSuite, rule: RuleText, address: str) -> str:
    ruling = rule.basis.ruling
    assert ruling is not None
    rows = (
        (book.press("source_says"), book.blocks(ruling.source_says, game.name, address)),
        (book.press("we_decided"), book.blocks(rule.says, game.name, address)),
        (book.press("why"), book.blocks(ruling.why, game.name, address)),
    )
    listed = "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in rows)
    where = f'<a href="{book.href(address)(rule.id)}">{book.inline(rule.title, game.name)}</a>'
    facts = " · ".join((book.press(f"about_{ruling.about}"), _strength(book, ruling.strength), where))
    return (
        f"## {book.inline(ruling.question, game.name)} {{#{rule.id}}}\n\n"
        f'<div class="q-open" markdown="0"><dl>{listed}</dl><p class="q-strength">{facts}</p></div>\n'
    )

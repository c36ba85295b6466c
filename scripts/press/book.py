"""One language's book: the suite with the words of that language, and the addresses within its site."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules_engine.saying import Safe, Words, say
from rules_engine.suite.fixtures import Example, GameSuite, Language, Page, RuleText, Suite
from rules_engine.suite.shapes import Text
from rules_engine.suite.wording import words_of

from . import prose
from .configs import up


@dataclass(frozen=True)
class Book:
    """Everything that the pages of one language are written from.

    *shared* is the name of the folder that the languages share.
    """

    suite: Suite
    language: Language
    shared: str

    @property
    def lang(self) -> str:
        """The language's code."""
        return self.language.code

    @cached_property
    def words(self) -> Mapping[str, Words]:
        """The words of each game, and under "" those that belong to none."""
        games = {name: words_of(game, self.language) for name, game in self.suite.games.items()}
        return {"": words_of(None, self.language), **games}

    @cached_property
    def rule_pages(self) -> Mapping[str, str]:
        """The address of each rule's text below the language's folder."""
        return {
            rule.id: f"{game.name}/{page.page}/#{rule.id}"
            for game in self.suite.games.values()
            for page in game.pages
            for rule in page.rules
        }

    def page_of_rule(self, rule: str) -> str:
        """Return the page on which a rule's text stands, ``mus/lances``."""
        return self.rule_pages[rule].partition("/#")[0]

    def press(self, key: str, **data: Any) -> str:
        """Return one of the builder's own texts as inline HTML."""
        return say(self.words[""].text(f"press.{key}"), data, self.words[""])

    def ui(self) -> dict[str, str]:
        """Return the components' words as safe HTML; what stands in braces stays for the browser to fill."""
        texts: Any = self.language.plain["ui"]
        return {key: say(text, _left_open(text), self.words[""]) for key, text in texts.items()}

    def up(self, page: str) -> str:
        """Return the way from a page, ``mus/lances``, to the language's folder."""
        return "../" * (page.count("/") + 1) if page else ""

    def to_shared(self, page: str) -> str:
        """Return the way from a page to the shared folder."""
        return f"{self.up(page)}{up(self.lang)}_/{self.shared}/"

    def href(self, page: str) -> Callable[[str], str | None]:
        """Return a function that gives the address of a rule's text as seen from a page."""

        def found(target: str) -> str | None:
            place = self.rule_pages.get(target)
            return None if place is None else self.up(page) + place

        return found

    def inline(self, text: Text, game: str) -> str:
        """Return a short text as inline HTML."""
        return prose.inline(text[self.lang], self.words[game])

    def plain(self, text: Text, game: str) -> str:
        """Return a short text for places that take no markup."""
        return prose.plain(text[self.lang], self.words[game])

    def blocks(self, text: Text, game: str, page: str) -> str:
        """Return prose as block elements for a page."""
        return prose.blocks(text[self.lang], self.words[game], self.href(page))

    def is_stale(self, game: GameSuite, name: str) -> bool:
        """Tell whether the translation of a text is behind the Arabic one."""
        return self.lang in game.stale.get(name, ())


def _left_open(text: str) -> dict[str, Any]:
    return {name: Safe(f"{{{name}}}") for name in re.findall(r"\{(\w+)\}", text)}


def examples_on(game: GameSuite, page: Page) -> tuple[Example, ...]:
    """Return the examples that stand at the end of a page because they say so."""
    return tuple(example for example in game.examples if example.page == page.page)


def examples_under(game: GameSuite, rule: RuleText) -> tuple[Example, ...]:
    """Return the examples that stand under a rule."""
    return tuple(example for example in game.examples_of(rule.id) if not example.page)

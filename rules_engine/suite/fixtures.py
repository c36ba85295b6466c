"""What the fixtures hold, as types. The shapes in the annotations read them, as they do questions.

Every record has *where* it stands, filled by :mod:`rules_engine.suite.loading`. Names of fields are the keys of the
YAML files, so that this file is also the reference of the format.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from rules_engine.reading import (
    Either,
    Fault,
    ListOf,
    MappingOf,
    OneOf,
    Shape,
    Whole,
    Words,
    at,
)
from rules_engine.reasons import Plain
from rules_engine.suite.shapes import (
    ANSWER,
    CASES,
    FLAG,
    NOWHERE,
    QUESTION,
    RULE_ID,
    RULE_IDS,
    SLUG,
    STATEMENT,
    TEXT,
    TEXTS,
    TONGUES,
    AnyText,
    Entry,
    Leaves,
    Made,
    Name,
    PlainList,
    Sifted,
    Text,
    Where,
)

# Rule texts


@dataclass(frozen=True, slots=True)
class Ruling:
    """What was decided where the source is silent, contradicts itself or can be read in two ways.

    *row* is the open question's number, *strength* tells who agrees: the source itself, two or more references, one, or
    nobody but us.
    """

    row: Annotated[int, Whole(1, 999)]
    about: Annotated[str, OneOf(("gap", "contradiction", "ambiguity"))]
    question: Annotated[Text, TEXT]
    source_says: Annotated[Text, TEXT]
    why: Annotated[Text, TEXT]
    strength: Annotated[str, OneOf(("source", "two", "one", "own"))]
    where: Where = NOWHERE


_SCALAR: Shape[Any] = Either({"text": Words(), "number": Whole(), "flag": FLAG})
_ONE: Shape[tuple[Any, ...]] = Made(_SCALAR, lambda one: (one,))
_SCALARS: Shape[tuple[Any, ...]] = Either({"text": _ONE, "number": _ONE, "flag": _ONE, "list": ListOf(_SCALAR, 1)})


@dataclass(frozen=True, slots=True)
class VariantOf:
    """The option and its values under which a rule holds; without them the variant is described but not judged."""

    option: Annotated[str, Words(100)] = ""
    value: Annotated[tuple[bool | int | str, ...], _SCALARS] = ()
    where: Where = NOWHERE

    @property
    def described(self) -> bool:
        """Whether the engine does not judge this variant."""
        return not self.option

    def faults(self) -> Iterator[Fault]:
        """Find what is missing: an option needs its value and the other way round."""
        if not self.option:
            yield Fault("", "missing_key", {"key": "option"})
        if not self.value:
            yield Fault("", "missing_key", {"key": "value"})


_VARIANT: Shape[VariantOf] = Either(
    {"text": Made(OneOf(("described",)), lambda _: VariantOf()), "mapping": Entry(VariantOf)}
)


@dataclass(frozen=True, slots=True)
class Basis:
    """What a rule rests on: the source (neither of the fields), a ruling of ours, or a variant."""

    ruling: Annotated[Ruling | None, Entry(Ruling)] = None
    variant: Annotated[VariantOf | None, _VARIANT] = None
    where: Where = NOWHERE

    @property
    def kind(self) -> str:
        """``source``, ``ruling`` or ``variant``."""
        return "ruling" if self.ruling else "variant" if self.variant else "source"

    def faults(self) -> Iterator[Fault]:
        """Find whether it is not exactly one of both."""
        if (self.ruling is None) == (self.variant is None):
            yield Fault("", "one_of_keys", {"keys": ["ruling", "variant"]})


_BASIS: Shape[Basis] = Either({"text": Made(OneOf(("source",)), lambda _: Basis()), "mapping": Entry(Basis)})


@dataclass(frozen=True, slots=True)
class Rung:
    """One place in an order of cards: those in it are equals. Their *value*, or what it *says*, stands below them."""

    cards: Annotated[str, Words(100)]
    value: Annotated[int | None, Whole()] = None
    says: Annotated[Text | None, TEXT] = None
    where: Where = NOWHERE


@dataclass(frozen=True, slots=True)
class Seating:
    """Who deals and who is first, as seats from 0, and what the first is called; play goes on to the right."""

    dealer: Annotated[int, Whole(0, 3)]
    first: Annotated[int, Whole(0, 3)]
    says: Annotated[Text, TEXT]
    where: Where = NOWHERE


@dataclass(frozen=True, slots=True)
class Laid:
    """The example whose meld is drawn in its places, and what stands before it."""

    example: Annotated[str, RULE_ID]
    says: Annotated[Text, TEXT]
    where: Where = NOWHERE


@dataclass(frozen=True, slots=True)
class Diagram:
    """A small picture beside a rule. Exactly one key besides the title says what is drawn, and from what.

    *order* and *scale* are written out, from one end to the other. The others are drawn from what the engine answers
    to examples, named by their ids: *groups*, how cards taken divide; *places*, where the cards of melds go;
    *waterfall*, how points add up.
    """

    title: Annotated[Text, TEXT]
    seats: Annotated[Seating | None, Entry(Seating)] = None
    order: Annotated[tuple[Rung, ...], ListOf(Entry(Rung), 2)] = ()
    scale: Annotated[tuple[int, ...], ListOf(Whole(), 2, 20)] = ()
    groups: Annotated[str, RULE_ID] = ""
    places: Annotated[tuple[Laid, ...], ListOf(Entry(Laid), 1, 6)] = ()
    waterfall: Annotated[str, RULE_ID] = ""
    where: Where = NOWHERE

    @property
    def kind(self) -> str:
        """What is drawn: the name of the key that says it."""
        return next(kind for kind in DIAGRAMS if _drawn(self, kind))

    @property
    def examples(self) -> tuple[str, ...]:
        """The ids of the examples that it is drawn from."""
        return (*(laid.example for laid in self.places), *(id_ for id_ in (self.groups, self.waterfall) if id_))

    def faults(self) -> Iterator[Fault]:
        """Find whether it is not exactly one thing that is drawn."""
        if sum(_drawn(self, kind) for kind in DIAGRAMS) != 1:
            yield Fault("", "one_of_keys", {"keys": [*DIAGRAMS]})


DIAGRAMS = ("seats", "order", "scale", "groups", "places", "waterfall")
"""The kinds of diagrams."""


def _drawn(diagram: Diagram, kind: str) -> bool:
    return getattr(diagram, kind) not in (None, "", ())


@dataclass(frozen=True, slots=True)
class Glance:
    """That a rule stands on the sheet for the table: under another *title* than its own, with *cards* drawn over it."""

    title: Annotated[Text | None, TEXT] = None
    cards: Annotated[str, Words(200)] = ""
    where: Where = NOWHERE


_GLANCE: Shape[Glance] = Either({"flag": Made(OneOf((True,)), lambda _: Glance()), "mapping": Entry(Glance)})


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule as people read it.

    *reason* maps cases to the sentences printed when a judged rule decides something. *asked* holds, by language, other
    wordings in which people ask for the rule; the search finds it by them.

    A *core* rule is one of those that it takes to play a whole match: they are printed together on two pages. A rule
    that must be seen at a *glance* stands on the sheet for the table. In both places a *short* text takes the place of
    what the rule says; without one, the sheet has the rule's tables, or its whole text if there are none.
    """

    id: Annotated[str, RULE_ID]
    kind: Annotated[str, OneOf(("judged", "definition", "advice", "background"))]
    title: Annotated[Text, TEXT]
    says: Annotated[Text, TEXT]
    basis: Annotated[Basis, _BASIS]
    source: Annotated[tuple[str, ...], ListOf(Name(STATEMENT, "not_a_statement"))] = ()
    reason: Annotated[Mapping[str, Text], CASES] = field(default_factory=dict)
    asked: Annotated[Mapping[str, tuple[str, ...]], MappingOf(ListOf(Words(200)))] = field(default_factory=dict)
    diagrams: Annotated[tuple[Diagram, ...], ListOf(Entry(Diagram))] = ()
    core: Annotated[bool, FLAG] = False
    glance: Annotated[Glance | None, _GLANCE] = None
    short: Annotated[Text | None, TEXT] = None
    where: Where = NOWHERE

    def faults(self) -> Iterator[Fault]:
        """Find parts that do not go together."""
        if self.core and (self.kind not in ("judged", "definition") or self.basis.kind == "variant"):
            yield Fault("core", "core_not_played")
        if self.short and not self.core and not self.glance:
            yield Fault("short", "short_not_printed")
        if self.kind == "judged" and not self.reason:
            yield Fault("", "judged_without_reason", {"key": "reason"})
        if self.kind not in ("judged", "advice") and self.reason:
            yield Fault("reason", "reason_not_judged", {"value": self.kind})
        if self.basis.kind == "source" and not self.source:
            yield Fault("source", "source_missing")


@dataclass(frozen=True, slots=True)
class Section:
    """Some rules of a page under one heading."""

    id: Annotated[str, Name(SLUG)]
    rules: Annotated[tuple[RuleText, ...], Sifted(Entry(RuleText), 1)]
    title: Annotated[Text | None, TEXT] = None
    where: Where = NOWHERE


@dataclass(frozen=True, slots=True)
class Page:
    """One file of rule texts. *page* is its address below the game."""

    page: Annotated[str, Name(SLUG)]
    kind: Annotated[str, OneOf(("rules", "tips", "mistakes", "questions", "history", "summary", "variants"))]
    title: Annotated[Text, TEXT]
    sections: Annotated[tuple[Section, ...], Sifted(Entry(Section), 1)]
    lead: Annotated[Text | None, TEXT] = None
    where: Where = NOWHERE

    @property
    def rules(self) -> tuple[RuleText, ...]:
        """All rules of the page, in order."""
        return tuple(rule for section in self.sections for rule in section.rules)

    def faults(self) -> Iterator[Fault]:
        """Find untitled sections, which only a page with one section may have."""
        if len(self.sections) > 1:
            for index, section in enumerate(self.sections):
                if section.title is None:
                    yield Fault(at("sections", index), "missing_key", {"key": "title"})


# Examples and walkthroughs


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong answer that people really give, and what to tell them."""

    answer: Annotated[Mapping[str, Plain], ANSWER]
    tell: Annotated[Text, TEXT]
    where: Where = NOWHERE


@dataclass(frozen=True, slots=True)
class Example:
    """A question with the leaves of its answer that matter; *because*, if given, are its reasons as they must come.

    *without* maps rules to the answer one would get if the rule were ignored. The example stands under its first rule,
    or at the end of *page*.
    """

    id: Annotated[str, RULE_ID]
    rules: Annotated[tuple[str, ...], ListOf(RULE_ID, 1)]
    title: Annotated[Text, TEXT]
    teaches: Annotated[Text, TEXT]
    question: Annotated[Mapping[str, Plain], QUESTION]
    answer: Annotated[Mapping[str, Plain], ANSWER]
    because: Annotated[tuple[Mapping[str, Plain], ...], ListOf(Leaves("reason"))] = ()
    without: Annotated[Mapping[str, Mapping[str, Plain]], MappingOf(ANSWER)] = field(default_factory=dict)
    mistakes: Annotated[tuple[Mistake, ...], ListOf(Entry(Mistake))] = ()
    page: Annotated[str, Name(SLUG)] = ""
    game: str = ""
    where: Where = NOWHERE


@dataclass(frozen=True, slots=True)
class Choice:
    """What a reader may answer, by a *label*, a *seat* or a *card*.

    It is right or wrong by its *answer*, or, where it is a bet, by its *calls*.
    """

    right: Annotated[bool, FLAG]
    tell: Annotated[Text, TEXT]
    label: Annotated[Text | None, TEXT] = None
    seat: Annotated[int | None, Whole(0, 3)] = None
    card: Annotated[str, Words(10)] = ""
    answer: Annotated[Mapping[str, Plain] | None, ANSWER] = None
    calls: Annotated[tuple[Any, ...], PlainList()] = ()
    rules: Annotated[tuple[str, ...], RULE_IDS] = ()
    where: Where = NOWHERE

    def faults(self) -> Iterator[Fault]:
        """Find what cannot stand together."""
        if [self.label is None, self.seat is None, not self.card].count(False) != 1:
            yield Fault("", "one_of_keys", {"keys": ["label", "seat", "card"]})
        if self.answer is not None and self.calls:
            yield Fault("", "one_of_keys", {"keys": ["answer", "calls"]})


@dataclass(frozen=True, slots=True)
class Step:
    """A step *tells* something, or also *asks* the reader; *question* is what the board shows.

    *hand* are the reader's own cards, at seat 0, where the question itself holds none. What lies at the paths *hidden*
    is not shown until the reader has answered.
    """

    id: Annotated[str, Name(SLUG)]
    title: Annotated[Text, TEXT]
    tells: Annotated[Text, TEXT]
    question: Annotated[Mapping[str, Plain] | None, QUESTION] = None
    open: Annotated[tuple[int, ...] | None, ListOf(Whole(0, 3))] = None
    hand: Annotated[str, Words(200)] = ""
    hidden: Annotated[tuple[str, ...], ListOf(Words(50))] = ()
    answer_shown: Annotated[bool | None, FLAG] = None
    asks: Annotated[Text | None, TEXT] = None
    choices: Annotated[tuple[Choice, ...], ListOf(Entry(Choice))] = ()
    hints: Annotated[tuple[Text, ...], ListOf(TEXT)] = ()
    otherwise: Annotated[Text | None, TEXT] = None
    where: Where = NOWHERE

    def faults(self) -> Iterator[Fault]:
        """Find what belongs to a question to the reader but lacks one, and the other way round."""
        if self.asks is None:
            for key in ("choices", "hints", "otherwise"):
                if getattr(self, key):
                    yield Fault(key, "needs_key", {"key": "asks"})
        elif not any(choice.right for choice in self.choices):
            yield Fault("choices" if self.choices else "asks", "no_right_choice")
        if self.question is None and any(choice.answer or choice.calls for choice in self.choices):
            yield Fault("choices", "needs_key", {"key": "question"})


@dataclass(frozen=True, slots=True)
class Walkthrough:
    """Steps to be taken one after the other.

    A *lesson* teaches; a *quiz* asks about what has been learnt, and the page of puzzles leads to it; at *home* they
    stand on the home page, without one of their own.
    """

    id: Annotated[str, RULE_ID]
    title: Annotated[Text, TEXT]
    lead: Annotated[Text, TEXT]
    steps: Annotated[tuple[Step, ...], Sifted(Entry(Step), 1)]
    kind: Annotated[str, OneOf(("lesson", "quiz", "home"))] = "lesson"
    game: str = ""
    where: Where = NOWHERE

    @property
    def slug(self) -> str:
        """Its address below the game: the id without the game."""
        return self.id.partition(".")[2].replace(".", "-") or self.id


@dataclass(frozen=True, slots=True)
class Examples:
    """A file of examples."""

    examples: Annotated[tuple[Example, ...], Sifted(Entry(Example), 1)]
    where: Where = NOWHERE


@dataclass(frozen=True, slots=True)
class Lesson:
    """A file with one walkthrough."""

    walkthrough: Annotated[Walkthrough, Entry(Walkthrough)]
    where: Where = NOWHERE


# Words


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A term of a game.

    *original* are the words it comes from, by their language, and *say* tells how the first of them sounds, in the
    letters of each reader. *aliases* help to find it.
    """

    key: Annotated[str, Name(r"[a-z0-9]+([_-][a-z0-9]+)*")]
    term: Annotated[Text, TEXT]
    means: Annotated[Text, TEXT]
    original: Annotated[Mapping[str, str], MappingOf(Words(200), keys=TONGUES)] = field(default_factory=dict)
    say: Annotated[Text | None, TEXT] = None
    aliases: Annotated[Mapping[str, tuple[str, ...]], MappingOf(ListOf(Words(200)))] = field(default_factory=dict)
    rules: Annotated[tuple[str, ...], RULE_IDS] = ()
    where: Where = NOWHERE

    def faults(self) -> Iterator[Fault]:
        """Find a word of another language that nobody is told how to say, or the other way round."""
        if self.original and self.say is None:
            yield Fault("", "missing_key", {"key": "say"})
        if self.say is not None and not self.original:
            yield Fault("say", "needs_key", {"key": "original"})


@dataclass(frozen=True, slots=True)
class OptionWords:
    """What an option and each of its values is called."""

    label: Annotated[Text, TEXT]
    values: Annotated[Mapping[str, Text], MappingOf(TEXT)]
    where: Where = NOWHERE


@dataclass(frozen=True, slots=True)
class GameWords:
    """The words of one game.

    *values* holds tables that say values of answers and reasons, *fields* labels of questions, *kinds* what each kind
    of question asks, *answers* the sentences that say an answer (texts, or mappings to more of them), *faults* those
    that say what is wrong with a question of this game. Of its matches: *moves* say what was done and what can be,
    *tables* what lies where; *sheet* is of the score sheet, *puzzles* of the puzzles.
    """

    name: Annotated[Text, TEXT]
    full_name: Annotated[Text, TEXT]
    about: Annotated[Text, TEXT]
    values: Annotated[Mapping[str, Mapping[str, Text]], MappingOf(MappingOf(TEXT))] = field(default_factory=dict)
    fields: Annotated[Mapping[str, Text], MappingOf(TEXT)] = field(default_factory=dict)
    options: Annotated[Mapping[str, OptionWords], MappingOf(Entry(OptionWords))] = field(default_factory=dict)
    kinds: Annotated[Mapping[str, Text], MappingOf(TEXT)] = field(default_factory=dict)
    answers: Annotated[Mapping[str, Any], TEXTS] = field(default_factory=dict)
    faults: Annotated[Mapping[str, Text], MappingOf(TEXT)] = field(default_factory=dict)
    moves: Annotated[Mapping[str, Any], TEXTS] = field(default_factory=dict)
    tables: Annotated[Mapping[str, Any], TEXTS] = field(default_factory=dict)
    sheet: Annotated[Mapping[str, Any], TEXTS] = field(default_factory=dict)
    puzzles: Annotated[Mapping[str, Any], TEXTS] = field(default_factory=dict)
    glossary: Annotated[tuple[GlossaryEntry, ...], Sifted(Entry(GlossaryEntry))] = ()
    where: Where = NOWHERE


@dataclass(frozen=True, slots=True)
class About:
    """What a language is called and how it is written: ``ltr`` or ``rtl``, with which digits, lists and quotes."""

    code: Annotated[str, Name(r"[a-z]{2,3}")]
    name: Annotated[str, Words(100)]
    direction: Annotated[str, OneOf(("ltr", "rtl"))]
    digits: Annotated[str, Words(20)] = "latin"
    list: Annotated[Mapping[str, str], MappingOf(AnyText())] = field(default_factory=dict)
    quotes: Annotated[tuple[str, ...], ListOf(Words(3), 2, 2)] = ()
    plurals: Annotated[Mapping[str, Any], MappingOf(MappingOf(ListOf(Whole())))] = field(default_factory=dict)
    where: Where = NOWHERE


@dataclass(frozen=True, slots=True)
class Language:
    """A language: what it is, and all its words as plain values, in the shape of its file."""

    about: About
    plain: Mapping[str, Plain]
    where: Where = NOWHERE

    @property
    def code(self) -> str:
        """Its code, which is also the name of its file."""
        return self.about.code


# The whole


@dataclass(frozen=True, slots=True)
class GameSuite:
    """All fixtures of one game. *accepted* maps a text's name and a language to the hash it was translated from."""

    name: str
    pages: tuple[Page, ...]
    examples: tuple[Example, ...]
    walkthroughs: tuple[Walkthrough, ...]
    words: GameWords | None
    accepted: Mapping[str, Mapping[str, str]]
    texts: Mapping[str, Text]
    """Every text by a name that stays the same when others move: ``mus.grande/says``."""
    stale: Mapping[str, tuple[str, ...]]
    """The names of texts whose Arabic has changed, with the languages whose translation is behind it."""

    @property
    def rules(self) -> Mapping[str, RuleText]:
        """All rules by id, in the order of the pages."""
        return {rule.id: rule for page in self.pages for rule in page.rules}

    @property
    def lessons(self) -> tuple[Walkthrough, ...]:
        """The walkthroughs that have a page of their own."""
        return tuple(lesson for lesson in self.walkthroughs if lesson.kind != "home")

    @property
    def rulings(self) -> Mapping[int, tuple[RuleText, ...]]:
        """The rules that answer each open question, by its number."""
        found: dict[int, tuple[RuleText, ...]] = {}
        for rule in self.rules.values():
            if rule.basis.ruling:
                row = rule.basis.ruling.row
                found[row] = (*found.get(row, ()), rule)
        return dict(sorted(found.items()))

    def page_of(self, entry: RuleText | Example) -> str:
        """Return the page on which a rule or an example stands: its own one, or that of its first rule."""
        if isinstance(entry, Example) and entry.page:
            return entry.page
        rule = entry.id if isinstance(entry, RuleText) else entry.rules[0]
        return next(page.page for page in self.pages if any(each.id == rule for each in page.rules))

    def examples_of(self, rule: str) -> tuple[Example, ...]:
        """Return the examples that stand under a rule: those that name it first."""
        return tuple(example for example in self.examples if example.rules[0] == rule)


@dataclass(frozen=True, slots=True)
class Suite:
    """All fixtures: what the site shows and what the engine is tested with."""

    root: Path
    games: Mapping[str, GameSuite]
    languages: Mapping[str, Language]

    @property
    def stale(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """By game and name of the text, the languages whose translation is behind the Arabic."""
        return {name: game.stale for name, game in self.games.items()}

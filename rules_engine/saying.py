"""Sentences from templates, data and words: the one place that makes markup, plural forms and escapes.

A *template* is a text of the fixtures. Braces hold data with a formatter, ``{winner:seat}``; backticks hold notation,
```R R 3 7```. It is said in one of two *voices*: as HTML for pages, or as plain text for titles, attributes and the
command line. Cards, sums, scores and signed numbers are always isolated left to right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules_engine.reading import Fault
from rules_engine.reasons import Plain, Reason

LRI, FSI, PDI = "\N{LEFT-TO-RIGHT ISOLATE}", "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
LONG_RUN = 24
"""Characters of notation from which on it may be broken between lines."""
ARABIC_DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

_TEMPLATE = re.compile(r"\{(\w+)(?::([\w.-]+))?\}|`([^`]*)`|([+−-]?\d+)")
_PROSE = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)|`([^`]*)`|(^[ \t]*\d+\.[ \t])|(\d+)", re.MULTILINE)
# html.escape does the same, but in the browser it would bring all entities of HTML with it.
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_NO_ISOLATES = dict.fromkeys(map(ord, (LRI, FSI, PDI)))
_FRENCH_CARD = re.compile(r"\b(10|[2-9AJQK])([SHDC])\b")


@dataclass(frozen=True, slots=True)
class RuleWords:
    """How a rule is cited: its title, its text's address, whether it is a ruling of ours, its sentences by case."""

    title: str
    href: str
    ruling: bool
    sentences: Mapping[str, str]


@dataclass(frozen=True)
class Words:
    """All words of one language for one game.

    *general* is the language's file, *game* the game's own words in that language, *rules* its rules by id.
    """

    general: Mapping[str, Any]
    game: Mapping[str, Any]
    rules: Mapping[str, RuleWords]

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Words:
        """Return the words from the plain JSON in which they reach the browser."""
        rules = {rule: RuleWords(**entry) for rule, entry in plain["rules"].items()}
        return cls(plain["general"], plain["game"], rules)

    @property
    def language(self) -> Mapping[str, Any]:
        """The language's code, direction, digits, lists and plural rules."""
        found: Mapping[str, Any] = self.general["language"]
        return found

    @property
    def rtl(self) -> bool:
        """Whether the language is written from right to left."""
        return bool(self.language["direction"] == "rtl")

    def text(self, key: str) -> str:
        """Return the text at a dotted key, the game's own before the general one, or raise ``KeyError``."""
        for table in (self.game, self.general):
            found = _look_up(table, key)
            if found is not None:
                return found
        raise KeyError(f"{self.language['code']}: no text for {key}")

    def has(self, key: str) -> bool:
        """Tell whether there is a text at a dotted key."""
        return any(_look_up(table, key) is not None for table in (self.game, self.general))


def _look_up(table: Mapping[str, Any], key: str) -> str | None:
    found: Any = table
    for step in key.split("."):
        found = found.get(step) if isinstance(found, Mapping) else None
    return found if isinstance(found, str) else None


class Safe(str):
    """HTML that this module has made already: as a datum of a sentence it is said as it is."""

    __slots__ = ()


class Voice(NamedTuple):
    """How text is made safe and how left-to-right runs are isolated."""

    escape: Callable[[str], str]
    isolate: Callable[[str, Words], str]
    anything: Callable[[str, Words], str]


def _isolate_html(run: str, words: Words) -> str:
    drawn = _FRENCH_CARD.sub(_suit_html, _escape(digits(run, words)))
    # A short run stays on one line; a long one, such as fourteen cards, must break where the screen is narrow.
    long = ' class="q-long"' if len(run) > LONG_RUN else ""
    return f'<bdi dir="ltr"{long}>{drawn}</bdi>'


def _escape(text: str) -> str:
    return text.translate(_ESCAPES)


def _suit_html(card: re.Match[str]) -> str:
    rank, suit = card.groups()
    return f'{rank}<span class="q-suit" data-s="{suit}">{SUITS[suit]}</span>'


def _isolate_text(run: str, words: Words) -> str:
    drawn = _FRENCH_CARD.sub(lambda card: card[1] + SUITS[card[2]], digits(run, words))
    return f"{LRI}{drawn}{PDI}" if words.rtl else drawn


def _anything_html(text: str, _: Words) -> str:
    return text if isinstance(text, Safe) else f"<bdi>{_escape(text)}</bdi>"


def _anything_text(text: str, words: Words) -> str:
    """Isolate what may run either way: whatever a reader typed, in a sentence that may run the other way."""
    return f"{FSI}{text}{PDI}" if words.rtl or _RIGHT_TO_LEFT.search(text) else text


HTML = Voice(_escape, _isolate_html, _anything_html)
TEXT = Voice(lambda text: text, _isolate_text, _anything_text)


def digits(text: str, words: Words) -> str:
    """Return *text* with the digits that the language's words ask for."""
    return text.translate(ARABIC_DIGITS) if words.language["digits"] == "arabic" else text


def say(template: str, data: Mapping[str, Plain], words: Words, voice: Voice = HTML) -> str:
    """Fill a template and return the sentence. Raise ``KeyError`` for data or words that are missing."""
    said, place = [], 0
    for found in _TEMPLATE.finditer(template):
        said.append(voice.escape(template[place : found.start()]))
        said.append(_part(found, data, words, voice))
        place = found.end()
    return "".join(said) + voice.escape(template[place:])


def _part(found: re.Match[str], data: Mapping[str, Plain], words: Words, voice: Voice) -> str:
    name, how, notation, number = found.groups()
    if name is not None:
        return _format(data[name], how or "", words, voice)
    return voice.isolate(notation, words) if notation is not None else _number(number, words, voice)


def _number(text: str, words: Words, voice: Voice) -> str:
    """Isolate a number in a language that runs the other way; elsewhere it stands as it is."""
    return voice.isolate(text, words) if words.rtl else voice.escape(digits(text, words))


def _format(value: Any, how: str, words: Words, voice: Voice) -> str:
    if how in _FORMATS:
        return _FORMATS[how](value, words, voice)
    if how.startswith(("n.", "n1.")):
        form, noun = how.split(".", 1)
        return count(value, noun, words, voice, subject=form == "n1")
    if how:
        return say(words.text(f"values.{how}.{value}"), {}, words, voice)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return joined([voice.anything(str(each), words) for each in value], words, together=False)
    if isinstance(value, int):
        return _number(f"−{-value}" if value < 0 else str(value), words, voice)
    return voice.anything(value, words)


def _seat(key: str) -> Callable[[Any, Words, Voice], str]:
    return lambda seat, words, voice: say(words.text(key), {"n": seat + 1}, words, voice)


def _seats(seats: Sequence[int], words: Words, voice: Voice) -> str:
    return joined([_seat("seats.one")(seat, words, voice) for seat in seats], words)


def _team(team: int, words: Words, voice: Voice) -> str:
    return voice.escape(words.general["teams"][team])


def _cards(cards: Sequence[object], words: Words, voice: Voice) -> str:
    return voice.isolate(" ".join(map(str, cards)), words)


def _groups(groups: Sequence[Sequence[object]], words: Words, voice: Voice) -> str:
    return joined([_cards(group, words, voice) for group in groups], words)


def _addends(values: Sequence[int], words: Words, voice: Voice) -> str:
    return voice.isolate(" + ".join(map(str, values)), words)


def _score(pair: Sequence[int], words: Words, voice: Voice) -> str:
    return voice.isolate("-".join(map(str, pair)), words)


def _signed(points: int, words: Words, voice: Voice) -> str:
    return voice.isolate(f"+{points}" if points > 0 else f"−{-points}" if points else "0", words)


def _standing(points: int, words: Words, voice: Voice) -> str:
    return _signed(points, words, voice) if points < 0 else _number(str(points), words, voice)


def _share(pair: Sequence[int], words: Words, voice: Voice) -> str:
    """Say the share of a whole in hundredths; what is not nothing, or not all, never looks as if it were."""
    part, whole = pair
    percent = (200 * part + whole) // (2 * whole) if whole else 0
    text = "<1" if part and not percent else ">99" if part < whole and percent == 100 else str(percent)
    return voice.isolate(words.text("share").replace("{n}", text), words)


def _maybe(word: str, words: Words, voice: Voice) -> str:
    return say(words.text("maybe"), {"it": word}, words, voice) if word else ""


def _value(path: str, words: Words, voice: Voice) -> str:
    """Say a value of a table by its path, ``lance.grande``; options are tables of their own."""
    table, _, value = path.partition(".")
    options = words.game.get("options", {})
    key = f"options.{table}.values.{value}" if table in options else f"values.{table}.{value}"
    return say(words.text(key), {}, words, voice)


_FORMATS: Mapping[str, Callable[[Any, Words, Voice], str]] = {
    "seat": _seat("seats.one"),
    "Seat": _seat("seats.start"),
    "seats": _seats,
    "team": _team,
    "card": lambda card, words, voice: voice.isolate(str(card), words),
    "move": lambda move, words, voice: voice.isolate(str(move), words),
    "cards": _cards,
    "groups": _groups,
    "addends": _addends,
    "score": _score,
    "signed": _signed,
    "standing": _standing,
    "share": _share,
    "maybe": _maybe,
    "value": _value,
}
FORMATTERS = frozenset(_FORMATS)
"""The formatters that need no table of words; ``n.<noun>``, ``n1.<noun>`` and the names of tables come on top."""


def joined(parts: Sequence[str], words: Words, *, together: bool = True) -> str:
    """Join parts as the language does: all *together* with its “and”, or one by one."""
    rules = words.language["list"]
    if len(parts) < 2 or not together:
        return str(rules["separator"]).join(parts)
    return str(rules["between"]).join(parts[:-1]) + str(rules["last"]) + parts[-1]


def plural(number: int, rules: Mapping[str, Mapping[str, Sequence[int]]]) -> str:
    """Return the plural category of a number by the language's rules, ``other`` if none applies.

    A category holds the numbers that it ``is``, or the range of their last two digits, ``mod100``.

    >>> plural(104, {"one": {"is": [1]}, "few": {"mod100": [3, 10]}})
    'few'
    """
    for category, rule in rules.items():
        low, high = rule.get("mod100", (1, 0))
        if number in rule.get("is", ()) or low <= number % 100 <= high:
            return category
    return "other"


def count(number: int, noun: str, words: Words, voice: Voice = HTML, *, subject: bool = False) -> str:
    """Say a counted noun, “3 points”. *subject* asks for the subject form where the language has one."""
    forms: Mapping[str, str] = words.general["nouns"][noun]
    category = plural(number, words.language["plurals"])
    form = forms.get(f"{category}1") if subject else None
    return say(form or forms.get(category, forms["other"]), {"n": number}, words, voice)


def line(key: str, data: Mapping[str, Plain], words: Words, voice: Voice = HTML) -> str:
    """Say the sentence at a key of the words."""
    return say(words.text(key), data, words, voice)


def sentence(reason: Reason, words: Words, voice: Voice = HTML) -> str:
    """Say the sentence of a reason."""
    return say(words.rules[reason.rule].sentences[reason.case], reason.data, words, voice)


def because(reasons: Iterable[Reason], words: Words) -> list[dict[str, Plain]]:
    """Return the reasons as a page shows them: title, address, whether the rule is a ruling of ours, the sentence."""
    shown_ = []
    for reason in reasons:
        rule = words.rules[reason.rule]
        shown_.append(
            {
                "rule": reason.rule,
                "title_html": say(rule.title, {}, words),
                "href": rule.href,
                "ruling": rule.ruling,
                "says_html": sentence(reason, words),
            }
        )
    return shown_  # type: ignore[return-value]


def fault(found: Fault, words: Words, voice: Voice = TEXT) -> str:
    """Say what is wrong with a value, without its path."""
    return line(f"faults.{found.kind}", found.data, words, voice)


def one_line(text: str) -> str:
    """Return a message on one line of at most 500 characters, without control characters.

    Terminals order right-to-left text by themselves, and show isolates as signs or gaps: they are left out.
    """
    flat = "".join(c if c.isprintable() else " " for c in text.translate(_NO_ISOLATES))
    return flat if len(flat) <= 500 else flat[:499] + "…"


def prose(text: str, words: Words, href: Callable[[str], str | None]) -> str:
    """Return the fixtures' prose as Markdown in which all notation is isolated and links to rules have addresses.

    *href* gives the address of a rule id, or None for a target that is none; such links stay as they are. Whatever
    looks like HTML is escaped, so that the only HTML in it is what isolates notation.
    """

    def change(found: re.Match[str]) -> str:
        label, target, notation, marker, number = found.groups()
        if label is not None:
            return f"[{prose(label, words, href)}]({href(target) or _no_html(target)})"
        if notation is not None:
            return HTML.isolate(notation, words)
        return marker if marker is not None else _number(number, words, HTML)

    said, place = list[str](), 0
    for found in _PROSE.finditer(text):
        said += _no_html(text[place : found.start()]), change(found)
        place = found.end()
    return "".join(said) + _no_html(text[place:])


def _no_html(markdown: str) -> str:
    """Return Markdown in which nothing begins an element."""
    return markdown.replace("<", "&lt;")

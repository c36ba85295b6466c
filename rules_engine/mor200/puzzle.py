"""Puzzles of Mor 200: what a sequence is and becomes, when the pile may be taken, what closes a round, what it brings.

The wrong answers come from what people really get wrong: every two taken for a substitute, or none; a substitute left
where it stood; the pile taken with a sequence on the table; card values counted as printed; a penalty forgotten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from rules_engine import asking
from rules_engine.cards import Card
from rules_engine.mor200.sequences import (
    ACE_HIGH,
    BONUSES,
    DECK,
    LEAST,
    LONG,
    MOST,
    RUN,
    TWO,
    VALUE,
    Variant,
    arrange,
    card_at,
    card_points,
)
from rules_engine.puzzles import Draft, Maker, Makers, Partial, kinds, number, staging, yes_or_no
from rules_engine.reasons import Plain
from rules_engine.staging import Line

Cards = list[Card]

JOKER = Card("JK")
WILD = [JOKER, *(Card("2", suit) for suit in DECK.suits)]
PACK = [Card(rank, suit) for suit in DECK.suits for rank in RUN[:-1]] * 2 + [JOKER] * 2
PLAINLY = Variant()
CLASSES = ("illegal", "sequence", "mor100", "mor200", "mor1000")
FACE = {"A": 1, "J": 11, "Q": 12, "K": 13, "JK": 0, "10": 10}
"""What cards would be worth by their ranks, which is not what they are worth here."""


def _text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _answer(question: Mapping[str, Plain]) -> tuple[Mapping[str, Any], set[str]]:
    """Return the engine's answer and the rules behind it."""
    judged = asking.judged({"game": "mor200", **question})
    return judged.value, {reason.rule for reason in judged.because}


def _fits(cards: Iterable[Card]) -> bool:
    """Tell whether the pack holds all these cards together."""
    return DECK.excess(cards) is None


def _natural(random: Random, least: int, most: int, *, low: int = 1) -> Cards:
    """Return cards in a row of one suit, low to high."""
    suit, count = random.choice(DECK.suits), random.randint(least, most)
    first = random.randint(low, MOST - count + 1) if low <= MOST - count + 1 else MOST - count + 1
    return [card_at(place, suit) for place in range(first, first + count)]


def _shuffled(cards: Cards, random: Random) -> Cards:
    return random.sample(cards, len(cards))


def _altered(random: Random, least: int, most: int) -> Cards:
    """Return a sequence that may hold a substitute, a foreign card, a card too many or a gap too many."""
    cards = _natural(random, least, most)
    change = random.choices(("none", "wild", "two wild", "missing", "foreign", "twice"), (3, 6, 1.5, 1.5, 1, 1))[0]
    place = random.randrange(len(cards))
    if change in ("wild", "two wild"):
        cards[place] = random.choice(WILD)
    if change == "two wild":
        cards[(place + 2) % len(cards)] = random.choice(WILD)
    if change == "missing" and len(cards) > LEAST:
        del cards[place]
    if change == "foreign":
        cards[place] = Card(cards[place].rank, random.choice(DECK.suits))
    if change == "twice":
        cards.append(cards[place])
    return cards


# What a sequence is


def _class(answer: Partial) -> Line:
    return Line("labels.value", {"value": f"class.{answer['class']}"})


def _classes(most: int) -> list[Partial]:
    return [{"class": each} for each in CLASSES[: 5 if most >= MOST else 4]]


def _meld(least: int, most: int, wanted: set[str]) -> Maker:
    """Ask of which class a sequence is, if any, where one of the rules *wanted* decides it."""

    def maker(random: Random, _coin: bool) -> Draft | None:
        cards = _altered(random, least, most)
        if not _fits(cards) or not LEAST <= len(cards) <= MOST:
            return None
        question: dict[str, Plain] = {"ask": "meld", "cards": _text(_shuffled(cards, random))}
        _, because = _answer(question)
        if not because & wanted:
            return None
        return Draft(question, Line("puzzles.asks_class"), ("class",), _classes(len(cards)), _class, mixed=False)

    return maker


def worth(random: Random, _coin: bool) -> Draft | None:
    """Ask for the card points of a sequence."""
    cards = _altered(random, 4, 8)
    if not _fits(cards) or (run := arrange(cards, PLAINLY)) is None:
        return None
    right = card_points(run.cards)
    if not any(card.rank in ("2", "A", "JK", "J", "Q", "K") for card in cards):
        return None
    twos = sum(card.rank in ("2", "JK") for card in cards)
    natural = sum(placed.card.rank == "2" and placed.natural for placed in run.places)
    sums = (
        right - 15 * natural,
        sum(FACE.get(card.rank) or VALUE[card.rank] if card.rank in FACE else int(card.rank) for card in cards),
        right - 10 * twos,
        right + run.bonus,
        right + 5 * sum(card.rank == "A" for card in cards),
        5 * len(cards) + 15 * twos,
        right + random.choice((5, 10, -5)),
    )
    wrong: list[Partial] = [{"card_points": each} for each in sums]
    question: dict[str, Plain] = {"ask": "meld", "cards": _text(_shuffled(cards, random))}
    return Draft(
        question, Line("puzzles.asks_card_points"), ("card_points",), wrong, number("card_points"), mixed=False
    )


def place_of_substitute(random: Random, _coin: bool) -> Draft | None:
    """Ask for which card the substitute of a sequence stands."""
    cards = _natural(random, 3, 7)
    if random.random() < 0.5 and len(cards) > LEAST:
        del cards[random.randint(1, len(cards) - 2)]
    cards.append(random.choice(WILD))
    run = arrange(cards, PLAINLY) if _fits(cards) else None
    if run is None or len(run.substitutes) != 1:
        return None
    [substitute] = run.substitutes
    natural = {placed.place: placed for placed in run.places if placed.natural}
    span = range(min(natural) - 1, max(natural) + 2)
    free = [place for place in span if 1 <= place <= ACE_HIGH and place not in natural]
    more = [max(natural) + 2, min(natural) - 2, TWO]
    wrong: list[Partial] = []
    for place in [*free, *(each for each in more if 1 <= each <= ACE_HIGH and each not in natural)]:
        stands = {"card": str(substitute.card), "as": str(card_at(place, run.suit))}
        placed = {at: {"card": str(one.card), "as": str(one.stands_for)} for at, one in natural.items()} | {
            place: stands
        }
        listed: list[Plain] = [{**placed[at]} for at in sorted(placed)]
        wrong.append({"places": listed})
    if len(wrong) < 3:
        return None
    question: dict[str, Plain] = {"ask": "meld", "cards": _text(_shuffled(cards, random))}
    asks = Line("puzzles.asks_place", {"card": str(substitute.card)})
    return Draft(question, asks, ("places",), wrong[:4], _stands(str(substitute.card)))


def _stands(card: str) -> Callable[[Partial], Line]:
    def label(answer: Partial) -> Line:
        places: Any = answer["places"]
        # A natural two of the same suit may lie beside the one that is asked about.
        stands = sorted((each for each in places if each["card"] == card), key=lambda each: each["as"] == card)
        return Line("puzzles.stands_for", {"place": stands[0]["as"]})

    return label


# What adding makes of it


def _add(wanted: set[str]) -> Maker:
    """Ask what becomes of a sequence when a card or two are added, where one of the rules *wanted* decides it."""

    def maker(random: Random, _coin: bool) -> Draft | None:
        cards = _altered(random, 5, 9)
        added = random.sample(cards, random.randint(1, 2)) if random.random() < 0.7 else [random.choice(WILD)]
        meld = list((Counter(cards) - Counter(added)).elements()) if added[0] in cards else cards
        if random.random() < 0.2:
            added[0] = random.choice(PACK)
        if not _fits([*meld, *added]) or arrange(meld, PLAINLY) is None:
            return None
        run = arrange(meld, PLAINLY)
        assert run is not None
        question: dict[str, Plain] = {"ask": "add", "meld": _text(run.cards), "cards": _text(added)}
        _, because = _answer(question)
        if not because & wanted:
            return None
        return Draft(question, Line("answers.add.asks"), ("class",), _classes(len(meld)), _class, mixed=False)

    return maker


# When the pile may be taken


YES, NO = Line("puzzles.yes"), Line("puzzles.no")
LEGAL = yes_or_no("legal", YES, NO)


def _legal(question: dict[str, Plain], asks: Line, right: bool) -> Draft:
    return Draft(question, asks, ("legal",), [{"legal": not right}], LEGAL, mixed=False)


def _table(random: Random, *, long: int) -> list[Cards]:
    """Return some sequences of a team, of which *long* have a bonus or nearly one."""
    melds = []
    for place in range(random.randint(max(long, 1), long + 1)):
        cards = _natural(random, 6, 8) if place < long else _natural(random, 3, 5)
        if random.random() < 0.5:
            cards[random.randrange(len(cards))] = random.choice(WILD)
        melds.append(cards)
    return melds


def _laid(melds: Sequence[Cards]) -> list[Plain]:
    runs = [arrange(cards, PLAINLY) for cards in melds]
    return [_text(run.cards) if run else "" for run in runs]


def may_take_with(random: Random, coin: bool) -> Draft | None:
    """Ask whether the pile may be taken with two or three cards of the hand."""
    cards = _altered(random, 3, 4)
    if len(cards) < LEAST:
        return None
    cards = _shuffled(cards, random)
    top, chosen = cards[0], cards[1:]
    pile, others = random.sample(PACK, random.randint(1, 4)), random.sample(PACK, random.randint(1, 4))
    if not _fits([*cards, *pile, *others]):
        return None
    question: dict[str, Plain] = {
        "ask": "take_pile", "pile": _text([*pile, top]), "hand": _text([*chosen, *others]), "with": _text(chosen)
    }  # fmt: skip
    answer, _ = _answer(question)
    asks = Line("puzzles.asks_take_with", {"cards": [str(card) for card in chosen]})
    return _legal(question, asks, coin) if answer["legal"] is coin else None


def may_take_at_all(random: Random, coin: bool) -> Draft | None:
    """Ask whether the pile may be taken, where its top card fits a sequence on the table."""
    meld = _natural(random, 4, 6, low=3)
    top = random.choice((meld[0], meld[-1]))
    table = [card for card in meld if card != top]
    hand = random.sample([card for card in PACK if card.suit == top.suit or card.rank in ("2", "JK")], 3)
    hand += random.sample(PACK, random.randint(0, 3))
    pile = random.sample(PACK, random.randint(1, 3))
    if not _fits([*table, *hand, *pile, top]):
        return None
    question: dict[str, Plain] = {
        "ask": "take_pile", "pile": _text([*pile, top]), "hand": _text(_shuffled(hand, random)), "melds": [_text(table)]
    }  # fmt: skip
    answer, because = _answer(question)
    if answer["legal"] is not coin or not (coin or because & {"mor200.new-sequence"}):
        return None
    return _legal(question, Line("answers.take_pile.asks"), coin)


def smallest_ways(random: Random, _coin: bool) -> Draft | None:
    """Ask with which cards of the hand the pile may be taken, where there is one smallest way."""
    cards = _shuffled(_natural(random, 3, 3), random)
    if random.random() < 0.6:
        cards[random.randrange(1, 3)] = random.choice(WILD)
    top, chosen = cards[0], cards[1:]
    hand = [*chosen, *random.sample([card for card in PACK if card.suit == top.suit or card.rank == top.rank], 4)]
    pile = random.sample(PACK, random.randint(1, 3))
    if not _fits([*hand, *pile, top]):
        return None
    question: dict[str, Plain] = {
        "ask": "take_pile", "pile": _text([*pile, top]), "hand": _text(_shuffled(hand, random))
    }  # fmt: skip
    answer, _ = _answer(question)
    if len(answer["ways"]) != 1:
        return None
    [right] = answer["ways"]
    texts = [str(card) for card in hand]
    alike = [text for text in texts if text[:-1] == str(top)[:-1]]
    near = [text for text in texts if text not in right]
    pairs = [alike[:2], near[:2], [right[0], near[0]], [right[1], near[-1]], near[-2:]]
    wrong: list[Partial] = [{"ways": [[*pair]]} for pair in pairs if len(pair) == 2 and sorted(pair) != sorted(right)]
    return Draft(question, Line("puzzles.asks_ways"), ("ways",), [*wrong, {"ways": []}], _way)


def _way(answer: Partial) -> Line:
    ways: Any = answer["ways"]
    return Line("puzzles.cards", {"cards": ways[0]}) if ways else Line("puzzles.no_way")


# When a round may be closed


def may_close(random: Random, coin: bool) -> Draft | None:
    """Ask whether a round is closed, where something about it may be missing."""
    melds = _table(random, long=2)
    hand = random.sample(PACK, random.choice((1, 1, 1, 2)))
    if not _fits([*(card for meld in melds for card in meld), *hand]) or "" in _laid(melds):
        return None
    question: dict[str, Plain] = {
        "ask": "close", "melds": _laid(melds), "hand": _text(hand), "took_11": random.random() < 0.8,
        "discard": str(hand[0]),
    }  # fmt: skip
    answer, because = _answer(question)
    lacking = {"mor200.close", "mor200.close.mor200", "mor200.close.mor100", "mor200.no-second-mor200"}
    if answer["legal"] is not coin or not (coin or len(because) < 4 or because & lacking):
        return None
    return _legal(question, Line("answers.close.asks"), coin)


# What a round brings


def score_of_team(random: Random, _coin: bool) -> Draft | None:
    """Ask what a round brings to a team."""
    melds = _table(random, long=random.choice((1, 1, 2)))
    hands = [random.sample(PACK, random.randint(0, 3)), random.sample(PACK, random.randint(0, 3))]
    closed = not hands[0]
    laid = _laid(melds)
    if "" in laid or not _fits(card for cards in (*melds, *hands) for card in cards) or not any(hands):
        return None
    took = closed or random.random() < 0.5
    team: dict[str, Plain] = {
        "melds": laid, "hands": [_text(hand) for hand in hands], "took_11": took, "closed": closed
    }  # fmt: skip
    question: dict[str, Plain] = {"ask": "score", "teams": [team]}
    answer, _ = _answer(question)
    [right], [items] = answer["points"], answer["items"]
    paid = {item["what"]: item["points"] for item in items}
    if len(paid) < 3:
        return None
    wrong: list[Partial] = [{"points": [right - points]} for what, points in paid.items() if what != "cards"]
    wrong += [{"points": [right - 2 * points]} for points in paid.values() if points < 0]
    wrong += [{"points": [right + extra]} for extra in (BONUSES["mor100"], -BONUSES["mor100"])]
    random.shuffle(wrong)
    return Draft(question, Line("answers.score.asks"), ("points",), wrong, _points, mixed=False)


def _points(answer: Partial) -> Line:
    points: Any = answer["points"]
    return Line("puzzles.points", {"points": points[0]})


SHORT = {"mor200.plain-sequence", "mor200.consecutive", "mor200.one-suit", "mor200.no-sets", "mor200.joker"}
TWOS = {"mor200.natural-two", "mor200.two-off-place", "mor200.foreign-two", "mor200.one-substitute", "mor200.ace"}
RARE = {
    "mor200.two-and-substitute",
    "mor200.thirteen",
    "mor200.fourteen-substitute",
    "mor200.mor1000",
    "mor200.no-wrap",
}
CHANGES = {
    "mor200.substitute-moves", "mor200.mor100-to-mor200", "mor200.mor200-to-mor100", "mor200.two-and-substitute"
}  # fmt: skip

MAKERS: Makers = {
    1: (_meld(4, 8, SHORT), worth, _meld(6, 8, {"mor200.mor100", "mor200.mor200"}), may_take_with),
    2: (_meld(LONG - 1, 9, TWOS), _add({"mor200.add"}), place_of_substitute, may_close, may_take_at_all),
    3: (_meld(LONG, MOST, RARE), _add(CHANGES), score_of_team, smallest_ways),
}
"""What is asked at each level: one sequence, twos and substitutes, whole tables and rare cases."""

KINDS = kinds("mor200", MAKERS)
SCENES = staging("mor200")

"""What four cards are worth in each lance of Mus.

Suits never matter, so a hand is its four ranks, counted: threes as kings and twos as aces where there are eight kings.
A *strength* is a tuple that orders the hands of one lance: the greater, the better. Equal strengths are settled by the
mano alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from rules_engine.cards import SPANISH, Card
from rules_engine.reading import OneOf

Lance = Literal["grande", "chica", "pares", "juego", "punto"]
LANCES: tuple[Lance, ...] = ("grande", "chica", "pares", "juego", "punto")
"""In the order in which they are bet and counted; juego and punto exclude each other."""

Kind = Literal["par", "medias", "duples"]
KINDS: tuple[Kind, ...] = ("par", "medias", "duples")
"""The kinds of pares from the lowest to the highest (mus.pares.order)."""

Ranks = tuple[str, ...]
"""Four ranks as counted, from the highest to the lowest."""
Strength = tuple[int, ...]

HEIGHT = {rank: height for height, rank in enumerate(reversed(SPANISH.ranks))}
"""How high a rank stands in grande, the ace being 0 (mus.rank-order)."""
VALUE = {"R": 10, "C": 10, "S": 10, "7": 7, "6": 6, "5": 5, "4": 4, "3": 3, "2": 2, "A": 1}
"""The card value of a counted rank in juego and punto (mus.juego-values)."""
JUEGO_ORDER = (33, 34, 35, 36, 37, 40, 32, 31)
"""The sums that are juego, from the worst to the best (mus.juego.order)."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The options of Mus. Points are those that win the game, ``games`` those at most played in a match."""

    kings: Annotated[int, OneOf((8, 4), "kings")] = 8
    target: Annotated[int, OneOf((40, 25, 30, 35), "target")] = 40
    games: Annotated[int, OneOf((1, 3, 5), "games")] = 1
    mus_corrido: Annotated[bool, OneOf((False, True), "mus_corrido")] = False
    min_raise: Annotated[int, OneOf((2, 1), "min_raise")] = 2
    real_31: Annotated[str, OneOf(("none", "sota_only", "any_figure"), "real_31")] = "none"


class Pares(NamedTuple):
    """The pares of a hand: their kind and the ranks that make them, the higher pair first."""

    kind: Kind
    ranks: Ranks


def counted(cards: Iterable[Card], variant: Variant) -> Ranks:
    """Return the ranks of a hand as they count, from the highest to the lowest (mus.eight-kings, mus.four-kings).

    >>> counted(map(Card, "2R37"), Variant())
    ('R', 'R', '7', 'A')
    """
    ranks = (count_as(card.rank, variant) for card in cards)
    return tuple(sorted(ranks, key=HEIGHT.__getitem__, reverse=True))


def count_as(rank: str, variant: Variant) -> str:
    """Return the rank that a card counts as: of eight kings four are threes, of eight aces four are twos."""
    return {"3": "R", "2": "A"}.get(rank, rank) if variant.kings == 8 else rank


def pares(ranks: Ranks) -> Pares | None:
    """Return what pares a hand holds, or None (mus.pares; four alike are duples: mus.pares.four-alike).

    >>> pares(("R", "R", "R", "R")).kind, pares(("R", "7", "7", "A")).ranks
    ('duples', ('7', '7'))
    """
    alike = {rank: count for rank, count in Counter(ranks).items() if count > 1}
    held = tuple(rank for rank in ranks if rank in alike)
    if not held:
        return None
    kind: Kind = "duples" if len(held) == 4 else "medias" if len(held) == 3 else "par"
    return Pares(kind, held)


def card_values(ranks: Ranks) -> list[int]:
    """Return the card values of a hand, in the order of its ranks (mus.juego-values)."""
    return [VALUE[rank] for rank in ranks]


def total(ranks: Ranks) -> int:
    """Return the sum of a hand's card values, 4 to 40."""
    return sum(card_values(ranks))


def has_juego(ranks: Ranks) -> bool:
    """Tell whether a hand has juego: 31 or more (mus.juego)."""
    return total(ranks) >= 31


def is_royal(ranks: Ranks, variant: Variant) -> bool:
    """Tell whether a hand is the royal 31 of the variant played: three sevens with a sota, or with any figure."""
    figures = {"none": "", "sota_only": "S", "any_figure": "RCS"}[variant.real_31]
    return ranks[1:] == ("7", "7", "7") and ranks[0] in figures


def grande_strength(ranks: Ranks) -> Strength:
    """Return the strength in grande: the highest card first, then the next (mus.grande.compare)."""
    return tuple(HEIGHT[rank] for rank in ranks)


def chica_strength(ranks: Ranks) -> Strength:
    """Return the strength in chica: the lowest card first, then the next (mus.chica.compare)."""
    return tuple(-HEIGHT[rank] for rank in reversed(ranks))


def pares_strength(ranks: Ranks) -> Strength | None:
    """Return the strength in pares, or None without any: the kind, then its ranks; other cards never count."""
    held = pares(ranks)
    return held and (KINDS.index(held.kind), *(HEIGHT[rank] for rank in held.ranks))


def juego_strength(ranks: Ranks, variant: Variant) -> Strength | None:
    """Return the strength in juego, or None without it: 31 best, then 32, 40, 37 down to 33; a royal 31 above all."""
    if not has_juego(ranks):
        return None
    return (JUEGO_ORDER.index(total(ranks)), int(is_royal(ranks, variant)))


def strength(lance: Lance, ranks: Ranks, variant: Variant) -> Strength | None:
    """Return a hand's strength in a lance, or None if it may not contest it."""
    match lance:
        case "grande":
            return grande_strength(ranks)
        case "chica":
            return chica_strength(ranks)
        case "pares":
            return pares_strength(ranks)
        case "juego":
            return juego_strength(ranks, variant)
        case _:  # punto
            return None if has_juego(ranks) else (total(ranks),)

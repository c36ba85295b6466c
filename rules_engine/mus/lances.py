"""Who wins a lance of Mus, and why.

The hands of all players are compared one by one; the best of them wins for its team. Equal hands are settled by who
speaks first, counted from the mano to the right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules_engine.cards import Card
from rules_engine.mus import rules
from rules_engine.mus.hands import (
    Lance,
    Ranks,
    Strength,
    Variant,
    card_values,
    counted,
    has_juego,
    pares,
    strength,
    total,
)
from rules_engine.reasons import Judged, Plain, Reason, Rule

SEATS = (0, 1, 2, 3)


def speaking_order(mano: int) -> list[int]:
    """Return the seats in speaking order, the mano first (mus.direction)."""
    return [(mano + step) % 4 for step in SEATS]


def team_of(seat: int) -> int:
    """Return the team of a seat: partners sit opposite (mus.partners)."""
    return seat % 2


@dataclass(frozen=True)
class Table:
    """Hands by seat, of all four players or of fewer, with the mano's seat and the options."""

    hands: Mapping[int, tuple[Card, ...]]
    mano: int
    variant: Variant

    @cached_property
    def ranks(self) -> dict[int, Ranks]:
        """The counted ranks of each hand, by seat in speaking order."""
        return {s: counted(self.hands[s], self.variant) for s in speaking_order(self.mano) if s in self.hands}

    @property
    def juego_seats(self) -> list[int]:
        """The seats that hold juego, in speaking order."""
        return [seat for seat, ranks in self.ranks.items() if has_juego(ranks)]

    @property
    def pares_seats(self) -> list[int]:
        """The seats that hold pares, in speaking order."""
        return [seat for seat, ranks in self.ranks.items() if pares(ranks)]

    def contenders(self, lance: Lance) -> dict[int, Strength]:
        """Return the strength of every hand that may contest the lance, by seat in speaking order."""
        if lance == "punto" and self.juego_seats:
            return {}
        found = {seat: strength(lance, ranks, self.variant) for seat, ranks in self.ranks.items()}
        return {seat: strong for seat, strong in found.items() if strong is not None}


@dataclass(frozen=True)
class Contest:
    """A lance with its winner and the strongest other contender, if there is one."""

    table: Table
    strengths: Mapping[int, Strength]
    winner: int
    rival: int | None

    @property
    def tied(self) -> list[int]:
        """The seats whose hands are as strong as the winner's, the winner included, in speaking order."""
        return [seat for seat, strong in self.strengths.items() if strong == self.strengths[self.winner]]

    def ranks(self, seat: int) -> Ranks:
        """Return the counted ranks of a seat."""
        return self.table.ranks[seat]

    def sum(self, seat: int) -> int:
        """Return the sum of a seat's card values."""
        return total(self.ranks(seat))


def contest(table: Table, lance: Lance) -> Contest | None:
    """Compare the hands of a lance; None when nobody may contest it (mus.tie.best-hand, mus.tie)."""
    strengths = table.contenders(lance)
    # Python's sort keeps the speaking order among equals, which is what the tie rule asks for.
    best = sorted(strengths, key=strengths.__getitem__, reverse=True)
    if not best:
        return None
    return Contest(table, strengths, best[0], best[1] if len(best) > 1 else None)


def judge_lance(table: Table, lance: Lance) -> Judged[int | None]:
    """Return the seat that wins the lance, or None when nobody may contest it, with the rules that decide it."""
    found = contest(table, lance)
    if found is None:
        return Judged(None, nobody(table, lance))
    because = (
        *kings(table, list(found.strengths)),
        *_WHY[lance](found),
        *_tie(found),
        rules.TIE_BEST_HAND(winner=found.winner, team=team_of(found.winner)),
    )
    return Judged(found.winner, because)


def nobody(table: Table, lance: Lance) -> tuple[Reason, ...]:
    """Return why nobody may contest the lance."""
    if lance == "pares":
        return (rules.PARES_HOLDERS("nobody"),)
    if lance == "juego":
        return (rules.JUEGO("nobody"),)
    return (rules.PUNTO_NOBODY_HAS_JUEGO("blocked", seats=[*table.juego_seats]),)


def kings(table: Table, seats: Sequence[int]) -> tuple[Reason, ...]:
    """Cite how threes and twos count, if a hand of *seats* holds one."""
    found: list[Plain] = [seat for seat in seats if any(card.rank in "32" for card in table.hands[seat])]
    if not found:
        return ()
    rule = rules.EIGHT_KINGS if table.variant.kings == 8 else rules.FOUR_KINGS
    return (rule("lance", seats=found),)


def _grande(c: Contest) -> tuple[Reason, ...]:
    first = rules.GRANDE("lance", winner=c.winner, ranks=[*c.ranks(c.winner)])
    return first, *_first_difference(c, rules.GRANDE_COMPARE, c.ranks)


def _chica(c: Contest) -> tuple[Reason, ...]:
    def from_lowest(seat: int) -> Ranks:
        return c.ranks(seat)[::-1]

    first = rules.CHICA("lance", winner=c.winner, ranks=[*from_lowest(c.winner)])
    return first, *_first_difference(c, rules.CHICA_COMPARE, from_lowest)


def _first_difference(c: Contest, rule: Rule, ranks: Callable[[int], Ranks]) -> tuple[Reason, ...]:
    if c.rival is None or c.rival in c.tied:
        return ()
    pairs = enumerate(zip(ranks(c.winner), ranks(c.rival), strict=True), 1)
    place, (better, worse) = next((place, pair) for place, pair in pairs if pair[0] != pair[1])
    return (rule(winner=c.winner, other=c.rival, place=place, better=better, worse=worse),)


def _pares(c: Contest) -> tuple[Reason, ...]:
    ours = pares(c.ranks(c.winner))
    theirs = pares(c.ranks(c.rival)) if c.rival is not None else None
    assert ours is not None
    reasons = [
        holders(rules.PARES_HOLDERS, [*c.strengths]),
        rules.PARES("lance", winner=c.winner, kind=ours.kind, ranks=[*ours.ranks]),
    ]
    if len(set(ours.ranks)) == 1 and ours.kind == "duples":
        reasons.append(rules.PARES_FOUR_ALIKE("lance", seat=c.winner, rank=ours.ranks[0]))
    if theirs and theirs.kind != ours.kind:
        reasons.append(rules.PARES_ORDER(winner=c.winner, kind=ours.kind, other=c.rival, other_kind=theirs.kind))
    elif theirs and theirs != ours:
        better, worse = next(pair for pair in zip(ours.ranks, theirs.ranks, strict=True) if pair[0] != pair[1])
        reasons.append(rules.PARES_COMPARE(winner=c.winner, other=c.rival, kind=ours.kind, better=better, worse=worse))
    return tuple(reasons)


def holders(rule: Rule, seats: Sequence[int]) -> Reason:
    """Cite who may contest the lance: nobody, one player or some."""
    if not seats:
        return rule("nobody")
    if len(seats) == 1:
        return rule("one", seat=seats[0])
    return rule("some", seats=[*seats])


def _values(c: Contest) -> Reason:
    values: list[Plain] = [*card_values(c.ranks(c.winner))]
    return rules.JUEGO_VALUES("lance", seat=c.winner, values=values, sum=c.sum(c.winner))


def _juego(c: Contest) -> tuple[Reason, ...]:
    reasons = [_values(c), holders(rules.JUEGO, [*c.strengths])]
    if c.rival is None or c.rival in c.tied:
        return tuple(reasons)
    if c.sum(c.rival) == c.sum(c.winner):
        only_sota = c.table.variant.real_31 == "sota_only"
        royal = rules.ROYAL_31_SOTA if only_sota else rules.ROYAL_31_FIGURE
        return (*reasons, royal(winner=c.winner, ranks=[*c.ranks(c.winner)]))
    order = rules.JUEGO_ORDER(winner=c.winner, sum=c.sum(c.winner), other=c.rival, other_sum=c.sum(c.rival))
    return (*reasons, order)


def _punto(c: Contest) -> tuple[Reason, ...]:
    reasons = (
        rules.PUNTO_NOBODY_HAS_JUEGO("played"),
        _values(c),
        rules.PUNTO("lance", winner=c.winner, sum=c.sum(c.winner)),
    )
    if c.rival is None or c.rival in c.tied:
        return reasons
    highest = rules.PUNTO_HIGHEST(winner=c.winner, sum=c.sum(c.winner), other=c.rival, other_sum=c.sum(c.rival))
    return (*reasons, highest)


def _tie(c: Contest) -> tuple[Reason, ...]:
    if len(c.tied) < 2:
        return ()
    return (rules.TIE(winner=c.winner, seats=[*c.tied], mano=c.table.mano),)


_WHY = {"grande": _grande, "chica": _chica, "pares": _pares, "juego": _juego, "punto": _punto}


def judge_hand(cards: tuple[Card, ...], variant: Variant) -> Judged[dict[str, Plain]]:
    """Return what one hand is in every lance, as the contract's ``hand`` answers it."""
    ranks = counted(cards, variant)
    held = pares(ranks)
    value = total(ranks)
    juego = has_juego(ranks)
    answer: dict[str, Plain] = {
        "grande": [*ranks],
        "chica": [*ranks[::-1]],
        "pares": held.kind if held else "none",
        "sum": value,
        "juego": value if juego else None,
        "punto": None if juego else value,
    }
    return Judged(answer, (*_hand_kings(cards, ranks, variant), *_hand_reasons(ranks)))


def _hand_kings(cards: tuple[Card, ...], ranks: Ranks, variant: Variant) -> tuple[Reason, ...]:
    if not any(card.rank in "32" for card in cards):
        return ()
    rule = rules.EIGHT_KINGS if variant.kings == 8 else rules.FOUR_KINGS
    return (rule("hand", ranks=[*ranks]),)


def _hand_reasons(ranks: Ranks) -> tuple[Reason, ...]:
    held = pares(ranks)
    four_alike = len(set(ranks)) == 1
    values: list[Plain] = [*card_values(ranks)]
    return (
        rules.GRANDE("hand", ranks=[*ranks]),
        rules.CHICA("hand", ranks=[*ranks[::-1]]),
        rules.PARES("hand", kind=held.kind, ranks=[*held.ranks]) if held else rules.PARES("none"),
        *((rules.PARES_FOUR_ALIKE("hand", rank=ranks[0]),) if four_alike else ()),
        rules.JUEGO_VALUES("hand", values=values, sum=total(ranks)),
        rules.JUEGO("hand" if has_juego(ranks) else "none", sum=total(ranks)),
        *(() if has_juego(ranks) else (rules.PUNTO("hand", sum=total(ranks)),)),
    )

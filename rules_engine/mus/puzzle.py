"""Puzzles of Mus: who wins a lance, what a hand is, how the betting ends, what a round pays.

The wrong answers come from what people really get wrong: threes and twos taken for what is printed on them, chica
compared from the top, the highest sum taken for the best juego, poker's order of pairs, ties settled by the numbers of
the players, a partner's bonus forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from rules_engine import asking
from rules_engine.cards import SPANISH, Card
from rules_engine.mus import hands as worth
from rules_engine.mus.bets import Betting, Call, after, fault_of, opening
from rules_engine.mus.count import PARES_POINTS
from rules_engine.mus.hands import HEIGHT, Lance, Ranks, Variant, counted, has_juego, pares, total
from rules_engine.mus.lances import SEATS, Table, team_of
from rules_engine.puzzles import Draft, Maker, Makers, Partial, kinds, number, staging
from rules_engine.reasons import Plain
from rules_engine.staging import Line

Hands = list[tuple[Card, ...]]

PACK = [Card(rank, suit) for rank in SPANISH.ranks for suit in SPANISH.suits]
PLAINLY = Variant()
AS_PRINTED = Variant(kings=4)
"""How a hand looks to those who forget that threes are kings and twos aces."""
PRINTED = {"R": 12, "C": 11, "S": 10}
"""The numbers printed on the face cards, which their card values are not."""


def _deal(random: Random, count: int = 4, ranks: int = 10) -> Hands:
    """Deal some hands, of cards of a few *ranks* only where they shall be alike."""
    few = random.sample(SPANISH.ranks, ranks)
    cards = random.sample(PACK if ranks == 10 else [card for card in PACK if card.rank in few], 4 * count)
    return [tuple(cards[4 * place : 4 * place + 4]) for place in range(count)]


def _text(hand: Sequence[Card]) -> str:
    return " ".join(map(str, hand))


# Who wins a lance

Mistake = Callable[[Table], Mapping[int, Any]]
"""A way to compare hands that is wrong: how strong it takes each seat's hand to be."""


def _by(strength: Callable[[Ranks], Any], variant: Variant = PLAINLY) -> Mistake:
    def compared(table: Table) -> Mapping[int, Any]:
        return {seat: strength(counted(hand, variant)) for seat, hand in table.hands.items()}

    return compared


def _high(ranks: Ranks) -> tuple[int, ...]:
    return tuple(HEIGHT[rank] for rank in ranks)


def _low(ranks: Ranks) -> tuple[int, ...]:
    return tuple(-HEIGHT[rank] for rank in reversed(ranks))


def _from_the_top(ranks: Ranks) -> tuple[int, ...]:
    return tuple(-height for height in _high(ranks))


def _as_in_poker(ranks: Ranks) -> tuple[Any, ...]:
    """Four alike over three, three over two pairs."""
    held = pares(ranks)
    if held is None:
        return (0, _high(ranks))
    return (4 if len(set(ranks)) == 1 else {"par": 1, "duples": 2, "medias": 3}[held.kind], _high(held.ranks))


def _with_side_cards(ranks: Ranks) -> tuple[Any, ...]:
    held = pares(ranks)
    return (-1,) if held is None else (worth.KINDS.index(held.kind), _high(held.ranks), _high(ranks))


def _near_31(ranks: Ranks) -> int:
    return -abs(total(ranks) - 31)


MISTAKES: Mapping[Lance, tuple[Mistake, ...]] = {
    "grande": (_by(_high, AS_PRINTED), _by(total)),
    "chica": (_by(_from_the_top), _by(_low, AS_PRINTED), _by(lambda ranks: -total(ranks))),
    "pares": (_by(_with_side_cards, AS_PRINTED), _by(_as_in_poker), _by(_with_side_cards)),
    "juego": (_by(total), _by(_near_31)),
    "punto": (_by(total), _by(total, AS_PRINTED), _by(lambda ranks: -1 if has_juego(ranks) else total(ranks))),
}
"""How people compare wrongly in each lance."""


def _tempts(table: Table, lance: Lance, winner: Plain) -> bool:
    """Tell whether some mistake leads to another answer."""
    found = []
    for mistake in MISTAKES[lance]:
        strengths = mistake(table)
        found.append(max(sorted(strengths), key=strengths.__getitem__))  # of equals the lowest number, not the mano
    return any(seat != winner for seat in found)


def _lance(random: Random, lance: Lance, count: int = 4, ranks: int = 10) -> tuple[dict[str, Plain], Table]:
    hands, mano = _deal(random, count, ranks), random.randrange(4) if count == 4 else 0
    table = Table(dict(enumerate(hands)), mano, PLAINLY)
    texts: dict[str, Plain] = {str(seat): _text(hand) for seat, hand in enumerate(hands)}
    listed: Plain = [*texts.values()] if count == 4 else texts
    return {"ask": "lance", "lance": lance, "hands": listed, "mano": mano}, table


def _winner(question: dict[str, Plain], seats: Sequence[int], *, nobody: bool = False) -> Draft:
    asks = Line("answers.lance.asks", {"lance": question["lance"], "mano": question["mano"]})
    wrong: list[Partial] = [{"winner": seat} for seat in seats]
    return Draft(question, asks, ("winner",), [*wrong, *([{"winner": None}] if nobody else [])], _who, mixed=False)


def _who(answer: Partial) -> Line:
    seat = answer["winner"]
    return Line("puzzles.nobody") if seat is None else Line("labels.seat", {"seat": seat})


def _rules(question: Mapping[str, Plain]) -> set[str]:
    return {reason.rule for reason in asking.judged({"game": "mus", **question}).because}


def _two_hands(lance: Lance) -> Maker:
    """Ask which of two hands wins a lance."""

    def maker(random: Random, _coin: bool) -> Draft | None:
        question, table = _lance(random, lance, 2)
        strengths = table.contenders(lance)
        if len(strengths) < 2 or strengths[0] == strengths[1]:
            return None
        best = max(strengths, key=strengths.__getitem__)
        return _winner(question, (0, 1)) if _tempts(table, lance, best) else None

    return maker


def _four_hands(lance: Lance, rule: str = "", *, tie: bool = False) -> Maker:
    """Ask who of four wins a lance that *rule* decides; equal hands only if it is a *tie*, and then not the mano's."""

    def maker(random: Random, _coin: bool) -> Draft | None:
        question, table = _lance(random, lance, ranks=5 if tie else 10)
        strengths = table.contenders(lance)
        if len({team_of(seat) for seat in strengths}) < 2 or (tie and table.mano == 0):
            return None
        best = max(strengths, key=strengths.__getitem__)
        equal = [seat for seat, strong in strengths.items() if strong == strengths[best]]
        if (len({team_of(seat) for seat in equal}) > 1) is not tie or (tie and best == min(equal)):
            return None
        if not _tempts(table, lance, best) or (rule and rule not in _rules(question)):
            return None
        return _winner(question, SEATS)

    return maker


def punto_or_nobody(random: Random, coin: bool) -> Draft | None:
    """Ask who wins punto, which one juego among the four is enough to rule out."""
    question, table = _lance(random, "punto")
    if len(table.juego_seats) != int(coin) or (not coin and not _tempts(table, "punto", None)):
        return None
    best = max(table.ranks, key=lambda seat: total(table.ranks[seat]) * (not has_juego(table.ranks[seat])))
    others = random.sample([seat for seat in SEATS if seat != best and seat not in table.juego_seats], 2)
    return _winner(question, [best, *others, *table.juego_seats], nobody=True)


# What a hand is


def kind_of_pares(random: Random, _coin: bool) -> Draft | None:
    """Ask which pares a hand holds, where threes or twos hide them."""
    [hand] = _deal(random, 1)
    if not any(card.rank in "32" for card in hand) or pares(counted(hand, PLAINLY)) == pares(counted(hand, AS_PRINTED)):
        return None
    wrong: list[Partial] = [{"pares": kind} for kind in ("none", *worth.KINDS)]
    question: dict[str, Plain] = {"ask": "hand", "cards": _text(hand)}
    return Draft(question, Line("puzzles.asks_pares"), ("pares",), wrong, _kind, mixed=False)


def _kind(answer: Partial) -> Line:
    return Line("labels.value", {"value": f"kind.{answer['pares']}"})


def sum_of_hand(random: Random, _coin: bool) -> Draft | None:
    """Ask for the sum of a hand's card values."""
    [hand] = _deal(random, 1)
    printed = counted(hand, AS_PRINTED)
    if not any(card.rank in "32" for card in hand) or not any(rank in PRINTED for rank in printed):
        return None
    right = total(counted(hand, PLAINLY))
    numbers = sum(PRINTED.get(rank, 0) or total((rank,)) for rank in printed)
    sums = dict.fromkeys([total(printed), numbers, right + random.choice((9, -9, 1, -1)), right + 2])
    wrong: list[Partial] = [{"sum": each} for each in sums]
    question: dict[str, Plain] = {"ask": "hand", "cards": _text(hand)}
    return Draft(question, Line("puzzles.asks_sum"), ("sum",), wrong, number("sum"), mixed=False)


# How the betting ends

Wanted = Callable[[Sequence[Call]], bool]
ENDINGS = ("passed", "accepted", "refused", "ordago")


def _betting(least: int, most: int, wanted: Wanted) -> Maker:
    """Ask how a betting of *least* to *most* calls ends that is as *wanted*."""

    def maker(random: Random, _coin: bool) -> Draft | None:
        lance: Lance = random.choice(("grande", "chica", "pares", "juego"))
        mano = random.randrange(4)
        eligible = SEATS if lance in ("grande", "chica") else tuple(sorted(random.sample(SEATS, random.choice((3, 4)))))
        betting = opening(mano, frozenset(eligible), PLAINLY.min_raise)
        calls: list[Call] = []
        while betting.outcome is None and len(calls) < most:
            call = _call(betting, random)
            calls.append(call)
            betting = after(betting, call)
        if betting.outcome is None or len(calls) < least or betting.bettor is None or not wanted(calls):
            return None
        said: list[Plain] = [[part for part in call if part is not None] for call in calls]
        question: dict[str, Plain] = {"ask": "bet", "lance": lance, "mano": mano, "calls": said}
        if len(eligible) < 4:
            question["eligible"] = [*eligible]
        asks = Line("answers.bet.asks", {"lance": lance, "mano": mano})
        return Draft(question, asks, ENDINGS, _endings(betting, calls), _ending)

    return maker


def _call(betting: Betting, random: Random) -> Call:
    seat = betting.to_speak
    assert seat is not None
    if betting.bettor is None:
        name: Any = random.choices(("paso", "envido", "ordago"), (5, 5, 0.3))[0]
    else:
        name = random.choices(("quiero", "no_quiero", "raise", "ordago"), (3, 5, 0 if betting.ordago else 4, 0.4))[0]
    amount = random.randint(2, 10) if name in ("envido", "raise") else None
    call = Call(seat, name, amount)
    return call if fault_of(betting, call) is None else Call(seat, "no_quiero")


def _endings(betting: Betting, calls: Sequence[Call]) -> list[Partial]:
    """Return how else the betting might seem to end: another team paid, too much or too little."""
    last = next(call.amount or 0 for call in reversed(calls) if call.call in ("envido", "raise", "ordago"))
    bettor = betting.bettor
    assert bettor is not None
    team = team_of(bettor)
    found: list[Partial] = []
    if betting.outcome and betting.outcome.refused is not None:
        found += [_refused(1 - team, betting.outcome.refused), _refused(team, 1), _refused(team, betting.stake)]
        found += [_refused(team, last), _refused(1 - team, 1), {"accepted": betting.before or betting.stake}]
    else:
        found += [{"accepted": last}, {"accepted": betting.before or 1}, _refused(team, betting.before or 1)]
        found += [{"accepted": betting.stake + 2}, {"ordago": True}]
    return [
        each for each in found if 0 not in each.values() and _refused(team, 0) != each and _refused(1 - team, 0) != each
    ]


def _refused(team: int, points: int) -> Partial:
    return {"refused": {"team": team, "points": points}}


def _ending(answer: Partial) -> Line:
    [(ending, data)] = answer.items()
    return Line(f"answers.bet.{ending}", data if isinstance(data, Mapping) else {"points": data})


def _raises(calls: Sequence[Call]) -> int:
    return sum(call.call in ("raise", "ordago") for call in calls)


def _hardly_raised(calls: Sequence[Call]) -> bool:
    return _raises(calls) < 2


def _raised(calls: Sequence[Call]) -> bool:
    return _raises(calls) > 1


# What a round pays


def round_of_four(random: Random, _coin: bool) -> Draft | None:
    """Ask for the score after a round in which bonuses are paid."""
    hands, mano = _deal(random), random.randrange(4)
    table = Table(dict(enumerate(hands)), mano, PLAINLY)
    if len({team_of(seat) for seat in table.pares_seats}) < 2:
        return None
    last = "juego" if table.juego_seats else "punto"
    sides = {team_of(seat) for seat in table.juego_seats} if table.juego_seats else {0, 1}
    lances: dict[str, Plain] = {lance: _outcome(random) for lance in ("grande", "chica", "pares")}
    lances[last] = _outcome(random) if len(sides) > 1 else "paso"
    before = [random.randint(0, 39), random.randint(0, 39)]
    question: dict[str, Plain] = {
        "ask": "count", "mano": mano, "hands": [_text(hand) for hand in hands], "before": [*before], "lances": lances
    }  # fmt: skip
    answer = asking.judged({"game": "mus", **question}).value
    if len(answer["items"]) < 4:  # type: ignore[arg-type]
        return None
    asks = Line("puzzles.asks_score", {"mano": mano})
    return Draft(question, asks, ("after",), _scores(table, before, lances, answer), _score)


def _outcome(random: Random) -> Plain:
    drawn = random.random()
    if drawn < 0.4:
        return "paso"
    if drawn < 0.75:
        return {"accepted": random.randint(2, 6)}
    return {"refused": {"team": random.randrange(2), "points": random.choice((1, 1, 2, 4))}}


def _score(answer: Partial) -> Line:
    after: Any = answer["after"]
    return Line("puzzles.score", {"a": after[0], "b": after[1]})


def _scores(table: Table, before: list[int], lances: Mapping[str, Plain], answer: Mapping[str, Any]) -> list[Partial]:
    """Return scores that come out if a rule of the count is forgotten."""
    items: list[dict[str, Any]] = answer["items"]
    found = [_forgotten_partner(table, items), _both_teams(table, items), _paid_twice(items, lances)]
    found += [[item for item in items if item["what"] != what] for what in ("punto", "refused", "bonus", "passed")]
    turned = [{**item, "team": 1 - item["team"]} if item["what"] == "refused" else item for item in items]
    return [{"after": _sums(before, each)} for each in [*found, turned]]


def _sums(before: list[int], items: Sequence[Mapping[str, Any]]) -> list[Plain]:
    return [before[team] + sum(item["points"] for item in items if item["team"] == team) for team in (0, 1)]


def _bonus(table: Table, lance: str, seat: int) -> int:
    """Return the bonus of one hand."""
    ranks = table.ranks[seat]
    if lance == "pares":
        held = pares(ranks)
        return PARES_POINTS[held.kind] if held else 0
    return (3 if total(ranks) == 31 else 2) if has_juego(ranks) else 0


def _forgotten_partner(table: Table, items: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Pay only the better hand of a team its bonus."""

    def single(item: dict[str, Any]) -> int:
        return max(_bonus(table, item["lance"], seat) for seat in (item["team"], item["team"] + 2))

    return [{**item, "points": single(item)} if item["what"] == "bonus" else item for item in items]


def _both_teams(table: Table, items: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Pay the bonuses of those too who have lost the lance."""

    def lost(item: dict[str, Any]) -> dict[str, Any]:
        team = 1 - item["team"]
        return {**item, "team": team, "points": sum(_bonus(table, item["lance"], seat) for seat in (team, team + 2))}

    return [*items, *(lost(item) for item in items if item["what"] == "bonus")]


def _paid_twice(items: Sequence[dict[str, Any]], lances: Mapping[str, Plain]) -> list[dict[str, Any]]:
    """Pay one point in pares and juego too when all have passed."""
    extra = [{**item, "points": 1} for item in items if item["what"] == "bonus" and lances.get(item["lance"]) == "paso"]
    return [*items, *extra]


MAKERS: Makers = {
    1: (
        _two_hands("grande"),
        kind_of_pares,
        _two_hands("chica"),
        sum_of_hand,
        _two_hands("pares"),
        _two_hands("juego"),
    ),
    2: (
        _four_hands("grande"),
        _betting(4, 6, _hardly_raised),
        _four_hands("chica"),
        _four_hands("pares"),
        _four_hands("juego", "mus.juego.order"),
        _four_hands("punto"),
    ),
    3: (
        round_of_four,
        _four_hands("pares", "mus.tie", tie=True),
        _betting(4, 9, _raised),
        punto_or_nobody,
        _four_hands("juego", "mus.tie", tie=True),
        _four_hands("chica", "mus.tie", tie=True),
    ),
}
"""What is asked at each level: one step, several hands, several rules or a rare one."""

KINDS = kinds("mus", MAKERS)
SCENES = staging("mus")

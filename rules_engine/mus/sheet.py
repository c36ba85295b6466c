"""The score sheet of Mus: a line holds how each lance of a round ended, as the players know it once cards are shown.

Nobody writes down hands. What is needed is who was paid, by how much, and what the winners held that earns a bonus.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Annotated, Any

from rules_engine.mus import rules
from rules_engine.mus.bets import MIN_ENVIDO
from rules_engine.mus.count import PARES_POINTS, Tally
from rules_engine.mus.hands import KINDS as PARES
from rules_engine.mus.hands import LANCES, Lance, Variant
from rules_engine.mus.questions import DEFAULTS, TEAM, VARIANT
from rules_engine.reading import LARGEST, Fault, ListOf, OneOf, Record, Whole, at
from rules_engine.reasons import Plain, Reason
from rules_engine.sheets import MOST_ROUNDS, NAMES, Counted, Group, Item, Left, Sheet, Sheeting, staging
from rules_engine.staging import Choice, Field, Line

JUEGOS = ("other", "31")
JUEGO_POINTS = {"31": 3, "other": 2}
"""The bonus for each partner's juego, in points (mus.juego-bonus)."""
HOW = ("passed", "accepted", "refused", "ordago")
ALONE = "alone"
"""Only one team may contest the lance: there was no bet (mus.one-side-only)."""
DEFAULT_POINTS = {"accepted": MIN_ENVIDO, "refused": 1}
"""What stands if nobody raised: envido alone is two, a first bet refused pays one."""
POINTS = Left(Whole(1, LARGEST))
CHIPS = 5
"""The points of an amarraco (mus.chips)."""


class _Bet:
    """How a lance ended, whichever it was."""

    __slots__ = ()
    how: str
    team: int
    points: int | None

    @property
    def stake(self) -> int:
        """The points accepted or paid for the refusal."""
        return DEFAULT_POINTS.get(self.how, 0) if self.points is None else self.points

    def faults(self) -> Iterator[Fault]:
        """Give what is wrong between the fields."""
        if self.how not in DEFAULT_POINTS and self.points is not None:
            yield Fault("points", "sheet_no_stake")
        if self.how == "accepted" and self.stake < MIN_ENVIDO:
            yield Fault("points", "sheet_small_stake", {"least": MIN_ENVIDO}, rules.BET_LIMITS.id)


@dataclass(frozen=True, slots=True)
class Bet(_Bet):
    """How a lance ended: *how*, for which *team*, and the *points* accepted or paid for the refusal."""

    how: Annotated[str, OneOf(HOW, "how")]
    team: Annotated[int, TEAM]
    points: Annotated[int | None, POINTS] = None


class _Held(_Bet):
    """How a lance ended in which only those take part who hold something for it."""

    __slots__ = ()
    holds: tuple[str, ...]

    def faults(self) -> Iterator[Fault]:
        """Give what is wrong between the fields."""
        yield from super().faults()
        if self.how != "ordago" and not any(each != "none" for each in self.holds):
            yield Fault("holds", "sheet_holds_nothing")


@dataclass(frozen=True, slots=True)
class ParesBet(_Held):
    """How pares ended; *holds* says what both partners of the winning team held, the lower seat first."""

    how: Annotated[str, OneOf((*HOW, ALONE), "how")]
    team: Annotated[int, TEAM]
    points: Annotated[int | None, POINTS] = None
    holds: Annotated[tuple[str, ...], ListOf(OneOf(("none", *PARES), "kind"), 2, 2)] = ("none", "none")


@dataclass(frozen=True, slots=True)
class JuegoBet(_Held):
    """How juego ended; *holds* says what both partners of the winning team held, the lower seat first."""

    how: Annotated[str, OneOf((*HOW, ALONE), "how")]
    team: Annotated[int, TEAM]
    points: Annotated[int | None, POINTS] = None
    holds: Annotated[tuple[str, ...], ListOf(OneOf(("none", *JUEGOS), "juego"), 2, 2)] = ("none", "none")


@dataclass(frozen=True, slots=True)
class Round:
    """How the lances of a round ended. Those without a winner, or after the end of the game, are left out."""

    grande: Annotated[Bet | None, Left(Record(Bet))] = None
    chica: Annotated[Bet | None, Left(Record(Bet))] = None
    pares: Annotated[ParesBet | None, Left(Record(ParesBet))] = None
    juego: Annotated[JuegoBet | None, Left(Record(JuegoBet))] = None
    punto: Annotated[Bet | None, Left(Record(Bet))] = None

    @property
    def bets(self) -> Mapping[Lance, Any]:
        """The lances that were written down, in order."""
        return {lance: getattr(self, lance) for lance in LANCES if getattr(self, lance) is not None}

    def faults(self) -> Iterator[Fault]:
        """Give what is wrong between the lances."""
        if not self.bets:
            yield Fault("", "sheet_empty_round")
        if self.juego and self.punto:
            yield Fault("punto", "sheet_juego_and_punto", {}, rules.PUNTO_NOBODY_HAS_JUEGO.id)
        lances = [*self.bets]
        ordagos = [lance for lance in lances if self.bets[lance].how == "ordago"]
        for lance in lances[lances.index(ordagos[0]) + 1 :] if ordagos else ():
            yield Fault(lance, "sheet_after_ordago", {"lance": ordagos[0]}, "mus.ordago.showdown")


@dataclass(frozen=True, slots=True)
class SheetQuestion(Sheet):
    """Asks what the rounds of a match at a real table have brought, and who leads or has won."""

    rounds: Annotated[tuple[Round, ...], Left(ListOf(Record(Round), most=MOST_ROUNDS))] = ()
    names: Annotated[tuple[str, ...], Left(NAMES)] = ()
    variant: Annotated[Variant, VARIANT] = DEFAULTS

    def nobody_yet(self) -> tuple[Reason, ...]:
        """Return the rule by which nobody has won yet."""
        rule = rules.TARGET if self.variant.target == DEFAULTS.target else rules.SHORTER_GAME
        return (rule("open", target=self.variant.target),)

    def count(self, entry: Round, before: Counted) -> Counted:
        """Count a line, in a game that goes on or in a new one."""
        tally = counted(entry.bets, Tally(self.variant.target, before.before))
        won = tally.won_by
        a, b = (before.games[team] + (won == team) for team in (0, 1))
        needed = self.variant.games // 2 + 1
        won_by = won if won is not None and max(a, b) == needed else None
        ended = tuple(_ended(tally, won, won_by, (a, b), self.variant))
        items = tuple(
            Item(item.what, item.team, item.points, _rule_of(item.lance, item.what), item.lance) for item in tally.items
        )
        of_match = ended[-1:] if self.variant.games > 1 else ()
        return Counted(items, (*tally.because, *of_match), ended, tally.score, (a, b), won, won_by)


def counted(bets: Mapping[Lance, Any], tally: Tally) -> Tally:
    """Count a round: refusals first, as they happened, then the lances in order (mus.count.order)."""
    waiting = False
    for lance, bet in bets.items():
        if bet.how == "ordago":
            return _ordago(tally, lance, bet.team, waiting=waiting)
        if bet.how == "refused":
            paid = rules.NO_QUIERO("count", lance=lance, team=bet.team, points=bet.stake)
            tally = tally.pay(lance, "refused", bet.team, bet.stake, paid)
        else:
            waiting = True
    for lance, bet in bets.items():
        tally = _settle(tally, lance, bet)
    return _stop(tally)


def _ordago(tally: Tally, lance: Lance, team: int, *, waiting: bool) -> Tally:
    """Settle an accepted órdago: the lance decides the game, stakes that still wait are void."""
    if tally.won_by is not None:
        return _stop(replace(tally, unpaid=True))
    void = (rules.ORDAGO_VOIDS_STAKES(lance=lance),) if waiting else ()
    return replace(tally.cite(rules.ORDAGO_WINS_GAME("sheet", lance=lance, team=team), *void), won_by=team)


def _stop(tally: Tally) -> Tally:
    if not tally.unpaid or tally.won_by is None:
        return tally
    return replace(tally, because=(*tally.because, rules.COUNT_STOPS(lance=tally.items[-1].lance, team=tally.won_by)))


def _settle(tally: Tally, lance: Lance, bet: Any) -> Tally:
    """Pay a lance: its stake if there is one, then what the winners hold."""
    if bet.how == "accepted":
        won = rules.QUIERO("sheet", lance=lance, team=bet.team, points=bet.stake)
        tally = tally.pay(lance, "stake", bet.team, bet.stake, won)
    elif bet.how == "passed" and lance in ("grande", "chica"):
        tally = tally.pay(lance, "passed", bet.team, 1, rules.ALL_PASS("sheet", lance=lance, team=bet.team, points=1))
    if lance in ("grande", "chica"):
        return tally
    if bet.how == "refused":
        tally = tally.cite(rules.REFUSED_BONUS(lance=lance, team=bet.team))
    if lance == "punto":
        return tally.pay("punto", "punto", bet.team, 1, rules.PUNTO_BONUS(team=bet.team, points=1))
    if bet.how == ALONE:
        tally = tally.cite(rules.UNCONTESTED(lance=lance, team=bet.team))
    if bet.how == "passed":
        tally = tally.cite(rules.ALL_PASS_NO_EXTRA(lance=lance, team=bet.team))
    return _bonus(tally, lance, bet)


def _bonus(tally: Tally, lance: Lance, bet: Any) -> Tally:
    """Pay the bonuses of both partners as one item (mus.both-partners)."""
    of = _pares_bonus if lance == "pares" else _juego_bonus
    parts = [of(bet.team + 2 * place, held) for place, held in enumerate(bet.holds) if held != "none"]
    points = sum(worth for worth, _ in parts)
    together = (rules.BOTH_PARTNERS(lance=lance, team=bet.team, points=points),) if len(parts) > 1 else ()
    return tally.pay(lance, "bonus", bet.team, points, *(reason for _, reason in parts), *together)


def _pares_bonus(seat: int, kind: str) -> tuple[int, Reason]:
    points = PARES_POINTS[kind]
    if kind == "duples":
        return points, rules.PARES_BONUS_DUPLES(seat=seat, points=points)
    return points, rules.PARES_BONUS(seat=seat, kind=kind, points=points)


def _juego_bonus(seat: int, juego: str) -> tuple[int, Reason]:
    points = JUEGO_POINTS[juego]
    if juego == "31":
        return points, rules.JUEGO_BONUS(seat=seat, sum=31, points=points)
    return points, rules.JUEGO_BONUS("sheet", seat=seat, points=points)


def _ended(
    tally: Tally, won: int | None, won_by: int | None, games: tuple[int, int], variant: Variant
) -> Iterator[Reason]:
    """Give why the game is won, and if it is one of several, how these stand."""
    if won is None:
        return
    yield from (reason for reason in tally.because if reason.rule in _ENDS)
    if variant.games > 1 and won_by is not None:
        yield rules.BEST_OF("match", team=won_by, games=games[won_by])
    elif variant.games > 1:
        yield rules.BEST_OF("game", won=[*games])


_ENDS = {rules.TARGET.id, rules.SHORTER_GAME.id, rules.ORDAGO_WINS_GAME.id}


def _rule_of(lance: Lance, what: str) -> str:
    if what == "bonus":
        return (rules.PARES_BONUS if lance == "pares" else rules.JUEGO_BONUS).id
    of = {"refused": rules.NO_QUIERO, "passed": rules.ALL_PASS, "stake": rules.QUIERO, "punto": rules.PUNTO_BONUS}
    return of[what].id


# The page


def groups(entry: Mapping[str, Any], _variant: Variant) -> tuple[Group, ...]:
    """Return the fields of a line, lance by lance: juego or punto, whichever the reader says was played."""
    return tuple(_group(lance, entry) for lance in LANCES if lance != ("juego" if "punto" in entry else "punto"))


def _group(lance: Lance, entry: Mapping[str, Any]) -> Group:
    given = entry.get(lance)
    bet: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    which = (_which(entry),) if lance == "punto" or (lance == "juego" and not bet) else ()
    return Group(lance, Line("labels.value", {"value": f"lance.{lance}"}), (*which, *_fields(lance, bet)))


def _which(entry: Mapping[str, Any]) -> Field:
    """Return the field that says whether anybody has juego."""
    choices = (Choice(None, Line("sheet.which.juego")), Choice({}, Line("sheet.which.punto")))
    return Field("punto", Line("sheet.fields.which"), "choice", {} if "punto" in entry else None, choices)


def _fields(lance: Lance, bet: Mapping[str, Any]) -> Iterator[Field]:
    held = lance in ("pares", "juego")
    ways = ((ALONE,) if held else ()) + HOW
    # A change of how it ended keeps who won it and what they hold.
    kept = {name: bet[name] for name in ("team", "holds") if name in bet}
    choices = {way: Choice({"how": way, **kept}, Line(f"sheet.how.{way}")) for way in ways}
    nothing = Choice({} if lance == "punto" else None, Line("sheet.how.nothing"))
    how = bet.get("how")
    chosen = choices.get(str(how), nothing)
    yield Field(lance, Line("sheet.fields.how"), "choice", chosen.value, (nothing, *choices.values()))
    if how not in ways:
        return
    team = bet.get("team")
    yield Field(
        at(lance, "team"),
        Line(f"sheet.whose.{how if how in ('refused', ALONE) else 'best'}"),
        "choice",
        team,
        tuple(Choice(each, Line("labels.team", {"team": each})) for each in (0, 1)),
    )
    if how in DEFAULT_POINTS:
        least = MIN_ENVIDO if how == "accepted" else 1
        points = bet.get("points", DEFAULT_POINTS[str(how)])
        yield Field(at(lance, "points"), Line(f"sheet.points.{how}"), "number", points, least=least, most=LARGEST)
    if held and how != "ordago" and type(team) is int and team in (0, 1):
        yield from _holds(lance, team, bet.get("holds"))


def _holds(lance: Lance, team: int, given: object) -> Iterator[Field]:
    holds = given if isinstance(given, list | tuple) else ()
    table, values = ("kind", ("none", *PARES)) if lance == "pares" else ("juego", ("none", *JUEGOS))
    for partner in (0, 1):
        yield Field(
            at(at(lance, "holds"), partner),
            Line("labels.seat", {"seat": team + 2 * partner}),
            "choice",
            holds[partner] if partner < len(holds) else "none",
            tuple(Choice(value, Line(f"sheet.holds.{table}.{value}")) for value in values),
            seat=team + 2 * partner,
        )


def complete(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Say of partners of whom nothing was chosen that they hold nothing."""
    return {lance: _with_both(bet) if isinstance(bet, Mapping) else bet for lance, bet in entry.items()}


def _with_both(bet: Mapping[str, Any]) -> Mapping[str, Any]:
    holds = bet.get("holds")
    if not isinstance(holds, list | tuple) or len(holds) > 2:
        return bet
    return {**bet, "holds": ["none" if held is None else held for held in [*holds, None, None][:2]]}


def item_label(item: Item) -> Line:
    """Say what an item is for."""
    data: dict[str, Plain] = {"lance": item.lance, "what": item.what}
    return Line("answers.count.item", data)


def entered(entry: Round, number: int) -> Iterator[Line]:
    """Say what was written down for a round."""
    for lance, bet in entry.bets.items():
        data: dict[str, Plain] = {"n": number, "lance": lance, "team": bet.team}
        points = {"points": bet.stake} if bet.how in DEFAULT_POINTS else {}
        yield Line(f"sheet.entered.{bet.how}", {**data, **points})
        for place, held in enumerate(getattr(bet, "holds", ())):
            if held != "none":
                yield Line(f"sheet.entered.holds.{held}", {"seat": bet.team + 2 * place})


SHEETING = Sheeting(
    blank={},
    groups=groups,
    item=item_label,
    entered=entered,
    options=("target", "games"),
    items=tuple(Line("labels.value", {"value": f"lance.{lance}"}) for lance in LANCES),
    fold=True,
    chips=CHIPS,
    complete=complete,
)
KINDS: Mapping[str, type] = MappingProxyType({"sheet": SheetQuestion})
SCENES = staging(SHEETING)

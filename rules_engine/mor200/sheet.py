"""The score sheet of Mor 200: a line holds how a round ended for both teams.

A team's part is written down either with its cards, as a round is scored, or as the sums that its players have counted
themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Annotated, Any

from rules_engine.mor200 import rules
from rules_engine.mor200.melds import classes, plain
from rules_engine.mor200.questions import CARDS, DEFAULTS, MOST_MELDS, TOOK_11, VARIANT, ScoreQuestion, TeamEnd
from rules_engine.mor200.scene import RULE_OF
from rules_engine.mor200.scoring import CLOSING, NO_MOR200, UNTAKEN_11, WHAT, RoundEnd, score
from rules_engine.mor200.scoring import Item as Scored
from rules_engine.mor200.sequences import ALL_CARDS, BONUSES, DECK, LONG, MOST, RUN, VALUE, Variant
from rules_engine.reading import Fault, ListOf, OneOf, Record, Whole, at, mapping
from rules_engine.reasons import Plain, Reason
from rules_engine.sheets import MOST_ROUNDS, NAMES, Counted, Group, Item, Left, Sheet, Sheeting, staging, winner
from rules_engine.staging import Choice, Field, Line, fields_of

TEAMS = (0, 1)
STEP = min(VALUE.values())
"""Every sum of card values is a multiple of this."""
ALL_POINTS = sum(VALUE[rank] * DECK.packs * len(DECK.suits) for rank in DECK.ranks) + DECK.jokers * VALUE["JK"]
"""The value of all cards together (mor200.card-points)."""
LEAST_POINTS = {
    "mor100": (LONG - 1) * STEP + VALUE["JK"],
    "mor200": LONG * STEP,
    "mor1000": sum(VALUE[rank] for rank in RUN),
}
"""The card points that a sequence of each class has at least."""
CARDS_OF = {"mor100": LONG, "mor200": LONG, "mor1000": MOST}
"""The cards that a sequence of each class has at least."""
CLOSED = OneOf((False, True), "closed")
COUNT = Whole(0, ALL_CARDS // LONG)
POINTS = Whole(0, ALL_POINTS)


@dataclass(frozen=True, slots=True)
class TeamSums:
    """How the round ended for a team, in sums: card points on the table, sequences of each class, what was left."""

    card_points: Annotated[int, POINTS]
    mor100: Annotated[int, COUNT] = 0
    mor200: Annotated[int, COUNT] = 0
    mor1000: Annotated[int, COUNT] = 0
    hand_points: Annotated[int, POINTS] = 0
    took_11: Annotated[bool, TOOK_11] = True
    closed: Annotated[bool, CLOSED] = False

    def sequences(self, _variant: Variant) -> Mapping[str, int]:
        """Return how many sequences of each class there are."""
        return {name: getattr(self, name) for name in BONUSES}

    def faults(self) -> Iterator[Fault]:
        """Give what no cards can add up to."""
        for name in ("card_points", "hand_points"):
            if getattr(self, name) % STEP:
                yield Fault(
                    name, "sheet_not_by_fives", {"points": getattr(self, name), "step": STEP}, rules.CARD_POINTS.id
                )
        least = sum(count * LEAST_POINTS[name] for name, count in self.sequences(DEFAULTS).items())
        if self.card_points < least:
            yield Fault("card_points", "sheet_too_few_points", {"least": least}, rules.CARD_POINTS.id)


@dataclass(frozen=True, slots=True)
class TeamCards(TeamEnd):
    """How the round ended for a team, with its cards."""

    def sequences(self, variant: Variant) -> Mapping[str, int]:
        """Return how many sequences of each class there are."""
        return {str(name): count for name, count in classes(self.melds, variant).items()}


@dataclass(frozen=True, slots=True)
class TeamShape:
    """A team's part of a line, with its cards if it has *melds*, in sums otherwise."""

    def read(self, value: object, path: str, faults: list[Fault]) -> TeamSums | TeamCards:
        """Read a team's part."""
        with_cards = "melds" in mapping(value, path, faults)
        shape: Record[TeamSums] | Record[TeamCards] = Record(TeamCards) if with_cards else Record(TeamSums)
        return shape.read(value, path, faults)

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return {"anyOf": [Record(TeamSums).schema(), Record(TeamCards).schema()]}


@dataclass(frozen=True, slots=True)
class Round:
    """How a round ended for both teams."""

    teams: Annotated[tuple[TeamSums | TeamCards, ...], ListOf(TeamShape(), 2, 2, table="team")]

    def faults(self) -> Iterator[Fault]:
        """Give what both teams together cannot have."""
        if all(team.closed for team in self.teams):
            yield Fault("teams[1].closed", "both_closed", {}, rules.CLOSING_BONUS.id)
        counted = [team for team in self.teams if isinstance(team, TeamSums)]
        points = sum(team.card_points + team.hand_points for team in counted)
        if points > ALL_POINTS:
            yield Fault("teams", "sheet_too_many_points", {"points": points, "most": ALL_POINTS}, rules.CARD_POINTS.id)
        cards = sum(CARDS_OF[name] * count for team in counted for name, count in team.sequences(DEFAULTS).items())
        if cards > ALL_CARDS:
            yield Fault("teams", "sheet_too_many_sequences", {"cards": cards, "most": ALL_CARDS}, "mor200.pack")


@dataclass(frozen=True, slots=True)
class SheetQuestion(Sheet):
    """Asks what the rounds of a match at a real table have brought, and who leads or has won."""

    rounds: Annotated[tuple[Round, ...], Left(ListOf(Record(Round), most=MOST_ROUNDS))] = ()
    names: Annotated[tuple[str, ...], Left(NAMES)] = ()
    variant: Annotated[Variant, VARIANT] = DEFAULTS

    def impossible(self, entry: Round) -> Iterator[Fault]:
        """Give what is wrong with a line under the sheet's variant: cards, and a round closed without what it takes."""
        laid = [(place, team) for place, team in enumerate(entry.teams) if isinstance(team, TeamCards)]
        for found in ScoreQuestion(tuple(team for _, team in laid), self.variant).faults() if laid else ():
            path = found.path
            for index, (place, _) in reversed([*enumerate(laid)]):
                path = path.replace(at("teams", index), at("teams", place), 1)
            if found.kind != "both_closed":
                yield replace(found, path=path)
        for place, team in enumerate(entry.teams):
            if team.closed:
                yield from (
                    replace(found, path=f"teams[{place}].closed") for found in _cannot_close(team, self.variant)
                )

    def nobody_yet(self) -> tuple[Reason, ...]:
        """Return the rule by which nobody has won yet."""
        return (rules.TARGET("open", points=self.variant.target),)

    def count(self, entry: Round, before: Counted) -> Counted:
        """Count a line, then look whether the target is reached."""
        scored = [_scored(team, part, self.variant) for team, part in enumerate(entry.teams)]
        gains = [sum(item.points for item in items) for items in scored]
        because: list[Reason] = []
        for team, of_team in enumerate(scored):
            because += [reason for item in of_team for reason in item.because]
            because += [rules.NEGATIVE(team=team, points=gains[team])] if gains[team] < 0 else []
        a, b = (before.score[team] + gains[team] for team in TEAMS)
        won = winner((a, b), self.variant.target)
        ended = _ended((a, b), won, self.variant)
        items = tuple(
            Item(item.what, team, item.points, RULE_OF.get(item.what, rules.BONUS).id)
            for team, of_team in enumerate(scored)
            for item in of_team
        )
        return Counted(items, (*because, *ended), ended, (a, b), won=won, won_by=won)


def _cannot_close(team: TeamSums | TeamCards, variant: Variant) -> Iterator[Fault]:
    """Give what a team lacks that is said to have closed the round."""
    found = team.sequences(variant)
    if not found.get("mor200", 0) + found.get("mor1000", 0):
        yield Fault("", "sheet_closed_without_mor200", {}, rules.CLOSE_MOR200.id)
    if not found.get("mor100", 0):
        yield Fault("", "sheet_closed_without_mor100", {}, rules.CLOSE_MOR100.id)
    if not team.took_11:
        yield Fault("", "sheet_closed_without_eleven", {}, rules.CLOSE_NEEDS_ELEVEN.id)


def _scored(team: int, part: TeamSums | TeamCards, variant: Variant) -> list[Scored]:
    if isinstance(part, TeamCards):
        return score(team, RoundEnd(part.melds, part.hands, part.took_11, part.closed), variant)
    return [*_on_the_table(team, part), *_ending(team, part)]


def _on_the_table(team: int, part: TeamSums) -> Iterator[Scored]:
    """Give the items of what lies on the table, in the order of the score table (mor200.round-score)."""
    yield Scored("cards", part.card_points, (rules.CARD_POINTS("score", team=team, points=part.card_points),))
    long = part.mor200 + part.mor1000
    last = next((name for name in reversed([*BONUSES]) if getattr(part, name)), "")
    for name, bonus in BONUSES.items():
        count = getattr(part, name)
        if not count:
            continue
        reasons = [rules.BONUS("score", team=team, now=name, count=count, points=count * bonus)]
        if name == "mor100" and not long:
            reasons.append(rules.MOR100_ALONE(team=team, count=count))
        if name == last and part.mor1000 and not part.mor200:
            reasons.append(rules.MOR1000_COUNTS("score", team=team))
        yield Scored(name, count * bonus, tuple(reasons))  # type: ignore[arg-type]


def _ending(team: int, part: TeamSums) -> Iterator[Scored]:
    """Give the closing bonus, the penalties, and what was left in the hands."""
    if part.closed:
        yield Scored("closing", CLOSING, (rules.CLOSING_BONUS(team=team, points=CLOSING),))
    if not part.took_11:
        yield Scored("untaken_11", UNTAKEN_11, (rules.UNTAKEN_11(team=team, points=UNTAKEN_11),))
    if not part.mor200 + part.mor1000:
        yield Scored("no_mor200", NO_MOR200, (rules.NO_MOR200(team=team, points=NO_MOR200),))
    if part.hand_points:
        points = -part.hand_points
        partner = (rules.PARTNERS_CARDS(team=team, points=points),) if part.closed else ()
        yield Scored("hands", points, (rules.HANDS("sheet", team=team, points=points), *partner))


def _ended(score_: tuple[int, int], won: int | None, variant: Variant) -> tuple[Reason, ...]:
    """Return why the match is over with these points, or goes on although the target is reached."""
    both = min(score_) >= variant.target
    if won is None:
        return (rules.BOTH_REACH("tie", points=score_[0]),) if both else ()
    higher = (rules.BOTH_REACH("higher", team=won, points=score_[won]),) if both else ()
    return (*higher, rules.TARGET("won", team=won, points=variant.target))


# The page


def groups(entry: Mapping[str, Any], _variant: Variant) -> tuple[Group, ...]:
    """Return the fields of a line, team by team."""
    parts = entry.get("teams")
    given = parts if isinstance(parts, list | tuple) else ()
    return tuple(_group(team, given[team] if team < len(given) else {}) for team in TEAMS)


def _group(team: int, given: object) -> Group:
    part: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    path = at("teams", team)
    with_cards = "melds" in part
    ending = {name: part.get(name) for name in ("took_11", "closed")}
    ways: tuple[tuple[str, dict[str, Plain]], ...] = (
        ("sums", {**BLANK, **ending}),
        ("cards", {"melds": [], "hands": [[], []], **ending}),
    )
    choices = tuple(Choice(value, Line(f"sheet.by.{name}")) for name, value in ways)
    way = Field(path, Line("sheet.fields.by"), "choice", choices[1 if with_cards else 0].value, choices)
    fields = (_cards if with_cards else _sums)(path, team, part)
    return Group(path, Line("labels.team", {"team": team}), (way, *fields, *_flags(path, part)), team)


def _sums(path: str, _team: int, part: Mapping[str, Any]) -> tuple[Field, ...]:
    classes_ = {str(name): COUNT for name in BONUSES}
    numbers: dict[str, Whole] = {"card_points": POINTS, **classes_, "hand_points": POINTS}
    return tuple(
        Field(at(path, name), Line(f"sheet.fields.{name}"), "number", part.get(name), most=shape.most)
        for name, shape in numbers.items()
    )


def _cards(path: str, team: int, part: Mapping[str, Any]) -> tuple[Field, ...]:
    melds = part.get("melds")
    laid = melds[:MOST_MELDS] if isinstance(melds, list | tuple) else ()
    rows = tuple((_hand(at(at(path, "melds"), n), Line("fields.meld"), cards),) for n, cards in enumerate(laid))
    hands = part.get("hands")
    held = hands if isinstance(hands, list | tuple) else ()
    return (
        Field(at(path, "melds"), Line("fields.melds"), "list", rows=rows, blank=[]),
        *(
            _hand(
                at(at(path, "hands"), n),
                Line("fields.team_hand", {"seat": team + 2 * n}),
                held[n] if n < len(held) else (),
            )
            for n in (0, 1)
        ),
    )


def _hand(path: str, label: Line, cards: object) -> Field:
    return fields_of(CARDS, cards, path, label)[0]


def _flags(path: str, part: Mapping[str, Any]) -> tuple[Field, ...]:
    shapes = {"took_11": TOOK_11, "closed": CLOSED}
    return tuple(
        Field(
            at(path, name),
            Line(f"sheet.fields.{name}"),
            "choice",
            part.get(name),
            tuple(
                Choice(value, Line("labels.value", {"value": f"{name}.{str(value).lower()}"}))
                for value in (True, False)
            ),
        )
        for name in shapes
    )


def item_label(item: Item) -> Line:
    """Say what an item is for."""
    return Line("labels.value", {"value": f"what.{item.what}"})


def entered(entry: Round, number: int) -> Iterator[Line]:
    """Say what was written down for a round."""
    for team, part in enumerate(entry.teams):
        said: dict[str, Plain] = {"n": number, "team": team}
        if isinstance(part, TeamSums):
            said = {**said, "points": part.card_points, "left": part.hand_points}
            yield Line("sheet.entered.sums", {**said, **part.sequences(DEFAULTS)})
        else:
            for key, lists in (("meld", part.melds), ("hand", part.hands)):
                yield from (Line(f"sheet.entered.{key}", {**said, "cards": plain(cards)}) for cards in lists if cards)
        if part.closed:
            yield Line("sheet.entered.closed", {"n": number, "team": team})
        if not part.took_11:
            yield Line("sheet.entered.untaken", {"team": team})


BLANK: dict[str, Plain] = {
    "card_points": None,
    "mor100": 0,
    "mor200": 0,
    "mor1000": 0,
    "hand_points": 0,
    "took_11": True,
    "closed": False,
}
SHEETING = Sheeting(
    blank={"teams": [{**BLANK}, {**BLANK}]},
    groups=groups,
    item=item_label,
    entered=entered,
    options=("target", "two_substitutes"),
    items=tuple(Line("labels.value", {"value": f"what.{what}"}) for what in WHAT),
    steps={"card_points": STEP, "hand_points": STEP},
)
KINDS: Mapping[str, type] = MappingProxyType({"sheet": SheetQuestion})
SCENES = staging(SHEETING)

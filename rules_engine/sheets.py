"""Score sheets: what a match at a real table has brought so far, from what its players write down after each round.

A game says what a *line* of its sheet holds and counts it, by the same rules and numbers as a round that is judged from
its cards. Here lines follow one another to totals, and the sheet is put into words: for a page as JSON, and as a text
to be sent to friends. Names of players are whatever they typed; they become markup nowhere but in
:mod:`rules_engine.saying`.
"""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from rules_engine.asking import typed
from rules_engine.games import game as game_of
from rules_engine.reading import LONGEST_NAME, MOST_FAULTS, Fault, ListOf, OneLine, OneOf, Shape, Unusable, at
from rules_engine.reasons import Judged, Plain, Reason
from rules_engine.saying import FSI, HTML, PDI, TEXT, Words, because, joined, line
from rules_engine.scenes import Scene, form
from rules_engine.scenes import fault_of as fault_scene
from rules_engine.scenes import field_of as field_scene
from rules_engine.staging import Field, Line, Points, Row, Stage, Staging

MOST_ROUNDS = 200
TEAMS = (0, 1)
TEAM = OneOf(TEAMS, "team")

Answer = Judged[dict[str, Plain]]
Pair = tuple[int, int]


# What a question holds


NAMES = ListOf(OneLine(LONGEST_NAME, 0), 2, 4)
"""The names of teams or players as they were typed; empty where nobody typed one."""


@dataclass(frozen=True, slots=True)
class Left:
    """A value of another shape that may be left out. A form of the whole question has no field for it."""

    inner: Shape[Any]

    def read(self, value: object, path: str, faults: list[Fault]) -> Any:
        """Read the value."""
        return self.inner.read(value, path, faults)

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return self.inner.schema()


class Item(NamedTuple):
    """What a team gets on a line, and for what; *lance* is that of Mus. *rule* is the id of the rule behind it."""

    what: str
    team: int
    points: int
    rule: str
    lance: str = ""

    def plain(self) -> dict[str, Plain]:
        """Return the item as it stands in an answer."""
        return {
            **({"lance": self.lance} if self.lance else {}),
            "team": self.team,
            "what": self.what,
            "points": self.points,
        }


@dataclass(frozen=True, slots=True)
class Counted:
    """A line once it is counted.

    *because* are its reasons; *ended* are those of them that say why a game or the match is won with it, or is not won
    although the target is reached. *score* is what the teams have after it, in the present game where a match has
    several; *games* what they have won of these. *won* is the team that has won a game with this line, *won_by* the one
    that has won the match. *carry* are points that wait for the next line.
    """

    items: tuple[Item, ...] = ()
    because: tuple[Reason, ...] = ()
    ended: tuple[Reason, ...] = ()
    score: Pair = (0, 0)
    games: Pair = (0, 0)
    won: int | None = None
    won_by: int | None = None
    carry: int = 0

    @property
    def before(self) -> Pair:
        """What the next line begins with: a new game begins with nothing."""
        return (0, 0) if self.won is not None else self.score

    @property
    def now(self) -> Pair:
        """How the teams stand once the line is counted: after the match its last score stays to be read."""
        return self.score if self.won_by is not None else self.before

    @property
    def gains(self) -> Pair:
        """What the line brought each team."""
        a, b = (sum(item.points for item in self.items if item.team == team) for team in TEAMS)
        return a, b

    @property
    def leader(self) -> int | None:
        """The team that is ahead: it has won the match, or more games, or has more points in the present game."""
        if self.won_by is not None:
            return self.won_by
        a, b = zip(self.games, self.before, strict=True)
        return None if a == b else 0 if a > b else 1


class Sheet:
    """A score sheet as a question holds it; each game's question says how its lines are counted."""

    __slots__ = ()
    rounds: tuple[Any, ...]
    names: tuple[str, ...]
    variant: Any

    def count(self, entry: Any, before: Counted) -> Counted:
        """Count a line after the one *before* it."""
        raise NotImplementedError

    def nobody_yet(self) -> tuple[Reason, ...]:
        """Return the rules by which nobody has won yet."""
        raise NotImplementedError

    def impossible(self, _entry: Any) -> Iterator[Fault]:
        """Give what is wrong with a line under the sheet's variant, by its path there."""
        yield from ()

    def faults(self) -> Iterator[Fault]:
        """Give what is wrong between the fields."""
        if len(self.names) not in (0, 2, 4):
            yield Fault("names", "sheet_names", {"count": len(self.names)})
        each = (found for place, entry in enumerate(self.rounds) for found in self._of_line(place, entry))
        of_lines = [*itertools.islice(each, MOST_FAULTS)]
        yield from of_lines
        if not of_lines:
            yield from self._after_the_end()

    def _of_line(self, place: int, entry: Any) -> Iterator[Fault]:
        for found in self.impossible(entry):
            yield replace(found, path=f"rounds[{place}].{found.path}" if found.path else at("rounds", place))

    def _after_the_end(self) -> Iterator[Fault]:
        for place, (before, _) in enumerate(itertools.pairwise(self.lines())):
            if before.won_by is not None:
                yield Fault(at("rounds", place + 1), "sheet_after_end", {"line": place + 1})
                return

    def lines(self) -> list[Counted]:
        """Return the lines, counted one after the other."""
        counted, last = list[Counted](), Counted()
        for entry in self.rounds:
            last = self.count(entry, last)
            counted.append(last)
        return counted

    def judge(self) -> Answer:
        """Answer the question."""
        lines = self.lines()
        last = lines[-1] if lines else Counted()
        items: list[Plain] = [[item.plain() for item in each.items] for each in lines]
        value: dict[str, Plain] = {
            "totals": [[*each.score] for each in lines],
            "items": items,
            "leader": last.leader,
            "over": last.won_by is not None,
            "won_by": last.won_by,
            **({"games": [*last.games]} if _several(self) else {}),
            **({"carry": last.carry} if getattr(self.variant, "tie", "") == "carry" else {}),
        }
        reasons = tuple(reason for each in lines for reason in each.because)
        return Judged(value, reasons if last.ended else (*reasons, *self.nobody_yet()))


def winner(score: Pair, target: int) -> int | None:
    """Return the team that wins with these points at the end of a round: the higher one that has the target."""
    if max(score) < target or score[0] == score[1]:
        return None
    return 0 if score[0] > score[1] else 1


# How a game's sheet is drawn


@dataclass(frozen=True, slots=True)
class Group:
    """Fields of a line that stand together: those of a lance, of a team, of what is counted.

    *path* is where they stand in the line; *team* whose they are if they are a team's.
    """

    path: str
    label: Line
    fields: tuple[Field, ...]
    team: int | None = None


@dataclass(frozen=True, slots=True)
class Sheeting:
    """How a game puts its sheet on the page.

    *blank* is the line that a new round starts from, ``groups`` the fields of a line as it has been filled in so far,
    under a variant; they open one at a time if they *fold*. ``item`` says what an item is for, ``entered`` what was
    written down for a round of that number. *chips* is how many points a large chip is, 0 where none are laid; *steps*
    tells by how much the buttons change a number, by the end of its path.
    ``complete`` adds to a line what follows from the rest of it. *options* are those that a sheet depends on, *items*
    what a round may bring, as it stands on a sheet that is printed empty and filled in by hand.
    """

    blank: Mapping[str, Any]
    groups: Callable[[Mapping[str, Any], Any], tuple[Group, ...]]
    item: Callable[[Item], Line]
    entered: Callable[[Any, int], Iterable[Line]]
    options: tuple[str, ...]
    items: tuple[Line, ...]
    fold: bool = False
    chips: int = 0
    steps: Mapping[str, int] = field(default_factory=dict)
    complete: Callable[[Mapping[str, Any]], Mapping[str, Any]] = dict


def sheeting_of(name: str) -> Sheeting:
    """Return how a game puts its sheet on the page."""
    found: Sheeting = importlib.import_module(f"rules_engine.{name}.sheet").SHEETING
    return found


def staging(sheeting: Sheeting) -> Mapping[str, Staging]:
    """Return how a sheet is put on the table of an example: a table of its lines, and who leads or has won."""

    def stage(asked: Any, judged: Answer | None) -> Stage:
        heading = Line("sheet.asks", {"target": asked.variant.target})
        log = tuple(told for n, entry in enumerate(asked.rounds, 1) for told in sheeting.entered(entry, n))
        if judged is None:
            return Stage(heading, (), log=log)
        lines = asked.lines()
        last = lines[-1] if lines else Counted()
        rows = tuple(
            row
            for number, each in enumerate(lines, 1)
            for row in (
                *(Row(sheeting.item(item), _cells(item), rule=item.rule) for item in each.items),
                Row(Line("sheet.after", {"n": number}), each.score, standing=True),
            )
        )
        total = Row(Line("sheet.total"), last.now)
        said = tuple(_told(asked, last))
        return Stage(
            heading, (), log=log, lines=said, points=Points(Line("sheet.caption"), rows, total) if rows else None
        )

    return MappingProxyType({"sheet": stage})


def _cells(item: Item) -> tuple[int | None, ...]:
    return (item.points, None) if item.team == 0 else (None, item.points)


def _told(asked: Sheet, last: Counted) -> Iterator[Line]:
    """Say how the sheet stands."""
    if asked.rounds:
        a, b = last.now
        yield Line("sheet.stands", {"a": a, "b": b})
    if _several(asked) and max(last.games):
        yield Line("sheet.games_stand", {"score": [*last.games]})
    if last.won_by is not None:
        yield Line("sheet.won", {"team": last.won_by})
    elif last.leader is None:
        yield Line("sheet.equal" if asked.rounds else "sheet.empty")
    else:
        yield Line("sheet.leads", {"team": last.leader})
    if last.carry:
        yield Line("sheet.carry", {"points": last.carry})


# The sheet of a page


class Entry(NamedTuple):
    """A line that is being filled in: its *place* among the rounds, and what it holds so far."""

    place: int
    line: Mapping[str, Any]

    @classmethod
    def of(cls, plain: object) -> Entry | None:
        """Return the entry that a page sends, None if it sends none."""
        if not isinstance(plain, Mapping):
            return None
        place, given = plain.get("place"), plain.get("line")
        return cls(place if isinstance(place, int) else 0, given if isinstance(given, Mapping) else {})


def page(question: Mapping[str, Any], filling: object, words: Words) -> Scene:
    """Return what the page of a sheet draws: totals, lines with their items and reasons, and the line being filled in.

    *filling* is that line in plain form, ``{"place": …, "line": …}``, None where none is being filled in. Raise
    ``Unusable`` if the question without it cannot be used.
    """
    asked: Any = typed(question)
    entry = Entry.of(filling)
    if not isinstance(asked, Sheet):
        raise Unusable([Fault("ask", "not_one_of", {"value": "", "allowed": ["sheet"], "nearest": "sheet"})])
    name = str(question["game"])
    sheeting, named = sheeting_of(name), with_names(words, asked.names)
    lines = asked.lines()
    last = lines[-1] if lines else Counted()
    drawn = [_line(each, place, sheeting, named) for place, each in enumerate(lines)]
    return {
        "game": name,
        "ask": "sheet",
        "lang": words.language["code"],
        "question": question,
        "teams": [_team(team, asked, named) for team in TEAMS],
        "tallies": [_tally(team, last, asked, sheeting, named) for team in TEAMS],
        "target_html": line("sheet.until", {"target": asked.variant.target}, named),
        "chips": sheeting.chips,
        "legend_html": line("sheet.legend", {"large": sheeting.chips}, named) if sheeting.chips else None,
        "fold": sheeting.fold,
        "blank": sheeting.blank,
        "totals": [[*each.score] for each in lines],
        "lines": drawn,
        "said_html": [line(said.key, said.data, named) for said in _told(asked, last)],
        "over": last.won_by is not None,
        "leader": last.leader,
        "ended": because(last.ended, named) if last.won_by is not None else [],
        "fields": [each for each in form(game_of(name), "sheet", question, named) if _option(each["path"], sheeting)],
        "entry": _entry(question, asked, entry, sheeting, named) if entry and not _shut(last, entry, lines) else None,
        "share": shared_text(asked, lines, named),
        "title": line("sheet.title", {}, named, TEXT),
    }


def _option(path: str, sheeting: Sheeting) -> bool:
    return path.startswith("variant.") and path.removeprefix("variant.") in sheeting.options


def _shut(last: Counted, entry: Entry, lines: Sequence[Counted]) -> bool:
    """Tell whether no line can follow: the match is over, and the entry is none of its lines."""
    return last.won_by is not None and entry.place >= len(lines)


def with_names(words: Words, names: Sequence[str]) -> Words:
    """Return the words with the teams called what their players call them.

    Each name is isolated by characters, not by markup: the same words are said as HTML and as text.
    """
    of_teams = [[f"{FSI}{name}{PDI}" for name in names[team::2] if name] for team in TEAMS]
    teams = [joined(of_team, words) or words.general["teams"][team] for team, of_team in enumerate(of_teams)]
    return replace(words, general={**words.general, "teams": teams})


def _team(team: int, asked: Sheet, named: Words) -> Scene:
    return {
        "team": team,
        "label_html": line("labels.team", {"team": team}, named),
        "label": line("labels.team", {"team": team}, named, TEXT),
        "named": any(asked.names[team::2]),
    }


def _tally(team: int, last: Counted, asked: Any, sheeting: Sheeting, named: Words) -> Scene:
    points = last.now[team]
    target = asked.variant.target
    chips = sheeting.chips
    reached = min(points, target)
    return {
        "team": team,
        "points": points,
        "points_html": line("labels.number", {"points": points}, named),
        "note_html": _note(team, points, last, target, named),
        "won": last.won_by == team,
        "leads": last.leader == team,
        "games_html": _games_won(team, last, asked, named),
        "large": reached // chips if chips else None,
        "small": reached % chips if chips else None,
        "large_most": -(-target // chips) if chips else None,
        "chips_text": _chips_text(reached, chips, named) if chips else None,
    }


def _several(asked: Sheet) -> bool:
    """Tell whether the match goes over several games."""
    return bool(getattr(asked.variant, "games", 1) > 1)


def _games_won(team: int, last: Counted, asked: Sheet, named: Words) -> str | None:
    if not _several(asked):
        return None
    return line("sheet.games_won", {"games": last.games[team], "needed": asked.variant.games // 2 + 1}, named)


def _chips_text(points: int, chips: int, named: Words) -> str:
    return line("sheet.chips_text", {"large": points // chips, "small": points % chips}, named, TEXT)


def _note(team: int, points: int, last: Counted, target: int, named: Words) -> str:
    if last.won_by == team:
        return line("sheet.has_won", {}, named)
    if last.won_by is not None:
        return line("sheet.was_short", {"points": max(target - points, 0)}, named)
    return line("sheet.to_go", {"points": max(target - points, 0)}, named)


def _line(each: Counted, place: int, sheeting: Sheeting, named: Words) -> Scene:
    ends = (
        {"ends_html": line("sheet.game_won", {"team": each.won, "score": [*each.games]}, named)}
        if each.won is not None and (each.won_by is None or max(each.games) > 1)
        else {}
    )
    return {
        "place": place,
        "number_html": line("labels.number", {"points": place + 1}, named),
        "label": line("sheet.round_n", {"n": place + 1}, named, TEXT),
        "label_html": line("sheet.round_n", {"n": place + 1}, named),
        "totals_html": [line("labels.number", {"points": points}, named) for points in each.score],
        **_account(each, sheeting, named),
        **ends,
    }


def _account(each: Counted, sheeting: Sheeting, named: Words) -> Scene:
    """Return the arithmetic of a line: its items, what they come to for each team, and the reasons."""
    return {
        "items": [
            {
                "team": item.team,
                "lance": item.lance,
                "label_html": line(sheeting.item(item).key, sheeting.item(item).data, named),
                "points_html": line("labels.signed", {"points": item.points}, named),
                "href": named.rules[item.rule].href,
            }
            for item in each.items
        ],
        "gains": [*each.gains],
        "gains_html": [line("labels.signed", {"points": points}, named) for points in each.gains],
        "sums_html": [_sum(each, team, named) for team in TEAMS],
        "because": because(each.because, named),
    }


def _sum(each: Counted, team: int, named: Words) -> str | None:
    """Return how a team's points on a line add up, ``2 + 1 + 1 = 4``, if there is anything to add."""
    parts = [item.points for item in each.items if item.team == team]
    if len(parts) < 2:
        return None
    said = "".join(f" {'−' if points < 0 else '+'} {abs(points)}" for points in parts)
    start = said[3:] if parts[0] >= 0 else f"−{said[3:]}"
    total = sum(parts)
    return HTML.isolate(f"{start} = {'−' if total < 0 else ''}{abs(total)}", named)


UNFINISHED = {"left_empty", "number_left_empty", "missing_key", "sheet_empty_round", "sheet_holds_nothing"}
"""The kinds of faults of a line that only say that something is still to be filled in."""


def _entry(question: Mapping[str, Any], asked: Any, entry: Entry, sheeting: Sheeting, named: Words) -> Scene:
    """Return the fields of the line that is being filled in, and what it brings, or what is wrong with it."""
    rounds = [*question.get("rounds", ())]
    place = min(max(entry.place, 0), len(rounds))
    filled = sheeting.complete(entry.line)
    changed = {**question, "rounds": [*rounds[:place], filled, *rounds[place + 1 :]]}
    groups = sheeting.groups(filled, asked.variant)
    base = {
        "place": place,
        "line": filled,
        "label_html": line("sheet.round_n", {"n": place + 1}, named),
        "groups": [_group(group, game_of(str(question["game"])), sheeting, named) for group in groups],
    }
    try:
        counted: Counted = _typed_sheet(changed).lines()[place]
    except Unusable as unusable:
        return {
            **base,
            "account": None,
            "ends_html": None,
            "faults": [_fault(each, place, named) for each in unusable.faults],
        }
    key = "sheet.would_win" if counted.won_by is not None else "sheet.would_win_game"
    won = line(key, {"team": counted.won}, named) if counted.won is not None else None
    return {**base, "account": _account(counted, sheeting, named), "ends_html": won, "faults": []}


def _fault(found: Fault, place: int, named: Words) -> Scene:
    """Return what is wrong with the line, by its path there; what is wrong elsewhere has the path of the whole."""
    path = at("rounds", place)
    inner = found.path.removeprefix(path).lstrip(".") if found.path.startswith(path) else ""
    return {**fault_scene(replace(found, path=inner), named), "unfinished": found.kind in UNFINISHED}


def _typed_sheet(question: Mapping[str, Any]) -> Sheet:
    asked: Any = typed(question)
    found: Sheet = asked
    return found


def _group(group: Group, game: Any, sheeting: Sheeting, named: Words) -> Scene:
    fields = [field_scene(each, game, named) for each in group.fields]
    for drawn in fields:
        step = sheeting.steps.get(drawn["path"].rpartition(".")[2].partition("[")[0])
        if drawn["kind"] == "number":
            drawn["step"] = step or 1
    return {
        "path": group.path,
        "team": group.team,
        "label_html": line(group.label.key, group.label.data, named),
        "fields": fields,
    }


# The sheet as a text


def shared_text(asked: Any, lines: Sequence[Counted], named: Words) -> str:
    """Return the sheet as plain text to be sent to somebody: who plays, how it stands, line by line."""
    last = lines[-1] if lines else Counted()
    teams = [line("labels.team", {"team": team}, named, TEXT) for team in TEAMS]
    head = [
        line("sheet.share_title", {"game": named.text("name")}, named, TEXT),
        line("sheet.share_teams", {"a": teams[0], "b": teams[1]}, named, TEXT),
    ]
    body = [_shared_line(each, number, named) for number, each in enumerate(lines, 1)]
    foot = [line(said.key, said.data, named, TEXT) for said in _told(asked, last)]
    return "\n".join([*head, "", *body, *([""] if body else []), *foot])


def _shared_line(each: Counted, number: int, named: Words) -> str:
    (a, b), (x, y) = each.gains, each.score
    return line("sheet.share_line", {"n": number, "a": a, "b": b, "x": x, "y": y}, named, TEXT)

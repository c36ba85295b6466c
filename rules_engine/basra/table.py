"""Matches of Basra on the table: what a seat sees, what can be done with the cards chosen, what has happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules_engine import playing, tables
from rules_engine.basra.bot import advise
from rules_engine.basra.capture import Cards, in_order, plain, sweeps
from rules_engine.basra.match import (
    IN_HAND,
    MATCH,
    Move,
    Played,
    Position,
    basra_points,
    counted,
    forbids,
    last_card,
    moves_with,
    played,
    taking,
    why_counted,
    written,
)
from rules_engine.basra.questions import VARIANT, ScoreQuestion
from rules_engine.basra.scene import score_stage
from rules_engine.cards import Card
from rules_engine.reading import at
from rules_engine.reasons import Judged, Plain
from rules_engine.staging import Action, Chip, Line, Points, Row, Staging, Summary, Table, Tally, Zone
from rules_engine.tables import Chosen, Tabling

MOST_ACTIONS = 8
"""The most ways to take that are offered at once; choosing floor cards leaves those that take them."""


# What a seat sees


def table(view: Position, seat: int, chosen: tuple[Chosen, ...]) -> Table:
    """Put a match on the table as a seat sees it, with what it may do with the cards chosen."""
    card, wanted = _picked(view, seat, chosen)
    mine = seat == view.to_move
    actions = tuple(_actions(view, seat, card, wanted)) if mine and card else ()
    main = next((action for action in actions if action.main), None)
    zones = (
        *(_hand(view, each, card if each == seat else None, mine) for each in range(len(view.hands))),
        _floor(view, wanted, _taken_by(view, main), mine),
        _stock(view),
        *(_pile(view, team) for team in (0, 1)),
    )
    return Table(
        zones,
        tuple(Tally(team, view.score[team]) for team in (0, 1)),
        _round(view),
        Line("tables.until", {"target": view.variant.target}),
        _asks(view, seat, card, wanted),
        Line("tables.carried", {"points": view.carried}) if view.carried else None,
        actions,
    )


def _picked(view: Position, seat: int, chosen: Iterable[Chosen]) -> tuple[Card | None, Cards]:
    """Return the hand card and the floor cards chosen; of several hand cards the last counts."""
    card, wanted = None, list[Card]()
    for zone, place in chosen:
        if zone == at("hand", seat) and seat < len(view.hands) and 0 <= place < len(view.hands[seat]):
            card = view.hands[seat][place]
        elif zone == "floor" and 0 <= place < len(view.floor):
            wanted.append(view.floor[place])
    return card, tuple(wanted)


def _taken_by(view: Position, action: Action | None) -> Cards:
    move = MATCH.read(view, action.move) if action else None
    return taking(view, move) if isinstance(move, Move) else ()


def _hand(view: Position, seat: int, chosen: Card | None, mine: bool) -> Zone:
    hand, path, label = view.hands[seat], at("hand", seat), Line("labels.seat", {"seat": seat})
    chips = (Chip("mano", Line("tables.dealer")),) if seat == view.dealer else ()
    if hand and not hand[0].suit:
        return Zone(path, label, seat=seat, chips=chips, region="hand", face_down=len(hand))
    marks = {place: "selected" for place, card in enumerate(hand) if card == chosen}
    press = frozenset(range(len(hand))) if mine and seat == view.to_move else frozenset[int]()
    return Zone(path, label, hand, seat=seat, chips=chips, region="hand", marks=marks, press=press)


def _floor(view: Position, wanted: Cards, taken: Cards, mine: bool) -> Zone:
    floor = view.floor
    marks = {place: "captured" for place, card in enumerate(floor) if card in taken}
    marks |= {place: "selected" for place, card in enumerate(floor) if card in wanted}
    return Zone(
        "floor",
        Line("answers.capture.floor"),
        floor,
        note=None if floor else Line("answers.capture.empty"),
        layout="row",
        region="floor",
        marks=marks,
        press=frozenset(range(len(floor))) if mine else frozenset(),
    )


def _stock(view: Position) -> Zone:
    number = len(view.pack)
    note = Line("tables.number", {"count": number})
    return Zone("stock", Line("tables.stock"), note=note, layout="pile", region="stock", face_down=number)


def _pile(view: Position, team: int) -> Zone:
    return Zone(
        at("taken", team),
        Line("tables.taken", {"team": team}),
        view.piles[team],
        note=Line("tables.held", _held(view, team)),
        layout="pile",
        region="taken",
        team=team,
    )


def _held(state: Position, team: int) -> dict[str, Plain]:
    return {"cards": len(state.piles[team]), "basras": state.basras[team] + state.jack_basras[team]}


def _round(view: Position) -> Line:
    each = IN_HAND * len(view.hands)
    begun = len(view.played) + sum(map(len, view.hands))
    dealt = max(1, begun // each)
    return Line("tables.round", {"round": view.deal + 1, "deal": dealt, "of": dealt + len(view.pack) // each})


def _asks(view: Position, seat: int, card: Card | None, wanted: Cards) -> Line:
    if view.won_by is not None:
        return Line("match.play.won", {"team": view.won_by})
    if view.to_move is None:
        return Line("match.play.no_more_deals")
    if seat != view.to_move:
        return Line("match.play.to_move", {"to_move": view.to_move})
    if card is None:
        return Line("tables.asks.take" if wanted else "tables.asks.play")
    several = len(moves_with(view, seat, card)) > 1
    return Line("tables.asks.choose" if several else "tables.asks.confirm", {"play": str(card)})


# What a seat may do


def _actions(view: Position, seat: int, card: Card | None, wanted: Cards) -> Iterator[Action]:
    """Give the moves with a card: those that take what is wanted first, and what is wanted if it is not allowed."""
    assert card is not None
    moves = moves_with(view, seat, card)
    takes = {move: taking(view, move) for move in moves}
    fitting = [move for move in moves if set(wanted) <= set(takes[move])]
    exact = [move for move in fitting if set(takes[move]) == set(wanted)] if wanted else fitting[:1]
    first = exact[0] if exact else fitting[0] if fitting else None
    offered = [*exact, *(move for move in fitting if move not in exact)] or [*moves]
    laying = [move for move in moves if not takes[move] and move not in offered[:MOST_ACTIONS]]
    for move in (*offered[:MOST_ACTIONS], *laying):
        yield Action(str(move), _label(view, card, takes[move]), main=move == first)
    if wanted and not exact:
        refused = Move(seat, card, written(wanted))
        why = forbids(view, refused)
        if why:
            yield Action(str(refused), Line("moves.take", {"cards": plain(in_order(wanted))}), why)


def _label(view: Position, card: Card, taken: Cards) -> Line:
    if not taken:
        return Line("moves.lay", {"play": str(card)})
    data: dict[str, Plain] = {"cards": plain(in_order(taken))}
    if basra_points(view, card, taken):
        return Line("moves.take_basra", data)
    return Line("moves.sweep", {"count": len(taken)}) if sweeps(card) else Line("moves.take", data)


# What has happened


def told(before: Position, move: Move, after: Position, seat: int | None) -> tuple[Line, ...]:  # noqa: ARG001
    """Say what a move did, and what followed from it by itself."""
    return tuple(_told(_open(before, move), move, after))


def _open(state: Position, move: Move) -> Position:
    """Return the position with the card played face up in its hand, which everybody has seen now."""
    hand = state.hands[move.seat]
    if move.card in hand:
        return state
    hands = (*state.hands[: move.seat], (move.card, *hand[1:]), *state.hands[move.seat + 1 :])
    return state._replace(hands=hands)


def _told(before: Position, move: Move, after: Position) -> Iterator[Line]:
    at_end = played(before, move)
    done = at_end.played[-1]
    yield _done(before, done)
    if not last_card(before):
        if not any(at_end.hands):
            yield Line("moves.told.dealt", {"count": IN_HAND})
        return
    leftover, _, tally, _ = counted(at_end)
    if leftover and at_end.last_capture is not None:
        yield Line("moves.told.leftover", {"team": at_end.last_capture, "cards": plain(leftover)})
    gains = [sum(item.points for item in tally.items if item.team == team) for team in (0, 1)]
    yield Line("answers.score.points", {"a": gains[0], "b": gains[1]})
    if after.won_by is not None:
        yield Line("match.play.won", {"team": after.won_by})
    elif after.to_move is not None:
        yield Line("moves.told.next_round", {"round": after.deal + 1, "dealer": after.dealer})
        if after.buried:
            yield Line("answers.deal_table.some_buried", {"cards": plain(after.buried)})


def _done(before: Position, done: Played) -> Line:
    data: dict[str, Plain] = {"play": str(done.card), "cards": plain(in_order(done.taken))}
    if done.points:
        return Line("moves.told.basra", {**data, "points": done.points})
    if done.taken:
        return Line("moves.told.sweeps" if sweeps(done.card) else "moves.told.takes", data)
    burnt = sweeps(done.card) and not before.floor
    return Line("moves.told.burnt" if burnt else "moves.told.lays", {"play": str(done.card)})


def summary(before: Position, move: Move, after: Position) -> Summary | None:
    """Say how a round ended, if the move ended one: its count, and the score after it."""
    if not last_card(before):
        return None
    at_end = played(before, move)
    leftover, piles, tally, score = counted(at_end)
    full = at_end._replace(piles=piles)
    asked = ScoreQuestion(captured=piles, basras=at_end.basras, jack_basras=at_end.jack_basras)
    staged = score_stage(asked, Judged(tally.plain(), tally.because)).points
    assert staged is not None
    former = Row(Line("tables.summary.before"), before.score, standing=True)
    lines = [Line("tables.summary.held", {"team": team, **_held(full, team)}) for team in (0, 1)]
    if leftover and at_end.last_capture is not None:
        lines.append(Line("moves.told.leftover", {"team": at_end.last_capture, "cards": plain(leftover)}))
    if tally.carry:
        lines.append(Line("answers.score.carry", {"points": tally.carry}))
    if after.won_by is not None:
        lines.append(Line("match.play.won", {"team": after.won_by}))
    return Summary(
        Line("tables.summary.heading", {"round": before.deal + 1}),
        Points(staged.caption, (former, *staged.rows), Row(Line("tables.summary.after"), score)),
        lines=tuple(lines),
        because=tuple(why_counted(at_end)),
    )


TABLING = Tabling(MATCH, table, told, summary)
KINDS: Mapping[str, type] = playing.kinds(MATCH, advise, VARIANT)
SCENES: Mapping[str, Staging] = tables.staging(TABLING)

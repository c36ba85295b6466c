"""Matches of Mus on the table: what a seat sees and may do, what moves did, how rounds ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from rules_engine import tables
from rules_engine.cards import Card
from rules_engine.match import HIDDEN
from rules_engine.mus import bets
from rules_engine.mus.bot import advise
from rules_engine.mus.hands import HEIGHT, Variant, count_as
from rules_engine.mus.lances import SEATS
from rules_engine.mus.match import MATCH, Move, Name, Said, State, call_of, called, read
from rules_engine.mus.questions import VARIANT, CountQuestion
from rules_engine.mus.scene import count_stage, dress
from rules_engine.playing import kinds
from rules_engine.reasons import Plain
from rules_engine.staging import Action, Amount, Chip, Line, Summary, Table, Tally, Zone
from rules_engine.tables import Chosen, Tabling

AMARRACO = 5
"""The points that a large chip counts (mus.chips)."""


def table(view: State, seat: int, chosen: tuple[Chosen, ...]) -> Table:
    """Return what a seat sees in its view, and what it may do with the cards chosen."""
    size = len(view.hands[seat])
    places = sorted({each.place for each in chosen if each.zone == f"hand[{seat}]" and 0 <= each.place < size})
    hands = (_hand(view, at, seat, places) for at in SEATS)
    zones = (*hands, _heap("stock", len(view.pack)), _heap("pile", sum(map(len, view.discards))))
    game, games = sum(view.games) + (view.won_by is None), view.variant.games
    data: dict[str, Plain] = {"round": view.deal + 1, "game": game, "target": view.variant.target, "games": games}
    several = "_of_game" if games > 1 else ""
    return Table(
        zones,
        tuple(_tally(view, team) for team in (0, 1)),
        Line(f"tables.round{several}", data),
        Line(f"tables.until{several}", data),
        _asks(view, seat),
        _centre(view),
        tuple(_actions(view, seat, places)) if seat == view.to_move else (),
    )


def _own(view: State, seat: int) -> list[Card]:
    """Return a hand as its player sees it: from the highest card to the lowest."""
    return sorted(view.hands[seat], key=lambda card: _height(card, view.variant))


def _height(card: Card, variant: Variant) -> tuple[int, int, str]:
    # A king stands before a three that counts as one; the suit only keeps the order steady.
    return -HEIGHT.get(count_as(card.rank, variant), 0), -HEIGHT.get(card.rank, 0), card.suit


def _hand(view: State, seat: int, viewer: int, places: Sequence[int]) -> Zone:
    label, note = Line("labels.seat", {"seat": seat}), _note(view, seat)
    if seat != viewer or HIDDEN in view.hands[seat]:
        size = len(view.hands[seat])
        return Zone(f"hand[{seat}]", label, (), seat, _chips(view, seat), note, region="hand", face_down=size)
    cards = dress({seat: _own(view, seat)})[seat]
    exchanging = view.phase == "discard" and view.to_move == seat
    return Zone(
        f"hand[{seat}]",
        label,
        cards,
        seat,
        _chips(view, seat),
        note,
        marks=dict.fromkeys(places, "selected"),
        region="hand",
        press=frozenset(range(len(cards))) if exchanging else frozenset(),
    )


def _chips(view: State, seat: int) -> tuple[Chip, ...]:
    """Return the labels beside a seat: the mano, and what the player has declared to hold."""
    held = (("pares", view.pares), ("juego", view.juego))
    return (
        *((Chip("mano", Line("answers.mano")),) if seat == view.mano else ()),
        *(Chip("held", Line(f"tables.has.{lance}")) for lance, seats in held if seats is not None and seat in seats),
    )


def _note(view: State, seat: int) -> Line | None:
    """Return what a player said last in what is going on, or else how many cards he has put away."""
    if view.betting is not None and seat not in view.betting.order:
        return Line("answers.bet.not_eligible")
    exchanges = [each for each in view.said if each.seat == seat and each.name == "discard"]
    spoken = exchanges[-1:] + [each for each in _lately(view) if each.seat == seat]
    return _said(spoken[-1].name, spoken[-1].amount) if spoken else None


def _lately(view: State) -> list[Said]:
    """Return what was said in the present phase, and no earlier than the last exchange."""
    found: list[Said] = []
    for each in reversed(view.said):
        if each.phase != view.phase:
            break
        found.append(each)
    return found[::-1]


def _said(name: Name, amount: int | None) -> Line:
    if name == "discard":
        return Line("tables.exchanged", {"count": amount})
    if amount is None:
        return Line("tables.said", {"call": name})
    if name == "raise":
        return Line("tables.raised", {"amount": amount})
    return Line("tables.said_amount", {"call": name, "amount": amount})


def _heap(path: Literal["stock", "pile"], size: int) -> Zone:
    """Return cards that lie in a heap, face down."""
    note = Line("tables.cards", {"count": size})
    return Zone(path, Line(f"tables.{path}"), note=note, layout="pile", region=path, face_down=size)


def _tally(view: State, team: int) -> Tally:
    points, games = view.score[team], view.variant.games
    note = Line("tables.games_won", {"count": view.games[team]}) if games > 1 else None
    large, small = divmod(max(points, 0), AMARRACO)
    return Tally(team, points, note, large, small)


def _centre(view: State) -> Line | None:
    betting = view.betting
    if betting is None:
        return Line(f"tables.centre.{view.phase}") if view.phase in ("mus", "discard") else None
    data: dict[str, Plain] = {"lance": view.phase, "points": betting.stake}
    if betting.ordago:
        return Line("tables.centre.ordago", data)
    return Line("tables.centre.stake" if betting.stake else "tables.centre.open", data)


def _asks(view: State, seat: int) -> Line:
    if view.won_by is not None:
        return Line("match.play.won", {"team": view.won_by})
    if view.to_move is None:
        return Line("match.play.no_more_deals")
    if view.to_move != seat:
        return Line("match.play.to_move", {"to_move": view.to_move})
    betting = view.betting
    if betting is None:
        return Line(f"tables.asks.{view.phase}")
    data: dict[str, Plain] = {"lance": view.phase, "points": betting.stake}
    how = "open" if betting.bettor is None else "ordago" if betting.ordago else "answer"
    return Line(f"tables.asks.{how}", data)


# What may be done

MAIN = ("mus", "paso", "quiero")
"""The calls that most would make."""


def _actions(view: State, seat: int, places: Sequence[int]) -> Iterator[Action]:
    if view.phase == "discard":
        yield _exchange(view, seat, places)
        return
    legal = MATCH.legal_moves(view)
    for name in dict.fromkeys(move.name for move in legal):
        amounts = [move.amount for move in legal if move.name == name and move.amount is not None]
        if amounts:
            yield Action(
                f"{seat} {name} {{n}}", Line(f"moves.{name}"), amount=Amount(amounts[0], amounts[-1], amounts[0])
            )
        else:
            yield Action(f"{seat} {name}", Line(f"moves.{name}"), main=name in MAIN)


def _exchange(view: State, seat: int, places: Sequence[int]) -> Action:
    hand = _own(view, seat)
    text = " ".join((str(seat), "discard", *(str(hand[place]) for place in places)))
    move = read(view, text)
    assert isinstance(move, Move), move
    label = Line("moves.discard", {"count": len(places)}) if places else Line("moves.discard_none")
    why = MATCH.forbids(view, move)
    return Action(str(move), label, why, main=not why)


# What was done


def told(before: State, move: Move, after: State, seat: int | None) -> tuple[Line, ...]:
    """Say what a move did and what followed from it, as a seat saw it."""
    if before.betting is not None:
        return (*_told_call(before, move), *_told_declared(before, after), *_told_round(before, after))
    if move.name != "discard":
        all_said = after.phase == "discard"
        return Line(f"tables.told.{move.name}"), *(
            (Line("tables.told.agreed"),) if all_said else _told_moved(before, after)
        )
    mine: dict[str, Plain] = {"cards": [str(card) for card in move.cards], "count": len(move.cards)}
    first = Line("tables.told.exchanges_cards" if move.seat == seat else "tables.told.exchanges", mine)
    if after.phase != "mus":
        return (first,)
    return first, *_told_served(after, seat), *_told_moved(before, after)


def _told_served(after: State, seat: int | None) -> Iterator[Line]:
    """Say what an exchange brought: whether discards had to be shuffled, and the seat's own new cards."""
    if after.shuffled is not None:
        left, count = after.shuffled
        yield Line("tables.told.shuffled", {"left": left, "count": count})
    if seat is not None:
        number = next(each.amount for each in reversed(after.said) if each.seat == seat and each.name == "discard")
        new: list[Plain] = [str(card) for card in after.hands[seat][-(number or 0) :]]
        yield Line("tables.told.receives", {"cards": new})


def _told_moved(before: State, after: State) -> tuple[Line, ...]:
    return () if before.mano == after.mano else (Line("tables.told.mano", {"mano": after.mano}),)


def _told_call(before: State, move: Move) -> Iterator[Line]:
    """Say a call, and how it ended the betting if it did."""
    assert before.betting is not None
    lance = before.phase
    now = bets.after(before.betting, call_of(move))
    yield Line(f"tables.told.{move.name}", {"amount": move.amount, "points": now.stake})
    outcome = now.outcome
    if outcome is None:
        return
    data: dict[str, Plain] = {"lance": lance, "points": now.stake}
    if outcome.passed:
        yield Line("tables.told.passed", data)
    elif outcome.ordago:
        yield Line("tables.told.showdown", data)
    elif outcome.refused is not None:
        yield Line("tables.told.refused", {"team": outcome.team, "points": outcome.refused})
    else:
        yield Line("tables.told.accepted", data)


def _told_declared(before: State, after: State) -> Iterator[Line]:
    """Say who has declared pares and juego since, and which lance is passed over for it."""
    for lance, was, seats in (("pares", before.pares, after.pares), ("juego", before.juego, after.juego)):
        if seats is None or was is not None:
            continue
        held: list[Plain] = [*seats]
        yield Line("tables.told.declared" if seats else "tables.told.nobody", {"lance": lance, "seats": held})
        if len({seat % 2 for seat in seats}) == 1:
            yield Line("tables.told.passed_over", {"lance": lance})


def _told_round(before: State, after: State) -> Iterator[Line]:
    """Say how a round ended and who is mano in the next one."""
    if after.deal == before.deal and after.won_by is None:
        return
    if after.games != before.games:
        yield Line("tables.told.game", {"team": int(after.games[1] > before.games[1])})
    else:
        yield Line("tables.told.counted", {"score": [*after.score]})
    if after.to_move is not None:
        yield Line("tables.told.dealt", {"mano": after.mano})


def summary(before: State, move: Move, _after: State) -> Summary | None:
    """Say how a round ended, if the move ended one: the count, and the hands where they are shown."""
    if before.betting is None:
        return None
    now = called(before, move)
    if now.phase != "count":
        return None
    counted = CountQuestion(now.mano, now.hands, now.before, dict(now.outcomes), now.variant)
    judged = counted.judge()
    stage = count_stage(counted, judged)
    assert stage.points is not None
    # Hands are shown at the count and for an accepted órdago, but not if points for a refusal have won the game.
    refused, ordago = max(now.score) >= now.variant.target, now.outcomes[-1][1].ordago
    shown = () if refused else tuple(replace(zone, region="shown") for zone in stage.zones)
    said = 1 + (judged.value["won_by"] is not None)
    lines = stage.lines[:said] if refused or ordago else stage.lines
    return Summary(Line("tables.summary", {"round": now.deal + 1}), stage.points, shown, lines, judged.because)


TABLING: Tabling = Tabling(MATCH, table, told, summary)
KINDS = kinds(MATCH, advise, VARIANT)
SCENES = tables.staging(TABLING)

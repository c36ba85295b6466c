"""Matches of Mor 200 on the table: what a seat sees and may do, what moves did, how rounds ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rules_engine import playing, tables
from rules_engine.cards import Card
from rules_engine.match import HIDDEN
from rules_engine.mor200.bot import advise
from rules_engine.mor200.hands import Hand, growing
from rules_engine.mor200.match import MATCH, SEATS, Move, State, ended, played, put, round_end
from rules_engine.mor200.melds import plain
from rules_engine.mor200.questions import VARIANT, ScoreQuestion, TeamEnd
from rules_engine.mor200.scene import run_zone, score_stage
from rules_engine.mor200.sequences import LEAST, arrange
from rules_engine.reading import Fault, at
from rules_engine.reasons import Plain
from rules_engine.staging import Action, Chip, Line, Points, Row, Staging, Summary, Table, Tally, Zone
from rules_engine.tables import Chosen, Tabling

# What a seat sees


def table(view: State, seat: int, chosen: tuple[Chosen, ...]) -> Table:
    """Put a match on the table as a seat sees it, with what it may do with the cards chosen of its hand."""
    hand, mine = view.hands[seat], seat == view.to_move
    path = at("hand", seat)
    picked = sorted({each.place for each in chosen if each.zone == path and 0 <= each.place < len(hand)})
    zones = (
        *(_hand(view, each, picked if each == seat else (), mine and each == seat) for each in range(SEATS)),
        _stock(view),
        _pile(view),
        *(zone for team in (0, 1) for zone in _melds(view, team)),
        *(_eleven(view, team) for team in (0, 1)),
    )
    return Table(
        zones,
        tuple(Tally(team, view.score[team]) for team in (0, 1)),
        Line("tables.round", {"round": view.deal + 1}),
        Line("tables.until", {"target": view.variant.target}),
        _asks(view, seat),
        actions=tuple(_actions(view, seat, tuple(hand[place] for place in picked))) if mine else (),
    )


def _hand(view: State, seat: int, picked: Sequence[int], press: bool) -> Zone:
    hand, path, label = view.hands[seat], at("hand", seat), Line("labels.seat", {"seat": seat})
    chips = (Chip("mano", Line("tables.starter")),) if seat == view.starter else ()
    if HIDDEN in hand:
        return Zone(path, label, seat=seat, chips=chips, region="hand", face_down=len(hand))
    return Zone(
        path,
        label,
        hand,
        seat=seat,
        chips=chips,
        marks=dict.fromkeys(picked, "selected"),
        region="hand",
        press=frozenset(range(len(hand)) if press else ()),
    )


def _stock(view: State) -> Zone:
    count = len(view.stock)
    note = Line("tables.cards", {"count": count})
    return Zone("stock", Line("tables.stock"), note=note, layout="pile", region="stock", face_down=count)


def _pile(view: State) -> Zone:
    note = Line("tables.cards", {"count": len(view.pile)})
    return Zone("pile", Line("tables.pile"), view.pile, note=note, layout="pile", region="pile")


def _melds(view: State, team: int) -> Iterator[Zone]:
    """Give the zones of a team's sequences, numbered as moves name them."""
    for place, cards in enumerate(view.melds[team]):
        run = arrange(cards, view.variant)
        assert run is not None
        label = Line("answers.sequence", {"number": place + 1})
        yield replace(run_zone(at(at("melds", team), place), label, run), region="melds", team=team)


def _eleven(view: State, team: int) -> Zone:
    count = len(view.elevens[team])
    how = "there" if count else "taken" if view.took_11[team] else "gone"
    return Zone(
        at("taken", team),
        Line("tables.eleven"),
        note=Line(f"tables.eleven_is.{how}"),
        layout="pile",
        region="taken",
        team=team,
        face_down=count,
    )


def _asks(view: State, seat: int) -> Line:
    if view.won_by is not None:
        return Line("match.play.won", {"team": view.won_by})
    if view.to_move is None:
        return Line("match.play.no_more_deals")
    if view.to_move != seat:
        return Line("match.play.to_move", {"to_move": view.to_move})
    if view.phase == "meld":
        return Line("tables.asks.meld")
    top = str(view.pile[-1]) if view.pile else ""
    return Line("tables.asks.take" if view.stock else "tables.asks.stock_out", {"top": top})


# What a seat may do


def _actions(view: State, seat: int, picked: Hand) -> list[Action]:
    """Return what can be done with the cards picked: what is legal first, then what is meant but forbidden."""
    found = list(_taking(view, seat, picked) if view.phase == "take" else _laying(view, seat, picked))
    legal = [action for action in found if not action.why]
    main = legal[:1]
    return [*(replace(action, main=action in main) for action in legal), *(each for each in found if each.why)]


def _action(view: State, text: str, label: Line) -> Action:
    move = MATCH.read(view, text)
    assert not isinstance(move, Fault), text
    return Action(str(move), label, MATCH.forbids(view, move))


def _taking(view: State, seat: int, picked: Hand) -> Iterator[Action]:
    """Give the ways to take the pile with the cards picked, and drawing or passing."""
    if view.pile and picked:
        yield _take(view, Move(seat, "take", picked, 0, view.pile[-1]))
    if view.pile and view.variant.pile_take == "new_or_extend":
        for place in range(len(view.melds[seat % 2])):
            extended = _take(view, Move(seat, "take", picked, place + 1, view.pile[-1]))
            # Most cards fit most sequences in no way; that need not be said of each.
            if not extended.why:
                yield extended
    if view.stock:
        yield Action(f"{seat} draw", Line("moves.draw"))
    else:
        yield Action(f"{seat} pass", Line("moves.pass"))


def _take(view: State, move: Move) -> Action:
    data: dict[str, Plain] = {"cards": plain(move.cards), "number": move.number}
    how = ("take_to" if move.cards else "take_to_alone") if move.number else "take"
    return _action(view, str(move), Line(f"moves.{how}", data))


def _laying(view: State, seat: int, picked: Hand) -> Iterator[Action]:
    """Give what can be laid of the cards picked: all as a sequence, or one added; and discarding a single one."""
    if not picked:
        return
    text = " ".join(map(str, picked))
    if len(picked) >= LEAST:
        yield _action(view, f"{seat} meld {text}", _label(view, picked))
    for card in dict.fromkeys(picked):
        for place, meld in enumerate(view.melds[seat % 2]):
            if card in growing(meld, view.variant.two_substitutes):
                data: dict[str, Plain] = {"card": str(card), "number": place + 1}
                yield _action(view, f"{seat} add {place + 1} {card}", Line("moves.add", data))
    if len(picked) == LEAST - 1:
        yield _action(view, f"{seat} meld {text}", _label(view, picked))
    if len(picked) == 1:
        yield _action(view, f"{seat} discard {text}", Line("moves.discard", {"card": text}))


def _label(view: State, picked: Hand) -> Line:
    run = arrange(picked, view.variant)
    if run is None or not run.bonus:
        return Line("moves.meld", {"cards": plain(run.cards if run else picked)})
    return Line("moves.meld_long", {"cards": plain(run.cards), "now": run.kind})


# What has happened


def told(before: State, move: Move, after: State, seat: int | None) -> tuple[Line, ...]:
    """Say what a move did, and what followed from it by itself, as a seat saw it."""
    return (_done(before, move, after, seat), *_followed(before, move, after))


def _done(before: State, move: Move, after: State, seat: int | None) -> Line:
    if move.what == "draw":
        # Only the player who draws sees the card.
        new = list((Counter(after.hands[move.seat]) - Counter(before.hands[move.seat])).elements())
        if move.seat == seat and new and new[0] != HIDDEN:
            return Line("tables.told.draws_card", {"card": str(new[0])})
        return Line("tables.told.draws")
    if move.what == "pass":
        return Line("tables.told.passes")
    return Line("tables.told.discards", {"card": str(move.cards[0])}) if move.what == "discard" else _laid(before, move)


def _laid(before: State, move: Move) -> Line:
    """Say what was laid, with the class of what it makes where that is new."""
    old = before.melds[move.seat % 2][move.number - 1] if move.number else ()
    run = arrange(put(before, move), before.variant)
    was = arrange(old, before.variant) if old else None
    assert run is not None
    kind = run.kind if run.bonus and (was is None or was.kind != run.kind) else "sequence"
    cards = run.cards if not old else (*move.cards, *((move.top,) if move.top else ()))
    data: dict[str, Plain] = {
        "cards": plain(cards),
        "number": move.number,
        "now": kind,
        "count": len(before.pile),
    }
    what = "takes" if move.top else "lays"
    return Line(f"tables.told.{what}{'_to' if old else ''}{'_long' if kind != 'sequence' else ''}", data)


def _followed(before: State, move: Move, after: State) -> Iterator[Line]:
    team = move.seat % 2
    if ended(before, after):
        if move.what != "pass":
            yield Line("tables.told.closes", {"team": team})
        gains = [now - was for was, now in zip(before.score, after.score, strict=True)]
        yield Line("tables.told.round", {"one": 0, "a": gains[0], "other": 1, "b": gains[1]})
        if after.won_by is not None:
            yield Line("match.play.won", {"team": after.won_by})
        elif after.to_move is not None:
            yield Line("tables.told.next_round", {"round": after.deal + 1, "seat": after.starter})
        return
    if after.took_11[team] and not before.took_11[team]:
        yield Line("tables.told.eleven_after" if move.what == "discard" else "tables.told.eleven")
    for each in (0, 1):
        if before.elevens[each] and not after.elevens[each] and not after.took_11[each]:
            yield Line("tables.told.becomes_stock", {"team": each})


def summary(before: State, move: Move, after: State) -> Summary | None:
    """Say how a round ended, if the move ended one: the score of both teams, and the cards left in hand."""
    if not ended(before, after):
        return None
    at_end = played(before, move)
    teams = tuple(TeamEnd(*end) for end in round_end(at_end))
    asked = ScoreQuestion(teams, before.variant)
    judged = asked.judge()
    staged = score_stage(asked, judged).points
    assert staged is not None
    former = Row(Line("tables.summary.before"), before.score, standing=True)
    total = Row(Line("tables.summary.after"), after.score)
    closer = next((team for team, end in enumerate(teams) if end.closed), None)
    how = Line("tables.summary.passed") if closer is None else Line("tables.summary.closed", {"team": closer})
    won = (Line("match.play.won", {"team": after.won_by}),) if after.won_by is not None else ()
    over = MATCH.turn(after) if after.to_move is None else ()
    return Summary(
        Line("tables.summary.heading", {"round": before.deal + 1}),
        Points(staged.caption, (former, *staged.rows), total),
        tuple(_shown(seat, hand) for seat, hand in enumerate(at_end.hands)),
        (how, *won),
        (*judged.because, *over),
    )


def _shown(seat: int, hand: Sequence[Card]) -> Zone:
    note = None if hand else Line("tables.empty_hand")
    label = Line("fields.team_hand", {"seat": seat})
    return Zone(at("shown", seat), label, tuple(hand), seat=seat, note=note, layout="row", region="shown")


TABLING: Tabling = Tabling(MATCH, table, told, summary)
KINDS: Mapping[str, type] = playing.kinds(MATCH, advise, VARIANT)
SCENES: Mapping[str, Staging] = tables.staging(TABLING)

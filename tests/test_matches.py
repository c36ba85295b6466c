"""Matches of every game under what must hold of any: random deals, all options mixed."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from rules_engine import ask
from rules_engine.asking import typed
from rules_engine.games import game, game_names
from rules_engine.match import HIDDEN, Broken, course, visible
from rules_engine.reading import OneOf, shapes_of

PARTS = 6
"""Into how many tests the deals of a game are divided, so that they can run side by side."""
GAMES = game_names()


@pytest.fixture(scope="session")
def deals(request: pytest.FixtureRequest) -> int:
    """How many deals a game are played."""
    return 2_000 if request.config.getoption("--release") else 300


def variant_of(name: str, number: int) -> dict[str, Any]:
    """Return options: the defaults at first, then others by chance."""
    if number % 4 == 0:
        return {}
    chance = Random(f"{name} {number}")
    shapes = shapes_of(game(name).variant)
    mixed = {option: chance.choice(shape.values) for option, shape in shapes.items() if isinstance(shape, OneOf)}
    return {option: value for option, value in mixed.items() if chance.random() < 0.5}


def begun(name: str, number: int) -> tuple[Any, Any, dict[str, Any]]:
    """Return what the game offers, the first state, and the question."""
    question = {"game": name, "ask": "play", "setup": {"seed": number}, "variant": variant_of(name, number)}
    asked: Any = typed(question)
    return asked.game, asked.course().last, question


def steps(play: Any, state: Any, chance: Random) -> Iterator[tuple[Any, Any, Any]]:
    """Play at random until the deal is over: the state, the move made, the state after it."""
    deal = state.deal
    while state.to_move is not None and state.deal == deal:
        move = chance.choice(play.legal_moves(state))
        after = play.apply(state, move)
        yield state, move, after
        state = after


def players(play: Any, state: Any) -> int:
    return len([zone for zone in play.places(state) if zone.startswith("hand")])


def pack_of(play: Any, state: Any) -> Counter[Any]:
    return Counter(card for cards in play.places(state).values() for card in cards)


@pytest.mark.parametrize(("name", "part"), [*itertools.product(GAMES, range(PARTS))])
def test_random_deals_keep_what_must_hold(name: str, part: int, deals: int) -> None:
    for number in range(part, deals, PARTS):
        play, state, question = begun(name, number)
        chance, whole, texts = Random(number), pack_of(play, state), []
        assert HIDDEN not in whole
        for before, move, after in steps(play, state, chance):
            texts.append(str(move))
            assert play.read(before, str(move)) == move, "a move's text reads back"
            assert not play.forbids(before, move)
            assert play.why(before, move)
            assert play.turn(before)
            view = play.view(before, before.to_move)
            assert [*play.legal_moves(view)] == [*play.legal_moves(before)], "a seat knows its own moves"
            assert pack_of(play, after) == whole, "every card is in exactly one place"
            assert after.to_move is None or play.legal_moves(after), "nobody is stuck"
            last = after
        again = course(play, typed(question).setup, typed(question).variant, texts)  # type: ignore[attr-defined]
        assert not isinstance(again, Broken)
        assert again.last == last, "a record replays to the same state"


@pytest.mark.parametrize("name", GAMES)
def test_positions_survive_json(name: str) -> None:
    for number in range(12):
        play, state, question = begun(name, number)
        texts = [str(move) for _, move, _ in steps(play, state, Random(number))]
        for length in {0, len(texts) // 3, len(texts)}:
            for view in (None, 0, 1, 2, 3):
                if view is not None and view >= players(play, state):
                    continue
                given = {**question, "moves": texts[:length], **({} if view is None else {"view": view})}
                answer = ask(given)
                assert json.loads(json.dumps(answer)) == answer
                assert ask(json.loads(json.dumps(given))) == answer


@pytest.mark.parametrize("name", GAMES)
def test_illegal_moves_have_their_rule_and_legal_ones_are_allowed(name: str) -> None:
    """Moves of other positions are a good stock of moves that are mostly illegal."""
    stock: list[str] = []
    for number in range(4):
        play, state, _ = begun(name, number)
        stock += {str(move) for before, _, _ in steps(play, state, Random(number)) for move in play.legal_moves(before)}
    for number in range(4, 8):
        play, state, question = begun(name, number)
        texts: list[str] = []
        for before, move, _ in itertools.islice(steps(play, state, Random(number)), 30):
            legal = {str(each) for each in play.legal_moves(before)}
            for text in Random(number).sample(sorted(stock), 20):
                read = play.read(before, text)
                if type(read).__name__ == "Fault":
                    assert text not in legal
                    continue
                forbidden = play.forbids(before, read)
                assert bool(forbidden) != (str(read) in legal), (question, texts, text)
                assert all(reason.rule in game(name).rules for reason in forbidden)
            texts.append(str(move))


@pytest.mark.parametrize("name", GAMES)
def test_a_view_and_advice_do_not_change_with_hidden_cards(name: str) -> None:
    """Two positions that differ only in what a seat cannot see look alike to it, and it is advised alike."""
    adviser = game(name).all_questions["advise"].adviser  # type: ignore[attr-defined]
    compared = 0
    for number in range(10):
        play, state, _ = begun(name, number)
        for place, (before, _, _) in enumerate(steps(play, state, Random(number))):
            if place % 7:
                continue
            seat = before.to_move
            other = shuffled_hidden(play, before, seat, Random(place))
            if other == before:
                continue
            compared += 1
            assert play.view(other, seat) == play.view(before, seat)
            assert json.dumps(play.plain(play.view(other, seat))) == json.dumps(play.plain(play.view(before, seat)))
            assert adviser(play.view(other, seat), 2) == adviser(play.view(before, seat), 2)
    assert compared > 20


def shuffled_hidden(play: Any, state: Any, seat: int, chance: Random) -> Any:
    """Return the state with the cards that *seat* cannot see dealt anew among their places."""
    view = play.view(state, seat)
    hidden: list[Any] = []
    for field in fields_of(state):
        collect(getattr(state, field), getattr(view, field), hidden)
    chance.shuffle(hidden)
    rest = iter(hidden)
    changed = {field: dealt(getattr(state, field), getattr(view, field), rest) for field in fields_of(state)}
    return resorted(play, type(state)(**changed))


def fields_of(state: Any) -> list[str]:
    return [*state._fields] if hasattr(state, "_fields") else [field.name for field in fields(state)]


def collect(value: Any, seen: Any, hidden: list[Any]) -> None:
    if seen == HIDDEN and value != HIDDEN:
        hidden.append(value)
    elif isinstance(value, tuple) and isinstance(seen, tuple) and not hasattr(value, "_fields"):
        for one, other in zip(value, seen, strict=False):
            collect(one, other, hidden)


def dealt(value: Any, seen: Any, rest: Iterator[Any]) -> Any:
    if seen == HIDDEN and value != HIDDEN:
        return next(rest)
    if isinstance(value, tuple) and isinstance(seen, tuple) and not hasattr(value, "_fields"):
        return tuple(dealt(one, other, rest) for one, other in itertools.zip_longest(value, seen[: len(value)]))
    return value


def resorted(play: Any, state: Any) -> Any:
    """A game that keeps its hands sorted says so by ``sorted_hands``."""
    tidy = getattr(play, "tidy", None)
    return tidy(state) if tidy else state


@pytest.mark.parametrize("name", GAMES)
def test_a_view_holds_no_card_that_is_not_seen(name: str) -> None:
    play, state, _ = begun(name, 3)
    for before, _, _ in steps(play, state, Random(3)):
        everybody = visible(play, before, None)
        for seat in range(players(play, before)):
            assert everybody <= visible(play, before, seat)

"""Whole matches of Mus: what must hold in every one, and the turns of play worked out by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine import ask, tables
from rules_engine.cards import SPANISH, Card
from rules_engine.match import HIDDEN, course, setup_of
from rules_engine.mus.hands import Variant
from rules_engine.mus.match import MATCH, NAMES, PACK, Deal, Move, State, called, tally_of
from rules_engine.mus.table import TABLING
from rules_engine.reading import Fault, Unusable
from rules_engine.staging import Line
from rules_engine.suite.wording import words_of
from tests.suites import ours

SUITE = ours().suite
LANGUAGES = {code: words_of(SUITE.games["mus"], language) for code, language in SUITE.languages.items()}
SETUP = setup_of(Deal)
SEEDS = st.integers(0, 2**53 - 1)
VARIANTS = st.builds(
    Variant,
    kings=st.sampled_from([8, 4]),
    target=st.sampled_from([40, 25, 30, 35]),
    games=st.sampled_from([1, 3, 5]),
    mus_corrido=st.booleans(),
    min_raise=st.sampled_from([2, 1]),
    real_31=st.sampled_from(["none", "sota_only", "any_figure"]),
)
CALM = {"mus": 6, "no_hay_mus": 1, "discard": 1, "paso": 6, "envido": 3, "quiero": 4, "no_quiero": 3, "raise": 1}


def chosen(state: State, chance: Random) -> Move:
    """Return a legal move: first what is said is drawn, órdago seldom, then with what amount or cards."""
    moves = MATCH.legal_moves(state)
    names = sorted({move.name for move in moves})
    name = chance.choices(names, [CALM.get(name, 0.2) for name in names])[0]
    return chance.choice([move for move in moves if move.name == name])


def match(seed: int, variant: Variant) -> Iterator[tuple[State, Move, State]]:
    """Play a match by chance: give every move with the positions before and after it."""
    chance = Random(seed)
    state = MATCH.begin(SETUP(seed=seed), variant)  # type: ignore[call-arg]
    while state.to_move is not None:
        move = chosen(state, chance)
        after = MATCH.apply(state, move)
        yield state, move, after
        state = after


def cards(state: State) -> Counter[Card]:
    return Counter(card for held in MATCH.places(state).values() for card in held)


@settings(max_examples=30, deadline=None)
@given(SEEDS, VARIANTS)
def test_the_forty_cards_are_always_there_and_a_match_ends(seed: int, variant: Variant) -> None:
    steps = list(match(seed, variant))
    state = steps[-1][2]
    for before, _, after in steps:
        assert cards(before) == cards(after) == Counter(PACK)
        assert isinstance(hash(after), int)
    assert state.won_by is not None
    assert state.games[state.won_by] == variant.games // 2 + 1
    assert state.games[1 - state.won_by] <= variant.games // 2


@settings(max_examples=15, deadline=None)
@given(SEEDS, VARIANTS)
def test_the_legal_moves_are_those_allowed_and_their_texts_read_back(seed: int, variant: Variant) -> None:
    for state, _, _ in match(seed, variant):
        legal = MATCH.legal_moves(state)
        assert len(set(legal)) == len(legal) > 0
        assert state.to_move is not None
        seen = MATCH.view(state, state.to_move)
        assert MATCH.legal_moves(seen) == legal
        for move in [*legal[:20], legal[-1]]:
            assert move.seat == state.to_move
            assert MATCH.forbids(state, move) == MATCH.forbids(seen, move) == ()
            assert MATCH.read(state, str(move)) == MATCH.read(seen, str(move)) == move
            assert MATCH.why(state, move) == MATCH.why(seen, move) != ()
        assert MATCH.turn(state) == MATCH.turn(seen) != ()


def texts(chance: Random) -> Iterator[str]:
    """Give moves of every kind by every seat, most of them out of place."""
    for seat in range(4):
        for name in NAMES:
            if name == "discard":
                for size in range(5):
                    yield " ".join([str(seat), name, *map(str, chance.sample(PACK, size))])
            elif name in ("envido", "raise"):
                yield from (f"{seat} {name} {amount}" for amount in (0, 1, 2, 25, 26, 40, 41, 999))
                yield f"{seat} {name}"
            else:
                yield f"{seat} {name}"


@settings(max_examples=10, deadline=None)
@given(SEEDS, VARIANTS)
def test_what_can_be_read_and_is_not_listed_is_forbidden(seed: int, variant: Variant) -> None:
    chance = Random(seed)
    for state, _, _ in match(seed, variant):
        if chance.random() < 0.8:
            continue
        legal = set(MATCH.legal_moves(state))
        for text in texts(chance):
            move = MATCH.read(state, text)
            assert isinstance(move, Move), text
            forbidden = MATCH.forbids(state, move)
            assert bool(forbidden) is (move not in legal), text
            assert state.to_move is not None
            view = MATCH.view(state, state.to_move)
            if move.seat == state.to_move:
                assert MATCH.forbids(view, move) == forbidden


@settings(max_examples=30, deadline=None)
@given(SEEDS, VARIANTS)
def test_the_points_of_a_round_are_the_items_of_its_count(seed: int, variant: Variant) -> None:
    for before, move, after in match(seed, variant):
        if before.betting is None:
            continue
        now = called(before, move)
        if now.phase != "count":
            assert now == after
            continue
        tally = tally_of(now)
        gained = [sum(item.points for item in tally.items if item.team == team) for team in (0, 1)]
        assert [tally.score[team] - before.before[team] for team in (0, 1)] == gained
        if tally.won_by is None:
            assert after.score == after.before == tally.score
            assert max(after.score) < variant.target
            assert after.mano == (before.mano + 1) % 4
            assert not after.opening
        else:
            assert after.games[tally.won_by] == before.games[tally.won_by] + 1
            assert after.won_by is not None or after.score == (0, 0)
            ordago = now.outcomes[-1][1].ordago
            assert ordago or tally.score[tally.won_by] >= variant.target


@settings(max_examples=20, deadline=None)
@given(SEEDS, VARIANTS)
def test_a_record_plays_the_same_match_again(seed: int, variant: Variant) -> None:
    steps = list(match(seed, variant))
    again = course(MATCH, SETUP(seed=seed), variant, [str(move) for _, move, _ in steps])  # type: ignore[call-arg]
    assert again.last == steps[-1][2]  # type: ignore[union-attr]
    for (_, _, a), (b, _, _) in pairwise(steps):
        assert a == b


@settings(max_examples=20, deadline=None)
@given(SEEDS, VARIANTS, st.integers(0, 3))
def test_a_view_holds_nothing_that_its_seat_may_not_know(seed: int, variant: Variant, seat: int) -> None:
    known: set[Card] = set()
    for state, _, _ in match(seed, variant):
        seen = MATCH.view(state, seat)
        assert seen.seed is None
        assert seen.deals == ()
        if not state.said:
            known = set()
        known |= set(state.hands[seat])
        assert {card for held in MATCH.places(seen).values() for card in held} <= known | {HIDDEN}
        nobody = MATCH.view(state, None)
        assert all(card == HIDDEN for held in MATCH.places(nobody).values() for card in held)


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_what_is_seen_does_not_depend_on_what_is_hidden(seed: int) -> None:
    """The hidden cards are dealt anew: the seat to move sees the same and may do the same."""
    chance = Random(seed)
    for state, _, _ in match(seed, Variant()):
        seat = state.to_move
        assert seat is not None
        hidden = [*state.pack, *(card for at in range(4) if at != seat for card in state.hands[at])]
        chance.shuffle(hidden)
        hands = list(state.hands)
        for at in range(4):
            if at != seat:
                hands[at] = tuple(hidden.pop() for _ in hands[at])
        other = state._replace(hands=tuple(hands), pack=tuple(hidden))
        if state.pares is None and state.juego is None:
            assert MATCH.view(other, seat) == MATCH.view(state, seat)
            assert MATCH.turn(other) == MATCH.turn(state)
            assert all(
                MATCH.why(other, move) == MATCH.why(state, move) for move in chance.sample(MATCH.legal_moves(state), 2)
            )


# Worked out by hand

HANDS = ["R R 3 7", "C C 6 6", "A 2 4 5", "S 7 5 4"]
"""Grande: seat 0. Chica: seat 2. Pares: medias, duples, two aces, nothing. Juego: seat 0 has 37, seat 1 has 32."""


def play(*moves: str, ask_: str = "play", **fields: Any) -> dict[str, Any]:
    """Ask how a match stands that begins with the hands above and seat 0 as mano, unless *fields* say otherwise."""
    deal = {"mano": fields.pop("mano", 0), "hands": fields.pop("hands", HANDS), "pack": fields.pop("pack", "")}
    setup: dict[str, Any] = {"deals": [deal]}
    setup |= {key: fields.pop(key) for key in ("seed", "score") if key in fields}
    return ask({"game": "mus", "ask": ask_, "setup": setup, "moves": list(moves), **fields})


def cited(answer: dict[str, Any]) -> list[str]:
    return [reason["rule"] + (f"/{reason['case']}" if "case" in reason else "") for reason in answer["because"]]


def passed(*seats: int) -> list[str]:
    return [f"{seat} paso" for seat in seats]


CUT = "0 no_hay_mus"


def test_a_round_in_which_all_pass_is_counted_lance_by_lance() -> None:
    answer = play(CUT, *passed(0, 1, 2, 3), *passed(0, 1, 2, 3), *passed(0, 1, 2), *passed(0, 1))
    # Grande and chica 1 each for team 0; duples 3 and another juego than 31 for 2, both for team 1.
    assert answer["score"] == [2, 5]
    assert (answer["to_move"], answer["over"]) == (None, False)
    assert cited(answer)[-1:] == ["mus.direction"]


def test_pares_and_juego_are_declared_and_contested_by_those_who_have_them() -> None:
    grande_and_chica = [CUT, *passed(0, 1, 2, 3), *passed(0, 1, 2, 3)]
    answer = play(*grande_and_chica)
    assert answer["state"]["pares"] == [0, 1, 2]
    assert answer["state"]["juego"] is None
    assert answer["to_move"] == 0
    assert cited(answer) == ["mus.pares.holders/some", "mus.mano-opens/first"]
    answer = play(*grande_and_chica, "0 envido", ask_="why_not", move="3 quiero")
    assert answer["legal"] is False
    assert cited(answer) == ["mus.pares.holders/some", "mus.who-answers/opponent"]
    answer = play(*grande_and_chica, *passed(0, 1, 2))
    assert answer["state"]["juego"] == [0, 1]


def test_lances_that_one_side_alone_may_contest_are_passed_over() -> None:
    hands = ["R R 3 7", "C S 5 4", "A 2 4 5", "S 7 6 4"]  # pares and juego only in team 0
    calls = [CUT, *passed(0, 1, 2, 3)]
    answer = play(*calls, *passed(0, 1, 2), hands=hands)
    assert answer["state"]["phase"] == "chica"
    answer = play(*calls, *passed(0, 1, 2, 3), hands=hands)
    # Grande and chica 1 each, medias 2, a pair 1, juego 2: all for team 0, all without betting.
    assert answer["score"] == [7, 0]
    nobody = ["R C 6 4", "C S 5 4", "A 2 7 5", "S 7 6 4"]  # a pair of aces alone, and nobody has 31
    answer = play(*calls, *passed(0, 1, 2, 3), hands=nobody)
    assert answer["state"]["phase"] == "punto"
    assert cited(answer) == [
        "mus.pares.holders/one", "mus.one-side-only", "mus.punto.nobody-has-juego/played", "mus.mano-opens/first"
    ]  # fmt: skip


def test_partners_answer_for_their_team() -> None:
    calls = [CUT, "0 envido 2", "1 no_quiero"]
    answer = play(*calls)
    assert answer["to_move"] == 3
    assert cited(answer) == ["mus.who-answers/partner"]
    answer = play(*calls, "3 raise 3")
    assert (answer["to_move"], answer["state"]["stake"]) == (0, 5)
    assert cited(answer) == ["mus.raise-answered"]
    answer = play(*calls, "3 raise 3", "0 no_quiero")
    assert answer["to_move"] == 2
    answer = play(*calls, "3 raise 3", "0 no_quiero", "2 no_quiero")
    assert answer["score"] == [0, 2]
    assert answer["state"]["phase"] == "chica"


def test_a_refusal_can_end_the_game() -> None:
    calls = [CUT, "0 envido 2", "1 quiero", "0 envido 9", "1 no_quiero"]
    answer = play(*calls, "3 no_quiero", score=[39, 37])
    assert (answer["score"], answer["won_by"], answer["to_move"]) == ([40, 37], 0, None)
    assert cited(answer)[-1:] == ["mus.target"]
    answer = play(*calls, score=[39, 37], ask_="why_not", move="3 no_quiero")
    assert cited(answer) == ["mus.no-quiero/bet", "mus.refusal-value/first", "mus.target"]
    answer = play(*calls, "3 no_quiero", score=[38, 37])
    assert (answer["score"], answer["over"]) == ([39, 37], False)


def test_an_accepted_ordago_decides_the_game_at_once() -> None:
    calls = [CUT, "0 paso", "1 ordago"]
    answer = play(*calls)
    assert answer["to_move"] == 2
    assert answer["legal"] == ["2 quiero", "2 no_quiero"]
    answer = play(*calls, ask_="why_not", move="2 raise 2")
    assert cited(answer) == ["mus.ordago.rules"]
    answer = play(*calls, "2 no_quiero", "0 quiero", score=[3, 39])
    assert (answer["score"], answer["won_by"]) == ([3, 39], 0)
    assert cited(answer)[-1:] == ["mus.ordago.wins-game"]
    answer = play(*calls, "2 no_quiero", "0 no_quiero", score=[3, 38])
    assert answer["score"] == [3, 39]


def test_the_first_no_hay_mus_cuts_and_the_mano_opens() -> None:
    answer = play("0 mus", "1 no_hay_mus")
    assert (answer["state"]["phase"], answer["to_move"]) == ("grande", 0)
    assert cited(answer) == ["mus.cut", "mus.mano-opens/first"]
    assert cited(play("0 mus", "1 no_hay_mus", ask_="why_not", move="0 mus")) == ["mus.cut/after"]
    assert cited(play("0 mus", ask_="why_not", move="1 discard C")) == ["mus.exchange/not_agreed"]
    assert cited(play("0 mus", ask_="why_not", move="1 paso")) == ["mus.mus-or-not/next"]
    assert cited(play("0 mus", ask_="why_not", move="2 mus")) == ["mus.mus-or-not/next"]


ALL_MUS = ["2 mus", "3 mus", "0 mus", "1 mus"]


def test_an_exchange_is_served_in_speaking_order_once_all_have_put_cards_away() -> None:
    away = ["2 discard 4 5", "3 discard S", "0 discard 7"]
    answer = play(*ALL_MUS, *away, mano=2, pack="4 R C S 2 A", view=1)
    assert answer["to_move"] == 1
    assert answer["state"]["cards"] == [3, 4, 2, 3]
    assert answer["state"]["pack"] == 6
    answer = play(*ALL_MUS, *away, "1 discard 6 C 6", mano=2, pack="4 R C S 2 A 7", view=2)
    assert answer["state"]["hands"] == {"2": ["A", "2", "4", "R"]}
    assert answer["state"]["discards"] == [1, 3, 2, 1]
    assert answer["to_move"] == 2
    assert cited(answer) == ["mus.exchange/again", "mus.mus-or-not/first"]
    answer = play(*ALL_MUS, *away, "1 discard 6 C 6", mano=2, pack="4 R C S 2 A 7", view=1)
    assert answer["state"]["hands"] == {"1": ["C", "2", "A", "7"]}


def test_what_may_be_put_away() -> None:
    legal = play(*ALL_MUS, mano=2)["legal"]
    assert legal[:3] == ["2 discard A", "2 discard 2", "2 discard 4"]
    assert len(legal) == 15
    hands = [HANDS[2], HANDS[1], HANDS[0], HANDS[3]]
    legal = play(*ALL_MUS, mano=2, hands=hands)["legal"]
    assert legal[:4] == ["2 discard R", "2 discard 3", "2 discard 7", "2 discard R R"]
    assert len(legal) == 11  # the two kings are as good as one another
    assert cited(play(*ALL_MUS, mano=2, ask_="why_not", move="2 discard")) == ["mus.exchange.how-many/least"]
    assert cited(play(*ALL_MUS, mano=2, ask_="why_not", move="2 discard R")) == ["mus.exchange/not_held"]
    assert cited(play(*ALL_MUS, mano=2, ask_="why_not", move="2 paso")) == ["mus.exchange.order"]


SUITED = ["Ro Re 3o 7o", "Co Ce 6o 6e", "Ao 2o 4o 5o", "So 7e 5e 4e"]


def test_a_pack_that_falls_short_is_made_of_all_discards() -> None:
    away = ["2 discard 4o 5o", "3 discard So", "0 discard 7o", "1 discard 6o 6e"]
    before = play(*ALL_MUS, *away[:3], mano=2, hands=SUITED, pack="Rc Rb", ask_="why_not", move=away[3])
    assert before["because"][-1] == {"rule": "mus.exchange.pack-used-up", "case": "shuffled", "left": 2, "count": 6}
    answer = play(*ALL_MUS, *away, mano=2, hands=SUITED, pack="Rc Rb", seed=1, view=2)
    assert answer["state"]["hands"]["2"] == ["Ao", "2o", "Rc", "Rb"]
    assert answer["state"]["pack"] == 2
    assert answer["state"]["discards"] == [0, 0, 0, 0]
    served = [play(*ALL_MUS, *away, mano=2, hands=SUITED, pack="Rc Rb", seed=1, view=s)["state"] for s in (3, 0, 1)]
    new = [*served[0]["hands"]["3"][3:], *served[1]["hands"]["0"][3:], *served[2]["hands"]["1"][2:]]
    assert len({*new}) == 4
    assert {*new} < {"4o", "5o", "So", "7o", "6o", "6e"}
    assert cited(answer)[0] == "mus.exchange.pack-used-up/shuffled"
    stopped = play(*ALL_MUS, *away, mano=2, hands=SUITED, pack="Rc Rb")
    assert (stopped["to_move"], stopped["over"]) == (None, False)
    assert cited(stopped)[-1:] == ["mus.exchange.pack-used-up/needed"]


def test_in_mus_corrido_the_mano_moves_in_the_first_round_of_a_game() -> None:
    corrido = {"mus_corrido": True}
    all_mus = ["0 mus", "1 mus", "2 mus", "3 mus"]
    away = ["0 discard 7", "1 discard C", "2 discard 5", "3 discard S"]
    answer = play(*all_mus, *away, variant=corrido, pack="4 4 5 6")
    assert (answer["state"]["mano"], answer["to_move"]) == (1, 1)
    assert cited(answer) == ["mus.mus-corrido/moved", "mus.exchange/again", "mus.mus-or-not/first"]
    answer = play(*all_mus, *away, "1 mus", "2 no_hay_mus", variant=corrido, pack="4 4 5 6")
    assert (answer["state"]["mano"], answer["to_move"]) == (2, 2)
    assert cited(answer) == ["mus.cut", "mus.mus-corrido/cut", "mus.mano-opens/first"]
    # In the second round the mano stays: from seat 1, who cut the first one, to seat 2.
    first = ["0 mus", "1 no_hay_mus", *passed(1, 2, 3, 0), *passed(1, 2, 3, 0), *passed(1, 2, 0), *passed(1, 0)]
    answer = play(*first, "2 mus", "3 no_hay_mus", variant=corrido, seed=7)
    assert (answer["state"]["mano"], answer["to_move"]) == (2, 2)
    assert answer["state"]["deal"] == 1


def test_a_match_of_several_games() -> None:
    won = [CUT, "0 ordago", "1 quiero"]  # seat 0 has the best grande
    answer = play(*won, variant={"games": 3}, seed=3, score=[5, 9])
    assert (answer["score"], answer["over"], answer["state"]["games"]) == ([0, 0], False, [1, 0])
    assert answer["to_move"] == 1
    assert cited(answer) == ["mus.best-of/game", "mus.direction", "mus.mus-or-not/first"]
    deals = [{"hands": HANDS, "mano": 0}, {"hands": HANDS}]
    setup = {"deals": deals, "score": [5, 9]}
    moves = [*won, "1 no_hay_mus", "1 ordago", "2 quiero"]
    last: Any = ask({"game": "mus", "ask": "play", "setup": setup, "moves": moves, "variant": {"games": 3}})
    assert (last["score"], last["won_by"], last["state"]["games"]) == ([0, 0], 0, [2, 0])
    assert cited(last)[-2:] == ["mus.ordago.wins-game", "mus.best-of/match"]


def test_amounts_run_from_the_least_to_the_target() -> None:
    for target in (40, 25):
        legal = play(CUT, variant={"target": target})["legal"]
        assert legal == ["0 paso", *(f"0 envido {n}" for n in range(2, target + 1)), "0 ordago"]
    legal = play(CUT, "0 envido 40", "1 raise 1", variant={"min_raise": 1})["legal"]
    assert legal == ["2 quiero", "2 no_quiero", *(f"2 raise {n}" for n in range(1, 41)), "2 ordago"]
    assert cited(play(CUT, ask_="why_not", move="0 envido 41")) == ["mus.bet-limits/too_much"]
    assert cited(play(CUT, ask_="why_not", move="0 envido 1")) == ["mus.bet-limits/too_little"]
    assert cited(play(CUT, "0 envido", ask_="why_not", move="1 raise 1")) == ["mus.bet-limits/too_little"]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("0  Mus ", "0 mus"),
        ("0 no hay mus", "0 no_hay_mus"),
        ("0 no-quiero", "0 no_quiero"),
        ("0 envido", "0 envido 2"),
        ("0 raise", "0 raise 2"),
        ("0 discard 7 R", "0 discard Ro 7o"),
        ("0 discard R Ro", "0 discard Ro Re"),
        ("0 discard 3 Re", "0 discard Re 3o"),
        ("0 discard 1 7", "0 discard 7o A"),
        ("1 discard C 6e", "1 discard Co 6e"),
    ],
)
def test_reading_is_tolerant(text: str, move: str) -> None:
    setup = SETUP(deals=(Deal(tuple(tuple(map(SPANISH.card, hand.split())) for hand in SUITED)),))  # type: ignore
    assert str(MATCH.read(MATCH.begin(setup, Variant()), text)) == move


@pytest.mark.parametrize("text", ["0", "0 fold", "0 envido x", "0 envido 2 3", "0 discard X", "0 paso 2", "0 mus mus"])
def test_what_is_no_move_cannot_be_read(text: str) -> None:
    found = MATCH.read(MATCH.begin(SETUP(seed=1), Variant()), text)  # type: ignore[call-arg]
    assert isinstance(found, Fault)
    assert found.kind == "unreadable_move"


def test_of_exchanges_only_the_last_one_is_remembered() -> None:
    state = MATCH.begin(SETUP(seed=1), Variant())  # type: ignore[call-arg]
    for _ in range(5):
        for what in ("mus", "discard"):
            for _ in range(4):
                moves = MATCH.legal_moves(state)
                state = MATCH.apply(state, next(move for move in moves if move.name == what))
        assert [each.name for each in state.said] == ["mus"] * 4 + ["discard"] * 4


@pytest.mark.parametrize("move", ["paso", "envido 2", "raise 2", "ordago"])
def test_an_ordago_leaves_only_two_answers(move: str) -> None:
    state = MATCH.begin(SETUP(seed=1), Variant())  # type: ignore[call-arg]
    for text in ("no_hay_mus", "ordago"):
        state = MATCH.apply(state, Move(state.to_move or 0, text))  # type: ignore[arg-type]
    answer = MATCH.read(state, f"{state.to_move} {move}")
    assert isinstance(answer, Move)
    assert MATCH.forbids(state, answer)[0].rule == "mus.ordago.rules"
    assert {each.name for each in MATCH.legal_moves(state)} == {"quiero", "no_quiero"}


def test_a_card_may_not_be_dealt_twice() -> None:
    with pytest.raises(Unusable) as error:
        play(hands=["Ro Re 3o 7o", "Ro Ce 6o 6e", "Ao 2o 4o 5o", "So 7e 5e 4e"])
    assert [(fault.path, fault.kind) for fault in error.value.faults] == [("setup.deals[0].hands", "pack_exceeded")]
    with pytest.raises(Unusable) as error:
        play(pack="R R R")
    assert error.value.faults[0].path == "setup.deals[0].pack"


def test_a_score_that_has_won_already_ends_the_match() -> None:
    answer = play(score=[12, 40])
    assert (answer["won_by"], answer["to_move"], cited(answer)) == (1, None, ["mus.target"])


# The table


@settings(max_examples=8, deadline=None)
@given(SEEDS, VARIANTS, st.integers(0, 3), st.sampled_from(sorted(LANGUAGES)))
def test_every_position_can_be_drawn_in_every_language(seed: int, variant: Variant, seat: int, code: str) -> None:
    chance, words = Random(seed), LANGUAGES[code]
    options = {name: getattr(variant, name) for name in Variant.__slots__}
    question: dict[str, Any] = {
        "game": "mus", "ask": "play", "setup": {"seed": seed}, "moves": [], "variant": options, "view": seat
    }  # fmt: skip
    for state, move, _ in match(seed, variant):
        if chance.random() < 0.4 or state.to_move == seat:
            chosen_ = [[f"hand[{seat}]", place] for place in chance.sample(range(4), chance.randrange(4))]
            drawn = tables.table(question, chosen_, words)
            legal = {str(each) for each in MATCH.legal_moves(state)}
            for action in drawn["actions"]:
                assert (action["move"].replace("{n}", "2") in legal) is action["legal"] or action["amount"]
        question["moves"].append(str(move))
    drawn = tables.table(question, [], words)
    assert drawn["over"]
    assert drawn["summary"]


def test_the_choice_of_cards_makes_the_exchange() -> None:
    state = MATCH.begin(SETUP(seed=4), Variant())  # type: ignore[call-arg]
    for _ in range(4):
        state = MATCH.apply(state, MATCH.legal_moves(state)[0])
    seat = state.to_move
    assert seat is not None
    view = MATCH.view(state, seat)
    drawn = TABLING.table(view, seat, ())
    hand = drawn.zones[seat]
    assert hand.press == frozenset(range(4))
    assert sorted(hand.cards) == sorted(state.hands[seat])
    assert [(action.move, bool(action.why)) for action in drawn.actions] == [(f"{seat} discard", True)]
    for place in range(4):
        [action] = TABLING.table(view, seat, (tables.Chosen(f"hand[{seat}]", place),)).actions
        assert action.move == f"{seat} discard {hand.cards[place]}"
        assert not action.why


def test_hands_are_shown_at_the_count_and_for_an_ordago_but_not_after_a_refusal() -> None:
    setup = SETUP(  # type: ignore[call-arg]
        deals=(Deal(tuple(tuple(map(SPANISH.card, hand.split())) for hand in HANDS), 0),),  # type: ignore[arg-type]
        score=(39, 0),
    )

    def shown(*texts: str) -> tuple[int, list[str]] | None:
        went = course(MATCH, setup, Variant(), texts)
        *_, before, after = went.states  # type: ignore[union-attr]
        found = TABLING.summary(before, went.moves[-1], after)  # type: ignore[union-attr]
        return (len(found.shown), [line.key for line in found.lines]) if found else None

    assert shown(CUT) is None
    assert shown(CUT, "0 envido 2", "1 no_quiero", "3 no_quiero") == (0, ["answers.count.after", "answers.count.won"])
    assert shown(CUT, "0 ordago", "1 quiero") == (4, ["answers.count.after", "answers.count.won"])
    everything = [CUT, *passed(0, 1, 2, 3), *passed(0, 1, 2, 3), *passed(0, 1, 2), *passed(0, 1)]
    found = shown(*everything)
    assert found is not None
    assert found[0] == 4


def test_discards_of_others_are_told_by_their_number_only() -> None:
    went = course(MATCH, SETUP(seed=11), Variant(), [])  # type: ignore[call-arg]
    state = went.last  # type: ignore[union-attr]
    for _ in range(4):
        state = MATCH.apply(state, MATCH.legal_moves(state)[0])
    move = MATCH.legal_moves(state)[-1]
    after = MATCH.apply(state, move)

    def told(seat: int) -> Line:
        return TABLING.told(MATCH.view(state, seat), move, MATCH.view(after, seat), seat)[0]

    assert told((move.seat + 1) % 4).key == "tables.told.exchanges"
    assert told(move.seat).data["cards"] == [str(card) for card in move.cards]

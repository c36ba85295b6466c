"""The computer player of Mus: only legal moves, from what the seat may know, and what any good player would do."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine import ask
from rules_engine.match import setup_of, shuffled
from rules_engine.mus.book import book, left, ways
from rules_engine.mus.bot import advise
from rules_engine.mus.chances import chances, unseen
from rules_engine.mus.hands import LANCES, Variant, counted
from rules_engine.mus.keeping import keeping, standing, worth
from rules_engine.mus.match import MATCH, PACK, Deal, State
from rules_engine.mus.outlook import Item, chance
from rules_engine.mus.sight import Sight, Temper
from rules_engine.mus.sight import chances as weighed
from scripts.measuring.tournament import AT_RANDOM, pairing

SETUP = setup_of(Deal)
SEEDS = st.integers(0, 2**53 - 1)
VARIANTS = st.builds(
    Variant,
    kings=st.sampled_from([8, 4]),
    target=st.sampled_from([40, 25, 30, 35]),
    games=st.sampled_from([1, 3]),
    mus_corrido=st.booleans(),
    min_raise=st.sampled_from([2, 1]),
    real_31=st.sampled_from(["none", "sota_only", "any_figure"]),
)
PASSED = ["0 paso", "1 paso", "2 paso", "3 paso"]
CUT = "0 no_hay_mus"
WEAK = ["7 6 5 4", "C S 7 4", "A 7 4 6", "S 7 6 5"]


def positions(seed: int, variant: Variant, most: int = 250) -> Iterator[State]:
    """Give the positions of a match in which computer players of all strengths and chance take turns."""
    chance_ = Random(seed)
    state = MATCH.begin(SETUP(seed=seed), variant)  # type: ignore[call-arg]
    for _ in range(most):
        if state.to_move is None:
            return
        yield state
        strength = chance_.randrange(4)
        view = MATCH.view(state, state.to_move)
        move = advise(view, strength).move if strength else chance_.choice(MATCH.legal_moves(state))
        state = MATCH.apply(state, move)


@settings(max_examples=12)
@given(SEEDS, VARIANTS)
def test_advice_is_legal_and_says_why(seed: int, variant: Variant) -> None:
    for state in positions(seed, variant):
        assert state.to_move is not None
        view = MATCH.view(state, state.to_move)
        for strength in (1, 2, 3):
            move, because = advise(view, strength)
            assert move in MATCH.legal_moves(state)
            assert 1 <= len(because) <= 3
            assert all(".tip." in reason.rule or ".mistake." in reason.rule for reason in because)


@settings(max_examples=6)
@given(SEEDS, VARIANTS)
def test_what_a_seat_cannot_see_changes_nothing(seed: int, variant: Variant) -> None:
    for state in positions(seed, variant, most=60):
        seat = state.to_move
        assert seat is not None
        hidden = [card for other in range(4) if other != seat for card in (*state.hands[other], *state.discards[other])]
        mixed = iter(shuffled((*hidden, *state.pack), seed, 1))
        hands, discards = (
            tuple(held if at == seat else tuple(next(mixed) for _ in held) for at, held in enumerate(cards))
            for cards in (state.hands, state.discards)
        )
        other = state._replace(hands=hands, discards=discards, pack=tuple(mixed), seed=seed + 1)
        for strength in (1, 2, 3):
            advice = advise(MATCH.view(state, seat), strength)
            assert advise(MATCH.view(other, seat), strength) == advice
            assert advise(MATCH.view(state, seat), strength) == advice


def advised(hands: list[str], *moves: str, view: int = 0, **fields: Any) -> str:
    """Return the move that the strong player makes, seat 0 being the mano."""
    deal = {"mano": fields.pop("mano", 0), "hands": hands}
    setup = {"deals": [deal], **({"score": fields.pop("score")} if "score" in fields else {})}
    answer: Any = ask({"game": "mus", "ask": "advise", "setup": setup, "moves": [*moves], "view": view, **fields})
    return str(answer["move"]).split(" ", 1)[1]


@pytest.mark.parametrize("strength", [1, 2, 3])
@pytest.mark.parametrize("score", [[0, 0], [39, 0], [0, 39], [20, 25]])
def test_a_hand_that_cannot_lose_accepts_an_ordago(strength: int, score: list[int]) -> None:
    kings = ["R R 3 3", *WEAK[1:]]
    asked: dict[str, Any] = {"strength": strength, "score": score}
    assert advised(kings, CUT, "0 paso", "1 paso", "2 paso", "3 ordago", **asked) == "quiero"
    game = ["R C S A", "C S 7 4", "A 7 4 6", "R C S 7"]
    passed = [CUT, *PASSED, *PASSED]
    assert advised(game, *passed, "0 paso", "1 paso", "3 ordago", **asked) == "quiero"


@pytest.mark.parametrize("call", ["envido 20", "ordago", "envido 10"])
def test_a_weak_hand_refuses_a_high_stake(call: str) -> None:
    hands = ["R R 7 3", "A 2 4 6", "C 7 5 4", "S 7 C 5"]
    assert advised(hands, CUT, f"0 {call}", view=1) == "no_quiero"
    assert advised(hands, CUT, f"0 {call}", "1 no_quiero", view=3) == "no_quiero"


def test_who_would_lose_the_game_by_refusing_accepts() -> None:
    hands = ["R R 7 3", "7 6 5 4", "A 2 4 6", "S 7 C 4"]
    assert advised(hands, CUT, "0 ordago", "1 no_quiero", view=3, score=[39, 20]) == "quiero"
    assert advised(hands, CUT, "0 ordago", "1 no_quiero", view=3, score=[20, 39]) == "no_quiero"


def test_good_hands_bet_and_poor_ones_do_not_answer() -> None:
    hands = ["R R 3 7", "C S 5 4", "A 2 4 6", "S 7 6 4"]
    assert advised(hands, CUT).startswith("envido")
    assert advised(hands, CUT, *PASSED) == "paso"
    assert advised(hands, CUT, "0 envido 5", "1 no_quiero", view=3) == "no_quiero"
    # In chica the aces answer what the others leave to them.
    assert advised(["A 2 A 4", "7 6 5 4", "S 7 6 C", "C S 5 R"], CUT, *PASSED[:3], "3 envido 2", view=0) != "quiero"


@pytest.mark.parametrize(
    ("hand", "call"),
    [
        ("R C 3 A", "no_hay_mus"),
        ("R R 7 7", "no_hay_mus"),
        ("3 3 C C", "no_hay_mus"),
        ("7 6 5 4", "mus"),
        ("S 6 4 2", "mus"),
        ("R 7 5 4", "mus"),
    ],
)
def test_mus_is_cut_with_a_good_hand(hand: str, call: str) -> None:
    assert advised([hand, "C S 5 4", "A 2 4 6", "S 7 6 5"]) == call


@pytest.mark.parametrize(
    ("hand", "discarded"),
    [
        ("R 3 5 4", "discard 5 4"),
        ("A 2 7 S", "discard 7 S"),
        ("3 7 3 5", "discard 7 5"),
        ("R 3 3 4", "discard 4"),
        ("7 6 5 4", "discard 7 6 5 4"),
        ("R 6 5 4", "discard 6 5 4"),
    ],
)
def test_kings_aces_and_pairs_are_kept(hand: str, discarded: str) -> None:
    said = ["0 mus", "1 mus", "2 mus", "3 mus"]
    assert advised([hand, "C S 5 4", "A 2 4 6", "S 7 6 C"], *said) == discarded


@pytest.mark.parametrize("kings", [8, 4])
def test_a_book_has_every_hand(kings: int) -> None:
    pages = book(kings, "none")
    number = ways(kings, "none", pages.pack)
    assert (len(pages.hands), sum(number)) == ({8: 330, 4: 715}[kings], 91390)
    assert max(standing(kings, "none")) < 1
    good, poor = ("R", "R", "R", "R"), ("7", "6", "5", "4")
    for place in range(4):
        values = worth(kings, "none", place)
        assert values[pages.place[good]] > values[pages.place[poor]] >= 0
    kept = keeping(pages, poor, left(pages, poor), worth(kings, "none", 0))
    assert len(kept) == 15


@pytest.mark.parametrize("hand", ["R R 3 7", "A 2 A 4", "7 7 S S", "R C S A", "7 6 5 4"])
@pytest.mark.parametrize("mano", [0, 1, 2, 3])
def test_what_is_weighed_is_near_the_exact_count(hand: str, mano: int) -> None:
    """Without anything known of the others; where a lance may fall through it is weighed with those deals."""
    deals = tuple(tuple(PACK[4 * seat : 4 * seat + 4]) for seat in range(4))
    own = Deal(deals, mano).hands[0][:0] + tuple(type(PACK[0])(rank) for rank in hand.split())
    state = State(Variant(), 1, (), mano, (0, 0), (0, 0), to_move=0, hands=(own, *deals[1:]))
    sight = Sight(MATCH.view(state, 0), 0, Temper(attentive=False, patience=0, mixing=0, exchange=1))
    ranks = counted(own, Variant())
    exact = chances(ranks, 0, mano, unseen(ranks, Variant()), Variant())
    for lance in LANCES[:4]:
        assert weighed(sight, lance).won == pytest.approx(exact[lance].won / exact[lance].of, abs=0.03)


def test_a_score_is_worth_what_is_still_to_win() -> None:
    assert chance((40, 39), 40, 0) == 1
    assert chance((39, 40), 40, 1) == 0
    assert chance((20, 20), 40, 0) == pytest.approx(0.5)
    for wild in (0, 0.5, 1):
        assert chance((21, 20), 40, wild) > chance((20, 20), 40, wild) > chance((20, 21), 40, wild)
        # What is counted first wins, even if the others would get there too.
        assert chance((38, 38), 40, wild, [Item(1, 0, 2, 0), Item(0, 1, 0, 9)]) == 1


@pytest.mark.long
def test_the_strong_player_beats_chance_and_the_decent_one() -> None:
    assert pairing("mus", 3, AT_RANDOM, 20).won >= 16
    assert pairing("mus", 2, AT_RANDOM, 20).won >= 12
    assert pairing("mus", 3, 2, 20).won >= 8

"""Computer players of Mor 200: legal and repeatable moves, obvious cases by hand, and who beats whom."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.asking import typed
from rules_engine.cards import Card
from rules_engine.match import setup_of
from rules_engine.mor200 import bot
from rules_engine.mor200.bot import advise
from rules_engine.mor200.hands import sorted_hand
from rules_engine.mor200.match import MATCH, PACK, Deal, Move, State, played, round_points
from rules_engine.mor200.outlook import laid
from rules_engine.mor200.sequences import DECK, Variant, arrange
from rules_engine.reasons import Reason
from scripts.measuring.tournament import pairing

SETUP: Any = setup_of(Deal)
SEEDS = st.integers(0, 2**40)
VARIANTS = st.builds(
    Variant,
    pile_take=st.sampled_from(["new", "new_or_extend"]),
    indirect_take=st.booleans(),
    two_substitutes=st.booleans(),
    close_by_meld=st.booleans(),
    stock_out=st.sampled_from(["end_round", "eleven_becomes_stock"]),
)
STRENGTHS = (1, 2, 3)
MOST_MOVES_A_ROUND = 1500


def advised(state: State, strength: int = 3) -> tuple[str, tuple[Reason, ...]]:
    move, because = advise(MATCH.view(state, state.to_move), strength)
    return str(move), because


@given(SEEDS, VARIANTS, st.tuples(*[st.sampled_from([0, *STRENGTHS])] * 4))
@settings(max_examples=20, deadline=None)
def test_every_move_is_legal_and_every_round_ends(seed: int, variant: Variant, seats: tuple[int, ...]) -> None:
    state, chance, moves = MATCH.begin(SETUP(seed=seed), variant), Random(seed), 0
    while state.to_move is not None and state.deal == 0:
        legal = MATCH.legal_moves(state)
        move = chance.choice(legal)
        if seats[state.to_move]:
            move, because = advise(MATCH.view(state, state.to_move), seats[state.to_move])
            assert move in legal
            assert 1 <= len(because) <= 3
        state, moves = MATCH.apply(state, move), moves + 1
        assert moves < MOST_MOVES_A_ROUND


@given(SEEDS, VARIANTS, st.sampled_from(STRENGTHS))
@settings(max_examples=15, deadline=None)
def test_what_is_hidden_changes_nothing(seed: int, variant: Variant, strength: int) -> None:
    state, chance = MATCH.begin(SETUP(seed=seed), variant), Random(seed)
    for _ in range(60):
        if state.to_move is None:
            return
        other = with_other_cards(state, chance)
        assert MATCH.view(other, state.to_move) == MATCH.view(state, state.to_move)
        advice = advised(state, strength)
        assert advice == advised(other, strength) == advised(state, strength)
        chosen = move_of(state, advice[0])
        state = MATCH.apply(state, chosen if chance.random() < 0.6 else chance.choice(MATCH.legal_moves(state)))


def with_other_cards(state: State, chance: Random) -> State:
    """Return a position that looks the same to the seat to move, the cards that it does not see dealt anew."""
    known = [list(cards) for cards in state.known]
    hidden = [*state.stock, *state.elevens[0], *state.elevens[1]]
    others = [seat for seat in range(4) if seat != state.to_move]
    for seat in others:
        left = list(state.hands[seat])
        for card in known[seat]:
            left.remove(card)
        hidden += left
    chance.shuffle(hidden)
    hands = list(state.hands)
    for seat in others:
        count = len(hands[seat]) - len(known[seat])
        hands[seat] = sorted_hand((*known[seat], *hidden[:count]))
        hidden = hidden[count:]
    a, b = (len(cards) for cards in state.elevens)
    return state._replace(
        hands=(hands[0], hands[1], hands[2], hands[3]),
        elevens=(tuple(hidden[:a]), tuple(hidden[a : a + b])),
        stock=tuple(hidden[a + b :]),
    )


def test_nothing_that_is_kept_between_decisions_changes_them() -> None:
    state = MATCH.begin(SETUP(seed=5), Variant())
    path: list[tuple[State, tuple[str, tuple[Reason, ...]]]] = []
    while state.to_move is not None and state.deal == 0:
        path.append((state, advised(state)))
        state = MATCH.apply(state, move_of(state, path[-1][1][0]))
    from rules_engine.mor200 import outlook, plans  # noqa: PLC0415

    for kept in (outlook.promise, outlook.chances, outlook.holding, outlook.laid, plans.grown, plans.new_sequences):
        kept.cache_clear()
    for before, advice in reversed(path[:: len(path) // 25]):
        assert advised(before) == advice


def move_of(state: State, text: str) -> Move:
    move = MATCH.read(state, text)
    assert isinstance(move, Move)
    return move


# Cases by hand


def position(hand: str, **changes: Any) -> State:
    """Return a position in which seat 0 has drawn and holds *hand*; of the other cards nobody knows anything."""
    state = MATCH.begin(SETUP(seed=1), Variant(**changes.pop("variant", {})))
    own, melds = cards(hand), [[cards(meld) for meld in changes.pop(f"melds_{team}", ())] for team in (0, 1)]
    pile = tuple(Card(word[:-1], word[-1]) for word in changes.pop("pile", "").split())
    sizes = changes.pop("sizes", (0, 11, 11, 11))
    left = list(PACK)
    for card in (*own, *pile, *(card for team in melds for meld in team for card in meld)):
        left.remove(card)
    Random(0).shuffle(left)
    hands: Any = [own, *(sorted_hand(left.pop() for _ in range(size)) for size in sizes[1:])]
    took = changes.pop("took_11", (False, False))
    elevens: Any = tuple(() if taken else tuple(left.pop() for _ in range(11)) for taken in took)
    stock = tuple(left[: changes.pop("stock", 24)])
    laid_: Any = tuple(tuple(in_places(meld) for meld in team) for team in melds)
    return state._replace(
        to_move=0, starter=0, hands=tuple(hands), melds=laid_, pile=pile, stock=stock, elevens=elevens, took_11=took,
        phase=changes.pop("phase", "meld"), known=changes.pop("known", ((), (), (), ())), **changes,
    )  # fmt: skip


def cards(text: str) -> tuple[Any, ...]:
    return sorted_hand(card for word in text.split() if (card := DECK.card(word)))


def in_places(meld: Sequence[Any]) -> tuple[Any, ...]:
    run = arrange(meld, Variant())
    assert run is not None
    return run.cards


MOR200, MOR100 = "3H 4H 5H 6H 7H 8H 9H", "4S 5S 6S JK 8S 9S 10S"


def rest_of_turn(state: State, strength: int = 3) -> list[str]:
    """Return the moves of seat 0 until its turn, or the round, is over."""
    found: list[str] = []
    while state.to_move == 0 and (not found or "discard" not in found[-1]):
        found.append(advised(state, strength)[0])
        state = played(state, move_of(state, found[-1]))
    return found


@pytest.mark.parametrize("strength", [2, 3])
def test_a_mor200_is_completed(strength: int) -> None:
    state = position("4D 5D 6D 7D 8D 9D 10D KS 3C 9C")
    assert advised(state, strength)[0] == "0 meld 4D 5D 6D 7D 8D 9D 10D"
    state = position("10H KS 3C 9C", melds_0=["4H 5H 6H 7H 8H 9H"])
    assert advised(state, strength)[0] == "0 add 1 10H"
    assert advised(state)[1][0].rule == "mor200.tip.mor200-first"


def test_a_mor200_is_not_spoilt() -> None:
    state = position("JK 2C KS JD 5C 9D", melds_0=[MOR200], stock=30)
    assert not any("JK" in move or "2C" in move for move in rest_of_turn(state))


@pytest.mark.parametrize("strength", [2, 3])
@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        ("5C 6C 7C 8D 9D 10D", []),
        ("5C 6C 7C 8C JS", ["QS KS AS"]),
        ("9S JS QS", ["6S 7S 8S JK"]),
        ("JK 9D", ["10D JD QD", "4C 5C 6C"]),
        ("4D 3D 2D AD", ["5D 6D 7D"]),
    ],
)
def test_the_11_pile_is_taken_when_all_can_be_laid(hand: str, melds: list[str], strength: int) -> None:
    state = position(hand, melds_0=melds)
    while not state.took_11[0]:
        move, because = advised(state, strength)
        assert because[0].rule == "mor200.tip.eleven"
        state = MATCH.apply(state, move_of(state, move))
    assert state.to_move == 0
    assert len(state.hand) == 11


def test_the_11_pile_comes_with_the_last_discard_where_that_is_played() -> None:
    state = position("5C 6C 7C KH", variant={"indirect_take": True})
    assert rest_of_turn(state) == ["0 meld 5C 6C 7C", "0 discard KH"]


@pytest.mark.parametrize("strength", [2, 3])
def test_the_round_is_closed_when_it_can_be(strength: int) -> None:
    state = position("QC KC AC 5D", melds_0=[MOR200, MOR100], took_11=(True, False), sizes=(0, 11, 3, 11))
    moves = rest_of_turn(state, strength)
    assert moves == ["0 meld QC KC AC", "0 discard 5D"]
    end = state
    for move in moves:
        end = played(end, move_of(end, move))
    assert end.phase == "closed"
    assert round_points(end).value["points"]


def test_a_substitute_spoils_a_mor200_only_to_close() -> None:
    both = ["3H 4H 5H 6H 7H 8H 9H", "AD 2D 3D 4D 5D 6D 7D"]
    state = position("JK KS", melds_0=both, took_11=(True, True), sizes=(0, 9, 2, 9))
    first, second = rest_of_turn(state)
    assert first.endswith("JK")
    assert second == "0 discard KS"


def test_closing_by_laying_the_last_card() -> None:
    state = position(
        "QC KC AC", melds_0=[MOR200, MOR100], took_11=(True, False), variant={"close_by_meld": True}, sizes=(0, 9, 2, 9)
    )
    assert advised(state)[0] == "0 meld QC KC AC"


def test_nobody_closes_and_loses_the_match_by_it() -> None:
    table = {"melds_0": [MOR200, MOR100], "melds_1": ["3D 4D 5D 6D 7D 8D 9D 10D", "5C 6C 7C 8C 9C 10C JC"]}
    state = position("QC KC AC 5D", **table, took_11=(True, True), sizes=(0, 2, 9, 2), score=(-1500, 3100))
    moves = rest_of_turn(state)
    assert moves[-1] != "0 discard 5D" or len(moves) == 1
    assert advised(state)[1][-1].case == "behind"


def test_a_card_that_completes_the_opponents_sequence_is_not_discarded() -> None:
    opponents = ["5D 6D 7D 8D 9D 10D"]
    known = ((), cards("QD KD"), (), ())
    for variant in ({}, {"pile_take": "new_or_extend"}):
        state = position("JD 3S 8C KH", melds_1=opponents, known=known, pile="5C 9S KC 4H", variant=variant)
        assert advised(state)[0] != "0 discard JD"


def test_a_large_pile_that_fits_is_taken_and_a_substitute_is_not_given_for_one_card() -> None:
    state = position("7S 8S KH QC JD 3C 9D 6C AH 4H", phase="take", pile="KS QH 7D 8D 10S JS 9S")
    assert advised(state)[0] == "0 take 9S with 7S 8S"
    state = position("8H 2C KS QC JD 3C 9D 6C AH 4D", phase="take", pile="10H", stock=34)
    assert advised(state)[0] == "0 draw"


def test_nothing_is_held_back_in_the_last_turn() -> None:
    state = position("10C JC QC 4S 2D 6S 3D KH", stock=2)
    laid_ = [move for move in rest_of_turn(state) if "meld" in move]
    assert len(laid_) == 2


def test_a_beginner_lays_what_it_can() -> None:
    state = position("10C JC QC 4S 8D 6S 3D KH")
    assert rest_of_turn(state, 1)[0] == "0 meld 10C JC QC"


def test_what_lies_on_the_table_is_read_right() -> None:
    for text in (MOR200, MOR100, "AD 2D 3D", "QD KD AD", "AD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD", "2D 4D 5D"):
        meld = in_places(cards(text))
        run = arrange(meld, Variant())
        assert run is not None
        assert laid(meld).bonus == run.bonus
        assert laid(meld).substitutes == len(run.substitutes)
        natural = sum(1 << placed.place for placed in run.places if placed.natural)
        assert laid(meld).natural == natural


# Tournaments


@pytest.mark.long
@pytest.mark.parametrize(("first", "second", "least"), [(3, 0, 9), (2, 0, 8), (1, 0, 6), (3, 2, 6)])
def test_the_stronger_wins(first: int, second: int, least: int) -> None:
    assert pairing("mor200", first, second, 10).won >= least


def test_every_strength_has_its_weights() -> None:
    assert set(STRENGTHS) <= bot.WEIGHTS.keys()
    assert typed({"game": "mor200", "ask": "play", "setup": {"seed": 1}}) is not None

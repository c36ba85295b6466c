"""The computer player of Basra: what it may know, what it plays where that is plain, and how often it wins."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules_engine import ask
from rules_engine.basra.bot import advise
from rules_engine.basra.capture import Play, Variant, in_order, judge_capture, sweeps
from rules_engine.basra.knowing import dealt, knowledge, unseen
from rules_engine.basra.match import MATCH, WHOLE_PACK, Deal
from rules_engine.basra.outlook import KIND, floor_of, floors_of, lying_on, majority
from rules_engine.basra.ways import ways
from rules_engine.match import setup_of
from rules_engine.playing import STRENGTHS

SETUP: Any = setup_of(Deal)
VARIANTS = [
    Variant(),
    Variant(players=2),
    Variant(capture="free"),
    Variant(trail_allowed=True, komi="single_card"),
    Variant(tie="carry", card_points="levant", jack_basra=20, komi="sum_le_10", target=60),
    Variant(players=2, trail_allowed=True, tie="carry", jack_basra=0, komi="never"),
    Variant(players=2, capture="free", trail_allowed=True, jack_basra=30, card_points="levant"),
]


def positions(variant: Variant, number: int, chance: Random) -> Any:
    """Positions of matches played by chance, each with a view of it for the seat to move."""
    for seed in range(number):
        state = MATCH.begin(SETUP(seed=seed), variant)
        while state.to_move is not None:
            yield state, MATCH.view(state, state.to_move)
            state = MATCH.apply(state, chance.choice(MATCH.legal_moves(state)))


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_moves_are_legal_and_have_reasons(variant: Variant, strength: int) -> None:
    chance = Random(f"{variant} {strength}")
    for state, view in positions(variant, 2, chance):
        if strength == 3 and chance.random() < 0.7:
            continue
        move, because = advise(view, strength)
        assert not MATCH.forbids(state, move)
        assert move in MATCH.legal_moves(state)
        assert 1 <= len(because) <= 3
        assert advise(view, strength) == (move, because)


@pytest.mark.parametrize("variant", VARIANTS[:3], ids=str)
def test_what_is_hidden_changes_nothing(variant: Variant) -> None:
    """The same cards seen, but other ones in the other hands and in the pack: the same advice."""
    chance = Random(str(variant))
    for state, view in positions(variant, 1, chance):
        if chance.random() < 0.8:
            continue
        me, hidden = state.to_move, [*unseen(state)]
        chance.shuffle(hidden)
        hands = tuple(
            hand if seat == me else in_order([hidden.pop() for _ in hand]) for seat, hand in enumerate(state.hands)
        )
        other = state._replace(hands=hands, pack=tuple(hidden), seed=7)
        for strength in STRENGTHS:
            assert advise(MATCH.view(other, me), strength) == advise(view, strength)


def test_hidden_cards_are_where_they_may_be() -> None:
    """What was put under the pack is in nobody's hand until the last deal, and then in the dealer's."""
    chance, told = Random(5), 0
    for state, view in positions(Variant(), 30, chance):
        known = knowledge(view)
        hidden = {card for seat, hand in enumerate(state.hands) if seat != state.to_move for card in hand}
        assert hidden <= {*known.loose, *(card for held in known.held.values() for card in held)}
        assert all({*held} <= {*state.hands[seat]} for seat, held in known.held.items())
        told += bool(known.held)
        for hands in dealt(view, known, 1, chance):
            assert [len(hand) for hand in hands] == [len(hand) for hand in state.hands]
            assert sorted(hands[state.to_move]) == sorted(KIND[card] for card in state.hands[state.to_move])
    assert told


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_floors_are_judged_as_captures_are(variant: Variant) -> None:
    """What the computer player expects of a card on a floor is what the capture is judged to be."""
    chance, floors = Random(str(variant)), floors_of(variant)
    for _ in range(300):
        card, *floor = chance.sample(WHOLE_PACK, chance.randrange(1, 10))
        outcome = floors.outcomes(floor_of(floor))[KIND[card]]
        most = ways(tuple(floor), card, variant)[0]
        judged: Any = judge_capture(Play(in_order(floor), card, variant), most).value
        assert outcome.cards == (len(most) + 1 if most else 0)
        assert outcome.basra == judged["points"]
        assert lying_on(outcome.after) == len(floor) + 1 - outcome.cards
        if variant.card_points == "none":
            assert outcome.points == outcome.basra


def test_floors_with_many_cards_are_judged_as_captures_are() -> None:
    chance, floors = Random(1), floors_of(Variant())
    for _ in range(60):
        card, *floor = chance.sample(WHOLE_PACK, chance.randrange(15, 26))
        assert floors.outcomes(floor_of(floor))[KIND[card]].cards - 1 in (
            len(ways(tuple(floor), card, Variant())[0]),
            -1,
        )


def test_most_cards_are_worth_what_a_lead_makes_likely() -> None:
    assert [majority(lead, 0) for lead in (-2, 0, 1)] == [-30, 0, 30]
    assert majority(0, 20) == 0
    assert majority(-3, 20) == -majority(3, 20)
    assert 0 < majority(3, 40) < majority(3, 10) < majority(9, 10) < 30


# Where it is plain what a good player does. In these deals the cards not named are dealt out later.


def advice(strength: int, hand: str, table: str, moves: str = "", others: str = "", **variant: Any) -> str:
    """Ask what seat 0 plays after the moves of the players before it; *others* are cards that they hold."""
    before = [move for move in moves.split("; ") if move]
    used = [*hand.split(), *table.split(), *others.split()]
    rest = [str(card) for card in WHOLE_PACK if str(card) not in used and not (sweeps(card) or card.rank == "A")]
    held = others.split()
    hands = [hand.split()]
    for seat in (1, 2, 3):
        mine = [held.pop(0) for _ in range(4)] if seat == 3 and held else []
        hands.append([*mine, *(rest.pop() for _ in range(4 - len(mine)))])
    deal = {"dealer": 3 - len(before), "hands": [" ".join(cards) for cards in hands], "table": table, "pack": ""}
    late = [str(card) for card in WHOLE_PACK if str(card) not in " ".join([table, *deal["hands"]]).split()][:16]  # type: ignore[list-item]
    question = {"setup": {"deals": [{**deal, "pack": " ".join(late)}]}, "moves": before, "view": 0, "variant": variant}
    answer: Any = ask({"game": "basra", "ask": "advise", "strength": strength, **question})
    return str(answer["move"]).removeprefix("0 play ")


@pytest.mark.parametrize("strength", [2, 3])
def test_a_basra_is_taken(strength: int) -> None:
    assert advice(strength, "8H JS KC 2C", "5S 3D 8D 8S") == "8H"
    assert advice(strength, "10H QS 4C KC", "5S 3D 2D 10S") == "10H"
    assert advice(strength, "7D QS 4C KC", "9S 8D AD 9H") == "7D"


def test_no_basra_is_given_away() -> None:
    """A lone 3 lies there: with a 7 a ten takes both, unless all tens are gone."""
    nines = {"table": "9H 5H 4D 3H", "moves": "3 play 9D", "others": "9D 8D 4H 7H"}
    for strength in (2, 3):
        assert advice(strength, "6C KC 7S 5S", **nines) == "KC"
    tens = {"table": "10S 10H 10C 3H", "moves": "3 play 10D", "others": "10D 8D 4H 7H"}
    assert advice(3, "6C 5S 7S 6H", **tens) == "7S"


def test_a_jack_is_for_many_cards() -> None:
    many = {"table": "QS 9H 3D 9C", "moves": "3 play KH", "others": "KH 8D 4H 7S"}
    assert advice(3, "JC 10S 2H 8H", **many) == "JC"
    one = {"table": "9H 5H 4D QH", "moves": "3 play 9D", "others": "9D 8D 4H 7H"}
    assert advice(3, "JC KC 6C 5S", **one) != "JC"


def test_a_jack_is_not_the_last_card() -> None:
    hands = ["KS QD JC 2S", "9D 3H 10C 4C", "QH QC 7C AD", "7H 6C 10D 4H"]
    used = " ".join([*hands, "KD 9H QS 6H"]).split()
    pack = [str(card) for card in WHOLE_PACK if str(card) not in used and not sweeps(card)][:16]
    deal = {"dealer": 3, "hands": hands, "table": "KD 9H QS 6H", "pack": pack}
    played = ["KS", "9D", "QH", "7H", "QD", "3H", "QC", "6C"]
    moves = [f"{place % 4} play {card}" for place, card in enumerate(played)]
    question = {"game": "basra", "ask": "advise", "setup": {"deals": [deal]}, "moves": moves, "view": 0}
    assert ask(question)["move"] == "0 play JC"


def test_on_an_empty_floor_the_rank_that_is_gone_is_laid() -> None:
    kings = {"table": "KS KH KD 3H", "moves": "3 play JD", "others": "JD 8D 4H 7H"}
    assert advice(3, "KC 5S 8H 2D", **kings) == "KC"


def test_options_change_what_a_card_is_worth() -> None:
    queen = {"table": "9H 5H 4D QH", "moves": "3 play 9D", "others": "9D 8D 4H 7H"}
    assert advice(3, "7D 10C 6C 2S", **queen) != "7D"
    assert advice(3, "7D 10C 6C 2S", komi="single_card", **queen) == "7D"


# How often it wins


def winner(strengths: tuple[int, int], seed: int, variant: Variant) -> int:
    """Play a match between the strengths of both teams, 0 for play by chance, and return the team that won."""
    chance, state = Random(seed), MATCH.begin(SETUP(seed=seed), variant)
    while state.to_move is not None:
        strength = strengths[state.to_move % 2]
        view = MATCH.view(state, state.to_move)
        move = advise(view, strength).move if strength else chance.choice(MATCH.legal_moves(state))
        state = MATCH.apply(state, move)
    assert state.won_by is not None
    return int(state.won_by)


@pytest.mark.long
@pytest.mark.parametrize(("stronger", "weaker", "least"), [(3, 0, 16), (2, 0, 13), (1, 0, 10), (3, 2, 11)])
def test_the_stronger_wins(stronger: int, weaker: int, least: int) -> None:
    """Each of ten deals is played twice, with the seats swapped."""
    won = sum(winner((stronger, weaker), seed, Variant()) == 0 for seed in range(10))
    won += sum(winner((weaker, stronger), seed, Variant()) == 1 for seed in range(10))
    assert won >= least


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS[1:], ids=str)
def test_the_strong_player_wins_under_every_option(variant: Variant) -> None:
    won = sum(winner((3, 0), seed, variant) == 0 for seed in range(5))
    won += sum(winner((0, 3), seed, variant) == 1 for seed in range(5))
    assert won >= 7

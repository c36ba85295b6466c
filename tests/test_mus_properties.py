"""What must hold for every question of Mus, whatever the cards and calls."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine import ask
from rules_engine.mus.bets import CALLS, Call, after, fault_of, opening
from tests.strategies import SEATS, VARIANTS, four_hands, lance_questions


def answer(question: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in ask(question).items() if key != "because"}


@given(lance_questions(), st.randoms(use_true_random=False))
def test_the_order_of_cards_and_their_suits_never_matter(question: dict[str, Any], chance: random.Random) -> None:
    shuffled = [chance.sample(hand, 4) for hand in question["hands"]]
    bare = [[card[:-1] for card in hand] for hand in shuffled]
    assert answer(question) == answer({**question, "hands": shuffled}) == answer({**question, "hands": bare})


@given(lance_questions(), SEATS)
def test_turning_the_table_turns_the_winner(question: dict[str, Any], turn: int) -> None:
    hands = question["hands"][-turn:] + question["hands"][:-turn] if turn else question["hands"]
    turned = answer({**question, "hands": hands, "mano": (question["mano"] + turn) % 4})
    winner = answer(question)["winner"]
    assert turned["winner"] == (None if winner is None else (winner + turn) % 4)


@given(lance_questions())
def test_the_winner_alone_against_each_other_player_still_wins(question: dict[str, Any]) -> None:
    winner = answer(question)["winner"]
    if winner is None:
        return
    for other in {0, 1, 2, 3} - {winner}:
        duel = {str(seat): question["hands"][seat] for seat in (winner, other)}
        assert answer({**question, "hands": duel})["winner"] == winner


@given(lance_questions())
def test_a_winner_has_a_team_and_every_answer_its_reasons(question: dict[str, Any]) -> None:
    given_ = ask(question)
    assert given_["team"] == (None if given_["winner"] is None else given_["winner"] % 2)
    assert given_["because"]
    assert all(reason["rule"].startswith("mus.") for reason in given_["because"])


@st.composite
def counts(draw: st.DrawFn) -> dict[str, Any]:
    """Rounds whose betting can have happened: one-sided lances without stakes, juego or punto as the cards say."""
    hands, variant = draw(four_hands()), draw(VARIANTS)
    held = [answer({"game": "mus", "ask": "hand", "cards": hand, "variant": variant}) for hand in hands]
    last = "juego" if any(hand["juego"] for hand in held) else "punto"
    may = {
        "pares": {seat % 2 for seat in range(4) if held[seat]["pares"] != "none"},
        "juego": {seat % 2 for seat in range(4) if held[seat]["juego"]},
    }
    endings = st.one_of(
        st.just("paso"),
        st.builds(lambda n: {"accepted": n}, st.integers(1, 40)),
        st.builds(lambda t, n: {"refused": {"team": t, "points": n}}, st.integers(0, 1), st.integers(1, 10)),
        st.just({"ordago": True}),
    )
    lances = {
        lance: draw(endings) if len(may.get(lance, {0, 1})) == 2 else "paso"
        for lance in draw(st.sets(st.sampled_from(["grande", "chica", "pares", last])))
    }
    target = variant.get("target", 40)
    before = [draw(st.integers(0, target - 1)), draw(st.integers(0, target - 1))]
    mano = draw(SEATS)
    return {
        "game": "mus", "ask": "count", "hands": hands, "mano": mano, "before": before, "lances": lances,
        "variant": variant,
    }  # fmt: skip


@given(counts())
@settings(max_examples=300)
def test_items_add_up_and_the_game_is_won_exactly_when_the_target_is_reached(question: dict[str, Any]) -> None:
    given_ = ask(question)
    target, before = question["variant"].get("target", 40), question["before"]
    for team in (0, 1):
        earned = sum(item["points"] for item in given_["items"] if item["team"] == team)
        assert given_["after"][team] == before[team] + earned
    accepted = any(isinstance(ending, dict) and "ordago" in ending for ending in question["lances"].values())
    reached = [team for team in (0, 1) if given_["after"][team] >= target]
    if accepted:
        assert given_["won_by"] is not None
    else:
        assert [given_["won_by"]] == (reached or [None])
    winning = [item for item in given_["items"][:-1] if given_["won_by"] == item["team"]]
    assert (
        before[given_["won_by"]] + sum(i["points"] for i in winning) < target if given_["won_by"] is not None else True
    )


@given(SEATS, st.sets(SEATS), st.sampled_from([1, 2]), st.randoms(use_true_random=False))
def test_betting_always_ends_and_exactly_the_player_to_speak_may_speak(
    mano: int, eligible: set[int], min_raise: int, chance: random.Random
) -> None:
    betting = opening(mano, frozenset(eligible), min_raise)
    calls: list[Call] = []
    for _ in range(200):
        may = [Call(s, c) for s in range(4) for c in CALLS if fault_of(betting, Call(s, c)) is None]
        assert {call.seat for call in may} == (set() if betting.to_speak is None else {betting.to_speak})
        if betting.outcome is not None:
            break
        # Raising for ever is allowed, so that chance must sometimes choose to answer.
        calls.append(chance.choice([call for call in may if call.call != "raise" or chance.random() < 0.5] or may))
        betting = after(betting, calls[-1])
    assert betting.outcome is not None
    asked = {"game": "mus", "ask": "bet", "lance": "grande", "mano": mano, "eligible": sorted(eligible)}
    plain = [[call.seat, call.call] for call in calls]
    assert answer({**asked, "calls": plain, "variant": {"min_raise": min_raise}}) == betting.outcome.plain()

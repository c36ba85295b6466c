"""The diagrams beside the rules: what is drawn, worked out by hand, and whether the engine plays as they show."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest

from rules_engine.asking import ask
from rules_engine.games import game_names
from rules_engine.suite.diagrams import diagram
from rules_engine.suite.fixtures import DIAGRAMS, Diagram
from rules_engine.suite.wording import words_of
from tests.suites import ours

SUITE = ours().suite
ENGLISH = SUITE.languages["en"]


def of(rule: str) -> Diagram:
    """Return the only diagram of a rule."""
    (found,) = SUITE.games[rule.partition(".")[0]].rules[rule].diagrams
    return found


def drawn(rule: str, lang: str = "en") -> Mapping[str, Any]:
    """Return the only diagram of a rule as it is drawn."""
    game = SUITE.games[rule.partition(".")[0]]
    examples = {example.id: example for example in game.examples}
    return diagram(of(rule), game.name, examples, words_of(game, SUITE.languages[lang]))


def faces(cards: list[dict[str, Any]]) -> list[str]:
    return [card["face"] for card in cards]


def test_every_game_has_its_seats_and_its_order_and_every_kind_is_drawn() -> None:
    kinds = {
        name: {each.kind for rule in game.rules.values() for each in rule.diagrams}
        for name, game in SUITE.games.items()
    }
    assert all(kinds[name] >= {"seats", "order", "waterfall"} for name in game_names())
    assert {kind for found in kinds.values() for kind in found} == set(DIAGRAMS)


# Waterfalls: what stood before, each amount, and what they come to


def falls(team: Mapping[str, Any]) -> list[tuple[str, int, int]]:
    return [(row["kind"], row["start"], row["to"]) for row in team["rows"]]


def test_a_round_of_mus_falls_from_what_stood_before_to_what_stands_after() -> None:
    # 12 before; grande 3, pares 2, their bonuses 1 + 3, juego’s bonus 3. 20 before; chica refused after a bet of 2.
    found = drawn("mus.count.order")
    a, b = found["teams"]
    more = [("more", 12, 15), ("more", 15, 17), ("more", 17, 21), ("more", 21, 24)]
    assert falls(a) == [("whole", 0, 12), *more, ("whole", 0, 24)]
    assert falls(b) == [("whole", 0, 20), ("more", 20, 22), ("whole", 0, 22)]
    assert (found["least"], found["most"]) == (0, 24)
    assert [row["amount_html"] for row in a["rows"]] == ["12", *_ltr("+3", "+2", "+4", "+3"), "24"]


def _ltr(*signed: str) -> list[str]:
    return [f'<bdi dir="ltr">{each}</bdi>' for each in signed]


def test_a_round_of_mor200_falls_below_nothing() -> None:
    # A: 90 card points, 100, 200, 100 for closing, -15 in hand. B: 15, -100, -200, in hand 10 + 10 + 5 + 10 + 20.
    found = drawn("mor200.round-score")
    a, b = found["teams"]
    assert [to for _, _, to in falls(a)] == [90, 190, 390, 490, 475, 475]
    assert falls(b) == [
        ("more", 0, 15), ("less", 15, -85), ("less", -85, -285), ("less", -285, -340), ("whole", 0, -340),
    ]  # fmt: skip
    assert (found["least"], found["most"]) == (-340, 490)


def test_basras_stand_on_top_of_the_majority() -> None:
    # A has 30 of the 52 cards and two basras, B two jack basras.
    a, b = drawn("basra.basras")["teams"]
    assert falls(a) == [("more", 0, 30), ("more", 30, 50), ("whole", 0, 50)]
    assert falls(b) == [("more", 0, 20), ("whole", 0, 20)]


# Cards


def test_a_capture_divides_into_its_like_and_a_group() -> None:
    # On the floor A♠ 7♥ K♣ 8♦; the 8♠ takes the other eight, and 7 + 1.
    found = drawn("basra.all-groups")
    assert [faces(played["cards"]) for played in found["played"]] == [["8S"]]
    assert [faces(group["cards"]) for group in found["groups"]] == [["8D"], ["7H", "AS"]]
    assert [group["label_html"] for group in found["groups"]] == ["same rank", *_ltr("7 + 1 = 8")]
    assert faces(found["left"]) == ["KC"]


def test_a_substitute_takes_the_gap_then_the_high_end_then_the_low_end() -> None:
    # 9♣ JK J♣; 5♥ 6♥ JK; and JK K♣ A♣, since nothing follows the ace.
    melds = drawn("mor200.substitute-place")["melds"]
    assert [faces([place["card"] for place in meld["places"]]) for meld in melds] == [
        ["9C", "JK", "JC"],
        ["5H", "6H", "JK"],
        ["JK", "KC", "AC"],
    ]
    assert [[place["stands"] for place in meld["places"]].index(True) for meld in melds] == [1, 2, 0]
    places = [next(place["place_html"] for place in meld["places"] if place["stands"]) for meld in melds]
    assert ['data-s="C"' in places[0], 'data-s="H"' in places[1], 'data-s="C"' in places[2]] == [True] * 3
    assert [rank in place for rank, place in zip(("10", "7", "Q"), places, strict=True)] == [True] * 3


def wins(better: str, worse: str, lance: str) -> bool:
    """Tell whether the engine prefers the first of two hands, although the second belongs to the mano."""
    hands = {"0": better, "1": worse}
    return ask({"game": "mus", "ask": "lance", "lance": lance, "mano": 1, "hands": hands})["winner"] == 0


def test_each_rank_of_mus_beats_the_next_and_equals_do_not_beat_each_other() -> None:
    rungs = [rung.cards.split() for rung in of("mus.rank-order").order]
    assert [len(rung) for rung in rungs] == [2, 1, 1, 1, 1, 1, 1, 2]
    alike = [[" ".join([card] * 4) for card in rung] for rung in rungs]
    for higher, lower in pairwise(alike):
        assert wins(higher[0], lower[0], "grande"), (higher, lower)
    for one, other in (alike[0], alike[-1]):
        assert not wins(one, other, "grande")
        assert not wins(other, one, "grande")


HANDS = {
    31: "R R C A",
    32: "3 3 6 6",
    40: "R R C C",
    37: "3 3 S 7",
    36: "R R C 6",
    35: "3 3 S 5",
    34: "R R C 4",
    33: "3 3 7 6",
}
"""A hand for every juego: kings, threes, knights and sotas are 10 each, the ace is 1."""


def test_each_juego_beats_the_next() -> None:
    scale = of("mus.juego.order").scale
    assert sorted(scale) == sorted(HANDS)
    for better, worse in pairwise(scale):
        assert wins(HANDS[better], HANDS[worse], "juego"), (better, worse)


def test_cards_of_basra_have_the_values_that_stand_below_them() -> None:
    rungs = of("basra.pack").order
    for rung in rungs[1:-1]:  # with an ace they make the next value, which the ten has not
        taken = ask(
            {"game": "basra", "ask": "capture", "table": f"{rung.cards} AH", "play": f"{(rung.value or 0) + 1}D"}
        )
        assert set(taken["captures"]) == {rung.cards, "AH"}, rung.cards
    assert (rungs[0].cards, rungs[0].value, rungs[-1].value) == ("10S", 10, None)
    nothing = {"game": "basra", "ask": "capture", "table": rungs[-1].cards, "play": "10D"}
    assert ask(nothing)["captures"] == []


def test_a_suit_of_mor200_laid_in_its_order_is_the_longest_sequence() -> None:
    cards = [rung.cards for rung in of("mor200.order").order]
    answer = ask({"game": "mor200", "ask": "meld", "cards": " ".join(cards)})
    assert answer["class"] == "mor1000"
    assert [place["card"] for place in answer["places"]] == cards


# Seats


@pytest.mark.parametrize("rule", [f"{name}.direction" for name in game_names()])
def test_play_goes_round_to_the_right_from_the_dealer(rule: str) -> None:
    found = drawn(rule)["seats"]
    assert [seat["seat"] for seat in found] == [0, 1, 2, 3]
    assert [seat["team"] for seat in found] == [0, 1, 0, 1]
    assert [seat["deals"] for seat in found] == [False, False, False, True]
    assert [bool(seat["first_html"]) for seat in found] == [True, False, False, False]


def test_the_engine_begins_on_the_dealers_right_and_goes_on_to_the_right() -> None:
    began = {"game": "basra", "ask": "play", "setup": {"seed": 1}, "moves": []}
    state = ask(began)
    first = state["to_move"]
    assert first == (state["state"]["dealer"] + 1) % 4
    after = ask({**began, "moves": [state["legal"][0]]})
    assert after["to_move"] == (first + 1) % 4


def test_in_arabic_numbers_stand_in_runs_of_their_own() -> None:
    rows = drawn("mus.count.order", "ar")["teams"][0]["rows"]
    assert [row["amount_html"] for row in rows] == _ltr("12", "+3", "+2", "+4", "+3", "24")

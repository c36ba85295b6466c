"""Whole matches of Mor 200: what must hold at every step, and each guard and option worked out by hand."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from dataclasses import asdict, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine import Unusable, ask, tables
from rules_engine.cards import Card
from rules_engine.match import HIDDEN, course, setup_of
from rules_engine.mor200.hands import growing, sequences, sorted_hand, suits_of
from rules_engine.mor200.match import MATCH, PACK, Deal, Move, State, played, round_points
from rules_engine.mor200.sequences import Variant, arrange, is_wild
from rules_engine.mor200.table import TABLING
from rules_engine.reading import Fault
from rules_engine.suite.wording import words_of
from rules_engine.tables import Chosen
from tests.suites import ours

SETUP: Any = setup_of(Deal)
SEEDS = st.integers(0, 2**40)
CHANCE = st.integers(0, 2**40).map(random.Random)
VARIANTS = st.builds(
    Variant,
    target=st.sampled_from([1, 300, 1500, 3200]),
    pile_take=st.sampled_from(["new", "new_or_extend"]),
    indirect_take=st.booleans(),
    two_substitutes=st.booleans(),
    close_by_meld=st.booleans(),
    stock_out=st.sampled_from(["end_round", "eleven_becomes_stock"]),
)


def eager(moves: list[Move], chance: random.Random) -> Move:
    """Choose a move that mostly takes piles, lays and adds what it can, so that hands grow, empty and close."""
    if chance.random() < 0.85:
        laying = [move for move in moves if move.what in ("take", "meld", "add")]
        moves = laying or moves
    return moves[chance.randrange(len(moves))]


def steps(seed: int, variant: Variant, chance: random.Random, most: int) -> list[tuple[State, Move, State]]:
    state = MATCH.begin(SETUP(seed=seed), variant)
    found: list[tuple[State, Move, State]] = []
    while state.to_move is not None and len(found) < most:
        moves = list(MATCH.legal_moves(state))
        assert moves, "nobody is ever stuck"
        move = eager(moves, chance)
        after = MATCH.apply(state, move)
        found.append((state, move, after))
        state = after
    return found


@given(SEEDS, VARIANTS, CHANCE)
@settings(max_examples=25, deadline=None)
def test_every_card_is_in_exactly_one_place_and_nobody_is_stuck(
    seed: int, variant: Variant, chance: random.Random
) -> None:
    for before, move, after in steps(seed, variant, chance, 600):
        for state in (before, played(before, move), after):
            cards = [card for place in MATCH.places(state).values() for card in place]
            assert Counter(cards) == Counter(PACK)
        seen = [card for place in MATCH.places(MATCH.view(after, None)).values() for card in place]
        assert len(seen) == len(PACK)
        for hand, known in zip(after.hands, after.known, strict=True):
            assert hand == sorted_hand(hand)
            assert Counter(known) <= Counter(hand)
        for melds in after.melds:
            for meld in melds:
                run = arrange(meld, variant)
                assert run is not None
                assert run.cards == meld
        assert hash(after) is not None


@given(SEEDS, VARIANTS, CHANCE)
@settings(max_examples=25, deadline=None)
def test_a_view_knows_the_same_moves_and_reasons(seed: int, variant: Variant, chance: random.Random) -> None:
    for state, move, _ in steps(seed, variant, chance, 150):
        view = MATCH.view(state, state.to_move)
        moves = list(MATCH.legal_moves(state))
        assert list(MATCH.legal_moves(view)) == moves
        assert len(set(moves)) == len(moves)
        assert MATCH.turn(view) == MATCH.turn(state) != ()
        for each in {*chance.sample(moves, min(len(moves), 8)), move}:
            assert MATCH.forbids(state, each) == MATCH.forbids(view, each) == ()
            assert MATCH.why(state, each) == MATCH.why(view, each) != ()
            assert MATCH.read(state, str(each)) == MATCH.read(view, f"  {each} ") == each
        nobody = MATCH.view(state, None)
        for seat in range(4):
            seen = MATCH.view(state, seat)
            assert seen.hands[seat] == state.hands[seat]
            assert set(seen.hands[seat - 1]) <= {HIDDEN}
            assert (seen.pile, seen.melds) == (nobody.pile, nobody.melds) == (state.pile, state.melds)


@given(SEEDS, VARIANTS, CHANCE)
@settings(max_examples=25, deadline=None)
def test_what_is_not_listed_is_forbidden(seed: int, variant: Variant, chance: random.Random) -> None:
    for state, _, _ in steps(seed, variant, chance, 120):
        listed = set(MATCH.legal_moves(state))
        for text in chance.sample(texts(state, chance), 12):
            move = MATCH.read(state, text)
            assert not isinstance(move, Fault), text
            assert (MATCH.forbids(state, move) == ()) == (move in listed), text
            assert MATCH.read(state, str(move)) == move


def texts(state: State, chance: random.Random) -> list[str]:
    """Return moves that can be read, many of them nearly legal."""
    seat = state.to_move
    assert seat is not None
    melds = state.melds[seat % 2]
    top = state.pile[-1] if state.pile else Card("JK")
    some = [*state.hand, *chance.sample(PACK, 3)]
    found = [f"{seat} draw", f"{seat} pass", f"{(seat + 1) % 4} draw", f"{seat} take {chance.choice(PACK)} with 7D"]
    for card in some:
        found += [f"{seat} discard {card}", f"{seat} take {top} with {card}"]
        found += [f"{seat} add {number} {card}" for number in range(1, len(melds) + 2)]
        found += [f"{seat} take {top} to {number}" for number in range(1, len(melds) + 2)]
        found += [f"{seat} take {top} to {number} with {card}" for number in range(1, len(melds) + 1)]
    for _ in range(10):
        suit = chance.choice("SHDC")
        near = [card for card in state.hand if card.suit == suit or is_wild(card)]
        size = chance.randint(1, 6)
        cards = " ".join(map(str, chance.sample(near, min(len(near), size)) or [chance.choice(PACK)]))
        found += [f"{seat} meld {cards}", f"{seat} take {top} with {cards}"]
    return found


@given(SEEDS, VARIANTS, CHANCE)
@settings(max_examples=30, deadline=None)
def test_a_record_replays_to_the_same_match(seed: int, variant: Variant, chance: random.Random) -> None:
    went = steps(seed, variant, chance, 200)
    replayed = course(MATCH, SETUP(seed=seed), variant, [str(move) for _, move, _ in went])
    assert not hasattr(replayed, "fault")
    assert replayed.last == went[-1][2]


@given(SEEDS, VARIANTS, CHANCE)
@settings(max_examples=30, deadline=None)
def test_a_round_brings_what_the_question_of_the_score_says(seed: int, variant: Variant, chance: random.Random) -> None:
    rounds = 0
    for before, move, after in steps(seed, variant, chance, 3000):
        end = played(before, move)
        if end.phase not in ("closed", "passed"):
            assert after.score == before.score
            continue
        rounds += 1
        asked = {
            "game": "mor200",
            "ask": "score",
            "variant": {"two_substitutes": variant.two_substitutes},
            "teams": [
                {
                    "melds": [[*map(str, meld)] for meld in end.melds[team]],
                    "hands": [[*map(str, end.hands[team])], [*map(str, end.hands[team + 2])]],
                    "took_11": end.took_11[team],
                    "closed": end.phase == "closed" and not all(end.hands[team::2]),
                }
                for team in (0, 1)
            ],
        }
        points: Any = ask(asked)["points"]
        assert points == round_points(end).value["points"]
        assert [*after.score] == [a + b for a, b in zip(before.score, points, strict=True)]
        won = max(after.score) >= variant.target and after.score[0] != after.score[1]
        assert (after.won_by is not None) == won == (after.to_move is None)
        if won:
            assert after.score[after.won_by or 0] == max(after.score)
        else:
            assert after.deal == before.deal + 1
            assert after.starter == after.to_move == (before.starter + 1) % 4
    assert rounds


@given(SEEDS, VARIANTS, CHANCE)
@settings(max_examples=15, deadline=None)
def test_all_ways_to_add_the_top_card_to_a_sequence_are_listed(
    seed: int, variant: Variant, chance: random.Random
) -> None:
    for state, move, _ in steps(seed, replace(variant, pile_take="new_or_extend"), chance, 250):
        melds = state.melds[move.seat % 2]
        if state.phase != "take" or len(state.hand) > 8 or not melds:
            continue
        listed = set(MATCH.legal_moves(state))
        number = chance.randint(1, len(melds))
        for size in range(4):
            for cards in set(itertools.combinations(state.hand, size)):
                each = Move(move.seat, "take", cards, number, state.pile[-1])
                assert (MATCH.forbids(state, each) == ()) == (each in listed), each


@given(CHANCE, st.booleans())
@settings(max_examples=150, deadline=None)
def test_the_fast_search_finds_the_sequences_that_arranging_finds(chance: random.Random, two: bool) -> None:
    variant = Variant(two_substitutes=two)
    suit = chance.choice("SHDC")
    near = [card for card in PACK if card.suit == suit or is_wild(card)]
    hand = sorted_hand(chance.sample(near, chance.randint(3, 10)))
    all_sets = {cards for size in range(3, 11) for cards in itertools.combinations(hand, size)}
    slow = {run.cards for cards in all_sets if (run := arrange(cards, variant))}
    fast = [cards for own in suits_of(hand) for cards in sequences(own, 1 + two)]
    assert len(fast) == len(set(fast))
    assert set(fast) == slow
    for meld in chance.sample(fast, min(3, len(fast))):
        assert growing(meld, two) == {card for card in PACK if arrange((*meld, card), variant)}


# Worked out by hand

ONE, TWO = "3S 4S 5S 6S 7S 8S 9H 10H JH QH KH", "2C KS KS KD KD 9D 9D QD QD JS JS"
ELEVEN = "AH JK 3D 4D 5D 7C 8C 9C 10C JC QC"


def deal(hand: str = ONE, pack: str = "4D", eleven: str = ELEVEN, **other: Any) -> dict[str, Any]:
    """Write out a deal: seat 0 has *hand* and its team this 11-pile, the stock begins with *pack*.

    *other* holds ``starter``, ``upcard``, ``right``, ``partner`` or ``left`` (hands of seats 1 to 3), and ``stock``,
    how many cards the stock has. Whatever is left out is filled up with the cards that are left, in a fixed order.
    """
    given_ = {"hand": hand, "eleven": eleven, "pack": pack, "upcard": other.get("upcard", "QS")}
    given_ |= {name: other[name] for name in ("partner", "right", "left") if name in other}
    rest = Counter(map(str, PACK)) - Counter(" ".join(given_.values()).split())
    left = sorted(rest.elements())
    random.Random(7).shuffle(left)

    def filled(name: str, count: int) -> list[str]:
        cards = str(given_.get(name, "")).split()
        return cards + [left.pop() for _ in range(count - len(cards))]

    hands = [filled(name, 11) for name in ("hand", "right", "partner", "left")]
    elevens = [filled("eleven", 11), filled("their", 11)]
    return {
        "starter": other.get("starter", 0),
        "hands": hands,
        "elevens": elevens,
        "upcard": given_["upcard"],
        "pack": filled("pack", other.get("stock", 39)),
    }


def question(moves: str, variant: dict[str, Any] | None = None, **setup: Any) -> dict[str, Any]:
    score = setup.pop("score", [0, 0])
    written = {"deals": [deal(**setup)], "score": score}
    return {"game": "mor200", "setup": written, "moves": moves.split("; "), "variant": variant or {}}


def play(moves: str, variant: dict[str, Any] | None = None, **setup: Any) -> Any:
    return ask({**question(moves, variant, **setup), "ask": "play", "view": 0})


def refused(move: str, moves: str, variant: dict[str, Any] | None = None, **setup: Any) -> str:
    """Return the rule, and its case, that forbids a move."""
    answer: Any = ask({**question(moves, variant, **setup), "ask": "why_not", "move": move})
    assert not answer["legal"]
    return named(answer["because"][0])


def allowed(move: str, moves: str, variant: dict[str, Any] | None = None, **setup: Any) -> list[str]:
    """Return the rules by which a legal move does what it does."""
    answer: Any = ask({**question(moves, variant, **setup), "ask": "why_not", "move": move})
    assert answer["legal"], answer
    return [named(reason) for reason in answer["because"]]


def named(reason: dict[str, Any]) -> str:
    return str(reason["rule"]).removeprefix("mor200.") + (f"/{reason['case']}" if "case" in reason else "")


LAID = "0 draw; 0 meld 3S 4S 5S 6S 7S 8S"
"""Six cards of hearts and the card drawn remain."""
HEARTS = "0 meld 9H 10H JH QH KH"


def test_before_the_eleven_melding_may_not_stop_at_one_card() -> None:
    assert refused(HEARTS, LAID) == "leaves-one/blocked"
    assert allowed("0 meld 9H 10H JH QH", LAID)
    legal = play(LAID)["legal"]
    assert HEARTS not in legal
    assert "0 meld 9H 10H JH QH" in legal


def test_one_card_may_be_left_if_it_can_be_added() -> None:
    assert "leaves-one/added" in allowed(HEARTS, LAID, pack="9S")
    stuck = f"{LAID}; {HEARTS}"
    assert play(stuck, pack="9S")["legal"] == ["0 add 1 9S"]
    assert refused("0 discard 9S", stuck, pack="9S") == "leaves-one/discard"
    assert "eleven-taken" in allowed("0 add 1 9S", stuck, pack="9S")
    answer = play(f"{stuck}; 0 add 1 9S", pack="9S")
    assert answer["to_move"] == 0
    assert sorted(answer["state"]["hands"]["0"]) == sorted(ELEVEN.split())
    assert answer["state"]["took_11"] == [True, False]
    assert answer["state"]["elevens"] == [0, 11]


TAKEN = f"{LAID}; {HEARTS}; 0 add 1 9S; 0 meld 3D 4D 5D"
"""The 11-pile is taken and begun; there is a mor200, but no mor100 yet: AH JK 7C 8C 9C 10C JC QC remain."""


def test_after_the_eleven_one_card_may_be_left_only_to_close_with() -> None:
    six = "0 meld 7C 8C 9C 10C JC QC"
    assert refused(six, f"{TAKEN}; 0 add 2 AH", pack="9S") == "leaves-one-later/blocked"
    ready = f"{TAKEN}; 0 add 2 AH; 0 add 2 JK"
    assert refused(six, ready, pack="9S") == "keep-one/meld"
    five = "0 meld 7C 8C 9C 10C JC"
    assert "leaves-one-later/closes" in allowed(five, ready, pack="9S")
    last = f"{ready}; {five}"
    assert refused("0 add 4 QC", last, pack="9S") == "keep-one/meld"
    assert play(last, pack="9S")["legal"] == ["0 discard QC"]
    assert "close/closes" in allowed("0 discard QC", last, pack="9S")


CLOSED = f"{TAKEN}; 0 add 2 AH; 0 add 2 JK; 0 meld 7C 8C 9C 10C JC; 0 discard QC"


def test_closing_is_counted_as_by_hand() -> None:
    answer = play(CLOSED, pack="9S", partner="2H 3C 3C 4H 4H 5H 5H 6H 6H 7H 7H", right=TWO, score=[3000, -50])
    # Spades 35, hearts 20 + 5 + 50, diamonds 15, clubs 35; 100 + 200, closing 100; the partner holds 20 + 50.
    ours = 35 + 75 + 15 + 35 + 300 + 100 - 70
    assert answer["score"][0] == 3000 + ours == 3490
    assert (answer["over"], answer["won_by"], answer["to_move"]) == (True, 0, None)
    assert [named(reason) for reason in answer["because"]][-1:] == ["target/won"]
    left = -(answer["score"][1] + 50 + 100 + 200)
    assert left > 110, "both hands of the other team are subtracted; that on the right is worth 110"


def test_deals_used_up_leave_nobody_to_move() -> None:
    answer = play(CLOSED, pack="9S")
    assert (answer["over"], answer["to_move"], answer["legal"]) == (False, None, [])
    assert [named(reason) for reason in answer["because"]][-1:] == ["target/open"]
    with pytest.raises(Unusable) as caught:
        play(f"{CLOSED}; 1 draw", pack="9S")
    assert caught.value.faults[0].kind == "deals_used_up"


def test_both_reach_the_target_and_the_higher_wins_or_another_round_is_played() -> None:
    level = [3200, 3200]
    tie = play("0 draw", score=level)
    assert (tie["over"], tie["to_move"]) == (False, 0)
    before: Any = ask({**question("0 draw", score=level), "moves": [], "ask": "play"})
    assert [named(reason) for reason in before["because"]] == ["both-reach/tie", "direction/first", "turn/take"]
    answer = play(CLOSED, {"target": 1500}, pack="9S", score=level)
    assert answer["score"][0] > 3200 > answer["score"][1] > 1500
    assert answer["won_by"] == 0
    assert [named(reason) for reason in answer["because"]][-2:] == ["both-reach/higher", "target/won"]


def test_a_score_that_has_won_already_ends_the_match() -> None:
    answer: Any = ask({"game": "mor200", "ask": "play", "setup": {"deals": [deal()], "score": [10, 3200]}, "view": 0})
    assert (answer["won_by"], answer["to_move"], answer["legal"]) == (1, None, [])


def test_close_by_meld() -> None:
    option: dict[str, Any] = {"close_by_meld": True}
    before = f"{TAKEN}; 0 add 2 AH"
    assert refused("0 meld 7C 8C 9C 10C JC QC", before, pack="9S") == "leaves-one-later/blocked"
    assert "close-by-meld" in allowed("0 meld 7C 8C 9C 10C JC QC", before, option, pack="9S")
    last = f"{before}; 0 meld 7C 8C 9C 10C JC QC"
    assert refused("0 discard JK", last, option, pack="9S") == "eleven.last-card"
    assert play(last, option, pack="9S")["legal"] == ["0 add 2 JK", "0 add 4 JK"], "each makes a mor100"
    assert allowed("0 add 2 JK", last, option, pack="9S")[-2:] == ["close-by-meld", "close/closes"]
    assert play(f"{last}; 0 add 2 JK", option, pack="9S")["score"][0] > 0
    # With the ace and the joker left there are still two cards, and one of them is discarded.
    assert allowed("0 discard AH", f"{TAKEN}; 0 meld 7C 8C 9C 10C JC QC", option, pack="9S") == ["must-discard"]


def test_indirect_take() -> None:
    option: dict[str, Any] = {"indirect_take": True}
    assert "indirect-take/pile" in allowed(HEARTS, LAID, option)
    left = f"{LAID}; {HEARTS}"
    assert allowed("0 discard 4D", left, option) == ["must-discard", "indirect-take/close"]
    answer = play(f"{left}; 0 discard 4D", option)
    assert answer["to_move"] == 1
    assert sorted(answer["state"]["hands"]["0"]) == sorted(ELEVEN.split())
    assert answer["state"]["took_11"] == [True, False]


def test_the_order_of_a_turn() -> None:
    assert refused("0 meld 3S 4S 5S", "0 draw; 0 discard 4D; 1 draw") == "turn/other_seat"
    assert refused("0 meld 3S 4S 5S", "0 draw; 0 discard 4D") == "turn/other_seat"
    begin = {**question("0 draw"), "moves": [], "ask": "why_not"}
    for move, rule in [
        ("0 meld 3S 4S 5S", "turn/take_first"),
        ("0 discard 3S", "turn/take_first"),
        ("0 pass", "stock-out/no_pass"),
        ("0 take KS with 3S 4S", "take-pile/other"),
        ("0 take QS with JS 10S", "turn/not_in_hand"),
        ("0 take QS with 3S 4S", "consecutive"),
        ("0 take QS with 3S", "new-sequence/few"),
        ("0 take QS", "new-sequence/few"),
    ]:
        answer: Any = ask({**begin, "move": move})
        assert not answer["legal"]
        assert named(answer["because"][0]) == rule, move
    for move, rule in [
        ("0 draw", "turn/taken"),
        ("0 pass", "turn/taken"),
        ("0 take QS with 3S 4S", "turn/taken"),
        ("0 discard KS", "turn/not_in_hand"),
        ("0 meld 3S 4S", "at-least-three"),
        ("0 meld 3S 5S 6S", "consecutive"),
        ("0 add 1 3S", "add/none"),
    ]:
        assert refused(move, "0 draw") == rule, move
    assert allowed("0 discard KH", "0 draw") == ["must-discard"]
    assert refused("0 add 1 KH", f"{LAID}") == "one-suit"


def test_moves_that_cannot_be_read() -> None:
    for text in ("0", "0 meld", "0 meld 5X", "0 add 8S", "0 add 1", "0 add 1 8S 9S", "0 discard", "0 sing", "0 take"):
        with pytest.raises(Unusable) as caught:
            ask({**question("0 draw"), "ask": "why_not", "move": text})
        assert [fault.kind for fault in caught.value.faults] == ["unreadable_move"], text
    with pytest.raises(Unusable) as caught:
        ask({**question("0 draw"), "ask": "why_not", "move": "4 draw"})
    assert [(fault.kind, fault.data["example"]) for fault in caught.value.faults] == [("move_without_seat", "0 draw")]
    tolerant = play("0 draw; 0 MELD 8s, 7s,6s")
    assert tolerant["state"]["melds"] == [[["6S", "7S", "8S"]], []]


def test_taking_the_pile_makes_its_cards_known() -> None:
    moves = "0 draw; 0 discard 9H; 1 draw; 1 discard 2C; 2 take 2C with 3C 4C"
    answer = play(moves, right=TWO, partner="3C 4C 7H 7H 8H 8H 10D 10D JD JD 6H")
    assert answer["state"]["melds"] == [[["2C", "3C", "4C"]], []]
    assert answer["state"]["pile"] == []
    assert answer["state"]["known"] == [[], [], ["QS", "9H"], []]
    assert answer["state"]["in_hand"] == [11, 11, 11, 11]
    after = play(f"{moves}; 2 discard 9H", right=TWO, partner="3C 4C 7H 7H 8H 8H 10D 10D JD JD 6H")
    assert after["state"]["known"] == [[], [], ["QS"], []]


def test_new_or_extend() -> None:
    option: dict[str, Any] = {"pile_take": "new_or_extend"}
    # Seat 1 discards a card that fits the sequence of hearts for seat 2.
    given_: dict[str, Any] = {
        "right": "8H KS KS KD KD 9D 9D QD QD JS JS",
        "partner": "7H 6H 2H 2S 2S 10D 10D JD JD 3C 3C",
    }
    moves = "0 draw; 0 meld 9H 10H JH QH KH; 0 discard 4D; 1 draw; 1 discard 8H"
    assert refused("2 take 8H to 1", moves, **given_) == "new-sequence/table"
    assert "new-or-extend" in allowed("2 take 8H to 1", moves, option, **given_)
    assert "new-or-extend" in allowed("2 take 8H to 1 with 7H", moves, option, **given_)
    assert refused("2 take 8H to 2", moves, option, **given_) == "add/none"
    taken = play(f"{moves}; 2 take 8H to 1 with 7H 6H", option, **given_)
    assert taken["state"]["melds"][0] == [["6H", "7H", "8H", "9H", "10H", "JH", "QH", "KH"]]
    assert taken["state"]["known"][2] == ["QS", "4D"]
    short = play(f"{moves}; 2 take 8H", option, **given_)
    assert short["state"]["melds"][0] == [["8H", "9H", "10H", "JH", "QH", "KH"]]


def test_two_substitutes() -> None:
    hand = "4S JK 6S 7S 2H 9S 10S KD KD QC 3H"
    assert refused("0 meld 4S JK 6S 7S 2H 9S 10S", "0 draw", hand=hand, eleven="AH") == "one-substitute"
    option: dict[str, Any] = {"two_substitutes": True}
    assert "two-substitutes/long" in allowed("0 meld 4S JK 6S 7S 2H 9S 10S", "0 draw", option, hand=hand, eleven="AH")


def test_an_empty_stock() -> None:
    out = "0 draw; 0 discard 4D"
    short: dict[str, Any] = {"stock": 1, "right": TWO}
    assert refused("1 draw", out, **short) == "stock-out/no_draw"
    assert allowed("1 pass", out, **short) == ["stock-out/pass"]
    answer: Any = ask({**question(out, **short), "ask": "play", "view": 1})
    assert answer["legal"] == ["1 pass"], "no cards go with 4D"
    assert [named(reason) for reason in answer["because"]] == ["direction/next", "stock-out/turn"]
    end = play(f"{out}; 1 pass", **short)
    assert all(points < -300 for points in end["score"])
    took = ask({**question(out, stock=1, right="3D 5D KS KS KD KD 9D 9D QD QD 8S"), "ask": "play", "view": 1})
    assert took["legal"] == ["1 pass", "1 take 4D with 3D 5D"]


def test_an_eleven_becomes_the_stock() -> None:
    option: dict[str, Any] = {"stock_out": "eleven_becomes_stock"}
    out = "0 draw; 0 discard 4D"
    assert allowed("0 discard 4D", "0 draw", option, stock=1) == ["must-discard", "eleven-becomes-stock/now"]
    answer = play(out, option, stock=1)
    assert (answer["state"]["stock"], answer["state"]["elevens"]) == (11, [11, 0])
    assert answer["state"]["took_11"] == [False, False]
    # The team cannot take it any more: laying must leave two cards, even where a card could still be added.
    rich: dict[str, Any] = {"stock": 1, "right": "3C 4C 5C 6C 7C 8C 9C 10C JC QC KC", "eleven": "AH"}
    seen: Any = ask({**question(f"{out}; 1 draw", option, **rich), "ask": "play", "view": 1})
    assert all(len(move.split()) - 2 <= 10 for move in seen["legal"])
    assert refused("1 meld 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC", f"{out}; 1 draw", option, **rich) == (
        "eleven-becomes-stock/few"
    )
    state = MATCH.begin(SETUP(seed=1), Variant(stock_out="eleven_becomes_stock"))
    renewed = 0
    while state.deal == 0:
        moves = MATCH.legal_moves(state)
        after = MATCH.apply(state, moves[-1] if state.phase == "meld" else moves[0])
        if after.deal == 0 and len(after.stock) > len(state.stock):
            assert len(after.stock) == 11
            renewed += 1
        state = after
    assert renewed == 2, "39 + 11 + 11 cards are drawn, then the round ends"


def test_a_deal_written_out_must_fit_the_pack() -> None:
    for name, value, path in [
        ("upcard", "3S 4S", "setup.deals[0].upcard"),
        ("hands", [["3S"] * 11] * 4, "setup.deals[0].hands[0]"),
        ("pack", "3S 3S 3S", "setup.deals[0].pack"),
        ("starter", 4, "setup.deals[0].starter"),
    ]:
        with pytest.raises(Unusable) as caught:
            ask({"game": "mor200", "ask": "play", "setup": {"deals": [{**deal(), name: value}]}})
        assert [fault.path for fault in caught.value.faults] == [path]


def test_the_starter_moves_to_the_right_and_written_deals_go_over_into_the_seed() -> None:
    setup = {"deals": [deal(starter=2, pack="", stock=0)], "seed": 5}
    answer: Any = ask({"game": "mor200", "ask": "play", "setup": setup, "moves": ["2 pass"], "view": 3})
    assert (answer["to_move"], answer["state"]["starter"], answer["state"]["deal"]) == (3, 3, 1)
    seeded: Any = ask({"game": "mor200", "ask": "play", "setup": {"seed": 5}, "view": 3})
    assert seeded["state"]["stock"] == 39
    assert seeded["state"]["in_hand"] == [11] * 4


# On the table

SUITE = ours().suite
LANGUAGES = {code: words_of(SUITE.games["mor200"], language) for code, language in SUITE.languages.items()}


@given(SEEDS, VARIANTS, CHANCE, st.integers(0, 3), st.sampled_from(sorted(LANGUAGES)))
@settings(max_examples=8, deadline=None)
def test_every_position_can_be_drawn_in_every_language(
    seed: int, variant: Variant, chance: random.Random, seat: int, code: str
) -> None:
    asked: dict[str, Any] = {
        "game": "mor200", "ask": "play", "setup": {"seed": seed}, "moves": [], "variant": asdict(variant), "view": seat
    }  # fmt: skip
    summaries = 0
    for state, move, after in steps(seed, variant, chance, 300):
        asked["moves"].append(str(move))
        if chance.random() > 0.2 and after.deal == state.deal:
            continue
        own = after.hands[seat]
        chosen = [[f"hand[{seat}]", place] for place in chance.sample(range(len(own)), min(len(own), 2))]
        drawn = tables.table(asked, chosen, LANGUAGES[code])
        legal = {str(each) for each in MATCH.legal_moves(after)}
        for action in drawn["actions"]:
            assert after.to_move == seat
            assert (action["move"] in legal) is action["legal"]
        summaries += drawn["summary"] is not None
        assert sum(len(zone["cards"]) + zone["face_down"] for zone in drawn["zones"]) == len(PACK)
        shown = [card["text"] for zone in drawn["zones"] for card in zone["cards"]]
        assert Counter(shown) == Counter(
            str(card) for cards in MATCH.places(MATCH.view(after, seat)).values() for card in cards if card != HIDDEN
        )
    assert summaries or after.deal == 0


def actions(moves: str, chosen: str, variant: dict[str, Any] | None = None, **setup: Any) -> list[tuple[str, bool]]:
    """Return what seat 0 may do with the cards chosen of its hand: the moves, and whether they are legal."""
    asked = {**question(moves, variant, **setup), "ask": "play", "view": 0}
    answer: Any = ask(asked)
    hand: list[str] = answer["state"]["hands"]["0"]
    drawn = tables.table(asked, [["hand[0]", hand.index(card)] for card in chosen.split()], LANGUAGES["en"])
    return [(action["move"], action["legal"]) for action in drawn["actions"]]


def test_chosen_cards_make_the_moves() -> None:
    assert actions("0 draw", "") == []
    assert actions("0 draw", "5S 3S 4S") == [("0 meld 3S 4S 5S", True)]
    assert actions("0 draw", "3S 4S 9H") == [("0 meld 3S 4S 9H", False)]
    assert actions("0 draw", "3S 4S") == [("0 meld 3S 4S", False)]
    assert actions("0 draw", "3S") == [("0 discard 3S", True)]
    grown = "0 draw; 0 meld 5S 6S 7S"
    assert actions(grown, "8S") == [("0 add 1 8S", True), ("0 discard 8S", True)]
    assert actions(grown, "8S 4S") == [("0 add 1 4S", True), ("0 add 1 8S", True), ("0 meld 4S 8S", False)]
    assert actions(LAID, "9H 10H JH QH KH") == [(HEARTS, False)]
    back = "0 draw; 0 discard 3S; 1 draw; 1 discard 2C; 2 draw; 2 discard 2H; 3 draw; 3 discard 9S"
    others: dict[str, Any] = {"right": TWO, "partner": "2H 3C 3C 5C 5C 7H 7H 8D 8D AC AC", "left": "9S KC"}
    assert actions(back, "", **others) == [("0 draw", True)]
    assert actions(back, "7S 8S", **others) == [("0 take 9S with 7S 8S", True), ("0 draw", True)]
    assert actions(back, "4S 5S", **others) == [("0 draw", True), ("0 take 9S with 4S 5S", False)]


def test_the_log_tells_what_was_seen() -> None:
    state = MATCH.begin(SETUP(seed=11), Variant())
    seat = state.to_move
    assert seat is not None
    draw = MATCH.legal_moves(state)[0]
    after = MATCH.apply(state, draw)
    for viewer in (None, 0, 1, 2, 3):
        lines = TABLING.told(MATCH.view(state, viewer), draw, MATCH.view(after, viewer), viewer)
        assert [line.key for line in lines] == [f"tables.told.draws{'_card' if viewer == seat else ''}"]
    assert TABLING.summary(state, draw, after) is None
    table = TABLING.table(MATCH.view(after, seat), seat, (Chosen(f"hand[{seat}]", 0), Chosen("pile", 0)))
    assert [zone.path for zone in table.zones if zone.marks] == [f"hand[{seat}]"]


def test_a_round_that_is_closed_has_its_summary() -> None:
    asked = {**question(CLOSED, pack="9S", right=TWO), "ask": "play", "view": 0}
    drawn = tables.table(asked, [], LANGUAGES["en"])
    assert drawn["summary"]["lines_html"] == ["Team\u00a0A has closed the round."]
    assert [len(zone["cards"]) for zone in drawn["summary"]["zones"]] == [0, 11, 11, 11]
    assert "closes" not in drawn["log"][-1]["lines_html"][0]
    said = [line for entry in drawn["log"] for line in entry["lines_html"]]
    assert any("11-pile was taken" in line for line in said)
    assert any("now a mor100 sequence" in line for line in said)
    total = drawn["summary"]["table"]["total"]["cells_html"]
    assert total[0] == str(answer_of(asked)[0])


def answer_of(asked: dict[str, Any]) -> list[int]:
    score: Any = ask(asked)["score"]
    return list(score)

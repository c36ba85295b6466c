"""Whole matches of Basra: what must hold at every step of every match, and some worked out by hand."""

from __future__ import annotations

import itertools
import re
from random import Random
from typing import Any

import pytest

from rules_engine import ask
from rules_engine.basra.capture import Play, Variant, in_order
from rules_engine.basra.capture import forbids as forbids_capture
from rules_engine.basra.match import (
    MATCH,
    WHOLE_PACK,
    Deal,
    Move,
    counted,
    deal_round,
    last_card,
    played,
    winner,
    written,
)
from rules_engine.cards import FRENCH, Card
from rules_engine.match import HIDDEN, Broken, course, setup_of
from rules_engine.reading import Unusable
from rules_engine.suite.wording import words_of
from rules_engine.tables import table
from tests.suites import ours

SETUP: Any = setup_of(Deal)
VARIANTS = [
    Variant(),
    Variant(players=2),
    Variant(capture="free"),
    Variant(trail_allowed=True),
    Variant(tie="carry", card_points="levant", jack_basra=20, komi="sum_le_10", target=60),
    Variant(players=2, trail_allowed=True, tie="carry", jack_basra=0, komi="single_card", target=200),
    Variant(players=2, capture="free", trail_allowed=True, jack_basra=30, komi="never"),
]


def cards(text: str) -> tuple[Card, ...]:
    found = [FRENCH.card(word) for word in text.split()]
    assert None not in found
    return tuple(card for card in found if card)


def matches(variant: Variant, number: int, first: int = 0) -> Any:
    """Positions of whole matches played by chance, each with the move made in it and the position after it."""
    chance = Random(f"{variant} {first}")
    for seed in range(first, first + number):
        state = MATCH.begin(SETUP(seed=seed), variant)
        while state.to_move is not None:
            move = chance.choice(MATCH.legal_moves(state))
            after = MATCH.apply(state, move)
            yield state, move, after
            state = after
        assert state.won_by is not None


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_card_is_in_one_place(variant: Variant) -> None:
    for state, _, after in matches(variant, 8):
        for position in (state, after):
            found = [card for lying in MATCH.places(position).values() for card in lying]
            assert sorted(found) == sorted(WHOLE_PACK)
        assert state.to_move == (state.dealer + 1 + len(state.played)) % variant.players
        assert len(state.hands) == variant.players
        assert not {card for card in state.floor if card.rank == "J"} or state.played


@pytest.mark.parametrize("variant", VARIANTS)
def test_texts_read_back(variant: Variant) -> None:
    for state, _, _ in matches(variant, 4):
        moves = MATCH.legal_moves(state)
        assert len({str(move) for move in moves}) == len(moves)
        for move in moves:
            assert MATCH.read(state, str(move)) == move
            assert MATCH.read(state, f"  {str(move).lower()} ".replace(" ", "  ").upper()) == move


@pytest.mark.parametrize("variant", VARIANTS)
def test_legal_moves_are_those_that_nothing_forbids(variant: Variant) -> None:
    """Every set of floor cards is tried, as long as the floor is small, with every card and every way to write it."""
    chance = Random(str(variant))
    for state, _, _ in matches(variant, 3):
        legal = set(MATCH.legal_moves(state))
        assert all(MATCH.forbids(state, move) == () for move in legal)
        if len(state.floor) > 7 or chance.random() < 0.8:
            continue
        for seat, card in itertools.product(range(4), (*state.hands[state.to_move], chance.choice(WHOLE_PACK))):
            takes = [set_ for size in range(len(state.floor) + 1) for set_ in itertools.combinations(state.floor, size)]
            texts = [f"{seat} play {card}", f"{seat} play {card} lay"]
            texts += [f"{seat} play {card} take {' '.join(map(str, take))}" for take in takes]
            for text in texts:
                move = MATCH.read(state, text)
                assert isinstance(move, Move)
                assert (move in legal) is (not MATCH.forbids(state, move)), text


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_view_judges_as_the_whole_position(variant: Variant) -> None:
    for state, move, _ in matches(variant, 3):
        seat = state.to_move
        seen = MATCH.view(state, seat)
        assert seen.hands[seat] == state.hands[seat]
        hidden = [hand for each, hand in enumerate(seen.hands) if each != seat]
        assert {card for hand in (*hidden, seen.pack) for card in hand} <= {HIDDEN}
        assert [*MATCH.legal_moves(seen)] == [*MATCH.legal_moves(state)]
        assert MATCH.why(seen, move) == MATCH.why(state, move)
        assert MATCH.turn(seen) == MATCH.turn(state)
        wrong = Move(seat, move.card, written(state.floor[:1]))
        assert MATCH.forbids(seen, wrong) == MATCH.forbids(state, wrong)
        assert hash(seen) != hash(state)
        shown: Any = MATCH.plain(MATCH.view(state, None))
        assert shown["hands"][seat] == ["?"] * len(state.hands[seat])


@pytest.mark.parametrize("variant", VARIANTS)
def test_moves_do_what_the_capture_is_judged_to_be(variant: Variant) -> None:
    for state, move, _ in matches(variant, 3):
        after = played(state, move)
        done = after.played[-1]
        assert (done.seat, done.card) == (move.seat, move.card)
        assert not forbids_capture(Play(in_order(state.floor), move.card, variant), in_order(done.taken))
        if variant == Variant() and not done.taken:
            assert not Play(in_order(state.floor), move.card, variant).most
        rules = [reason.rule for reason in MATCH.why(state, move)]
        assert rules
        assert ("basra.basra-points" in rules or "basra.jack-basra.higher" in rules) is (done.points > 0)
        assert ("basra.round-added" in rules) is last_card(state)
        taken = 10 * sum(after.basras) + variant.jack_basra * sum(after.jack_basras)
        assert taken == sum(each.points for each in after.played)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_score_is_what_the_counts_add_up_to(variant: Variant) -> None:
    for state, move, after in matches(variant, 8):
        if not last_card(state):
            assert (after.score, after.deal) == (state.score, state.deal)
            continue
        count = counted(played(state, move))
        gains = [sum(item.points for item in count.tally.items if item.team == team) for team in (0, 1)]
        assert after.score == (state.score[0] + gains[0], state.score[1] + gains[1])
        assert sum(map(len, count.piles)) == 52
        assert after.carried == count.tally.carry
        assert after.won_by == winner(after.score, variant)
        if after.won_by is None:
            assert after.deal == state.deal + 1
            assert after.dealer == (state.dealer + 1) % variant.players
        else:
            assert after.score[after.won_by] >= variant.target
            assert after.score[after.won_by] > after.score[1 - after.won_by]
            assert MATCH.turn(after)


def test_matches_replay_from_their_record() -> None:
    for variant in VARIANTS[:3]:
        whole = [*matches(variant, 1, 20)]
        texts = [str(move) for _, move, _ in whole]
        went = course(MATCH, SETUP(seed=20), variant, texts)
        assert not isinstance(went, Broken)
        assert went.last == whole[-1][2]
        wrong = course(MATCH, SETUP(seed=20), variant, [*texts, "0 play 8S"])
        assert isinstance(wrong, Broken)
        assert wrong.fault.kind == "match_over"


# Worked out by hand. In these deals only the last four cards of each of two players are played, first seat 0.

TWO = {"players": 2}
DEAL = {"dealer": 1, "hands": ["QS 2C 5D KC", "10H 7C 3D KH"], "table": "QH 2S 4H 6D", "pack": ""}
"""Q takes Q, 10 takes 4 + 6, the 2 takes the 2 (basra of A), K takes K; left over are 7C 5D 3D: 4 to 8 cards."""
PLAYS = ["0 play QS", "1 play 10H", "0 play 2C", "1 play 7C", "0 play 5D", "1 play 3D", "0 play KC", "1 play KH"]
TIED = {"dealer": 1, "hands": ["QS 8C KC KD", "10H 10C 3D 9H"], "table": "QH 2S 4H 6D", "pack": ""}
"""Q takes Q, 10 takes 4 + 6, 10 takes 2 + 8 (basra of B), K takes K; left over are 3D 9H for A: 6 to 6 cards."""
TIED_PLAYS = ["0 play QS", "1 play 10H", "0 play 8C", "1 play 10C", "0 play KC", "1 play 3D", "0 play KD", "1 play 9H"]
LAST = {"dealer": 1, "hands": ["QS 2C 5D 5H", "10H 7C 3D 10S"], "table": "QH 2S 4H 6D", "pack": ""}
"""As DEAL, but the last 5 takes the 5 and the last 10 takes 7 + 3, all that lies there: a basra, 6 to 6 cards."""
LAST_PLAYS = ["0 play QS", "1 play 10H", "0 play 2C", "1 play 7C", "0 play 5D", "1 play 3D", "0 play 5H", "1 play 10S"]


def play(deals: list[Any], moves: list[str], score: tuple[int, int] = (0, 0), **more: Any) -> Any:
    variant = {**TWO, **more.pop("variant", {})}
    setup = {"deals": deals, "score": [*score], **({"seed": more.pop("seed")} if "seed" in more else {})}
    return ask({"game": "basra", "ask": "play", "setup": setup, "moves": moves, "variant": variant, **more})


def why_not(deals: list[Any], moves: list[str], move: str, score: tuple[int, int] = (0, 0), **variant: Any) -> Any:
    setup = {"deals": deals, "score": [*score]}
    options = {**TWO, **variant}
    return ask({"game": "basra", "ask": "why_not", "setup": setup, "moves": moves, "move": move, "variant": options})


def cited(answer: Any) -> list[str]:
    return [reason["rule"] + ("/" + reason["case"] if "case" in reason else "") for reason in answer["because"]]


def test_a_sweeping_card_of_the_first_floor_is_buried() -> None:
    floor = cards("JS 5H 7D 9C 2S JD 3S")
    others = tuple(card for card in WHOLE_PACK if card not in floor)
    hands, lying, pack, buried = deal_round((*others[:16], *floor, *others[16:]), 3, 4)
    assert [hand == in_order(others[4 * seat : 4 * seat + 4]) for seat, hand in enumerate(hands)] == [True] * 4
    assert lying == cards("5H 9C 2S 3S")
    assert buried == cards("JS 7D JD")
    assert pack == (*others[16:], *buried)


def test_the_dealers_right_is_dealt_to_first_and_the_dealer_last() -> None:
    hands, *_ = deal_round(WHOLE_PACK, 1, 4)
    assert [hand == in_order(WHOLE_PACK[start : start + 4]) for hand, start in zip(hands, (8, 12, 0, 4), strict=True)]
    state = MATCH.begin(SETUP(seed=1), Variant())
    rest = state.pack
    for _ in range(16):
        state = MATCH.apply(state, MATCH.legal_moves(state)[0])
    order = [(state.dealer + step) % 4 for step in (1, 2, 3, 4)]
    assert [state.hands[seat] for seat in order] == [in_order(rest[4 * n : 4 * n + 4]) for n in range(4)]
    assert (state.to_move, len(state.pack)) == (order[0], 16)


def test_two_play_six_deals() -> None:
    state = MATCH.begin(SETUP(seed=1), Variant(players=2))
    assert len(state.pack) == 40
    deals, seen = 1, {state.to_move}
    while state.deal == 0 and state.to_move is not None:
        before, state = state, MATCH.apply(state, MATCH.legal_moves(state)[0])
        deals += state.deal == 0 and len(state.pack) < len(before.pack)
        seen.add(state.to_move)
    assert deals == 6
    assert seen <= {0, 1, None}


def test_the_last_capture_takes_the_leftover() -> None:
    over = play([DEAL], PLAYS)
    assert over["state"]["captured"][1][-3:] == ["7C", "5D", "3D"]
    assert [len(pile) for pile in over["state"]["captured"]] == [4, 8]
    assert (over["score"], over["to_move"], over["over"]) == ([10, 30], None, False)
    assert cited(over)[-1:] == ["basra.rounds"]
    last = why_not([DEAL], PLAYS[:7], PLAYS[7])
    assert last["legal"]
    assert cited(last)[-5:] == [
        "basra.leftover", "basra.majority", "basra.basras", "basra.round-added", "basra.rounds",
    ]  # fmt: skip


def test_the_target_is_looked_at_after_the_count() -> None:
    won = play([DEAL], PLAYS, (80, 80))
    assert (won["score"], won["over"], won["won_by"]) == ([90, 110], True, 1)
    assert cited(won)[-1:] == ["basra.target"]
    before = play([DEAL], PLAYS[:7], (95, 80))  # the basra has been scored, but is counted later
    assert (before["score"], before["over"]) == ([95, 80], False)
    both = play([DEAL], PLAYS, (95, 85))
    assert (both["score"], both["won_by"], cited(both)[-1:]) == ([105, 115], 1, ["basra.both-reach"])
    equal = play([DEAL], PLAYS, (95, 75))
    assert (equal["score"], equal["won_by"], cited(equal)[-1:]) == ([105, 105], None, ["basra.both-reach/equal"])
    again = play([DEAL], PLAYS, (95, 75), seed=1)
    assert (again["to_move"], again["state"]["dealer"], again["state"]["round"]) == (1, 0, 1)
    assert cited(again) == ["basra.next-dealer", "basra.direction/first"]


def test_a_tie_pays_nobody_or_is_carried_over() -> None:
    nobody = play([TIED], TIED_PLAYS)
    assert (nobody["score"], nobody["state"]["carried"]) == ([0, 10], 0)
    carried = play([TIED, DEAL], TIED_PLAYS, variant={"tie": "carry"})
    assert (carried["score"], carried["state"]["carried"], carried["to_move"]) == ([0, 10], 30, 0)
    paid = play([TIED, DEAL], [*TIED_PLAYS, *PLAYS], variant={"tie": "carry"})
    assert (paid["score"], paid["state"]["carried"]) == ([10, 70], 0)


def test_the_last_card_can_be_a_basra() -> None:
    assert play([LAST], LAST_PLAYS)["score"] == [10, 10]
    assert "basra.last-card" in cited(why_not([LAST], LAST_PLAYS[:7], LAST_PLAYS[7]))


def test_without_a_capture_the_leftover_is_nobodys() -> None:
    laid = [move if move[-2:] in ("7C", "5D", "3D", "KC") else f"{move} lay" for move in PLAYS]
    laid[2] = "0 play 2C lay"
    over = play([DEAL], laid, variant={"trail_allowed": True})
    assert (over["score"], over["state"]["captured"], len(over["state"]["table"])) == ([0, 0], [[], []], 12)
    last = why_not([DEAL], laid[:7], laid[7], trail_allowed=True)
    assert cited(last)[:3] == ["basra.lay-freely", "basra.leftover.nobody", "basra.majority.tie"]


def test_a_choice_has_to_be_named() -> None:
    deal = {**DEAL, "table": "9S 9D AD 6C", "hands": ["10C 2C 5H 6D", "10H 7C 3D KH"]}
    legal = play([deal], [], view=0)["legal"]
    assert legal == [
        "0 play 10C take AD 9S", "0 play 10C take AD 9D", "0 play 6D", "0 play 5H", "0 play 2C",
    ]  # fmt: skip
    assert cited(why_not([deal], [], "0 play 10C")) == ["basra.choice/name"]
    assert cited(why_not([deal], [], "0 play 10C lay")) == ["basra.must-take"]
    assert cited(why_not([deal], [], "0 play 10C take 9S")) == ["basra.groups/not"]
    assert cited(why_not([deal], [], "0 play 10C take KC")) == ["basra.turns/floor"]
    assert cited(why_not([deal], [], "0 play 4C")) == ["basra.turns/hand"]
    assert cited(why_not([deal], [], "1 play 7C")) == ["basra.turns/not"]
    for text in ("0 play 10C take 9S AD", " 0  play 10c take ad  9s"):
        taken = play([deal], [text])
        assert taken["state"]["captured"][0] == ["9S", "AD", "10C"]
    assert play([deal], ["0 play 6D take 6C"]) == play([deal], ["0 play 6D"])
    assert play([deal], ["0 play 5H lay"]) == play([deal], ["0 play 5H"])


def test_laying_is_named_where_the_card_could_capture() -> None:
    deal = {**DEAL, "table": "8S 5H 3C 2S", "hands": ["8H JC 9H KC", "10H 7C 3D KH"]}
    assert play([deal], [], view=0, variant={"trail_allowed": True})["legal"] == [
        "0 play KC", "0 play JC", "0 play JC lay", "0 play 9H", "0 play 8H", "0 play 8H lay",
    ]  # fmt: skip
    assert play([deal], [], view=0, variant={"capture": "free"})["legal"] == [
        "0 play KC", "0 play JC", "0 play JC lay", "0 play 9H",
        "0 play 8H take 3C 5H 8S", "0 play 8H take 3C 5H", "0 play 8H take 8S", "0 play 8H lay",
    ]  # fmt: skip
    assert cited(why_not([deal], [], "0 play 8H", capture="free")) == ["basra.free-capture/name"]
    assert cited(why_not([deal], [], "0 play 8H lay", capture="free"))[0] == "basra.free-capture/nothing"


@pytest.mark.parametrize(
    ("deal", "path"),
    [
        ({**DEAL, "table": "QH JS 4H 6D"}, "setup.deals[0].table[1]"),
        ({**DEAL, "table": "QH QS 4H 6D"}, "setup.deals[0].table[1]"),
        ({**DEAL, "table": "QH 4H 6D"}, "setup.deals[0].table"),
        ({**DEAL, "pack": "9S 9H"}, "setup.deals[0].pack"),
        ({**DEAL, "dealer": 2}, "setup.deals[0].dealer"),
        ({**DEAL, "hands": ["QS 2C 5D", "10H 7C 3D KH"]}, "setup.deals[0].hands[0]"),
        ({**DEAL, "hands": ["QS 2C 5D KC", "10H 7C 3D KH", "9S 9D 9C 9H"]}, "setup.deals[0].hands"),
        ({**DEAL, "hands": ["QS 2C 5D KC", "10H 7C 3D KH", "9S 9D 9C 9H", "8S 8D 8C 8H"]}, "setup.deals[0].hands"),
    ],
)
def test_a_deal_that_cannot_be_is_refused_by_its_path(deal: Any, path: str) -> None:
    with pytest.raises(Unusable) as refused:
        play([deal], [])
    assert [fault.path for fault in refused.value.faults] == [path]


def test_what_cannot_be_read_is_refused() -> None:
    for text in (
        "0 play",
        "0 lay 8S",
        "0 play 11S",
        "0 play 8S with 3H",
        "0 play 8S take 3H 3H",
        "play 8S",
        "0 play 8S lay 3H",
    ):
        with pytest.raises(Unusable) as refused:
            why_not([DEAL], [], text)
        assert [fault.path for fault in refused.value.faults] == ["move"]
    with pytest.raises(Unusable):
        play([DEAL], [], view=2)
    with pytest.raises(Unusable) as refused:
        play([DEAL], ["0 play QS", "0 play 2C"])
    assert [(fault.path, fault.rule) for fault in refused.value.faults] == [("moves[1]", "basra.turns")]


# On the table

SUITE = ours().suite
LANGUAGES = {code: words_of(SUITE.games["basra"], language) for code, language in SUITE.languages.items()}
OPTIONS: list[dict[str, Any]] = [
    {},
    {"players": 2, "tie": "carry", "target": 200},
    {"capture": "free"},
    {"trail_allowed": True},
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_whole_matches_are_drawn(options: dict[str, Any], lang: str) -> None:
    """Whatever is chosen, every word is there, and what is offered is legal exactly if it says so."""
    chance, variant = Random(lang + str(options)), Variant(**options)
    texts = [str(move) for _, move, _ in matches(variant, 1, 7)]
    record = {"game": "basra", "setup": {"seed": 7}, "variant": options}
    whole = course(MATCH, SETUP(seed=7), variant, texts)
    assert not isinstance(whole, Broken)
    for made in sorted({*chance.sample(range(len(texts)), 12), 16, 32, 47, 48, len(texts)}):
        state = whole.states[made]
        for seat in range(variant.players):
            chosen = [[f"hand[{seat}]", chance.randrange(4)]] if made % 5 else []
            chosen += [["floor", place] for place in range(len(state.floor)) if chance.random() < 0.2]
            drawn = table({**record, "moves": texts[:made], "view": seat}, chosen, LANGUAGES[lang])
            legal = {str(move) for move in MATCH.legal_moves(state)}
            assert bool(drawn["actions"]) <= (seat == state.to_move)
            assert sum(action["main"] for action in drawn["actions"]) <= 1
            for action in drawn["actions"]:
                assert action["legal"] is (action["move"] in legal) is (not action["why"])
                assert bool(action["does"]) is action["legal"]
            up = [card["text"] for zone in drawn["zones"] for card in zone["cards"]]
            down = sum(zone["face_down"] for zone in drawn["zones"])
            assert len(up) + down == 52
            assert len(set(up)) == len(up)
            hidden = {str(card) for other, hand in enumerate(state.hands) if other != seat for card in hand}
            said = [line for each in drawn["log"] for line in each["lines_html"]]
            assert not hidden & set(up)
            assert made == 0 or (drawn["summary"] is not None) is last_card(whole.states[made - 1])
            assert all("{" not in line for line in said)


def chosen_actions(deal: Any, chosen: list[list[Any]], **variant: Any) -> list[tuple[str, bool, bool]]:
    question = {"game": "basra", "setup": {"deals": [deal]}, "variant": {**TWO, **variant}, "view": 0}
    drawn = table(question, chosen, LANGUAGES["en"])
    return [(re.sub("^0 play ", "", each["move"]), each["legal"], each["main"]) for each in drawn["actions"]]


def test_floor_cards_chosen_say_what_is_meant() -> None:
    deal = {**DEAL, "table": "9S 9D AD 6C", "hands": ["10C 2C 5H 6D", "10H 7C 3D KH"]}
    ten, ace, nine, six = ["hand[0]", 0], ["floor", 2], ["floor", 1], ["floor", 3]
    spade, diamond = "10C take AD 9S", "10C take AD 9D"
    assert chosen_actions(deal, []) == []
    assert chosen_actions(deal, [ace]) == []
    assert chosen_actions(deal, [ten]) == [(spade, True, True), (diamond, True, False)]
    assert chosen_actions(deal, [ten, ace, nine]) == [(diamond, True, True)]
    assert chosen_actions(deal, [ten, nine]) == [(diamond, True, True), ("10C take 9D", False, False)]
    assert chosen_actions(deal, [ten, six]) == [
        (spade, True, False), (diamond, True, False), ("10C take 6C", False, False),
    ]  # fmt: skip
    assert chosen_actions(deal, [["hand[0]", 1]]) == [("6D", True, True)]
    assert chosen_actions(deal, [["hand[0]", 2]], capture="free") == [("5H", True, True)]

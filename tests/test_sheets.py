"""Score sheets: their sums, worked out by hand and held against the questions that judge cards, and their page."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine import Unusable, ask, browser
from rules_engine.games import games
from rules_engine.reading import LONGEST_NAME
from rules_engine.sheets import page, sheeting_of
from rules_engine.suite import telling
from rules_engine.suite.wording import shipped_words, words_of
from tests.suites import ours
from tests.test_nonsense import ANYTHING

SUITE = ours().suite
LANGUAGES = ("ar", "de", "en")
WORDS = {(game, lang): words_of(SUITE.games[game], SUITE.languages[lang]) for game in SUITE.games for lang in LANGUAGES}
LRI, PDI, FSI = "\u2066", "\u2069", "\u2068"


def sheet(game: str, *rounds: dict[str, Any], **more: Any) -> dict[str, Any]:
    return ask({"game": game, "ask": "sheet", "rounds": [*rounds], **more})


def faults(game: str, *rounds: Any, **more: Any) -> dict[str, str]:
    with pytest.raises(Unusable) as caught:
        sheet(game, *rounds, **more)
    for fault in caught.value.faults:
        for lang in LANGUAGES:
            assert telling.message(fault, WORDS[game, lang])
    return {fault.path: fault.kind for fault in caught.value.faults}


def drawn(game: str, *rounds: Any, lang: str = "en", entry: Any = None, **more: Any) -> dict[str, Any]:
    return page({"game": game, "ask": "sheet", "rounds": [*rounds], **more}, entry, WORDS[game, lang])


# What is worked out by hand


def test_an_empty_sheet_says_why_nobody_has_won() -> None:
    for game in games():
        answer = sheet(game)
        assert (answer["totals"], answer["items"], answer["leader"]) == ([], [], None)
        assert not answer["over"]
        assert answer["because"]


def test_basra_adds_up_round_by_round() -> None:
    answer = sheet("basra", {"cards": [27, 25], "basras": [0, 3]}, {"cards": [25, 27], "basras": [1, 0]})
    assert answer["totals"] == [[30, 30], [40, 60]]
    assert answer["leader"] == 1


def test_basra_jack_basras_have_their_own_worth() -> None:
    line = {"cards": [30, 22], "basras": [1, 0], "jack_basras": [0, 2]}
    assert sheet("basra", line, variant={"jack_basra": 30})["totals"] == [[40, 60]]
    assert sheet("basra", line, variant={"jack_basra": 0})["totals"] == [[40, 0]]


def test_basra_ties_carry_until_somebody_has_more() -> None:
    tie = {"cards": [26, 26]}
    answer = sheet("basra", tie, tie, variant={"tie": "carry"})
    assert answer["carry"] == 60
    answer = sheet("basra", tie, tie, {"cards": [20, 32]}, variant={"tie": "carry"})
    assert (answer["totals"][-1], answer["carry"]) == ([0, 90], 0)


def test_a_level_score_over_the_target_is_not_the_end() -> None:
    level = {"cards": [26, 26], "basras": [6, 6]}
    answer = sheet("basra", level, level)
    assert answer["totals"][-1] == [120, 120]
    assert (answer["over"], answer["won_by"], answer["leader"]) == (False, None, None)
    assert answer["because"][-1]["rule"] == "basra.both-reach"
    assert sheet("basra", level, level, {"cards": [27, 25]})["won_by"] == 0


def test_both_over_the_target_the_higher_total_wins() -> None:
    answer = sheet("basra", {"cards": [30, 22], "basras": [5, 9]}, {"cards": [32, 20], "basras": [0, 4]})
    assert answer["totals"] == [[80, 90], [110, 130]]
    assert answer["won_by"] == 1


def test_mor200_totals_may_fall_below_nothing() -> None:
    bad = {"card_points": 20, "took_11": False, "hand_points": 60}
    good = {"card_points": 100, "mor200": 1, "mor100": 1, "closed": True}
    answer = sheet("mor200", {"teams": [bad, good]}, {"teams": [bad, good]})
    assert answer["totals"] == [[-340, 500], [-680, 1000]]
    assert "mor200.negative" in {reason["rule"] for reason in answer["because"]}


def test_mor200_a_mor1000_stands_in_for_a_mor200() -> None:
    whole = {"card_points": 115, "mor1000": 1}
    answer = sheet("mor200", {"teams": [whole, {"card_points": 0}]})
    assert answer["totals"] == [[1115, -200]]
    assert "mor200.mor1000-counts" in {reason["rule"] for reason in answer["because"]}


def test_mor200_level_over_the_target_is_not_the_end() -> None:
    same = {"card_points": 100, "mor200": 1}
    answer = sheet("mor200", {"teams": [same, same]}, variant={"target": 300})
    assert (answer["totals"], answer["over"]) == ([[300, 300]], False)


def test_mus_refusals_are_paid_first_and_may_end_the_game() -> None:
    first = {"grande": {"how": "accepted", "team": 0, "points": 39}}
    last = {
        "grande": {"how": "accepted", "team": 1, "points": 50},
        "juego": {"how": "refused", "team": 0, "holds": ["31", "none"]},
    }
    answer = sheet("mus", first, last)
    assert answer["totals"] == [[39, 0], [40, 0]]
    assert answer["won_by"] == 0
    assert "mus.count.order" in {reason["rule"] for reason in answer["because"]}


def test_mus_a_match_of_several_games_starts_each_from_nothing() -> None:
    win = {"grande": {"how": "ordago", "team": 1}}
    answer = sheet("mus", win, win, variant={"games": 3})
    assert (answer["games"], answer["over"], answer["won_by"]) == ([0, 2], True, 1)
    answer = sheet("mus", win, {"grande": {"how": "passed", "team": 0}}, variant={"games": 3})
    assert (answer["totals"], answer["leader"]) == ([[0, 0], [1, 0]], 1)


# What holds of any sheet

BASRA_ROUND = st.integers(0, 52).flatmap(
    lambda cards: st.fixed_dictionaries(
        {
            "cards": st.just([cards, 52 - cards]),
            "basras": st.tuples(st.integers(0, cards // 2), st.integers(0, (52 - cards) // 2)).map(list),
        }
    )
)


@given(st.lists(BASRA_ROUND, max_size=6), st.sampled_from(["none", "carry"]))
@settings(max_examples=60)
def test_basra_agrees_with_the_score_of_each_round(rounds: list[dict[str, Any]], tie: str) -> None:
    variant = {"tie": tie, "target": 100_000}
    answer = sheet("basra", *rounds, variant=variant)
    carried, total = 0, [0, 0]
    for line, items, totals in zip(rounds, answer["items"], answer["totals"], strict=True):
        scored = ask({"game": "basra", "ask": "score", **line, "carried": carried, "variant": {"tie": tie}})
        assert items == scored["items"]
        total = [a + b for a, b in zip(total, scored["points"], strict=True)]
        assert totals == total
        carried = scored["carry"]


PACK = [rank + suit for rank in "RCS765432A" for suit in "oceb"]


def dealt(chance: random.Random) -> tuple[list[list[str]], dict[str, Any], dict[str, Any]]:
    """Return four hands, how the betting about them went as ``count`` is told it, and as a sheet is."""
    cards = chance.sample(PACK, 16)
    hands = [cards[place : place + 4] for place in range(0, 16, 4)]
    told = [ask({"game": "mus", "ask": "hand", "cards": hand}) for hand in hands]
    last = "juego" if any(hand["juego"] for hand in told) else "punto"
    counted: dict[str, Any] = {}
    written: dict[str, Any] = {}
    for lance in ("grande", "chica", "pares", last):
        holds = {
            seat: hand["pares"]
            if lance == "pares"
            else "31"
            if hand["juego"] == 31
            else "other"
            if hand["juego"]
            else "none"
            for seat, hand in enumerate(told)
        }
        held = lance in ("pares", "juego")
        teams = {seat % 2 for seat, what in holds.items() if what != "none"} if held else {0, 1}
        if not teams:
            continue
        won = ask({"game": "mus", "ask": "lance", "lance": lance, "hands": hands, "mano": 0})["team"]
        how = "alone" if len(teams) == 1 else chance.choice(["passed", "accepted", "refused"])
        points, team = (
            chance.randint(2, 6),
            chance.randint(0, 1) if how == "refused" else min(teams) if how == "alone" else won,
        )
        counted[lance] = {
            "alone": "paso",
            "passed": "paso",
            "accepted": {"accepted": points},
            "refused": {"refused": {"team": team, "points": points}},
        }[how]
        written[lance] = {"how": how, "team": team, **({"points": points} if how in ("accepted", "refused") else {})}
        if held:
            written[lance]["holds"] = [holds[team], holds[team + 2]]
    return hands, counted, written


def test_mus_agrees_with_the_count_of_each_round() -> None:
    chance = random.Random(11)
    stopped = 0
    for _ in range(150):
        hands, counted, written = dealt(chance)
        before = [chance.randint(0, 39), chance.randint(0, 39)]
        first = {
            lance: {"how": "accepted", "team": team, "points": before[team]}
            for team, lance in enumerate(("grande", "chica"))
            if before[team] > 1
        }
        before = [points if points > 1 else 0 for points in before]
        answer = ask({"game": "mus", "ask": "count", "mano": 0, "hands": hands, "before": before, "lances": counted})
        rounds = [*([first] if first else []), written]
        on_sheet = sheet("mus", *rounds)
        assert on_sheet["items"][-1] == answer["items"]
        assert on_sheet["totals"][-1] == answer["after"]
        assert on_sheet["won_by"] == answer["won_by"]
        stopped += answer["won_by"] is not None
    assert stopped > 20


MELDS = ["AS 2S 3S 4S 5S 6S 7S", "6D 7D 8D 9D 10D 2C QD", "4H 5H JK", "JC QC KC AC", "3H 4H 5H 6H 7H 8H 9H"]


def test_mor200_agrees_with_the_score_of_each_round() -> None:
    chance = random.Random(7)
    for _ in range(60):
        picked = chance.sample(MELDS, chance.randint(0, 4))
        cut = chance.randint(0, len(picked))
        teams: list[dict[str, Any]] = [
            {"melds": melds, "hands": [held, []], "took_11": chance.random() < 0.5, "closed": False}
            for melds, held in ((picked[:cut], "9C 10C"), (picked[cut:], "KS"))
        ]
        scored = ask({"game": "mor200", "ask": "score", "teams": teams})
        by_cards = sheet("mor200", {"teams": teams})
        assert by_cards["totals"] == [scored["points"]]
        flat = [{"team": team, **item} for team, items in enumerate(scored["items"]) for item in items]
        assert by_cards["items"] == [flat]
        found = [[ask({"game": "mor200", "ask": "meld", "cards": meld}) for meld in team["melds"]] for team in teams]
        in_sums = [
            {
                "card_points": sum(meld["card_points"] for meld in melds),
                **{name: sum(meld["class"] == name for meld in melds) for name in ("mor100", "mor200", "mor1000")},
                "hand_points": {"9C 10C": 15, "KS": 10}[team["hands"][0]],
                "took_11": team["took_11"],
            }
            for team, melds in zip(teams, found, strict=True)
        ]
        assert sheet("mor200", {"teams": in_sums})["items"] == [flat]
        assert sheet("mor200", {"teams": [teams[0], in_sums[1]]})["items"] == [flat]


BET = st.fixed_dictionaries(
    {"how": st.sampled_from(["passed", "accepted", "refused"]), "team": st.integers(0, 1)},
)
HELD = st.sampled_from(["par", "medias", "duples"])
MUS_ROUND = st.fixed_dictionaries(
    {},
    optional={
        "grande": BET,
        "chica": BET,
        "pares": BET.flatmap(lambda bet: st.tuples(HELD, HELD).map(lambda held: {**bet, "holds": [*held]})),
        "punto": BET,
    },
).filter(bool)


@given(st.lists(MUS_ROUND, max_size=12))
@settings(max_examples=60)
def test_totals_are_the_sums_of_the_items_and_pages_say_so(rounds: list[dict[str, Any]]) -> None:
    try:
        answer = sheet("mus", *rounds, variant={"games": 5})
    except Unusable as unusable:
        assert [fault.kind for fault in unusable.faults] == ["sheet_after_end"]
        return
    total = [0, 0]
    for items, totals in zip(answer["items"], answer["totals"], strict=True):
        for item in items:
            total[item["team"]] += item["points"]
        assert totals == total
        total = [0, 0] if max(total) >= 40 else total
    assert answer["because"]
    assert drawn("mus", *rounds, variant={"games": 5})["totals"] == answer["totals"]


# What cannot be


def test_lines_that_cannot_be_are_refused_by_their_paths() -> None:
    assert faults("basra", {"cards": [30, 21], "basras": [0, 0]}) == {"rounds[0].cards": "sheet_not_the_pack"}
    assert faults("basra", {"cards": [-1, 53], "basras": [0, 0]}) == {
        "rounds[0].cards[0]": "number_out_of_range",
        "rounds[0].cards[1]": "number_out_of_range",
    }
    assert faults("basra", {"cards": [50, 2], "basras": [0, 2]}) == {"rounds[0].basras[1]": "sheet_too_many_basras"}
    assert faults("basra", {"cards": [30, 22], "jack_basras": [2, 1]}) == {
        "rounds[0].jack_basras": "sheet_too_many_jack_basras"
    }
    levant = {"variant": {"card_points": "levant"}}
    assert faults("basra", {"cards": [30, 22]}, **levant) == {"rounds[0].card_points": "sheet_needs_card_points"}
    assert faults("basra", {"cards": [30, 22], "card_points": [1, 2]}, **levant) == {
        "rounds[0].card_points": "sheet_card_points_sum"
    }
    assert faults("basra", {"cards": [30, 22], "card_points": [4, 9]}) == {
        "rounds[0].card_points": "sheet_no_card_points"
    }


def test_lines_of_mor200_that_cannot_be_are_refused() -> None:
    good = {"card_points": 100}
    cases: dict[str, tuple[dict[str, Any], str]] = {
        "teams[0].card_points": ({"card_points": 33}, "sheet_not_by_fives"),
        "teams[0].hand_points": ({"card_points": 0, "hand_points": 7}, "sheet_not_by_fives"),
        "teams": ({"card_points": 800}, "sheet_too_many_points"),
        "teams[0].closed": ({"card_points": 100, "mor200": 1, "closed": True}, "sheet_closed_without_mor100"),
    }
    for path, (team, kind) in cases.items():
        assert faults("mor200", {"teams": [team, good]}) == {f"rounds[0].{path}": kind}
    assert faults("mor200", {"teams": [{"card_points": 30, "mor200": 1}, good]}) == {
        "rounds[0].teams[0].card_points": "sheet_too_few_points"
    }
    closed = {"card_points": 100, "mor200": 1, "mor100": 1, "closed": True}
    assert faults("mor200", {"teams": [closed, closed]}) == {"rounds[0].teams[1].closed": "both_closed"}
    without = {**closed, "took_11": False}
    assert faults("mor200", {"teams": [without, good]}) == {"rounds[0].teams[0].closed": "sheet_closed_without_eleven"}
    many = {"card_points": 400, "mor100": 8}
    assert (
        faults("mor200", {"teams": [many, {**many, "card_points": 420}]})["rounds[0].teams"]
        == "sheet_too_many_sequences"
    )
    cards = {"melds": ["AS 2S 4S"], "hands": ["", ""], "took_11": True, "closed": False}
    assert faults("mor200", {"teams": [good, cards]}) == {"rounds[0].teams[1].melds[0]": "not_a_sequence"}


def test_lines_of_mus_that_cannot_be_are_refused() -> None:
    bet = {"how": "passed", "team": 0}
    held = {**bet, "holds": ["31", "none"]}
    assert faults("mus", {}) == {"rounds[0]": "sheet_empty_round"}
    assert faults("mus", {"juego": held, "punto": bet}) == {"rounds[0].punto": "sheet_juego_and_punto"}
    assert faults("mus", {"grande": {"how": "ordago", "team": 0}, "chica": bet}) == {
        "rounds[0].chica": "sheet_after_ordago"
    }
    assert faults("mus", {"pares": bet}) == {"rounds[0].pares.holds": "sheet_holds_nothing"}
    assert faults("mus", {"grande": {**bet, "points": 3}}) == {"rounds[0].grande.points": "sheet_no_stake"}
    assert faults("mus", {"grande": {"how": "accepted", "team": 0, "points": 1}}) == {
        "rounds[0].grande.points": "sheet_small_stake"
    }
    assert faults("mus", {"grande": {"how": "accepted"}}) == {"rounds[0].grande": "missing_key"}


def test_nothing_follows_the_end_of_the_match() -> None:
    win = {"grande": {"how": "ordago", "team": 1}}
    assert faults("mus", win, win, win) == {"rounds[1]": "sheet_after_end"}


@pytest.mark.parametrize(
    ("names", "path", "kind"),
    [
        (["a", "b", "c"], "names", "sheet_names"),
        (["a" * (LONGEST_NAME + 1), ""], "names[0]", "text_too_long"),
        (["a\u202eb", ""], "names[0]", "text_characters"),
        (["a\nb", ""], "names[0]", "text_characters"),
        ([7, ""], "names[0]", "not_a_text"),
    ],
)
def test_names_that_would_break_a_page_are_refused(names: list[Any], path: str, kind: str) -> None:
    assert faults("basra", names=names) == {path: kind}


@given(st.dictionaries(st.sampled_from(["cards", "basras", "teams", "grande", "pares", "juego", "punto"]), ANYTHING))
@settings(max_examples=200)
def test_a_page_draws_whatever_a_line_holds(line: dict[str, Any]) -> None:
    for game in games():
        for filled in (line, {"teams": [line, line]}, {"pares": line, "juego": line}):
            scene = drawn(game, entry={"place": 0, "line": filled})
            json.dumps(scene)
            assert scene["entry"]["groups"]
            assert bool(scene["entry"]["account"]) != bool(scene["entry"]["faults"])


# The page


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", sorted(games()))
def test_the_empty_sheet_is_drawn(game: str, lang: str) -> None:
    scene = drawn(game, lang=lang, entry={"place": 0, "line": sheeting_of(game).blank})
    assert scene["entry"]["groups"]
    assert scene["entry"]["account"] is None
    assert all(fault["unfinished"] for fault in scene["entry"]["faults"])
    assert [tally["points"] for tally in scene["tallies"]] == [0, 0]
    assert scene["fields"]


def test_names_are_never_markup() -> None:
    nasty = "<img src=x onerror=alert(1)>"
    line = {"cards": [30, 22], "basras": [1, 0]}
    scene = drawn("basra", line, names=[nasty, "ليلى"], entry={"place": 1, "line": {}})
    text = json.dumps({key: value for key, value in scene.items() if key not in ("question", "share", "teams")})
    assert "<img" not in text
    assert "&lt;img" in text
    assert scene["teams"][0]["label"] == f"{FSI}{nasty}{PDI}"


@pytest.mark.parametrize("braces", ["{team:team}", "`R R`", "{", "{{n}}"])
def test_names_are_never_templates(braces: str) -> None:
    scene = drawn("mus", {"grande": {"how": "passed", "team": 0}}, names=[braces, "b"])
    assert scene["teams"][0]["label"] == f"{FSI}{braces}{PDI}"


def test_four_names_make_two_teams() -> None:
    scene = drawn("mus", names=["a", "b", "c", ""])
    assert [team["label"] for team in scene["teams"]] == [f"{FSI}a{PDI} and {FSI}c{PDI}", f"{FSI}b{PDI}"]


def test_the_text_is_isolated_where_lines_run_from_right_to_left() -> None:
    line = {"teams": [{"card_points": 100, "mor200": 1}, {"card_points": 0}]}
    arabic = drawn("mor200", line, lang="ar", names=["Sami", "ليلى"])["share"]
    english = drawn("mor200", line, lang="en")["share"]
    assert f"{LRI}+300{PDI}" in arabic
    assert f"{LRI}−200{PDI}" in arabic
    assert f"{FSI}Sami{PDI}" in arabic
    assert LRI not in english
    assert "Round 1: +300 and −200, score 300 to −200" in english


def test_the_line_is_completed_where_the_rest_follows() -> None:
    scene = drawn("basra", entry={"place": 0, "line": {"cards": [30, None], "basras": [0, 0]}})
    assert scene["entry"]["line"]["cards"] == [30, 22]
    assert scene["entry"]["account"]["gains"] == [30, 0]
    scene = drawn("mus", entry={"place": 0, "line": {"pares": {"how": "passed", "team": 0, "holds": [None, "par"]}}})
    assert scene["entry"]["account"]["gains"] == [1, 0]


def test_nothing_is_entered_once_the_match_is_over() -> None:
    win = {"grande": {"how": "ordago", "team": 1}}
    over = drawn("mus", win, entry={"place": 1, "line": {}})
    assert over["over"]
    assert over["ended"]
    assert over["entry"] is None
    assert drawn("mus", win, entry={"place": 0, "line": win})["entry"]["account"]


def test_fields_depend_on_the_variant() -> None:
    def groups(**variant: Any) -> list[str]:
        return [
            group["path"]
            for group in drawn("basra", variant=variant, entry={"place": 0, "line": {}})["entry"]["groups"]
        ]

    assert groups() == ["cards", "basras"]
    assert groups(jack_basra=30, card_points="levant") == ["cards", "basras", "jack_basras", "card_points"]


def test_the_door_of_the_browser_never_raises() -> None:
    browser.load(json.dumps(shipped_words(SUITE.games["mus"], SUITE.languages["en"])))
    for question in (
        "{",
        "[]",
        '{"game": "mus", "ask": "hand", "cards": "R R 3 7"}',
        '{"game": "mus", "ask": "sheet", "rounds": 7}',
    ):
        assert "error" in json.loads(browser.sheet(question, "en", "null"))
    assert json.loads(browser.sheet('{"game": "mus", "ask": "sheet"}', "en", '{"place": 0, "line": {}}'))["entry"]

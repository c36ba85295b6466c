"""Random questions of Mus, all of them usable."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from rules_engine.cards import SPANISH

CARDS = [rank + suit for rank in SPANISH.ranks for suit in SPANISH.suits]
SEATS = st.integers(0, 3)
VARIANTS = st.fixed_dictionaries(
    {},
    optional={
        "kings": st.sampled_from([8, 4]),
        "target": st.sampled_from([40, 25, 30, 35]),
        "min_raise": st.sampled_from([2, 1]),
        "real_31": st.sampled_from(["none", "sota_only", "any_figure"]),
    },
)
PACKS = st.permutations(CARDS)


@st.composite
def four_hands(draw: st.DrawFn) -> list[list[str]]:
    pack = draw(PACKS)
    return [pack[4 * seat : 4 * seat + 4] for seat in range(4)]


@st.composite
def lance_questions(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "game": "mus",
        "ask": "lance",
        "lance": draw(st.sampled_from(["grande", "chica", "pares", "juego", "punto"])),
        "hands": draw(four_hands()),
        "mano": draw(SEATS),
        "variant": draw(VARIANTS),
    }

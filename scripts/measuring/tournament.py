"""Matches between computer players of different strengths: how often the stronger wins, and how long a move takes."""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rules_engine.asking import typed
from rules_engine.games import game, game_names

AT_RANDOM = 0
PAIRINGS = ((3, AT_RANDOM), (2, AT_RANDOM), (1, AT_RANDOM), (3, 2))
Z = 1.96
"""Standard deviations on both sides of the mean within which 95 of 100 values lie."""


@dataclass
class Result:
    """How one pairing ended: matches *won* by the first of the two, *played*, and the seconds of its moves."""

    won: int = 0
    played: int = 0
    seconds: list[float] = field(default_factory=list)

    @property
    def interval(self) -> tuple[float, float]:
        """Return Wilson's 95 % interval of the share won."""
        share, n = self.won / self.played, self.played
        middle = share + Z * Z / (2 * n)
        width = Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
        return (middle - width) / (1 + Z * Z / n), (middle + width) / (1 + Z * Z / n)


def pairing(name: str, first: int, second: int, matches: int) -> Result:
    """Let two strengths play *matches* matches of a game; every deal is played twice, with the seats swapped."""
    result = Result()
    for seed, team in ((seed, team) for seed in range(matches // 2) for team in (0, 1)):
        strengths = [first if seat % 2 == team else second for seat in range(4)]
        result.won += played(name, seed, strengths, first, result.seconds) == team
        result.played += 1
    return result


def played(name: str, seed: int, strengths: Sequence[int], timed: int, seconds: list[float]) -> int:
    """Play one match and return the team that won it; the seconds of the *timed* strength's moves are noted."""
    asked: Any = typed({"game": name, "ask": "play", "setup": {"seed": seed}})
    adviser = game(name).all_questions["advise"].adviser  # type: ignore[attr-defined]
    state, chance = asked.course().last, Random(seed)
    while state.to_move is not None:
        strength = strengths[state.to_move]
        if strength == AT_RANDOM:
            move = chance.choice(asked.game.legal_moves(state))
        else:
            start = time.perf_counter()
            move = adviser(asked.game.view(state, state.to_move), strength).move
            if strength == timed:
                seconds.append(time.perf_counter() - start)
        state = asked.game.apply(state, move)
    assert state.won_by is not None
    won: int = state.won_by
    return won


def random_moves(name: str, deals: int) -> float:
    """Return how many moves a second random play makes: choosing among the legal ones, and applying."""
    chance, moves, spent = Random(name), 0, 0.0
    for seed in range(deals):
        asked: Any = typed({"game": name, "ask": "play", "setup": {"seed": seed}})
        legal_moves, apply, state = asked.game.legal_moves, asked.game.apply, asked.course().last
        start = time.perf_counter()
        while state.to_move is not None and state.deal == 0:
            state = apply(state, chance.choice(legal_moves(state)))
            moves += 1
        spent += time.perf_counter() - start
    return moves / spent


def rows(names: Sequence[str], matches: int) -> Iterator[str]:
    """Give the tournament as rows of a Markdown table."""
    yield "| game | pairing | won | 95 % interval | a move: median, 95th percentile | whole pairing |"
    yield "|---|---|---|---|---|---|"
    for name in names:
        for first, second in PAIRINGS:
            start = time.perf_counter()
            result = pairing(name, first, second, matches)
            low, high = result.interval
            times = sorted(result.seconds)
            slow = times[int(len(times) * 0.95)]
            against = "random" if second == AT_RANDOM else str(second)
            yield (
                f"| {name} | {first} against {against} | {result.won} of {result.played} | "
                f"{low * 100:.1f} to {high * 100:.1f} % | {statistics.median(times) * 1000:.2f} ms, "
                f"{slow * 1000:.2f} ms | {time.perf_counter() - start:.0f} s |"
            )


def main(arguments: list[str] | None = None) -> int:
    """Play the tournament and print it. Return the exit status."""
    parser = argparse.ArgumentParser("./scripts/bench --players")
    parser.add_argument("games", nargs="*", default=game_names())
    parser.add_argument("--matches", type=int, default=200, help="how many matches a pairing has")
    given = parser.parse_args(arguments)
    for row in rows(given.games, given.matches):
        print(row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What a command says when something is wrong, and how it ends."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from rules_engine.reading import Fault
from rules_engine.saying import one_line
from rules_engine.suite import telling
from rules_engine.suite.fixtures import Suite
from rules_engine.suite.loading import FileFault, load
from rules_engine.suite.wording import ENGLISH
from rules_engine.terminal import UNUSABLE


def complain(*parts: str) -> int:
    """Print one line on standard error, and return the status for what is unusable."""
    print(one_line(": ".join(part for part in parts if part)), file=sys.stderr)
    return UNUSABLE


class Talk:
    """Says faults in English, and loads the words for that only once there is a fault to say."""

    def __init__(self, root: Path | None) -> None:
        self.root = root
        self._english = functools.cache(lambda game: telling.english(self.suite, game))

    @functools.cached_property
    def suite(self) -> Suite:
        """The fixtures, which hold the words; our own if those named have no English ones."""
        found = load(self.root, proofread=False).suite
        return found if ENGLISH in found.languages else load(proofread=False).suite

    def say(self, fault: Fault, game: str = "") -> str:
        """Say what is wrong, without its path."""
        return one_line(telling.message(fault, self._english(game)))


def print_faults(faults: Iterable[FileFault], suite: Suite, to: TextIO) -> None:
    """Print what is wrong in the files, a line each."""
    words = functools.cache(lambda game: telling.english(suite, game))
    for fault in faults:
        game = next((game for game in suite.games if f"/{game}/" in fault.where.file), "")
        print(telling.fault_line(fault.where, fault.fault, words(game)), file=to)

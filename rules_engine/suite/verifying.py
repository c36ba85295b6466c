"""Another engine held against the documented examples.

The engine is any program that reads one question a line, as JSON, and writes one answer a line. It is asked one
question at a time, started again when it crashes or does not answer in time, and its answers are compared as the
examples' own. It refuses a question by answering ``{"error": …}``, which is no fault.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import Any, NamedTuple

from rules_engine.cards import Deck
from rules_engine.games import games
from rules_engine.suite import exporting
from rules_engine.suite.comparing import Difference, differences, reason_differences

LONGEST_LINE = 8_000_000
"""The most bytes that an answer may have."""
LAST_WORDS = 2_000
"""How many bytes of what a program wrote on its standard error are kept."""
GRACE = 2.0
"""How many seconds an ended program has until it is forgotten."""
MOST_IN_A_ROW = 10
"""After so many questions in a row without an answer, the program is not started again."""


class Outcome(StrEnum):
    """How a question went."""

    AGREED = "agreed"
    DIFFERED = "differed"
    REFUSED = "refused"
    CRASHED = "crashed"
    TIMED_OUT = "timed_out"


class Failure(Exception):
    """There is no answer to compare: *outcome* tells which way it failed to come, *said* what is known of it."""

    def __init__(self, outcome: Outcome, said: str = "") -> None:
        super().__init__(outcome, said)
        self.outcome = outcome
        self.said = said


class Stray(Exception):
    """Something that no question asked for: whose answers the next lines are, nobody can tell."""


@dataclass(frozen=True, slots=True)
class Documented:
    """A question with what is documented of its answer.

    *rules* are those that it shows, *address* is where it stands on the site. *expected* are leaves of the answer.
    *right* and *wrong* are leaves that an answer must and must not have all of, *because* the reasons in their order.
    """

    id: str
    game: str
    question: Mapping[str, Any]
    rules: tuple[str, ...] = ()
    address: str = ""
    expected: Mapping[str, Any] | None = None
    because: tuple[Mapping[str, Any], ...] = ()
    right: tuple[Mapping[str, Any], ...] = ()
    wrong: tuple[Mapping[str, Any], ...] = ()

    def matches(self, name: str) -> bool:
        """Tell whether it is meant by *name*: a game, a kind as ``mus/hand``, a rule, or what its id begins with."""
        kind = f"{self.game}/{self.question['ask']}"
        return name in (self.game, kind, self.id, *self.rules) or self.id.startswith((f"{name}.", f"{name}/"))


@dataclass(frozen=True, slots=True)
class Result:
    """How it went: what was answered, where that differs, which wrong answers it gives, and what else is known."""

    asked: Documented
    outcome: Outcome
    answered: object = None
    differences: tuple[Difference, ...] = ()
    mistakes: tuple[Mapping[str, Any], ...] = ()
    said: str = ""


def documented(document: Mapping[str, Any], *, whole: bool = False) -> Iterator[Documented]:
    """Give all questions of an exported suite that another engine can be held to, in the order of their ids.

    With *whole* an example expects all that our engine answers, but for the reasons, instead of the leaves that matter.
    """
    for id_, entry in exporting.asked(document):
        made = _documented(id_, entry, whole=whole)
        if made.expected is not None or made.right or made.wrong:
            yield made


def _documented(id_: str, entry: Mapping[str, Any], *, whole: bool) -> Documented:
    answers = [(choice["right"], choice["answer"]) for choice in entry.get("choices", ()) if "answer" in choice]
    expected = entry.get("answer")
    if whole and expected is not None:
        expected = {key: value for key, value in entry["complete"].items() if key != "because"}
    return Documented(
        id_,
        entry["question"]["game"],
        entry["question"],
        tuple(entry.get("rules", ())),
        entry.get("address", ""),
        expected,
        tuple(entry.get("because", ())),
        tuple(answer for right, answer in answers if right),
        tuple(answer for right, answer in answers if not right),
    )


def compared(asked: Documented, answer: Mapping[str, Any]) -> tuple[Difference, ...]:
    """Find where an answer is not as documented. Reasons compare only if there are any in the answer."""
    return tuple(_compared(asked, answer, games()[asked.game].deck))


def mistaken(asked: Documented, answer: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """Find the wrong answers that an answer gives."""
    deck = games()[asked.game].deck
    return tuple(leaves for leaves in asked.wrong if not any(differences(leaves, answer, deck)))


def _compared(asked: Documented, answer: Mapping[str, Any], deck: Deck) -> Iterator[Difference]:
    for leaves in (asked.expected, *asked.right):
        if leaves is not None:
            yield from differences(leaves, answer, deck)
    reasons = answer.get("because")
    if asked.because and isinstance(reasons, list) and all(isinstance(reason, dict) for reason in reasons):
        yield from reason_differences(asked.because, reasons, deck)


# The program


class Program:
    """A program that answers questions, within a context that ends it. *timeout* is in seconds, for each question."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self.command = command
        self.timeout = timeout
        self._running: _Running | None = None

    async def __aenter__(self) -> Program:
        self._running = await _Running.start(self.command)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._end()

    async def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Return its answer. Raise :class:`Failure` if there is none; the next question then starts it again."""
        if self._running is None:
            self._running = await _Running.start(self.command)
        try:
            line = await asyncio.wait_for(self._running.exchange(question), self.timeout)
        except TimeoutError:
            await self._end()
            raise Failure(Outcome.TIMED_OUT) from None
        except Stray as stray:
            await self._end()
            raise Failure(Outcome.CRASHED, str(stray)) from None
        except (OSError, EOFError, ValueError):
            raise Failure(Outcome.CRASHED, await self._end()) from None
        return _answer(line)

    async def _end(self) -> str:
        """End it, and return the last that it wrote on standard error."""
        running, self._running = self._running, None
        return await running.end() if running else ""


@dataclass(slots=True)
class _Running:
    """A started process."""

    process: asyncio.subprocess.Process
    errors: asyncio.Task[bytes]

    @classmethod
    async def start(cls, command: Sequence[str]) -> _Running:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,
        )
        return cls(process, asyncio.create_task(_last(process.stderr)))

    async def exchange(self, question: Mapping[str, Any]) -> bytes:
        """Send a question and return the line that comes back.

        Raise ``EOFError`` if the program has ended, :class:`Stray` if more came after the answer before.
        """
        assert self.process.stdin is not None
        if stray := (await self._there()).decode("utf-8", "replace").strip():
            raise Stray(stray)
        self.process.stdin.write(json.dumps(question, ensure_ascii=False).encode() + b"\n")
        await self.process.stdin.drain()
        return await self._line()

    async def _there(self) -> bytes:
        """Return what has come already, without waiting for more."""
        assert self.process.stdout is not None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0):
                return await self.process.stdout.read(LAST_WORDS)
        return b""

    async def _line(self) -> bytes:
        """Return the next line that is not empty."""
        assert self.process.stdout is not None
        line = b"\n"
        while line.isspace():
            line = await self.process.stdout.readline()
        if not line.endswith(b"\n"):
            raise EOFError
        return line

    async def end(self) -> str:
        """Kill it with all that it has started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        with contextlib.suppress(TimeoutError, ValueError):  # what it started may hold the ends
            await asyncio.wait_for(asyncio.gather(self.process.stdout.read(), self.process.wait()), GRACE)
        with contextlib.suppress(TimeoutError):
            return (await asyncio.wait_for(self.errors, GRACE)).decode("utf-8", "replace").strip()
        return ""


async def _last(stream: asyncio.StreamReader | None) -> bytes:
    """Read all, so that nobody waits for it to be read, and return the end of it."""
    last = b""
    while stream and (more := await stream.read(65536)):
        last = (last + more)[-LAST_WORDS:]
    return last


def _answer(line: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise Failure(Outcome.CRASHED, line.decode("utf-8", "replace").strip())
    if "error" in answer:
        error = answer["error"]
        raise Failure(Outcome.REFUSED, str(error.get("message", "") if isinstance(error, dict) else error))
    return answer


async def verify(
    questions: Iterable[Documented], command: Sequence[str], timeout: float, tell: Callable[[Result], None]
) -> list[Result]:
    """Ask a program all *questions*; *tell* is told each result as it comes. Raise ``OSError`` if it cannot start."""
    results, silent = list[Result](), 0
    async with Program(command, timeout) as program:
        for asked in questions:
            result = await _asked(asked, program) if silent < MOST_IN_A_ROW else Result(asked, Outcome.CRASHED)
            silent = silent + 1 if result.outcome in (Outcome.CRASHED, Outcome.TIMED_OUT) else 0
            results.append(result)
            tell(result)
    return results


async def _asked(asked: Documented, program: Program) -> Result:
    try:
        answer = await program.ask(asked.question)
    except Failure as failure:
        return Result(asked, failure.outcome, said=failure.said)
    found, wrong = compared(asked, answer), mistaken(asked, answer)
    return Result(asked, Outcome.DIFFERED if found or wrong else Outcome.AGREED, answer, found, wrong)


# What came out


class Counts(NamedTuple):
    """How many questions went which way."""

    agreed: int
    differed: int
    refused: int
    crashed: int
    timed_out: int

    @classmethod
    def of(cls, results: Iterable[Result]) -> Counts:
        """Count results."""
        found = Counter(result.outcome for result in results)
        return cls(*(found[outcome] for outcome in Outcome))

    @property
    def well(self) -> bool:
        """Whether nothing differed or failed, and something agreed: who refuses everything proves nothing."""
        return bool(self.agreed) and not (self.differed or self.crashed or self.timed_out)


def by_rule(results: Iterable[Result]) -> dict[str, list[Result]]:
    """Return the results under each rule that their questions show; those that show none, under their own id."""
    found: dict[str, list[Result]] = {}
    for result in results:
        for rule in result.asked.rules or (result.asked.id,):
            found.setdefault(rule, []).append(result)
    return dict(sorted(found.items()))


def report(results: Sequence[Result], command: Sequence[str], version: str, site: str = "") -> dict[str, Any]:
    """Return everything as a plain document for other programs. *site* is the address that links begin with."""
    return {
        "format": 1,
        "suite": version,
        "command": [*command],
        "well": Counts.of(results).well,
        "counts": Counts.of(results)._asdict(),
        "rules": {rule: Counts.of(found)._asdict() for rule, found in by_rule(results).items()},
        "results": [_reported(result, site) for result in results],
    }


def _reported(result: Result, site: str) -> dict[str, Any]:
    asked = result.asked
    told: dict[str, Any] = {"id": asked.id, "outcome": result.outcome.value, "rules": [*asked.rules]}
    if asked.address:
        told["see"] = site + asked.address
    if result.outcome is Outcome.AGREED:
        return told
    told |= {"question": dict(asked.question), "said": result.said}
    if result.outcome is Outcome.DIFFERED:
        told |= {
            "expected": [dict(leaves) for leaves in (asked.expected, *asked.right) if leaves is not None],
            "answered": result.answered,
            "differences": [difference._asdict() for difference in result.differences],
            "mistakes": [dict(leaves) for leaves in result.mistakes],
        }
    return told

"""A process of its own for hostile input, so that a hang or a crash fails a test and takes nothing else with it.

Whoever holds a :class:`Guard` puts one input after the other through a *door* of the engine. The process checks that
what comes back is an answer or lines that can be printed, and tells how much time of the processor it took. These are
limits of safety: a second for one input, 200 MB for all of them.
"""

from __future__ import annotations

import base64
import functools
import io
import json
import os
import resource
import signal
import subprocess
import sys
import threading
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from time import process_time
from types import TracebackType
from typing import Any, NamedTuple
from unittest import mock

from rules_engine import Unusable, ask, browser
from rules_engine.__main__ import main
from rules_engine.saying import FSI, LRI, PDI, one_line
from rules_engine.suite import telling
from rules_engine.suite.loading import load
from rules_engine.suite.parsing import parse_any
from rules_engine.suite.wording import shipped_words

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 1.0
"""The most time of the processor for one input."""
MEGABYTES = 200
END = 10
"""After so many seconds of the processor on one input the process ends, whatever it is doing."""
PATIENCE = 300
"""After so many seconds of the clock it is ended from outside: something waits that never comes."""
LONGEST_LINE = 500


class Outcome(NamedTuple):
    """What became of an input: the kinds of its *faults*, the *lines* that say them, what it cost."""

    faults: list[str]
    lines: list[str]
    cpu: float
    megabytes: float
    broken: str


def packed(data: bytes) -> str:
    """Return bytes as the doors ``parse`` and ``command`` take them."""
    return base64.b64encode(data).decode()


class Guard:
    """The process, started when it is first needed and again after it has ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Guard:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()

    def put(self, door: str, *given: object) -> Outcome:
        """Put an input through a door; what is no JSON is given as an expression, to the door ``python``."""
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.guard"],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        process = self._process
        assert process.stdin and process.stdout
        watchdog = threading.Timer(PATIENCE, process.kill)
        watchdog.start()
        try:
            process.stdin.write(json.dumps([door, *given]) + "\n")
            process.stdin.flush()
            said = process.stdout.readline()
        finally:
            watchdog.cancel()
        if not said:
            process.communicate()
            return Outcome([], [], 0.0, 0.0, f"the process ended with {process.returncode}")
        return Outcome(**json.loads(said))

    def safe(self, door: str, *given: object) -> Outcome:
        """Put an input through a door, and assert that nothing but an answer or proper errors came of it."""
        found = self.put(door, *given)
        assert not found.broken, found.broken
        assert found.cpu < SECONDS, f"{found.cpu:.1f} s"
        assert found.megabytes < MEGABYTES, f"{found.megabytes:.0f} MB"
        for line in found.lines:
            assert len(line) <= LONGEST_LINE
            assert line.isprintable(), ascii(line)
            assert "Traceback" not in line
        return found


# In the process


def deep(levels: int, inner: object = 1) -> object:
    """Return lists within lists."""
    for _ in range(levels):
        inner = [inner]
    return inner


def deep_tuple(levels: int) -> object:
    """Return tuples within tuples, which may be keys."""
    inner: object = ()
    for _ in range(levels):
        inner = (inner,)
    return inner


def cyclic() -> list[object]:
    """Return a list that holds itself."""
    endless: list[object] = []
    endless.append(endless)
    return endless


def _ask(question: object) -> tuple[list[str], list[str]]:
    try:
        json.dumps(ask(question), allow_nan=False).encode()
    except Unusable as unusable:
        words = telling.english(_suite(), unusable.about.partition("/")[0])
        lines = [one_line(f"{fault.path}: {telling.message(fault, words)}") for fault in unusable.faults]
        assert lines
        for fault in unusable.faults:
            assert not telling.message(fault, words).startswith(f"{fault.kind} "), f"no sentence for {fault.kind}"
        return [fault.kind for fault in unusable.faults], lines
    return [], []


def _suite() -> Any:
    if "suite" not in _kept:
        _kept["suite"] = _loaded().suite
        for game in _kept["suite"].games.values():
            for lang in ("ar", "en"):
                browser.load(json.dumps(shipped_words(game, _kept["suite"].languages[lang])))
    return _kept["suite"]


_kept: dict[str, Any] = {}


def _browser(door: str, *given: str) -> tuple[list[str], list[str]]:
    _suite()
    said = getattr(browser, door)(*given)
    said.encode()
    answer = json.loads(said, parse_constant=_no_constant)
    error = answer.get("error") if door != "ask" or "because" not in answer else None
    if error is None:
        return [], []
    # The isolates around notation and values, and the spaces that do not break, are our own.
    return [error["kind"]], [error["path"], error["message"].translate(_OURS)]


_OURS = str.maketrans({LRI: "", FSI: "", PDI: "", "\N{NO-BREAK SPACE}": " "})


def _no_constant(name: str) -> None:
    raise AssertionError(name)


def _parse(data: str) -> tuple[list[str], list[str]]:
    parsed = parse_any(base64.b64decode(data))
    words = telling.english(_suite())
    faults = [fault for _, fault in parsed.faults]
    return [fault.kind for fault in faults], [one_line(f"{f.path}: {telling.message(f, words)}") for f in faults]


@functools.cache
def _ours() -> Any:
    return load(proofread=False)


def _loaded(_root: object = None, **_how: bool) -> Any:
    """Stand in for loading, whatever shall be loaded: our fixtures are read once, before any input."""
    return _ours()


def _command(arguments: list[str], typed: str = "") -> tuple[list[str], list[str]]:
    """Run a command; what goes wrong is said on standard error, where every line must be one that can be printed."""
    out, err = io.StringIO(), io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(base64.b64decode(typed)), encoding="utf-8")
    loaded = mock.patch("rules_engine.terminal.play.load", _loaded)  # our own fixtures are not what is hostile
    said = mock.patch("rules_engine.terminal.talk.load", _loaded)
    with loaded, said, mock.patch("sys.stdin", stdin), redirect_stdout(out), redirect_stderr(err):
        status = main(arguments)
    assert status in (0, 1, 2)
    err.getvalue().encode()
    lines = err.getvalue().splitlines()
    if arguments[0] == "play":
        lines += out.getvalue().translate(_OURS).splitlines()
    out.getvalue().encode()
    assert not any(word in line for line in lines for word in ("Error:", "Error ")), lines
    return [str(status)], lines


def _python(expression: str) -> tuple[list[str], list[str]]:
    return _ask(eval(expression, {"deep": deep, "deep_tuple": deep_tuple, "cyclic": cyclic, "inf": float("inf")}))


def _most_used() -> float:
    """Return the most megabytes so far; `resource` would begin with those of the process that started this one."""
    try:
        status = Path("/proc/self/status").read_text("ascii")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


DOORS = {"ask": _ask, "browser": _browser, "parse": _parse, "command": _command, "python": _python}


def _serve() -> None:
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    _suite()
    for text in sys.stdin:
        door, *given = json.loads(text)
        faults, lines, broken = list[str](), list[str](), ""
        signal.setitimer(signal.ITIMER_PROF, END)
        begin = process_time()
        try:
            faults, lines = DOORS[door](*given)
        except BaseException as error:
            broken = f"{type(error).__name__}: {error}"[:2_000]
        cpu = process_time() - begin
        signal.setitimer(signal.ITIMER_PROF, 0)
        used = _most_used()
        found = Outcome(faults, lines, cpu, used, broken)
        print(json.dumps(found._asdict()), file=sys.__stdout__, flush=True)


if __name__ == "__main__":
    _serve()

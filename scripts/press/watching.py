"""Building again whenever a file is saved.

The building is done in a process of its own, ``python -m scripts.press.watching``, which stays alive with everything
loaded; when Python that it has loaded is saved, another one takes its place. Each of its lines is an event in JSON:
``{"built": "ar", "changed": true}`` for each language, answered by ``on`` or ``stop``, and at last ``{"done": true}``,
with ``"faults"`` if it could not be built.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from . import packages
from .serving import News

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("docs", "tutorials", "rules_engine", "scripts/press")
FILES = ("mkdocs.yml", "pyproject.toml", "LICENSE", *packages.FILES)
"""What the sites are made from."""
COMMAND = (sys.executable, "-m", "scripts.press.watching")
CHANGES = ("created", "modified", "moved", "deleted")
PAUSE = 0.06
"""Seconds of silence after which a file counts as saved: editors write in several steps."""
MOST_SHOWN = 20
"""Lines about what is wrong that are told at once."""

Event = dict[str, Any]
Tell = Callable[[str], None]


class Saved(FileSystemEventHandler):
    """Notes which files have been saved since they were last asked for."""

    def __init__(self, root: Path = ROOT) -> None:
        """Note what is saved below *root*."""
        self._root = root
        self._noted: dict[str, None] = {}
        self._any = threading.Condition()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Note a file, unless it was only read, or the sites are not made from it."""
        if event.event_type not in CHANGES or (event.is_directory and event.event_type == "modified"):
            return
        for path in filter(None, (str(event.src_path), str(event.dest_path))):
            place = Path(path).relative_to(self._root).as_posix()
            if concerns(place):
                with self._any:
                    self._noted[place] = None
                    self._any.notify_all()

    @property
    def waiting(self) -> bool:
        """Whether any file has been saved meanwhile."""
        return bool(self._noted)

    def take(self) -> list[str]:
        """Wait until files have been saved and nobody writes to them any longer, and return their places."""
        with self._any:
            self._any.wait_for(lambda: self._noted)
            while self._any.wait(PAUSE):
                pass
            places, self._noted = [*self._noted], {}
        return places


def concerns(place: str) -> bool:
    """Tell whether the sites are made from the file in a place below the project's folder.

    >>> [concerns(place) for place in ("docs/words/ar.yaml", "mkdocs.yml", "README.md", "docs/.about.md.swp")]
    [True, True, False, False]
    """
    folders = place.split("/")
    if any(name.startswith(".") or name == "__pycache__" for name in folders) or place.endswith(("~", ".pyc")):
        return False
    return place in FILES or place.startswith(tuple(f"{folder}/" for folder in FOLDERS))


class Builder:
    """The process that builds."""

    def __init__(self, command: Sequence[str] = COMMAND, project: Path = ROOT) -> None:
        """Know how to start it, in the folder of a project; it is started when it is first needed."""
        self._command = command
        self._project = project
        self._process: subprocess.Popen[str] | None = None
        self._closed = False

    def build(self, first: str, go_on: Callable[[], bool]) -> Iterator[Event]:
        """Let the sites be built, *first* the one in this language; give the events. Before each next one *go_on*."""
        process = self._process = self._process or self._started()
        self._say(first)
        others: list[str] = []
        assert process.stdout is not None
        for line in process.stdout:
            try:
                event = json.loads(line)
            except ValueError:
                event = None
            if not isinstance(event, dict):
                others.append(line.rstrip())
                continue
            yield event
            if "done" in event:
                return
            self._say("on" if go_on() else "stop")
        self.end()
        if not self._closed:
            yield {"done": True, "faults": last_words(others)}

    def _say(self, word: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            print(word, file=self._process.stdin, flush=True)
        except BrokenPipeError:
            return  # what it has said before it ended is read below

    def _started(self) -> subprocess.Popen[str]:
        # In a session of its own, so that Ctrl-C reaches only who started it
        return subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            cwd=self._project,
            start_new_session=True,
        )

    def end(self) -> None:
        """End it, if it is there; the next build starts another one."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def close(self) -> None:
        """End it for good, from whichever thread."""
        self._closed = True
        if self._process is not None:
            self._process.kill()


def last_words(lines: Sequence[str]) -> list[str]:
    """Return where a program that fell over did so, and why.

    >>> last_words(['Traceback:', '  File "a.py", line 2', '    x = ', 'SyntaxError: invalid syntax'])
    ['File "a.py", line 2', 'SyntaxError: invalid syntax']
    """
    places = [line.strip() for line in lines if line.lstrip().startswith("File ")]
    return [*places[-1:], *lines[-1:]] or ["the builder has ended"]


def watch(news: News, tell: Tell, builder: Builder) -> None:
    """Build whenever files are saved, for as long as the program runs: the language that is being read comes first."""
    saved, observer = Saved(), Observer()
    for folder in FOLDERS:
        observer.schedule(saved, str(ROOT / folder), recursive=True)
    observer.schedule(saved, str(ROOT))
    observer.daemon = True
    observer.start()
    built(builder, news, tell, lambda: not saved.waiting)
    while True:
        places = saved.take()
        tell(", ".join(places[:3]) + (f" and {len(places) - 3} more" if len(places) > 3 else ""))
        if any(place.endswith(".py") for place in places):
            builder.end()
        built(builder, news, tell, lambda: not saved.waiting)


def built(builder: Builder, news: News, tell: Tell, go_on: Callable[[], bool]) -> None:
    """Build once, and tell readers and terminal what has come of it."""
    start = time.perf_counter()
    for event in builder.build(news.viewed, go_on):
        if "built" in event:
            if event["changed"]:
                news.built(event["built"])
                tell(f"  {event['built']} after {time.perf_counter() - start:.1f} s")
        elif event.get("faults"):
            lines = shortened(event["faults"])
            news.faulty(*lines)
            for line in lines:
                tell(f"  {line}")
        else:
            news.faulty()


def shortened(lines: Sequence[str]) -> list[str]:
    """Return as many lines as a person reads, and how many there are besides."""
    left = len(lines) - MOST_SHOWN
    return [*lines[:MOST_SHOWN], f"… and {left} more"] if left > 0 else [*lines]


# In the process that builds


def work(requests: TextIO, events: TextIO) -> None:
    """Build once for each line, which names the language that shall be first."""

    def say(event: Event) -> None:
        print(json.dumps(event, ensure_ascii=False), file=events, flush=True)

    def told(lang: str, changed: bool) -> bool:
        say({"built": lang, "changed": changed})
        return requests.readline().strip() == "on"

    from .site import Unbuildable, build_in_turn  # noqa: PLC0415 (what is wrong in it is told like any other fault)

    while first := requests.readline().strip():
        faults: list[str] = []
        try:
            build_in_turn(lambda _: None, told, first)
        except Unbuildable as failure:
            faults = [*failure.args]
        except RuntimeError as failure:
            faults = str(failure).splitlines()
        except Exception:
            faults = last_words(traceback.format_exc().splitlines())
        say({"done": True, "faults": faults})


if __name__ == "__main__":
    work(sys.stdin, sys.stdout)

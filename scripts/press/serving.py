"""The built sites on this machine: served as a static host would, and, while files are watched, kept up to date."""

from __future__ import annotations

import contextlib
import functools
import http.server
import io
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO

from rules_engine.suite.shapes import SOURCE

from . import policy

THEME = Path(__file__).resolve().parents[2] / "docs" / "theme"

NEWS, SCRIPT = "/_built", "/_built.js"
"""Where an open page hears of builds, and the script by which it does."""
PATIENCE = 15.0
"""Seconds after which a page that has heard nothing is told so, by which one that has been closed is noticed."""


@functools.cache
def _headers_of_the_site() -> Mapping[str, str]:
    return policy.headers(THEME)


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the sites quietly, with the types that browsers insist on and the headers that hosts are told to send."""

    extensions_map = {  # noqa: RUF012 (the base class declares it so)
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        **policy.TYPES,
        ".whl": "application/zip",
    }

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer with the site's own page where there is none, as a static host does."""
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        content = self.head_of_html(code, page)
        if self.command != "HEAD":
            self.wfile.write(content)

    def head_of_html(self, code: int, page: Path) -> bytes:
        """Send the head of an answer that is a page, and return the page."""
        content = self.html(page.read_bytes())
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return content

    def end_headers(self) -> None:
        """End the head, with what goes with everything, and how long a browser may keep what follows."""
        for name, value in self.always().items():
            self.send_header(name, value)
        self.send_header("Cache-Control", self.kept_for())
        super().end_headers()

    def kept_for(self) -> str:
        """Let browsers keep what lies in a folder named by its hash, and ask again for everything else."""
        return policy.UNCHANGING if "/_/" in self.path else "no-cache"

    def always(self) -> Mapping[str, str]:
        """Return the headers that go with everything."""
        return _headers_of_the_site()

    def html(self, content: bytes) -> bytes:
        """Return a page as it is sent: as it was built."""
        return content

    def handle(self) -> None:
        """Answer, unless the reader has left meanwhile."""
        with contextlib.suppress(ConnectionError):
            super().handle()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the base class names it so)
        """Say nothing: the address is all that the person at the terminal needs."""


@contextlib.contextmanager
def served(folder: Path, handler: Callable[..., Any] = Handler) -> Iterator[str]:
    """Serve a folder meanwhile, on a free port of this machine; give its address."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


# While files are watched


@dataclass(frozen=True, slots=True)
class State:
    """What was built last: a number for each language that changes with its site, and what is wrong since, in lines."""

    numbers: Mapping[str, int] = field(default_factory=dict)
    faults: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return {"numbers": dict(self.numbers), "faults": [*self.faults]}


class News:
    """What those who build tell those who serve, and which language is being read."""

    def __init__(self) -> None:
        """Begin with numbers that no page of an earlier server has."""
        self.viewed = SOURCE
        self.first = int(time.time())
        self._state = State()
        self._changed = threading.Condition()

    def number(self, lang: str) -> int:
        """Return the number of a language's site as it is now."""
        return self._state.numbers.get(lang, self.first)

    def built(self, lang: str) -> None:
        """Tell that a language's site has changed."""
        numbers = {**self._state.numbers, lang: self.number(lang) + 1}
        self._tell(State(MappingProxyType(numbers), self._state.faults))

    def faulty(self, *lines: str) -> None:
        """Tell what is wrong, or, without lines, that nothing is."""
        self._tell(replace(self._state, faults=lines))

    def _tell(self, state: State) -> None:
        with self._changed:
            self._state = state
            self._changed.notify_all()

    def after(self, seen: State | None, patience: float = PATIENCE) -> State:
        """Return the state as soon as it is another one than has been *seen*, at the latest after some seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._state != seen, patience)
            return self._state


class Live(Handler):
    """Serves the sites with a script in every page, by which it hears of builds. The built files stay without it."""

    def __init__(self, *given: Any, news: News, **named: Any) -> None:
        """Answer a request; the base class does so while it is made."""
        self.news = news
        super().__init__(*given, **named)

    @property
    def lang(self) -> str:
        """The language of the site in which the address lies."""
        folder = self.path.lstrip("/").partition("/")[0]
        return folder if folder and (Path(self.directory) / folder / "404.html").is_file() else SOURCE

    def do_GET(self) -> None:
        """Answer with a file, or with the news."""
        address = self.path.partition("?")[0]
        if address == NEWS:
            self._tell_news()
        elif address == SCRIPT:
            self._send(Path(__file__).with_name("built.js").read_bytes())
        else:
            super().do_GET()

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """Send the head of an answer, and return what follows it."""
        page = self._page()
        if page is None:
            return super().send_head()
        self.news.viewed = self.lang
        return io.BytesIO(self.head_of_html(HTTPStatus.OK, page))

    def _page(self) -> Path | None:
        address = self.path.partition("?")[0].partition("#")[0]
        path = Path(self.translate_path(self.path)) / ("index.html" if address.endswith("/") else "")
        return path if path.suffix == ".html" and path.is_file() else None

    def kept_for(self) -> str:
        """Let browsers keep nothing: all of it may change."""
        return "no-cache"

    def always(self) -> Mapping[str, str]:
        """Return the headers of the site as its theme is now."""
        return policy.headers(THEME)

    def html(self, content: bytes) -> bytes:
        """Return a page with the script before its end."""
        script = f'<script src="{SCRIPT}" data-lang="{self.lang}" data-number="{self.news.number(self.lang)}"></script>'
        before, end, after = content.rpartition(b"</body>")
        return b"".join((before, script.encode(), end, after) if end else (content, script.encode()))

    def _send(self, script: bytes) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/javascript")
        self.send_header("Content-Length", str(len(script)))
        self.end_headers()
        self.wfile.write(script)

    def _tell_news(self) -> None:
        """Send every state as an event, until the reader leaves."""
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        seen = None
        while True:
            state = self.news.after(seen)
            event = f"data: {json.dumps(state.plain(), ensure_ascii=False)}\n\n" if state != seen else ":\n\n"
            self.wfile.write(event.encode())
            seen = state

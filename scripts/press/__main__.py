"""Build the sites, and serve them on this machine: ``python -m scripts.press [--build-only] [--port N]``."""

from __future__ import annotations

import argparse
import contextlib
import functools
import http.server
import sys
import time
from http import HTTPStatus
from pathlib import Path

from .site import SITE, Unbuildable, build


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the sites quietly, with the types that browsers insist on."""

    extensions_map = {  # noqa: RUF012 (the base class declares it so)
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".wasm": "application/wasm",
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".whl": "application/zip",
        ".woff2": "font/woff2",
    }

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer with the site's own page where there is none, as a static host does."""
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        content = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def handle(self) -> None:
        """Answer, unless the reader has left meanwhile."""
        with contextlib.suppress(ConnectionError):
            super().handle()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the base class names it so)
        """Say nothing: the address is all that the person at the terminal needs."""


def main(arguments: list[str] | None = None) -> int:
    """Build, and unless told otherwise serve. Return the exit status: 2 if the fixtures have faults."""
    parser = argparse.ArgumentParser(
        "./scripts/serve", description="Build the three sites and serve them on 127.0.0.1."
    )
    parser.add_argument("--build-only", action="store_true", help="build into site/ and stop")
    parser.add_argument(
        "--port", type=int, default=8000, help="the port to serve on (8000; the next free one is taken)"
    )
    chosen = parser.parse_args(arguments)
    start = time.perf_counter()
    try:
        build(lambda line: print(f"  {line}", flush=True))
    except Unbuildable as faults:
        print(*faults.args, sep="\n", file=sys.stderr)
        return 2
    except RuntimeError as failure:
        print(failure, file=sys.stderr)
        return 1
    print(f"built site/ in {time.perf_counter() - start:.1f} s", flush=True)
    return 0 if chosen.build_only else serve(chosen.port)


def serve(port: int) -> int:
    """Serve ``site/`` until interrupted, on *port* or the next free one."""
    with _server(port) as server:
        print(f"Arabic  http://127.0.0.1:{server.server_port}/", flush=True)
        print(f"Deutsch http://127.0.0.1:{server.server_port}/de/", flush=True)
        print(f"English http://127.0.0.1:{server.server_port}/en/", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


def _server(port: int) -> http.server.ThreadingHTTPServer:
    handler = functools.partial(Handler, directory=str(SITE))
    for candidate in range(port, port + 50):
        try:
            return http.server.ThreadingHTTPServer(("127.0.0.1", candidate), handler)
        except OSError:
            continue
    raise SystemExit(f"no free port from {port} to {port + 49}")


if __name__ == "__main__":
    sys.exit(main())

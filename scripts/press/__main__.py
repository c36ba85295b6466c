"""Build the sites, serve them on this machine: ``python -m scripts.press [--build-only] [--no-watch] [--port N]``."""

from __future__ import annotations

import argparse
import functools
import http.server
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from . import watching
from .serving import Handler, Live, News
from .site import SITE, Unbuildable, build


def main(arguments: list[str] | None = None) -> int:
    """Build, and unless told otherwise serve. Return the exit status: 2 if the fixtures have faults."""
    parser = argparse.ArgumentParser(
        "./scripts/serve", description="Build the three sites and serve them on 127.0.0.1."
    )
    parser.add_argument("--build-only", action="store_true", help="build into site/ and stop")
    parser.add_argument("--no-watch", action="store_true", help="serve what is built, whatever is saved later")
    parser.add_argument(
        "--port", type=int, default=8000, help="the port to serve on (8000; the next free one is taken)"
    )
    chosen = parser.parse_args(arguments)
    start = time.perf_counter()
    try:
        build(_told)
    except Unbuildable as faults:
        print(*faults.args, sep="\n", file=sys.stderr)
        return 2
    except RuntimeError as failure:
        print(failure, file=sys.stderr)
        return 1
    print(f"built site/ in {time.perf_counter() - start:.1f} s", flush=True)
    if chosen.build_only:
        return 0
    return serve(chosen.port) if chosen.no_watch else serve_and_watch(chosen.port)


def _told(line: str) -> None:
    print(f"  {line}", flush=True)


def serve(port: int, handler: Callable[..., Any] = Handler) -> int:
    """Serve ``site/`` until interrupted, on *port* or the next free one."""
    with _server(port, functools.partial(handler, directory=str(SITE))) as server:
        print(f"Arabic  http://127.0.0.1:{server.server_port}/", flush=True)
        print(f"Deutsch http://127.0.0.1:{server.server_port}/de/", flush=True)
        print(f"English http://127.0.0.1:{server.server_port}/en/", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


def serve_and_watch(port: int) -> int:
    """Serve ``site/``, and build it again whenever a file is saved that it is made from."""
    news, builder = News(), watching.Builder()
    threading.Thread(target=watching.watch, args=(news, _told, builder), daemon=True).start()
    try:
        return serve(port, functools.partial(Live, news=news))
    finally:
        builder.close()


def _server(port: int, handler: Callable[..., Any]) -> http.server.ThreadingHTTPServer:
    for candidate in range(port, port + 50):
        try:
            return http.server.ThreadingHTTPServer(("127.0.0.1", candidate), handler)
        except OSError:
            continue
    raise SystemExit(f"no free port from {port} to {port + 49}")


if __name__ == "__main__":
    sys.exit(main())

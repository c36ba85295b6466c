"""Lighthouse on pages of every kind, as a static host sends them: the four scores, and what they rest on."""

from __future__ import annotations

import functools
import gzip
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.press.serving import Handler, served
from scripts.press.site import SITE, build

TOOL = Path(__file__).resolve().parent
"""Where Lighthouse is pinned, apart from what building and testing need."""
PAGES = ("", "mus/lances/", "mor200/turn/", "mus/play/")
LANGUAGES = ("", "de/", "en/")
SCORES = ("performance", "accessibility", "best-practices", "seo")
METRICS = ("largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift")
PACKED = (".html", ".css", ".js", ".mjs", ".json", ".svg", ".wasm", ".webmanifest")
FLAGS = "--headless --no-sandbox --disable-gpu --disable-background-networking"


class Packing(Handler):
    """Sends what can be made smaller with gzip, as hosts do."""

    def do_GET(self) -> None:  # noqa: N802 (the base class names it so)
        """Answer with the file packed, if the browser takes it so."""
        file = Path(self.translate_path(self.path))
        file = file / "index.html" if file.is_dir() else file
        if not file.is_file() or file.suffix not in PACKED or "gzip" not in self.headers.get("Accept-Encoding", ""):
            super().do_GET()
            return
        content = _packed(file, file.stat().st_mtime_ns)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(file)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


@functools.cache
def _packed(file: Path, _changed: int) -> bytes:
    return gzip.compress(file.read_bytes(), 6, mtime=0)


def rows(site: str, times: int) -> Iterator[str]:
    """Give the scores of each page in each language as rows of a Markdown table, the median of *times* runs."""
    yield "| page | performance | accessibility | best practices | SEO | LCP | TBT | CLS |"
    yield "|---|---|---|---|---|---|---|---|"
    for page in PAGES:
        for lang in LANGUAGES:
            runs = sorted((_run(f"{site}{lang}{page}") for _ in range(times)), key=_performance)
            report = runs[len(runs) // 2]
            scores = [f"{report['categories'][name]['score'] * 100:.0f}" for name in SCORES]
            metrics = [report["audits"][name]["displayValue"] for name in METRICS]
            yield f"| /{lang}{page} | {' | '.join([*scores, *metrics])} |"


def _performance(report: dict[str, Any]) -> float:
    return float(report["categories"]["performance"]["score"] or 0)


def _run(address: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = ["npx", "--no-install", "lighthouse", address, "--quiet", "--output=json", f"--output-path={report}"]
        environment = {**os.environ, "CHROME_PATH": os.environ["CHROMIUM"]}
        subprocess.run(
            [*command, f"--chrome-flags={FLAGS}"], cwd=TOOL, env=environment, check=True, capture_output=True
        )
        found: dict[str, Any] = json.loads(report.read_text("utf-8"))
        return found


def main(times: int = 3) -> int:
    """Measure the built site. Return the exit status."""
    build(lambda _: None)
    with served(SITE, Packing) as site:
        for row in rows(site, times):
            print(row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2])))

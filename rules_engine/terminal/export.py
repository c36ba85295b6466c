"""``export``: all fixtures as one JSON document."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from rules_engine.reading import Fault, shown
from rules_engine.suite.exporting import export as export_suite
from rules_engine.suite.exporting import exported_text
from rules_engine.suite.loading import FileFault, load, root_of_fixtures
from rules_engine.suite.playthroughs import recorded
from rules_engine.terminal import UNUSABLE, WELL
from rules_engine.terminal.talk import Talk, complain, print_faults


def run(arguments: argparse.Namespace) -> int:
    """Print all fixtures as one JSON document, unless something is wrong with them."""
    found = document(arguments)
    if found is None:
        return UNUSABLE
    sys.stdout.write(exported_text(found))
    return WELL


def document(arguments: argparse.Namespace) -> dict[str, Any] | None:
    """Return the exported suite; or print what is wrong with the fixtures, and return None."""
    root = arguments.root or root_of_fixtures()
    loaded, faults = load(arguments.root), list[FileFault]()
    if not loaded.documents:
        complain(Talk(arguments.root).say(Fault("", "no_fixtures", {"value": shown(str(root))})))
        return None
    if loaded.packed is not None and loaded.usable:
        return dict(loaded.packed)
    matches = [*recorded(root, faults)]
    faults += (fault for fault in loaded.faults if not fault.warning)
    print_faults(faults, loaded.suite, sys.stderr)
    return None if faults else export_suite(loaded.suite, matches)

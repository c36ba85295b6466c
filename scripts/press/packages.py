"""The packages that the project is built from and with: their versions, their licences, and why each is there.

Versions stand in the lock files. Reasons stand where a package is asked for: beside it in ``requirements*.in``, under
``//`` in ``package.json``. Licences of npm's packages stand in their lock file; those of Python's are noted in
``scripts/licences.json`` by ``python -m scripts.press.packages``, which ``./scripts/lock`` runs, because not everything
that is locked is installed everywhere.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
NOTED = ROOT / "scripts" / "licences.json"
ASKED = ("requirements", "requirements-release")
"""Python's lists: what is asked for in ``.in``, what is locked in ``.txt``."""
NODE = (".", "scripts/measuring")
"""The folders with a ``package.json`` and its lock."""

FILES = (
    *(f"{name}.{kind}" for name in ASKED for kind in ("in", "txt")),
    *(f"{folder}/{name}".removeprefix("./") for folder in NODE for name in ("package.json", "package-lock.json")),
    "scripts/licences.json",
)
"""Everything that is read here, from the project's folder."""

ALLOWED = frozenset(
    {
        *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC-BY-4.0", "ISC", "MIT", "MPL-2.0"),
        *("NCSA", "OFL-1.1", "PSF-2.0", "Unlicense", "W3C-20150513", "Zlib", "blessing", "bzip2-1.0.6"),
        "Apache-2.0 WITH LLVM-exception",
    }
)
"""The licences, by their SPDX names, under which something may be shipped or build. Another is a decision."""

SAID: Mapping[str, str] = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "MIT Licence": "MIT",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "PSFL": "PSF-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
"""What packages say instead of the SPDX name."""
LOOKED_UP: Mapping[str, str] = dict.fromkeys(("colorama", "jinja2", "parse-cache-control"), "BSD-3-Clause")
"""Packages that do not say which of the BSD licences theirs is: it stands in the licence file that they name."""


@dataclass(frozen=True, slots=True, order=True)
class Package:
    """A package: its *name* in its registry, the locked *version*, its *licence*, an SPDX expression, "" if unknown.

    *reason* is what the project asks for it, "" if only another package needs it. *shipped* ones come to readers.
    """

    name: str
    version: str
    licence: str
    reason: str = ""
    shipped: bool = False

    @property
    def asked(self) -> bool:
        """Whether the project itself asks for it."""
        return bool(self.reason)


def packages(root: Path = ROOT) -> tuple[Package, ...]:
    """Return all packages, by name. One that stands in two lock files in the same version comes once."""
    found: dict[tuple[str, str], Package] = {}
    for package in (*_python(root), *_node(root)):
        earlier = found.get((package.name, package.version))
        if earlier is None or not earlier.asked:
            found[package.name, package.version] = package
    return tuple(sorted(found.values(), key=lambda package: (package.name.lstrip("@"), package.version)))


# Python's


def _python(root: Path) -> Iterator[Package]:
    noted: dict[str, str] = json.loads((root / "scripts" / "licences.json").read_text("utf-8"))
    for name in ASKED:
        reasons = asked_python((root / f"{name}.in").read_text("utf-8"))
        for package, version in locked_python((root / f"{name}.txt").read_text("utf-8")).items():
            yield Package(package, version, noted.get(f"{package} {version}", ""), reasons.get(package, ""))


def locked_python(text: str) -> dict[str, str]:
    """Return the versions in a ``requirements.txt``, by name."""
    return {plain(name): version for name, version in re.findall(r"^([\w.-]+)==([^\s;\\]+)", text, re.MULTILINE)}


def asked_python(text: str) -> dict[str, str]:
    """Return the reasons in a ``requirements.in``, without what is said of versions in brackets at their end."""
    lines = re.findall(r"^([\w.-]+)(?:==\S+)?[ \t]*(?:#[ \t]*(.*))?$", text, re.MULTILINE)
    return {plain(name): re.sub(r" \([^()]*\)$", "", reason) for name, reason in lines if not name.startswith("-")}


def plain(name: str) -> str:
    """Return the name of a Python package as indexes write it.

    >>> plain("Ruamel_YAML")
    'ruamel-yaml'
    """
    return re.sub(r"[-_.]+", "-", name).lower()


# npm's


def _node(root: Path) -> Iterator[Package]:
    for folder in NODE:
        own = json.loads((root / folder / "package.json").read_text("utf-8"))
        lock = json.loads((root / folder / "package-lock.json").read_text("utf-8"))
        asked, reasons = {*own.get("dependencies", ()), *own.get("devDependencies", ())}, own["//"]
        for place, entry in lock["packages"].items():
            name = place.rpartition("node_modules/")[2]
            licence = entry.get("license") or LOOKED_UP.get(name, "")
            if place == f"node_modules/{name}" and name in asked:
                shipped = name in own.get("dependencies", ())
                yield Package(name, entry["version"], licence, reasons.get(name, ""), shipped)
            elif place:
                yield Package(name, entry["version"], licence)


# Licences


def is_allowed(expression: str) -> bool:
    """Tell whether an SPDX expression leaves a choice that is allowed: all of what AND joins, one of what OR joins."""
    while (inner := re.sub(r"\(([^()]*)\)", lambda m: "MIT" if is_allowed(m[1]) else "NONE", expression)) != expression:
        expression = inner
    return any(all(part.strip() in ALLOWED for part in choice.split(" AND ")) for choice in expression.split(" OR "))


def said_licence(about: Any) -> str:
    """Return the SPDX expression of what a Python package's metadata say, "" if that is not clear.

    *about* is what ``importlib.metadata`` gives.
    """
    expression = about.get("License-Expression")
    if expression:
        return str(expression)
    classified = [
        line.rpartition(" :: ")[2] for line in about.get_all("Classifier", ()) if line.startswith("License ::")
    ]
    for text in (*classified, (about.get("License") or "").strip().partition("\n")[0]):
        spdx: str = SAID.get(text, text)
        if spdx in ALLOWED:
            return spdx
    return LOOKED_UP.get(plain(about["Name"]), "")


def installed(locked: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the licences of those locked packages that are installed, by name and version."""
    there = {(plain(found.name), found.version): found for found in metadata.distributions()}
    return {
        f"{name} {version}": said_licence(there[name, version].metadata)
        for name, version in locked
        if (name, version) in there
    }


def locked(root: Path = ROOT) -> list[tuple[str, str]]:
    """Return the names and versions of all locked Python packages, sorted."""
    texts = ((root / f"{name}.txt").read_text("utf-8") for name in ASKED)
    return sorted({entry for text in texts for entry in locked_python(text).items()})


def main() -> int:
    """Note the licences of the locked Python packages. Return 1 if one of them is not installed, or not clear."""
    found = installed(locked())
    NOTED.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    lacking = [f"{name} {version}" for name, version in locked() if not found.get(f"{name} {version}")]
    print(*(f"{name}: not installed, or its licence is not clear" for name in lacking), sep="\n", file=sys.stderr)
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())

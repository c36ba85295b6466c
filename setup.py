"""What building adds to pyproject.toml: the suite as one JSON document in the wheel, and archives that never differ.

Everything else about the package stands in pyproject.toml. The browser's engine is built without this file.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import tarfile
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
SUITE = Path("rules_engine", "suite", "suite.json")
DATE = int(os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800"))  # 1980, the earliest that a wheel can hold


class BuildPy(build_py):
    """Packs the suite: what ``python -m rules_engine export`` prints."""

    def run(self) -> None:
        """Build the modules, then the document beside them."""
        super().run()
        if not self.editable_mode:
            export = [sys.executable, "-m", "rules_engine", "export"]
            Path(self.build_lib, SUITE).write_bytes(
                subprocess.run(export, cwd=ROOT, check=True, capture_output=True).stdout
            )

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """Return the files that are built."""
        return [*super().get_outputs(include_bytecode), str(Path(self.build_lib, SUITE))]


class Sdist(sdist):
    """Packs the sources so that the same ones always give the same bytes: no owners, one date, one order."""

    def make_archive(
        self,
        base_name: str,
        _format: str,
        root_dir: str | None = None,
        base_dir: str | None = None,
        **_owner: str | None,
    ) -> str:
        """Write the archive, a ``.tar.gz`` whatever is asked for, and return its name."""
        name, folder = Path(f"{base_name}.tar.gz"), Path(root_dir or "", base_dir or "")
        with (
            name.open("wb") as file,
            gzip.GzipFile("", "wb", mtime=DATE, fileobj=file) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
        ):
            for path in sorted(folder.rglob("*")):
                archive.add(path, str(path.relative_to(folder.parent)), recursive=False, filter=_plain)
        return str(name)


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mtime = DATE
    entry.mode = 0o755 if entry.isdir() else 0o644
    return entry


setup(cmdclass={"build_py": BuildPy, "sdist": Sdist})

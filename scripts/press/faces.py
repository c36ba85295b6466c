"""The type faces that the sites serve: cut to the characters and weights that pages use, so that text comes sooner."""

from __future__ import annotations

import functools
import io
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from .keeping import kept

ROOT = Path(__file__).resolve().parents[2]
RENAMED: Mapping[str, str] = {"Source Serif 4": "Qawaid Serif", "SourceSerif4": "QawaidSerif"}
"""Names that their licence reserves for the whole face, and what the cut one is called."""
COPYRIGHT = 0
"""The number of the copyright among a face's names."""
WEIGHTS = (400, 700)
"""The lightest and the heaviest weight of the style sheets."""
ARABIC = "0600-061F 0621-0652 0660-066D 0670 0671 06D4 06F0-06F9 200C-200F 0020 00A0 00AB 00BB 25CC"
PERSIAN_AND_URDU = "0679 067E 0686 0688 0691 0698 06A9 06AF 06BA 06BE 06C1 06CC 06D2"
"""Letters of names: what readers type is not always Arabic. Of the rest the system's faces take care."""
LATIN = "0020-007E 00A0-00FF 0131 0152-0153 02C6 02DA 02DC 2000-206F 20AC 2122 2191 2193 2212 2215"


@dataclass(frozen=True, slots=True)
class Face:
    """A face: the npm package and file that it is cut from, and the characters that stay, as ranges in hexadecimal."""

    package: str
    file: str
    characters: str


FACES: Mapping[str, Face] = {
    face.file: face
    for face in (
        Face("noto-naskh-arabic", "noto-naskh-arabic-arabic-wght-normal.woff2", f"{ARABIC} {PERSIAN_AND_URDU}"),
        Face("source-serif-4", "source-serif-4-latin-wght-normal.woff2", LATIN),
        Face("source-serif-4", "source-serif-4-latin-wght-italic.woff2", LATIN),
    )
}
"""The faces that fonts.css names, by file."""


def sources(node_modules: Path) -> dict[str, Path]:
    """Return the whole faces by file, as their packages have them."""
    packages = node_modules / "@fontsource-variable"
    return {name: packages / face.package / "files" / name for name, face in FACES.items()}


def write(out: Path, *, cache: Path) -> None:
    """Put the faces into the folder *out*; what was cut before is taken from *cache*."""
    out.mkdir(parents=True, exist_ok=True)
    for name, source in sources(ROOT / "node_modules").items():
        made = kept(cache, name, [Path(__file__), source], functools.partial(cut, source))
        shutil.copyfile(made, out / name)


def cut(source: Path, target: Path) -> None:
    """Write the face in *source*, named as in ``FACES``, cut to its characters and weights."""
    font = _with(TTFont(source, recalcTimestamp=False), characters(FACES[source.name].characters))
    (weight,) = (axis for axis in font["fvar"].axes if axis.axisTag == "wght")
    if (weight.minValue, weight.maxValue) != WEIGHTS:
        font = instantiateVariableFont(_plain(font), {"wght": WEIGHTS})
    _rename(font)
    font.flavor = "woff2"
    font.save(target)


def _rename(font: TTFont) -> None:
    """Take reserved names out of a face: what has been changed may not bear them. The copyright keeps them."""
    for record in font["name"].names:
        if record.nameID != COPYRIGHT:
            text = str(record)
            for name, ours in RENAMED.items():
                text = text.replace(name, ours)
            record.string = text


def characters(ranges: str) -> list[int]:
    """Return the characters of ranges such as ``"0621-0652 0670"``."""
    found: list[int] = []
    for part in ranges.split():
        first, _, last = part.partition("-")
        found.extend(range(int(first, 16), int(last or first, 16) + 1))
    return found


def _with(font: TTFont, stay: Iterable[int]) -> TTFont:
    options = Options()
    options.layout_features = ["*"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=stay)
    subsetter.subset(font)
    return font


def _plain(font: TTFont) -> TTFont:
    """Return a font as it is read from a file: what has been cut cannot be limited to weights before."""
    font.flavor = None
    written = io.BytesIO()
    font.save(written)
    return TTFont(io.BytesIO(written.getvalue()), recalcTimestamp=False)

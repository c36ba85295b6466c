"""The type faces: what the style sheet promises of them is in the files that are cut."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from scripts.press import faces

SHEET = (faces.ROOT / "docs" / "assets" / "css" / "fonts.css").read_text("utf-8")
PROMISES = re.findall(
    r'@font-face \{[^}]*?url\("../fonts/([^"]+)"\)[^}]*?font-weight: (\d+) (\d+);[^}]*?unicode-range: ([^;]+);', SHEET
)
"""For each face its file, its lightest and heaviest weight, and its characters."""


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("faces")
    faces.write(folder, cache=folder / "cache")
    return folder


def test_the_style_sheet_names_the_faces_and_promises_what_they_hold(cut: Path) -> None:
    assert [*dict.fromkeys(file for file, *_ in PROMISES)] == [*faces.FACES]
    whole = faces.sources(faces.ROOT / "node_modules")
    for file, lightest, heaviest, ranges in PROMISES:
        promised = set(faces.characters(ranges.replace("U+", "").replace(",", " ")))
        font = TTFont(cut / file)
        there = set(font.getBestCmap())
        assert promised & set(TTFont(whole[file]).getBestCmap()) <= there, file
        assert {axis.axisTag: (axis.minValue, axis.maxValue) for axis in font["fvar"].axes}["wght"] == (
            int(lightest),
            int(heaviest),
        )


def test_a_cut_face_bears_no_name_that_is_reserved_for_the_whole_one(cut: Path) -> None:
    for file in faces.FACES:
        names = {record.nameID: str(record) for record in TTFont(cut / file)["name"].names}
        reserved = re.findall("Reserved Font Names? [‘'“\"]([^’'”\"]+)", names.pop(faces.COPYRIGHT))
        assert not [name for name in names.values() for word in reserved if word in name]
        assert names[1] in ("Qawaid Serif", "Noto Naskh Arabic")

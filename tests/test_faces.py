"""The type faces: what the style sheet promises of them is in the files that are cut."""

from __future__ import annotations

import re

from fontTools.ttLib import TTFont

from scripts.press import faces

SHEET = (faces.ROOT / "docs" / "assets" / "css" / "fonts.css").read_text("utf-8")
PROMISES = re.findall(
    r'@font-face \{[^}]*?url\("../fonts/([^"]+)"\)[^}]*?font-weight: (\d+) (\d+);[^}]*?unicode-range: ([^;]+);', SHEET
)
"""For each face its file, its lightest and heaviest weight, and its characters."""


def test_the_style_sheet_names_the_faces_and_promises_what_they_hold(tmp_path) -> None:
    assert [file for file, *_ in PROMISES] == [*faces.FACES]
    faces.write(tmp_path, cache=tmp_path / "cache")
    whole = faces.sources(faces.ROOT / "node_modules")
    for file, lightest, heaviest, ranges in PROMISES:
        promised = set(faces.characters(ranges.replace("U+", "").replace(",", " ")))
        font = TTFont(tmp_path / file)
        there = set(font.getBestCmap())
        assert promised & set(TTFont(whole[file]).getBestCmap()) <= there, file
        assert {axis.axisTag: (axis.minValue, axis.maxValue) for axis in font["fvar"].axes}["wght"] == (
            int(lightest),
            int(heaviest),
        )

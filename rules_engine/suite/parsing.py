"""Texts of files into plain values, with the line of every path. No input raises: what is wrong comes back as faults.

JSON needs the standard library alone. YAML is read by :mod:`rules_engine.suite.yaml_parsing`, which needs PyYAML.
"""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Callable
from pathlib import Path

from rules_engine.reading import Fault
from rules_engine.reasons import Plain
from rules_engine.suite.marks import LIMITS, Limits, Located, Parsed


def parse(text: str, limits: Limits = LIMITS) -> Parsed:
    """Parse one YAML document."""
    if len(text) > limits.characters:
        return failed("file_too_large", 1, most=limits.characters)
    try:
        reader = importlib.import_module("rules_engine.suite.yaml_parsing")
    except ModuleNotFoundError as error:
        if error.name != "yaml":
            raise
        return failed("needs_yaml", 1)
    read: Callable[[str, Limits], Parsed] = reader.parse
    return read(text, limits)


def failed(kind: str, line: int, **data: Plain) -> Parsed:
    """Return the result of a text that could not be parsed at all."""
    return Parsed(faults=(Located(line, Fault("", kind, data)),))


def decode(data: bytes) -> str:
    """Return the text of a file. Raise ``UnicodeDecodeError`` if it is not UTF-8."""
    return data.decode("utf-8-sig")


def read_file(path: Path, limits: Limits = LIMITS) -> bytes:
    """Return the content of a file, but never more than a little beyond what is accepted. Raise ``OSError``.

    A named pipe that nobody writes to is as good as empty.
    """
    with open(path, "rb", opener=_opened) as file:
        return file.read(4 * limits.characters + 1)


def _opened(path: str, flags: int) -> int:
    opened = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(opened, True)
    return opened


def parse_bytes(data: bytes, limits: Limits = LIMITS) -> Parsed:
    """Parse the content of a file."""
    if len(data) > 4 * limits.characters:
        return failed("file_too_large", 1, most=limits.characters)
    try:
        return parse(decode(data), limits)
    except UnicodeDecodeError as error:
        return failed("not_utf8", data.count(b"\n", 0, error.start) + 1, byte=error.start)


def parse_json(text: str) -> Plain:
    """Return the value of a clean JSON text: no key twice, whole numbers only. Raise ``ValueError`` otherwise."""
    value: Plain = json.loads(text, object_pairs_hook=_unique, parse_float=_refused, parse_constant=_refused)
    if "\\u" in text:
        json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair is no text
    return value


def _unique(pairs: list[tuple[str, Plain]]) -> dict[str, Plain]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError(pairs)
    return values


def _refused(number: str) -> Plain:
    raise ValueError(number)


def parse_any(data: bytes, limits: Limits = LIMITS) -> Parsed:
    """Parse JSON or YAML; what is not clean JSON is read as YAML, which tells where the trouble is."""
    if len(data) > 4 * limits.characters:
        return parse_bytes(data, limits)
    try:
        text = decode(data)
        if len(text) <= limits.characters:
            return Parsed(parse_json(text))
    except (ValueError, RecursionError):
        pass
    return parse_bytes(data, limits)

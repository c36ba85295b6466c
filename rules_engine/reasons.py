"""Reasons: which rules decided a judgement, and with what.

A judging function returns a :class:`Judged`: its value together with its reasons, in the order the judgement was
reached. There is no second, explaining path that could drift from the first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Plain = None | bool | int | str | list["Plain"] | dict[str, "Plain"]
"""What JSON can hold, but for fractions, which no rule of these games needs."""

T = TypeVar("T")
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Reason:
    """One rule that decided something, and the data that fill its sentence.

    *rule* is the id of a published rule text. *case* tells which of the rule's sentences applies, "" if it has one.
    """

    rule: str
    case: str = ""
    data: Mapping[str, Plain] = field(default_factory=dict)

    def plain(self) -> dict[str, Plain]:
        """Return the reason as it stands in an answer's ``because``."""
        return {"rule": self.rule, **({"case": self.case} if self.case else {}), **self.data}


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that judging may cite, with the data each of its sentences takes.

    >>> TIE = Rule("mus.tie", {"": ("winner", "seats")})
    >>> TIE(winner=0, seats=[0, 2]).plain()
    {'rule': 'mus.tie', 'winner': 0, 'seats': [0, 2]}
    """

    id: str
    cases: Mapping[str, tuple[str, ...]]

    def __call__(self, case: str = "", /, **data: Plain) -> Reason:
        """Cite the rule. Raise ``ValueError`` if *data* are not those that its sentence takes."""
        if self.cases.get(case) != tuple(data):
            raise ValueError(f"{self.id}: case {case!r} takes {self.cases.get(case)}, not {tuple(data)}")
        return Reason(self.id, case, data)


@dataclass(frozen=True, slots=True)
class Judged(Generic[T]):
    """A value and the reasons for it."""

    value: T
    because: tuple[Reason, ...]

    def after(self, *earlier: Reason) -> Judged[T]:
        """Return the same value with *earlier* reasons put before its own."""
        return Judged(self.value, (*earlier, *self.because))

    def map(self, change: Callable[[T], S]) -> Judged[S]:
        """Return the changed value for the same reasons."""
        return Judged(change(self.value), self.because)

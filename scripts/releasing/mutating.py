"""Whether the documented examples notice when the judging is changed in a small way, one change after another.

``mutmut`` makes the changes, *mutants*, and runs each in a process of its own; here is what it asks there: every
example and step that comes through the changed function, the quickest first. A mutant survives if nothing is found
wrong. Which modules judge is said in ``pyproject.toml``. ``tests/survivors.yaml`` must account for every survivor: why
nobody who compares answers could tell it from the judging as it is, or what else tells it.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import functools
import importlib
import os
import re
import shutil
import signal
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build/mutation"
"""Where the mutants are kept, so that a later run repeats only what has changed."""
EXPLAINED = ROOT / "tests/survivors.yaml"
LINKED = ("rules_engine", "tutorials", "docs", "pyproject.toml")
LEAST_KILLED = 0.9
WRONG, TOO_LONG = KILLED = 1, 36
"""How a process ends in which something was found wrong, or went on too long."""
LONGEST = 3.0
"""The seconds of computing that an entry may take at least, before a mutant counts as one that goes on for ever."""


# What is asked in a process of its own


class TooLong(BaseException):
    """An entry goes on and on."""


class Examples:
    """Asks the documented examples; ``mutmut`` takes it for a runner of tests, whose names are ids and file names."""

    def warm_up(self) -> None:
        """Load what every mutant needs, but ask nothing: what is remembered would hide a mutant."""
        _ = self.entries
        for module in self._modules():
            importlib.import_module(module)

    @staticmethod
    def _modules() -> Iterator[str]:
        for path in sorted(Path("mutants/rules_engine").glob("*/*.py")):
            if path.parent.name not in ("suite", "terminal"):
                yield ".".join(path.relative_to("mutants").with_suffix("").parts)

    @functools.cached_property
    def entries(self) -> Mapping[str, Callable[[], bool]]:
        """The functions, by id, that tell whether something is wrong with an example or a step."""
        return dict(_entries())

    def run_stats(self, *, tests: Iterable[str]) -> int:
        """Note which functions each entry comes through and how long it takes."""
        from mutmut.state import state  # noqa: PLC0415 - only where mutants are made

        self.warm_up()
        for name in tests or self.entries:
            _forget()
            state()._stats.clear()
            began = time.process_time()
            if self.entries[name]():
                print(f"{name} fails as it is")
                return 1
            state().duration_by_test[name] = time.process_time() - began
            for function in state()._stats:
                state().tests_by_mangled_function_name[function].add(name)
        return 0

    def run_tests(self, *, mutant_name: str | None, tests: Iterable[str]) -> int:  # noqa: ARG002 - mutmut's names
        """Ask until something is wrong."""
        from mutmut.state import state  # noqa: PLC0415 - only where mutants are made

        took: Mapping[str, float] = state().duration_by_test
        names = sorted(tests or self.entries, key=lambda name: (took.get(name, 0.0), name))
        signal.signal(signal.SIGVTALRM, _too_long)
        for name in names:
            signal.setitimer(signal.ITIMER_VIRTUAL, max(LONGEST, 20 * took.get(name, 0.0)))
            try:
                if self.entries[name]():
                    return WRONG
            except TooLong:
                return TOO_LONG
            except Exception:  # whatever breaks is noticed
                return WRONG
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        return 0

    def run_forced_fail(self) -> int:
        """Ask where every function fails."""
        return self.run_tests(mutant_name=None, tests=())

    def list_all_tests(self) -> Any:
        """Return the names of all entries."""
        from mutmut.runners.harness import ListAllTestsResult  # noqa: PLC0415 - only where mutants are made

        return ListAllTestsResult(ids=set(self.entries))


def _too_long(_signal: int, _frame: object) -> None:
    raise TooLong


def _entries() -> Iterator[tuple[str, Callable[[], bool]]]:
    from rules_engine.games import game  # noqa: PLC0415 - the one that is changed, found only now
    from rules_engine.suite.checking import ask_entry, entries, findings_of  # noqa: PLC0415
    from rules_engine.suite.loading import load  # noqa: PLC0415

    def wrong(name: str, id_: str, entry: Any) -> bool:
        return any(findings_of(ask_entry(name, id_, entry), game(name).deck))

    for each in load(engine={}).suite.games.values():
        for id_, entry in entries(each):
            yield id_, functools.partial(wrong, each.name, id_, entry)


def _forget() -> None:
    """Empty what functions remember, so that an entry comes through all that it needs."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("rules_engine"):
            for value in vars(module).values():
                with contextlib.suppress(AttributeError, TypeError):
                    value.cache_clear()
    importlib.import_module("rules_engine.match")._courses.clear()


# The mutants and their ends


class Mutant(NamedTuple):
    """A mutant that was not killed: *change* are the lines before and after, whatever number they have."""

    module: str
    function: str
    change: str

    def __str__(self) -> str:
        return f"{self.module}.{self.function}: {self.change}"


class Result(NamedTuple):
    """How the mutants of a module ended, by the codes of their processes, and those that survived."""

    codes: collections.Counter[int]
    survivors: tuple[Mutant, ...]


def settings(tool: str, key: str) -> list[str]:
    """Return a list of names from ``pyproject.toml``."""
    found: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"][tool][key]
    return found


def judging() -> list[str]:
    """Return the files of the modules that judge."""
    return settings("mutmut", "only_mutate")


def run(children: int) -> None:
    """Make the mutants and ask the examples about those that have no result yet."""
    import mutmut.__main__ as mutmut  # noqa: PLC0415 - not needed for reading results, and slow
    from mutmut.mutation import file_mutation  # noqa: PLC0415
    from mutmut.workers.isolation import ForkServerRunner  # noqa: PLC0415

    file_mutation.NEVER_MUTATE_FUNCTION_NAMES.update(settings("qawaid", "not_judging"))
    examples: Any = Examples
    runner: Any = mutmut
    runner.get_mutant_runner = lambda workers=1: ForkServerRunner(workers, examples, {})
    mutmut._run((), children)


def _data() -> Iterator[tuple[str, Any]]:
    """Give each module that judges with what mutmut knows of its mutants."""
    from mutmut.mutation.data import SourceFileMutationData  # noqa: PLC0415 - not needed elsewhere

    for path in judging():
        data = SourceFileMutationData(path=Path(path))
        data.load()
        yield path, data


def results() -> dict[str, Result]:
    """Return how the mutants of each module ended."""
    found = {}
    for path, data in _data():
        codes = {name: code for name, code in data.exit_code_by_key.items() if code is not None}
        lived = [name for name, code in codes.items() if code not in KILLED]
        found[path] = Result(collections.Counter(codes.values()), tuple(mutant(name, Path(path)) for name in lived))
    return found


def forget_survivors() -> None:
    """Leave only the mutants that were killed: those that survived may be killed by examples that have changed."""
    for _, data in _data():
        known = data.exit_code_by_key.items()
        data.exit_code_by_key = {name: code if code in KILLED else None for name, code in known}
        data.save()


def mutant(name: str, path: Path) -> Mutant:
    """Describe a mutant by what it changes."""
    from mutmut.mutation.diff_apply import get_diff_for_mutant  # noqa: PLC0415 - not needed elsewhere
    from mutmut.utils.format_utils import orig_function_and_class_names_from_key  # noqa: PLC0415

    function, owner = orig_function_and_class_names_from_key(name)
    lines = get_diff_for_mutant(name, path=path).splitlines()[2:]
    sides = [" ".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+"]
    module = ".".join(path.with_suffix("").parts[1:])
    return Mutant(module, f"{owner}.{function}" if owner else function, " → ".join(sides))


class Explanation(NamedTuple):
    """Why some mutants survive: those like a *pattern*, or *mutants* by module and function, certain changes or all."""

    why: str
    pattern: str
    mutants: Mapping[str, Mapping[str, Any]]

    def of(self, survivor: Mutant) -> bool:
        """Tell whether it explains a survivor."""
        if self.pattern and re.fullmatch(self.pattern, str(survivor)):
            return True
        functions = self.mutants.get(survivor.module, {})
        changes = functions.get(survivor.function, ())
        return changes is None or survivor.change in changes


def explained() -> list[Explanation]:
    """Return the explanations that are kept."""
    kept = yaml.safe_load(EXPLAINED.read_text("utf-8")) if EXPLAINED.is_file() else []
    return [Explanation(each["why"], each.get("pattern", ""), each.get("mutants", {})) for each in kept]


def main() -> int:
    """Run, print a line for each module, and name the survivors that nothing explains."""
    parser = argparse.ArgumentParser(prog="python -m scripts.releasing.mutating", description=__doc__)
    parser.add_argument("--children", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--survivors", action="store_true", help="ask only about those not killed before")
    parser.add_argument("--read", action="store_true", help="only print the results there are")
    arguments = parser.parse_args()
    _prepare(afresh=not (arguments.survivors or arguments.read))
    began = time.monotonic()
    if arguments.survivors:
        forget_survivors()
    if not arguments.read:
        run(arguments.children)
    return report(results(), time.monotonic() - began)


def _prepare(*, afresh: bool) -> None:
    if afresh and FOLDER.exists():
        shutil.rmtree(FOLDER)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in LINKED:
        if not (FOLDER / name).exists():
            (FOLDER / name).symlink_to(ROOT / name)
    os.chdir(FOLDER)


def report(found: Mapping[str, Result], seconds: float) -> int:
    """Print the results and return 0 if enough mutants are killed and all survivors explained."""
    whole = collections.Counter[int]()
    print(f"\n{'module':24}{'mutants':>8}{'killed':>8}{'too long':>10}{'survived':>10}")
    for path, result in found.items():
        whole += result.codes
        _print_line(path.removeprefix("rules_engine/"), result.codes)
    _print_line("all", whole)
    known = explained()
    survivors = [each for result in found.values() for each in result.survivors]
    strange = [each for each in survivors if not any(explanation.of(each) for explanation in known)]
    for each in strange:
        print(f"not explained: {each}")
    share = sum(whole[code] for code in KILLED) / max(1, whole.total())
    print(f"{share:.1%} killed, {len(strange)} of {len(survivors)} survivors not explained, {seconds:.0f} s")
    return int(share < LEAST_KILLED or bool(strange))


def _print_line(name: str, codes: collections.Counter[int]) -> None:
    killed = sum(codes[code] for code in KILLED)
    print(f"{name:24}{codes.total():>8}{killed:>8}{codes[TOO_LONG]:>10}{codes.total() - killed:>10}")


if __name__ == "__main__":
    sys.exit(main())

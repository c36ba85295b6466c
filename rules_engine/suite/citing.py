"""Which code of a game cites which rules, read from its sources without running them.

A rule is cited where judging uses its constant of the game's ``rules.py``; a docstring names the rules that a part
implements by their ids, and a fault the rule by which a question is refused.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import rules_engine
from rules_engine.suite.shapes import ID

RULES = "rules"
"""The module of a game's folder that lists its rules."""
JUDGED_FROM = ("questions", "match", "sheet")
"""The modules of a game's folder that its judging is reached from."""
SHOWING = frozenset({"scene", "table", "puzzle"})
"""The modules that put on the table, or ask, what others have judged."""
REASONED = frozenset({"Judged", "Reason"})
"""What a judging function returns: a value with its reasons, or reasons alone."""
HANDED = frozenset({*REASONED, "Rule"})
"""What brings a rule along: a function that is handed one need not cite any."""


class Part(NamedTuple):
    """A part of a game's code: a function, a method ``Tally.pay``, a class, a table, or "" for the module itself.

    *cites* are the ids of the rules whose constants it uses, *names* those that it writes out, as faults do, *says*
    those that its docstring names. *calls* are the parts of the game that it uses, as ``module.name``. *judges* tells
    whether it returns reasons although it is handed none.
    """

    file: str
    line: int
    module: str
    name: str
    cites: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    judges: bool = False

    @property
    def key(self) -> str:
        """Its name among the parts of the game, ``lances.judge_lance``."""
        return f"{self.module}.{self.name}"

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that it has to do with in any way."""
        return tuple(dict.fromkeys((*self.cites, *self.names, *self.says)))


class Code(NamedTuple):
    """All code of a game: its parts in the order of the files, and what each module imports of the game's others."""

    parts: tuple[Part, ...]
    imports: Mapping[str, tuple[str, ...]]

    def by_rule(self) -> dict[str, tuple[Part, ...]]:
        """Return for every rule the parts that judge or refuse by it, or say that they implement it."""
        found: dict[str, tuple[Part, ...]] = {}
        for part in self.parts:
            for rule in part.rules if part.module not in {RULES, *SHOWING} else ():
                found[rule] = (*found.get(rule, ()), part)
        return found

    def listed(self, rule: str) -> Part | None:
        """Return the part of the list of rules that has a rule."""
        return next((part for part in self.parts if part.module == RULES and rule in part.names), None)

    def judging_modules(self) -> tuple[str, ...]:
        """Return the modules that the game's questions, matches and score sheets are judged with, by the alphabet."""
        starts = [module for module in JUDGED_FROM if module in self.imports]
        return tuple(sorted(_reached(starts, self.imports) - {RULES, *SHOWING}))

    def reaching(self) -> frozenset[str]:
        """Return the keys of the parts that cite a rule themselves or through what they use."""
        users: dict[str, list[str]] = {}
        for part in self.parts:
            for used in part.calls:
                users.setdefault(used, []).append(part.key)
        return frozenset(_reached((part.key for part in self.parts if part.cites), users))


def _reached(starts: Iterable[str], ways: Mapping[str, Collection[str]]) -> set[str]:
    found, waiting = set[str](), [*starts]
    while waiting:
        if (key := waiting.pop()) not in found:
            found.add(key)
            waiting += ways.get(key, ())
    return found


def code_of(game: str) -> Code:
    """Return the code of a game's folder; none if there is no such folder."""
    return read_code(tuple(Path(root) / game for root in rules_engine.__path__ if (Path(root) / game).is_dir()))


def read_code(folders: tuple[Path, ...]) -> Code:
    """Read the sources of a game in its folders."""
    modules = [_Module(path) for folder in folders for path in sorted(folder.glob("*.py"))]
    constants = {name: rule for module in modules if module.name == RULES for name, rule in _constants(module.tree)}
    methods: dict[str, list[str]] = {}
    for module in modules:
        for name in module.own:
            holder, _, method = name.partition(".")
            if method:
                methods.setdefault(method, []).append(f"{module.name}.{holder}.{method}")
    names = {module.name for module in modules}
    return Code(
        tuple(part for module in modules for part in module.parts(constants, methods)),
        {module.name: tuple(sorted(module.imported() & names)) for module in modules},
    )


def _constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Give the names of the constants in ``rules.py`` with the ids of their rules."""
    for statement in tree.body:
        match statement:
            case ast.Assign([ast.Name(name)], ast.Call(ast.Name("Rule"), [ast.Constant(str(rule)), *_])):
                yield name, rule


class _Module:
    """One source file of a game."""

    def __init__(self, path: Path) -> None:
        self.name, self.game = path.stem, path.parent.name
        self.package = f"{rules_engine.__name__}.{self.game}"
        self.file = f"{rules_engine.__name__}/{self.game}/{path.name}"
        self.tree = ast.parse(path.read_bytes())
        self.own: dict[str, list[_Statement]] = {"": []}
        for statement in _statements(self.tree):
            self.own.setdefault(statement.part, []).append(statement)
        nodes = [*self.tree.body, *(node for own in self.own.values() for each in own for node in each.nodes)]
        self.aliases = dict(pair for node in nodes for pair in _aliases(node, self.package))

    def imported(self) -> set[str]:
        """Return the modules of the game that it imports."""
        start = f"{self.package}."
        return {name.removeprefix(start).partition(".")[0] for name in self.aliases.values() if name.startswith(start)}

    def parts(self, constants: Mapping[str, str], methods: Mapping[str, list[str]]) -> Iterator[Part]:
        """Give the parts, those of one name as one."""
        pattern = re.compile(rf"(?<![\w./]){self.game}\.(?!py\b){ID}(?![\w/])")
        rules = {f"{RULES}.{name}": rule for name, rule in constants.items()}
        for name, own in self.own.items():
            nodes = [node for each in own for node in each.nodes]
            used = [*dict.fromkeys(key for node in nodes for key in self._used(node, name, methods))]
            texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
            yield Part(
                self.file,
                own[0].nodes[0].lineno if own else 1,
                self.name,
                name,
                tuple(rules[key] for key in used if key in rules),
                tuple(dict.fromkeys(filter(pattern.fullmatch, texts))),
                tuple(dict.fromkeys(found[0] for each in own for found in pattern.finditer(each.doc))),
                tuple(key for key in used if key not in rules),
                any(_judges(each.nodes[0]) for each in own),
            )

    def _used(self, node: ast.AST, name: str, methods: Mapping[str, list[str]]) -> Iterable[str]:
        """Return what a node uses of the game, as ``module.name``: of a method of an unknown object, any so named."""
        if isinstance(node, ast.Name):
            if node.id in self.aliases:
                return self._of_game(self.aliases[node.id])
            return (f"{self.name}.{node.id}",) if node.id in self.own and node.id != name else ()
        if isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name) and node.value.id in self.aliases:
                return self._of_game(f"{self.aliases[node.value.id]}.{node.attr}")
            own = f"{_holder(name)}.{node.attr}"
            if isinstance(node.value, ast.Name) and node.value.id == "self" and own in self.own:
                return (f"{self.name}.{own}",)
            return methods.get(node.attr, ())
        return ()

    def _of_game(self, dotted: str) -> tuple[str, ...]:
        start = f"{self.package}."
        return (dotted.removeprefix(start),) if dotted.startswith(start) else ()


def _holder(name: str) -> str:
    return name.partition(".")[0]


def _aliases(node: ast.AST, package: str) -> Iterator[tuple[str, str]]:
    """Give the names that an import brings with what they stand for."""
    if isinstance(node, ast.Import):
        yield from ((name.asname, name.name) for name in node.names if name.asname)
    elif isinstance(node, ast.ImportFrom):
        outer = package.split(".")[: 3 - node.level] if node.level else []
        start = ".".join([*outer, *([node.module] if node.module else [])])
        yield from ((name.asname or name.name, f"{start}.{name.name}") for name in node.names)


class _Statement(NamedTuple):
    """A statement of a module or of a class: the part that it belongs to, its docstring, all its *nodes* in order."""

    part: str
    doc: str
    nodes: list[Any]


def _statements(tree: ast.Module) -> Iterator[_Statement]:
    for name, statement, doc in _documented(tree.body):
        if isinstance(statement, ast.ClassDef):
            head = ast.ClassDef(statement.name, statement.bases, statement.keywords, [], statement.decorator_list)
            yield _Statement(name, ast.get_docstring(statement) or "", _walked(ast.copy_location(head, statement)))
            for inner, each, told in _documented(statement.body):
                method = isinstance(each, ast.FunctionDef)
                yield _Statement(f"{name}.{inner}" if method else name, told, _walked(each))
        else:
            yield _Statement(name, doc, _walked(statement))


def _walked(node: ast.AST) -> list[Any]:
    """Return a node and all below it in the order of the text, but for the contexts, which are half of them."""
    found, waiting = [], [node]
    while waiting:
        each = waiting.pop()
        found.append(each)
        for name in reversed(each._fields):
            below = getattr(each, name, None)
            if isinstance(below, list):
                waiting += [one for one in reversed(below) if isinstance(one, ast.AST)]
            elif isinstance(below, ast.AST) and not isinstance(below, ast.expr_context):
                waiting.append(below)
    return found


def _documented(body: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.stmt, str]]:
    """Give each statement with its name and its docstring, which for a table is the text after it."""
    statements = [*body]
    for place, statement in enumerate(statements):
        after = statements[place + 1] if place + 1 < len(statements) else None
        match statement:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, statement, ast.get_docstring(statement) or ""
            case ast.Assign(targets=[ast.Name(id=name), *_]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name, statement, _text(after)
            case ast.Expr() if place == 0:
                yield "", statement, _text(statement)
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
                continue
            case _:
                yield "", statement, ""


def _text(statement: ast.stmt | None) -> str:
    match statement:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return text
    return ""


def _judges(node: ast.AST) -> bool:
    """Tell whether a function returns reasons without being handed a rule or a reason."""
    if not isinstance(node, ast.FunctionDef) or node.returns is None or _named(node.returns).isdisjoint(REASONED):
        return False
    arguments = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg)
    handed = (argument.annotation for argument in arguments if argument and argument.annotation)
    return all(_named(annotation).isdisjoint(HANDED) for annotation in handed)


def _named(annotation: ast.expr) -> set[str]:
    return {each.id for each in ast.walk(annotation) if isinstance(each, ast.Name)}

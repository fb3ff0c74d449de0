"""All advice of the solver's is about turns that the door of fair play has opened, or that nobody could choose.

Who calls whom is read from the source: what is handed on as a parameter is followed to where it comes from.
"""

import ast
import importlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from inspect import isfunction, signature

import pytest

from bot.app.model.modes import PLAYABLE
from bot.app.registry import KINDS
from bot.game.fair_play import Opened, Told
from bot.game.model import MODES, FeedbackFrom
from tests.needs import ROOT
from tests.test_architecture import Function, Module, modules_in, tree_of

DOOR = "bot.app.actions.fair_play"
HISTORY = "history"
NO_ADVICE = {
    "is_consistent": "strict games refuse a guess by it, and hints say why one is ruled out",
    "hardest_reply": "the bot's own reply where it keeps no secret",
    "trail": "what the bot's own replies have left, once its game without a secret is over",
}
"""What says something of turns and is no advice on them, each with the reason."""
KEPT = {kind.codec.model.__module__.rpartition(".")[0] for kind in KINDS if not hasattr(kind.codec.model, "told")}
"""The folders of the kinds in which nobody chooses the replies to their own guesses."""
Named = tuple[str, str]
"""A module, and a name in it."""


@dataclass(frozen=True)
class Source:
    """A module as it is written, and what its names mean."""

    module: Module

    @cached_property
    def names(self) -> dict[str, Named]:
        """Where each name comes from that is defined or imported at the top, or imported anywhere."""
        known = {node.name: (self.module.name, node.name) for node in self.module.tree.body if hasattr(node, "name")}
        for node in ast.walk(self.module.tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                known |= {alias.asname or alias.name: (node.module, alias.name) for alias in node.names}
        return known

    def functions(self) -> Iterator[tuple[Function, ast.ClassDef | None]]:
        """Every function at the top or in a class, with that class."""
        for node in self.module.tree.body:
            if isinstance(node, Function):
                yield node, None
            if isinstance(node, ast.ClassDef):
                yield from ((each, node) for each in node.body if isinstance(each, Function))


def solvers_functions(sources: list[Source]) -> dict[Named, list[str]]:
    """The functions of the solver's that are imported and given turns, with the names of their parameters."""
    found = {named for source in sources for named in source.names.values() if named[0].startswith("solver")}
    functions = {named: getattr(importlib.import_module(named[0]), named[1], None) for named in found}
    given = {named: [*signature(each).parameters] for named, each in functions.items() if isfunction(each)}
    return {named: names for named, names in given.items() if HISTORY in names and named[1] not in NO_ADVICE}


class Check:
    """Follows turns from each call that gives advice on them to where they come from."""

    def __init__(self, modules: Mapping[str, Module]) -> None:
        self.sources = [Source(module) for name, module in sorted(modules.items())]
        self.takes = solvers_functions(self.sources)
        self.first = set(self.takes)
        self.opens = {
            (source.module.name, function.name)
            for source in self.sources
            for function, _ in source.functions()
            if function.returns is not None and "Opened" in ast.unparse(function.returns)
        }

    def faults(self) -> list[str]:
        """The calls whose turns come from anywhere else, and other uses of what gives advice."""
        while True:
            known = len(self.takes)
            found = [fault for source in self.sources for fault in self._faults_in(source)]
            if len(self.takes) == known:
                return sorted({*found, *(fault for source in self.sources for fault in self._other_uses(source))})

    def _faults_in(self, source: Source) -> Iterator[str]:
        for function, within in source.functions():
            scope = Scope(function, within, source, self)
            for call, named, arguments in self._calls(function, source):
                told = _argument(HISTORY, self.takes[named], call, arguments)
                if told is not None and not scope.is_open(told):
                    yield f"{source.module.name}: {ast.unparse(told)} in {function.name}"

    def _calls(self, function: Function, source: Source) -> Iterator[tuple[ast.Call, Named, list[ast.expr]]]:
        """The calls that give advice, be they recalled: each with what is called, and its arguments."""
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
            is_recalled = ast.unparse(call.func).rpartition(".")[2] == "recall" and bool(call.args)
            about, arguments = (call.args[0], call.args[1:]) if is_recalled else (call.func, call.args)
            for name in (node.id for node in ast.walk(about) if isinstance(node, ast.Name)):
                if (named := source.names.get(name, ("", ""))) in self.takes:
                    yield call, named, arguments

    def _other_uses(self, source: Source) -> Iterator[str]:
        called = {
            id(node)
            for function, _ in source.functions()
            for call, _, _ in self._calls(function, source)
            for node in ast.walk(call.args[0] if ast.unparse(call.func).endswith("recall") else call.func)
        }
        for node in ast.walk(source.module.tree):
            if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load) or id(node) in called:
                continue
            if source.names.get(node.id, ("", "")) in self.first:
                yield f"{source.module.name}: {node.id} is handed on"


@dataclass(frozen=True)
class Scope:
    """A function in which turns are followed."""

    function: Function
    within: ast.ClassDef | None
    source: Source
    check: Check

    def is_open(self, told: ast.expr) -> bool:
        """Whether the turns come from the door, from a game whose replies nobody chose, or from whoever calls."""
        if any(self.source.module.name.startswith(f"{folder}.") for folder in KEPT):
            return True
        match told:
            case ast.Await(value) | ast.Starred(value) | ast.Subscript(value):
                return self.is_open(value)
            case ast.Call(ast.Name("tuple") | ast.Attribute(ast.Name("dict"), "fromkeys"), [about]):
                return self.is_open(about)
            case ast.Call(ast.Name(name)):
                return self.source.names.get(name) in self.check.opens
            case ast.Attribute(ast.Name("self"), field) if self.within is not None:
                self._hands_on(self.within.name, _fields(self.within), field)
                return True
            case ast.Attribute(ast.Name(name), field) if field == HISTORY:
                return self._is_told_by(name) or self._comes_from(name)
            case ast.Name(name):
                return self._comes_from(name)
            case ast.Tuple([]):
                return True
        return False

    def _is_told_by(self, name: str) -> bool:
        """Whether it is a field of a parameter whose class is looked at where it is made."""
        annotation = self._parameters().get(name)
        written = "" if annotation is None else ast.unparse(annotation).split(" ")[0]
        return self.source.names.get(written) in self.check.takes

    def _comes_from(self, name: str) -> bool:
        parameters = self._parameters()
        if name in parameters:
            if "Opened" in ast.unparse(parameters[name] or ast.Constant("")):
                return True
            self._hands_on(self.function.name, [each for each in parameters if each != "self"], name)
            return self.within is None
        values = list(self._values(name))
        return bool(values) and all(map(self.is_open, values))

    def _values(self, name: str) -> Iterator[ast.expr]:
        """All that the name is given in the function."""
        for node in ast.walk(self.function):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            value: ast.expr | None = getattr(node, "value", None)
            if value is None:
                continue
            for target in targets:
                if isinstance(target, ast.Name) and target.id == name:
                    yield value
                if isinstance(target, ast.Tuple):
                    parts = value.elts if isinstance(value, ast.Tuple) else [value] * len(target.elts)
                    yield from (
                        part
                        for each, part in zip(target.elts, parts, strict=True)
                        if isinstance(each, ast.Name) and each.id == name
                    )

    def _hands_on(self, name: str, parameters: list[str], field: str) -> None:
        self.check.takes[self.source.module.name, name] = [HISTORY if each == field else each for each in parameters]

    def _parameters(self) -> dict[str, ast.expr | None]:
        given = self.function.args
        return {each.arg: each.annotation for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)}


def _fields(made: ast.ClassDef) -> list[str]:
    targets = (each.target for each in made.body if isinstance(each, ast.AnnAssign))
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _argument(name: str, parameters: list[str], call: ast.Call, arguments: list[ast.expr]) -> ast.expr | None:
    """What the call gives as the parameter of that name; None: nothing."""
    at = parameters.index(name)
    spread = [each for each in arguments[: at + 1] if isinstance(each, ast.Starred)]
    if spread:
        return spread[0]
    if at < len(arguments):
        return arguments[at]
    return next((each.value for each in call.keywords if each.arg == name), None)


@pytest.fixture(scope="module")
def modules() -> dict[str, Module]:
    return {name: module for name, module in modules_in(ROOT, "bot").items() if name.startswith("bot.app")}


def test_all_advice_is_about_turns_that_the_door_has_opened_or_that_nobody_could_choose(
    modules: dict[str, Module],
) -> None:
    check = Check(modules)
    assert check.faults() == []
    known = {name for _, name in check.takes}
    assert known >= {"advise", "information", "knowledge", "cases", "diagnosis", "fitting_codes", "review_of"}
    assert known >= {"guess_of", "game_review", "hint_result", "show_review", "Hinted"}, "those that hand it on"


def test_nobody_but_the_door_reads_told_turns_or_makes_opened_ones(modules: dict[str, Module]) -> None:
    fields = {name for name in Told.__slots__ if name.startswith("_")}
    assert fields == {f"_{name}" for name in Opened._fields}
    nodes = [(name, node) for name, module in modules.items() for node in ast.walk(module.tree)]
    assert {name for name, node in nodes if isinstance(node, ast.Attribute) and node.attr in fields} == {DOOR}
    assert {name for name, node in nodes if _calls("Opened", node)} == {DOOR}
    kept = {name for name, node in nodes if isinstance(node, ast.keyword) and node.arg == "is_kept"}
    assert kept == {"bot.app.kinds.alone.model", "bot.app.puzzles.actions"}, "games of which the bot keeps the secret"


def _calls(name: str, node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def test_the_kinds_in_which_people_tell_replies_say_so() -> None:
    told_by_people = {name for name, mode in MODES.items() if mode.feedback_from is FeedbackFrom.PERSON}
    folders = {f"bot.app.kinds.{kind}" for name in told_by_people for kind in PLAYABLE[name].kinds}
    assert folders
    assert not folders & KEPT


HEAD = """
from solver.suggest import advise
async def door(told) -> Opened: ...
"""
ROUND = {
    "a game's own turns": """
def f(game, recall):
    return recall(advise, game.variant, game.history_of(0))
""",
    "by another name": """
def f(told, world):
    turns = told.turns[:-1]
    return world.recall(advise, told.variant, turns)
""",
    "at one remove": """
def f(game):
    return g(1, game.turns)
def g(variant, turns):
    return advise(variant, turns)
""",
    "in a field": """
class C:
    turns: int
    def f(self):
        return advise(1, self.turns)
def g(game):
    return C(game.turns)
""",
    "handed on": "TABLE = {'a': advise}",
}
OPENED = {
    "by the door": """
async def f(told):
    found = await door(told)
    return advise(*found)
""",
    "and cut": """
async def f(told):
    variant, turns = await door(told)
    return advise(variant, tuple(turns)[:3])
""",
    "and given": """
def f(found: Opened):
    return advise(found.variant, found.history)
""",
    "and handed on": """
async def f(told):
    found = await door(told)
    return g(found.variant, found.history)
def g(variant, turns):
    return advise(variant, turns)
""",
}


def faults_of(source: str) -> list[str]:
    made_up = Module("bot.app.made_up", tree_of(HEAD + source), frozenset())
    return Check({made_up.name: made_up}).faults()


@pytest.mark.parametrize("source", ROUND.values(), ids=ROUND)
def test_the_check_finds_a_way_round(source: str) -> None:
    assert len(faults_of(source)) == 1


@pytest.mark.parametrize("source", OPENED.values(), ids=OPENED)
def test_the_check_finds_nothing_wrong_with_the_way_through(source: str) -> None:
    assert faults_of(source) == []

"""The house's arrows: solver ← bot.game ← bot.app ← {bot.storage, bot.telegram, bot.web, bot.compute} ← bot.serving.

Within bot.app: model ← advice ← screens ← kind ← kinds ← {actions ← each kind, routing} ← handlers. A subject is a
folder that has all of them: the floor of a file of bot/app/SUBJECT is the last word of its name, or handlers.
No kind knows another, and routing and storage know none.
Who imports whom is read from the source without running it.
"""

import ast
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from inspect import signature
from pathlib import Path

import pytest
from telegram.request import BaseRequest

from bot.telegram.api import AiohttpRequest
from tests.needs import ROOT

Layers = Mapping[str, frozenset[str]]
"""Each layer, named by the module it begins with, and the layers below it."""
INNER = frozenset({"solver", "bot.game", "bot.traces", "bot.metrics"})
MODEL = INNER | {"bot.app", "bot.app.model"}
SCREENS = MODEL | {"bot.app.advice", "bot.app.screens"}
REQUEST = SCREENS | {"bot.app.kind"}
SHARED = frozenset({"bot.app.kinds"})
KINDS = frozenset(f"bot.app.kinds.{init.parent.name}" for init in (ROOT / "bot/app/kinds").glob("*/__init__.py"))
HANDLERS = REQUEST | SHARED | KINDS | {"bot.app.actions", "bot.app.routing"}
OUTER = HANDLERS | {"bot.app.handlers"}
TOP = frozenset(f"bot.app.{module}" for module in ("registry", "worker", "jobs", "periodic"))
PARTS = "storage telegram web compute painting world clocks log settings"
DOORS = OUTER | TOP | {f"bot.{part}" for part in PARTS.split()}
JUDGES = frozenset({"sandbox", "sandbox.client", "faults.players"})
LAYERS: Layers = {
    "solver": frozenset(),
    "sandbox": frozenset(),
    "sandbox.client": frozenset({"sandbox"}),
    "bot.game": frozenset({"solver"}),
    "bot.app": MODEL,
    "bot.app.model": MODEL,
    "bot.app.advice": MODEL,
    "bot.app.screens": SCREENS,
    "bot.app.kind": SCREENS,
    "bot.app.kinds": REQUEST,
    "bot.app.actions": REQUEST | SHARED,
    **dict.fromkeys(KINDS, REQUEST | SHARED | {"bot.app.actions"}),
    "bot.app.routing": REQUEST | SHARED,
    "bot.app.handlers": HANDLERS,
    **dict.fromkeys(TOP, OUTER | TOP),
    "bot.storage": MODEL | {"bot.clocks"},
    "bot.telegram": OUTER | TOP,
    "bot.web": SCREENS,
    "bot.pictures": SCREENS,
    "bot.compute": SCREENS,
    "bot.painting": SCREENS | {"bot.pictures"},
    "bot.world": SCREENS | {"bot.clocks"},
    "bot.clocks": frozenset(),
    "bot.log": frozenset({"bot.traces"}),
    "bot.traces": frozenset(),
    "bot.metrics": frozenset(),
    "bot.settings": frozenset(),
    "bot.watch": DOORS | {"bot"},
    "bot.serving": DOORS | {"bot", "bot.watch"},
    "bot.commands": DOORS | {"bot", "bot.pictures"},
    "bot.__main__": DOORS | {"bot.serving", "bot", "bot.commands"},
    "bot.build_puzzles": MODEL,
    "bot.command": frozenset({"bot.__main__"}),
    "bot": frozenset(),
    "faults.players": frozenset({"sandbox", "sandbox.client"}),
    "faults.judging": JUDGES,
    "faults.processes": JUDGES | {"faults.judging"},
    "faults.playground": JUDGES | {"faults.judging"},
    "faults.troubles": JUDGES | {"faults.judging", "faults.processes", "faults.playground"},
    "faults": JUDGES | {"faults.judging", "faults.processes", "faults.playground", "faults.troubles"},
    "faults.inside": DOORS | {"faults.players", "bot.__main__"},
}
"""What judges the bot looks at it from outside; `faults.inside` alone, which runs in its process, knows it."""
FLOORS = frozenset({"model", "screens", "actions", "handlers"})
"""What a file of a subject may be; one with another name belongs to the handlers."""
IMPURE = frozenset({"asyncio", "random", "time", "secrets", "sqlite3", "telegram", "structlog"})
FORBIDDEN = {
    "bot.game": IMPURE,
    "bot.app": frozenset({"telegram", "sqlite3", "aiohttp"}),
    "solver": frozenset({"telegram", "sqlite3", "aiohttp", "structlog"}),
    "sandbox": frozenset({"telegram", "tests", "benchmarks"}),
    "faults": frozenset({"telegram", "tests", "benchmarks"}),
}
SOURCES = ("bot", "solver", "sandbox", "faults", "benchmarks", "tests")
LONGEST, SHORT = 700, 80
OF_OTHERS = {"telegram-web-app.js"}
"""Telegram's script, as it is published; its licence stands beside it."""
WHY_SHORT = {
    "bot": "the version, which hatchling reads",
    "bot.app.features": "what is refused, to whom",
    "bot.app.kinds.alone.begin": "contests and days begin games alone as well, and the kind knows both",
    "bot.app.kinds.board_codec": "what four kinds store alike, and none of them owns",
    "bot.app.kinds.several.model": "its screens and its kind read it, as those of every kind do",
    "bot.app.model.limits": "what /forgetme does not lift, for handlers, kinds, actions and other models",
    "bot.app.model.prompts": "many ask and remember by it, and none of them owns it",
    "bot.app.model.uptime": "the pardons of days and the worker both ask when the bot served",
    "bot.app.periodic": "bot.telegram needs its bound on waiting without what jobs call",
    "bot.app.registry": "the kinds of games, which routing must not know",
    "bot.app.screens.entries": "a game’s line in a list: each kind makes it, and home and lists of games show it",
    "bot.app.screens.keypad": "eight screens have one",
    "bot.app.screens.terms": "terms and ratings in words: for matches, challenges, the lobby and /top",
    "bot.build_puzzles": "a command of its own: python -m bot.build_puzzles",
    "bot.clocks": "all that reads a clock",
    "bot.command": "the script that pip installs: solver processes import it, and nothing with it",
    "bot.commands": "how the bot was called",
    "bot.game.quiz": "what tasks of lessons and puzzles say alike, and neither of them owns",
    "bot.painting": "the floor between pictures, which know no bot, and whoever asks for them",
    "bot.pictures": "the painters by name",
    "bot.storage.migrations": "both databases and whoever takes data away read their names",
    "bot.traces": "the log needs it without what logs",
    "bot.world": "the dice: tests bring their own",
    "solver": "the names that strangers import",
    "solver.__main__": "a command of its own: python -m solver",
    "solver.words": "the lists, for variants and for what makes them anew; others may be put in their place",
}
"""The modules below SHORT lines, each with the reason why it is not merged with what it is read with."""
MOST_SHORT = 26


@dataclass(frozen=True, slots=True)
class Module:
    """A source file: its dotted name, its syntax, and the names of everything it imports."""

    name: str
    tree: ast.Module
    imports: frozenset[str]


@cache
def tree_of(source: str) -> ast.Module:
    """What it says, read once."""
    return ast.parse(source)


def modules_in(root: Path, *packages: str) -> dict[str, Module]:
    """Every module of the packages under `root`, by name."""
    files = [file for package in packages for file in sorted((root / package).rglob("*.py"))]
    trees = {dotted(file, root): tree_of(file.read_text("utf-8")) for file in files}
    return {name: Module(name, tree, frozenset(_imported(tree, trees.keys()))) for name, tree in trees.items()}


def dotted(file: Path, root: Path) -> str:
    """The name of the module in that file."""
    return ".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def _imported(tree: ast.Module, known: Container[str]) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module, names, 0) if module:
                yield from (full if (full := f"{module}.{alias.name}") in known else module for alias in names)
            case ast.ImportFrom():
                yield "a relative import"


def layer_of(module: str, layers: Layers) -> str | None:
    """The innermost layer that a module lies in; that of a file of a subject is the floor that its name says."""
    if (subject := re.fullmatch(r"bot\.app\.(\w+)\.(?:\w+_)?([a-z]+)", module)) and is_subject(subject[1]):
        return f"bot.app.{subject[2] if subject[2] in FLOORS else 'handlers'}"
    return max((layer for layer in layers if _within(module, layer)), key=len, default=None)


def is_subject(folder: str) -> bool:
    """Whether a folder of bot/app is one."""
    return (ROOT / "bot/app" / folder).is_dir() and f"bot.app.{folder}" not in LAYERS


def _within(module: str, package: str) -> bool:
    return f"{module}.".startswith(f"{package}.")


def against_the_arrows(modules: Mapping[str, Module], layers: Layers) -> list[str]:
    """Every import that points from a layer to one that is not below it, and every module that lies in none."""
    faults = []
    for module in modules.values():
        layer = layer_of(module.name, layers)
        if layer is None:
            faults.append(f"{module.name} lies in no layer")
            continue
        for target in sorted(module.imports & modules.keys()):
            below = layer_of(target, layers)
            if below != layer and below not in layers[layer]:
                faults.append(f"{module.name} imports {target}")
    return faults


def forbidden_imports(modules: Mapping[str, Module], forbidden: Mapping[str, frozenset[str]]) -> list[str]:
    """Every import of a library from which a package must stay away."""
    return [
        f"{module.name} imports {target}"
        for package, libraries in forbidden.items()
        for module in modules.values()
        if _within(module.name, package)
        for target in sorted(module.imports)
        if target.partition(".")[0] in libraries
    ]


def readers_of_the_environment(modules: Mapping[str, Module]) -> set[str]:
    """The modules that look at environment variables."""
    settings = {name for name, module in modules.items() if "pydantic_settings" in module.imports}
    return settings | {name for name, each in modules.items() if any(map(_reads_environment, ast.walk(each.tree)))}


def _reads_environment(node: ast.AST) -> bool:
    names = {"environ", "environb", "getenv", "getenvb"}
    match node:
        case ast.Attribute(ast.Name("os"), attribute):
            return attribute in names
        case ast.ImportFrom("os", imported):
            return any(alias.name in names for alias in imported)
    return False


def import_cycle(modules: Mapping[str, Module]) -> list[str]:
    """Modules that import each other in a ring, for types or when run; empty if there is no ring."""
    graph = {name: sorted(_run_for(module) & modules.keys()) for name, module in sorted(modules.items())}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [*reversed(error.args[1])]
    return []


def _run_for(module: Module) -> set[str]:
    """All that runs when a module is imported: what it names, and the packages above that which are not above it."""
    above = (target.rsplit(".", up)[0] for target in module.imports for up in range(1, target.count(".") + 1))
    return {*module.imports, *(package for package in above if not _within(module.name, package))}


def lines_of(file: Path) -> int:
    return len(file.read_text("utf-8").splitlines())


def overlong(files: Iterable[Path], most: int) -> list[str]:
    """The files that have more lines than that."""
    return [f"{file.name}: {lines} lines" for file in files if (lines := lines_of(file)) > most]


@pytest.fixture(scope="module")
def modules() -> dict[str, Module]:
    return modules_in(ROOT, "bot", "solver", "sandbox", "faults")


def test_imports_follow_the_arrows(modules: dict[str, Module]) -> None:
    assert len(modules) > 50
    assert against_the_arrows(modules, LAYERS) == []


def test_the_rules_know_no_clock_no_dice_and_no_network(modules: dict[str, Module]) -> None:
    assert forbidden_imports(modules, FORBIDDEN) == []


def test_only_the_settings_read_the_environment(modules: dict[str, Module]) -> None:
    ours = {name: module for name, module in modules.items() if not name.startswith(("sandbox", "faults"))}
    assert readers_of_the_environment(ours) == {"bot.settings"}


def test_no_modules_import_each_other_in_a_ring() -> None:
    assert import_cycle(modules_in(ROOT, *SOURCES)) == []


def test_no_file_is_too_long_to_read() -> None:
    files = (file for folder in SOURCES for file in (ROOT / folder).rglob("*") if file.suffix in {".py", ".js", ".css"})
    assert overlong((file for file in files if file.name not in OF_OTHERS), LONGEST) == []


def made_up(folder: Path, **sources: str) -> dict[str, Module]:
    """A small tree: `game__rules="import time"` is game/rules.py."""
    for name, source in sources.items():
        file = folder.joinpath(*name.partition("__")[::2]).with_suffix(".py")
        file.parent.mkdir(exist_ok=True)
        file.write_text(source, "utf-8")
    return modules_in(folder, "game", "app")


MADE_UP_LAYERS: Layers = {"game": frozenset(), "app": frozenset({"game"})}
IMPORTS = ("from app import worker", "from app.worker import run", "import app.worker")


@pytest.mark.parametrize("source", [*IMPORTS, "def late():\n    import app.worker"])
def test_the_check_finds_an_import_against_the_arrows(tmp_path: Path, source: str) -> None:
    modules = made_up(tmp_path, game__rules=source, app__worker="from game import rules")
    assert against_the_arrows(modules, MADE_UP_LAYERS) == ["game.rules imports app.worker"]


def test_the_floor_of_a_subjects_file_is_the_last_word_of_its_name() -> None:
    names = ("daily.model", "daily.actions", "duels.arranging_screens", "duels.arranging", "operators.moderation")
    floors = ["model", "actions", "screens", "handlers", "handlers"]
    assert [layer_of(f"bot.app.{name}", LAYERS) for name in names] == [f"bot.app.{floor}" for floor in floors]
    assert layer_of("bot.app.kinds.match.model", LAYERS) == "bot.app.kinds.match"


def test_the_check_finds_a_module_outside_every_layer_and_a_forbidden_library(tmp_path: Path) -> None:
    sources = {"game__rules": "from time import monotonic\nimport asyncio.queues", "app__worker": "import time"}
    modules = made_up(tmp_path, **sources)
    assert against_the_arrows(modules, {"game": frozenset()}) == ["app.worker lies in no layer"]
    faults = forbidden_imports(modules, {"game": IMPURE})
    assert faults == ["game.rules imports asyncio.queues", "game.rules imports time"]


@pytest.mark.parametrize(
    "source", ["import os\nos.environ['A']", "import os\nos.getenv('A')", "from os import environ"]
)
def test_the_check_finds_a_reader_of_the_environment(tmp_path: Path, source: str) -> None:
    modules = made_up(tmp_path, game__rules=source, app__worker="import os\nos.getpid()")
    assert readers_of_the_environment(modules) == {"game.rules"}


def test_the_check_finds_a_ring(tmp_path: Path) -> None:
    sources = {"game__a": "from game import b", "game__b": "from game.c import d", "game__c": "import game.a"}
    assert import_cycle(made_up(tmp_path, **sources)) == ["game.a", "game.b", "game.c", "game.a"]
    assert import_cycle(made_up(tmp_path, game__c="")) == []


def test_the_check_finds_a_ring_through_a_package_that_runs_first(tmp_path: Path) -> None:
    sources = {"game____init__": "from app import a", "game__b": "", "app__a": "from game.b import c"}
    assert import_cycle(made_up(tmp_path, **sources)) == ["app.a", "game", "app.a"]
    assert import_cycle(made_up(tmp_path, game____init__="from game import b", game__b="")) == []


def test_the_check_finds_a_long_file(tmp_path: Path) -> None:
    (tmp_path / "long.py").write_text("\n" * 4)
    assert overlong(tmp_path.rglob("*"), 4) == []
    assert overlong(tmp_path.rglob("*"), 3) == ["long.py: 4 lines"]


def test_a_short_module_has_a_reason() -> None:
    sources = (file for folder in ("bot", "solver") for file in (ROOT / folder).rglob("*.py"))
    files = {dotted(file, ROOT): lines_of(file) for file in sources}
    short = {name for name, lines in files.items() if 0 < lines < SHORT and not is_floor(name)}
    assert short == WHY_SHORT.keys(), "merge it with what it is read with, or say why not"
    assert len(WHY_SHORT) <= MOST_SHORT


def is_floor(module: str) -> bool:
    """Whether it is a floor of a subject: these are as they must be, however short."""
    *_, folder, name = f"..{module}".split(".")
    return module.startswith("bot.app.") and is_subject(folder) and name in FLOORS


def bound_in(file: Path) -> Counter[str]:
    """How often each name is bound at the top of the module."""
    found = Counter[str]()
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found[node.name] += 1
        targets = node.targets if isinstance(node, ast.Assign) else ()
        found.update(each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name))
    return found


@pytest.mark.parametrize("folder", ["bot", "solver", "sandbox", "faults"])
def test_no_name_of_a_module_is_bound_twice(folder: str) -> None:
    """Else the parts of a chapter take each other's constants."""
    files = {file: bound_in(file) for file in (ROOT / folder).rglob("*.py")}
    assert {(file.name, name) for file, names in files.items() for name, times in names.items() if times > 1} == set()


# What is left over where files were put together.
HEADING = re.compile(r"(?m)^# (?P<words>.+)\n\n")


def seams(source: str) -> list[str]:
    """Strings that describe nothing, headings that stand twice or say what the module says, things under two names."""
    return [*_bare_strings(tree_of(source)), *_idle_headings(source), *_known_twice(tree_of(source))]


def _bare_strings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        body: list[ast.stmt] = getattr(node, "body", []) if isinstance(getattr(node, "body", []), list) else []
        first = isinstance(node, ast.Module | ast.ClassDef | Function)
        for at, each in enumerate(body):
            is_string = isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
            if (
                is_string
                and not (first and at == 0)
                and not (at and isinstance(body[at - 1], ast.Assign | ast.AnnAssign))
            ):
                yield f"line {each.lineno} describes nothing"


def _idle_headings(source: str) -> Iterator[str]:
    words = [found["words"] for found in HEADING.finditer(source)]
    says = (ast.get_docstring(tree_of(source)) or "").partition("\n")[0]
    yield from (f"heading twice: {each}" for each, times in Counter(words).items() if times > 1)
    yield from (f"heading says what the module says: {each}" for each in words if each == says)


def _known_twice(tree: ast.Module) -> Iterator[str]:
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    times = Counter(f"{node.module}.{alias.name}" for node in imports for alias in node.names)
    yield from (f"under two names: {name}" for name, count in times.items() if count > 1)


@pytest.mark.parametrize("folder", SOURCES)
def test_nothing_is_left_over_where_files_were_put_together(folder: str) -> None:
    files = {file: seams(file.read_text("utf-8")) for file in (ROOT / folder).rglob("*.py")}
    assert {file.relative_to(ROOT).as_posix(): found for file, found in files.items() if found} == {}


SEAMS = {
    'A = 1\n"""Describes it."""\n"""Describes nothing."""\n': "line 3 describes nothing",
    'def act():\n    """Acts."""\n    b = act()\n    return b\n    """Acts no more."""\n': "line 5 describes nothing",
    "# A part.\n\nA = 1\n\n# A part.\n\nB = 2\n": "heading twice: A part.",
    '"""A part."""\n\n# A part.\n\nA = 1\n': "heading says what the module says: A part.",
    "from a import b\nfrom a import b as c\n": "under two names: a.b",
}


@pytest.mark.parametrize(("source", "found"), SEAMS.items())
def test_the_check_finds_each_seam(source: str, found: str) -> None:
    assert seams(source) == [found]


# Functions have at most 60 lines (without their docstring) and 8 parameters.
Function = ast.FunctionDef | ast.AsyncFunctionDef
COMPILED = {"solver/building/guesses.py", "solver/building/least.py"}
"""Compiled kernels: numba inlines nothing that it is not given, and calls are dear."""


def excesses(source: str, most_lines: int = 60, most_parameters: int = 8) -> list[str]:
    """What exceeds the bounds: `lines of NAME`, `parameters of NAME`."""
    functions = [node for node in ast.walk(tree_of(source)) if isinstance(node, Function)]
    long = [f"lines of {node.name}" for node in functions if function_lines(node) > most_lines]
    return long + [f"parameters of {node.name}" for node in functions if parameters(node) > most_parameters]


def function_lines(function: Function) -> int:
    """The lines from `def` to the end, without decorators and docstring."""
    docstring = [function.body[0]] if ast.get_docstring(function) is not None else []
    whole, *left_out = [(part.end_lineno or part.lineno) - part.lineno + 1 for part in (function, *docstring)]
    return whole - sum(left_out)


def parameters(function: Function) -> int:
    """The parameters that a caller may give: `self` and `cls` are none."""
    given = function.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    names = [argument.arg for argument in every if argument]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def test_functions_are_short_and_take_few_parameters() -> None:
    files = {file.relative_to(ROOT).as_posix(): file for folder in SOURCES for file in (ROOT / folder).rglob("*.py")}
    found = {name: excesses(file.read_text("utf-8")) for name, file in files.items() if name not in COMPILED}
    assert len(files) > 300
    assert {name: faults for name, faults in found.items() if faults} == {}
    assert all("@compiled" in files[name].read_text("utf-8") for name in COMPILED)


def test_what_overrides_a_library_takes_the_parameters_that_it_gives() -> None:
    assert list(signature(AiohttpRequest.do_request).parameters) == list(signature(BaseRequest.do_request).parameters)


def takers(source: str) -> list[str]:
    """The functions that delete what they have found to show a slot: not what is about to be sent to it."""
    functions = [node for node in ast.walk(tree_of(source)) if isinstance(node, Function)]
    return [node.name for node in functions if {"slot_state", "retire"} <= called_in(node)]


def called_in(function: Function) -> set[str]:
    """The names of the methods that it calls."""
    calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    return {call.attr for call in calls if isinstance(call, ast.Attribute)}


def test_screens_are_taken_away_with_what_is_about_to_be_sent() -> None:
    files = [file for file in (ROOT / "bot").rglob("*.py") if file.name != "delivery.py"]
    assert {file.name: found for file in files if (found := takers(file.read_text("utf-8")))} == {}


def test_the_check_finds_whoever_deletes_only_what_was_sent() -> None:
    source = "async def end(work):\n    shown = await work.slot_state(1, 'menu')\n    work.retire(1, shown.message)"
    assert takers(source) == ["end"]


LONG = '''
def long(self, a, /, b, *c, d, **e):
    """Two lines

    and one."""
    return (
        a)
'''


def test_the_check_finds_each_excess_and_measures_a_function_without_its_docstring() -> None:
    function = ast.parse(LONG).body[0]
    assert isinstance(function, ast.FunctionDef)
    assert (function_lines(function), parameters(function)) == (3, 5)
    assert (excesses(LONG), excesses(LONG, 3, 5)) == ([], [])
    assert excesses(LONG, 2, 4) == ["lines of long", "parameters of long"]

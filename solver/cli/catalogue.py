"""The registry of commands, and their parsers. A new command is an entry, and two functions in solver/cli/commands."""

import argparse
import sys
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn, cast

from solver.cli.output import BadInput
from solver.cli.reading import strategy_list
from solver.variant import VARIANTS


@dataclass(frozen=True, slots=True)
class Report:
    """What a command found: for people, and for programs (--json)."""

    text: str
    figures: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, its module in solver/cli/commands, its usage, a summary of one line, example arguments.

    The module has two functions for it, NAME_arguments and run_NAME. It is imported on demand: no command waits for the
    imports of another.
    """

    name: str
    module: str
    takes: str
    summary: str
    examples: tuple[str, ...]
    interactive: bool = field(default=False, kw_only=True)

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments of the command to the parser."""
        self._function(f"{self.name}_arguments")(parser)

    def run(self, options: Namespace) -> Report | None:
        """Run the command. Returns None if it has printed all itself. Raises BadInput and Failure."""
        return cast("Report | None", self._function(f"run_{self.name}")(options))

    def _function(self, name: str) -> Callable[..., object]:
        return cast("Callable[..., object]", getattr(import_module(f"solver.cli.commands.{self.module}"), name))


COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        Command(
            "score",
            "known",
            "VARIANT SECRET GUESS",
            "the reply to a guess",
            ("classic 0123 1204", "repeats 1622 6112 --json"),
        ),
        Command(
            "table",
            "guesses",
            "VARIANT GUESS [HISTORY ...]",
            "what a guess would tell: each reply, how likely it is, and what it would bring",
            ("classic 0123", "classic 4561 0123=0B1C"),
        ),
        Command(
            "spectrum",
            "guesses",
            "VARIANT [HISTORY ...]",
            "the bits that guesses bring, and how many guesses bring them",
            ("classic 0123=0B1C",),
        ),
        Command(
            "suggest",
            "guesses",
            "VARIANT [HISTORY ...]",
            "the guess to make now",
            ("classic 0123=0B1C", "classic 0123=0B1C --strategy entropy --top 5"),
        ),
        Command(
            "solve",
            "strategies",
            "VARIANT --secret X",
            "how a strategy breaks a secret",
            ("classic --secret 7285", "mini --secret 3541 --strategy casual --seed 1"),
        ),
        Command(
            "simulate",
            "strategies",
            "VARIANT",
            "how many guesses a strategy needs for many secrets",
            ("classic --strategy entropy", "five --strategy sieve --secrets random:500 --seed 1 --plot five.png"),
        ),
        Command(
            "review",
            "guesses",
            "VARIANT SECRET GUESS ...",
            "how well a game was played: what each guess told, and how many turns it lost",
            ("classic 7285 0123 4567 7280 7285",),
        ),
        Command(
            "doubt",
            "known",
            "VARIANT HISTORY ...",
            "which replies may be wrong if they contradict each other",
            ("classic 0123=0B1C 4567=0B0C 8901=1B0C", "classic 0123=0B1C 4561=0B1C --wrong 1"),
        ),
        Command(
            "cases",
            "known",
            "VARIANT HISTORY ...",
            "the candidates by how many symbols they take from each set",
            ("classic 0123=0B1C 4561=0B1C",),
        ),
        Command(
            "places",
            "known",
            "VARIANT HISTORY ...",
            "in how many candidates each symbol stands at each place, and the candidates where they are few",
            ("classic 0123=0B1C 4561=0B1C",),
        ),
        Command(
            "build",
            "trees",
            "VARIANT",
            "search for the best tree",
            ("mini", "mastermind --objective max --workers 2"),
        ),
        Command(
            "verify",
            "trees",
            "VARIANT[:OBJECTIVE]|FILE",
            "play a tree over every secret, and say whether it can be beaten",
            ("classic", "mastermind:max", "4x5.mean.tree"),
        ),
        Command(
            "value",
            "trees",
            "VARIANT",
            "what the code maker can enforce, and the mixture of trees that costs no secret more",
            ("classic", "mastermind", "4x7r --build values --workers 2"),
        ),
        Command(
            "ulam",
            "trees",
            "VARIANT",
            "how many questions name the secret for certain, although one reply may be wrong",
            ("4x6", "classic --questions 8 --width 6"),
        ),
        Command(
            "fixed",
            "guesses",
            "VARIANT GUESS ...|--find N",
            "guesses that are all asked before any reply is seen: whether they tell all secrets apart, and which do",
            (
                "classic 0123 9840 5369 5031 1746 2684 7058 8570 6493",
                "mini --find 5 --seed 1",
            ),
        ),
        Command(
            "strength",
            "strategies",
            "[VARIANT ...]",
            "measure how many guesses strategies need, and keep the figures that ship; what is up to date is kept",
            ("mini", "classic --strategy entropy", "six --strategy casual --secrets random:20000"),
        ),
        Command(
            "play",
            "play",
            "VARIANT",
            "at the terminal: the computer breaks your secret, or you break its",
            ("classic", "mini --guess"),
            interactive=True,
        ),
        Command(
            "engine",
            "engine",
            "[VARIANT]",
            "for another program, line by line: it keeps a secret, and is told guesses",
            ("classic", "mini --strategy entropy", "classic --seed 1"),
            interactive=True,
        ),
        Command(
            "interval",
            "interval",
            "LOW HIGH",
            "at the terminal: a whole number is guessed by questions such as >50",
            ("1 100", "1 100 --guess"),
            interactive=True,
        ),
    )
}


# The parsers of the command line: help with examples, and errors of one line.

COMMAND = "bulls-and-cows-solver"
"""The command where the solver is installed."""
PROGRAM = COMMAND if Path(sys.argv[0]).stem == COMMAND else "python -m solver"
"""How the program was called, for help and for advice on what to type next."""


class Parser(argparse.ArgumentParser):
    """A parser that raises BadInput where the standard one prints its usage and exits."""

    def error(self, message: str) -> NoReturn:
        """Raise BadInput."""
        raise BadInput(f"{message} ({self.prog} --help)")


def top_parser() -> Parser:
    """The parser for a command line without a command: it shows help."""
    width = max(map(len, COMMANDS))
    commands = "\n".join(f"  {command.name:{width}}  {command.summary}" for command in COMMANDS.values())
    names = textwrap.fill(", ".join(VARIANTS), 78, break_on_hyphens=False, initial_indent="  ", subsequent_indent="  ")
    return _parser(
        PROGRAM,
        "COMMAND VARIANT ... [options]",
        "A solver for Bulls and Cows and games like it.\n\n"
        f"commands:\n{commands}\n\n"
        f"variants:\n{names},\n"
        "  and LxN or LxNr: L places, the first N of 0-9a-z, which may repeat with an r, such as 4x8 or 5x6r\n\n"
        f"strategies:\n{textwrap.indent(strategy_list(), '  ')}\n\n"
        "A history is turns written GUESS=REPLY, such as 0123=0B1C; bulls and cows are written 1B2C.",
        ("suggest classic 0123=0B1C", "suggest --help"),
    )


def parser_for(command: Command) -> Parser:
    """The parser of the arguments behind a command's name."""
    parser = _parser(
        f"{PROGRAM} {command.name}",
        f"{command.takes} [options]",
        f"{command.summary[0].upper()}{command.summary[1:]}.",
        command.examples,
    )
    command.add_arguments(parser)
    if not command.interactive:
        parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")
    return parser


def _parser(program: str, takes: str, description: str, examples: tuple[str, ...]) -> Parser:
    lines = "\n".join(f"  {program} {example}" for example in examples)
    return Parser(
        prog=program,
        usage=f"%(prog)s {takes}",
        description=description,
        epilog=f"for example:\n{lines}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )

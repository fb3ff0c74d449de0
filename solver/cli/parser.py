"""The parsers of the command line: help with examples, and errors of one line."""

import argparse
import sys
import textwrap
from pathlib import Path
from typing import NoReturn

from solver.cli.bad_input import BadInput
from solver.cli.catalogue import COMMANDS, Command
from solver.variant import VARIANTS

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
    from solver.cli.strategies import strategy_list  # noqa: PLC0415 -- what strategies need is slow to load

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
    command.module.arguments(parser)
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

"""The command line of the bot: a command is a function that takes what is typed behind its name.

It returns the exit status.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import NoReturn

COMMAND = "bulls-and-cows"
"""The command where the bot is installed."""
PROGRAM = COMMAND if Path(sys.argv[0]).stem == COMMAND else "python -m bot"
"""How the bot was called, for help and for advice on what to type next."""


class Parser(ArgumentParser):
    """A parser that refuses in one line, where the standard one prints its usage as well."""

    def error(self, message: str) -> NoReturn:
        """Exit with status 2."""
        self.exit(2, f"{self.prog}: {message} (--help)\n")


def parser_of(usage: str, about: str, epilog: str = "") -> Parser:
    """The parser of what is typed behind a command. `usage`: its name, and what follows that without dashes."""
    prog = f"{PROGRAM} {usage.partition(' ')[0]}"
    return Parser(prog=prog, description=f"`python -m bot {usage}`: {about}", epilog=epilog)

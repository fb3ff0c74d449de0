"""The registry of commands. A new command is an entry and a module of its name in solver/cli/commands."""

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass, field
from importlib import import_module
from typing import Protocol, cast

from solver.cli.report import Report


class Module(Protocol):
    """A module in solver/cli/commands."""

    def arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments of the command to the parser."""

    def run(self, options: Namespace) -> Report | None:
        """Run the command. Returns None if it has printed all itself. Raises BadInput and Failure."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, its arguments as in its usage, a summary of one line, and examples of arguments."""

    name: str
    takes: str
    summary: str
    examples: tuple[str, ...]
    interactive: bool = field(default=False, kw_only=True)

    @property
    def module(self) -> Module:
        """The module of the command, imported on demand: no command waits for the imports of another."""
        return cast("Module", import_module(f"solver.cli.commands.{self.name}"))


COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        Command(
            "score",
            "VARIANT SECRET GUESS",
            "the reply to a guess",
            ("classic 0123 1204", "repeats 1622 6112 --json"),
        ),
        Command(
            "table",
            "VARIANT GUESS [HISTORY ...]",
            "what a guess would tell: each reply, how likely it is, and what it would bring",
            ("classic 0123", "classic 4561 0123=0B1C"),
        ),
        Command(
            "spectrum",
            "VARIANT [HISTORY ...]",
            "the bits that guesses bring, and how many guesses bring them",
            ("classic 0123=0B1C",),
        ),
        Command(
            "suggest",
            "VARIANT [HISTORY ...]",
            "the guess to make now",
            ("classic 0123=0B1C", "classic 0123=0B1C --strategy entropy --top 5"),
        ),
        Command(
            "solve",
            "VARIANT --secret X",
            "how a strategy breaks a secret",
            ("classic --secret 7285", "mini --secret 3541 --strategy casual --seed 1"),
        ),
        Command(
            "simulate",
            "VARIANT",
            "how many guesses a strategy needs for many secrets",
            ("classic --strategy entropy", "five --strategy sieve --secrets random:500 --seed 1 --plot five.png"),
        ),
        Command(
            "review",
            "VARIANT SECRET GUESS ...",
            "how well a game was played: what each guess told, and how many turns it lost",
            ("classic 7285 0123 4567 7280 7285",),
        ),
        Command(
            "doubt",
            "VARIANT HISTORY ...",
            "which replies may be wrong if they contradict each other",
            ("classic 0123=0B1C 4567=0B0C 8901=1B0C",),
        ),
        Command(
            "cases",
            "VARIANT HISTORY ...",
            "the candidates by how many symbols they take from each set",
            ("classic 0123=0B1C 4561=0B1C",),
        ),
        Command(
            "places",
            "VARIANT HISTORY ...",
            "in how many candidates each symbol stands at each place, and the candidates where they are few",
            ("classic 0123=0B1C 4561=0B1C",),
        ),
        Command(
            "build",
            "VARIANT",
            "search for the best tree",
            ("mini", "mastermind --objective max --workers 2"),
        ),
        Command(
            "verify",
            "VARIANT[:OBJECTIVE]|FILE",
            "play a tree over every secret, and say whether it can be beaten",
            ("classic", "mastermind:max", "4x5.mean.tree"),
        ),
        Command(
            "strength",
            "[VARIANT ...]",
            "measure how many guesses strategies need, and keep the figures that ship; what is up to date is kept",
            ("mini", "classic --strategy entropy", "six --strategy casual --secrets random:20000"),
        ),
        Command(
            "play",
            "VARIANT",
            "at the terminal: the computer breaks your secret, or you break its",
            ("classic", "mini --guess"),
            interactive=True,
        ),
        Command(
            "engine",
            "[VARIANT]",
            "for another program, line by line: it keeps a secret, and is told guesses",
            ("classic", "mini --strategy entropy", "classic --seed 1"),
            interactive=True,
        ),
        Command(
            "interval",
            "LOW HIGH",
            "at the terminal: a whole number is guessed by questions such as >50",
            ("1 100", "1 100 --guess"),
            interactive=True,
        ),
    )
}

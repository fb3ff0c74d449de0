"""The commands there are. A new one is an entry here and a module of its name in solver/cli/commands."""

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass, field
from importlib import import_module
from typing import Protocol, cast

from solver.cli.report import Report


class Module(Protocol):
    """A module in solver/cli/commands."""

    def arguments(self, parser: ArgumentParser) -> None:
        """Tell the parser what the command takes."""

    def run(self, options: Namespace) -> Report | None:
        """Do it. None if everything was said on the way, as in a conversation. Raises BadInput."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command by name, what stands behind the name, what it is for in a line, and what one may type."""

    name: str
    takes: str
    summary: str
    examples: tuple[str, ...]
    interactive: bool = field(default=False, kw_only=True)

    @property
    def module(self) -> Module:
        """Where it is carried out; imported only now, so that no command waits for what others need."""
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
            "play",
            "VARIANT",
            "at the terminal: the computer breaks your secret, or you break its",
            ("classic", "mini --guess"),
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

"""`play VARIANT [--guess]`."""

from argparse import ArgumentParser, Namespace

from solver.cli import reading
from solver.cli.arguments import add_seed, add_variant
from solver.cli.games.computer_breaks import ComputerBreaks
from solver.cli.games.dialogue import Goodbye, say
from solver.cli.games.you_break import YouBreak
from solver.cli.strategies import add_strategy, strategy_of


def arguments(parser: ArgumentParser) -> None:
    """Take a variant, who breaks whose secret, and how the computer plays."""
    add_variant(parser)
    parser.add_argument("--guess", action="store_true", help="you break the computer's secret")
    add_strategy(parser)
    add_seed(parser)


def run(options: Namespace) -> None:
    """Play one game at the terminal."""
    variant = options.variant
    dice = reading.dice(options.seed)
    labels = None if options.guess else reading.labels(options.seed)  # hints are the same in every game
    strategy = strategy_of(variant, options.strategy, dice, labels)
    try:
        if options.guess:
            YouBreak(variant, strategy, dice.choice(list(variant.secrets()))).play()
        else:
            ComputerBreaks(variant, strategy).play()
    except Goodbye:
        say("Goodbye.")

"""`interval LOW HIGH [--guess]`."""

from argparse import ArgumentParser, Namespace

from solver.cli import reading
from solver.cli.arguments import add_seed
from solver.cli.bad_input import BadInput
from solver.cli.games.computer_asks import ComputerAsks
from solver.cli.games.dialogue import Goodbye, say
from solver.cli.games.you_ask import YouAsk
from solver.interval import EmptyInterval, between


def arguments(parser: ArgumentParser) -> None:
    """Take a range, and who guesses."""
    parser.add_argument("low", metavar="LOW", type=reading.whole, help="the least number")
    parser.add_argument("high", metavar="HIGH", type=reading.whole, help="the greatest number")
    parser.add_argument("--guess", action="store_true", help="you guess the computer's number")
    add_seed(parser)


def run(options: Namespace) -> None:
    """Play one game at the terminal."""
    try:
        numbers = between(options.low, options.high)
    except EmptyInterval as error:
        raise BadInput(str(error)) from None
    try:
        if options.guess:
            YouAsk(numbers, reading.dice(options.seed).randint(options.low, options.high)).play()
        else:
            ComputerAsks(numbers).play()
    except Goodbye:
        say("Goodbye.")

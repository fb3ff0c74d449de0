"""`engine [VARIANT] [--strategy S] [--seed K]`: lines for another program; docs/solver.md has the protocol."""

import io
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from solver.candidates import position_after
from solver.cli import reading
from solver.cli.dialogue import say
from solver.cli.output import BadInput, nearest
from solver.cli.reading import add_seed, add_strategy, strategy_of
from solver.feedback import InconsistentHistory
from solver.variant import VARIANTS, Code, Variant

FIRST = VARIANTS["classic"]
QUIT = "quit"


def engine_arguments(parser: ArgumentParser) -> None:
    """Take the first game, and who chooses the guesses."""
    said = "of the first game (default: classic)"
    parser.add_argument("variant", metavar="VARIANT", nargs="?", type=reading.variant, default=FIRST, help=said)
    add_strategy(parser)
    add_seed(parser)


def run_engine(options: Namespace) -> None:
    """Answer each line with one line, until `quit` or the end of the input."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    engine = Engine(options)
    for line in sys.stdin:
        word, *rest = line.strip().split(maxsplit=1) or [""]
        if word == QUIT:
            break
        if word:
            say(" ".join(engine.answer(word, "".join(rest)).split()), to_be_copied=True)


class Engine:
    """A game after another, each begun by its variant."""

    def __init__(self, options: Namespace) -> None:
        self._strategy_name = options.strategy
        self._dice, self._labels = reading.dice(options.seed), reading.labels(options.seed)
        self._orders: dict[str, Callable[[str], str]] = {
            "variant": lambda name: self._begin(reading.variant(name)),
            "guess": lambda text: self._ask(reading.code(self._variant, text)),
            "best": self._best,
            "reply": self._reply,
            "help": lambda _: f"help variant NAME; best; guess CODE; reply 1B2C; {QUIT}",
        }
        self._begin(options.variant)

    def answer(self, word: str, rest: str) -> str:
        """The answer to a line: what came of it, or `error` and why it changed nothing."""
        try:
            return self._order_called(word)(rest)
        except BadInput as error:
            return f"error {error}"
        except InconsistentHistory:
            return "error no code fits that reply and those before; it does not count"

    def _begin(self, variant: Variant) -> str:
        self._strategy = strategy_of(variant, self._strategy_name, self._dice, self._labels)
        self._variant, self._position = variant, position_after(variant)
        self._asked: Code | None = None
        repeats = "repeats" if variant.repeats else "different"
        return f"variant {variant.name} {variant.length} {repeats} {variant.alphabet}"

    def _best(self, _: str) -> str:
        self._refuse_when_broken()
        return self._ask(self._strategy.next_guess(self._position)).replace("guess", "best", 1)

    def _ask(self, code: Code) -> str:
        self._refuse_when_broken()
        self._asked = code
        return f"guess {self._variant.format(code)}"

    def _reply(self, text: str) -> str:
        self._refuse_when_broken()
        if self._asked is None:
            raise BadInput("no guess waits for a reply: best or guess CODE comes first")
        self._position = self._position.after(self._asked, reading.reply(self._variant, text))
        self._asked = None
        return f"left {len(self._position.left)}"

    def _order_called(self, word: str) -> Callable[[str], str]:
        if word not in self._orders:
            near = nearest(word[:40], self._orders)
            raise BadInput(f"nothing is called {word[:40]!r}: {', '.join(self._orders)}, {QUIT}{near}")
        return self._orders[word]

    def _refuse_when_broken(self) -> None:
        history = self._position.history
        if history and history[-1][1].bulls == self._variant.length:
            broken = self._variant.format(history[-1][0])
            raise BadInput(f"the code is broken, it is {broken}: variant NAME begins another game")

"""A dialogue at the terminal: a prompt, an answer, and orders such as `left` or `quit`."""

import io
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from solver.cli.output import BadInput, text_table

WIDEST = 80


class Goodbye(Exception):
    """The player quits, or the input ends."""


@dataclass(frozen=True, slots=True)
class Order:
    """A command within a dialogue. `takes` is the usage of its arguments, which `act` gets as a list of words.

    What is not `offered` does not work now: it says why, and help leaves it out.
    """

    name: str
    takes: str
    meaning: str
    act: Callable[[list[str]], None]
    offered: bool = field(default=True, kw_only=True)


@dataclass(frozen=True, slots=True)
class Dialogue:
    """The loop of a game at the terminal: `prompt` until it is None; `answer` handles what is no order.

    The whole name of one of the `orders` is always that order. A part of it is one too, unless it `is_answer` and no /
    stands in front. `note` is what help says below the orders. What raises BadInput is told.
    """

    prompt: Callable[[], str | None]
    answer: Callable[[str], None]
    orders: Callable[[], Sequence[Order]]
    is_answer: Callable[[str], bool] = lambda _: False
    note: str = ""

    def hold(self) -> None:
        """Run the loop until the game is over. Raises Goodbye."""
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        while (prompt := self.prompt()) is not None:
            try:
                self._respond(ask(prompt))
            except BadInput as error:
                why = str(error)
                say(f"{why[:1].upper()}{why[1:]}")

    def _respond(self, line: str) -> None:
        if line in {"?", "help"}:
            say(self.help)
        elif order := self._order_in(line):
            order.act(line.split()[1:])
        elif line:
            self.answer(line)

    def _order_in(self, line: str) -> Order | None:
        """The order that a line begins with, in full or abbreviated; None if the line is an answer."""
        if not line:
            return None
        word = line.split(maxsplit=1)[0].removeprefix("/").lower()
        orders = {order.name: order for order in self.orders()}
        if word in orders or self.is_answer(line):
            return orders.get(word)
        meant = [order for name, order in orders.items() if word and name.startswith(word)]
        if not meant and line.startswith("/"):
            raise BadInput(f"there is no order {word!r}; ? shows those there are")
        return meant[0] if meant else None

    @property
    def help(self) -> str:
        """The table of the orders that work now."""
        rows = [(f"{order.name} {order.takes}".rstrip(), order.meaning) for order in self.orders() if order.offered]
        table = text_table(("order", "what it does"), [*rows, ("?", "this help")], "<")
        return f"{table}\n\n{self.note}" if self.note else table


def quit_order(name: str = "quit", meaning: str = "stop playing (Ctrl-D too)") -> Order:
    """The order that raises Goodbye."""

    def leave(_: list[str]) -> None:
        raise Goodbye

    return Order(name, "", meaning, leave)


def say(text: str = "", *, to_be_copied: bool = False) -> None:
    """Print one or several lines, wrapped to the width of the terminal unless they are to be copied."""
    lines = text.split("\n")
    if not to_be_copied:
        lines = [narrow for line in lines for narrow in _narrow(line)]
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def width() -> int:
    """The width of a line, in characters."""
    return min(shutil.get_terminal_size().columns, WIDEST)


def _narrow(line: str) -> list[str]:
    indent = line[: len(line) - len(line.lstrip())]
    wrapped = textwrap.wrap(
        line, width(), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False, tabsize=1
    )
    return wrapped or [""]


def ask(prompt: str) -> str:
    """Prompt, and return the line that is typed. Raises Goodbye at the end of the input."""
    try:
        return input(prompt).strip()
    except EOFError:
        say()
        raise Goodbye from None

"""Talking at the terminal: a prompt, an answer, and orders such as `left` or `quit` in between."""

import io
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from solver.cli.bad_input import BadInput
from solver.cli.layout import aligned

WIDEST = 80


class Goodbye(Exception):
    """The player has had enough, or the input has come to its end."""


@dataclass(frozen=True, slots=True)
class Order:
    """Something to be had at any prompt. `takes` is what may stand behind its name, which `act` is given in words.

    What is not `offered` would only say why it does not work now; help leaves it out.
    """

    name: str
    takes: str
    meaning: str
    act: Callable[[list[str]], None]
    offered: bool = field(default=True, kw_only=True)


@dataclass(frozen=True, slots=True)
class Dialogue:
    """What a game says and understands: `prompt` until it is None, and `answer` for what is no order.

    The whole name of one of the `orders` is always that order. A part of it is one too, unless it `is_answer` and no /
    stands in front. `note` is what help says below the orders. What raises BadInput is told.
    """

    prompt: Callable[[], str | None]
    answer: Callable[[str], None]
    orders: Callable[[], Sequence[Order]]
    is_answer: Callable[[str], bool] = lambda _: False
    note: str = ""

    def hold(self) -> None:
        """Talk until the game is over. Raises Goodbye."""
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        while (prompt := self.prompt()) is not None:
            try:
                self._respond(asked(prompt))
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
        """The order that a line begins with, in full or shortened; none if the line is an answer."""
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
        """The orders that work now, to be read."""
        rows = [(f"{order.name} {order.takes}".rstrip(), order.meaning) for order in self.orders() if order.offered]
        table = aligned(("order", "what it does"), [*rows, ("?", "this help")], "<")
        return f"{table}\n\n{self.note}" if self.note else table


def quit_order(name: str = "quit", meaning: str = "stop playing (Ctrl-D too)") -> Order:
    """How to stop before the end."""

    def leave(_: list[str]) -> None:
        raise Goodbye

    return Order(name, "", meaning, leave)


def say(text: str = "", *, to_be_copied: bool = False) -> None:
    """Write a line, or several; what is too wide goes on below, unless somebody is to copy it."""
    lines = text.split("\n")
    if not to_be_copied:
        lines = [narrow for line in lines for narrow in _narrow(line)]
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def width() -> int:
    """How wide a line may be."""
    return min(shutil.get_terminal_size().columns, WIDEST)


def _narrow(line: str) -> list[str]:
    indent = line[: len(line) - len(line.lstrip())]
    wrapped = textwrap.wrap(
        line, width(), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False, tabsize=1
    )
    return wrapped or [""]


def asked(prompt: str) -> str:
    """What is typed at a prompt. Raises Goodbye at the end of the input."""
    try:
        return input(prompt).strip()
    except EOFError:
        say()
        raise Goodbye from None

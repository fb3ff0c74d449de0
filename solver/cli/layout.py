"""Plain-text tables."""

from collections.abc import Sequence


def text_table(head: Sequence[str], rows: Sequence[Sequence[str]], sides: str = "<>") -> str:
    """A table with a side for each column, < for texts and > for numbers; the last holds for all others too."""
    lines = [head, *rows]
    sides = sides.ljust(len(head), sides[-1])
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    return "\n".join(_line(line, widths, sides) for line in lines)


def quantity(number: int, singular: str, plural: str = "") -> str:
    """`1 code`, `2 codes`."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def decimals(number: float | None, places: int = 3) -> str:
    """A fraction for a table; empty for None."""
    return "" if number is None else f"{number:.{places}f}"


def _line(cells: Sequence[str], widths: Sequence[int], sides: str) -> str:
    placed = [f"{cell:{side}{width}}" for cell, side, width in zip(cells, sides, widths, strict=True)]
    return "  ".join(placed).rstrip()

"""Plain tables for people."""

from collections.abc import Sequence


def aligned(head: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1) -> str:
    """A table with its first columns (so many of them) to the left and the others, numbers, to the right."""
    lines = [head, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    return "\n".join(_line(line, widths, left) for line in lines)


def counted(number: int, singular: str, plural: str = "") -> str:
    """`1 code`, `2 codes`."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def decimals(number: float | None, places: int = 3) -> str:
    """A fraction as it stands in a table; nothing where there is none."""
    return "" if number is None else f"{number:.{places}f}"


def _line(cells: Sequence[str], widths: Sequence[int], left: int) -> str:
    placed = [
        cell.ljust(width) if column < left else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(placed).rstrip()

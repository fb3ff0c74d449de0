"""The information table of a guess, for people."""

from solver.analysis import Information
from solver.cli.layout import decimals, quantity, text_table
from solver.variant import Variant

HEAD = ("reply", "codes", "p", "H left", "h brought")


def information_text(variant: Variant, table: Information) -> str:
    """The table as text, below a line with the guess's expected information."""
    rows = [
        (
            str(reply.feedback),
            str(reply.count),
            decimals(reply.share, 4),
            decimals(reply.left),
            decimals(reply.information),
        )
        for reply in table.replies
    ]
    candidates = table.replies[0].total
    rows.append(("sum", str(candidates), decimals(1, 4), "", decimals(table.bits)))
    consistent = "consistent" if table.consistent else "not consistent"
    return (
        f"{variant.format(table.guess)}: {table.bits:.4f} bits, {consistent}; {quantity(candidates, 'candidate')},"
        f" at worst {table.worst} left, {table.expected:.2f} on average, {quantity(table.parts, 'part')}\n\n"
        f"{text_table(HEAD, rows)}"
    )

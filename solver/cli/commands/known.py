"""What is known: `score`, `places`, `cases` and `doubt`."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Any

from solver.candidates import FEW, Case, Knowledge, cases, knowledge
from solver.cli import reading
from solver.cli.catalogue import Report
from solver.cli.output import quantity, suspect_in_lines, text_table
from solver.cli.reading import add_history, add_variant
from solver.contradictions import Change, Diagnosis, codes_despite, diagnosis
from solver.feedback import feedback_for
from solver.variant import Variant

# `score VARIANT SECRET GUESS`.


def score_arguments(parser: ArgumentParser) -> None:
    """Take a secret and a guess."""
    add_variant(parser)
    parser.add_argument("secret", metavar="SECRET", help="what the code maker has")
    parser.add_argument("guess", metavar="GUESS", help="what the code breaker asks")


def run_score(options: Namespace) -> Report:
    """The reply to the guess."""
    variant = options.variant
    reply = str(feedback_for(reading.code(variant, options.guess), reading.code(variant, options.secret)))
    return Report(reply, {"reply": reply})


# `places VARIANT HISTORY…`.


def places_arguments(parser: ArgumentParser) -> None:
    """Take a history."""
    add_variant(parser)
    add_history(parser, required=True)


def run_places(options: Namespace) -> Report:
    """In how many candidates each symbol stands at each place, and the candidates where they are few."""
    variant = options.variant
    known = knowledge(variant, reading.history(variant, options.history))
    symbols = [variant.format((symbol,)) for symbol in range(len(variant.alphabet))]
    figures = {
        "candidates": known.candidates,
        "places": [dict(zip(symbols, place, strict=True)) for place in known.places],
        "anywhere": dict(zip(symbols, known.anywhere, strict=True)),
        "codes": [variant.format(code) for code in known.codes],
    }
    return Report("\n".join(_places_in_lines(known, variant, symbols)), figures)


def _places_in_lines(known: Knowledge, variant: Variant, symbols: list[str]) -> Iterator[str]:
    head = ("", *(f"place {place + 1}" for place in range(variant.length)), "anywhere")
    counts = zip(*known.places, known.anywhere, strict=True)
    yield text_table(head, [(symbol, *map(str, row)) for symbol, row in zip(symbols, counts, strict=True)], "<>")
    yield ""
    listed = f": {' '.join(map(variant.format, known.codes))}" if known.candidates <= FEW else ""
    yield f"{quantity(known.candidates, 'candidate')}{listed}"


# `cases VARIANT HISTORY…`.


def cases_arguments(parser: ArgumentParser) -> None:
    """Take a history."""
    add_variant(parser)
    add_history(parser, required=True)


def run_cases(options: Namespace) -> Report:
    """The candidates by how many symbols they take from each set."""
    variant = options.variant
    found = cases(variant, reading.history(variant, options.history))
    candidates = sum(case.count for case in found)
    figures = [
        {
            "count": case.count,
            "sets": [{"symbols": variant.format(taken.symbols), "taken": taken.taken} for taken in case.sets],
        }
        for case in found
    ]
    rows = [(str(case.count), _case_in_words(variant, case)) for case in found]
    text = text_table(("codes", "symbols in them"), [*rows, (str(candidates), "in all")], "><")
    return Report(text, {"candidates": candidates, "cases": figures})


def _case_in_words(variant: Variant, case: Case) -> str:
    return ", ".join(f"{taken.taken} of {variant.format(taken.symbols)}" for taken in case.sets)


# `doubt VARIANT HISTORY… [--wrong N]`.

SHOWN = 20


def doubt_arguments(parser: ArgumentParser) -> None:
    """Take a history, and how many of its replies may be wrong."""
    add_variant(parser)
    add_history(parser, required=True)
    parser.add_argument(
        "--wrong", metavar="N", type=reading.positive, help="also the codes that fit if up to N replies may be wrong"
    )


def run_doubt(options: Namespace) -> Report:
    """Which replies may be wrong, if no code fits them all, and with `wrong` what is left if some may be."""
    variant, history = options.variant, reading.history(options.variant, options.history)
    found = diagnosis(variant, history)
    suspects = [
        {"changes": [_change_figures(variant, change) for change in suspect.changes], "candidates": suspect.candidates}
        for suspect in found.suspects
    ]
    text, figures = _doubt_text(variant, found), {"contradiction": found.contradiction, "suspects": suspects}
    if options.wrong is None:
        return Report(text, figures)
    least = len(found.suspects[0].changes) if found.contradiction else 0
    left: list[dict[str, Any]] = [
        {"candidates": len(rows), "codes": [variant.format(code) for code in rows.tolist() if len(rows) <= FEW]}
        for rows in codes_despite(variant, history, min(options.wrong, len(history)))
    ]
    return Report(
        f"{text}\n\n{_left_text(left, least, len(history))}", {**figures, "least_wrong": least, "by_wrong": left}
    )


def _left_text(left: list[dict[str, Any]], least: int, replies: int) -> str:
    """How many replies must be wrong, and the codes by how many are; few codes are listed."""
    total = sum(some["candidates"] for some in left)
    rows = [(str(number), str(some["candidates"]), " ".join(some["codes"])) for number, some in enumerate(left)]
    must = f"At least {least} of {replies} replies must be" if least else "No reply has to be"
    return (
        f"{must} wrong; if up to {len(left) - 1} may be, {quantity(total, 'code')} fit{'s' * (total == 1)}.\n\n"
        f"{text_table(('wrong', 'codes', ''), rows, '>><')}"
    )


def _doubt_text(variant: Variant, found: Diagnosis) -> str:
    if not found.contradiction:
        return "The replies do not contradict each other."
    rows = [line for suspect in found.suspects[:SHOWN] for line in suspect_in_lines(variant, suspect)]
    more = max(len(found.suspects) - SHOWN, 0)
    return (
        "No code fits. The fewest replies that may be wrong, most plausible first:\n\n"
        + text_table(("could be", "codes then"), rows)
        + (f"\n... and {more} more" if more else "")
    )


def _change_figures(variant: Variant, change: Change) -> dict[str, Any]:
    return {
        "turn": change.turn,
        "guess": variant.format(change.guess),
        "said": str(change.said),
        "could_be": str(change.could_be),
    }

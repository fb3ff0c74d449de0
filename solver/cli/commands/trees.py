"""Searches of whole games: `verify` and `build` of trees, `value` and `ulam`."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from solver.cli import reading
from solver.cli.catalogue import Report
from solver.cli.output import BadInput, Failure, decimals, figures_of, histogram_text, quantity, text_table
from solver.cli.reading import add_variant
from solver.mixture import Mixture, Worth, mixture_for, worth
from solver.tree import OBJECTIVES, DamagedTree, Tree, Verified, from_bytes, stored_tree, verify

# `verify VARIANT[:OBJECTIVE]|FILE`.


def verify_arguments(parser: ArgumentParser) -> None:
    """Take a tree."""
    parser.add_argument(
        "tree",
        metavar="VARIANT[:OBJECTIVE]|FILE",
        help="a tree that ships, or the file of another (objectives: mean, max, rarest, sevens, worst; mean if none is"
        " named)",
    )


def run_verify(options: Namespace) -> Report:
    """How the tree plays against every secret. Raises Failure if it does not do what it says."""
    try:
        verified = verify(_tree(options.tree))
    except DamagedTree as error:
        raise Failure(f"{options.tree} fails: {error}") from None
    return tree_report(verified)


def _tree(named: str) -> Tree:
    if (file := Path(named)).is_file():
        return from_bytes(file.read_bytes())
    if named.endswith(".tree") or "/" in named:
        raise BadInput(f"there is no file {named}")
    name, _, objective = named.partition(":")
    variant = reading.variant(name)
    if objective and objective not in OBJECTIVES:
        raise BadInput(f"{objective!r} is no objective: {', '.join(OBJECTIVES)}")
    if tree := stored_tree(variant, objective or "mean"):
        return tree
    raise BadInput(f"no tree of {named} ships with the solver, and no file is called so")


# `build VARIANT [--objective OBJECTIVE] [--workers N] [--scheduler ADDRESS]`.


def build_arguments(parser: ArgumentParser) -> None:
    """Take what is to be built, and by whom."""
    add_variant(parser)
    parser.add_argument(
        "--objective",
        choices=OBJECTIVES,
        default="mean",
        help="fewest guesses on average (mean, default), at worst and then on average (max), at worst and then fewest"
        " games of that length (rarest), at worst and nothing else (worst), or fewest games of seven (sevens)",
    )
    _add_workers(parser)
    _add_width(parser, "try only the N most promising guesses for a set: sooner done, proves nothing (default: all)")
    parser.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        help="where the tree goes, and beside it a journal from which a killed build goes on (default: by shape)",
    )


def run_build(options: Namespace) -> Report:
    """Build the tree, and verify it."""
    with _extra("building"):
        from solver.cli.tree_building import built_tree  # noqa: PLC0415 -- compiled, and an extra

        tree, file = built_tree(options)
    report = tree_report(verify(tree))
    return replace(report, text=f"{report.text}\nThe tree is in {file}.")


def _add_workers(parser: ArgumentParser) -> None:
    parser.add_argument("--workers", metavar="N", type=reading.positive, help="processes (default: one a core)")
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="work on a Dask cluster instead, such as tcp://host:8786"
    )


# `value VARIANT [--build FOLDER]`.


def value_arguments(parser: ArgumentParser) -> None:
    """Take a variant, and whether its mixture is built anew."""
    add_variant(parser)
    parser.add_argument(
        "--build",
        metavar="FOLDER",
        type=Path,
        help="search for a mixture of trees; its files go there, and journals from which a killed build goes on",
    )
    _add_workers(parser)


def run_value(options: Namespace) -> Report:
    """What no secret exceeds, and what the code maker can enforce. Raises Failure if a tree is damaged."""
    try:
        mixture = _built(options) if options.build else mixture_for(options.variant)
        if mixture is None:
            raise BadInput(
                f"no mixture of trees of {options.variant.name} ships with the solver: --build searches for one"
            )
        return value_report(mixture, worth(mixture))
    except DamagedTree as error:
        raise Failure(f"{options.variant.name} fails: {error}") from None


def _built(options: Namespace) -> Mixture:
    with _extra("building"):
        from solver.cli.tree_building import built_mixture  # noqa: PLC0415 -- compiled, and an extra

        return built_mixture(options)


def value_report(mixture: Mixture, found: Worth) -> Report:
    """The report on a mixture: what each pattern costs, and whether that is the value of the game."""
    rows = [(name, str(codes), decimals(float(found.means[name]), 5)) for name, codes in found.codes.items()]
    least, codes = mixture.least, sum(found.codes[name] for name in mixture.least.patterns)
    many = len(mixture.trees)
    trees = "The tree" if many == 1 else f"One of {many} trees, drawn by lot and"
    text = (
        f"{text_table(('pattern', 'codes', 'mean'), rows)}\n\n"
        f"{trees} relabelled at random: no secret costs more than {float(found.upper):.5f} on average.\n"
        f"For secrets drawn by lot from {', '.join(least.patterns)} no play needs less than {least.total}/{codes} = "
        f"{float(found.lower):.5f}.\n"
        + ("So this is the value of the game." if found.proven else "The value of the game is between the two.")
    )
    figures = {
        "patterns": {name: {"codes": count, "mean": float(found.means[name])} for name, count in found.codes.items()},
        "lower": float(found.lower),
        "upper": float(found.upper),
        "hardest": [*least.patterns],
        "total": least.total,
        "proven": found.proven,
    }
    return Report(text, figures)


def _add_width(parser: ArgumentParser, says: str) -> None:
    parser.add_argument("--width", metavar="N", type=reading.positive, default=0, help=says)


@contextmanager
def _extra(what: str) -> Iterator[None]:
    """Explain what is missing where the extra is not installed."""
    try:
        yield
    except ModuleNotFoundError as missing:
        how = "pip install '.[search]' in the project's folder"
        raise BadInput(f"{what} needs {missing.name}, of the extra `search`: {how}") from None


# `ulam VARIANT [--questions N] [--width N]`.


def ulam_arguments(parser: ArgumentParser) -> None:
    """Take a variant, a number of questions to try, and how thoroughly."""
    add_variant(parser)
    parser.add_argument(
        "--questions", metavar="N", type=reading.positive, help="say whether so many suffice (default: find the fewest)"
    )
    _add_width(
        parser,
        "try only the N most promising guesses at each state: sooner done, and a no proves nothing (default: all)",
    )


def run_ulam(options: Namespace) -> Report:
    """How many questions name the secret for certain although one reply may be wrong."""
    variant, questions, width = options.variant, options.questions, options.width
    with _extra("searching"):
        from solver.building import ulam  # noqa: PLC0415 -- compiled, and an extra
    try:
        enough = questions is None or ulam.suffices(variant, questions, width)
        least = ulam.fewest_questions(variant, width) if questions is None else questions
    except ulam.CannotSearch as error:
        raise BadInput(str(error)) from None
    figures = {"questions": least, "suffice": enough or (None if width else False)}
    if not enough:
        verdict = "may not suffice: no way was found" if width else "do not suffice"
    else:
        verdict = "always name the secret for certain"
        verdict += ", and fewer do not" if questions is None and not width else ""
    return Report(f"If one reply may be wrong, {quantity(least, 'question')} {verdict}.", figures)


# The report about a tree.

WITH = {
    "mean": "",
    "max": " with the longest game as short as can be",
    "rarest": " with the longest game as short and as rare as can be",
    "sevens": " with the fewest games of seven guesses",
}
"""Text before the total, by objective."""


def tree_report(verified: Verified) -> Report:
    """The report on a tree: how it plays, and whether it is optimal."""
    figures: dict[str, Any] = {
        **figures_of(verified.evaluation),
        "optimum": verified.optimum,
        "proven": verified.proven,
    }
    return Report(f"{histogram_text(verified.evaluation)}\n\n{_judgement(verified)}", figures)


def _judgement(verified: Verified) -> str:
    if verified.objective == "worst":
        if verified.proven or verified.nothing_left_out:
            return f"However one plays, some game lasts {verified.evaluation.max} guesses."
        return "How short the longest game can be, nobody has proven."
    if verified.proven:
        return f"The total is the proven optimum, {verified.optimum}{_reached(verified)}."
    if verified.optimum is not None:
        return f"The proven optimum is {verified.optimum}{WITH[verified.objective]}."
    if verified.nothing_left_out:
        return f"The search that built it left nothing out{_reached(verified)}."
    return f"What the least total is{WITH[verified.objective]}, nobody has proven."


def _reached(verified: Verified) -> str:
    """What the total is the least of, where it is not the least of all trees."""
    if verified.objective == "max":
        return f": the least total with no game longer than {verified.evaluation.max}"
    if verified.objective == "rarest":
        longest = verified.evaluation.max
        few = verified.evaluation.histogram[longest]
        return f": the least total with no game longer than {longest}, and no more than {few} of that length"
    wanted = WITH[verified.objective]
    return f": the least total{wanted}" if wanted else ""

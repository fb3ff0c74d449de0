"""`verify VARIANT[:mean|max|sevens]|FILE`."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from solver.cli import reading
from solver.cli.bad_input import BadInput, Failure
from solver.cli.report import Report
from solver.cli.trees import tree_report
from solver.tree import OBJECTIVES, DamagedTree, Tree, from_bytes, stored_tree
from solver.verify import verify


def arguments(parser: ArgumentParser) -> None:
    """Take a tree."""
    parser.add_argument(
        "tree",
        metavar="VARIANT[:OBJECTIVE]|FILE",
        help="a tree that ships (objectives: mean, max, sevens; mean if none is named), or the file of another",
    )


def run(options: Namespace) -> Report:
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

import hashlib
import itertools
import json
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solver import tree as storage
from solver.evaluate import evaluate
from solver.feedback import Feedback, History, feedback_for, possible_feedback
from solver.parts import part_sizes
from solver.position import Position, position_after
from solver.tables import all_codes, as_code, as_rows
from solver.tree import (
    Branch,
    DamagedTree,
    Tree,
    as_bytes,
    digests,
    from_bytes,
    packed_nodes,
    stored_tree,
    tree_file,
    unpacked_nodes,
)
from solver.variant import VARIANTS, Code, Variant, variant_named
from solver.verify import verify
from tests.solver.games import codes
from tests.solver.growing import NAMES, grown


# Tree.
def same(one: Tree, other: Tree) -> bool:
    def told(tree: Tree) -> tuple[object, ...]:
        return tree.variant.shape, tree.objective, tree.proven, packed_nodes(tree.nodes)

    return told(one) == told(other)


@pytest.mark.parametrize("name", NAMES)
def test_a_tree_is_the_same_after_its_file(name: str) -> None:
    for objective, proven in itertools.product(("mean", "max", "sevens"), (True, False)):
        tree = replace(grown(name), objective=objective, proven=proven)
        assert same(from_bytes(as_bytes(tree)), tree)


def test_the_tree_of_a_shape_is_read_in_the_codes_of_a_variant() -> None:
    stored = as_bytes(grown("4x5"))
    assert from_bytes(stored).variant.name == "4x5"
    assert from_bytes(stored, VARIANTS["mini"]).variant is VARIANTS["mini"]
    with pytest.raises(DamagedTree):
        from_bytes(stored, VARIANTS["classic"])


def is_told(stored: bytes, tree: Tree) -> bool:
    """Whether a changed file is refused, or plays as before at least."""
    try:
        found = from_bytes(stored)
        verify(found)
    except DamagedTree:
        return True
    return same(found, tree)


@pytest.mark.parametrize("name", ["2x4", "4x6"])
def test_no_byte_of_a_file_changes_unnoticed(name: str) -> None:
    tree = grown(name)
    stored = as_bytes(tree)
    for place, byte in enumerate(stored):
        for other in {byte ^ 1, byte ^ 128, (byte + 1) % 256, 10, 32, 0} - {byte}:
            assert is_told(stored[:place] + bytes([other]) + stored[place + 1 :], tree), (place, other)


@given(data=st.data())
def test_a_file_that_was_cut_is_refused(data: st.DataObject) -> None:
    stored = as_bytes(grown("3x6"))
    with pytest.raises(DamagedTree, match="this is no decision tree, or a damaged one: "):
        from_bytes(stored[: data.draw(st.integers(0, len(stored) - 1))])


@given(st.binary(max_size=60))
def test_what_is_no_tree_is_refused(stored: bytes) -> None:
    with pytest.raises(DamagedTree):
        from_bytes(stored)


def test_a_first_line_that_no_tree_has_or_bytes_left_over_are_refused() -> None:
    right: dict[str, object] = {"shape": "4x6", "objective": "mean", "proven": True, "nodes": 1}
    changes = {"shape": "4x66"}, {"shape": 46}, {"objective": "luck"}, {"proven": 1}, {"shape": "mini"}, {"more": 1}
    nodes = packed_nodes(grown("2x4").nodes)
    for head in ({"shape": "4x6"}, ["4x6", "mean", True, 1], 7, *(right | change for change in changes)):
        with pytest.raises(DamagedTree):
            from_bytes(json.dumps(head).encode() + b"\n" + nodes)
    with pytest.raises(ValueError, match="3 bytes are left over"):
        unpacked_nodes(zlib.compress(zlib.decompress(nodes) + b"123"))


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of shipped trees with that of 4x5 in it."""
    monkeypatch.setattr(storage, "TREES", tmp_path)
    stored = as_bytes(grown("4x5"))
    (tmp_path / "4x5.mean.tree").write_bytes(stored)
    (tmp_path / "sha256.json").write_text(json.dumps({"4x5.mean.tree": hashlib.sha256(stored).hexdigest()}))
    stored_tree.cache_clear()
    yield tmp_path
    stored_tree.cache_clear()


def test_a_shipped_tree_serves_every_variant_of_its_shape(shelf: Path) -> None:
    for name in ("mini", "4x5"):
        tree = stored_tree(variant_named(name))
        assert tree
        assert tree.variant.name == name
        assert same(tree, grown("4x5"))
    assert tree_file("4x5", "mean").parent == shelf
    assert stored_tree(variant_named("mini"), "max") is None
    assert stored_tree(variant_named("4x5r")) is None
    assert stored_tree(variant_named("words-en-4")) is None


def test_any_byte_changed_in_a_shipped_tree_is_told_by_its_hash(shelf: Path) -> None:
    file = shelf / "4x5.mean.tree"
    stored = file.read_bytes()
    for place, byte in enumerate(stored):
        file.write_bytes(stored[:place] + bytes([byte ^ 4]) + stored[place + 1 :])
        with pytest.raises(DamagedTree, match=r"4x5\.mean\.tree is not the file that was shipped"):
            stored_tree(variant_named("mini"))


def test_a_tree_that_was_not_shipped_is_not_trusted(shelf: Path) -> None:
    (shelf / "sha256.json").unlink()
    assert digests() == {}
    with pytest.raises(DamagedTree):
        stored_tree(variant_named("mini"))


# Tree play.
@st.composite
def beginnings(draw: st.DrawFn) -> tuple[Tree, History]:
    """The beginning of a game that a tree plays against some secret."""
    tree = grown(draw(st.sampled_from(NAMES)))
    secret = draw(codes(tree.variant))
    turns: list[tuple[Code, Feedback]] = []
    for _ in range(draw(st.integers(0, 7))):
        guess = tree.guess_after(position_after(tree.variant, tuple(turns)))
        assert guess is not None
        if guess == secret:
            break
        turns.append((guess, feedback_for(guess, secret)))
    return tree, tuple(turns)


@st.composite
def in_other_words(draw: st.DrawFn, variant: Variant, history: History) -> History:
    names = draw(st.permutations(range(len(variant.alphabet))))
    places = draw(st.permutations(range(variant.length)))
    return tuple((tuple(names[guess[place]] for place in places), feedback) for guess, feedback in history)


def divided(position: Position, guess: Code) -> list[int]:
    row = np.flatnonzero((all_codes(position.variant) == as_rows(guess)[0]).all(axis=1))
    sizes: list[int] = part_sizes(position.variant, row, position.left)[0].tolist()
    return sizes


@given(data=st.data(), game=beginnings())
def test_a_game_in_other_words_is_played_and_costs_the_same(data: st.DataObject, game: tuple[Tree, History]) -> None:
    tree, history = game
    ours = position_after(tree.variant, history)
    theirs = position_after(tree.variant, data.draw(in_other_words(tree.variant, history)))
    guess, other = tree.guess_after(ours), tree.guess_after(theirs)
    assert guess is not None
    assert other is not None
    assert divided(ours, guess) == divided(theirs, other)
    assert tree.cost_after(ours) == tree.cost_after(theirs)


@given(game=beginnings())
def test_costs_are_the_guesses_that_the_tree_goes_on_to_make(game: tuple[Tree, History]) -> None:
    tree, history = game
    position = position_after(tree.variant, history)
    secrets = [as_code(all_codes(tree.variant)[row]) for row in position.left]
    assume(len(secrets) <= 40)
    assert tree.cost_after(position) == sum(turns_to(tree, position, secret) for secret in secrets)


def turns_to(tree: Tree, position: Position, secret: Code) -> int:
    guess = tree.guess_after(position)
    assert guess is not None
    if guess == secret:
        return 1
    return 1 + turns_to(tree, position.after(guess, feedback_for(guess, secret)), secret)


@given(game=beginnings(), data=st.data())
def test_a_guess_that_the_tree_would_not_make_leads_off_it(game: tuple[Tree, History], data: st.DataObject) -> None:
    tree, history = game
    position = position_after(tree.variant, history)
    assume(len(position.left) > 2)
    wrong, secret = data.draw(codes(tree.variant)), data.draw(st.sampled_from(position.left.tolist()))
    planned = tree.guess_after(position)
    assert planned is not None
    assume(sorted(divided(position, wrong)) != sorted(divided(position, planned)))
    reply = feedback_for(wrong, as_code(all_codes(tree.variant)[secret]))
    assume(reply.bulls < tree.variant.length)
    off = position.after(wrong, reply)
    assert tree.guess_after(off) is None
    assert tree.cost_after(off) is None


def test_the_last_two_candidates_are_guessed_one_after_the_other() -> None:
    tree = grown("4x6")
    seen = 0
    for position in positions(tree, position_after(tree.variant)):
        if len(position.left) == 2:
            seen += 1
            first, second = (as_code(all_codes(tree.variant)[row]) for row in position.left)
            assert tree.guess_after(position) == first
            assert tree.cost_after(position) == 3
            for guessed, other in ((first, second), (second, first)):
                last = position.after(guessed, feedback_for(guessed, other))
                assert tree.guess_after(last) == other
                assert tree.cost_after(last) == 1
                assert tree.guess_after(last.after(guessed, feedback_for(guessed, other))) is None
            elsewhere = next(
                code
                for code in tree.variant.codes()
                if feedback_for(code, first) != feedback_for(code, second) and code not in {first, second}
            )
            assert tree.guess_after(position.after(elsewhere, feedback_for(elsewhere, first))) is None
    assert seen > 10


def positions(tree: Tree, position: Position) -> Iterator[Position]:
    """All positions that the tree leads to."""
    yield position
    if len(position.left) > 2:
        guess = tree.guess_after(position)
        assert guess is not None
        for reply in {feedback_for(guess, as_code(all_codes(tree.variant)[row])) for row in position.left}:
            if reply.bulls < tree.variant.length:
                yield from positions(tree, position.after(guess, reply))


# Verify.
SMALL = ["1x4", "2x4", "2x2r", "3x4r", "3x6", "4x5", "4x6r"]


class Following:
    """A strategy that does what a tree says."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def next_guess(self, position: Position) -> Code:
        guess = self._tree.guess_after(position)
        assert guess is not None
        return guess


@pytest.mark.parametrize("name", SMALL)
def test_a_tree_plays_as_verified(name: str) -> None:
    tree = grown(name)
    verified = verify(tree)
    assert verified.evaluation == evaluate(tree.variant, Following(tree))
    assert verified.evaluation.total == tree.total
    assert verified.evaluation.secrets == tree.variant.size


def test_only_the_proven_total_is_proven() -> None:
    assert verify(grown("4x6")).optimum == 1446
    assert not verify(grown("4x6")).proven
    assert verify(grown("4x6", "sevens")).optimum is None
    assert verify(grown("3x6")).optimum is None
    assert not verify(grown("3x6")).proven


def changed(tree: Tree, **columns: np.ndarray) -> Tree:
    return replace(tree, nodes=replace(tree.nodes, **columns))


def with_one(tree: Tree, column: str, node: int, value: int) -> Tree:
    numbers = getattr(tree.nodes, column).copy()
    numbers[node] = value
    return changed(tree, **{column: numbers})


def without(tree: Tree, child: int) -> Tree:
    """The tree without a branch of its first guess; its costs say nothing of it."""
    nodes = tree.nodes
    size, cost = int(nodes.size[child]), int(nodes.cost[child])
    kept = np.r_[0:child, child + size : len(nodes)]
    pruned = Branch(nodes.guess[kept], nodes.reply[kept], nodes.size[kept], nodes.cost[kept])
    shorter = with_one(replace(tree, nodes=pruned), "size", 0, len(kept))
    return with_one(shorter, "cost", 0, int(nodes.cost[0]) - cost)


@pytest.mark.parametrize("name", ["4x6", "3x4r"])
def test_a_tree_that_loses_secrets_is_told(name: str) -> None:
    tree = grown(name)
    for child in tree.nodes.children(0):
        reply = possible_feedback(tree.variant)[tree.nodes.reply[child]]
        with pytest.raises(DamagedTree, match=f"node 0 does not go on after {reply}"):
            verify(without(tree, child))


@pytest.mark.parametrize("node", [0, 1, 7])
def test_a_tree_that_costs_something_else_than_it_says_is_told(node: int) -> None:
    tree = grown("4x6")
    cost = int(tree.nodes.cost[node])
    for said in (cost - 1, cost + 1, 0):
        with pytest.raises(DamagedTree, match=f"node {node} costs {cost}, not {said}"):
            verify(with_one(tree, "cost", node, said))


def test_a_tree_that_asks_what_it_knows_or_has_no_nodes_is_told() -> None:
    tree = grown("4x6")
    first = int(tree.nodes.guess[0])
    with pytest.raises(DamagedTree, match="node 1 asks what is known already"):
        verify(with_one(tree, "guess", 1, first))
    nodes = grown("2x4").nodes
    none = Branch(nodes.guess[:0], nodes.reply[:0], nodes.size[:0], nodes.cost[:0])
    with pytest.raises(DamagedTree, match="it has 0 nodes"):
        verify(Tree(variant_named("2x4"), "mean", proven=True, nodes=none))


def test_a_tree_that_guesses_no_code_is_told() -> None:
    for row in (360, 361, 2**32 - 1):
        with pytest.raises(DamagedTree, match="node 2 guesses what is no code"):
            verify(with_one(grown("4x6"), "guess", 2, row))


def test_another_guess_than_the_one_that_was_built_is_told() -> None:
    tree = grown("4x6")
    guess = int(tree.nodes.guess[1])
    refused = 0
    for other in range(tree.variant.size):
        try:
            verify(with_one(tree, "guess", 1, other))
        except DamagedTree:
            refused += 1
        else:
            assert other == guess or tree.total == verify(with_one(tree, "guess", 1, other)).evaluation.total
    assert refused > tree.variant.size / 2


def test_branches_that_do_not_lie_within_each_other_are_told() -> None:
    for node, size in [(0, 0), (0, 5), (0, 10_000), (1, 0), (1, 10_000), (3, 0), (-1, 2), (-1, 0)]:
        with pytest.raises(DamagedTree, match=r"not all in one branch|ends outside of its branch"):
            verify(with_one(grown("4x6"), "size", node, size))


def test_the_tree_of_one_shape_is_none_of_another_but_that_of_every_variant_of_it() -> None:
    for other in ("4x5", "4x7", "4x6r", "3x6", "5x6"):
        with pytest.raises(DamagedTree):
            verify(replace(grown("4x6"), variant=variant_named(other)))
    assert verify(replace(grown("4x5"), variant=variant_named("mini"))) == verify(grown("4x5"))

"""Decision trees: their files, how they play, whether they are what they say, and those that ship."""

import hashlib
import itertools
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solver import tree as storage
from solver.candidates import Position, position_after, split
from solver.evaluate import evaluate
from solver.feedback import Feedback, all_codes, as_code, feedback_for, possible_feedback
from solver.tree import Branch, DamagedTree, Tree, as_bytes, digests, from_bytes, packed_nodes, stored_tree, verify
from solver.variant import Code, variant_named
from tests.solver.games import CLASSIC, GROWN, MINI, Following, codes, grown, truly, with_one


# In a file.
def same(*trees: Tree) -> bool:
    return len({(tree.variant.shape, tree.objective, tree.proven, packed_nodes(tree.nodes)) for tree in trees}) == 1


@pytest.mark.parametrize("name", GROWN)
def test_a_tree_is_the_same_after_its_file(name: str) -> None:
    for objective, proven in itertools.product(("mean", "max", "rarest", "sevens", "worst"), (True, False)):
        tree = replace(grown(name), objective=objective, proven=proven)
        assert same(from_bytes(as_bytes(tree)), tree)


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


@given(data=st.data(), other=st.binary(max_size=60))
def test_a_file_that_was_cut_and_what_is_no_tree_are_refused(data: st.DataObject, other: bytes) -> None:
    stored = as_bytes(grown("3x6"))
    for damaged in (other, stored[: data.draw(st.integers(0, len(stored) - 1))]):
        with pytest.raises(DamagedTree, match="this is no decision tree, or a damaged one: "):
            from_bytes(damaged)


def test_a_first_line_that_no_tree_has_bytes_left_over_and_another_variant_are_refused() -> None:
    right: dict[str, object] = {"shape": "4x6", "objective": "mean", "proven": True, "nodes": 1}
    changes = {"shape": "4x66"}, {"shape": 46}, {"objective": "luck"}, {"proven": 1}, {"shape": "mini"}, {"more": 1}
    nodes = packed_nodes(grown("2x4").nodes)
    for head in ({"shape": "4x6"}, ["4x6", "mean", True, 1], 7, *(right | change for change in changes)):
        with pytest.raises(DamagedTree):
            from_bytes(json.dumps(head).encode() + b"\n" + nodes)
    with pytest.raises(ValueError, match="3 bytes are left over"):
        storage.unpacked_nodes(zlib.compress(zlib.decompress(nodes) + b"123"))
    stored = as_bytes(grown("4x5"))
    assert (from_bytes(stored).variant.name, from_bytes(stored, MINI).variant) == ("4x5", MINI)
    with pytest.raises(DamagedTree):
        from_bytes(stored, CLASSIC)


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(storage, "TREES", tmp_path)
    stored = as_bytes(grown("4x5"))
    (tmp_path / "4x5.mean.tree").write_bytes(stored)
    (tmp_path / "sha256.json").write_text(json.dumps({"4x5.mean.tree": hashlib.sha256(stored).hexdigest()}))
    stored_tree.cache_clear()
    yield tmp_path
    stored_tree.cache_clear()


def test_a_shipped_tree_serves_every_variant_of_its_shape_and_any_byte_changed_is_told_by_its_hash(shelf: Path) -> None:
    for name in ("mini", "4x5"):
        tree = stored_tree(variant_named(name))
        assert tree
        assert (tree.variant.name, same(tree, grown("4x5"))) == (name, True)
    assert storage.tree_file("4x5", "mean").parent == shelf
    assert stored_tree(MINI, "max") is stored_tree(variant_named("4x5r")) is stored_tree(variant_named("words-en-4"))
    assert stored_tree(MINI, "max") is None
    file = shelf / "4x5.mean.tree"
    stored = file.read_bytes()
    for place, byte in enumerate(stored):
        file.write_bytes(stored[:place] + bytes([byte ^ 4]) + stored[place + 1 :])
        stored_tree.cache_clear()
        with pytest.raises(DamagedTree, match=r"4x5\.mean\.tree is not the file that was shipped"):
            stored_tree(MINI)
    file.write_bytes(stored)
    (shelf / "sha256.json").unlink()
    stored_tree.cache_clear()
    assert digests() == {}
    with pytest.raises(DamagedTree):
        stored_tree(MINI)


# How it plays.
@st.composite
def beginnings(draw: st.DrawFn) -> tuple[Tree, Position]:
    """A tree, and the beginning of a game that it plays against some secret."""
    tree = grown(draw(st.sampled_from(GROWN)))
    secret, guesses = draw(codes(tree.variant)), list[Code]()
    for _ in range(draw(st.integers(0, 7))):
        guess = Following(tree).next_guess(position_after(tree.variant, truly(secret, guesses)))
        if guess == secret:
            break
        guesses.append(guess)
    return tree, position_after(tree.variant, truly(secret, guesses))


def divided(position: Position, guess: Code) -> dict[Feedback, int]:
    return {reply: len(part) for reply, part in split(position, guess)}


@given(data=st.data(), game=beginnings())
def test_a_game_in_other_words_costs_what_the_tree_guesses(data: st.DataObject, game: tuple[Tree, Position]) -> None:
    tree, ours = game
    names = data.draw(st.permutations(range(len(tree.variant.alphabet))))
    places = data.draw(st.permutations(range(tree.variant.length)))
    renamed = ((tuple(names[guess[place]] for place in places), reply) for guess, reply in ours.history)
    theirs, plays = position_after(tree.variant, tuple(renamed)), Following(tree).next_guess
    assert divided(ours, plays(ours)) == divided(theirs, plays(theirs))
    played = evaluate(tree.variant, Following(tree), ours.left).total
    assert tree.cost_after(theirs) == tree.cost_after(ours) == played - len(ours.history) * len(ours.left)


@given(game=beginnings(), data=st.data())
def test_a_guess_that_the_tree_would_not_make_leads_off_it(game: tuple[Tree, Position], data: st.DataObject) -> None:
    tree, position = game
    assume(len(position.left) > 2)
    wrong, secret = data.draw(codes(tree.variant)), data.draw(st.sampled_from(position.left.tolist()))
    ways = (divided(position, guess).values() for guess in (wrong, Following(tree).next_guess(position)))
    assume(sorted(next(ways)) != sorted(next(ways)))
    reply = feedback_for(wrong, as_code(all_codes(tree.variant)[secret]))
    assume(reply.bulls < tree.variant.length)
    off = position.after(wrong, reply)
    assert (tree.guess_after(off), tree.cost_after(off)) == (None, None)


def test_the_last_two_candidates_are_guessed_one_after_the_other() -> None:
    tree = grown("4x6")
    pairs = [each for each in positions(tree, position_after(tree.variant)) if len(each.left) == 2]
    assert len(pairs) > 10
    for position in pairs:
        first, second = (as_code(all_codes(tree.variant)[row]) for row in position.left)
        assert (tree.guess_after(position), tree.cost_after(position)) == (first, 3)
        for guessed, other in ((first, second), (second, first)):
            last = position.after(guessed, feedback_for(guessed, other))
            assert (tree.guess_after(last), tree.cost_after(last)) == (other, 1)
            assert tree.guess_after(last.after(guessed, feedback_for(guessed, other))) is None
        others = (code for code in tree.variant.codes() if code not in {first, second})
        elsewhere = next(code for code in others if feedback_for(code, first) != feedback_for(code, second))
        assert tree.guess_after(position.after(elsewhere, feedback_for(elsewhere, first))) is None


def positions(tree: Tree, position: Position) -> Iterator[Position]:
    yield position
    if len(position.left) > 2:
        guess = Following(tree).next_guess(position)
        for reply in divided(position, guess):
            if reply.bulls < tree.variant.length:
                yield from positions(tree, position.after(guess, reply))


# Whether it is what it says.
@pytest.mark.parametrize("name", ["1x4", "2x4", "2x2r", "3x4r", "3x6", "4x5", "4x6r"])
def test_a_tree_plays_as_verified(name: str) -> None:
    tree = grown(name)
    found = verify(tree).evaluation
    assert found == evaluate(tree.variant, Following(tree))
    assert (found.total, found.secrets) == (tree.total, tree.variant.size)


def is_refused(tree: Tree, why: str) -> None:
    with pytest.raises(DamagedTree, match=why):
        verify(tree)


@pytest.mark.parametrize("name", ["4x6", "3x4r"])
def test_a_tree_that_loses_secrets_is_told_and_only_the_proven_total_is_proven(name: str) -> None:
    """One without a branch of its first guess, whose costs say nothing of it."""
    tree, nodes = grown(name), grown(name).nodes
    for child in nodes.children(0):
        size, cost = int(nodes.size[child]), int(nodes.cost[child])
        kept = np.r_[0:child, child + size : len(nodes)]
        pruned = Branch(nodes.guess[kept], nodes.reply[kept], nodes.size[kept], nodes.cost[kept])
        shorter = with_one(replace(tree, nodes=pruned), "size", 0, len(kept))
        reply = possible_feedback(tree.variant)[nodes.reply[child]]
        is_refused(with_one(shorter, "cost", 0, int(nodes.cost[0]) - cost), f"node 0 does not go on after {reply}")
    every = [verify(grown(*tree)) for tree in (("4x6",), ("4x6", "sevens"), ("3x6",))]
    assert [(verified.optimum, verified.proven) for verified in every] == [(1446, False), (None, False), (None, False)]


BRANCHES = r"not all in one branch|ends outside of its branch"
COSTS = {node: int(grown("4x6").nodes.cost[node]) for node in (0, 1, 7)}
CHANGED = [
    *[
        ("cost", at, said, f"node {at} costs {cost}, not {said}")
        for at, cost in COSTS.items()
        for said in (cost - 1, cost + 1, 0)
    ],
    ("guess", 1, int(grown("4x6").nodes.guess[0]), "node 1 asks what is known already"),
    *[("guess", 2, row, "node 2 guesses what is no code") for row in (360, 361, 2**32 - 1)],
    *[("size", 0, size, BRANCHES) for size in (0, 5, 10_000)],
    *[("size", node, 0, BRANCHES) for node in (1, 3, -1)],
    *[("size", node, size, BRANCHES) for node, size in ((1, 10_000), (-1, 2))],
]


@pytest.mark.parametrize(("column", "node", "value", "why"), CHANGED)
def test_a_tree_whose_costs_guesses_or_branches_cannot_be_is_told(column: str, node: int, value: int, why: str) -> None:
    is_refused(with_one(grown("4x6"), column, node, value), why)


def test_another_guess_than_was_built_another_shape_and_no_nodes_are_told() -> None:
    tree, refused = grown("4x6"), 0
    for other in range(tree.variant.size):
        try:
            total = verify(with_one(tree, "guess", 1, other)).evaluation.total
        except DamagedTree:
            refused += 1
        else:
            assert other == tree.nodes.guess[1] or tree.total == total
    assert refused > tree.variant.size / 2
    for shape in ("4x5", "4x7", "4x6r", "3x6", "5x6"):
        is_refused(replace(tree, variant=variant_named(shape)), ".")
    assert verify(replace(grown("4x5"), variant=MINI)) == verify(grown("4x5"))
    nodes = grown("2x4").nodes
    none = Branch(nodes.guess[:0], nodes.reply[:0], nodes.size[:0], nodes.cost[:0])
    is_refused(Tree(variant_named("2x4"), "mean", proven=True, nodes=none), "it has 0 nodes")


# Those that ship, and what docs/trees.md says of each.
MEANS = "2x10 3x9 3x10 4x5 4x6 4x7 4x8 4x9 4x10 4x11 4x6r 4x7r 4x8r 4x9r 4x10r 4x12 5x10 5x8r 6x10"
SHIPPED = {
    "4x6r.max",
    "4x6r.rarest",
    "4x8r.max",
    "4x10.sevens",
    "4x11.worst",
    "4x12.worst",
    "4x13.worst",
    *(f"{shape}.mean" for shape in MEANS.split()),
}
MIXED = {
    f"{shape}.value{end}"
    for shape in ("4x6r", "4x7r")
    for end in (".json", *(f"-{number}.tree" for number in range(1, 5)))
}
"""Mixtures and their trees: see test_mixture.py."""
BEATEN = {"4x10r.mean": 55857, "4x12.mean": 68983, "5x10.mean": 173016, "5x8r.mean": 179797}
"""The best totals that others have shown: ours are lower."""
UNPROVEN = {"4x12.mean", "4x13.worst", "5x10.mean", "5x8r.mean", "6x10.mean"}
ROWS = re.findall(r"^\| `(\w+\.\w+)` \|(.*)\|$", Path("docs/trees.md").read_text("utf-8"), re.MULTILINE)


def test_all_trees_that_should_ship_do_and_no_other_with_hashes_of_their_files_in_a_few_megabytes() -> None:
    files = [file for file in storage.TREES.iterdir() if file.name != "sha256.json"]
    assert digests() == {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    assert {name for name, _ in ROWS} == SHIPPED
    assert {file.name for file in files} == {f"{name}.tree" for name in SHIPPED} | MIXED
    assert sum(file.stat().st_size for file in storage.TREES.iterdir()) < 3_000_000


@pytest.mark.parametrize(("name", "row"), ROWS, ids=[name for name, _ in ROWS])
def test_every_secret_is_broken_as_the_tree_and_the_page_say_from_the_first_guess_on(name: str, row: str) -> None:
    shape, objective = name.split(".")
    tree = stored_tree(variant_named(shape), objective)
    assert tree
    assert f"{tree.variant.shape}.{tree.objective}" == name
    start, verified = position_after(tree.variant), verify(tree)
    played = verified.evaluation
    assert tree.guess_after(start) in set(tree.variant.codes())
    assert (played.secrets, played.total, tree.cost_after(start)) == (tree.variant.size, tree.total, tree.total)
    _, *figures, histogram, proven = (cell.strip() for cell in row.split("|"))
    assert figures == [str(played.total), f"{played.mean:.4f}", str(played.max)]
    assert [*map(int, histogram.split(", "))] == [played.histogram[turns] for turns in range(1, played.max + 1)]
    assert tree.proven == verified.proven == (proven == "by our own run") == (name not in UNPROVEN)
    assert verified.optimum == (played.max if objective == "worst" else played.total) or not tree.proven
    assert name not in BEATEN or played.total < BEATEN[name]

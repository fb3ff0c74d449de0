import hashlib
import json
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import tree as storage
from solver.tree import (
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
from solver.variant import VARIANTS, variant_named
from solver.verify import verify
from tests.solver.growing import NAMES, grown


def same(one: Tree, other: Tree) -> bool:
    return (one.variant.shape, one.objective, one.proven, packed_nodes(one.nodes)) == (
        other.variant.shape,
        other.objective,
        other.proven,
        packed_nodes(other.nodes),
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("objective", ["mean", "max", "sevens"])
@pytest.mark.parametrize("proven", [True, False])
def test_a_tree_is_the_same_after_its_file(name: str, objective: str, proven: bool) -> None:  # noqa: FBT001
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


@pytest.mark.parametrize(
    "head",
    [
        {"shape": "4x6"},
        {"shape": "4x66", "objective": "mean", "proven": True, "nodes": 1},
        {"shape": 46, "objective": "mean", "proven": True, "nodes": 1},
        {"shape": "4x6", "objective": "luck", "proven": True, "nodes": 1},
        {"shape": "4x6", "objective": "mean", "proven": 1, "nodes": 1},
        {"shape": "mini", "objective": "mean", "proven": True, "nodes": 1},
        {"shape": "4x6", "objective": "mean", "proven": True, "nodes": 1, "more": 1},
        ["4x6", "mean", True, 1],
        7,
    ],
)
def test_a_first_line_that_no_tree_has_is_refused(head: object) -> None:
    nodes = grown("2x4").nodes
    with pytest.raises(DamagedTree):
        from_bytes(json.dumps(head).encode() + b"\n" + packed_nodes(nodes))


def test_bytes_left_over_are_refused() -> None:
    longer = zlib.compress(zlib.decompress(packed_nodes(grown("2x4").nodes)) + b"123")
    with pytest.raises(ValueError, match="3 bytes are left over"):
        unpacked_nodes(longer)


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

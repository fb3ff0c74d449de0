from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from solver.building import job
from solver.building.build import CannotBuild, build
from solver.building.job import Task, search_for
from solver.tree import Tree
from solver.variant import VARIANTS, variant_named
from solver.verify import verify
from tests.distribution import costly_but

Figures = tuple[int, int, int | None, int | None]


def built(task: Task, journal: Path, reports: list[Figures] | None = None, workers: int = 1) -> Tree:
    def tell(*figures: int | None) -> None:
        if reports is not None:
            reports.append(figures)  # type: ignore[arg-type]

    with ThreadPoolExecutor(workers) as executor:
        return build(task, journal, executor, workers, tell)


def entries(journal: Path) -> list[str]:
    return journal.read_text().splitlines()[1:]


@pytest.mark.parametrize("name", costly_but(("3x4r",), ("4x6", "3x4r")))
def test_the_bound_closes_until_it_meets_the_best_tree(name: str, tmp_path: Path) -> None:
    reports: list[Figures] = []
    tree = built(Task(variant_named(name)), tmp_path / "build.journal", reports)
    roots = [figures for figures in reports if figures[0] == figures[1]]
    assert reports[-1] == roots[-1]
    bounds = [bound for _, _, bound, _ in reports if bound is not None]
    assert len(bounds) == len(reports)
    assert min(best for *_, best in roots if best is not None) == tree.total
    if len(roots) == 1:
        assert bounds == sorted(bounds)
        assert bounds[-1] == tree.total


def test_a_build_that_is_done_is_not_done_again(tmp_path: Path) -> None:
    task, journal = Task(variant_named("4x6")), tmp_path / "build.journal"
    tree = built(task, journal)
    done = journal.read_bytes()
    assert built(task, journal).total == tree.total == 1446
    assert journal.read_bytes() == done


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.97])
def test_a_build_goes_on_from_any_part_of_its_journal(share: float, tmp_path: Path) -> None:
    task, journal = Task(variant_named("4x6")), tmp_path / "build.journal"
    built(task, journal)
    whole = journal.read_bytes()
    journal.write_bytes(whole[: int(share * len(whole))])
    decided = entries(journal)[:-1]
    tree = built(task, journal, workers=2)
    assert verify(tree).evaluation.total == 1446
    assert tree.proven
    assert entries(journal)[: len(decided)] == decided
    tried = [line.partition('"budget"')[0] for line in entries(journal) if line.endswith("}")]
    assert len(tried) == len(set(tried))


def test_a_line_that_was_lost_is_found_out_again(tmp_path: Path) -> None:
    task, journal = Task(variant_named("4x6")), tmp_path / "build.journal"
    built(task, journal)
    head, *lines = journal.read_text().splitlines(keepends=True)
    without_trees = [line for line in lines if "branch" not in line]
    assert without_trees
    journal.write_text(head + "".join(without_trees))
    assert built(task, journal).total == 1446


def test_a_few_guesses_tried_for_each_set_make_a_good_tree_that_proves_nothing(tmp_path: Path) -> None:
    figures: list[Figures] = []
    tree = built(Task(variant_named("4x6"), width=1), tmp_path / "build.journal", figures)
    assert 1446 <= verify(tree).evaluation.total == tree.total < 1.02 * 1446
    assert not tree.proven
    assert {bound for _, _, bound, _ in figures} == {None}


def test_a_memory_that_is_full_costs_time_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job, "MEMORY_BITS", 5)
    search_for.cache_clear()
    tree = built(Task(variant_named("4x6")), tmp_path / "build.journal")
    search_for.cache_clear()
    assert verify(tree).evaluation.total == 1446


@pytest.mark.parametrize(
    ("name", "objective", "why"),
    [
        ("words-en-4", "mean", "words-en-4: trees are built for places x symbols up to 64, and not for words"),
        ("3x22", "mean", "3x22: trees are built for places x symbols up to 64, and not for words"),
        ("1x1", "mean", "1x1 has but one code: there is nothing to guess"),
        ("1x1r", "max", "1x1r has but one code: there is nothing to guess"),
        ("1x20", "mean", "no tree of 1x20 ends every game within 16 guesses"),
        ("1x20", "max", "no tree of 1x20 ends every game within 16 guesses"),
    ],
)
def test_what_cannot_be_built_is_refused_with_a_reason(name: str, objective: str, why: str, tmp_path: Path) -> None:
    variant = VARIANTS.get(name) or variant_named(name)
    with pytest.raises(CannotBuild) as refused:
        built(Task(variant, objective), tmp_path / "build.journal")
    assert str(refused.value) == why

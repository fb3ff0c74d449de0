from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.building import job
from solver.building.build import CannotBuild, build
from solver.building.job import Job, Search, Solution, Task, search_for
from solver.building.journal import Journal, OtherBuild
from solver.building.plan import NOT_FOUND, Opening
from solver.tree import Tree, packed_nodes
from solver.variant import VARIANTS, variant_named
from solver.verify import verify
from tests.distribution import costly_but

# Build.
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


# Journal.
TASK = Task(variant_named("2x6"))
Answers = list[Solution]


@pytest.fixture(scope="module")
def answers() -> Answers:
    """All second guesses after 01 and its first reply, each with a tree."""
    search = Search(TASK)
    return [search.solve(Job(TASK, 0, 0, guess, NOT_FOUND)) for guess in Opening(search, 0).replies[0].waiting]


def written(file: Path, answers: Answers) -> Journal:
    journal = Journal(file, TASK)
    assert list(journal.answers()) == []
    for answer in answers:
        journal.append(answer)
    return journal


def job_rows(answers: Answers) -> list[tuple[Job, int, bytes | None]]:
    return [(answer.job, answer.bound, packed_nodes(answer.branch) if answer.branch else None) for answer in answers]


def test_answers_are_read_as_they_were_noted(tmp_path: Path, answers: Answers) -> None:
    bound = Solution(Job(TASK, 0, 1, 7, 99), 120)
    journal = written(tmp_path / "a" / "folder" / "build.journal", [*answers, bound])
    assert len(answers) > 2
    assert job_rows(list(journal.answers())) == job_rows([*answers, bound])


@given(data=st.data())
def test_a_journal_cut_anywhere_loses_no_whole_line_and_goes_on(
    tmp_path_factory: pytest.TempPathFactory, answers: Answers, data: st.DataObject
) -> None:
    file = tmp_path_factory.mktemp("cut") / "build.journal"
    journal = written(file, answers)
    whole = file.read_bytes()
    cut = whole[: data.draw(st.integers(0, len(whole)))]
    file.write_bytes(cut)
    kept = list(journal.answers())
    assert cut.count(b"\n") - 1 <= len(kept) <= cut.count(b"\n")
    assert job_rows(kept) == job_rows(answers[: len(kept)])
    journal.append(answers[-1])
    assert job_rows(list(journal.answers())) == job_rows([*kept, answers[-1]])


@pytest.mark.parametrize(
    "other",
    [
        Task(TASK.variant, "sevens"),
        Task(TASK.variant, "mean", most=5),
        Task(TASK.variant, width=3),
        Task(variant_named("2x7")),
    ],
    ids=["objective", "most", "width", "shape"],
)
def test_a_journal_of_other_settings_is_refused_and_left_alone(tmp_path: Path, answers: Answers, other: Task) -> None:
    file = tmp_path / "build.journal"
    written(file, answers)
    before = file.read_bytes()
    with pytest.raises(OtherBuild, match="was begun with other settings: finish that build, or delete the file"):
        list(Journal(file, other).answers())
    assert file.read_bytes() == before


def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "build.journal"
    file.write_text("my notes\n")
    with pytest.raises(OtherBuild):
        list(Journal(file, TASK).answers())
    assert file.read_text() == "my notes\n"


def test_variants_of_one_shape_share_a_journal(tmp_path: Path) -> None:
    file = tmp_path / "build.journal"
    list(Journal(file, Task(variant_named("cipher"))).answers())
    assert list(Journal(file, Task(variant_named("4x8"))).answers()) == []

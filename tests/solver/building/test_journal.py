from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.building.job import Job, Search, Solution, Task
from solver.building.journal import Journal, OtherBuild
from solver.building.plan import NOT_FOUND, Opening
from solver.tree import packed_nodes
from solver.variant import variant_named

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

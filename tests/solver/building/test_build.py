"""Trees are built, with a journal that goes on after a kill, by processes, and on a cluster."""

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.building import compiled, job
from solver.building.build import CannotBuild, build
from solver.building.job import Job, Search, Solution, Task, search_for
from solver.building.journal import Journal, OtherBuild
from solver.building.plan import NOT_FOUND, Opening
from solver.tree import Tree, from_bytes, packed_nodes
from solver.variant import variant_named
from solver.verify import verify
from tests.distribution import costly_but
from tests.solver.cli.running import PATIENCE, ROOT, object_of

TASK = Task(variant_named("4x6"))
Figures = tuple[int, int, int | None, int | None]


def built(task: Task, journal: Path, reports: list[Figures] | None = None, workers: int = 1) -> Tree:
    told: list[Any] = [] if reports is None else reports
    with ThreadPoolExecutor(workers) as executor:
        return build(task, journal, executor, workers, lambda *figures: told.append(figures))


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "build.journal"


@pytest.mark.parametrize("name", costly_but(("3x4r",), ("4x6", "3x4r")))
def test_the_bound_closes_until_it_meets_the_best_tree(name: str, journal: Path) -> None:
    reports: list[Figures] = []
    tree = built(Task(variant_named(name)), journal, reports)
    roots = [figures for figures in reports if figures[0] == figures[1]]
    assert reports[-1] == roots[-1]
    bounds = [bound for _, _, bound, _ in reports if bound is not None]
    assert len(bounds) == len(reports)
    assert min(best for *_, best in roots if best is not None) == tree.total
    assert len(roots) > 1 or bounds == [*sorted(bounds)[:-1], tree.total]


def entries(journal: Path) -> list[str]:
    return journal.read_text().splitlines()[1:]


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.97, 1.0])
def test_a_build_goes_on_from_any_part_of_its_journal_and_repeats_nothing(share: float, journal: Path) -> None:
    built(TASK, journal)
    whole = journal.read_bytes()
    journal.write_bytes(whole[: int(share * len(whole))])
    decided = entries(journal)[:-1]
    tree = built(TASK, journal, workers=2)
    assert (verify(tree).evaluation.total, tree.total, tree.proven) == (1446, 1446, True)
    assert entries(journal)[: len(decided)] == decided
    tried = [line.partition('"budget"')[0] for line in entries(journal) if line.endswith("}")]
    assert len(tried) == len(set(tried))
    assert share < 1 or journal.read_bytes() == whole


def test_lost_lines_are_found_out_again_and_few_guesses_make_a_good_tree_but_no_proof(journal: Path) -> None:
    built(TASK, journal)
    head, *lines = journal.read_text().splitlines(keepends=True)
    without_trees = [line for line in lines if "branch" not in line]
    assert without_trees
    journal.write_text(head + "".join(without_trees))
    assert built(TASK, journal).total == 1446
    figures: list[Figures] = []
    tree = built(Task(variant_named("4x6"), width=1), journal.with_name("other.journal"), figures)
    assert 1446 <= verify(tree).evaluation.total == tree.total < 1.02 * 1446
    assert (tree.proven, {bound for _, _, bound, _ in figures}) == (False, {None})


def test_a_memory_that_is_full_costs_time_only(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job, "MEMORY_BITS", 5)
    search_for.cache_clear()
    tree = built(TASK, journal)
    search_for.cache_clear()
    assert verify(tree).evaluation.total == 1446


UNBUILT = {
    "words-en-4:mean 3x22:mean": "{}: trees are built for places x symbols up to 64, and not for words",
    "1x1:mean 1x1r:max": "{} has but one code: there is nothing to guess",
    "1x20:mean 1x20:max": "no tree of {} ends every game within 16 guesses",
}


@pytest.mark.parametrize(("task", "why"), [(task, why) for tasks, why in UNBUILT.items() for task in tasks.split()])
def test_what_cannot_be_built_is_refused_with_a_reason(task: str, why: str, journal: Path) -> None:
    name, objective = task.split(":")
    with pytest.raises(CannotBuild) as refused:
        built(Task(variant_named(name), objective), journal)
    assert str(refused.value) == why.format(name)


# The journal.
SMALL = Task(variant_named("2x6"))
Answers = list[Solution]


@pytest.fixture(scope="module")
def answers() -> Answers:
    """All second guesses after 01 and its first reply, each with a tree."""
    search = Search(SMALL)
    return [search.solve(Job(SMALL, 0, 0, guess, NOT_FOUND)) for guess in Opening(search, 0).replies[0].waiting]


def written(file: Path, answers: Answers) -> Journal:
    journal = Journal(file, SMALL)
    assert list(journal.answers()) == []
    for answer in answers:
        journal.append(answer)
    return journal


def job_rows(answers: Answers) -> list[tuple[Job, int, bytes | None]]:
    return [(answer.job, answer.bound, packed_nodes(answer.branch) if answer.branch else None) for answer in answers]


def test_answers_are_read_as_they_were_noted(tmp_path: Path, answers: Answers) -> None:
    bound = Solution(Job(SMALL, 0, 1, 7, 99), 120)
    journal = written(tmp_path / "a" / "folder" / "build.journal", [*answers, bound])
    assert len(answers) > 2
    assert job_rows(list(journal.answers())) == job_rows([*answers, bound])


@given(data=st.data())
def test_a_journal_cut_anywhere_goes_on(
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


OTHERS = [{"objective": "sevens"}, {"most": 5}, {"width": 3}, {"variant": variant_named("2x7")}]


@pytest.mark.parametrize("change", OTHERS)
def test_a_journal_of_others_or_none_is_left_alone(journal: Path, answers: Answers, change: dict[str, Any]) -> None:
    written(journal, answers)
    for content in (journal.read_bytes(), b"my notes\n"):
        journal.write_bytes(content)
        with pytest.raises(OtherBuild, match="was begun with other settings: finish that build, or delete the file"):
            list(Journal(journal, replace(SMALL, **change)).answers())
        assert journal.read_bytes() == content


def test_variants_of_one_shape_share_a_journal(journal: Path) -> None:
    for name in ("cipher", "4x8"):
        assert list(Journal(journal, Task(variant_named(name))).answers()) == []


# Processes of its own: a build is killed in the middle, and started again.
@contextmanager
def running(*arguments: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """`python -m …` as people run it, what it says going into the log; in the end it is ended."""
    with log.open("wb") as said:
        program = subprocess.Popen([sys.executable, "-m", *arguments], cwd=ROOT, stdout=said, stderr=said)
    try:
        yield program
    finally:
        program.terminate()
        try:
            program.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()


def wait_until(so: Callable[[], bool], why: str) -> None:
    """Return once it is so; a test that waits for ever says what for."""
    given_up = time.monotonic() + PATIENCE
    while not so():
        if time.monotonic() > given_up:
            raise TimeoutError(why)
        time.sleep(0.01)


def descendants(process: int) -> list[int]:
    """The processes that it started, and those that these started."""
    found = []
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *descendants(child)]
    return found


def has_ended(process: int) -> bool:
    """Whether nothing is left of it but, at most, its exit code."""
    stat = Path(f"/proc/{process}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] in "XZ"
    except FileNotFoundError:
        return True


@pytest.mark.costly
def test_a_killed_build_leaves_no_workers_and_ends_when_started_again_as_proven(tmp_path: Path) -> None:
    tree, journal = tmp_path / "4x8.tree", tmp_path / "4x8.journal"
    arguments = f"build 4x8 --workers 1 --out {tree}"
    with running("solver", *arguments.split(), log=tmp_path / "log.txt") as build:
        wait_until(lambda: journal.exists() and len(entries(journal)) > 2, "the first answers")
        workers = descendants(build.pid)
        build.kill()
    assert workers
    wait_until(lambda: all(map(has_ended, workers)), "workers to end")
    before = journal.read_text().splitlines()
    assert not tree.exists()
    figures = object_of(arguments)
    assert (figures["total"], figures["optimum"], figures["proven"]) == (7817, 7817, True)
    assert journal.read_text().splitlines()[: len(before)] == before
    tried = [(entry["root"], entry["reply"], entry["guess"]) for entry in map(json.loads, entries(journal))]
    assert len(before) - 1 < len(tried) == len(set(tried))
    assert object_of(f"verify {tree}") == figures


# A Dask cluster: a scheduler and two workers, one of which offers two threads.
PLAIN = ["--no-dashboard", "--host", "127.0.0.1"]


@pytest.mark.costly
def test_a_cluster_builds_the_proven_tree(tmp_path: Path) -> None:
    whereabouts, tree = tmp_path / "scheduler.json", tmp_path / "4x6.tree"
    with ExitStack() as stack:

        def start(name: str, *arguments: str) -> None:
            program = stack.enter_context(running("dask", *arguments, *PLAIN, log=tmp_path / f"{name}.txt"))
            assert program.poll() is None

        start("scheduler", "scheduler", "--port", "0", "--scheduler-file", str(whereabouts))
        wait_until(whereabouts.exists, "the scheduler")
        address = str(json.loads(whereabouts.read_text())["address"])
        for threads in ("1", "2"):
            place = ["--local-directory", str(tmp_path), "--nthreads", threads, "--no-nanny", "--memory-limit", "0"]
            start(f"worker-{threads}", "worker", address, *place)
        logs = sorted(tmp_path.glob("worker-*.txt"))
        wait_until(lambda: all("Registered to" in log.read_text() for log in logs), "the workers")
        figures = object_of(f"build 4x6 --scheduler {address} --out {tree}")
    assert (figures["total"], figures["max"], figures["proven"]) == (1446, 5, True)
    assert from_bytes(tree.read_bytes()).proven


# What is compiled here is there for the next process, wherever the sources lie.
COUNTED = """
from numba.core.dispatcher import Dispatcher
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from solver.building import build, guesses, job, least, memory
from solver.variant import variant_named

with ThreadPoolExecutor(1) as executor:
    build.build(job.Task(variant_named("2x5")), Path({journal!r}), executor, 1, lambda *_: None)
functions = {{f for module in (guesses, least, memory) for f in vars(module).values() if isinstance(f, Dispatcher)}}
hits, misses = ([sum(getattr(f.stats, kind).values()) for f in functions] for kind in ("cache_hits", "cache_misses"))
print(sum(hits), sum(misses))
"""


def test_the_next_process_compiles_nothing(journal: Path) -> None:
    built(Task(variant_named("2x5")), journal)
    command = [sys.executable, "-c", COUNTED.format(journal=str(journal.with_name("next.journal")))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=True)
    hits, misses = map(int, done.stdout.split())
    assert hits > 0 == misses


def test_a_change_of_any_source_has_everything_compiled_anew() -> None:
    """Each module that is compiled, and all that it takes from others: constants are compiled in."""
    known = {compiled.HERE / name for name in compiled.SOURCES}
    users = {file for file in compiled.HERE.glob("*.py") if "@compiled" in file.read_text()}
    assert users < known
    text = "\n".join(file.read_text() for file in users)
    taken = set(re.findall(r"^ *from (solver[\w.]*) import ", text, re.MULTILINE))
    assert "solver.building.objectives" in taken
    assert {ROOT.joinpath(*module.split(".")).with_suffix(".py") for module in taken} <= known


def test_where_the_sources_are_read_only_another_place_is_taken(tmp_path: Path) -> None:
    """A file where the folder should be: nothing can be written there, whoever asks."""
    read_only = tmp_path / "read only"
    read_only.touch()
    found = compiled.cache_folder((read_only, tmp_path / "home" / "cache"))
    assert found is not None
    assert found.parent == tmp_path / "home" / "cache"
    assert compiled.cache_folder((read_only,)) is None

"""Trees are built, with a journal that goes on after a kill, by processes, on a cluster; and are the best there are."""

import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.building import arrays, job
from solver.building.arrays import (
    HEAVY,
    NO_GUESS,
    OBJECTIVES,
    TOO_LONG,
    UNSOLVED,
    Game,
    game_of,
    memory_of,
    workspace_of,
)
from solver.building.build import CannotBuild, Opening, _roots, build
from solver.building.guesses import load_marks, rate_all
from solver.building.job import Job, Journal, OtherBuild, Search, Solution, Task, search_for
from solver.building.least import hash_of, least, slot_of, store
from solver.feedback import Feedback, all_codes, as_code, feedback_for, feedback_id, feedback_ids
from solver.tree import OBJECTIVES as STORED
from solver.tree import Tree, from_bytes, packed_nodes, verify
from solver.variant import MOST_CODES, Code, Variant, variant_named
from tests.distribution import costly_but
from tests.solver.cli.running import PATIENCE, ROOT, object_of

TASK = Task(variant_named("4x6"))
Figures = tuple[int, int, int | None, int | None]
UNBUILT = {
    "words-en-4:mean 3x22:mean": "{}: trees are built for places x symbols up to 64, and not for words",
    "1x1:mean 1x1r:max": "{} has but one code: there is nothing to guess",
    "1x20:mean 1x16:mean 1x20:max": "no tree of {} ends every game within 15 guesses",
}


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


@pytest.mark.parametrize("width", [1, 2])
def test_however_narrow_a_search_is_it_ends_and_asks_nothing_twice(width: int, journal: Path) -> None:
    tree = built(Task(variant_named("3x8"), width=width), journal)
    assert verify(tree).evaluation.total == tree.total
    asked = [(entry["root"], entry["reply"], entry["guess"]) for entry in map(json.loads, entries(journal))]
    assert len(asked) == len(set(asked))


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_largest_game_has_first_guesses_under_every_objective(objective: str) -> None:
    task = Task(variant_named("six"), objective, most=9)
    assert task.variant.size == MOST_CODES
    assert _roots(Search(task)) == [0]


def test_a_memory_that_is_full_costs_time_only(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job, "MEMORY_BITS", 5)
    search_for.cache_clear()
    tree = built(TASK, journal)
    search_for.cache_clear()
    assert verify(tree).evaluation.total == 1446


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
    return [search.solve(Job(SMALL, 0, 0, guess, TOO_LONG)) for guess in Opening(search, 0).replies[0].waiting]


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
    for name in ("cipher", "4x8"):  # variants of one shape share a journal
        assert list(Journal(tmp_path / "shared.journal", Task(variant_named(name))).answers()) == []


@pytest.mark.parametrize(
    "line", ["{}", "5", "null", "[]", '{"root": "x"}', '{"root": 0, "reply": 0, "guess": 1}', "\xff"]
)
def test_a_line_that_is_no_answer_is_passed_over(line: str, journal: Path, answers: Answers) -> None:
    noted = written(journal, answers)
    with journal.open("ab") as file:
        file.write(line.encode("latin-1") + b"\n")
    assert job_rows(list(noted.answers())) == job_rows(answers)


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


@pytest.mark.parametrize(
    "change", [{"objective": "sevens"}, {"most": 5}, {"width": 3}, {"variant": variant_named("2x7")}]
)
def test_a_journal_of_others_or_none_is_left_alone(journal: Path, answers: Answers, change: dict[str, Any]) -> None:
    written(journal, answers)
    for content in (journal.read_bytes(), b"my notes\n", b"\x80\xff"):
        journal.write_bytes(content)
        with pytest.raises(OtherBuild, match="was begun with other settings: finish that build, or delete the file"):
            list(Journal(journal, replace(SMALL, **change)).answers())
        assert journal.read_bytes() == content


# Processes of its own: a build is killed in the middle, and started again.
@contextmanager
def running(*arguments: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """`python -m …` as people run it, what it says going into the log; in the end it is ended."""
    command = [sys.executable, "-m", *arguments]
    with log.open("wb") as said, subprocess.Popen(command, cwd=ROOT, stdout=said, stderr=said) as program:
        try:
            yield program
        finally:
            program.kill()


def wait_until(so: Callable[[], bool], why: str) -> None:
    given_up = time.monotonic() + PATIENCE
    while not so():
        if time.monotonic() > given_up:
            raise TimeoutError(why)
        time.sleep(0.01)


def descendants(process: int) -> list[int]:
    found = []
    with suppress(OSError):  # it may end meanwhile
        for task in Path(f"/proc/{process}/task").glob("*/children"):
            for child in map(int, task.read_text().split()):
                found += [child, *descendants(child)]
    return found


def has_ended(process: int) -> bool:
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
    tried = [line.partition('"budget"')[0] for line in entries(journal) if line.endswith("}")]  # the kill may cut one
    assert len(before) - 1 < len(tried) == len(set(tried))
    assert object_of(f"verify {tree}") == figures


# A Dask cluster: a scheduler and two workers, one of which offers two threads.
@pytest.mark.costly
def test_a_cluster_builds_the_proven_tree(tmp_path: Path) -> None:
    whereabouts, tree = tmp_path / "scheduler.json", tmp_path / "4x6.tree"
    with ExitStack() as stack:

        def start(name: str, *arguments: str) -> None:
            plain = ["--no-dashboard", "--host", "127.0.0.1"]
            program = stack.enter_context(running("dask", *arguments, *plain, log=tmp_path / f"{name}.txt"))
            assert program.poll() is None

        start("scheduler", "scheduler", "--port", "0", "--scheduler-file", str(whereabouts))
        wait_until(lambda: whereabouts.exists() and whereabouts.read_text().endswith("\n}"), "the scheduler")
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
from solver.building import build, guesses, job, least
from solver.variant import variant_named

with ThreadPoolExecutor(1) as executor:
    build.build(job.Task(variant_named("2x5")), Path({journal!r}), executor, 1, lambda *_: None)
functions = {{f for module in (guesses, least) for f in vars(module).values() if isinstance(f, Dispatcher)}}
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
    known = {arrays.HERE / name for name in arrays.SOURCES}
    users = {file for file in arrays.HERE.glob("*.py") if "@compiled" in file.read_text()}
    assert users < known
    text = "\n".join(file.read_text() for file in users)
    taken = set(re.findall(r"^ *from (solver[\w.]*) import ", text, re.MULTILINE))
    assert "solver.building.arrays" in taken
    assert {ROOT.joinpath(*module.split(".")).with_suffix(".py") for module in taken} <= known


def test_where_the_sources_are_read_only_another_place_is_taken(tmp_path: Path) -> None:
    """A file where the folder should be: nothing can be written there, whoever asks."""
    read_only = tmp_path / "read only"
    read_only.touch()
    found = arrays.cache_folder((read_only, tmp_path / "home" / "cache"))
    assert found is not None
    assert found.parent == tmp_path / "home" / "cache"
    assert arrays.cache_folder((read_only,)) is None


# Trees are the best there are: by trying everything where that can be done, by what others have proven beyond.
Best = Callable[[str, str], Tree]
TINY = ["1x6", "2x2", "2x2r", "2x3", "2x3r", "2x4", "2x4r", "2x5", "3x3", "3x3r", "3x4"]
PROVEN = {"2x10": 451, "3x9": 2337, "3x10": 3575, "4x5": 462, "4x6": 1446, "4x7": 3639, "4x6r": 5625}


@pytest.fixture(scope="session")
def best(tmp_path_factory: pytest.TempPathFactory) -> Best:

    @lru_cache
    def build_one(name: str, objective: str) -> Tree:
        journal = tmp_path_factory.mktemp("built") / "build.journal"
        with ThreadPoolExecutor(1) as executor:
            return build(Task(variant_named(name), objective), journal, executor, 1, lambda *_: None)

    return build_one


# By trying everything: nothing but the definition of feedback.
class Plainly:
    """A variant, and what its sets of candidates cost at least at the prices of each guess number."""

    def __init__(self, variant: Variant, steps: Sequence[float]) -> None:
        self.codes = tuple(variant.codes())
        self._steps = steps
        self.least = lru_cache(maxsize=None)(self._least)

    def _least(self, left: frozenset[Code], number: int) -> float:
        if len(left) == 1:
            return self._steps[number]
        ways = [(guess, some) for guess in self.codes if len(some := parts(left, guess)) > 1]
        beyond = (sum(self.least(part, number + 1) for part in some if part != {guess}) for guess, some in ways)
        return len(left) * self._steps[number] + min(beyond)


def parts(left: frozenset[Code], guess: Code) -> list[frozenset[Code]]:
    replies = {secret: feedback_for(guess, secret) for secret in left}
    return [frozenset(secret for secret in left if replies[secret] == reply) for reply in set(replies.values())]


def shortest(variant: Variant) -> tuple[int, float]:
    """The fewest guesses within which every game can end, and the least total if every game must."""
    for most in range(1, 20):
        every = Plainly(variant, [1] * (most + 1) + [inf] * 20)
        if (total := every.least(frozenset(every.codes), 1)) < inf:
            return most, total
    raise ValueError(variant.name)


@pytest.mark.parametrize("name", TINY)
def test_the_mean_is_the_least_there_is(name: str, best: Best) -> None:
    tree, every = best(name, "mean"), Plainly(variant_named(name), [1] * 20)
    assert verify(tree).evaluation.total == tree.total == every.least(frozenset(every.codes), 1)
    assert tree.proven


@pytest.mark.parametrize("name", costly_but([name for name in TINY if name not in {"3x3r", "3x4"}], TINY))
def test_no_game_lasts_longer_than_it_must_and_the_mean_is_the_least_that_this_leaves(name: str, best: Best) -> None:
    tree = best(name, "max")
    found = verify(tree).evaluation
    assert (found.max, found.total, tree.proven) == (*shortest(variant_named(name)), True)


@pytest.mark.parametrize("name", costly_but([name for name in TINY if name not in {"3x3r", "3x4"}], TINY))
def test_the_shortest_longest_game_is_found_where_nothing_else_counts(name: str, best: Best) -> None:
    tree = best(name, "worst")
    assert (verify(tree).evaluation.max, tree.proven) == (shortest(variant_named(name))[0], True)


@pytest.mark.parametrize("name", [name for name in TINY if name not in {"3x3r", "3x4"}])
def test_of_the_trees_with_the_shortest_longest_game_the_one_that_needs_it_most_rarely_is_found(
    name: str, best: Best
) -> None:
    variant, found = variant_named(name), verify(best(name, "rarest")).evaluation
    most, _ = shortest(variant)
    every = Plainly(variant, [1] * most + [1 + HEAVY] + [inf] * 20)
    rarely, total = divmod(int(every.least(frozenset(every.codes), 1)), HEAVY)
    assert (found.max, found.histogram[most], found.total) == (most, rarely, total)


@pytest.mark.parametrize(
    ("name", "wanted"), [("2x4r", "aa"), ("2x4r", "ab"), ("3x3r", "aab"), ("3x3r", "abc aaa"), ("3x2r", "aaa")]
)
def test_secrets_of_some_patterns_cost_the_least_while_every_code_may_be_guessed(
    name: str, wanted: str, journal: Path
) -> None:
    variant, some = variant_named(name), tuple(wanted.split())
    every = Plainly(variant, [1] * 20)
    secrets = frozenset(code for code in every.codes if pattern(code) in some)
    assert built(Task(variant, patterns=some), journal).total == every.least(secrets, 1)
    with pytest.raises(OtherBuild):
        built(Task(variant), journal)


def pattern(code: Code) -> str:
    often = sorted(Counter(code).values(), reverse=True)
    return "".join(symbol * times for symbol, times in zip("abc", often, strict=False))


@pytest.mark.parametrize("name", ["3x4r", "3x5r"])
def test_a_first_guess_that_cannot_be_better_is_left_as_soon_as_that_is_known(name: str, journal: Path) -> None:
    tree = built(Task(variant_named(name)), journal)
    jobs = [json.loads(line) for line in entries(journal)]
    first = jobs[0]["root"]
    budgets = {entry["root"]: 0 for entry in jobs}
    for entry in jobs:
        budgets[entry["root"]] = max(budgets[entry["root"]], entry["budget"])
    assert budgets.pop(first) == TOO_LONG
    assert budgets
    assert max(budgets.values()) < tree.total


@pytest.mark.parametrize("name", [*TINY, "4x5", "4x6"])
def test_where_no_game_need_last_seven_guesses_fewest_sevens_is_the_best_mean(name: str, best: Best) -> None:
    assert tuple(OBJECTIVES) == STORED
    assert best(name, "sevens").total == best(name, "mean").total
    assert verify(best(name, "sevens")).evaluation.max < 7


@pytest.mark.costly
def test_fewest_sevens_are_fewer_than_the_best_mean_has(best: Best) -> None:
    few, mean = (verify(best("3x12", objective)).evaluation for objective in ("sevens", "mean"))
    assert few.total > mean.total
    assert few.histogram[7] < mean.histogram[7]
    assert few.max == mean.max == 7


@pytest.mark.parametrize("name", costly_but(PROVEN.keys() - {"4x6r"}, PROVEN))
def test_totals_are_those_that_others_have_proven(name: str, best: Best) -> None:
    found = verify(best(name, "mean"))
    assert (found.evaluation.total, found.optimum, found.proven) == (PROVEN[name], PROVEN[name], True)


# Single sets of candidates, at any guess, under any price: the search says what trying everything says.
PRICES = {"mean": 0, "max": 6, "rarest": 6, "sevens": 0, "worst": 6}
"""Objectives, and the most guesses that a game may take."""
ALL_ASKED = np.uint64((1 << 64) - 1)
FROM = 4
"""Third guesses are chosen from a list that a job makes."""


@lru_cache
def game_for(name: str, objective: str) -> tuple[Game, Plainly]:
    variant = variant_named(name)
    steps = OBJECTIVES[objective](PRICES[objective])
    return game_of(variant, steps, 0), Plainly(variant, [*steps.tolist(), *[int(steps[-1])] * 20])


@pytest.mark.parametrize("objective", PRICES)
@pytest.mark.parametrize("room", [4, 12])
@given(data=st.data())
def test_a_set_costs_what_trying_everything_says(objective: str, room: int, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["2x4", "3x3r", "3x4", "2x5"]))
    number, spare = data.draw(st.integers(FROM, 7)), data.draw(st.integers(-3, 3))
    variant, (game, every) = variant_named(name), game_for(name, objective)
    rows = sorted(data.draw(st.sets(st.integers(0, variant.size - 1), min_size=1, max_size=12)))
    cost = every.least(frozenset(as_code(all_codes(variant)[row]) for row in rows), number)
    memory, workspace = memory_of(room), workspace_of(variant, len(game.codes))
    asked, budget = np.array(rows, np.int32), int(cost) + spare
    bound = int(least(game, memory, workspace, asked, number, budget, ALL_ASKED))
    assert bound == cost if budget > cost else budget <= bound <= cost
    assert least(game, memory, workspace, asked, number, 1 << 59, ALL_ASKED) == cost


@pytest.mark.parametrize("name", ["2x5", "4x6r", "7x7", "7x2r", "5x6"])
@given(data=st.data())
def test_a_guess_is_rated_by_the_parts_that_feedback_makes(name: str, data: st.DataObject) -> None:
    """Members by words of 64, guesses by blocks of 64: neither is cut off, nor shows in another."""
    variant, (game, _) = variant_named(name), game_for(name, "mean")
    dice = np.random.default_rng(data.draw(st.integers(0, 1000)))
    members = dice.permutation(variant.size)[: data.draw(st.integers(1, 200))].astype(np.int32)
    pool = dice.permutation(variant.size)[: data.draw(st.integers(1, 150))].astype(np.int32)
    workspace = workspace_of(variant, variant.size)
    load_marks(game, workspace, members, FROM)
    rate_all(game, workspace, pool, len(members), FROM)
    lower = game.lower[FROM + 1]
    win = feedback_id(variant, Feedback(variant.length, 0))
    codes = all_codes(variant)
    for at, ids in enumerate(feedback_ids(variant, codes[pool], codes[members])):
        sizes = np.bincount(ids[ids != win])
        bound = UNSOLVED if sizes.max(initial=0) == len(members) else len(members) + lower[sizes].sum()
        assert workspace.low[FROM, at] == bound


def test_a_set_that_finds_no_room_takes_that_of_another() -> None:
    memory = memory_of(4)
    game, _ = game_for("3x4", "mean")
    keys = [np.uint64(hash_of(game, np.array([row], np.int32), FROM)) for row in range(24)]
    for cost, key in enumerate(keys):
        store(memory, key, cost, NO_GUESS)
        assert memory.cost[slot_of(memory, key)] == cost
    assert memory.counts[0] == np.count_nonzero(memory.key) == 16

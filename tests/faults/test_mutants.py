"""The faults by which the judges are tried: each is as the bot is now, and each kind of complaint has one."""

import subprocess
import sys
from dataclasses import fields

import pytest

from faults.judging.verdict import Verdict
from faults.mutants import ATTACK, FILE, Mutant, mutants, tried
from faults.processes.process import ROOT
from faults.run import Plan
from faults.troubles.foul import FOUL

MUTANTS = {mutant.name: mutant for mutant in mutants()}
QUICK = "silent-presses"
LINE = "a | duels 2 | bot/game/rules.py | IllegalMove | Legal | lost: guess; unfair: match"


def test_no_two_faults_have_the_same_name() -> None:
    assert len(mutants()) == len(MUTANTS)


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS.keys())
def test_each_fault_is_met_by_people_whom_a_plan_knows(mutant: Mutant) -> None:
    if ATTACK in mutant.comes:
        assert mutant.comes[ATTACK] in FOUL
        assert mutant.comes.keys() <= {ATTACK, "seconds"}
    else:
        assert mutant.comes.keys() <= {field.name for field in fields(Plan)}
        assert all(count.isdecimal() for count in mutant.comes.values())


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS.keys())
def test_each_fault_is_one_that_can_be_run(mutant: Mutant) -> None:
    assert mutant.was != mutant.now
    source = (FILE.parents[1] / mutant.file).read_text("utf-8").replace(mutant.was, mutant.now, 1)
    if mutant.file.endswith(".py"):
        compile(source, mutant.file, "exec")


def test_each_kind_of_complaint_has_a_fault_by_which_it_is_tried() -> None:
    kinds = {field.name for field in fields(Verdict)} - {"in_flight"}
    tried_by = {wanted.partition(":")[0] for mutant in MUTANTS.values() for wanted in mutant.complaints}
    assert kinds == tried_by


def test_a_line_says_all_that_is_to_be_found() -> None:
    (mutant,) = mutants(f"# A heading.\n\n{LINE}\n")
    assert mutant.complaints == ("lost: guess", "unfair: match")
    assert mutant.is_found_in(["unfair: match 1 brings 2 None", "stuck: it", "lost: guess abcdefg"])
    assert not mutant.is_found_in(["lost: guess abcdefg", "lost: unfair: match 1"])


@pytest.mark.parametrize(
    ("line", "why"), [(LINE.replace("IllegalMove", "UnheardOf"), "any more"), (LINE.rpartition(" | ")[0], "6 parts")]
)
def test_a_line_that_is_out_of_date_or_lacks_a_part_is_refused(line: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        mutants(line)


def test_a_name_that_no_fault_has_is_refused() -> None:
    with pytest.raises(ValueError, match="nobody"):
        tried(["nobody"])


@pytest.mark.costly
def test_a_fault_is_found_in_a_short_run() -> None:
    command = [sys.executable, "-m", "faults", "--mutants", QUICK]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.startswith(f"{QUICK} ")

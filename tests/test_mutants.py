"""The list of faults is of this program: each can still be put in, and there are tests that are to notice it."""

from tests.mutants import ROOT, mutants


def test_the_list_is_up_to_date() -> None:
    assert len(mutants()) >= 40
    for mutant in mutants():
        assert (ROOT / mutant.file).read_text("utf-8").count(mutant.was) == 1, mutant
        assert [test for test in mutant.tests if not (ROOT / test).exists()] == []

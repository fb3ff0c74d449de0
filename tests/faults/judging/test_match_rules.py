"""The rules of matches as the fault suite knows them, tried on short games."""

import pytest

from faults.judging.match_rules import goes_on_too_long, is_in_turn, may_end, result

ANN, BOB = 71, 72


@pytest.mark.parametrize(
    ("mode", "guesses", "winner"),
    [
        ("duel", [(ANN, True)], None),
        ("duel", [(ANN, True), (BOB, False)], ANN),
        ("duel", [(ANN, True), (BOB, True)], 0),
        ("duel", [(ANN, False), (BOB, True)], BOB),
        ("sudden", [(ANN, True)], ANN),
        ("volley", [(ANN, False), (BOB, True)], BOB),
        ("race", [(ANN, False), (ANN, False), (ANN, True)], None),
        ("race", [(ANN, False), (ANN, False), (ANN, True), (BOB, False)], None),
        ("race", [(ANN, False), (ANN, False), (ANN, True), (BOB, False), (BOB, False)], ANN),
        ("race", [(ANN, False), (ANN, False), (ANN, True), (BOB, True)], BOB),
        ("race", [(BOB, False), (BOB, False), (ANN, False), (ANN, True)], ANN),
    ],
)
def test_the_rules_are_those_that_people_know(mode: str, guesses: list[tuple[int, bool]], winner: int | None) -> None:
    """`winner` 0: a draw; None: it goes on."""
    broken = result(mode, (ANN, BOB), guesses)
    assert (None if broken is None else broken.winner or 0) == winner


def test_who_guesses_after_the_end_or_out_of_turn_is_noticed() -> None:
    ended = [(ANN, True), (BOB, False)]
    assert not goes_on_too_long("duel", (ANN, BOB), ended)
    assert goes_on_too_long("duel", (ANN, BOB), [*ended, (ANN, False)])
    assert is_in_turn((ANN, BOB), ANN, ended)
    assert not is_in_turn((ANN, BOB), BOB, ended)
    assert not is_in_turn((ANN, BOB), ANN, [(ANN, False), (ANN, False)])


@pytest.mark.parametrize(
    ("how", "before", "after"),
    [
        ("aborted", True, False),
        ("timed-out", False, True),
        ("agreed", False, True),
        ("resigned", True, True),
        ("called-off", True, True),
    ],
)
def test_from_the_first_guess_on_leaving_costs_the_game(how: str, *, before: bool, after: bool) -> None:
    assert may_end(how, []) == before
    assert may_end(how, [(ANN, False)]) == after
    assert may_end(how, [(ANN, False)] * 7) == after

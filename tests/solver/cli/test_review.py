"""`review`."""

import math

import pytest

from solver.analysis import information
from solver.variant import VARIANTS
from tests.solver.cli.running import JsonOf, Read, Refused
from tests.solver.games import history

CLASSIC = VARIANTS["classic"]
GAME = "review classic 7285 0123 4561 7482 7285"


def test_every_guess_is_judged(json_of: JsonOf) -> None:
    found = json_of(GAME)
    assert list(found) == ["turns", "turns_lost", "luck", "accuracy", "exact"]
    assert [list(turn) for turn in found["turns"]] == [
        ["guess", "reply", "before", "after", "bits_expected", "bits", "best", "turns_lost", "luck", "verdict"]
    ] * 4
    assert [(turn["guess"], turn["reply"], turn["before"], turn["after"]) for turn in found["turns"]] == [
        ("0123", "0B1C", 5040, 1440),
        ("4561", "0B1C", 1440, 378),
        ("7482", "2B1C", 378, 14),
        ("7285", "4B0C", 14, 1),
    ]


def test_the_bits_are_those_of_the_table(json_of: JsonOf) -> None:
    turn = json_of(GAME)["turns"][2]
    table = information(CLASSIC, CLASSIC.parse("7482"), history("0123=0B1C 4561=0B1C"))
    assert turn["bits_expected"] == pytest.approx(table.bits)
    assert turn["bits"] == pytest.approx(math.log2(378 / 14))
    assert turn["luck"] == pytest.approx(turn["bits"] - turn["bits_expected"])


def test_the_whole_game_is_summed_up(json_of: JsonOf) -> None:
    found = json_of(GAME)
    for name in ("turns_lost", "luck"):
        assert found[name] == pytest.approx(sum(turn[name] for turn in found["turns"]))
    assert found["accuracy"] == pytest.approx(100 * 26274 / 5040 / (26274 / 5040 + found["turns_lost"]), abs=0.05)


def test_a_guess_that_tells_nothing_is_a_mistake_that_costs_a_turn(json_of: JsonOf) -> None:
    found = json_of("review mini 3541 1234 1234 3541")
    assert found["turns"][1]["turns_lost"] == pytest.approx(1, abs=0.01)
    assert (found["turns"][1]["bits"], found["turns"][1]["verdict"]) == (0, "mistake")


def test_a_review_is_read_as_a_table(read: Read) -> None:
    lines = read("review mini 3541 1234 1234 3541").splitlines()
    assert lines[0].startswith("3 turns; accuracy ")
    assert lines[2].split()[:3] == ["turn", "guess", "reply"]
    assert lines[4].split()[:5] == ["2.", "1234", "0B3C", "44", "44"]
    assert "mistake" in lines[4]
    assert lines[5].split()[1:3] == ["3541", "4B0C"]
    assert len(lines) == 6


def test_a_review_of_an_unfinished_game_says_so(read: Read) -> None:
    assert read("review mini 3541 1234").endswith("\n\nThe secret was not found.\n")


@pytest.mark.parametrize("game", [GAME, "review words-en-5 crane slate pound windy", "review six 012345 987654 501234"])
def test_a_review_fits_a_terminal(game: str, read: Read) -> None:
    assert max(map(len, read(game).splitlines())) <= 80


BAD = {
    "review classic 7285": "the following arguments are required: GUESS",
    "review classic 7225 0123": "'7225' is no code of classic: 2 stands in it twice",
    "review classic 7285 0123 456": "'456' is no code of classic: it has 3 symbols, not 4",
    "review classic 7285 7285 0123": "7285 was broken by guess 1",
}


@pytest.mark.parametrize("arguments", BAD)
def test_bad_input_is_refused_in_one_line(arguments: str, refused: Refused) -> None:
    assert refused(arguments).startswith(BAD[arguments])

import math
from collections import Counter

import numpy as np
import pytest

from solver.analysis import information, spectrum
from solver.feedback import InconsistentHistory
from solver.metrics import entropy
from solver.parts import part_sizes
from solver.tables import candidates
from solver.variant import VARIANTS
from tests.solver.games import CLASSIC, MINI, history

SPECTRUM = (
    "0.000x1 0.650x6 0.811x8 0.918x9 1.899x24 2.104x72 2.258x144 2.268x72 2.365x216 2.372x48 2.530x180 2.624x360 "
    "2.664x720 2.756x360 2.766x480 2.767x720 2.774x180 2.859x1440"
)


@pytest.mark.parametrize(
    ("turns", "guess", "bits", "worst", "consistent"),
    [
        ("", "0123", 2.7712, 1440, True),
        ("0123=0B1C", "4561", 2.8589, 378, True),
        ("0123=0B1C", "1045", 2.7743, 408, False),
        ("0123=0B1C 4561=0B1C", "7482", 2.9579, 93, True),
        ("0123=0B1C 4561=0B1C", "2784", 2.9726, 93, True),
        ("0123=0B1C 4561=0B1C", "7285", 3.0008, 94, True),
    ],
)
def test_guesses_bring_the_known_bits(turns: str, guess: str, bits: float, worst: int, *, consistent: bool) -> None:
    table = information(CLASSIC, CLASSIC.parse(guess), history(turns))
    assert (round(table.bits, 4), table.worst, table.consistent) == (bits, worst, consistent)


def test_the_table_counts_every_reply() -> None:
    table = information(CLASSIC, CLASSIC.parse("4561"), history("0123=0B1C"))
    assert " ".join(f"{reply.feedback}:{reply.count}" for reply in table.replies) == (
        "0B0C:54 0B1C:378 0B2C:369 0B3C:91 0B4C:6 1B0C:126 1B1C:222 1B2C:83 1B3C:6 "
        "2B0C:57 2B1C:31 2B2C:5 3B0C:11 4B0C:1"
    )


def test_a_reply_that_cannot_come_brings_and_leaves_nothing() -> None:
    table = information(MINI, MINI.parse("5421"), history("5421=1B2C", MINI))
    (certain,) = (reply for reply in table.replies if reply.count)
    others = [reply for reply in table.replies if not reply.count]
    assert (certain.count, certain.share, certain.information) == (36, 1.0, 0.0)
    assert len(others) == 7
    assert {(reply.share, reply.left, reply.information) for reply in others} == {(0.0, None, None)}
    assert (table.bits, table.worst, table.expected, table.parts) == (0.0, 36, 36.0, 1)


def test_information_gained_and_left_add_up() -> None:
    table = information(MINI, MINI.parse("1324"), history("5421=1B2C", MINI))
    assert [reply.count for reply in table.replies] == [12, 4, 10, 3, 4, 1, 1, 1]
    bits = [(reply.left or 0.0) + (reply.information or 0.0) for reply in table.replies]
    assert bits == pytest.approx([math.log2(36)] * 8)
    assert table.expected == pytest.approx(sum(size * size for size in (12, 4, 10, 3, 4, 1, 1, 1)) / 36)
    assert table.parts == 8


def test_the_spectrum_of_second_guesses_is_the_known_one() -> None:
    found = spectrum(CLASSIC, history("0123=0B1C"))
    assert " ".join(f"{bits:.3f}x{guesses}" for bits, guesses in found) == SPECTRUM


@pytest.mark.parametrize("turns", ["", "0123=0B1C 4561=0B1C", "9876=1B1C 9012=0B2C 3456=1B0C"])
def test_the_spectrum_counts_every_guess_as_if_there_were_no_symmetry(turns: str) -> None:
    found = spectrum(CLASSIC, history(turns))
    left = candidates(CLASSIC, history(turns))
    every = entropy(part_sizes(CLASSIC, np.arange(CLASSIC.size), left)).round(9)
    counted = sorted(Counter(np.abs(every).tolist()).items())
    assert [guesses for _, guesses in found] == [guesses for _, guesses in counted]
    assert [bits for bits, _ in found] == pytest.approx([bits for bits, _ in counted], abs=1e-8)


def test_the_first_guesses_of_a_large_game_are_all_alike() -> None:
    ((bits, guesses),) = spectrum(VARIANTS["six"])
    assert (round(bits, 4), guesses) == (3.1587, 151200)


def test_the_spectrum_of_words_is_over_all_that_may_be_guessed() -> None:
    words = VARIANTS["words-en-4"]
    assert sum(guesses for _, guesses in spectrum(words)) == words.size


def test_nothing_can_be_said_where_no_candidate_is_left() -> None:
    with pytest.raises(InconsistentHistory):
        information(CLASSIC, CLASSIC.parse("0123"), history("0123=4B0C 4567=4B0C"))
    with pytest.raises(InconsistentHistory):
        spectrum(CLASSIC, history("0123=4B0C 4567=4B0C"))

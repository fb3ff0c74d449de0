"""`spectrum` and `suggest`."""

import math

import pytest

from solver.analysis import information
from solver.variant import VARIANTS
from tests.solver.cli.running import JsonOf, Read, Refused
from tests.solver.games import history

CLASSIC = VARIANTS["classic"]
SECOND_GUESSES = (
    "0.000x1 0.650x6 0.811x8 0.918x9 1.899x24 2.104x72 2.258x144 2.268x72 2.365x216 2.372x48 2.530x180 2.624x360 "
    "2.664x720 2.756x360 2.766x480 2.767x720 2.774x180 2.859x1440"
)


def test_the_spectrum_of_second_guesses_is_the_known_one(json_of: JsonOf) -> None:
    found = json_of("spectrum classic 0123=0B1C")
    assert list(found) == ["candidates", "spectrum"]
    assert found["candidates"] == 1440
    assert " ".join(f"{line['bits']:.3f}x{line['guesses']}" for line in found["spectrum"]) == SECOND_GUESSES


def test_the_spectrum_counts_every_code_in_ascending_bits(json_of: JsonOf) -> None:
    bits = [line["bits"] for line in json_of("spectrum classic 0123=0B1C")["spectrum"]]
    assert bits == sorted(bits)
    assert bits[-1] == pytest.approx(information(CLASSIC, CLASSIC.parse("4561"), history("0123=0B1C")).bits, abs=1e-9)
    assert sum(line["guesses"] for line in json_of("spectrum repeats")["spectrum"]) == 10_000


def test_where_nothing_is_known_all_first_guesses_of_classic_are_one(json_of: JsonOf) -> None:
    (only,) = json_of("spectrum classic")["spectrum"]
    assert (round(only["bits"], 4), only["guesses"]) == (2.7712, 5040)


def test_the_spectrum_is_read_as_a_table(read: Read) -> None:
    lines = read("spectrum classic 0123=0B1C").splitlines()
    assert (lines[0], lines[2].split(), lines[-1].split()) == (
        "1440 candidates",
        ["bits", "guesses"],
        ["2.859", "1440"],
    )


def test_a_long_spectrum_is_read_in_tenths_of_a_bit(read: Read, json_of: JsonOf) -> None:
    game = "spectrum classic 0123=0B1C 1456=0B1C"
    lines = json_of(game)["spectrum"]
    assert len(lines) > 40
    rows = [line.split() for line in read(game).splitlines()[3:]]
    for low, _, high, guesses in rows:
        assert int(guesses) == sum(line["guesses"] for line in lines if float(low) <= line["bits"] < float(high))
    assert sum(int(row[-1]) for row in rows) == 5040


def test_the_entropy_player_suggests_what_tells_most(json_of: JsonOf) -> None:
    found = json_of("suggest classic 0123=0B1C --strategy entropy --top 3")
    assert (found["candidates"], found["exact"]) == (1440, True)
    assert [list(suggestion) for suggestion in found["suggestions"]] == [
        ["guess", "bits", "consistent", "worst", "expected", "parts"]
    ] * 3
    assert [round(suggestion["bits"], 3) for suggestion in found["suggestions"]] == [2.859] * 3
    best = found["suggestions"][0]
    assert (best["consistent"], best["worst"], best["parts"]) == (True, 378, 14)


@pytest.mark.parametrize("strategy", ["optimal", "entropy", "minimax", "expected", "parts"])
def test_a_suggestion_says_what_the_table_says_of_its_guess(strategy: str, json_of: JsonOf) -> None:
    (suggestion,) = json_of(f"suggest classic 0123=0B1C 4561=0B1C --strategy {strategy}")["suggestions"]
    table = json_of(f"table classic {suggestion['guess']} 0123=0B1C 4561=0B1C")
    counts = [reply["count"] for reply in table["replies"] if reply["count"]]
    assert suggestion["bits"] == pytest.approx(table["bits"])
    assert suggestion["consistent"] is table["consistent"]
    assert (suggestion["worst"], suggestion["parts"]) == (max(counts), len(counts))
    assert suggestion["expected"] == pytest.approx(sum(count * count for count in counts) / 378)


def test_the_best_third_guess_has_the_known_bits(json_of: JsonOf) -> None:
    (best,) = json_of("suggest classic 0123=0B1C 4561=0B1C --strategy entropy")["suggestions"]
    assert best["bits"] == pytest.approx(3.0008, abs=5e-5)


def test_the_last_candidate_is_suggested(json_of: JsonOf) -> None:
    found = json_of("suggest classic 0123=4B0C")
    assert found["candidates"] == 1
    assert found["suggestions"][0]["guess"] == "0123"


def test_suggestions_are_read_as_a_table(read: Read) -> None:
    lines = read("suggest classic 0123=0B1C --strategy entropy --top 2").splitlines()
    assert lines[0] == "1440 candidates; best first:"
    assert lines[2].split() == ["guess", "bits", "expected", "worst", "parts", "consistent"]
    assert lines[3].split()[1:] == ["2.8589", "254.67", "378", "14", "yes"]
    assert len(lines) == 5


@pytest.mark.parametrize(
    ("arguments", "said"), [("mini", "best:"), ("six", "best found:"), ("mini --top 2", "best first:")]
)
def test_one_suggestion_has_no_order(arguments: str, said: str, read: Read) -> None:
    assert read(f"suggest {arguments}").splitlines()[0].split("; ")[1] == said


def test_bits_are_not_rounded(json_of: JsonOf) -> None:
    found = json_of("suggest mini --strategy entropy")
    sizes = [44, 9, 36, 8, 12, 6, 4, 1]
    assert found["suggestions"][0]["bits"] == pytest.approx(
        math.log2(120) - sum(n * math.log2(n) for n in sizes) / 120, abs=1e-12
    )


BAD = {
    "spectrum": "the following arguments are required: VARIANT",
    "spectrum classic 0123": "'0123' is no turn",
    "spectrum classic 0123=4B0C 4567=4B0C": "no code fits these replies",
    "suggest classic 0123=4B0C 4567=4B0C": "no code fits these replies",
    "suggest classic --strategy luck": "no strategy",
    "suggest classic --top 0": "argument --top: 0 is not a number from 1",
    "suggest classic --top many": "argument --top: 'many' is not a whole number",
}


@pytest.mark.parametrize("arguments", BAD)
def test_bad_input_is_refused_in_one_line(arguments: str, refused: Refused) -> None:
    assert refused(arguments).startswith(BAD[arguments])


@pytest.mark.parametrize("history", ["7280=4B0C", "0123=0B2C 7280=4B0C", "7280=4A0B"])
def test_of_a_broken_code_it_is_said_that_it_is_broken(history: str, read: Read, json_of: JsonOf) -> None:
    assert read(f"suggest classic {history}") == "The code is broken: it is 7280.\n"
    assert json_of(f"suggest classic {history}")["candidates"] == 1

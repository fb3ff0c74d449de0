"""`score`, `table`, `cases` and `doubt`: the figures are those that players know."""

import math

import pytest

from tests.solver.cli.running import JsonOf, Read

CLASSIC_FIRST = (
    "0B0C:360 0B1C:1440 0B2C:1260 0B3C:264 0B4C:9 1B0C:480 1B1C:720 1B2C:216 1B3C:8 "
    "2B0C:180 2B1C:72 2B2C:6 3B0C:24 4B0C:1"
)
CLASSIC_SECOND = (
    "0B0C:54 0B1C:378 0B2C:369 0B3C:91 0B4C:6 1B0C:126 1B1C:222 1B2C:83 1B3C:6 2B0C:57 2B1C:31 2B2C:5 3B0C:11 4B0C:1"
)
MINI_SECOND = "0B3C:12 0B4C:4 1B2C:10 1B3C:3 2B1C:4 2B2C:1 3B0C:1 4B0C:1"


@pytest.mark.parametrize(
    ("arguments", "reply"),
    [
        ("repeats 1622 6112", "1B2C"),
        ("classic 0123 4561", "0B1C"),
        ("mini 3541 5421", "1B2C"),
        ("mastermind RROY ORRV", "1B2C"),
        ("mastermind rroy orrv", "1B2C"),
        ("5x6r 00112 01012", "3B2C"),
        ("words-uk-4 вода диво", "0B3C"),
    ],
)
def test_score_counts_bulls_and_cows(arguments: str, reply: str, json_of: JsonOf, read: Read) -> None:
    assert json_of(f"score {arguments}") == {"reply": reply}
    assert read(f"score {arguments}") == f"{reply}\n"


@pytest.mark.parametrize(
    ("arguments", "counts", "bits"),
    [
        ("classic 0123", CLASSIC_FIRST, 2.7712),
        ("classic 4561 0123=0B1C", CLASSIC_SECOND, 2.8589),
        ("classic 4561 0123=0b1c", CLASSIC_SECOND, 2.8589),
        ("mini 1324 5421=1B2C", MINI_SECOND, 2.4757),
    ],
)
def test_the_table_counts_every_reply(arguments: str, counts: str, bits: float, json_of: JsonOf) -> None:
    table = json_of(f"table {arguments}")
    assert list(table) == ["candidates", "bits", "consistent", "replies"]
    assert [list(reply) for reply in table["replies"]] == [["reply", "count", "p", "H", "h"]] * len(table["replies"])
    assert " ".join(f"{reply['reply']}:{reply['count']}" for reply in table["replies"]) == counts
    assert table["candidates"] == sum(reply["count"] for reply in table["replies"])
    assert table["consistent"]
    assert table["bits"] == pytest.approx(bits, abs=5e-5)


def test_the_table_says_of_a_guess_that_it_does_not_fit(json_of: JsonOf) -> None:
    table = json_of("table classic 1045 0123=0B1C")
    assert not table["consistent"]
    assert max(reply["count"] for reply in table["replies"]) == 408


def test_the_table_gives_p_as_a_fraction_and_what_is_left_and_brought_in_bits(json_of: JsonOf) -> None:
    replies = {reply["reply"]: reply for reply in json_of("table classic 0123")["replies"]}
    assert replies["0B1C"] == {
        "reply": "0B1C",
        "count": 1440,
        "p": 1440 / 5040,
        "H": math.log2(1440),
        "h": math.log2(3.5),
    }
    assert replies["4B0C"]["H"] == 0.0


def test_a_reply_that_cannot_come_has_no_bits(json_of: JsonOf) -> None:
    replies = {reply["reply"]: reply for reply in json_of("table mini 5421 5421=1B2C")["replies"]}
    assert replies["4B0C"] == {"reply": "4B0C", "count": 0, "p": 0.0, "H": None, "h": None}
    assert (replies["1B2C"]["p"], replies["1B2C"]["h"]) == (1.0, 0.0)


def test_the_table_is_plain_and_aligned(read: Read) -> None:
    lines = read("table mini 1324 5421=1B2C").splitlines()
    assert lines[0].startswith("1324: ")
    assert lines[2].split() == ["reply", "codes", "p", "H", "left", "h", "brought"]
    assert lines[3].split() == ["0B3C", "12", "0.3333", "3.585", "1.585"]
    assert lines[-1].split()[:3] == ["sum", "36", "1.0000"]
    assert len({len(line) for line in lines[3:]}) == 1


def test_cases_are_those_that_players_note(json_of: JsonOf, read: Read) -> None:
    found = json_of("cases classic 0123=0B1C 4561=0B1C")
    assert found == {
        "candidates": 378,
        "cases": [
            {
                "count": 366,
                "sets": [
                    {"symbols": "023", "taken": 1},
                    {"symbols": "456", "taken": 1},
                    {"symbols": "789", "taken": 2},
                ],
            },
            {"count": 12, "sets": [{"symbols": "1", "taken": 1}, {"symbols": "789", "taken": 3}]},
        ],
    }
    assert "366  1 of 023, 1 of 456, 2 of 789\n" in read("cases classic 0123=0B1C 4561=0B1C")


def test_places_count_the_candidates_that_have_a_symbol_there(json_of: JsonOf, read: Read) -> None:
    assert json_of("places mini 1234=2B2C 1235=1B2C") == {
        "candidates": 3,
        "places": [
            {"1": 1, "2": 1, "3": 1, "4": 0, "5": 0},
            {"1": 1, "2": 1, "3": 1, "4": 0, "5": 0},
            {"1": 1, "2": 1, "3": 1, "4": 0, "5": 0},
            {"1": 0, "2": 0, "3": 0, "4": 3, "5": 0},
        ],
        "anywhere": {"1": 3, "2": 3, "3": 3, "4": 3, "5": 0},
        "codes": ["1324", "2134", "3214"],
    }
    lines = read("places mini 1234=2B2C 1235=1B2C").splitlines()
    assert lines[4].split() == ["4", "0", "0", "0", "3", "3"]
    assert lines[-1] == "3 candidates: 1324 2134 3214"


def test_cases_come_largest_first(json_of: JsonOf) -> None:
    assert [case["count"] for case in json_of("cases classic 0123=0B2C 3541=0B2C")["cases"]] == [240, 36, 8]


def test_doubt_names_the_replies_that_may_be_wrong(json_of: JsonOf, read: Read) -> None:
    found = json_of("doubt mini 1234=0B4C 1234=1B2C")
    assert found == {
        "contradiction": True,
        "suspects": [
            {"changes": [{"turn": 1, "guess": "1234", "said": "0B4C", "could_be": "1B2C"}], "candidates": 36},
            {"changes": [{"turn": 2, "guess": "1234", "said": "1B2C", "could_be": "0B4C"}], "candidates": 9},
        ],
    }
    assert "turn 1: 1234 not 0B4C but 1B2C" in read("doubt mini 1234=0B4C 1234=1B2C")


def test_doubt_has_a_line_for_each_reply_that_may_be_wrong(read: Read) -> None:
    lines = read("doubt six 012345=6B0C 123450=6B0C 234501=6B0C").splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[2].split() == ["could", "be", "codes", "then"]
    assert lines[3].startswith("turn ")
    assert lines[4].startswith("  and turn ")


def test_doubt_has_nothing_to_say_where_a_code_fits(json_of: JsonOf, read: Read) -> None:
    assert json_of("doubt classic 0123=0B1C") == {"contradiction": False, "suspects": []}
    assert read("doubt classic 0123=0B1C") == "The replies do not contradict each other.\n"

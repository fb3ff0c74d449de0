import math

import pytest

from solver.analysis import information
from solver.variant import VARIANTS
from tests.solver.cli.running import JsonOf, Read, Refused
from tests.solver.games import history

# `score`, `table`, `cases` and `doubt`: the figures are those that players know.
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


def test_a_table_says_of_a_guess_that_it_does_not_fit_and_of_a_reply_that_cannot_come_that_it_has_no_bits(
    json_of: JsonOf,
) -> None:
    table = json_of("table classic 1045 0123=0B1C")
    assert not table["consistent"]
    assert max(reply["count"] for reply in table["replies"]) == 408
    replies = {reply["reply"]: reply for reply in json_of("table mini 5421 5421=1B2C")["replies"]}
    assert replies["4B0C"] == {"reply": "4B0C", "count": 0, "p": 0.0, "H": None, "h": None}
    assert (replies["1B2C"]["p"], replies["1B2C"]["h"]) == (1.0, 0.0)


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


def test_the_table_is_plain_and_aligned(read: Read) -> None:
    lines = read("table mini 1324 5421=1B2C").splitlines()
    assert lines[0].startswith("1324: ")
    assert lines[2].split() == ["reply", "codes", "p", "H", "left", "h", "brought"]
    assert lines[3].split() == ["0B3C", "12", "0.3333", "3.585", "1.585"]
    assert lines[-1].split()[:3] == ["sum", "36", "1.0000"]
    assert len({len(line) for line in lines[3:]}) == 1


def test_cases_are_those_that_players_note_and_come_largest_first(json_of: JsonOf, read: Read) -> None:
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
    assert [case["count"] for case in json_of("cases classic 0123=0B2C 3541=0B2C")["cases"]] == [240, 36, 8]


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


def test_doubt_names_the_replies_that_may_be_wrong_a_line_each(json_of: JsonOf, read: Read) -> None:
    found = json_of("doubt mini 1234=0B4C 1234=1B2C")
    assert found == {
        "contradiction": True,
        "suspects": [
            {"changes": [{"turn": 1, "guess": "1234", "said": "0B4C", "could_be": "1B2C"}], "candidates": 36},
            {"changes": [{"turn": 2, "guess": "1234", "said": "1B2C", "could_be": "0B4C"}], "candidates": 9},
        ],
    }
    assert "turn 1: 1234 not 0B4C but 1B2C" in read("doubt mini 1234=0B4C 1234=1B2C")
    lines = read("doubt six 012345=6B0C 123450=6B0C 234501=6B0C").splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[2].split() == ["could", "be", "codes", "then"]
    assert lines[3].startswith("turn ")
    assert lines[4].startswith("  and turn ")
    assert json_of("doubt classic 0123=0B1C") == {"contradiction": False, "suspects": []}
    assert read("doubt classic 0123=0B1C") == "The replies do not contradict each other.\n"


# `spectrum` and `suggest`.
CLASSIC = VARIANTS["classic"]
SECOND_GUESSES = (
    "0.000x1 0.650x6 0.811x8 0.918x9 1.899x24 2.104x72 2.258x144 2.268x72 2.365x216 2.372x48 2.530x180 2.624x360 "
    "2.664x720 2.756x360 2.766x480 2.767x720 2.774x180 2.859x1440"
)


def test_the_spectrum_of_second_guesses_is_the_known_one(json_of: JsonOf, read: Read) -> None:
    found = json_of("spectrum classic 0123=0B1C")
    assert list(found) == ["candidates", "spectrum"]
    assert found["candidates"] == 1440
    assert " ".join(f"{line['bits']:.3f}x{line['guesses']}" for line in found["spectrum"]) == SECOND_GUESSES
    bits = [line["bits"] for line in found["spectrum"]]
    assert bits == sorted(bits)
    assert bits[-1] == pytest.approx(information(CLASSIC, CLASSIC.parse("4561"), history("0123=0B1C")).bits, abs=1e-9)
    assert sum(line["guesses"] for line in json_of("spectrum repeats")["spectrum"]) == 10_000
    head, _, columns, *_, last = read("spectrum classic 0123=0B1C").splitlines()
    assert (head, columns.split(), last.split()) == ("1440 candidates", ["bits", "guesses"], ["2.859", "1440"])
    (only,) = json_of("spectrum classic")["spectrum"]
    assert (round(only["bits"], 4), only["guesses"]) == (2.7712, 5040)


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


def test_the_last_candidate_is_suggested_and_the_best_third_guess_has_the_known_bits_unrounded(json_of: JsonOf) -> None:
    found = json_of("suggest classic 0123=4B0C")
    assert found["candidates"] == 1
    assert found["suggestions"][0]["guess"] == "0123"
    (best,) = json_of("suggest classic 0123=0B1C 4561=0B1C --strategy entropy")["suggestions"]
    assert best["bits"] == pytest.approx(3.0008, abs=5e-5)
    found = json_of("suggest mini --strategy entropy")
    sizes = [44, 9, 36, 8, 12, 6, 4, 1]
    assert found["suggestions"][0]["bits"] == pytest.approx(
        math.log2(120) - sum(n * math.log2(n) for n in sizes) / 120, abs=1e-12
    )


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


BAD_QUESTIONS = {
    "spectrum": "the following arguments are required: VARIANT",
    "spectrum classic 0123": "'0123' is no turn",
    "spectrum classic 0123=4B0C 4567=4B0C": "no code fits these replies",
    "suggest classic 0123=4B0C 4567=4B0C": "no code fits these replies",
    "suggest classic --strategy luck": "no strategy",
    "suggest classic --top 0": "argument --top: 0 is not a number from 1",
    "suggest classic --top many": "argument --top: 'many' is not a whole number",
}


@pytest.mark.parametrize("arguments", BAD_QUESTIONS)
def test_bad_questions_are_refused_in_one_line(arguments: str, refused: Refused) -> None:
    assert refused(arguments).startswith(BAD_QUESTIONS[arguments])


@pytest.mark.parametrize("history", ["7280=4B0C", "0123=0B2C 7280=4B0C", "7280=4A0B"])
def test_of_a_broken_code_it_is_said_that_it_is_broken(history: str, read: Read, json_of: JsonOf) -> None:
    assert read(f"suggest classic {history}") == "The code is broken: it is 7280.\n"
    assert json_of(f"suggest classic {history}")["candidates"] == 1


# `review`.
GAME = "review classic 7285 0123 4561 7482 7285"


def test_every_guess_is_judged_and_the_whole_game_summed_up(json_of: JsonOf) -> None:
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
    turn, table = found["turns"][2], information(CLASSIC, CLASSIC.parse("7482"), history("0123=0B1C 4561=0B1C"))
    assert turn["bits_expected"] == pytest.approx(table.bits)
    assert turn["bits"] == pytest.approx(math.log2(378 / 14))
    assert turn["luck"] == pytest.approx(turn["bits"] - turn["bits_expected"])
    for name in ("turns_lost", "luck"):
        assert found[name] == pytest.approx(sum(turn[name] for turn in found["turns"]))
    assert found["accuracy"] == pytest.approx(100 * 26274 / 5040 / (26274 / 5040 + found["turns_lost"]), abs=0.05)


def test_a_guess_that_tells_nothing_is_a_mistake_that_costs_a_turn(json_of: JsonOf) -> None:
    found = json_of("review mini 3541 1234 1234 3541")
    assert found["turns"][1]["turns_lost"] == pytest.approx(1, abs=0.01)
    assert (found["turns"][1]["bits"], found["turns"][1]["verdict"]) == (0, "mistake")


def test_a_review_is_read_as_a_table_and_says_of_an_unfinished_game_that_it_is(read: Read) -> None:
    lines = read("review mini 3541 1234 1234 3541").splitlines()
    assert lines[0].startswith("3 turns; accuracy ")
    assert lines[2].split()[:3] == ["turn", "guess", "reply"]
    assert lines[4].split()[:5] == ["2.", "1234", "0B3C", "44", "44"]
    assert "mistake" in lines[4]
    assert lines[5].split()[1:3] == ["3541", "4B0C"]
    assert len(lines) == 6
    assert read("review mini 3541 1234").endswith("\n\nThe secret was not found.\n")


@pytest.mark.parametrize("game", [GAME, "review words-en-5 crane slate pound windy", "review six 012345 987654 501234"])
def test_a_review_fits_a_terminal(game: str, read: Read) -> None:
    assert max(map(len, read(game).splitlines())) <= 80


BAD_GAMES = {
    "review classic 7285": "the following arguments are required: GUESS",
    "review classic 7225 0123": "'7225' is no code of classic: 2 stands in it twice",
    "review classic 7285 0123 456": "'456' is no code of classic: it has 3 symbols, not 4",
    "review classic 7285 7285 0123": "7285 was broken by guess 1",
}


@pytest.mark.parametrize("arguments", BAD_GAMES)
def test_bad_games_are_refused_in_one_line(arguments: str, refused: Refused) -> None:
    assert refused(arguments).startswith(BAD_GAMES[arguments])

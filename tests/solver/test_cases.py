"""The cases that players note, and which reply may be wrong where they contradict each other."""

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solver.cases import Case, cases, symbols_by_past
from solver.contradictions import Change, Diagnosis, Suspect, diagnosis
from solver.feedback import Feedback, History, feedback_for, is_consistent, possible_feedback
from solver.tables import candidates
from solver.variant import VARIANTS, Code, Variant
from tests.distribution import examples
from tests.solver.games import CLASSIC, MINI, PEGS, codes, history, true_histories

# Cases.
NAMES = ("no", "one", "two", "three", "four", "five")


def noted(variant: Variant, case: Case) -> str:
    """A case as a player would write it."""
    return f"{case.count}: " + ", ".join(f"{NAMES[of.taken]} of {variant.format(of.symbols)}" for of in case.sets)


def falls_in(code: Code, case: Case) -> bool:
    """Whether the code takes from each set what the case says; the sets then make up the whole code."""
    return all(sum(symbol in of.symbols for symbol in code) == of.taken for of in case.sets)


def place_in_order(sets: tuple[Code, ...]) -> Callable[[Case], tuple[int, list[int]]]:
    """Smaller cases are smaller; of equal ones those that take less of the first sets."""

    def place(case: Case) -> tuple[int, list[int]]:
        taken = {of.symbols: of.taken for of in case.sets}
        return case.count, [taken.get(symbols, 0) for symbols in sets]

    return place


@pytest.mark.parametrize(
    ("variant", "turns", "expected"),
    [
        (CLASSIC, "", "5040: four of 0123456789"),
        (CLASSIC, "0123=0B1C 4561=0B1C", "366: one of 023, one of 456, two of 789 / 12: one of 1, three of 789"),
        (
            CLASSIC,
            "0123=0B2C 3541=0B2C",
            "240: one of 02, one of 13, one of 45, one of 6789 / 36: two of 13, two of 6789 / 8: two of 02, two of 45",
        ),
        (CLASSIC, "0123=4B0C", "1: four of 0123"),
        (CLASSIC, "9876=4B0C", "1: four of 6789"),
        (CLASSIC, "0123=0B4C 0145=0B2C", "9: two of 01, two of 23"),
        (PEGS, "ABB=1B0C", "8: one of B, two of CD / 4: two of A, one of CD / 4: one of A, two of CD / 1: three of A"),
        (
            PEGS,
            "BCA=1B1C AAB=1B0C",
            " / ".join(f"1: one of {one}, {rest}" for one in "AB" for rest in ("two of C", "one of C, one of D")),
        ),
    ],
)
def test_cases_are_those_that_players_note_in_order(variant: Variant, turns: str, expected: str) -> None:
    assert " / ".join(noted(variant, case) for case in cases(variant, history(turns, variant))) == expected


def test_how_often_a_symbol_stood_in_a_guess_is_its_past() -> None:
    once = ((0,), (1,), (2, 3))
    pasts = {"AAB=1B0C": once, "AAB=1B0C BAA=1B0C": once, "ABC=1B0C": ((0, 1, 2), (3,)), "": ((0, 1, 2, 3),)}
    assert {turns: symbols_by_past(PEGS, history(turns, PEGS)) for turns in pasts} == pasts


@pytest.mark.parametrize("name", ["six", "colours", "words-uk-5"])
def test_before_the_first_guess_there_is_one_case(name: str) -> None:
    variant = VARIANTS[name]
    (case,) = cases(variant, ())
    assert case.count == len(candidates(variant, ()))
    assert [(of.symbols, of.taken) for of in case.sets] == [(tuple(range(len(variant.alphabet))), variant.length)]


@pytest.mark.parametrize("variant", [MINI, PEGS, VARIANTS["three"]], ids=lambda variant: variant.name)
@given(data=st.data())
@settings(max_examples=examples(40))
def test_every_candidate_falls_in_exactly_one_case(variant: Variant, data: st.DataObject) -> None:
    turns = data.draw(true_histories(variant))
    found, past = cases(variant, turns), symbols_by_past(variant, turns)
    left = [code for code in variant.codes() if is_consistent(code, turns)]
    fallen = Counter(number for code in left for number, case in enumerate(found) if falls_in(code, case))
    assert [fallen[number] for number in range(len(found))] == [case.count for case in found]
    assert sum(case.count for case in found) == len(left)
    assert list(found) == sorted(found, key=place_in_order(past), reverse=True)
    assert {sum(of.taken for of in case.sets) for case in found} == {variant.length}
    assert all(of.taken > 0 and of.symbols in past for case in found for of in case.sets)


# Contradictions.
def put_right(turns: History, suspect: Suspect) -> History:
    """The history if the suspect's changes are made."""
    replies = {change.turn: change.could_be for change in suspect.changes}
    return tuple((guess, replies.get(turn, said)) for turn, (guess, said) in enumerate(turns, start=1))


def by_hand(variant: Variant, turns: History) -> Counter[tuple[tuple[int, Feedback], ...]]:
    """What each code says of the replies that do not fit it, for the codes that most replies fit."""
    says = [
        tuple((turn, feedback_for(guess, code)) for turn, (guess, said) in enumerate(turns, start=1)
              if feedback_for(guess, code) != said)
        for code in variant.secrets()
    ]  # fmt: skip
    fewest = min(map(len, says))
    return Counter(changes for changes in says if len(changes) == fewest)


def suspicion_in_order(suspect: Suspect) -> tuple[int, int, list[int], list[Feedback]]:
    turns = sorted((change.turn for change in suspect.changes), reverse=True)
    slips = sum(change.slips for change in suspect.changes)
    return slips, -suspect.candidates, [-turn for turn in turns], [change.could_be for change in suspect.changes]


def named(turns: str, variant: Variant = CLASSIC) -> str:
    """The suspects of a contradiction, each as `turn. guess=what it could be: candidates`."""
    found = diagnosis(variant, history(turns, variant))
    assert found.contradiction
    return ", ".join(
        " ".join(f"{change.turn}. {variant.format(change.guess)}={change.could_be}" for change in suspect.changes)
        + f": {suspect.candidates}"
        for suspect in found.suspects
    )


def told(variant: Variant, most: int, least: int = 0) -> st.SearchStrategy[History]:
    """Any guesses with any replies that a person may give, also such that cannot be."""
    replies = st.builds(Feedback, *[st.integers(0, variant.length)] * 2)
    return st.lists(st.tuples(codes(variant), replies), min_size=least, max_size=most).map(tuple)


@pytest.mark.parametrize("turns", ["", "0123=0B1C", "0123=0B1C 4561=0B1C", "0123=0B1C 0123=0B1C"])
def test_where_a_code_fits_nobody_is_suspected(turns: str) -> None:
    assert diagnosis(CLASSIC, history(turns)) == Diagnosis(contradiction=False, suspects=())


SUSPECTS = {
    "the most plausible": (
        CLASSIC,
        "0123=0B1C 4567=0B1C 8912=1B0C",
        (
            "2. 4567=0B2C: 63, 3. 8912=1B1C: 36, 2. 4567=1B1C: 36, 1. 0123=0B2C: 21, 1. 0123=1B1C: 12, "
            "3. 8912=2B0C: 9, 3. 8912=0B2C: 63, …"
        ),
    ),
    "bulls and cows in each other's place": (
        CLASSIC,
        "0123=3B0C 0145=0B2C",
        "1. 0123=0B3C: 120, 2. 0145=2B0C: 8, 2. 0145=1B1C: 4, …",
    ),
    "a reply that cannot be": (CLASSIC, "0123=3B1C", "1. 0123=1B3C: 8, …"),
    "of those alike in all else the later turn": (CLASSIC, "0123=4B0C 4567=4B0C", "2. 4567=0B0C: 1, 1. 0123=0B0C: 1"),
    "of several as well": (
        PEGS,
        "ABC=1B0C ABC=1B1C ABC=1B1C ABC=1B0C",
        "1. ABC=1B1C 4. ABC=1B1C: 12, 2. ABC=1B0C 3. ABC=1B0C: 12",
    ),
    "of those alike in turns too the smaller reply": (
        MINI,
        "4213=2B2C 3425=1B3C",
        "2. 3425=0B3C: 3, 2. 3425=1B2C: 3, 1. 4213=1B2C: 2, 1. 4213=2B1C: 2, 1. 4213=0B3C: 4",
    ),
    "a guess made twice is wrong once": (CLASSIC, "0123=0B1C 0123=0B2C", "2. 0123=0B1C: 1440, 1. 0123=0B2C: 1260"),
    "two against one leave the one to doubt": (CLASSIC, "0123=0B1C 0123=1B0C 0123=0B1C", "2. 0123=0B1C: 1440"),
}


@pytest.mark.parametrize(("variant", "turns", "suspects"), SUSPECTS.values(), ids=SUSPECTS)
def test_the_most_plausible_suspects_come_first(variant: Variant, turns: str, suspects: str) -> None:
    first, more, _ = suspects.partition("…")
    assert named(turns, variant).startswith(first)
    assert more or named(turns, variant) == suspects


def test_changes_say_what_was_said_and_could_be_how_many_slips_and_several_where_no_single_one_explains_it() -> None:
    found = named("0123=4B0C 4567=4B0C 0145=4B0C").split(", ")
    assert {suspect.count("=") for suspect in found} == {2}
    assert "1. 0123=2B0C 2. 4567=0B2C: 1" in found
    first = diagnosis(MINI, history("1234=4B0C 1234=0B4C", MINI)).suspects[0]
    assert first == Suspect((Change(1, (0, 1, 2, 3), said=Feedback(4, 0), could_be=Feedback(0, 4)),), candidates=9)
    for said, replies in {
        (1, 2): {(2, 1): 0},
        (0, 3): {(3, 0): 0},
        (0, 1): {(0, 2): 1, (1, 1): 1, (1, 2): 2, (2, 0): 2},
        (2, 1): {(1, 1): 1},
        (2, 2): {(3, 1): 1, (0, 0): 4},
        (1, 1): {(0, 0): 2},
    }.items():
        assert {reply: Change(1, (), Feedback(*said), Feedback(*reply)).slips for reply in replies} == replies


@pytest.mark.parametrize("name", ["classic", "nonzero", "six", "colours"])
def test_if_a_single_reply_cannot_be_every_other_is_suspected(name: str) -> None:
    variant = VARIANTS[name]
    suspects = diagnosis(variant, ((tuple(range(variant.length)), Feedback(variant.length - 1, 1)),)).suspects
    counts = {suspect.changes[0].could_be: suspect.candidates for suspect in suspects}
    assert sum(counts.values()) == variant.size
    assert counts[Feedback(variant.length, 0)] == 1
    assert name != "classic" or counts.keys() == set(possible_feedback(variant))


def test_of_words_only_those_that_may_be_secrets_are_counted() -> None:
    words = VARIANTS["words-en-4"]
    secrets = set(words.secrets())
    guess = next(word for word in words.codes() if word not in secrets)
    found = diagnosis(words, ((guess, Feedback(4, 0)),))
    assert found.contradiction
    assert sum(suspect.candidates for suspect in found.suspects) == len(secrets)


@pytest.mark.parametrize("variant", [MINI, PEGS], ids=lambda variant: variant.name)
@given(data=st.data())
@settings(max_examples=examples(60))
def test_suspects_are_what_trying_every_code_finds(variant: Variant, data: st.DataObject) -> None:
    turns = data.draw(told(variant, 5))
    found, expected = diagnosis(variant, turns), by_hand(variant, turns)
    assert found.contradiction == (() not in expected)
    if found.contradiction:
        changes = [tuple((each.turn, each.could_be) for each in suspect.changes) for suspect in found.suspects]
        counts = (suspect.candidates for suspect in found.suspects)
        assert dict(zip(changes, counts, strict=True)) == dict(expected)
        assert len(changes) == len(expected)
        assert list(found.suspects) == sorted(found.suspects, key=suspicion_in_order)
        for suspect in found.suspects[:5]:
            right = put_right(turns, suspect)
            assert suspect.candidates == sum(is_consistent(code, right) for code in variant.codes()) > 0


@given(true=true_histories(CLASSIC, 7, least=2), data=st.data())
@settings(max_examples=examples(60))
def test_one_wrong_reply_in_a_true_history_is_found(true: History, data: st.DataObject) -> None:
    wrong = data.draw(st.integers(0, len(true) - 1))
    guess, truth = true[wrong]
    said = data.draw(st.sampled_from(possible_feedback(CLASSIC)).filter(lambda reply: reply != truth))
    found = diagnosis(CLASSIC, (*true[:wrong], (guess, said), *true[wrong + 1 :]))
    assume(found.contradiction)
    assert (Change(wrong + 1, guess, said, truth),) in [suspect.changes for suspect in found.suspects]

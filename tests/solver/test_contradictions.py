from collections import Counter

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solver.contradictions import Change, Diagnosis, Suspect, diagnosis
from solver.feedback import Feedback, History, feedback_for, is_consistent, possible_feedback
from solver.variant import VARIANTS, Code, Variant
from tests.distribution import examples
from tests.solver.games import CLASSIC, MINI, PEGS, codes, history

WORDS = VARIANTS["words-en-4"]


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


def place_in_order(suspect: Suspect) -> tuple[int, int, list[int], list[Feedback]]:
    turns = sorted((change.turn for change in suspect.changes), reverse=True)
    slips = sum(change.slips for change in suspect.changes)
    return slips, -suspect.candidates, [-turn for turn in turns], [change.could_be for change in suspect.changes]


def written(variant: Variant, suspect: Suspect) -> str:
    changes = (f"{change.turn}. {variant.format(change.guess)}={change.could_be}" for change in suspect.changes)
    return f"{' '.join(changes)}: {suspect.candidates}"


def replies(variant: Variant) -> st.SearchStrategy[Feedback]:
    """Any reply a person may give, also one that cannot be."""
    numbers = st.integers(0, variant.length)
    return st.builds(Feedback, numbers, numbers)


@pytest.mark.parametrize("turns", ["", "0123=0B1C", "0123=0B1C 4561=0B1C", "0123=0B1C 0123=0B1C"])
def test_where_a_code_fits_nobody_is_suspected(turns: str) -> None:
    assert diagnosis(CLASSIC, history(turns)) == Diagnosis(contradiction=False, suspects=())


def test_the_most_plausible_suspect_comes_first() -> None:
    found = diagnosis(CLASSIC, history("0123=0B1C 4567=0B1C 8912=1B0C"))
    assert found.contradiction
    assert [written(CLASSIC, suspect) for suspect in found.suspects[:7]] == [
        "2. 4567=0B2C: 63",
        "3. 8912=1B1C: 36",
        "2. 4567=1B1C: 36",
        "1. 0123=0B2C: 21",
        "1. 0123=1B1C: 12",
        "3. 8912=2B0C: 9",
        "3. 8912=0B2C: 63",
    ]


def test_a_change_says_what_was_said_and_what_it_could_be() -> None:
    first = diagnosis(MINI, history("1234=4B0C 1234=0B4C", MINI)).suspects[0]
    assert first == Suspect((Change(1, (0, 1, 2, 3), said=Feedback(4, 0), could_be=Feedback(0, 4)),), candidates=9)


@pytest.mark.parametrize(
    ("said", "could_be", "slips"),
    [
        ((1, 2), (2, 1), 0),
        ((0, 3), (3, 0), 0),
        ((0, 1), (0, 2), 1),
        ((2, 1), (1, 1), 1),
        ((2, 2), (3, 1), 1),
        ((0, 1), (1, 1), 1),
        ((0, 1), (1, 2), 2),
        ((0, 1), (2, 0), 2),
        ((2, 2), (0, 0), 4),
        ((1, 1), (0, 0), 2),
    ],
)
def test_slips_are_bulls_and_cows_miscounted_or_mistaken_for_each_other(
    said: tuple[int, int], could_be: tuple[int, int], slips: int
) -> None:
    assert Change(1, (), Feedback(*said), Feedback(*could_be)).slips == slips


def test_bulls_and_cows_in_each_others_place_are_suspected_first() -> None:
    found = diagnosis(CLASSIC, history("0123=3B0C 0145=0B2C"))
    assert [written(CLASSIC, suspect) for suspect in found.suspects[:3]] == [
        "1. 0123=0B3C: 120",
        "2. 0145=2B0C: 8",
        "2. 0145=1B1C: 4",
    ]


def test_of_suspects_alike_in_all_else_the_later_turn_comes_first() -> None:
    found = diagnosis(CLASSIC, history("0123=4B0C 4567=4B0C"))
    assert [written(CLASSIC, suspect) for suspect in found.suspects] == ["2. 4567=0B0C: 1", "1. 0123=0B0C: 1"]
    found = diagnosis(PEGS, history("ABC=1B0C ABC=1B1C ABC=1B1C ABC=1B0C", PEGS))
    assert [written(PEGS, suspect) for suspect in found.suspects] == [
        "1. ABC=1B1C 4. ABC=1B1C: 12",
        "2. ABC=1B0C 3. ABC=1B0C: 12",
    ]


def test_of_suspects_alike_in_turns_too_the_smaller_reply_comes_first() -> None:
    found = diagnosis(MINI, history("4213=2B2C 3425=1B3C", MINI))
    assert [written(MINI, suspect) for suspect in found.suspects] == [
        "2. 3425=0B3C: 3",
        "2. 3425=1B2C: 3",
        "1. 4213=1B2C: 2",
        "1. 4213=2B1C: 2",
        "1. 4213=0B3C: 4",
    ]


def test_a_guess_made_twice_with_different_replies_is_wrong_once() -> None:
    found = diagnosis(CLASSIC, history("0123=0B1C 0123=0B2C"))
    assert [written(CLASSIC, suspect) for suspect in found.suspects] == ["2. 0123=0B1C: 1440", "1. 0123=0B2C: 1260"]


def test_two_against_one_leave_the_one_to_doubt() -> None:
    found = diagnosis(CLASSIC, history("0123=0B1C 0123=1B0C 0123=0B1C"))
    assert [written(CLASSIC, suspect) for suspect in found.suspects] == ["2. 0123=0B1C: 1440"]


def test_replies_are_suspected_together_where_no_single_one_explains_it() -> None:
    found = diagnosis(CLASSIC, history("0123=4B0C 4567=4B0C 0145=4B0C"))
    assert {len(suspect.changes) for suspect in found.suspects} == {2}
    assert "1. 0123=2B0C 2. 4567=0B2C: 1" in [written(CLASSIC, suspect) for suspect in found.suspects]


def test_a_reply_that_cannot_be_is_a_wrong_one() -> None:
    found = diagnosis(CLASSIC, history("0123=3B1C"))
    assert {suspect.changes[0].could_be for suspect in found.suspects} == set(possible_feedback(CLASSIC))
    assert written(CLASSIC, found.suspects[0]) == "1. 0123=1B3C: 8"
    assert sum(suspect.candidates for suspect in found.suspects) == 5040


@pytest.mark.parametrize("name", ["nonzero", "six", "colours"])
def test_if_a_single_reply_cannot_be_every_other_is_suspected(name: str) -> None:
    variant = VARIANTS[name]
    guess = tuple(range(variant.length))
    suspects = diagnosis(variant, ((guess, Feedback(variant.length - 1, 1)),)).suspects
    assert sum(suspect.candidates for suspect in suspects) == variant.size
    assert [suspect.candidates for suspect in suspects if suspect.changes[0].could_be.bulls == variant.length] == [1]


def test_of_words_only_those_that_may_be_secrets_are_counted() -> None:
    secrets = set(WORDS.secrets())
    guess = next(word for word in WORDS.codes() if word not in secrets)
    found = diagnosis(WORDS, ((guess, Feedback(4, 0)),))
    assert found.contradiction
    assert sum(suspect.candidates for suspect in found.suspects) == len(secrets)


@pytest.mark.parametrize("variant", [MINI, PEGS], ids=lambda variant: variant.name)
@given(data=st.data())
@settings(max_examples=examples(60))
def test_suspects_are_what_trying_every_code_finds(variant: Variant, data: st.DataObject) -> None:
    turns = tuple(data.draw(st.lists(st.tuples(codes(variant), replies(variant)), max_size=5)))
    found = diagnosis(variant, turns)
    expected = by_hand(variant, turns)
    assert found.contradiction == (() not in expected)
    if found.contradiction:
        named = [tuple((change.turn, change.could_be) for change in suspect.changes) for suspect in found.suspects]
        assert dict(zip(named, (suspect.candidates for suspect in found.suspects), strict=True)) == dict(expected)
        assert len(named) == len(expected)
        assert list(found.suspects) == sorted(found.suspects, key=place_in_order)


@pytest.mark.parametrize("variant", [MINI, PEGS], ids=lambda variant: variant.name)
@given(data=st.data())
@settings(max_examples=examples(40))
def test_as_many_codes_fit_the_history_put_right_as_a_suspect_says(variant: Variant, data: st.DataObject) -> None:
    turns = tuple(data.draw(st.lists(st.tuples(codes(variant), replies(variant)), min_size=1, max_size=4)))
    for suspect in diagnosis(variant, turns).suspects[:5]:
        right = put_right(turns, suspect)
        assert suspect.candidates == sum(is_consistent(code, right) for code in variant.codes()) > 0


@given(secret=codes(CLASSIC), guesses=st.lists(codes(CLASSIC), min_size=2, max_size=7), data=st.data())
@settings(max_examples=examples(60))
def test_one_wrong_reply_in_a_true_history_is_found(secret: Code, guesses: list[Code], data: st.DataObject) -> None:
    true = tuple((guess, feedback_for(guess, secret)) for guess in guesses)
    wrong = data.draw(st.integers(0, len(true) - 1))
    guess, truth = true[wrong]
    said = data.draw(st.sampled_from(possible_feedback(CLASSIC)).filter(lambda reply: reply != truth))
    found = diagnosis(CLASSIC, (*true[:wrong], (guess, said), *true[wrong + 1 :]))
    assume(found.contradiction)
    assert (Change(wrong + 1, guess, said, truth),) in [suspect.changes for suspect in found.suspects]

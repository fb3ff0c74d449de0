"""The cases that players note, and which reply may be wrong where they contradict each other."""

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solver.candidates import Case, cases, symbols_by_past
from solver.contradictions import Change, Diagnosis, Suspect, codes_despite, diagnosis
from solver.feedback import Feedback, History, candidates, feedback_for, is_consistent, possible_feedback
from solver.variant import VARIANTS, Code, Variant
from tests.distribution import examples
from tests.solver.games import CLASSIC, MINI, PEGS, codes, history, pairs, true_histories

NOTED = {
    "": "5040: 4/0123456789",
    "0123=0B1C 4561=0B1C": "366: 1/023 1/456 2/789, 12: 1/1 3/789",
    "0123=0B2C 3541=0B2C": "240: 1/02 1/13 1/45 1/6789, 36: 2/13 2/6789, 8: 2/02 2/45",
    "0123=4B0C": "1: 4/0123",
    "9876=4B0C": "1: 4/6789",
    "0123=0B4C 0145=0B2C": "9: 2/01 2/23",
    "pegs: ABB=1B0C": "8: 1/B 2/CD, 4: 2/A 1/CD, 4: 1/A 2/CD, 1: 3/A",
    "pegs: BCA=1B1C AAB=1B0C": "1: 1/A 2/C, 1: 1/A 1/C 1/D, 1: 1/B 2/C, 1: 1/B 1/C 1/D",
}
PLAUSIBLE = "2=0B2C: 63, 3=1B1C: 36, 2=1B1C: 36, 1=0B2C: 21, 1=1B1C: 12, 3=2B0C: 9, 3=0B2C: 63, …"
SUSPECTS = {
    "the most plausible": ("0123=0B1C 4567=0B1C 8912=1B0C", PLAUSIBLE),
    "bulls and cows in each other's place": ("0123=3B0C 0145=0B2C", "1=0B3C: 120, 2=2B0C: 8, 2=1B1C: 4, …"),
    "a reply that cannot be": ("0123=3B1C", "1=1B3C: 8, …"),
    "of those alike in all else the later turn": ("0123=4B0C 4567=4B0C", "2=0B0C: 1, 1=0B0C: 1"),
    "of several as well": ("pegs: ABC=1B0C ABC=1B1C ABC=1B1C ABC=1B0C", "1=1B1C 4=1B1C: 12, 2=1B0C 3=1B0C: 12"),
    "then the smaller reply": ("mini: 4213=2B2C 3425=1B3C", "2=0B3C: 3, 2=1B2C: 3, 1=1B2C: 2, 1=2B1C: 2, 1=0B3C: 4"),
    "a guess made twice is wrong once": ("0123=0B1C 0123=0B2C", "2=0B1C: 1440, 1=0B2C: 1260"),
    "two against one leave the one to doubt": ("0123=0B1C 0123=1B0C 0123=0B1C", "2=0B1C: 1440"),
}


# Cases.
def read(game: str) -> tuple[Variant, History]:
    """The variant and the turns of `mini: 1234=0B4C`, or of `0123=0B1C` in the classic game."""
    name, _, turns = game.rpartition(": ")
    variant = {"mini": MINI, "pegs": PEGS}.get(name, CLASSIC)
    return variant, history(turns, variant)


def noted(variant: Variant, case: Case) -> str:
    """A case in short: `12: 1/1 3/789` are the 12 codes with one of 1 and three of 789."""
    return f"{case.count}: " + " ".join(f"{of.taken}/{variant.format(of.symbols)}" for of in case.sets)


def falls_in(code: Code, case: Case) -> bool:
    return all(sum(symbol in of.symbols for symbol in code) == of.taken for of in case.sets)


def place_in_order(sets: tuple[Code, ...]) -> Callable[[Case], tuple[int, list[int]]]:
    """Smaller cases are smaller; of equal ones those that take less of the first sets."""

    def place(case: Case) -> tuple[int, list[int]]:
        taken = {of.symbols: of.taken for of in case.sets}
        return case.count, [taken.get(symbols, 0) for symbols in sets]

    return place


@pytest.mark.parametrize("game", NOTED)
def test_cases_are_those_that_players_note_in_order(game: str) -> None:
    variant, turns = read(game)
    assert ", ".join(noted(variant, case) for case in cases(variant, turns)) == NOTED[game]


def test_how_often_a_symbol_stood_in_a_guess_is_its_past_and_before_the_first_there_is_one_case() -> None:
    once = ((0,), (1,), (2, 3))
    pasts = {"AAB=1B0C": once, "AAB=1B0C BAA=1B0C": once, "ABC=1B0C": ((0, 1, 2), (3,)), "": ((0, 1, 2, 3),)}
    assert {turns: symbols_by_past(PEGS, history(turns, PEGS)) for turns in pasts} == pasts
    for variant in (VARIANTS[name] for name in ("six", "colours", "words-uk-5")):
        (case,) = cases(variant, ())
        whole = (len(candidates(variant, ())), [(tuple(range(len(variant.alphabet))), variant.length)])
        assert (case.count, [(of.symbols, of.taken) for of in case.sets]) == whole


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


def suspected(game: str) -> str:
    """The suspects of a contradiction, each as `turn=what it could be: candidates`."""
    variant, turns = read(game)
    found = diagnosis(variant, turns)
    assert found.contradiction
    every = [change for suspect in found.suspects for change in suspect.changes]
    assert [(each.guess, each.said) for each in every] == [turns[each.turn - 1] for each in every]
    changes = (" ".join(f"{each.turn}={each.could_be}" for each in suspect.changes) for suspect in found.suspects)
    return ", ".join(f"{each}: {suspect.candidates}" for each, suspect in zip(changes, found.suspects, strict=True))


def told(variant: Variant, most: int, least: int = 0) -> st.SearchStrategy[History]:
    """Any guesses with any replies that a person may give, also such that cannot be."""
    replies = st.builds(Feedback, *[st.integers(0, variant.length)] * 2)
    return st.lists(st.tuples(codes(variant), replies), min_size=least, max_size=most).map(tuple)


@pytest.mark.parametrize(("game", "suspects"), SUSPECTS.values(), ids=SUSPECTS)
def test_the_most_plausible_suspects_come_first(game: str, suspects: str) -> None:
    first, more, _ = suspects.partition("…")
    assert suspected(game).startswith(first)
    assert more or suspected(game) == suspects


def test_changes_say_what_was_said_and_could_be_how_many_slips_and_several_where_no_single_one_explains_it() -> None:
    found = suspected("0123=4B0C 4567=4B0C 0145=4B0C").split(", ")
    assert {suspect.count("=") for suspect in found} == {2}
    assert "1=2B0C 2=0B2C: 1" in found
    first = diagnosis(MINI, history("1234=4B0C 1234=0B4C", MINI)).suspects[0]
    assert first == Suspect((Change(1, (0, 1, 2, 3), said=Feedback(4, 0), could_be=Feedback(0, 4)),), candidates=9)
    for both, slips in pairs("12/21=0 03/30=0 01/02=1 01/11=1 01/12=2 01/20=2 21/11=1 22/31=1 22/00=4 11/00=2"):
        said, could_be = (Feedback(*map(int, reply)) for reply in both.split("/"))
        assert Change(1, (), said, could_be).slips == int(slips)


def test_if_a_single_reply_cannot_be_every_other_is_suspected_and_of_words_only_secrets_are_counted() -> None:
    for variant in (CLASSIC, *(VARIANTS[name] for name in ("nonzero", "six", "colours"))):
        suspects = diagnosis(variant, ((tuple(range(variant.length)), Feedback(variant.length - 1, 1)),)).suspects
        counts = {suspect.changes[0].could_be: suspect.candidates for suspect in suspects}
        assert (sum(counts.values()), counts[Feedback(variant.length, 0)]) == (variant.size, 1)
        assert variant != CLASSIC or counts.keys() == set(possible_feedback(variant))
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
    if () in expected:
        assert found == Diagnosis(contradiction=False, suspects=())
    else:
        assert found.contradiction
        changes = [tuple((each.turn, each.could_be) for each in suspect.changes) for suspect in found.suspects]
        counts = (suspect.candidates for suspect in found.suspects)
        assert (dict(zip(changes, counts, strict=True)), len(changes)) == (dict(expected), len(expected))
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


@pytest.mark.parametrize("variant", [MINI, PEGS, VARIANTS["words-en-4"]], ids=lambda variant: variant.name)
@given(data=st.data())
@settings(max_examples=examples(20))
def test_codes_are_sorted_by_how_many_replies_would_be_wrong(variant: Variant, data: st.DataObject) -> None:
    turns = data.draw(told(variant, 4))
    wrong = {code: sum(feedback_for(guess, code) != said for guess, said in turns) for code in variant.secrets()}
    for number, rows in enumerate(codes_despite(variant, turns, 2)):
        assert list(map(tuple, rows.tolist())) == [code for code in variant.secrets() if wrong[code] == number]

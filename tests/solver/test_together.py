"""Several secrets at once: the advice, what a guess tells of all of them, and the review."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.analysis import information
from solver.comparison import BUDGET, work_of, work_within
from solver.feedback import History, feedback_for, is_consistent
from solver.together import Together, advise_together, review_together, weigh_together
from solver.variant import VARIANTS, Code, Variant, variant_named
from tests.distribution import examples
from tests.solver.games import CLASSIC, MINI, PEGS, codes, history, secrets_of


def told(secrets: list[Code], guesses: list[Code]) -> tuple[History, ...]:
    """What is known of each secret after these guesses, of one that is broken up to then."""
    made = [guesses[: guesses.index(secret) + 1] if secret in guesses else guesses for secret in secrets]
    pairs = zip(secrets, made, strict=True)
    return tuple(tuple((guess, feedback_for(guess, secret)) for guess in upto) for secret, upto in pairs)


def best_of_all(variant: Variant, histories: tuple[History, ...]) -> float:
    """By reckoning every guess by itself."""
    return max(sum(information(variant, code, each).bits for each in histories) for code in variant.codes())


@given(data=st.data(), variant=st.sampled_from([MINI, PEGS, variant_named("3x5")]))
@settings(max_examples=examples(25))
def test_the_advice_tells_most_of_all_or_breaks_what_is_known(data: st.DataObject, variant: Variant) -> None:
    secrets = data.draw(st.lists(secrets_of(variant), min_size=1, max_size=4))
    guesses = data.draw(st.lists(codes(variant).filter(lambda code: code not in secrets), max_size=3))
    histories = told(secrets, guesses)
    advice = advise_together(variant, histories)
    assert advice == weigh_together(variant, advice.guess, histories)
    assert advice.candidates == tuple(
        sum(is_consistent(code, each) for code in variant.secrets()) for each in histories
    )
    if 1 in advice.candidates:
        known = [each for each, size in zip(histories, advice.candidates, strict=True) if size == 1]
        assert any(is_consistent(advice.guess, each) for each in known)
    else:
        assert advice.bits == pytest.approx(best_of_all(variant, histories))


@given(data=st.data())
@settings(max_examples=examples(20))
def test_what_a_guess_tells_is_the_sum_over_all(data: st.DataObject) -> None:
    secrets = data.draw(st.lists(codes(CLASSIC), min_size=1, max_size=4))
    histories = told(secrets, data.draw(st.lists(codes(CLASSIC), max_size=3)))
    guess = data.draw(codes(CLASSIC))
    each = [information(CLASSIC, guess, one) for one in histories]
    found = weigh_together(CLASSIC, guess, histories)
    assert found.bits == pytest.approx(sum(one.bits for one in each))
    assert found.expected == pytest.approx(sum(one.expected for one in each))
    assert found.worst == sum(one.worst for one in each)


@pytest.mark.parametrize("name", ["classic", "five", "six", "colours", "words-uk-5", "words-en-5-repeats"])
def test_its_own_advice_breaks_all_in_a_dozen_guesses(name: str) -> None:
    variant = VARIANTS[name]
    drawn = list(variant.secrets())
    secrets, guesses = drawn[7 :: len(drawn) // 4][:4], list[Code]()
    while open_ := [secret for secret in secrets if secret not in guesses]:
        guesses.append(advise_together(variant, told(open_, guesses)).guess)
        assert len(guesses) <= 12


def test_where_not_every_guess_can_be_compared_the_work_is_bounded() -> None:
    six = VARIANTS["six"]
    histories = told([six.parse(code) for code in ("123450", "987654", "135792", "024681")], [six.parse("012345")])
    advice = advise_together(six, histories)
    assert sum(work_of(six, six.size, size) for size in advice.candidates) > work_within(BUDGET)
    assert advice.bits > sum(information(six, six.parse("678912"), one).bits for one in histories)


def test_equal_questions_have_equal_answers() -> None:
    one = history("0123=1B1C 4567=0B1C")
    assert advise_together(CLASSIC, (one, one)).guess == advise_together(CLASSIC, (one,)).guess


def test_the_review_follows_each_secret_until_it_is_broken() -> None:
    secrets, guesses = ([*map(CLASSIC.parse, line.split())] for line in ("0834 4567", "0123 4567 0834"))
    turns = review_together(CLASSIC, told(secrets, guesses))
    assert [made.guess for made, _, _ in turns] == guesses
    assert turns[0][0].candidates == (5040, 5040)
    assert [len(made.candidates) for made, _, _ in turns] == [2, 2, 1]
    assert [after for _, _, after in turns][1:] == [(turns[2][0].candidates[0], 1), (1,)]
    for made, best, _ in turns:
        assert isinstance(best, Together)
        assert 1 in best.candidates or best.bits >= made.bits - 1e-9

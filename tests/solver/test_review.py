"""Reviews: by the definition, and of small games beside a count of everything, which knows nothing of the solver."""

import math
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.candidates import Position, position_after
from solver.cost_to_go import estimated_cost, exact_cost, perfect_mean
from solver.evaluate import playout
from solver.feedback import Feedback, History, InconsistentHistory, all_codes, feedback_for, is_consistent
from solver.optimal import Optimal, endgame
from solver.review import (
    COSTS,
    Flaw,
    Fortune,
    GameEnded,
    Review,
    Turn,
    Verdict,
    Why,
    last_turn,
    perfect_path,
    review,
    review_of,
)
from solver.tree import stored_tree
from solver.variant import VARIANTS, Code, Variant, variant_named
from tests.distribution import costly_but, examples
from tests.solver.games import CLASSIC, MINI, PEGS, codes, history, secrets_of, true_histories, truly

Reply = tuple[int, int]
Codes = frozenset[Code]
WORDS, FOUR_COLOURS = VARIANTS["words-en-5"], variant_named("2x4r")
REVIEWED = [MINI, PEGS, CLASSIC, VARIANTS["three"], VARIANTS["mastermind"], variant_named("3x5")]
UNEASY = [*REVIEWED, VARIANTS["repeats"], VARIANTS["five"], WORDS, VARIANTS["words-uk-4"]]
ENDLESS = 10**9
SMALL = ["mini", "pegs", "3x5", "2x6", "4x5", "3x4r"]


# What can happen, counted.
def reply_to(guess: Code, secret: Code) -> Reply:
    """Bulls and cows as a person would count them."""
    bulls = sum(one == other for one, other in zip(guess, secret, strict=True))
    return bulls, sum((Counter(guess) & Counter(secret)).values()) - bulls


def divided(guess: Code, left: Codes) -> dict[Reply, Codes]:
    parts: dict[Reply, set[Code]] = {}
    for secret in left:
        parts.setdefault(reply_to(guess, secret), set()).add(secret)
    return {reply: frozenset(part) for reply, part in parts.items()}


@lru_cache(maxsize=1 << 18)
def fewest(codes: Codes, left: Codes) -> int:
    """How many guesses all these secrets take together at least, whatever of `codes` is guessed."""
    size = len(left)
    if size <= 2 or any(len(divided(guess, left)) == size for guess in left):
        return 2 * size - 1
    return min(with_guess(guess, codes, left) for guess in codes)


def with_guess(guess: Code, codes: Codes, left: Codes) -> int:
    parts = divided(guess, left)
    if len(parts) == 1 and left != {guess}:
        return ENDLESS
    return len(left) + sum(fewest(codes, part) for part in parts.values() if part != {guess})


def lost(guess: Code, codes: Codes, left: Codes) -> float:
    """Turns, on average; a guess that tells nothing loses just itself."""
    if len(divided(guess, left)) == 1 and left != {guess}:
        return 1
    return (with_guess(guess, codes, left) - fewest(codes, left)) / len(left)


def bits(guess: Code, left: Codes) -> float:
    shares = [len(part) / len(left) for part in divided(guess, left).values()]
    return math.fsum(share * math.log2(1 / share) for share in shares)


# The last guesses.
@pytest.mark.parametrize("name", costly_but({*SMALL} - {"mini", "4x5"}, SMALL))
@given(data=st.data())
def test_the_ending_is_the_best_that_trying_everything_finds(name: str, data: st.DataObject) -> None:
    variant = PEGS if name == "pegs" else variant_named(name)
    turns = data.draw(true_histories(variant, 3, least=1))
    position = Position(variant, turns, position_after(variant, turns).left[:7])
    found, every = endgame(position), list(variant.codes())
    secrets = frozenset(every[row] for row in position.left)
    assert found is not None
    assert found.total == fewest(frozenset(every), secrets) == with_guess(found.guess, frozenset(every), secrets)


# Whole games.
def judged(variant: Variant, secret: str, guesses: str) -> Review:
    return review(variant, variant.parse(secret), [variant.parse(guess) for guess in guesses.split()])


def games(variant: Variant, most: int) -> st.SearchStrategy[tuple[Code, list[Code]]]:
    guesses = st.lists(secrets_of(variant), min_size=1, max_size=most)
    return st.tuples(secrets_of(variant), guesses).filter(lambda game: game[0] not in game[1][:-1])


def turn_with(*, turns_lost: float = 0.0, after: int = 10, bits_expected: float = 1.0) -> Turn:
    return Turn((0, 1, 2, 3), Feedback(3, 0), 20, after, bits_expected, (), turns_lost, exact=True)


def test_the_tree_of_mini_loses_nothing_against_any_secret_and_trees_measure_accuracy() -> None:
    for secret in MINI.codes():
        found = review(MINI, secret, [turn.guess for turn in playout(MINI, Optimal(MINI), secret)])
        assert [turn.turns_lost for turn in found.turns] == [0] * len(found.turns)
        assert (found.turns[-1].best, found.accuracy, found.exact) == (secret, 100, True)
    for variant in (MINI, VARIANTS["three"], CLASSIC, VARIANTS["mastermind"]):
        tree = stored_tree(variant)
        assert tree is not None
        assert review(variant, next(variant.codes()), []).expected == tree.total / variant.size


def test_how_many_guesses_are_as_good_is_counted_where_none_is_better() -> None:
    first, second, third = review(CLASSIC, (5, 6, 7, 8), [(0, 1, 2, 3), (4, 5, 6, 7), (5, 6, 7, 8)]).turns
    assert (first.alike, first.chances) == (CLASSIC.size, 14)
    assert (second.turns_lost, second.alike) == (0, 360), "six symbols in four places"
    assert (third.has_won, third.chances) == (True, third.before)
    six = review_of(CLASSIC, (((0, 1, 2, 3), Feedback(2, 2)), ((0, 1, 3, 2), Feedback(0, 4)))).turns[1]
    assert (six.before, six.alike) == (6, 6), "each of those that are left"
    worse = review(CLASSIC, (5, 6, 7, 8), [(0, 1, 2, 3), (0, 1, 3, 2)]).turns[1]
    assert (worse.turns_lost > 0, worse.alike) == (True, 1), "where another is better nobody asks"


@given(secret=codes(CLASSIC), first=codes(CLASSIC))
@settings(max_examples=examples(15))
def test_the_tree_loses_nothing_whatever_the_symbols_are_called(secret: Code, first: Code) -> None:
    position, guesses = position_after(CLASSIC), [first]
    while guesses[-1] != secret:
        position = position.after(guesses[-1], feedback_for(guesses[-1], secret))
        guesses.append(Optimal(CLASSIC).next_guess(position))
    found = review(CLASSIC, secret, guesses)
    assert (found.turns_lost, found.accuracy, {turn.verdict for turn in found.turns}) == (0, 100, {Verdict.BEST})


@pytest.mark.parametrize("variant", UNEASY, ids=lambda variant: variant.name)
@given(data=st.data())
@settings(max_examples=examples(12))
def test_any_game_can_be_reviewed(variant: Variant, data: st.DataObject) -> None:
    secret, guesses = data.draw(games(variant, 7))
    found = review(variant, secret, guesses)
    assert found == review_of(variant, truly(secret, guesses)), "alike whatever the secret is"
    assert [(turn.guess, turn.reply) for turn in found.turns] == list(truly(secret, guesses))
    assert [turn.before for turn in found.turns[1:]] == [turn.after for turn in found.turns[:-1]]
    for turn in found.turns:
        assert 1 <= turn.after <= turn.before
        assert min(turn.turns_lost, turn.bits_expected) >= 0
        assert (turn.best == turn.guess) == (turn.turns_lost == 0)
    assert found.turns_lost == pytest.approx(sum(turn.turns_lost for turn in found.turns))
    assert 0 < found.accuracy <= 100
    assert (found.accuracy == 100) == (found.turns_lost == 0)


@given(games(MINI, 5))
@settings(max_examples=examples(12))
def test_a_game_reviewed_turn_by_turn_is_the_same(game: tuple[Code, list[Code]]) -> None:
    turns = truly(*game)
    reviewed = tuple(last_turn(MINI, turns[:count]) for count in range(1, len(turns) + 1))
    assert review_of(MINI, turns) == review(MINI, *game) == Review(reviewed, perfect_mean(MINI))


@pytest.mark.parametrize("variant", [MINI, CLASSIC, WORDS], ids=lambda variant: variant.name)
def test_the_path_of_perfect_play_ends_at_the_secret(variant: Variant) -> None:
    secret = next(variant.secrets())
    path = perfect_path(variant, secret)
    assert [step.guess for step in path].index(secret) == len(path) - 1
    assert review(variant, secret, [step.guess for step in path]).turns_lost == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize("variant", REVIEWED, ids=lambda variant: variant.name)
@given(data=st.data())
@settings(max_examples=examples(8))
def test_who_plays_what_the_review_calls_best_loses_nothing(variant: Variant, data: st.DataObject) -> None:
    secret, guesses = data.draw(games(variant, 3))
    best = review(variant, secret, guesses).turns[-1].best
    played_best = review(variant, secret, [*guesses[:-1], best]).turns[-1]
    assert (played_best.best, played_best.turns_lost) == (best, 0)


def test_telling_nothing_or_missing_the_only_candidate_loses_one_turn_and_missing_one_of_two_half() -> None:
    found = judged(MINI, "3541", "1234 1234 1234")
    assert [turn.turns_lost for turn in found.turns] == [0, 1, 1]
    assert ([turn.bits_expected for turn in found.turns[1:]], found.exact) == ([0, 0], True)
    straight, delayed = judged(CLASSIC, "7285", "0123 4561"), judged(CLASSIC, "7285", "0123 0123 0123 4561")
    assert (delayed.turns[3], straight.turns[1].exact) == (straight.turns[1], True)
    turn = judged(CLASSIC, "7845", "0123 3210").turns[1]
    assert (turn.before, turn.after, turn.bits_expected, turn.bits, turn.luck) == (360, 360, 0, 0, 0)
    assert (turn.turns_lost, turn.verdict) == (1, Verdict.MISTAKE)
    turns = judged(FOUR_COLOURS, "01", "02 03 11 33 01").turns
    assert [(turn.before, turn.turns_lost) for turn in turns[2:]] == [(2, 0.5), (1, 1), (1, 0)]


def test_games_are_reviewed_up_to_their_last_guess_with_luck_beyond_what_was_promised() -> None:
    whole, part = judged(CLASSIC, "7285", "0123 4561 7482 7285"), judged(CLASSIC, "7285", "0123 4561")
    assert (part.turns, part.turns[-1].after) == (whole.turns[:2], 378)
    found = review(CLASSIC, (0, 1, 2, 3), [])
    assert (found.turns, found.turns_lost, found.luck, found.accuracy) == ((), 0, 0, 100)
    turn = part.turns[0]
    assert round(turn.bits_expected, 4) == 2.7712
    assert turn.luck == pytest.approx(math.log2(5040 / 1440) - turn.bits_expected)


def test_words_are_reviewed_among_secrets_and_guesses_behind_the_winning_one_refused() -> None:
    with pytest.raises(GameEnded, match="3541 was broken by guess 2"):
        judged(MINI, "3541", "1234 3541 1234")
    never = next(code for code in WORDS.codes() if code not in set(WORDS.secrets()))
    with pytest.raises(InconsistentHistory):
        review(WORDS, never, [next(WORDS.secrets()), never])
    found = judged(WORDS, "sharp", "snake suite scarf sharp")
    assert found.turns[0].before == len(list(WORDS.secrets()))
    assert (found.turns[-1].after, found.turns[-1].reply.bulls) == (1, 5)


def test_verdicts_go_by_turns_lost_luck_out_of_the_ordinary_is_named_and_accuracy_halves() -> None:
    named = {(10, 1.0): None, (5, 1.0): Fortune.LUCKY, (6, 1.0): None, (10, 2.0): Fortune.UNLUCKY, (10, 1.9): None}
    for (after, expected), fortune in named.items():
        turn = turn_with(after=after, bits_expected=expected)
        for each in (turn, Review((turn,), 5.0), Review((turn, turn_with(), turn_with()), 5.0)):
            assert each.fortune == fortune
    assert Review((turn_with(turns_lost=2), turn_with(turns_lost=3)), 5.0).accuracy == 50
    verdicts = {0.0: "best", 0.0049: "best", 0.005: "good", 0.0499: "good", 0.05: "inaccuracy", 0.2: "mistake"}
    assert {lost: turn_with(turns_lost=lost).verdict for lost in verdicts} == verdicts


@pytest.mark.parametrize("turns", ["0123=1B1C 0245=1B1C 6147=0B2C", "0123=0B2C 1456=1B1C 1748=0B2C"])
def test_an_estimate_comes_close_to_what_is_known(turns: str) -> None:
    position = position_after(CLASSIC, history(turns))
    for guess in list(CLASSIC.codes())[::211]:
        exact = exact_cost(position, guess)
        assert exact is not None
        assert estimated_cost(position, guess) == pytest.approx(exact, abs=0.1 * len(position.left))


@pytest.mark.parametrize("name", ["mini", "three", "classic", "mastermind", "repeats", "five"])
def test_where_no_tree_is_stored_the_mean_would_be_estimated_within_a_fifth_of_a_turn(name: str) -> None:
    variant = VARIANTS[name]
    start = position_after(variant)
    estimated = estimated_cost(start, Optimal(variant).next_guess(start)) / variant.size
    assert estimated == pytest.approx(perfect_mean(variant), abs=0.2)


# What is said against guesses: positions by hand, and the definition for any position.
def test_the_plainest_fact_is_said() -> None:
    flaws: dict[str, Flaw | None] = {
        "5678 0123": None,
        "5678 0123 4567": None,
        "5678 0123 0145": Flaw(Why.OUT, (0, 1)),
        **dict.fromkeys(("5678 0123 0123", "5678 0123 3210"), Flaw(Why.NOTHING_NEW)),
        "0456 0123 4567 0567": Flaw(Why.REFUTED, (2,)),
        "0456 0123 3789": Flaw(Why.REFUTED, (1,)),
    }
    assert {game: judged(CLASSIC, game[:4], game[4:]).turns[-1].flaw for game in flaws} == flaws


def test_what_leaves_more_is_told_so_in_numbers_and_what_breaks_the_secret_never_blamed() -> None:
    flaw = judged(PEGS, "ABC", "AAA").turns[-1].flaw
    assert flaw is not None
    assert flaw == Flaw(Why.TELLS_LESS, tuple(sorted(set(flaw.values), reverse=True)))
    found = judged(CLASSIC, "2107", "0123 2140 2108 2107")
    last = found.turns[-1]
    assert (last.verdict, last.flaw, len(found.turns) in found.costliest) == (Verdict.BEST, None, False)
    assert last.turns_lost > 0, "what it cost on average is a figure as before"


def said(turn: Turn, variant: Variant, history: History) -> None:
    """What is said of the turn is true of the position before it."""
    assert turn.flaw is not None
    left = all_codes(variant)[position_after(variant, history).left]
    has_symbol = {symbol: bool((left == symbol).any()) for symbol in turn.guess}
    out = tuple(symbol for symbol in dict.fromkeys(turn.guess) if not has_symbol[symbol])
    match turn.flaw.why:
        case Why.OUT:
            assert turn.flaw.values == out != ()
        case Why.REFUTED:
            (number,) = turn.flaw.values
            assert [is_consistent(turn.guess, (one,)) for one in history[:number]] == [True] * (number - 1) + [False]
        case Why.NOTHING_NEW:
            assert turn.before == turn.after
        case Why.TELLS_LESS | Why.SLOWER:
            assert is_consistent(turn.guess, history)


@pytest.mark.parametrize("variant", [MINI, PEGS], ids=lambda variant: variant.name)
@given(data=st.data())
@settings(max_examples=examples(40))
def test_whatever_is_said_is_true_and_only_of_guesses_that_cost_turns(variant: Variant, data: st.DataObject) -> None:
    secret, guesses = data.draw(games(variant, 6))
    found = review(variant, secret, guesses)
    history = tuple((turn.guess, turn.reply) for turn in found.turns)
    for at, turn in enumerate(found.turns):
        assert (turn.flaw is not None) == (turn.turns_lost >= COSTS and not turn.has_won)
        if turn.flaw is not None:
            said(turn, variant, history[:at])
    costs = [found.turns[number - 1].turns_lost for number in found.costliest]
    assert costs == sorted((turn.turns_lost for turn in found.turns if turn.flaw), reverse=True)


# Every game of few codes.
SURELY_KNOWN = [variant_named(name) for name in ("2x4r", "2x5", "3x4", "1x5")]
"""So few codes that perfect play is searched for."""
BIGGER = [variant_named(name) for name in ("2x6", "3x3r", "2x6r", "4x5")]
"""More than that; the tree of 4x5 ships, the others are known only once few codes are left."""
QUICK, QUICKEST = [variant_named(name) for name in ("2x6", "2x6r")], [variant_named("1x5")]
FEW_CODES, FEW_CANDIDATES = 36, 20
"""Games of so few codes are counted out from the start, others once so few fit."""


def openings(variant: Variant) -> list[Code]:
    """The first guesses, one of each kind: those that repeat their symbols alike are one question."""
    return list({repr(sorted(Counter(code).values())): code for code in sorted(variant.codes(), reverse=True)}.values())


def assert_all_true(result: Review, codes: Codes) -> None:
    left = codes
    for turn in result.turns:
        after = divided(turn.guess, left)[turn.reply.bulls, turn.reply.cows]
        assert (turn.before, turn.after) == (len(left), len(after))
        assert turn.bits == pytest.approx(math.log2(len(left) / len(after)))
        assert turn.bits_expected == pytest.approx(bits(turn.guess, left))
        if turn.exact and len(left) <= (FEW_CODES if len(codes) <= FEW_CODES else FEW_CANDIDATES):
            assert turn.turns_lost == pytest.approx(lost(turn.guess, codes, left))
            assert with_guess(turn.best, codes, left) == fewest(codes, left)
        left = after
    assert result.exact == all(turn.exact for turn in result.turns)
    assert result.turns_lost == pytest.approx(sum(turn.turns_lost for turn in result.turns))
    assert result.luck == pytest.approx(sum(turn.bits - turn.bits_expected for turn in result.turns))
    assert result.accuracy == pytest.approx(100 * result.expected / (result.expected + result.turns_lost))


def two_guesses(variant: Variant, codes: Codes, step: int = 1) -> Iterator[Review]:
    """Of all games of two guesses, those whose second is one of each so many."""
    for first in openings(variant):
        for reply, left in divided(first, codes).items():
            for second in sorted(codes)[::step] if left != {first} else ():
                for again in divided(second, left):
                    yield review_of(variant, ((first, Feedback(*reply)), (second, Feedback(*again))))


@pytest.mark.parametrize("variant", costly_but(QUICKEST, SURELY_KNOWN), ids=lambda variant: variant.name)
def test_every_game_of_two_guesses_is_reviewed_as_counting_everything_says(variant: Variant) -> None:
    codes = frozenset(variant.codes())
    for result in two_guesses(variant, codes):
        assert result.exact
        assert_all_true(result, codes)


@pytest.mark.parametrize("name", ["2x4r", "2x5", "3x4"])
def test_a_first_guess_loses_what_trying_everything_says(name: str) -> None:
    variant = variant_named(name)
    codes = frozenset(variant.codes())
    for guess in codes:
        result = review(variant, (0, 1, 2)[: variant.length], [guess])
        assert result.exact
        assert_all_true(result, codes)


@pytest.mark.parametrize("secret", ["2143", "1342", "1245", "1243", "1235"])
def test_a_second_guess_loses_what_trying_everything_says(secret: str) -> None:
    codes, first, hidden = frozenset(MINI.codes()), MINI.parse("1234"), MINI.parse(secret)
    for guess in codes:
        found = review(MINI, hidden, [first, guess])
        assert (found.turns[1].exact, found.turns[1].before <= FEW_CANDIDATES) == (True, True)
        assert_all_true(found, codes)


@pytest.mark.parametrize("variant", SURELY_KNOWN, ids=lambda variant: variant.name)
def test_perfect_play_takes_as_few_guesses_as_can_be(variant: Variant) -> None:
    codes = frozenset(variant.codes())
    assert perfect_mean(variant) == pytest.approx(fewest(codes, codes) / len(codes))
    assert sum(len(perfect_path(variant, secret)) for secret in codes) == fewest(codes, codes)


@pytest.mark.parametrize("variant", costly_but(QUICK, BIGGER), ids=lambda variant: variant.name)
def test_what_is_called_exact_is_so_wherever_a_game_has_come_to(variant: Variant) -> None:
    codes, judged = frozenset(variant.codes()), Counter[bool]()
    for result in two_guesses(variant, codes, 1 if len(codes) < 30 else 7):
        assert_all_true(result, codes)
        judged[result.turns[1].exact] += 1
    assert judged[True] > judged[False]

"""Reviews of small games beside a count of everything that can happen, which knows nothing of the solver."""

import itertools
import math
from collections import Counter
from functools import lru_cache

import pytest

from solver.cost_to_go import perfect_mean
from solver.feedback import Feedback
from solver.review import Review, Turn, perfect_path, review, review_of
from solver.variant import Code, Variant, variant_named
from tests.distribution import costly_but

Reply = tuple[int, int]
Codes = frozenset[Code]
SURELY_KNOWN = [variant_named(name) for name in ("2x4r", "2x5", "3x4", "1x5")]
"""So few codes that perfect play is searched for."""
BIGGER = [variant_named(name) for name in ("2x6", "3x3r", "2x6r", "4x5")]
"""More than that; the tree of 4x5 ships, the others are known only once few codes are left."""
QUICK, QUICKEST = [variant_named(name) for name in ("2x6", "2x6r")], [variant_named("1x5")]
ENDLESS = 10**9
FEW_CODES, FEW_CANDIDATES = 36, 20
"""Games of so few codes are counted out from the start, others once so few fit."""


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
    if size <= 2:
        return 2 * size - 1
    if any(len(divided(guess, left)) == size for guess in left):
        return 2 * size - 1
    return min(with_guess(guess, codes, left) for guess in codes)


def with_guess(guess: Code, codes: Codes, left: Codes) -> int:
    """The same if this is guessed first."""
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
    """What the reply will tell on average."""
    shares = [len(part) / len(left) for part in divided(guess, left).values()]
    return math.fsum(share * math.log2(1 / share) for share in shares)


def openings(variant: Variant) -> list[Code]:
    """The first guesses, one of each kind: those that repeat their symbols alike are one question."""
    return list({repr(sorted(Counter(code).values())): code for code in sorted(variant.codes(), reverse=True)}.values())


def assert_true(turn: Turn, codes: Codes, left: Codes) -> Codes:
    """All that a review says of a turn is so; what is then left."""
    after = divided(turn.guess, left)[turn.reply.bulls, turn.reply.cows]
    assert (turn.before, turn.after) == (len(left), len(after))
    assert turn.bits == pytest.approx(math.log2(len(left) / len(after)))
    assert turn.bits_expected == pytest.approx(bits(turn.guess, left))
    if turn.exact and len(left) <= (FEW_CODES if len(codes) <= FEW_CODES else FEW_CANDIDATES):
        assert turn.turns_lost == pytest.approx(lost(turn.guess, codes, left))
        assert with_guess(turn.best, codes, left) == fewest(codes, left)
    return after


def assert_all_true(result: Review, codes: Codes) -> None:
    left = codes
    for turn in result.turns:
        left = assert_true(turn, codes, left)
    assert result.exact == all(turn.exact for turn in result.turns)
    assert result.turns_lost == pytest.approx(sum(turn.turns_lost for turn in result.turns))
    assert result.luck == pytest.approx(sum(turn.bits - turn.bits_expected for turn in result.turns))
    assert result.accuracy == pytest.approx(100 * result.expected / (result.expected + result.turns_lost))


@pytest.mark.parametrize("variant", costly_but(QUICKEST, SURELY_KNOWN), ids=lambda variant: variant.name)
def test_every_game_of_two_guesses_is_reviewed_as_counting_everything_says(variant: Variant) -> None:
    codes = frozenset(variant.codes())
    for first, second in itertools.product(openings(variant), sorted(codes)):
        for reply, left in divided(first, codes).items():
            if left == {first}:
                continue
            for again in divided(second, left):
                result = review_of(variant, ((first, Feedback(*reply)), (second, Feedback(*again))))
                assert result.exact
                assert_all_true(result, codes)


@pytest.mark.parametrize("variant", SURELY_KNOWN, ids=lambda variant: variant.name)
def test_perfect_play_takes_as_few_guesses_as_can_be(variant: Variant) -> None:
    codes = frozenset(variant.codes())
    assert perfect_mean(variant) == pytest.approx(fewest(codes, codes) / len(codes))
    assert sum(len(perfect_path(variant, secret)) for secret in codes) == fewest(codes, codes)


@pytest.mark.parametrize("variant", costly_but(QUICK, BIGGER), ids=lambda variant: variant.name)
def test_what_is_called_exact_is_so_wherever_a_game_has_come_to(variant: Variant) -> None:
    codes = frozenset(variant.codes())
    judged = Counter[bool]()
    for first in openings(variant):
        for reply, left in divided(first, codes).items():
            for second in sorted(codes)[:: 1 if len(codes) < 30 else 7]:
                for again in divided(second, left) if left != {first} else ():
                    result = review_of(variant, ((first, Feedback(*reply)), (second, Feedback(*again))))
                    assert_all_true(result, codes)
                    judged[result.turns[1].exact] += 1
    assert judged[True] > judged[False]


@pytest.mark.parametrize("variant", [*SURELY_KNOWN, *BIGGER], ids=lambda variant: variant.name)
def test_a_game_that_goes_on_is_reviewed_alike_whatever_the_secret_is(variant: Variant) -> None:
    codes = sorted(variant.codes())
    first, second = codes[0], codes[len(codes) // 2]
    for reply, left in divided(first, frozenset(codes)).items():
        reviews = [review(variant, secret, [first, second]) for secret in left if secret != first]
        by_replies = {repr(one.turns[1].reply): one for one in reviews}
        assert all(one == by_replies[repr(one.turns[1].reply)] for one in reviews), reply
